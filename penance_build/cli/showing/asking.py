"""The questions behind what is shown: one for all results together, one for each result, or one for each value that varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from penance_build.cli.showing.sweep import Sweep
from penance_build.ir.nodes import Procedure
from penance_build.library.odds import OddsAnswer
from penance_build.model.formulas.queries import BadQuery
from penance_build.odds.question.refusal import Refused

FIRST = 24  # so many values of a result without a bound are looked at,
ENOUGH = Fraction(995, 1000)  # until so much of it is seen


First = dict[str, tuple[tuple[int, Fraction], ...]]


class Ask(Protocol):
    """Asks for the odds, with these inputs, of these results (None: all), or of an event."""

    def __call__(self, values: Mapping[str, str], results: tuple[str, ...] | None, where: str | None) -> OddsAnswer: ...


class Asked(Struct, frozen=True):
    """What was answered: of each situation of a sweep one answer or several; of results without a bound their first values."""

    sweep: Sweep
    answers: tuple[tuple[OddsAnswer, ...], ...]
    first: First = {}

    @property
    def single(self) -> list[OddsAnswer]:
        """The first answer for each situation."""
        return [found[0] for found in self.answers]


def asked_together(ask: Ask, sweep: Sweep, names: tuple[str, ...] | None, where: str | None) -> Asked:
    """Results together, as JSON and CSV give them. Who asks for an event alone is given no outcomes, which may cost far more.

    Raises what ``ask`` does.
    """
    names = () if names is None and where is not None else names
    return Asked(sweep, tuple((ask({**sweep.fixed, **values}, names, where),) for values in sweep.questions))


def asked_apart(ask: Ask, sweep: Sweep, procedure: Procedure, names: tuple[str, ...] | None, where: str | None) -> Asked:
    """What people look at: the event alone, the results that were named, else each result on its own, which also costs less."""
    if names is not None or where is not None:
        found = asked_together(ask, sweep, names, where)
    else:
        results: list[tuple[str, ...]] = [(slot.name,) for slot in procedure.results if slot.type.kind != "roll"] or [()]
        found = Asked(sweep, tuple(tuple(ask({**sweep.fixed, **values}, one, None) for one in results) for values in sweep.questions))
    if sweep.varied or where is not None:
        return found
    return Asked(sweep, found.answers, _first(ask, sweep.fixed, found.answers[0], procedure))


def _first(ask: Ask, values: Mapping[str, str], answers: Sequence[OddsAnswer], procedure: Procedure) -> First:
    """Of results without an upper bound the first values, as far as they can be asked."""
    lows = {slot.name: slot.type.low for slot in procedure.results}
    names = {name: None for answer in answers if answer.method == "exact" for name in answer.unbounded}
    found = {name: _values(ask, values, name, lows[name]) for name in names}
    return {name: chances for name, chances in found.items() if chances}


def _values(ask: Ask, values: Mapping[str, str], name: str, low: int | None) -> tuple[tuple[int, Fraction], ...]:
    if low is None:
        return ()
    chances: list[tuple[int, Fraction]] = []
    below = Fraction(0)
    try:
        for value in range(low, low + FIRST):
            p = ask(values, (), f"{name} <= {value}").p or Fraction(0)
            if p or chances:
                chances.append((value, p - below))
            below = p
            if below > ENOUGH:
                break
    except (Refused, BadQuery):
        return ()
    return tuple(chances)
