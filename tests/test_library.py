"""The library for programs that embed Penance Build: texts in memory, problems as data, a die, a table, odds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction as F
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from penance_build import api
from penance_build.api import (
    BadQuery,
    GameDie,
    Odds,
    Policy,
    Program,
    Refused,
    Seeded,
    UnknownOption,
    WrongUse,
    compile_game,
    compile_texts,
    die,
    odds,
    odds_data,
    printed_results,
    problem_data,
    read_inputs,
    run,
    table,
)
from penance_build.cli import catch
from penance_build.diagnostics.formats import json_ as json_format
from penance_build.ir.canonical import dumps
from penance_build.source import folder as folder_module
from penance_build.source import game as game_module
from penance_build.source import read_texts, reader
from tests.cases_support import Case, load_cases
from tests.games import shipped
from tests.ir_programs import die as made_die
from tests.odds_oracles import game as odds_game
from tests.odds_programs import DICE, TABLES

GAME = 'game: {id: small, name: Small, version: "1", language: 1}\n'
TOPICS = ("reading", "names", "tables")


def texts_in(case: Case) -> dict[str, str] | None:
    """The files of a case; None where they are no text."""
    try:
        return {name: data.decode("utf-8") for name, data in case.files}
    except UnicodeDecodeError:
        return None


CASES = [case for kind in ("bad", "good") for case in load_cases(kind) if case.topic in TOPICS and texts_in(case) is not None]


def texts_of(folder: Path) -> dict[str, str]:
    """Every file below a folder, the hidden ones too, as a program would hold them in memory."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8") for path in paths}


def codes(files: dict[str, str]) -> list[str]:
    return [f"{item.code} {item.span.file}" for item in read_texts(files)[1]]


@pytest.mark.full
@pytest.mark.parametrize("name", ["aethelgard", "skirmish"])
def test_texts_give_what_their_folder_gives(root: Path, name: str) -> None:
    ours, theirs = compile_texts(texts_of(root / "rules" / name)), compile_game(root / "rules" / name)
    assert ours.program is not None
    assert ours.program == theirs.program
    assert ours == theirs


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_texts_have_the_problems_of_their_folder(case: Case, tmp_path: Path) -> None:
    assert compile_texts(texts_in(case) or {}) == compile_game(case.write(tmp_path))


@pytest.mark.full
def test_options_are_chosen_as_for_a_folder(root: Path) -> None:
    files = texts_of(root / "rules" / "skirmish")
    with pytest.raises(UnknownOption):
        compile_texts(files, {"no_such": "on"})
    assert compile_texts(files, every_option=False).program == compile_texts(files).program


@pytest.mark.full
def test_the_order_of_the_texts_does_not_matter(root: Path) -> None:
    files = texts_of(root / "rules" / "skirmish")
    ours = compile_texts(files).program
    theirs = compile_texts(dict(reversed(files.items()))).program
    assert ours is not None and theirs is not None
    assert dumps(ours) == dumps(theirs)


def test_what_a_folder_would_not_read_is_left_aside() -> None:
    aside = ("notes.txt", ".hidden.yaml", ".git/x.yaml", "out/.penance-build", "out/x.yaml", "out/deep/x.yaml", "a/out/.penance-build")
    files = {"game.yaml": GAME, "b.yml": "a: 1\n", "a/z.yaml": "a: 1\n", **dict.fromkeys(aside, "a: [")}
    source, problems = read_texts(files)
    assert problems == []
    assert [file.name for file in source.files] == ["a/z.yaml", "b.yml", "game.yaml"]
    # A game that was built into its own folder is rules all the same.
    assert codes({".penance-build": "", "game.yaml": GAME}) == []


@pytest.mark.parametrize(
    "name", ["/game.yaml", "../x.yaml", "a/../x.yaml", "./x.yaml", "a//x.yaml", "a\\b.yaml", "a\x1b.yaml", "\ud800.yaml", "a\nb/x.yaml"]
)
def test_names_that_no_file_of_a_game_may_have(name: str) -> None:
    (problem,) = compile_texts({"game.yaml": GAME, name: "a: 1\n"}).problems
    assert problem.code == "E156"
    problem.span.file.encode("utf-8")


