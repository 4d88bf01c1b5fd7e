"""One cell as a value of a card: a number, a truth, a word, a list of words, a text; or why it is none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from penance_build.limits import MAX_INTEGER
from penance_build.sheets.reading.cells import DATE, ERROR, FORMULA, FRACTION, NESTED, Cell
from penance_build.sheets.reading.numbers import plain_number
from penance_build.source.text.report import shown

SIGN: Final = "[+\\-\u2212\u2013]"  # of a number, as people write it
_WHOLE: Final = re.compile(f"{SIGN}?[0-9]+")
_POINTED: Final = re.compile(f"{SIGN}?[0-9]+\\.[0-9]+")
_PICTURE: Final = re.compile(r".*\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)
MOST_COPIES: Final = 2000
_NO_COPIES: Final = "0 for none; where the column means something else, say so in a mapping (`--map`)"
_DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_TIMES: Final = re.compile(
    r"(?P<name>.*?\S)\s*[x\u00d7]\s*(?P<after>[0-9]+)|(?P<before>[0-9]+)\s*[x\u00d7]\s+(?P<then>\S.*)", re.IGNORECASE
)


# What spreadsheets write for a formula that failed, in several languages.
_ERRORS: Final = re.compile(
    r"#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|ERROR!|BEZUG!|NV|WERT!|ZAHL!|NOM\?|VALEUR!|NOMBRE!|\u00a1REF!"
    r"|\u00a1VALOR!|\u00bfNOMBRE\?|\u00a1DIV/0!|VALORE!|NOME\?|WAARDE!|ADR!)|Err:[0-9]{3}",
)
_LONGEST_DAY: Final = 24
_MONTHS: Final = (
    "jan(?:uary|uar|v)?|feb(?:ruary|ruar)?|f\u00e9v(?:r)?|mar(?:ch|t|s)?|m\u00e4r(?:z)?|mrz|mrt|apr(?:il)?|avr(?:il)?|abr|may|mai|mei|maj|maggio|mag"
    "|june?|juni?|juin|giu|july?|juli?|juil|lug|aug(?:ust)?|ao\u00fbt|ago|sept?(?:ember)?|set|o[ck]t(?:ober)?|ott|out|nov(?:ember)?|de[cz](?:ember)?"
    "|d\u00e9c|dic|ene|gen|fev|kwi|cze|lip|sie|wrz|pa\u017a|lis|gru|sty|lut"
)
_DAY: Final = re.compile(
    rf"[0-9]{{1,2}}(?:[.]? |[-./])(?:{_MONTHS})[.]?(?:[-./ ]{{1,2}}[0-9]{{2,4}})?|(?:{_MONTHS})[.]?[-./ ][0-9]{{1,4}}"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[/.][0-9]{1,2}[/.](?:[0-9]{2}|[0-9]{4})",
    re.IGNORECASE,
)


class Wrong(Exception):
    """A cell that is not what its column takes: a code, a message and a hint."""


class Words(Struct, frozen=True):
    """What people write for yes and no, and for the heads of columns: ``heads.toml``."""

    yes: frozenset[str]
    no: frozenset[str]
    nothing: frozenset[str]
    tinctures: tuple[str, ...]
    heads: Mapping[str, str]
    attributes: Mapping[str, Mapping[str, str]]


@cache
def words() -> Words:
    """The shipped words."""
    import tomllib  # here, because most games read no sheet

    found = tomllib.loads((Path(__file__).resolve().parent / "heads.toml").read_text(encoding="utf-8"))
    lists = {name: frozenset(found[name].split()) for name in ("yes", "no", "nothing")}
    heads = {head.strip(): target for target, line in found["heads"].items() for head in line.split("|")}
    attributes = {head.strip(): entry for entry in found["attribute"] for head in entry["heads"].split("|")}
    return Words(**lists, tinctures=tuple(found["tinctures"].split()), heads=heads, attributes=attributes)


def is_error(cell: Cell) -> bool:
    """Whether a cell holds what a spreadsheet writes for a formula that failed."""
    return cell.kind == ERROR or (cell.text.lstrip()[:1] in ("#", "E") and _ERRORS.fullmatch(cell.text.strip()) is not None)


def is_day(cell: Cell) -> bool:
    """Whether a cell is a day, or a text such as spreadsheets make of one: ``5-Mar``, ``05.Mrz``, ``2024-03-05``."""
    return cell.kind == DATE or (
        len(cell.text) <= _LONGEST_DAY
        and not cell.text.isalpha()
        and not cell.text.isdecimal()
        and _DAY.fullmatch(cell.text.strip()) is not None
    )


def check(cell: Cell, head: str) -> None:
    """Refuse a cell that has no value."""
    if cell.kind == FORMULA:
        message = f"this cell of `{head}` holds a formula without a stored value"
        raise Wrong("E169", message, "open the workbook in a spreadsheet program and save it again, so that values are stored")
    if is_error(cell):
        raise Wrong("E169", f"this cell of `{head}` holds the error {cell.text.strip()}", "mend its formula, or write the value")
    if cell.kind == NESTED:
        raise Wrong("E172", f"`{head}` holds lists or objects within a list here", "name columns within it, or `ignore` it")


def whole(cell: Cell, head: str) -> int:
    """A whole number."""
    text = cell.text.strip().replace("\u00a0", "")
    digits = text
    if _POINTED.fullmatch(text):
        digits = plain_number(hyphened(text))[0]
    if not _WHOLE.fullmatch(digits):
        raise Wrong("E172", f"`{head}` is a whole number, found {_found(cell)}", _hint(cell))
    number = int(hyphened(digits)) if len(digits) < 20 else MAX_INTEGER + 1
    if abs(number) > MAX_INTEGER:
        raise Wrong("E172", f"`{head}` is beyond the numbers that rules hold: {text[:30]}", f"{MAX_INTEGER:,} is the most")
    return number


def copies(cell: Cell, head: str) -> int:
    """How many copies go into a deck."""
    try:
        number = whole(cell, head)
    except Wrong as wrong:
        code, message, hint = wrong.args
        raise Wrong(code, message, hint if is_day(cell) else f"write how many go into the deck, {_NO_COPIES}") from None
    if not 0 <= number <= MOST_COPIES:
        raise Wrong("E174", f"`{head}` is 0 to {MOST_COPIES} copies, found {number}", f"write how many go into the deck, {_NO_COPIES}")
    return number


def hyphened(number: str) -> str:
    """A number in digits with the hyphen for its minus, as programs read it."""
    return number.replace("\u2212", "-").replace("\u2013", "-")


def is_picture(name: str) -> bool:
    """Whether a name ends as files of pictures do."""
    return _PICTURE.fullmatch(name) is not None


def ended(name: str, ending: str) -> str:
    """The name of a file, with the ending of its column where it has none of its own."""
    return f"{name}.{ending.removeprefix('.')}" if ending and not is_picture(name) else name


def picture(cell: Cell, folder: str, ending: str = "") -> str:
    """The path of a picture below the game's folder; a bare name lies in the folder that its column names, and has its ending."""
    name = ended(picture_name(cell), ending)
    return f"{folder}/{name}" if folder and "/" not in name else name


