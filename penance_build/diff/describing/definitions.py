"""The definitions of a program by kind, each with what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from penance_build.diff.describing import cards, papers, things
from penance_build.diff.describing.facts import Facts
from penance_build.diff.describing.papers import Setting, Side, Title
from penance_build.ir import nodes as ir
from penance_build.ir.record import Record

Families: TypeAlias = ir.Attribute | ir.Card | ir.DeckDef | ir.CardSet | ir.Construction | ir.Faction | ir.Group
Papers: TypeAlias = ir.Unit | ir.Claim | ir.Fact | ir.Example | ir.Ruling | ir.Source | ir.Layout | Setting | Side | Title
Things: TypeAlias = ir.Enum | ir.Die | ir.Table | ir.CounterDef | ir.ZoneDef | ir.Space | ir.Procedure
Definition: TypeAlias = Things | Families | ir.Setup | ir.Bot | Papers


class Written(Record):
    """What is read where a definition was written.

    ``own`` are the inputs that a procedure declares itself (None: all), ``declared`` the types of results and outputs, ``event``
    is that of a claim.
    """

    own: frozenset[str] | None = None
    declared: Mapping[str, str] = {}
    event: str = ""


NOTHING = Written()

# Every kind, in the order in which a report names them.
KINDS: tuple[str, ...] = tuple(
    "game option constant unit enum die table space counter zone parameter procedure attribute card_type slot faction card deck card_set "
    "construction setup bot wording claim example ruling source reference theme icon layout".split()
)


def definitions(program: ir.Program) -> Mapping[str, Mapping[str, Definition]]:
    """The definitions of a program by kind and id."""
    found: dict[str, tuple[Definition, ...]] = {
        "game": (_title(program),), "unit": program.printed.units, "enum": program.enums, "die": program.dice, "table": program.tables,
        "space": program.spaces, "counter": program.counters, "zone": program.zones, "procedure": program.procedures,
        "attribute": program.attributes, "card_type": program.card_types, "slot": program.slots, "faction": program.factions,
        "card": program.cards, "deck": program.decks, "card_set": program.card_sets, "construction": program.constructions,
        "setup": program.setups, "bot": program.bots, "claim": (*program.proved.claims, *program.proved.facts),
        "example": program.proved.examples,
        "ruling": program.proved.rulings, "source": program.proved.sources,
        "reference": tuple(Side(str(at), side.title, side) for at, side in enumerate(program.printed.reference, 1)),
        "theme": tuple(Setting(name, value) for name, value in program.printed.theme),
        "icon": tuple(Setting(name, value) for name, value in program.printed.icons),
        "layout": program.printed.layouts,
    }  # fmt: skip
    return {kind: {item.id: item for item in items} for kind, items in found.items()}


def _title(program: ir.Program) -> Title:
    """The whole game; zones, cards and their families are numbered in the order in which they are defined."""
    numbered = (
        ("zones", program.zones), ("cards", program.cards), ("card types", program.card_types), ("slots", program.slots),
        ("factions", program.factions),
    )  # fmt: skip
    version = program.version.partition(" + ")[0]  # behind it stand the options, which are told apart from it
    orders = tuple((what, tuple(item.id for item in items)) for what, items in numbered)
    return Title("game", program.game, program.name, program.printed.subtitle, program.printed.locale, version, orders)


def facts(program: ir.Program, item: Definition, written: Written = NOTHING, rows: tuple[str, ...] = ()) -> Facts:
    """What is said of a definition. ``written`` is what of it is read where it was written, ``rows`` are the names of a table's rows."""
    match item:
        case ir.Enum():
            return things.enum_facts(item)
        case ir.Die():
            return things.die_facts(item)
        case ir.Table():
            return things.table_facts(program, item, rows or things.row_names(program, item, None), written.declared)
        case ir.CounterDef():
            return things.counter_facts(program, item)
        case ir.ZoneDef():
            return things.zone_facts(item)
        case ir.Space():
            return things.space_facts(program, item)
        case ir.Procedure():
            return things.head_facts(program, item, written.own, written.declared)
        case ir.Setup():
            return cards.setup_facts(program, item)
        case ir.Bot():
            return cards.bot_facts(item)
        case ir.Attribute() | ir.Card() | ir.DeckDef() | ir.CardSet() | ir.Construction() | ir.Faction() | ir.Group():
            return _family_facts(program, item)
        case ir.Unit() | ir.Claim() | ir.Fact() | ir.Example() | ir.Ruling() | ir.Source() | ir.Layout() | Setting() | Side() | Title():
            return _paper_facts(program, item, written.event)
        case _:
            assert_never(item)


def _family_facts(program: ir.Program, item: Families) -> Facts:
    match item:
        case ir.Attribute():
            return cards.attribute_facts(item)
        case ir.Card():
            return cards.card_facts(program, item)
        case ir.DeckDef():
            return cards.deck_facts(item)
        case ir.CardSet():
            return cards.set_facts(item)
        case ir.Construction():
            return cards.construction_facts(item)
        case ir.Faction():
            return cards.faction_facts(item)
        case ir.Group():
            return cards.group_facts(item)
        case _:
            assert_never(item)


def _paper_facts(program: ir.Program, item: Papers, event: str) -> Facts:
    match item:
        case ir.Unit():
            return papers.unit_facts(item)
        case ir.Claim():
            return papers.claim_facts(program, item, event)
        case ir.Fact():
            return papers.data_facts(item)
        case ir.Example():
            return papers.example_facts(program, item)
        case ir.Ruling():
            return papers.ruling_facts(item)
        case ir.Source():
            return papers.source_facts(item)
        case ir.Layout():
            return papers.layout_facts(item)
        case Setting():
            return papers.setting_facts(item)
        case Side():
            return papers.side_facts(program, item)
        case Title():
            return papers.title_facts(item)
        case _:
            assert_never(item)
