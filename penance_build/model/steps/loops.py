"""``each:`` and ``repeat:``: a body is typed pass by pass until nothing it assigns changes any more, or all passes are done.

Where 200 passes are not enough, the bounds that still grow are opened wide and the body is asked whether it keeps them
in by itself (as ``min(9, x + 1)`` does); what it then gives is taken if one more pass stays inside.
In a loop without a bound what is only added to may grow on: to ±(2^53 - 1), and each such sum is checked in play.
The work is bounded for a rule and for a game, because loops in loops multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.work import MAX_LOOP, head_of
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import LIMIT, bounds_text, integer
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface.steps import Each, Repeat

MAX_PASSES: Final = 200
_WIDE: Final = 2**40
_FEW_PASSES: Final = 4  # of a loop without a bound, before what grows is opened
_ROUNDS: Final = 6
_CLIMBS: Final = 3


class Turn(Struct, frozen=True):
    """One pass: its statements, the condition that ends the loop, what is known where the next pass begins, and behind the loop.

    ``body`` is the rule as this pass has left it.
    """

    body: Body
    statements: list[ir.Stmt]
    until: ir.Expr
    back: Flow
    out: Flow


class Loop(Struct, frozen=True):
    """A loop that is typed: its step, how to type one pass, and how many there are at most (None: no bound)."""

    step: Each | Repeat
    turn: Callable[[Body, Flow], Turn]
    bound: int | None


def each(body: Body, step: Each, flow: Flow) -> Stepped:
    """``each: i``."""
    name, scope = step.variable.text, body.scope(flow)
    first = Typed(ir.Const(1), integer(1, 1)) if step.first is None else scope.read(step.first, Type("int"))
    end = scope.read(step.last, Type("int"))
    if "error" in (first.type.kind, end.type.kind) or flow.env is None:
        return [], flow
    low, high = first.type.low, end.type.high
    if low is None or high is None or high - low + 1 > MAX_LOOP:
        body.wrong(step.at, "E610", f"this loop can run more than {MAX_LOOP} times", step.last.span, "bound its end with min(…)")
        return [], flow
    bound = high - low + 1
    if bound < 1:
        message = f"this loop never runs: it goes from {bounds_text(low, first.type.high)} to {bounds_text(end.type.low, high)}"
        body.wrong(step.at, "E607", message, step.last.span, "a loop counts upwards")
        bound = 1
    counter = integer(low, max(low, high), end.type.unit)
    is_taken = name in flow.env or name in flow.maybe
    if is_taken or not body.slots.note(name, counter):
        message = f"`{name}` is in use already, a loop needs a variable of its own"
        body.wrong(step.at, "E307", message, step.variable.span, "use another name")
    entry = flow.assign(name, counter)

    def turn(passed: Body, head: Flow) -> Turn:
        statements, after = passed.block(step.body, head)
        return Turn(passed, statements, ir.Const(0), after, after)

    last, after = _settle(body, Loop(step, turn, bound), entry)
    body.hints.setdefault(name, f"`{name}` counts only inside its loop")
    kept = flow.env.get(name)
    after = after.without(name) if kept is None else after.assign(name, kept)
    return [ir.Each(name, first.expr, end.expr, bound, tuple(last.statements))], after


def repeat(body: Body, step: Repeat, flow: Flow) -> Stepped:
    """``repeat: [steps]`` with ``until:``, and ``at_most:`` where it is bounded."""
    most = step.at_most
    limit = None if most is None else body.scope(flow).read(most, Type("int"))
    if flow.env is None or (limit is not None and limit.type.kind == "error"):
        return [], flow
    bound = None if limit is None else limit.type.high if limit.type.high is not None else MAX_LOOP + 1
    at = step.at if most is None else most
    if bound is not None and bound > MAX_LOOP:
        body.wrong(step.at, "E610", f"this loop can run more than {MAX_LOOP} times", at.span, "bound its passes with min(…)")
        return [], flow
    if bound is not None and bound < 1:
        body.wrong(step.at, "E607", "this loop never runs: it may make no pass", at.span, "let it make at least one")
        bound = 1

    def turn(passed: Body, head: Flow) -> Turn:
        statements, after = passed.block(step.body, head)
        if after.is_dead:
            return Turn(passed, statements, ir.Const(1), after, after)
        until = passed.scope(after).condition(step.until)
        return Turn(passed, statements, until.expr, after.narrowed(until.expr, False), after.narrowed(until.expr, True))

    last, _ = _settle(body, Loop(step, turn, bound), flow)
    _judge(body, step, last, bound)
    behind = last.back if last.out.is_dead else last.out  # what stands behind a loop that never ends was reported with it
    if limit is not None:  # the passes may also run out, or there may be none
        behind = behind.meet(last.back) if (limit.type.low or 0) >= 1 else behind.meet(last.back).meet(flow)
    passes = None if limit is None else limit.expr
    return [ir.Repeat(tuple(last.statements), last.until, passes, bound or 0, step.number)], behind


def _judge(body: Body, step: Repeat, last: Turn, bound: int | None) -> None:
    """What can be said of a loop from the types alone: it never comes round again, or never ends."""
    if last.back.is_dead and last.out.is_dead:
        message = "this loop never comes to its `until`: every path in it ends the procedure"
        body.wrong(step.at, "E607", message, step.until.span)
    elif last.out.is_dead and bound is None:
        hint = "correct the condition, or bound the passes with `at_most:`"
        body.wrong(step.at, "E618", "this loop never ends: its condition can never be true", step.until.span, hint)


def _settle(body: Body, loop: Loop, entry: Flow) -> tuple[Turn, Flow]:
    """The last pass under types that hold in every pass, and those types; what it leaves behind is taken into the body."""
    passes = _Passes(body, loop, entry)
    most = MAX_PASSES if loop.bound is not None else _FEW_PASSES
    last, current, moving = passes.plain(entry, most if loop.bound is None else min(loop.bound, most))
    if moving and (loop.bound is None or loop.bound > MAX_PASSES):
        last, current = _widened(passes, *passes.climbed(current, moving))
    body.adopt(last.body)
    return last, current


class _Passes(Struct, frozen=True):
    """Tries passes of a loop, each on a fork of the body."""

    body: Body
    loop: Loop
    entry: Flow

    def turn(self, head: Flow) -> tuple[Turn, Flow]:
        """One pass anew, and what holds where another begins."""
        last = self.loop.turn(self.body.fork(self.loop.step), head)
        return last, self.entry.meet(last.back)

    def plain(self, head: Flow, most: int) -> tuple[Turn, Flow, set[str]]:
        """Pass after pass, until the types hold; else with the variables whose types still changed in the last one."""
        last = Turn(self.body.fork(self.loop.step), [], ir.Const(0), self.entry, self.entry)
        moving: set[str] = set()
        for _ in range(most):
            last, again = self.turn(head)
            merged = again if last.back.is_dead else head.meet(again)
            if merged == head:
                return last, head, set()
            known = head.env or {}
            moving = {name for name, type_ in (merged.env or {}).items() if known.get(name) != type_}
            head = merged
        return last, head, moving

    def climbed(self, known: Flow, moving: set[str]) -> tuple[Flow, set[str]]:
        """The types with those that the body itself bounds when the others are opened wide, and which still change then."""
        for _ in range(_CLIMBS):
            tried = _opened(known, self.entry, moving)
            again = self.turn(tried)[1].env or {}
            kept = {name: again[name] for name in moving if name in again and _is_inside(again[name], (tried.env or {})[name])}
            if not kept:
                break
            _, known, moving = self.plain(known.meet(Flow({**(known.env or {}), **kept}, known.maybe)), _FEW_PASSES)
            if not moving:
                break
        return known, moving


def _widened(passes: _Passes, grown: Flow, moving: set[str]) -> tuple[Turn, Flow]:
    """Types that the body itself keeps, found from above; reports the variables whose bounds it does not keep."""
    loop, entry = passes.loop, passes.entry
    candidate = _opened(grown, entry, moving)
    loose: list[set[str]] = []
    for _ in range(_ROUNDS):
        last, again = passes.turn(candidate)
        if again == candidate:
            return last, candidate
        candidate, tried = again, candidate
        loose.append({name for name, type_ in (tried.env or {}).items() if (again.env or {}).get(name) != type_})
        if candidate.meet(tried) != tried:
            if loop.bound is not None:
                break
            candidate = _growing(candidate, tried)
    unbounded = moving & set().union(*loose[-2:]) or moving
    failed = passes.body.fork(loop.step)
    for name, type_ in (grown.env or {}).items():
        failed.slots.note(name, type_)
    failed.ends = last.body.ends
    failed.report.take_silently(last.body.report)
    _report_loose(failed, loop, ", ".join(f"`{name}`" for name in grown.env or {} if name in unbounded) or "a variable")
    return replace(last, body=failed, out=last.out if last.out.env is not None else grown), grown


def _report_loose(body: Body, loop: Loop, names: str) -> None:
    """E610: nothing bounds these variables."""
    if loop.bound is None:
        message = f"nothing bounds {names} in this loop"
        hint = "only `let: x` with `x + …` may grow on; bound the others with min(…) and max(…), or the loop with `at_most:`"
    else:
        message = f"the bounds of {names} still grow after {MAX_PASSES} passes"
        hint = "bound it with min(…) and max(…) inside the loop"
    body.wrong(loop.step.at, "E610", message, head_of(loop.step).span, hint)


def _growing(found: Flow, tried: Flow) -> Flow:
    """The types with those that grew past what was tried opened to the end: sums of these are checked in play."""
    env = dict(found.env or {})
    for name, type_ in env.items():
        old = (tried.env or {}).get(name)
        if old is None or old == type_ or type_.kind != "int":
            continue
        low, high = type_.low, type_.high
        if low is None or (old.low is not None and low < old.low):
            low = -LIMIT
        if high is None or (old.high is not None and high > old.high):
            high = LIMIT
        env[name] = Type("int", "", low, high, type_.unit)
    return Flow(env, found.maybe)


def _opened(known: Flow, entry: Flow, moving: set[str]) -> Flow:
    """The types with the bounds that grew, of those that still change, opened wide."""
    env = dict(known.env or {})
    for name in moving & set(env):
        type_, before = env[name], (entry.env or {}).get(name)
        if before is not None and type_.kind == "int" and before != type_:
            low = type_.low if type_.low == before.low else min(-_WIDE, type_.low or 0)
            high = type_.high if type_.high == before.high else max(_WIDE, type_.high or 0)
            env[name] = Type("int", "", low, high, type_.unit)
    return Flow(env, known.maybe)


def _is_inside(found: Type, tried: Type) -> bool:
    """Whether the body keeps a number in bounds where they were opened wide."""
    ends = ((found.low, tried.low), (found.high, tried.high))
    return found.kind == "int" and all(end is not None and (abs(end) < _WIDE or abs(other or 0) < _WIDE) for end, other in ends)
