"""Run every ``bench_*.py`` beside this file and print one table; exit 1 where a ratio is beyond its bound.

A bench script prints rows ``name | ours | theirs | ratio | bound``: the two figures with their unit, their ratio, and
the bound that it promises to keep (empty: none). ``python bench/run.py NAME...`` runs only the scripts so named.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEAD = ("name", "ours", "theirs", "ratio", "bound")


def scripts(names: list[str]) -> list[Path]:
    found = sorted(HERE.glob("bench_*.py"))
    return [path for path in found if not names or path.stem.removeprefix("bench_") in names]


def rows_of(path: Path) -> list[tuple[str, ...]]:
    """The rows that one script prints. Raises RuntimeError where it fails or prints none."""
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, cwd=HERE.parent, check=False)
    rows = [tuple(cell.strip() for cell in line.split("|")) for line in done.stdout.splitlines() if line.count("|") == len(HEAD) - 1]
    rows = [row for row in rows if row != HEAD]
    if done.returncode != 0 or not rows:
        raise RuntimeError(f"{path.name} gave no rows\n{done.stdout}{done.stderr}")
    return rows


def number(text: str) -> float | None:
    """The number at the start of a cell, or None: ``0.31x`` is 0.31."""
    digits = ""
    for character in text.lstrip("<>= "):
        if not (character.isdigit() or character == "."):
            break
        digits += character
    return float(digits) if digits.strip(".") else None


def is_beyond(row: tuple[str, ...]) -> bool:
    ratio, bound = number(row[3]), number(row[4])
    return ratio is not None and bound is not None and ratio > bound


def main(names: list[str]) -> int:
    found = scripts(names)
    if not found:
        print("no such bench; there are:", ", ".join(path.stem.removeprefix("bench_") for path in scripts([])), file=sys.stderr)
        return 2
    table: list[tuple[str, ...]] = [HEAD]
    failed = False
    for path in found:
        print(f"{path.name} ...", file=sys.stderr, flush=True)
        try:
            table += rows_of(path)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            failed = True
    widths = [max(len(row[place]) for row in table) for place in range(len(HEAD))]
    for row in table:
        beyond = is_beyond(row)
        failed = failed or beyond
        line = " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        print(line + ("  <-- beyond its bound" if beyond else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
