"""Which decks are shuffled together: those whose cards can come into one zone in which their backs are seen.

Setups say where decks lie when a game begins, moves of the rules carry cards from zone to zone. Two seats stand for all players:
what is moved between zones of one player stays with that player, everything else may come to either. In a zone that all may see and
that nobody shuffles, backs tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from penance_build.ir import nodes as ir
from penance_build.ir.record import Record
from penance_build.ir.walk import children, statements

# A zone of a player at a seat, or of the game (no seat).
Place = tuple[str, int | None]
# What is carried about: a deck, or the deck that the player of a seat brought ("" and the seat).
Carried = tuple[str, int]
# The pairs of different decks that are shuffled together, each in both orders.
Meetings = frozenset[tuple[str, str]]
_SEATS = (0, 1)


def meetings(program: ir.Program) -> Meetings:
    """The decks of a game that are shuffled together."""
    moves = tuple(_moves(program))
    seen = _telling(program)
    found: set[tuple[str, str]] = set()
    for setup in program.setups:
        for place, carried in _spread(program, setup, moves).items():
            if place[0] in seen:
                found.update(_pairs(setup, carried))
    return frozenset(found)


def _telling(program: ir.Program) -> frozenset[str]:
    """The zones in which backs tell something: those that not all may see, and those that are shuffled."""
    shuffled = {stmt.zone for procedure in program.procedures for stmt in statements(procedure.body) if isinstance(stmt, ir.Shuffle)}
    return frozenset(shuffled | {zone.id for zone in program.zones if zone.visible != "all"})


def _pairs(setup: ir.Setup, carried: frozenset[Carried]) -> Iterator[tuple[str, str]]:
    brought = {seat for deck, seat in carried if not deck}
    decks = {deck for deck, _ in carried if deck} | (set(setup.decks) if brought else set())
    for one in decks:
        for other in decks:
            # Of the decks that players may bring, two are in one place only where both players' cards are.
            both = one in setup.decks and other in setup.decks and not {(one, 0), (other, 0)} & carried
            if one != other and (not both or len(brought) > 1):
                yield one, other


# ---------------------------------------------------------------- where cards are carried


def _spread(program: ir.Program, setup: ir.Setup, moves: tuple[_Edge, ...]) -> Mapping[Place, frozenset[Carried]]:
    """What can lie in each zone, once a game is on."""
    owned = {zone.id: zone.owner == "player" for zone in program.zones}
    lying: dict[Place, set[Carried]] = {}
    for zone, deck in setup.zones:
        for place in _places(zone, owned):
            lying.setdefault(place, set()).add((deck, 0))
    if setup.deck:
        for zone, seat in _places(setup.deck, owned):
            lying.setdefault((zone, seat), set()).update(("", at) for at in _SEATS if seat in (at, None))
    steps = {step for move in moves for step in _steps(move, owned)}
    while True:
        before = sum(map(len, lying.values()))
        for source, target in steps:
            lying.setdefault(target, set()).update(lying.get(source, ()))
        if sum(map(len, lying.values())) == before:
            return {place: frozenset(carried) for place, carried in lying.items()}


def _places(zone: str, owned: Mapping[str, bool]) -> list[Place]:
    return [(zone, seat) for seat in _SEATS] if owned.get(zone) else [(zone, None)]


class _Edge(Record):
    """Cards go from a zone to a zone; ``stays``: with their player, where both zones are a player's."""

    source: str
    target: str
    stays: bool


def _steps(move: _Edge, owned: Mapping[str, bool]) -> Iterator[tuple[Place, Place]]:
    for source in _places(move.source, owned):
        for target in _places(move.target, owned):
            if not move.stays or None in (source[1], target[1]) or source[1] == target[1]:
                yield source, target


# ---------------------------------------------------------------- what moves


# A zone and the player whose it is; the truth tells whether that is said in words of the procedure at hand. Where it is not, the
# card came through a call, and is taken to be of the player to whom it goes.
_Origin = tuple[str, ir.Expr | None, bool]


def _moves(program: ir.Program) -> Iterator[_Edge]:
    origins = _origins(program)
    for procedure in program.procedures:
        for stmt in statements(procedure.body):
            if isinstance(stmt, ir.Move):
                known = {(stmt.source, stmt.source_owner, True)} if stmt.card is None else _of(stmt.card, procedure.id, origins)
                for zone, owner, is_own in known:
                    yield _Edge(zone, stmt.target, not is_own or owner == stmt.target_owner)


def _origins(program: ir.Program) -> Mapping[tuple[str, str], set[_Origin]]:
    """For each variable of each procedure that holds a card: the zones from which it was taken, through calls and results."""
    found: dict[tuple[str, str], set[_Origin]] = {}
    inputs = {procedure.id: [item.name for item in procedure.inputs] for procedure in program.procedures}
    # A procedure stands here once for each form that options give it: most of its statements are the same in all of them.
    given = dict.fromkeys(
        (procedure.id, stmt)
        for procedure in program.procedures
        for stmt in statements(procedure.body)
        if isinstance(stmt, ir.Pick | ir.Let | ir.Call)
    )
    while True:
        before = sum(map(len, found.values()))
        for here, stmt in given:
            _note(stmt, here, inputs, found)
        if sum(map(len, found.values())) == before:
            return found


def _note(stmt: ir.Stmt, here: str, inputs: Mapping[str, list[str]], found: dict[tuple[str, str], set[_Origin]]) -> None:
    if isinstance(stmt, ir.Pick):
        found.setdefault((here, stmt.slot), set()).add((stmt.zone, stmt.owner, True))
    elif isinstance(stmt, ir.Let):
        if taken := _of(stmt.value, here, found):
            found.setdefault((here, stmt.slot), set()).update(taken)
    elif isinstance(stmt, ir.Call):
        for name, value in zip(inputs.get(stmt.procedure, ()), stmt.args, strict=False):
            if taken := _of(value, here, found):
                found.setdefault((stmt.procedure, name), set()).update((zone, None, False) for zone, _, _ in taken)
        for result, slot in stmt.take:
            if taken := found.get((stmt.procedure, result), set()):
                found.setdefault((here, slot), set()).update((zone, None, False) for zone, _, _ in taken)


def _of(expr: ir.Expr, here: str, found: Mapping[tuple[str, str], set[_Origin]]) -> set[_Origin]:
    """The zones from which the card that an expression gives was taken."""
    if isinstance(expr, ir.TopCard):
        return {(expr.zone, expr.owner, True)}
    if isinstance(expr, ir.Var):
        return set(found.get((here, expr.name), ()))
    return {origin for part in children(expr) for origin in _of(part, here, found)}
