"""Sources of random faces: the specified generator, or scripted faces.

The generator is sfc32 (three 32-bit words and a counter), the same in every engine; ``docs/ir.md`` has its test vectors.
A source is asked for a number of faces under a name, and answers with face indices; it does not decide what is rolled.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from penance_build.ir.nodes import Die
from penance_build.ir.ops import LIMIT

WORD = 0xFFFFFFFF
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,15})")


class RunError(Exception):
    """A run that cannot go on: its message is for the player."""


class DiceError(RunError):
    """Too few or too many scripted dice, or none at all."""


class Generator(Struct):
    """The state of the generator: four 32-bit words."""

    a: int
    b: int
    c: int
    counter: int

    def word(self) -> int:
        """The next 32-bit word."""
        result = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = ((((self.c << 21) | (self.c >> 11)) & WORD) + result) & WORD
        return result

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely: words past the last whole multiple are thrown away."""
        limit = (WORD + 1) - (WORD + 1) % bound
        while True:
            word = self.word()
            if word < limit:
                return word % bound


def seeded(seed: int) -> Generator:
    """The generator of a seed from 0 to 2^53 - 1: words 0, low, high, counter 1, and the first twelve words thrown away."""
    if not 0 <= seed <= LIMIT:
        raise RunError(f"a seed is a whole number from 0 to {LIMIT}, not {seed}")
    generator = Generator(0, seed & WORD, seed >> 32, 1)
    for _ in range(12):
        generator.word()
    return generator


def named_face(die: Die, text: str) -> int | None:
    """The index of a face: by value for dice that have values, else by id (an id is understood for all); None: there is none."""
    if die.has_values and _NUMBER.fullmatch(text):
        for index, face in enumerate(die.faces):
            if dict(face.values)["value"] == int(text):
                return index
    return next((index for index, face in enumerate(die.faces) if face.id == text), None)


def face_word(die: Die, index: int) -> int | str:
    """How one face is named: by its value where the die has values, else by its id."""
    face = die.faces[index]
    return dict(face.values)["value"] if die.has_values else face.id


def face_words(die: Die) -> list[int | str]:
    """How the faces of a die are named, each once, in order."""
    return list(dict.fromkeys(face_word(die, index) for index in range(len(die.faces))))


def _scripted(name: str, die: Die, text: str) -> int:
    found = named_face(die, text)
    if found is None:
        raise DiceError(f"dice '{name}': the die '{die.id}' has no face '{text}'; its faces are {', '.join(map(str, face_words(die)))}")
    return found


class DiceSource(Protocol):
    """What the interpreter asks for faces."""

    def roll(self, name: str, die: Die, count: int) -> list[int]:
        """``count`` face indices of a die, rolled under ``name``."""

    def shuffle(self, zone: str, size: int) -> list[int]:
        """The draws of a shuffle of ``size`` cards: one below ``size``, one below ``size`` - 1, down to one below 2."""

    def finish(self) -> None:
        """The procedure has ended: raises where scripted faces are left over."""


class Seeded:
    """Faces from the generator."""

    def __init__(self, seed: int) -> None:
        self.generator = seeded(seed)

    def roll(self, name: str, die: Die, count: int) -> list[int]:
        """One bounded draw a die."""
        return [self.generator.below(len(die.faces)) for _ in range(count)]

    def shuffle(self, zone: str, size: int) -> list[int]:
        """One bounded draw a place, from the last down."""
        return [self.generator.below(place + 1) for place in range(size - 1, 0, -1)]

    def finish(self) -> None:
        """A generator has no end."""


class Scripted(Struct):
    """Faces that were given, by the name they are rolled under: indices, or texts that name a face of whichever die is rolled.

    Shuffles need ``seed``.
    """

    script: Mapping[str, Sequence[int | str]]
    seed: int | None = None
    used: dict[str, int] = field(default_factory=dict)
    _generator: Generator | None = None

    def roll(self, name: str, die: Die, count: int) -> list[int]:
        """The next faces under this name; a name that is not scripted is drawn from the seed, where there is one."""
        if name not in self.script and self.seed is not None:
            generator = self._seeded()
            return [generator.below(len(die.faces)) for _ in range(count)]
        given = list(self.script.get(name, ()))
        start = self.used.get(name, 0)
        if start + count > len(given):
            raise DiceError(f"dice '{name}': {start + count} needed, {len(given)} given")
        self.used[name] = start + count
        return [face if isinstance(face, int) else _scripted(name, die, face) for face in given[start : start + count]]

    def shuffle(self, zone: str, size: int) -> list[int]:
        """Order is never scripted."""
        if size < 2:
            return []
        if self.seed is None:
            raise DiceError(f"zone '{zone}': a shuffle needs a seed")
        generator = self._seeded()
        return [generator.below(place + 1) for place in range(size - 1, 0, -1)]

    def finish(self) -> None:
        """Every face that was given must have been rolled."""
        for name in sorted(self.script):
            used = self.used.get(name, 0)
            if used < len(self.script[name]):
                raise DiceError(f"dice '{name}': {len(self.script[name])} given, only {used} needed")

    def _seeded(self) -> Generator:
        if self._generator is None:
            self._generator = seeded(self.seed or 0)
        return self._generator
