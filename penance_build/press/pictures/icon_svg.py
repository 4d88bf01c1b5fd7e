"""An SVG file as an icon: its shapes as one path on the grid of icons, or the reason why they cannot be one.

An icon is one silhouette: what has lines, letters, pictures or colours over one another is no icon, and is refused in words that say what
to do about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any
from xml.etree.ElementTree import Element

from penance_build.press.drawing.icon_path import GRID, LONGEST, MOST_PIECES, BadPath, commands
from penance_build.press.drawing.lengths import decimal
from penance_build.press.pictures.picture import Fault
from penance_build.press.pictures.svg_clean import parse_svg
from penance_build.press.pictures.svg_uses import bound_uses, local_name, numbers_in, used_by
from penance_build.press.pictures.winding import Contour, by_nesting

# So many characters of paths are read at most: a path that is kept has a tenth of them.
_MOST_READ = 10 * LONGEST
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_PAINT = ("fill", "stroke", "fill-rule", "stroke-width", "display", "opacity", "clip-path", "mask", "filter", "visibility")
_SKIPPED = frozenset({"title", "desc", "metadata", "defs", "namedview", "clipPath", "mask", "linearGradient", "radialGradient"})
_REFUSED: Mapping[str, tuple[str, str]] = {
    "text": ("has letters", "turn them into paths"),
    "image": ("has a picture in it", "draw it as paths"),
    "style": ("has a style sheet", "save it as plain SVG, with the paint at each shape"),
    "foreignObject": ("has something in it that is no drawing", "save it as plain SVG"),
}
_WHITE = frozenset({"white", "#fff", "#ffffff", "#FFF", "#FFFFFF"})

_Shape = tuple[str, Any, bool]  # path data, the matrix that brings it onto the grid, whether it is filled by the rule `evenodd`


def icon_path(data: bytes) -> str:
    """The path of an icon in a file. Raises ``Fault`` with the code E810."""
    try:
        root = parse_svg(data)
        bound_uses(root)
    except Fault as fault:
        raise Fault("E810", fault.says, fault.cure) from fault
    contours = _contours(_shapes(root, _grid(root), {"fill": "black", "stroke": "none"}, _by_id(root)))
    if not contours:
        raise _fault("draws nothing", "draw it as filled shapes")
    path = "".join(_written(contour) for contour in contours)
    try:
        commands(path)
    except BadPath as error:
        raise _fault(f"cannot be drawn: {error}", "keep within the view box, and simplify it") from error
    return path


def _fault(says: str, cure: str) -> Fault:
    return Fault("E810", says, cure)


def _by_id(root: Element) -> dict[str, Element]:
    return {element.get("id", ""): element for element in root.iter() if element.get("id")}


def _grid(root: Element) -> Any:
    """From the view box, whatever it is, to the grid of icons: as large as it can be, in the middle."""
    from fontTools.misc.transform import Transform

    view = numbers_in(root.get("viewBox", "")) or [0, 0, *numbers_in(f"{root.get('width', '')} {root.get('height', '')}")]
    if len(view) != 4 or min(view[2:]) <= 0:
        raise _fault("does not say how large it is", "give it a viewBox")
    left, top, width, height = view
    scale = GRID / max(width, height)
    return Transform(scale, 0, 0, scale, (GRID - width * scale) / 2 - left * scale, (GRID - height * scale) / 2 - top * scale)


def _contours(shapes: Iterator[_Shape]) -> list[Contour]:
    """The contours of shapes; given up where there are more than an icon may have, for each is held against each other."""
    found: list[Contour] = []
    read = pieces = 0
    for data, matrix, is_even_odd in shapes:
        read += len(data)
        if read > _MOST_READ:
            raise _fault(f"has paths of more than {_MOST_READ:,} characters", "simplify it")
        own = _parsed(data, matrix)
        pieces += sum(map(len, own))
        if pieces > MOST_PIECES:
            raise _fault(f"has more than {MOST_PIECES:,} lines and curves", "simplify it")
        found += by_nesting(own) if is_even_odd else own
    return found


def _shapes(element: Element, matrix: Any, paint: Mapping[str, str], by_id: Mapping[str, Element]) -> Iterator[_Shape]:
    """The shapes of an element and of all within it that are filled. How many and how deep they are has been seen to (``bound_uses``)."""
    name = local_name(element)
    if name in _REFUSED:
        raise _fault(*_REFUSED[name])
    if name in _SKIPPED or (element.tag.startswith("{") and "}" in element.tag and "w3.org/2000/svg" not in element.tag):
        return
    own = {**paint, **_paint(element)}
    if own.get("display") == "none" or own.get("visibility") == "hidden":
        return
    matrix = matrix.transform(_transform(element.get("transform", "")))
    for key, what in (("clip-path", "is cut off by another shape"), ("mask", "has a mask"), ("filter", "has a filter")):
        if own.get(key, "none") != "none":
            raise _fault(what, "save it as one path")
    if name in ("svg", "g", "a", "symbol", "switch"):
        for child in element:
            yield from _shapes(child, matrix, own, by_id)
    elif name == "use":
        target = by_id.get(next(used_by(element), ""))
        if target is not None:
            moved = matrix.translate(*((numbers_in(element.get(key, "")) or [0.0])[0] for key in ("x", "y")))
            yield from _shapes(target, moved, own, by_id)
    elif data := _filled(element, name, own):
        yield data, matrix, own.get("fill-rule") == "evenodd"


def _paint(element: Element) -> dict[str, str]:
    found = {key: element.get(key, "") for key in _PAINT if element.get(key)}
    for part in element.get("style", "").split(";"):
        key, colon, value = part.partition(":")
        if colon and key.strip() in _PAINT:
            found[key.strip()] = value.strip()
    return found


def _filled(element: Element, name: str, paint: Mapping[str, str]) -> str:
    """A shape as path data; nothing of one that is not filled."""
    if paint.get("stroke", "none") != "none" and paint.get("stroke-width", "1") != "0":
        raise _fault("is drawn with lines", "turn them into outlines: an icon is filled shapes (in Inkscape: Path, Stroke to Path)")
    if paint.get("fill") == "none" or name == "line":
        return ""
    if paint.get("fill", "") in _WHITE:
        raise _fault("has white shapes over others", "cut them out: an icon has one colour")
    return _data(element, name)


def _data(element: Element, name: str) -> str:
    """A shape as path data; nothing of what is no shape."""
    if name == "path":
        return element.get("d", "")
    if name in ("polygon", "polyline"):
        points = numbers_in(element.get("points", ""))
        pairs = [f"{x} {y}" for x, y in zip(points[::2], points[1::2], strict=False)]
        return "M" + "L".join(pairs) + "Z" if len(pairs) > 2 else ""
    value = {key: (numbers_in(element.get(key, "")) or [0.0])[0] for key in ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r")}
    if name == "rect":
        return _rect(value, has_rx=element.get("rx") is not None, has_ry=element.get("ry") is not None)
    if name in ("circle", "ellipse"):
        rx, ry = (value["r"], value["r"]) if name == "circle" else (value["rx"], value["ry"])
        x, y = value["cx"], value["cy"]
        return f"M{x - rx} {y}A{rx} {ry} 0 1 1 {x + rx} {y}A{rx} {ry} 0 1 1 {x - rx} {y}Z" if min(rx, ry) > 0 else ""
    return ""


def _rect(value: Mapping[str, float], *, has_rx: bool, has_ry: bool) -> str:
    x, y, width, height = (value[key] for key in ("x", "y", "width", "height"))
    if min(width, height) <= 0:
        return ""
    rx = min(value["rx"] if has_rx else value["ry"], width / 2)
    ry = min(value["ry"] if has_ry else value["rx"], height / 2)
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}H{x + width}V{y + height}H{x}Z"
    arc = f"A{rx} {ry} 0 0 1"
    return (
        f"M{x + rx} {y}H{x + width - rx}{arc} {x + width} {y + ry}V{y + height - ry}{arc} {x + width - rx} {y + height}"
        f"H{x + rx}{arc} {x} {y + height - ry}V{y + ry}{arc} {x + rx} {y}Z"
    )


def _parsed(data: str, matrix: Any) -> list[Contour]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(data, TransformPen(pen, matrix))
    except Exception as error:  # the parser of paths raises whatever it stumbles over
        raise _fault("has a path that cannot be read", "save it as plain SVG") from error
    contours: list[Contour] = []
    for name, points in pen.value:
        if name == "moveTo":
            contours.append([])
        if contours:
            contours[-1].append((name, tuple(points)))
    return [_without_end(contour) for contour in contours if len(contour) > 2]


def _without_end(contour: Contour) -> Contour:
    """A contour closes by itself: a last line back to its start is left out."""
    body = [step for step in contour if step[0] not in ("closePath", "endPath")]
    is_back = len(body) > 2 and body[-1][0] == "lineTo" and body[-1][1][0] == body[0][1][0]
    return [*(body[:-1] if is_back else body), ("closePath", ())]


def _transform(text: str) -> Any:
    from math import radians

    from fontTools.misc.transform import Transform

    found = Transform()
    for kind, inner in _TRANSFORM.findall(text):
        values = numbers_in(inner)
        if not all(map(isfinite, values)):
            raise _fault("has a point that lies nowhere", "keep within the view box")
        if kind == "matrix" and len(values) == 6:
            found = found.transform(tuple(values))
        elif kind == "translate" and values:
            found = found.translate(values[0], values[1] if len(values) > 1 else 0)
        elif kind == "scale" and values:
            found = found.scale(values[0], values[1] if len(values) > 1 else values[0])
        elif kind == "rotate" and values:
            x, y = values[1:3] if len(values) == 3 else (0, 0)
            found = found.translate(x, y).rotate(radians(values[0])).translate(-x, -y)
        elif values:
            angle = radians(values[0])
            found = found.skew(angle, 0) if kind == "skewX" else found.skew(0, angle)
    return found


def _written(contour: Contour) -> str:
    letters = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q"}
    steps = [letters[name] + " ".join(_point(point) for point in points) for name, points in contour if name in letters]
    return "".join(steps) + "Z"


def _point(point: tuple[float, float]) -> str:
    if not all(isfinite(length) for length in point):
        raise _fault("has a point that lies nowhere", "keep within the view box")
    return " ".join(decimal(round(length * 1000), 3) for length in point)
