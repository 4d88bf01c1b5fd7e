"""What a column seems to be, by its cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct, field

from penance_build.sheets.mapping.values import SIGN, hyphened, is_day, is_error, is_picture, words
from penance_build.sheets.reading.cells import EMPTY_KIND, LIST, NESTED, Cell

_WHOLE: Final = re.compile(rf"{SIGN}?[0-9]{{1,9}}(?:\.0+)?")
_COUNT: Final = re.compile(r"[0-9]{1,9}(?:\.0+)?")
_RANGE: Final = re.compile(r"[0-9]{1,9}\s*[-\u2010-\u2014\u2212]\s*[0-9]{1,9}")
_SEPARATORS: Final = (";", "|", ",", "/", "\n")
_SHORT: Final = 32  # characters of a word of a list, or of an enum
_ROUND: Final = (9, 20, 99, 999, 9_999, 99_999)


class Guess(Struct, frozen=True):
    """What the cells of a column are: empty, number, range, truth, image, list, words, prose or text; and why.

    ``declared`` are the fields of an attribute of that kind; ``values`` are words among numbers that stand for nothing.
    """

    kind: str
    why: str
    declared: dict[str, Any] = field(default_factory=dict)
    separator: str = ""
    values: tuple[str, ...] = ()
    distinct: int = 0
    is_whole: bool = False  # no cell is empty
    is_unique: bool = False


def guess(cells: Sequence[Cell]) -> Guess:
    """The kind of a column."""
    cells = _meant(cells)
    full = [cell for cell in cells if cell.kind != EMPTY_KIND]
    texts = [cell.text.strip() for cell in full]
    if not texts:
        return Guess("empty", "no cell has anything")
    found = _guess(full, texts)
    distinct = len({text.casefold() for text in texts})
    optional = {"optional": True} if len(full) < len(cells) and found.kind in ("number", "range", "truth", "words") else {}
    is_whole = len(full) == len(cells)
    return Guess(
        found.kind, found.why, {**found.declared, **optional}, found.separator, found.values, distinct, is_whole, distinct == len(cells)
    )


def _meant(cells: Sequence[Cell]) -> Sequence[Cell]:
    """The cells that say what a column is: without errors of a spreadsheet, and without days among numbers, which it made of a 3-5."""
    cells = [cell for cell in cells if not is_error(cell)] or cells
    full = [cell for cell in cells if cell.kind != EMPTY_KIND]
    odd = [cell for cell in full if not _is_numeric(cell.text.strip())]
    is_few = 0 < len(odd) * 2 <= len(full)
    return [cell for cell in cells if not is_day(cell)] if is_few and all(map(is_day, odd)) else cells


def _is_numeric(text: str) -> bool:
    return bool(_WHOLE.fullmatch(text) or _RANGE.fullmatch(text)) or text.casefold() in words().nothing


def _guess(full: list[Cell], texts: list[str]) -> Guess:
    count = len(texts)
    nothing = tuple(sorted({text for text in texts if text.casefold() in words().nothing}))
    rest = [text for text in texts if text not in nothing] or texts
    if all(_WHOLE.fullmatch(text) for text in rest):
        return _numbers(rest, nothing)
    if all(_WHOLE.fullmatch(text) or _RANGE.fullmatch(text) for text in rest) and any(_RANGE.fullmatch(text) for text in rest):
        most = max(int(number) for text in rest for number in re.findall("[0-9]+", text))
        return Guess("range", f"{_cells(count)}, numbers and ranges up to {most}", {"type": f"0..{_round(most)}"}, values=nothing)
    if len({text.casefold() for text in rest}) <= 2 and all(text.casefold() in words().yes | words().no for text in rest):
        return Guess("truth", f"{_cells(count)}, all of them yes or no", {"type": "bool"})
    if all(map(is_picture, rest)):
        return Guess("image", f"{_cells(count)}, all of them names of pictures", {"type": "image"})
    if any(cell.kind == NESTED for cell in full):
        return Guess("nested", "lists or objects within lists")
    return _listed(full, rest) or _words(rest) or _prose(rest)


def _numbers(rest: list[str], nothing: tuple[str, ...]) -> Guess:
    numbers = [int(hyphened(text.partition(".")[0])) for text in rest]
    low, high = min(numbers), max(numbers)
    declared: dict[str, Any] = {"type": f"{min(0, low) and -_round(-low)}..{_round(max(high, 0))}"}
    if any(text.startswith("+") for text in rest):
        declared["signed"] = True
    why = f"{_cells(len(rest))}, whole numbers from {low} to {high}"
    return Guess("number", why + (f"; {', '.join(nothing)} for none" if nothing else ""), declared, values=nothing)


def is_counts(cells: Sequence[Cell]) -> bool:
    """Whether most cells say how many of something there are; the others are then wrong, each at its place."""
    texts = [cell.text.strip() for cell in cells if cell.kind != EMPTY_KIND]
    return sum(_COUNT.fullmatch(text) is not None for text in texts) * 2 > len(texts)


def not_numbers(cells: Sequence[Cell]) -> tuple[int, ...]:
    """The indices of the few cells without which a column would be numbers; none, where it does not look like numbers.

    One is few among two others.
    """
    full = [index for index, cell in enumerate(cells) if cell.kind != EMPTY_KIND and cell.text.strip().casefold() not in words().nothing]
    odd = [index for index in full if not _WHOLE.fullmatch(text := cells[index].text.strip()) and not _RANGE.fullmatch(text)]
    return tuple(odd) if len(odd) * 4 <= len(full) or (len(odd) == 1 and len(full) > 2) else ()


def _round(most: int) -> int:
    return next((bound for bound in _ROUND if most <= bound), most)


def _listed(full: list[Cell], rest: list[str]) -> Guess | None:
    """Short items with one separator between them, which come again."""
    if any(cell.kind == LIST for cell in full):
        all_items = {item.casefold() for cell in full for item in (cell.items or (cell.text,))}
        return Guess("list", f"{_cells(len(rest))}, lists of {len(all_items)} different items", {}, ";")
    for separator in _SEPARATORS:
        cut = [[item.strip() for item in text.split(separator)] for text in rest]
        several = sum(len(found) > 1 for found in cut)
        if several * 5 < len(rest) or several < 2:
            continue
        items = Counter(item.casefold() for found in cut for item in found if item)
        is_short = max(map(len, items)) <= _SHORT and not any(item.endswith((".", "!", "?")) for item in items)
        if is_short and len(items) * 3 <= items.total() * 2:
            shown = separator if separator != "\n" else "line ends"
            return Guess("list", f"{_cells(len(rest))}, lists with {shown} between {len(items)} different items", {}, separator)
    return None


def _words(rest: list[str]) -> Guess | None:
    """Few short words that come again and again."""
    distinct = {text.casefold() for text in rest}
    if len(distinct) > max(12, len(rest) // 4) or len(distinct) * 3 > len(rest) * 2 or max(map(len, distinct)) > _SHORT:
        return None
    if any("\n" in text or text.endswith((".", "!", "?")) for text in distinct) or all(_is_number(text) for text in distinct):
        return None
    return Guess("words", f"{_cells(len(rest))}, {len(distinct)} different words")


def _is_number(text: str) -> bool:
    return not any(letter.isalpha() for letter in text)


def _prose(rest: list[str]) -> Guess:
    length = sum(map(len, rest)) // len(rest)
    is_prose = length >= 40 or sum(" " in text and text.rstrip().endswith((".", "!", "?", "…", "”", '"')) for text in rest) * 2 > len(rest)
    return Guess("prose" if is_prose else "text", f"{_cells(len(rest))}, texts of about {length} characters", {"type": "text"})


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count:,} cells"
