"""Values of states in sentences."""

from __future__ import annotations

from typing import Any

from penance_build.ir.interpret.state import printed
from penance_build.ir.nodes import Played, Procedure, Type
from penance_build.odds.functions.parts import Cycle
from penance_build.odds.question.refusal import Refused


def shown(program: Played, kind: Type | None, value: Any) -> str:
    """A value of a state in a sentence, as results are printed."""
    found = value if kind is None else printed(program, kind, value)
    return f"[{', '.join(map(str, found))}]" if isinstance(found, list) else str(found).lower() if isinstance(found, bool) else str(found)


def never_ends(program: Played, procedure: Procedure, part: Cycle, state: tuple[Any, ...]) -> Refused:
    """The refusal of a loop that cannot end from a state, with what its variables hold then."""
    kinds = {slot.name: slot.type for slot in procedure.slots}
    known = [(name, value) for name, value in zip(part.head, state, strict=True) if name and "@" not in name]
    where = ", ".join(f"{name} = {shown(program, kinds.get(name), value)}" for name, value in known)
    reason = f"A loop in '{procedure.id}' never ends{f' once {where}' if where else ''}."
    return Refused(reason, procedure.id, f"repeat {part.place}")
