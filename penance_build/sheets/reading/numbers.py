"""Numbers as spreadsheets and JSON write them, without fractions of ours: whole ones exactly, others as their digits."""

from __future__ import annotations

import re
from decimal import Context, Decimal, InvalidOperation
from typing import Final

_SHOWN: Final = Context(prec=15)  # what a spreadsheet shows: 0.1 + 0.2 is 0.3
_MOST: Final = 20  # beyond so many digits no number is written out
_WRITTEN: Final = re.compile(r"[-+]?[0-9]{1,400}(?:\.[0-9]{0,400})?(?:[eE][-+]?[0-9]{1,6})?")
_EPOCH: Final = 693_899  # days from 0000-03-01 to 1899-12-30, with which serial dates begin


def plain_number(text: str) -> tuple[str, bool]:
    """A number as its plain digits, and whether it is whole: ``3.0`` is 3, ``2.50`` is 2.5."""
    if not _WRITTEN.fullmatch(text):
        return text, False
    try:
        number = _SHOWN.plus(Decimal(text)) if "." in text or "e" in text.lower() else Decimal(text)
    except InvalidOperation:
        return text, False
    if not number:
        return "0", True
    if abs(number.adjusted()) > _MOST:
        return text, False
    digits = format(number.normalize(_SHOWN) if "." in text or "e" in text.lower() else number, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits, "." not in digits


def date_of(serial: str, is_1904: bool) -> str:
    """The day and time of a serial number of a spreadsheet, as ISO 8601 writes them."""
    try:
        number = Decimal(serial)
        days = int(number)
    except (InvalidOperation, ValueError, OverflowError):
        return serial
    if not 0 <= days < 2_958_466:
        return serial
    seconds = int((number - days) * 86_400 + Decimal("0.5"))
    day = _civil(days + (1462 if is_1904 else 0))
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}" if seconds else ""
    return clock if clock and not days else f"{day} {clock}".strip()


def _civil(serial: int) -> str:
    """The day of a serial number: the Gregorian calendar, with years that begin in March."""
    era, day = divmod(serial + _EPOCH, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    rest = day - (365 * year + year // 4 - year // 100)
    month = (5 * rest + 2) // 153
    return f"{era * 400 + year + (month >= 10):04}-{month + 3 if month < 10 else month - 9:02}-{rest - (153 * month + 2) // 5 + 1:02}"
