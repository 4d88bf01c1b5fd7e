"""Gradients in inks: the colours at their stops have builds, and what lies between runs from ink to ink.

Where the ICC profile of the user gives the inks of both stops, the part between them is divided, so that it follows the colours on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from typing import Any, Protocol

from pikepdf import Array, Dictionary, Name, Pdf

from penance_build.exits.builds import Inks
from penance_build.exits.separation.state import light, shares
from penance_build.press.faces.ink import grey, rgb

_PARTS = 8  # of a part that is divided


class NoGradient(Exception):
    """A gradient that cannot be followed: why, as the end of a sentence."""


class Stops(Protocol):
    """The inks of a colour of a gradient, and whether they are such that those of a mixture are not the mixture of them."""

    def inks(self, color: str) -> Inks: ...

    def is_curved(self, color: str) -> bool: ...


def separated_shading(pdf: Pdf, found: Any, stops: Stops) -> Any:
    """The shading in DeviceCMYK. Raises ``NoGradient``."""
    space = found.ColorSpace
    if space == Name.DeviceCMYK:
        return found
    if found.ShadingType not in (2, 3) or space not in (Name.DeviceRGB, Name.DeviceGray):
        raise NoGradient("is of a kind that cannot be turned into inks")
    name = rgb if space == Name.DeviceRGB else grey
    made = Dictionary(found)
    made.ColorSpace = Name.DeviceCMYK
    made.Function = pdf.make_indirect(_function(found.Function, name, stops))
    if "/Background" in made:
        del made.Background
    return pdf.make_indirect(made)


def light_shading(pdf: Pdf, found: Any) -> Any:
    """A shading of a mask in grey: how light its colours are. Raises ``NoGradient``."""
    if found.ColorSpace == Name.DeviceGray:
        return found
    if found.ShadingType not in (2, 3) or found.ColorSpace != Name.DeviceRGB:
        raise NoGradient("of a mask is of a kind that cannot be followed")
    made = Dictionary(found)
    made.ColorSpace = Name.DeviceGray
    made.Function = pdf.make_indirect(_light(found.Function))
    return pdf.make_indirect(made)


def _light(found: Any) -> Any:
    if isinstance(found, Array) or found.get("/FunctionType") not in (2, 3):
        raise NoGradient("of a mask has colours that are reckoned in a way that cannot be followed")
    made = Dictionary(found)
    if found.FunctionType == 3:
        made.Functions = Array([_light(part) for part in found.Functions])
    else:
        made.C0, made.C1 = (Array([light(rgb(*(float(value) for value in found[key])))]) for key in ("/C0", "/C1"))
    return made


def _function(found: Any, name: Callable[..., str], stops: Stops) -> Any:
    if isinstance(found, Array) or found.get("/FunctionType") not in (2, 3):
        raise NoGradient("has colours that are reckoned in a way that cannot be followed")
    if found.FunctionType == 3:
        made = Dictionary(found)
        made.Functions = Array([_function(part, name, stops) for part in found.Functions])
        return made
    ends = [[float(value) for value in found.get(key, default)] for key, default in (("/C0", [0]), ("/C1", [1]))]
    one, other = (name(*values) for values in ends)
    if one == other or float(found.N) != 1 or not (stops.is_curved(one) and stops.is_curved(other)):
        return _part(stops.inks(one), stops.inks(other), found.N)
    between = [stops.inks(name(*(a + (b - a) * step / _PARTS for a, b in zip(*ends, strict=True)))) for step in range(_PARTS + 1)]
    return Dictionary(
        FunctionType=3,
        Domain=Array([0, 1]),
        Bounds=Array([Decimal(step) / _PARTS for step in range(1, _PARTS)]),
        Encode=Array([0, 1] * _PARTS),
        Functions=Array([_part(start, end, 1) for start, end in pairwise(between)]),
    )


def _part(start: Inks, end: Inks, power: Any) -> Any:
    return Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array(shares(start)), C1=Array(shares(end)), N=power)
