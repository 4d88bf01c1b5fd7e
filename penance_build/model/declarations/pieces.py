"""Things to play with that the reference prints: tracks, boxes, tokens, boards, rulers, arcs; their numbers, read from the rules.

What a game does not say cannot be drawn: a track that is endless, arcs of a table that knows no directions (E846).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.world import TableShape
from penance_build.model.declarations.declare import length
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.rules import PiecesBlock, ReferenceBlock

# What each key of a block goes with, for those who wrote it elsewhere; the others go with odds.
GOES_WITH: Final[Mapping[str, str]] = {
    "ref": "what is shown whole: a table, die, counter, enum, track, ruler, arcs, tokens or hexes",
    "columns": "a table, a track, a ruler or arcs",
    "of": "boxes, tokens or hexes",
    "enum": "boxes or tokens",
    "table": "a track or arcs",
    "count": "boxes or tokens",
    "last": "a track",
    "width": "squares",
    "height": "squares",
    "cell": "tracks, boxes, tokens, hexes, squares, rulers and arcs",
}
MOST_CELLS: Final = 200  # of a track, of boxes in a row, of a side of a grid
_SMALLEST_UM, _LARGEST_UM = 2_000, 100_000
_WAYS: Final = (5, 11)  # the greatest direction, and the greatest bearing


def pieces_of(ctx: Context, block: ReferenceBlock, said: PiecesBlock, entity: tuple[str, str]) -> ir.Pieces | None:
    """What a block is made of; None after reporting what is wrong."""
    before = len(ctx.report)
    reader = _Reader(ctx, block, said, entity)
    made = reader.read()
    return made if len(ctx.report) == before else None


class _Reader:
    """One block on its way."""

    def __init__(self, ctx: Context, block: ReferenceBlock, said: PiecesBlock, entity: tuple[str, str]) -> None:
        self.ctx, self.block, self.said, self.entity = ctx, block, said, entity
        self.show = block.show

    def read(self) -> ir.Pieces:
        said, world = self.said, self.ctx.world
        names, decks = (tuple(item.text for item in items) for items in (said.of, said.decks))
        if self.show == "hexes":
            hexes = world.spaces.get(self.block.ref.text) if self.block.ref is not None else None
            self._named(said.of, "hex", () if hexes is None else hexes.ids)
        else:
            self._named(said.of, "counter", world.counters)
        self._named(said.decks, "deck", self.ctx.game.decks)
        self._named([said.enum] if said.enum else [], "enum", world.enums)
        self._named([said.table] if said.table else [], "table", world.tables)
        cell, last = self._cell(), 0
        if self.show == "track":
            last = self._track()
        elif self.show in ("boxes", "tokens"):
            self._things()
        elif self.show == "ruler":
            self._table(self.block.ref)
        elif self.show == "arcs":
            self._arcs()
        numbers = (self._number(formula, MOST_CELLS) for formula in (said.count, said.width, said.height))
        count, width, height = numbers
        enum, table = ("" if at is None else at.text for at in (said.enum, said.table))
        return ir.Pieces(names, decks, enum, table, cell, count, last, width, height)

    def _wrong(self, at: At | None, message: str, hint: str = "") -> None:
        self.ctx.wrong(at or self.block.at, self.entity, "E846", message, hint)

    def _named(self, items: tuple[Scalar, ...] | list[Scalar], kind: str, known: Mapping[str, object] | tuple[str, ...]) -> None:
        for item in items:
            if item.text not in known:
                hint = did_you_mean(item.text, sorted(known))
                self.ctx.wrong(item, self.entity, "E301", f"there is no {kind} `{item.text}`", hint)

    def _cell(self) -> int:
        """The width of a cell in micrometres, 0 where nothing is said."""
        at = self.said.cell
        if at is None:
            return 0
        before = len(self.ctx.report)
        found = length(self.ctx, at, self.entity)
        if len(self.ctx.report) == before and not _SMALLEST_UM <= found <= _LARGEST_UM:
            self._wrong(at, f"`{at.text}` is no width of a cell: they are {_SMALLEST_UM // 1000} to {_LARGEST_UM // 1000} mm wide")
        return found

    def _number(self, formula: Formula | None, most: int) -> int:
        """A number of things, 1 or more; 0 where nothing is said."""
        if formula is None:
            return 0
        found = self._constant(formula)
        if found is not None and not 1 <= found <= most:
            self._wrong(formula, f"`{formula.text}` is {found}, and there can be 1 to {most}")
        return found or 0

    def _constant(self, formula: Formula) -> int | None:
        report = Report()
        scope = Expressions(self.ctx.world, report, self.entity)
        typed = scope.read(formula)
        value = fold(typed.expr) if typed.type.kind == "int" else None
        if value is None and typed.type.kind != "error":
            scope.problem("E411", "one number is wanted here", 0, len(formula.text), "write a number or a formula of constants")
        found = report.settled()
        found.read = {f"printed {name}" for name in found.read}  # it is drawn, and no rule plays it
        self.ctx.report.take(found)
        return value

    def _track(self) -> int:
        """The last cell of a track."""
        ref, last = self.block.ref, self.said.last
        counter = None if ref is None else self.ctx.world.counters.get(ref.text)
        found = None if last is None else self._constant(last)
        if counter is None or (last is not None and found is None):
            return 0
        if found is not None and not counter.low < found <= counter.high:
            self._wrong(last, f"the track of `{counter.id}` cannot end at {found}: it goes from {counter.low} to {counter.high}")
        end = counter.high if found is None else found
        if end - counter.low >= MOST_CELLS:
            cells = end - counter.low + 1
            self._wrong(ref, f"a track of `{counter.id}` has {cells:,} cells, and {MOST_CELLS} are the most", "end it with `last:`")
        if self.said.table is not None:
            self._table(self.said.table)
        return end

    def _things(self) -> None:
        """What boxes or tokens are of: something is said, and each row has its number."""
        said, counters = self.said, self.ctx.world.counters
        if self.show == "tokens" and not (said.of or said.decks or said.enum):
            self._wrong(None, "nothing says what the tokens are of", "name counters under `of:`, an `enum:`, or `decks:`")
        if self.show == "tokens" or said.count is not None:
            return
        if not said.of:
            self._wrong(None, "nothing says how many boxes there are", "write `count:`, or name counters under `of:`")
        for item in said.of:
            counter = counters.get(item.text)
            if counter is not None and counter.high - counter.low > MOST_CELLS:
                self._wrong(
                    item, f"`{item.text}` would have {counter.high - counter.low:,} boxes, and {MOST_CELLS} are the most", "write `count:`"
                )

    def _table(self, at: Scalar | None) -> TableShape | None:
        """A table with one number as its input; None after saying that it is none."""
        table = None if at is None else self.ctx.world.tables.get(at.text)
        if at is None or table is None:
            return None
        if len(table.inputs) != 1 or table.inputs[0].type.kind != "int":
            self._wrong(at, f"`{at.text}` cannot be laid along a {self.show}: that needs a table with one number as its input")
            return None
        return table

    def _arcs(self) -> None:
        """A table from directions or bearings to the members of an enum; and beside it one that is asked with these."""
        ref, beside = self.block.ref, self.said.table
        table = None if ref is None else self.ctx.world.tables.get(ref.text)
        if ref is None or table is None:
            return
        kinds = [slot.type for slot in (*table.inputs[:1], *table.outputs[:1])]
        way, member = kinds[0], kinds[-1]
        if len(table.inputs) != 1 or way.kind != "int" or way.low != 0 or way.high not in _WAYS or member.kind != "enum":
            message = (
                f"`{ref.text}` gives no arcs: that needs a table from a direction (0..5) or a bearing (0..11) to the members of an enum"
            )
            self._wrong(ref, message)
            return
        other = None if beside is None else self.ctx.world.tables.get(beside.text)
        if other is not None and (len(other.inputs) != 1 or other.inputs[0].type.ref != member.ref):
            self._wrong(beside, f"`{beside.text if beside else ''}` says nothing of arcs: its one input is no {member.ref}")
