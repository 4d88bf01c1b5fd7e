"""What a document says of the rows of a table, against what the table answers.

Of a table with one answer (`unique`, `first`) the said row is asked at both ends of each of its conditions, and at every value of
the inputs of which it says nothing that any row tells apart. Of a table whose rows add up, the rows count that ask for just
the inputs of which the said row speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.ops import meets
from penance_build.ir.walk import substitute, variables
from penance_build.model.declarations.tables import Intervals, read_cell, read_condition
from penance_build.model.program.data import Around, Datum, Place
from penance_build.surface.declarations import Row, Table
from penance_build.surface.nodes import Formula
from penance_build.surface.rules import SaidRow

_POINTS: Final = 4096  # at which a said row is asked at most, no two of them with the same rows
Point = tuple[int, ...]
Pairs = list[tuple[ir.Row, Row]]  # rows as compiled and as written
Shown = Callable[[int | str, ir.Type | None], str]


class Answer(Struct, frozen=True):
    """What a table gives for a said row: of each output ``said`` and ``found``, and every cell that had a part in it."""

    name: str
    said: str
    found: Datum


class Rows(Struct, frozen=True):
    """A table as written and as compiled."""

    around: Around
    table: Table
    made: ir.Table
    entity: tuple[str, str]

    def answers(self, said: SaidRow, shown: Shown) -> list[Answer]:
        """Of each output of a said row what the table gives; what cannot be read is reported."""
        inputs = {slot.name: slot for slot in self.made.inputs}
        outputs = [slot.name for slot in self.made.outputs]
        asked: dict[str, Intervals] = {}
        wanted: dict[str, int] = {}
        for name, cell in said.cells.items():
            if name in inputs:
                condition = read_condition(self.around.ctx, self.table, self.entity, inputs[name], cell)
                if condition is None:
                    return []
                asked[name] = condition
            elif name in outputs:
                value = self._value(cell, outputs.index(name))
                if value is None:
                    return []
                wanted[name] = value
            else:
                hint = did_you_mean(name, [*inputs, *outputs, "label"]) or "its columns are: " + ", ".join([*inputs, *outputs])
                self.around.ctx.wrong_key(cell, self.entity, "E303", f"`{self.table.id}` has no column `{name}`", hint)
                return []
        return self._judged(said, asked, wanted, shown)

    def _value(self, cell: Formula, output: int) -> int | None:
        typed = read_cell(self.around.ctx, self.entity, self.made.outputs[output], cell)
        return None if typed.type.kind == "error" else fold(typed.expr)

    def _judged(self, said: SaidRow, asked: Mapping[str, Intervals], wanted: Mapping[str, int], shown: Shown) -> list[Answer]:
        written = [row for row in self.table.rows if self.around.ctx.holds(row)]
        hits = list(islice(self._hits(asked, written), _POINTS))
        found: list[Answer] = []
        for name, value in wanted.items():
            output = [slot.name for slot in self.made.outputs].index(name)
            found.append(self._answer(name, value, output, hits, shown, written))
        if said.label is not None:
            labels = dict.fromkeys(row.label for _, rows in hits for row, _ in rows)
            places = [Place(row.at) for _, rows in hits for _, row in rows] + [Place(self.table.at)]
            found.append(Answer("label", said.label.text, Datum(None, tuple(labels), tuple(places))))
        return found

    def _answer(self, name: str, value: int, output: int, hits: list[tuple[Point, Pairs]], shown: Shown, written: list[Row]) -> Answer:
        """What the table gives for one output at all points: the values that differ from the said one, if any does."""
        type_ = self.made.outputs[output].type
        values: dict[int | None, tuple[Place, ...]] = {}
        touched: list[Place] = []
        for point, rows in hits:
            given = [self._given(row.values[output], point) for row, _ in rows]
            got = None if None in given else self._together([item for item in given if item is not None], rows)
            here = tuple(Place(row.cells[name]) for _, row in rows if name in row.cells)
            touched += here
            touched += [Place(cell) for _, row in rows for key, cell in row.cells.items() if key != name and self._is_input(key)]
            values.setdefault(got, here or (self._nearest(point, written),))
        said = shown(value, type_)
        other = {got: places for got, places in values.items() if got != value}
        if not other:
            return Answer(name, said, Datum(type_, (value,), tuple(dict.fromkeys(touched)) or (Place(self.table.at),)))
        if None in other:
            return Answer(name, said, Datum(None, ("no such row",), other[None]))
        return Answer(name, said, Datum(type_, tuple(got for got in other if got is not None), next(iter(other.values()))))

    def _nearest(self, point: Point, written: list[Row]) -> Place:
        """Where something is missing: the row that lacks least to match."""

        def lacks(row: ir.Row) -> int:
            pairs = [(value, condition) for value, condition in zip(point, row.when, strict=True) if condition is not None]
            return sum(min(max(low - value, value - high, 0) for low, high in condition) for value, condition in pairs)

        found = min(zip(self.made.rows, written, strict=True), key=lambda pair: lacks(pair[0]), default=None)
        return Place(self.table.at if found is None else found[1].at)

    def _is_input(self, name: str) -> bool:
        return any(slot.name == name for slot in self.made.inputs)

    def _given(self, expr: ir.Expr, point: Point) -> int | None:
        for slot, value in zip(self.made.inputs, point, strict=True):
            expr = substitute(expr, slot.name, ir.Const(value))
        return fold(expr)

    def _together(self, values: list[int], rows: Pairs) -> int | None:
        """The values of all rows that hit, as the table puts them together; None where one is wanted and there is none."""
        if self.made.policy == "sum":
            return sum(values)
        if self.made.policy == "max":
            groups: dict[str, int] = {}
            for value, (row, _) in zip(values, rows, strict=True):
                groups[row.group] = max(groups.get(row.group, value), value)
            return sum(groups.values())
        return values[0] if values else None

    def _hits(self, asked: Mapping[str, Intervals], written: list[Row]) -> Iterator[tuple[Point, Pairs]]:
        """The points at which the table is asked, each with the rows that count there; of points with the same rows one will do."""
        adds = self.made.policy in ("sum", "max")
        columns = [self._ends(place, asked) for place in range(len(self.made.inputs))]
        read = {name for row in self.made.rows for value in row.values for name in variables(value)}

        def behind(point: Point, left: Pairs) -> Iterator[tuple[Point, Pairs]]:
            place = len(point)
            if place == len(columns):
                yield point, left if adds else left[:1]
                return
            known = set[tuple[int | None, ...]]()
            for end in columns[place]:
                still = [pair for pair in left if meets(end, pair[0].when[place])]
                alike = (end if self.made.inputs[place].name in read else None, *(id(row) for _, row in still))
                if alike not in known:
                    known.add(alike)
                    yield from behind((*point, end), still)

        return behind((), [pair for pair in zip(self.made.rows, written, strict=True) if not adds or self._speaks(pair[0]) == set(asked)])

    def _speaks(self, row: ir.Row) -> set[str]:
        """The inputs of which a row says something."""
        return {slot.name for slot, condition in zip(self.made.inputs, row.when, strict=True) if condition is not None}

    def _ends(self, place: int, asked: Mapping[str, Intervals]) -> list[int]:
        """The values of an input that tell what the table answers: the ends of what is said of it, else what rows tell apart."""
        slot = self.made.inputs[place]
        low, high = slot.type.low or 0, slot.type.high or 0
        if slot.name in asked:
            ends = [end for interval in asked[slot.name] for end in interval]
        elif self.made.policy in ("sum", "max"):  # the rows that count ask nothing of it
            ends = [low]
        else:
            conditions = (row.when[place] for row in self.made.rows)
            ends = [low, *(interval[0] for condition in conditions if condition is not None for interval in condition)]
        return sorted({min(max(end, low), high) for end in ends})
