"""The icons of the games are drawn so that a die maker can cut them: measured, not trusted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.svgLib.path import parse_path
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

RULES = Path(__file__).resolve().parent.parent / "rules"
GRID = 24
THINNEST = 1.1
# What rounding a corner of about 50 degrees by half the thinnest line takes away; a thin line of half a unit's length takes more.
CORNER = 0.5

DRAWN: dict[str, str] = {
    f"{file.parent.name}/{name}": path
    for file in sorted(RULES.glob("*/icons.yaml"))
    for name, path in yaml.safe_load(file.read_text(encoding="utf-8"))["icons"].items()
}


def outlines(path: str) -> list[Polygon]:
    """The closed outlines of a path, curves as 12 chords each."""
    pen = DecomposingRecordingPen({})
    parse_path(path, pen)
    found: list[list[tuple[float, float]]] = []
    for step, points in pen.value:
        if step == "moveTo":
            found.append([points[0]])
        elif step == "lineTo":
            found[-1].append(points[0])
        elif step == "curveTo":
            found[-1].extend(_cubic(found[-1][-1], *points))
    return [Polygon(ring) for ring in found]


def _cubic(*p: tuple[float, float]) -> list[tuple[float, float]]:
    chords = [index / 12 for index in range(1, 13)]
    weights = [((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in chords]
    return [(sum(w * q[0] for w, q in zip(ws, p, strict=True)), sum(w * q[1] for w, q in zip(ws, p, strict=True))) for ws in weights]


def shape(path: str) -> BaseGeometry:
    """What the nonzero rule fills where no outline crosses another: solids one way round, holes the other."""
    drawn: BaseGeometry = Polygon()
    for outline in outlines(path):
        drawn = drawn.symmetric_difference(outline)
    return drawn


def thin_parts(solid: BaseGeometry) -> float:
    """The area of the greatest piece that a disc of the thinnest line's width cannot reach."""
    radius = THINNEST / 2
    reached = solid.buffer(-radius, quad_segs=16).buffer(radius + 0.001, quad_segs=16)
    rest = solid.difference(reached)
    return max((piece.area for piece in getattr(rest, "geoms", [rest])), default=0.0)


def test_there_are_icons() -> None:
    assert len(DRAWN) >= 24


@pytest.mark.parametrize("name", DRAWN)
def test_an_icon_is_closed_outlines_on_the_grid(name: str) -> None:
    path = DRAWN[name]
    assert re.fullmatch(r"(M[^MZ]+Z)+", path)
    assert not re.search(r"\.\d{3}", path), "more than two decimals"
    for outline in outlines(path):
        assert outline.is_valid
        left, top, right, bottom = outline.bounds
        assert min(left, top) >= 0
        assert max(right, bottom) <= GRID


@pytest.mark.parametrize("name", DRAWN)
def test_no_line_and_no_gap_is_too_thin_to_engrave(name: str) -> None:
    drawn = shape(DRAWN[name])
    assert thin_parts(drawn) < CORNER
    assert thin_parts(box(-GRID, -GRID, 2 * GRID, 2 * GRID).difference(drawn)) < CORNER


@pytest.mark.parametrize("name", DRAWN)
def test_solids_and_holes_run_opposite_ways(name: str) -> None:
    rings = outlines(DRAWN[name])
    for inner in rings:
        depth = sum(1 for outer in rings if outer is not inner and outer.contains(inner))
        assert inner.exterior.is_ccw == (rings[0].exterior.is_ccw if depth % 2 == 0 else not rings[0].exterior.is_ccw)


@pytest.mark.full
def test_icons_that_mean_different_things_look_different() -> None:
    shapes = {name: shape(path) for name, path in DRAWN.items()}
    names = sorted(shapes)
    for index, one in enumerate(names):
        for other in names[index + 1 :]:
            differs = shapes[one].symmetric_difference(shapes[other]).area
            assert differs > 0.25 * min(shapes[one].area, shapes[other].area), f"{one} and {other}"


def test_a_thin_line_is_noticed() -> None:
    assert thin_parts(shape("M2 2L22 2L22 3L2 3Z")) > CORNER
    assert thin_parts(shape("M2 2L22 2L22 3.2L2 3.2Z")) < CORNER
