"""What a question asks of single cards, in the plans of its procedure and of all that it calls: other differences do not matter."""

from __future__ import annotations

from collections.abc import Callable

from penance_build.ir.nodes import Expr
from penance_build.odds.functions.parts import Ask, Branch, Compiled, Cycle, Loop, Part
from penance_build.odds.planning.kinds import looks_in, looks_of
from penance_build.odds.planning.state import Looked
from penance_build.odds.question.refusal import Policy, Refused


def looked_at(compiled: Compiled, callee: Callable[[Ask], Compiled], policy: Policy | None) -> Looked:
    """The looks of a compiled procedure, of those that it calls, and of the policy."""
    found: dict[Expr, None] = looks_in(policy.looks()) if policy else {}
    keeps_order = False
    known: dict[int, Compiled] = {}
    waiting = [compiled]
    while waiting:
        one = waiting.pop()
        if id(one) in known:
            continue
        known[id(one)] = one
        looks, picks = looks_of(one.plan)
        found |= looks
        keeps_order = keeps_order or picks
        for part in _asks(one.parts):
            try:
                waiting.append(callee(part))
            except Refused:  # of no matter as long as it is not come to; then it is refused
                continue
    return Looked(tuple(found), keeps_order)


def _asks(parts: tuple[Part, ...]) -> list[Ask]:
    """The calls in some parts."""
    found: list[Ask] = []
    for part in parts:
        if isinstance(part, Ask):
            found.append(part)
        elif isinstance(part, Branch):
            found += _asks((*part.then, *part.orelse))
        elif isinstance(part, Loop | Cycle):
            found += _asks(part.body)
    return found
