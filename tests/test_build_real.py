"""The games that ship with the program, built for real: complete, and nothing done twice."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build import report
from penance_build.build.registry import PRODUCTS
from penance_build.product import NoCache, Settings
from tests.command_line import Ran
from tests.conftest import ROOT

Penance = Callable[..., Ran]
GAMES = sorted(path.parent.name for path in (ROOT / "rules").glob("*/game.yaml"))
pytestmark = pytest.mark.full


def hashes(folder: Path) -> dict[str, str]:
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_there_are_three_games() -> None:
    assert GAMES == ["aethelgard", "penance", "skirmish"]


@pytest.mark.parametrize("game", GAMES)
def test_every_product_is_made_and_listed_and_nothing_is_done_twice(game: str, penance_process: Penance, tmp_path: Path) -> None:
    """A build in which nothing changed costs at most a fifth of the first, without a cache of faces to help."""

    def built(*words: str) -> tuple[float, Ran]:
        start = time.perf_counter()
        ran = penance_process("build", "--game", game, "-o", tmp_path, *words, env={"PENANCE_CACHE": "off"})
        assert ran.code == 0, ran.out + ran.err
        return time.perf_counter() - start, ran

    first, ran = built("--format", "json")
    report = json.loads(ran.out)
    assert (report["version"], report["game"], report["removed"], report["foreign"]) == (1, game, [], [])
    assert report["built"] == [product.name for product in PRODUCTS if not product.is_asked and not product.is_always]
    manifest = json.loads((tmp_path / game / "manifest.json").read_text(encoding="utf-8"))
    found = hashes(tmp_path / game)
    del found["manifest.json"], found[".penance-build"]
    assert {entry["path"]: entry["sha256"] for entry in manifest["files"]} == found
    assert all(entry["size"] == (tmp_path / game / entry["path"]).stat().st_size for entry in manifest["files"])
    engine = "engine.py engine.pyi engine.mjs engine.d.mts engine.d.ts package.json rules.json game.json".split()
    assert {*(f"engine/{name}" for name in engine), "report/audit.json"} <= set(found)
    assert {"weasyprint", "pango", "harfbuzz"} <= set(manifest["libraries"])
    again = [built() for _ in range(3)]
    assert all(ran.out == "" and "nothing has changed" in ran.err for _, ran in again)
    assert min(seconds for seconds, _ in again) <= first / 5


def test_crlf_and_a_byte_order_mark_change_no_product(penance_process: Penance, tmp_path: Path) -> None:
    for name, change in (("unix", lambda data: data), ("dos", lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))):
        (tmp_path / name).mkdir()
        for path in (ROOT / "rules" / "skirmish").glob("*.yaml"):
            (tmp_path / name / path.name).write_bytes(change(path.read_bytes()))
        ran = penance_process("build", "--game", name, "-o", f"out-{name}", "--only", "engine,report", cwd=tmp_path)
        assert ran.code == 0, ran.out + ran.err
    unix, dos = (hashes(tmp_path / f"out-{name}") for name in ("unix", "dos"))
    del unix["skirmish/manifest.json"], dos["skirmish/manifest.json"]  # it has the hash of the bytes as they were read
    assert unix == dos


def test_a_build_of_nothing_new_imports_no_layout(penance_process: Penance, tmp_path: Path) -> None:
    """Nor the compiler: it looks at bytes."""
    import subprocess
    import sys

    assert penance_process("build", "--game", "skirmish", "-o", tmp_path).code == 0
    arguments = ["build", "--game", "skirmish", "-o", str(tmp_path)]
    probe = f"import sys; from penance_build.cli.catch import run; code = run({arguments!r}); print(code, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.split()
    assert code == "0"
    assert set(loaded) & {"weasyprint", "jinja2", "pikepdf", "fontTools", "yaml", "jsonschema", "penance_build.compile"} == set()


def test_options_build_beside_the_base_game(penance_process: Penance, tmp_path: Path) -> None:
    arguments = ("build", "--game", "penance", "-o", tmp_path, "--only", "engine")
    assert penance_process(*arguments).code == 0
    base = hashes(tmp_path / "penance")
    ran = penance_process(*arguments, "--option", "dice_pool=v3", "--option", "grit=on")
    assert ran.code == 0, ran.out + ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["penance", "penance+dice_pool-v3+grit-on"]
    assert hashes(tmp_path / "penance") == base
    assert hashes(tmp_path / "penance+dice_pool-v3+grit-on")["engine/rules.json"] != base["engine/rules.json"]


def test_what_does_not_come_out_is_a_warning(tmp_path: Path) -> None:
    """A failing example and an unexpected verdict are named by a build too, at their places; the files are written all the same."""
    (tmp_path / "game.yaml").write_text(
        """game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {name: d6, sides: 6}}
procedures:
  p:
    name: P
    results: {x: int}
    steps:
      - roll: d6
      - let: x
        value: sum(d6)
examples: {one: {procedure: p, dice: {d6: [5]}, expect: {x: 6}}}
claims: {two: {says: "3", procedure: p, mean: x, verdict: holds}}
""",
        encoding="utf-8",
    )
    produced = report.produce(compile_game(tmp_path), Settings("a4", NoCache()))
    assert [(problem.code, problem.span.line, problem.span.column) for problem in produced.problems] == [("W717", 11, 12), ("W718", 12, 10)]
    assert produced.artifacts


@pytest.mark.full
def test_memory_does_not_grow_with_the_cards(tmp_path: Path) -> None:
    """A page leaves a megabyte of cycles behind: 160 of them are found and freed while others are made."""
    cards = "".join(f"  c{number}: {{name: Card {number}, text: Wait {number} turns., text_only: told}}\n" for number in range(160))
    decks = "".join(
        f"  d{deck}: {{name: Deck {deck}, cards: {{{', '.join(f'c{number}: 1' for number in range(deck * 40, deck * 40 + 40))}}}}}\n"
        for deck in range(4)
    )
    (tmp_path / "game.yaml").write_text(f'game: {{id: many, name: Many, version: "1", language: 1}}\ncards:\n{cards}decks:\n{decks}')
    code = (
        "import sys\n"
        f"sys.argv = ['penance', 'build', {str(tmp_path)!r}, '-o', {str(tmp_path / 'out')!r}, '--only', 'cards']\n"
        "from penance_build.cli.main import entry\n"
        "try:\n    entry()\nexcept SystemExit as end:\n    \n"
        "    high = next(line for line in open('/proc/self/status') if line.startswith('VmHWM'))\n"
        "    print(end.code, high.split()[1])\n"
    )
    environment = {**os.environ, "PENANCE_CACHE": str(tmp_path / "cache")}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    ended, kilobytes = ran.stdout.split()[-2:]
    assert ended == "0", ran.stderr
    assert int(kilobytes) < 190_000
