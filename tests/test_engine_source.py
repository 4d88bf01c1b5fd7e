"""Generated engines as files: safe names, no code evaluated at run time, checked inputs, the same bytes every time."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.api import Compilation
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.python import emit_python
from penance_build.engine.planning.plan import Plan
from penance_build.engine.product import produce
from penance_build.ir import canonical
from penance_build.ir import nodes as n
from penance_build.ir.record import replace
from penance_build.product import Artifact, NoCache, Settings
from tests.duel_games import compiled
from tests.engine_support import NodeBatch, python_engine
from tests.ir_programs import (
    BOOL,
    INT,
    VECTORS,
    const,
    die,
    duel_program,
    enum,
    enum_type,
    inp,
    note,
    op,
    procedure,
    program,
    roll_type,
    row,
    table,
    to_hit_program,
    valued,
    var,
    whole,
)

SAMPLES = {"to_hit": to_hit_program(), "duel": duel_program()}
HOSTILE = ["class", "import", "None", "__proto__", "constructor", "default", "toString"]


@pytest.fixture(scope="module")
def to_hit(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(to_hit_program(), tmp_path_factory.mktemp("to_hit"))


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(duel_program(), tmp_path_factory.mktemp("duel"))


def hostile_program() -> n.Program:
    """Every id is a word that means something to a language, and every text tries to leave its quotes."""
    names = ["class", "import", "def", "range", "len", "self", "yield", "function", "constructor", "arguments", "eval", "lambda"]
    text = "\"'\\ \n\u2028 ${x} */ \u00e9 </script>"
    body: list[n.Stmt] = [n.Let("let", const(0))]
    for name in names:
        body.append(n.Let("let", op("add", var("let"), var(name))))
    body.append(n.Let("new", n.Lookup("return", (var("enum"),), 0)))
    body.append(note((n.Part(text), n.Part(table="return", args=(var("enum"),))), var("let"), var("let"), INT, text))
    rows = [row([place], [place * 2], text) for place in range(len(HOSTILE))]
    inputs = [inp(name, INT, place, text) for place, name in enumerate(names)]
    found = [
        procedure(name, [*inputs, inp("enum", enum_type("enum"), 3, text)], {"let": INT, "new": INT, "enum": enum_type("enum")}, body)
        for name in ("run", "class", "apply", "max", "_x", "a.b", "a__b")
    ]
    made = program(enums=[enum("enum", *HOSTILE)], tables=[table("return", "unique", {"enum": enum_type("enum")}, rows)], procedures=found)
    return replace(made, name=text, version='"""')


def test_hostile_names_and_texts_are_harmless(tmp_path: Path) -> None:
    made = hostile_program()
    engine = python_engine(made, tmp_path)
    batch = NodeBatch(tmp_path)
    batch.engine(made, "hostile")
    for name in engine.PROCEDURES:
        for place, member in enumerate(HOSTILE):
            answer = engine.trace(name, {"enum": member, "def": 100})
            assert answer["result"] == {"let": 100 + sum(range(12)) - 2, "new": 2 * place, "enum": member}
            assert answer["trace"][0]["label"] == made.name * 2
            batch.call({"answer": answer}, "trace", name, {"enum": member, "def": 100}, {})
    for name in ("__proto__", "prototype", "toString", "hasOwnProperty"):
        for args in ((name, {}, {}), ("run", {name: 1}, {}), ("run", {"enum": name + "_"}, {})):
            with pytest.raises(engine.InputError) as found:
                engine.run(*args)
            batch.call({"error": str(found.value), "kind": "InputError"}, "run", *args)
    assert engine.run_(import_=5)["let"] == 66 + 5 - 1
    assert engine.class_()["enum"] == "__proto__"
    batch.call({"answer": engine.class_()}, "class_", {})
    batch.check()


