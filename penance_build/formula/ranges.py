"""Ranges as other notations write them, where a pattern is meant: what they are in ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from penance_build.formula.syntax import Binary, Node, Number

RANGE: Final = "E416"
EVERY: Final = "leave the column out: a row without it takes every value"
_VALUE: Final = r"-?\d+|[A-Za-z_]\w*"
_LEAST: Final = r"\s*(?:\+|(?:or|and) (?:more|higher|greater|above|over|up|better)|up|upwards?)"
_MOST: Final = r"\s*(?:-|(?:or|and) (?:less|fewer|lower|below|under|down|worse)|down|downwards?)"


def hyphenated(node: Node) -> str:
    """``1..3`` for the difference `1-3` of two written numbers, which is meant as a range; else empty."""
    if isinstance(node, Binary) and node.op == "-" and isinstance(node.left, Number) and isinstance(node.right, Number):
        return f"{node.left.value}..{node.right.value}"
    return ""


def no_range(node: Node) -> str:
    """What is wrong with such a difference, in a sentence."""
    return f"this is the difference of two numbers; a range is written {hyphenated(node)}"


def cure(text: str) -> str:
    """A pattern in our notation for one in another, such as `<= 5`, `6,7`, `1-3`, `6+`; empty where it is none."""
    whole = text.strip()
    if whole in ("-", "–", "—", "*", "?", "/", "any", "all", "every", "always", "else", "_", "…", "..", "...", "n/a", "N/A"):
        return EVERY
    ours = [_part(whole)] if _part(whole) else [_part(part) for part in re.split(r"\s*(?:,|;|/|\||\bor\b)\s*", whole)]
    if not all(ours) or " or ".join(ours) == whole:
        return ""
    return f"write {' or '.join(ours)}"


def _part(text: str) -> str:
    """One alternative in our notation; empty where it cannot be read."""
    for pattern, made in _FORMS:
        match = re.fullmatch(pattern, text)
        if match is not None:
            return made(match.groups())
    return ""


def _next(value: str, step: int) -> str:
    return str(int(value) + step) if re.fullmatch(r"-?\d+", value) else f"{value} {'+' if step > 0 else '-'} 1"


_FORMS: Final[tuple[tuple[str, Callable[[Sequence[str]], str]], ...]] = (
    (rf"({_VALUE})", lambda found: found[0]),
    (rf"(?:==?|is)\s*({_VALUE})", lambda found: found[0]),
    (rf"(?:<=|=<|≤|up to|at most|max\.?)\s*({_VALUE})", lambda found: f"..{found[0]}"),
    (rf"(?:>=|=>|≥|from|at least|min\.?)\s*({_VALUE})", lambda found: f"{found[0]}.."),
    (rf"(?:<|under|below|less than|fewer than)\s*({_VALUE})", lambda found: f"..{_next(found[0], -1)}"),
    (rf"(?:>|over|above|more than)\s*({_VALUE})", lambda found: f"{_next(found[0], 1)}.."),
    (r"(?:!=|<>|≠|not)\s*(-?\d+)", lambda found: f"..{_next(found[0], -1)} or {_next(found[0], 1)}.."),
    (rf"\[?({_VALUE})\s*(?:\.\.\.?|…|-|–|—|−|~|:|to|bis|through|until)\s*({_VALUE})\]?", lambda found: f"{found[0]}..{found[1]}"),
    (rf"(?:from|between)\s*({_VALUE})\s*(?:to|and)\s*({_VALUE})", lambda found: f"{found[0]}..{found[1]}"),
    (rf"({_VALUE}){_LEAST}", lambda found: f"{found[0]}.."),
    (rf"({_VALUE}){_MOST}", lambda found: f"..{found[0]}"),
    (rf"({_VALUE})\.\.", lambda found: f"{found[0]}.."),
    (rf"\.\.({_VALUE})", lambda found: f"..{found[0]}"),
)
