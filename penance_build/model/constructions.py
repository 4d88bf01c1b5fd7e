"""Card sets and constructions: what decks are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.memory import RuleMemory
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.world import World


@dataclass(frozen=True, slots=True)
class ConstructionReader:
    """Elaborates the sets and constructions of a game."""

    model: Model
    world: World
    report: Report
    conditions: Conditions
    choice: Mapping[str, str]
    memory: RuleMemory

    def sets(self) -> tuple[ir.CardSet, ...]:
        """All card sets."""
        return tuple(self.memory.keep(("set", name), partial(self._set, name, place)) for name, place in self._live("card_set"))

    def constructions(self) -> tuple[ir.Construction, ...]:
        """All constructions."""
        live = self._live("construction")
        return tuple(self.memory.keep(("construction", name), partial(self._construction, name, place)) for name, place in live)

    def _live(self, kind: str) -> list[tuple[str, Place]]:
        return [(name, place) for name, place in self.model.of(kind).items() if self.conditions.holds(place, self.choice)]

    def _set(self, name: str, place: Place) -> ir.CardSet:
        entity = ("card_set", name)
        slot, faction = (self._known(place.need(kind), kind, entity) for kind in ("slot", "faction"))
        cards: list[tuple[str, int]] = []
        for key, at in place.need("cards").entries():
            if key not in self.world.card_ids:
                hint = self.world.told.get(key) or did_you_mean(key, sorted(self.world.card_ids))
                self.report.append(Problem("E301", f"there is no card `{key}`", at.key_span, hint, entity=entity, path=at.path))
                continue
            cards.append((key, int(at.value)))
        return ir.CardSet(name, place.word("name", name), slot, faction, tuple(cards), source_text(place))

    def _construction(self, name: str, place: Place) -> ir.Construction:
        entity = ("construction", name)
        shared = place.get("shared")
        families = tuple(self._known(at, "faction", entity) for at in shared.items()) if shared is not None else ()
        parts: list[ir.DeckPart] = []
        for key, at in place.need("parts").entries():
            if key not in self.model.of("slot"):
                hint = did_you_mean(key, sorted(self.model.of("slot")))
                self.report.append(Problem("E301", f"there is no slot `{key}`", at.key_span, hint, entity=entity, path=at.path))
            scope = Expressions(self.world, self.report, entity)
            typed = scope.read(at.need("count"))
            count = typed.expr.value if isinstance(typed.expr, ir.Const) and typed.type.kind == "int" else 0
            if typed.type.kind != "error" and not 1 <= count <= 2000:
                scope.problem("E411", "a part has so many cards, 1 or more", 0, len(at.need("count").text), "write a number or a constant")
            parts.append(ir.DeckPart(key, count, at.word("take", "sets")))
        return ir.Construction(name, place.word("name", name), families, tuple(parts), source_text(place))

    def _known(self, at: Place, kind: str, entity: tuple[str, str]) -> str:
        if at.text not in self.model.of(kind):
            hint = did_you_mean(at.text, sorted(self.model.of(kind)))
            self.report.append(Problem("E301", f"there is no {kind} `{at.text}`", at.span, hint, entity=entity, path=at.path))
        return at.text
