"""The one walk over the steps that stand below a step, whatever keyword holds them."""

from __future__ import annotations

from penance_build.model.place import Place


def branches(step: Place) -> tuple[list[Place], bool]:
    """The lists of steps of which a step runs one at most, and whether it always runs one of them."""
    found = [step.need(name) for name in ("then", "else", "do", "repeat") if step.has(name)]
    if step.has("cases"):
        return [*(case for _, case in step.need("cases").entries()), *found], True  # the cases of a `match` cover every value
    runs_once = step.has("repeat") and not step.has("at_most")
    return found, runs_once or (step.has("then") and step.has("else"))
