"""The back of a card: an all-over pattern that runs through every edge, and a rose in its middle.

Nothing is parallel and near to the edge, so that a sheet printed a millimetre off shows it nowhere. Everything is the same
after half a turn, so that a card has no wrong way up, and it does not matter on which edge the printer flips.
"""

from __future__ import annotations

from penance_build.press.hatching import hatch
from penance_build.press.motifs import MOTIFS
from penance_build.press.rose import Figure, Inks, figure_svg
from penance_build.press.seed import pick
from penance_build.press.theme import mix
from penance_build.press.vector import hatch_svg, rect, svg


def back_svg(seed: str, inks: Inks, hatching: str, width: int, height: int) -> str:
    """The back in hundredths of a millimetre, bleed included."""
    cut = mix(inks.tincture, inks.paper, 55)
    names = sorted(MOTIFS)
    motifs = (pick(seed, "first", names), pick(seed, "second", names))
    figure = Figure(seed, seed, 5, motifs)
    radius = width * 330 // 1000
    ground = rect(0, 0, width, height, f'fill="{inks.tincture}"') + hatch_svg(hatch(hatching, width, height, 120), cut, 16)
    return svg(width, height, ground + figure_svg(figure, inks, width // 2, height // 2, radius))
