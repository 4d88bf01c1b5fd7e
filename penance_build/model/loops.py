"""``each:`` and ``repeat:``: a body is typed pass by pass until nothing it assigns changes any more, or all passes are done.

Where 200 passes are not enough, the bounds that still grow are opened wide and the body is asked whether it keeps them
in by itself (as ``min(9, x + 1)`` does); what it then gives is taken if one more pass stays inside.
In a loop without a bound what is only added to may grow on: to ±(2^53 - 1), and each such sum is checked in play.
The work is bounded for a rule and for a game, because loops in loops multiply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.flow import Flow
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.typing import LIMIT, bounds_text, integer
from penance_build.model.world import Typed

if TYPE_CHECKING:
    from penance_build.model.steps import Body, Step

MAX_LOOP: Final = 10_000
MAX_PASSES: Final = 200
MAX_RULE_WORK: Final = 20_000
MAX_GAME_WORK: Final = 200_000
_WIDE: Final = 2**40
_FEW_PASSES: Final = 4  # of a loop without a bound, before what grows is opened
_ROUNDS: Final = 6
_CLIMBS: Final = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """One pass: its statements, the condition that ends the loop, what is known where the next pass begins, and behind the loop."""

    statements: list[ir.Stmt]
    until: ir.Expr
    back: Flow
    out: Flow


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop that is typed: its head, how to type one pass, and how many there are at most (None: no bound)."""

    place: Place
    turn: Callable[[Flow], Turn]
    bound: int | None


def head_of(loop: Place) -> Place:
    """The place to point at for a loop: what it counts with, or the condition that ends it."""
    return loop.get("each") or loop.need("until")


def counter_of(loop: Place) -> str:
    """What a loop counts with, or ""."""
    return loop.word("each")


@dataclass(slots=True)
class Work:
    """How many steps inside loops were typed so far: of the rule at hand, and of the whole game."""

    rule: int = 0
    game: int = 0


class TooMuchWork(Exception):
    """The loops of a rule, or of the whole game, cost more than they may."""

    def __init__(self, loop: Place, message: str) -> None:
        super().__init__(message)
        self.loop, self.message = loop, message


def count_step(work: Work, loop: Place) -> None:
    """Count one step inside ``loop``. Raises TooMuchWork."""
    work.rule += 1
    work.game += 1
    if work.rule > MAX_RULE_WORK:
        raise TooMuchWork(loop, f"with the loops in it, this loop takes more than {MAX_RULE_WORK} steps to check")
    if work.game > MAX_GAME_WORK:
        raise TooMuchWork(loop, f"all loops together, up to this one, take more than {MAX_GAME_WORK} steps to check")


def each(body: Body, place: Place, flow: Flow) -> Step:
    """``each: i``."""
    at, scope = place.need("each"), body.scope(flow)
    first_place, last_place = place.get("from"), place.need("to")
    first = Typed(ir.Const(1), integer(1, 1)) if first_place is None else scope.read(first_place, Type("int"))
    end = scope.read(last_place, Type("int"))
    if "error" in (first.type.kind, end.type.kind) or flow.env is None:
        return [], flow
    low, high = first.type.low, end.type.high
    if low is None or high is None or high - low + 1 > MAX_LOOP:
        body.wrong(place, "E610", f"this loop can run more than {MAX_LOOP} times", last_place.span, "bound its end with min(…)")
        return [], flow
    bound = high - low + 1
    if bound < 1:
        message = f"this loop never runs: it goes from {bounds_text(low, first.type.high)} to {bounds_text(end.type.low, high)}"
        body.wrong(place, "E607", message, last_place.span, "a loop counts upwards")
        bound = 1
    counter = integer(low, max(low, high), end.type.unit)
    is_taken = at.text in flow.env or at.text in flow.maybe
    if is_taken or not body.slots.note(at.text, counter):
        body.wrong(place, "E307", f"`{at.text}` is in use already, a loop needs a variable of its own", at.span, "use another name")
    entry = flow.assign(at.text, counter)

    def turn(head: Flow) -> Turn:
        statements, after = body.block(place.get("do"), head)
        return Turn(statements, ir.Const(0), after, after)

    last, after = _typed(body, Loop(place, turn, bound), entry)
    body.hints.setdefault(at.text, f"`{at.text}` counts only inside its loop")
    kept = flow.env.get(at.text)
    after = after.without(at.text) if kept is None else after.assign(at.text, kept)
    return [ir.Each(at.text, first.expr, end.expr, bound, tuple(last.statements))], after


