"""A map of hexes in rows, each shifted by half a hex, with its layers as letters and the players as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from penance_build.engine.front.places import values_at
from penance_build.ir.nodes import CounterDef, Enum, Program, Space

WIDTH = 4  # characters of a hex; a row is shifted by half of it
ARROWS = "→↘↙←↖↗"  # the six directions, from the right and clockwise
DIRECTIONS = ("right", "down-right", "down-left", "left", "up-left", "up-right")


class Map:
    """One space of a game, drawn. ``counters`` have the names that they are shown with."""

    def __init__(self, program: Program, space: Space, counters: Mapping[str, CounterDef]) -> None:
        enums = program.by_id.enums
        self.space, self.hexes = space, len(space.cells)
        self.layers = [table for table in program.tables if table.id in space.layers]
        self.values = {table.id: values_at(table, self.hexes) for table in self.layers}
        self.letters: dict[str, dict[int, str]] = {}
        self.legend: list[str] = []
        self.words: dict[str, dict[int, str]] = {}
        taken = {"."}
        for table in self.layers:
            kind = table.outputs[0].type
            if kind.kind == "enum":
                self.letters[table.id] = self._named(enums[kind.ref], sorted(set(self.values[table.id])), taken)
                self.words[table.id] = dict(enumerate(member.name for member in enums[kind.ref].members))
            else:
                self.words[table.id] = {value: f"{table.name} {value}" for value in self.values[table.id] if value}
                self.letters[table.id] = {value: str(value)[-1] if value else " " for value in set(self.values[table.id])}
                self.legend.append(f"a number: {table.name}")
        self.spots = [counter for counter in counters.values() if counter.owner == space.id]
        self.marks = dict(zip((counter.id for counter in self.spots), _letters((counter.id for counter in self.spots), taken), strict=True))
        self.legend += [f"{self.marks[counter.id]} {counter.name}" for counter in self.spots]
        self.at, self.facing = counters.get(space.at), counters.get(space.facing)
        self.names = [member.name for member in enums[space.id].members]

    def _named(self, enum: Enum, used: list[int], taken: set[str]) -> dict[int, str]:
        """A letter for each member that lies on the map; the first member of the enum is a dot."""
        rest = [value for value in used if value != 0]
        letters = dict(zip(rest, _letters((enum.members[value].id for value in rest), taken), strict=True))
        found = {0: ".", **letters}
        self.legend += [f"{found[value]} {enum.members[value].name}" for value in used]
        return found

    def lines(self, counters: dict[str, list[int]]) -> list[str]:
        """The map with what stands on it; the hexes at both ends of a row have their names beside it."""
        left = min(2 * q + r for q, r in self.space.cells)
        aside = max(map(len, self.names))
        rows: dict[int, list[tuple[int, str, str]]] = {}
        for at, (q, r) in enumerate(self.space.cells):
            rows.setdefault(r, []).append(((2 * q + r - left) * WIDTH // 2, self.hex(at, counters), self.names[at]))
        lines = []
        for r in sorted(rows):
            row = sorted(rows[r])
            line = row[0][2].rjust(aside + row[0][0]) + "  "
            for column, text, _ in row:
                line = line.ljust(aside + 2 + column) + text
            lines.append(f"{line.rstrip()}  {row[-1][2]}")
        return lines

    def sign(self, counters: dict[str, list[int]], player: int) -> str:
        """A player on the map: the number, and an arrow for the way it looks."""
        return str(player + 1) + (ARROWS[counters[self.facing.id][player]] if self.facing is not None else "")

    def stands(self, counters: dict[str, list[int]], player: int) -> str:
        """Where a player stands, on what, and which way it looks, in words; "" where the game does not say it."""
        if self.at is None:
            return ""
        at = counters[self.at.id][player]
        on = [words for table in self.layers if (words := self.words[table.id].get(self.values[table.id][at]))]
        turned = [f"{self.facing.name} {DIRECTIONS[counters[self.facing.id][player]]}"] if self.facing is not None else []
        return ", ".join([f"{self.at.name} {self.names[at]}" + (f" ({', '.join(on)})" if on else ""), *turned])

    def apart(self, counters: dict[str, list[int]], one: int, two: int) -> int | None:
        """How many hexes two players stand from one another."""
        if self.at is None:
            return None
        here, there = (self.space.cells[counters[self.at.id][player]] for player in (one, two))
        q, r = here[0] - there[0], here[1] - there[1]
        return max(abs(q), abs(r), abs(q + r))

    def hex(self, at: int, counters: dict[str, list[int]]) -> str:
        """What is drawn of one hex: who stands there, else its layers; behind it what lies there."""
        here = [player for player, place in enumerate(counters[self.at.id]) if place == at] if self.at is not None else []
        lying = "".join(self.marks[counter.id] for counter in self.spots if counters[counter.id][at])
        if here:
            return (self.sign(counters, here[0]) + lying)[: WIDTH - 1]
        layers = "".join(self.letters[table.id][self.values[table.id][at]] for table in self.layers).rstrip()
        return ((layers or ".") + lying)[: WIDTH - 1]


def _letters(words: Iterable[str], taken: set[str]) -> list[str]:
    """A letter of its own for each word: its first, small or large, or the next that is free."""
    found = []
    for word in words:
        wanted = [letter for first in word for letter in (first, first.upper()) if letter.isalpha()]
        letter = next((letter for letter in [*wanted, *"abcdefghijklmnopqrstuvwxyz"] if letter not in taken), "?")
        taken.add(letter)
        found.append(letter)
    return found
