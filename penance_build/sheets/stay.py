"""Cards that stay in sheets: the files that a game's `cards: {from: …}` names, read with their mappings, as files of the game."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.schema import fits_sheet, validate_map
from penance_build.sheets.mapping.columns import named_heads
from penance_build.sheets.mapping.convert import convert
from penance_build.sheets.mapping.known import Known, known_of
from penance_build.sheets.mapping.made import Cards
from penance_build.sheets.mapping.mapping import Place, SheetMap, read_map
from penance_build.sheets.reading.cells import EMPTY_KIND, Book
from penance_build.sheets.reading.open import SUFFIXES, open_book, suffix_of
from penance_build.source import Fetch, GameSource, SourceFile, read_text
from penance_build.source.folder import MAP_ENDING, is_below
from penance_build.source.tree import is_from_sheets, sheets_of


class Books(Struct, frozen=True):
    """The books that were read, by the names of their files."""

    by_name: Mapping[str, Book]

    def placed(self, problems: list[Problem]) -> list[Problem]:
        """The problems; those at a cell say which one it is, as people look for it."""
        if not self.by_name:
            return problems
        finders = {name: Finder(book) for name, book in self.by_name.items()}
        return [self._placed(problem, finders) for problem in problems]

    def _placed(self, problem: Problem, finders: Mapping[str, Finder]) -> Problem:
        finder = finders.get(problem.span.file)
        where = "" if finder is None else finder.where(problem.span)
        return replace(problem, message=f"{problem.message} ({where})") if where else problem


class Finder:
    """Says which cell of a book stands at a place of its text."""

    def __init__(self, book: Book) -> None:
        self._book = book
        rows = [
            (row.cells[0].start, sheet, row, names)
            for sheet in book.sheets
            for names in (named_heads(sheet),)
            for row in (*sheet.rows, *sheet.totals)
            if row.cells
        ]
        rows.sort(key=lambda item: item[0])
        self._rows, self._starts = rows, [start for start, _, _, _ in rows]

    def where(self, span: Span) -> str:
        """``Cards!C7, column `Damage` `` and the like; "" for what is no cell below the heads."""
        lines = self._book.lines
        if not 0 < span.line <= len(lines.starts):
            return ""
        offset = lines.starts[span.line - 1] + span.column - 1
        index = bisect_right(self._starts, offset) - 1
        if index < 0:
            return ""
        _, sheet, row, names = self._rows[index]
        cells = row.cells
        at = [column for column, cell in enumerate(cells) if cell.start <= offset <= cell.end]
        if not at:
            return ""
        full = [column for column in at if cells[column].kind != EMPTY_KIND]
        column = (full or at)[-1]
        return f"{self._book.where(sheet, row.number, column)}, column `{names[column]}`"


class _Stage(Struct):
    """What is collected while the sheets of a game are read."""

    source: GameSource
    fetch: Fetch
    known: Known
    problems: list[Problem] = field(default_factory=list)
    files: list[SourceFile] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    parts: dict[str, list[tuple[str, ...]]] = field(default_factory=dict)  # of files that are read, what of each; () is all of it
    books: dict[str, Book] = field(default_factory=dict)
    maps: dict[str, SheetMap | None] = field(default_factory=dict)  # by the names of their files, each read once
    cards: list[Cards] = field(default_factory=list)


def with_sheets(source: GameSource, fetch: Fetch) -> tuple[GameSource, Books, list[Problem]]:
    """The game with the sheets that its files name, each as a file of it; ``fetch`` gives the bytes of files by name."""
    named = [
        (file, item)
        for file in source.files
        if "cards" in file.root and is_from_sheets(file.root["cards"])
        for _, item in sheets_of(file.root["cards"])
    ]
    if not named:
        return source, Books({}), []
    known = known_of(file.root for file in source.files)
    known.is_whole = not source.broken
    stage = _Stage(source, fetch, known)
    readings = [
        (Place(file, item, "from"), _mapping(stage, Place(file, item, "map")))
        for file, item in named
        if fits_sheet(item)  # what is wrong with its form is said where the forms of all entries are looked at
    ]
    together: dict[str, set[str]] = {}
    for place, mapping in readings:
        together.setdefault(str(place.container["from"]), set()).update(() if mapping is None else mapping.wanted.sheets)
    for place, mapping in readings:
        _read(stage, place, mapping, tuple(sorted(together[str(place.container["from"])])))
    _judge_decks(stage)
    made = replace(
        source,
        files=(*source.files, *stage.files),
        broken=(*source.broken, *stage.broken),
        texts={**source.texts, **stage.texts},
        ignored=tuple(name for name in source.ignored if name not in stage.used),
    )
    return made, Books(stage.books), stage.problems


def _read(stage: _Stage, named: Place, mapping: SheetMap | None, together: tuple[str, ...]) -> None:
    """Read one sheet with its mapping; ``together`` are the sheets of the workbook that all mappings name."""
    name = str(named.container["from"])
    if mapping is not None and _is_read(stage, name, mapping, named):
        return
    data = _bytes(stage, name, named)
    if mapping is None or data is None:
        stage.broken.append(name)
        return
    stage.used.add(name)
    own = set(mapping.wanted.sheets)
    beside = tuple(sheet for sheet in together if sheet not in own) if own else ()
    book, problems = open_book(name, data, replace(mapping.wanted, beside=beside))
    stage.problems.extend(problems)
    if book is None:
        stage.broken.append(name)
        return
    stage.texts[name] = book.lines.text
    before = stage.books.get(name)
    stage.books[name] = book if before is None else replace(before, sheets=(*before.sheets, *book.sheets))
    cards = convert(book, mapping, stage.known)
    stage.problems.extend(cards.problems)
    if any(problem.code == "E171" for problem in cards.problems):
        stage.broken.append(name)
        return
    stage.files.append(replace(cards.file, is_sheet=True))
    stage.cards.append(cards)


def _is_read(stage: _Stage, name: str, mapping: SheetMap, named: Place) -> bool:
    """Whether something of a file that a mapping reads is read already, which is a problem; what it reads is noted."""
    wanted, end = mapping.wanted, suffix_of(name)
    sheets = tuple(sheet.strip().casefold() for sheet in wanted.sheets)
    # A list of JSON may stand within another.
    parts = sheets if end == ".xlsx" else (f"{wanted.rows}.",) if end == ".json" and wanted.rows else ()
    before = stage.parts.setdefault(name, [])
    taken = [part for others in before for part in others]
    inner = taken if end == ".json" else []
    twice = [part for part in parts if part in taken or any(part.startswith(one) or one.startswith(part) for one in inner)]
    if before and (twice or not parts or () in before):
        if twice:
            message, hint = f"`{twice[0].rstrip('.')}` of `{name}` is read twice", "leave it out in one of the two mappings"
        else:
            message = f"`{name}` is read twice"
            hint = (
                "say in each mapping what it reads: `sheet: Heroes` of a workbook, `rows: data.heroes` of JSON; "
                "sheets with the same heads are a list in one: `sheet: [Heroes, Monsters]`"
            )
        stage.problems.append(Problem("E171", message, named.value_span, hint))
        return True
    before.append(parts)
    return False


def _mapping(stage: _Stage, mapped: Place) -> SheetMap | None:
    """The mapping that stands beside `from:`, or that of the file that is named there."""
    value = mapped.container["map"]
    if isinstance(value, dict):
        return read_map(mapped.file, mapped.container, "map")
    if not value.endswith(MAP_ENDING):
        hint = f"call it {re.sub(r'([.]map)?[.]ya?ml$', '', value)}{MAP_ENDING}: then it is read as no rules"
        stage.problems.append(Problem("E175", f"a mapping is a file whose name ends with `{MAP_ENDING}`", mapped.value_span, hint))
        return None
    if value not in stage.maps:
        data = _bytes(stage, value, mapped)
        if data is None:
            return None
        stage.maps[value] = _mapping_of(stage, value, data)
    return stage.maps[value]


def _mapping_of(stage: _Stage, name: str, data: bytes) -> SheetMap | None:
    """The mapping of a file of its own, or None after saying what is wrong with it."""
    file, problems = read_text(name, data)
    stage.problems.extend(problems)
    if file is None or any(problem.severity == "error" for problem in problems):
        return None
    stage.texts[name] = file.text
    stage.used.add(name)
    wrong = validate_map(file)
    stage.problems.extend(wrong)
    return None if wrong else read_map(file, file.root, "")


def _bytes(stage: _Stage, name: str, place: Place) -> bytes | None:
    """The bytes of a file of the game's folder, or None after saying that there is none."""
    if not is_below(name) or "\\" in name or not name.isprintable():
        hint = "use its path from the game's folder, as `cards/first.csv`"
        stage.problems.append(Problem("E175", f"`{name}` is not the name of a file below the game's folder", place.value_span, hint))
        return None
    data, problems = stage.fetch(name)
    stage.problems.extend(problem for problem in problems if problem not in stage.problems)
    if data is None and not problems:
        hint = did_you_mean(name, [other for other in stage.source.ignored if suffix_of(other) in (*SUFFIXES, ".yaml")])
        stage.problems.append(
            Problem("E175", f"the game's folder has no file `{name}`", place.value_span, hint or "put it there, or mend its name")
        )
    return data


