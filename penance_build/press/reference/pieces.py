"""What a thing to play with says, read from the rules: what differs here must be printed anew."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Block, Const, CounterDef, Program, Row, Space, Table
from penance_build.press.pieces.content import (
    Arc,
    Arcs,
    Band,
    Boxes,
    BoxRow,
    Cell,
    Content,
    Ground,
    Hex,
    Hexes,
    Ruler,
    Squares,
    Token,
    Tokens,
    Track,
)
from penance_build.press.reference.cells import Words, condition_text, heading, number, output_column, plain_value

# The usual width of what is drawn, in micrometres.
_USUAL: Mapping[str, int] = {
    "track": 8_000, "boxes": 5_000, "tokens": 16_000, "hexes": 20_000, "squares": 20_000, "ruler": 10_000, "arcs": 24_000,
}  # fmt: skip


def content_of(program: Program, block: Block, words: Words) -> Content:
    """What a block with ``pieces`` says. Raises KeyError for what the program does not have."""
    known, made = program.by_id, block.pieces
    assert made is not None
    size = made.cell_um or _USUAL[block.show]
    match block.show:
        case "track":
            return _track(program, block, size, words)
        case "boxes":
            return _boxes(program, block, size)
        case "tokens":
            return _tokens(program, block, size)
        case "hexes":
            return _hexes(program, next(item for item in program.spaces if item.id == block.ref), made.of, size)
        case "squares":
            return Squares(block.title, made.width, made.height, size)
        case "ruler":
            return _ruler(known.tables[block.ref], block.columns, size, words)
        case _:
            return _arcs(program, block, size, words)


def _track(program: Program, block: Block, size: int, words: Words) -> Track:
    assert block.pieces is not None
    counter, last = program.by_id.counters[block.ref], block.pieces.last
    table = program.by_id.tables.get(block.pieces.table)
    rows = () if table is None else table.rows
    cells = []
    for value in range(counter.low, last + 1):
        zone = next((at for at, row in enumerate(rows) if _holds(row, value)), 0)
        cells.append(Cell(_value_name(program, counter, value, words), zone, value == counter.start, value == last < counter.high))
    return Track(tuple(cells), ("",) if table is None else _zones(table, block.columns, words), size)


def _zones(table: Table, columns: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """The names of the rows of a table, and behind each what the columns that are asked for give."""
    kind, says = table.inputs[0].type, _says(table, columns, words) if columns else [()] * len(table.rows)
    named = (row.label or condition_text(row.when[0], kind, words) for row in table.rows)
    return tuple(", ".join((name, *said)) for name, said in zip(named, says, strict=True))


def _holds(row: Row, value: int) -> bool:
    return row.when[0] is None or any(low <= value <= high for low, high in row.when[0])


def _value_name(program: Program, counter: CounterDef, value: int, words: Words) -> str:
    if counter.ref == "bool":
        return words.strings.say("yes" if value else "no")
    return program.by_id.enums[counter.ref].members[value].name if counter.ref else number(value)


def _boxes(program: Program, block: Block, size: int) -> Boxes:
    made, known = block.pieces, program.by_id
    assert made is not None
    members = known.enums[made.enum].members if made.enum else ()
    if made.of:
        named = {member.id: member for member in members}
        counters = [known.counters[name] for name in made.of]
        rows = [
            BoxRow(named[one.id].name, named[one.id].text, made.count or one.high - one.low)
            if one.id in named
            else BoxRow(one.name, "", made.count or one.high - one.low)
            for one in counters
        ]
    else:
        rows = [BoxRow(member.name, member.text, made.count) for member in members] or [BoxRow("", "", made.count)]
    return Boxes(tuple(rows), bool(made.of) and not made.count, size)


def _tokens(program: Program, block: Block, size: int) -> Tokens:
    made, known, icons = block.pieces, program.by_id, dict(program.printed.icons)
    assert made is not None
    found = [Token(known.counters[name].name, icons.get(name, ""), "", "") for name in made.of]
    for deck in (known.decks[name] for name in made.decks):
        faction = known.factions.get(deck.faction)
        icon, tincture = (icons.get(faction.icon, ""), faction.tincture) if faction else ("", "")
        starts = [(known.counters[name], value) for name, value in deck.counters]
        says = ", ".join(known.enums[counter.ref].members[value].name for counter, value in starts if counter.ref in known.enums)
        found.append(Token(deck.name, icon, tincture, says))
    for member in known.enums[made.enum].members if made.enum else ():
        found.append(Token(member.name, icons.get(member.id, ""), "", ""))
    space = next((item for item in program.spaces if item.id == block.ref), None)
    copies = made.count or 1
    return Tokens(tuple(token for token in found for _ in range(copies)), space is not None, space is not None and bool(space.facing), size)


def _hexes(program: Program, space: Space, marked: tuple[str, ...], size: int) -> Hexes:
    known = program.by_id
    names = [member.id for member in known.enums[space.id].members]
    tables = [known.tables[name] for name in space.layers if name in known.tables]
    values = [_by_hex(table, len(space.cells)) for table in tables]
    grounds: dict[str, Ground] = {}
    themed = {name.removeprefix("ground_") for name, _ in program.printed.theme if name.startswith("ground_")}
    hexes = []
    for at, (q, r) in enumerate(space.cells):
        mine, levels = [], []
        for table, column in zip(tables, values, strict=True):
            kind, value = table.outputs[0].type, column[at]
            if kind.kind == "enum":
                member = known.enums[kind.ref].members[value]
                grounds[member.id] = Ground(member.id, member.name, value)
                # The first member is the ground of paper, unless the theme gives it one.
                mine += [member.id] if value or member.id in themed else []
            else:
                levels.append(value)
        hexes.append(Hex(q, r, names[at], tuple(mine), tuple(levels), names[at] in marked))
    legend = tuple(sorted(grounds.values(), key=lambda ground: (ground.place, ground.id)))
    levels_named = tuple(heading(table.name) for table in tables if table.outputs[0].type.kind != "enum")
    return Hexes(space.name, tuple(hexes), legend, levels_named, size)


def _by_hex(table: Table, count: int) -> list[int]:
    """What a layer gives each hex."""
    found = [0] * count
    for row in table.rows:
        value = row.values[0]
        assert isinstance(value, Const)
        for low, high in row.when[0] or ():
            found[low : high + 1] = [value.value] * (high + 1 - low)
    return found


def _says(table: Table, columns: tuple[str, ...], words: Words) -> list[tuple[str, ...]]:
    """What each row gives: its outputs, or those that are asked for; nothing is not said."""
    wanted = [index for index, slot in enumerate(table.outputs) if slot.name in (columns or [slot.name for slot in table.outputs])]
    made = [(output_column(table, index, words), table.outputs[index].type) for index in wanted]
    found = []
    for row in range(len(table.rows)):
        cells = [(column, column.cells[row], kind) for column, kind in made if not column.cells[row].quiet]
        found.append(
            tuple(_said(column.head, cell.text, cell.word, kind.kind, bool(kind.unit in words.signs)) for column, cell, kind in cells)
        )
    return found


def _said(head: str, text: str, word: str, kind: str, speaks: bool) -> str:
    """A cell that stands alone: a sign with a word, or a member, speaks for itself; all else needs its heading."""
    if word:
        return f"{text} {word}"
    return head if kind == "bool" else text if speaks or kind == "enum" else f"{text} {head.lower()}"


def _ruler(table: Table, columns: tuple[str, ...], size: int, words: Words) -> Ruler:
    says, kind = _says(table, columns, words), table.inputs[0].type
    bands = []
    for row, said in zip(table.rows, says, strict=True):
        for low, high in row.when[0] or ((kind.low or 0, kind.high or 0),):
            bands.append(Band(low, None if high == kind.high else high, row.label, said))
    bands.sort(key=lambda band: band.low)
    return Ruler(tuple(bands), words.unit(kind.unit) if kind.unit else "", size)


def _arcs(program: Program, block: Block, size: int, words: Words) -> Arcs:
    made, known = block.pieces, program.by_id
    assert made is not None
    table = known.tables[block.ref]
    slot = table.inputs[0].type
    enum = known.enums[table.outputs[0].type.ref]
    ways: list[int] = []
    for value in range((slot.high or 0) + 1):
        row = next((row for row in table.rows if _holds(row, value)), None)
        given = None if row is None else row.values[0]
        ways.append(given.value if isinstance(given, Const) else 0)
    says: dict[int, tuple[str, ...]] = {}
    if made.table:
        beside = known.tables[made.table]
        for row, said in zip(beside.rows, _says(beside, block.columns, words), strict=True):
            says |= {value: said for value in range(len(enum.members)) if _holds(row, value)}
    arcs = tuple(Arc(plain_value(at, table.outputs[0].type, words), says.get(at, ())) for at in range(len(enum.members)))
    return Arcs(arcs, tuple(ways), size)
