"""Rules: everything in a game that has steps, which are procedures and the effects of cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from penance_build.model.context.world import Typed
from penance_build.surface.cards import Card, CardType
from penance_build.surface.game import Below, Game
from penance_build.surface.nodes import Input, Result, Scalar
from penance_build.surface.rules import Procedure
from penance_build.surface.steps import Block

EFFECT: Final = "card."  # the prefix of the id of a card's effect


class Rule(Struct, frozen=True, eq=False):  # compared by identity: see ``model.context.memory``
    """A procedure or a card effect. ``item`` is its record; ``speaks`` describes what stands below it, and below the type of its card.

    ``own`` are the attributes of the card, where it is an effect.
    """

    id: str
    name: str
    entity: tuple[str, str]
    item: Procedure | Card
    uses: tuple[Scalar, ...]
    inputs: tuple[Input, ...]
    results: tuple[Result, ...]
    body: Block
    speaks: tuple[Below, ...]
    own: Mapping[str, Typed] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """Its citation."""
        return self.item.source


def entity_of(name: str) -> tuple[str, str]:
    """The definition that the rule with this id is made from."""
    return ("card", name.removeprefix(EFFECT)) if name.startswith(EFFECT) else ("procedure", name)


def body_of(game: Game, entity: tuple[str, str]) -> Block | None:
    """The steps of a procedure, or of the effect of a card."""
    kind, name = entity
    if kind == "procedure" and name in game.procedures:
        return game.procedures[name].body
    return game.cards[name].effects if kind == "card" and name in game.cards else None


def inputs_of(game: Game, item: Procedure | CardType | Rule) -> list[Input]:
    """The inputs of a rule, or of all effects of a card type: its own, then those of its groups."""
    groups = (game.parameters[name.text].inputs for name in item.uses if name.text in game.parameters)
    return [*item.inputs, *(slot for inputs in groups for slot in inputs)]


def rule_of_procedure(item: Procedure, below: Below) -> Rule:
    """A procedure as a rule."""
    return Rule(item.id, item.name, ("procedure", item.id), item, item.uses, item.inputs, item.results, item.body, (below,))


def rule_of_card(item: Card, effects: Block, kind: CardType, speaks: tuple[Below, ...], own: Mapping[str, Typed]) -> Rule:
    """The effect of a card as a rule ``card.ID``, with the inputs of the card's type."""
    return Rule(EFFECT + item.id, item.name, ("card", item.id), item, kind.uses, kind.inputs, (), effects, speaks, own)
