"""Spaces: a map of hexes as the members of an enum, its geometry as tables, its layers as tables of what a hex is.

A map is drawn row by row, each hex one sign; a row lies half a hex to the side of the next, so that the place of a sign
in its line says where the hex lies. Coordinates are axial: ``q`` to the right, ``r`` down; the six directions count
clockwise from 0, to the right. Nothing here reaches the engines: they see enums, tables and arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.expressions import Expressions
from penance_build.model.hexes import BEARING, CELL, DIRECTIONS, DISTANCE, LINE, STEP, Cell, Hexes, Q, R
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.types import VALUES, TypeReader
from penance_build.model.typing import integer
from penance_build.model.world import TableShape, World, enum_type

MAX_CELLS: Final = 1000
MAX_ROWS: Final = 64


# ---------------------------------------------------------------- reading


def read_spaces(places: Mapping[str, Place], world: World, report: Report) -> None:
    """Fill the world with every space: its enum first, for counters and types; its layers and geometry follow by ``tables``."""
    for name, place in places.items():
        drawn = _Reader(name, place, report).read()
        world.spaces[name] = drawn
        members = tuple(ir.Member(cell, cell.upper()) for cell in drawn.ids)
        world.enums[name] = ir.Enum(name, place.word("name", name), members)


@dataclass(slots=True)
class _Reader:
    """Reads the map of one space."""

    name: str
    place: Place
    report: Report

    def read(self) -> Hexes:
        """The hexes that are drawn; a map that makes none has one hex, so that everything else can be read."""
        legend = {key for key, _ in self.place.need("legend").entries()}
        found: list[tuple[Place, int, int]] = []  # row, its number, and twice the place of a hex in it
        parity: int | None = None
        rows = self.place.need("map").items()
        if len(rows) > MAX_ROWS:
            self._wrong(rows[MAX_ROWS], "E623", f"a map has at most {MAX_ROWS} rows", rows[MAX_ROWS].span)
            rows = rows[:MAX_ROWS]
        for number, row in enumerate(rows):
            for column, sign in enumerate(row.text):
                if sign == " ":
                    continue
                at = row.inside(column, column + 1)
                if sign not in legend:
                    hint = did_you_mean(sign, sorted(legend)) or "the signs are: " + " ".join(sorted(legend))
                    self._wrong(row, "E621", f"the legend has no sign `{sign}`", at, hint)
                    return self._none()
                parity = (column + number) % 2 if parity is None else parity
                if (column + number) % 2 != parity:
                    hint = "hexes of a row are two columns apart; the next row begins one column to the left or right"
                    self._wrong(row, "E622", "this hex lies between two places of the grid", at, hint)
                    return self._none()
                found.append((row, number, column))
        if len(found) > MAX_CELLS:
            self._wrong(self.place, "E623", f"a space has at most {MAX_CELLS} hexes, this has {len(found)}", self.place.key_span)
            return self._none()
        if not found:
            self._wrong(self.place, "E622", f"the map of `{self.name}` has no hex", self.place.need("map").key_span, "draw one")
            return self._none()
        least = min((column - number) // 2 for _, number, column in found)
        ids: list[str] = []
        cells: list[Cell] = []
        seen: dict[int, int] = {}
        for _, number, column in found:
            seen[number] = seen.get(number, 0) + 1
            ids.append(f"{_letters(number)}{seen[number]}")
            cells.append(((column - number - (parity or 0)) // 2 - least, number))
        return Hexes(self.name, tuple(ids), tuple(cells))

    def _none(self) -> Hexes:
        return Hexes(self.name, ("a1",), ((0, 0),))

    def _wrong(self, place: Place, code: str, message: str, span: Span, hint: str = "") -> None:
        self.report.append(Problem(code, message, span, hint, entity=("space", self.name), path=place.path))


def _letters(number: int) -> str:
    """Rows are called a, b, … z, aa, ab, …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


# ---------------------------------------------------------------- layers


