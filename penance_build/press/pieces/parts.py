"""What a block draws, in parts that a template lays one after another."""

from __future__ import annotations

from typing import assert_never

from penance_build.press.pieces.aids import arcs_drawing, ruler_drawing
from penance_build.press.pieces.board import board_drawing
from penance_build.press.pieces.cells import Part, boxes_parts, track_parts
from penance_build.press.pieces.content import Arcs, Boxes, Content, Hexes, Ruler, Squares, Tokens, Track
from penance_build.press.pieces.pen import Pen
from penance_build.press.pieces.tokens import tokens_drawings


def parts_of(content: Content, pen: Pen) -> tuple[Part, ...]:
    """The parts of what is drawn."""
    match content:
        case Track():
            return track_parts(content, pen)
        case Boxes():
            return boxes_parts(content, pen)
        case Tokens():
            return (Part("", tokens_drawings(content, pen)),)
        case Hexes() | Squares():
            return (Part("", (board_drawing(content, pen),)),)
        case Ruler():
            return (Part("", (ruler_drawing(content, pen),)),)
        case Arcs():
            return (Part("", (arcs_drawing(content, pen),)),)
    assert_never(content)