def test_a_folder_with_a_bad_name_is_said_once(tmp_path: Path) -> None:
    files = {"game.yaml": GAME, "a\\b/x.yaml": "a: 1\n", "a\\b/y.yaml": "a: 1\n"}
    assert codes(files) == ["E156 a\\b"]
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert compile_texts(files) == compile_game(tmp_path)


def test_without_game_yaml() -> None:
    assert codes({}) == ["E150 game.yaml"]
    assert codes({"cards.yaml": "a: 1\n"}) == ["E150 game.yaml"]


def test_bounds_are_those_of_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes({"game.yaml": GAME, "/".join("abcdefghijklmnopqrs") + "/x.yaml": "a: 1\n"}) == ["E158 a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q"]
    monkeypatch.setattr(folder_module, "MAX_FILES", 2)
    assert codes({"game.yaml": GAME, "h.yaml": GAME, "i.yaml": GAME, "notes.txt": ""}) == ["E157 i.yaml"]
    for module in (game_module, reader):
        monkeypatch.setattr(module, "MAX_FILE_BYTES", 60)
    source, problems = read_texts({"game.yaml": GAME, "big.yaml": "a: 1\n" * 20})
    assert [problem.code for problem in problems] == ["E108"]
    assert (source.broken, list(source.texts)) == (("big.yaml",), ["game.yaml"])
    monkeypatch.setattr(folder_module, "MAX_GAME_BYTES", 3)
    assert codes({"game.yaml": GAME}) == ["E109 ."]


def test_a_text_that_no_file_could_hold_is_refused() -> None:
    assert codes({"game.yaml": GAME + "# \ud800\n"}) == ["E101 game.yaml"]


