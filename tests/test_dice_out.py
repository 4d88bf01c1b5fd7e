"""Faces of dice for machines: closed outlines that do not cross, the same as SVG and as DXF; and the bill of materials."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from shapely.geometry import LinearRing, Polygon
from shapely.ops import unary_union

from penance_build.api import Compilation
from penance_build.ir import record
from penance_build.ir.interpret.dice import Seeded
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import IllegalAction
from penance_build.ir.nodes import Die
from penance_build.ir.walk import calls
from penance_build.press.dice import product as dice
from penance_build.press.dice.nets import face as solid_face
from penance_build.press.dice.parts import HEADS
from penance_build.press.dice.pools import Pool, pools
from penance_build.press.dice.solids import SOLIDS
from penance_build.press.drawing.closed import pieces, rings, steps, unioned
from penance_build.press.drawing.dxf import LAYER, dxf
from penance_build.press.drawing.lengths import mm
from penance_build.press.table import csv_bytes
from penance_build.product import NoCache, Settings
from tests.ir_programs import random_inputs, random_program, random_setup, state_of
from tests.press_dice_support import by_path, compiled, settings
from tests.test_press_dice import made_dice, with_die

full = pytest.mark.full


def opened(data: bytes) -> Any:
    import ezdxf

    return ezdxf.read(io.StringIO(data.decode("ascii")))  # type: ignore[attr-defined]


def ink(data: str) -> Any:
    """The area of path data that is filled by the rule of nonzero winding, for contours that may cross."""
    from shapely.ops import polygonize

    contours = rings(data)
    if not contours:
        return Polygon()
    lines = unary_union([LinearRing(ring) for ring in contours])
    cells = [cell for cell in polygonize(lines) if winding(contours, cell.representative_point()) != 0]
    return unary_union(cells)


def winding(contours: tuple[tuple[tuple[int, int], ...], ...], point: Any) -> int:
    turns = 0
    for ring in contours:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            left = (bx - ax) * (point.y - ay) - (point.x - ax) * (by - ay)
            turns += (ay <= point.y < by and left > 0) - (by <= point.y < ay and left < 0)
    return turns


def area(contours: Any) -> float:
    """Twice nothing: what closed contours enclose by the direction in which they run."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for ring in contours for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))) / 2


def do_not_cross(contours: tuple[tuple[tuple[int, int], ...], ...]) -> bool:
    """Each contour is simple, and two of them meet in single points at most."""
    loops = [LinearRing(ring) for ring in contours]
    pairs = combinations(loops, 2)
    return all(loop.is_simple for loop in loops) and not any(one.crosses(other) or one.overlaps(other) for one, other in pairs)


# ---------------------------------------------------------------- the union


@pytest.mark.parametrize(
    ("data", "contours", "square"),
    [
        ("M0 0L2000 0L2000 2000L0 2000ZM1000 1000L3000 1000L3000 3000L1000 3000Z", 1, 7_000_000),
        ("M0 0L3000 0L3000 3000L0 3000ZM1000 1000L2000 1000L2000 2000L1000 2000Z", 1, 9_000_000),  # the inner one runs the same way: ink
        ("M0 0L3000 0L3000 3000L0 3000ZM1000 1000L1000 2000L2000 2000L2000 1000Z", 2, 8_000_000),  # it runs the other way: a hole
        ("M0 0L2000 0L2000 2000L0 2000ZM0 0L2000 0L2000 2000L0 2000Z", 1, 4_000_000),
        ("M0 0L2000 2000L2000 0L0 2000Z", 2, 2_000_000),  # a bow tie
        ("M0 0L2000 0L2000 2000L0 2000", 1, 4_000_000),  # left open
    ],
)
def test_contours_are_joined(data: str, contours: int, square: int) -> None:
    joined = unioned(data)
    assert len(rings(joined)) == contours
    assert area(rings(joined)) == pytest.approx(square, rel=1e-6)
    assert joined.count("M") == joined.count("Z") == contours


def test_an_outline_that_is_right_already_keeps_its_curves() -> None:
    circle = "M0 -1000C552 -1000 1000 -552 1000 0C1000 552 552 1000 0 1000C-552 1000 -1000 552 -1000 0C-1000 -552 -552 -1000 0 -1000Z"
    assert unioned(circle).count("C") == 4
    assert unioned(unioned(circle)) == unioned(circle)


