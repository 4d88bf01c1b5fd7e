"""Whether one word is another with a slip of the hand."""

from __future__ import annotations


def is_near(word: str, other: str) -> bool:
    """At most two letters wrong, missing, surplus or swapped, and at most a third of the longer word."""
    if abs(len(word) - len(other)) > 2 or word == other:
        return False
    return _distance(word, other) <= min(2, max(1, max(len(word), len(other)) // 3))


def _distance(word: str, other: str) -> int:
    """Edits that turn one into the other; two neighbours swapped count as one."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        last, before, row = before, row, [i]
        for j, goal in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != goal))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == goal:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
