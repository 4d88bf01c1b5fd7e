"""The parts of ``game.json``: definitions of the game as records without what is empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penance_build.engine.front.runs import runs
from penance_build.ir import nodes
from penance_build.ir.walk import statements


def lean(**fields: Any) -> dict[str, Any]:
    """A record without fields that say nothing: empty texts, lists and records, and None."""
    return {name: value for name, value in fields.items() if value not in ("", None, [], {})}


def printed(program: nodes.Played, kind: nodes.Type, value: int) -> int | bool | str:
    """A value as people read it: a member by its name."""
    if kind.kind == "enum":
        member = program.by_id.enums[kind.ref].members[value]
        return member.name or member.id
    return bool(value) if kind.kind == "bool" else value


def card(program: nodes.Played, item: nodes.Card) -> dict[str, Any]:
    """A card: ids of what it belongs to, its printed values by attribute, its text as paragraphs of runs."""
    types = {attribute.id: attribute.type for attribute in program.attributes}
    values = {name: printed(program, types[name], value) for name, value in item.values if name in types}
    text = [runs(paragraph) for paragraph in item.text]
    return lean(name=item.name, type=item.type, slot=item.slot, faction=item.faction, values=values, text=text)


def deck(item: nodes.DeckDef) -> dict[str, Any]:
    """A deck: how many of each card."""
    return lean(name=item.name, faction=item.faction, cards=dict(item.cards))


def setup(item: nodes.Setup) -> dict[str, Any]:
    """A way to begin, and which results say how it ended."""
    return {"name": item.name, "players": item.players, "decks": list(item.decks if item.deck else ())} | lean(
        procedure=item.procedure, winner=item.winner, rounds=item.rounds, outcome=item.outcome
    )


def counter(item: nodes.CounterDef) -> dict[str, Any]:
    """A counter; ``enum`` names its members, ``bool`` says that it is a yes or a no, ``shown`` stands where it is false."""
    record = lean(name=item.name, owner=item.owner, low=item.low, high=item.high, start=item.start or None, unit=item.unit)
    kind = {"bool": True} if item.ref == "bool" else lean(enum=item.ref)
    return record | kind | ({} if item.shown else {"shown": False})


def die(item: nodes.Die) -> dict[str, Any]:
    """A die; its faces in the order by which events name them."""
    faces = [lean(id=face.id, name=face.name, value=dict(face.values).get("value"), icon=face.icon) for face in item.faces]
    return lean(name=item.name, faces=faces)


def enum(item: nodes.Enum) -> dict[str, Any]:
    """A closed list: (id, name) of each member, in the order of their numbers."""
    return {"name": item.name, "members": [[member.id, member.name or member.id] for member in item.members]}


def procedures(program: nodes.Played) -> dict[str, dict[str, Any]]:
    """Those that pause, that roll or that a setup starts: what asks in them, and whether their derivations belong to a roll."""
    begun = {item.procedure for item in program.setups}
    kept = [item for item in program.procedures if {"chooses", "rolls"} & set(item.effects) or item.id in begun]
    return {item.id: _procedure(item, item.id in begun) for item in kept}


def _procedure(item: nodes.Procedure, is_begun: bool) -> dict[str, Any]:
    asks = {stmt.slot: {option.id: option.name or option.id for option in stmt.options} for stmt in _choices(item)}
    results = {slot.name: slot.type.ref if slot.type.kind == "enum" else slot.type.kind for slot in item.results} if is_begun else {}
    return lean(name=item.name, pauses="chooses" in item.effects or None, rolls="rolls" in item.effects or None, asks=asks, results=results)


def _choices(item: nodes.Procedure) -> Iterable[nodes.Choose]:
    return (stmt for stmt in statements(item.body) if isinstance(stmt, nodes.Choose))
