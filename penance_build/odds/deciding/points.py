"""Points of a walk: one state at one place of a compiled procedure, with what is still to be done behind it.

Between two choices that are left open everything is chance. It is walked as ever where nothing inside is open; else the walk goes
down into branches, loops and calls, and comes out again by the frames that it left behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from penance_build.ir.nodes import Var
from penance_build.odds.functions.parts import Ask, Branch, Compiled, Cycle, Decide, Loop, Part, States
from penance_build.odds.loops.chains import Endless, Row, check_ends, explore, leaving, real, solve
from penance_build.odds.planning.demand import STATE
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Walk
from penance_build.odds.walking.masses import Mass

State = tuple[Any, ...]
MANY_HOPS = 20_000  # between two choices, where chance goes round


class Frame(Struct, frozen=True, eq=False):
    """What is done next: the parts from ``at``, the next pass of a loop (``part``), or what follows a call from the state ``caller``.

    ``then`` follows behind it, and ``end`` where the procedure ends on the way.
    """

    compiled: Compiled | None
    parts: tuple[Part, ...]
    at: int
    part: Part | None
    caller: State
    then: Frame | None
    end: Frame | None


Point = tuple[Frame, State]
FINAL = Frame(None, (), 0, None, (), None, None)


class Open(Struct, frozen=True):
    """An open choice at a point: the player, and the points that each legal answer leads to."""

    part: Decide
    by: int
    answers: Mapping[int, Mapping[Point, Fraction]]


class Points:
    """The points of one question."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.frames: dict[tuple[object, ...], Frame] = {}
        self.open_parts: dict[int, tuple[Part, bool]] = {}
        self.seen: dict[Point, Open | Mapping[Point, Fraction]] = {}
        self.known: dict[Point, Mapping[Point, Fraction]] = {}

    # ------------------------------------------------------------ frames

    def run(self, compiled: Compiled, parts: tuple[Part, ...], at: int, then: Frame | None, end: Frame | None) -> Frame:
        """The parts of a block from a place on; behind the last one is what follows."""
        if at == len(parts):
            assert then is not None
            return then
        return self.frame(compiled, parts, at, None, (), then, end)

    def frame(
        self, compiled: Compiled, parts: tuple[Part, ...], at: int, part: Part | None, caller: State, then: Frame | None, end: Frame | None
    ) -> Frame:
        """The one frame of these."""
        key = (id(parts), at, id(part), caller, id(then), id(end))
        if key not in self.frames:
            self.frames[key] = Frame(compiled, parts, at, part, caller, then, end)
        return self.frames[key]

    def is_open(self, part: Part) -> bool:
        """Whether a choice inside a part is left open."""
        known = self.open_parts.get(id(part))
        if known is None:
            inner: tuple[Part, ...] = ()
            if isinstance(part, Branch):
                inner = (*part.then, *part.orelse)
            elif isinstance(part, Loop | Cycle):
                inner = part.body
            elif isinstance(part, Ask):
                inner = self.inside(part)
            known = self.open_parts[id(part)] = (part, isinstance(part, Decide) or any(map(self.is_open, inner)))
        return known[1]

    def inside(self, part: Ask) -> tuple[Part, ...]:
        """The parts of what is called; none of what is refused, as it is where it is come to."""
        try:
            return self.callee(part).parts
        except Refused:
            return ()

    def callee(self, part: Ask) -> Compiled:
        """What is called, for the results that are taken."""
        return self.walk.odds.callee(part, self.walk.policy)

    # ------------------------------------------------------------ one step

    def at(self, point: Point) -> Open | Mapping[Point, Fraction]:
        """The choice that is open at a point, or the points that follow by chance."""
        if point not in self.seen:
            self.seen[point] = self.next(*point)
            self.walk.meter.spend(1, len(self.seen), "The search for the best policy")
        return self.seen[point]

    def next(self, frame: Frame, state: State) -> Open | Mapping[Point, Fraction]:
        """The same, found."""
        assert frame.compiled is not None
        if isinstance(frame.part, Ask):
            return self.returned(frame, frame.part, state)
        if frame.part is not None:
            return self.passed(frame, frame.part, state)
        free = next((at for at in range(frame.at, len(frame.parts)) if self.is_open(frame.parts[at])), len(frame.parts))
        if free > frame.at:
            ends: list[Mass] = []
            mass = self.walk.block(frame.compiled, frame.parts[frame.at : free], Mass({state: 1}, 1), ends)
            behind = self.run(frame.compiled, frame.parts, free, frame.then, frame.end)
            return self.points([(behind, mass), *((frame.end, one) for one in ends)])
        return self.opened(frame, frame.parts[free], state)

    def opened(self, frame: Frame, part: Part, state: State) -> Open | Mapping[Point, Fraction]:
        """A part in which something is left open."""
        compiled = frame.compiled
        assert compiled is not None
        behind = self.run(compiled, frame.parts, frame.at + 1, frame.then, frame.end)
        first: States = {}
        second: States = {}
        ended: States = {}
        if isinstance(part, Decide):
            return self.decision(part, state, frame, behind)
        if isinstance(part, Branch):
            part.run({state: 1}, first, second, ended)
            yes, no = (self.run(compiled, block, 0, behind, frame.end) for block in (part.then, part.orelse))
            return self.points([(yes, Mass(first, 1)), (no, Mass(second, 1)), (frame.end, Mass(ended, 1))])
        if isinstance(part, Ask):
            return {self.call(part, frame, state, behind): Fraction(1)}
        assert isinstance(part, Loop | Cycle)
        again = self.frame(compiled, frame.parts, frame.at, part, (), behind, frame.end)
        if isinstance(part, Loop):
            part.run({state: 1}, first, second, ended)
        else:
            part.enter({state: 1}, first, ended)
        inside = self.run(compiled, part.body, 0, again, frame.end)
        return self.points([(inside, Mass(first, 1)), (behind, Mass(second, 1)), (frame.end, Mass(ended, 1))])

    def passed(self, frame: Frame, part: Part, state: State) -> Mapping[Point, Fraction]:
        """Behind a pass of a loop: another one, or on."""
        assert frame.compiled is not None
        inside: States = {}
        out: States = {}
        ended: States = {}
        if isinstance(part, Loop):
            part.again({state: 1}, inside, out, ended)
        else:
            assert isinstance(part, Cycle)
            part.leave({state: 1}, out, inside, ended)
        body = self.run(frame.compiled, part.body, 0, frame, frame.end)
        return self.points([(body, Mass(inside, 1)), (frame.then, Mass(out, 1)), (frame.end, Mass(ended, 1))])

    def call(self, part: Ask, frame: Frame, state: State, behind: Frame) -> Point:
        """Into a procedure that is called."""
        (key,) = part.keys({state: 1})
        procedure = self.walk.odds.procedures[part.procedure]
        values = dict(zip([item.name for item in procedure.inputs] + [STATE] * part.state_in, key, strict=True))
        compiled = self.walk.compiled(procedure, part.answers, values)
        back = self.frame(frame.compiled or compiled, frame.parts, frame.at, part, (state, key), behind, frame.end)
        return self.run(compiled, compiled.parts, 0, back, back), tuple(values.get(name, 0) for name in compiled.entry)

    def returned(self, frame: Frame, part: Ask, answers: State) -> Mapping[Point, Fraction]:
        """Behind a call: its answers in the state of the caller."""
        state, key = frame.caller
        found: States = {}
        ended: States = {}
        part.run({state: 1}, found, ended, {key: ([(answers, 1)], 1)})
        return self.points([(frame.then, Mass(found, 1)), (frame.end, Mass(ended, 1))])

    def decision(self, part: Decide, state: State, frame: Frame, behind: Frame) -> Open | Mapping[Point, Fraction]:
        """A choice, or what follows where one answer alone is legal."""
        out: dict[State, Any] = {}
        part.run({state: 1}, out)
        by, found = out[state]
        if len(found) > 1 and (orders := self.in_order(part, state, by, frame)):
            return orders
        answers = {number: self.shares(behind, ends, total) for number, ends, total in found}
        return Open(part, by, answers) if len(answers) > 1 else next(iter(answers.values()))

    def in_order(self, part: Decide, state: State, by: int, frame: Frame) -> dict[Point, Fraction] | None:
        """The orders in which cards may lie that the player sees, where it matters and is not known yet: he sees it then."""
        at = next((place for place, item in enumerate(part.layout) if item == Var(STATE)), None)
        if at is None:
            return None
        worlds = self.walk.odds.library.worlds
        found = worlds.lie(state[at], lambda zone, owner: zone.visible == "all" or (zone.visible == "owner" and owner == by))
        return {(frame, (*state[:at], world, *state[at + 1 :])): share for world, share in found} if len(found) > 1 else None

    def shares(self, frame: Frame, ends: list[tuple[State, int]], total: int) -> dict[Point, Fraction]:
        """Weighted states as points."""
        found: dict[Point, Fraction] = {}
        for state, weight in ends:
            found[frame, state] = found.get((frame, state), Fraction(0)) + Fraction(weight, total)
        return found

    def points(self, masses: list[tuple[Frame | None, Mass]]) -> dict[Point, Fraction]:
        """Masses as points."""
        found: dict[Point, Fraction] = {}
        for frame, mass in masses:
            for state, weight in mass.states.items():
                assert frame is not None
                found[frame, state] = found.get((frame, state), Fraction(0)) + Fraction(weight, mass.total)
        return found

    # ------------------------------------------------------------ from choice to choice

    def ahead(self, starts: Mapping[Point, Fraction]) -> Mapping[Point, Fraction]:
        """The open choices and ends that follow by chance alone."""
        found: dict[Point, Fraction] = {}
        for point, chance in starts.items():
            for other, share in self.far(point).items():
                found[other] = found.get(other, 0) + (share if chance == 1 else chance if share == 1 else chance * share)
        return found

    def far(self, point: Point) -> Mapping[Point, Fraction]:
        """The same from one point; what lies between is worked out once."""
        waiting, entered = [point], set[Point]()
        while waiting:
            here = waiting[-1]
            if here in self.known or self.stops(here):
                self.known.setdefault(here, {here: Fraction(1)})
                waiting.pop()
                continue
            following = self.at(here)
            assert not isinstance(following, Open)
            ahead = [other for other in following if other not in self.known]
            if any(other in entered for other in ahead):  # chance goes round
                self.known[here] = self.round(here)
            elif ahead:
                entered.add(here)
                waiting += ahead
                continue
            else:
                self.known[here] = self.ahead(following)
            waiting.pop()
        return self.known[point]

    def round(self, point: Point) -> Mapping[Point, Fraction]:
        """The same where a point may be come to again: as a chain."""
        hops = 0

        def turn(point: Any) -> Row:
            nonlocal hops
            hops += 1
            if hops > MANY_HOPS:
                raise Refused(f"More than {MANY_HOPS} steps of chance lie between two choices.", can_sample=False)
            found = self.at(point)
            assert not isinstance(found, Open)
            out = {other: chance for other, chance in found.items() if self.stops(other)}
            return Row({other: chance for other, chance in found.items() if other not in out}, out, {})

        rows = explore([point], turn, self.walk.meter)
        try:
            check_ends(rows)
        except Endless:
            raise Refused("Chance goes round for ever between two choices.", can_sample=False) from None
        left, _ = leaving(solve({point: Fraction(1)}, rows, self.walk.meter), rows, self.walk.meter)
        return {other: real(chance) for other, chance in left.items()}

    def stops(self, point: Point) -> bool:
        """Whether it is an end, or a choice is open there."""
        return point[0] is FINAL or isinstance(self.at(point), Open)
