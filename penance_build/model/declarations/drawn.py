"""The data for drawing a map: the coordinates of its hexes, their layers, and the counters that locate players."""

from __future__ import annotations

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.context.context import Context
from penance_build.surface.nodes import Scalar


def spaces(ctx: Context) -> tuple[ir.Space, ...]:
    """Every space with the coordinates of its hexes, its layers, and the counters that locate players."""
    found = []
    for name, drawn in ctx.world.spaces.items():
        space = ctx.game.spaces[name]
        of_players = [counter for counter in ctx.world.counters.values() if counter.owner == "player"]
        standing = [counter.id for counter in of_players if counter.ref == name]
        turning = [counter.id for counter in of_players if not counter.ref and (counter.low, counter.high) == (0, 5)]
        at = _of_players(ctx, name, space.stands, standing, f"of the type `{name}`")
        facing = _of_players(ctx, name, space.facing, turning, "from 0 to 5")
        layers = tuple(layer.name for layer in space.layers)
        found.append(ir.Space(name, space.name, drawn.cells, space.source, layers, at, facing))
    return tuple(found)


def _of_players(ctx: Context, space: str, at: Scalar | None, fitting: list[str], wanted: str) -> str:
    """The counter of players that holds their hex on the map, or the direction that they face."""
    if at is None or at.text in fitting:
        return "" if at is None else at.text
    hint = did_you_mean(at.text, fitting) or "such are: " + (", ".join(fitting) or "none")
    ctx.wrong(at, ("space", space), "E301", f"there is no counter of players `{at.text}` {wanted}", hint)
    return ""
