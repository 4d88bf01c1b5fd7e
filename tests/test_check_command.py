"""What `penance check` answers for: where its problems lie, what it looks at, how it ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.command_line import Ran
from tests.conftest import ROOT

Penance = Callable[..., Ran]

HEAD = '{id: g, name: G, version: "1", language: 1}'
WRONG = f"game: {HEAD}\nprocedures: {{p: {{results: {{k: int}}, steps: [{{let: k, vlaue: 1}}]}}}}\n"


def game(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


# ---------------------------------------------------------------- where a problem lies


def places(form: str, out: str) -> set[str]:
    """The names of files in a report."""
    if form == "sarif":
        results = json.loads(out)["runs"][0]["results"]
        return {place["physicalLocation"]["artifactLocation"]["uri"] for item in results for place in item["locations"]}
    pattern = {"text": r"^ *--> (.*?):\d+:\d+$", "short": r"^(.*?):\d+:\d+: ", "github": r" file=(.*?),"}[form]
    return set(re.findall(pattern, out, re.MULTILINE))


@pytest.mark.parametrize("form", ["text", "short", "sarif", "github"])
def test_files_are_named_from_the_working_folder(form: str, penance: Penance, tmp_path: Path) -> None:
    folder = game(tmp_path / "work" / "games" / "foo", WRONG)
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    whole = folder.as_posix() + "/game.yaml"
    elsewhere = f"file://{whole}" if form == "sarif" else whole
    for here, named, right in (
        (tmp_path / "work", "games/foo", "games/foo/game.yaml"),
        (tmp_path / "work", str(folder), "games/foo/game.yaml"),
        (tmp_path / "work", "./games/../games/foo", "games/foo/game.yaml"),
        (tmp_path, str(tmp_path / "link"), "link/game.yaml"),
        (tmp_path / "work", str(tmp_path / "link"), "games/foo/game.yaml"),
        (folder, ".", "game.yaml"),
        (folder, str(folder), "game.yaml"),
        (tmp_path / "work" / "games", "../games/foo", "foo/game.yaml"),
        (ROOT, str(folder), elsewhere),
    ):
        ran = penance("check", "--game", named, "--format", form, cwd=here)
        assert (ran.code, places(form, ran.out)) == (1, {right}), (here, named)


def test_the_hook_runs_on_every_commit() -> None:
    """Also where no YAML is among its files: one that is removed or renamed changes the game."""
    [hook] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["always_run"], hook["pass_filenames"]) == (True, False)
    assert "files" not in hook


# ---------------------------------------------------------------- a new game


@pytest.mark.parametrize("name", [*"on off n no y Yes true false null ~ = 1e3 {x} *a*".split(), '"q"', "a: b"])
def test_a_new_game_passes_whatever_its_folder_is_called(name: str, penance: Penance, tmp_path: Path) -> None:
    assert penance("new", name, cwd=tmp_path).code == 0
    ran = penance("check", name, "--quiet", cwd=tmp_path)
    assert (ran.code, ran.out) == (0, "")


TITLES = {"игра": "Игра", "παιχνίδι": "Παιχνίδι", "Ünder": "Ünder", "Żółw": "Żółw", "遊戯": "New Game"}


@pytest.mark.full
@pytest.mark.parametrize(("name", "title"), TITLES.items())
def test_a_new_game_has_a_font_with_its_letters(name: str, title: str, penance: Penance, tmp_path: Path) -> None:
    assert penance("new", name, cwd=tmp_path).code == 0
    assert penance("check", name, "--quiet", cwd=tmp_path) == Ran(0, "", "")
    assert f'name: "{title}"' in (tmp_path / name / "game.yaml").read_text(encoding="utf-8")
    built = penance("build", name, "--only", "cards,reference", "-o", "out", cwd=tmp_path, env={"PENANCE_CACHE": "off"})
    assert built.code == 0, built.out


# ---------------------------------------------------------------- nothing is quiet


CARDS = f"""\
game: {HEAD}
card_types: {{act: {{name: Act}}}}
slots: {{pack: {{name: Pack}}}}
factions: {{f: {{name: Folk, tincture: blue}}}}
cards:
  one: {{name: One, type: act, slot: pack, faction: f, text: Go., text_only: no verb}}
"""


def test_a_build_of_nothing_says_so(penance: Penance, tmp_path: Path) -> None:
    folder = game(tmp_path / "loose", CARDS)
    for only, said, code in (
        ("cards", "nothing to print: no cards, for the game has no `decks:`", 1),
        ("cards", "nothing to print: no cards, for the game has no `decks:`", 1),
        ("reference,dice", "nothing to print: no dice, reference, for the game has no `dice:` and no `reference:`", 1),
        ("engine,cards", "built engine; no cards, for the game has no `decks:`", 0),
        ("engine", "nothing has changed", 0),
    ):
        ran = penance("build", "-o", "out", "--only", only, cwd=folder)
        assert (ran.code, ran.err) == (code, f"penance: out/g: {said}\n"), only
    assert sorted(path.name for path in (folder / "out" / "g").iterdir()) == [".penance-build", "engine", "manifest.json"]
    everything = penance("build", "-o", "all", cwd=folder)
    assert everything.err == "penance: all/g: built engine, report, data, web; no cards, for the game has no `decks:`\n"


# ---------------------------------------------------------------- claims and examples


PROVED = f"""\
game: {HEAD}
options: {{fog: {{name: Fog, values: {{clear: No fog, thick: Thick fog}}}}}}
dice: {{d6: {{sides: 6}}}}
procedures:
  p:
    results: {{k: int}}
    steps:
      - {{roll: d6}}
      - {{let: k, value: sum(d6)}}
      - {{let: k, value: k + 1, when: fog == thick}}
