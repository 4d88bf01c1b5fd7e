"""The whole game under one choice of options: definitions to a ``Program``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model import printed, proofs
from penance_build.model.card_facts import CardFacts
from penance_build.model.cards import CardReader
from penance_build.model.constructions import ConstructionReader
from penance_build.model.declarations import declare, texts_told
from penance_build.model.drawn import spaces
from penance_build.model.entries import Model
from penance_build.model.memory import RuleMemory
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.procedures import ProcedureReader, Rule
from penance_build.model.report import LookupSite, Report
from penance_build.model.setups import SetupReader
from penance_build.model.spaces import geometry, layer_tables
from penance_build.model.tables import TableReader
from penance_build.model.world import Branch, TableShape, World, enum_type

DECLARATIONS: Final = ("unit", "constant", "enum", "die", "table", "space", "counter", "zone", "attribute", "card_type", "slot", "faction")


@dataclass(frozen=True, slots=True)
class Elaborated:
    """A program, where its tables are read, and the rows' places for the checks of tables: those that the author wrote."""

    program: ir.Program
    lookups: tuple[LookupSite, ...]
    rows: Mapping[str, tuple[Place, ...]]
    constants_read: frozenset[str] = frozenset()
    cards: tuple[CardFacts, ...] = ()
    branches: Mapping[Branch, bool] = field(default_factory=dict)
    fresh: tuple[ir.Procedure, ...] = ()  # the procedures that no combination of options before had
    has_new_tables: bool = True
    blocks: tuple[tuple[str, Place | None], ...] = ()  # the steps of each procedure, by its id

    @property
    def tables(self) -> tuple[ir.Table, ...]:
        """The tables that the author wrote; those that are made from maps are not judged."""
        return tuple(table for table in self.program.tables if table.id in self.rows)


def memory_for(model: Model, conditions: Conditions) -> RuleMemory:
    """An empty memory of rules for a game: it knows which options its declarations speak of."""
    declared: frozenset[str] = frozenset()
    for kind in DECLARATIONS:
        for place in model.of(kind).values():
            declared |= conditions.mentions(place)
    for place in texts_told(model).values():
        declared |= conditions.mentions(place)
    for place in model.of("card").values():  # whether a card exists; what its effect speaks of concerns its own rule
        when = place.get("when")
        declared |= conditions.mentions(place, below=False) if when is not None else frozenset()
    return RuleMemory(declared)


def elaborate(
    model: Model, conditions: Conditions, choice: Mapping[str, str], memory: RuleMemory | None = None
) -> tuple[Elaborated, list[Problem]]:
    """Type everything under one choice of options. With errors among the problems the program is not to be used."""
    report = Report()
    memory = memory or memory_for(model, conditions)
    known = memory.base[0][1] if memory.base else None
    world, tables, rows = _declared(model, report, conditions, choice, memory)
    report.lookups.clear()
    cards = CardReader(model, world, report, conditions, choice, memory)
    reader = ProcedureReader(world, report, conditions, choice, model.of("parameter"), memory)
    rules = {**_rules(model, conditions, choice, memory), **cards.rules()}
    procedures = reader.read(rules)
    made_cards, decks = cards.read(reader), cards.decks()
    proof = proofs.ProofReader(world, report, {item.id: item for item in procedures}, memory)
    claims, examples = proof.claims(model, conditions, choice), proof.examples(model, conditions, choice)
    setups = SetupReader(model, world, report, conditions, choice, {item.id: item for item in procedures}, proof)
    bots, judges = setups.bots()
    made_of = ConstructionReader(model, world, report, conditions, choice, memory)
    game = model.game
    program = ir.Program(
        ir_version=ir.IR_VERSION,
        game=game.word("id") if game else "",
        name=game.word("name") if game else "",
        subtitle=game.word("subtitle") if game else "",
        version=_edition(model, choice),
        options=tuple(sorted(choice.items())),
        enums=(*world.enums.values(), *world.choices.values()),
        dice=tuple(world.dice.values()),
        tables=tables,
        counters=tuple(world.counters.values()),
        zones=tuple(world.zones.values()),
        procedures=(*procedures, *judges),
        attributes=tuple(world.attributes.values()),
        card_types=printed.groups(model, "card_type", conditions, choice),
        slots=printed.groups(model, "slot", conditions, choice),
        factions=printed.factions(model, conditions, choice),
        cards=tuple(facts.card for facts in made_cards),
        decks=tuple(decks),
        reference=printed.reference(model, world, report, conditions, choice, memory),
        theme=printed.pairs(model, "theme"),
        icons=printed.pairs(model, "icon"),
        claims=tuple(claims),
        examples=tuple(examples),
        rulings=memory.keep(("rulings",), partial(proofs.rulings, model)),
        sources=memory.keep(("sources",), partial(proofs.sources, model)),
        units=tuple(world.units.values()),
        spaces=spaces(model.of("space"), world, report),
        setups=setups.setups(tuple(deck.id for deck in decks)),
        bots=bots,
        card_sets=made_of.sets(),
        constructions=made_of.constructions(),
    )
    fresh = (*reader.fresh, *judges)
    found = tuple(report.lookups), rows, frozenset(world.read), tuple(made_cards), world.branches
    blocks = tuple((name, rule.steps) for name, rule in rules.items())
    return Elaborated(program, *found, fresh, tables is not known, blocks), report


