"""The side results of elaboration: problems, lookups of tables, and which constants and branches are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Expr, Type
from penance_build.surface.nodes import Scalar
from penance_build.surface.steps import Block


class LookupSite(Struct, frozen=True):
    """A lookup of a table with the types of its arguments, for the check of rows that no caller reaches."""

    table: str
    arguments: tuple[Type, ...]


class Condition(Struct, frozen=True):
    """A condition that nothing met where it was elaborated: no number, by the bounds of both sides, or no face of ``die``.

    ``tests`` are those on the card at hand, which wait for the cards.
    """

    message: str = ""
    die: str = ""
    tests: tuple[Expr, ...] = ()
    entity: tuple[str, str] = ("", "")

    def joined(self, other: Condition) -> Condition:
        """The same condition, elaborated twice."""
        return replace(self, tests=tuple(dict.fromkeys((*self.tests, *other.tests))))


Place: TypeAlias = tuple[Scalar, int, int]  # a formula, and the characters of it


class Report(list[Problem]):
    """Problems in the order found.

    ``lookups`` are the lookups of tables; ``read`` the constants that some formula reads, and ``wording W`` for texts that some step
    tells; ``branches`` every branch of an ``if``, and whether it can run; ``conditions`` those on numbers, faces and cards, None
    for one that something meets. Results that many combinations of options share are referenced as parts and not copied:
    ``every`` gives this report and all its parts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lookups: list[LookupSite] = []
        self.read: set[str] = set()
        self.branches: dict[Block, bool] = {}
        self.conditions: dict[Place, Condition | None] = {}
        self._parts: list[Report] = []

    def condition(self, place: Place, found: Condition | None) -> None:
        """Note a condition; what was met once is met."""
        if found is None or place not in self.conditions:
            self.conditions[place] = found
        elif (known := self.conditions[place]) is not None:
            self.conditions[place] = known.joined(found)

    def take(self, other: Report) -> None:
        """Add another report as a part; that report must not be changed afterwards."""
        if other:
            self.extend(other)
        self.take_silently(other)

    def take_silently(self, other: Report) -> None:
        """Add everything of another report except its problems."""
        if other.lookups or other.read or other.branches or other.conditions or other._parts:
            self._parts.append(other)

    def settled(self) -> Report:
        """A flat copy without parts, for a report that is added to many others."""
        if not self._parts:
            return self
        made = Report()
        made.extend(self)
        for report in self.every():
            made.lookups.extend(report.lookups)
            made.read |= report.read
            for block, can_run in report.branches.items():
                made.branches[block] = made.branches.get(block, False) or can_run
            for place, condition in report.conditions.items():
                made.condition(place, condition)
        return made

    def every(self) -> list[Report]:
        """This report and all its parts, each once."""
        return distinct([self])


def distinct(reports: Iterable[Report]) -> list[Report]:
    """Some reports and all their parts, each once."""
    found: dict[int, Report] = {}
    waiting = list(reports)
    while waiting:
        report = waiting.pop()
        if id(report) not in found:
            found[id(report)] = report
            waiting.extend(report._parts)
    return list(found.values())
