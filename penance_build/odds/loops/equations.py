"""Linear equations with whole numbers, solved exactly: digit by digit in base p, a large prime (Dixon's lifting).

The matrix is inverted once, modulo p alone, so that no number grows while it is; each digit of the answer is then one product
with it. The fractions are made of the digits, and the equations are checked with them: what is wrong for want of digits gets more.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, lcm
from operator import mul

PRIMES = tuple(2**power - 1 for power in (61, 89, 107, 127, 521))
Sparse = list[dict[int, int]]


class Equations:
    """Rows of whole coefficients by column, as many as columns; they must be independent."""

    def __init__(self, rows: Sparse) -> None:
        self.rows = rows
        self.prime, self.inverse = next((prime, found) for prime in PRIMES if (found := inverted(rows, prime)) is not None)

    def solve(self, right: list[Fraction]) -> list[Fraction]:
        """The values of the unknowns, by column."""
        scale = lcm(*(number.denominator for number in right))
        wanted = [int(number * scale) for number in right]
        rest, power, count = wanted, 1, 4
        digits = [0] * len(right)
        while True:
            for _ in range(count):
                step = [sum(map(mul, row, rest)) % self.prime for row in self.inverse]
                rest = [(one - made) // self.prime for one, made in zip(rest, self.times(step), strict=True)]
                digits = [known + digit * power for known, digit in zip(digits, step, strict=True)]
                power *= self.prime
            found, below = fractions(digits, power)
            if found is not None and self.times(found) == [number * below for number in wanted]:
                return [Fraction(number, below * scale) for number in found]
            count *= 2

    def times(self, values: list[int]) -> list[int]:
        """The left sides."""
        return [sum(factor * values[column] for column, factor in row.items()) for row in self.rows]


def inverted(rows: Sparse, prime: int) -> list[list[int]] | None:
    """The inverse of a matrix modulo a prime; None where it has none."""
    size = len(rows)
    full = [
        [row.get(column, 0) % prime for column in range(size)] + [int(at == column) for column in range(size)]
        for at, row in enumerate(rows)
    ]
    for at in range(size):
        pivot = next((row for row in range(at, size) if full[row][at]), None)
        if pivot is None:
            return None
        full[at], full[pivot] = full[pivot], full[at]
        factor = pow(full[at][at], -1, prime)
        top = full[at] = [number * factor % prime for number in full[at]]
        for other in range(size):
            if other != at and (factor := full[other][at]):
                full[other] = [(number - factor * above) % prime for number, above in zip(full[other], top, strict=True)]
    return [row[size:] for row in full]


def fractions(digits: list[int], power: int) -> tuple[list[int] | None, int]:
    """Numerators and their one denominator that are these numbers modulo ``power``; None where they have too few digits."""
    bound = isqrt(power // 2)
    below = 1
    for number in digits:
        old, new, times, more = power, number * below % power, 0, 1
        if min(new, power - new) <= bound:
            continue
        while new > bound:
            quotient = old // new
            old, new, times, more = new, old - quotient * new, more, times - quotient * more
        below *= abs(more)
        if below > bound:
            return None, 1
    found = [number * below % power for number in digits]
    return [number - power if 2 * number > power else number for number in found], below
