"""What players read at a virtual table: dice, counters and the quick reference without its type."""

from __future__ import annotations

from penance_build.ir.markup import plain
from penance_build.ir.nodes import Block, Card, CounterDef, Die, Face, Program, ReferenceSide
from penance_build.ir.record import Record
from penance_build.press.cards.saying import card_words
from penance_build.press.reference.blocks import Shown, Unknown, shown_blocks
from penance_build.press.reference.cells import Cell
from penance_build.press.reference.cells import words_of as cell_words


class Note(Record):
    """A page of text."""

    title: str
    text: str


def both_sides(program: Program, card: Card) -> str:
    """What a card says, and behind that what another card says that is on its back."""
    behind = program.by_id.cards.get(card.back)
    words = card_words(program, card)
    return words if behind is None else f"{words}\n\nOn its back: {behind.name}\n{card_words(program, behind)}".strip()


def face_words(face: Face) -> str:
    """What a face of a die is called: its number where it has a name of its own too."""
    value = dict(face.values).get("value")
    number = "" if value is None else str(value)
    return f"{face.name} ({number})" if face.name and number and face.name != number else face.name or number


def die_words(die: Die) -> str:
    """The faces of a die, a line each."""
    lines = [plain(die.text)] if die.text else []
    named = [f"{number}: {face_words(face)}{f' - {plain(face.text)}' if face.text else ''}" for number, face in enumerate(die.faces, 1)]
    lines += named if named != [f"{number}: {number}" for number in range(1, len(named) + 1)] else []
    return "\n".join(lines)


def counter_words(counter: CounterDef) -> str:
    """The bounds of a counter."""
    return f"From {counter.low} to {counter.high}, begins at {counter.start}."


def notes(program: Program) -> tuple[Note, ...]:
    """The quick reference: a page for each side. Tables of odds and things to play with are not in it: they are for paper."""
    return tuple(Note(side.title, text) for side in program.printed.reference if (text := _side(program, side)))


def _side(program: Program, side: ReferenceSide) -> str:
    parts = []
    step = 0
    for block in side.blocks:
        if block.odds is not None or block.pieces is not None:
            continue
        try:
            shown = shown_blocks(program, (block,), cell_words(program))[0]
        except Unknown:  # the product `reference` says so
            continue
        step = (0 if block.title else step) if block.show == "steps" else step
        lines = _block(program, block, shown, step)
        step += len(block.lines) if block.show == "steps" else 0
        parts.append("\n".join(([f"== {shown.title} =="] if shown.title else []) + lines))
    return "\n\n".join(parts)


def _block(program: Program, block: Block, shown: Shown, step: int) -> list[str]:
    lines = [plain(line) for line in block.lines]
    if block.show == "steps":
        return [f"{number}. {line}" for number, line in enumerate(lines, step + 1)]
    if block.show == "die":
        return [*lines, die_words(program.by_id.dice[block.ref])]
    if block.show == "enum":
        members = program.by_id.enums[block.ref].members
        return [*lines, *(f"{member.name}: {plain(member.text)}" if member.text else member.name for member in members)]
    if block.show == "counter":
        return [*lines, *(f"{name} {value}" for name, value in shown.facts)]
    if block.show == "table":
        heads = [f"{column.head}{f' ({column.unit})' if column.unit else ''}" for column in shown.columns]
        rows = [" | ".join(heads)] if any(heads) else []
        rows += [" | ".join(_cell(cell) for cell in row) for row in shown.rows]
        return [*rows, *([shown.legend] if shown.legend else []), *lines]
    return lines


def _cell(cell: Cell) -> str:
    return f"{cell.text} {cell.word}".strip()
