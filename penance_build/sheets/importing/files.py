"""The files that an import writes: cards and what they need as YAML, or the declarations alone where cards stay in their sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.limits import DEVICES
from penance_build.schema import validate_map
from penance_build.sheets.importing.declare import attributes, enum_of, sections
from penance_build.sheets.importing.propose import LONGEST_HEAD, SYMBOL, propose
from penance_build.sheets.importing.yaml_text import scalar
from penance_build.sheets.importing.yaml_text import sections as written
from penance_build.sheets.mapping.columns import columns_of
from penance_build.sheets.mapping.convert import convert
from penance_build.sheets.mapping.ids import id_of
from penance_build.sheets.mapping.known import Known, known_of
from penance_build.sheets.mapping.made import Cards
from penance_build.sheets.mapping.mapping import SheetMap, read_map
from penance_build.sheets.mapping.slips import misspelt
from penance_build.sheets.reading.cells import Book, Note
from penance_build.sheets.reading.open import Wanted, open_book
from penance_build.source import read_text

_PRINTED = ("text", "name", "word", "words")  # how cells are read in which symbols are replaced
_SHOWN = 20  # cards that a note lists
MODELINE = "# yaml-language-server: $schema=schemas/rules.schema.json\n"


class Asked(Struct, frozen=True):
    """One file to import: its name and bytes, its mapping (name and text; no text: propose one), and the game that it goes into.

    ``trees`` are those of the game's files; ``icons`` are the icons that it draws; ``deck`` is the name of the deck of cards that
    name none, or ""; ``stays`` is the path of the sheet below the game's folder, where the cards stay in it; ``is_file``
    tells whether a picture lies beside the sheet, and ``folders`` are the folders in which pictures are looked for.
    """

    name: str
    data: bytes
    map_name: str
    map_text: str = ""
    trees: Sequence[Mapping[str, Any]] = ()
    icons: Collection[str] = ()
    deck: str = ""
    stays: str = ""
    is_file: Callable[[str], bool] = lambda name: True
    folders: Sequence[str] = ()


class Imported(Struct):
    """What an import of one file gives: its mapping as text, the sections that declare what its cards need, what was bent and is wrong.

    ``texts`` are for snippets.
    """

    map_text: str = ""
    sections: dict[str, dict[str, Any]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    cards: Cards | None = None
    book: Book | None = None
    mapping: SheetMap | None = None
    was_proposed: bool = False
    images: tuple[str, ...] = ()  # the attributes that are pictures, those that the game declares among them
    unplaced: dict[str, dict[str, int]] = field(default_factory=dict)  # what decks that the game has would hold, and no file written says
    proposed: list[Note] = field(default_factory=list)  # of notes, those that the proposal makes

    def pictures(self) -> list[str]:
        """The files that cards name in attributes that are images, by the first card that names each."""
        cards = self.cards.cards.values() if self.cards is not None else ()
        return list(dict.fromkeys(str(card[name]) for card in cards for name in self.images if name in card))


def stem_of(name: str) -> str:
    """The name of a file without its folder and its end, as names of files of ours are made: an id."""
    found = id_of(name.rpartition("/")[2].rpartition(".")[0] or name) or "cards"
    return f"{found}_cards" if found == "game" or found in DEVICES else found


def import_file(asked: Asked) -> Imported:
    """Read one file by its mapping, or by one that is proposed, and make the texts of the game's files."""
    out = Imported()
    known = known_of(asked.trees)
    text = asked.map_text
    if not text:
        book = _opened(asked, Wanted(may_guess=True), out)
        if book is None or any(problem.severity == "error" for problem in out.problems):
            return out  # nothing is proposed for cells that cannot be read
        text, out.proposed = propose(book, known, asked.icons, asked.deck, asked.is_file, asked.folders)
        if not text:
            message, hint = f"no head of a column has 1 to {LONGEST_HEAD} characters", "the first row names the columns: shorten its cells"
            out.problems.append(Problem("E168", message, book.span(book.sheets[0].heads[0]), hint))
            return out
        out.was_proposed = True
    out.map_text = text
    mapping = _mapping(asked.map_name, text, out)
    if mapping is None:
        return out
    out.mapping = mapping
    # What was proposed says how the file was read; it is read once.
    book = out.book if out.was_proposed else _opened(asked, mapping.wanted, out)
    if book is None:
        return out
    _make(asked, book, mapping, known, out)
    return out


def _opened(asked: Asked, wanted: Wanted, out: Imported) -> Book | None:
    book, problems = open_book(asked.name, asked.data, wanted)
    if book is None:
        out.problems.extend(problems)
        return None
    out.problems.extend(problem for problem in problems if problem not in out.problems)
    out.book = book
    out.texts[asked.name] = book.lines.text
    return book


def _mapping(name: str, text: str, out: Imported) -> SheetMap | None:
    """The mapping of a text, or None after saying what is wrong with it."""
    out.texts[name] = text
    file, problems = read_text(name, text)
    out.problems.extend(problems)
    if file is None or any(problem.severity == "error" for problem in problems):
        return None
    wrong = validate_map(file)
    out.problems.extend(wrong)
    return None if wrong else read_map(file, file.root, "", may_guess=True)