def layer_tables(name: str, place: Place, world: World, report: Report) -> list[ir.Table]:
    """A table for each layer of a space: what each hex has of it, as the legend says."""
    drawn, types = world.spaces[name], TypeReader(world, report)
    signs = [sign for row in place.need("map").items()[:MAX_ROWS] for sign in row.text if sign != " "]
    layers = place.get("layers")
    made: list[ir.Table] = []
    known = {key for key, _ in layers.entries()} if layers is not None else set()
    for sign, at in place.need("legend").entries():
        for key, value in at.entries():
            if key not in known:
                hint = did_you_mean(key, sorted(known)) or "declare it under `layers:`"
                report.append(
                    Problem("E303", f"`{name}` has no layer `{key}`", value.key_span, hint, entity=("space", name), path=value.path)
                )
        if len(sign) != 1 or sign == " ":
            message = f"a sign of the legend is one character, this is `{sign}`"
            report.append(Problem("E621", message, at.key_span, "choose one letter, digit or mark", entity=("space", name), path=at.path))
    if len(signs) != len(drawn.cells):
        return made  # the map could not be read, which is reported
    for layer, declared in layers.entries() if layers is not None else []:
        type_ = types.read(declared, ("space", name), False, VALUES)
        values = {sign: _value(name, layer, at, type_, world, report) for sign, at in place.need("legend").entries()}
        cells: dict[int, list[int]] = {}
        for index, sign in enumerate(signs):
            cells.setdefault(values[sign], []).append(index)
        rows = tuple(ir.Row((_runs(places),), (ir.Const(value),), "", "", source_text(place)) for value, places in cells.items())
        slots = (ir.Slot("at", enum_type(world.enums[name])),), (ir.Slot(layer, type_),)
        made.append(ir.Table(layer, layer, "unique", *slots, rows, source_text(place)))
    return made


def _value(name: str, layer: str, at: Place, type_: Type, world: World, report: Report) -> int:
    """What a sign says of a layer; 0, false or the first member where it says nothing."""
    given = at.get(layer)
    if given is None:
        return type_.low or 0 if type_.kind == "int" and (type_.low or 0) > 0 else 0
    scope = Expressions(world, report, ("space", name))
    typed = scope.read(given, type_)
    if typed.type.kind == "error":
        return 0
    if not isinstance(typed.expr, ir.Const):
        scope.problem("E411", f"`{layer}` of a hex is one value", 0, len(given.text))
        return 0
    scope.within(typed, type_, (0, len(given.text)), f"the layer `{layer}`")
    return typed.expr.value


