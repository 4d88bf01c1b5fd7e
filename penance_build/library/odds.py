"""The odds of a question about a procedure, as ``penance odds`` answers it: a record, and the same as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import eq
from typing import overload

from msgspec import Struct

from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Choose, Procedure, Program, Situation
from penance_build.ir.uses import closure
from penance_build.ir.walk import statements
from penance_build.library.errors import WrongUse
from penance_build.library.situation import stands_ready
from penance_build.library.values import Given, Printed, find_procedure, near, printed, printed_inputs, read_inputs
from penance_build.model.formulas.queries import where_expr
from penance_build.odds.question.answer import Answer, Outcome
from penance_build.odds.question.intervals import Interval
from penance_build.odds.question.refusal import Policy
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import answer

Choosing = Policy | str | Mapping[str, str]


class Chance(Struct, frozen=True):
    """One outcome: the results asked for, as they are printed, and how likely they are together."""

    result: Mapping[str, Printed]
    p: Fraction
    interval: Interval | None = None


class Chances(Sequence[Chance]):
    """All outcomes in order, each made when it is looked at: there may be hundreds of thousands."""

    def __init__(self, program: Program, found: Answer) -> None:
        self.program = program
        self.found = found

    def __len__(self) -> int:
        """How many there are."""
        return len(self.found.outcomes)

    @overload
    def __getitem__(self, index: int) -> Chance: ...

    @overload
    def __getitem__(self, index: slice) -> list[Chance]: ...

    def __getitem__(self, index: int | slice) -> Chance | list[Chance]:
        """One of them, or a list."""
        if isinstance(index, slice):
            return [self._made(outcome) for outcome in self.found.outcomes[index]]
        return self._made(self.found.outcomes[index])

    def __iter__(self) -> Iterator[Chance]:
        """All of them."""
        return map(self._made, self.found.outcomes)

    def __eq__(self, other: object) -> bool:
        """The same outcomes."""
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def _made(self, outcome: Outcome) -> Chance:
        values, p = outcome
        shown = {name: printed(self.program, kind, values[name]) for name, kind in self.found.slots}
        return Chance(shown, p, self.found.interval_of(p))


class OddsAnswer(Struct, frozen=True):
    """The answer to a question.

    ``inputs`` holds all of them, ``defaults`` names those that were not given. ``outcomes`` are over ``results``; ``mean`` is of
    every result that is a number, and ``unbounded`` names those that have no bound, which no outcome lists.
    ``p`` is the chance of the event, where one was asked. ``method`` is exact or sampled; a sampled answer has the number of
    ``runs``, the ``reason`` why there is no exact one, and an interval at 95 % for each figure.
    """

    procedure: str
    inputs: Mapping[str, Printed]
    defaults: tuple[str, ...]
    method: str
    results: tuple[str, ...]
    outcomes: Sequence[Chance]
    mean: Mapping[str, Fraction]
    unbounded: tuple[str, ...] = ()
    p: Fraction | None = None
    interval: Interval | None = None
    mean_intervals: Mapping[str, Interval] = {}
    runs: int = 0
    reason: str = ""


def odds(
    program: Program,
    procedure: str,
    inputs: Mapping[str, Given] | None = None,
    *,
    where: str | None = None,
    of: Sequence[str] | None = None,
    policy: Choosing | None = None,
    situation: Situation | State | None = None,
    evaluator: Odds | None = None,
) -> OddsAnswer:
    """How likely each outcome of a procedure is, with the mean of every number.

    ``where`` is a condition over the results, whose chance is asked; ``of`` names the results to list (default: all but rolls,
    and none beside a condition: their joint distribution may cost a thousand times as much as the one chance).
    ``policy`` says how choices are made: ``first``, ``random``, or the option of each by name, as a mapping; where who decides is
    an input of the rules, the mapping may name that input.
    ``situation`` is the game that is asked about: one that is set up, or the counters and zones of a saved one; without it, a new
    game in which no card lies anywhere. ``evaluator`` is an ``Odds`` of this program that is kept for many questions.
    Raises WrongUse, BadQuery (for ``where``), and Refused where the question has no answer.
    """
    found = find_procedure(program, procedure)
    values, choosing = _split(found, dict(inputs or {}), policy)
    ready = stands_ready(program, situation)
    numbers = read_inputs(program, procedure, values, ready.players, ready.given_to(found))
    names = _results(found, () if of is None and where is not None else of)
    event = None if where is None else where_expr(program, procedure, where)
    _check_choices(program, found, choosing)
    given = answer(evaluator or Odds(program), procedure, numbers, of=names, where=event, policy=choosing, state=ready.state)
    return odds_answer(program, found, numbers, given)


def _split(procedure: Procedure, inputs: dict[str, Given], policy: Choosing | None) -> tuple[dict[str, Given], Policy | None]:
    """The inputs with those that the policy names, and the rest of the policy: who decides may be an input of the rules."""
    if policy is None or isinstance(policy, Policy):
        return inputs, policy
    if isinstance(policy, str):
        if policy not in ("first", "random"):
            raise WrongUse(f"a policy is first, random, or the option of each choice; found `{policy}`", "policy")
        return inputs, Policy(policy)
    names = {item.name for item in procedure.inputs if item.type.kind in ("enum", "bool")} & set(policy)
    twice = sorted(names & set(inputs))
    if twice:
        raise WrongUse(f"`{twice[0]}` is given as an input and by the policy", "input")
    picks = {name: option for name, option in policy.items() if name not in names}
    return inputs | {name: policy[name] for name in sorted(names)}, Policy("named", picks) if picks else None


def _results(procedure: Procedure, of: Sequence[str] | None) -> list[str]:
    """The results asked for; rolls are never among them."""
    known = [slot.name for slot in procedure.results if slot.type.kind != "roll"]
    for name in of or ():
        if name not in known:
            raise WrongUse(f"`{procedure.id}` has no result `{name}`{near(name, known)}", "result")
    return known if of is None else list(dict.fromkeys(of))


def _check_choices(program: Program, procedure: Procedure, policy: Policy | None) -> None:
    """Each name of a policy must be a choice of this procedure or of one that it calls. Raises WrongUse."""
    if policy is None or not policy.picks:
        return
    reached = set(closure(program, [procedure.id]))
    steps = (stmt for item in program.procedures if f"procedure {item.id}" in reached for stmt in statements(item.body))
    asked = {stmt.slot: [option.id for option in stmt.options] for stmt in steps if isinstance(stmt, Choose)}
    for name, option in policy.picks.items():
        if name not in asked:
            raise WrongUse(f"`{procedure.id}` has no choice `{name}`{near(name, list(asked))}", "policy")
        if option not in asked[name]:
            raise WrongUse(f"the choice `{name}` has no option `{option}`{near(option, asked[name])}", "policy")


def odds_answer(program: Program, procedure: Procedure, given: Mapping[str, int], found: Answer) -> OddsAnswer:
    """An answer of the evaluator in printed values."""
    inputs = printed_inputs(program, procedure, given)
    return OddsAnswer(
        procedure=procedure.id,
        inputs=inputs,
        defaults=tuple(name for name in inputs if name not in given),
        method=found.method,
        results=tuple(name for name, _ in found.slots),
        outcomes=Chances(program, found),
        mean=dict(found.mean),
        unbounded=tuple(found.unbounded),
        p=found.p,
        interval=found.interval,
        mean_intervals=dict(found.mean_intervals),
        runs=found.runs,
        reason=found.reason,
    )
