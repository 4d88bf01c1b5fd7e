"""The questions behind what is shown: one for all results together, one for each result, or one for each value that varies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Protocol

from msgspec import Struct

from penance_build.cli.showing.sweep import Sweep
from penance_build.ir.nodes import Procedure
from penance_build.library.odds import OddsAnswer
from penance_build.model.formulas.queries import BadQuery
from penance_build.odds.question.refusal import DEFAULT, Ledger, Refused

TOGETHER = 10 * DEFAULT.work  # transitions that all questions of one call may come to
FIRST = 24  # so many values of a result without a bound are looked at,
ENOUGH = Fraction(995, 1000)  # until so much of it is seen
HARDLY = Fraction(1, 1000)  # what comes no oftener says nothing of where the values lie
FEW = 3  # where all lies in so many steps, these are taken apart


class Span(Struct, frozen=True):
    """One value, or some that follow one another, and their chance together."""

    low: int
    high: int
    p: Fraction

    @property
    def text(self) -> str:
        """As the table shows it."""
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"


First = dict[str, tuple[Span, ...]]
Below = Callable[[int], Fraction]


class Ask(Protocol):
    """Asks for the odds, with these inputs, of these results (None: all), or of an event."""

    def __call__(self, values: Mapping[str, str], results: tuple[str, ...] | None, where: str | None) -> OddsAnswer: ...


class TooMany(Refused):
    """The questions of one call come to more together than they may."""


def bounded(ask: Ask, ledger: Ledger, told: Callable[[int], None] = lambda more: None) -> Ask:
    """The same, refused once all questions from here on have cost too much together; ``told`` of each that is answered."""
    asked, end = 0, ledger.work + TOGETHER

    def put(values: Mapping[str, str], results: tuple[str, ...] | None, where: str | None) -> OddsAnswer:
        nonlocal asked
        if ledger.work > end:
            said = f"after {asked} {'answer' if asked == 1 else 'answers'}"
            raise TooMany(f"{said} the questions come to more than {TOGETHER:,} transitions together, which is the limit")
        found = ask(values, results, where)
        asked += 1
        told(1)
        return found

    return put


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


def asked_apart(ask: Ask, sweep: Sweep, procedure: Procedure, names: tuple[str, ...] | None, where: str | None, ledger: Ledger) -> Asked:
    """What people look at: the event alone, the results that were named, else each result on its own, which also costs less."""
    if names is not None or where is not None:
        found = asked_together(ask, sweep, names, where)
    else:
        results = results_apart(procedure)
        found = Asked(sweep, tuple(tuple(ask({**sweep.fixed, **values}, one, None) for one in results) for values in sweep.questions))
    if sweep.varied or where is not None:
        return found
    return Asked(sweep, found.answers, _first(bounded(ask, ledger), sweep.fixed, found.answers[0], procedure))


def results_apart(procedure: Procedure) -> list[tuple[str, ...]]:
    """The results that are asked of one at a time; none at all where there are none."""
    return [(slot.name,) for slot in procedure.results if slot.type.kind != "roll"] or [()]


def _first(ask: Ask, values: Mapping[str, str], answers: Sequence[OddsAnswer], procedure: Procedure) -> First:
    """Of results without an upper bound the first values, as far as they can be asked."""
    lows = {slot.name: slot.type.low for slot in procedure.results}
    means = {name: answer.mean.get(name) for answer in answers if answer.method == "exact" for name in answer.unbounded}
    found = {name: spans_of(partial(_below, ask, values, name), lows[name], mean) for name, mean in means.items()}
    return {name: spans for name, spans in found.items() if spans}


def _below(ask: Ask, values: Mapping[str, str], name: str, value: int) -> Fraction:
    """The chance of a result up to a value."""
    return ask(values, (), f"{name} <= {value}").p or Fraction(0)


def spans_of(below: Below, low: int | None, mean: Fraction | None) -> tuple[Span, ...]:
    """The values one by one; in equal steps where the mean lies beyond those that are looked at, and finer where all lies in a few."""
    if low is None:
        return ()
    start, step = low, 1
    if mean is not None and mean >= low + FIRST:
        step = -(-2 * int(mean - low) // FIRST)
    try:
        spans = _steps(below, low, start, step)
        while step > 1:
            told = [span for span in spans if span.p > HARDLY]
            if len(told) > FEW or not told:
                break
            start, step = told[0].low, -(-(told[-1].high - told[0].low + 1) // FIRST)
            spans = _steps(below, low, start, step)
    except (Refused, BadQuery):
        return ()
    return spans


def _steps(below: Below, least: int, start: int, step: int) -> tuple[Span, ...]:
    """From ``start`` so many values at once, until enough is seen; those before the first that can come are left out."""
    before = below(start - 1) if start > least else Fraction(0)
    spans = [Span(least, start - 1, before)] if before else []
    for low in range(start, start + FIRST * step, step):
        here = below(low + step - 1)
        if here > before or spans:
            spans.append(Span(low, low + step - 1, here - before))
        before = here
        if here > ENOUGH:
            break
    return tuple(spans)
