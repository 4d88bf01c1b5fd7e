"""The data that is passed through the elaboration of a game under one choice of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.model.context.memory import RuleMemory
from penance_build.model.context.options import Conditions
from penance_build.model.context.report import Report
from penance_build.model.context.world import World
from penance_build.surface.game import Game
from penance_build.surface.nodes import At, Item

Items = TypeVar("Items", bound=Item)
Kept = TypeVar("Kept")


class Context(Struct):
    """The game as written, the names that formulas can use, the problems so far, the choice of options, the memory of others."""

    game: Game
    conditions: Conditions
    choice: Mapping[str, str]
    memory: RuleMemory
    world: World = field(default_factory=World)
    report: Report = field(default_factory=Report)

    def holds(self, item: Item) -> bool:
        """Whether an item exists under the choice."""
        return item.when is None or self.conditions.holds(item, self.choice)

    def live(self, items: Mapping[str, Items]) -> dict[str, Items]:
        """The definitions of a kind that exist under the choice, in the order declared."""
        return self.conditions.live(items, self.choice)

    def keep(self, key: tuple[object, ...], make: Callable[[], Kept]) -> Kept:
        """The remembered value of this key, or else the result of ``make``; the problems that ``make`` reported are replayed with it."""
        known = self.memory.made.get(key)
        if known is None:
            outer, self.report = self.report, Report()
            value = make()
            known, self.report = (value, self.report.settled()), outer
            self.memory.made[key] = known
        self.report.take(known[1])
        found: Kept = known[0]
        return found

    def wrong(self, at: At, entity: tuple[str, str], code: str, message: str, hint: str = "") -> None:
        """Report a problem at a value."""
        self.report.append(at.problem(code, message, hint, entity=entity))

    def wrong_key(self, at: At, entity: tuple[str, str], code: str, message: str, hint: str = "") -> None:
        """Report a problem at the key of an entry."""
        self.report.append(Problem(code, message, at.key_span, hint, entity=entity, path=at.path))
