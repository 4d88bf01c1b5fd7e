"""Ids that programs want from a game: from hashes, so that the same game has the same, and none twice."""

from __future__ import annotations

import hashlib


class Guids:
    """Gives ids of so many hex digits, none twice; ``space`` tells games apart."""

    def __init__(self, space: str, digits: int) -> None:
        self._space, self._digits = space, digits
        self._given: set[str] = set()

    def of(self, name: str) -> str:
        """The id of a thing by its name."""
        for turn in range(1 << 16):
            found = hashlib.sha256(f"{self._space}\0{name}\0{turn}".encode()).hexdigest()[: self._digits]
            if found not in self._given:
                self._given.add(found)
                return found
        raise AssertionError(f"no id is left for {name}")
