"""W313: a wording of ``tell`` that no step tells: nothing has read what it says.

Cases: ``tests/cases/bad/tell``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.model.declarations import texts_told
from penance_build.model.elaborate import Elaborated
from penance_build.model.entries import Model


def check(model: Model, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The texts that no combination of the options tells."""
    read = frozenset[str]().union(*(elaborated.constants_read for elaborated in combinations))
    return [
        Problem(
            "W313",
            f"no step tells `{name}`",
            place.key_span,
            f"write `tell: {name}`, or remove it",
            entity=("wording", name),
            path=place.path,
        )
        for name, place in texts_told(model).items()
        if f"wording {name}" not in read
    ]
