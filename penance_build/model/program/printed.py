"""What is printed beside cards: families, the quick reference, the look, the icons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.record import replace
from penance_build.model.cards.backs import back_of
from penance_build.model.context.context import Context
from penance_build.model.context.numbering import odds_id
from penance_build.model.declarations.pieces import GOES_WITH, pieces_of
from penance_build.model.formulas.holes import fill_holes, fill_title
from penance_build.model.program.odds import OddsReader
from penance_build.surface.cards import CardType, Slot
from penance_build.surface.nodes import Printed
from penance_build.surface.rules import ReferenceBlock, Setting

# The kinds of definitions that blocks show whole, and the kinds that things to play with are made of.
_SHOWN: Final = {"table": "table", "die": "die", "counter": "counter", "enum": "enum", **ir.PIECE_OF}

# The kinds of blocks that print their lines and nothing else.
_LINES: Final = ("steps", "text")


def groups(ctx: Context, items: Mapping[str, CardType] | Mapping[str, Slot]) -> tuple[ir.Group, ...]:
    """Card types or slots."""
    live: Mapping[str, CardType | Slot] = ctx.live(items)
    return tuple(_group(item) for item in live.values())


def _group(item: CardType | Slot) -> ir.Group:
    if isinstance(item, Slot):
        return ir.Group(item.id, item.name, item.icon)
    return ir.Group(item.id, item.name, item.icon, "" if item.size is None else item.size.text, back_of(item.back))


def factions(ctx: Context) -> tuple[ir.Faction, ...]:
    """Factions with their tinctures."""
    live = ctx.live(ctx.game.factions).values()
    return tuple(ir.Faction(faction.id, faction.name, faction.tincture, faction.icon) for faction in live)


def pairs(items: Mapping[str, Setting]) -> tuple[tuple[str, str], ...]:
    """Theme or icons: key and text."""
    return tuple((item.id, item.text) for item in items.values())


def reference(ctx: Context, odds: OddsReader) -> tuple[ir.ReferenceSide, ...]:
    """The sides of the quick reference, with every hole of every line filled."""
    options = sorted(ctx.conditions.named(ctx.game.reference_whens))
    live = [block for side in ctx.game.reference for block in side.blocks if ctx.holds(block)]
    behind = tuple(odds.behind(block) for block in live if block.odds)
    pieces = {block: pieces_of(ctx, block, block.pieces, _entity(block)) for block in live if block.pieces}
    key = ("reference", *ctx.game.reference, *map(ctx.choice.get, options), *behind, *pieces.values())
    return ctx.keep(key, partial(_sides, ctx, odds, pieces))


def _entity(block: ReferenceBlock) -> tuple[str, str]:
    return ("reference", "" if block.title is None else block.title.text)


def _sides(ctx: Context, odds: OddsReader, pieces: Mapping[ReferenceBlock, ir.Pieces | None]) -> tuple[ir.ReferenceSide, ...]:
    sides: list[ir.ReferenceSide] = []
    for number, side in enumerate(ctx.game.reference, start=1):
        blocks: list[ir.Block] = []
        for place, block in enumerate(side.blocks, start=1):
            if ctx.holds(block):
                key = ("block", block) if block.odds is None else ("block", block, number, place, odds.behind(block))
                made = ctx.keep(key, partial(_block, ctx, odds, block, odds_id(number, place)))
                blocks.append(replace(made, pieces=pieces[block]) if pieces.get(block) else made)
        title = ctx.keep(("side", side), partial(_title, ctx, side.title))
        sides.append(ir.ReferenceSide(title, tuple(blocks), side.sheet, side.columns, side.owner, side.is_landscape))
    return tuple(sides)


def _title(ctx: Context, title: Printed | None) -> str:
    """A title; like a line of text it must not contain numbers outside of holes."""
    return "" if title is None else fill_title(ctx, ("reference", title.text), title)


def _block(ctx: Context, odds: OddsReader, block: ReferenceBlock, name: str) -> ir.Block:
    show, ref, entity = block.show, block.ref, _entity(block)
    for key in block.misplaced:
        goes = GOES_WITH.get(str(key.key), "`show: odds`")
        ctx.wrong_key(key, entity, "E201", f"`{key.key}` goes with {goes}, and this block has `show: {show}`", "remove it, or show that")
    if show in _LINES and not block.lines:
        hint = "write its `lines:`" if ref is None else f"write its `lines:`; `show: {show}` takes nothing from `{ref.text}`"
        message = f"the block has no `lines`, and `show: {show}` prints these and nothing else"
        ctx.wrong_key(block.at, entity, "E202", message, hint)
    kind = _SHOWN.get(show)
    if kind and ref is not None and ref.text not in ctx.game.of(kind):
        ctx.wrong(ref, entity, "E301", f"there is no {kind} `{ref.text}`", did_you_mean(ref.text, sorted(ctx.game.of(kind))))
    title, lines = _title(ctx, block.title), tuple(fill_holes(ctx, entity, line) for line in block.lines)
    table = odds.table(block, entity, name) if block.odds else None
    return ir.Block(title, show, "" if ref is None else ref.text, lines, block.columns, table)
