"""A word over each front, across the card and so pale that what it lies on can be read."""

from __future__ import annotations

import math

from penance_build.press.drawing.lengths import css_mm, css_pt, decimal
from penance_build.press.drawing.rect import Rect
from penance_build.press.imposition.trims import SAFE_UM, Trim
from penance_build.press.sheets.bands import SheetLook
from penance_build.press.text.layout import layout
from penance_build.press.text.letters import Missing, missing_letters
from penance_build.press.text.measure import points_to_um, width_um
from penance_build.press.text.templates import render

# How much of what is under it the word covers, in percent.
OPACITY = 13
LARGEST, SMALLEST, STEP = 6000, 800, 100  # hundredths of a point


def watermark_letters(look: SheetLook, text: str) -> tuple[Missing, ...]:
    """The characters of a watermark that its font cannot draw."""
    return missing_letters(look.fonts, dict(look.theme.values), [(text, "display", 700, "watermark")])


def watermark(trim: Trim, text: str, look: SheetLook) -> bytes | None:
    """A PDF of the size of a face with its bleed, on which nothing but the word stands; None where it is too long for the card."""
    page = trim.page
    across, down = (side - 2 * SAFE_UM for side in (trim.width_um, trim.height_um))
    face = look.fonts.face("display", 700)
    for size in range(LARGEST, SMALLEST - 1, -STEP):
        found = _turned(width_um(face, text, size), points_to_um(size), across, down)
        if found is not None:
            break
    else:
        return None
    long = math.isqrt(page.width * page.width + page.height * page.height)
    box = Rect((page.width - long) // 2, (page.height - points_to_um(size) * 2) // 2, long, points_to_um(size) * 2)
    html = render(
        "cards/watermark.html",
        lang=look.strings.language,
        title=text,
        text=text,
        style=f"{box.style};font-size:{css_pt(size)};line-height:{css_mm(box.height)};transform:rotate(-{decimal(found, 2)}deg)",
        color=f"rgba(0,0,0,.{OPACITY})",
    )
    return layout(html, width_um=page.width, height_um=page.height, cache=look.cache, fonts=look.fonts, css=look.theme.css()).pdf


def _turned(long: int, high: int, across: int, down: int) -> int | None:
    """The angle, in hundredths of a degree, nearest to the diagonal at which a line has room; None where it has none."""
    diagonal = round(math.degrees(math.atan2(down, across)))
    for angle in sorted(range(0, 91), key=lambda item: (abs(item - diagonal), item)):
        sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        if long * cosine + high * sine <= across and long * sine + high * cosine <= down:
            return angle * 100
    return None
