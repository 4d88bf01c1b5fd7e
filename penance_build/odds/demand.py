"""Which items a state must hold so that an expression can be computed from it.

``demand`` and the emitter split an expression in the same way (``soft_part``), so what is demanded at a point is
exactly what the code that is generated for that point looks for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from penance_build.ir.nodes import (
    Call,
    CardAttr,
    Change,
    Choose,
    Const,
    Counter,
    Dice,
    Each,
    FaceAttr,
    Fold,
    If,
    Keep,
    Let,
    Match,
    Move,
    Pick,
    Reroll,
    Roll,
    Shape,
    Shuffle,
    Stmt,
    Var,
    ZoneFold,
    ZoneSize,
)
from penance_build.odds.exprs import (
    Items,
    Lin,
    Node,
    Rerolled,
    base,
    children,
    combination,
    is_atom,
    is_plain,
    item_terms,
    linear,
    normal,
    parameters,
    variables,
    walk,
)
from penance_build.odds.refusal import Refused

# Past this many items at one point linear combinations are given up, and past it again questions about rolls are.
MANY_ITEMS = 40


# The slot of counters and zones, and what reads it.
STATE = "@state"


class NeedSolid(Exception):
    """The roll in this slot must stay a roll in the state: what is asked of it depends on what is not known when it falls."""

    def __init__(self, slot: str) -> None:
        super().__init__(slot)
        self.slot = slot


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known of the slots of one procedure.

    ``derived`` are the slots whose value may come from a roll; ``rolls`` those that hold one; ``solid`` the rolls that
    stay in the state as tuples of faces.
    """

    procedure: str
    derived: frozenset[str]
    rolls: frozenset[str]
    solid: frozenset[str]

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
        if not _is_plain_chain(atom.roll) or any(name in self.derived or name in self.rolls for name in parameters(atom)):
            raise NeedSolid(slot)
        if any(is_atom(node) or isinstance(node, STATE_READS) for inner in _insides(atom) for node in walk(inner)):
            raise NeedSolid(slot)
        return True


STATE_READS = (ZoneSize, ZoneFold, CardAttr, Counter)


def _is_plain_chain(roll: Node) -> bool:
    """Whether all rerolls come before all keeps."""
    while isinstance(roll, Keep):
        roll = roll.roll
    while isinstance(roll, Rerolled):
        roll = roll.roll
    return isinstance(roll, Var)


def _insides(atom: Node) -> list[Node]:
    """The expressions of a question other than its roll."""
    assert isinstance(atom, Fold | Shape)
    found: list[Node] = [atom.body] if isinstance(atom, Fold) else []
    roll: Node = atom.roll
    while isinstance(roll, Keep | Rerolled):
        found += [roll.count] if isinstance(roll, Keep) else [roll.test, roll.limit]
        roll = roll.roll
    return found


def soft_part(e: Node, scope: Scope) -> tuple[dict[Node, int], dict[Node, int], int]:
    """A linear form as (terms that come from dice, other terms, constant)."""
    terms, constant = linear(e)
    soft = {atom: coef for atom, coef in terms.items() if scope.is_soft(atom)}
    return soft, {atom: coef for atom, coef in terms.items() if atom not in soft}, constant


def demand(e: Node, scope: Scope, items: Items) -> None:
    """Add to ``items`` what a state must hold for ``e`` (in normal form) to be computed."""
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
            if atom.name in scope.rolls and atom.name not in scope.solid:
                raise NeedSolid(atom.name)
            items[atom] = None
        elif isinstance(atom, Rerolled):
            slot = base(atom)
            assert slot is not None
            raise NeedSolid(slot)
        else:
            if isinstance(atom, STATE_READS):
                items[Var(STATE)] = None
            for child in children(atom):
                demand(child, scope, items)


def demanded(exprs: Iterable[Node], scope: Scope, carried: Iterable[Node] = ()) -> tuple[Node, ...]:
    """The items for all of these expressions and those ``carried`` on, in order of first use."""
    items: Items = dict.fromkeys(carried)
    for e in exprs:
        demand(normal(e), scope, items)
    if len(items) > MANY_ITEMS:
        items = {atom: None for item in items for atom, _ in item_terms(item)}
        if len(items) > MANY_ITEMS:
            for item in items:
                if is_atom(item):
                    raise NeedSolid(base(item.roll) or "")  # type: ignore[union-attr]
    return tuple([item for item in items if not isinstance(item, Lin) or not all(atom in items for atom, _ in item.terms)])


def assigned(stmts: tuple[Stmt, ...]) -> dict[str, None]:
    """The slots that these statements may write."""
    names: dict[str, None] = {}
    for stmt in stmts:
        match stmt:
            case Let(slot=slot) | Roll(slot=slot) | Reroll(slot=slot) | Choose(slot=slot):
                names[slot] = None
            case If(_, then, orelse):
                names |= assigned(then) | assigned(orelse)
            case Match(_, cases, orelse):
                for case in cases:
                    names |= assigned(case.body)
                names |= assigned(orelse)
            case Each(slot=slot, body=body):
                names |= {slot: None} | assigned(body)
            case Call(take=take):
                names |= {slot: None for _, slot in take}
            case Pick(slot=slot, then=then, orelse=orelse):
                names |= {slot: None} | assigned(then) | assigned(orelse)
            case Move(moved=moved) if moved:
                names[moved] = None
    return names


def derived_slots(stmts: tuple[Stmt, ...], rolls: frozenset[str]) -> frozenset[str]:
    """The slots that are given, somewhere, a value made from a roll or from such a slot."""
    lets = [(stmt.slot, stmt.value) for stmt in flat(stmts) if isinstance(stmt, Let) and stmt.slot not in rolls]
    found: dict[str, None] = {}
    growing = True
    while growing:
        growing = False
        for slot, value in lets:
            if slot not in found and (
                any(isinstance(node, Fold | Shape | Dice) for node in walk(value)) or any(name in found for name in variables(value))
            ):
                found[slot] = None
                growing = True
    return frozenset(found)


def flat(stmts: tuple[Stmt, ...]) -> Iterable[Stmt]:
    """These statements and all inside them."""
    for stmt in stmts:
        yield stmt
        for body in bodies(stmt):
            yield from flat(body)


def bodies(stmt: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """The blocks inside a statement."""
    match stmt:
        case If(_, then, orelse) | Pick(then=then, orelse=orelse):
            return (then, orelse)
        case Match(_, cases, orelse):
            return (*(case.body for case in cases), orelse)
        case Each(body=body):
            return (body,)
    return ()


def expressions(stmt: Stmt) -> tuple[Node, ...]:
    """The expressions that stand directly in a statement."""
    match stmt:
        case Let(value=value):
            return (value,)
        case Roll(count=count):
            return (count,)
        case Reroll(test=test, limit=limit):
            return (test, limit)
        case If(test=test):
            return (test,)
        case Match(on=on):
            return (on,)
        case Each(low=low, high=high):
            return (low, high)
        case Call(args=args):
            return args
        case Change(owner=owner, by=by):
            return (owner or Const(0), by)
        case Shuffle(owner=owner):
            return (owner or Const(0),)
        case Move(card=None):
            return (stmt.count, stmt.source_owner or Const(0), stmt.target_owner or Const(0))
        case Choose(options=options):
            return tuple(option.test for option in options if option.test is not None)
    return ()
