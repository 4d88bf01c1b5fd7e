"""The attributes of cards: those that rules read are numbers, truths or members; texts, images and lists are only printed."""

from __future__ import annotations

import re
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.context.context import Context
from penance_build.model.formulas.types import VALUES, TypeReader
from penance_build.surface.cards import Attribute

_LIST: Final = re.compile("list of ([a-z][a-z0-9_]*)")
_PRINTED: Final = ("text", "image")


def declare_attributes(ctx: Context) -> None:
    """Fill the world with the attributes of cards."""
    world = ctx.world
    live = ctx.live(ctx.game.attributes)
    for attribute in live.values():
        words = _words(ctx, attribute)
        if words is not None:
            world.words[attribute.id] = words
            _refuse(ctx, attribute, words)
            continue
        type_ = TypeReader(world, ctx.report).read(attribute.type, ("attribute", attribute.id), False, VALUES)
        if attribute.is_optional:
            world.optional.add(attribute.id)
        to = "" if attribute.to is None else attribute.to.text
        made = ir.Attribute(attribute.id, attribute.name, type_, attribute.shown, attribute.icon, attribute.is_signed, to)
        world.attributes[attribute.id] = made
    for attribute in live.values():
        if attribute.id in world.attributes:
            _number(ctx, attribute, world.attributes[attribute.id])


def _words(ctx: Context, attribute: Attribute) -> ir.Words | None:
    """The declaration of an attribute that is only printed; None for the others."""
    word, world = attribute.type.text, ctx.world
    found = _LIST.fullmatch(word)
    if found is None and (word not in _PRINTED or word in world.enums):
        return None
    ref = "" if found is None else found[1]
    if ref and ref not in world.enums:
        known = [name for name in world.enums if "." not in name]
        hint = did_you_mean(ref, known) or "declare it under `enums:`, its members with their names and texts"
        ctx.wrong(attribute.type, ("attribute", attribute.id), "E301", f"there is no enum `{ref}`", hint)
    return ir.Words(attribute.id, attribute.name, "list" if ref else word, ref, attribute.shown, attribute.style, attribute.icon)


def _refuse(ctx: Context, attribute: Attribute, words: ir.Words) -> None:
    """What only a number has."""
    entity = ("attribute", attribute.id)
    if attribute.played is not None and attribute.played.text != "false":
        ctx.wrong(attribute.played, entity, "E306", f"no rule reads `{attribute.type.text}`", "leave `played:` out")
    if attribute.to is not None:
        ctx.wrong(attribute.to, entity, "E306", f"`{attribute.type.text}` has no upper end", "leave `to:` out")
    if words.kind == "image" and attribute.shown:
        hint = "leave `shown:` out: the face shows its image in the panel, or where its layout says"
        ctx.wrong(attribute.type, entity, "E306", f"an image is not shown as `{attribute.shown}`", hint)


def _number(ctx: Context, attribute: Attribute, made: ir.Attribute) -> None:
    """What only a number may have, and the other end of a range."""
    entity, is_number = ("attribute", attribute.id), made.type.kind in ("int", "error")
    if attribute.is_signed and not is_number:
        ctx.wrong(attribute.type, entity, "E306", "only a number has a sign", "leave `signed:` out")
    to = attribute.to
    if to is None:
        return
    other = ctx.world.attributes.get(to.text)
    if other is None:
        hint = did_you_mean(to.text, sorted(ctx.world.attributes)) or "declare it under `card_attributes:`"
        ctx.wrong(to, entity, "E301", f"cards have no attribute `{to.text}`", hint)
    elif not is_number or other.type.kind not in ("int", "error") or other.id == attribute.id:
        ctx.wrong(to, entity, "E306", "a range has two numbers as its ends", "name another attribute that is a number")
