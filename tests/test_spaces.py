"""Maps of hexes: what the functions of formulas give, against geometry that is done with other means, in every evaluator."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from penance_build.api import compile_game
from penance_build.ir.interpret.dice import Scripted
from penance_build.ir.interpret.run import run
from penance_build.ir.nodes import Program
from penance_build.model.formulas.queries import where_expr
from penance_build.odds.walking.exact import Odds
from tests.engine_support import NodeBatch, python_engine

COUNTERS = "counters: {" + "".join(
    f"{name}: {{owner: player, type: {kind}}}, "
    for name, kind in (("spot", "field"), ("place", "field"), ("luck", "0..9"), ("turned", "0..5"))
)
HEXAGON = ("  . . .", " . . . .", ". . . . .", " . . . .", "  . . .")
RAGGED = (". .   .", " . .", "    . .", " .", ". . . .")
GAME = """
game: {{id: g, name: G, version: "1", language: 1}}
spaces:
  field:
    layers: {{height: 0..9}}
    legend: {{".": {{height: 3}}, "w": {{height: 7}}}}
    map:
{rows}
counters: {{mark: {{owner: field, type: 0..9, start: 1}}}}
procedures:
  look:
    inputs: {{one: field, two: field, i: 0..{reach}, side: 0..1, d: 0..5}}
    results: {{far: int, toward: int, next: field, on_line: field, high: int}}
    steps:
      - {{let: far, value: "distance(one, two)"}}
      - {{let: toward, value: "bearing(one, two)"}}
      - {{let: next, value: "neighbour(one, d)"}}
      - {{let: on_line, value: "line(one, two, i, side)"}}
      - {{let: high, value: height(one)}}
  paint:
    inputs: {{one: field, two: field}}
    results: {{a: int, b: int}}
    steps:
      - {{change: one.mark, by: 3}}
      - {{change: two.mark, to: 2}}
      - {{let: a, value: one.mark}}
      - {{let: b, value: two.mark}}
