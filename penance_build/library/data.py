"""Answers of the odds as JSON can hold them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from penance_build.build.numbers import decimal, ratio
from penance_build.library.changes import change_data
from penance_build.library.odds import OddsAnswer
from penance_build.library.shapes import QUANTILES, shapes_of
from penance_build.odds.question.intervals import Interval


def odds_data(found: OddsAnswer) -> dict[str, Any]:
    """An answer as JSON can hold it, with the keys of ``penance odds --format json``: fractions as texts, decimals beside them."""
    return answer_data(found, list(outcome_rows(found)))


def outcome_rows(found: OddsAnswer) -> Iterator[dict[str, Any]]:
    """The outcomes of an answer, one after the other, as JSON can hold them; where no result was asked for there are none."""
    return ({"result": dict(item.result), **_figures(item.p, item.interval)} for item in (found.outcomes if found.results else ()))


def answer_data(found: OddsAnswer, outcomes: list[dict[str, Any]]) -> dict[str, Any]:
    """The same as ``odds_data``, with these outcomes in it."""
    data: dict[str, Any] = {
        "procedure": found.procedure,
        "inputs": dict(found.inputs),
        "method": found.method,
        "outcomes": outcomes,
        "mean": {name: ratio(mean) for name, mean in found.mean.items()},
        "mean_decimal": {name: decimal(mean) for name, mean in found.mean.items()},
        "unbounded": list(found.unbounded),
    }
    shapes = {name: shape for name, shape in shapes_of(found).items() if shape.variance is not None}
    data["variance"] = {name: ratio(shape.variance or Fraction(0)) for name, shape in shapes.items()}
    at = [f"{decimal(share):g}" for share in QUANTILES]
    data["quantiles"] = {name: dict(zip(at, shape.quantiles, strict=True)) for name, shape in shapes.items()}
    if found.p is not None:
        data |= _figures(found.p, found.interval)
    if found.changes:
        data["changes"] = [change_data(item) for item in found.changes]
    if found.method != "exact":
        data |= {"runs": found.runs, "reason": found.reason}
        data["mean_interval"] = {name: [decimal(bound) for bound in bounds] for name, bounds in found.mean_intervals.items()}
    return data


def _figures(p: Fraction, bounds: Interval | None) -> dict[str, Any]:
    """A chance as text and decimal, with the interval of a sampled one."""
    interval = {} if bounds is None else {"interval": [decimal(bound) for bound in bounds]}
    return {"p": ratio(p), "decimal": decimal(p), **interval}
