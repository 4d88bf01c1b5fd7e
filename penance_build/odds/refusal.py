"""What the evaluator refuses, how far it may go, and how choices are made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class Refused(Exception):
    """The question has no answer here; ``reason`` is one sentence for the user.

    ``procedure`` is the id of the procedure that was being walked and ``statement`` what stood there,
    e.g. ``choose mode``; either may be empty. ``can_sample``: runs from a seed may still answer.
    """

    def __init__(self, reason: str, procedure: str = "", statement: str = "", *, can_sample: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.procedure = procedure
        self.statement = statement
        self.can_sample = can_sample


@dataclass(frozen=True, slots=True)
class Budget:
    """How much an exact answer may cost.

    ``states`` bounds the merged states alive at one point, and the rows of one table of a roll; ``work`` the
    transitions over the whole walk. Both are counts, not seconds, so that a refusal is the same on every machine.
    """

    states: int = 400_000
    work: int = 20_000_000


DEFAULT = Budget()


@dataclass(frozen=True, slots=True)
class Policy:
    """How choices are made: ``first`` legal option, ``random`` among the legal ones, or ``named``.

    A named policy takes the option given for the slot of the choice and is refused where that one is not legal;
    slots it does not name are refused.
    """

    kind: str
    picks: Mapping[str, str] = field(default_factory=dict)
