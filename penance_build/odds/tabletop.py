"""What is asked of dice that lie on the table, by the words of the reference: for rolls that are kept whole.

Generated code calls these for every state, so they read columns of numbers where the interpreter reads a die; that both mean
the same is held by random programs.
"""

from __future__ import annotations

from collections.abc import Sequence


def keep(faces: Sequence[int], values: Sequence[int], count: int, high: bool) -> tuple[int, ...]:
    """The ``count`` highest (or lowest) dice, in the order rolled; among equals the earlier one."""
    order = sorted(range(len(faces)), key=lambda i: (-values[faces[i]] if high else values[faces[i]], i))
    return tuple([faces[i] for i in sorted(order[: max(0, count)])])


def same(faces: Sequence[int], ids: Sequence[int]) -> int:
    """The greatest number of dice that show one face id."""
    shown = [ids[face] for face in faces]
    return max(map(shown.count, shown), default=0)


def run(faces: Sequence[int], values: Sequence[int]) -> int:
    """The longest run of consecutive values."""
    shown = {values[face] for face in faces}
    best = 0
    for value in shown:
        if value - 1 not in shown:
            length = 1
            while value + length in shown:
                length += 1
            best = max(best, length)
    return best
