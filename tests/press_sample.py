"""A program made by hand for the tests of the press: one whole deck of 30 cards, with the icons of the game of this repository."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import yaml

from penance_build.api import Compilation
from penance_build.diagnostics.problem import Span
from penance_build.ir.nodes import IR_VERSION, Attribute, Card, DeckDef, Faction, Group, Printed, Program, Type
from penance_build.product import NoCache, Settings

RULES = Path(__file__).resolve().parent.parent / "rules" / "penance"

# id, name, type, slot, faction, cost, marks, copies, verbs, text
CARDS: tuple[tuple[str, str, str, str, str, int | None, dict[str, int], int, tuple[str, ...], tuple[str, ...]], ...] = (
    ("lunge", "Desperate Lunge", "movement", "core", "universal", 1, {}, 1, ("move",), ("Move up to *2* hexes.",)),
    ("brace", "Brace for Impact", "reactive", "core", "universal", 0, {}, 1, ("reduce",), ("Reduce the damage of this attack by *2*.",)),
    ("vent", "Emergency Vent", "warmth", "core", "universal", 2, {}, 1, ("cool",), ("Remove *3* Heat {icon:heat}.",)),
    ("sweep", "Sensor Sweep", "utility", "core", "universal", 1, {}, 1, ("reveal",), ("Look at *1* card in an enemy hand.",)),
    ("overextend", "Overextend", "movement", "core", "universal", 1, {"heat": 1}, 1, ("move", "warm"),
     ("Move up to *3* hexes, then gain *1* {icon:heat}.",)),
    ("rally", "Rally Cry", "support", "core", "universal", 2, {"range": 3}, 1, ("draw",), ("An ally within *3* hexes draws *1* card.",)),
    ("survey", "Survey the Field", "utility", "core", "universal", 1, {}, 1, ("draw",), ("Draw *1* card.",)),
    ("feint", "Feint", "attack", "core", "universal", 1, {}, 1, ("boost",), ("Your next attack this turn deals +*1* damage.",)),
    ("retreat", "Retreat", "movement", "core", "universal", 2, {}, 1, ("move", "forgo"),
     ("Move up to *4* hexes. You cannot attack this turn.",)),
    ("breathe", "Breathe the Core", "warmth", "core", "universal", 1, {}, 1, ("cool", "draw"),
     ("Remove *1* Heat {icon:heat}, then draw *1* card.",)),
    ("offering", "Blood Offering", "utility", "primary", "church", 0, {}, 2, ("harm", "boost"),
     ("Lose *2* cards from your deck.", "Your next attack deals +*3* damage and ignores *1* Armor {icon:armor}.")),
    ("thrust", "Faithful Thrust", "attack", "primary", "church", 2, {"damage": 4, "range": 1}, 3, ("strike",),
     ("Deal *4* damage.", "From the rear: +*2* damage.")),
    ("cleave", "Righteous Cleave", "attack", "primary", "church", 3, {"damage": 5, "range": 1}, 2, ("strike", "spread"),
     ("Deal *5* damage to the target, then *2* damage to an enemy adjacent to it.",)),
    ("martyr", "Martyrdom Protocol", "support", "primary", "church", 1, {}, 2, ("redirect",),
     ("Until the round ends, take *1* attack on an ally upon yourself.",)),
    ("judgment", "Divine Judgment", "attack", "primary", "church", 4, {"damage": 8, "range": 1}, 2, ("strike", "judge"),
     ("If the target has *10* or fewer cards in its deck, deal *8* damage.",)),
    ("ground", "Consecrated Ground", "support", "primary", "church", 3, {"range": 3}, 1, ("recover",),
     ("Hallow the ground within *3* hexes.", "Each turn, every ally standing there recovers *2* cards from its discard pile.")),
    ("deflect", "Deflect", "reactive", "secondary", "church", 0, {}, 2, ("reduce",), ("Reduce the damage of this attack by *1*.",)),
    ("bash", "Bash", "attack", "secondary", "church", 1, {"damage": 2, "range": 1}, 2, ("strike", "push"),
     ("Deal *2* damage, then push the target *1* hex.",)),
    ("hunker", "Hunker Down", "reactive", "secondary", "church", 2, {}, 2, ("defend",), ("+*2* Defense this round.",)),
    ("fury", "Righteous Fury", "passive", "tactic", "church", None, {}, 1, ("boost", "grow"),
     ("Each time you destroy an enemy, all of your attacks deal +*1* damage for the rest of the mission.",)),
    ("zeal", "Flagellant’s Zeal", "utility", "tactic", "church", 4, {}, 1, ("harm", "surge"),
     ("Discard *5* cards, then gain *5* SP at once.",)),
)  # fmt: skip


@lru_cache(maxsize=1)
def icons() -> tuple[tuple[str, str], ...]:
    """The icons of the game in this repository."""
    read = yaml.safe_load((RULES / "icons.yaml").read_text(encoding="utf-8"))
    return tuple(read["icons"].items())


def card(row: int) -> Card:
    """One of the cards above."""
    name, title, kind, slot, faction, cost, marks, _, verbs, text = CARDS[row]
    values = (() if cost is None else (("cost", cost),)) + tuple(marks.items())
    return Card(name, title, kind, faction, slot, values, text, "", name, verbs, "cs/1")


def program(*, theme: tuple[tuple[str, str], ...] = (), cards: tuple[Card, ...] | None = None) -> Program:
    """The whole game: nothing but what is printed."""
    number = Type("int")
    return Program(
        ir_version=IR_VERSION, game="sample", name="Sample", version="2.0", options=(), enums=(), dice=(), tables=(),
        counters=(), zones=(), procedures=(),
        attributes=(
            Attribute("cost", "SP", number, "cost", "sp"), Attribute("damage", "Damage", number, "mark", "damage"),
            Attribute("range", "Range", number, "mark", "range"), Attribute("heat", "Heat", number, "mark", "heat"),
        ),
        card_types=(
            Group("attack", "Attack", "type_attack"), Group("movement", "Movement", "type_movement"),
            Group("reactive", "Reactive", "type_reactive"), Group("utility", "Utility", "type_utility"),
            Group("support", "Support", "type_support"), Group("passive", "Passive", "type_passive"),
            Group("warmth", "Heat management", "type_heat"),
        ),
        slots=(
            Group("core", "Universal core", ""), Group("primary", "Primary weapon", ""),
            Group("secondary", "Secondary equipment", ""), Group("tactic", "Faction tactic", ""),
        ),
        factions=(
            Faction("church", "Church of Absolution", "red", "faction_church"),
            Faction("universal", "Universal", "silver", "faction_universal"),
        ),
        cards=cards if cards is not None else tuple(card(row) for row in range(len(CARDS))),
        decks=(DeckDef("confessor", "Church Confessor", "church", tuple((row[0], row[7]) for row in CARDS), "cs/10"),),
        printed=Printed(theme=theme, icons=icons()),
    )  # fmt: skip


def compilation(made: Program | None = None) -> Compilation:
    """As the compiler would answer, with a place for each card."""
    whole = made or program()
    spans = {("card", item.id): Span("cards.yaml", line, 3, line, 9) for line, item in enumerate(whole.cards, start=2)}
    return Compilation(whole, (), spans=spans)


def settings(paper: str = "a4") -> Settings:
    """Without a cache."""
    return Settings(paper, NoCache())
