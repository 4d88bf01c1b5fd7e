"""The library for programs that embed Penance Build: texts in memory, problems as data, a die, a table, odds."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from cases_support import Case, load_cases

from penance_build.api import UnknownOption, compile_game, compile_texts
from penance_build.ir.canonical import dumps
from penance_build.source import folder as folder_module
from penance_build.source import game as game_module
from penance_build.source import read_texts, reader

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


@pytest.mark.parametrize("name", ["aethelgard", "skirmish"])
def test_texts_give_what_their_folder_gives(root: Path, name: str) -> None:
    ours, theirs = compile_texts(texts_of(root / "rules" / name)), compile_game(root / "rules" / name)
    assert ours.program is not None
    assert ours.program == theirs.program
    assert ours == theirs


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_texts_have_the_problems_of_their_folder(case: Case, tmp_path: Path) -> None:
    assert compile_texts(texts_in(case) or {}) == compile_game(case.write(tmp_path))


def test_options_are_chosen_as_for_a_folder(root: Path) -> None:
    files = texts_of(root / "rules" / "skirmish")
    with pytest.raises(UnknownOption):
        compile_texts(files, {"no_such": "on"})
    assert compile_texts(files, every_option=False).program == compile_texts(files).program


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


# ---------------------------------------------------------------- compiled again


def changes(files: dict[str, str], chance: random.Random) -> Iterator[dict[str, str]]:
    """The texts after small edits, one after another: numbers, lines added and taken away, whole entries, words that mean nothing."""
    now = dict(files)
    for _ in range(12):
        name = chance.choice(sorted(now))
        lines = now[name].split("\n")
        at = chance.randrange(len(lines))
        kind = chance.choice(("number", "blank", "gone", "word", "comment"))
        if kind == "number":
            lines[at] = re.sub(r"\d+", lambda match: str(int(match[0]) + chance.choice((-1, 1, 2))), lines[at], count=1)
        elif kind == "word":
            lines[at] = re.sub(r"\b[a-z_]{4,}\b", lambda match: match[0] + "x", lines[at], count=1)
        elif kind == "gone":
            del lines[at]
        else:
            lines.insert(at, "" if kind == "blank" else "# a remark")
        now = {**now, name: "\n".join(lines)}
        yield now
        if chance.random() < 0.5:
            now = dict(files)


@pytest.mark.parametrize("seed", range(3))
def test_what_did_not_change_serves_and_nothing_else(root: Path, seed: int) -> None:
    """After every edit, all that compiling with what was there before gives is what compiling afresh gives."""
    files = texts_of(root / "rules" / ("skirmish" if seed else "aethelgard"))
    before = compile_texts(files)
    for texts in changes(files, random.Random(seed)):
        before = compile_texts(texts, previous=before)
        assert before == compile_texts(texts)


@pytest.mark.full
def test_a_changed_card_is_compiled_again(root: Path) -> None:
    """Edits of Penance, cards mostly: the same program, problems and places as afresh, in a fraction of the work."""
    files = texts_of(root / "rules" / "penance")
    first = before = compile_texts(files)
    cards = {name: text for name, text in files.items() if name.startswith("cards")}
    for changed in islice(changes(cards, random.Random(4)), 6):
        before = compile_texts({**files, **changed}, previous=before)
        assert before == compile_texts({**files, **changed})
    assert compile_texts(files, previous=before) == first
