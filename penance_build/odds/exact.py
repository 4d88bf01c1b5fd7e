"""The exact evaluator: walks a procedure forward over merged states with integer weights.

``Odds`` holds what was compiled for one program, and is what to keep for many questions; ``distribution`` asks one.
Weights at one point share one denominator. Where paths meet, the smaller one is scaled up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, factorial, lcm
from typing import Any

from penance_build.ir.interpret import run as interpret
from penance_build.ir.interpret_dice import Scripted
from penance_build.ir.interpret_state import State
from penance_build.ir.nodes import Expr, Procedure, Program, Type, Var
from penance_build.odds.answer import Answer
from penance_build.odds.codegen import compile_plan
from penance_build.odds.demand import STATE
from penance_build.odds.parts import Ask, Branch, Compiled, Draw, Loop, Part, Pure, Redraw, Shift, Spread, States
from penance_build.odds.refusal import DEFAULT, Budget, Meter, Policy, Refused
from penance_build.odds.rolls import table
from penance_build.odds.source import Library
from penance_build.odds.state import Effects, World
from penance_build.odds.steps import plan_procedure

FEW_CALLS = 8
Tables = dict[tuple[Any, ...], tuple[list[Any], int]]


@dataclass(slots=True)
class _Mass:
    """States with their weights over ``total``."""

    states: States
    total: int


def distribution(
    program: Program,
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

    def __init__(self, program: Program) -> None:
        self.program = program
        self.procedures = {procedure.id: procedure for procedure in program.procedures}
        self.library = Library(program)
        self.effects = Effects(program)
        self._plans: dict[tuple[object, ...], Compiled] = {}
        self._tables: dict[tuple[object, ...], tuple[list[Any], int, int]] = {}

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
        names = tuple(of) if of is not None else tuple(name for name, kind in types.items() if kind.kind != "roll")
        answers = tuple(Var(name) for name in names) + ((where,) if where is not None else ())
        values: dict[str, Any] = given(procedure, inputs)
        if STATE in self.compiled(procedure, answers, policy).entry:
            values[STATE] = self.library.worlds.start(state, procedure_id)
        mass = _Walk(self, policy, budget).ask(procedure, answers, values)
        slots: tuple[tuple[str, Type], ...] = tuple((name, types[name]) for name in names)
        return Answer.exact(slots, mass.states, mass.total, where is not None)

    def compiled(self, procedure: Procedure, answers: tuple[Expr, ...], policy: Policy | None) -> Compiled:
        """The procedure compiled for these answers, made once."""
        chosen = (policy.kind, tuple(sorted(policy.picks.items()))) if policy else None
        key = (procedure.id, answers, chosen)
        if key not in self._plans:
            self._plans[key] = compile_plan(plan_procedure(procedure, answers, policy, self.effects), self.library)
        return self._plans[key]

    def forget_tables(self) -> None:
        """Forget what rolls come to, but not what was compiled."""
        self._tables.clear()

    def roll_table(self, draw: Draw, key: tuple[int, ...], meter: Meter) -> tuple[list[Any], int]:
        """The rows of a roll for (number of dice, parameters…), made once for what they come to."""
        n, params = max(0, key[0]), key[1:]
        if draw.solid:
            return self.whole(draw, n, meter)
        columns, numbers = draw.columns(params), draw.numbers(params)
        known = (draw.request, n, columns, numbers)
        if known not in self._tables:
            before = meter.work
            rows, total = table(draw.request, n, columns, numbers, meter)
            self._tables[known] = rows, total, meter.work - before
        else:  # as if it were made anew, so that a refusal does not depend on what was asked before
            meter.spend(self._tables[known][2], len(self._tables[known][0]), f"A roll of {n} dice")
        return self._tables[known][:2]

    def whole(self, draw: Draw, n: int, meter: Meter) -> tuple[list[Any], int]:
        """The faces of n dice: sorted with their multiplicity, or in order where a later step tells."""
        die = draw.request.die
        kinds: dict[int, int] = {}
        for face in range(len(die.ids)):
            first = next(other for other in range(face + 1) if (die.ids[other], die.values[other]) == (die.ids[face], die.values[face]))
            kinds[first] = kinds.get(first, 0) + 1
        rows: list[Any] = []
        meter.expect(len(kinds) ** n if draw.ordered else comb(n + len(kinds) - 1, n), f"The roll '{draw.name}' of {n} dice")
        deals = product(kinds, repeat=n) if draw.ordered else combinations_with_replacement(kinds, n)
        for faces in deals:
            weight = 1 if draw.ordered else factorial(n)
            for kind, copies in kinds.items():
                count = faces.count(kind)
                weight = weight * copies**count // (1 if draw.ordered else factorial(count))
            rows.append(((faces,), weight))
        return rows, len(die.ids) ** n


def given(procedure: Procedure, inputs: Mapping[str, int]) -> dict[str, int]:
    """All inputs of a procedure: those given and the defaults. Raises ``Refused`` for one missing, unknown or out of bounds."""
    known = {item.name: item for item in procedure.inputs}
    for name in inputs:
        if name not in known:
            raise Refused(f"The procedure '{procedure.id}' has no input '{name}'.", procedure.id)
    values: dict[str, int] = {}
    for name, item in known.items():
        value = inputs.get(name, item.default)
        if value is None:
            raise Refused(f"The procedure '{procedure.id}' needs the input '{name}'.", procedure.id)
        low, high = item.type.low, item.type.high
        if (low is not None and value < low) or (high is not None and value > high):
            raise Refused(f"The input '{name}' of '{procedure.id}' is {value}, outside {low}..{high}.", procedure.id)
        values[name] = value
    return values


class _Walk:
    """One walk: counts its work against the budget, and remembers what callees gave."""

    def __init__(self, odds: Odds, policy: Policy | None, budget: Budget) -> None:
        self.odds = odds
        self.policy = policy
        self.meter = Meter(budget)
        self.calls: dict[tuple[object, ...], tuple[list[Any], int]] = {}

    def ask(self, procedure: Procedure, answers: tuple[Expr, ...], values: Mapping[str, Any]) -> _Mass:
        """The joint distribution of the answers, as states of one item each."""
        compiled = self.odds.compiled(procedure, answers, self.policy)
        ends: list[_Mass] = []
        start: States = {tuple(values.get(name, 0) for name in compiled.entry): 1}
        self.block(compiled, compiled.parts, _Mass(start, 1), ends)
        return merge(ends)

    def block(self, compiled: Compiled, parts: tuple[Part, ...], mass: _Mass, ends: list[_Mass]) -> _Mass:
        """Walk the parts; what ends the procedure on the way goes to ``ends``."""
        for part in parts:
            if not mass.states:
                break
            mass = self.part(compiled, part, mass, ends)
            self.spend(compiled, len(mass.states), len(mass.states))
        return mass

    def spend(self, compiled: Compiled, states: int, work: int) -> None:
        """Account for the work, and refuse past the budget."""
        self.meter.procedure = compiled.plan.procedure.id
        self.meter.spend(work, states, f"'{self.meter.procedure}'")

    def part(self, compiled: Compiled, part: Part, mass: _Mass, ends: list[_Mass]) -> _Mass:
        dst: States = {}
        fin: States = {}
        total = mass.total
        if isinstance(part, Pure):
            part.run(mass.states, dst, fin)
        elif isinstance(part, Spread):
            total *= part.scale
            part.run(mass.states, dst, fin)
        elif isinstance(part, Draw | Redraw | Ask | Shift):
            tables, scale = self.tables(compiled, part, mass)
            total *= scale
            part.run(mass.states, dst, fin, tables)
        elif isinstance(part, Branch):
            return self.branch(compiled, part, mass, ends)
        else:
            return self.loop(compiled, part, mass, ends)
        if fin:
            ends.append(_Mass(fin, total))
        return _Mass(dst, total)

    def branch(self, compiled: Compiled, part: Branch, mass: _Mass, ends: list[_Mass]) -> _Mass:
        yes: States = {}
        no: States = {}
        fin: States = {}
        part.run(mass.states, yes, no, fin)
        if fin:
            ends.append(_Mass(fin, mass.total))
        sides = [
            self.block(compiled, part.then, _Mass(yes, mass.total), ends),
            self.block(compiled, part.orelse, _Mass(no, mass.total), ends),
        ]
        return merge(sides)

    def loop(self, compiled: Compiled, part: Loop, mass: _Mass, ends: list[_Mass]) -> _Mass:
        done: list[_Mass] = []
        run = part.run
        while mass.states:
            inside: States = {}
            out: States = {}
            fin: States = {}
            run(mass.states, inside, out, fin)
            if fin:
                ends.append(_Mass(fin, mass.total))
            if out:
                done.append(_Mass(out, mass.total))
            mass = self.block(compiled, part.body, _Mass(inside, mass.total), ends)
            run = part.again
        return merge(done)

    def tables(self, compiled: Compiled, part: Draw | Redraw | Ask | Shift, mass: _Mass) -> tuple[Tables, int]:
        """For every key of the states its rows and the factor that brings them to the common denominator; and that."""
        rows: Tables = {}
        key: tuple[Any, ...]
        keys = part.keys(mass.states)
        for key in keys:
            if isinstance(part, Draw):
                rows[key] = self.odds.roll_table(part, key, self.meter)
            elif isinstance(part, Ask):
                rows[key] = self.call(part, key, len(keys) <= FEW_CALLS)
            elif isinstance(part, Shift):
                rows[key] = self.shift(part, *key)
            else:
                rows[key] = redraw(part, key)
        scale = lcm(*(total for _, total in rows.values()))
        widest = max(len(found) for found, _ in rows.values())
        self.spend(compiled, 0, widest * len(mass.states))
        return {key: (found, scale // total) for key, (found, total) in rows.items()}, scale

    def shift(self, part: Shift, world: World, count: int, source: int, target: int) -> tuple[list[Any], int]:
        """The ways in which top cards may move."""
        return self.odds.library.worlds.move(world, (part.source, source), count, (part.target, target), part.bottom)

    def call(self, part: Ask, key: tuple[Any, ...], is_rare: bool) -> tuple[list[Any], int]:
        """What the callee gives for these arguments. For a few of them arithmetic is read by the interpreter, not compiled."""
        known = (part.procedure, part.results, key)
        if known not in self.calls:
            procedure = self.odds.procedures[part.procedure]
            if is_rare and self.odds.effects.of(procedure.id).plain:
                inputs = dict(zip((item.name for item in procedure.inputs), key, strict=True))
                found = interpret(self.odds.program, procedure.id, inputs, Scripted({})).results
                self.calls[known] = [(tuple([found[name] for name in part.results]), 1)], 1
                return self.calls[known]
            names = [item.name for item in procedure.inputs] + [STATE] * part.state_in
            values = dict(zip(names, key, strict=True))
            mass = self.ask(procedure, tuple(map(Var, part.results)), values)
            self.calls[known] = list(mass.states.items()), mass.total
        return self.calls[known]


def merge(masses: list[_Mass]) -> _Mass:
    """One mass from several, over a common denominator."""
    if len(masses) == 1:
        return masses[0]
    total = lcm(*(mass.total for mass in masses if mass.states))
    states: States = {}
    for mass in sorted(masses, key=lambda mass: -len(mass.states)):
        factor = total // mass.total
        if not states and factor == 1:
            states = mass.states  # nobody else holds it
            continue
        for key, weight in mass.states.items():
            states[key] = states.get(key, 0) + weight * factor
    return _Mass(states, total)


def redraw(part: Redraw, key: tuple[Any, ...]) -> tuple[list[Any], int]:
    """The faces after rerolling those that pass, first die first, at most the limit."""
    faces, limit, *passes = key
    places = [i for i, face in enumerate(faces) if passes[face]][: max(0, limit)]
    rows: dict[tuple[int, ...], int] = {}
    for new in product(range(part.sides), repeat=len(places)):
        after = list(faces)
        for place, face in zip(places, new, strict=True):
            after[place] = face
        rows[tuple(after)] = rows.get(tuple(after), 0) + 1
    return [((after,), weight) for after, weight in rows.items()], part.sides ** len(places)
