"""The audit: every figure that a source prints, against the exact value."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from penance_build.ir.nodes import Claim, Program
from penance_build.odds.question.refusal import DEFAULT, Budget, Refused
from penance_build.odds.walking.exact import Odds

_FORM = re.compile(
    r"\s*(?P<sign>~|<=|>=|<|>)?\s*(?:(?P<top>-?\d+)\s*/\s*(?P<bottom>\d+)|(?P<number>-?\d+(?:\.(?P<places>\d+))?))\s*(?P<percent>%)?\s*"
)

_INEQUALITIES: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda exact, said: exact < said,
    "<=": lambda exact, said: exact <= said,
    ">": lambda exact, said: exact > said,
    ">=": lambda exact, said: exact >= said,
}


class Said(Struct, frozen=True):
    """A printed figure: its value, the sign before it (``~``, an inequality or none) and the unit of its last digit (0: exact)."""

    value: Fraction
    sign: str
    step: Fraction


class ClaimVerdict(Struct, frozen=True):
    """What became of a claim. ``value`` is the printed number; ``exact`` is None where there is none, and ``reason`` says why."""

    id: str
    says: str
    value: Fraction | None
    exact: Fraction | None
    verdict: str
    recorded: str
    source: str
    ruling: str
    reason: str = ""

    @property
    def expected(self) -> bool:
        """Whether the verdict is the one on record."""
        return self.verdict == self.recorded


def parse_says(text: str) -> Said | None:
    """``[~ < > <= >=] number [%]`` or ``a/b``; None for anything else."""
    match = _FORM.fullmatch(text)
    if match is None or (match["bottom"] and int(match["bottom"]) == 0):
        return None
    scale = Fraction(1, 100) if match["percent"] else Fraction(1)
    sign = match["sign"] or ""
    if match["top"]:
        return Said(Fraction(int(match["top"]), int(match["bottom"])) * scale, sign, Fraction(0))
    number = match["number"]
    places = len(match["places"] or "")
    step = Fraction(1, 10**places)
    return Said(Fraction(number) * scale, sign, step * scale)


def verdict(said: Said, exact: Fraction) -> str:
    """``holds``: equal, or the inequality is true; ``rounded``: equal to the printed digits (ties either way); else ``refuted``."""
    if said.sign in _INEQUALITIES:
        return "holds" if _INEQUALITIES[said.sign](exact, said.value) else "refuted"
    if exact == said.value:
        return "holds"
    return "rounded" if 2 * abs(exact - said.value) <= said.step else "refuted"


def audit(program: Program, budget: Budget = DEFAULT) -> list[ClaimVerdict]:
    """Every claim of the program, in its order."""
    odds = Odds(program)
    return [_judge(odds, claim, budget) for claim in program.proved.claims]


def _judge(odds: Odds, claim: Claim, budget: Budget) -> ClaimVerdict:
    said = parse_says(claim.says)
    exact, reason = None, ""
    try:
        exact = exact_value(odds, claim, budget)
    except Refused as refused:
        reason = refused.reason
    if said is None:
        reason = f"'{claim.says}' is not a figure that can be computed."
    found = "undecidable" if said is None or exact is None else verdict(said, exact)
    return ClaimVerdict(claim.id, claim.says, said.value if said else None, exact, found, claim.verdict, claim.source, claim.ruling, reason)


def exact_value(odds: Odds, claim: Claim, budget: Budget = DEFAULT) -> Fraction | None:
    """The mean or the probability that the claim is about; None where it names neither."""
    inputs = dict(claim.inputs)
    if claim.mean:
        return odds.distribution(claim.procedure, inputs, of=[claim.mean], budget=budget).mean[claim.mean]
    if claim.where is None:
        return None
    return odds.distribution(claim.procedure, inputs, of=[], where=claim.where, budget=budget).p
