"""The numbers that stand in the steps of a rule, by the names by which a claim speaks of them.

A number that stands alone is named for what it is an argument of: ``strike.damage`` of a call, ``life`` of a change, ``deck to hand``
of a move, ``attack.count`` of a roll, ``target`` of a variable. One inside a formula is named by the formula, with ``_`` where
numbers stand: ``life >= _``. Counters and zones of whoever plays a card are named without their owner, as in
``wording``, where no attribute of cards has this name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from penance_build.ir import nodes as ir
from penance_build.model.cards.cards import CardReader
from penance_build.model.context.report import Report
from penance_build.model.context.rule import EFFECT
from penance_build.model.context.world import Typed, counter_type
from penance_build.model.formulas.types import direction
from penance_build.model.program.data import NUMBER, Around, Data, Datum, Place
from penance_build.surface import steps as made
from penance_build.surface.nodes import At, Formula
from penance_build.surface.walk import blocks, formulas

_DIGITS: Final = re.compile(r"(?<![A-Za-z0-9_])[0-9]{1,16}(?![0-9])")


def effects(around: Around, card: str) -> Data:
    """The data of the effect of a card."""
    item = around.ctx.game.cards[card]
    if item.effects is None:
        return {}
    own = CardReader(around.ctx).own_values(item, Report())
    places = {key: around.place(formula) for key, formula in item.values.items()}
    found = _Steps(around, own, places, EFFECT + card).read(item.effects)
    signature = around.signatures.get(EFFECT + card)
    player = next((item.name for item in signature.inputs if item.type.kind == "player"), "") if signature is not None else ""
    owner = re.compile(rf"\b{player}\.") if player else re.compile("$^")
    taken = around.ctx.world.attributes
    return {name if owner.sub("", name) in taken else owner.sub("", name): datum for name, datum in found.items()}


def procedure(around: Around, name: str) -> Data:
    """The data of the steps of a procedure."""
    return _Steps(around, None, {}, name).read(around.ctx.game.procedures[name].body)


class _Steps(Struct, frozen=True):
    """Reads the steps of one rule; ``own`` are the attributes of the card whose effect it is, ``places`` where these stand."""

    around: Around
    own: Mapping[str, Typed] | None
    places: Mapping[str, Place]
    rule: str

    def read(self, block: made.Block) -> Data:
        """All data of a block and the blocks below, by name; the values of one name in the order written."""
        found: Data = {}
        for name, datum in self._block(block):
            found[name] = found[name].joined(datum) if name in found else datum
        return found

    def _block(self, block: made.Block) -> Iterator[tuple[str, Datum]]:
        for step in block.steps:
            if self.around.ctx.holds(step):
                yield from self._step(step)
                for inner in blocks(step):
                    yield from self._block(inner)

    def _step(self, step: made.Step) -> Iterator[tuple[str, Datum]]:
        named: set[int] = set()
        for name, formula, type_ in self._arguments(step):
            value = self.around.constant(formula, type_, self.own)
            if value is not None:
                named.add(id(formula))
                yield name, Datum(type_ or NUMBER, (value,), (self._place(formula),))
        yield from self._unsaid(step)
        if isinstance(step, made.Record):
            yield from ((f"{step.name}.{name}", Datum(None, (formula.text,), (Place(formula),))) for name, formula in step.fields.items())
        if isinstance(step, made.Sum):
            yield from self._terms(step, named)
        if isinstance(step, made.Match):
            yield from self._cases(step)
        for formula in formulas(step):
            if id(formula) not in named:
                yield from self._within(formula)

    def _place(self, formula: Formula) -> Place:
        """Where a number stands: of `card.damage` at the attribute of the card."""
        own = formula.text.removeprefix("card.")
        return self.places[own] if own != formula.text and own in self.places else self.around.place(formula)

    def _arguments(self, step: made.Step) -> Iterator[tuple[str, Formula, ir.Type | None]]:
        """The formulas of a step that have a name, and the types that their values have."""
        match step:
            case made.Call():
                signature = self.around.signatures.get(step.procedure.text)
                types = {} if signature is None else {item.name: item.type for item in signature.inputs}
                yield from ((f"{step.procedure.text}.{name}", formula, types.get(name)) for name, formula in step.arguments.items())
            case made.Play():
                yield from ((f"play.{name}", formula, None) for name, formula in step.arguments.items())
            case made.Change():
                type_ = self._counter(step.counter.text)
                yield from ((step.counter.text, item, type_) for item in (step.by,) if item is not None)
                yield from ((f"{step.counter.text} to", item, type_) for item in (step.to,) if item is not None)
            case made.MoveTop():
                yield from ((f"{step.origin.text} to {step.target.text}", item, None) for item in (step.count,) if item is not None)
            case made.Let():
                yield step.variable.text, step.value, self._variable(step.variable.text)
            case made.Outcome():
                yield "outcome", step.value, self._variable("outcome")
            case _:
                yield from self._counted(step)

    def _counted(self, step: made.Step) -> Iterator[tuple[str, Formula, ir.Type | None]]:
        """The formulas that say how many, or how often."""
        pairs: tuple[tuple[str, Formula | None], ...] = ()
        match step:
            case made.Roll():
                pairs = ((f"{step.variable.text}.count", step.count),)
            case made.Reroll():
                pairs = ((f"{step.roll.text}.at_most", step.at_most),)
            case made.Window():
                pairs = ((f"{step.variable.text}.at_most", step.at_most),)
            case made.Each():
                pairs = ((f"{step.variable.text}.from", step.first), (f"{step.variable.text}.to", step.last))
            case made.Repeat():
                pairs = (("repeat.at_most", step.at_most),)
            case made.MakeList():
                pairs = ((f"{step.variable.text}.size", step.size), (f"{step.variable.text}.value", step.value))
            case _:
                pass
        return ((name, formula, None) for name, formula in pairs if formula is not None)

    def _unsaid(self, step: made.Step) -> Iterator[tuple[str, Datum]]:
        """The one card of a move, and the one die of a roll, that say no count."""
        if isinstance(step, made.MoveTop) and step.count is None:
            yield f"{step.origin.text} to {step.target.text}", _one(step.at)
        elif isinstance(step, made.Roll) and step.count is None:
            yield f"{step.variable.text}.count", _one(step.at)

    def _terms(self, step: made.Sum, named: set[int]) -> Iterator[tuple[str, Datum]]:
        """The terms of a sum that are numbers, or `harder 1`."""
        unit = self._variable(step.variable.text) or NUMBER
        for term in step.terms:
            named.add(id(term.value))
            if not self.around.ctx.holds(term):
                continue
            type_, value = self._directed(term.value)
            value = self.around.constant(term.value, None, self.own) if value is None else value
            if value is None:
                yield from self._within(term.value)
            else:
                yield step.variable.text, Datum(type_ or unit, (value,), (self._place(term.value),))

    def _directed(self, formula: Formula) -> tuple[ir.Type | None, int | None]:
        """The unit and the value of `harder 1`, in any unit that has these words."""
        for name in self.around.ctx.world.units:
            type_ = ir.Type("int", unit=name)
            value = direction(self.around.ctx.world, type_, formula.text)
            if value is not None:
                return type_, value
        return None, None

    def _cases(self, step: made.Match) -> Iterator[tuple[str, Datum]]:
        """The cases of a match that are numbers or ranges, as texts."""
        for case in step.cases:
            if _DIGITS.search(case.values.text):
                yield f"match {step.on.text}", Datum(None, (case.values.text,), (Place(case.block.at),))

    def _within(self, formula: Formula) -> Iterator[tuple[str, Datum]]:
        """The numbers inside a formula."""
        found = list(_DIGITS.finditer(formula.text))
        if found and formula.error is None:
            values = tuple(int(match[0]) for match in found)
            yield _DIGITS.sub("_", formula.text), Datum(NUMBER, values, tuple(Place(formula, *match.span()) for match in found))

    def _counter(self, name: str) -> ir.Type | None:
        world = self.around.ctx.world
        counter = world.counters.get(name.rpartition(".")[2])
        return None if counter is None or counter_type(world, counter).kind == "int" else counter_type(world, counter)

    def _variable(self, name: str) -> ir.Type | None:
        """The type of a result that is no plain number."""
        signature = self.around.signatures.get(self.rule)
        type_ = next((slot.type for slot in signature.results if slot.name == name), None) if signature is not None else None
        return type_ if type_ is not None and (type_.kind != "int" or type_.unit) else None


def _one(at: At) -> Datum:
    return Datum(NUMBER, (1,), (Place(at),), is_written=False)
