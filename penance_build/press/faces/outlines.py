"""The outlines of glyphs: pen commands in thousandths of an em, y upwards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from penance_build.press.text.fonts import FontFile, hb_face, hb_font

Command = tuple[str, tuple[tuple[float, float], ...]]
_LETTERS = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z", "endPath": "Z"}


@lru_cache(maxsize=8192)
def outline_of(face: FontFile, glyph: int) -> tuple[Command, ...]:
    """The outline of a glyph; nothing where it has no ink."""
    from fontTools.pens.recordingPen import RecordingPen

    scale = 1000 / int(hb_face(face).upem)
    pen: Any = RecordingPen()
    hb_font(face).draw_glyph_with_pen(glyph, pen)
    return tuple((_LETTERS[name], tuple((x * scale, y * scale) for x, y in points)) for name, points in pen.value)


@lru_cache(maxsize=16384)
def placed_outline(face: FontFile, glyph: int, turned: tuple[float, float, float, float]) -> tuple[int, int, str]:
    """The outline of a glyph under the four numbers of a matrix, as SVG: where it begins, in hundredths of a unit, and all that follows.

    What follows is told from point to point, so that it is the same wherever the glyph stands. Points are rounded before they are
    subtracted, so that nothing adds up. The text is "" where the glyph has no ink.
    """
    a, b, c, d = turned
    first: tuple[int, int] | None = None
    here = begun = (0, 0)
    said: list[str] = []
    for name, points in outline_of(face, glyph):
        if name == "Z":
            said.append("z")
            here = begun
            continue
        ends = [(round((a * x + c * y) * 100), round((b * x + d * y) * 100)) for x, y in points]
        if first is None:
            first = begun = here = ends[0]
            continue
        steps = " ".join(f"{hundredths(x - here[0])} {hundredths(y - here[1])}" for x, y in ends)
        said.append(name.lower() + steps)
        here = ends[-1]
        begun = here if name == "M" else begun
    return (*first, "".join(said)) if first is not None else (0, 0, "")


def hundredths(number: int) -> str:
    """Hundredths as a decimal number without noughts at its end."""
    whole, part = divmod(abs(number), 100)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole}.{part:02d}".rstrip("0") if part else f"{sign}{whole}"
