"""The declarations that formulas use: units, constants, enums, dice, counters, zones, card attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.record import replace
from penance_build.model.context.context import Context
from penance_build.model.context.world import ANY_DIE, Constant
from penance_build.model.declarations.attributes import declare_attributes
from penance_build.model.declarations.marks import marked, said_values
from penance_build.model.declarations.spaces import read_spaces
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.holes import fill_holes
from penance_build.model.formulas.types import VALUES, TypeReader
from penance_build.surface import declarations as written
from penance_build.surface.cards import StepPhrase, ToldText
from penance_build.surface.game import Game
from penance_build.surface.nodes import Printed, Scalar

_LENGTH: Final = re.compile(r"([0-9]{1,4})(?:\.([0-9]{1,3}))? ?(mm|in)")
_BARE: Final = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,3})?")
NO_PRINT: Final = ir.DiePrint(0, "", "", "", "", "", "none", 1, "")
# Hints for ids that are used as values and are none, by kind; the first kind that declares the id applies.
_NO_VALUES: Final = MappingProxyType(
    {
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
)


def declare(ctx: Context) -> None:
    """Fill the world with everything but tables and procedures, each kind after the kinds that it depends on."""
    world, game = ctx.world, ctx.game
    world.names = game.names
    locale = game.title.locale if game.title is not None else None
    world.is_english = locale is None or locale.text.lower().split("-")[0] == "en"
    for unit in ctx.live(game.units).values():
        world.units[unit.id] = ir.Unit(unit.id, unit.name, unit.plural, unit.up, unit.down)
    for enum in ctx.live(game.enums).values():
        members = tuple(ir.Member(member.id, member.name) for member in enum.members if ctx.holds(member))
        world.enums[enum.id] = ir.Enum(enum.id, enum.name, members or _dice_listed(ctx, enum))
    read_spaces(ctx)
    _card_enums(ctx)
    for constant in ctx.live(game.constants).values():
        _constant(ctx, constant)
    for enum in ctx.live(game.enums).values():
        world.enums[enum.id] = _explained(ctx, enum)
    for die in ctx.live(game.dice).values():
        world.dice[die.id] = _die(ctx, die)
    numbered = tuple(ir.Member(die.id, die.name) for die in world.dice.values() if die.has_values)
    if numbered and ANY_DIE not in world.enums:
        world.any_die = ir.Enum(ANY_DIE, "Die", numbered)
        world.of_dice.add(ANY_DIE)
    for counter in ctx.live(game.counters).values():
        world.counters[counter.id] = _counter(ctx, counter)
    for zone in ctx.live(game.zones).values():
        world.zones[zone.id] = ir.ZoneDef(zone.id, zone.name, zone.owner, zone.visible)
    declare_attributes(ctx)
    world.told_texts = ctx.live(texts_told(game))
    phrases = ctx.live({name: entry for name, entry in game.wording.items() if name not in world.told_texts})
    world.phrases = {name: entry.step if isinstance(entry, StepPhrase) else "" for name, entry in phrases.items()}
    _tell(ctx)


def texts_told(game: Game) -> dict[str, ToldText]:
    """The entries of ``wording`` that `tell` steps use; the others are printed on cards."""
    return {name: entry for name, entry in game.wording.items() if isinstance(entry, ToldText)}


def _tell(ctx: Context) -> None:
    """Fill in the hints for ids that are used as values and are none."""
    told = ctx.world.told
    for kind, sentence in _NO_VALUES.items():
        for name in ctx.live(ctx.game.of(kind)):
            told.setdefault(name, sentence.format(name))
    for kind, items in sorted(ctx.game.kinds.items()):
        for name, item in items.items():
            if item.when is not None and not ctx.holds(item):
                told.setdefault(name, f"the {kind.replace('_', ' ')} `{name}` is there only when `{item.when.text}`")


def _dice_listed(ctx: Context, enum: written.Enum) -> tuple[ir.Member, ...]:
    """The members of an enum of dice, which are those dice; one that there is not is reported, and left out."""
    known, found = ctx.live(ctx.game.dice), list[ir.Member]()
    for at in enum.dice:
        if at.text in known:
            found.append(ir.Member(at.text, known[at.text].name))
            continue
        die = ctx.game.dice.get(at.text)
        absent = "" if die is None or die.when is None else f"the die `{at.text}` is there only when `{die.when.text}`"
        hint = absent or did_you_mean(at.text, sorted(known)) or "the dice are: " + ", ".join(sorted(known))
        ctx.wrong(at, ("enum", enum.id), "E301", f"there is no die `{at.text}`", hint)
    if enum.dice:
        ctx.world.of_dice.add(enum.id)
    return tuple(found)


def _explained(ctx: Context, enum: written.Enum) -> ir.Enum:
    """An enum with the texts of its members, which may read constants."""
    texts = {member.id: fill_holes(ctx, ("enum", enum.id), member.text) for member in enum.members if member.text is not None}
    made = ctx.world.enums[enum.id]
    return replace(made, members=tuple(replace(member, text=texts.get(member.id, "")) for member in made.members))


def _constant(ctx: Context, constant: written.Constant) -> None:
    entity = ("constant", constant.id)
    found = Expressions(ctx.world, ctx.report, entity).read(constant.value).type
    unit = "" if constant.unit is None else constant.unit.text
    if constant.unit is not None and unit not in ctx.world.units:
        hint = did_you_mean(unit, sorted(ctx.world.units)) or "declare it under `units:`"
        ctx.wrong(constant.unit, entity, "E301", f"there is no unit `{unit}`", hint)
        unit = ""
    if found.kind == "int" and found.low is not None and found.low == found.high:
        ctx.world.constants[constant.id] = Constant(found.low, unit or found.unit, constant.name)
    elif found.kind != "error":
        hint = "write the number, or a formula of earlier constants"
        ctx.wrong(constant.value, entity, "E411", "a constant is one whole number", hint)


def _card_enums(ctx: Context) -> None:
    """Slots, types, factions and cards as enums, so that formulas can compare with them."""
    world, cards, types = ctx.world, ctx.live(ctx.game.cards), ctx.live(ctx.game.card_types)
    named: Mapping[str, Mapping[str, str]] = {
        "slot": {name: slot.name for name, slot in ctx.live(ctx.game.slots).items()},
        "type": {name: type_.name for name, type_ in types.items()},
        "faction": {name: faction.name for name, faction in ctx.live(ctx.game.factions).items()},
        "id": {name: card.name for name, card in cards.items()},
    }
    for field, names in named.items():
        if names:
            members = tuple(ir.Member(name, printed) for name, printed in names.items())
            world.enums[f"cards.{field}"] = ir.Enum(f"cards.{field}", field, members)
    world.card_ids.update({name: index for index, name in enumerate(cards)})
    world.card_kinds.update({name: "" if card.type is None else card.type.text for name, card in cards.items()})
    world.card_types = frozenset(types)


def _counter(ctx: Context, counter: written.Counter) -> ir.CounterDef:
    """A counter of each player, of the game or of each hex of a space; its values are bounded integers, members of an enum, or booleans."""
    entity = ("counter", counter.id)
    type_ = TypeReader(ctx.world, ctx.report).read(counter.type, entity, False, VALUES)
    owner, owners = "player" if counter.owner is None else counter.owner.text, ["player", "game", *ctx.world.spaces]
    if counter.owner is not None and owner not in owners:
        hint = did_you_mean(owner, owners) or "the owners are: " + ", ".join(owners)
        ctx.wrong(counter.owner, entity, "E301", f"there is no owner `{owner}` of counters", hint)
        owner = "game"
    low, high = type_.low or 0, type_.high or 0
    start, value = counter.start, low
    if start is not None:
        scope = Expressions(ctx.world, ctx.report, entity)
        typed = scope.read(start, type_)
        if isinstance(typed.expr, ir.Const) and typed.type.kind != "error":
            value = typed.expr.value
        elif typed.type.kind != "error":
            scope.problem("E411", "a counter starts at one value", 0, len(start.text))
        if typed.type.kind != "error" and type_.kind != "error" and not low <= value <= high:
            ctx.wrong(start, entity, "E612", f"{value} is outside {low}..{high}", "start inside the bounds")
    ref = {"bool": "bool", "enum": type_.ref}.get(type_.kind, "")
    return ir.CounterDef(counter.id, counter.name, owner, low, high, value, counter.past, type_.unit, ref, counter.shown)


# ---------------------------------------------------------------- dice


def _die(ctx: Context, die: written.Die) -> ir.Die:
    faces = [ir.Face(f"f{number}", str(number), (("value", number),), "", "") for number in range(1, die.sides + 1)]
    named = dict.fromkeys(name for face in die.faces for name, _ in face.values if name != "value")
    texts: dict[str, Printed] = {}
    for face in die.faces:
        own = dict(face.values)
        values = (*(item for item in face.values if item[0] == "value"), *((name, own.get(name, 0)) for name in named))
        said = "" if face.text is None else fill_holes(ctx, ("die", die.id), face.text, dict(values))
        one = ir.Face(face.id.text, face.name, values, face.icon, said)
        faces.extend([one] * face.copies)
        if face.text is not None:
            texts[one.id] = face.text
            ctx.report.read |= said_values(die.id, one, face.text)
    said = "" if die.text is None else fill_holes(ctx, ("die", die.id), die.text)
    made = ir.Die(die.id, die.name, tuple(faces), _print(ctx, die), die.source, said)
    return marked(ctx, made, die.marks, texts) if die.marks else made


def _print(ctx: Context, die: written.Die) -> ir.DiePrint:
    made = die.print
    if made is None:
        return NO_PRINT
    edge = 0 if made.edge is None else length(ctx, made.edge, ("die", die.id))
    colors = made.body, made.body_color, made.symbol, made.symbol_color
    return ir.DiePrint(edge, made.material, *colors, made.marking, made.quantity, made.note)


def length(ctx: Context, at: Scalar, entity: tuple[str, str]) -> int:
    """A length such as ``16 mm`` in whole micrometres."""
    match = _LENGTH.fullmatch(at.text)
    if match is None:
        hint = f"write `{at.text} mm`" if _BARE.fullmatch(at.text) else "write it as 16 mm"
        ctx.wrong(at, entity, "E306", f"`{at.text}` is not a length", hint)
        return 0
    thousandths = int(match[1]) * 1000 + int((match[2] or "").ljust(3, "0") or 0)
    return thousandths if match[3] == "mm" else thousandths * 254 // 10
