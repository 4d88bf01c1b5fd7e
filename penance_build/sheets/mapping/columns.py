"""The columns of a sheet by a mapping: which cell of a row is what, and what of the mapping the sheet does not have."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.sheets.mapping.known import KINDS, Known
from penance_build.sheets.mapping.mapping import Column, Place, SheetMap, holes, plain_head
from penance_build.sheets.reading.cells import EMPTY_KIND, Book, Sheet, column_letters


class Read(Struct, frozen=True):
    """One column of a sheet: its index, its mapping, and how its cells are read.

    ``how`` is number, truth, text, image, word, words, value, name, id, back, copies, deck or note; ``kind`` is what a word is one of.
    """

    index: int
    column: Column
    how: str
    kind: str = ""

    @property
    def target(self) -> str:
        """What it is; the first of two."""
        return self.column.to[0]


class Columns(Struct, frozen=True):
    """The columns of one sheet, in its order, and the index of each by its plain head."""

    reads: tuple[Read, ...]
    heads: Mapping[str, int]
    names: tuple[str, ...]  # of all columns, as a mapping calls them


def named_heads(sheet: Sheet) -> tuple[str, ...]:
    """What a mapping calls each column: its head in one line; the second of one head ``Text (2)``; without a head ``column C``."""
    seen: dict[str, int] = {}
    found = []
    for index, cell in enumerate(sheet.heads):
        name = " ".join(cell.text.split()) or (f"column {column_letters(index)}" if cell.kind == EMPTY_KIND else "")
        count = seen[name.casefold()] = seen.get(name.casefold(), 0) + 1
        found.append(name if count == 1 else f"{name} ({count})")
    return tuple(found)


def columns_of(sheet: Sheet, book: Book, mapping: SheetMap, known: Known) -> tuple[Columns, list[Problem]]:
    """The columns of a sheet that are something, and the problems of heads that the sheet or the mapping lacks."""
    names = named_heads(sheet)
    heads = {plain_head(name): index for index, name in enumerate(names)}
    problems: list[Problem] = []
    reads: list[Read] = []
    for column in mapping.columns:
        index = heads.get(plain_head(column.head))
        if index is None:
            problems.append(_no_column(column.head, column.place, names, book))
        elif column.is_attribute or column.to != ("ignore",):
            reads.append(_read(index, column, known))
            if (column.folder or column.ending) and reads[-1].how != "image":
                key = "folder" if column.folder else "ending"
                message = f"`{column.head}` has {'a folder' if column.folder else 'an ending'}, and is no picture"
                problems.append(Problem("E171", message, column.place.span, f"leave `{key}:` out, or say `type: image`"))
    patterns = [("ids", head) for head in holes(mapping.ids)] + [("names", head) for head in holes(mapping.names)]
    for key, head in (*patterns, *(("skip", head) for head in mapping.skip)):
        if plain_head(head) not in heads:
            problems.append(_no_column(head, mapping.at(key), names, book))
    mapped = {plain_head(column.head) for column in mapping.columns}
    lost = [name for index, name in enumerate(names) if plain_head(name) not in mapped and _has_cells(sheet, index)]
    if lost and not problems:
        cell = sheet.heads[names.index(lost[0])]
        words = f"the column `{lost[0]}` is" if len(lost) == 1 else f"the columns {', '.join(f'`{name}`' for name in lost)} are"
        hint = f"say what becomes of it in the mapping: `{lost[0]}: ignore`, if nothing"
        problems.append(Problem("W176", f"{words} in no mapping, and passed over", book.span(cell), hint))
    return Columns(tuple(sorted(reads, key=lambda read: read.index)), heads, names), problems


def _has_cells(sheet: Sheet, index: int) -> bool:
    return any(row.cells[index].kind != EMPTY_KIND for row in sheet.rows)


def _read(index: int, column: Column, known: Known) -> Read:
    target = column.to[0]
    if column.is_attribute:
        how, kind = known.reading(target, column.type)
        return Read(index, column, how, kind)
    if target in KINDS and target != "deck":
        return Read(index, column, "words" if column.separator else "word", target)
    if target in ("text", "also_text"):
        return Read(index, column, "text")
    return Read(index, column, target, target)


def _no_column(head: str, place: Place, names: tuple[str, ...], book: Book) -> Problem:
    known = ", ".join(f"`{name}`" for name in names[:12]) + (", …" if len(names) > 12 else "")
    hint = did_you_mean(head, list(names)) or f"its heads are {known}"
    return Problem("E171", f"the sheet `{book.name}` has no column `{head}`", place.span, hint)
