"""The games that ship with the program, built for real: complete, the same bytes anywhere, and nothing done twice."""

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
from penance_build.build.disk.manifest import is_intact
from penance_build.build.disk.manifest import read as read_manifest
from penance_build.build.disk.swap import foreign_files
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
def test_every_product_is_made_and_listed(game: str, penance_process: Penance, tmp_path: Path) -> None:
    ran = penance_process("build", "--game", game, "-o", tmp_path, "--format", "json")
    assert ran.code == 0, ran.out + ran.err
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


def test_the_same_bytes_in_any_folder_locale_zone_and_order(penance_process: Penance, tmp_path: Path) -> None:
    """Two copies of the rules whose files were written in opposite orders, without a cache between them."""
    seen = []
    for number, (locale, zone) in enumerate([("C", "UTC"), ("C.UTF-8", "Asia/Kolkata")]):
        home = tmp_path / f"copy{number}" / ("deeper" * number) / "game"
        home.mkdir(parents=True)
        files = sorted((ROOT / "rules" / "skirmish").glob("*.yaml"), reverse=bool(number))
        for path in files:
            (home / path.name).write_bytes(path.read_bytes())
        environment = {"LC_ALL": locale, "TZ": zone, "PYTHONHASHSEED": str(number + 1), "PENANCE_CACHE": "off"}
        ran = penance_process("build", "-o", tmp_path / f"out{number}", cwd=home, env=environment)
        assert ran.code == 0, ran.out + ran.err
        seen.append(hashes(tmp_path / f"out{number}"))
    assert seen[0] == seen[1]


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


def test_nothing_is_done_twice(penance_process: Penance, tmp_path: Path) -> None:
    """A build in which nothing changed costs at most a fifth of the first, without a cache of faces to help."""
    seconds = []
    for _ in range(4):
        start = time.perf_counter()
        ran = penance_process("build", "--game", "penance", "-o", tmp_path, env={"PENANCE_CACHE": "off"})
        seconds.append(time.perf_counter() - start)
        assert ran.code == 0, ran.out + ran.err
    assert ran.out == ""
    assert "nothing has changed" in ran.err
    assert min(seconds[1:]) <= seconds[0] / 5


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


def pair(folder: Path, first: str, second: str) -> None:
    """Two builds of one game into one folder at once: both come out, and nothing is left beside."""
    words = [sys.executable, "-m", "penance_build", "build", "--game", str(ROOT / "rules" / "skirmish"), "-o", str(folder), "--only"]
    both = [subprocess.Popen([*words, name], cwd=ROOT, stdout=subprocess.DEVNULL) for name in (first, second)]
    assert [one.wait(timeout=120) for one in both] == [0, 0]
    target = folder / "skirmish"
    made = read_manifest(target)
    assert made is not None
    assert {first, second} <= made.products.keys()
    assert all(is_intact(target, entry) for entry in made.files)
    assert foreign_files(target, frozenset(entry.path for entry in made.files)) == []
    assert os.listdir(folder) == ["skirmish"]


@pytest.mark.parametrize("number", range(4))
def test_two_builds_at_once(tmp_path: Path, number: int) -> None:
    pair(tmp_path, *(("engine", "report") if number % 2 else ("web", "engine")))


@pytest.mark.soak
def test_two_hundred_pairs_of_builds(tmp_path: Path) -> None:
    for number in range(200):
        pair(tmp_path / str(number % 7), *(("engine", "report") if number % 2 else ("report", "web")))


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
