"""Looks at the top of a zone, taken out of the expressions that need them: a statement of its own sees what lies there."""

from __future__ import annotations

from penance_build.ir.nodes import (
    Call,
    Cond,
    Const,
    Expr,
    If,
    Let,
    Move,
    Note,
    Op,
    Pick,
    Procedure,
    Repeat,
    Report,
    Stmt,
    TopCard,
    Var,
    ZoneFold,
)
from penance_build.ir.record import replace
from penance_build.ir.walk import map_bodies, map_own, own_expressions, statements
from penance_build.odds.rewriting.exprs import Node, holds, rebuild, variables, walk

_TOP = frozenset({TopCard})


def with_looks(procedure: Procedure) -> Procedure:
    """The same procedure in which every look is the value of a ``Let``; the procedure itself where it has none."""
    looks = any(holds(e, _TOP) for stmt in statements(procedure.body) for e in own_expressions(stmt))
    return replace(procedure, body=_Rewriter().body(procedure.body)) if looks else procedure


class _Rewriter:
    def __init__(self) -> None:
        self.fresh = 0

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, Note | Report) or (isinstance(stmt, Let) and isinstance(stmt.value, TopCard)):
                found.append(stmt)
                continue
            if isinstance(stmt, If) and _is_find(stmt):  # the variable that holds the card is the one that was looked for
                first = stmt.then[0]
                assert isinstance(first, Let)
                stmt = If(Op("ge", (Var(first.slot), Const(0))), stmt.then[1:], stmt.orelse)
                found.append(first)
            looks: list[Stmt] = []
            stmt = map_bodies(map_own(stmt, lambda e, into=looks: self.out(e, into)), self.body)  # type: ignore[misc]
            if isinstance(stmt, Repeat) and looks:  # its condition is read behind each pass, its limit looks at no card
                found.append(replace(stmt, body=(*stmt.body, *looks)))
            else:
                found += [*looks, stmt]
        return tuple(found)

    def out(self, e: Expr, into: list[Stmt]) -> Expr:
        """An expression with variables in the place of its looks, which go to ``into``."""
        if isinstance(e, TopCard):
            self.fresh += 1
            into.append(Let(f"@look{self.fresh}", e))
            return Var(f"@look{self.fresh}")
        if isinstance(e, ZoneFold):  # what is looked at for each card of a zone is not followed
            return e
        return rebuild(e, lambda child: self.out(child, into))  # type: ignore[arg-type,return-value]


def _is_find(stmt: If) -> bool:
    """Whether it is a step ``find``: is there a top card that passes, and a variable for it."""
    test = stmt.test
    if not (isinstance(test, Op) and test.op == "ge" and isinstance(test.args[0], TopCard) and test.args[1] == Const(0) and stmt.then):
        return False
    first = stmt.then[0]
    return isinstance(first, Let) and first.value == test.args[0]


def held(procedure: Procedure) -> tuple[frozenset[str], frozenset[str]]:
    """The variables by which a card is found again: that move it, are passed on or compared; and of these those that can be forgotten.

    What shares its card with another variable cannot: the other may be asked of it still.
    """
    stmts = statements(procedure.body)
    if not any(map(_of_cards, stmts)) and "card" not in [
        *(slot.type.kind for slot in procedure.slots), *(item.type.kind for item in procedure.inputs)
    ]:  # fmt: skip
        return frozenset(), frozenset()
    found: set[str] = set()
    own: set[str] = set()
    shared: set[str] = set()
    for stmt in stmts:
        if isinstance(stmt, Pick) or (isinstance(stmt, Let) and isinstance(stmt.value, TopCard)):
            own.add(stmt.slot)
        elif isinstance(stmt, Let):
            shared |= {stmt.slot, *_bare(stmt.value)}
        if isinstance(stmt, Move) and stmt.card is not None:
            found |= set(variables(stmt.card))
        elif isinstance(stmt, Call):
            found |= {name for e in stmt.args for name in variables(e)}
        found |= {name for e in own_expressions(stmt) for node in walk(e) for name in _compared(node)}
    return frozenset(found | shared), frozenset((found & own) - shared)


def _of_cards(stmt: Stmt) -> bool:
    """Whether a statement itself takes hold of cards."""
    return isinstance(stmt, Pick | Move) or (isinstance(stmt, Let) and isinstance(stmt.value, TopCard))


def _bare(e: Node) -> set[str]:
    """The variables that an expression may hand on as they are."""
    if isinstance(e, Var):
        return {e.name}
    return _bare(e.yes) | _bare(e.no) if isinstance(e, Cond) else set()


def _compared(e: Node) -> set[str]:
    """The variables that are compared with others."""
    return set(variables(e)) if isinstance(e, Op) and all(isinstance(arg, Var) for arg in e.args) else set()
