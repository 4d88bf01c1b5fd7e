"""What a bundler keeps of the JavaScript engine: a page that needs one procedure is not sent the whole game."""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from penance_build.engine.languages.package import emit_package
from penance_build.engine.languages.type_facts import callable_alone
from penance_build.engine.planning.plan import Plan
from penance_build.ir.nodes import Program
from tests.engine_support import javascript, node_path, node_tool, played
from tests.games import shipped

GAMES = ("aethelgard", "penance", "skirmish")
LIMIT = 10_000
"""So many bytes, compressed, may a procedure that needs no state take."""

PLAY = """
import { attack, DiceError, InputError } from "./engine.mjs";
const answers = [attack({ damage: 4, range: 5 }, { seed: 11 }), attack({ damage: 9 }, { dice: { attack: [1, 1] } })];
for (const [inputs, options] of [[{}], [{ damage: -1 }], [{ damage: 1, side: "back" }], [{ damage: 1, obscured: 1 }], [{ damage: 1 }],
    [{ damage: 1, rnage: 1 }], [{ damage: 1 }, { sed: 1 }], [{ damage: 1 }, { dice: { attack: [9, 9] } }]]) {
    try {
        attack(inputs, options);
    } catch (problem) {
        answers.push([problem instanceof InputError, problem instanceof DiceError, problem.name, problem.message]);
    }
}
console.log(JSON.stringify(answers));
"""


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Program]]:
    """The folder and the program of each game."""
    found = {}
    for name in GAMES:
        program = played(shipped(name))
        folder = tmp_path_factory.mktemp(name)
        (folder / "engine.mjs").write_text(javascript(program), encoding="utf-8")
        (folder / "package.json").write_text(emit_package(program), encoding="utf-8")
        found[name] = (folder, program)
    return found


def bundled(folder: Path, pages: dict[str, str], *flags: str) -> dict[str, bytes]:
    """What a page of each of these texts is sent."""
    for name, text in pages.items():
        (folder / f"{name}.page.mjs").write_text(text, encoding="utf-8")
    command = [*node_tool("esbuild"), *(f"{name}.page.mjs" for name in pages), "--bundle", "--format=esm", "--outdir=made", *flags]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert "[WARNING]" not in done.stderr, done.stderr
    return {name: (folder / "made" / f"{name}.page.js").read_bytes() for name in pages}


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_a_procedure_that_needs_no_state_is_small_alone(engines: dict[str, tuple[Path, Program]], name: str) -> None:
    folder, program = engines[name]
    alone = [item.id for item in callable_alone(Plan(program))]
    assert alone
    pages = {id: f'import * as engine from "./engine.mjs";\nconsole.log(engine.{id});\n' for id in alone}
    sizes = {id: len(gzip.compress(data, mtime=0)) for id, data in bundled(folder, pages, "--minify").items()}
    assert {id: size for id, size in sizes.items() if size >= LIMIT} == {}


@pytest.mark.full
def test_it_is_as_right_alone_as_it_is_in_the_engine(engines: dict[str, tuple[Path, Program]]) -> None:
    folder, _ = engines["penance"]
    made = bundled(folder, {"attack": PLAY}, "--minify")["attack"]
    assert len(gzip.compress(made, mtime=0)) < LIMIT
    said = []
    for path in ("attack.page.mjs", "made/attack.page.js"):
        done = subprocess.run([node_path(), path], cwd=folder, capture_output=True, text=True, check=True, timeout=60)
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    assert said[0][0]["outcome"] == "strong_hit"
    assert [answer[2] for answer in said[0][2:]] == ["InputError"] * 4 + ["DiceError", "InputError", "InputError", "DiceError"]


@pytest.mark.full
def test_what_is_not_used_is_not_there(engines: dict[str, tuple[Path, Program]]) -> None:
    """Nothing runs when the engine is imported, so that nothing is left where nothing is used, as ``sideEffects`` promises."""
    for folder, program in engines.values():
        text = 'import {{ {} }} from "./engine.mjs";\n{}\n'
        pages = {
            "nothing": 'import * as engine from "./engine.mjs";\n',
            "name": text.format("GAME", "console.log(GAME);"),
            "whole": text.format("legal", "console.log(legal);"),
        }
        made = bundled(folder, pages, "--minify")
        assert made["nothing"].strip() == b""
        assert len(made["name"]) < 100
        assert program.game.encode() in made["name"]
        assert len(made["whole"]) > 2 * LIMIT
