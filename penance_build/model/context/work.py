"""The work limit of typing loops, for a rule and for a game: nested loops multiply."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from penance_build.surface.nodes import At
from penance_build.surface.steps import Each, Repeat

MAX_LOOP: Final = 10_000  # passes of a loop, and dice of a roll
MAX_RULE_WORK: Final = 20_000
MAX_GAME_WORK: Final = 200_000


class Work(Struct):
    """The number of steps typed inside loops so far: in the current rule, and in the whole game."""

    rule: int = 0
    game: int = 0

    def fits(self, steps: int) -> bool:
        """Whether so many steps more stay within the limit of the game."""
        return self.game + steps <= MAX_GAME_WORK

    def since(self, before: int) -> int:
        """The steps since ``game`` was ``before``; more than any game may have where they were cut short by the limit of the game."""
        return self.game - before if self.fits(0) else MAX_GAME_WORK + 1


class TooMuchWork(Exception):
    """The loops of a rule, or of the whole game, exceed the work limit."""

    def __init__(self, loop: Each | Repeat, message: str) -> None:
        super().__init__(message)
        self.loop, self.message = loop, message


def head_of(loop: Each | Repeat) -> At:
    """The location at which problems of a loop are reported: its range, or the condition that ends it."""
    return loop.variable if isinstance(loop, Each) else loop.until


def count_step(work: Work, loop: Each | Repeat) -> None:
    """Count one step inside ``loop``. Raises TooMuchWork."""
    work.rule += 1
    work.game += 1
    if work.rule > MAX_RULE_WORK:
        raise TooMuchWork(loop, f"with the loops in it, this loop takes more than {MAX_RULE_WORK} steps to check")
    if work.game > MAX_GAME_WORK:
        raise TooMuchWork(loop, f"all loops together, up to this one, take more than {MAX_GAME_WORK} steps to check")
