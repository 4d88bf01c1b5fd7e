"""The exact evaluator: walks a procedure forward over merged states with integer weights.

``Odds`` holds what was compiled for one program, and is what to keep for many questions; ``distribution`` asks one.
Weights at one point share one denominator. Where paths meet, the smaller one is scaled up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import lcm
from typing import Any

from msgspec.structs import replace

from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Expr, Played, Procedure, Type, Var
from penance_build.odds.functions.codegen import compile_plan
from penance_build.odds.functions.parts import (
    Ask,
    Branch,
    Compiled,
    Cycle,
    Draw,
    Look,
    Loop,
    Part,
    Pure,
    Shift,
    Spread,
    States,
    Tabled,
    Take,
)
from penance_build.odds.functions.source import Library
from penance_build.odds.loops.chains import Endless, Row, check_ends, explore, leaving, solve
from penance_build.odds.loops.dual import parts
from penance_build.odds.planning.demand import STATE
from penance_build.odds.planning.state import Effects, World
from penance_build.odds.planning.steps import plan_procedure
from penance_build.odds.question.answer import Answer
from penance_build.odds.question.inputs import given
from penance_build.odds.question.refusal import DEFAULT, Budget, Ledger, Meter, Policy, Refused
from penance_build.odds.rewriting.capped import Caps, capped, parts_asked, with_copies
from penance_build.odds.rewriting.exprs import Moment, Node, variables
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.rewriting.settled import Decisions, Settler
from penance_build.odds.walking.arithmetic import worked_out
from penance_build.odds.walking.looked import looked_at
from penance_build.odds.walking.masses import Mass, merge, redraw, share, shares, whole
from penance_build.odds.walking.rolled import RollTables
from penance_build.odds.walking.words import never_ends

FEW_CALLS = 8
AT_ONCE = 50_000  # transitions between two looks at how many states there are
MANY_DECISIONS = 64  # of one procedure in one question: so many plans are made, then one for all that come
TURN = 20  # transitions that one pass from one state costs, beside its own
Tables = dict[tuple[Any, ...], tuple[list[Any], int]]


def distribution(
    program: Played,
    procedure_id: str,
    inputs: Mapping[str, int],
    *,
    of: Sequence[str] | None = None,
    where: Expr | None = None,
    policy: Policy | None = None,
    budget: Budget = DEFAULT,
    state: State | None = None,
) -> Answer:
    """The joint distribution of the results ``of`` (default: all but rolls), and the probability of ``where``.

    ``where`` is an expression over the results; ``state`` is what counters and zones hold (default: a new game).
    Raises ``Refused`` where there is no exact answer within the budget.
    """
    return Odds(program).distribution(procedure_id, inputs, of=of, where=where, policy=policy, budget=budget, state=state)


class Odds:
    """The exact evaluator of one program, with everything it has compiled and tabulated so far."""

    def __init__(self, program: Played, caps: Mapping[str, Caps] | None = None, ledger: Ledger | None = None) -> None:
        """``caps``: how far events look into the results of procedures that have no bound. ``ledger`` has the work of all answers."""
        self.given = program
        self.ledger = ledger or Ledger()
        program = capped(program, caps or {})
        self.program = program
        self.procedures = program.by_id.procedures
        self.library = Library(program)
        self.effects = Effects(program)
        self.settler = Settler(program)
        self._capped: dict[tuple[object, ...], Odds] = {}
        self._plans: dict[tuple[object, ...], Compiled] = {}
        self.rolls = RollTables()

    def distribution(
        self,
        procedure_id: str,
        inputs: Mapping[str, int],
        *,
        of: Sequence[str] | None = None,
        where: Expr | None = None,
        policy: Policy | None = None,
        budget: Budget = DEFAULT,
        state: State | None = None,
    ) -> Answer:
        """As :func:`distribution`."""
        procedure = self.procedures[procedure_id]
        types = {slot.name: slot.type for slot in procedure.results}
        names = tuple(of) if of is not None else tuple(name for name, kind in types.items() if kind.kind != "roll" and "@" not in name)
        if where is not None and any(name in types and is_unbounded(types[name]) for name in variables(where)):
            other, where = self.capped_for(procedure, where)
            return other.distribution(procedure_id, inputs, of=names, where=where, policy=policy, budget=budget, state=state)
        listed = tuple(name for name in names if not is_unbounded(types[name]))
        answers = tuple(Var(name) for name in listed) + ((where,) if where is not None else ())
        values: dict[str, Any] = given(procedure, inputs)
        mass = self.asked(procedure, answers, values, policy, budget, state)
        slots: tuple[tuple[str, Type], ...] = tuple((name, types[name]) for name in listed)
        answer = Answer.exact(slots, mass.states, mass.total, where is not None)
        means = {}
        for name in names:
            if name not in listed:
                found = self.asked(procedure, (Moment(name, 1),), values, policy, budget, state)
                means[name] = sum(parts(weight)[1] for weight in found.states.values()) / Fraction(found.total)
        return replace(answer, unbounded=means)

    def asked(
        self,
        procedure: Procedure,
        answers: tuple[Node, ...],
        values: dict[str, Any],
        policy: Policy | None,
        budget: Budget,
        state: State | None,
    ) -> Mass:
        """The mass of some answers at the end of a procedure."""
        walk = Walk(self, policy, budget)
        if STATE in (compiled := walk.compiled(procedure, answers, values)).entry:
            values = {**values, **self.beginning(compiled, values, policy, state)}
        return walk.ask(procedure, answers, values)

    def beginning(self, compiled: Compiled, values: Mapping[str, Any], policy: Policy | None, state: State | None) -> dict[str, Any]:
        """The world at the beginning of a procedure, and the cards that are given to it as they lie there."""
        worlds, procedure = self.library.worlds, compiled.plan.procedure
        held = {item.name: values[item.name] for item in procedure.inputs if item.type.kind == "card"}
        looked = looked_at(compiled, partial(self.callee, policy=policy), policy)
        return {STATE: worlds.start(state, procedure.id, looked, held), **worlds.handles}

    def callee(self, part: Ask, policy: Policy | None) -> Compiled:
        """What a part calls, for the results that are taken."""
        return self.compiled(self.procedures[part.procedure], part.answers, policy)

    def capped_for(self, procedure: Procedure, where: Expr) -> tuple[Odds, Expr]:
        """An evaluator in which the event can be read, and the event in it."""
        caps = parts_asked(self.given, procedure, where)
        if caps is None:
            reason = f"The event asks for the whole of a result of '{procedure.id}' that has no upper bound."
            raise Refused(reason, procedure.id, can_sample=True)
        key = (procedure.id, tuple(sorted(caps.items())))
        if key not in self._capped:
            self._capped[key] = Odds(self.given, {procedure.id: caps}, self.ledger)
        return self._capped[key], with_copies(where, caps)

    def compiled(
        self,
        procedure: Procedure,
        answers: tuple[Node, ...],
        policy: Policy | None,
        decisions: Decisions = (),
        every_loop: bool = False,
    ) -> Compiled:
        """The procedure compiled for these answers, made once; ``decisions`` are those that made it what it is (``Settler``)."""
        chosen = policy.key if policy else None
        key = (procedure.id, answers, chosen, every_loop, decisions)
        if key not in self._plans:
            self._plans[key] = compile_plan(plan_procedure(procedure, answers, policy, self.effects, every_loop), self.library)
        return self._plans[key]

    def forget_tables(self) -> None:
        """Forget what rolls come to, but not what was compiled."""
        self.rolls.forget()


class Walk:
    """One walk: counts its work against the budget, and remembers what callees gave."""

    def __init__(self, odds: Odds, policy: Policy | None, budget: Budget, only_ends: bool = False) -> None:
        self.odds = odds
        self.only_ends = only_ends
        self.policy = policy
        self.meter = Meter(budget, ledger=odds.ledger)
        self.calls: dict[tuple[object, ...], tuple[list[Any], int]] = {}
        self.decided: dict[str, set[Decisions]] = {}

    def ask(self, procedure: Procedure, answers: tuple[Node, ...], values: Mapping[str, Any]) -> Mass:
        """The joint distribution of the answers, as states of one item each."""
        compiled = self.compiled(procedure, answers, values)
        ends: list[Mass] = []
        if self.policy is not None and self.policy.rules:
            self.check_known(compiled, values)
        start: States = {tuple(values.get(name, 0) for name in compiled.entry): 1}
        self.block(compiled, compiled.parts, Mass(start, 1), ends)
        return merge(ends, self.meter)

    def check_known(self, compiled: Compiled, values: Mapping[str, Any]) -> None:
        """Refuse where a formula of the policy reads a variable before it has a value."""
        procedure = compiled.plan.procedure
        early = [slot.name for slot in procedure.slots if slot.name in compiled.entry and slot.name not in values]
        if early:
            raise Refused(f"The policy reads '{early[0]}' where '{procedure.id}' has not given it a value yet.", procedure.id)

    def compiled(self, procedure: Procedure, answers: tuple[Node, ...], values: Mapping[str, Any]) -> Compiled:
        """The procedure as its inputs leave it; whole, where one question has come upon very many ways in which they decide."""
        settled, decisions = self.odds.settler.decide(procedure, values)
        seen = self.decided.setdefault(procedure.id, set())
        if len(seen) < MANY_DECISIONS:
            seen.add(decisions)
        if decisions not in seen:
            settled, decisions = procedure, (None,)
        return self.odds.compiled(settled, answers, self.policy, decisions)

    def all_states(self, compiled: Compiled, starts: Iterable[tuple[int, ...]]) -> None:
        """Walk from all of these states at once; what it comes to is no chance, but whatever can come is met."""
        self.block(compiled, compiled.parts, Mass(dict.fromkeys(starts, 1), 1), [])

    def block(self, compiled: Compiled, parts: tuple[Part, ...], mass: Mass, ends: list[Mass]) -> Mass:
        """Walk the parts; what ends the procedure on the way goes to ``ends``."""
        for part in parts:
            if not mass.states:
                break
            mass = self.part(compiled, part, mass, ends)
            held = len(mass.states) + sum(len(end.states) for end in ends)
            self.spend(compiled, held, len(mass.states), mass.total)
        return mass

    def spend(self, compiled: Compiled, states: int, work: int, total: int = 1) -> None:
        """Account for the work, whose weights are over ``total``, and refuse past the budget."""
        self.meter.procedure, cells = compiled.plan.procedure.id, (STATE in compiled.entry) * self.odds.library.worlds.cells
        self.meter.spend(work, states, f"'{self.meter.procedure}'", total.bit_length(), cells)

    def part(self, compiled: Compiled, part: Part, mass: Mass, ends: list[Mass]) -> Mass:
        """One part."""
        dst: States = {}
        fin: States = {}
        total = mass.total
        if isinstance(part, Pure):
            part.run(mass.states, dst, fin)
        elif isinstance(part, Spread):
            total *= part.scale
            part.run(mass.states, dst, fin)
        elif isinstance(part, Tabled):
            total = self.drawn(compiled, part, mass, dst, fin)
        elif isinstance(part, Branch):
            return self.branch(compiled, part, mass, ends)
        elif isinstance(part, Cycle):
            return self.cycle(compiled, part, mass, ends)
        elif isinstance(part, Loop):
            return self.loop(compiled, part, mass, ends)
        else:
            raise Refused(f"The choice '{part.asked.slot}' is left open, and only the best policy makes it.", part.procedure)
        if fin:
            ends.append(Mass(fin, total))
        return Mass(dst, total)

    def drawn(self, compiled: Compiled, part: Tabled, mass: Mass, dst: States, fin: States) -> int:
        """All that may come of a draw, some states at a time, so that what would be too many is refused before all of them are made."""
        tables, scale = self.tables(compiled, part, mass)
        total = mass.total * scale
        widest = max(len(found) for found, _ in tables.values())
        if widest * len(mass.states) <= AT_ONCE:
            part.run(mass.states, dst, fin, tables)
            return total
        waiting = iter(mass.states.items())
        while some := dict(islice(waiting, max(1, AT_ONCE // widest))):
            part.run(some, dst, fin, tables)
            self.spend(compiled, len(dst) + len(fin), 0, total)
        return total

    def branch(self, compiled: Compiled, part: Branch, mass: Mass, ends: list[Mass]) -> Mass:
        """Both sides of a branch, and the join of their states."""
        yes: States = {}
        no: States = {}
        fin: States = {}
        part.run(mass.states, yes, no, fin)
        if fin:
            ends.append(Mass(fin, mass.total))
        sides = [
            self.block(compiled, part.then, Mass(yes, mass.total), ends),
            self.block(compiled, part.orelse, Mass(no, mass.total), ends),
        ]
        return merge(sides, self.meter)

    def loop(self, compiled: Compiled, part: Loop, mass: Mass, ends: list[Mass]) -> Mass:
        """A counted loop, pass by pass."""
        done: list[Mass] = []
        run = part.run
        while mass.states:
            inside: States = {}
            out: States = {}
            fin: States = {}
            run(mass.states, inside, out, fin)
            if fin:
                ends.append(Mass(fin, mass.total))
            if out:
                done.append(Mass(out, mass.total))
            mass = self.block(compiled, part.body, Mass(inside, mass.total), ends)
            run = part.again
        return merge(done, self.meter)

    def cycle(self, compiled: Compiled, part: Cycle, mass: Mass, ends: list[Mass]) -> Mass:
        """A loop without a bound: all its states are found, and the chain that they make is solved."""
        entered: States = {}
        part.enter(mass.states, entered, {})
        rows = explore(entered, partial(self.turn, compiled, part), self.meter)
        try:
            check_ends(rows)
        except Endless as endless:
            raise never_ends(self.odds.given, compiled.plan.procedure, part, endless.state) from None
        if self.only_ends:
            return Mass({state: 1 for row in rows.values() for state in row.out}, 1)
        visits = solve({state: share(weight, mass.total) for state, weight in entered.items()}, rows, self.meter)
        out, ended = leaving(visits, rows, self.meter)
        if ended:
            ends.append(Mass(*whole(ended)))
        return Mass(*whole(out))

    def turn(self, compiled: Compiled, part: Cycle, state: tuple[Any, ...]) -> Row:
        """What one pass makes of a state."""
        stopped: list[Mass] = []
        mass = self.block(compiled, part.body, Mass({state: 1}, 1), stopped)
        done: States = {}
        again: States = {}
        part.leave(mass.states, done, again, {})
        ended: States = {}
        for one in stopped:
            for key, weight in one.states.items():
                ended[key] = ended.get(key, 0) + share(weight, one.total)
        self.spend(compiled, 0, len(mass.states) + (0 if self.only_ends else TURN))
        return Row(shares(again, mass.total), shares(done, mass.total), ended)

    def tables(self, compiled: Compiled, part: Tabled, mass: Mass) -> tuple[Tables, int]:
        """For every key of the states its rows and the factor that brings them to the common denominator; and that."""
        rows: Tables = {}
        kept = 0
        key: tuple[Any, ...]
        keys = part.keys(mass.states)
        for key in keys:
            if isinstance(part, Draw):
                rows[key] = self.odds.rolls.rows(part, key, self.meter)
            elif isinstance(part, Ask):
                rows[key] = self.call(part, key, len(keys) <= FEW_CALLS)
            elif isinstance(part, Shift):
                rows[key] = self.shift(part, *key)
            elif isinstance(part, Look | Take):
                rows[key] = self.single(part, *key)
            else:
                rows[key] = redraw(part, key, self.meter)
            kept += len(rows[key][0])
            self.spend(compiled, kept, 0)
        scale = lcm(*(total for _, total in rows.values()))
        widest = max(len(found) for found, _ in rows.values())
        self.spend(compiled, 0, widest * len(mass.states), mass.total * scale)
        return {key: (found, scale // total) for key, (found, total) in rows.items()}, scale

    def expect(self, ways: int) -> None:
        """Refuse a draw of too many ways before they are made."""
        self.meter.expect(ways, f"A draw of cards in '{self.meter.procedure}'", 0, self.odds.library.worlds.cells)

    def shift(self, part: Shift, world: World, count: int, source: int, target: int) -> tuple[list[Any], int]:
        """The ways in which top cards may move."""
        return self.odds.library.worlds.move(world, (part.source, source), count, (part.target, target), part.bottom, self.expect)

    def single(self, part: Look | Take, world: World, owner: int, found: Any) -> tuple[list[Any], int]:
        """The ways in which one card is seen or picked."""
        worlds = self.odds.library.worlds
        if isinstance(part, Look):
            return worlds.look(world, part.zone, owner, found, part.tag, self.expect)
        return worlds.pick(world, part.zone, owner, dict(found), part.tag)

    def call(self, part: Ask, key: tuple[Any, ...], is_rare: bool) -> tuple[list[Any], int]:
        """What the callee gives for these arguments. For a few of them arithmetic is read by the interpreter, not compiled."""
        known = (part.procedure, part.results, key)
        if known not in self.calls:
            procedure = self.odds.procedures[part.procedure]
            if is_rare and self.odds.effects.of(procedure.id).plain:
                inputs = dict(zip((item.name for item in procedure.inputs), key, strict=True))
                found = worked_out(self.odds.program, procedure.id, inputs, self.meter)
                self.calls[known] = [(tuple([found[name] for name in part.results]), 1)], 1
                return self.calls[known]
            values = dict(zip([*(item.name for item in procedure.inputs), *[STATE] * part.state_in], key, strict=True))
            mass = self.ask(procedure, part.answers, values)
            self.calls[known] = list(mass.states.items()), mass.total
        return self.calls[known]
