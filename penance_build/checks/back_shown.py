"""E301: a back that shows a layout which there is not, or something that only the front of a card can say.

Whether its pictures are there is said by ``files_missing``. Cases: ``tests/cases/bad/layouts``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.cards.backs import shown_on_backs
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.layouts import Layout
from penance_build.surface.nodes import At, Scalar

SAID: Final = ("deck", "faction", "game", "name", "slot", "version")
_FILE: Final = re.compile(r"[./]")
_HOLE: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Hold what backs show against what there is."""
    problems: list[Problem] = []
    for name, at in shown_on_backs(game).items():
        if _FILE.search(_HOLE.sub("", name)):
            problems += _unsaid(at, name, ("theme", "back"))
        elif name in game.layouts:
            problems += _in_layout(game.layouts[name])
        else:
            hint = did_you_mean(name, list(game.layouts)) or "name a layout, or a picture such as art/back.png"
            problems.append(at.problem("E301", f"there is no layout `{name}` for a back", hint))
    return problems


def _in_layout(layout: Layout) -> Iterator[Problem]:
    """What boxes show that belongs to one card."""
    for box in layout.boxes:
        if box.kind == "show" and box.what is not None:
            yield from _unsaid(box.what, f"{{{box.what.text}}}", ("layout", layout.id))
        for chosen in box.chosen.values():
            cases = [chosen.plain] if chosen.plain is not None else list(chosen.cases.values())
            for at in cases:
                yield from _unsaid(at, at.text, ("layout", layout.id))
            if chosen.of is not None:
                yield from _unsaid(chosen.of, f"{{{chosen.of.text}}}", ("layout", layout.id))
        if box.pips is not None and not box.pips.count.text.isdecimal():
            yield from _unsaid(box.pips.count, f"{{{box.pips.count.text}}}", ("layout", layout.id))


def _unsaid(at: At, text: str, entity: tuple[str, str]) -> Iterator[Problem]:
    for hole in _HOLE.finditer(text):
        if hole[1] not in (*SAID, "id"):
            span = at.inside(hole.start(), hole.end()) if isinstance(at, Scalar) and at.text == text else at.span
            message = f"a back says nothing that is called `{hole[1]}`: it is the same for many cards"
            yield at.problem("E301", message, f"it may say: {', '.join(SAID)}", entity=entity, span=span)
