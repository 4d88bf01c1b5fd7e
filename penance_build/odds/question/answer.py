"""The answer to a question about odds. Outcomes are made when they are looked at; until then they are integers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

from msgspec import Struct, field

from penance_build.ir.nodes import Type
from penance_build.odds.question.intervals import Interval, of_mean, wilson

Outcome = tuple[dict[str, int], Fraction]


class Outcomes(Sequence[Outcome]):
    """(results by name, probability), sorted by the results; nothing is built before it is asked for."""

    def __init__(self, names: tuple[str, ...], weights: Mapping[tuple[int, ...], int], total: int) -> None:
        self.names = names
        self.weights = weights
        self.total = total

    @cached_property
    def keys(self) -> list[tuple[int, ...]]:
        """The results as tuples, sorted."""
        return sorted(key for key, weight in self.weights.items() if weight)

    def __len__(self) -> int:
        """How many outcomes have a chance."""
        return len(self.keys)

    @overload
    def __getitem__(self, index: int) -> Outcome: ...

    @overload
    def __getitem__(self, index: slice) -> list[Outcome]: ...

    def __getitem__(self, index: int | slice) -> Outcome | list[Outcome]:
        """One outcome, or a list of them."""
        if isinstance(index, slice):
            return [self._make(key) for key in self.keys[index]]
        return self._make(self.keys[index])

    def __iter__(self) -> Iterator[Outcome]:
        """All outcomes in order."""
        return map(self._make, self.keys)

    def _make(self, key: tuple[int, ...]) -> Outcome:
        return dict(zip(self.names, key, strict=True)), Fraction(self.weights[key], self.total)


class Answer(Struct, frozen=True, dict=True):
    """``outcomes`` over the results asked for; ``mean`` of each numeric one; ``p`` of the event, where one was asked.

    ``unbounded`` are the results that have no bound, which no outcome lists, with their means.
    ``method`` is exact or sampled. A sampled answer has the number of ``runs``, the ``reason`` why there is no exact one, and
    an interval at 95 % for each of its figures: ``interval`` of ``p``, ``interval_of`` an outcome's probability, ``mean_intervals``.
    """

    slots: tuple[tuple[str, Type], ...]
    outcomes: Outcomes
    p: Fraction | None
    method: str = "exact"
    runs: int = 0
    reason: str = ""
    unbounded: Mapping[str, Fraction] = field(default_factory=dict)
    unbounded_intervals: Mapping[str, Interval] = field(default_factory=dict)

    @cached_property
    def mean(self) -> dict[str, Fraction]:
        """The mean of every result that is a number; those without a bound come last."""
        return self._means() | dict(self.unbounded)

    def _means(self) -> dict[str, Fraction]:
        totals: dict[str, Fraction] = {}
        for at, (name, kind) in enumerate(self.slots):
            if kind.kind == "int":
                summed = sum(key[at] * weight for key, weight in self.outcomes.weights.items())
                totals[name] = Fraction(summed, self.outcomes.total)
        return totals

    @property
    def interval(self) -> Interval | None:
        """The interval of ``p``; None where there is no event, or where it is exact."""
        return None if self.p is None else self.interval_of(self.p)

    def interval_of(self, share: Fraction) -> Interval | None:
        """The interval of a share of the runs; None where the answer is exact."""
        return wilson(int(share * self.runs), self.runs) if self.method == "sampled" else None

    @cached_property
    def mean_intervals(self) -> dict[str, Interval]:
        """The interval of every mean; none where the answer is exact."""
        found: dict[str, Interval] = {}
        for at, (name, kind) in enumerate(self.slots if self.method == "sampled" else ()):
            if kind.kind == "int":
                counts: dict[int, int] = {}
                for key, weight in self.outcomes.weights.items():
                    counts[key[at]] = counts.get(key[at], 0) + weight
                found[name] = of_mean(counts, kind.low, kind.high)
        return found | dict(self.unbounded_intervals)

    @staticmethod
    def exact(slots: tuple[tuple[str, Type], ...], states: Mapping[tuple[Any, ...], int], total: int, has_event: bool) -> Answer:
        """From final states; with an event its truth is the last item of each."""
        names = tuple(name for name, _ in slots)
        if not has_event:
            return Answer(slots, Outcomes(names, states, total), None)
        hit = sum(weight for key, weight in states.items() if key[-1])
        weights: dict[tuple[int, ...], int] = {}
        for key, weight in states.items():
            weights[key[:-1]] = weights.get(key[:-1], 0) + weight
        return Answer(slots, Outcomes(names, weights, total), Fraction(hit, total))
