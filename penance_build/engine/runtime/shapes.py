"""What comes from outside is held against its shape first, so that a mistake is one clear sentence and never a crash."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import DiceError, InputError, _shown

# ---------------------------------------------------------------- copied into every engine from here

_MAX = 9007199254740991


def _within(value: Any, low: Any, high: Any) -> bool:
    return type(value) is int and -_MAX <= value <= _MAX and (low is None or low <= value) and (high is None or value <= high)


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def _owners(item: Any, players: int) -> int:
    """How many each have a counter or zone of this kind."""
    owner = item["owner"]
    return players if owner == "player" else 1 if owner == "game" else int(owner)


def _record(value: Any, what: str, error: Any = InputError) -> Any:
    """The record itself; nothing is an empty one."""
    if value is None:
        return {}
    if not _is_record(value):
        raise error(what + " must be a record, not " + _shown(value))
    return value


def _refusal(id: str, name: str, kind: str, low: Any, high: Any, ref: Any, source: str, value: Any) -> str:
    """Why an input is refused: what it must be, where that is said, and what was given. Of an enum its members, of a roll the die."""
    if kind == "bool":
        wanted = "true or false"
    elif kind == "enum":
        wanted = "one of " + ", ".join(ref)
    elif kind == "roll":
        wanted = "a list of faces of " + ref
    else:
        wanted = "a whole number" if kind == "int" else "a " + kind
        wanted += ("" if low is None else " from " + str(low)) + ("" if high is None else " to " + str(high))
    return id + ": '" + name + "' must be " + wanted + (" (" + source + ")" if source else "") + ", not " + _shown(value)


def _script(dice: Any) -> Any:
    """Scripted faces by name, copied; None where there are none."""
    if dice is None:
        return None
    script = {}
    for name, faces in _record(dice, "dice", DiceError).items():
        if not isinstance(faces, (list, tuple)):
            raise DiceError("dice '" + name + "' must be a list of faces, not " + _shown(faces))
        for token in faces:
            if type(token) is not int and not isinstance(token, str):
                raise DiceError("dice '" + name + "': a face is a value or an id, not " + _shown(token))
        script[name] = list(faces)
    return script
