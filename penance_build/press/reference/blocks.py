"""The blocks of the quick reference as what a template prints: steps, tables, dice, counters, enums, odds and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar
from unicodedata import normalize

from markupsafe import Markup, escape

from penance_build.ir.markup import SIGNS
from penance_build.ir.nodes import Block, CounterDef, Die, Enum, Face, OddsTable, Program, Table
from penance_build.ir.record import Record, replace
from penance_build.ir.text import face_counts, spans, times
from penance_build.press.drawing.drafting import Pens
from penance_build.press.drawing.spots import spots_drawing
from penance_build.press.look.theme import theme_from
from penance_build.press.pieces.content import Content
from penance_build.press.reference.cells import MINUS, Cell, Column, Words, heading, input_column, number, output_column
from penance_build.press.reference.chances import Answers, FigureRow, figure_rows
from penance_build.press.reference.pieces import content_of
from penance_build.press.text.icon_font import code_point
from penance_build.press.text.rich_text import NO_BREAK_SPACE, tail_of

T = TypeVar("T", Table, Die, Enum, CounterDef)

# The die whose faces are drawn with spots, and how wide a face of it is.
SPOTTED, SPOTS_UM = 6, 7600
# Labels of rows that are no longer than this, in characters, are never broken: in tables with many columns, and in others.
_LABELS_WHOLE = (16, 22)
# From this many columns on, the words of signs go below the table.
_WIDE = 4
_NO_ANSWERS: Answers = MappingProxyType({})
# One or two words and a colon at the head of a line say what the line is about.
_LEAD = re.compile(r"([^\s:{}*\d]+(?: [^\s:{}*\d]+){0,1}):(?= )")
_MARKS = re.compile(r"\{icon:([a-z0-9_]+)\}|\*([^*]+)\*|([+\u2212-]?\d+(?:[\u2013-]\d+)?)|\{sign:([a-z_]+)\}")

_NUMBER = re.compile(r"[+\u2212-]?\d+(?:[\u2013-]\d+)?[.,;:!?)]*\Z")


class Unknown(Exception):
    """A block names something that is not there; its text says what."""


class Shown(Record):
    """One block, ready for the template; what its kind does not need is empty.

    ``first`` is the number of its first step. ``is_threaded`` marks the blocks of steps that go on over several
    blocks, from the first to the last of them. ``rows`` are those of a table, ``faces`` of a die (mark, value, name, text).
    ``members`` are names with texts: of an enum, or of a die that shows numbers. ``content`` is what a thing to play with says.
    """

    title: str
    show: str
    lines: tuple[Markup, ...] = ()
    first: int = 1
    columns: tuple[Column, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    legend: str = ""
    wide: bool = False
    is_threaded: bool = False
    faces: tuple[Mapping[str, object], ...] = ()
    compact: bool = False
    plain: bool = False
    members: tuple[tuple[str, Markup], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    odds: OddsTable | None = None
    figures: tuple[FigureRow, ...] = ()
    content: Content | None = None

    @property
    def scaled(self) -> bool:
        """Whether some figure has a scale."""
        return any(figure.length >= 0 for row in self.figures for figure in row.figures)


def shown_blocks(program: Program, blocks: tuple[Block, ...], words: Words, answers: Answers = _NO_ANSWERS) -> tuple[Shown, ...]:
    """The blocks of one side. Steps in a block without a title go on counting from the steps before. Raises ``Unknown``."""
    made, count = [], 0
    for block in blocks:
        lines = tuple(marked(line, program.printed.icons) for line in block.lines)
        if block.show == "steps":
            first = 1 if block.title else count + 1
            count = first + len(lines) - 1
            made.append(Shown(block.title, "steps", lines, first))
        else:
            made.append(_odds(block.odds, block, lines, answers) if block.odds else _shown(program, block, lines, words))
    return _threaded(made)


def _threaded(blocks: list[Shown]) -> tuple[Shown, ...]:
    """The blocks with those marked that lie between the first and the last steps of one count."""
    marked_, start, end = set[int](), -1, -1
    for index, block in enumerate([*blocks, Shown("", "steps")]):
        if block.show != "steps":
            continue
        if block.first > 1 and start >= 0:
            end = index
            continue
        marked_ |= set(range(start, end + 1)) if end > start >= 0 else set()
        start, end = index, -1
    return tuple(replace(block, is_threaded=index in marked_) for index, block in enumerate(blocks))


def _shown(program: Program, block: Block, lines: tuple[Markup, ...], words: Words) -> Shown:
    if block.pieces is not None:
        return Shown(block.title, block.show, lines, content=content_of(program, block, words))
    if block.show == "table":
        return _table(_named(program.by_id.tables, block, "table"), block, lines, words)
    if block.show == "die":
        return _die(_named(program.by_id.dice, block, "die"), program, block, lines)
    if block.show == "enum":
        enum = _named(program.by_id.enums, block, "enum")
        members = tuple((member.name, marked(member.text, program.printed.icons)) for member in enum.members)
        return Shown(block.title or enum.name, "enum", lines, members=members)
    if block.show == "counter":
        return _counter(_named(program.by_id.counters, block, "counter"), block, lines, words)
    return Shown(block.title, "text", lines)


def _odds(odds: OddsTable, block: Block, lines: tuple[Markup, ...], answers: Answers) -> Shown:
    try:
        figures = figure_rows(odds, answers)
    except KeyError:
        raise Unknown(f"the odds “{block.title}” have not been computed") from None
    return Shown(block.title, "odds", lines, odds=replace(odds, rows=()), figures=figures)


def _named(items: Mapping[str, T], block: Block, kind: str) -> T:
    found = items.get(block.ref)
    if found is None:
        raise Unknown(f"there is no {kind} {block.ref}")
    return found


def marked(text: str, icons: tuple[tuple[str, str], ...]) -> Markup:
    """A line of text with its first words and its numbers set off, and its icons as glyphs; everything else is escaped.

    Its last words stay together, so that none of them stands alone.
    """
    text = normalize("NFC", text)
    lead = _LEAD.match(text)
    before = ""
    if lead:
        before, text = f'<span class="lead">{escape(lead[1])}:</span>', text[lead.end() :]
    words = text.split(" ")
    count = tail_of([len(_MARKS.sub("0", word)) for word in words])
    while count < len(words) and words[-count - 1][-1:].isdigit():
        # A number is not parted from what it counts.
        count += 1
    # What is bound begins with the last number in it: the layout engine loses its way back through a space that does not break before
    # an element, and breaks the text far before its end.
    set_off = [at for at in range(1, count + 1) if _MARKS.search(words[-at])]
    count = min([count, *set_off])
    if 1 < count < len(words):
        text = " ".join([*words[:-count], NO_BREAK_SPACE.join(words[-count:])])
    # So it does where the last space of a text is all that has no room in a line: the space stands within the number behind it.
    made = (before + _with_marks(text, icons)).replace(" <b>", "<b> ")
    if len(words) > 1 and _NUMBER.match(words[-1]):
        # Nor does a number stand alone: there the space is one that does not break.
        head, number_mark, tail = made.rpartition("<b> ")
        made = f"{head}{number_mark[:-1]}{NO_BREAK_SPACE}{tail}"
    return Markup(made)


def _with_marks(text: str, icons: tuple[tuple[str, str], ...]) -> str:
    out: list[str] = []
    known, end = dict(icons), 0
    for found in _MARKS.finditer(text):
        out.append(str(escape(text[end : found.start()])))
        end = found.end()
        if found[1]:
            if found[1] not in known:
                raise Unknown(f"there is no icon {found[1]}")
            out.append(f'<span class="icon">{code_point(known, found[1])}</span>')
        elif found[4]:
            out.append(str(escape(SIGNS.get(found[4], found[0]))))
        else:
            out.append(f"<b>{escape(found[2] or found[3])}</b>")
            if text[end : end + 1] == " ":
                # A number is not parted from what it counts.
                out.append(NO_BREAK_SPACE)
                end += 1
    return "".join(out) + str(escape(text[end:]))


# ---------------------------------------------------------------- tables


def _table(table: Table, block: Block, lines: tuple[Markup, ...], words: Words) -> Shown:
    """A table with the columns asked for (all where none are), its rows' labels first."""
    columns = [_column(table, name, words) for name in block.columns or _all_columns(table)]
    labels = tuple(Cell(row.label) for row in table.rows)
    if any(cell.text for cell in labels):
        columns = _with_labels(Column("", "", labels, False, whole=False), columns)
    legend, wide = "", len(columns) >= _WIDE
    first = columns[0]
    columns[0] = replace(first, whole=first.whole or max(len(cell.text) for cell in first.cells) <= _LABELS_WHOLE[0 if wide else 1])
    if wide:
        columns, legend = _without_words(columns, words)
    rows = tuple(tuple(column.cells[index] for column in columns) for index in range(len(table.rows)))
    return Shown(block.title or table.name, "table", lines, columns=tuple(columns), rows=rows, legend=legend, wide=wide)


