"""The types of the engines: TypeScript and mypy find them, pass callers that are right, and stop those that are wrong.

Each folder of ``cases_types`` has callers of one game in both languages. What is right is run as well. What is wrong has
``// ~ CODE words`` (``# ~`` in Python) at the end of each guilty line: these errors, and no others, in messages that hold the words.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from penance_build.engine.languages.package import package_name, package_version
from penance_build.engine.languages.python_types import emit_python_types
from penance_build.engine.languages.types import emit_types, emit_types_again
from penance_build.engine.product import produce
from penance_build.ir.nodes import Program
from penance_build.ir.record import replace
from penance_build.product import NoCache, Settings
from tests.engine_support import node_path, node_tool
from tests.games import shipped
from tests.ir_programs import duel_program, to_hit_program
from tests.test_engine_source import hostile_program

CASES = Path(__file__).parent / "cases_types"
GAMES = sorted(path.name for path in CASES.iterdir())
MARK = re.compile(r"(?://|#) ~ ([\w-]+(?: TS\d+| [a-z]+-[a-z]+| misc)*) ?(.*)$")
RESOLUTIONS = (
    "--module node16",
    "--module nodenext",
    "--module esnext --moduleResolution bundler",
    "--module preserve",
)


def game(root: Path, name: str) -> Program:
    """The program of a folder of cases: a real game, or a small one that is made here."""
    if (root / "rules" / name).is_dir():
        return shipped(name)
    made = {"duel": duel_program, "hostile": hostile_program, "to_hit": to_hit_program}[name]()
    return replace(made, game=name)


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for each game, with its engines and its callers."""
    folder = tmp_path_factory.mktemp("types")
    for name in GAMES:
        (folder / name).mkdir()
        for path in sorted((CASES / name).iterdir()):
            (folder / name / path.name).write_bytes(path.read_bytes())
        if name == "penance":
            for page, language, ending in (("javascript", "ts", "ts"), ("python", "python", "py")):
                blocks = re.findall(rf"```{language}\n(.*?)```", (root / "docs" / f"{page}.md").read_text(encoding="utf-8"), re.DOTALL)
                (folder / name / f"page.{ending}").write_text(blocks[-1], encoding="utf-8")
        write_engines(game(root, name), folder / name)
    return folder


def write_engines(program: Program, folder: Path) -> None:
    from penance_build.api import Compilation

    for artifact in produce(Compilation(program, ()), Settings("a4", NoCache())).artifacts:
        (folder / Path(artifact.path).name).write_bytes(artifact.data)


