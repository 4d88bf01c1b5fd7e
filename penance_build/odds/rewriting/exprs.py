"""Expressions as the exact evaluator sees them: substitution, linear forms, and which values a state must hold.

An *item* is an expression whose value a state carries: a variable, what is asked of a roll (a ``Fold`` or ``Shape`` whose
parameters are known where the roll falls), or a ``Lin``, a fixed linear combination of such. Asking for items rather
than variables is what lets a roll be replaced by its tallies: the walk backwards rewrites every use of a roll into a
question about it, and the statement that rolls answers all questions at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from math import gcd
from typing import ClassVar, Final, assert_never

from penance_build.ir.nodes import (
    CardAttr,
    Cond,
    Const,
    Counter,
    Dice,
    Expr,
    FaceAttr,
    Fold,
    Keep,
    ListOp,
    Lookup,
    Op,
    Shape,
    TopCard,
    Var,
    ZoneFold,
    ZoneSize,
)
from penance_build.ir.record import Record
from penance_build.ir.shape import CHILDREN, REBUILD


class Rerolled(Record):
    """The roll that a ``Reroll`` leaves: ``mark`` tells the statements apart, for each draws its own new faces."""

    roll: Node
    die: str
    test: Node
    limit: Node
    mark: int


class Lin(Record):
    """The sum of coefficient times atom, coefficients without a common factor, the first one positive."""

    terms: tuple[tuple[Node, int], ...]


class Capped(Shape):
    """A shape of which only the part up to ``cap`` is asked: it is compared with constants below or at it."""

    cap: int = 0


class Moment(Record):
    """What the variable ``slot``, times ``factor``, adds to the mean that is asked for; it has no value in a state."""

    reads: ClassVar[tuple[str, ...]] = ("slot",)
    slot: str
    factor: int


Node = Expr | Rerolled | Lin | Moment
ANY_DIE: Final = "*"  # of a fold that looks at no face
DICE: Final = "@dice"  # among the parameters of a question: how many dice are rolled
QUESTIONS: Final = frozenset({Fold, Shape, Capped})
STATE_READS: Final = frozenset({ZoneSize, ZoneFold, TopCard, CardAttr, Counter})
Items = dict[Node, None]


def children(e: Node) -> tuple[Node, ...]:
    """The expressions directly inside ``e``."""
    found = CHILDREN[type(e)]
    return found(e) if found else ()


def rebuild(e: Node, f: Callable[[Node], Node]) -> Node:
    """``e`` with ``f`` applied to the expressions directly inside it. A ``Moment`` is rewritten by ``odds.planning.moments`` alone."""
    made = REBUILD[type(e)]
    return made(e, f) if made else e


def walk(e: Node) -> Iterator[Node]:
    """``e`` and everything inside it."""
    yield e
    for child in children(e):
        yield from walk(child)


def holds(e: Node, kinds: frozenset[type]) -> bool:
    """Whether ``e``, or anything inside it, is of one of these kinds."""
    if type(e) in kinds:
        return True
    inside = CHILDREN[type(e)]
    if inside:
        for child in inside(e):
            if holds(child, kinds):
                return True
    return False


def variables(e: Node) -> dict[str, None]:
    """The names of the slots that ``e`` reads, in order of appearance."""
    found: dict[str, None] = {}
    _collect(e, found)
    return found


def _collect(e: Node, found: dict[str, None]) -> None:
    if type(e) is Var:
        found[e.name] = None
    elif inside := CHILDREN[type(e)]:
        for child in inside(e):
            _collect(child, found)


def mentions(e: Node, name: str) -> bool:
    """Whether ``e`` reads the slot ``name``."""
    if type(e) is Var:
        return e.name == name
    inside = CHILDREN[type(e)]
    if inside:
        for child in inside(e):
            if mentions(child, name):
                return True
    return False


def substitute(e: Node, name: str, value: Node) -> Node:
    """``e`` with the slot ``name`` replaced by ``value``."""
    if type(e) is Var:
        return value if e.name == name else e
    made = REBUILD[type(e)]
    return made(e, lambda child: substitute(child, name, value)) if made else e


def base(roll: Node) -> str | None:
    """The slot that a roll expression is made from, or None where a condition chooses between rolls."""
    while isinstance(roll, Keep | Rerolled):
        roll = roll.roll
    return roll.name if isinstance(roll, Var) else None


def is_atom(e: Node) -> bool:
    """Whether ``e`` asks something of a roll; a fold over a list does not."""
    return isinstance(e, Shape) or (isinstance(e, Fold) and e.die != "")


def insides(atom: Node) -> list[Node]:
    """The expressions of a question other than its roll; the number of dice of that roll is written as that of the dice that fall."""
    assert isinstance(atom, Fold | Shape)
    slot = base(atom.roll)
    found: list[Node] = [sized(atom.body, slot)] if isinstance(atom, Fold) else []
    roll: Node = atom.roll
    while isinstance(roll, Keep | Rerolled):
        found += [sized(part, slot) for part in ((roll.count,) if isinstance(roll, Keep) else (roll.test, roll.limit))]
        roll = roll.roll
    return found


def sized(e: Node, slot: str | None) -> Node:
    """The number of dice of the roll in the slot, however often it was rerolled or kept from, as an expression over ``DICE``."""
    if not holds(e, _SIZES):
        return e
    if isinstance(e, Dice) or (isinstance(e, Fold) and e.die == ANY_DIE and e.body == Const(1)):
        size = _size(e.roll, slot)
        if size is not None:
            return size
    return rebuild(e, lambda child: sized(child, slot))


_SIZES = frozenset({Dice, Fold})


def _size(roll: Node, slot: str | None) -> Node | None:
    if isinstance(roll, Var):
        return Var(DICE) if roll.name == slot else None
    if isinstance(roll, Rerolled):
        return _size(roll.roll, slot)
    if isinstance(roll, Keep):
        left, kept = _size(roll.roll, slot), sized(roll.count, slot)
        return None if left is None else Op("max", (Const(0), Op("min", (kept, left))))  # type: ignore[arg-type]
    return None


def leaves(atom: Node) -> Items:
    """The values that the question ``atom`` depends on, apart from its roll: slots (``DICE`` for how many dice fall), and what is
    asked of rolls that fell before.
    """
    found: Items = {}
    for part in insides(atom):
        _leaves(part, found)
    return found


def _leaves(e: Node, found: Items) -> None:
    if type(e) is Var or is_atom(e):
        found[e] = None
    elif inside := CHILDREN[type(e)]:
        for child in inside(e):
            _leaves(child, found)


def parameters(atom: Node) -> dict[str, None]:
    """The slots that the question ``atom`` depends on, apart from its roll."""
    names: dict[str, None] = {}
    for leaf in leaves(atom):
        _collect(leaf, names)
    return names


def reads_outer_face(atom: Node) -> bool:
    """Whether a question inside another one depends on the face at hand of that one: which is no value that is known before."""
    assert isinstance(atom, Fold | Shape)
    roll: Node = atom.roll
    while isinstance(roll, Keep | Rerolled):
        if holds(roll.count if isinstance(roll, Keep) else roll.limit, frozenset({FaceAttr})):
            return True
        roll = roll.roll
    return False


# How far past the constant a comparison with it looks.
_CAPS = {"ge": 0, "lt": 0, "gt": 1, "le": 1, "eq": 1, "ne": 1}


def normal(e: Node) -> Node:
    """Questions about a choice of rolls become a choice of questions; the number of dice becomes a fold; shapes are capped."""
    kind = type(e)
    if kind is Var or kind is Const or kind is FaceAttr:
        return e
    if isinstance(e, Op) and e.op in _CAPS and isinstance(e.args[0], Shape) and isinstance(e.args[1], Const):
        shape, bound = e.args[0], e.args[1]
        capped = Capped(shape.roll, shape.die, shape.what, max(0, bound.value + _CAPS[e.op]))
        return Op(e.op, (normal(capped), bound))  # type: ignore[arg-type]
    e = rebuild(e, normal)
    if isinstance(e, Dice):
        return normal(Fold(e.roll, ANY_DIE, Const(1)))
    if isinstance(e, Fold | Shape):
        split = _split_cond(e.roll)
        if split is not None:
            test, yes, no = split
            return Cond(test, normal(_with_roll(e, yes)), normal(_with_roll(e, no)))  # type: ignore[arg-type]
    return e


def _with_roll(e: Fold | Shape, roll: Node) -> Node:
    return rebuild(e, lambda child: roll if child is e.roll else child)


def _split_cond(roll: Node) -> tuple[Expr, Node, Node] | None:
    """The condition nearest the outside of a chain of ``Keep``, with the chain as it is on each side."""
    if isinstance(roll, Cond):
        return roll.test, roll.yes, roll.no
    if isinstance(roll, Keep | Rerolled):
        inner = _split_cond(roll.roll)
        if inner is not None:
            return inner[0], _chain(roll, inner[1]), _chain(roll, inner[2])
    return None


def _chain(roll: Keep | Rerolled, inner: Node) -> Node:
    return rebuild(roll, lambda child: inner if child is roll.roll else child)


# ---------------------------------------------------------------- linear forms


LINEAR = frozenset({"add", "sub", "neg", "mul"})


def is_plain(e: Node) -> bool:
    """Whether ``e`` is neither an item nor a sum of such: it is read from its parts."""
    match e:
        case Op():
            return e.op not in LINEAR
        case Cond() | Lookup() | Keep() | ListOp():
            return True
        case (
            Const() | Var() | Fold() | FaceAttr() | Shape() | Dice() | ZoneSize() | ZoneFold() | TopCard() | CardAttr() | Counter()
            | Rerolled() | Lin() | Moment()
        ):  # fmt: skip
            return False
        case _:
            assert_never(e)


def linear(e: Node) -> tuple[dict[Node, int], int]:
    """``e`` as a sum of coefficient times atom, and a constant. What is not linear is an atom."""
    terms: dict[Node, int] = {}
    constant = _linear(e, 1, terms)
    return {atom: coef for atom, coef in terms.items() if coef}, constant


def _linear(e: Node, factor: int, terms: dict[Node, int]) -> int:
    match e:
        case Const(value):
            return factor * value
        case Op("add", args):
            return sum(_linear(arg, factor, terms) for arg in args)
        case Op("sub", (left, right)):
            return _linear(left, factor, terms) + _linear(right, -factor, terms)
        case Op("neg", (arg,)):
            return _linear(arg, -factor, terms)
        case Op("mul", args) if sum(not isinstance(arg, Const) for arg in args) <= 1:
            scale = reduce(lambda total, arg: total * (arg.value if isinstance(arg, Const) else 1), args, factor)
            rest = [arg for arg in args if not isinstance(arg, Const)]
            return _linear(rest[0], scale, terms) if rest else scale
        case Lin(inner):
            return sum(_linear(atom, factor * coef, terms) for atom, coef in inner)
    terms[e] = terms.get(e, 0) + factor
    return 0


def combination(terms: dict[Node, int]) -> tuple[Node, int]:
    """The item that carries a linear form, and the factor by which it must be multiplied."""
    if len(terms) == 1:
        return next(iter(terms.items()))
    ordered = sorted(terms.items(), key=lambda pair: repr(pair[0]))
    factor = reduce(gcd, (coef for _, coef in ordered)) * (1 if ordered[0][1] > 0 else -1)
    return Lin(tuple((atom, coef // factor) for atom, coef in ordered)), factor


def item_terms(item: Node) -> tuple[tuple[Node, int], ...]:
    """An item as its terms."""
    return item.terms if isinstance(item, Lin) else ((item, 1),)
