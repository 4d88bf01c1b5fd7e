"""What a question looks at in cards: which of them it tells apart, and of which zones the order of the cards may matter.

Both are read from the statements of the procedure that is asked about and of all that it calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import CardAttr, Const, Expr, Move, Played, Shuffle, Stmt, TopCard, ZoneSize
from penance_build.ir.walk import bodies, own_expressions
from penance_build.odds.planning.demand import played
from penance_build.odds.planning.plan import (
    CallStep,
    ChooseStep,
    EachStep,
    IfStep,
    LetStep,
    LookStep,
    MoveStep,
    PickStep,
    PlaceStep,
    Plan,
    RepeatStep,
    RerollStep,
    RollStep,
    StateStep,
)
from penance_build.odds.rewriting.exprs import STATE_READS, Node, children, rebuild, substitute, walk


def kinds(program: Played, looks: Iterable[Expr], present: Iterable[int], keeps_order: bool) -> list[int]:
    """For each card of the game the first that ``looks`` do not tell apart from it; ``present`` are those that lie.

    Where players pick cards (``keeps_order``), those that lie between two alike tell them apart: which comes first is looked at.
    """
    count = len(program.cards)
    evaluator = Evaluator(program, State(0, {}, {}, list(range(count))), Frame({}))
    seen: dict[tuple[int, ...], int] = {}
    asked = list(looks)
    if not keeps_order:
        return [seen.setdefault(_look_at(evaluator, card, asked), card) for card in range(count)]
    found, last = list(range(count)), -1
    for card in sorted(set(present)):
        alike = last >= 0 and _look_at(evaluator, card, asked) == _look_at(evaluator, last, asked)
        found[card] = found[last] if alike else card
        last = card
    return found


def _look_at(evaluator: Evaluator, card: int, looks: Iterable[Expr]) -> tuple[int, ...]:
    return tuple([evaluator.with_card(card, look) for look in looks])


def looks_of(plan: Plan) -> tuple[dict[Expr, None], bool]:
    """What a plan asks of one card, as expressions over the card at hand; and whether players pick cards."""
    asked: list[Node] = list(plan.answers)
    names: dict[str, Node] = {}  # of what a match is on: of an attribute, each case is asked for, not the whole
    picks = False
    waiting = [plan.body]
    while waiting:
        for step in waiting.pop().steps:
            match step:
                case LetStep(slot, value):
                    if slot.startswith("@m") and isinstance(value, CardAttr):
                        names[slot] = value
                    else:
                        asked.append(value)
                case IfStep(test, then, orelse):
                    asked.append(test)
                    waiting += [then, orelse]
                case EachStep():
                    asked += [step.low, step.high]
                    waiting.append(step.body)
                case RepeatStep():
                    asked.append(step.until)
                    waiting.append(step.body)
                case CallStep():
                    asked += step.stmt.args
                case ChooseStep():
                    asked += [item.test for item in (*step.options, *step.rivals) if item.test is not None]
                case LookStep():
                    asked += [step.owner, *([] if step.test is None else [step.test])]
                case PickStep():
                    picks = picks or step.kind != "random"
                    asked += [e for e in (step.stmt.owner, step.stmt.test, step.score) if e is not None]
                case RollStep() | RerollStep() | StateStep() | MoveStep() | PlaceStep():
                    asked += own_expressions(step.stmt)
    for name, value in names.items():
        asked = [substitute(e, name, value) for e in asked]
    return looks_in(asked), picks


def looks_in(exprs: Iterable[Node]) -> dict[Expr, None]:
    """What expressions ask of one card."""
    return {look: None for e in exprs for look in _looks(e)}


def _looks(e: Node) -> Iterator[Expr]:
    """The largest parts of an expression that ask of one card and of nothing else."""
    attrs = [node for node in walk(e) if isinstance(node, CardAttr)]
    if not attrs:
        return
    if len({node.card for node in attrs}) == 1 and _is_of_a_card(e):
        yield _at_hand(e)  # type: ignore[misc]
        return
    if isinstance(e, CardAttr):
        yield CardAttr(None, e.attr)
    for child in children(e):
        yield from _looks(child)


def _is_of_a_card(e: Node) -> bool:
    """Whether an expression is made of attributes of cards and of constants alone."""
    if isinstance(e, CardAttr | Const):
        return True
    return type(e) not in STATE_READS and bool(children(e)) and all(map(_is_of_a_card, children(e)))


def _at_hand(e: Node) -> Node:
    return CardAttr(None, e.attr) if isinstance(e, CardAttr) else rebuild(e, _at_hand)


# ---------------------------------------------------------------- order


def ordered(program: Played, procedures: Sequence[str]) -> frozenset[str]:
    """The zones whose order may matter: of which some cards of several are taken from the top, or looked at there; and those whose
    cards go as a whole to such a zone, where they are not shuffled at once."""
    found: set[str] = set()
    passed: set[tuple[str, str]] = set()
    for name in procedures:
        for body in _every_body(program.by_id.procedures[name].body):
            for at, stmt in enumerate(body):
                found |= {node.zone for e in own_expressions(stmt) for node in walk(e) if isinstance(node, TopCard)}
                if isinstance(stmt, Move) and stmt.card is None:
                    if stmt.count != ZoneSize(stmt.source, stmt.source_owner):
                        found.add(stmt.source)
                    elif not _is_shuffled(stmt, body[at + 1 :]):
                        passed.add((stmt.source, stmt.target))
    while True:
        more = {source for source, target in passed if target in found} - found
        if not more:
            return frozenset(found)
        found |= more


def _is_shuffled(stmt: Move, after: Sequence[Stmt]) -> bool:
    """Whether what went to a zone is shuffled there before anything else happens."""
    for other in after:
        if isinstance(other, Shuffle) and (other.zone, other.owner) == (stmt.target, stmt.target_owner):
            return True
        if not (isinstance(other, Move) and other.card is None and other.target == stmt.target and other.source != stmt.target):
            return False
    return False


def _every_body(body: tuple[Stmt, ...]) -> Iterator[tuple[Stmt, ...]]:
    yield body
    for stmt in body:
        for inner in bodies(stmt):
            yield from _every_body(inner)


def filled(program: Played, procedures: Sequence[str]) -> frozenset[str]:
    """The zones into which something is moved."""
    stmts = (stmt for name in procedures for stmt in played(program.by_id.procedures[name].body))
    return frozenset(stmt.target for stmt in stmts if isinstance(stmt, Move))
