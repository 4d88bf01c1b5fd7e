"""Rolls made where they are first looked at: what is rolled in between may then be a number that the dice are held against.

Dice do not know when they fall, so the distribution of everything stays what it is; only the faces of a seed would come in another order.
"""

from __future__ import annotations

from penance_build.ir.nodes import Call, Change, Move, Note, Pick, Report, Roll, Shuffle, Stmt, Stop
from penance_build.ir.walk import assigned, map_bodies, own_expressions, statements, variables
from penance_build.odds.rewriting.exprs import STATE_READS, holds

_OF_STATE = Change | Move | Shuffle | Call | Pick


def rolled_later(body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
    """The same statements, each roll as far down as nothing before it depends on it, and it on nothing there."""
    found: list[Stmt] = []
    for stmt in reversed(body):
        stmt = map_bodies(stmt, rolled_later)
        place = 0
        if isinstance(stmt, Roll):
            place = next((at for at, other in enumerate(found) if not _are_apart(stmt, other)), len(found))
        found.insert(place, stmt)
    return tuple(found)


def _are_apart(roll: Roll, other: Stmt) -> bool:
    """Whether a roll may as well be made after another statement."""
    if isinstance(other, Note | Report):
        return True
    inside = [stmt for stmt in statements((other,)) if not isinstance(stmt, Note | Report)]
    written = {slot for stmt in inside for slot in assigned(stmt)}
    read = {name for stmt in inside for expr in own_expressions(stmt) for name in variables(expr)}
    is_fixed = not holds(roll.count, STATE_READS) or not any(isinstance(stmt, _OF_STATE) for stmt in inside)
    return not isinstance(other, Stop) and roll.slot not in written | read and not variables(roll.count) & written and is_fixed
