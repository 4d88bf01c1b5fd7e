"""From the data of a card to the hexes in its panel: the theme says which attribute, procedure or counter is drawn, and how.

``diagram_NAME: KIND`` draws an attribute by its value and a counter by what the card changes it by; ``diagram_NAME: KIND INPUT`` draws a
procedure that the card calls by what it gives to this input, ``diagram_NAME: KIND`` one that needs no number.
"""

from __future__ import annotations

from penance_build.ir.nodes import Call, Card, Change, Const, Program
from penance_build.ir.walk import statements
from penance_build.press.look.reach import Reach

PREFIX = "diagram_"


def reaches_of(program: Program, card: Card) -> tuple[Reach, ...]:
    """What the panel of a card draws on its map: its attributes first, then its effects in their order. Only written figures count."""
    wanted = {key.removeprefix(PREFIX): value for key, value in program.printed.theme if key.startswith(PREFIX)}
    if not wanted:
        return ()
    found = [Reach(_kind(wanted[name]), value) for name, value in card.values if name in wanted]
    procedure = program.by_id.procedures.get(card.procedure)
    for statement in statements(procedure.body) if procedure is not None else ():
        if isinstance(statement, Change) and statement.counter in wanted and isinstance(statement.by, Const):
            found.append(Reach(_kind(wanted[statement.counter]), statement.by.value))
        elif isinstance(statement, Call) and statement.procedure in wanted:
            kind, _, name = wanted[statement.procedure].partition(" ")
            inputs = program.by_id.procedures[statement.procedure].inputs
            given = [
                value.value for item, value in zip(inputs, statement.args, strict=False) if item.name == name and isinstance(value, Const)
            ]
            if given or not name:
                found.append(Reach(kind, given[0] if given else 1))
    return tuple(dict.fromkeys(reach for reach in found if reach.size > 0))


def _kind(value: str) -> str:
    return value.partition(" ")[0]
