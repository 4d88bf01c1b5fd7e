"""What elaboration finds beside its value: problems, where tables are read, which constants and branches are used."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Type
from penance_build.surface.steps import Block


class LookupSite(Struct, frozen=True):
    """Where a table is read, and with what: for the rows that no caller reaches."""

    table: str
    arguments: tuple[Type, ...]


class Report(list[Problem]):
    """Problems in the order found.

    ``lookups`` are the places where a table is read; ``read`` the constants that something reads, and ``wording W`` for texts
    that are told; ``branches`` every branch of an ``if``, and whether it can run. What is remembered for many combinations of
    options is held as a part and not copied: ``every`` gives this report and all its parts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lookups: list[LookupSite] = []
        self.read: set[str] = set()
        self.branches: dict[Block, bool] = {}
        self._parts: list[Report] = []

    def take(self, other: Report) -> None:
        """Add all that another report holds, which then is not to change any more."""
        if other:
            self.extend(other)
        self.take_silently(other)

    def take_silently(self, other: Report) -> None:
        """Add all that another report holds but for its problems."""
        if other.lookups or other.read or other.branches or other._parts:
            self._parts.append(other)

    def settled(self) -> Report:
        """The same without parts, for what is taken into many others."""
        if not self._parts:
            return self
        made = Report()
        made.extend(self)
        for report in self.every():
            made.lookups.extend(report.lookups)
            made.read |= report.read
            for block, can_run in report.branches.items():
                made.branches[block] = made.branches.get(block, False) or can_run
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
