"""The labelled fallback: many rollouts of the interpreter from one seed, with an interval for each figure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.passes import Passes, TooManyPasses
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import Outcome, State, Value
from penance_build.ir.nodes import Const, Expr, Played, Var
from penance_build.odds.functions.source import Library, Names, Writer
from penance_build.odds.planning.demand import Scope
from penance_build.odds.question.answer import Answer, Outcomes
from penance_build.odds.question.intervals import of_mean
from penance_build.odds.question.refusal import CALL, DEFAULT, DRAW, PASS, RUN, Budget, Ledger, Policy, Refused, by_hand, said_nothing
from penance_build.odds.rewriting.exprs import STATE_READS, holds, normal, variables
from penance_build.odds.rewriting.policies import with_rules
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.walking.exact import Odds

RUNS = 10_000
FEW_RUNS = 100  # fewer runs give no answer
DRAWS = 2_000_000  # dice and shuffles of all runs together, after which there are no more runs
MOST_DRAWS = 2 * DRAWS  # the same of the first hundred
# Of the loops of all runs together; where they come to more, or what they call and look at to far more, there are no more runs.
PASSES = 1_000_000
LOOKS = 5  # dice, numbers and cards that formulas of all runs together may look at for each pass


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
    most_draws: int = MOST_DRAWS,
    ledger: Ledger | None = None,
) -> Answer:
    """``runs`` runs from ``seed``; the same arguments give the same answer. Raises Refused where a run cannot go on.

    Where their loops come to more than so many ``passes``, there are fewer runs, and with fewer than 100 there is no answer. Once they
    have made so many ``draws`` there are no more of them either, but for the first 100, which may make ``most_draws``. ``ledger`` gets
    what they cost.
    """
    program = with_rules(program, policy)
    procedure = program.by_id.procedures[procedure_id]
    types = {slot.name: slot.type for slot in procedure.results}
    names = tuple(of) if of is not None else tuple(name for name, kind in types.items() if kind.kind != "roll")
    endless = {name: Counter[Any]() for name in names if is_unbounded(types[name])}
    names = tuple(name for name in names if name not in endless)
    series = _Series(program, procedure_id, inputs, seed, state, policy, where, Passes(passes, LOOKS), (draws, most_draws), reason)
    weights: dict[tuple[Any, ...], int] = {}
    try:
        for results in series.results(runs):
            key = tuple([results[name] for name in names])
            weights[key] = weights.get(key, 0) + 1
            for name, seen in endless.items():
                seen[results[name]] += 1
    finally:
        (ledger or Ledger()).work += series.cost
    runs = series.made
    slots = tuple((name, types[name]) for name in names)
    p = None if where is None else Fraction(series.hits, runs)
    means = {name: Fraction(sum(value * times for value, times in seen.items()), runs) for name, seen in endless.items()}
    within = {name: of_mean(seen, types[name].low, types[name].high) for name, seen in endless.items()}
    return Answer(slots, Outcomes(names, weights, runs), p, "sampled", runs, series.reason, means, within)


class _Series:
    """Runs of one procedure: how many were ``made``, how many of them ``hits`` of the event, and the ``reason`` why there are no more."""

    def __init__(
        self,
        program: Played,
        procedure: str,
        inputs: Mapping[str, int],
        seed: int,
        state: State | None,
        policy: Policy | None,
        where: Expr | None,
        counted: Passes,
        draws: tuple[int, int],
        reason: str,
    ) -> None:
        self.program, self.procedure, self.inputs = program, procedure, inputs
        self.dice = Seeded(seed)
        self.state = state
        self.choose = _chooser(policy, self.dice, [] if state is None else state.cards)
        self.of_state = where if where is not None and holds(where, STATE_READS) else None
        self.event, self.event_names = _event(program, None if self.of_state is not None else where)
        self.counted, self.draws, self.reason = counted, draws, reason
        self.made = self.hits = self.drawn = 0
        unseen = () if state is None else state.unseen
        self.mixed = sum(len(pile) for zone in unseen for pile in state.zones[zone]) if state is not None else 0

    @property
    def cost(self) -> int:
        """What they came to, in transitions."""
        counted = self.counted
        return RUN * self.made + DRAW * self.drawn + PASS * counted.made + CALL * counted.called + counted.looked

    def results(self, runs: int) -> Iterator[dict[str, Value]]:
        """Those of each run, as many as are wanted or as there may be. Raises Refused where these are too few to say anything."""
        while self.made < runs:
            most = self.draws[self.made < FEW_RUNS]
            if self.drawn >= most:
                self.stop(f"after {most:,} dice and shuffles", runs)
                return
            try:
                outcome = run(
                    self.program, self.procedure, self.inputs, self.dice, _mixed(self.state, self.dice), self.choose, self.counted
                )
                self.hits += self.is_hit(outcome)
            except TooManyPasses as stopped:
                self.stop(f"when their {stopped.what} came to {stopped.most}", runs)
                return
            except RunError as error:
                raise Refused(str(error), self.procedure) from error
            self.made += 1
            self.drawn += len(outcome.log) + self.mixed
            yield outcome.results

    def is_hit(self, outcome: Outcome) -> bool:
        """Whether the event has come true."""
        results = outcome.results
        if self.of_state is None:
            values = [results[name] for name in self.event_names]
            self.counted.look(sum(len(value) for value in values if isinstance(value, tuple)))
            return bool(self.event(*values))
        frame = Frame({**self.inputs, **results})
        return bool(Evaluator(self.program, outcome.state, frame, passes=self.counted).number(self.of_state))

    def stop(self, when: str, wanted: int) -> None:
        """Say why there are fewer runs than were wanted. Raises Refused where there are too few to say anything."""
        if self.made < FEW_RUNS:
            also = f"Runs of it were stopped {when}, with {self.made} done, too few to say anything."
            raise Refused(f"{self.reason} {also}".lstrip(), self.procedure)
        self.reason = f"{self.reason} Runs were stopped {when}, so that there are fewer than {wanted}.".lstrip()


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
