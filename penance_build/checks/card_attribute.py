"""E704: a card without a required attribute; E715: one that prints one number and plays another; E716: one that is not played.

An attribute is played by the input that it declares as ``played:``, or that has its name: on each way through an effect that
calls a procedure with that input, one call at least must give it what the card prints. An attribute that is printed as a
mark must be used by its effect at all. Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from penance_build.checks.each_card import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.model.card_facts import CardFacts
from penance_build.model.cards import FIELDS
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model
from penance_build.model.place import Place
from penance_build.model.walk_steps import branches

_PROSE: Final = frozenset(("note", "source", "ruling", "prompt", "label", "name", "text"))
_BELOW: Final = ("then", "else", "do", "repeat", "cases")


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the attributes of every card."""
    problems = _unknown_inputs(model, combinations)
    for facts in distinct_cards(combinations):
        problems.extend(_missing(model, facts))
        if facts.written is not None:
            for attribute in facts.attributes:
                problems.extend(_played(model, facts, attribute))
    return problems


def _unknown_inputs(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """``played:`` names an input that some procedure has, under some choice of options."""
    known = sorted({item.name for each in combinations for procedure in each.program.procedures for item in procedure.inputs})
    problems: list[Problem] = []
    for name, place in model.of("attribute").items():
        at = place.get("played") if isinstance(place.value, dict) else None
        if at is not None and isinstance(at.value, str) and at.text not in known:
            message = f"no procedure has an input `{at.text}`"
            problems.append(Problem("E603", message, at.span, did_you_mean(at.text, known), entity=("attribute", name), path=at.path))
    return problems


def _missing(model: Model, facts: CardFacts) -> Iterator[Problem]:
    place, live = facts.place, {attribute.id for attribute in facts.attributes}
    unknown = [key for key, _ in place.entries() if key not in FIELDS and key not in live]
    misspelt = {near for key in unknown for near in nearest(key, live)}
    for key, at in model.of("attribute").items():
        is_given = key in facts.values or place.get(key) is not None or key in misspelt  # a slip is reported once, where it is
        if key in live and at.word("optional") != "true" and not is_given:
            message = f"card `{facts.card.id}` has no `{key}`"
            hint = f"write {key}: …, or make the attribute `optional: true`"
            yield Problem("E704", message, place.key_span, hint, entity=facts.entity, path=place.path)


# ---------------------------------------------------------------- what is printed, and what is played


def _played(model: Model, facts: CardFacts, attribute: ir.Attribute) -> Iterator[Problem]:
    effects, typed = facts.place.get("effects"), facts.values.get(attribute.id)
    declared = model.of("attribute")[attribute.id].word("played", "true")
    if effects is None or typed is None or not isinstance(typed.expr, ir.Const) or declared == "false":
        return
    played = attribute.id if declared == "true" else declared
    walk = _Walk(facts, attribute.id, played, typed.expr.value, {f"card.{attribute.id}"})
    ways, printed = walk.block(effects), facts.place.need(attribute.id)
    if ways.wrong is not None:
        at, said = ways.wrong
        message = f"the card says `{attribute.id}` {typed.expr.value}, its effect {said}"
        hint = f"write card.{attribute.id} here, so that there is one number"
        yield Problem("E715", message, at.span, hint, ((printed.span, "what is printed"),), facts.entity, at.path)
    elif attribute.shown == "mark" and not ways.can_play and not walk.is_named:
        message = f"the card prints `{attribute.id}` {typed.expr.value}, its effect does nothing with it"
        hint = f"use card.{attribute.id} in its effect; if rules elsewhere play it, declare the attribute `played: false`"
        yield Problem("E716", message, printed.span, hint, entity=facts.entity, path=printed.path)


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways through some steps: one may give no such argument, one may give it as printed, one may give only others."""

    can_skip: bool = True
    can_play: bool = False
    wrong: tuple[Place, str] | None = None  # where, and what is said there

    def then(self, after: _Ways) -> _Ways:
        """These steps and then others: giving it as printed once is enough."""
        wrong = self.wrong if after.can_skip or after.wrong is not None else None
        if wrong is None and self.can_skip:
            wrong = after.wrong
        return _Ways(self.can_skip and after.can_skip, self.can_play or after.can_play, wrong)

    def either(self, other: _Ways) -> _Ways:
        """These steps or others."""
        return _Ways(self.can_skip or other.can_skip, self.can_play or other.can_play, self.wrong or other.wrong)


@dataclass(slots=True)
class _Walk:
    """One walk through an effect, for one attribute."""

    facts: CardFacts
    attribute: str
    played: str
    value: int
    carriers: set[str]  # what stands for the attribute: card.X, and variables that were set from it
    is_named: bool = False

    def block(self, steps: Place | None) -> _Ways:
        """The ways through a list of steps."""
        ways = _Ways()
        for step in steps.items() if steps is not None else []:
            if self.facts.scope.exists(step):
                ways = ways.then(self.step(step))
        return ways

    def step(self, step: Place) -> _Ways:
        """The ways through one step."""
        names = self.carries(step)
        if names and step.get("let") is not None:
            self.carriers.add(step.word("let"))
        elif names:
            self.is_named = True
        if step.get("call") is not None:
            return self.call(step)
        below, is_sure = branches(step)
        found = [self.block(steps) for steps in below]
        ways = found[0] if found and is_sure else _Ways()
        for other in found:
            ways = ways.either(other)
        return ways

    def call(self, step: Place) -> _Ways:
        """A call gives the input as printed, or otherwise, or its callee has no such input."""
        inputs, given = self.facts.scope.inputs(step.word("call")), step.get("with")
        if self.played not in inputs:
            return _Ways()
        at = given.get(self.played) if given is not None else None
        if at is None:
            default = inputs[self.played].default
            is_passed = self.played in self.facts.scope.passed(step)
            if default is not None and not is_passed and default.number == self.value:
                return _Ways(False, True)
            said = "what the situation gives" if is_passed or default is None else default.text
            return _Ways(False, False, (step.need("call"), said))
        value = self.facts.scope.value(at, step.word("call"), self.played)
        if self.carries(at) or (value is not None and value.number == self.value):
            return _Ways(False, True)
        return _Ways(False, False, (at, at.text if value is None else value.text))

    def carries(self, place: Place) -> bool:
        """Whether a formula at, or directly in, a step or its arguments names the attribute; not those of steps below it."""
        waiting = [place]
        while waiting:
            at = waiting.pop()
            if isinstance(at.value, dict):
                waiting.extend(child for key, child in at.entries() if key not in _PROSE and key not in _BELOW)
            elif isinstance(at.value, list):
                waiting.extend(at.items())
            elif isinstance(at.value, str) and self.carriers & set(re.findall(r"(?:card\s*\.\s*)?[a-z_][a-z0-9_]*", _close(at.text))):
                return True
        return False


def _close(formula: str) -> str:
    """A formula without spaces around its dots."""
    return re.sub(r"\s*\.\s*", ".", formula)
