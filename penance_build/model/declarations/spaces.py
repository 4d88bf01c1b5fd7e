"""Spaces: a map of hexes as the members of an enum, its geometry as tables, its layers as tables by hex.

A map is drawn row by row, one character a hex; each row is shifted by half a hex against the next, so that the column of a
character gives the coordinates of its hex. Coordinates are axial: ``q`` to the right, ``r`` down; the six directions count
clockwise from 0, to the right. The engines have no geometry: they see enums, tables and arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.context import Context
from penance_build.model.context.hexes import BEARING, CELL, DIRECTIONS, DISTANCE, LINE, STEP, Cell, Hexes, Q, R
from penance_build.model.context.world import enum_type
from penance_build.model.formulas.bounds import integer
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.types import VALUES, TypeReader
from penance_build.surface.declarations import Sign, Space

MAX_CELLS: Final = 1000
MAX_ALL_CELLS: Final = 50_000  # of all spaces together
MAX_ROWS: Final = 64


# ---------------------------------------------------------------- reading


def read_spaces(ctx: Context) -> None:
    """Fill the world with every space: its enum first, for counters and types; its layers and geometry follow by ``tables``."""
    before = 0
    for name, space in ctx.live(ctx.game.spaces).items():
        drawn = _Reader(ctx, space, ("space", name), before).read()
        before += _count(space)
        ctx.world.spaces[name] = drawn
        members = tuple(ir.Member(cell, cell.upper()) for cell in drawn.ids)
        ctx.world.enums[name] = ir.Enum(name, space.name, members)


def _count(space: Space) -> int:
    """How many hexes are drawn, in all rows."""
    return sum(len(row.text) - row.text.count(" ") for row in space.map)


class _Reader(Struct, frozen=True):
    """Reads the map of one space."""

    ctx: Context
    space: Space
    entity: tuple[str, str]
    before: int  # hexes of the spaces above

    def read(self) -> Hexes:
        """The hexes that are drawn; a map with mistakes gives those of its rows, so that rules which name them are not wrong as well."""
        drawn = _count(self.space)
        if drawn > MAX_CELLS:  # counted before a hex is looked at
            message = f"a space has at most {MAX_CELLS} hexes, this has {drawn}"
            self.ctx.wrong_key(self.space.at, self.entity, "E623", message)
            return self._none()
        if self.before + drawn > MAX_ALL_CELLS:
            if self.before <= MAX_ALL_CELLS:  # said once
                message = f"the spaces of a game have at most {MAX_ALL_CELLS} hexes, with this one they have {self.before + drawn} or more"
                self.ctx.wrong_key(self.space.at, self.entity, "E623", message)
            return self._none()
        found = self._signs()
        if found is None:
            return self._unplaced()
        if not found:
            message, span = f"the map of `{self.space.id}` has no hex", self.space.map_at.key_span
            self.ctx.report.append(self.space.at.problem("E622", message, "draw one", entity=self.entity, span=span))
            return self._none()
        parity = (found[0][0] + found[0][1]) % 2
        least = min((column - number) // 2 for number, column in found)
        ids: list[str] = []
        cells: list[Cell] = []
        seen: dict[int, int] = {}
        for number, column in found:
            seen[number] = seen.get(number, 0) + 1
            ids.append(f"{_letters(number)}{seen[number]}")
            cells.append(((column - number - parity) // 2 - least, number))
        return Hexes(self.space.id, tuple(ids), tuple(cells))

    def _signs(self) -> list[tuple[int, int]] | None:
        """The row and column of each character; None where one stands in a wrong column."""
        legend = {sign.sign for sign in self.space.legend}
        found: list[tuple[int, int]] = []
        rows = self.space.map
        if len(rows) > MAX_ROWS:
            self.ctx.wrong(rows[MAX_ROWS], self.entity, "E623", f"a map has at most {MAX_ROWS} rows")
        for number, row in enumerate(rows[:MAX_ROWS]):
            for column, sign in enumerate(row.text):
                if sign == " ":
                    continue
                if sign not in legend:
                    code, message = "E621", f"the legend has no sign `{sign}`"
                    hint = did_you_mean(sign, sorted(legend)) or "the signs are: " + " ".join(sorted(legend))
                elif found and (column + number - sum(found[0])) % 2:
                    code, message = "E622", "this hex lies between two places of the grid"
                    hint = "hexes of a row are two columns apart; the next row begins one column to the left or right"
                else:
                    found.append((number, column))
                    continue
                span = row.inside(column, column + 1)
                self.ctx.report.append(row.problem(code, message, hint, entity=self.entity, span=span))
                return None
        return found

    def _unplaced(self) -> Hexes:
        """The hexes of all rows as far as they are counted, at places of no meaning."""
        counts = [len(row.text) - row.text.count(" ") for row in self.space.map[:MAX_ROWS]]
        drawn = [(number, place) for number, count in enumerate(counts) for place in range(count)]
        ids = tuple(f"{_letters(number)}{place + 1}" for number, place in drawn)
        self.ctx.world.unplaced.add(self.space.id)
        return Hexes(self.space.id, ids, tuple((place, number) for number, place in drawn))

    def _none(self) -> Hexes:
        return Hexes(self.space.id, ("a1",), ((0, 0),))


def _letters(number: int) -> str:
    """The letters of a row: a, b, … z, aa, ab, …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


