"""Faces for little ink: what is filled becomes paper with an outline, broad lines become thin, and hatching stays.

The tincture is then said by its hatching alone, as heraldry does in one ink.
"""

from __future__ import annotations

from penance_build.ir.record import replace
from penance_build.press.drawing.shapes import Shape
from penance_build.press.look.colors import grey
from penance_build.press.look.theme import Theme

WHITE = "#ffffff"
# What is lighter than this, from 0 to 255, is no ink to speak of.
LIGHT = 170
OUTLINE = 12  # hundredths of a millimetre
THINNEST, BROADEST = 8, 16
# A picture that is the ground of a whole card is hidden to so many percent.
VEIL_PERCENT = 75


def in_low_ink(theme: Theme) -> Theme:
    """The same theme on white paper."""
    return replace(theme, paper=WHITE, is_low=True)


def outlined(shapes: tuple[Shape, ...], ink: str) -> tuple[Shape, ...]:
    """Shapes without grounds: one drawn over another still hides it, and what was cut out of a dark one in paper has a line around it.

    A line of white in an ornament of ours is a border that keeps others off, and stays white.
    """
    return tuple(shape if not shape.fill and shape.stroke == WHITE else _outlined(shape, ink) for shape in shapes)


def outlined_as_drawn(shapes: tuple[Shape, ...], ink: str) -> tuple[Shape, ...]:
    """The same of shapes that a game draws: a line of any light colour was to be seen on its dark ground, and is dark now."""
    return tuple(_outlined(shape, ink) for shape in shapes)


def _outlined(shape: Shape, ink: str) -> Shape:
    if shape.fill:
        stroke = shape.stroke if is_dark(shape.stroke) else shape.fill if is_dark(shape.fill) else ink
        return replace(shape, fill=WHITE, stroke=stroke, width=OUTLINE, dash=(), round_joins=True)
    return replace(shape, stroke=shape.stroke if is_dark(shape.stroke) else ink, width=max(THINNEST, min(shape.width * 2 // 3, BROADEST)))


def is_dark(color: str) -> bool:
    """Whether a colour would be seen on white paper."""
    return bool(color) and grey(color) < LIGHT


def written(color: str, theme: Theme) -> str:
    """The colour of letters: those that were light on a dark ground are dark now."""
    return color if not theme.is_low or is_dark(color) else theme.ink