def repeat(body: Body, place: Place, flow: Flow) -> Step:
    """``repeat: [steps]`` with ``until:``, and ``at_most:`` where it is bounded."""
    most = place.get("at_most")
    limit = None if most is None else body.scope(flow).read(most, Type("int"))
    if flow.env is None or (limit is not None and limit.type.kind == "error"):
        return [], flow
    bound = None if limit is None else limit.type.high if limit.type.high is not None else MAX_LOOP + 1
    if bound is not None and bound > MAX_LOOP:
        body.wrong(place, "E610", f"this loop can run more than {MAX_LOOP} times", (most or place).span, "bound its passes with min(…)")
        return [], flow
    if bound is not None and bound < 1:
        body.wrong(place, "E607", "this loop never runs: it may make no pass", (most or place).span, "let it make at least one")
        bound = 1

    def turn(head: Flow) -> Turn:
        statements, after = body.block(place.get("repeat"), head)
        if after.is_dead:
            return Turn(statements, ir.Const(1), after, after)
        until = body.scope(after).condition(place.need("until"))
        return Turn(statements, until.expr, after.narrowed(until.expr, False), after.narrowed(until.expr, True))

    last, _ = _typed(body, Loop(place, turn, bound), flow)
    _judge(body, place, last, bound)
    behind = last.back if last.out.is_dead else last.out  # what stands behind a loop that never ends was reported with it
    if limit is not None:  # the passes may also run out, or there may be none
        behind = behind.meet(last.back) if (limit.type.low or 0) >= 1 else behind.meet(last.back).meet(flow)
    most_passes = None if limit is None else limit.expr
    return [ir.Repeat(tuple(last.statements), last.until, most_passes, bound or 0, body.number(place))], behind


def _judge(body: Body, place: Place, last: Turn, bound: int | None) -> None:
    """What can be said of a loop from the types alone: it never comes round again, or never ends."""
    if last.back.is_dead and last.out.is_dead:
        body.wrong(place, "E607", "this loop never comes to its `until`: every path in it ends the procedure", place.need("until").span)
    elif last.out.is_dead and bound is None:
        hint = "correct the condition, or bound the passes with `at_most:`"
        body.wrong(place, "E618", "this loop never ends: its condition can never be true", place.need("until").span, hint)


def _typed(body: Body, loop: Loop, entry: Flow) -> tuple[Turn, Flow]:
    """The last pass under types that hold in every pass, and those types."""
    body.loops.append(loop.place)
    try:
        return _settle(body, loop, entry)
    finally:
        body.loops.pop()


def _settle(body: Body, loop: Loop, entry: Flow) -> tuple[Turn, Flow]:
    report = body.report
    passes = _Passes(body, loop, entry)
    most = MAX_PASSES if loop.bound is not None else _FEW_PASSES
    try:
        last, current, moving = passes.plain(entry, most if loop.bound is None else min(loop.bound, most))
        if moving and (loop.bound is None or loop.bound > MAX_PASSES):
            last, current = _widened(passes, *passes.climbed(current, moving))
    except TooMuchWork:
        body.report = report
        raise
    report.take(body.report)
    body.report = report
    return last, current


class _Passes:
    """Tries passes of a loop; only what the last one leaves behind in the body counts."""

    def __init__(self, body: Body, loop: Loop, entry: Flow) -> None:
        self.body, self.loop, self.entry = body, loop, entry
        self.before = dict(body.slots.types), dict(body.ends.types), len(body.report.lookups)

    def turn(self, head: Flow) -> tuple[Turn, Flow]:
        """One pass anew, and what holds where another begins."""
        self.body.slots.types, self.body.ends.types = dict(self.before[0]), dict(self.before[1])
        self.body.report = Report()
        last = self.loop.turn(head)
        return last, self.entry.meet(last.back)

    def plain(self, head: Flow, most: int) -> tuple[Turn, Flow, set[str]]:
        """Pass after pass, until the types hold; else with the variables whose types still changed in the last one."""
        last = Turn([], ir.Const(0), self.entry, self.entry)
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
    body, loop, entry = passes.body, passes.loop, passes.entry
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
    body.slots.types = dict(passes.before[0])
    for name, type_ in (grown.env or {}).items():
        body.slots.note(name, type_)
    kept = body.report.lookups
    body.report = Report()
    body.report.lookups = kept
    unbounded = moving & set().union(*loose[-2:]) or moving
    names = ", ".join(f"`{name}`" for name in grown.env or {} if name in unbounded) or "a variable"
    if loop.bound is None:
        message = f"nothing bounds {names} in this loop"
        hint = "only `let: x` with `x + …` may grow on; bound the others with min(…) and max(…), or the loop with `at_most:`"
    else:
        message = f"the bounds of {names} still grow after {MAX_PASSES} passes"
        hint = "bound it with min(…) and max(…) inside the loop"
    body.wrong(loop.place, "E610", message, head_of(loop.place).span, hint)
    return replace(last, out=last.out if last.out.env is not None else grown), grown


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