# ---------------------------------------------------------------- layers


def layer_tables(ctx: Context, space: Space) -> list[ir.Table]:
    """A table for each layer of a space: the value of every hex, by the legend."""
    world, entity = ctx.world, ("space", space.id)
    drawn, types = world.spaces[space.id], TypeReader(world, ctx.report)
    _check_legend(ctx, space)
    if space.id in world.unplaced or _count(space) != len(drawn.cells):
        return []  # the map could not be read, which is reported
    signs = [sign for row in space.map for sign in row.text if sign != " "]
    made: list[ir.Table] = []
    for layer in space.layers:
        type_ = types.read(layer.type, entity, False, VALUES)
        values = {sign.sign: _value(ctx, entity, layer.name, sign, type_) for sign in space.legend}
        cells: dict[int, list[int]] = {}
        for index, sign in enumerate(signs):
            cells.setdefault(values[sign], []).append(index)
        rows = tuple(ir.Row((_runs(hexes),), (ir.Const(value),), "", "", space.source) for value, hexes in cells.items())
        slots = (ir.Slot("at", enum_type(world.enums[space.id])),), (ir.Slot(layer.name, type_),)
        made.append(ir.Table(layer.name, layer.name, "unique", *slots, rows, space.source))
    return made


def _check_legend(ctx: Context, space: Space) -> None:
    """Check that each key of the legend is one character, and that its layers are declared."""
    known, entity = [layer.name for layer in space.layers], ("space", space.id)
    for sign in space.legend:
        for key, value in sign.values.items():
            if key not in known:
                hint = did_you_mean(key, sorted(known)) or "declare it under `layers:`"
                ctx.wrong_key(value, entity, "E303", f"`{space.id}` has no layer `{key}`", hint)
        if len(sign.sign) != 1 or sign.sign == " ":
            message = f"a sign of the legend is one character, this is `{sign.sign}`"
            ctx.wrong_key(sign.at, entity, "E621", message, "choose one letter, digit or mark")


def _value(ctx: Context, entity: tuple[str, str], layer: str, sign: Sign, type_: Type) -> int:
    """The value that the legend gives a layer; 0, false or the first member where it gives none."""
    given = sign.values.get(layer)
    if given is None:
        return type_.low or 0 if type_.kind == "int" and (type_.low or 0) > 0 else 0
    scope = Expressions(ctx.world, ctx.report, entity)
    typed = scope.read(given, type_)
    if typed.type.kind == "error":
        return 0
    if not isinstance(typed.expr, ir.Const):
        scope.problem("E411", f"`{layer}` of a hex is one value", 0, len(given.text))
        return 0
    scope.within(typed, type_, (0, len(given.text)), f"the layer `{layer}`")
    return typed.expr.value


def _runs(places: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Sorted whole numbers as closed intervals of consecutive ones."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return tuple(runs)


# ---------------------------------------------------------------- geometry


def geometry(drawn: Hexes, type_: Type) -> list[ir.Table]:
    """The tables behind the space functions of formulas; their ids are ``SPACE.WORD``."""
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
    """The distance of an offset: the greatest of its three cube coordinates."""
    return _op("max", _op("abs", _OVER_Q), _op("abs", _OVER_R), _op("abs", _OVER_S))


def _bearing() -> ir.Expr:
    """The bearing in halves of a direction: 2 d within 30 degrees of direction d, 2 d + 1 exactly midway between d and the next."""
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
    """The offset of the i-th hex of a line: the hex that contains the point; for a point on the border of two, the hex on the given side.

    The point is i/n of the way; coordinates are scaled by n times 100, and the nudge is so small that it breaks ties only.
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
