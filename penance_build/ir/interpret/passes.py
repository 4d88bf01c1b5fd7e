"""How far a run may go: dice, passes of loops, calls, and what formulas look at."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError

CALLS: Final = 2  # that a run may make for each pass that its loops may
LOOKS: Final = 10  # dice, numbers and cards that its formulas may look at for each
MOST_ROLLED: Final = 500_000  # dice and shuffled cards between two choices; `limits` and the engines say the same


class TooManyPasses(RunError):
    """The loops of a run, or of several together, made more passes than they may; or its calls and formulas did too much.

    ``what`` was counted, and ``most`` how many may be.
    """

    def __init__(self, procedure: str, what: str, most: str) -> None:
        super().__init__(f"{procedure}: its {what} come to more than {most}, and are not run on")
        self.what = what
        self.most = most


class Rolled(Struct):
    """How many dice were rolled and cards shuffled since the last choice."""

    count: int = 0

    def add(self, what: str, more: int) -> None:
        """So many more; raises RunError, in the words of the engines."""
        self.count += more
        if self.count > MOST_ROLLED:
            why = "dice and shuffled cards without a choice: is there a loop that hardly ever ends?"
            raise RunError(f"{what}: more than {MOST_ROLLED} {why}")


class Passes(Struct):
    """How many passes all loops may make, of one run or of several that share this; and so many calls and looks of formulas for each."""

    most: int
    looks: int = LOOKS
    made: int = 0
    called: int = 0
    looked: int = 0
    first: str = ""  # what is called first: the rule that is run

    def count(self, procedure: str) -> None:
        """One more. Raises TooManyPasses."""
        self.made += 1
        if self.made > self.most:
            raise TooManyPasses(procedure, "loops", f"{self.most:,} passes")

    def call(self, procedure: str) -> None:
        """One call more: rules that each call the next one twice make millions without a loop. Raises TooManyPasses."""
        self.first = self.first or procedure
        self.called += 1
        if self.called > CALLS * self.most:
            raise TooManyPasses(procedure, "calls", f"{CALLS * self.most:,}")

    def look(self, many: int) -> None:
        """A formula looks at so many more dice, numbers or cards: they may be thousands in one step. Raises TooManyPasses."""
        self.looked += many
        if self.looked > self.looks * self.most:
            raise TooManyPasses(self.first, "formulas", f"{self.looks * self.most:,} dice, numbers and cards")
