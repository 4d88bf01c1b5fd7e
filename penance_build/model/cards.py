"""Cards and decks: attributes, the rule of each effect, the text. What is wrong with them as a whole is judged in ``checks``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.card_facts import CardFacts, EffectScope, game_vocabulary
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.memory import RuleMemory
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.procedures import ProcedureReader, Rule
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.typing import integer
from penance_build.model.world import Typed, World, counter_type
from penance_build.wording.card_text import write
from penance_build.wording.check import check_phrase
from penance_build.wording.phrases import Phrase, read_phrase
from penance_build.wording.vocabulary import Vocabulary

FIELDS: Final = frozenset(("name", "type", "slot", "faction", "effects", "text", "text_only", "source", "ruling", "note", "when"))


@dataclass(slots=True)
class CardReader:
    """Elaborates the cards of a game; ``rules`` comes before the procedures are read, ``read`` after."""

    model: Model
    world: World
    report: Report
    conditions: Conditions
    choice: Mapping[str, str]
    memory: RuleMemory
    broken: set[str] = field(default_factory=set)  # cards whose effect has problems: what its text lacks follows from them
    is_wording_broken: bool = False  # then what any text lacks may follow from that
    live: dict[str, Place] = field(init=False)  # the cards that exist under this choice

    def __post_init__(self) -> None:
        self.live = {name: place for name, place in self.model.of("card").items() if self.conditions.holds(place, self.choice)}

    def rules(self) -> dict[str, Rule]:
        """The effect of each card that has one, as a rule ``card.ID`` with the inputs of the card's type."""
        found = (self.memory.keep(("rule", name), partial(self._rule, name, place)) for name, place in self.live.items())
        return {rule.id: rule for rule in found if rule is not None}

    def _rule(self, name: str, place: Place) -> Rule | None:
        effects, kind = place.get("effects"), self.model.of("card_type").get(place.word("type"))
        if effects is None or kind is None:
            return None
        own = self.own_values(name, place, Report())
        return Rule(f"card.{name}", place.word("name", name), ("card", name), kind, effects, place, own)

    def own_values(self, name: str, place: Place, report: Report) -> dict[str, Typed]:
        """The declared attributes of one card, held against their types."""
        values: dict[str, Typed] = {}
        for key, at in place.entries():
            if key in FIELDS:
                continue
            attribute = self.world.attributes.get(key)
            if attribute is None:
                hint = did_you_mean(key, sorted({*self.world.attributes, *FIELDS})) or "declare it under `card_attributes:`"
                report.append(Problem("E304", f"cards have no attribute `{key}`", at.key_span, hint, entity=("card", name), path=at.path))
                continue
            scope = Expressions(self.world, report, ("card", name))
            typed = scope.read(at, attribute.type)
            if typed.type.kind == "error":
                continue
            if not isinstance(typed.expr, ir.Const):
                scope.problem("E411", f"`{key}` of a card is one value", 0, len(at.text))
                continue
            number, low, high = typed.expr.value, attribute.type.low, attribute.type.high
            if attribute.type.kind == "int" and low is not None and high is not None and not low <= number <= high:
                scope.problem("E705", f"`{key}` is {low}..{high}, found {number}", 0, len(at.text))
                continue
            values[key] = Typed(
                typed.expr, integer(number, number, attribute.type.unit) if attribute.type.kind == "int" else attribute.type
            )
        return values

    # ------------------------------------------------------------ cards

    def read(self, procedures: ProcedureReader) -> list[CardFacts]:
        """All cards, with their texts."""
        phrases = self._phrases(procedures)
        words = cache(partial(game_vocabulary, self.world, phrases, procedures.signatures))  # only given texts ask for it
        self.broken.update(problem.entity[1] for problem in self.report if problem.entity[0] == "card")
        spoken = frozenset[str]().union(*(self.conditions.mentions(place) for place in self.model.of("wording").values()))
        wording = tuple(sorted((option, value) for option, value in self.choice.items() if option in spoken))
        return [
            self.memory.keep(
                ("card", name, known.form if (known := procedures.known.get(f"card.{name}")) else None, wording),
                partial(self._card, name, place, procedures, phrases, words),
            )
            for name, place in self.live.items()
        ]

    def _phrases(self, procedures: ProcedureReader) -> list[Phrase]:
        """The phrases that exist under this choice; reports what is wrong with them."""
        entries = self.model.of("wording")
        live = tuple(name for name, at in entries.items() if at.word("step") != "tell" and self.conditions.holds(at, self.choice))
        called = dict.fromkeys(entries[name].word("procedure") for name in live)
        inputs = {name: tuple(item.name for item in procedures.signatures[name].inputs) for name in called if name in procedures.signatures}

        def read() -> tuple[list[Phrase], list[Problem]]:
            known = {kind: list(self.model.of(kind)) for kind in ("counter", "procedure", "zone")}
            problems = [problem for name in live for problem in check_phrase(name, entries[name], known, inputs)]
            return [read_phrase(name, entries[name]) for name in live], problems

        phrases, problems = self.memory.keep(("phrases", live, tuple(inputs.items())), read)
        self.is_wording_broken = any(problem.code != "E708" for problem in problems)
        self.report.extend(problems)
        return phrases

    def _card(
        self, name: str, place: Place, procedures: ProcedureReader, phrases: list[Phrase], words: Callable[[], Vocabulary]
    ) -> CardFacts:
        values = self.own_values(name, place, self.report)
        for word, kind in (("type", "card_type"), ("slot", "slot"), ("faction", "faction")):
            at = place.get(word)
            known = self.model.of(kind)
            if at is not None and (at.text not in known or not self.conditions.holds(known[at.text], self.choice)):
                hint = (self.world.told.get(at.text) if at.text in known else "") or did_you_mean(at.text, sorted(known))
                self._wrong(at, name, "E301", f"there is no {kind.replace('_', ' ')} `{at.text}`", hint)
        scope = EffectScope(self.world, procedures, self.conditions, self.choice, place, values).made()
        effects, given = place.get("effects"), place.get("text")
        is_sound = not (self.is_wording_broken or name in self.broken)
        written = write(phrases, scope, ("card", name), effects) if effects is not None and is_sound else None
        text = given.text if given is not None else written.text if written is not None else ""
        found = {key: typed.expr.value for key, typed in values.items() if isinstance(typed.expr, ir.Const)}
        shown = tuple((key, found[key]) for key in self.world.attributes if key in found)
        card = ir.Card(
            name, place.word("name", name), place.word("type"), place.word("faction"), place.word("slot"), shown,
            tuple(text.split("\n")) if text else (), place.word("text_only"), f"card.{name}" if effects is not None else "",
            written.phrases if written is not None else (), source_text(place),
        )  # fmt: skip
        return CardFacts(card, place, values, tuple(self.world.attributes.values()), written, words, scope)

    # ------------------------------------------------------------ decks

    def decks(self) -> list[ir.DeckDef]:
        """All decks; which cards exist is a matter of declarations, so that a deck is the same for every choice that has it."""
        live = [(name, place) for name, place in self.model.of("deck").items() if self.conditions.holds(place, self.choice)]
        return [self.memory.keep(("deck", name), partial(self._deck, name, place)) for name, place in live]

    def _deck(self, name: str, place: Place) -> ir.DeckDef:
        cards: list[tuple[str, int]] = []
        for key, at in place.need("cards").entries():
            count = int(at.value)
            if key not in self.live:
                hint = self.world.told.get(key) or did_you_mean(key, sorted(self.live))
                self.report.append(Problem("E301", f"there is no card `{key}`", at.key_span, hint, entity=("deck", name), path=at.path))
            cards.append((key, count))
        source, brings = source_text(place), self._brings(name, place)
        made = self._construction(name, place)
        return ir.DeckDef(name, place.word("name", name), place.word("faction"), tuple(cards), source, brings, made)

    def _construction(self, name: str, place: Place) -> str:
        """The construction that a deck names."""
        at, known = place.get("construction"), self.model.of("construction")
        if at is not None and at.text not in known:
            hint = did_you_mean(at.text, sorted(known)) or "declare it under `constructions:`"
            self.report.append(Problem("E301", f"there is no construction `{at.text}`", at.span, hint, entity=("deck", name), path=at.path))
        return "" if at is None else at.text

    def _brings(self, name: str, place: Place) -> tuple[tuple[str, int], ...]:
        """What a player who plays a deck starts with, by counter."""
        at = place.get("counters")
        found: list[tuple[str, int]] = []
        for key, value in at.entries() if at is not None else []:
            counter = self.world.counters.get(key)
            if counter is None or counter.owner != "player":
                known = sorted(item.id for item in self.world.counters.values() if item.owner == "player")
                problem = Problem("E301", f"no player has a counter `{key}`", value.key_span, did_you_mean(key, known))
                self.report.append(replace(problem, entity=("deck", name), path=value.path))
                continue
            scope = Expressions(self.world, self.report, ("deck", name))
            typed = scope.read(value, counter_type(self.world, counter))
            scope.within(typed, counter_type(self.world, counter), (0, len(value.text)), f"the counter `{key}`")
            if isinstance(typed.expr, ir.Const) and typed.type.kind != "error":
                found.append((key, typed.expr.value))
            elif typed.type.kind != "error":
                scope.problem("E411", "a counter starts at one value", 0, len(value.text))
        return tuple(found)

    def _wrong(self, at: Place, name: str, code: str, message: str, hint: str = "") -> None:
        self.report.append(Problem(code, message, at.span, hint, entity=("card", name), path=at.path))
