"""One table of a game: what it answers to inputs given by name."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from penance_build.diagnostics.suggest import near
from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.state import new_state, printed
from penance_build.ir.nodes import Const, Lookup, Played, Row, Table
from penance_build.library.errors import WrongUse
from penance_build.library.values import Given, Printed, check_given, check_input, read_value


class TableRow(Struct, frozen=True):
    """A row that counts for an answer; ``number`` is its place in the table, from 1."""

    number: int
    label: str
    group: str
    source: str
    outputs: Mapping[str, Printed]


class TableAnswer(Struct, frozen=True):
    """What a table gives: one row where its policy is unique or first, else all that are added up, which may be none."""

    outputs: Mapping[str, Printed]
    rows: tuple[TableRow, ...]

    @property
    def label(self) -> str:
        """The labels of the rows."""
        return " + ".join(row.label for row in self.rows if row.label)

    @property
    def source(self) -> str:
        """The sources of the rows, each once."""
        return ", ".join(dict.fromkeys(row.source for row in self.rows if row.source))


class GameTable(Struct, frozen=True):
    """A decision table of a game. ``policy`` is unique, first, sum or max."""

    program: Played
    definition: Table

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def policy(self) -> str:
        return self.definition.policy

    @property
    def source(self) -> str:
        """Where the document of the rules has it."""
        return self.definition.source

    @property
    def inputs(self) -> tuple[str, ...]:
        return tuple(slot.name for slot in self.definition.inputs)

    @property
    def outputs(self) -> tuple[str, ...]:
        return tuple(slot.name for slot in self.definition.outputs)

    def look_up(self, inputs: Mapping[str, Given]) -> TableAnswer:
        """What the table gives for these inputs, all of them by name. Raises WrongUse."""
        table = self.definition
        arguments = self._arguments(inputs)
        evaluator = Evaluator(self.program, new_state(self.program), Frame({}))
        constants = tuple(map(Const, arguments))
        outputs: dict[str, Printed] = {}
        counted: set[int] = set()
        for place, slot in enumerate(table.outputs):
            rows = evaluator.rows(table, arguments, place)
            counted |= {number for number, row in enumerate(table.rows) if any(row is one for one in rows)}
            outputs[slot.name] = printed(self.program, slot.type, evaluator.value(Lookup(table.id, constants, place)))
        return TableAnswer(outputs, tuple(self._row(evaluator, number, arguments) for number in sorted(counted)))

    def _arguments(self, inputs: Mapping[str, Given]) -> list[int]:
        types = {slot.name: slot.type for slot in self.definition.inputs}
        found: dict[str, int] = {}
        for name, value in inputs.items():
            check_input(self.id, name, self.inputs)
            found[name] = read_value(self.program, name, types[name], value, self.source)
        check_given(self.program, self.id, found, types)
        return [found[name] for name in self.inputs]

    def _row(self, evaluator: Evaluator, number: int, arguments: list[int]) -> TableRow:
        row: Row = self.definition.rows[number]
        cells = {
            slot.name: printed(self.program, slot.type, evaluator.cell(self.definition, row, arguments, place))
            for place, slot in enumerate(self.definition.outputs)
        }
        return TableRow(number + 1, row.label, row.group, row.source, cells)


def table(program: Played, name: str) -> GameTable:
    """The table of this id. Raises WrongUse."""
    found = program.by_id.tables.get(name)
    if found is None:
        raise WrongUse(f"there is no table `{name}`{near(name, list(program.by_id.tables))}", "table")
    return GameTable(program, found)
