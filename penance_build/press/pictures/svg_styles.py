"""What the style sheets of a drawing come to: each rule is held against elements, their parents and their neighbours."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final
from xml.etree import ElementTree

from penance_build.press.pictures.picture import Fault
from penance_build.press.pictures.svg_uses import local_name

MOST_COMPARED: Final = 3_000_000
_BRACKETS: Final = re.compile(r"\[[^\[\]]*\]|\"[^\"]*\"|'[^']*'")
_ROUND: Final = re.compile(r"\([^()]*\)")
_HEAD: Final = re.compile(r"(?:^|(?<=[{};]))([^{};]+)(?=\{)")
_BETWEEN: Final = re.compile(r"\s*([>+~])\s*|\s+")
_KEY: Final = re.compile(r"[.#]?[\w-]+")
_COUNTING: Final = re.compile(r":(?:nth|first|last|only|has|is|not|where)")


def bound_styles(root: ElementTree.Element) -> None:
    """Refuse a drawing whose rules are held against too many elements. Raises ``Fault``."""
    elements = list(root.iter())
    texts = ["".join(element.itertext()) for element in elements if local_name(element) == "style"]
    if not texts:
        return
    count: Counter[str] = Counter()
    for element in elements:
        words = (f".{word}" for word in set(element.get("class", "").split()))
        count.update((local_name(element), f"#{element.get('id', '')}", *words))
    widest, depth = max(len(element) for element in elements), _depth(root)
    compared = 0
    for text in texts:
        for selectors in _HEAD.findall(_BRACKETS.sub(_plain, _without_comments(text))):
            for selector in _ROUND.sub("", selectors).split(","):
                compared += _compared(selector.strip(), count, len(elements), widest, depth)
                if compared > MOST_COMPARED:
                    message = f"has rules of style that are held against elements more than {MOST_COMPARED:,} times"
                    raise Fault("E835", message, "remove rules that are not used, or write the styles at the elements")


def _compared(selector: str, count: Counter[str], most: int, widest: int, depth: int) -> int:
    """How often elements are looked at for one selector, at most."""
    parts = [part for part in _BETWEEN.split(selector) if part]
    if not parts:  # behind a comma at the end
        return 1
    *before, last = parts
    if "\\" in selector or "|" in last:  # an escape, which a space ends, or a namespace may stand for any name
        last = "*"
    keys = [count[key] if key[0] in ".#" else count[key.lower()] or count[key] for key in _KEY.findall(last.partition(":")[0])]
    found = min(keys, default=most)
    if not found:  # it is found by its last part, which no element is
        return 1
    is_part = False  # combinators stand between parts; none written is that of descendants
    for part in before:
        found *= widest if part == "~" else depth if part not in ">+" and is_part else 1
        is_part = part not in (">", "+", "~")
    return found * (widest if _COUNTING.search(selector) else 1)


def _without_comments(text: str) -> str:
    """The text without its comments, the last of which may be open."""
    first, *others = text.split("/*")
    ends = [(other, other.find("*/")) for other in others]  # without an end it is the comment's, and so is the sign that follows
    return first + "".join([other[end + 2 :] for other, end in ends if end >= 0])


def _plain(found: re.Match[str]) -> str:
    """A test of an attribute may hold for any element; strings say nothing of elements."""
    return "*" if found[0].startswith("[") else ""


def _depth(root: ElementTree.Element) -> int:
    level, depth = [root], 0
    while level:
        level, depth = [child for element in level for child in element], depth + 1
    return depth
