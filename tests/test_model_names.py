"""Ids over several files: the first definition counts, one problem for each id, and nothing follows from it."""

from __future__ import annotations

from pathlib import Path

from penance_build.api import Compilation, compile_game

GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'


def compiled(folder: Path, **files: str) -> Compilation:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return compile_game(folder)


def test_an_id_of_three_files_is_one_problem_at_the_first(tmp_path: Path) -> None:
    text = "constants: {most: NUMBER}\n"
    user = "procedures: {p: {name: P, results: {x: 3..3}, steps: [{let: x, value: most}]}}\n"
    found = compiled(tmp_path, c=text.replace("NUMBER", "5"), a=text.replace("NUMBER", "3"), b=text.replace("NUMBER", "4"), user=user)
    [problem] = found.problems  # the result is 3..3, so the first definition was read: else a second problem would say so
    assert (problem.code, problem.span.file, problem.span.line, problem.span.column) == ("E302", "a.yaml", 1, 13)
    assert [span.file for span, _ in problem.related] == ["b.yaml", "c.yaml"]
    assert "3 times" in problem.message
    assert found.program is None


def test_ids_of_different_kinds_may_be_the_same(tmp_path: Path) -> None:
    text = """\
dice: {attack: {name: Attack, sides: 6}}
enums: {attack: {name: Kind, members: {attack: Attack}}}
card_types: {attack: {name: Attack, inputs: {self: player}}}
procedures: {attack: {name: Attack, results: {total: int}, steps: [{roll: attack}, {let: total, value: sum(attack)}]}}
"""
    found = compiled(tmp_path, rules=text)
    assert not found.problems
    assert found.program is not None


def test_a_variable_hides_a_constant_and_a_member_comes_before_both(tmp_path: Path) -> None:
    text = """\
constants: {front: 9}
enums: {side: {name: Side, members: {front: Front, rear: Rear}}}
procedures:
  p:
    name: P
    inputs: {s: side}
    results: {x: int}
    steps:
      - {let: x, value: front}
      - {let: front, value: 2}
      - {let: x, value: if s == front then x + front else 0}
"""
    found = compiled(tmp_path, rules=text)
    assert not found.problems
    assert found.program is not None
    [procedure] = found.program.procedures
    assert (procedure.results[0].type.low, procedure.results[0].type.high) == (0, 11)


def test_a_file_that_cannot_be_read_makes_no_second_problem(tmp_path: Path) -> None:
    user = "procedures: {p: {name: P, results: {x: int}, steps: [{let: x, value: most}]}}\n"
    found = compiled(tmp_path, a="constants: {most: 3\n", user=user)
    assert len(found.problems) == 1
    assert found.problems[0].code.startswith("E1")
    assert found.problems[0].span.file == "a.yaml"


def test_each_reference_to_what_is_not_there_is_one_problem(tmp_path: Path) -> None:
    text = """\
procedures:
  p:
    name: P
    source: dr/9
    ruling: none_such
    uses: [nothing]
    inputs: {s: sidee}
    results: {x: int}
    steps:
      - {roll: d7}
      - {call: other, take: {x: x}}
      - {let: q, value: d7}
      - {shuffle: decke}
sources: {dr: {title: D, version: "1", sections: {"1": {title: T, status: encoded}}}}
claims: {one: {says: "1", procedure: pp, where: x > 1, verdict: holds}}
examples: {one: {procedure: pp, expect: {x: 1}}}
decks: {d: {name: D, cards: {none_such: 2}}}
"""
    found = compiled(tmp_path, rules=text)
    assert sorted((item.code, item.span.line) for item in found.problems) == [
        ("E301", line) for line in (4, 5, 6, 7, 10, 11, 13, 15, 16, 17)
    ]  # fmt: skip
