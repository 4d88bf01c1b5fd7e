"""The part of a program that is played.

Engines and their hash are made from it, so that a new colour for a die, another sentence on the
quick reference or one more claim changes no engine and invalidates no saved game.
"""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.ir.record import replace

_UNMADE = ir.DiePrint(0, "", "", "", "", "", "none", 0, "")


def playable(program: ir.Played) -> ir.Played:
    """What is played, without the looks and texts of dice, cards and members that only the press reads, and without the judges of bots."""
    judges = {bot.score for bot in program.bots} if isinstance(program, ir.Program) else frozenset()
    played = ir.Played(**{name: getattr(program, name) for name in ir.Played.__struct_fields__})
    return replace(
        played,
        procedures=tuple(item for item in program.procedures if item.id not in judges),
        spaces=tuple(replace(space, layers=(), at="", facing="") for space in program.spaces),
        setups=tuple(replace(setup, rounds="", outcome="", begins="") for setup in program.setups),
        counters=tuple(replace(counter, shown=True) for counter in program.counters),
        enums=tuple(replace(enum, members=tuple(replace(member, text="") for member in enum.members)) for enum in program.enums),
        dice=tuple(_die(die) for die in program.dice),
        attributes=tuple(replace(attribute, shown="", icon="", signed=False, to="") for attribute in program.attributes),
        card_types=tuple(replace(group, icon="", size="", back=None) for group in program.card_types),
        slots=tuple(replace(group, icon="") for group in program.slots),
        factions=tuple(replace(faction, tincture="", icon="") for faction in program.factions),
        cards=tuple(replace(card, text=(), text_only="", verbs=(), source="", words=(), back="") for card in program.cards),
        decks=tuple(replace(deck, back=None) for deck in program.decks),
    )


def _die(die: ir.Die) -> ir.Die:
    """A die as it is rolled: faces, names and values."""
    faces = tuple(replace(face, icon="", text="") for face in die.faces)
    return replace(die, faces=faces, print=_UNMADE, text="")
