"""What a bare id, or an id behind a dot, means in a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Dot, Name, Node
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.world import ANY_DIE, CARD_FIELDS, Typed, World, counter_type, enum_type
from penance_build.model.formulas.bounds import BROKEN, PLAYER, integer

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions

MAYBE = "maybe "  # before a name among the hints: why it may have no value


def name(scope: Expressions, node: Name, expected: Type | None) -> Typed:
    """A bare id: a member where an enum is expected, then a variable, a constant, a counter of the game."""
    world = scope.world
    if expected is not None and expected.kind == "enum":
        index = world.member(expected.ref, node.id)
        if index is not None:
            read_member(scope, expected.ref, node.id)
            return Typed(ir.Const(index), Type("enum", expected.ref, index, index))
    if node.id in scope.env:
        return Typed(ir.Var(node.id), scope.env[node.id])
    if expected is not None and expected.kind == "card" and node.id in world.card_ids:
        return Typed(ir.Const(world.card_ids[node.id]), Type("card_id"))
    if node.id in scope.maybe:
        hint = scope.hints.get(MAYBE + node.id, "assign it before, or in every branch")
        return scope.wrong(node, "E410", f"`{node.id}` is not assigned on every path that leads here", hint)
    if node.id in world.constants:
        constant = world.constants[node.id]
        scope.report.read.add(node.id)
        return Typed(ir.Const(constant.value), integer(constant.value, constant.value, constant.unit))
    counter = world.counters.get(node.id)
    if counter is not None:
        if counter.owner == "player":
            return scope.wrong(node, "E402", f"`{node.id}` is a counter of a player", f"say whose: `{_player(scope)}.{node.id}`")
        if counter.owner != "game":
            return scope.wrong(node, "E402", f"`{node.id}` is a counter of the hexes of `{counter.owner}`", f"say of which: hex.{node.id}")
        return Typed(ir.Counter(node.id, None), counter_type(world, counter))
    if node.id in world.zones:
        return scope.wrong(node, "E403", f"`{node.id}` is a zone of cards, not a value", "use size(…) or count(…)")
    if node.id in world.tables:
        return scope.wrong(node, "E403", f"`{node.id}` is a table: it needs its inputs", f"write {node.id}(…)")
    return unknown_name(scope, node, expected)


def read_member(scope: Expressions, enum: str, member: str) -> None:
    """Note that a rule speaks of a member; what is claimed or played through is no rule."""
    if scope.entity[0] not in ("claim", "example", "bot"):
        scope.report.read.add(f"member {enum}.{member}")


def unknown_name(scope: Expressions, node: Name, expected: Type | None) -> Typed:
    """Report a bare id that is not declared, with suggestions."""
    world = scope.world
    if expected is not None and expected.kind == "error":
        return BROKEN  # the other operand has been reported
    if expected is not None and expected.kind == "enum":
        enum = world.enum(expected.ref)
        if enum is not None and expected.ref == ANY_DIE and expected.ref in world.of_dice:
            dice = [member.id for member in enum.members]
            hint = did_you_mean(node.id, dice) or "the dice are: " + ", ".join(dice)
            return scope.wrong(node, "E402", f"`{node.id}` is no die that has a value on each face", hint)
        return scope.wrong(node, "E402", *no_member(world, expected.ref, node.id))
    return scope.unknown(node, sorted({*scope.env, *world.constants}), expected)


def no_member(world: World, enum: str, name: str) -> tuple[str, str]:
    """What is wrong with a name that is no member of an enum, and the hint."""
    found = world.enum(enum)
    members = [member.id for member in found.members] if found is not None else []
    return f"`{name}` is no member of `{enum}`", did_you_mean(name, members) or "its members are: " + ", ".join(members[:8])


def dot(scope: Expressions, node: Dot) -> Typed:
    """``player.counter`` or ``card.attribute``; in the effect of a card, ``card.x`` is the attribute of that card."""
    if isinstance(node.base, Name) and node.base.id == "card" and scope.entity[0] == "card" and "card" not in scope.env:
        if node.name in scope.own:
            return scope.own[node.name]
        hint = did_you_mean(node.name, sorted(scope.own)) or "it has: " + (", ".join(sorted(scope.own)) or "no attribute")
        return scope.problem("E402", f"this card has no `{node.name}`", node.name_start, node.end, hint)
    if isinstance(node.base, Name) and not scope.is_known(node.base.id) and _owned(scope, node.name):
        return no_player(scope, node.base)
    base = scope.node(node.base)
    if base.type.kind == "player":
        return counter_of(scope, base, node)
    if base.type.kind == "card":
        return card_field(scope, base.expr, node)
    if base.type.kind == "enum" and base.type.ref in scope.world.spaces:
        return _of_hex(scope, base, node)
    if base.type.kind == "error":
        return base
    return scope.wrong(node, "E403", f"`.{node.name}` needs a player, a card or a table before it")


def no_player(scope: Expressions, node: Name) -> Typed:
    """Report the name before a counter or zone of a player where it is not a player."""
    players = [name for name, type_ in scope.env.items() if type_ == PLAYER]
    known = "players here: " + ", ".join(players) if players else "take one in: `inputs: {target: player}`"
    hint = did_you_mean(node.id, players) or known
    return scope.wrong(node, "E402", f"there is no player `{node.id}` here", hint)


def _player(scope: Expressions) -> str:
    """The name of a player that is in scope, for hints."""
    return next((name for name, type_ in scope.env.items() if type_ == PLAYER), "player")


def _owned(scope: Expressions, name: str) -> bool:
    """Whether players have a counter or zone of this name."""
    found = scope.world.counters.get(name) or scope.world.zones.get(name)
    return found is not None and found.owner == "player"


def counter_of(scope: Expressions, owner: Typed, node: Dot) -> Typed:
    """The counter of a player."""
    counter = scope.world.counters.get(node.name)
    if counter is not None and counter.owner == "player":
        return Typed(ir.Counter(node.name, owner.expr), counter_type(scope.world, counter))
    if node.name in scope.world.zones:
        return scope.wrong(node, "E403", f"`{node.name}` is a zone of cards, not a value", "use size(…) or count(…)")
    owned = sorted(item.id for item in scope.world.counters.values() if item.owner == "player")
    hint = did_you_mean(node.name, owned) or ("a player has: " + ", ".join(owned) if owned else "no counter belongs to a player")
    return scope.problem("E402", f"a player has no counter `{node.name}`", node.name_start, node.end, hint)


def _of_hex(scope: Expressions, owner: Typed, node: Dot) -> Typed:
    """The counter of a hex."""
    counter = scope.world.counters.get(node.name)
    if counter is not None and counter.owner == owner.type.ref:
        return Typed(ir.Counter(node.name, owner.expr), counter_type(scope.world, counter))
    owned = sorted(item.id for item in scope.world.counters.values() if item.owner == owner.type.ref)
    hint = did_you_mean(node.name, owned) or ("a hex has: " + ", ".join(owned) if owned else "no counter belongs to its hexes")
    return scope.problem("E402", f"a hex of `{owner.type.ref}` has no counter `{node.name}`", node.name_start, node.end, hint)


def card_field(scope: Expressions, card: ir.Expr | None, node: Dot) -> Typed:
    """A field or an attribute of a card (``card`` None: the current card of a fold)."""
    world = scope.world
    if node.name in CARD_FIELDS:
        enum = world.enum(f"cards.{node.name}")
        if enum is not None:
            return Typed(ir.CardAttr(card, node.name), enum_type(enum))
    attribute = world.attributes.get(node.name)
    if attribute is not None:
        type_ = attribute.type
        if node.name in world.optional and type_.kind == "int":  # the optional attribute of a card without it is 0
            type_ = integer(min(0, type_.low or 0), max(0, type_.high or 0), type_.unit)
        return Typed(ir.CardAttr(card, node.name), type_)
    known = [*CARD_FIELDS, *sorted(world.attributes)]
    hint = did_you_mean(node.name, known) or "a card has: " + ", ".join(known)
    return scope.problem("E402", f"a card has no attribute `{node.name}`", node.name_start, node.end, hint)


def zone(scope: Expressions, node: Node) -> tuple[str, ir.Expr | None] | None:
    """The zone that a node names, and its owner; None where it names none (nothing is reported)."""
    zones = scope.world.zones
    if isinstance(node, Name) and node.id in zones and node.id not in scope.env:
        if zones[node.id].owner == "player":
            scope.wrong(node, "E402", f"`{node.id}` is a zone of a player", f"say whose: `{_player(scope)}.{node.id}`")
            return node.id, ir.Const(0)
        return node.id, None
    if isinstance(node, Dot) and node.name in zones and isinstance(node.base, Name) and scope.env.get(node.base.id) == PLAYER:
        if zones[node.name].owner != "player":
            scope.wrong(node, "E402", f"a player has no zone `{node.name}`: it is one of the game", f"write `{node.name}`")
            return node.name, None
        return node.name, ir.Var(node.base.id)
    return None
