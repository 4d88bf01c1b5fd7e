"""Which files a game is made of: links, pipes, names, sizes; what is refused, and that the rest is still read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.source import folder as folder_module
from penance_build.source import game as game_module
from penance_build.source import read_game, read_texts, reader


@pytest.fixture
def game(tmp_path: Path) -> Path:
    place = tmp_path / "game"
    place.mkdir()
    (place / "game.yaml").write_text("a: 1\n", encoding="utf-8")
    return place


def codes(folder: Path) -> list[str]:
    return [f"{item.code} {item.span.file}" for item in read_game(folder)[1]]


def names(folder: Path) -> list[str]:
    return [file.name for file in read_game(folder)[0].files]


def test_sorted_with_both_suffixes(game: Path) -> None:
    for name in ("b.yml", "a/z.yaml", "a.yaml", "a/b/c.yaml", "notes.txt", ".hidden.yaml", ".git/x.yaml"):
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text("a: 1\n", encoding="utf-8")
    assert names(game) == ["a.yaml", "a/b/c.yaml", "a/z.yaml", "b.yml", "game.yaml"]


def test_what_is_nearly_a_file_of_rules_is_told(game: Path) -> None:
    near = ["cards.YAML", "cards.yaml.txt", "cards.yml~", "old/rules.yaml.bak"]
    for name in [*near, "notes.txt", "art/one.png", ".cards.yaml", ".cards.yaml.swp", "yaml.md", "my.yamlish"]:
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text("a: 1\n", encoding="utf-8")
    ignored = sorted([*near, "notes.txt", "art/one.png", "yaml.md", "my.yamlish"])
    assert codes(game) == [f"W165 {name}" for name in ["cards.YAML", "cards.yaml.txt", "cards.yml~", "old/rules.yaml.bak"]]
    assert list(read_game(game)[0].ignored) == ignored
    texts = {path.relative_to(game).as_posix(): "a: 1\n" for path in game.rglob("*") if path.is_file()}
    source, problems = read_texts(texts)
    assert [f"{item.code} {item.span.file}" for item in problems] == codes(game)
    assert list(source.ignored) == ignored


def test_a_built_folder_is_not_rules(game: Path) -> None:
    (game / "output").mkdir()
    (game / "output" / ".penance-build").write_text("", encoding="utf-8")
    (game / "output" / "x.yaml").write_text("a: [", encoding="utf-8")
    assert codes(game) == []


def test_without_game_yaml(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("a: 1\n", encoding="utf-8")
    assert codes(tmp_path) == ["E150 game.yaml"]


def test_no_folder(tmp_path: Path) -> None:
    assert codes(tmp_path / "nowhere") == ["E151 ."]
    (tmp_path / "file").write_text("a: 1\n", encoding="utf-8")
    assert codes(tmp_path / "file") == ["E151 ."]


def test_link_out_of_the_game(game: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.yaml").write_text("a: 1\n", encoding="utf-8")
    (tmp_path / "elsewhere").mkdir()
    (game / "cards.yaml").symlink_to(tmp_path / "secret.yaml")
    (game / "folder").symlink_to(tmp_path / "elsewhere")
    (game / "up").symlink_to(tmp_path)
    (game / "device.yaml").symlink_to("/dev/zero")
    assert codes(game) == ["E152 cards.yaml", "E152 device.yaml", "E152 folder", "E152 up"]
    assert names(game) == ["game.yaml"]


def test_links_inside_are_followed(game: Path) -> None:
    (game / "sub").mkdir()
    (game / "sub" / "real.txt").write_text("a: 1\n", encoding="utf-8")
    (game / "linked.yaml").symlink_to("sub/real.txt")
    assert names(game) == ["game.yaml", "linked.yaml"]


def test_link_loop(game: Path) -> None:
    (game / "loop.yaml").symlink_to("loop.yaml")
    (game / "gone.yaml").symlink_to("nothing.yaml")
    assert codes(game) == ["E153 gone.yaml", "E153 loop.yaml"]


def test_each_file_once(game: Path) -> None:
    (game / "sub").mkdir()
    (game / "sub" / "x.yaml").write_text("b: 1\n", encoding="utf-8")
    os.link(game / "game.yaml", game / "twin.yaml")
    (game / "sub" / "back").symlink_to(game)
    (game / "again").symlink_to("sub")
    source, problems = read_game(game)
    assert sorted(item.code for item in problems) == ["W164", "W164", "W164"]
    assert len(source.files) == 2


def test_not_a_regular_file(game: Path) -> None:
    os.mkfifo(game / "pipe.yaml")
    assert codes(game) == ["E154 pipe.yaml"]


def test_unreadable(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "cards.yaml").write_text("a: 1\n", encoding="utf-8")
    opened = Path.open

    def refuse(self: Path, *arguments: str) -> object:
        if self.name == "cards.yaml":
            raise PermissionError(13, "Permission denied")
        return opened(self, *arguments)

    # Root may read everything, so the refusal is made here.
    monkeypatch.setattr(Path, "open", refuse)
    source, problems = read_game(game)
    assert [(item.code, item.message) for item in problems] == [("E155", "the file cannot be read: permission denied")]
    assert source.broken == ("cards.yaml",)
    assert [file.name for file in source.files] == ["game.yaml"]


def test_unusable_name(game: Path) -> None:
    (game / "a\x1b[31m.yaml").write_text("a: 1\n", encoding="utf-8")
    with open(os.fsencode(game) + b"/caf\xe9.yaml", "wb") as stream:
        stream.write(b"a: 1\n")
    found = read_game(game)[1]
    assert [item.code for item in found] == ["E156", "E156"]
    assert [item.fingerprint for item in found]
    assert names(game) == ["game.yaml"]


def test_what_a_refused_file_would_have_held_is_not_missed(game: Path, tmp_path: Path) -> None:
    (game / "game.yaml").write_text('game: {id: a, name: A, version: "1", language: 1}\n', encoding="utf-8")
    (game / "wording.yaml").write_text("wording:\n  gain: {step: change, counter: light, say: Gain light}\n", encoding="utf-8")
    (tmp_path / "counters.yaml").write_text("counters:\n  light: {name: Light, owner: game, type: 0..9}\n", encoding="utf-8")
    (game / "counters.yaml").symlink_to(tmp_path / "counters.yaml")
    assert [item.code for item in compile_game(game).problems] == ["E152"]
    (game / "counters.yaml").unlink()
    (game / "counters\x1b.yaml").write_bytes((tmp_path / "counters.yaml").read_bytes())
    assert [item.code for item in compile_game(game).problems] == ["E156"]
    (game / "counters\x1b.yaml").unlink()
    assert [item.code for item in compile_game(game).problems] == ["E301"]


def test_too_many_files(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MAX_FILES", 3)
    for number in range(4):
        (game / f"a{number}.yaml").write_text("a: 1\n", encoding="utf-8")
    assert codes(game) == ["E157 a3.yaml"]


def test_game_too_large(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "MAX_GAME_BYTES", 3)
    assert codes(game) == ["E109 ."]


def test_file_too_large(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (game_module, reader):
        monkeypatch.setattr(module, "MAX_FILE_BYTES", 10)
    (game / "big.yaml").write_text("a: 1\nb: 23456\n", encoding="utf-8")
    assert codes(game) == ["E108 big.yaml"]
    assert names(game) == ["game.yaml"]


def test_folders_too_deep(game: Path) -> None:
    (game / "/".join("abcdefghijklmnopqrs")).mkdir(parents=True)
    assert codes(game) == ["E158 a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q"]


def test_a_broken_file_does_not_hide_the_others(game: Path) -> None:
    (game / "a.yaml").write_text("a: [\n", encoding="utf-8")
    (game / "b.yaml").write_text("b: no\n", encoding="utf-8")
    source, problems = read_game(game)
    assert [item.code for item in problems] == ["E141", "E110"]
    assert source.broken == ("a.yaml",)
    assert source.texts["a.yaml"] == "a: [\n"


def test_what_a_misspelt_section_holds_is_not_missed(game: Path) -> None:
    text = 'game: {id: a, name: A, version: "1", language: 1}\nunit: {light: {name: Light}}\n'
    counters = "counters:\n  lamp: {name: Lamp, owner: game, type: 0..9 light}\n"
    (game / "game.yaml").write_text(text + counters, encoding="utf-8")
    assert [item.code for item in compile_game(game).problems] == ["E208"]
