"""What a drawing comes to when all that it refers to is drawn: parts that use parts that use parts grow without end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree

from penance_build.press.pictures.picture import Fault

MOST_DRAWN = 40_000
MOST_STOPS = 400_000  # of gradients, and steps of filters, each drawn for every element that is painted with it
MOST_FIGURES = 400_000  # of paths and polygons: a million of them take a minute
DEEPEST_DRAWN = 150
LINKS = ("href", "{http://www.w3.org/1999/xlink}href")
_DRAWN = r"mask|clip-path|marker-start|marker-mid|marker-end|marker"
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
_STYLE = re.compile(rf"(?:^|[;{{\s])({_DRAWN})\s*:\s*([^;}}]*)")
_PAINT = re.compile(r"(?:^|[;{\s])(fill|stroke|filter)\s*:\s*([^;}]*)")
_PAINTS = ("fill", "stroke", "filter")
_LONGEST_SELECTOR = 10_000  # characters; a longer one may be about anything
_LAST = re.compile(r"[.#]?[\w-]+(?:::?[\w-]+(?:\([^)]*\))?)*\s*\Z|\*\s*\Z")
_FIGURE = re.compile(r"[0-9]+\.?[0-9]*|\.[0-9]+")  # without its sign: the two of `1-2` as well
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_NAMES = tuple(_DRAWN.split("|"))

Reference = tuple[str, str]  # the property, and the id


class _Drawn(NamedTuple):
    """How many elements are drawn for one, how deep they stand in each other, and how many ``stops`` of gradients and steps of filters."""

    elements: int
    height: int
    stops: int


def local_name(element: ElementTree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def numbers_in(text: str) -> list[float]:
    """The numbers of an attribute; one that is too large for any is infinite."""
    return [float(number) for number in _NUMBER.findall(text)]


def used_by(element: ElementTree.Element) -> Iterator[str]:
    """The ids of what a ``use`` shows: parts of the same drawing, and nothing elsewhere."""
    return (element.get(link, "")[1:] for link in LINKS if element.get(link, "").startswith("#"))


def bound_figures(root: ElementTree.Element) -> None:
    """Refuse a drawing whose paths and polygons have too many figures. Raises ``Fault``."""
    figures = sum(len(_FIGURE.findall(element.get(key, ""))) for element in root.iter() for key in ("d", "points"))
    if figures > MOST_FIGURES:
        raise Fault("E835", f"has {figures:,} figures in its paths and polygons, and {MOST_FIGURES:,} are the most", "simplify it")


def bound_uses(root: ElementTree.Element) -> None:
    """Refuse a drawing that comes to too many elements, or stops of gradients, or refers to a part within that part. Raises ``Fault``."""
    by_id = {element.get("id", ""): element for element in root.iter() if element.get("id")}
    sheet, paints = _sheet(root), _sheet(root, _PAINT)
    known: dict[str, _Drawn] = {}
    too_deep = Fault("E835", f"nests more than {DEEPEST_DRAWN} deep when all that it refers to is drawn", "simplify it")

    def referred(target: str, element: ElementTree.Element, above: frozenset[str], depth: int) -> _Drawn:
        if target in above:
            raise Fault("E835", "uses a drawing within itself", "simplify it")
        if target not in known:
            known[target] = drawn(element, above | {target}, depth)
        return known[target]

    def drawn(element: ElementTree.Element, above: frozenset[str], depth: int) -> _Drawn:
        if depth > DEEPEST_DRAWN:
            raise too_deep
        parts = [(drawn(child, above, depth + 1), 1) for child in element]
        for name, target in _references(element, sheet):
            if target in by_id:
                times = _corners(element) if name.startswith("marker") else 1
                parts.append((referred(target, by_id[target], above, depth + 1), times))
        inside, stops = 1 + sum(part.elements * times for part, times in parts), 0
        for target in (_painted(element, paints) & by_id.keys()) - above:  # for all that stands in it, too; paint in a circle is no paint
            source = _made_from(by_id[target], by_id)
            if local_name(source) == "pattern":
                parts.append((referred(target, source, above, depth + 1), inside))
            else:
                stops += len(source)
        made = _Drawn(
            1 + sum(part.elements * times for part, times in parts),
            1 + max((part.height for part, _ in parts), default=0),
            stops * inside + sum(part.stops * times for part, times in parts),
        )
        if made.height > DEEPEST_DRAWN:
            raise too_deep
        return made

    whole = drawn(root, frozenset(), 0)
    if whole.elements > MOST_DRAWN:
        raise Fault("E835", f"comes to more than {MOST_DRAWN:,} elements when all that it refers to is drawn", "simplify it")
    if whole.stops > MOST_STOPS:
        message = f"comes to {whole.stops:,} stops of gradients and steps of filters, and {MOST_STOPS:,} are the most"
        raise Fault("E835", message, "give gradients fewer stops, or draw fewer shapes with them")


def _references(element: ElementTree.Element, sheet: Mapping[str, tuple[Reference, ...]]) -> Iterator[Reference]:
    """The parts that are drawn where an element is: what it uses, its mask, clip and markers, by attribute, style or style sheet."""
    name = local_name(element)
    if name == "use":
        yield from (("use", target) for target in used_by(element))
    for key in _NAMES:
        yield from ((key, found) for found in _REFERENCE.findall(element.get(key, "")))
    yield from _styled(element.get("style", ""))
    if sheet:
        for key in _keys(element):
            yield from sheet.get(key, ())


def _made_from(paint: ElementTree.Element, by_id: Mapping[str, ElementTree.Element]) -> ElementTree.Element:
    """A gradient, pattern or filter, or where it has no parts the one whose parts it takes."""
    for _ in range(DEEPEST_DRAWN):
        other = next((by_id[target] for target in used_by(paint) if target in by_id), None)
        if len(paint) or other is None:
            break
        paint = other
    return paint


def _painted(element: ElementTree.Element, sheet: Mapping[str, tuple[Reference, ...]]) -> set[str]:
    """The ids of what an element, and what stands in it, is painted with."""
    found = {target for key in _PAINTS for target in _REFERENCE.findall(element.get(key, ""))}
    found |= {target for _, target in _styled(element.get("style", ""), _PAINT)}
    return found | {target for key in (_keys(element) if sheet else ()) for _, target in sheet.get(key, ())}


def _keys(element: ElementTree.Element) -> tuple[str, ...]:
    """What selectors may call an element."""
    return ("*", local_name(element), f"#{element.get('id', '')}", *(f".{word}" for word in element.get("class", "").split()))


def _styled(text: str, pattern: re.Pattern[str] = _STYLE) -> Iterator[Reference]:
    for key, value in pattern.findall(text):
        yield from ((key, found) for found in _REFERENCE.findall(value))


def _rules(text: str) -> Iterator[tuple[str, str]]:
    """The selectors and the body of each rule, those in ``@media`` too."""
    for part in text.split("}"):
        head, brace, body = part.rpartition("{")
        if brace:
            yield head.rpartition("{")[2], body


def _sheet(root: ElementTree.Element, pattern: re.Pattern[str] = _STYLE) -> dict[str, tuple[Reference, ...]]:
    """What style sheets refer to, by the last part of each selector: rather too much than too little."""
    found: dict[str, tuple[Reference, ...]] = {}
    for element in root.iter():
        if local_name(element) != "style":
            continue
        for selectors, body in _rules("".join(element.itertext())):
            references = tuple(_styled(body, pattern))
            for selector in selectors.split(",") if references else ():
                last = _LAST.search(selector) if len(selector) <= _LONGEST_SELECTOR else None
                key = re.split("::?", last[0].strip())[0] if last else "*"
                found[key] = (*found.get(key, ()), *references)
    return found


def _corners(element: ElementTree.Element) -> int:
    """How often a marker is drawn at most: for each pair of numbers, and each number of a line that runs straight."""
    return 1 + len(_FIGURE.findall(element.get("d", "") or element.get("points", "")))
