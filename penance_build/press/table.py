"""A list for programs and for spreadsheets: values parted by commas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

# What a spreadsheet would compute, where a text begins so.
_COMPUTED = ("=", "+", "-", "@", "\t", "\r")


def csv_bytes(heads: Sequence[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    """The table as UTF-8, lines ended as RFC 4180 says; an apostrophe keeps a text from being taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([f"'{cell}" if isinstance(cell, str) and cell.startswith(_COMPUTED) else cell for cell in row] for row in rows)
    return out.getvalue().encode("utf-8")
