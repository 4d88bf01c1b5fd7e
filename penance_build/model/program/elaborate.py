"""The whole game under one choice of options: definitions to a ``Program``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.model.cards.cards import CardReader
from penance_build.model.cards.constructions import card_sets, constructions, set_sizes
from penance_build.model.cards.facts import CardFacts
from penance_build.model.context.context import Context
from penance_build.model.context.memory import Base, Remembered, RuleMemory
from penance_build.model.context.options import Conditions
from penance_build.model.context.report import LookupSite, Report
from penance_build.model.context.rule import Rule, rule_of_procedure
from penance_build.model.context.world import TableShape, enum_type
from penance_build.model.declarations.declare import declare, texts_told
from penance_build.model.declarations.drawn import spaces
from penance_build.model.declarations.spaces import geometry, layer_tables
from penance_build.model.declarations.tables import read_table
from penance_build.model.program import printed, proofs
from penance_build.model.program.declared import DECLARATIONS
from penance_build.model.program.facts import FactReader
from penance_build.model.program.layouts import layouts
from penance_build.model.program.odds import OddsReader
from penance_build.model.program.setups import BotReader, SetupReader
from penance_build.model.program.situations import around
from penance_build.model.rules.procedures import ProcedureReader
from penance_build.surface.declarations import Row
from penance_build.surface.game import Game


class Elaborated(Struct, frozen=True):
    """A program, the report of its elaboration, the rows of the tables as written, and what compared claims with data."""

    program: ir.Program
    report: Report
    rows: Mapping[str, tuple[Row, ...]]
    cards: tuple[CardFacts, ...] = ()
    rules: Mapping[str, Rule] = field(default_factory=dict)  # the rule that each procedure was made from
    fresh: tuple[ir.Procedure, ...] = ()  # the procedures that no earlier combination of options had; only these are checked
    has_new_tables: bool = True
    # How many cards decks and card sets must have, at least and at most, by kind and id, where that is said.
    sizes: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)  # results of checks, shared between combinations of options
    facts: FactReader | None = None
    made: Mapping[str, Remembered] = field(default_factory=dict)  # what became of each rule

    @property
    def lookups(self) -> tuple[LookupSite, ...]:
        """Where tables are read."""
        return tuple(site for report in self.report.every() for site in report.lookups)

    @property
    def tables(self) -> tuple[ir.Table, ...]:
        """The tables of the author; those that are generated from maps are not checked."""
        return tuple(table for table in self.program.tables if table.id in self.rows)


def memory_for(game: Game, conditions: Conditions) -> RuleMemory:
    """An empty memory of rules for a game, with the options that its declarations mention."""
    declared: frozenset[str] = frozenset()
    for kind in DECLARATIONS:
        for name in game.of(kind):
            declared |= conditions.mentions(game.below[kind, name])
    for name in texts_told(game):
        declared |= conditions.mentions(game.below["wording", name])
    # Conditions on whether a card exists; those inside its effect belong to its own rule.
    declared |= conditions.named(card.when for card in game.cards.values() if card.when is not None)
    return RuleMemory(declared)


def elaborate(game: Game, conditions: Conditions, choice: Mapping[str, str], memory: RuleMemory | None = None) -> Elaborated:
    """Elaborate everything under one choice of options. With errors in the report the program must not be used."""
    memory = memory or memory_for(game, conditions)
    ctx = Context(game, conditions, choice, memory)
    base = _declared(ctx)
    cards, reader = CardReader(ctx), ProcedureReader(ctx)
    rules = {**_rules(ctx), **cards.rules()}
    procedures = reader.read(rules)
    made_cards, decks = tuple(cards.read(reader)), cards.decks()
    made = {item.id: item for item in procedures}
    proof = proofs.ProofReader(ctx, made)
    forms, title = {name: known.form for name, known in reader.known.items()}, game.title
    facts = FactReader(ctx, reader.signatures, forms, {table.id: table for table in base.tables})
    bots, judges = BotReader(ctx, made).bots()
    brought = tuple(deck for deck, _ in decks)
    world, setups, maps = ctx.world, SetupReader(ctx, made, proof).setups(tuple(deck.id for deck in brought)), spaces(ctx)
    proof.around = around(world, setups, brought, tuple(facts.card for facts in made_cards), maps)
    program = ir.Program(
        ir_version=ir.IR_VERSION,
        game=title.id if title else "",
        name=title.name if title else "",
        version=_edition(game, choice),
        options=tuple(sorted(choice.items())),
        enums=(*world.enums.values(), *world.choices.values(), *_any_die(ctx)),
        dice=tuple(world.dice.values()),
        tables=base.tables,
        counters=tuple(world.counters.values()),
        zones=tuple(world.zones.values()),
        procedures=(*procedures, *judges),
        attributes=tuple(world.attributes.values()),
        card_types=printed.groups(ctx, game.card_types),
        slots=printed.groups(ctx, game.slots),
        factions=printed.factions(ctx),
        cards=tuple(facts.card for facts in made_cards),
        decks=brought,
        spaces=maps,
        setups=setups,
        printed=ir.Printed(
            subtitle=title.subtitle if title else "",
            reference=printed.reference(ctx, OddsReader(ctx, proof)),
            theme=printed.pairs(game.theme),
            icons=printed.pairs(game.icons),
            units=tuple(world.units.values()),
            words=tuple(world.words.values()),
            layouts=layouts(ctx),
            locale=title.locale.text if title and title.locale else "",
        ),
        proved=ir.Proved(
            claims=proof.claims(),
            examples=proof.examples(),
            rulings=ctx.keep(("rulings", *game.rulings.values()), partial(proofs.rulings, game)),
            sources=ctx.keep(("sources", *game.sources.values()), partial(proofs.sources, game)),
            facts=facts.facts(),
        ),
        bots=bots,
        card_sets=card_sets(ctx),
        constructions=constructions(ctx),
    )
    sizes = {**{("deck", deck.id): size for deck, size in decks if size is not None}, **set_sizes(ctx)}
    return Elaborated(program, ctx.report, base.rows, made_cards, rules, known=memory.checked, sizes=sizes, facts=facts, made=reader.known)


def _any_die(ctx: Context) -> tuple[ir.Enum, ...]:
    """The dice as an enum, in a game that declares something of the type `die`."""
    enum = ctx.world.any_die
    is_used = enum is not None and any(f"type {enum.id}" in report.read for report in ctx.report.every())
    return (enum,) if enum is not None and is_used else ()


def _edition(game: Game, choice: Mapping[str, str]) -> str:
    """The version that is printed on sheets, with the chosen options: sheets of different rules can be told apart."""
    chosen = [f"{name} {choice[name]}" for name, option in sorted(game.options.items()) if choice[name] != option.values[0]]
    return " + ".join([game.title.version if game.title else "", *chosen])


def _declared(ctx: Context) -> Base:
    """Set the world of the declarations, tables included; computed once for equal values of the options that declarations mention."""
    memory = ctx.memory
    key = memory.chosen(ctx.choice)
    base = memory.bases.get(key)
    if base is None:
        declare(ctx)
        tables, rows = _tables(ctx)
        found = ctx.report.settled()
        found.lookups.clear()  # cells of tables do not look up other tables
        base = memory.bases[key] = Base(replace(ctx.world, choices={}), tuple(tables), rows, found)
        ctx.report = Report()
    ctx.report.take(base.report)
    ctx.world, memory.made = replace(base.world, choices={}), base.made
    return base


def _tables(ctx: Context) -> tuple[list[ir.Table], Mapping[str, tuple[Row, ...]]]:
    """All tables. Their cells use inputs and constants only, so their order does not matter."""
    world, game = ctx.world, ctx.game
    tables: list[ir.Table] = []
    rows: dict[str, tuple[Row, ...]] = {}
    for name, table in ctx.live(game.tables).items():
        tables.append(read_table(ctx, table))
        rows[name] = tuple(row for row in table.rows if ctx.holds(row))
    for name, space in ctx.live(game.spaces).items():
        tables += [*layer_tables(ctx, space), *geometry(world.spaces[name], enum_type(world.enums[name]))]
    world.tables.update(_shapes(tables))
    return tables, rows


def _shapes(tables: Iterable[ir.Table]) -> Mapping[str, TableShape]:
    return {table.id: TableShape(table.inputs, table.outputs, table.source) for table in tables}


def _rules(ctx: Context) -> dict[str, Rule]:
    below, written = ctx.game.below, ctx.memory.written
    rules: dict[str, Rule] = {}
    for name, item in ctx.live(ctx.game.procedures).items():
        rule = written.get((item,))
        if rule is None:
            rule = written[item,] = rule_of_procedure(item, below["procedure", name])
        rules[name] = rule
    return rules