CORNER = st.integers(0, 10_000)
BLOB = st.lists(st.tuples(CORNER, CORNER), min_size=3, max_size=6, unique=True)


@pytest.mark.full
@given(st.lists(BLOB, min_size=1, max_size=4))
@hypothesis_settings(max_examples=150, deadline=None)
def test_the_union_has_the_same_ink(blobs: list[list[tuple[int, int]]]) -> None:
    data = "".join("M" + "L".join(f"{x} {y}" for x, y in blob) + "Z" for blob in blobs)
    before, after = ink(data), ink(unioned(data))
    # Corners are rounded to a micrometre: along the whole outline that moves less than this.
    assert before.symmetric_difference(after).area <= 2 * before.length + 100
    assert area(rings(unioned(data))) == pytest.approx(before.area, abs=2 * before.length + 100)


@given(st.lists(st.tuples(CORNER, CORNER), min_size=3, max_size=4))
def test_pieces_stay_with_their_curve(points: list[tuple[int, int]]) -> None:
    found = [points[0], *pieces(tuple(points))]
    assert found[-1] == points[-1]
    for at in range(0, 101):
        t, level = at / 100, [tuple(map(float, point)) for point in points]
        while len(level) > 1:
            level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)]
        x, y = level[0]
        assert min(distance((x, y), a, b) for a, b in pairwise(found)) <= 5


