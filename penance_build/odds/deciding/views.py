"""What a player sees of a state: what ``view`` of the engines shows him, what was rolled and chosen, and what follows from that.

Hidden are the cards of zones that he does not see, and the variables that are made from such cards, or set where a condition on
them decides; a variable that holds a card is hidden where its zone is not open to all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from penance_build.ir.nodes import Call, Choose, Const, Pick, Played, Procedure, Stmt, TopCard, Var, ZoneFold
from penance_build.ir.walk import assigned, bodies, own_expressions, reached, statements
from penance_build.odds.deciding.points import Frame, Open, Point
from penance_build.odds.functions.parts import Ask
from penance_build.odds.planning.bags import cards
from penance_build.odds.planning.demand import STATE
from penance_build.odds.planning.plan import Layout
from penance_build.odds.planning.state import World, Worlds
from penance_build.odds.rewriting.exprs import Node, variables, walk


class Seen(Struct, frozen=True):
    """Counters and piles by owner, in the order of the game; of a pile the cards that are seen, or how many there are."""

    counters: tuple[tuple[int, ...], ...]
    zones: tuple[tuple[tuple[int, ...] | int, ...], ...]


class Views:
    """What the player of one seat sees in the states of one question, of which ``inputs`` are given."""

    def __init__(self, program: Played, worlds: Worlds, procedure: str, inputs: Mapping[str, object], seat: int) -> None:
        self.program, self.worlds, self.seat = program, worlds, seat
        names = [item.id for item in reached(program.by_id.procedures, procedure)]
        self.hidden = _Hidden(program, names, own_names(program, names, inputs, seat)).slots()

    def of(self, point: Point, asked: Open) -> Hashable:
        """What is seen at a choice; equal where the player cannot tell two points apart."""
        frame: Frame | None = point[0]
        found: list[Hashable] = [tuple(asked.answers), *self.items(asked.part.procedure, asked.part.layout, point[1])]
        while frame is not None:
            found += [id(frame.parts), frame.at]
            if isinstance(frame.part, Ask) and frame.compiled is not None:
                found += self.items(frame.compiled.plan.procedure.id, frame.part.layout, frame.caller[0])
            frame = frame.then
        return tuple(found)

    def items(self, procedure: str, layout: Layout, state: tuple[Any, ...]) -> Iterator[Hashable]:
        """The items of a state that are seen."""
        for item, value in zip(layout, state, strict=True):
            if item == Var(STATE):
                yield self.world(value)
            elif not self.is_hidden(procedure, item):
                yield value

    def is_hidden(self, procedure: str, item: Node) -> bool:
        """Whether an item is made from cards that not all see."""
        return any((procedure, name) in self.hidden for name in variables(item))

    def world(self, world: World) -> Hashable:
        """Counters, the cards of the zones that are seen, and how many lie in the others."""
        seen = self.seen(world)
        return seen.counters, seen.zones

    def seen(self, world: World) -> Seen:
        """The same as a record."""
        counters, zones = world
        found: list[list[tuple[int, ...] | int]] = []
        for at, zone in enumerate(self.program.zones):
            found.append([])
            for owner, pile in enumerate(zones[at]):
                sees = zone.visible == "all" or (zone.visible == "owner" and owner == self.seat)
                plain = [card % self.worlds.ends for card in cards(pile)]
                found[-1].append((tuple(plain) if at in self.worlds.ordered else tuple(sorted(plain))) if sees else len(plain))
        return Seen(counters, tuple(map(tuple, found)))


def own_names(program: Played, procedures: list[str], inputs: Mapping[str, object], seat: int) -> frozenset[tuple[str, str]]:
    """The inputs, as (procedure, name), that are the player of a seat wherever the procedure runs, and are never set anew."""
    first = program.by_id.procedures[procedures[0]]
    found = {(first.id, item.name) for item in first.inputs if item.type.kind == "player" and inputs.get(item.name) == seat}
    every = [program.by_id.procedures[name] for name in procedures]
    for procedure in every[1:]:
        found |= {(procedure.id, item.name) for item in procedure.inputs if item.type.kind == "player"}
    for procedure in every:
        found -= {(procedure.id, name) for stmt in statements(procedure.body) for name in assigned(stmt)}
    while True:
        before = len(found)
        for procedure in every:
            for stmt in statements(procedure.body):
                for item, e in _given(program, stmt):
                    if e != Const(seat) and not (isinstance(e, Var) and (procedure.id, e.name) in found):
                        found.discard(item)
        if len(found) == before:
            return frozenset(found)


def _given(program: Played, stmt: Stmt) -> list[tuple[tuple[str, str], Node]]:
    """The inputs that a call gives values to."""
    if not isinstance(stmt, Call):
        return []
    inputs = program.by_id.procedures[stmt.procedure].inputs
    return [((stmt.procedure, item.name), e) for item, e in zip(inputs, stmt.args, strict=True)]


class _Hidden:
    """The variables that are made from cards which the player does not see, as (procedure, name); ``own`` are his names."""

    def __init__(self, program: Played, procedures: list[str], own: frozenset[tuple[str, str]]) -> None:
        self.program, self.own = program, own
        self.procedures = [program.by_id.procedures[name] for name in procedures]
        self.found: set[tuple[str, str]] = set()

    def slots(self) -> frozenset[tuple[str, str]]:
        """All of them."""
        while True:
            before = len(self.found)
            for procedure in self.procedures:
                self.mark(procedure, procedure.body, False)
            if len(self.found) == before:
                return frozenset(self.found)

    def mark(self, procedure: Procedure, body: tuple[Stmt, ...], is_hidden: bool) -> None:
        """Add what a body makes from hidden cards; ``is_hidden``: whether it runs at all tells of them."""
        for stmt in body:
            tells = is_hidden or any(self.tells(procedure, e) for e in own_expressions(stmt))
            if isinstance(stmt, Pick):
                if not self.sees(procedure, stmt.zone, stmt.owner):
                    self.found.add((procedure.id, stmt.slot))
                tells = is_hidden
            elif isinstance(stmt, Call):
                self.call(procedure, stmt, is_hidden)
            elif tells and not isinstance(stmt, Choose):  # what is chosen is seen
                self.found |= {(procedure.id, name) for name in assigned(stmt)}
            for inner in bodies(stmt):
                self.mark(procedure, inner, tells)

    def call(self, procedure: Procedure, stmt: Call, is_hidden: bool) -> None:
        """What a call gives and takes."""
        callee = self.program.by_id.procedures[stmt.procedure]
        self.found |= {item for item, e in _given(self.program, stmt) if is_hidden or self.tells(procedure, e)}
        if is_hidden:
            self.found |= {(callee.id, name) for inner in statements(callee.body) for name in assigned(inner)}
        self.found |= {(procedure.id, slot) for result, slot in stmt.take if is_hidden or (callee.id, result) in self.found}

    def tells(self, procedure: Procedure, e: Node) -> bool:
        """Whether a value tells of hidden cards: how many lie in a zone and what counters stand at is seen by all."""
        for node in walk(e):
            if isinstance(node, ZoneFold | TopCard) and not self.sees(procedure, node.zone, node.owner):
                return True
            if isinstance(node, Var) and (procedure.id, node.name) in self.found:
                return True
        return False

    def sees(self, procedure: Procedure, zone: str, owner: Node | None) -> bool:
        """Whether the player sees the cards of a zone."""
        visible = self.program.by_id.zones[zone].visible
        return visible == "all" or (visible == "owner" and isinstance(owner, Var) and (procedure.id, owner.name) in self.own)