def _all_columns(table: Table) -> tuple[str, ...]:
    return tuple(slot.name for slot in (*table.inputs, *table.outputs))


def _column(table: Table, name: str, words: Words) -> Column:
    for index, slot in enumerate(table.inputs):
        if slot.name == name:
            return input_column(table, index, words)
    for index, slot in enumerate(table.outputs):
        if slot.name == name:
            return output_column(table, index, words)
    raise Unknown(f"the table {table.id} has no column {name}")


def _with_labels(labels: Column, columns: list[Column]) -> list[Column]:
    """The labels before the columns; of a column that says the same in fewer words only the labels are kept, and the other way round."""
    kept = []
    for column in columns:
        pairs = [(cell.text.lower(), label.text.lower()) for cell, label in zip(column.cells, labels.cells, strict=True)]
        if all(label.startswith(text) for text, label in pairs):
            labels = Column(labels.head or column.head, labels.unit, labels.cells, False, whole=False)
        elif all(text.startswith(label) for text, label in pairs):
            labels = Column(column.head, column.unit, column.cells, False, whole=False)
        else:
            kept.append(column)
    return [labels, *kept]


def _without_words(columns: list[Column], words: Words) -> tuple[list[Column], str]:
    """Wide tables have no room for the words of the signs: they go into one line below."""
    found = sorted({(cell.text[:1], cell.word) for column in columns for cell in column.cells if cell.word})
    bare = []
    for column in columns:
        cells = tuple(Cell(cell.text, cell.strong, "", cell.quiet) for cell in column.cells)
        bare.append(Column(column.head, column.unit, cells, column.numbers, column.whole))
    return bare, ", ".join(words.strings.say("sign", sign=sign, word=word) for sign, word in found)


