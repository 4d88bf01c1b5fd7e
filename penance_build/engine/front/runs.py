"""The text of a card as plain runs, so that a front end needs to know no markup."""

from __future__ import annotations

import re
from collections.abc import Iterable

from penance_build.ir import nodes

# A plain run, or one with its kind: {"number": "3"} matters and is set in bold, {"icon": "star"} is drawn.
Run = str | dict[str, str]

_MARK = re.compile(r"(?P<sign>[+\u2212-]?)\*(?P<number>[^*{}]+)\*|\{icon:(?P<icon>[a-z][a-z0-9_]*)\}")


def runs(paragraph: str) -> list[Run]:
    """The runs of a paragraph, spaces kept, the sign before a number with it."""
    found: list[Run] = []
    end = 0
    for mark in _MARK.finditer(paragraph):
        if mark.start() > end:
            found.append(paragraph[end : mark.start()])
        found.append({"icon": mark["icon"]} if mark["icon"] else {"number": mark["sign"] + mark["number"]})
        end = mark.end()
    return [*found, paragraph[end:]] if end < len(paragraph) else found


def icons_in(cards: Iterable[nodes.Card]) -> set[str]:
    """The icons that the texts of cards name."""
    marks = (mark for card in cards for paragraph in card.text for mark in _MARK.finditer(paragraph))
    return {mark["icon"] for mark in marks if mark["icon"]}
