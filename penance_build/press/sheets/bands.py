"""Where text stands on a sheet of cards: in two bands beyond the marks, and what of it fits there.

The bands are at head and foot, or at the sides where the cards leave more room there: then they are laid out as if the sheet lay on
that side, and turned.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import css_mm, css_pt, mm
from penance_build.press.drawing.rect import Rect
from penance_build.press.imposition.grids import LINE_UM, OFF_UM, Grid
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.trims import BLEED_UM
from penance_build.press.look.theme import Theme
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.measure import width_um
from penance_build.press.text.strings import Strings
from penance_build.product import Cache

# How far text stays off the ends of its band, and off its neighbour.
INSET, APART = 1200, 1500
SIZES: tuple[int, ...] = (700, 650, 600, 550)
# The ruler is as long as the sheet has room for.
RULERS_UM: tuple[int, ...] = (100_000, 50_000, 20_000)
RULER_DEEP_UM = 1900


class SheetLook(Record):
    """What the text of all sheets shares."""

    theme: Theme
    fonts: FontSet
    strings: Strings
    cache: Cache


class Stamp(Record):
    """The words of a sheet; ``part`` tells its cards from others of the deck: their size, their back."""

    game: str
    deck: str
    part: str
    version: str
    digest: str


class Frame(Record):
    """The sheet as its text sees it, and how it is put upright again; the bands in it, as wide as the cards and as the paper allows."""

    width: int
    height: int
    turn: str
    narrow: tuple[Rect, Rect]
    wide: tuple[Rect, Rect]

    @property
    def style(self) -> str:
        """Its size and its turn, as an inline style."""
        return f"left:0;top:0;width:{css_mm(self.width)};height:{css_mm(self.height)}{self.turn}"


class Head(Record):
    """The band at the head: the name of the deck, what stands behind it, the version; and its size of type."""

    box: Rect
    size: str
    deck: str
    beside: str
    edition: str


class Foot(Record):
    """The band at the foot: what it says at the left and at the right, the ruler and its length; and the size of type."""

    box: Rect
    size: str
    says: str
    sides: str
    length: int
    ruler: Rect


def frame_of(paper: Paper, grid: Grid) -> Frame:
    """The sheet as its text sees it."""
    width, height, turn = paper.width_um, paper.height_um, ""
    left, edge, block, marks = grid.left, grid.top, grid.width, grid.marks[1]
    if not grid.is_banded:
        width, height, left, edge, block, marks = height, width, grid.top, grid.left, grid.height, grid.marks[0]
        turn = f";transform-origin:0 0;transform:translate(0,{css_mm(width)}) rotate(-90deg)"
    top = edge - BLEED_UM - marks - OFF_UM - LINE_UM
    tops = (top, height - top - LINE_UM)
    narrow = [Rect(left, at, block, LINE_UM) for at in tops]
    wide = [Rect(paper.margin_um - INSET, at, width - 2 * (paper.margin_um - INSET), LINE_UM) for at in tops]
    return Frame(width, height, turn, (narrow[0], narrow[1]), (wide[0], wide[1]))


def head_of(frame: Frame, stamp: Stamp, number: str, look: SheetLook) -> Head:
    """The head, with as much as fits: the game is left out first, then chosen options become a plus, then type is smaller.

    ``number`` is the longest text in the middle; the head must not differ from sheet to sheet.
    """
    base, chosen, _ = stamp.version.partition(" + ")
    version, short = stamp.version, f"{base}+" if chosen else base
    part = f" · {stamp.part}" if stamp.part else ""
    whole = f"{part} · {stamp.game}"
    narrow, wide = frame.narrow[0], frame.wide[0]
    tried = [(narrow, 700, whole, version), (wide, 700, whole, version), (wide, 700, part, version)]
    tried += [(wide, size, part, short) for size in SIZES]
    deck = stamp.deck
    while True:
        for box, size, beside, shown in tried:
            left = _bold(look, deck, size) + _plain(look, beside, size)
            # As wide as any twelve digits, so that the digest of the content moves nothing.
            right = _plain(look, f"{shown} · {'d' * len(stamp.digest)}", size)
            if _fits(box, left, _plain(look, number, size), right) or len(deck) < 2:
                return Head(box, css_pt(size), deck, beside, f"{shown} · {stamp.digest}")
        deck, tried = deck.rstrip("…")[:-1].rstrip() + "…", tried[-1:]


def foot_of(frame: Frame, look: SheetLook, how: str = "two_sided") -> Foot:
    """The foot, with the longest ruler that has room between its texts; ``how`` is the key of the words that say how it is printed."""
    sides = look.strings.say(how)
    tried = [(box, size, length) for length in RULERS_UM for box in (frame.narrow[1], frame.wide[1]) for size in (SIZES[0], SIZES[-1])]
    for box, size, length in tried:
        says = look.strings.say("ruler", length=mm(length))
        if _fits(box, _plain(look, says, size), length, _plain(look, sides, size)):
            break
    ruler = Rect((frame.width - length) // 2 - 100, box.top + LINE_UM - RULER_DEEP_UM, length + 200, RULER_DEEP_UM)
    return Foot(box, css_pt(size), says, sides, length, ruler)


def _fits(box: Rect, left: int, middle: int, right: int) -> bool:
    return (box.width - middle) // 2 - INSET - APART >= max(left, right)


def _plain(look: SheetLook, text: str, size: int) -> int:
    return width_um(look.fonts.face("text", 400), text, size)


def _bold(look: SheetLook, text: str, size: int) -> int:
    return width_um(look.fonts.face("text", 700), text, size)
