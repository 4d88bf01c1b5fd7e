"""E704: a card without a required attribute; E715: one that prints one number and plays another; E716: one that is not played.

An attribute is played by the input that it declares as ``played:``, or that has its name: on each way through an effect that
calls a procedure with that input, one call at least must give it what the card prints. An attribute that is printed as a
mark must be used by its effect at all. Cases: ``tests/cases/bad/cards``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import assert_never

from msgspec import Struct, field

from penance_build.checks.distinct import distinct_cards, distinct_procedures
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.formula import FormulaError
from penance_build.formula.syntax import Dot, Index, Name, Node, nodes
from penance_build.formula.template import Brace, Hole, LabelContent, Parts, Plain, Row, Thing, Unread
from penance_build.ir import nodes as ir
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.cards import CARD_KEYS
from penance_build.surface.game import Game
from penance_build.surface.nodes import Formula, Scalar
from penance_build.surface.steps import Block, Call, Let, Manual, Put, Step, Sum
from penance_build.surface.walk import branches, formulas


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Judge the attributes of every card."""
    problems = _unknown_inputs(game, combinations)
    for facts in distinct_cards(combinations):
        problems.extend(once(combinations[0], ("attributes", facts), partial(_judged, game, facts)))
    return problems


def _judged(game: Game, facts: CardFacts) -> list[Problem]:
    """All attributes of one card."""
    played = facts.attributes if facts.written is not None else ()
    return [*_missing(game, facts), *(problem for attribute in played for problem in _played(game, facts, attribute))]


