"""What checks found out about a procedure, kept with what was elaborated: most procedures are the same in every combination of
options, and in the next compilation of nearly the same rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from penance_build.model.program.elaborate import Elaborated

Found = TypeVar("Found")


def once(elaborated: Elaborated, key: tuple[object, ...], find: Callable[[], Found]) -> Found:
    """What is known under this key, or else what ``find`` gives. The key names the question and all that the answer depends on,
    declarations left out."""
    if key not in elaborated.known:
        elaborated.known[key] = find()
    found: Found = elaborated.known[key]
    return found