# ---------------------------------------------------------------- dice, counters


def _die(die: Die, program: Program, block: Block, lines: tuple[Markup, ...]) -> Shown:
    """The faces of a die; of one that shows nothing but numbers only what these mean, where they mean something."""
    title, icons = block.title or die.name, dict(program.printed.icons)
    if _is_numbered(die, icons) and any(face.text for face in die.faces):
        return Shown(title, "die", lines, members=_meanings(die, program))
    faces: list[dict[str, object]] = []
    has_said = all(_says_value(face) for face in die.faces)
    for face, count in face_counts(die):
        value = dict(face.values).get("value")
        mark = code_point(icons, face.icon) if face.icon in icons else ""
        text = marked(face.text, program.printed.icons)
        said = {"value": "" if value is None else number(value), "name": times(face.name, count), "text": text}
        faces.append({"mark": mark, **said, "spots": "", "has_said": has_said})
    plain = all(not face["mark"] and not face["text"] for face in faces)
    if plain and [dict(face.values).get("value") for face in die.faces] == list(range(1, SPOTTED + 1)):
        ink = theme_from(program.printed.theme).ink
        pens = Pens(ink, ink, ink, ink)
        faces = [{**face, "spots": Markup(spots_drawing(spots, pens, size=SPOTS_UM))} for spots, face in enumerate(faces, 1)]
    compact = die.has_values and not any(face.text for face in die.faces)
    return Shown(title, "die", lines, faces=tuple(faces), compact=compact, plain=plain)


def _is_numbered(die: Die, icons: Mapping[str, str]) -> bool:
    """Whether its faces show their values and nothing else."""
    return all(face.icon not in icons and face.name == str(dict(face.values).get("value")) for face in die.faces)


def _meanings(die: Die, program: Program) -> tuple[tuple[str, Markup], ...]:
    """Each text with the numbers that bear it, in the order of the faces."""
    names: dict[str, list[str]] = {}
    for face in die.faces:
        names.setdefault(face.text, []).append(face.name.replace("-", MINUS))
    return tuple((spans(numbers), marked(text, program.printed.icons)) for text, numbers in names.items() if text)


def _says_value(face: Face) -> bool:
    """Whether the text of a face has its value in it."""
    value = dict(face.values).get("value")
    return value is not None and re.search(rf"(?<!\d){value}(?!\d)", face.text.replace(MINUS, "-")) is not None


def _counter(counter: CounterDef, block: Block, lines: tuple[Markup, ...], words: Words) -> Shown:
    unit = f" {words.unit(counter.unit)}" if counter.unit else ""
    facts = (
        (words.strings.say("starts_at"), f"{number(counter.start)}{unit}"),
        (words.strings.say("never_below"), f"{number(counter.low)}{unit}"),
        (words.strings.say("never_above"), f"{number(counter.high)}{unit}"),
    )
    return Shown(block.title or heading(counter.id), "counter", lines, facts=facts)
