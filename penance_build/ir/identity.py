"""The hash by which saved games recognise their rules: of ids, numbers and structure, as far as they are played.

Texts that are only shown are outside (names, prompts, labels, told lines, sources), so that a better word, another prompt or one
more line of the derivation leaves saved games valid. The numbers of steps are inside: a saved choice names its step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from penance_build.ir import canonical, nodes
from penance_build.ir.play import playable
from penance_build.ir.record import replace
from penance_build.ir.walk import map_bodies

Known = TypeVar(
    "Known", nodes.Enum, nodes.Die, nodes.Table, nodes.CounterDef, nodes.Procedure, nodes.Attribute, nodes.DeckDef, nodes.Space, nodes.Setup
)
Named = TypeVar("Named", bound=nodes.Member | nodes.Face | nodes.CounterDef | nodes.ZoneDef | nodes.Attribute | nodes.Group)
Sourced = TypeVar("Sourced", bound=nodes.Space | nodes.Card | nodes.DeckDef | nodes.Setup | nodes.Procedure)


def rules_hash(program: nodes.Played) -> str:
    """The SHA-256 (hex) of the rules as they are played."""
    return canonical.digest(without_texts(playable(program)))


def without_texts(program: nodes.Played) -> nodes.Played:
    """The same rules without anything that is only read by people."""
    return replace(
        program,
        name="",
        version="",
        enums=_by_id(_enum(enum) for enum in program.enums if not enum.id.startswith(nodes.SPOKEN)),
        dice=_by_id(replace(die, name="", source="", faces=_unnamed(die.faces)) for die in program.dice),
        tables=_by_id(map(_table, program.tables)),
        counters=_by_id(_unnamed(program.counters)),
        zones=_unnamed(program.zones),
        procedures=_by_id(map(_procedure, _unsaid(program.procedures))),
        attributes=_by_id(_unnamed(program.attributes)),
        card_types=_unnamed(program.card_types),
        slots=_unnamed(program.slots),
        factions=tuple(replace(faction, name="") for faction in program.factions),
        cards=_unsaid(program.cards),
        decks=_by_id(replace(deck, construction="") for deck in _unsaid(program.decks)),
        spaces=_by_id(_unsaid(program.spaces)),
        setups=_by_id(replace(setup, winner="") for setup in _unsaid(program.setups)),
    )


def _by_id(items: Iterable[Known]) -> tuple[Known, ...]:
    """Definitions in an order of their own, where the one in which they stand is nothing to play by.

    That of zones, cards, card types, slots and factions is: saved games hold their numbers.
    """
    return tuple(sorted(items, key=lambda item: item.id))


def _unnamed(items: Iterable[Named]) -> tuple[Named, ...]:
    return tuple(replace(item, name="") for item in items)


def _unsaid(items: Iterable[Sourced]) -> tuple[Sourced, ...]:
    return tuple(replace(item, name="", source="") for item in items)


def _enum(enum: nodes.Enum) -> nodes.Enum:
    return replace(enum, name="", members=_unnamed(enum.members))


def _table(table: nodes.Table) -> nodes.Table:
    return replace(table, name="", source="", rows=tuple(replace(row, label="", source="") for row in table.rows))


def _procedure(procedure: nodes.Procedure) -> nodes.Procedure:
    inputs = tuple(replace(item, text="", source="") for item in procedure.inputs)
    return replace(procedure, inputs=inputs, body=_body(procedure.body))


def _body(body: tuple[nodes.Stmt, ...]) -> tuple[nodes.Stmt, ...]:
    """The statements that are played: without lines of the derivation and told lines; records stay, because programs read them."""
    return tuple(_statement(map_bodies(stmt, _body)) for stmt in body if not _is_shown(stmt))


def _is_shown(stmt: nodes.Stmt) -> bool:
    return isinstance(stmt, nodes.Note) or (isinstance(stmt, nodes.Report) and not stmt.name)


def _statement(stmt: nodes.Stmt) -> nodes.Stmt:
    if isinstance(stmt, nodes.Choose):
        return replace(stmt, prompt="", options=tuple(replace(option, name="") for option in stmt.options))
    return replace(stmt, prompt="") if isinstance(stmt, nodes.Pick) else stmt
