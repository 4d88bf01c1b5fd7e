"""How long sheets of cards take: a workbook beside openpyxl, CSV beside ``csv``, and a whole import beside the three seconds promised.

Ten thousand rows of twelve columns, CPU time, the best of several runs each in turn. What was read is compared before.
"""

from __future__ import annotations

import csv
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import openpyxl

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.timing import process_seconds, seconds  # noqa: E402
from penance_build.sheets.reading.delimited import read_delimited  # noqa: E402
from penance_build.sheets.reading.open import Wanted, open_book  # noqa: E402
from penance_build.sheets.reading.workbook import read_workbook  # noqa: E402

ROWS = 10_000
ROUNDS = 3
HEADS = ("Name", "Type", "Cost", "Attack", "Health", "Text", "Flavour", "Keywords", "Qty", "Faction", "Rarity", "Artist")


def rows() -> list[list[str | int]]:
    """The cards; every number gives another."""
    return [
        [
            f"Card number {n}", ("Attack", "Event", "Ally")[n % 3], n % 9, n % 12, n % 20,
            f"Deal {n % 9} damage to a foe, then draw {n % 3}.", "Words said by nobody in particular.",
            ("Swift; Wise", "Guard", "")[n % 3], 1 + n % 2, ("Red", "Blue")[n % 2],
            ("Common", "Rare")[n % 2], f"Painter {n % 40}",
        ]
        for n in range(ROWS)
    ]  # fmt: skip


def files() -> tuple[bytes, bytes]:
    """The cards as a workbook and as CSV."""
    made = openpyxl.Workbook(write_only=True)
    sheet = made.create_sheet("Cards")
    stream, text = io.BytesIO(), io.StringIO()
    writer = csv.writer(text)
    for row in (list(HEADS), *rows()):
        sheet.append(row)
        writer.writerow(row)
    made.save(stream)
    return stream.getvalue(), text.getvalue().encode()


def ours(name: str, data: bytes) -> list[list[str]]:
    """The cells as our readers give them."""
    read_workbook.cache_clear()
    read_delimited.cache_clear()
    book, problems = open_book(name, data, Wanted())
    assert book is not None, problems
    return [[cell.text for cell in row.cells] for row in book.sheets[0].rows]


def by_openpyxl(data: bytes) -> list[list[str]]:
    """The cells as openpyxl gives them: the stored values alone."""
    sheet = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)["Cards"]
    return [["" if value is None else str(value) for value in row] for row in sheet.iter_rows(min_row=2, values_only=True)]


def by_csv(data: bytes) -> list[list[str]]:
    """The cells as Python's reader gives them, without places."""
    return list(csv.reader(io.StringIO(data.decode(), newline="")))[1:]


def beside(name: str, own: Callable[[], object], other: Callable[[], object], them: str, bound: str) -> None:
    """One row: ours and theirs in turn, the best of each."""
    assert own() == other()
    pairs = [(seconds(own), seconds(other)) for _ in range(ROUNDS)]
    mine, theirs = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
    print(f"{name} | {mine * 1000:.0f} ms | {theirs * 1000:.0f} ms {them} | {mine / theirs:.2f} | {bound}")


def main() -> None:
    """Print the rows."""
    workbook, text = files()
    beside("a workbook of 10,000 rows", lambda: ours("a.xlsx", workbook), lambda: by_openpyxl(workbook), "openpyxl", "0.75")
    beside("CSV of 10,000 rows, with places", lambda: ours("a.csv", text), lambda: by_csv(text), "csv", "")
    with tempfile.TemporaryDirectory() as folder:
        for name, data in (("cards.xlsx", workbook), ("cards.csv", text)):
            path = Path(folder, name)
            path.write_bytes(data)
            command = [sys.executable, "-m", "penance_build", "import", str(path), "-o"]
            best = min(process_seconds([*command, f"{path}-{number}"]) for number in range(ROUNDS))
            print(f"penance import of 10,000 rows, {name} | {best:.2f} s | 3 s promised | {best / 3:.2f} | 1")


if __name__ == "__main__":
    main()
