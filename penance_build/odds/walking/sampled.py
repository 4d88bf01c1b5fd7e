"""The labelled fallback: many rollouts of the interpreter from one seed, with an interval for each figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.run import Passes, Pending, TooManyPasses, run
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Expr, Played, Var
from penance_build.odds.functions.source import Library, Names, Writer
from penance_build.odds.planning.demand import Scope
from penance_build.odds.question.answer import Answer, Outcomes
from penance_build.odds.question.intervals import of_mean
from penance_build.odds.question.refusal import DEFAULT, Budget, Policy, Refused, by_hand
from penance_build.odds.rewriting.exprs import normal, variables
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.walking.exact import Odds

RUNS = 10_000
FEW_RUNS = 100  # fewer runs give no answer
PASSES = 1_000_000  # of the loops of all runs together; where they come to more, the runs made so far are the answer


def answer(
    odds: Odds,
    procedure_id: str,
    inputs: Mapping[str, int],
    *,
    of: Sequence[str] | None = None,
    where: Expr | None = None,
    policy: Policy | None = None,
    budget: Budget = DEFAULT,
    runs: int = RUNS,
    seed: int = 0,
    state: State | None = None,
) -> Answer:
    """The exact answer, or a sampled one that carries the reason where exact was refused for its cost.

    A refusal that no number of runs would cure (a choice without a policy, a wrong input) is raised again.
    """
    try:
        return odds.distribution(procedure_id, inputs, of=of, where=where, policy=policy, budget=budget, state=state)
    except Refused as refused:
        if not refused.can_sample:
            raise
        reason = refused.reason
    return sampled(odds.given, procedure_id, inputs, of=of, where=where, policy=policy, runs=runs, seed=seed, state=state, reason=reason)


def sampled(
    program: Played,
    procedure_id: str,
    inputs: Mapping[str, int],
    *,
    of: Sequence[str] | None = None,
    where: Expr | None = None,
    policy: Policy | None = None,
    runs: int = RUNS,
    seed: int = 0,
    state: State | None = None,
    reason: str = "",
    passes: int = PASSES,
) -> Answer:
    """``runs`` runs from ``seed``; the same arguments give the same answer. Raises Refused where a run cannot go on.

    Where their loops come to more than so many ``passes``, there are fewer runs, and with fewer than 100 there is no answer.
    """
    procedure = program.by_id.procedures[procedure_id]
    types = {slot.name: slot.type for slot in procedure.results}
    names = tuple(of) if of is not None else tuple(name for name, kind in types.items() if kind.kind != "roll")
    endless = {name: Counter[Any]() for name in names if is_unbounded(types[name])}
    names = tuple(name for name in names if name not in endless)
    event, event_names = _event(program, where)
    dice = Seeded(seed)
    choose = _chooser(policy, dice)
    weights: dict[tuple[Any, ...], int] = {}
    hits, counted = 0, Passes(passes)
    for done in range(runs):
        try:
            results = run(program, procedure_id, inputs, dice, state, choose, counted).results
        except TooManyPasses:
            runs, reason = done, _fewer(procedure_id, reason, done, runs, passes)
            break
        except RunError as error:
            raise Refused(str(error), procedure_id) from error
        key = tuple([results[name] for name in names])
        weights[key] = weights.get(key, 0) + 1
        for name, seen in endless.items():
            seen[results[name]] += 1
        hits += bool(event(*[results[name] for name in event_names]))
    slots = tuple((name, types[name]) for name in names)
    p = None if where is None else Fraction(hits, runs)
    means = {name: Fraction(sum(value * times for value, times in seen.items()), runs) for name, seen in endless.items()}
    within = {name: of_mean(seen, types[name].low, types[name].high) for name, seen in endless.items()}
    return Answer(slots, Outcomes(names, weights, runs), p, "sampled", runs, reason, means, within)


def _fewer(procedure: str, reason: str, done: int, wanted: int, passes: int) -> str:
    """Why there are fewer runs than were wanted. Raises Refused where there are too few to say anything."""
    if done < FEW_RUNS:
        also = f"Runs of it were stopped when their loops came to {passes:,} passes, with {done} done, too few to say anything."
        raise Refused(f"{reason} {also}".lstrip(), procedure)
    return f"{reason} Runs were stopped when their loops came to {passes:,} passes, so that there are fewer than {wanted}.".lstrip()


def _event(program: Played, where: Expr | None) -> tuple[Callable[..., int], list[str]]:
    """The event as a function of the results that it reads."""
    if where is None:
        return (lambda: 0), []
    library = Library(program)
    names = list(variables(where))
    writer = Writer(library, Scope("", frozenset(), frozenset(), frozenset()))
    arguments: Names = {Var(name): f"a{i}" for i, name in enumerate(names)}
    source = writer.value(normal(where), arguments)
    made: Callable[..., int] = library.define("F", [f"def F({', '.join(arguments.values())}):", f" return {source}"])
    return made, names


def _chooser(policy: Policy | None, dice: Seeded) -> Callable[[Pending], str | int]:
    def choose(pending: Pending) -> str | int:
        where = f"{pending.kind} {pending.slot}"
        refusal = by_hand(pending.procedure, pending.slot, pending.prompt)
        if refusal is not None:
            raise refusal
        if policy is None:
            raise Refused(f"The choice '{pending.slot}' in '{pending.procedure}' needs a policy.", pending.procedure, where)
        if policy.kind == "random":
            return pending.options[dice.generator.below(len(pending.options))]
        if policy.kind == "first" or pending.kind == "pick":
            return pending.options[0]
        if pending.slot not in policy.picks:
            raise Refused(f"The policy says nothing for the choice '{pending.slot}'.", pending.procedure, where)
        return policy.picks[pending.slot]

    return choose