@pytest.mark.full
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_nothing_is_evaluated_or_imported_at_run_time(name: str) -> None:
    source, script = emit_python(SAMPLES[name]), emit_javascript(SAMPLES[name])
    module = ast.parse(source, feature_version=(3, 8))
    imports = {node.module for node in ast.walk(module) if isinstance(node, ast.ImportFrom)}
    assert imports == {"__future__", "functools", "itertools", "typing"}
    assert not [node for node in ast.walk(module) if isinstance(node, ast.Import)]
    called = {node.func.id for node in ast.walk(module) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"eval", "exec", "compile", "__import__", "open", "getattr"}
    assert not re.search(r"\b(eval|Function|import|require|process|globalThis|window)\b\s*[(.]", script)
    assert source.isascii()
    assert script.isascii()


def pythons() -> list[str]:
    """The interpreters that this machine has, this one first: the engine promises to run on all from 3.8 on."""
    found = [shutil.which(f"python3.{minor}") for minor in range(8, 20)]
    works = [path for path in found if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0]
    return [sys.executable, *works]


@pytest.mark.full
def test_every_python_here_runs_it(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(emit_python(duel_program()), encoding="utf-8")
    code = 'import engine; print(engine.roll_attack(3, dice={"attack": [4, 5], "defense": ["heat", "flesh", "shield"]}))'
    for found in pythons():
        done = subprocess.run([found, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "{'total': 9, 'taken': 2, 'heat': 1}", found


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"range": 41}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not 41"),
        ({"range": -1}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not -1"),
        ({"range": True}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not true"),
        ({"range": "5"}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not '5'"),
        ({"range": None}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not null"),
        ({"range": 1.5}, "to_hit: 'range' must be a whole number from 0 to 40 (doc/2), not 1.5 (a number with a fraction)"),
        ({"side": "back"}, "to_hit: 'side' must be one of front, weapon, flank_right, rear, flank_left, shield, not 'back'"),
        ({"side": 1}, "to_hit: 'side' must be one of front, weapon, flank_right, rear, flank_left, shield, not 1"),
        ({"side": []}, "to_hit: 'side' must be one of front, weapon, flank_right, rear, flank_left, shield, not a list of 0"),
        ({"obscured": 1}, "to_hit: 'obscured' must be true or false, not 1"),
    ],
)
def test_inputs_are_refused_alike_in_both_languages(to_hit: ModuleType, tmp_path: Path, inputs: dict[str, Any], message: str) -> None:
    with pytest.raises(to_hit.InputError) as by_name:
        to_hit.run("to_hit", inputs)
    with pytest.raises(to_hit.InputError) as direct:
        to_hit.to_hit(**inputs)
    assert str(by_name.value) == str(direct.value) == message
    if inputs == {"range": 41} or inputs == {"side": "back"}:
        batch = NodeBatch(tmp_path)
        batch.engine(to_hit_program(), "to_hit")
        batch.call({"error": message, "kind": "InputError"}, "run", "to_hit", inputs, {})
        batch.call({"error": message, "kind": "InputError"}, "to_hit", inputs)
        batch.check()


def test_other_misuse_is_refused(to_hit: ModuleType, duel: ModuleType) -> None:
    with pytest.raises(to_hit.InputError, match="there is no procedure 'hit'"):
        to_hit.run("hit")
    with pytest.raises(to_hit.InputError, match="there is no input 'rnage'; there are range, attacker_moved"):
        to_hit.run("to_hit", {"rnage": 1})
    with pytest.raises(to_hit.InputError, match="there is no option 'sed'"):
        to_hit.run("to_hit", {}, {"sed": 1})
    with pytest.raises(duel.InputError, match="'damage' must be given"):
        duel.run("roll_attack", {})
    with pytest.raises(duel.StateError, match="duel has choices: start it"):
        duel.run("duel")
    with pytest.raises(duel.InputError, match="a seed is a whole number from 0 to 9007199254740991, not -1"):
        duel.run("roll_attack", {"damage": 1}, seed=-1)


def test_scripted_dice_are_values_or_ids(duel: ModuleType) -> None:
    faces = {"attack": [4, 5], "defense": ["heat", "flesh", "shield"]}
    answer = duel.run("roll_attack", {"damage": 3}, {"dice": faces})
    assert answer == {
        "inputs": {"damage": 3, "target_number": 5}, "dice": faces, "result": {"total": 9, "taken": 2, "heat": 1}, "seed": None,
    }  # fmt: skip
    assert duel.roll_attack(3, dice=faces) == answer["result"]
    assert duel.roll_attack(3, dice={**faces, "attack": ["v4", "v5"]}) == answer["result"]
    for dice, message in [
        ({"attack": [4]}, "dice 'attack': 2 needed, 1 given"),
        ({"attack": [4, 5]}, "dice 'defense': 3 needed, 0 given"),
        ({**faces, "defense": faces["defense"] * 2}, "dice 'defense': 6 given, only 3 needed"),
        ({**faces, "atack": [1]}, "dice 'atack': 1 given, only 0 needed"),
        ({**faces, "attack": [4, 9]}, "dice 'attack': the die 'attack' has no face 9; its faces are 1, 2, 3, 4, 5, 0"),
        (
            {**faces, "defense": ["heat", "flesh", 3]},
            "dice 'defense': the die 'defense' has no face 3; its faces are shield, absorb, flesh, pierce, heat",
        ),
        (None, "dice 'attack': neither dice nor a seed were given"),
    ]:
        for call in (lambda dice=dice: duel.run("roll_attack", {"damage": 3}, dice=dice), lambda dice=dice: duel.roll_attack(3, dice=dice)):
            with pytest.raises(duel.DiceError) as found:
                call()
            assert str(found.value) == message


def test_dice_that_are_not_scripted_come_from_the_seed(duel: ModuleType) -> None:
    by_seed = duel.run("roll_attack", {"damage": 3}, seed=4)
    assert duel.roll_attack(3, seed=4) == by_seed["result"]
    mixed = duel.run("roll_attack", {"damage": 3}, dice={"attack": [5, 5]}, seed=4)
    assert mixed["dice"]["attack"] == [5, 5]
    assert len(mixed["dice"]["defense"]) == 3


def test_one_generator_may_serve_many_calls(duel: ModuleType) -> None:
    generator = duel.Generator(11)
    first = [duel.roll_attack(6, seed=generator)["total"] for _ in range(20)]
    assert len(set(first)) > 4


@pytest.mark.parametrize(("seed", "words", "below_six"), VECTORS)
def test_engines_draw_what_the_interpreter_draws(duel: ModuleType, seed: int, words: list[int], below_six: list[int]) -> None:
    assert duel.Generator(seed).draw(2**32, 4) == words
    assert duel.Generator(seed).draw(6, 10) == below_six


def test_results_may_be_rolls_and_there_may_be_none(tmp_path: Path) -> None:
    symbols = die("symbols", ("hit", {}), ("miss", {}))
    body = [n.Roll("r", "d", const(2), "r"), n.Roll("s", "symbols", const(1), "s")]
    found = [
        procedure("both", [], {"r": roll_type("d"), "s": roll_type("symbols")}, body),
        procedure("one", [], {"r": roll_type("d")}, body),
        procedure("none", [], {}, body),
        procedure("calls", [], {"r": roll_type("d")}, [n.Call("none", (), ()), n.Call("one", (), (("r", "r"),))]),
    ]
    engine = python_engine(program(dice=[valued("d", 3, 7), symbols], procedures=found), tmp_path)
    dice = {"r": [3, 7], "s": ["miss"]}
    assert [engine.run(name, {}, dice=dice)["result"] for name in ("both", "one", "none")] == [
        {"r": [3, 7], "s": ["miss"]}, {"r": [3, 7]}, {},
    ]  # fmt: skip
    assert engine.calls(dice={"r": [3, 7, 7, 7], "s": ["hit", "hit"]}) == {"r": [7, 7]}


def test_large_tables_stay_conditions(tmp_path: Path) -> None:
    wide = whole(-(10**9), 10**9)
    rows = [row([(-(10**9), -1)], [op("neg", var("x"))], "Below"), row([(0, 10**9)], [4], "Above")]
    body = [n.Let("y", n.Lookup("wide", (var("x"),), 0)), note((n.Part(table="wide", args=(var("x"),)),), var("y"), var("y"))]
    made = program(tables=[table("wide", "unique", {"x": wide}, rows)], procedures=[procedure("p", [inp("x", wide)], {"y": INT}, body)])
    engine = python_engine(made, tmp_path)
    assert engine.p(-70) == {"y": 70}
    assert engine.trace("p", {"x": 10**9})["trace"][0]["label"] == "Above"
    assert len(emit_python(made)) < len(emit_python(to_hit_program()))


def test_a_chain_of_terms_becomes_one_sum() -> None:
    source = emit_python(to_hit_program())
    public = source[source.index("\ndef to_hit(") :]
    body = public[: public.index("\n\n", 1)]
    assert body.count("target =") == 1
    assert "_g." not in body


def produced(made: n.Program) -> tuple[Artifact, ...]:
    """All files of the product."""
    return produce(Compilation(made, ()), Settings("a4", NoCache())).artifacts


@pytest.mark.full
def test_the_same_rules_give_the_same_bytes() -> None:
    code = (
        "from tests.test_engine_source import SAMPLES, produced; import sys;"
        "[sys.stdout.buffer.write(file.data) for program in SAMPLES.values() for file in produced(program)]"
    )
    root = Path(__file__).resolve().parent.parent
    outputs = []
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        outputs.append(subprocess.run([sys.executable, "-c", code], cwd=root, env=env, capture_output=True, check=True).stdout)
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 10000


def test_the_product_has_eight_files_and_says_what_they_are_made_from() -> None:
    made = duel_program()
    files = produced(made)
    assert [item.path for item in files] == [
        "engine/engine.py",
        "engine/engine.pyi",
        "engine/engine.mjs",
        "engine/engine.d.mts",
        "engine/engine.d.ts",
        "engine/package.json",
        "engine/rules.json",
        "engine/game.json",
    ]
    *whole, again, package, rules, shown = files
    assert json.loads(rules.data)["kind"] == "program"
    assert canonical.loads(rules.data.decode()) == made
    assert again.made_from == package.made_from == ()
    for item in (*whole, rules, shown):
        assert {"die attack", "procedure duel", "zone deck", "counter heat", "card strike"} <= set(item.made_from)
        assert list(item.made_from) == sorted(item.made_from)
    assert produce(Compilation(None, ()), Settings("a4", NoCache())).artifacts == ()


def test_every_sample_flag_is_a_boolean(tmp_path: Path) -> None:
    body = [n.Let("a", op("and", var("x"), op("gt", const(3), const(2)))), n.Let("b", op("not", var("x"))), n.Let("c", var("x"))]
    results = {"a": BOOL, "b": BOOL, "c": BOOL}
    engine = python_engine(program(procedures=[procedure("p", [inp("x", BOOL, 0)], results, body)]), tmp_path)
    assert json.dumps(engine.p(True)) == json.dumps(engine.run("p", {"x": True})["result"]) == '{"a": true, "b": false, "c": true}'


@pytest.mark.full
def test_every_place_at_which_a_game_rests_is_found_again() -> None:
    """Blocks that only one other block leads to are written there; where a game may be saved, it can go on."""
    plan = Plan(compiled())
    source = emit_python(compiled())
    inside = 0
    for id, blocks in plan.blocks.items():
        name = re.sub(r"[^A-Za-z0-9_]", "__", id)
        text = source.split(f"def _b_{name}(_g, _f):\n")[1].split("\ndef ")[0]
        found = {int(number) for number in re.findall(r"if _pc == (\d+):", text)}
        rests = {0} | {target for block in blocks if block.end.kind in ("ask", "ask_card", "enter") for target in block.end.targets}
        gone = {int(number) for line in re.findall(r"\b_pc = (.+)", text) for number in re.findall(r"(?:^|else )(\d+)(?= if |$)", line)}
        assert rests <= found == set(range(len(blocks))) - plan.stands_in_place(id)
        assert plan.stands_in_place(id).isdisjoint(gone)
        inside += len(plan.stands_in_place(id))
    assert inside > 100
