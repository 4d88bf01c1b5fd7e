"""Things to play with: as many cells, boxes and hexes as the rules say, drawn at their true size, read back from the paper."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from penance_build.api import Compilation, compile_game
from penance_build.build.judging.answers import produce
from penance_build.ir.nodes import Block, Pieces, Program, ReferenceSide
from penance_build.ir.record import replace
from penance_build.press.imposition.papers import PAPERS
from penance_build.press.pieces.board import board_size, middles
from penance_build.press.pieces.content import Arcs, Boxes, Hexes, Ruler, Squares, Tokens, Track
from penance_build.press.pieces.polygons import hatched, hexagon, is_inside, rectangle
from penance_build.press.reference.boards import GLUE_UM, parting
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.pieces import content_of
from penance_build.press.reference.sheet import lying
from penance_build.product import Artifact, NoCache, Settings
from tests.games import shipped
from tests.ir_programs import with_parts
from tests.press_dice_support import by_path, extents, paths_drawn, settings, text_of

TRUE_UM = 10  # a hundredth of a millimetre
LINE = 180
NOTHING = Pieces((), (), "", "", 0, 0, 0, 0, 0)
GAME = """
game: {id: g, name: G, version: "1", language: 1}
constants: {most: {value: 4, name: Most}}
enums: {way: {name: Way, members: {near: Near, far: {name: Far, text: Out of sight}}}}
counters:
  warmth: {name: Warmth, owner: player, type: -3..9, start: 2, past: clamp}
  far: {name: Distance, owner: player, type: 0..6, past: clamp}
  mood: {name: Mood, owner: player, type: way}
tables:
  zone:
    name: Zone
    hit: unique
    inputs: {warmth: -3..9}
    outputs: {bonus: int}
    rows: [{warmth: ..0, bonus: 0, label: Cold}, {warmth: 1..5, bonus: 1, label: Warm}, {warmth: 6.., bonus: 2, label: Hot}]
