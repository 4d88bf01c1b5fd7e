"""Where the parts of a card's front stand: rectangles in micrometres from the corner of the bleed.

The parts follow the order in which the eye should go: cost, name, panel, marks, text, and a quiet line. What a card does not have takes no
room: without marks the text moves up.
"""

from __future__ import annotations

from penance_build.ir.record import Record
from penance_build.press.drawing.rect import Rect
from penance_build.press.imposition.trims import BLEED_UM, SAFE_UM, Trim

STRIP = 8200
GAP = 1500
NAME = 6300
KIND = 2700
MARKS = 6800
QUIET = 5400
# Of a card's height, the share of the panel in thousandths: the largest that leaves the longest text of a deck a size to read with ease.
PANEL_SHARES: tuple[int, ...] = (506, 470, 440, 405, 370, 335, 300)


class Frame(Record):
    """The parts of a front; ``page`` is the trim with its bleed, ``marks`` None where there are none."""

    page: Rect
    strip: Rect
    name: Rect
    kind: Rect
    panel: Rect
    marks: Rect | None
    rules: Rect
    quiet: Rect


def frame_for(trim: Trim, *, has_marks: bool, share: int = PANEL_SHARES[0]) -> Frame:
    """The frame of a front of this size, with a panel of this share of the height."""
    page = trim.page
    edge = BLEED_UM + SAFE_UM
    bottom = page.height - edge
    strip = Rect(edge, edge, STRIP, bottom - edge)
    left = edge + STRIP + GAP
    width = page.width - edge - left
    name = Rect(left, edge - 400, width, NAME)
    kind = Rect(left, name.bottom, width, KIND)
    panel = Rect(left, kind.bottom + 600, width, trim.height_um * share // 10000 * 10)
    below = panel.bottom + 900
    marks = Rect(left, below, width, MARKS) if has_marks else None
    quiet = Rect(left, bottom - QUIET, width, QUIET)
    top = (marks.bottom if marks else below) + 700
    rules = Rect(left, top, width, quiet.top - 700 - top)
    return Frame(page, strip, name, kind, panel, marks, rules, quiet)
