"""Items as SVG, whole numbers throughout: what stands in the file is what a ruler finds on the paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import assert_never

from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.shapes import Box, Circle, Group, Item, Label, Shape


def svg(width: int, height: int, items: Iterable[Item]) -> str:
    """A drawing of this size in micrometres, at its true size.

    The step from millimetres to micrometres is one of its own: a PDF writer keeps six decimals of a scale, which is
    exact for a thousandth, while micrometres to points in one step would be off by 12 micrometres in a ruler.
    """
    return _document(width, height, f"0 0 {mm(width)} {mm(height)}", f'<g transform="scale(0.001)">{elements(items)}</g>')


def svg_in_hundredths(width: int, height: int, items: Iterable[Item]) -> str:
    """The same for a drawing in hundredths of a millimetre, whose scale a PDF writer keeps as it is."""
    return _document(width * 10, height * 10, f"0 0 {width} {height}", elements(items))


def _document(width: int, height: int, view: str, body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" viewBox="{view}">{body}</svg>'


def elements(items: Iterable[Item]) -> str:
    """The elements of a drawing, in the order in which they cover one another."""
    return "".join(map(_element, items))


def _element(item: Item) -> str:
    match item:
        case Shape():
            caps = ' stroke-linecap="round"' if item.round_caps else ""
            joins = ' stroke-linejoin="round"' if item.round_joins else ""
            return f'<path d="{item.data}"{_paint(item.fill, item.stroke, item.width, item.dash)}{caps}{joins}/>'
        case Box():
            rounded = f' rx="{item.radius}"' if item.radius else ""
            paint = _paint(item.fill, item.stroke, item.line, item.dash)
            return f'<rect x="{item.left}" y="{item.top}" width="{item.width}" height="{item.height}"{rounded}{paint}/>'
        case Circle():
            return f'<circle cx="{item.cx}" cy="{item.cy}" r="{item.radius}"{_paint(item.fill, item.stroke, item.line, ())}/>'
        case Label():
            return _label(item)
        case Group():
            return f'<g transform="{item.transform}">{elements(item.items)}</g>'
    assert_never(item)


def _paint(fill: str, stroke: str, width: int, dash: tuple[int, ...]) -> str:
    paint = f' fill="{fill or "none"}"'
    if stroke:
        paint += f' stroke="{stroke}" stroke-width="{width}"'
    if dash:
        paint += f' stroke-dasharray="{" ".join(map(str, dash))}"'
    return paint


def _label(item: Label) -> str:
    turned = f' transform="rotate({item.turn} {item.x} {item.y})"' if item.turn else ""
    return (
        f'<text x="{item.x}" y="{item.y}" font-family="{item.family}" font-size="{item.size}" font-weight="{item.weight}" '
        f'fill="{item.color}" text-anchor="{item.anchor}"{turned}>{escape(item.text)}</text>'
    )