def expected(path: Path) -> dict[int, tuple[set[str], str]]:
    """The codes and the words of each line that is marked."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if mark := MARK.search(line):
            found[number] = (set(mark[1].split()), mark[2])
    assert found
    return found


def compare(path: Path, messages: dict[int, list[tuple[str, str]]]) -> None:
    """Every marked line has its errors, and no other line has any."""
    wanted = expected(path)
    said = sorted((line, *sorted({code for code, _ in found})) for line, found in messages.items())
    assert said == sorted((line, *sorted(codes)) for line, (codes, _) in wanted.items())
    for line, (_, words) in wanted.items():
        assert words in " ".join(text for _, text in messages[line]), f"{path.name}:{line}"


def typescript(folder: Path, *arguments: str) -> str:
    """What the compiler of TypeScript says, under --strict."""
    flags = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022".split()
    command = [*node_tool("tsc"), *flags, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    return done.stdout


def typescript_messages(text: str) -> dict[str, dict[int, list[tuple[str, str]]]]:
    """Codes and texts by file and line; what is indented belongs to the message above."""
    found: dict[str, dict[int, list[tuple[str, str]]]] = {}
    for head in re.split(r"\n(?! )", text):
        match = re.match(r"(\S+)\((\d+),\d+\): error (TS\d+): (.*)", head, re.DOTALL)
        assert match or not head.strip(), head
        if match:
            found.setdefault(match[1], {}).setdefault(int(match[2]), []).append((match[3], match[4]))
    return found


@pytest.mark.full
def test_typescript_finds_the_types_and_passes_what_is_right(built: Path, tmp_path: Path) -> None:
    files = [*(f"{name}/right.ts" for name in GAMES), "penance/page.ts"]
    for resolution in RESOLUTIONS:
        assert typescript(built, *resolution.split(), "--noEmit", *files) == "", resolution
    assert typescript(built, "--module", "nodenext", "--outDir", str(tmp_path), "--rootDir", ".", *files) == ""
    for name in GAMES:
        (tmp_path / name / "engine.mjs").write_bytes((built / name / "engine.mjs").read_bytes())
        (tmp_path / name / "package.json").write_bytes((built / name / "package.json").read_bytes())
        for path in sorted((tmp_path / name).glob("*.js")):
            subprocess.run([node_path(), str(path)], check=True, timeout=60)


@pytest.mark.full
def test_typescript_stops_what_is_wrong(built: Path) -> None:
    said = typescript_messages(typescript(built, "--module", "nodenext", "--noEmit", *(f"{name}/wrong.ts" for name in GAMES)))
    for name in GAMES:
        compare(CASES / name / "wrong.ts", said[f"{name}/wrong.ts"])


@pytest.mark.full
@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_the_package_is_found_by_its_name(built: Path, tmp_path: Path, resolution: str) -> None:
    """And ``engine`` without an ending, where bundlers find it; the types are the same ones, so that values may go between."""
    installed = tmp_path / "node_modules" / "penance"
    installed.mkdir(parents=True)
    for path in (built / "penance").glob("[ep]*"):
        (installed / path.name).write_bytes(path.read_bytes())
    bare = "bundler" in resolution or "preserve" in resolution
    again = 'import { open } from "./node_modules/penance/engine";\n' if bare else 'import { open } from "penance/engine.mjs";\n'
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "caller.ts").write_text(
        'import { GAME, newGame, type Live } from "penance";\n'
        f"{again}"
        'const live: Live<"duel"> = open(newGame({ setup: "duel" }, 1));\n'
        'const name: "penance" = GAME;\n'
        "console.log(name, live.players);\n"
    )
    assert typescript(tmp_path, *resolution.split(), "--noEmit", "caller.ts") == ""
    if not bare:
        assert typescript(tmp_path, *resolution.split(), "caller.ts") == ""
        done = subprocess.run([node_path(), "caller.js"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout == "penance 2\n"


@pytest.mark.full
def test_what_is_declared_is_exported_and_what_is_exported_is_declared(built: Path) -> None:
    for name in GAMES:
        text = (built / name / "engine.d.mts").read_text(encoding="utf-8")
        declared = set(re.findall(r"^export (?:const|class|function) (\w+)", text, re.MULTILINE))
        for names in re.findall(r"^export \{ (.+) \};", text, re.MULTILINE):
            declared |= {pair.split(" as ")[-1] for pair in names.split(", ")}
        code = f"console.log(JSON.stringify(Object.keys(await import({json.dumps((built / name / 'engine.mjs').as_uri())}))))"
        done = subprocess.run([node_path(), "--input-type=module", "-e", code], capture_output=True, text=True, check=True, timeout=60)
        assert set(json.loads(done.stdout)) == declared


def mypy_says(folder: Path, cache: Path, *files: str) -> str:
    """What mypy says of callers in a folder, under --strict."""
    flags = ["--strict", "--no-error-summary", "--config-file=", f"--cache-dir={cache}"]
    command = [sys.executable, "-m", "mypy", *flags, *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    return done.stdout


@pytest.mark.full
def test_mypy_passes_what_is_right_and_stops_what_is_wrong(built: Path, tmp_path: Path) -> None:
    for name in GAMES:
        said: dict[str, dict[int, list[tuple[str, str]]]] = {}
        right = sorted(path.name for path in (built / name).glob("*.py") if path.stem not in ("engine", "wrong"))
        for line in mypy_says(built / name, tmp_path, *right, "wrong.py", "engine.pyi").splitlines():
            if match := re.fullmatch(r"(.+?):(\d+): error: (.*)  \[([\w-]+)\]", line):
                said.setdefault(match[1], {}).setdefault(int(match[2]), []).append((match[4], match[3]))
            else:
                assert ": note: " in line, line
        assert list(said) == ["wrong.py"], said
        compare(CASES / name / "wrong.py", said["wrong.py"])
        environment = {**os.environ, "PYTHONPATH": ""}
        for path in right:
            subprocess.run([sys.executable, path], cwd=built / name, env=environment, check=True, timeout=60)


@pytest.mark.full
@pytest.mark.parametrize("name", ["duel", "penance"])
def test_the_types_of_python_are_those_of_what_runs(built: Path, name: str) -> None:
    """Names and signatures, held against the module by stubtest; types have no counterpart there, nor has what is not for callers."""
    command = [sys.executable, "-m", "mypy.stubtest", "--concise", "engine"]
    environment = {**os.environ, "PYTHONPATH": "", "MYPY_CACHE_DIR": str(built / "cache")}
    done = subprocess.run(command, cwd=built / name, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stderr == ""
    known = r"engine\.([A-Z]\w* is not present at runtime|Generator\.[abcn] is not present in stub)"
    # A game of one procedure has no overloads, by which stubtest would see that inputs may be needed or not.
    known += r'|engine\.(run|trace|Live\.run) is inconsistent, runtime parameter "inputs" has a default value but stub parameter does not'
    assert [line for line in done.stdout.splitlines() if not re.fullmatch(known, line)] == []


def test_types_name_every_input_and_result() -> None:
    text = emit_types(to_hit_program())
    assert '"side": "front" | "weapon" | "flank_right" | "rear" | "flank_left" | "shield";' in text
    assert '"side"?: Enums["side"];' in text
    assert '/** 0..40 hex, default 1 */ "range"?: number;' in text
    assert '"to_hit": { "target": number; };' in text
    duel = emit_types(duel_program())
    assert 'export type Straight = "roll_attack";' in duel
    assert '/** 0..20 */ "damage": number;' in duel
    assert '"lose_card": { "place": "hand" | "deck" | "nowhere"; };' in duel
    python = emit_python_types(duel_program())
    assert '    "target_number": NotRequired[int],  # 0..20, default 5\n' in python
    assert emit_types_again(duel_program()).endswith('export * from "./engine.mjs";\n')


@pytest.mark.parametrize(
    ("version", "wanted"),
    [
        ("3.0", "3.0.0"),
        ("5", "5.0.0"),
        ("v1.2.3", "1.2.3"),
        ("2024.05", "2024.5.0"),
        ("1.0-beta.02", "1.0.0-beta.2"),
        ("2 draft", "2.0.0-draft"),
        ("1.2b", "1.2.0-b"),
        ("1.2.3.4", "1.2.3+4"),
        ("first", "0.0.0-first"),
        ("", "0.0.0"),
        ('"""', "0.0.0"),
        ("1.²", "1.0.0"),
    ],
)
def test_a_version_becomes_a_semantic_one(version: str, wanted: str) -> None:
    assert package_version(version) == wanted
    assert re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9a-z.-]+)?(\+[0-9a-z.-]+)?", wanted)


def test_a_game_becomes_a_package() -> None:
    assert [package_name(game) for game in ("penance", "My Game", "a.b_c", "_x", "...")] == ["penance", "my-game", "a-b_c", "x", "rules"]
