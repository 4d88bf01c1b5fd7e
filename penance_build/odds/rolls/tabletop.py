"""What is asked of dice that lie on the table, and of lists, by the words of the reference: for rolls that are kept whole.

Generated code calls these for every state, so they read columns of numbers where the interpreter reads a die; random
programs test that both agree.
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


def at_or_0(numbers: Sequence[int], place: int) -> int:
    """The number in a place, counted from 1; 0 where there is none: a question may be put to states in which no path asks it."""
    return numbers[place - 1] if 0 < place <= len(numbers) else 0


def put(numbers: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The list with another number in a place."""
    return (*numbers[: place - 1], value, *numbers[place:])


def first(numbers: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The first numbers."""
    return numbers[: max(0, count)]


def in_order(numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers from the least."""
    return tuple(sorted(numbers))


def best(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """So many of the greatest numbers, the greatest first."""
    return tuple(sorted(numbers, reverse=True)[: max(0, count)])


def worst(numbers: Sequence[int], count: int) -> tuple[int, ...]:
    """So many of the least numbers, the least first."""
    return tuple(sorted(numbers)[: max(0, count)])


def greatest(numbers: Sequence[int]) -> int:
    """The greatest number; 0 of none."""
    return max(numbers, default=0)


def least(numbers: Sequence[int]) -> int:
    """The least number; 0 of none."""
    return min(numbers, default=0)


def most(numbers: Sequence[int]) -> int:
    """How often the most frequent number stands in it."""
    return max(map(numbers.count, numbers), default=0)
