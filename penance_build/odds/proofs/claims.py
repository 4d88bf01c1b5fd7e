"""The audit: every figure that a source prints, against the exact value."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError
from penance_build.ir.interpret.ready import ready
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Asked, Claim, Program
from penance_build.odds.proofs.figures import Said, compared, parse_says, spread_verdict, verdict
from penance_build.odds.question.refusal import DEFAULT, Budget, Refused, policy_of
from penance_build.odds.walking.exact import Odds


class ClaimVerdict(Struct, frozen=True):
    """What became of a claim. ``value`` is the printed number; ``exact`` is None where there is none, and ``reason`` says why.

    ``is_square``: ``exact`` is the variance, of which the figure is the root.
    """

    id: str
    says: str
    value: Fraction | None
    exact: Fraction | None
    verdict: str
    recorded: str
    source: str
    ruling: str
    reason: str = ""
    is_square: bool = False

    @property
    def expected(self) -> bool:
        """Whether the verdict is the one on record."""
        return self.verdict == self.recorded


def audit(program: Program, budget: Budget = DEFAULT) -> list[ClaimVerdict]:
    """Every claim of the program, in its order."""
    odds = Odds(program)
    return [_judge(odds, claim, budget) for claim in program.proved.claims]


def _judge(odds: Odds, claim: Claim, budget: Budget) -> ClaimVerdict:
    said = parse_says(claim.says)
    exact, reason, found = None, "", "undecidable"
    try:
        exact = exact_value(odds, claim.asked, budget)
        if said is not None and said.form == "spread" and not claim.mean:
            reason = "A figure with ± is a mean with its spread: it goes with mean:."
        elif said is not None and exact is not None:
            found, exact = _compared(odds, claim, said, exact, budget)
    except Refused as refused:
        exact, reason = None, refused.reason
    except RunError as error:
        exact, reason = None, f"The game cannot be set up so: {error}."
    if said is None:
        reason = f"'{claim.says}' is not a figure that can be computed."
    elif exact is None and not reason:
        reason = "What it is compared with is 0."
    value = said.value if said else None
    return ClaimVerdict(claim.id, claim.says, value, exact, found, claim.verdict, claim.source, claim.ruling, reason, bool(claim.spread))


def _compared(odds: Odds, claim: Claim, said: Said, exact: Fraction, budget: Budget) -> tuple[str, Fraction | None]:
    """The verdict on a claim, and its exact value: how many times as much it is, where it is compared with something."""
    if claim.than is not None:
        other = exact_value(odds, claim.than, budget)
        if other is None:
            return "undecidable", None
        found = None if claim.spread else compared(said, exact, other)
        if found is not None:
            return found, exact / other if other else exact
        if not other:
            return "undecidable", None
        exact = exact / other
        return (spread_verdict(said.value, said.step, exact, said.sign) if claim.spread else verdict(said, exact)), exact
    if claim.spread:
        return spread_verdict(said.value, said.step, exact, said.sign), exact
    return verdict(said, exact, variance(odds, claim.asked, claim.mean, budget) if said.form == "spread" else None), exact


def exact_value(odds: Odds, asked: Asked, budget: Budget = DEFAULT) -> Fraction | None:
    """The mean, the variance or the probability that is asked for; None where none is."""
    if asked.spread:
        return variance(odds, asked, asked.spread, budget)
    inputs, state, policy = dict(asked.inputs), _state(odds, asked), policy_of(asked.policy)
    if asked.mean:
        return odds.distribution(asked.procedure, inputs, of=[asked.mean], policy=policy, budget=budget, state=state).mean[asked.mean]
    if asked.where is None:
        return None
    return odds.distribution(asked.procedure, inputs, of=[], where=asked.where, policy=policy, budget=budget, state=state).p


def _state(odds: Odds, asked: Asked) -> State | None:
    """The game in which a question is asked."""
    return None if asked.situation is None else ready(odds.given, asked.situation)


def variance(odds: Odds, asked: Asked, result: str, budget: Budget = DEFAULT) -> Fraction:
    """The variance of a result. Raises Refused, also for a result without a bound."""
    policy = policy_of(asked.policy)
    answer = odds.distribution(asked.procedure, dict(asked.inputs), of=[result], policy=policy, budget=budget, state=_state(odds, asked))
    if result in answer.unbounded:
        raise Refused(f"'{result}' has no bound, and its spread is not computed.", asked.procedure)
    mean = answer.mean[result]
    return sum((p * (results[result] - mean) ** 2 for results, p in answer.outcomes), Fraction(0))
