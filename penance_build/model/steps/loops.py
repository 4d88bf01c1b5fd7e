"""``each:`` and ``repeat:``: a body is typed pass by pass up to a fixed point of the types, or for all passes of the loop.

Where 200 passes reach none, the bounds that still grow are widened to the limit, and one pass shows whether the body itself
bounds them (as ``min(9, x + 1)`` does); the resulting bounds are taken if they hold for one more pass.
In an unbounded loop a variable that is only added to may grow up to ±(2^53 - 1), and each such sum is checked at run time.
The work is limited for a rule and for a game, because nested loops multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.ops import LIMIT
from penance_build.model.context.work import MAX_LOOP, head_of
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import bounds_text, integer
from penance_build.model.steps.body import Body, Stepped
from penance_build.model.steps.flow import Flow
from penance_build.surface.steps import Each, Repeat

MAX_PASSES: Final = 200
_WIDE: Final = 2**40
_FEW_PASSES: Final = 4  # of an unbounded loop, before widening
_ROUNDS: Final = 6
_CLIMBS: Final = 3


class Turn(Struct, frozen=True):
    """One typed pass: its statements, the condition that ends the loop, the facts at the head of the next pass, and those after the loop.

    ``body`` is the state of the rule after this pass.
    """

    body: Body
    statements: list[ir.Stmt]
    until: ir.Expr
    back: Flow
    out: Flow


class Loop(Struct, frozen=True):
    """A loop that is being typed: its step, the function that types one pass, and the greatest number of passes (None: no bound)."""

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
    behind = last.back if last.out.is_dead else last.out  # an unreachable exit has been reported
    if limit is not None:  # the passes may run out, or be none
        behind = behind.meet(last.back) if (limit.type.low or 0) >= 1 else behind.meet(last.back).meet(flow)
    passes = None if limit is None else limit.expr
    return [ir.Repeat(tuple(last.statements), last.until, passes, bound or 0, step.number)], behind


def _judge(body: Body, step: Repeat, last: Turn, bound: int | None) -> None:
    """Report a loop that by its types never repeats, or never ends."""
    if last.back.is_dead and last.out.is_dead:
        message = "this loop never comes to its `until`: every path in it ends the procedure"
        body.wrong(step.at, "E607", message, step.until.span)
    elif last.out.is_dead and bound is None:
        hint = "correct the condition, or bound the passes with `at_most:`"
        body.wrong(step.at, "E618", "this loop never ends: its condition can never be true", step.until.span, hint)


def _settle(body: Body, loop: Loop, entry: Flow) -> tuple[Turn, Flow]:
    """The final pass and the types that hold in every pass; the state of the pass is adopted by the body."""
    passes = _Passes(body, loop, entry)
    most = MAX_PASSES if loop.bound is not None else _FEW_PASSES
    last, current, moving = passes.plain(entry, most if loop.bound is None else min(loop.bound, most))
    if moving and (loop.bound is None or loop.bound > MAX_PASSES):
        last, current = _widened(passes, *passes.climbed(current, moving))
    body.adopt(last.body)
    return last, current


class _Passes(Struct, frozen=True):
    """Types passes of a loop, each on a fork of the body."""

    body: Body
    loop: Loop
    entry: Flow

    def turn(self, head: Flow) -> tuple[Turn, Flow]:
        """Type one pass; with it the join of the loop's entry and the end of that pass."""
        last = self.loop.turn(self.body.fork(self.loop.step), head)
        return last, self.entry.meet(last.back)

    def plain(self, head: Flow, most: int) -> tuple[Turn, Flow, set[str]]:
        """Iterate passes up to a fixed point; else also the variables whose types changed in the last pass."""
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
        """The types after widening: with the bounds that the body itself establishes, and the variables that still change then."""
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
    """Types that the body preserves, found by widening and then narrowing; reports the variables that it does not bound."""
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
    """Report E610: variables without a bound."""
    if loop.bound is None:
        message = f"nothing bounds {names} in this loop"
        hint = "only `let: x` with `x + …` may grow on; bound the others with min(…) and max(…), or the loop with `at_most:`"
    else:
        message = f"the bounds of {names} still grow after {MAX_PASSES} passes"
        hint = "bound it with min(…) and max(…) inside the loop"
    body.wrong(loop.step.at, "E610", message, head_of(loop.step).span, hint)


def _growing(found: Flow, tried: Flow) -> Flow:
    """The types, with those that exceed the assumed ones widened to the limit: sums of these are checked at run time."""
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
    """The types, with the growing bounds of the still changing variables widened."""
    env = dict(known.env or {})
    for name in moving & set(env):
        type_, before = env[name], (entry.env or {}).get(name)
        if before is not None and type_.kind == "int" and before != type_:
            low = type_.low if type_.low == before.low else min(-_WIDE, type_.low or 0)
            high = type_.high if type_.high == before.high else max(_WIDE, type_.high or 0)
            env[name] = Type("int", "", low, high, type_.unit)
    return Flow(env, known.maybe)


def _is_inside(found: Type, tried: Type) -> bool:
    """Whether the widened bounds of a number hold after a pass."""
    ends = ((found.low, tried.low), (found.high, tried.high))
    return found.kind == "int" and all(end is not None and (abs(end) < _WIDE or abs(other or 0) < _WIDE) for end, other in ends)
