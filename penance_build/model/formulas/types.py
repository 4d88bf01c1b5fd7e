"""Parsing of declared types, and of values of a unit with a direction."""

from __future__ import annotations

import re
import unicodedata
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.foreign import space_named
from penance_build.formula.ranges import EVERY, cure
from penance_build.ir.nodes import Type
from penance_build.ir.ops import LIMIT
from penance_build.model.context.report import Report
from penance_build.model.context.world import ANY_DIE, World, enum_type
from penance_build.model.formulas.bounds import BOOL, CARD, ERROR, PLAYER, describe, integer, parse_type
from penance_build.surface.nodes import Scalar

_NUMBERS: Final = frozenset({"integer", "number", "num", "float", "double", "decimal", "long", "uint", "nat"})
_FOREIGN: Final = MappingProxyType(
    {
        "boolean": "write `bool`",
        "flag": "write `bool`",
        "string": "there is no text in rules: declare an enum",
        "str": "there is no text in rules: declare an enum",
        "text": "there is no text in rules: declare an enum",
        "roll": "a roll is made by a step `roll:`, and is handed to nobody",
    }
)
_WANTED: Final = MappingProxyType({("int",): "a number", ("int", "player", "enum"): "a number, a player or a member"})
_NO_DICE: Final = "no die of this game has a value on each face: list dice under `enums:`, as NAME: {dice: [red, blue]}"
_ANY_TYPE: Final = "write LOW..HIGH [unit], bool, player, card or the id of an enum"
_PLAIN: Final = ("bool", "player", "card", "list")
VALUES: Final = ("int", "bool", "enum")  # the kinds of values in tables and on cards


