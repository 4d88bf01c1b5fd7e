"""What a procedure changes as text: by how much, or into what, with the chance."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.build.numbers import percent, rounded
from penance_build.cli.showing.tables import fraction
from penance_build.cli.values import columns, plain
from penance_build.library.changes import Changed


def change_lines(changes: Sequence[Changed], only_percent: bool) -> list[str]:
    """A table of all changes; nothing where there are none."""
    if not changes:
        return []
    rows = [("changes", "of", "by", "chance", ""), *(row for item in changes for row in _changed(item))]
    if only_percent:
        rows = [(*row[:3], row[4] or row[3]) if at == 0 else (*row[:3], row[4]) for at, row in enumerate(rows)]
    return [*columns(rows, right=tuple(range(2, len(rows[0]))))]


def _changed(item: Changed) -> list[tuple[str, ...]]:
    """The lines of what changes: by how much, or into what, with the chance."""
    whose = "" if item.owner is None else f"{'player ' * isinstance(item.owner, int)}{item.owner}"
    rows: list[tuple[str, ...]] = []
    for at, (value, p) in enumerate(item.chances.items()):
        shown = f"{value:+d}" if item.is_number and value else plain(value)
        rows.append(((item.name, whose) if at == 0 else ("", "")) + (shown, fraction(p), percent(p)))
    if item.mean is not None and len(rows) > 1:
        rows.append(("", "", "mean", fraction(item.mean), rounded(item.mean, 4)))
    return rows