def distance(point: tuple[float, float], a: tuple[int, int], b: tuple[int, int]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = 0.0 if dx == dy == 0 else max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return float(((a[0] + along * dx - point[0]) ** 2 + (a[1] + along * dy - point[1]) ** 2) ** 0.5)


# ---------------------------------------------------------------- the files


def test_a_drawing_for_machines_is_in_millimetres_and_upright() -> None:
    """The point that stands uppermost in an SVG, where y runs down, has the greatest y."""
    data = dxf((((1000, 500), (3000, 3500), (0, 4000)),), 8000, 10_000)
    assert data == dxf((((1000, 500), (3000, 3500), (0, 4000)),), 8000, 10_000)
    document = opened(data)
    assert document.dxfversion == "AC1024", "R2010"
    assert document.units == 4, "millimetres"
    assert document.header["$MEASUREMENT"] == 1
    [line] = document.modelspace()
    assert [(round(x, 6), round(y, 6)) for x, y in line.get_points("xy")] == [(1, 9.5), (3, 6.5), (0, 6)]
    assert (line.closed, line.dxf.layer) == (True, LAYER)
    assert not re.search(rb"20[2-9][0-9]-[01][0-9]-", data), "no date"


@full
def test_every_face_is_the_same_as_svg_and_as_dxf() -> None:
    files = by_path(dice.produce(compiled("penance"), settings("a4")).artifacts)
    seen = 0
    for die in made_dice():
        for face in die.faces:
            svg = files[f"dice/{die.id}-{face.id}.svg"].decode("ascii")
            [data] = re.findall(r' d="([^"]*)"', svg)
            um = re.sub(r"-?[0-9]+(\.[0-9]+)?", lambda found: str(round(float(found[0]) * 1000)), data)
            contours = rings(um)
            assert um.count("M") == um.count("Z") == len(contours) == sum(name == "M" for name, _ in steps(um))
            assert do_not_cross(contours), f"{die.id} {face.id}"
            document = opened(files[f"dice/{die.id}-{face.id}.dxf"])
            assert not document.audit().errors
            lines = list(document.modelspace())
            assert {line.dxftype() for line in lines} == {"LWPOLYLINE"}, "no text, no splines, nothing else"
            assert all(line.closed and line.dxf.layer == LAYER for line in lines)
            cut = [[(x * 1000, y * 1000) for x, y in line.get_points("xy")] for line in lines]
            assert area(cut) == pytest.approx(area(contours), rel=1e-9)
            assert area(cut) == pytest.approx(ink(um).area, rel=1e-6)
            edge = die.print.edge_um
            assert all(0 < x < edge and 0 < y < edge for line in cut for x, y in line)
            seen += 1
    assert seen == 24


@full
def test_a_number_that_runs_into_its_symbol_is_one_outline_with_it() -> None:
    die = made_dice()[0]
    wide = record.replace(die, faces=(record.replace(die.faces[0], icon="slab"), *die.faces[1:]))
    made = dice.produce(with_die(wide, slab="M0 0L26 0L26 26L0 26Z"), settings("a4"))
    files = by_path(made.artifacts)
    lines = list(opened(files[f"dice/{die.id}-{die.faces[0].id}.dxf"]).modelspace())
    assert len(lines) == 1


# ---------------------------------------------------------------- the bill of materials


def test_how_many_dice_one_roll_can_take() -> None:
    program = compiled("penance").program
    assert program is not None
    found = {pool.die: pool for pool in pools(program)}
    assert (found["attack"].most, found["damage"].most, found["suffering"].most, found["d6"].most) == (4, 1, 20, 1)
    assert found["defense"].procedure == "defense_roll"
    # Less than what the roll itself may be given (260), for an attack gives less.
    assert found["defense"].most is not None
    assert 12 < found["defense"].most < 260


class Counted(Seeded):
    """A source of faces that keeps the greatest roll of each die."""

    def __init__(self, seed: int, greatest: dict[str, int]) -> None:
        super().__init__(seed)
        self.greatest = greatest

    def roll(self, name: str, die: Die, count: int) -> list[int]:
        self.greatest[die.id] = max(count, self.greatest.get(die.id, 0))
        return super().roll(name, die, count)


@pytest.mark.parametrize("block", [0, *(pytest.param(block, marks=full) for block in range(1, 5))])
def test_no_run_of_a_random_program_rolls_more(block: int) -> None:
    rolled = below = 0
    for seed in range(block * 40, block * 40 + 40):
        rng = random.Random(seed)
        made = random_program(rng, chooses=False)
        most = {pool.die: pool.most for pool in pools(made)}
        called = {name for procedure in made.procedures for name in calls(procedure.body)}
        greatest: dict[str, int] = {}
        for procedure in made.procedures:
            for turn in range(0 if procedure.id in called else 6):
                state = state_of(made, random_setup(rng))
                try:
                    run(made, procedure.id, random_inputs(rng, made, procedure), Counted(turn, greatest), state)
                except IllegalAction:
                    continue
        for die, count in greatest.items():
            bound = most[die]
            assert bound is None or count <= bound, (seed, die)
            rolled, below = rolled + 1, below + (bound is not None)
    assert rolled > 20
    assert below > 10


@full
def test_the_bill_of_materials() -> None:
    files = by_path(dice.produce(compiled("penance"), settings("a4")).artifacts)
    data = json.loads(files["dice/bill-of-materials.json"])
    lines = {line["die"]: line for line in data["dice"]}
    assert list(lines) == ["attack", "defense", "suffering", "damage", "d6"]
    assert (lines["defense"]["quantity"], lines["defense"]["is_enough"]) == (12, False)
    assert (lines["damage"]["quantity"], lines["damage"]["is_enough"]) == (1, True)
    assert (lines["d6"]["quantity"], lines["d6"]["is_enough"], lines["d6"]["edge_um"]) == (None, None, None)
    for line in lines.values():
        assert all(f"dice/{name}" in files for name in line["files"])
    assert len(lines["attack"]["files"]) == 14
    rows = list(csv.DictReader(io.StringIO(files["dice/bill-of-materials.csv"].decode("utf-8"), newline="")))
    assert list(rows[0]) == list(HEADS)
    assert [row["die"] for row in rows] == list(lines)
    assert {row["die"]: row["quantity"] for row in rows}["defense"] == "12"
    assert rows[0]["edge_mm"] == "16"
    assert {row["die"]: row["is_enough"] for row in rows} == {"attack": "no", "defense": "no", "suffering": "no", "damage": "yes", "d6": ""}


def test_a_cell_is_no_formula() -> None:
    assert csv_bytes(("a", "b"), [["=1+1", -1]]) == b"a,b\r\n'=1+1,-1\r\n"
    told = [[f"{first}x", f"x{first}"] for first in "=+-@\t\r"]
    read = list(csv.reader(io.StringIO(csv_bytes(("a", "b"), told).decode("utf-8"), newline="")))[1:]
    assert read == [[f"'{computed}", plain] for computed, plain in told]


@full
def test_the_same_dice_give_the_same_bytes_without_a_cache() -> None:
    one = by_path(dice.produce(compiled("penance"), Settings("a4", NoCache())).artifacts)
    other = by_path(dice.produce(compiled("penance"), settings("a4")).artifacts)
    assert {path: data for path, data in one.items() if not path.endswith(".pdf")} == {
        path: data for path, data in other.items() if not path.endswith(".pdf")
    }


def test_pools_of_every_shipped_game() -> None:
    def of(game: str) -> dict[str, tuple[int | None, str, str]]:
        program = compiled(game).program
        assert program is not None
        return {pool.die: (pool.most, pool.procedure, pool.begun) for pool in pools(program) if isinstance(pool, Pool)}

    assert of("skirmish") == {"d6": (60, "atk_roll", "attack")}
    most, procedure, begun = of("aethelgard")["d10"]
    assert most is not None
    assert (most > 100, procedure, begun) == (True, "roll_pool", "check")


# ---------------------------------------------------------------- dice that are no cubes


def shaped(sides: int, marking: str = "none") -> Compilation:
    """A die with icons for a maker, of so many faces."""
    die = made_dice()[0]
    faces = tuple(
        record.replace(die.faces[value % 6], id=f"f{value}", name=f"F{value}", values=(("value", value),)) for value in range(1, sides + 1)
    )
    made = record.replace(die.print, edge_um=SOLIDS[sides].usual, marking=marking, quantity=2)
    return with_die(record.replace(die, faces=faces, print=made))


@full
@pytest.mark.parametrize("sides", [4, 8, 10, 12, 20])
def test_a_die_of_any_solid_has_its_outlines(sides: int) -> None:
    for marking in ("none", "value"):
        produced = dice.produce(shaped(sides, marking), settings("a4"))
        assert produced.problems == ()
        files = by_path(produced.artifacts)
        panel = Polygon(solid_face(sides, SOLIDS[sides].usual).corners)
        left, top, right, bottom = panel.bounds
        expected = {f"dice/attack-f{value}.{kind}" for value in range(1, sides + 1) for kind in ("svg", "dxf")}
        flat = {"dice/paper-dice-a4.pdf", "dice/sticker-sheets-a4.pdf", "dice/bill-of-materials.csv", "dice/bill-of-materials.json"}
        assert set(files) == expected | flat
        for value in range(1, sides + 1):
            svg = files[f"dice/attack-f{value}.svg"].decode()
            assert f'width="{mm(int(right - left))}mm" height="{mm(int(bottom - top))}mm"' in svg
            lines = list(opened(files[f"dice/attack-f{value}.dxf"]).modelspace())
            cut = [Polygon([(x * 1000 + left, bottom - y * 1000) for x, y in line.get_points("xy")]) for line in lines]
            assert cut
            assert all(panel.buffer(5).contains(shape) for shape in cut), "on its face"
            [data] = re.findall(r' d="([^"]*)"', svg)
            um = re.sub(r"-?[0-9]+(\.[0-9]+)?", lambda found: str(round(float(found[0]) * 1000)), data)
            assert do_not_cross(rings(um))
            assert sum(shape.area for shape in cut) == pytest.approx(sum(Polygon(ring).area for ring in rings(um)), rel=1e-6)


@full
def test_the_corners_of_a_die_of_four_bear_their_own_symbols() -> None:
    """The face opposite a corner lacks its symbol: what is cut is that of the three others, each turned towards its corner."""
    die = record.replace(made_dice()[0], faces=made_dice()[0].faces[:4])
    files = by_path(dice.produce(with_die(die), settings("a4")).artifacts)
    lines = {face.id: opened(files[f"dice/{die.id}-{face.id}.dxf"]).modelspace() for face in die.faces}
    lengths = {face: sum(Polygon(line.get_points("xy")).exterior.length for line in found) for face, found in lines.items()}
    whole = sum(lengths.values()) / 3
    own = {face: whole - length for face, length in lengths.items()}
    assert all(length > 0 for length in own.values())
    assert sum(own.values()) == pytest.approx(whole)