class TypeReader(Struct, frozen=True):
    """Reads declared types with the enums and units of a world."""

    world: World
    report: Report

    def read(self, at: Scalar, entity: tuple[str, str], open_allowed: bool, kinds: tuple[str, ...] = ()) -> Type:
        """The type that a text declares; ``open_allowed``: a bare ``int`` is allowed.

        With ``kinds``, only types of these kinds are allowed.
        """
        type_ = self._any(at, entity, open_allowed)
        if kinds and type_.kind not in (*kinds, "error"):
            wanted = _WANTED.get(kinds, "a number, true or false, or a member")
            return self._wrong(at, entity, f"this must be {wanted}, not {describe(type_)}", "write LOW..HIGH [unit]")
        return type_

    def _any(self, at: Scalar, entity: tuple[str, str], open_allowed: bool) -> Type:
        parsed = parse_type(at.text)
        if parsed is None:
            return self._unread(at, entity, open_allowed)
        word, low, high, unit = parsed
        meant = "" if self.world.enum(word) is not None else _meant(word, unit, open_allowed)
        if unit and meant:
            return self._wrong(at, entity, f"`{at.text}` is not a type", meant)
        if unit and word != "int":
            is_known = word in _PLAIN or self.world.enum(word) is not None
            return self._wrong(at, entity, f"`{word}` takes no unit", f"write `{word}`" if is_known else _ANY_TYPE)
        if unit and unit not in self.world.units:
            hint = did_you_mean(unit, sorted(self.world.units)) or "declare it under `units:`"
            return self._wrong(at, entity, f"there is no unit `{unit}`", hint, "E301")
        if word == "int":
            return self._number(at, entity, low, high, unit, open_allowed)
        if word == "list":
            hint = "a list is made by a step `list:`, and given as a result; hand on its numbers one by one"
            return Type("list") if open_allowed else self._wrong(at, entity, "a list cannot stand here", hint)
        named = {"bool": BOOL, "player": PLAYER, "card": CARD}.get(word)
        if named is not None:
            return named
        enum = self.world.enum(word)
        if enum is None:
            hint = _NO_DICE if word == ANY_DIE else meant or did_you_mean(word, self._known()) or _ANY_TYPE
            return self._wrong(at, entity, f"there is no enum `{word}`", hint, "E301")
        if not enum.members and word in self.world.of_dice:
            return ERROR  # each of its dice has been reported
        self.report.read.add(f"type {word}")
        return enum_type(enum)

    def _known(self) -> list[str]:
        return sorted({*(name for name in self.world.enums if "." not in name), "bool", "player", "card", "int", ANY_DIE})

    def _unread(self, at: Scalar, entity: tuple[str, str], open_allowed: bool) -> Type:
        """Report a text that has the form of no type."""
        bounds, _, unit = at.text.partition(" ")
        ours = unicodedata.normalize("NFKC", at.text)
        hint = f"write {ours}, in ordinary letters" if ours != at.text and parse_type(ours) else _meant(bounds, unit, open_allowed)
        hint = hint or did_you_mean(at.text, self._known())
        hint = hint or (f"{cure(bounds)} {unit}".rstrip() if cure(bounds) not in ("", EVERY) else _ANY_TYPE)
        space = next((index for index, letter in enumerate(at.text) if letter.isspace() and not letter.isascii()), -1)
        if space >= 0:
            message = f"{space_named(at.text[space])} stands in this type"
            problem = Problem("E306", message, at.inside(space, space + 1), "type an ordinary space", entity=entity, path=at.path)
            self.report.append(problem)
            return ERROR
        return self._wrong(at, entity, f"`{at.text}` is not a type", hint)

    def _number(self, at: Scalar, entity: tuple[str, str], least: str, most: str, unit: str, open_allowed: bool) -> Type:
        if not least:
            if not open_allowed:
                return self._wrong(at, entity, "`int` needs its bounds here", "write them, for example 0..20")
            return integer(None, None, unit)
        low, high = self._bound(at, entity, least), self._bound(at, entity, most)
        if low is None or high is None:
            return ERROR
        if low > high:
            return self._wrong(at, entity, f"the range {low}..{high} is reversed", f"write {high}..{low}", "E507")
        if low < -LIMIT or high > LIMIT:
            return self._wrong(at, entity, "these bounds are beyond 2^53 - 1", "", "E408")
        return integer(low, high, unit)

    def _bound(self, at: Scalar, entity: tuple[str, str], text: str) -> int | None:
        """A bound: a number, or a constant of the game."""
        if text.lstrip("-").isdigit():
            return int(text)
        constant = self.world.constants.get(text)
        if constant is None:
            start = at.text.index(text)
            hint = did_you_mean(text, sorted(self.world.constants)) or "a bound is a number or a constant"
            message = f"there is no constant `{text}`"
            self.report.append(Problem("E301", message, at.inside(start, start + len(text)), hint, entity=entity, path=at.path))
        self.report.read.add(text)
        return None if constant is None else constant.value

    def _wrong(self, at: Scalar, entity: tuple[str, str], message: str, hint: str, code: str = "E306") -> Type:
        self.report.append(Problem(code, message, at.span, hint, entity=entity, path=at.path))
        return ERROR


def _meant(word: str, unit: str, open_allowed: bool) -> str:
    """What to write for a type as other languages call it; empty where it is none of these."""
    if word.lower() in _NUMBERS:
        return (
            f"write `{f'int {unit}'.rstrip()}`"
            if open_allowed
            else f"write the bounds of the number, for example {f'0..20 {unit}'.rstrip()}"
        )
    return _FOREIGN.get(word.lower(), "")


def astray(world: World, type_: Type, text: str) -> str:
    """The hint for a misspelt ``hardr 1`` where a unit with a direction is expected; "" where the text has another form."""
    unit = world.units.get(type_.unit)
    found = re.fullmatch("([A-Za-z_]+) ([0-9]{1,15})", text)
    if unit is None or not unit.up or found is None:
        return ""
    return did_you_mean(found[1], [unit.up, unit.down]) or f"write `{unit.up} {found[2]}` or `{unit.down} {found[2]}`"


def direction(world: World, type_: Type, text: str) -> int | None:
    """The value of ``harder 2``, ``easier 1`` or ``none`` for a unit with a direction; None for other texts."""
    unit = world.units.get(type_.unit)
    if unit is None or not unit.up:
        return None
    if text == "none":
        return 0
    word, _, amount = text.partition(" ")
    if not re.fullmatch("[0-9]{1,15}", amount) or word not in (unit.up, unit.down):
        return None
    return int(amount) if word == unit.up else -int(amount)
