"""A mapping proposed from the heads and the cells of a book, as the file that its author then edits: with comments that say why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from msgspec import Struct, field

from penance_build.formula.parse import WORDS
from penance_build.ir.markup import runs, signed
from penance_build.schema import card_keys
from penance_build.sheets.importing.guess import Guess, guess, is_counts, not_numbers
from penance_build.sheets.importing.yaml_text import flow, scalar
from penance_build.sheets.mapping.columns import named_heads
from penance_build.sheets.mapping.ids import enum_id, free_id, id_of
from penance_build.sheets.mapping.known import Known
from penance_build.sheets.mapping.mapping import SHARED, TARGETS, plain_head
from penance_build.sheets.mapping.values import ended, picture_name, words
from penance_build.sheets.reading.cells import EMPTY_KIND, Book, Cell, Note

LONGEST_HEAD: Final = 120
SYMBOL: Final = re.compile(r"\[[A-Za-z][\w -]{0,20}\]|\{[A-Za-z0-9][\w -]{0,20}\}|<\/?[A-Za-z][\w-]{0,20}\s?/?>|:[a-z][a-z_]{1,20}:")
_ENOUGH: Final = 200  # names of pictures by which their folder is found
_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".svg", ".PNG", ".JPG", ".JPEG")  # of pictures whose cells have none
_SHOWN: Final = 40  # characters of a cell that a note shows
_PLACES: Final = {"mark": 4, "line": 3, "cost": 1, "text": 3}  # so many attributes may be shown there


class _Column(Struct):
    """A column while its mapping is made."""

    name: str
    head: str
    cells: list[Cell]
    guess: Guess
    to: str = ""
    second: str = ""
    why: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    attribute: dict[str, Any] = field(default_factory=dict)


class Proposer:
    """Makes the proposal for one book; ``known`` is what the game declares, ``icons`` the icons that it draws, ``deck`` the deck of cards
    that name none, or ""; ``is_file`` tells whether a picture lies beside the sheet, ``folders`` are the folders there.

    ``notes`` are what the report says of the proposal once it is made."""

    def __init__(
        self, book: Book, known: Known, icons: Collection[str], deck: str, is_file: Callable[[str], bool], folders: Sequence[str]
    ) -> None:
        self.book, self.known, self.icons, self.deck, self.is_file, self.folders = book, known, icons, deck, is_file, folders
        self.notes: list[Note] = []
        names = named_heads(book.sheets[0])
        self.columns: list[_Column] = []
        for index, name in enumerate(names):
            cells = book.column(index)
            self.columns.append(_Column(name, plain_head(name), cells, guess(cells)))
        self.taken: set[str] = set()
        self.shown: Counter[str] = Counter()

    def text(self) -> str:
        """The file of the mapping."""
        self._by_heads()
        self._name_by_cells()
        for column in self.columns:
            if not column.to:
                self._by_cells(column)
        return self._written()

    # ------------------------------------------------------------ by heads

    def _by_heads(self) -> None:
        for column in self.columns:
            head = column.head if column.head in words().heads or column.head in words().attributes else column.head.rpartition(".")[2]
            target = words().heads.get(head, "")
            if target not in (head, "name") and self._known_as(column):
                continue  # what the game calls so is meant, and not what others do
            if target and self._fits(column, target):
                self._take(column, target, "the head says so")
            elif target == "id" and column.guess.kind == "number" and column.guess.is_unique:
                self._attribute(column, id_of(column.name) or "number", "a number of its own, which is not shown", {})
                column.attribute.pop("shown", None)
            elif target == "copies" and target not in self.taken and column.guess.kind != "empty":
                says = f"{column.name} is not taken for them, for most of its cells are not 0, 1, 2 or more: each card is there once"
                self.notes.append(Note("copies", says))
            elif not target and head in words().attributes:
                self._preset(column, dict(words().attributes[head]))

    def _fits(self, column: _Column, target: str) -> bool:
        """Whether the cells of a column may be what its head says."""
        found = column.guess
        if target in self.taken and target not in SHARED:
            return False
        match target:
            case "id":
                return found.is_unique and found.kind in ("text", "words", "prose")
            case "name":
                return found.kind not in ("empty", "number", "truth", "image")
            case "copies":
                # Numbers of too many digits to be guessed are refused as copies, not kept as texts.
                is_digits = all(cell.text.strip().isdecimal() for cell in column.cells if cell.kind != EMPTY_KIND)
                return is_digits or is_counts(column.cells)
            case "type" | "slot" | "faction" | "deck":
                return found.kind in ("words", "list") or (found.kind == "text" and found.distinct <= 40) or found.kind == "truth"
            case "text" | "ignore" | "note":
                return found.kind != "number" or target == "ignore"
        return True

    def _take(self, column: _Column, target: str, why: str) -> None:
        column.to, column.why = target, f"{why}; {column.guess.why}"
        self.taken.add(target)
        if target == "ignore" and column.guess.kind == "words":
            column.why += f"; rows are left out by `skip: {{{column.name}: […]}}`"
        if column.guess.kind == "list" and target in ("faction", "deck"):
            column.fields["list"] = column.guess.separator

    def _preset(self, column: _Column, preset: dict[str, Any]) -> None:
        """An attribute that is known by its head: flavour, an artist, a picture, a cost, keywords."""
        name, type_ = str(preset.pop("id")), str(preset.pop("type"))
        preset.pop("heads")
        if name in self.taken or column.guess.kind == "empty":
            return
        if type_ == "image" and column.guess.kind in ("words", "text"):
            self._end_pictures(column)
        fits = {"number": "number", "list": ("list", "words"), "image": "image"}.get(type_)
        if fits is not None and column.guess.kind not in fits:
            return
        self._attribute(column, name, "the head says so", preset, "text" if type_ == "text" else "")

    # ------------------------------------------------------------ by cells

    def _name_by_cells(self) -> None:
        """Where no head says name: the first column of texts in which no two are alike."""
        if "name" in self.taken:
            return
        for column in self.columns:
            if (
                not column.to
                and not self._known_as(column)
                and column.guess.is_unique
                and column.guess.kind in ("text", "words")
                and "\n" not in column.cells[0].text
            ):
                self._take(column, "name", "no two cells are alike")
                return

    def _by_cells(self, column: _Column) -> None:
        kind = column.guess.kind
        name = self._known_as(column) or id_of(column.name.rpartition(".")[2]) or "value"
        if kind in ("empty", "nested"):
            column.to, column.why = "ignore", column.guess.why
        elif name in self.known.types:
            if self.known.types[name].strip() == "image" and kind in ("words", "text"):
                self._end_pictures(column)
            self._attribute(column, name, "the game has this attribute", {})
        elif kind == "prose" and "text" not in self.taken:
            self._take(column, "text", "the longest texts")
        else:
            self._attribute(column, name, "", {})

    def _known_as(self, column: _Column) -> str:
        """The attribute of the game whose id or printed name the head is; "" where it has none, or a column is that already."""
        names = [id_of(column.name), id_of(column.name.rpartition(".")[2]), self.known.attributes.get(column.head, "")]
        return next((name for name in names if name in self.known.types and name not in self.taken), "")

    def _attribute(self, column: _Column, name: str, why: str, preset: dict[str, Any], as_type: str = "") -> None:
        """Make a column an attribute, and say how it is declared."""
        found = column.guess
        if self.known.types.get(name, "").strip() == "text":
            as_type = "text"
        if found.kind == "image" and not as_type and not self._are_found(column, name):
            return
        if name not in self.known.types:
            name = free_id(f"card_{name}" if name in card_keys() or name in WORDS else name, self.taken.union(TARGETS))
        column.to, column.why = name, f"{why}; {found.why}" if why else found.why
        self.taken.add(name)
        printed = _printed(column.name)
        if not any(letter.isalpha() for letter in printed):
            printed = _printed(name)
        declared = {"name": signed(printed), **({"type": as_type} if as_type else found.declared), **preset}
        if not as_type and found.kind in ("list", "words"):
            others = {str(column.attribute.get("type", "")).removeprefix("list of ") for column in self.columns}
            enum = enum_id(name, self.known.enums | others, is_list=found.kind == "list")
            declared["type"] = f"list of {enum}" if found.kind == "list" else enum
        if self.known.has_cards and not as_type and found.kind in ("number", "range", "truth", "words"):
            declared["optional"] = True  # for those that are there have none
        if as_type:
            declared.pop("optional", None)
        if not as_type and found.kind == "list":
            declared.pop("optional", None)
            column.fields["list"] = found.separator
        if found.values and not as_type:
            column.fields["values"] = dict.fromkeys(found.values, "")
            declared["optional"] = True
        if found.kind == "range" and not as_type:
            column.second = free_id(f"{name}_most", self.taken)
            self.taken.add(column.second)
            column.fields["split"] = "-"
            declared["to"] = column.second
        if name not in self.known.types:
            column.attribute = self._placed(declared, found.kind)
            if not as_type and found.kind in ("words", "text", "prose", "list"):
                self._nearly_numbers(column)

    def _end_pictures(self, column: _Column) -> None:
        """Make the cells of a column of pictures names of files, where they lack the ending that such files have beside the sheet."""
        bare = list(dict.fromkeys(picture_name(cell) for cell in column.cells if cell.kind != EMPTY_KIND))[:_ENOUGH]
        places = ("", *(f"{folder}/" for folder in self.folders))
        counts = {end: max(sum(self.is_file(f"{place}{name}{end}") for name in bare) for place in places) for end in _ENDINGS}
        end = max(_ENDINGS, key=lambda ending: counts[ending])
        if counts[end] * 2 <= len(bare):
            return
        column.fields["ending"] = end.removeprefix(".")
        column.cells = [
            cell if cell.kind == EMPTY_KIND else Cell(ended(picture_name(cell), end), cell.kind, cell.start, cell.end)
            for cell in column.cells
        ]
        column.guess = guess(column.cells)
        self.notes.append(Note("pictures", f"those of the column {column.name} are taken for files that end with {end}"))

    def _are_found(self, column: _Column, name: str) -> bool:
        """Whether pictures lie beside the sheet, or most of them in one folder there, which is then the folder of the column."""
        pictures = list(dict.fromkeys(picture_name(cell) for cell in column.cells if cell.kind != EMPTY_KIND))
        tried = pictures[:_ENOUGH]
        bare = [picture for picture in tried if "/" not in picture]
        beside = sum(map(self.is_file, tried))
        counts = {folder: sum(self.is_file(f"{folder}/{picture}") for picture in bare) for folder in (self.folders if bare else ())}
        best = max(counts, key=lambda folder: counts[folder], default="")
        most = counts.get(best, 0)
        if most > beside and most * 2 > len(bare):
            column.fields["folder"] = best
            self.notes.append(Note("pictures", f"those of the column {column.name} are taken from the folder {best}"))
            return True
        if beside or any(map(self.is_file, pictures[_ENOUGH:])):
            return True
        column.to, column.why = "ignore", f"none of these pictures lies beside the sheet: put them there, and write `{name}`"
        count = f"its {len(pictures):,} files lies" if len(pictures) > 1 else "its files, which is one, lies"
        some = f" ({best} has {most:,} of them, which is not most)" if most else ""
        says = f"the column {column.name} is ignored: none of {count} beside the sheet; put them there, or into one folder beside it{some},"
        self.notes.append(Note("pictures", f"{says} and import again"))
        return False

    def _nearly_numbers(self, column: _Column) -> None:
        """Say why a column that looks like numbers is none."""
        odd = not_numbers(column.cells)
        if not odd:
            return
        index = self.columns.index(column)
        rows = [(sheet, row) for sheet in self.book.sheets for row in sheet.rows if index < len(row.cells)]
        sheet, row = rows[odd[0]]
        text = " ".join(column.cells[odd[0]].text.split())
        shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        more = f" (and {len(odd) - 1:,} more)" if len(odd) > 1 else ""
        is_what = {"words": "words", "list": "lists"}.get(column.guess.kind, "text")
        says = f"{column.name} is {is_what}, not numbers, for '{shown}' stands in {self.book.where(sheet, row.number, index)}{more}"
        self.notes.append(Note("types", says))

    def _placed(self, declared: dict[str, Any], kind: str) -> dict[str, Any]:
        """With the place where it is shown: so many in each, or the face is too full."""
        wanted = declared.get("shown") or {
            "number": "mark",
            "range": "mark",
            "list": "text",
            "words": "line",
            "prose": "text",
            "text": "line",
        }.get(kind, "")
        declared.pop("shown", None)
        if wanted and self.shown[wanted] < _PLACES[wanted]:
            self.shown[wanted] += 1
            declared["shown"] = wanted
        order = ("name", "type", "shown", "style", "signed", "to", "optional")
        return {key: declared[key] for key in order if key in declared}

    # ------------------------------------------------------------ the file

    def _written(self) -> str:
        name = self.book.name.rpartition("/")[2]
        lines = [
            "# yaml-language-server: $schema=schemas/map.schema.json",
            f"# How the columns of {' '.join(name.split())} become cards: proposed by heads and cells. Edit it, and import again.",
        ]
        for key, value in self.book.choices:
            if (key, value) != ("encoding", "utf-8") and value:
                lines.append(f"{key}: {scalar('tab' if value == chr(9) else value)}")
        if self._has_markup():
            lines.append("markup: penance  # the stars and braces of the texts are markup")
        lines += ["", "columns:", *self._column_lines()]
        lines += self._symbol_lines()
        if "name" not in self.taken and "id" not in self.taken:
            lines += self._pattern_lines()
        if "deck" not in self.taken and self.deck:
            lines += ["", f"defaults: {{deck: {scalar(self.deck, is_flow=True)}}}  # no column names a deck"]
        declared = self._declared()
        if declared:
            lines += [
                "",
                "# What the sheet alone does not say; change names, places (`shown:`) and types here.",
                "declare:",
                "  card_attributes:",
            ]
            lines += [f"    {key}: {flow(value)}" for key, value in declared.items()]
        return "\n".join(lines) + "\n"

    def _column_lines(self) -> list[str]:
        made = []
        for column in self.columns:
            if not _is_head(column.name):
                continue
            to: Any = [column.to, column.second] if column.second else column.to
            value = flow({"to": to, **column.fields}) if column.fields or column.second else scalar(column.to)
            made.append((f"  {scalar(column.name, is_key=True)}: {value}", column.why))
        width = min(max((len(line) for line, _ in made), default=0), 48)
        return [f"{line.ljust(width)}  # {why}" for line, why in made]

    def _declared(self) -> dict[str, dict[str, Any]]:
        found = {}
        for column in self.columns:
            if column.attribute:
                found[column.to] = column.attribute
                if column.second:
                    found[column.second] = {key: value for key, value in column.attribute.items() if key in ("name", "type", "optional")}
        return found

    def _pattern_lines(self) -> list[str]:
        """Of what ids are made: the fewest first columns that tell all rows apart."""
        used = [column for column in self.columns if column.to != "ignore" and column.guess.kind in ("words", "number", "text")]
        rows = len(self.columns[0].cells)
        for count in range(1, min(len(used), 4) + 1):
            chosen = used[:count]
            if len({tuple(column.cells[row].text.casefold() for column in chosen) for row in range(rows)}) == rows:
                pattern = " ".join(f"{{{column.name}}}" for column in chosen)
                return ["", f"ids: {scalar(pattern)}  # no column is a name; these tell all rows apart"]
        return []

    def _texts(self) -> list[str]:
        wanted = [column for column in self.columns if column.to == "text" or column.attribute.get("type") == "text"]
        return [cell.text for column in wanted for cell in column.cells]

    def _has_markup(self) -> bool:
        """Whether the texts are written in our own markup: some icon or number is marked, and nothing else could be meant."""
        found = Counter(run.kind for text in self._texts() if "*" in text or "{" in text for run in runs(text))
        return bool(found["icon"] + found["number"]) and not found["unread"]

    def _symbol_lines(self) -> list[str]:
        if self._has_markup():
            return []
        printed = [column for column in self.columns if column.to not in ("ignore", "note") and column.guess.kind != "image"]
        found = Counter(match for column in printed for cell in column.cells for match in SYMBOL.findall(cell.text))
        if not found:
            return []
        lines, known = [], 0
        for symbol, count in sorted(found.items()):
            icon = id_of(symbol)
            line = f"{scalar(symbol, is_key=True)}: "
            if symbol.lower() in ("<br>", "<br/>"):
                lines.append(f'  {line}"\\n"  # {count} times: a line end')
            elif re.fullmatch("<[^>]*>", symbol):
                lines.append(f'  {line}""  # {count} times: dropped')
            elif icon in self.icons:
                lines.append(f"  {line}{scalar(f'{{icon:{icon}}}')}  # {count} times: an icon of this name is there")
            else:
                lines.append(f"  # {line}{scalar(f'{{icon:{icon}}}')}  # {count} times: printed as it stands, for no icon has this name")
                continue
            known += 1
        return ["", "symbols:" if known else "# symbols:", *lines]


def _is_head(name: str) -> bool:
    """Whether a mapping can name a column."""
    return 0 < len(name) <= LONGEST_HEAD


def _printed(name: str) -> str:
    """A head as a printed name: the last part of a path, with a capital."""
    last = name.rpartition(".")[2].replace("_", " ").strip() or name
    return last[:1].upper() + last[1:]


def propose(
    book: Book, known: Known, icons: Collection[str], deck: str, is_file: Callable[[str], bool], folders: Sequence[str]
) -> tuple[str, list[Note]]:
    """The text of a mapping for a book, and what the report says of it; no text, where no head is one that a mapping can name."""
    if not any(_is_head(name) for name in named_heads(book.sheets[0])):
        return "", []
    proposer = Proposer(book, known, icons, deck, is_file, folders)
    return proposer.text(), proposer.notes
