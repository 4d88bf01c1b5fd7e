"""A mapping as its author wrote it, as records that know their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span
from penance_build.sheets.reading.open import Wanted
from penance_build.source.text.tokens import written
from penance_build.source.tree import SourceFile

# What a column can be besides an attribute.
TARGETS: Final = ("id", "name", "type", "slot", "faction", "text", "also_text", "back", "copies", "deck", "note", "ignore")
# Keys of cards that are rules, and so in no sheet.
_RULES: Final = frozenset(("effects", "text_only", "source", "ruling", "when", "each"))
# Keys that no attribute can have for its id, though a column says a type.
_OWN: Final = frozenset(("name", "type", "slot", "faction", "text", "also_text", "back", "note"))
# Targets that several columns may have: their cells stand below one another, or beside one another.
SHARED: Final = frozenset(("text", "also_text", "deck", "note", "ignore", "faction"))
_SPACES: Final = re.compile(r"\s+")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")


def plain_head(text: str) -> str:
    """A head as heads are compared: without capitals and outer spaces, inner ones as one."""
    return _SPACES.sub(" ", text).strip().casefold()


class Place(Struct, frozen=True):
    """A key of a mapping's file."""

    file: SourceFile
    container: Any
    key: str | int

    @property
    def span(self) -> Span:
        """Where the key stands."""
        return self.file.positions.key(self.container, self.key)

    @property
    def value_span(self) -> Span:
        """Where its value stands."""
        return self.file.positions.value(self.container, self.key)


class Column(Struct, frozen=True):
    """One column: its head as written, and what becomes of its cells; ``to`` has two targets where ``split`` cuts cells."""

    head: str
    to: tuple[str, ...]
    place: Place
    values: Mapping[str, str | int | bool] = {}
    separator: str = ""
    split: str = ""
    type: str = ""
    shown: str = ""
    name: str = ""
    folder: str = ""  # of pictures whose cells name none
    ending: str = ""  # of pictures whose cells have none

    @property
    def is_attribute(self) -> bool:
        """Whether it is an attribute: a column that says a type or has two ends is one, whatever it is called."""
        return bool(self.type) or len(self.to) > 1 or self.to[0] not in TARGETS

    @property
    def is_spelt_out(self) -> bool:
        """Whether it says more of an attribute than its id."""
        return bool(len(self.to) > 1 or self.type or self.shown or self.name or self.separator or self.folder or self.ending)


class SheetMap(Struct, frozen=True):
    """A whole mapping; ``declare`` is what an import declares, as the sections of a file would have it."""

    columns: tuple[Column, ...]
    place: Place
    wanted: Wanted = Wanted()
    has_markup: bool = False
    skip: Mapping[str, frozenset[str]] = {}
    ids: str = ""
    names: str = ""
    defaults: Mapping[str, str | int | bool] = {}
    symbols: Mapping[str, str] = {}
    declare: Mapping[str, Mapping[str, Any]] = {}

    def at(self, key: str) -> Place:
        """The place of one of its fields."""
        return Place(self.place.file, self.place.container[self.place.key] if self.place.key != "" else self.place.container, key)


def holes(pattern: str) -> list[str]:
    """The heads that a pattern of ids or names has in braces."""
    return _HOLE.findall(pattern)


def filled(pattern: str, cells: Mapping[str, str]) -> str:
    """A pattern with cells in its braces, by plain heads."""
    return _SPACES.sub(" ", _HOLE.sub(lambda hole: cells.get(plain_head(hole[1]), ""), pattern)).strip()


def read_map(file: SourceFile, container: Any, key: str | int, *, may_guess: bool = False) -> SheetMap:
    """The mapping under a key of a file, or the whole file where the key is ""; its schema has been held against it."""
    raw = container[key] if key != "" else container
    sheet = raw.get("sheet", ())
    separator = written(raw.get("separator", ""))
    wanted = Wanted(
        (sheet,) if isinstance(sheet, str) else tuple(map(written, sheet)),
        written(raw.get("rows", "")),
        int(raw.get("head", 0)),
        written(raw.get("encoding", "")),
        "\t" if separator == "tab" else separator,
        may_guess,
    )
    return SheetMap(
        tuple(_column(file, raw["columns"], head) for head in raw["columns"]),
        Place(file, container, key),
        wanted,
        raw.get("markup") == "penance",
        {plain_head(head): frozenset(plain_head(written(cell)) for cell in cells) for head, cells in raw.get("skip", {}).items()},
        written(raw.get("ids", "")),
        written(raw.get("names", "")),
        raw.get("defaults", {}),
        raw.get("symbols", {}),
        raw.get("declare", {}),
    )


def _column(file: SourceFile, columns: Any, head: str) -> Column:
    value, place = columns[head], Place(file, columns, head)
    if not isinstance(value, dict):
        return Column(head, (written(value),), place)
    to = value["to"]
    return Column(
        head,
        tuple(map(written, to)) if isinstance(to, list) else (written(to),),
        place,
        {plain_head(written(cell)): stands for cell, stands in value.get("values", {}).items()},
        separator=written(value.get("list", "")),
        split=written(value.get("split", "")),
        type=written(value.get("type", "")),
        shown=written(value.get("shown", "")),
        name=written(value.get("name", "")),
        folder=written(value.get("folder", "")).strip("/"),
        ending=written(value.get("ending", "")).strip("."),
    )


def clashes(mapping: SheetMap) -> Iterable[Problem]:
    """Columns that cannot be what they are said to be, or not both."""
    first: dict[str, Column] = {}
    for column in mapping.columns:
        place = column.place
        for target in column.to:
            other = first.setdefault(f"{column.is_attribute}{target}", column)
            if other is not column and (target not in SHARED or column.is_attribute):
                message = f"two columns are `{target}`: `{other.head}` and `{column.head}`"
                yield Problem("E171", message, place.span, "one of them is something else, or `ignore`")
            elif target in _RULES or (target in _OWN and column.is_attribute):
                hint = f"the targets are {', '.join(TARGETS)}, or an attribute"
                wrong = (
                    f"`{target}` of a card stands in no sheet"
                    if target in _RULES
                    else f"`{target}` is no attribute: it has no type, and no second end"
                )
                yield Problem("E171", wrong, place.span, hint)
        if len(column.to) != 1:
            wrong = (
                f"{len(column.to)} targets; a range has two ends"
                if len(column.to) > 2
                else ""
                if column.split
                else "two targets and no `split:`"
            )
            if wrong:
                yield Problem("E171", f"`{column.head}` has {wrong}", place.span, 'say what cuts its cells: `split: "-"`')
