"""The best policy as text: its value, and for each choice the table of its decisions."""

from __future__ import annotations

from collections.abc import Iterator

from penance_build.build.numbers import ratio, rounded
from penance_build.cli.values import columns, plain
from penance_build.library.best import BestAnswer, PolicyRow


def best_lines(found: BestAnswer) -> Iterator[str]:
    """The value of what was sought, then the decisions."""
    word = "worst" if found.lowest else "best"
    yield f"{word} {found.aim} = {ratio(found.value)} = {rounded(found.value, 4)}, player {found.player}"
    for choice in dict.fromkeys(row.choice for row in found.policy):
        yield f"{choice}:"
        for line in columns(decision_table([row for row in found.policy if row.choice == choice])):
            yield f"  {line}"


def decision_table(rows: list[PolicyRow]) -> list[tuple[str, ...]]:
    """The decisions of one choice as a table; those that follow one another by one number are one line."""
    names = list(dict.fromkeys(name for row in rows for name in row.when))
    groups: list[list[PolicyRow]] = []
    for row in rows:
        whole = len(names) == 1 and all(isinstance(value, int) and not isinstance(value, bool) for value in row.when.values())
        if whole and groups and groups[-1][-1].option == row.option:
            groups[-1].append(row)
        else:
            groups.append([row])
    lines: list[tuple[str, ...]] = [(*names, "take", "worth")]
    for group in groups:
        first, last = group[0], group[-1]
        seen = [plain(first.when[name]) if name in first.when else "" for name in names]
        if first is not last:
            seen = [f"{seen[0]}..{plain(last.when[names[0]])}"]
        worth = [rounded(row.value, 4) for row in (first, last)]
        lines.append((*seen, first.option, worth[0] if first is last else "..".join(worth)))
    return lines
