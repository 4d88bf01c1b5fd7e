"""Odds that the reference prints: what goes down and across as rows and columns, and the question of each cell.

The answers come later, from whoever prints: they cost time, and nothing that is compiled depends on them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.ranges import RANGE, hyphenated, no_range
from penance_build.formula.syntax import Interval, Node
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.nodes import Type
from penance_build.model.context.context import Context
from penance_build.model.context.rule import EFFECT
from penance_build.model.formulas.bounds import bounds_text
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.holes import fill_title
from penance_build.model.formulas.queries import names_of
from penance_build.model.program.proofs import ProofReader
from penance_build.model.program.situations import placed
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.rules import Asked, OddsBlock, OddsEntry, OddsPart, OddsSweep, ReferenceBlock

MOST: Final = 1_000  # questions of one block
ALL: Final = ".."
_MINUS: Final = "\N{MINUS SIGN}"

Inputs = dict[str, int]


class _Line(Struct, frozen=True):
    """A row or a column: its heading, the inputs that it sets, and what it asks (``at`` says where), if it does."""

    head: str
    inputs: Inputs
    where: ir.Expr | None = None
    mean: str = ""
    at: At | None = None


class OddsReader(Struct, frozen=True):
    """Elaborates blocks of odds against the procedures of one choice of options."""

    ctx: Context
    proofs: ProofReader

    def behind(self, block: ReferenceBlock) -> Hashable:
        """What the result for a block depends on beside its own text."""
        asked = None if block.odds is None else block.odds.asked
        if block.odds is None or asked is None:
            return ()
        return self.proofs.against("claim", _named(asked)), () if asked.situation is None else placed(self.proofs.around)

    def table(self, block: ReferenceBlock, entity: tuple[str, str], name: str) -> ir.OddsTable | None:
        """The rows and columns of a block with their questions; None after reporting what is wrong."""
        odds = block.odds
        assert odds is not None
        if odds.asked is None or odds.card is not None:
            code, message = ("E202", "odds are of a `procedure:` or of a `card:`") if odds.asked is None else (
                "E215", "`procedure` and `card` are two things to ask")  # fmt: skip
            self.ctx.wrong_key(odds.card or block.at, entity, code, message, "name one of them")
            return None
        if odds.bars is not None and odds.across:
            self.ctx.wrong_key(odds.bars, entity, "E215", "`bars` and `across` exclude each other", "bars show one figure of each row")
        before = len(self.ctx.report)
        procedure = self._procedure(odds, odds.asked, entity)
        if procedure is None:
            return None
        return _Block(self.ctx, self.proofs, odds, odds.asked, procedure, entity).table(name, before)

    def _procedure(self, odds: OddsBlock, asked: Asked, entity: tuple[str, str]) -> ir.Procedure | None:
        name = _named(asked)
        if not name.startswith(EFFECT):
            return self.proofs.procedure(asked.procedure, entity)
        if name in self.proofs.procedures or name in self.proofs.wrong:
            return self.proofs.procedures.get(name) if name not in self.proofs.wrong else None
        hint = did_you_mean(asked.procedure.text, sorted(self.ctx.game.cards)) or "only a card with an effect has odds"
        self.ctx.wrong(asked.procedure, entity, "E301", f"there is no effect of a card `{asked.procedure.text}`", hint)
        return None


def _named(asked: Asked) -> str:
    """The name of the procedure that is asked: that of a card is its effect."""
    return f"{EFFECT}{asked.procedure.text}" if asked.procedure.key == "card" else asked.procedure.text


class _Block(Struct, frozen=True):
    """One block."""

    ctx: Context
    proofs: ProofReader
    odds: OddsBlock
    asked: Asked
    procedure: ir.Procedure
    entity: tuple[str, str]

    def table(self, name: str, before: int) -> ir.OddsTable | None:
        """The whole block; ``before`` is how many problems there were when it was begun."""
        common = _Line("", {}, self._event(self.asked.where), self._mean(self.asked.mean), self.asked.where or self.asked.mean)
        if self.asked.where is not None and self.asked.mean is not None:
            self._two(self.asked.where, self.asked.mean)
        rows = [line for part in self.odds.down for line in self._lines(part)]
        across = [self._lines(part) for part in self.odds.across]
        columns = [line for lines in across for line in lines] if across else [_Line("", {})]
        lines = [common, *rows, *columns]
        inputs = self.proofs.inputs(self.asked, self.procedure, self.entity, frozenset(name for line in lines for name in line.inputs))
        situation = self.proofs.situation(self.asked, self.entity, inputs, self.procedure)
        known = dict(inputs)
        if len(self.ctx.report) > before or not self._is_whole(common, rows, columns, known):
            return None
        return ir.OddsTable(
            name,
            self._down(),
            self._across([len(lines) for lines in across]),
            tuple(column.head for column in columns),
            tuple(ir.OddsRow(row.head, tuple(self._cell(common, row, column, known, situation) for column in columns)) for row in rows),
            self.odds.bars is not None,
            self.odds.digits,
        )

    def _is_whole(self, common: _Line, rows: list[_Line], columns: list[_Line], known: Inputs) -> bool:
        """Whether every cell asks for one figure, with all inputs that are needed; reports the first that does not."""
        if len(rows) * len(columns) > MOST:
            message = f"this block asks {len(rows) * len(columns)} questions, at most {MOST} are printed"
            self.ctx.wrong_key(self.asked.procedure, self.entity, "E205", message, "take fewer values")
            return False
        needed = [item.name for item in self.procedure.inputs if item.default is None and item.name not in known]
        for row in rows:
            for column in columns:
                lacking = [name for name in needed if name not in row.inputs and name not in column.inputs]
                if lacking:
                    message = f"`{self.procedure.id}` needs the input `{lacking[0]}`, which the row `{row.head}` does not set"
                    self.ctx.wrong_key(self.asked.procedure, self.entity, "E602", message, f"give it under `set:`, as {lacking[0]}: …")
                if lacking or not self._asks_one(common, row, column):
                    return False
        return True

    def _cell(self, common: _Line, row: _Line, column: _Line, known: Inputs, situation: ir.Situation | None) -> ir.Asked:
        given = {**known, **row.inputs, **column.inputs}
        inputs = tuple((item.name, given[item.name]) for item in self.procedure.inputs if item.name in given)
        line = next(line for line in (row, column, common) if line.at is not None)
        return ir.Asked(self.procedure.id, inputs, line.where, line.mean, "", situation)

    def _asks_one(self, common: _Line, row: _Line, column: _Line) -> bool:
        """Whether a cell asks for exactly one figure; reports it where not, once."""
        found = [line.at for line in (common, row, column) if line.at is not None]
        if len(found) == 1:
            return True
        if found:
            self._two(found[0], found[1])
        else:
            hint = "say what stands in the cells, for example `where: taken >= 4` or `mean: taken`"
            where = f"in the row `{row.head}` " if len(self.odds.down) > 1 else ""
            self.ctx.wrong_key(self.asked.procedure, self.entity, "E202", f"these odds have no `where` or `mean` {where}".rstrip(), hint)
        return False

    def _two(self, first: At, second: At) -> None:
        message = f"`{first.key}` and `{second.key}` ask for two figures in one cell"
        self.ctx.wrong_key(second, self.entity, "E215", message, "remove one of them")

    # ------------------------------------------------------------ rows and columns

    def _down(self) -> str:
        """What stands above the rows: the heading that is written, or the name of the one thing that varies."""
        if self.odds.down_heading is not None:
            return fill_title(self.ctx, self.entity, self.odds.down_heading)
        return self._called(self.odds.down[0]) if len(self.odds.down) == 1 else ""

    def _across(self, sizes: list[int]) -> tuple[tuple[str, int], ...]:
        """What stands above columns: of each part its heading and how many columns it has; nothing where no part has one."""
        if self.odds.across_heading is not None:
            return ((fill_title(self.ctx, self.entity, self.odds.across_heading), sum(sizes)),)
        groups = tuple((self._called(part), size) for part, size in zip(self.odds.across, sizes, strict=True))
        return groups if any(head for head, _ in groups) else ()

    def _called(self, part: OddsPart) -> str:
        """The heading of what varies: members speak for themselves."""
        if isinstance(part, OddsEntry):
            return ""
        if part.head is not None:
            return fill_title(self.ctx, self.entity, part.head)
        kind = self._kind(part)
        text = "" if kind is None or kind.kind == "enum" else part.name.replace("_", " ")
        return text[:1].upper() + text[1:]

    def _kind(self, part: OddsSweep) -> Type | None:
        """The type of what varies: an input, else a result."""
        found: dict[str, Type] = {slot.name: slot.type for slot in self.procedure.results}
        return (found if part.at_least else found | self._inputs()).get(part.name)

    def _inputs(self) -> dict[str, Type]:
        return {item.name: item.type for item in self.procedure.inputs}

    def _lines(self, part: OddsPart) -> list[_Line]:
        return list(self._swept(part)) if isinstance(part, OddsSweep) else [self._entry(part)]

    def _entry(self, part: OddsEntry) -> _Line:
        if part.where is not None and part.mean is not None:
            self._two(part.where, part.mean)
        head = fill_title(self.ctx, self.entity, part.title)
        inputs = dict(self.proofs.constants(part.inputs, self.procedure, self.entity))
        if any(item.type.kind == "player" and item.name in inputs for item in self.procedure.inputs):
            asked = self.asked
            here = Asked(asked.procedure, part.inputs, asked.where, asked.mean, asked.spread, asked.situation, asked.policy)
            self.proofs.situation(here, self.entity, tuple(inputs.items()), self.procedure)  # whether there are such players
        return _Line(head, inputs, self._event(part.where), self._mean(part.mean), part.where or part.mean)

    def _swept(self, part: OddsSweep) -> Iterator[_Line]:
        """A line for each value of an input or of a result."""
        kind, inputs, results = self._kind(part), self._inputs(), [slot.name for slot in self.procedure.results]
        if kind is None:
            known = results if part.at_least else [*inputs, *results]
            what = "result" if part.at_least else "input or result"
            hint = did_you_mean(part.name, known) or f"it has: {', '.join(known)}"
            self.ctx.wrong_key(part.at, self.entity, "E603", f"`{self.procedure.id}` has no {what} `{part.name}`", hint)
            return
        if kind.kind not in ("int",) if part.at_least else kind.kind not in ("int", "enum", "bool"):
            wanted = "a number" if part.at_least else "a number, a member or a truth"
            self.ctx.wrong_key(
                part.at, self.entity, "E403", f"`{part.name}` is no {wanted.removeprefix('a ')}", f"its values must be {wanted}"
            )
            return
        for value in self._values(part, kind):
            head = self._printed(value, kind) + "+" * part.at_least
            if part.at_least or part.name not in inputs:
                yield _Line(head, {}, ir.Op("ge" if part.at_least else "eq", (ir.Var(part.name), ir.Const(value))), "", part.at)
            else:
                yield _Line(head, {part.name: value})

    def _printed(self, value: int, kind: Type) -> str:
        if kind.kind == "bool":
            return "yes" if value else "no"
        enum = self.ctx.world.enum(kind.ref) if kind.kind == "enum" else None
        return str(value).replace("-", _MINUS) if enum is None else enum.members[value].name

    # ------------------------------------------------------------ values

    def _values(self, part: OddsSweep, kind: Type) -> Iterator[int]:
        """The values of a sweep, in the order written."""
        enum = self.ctx.world.enum(kind.ref) if kind.kind == "enum" else None
        low, high = (0, len(enum.members) - 1) if enum else (0, 1) if kind.kind == "bool" else (kind.low, kind.high)
        for item in part.values:
            scope = Expressions(self.ctx.world, self.ctx.report, self.entity)
            ends = (low, high) if item.text == ALL else self._ends(scope, item, kind, low, high)
            if ends is None:
                continue
            start, end = ends
            if start is None or end is None:
                scope.place = item
                scope.problem(
                    "E403", f"`{part.name}` has no bound there, so that its values have no end", 0, len(item.text), "write both ends"
                )
            elif end - start >= MOST:
                scope.place = item
                message = f"these are {end - start + 1} values, at most {MOST} are printed"
                scope.problem("E205", message, 0, len(item.text), "write both ends, as in 0..12")
            elif (low is not None and start < low) or (high is not None and end > high):
                scope.place = item
                message = f"`{part.name}` of `{self.procedure.id}` takes {bounds_text(low, high)}, this goes over {bounds_text(start, end)}"
                scope.problem("E414", message, 0, len(item.text), "ask for values that it can have")
            else:
                yield from range(start, end + 1)

    def _ends(
        self, scope: Expressions, item: Formula, kind: Type, low: int | None, high: int | None
    ) -> tuple[int | None, int | None] | None:
        """The least and the greatest value that an item names; None after reporting."""
        before = len(scope.report)
        node = scope.parse(item)
        if node is not None and hyphenated(node):
            scope.wrong(node, RANGE, no_range(node), f"write {hyphenated(node)}")
            return None
        if isinstance(node, Interval) and kind.kind == "int":
            start = low if node.low is None else self._number(scope, node.low)
            end = high if node.high is None else self._number(scope, node.high)
            if start is not None and end is not None and start > end:
                scope.wrong(node, "E507", f"the range {start}..{end} is reversed", f"write {end}..{start}")
        elif node is not None:
            typed = scope.constant(item, kind)
            start = end = None if typed is None else fold(typed.expr)
        if len(scope.report) > before or node is None:
            scope.cure(item, before)
            return None
        return start, end

    def _number(self, scope: Expressions, node: Node) -> int | None:
        typed = scope.number(node)
        value = fold(typed.expr)
        if value is None and typed.type.kind != "error":
            scope.wrong(node, "E411", "one value is wanted here", "write a number, or a formula of constants")
        return value

    # ------------------------------------------------------------ questions

    def _event(self, where: Formula | None) -> ir.Expr | None:
        if where is None:
            return None
        return Expressions(self.ctx.world, self.ctx.report, self.entity, names_of(self.procedure), is_event=True).condition(where).expr

    def _mean(self, mean: Scalar | None) -> str:
        if mean is None:
            return ""
        self.proofs.number(self.procedure, mean, self.entity)
        return mean.text
