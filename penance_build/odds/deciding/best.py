"""The best policy: of what is left open, the answers that make a number of the results greatest on average.

A player knows what he sees, and what he saw at his choices before. So the points at which he may be are a *belief*: points with
their chances. An answer leads by chance to other beliefs, told apart by what he sees then, and to ends. Beliefs are found from the
beginning and solved backwards; those that lead into one another by improving a policy until no other answer is better.
A policy may look at nothing but what is seen where it chooses. Where the best one would have to remember more, it is refused; else
no policy is better that looks at more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec import Struct

from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Choose, Expr, Pick, Procedure, Type, Var
from penance_build.ir.walk import calls, statements
from penance_build.odds.deciding.points import FINAL, Open, Point, Points
from penance_build.odds.deciding.views import Seen, Views
from penance_build.odds.loops.chains import Row, components
from penance_build.odds.loops.equations import Equations
from penance_build.odds.planning.demand import STATE
from penance_build.odds.question.answer import Answer, Outcomes
from penance_build.odds.question.inputs import given
from penance_build.odds.question.refusal import DEFAULT, Budget, Policy, Refused
from penance_build.odds.rewriting.exprs import Node, variables
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.walking.exact import Odds, Walk
from penance_build.odds.walking.masses import whole

Belief = int  # its number: beliefs are compared often, and are large
Members = frozenset[tuple[Point, Fraction]]
MANY_TOGETHER = 200


class Reply(Struct, frozen=True):
    """What an answer leads to: the value of the ends, the ends themselves, and further beliefs."""

    value: Fraction
    ends: Mapping[tuple[Any, ...], Fraction]
    beliefs: Mapping[Belief, Fraction]


class Decision(Struct, frozen=True):
    """One row of the best policy: the choice, what its player sees (expressions of the procedure with their values, and the world), how
    likely it is made so (None: it may be made again), what is answered, and the value of each answer."""

    asked: Choose | Pick
    procedure: str
    seen: tuple[tuple[Node, Any], ...]
    world: Seen | None
    chance: Fraction | None
    answer: int
    values: Mapping[int, Fraction]


class Best(Struct, frozen=True):
    """The best policy of the player ``seat`` and its ``value``; ``answer`` is what comes of it, None where choices come round again."""

    seat: int
    value: Fraction
    decisions: tuple[Decision, ...]
    answer: Answer | None


def best(
    odds: Odds,
    procedure_id: str,
    inputs: Mapping[str, int],
    aim: Expr,
    *,
    of: Sequence[str] = (),
    policy: Policy,
    lowest: bool = False,
    budget: Budget = DEFAULT,
    state: State | None = None,
) -> Best:
    """The policy that makes ``aim``, a number over the results, greatest on average, or least.

    ``policy`` makes the choices that it speaks of; the others are left open, and must be those of one player.
    Raises Refused where there is no exact answer within the budget.
    """
    search = _Search(odds, procedure_id, aim, tuple(of), policy, -1 if lowest else 1, budget)
    return search.answer(inputs, state)


class _Search:
    """One search."""

    def __init__(self, odds: Odds, procedure: str, aim: Expr, of: tuple[str, ...], policy: Policy, sign: int, budget: Budget) -> None:
        self.odds, self.sign, self.of = odds, sign, of
        self.procedure = odds.procedures[procedure]
        types = {slot.name: slot.type for slot in self.procedure.results}
        endless = [name for name in (*variables(aim), *of) if is_unbounded(types[name])]
        if endless:
            raise Refused(f"'{endless[0]}' has no bound, and no best policy is sought for it.", procedure)
        self.slots: tuple[tuple[str, Type], ...] = tuple((name, types[name]) for name in of)
        self.answers = (aim, *(Var(name) for name in of))
        self.points = Points(Walk(odds, policy, budget))
        self.policy = policy
        self.seat: int | None = None
        self.views: Views | None = None
        self.inputs: dict[str, int] = {}
        self.numbers: dict[Members, Belief] = {}
        self.members: list[Members] = []
        self.seen: list[Any] = []  # what is seen, by belief

    def answer(self, inputs: Mapping[str, int], state: State | None) -> Best:
        """Find the beliefs, solve them, and follow what is best."""
        self.inputs = given(self.procedure, inputs)
        start = self.reply({self.beginning(state): Fraction(1)})
        if self.seat is None:
            raise self.nothing_to_choose(start.value)
        graph = self.graph(start)
        values, taken = _solve(graph, self.sign)
        total = start.value + sum((chance * values[belief] for belief, chance in start.beliefs.items()), Fraction(0))
        self.check_forgetful(start, graph, taken)
        masses = self.masses(start, graph, taken)
        rows = [self.decision(belief, graph[belief], values, taken, masses) for belief in self.reached(start, graph, taken)]
        return Best(self.seat, total, tuple(rows), None if masses is None else self.outcomes(start, graph, taken, masses))

    def nothing_to_choose(self, value: Fraction) -> Refused:
        """Why there is no policy: the rules ask for nothing that is left open, or nothing that is asked makes a difference."""
        name = self.procedure.id
        stmts = [stmt for item in self.reachable() for stmt in statements(item.body) if isinstance(stmt, Choose | Pick)]
        options = {stmt.slot: [item.id for item in stmt.options] if isinstance(stmt, Choose) else [] for stmt in stmts}
        ruled = {slot for _, slot in self.policy.rules}
        slots = [slot for slot, known in options.items() if slot not in ruled and self.policy.way(slot, known) == "best"]
        if not slots:
            return Refused(f"'{name}' leaves no choice open for a best policy.", name)
        listed = ", ".join(f"'{slot}'" for slot in slots)
        return Refused(f"No choice that '{name}' leaves open ({listed}) makes a difference here: it is {value} whatever is taken.", name)

    def reachable(self) -> list[Procedure]:
        """The procedure and all that it calls."""
        found, waiting = dict[str, Procedure](), [self.procedure]
        while waiting:
            one = waiting.pop()
            if one.id not in found:
                found[one.id] = one
                waiting += [self.odds.procedures[name] for name in sorted(calls(one.body))]
        return list(found.values())

    def beginning(self, state: State | None) -> Point:
        """The first point."""
        values: dict[str, Any] = dict(self.inputs)
        compiled = self.points.walk.compiled(self.procedure, self.answers, values)
        if STATE in compiled.entry or self.odds.effects.of(self.procedure.id).reads:
            values |= self.odds.beginning(compiled, values, self.policy, state)
        self.points.walk.check_known(compiled, values)
        return self.points.run(compiled, compiled.parts, 0, FINAL, FINAL), tuple(values.get(name, 0) for name in compiled.entry)

    # ------------------------------------------------------------ beliefs

    def reply(self, starts: Mapping[Point, Fraction]) -> Reply:
        """What comes by chance."""
        value, ends = Fraction(0), dict[tuple[Any, ...], Fraction]()
        seen: dict[Any, dict[Point, Fraction]] = {}
        for point, chance in self.points.ahead(starts).items():
            if point[0] is FINAL:
                value += chance * point[1][0]
                ends[point[1][1:]] = ends.get(point[1][1:], Fraction(0)) + chance
                continue
            group = seen.setdefault(self.view(point), {})
            group[point] = group.get(point, Fraction(0)) + chance
        beliefs: dict[Belief, Fraction] = {}
        for view, group in seen.items():
            total = sum(group.values(), Fraction(0))
            beliefs[self.number(frozenset((point, chance / total) for point, chance in group.items()), view)] = total
        return Reply(value, ends, beliefs)

    def number(self, members: Members, view: Any) -> Belief:
        """The belief of these points, at all of which the same is seen."""
        if members not in self.numbers:
            self.numbers[members] = len(self.members)
            self.members.append(members)
            self.seen.append(view)
        return self.numbers[members]

    def view(self, point: Point) -> Any:
        """What the player sees at a choice."""
        asked = self.points.at(point)
        assert isinstance(asked, Open)
        if self.seat is None:
            self.seat = asked.by
            self.views = Views(self.odds.given, self.odds.library.worlds, self.procedure.id, self.inputs, asked.by)
        if asked.by != self.seat:
            slot = asked.part.asked.slot
            reason = f"The choice '{slot}' is made by player {asked.by + 1} too, and the best policy is sought for player {self.seat + 1}"
            raise Refused(f"{reason}: the others need a policy.", asked.part.procedure, f"choose {slot}")
        assert self.views is not None
        return self.views.of(point, asked)

    def graph(self, start: Reply) -> dict[Belief, dict[int, Reply]]:
        """Every belief that some answers lead to, with its answers."""
        found: dict[Belief, dict[int, Reply]] = {}
        waiting = list(start.beliefs)
        while waiting:
            belief = waiting.pop()
            if belief in found:
                continue
            replies: dict[int, dict[Point, Fraction]] = {}
            for point, chance in self.members[belief]:
                asked = self.points.at(point)
                assert isinstance(asked, Open)
                for answer, ends in asked.answers.items():
                    into = replies.setdefault(answer, {})
                    for other, share in ends.items():
                        into[other] = into.get(other, Fraction(0)) + chance * share
            found[belief] = {answer: self.reply(starts) for answer, starts in replies.items()}
            waiting += [other for reply in found[belief].values() for other in reply.beliefs if other not in found]
        return found

    # ------------------------------------------------------------ what comes of it

    def reached(self, start: Reply, graph: Mapping[Belief, Mapping[int, Reply]], taken: Mapping[Belief, int]) -> list[Belief]:
        """The beliefs that the best policy leads to, in the order found."""
        found = dict.fromkeys(start.beliefs)
        waiting = list(found)
        for belief in waiting:  # grows
            for other in graph[belief][taken[belief]].beliefs:
                if other not in found:
                    found[other] = None
                    waiting.append(other)
        return waiting

    def check_forgetful(self, start: Reply, graph: Mapping[Belief, Mapping[int, Reply]], taken: Mapping[Belief, int]) -> None:
        """Refuse where the answer hangs on what was seen before, and is not seen any more."""
        answers: dict[Any, int] = {}
        for belief in self.reached(start, graph, taken):
            if answers.setdefault(self.seen[belief], taken[belief]) != taken[belief]:
                asked = self.points.at(next(iter(self.members[belief]))[0])
                assert isinstance(asked, Open)
                slot, procedure = asked.part.asked.slot, asked.part.procedure
                reason = f"The best answer to '{slot}' in '{procedure}' hangs on what its player saw before, and does not see any more."
                raise Refused(reason, procedure, f"choose {slot}")

    def masses(
        self, start: Reply, graph: Mapping[Belief, Mapping[int, Reply]], taken: Mapping[Belief, int]
    ) -> dict[Belief, Fraction] | None:
        """How likely each belief is reached; None where one may be reached again."""
        rows = {belief: Row(graph[belief][taken[belief]].beliefs, {}, {}) for belief in self.reached(start, graph, taken)}
        order = components(rows)
        if any(len(group) > 1 or group[0] in rows[group[0]].again for group in order):
            return None
        found = dict(start.beliefs)
        for (belief,) in order:
            for other, chance in graph[belief][taken[belief]].beliefs.items():
                found[other] = found.get(other, Fraction(0)) + found[belief] * chance
        return found

    def outcomes(
        self, start: Reply, graph: Mapping[Belief, Mapping[int, Reply]], taken: Mapping[Belief, int], masses: Mapping[Belief, Fraction]
    ) -> Answer:
        """The distribution of the results under the best policy."""
        found: dict[tuple[Any, ...], Fraction] = dict(start.ends)
        for belief, mass in masses.items():
            for key, chance in graph[belief][taken[belief]].ends.items():
                found[key] = found.get(key, Fraction(0)) + mass * chance
        weights, total = whole(found)
        return Answer(self.slots, Outcomes(tuple(name for name, _ in self.slots), weights, total), None)

    def decision(
        self,
        belief: Belief,
        replies: Mapping[int, Reply],
        values: Mapping[Belief, Fraction],
        taken: Mapping[Belief, int],
        masses: Mapping[Belief, Fraction] | None,
    ) -> Decision:
        """A row of the policy."""
        point = min(self.members[belief], key=lambda item: repr(item[0][1]))[0]
        asked = self.points.at(point)
        assert isinstance(asked, Open)
        worth = {answer: _worth(reply, values) for answer, reply in replies.items()}
        part, views = asked.part, self.views
        assert views is not None
        chance = None if masses is None else masses[belief]
        items = list(zip(part.layout, point[1], strict=True))
        seen = tuple((item, value) for item, value in items if item != Var(STATE) and not views.is_hidden(part.procedure, item))
        world = next((views.seen(value) for item, value in items if item == Var(STATE)), None)
        return Decision(part.asked, part.procedure, seen, world, chance, taken[belief], worth)


def _worth(reply: Reply, values: Mapping[Belief, Fraction]) -> Fraction:
    return reply.value + sum((chance * values[belief] for belief, chance in reply.beliefs.items()), Fraction(0))


# ---------------------------------------------------------------- solving


def _solve(graph: Mapping[Belief, Mapping[int, Reply]], sign: int) -> tuple[dict[Belief, Fraction], dict[Belief, int]]:
    """The value of each belief, and the first of its best answers."""
    values: dict[Belief, Fraction] = {}
    taken: dict[Belief, int] = {}
    rows = {
        belief: Row({other: Fraction(1) for reply in replies.values() for other in reply.beliefs}, {}, {})
        for belief, replies in graph.items()
    }
    for group in reversed(components(rows)):
        inside = set(group)
        if len(group) == 1 and group[0] not in rows[group[0]].again:
            (belief,) = group
            worth = {answer: _worth(reply, values) for answer, reply in graph[belief].items()}
            taken[belief] = _greatest(worth, sign)
            values[belief] = worth[taken[belief]]
            continue
        if len(group) > MANY_TOGETHER:
            raise Refused(f"{len(group)} choices lead into one another; the limit is {MANY_TOGETHER}.")
        _improve(group, inside, graph, sign, values, taken)
    return values, taken


def _greatest(worth: Mapping[int, Fraction], sign: int) -> int:
    return max(worth, key=lambda answer: (sign * worth[answer], -answer))


def _improve(
    group: list[Belief],
    inside: set[Belief],
    graph: Mapping[Belief, Mapping[int, Reply]],
    sign: int,
    values: dict[Belief, Fraction],
    taken: dict[Belief, int],
) -> None:
    """Beliefs that lead into one another: from a policy that leaves them to one that no other answer improves."""
    left = dict.fromkeys(group)
    while left:
        found = next(
            (
                (belief, answer)
                for belief in left
                for answer, reply in graph[belief].items()
                if reply.ends or any(other not in left for other in reply.beliefs)
            ),
            None,
        )
        if found is None:
            raise Refused("Choices lead into one another for ever, whatever is answered.")
        taken[found[0]] = found[1]
        del left[found[0]]
    while True:
        values |= zip(group, _evaluated(group, inside, graph, values, taken), strict=True)
        changed = False
        for belief in group:
            worth = {answer: _worth(reply, values) for answer, reply in graph[belief].items()}
            better = _greatest(worth, sign)
            if sign * worth[better] > sign * values[belief]:
                taken[belief], changed = better, True
        if not changed:
            return


def _evaluated(
    group: list[Belief],
    inside: set[Belief],
    graph: Mapping[Belief, Mapping[int, Reply]],
    values: Mapping[Belief, Fraction],
    taken: Mapping[Belief, int],
) -> list[Fraction]:
    """The values of a fixed policy: v = r + P v."""
    place = {belief: at for at, belief in enumerate(group)}
    rows: list[dict[int, int]] = []
    right: list[Fraction] = []
    for at, belief in enumerate(group):
        reply = graph[belief][taken[belief]]
        shares = {place[other]: chance for other, chance in reply.beliefs.items() if other in inside}
        known = reply.value + sum((chance * values[other] for other, chance in reply.beliefs.items() if other not in inside), Fraction(0))
        left = {at: Fraction(1)} | {column: Fraction(0) for column in shares if column != at}
        for column, chance in shares.items():
            left[column] -= chance
        scale = lcm(*(share.denominator for share in left.values()))
        rows.append({column: int(share * scale) for column, share in left.items()})
        right.append(known * scale)
    return Equations(rows).solve(right)
