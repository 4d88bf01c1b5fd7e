"""Figures as documents print them: what a text such as `1 in 138` or `97,2 %` says, and whether an exact value agrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from msgspec import Struct

_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "≤": "<=", "≥": ">=", "≈": "~", "about": "about", "at most": "<=", "up to": "<=", "at least": ">=",
        "more than": ">", "over": ">", "less than": "<", "fewer than": "<", "under": "<",
    }
)  # fmt: skip
_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "impossible": "0/1", "never": "0/1", "always": "1/1", "certain": "1/1",
        "the same": "1/1", "twice": "2/1", "double": "2/1", "triple": "3/1", "half": "1/2", "more": "> 1", "less": "< 1", "fewer": "< 1",
    }
)  # fmt: skip
_COUNTS: Final = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PARTS: Final = ("half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ROUGHLY: Final = Fraction(3, 10)  # about a fraction: 15 percent of it to either side
_TURNED: Final[Mapping[str, str]] = MappingProxyType({"<": ">", "<=": ">=", ">": "<", ">=": "<="})
_DIGITS: Final = r"\d{1,100}"  # a text with more of them prints no figure; Python reads no more than some thousands
_NUMBER: Final = rf"-?{_DIGITS}(?:[.,]{_DIGITS})?"
_SIGNED: Final = re.compile(rf"(?P<sign>~|<=|>=|<|>|{'|'.join(_SIGNS)})?\s*(?P<rest>\S.*)")
_PLAIN: Final = re.compile(rf"(?P<number>{_NUMBER})\s*(?P<percent>%?)(?P<times> times)?")
_RATIO: Final = re.compile(rf"(?P<top>-?{_DIGITS})\s*/\s*(?P<bottom>{_DIGITS})")
_ODDS: Final = re.compile(rf"(?P<first>{_DIGITS}(?:[.,]{_DIGITS})?)\s*(?P<between>:|in)\s*(?P<second>{_NUMBER})")
_PAIR: Final = re.compile(rf"(?P<low>{_NUMBER})\s*(?P<lower>%?)\s*(?P<between>-|–|\.\.|±)\s*(?P<high>{_NUMBER})\s*(?P<percent>%?)")
_SPELT: Final = re.compile(rf"(?P<count>{'|'.join(_COUNTS)}|one|an) (?P<part>{'|'.join(_PARTS)}|halve)s?")

_INEQUALITIES: Final[Mapping[str, Callable[[Fraction, Fraction], bool]]] = MappingProxyType(
    {
        "<": lambda exact, said: exact < said,
        "<=": lambda exact, said: exact <= said,
        ">": lambda exact, said: exact > said,
        ">=": lambda exact, said: exact >= said,
    }
)


class Said(Struct, frozen=True):
    """A printed figure: its value, the sign before it (``~``, ``about``, an inequality or none) and the unit of its last digit (0: exact).

    ``form`` is plain, ``in`` (1 in 138), ``odds`` (35:1, against), ``range`` (from ``value`` to ``other``) or ``spread`` (a mean
    ``value`` with the standard deviation ``other``).
    """

    value: Fraction
    sign: str
    step: Fraction
    form: str = "plain"
    other: Fraction = Fraction(0)
    other_step: Fraction = Fraction(0)


def parse_says(text: str) -> Said | None:
    """The figure that a text prints, in one of the forms of ``docs/language.md``; None for anything else."""
    text = _WORDS.get(text.strip(), text.strip())
    match = _SIGNED.fullmatch(text)
    if match is None:
        return None
    sign = _SIGNS.get(match["sign"] or "", match["sign"] or "")
    for read in (_plain, _ratio, _spelt, _odds, _pair):
        said = read(match["rest"], sign)
        if said is not None:
            return said
    return None


def _number(text: str) -> tuple[Fraction, Fraction]:
    """A decimal number and the unit of its last digit."""
    text = text.replace(",", ".")
    return Fraction(text), Fraction(1, 10 ** len(text.partition(".")[2]))


def _plain(text: str, sign: str) -> Said | None:
    match = _PLAIN.fullmatch(text)
    if match is None or (match["percent"] and match["times"]):
        return None
    scale = Fraction(1, 100) if match["percent"] else Fraction(1)
    value, step = _number(match["number"])
    step = _about(value, step) if sign == "about" else step
    if sign == "about" and not value and not scale < 1:
        step = Fraction(1, 10)
    return Said(value * scale, sign, step * scale)


def _about(value: Fraction, step: Fraction) -> Fraction:
    """The unit of the last digit that counts: of about 30, the zero does not."""
    while value and step >= 1 and value % (10 * step) == 0:
        step *= 10
    return step / 2 if step == abs(value) else step  # about 10, about 100, about 1: as good as a digit less would say


def _ratio(text: str, sign: str) -> Said | None:
    match = _RATIO.fullmatch(text)
    if match is None or int(match["bottom"]) == 0:
        return None
    value = Fraction(int(match["top"]), int(match["bottom"]))
    return Said(value, sign, abs(value) * _ROUGHLY if sign == "about" else Fraction(0))


def _spelt(text: str, sign: str) -> Said | None:
    """`a third`, `two thirds`, `half`."""
    match = _SPELT.fullmatch("a half" if text == "half" else text)
    if match is None:
        return None
    count = 1 if match["count"] in ("one", "an") else _COUNTS.index(match["count"]) + 1
    part = 2 if match["part"] == "halve" else _PARTS.index(match["part"]) + 2
    return _ratio(f"{count}/{part}", sign)


def _odds(text: str, sign: str) -> Said | None:
    """`1 in 138`, and `35:1` against."""
    match = _ODDS.fullmatch(text)
    if match is None:
        return None
    (first, step), (second, other_step) = _number(match["first"]), _number(match["second"])
    is_in = match["between"] == "in"
    if second <= 0 or first < 0 or (is_in and not first):
        return None
    value, against = (first / second, second) if is_in else (second / (first + second), first)
    if sign == "about" and against and abs(against) < 100 * _about(against, other_step if is_in else step):
        return Said(value, sign, value * _ROUGHLY)  # about 1 in 40 is about 1/40; about 1 in 138 goes by its digits
    if is_in:
        return Said(value, sign, other_step / first, "in")
    return Said(value, _TURNED.get(sign, sign), step / second, "odds")  # over 40:1 against is a smaller chance than 40:1


def _pair(text: str, sign: str) -> Said | None:
    """`20-30 %`, and `3.5 ± 1.7`."""
    match = _PAIR.fullmatch(text)
    if match is None or sign not in ("", "~", "about") or (match["lower"] and not match["percent"]):
        return None
    scale = Fraction(1, 100) if match["percent"] else Fraction(1)
    (low, step), (high, other_step) = _number(match["low"]), _number(match["high"])
    if match["between"] == "±":
        return Said(low * scale, sign, step * scale, "spread", high * scale, other_step * scale)
    if sign == "about":  # about 20-30 %: 15 to 35
        step, other_step = _about(low, step), _about(high, other_step)
    return None if low > high else Said(low * scale, sign, max(step, other_step) * scale, "range", high * scale)


# ---------------------------------------------------------------- verdicts


def verdict(said: Said, exact: Fraction, variance: Fraction | None = None) -> str:
    """``holds``: equal, or the inequality is true; ``rounded``: equal to the printed digits (ties either way); else ``refuted``.

    ``variance`` is that of the result, for a mean with its spread.
    """
    if said.sign in _INEQUALITIES:
        return "holds" if _INEQUALITIES[said.sign](exact, said.value) else "refuted"
    if said.form == "range":
        if said.value <= exact <= said.other:
            return "holds"
        return "rounded" if 2 * said.value - said.step <= 2 * exact <= 2 * said.other + said.step else "refuted"
    if said.form == "spread":
        found = (_plainly(said.value, said.step, exact), spread_verdict(said.other, said.other_step, variance or Fraction(0)))
        return next(word for word in ("refuted", "rounded", "holds") if word in found)
    if said.form == "plain" or exact == said.value:
        return _plainly(said.value, said.step, exact)
    if exact <= 0 or said.value <= 0:
        return "refuted"
    # of `1 in 138` and of `138:1` the digits are those of the reciprocal
    return "rounded" if 2 * abs(1 / exact - 1 / said.value) <= said.step else "refuted"


def compared(said: Said, exact: Fraction, other: Fraction) -> str | None:
    """The verdict where something is said to be more or less than another, of whatever sign they are; None for any other figure."""
    return None if said.sign not in _INEQUALITIES or said.value != 1 else "holds" if _INEQUALITIES[said.sign](exact, other) else "refuted"


def _plainly(value: Fraction, step: Fraction, exact: Fraction) -> str:
    if exact == value:
        return "holds"
    return "rounded" if 2 * abs(exact - value) <= step else "refuted"


def spread_verdict(value: Fraction, step: Fraction, variance: Fraction, sign: str = "") -> str:
    """The verdict on a standard deviation, by its square: the root itself is seldom a fraction."""
    if sign in _INEQUALITIES and value >= 0:
        return "holds" if _INEQUALITIES[sign](variance, value * value) else "refuted"
    if value >= 0 and variance == value * value:
        return "holds"
    low, high = max(Fraction(0), value - step / 2), value + step / 2
    return "rounded" if low * low <= variance <= high * high else "refuted"