def _unknown_inputs(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """``played:`` names an input that some procedure has, under some choice of options."""
    known = sorted({item.name for procedure in distinct_procedures(combinations) for item in procedure.inputs})
    problems: list[Problem] = []
    for name, attribute in game.attributes.items():
        at = attribute.played
        if at is not None and isinstance(at.value, str) and at.text not in known:
            message = f"no procedure has an input `{at.text}`"
            problems.append(Problem("E603", message, at.span, did_you_mean(at.text, known), entity=("attribute", name), path=at.path))
    return problems


def _missing(game: Game, facts: CardFacts) -> Iterator[Problem]:
    card, live = facts.item, {attribute.id for attribute in facts.attributes}
    misspelt = {near for key in card.values if key not in game.attributes for near in nearest(key, live)}
    for key, attribute in game.attributes.items():
        is_given = key in card.values or key in CARD_KEYS or key in misspelt  # a slip is reported once, where it is
        if key in live and not attribute.is_optional and not is_given:
            message = f"card `{card.id}` has no `{key}`"
            hint = f"write {key}: …, or make the attribute `optional: true`"
            yield Problem("E704", message, card.at.key_span, hint, entity=facts.entity, path=card.at.path)


# ---------------------------------------------------------------- what is printed, and what is played


def _played(game: Game, facts: CardFacts, attribute: ir.Attribute) -> Iterator[Problem]:
    effects, typed, declared = facts.item.effects, facts.values.get(attribute.id), game.attributes[attribute.id].played
    if effects is None or typed is None or not isinstance(typed.expr, ir.Const) or (declared is not None and declared.text == "false"):
        return
    played = attribute.id if declared is None or declared.text == "true" else declared.text
    walk = _Walk(facts, attribute.id, played, typed.expr.value)
    ways, printed = walk.block(effects), facts.item.values[attribute.id]
    if ways.wrong is not None:
        at, said = ways.wrong
        message = f"the card says `{attribute.id}` {typed.expr.value}, its effect {said}"
        hint = f"write card.{attribute.id} here, so that there is one number"
        yield Problem("E715", message, at.span, hint, ((printed.span, "what is printed"),), facts.entity, at.path)
    elif attribute.shown == "mark" and not ways.can_play and not walk.is_named:
        message = f"the card prints `{attribute.id}` {typed.expr.value}, its effect does nothing with it"
        hint = f"use card.{attribute.id} in its effect; if rules elsewhere play it, declare the attribute `played: false`"
        yield Problem("E716", message, printed.span, hint, entity=facts.entity, path=printed.path)


class _Ways(Struct, frozen=True):
    """The ways through some steps: one may give no such argument, one may give it as printed, one may give only others."""

    can_skip: bool = True
    can_play: bool = False
    wrong: tuple[Scalar, str] | None = None  # where, and what is said there

    def then(self, after: _Ways) -> _Ways:
        """These steps and then others: giving it as printed once is enough."""
        wrong = self.wrong if after.can_skip or after.wrong is not None else None
        if wrong is None and self.can_skip:
            wrong = after.wrong
        return _Ways(self.can_skip and after.can_skip, self.can_play or after.can_play, wrong)

    def either(self, other: _Ways) -> _Ways:
        """These steps or others."""
        return _Ways(self.can_skip or other.can_skip, self.can_play or other.can_play, self.wrong or other.wrong)


class _Walk(Struct):
    """One walk through an effect, for one attribute."""

    facts: CardFacts
    attribute: str
    played: str
    value: int
    carriers: set[str] = field(default_factory=set)  # the variables that were set from the attribute
    is_named: bool = False

    def block(self, block: Block) -> _Ways:
        """The ways through a list of steps."""
        ways = _Ways()
        for step in block.steps:
            if self.facts.scope.exists(step):
                ways = ways.then(self.step(step))
        return ways

    def step(self, step: Step) -> _Ways:
        """The ways through one step."""
        if self.reads(step):
            match step:
                case Let() | Sum():
                    self.carriers.add(step.variable.text)
                case Put(target=Formula(node=Index(base=Name(id=name)))):
                    self.carriers.add(name)
                case _:
                    self.is_named = True
        if isinstance(step, Call):
            return self.call(step)
        below, is_sure = branches(step)
        found = [self.block(block) for block in below]
        ways = found[0] if found and is_sure else _Ways()
        for other in found:
            ways = ways.either(other)
        return ways

    def call(self, step: Call) -> _Ways:
        """A call gives the input as printed, or otherwise, or its callee has no such input."""
        callee, at = step.procedure.text, step.arguments.get(self.played)
        inputs = self.facts.scope.inputs(callee)
        if self.played not in inputs:
            return _Ways()
        if at is None:
            default = inputs[self.played].default
            is_passed = self.played in self.facts.scope.passed(step)
            if default is not None and not is_passed and default.number == self.value:
                return _Ways(False, True)
            said = "what the situation gives" if is_passed or default is None else default.text
            return _Ways(False, False, (step.procedure, said))
        value = self.facts.scope.value(at, callee, self.played)
        if self.carries(at.node) or (value is not None and value.number == self.value):
            return _Ways(False, True)
        return _Ways(False, False, (at, at.text if value is None else value.text))

    def reads(self, step: Step) -> bool:
        """Whether a step itself, not the steps below it, reads the attribute. What only prints it, a label or a prompt, does not."""
        holes = _holes(step.text.parts) if isinstance(step, Manual) else ()
        return any(map(self.carries, (*(formula.node for formula in formulas(step)), *holes)))

    def carries(self, formula: Node | None) -> bool:
        """Whether a formula names the attribute, or a variable that was set from it."""
        for node in nodes(formula) if formula is not None else ():
            match node:
                case Dot(base=Name(id="card"), name=self.attribute):
                    return True
                case Name() if node.id in self.carriers:
                    return True
        return False


def _holes(parts: Parts[LabelContent]) -> Iterator[Node]:
    """The formulas in the holes of a text."""
    for part in parts:
        match part:
            case Plain() | Brace():
                pass
            case Hole():
                match part.content:
                    case Node() as node:
                        yield node
                    case Row(node=node):
                        yield node
                    case Thing() | Unread() | FormulaError():
                        pass  # no formula, or one whose mistake its own elaboration reports
                    case _:
                        assert_never(part.content)
            case _:
                assert_never(part)
