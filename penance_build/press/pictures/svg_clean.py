"""SVG of a stranger: what runs, or leads outside, is taken out before anything draws it, and what grows without end is refused."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from xml.etree import ElementTree

from penance_build.ir.record import Record
from penance_build.press.pictures.picture import Fault
from penance_build.press.pictures.raster import open_raster
from penance_build.press.pictures.svg_styles import bound_styles
from penance_build.press.pictures.svg_uses import LINKS, bound_figures, bound_uses, local_name, numbers_in

MOST_BYTES = 4_000_000
MOST_ELEMENTS = 20_000
MOST_LETTERS = 20_000  # each is shaped and drawn: a million of them take minutes
DEEPEST = 60
_SVG = "http://www.w3.org/2000/svg"
_RUNS = frozenset({"script", "foreignObject", "handler", "listener", "iframe", "audio", "video", "animate", "animateTransform", "set"})
_LETTERED = frozenset({"text", "tspan", "textPath", "tref", "a"})
_ENTITY = re.compile(r"<!ENTITY|<!DOCTYPE[^<>]*\[", re.IGNORECASE)
_INSIDE = re.compile(r"data:image/(?:png|jpe?g|webp);base64,(?P<data>[A-Za-z0-9+/=\s]+)\Z", re.IGNORECASE)
_OUTSIDE = re.compile(r"url\((?!\s*['\"]?#)|@import|expression\(|javascript:", re.IGNORECASE)
_LENGTH = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*(px|mm|cm|in|pt|pc)?\s*\Z")
_PER_UNIT = {"": 25_400 / 960, "px": 25_400 / 960, "mm": 100, "cm": 1000, "in": 2540, "pt": 2540 / 72, "pc": 2540 / 6}


class Cleaned(Record):
    """A drawing without what was ``removed``, by what a person calls it, and its size in hundredths of a millimetre."""

    text: str
    width: int
    height: int
    removed: tuple[str, ...]


def parse_svg(data: bytes) -> ElementTree.Element:
    """The tree of a drawing that is bounded. Raises ``Fault``."""
    if len(data) > MOST_BYTES:
        raise Fault("E835", f"has {len(data):,} bytes, and {MOST_BYTES:,} are the most of a drawing", "simplify it")
    text = _decoded(data)
    if _ENTITY.search(text):
        raise Fault("E835", "declares entities, which no drawing needs", "save it as plain SVG")
    try:
        root = _bounded(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise Fault("E835", f"is no SVG that can be read: {str(error).partition(':')[0]}", "save it as plain SVG") from error
    if root.tag not in (f"{{{_SVG}}}svg", "svg"):
        raise Fault("E835", "is no SVG: it does not begin with `svg`", "save it as plain SVG")
    return root


def _bounded(text: str) -> ElementTree.Element:
    """The tree; it is given up where it grows too deep or too large, before all of it is read."""
    root: list[ElementTree.Element] = []
    depth = letters = 0
    for count, (kind, element) in enumerate(ElementTree.iterparse(io.BytesIO(text.encode()), ("start", "end"))):
        depth += 1 if kind == "start" else -1
        root = root or [element]
        if depth > DEEPEST or count > 2 * MOST_ELEMENTS:
            what = f"nests more than {DEEPEST} deep" if depth > DEEPEST else f"has more than {MOST_ELEMENTS:,} elements"
            raise Fault("E835", what, "simplify it")
        if kind == "end" and local_name(element) in _LETTERED:
            letters += len(element.text or "") + sum(len(child.tail or "") for child in element)
            if letters > MOST_LETTERS:
                raise Fault("E835", f"has more than {MOST_LETTERS:,} letters of text", "let the card say it, or draw it as paths")
    return root[0]


def clean_svg(data: bytes) -> Cleaned:
    """The drawing without scripts and outside addresses. Raises ``Fault``."""
    root = parse_svg(data)
    removed: dict[str, None] = {}
    _clean(root, removed)
    bound_figures(root)
    bound_uses(root)
    bound_styles(root)
    width, height = _size(root)
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    return Cleaned(ElementTree.tostring(root, encoding="unicode"), width, height, tuple(removed))


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "utf-16"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        return re.sub(r"\A\s*<\?xml[^>]*\?>", "", text)
    raise Fault("E835", "is no text in UTF-8", "save it as plain SVG")


def _clean(element: ElementTree.Element, removed: dict[str, None]) -> None:
    for child in list(element):
        name = local_name(child)
        is_outside = name == "image" and not _is_picture(child)
        if name in _RUNS or is_outside or (name == "style" and _OUTSIDE.search(child.text or "")):
            element.remove(child)
            removed["an outside picture" if is_outside else f"`{name}`"] = None
        else:
            _clean(child, removed)
    for key, value in list(element.attrib.items()):
        name = key.rpartition("}")[2]
        if name.startswith("on"):
            removed[f"`{name}`"] = None
        elif (key in LINKS and not value.startswith("#") and local_name(element) != "image") or _OUTSIDE.search(value) or name == "base":
            removed["an outside address"] = None
        else:
            continue
        del element.attrib[key]


def _is_picture(element: ElementTree.Element) -> bool:
    """Whether an element shows pixels that it holds; they are judged as those of a file are. Raises ``Fault``."""
    for link in LINKS:
        address = element.get(link)
        found = None if address is None else _INSIDE.match(address)
        if address is not None and found is None:
            return False
        if found is not None:
            try:
                data = b64decode(found["data"])
            except ValueError:
                return False
            open_raster(data)
    return True


def _size(root: ElementTree.Element) -> tuple[int, int]:
    """Width and height, of the view box where none are given."""
    view = numbers_in(root.get("viewBox", ""))
    found = []
    for name, at in (("width", 2), ("height", 3)):
        length = _LENGTH.match(root.get(name, ""))
        if length:
            found.append(float(length[1]) * _PER_UNIT[length[2] or ""])
        elif len(view) == 4:
            found.append(view[at] * _PER_UNIT["px"])
    if len(found) != 2 or not all(0.5 < length <= 1_000_000 for length in found):  # neither infinite nor no number
        raise Fault("E835", "does not say how large it is", "give it a viewBox")
    return round(found[0]), round(found[1])
