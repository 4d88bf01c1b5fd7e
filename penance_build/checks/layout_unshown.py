"""W734: what cards say and are declared to show, and no box of their layout shows: it would be printed nowhere.

An attribute without `shown:` is not meant to be seen, and a template may show anything. Cases: ``tests/cases/bad/layouts``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Card, Layout, Program
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

_HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold what cards show against the boxes of the layouts that they have."""
    found: dict[tuple[str, str], Problem] = {}
    for elaborated in combinations:
        for layout, name, cards in _unshown(elaborated.program):
            at = game.layouts[layout].at
            what = "the text" if name == "text" else f"`{name}`"
            message = (
                f"{what} of {len(cards)} card{'s' * (len(cards) > 1)}, “{cards[0].name}” first, is shown by no box of the layout `{layout}`"
            )
            hint = (
                f"add a box with `show: {name}`, or take `shown:` from the attribute" if name != "text" else "add a box with `show: text`"
            )
            problem = Problem("W734", message, at.key_span, hint, entity=("layout", layout), path=at.path)
            found.setdefault((layout, name), problem)
    return list(found.values())


def _unshown(program: Program) -> Iterator[tuple[str, str, list[Card]]]:
    """For each layout what its cards show elsewhere, with these cards."""
    if not any(not layout.is_back for layout in program.printed.layouts):
        return
    from penance_build.press.cards.saying import layout_of

    cards_of: dict[str, list[Card]] = {}
    for card in program.cards:
        layout = layout_of(program, card)
        if layout is not None:
            cards_of.setdefault(layout.id, []).append(card)
    attributes = {item.id for item in program.attributes if item.shown}
    words = {item.id for item in program.printed.words if item.shown and item.shown != "text"}
    for layout in program.printed.layouts:
        said = _named(layout)
        for name in ("text", *sorted((attributes | words) - said)) if said is not None else ():
            if name in (said or ()):
                continue
            mine = [card for card in cards_of.get(layout.id, ()) if _has(card, name)]
            if mine:
                yield layout.id, name, mine


def _has(card: Card, name: str) -> bool:
    return bool(card.text) if name == "text" else name in dict(card.values) or bool(dict(card.words).get(name))


def _named(layout: Layout) -> set[str] | None:
    """What the boxes of a layout show or choose by; None where a template may show all."""
    if any(box.kind == "template" for box in layout.boxes):
        return None
    found: set[str] = {layout.ground.of}
    for box in layout.boxes:
        found |= {box.count, box.content.of, *(color.of for _, color in box.colors), *box.has, *box.lacks}
        texts = (box.content.other, *(case for _, case in box.content.cases))
        found |= {hole[1] for text in texts for hole in _HOLE.finditer(text)}
    return found
