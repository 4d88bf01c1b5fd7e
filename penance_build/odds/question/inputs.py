"""The inputs of a question, held against those of the procedure."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Procedure
from penance_build.odds.question.refusal import Refused


def given(procedure: Procedure, inputs: Mapping[str, int]) -> dict[str, int]:
    """All inputs of a procedure: those given and the defaults. Raises ``Refused`` for one missing, unknown or out of bounds."""
    known = {item.name: item for item in procedure.inputs}
    for name in inputs:
        if name not in known:
            raise Refused(f"The procedure '{procedure.id}' has no input '{name}'.", procedure.id)
    values: dict[str, int] = {}
    for name, item in known.items():
        value = inputs.get(name, item.default)
        if value is None:
            raise Refused(f"The procedure '{procedure.id}' needs the input '{name}'.", procedure.id)
        low, high = item.type.low, item.type.high
        if (low is not None and value < low) or (high is not None and value > high):
            where = f" ({item.source})" if item.source else ""
            raise Refused(f"The input '{name}' of '{procedure.id}' is {value}, outside {low}..{high}{where}.", procedure.id)
        values[name] = value
    return values