def _edition(model: Model, choice: Mapping[str, str]) -> str:
    """The version that sheets bear, with the options that were chosen: two sheets of different rules can be told apart."""
    chosen = [f"{name} {choice[name]}" for name, option in sorted(model.options.items()) if choice[name] != option.values[0]]
    return " + ".join([model.game.word("version") if model.game else "", *chosen])


def _declared(
    model: Model, report: Report, conditions: Conditions, choice: Mapping[str, str], memory: RuleMemory
) -> tuple[World, tuple[ir.Table, ...], Mapping[str, tuple[Place, ...]]]:
    """The world of the declarations, and the tables; made once where no declaration speaks of an option."""
    if not memory.base or memory.declared:
        world = declare(model, report, conditions, choice)
        made, rows = _tables(model, world, report, conditions, choice)
        memory.made.clear()
        memory.base[:] = [(replace(world, choices={}), tuple(made), rows)]
    world, tables, rows = memory.base[0]
    return replace(world, choices={}), tables, rows


def _tables(
    model: Model, world: World, report: Report, conditions: Conditions, choice: Mapping[str, str]
) -> tuple[list[ir.Table], Mapping[str, tuple[Place, ...]]]:
    """All tables. Their cells speak of inputs and constants only, so their order does not matter."""
    reader = TableReader(world, report, conditions, dict(choice))
    tables: list[ir.Table] = []
    rows: dict[str, tuple[Place, ...]] = {}
    for name, place in model.of("table").items():
        if conditions.holds(place, choice):
            tables.append(reader.rows(name, place, reader.shape(name, place)))
            rows[name] = tuple(row for row in place.need("rows").items() if conditions.holds(row, choice))
    for name, place in model.of("space").items():
        if conditions.holds(place, choice):
            layers = layer_tables(name, place, world, report)
            tables += [*layers, *geometry(world.spaces[name], enum_type(world.enums[name]))]
    for table in tables:
        world.tables[table.id] = TableShape(table.inputs, table.outputs, table.source)
    return tables, rows


def _rules(model: Model, conditions: Conditions, choice: Mapping[str, str], memory: RuleMemory) -> dict[str, Rule]:
    live = [(name, place) for name, place in model.of("procedure").items() if conditions.holds(place, choice)]
    return {name: memory.keep(("procedure", name), partial(_rule, name, place)) for name, place in live}


def _rule(name: str, place: Place) -> Rule:
    return Rule(name, place.word("name", name), ("procedure", name), place, place.get("steps"), place)
