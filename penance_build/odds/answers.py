"""How answers are printed: fractions, decimals and results by their type."""

from __future__ import annotations

from fractions import Fraction

from penance_build.ir.interpret_state import printed
from penance_build.ir.nodes import Program, Type


def fraction_text(value: Fraction | int) -> str:
    """``a/b`` in lowest terms; a whole number without ``/1``."""
    return str(Fraction(value))


def decimal(value: Fraction | int) -> float:
    """The nearest number that JSON can carry."""
    return float(Fraction(value))


def printed_result(program: Program, kind: Type, value: int) -> int | bool | str:
    """A result as JSON shows it: a boolean, the id of an enum's member, or the number."""
    shown = printed(program, kind, value)
    assert not isinstance(shown, list)
    return shown
