"""Paper dice and stickers: nets that fold into their solids, with the numbers of the usual dice; sheets that hold them all at true size."""

from __future__ import annotations

import io
import math
from collections import Counter
from itertools import combinations

import pikepdf
import pytest
from shapely.geometry import LineString, Polygon

from penance_build.ir import record
from penance_build.ir.nodes import Die
from penance_build.press.dice import nets
from penance_build.press.dice import product as dice
from penance_build.press.dice.flat import BLEED_UM, INSET_UM, _grown, painted, paper_die, stickers
from penance_build.press.dice.flat_sheets import filled
from penance_build.press.dice.nets import Point, bounds, face, net
from penance_build.press.dice.outlines import outlines_on
from penance_build.press.dice.solids import AXIS, BILLION, SHORT, SOLIDS, cosine, sine
from penance_build.press.dice.spec import NET
from penance_build.press.drawing.closed import rings
from penance_build.press.drawing.drafting import Pens
from penance_build.press.text.fonts import font_set
from tests.press_dice_support import by_path, compiled, extents, paths_drawn, settings, text_of

EDGE = 30_000
PENS = Pens("#000000", "#aa0000", "#777777", "#ffffff")
FONTS = font_set({}, ())
PHI = (1 + 5**0.5) / 2
full = pytest.mark.full
every = pytest.mark.parametrize("sides", sorted(SOLIDS))


