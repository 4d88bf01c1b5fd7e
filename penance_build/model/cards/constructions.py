"""Card sets and constructions: what decks are made of."""

from __future__ import annotations

from functools import partial

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.cards.sizes import MOST_CARDS, Size, size_of
from penance_build.model.context.context import Context
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.cards import CardSet, Construction
from penance_build.surface.nodes import Scalar


def card_sets(ctx: Context) -> tuple[ir.CardSet, ...]:
    """All card sets."""
    return tuple(ctx.keep(("set", item), partial(_set, ctx, item)) for item in ctx.live(ctx.game.card_sets).values())


def constructions(ctx: Context) -> tuple[ir.Construction, ...]:
    """All constructions."""
    live = ctx.live(ctx.game.constructions)
    return tuple(ctx.keep(("construction", item), partial(_construction, ctx, item)) for item in live.values())


def set_sizes(ctx: Context) -> dict[tuple[str, str], Size]:
    """How many cards the sets must have that say it, by kind and id."""
    live = ctx.live(ctx.game.card_sets).values()
    read = {
        item.id: ctx.keep(("set size", item), partial(size_of, ctx, ("card_set", item.id), item.size))
        for item in live
        if item.size is not None
    }
    return {("card_set", name): size for name, size in read.items() if size is not None}


def _set(ctx: Context, written: CardSet) -> ir.CardSet:
    entity = ("card_set", written.id)
    slot, faction = _known(ctx, written.slot, "slot", entity), _known(ctx, written.faction, "faction", entity)
    cards: list[tuple[str, int]] = []
    for copies in written.cards:
        if copies.card not in ctx.world.card_ids:
            hint = ctx.world.told.get(copies.card) or did_you_mean(copies.card, sorted(ctx.world.card_ids))
            ctx.wrong_key(copies.at, entity, "E301", f"there is no card `{copies.card}`", hint)
            continue
        cards.append((copies.card, copies.count))
    return ir.CardSet(written.id, written.name, slot, faction, tuple(cards), written.source)


def _construction(ctx: Context, written: Construction) -> ir.Construction:
    entity = ("construction", written.id)
    families = tuple(_known(ctx, at, "faction", entity) for at in written.shared)
    parts: list[ir.DeckPart] = []
    for part in written.parts:
        if part.slot not in ctx.game.slots:
            hint = did_you_mean(part.slot, sorted(ctx.game.slots))
            ctx.wrong_key(part.at, entity, "E301", f"there is no slot `{part.slot}`", hint)
        scope = Expressions(ctx.world, ctx.report, entity)
        typed = scope.read(part.count)
        count = typed.expr.value if isinstance(typed.expr, ir.Const) and typed.type.kind == "int" else 0
        if typed.type.kind != "error" and not 1 <= count <= MOST_CARDS:
            scope.problem("E411", "a part has so many cards, 1 or more", 0, len(part.count.text), "write a number or a constant")
        parts.append(ir.DeckPart(part.slot, count, part.take))
    return ir.Construction(written.id, written.name, families, tuple(parts), written.source, written.most)


def _known(ctx: Context, at: Scalar, kind: str, entity: tuple[str, str]) -> str:
    known = ctx.game.of(kind)
    if at.text not in known:
        ctx.wrong(at, entity, "E301", f"there is no {kind} `{at.text}`", did_you_mean(at.text, sorted(known)))
    return at.text
