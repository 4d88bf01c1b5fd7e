"""Type texts and values of a declared type, read at a place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir.nodes import Type
from penance_build.model.place import Place
from penance_build.model.typing import BOOL, CARD, ERROR, LIMIT, PLAYER, describe, integer, parse_type
from penance_build.model.world import World, enum_type

VALUES: Final = ("int", "bool", "enum")  # what tables and cards hold


@dataclass(frozen=True, slots=True)
class TypeReader:
    """Reads type texts against the enums and units of a world."""

    world: World
    report: list[Problem]

    def read(self, place: Place, entity: tuple[str, str], open_allowed: bool, kinds: tuple[str, ...] = ()) -> Type:
        """The type at ``place`` (a text, or a mapping with ``type:``); ``open_allowed``: a bare ``int`` may stand here.

        With ``kinds``, only types of these kinds may stand here.
        """
        type_ = self._any(place, entity, open_allowed)
        if kinds and type_.kind not in (*kinds, "error"):
            wanted = "a number" if kinds == ("int",) else "a number, true or false, or a member"
            at = place.get("type") or place
            return self._wrong(at, entity, f"this must be {wanted}, not {describe(type_)}", "write LOW..HIGH [unit]")
        return type_

    def _any(self, place: Place, entity: tuple[str, str], open_allowed: bool) -> Type:
        at = place.get("type") if isinstance(place.value, dict) else place
        if at is None:
            return ERROR
        parsed = parse_type(at.text)
        if parsed is None:
            return self._wrong(at, entity, f"`{at.text}` is not a type", "write LOW..HIGH [unit], bool, player, card or the id of an enum")
        word, low, high, unit = parsed
        if unit and word != "int":
            return self._wrong(at, entity, f"`{word}` takes no unit", f"write `{word}`")
        if unit and unit not in self.world.units:
            hint = did_you_mean(unit, sorted(self.world.units)) or "declare it under `units:`"
            return self._wrong(at, entity, f"there is no unit `{unit}`", hint, "E301")
        if word == "int":
            return self._number(at, entity, low, high, unit, open_allowed)
        named = {"bool": BOOL, "player": PLAYER, "card": CARD}.get(word)
        if named is not None:
            return named
        enum = self.world.enum(word)
        if enum is None:
            hint = did_you_mean(word, sorted({*self.world.enums, "bool", "player", "card", "int"}))
            return self._wrong(at, entity, f"there is no enum `{word}`", hint, "E301")
        return enum_type(enum)

    def _number(self, at: Place, entity: tuple[str, str], low: int | None, high: int | None, unit: str, open_allowed: bool) -> Type:
        if low is None or high is None:
            if not open_allowed:
                return self._wrong(at, entity, "`int` needs its bounds here", "write them, for example 0..20")
            return integer(None, None, unit)
        if low > high:
            return self._wrong(at, entity, f"the range {low}..{high} is reversed", f"write {high}..{low}", "E507")
        if low < -LIMIT or high > LIMIT:
            return self._wrong(at, entity, "these bounds are beyond 2^53 - 1", "", "E408")
        return integer(low, high, unit)

    def _wrong(self, at: Place, entity: tuple[str, str], message: str, hint: str, code: str = "E306") -> Type:
        self.report.append(Problem(code, message, at.span, hint, entity=entity, path=at.path))
        return ERROR


def direction(world: World, type_: Type, text: str) -> int | None:
    """The number that ``harder 2``, ``easier 1`` or ``none`` says for a unit with a direction; None for other texts."""
    unit = world.units.get(type_.unit)
    if unit is None or not unit.up:
        return None
    if text == "none":
        return 0
    word, _, amount = text.partition(" ")
    if not re.fullmatch("[0-9]{1,15}", amount) or word not in (unit.up, unit.down):
        return None
    return int(amount) if word == unit.up else -int(amount)
