"""Demand: the items that a state must hold so that an expression can be computed from it (live variables, generalised to items).

``demand`` and the emitter split an expression in the same way (``soft_part``), so what is demanded at a point is
exactly what the code that is generated for that point looks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from penance_build.ir import walk as ir_walk
from penance_build.ir.nodes import (
    CardAttr,
    Change,
    Const,
    Dice,
    FaceAttr,
    Fold,
    Keep,
    Let,
    Move,
    Note,
    Report,
    Shape,
    Shuffle,
    Stmt,
    Var,
)
from penance_build.ir.walk import statements
from penance_build.odds.question.refusal import Refused
from penance_build.odds.rewriting.exprs import (
    QUESTIONS,
    STATE_READS,
    Items,
    Lin,
    Moment,
    Node,
    Rerolled,
    base,
    children,
    combination,
    holds,
    insides,
    is_atom,
    is_plain,
    item_terms,
    leaves,
    linear,
    normal,
    reads_outer_face,
    variables,
)

# Above this many items at one point linear combinations are split; if there are still too many, rolls are kept whole.
MANY_ITEMS = 40


# The slot of counters and zones, and what reads it.
STATE = "@state"
# Behind the name of an input to which a loop without a bound adds: what it is at first, which has a bound.
GIVEN = "@given"


class NeedSolid(Exception):
    """The roll in this slot must be kept whole in the state: a query on it depends on values that are unknown when it is rolled."""

    def __init__(self, slot: str) -> None:
        super().__init__(slot)
        self.slot = slot


class Scope(Struct, frozen=True):
    """What is known of the slots of one procedure.

    ``derived`` are the slots whose value may come from a roll; ``rolls`` those that hold one; ``solid`` the rolls that
    stay in the state as tuples of faces; ``growing`` the slots that have no bound.
    """

    procedure: str
    derived: frozenset[str]
    rolls: frozenset[str]
    solid: frozenset[str]
    growing: frozenset[str] = frozenset()

    def is_soft(self, atom: Node) -> bool:
        """Whether ``atom`` may be a term of a combined item: it comes from dice."""
        if isinstance(atom, Var):
            return atom.name in self.derived
        return is_atom(atom) and self.is_question(atom)

    def is_question(self, atom: Node) -> bool:
        """Whether the roll of ``atom`` is replaced by its answers (else it is solid). Raises NeedSolid where it has to become so."""
        assert isinstance(atom, Fold | Shape)
        slot = base(atom.roll)
        if slot is None:
            raise Refused("A roll is chosen and rerolled in a way that the exact evaluator does not follow.", self.procedure)
        if slot in self.solid:
            return False
        if not _is_plain_chain(atom.roll) or any(holds(inner, STATE_READS) for inner in insides(atom)):
            raise NeedSolid(slot)
        for leaf in leaves(atom):
            if isinstance(leaf, Var):
                if leaf.name in self.rolls:
                    raise NeedSolid(slot)
            elif reads_outer_face(leaf):
                raise NeedSolid(slot)
            else:
                self.is_question(leaf)
        return True


_OF_ROLLS: Final = QUESTIONS | {Dice}


def _is_plain_chain(roll: Node) -> bool:
    """Whether all rerolls come before all keeps."""
    while isinstance(roll, Keep):
        roll = roll.roll
    while isinstance(roll, Rerolled):
        roll = roll.roll
    return isinstance(roll, Var)


def soft_part(e: Node, scope: Scope) -> tuple[dict[Node, int], dict[Node, int], int]:
    """A linear form as (terms that come from dice, other terms, constant)."""
    terms, constant = linear(e)
    soft = {atom: coef for atom, coef in terms.items() if scope.is_soft(atom)}
    return soft, {atom: coef for atom, coef in terms.items() if atom not in soft}, constant


def demand(e: Node, scope: Scope, items: Items) -> None:
    """Add to ``items`` what a state must hold for ``e`` (in normal form) to be computed."""
    if type(e) is Const:
        return
    if type(e) is Moment:
        items[e] = None
        return
    if type(e) is Var:
        if e.name in scope.rolls and e.name not in scope.solid and e.name not in scope.derived:
            raise NeedSolid(e.name)
        items[e] = None
        return
    if is_plain(e):
        for child in children(e):
            demand(child, scope, items)
        return
    soft, rest, _ = soft_part(e, scope)
    if soft:
        items[combination(soft)[0]] = None
    for atom in rest:
        if isinstance(atom, FaceAttr):
            continue
        if isinstance(atom, Var):
            demand(atom, scope, items)
        elif isinstance(atom, Rerolled):
            slot = base(atom)
            assert slot is not None
            raise NeedSolid(slot)
        else:
            if type(atom) in STATE_READS and type(atom) is not CardAttr:  # a card that is held is known by its variable
                items[Var(STATE)] = None
            for child in children(atom):
                demand(child, scope, items)


def demanded(exprs: Iterable[Node], scope: Scope, carried: Iterable[Node] = ()) -> tuple[Node, ...]:
    """The items for all of these expressions and those ``carried`` on, in order of first use."""
    items: Items = dict.fromkeys(carried)
    for e in exprs:
        demand(normal(e), scope, items)
    return layout_of(items)


def beside(layout: list[Node], exprs: Iterable[Node], scope: Scope) -> tuple[Node, ...]:
    """The same where the items carried are a part of a layout already, and often all that is wanted."""
    more: Items = {}
    for e in exprs:
        demand(normal(e), scope, more)
    return layout_of({**dict.fromkeys(layout), **more}) if more else tuple(layout)


def layout_of(items: Items) -> tuple[Node, ...]:
    """The items without combinations of which each term is there by itself; apart, or whole rolls, where they are too many."""
    if len(items) > MANY_ITEMS:
        items = {atom: None for item in items for atom, _ in item_terms(item)}
        if len(items) > MANY_ITEMS:
            for item in items:
                if is_atom(item):
                    raise NeedSolid(base(item.roll) or "")  # type: ignore[union-attr]
    return tuple([item for item in items if not isinstance(item, Lin) or not all(atom in items for atom, _ in item.terms)])


def assigned(stmts: tuple[Stmt, ...]) -> dict[str, None]:
    """The slots that these statements may write."""
    return {slot: None for stmt in statements(stmts) for slot in ir_walk.assigned(stmt)}


def derived_slots(stmts: Sequence[Stmt], rolls: frozenset[str]) -> frozenset[str]:
    """The slots that are given, somewhere, a value made from a roll or from such a slot."""
    found: set[str] = set()
    readers: dict[str, list[str]] = {}  # for each slot those whose value is made from it
    for stmt in stmts:
        if isinstance(stmt, Let) and stmt.slot not in rolls:
            if holds(stmt.value, _OF_ROLLS):
                found.add(stmt.slot)
            for name in variables(stmt.value):
                readers.setdefault(name, []).append(stmt.slot)
    waiting = list(found)
    while waiting:
        for slot in readers.get(waiting.pop(), ()):
            if slot not in found:
                found.add(slot)
                waiting.append(slot)
    return frozenset(found)


def played(stmts: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """These statements and all inside them, without notes and reports: what is only printed or told has no odds."""
    return (stmt for stmt in statements(stmts) if not isinstance(stmt, Note | Report))


def operands(stmt: Change | Shuffle | Move) -> tuple[Node, ...]:
    """What a change, a shuffle and a move of top cards read, each in a fixed place; the owner of what the game owns is 0."""
    match stmt:
        case Change():
            return (stmt.owner or Const(0), stmt.by)
        case Shuffle():
            return (stmt.owner or Const(0),)
    return (stmt.count, stmt.source_owner or Const(0), stmt.target_owner or Const(0))
