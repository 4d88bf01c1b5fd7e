"""``each:``: a body is typed pass by pass until nothing it assigns changes any more, or all passes are done.

Where 200 passes are not enough, the bounds that still grow are opened wide and the body is asked whether it keeps them
in by itself (as ``min(9, x + 1)`` does); what it then gives is taken if one more pass stays inside.
The work is bounded for a rule and for a game, because loops in loops multiply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.flow import Flow
from penance_build.model.place import Place
from penance_build.model.typing import bounds_text, integer
from penance_build.model.world import Typed

if TYPE_CHECKING:
    from penance_build.model.steps import Body, Step, Stmts

MAX_LOOP: Final = 10_000
MAX_PASSES: Final = 200
MAX_RULE_WORK: Final = 20_000
MAX_GAME_WORK: Final = 200_000
_WIDE: Final = 2**40
Before = tuple[dict[str, Type], dict[str, Type], int]  # the types of variables, of results, and the number of lookups
_ROUNDS: Final = 6


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
    last = scope.read(last_place, Type("int"))
    if "error" in (first.type.kind, last.type.kind) or flow.env is None:
        return [], flow
    low, high = first.type.low, last.type.high
    if low is None or high is None or high - low + 1 > MAX_LOOP:
        body.wrong(place, "E610", f"this loop can run more than {MAX_LOOP} times", last_place.span, "bound its end with min(…)")
        return [], flow
    bound = high - low + 1
    if bound < 1:
        message = f"this loop never runs: it goes from {bounds_text(low, first.type.high)} to {bounds_text(last.type.low, high)}"
        body.wrong(place, "E607", message, last_place.span, "a loop counts upwards")
        bound = 1
    counter = integer(low, max(low, high), last.type.unit)
    is_taken = at.text in flow.env or at.text in flow.maybe
    if is_taken or not body.slots.note(at.text, counter):
        body.wrong(place, "E307", f"`{at.text}` is in use already, a loop needs a variable of its own", at.span, "use another name")
    entry = flow.assign(at.text, counter)
    body.loops.append(place)
    try:
        statements, after = _settle(body, place, entry, bound)
    finally:
        body.loops.pop()
    body.hints.setdefault(at.text, f"`{at.text}` counts only inside its loop")
    kept = flow.env.get(at.text)
    after = after.without(at.text) if kept is None else after.assign(at.text, kept)
    return [ir.Each(at.text, first.expr, last.expr, bound, tuple(statements))], after


def _settle(body: Body, place: Place, entry: Flow, bound: int) -> Step:
    """The statements of the body under types that hold in every pass, and those types."""
    report = body.report
    before = dict(body.slots.types), dict(body.ends.types), len(body.world.lookups)
    try:
        current, statements = entry, list[ir.Stmt]()
        for _ in range(min(bound, MAX_PASSES)):
            body.report = []
            statements, after = body.block(place.get("do"), current)
            merged = current.meet(after)
            if merged == current:
                break
            current = merged
        else:
            if bound > MAX_PASSES:
                statements, current = _widened(body, place, entry, current, before)
    except TooMuchWork:
        body.report = report
        raise
    report.extend(body.report)
    body.report = report
    return statements, current


def _widened(body: Body, place: Place, entry: Flow, grown: Flow, before: Before) -> tuple[Stmts, Flow]:
    """Types that the body itself keeps, found from above; reports the variables whose bounds it does not keep."""
    candidate = Flow({name: _opened(type_, (entry.env or {}).get(name)) for name, type_ in (grown.env or {}).items()}, grown.maybe)
    statements: Stmts = []
    again = candidate
    for _ in range(_ROUNDS):
        body.slots.types, body.ends.types = dict(before[0]), dict(before[1])
        del body.world.lookups[before[2] :]
        body.report = []
        statements, after = body.block(place.get("do"), candidate)
        again = entry.meet(after)
        if again == candidate:
            return statements, candidate
        candidate, tried = again, candidate
        if candidate.meet(tried) != tried:
            break
    growing = [name for name, type_ in (grown.env or {}).items() if type_ != (entry.env or {}).get(name)]
    body.slots.types = dict(before[0])
    for name, type_ in (grown.env or {}).items():
        body.slots.note(name, type_)
    body.report = []
    names = ", ".join(f"`{name}`" for name in growing) or "a variable"
    message = f"the bounds of {names} still grow after {MAX_PASSES} passes"
    body.wrong(place, "E610", message, place.need("each").span, "bound it with min(…) and max(…) inside the loop")
    return statements, grown


def _opened(grown: Type, before: Type | None) -> Type:
    """The type with the bounds that grew opened wide."""
    if before is None or grown.kind != "int" or before == grown:
        return grown
    low = grown.low if grown.low == before.low else -_WIDE
    high = grown.high if grown.high == before.high else _WIDE
    return Type("int", "", low, high, grown.unit)