"""


@cache
def compiled(rows: tuple[str, ...], reach: int) -> Program:
    """One program for all tests of a map, so that its engine is made once."""
    text = GAME.format(rows="\n".join(f'      - "{row}"' for row in rows), reach=reach)
    with TemporaryDirectory() as name:
        Path(name, "game.yaml").write_text(text, encoding="utf-8")
        result = compile_game(Path(name))
    assert result.program is not None, result.problems
    return result.program


def drawn(rows: tuple[str, ...]) -> list[tuple[float, float]]:
    """The centres of the hexes in order, in widths of a hex, y downwards."""
    return [(column / 2, number * math.sqrt(3) / 2) for number, row in enumerate(rows) for column, sign in enumerate(row) if sign != " "]


def nearest(centres: list[tuple[float, float]], x: float, y: float) -> list[int]:
    """The hexes whose centre is nearest to a point."""
    far = [math.hypot(x - one, y - two) for one, two in centres]
    return [index for index, value in enumerate(far) if value < min(far) + 1e-6]


def steps_between(rows: tuple[str, ...], one: int, two: int) -> int:
    """The length of the shortest way over an endless field."""
    (x1, y1), (x2, y2) = drawn(rows)[one], drawn(rows)[two]
    down = round(abs(y2 - y1) / (math.sqrt(3) / 2))
    return max(down, round(abs(x2 - x1) + down / 2))


def questions(rows: tuple[str, ...]) -> Iterator[tuple[int, int, int, int]]:
    count = len(drawn(rows))
    for one, two in product(range(count), repeat=2):
        for i in range(steps_between(rows, one, two) + 1):
            yield from ((one, two, i, side) for side in (0, 1))


@pytest.mark.full
@pytest.mark.parametrize("rows", [HEXAGON, RAGGED], ids=["hexagon", "ragged"])
def test_geometry(tmp_path: Path, rows: tuple[str, ...]) -> None:
    centres = drawn(rows)
    reach = max(steps_between(rows, one, two) for one, two in product(range(len(centres)), repeat=2))
    program = compiled(rows, reach)
    engine = python_engine(program, tmp_path)
    ids = [member.id for enum in program.enums if enum.id == "field" for member in enum.members]
    assert len(ids) == len(centres)
    calls = []
    batch = NodeBatch(tmp_path)
    batch.engine(program, "field")
    for one, two, i, side in questions(rows):
        inputs = {"one": ids[one], "two": ids[two], "i": i, "side": side, "d": (one + two) % 6}
        answer = engine.run("look", inputs)
        calls.append((inputs, answer["result"]["on_line"]))
        batch.call({"answer": answer}, "run", "look", inputs)
        found = answer["result"]
        assert found["far"] == steps_between(rows, one, two)
        assert found["high"] == 3
        (x1, y1), (x2, y2) = centres[one], centres[two]
        if one != two:
            degrees = math.degrees(math.atan2(y2 - y1, x2 - x1)) % 360
            half = round(degrees / 30)
            is_between = abs(degrees / 30 - half) < 1e-6 and half % 2 == 1
            assert found["toward"] == (half if is_between else 2 * (round(degrees / 60) % 6))
        angle = math.radians(60 * inputs["d"])
        beside = [n for n, (x, y) in enumerate(centres) if math.hypot(x1 + math.cos(angle) - x, y1 + math.sin(angle) - y) < 1e-6]
        assert found["next"] == ids[beside[0] if beside else one]
        n = max(1, found["far"])
        on = centres + [(x / 2, y * math.sqrt(3) / 2) for y in range(-2, 9) for x in range(-4, 16) if (x + y) % 2 == 0]
        hits = [on[index] for index in nearest(on, x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n)]
        inside = {ids[index] for index, (x, y) in enumerate(centres) for a, b in hits if math.hypot(x - a, y - b) < 1e-6}
        assert found["on_line"] in inside or (found["on_line"] == ids[one] and len(hits) > len(inside))
    batch.check()
    for given, on_line in calls[::20]:
        indexed = {key: ids.index(value) if isinstance(value, str) else value for key, value in given.items()}
        assert run(program, "look", indexed, Scripted({})).results["on_line"] == ids.index(on_line)


@pytest.mark.full
def test_both_sides_of_a_line_that_runs_between_hexes(tmp_path: Path) -> None:
    """From corner to corner of a rhombus the middle lies on the edge of two hexes, and each side names one of them."""
    engine = python_engine(compiled(HEXAGON, 4), tmp_path)
    found = [engine.run("look", {"one": "a1", "two": "c2", "i": 1, "side": side, "d": 0})["result"]["on_line"] for side in (0, 1)]
    assert sorted(found) == ["b1", "b2"]


def test_counters_of_hexes(tmp_path: Path) -> None:
    program = compiled(HEXAGON, 4)
    engine = python_engine(program, tmp_path)
    assert engine.run("paint", {"one": "b1", "two": "b2"})["result"] == {"a": 4, "b": 2}
    assert engine.run("paint", {"one": "b1", "two": "b1"})["result"] == {"a": 2, "b": 2}
    state = engine.new_game({"counters": {"mark": [0] * 19}}, 1)
    assert state["counters"]["mark"] == [0] * 19
    with pytest.raises(engine.InputError, match="counter 'mark' has 19 values, not 2"):
        engine.new_game({"counters": {"mark": [0, 0]}}, 1)
    assert run(program, "paint", {"one": 3, "two": 4}, Scripted({})).results == {"a": 4, "b": 2}


def test_a_condition_from_outside_reads_the_map_as_the_rules_do() -> None:
    program = compiled(HEXAGON, 4)
    asked = {"one": 3, "two": 4, "i": 0, "side": 0, "d": 0}  # from b1 to the right lies b2
    for condition, chance in (("distance(next, on_line) == 1 and next.mark == 1", 1), ("bearing(on_line, next) == 3", 0)):
        found = Odds(program).distribution("look", asked, of=[], where=where_expr(program, "look", condition))
        assert found.p == chance


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("{at: place, facing: turned}", ""),
        ("{at: spot}", ""),
        ("{at: plac}", "there is no counter of players `plac` of the type `field`"),
        ("{at: turned}", "there is no counter of players `turned` of the type `field`"),
        ("{at: place, facing: luck}", "there is no counter of players `luck` from 0 to 5"),
    ],
)
def test_where_players_stand_is_said_by_the_map(players: str, message: str, tmp_path: Path) -> None:
    text = GAME.format(rows="\n".join(f'      - "{row}"' for row in HEXAGON), reach=4)
    text = text.replace("    layers:", f"    players: {players}\n    layers:").replace("counters: {", COUNTERS)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    result = compile_game(tmp_path)
    assert [problem.message for problem in result.problems if problem.code == "E301"] == ([message] if message else [])
    if not message:
        assert result.program is not None
        (space,) = result.program.spaces
        at, _, facing = players.removeprefix("{at: ").removesuffix("}").partition(", facing: ")
        assert (space.layers, space.at, space.facing) == (("height",), at, facing)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("  field:\n", "  int:\n", "`int` is a type, and no id for a space"),
        ("  field:\n", "  game:\n", "`game` is an owner of counters, and no id for a space"),
        ("spaces:\n", "enums: {field: {members: {a: A, b: B}}}\nspaces:\n", "`field` is an enum and a space, whose hexes are an enum too"),
        ("height: 0..9", "distance: 0..9", "`distance` is a function of formulas, and no name for a layer"),
        ("height: 0..9", "size: 0..9", "`size` is a function of formulas, and no name for a layer"),
        ("height: 0..9", "then: 0..9", "`then` is a word of formulas, and no name"),
        ("height: 0..9", "mark: 0..9", "`mark` is a layer and a counter: a formula could not tell them apart"),
    ],
)
def test_names_that_a_map_cannot_have(old: str, new: str, message: str, tmp_path: Path) -> None:
    text = GAME.format(rows="\n".join(f'      - "{row}"' for row in HEXAGON), reach=4)
    (tmp_path / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    assert ("E307", message) in [(problem.code, problem.message) for problem in compile_game(tmp_path).problems]
