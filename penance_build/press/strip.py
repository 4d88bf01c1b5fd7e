"""The edge strip of a front: the tincture as a solid, with its hatching cut out of it in white lines as in a woodcut."""

from __future__ import annotations

from penance_build.press.hatching import hatch
from penance_build.press.rose import Inks
from penance_build.press.theme import mix
from penance_build.press.vector import hatch_svg, rect, svg


def strip_svg(inks: Inks, hatching: str, width: int, height: int) -> str:
    """The strip in hundredths of a millimetre."""
    cut = mix(inks.tincture, inks.paper, 62)
    ground = rect(0, 0, width, height, f'fill="{inks.tincture}"')
    return svg(width, height, ground + hatch_svg(hatch(hatching, width, height, 90), cut, 12))
