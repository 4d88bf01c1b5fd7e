"""A small integer hash of our own, so that an ornament seeded by an id is the same in every process and on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


def hash32(text: str) -> int:
    """FNV-1a over UTF-8, finished by two xor-shifts with odd multipliers, as an unsigned 32-bit number."""
    value = 0x811C9DC5
    for byte in text.encode("utf-8"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x7FEB352D) & 0xFFFFFFFF
    value = ((value ^ (value >> 15)) * 0x846CA68B) & 0xFFFFFFFF
    return value ^ (value >> 16)


def draw(seed: str, what: str, count: int) -> int:
    """A number from 0 to ``count`` - 1 that depends on the seed and on what it decides, on nothing drawn before."""
    return hash32(f"{seed}\n{what}") % count


def pick(seed: str, what: str, items: Sequence[Item]) -> Item:
    """One of the items, by the same rule."""
    return items[draw(seed, what, len(items))]
