"""The odds of a question about a procedure, as ``penance odds`` answers it: a record, and the same as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import eq
from typing import Any, overload

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.suggest import near
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Procedure, Program, Situation
from penance_build.library.changes import Changed
from penance_build.library.changes import changes as changed
from penance_build.library.errors import WrongUse
from penance_build.library.policies import Choosing, read_policy, split
from penance_build.library.situation import stands_ready
from penance_build.library.values import Given, Printed, find_procedure, printed, printed_inputs, read_inputs
from penance_build.model.formulas.queries import where_expr
from penance_build.odds.question.answer import Answer, Outcome
from penance_build.odds.question.intervals import Interval
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import answer


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

    def of_result(self, at: int) -> list[tuple[Printed, Fraction]]:
        """The values of one result, by its place, with their chances: added up before anything is printed."""
        kind = self.found.slots[at][1]
        weights: dict[Any, int] = {}
        for key, weight in self.found.outcomes.weights.items():
            weights[key[at]] = weights.get(key[at], 0) + weight
        total = self.found.outcomes.total
        return [(printed(self.program, kind, value), Fraction(weight, total)) for value, weight in sorted(weights.items()) if weight]

    def _made(self, outcome: Outcome) -> Chance:
        values, p = outcome
        shown = {name: printed(self.program, kind, values[name]) for name, kind in self.found.slots}
        return Chance(shown, p, self.found.interval_of(p))


class OddsAnswer(Struct, frozen=True):
    """The answer to a question.

    ``inputs`` holds all of them, ``defaults`` names those that were not given. ``outcomes`` are over ``results``; ``mean`` is of
    every result that is a number, and ``unbounded`` names those that have no bound, which no outcome lists.
    ``p`` is the chance of the event, where one was asked. ``method`` is exact or sampled; a sampled answer has the number of
    ``runs``, the ``reason`` why there is no exact one, and an interval at 95 % for each figure. ``changes`` are those of counters and
    zones, where they were asked for.
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
    changes: tuple[Changed, ...] = ()


def odds(
    program: Program,
    procedure: str,
    inputs: Mapping[str, Given] | None = None,
    *,
    where: str | None = None,
    of: Sequence[str] | None = None,
    policy: Choosing | None = None,
    situation: Situation | State | None = None,
    changes: bool = False,
    evaluator: Odds | None = None,
) -> OddsAnswer:
    """How likely each outcome of a procedure is, with the mean of every number.

    ``where`` is a condition over the results, whose chance is asked; ``of`` names the results to list (default: all but rolls,
    and none beside a condition: their joint distribution may cost a thousand times as much as the one chance).
    ``policy`` says how choices are made: ``first``, ``random``, or by name, as a mapping, an option, a card, a formula over the
    variables of the procedure that asks (of a card a number, which reads ``card``), ``first`` or ``random``; under ``*`` what holds
    for the rest. Where who decides is an input of the rules, the mapping may name that input.
    ``situation`` is the game that is asked about: one that is set up, or the counters and zones of a saved one; without it, a new
    game in which no card lies anywhere. With ``changes`` the answer has what is changed, too.
    ``evaluator`` is an ``Odds`` of this program that is kept for many questions.
    Raises WrongUse, BadQuery (for ``where``), and Refused where the question has no answer.
    """
    found = find_procedure(program, procedure)
    values, said = split(found, dict(inputs or {}), policy)
    ready = stands_ready(program, situation)
    numbers = read_inputs(program, procedure, values, ready.players, ready.given_to(found))
    names = results_asked(found, () if of is None and where is not None else of)
    event = None if where is None else where_expr(program, procedure, where)
    choosing = read_policy(program, found, said)
    by = evaluator or Odds(program)
    given = answer(by, procedure, numbers, of=names, where=event, policy=choosing, state=ready.state)
    asked = odds_answer(program, found, numbers, given)
    return replace(asked, changes=changed(program, found, numbers, choosing, ready.state, by)) if changes else asked


def results_asked(procedure: Procedure, of: Sequence[str] | None) -> list[str]:
    """The results asked for; rolls are never among them."""
    known = [slot.name for slot in procedure.results if slot.type.kind != "roll"]
    for name in of or ():
        if name not in known:
            raise WrongUse(f"`{procedure.id}` has no result `{name}`{near(name, known)}", "result")
    return known if of is None else list(dict.fromkeys(of))


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
