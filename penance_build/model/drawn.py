"""What those who draw a map need to know of it: where its hexes lie, what lies on them, and where players stand."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.world import World


def spaces(places: Mapping[str, Place], world: World, report: Report) -> tuple[ir.Space, ...]:
    """Every space with where its hexes lie, its layers, and the counters that say where players stand."""
    found = []
    for name, drawn in world.spaces.items():
        place = places[name]
        layers, stands = place.get("layers"), place.get("players")
        names = tuple(key for key, _ in layers.entries()) if layers is not None else ()
        at, facing = ("" if stands is None else _of_players(stands.get(key), name, key, world, report) for key in ("at", "facing"))
        found.append(ir.Space(name, world.enums[name].name, drawn.cells, source_text(place), names, at, facing))
    return tuple(found)


def _of_players(at: Place | None, space: str, key: str, world: World, report: Report) -> str:
    """A counter of players that says where one stands on the map, or which way one looks."""
    if at is None:
        return ""
    of_players = [counter for counter in world.counters.values() if counter.owner == "player"]
    standing = [counter.id for counter in of_players if counter.ref == space]
    turning = [counter.id for counter in of_players if not counter.ref and (counter.low, counter.high) == (0, 5)]
    fitting = standing if key == "at" else turning
    if at.text in fitting:
        return at.text
    wanted = f"of the type `{space}`" if key == "at" else "from 0 to 5"
    hint = did_you_mean(at.text, fitting) or "such are: " + (", ".join(fitting) or "none")
    message = f"there is no counter of players `{at.text}` {wanted}"
    report.append(Problem("E301", message, at.span, hint, entity=("space", space), path=at.path))
    return ""
