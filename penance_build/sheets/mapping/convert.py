"""A book of sheets to cards and what goes into decks: the tree that a file of YAML would give, every part with its cell."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.ir.markup import unsigned
from penance_build.sheets.mapping import values
from penance_build.sheets.mapping.columns import Columns, Read, columns_of
from penance_build.sheets.mapping.ids import free_id, named_id, usable_id
from penance_build.sheets.mapping.known import KINDS, Known, folded
from penance_build.sheets.mapping.made import Cards, Said, lists_of_decks
from penance_build.sheets.mapping.mapping import SheetMap, clashes, filled, plain_head
from penance_build.sheets.mapping.places import SheetPositions
from penance_build.sheets.mapping.slips import unknown, unusable
from penance_build.sheets.mapping.texts import card_text, name_text, origins
from penance_build.sheets.mapping.values import Wrong
from penance_build.sheets.reading.cells import DATE, EMPTY_KIND, TEXT, Book, Cell, Note, Row, Sheet
from penance_build.sheets.reading.totals import looks_like_sums, totals_of
from penance_build.source.text.tokens import written
from penance_build.source.tree import SourceFile

_PRINTED = ("text", "name", "word", "value", "note")  # how cells are read that may be days
Cells = dict[str | int, tuple[Cell, ...]]


class _Row(Struct):
    """One row while it is read."""

    sheet: Sheet
    row: Row
    columns: Columns
    card: dict[str, Any] = field(default_factory=dict)
    cells: Cells = field(default_factory=dict)
    id_cell: Cell | None = None
    decks: list[tuple[str, int | None, Cell]] = field(default_factory=list)
    copies: tuple[int, Cell] | None = None
    wrong: list[tuple[Cell, Wrong]] = field(default_factory=list)

    @property
    def anchor(self) -> Cell:
        """Where the card as a whole stands: its id, its name, or its first cell."""
        named = self.cells.get("name")
        if self.id_cell is not None or named:
            return self.id_cell or named[0]  # type: ignore[index]
        return next((cell for cell in self.row.cells if cell.kind != EMPTY_KIND), self.row.cells[0])

    def text(self, head: str) -> str:
        """A cell by the plain head of its column."""
        index = self.columns.heads.get(head)
        return "" if index is None else self.row.cells[index].text.strip()


def convert(book: Book, mapping: SheetMap, known: Known) -> Cards:
    """The cards of a book; what is wrong with cells and heads is in the answer."""
    return _Converter(book, mapping, known).made()


class _Converter:
    def __init__(self, book: Book, mapping: SheetMap, known: Known) -> None:
        self.book, self.mapping, self.known = book, mapping, known
        self.root: dict[str, Any] = {"cards": {}, "decks": {}}
        self.positions = SheetPositions(book, self._origins, self.root)
        self.out = Cards(SourceFile(book.name, book.lines.text, self.root, self.positions))
        self.card_cells: Cells = {}
        self.positions.put(self.root["cards"], book.sheets[0].heads[0], self.card_cells)
        self.deck_cells: dict[str, Cells] = {}
        self.first_deck: dict[str, Cell] = {}
        self.skipped: list[str] = []
        self.doubtful: list[str] = []
        self.renamed: list[str] = []
        self.numbers: dict[str, int] = {}
        self.bent_ids: list[str] = []
        self.dates: list[str] = []

    def _origins(self, cell: Cell) -> list[int]:
        return origins(cell.text, self.mapping.symbols, self.mapping.has_markup)

    def made(self) -> Cards:
        """All rows of all sheets."""
        self.out.problems.extend([*clashes(self.mapping), *unusable(self.mapping)])
        self.out.problems.extend(() if self.out.problems else unknown(self.mapping, self.known))
        for sheet in self.book.sheets:
            if any(problem.code == "E171" for problem in self.out.problems):
                continue
            columns, problems = columns_of(sheet, self.book, self.mapping, self.known)
            self.out.problems.extend(problem for problem in problems if problem not in self.out.problems)
            if any(problem.code == "E171" for problem in self.out.problems):
                continue
            rows = [_Row(sheet, row, columns) for row in sheet.rows]
            kept = [row.row for row in rows if not self._skips(row)] if self.mapping.skip else []
            sums = {row.number for row in totals_of(kept)}  # of the rows that are kept: those of all stand apart already
            for row in rows:
                (self._total if row.row.number in sums else self._row)(row)
            for total in sheet.totals:
                self._total(_Row(sheet, total, columns))
        self._backs()
        anchor = self.book.sheets[0].heads[0]
        self.positions.put(self.root["decks"], anchor, {deck: (cell,) for deck, cell in self.first_deck.items()})
        for deck, entry in self.root["decks"].items():
            self.positions.put(entry, self.first_deck[deck], {"cards": (self.first_deck[deck],)})
            self.positions.put(entry["cards"], self.first_deck[deck], self.deck_cells[deck])
        self.positions.put(self.root, anchor, {})
        self._report()
        return self.out

    def _backs(self) -> None:
        """Cards that are backs of others by their ids, where a sheet calls them by their names."""
        cards = self.root["cards"]
        if any("back" in card for card in cards.values()):
            named = {folded(unsigned(str(card.get("name", "")))): name for name, card in reversed(cards.items())}
            for card in cards.values():
                if "back" in card and card["back"] not in cards:
                    card["back"] = named.get(folded(card["back"])) or usable_id("card", named_id(card["back"])) or card["back"]

    # ------------------------------------------------------------ a row

    def _is_skipped(self, row: _Row) -> bool:
        """Whether the mapping skips it, which is noted."""
        found = self._skips(row)
        if found:
            self.skipped.append(self._where(row) + " (by `skip:`)")
        return found

    def _skips(self, row: _Row) -> bool:
        return any(folded(row.text(head)) in cells for head, cells in self.mapping.skip.items())

    def _total(self, row: _Row) -> None:
        """A row of sums is left out, and told."""
        if self._is_skipped(row):
            return
        self.skipped.append(self._where(row) + " (sums of the rows above)")
        hint = "skip it: `skip: {COLUMN: [CELL]}`; or give the card another name or a text"
        self._warn("W177", row, "this row has the sums of those above, and is no card", hint)

    def _row(self, row: _Row) -> None:
        if self._is_skipped(row):
            return
        for read in row.columns.reads:
            cell = row.row.cells[read.index]
            if cell.kind == EMPTY_KIND:
                continue
            try:
                self._cell(row, read, cell)
            except Wrong as wrong:
                row.wrong.append((cell, wrong))
        self._defaults(row)
        name = self._id(row)
        if name is not None:
            self._doubt(row)
            self._keep(row, name)

    def _doubt(self, row: _Row) -> None:
        """Say that a card may have been meant as a row of sums, which are no longer those of the rows above."""
        if {"type", "text"} & row.cells.keys() or not looks_like_sums(row.row):
            return
        name = str(row.card.get("name", row.anchor.text.strip()))
        self.doubtful.append(f"{self._where(row)} ({name})")
        message = f"this row is called “{name}”, and its numbers are not the sums of those above: it is a card"
        self._warn("W177", row, message, "correct the sums, or skip the row: `skip: {COLUMN: [CELL]}`")

    def _cell(self, row: _Row, read: Read, cell: Cell) -> None:
        """Put one cell into the card."""
        column, head, target = read.column, read.column.head, read.target
        values.check(cell, head)
        if column.values:
            stands = column.values.get(plain_head(cell.text))
            if stands == "":
                return
            if stands is not None:
                cell = Cell(written(stands), TEXT, cell.start, cell.end)
        if len(column.to) == 2:
            for end, part in zip(column.to, values.pair(cell, column.split, head), strict=True):
                row.card[end], row.cells[end] = values.whole(part, head), (cell,)
            return
        if read.how in _PRINTED and (cell.kind == DATE or (column.is_attribute and values.is_day(cell))):
            self.dates.append(cell.text.strip())
        match read.how:
            case "text":
                self._text(row, target if column.is_attribute else "text", cell)
            case "number":
                row.card[target] = values.whole(cell, head)
            case "truth":
                row.card[target] = values.truth(cell, head)
            case "name":
                self._name(row, cell)
            case "word" | "value":
                self._word(row, read, cell)
            case "words":
                self._words(row, read, cell)
            case "id":
                row.id_cell = cell
                return
            case "copies":
                row.copies = (values.copies(cell, head), cell)
                return
            case "deck":
                self._deck(row, read, cell)
                return
            case "back":
                row.card["back"] = " ".join(cell.text.split())
            case _:  # an image, a note
                row.card[target] = values.picture(cell, column.folder, column.ending) if read.how == "image" else cell.text.strip()
        row.cells.setdefault("text" if target == "also_text" and not column.is_attribute else target, (cell,))

    def _text(self, row: _Row, target: str, cell: Cell) -> None:
        text = card_text(cell.text, self.mapping.symbols, self.mapping.has_markup)
        if not text.strip():
            return
        if target in row.card and target in row.cells:
            row.card[target] += "\n" + text
            row.cells[target] = (*row.cells[target], cell)
        else:
            row.card[target] = text

    def _name(self, row: _Row, cell: Cell) -> None:
        name = name_text(cell.text, self.mapping.symbols, self.mapping.has_markup)
        if name:
            row.card["name"] = name

    def _word(self, row: _Row, read: Read, cell: Cell) -> None:
        text = " ".join(cell.text.split())
        if read.how == "value":
            row.card[read.target] = text
            return
        word = self._said(read.kind, text, read.column.head)
        if read.target == "faction" and "faction" in row.card and word not in (before := row.card["faction"]):
            row.card["faction"] = [*(before if isinstance(before, list) else [before]), word]
            self._note_list(row, "faction", cell)
        else:
            row.card[read.target] = word

    def _words(self, row: _Row, read: Read, cell: Cell) -> None:
        said: dict[str, None] = {}
        for item in values.items(cell, read.column.separator):
            said[self._said(read.kind, str(read.column.values.get(plain_head(item), item)), read.column.head)] = None
        found = list(said)
        if found:
            row.card[read.target] = found[0] if read.target == "faction" and len(found) == 1 else found
            self._note_list(row, read.target, cell)

    def _note_list(self, row: _Row, target: str, cell: Cell) -> None:
        value = row.card[target]
        if isinstance(value, list):
            self.positions.put(value, cell, {})

    def _said(self, kind: str, text: str, head: str) -> str:
        text = name_text(text, self.mapping.symbols, self.mapping.has_markup)
        word = self.known.word(kind, unsigned(text))
        if not word:
            declared = f"{KINDS.get(kind, 'members')}: {{ID: {{name: {text[:40]}}}}}"
            hint = f"declare it with this name (`{declared}`), or say what it stands for (`values:`)"
            raise Wrong("E172", f"`{head}` has no letter or digit that an id could be made of: `{text[:40]}`", hint)
        said = self.out.said.setdefault(kind, {}).setdefault(word, Said(text))
        if text != said.first:
            said.others.add(text)
        return word

    def _deck(self, row: _Row, read: Read, cell: Cell) -> None:
        for item in values.items(cell, read.column.separator):
            name, copies = values.counted(item)
            stands = read.column.values.get(plain_head(name), name)
            if stands != "":
                row.decks.append((self._said("deck", str(stands), read.column.head), copies, cell))

    def _defaults(self, row: _Row) -> None:
        for target, value in self.mapping.defaults.items():
            try:
                self._default(row, target, value)
            except Wrong as wrong:
                code, message, hint = wrong.args
                place = self.mapping.at("defaults")
                problem = Problem(code, message, place.file.positions.value(place.container[place.key], target), hint)
                self.out.problems.extend(() if problem in self.out.problems else (problem,))

    def _default(self, row: _Row, target: str, value: str | int | bool) -> None:
        """What a card has by default where no cell says it; an empty text is nothing."""
        if value == "":
            return
        if target == "copies":
            if type(value) is not int or not 0 <= value <= values.MOST_COPIES:
                raise Wrong("E174", f"`defaults: copies` is 0 to {values.MOST_COPIES} copies, found `{value}`", "")
            row.copies = row.copies or (value, row.anchor)
        elif target == "deck":
            if not row.decks:
                row.decks.append((self._said("deck", str(value), "defaults: deck"), None, row.anchor))
        elif target not in row.card:
            is_word = target in ("type", "slot", "faction")
            row.card[target] = self._said(target, str(value), f"defaults: {target}") if is_word else value

    # ------------------------------------------------------------ its id

    def _id(self, row: _Row) -> str | None:
        """The id of the card, or None where the row is none: what it says of it is noted."""
        cells = {head: row.row.cells[index].text for head, index in row.columns.heads.items()}
        if "name" not in row.card and self.mapping.names:
            name = filled(self.mapping.names, cells)
            if name:
                row.card["name"] = name_text(name, self.mapping.symbols, self.mapping.has_markup)
        has_id = any(read.how == "id" for read in row.columns.reads)
        has_name = bool(self.mapping.ids or self.mapping.names or any(read.how == "name" for read in row.columns.reads))
        given = row.id_cell.text.strip() if row.id_cell is not None else ""
        source = given or (filled(self.mapping.ids, cells) if self.mapping.ids else "") or unsigned(str(row.card.get("name", "")))
        if not source and (has_id or has_name):
            if row.card or row.wrong:
                self.skipped.append(self._where(row) + " (no name)")
                hint = "give it a name, or skip it: `skip: {COLUMN: [CELL]}`"
                self._warn("W177", row, "this row has no name, and is no card", hint)
            return None
        name = usable_id("card", named_id(source) or f"card_{row.row.number}")
        if given and name != given:
            self.bent_ids.append(f"{given} is {name}")
        return name

    def _keep(self, row: _Row, name: str) -> None:
        """Put the card of a row under its id; a second one of the same name has a number, or is the same card in another deck."""
        cards = self.root["cards"]
        anchor = row.anchor
        if name in cards and not row.wrong and cards[name] == row.card:
            self._into_decks(row, name)
            return
        if name in cards:
            if row.id_cell is not None:
                first = self.positions.value(cards, name)
                message, hint = f"two rows have the id `{name}`", "ids are unique: change one of them"
                self.out.problems.append(Problem("E173", message, self.book.span(anchor), hint, ((first, "it stands here first"),)))
                return
            numbered = free_id(name, cards, self.numbers)
            self.renamed.append(f"{numbered} ({row.card.get('name', name)}, {self._where(row)})")
            message = f"a second card makes the id `{name}`; this one is `{numbered}`"
            self._warn("W178", row, message, "names decide ids here: change one, or give a column of ids")
            name = numbered
        cards[name] = row.card
        self.card_cells[name] = (anchor,)
        self.positions.put(row.card, anchor, row.cells)
        for cell, wrong in row.wrong:
            code, message, hint = wrong.args
            self.out.problems.append(Problem(code, message, self.book.span(cell), hint, entity=("card", name), path=("cards", name)))
        if not row.wrong:  # what is left out for its errors lies nowhere
            self._into_decks(row, name)

    def _into_decks(self, row: _Row, name: str) -> None:
        for deck, own, cell in row.decks:
            number = own if own is not None else row.copies[0] if row.copies is not None else 1
            if not number:
                continue
            entry = self.root["decks"].setdefault(deck, {"cards": {}})["cards"]
            total = entry.get(name, 0) + number
            if total > values.MOST_COPIES:
                message = f"`{name}` is {total:,} times in one deck; {values.MOST_COPIES:,} are the most"
                self.out.problems.append(Problem("E174", message, self.book.span(cell), "write a smaller number", entity=("card", name)))
                continue
            entry[name] = total
            self.first_deck.setdefault(deck, cell)
            self.deck_cells.setdefault(deck, {}).setdefault(name, (cell,))

    # ------------------------------------------------------------ the report

    def _where(self, row: _Row) -> str:
        return self.book.where(row.sheet, row.row.number, 0)

    def _warn(self, code: str, row: _Row, message: str, hint: str) -> None:
        self.out.problems.append(Problem(code, message, self.book.span(row.anchor), hint))

    def _report(self) -> None:
        """What was bent, as an import says it."""
        notes = self.out.notes
        for kind, says, found in (
            ("ids", "changed to be ids", self.bent_ids),
            ("ids", "numbered, for another card has the id", self.renamed),
            ("rows", "no cards", self.skipped),
            ("rows", "made cards, and look like sums that do not fit the rows above", self.doubtful),
        ):
            if found:
                notes.append(Note(kind, f"{says}: {_some(found)}"))
        for kind, words in sorted(self.out.said.items()):
            alike = [f"{word} ({', '.join(sorted({said.first, *said.others}))})" for word, said in words.items() if said.others]
            if alike:
                notes.append(Note("words", f"taken for one {kind}: {_some(alike)}"))
        notes += lists_of_decks({said.first: word for word, said in self.out.said.get("deck", {}).items()})
        if self.dates:
            days = "1 date is printed as a text" if len(self.dates) == 1 else f"{len(self.dates):,} dates are printed as texts"
            says = f"{days}: {_some(self.dates)}; where one was 3-5, format the column as text and write it again"
            notes.append(Note("dates", says))


def _some(found: list[str]) -> str:
    return ", ".join(found[:8]) + (f" and {len(found) - 8:,} more" if len(found) > 8 else "")