def picture_name(cell: Cell) -> str:
    """The path of a picture as its cell has it, also where that was written on Windows."""
    return cell.text.strip().replace("\\", "/")


def _found(cell: Cell) -> str:
    text = shown(cell.text)
    return f"the date {text}" if is_day(cell) else f"{text}, which is a fraction" if cell.kind == FRACTION else text


def _hint(cell: Cell) -> str:
    text = cell.text.strip()
    if is_day(cell):
        return "a spreadsheet takes 3-5 for a day: format the column as text and write it again"
    if cell.kind == FRACTION or re.fullmatch(r"[0-9]+[.,][0-9]+", text):
        return "rules hold whole numbers: write it so, in smaller units, or make the column a text (`type: text`)"
    if text.casefold() in words().nothing or not any(letter.isdigit() for letter in text):
        return f'say what it stands for (`values: {{"{text[:20]}": ""}}` is nothing), or make the column a text (`type: text`)'
    return "write digits alone, say what it stands for (`values:`), or make the column a text (`type: text`)"


def truth(cell: Cell, head: str) -> bool:
    """Yes or no."""
    text = cell.text.strip().casefold()
    if text in words().yes:
        return True
    if text in words().no:
        return False
    raise Wrong("E172", f"`{head}` is true or false, found {_found(cell)}", "write true or false, or say what it stands for (`values:`)")


def pair(cell: Cell, split: str, head: str) -> tuple[Cell, Cell]:
    """The two ends of a range; one number is both."""
    text = cell.text.strip()
    if is_day(cell):
        raise Wrong("E172", f"`{head}` is a range as 5{split}7, found {_found(cell)}", _hint(cell))
    start = 1 if text[:1] in _DASHES else 0  # the sign of the first
    marks = _DASHES if split.strip() in _DASHES else ""
    spots = [at for at in range(start, len(text)) if (text[at] in marks if marks else text.startswith(split, at))]
    if not spots:
        return cell, cell
    width = 1 if marks else len(split)
    low, high = text[: spots[0]], text[spots[0] + width :]
    if not low.strip() or not high.strip():
        raise Wrong("E172", f"`{head}` is a range as 5{split}7, found {_found(cell)}", "write both ends, or one number")
    return Cell(low.strip(), cell.kind, cell.start, cell.end), Cell(high.strip(), cell.kind, cell.start, cell.end)


def items(cell: Cell, separator: str) -> list[str]:
    """The items of a list, without outer spaces and without empty ones."""
    found = cell.items or (cell.text.split(separator) if separator else [cell.text])
    return [item.strip() for item in found if item.strip()]


def counted(text: str) -> tuple[str, int | None]:
    """A deck with how many copies go into it: ``Starter x3``, ``3 x Starter``; None where it says no number."""
    found = _TIMES.fullmatch(text)
    if found is None:
        return text, None
    return (found["name"], int(found["after"][:6])) if found["name"] else (found["then"], int(found["before"][:6]))