claims:
  clear:
    {{when: fog == clear, says: "3.5", procedure: p, mean: k, verdict: holds}}
  thick:
    {{when: fog == thick, says: "4.5", procedure: p, mean: k, verdict: holds}}
examples:
  four:
    {{when: fog == clear, procedure: p, dice: {{d6: [4]}}, expect: {{k: 4}}}}
  five:
    {{when: fog == thick, procedure: p, dice: {{d6: [4]}}, expect: {{k: 5}}}}
"""


def checked(penance: Penance, folder: Path, *options: str) -> tuple[int, list[str], str]:
    ran = penance("check", "--format", "short", *options, cwd=folder)
    return ran.code, ran.out.splitlines(), ran.err


def test_claims_and_examples_are_judged_under_every_option(penance: Penance, tmp_path: Path) -> None:
    folder = game(tmp_path / "g", PROVED)
    assert checked(penance, folder) == (0, [], "penance: g: no problems\n")
    wrong = PROVED
    for one, other in (('"3.5"', '"3.6"'), ('"4.5"', '"4.6"'), ("expect: {k: 4}", "expect: {k: 3}"), ("{k: 5}", "{k: 6}")):
        wrong = wrong.replace(one, other)
    game(folder, wrong)
    refuted = "is recorded as holds, its verdict is refuted"
    right = [
        f"game.yaml:12:3: W718 the claim `clear` {refuted}",
        f"game.yaml:14:3: W718 the claim `thick` {refuted}, with fog thick",
        "game.yaml:17:3: W717 the example `four` does not come out as written",
        "game.yaml:19:3: W717 the example `five` does not come out as written, with fog thick",
    ]
    assert checked(penance, folder) == (1, right, "penance: g: 4 warnings\n")
    assert re.findall("help: (.*)", penance("check", cwd=folder).out) == [
        "it says 3.6, exactly it is 7/2; `penance audit` shows all of them",
        "it says 4.6, exactly it is 9/2; `penance audit` shows all of them",
        "`k` should be 3, the rules give 4; `penance test` shows all of it",
        "`k` should be 6, the rules give 5; `penance test` shows all of it",
    ]
    assert checked(penance, folder, "--quick") == (0, [], "penance: g: no problems\n")
    assert checked(penance, folder, "--option", "fog=thick")[1] == [
        line.removesuffix(", with fog thick") + (", with fog clear" if number % 2 == 0 else "") for number, line in enumerate(right)
    ]


def test_a_claim_that_does_not_come_out_may_be_allowed(penance: Penance, tmp_path: Path) -> None:
    allowed = PROVED.replace("  clear:\n", "  clear:  # penance: allow W718 the book is being mended\n").replace('"3.5"', '"3.6"')
    folder = game(tmp_path / "g", allowed)
    assert checked(penance, folder) == (0, [], "penance: g: no problems\n")
    built = penance("build", "--only", "report", "-o", "out", cwd=folder)
    assert (built.code, built.err) == (0, "penance: out/g: built report\n")


def test_it_ends_with_one_line_and_counts_when_asked(penance: Penance, tmp_path: Path) -> None:
    folder = game(tmp_path / "g", PROVED)
    (folder / "notes.txt").write_text("rain\n", encoding="utf-8")
    for index in range(6):
        (folder / "art").mkdir(exist_ok=True)
        (folder / "art" / f"{index}.png").write_bytes(b"")
    assert penance("check", "-q", cwd=folder) == Ran(0, "", "")
    said = penance("check", "--counts", cwd=folder).err
    counted = "1 file, 2 claims, 1 die, 2 examples, 1 option, 1 procedure"
    assert said == f"penance: g: no problems; checked {counted}; not read: 6 files in art/, notes.txt\n"
    game(folder, PROVED.replace("sum(d6)", "som(d6)"))
    code, lines, err = checked(penance, folder)
    assert (code, [line.split(" ")[1] for line in lines]) == (1, ["E406"])
    assert err == "penance: g: 1 error; claims and examples were not judged\n"


@pytest.mark.full
def test_no_check_opens_a_font_for_letters_that_all_have_or_asks_for_a_print_library(root: Path) -> None:
    probe = f"""
import sys
from pathlib import Path
from penance_build.api import compile_game, compile_texts
heavy = ("weasyprint", "jinja2", "fontTools", "cffi")
assert not compile_game(Path({str(root / "rules" / "penance")!r})).problems
print([name for name in (*heavy, "uharfbuzz") if name in sys.modules])
problems = compile_texts({{"game.yaml": {CARDS!r}.replace("One", "\u2694") + "decks: {{d: {{name: D, cards: {{one: 1}}}}}}"}}).problems
print([problem.code for problem in problems], "weasyprint" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n['E803'] False\n"