def _make(asked: Asked, book: Book, mapping: SheetMap, known: Known, out: Imported) -> None:
    slips = [] if out.was_proposed else list(misspelt(mapping, known))
    if slips:
        out.problems.extend(slips)
        return
    made = attributes(book, mapping, known)
    declared = {**mapping.declare, "card_attributes": made, "enums": _enums(made, mapping, known)}
    enough = known_of([*asked.trees, declared], makes=True)
    cards = convert(book, mapping, enough)
    out.cards = cards
    out.images = tuple(name for name, type_ in enough.types.items() if type_.strip() == "image")
    # What a build would warn of is said in the report of an import.
    out.problems.extend(problem for problem in cards.problems if problem.severity == "error")
    out.notes = [*book.notes, *cards.notes]
    ignored = [problem.message for problem in cards.problems if problem.code == "W176"]
    out.notes += [Note("columns", message) for message in ignored]
    out.notes += _symbols(book, mapping, enough)
    if out.was_proposed:
        out.notes += out.proposed
        out.notes.append(Note("types", f"what each column is was guessed from heads and cells: see {asked.map_name}"))
    if any(problem.severity == "error" for problem in out.problems):
        return
    themes = [theme for tree in asked.trees if isinstance(theme := tree.get("theme"), dict)]
    icons = {name: path for name, path in mapping.declare.get("icons", {}).items() if name not in asked.icons}
    colours = {key: value for key, value in mapping.declare.get("theme", {}).items() if not any(key in theme for theme in themes)}
    out.sections = {**sections(cards, mapping, made, known), "icons": icons, "theme": colours}


def _symbols(book: Book, mapping: SheetMap, known: Known) -> list[Note]:
    """Symbols of texts that are dropped, and those that are printed as they stand."""
    found: Counter[str] = Counter()
    for sheet in book.sheets:
        reads = [read.index for read in columns_of(sheet, book, mapping, known)[0].reads if read.how in _PRINTED]
        for text in (row.cells[index].text for row in sheet.rows for index in reads):
            found.update(symbol for symbol in SYMBOL.findall(text) if symbol not in mapping.symbols)
            found.update({symbol: text.count(symbol) for symbol, stands in mapping.symbols.items() if stands == ""})
    notes = []
    for says, is_dropped in (("dropped", True), ("printed as they stand, for the mapping has none of them", False)):
        those = {symbol: count for symbol, count in sorted(found.items()) if count and (symbol in mapping.symbols) is is_dropped}
        listed = [f"{symbol} ({count} times)" for symbol, count in those.items()]
        if listed and not mapping.has_markup:
            notes.append(Note("symbols", f"{says}: {', '.join(listed[:8])}{', …' if len(listed) > 8 else ''}"))
    return notes


def _ordered(card: Mapping[str, Any]) -> dict[str, Any]:
    """A card as a person would write it: what it is first, remarks last."""
    first = [key for key in ("name", "type", "slot", "faction") if key in card]
    return {
        key: card[key] for key in (*first, *(key for key in card if key not in (*first, "note")), *(["note"] if "note" in card else []))
    }


def game_texts(asked: Sequence[Asked], done: Sequence[Imported]) -> dict[str, str]:
    """The texts of the files of a game: a file for each sheet. A deck that several sheets fill stands in the file of the first."""
    first: dict[str, dict[str, Any]] = {}
    for item in done:
        assert item.cards is not None
        for deck, entry in item.sections["decks"].items():
            first.setdefault(deck, entry)
        for deck, wanted in item.cards.decks.items():
            if deck not in first:
                item.unplaced[deck] = wanted
                listed = ", ".join(f"{card}: {count}" for card, count in list(wanted.items())[:_SHOWN])
                more = f" and {len(wanted) - _SHOWN:,} more" if len(wanted) > _SHOWN else ""
                item.notes.append(
                    Note("decks", f"the game has the deck `{deck}` already; put these into its `cards:` there: {listed}{more}")
                )
                continue
            into = first[deck].setdefault("cards", {})
            for card, count in wanted.items():
                into[card] = into.get(card, 0) + count
    texts: dict[str, str] = {}
    for one, item in zip(asked, done, strict=True):
        assert item.cards is not None
        texts.update({one.map_name: item.map_text} if item.map_text else {})
        declared = {name: entries for name, entries in item.sections.items() if name != "decks"}
        cards = {name: _ordered(card) for name, card in item.cards.cards.items()}
        decks = {deck: entry for deck, entry in item.sections["decks"].items() if entry.get("cards")}
        texts[f"{stem_of(one.name)}.yaml"] = MODELINE + written({**declared, "cards": cards, "decks": decks})
    return texts


def staying_texts(asked: Sequence[Asked], done: Sequence[Imported]) -> dict[str, str]:
    """The texts of the files of a game whose cards stay in their sheets."""
    texts: dict[str, str] = {}
    for one, item in zip(asked, done, strict=True):
        bare = {name: dict(entries) for name, entries in item.sections.items()}
        decks = bare["decks"]
        bare["decks"] = {deck: {key: value for key, value in entry.items() if key != "cards"} for deck, entry in decks.items()}
        texts.update({one.map_name: item.map_text} if item.map_text else {})
        texts[f"{stem_of(one.name)}.yaml"] = MODELINE + _stays(one) + written(bare)
    return texts


def _stays(asked: Asked) -> str:
    source, mapping = scalar(asked.stays or asked.name, is_flow=True), scalar(asked.map_name, is_flow=True)
    return f"# The cards stay in the sheet, which is read at each build.\ncards: {{from: {source}, map: {mapping}}}\n\n"


def _enums(made: Mapping[str, Mapping[str, Any]], mapping: SheetMap, known: Known) -> dict[str, Any]:
    """The enums that attributes name, so that their cells are read as words; those of the game are known."""
    declared = mapping.declare.get("enums", {})
    found: dict[str, Any] = dict(declared)
    for entry in made.values():
        name = enum_of(str(entry.get("type", "")))
        if name and name not in found and name not in known.enums:
            found[name] = {"members": {}}
    return found