"""


def made(game: str, blocks: str, folder: Path, side: str = "") -> tuple[Program, tuple[Artifact, ...]]:
    folder.mkdir(exist_ok=True)
    sides = f"reference: [{{title: Pieces, sheet: pieces{side}, blocks: [{blocks}]}}]\n"
    (folder / "game.yaml").write_text(game + sides, encoding="utf-8")
    compilation = compile_game(folder)
    assert compilation.program is not None, compilation.problems
    produced = produce(compilation, Settings("a4", NoCache()))
    assert not produced.problems
    return compilation.program, produced.artifacts


def pages(pdf: bytes) -> list[bytes]:
    """Each page as a document of its own."""
    found = []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        for page in document.pages:
            with pikepdf.new() as single:
                single.pages.append(page)
                out = io.BytesIO()
                single.save(out)
                found.append(out.getvalue())
    return found


def sheet(name: str, paper: str = "a4") -> bytes:
    alone = with_parts(shipped("penance"), reference=tuple(side for side in shipped("penance").printed.reference if side.sheet == name))
    produced = produce(Compilation(alone, ()), settings(paper))
    return by_path(produced.artifacts)[f"reference/penance-{name}-{paper}.pdf"]


def content(name: str, show: str) -> list[object]:
    found, words = shipped("penance"), words_of(shipped("penance"))
    blocks = [block for side in found.printed.reference if side.sheet == name for block in side.blocks if block.show == show]
    return [content_of(found, block, words) for block in blocks]


def of_size(paths: list[list[tuple[float, float]]], width: int, height: int) -> int:
    return sum(abs(wide - width) <= TRUE_UM and abs(tall - height) <= TRUE_UM for wide, tall in map(extents, paths))


# ---------------------------------------------------------------- tracks, boxes


@pytest.mark.full
def test_a_track_has_a_cell_for_each_value_of_its_counter(tmp_path: Path) -> None:
    found, (artifact,) = made(GAME, "{show: track, ref: warmth, table: zone, cell: 10 mm}, {show: track, ref: mood, cell: 10 mm}", tmp_path)
    first, second = (content_of(found, block, words_of(found)) for block in found.printed.reference[0].blocks)
    assert isinstance(first, Track)
    assert isinstance(second, Track)
    assert [cell.text for cell in first.cells] == [f"\u2212{n}" for n in (3, 2, 1)] + [str(n) for n in range(10)]
    assert [cell.zone for cell in first.cells] == [0] * 4 + [1] * 5 + [2] * 4
    assert [cell.text for cell in first.cells if cell.is_start] == ["2"]
    assert not any(cell.is_more for cell in first.cells)
    assert first.zones == ("Cold", "Warm", "Hot")
    assert [cell.text for cell in second.cells] == ["Near", "Far"]
    assert of_size(paths_drawn(artifact.data), 10_000 - LINE, 10_000 - LINE) >= 2 * 13  # two copies on the sheet
    assert artifact.copies == 2
    assert "reference" in artifact.made_from
    assert {"counter warmth", "table zone"} <= set(artifact.made_from)
    assert "Cold" in text_of(artifact.data)


@pytest.mark.full
def test_a_track_that_ends_early_says_so() -> None:
    heat, taint, sp, moved = content("casket", "track")
    assert isinstance(heat, Track)
    assert [cell.text for cell in heat.cells] == [str(value) for value in range(16)]
    assert heat.cells[-1].is_more
    assert [cell.zone for cell in heat.cells] == [0] * 5 + [1] * 5 + [2] * 6
    assert all(isinstance(track, Track) and track.cells[-1].is_more for track in (taint, sp))
    assert isinstance(moved, Track)
    assert moved.zones == ("Stationary", "Moved, +1 harder", "Ran, +2 harder", "Sprinted, +3 harder")
    drawn = paths_drawn(sheet("casket"))
    assert of_size(drawn, 11_500 - LINE, 11_500 - LINE) >= 16 + 11 + 12
    assert "15+" in text_of(sheet("casket"))


@pytest.mark.full
def test_boxes_are_as_many_as_counters_have_steps(tmp_path: Path) -> None:
    components, wounds = content("casket", "boxes")
    assert isinstance(components, Boxes)
    assert [(row.label, row.count) for row in components.rows] == [
        ("Right Arm", 3), ("Left Arm", 3), ("Legs", 3), ("Head", 3), ("Chassis", 3),
    ]  # fmt: skip
    assert components.is_bounded
    assert all(row.text for row in components.rows)
    assert isinstance(wounds, Boxes)
    assert [row.count for row in wounds.rows] == [10]
    drawn = paths_drawn(sheet("casket"))
    boxes = [path for path in drawn if len(path) > 13]  # rounded ones, no discs
    assert of_size(boxes, 7_000 - LINE, 7_000 - LINE) == 5 * 2 + 10
    assert of_size(boxes, 7_000 - 2 * LINE, 7_000 - 2 * LINE) == 5  # the heavier last ones

    blocks = "{show: boxes, of: [far, warmth], enum: way}, {show: boxes, enum: way, count: most}"
    found, _ = made(GAME, blocks, tmp_path / "other")
    first, second = (content_of(found, block, words_of(found)) for block in found.printed.reference[0].blocks)
    assert isinstance(first, Boxes)
    assert isinstance(second, Boxes)
    assert [(row.label, row.text, row.count) for row in first.rows] == [("Far", "Out of sight", 6), ("Warmth", "", 12)]
    assert [(row.label, row.count) for row in second.rows] == [("Near", 4), ("Far", 4)]


# ---------------------------------------------------------------- boards


def arena() -> Hexes:
    (found,) = content("arena", "hexes")
    assert isinstance(found, Hexes)
    return found


def test_a_board_has_every_hex_of_its_space_with_its_layers() -> None:
    board, space = arena(), shipped("penance").spaces[0]
    assert [(one.q, one.r) for one in board.hexes] == list(space.cells)
    assert len({one.name for one in board.hexes}) == len(space.cells) == 127
    by_name = {one.name: one for one in board.hexes}
    assert by_name["a4"].grounds == ("rubble",)
    assert by_name["c6"].levels == (1,)
    assert by_name["a1"].grounds == ()
    assert [one.name for one in board.hexes if one.is_marked] == ["g2", "g12"]
    assert [ground.name for ground in board.grounds] == ["Clear", "Forest", "Dense forest", "Rubble", "Water", "Wall"]
    text = " ".join(text_of(page) for page in pages(sheet("arena")))
    assert set(by_name) <= set(text.split())


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_a_board_is_parted_so_that_its_sheets_cover_it_at_its_scale(paper: str) -> None:
    board = arena()
    found = parting((PAPERS[paper], lying(PAPERS[paper])), board_size(board))
    width, height = board_size(board)
    assert width == 13 * 20_000 + 700
    assert found.across * (found.width - GLUE_UM) + GLUE_UM >= width
    assert found.down * (found.height - GLUE_UM) + GLUE_UM >= height
    assert found.across * found.down == {"a4": 2, "letter": 2, "a3": 1}[paper]
    sheets = pages(sheet("arena", paper))
    assert len(sheets) == found.across * found.down
    for page in sheets:
        hexes = [path for path in paths_drawn(page) if len(path) == 6 and abs(extents(path)[0] - 20_000) <= TRUE_UM]
        assert len(hexes) >= 127 // len(sheets)
        with pikepdf.open(io.BytesIO(page)) as document:
            box = [float(value) for value in document.pages[0].MediaBox]
            assert abs(box[2] - found.paper.width_um * 72 / 25400) < 0.01
            assert abs(box[3] - found.paper.height_um * 72 / 25400) < 0.01


def test_neighbours_of_a_board_lie_a_cell_apart() -> None:
    board = arena()
    places = {(one.q, one.r): middle for one, middle in zip(board.hexes, middles(board), strict=True)}
    for (q, r), (x, y) in places.items():
        for dq, dr in ((1, 0), (0, 1), (-1, 1)):
            other = places.get((q + dq, r + dr))
            if other is not None:
                apart = ((other[0] - x) ** 2 + (other[1] - y) ** 2) ** 0.5
                assert abs(apart - board.size) <= TRUE_UM


def test_a_board_of_squares(tmp_path: Path) -> None:
    found, (artifact,) = made(GAME, "{show: squares, width: 2 * most, height: most, cell: 20 mm}", tmp_path)
    board = content_of(found, found.printed.reference[0].blocks[0], words_of(found))
    assert board == Squares("", 8, 4, 20_000)
    assert len(pages(artifact.data)) == 1
    assert of_size(paths_drawn(artifact.data), 20_000, 20_000) == 32


@pytest.mark.parametrize("is_board", [True, False])
def test_one_side_says_that_its_sheet_lies(is_board: bool) -> None:
    board = Block("", "squares", "", (), (), None, replace(NOTHING, width=4, height=4))
    text = Block("", "text", "", ("A line.",), ())
    upright, lies = ReferenceSide("One", (text,), "x"), ReferenceSide("Two", (board if is_board else text,), "x", is_landscape=True)
    found = with_parts(shipped("penance"), reference=(lies,) if is_board else (upright, lies))
    (artifact,) = produce(Compilation(found, ()), settings("a4")).artifacts
    with pikepdf.open(io.BytesIO(artifact.data)) as document:
        sizes = {tuple(round(float(value) * 25.4 / 72) for value in page.MediaBox) for page in document.pages}
    assert sizes == {(0, 0, 297, 210)}


def problems(*sides: ReferenceSide) -> list[tuple[str, str]]:
    produced = produce(Compilation(with_parts(shipped("penance"), reference=sides), ()), settings("a4"))
    assert not produced.artifacts
    return [(problem.code, problem.message) for problem in produced.problems]


def test_what_is_too_large_is_refused_with_its_size() -> None:
    board = Block("", "hexes", "arena", (), (), None, replace(NOTHING, cell_um=100_000))
    ((code, message),) = problems(ReferenceSide("Arena", (board,), "arena"))
    assert (code, message.partition(" and ")[0]) == ("E840", "the board “Arena” is 1301 × 1155 mm large")
    ruler = Block("Range", "ruler", "range_modifier", (), (), None, replace(NOTHING, cell_um=20_000))
    ((code, message),) = problems(ReferenceSide("Side", (ruler,), "ruler"))
    assert code == "E840"
    assert "the block “Range” on the side “Side” of the sheet `ruler` is" in message
    small = replace(board, pieces=NOTHING)
    ((code, message),) = problems(ReferenceSide("Arena", (small,), "x"), ReferenceSide("Other", (small, small), "x"))
    assert (code, message) == ("E841", "the sheet `x` has a board and another side: a board is a sheet of its own")


# ---------------------------------------------------------------- tokens, rulers, arcs


def test_tokens_are_of_decks_and_counters_in_their_copies() -> None:
    caskets, others = content("tokens", "tokens")
    assert isinstance(caskets, Tokens)
    assert isinstance(others, Tokens)
    assert [token.name for token in caskets.tokens] == ["Church Confessor", "Dwarven Ironclad", "Elven Warden", "Nomad Outrider"]
    assert [token.tincture for token in caskets.tokens] == ["red", "gold", "green", "blue"]
    assert [token.says for token in caskets.tokens] == ["Light", "Heavy", "Medium", "Light"]
    assert caskets.is_hex
    assert caskets.has_front
    names = [shipped("penance").by_id.counters[name].name for block in shipped("penance").printed.reference for name in _tokens(block)]
    assert [token.name for token in others.tokens] == [name for name in names for _ in range(2)]
    drawn = paths_drawn(sheet("tokens"))
    assert of_size(drawn, 18_000 - LINE, 18_000 - LINE) >= len(others.tokens)
    assert sum(len(path) == 6 and abs(extents(path)[1] - 18_000) <= TRUE_UM for path in drawn) >= 4


def test_tokens_are_not_printed_twice_where_half_a_sheet_would_do(tmp_path: Path) -> None:
    """There are as many of them as the game says; a track may lie before each of two players."""
    blocks = "{title: Warmth, show: tokens, of: [warmth], count: 4, cell: 18 mm}"
    _, (artifact,) = made(GAME, blocks, tmp_path)
    assert artifact.copies == 1
    # Each has a ring a tenth smaller within it.
    assert of_size(paths_drawn(artifact.data), 18_000 - LINE, 18_000 - LINE) == 4


def _tokens(side: ReferenceSide) -> tuple[str, ...]:
    return tuple(name for block in side.blocks if block.show == "tokens" and block.pieces for name in block.pieces.of)


def test_the_marks_of_a_ruler_stand_a_step_apart() -> None:
    (ruler,) = content("tokens", "ruler")
    assert isinstance(ruler, Ruler)
    assert [(band.low, band.high, band.name, band.says) for band in ruler.bands] == [
        (0, 3, "Short", ()), (4, 6, "Medium", ("+1 harder",)), (7, 10, "Long", ("+2 harder",)), (11, None, "Extreme", ("+3 harder",)),
    ]  # fmt: skip
    marks = sorted(path[0][0] for path in paths_drawn(sheet("tokens")) if len(path) == 2 and abs(extents(path)[1] - 2_600) <= TRUE_UM)
    assert len(marks) == 12
    assert all(abs(right - left - 20_000) <= TRUE_UM for left, right in pairwise(marks))


def test_arcs_are_those_of_their_table() -> None:
    (arcs,) = content("casket", "arcs")
    assert isinstance(arcs, Arcs)
    assert [arc.name for arc in arcs.arcs] == ["Front", "Weapon", "Right flank", "Rear", "Left flank", "Shield"]
    assert arcs.ways == (0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 5)
    assert arcs.arcs[3].says == ("\u22122 easier", "3 damage", "\u22123 defense")
    assert arcs.arcs[0].says == ()


# ---------------------------------------------------------------- polygons


@pytest.mark.parametrize("hatch", ["vertical", "horizontal", "bend", "bend_sinister", "cross", "lattice", "dots"])
def test_hatching_stays_within_its_polygon(hatch: str) -> None:
    for corners in (hexagon(30_000, 20_000, 20_000), rectangle(1_000, 2_000, 9_000, 10_000)):
        (shape,) = hatched(corners, hatch, 1_500, "#000000", 100)
        points = [tuple(map(int, point.split())) for point in shape.data.replace("L", "M").split("M")[1:]]
        assert len(points) > 8
        assert all(is_inside(corners, x, y, -2) for x, y in points)
    assert hatched(hexagon(0, 0, 9_000), "plain", 1_500, "#000000", 100) == ()
