"""Where something stands in the file of a template: the engines tell a line or a name, and authors look for line and column."""

from __future__ import annotations

import re

from penance_build.ir.record import Record


class Spot(Record):
    """A part of one line of a file; columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end: int


def spot(file: str, text: str, line: int, word: str = "") -> Spot | None:
    """The word in a line of a template; without it there the first tag of Jinja, else the line. None where there is no such line."""
    rows = text.splitlines()
    if not 1 <= line <= len(rows):
        return None
    row = rows[line - 1]
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", row) if word else None
    found = found or re.search(r"\{[{%].*?[%}]\}|\{[{%].*", row) or re.search(r"\S.*", row)
    return Spot(file, line, 1, 2) if found is None else Spot(file, line, found.start() + 1, max(found.end(), found.start() + 1) + 1)


def declared(file: str, text: str, css: str, value: str) -> Spot | None:
    """Where a property of a style is given this value, or else where it is given any."""
    places = list(re.finditer(rf"(?<![\w-]){re.escape(css)}\s*:\s*(?P<value>[^;{{}}\"'<>]*)", text, re.IGNORECASE))
    same = [found for found in places if "".join(found["value"].split()).lower() == "".join(value.split()).lower()]
    return _at(file, text, (same or places)[0].start(), len(css)) if places else None


def word_at(file: str, text: str, word: str) -> Spot | None:
    """Where a word stands first."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
    return None if found is None else _at(file, text, found.start(), len(word))


def _at(file: str, text: str, start: int, length: int) -> Spot:
    before = text[:start]
    column = start - (before.rfind("\n") + 1) + 1
    return Spot(file, before.count("\n") + 1, column, column + length)
