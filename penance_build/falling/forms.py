"""Sums of unknown numbers, and how large they can be: the arithmetic of the proofs.

A symbol is a number that is not known, with the bounds within which it lies. A ``Form`` is a constant and multiples of symbols;
a *fact* is a form that is known not to be below 0. The bounds of a form follow from those of its symbols and from facts, in which
symbols are made to cancel. What is found is always right, and not always the narrowest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from penance_build.ir.ops import Interval

DEEP: Final = 4  # facts that one bound may follow from
WORK: Final = 150_000  # bounds that may be looked for in one proof

Terms = tuple[tuple[int, int], ...]


class TooLarge(Exception):
    """There is more to look through than the proof may take."""


class Form(Struct, frozen=True, cache_hash=True):
    """A constant and pairs (symbol, how often), the oldest symbol first."""

    const: int
    terms: Terms = ()

    def plus(self, other: Form, times: int = 1) -> Form:
        """The sum, the other taken so many times."""
        const = self.const + times * other.const
        if not other.terms or not times:
            return Form(const, self.terms)
        found = dict(self.terms)
        for symbol, count in other.terms:
            found[symbol] = found.get(symbol, 0) + times * count
        return Form(const, tuple(sorted((symbol, count) for symbol, count in found.items() if count)))

    def minus(self, other: Form) -> Form:
        """The difference."""
        return self.plus(other, -1)

    def times(self, factor: int) -> Form:
        """A multiple."""
        return Form(0).plus(self, factor)

    def raised(self, by: int) -> Form:
        """The form and a number."""
        return Form(self.const + by, self.terms)


ZERO: Final = Form(0)
Facts = Mapping[int, tuple[tuple[int, Form], ...]]  # by each of their symbols, with how often that is in them


class Symbols(Struct):
    """The unknown numbers of one proof, each with its bounds."""

    boxes: list[Interval] = field(default_factory=list)
    left: int = WORK

    def new(self, low: int | None, high: int | None) -> Form:
        """A number of which no more is known than its bounds; the number itself where these are equal."""
        if low is not None and low == high:
            return Form(low)
        self.boxes.append((low, high))
        return Form(0, ((len(self.boxes) - 1, 1),))

    def upper(self, form: Form, facts: Facts, deep: int = DEEP) -> int | None:
        """A number that the form is never above, or None. Raises TooLarge."""
        if not form.terms:
            return form.const
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        symbol, count = form.terms[-1]
        low, high = self.boxes[symbol]
        end = high if count > 0 else low
        best = None if end is None else self.upper(Form(form.const + count * end, form.terms[:-1]), facts, deep)
        for other, fact in facts.get(symbol, ()) if deep else ():
            if (other > 0) != (count > 0):
                found = self.upper(_cancelled(form, fact, symbol, abs(count), abs(other)), facts, deep - 1)
                if found is not None and (best is None or found // abs(other) < best):
                    best = found // abs(other)
        return best

    def lower(self, form: Form, facts: Facts) -> int | None:
        """A number that the form is never below, or None."""
        found = self.upper(form.times(-1), facts)
        return None if found is None else -found


def _cancelled(form: Form, fact: Form, symbol: int, count: int, other: int) -> Form:
    """A multiple of the form and a multiple of the fact, so that the symbol is in it no more."""
    found = {known: other * often for known, often in form.terms if known != symbol}
    for known, often in fact.terms:
        if known != symbol:
            found[known] = found.get(known, 0) + count * often
    return Form(other * form.const + count * fact.const, tuple(sorted(item for item in found.items() if item[1])))
