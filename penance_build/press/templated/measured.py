"""What stands in a page that the layout engine has laid out: texts that have no room in their element, letters by font, pictures.

Reads the boxes of the engine. Lengths are micrometres.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from penance_build.press.drawing.lengths import UM_PER_INCH
from penance_build.press.templated.addresses import name_in

_UM_PER_PX = UM_PER_INCH / 96
_TOUCH_UM = 150
# Of a font's size: how far ink stands above the baseline, and below it.
_ABOVE, _BELOW = 0.7, 0.2
_WHOLE = ("html", "body", None)
# Where elements that show a picture name it.
_PICTURES = {"img": "src", "embed": "src", "object": "data"}
_MOST_FONTS = 8
_IGNORED = re.compile(r"Ignored `(?P<name>[^:`]+):\s*(?P<value>.*)` at \d+:\d+, (?P<why>.*?)\.?", re.DOTALL)
_AT = re.compile(r" at \d+:\d+")
_BOLD = {"bold": 700, "bolder": 700}


def told_of(document: Any, roles: frozenset[str], base: str) -> dict[str, Any]:
    """What is told of a page: its texts without room, its letters by font, its pictures with sizes, fonts that are not there.

    ``over`` are element, direction and by how much its text has no room.
    """
    over: dict[tuple[str, str], int] = {}
    letters: dict[tuple[str, int, str], set[str]] = {}
    absent: dict[str, None] = {}
    pictures = []
    for page in document.pages:
        for box, around in _within(page._page_box, (), ()):
            if hasattr(box, "text"):
                style = box.style
                family = next((name for name in style["font_family"] if name in roles), "")
                if not family and box.text.strip():
                    absent[str(style["font_family"][0])] = None
                family = family or "text"
                letters.setdefault((family, int(style["font_weight"]), str(style["font_style"])), set()).update(box.text)
                for key, length in _beyond(box, around):
                    over[key] = max(over.get(key, 0), length)
            elif str(box.element_tag).endswith("}svg") and box.element is not None:
                for font, text in _lettering(box.element, ("text", 400, "normal"), roles):
                    letters.setdefault(font, set()).update(text)
            elif box.element_tag in _PICTURES and box.element is not None and hasattr(box, "replacement"):
                name = name_in(box.element.get(_PICTURES[box.element_tag]) or "", base)
                pictures.append([name, _um(box.width), _um(box.height), str(box.style["object_fit"])])
    return {
        "pages": len(document.pages),
        "over": [[name, way, length] for (name, way), length in sorted(over.items())],
        "letters": [[family, weight, style, "".join(sorted(found))] for (family, weight, style), found in sorted(letters.items())],
        "pictures": pictures,
        "absent": list(absent)[:_MOST_FONTS],
    }


def ignored_in(message: str) -> tuple[str, str, str]:
    """What the layout engine says that it ignores: a property, its value and why; or "" twice and a sentence."""
    found = _IGNORED.fullmatch(" ".join(message.split()))
    if found is not None:
        return found["name"].strip(), found["value"][:60], found["why"]
    sentence = _AT.sub("", message)[:160]
    return "", "", sentence[:1].lower() + sentence[1:].rstrip(".")


def _within(box: Any, around: tuple[Any, ...], cutting: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Boxes with those that they stand in, the innermost last.

    What is placed by itself stands in nothing else, but in what cuts it off: ``cutting``.
    """
    own = getattr(box, "_box", box)
    position = own.style["position"]
    yield own, around
    if position == "fixed":
        around = ()
    elif position == "absolute":
        around = cutting
    if _has_size(own):
        around = (*around, own)
    if position != "static" or own.style["transform"]:
        cutting = tuple(one for one in around if one.style["overflow"] != "visible")
    for child in getattr(own, "children", ()):
        yield from _within(child, around, cutting)


def _lettering(node: Any, font: tuple[str, int, str], roles: frozenset[str]) -> Iterator[tuple[tuple[str, int, str], str]]:
    """The texts of a drawing that stands in the page, with their fonts, as far as these are attributes."""
    family, weight, style = font
    named = (name.strip("\"' ") for name in (node.get("font-family") or "").split(","))
    family = next((name for name in named if name in roles), family)
    given = node.get("font-weight") or str(weight)
    weight = _BOLD.get(given, int(given) if given.isdecimal() else 400)
    font = family, weight, node.get("font-style") or style
    is_text = str(node.tag).rpartition("}")[2] in ("text", "tspan", "textPath")
    if is_text and node.text:
        yield font, "".join(node.text.split())
    for child in node:
        yield from _lettering(child, font, roles)
        if is_text and child.tail:
            yield font, "".join(child.tail.split())


def _has_size(box: Any) -> bool:
    """Whether a box is a block, whose width and height are known."""
    is_line = type(box).__name__ in ("LineBox", "InlineBox", "PageBox")
    return not is_line and box.element_tag not in _WHOLE and all(isinstance(length, int | float) for length in (box.width, box.height))


def _beyond(text: Any, around: tuple[Any, ...]) -> Iterator[tuple[tuple[str, str], int]]:
    """By how much a text reaches beyond the innermost element that has no room for it."""
    size = float(text.style["font_size"])
    baseline = text.position_y + text.baseline
    for box in reversed(around):
        left, top = box.position_x + box.margin_left, box.position_y + box.margin_top
        right, below = left + box.border_width(), top + box.border_height()
        wide = max(_um(text.position_x + text.width - right), _um(left - text.position_x))
        high = max(_um(baseline + _BELOW * size - below), _um(top - baseline + _ABOVE * size))
        if max(wide, high) > _TOUCH_UM:
            yield (_called(box.element, box.element_tag), "wide" if wide > high else "high"), max(wide, high)
            return


def _called(element: Any, tag: str) -> str:
    """An element as its author finds it: by its id, its class, or its tag."""
    if element is None:
        return tag
    if element.get("id"):
        return f"#{element.get('id')}"
    classes = (element.get("class") or "").split()
    return f".{classes[0]}" if classes else tag


def _um(px: float) -> int:
    return round(px * _UM_PER_PX)