def _judge_decks(stage: _Stage) -> None:
    """What sheets add to decks must be decks that are declared, and no card that stands there already."""
    declared: dict[str, Mapping[str, object]] = {}
    for file in stage.source.files:
        decks = file.root.get("decks")
        for deck, entry in decks.items() if isinstance(decks, dict) else ():
            cards = entry.get("cards", {}) if isinstance(entry, dict) else {}
            declared.setdefault(deck, cards if isinstance(cards, dict) else {})
    for index, cards in enumerate(stage.cards):
        for deck, entry in cards.decks.items():
            if deck in declared:
                before = [declared[deck], *(other.decks.get(deck, {}) for other in stage.cards[:index])]
                message, hint = f"the deck `{deck}` has this card already, from another file", "leave it out in one of the two"
                stage.problems.extend(_wrong_deck(cards, deck, card, message, hint) for card in _twice(entry, before))
            elif not stage.source.broken:
                hint = did_you_mean(deck, sorted(declared)) or f"declare it: `decks: {{{deck}: {{name: …}}}}`"
                stage.problems.extend(_wrong_deck(cards, deck, card, f"there is no deck `{deck}`", hint) for card in entry)


def _wrong_deck(cards: Cards, deck: str, card: str, message: str, hint: str) -> Problem:
    span = cards.file.positions.key(cards.decks[deck], card)
    return Problem("E174", message, span, hint, entity=("card", card), path=("cards", card))


def _twice(cards: Mapping[str, int], before: Sequence[Mapping[str, object]]) -> Iterable[str]:
    return (card for card in cards if any(card in other for other in before))
