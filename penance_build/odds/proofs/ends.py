"""Termination of unbounded loops: every state reachable from any inputs is visited, and an exit must be reachable from each.

It is the walk of the exact evaluator without its arithmetic. A loop is first walked alone, from all values of its
variables; if those are too many, or an exit is unreachable from some of them, the whole procedure is walked from all
inputs that are live in it, and only the states reachable from those count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from msgspec import Struct

from penance_build.ir.nodes import Each, Played, Procedure, Repeat, Stmt, Type
from penance_build.ir.record import replace
from penance_build.ir.walk import bodies, statements
from penance_build.odds.planning.demand import STATE
from penance_build.odds.question.refusal import Budget, Refused
from penance_build.odds.rewriting.repeats import is_endless
from penance_build.odds.walking.exact import Odds, Walk

STATES, WORK = 20_000, 150_000
MANY_INPUTS = 5_000
ORDINARY = 200  # statements that one pass of an ordinary loop runs; the budget of a heavier one is smaller in proportion


class Doubt(Struct, frozen=True):
    """A loop that may run for ever (``never``), or that was not proved to end, by the number of its ``step``."""

    procedure: str
    step: int
    never: bool
    reason: str


def doubts(program: Played, procedures: Mapping[str, frozenset[int]]) -> Iterator[Doubt]:
    """The doubts about the loops of these procedures, at most one each, the first; loops with these numbers of steps are known to end."""
    odds = Odds(program)
    for name, known in procedures.items():
        procedure = odds.procedures[name]
        if any(is_endless(stmt) for stmt in statements(procedure.body)):
            found = _doubt(odds, procedure, known)
            if found is not None:
                yield found


def _doubt(odds: Odds, procedure: Procedure, known: frozenset[int]) -> Doubt | None:
    loops = [stmt for stmt in statements(procedure.body) if isinstance(stmt, Repeat) and is_endless(stmt)]
    unsure = next(
        (place for place, loop in enumerate(loops) if loop.step not in known and not _ends_alone(odds, procedure, place, loop)), None
    )  # fmt: skip
    if unsure is None:
        return None
    first = loops[unsure].step
    try:
        compiled = odds.compiled(procedure, (), None, every_loop=True)
        if STATE in compiled.entry:
            return Doubt(procedure.id, first, False, "it depends on counters or zones of the game")
        inputs = {item.name: item for item in procedure.inputs}
        spans = [_span(inputs[name].type, odds) if name in inputs else range(1) for name in compiled.entry]
        many = prod(map(len, spans))
        if many > MANY_INPUTS:
            names = [f"`{name}`" for name in compiled.entry if name in inputs]
            has = f"{names[0]} has {many} values" if len(names) == 1 else f"{', '.join(names)} have {many} combinations"
            return Doubt(procedure.id, first, False, f"{has}, more than {MANY_INPUTS} that are tried")
        Walk(odds, None, _budget(procedure), only_ends=True).all_states(compiled, product(*spans))
    except Refused as refused:
        step = loops[int(refused.statement.removeprefix("repeat "))].step if refused.statement.startswith("repeat ") else first
        return Doubt(procedure.id, step, refused.statement.startswith("repeat "), refused.reason)
    return None


def _ends_alone(odds: Odds, procedure: Procedure, place: int, loop: Stmt) -> bool:
    """Whether a loop ends from all values of its variables; False proves nothing, for the procedure may not reach some of these values."""
    alone = replace(procedure, id=f"{procedure.id}@{place}", body=(loop,))
    kinds = {slot.name: slot.type for slot in procedure.slots}
    try:
        compiled = odds.compiled(alone, (), None, every_loop=True)
        if any(name not in kinds or kinds[name].kind not in ("int", "bool", "enum") for name in compiled.entry):
            return False
        spans = [_span(kinds[name], odds) for name in compiled.entry]
        if prod(map(len, spans)) > MANY_INPUTS:
            return False
        Walk(odds, None, _budget(alone), only_ends=True).all_states(compiled, product(*spans))
    except Refused:
        return False
    return True


def _budget(procedure: Procedure) -> Budget:
    """The budget of a walk: it counts states, so that the statements of a pass must be accounted for here."""
    times = max(1, _weight(procedure.body) // ORDINARY)
    return Budget(states=max(1, STATES // times), work=max(1, WORK // times))


def _weight(body: tuple[Stmt, ...]) -> int:
    """How many statements a body runs at most, each pass of a loop without a bound once."""
    total = 0
    for stmt in body:
        inner = sum(map(_weight, bodies(stmt)))
        total += 1 + inner * (stmt.bound if isinstance(stmt, Each | Repeat) and stmt.bound else 1)
    return total


def _span(kind: Type, odds: Odds) -> range:
    """All values of a type."""
    if kind.kind == "enum":
        return range(len(odds.program.by_id.enums[kind.ref].members))
    if kind.kind == "bool":
        return range(2)
    return range(kind.low or 0, (kind.high or 0) + 1)
