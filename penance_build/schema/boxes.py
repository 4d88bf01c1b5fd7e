"""What was meant in a box of a layout: keys that other programs have for places and contents, and lengths and sizes in their forms."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from penance_build.schema.measures import measure_hint
from penance_build.schema.shapes import Shape
from penance_build.source.text.tokens import written

_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_COMMA: Final = re.compile(r"(-?[0-9]+),([0-9]+)")
_OTHER_UNIT: Final = re.compile(r"(-?[0-9]{1,9}(?:[.,][0-9]{1,9})?) ?(cm|in|inch|inches|\"|px|pt|%|em)")
_RANGE: Final = re.compile(r"([0-9]+(?:[.,][0-9]+)?) ?(?:pt|px)? ?(?:-|–|to|\.\.\.|,) ?([0-9]+(?:[.,][0-9]+)?) ?(?:pt|px)?")
_SIZE_UNIT: Final = re.compile(r"([0-9]+(?:[.,][0-9]+)?) ?(?:px|points?|pts)")
_FILE: Final = re.compile(r"\S*\.(?:png|jpe?g|webp|svg|gif)", re.IGNORECASE)
_FONT: Final = re.compile(r"\.(?:ttf|otf|woff2?)$")
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_MICROMETRES: Final = {"cm": 10_000, "in": 25_400, "inch": 25_400, "inches": 25_400, '"': 25_400}
_LEFT: Final = ("left", "x")
_TOP: Final = ("top", "y")
_WIDTH: Final = ("width", "w")
_HEIGHT: Final = ("height", "h")
_SIDES: Final = (_LEFT, _TOP, _WIDTH, _HEIGHT)
_PLACES: Final = ("position", "pos", "place", "rect", "bounds", "box", "area", "geometry", "where")
_PICTURES: Final = ("picture", "img", "src", "file", "art", "artwork", "illustration", "photo")
_SHAPES: Final = ("rectangle", "ellipse", "rhombus", "line")
_SAID: Final = ("name", "text", "type", "slot", "faction", "number", "total", "copies", "version", "deck", "game")


def is_box(entity: tuple[str, str], path: Sequence[str | int]) -> bool:
    """Whether a path within an entry leads to a box of a layout."""
    return entity[0] == "layout" and len(path) == 2 and path[0] == "boxes"


def meant_in_box(box: Mapping[str, Any], unknown: Sequence[str], lacking: Collection[str], images: Collection[str]) -> dict[str, str]:
    """For unknown keys of a box what was meant; of several that are one mistake the first alone has words, the others "".

    ``lacking`` are the keys that the box lacks, ``images`` the attributes that are images.
    """
    found: dict[str, str] = {}
    sides = [key for key in unknown if any(key in names for names in _SIDES)]
    if sides and "at" in lacking:
        lengths = [next((str(box[name]) for name in names if name in box), "…") for names in _SIDES]
        found = dict.fromkeys(sides, "") | {sides[0]: f"a place is one list of left, top, width and height: at: [{', '.join(lengths)}]"}
    elif "at" in lacking:
        place = next((key for key in unknown if key in _PLACES), None)
        found = {} if place is None else {place: "did you mean `at`? It is missing"}
    content = next((key for key in unknown if key not in found and _is_scalar(box[key])), None)
    if content is not None and "show" in lacking:
        found[content] = f"did you mean `{_content(content, box[content], images)}`?"
    return found


def _is_scalar(value: object) -> bool:
    return isinstance(value, (str, int))


def _content(key: str, value: Any, images: Collection[str]) -> str:
    """The key and value of a box by which it would show this."""
    text = written(value)
    if _FILE.fullmatch(text) or text in images or (key in _PICTURES and _ID.fullmatch(text)):
        return f"image: {text}"
    shape = next((word for word in (text, key) if word in _SHAPES), None)
    if shape is not None:
        return f"shape: {shape}"
    if isinstance(value, bool):
        return f"show: {key}"
    return f"show: {text}" if _ID.fullmatch(text) else f'say: "{text}"'


def form_hint(shape: Shape, value: Any) -> str:
    """What to write where a length, four of them, a size of text or another measure stand in another form; else empty."""
    if hint := measure_hint(shape, value):
        return hint
    kinds = {shape.get("noun", ""), *(branch.get("noun", "") for branch in shape.get("union", {}).values())}
    if "at" in kinds or "lengths" in kinds:
        return _place_hint(value)
    if "length" in kinds:
        return _length_hint(value)
    return _size_hint(value) if "points" in kinds else ""


# What designers call the two fonts of a theme.
_TITLES: Final = ("title", "titles", "heading", "headline", "header", "head")
_BODIES: Final = ("body", "rules", "serif", "sans", "normal", "regular", "default")


# What other programs call the shapes.
_OTHER_SHAPES: Final = {
    "circle": "ellipse", "oval": "ellipse", "disc": "ellipse", "rect": "rectangle", "square": "rectangle", "box": "rectangle",
    "diamond": "rhombus", "rounded": "rectangle", "rule": "line",
}  # fmt: skip


def value_hint(entity: tuple[str, str], path: Sequence[str | int], value: Any) -> str:
    """What to write for a value of a box, or for a box, that is another thing than its key asks for; else empty."""
    if is_box(entity, path):
        return "write what it shows and where: {at: [3, 4.5, 57.5, 7], show: name}"
    key = path[-1] if path and is_box(entity, path[:-1]) else ""
    if key == "font" and isinstance(value, str):
        return font_hint(value)
    if key == "shape" and isinstance(value, str):
        shape = _OTHER_SHAPES.get(value.lower(), "")
        return f"did you mean `{shape}`?" if shape else ""
    if key == "show" and isinstance(value, list) and all(_ID.fullmatch(str(item)) for item in value):
        return f'several in one box are a text: say: "{" ".join(f"{{{item}}}" for item in value)}"'
    if key == "show" and isinstance(value, str) and _FILE.fullmatch(value):
        return f"did you mean `image: {value}`?"
    if key == "show" and isinstance(value, str) and ("{" in value or " " in value):
        return f'did you mean `say: "{value}"`?'
    return ""


def font_hint(value: str) -> str:
    """What to write where a box names a font by its own name: which of the two it is, and where the theme names both."""
    word = value.lower()
    if word in (*_TITLES, *_BODIES):
        return f"did you mean `{'display' if word in _TITLES else 'text'}`?"
    name = word.replace(" ", "-") if not _FONT.search(word) else value
    return f"a box has one of the two fonts of the theme: `font: display` here, and `font_display: {name}` in the theme"


def _place_hint(value: Any) -> str:
    if isinstance(value, dict):
        lengths = [next((str(value[name]) for name in names if name in value), "…") for names in _SIDES]
        return f"write left, top, width and height as a list: at: [{', '.join(lengths)}]"
    parts = str(value).replace("mm", " ").split()
    if len(parts) == 4 and all(_COMMA.fullmatch(part) or _NUMBER.fullmatch(part) for part in parts):
        return f"a decimal fraction has a point: at: {' '.join(_point(part) for part in parts)}"
    parts = re.split(r"[,;]\s*", str(value).replace("mm", "").strip("[]() "))
    if len(parts) == 4 and all(_NUMBER.fullmatch(part.strip()) for part in parts):
        return f"write it without the quotes: at: [{', '.join(part.strip() for part in parts)}]"
    return "write left, top, width and height in millimetres: at: [3, 4.5, 57.5, 7]; or `card` or `bleed` for all of the card"


def _length_hint(value: Any) -> str:
    text = str(value).strip()
    parts = text.replace("mm", " ").split()
    if len(parts) > 1 and all(_COMMA.fullmatch(part) or _NUMBER.fullmatch(part) for part in parts):
        return f"put commas between them: [{', '.join(_point(part) for part in parts)}]"
    if _COMMA.fullmatch(text.removesuffix("mm").strip()):
        return f"a decimal fraction has a point: {_point(text.removesuffix('mm').strip())}"
    other = _OTHER_UNIT.fullmatch(text)
    if other is not None and other[2] in _MICROMETRES:
        whole, _, part = _point(other[1]).partition(".")
        micrometres = (abs(int(whole)) * 1000 + int(part.ljust(3, "0")[:3] or 0)) * _MICROMETRES[other[2]] // 1000
        sign = "-" if whole.startswith("-") else ""
        length = f"{micrometres // 1000}.{micrometres % 1000:03}".rstrip("0").rstrip(".")
        return f"lengths are millimetres: {sign}{length}"
    if other is not None:
        return f"lengths are millimetres from the corner of the finished card, not `{other[2]}`"
    if _NUMBER.fullmatch(text):
        return "a length has three decimals at most"
    return "write a number of millimetres, such as 4.5"


def _size_hint(value: Any) -> str:
    if isinstance(value, list) and len(value) == 2 and all(_NUMBER.fullmatch(str(item)) for item in value):
        return f"a range of sizes is one value: size: {value[0]}..{value[1]}"
    text = str(value).strip()
    between = _RANGE.fullmatch(text)
    if _COMMA.fullmatch(text.removesuffix("pt").strip()):
        return f"a decimal fraction has a point: {_point(text.removesuffix('pt').strip())}"
    if between is not None:
        return f"a range is written {_point(between[1])}..{_point(between[2])}"
    unit = _SIZE_UNIT.fullmatch(text)
    if unit is not None:
        return f"sizes of text are points: size: {_point(unit[1])}"
    return "write one size in points, or a range from the smallest: 7.5..12"


def _point(text: str) -> str:
    """A number with a decimal point instead of a comma."""
    return text.replace(",", ".")
