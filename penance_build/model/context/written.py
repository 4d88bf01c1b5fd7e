"""What statements and rows were made from: the texts of the author behind each, with their places.

Nothing is worked out before somebody asks, for few runs ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from penance_build.diagnostics.problem import Span
from penance_build.diagnostics.written import Written
from penance_build.formula.syntax import Name, nodes
from penance_build.ir import nodes as ir
from penance_build.ir.walk import bodies, statements
from penance_build.model.context.memory import Remembered
from penance_build.model.context.rule import Rule, inputs_of
from penance_build.surface.cards import Card
from penance_build.surface.declarations import Row
from penance_build.surface.game import Game
from penance_build.surface.nodes import At, Formula
from penance_build.surface.steps import Call, If, Match, Step, Sum, Term
from penance_build.surface.walk import formulas, steps

Part = tuple[str, Span]
Made = tuple[ir.Program, Mapping[str, Rule], Mapping[str, Remembered], Mapping[str, tuple[Row, ...]]]


class Texts:
    """The texts behind the statements and rows of some programs of one game; ``made`` has of each the rules, and what became of them."""

    def __init__(self, game: Game, made: Sequence[Made]) -> None:
        self._game = game
        self._made = made
        self._bodies: dict[int, tuple[Rule, Remembered]] | None = None
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._read: dict[int, list[Written | None]] = {}

    def of(self, item: ir.Procedure | ir.Table, index: int) -> Written | None:
        """What a statement of a procedure was made from, or a row of a table; None for what the compiler made by itself."""
        if id(item) not in self._read:
            found = self._of_table(item) if isinstance(item, ir.Table) else self._of_rule(item)
            self._read[id(item)] = found
        read = self._read[id(item)]
        if index < 0 and isinstance(item, ir.Procedure):
            return self._of_input(item, item.inputs[-1 - index].name)
        return read[index] if index < len(read) else None

    def _index(self) -> dict[int, tuple[Rule, Remembered]]:
        if self._bodies is None:
            self._bodies = {}
            for program, rules, known, rows in self._made:
                self._bodies.update((id(found.procedure), (rules[name], found)) for name, found in known.items())
                self._rows.update((id(table), rows[table.id]) for table in program.tables if table.id in rows)
        return self._bodies

    def _of_table(self, table: ir.Table) -> list[Written | None]:
        self._index()
        return [
            Written(row.at.key_span, tuple((cell.text, cell.span) for cell in row.cells.values())) for row in self._rows.get(id(table), ())
        ]

    def _of_rule(self, procedure: ir.Procedure) -> list[Written | None]:
        rule, known = self._index().get(id(procedure), (None, None))
        if rule is None or known is None:
            return []
        numbers: dict[int, int] = {}
        for made, number in known.stepped:
            for stmt in made:
                numbers.setdefault(id(stmt), number)
        for stmt in statements(procedure.body):  # those above come first: what the compiler put into a step is part of it
            for body in bodies(stmt):
                for inner in body:
                    numbers.setdefault(id(inner), numbers.get(id(stmt), 0))
        texts = {number: self._of_step(rule, item) for number, item in _numbered(rule)}
        results = {item.name: item.default for item in rule.results}
        return [
            _of_default(results[stmt.slot])
            if isinstance(stmt, ir.Let) and not numbers.get(id(stmt), 0) and stmt.slot in results
            else texts.get(numbers.get(id(stmt), 0))
            for stmt in statements(procedure.body)
        ]

    def _of_input(self, procedure: ir.Procedure, name: str) -> Written | None:
        """The default of an input of a rule, of its own or of a group."""
        rule, _ = self._index().get(id(procedure), (None, None))
        if rule is None:
            return None
        defaults = (slot.default for slot in inputs_of(self._game, rule) if slot.name == name)
        return next((Written(item.span, ((item.text, item.span),)) for item in defaults if item is not None), None)

    def _of_step(self, rule: Rule, item: Step | Term) -> Written:
        read = (item.value,) if isinstance(item, Term) else formulas(item)
        parts = [(formula.text, formula.span) for formula in read]
        for formula in read:
            parts += self._named(rule, formula)
        if isinstance(item, Call) and item.procedure.text in self._game.procedures:
            for slot in inputs_of(self._game, self._game.procedures[item.procedure.text]):
                if slot.name not in item.arguments and slot.default is not None:
                    parts.append((slot.default.text, slot.default.span))
        first = parts[0][1] if parts else item.at.key_span
        return Written(item.at.key_span if isinstance(item, If | Match) else first, tuple(parts), tuple(_branches(item)))

    def _named(self, rule: Rule, formula: Formula) -> Iterator[Part]:
        """The constants and attributes of the card that a formula names, by their values."""
        names = {node.id for node in nodes(formula.node) if isinstance(node, Name)} if formula.node is not None else set()
        for name in sorted(names & self._game.constants.keys()):
            value = self._game.constants[name].value
            yield value.text, value.span
        if isinstance(rule.item, Card):
            for name, value in rule.item.values.items():
                if f"card.{name}" in formula.text:
                    yield value.text, value.span


def _of_default(default: Formula | None) -> Written | None:
    """What the value of a result at the start was made from."""
    return None if default is None else Written(default.span, ((default.text, default.span),))


def _numbered(rule: Rule) -> Iterator[tuple[int, Step | Term]]:
    for step in steps(rule.body):
        yield step.number, step
        if isinstance(step, Sum):
            yield from ((term.number, term) for term in step.terms)


def _branches(item: Step | Term) -> Iterator[Part]:
    places: list[tuple[str, At]] = []
    if isinstance(item, If):
        places = [(word, block.at) for word, block in (("then", item.then), ("else", item.orelse)) if block is not None]
    elif isinstance(item, Match):
        places = [(case.values.text, case.values) for case in item.cases]
        places += [] if item.orelse is None else [("else", item.orelse.at)]
    yield from ((text, at.key_span) for text, at in places)
