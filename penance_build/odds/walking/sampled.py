"""The labelled fallback: many rollouts of the interpreter from one seed, with an interval for each figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.passes import Passes, TooManyPasses
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Const, Expr, Played, Var
from penance_build.odds.functions.source import Library, Names, Writer
from penance_build.odds.planning.demand import Scope
from penance_build.odds.question.answer import Answer, Outcomes
from penance_build.odds.question.intervals import of_mean
from penance_build.odds.question.refusal import DEFAULT, Budget, Ledger, Policy, Refused, by_hand, said_nothing
from penance_build.odds.rewriting.exprs import STATE_READS, holds, normal, variables
from penance_build.odds.rewriting.policies import with_rules
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.walking.exact import Odds

RUNS = 10_000
FEW_RUNS = 100  # fewer runs give no answer
DRAWS = 2_000_000  # dice and shuffles of all runs together, after which there are no more runs
# Of the loops of all runs together; where they come to more, or what they call and look at to far more, there are no more runs.
PASSES = 1_000_000
RUN, DRAW, PASS = 50, 2, 5  # transitions in whose time a run is begun, a die drawn and a pass made; looking at a die takes that of one


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
    return sampled(
        odds.given, procedure_id, inputs, of=of, where=where, policy=policy, runs=runs, seed=seed, state=state, reason=reason,
        ledger=odds.ledger,
    )  # fmt: skip


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
    draws: int = DRAWS,
    ledger: Ledger | None = None,
) -> Answer:
    """``runs`` runs from ``seed``; the same arguments give the same answer. Raises Refused where a run cannot go on.

    Where their loops come to more than so many ``passes``, there are fewer runs, and with fewer than 100 there is no answer. Once they
    have made so many ``draws`` there are no more of them either, but for the first 100.
    """
    program = with_rules(program, policy)
    procedure = program.by_id.procedures[procedure_id]
    types = {slot.name: slot.type for slot in procedure.results}
    names = tuple(of) if of is not None else tuple(name for name, kind in types.items() if kind.kind != "roll")
    endless = {name: Counter[Any]() for name in names if is_unbounded(types[name])}
    names = tuple(name for name in names if name not in endless)
    of_state = where if where is not None and holds(where, STATE_READS) else None
    event, event_names = _event(program, None if of_state is not None else where)
    dice = Seeded(seed)
    choose = _chooser(policy, dice, [] if state is None else state.cards)
    weights: dict[tuple[Any, ...], int] = {}
    hits, drawn, counted = 0, 0, Passes(passes)
    for done in range(runs):
        try:
            outcome = run(program, procedure_id, inputs, dice, _mixed(state, dice), choose, counted)
            results = outcome.results
        except TooManyPasses as stopped:
            runs, reason = done, _fewer(procedure_id, reason, done, runs, stopped)
            break
        except RunError as error:
            raise Refused(str(error), procedure_id) from error
        key = tuple([results[name] for name in names])
        weights[key] = weights.get(key, 0) + 1
        for name, seen in endless.items():
            seen[results[name]] += 1
        if of_state is None:
            hits += bool(event(*[results[name] for name in event_names]))
        else:
            hits += bool(Evaluator(program, outcome.state, Frame({**inputs, **results})).number(of_state))
        drawn += len(outcome.log)
        if drawn >= draws and FEW_RUNS <= done + 1 < runs:
            runs, reason = done + 1, _said(reason, f"after {draws:,} dice and shuffles", runs)
            break
    (ledger or Ledger()).work += RUN * runs + DRAW * drawn + PASS * counted.made + counted.looked
    slots = tuple((name, types[name]) for name in names)
    p = None if where is None else Fraction(hits, runs)
    means = {name: Fraction(sum(value * times for value, times in seen.items()), runs) for name, seen in endless.items()}
    within = {name: of_mean(seen, types[name].low, types[name].high) for name, seen in endless.items()}
    return Answer(slots, Outcomes(names, weights, runs), p, "sampled", runs, reason, means, within)


def _fewer(procedure: str, reason: str, done: int, wanted: int, stopped: TooManyPasses) -> str:
    """Why there are fewer runs than were wanted. Raises Refused where there are too few to say anything."""
    when = f"when their {stopped.what} came to {stopped.most}"
    if done < FEW_RUNS:
        raise Refused(f"{reason} Runs of it were stopped {when}, with {done} done, too few to say anything.".lstrip(), procedure)
    return _said(reason, when, wanted)


def _said(reason: str, when: str, wanted: int) -> str:
    """The reason, and that there are fewer runs."""
    return f"{reason} Runs were stopped {when}, so that there are fewer than {wanted}.".lstrip()


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


def _mixed(state: State | None, dice: Seeded) -> State | None:
    """The state with the zones whose order nobody has seen in some order."""
    if state is None or not state.unseen:
        return state
    mixed = state.copy()
    for zone in sorted(mixed.unseen):
        for pile in mixed.zones[zone]:
            for place, other in zip(range(len(pile) - 1, 0, -1), dice.shuffle(zone, len(pile)), strict=True):
                pile[place], pile[other] = pile[other], pile[place]
    return mixed


def _chooser(policy: Policy | None, dice: Seeded, cards: Sequence[int]) -> Callable[[Pending], str | int]:
    def choose(pending: Pending) -> str | int:
        where, options = f"{pending.kind} {pending.slot}", pending.options
        refusal = by_hand(pending.procedure, pending.slot, pending.prompt)
        if refusal is not None:
            raise refusal
        if policy is None:
            raise Refused(f"The choice '{pending.slot}' in '{pending.procedure}' needs a policy.", pending.procedure, where)
        rule = policy.rules.get((pending.procedure, pending.slot))
        if pending.kind == "pick" and rule is not None:
            options = tuple(card for card in options if isinstance(rule, Const) and isinstance(card, int) and cards[card] == rule.value)
            if not options:
                reason = f"The card for '{pending.slot}' is picked by a formula, which runs do not follow, or is not legal."
                raise Refused(reason, pending.procedure, where)
        way = "first" if rule is not None else policy.way(pending.slot, [str(option) for option in options])
        if way == "random":
            return options[dice.generator.below(len(options))]
        if way == "first":
            return min(options, key=lambda card: (cards[int(card)], card)) if pending.kind == "pick" else options[0]
        if way == "best":
            raise Refused("The best policy is not found by runs.", pending.procedure, where)
        if pending.slot not in policy.picks:
            raise said_nothing(pending.procedure, pending.slot, pending.kind)
        return policy.picks[pending.slot]

    return choose
