"""The declarations that formulas speak of: units, constants, enums, dice, counters, zones, card attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.holes import fill_holes
from penance_build.model.marks import marked
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.spaces import read_spaces
from penance_build.model.tables import source_text
from penance_build.model.types import VALUES, TypeReader
from penance_build.model.world import Constant, World

_LENGTH: Final = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,3}))? ?(mm|in)")
NO_PRINT: Final = ir.DiePrint(0, "", "", "", "", "", "none", 1, "")


def declare(model: Model, report: Report, conditions: Conditions, choice: Mapping[str, str]) -> World:
    """Fill a world with everything but tables and procedures, each kind after those it needs."""
    world = World()
    live = {kind: _live(entries, conditions, choice) for kind, entries in model.entries.items()}
    for name, place in live.get("unit", {}).items():
        world.units[name] = ir.Unit(
            name, place.word("name", name), place.word("plural", place.word("name", name)), place.word("up"), place.word("down")
        )
    for name, place in live.get("enum", {}).items():
        members = [
            (key, at) for key, at in place.need("members").entries() if not isinstance(at.value, dict) or conditions.holds(at, choice)
        ]
        named = tuple(_member(key, at) for key, at in members)
        world.enums[name] = ir.Enum(name, place.word("name", name), named)
    read_spaces(live.get("space", {}), world, report)
    _card_enums(world, live)
    for name, place in live.get("constant", {}).items():
        _constant(world, name, place, report)
    for name, place in live.get("die", {}).items():
        world.dice[name] = _die(world, name, place, report)
    types = TypeReader(world, report)
    for name, place in live.get("counter", {}).items():
        world.counters[name] = _counter(world, name, place, types, report)
    for name, place in live.get("zone", {}).items():
        world.zones[name] = ir.ZoneDef(name, place.word("name", name), place.word("owner", "player"), place.word("visible", "all"))
    for name, place in live.get("attribute", {}).items():
        type_ = types.read(place, ("attribute", name), False, VALUES)
        if place.word("optional") == "true":
            world.optional.add(name)
        world.attributes[name] = ir.Attribute(name, place.word("name", name), type_, place.word("shown"), place.word("icon"))
    world.told_texts = {name: place for name, place in texts_told(model).items() if conditions.holds(place, choice)}
    world.phrases = {name: place.word("step") for name, place in live.get("wording", {}).items() if name not in world.told_texts}
    _tell(world, live, model)
    return world


def texts_told(model: Model) -> dict[str, Place]:
    """The entries of ``wording`` that are told by a step, and not printed on cards."""
    return {name: place for name, place in model.of("wording").items() if place.word("step") == "tell"}


def _tell(world: World, live: Mapping[str, Mapping[str, Place]], model: Model) -> None:
    """What to say where an id stands as a value that is none: the first kind that has it."""
    told = {
        "die": "`{0}` is a die: roll it by a step `roll: {0}`",
        "enum": "`{0}` is an enum: write one of its members, beside a value of it",
        "card": "`{0}` is a card: compare it with `card` in count(…) or `where:`",
        "procedure": "`{0}` is a procedure: run it by a step `call: {0}`",
        "option": "`{0}` is an option: it stands in `when:` only",
        "attribute": "`{0}` is an attribute of cards: write card.{0}",
        "slot": "`{0}` is a slot: compare it with card.slot",
        "faction": "`{0}` is a faction: compare it with card.faction",
        "card_type": "`{0}` is a card type: compare it with card.type",
        "unit": "`{0}` is a unit: units stand in types only",
        "space": "`{0}` is a space: write one of its hexes, beside a value of it",
        "parameter": "`{0}` is a group of parameters: take it in by `uses:`",
    }
    for kind, sentence in told.items():
        for name in live.get(kind, {}):
            world.told.setdefault(name, sentence.format(name))
    for kind, entries in sorted(model.entries.items()):
        for name, place in entries.items():
            if name not in live.get(kind, {}):
                world.told.setdefault(name, f"the {kind.replace('_', ' ')} `{name}` is there only when `{place.word('when')}`")


def _member(name: str, place: Place) -> ir.Member:
    """A member: its printed name, or a mapping with its name and text."""
    if isinstance(place.value, dict):
        return ir.Member(name, place.word("name", name), place.word("text"))
    return ir.Member(name, place.text)


def _live(entries: Mapping[str, Place], conditions: Conditions, choice: Mapping[str, str]) -> dict[str, Place]:
    return {name: place for name, place in entries.items() if not isinstance(place.value, dict) or conditions.holds(place, choice)}


def _wrong(report: Report, place: Place, entity: tuple[str, str], code: str, message: str, hint: str = "") -> None:
    report.append(Problem(code, message, place.span, hint, entity=entity, path=place.path))


def _constant(world: World, name: str, place: Place, report: Report) -> None:
    at = place.get("value") if isinstance(place.value, dict) else place
    unit = place.word("unit") if isinstance(place.value, dict) else ""
    if at is None:
        return
    typed = Expressions(world, report, ("constant", name)).read(at)
    if unit and unit not in world.units:
        hint = did_you_mean(unit, sorted(world.units)) or "declare it under `units:`"
        _wrong(report, place.need("unit"), ("constant", name), "E301", f"there is no unit `{unit}`", hint)
        unit = ""
    if typed.type.kind == "int" and typed.type.low is not None and typed.type.low == typed.type.high:
        label = place.word("name", name) if isinstance(place.value, dict) else name
        world.constants[name] = Constant(typed.type.low, unit or typed.type.unit, label)
    elif typed.type.kind != "error":
        _wrong(
            report, at, ("constant", name), "E411", "a constant is one whole number", "write the number, or a formula of earlier constants"
        )


def _card_enums(world: World, live: Mapping[str, Mapping[str, Place]]) -> None:
    """Slots, types, factions and cards as enums, so that formulas can compare with them."""
    for field, kind in (("slot", "slot"), ("type", "card_type"), ("faction", "faction"), ("id", "card")):
        entries = live.get(kind, {})
        if entries:
            members = tuple(ir.Member(name, place.word("name", name)) for name, place in entries.items())
            world.enums[f"cards.{field}"] = ir.Enum(f"cards.{field}", field, members)
    world.card_ids.update({name: index for index, name in enumerate(live.get("card", {}))})
    world.card_kinds.update({name: place.word("type") for name, place in live.get("card", {}).items()})
    world.card_types = frozenset(live.get("card_type", {}))


# ---------------------------------------------------------------- dice


def _counter(world: World, name: str, place: Place, types: TypeReader, report: Report) -> ir.CounterDef:
    """A number of bounds, a member of an enum, or true and false, of each player, of the game or of each hex of a space."""
    entity = ("counter", name)
    type_ = types.read(place, entity, False, VALUES)
    owner = place.word("owner", "player")
    if owner not in ("player", "game", *world.spaces):
        hint = did_you_mean(owner, ["player", "game", *world.spaces]) or "the owners are: " + ", ".join(["player", "game", *world.spaces])
        _wrong(report, place.need("owner"), entity, "E301", f"there is no owner `{owner}` of counters", hint)
        owner = "game"
    low, high = type_.low or 0, type_.high or 0
    start, value = place.get("start"), low
    if start is not None:
        scope = Expressions(world, report, entity)
        typed = scope.read(start, type_)
        if isinstance(typed.expr, ir.Const) and typed.type.kind != "error":
            value = typed.expr.value
        elif typed.type.kind != "error":
            scope.problem("E411", "a counter starts at one value", 0, len(start.text))
        if typed.type.kind != "error" and type_.kind != "error" and not low <= value <= high:
            _wrong(report, start, entity, "E612", f"{value} is outside {low}..{high}", "start inside the bounds")
    ref = {"bool": "bool", "enum": type_.ref}.get(type_.kind, "")
    printed, past = place.word("name", name), place.word("past", "clamp")
    return ir.CounterDef(name, printed, owner, low, high, value, past, type_.unit, ref, place.word("shown", "true") == "true")


def _die(world: World, name: str, place: Place, report: Report) -> ir.Die:
    sides = place.get("sides")
    faces: list[ir.Face] = []
    if sides is not None:
        faces = [ir.Face(f"f{number}", str(number), (("value", number),), "", "") for number in range(1, int(sides.value) + 1)]
    for face in _faces(place):
        values = [("value", int(face.need("value").value))] if face.get("value") is not None else []
        named = face.get("values")
        values += [(key, int(at.value)) for key, at in named.entries()] if named is not None else []
        copies = face.get("copies")
        text = face.get("text")
        said = "" if text is None else fill_holes(world, report, ("die", name), text, dict(values))
        made = ir.Face(face.word("id"), face.word("name", face.word("id")), tuple(values), face.word("icon"), said)
        faces.extend([made] * (int(copies.value) if copies is not None else 1))
    die = ir.Die(
        name, place.word("name", name), tuple(faces), _print(name, place.get("print"), report), source_text(place), place.word("text")
    )
    marks = place.get("marks")
    return die if marks is None else marked(world, report, die, marks)


def _faces(place: Place) -> list[Place]:
    faces = place.get("faces")
    return [] if faces is None else faces.items()


def _print(name: str, place: Place | None, report: Report) -> ir.DiePrint:
    if place is None:
        return NO_PRINT
    edge = place.get("edge")
    quantity = place.get("quantity")
    body, symbol = place.get("body"), place.get("symbol")
    return ir.DiePrint(
        0 if edge is None else length(edge, ("die", name), report),
        place.word("material"),
        "" if body is None else body.word("name"),
        "" if body is None else body.word("color"),
        "" if symbol is None else symbol.word("name"),
        "" if symbol is None else symbol.word("color"),
        place.word("marking", "none"),
        1 if quantity is None else int(quantity.value),
        place.word("note"),
    )


def length(place: Place, entity: tuple[str, str], report: Report) -> int:
    """A length such as ``16 mm`` in whole micrometres."""
    match = _LENGTH.fullmatch(place.text)
    if match is None:
        _wrong(report, place, entity, "E306", f"`{place.text}` is not a length", "write it as 16 mm")
        return 0
    thousandths = int(match[1]) * 1000 + int((match[2] or "").ljust(3, "0") or 0)
    return thousandths if match[3] == "mm" else thousandths * 254 // 10
