"""Bounded ``Repeat`` as the loops that the evaluator walks: a counted one in which nothing happens once the condition held."""

from __future__ import annotations

from penance_build.ir.nodes import Const, Each, Expr, If, Let, Op, Procedure, Repeat, Stmt, Type, Var
from penance_build.ir.ops import LARGE
from penance_build.ir.record import replace
from penance_build.ir.walk import map_bodies, statements


def is_unbounded(kind: Type) -> bool:
    """Whether a number has no bound but the last, or one near it: what loops without a limit add up, and a little less."""
    return kind.kind == "int" and ((kind.high or 0) >= LARGE or (kind.low or 0) <= -LARGE)


def is_endless(stmt: Stmt) -> bool:
    """Whether it is a loop that no number of passes bounds."""
    return isinstance(stmt, Repeat) and stmt.limit is None


def without_limits(procedure: Procedure) -> Procedure:
    """The same procedure without bounded ``Repeat``; the procedure itself where it has none."""
    if not any(isinstance(stmt, Repeat) and stmt.limit is not None for stmt in statements(procedure.body)):
        return procedure
    return replace(procedure, body=_Rewriter().body(procedure.body))


class _Rewriter:
    def __init__(self) -> None:
        self.fresh = 0

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        for stmt in body:
            stmt = map_bodies(stmt, self.body)
            if isinstance(stmt, Repeat) and stmt.limit is not None:
                found += self.counted(stmt, stmt.limit)
            else:
                found.append(stmt)
        return tuple(found)

    def counted(self, stmt: Repeat, limit: Expr) -> list[Stmt]:
        """``done`` is false; so many times: where it is not done, the body, and ``done`` is what the condition says."""
        self.fresh += 1
        done, at = f"@done{self.fresh}", f"@pass{self.fresh}"
        one = (*stmt.body, Let(done, Op("ne", (stmt.until, Const(0)))))
        loop = If(Op("eq", (Var(done), Const(0))), one, ())
        return [Let(done, Const(0)), Each(at, Const(1), limit, max(1, stmt.bound), (loop,))]
