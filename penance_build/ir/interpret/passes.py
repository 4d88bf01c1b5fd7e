"""How far a run may go: passes of loops, and calls."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError

MOST_ROLLED: Final = 500_000  # dice and shuffled cards between two choices; `limits` and the engines say the same


class TooManyPasses(RunError):
    """The loops of a run, or of several together, made more passes than they may."""


class Rolled(Struct):
    """How many dice were rolled and cards shuffled since the last choice."""

    count: int = 0

    def add(self, what: str, more: int) -> None:
        """So many more; raises RunError, in the words of the engines."""
        self.count += more
        if self.count > MOST_ROLLED:
            why = "dice and shuffled cards without a choice: is there a loop that hardly ever ends?"
            raise RunError(f"{what}: more than {MOST_ROLLED} {why}")


CALLS: Final = 2  # that a run may make for each pass that its loops may


class Passes(Struct):
    """How many passes all loops may make, of one run or of several that share this."""

    most: int
    made: int = 0
    called: int = 0

    def count(self, procedure: str) -> None:
        """One more. Raises TooManyPasses."""
        self.made += 1
        if self.made > self.most:
            raise TooManyPasses(f"{procedure}: its loops come to more than {self.most:,} passes, and are not run on")

    def call(self, procedure: str) -> None:
        """One call more: rules that each call the next one twice make millions without a loop. Raises TooManyPasses."""
        self.called += 1
        if self.called > CALLS * self.most:
            raise TooManyPasses(f"{procedure}: its calls come to more than {CALLS * self.most:,}, and are not run on")
