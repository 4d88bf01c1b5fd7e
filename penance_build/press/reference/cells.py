"""What stands in a cell of a printed table: conditions as ranges and names, values with their sign, headings with their unit.

A number is signed where numbers of its kind are sometimes negative: the values of its column, or those of its unit in
any table of the game.
"""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Const, Enum, Expr, Program, Row, Slot, Table, Type
from penance_build.ir.ops import ATOM, UNARY, Operation
from penance_build.ir.record import Record
from penance_build.ir.text import Notation
from penance_build.press.text.strings import Strings, strings_of

MINUS = "\u2212"
DASH = "\u2013"


class Words(Record):
    """What the cells of one game need to know: its enums, the printed names of its units, which units bear signs, our words."""

    enums: Mapping[str, Enum]
    units: Mapping[str, str]
    signs: Mapping[str, tuple[str, str]]
    signed: tuple[str, ...]
    strings: Strings

    def unit(self, name: str) -> str:
        """The printed name of a unit."""
        return self.units.get(name, name.replace("_", " "))


def words_of(program: Program) -> Words:
    signs = {unit.id: (unit.up, unit.down) for unit in program.printed.units if unit.up}
    units = {unit.id: unit.plural for unit in program.printed.units}
    outputs = [(table, index, slot.type.unit) for table in program.tables for index, slot in enumerate(table.outputs)]
    signed = {unit for table, index, unit in outputs if unit and _has_negative(table, index)}
    return Words(program.by_id.enums, units, signs, tuple(sorted(signed)), strings_of(program))


def _has_negative(table: Table, output: int) -> bool:
    values = (row.values[output] for row in table.rows)
    return any(isinstance(value, Const) and value.value < 0 for value in values)


class Cell(Record):
    """A cell: its text, whether it is a number that matters or one that changes nothing, and a quiet word after it."""

    text: str
    strong: bool = False
    word: str = ""
    quiet: bool = False


class Column(Record):
    """A column: its heading, the unit beside it, and its cells; ``numbers`` are set flush right, ``whole`` cells never broken."""

    head: str
    unit: str
    cells: tuple[Cell, ...]
    numbers: bool
    whole: bool = True


def heading(name: str) -> str:
    """An id as a heading: ``first_of_all`` is ``First of all``."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- columns


def input_column(table: Table, index: int, words: Words) -> Column:
    """The conditions on one input."""
    slot = table.inputs[index]
    cells = tuple(Cell(condition_text(row.when[index], slot.type, words)) for row in table.rows)
    return _shortened(Column(heading(slot.name), _unit_beside(slot, words), cells, False, slot.type.kind != "enum"))


def output_column(table: Table, index: int, words: Words) -> Column:
    """The values of one output."""
    slot = table.outputs[index]
    signed = slot.type.kind == "int" and (slot.type.unit in words.signed or _has_negative(table, index))
    cells = tuple(_value(row, index, slot, words, signed) for row in table.rows)
    numbers = slot.type.kind == "int"
    return _shortened(Column(heading(slot.name), _unit_beside(slot, words), cells, numbers, slot.type.kind in ("int", "bool")))


def _shortened(column: Column) -> Column:
    """Where every cell ends with the word that heads the column, the heading says it for all of them."""
    ending = f" {column.head.lower()}"
    if not all(cell.text.lower().endswith(ending) for cell in column.cells):
        return column
    cells = tuple(Cell(cell.text[: -len(ending)], cell.strong, cell.word, cell.quiet) for cell in column.cells)
    return Column(column.head, column.unit, cells, column.numbers, column.whole)


def _unit_beside(slot: Slot, words: Words) -> str:
    """The unit, unless the name says it already, or its signs have words, which say more."""
    unit = slot.type.unit
    if not unit or unit == slot.name or unit in words.signs:
        return ""
    return "" if words.unit(unit).lower() == slot.name.replace("_", " ") else words.unit(unit)


def condition_text(when: tuple[tuple[int, int], ...] | None, type_: Type, words: Words) -> str:
    """A condition: ``0–3``, ``7+``, names joined by ``or``; a dash where any value will do."""
    if when is None:
        return DASH
    if type_.kind in ("enum", "bool"):
        members = [value for low, high in when for value in range(low, high + 1)]
        return words.strings.either([plain_value(value, type_, words) for value in members])
    return ", ".join(_range(low, high, type_, words) for low, high in when)


def _range(low: int, high: int, type_: Type, words: Words) -> str:
    if low == high:
        return number(low)
    if high == type_.high:
        return f"{number(low)}+" if low >= 0 else words.strings.say("or_more", number=number(low))
    if low == type_.low and low < 0:
        return words.strings.say("or_less", number=number(high))
    return f"{number(low)}{DASH}{number(high)}"


def plain_value(value: int, type_: Type, words: Words) -> str:
    """A member's name, yes or no, else the number."""
    if type_.kind == "bool":
        return words.strings.say("yes" if value else "no")
    if type_.kind == "enum" and type_.ref in words.enums:
        return words.enums[type_.ref].members[value].name
    return number(value)


def number(value: int) -> str:
    """A number with a true minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def _value(row: Row, index: int, slot: Slot, words: Words, signed: bool) -> Cell:
    value = row.values[index]
    if not isinstance(value, Const):
        return Cell(_Printed(slot.type, words).text(value), strong=slot.type.kind == "int")
    is_number, nothing = slot.type.kind == "int", slot.type.kind in ("int", "bool") and value.value == 0
    if not signed:
        return Cell(plain_value(value.value, slot.type, words), strong=is_number and not nothing, quiet=nothing)
    plus, minus = words.signs.get(slot.type.unit, ("", ""))
    text = f"+{value.value}" if value.value > 0 else number(value.value)
    return Cell(text, strong=not nothing, quiet=nothing, word=plus if value.value > 0 else minus if value.value < 0 else "")


class _Printed(Notation):
    """The notation of a printed table, for formulas over its inputs."""

    def __init__(self, type_: Type, words: Words) -> None:
        self.type, self.words = type_, words

    def read(self, expr: Expr) -> str:
        return self.words.strings.say("as_rules_say")

    def number(self, value: int) -> tuple[str, int]:
        return plain_value(value, self.type, self.words), ATOM if value >= 0 else UNARY

    def name(self, name: str) -> str:
        return name.replace("_", " ")

    def sign(self, row: Operation) -> str:
        return row.printed

    def choice(self, test: str, yes: str, no: str) -> str:
        return self.words.strings.say("choice", yes=yes, test=test, no=no)
