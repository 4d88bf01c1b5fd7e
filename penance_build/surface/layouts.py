"""Layouts as they are written: boxes in millimetres, what they show, and what that looks like."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from penance_build.surface.nodes import At, Item, Scalar


class Chosen(Struct, frozen=True, eq=False):
    """One text for all cards (``plain``), or one for each value (``cases``) of what ``of`` names."""

    at: At
    plain: Scalar | None
    of: Scalar | None
    cases: Mapping[str, Scalar]


class Pips(Struct, frozen=True, eq=False):
    """An icon as often as a number says; ``size`` None: as large as there is room."""

    at: At
    count: Scalar
    icon: Chosen
    arrangement: str
    size: Scalar | None


class Box(Item, frozen=True, eq=False):
    """A part of a face. ``kind`` is the keyword that it has: show, say, icon, pips, image, shape or template.

    ``place`` are the lengths of ``at:``, several of them in one text where it is written in one. ``what`` is what the keyword says
    of a show or a shape, ``chosen`` that of the others and every colour, ``settings`` all that is one word or number.
    """

    id: str
    kind: str
    place: tuple[Scalar, ...]
    what: Scalar | None
    pips: Pips | None
    chosen: Mapping[str, Chosen]
    settings: Mapping[str, Scalar]
    focus: tuple[Scalar, ...]
    types: tuple[Scalar, ...]
    has: tuple[Scalar, ...]
    lacks: tuple[Scalar, ...]


class Layout(Item, frozen=True, eq=False):
    """A face: for which cards, and what it is made of. ``only`` are the values that attributes must have."""

    id: str
    types: tuple[Scalar, ...]
    only: Mapping[str, tuple[Scalar, ...]]
    only_at: Mapping[str, At]
    ground: Chosen | None
    boxes: tuple[Box, ...]
