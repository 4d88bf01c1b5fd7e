"""What `penance check` answers for: where its problems lie, what it looks at, how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from conftest import ROOT, Ran

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
