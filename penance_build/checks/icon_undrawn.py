"""W813: an `icon:` that the game does not draw, so that nothing is printed in its place; E821: one on a die that is to be made.

Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import At


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what names an icon that is not drawn."""
    problems: list[Problem] = []
    for at, entity, icon, code in _named(game):
        if icon and icon not in game.icons:
            message = f"there is no icon `{icon}`" + ("" if code == "E821" else ", so that nothing is printed in its place")
            hint = did_you_mean(icon, sorted(game.icons)) or "draw it under `icons:`"
            problems.append(Problem(code, message, at.span_of("icon"), hint, entity=entity, path=at.path))
    return problems


def _named(game: Game) -> Iterator[tuple[At, tuple[str, str], str, str]]:
    """Where an icon is named: the place, the entity, the icon, and the code of its mistake."""
    for name, attribute in game.attributes.items():
        yield attribute.at, ("attribute", name), attribute.icon, "W813"
    for name, card_type in game.card_types.items():
        yield card_type.at, ("card_type", name), card_type.icon, "W813"
    for name, faction in game.factions.items():
        yield faction.at, ("faction", name), faction.icon, "W813"
    for name, slot in game.slots.items():
        yield slot.at, ("slot", name), slot.icon, "W813"
    for name, die in game.dice.items():
        for face in die.faces:
            yield face.at, ("die", name), face.icon, "W813" if die.print is None else "E821"
