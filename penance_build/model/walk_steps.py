"""The one walk over the steps that stand below a step, whatever keyword holds them."""

from __future__ import annotations

from penance_build.model.place import Place


def branches(step: Place) -> tuple[list[Place], bool]:
    """The lists of steps of which a step runs one at most, and whether it always runs one of them."""
    named = [(name, step.get(name)) for name in ("then", "else", "do", "repeat")]
    cases = step.get("cases")
    found = [at for _, at in named if at is not None]
    if cases is not None:
        return [*(case for _, case in cases.entries()), *found], True  # the cases of a `match` cover every value
    runs_once = step.get("repeat") is not None and step.get("at_most") is None
    return found, runs_once or (step.get("then") is not None and step.get("else") is not None)