def _runs(places: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Sorted whole numbers as closed intervals."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return tuple(runs)


# ---------------------------------------------------------------- geometry


def geometry(drawn: Hexes, type_: Type) -> list[ir.Table]:
    """The tables from which the functions of formulas are made; their ids are ``SPACE.WORD``."""
    by_cell = {cell: index for index, cell in enumerate(drawn.cells)}
    width = max(q for q, _ in drawn.cells)
    height = max(r for _, r in drawn.cells)
    at, across, down = ir.Slot("at", type_), integer(-width, width), integer(-height, height)
    offsets = ir.Slot("q", across), ir.Slot("r", down)

    def table(word: str, inputs: tuple[ir.Slot, ...], outputs: tuple[ir.Slot, ...], rows: list[ir.Row], policy: str = "unique") -> ir.Table:
        return ir.Table(f"{drawn.id}.{word}", word, policy, inputs, outputs, tuple(rows), "")

    steps = []
    for number, (q, r) in enumerate(DIRECTIONS):
        moved: dict[int, list[int]] = {}
        for index, cell in enumerate(drawn.cells):
            target = by_cell.get((cell[0] + q, cell[1] + r))
            if target is not None:
                moved.setdefault(target - index, []).append(index)
        for shift, places in moved.items():
            steps.append(_row((_runs(places), ((number, number),)), _add(ir.Var("at"), shift)))
    steps.append(_row((None, None), ir.Var("at")))
    rows: dict[int, list[int]] = {}
    shifts: dict[int, list[int]] = {}
    for index, (q, r) in enumerate(drawn.cells):
        rows.setdefault(r, []).append(index)
        shifts.setdefault(q - index, []).append(index)
    back: dict[tuple[int, int], list[int]] = {}
    for index, (q, r) in enumerate(drawn.cells):
        back.setdefault((r, index - q), []).append(q)
    cells = [_row((_runs(places), ((r, r),)), _add(ir.Var("q"), shift)) for (r, shift), places in back.items()]
    cells.append(_row((None, None), ir.Const(0 if drawn.is_convex else -1)))
    side = ir.Slot("side", integer(0, 1))
    length = ir.Slot("i", integer(0, max(1, drawn.reach)))
    line_q, line_r = _line()
    return [
        table(STEP, (at, ir.Slot("d", integer(0, 5))), (ir.Slot("to", type_),), steps, "first"),
        table(Q, (at,), (ir.Slot("q", integer(0, width)),), [_row((_runs(p),), _add(ir.Var("at"), s)) for s, p in shifts.items()]),
        table(R, (at,), (ir.Slot("r", integer(0, height)),), [_row((_runs(p),), ir.Const(r)) for r, p in rows.items()]),
        table(
            CELL,
            (ir.Slot("q", integer(-width, 2 * width)), ir.Slot("r", integer(-height, 2 * height))),
            (ir.Slot("at", integer(0 if drawn.is_convex else -1, len(drawn.cells) - 1)),),
            cells,
            "first",
        ),
        table(DISTANCE, offsets, (ir.Slot("hexes", integer(0, width + height)),), [_row((None, None), _distance())]),
        table(BEARING, offsets, (ir.Slot("bearing", integer(0, 11)),), [_row((None, None), _bearing())]),
        table(
            LINE,
            (*offsets, length, side),
            (ir.Slot("q", across), ir.Slot("r", down)),
            [ir.Row((None,) * 4, (line_q, line_r), "", "", "")],
        ),
    ]


def _row(when: tuple[tuple[tuple[int, int], ...] | None, ...], value: ir.Expr) -> ir.Row:
    return ir.Row(when, (value,), "", "", "")


def _op(op: str, *args: ir.Expr | int) -> ir.Expr:
    return ir.Op(op, tuple(ir.Const(arg) if isinstance(arg, int) else arg for arg in args))


def _add(expr: ir.Expr, number: int) -> ir.Expr:
    return expr if number == 0 else _op("add", expr, number)


_OVER_Q: Final = ir.Var("q")
_OVER_R: Final = ir.Var("r")
_OVER_S: Final = _op("neg", _op("add", _OVER_Q, _OVER_R))


def _distance() -> ir.Expr:
    """The greatest of the three cube coordinates of an offset."""
    return _op("max", _op("abs", _OVER_Q), _op("abs", _OVER_R), _op("abs", _OVER_S))


def _bearing() -> ir.Expr:
    """In halves of a direction: 2 d within the sixty degrees around the direction d, 2 d + 1 just between d and the next."""
    q, r, s = _OVER_Q, _OVER_R, _OVER_S
    # An offset between the directions d and d + 1 is a times the one and b times the other.
    sextants = ((q, r), (_op("neg", s), _op("neg", q)), (r, s), (_op("neg", q), _op("neg", r)), (s, q), (_op("neg", r), _op("neg", s)))
    found: ir.Expr = ir.Const(0)
    for number, (a, b) in reversed(list(enumerate(sextants))):
        nearer = ir.Cond(_op("gt", a, b), ir.Const(2 * number), ir.Const((2 * number + 2) % 12))
        within = ir.Cond(_op("eq", a, b), ir.Const(2 * number + 1), nearer)
        found = ir.Cond(_op("and", _op("gt", a, 0), _op("ge", b, 0)), within, found)
    return found


def _line() -> tuple[ir.Expr, ir.Expr]:
    """The offset of the i-th hex of a line: the hex that holds the point, and where it lies just between two, that of one side.

    The point is i/n of the way; all is multiplied by n times 100, and moved by so little that only a tie is broken.
    """
    steps = _op("max", 1, _distance())
    whole = _op("mul", steps, 100)
    sign = _op("sub", 1, _op("mul", 2, ir.Var("side")))
    points = [_op("add", _op("mul", over, ir.Var("i"), 100), _op("mul", sign, nudge)) for over, nudge in ((_OVER_Q, 1), (_OVER_R, 2))]
    points.append(_op("neg", _op("add", *points)))
    near = [_op("rdiv", point, whole) for point in points]
    off = [_op("abs", _op("sub", _op("mul", rounded, whole), point)) for rounded, point in zip(near, points, strict=True)]
    others_q, others_r = _op("neg", _op("add", near[1], near[2])), _op("neg", _op("add", near[0], near[2]))
    is_q = _op("and", _op("gt", off[0], off[1]), _op("gt", off[0], off[2]))
    is_r = _op("and", _op("not", is_q), _op("gt", off[1], off[2]))
    return ir.Cond(is_q, others_q, near[0]), ir.Cond(is_r, others_r, near[1])


def shapes(tables: Iterable[ir.Table]) -> dict[str, TableShape]:
    """What a formula must know of tables."""
    return {table.id: TableShape(table.inputs, table.outputs, table.source) for table in tables}