def corners_of(sides: int) -> list[tuple[float, float, float]]:
    """Where the corners of each solid lie in space: written from geometry, not from our module."""
    if sides == 4:
        return [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    if sides == 6:
        return [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    if sides == 8:
        return [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    if sides == 10:
        # Corners of the ring stand above and below its plane by what keeps kites flat; so high that their long edges are phi² short ones.
        high, low = 1.809017, 0.190983
        ring = [(math.cos(math.radians(36 * k)), math.sin(math.radians(36 * k)), low if k % 2 else -low) for k in range(10)]
        return [(0, 0, high), (0, 0, -high), *ring]
    golden = [(0.0, 1 / PHI, PHI)] if sides == 12 else [(0.0, 1.0, PHI)]
    found = {(x, y, z) for x in (1.0, -1.0) for y in (1.0, -1.0) for z in (1.0, -1.0)} if sides == 12 else set[tuple[float, float, float]]()
    for a, b, c in golden:
        for x, y, z in ((sa * a, sb * b, sc * c) for sa in (1, -1) for sb in (1, -1) for sc in (1, -1)):
            found |= {(x + 0.0, y + 0.0, z + 0.0), (y + 0.0, z + 0.0, x + 0.0), (z + 0.0, x + 0.0, y + 0.0)}
    return sorted(found)


def sub(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def dot(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def cross(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def normals(sides: int) -> dict[int, tuple[float, ...]]:
    """What is outwards of each face, after seeing that it is flat, that it runs counter-clockwise, and that all else lies behind it."""
    at, found = corners_of(sides), {}
    for value, corners in SOLIDS[sides].faces.items():
        a, b, c = (at[corner] for corner in corners[:3])
        out = cross(sub(b, a), sub(c, b))
        assert dot(out, a) > 0, f"face {value} of d{sides} runs clockwise"
        for place, point in enumerate(at):
            height = dot(out, sub(point, a))
            assert abs(height) < 1e-6 if place in corners else height < -1e-6, (sides, value, place)
        length = dot(out, out) ** 0.5
        found[value] = tuple(part / length for part in out)
    return found


# ---------------------------------------------------------------- the solids


@every
def test_faces_lie_on_the_solid_and_close_it(sides: int) -> None:
    solid = SOLIDS[sides]
    assert sorted(solid.faces) == list(range(1, sides + 1))
    normals(sides)
    edges = Counter((corners[at], corners[(at + 1) % len(corners)]) for corners in solid.faces.values() for at in range(len(corners)))
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges), "each edge has a face on both sides"
    assert len(corners_of(sides)) - len(edges) // 2 + sides == 2


@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_opposite_faces_add_up(sides: int) -> None:
    out = normals(sides)
    for value, direction in out.items():
        (opposite,) = [other for other, there in out.items() if dot(direction, there) < -1 + 1e-6]
        assert value + opposite == sides + 1


def test_the_cube_is_right_handed() -> None:
    """Round the corner of 1, 2 and 3 they run counter-clockwise as seen from outside: their directions make a right-handed frame."""
    out = normals(6)
    assert dot(cross(out[1], out[2]), out[3]) == pytest.approx(1)


def test_the_net_of_the_cube_is_that_of_makers() -> None:
    at = {panel.value: bounds([panel.corners])[:2] for panel in net(6, 1000).panels}
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    assert {(value, (x - left) // 1000, (y - top) // 1000) for value, (x, y) in at.items()} == set(NET)
    assert {panel.turn % 360 for panel in net(6, 1000).panels} == {0}


def test_sines_are_those_of_a_circle() -> None:
    for degrees in (*range(-360, 720, 18), *range(-360, 720, 30)):
        assert sine(degrees) == pytest.approx(math.sin(math.radians(degrees)) * BILLION, abs=1)
        assert cosine(degrees) == pytest.approx(math.cos(math.radians(degrees)) * BILLION, abs=1)
    assert pytest.approx((BILLION / PHI**2, BILLION * (math.cos(math.pi / 10) + math.cos(math.radians(54)) / PHI**2)), abs=2) == (
        SHORT,
        AXIS,
    )


# ---------------------------------------------------------------- nets


def length(ends: tuple[Point, Point]) -> float:
    return math.dist(*ends)


@every
def test_edges_that_meet_are_equally_long(sides: int) -> None:
    """In space and on paper: by the corners of the solid, every edge has the length that it has there, to rounding."""
    at = corners_of(sides)
    laid = net(sides, EDGE)
    a, b = SOLIDS[sides].faces[1][:2]
    scale = EDGE / math.dist(at[a], at[b])
    by_edge: dict[frozenset[int], list[float]] = {}
    for panel in laid.panels:
        for ends, places in panel.sides():
            assert length(places) == pytest.approx(math.dist(at[ends[0]], at[ends[1]]) * scale, abs=3)
            by_edge.setdefault(frozenset(ends), []).append(length(places))
    assert all(len(pair) == 2 and pair[0] == pytest.approx(pair[1], abs=3) for pair in by_edge.values())
    assert len(laid.folds) == sides - 1
    assert len(laid.free) == 2 * (len(by_edge) - len(laid.folds))


@every
def test_faces_are_whole_lie_apart_and_are_not_mirrored(sides: int) -> None:
    laid = net(sides, EDGE, has_tabs=True)
    shapes = [Polygon(panel.corners) for panel in laid.panels]
    first = shapes[0].area
    for panel, shape in zip(laid.panels, shapes, strict=True):
        assert shape.area == pytest.approx(first, rel=1e-3)
        turns = sum(x * v - u * y for (x, y), (u, v) in zip(panel.corners, (*panel.corners[1:], panel.corners[0]), strict=True))
        assert turns < 0, "counter-clockwise to the eye, for y runs down"
        assert all(shape.contains(Polygon([mark.at, (mark.at[0] + 9, mark.at[1]), (mark.at[0], mark.at[1] + 9)])) for mark in panel.marks)
    for one, other in combinations([*shapes, *map(Polygon, laid.tabs)], 2):
        assert one.intersection(other).area < 20 * EDGE
    free = [LineString(ends) for ends in laid.free]
    for tab in laid.tabs:
        assert sum(LineString((tab[0], tab[3])).equals(line) for line in free) == 1, "a tab hangs on a free edge"


@every
def test_every_two_free_edges_have_a_tab_where_there_is_room(sides: int) -> None:
    laid = net(sides, EDGE, has_tabs=True)
    pairs = len(laid.free) // 2
    assert {4: 3, 6: 7, 8: 5, 10: 11, 12: 19, 20: 11}[sides] == pairs
    assert len(laid.tabs) == pairs
    assert len({tab[0:4:3] for tab in laid.tabs}) == pairs


def test_on_the_die_of_four_every_corner_has_one_number() -> None:
    """The number at a corner of the solid stands upright, with that corner above, on each of the three faces that meet there."""
    for panel in net(4, EDGE).panels:
        assert sorted(mark.value for mark in panel.marks) == sorted({1, 2, 3, 4} - {panel.value})
        middle = tuple(sum(corner[way] for corner in panel.corners) / 3 for way in (0, 1))
        for mark, vertex, corner in zip(panel.marks, panel.vertices, panel.corners, strict=True):
            assert mark.value == vertex + 1
            up = math.radians(mark.turn - 90)  # clockwise from upright, where y runs down
            to = corner[0] - middle[0], corner[1] - middle[1]
            assert (to[0] * math.cos(up) + to[1] * math.sin(up)) / math.hypot(*to) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("sides", [6, 8, 10, 12, 20])
def test_numbers_stand_upright_on_an_edge(sides: int) -> None:
    """Turned back by its own turn, a face is the same upright face wherever it lies in the net."""
    upright = face(sides, EDGE)
    for panel in net(sides, EDGE).panels:
        turn = math.radians(-panel.turn)
        dx, dy = panel.at
        back = [
            ((x - dx) * math.cos(turn) - (y - dy) * math.sin(turn), (x - dx) * math.sin(turn) + (y - dy) * math.cos(turn))
            for x, y in panel.corners
        ]
        for (x, y), (u, v) in zip(back, upright.corners, strict=True):
            assert (x, y) == pytest.approx((u - upright.at[0], v - upright.at[1]), abs=5)


# ---------------------------------------------------------------- stickers and sheets


@every
def test_a_sticker_is_its_face_less_a_rim(sides: int) -> None:
    corners = face(sides, EDGE).corners
    cut, ground = (Polygon(_grown(sides, corners, EDGE, by)) for by in (-INSET_UM, BLEED_UM - INSET_UM))
    whole = Polygon(corners)
    assert cut.symmetric_difference(whole.buffer(-INSET_UM, join_style="mitre")).area < 60 * EDGE
    assert ground.symmetric_difference(cut.buffer(BLEED_UM, join_style="mitre")).area < 60 * EDGE


def ordinary(sides: int) -> Die:
    program = compiled("aethelgard").program
    assert program is not None
    [d10] = program.dice
    faces = tuple(
        record.replace(
            d10.faces[0], id=f"f{value}", name=str(value), values=(("value", value),), text="Success" if value > sides // 2 else ""
        )
        for value in range(1, sides + 1)
    )
    return record.replace(d10, id=f"d{sides}", name=f"d{sides}", faces=faces)


@every
def test_blocks_are_within_their_size(sides: int) -> None:
    one = painted(ordinary(sides), None, {}, PENS, FONTS, 40)
    assert one.copies == 6
    block = paper_die(one, 260_000, 150_000, PENS, "a die")
    assert block.width <= 260_000
    assert block.height <= 150_000
    small = paper_die(one, 60_000, 60_000, PENS, "a die")
    assert (small.width <= 60_000, small.height <= 60_000) == (True, True)
    set_of = stickers(one, 260_000, PENS, "a die")
    assert set_of.width <= 260_000


def test_blocks_fill_sheets_in_rows() -> None:
    one = record.replace(paper_die(painted(ordinary(6), None, {}, PENS, FONTS), 260_000, 150_000, PENS, "x"), width=60_000, height=40_000)
    pages = filled([one] * 7, 130_000, 90_000)
    assert [len(page) for page in pages] == [4, 3]
    assert [item.transform for item in pages[0]] == [  # type: ignore[union-attr]
        "translate(0 0)", "translate(65000 0)", "translate(0 44000)", "translate(65000 44000)",
    ]  # fmt: skip


def test_a_face_is_found_by_its_number_where_each_has_one() -> None:
    die = ordinary(8)
    shuffled = record.replace(die, faces=tuple(reversed(die.faces)))
    assert painted(shuffled, None, {}, PENS, FONTS).face(3).name == "3"
    named = record.replace(die, faces=tuple(record.replace(one, values=()) for one in die.faces))
    assert painted(named, None, {}, PENS, FONTS).face(3).name == named.faces[2].name


def test_nets_and_faces_of_every_die_are_kept_apart() -> None:
    assert len({nets.net(sides, EDGE) for sides in SOLIDS}) == len(SOLIDS)


@full
@pytest.mark.parametrize(("game", "count"), [("penance", 17), ("aethelgard", 6)])
def test_a_set_is_printed_at_true_size(game: str, count: int) -> None:
    """As many nets and sets of stickers as a set holds; each sheet has a ruler, and edges are as long on paper as on the die."""
    files = by_path(dice.produce(compiled(game), settings("a4")).artifacts)
    paper, sheets = files["dice/paper-dice-a4.pdf"], files["dice/sticker-sheets-a4.pdf"]
    for data in (paper, sheets):
        text = text_of(data)
        assert sum(text.count(f"{name} ·") for name in ("Die", "d10")) == count
        sizes = [extents(path) for path in paths_drawn(data) if len(path) > 1]
        assert any(abs(width - 100_000) < 5 and height < 5 for width, height in sizes), "the ruler"
        with pikepdf.open(io.BytesIO(data)) as document:
            assert document.Root.ViewerPreferences.PrintScaling == "/None"
    squares = [extents(path) for path in paths_drawn(sheets) if len(path) in (4, 5)]
    if game == "penance":
        assert sum(abs(width - 14_000) < 5 and abs(height - 14_000) < 5 for width, height in squares) >= 6, "cut 1 mm inside of 16 mm"
        lines = [extents(path) for path in paths_drawn(paper) if len(path) == 2]
        assert sum(sorted(map(round, line)) == [0, 16_000] for line in lines) >= 14, "edges of the first nets"


@every
@pytest.mark.parametrize("marking", ["none", "value"])
def test_what_stands_on_a_face_is_within_its_sticker(sides: int, marking: str) -> None:
    """A round symbol as large as its room, on the usual die: on every face it is within the cut."""
    die = ordinary(sides)
    faces = tuple(record.replace(one, icon="disc") for one in die.faces)
    made = record.replace(die.print, edge_um=SOLIDS[sides].usual, marking=marking)
    disc = "M12 0C18.63 0 24 5.37 24 12C24 18.63 18.63 24 12 24C5.37 24 0 18.63 0 12C0 5.37 5.37 0 12 0Z"
    one = painted(record.replace(die, faces=faces, print=made), None, {"disc": disc}, PENS, FONTS)
    for outline in outlines_on(one):
        value = next(value for value in SOLIDS[sides].faces if one.face(value) == outline.face)
        panel = face(sides, one.edge, value)
        left, top, _, _ = bounds([panel.corners])
        cut = Polygon(_grown(sides, panel.corners, one.edge, -INSET_UM)).buffer(20)
        for ring in rings(outline.data):
            assert cut.contains(Polygon([(x + left, y + top) for x, y in ring])), (outline.face.name, marking)
