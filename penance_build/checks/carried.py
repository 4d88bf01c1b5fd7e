"""What a loop carries from one pass to the next: only that can fall, so loops of fresh dice alone are not looked at any closer."""

from __future__ import annotations

from penance_build.ir import nodes as ir
from penance_build.ir.ops import LARGE
from penance_build.ir.walk import assigned, bodies, own_expressions, statements, variables


def may_fall(procedure: ir.Procedure, loop: ir.Repeat) -> bool:
    """Whether a loop writes counters or zones, calls what may, or carries a bounded variable into its next pass."""
    if any(isinstance(stmt, ir.Change | ir.Move | ir.Call) for stmt in statements(loop.body)):
        return True
    bounded = {slot.name for slot in procedure.slots if abs(slot.type.low or 0) < LARGE and abs(slot.type.high or 0) < LARGE}
    written = {slot for stmt in statements(loop.body) for slot in assigned(stmt)}
    return bool(_carried(loop.body, set())[0] & written & bounded)


def _carried(body: tuple[ir.Stmt, ...], known: set[str]) -> tuple[set[str], set[str]]:
    """The slots that are read before this pass has surely written them, and those that it has surely written behind the body."""
    read: set[str] = set()
    known = set(known)
    for stmt in body:
        if isinstance(stmt, ir.Note | ir.Report):
            continue
        own = set().union(*map(variables, own_expressions(stmt))) | ({stmt.slot} if isinstance(stmt, ir.Reroll) else set())
        if isinstance(stmt, ir.Repeat):  # its condition is read behind its body
            inside, behind = _carried(stmt.body, known)
            read |= inside | (own - behind if stmt.limit is None else own - known)
            known = behind if stmt.limit is None else known
            continue
        read |= own - known
        inner = known | set(assigned(stmt)) if isinstance(stmt, ir.Each | ir.Pick) else known
        found = [_carried(item, inner) for item in bodies(stmt)]
        read |= set().union(*(inside for inside, _ in found))
        if isinstance(stmt, ir.If | ir.Match | ir.Pick):
            known |= set.intersection(*(behind for _, behind in found)) - (set(assigned(stmt)) - known)
        elif not isinstance(stmt, ir.Each):
            known |= set(assigned(stmt))
    return read, known
