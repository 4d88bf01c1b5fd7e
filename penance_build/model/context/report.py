"""What elaboration finds beside its value: problems, and where tables are read."""

from __future__ import annotations

from dataclasses import dataclass

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Type


@dataclass(frozen=True, slots=True)
class LookupSite:
    """Where a table is read, and with what: for the rows that no caller reaches."""

    table: str
    arguments: tuple[Type, ...]


class Report(list[Problem]):
    """Problems in the order found, with ``lookups``: every place where a table is read, in that order."""

    def __init__(self) -> None:
        super().__init__()
        self.lookups: list[LookupSite] = []

    def take(self, other: Report) -> None:
        """Add all that another report holds."""
        self.extend(other)
        self.lookups.extend(other.lookups)
