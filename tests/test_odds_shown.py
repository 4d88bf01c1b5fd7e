"""How answers of the odds are shown: where numbers lie, long tables, pictures, what cannot be compared."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build.numbers import root
from penance_build.cli.errors import Wrong
from penance_build.cli.showing.sweep import read_sweep
from penance_build.library.data import odds_data
from penance_build.library.odds import odds
from penance_build.library.shapes import shape_of
from tests.command_line import Ran

SVG = "{http://www.w3.org/2000/svg}"
GAME = """
game: {id: g, name: G, version: "1", language: 1}
enums: {tone: {members: {low: Low, high: High}}}
dice: {d6: {name: D6, sides: 6}, d100: {name: D100, sides: 100}}
procedures:
  total:
    inputs: {dice: {type: 1..4, default: 2}, tone: {type: tone, default: low}, loud: {type: bool, default: false}}
    results: {sum: int, even: bool, tone_heard: tone}
    steps:
      - {roll: d6, count: dice}
      - {let: sum, value: sum(d6)}
      - {let: even, value: sum % 2 == 0}
      - {let: tone_heard, value: if loud then high else tone}
  percentile:
    results: {far: int}
    steps:
      - {roll: d100, count: 3}
      - {let: far, value: sum(d100)}
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shown")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def test_where_numbers_lie_is_counted(game: Path) -> None:
    """Three dice, counted one by one."""
    program = compile_game(game).program
    assert program is not None
    answer = odds(program, "total", {"dice": 3}, of=["sum"])
    sums = sorted(sum(dice) for dice in product(range(1, 7), repeat=3))
    mean = Fraction(sum(sums), 216)
    shape = shape_of(answer, "sum")
    assert shape.variance == sum((value - mean) ** 2 for value in sums) / 216 == Fraction(35, 4)
    assert shape.quantiles == tuple(sums[-(-216 * share // 100) - 1] for share in (5, 25, 50, 75, 95))
    assert [value for value, _ in shape.values] == sorted(set(sums))
    data = odds_data(answer)
    assert data["variance"] == {"sum": "35/4"}
    assert data["quantiles"] == {"sum": {"0.05": 6, "0.25": 8, "0.5": 10, "0.75": 13, "0.95": 15}}
    assert root(Fraction(9, 4)) == Fraction(3, 2)


def test_the_shape_of_one_of_several_results(game: Path) -> None:
    program = compile_game(game).program
    assert program is not None
    both = odds(program, "total", {})
    for name in both.results:
        alone = odds(program, "total", {}, of=[name])
        assert shape_of(both, name) == shape_of(alone, name)


def test_what_hardly_happens_is_one_row(game: Path, penance: Callable[..., Ran]) -> None:
    lines = penance("odds", "percentile", "--game", game, "--percent").out.splitlines()
    assert lines[1].split()[:2] == ["..9", "0.01"] and lines[-2].split()[:2] == ["294..", "0.01"]
    assert lines[2].split()[0] == "10" and len(lines) < 300


def test_inputs_that_vary(game: Path) -> None:
    program = compile_game(game).program
    assert program is not None
    procedure = program.by_id.procedures["total"]
    sweep = read_sweep(program, procedure, {"dice": "2..3", "tone": "..", "loud": "true"})
    assert (sweep.fixed, len(sweep.questions)) == ({"loud": "true"}, 4)
    assert sweep.questions[1] == {"dice": "2", "tone": "high"}
    assert read_sweep(program, procedure, {"dice": "1,3,1"}).varied == {"dice": ("1", "3")}
    assert read_sweep(program, procedure, {"dice": ".."}).varied == {"dice": ("1", "2", "3", "4")}
    for text in ("3..2", "0..99999999"):
        with pytest.raises(Wrong, match="from the lower number to the higher"):
            read_sweep(program, procedure, {"dice": text})


@pytest.mark.parametrize(
    ("arguments", "bars", "words"),
    [
        (("--of", "sum"), 11, ["total", "mean 7.0000, spread 2.4152", "16.67 %"]),
        (("--set", "dice=1..4", "--where", "sum >= 4"), 4, ["total: sum >= 4", "by dice", "91.67 %", "100.00 %"]),
        (("--set", "dice=1..3", "--set", "tone=..", "--of", "even"), 6, ["total: even", "tone", "50.00 %", "dice"]),
        (("--set", "tone=..", "--of", "tone_heard"), 2, ["low by tone", "high by tone"]),
    ],
)
def test_pictures(game: Path, penance: Callable[..., Ran], arguments: tuple[str, ...], bars: int, words: list[str]) -> None:
    """A picture is XML, names what it shows, and has a bar or a cell for each figure, all of it within the picture."""
    ran = penance("odds", "total", "--game", game, "--format", "svg", *arguments)
    picture = ET.fromstring(ran.out)
    boxes = [item for item in picture.iter(f"{SVG}rect") if item.get("x")]
    assert len(boxes) == bars
    texts = [item.text or "" for item in picture.iter(f"{SVG}text")]
    assert [word for word in words if word not in texts] == []
    right, bottom = (int(picture.get(name) or 0) for name in ("width", "height"))
    assert all(float(item.get("x") or 0) + float(item.get("width") or 0) <= right for item in boxes)
    assert all(float(item.get("y") or 0) < bottom for item in picture.iter(f"{SVG}text"))


def test_nothing_to_compare(game: Path, penance: Callable[..., Ran]) -> None:
    (game / "bare.yaml").write_text("procedures: {bare: {inputs: {size: 1..3}, steps: [{let: m, value: size}]}}\n", encoding="utf-8")
    ran = penance("odds", "bare", "--game", game, "--set", "size=1..3")
    (game / "bare.yaml").unlink()
    assert (ran.code, ran.out) == (2, "")
    assert "there is no figure to compare" in ran.err


def test_csv_says_what_it_cannot_list(game: Path, penance: Callable[..., Ran]) -> None:
    head = "procedures:\n  endless:\n    name: Endless\n    results: {far: int}\n    steps:\n      - {let: far, value: 0}\n"
    loop = "      - repeat:\n          - {roll: d6}\n          - {let: far, value: far + 1}\n        until: sum(d6) == 6\n"
    (game / "endless.yaml").write_text(head + loop, encoding="utf-8")
    ran = penance("odds", "endless", "--game", game, "--format", "csv")
    (game / "endless.yaml").unlink()
    assert (ran.code, ran.out) == (2, "")
    assert "no bound" in ran.err