def test_the_page_says_what_is_so(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of docs/library.md run one after the other, and give what stands behind each ``# ->``."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"Fraction": F}
    compared = 0
    page = (root / "docs" / "library.md").read_text(encoding="utf-8")
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
        for line in block.splitlines():
            shown, _, said = line.partition("# -> ")
            if said:
                assert eval(shown, names) == eval(said, names), line
                compared += 1
    assert compared == 21
    listed = set(re.findall(r"^from penance_build\.api import (.*)$", page, re.MULTILINE))
    assert {name.strip() for names_of in listed for name in names_of.split(",")} <= set(api.__all__)


# ---------------------------------------------------------------- problems


def test_problems_as_data_are_those_of_the_report(root: Path) -> None:
    compilation = compile_game(root / "tests" / "cases_cli" / "broken")
    data = [problem_data(item) for item in compilation.problems]
    report = json.loads(json_format.render(compilation.problems, compilation.texts, compilation.covered))
    assert data == report["problems"]
    assert {"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "hint", "related", "entity", "step"} <= set(
        data[0]
    )
    assert [(item["entity"], item["step"]) for item in data] == [(["table", "distance"], None), (["procedure", "shoot"], 2)]


# ---------------------------------------------------------------- a die


def counted(die: GameDie, dice: int, read: Callable[[tuple[int, ...]], int]) -> dict[int, F]:
    """A distribution by going through every sequence of faces."""
    found: dict[int, F] = {}
    for faces in product(range(len(die.faces)), repeat=dice):
        value = read(faces)
        found[value] = found.get(value, F(0)) + F(1, len(die.faces) ** dice)
    return dict(sorted(found.items()))


@pytest.mark.parametrize("dice", [0, 1, 3])
def test_what_dice_come_to(dice: int) -> None:
    attack = die(shipped("penance"), "attack")  # 1 to 5, and JAM, which is 0
    values = attack.values
    assert sorted(values) == [0, 1, 2, 3, 4, 5]
    assert attack.sum(dice) == counted(attack, dice, lambda faces: sum(values[face] for face in faces))
    for kept in (0, 1, 2, 4):
        for lowest in (False, True):
            expected = counted(attack, dice, lambda faces: sum(sorted((values[face] for face in faces), reverse=not lowest)[:kept]))  # noqa: B023
            assert attack.best(dice, kept, lowest=lowest) == expected
    assert attack.count([5, "jam"], dice) == counted(attack, dice, lambda faces: sum(values[face] in (0, 5) for face in faces))
    assert attack.count([], dice) == {0: 1}


def test_many_dice_are_exact() -> None:
    d10 = die(shipped("aethelgard"), "d10")
    many = d10.sum(40)
    assert sum(many.values()) == 1
    assert sum(value * p for value, p in many.items()) == 220
    assert d10.count(range(8, 11), 50)[50] == F(3, 10) ** 50
    assert list(many) == sorted(many)


def test_equal_faces_count_together_and_values_may_be_negative() -> None:
    program = odds_game([], [], dice=DICE)
    odd, coin = die(program, "odd"), die(program, "coin")
    assert odd.count(2) == {0: F(2, 3), 1: F(1, 3)}  # named by its value, a face is the first that has it
    assert odd.count(["a", "b"]) == {0: F(1, 3), 1: F(2, 3)}
    assert [face.values["w"] for face in odd.faces] == [0, 1, -1]
    assert coin.sum(2) == {0: F(1, 4), 1: F(1, 2), 2: F(1, 4)}
    below = die(odds_game([], [], dice=[made_die("low", ("x", {"value": -3}), ("y", {"value": -1}))]), "low")
    assert below.sum(2) == {-6: F(1, 4), -4: F(1, 2), -2: F(1, 4)}
    assert below.best(2) == {-3: F(1, 4), -1: F(3, 4)}


@pytest.mark.parametrize(
    ("ask", "about", "said"),
    [
        (lambda program: die(program, "atack"), "die", "there is no die `atack`; did you mean `attack`?"),
        (
            lambda program: die(program, "suffering").sum(2),
            "die",
            "the die `suffering` has no values to add or to compare; its faces are: ",
        ),
        (lambda program: die(program, "attack").count(9), "face", "the die `attack` has no face `9`; its faces are: "),
        (lambda program: die(program, "attack").sum(-1), "count", "a number of dice is 0 or more, found -1"),
        (lambda program: die(program, "attack").best(2, -1), "count", "a number of dice is 0 or more, found -1"),
        (lambda program: table(program, "facng"), "table", "there is no table `facng`; did you mean `facing`?"),
        (lambda program: table(program, "facing").look_up({}), "input", "`facing` needs `side` (one of front, "),
        (lambda program: table(program, "facing").look_up({"sied": "rear"}), "input", "`facing` has no input `sied`; did you mean `side`?"),
        (lambda program: table(program, "facing").look_up({"side": "raer"}), "input", "`side` is one of front, "),
        (
            lambda program: table(program, "range_modifier").look_up({"range": 99}),
            "input",
            "`range` is 0 to 60 (hex) (dr/3, cs/2), found 99",
        ),
        (lambda program: odds(program, "atack"), "procedure", "there is no procedure `atack`; did you mean `attack`?"),
        (lambda program: odds(program, "attack"), "input", "`attack` needs `damage` ("),
        (lambda program: odds(program, "attack", {"damage": True}), "input", "`damage` is "),
        (lambda program: odds(program, "attack", {"damage": 4, "ranged": 1}), "input", "`ranged` is true or false, found `1`"),
        (
            lambda program: odds(program, "attack", {"damage": 4}, of=["takn"]),
            "result",
            "`attack` has no result `takn`; did you mean `taken`?",
        ),
        (lambda program: odds(program, "attack", {"damage": 4}, policy="best"), "policy", "a policy is first, random, or "),
        (lambda program: odds(program, "attack", {"damage": 4}, policy={"way": "left"}), "policy", "`attack` has no choice `way`"),
        (
            lambda program: odds(program, "attack", {"damage": 4, "side": "rear"}, policy={"side": "rear"}),
            "input",
            "`side` is given as an input",
        ),
    ],
)
def test_wrong_use_is_said_in_a_sentence(ask: Callable[[Program], object], about: str, said: str) -> None:
    with pytest.raises(WrongUse) as caught:
        ask(shipped("penance"))
    assert str(caught.value).startswith(said)
    assert caught.value.about == about


def test_too_many_dice_are_refused() -> None:
    with pytest.raises(Refused):
        die(odds_game([], []), "d6").sum(300_000)


# ---------------------------------------------------------------- a table


def test_one_row() -> None:
    facing = table(shipped("penance"), "facing")
    assert (facing.policy, facing.inputs, facing.outputs) == ("unique", ("side",), ("modifier", "damage", "defense", "shields"))
    found = facing.look_up({"side": "front"})
    assert found.outputs == found.rows[0].outputs
    assert (found.label, found.source, found.outputs["shields"]) == ("Front (1)", "qr/facing, dr/3", True)
    words = table(shipped("penance"), "range_words")
    assert words.look_up({"range": 5}) == words.look_up({"range": "5"})
    assert isinstance(words.look_up({"range": 5}).outputs["word"], str)


def test_rows_that_add_up() -> None:
    program = odds_game([], [], tables=TABLES)
    grouped = table(program, "g")  # a table of the policy max, with the groups k and m
    assert [(row.number, row.group) for row in grouped.look_up({"a": 3}).rows] == [(2, "k")]
    one = grouped.look_up({"a": 1})
    assert (one.outputs, [row.number for row in one.rows]) == ({"value": 1}, [1, 3])
    none = grouped.look_up({"a": 30})
    assert (none.outputs, none.rows, none.label, none.source) == ({"value": 0}, (), "", "")


# ---------------------------------------------------------------- odds, runs


def test_odds_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    program = shipped("penance")
    words = "odds attack --game penance --set damage=8 --set cover=light --of outcome,taken --format json"
    assert catch.run([*words.split(), "--where", "taken >= 4"]) == 0
    theirs = json.loads(capsys.readouterr().out)
    asked: dict[str, Any] = {"of": ["outcome", "taken"], "where": "taken >= 4"}
    ours = odds(program, "attack", {"damage": 8, "cover": "light"}, **asked)
    assert {"version": 1, "game": "penance", "options": dict(program.options), **odds_data(ours)} == theirs
    assert sum(item.p for item in ours.outcomes) == 1
    assert ours.mean["taken"] == sum(item.p * int(str(item.result["taken"])) for item in ours.outcomes)
    assert ("range" in ours.defaults, "cover" in ours.defaults) == (True, False)
    kept = Odds(program)
    assert odds(program, "attack", {"damage": 8, "cover": "light"}, **asked, evaluator=kept) == ours


CHOICE = (
    GAME
    + """
procedures:
  turn:
    inputs: {who: player, far: 0..9, hurried: {type: bool, default: false}}
    results: {gone: 0..9}
    steps:
      - {choose: way, by: who, prompt: Which way, options: {left: Left, right: Right}}
      - {let: gone, value: "if way == left and not hurried then far else 0"}
"""
)


def test_choices_need_a_policy() -> None:
    program = compile_texts({"game.yaml": CHOICE}).program
    assert program is not None
    with pytest.raises(Refused):
        odds(program, "turn", {"who": 1, "far": 3})
    assert odds(program, "turn", {"who": 1, "far": 3}, policy="first").mean == {"gone": 3}
    assert odds(program, "turn", {"who": 1, "far": 3}, policy="random").mean == {"gone": F(3, 2)}
    assert odds(program, "turn", {"who": 1, "far": 3}, policy=Policy("first")) == odds(
        program, "turn", {"who": 1, "far": 3}, policy={"way": "left"}
    )
    named = odds(program, "turn", {"who": 1, "far": 3}, policy={"way": "left", "hurried": "true"})
    assert (named.mean, named.inputs, named.defaults) == ({"gone": 0}, {"who": 1, "far": 3, "hurried": True}, ())
    with pytest.raises(WrongUse, match="the choice `way` has no option `lfet`"):
        odds(program, "turn", {"who": 1, "far": 3}, policy={"way": "lfet"})
    with pytest.raises(BadQuery):
        odds(program, "turn", {"who": 1, "far": 3}, policy="first", where="gone >=")


def test_runs_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    program = shipped("penance")
    assert catch.run("run attack --game penance --set damage=8 --set side=rear --set ranged=true --seed 5 --format json".split()) == 0
    theirs = json.loads(capsys.readouterr().out)["result"]
    inputs = read_inputs(program, "attack", {"damage": 8, "side": "rear", "ranged": True})
    assert printed_results(program, "attack", run(program, "attack", inputs, Seeded(5))) == theirs


def test_a_game_is_shown_in_a_line(root: Path) -> None:
    """A whole game written out would be too much for any screen, and for the memory."""
    compilation = compile_game(root / "rules" / "penance", every_option=False)
    assert repr(compilation.program).startswith("Program(game='penance', version=")
    assert repr(compilation).endswith(f"problems={len(compilation.problems)})")
    assert len(repr(compilation)) < 400
