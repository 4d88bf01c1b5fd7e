"""What elaboration found about one card: its values, its generated text, and the scope for further questions. Input of the card checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from penance_build.diagnostics.problem import Span
from penance_build.formula.syntax import Node
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.rule import EFFECT
from penance_build.model.context.signature import Signature
from penance_build.model.context.world import Typed, World
from penance_build.model.formulas.bounds import PLAYER
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.rules.procedures import ProcedureReader
from penance_build.surface.cards import Card, HarmlessWords, Phrase
from penance_build.surface.nodes import Formula, Path, Scalar
from penance_build.surface.steps import Call
from penance_build.wording.card_text import Argument, Scope, Written
from penance_build.wording.phrases import Value

if TYPE_CHECKING:
    from penance_build.wording.vocabulary import Vocabulary


class CardFacts(Struct, frozen=True, eq=False):
    """A card under one choice of options; ``written`` is None where its effect, or the wording, has problems of its own.

    Choices of options under which the card is equal share one object, so that each card is checked once.
    """

    card: ir.Card
    item: Card
    values: Mapping[str, Typed]
    attributes: tuple[ir.Attribute, ...]
    written: Written | None
    words: Callable[[], Vocabulary]
    scope: Scope
    own_names: tuple[str, ...]  # of the card, its type, slot and faction

    @property
    def entity(self) -> tuple[str, str]:
        """The entity that a problem of this card names."""
        return ("card", self.card.id)

    def place(self, at: Scalar | None) -> tuple[Span, Path]:
        """Where a text of the card stands: one that was not typed stands at the card."""
        return (self.item.at.key_span, self.item.at.path) if at is None else (at.span, at.path)

    @property
    def texts(self) -> Iterator[tuple[str, Scalar | None]]:
        """Every text that the card prints, with its place where it was typed: one that effects make has none of its own."""
        item, text = self.item, "\n".join(self.card.text)
        if item.also_text is not None:
            text = text.removesuffix(item.also_text.text).rstrip("\n")
            yield item.also_text.text, item.also_text
        yield text, item.text
        for key, parts in self.card.words:
            if key in item.said and len(item.said[key]) == 1:
                yield "\n".join(parts), item.said[key][0]


class EffectScope(Struct, frozen=True):
    """Gives the writer of card texts the types and constants that it needs of one effect."""

    ctx: Context
    procedures: ProcedureReader
    card: Card
    own: Mapping[str, Typed]

    def made(self) -> Scope:
        """The same answers as the record of functions that ``wording`` takes."""
        others = frozenset(players(self._known(self._id))[1:])
        return Scope(self.value, self.constant, self.inputs, self.passed, self.owner, self.named, self.ctx.holds, others)

    @property
    def _id(self) -> str:
        """The id of the rule."""
        return EFFECT + self.card.id

    def _scope(self, formula: Formula) -> Expressions:
        env = {item.name: item.type for item in self._known(self._id)}
        return Expressions(self.ctx.world, Report(), ("card", self.card.id), env, place=formula, own=self.own)

    def value(self, formula: Formula, callee: str, name: str) -> Value | None:
        """The constant value of a formula, or None; ``name`` is the input of ``callee`` that it is passed to, if any."""
        type_ = next((item.type for item in self._known(callee) if item.name == name), None)
        number = _number(self._scope(formula).read(formula, type_))
        return None if number is None else self._shown(number, type_)

    def constant(self, formula: Formula, node: Node) -> int | None:
        """The constant value of a part of a formula, or None."""
        return _number(self._scope(formula).node(node))

    def inputs(self, callee: str) -> Mapping[str, Argument]:
        """The inputs of a procedure."""
        return {
            item.name: Argument(None if item.default is None else self._shown(item.default, item.type), item.type.kind == "bool")
            for item in self._known(callee)
        }

    def passed(self, step: Call) -> frozenset[str]:
        """The inputs that a call passes on by ``uses:``."""
        groups = [self.ctx.game.parameters.get(at.text) for at in step.uses]
        return frozenset(item.name for group in groups if group is not None for item in group.inputs)

    def owner(self, kind: str, name: str) -> str:
        """The owner of counters and zones of players in an effect: the first player among the inputs of the card's type."""
        found = self.ctx.world.counters.get(name) if kind == "counter" else self.ctx.world.zones.get(name)
        signature = self.procedures.signatures.get(self._id)
        if found is None or found.owner != "player" or signature is None:
            return ""
        return next((slot.name for slot in signature.inputs if slot.type == PLAYER), "")

    def named(self, kind: str, name: str) -> str:
        """The name of a counter or zone."""
        found = self.ctx.world.counters.get(name) if kind == "counter" else self.ctx.world.zones.get(name)
        return "" if found is None else found.name

    def _known(self, callee: str) -> tuple[ir.Input, ...]:
        signature = self.procedures.signatures.get(callee)
        return () if signature is None else signature.inputs

    def _shown(self, number: int, type_: ir.Type | None) -> Value:
        """A constant as it is printed: a member of an enum by its name."""
        if type_ is not None and type_.kind == "bool":
            return Value("true" if number else "false", number)
        enum = self.ctx.world.enum(type_.ref) if type_ is not None and type_.kind == "enum" else None
        return Value(str(number) if enum is None else enum.members[number].name, number)


def _number(typed: Typed) -> int | None:
    """The value of a constant expression; its mistakes are reported where the effect is elaborated."""
    return None if typed.type.kind == "error" else fold(typed.expr)


def players(inputs: Iterable[ir.Input]) -> list[str]:
    """The names of the players among the inputs of an effect; the first plays the card."""
    return [item.name for item in inputs if item.type.kind == "player"]


def game_vocabulary(
    world: World, phrases: Sequence[Phrase], harmless: Iterable[HarmlessWords], signatures: Mapping[str, Signature]
) -> Vocabulary:
    """The words that given texts are checked against: names of counters, zones, units, and of other players in effects."""
    from penance_build.wording.vocabulary import vocabulary  # here, because most cards give no text of their own

    zones = [item.name for item in world.zones.values()]
    names = [*(item.name for item in world.counters.values()), *zones]
    of_game = [item.name for item in world.counters.values() if item.owner != "player"]
    of_game += [item.name for item in world.zones.values() if item.owner != "player"]
    shared = [name for name in of_game if " " not in name]
    pairs = [(unit.name, unit.plural) for unit in world.units.values()]
    effects = [signature for name, signature in signatures.items() if name.startswith(EFFECT)]
    others = dict.fromkeys(name for signature in effects for name in players(signature.inputs)[1:])
    free = [at.text.lower() for entry in harmless for at in entry.words]
    return vocabulary(phrases, [*names, *(word for pair in pairs for word in pair)], pairs, others, zones, shared, free)
