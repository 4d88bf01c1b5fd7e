"""The sheets of paper dice and of stickers: every block on the first sheet with room, as lines of text are filled."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from penance_build.ir.nodes import Die, Program
from penance_build.ir.record import Record
from penance_build.ir.text import face_counts
from penance_build.ir.uses import closure
from penance_build.press.dice.flat import INSET_UM, Block, Painted, is_bare, is_flat, painted, paper_die, stickers
from penance_build.press.dice.marks import type_size
from penance_build.press.dice.pools import Pool
from penance_build.press.dice.room import Lying, lying
from penance_build.press.dice.solids import SOLIDS
from penance_build.press.dice.spec import DieSpec
from penance_build.press.drawing.border import border_drawing
from penance_build.press.drawing.drafting import Pens, ruler
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.shapes import Group, Item
from penance_build.press.drawing.svg import svg
from penance_build.press.edition import edition
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.true_size import at_true_size
from penance_build.press.look.theme import Theme
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import layout
from penance_build.press.text.strings import Strings, strings_of
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Settings

_BETWEEN = (5_000, 4_000)  # two blocks, across and down
_LEFT, _TOP, _BOTTOM = 15_000, 35_000, 22_000
_RULER_UM = 100_000
_SMALL = 1_200  # type of less is hardly read


class _Kind(Record):
    """A kind of sheet: the name of its file, the keys of its title and of what to do with it."""

    file: str
    title: str
    says: str


PAPER, STICKERS = _Kind("paper-dice", "paper_dice", "paper_dice_says"), _Kind("sticker-sheets", "stickers", "stickers_says")


class Look(Record):
    """How sheets look, and on which paper."""

    theme: Theme
    fonts: FontSet
    paper: Paper


def flat_sheets(
    program: Program, dice: Sequence[Die], specs: Sequence[DieSpec], greatest: Sequence[Pool], look: Look, settings: Settings
) -> tuple[list[Artifact], tuple[str, ...]]:
    """``dice/paper-dice-PAPER.pdf`` and ``dice/sticker-sheets-PAPER.pdf``, and what laying them out complained of."""
    theme, paper, pens = look.theme, look.paper, look.theme.pens
    by_die, icons = {spec.die.id: spec for spec in specs}, dict(program.printed.icons)
    rolled = {pool.die: pool.most for pool in greatest}
    all_painted = [painted(die, by_die.get(die.id), icons, pens, look.fonts, rolled.get(die.id, 1)) for die in dice if is_flat(die)]
    if not all_painted:
        return [], ()
    sheet, found = lying(paper), list[Artifact]()
    width, height = sheet.inner_width - 2 * _LEFT, sheet.height - 2 * sheet.inset - _TOP - _BOTTOM
    warnings: list[str] = []
    counted = {one.die.id for one in all_painted if not one.die.print.edge_um}  # by the rules that roll them
    made_from = {f"die {one.die.id}" for one in all_painted} | {*closure(program, [pool.begun for pool in greatest if pool.die in counted])}
    made_from |= {f"icon {face.icon}" for one in all_painted for face in one.die.faces if face.icon}
    for kind in (PAPER, STICKERS):
        blocks = [block for one in all_painted for block in _blocks(kind, one, width, height, pens)]
        pages = [svg(width, height, items) for items in filled(blocks, width, height)]
        laid = layout(
            render("dice/flat.html", **_values(program, kind, pages, all_painted, theme, sheet)),
            width_um=sheet.width, height_um=sheet.height, cache=settings.cache, fonts=look.fonts,
            css=theme.css() + template_text("dice/flat.css"), tags=True,
        )  # fmt: skip
        warnings += laid.warnings
        found.append(Artifact(f"dice/{kind.file}-{paper.id}.pdf", at_true_size(laid.pdf), tuple(sorted({*made_from, "theme"}))))
    return found, (*warnings, *(line for one in all_painted for line in _small_names(one)))


def _small_names(one: Painted) -> list[str]:
    """The names that are hardly read on a sticker, which is the smallest face that they stand on."""
    room, found = SOLIDS[len(one.die.faces)].room * one.edge // 1000, list[str]()
    for shown, _ in face_counts(one.die):
        is_named = not one.icons.get(shown.icon) and (not one.die.print.edge_um or is_bare(one.die, shown))
        size = type_size(shown.name, room, one.fonts)
        if is_named and size < _SMALL:
            small = f"“{shown.name}” on {one.die.name} is {mm(size, 1)} mm high on a sticker"
            found.append(f"{small}; shorten the name, or give the face an `icon:`")
    return found


def _blocks(kind: _Kind, one: Painted, width: int, height: int, pens: Pens) -> list[Block]:
    block = paper_die(one, width, height, pens, one.die.name) if kind is PAPER else stickers(one, width, pens, one.die.name)
    return [block] * one.copies


def filled(blocks: Sequence[Block], width: int, height: int) -> list[list[Item]]:
    """The blocks in rows on pages of this size: each beside the one before it, under the highest of its row, or on the next page."""
    pages: list[list[Item]] = [[]]
    x = y = row = 0
    for block in blocks:
        if x and x + block.width > width:
            x, y, row = 0, y + row + _BETWEEN[1], 0
        if pages[-1] and y + block.height > height:
            pages.append([])
            x = y = row = 0
        pages[-1].append(Group(f"translate({x} {y})", block.items))
        x, row = x + block.width + _BETWEEN[0], max(row, block.height)
    return pages


def _values(program: Program, kind: _Kind, pages: list[str], dice: Sequence[Painted], theme: Theme, sheet: Lying) -> dict[str, object]:
    strings, pens = strings_of(program), theme.pens
    return {
        "lang": strings.language,
        "say": strings.say,
        "game": program.name,
        "version": edition(program.version, strings),
        "title": strings.say(kind.title),
        "about": _about(kind, dice, strings),
        "head_width": mm(sheet.inner_width - 100_000),
        "inside": sheet.style,
        "border": Markup(border_drawing(sheet.width, sheet.height, sheet.border, pens)),
        "pages": [Markup(page) for page in pages],
        "ruler": Markup(svg(_RULER_UM + 12_000, 8000, ruler(1000, 7500, _RULER_UM, color=pens.ink))),
    }


def _about(kind: _Kind, dice: Sequence[Painted], strings: Strings) -> str:
    says = strings.say(kind.says, inset=mm(INSET_UM)) if kind is STICKERS else strings.say(kind.says)
    return f"{says} {strings.say('by_corner')}" if any(len(one.die.faces) == 4 for one in dice) else says
