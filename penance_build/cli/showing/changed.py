"""What a procedure changes as text: by how much, or into what, with the chance."""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.build.numbers import percent, ratio, rounded
from penance_build.cli.values import columns, plain
from penance_build.library.changes import Changed


def change_lines(changes: Sequence[Changed]) -> list[str]:
    """A table of all changes; nothing where there are none."""
    if not changes:
        return []
    rows = [("changes", "of", "by", "chance", ""), *(row for item in changes for row in _changed(item))]
    return [*columns(rows, right=(2, 3, 4))]


def _changed(item: Changed) -> list[tuple[str, ...]]:
    """The lines of what changes: by how much, or into what, with the chance."""
    whose = "" if item.owner is None else f"{'player ' * isinstance(item.owner, int)}{item.owner}"
    rows: list[tuple[str, ...]] = []
    for at, (value, p) in enumerate(item.chances.items()):
        shown = f"{value:+d}" if item.is_number and value else plain(value)
        rows.append(((item.name, whose) if at == 0 else ("", "")) + (shown, ratio(p) if len(ratio(p)) <= 20 else "", percent(p)))
    if item.mean is not None and len(rows) > 1:
        rows.append(("", "", "mean", ratio(item.mean) if len(ratio(item.mean)) <= 20 else "", rounded(item.mean, 4)))
    return rows
