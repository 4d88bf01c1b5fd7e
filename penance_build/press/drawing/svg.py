"""What every drawn sheet is made of: lengths, pens, and pieces of SVG measured in micrometres.

Everything here is text and integers. A drawing is written in micrometres, so that no coordinate is ever a fraction and
what stands in the file is what a ruler finds on the paper.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

# Widths of lines, in micrometres: what is cut, what is drawn, what only measures.
CUT, LINE, HAIR = 350, 180, 100


@dataclass(frozen=True, slots=True)
class Pens:
    """The colours of a drawing: what is cut, what matters, what measures, what it is drawn on."""

    ink: str
    rubric: str
    quiet: str
    paper: str


def mm(um: int, places: int = 3) -> str:
    """A length in millimetres with a point and at most ``places`` decimals, without idle zeros: 11500 is ``11.5``."""
    step = 10 ** (3 - places)
    thousandths = (abs(um) + step // 2) // step * step
    sign = "-" if um < 0 and thousandths else ""
    return f"{sign}{thousandths // 1000}.{thousandths % 1000:03d}".rstrip("0").rstrip(".")


def mm2(um: int) -> str:
    """A measured length in millimetres with two decimals."""
    hundredths = (um + 5) // 10
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def svg(width: int, height: int, body: Iterable[str]) -> str:
    """A drawing of this size in micrometres, at its true size.

    The step from millimetres to micrometres is one of its own: a PDF writer keeps six decimals of a scale, which is
    exact for a thousandth, while micrometres to points in one step would be off by 12 micrometres in a ruler.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" '
        f'viewBox="0 0 {mm(width)} {mm(height)}"><g transform="scale(0.001)">{"".join(body)}</g></svg>'
    )


def line(x1: int, y1: int, x2: int, y2: int, *, color: str, width: int = HAIR, dash: str = "") -> str:
    """A straight line; ``dash`` is a list of lengths in micrometres."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{x1} {y1}L{x2} {y2}" fill="none" stroke="{color}" stroke-width="{width}"{dashed}/>'


def frame(x: int, y: int, width: int, height: int, *, color: str, line_width: int = LINE, fill: str = "none", dash: str = "") -> str:
    """A rectangle."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{color}" stroke-width="{line_width}"{dashed}/>'


def shape(data: str, *, fill: str, stroke: str = "none", width: int = 0) -> str:
    """A filled path."""
    stroked = f' stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"' if width else ""
    return f'<path d="{data}" fill="{fill}"{stroked}/>'


def label(
    x: int, y: int, text: str, *, size: int, color: str, anchor: str = "start", weight: int = 400, family: str = "text", turn: int = 0
) -> str:
    """A line of text whose baseline begins, is centred or ends at the point; ``size`` in micrometres, ``turn`` in degrees."""
    turned = f' transform="rotate({turn} {x} {y})"' if turn else ""
    return (
        f'<text x="{x}" y="{y}" font-family="{family}" font-size="{size}" font-weight="{weight}" fill="{color}" '
        f'text-anchor="{anchor}"{turned}>{escape(text)}</text>'
    )


def arrow(x: int, y: int, dx: int, dy: int, *, color: str, length: int = 1500) -> str:
    """The head of a dimension line with its point here, pointing along (dx, dy), one of which is 0 and the other 1 or -1."""
    half = length // 5
    back_x, back_y = x - dx * length, y - dy * length
    return shape(f"M{x} {y}L{back_x + dy * half} {back_y + dx * half}L{back_x - dy * half} {back_y - dx * half}Z", fill=color)


def dimension_across(x1: int, x2: int, y: int, text: str, *, start: int, color: str, size: int = 2300) -> str:
    """A measure from x1 to x2 at height y; the witness lines begin at height ``start``. A narrow one has its text beside it."""
    below = 1 if y > start else -1
    parts = [line(x, start + 600 * below, x, y + 900 * below, color=color) for x in (x1, x2)]
    roomy = x2 - x1 >= 7000
    if roomy:
        parts += [line(x1, y, x2, y, color=color), arrow(x1, y, -1, 0, color=color), arrow(x2, y, 1, 0, color=color)]
        parts.append(label((x1 + x2) // 2, y - 600, text, size=size, color=color, anchor="middle", family="figures"))
    else:
        parts += [line(x1 - 3000, y, x2 + 3000, y, color=color), arrow(x1, y, 1, 0, color=color), arrow(x2, y, -1, 0, color=color)]
        parts.append(label(x2 + 3500, y + size // 3, text, size=size, color=color, family="figures"))
    return "".join(parts)


def dimension_down(y1: int, y2: int, x: int, text: str, *, start: int, color: str, size: int = 2300) -> str:
    """A measure from y1 to y2 at x, its text turned to be read from the right; the witness lines begin at ``start``."""
    right = 1 if x > start else -1
    parts = [line(start + 600 * right, y, x + 900 * right, y, color=color) for y in (y1, y2)]
    parts += [line(x, y1, x, y2, color=color), arrow(x, y1, 0, -1, color=color), arrow(x, y2, 0, 1, color=color)]
    parts.append(label(x - 600, (y1 + y2) // 2, text, size=size, color=color, anchor="middle", family="figures", turn=-90))
    return "".join(parts)


def ruler(x: int, y: int, length: int, *, color: str, size: int = 2100) -> str:
    """A ruler with a mark each millimetre and a number each ten, ``length`` micrometres long, its base line at y."""
    parts = [line(x, y, x + length, y, color=color, width=LINE)]
    for place in range(0, length + 1, 1000):
        tall = 3000 if place % 10_000 == 0 else 2200 if place % 5000 == 0 else 1300
        parts.append(line(x + place, y, x + place, y - tall, color=color, width=HAIR))
        if place % 10_000 == 0:
            parts.append(label(x + place, y - 3600, str(place // 1000), size=size, color=color, anchor="middle", family="figures"))
    parts.append(label(x + length + 1800, y, "mm", size=size, color=color))
    return "".join(parts)
