"""The layouts that come with the program: each starts a game that checks without a word, and builds."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.cli.commands.new import LAYOUTS, files, new
from penance_build.press.cards.product import produce
from penance_build.product import NoCache, Settings
from tests import press_pdf as read

ROOT = Path(__file__).resolve().parent.parent


def started(folder: Path, layout: str) -> Path:
    done = CliRunner().invoke(new, [str(folder / "my game"), "--layout", layout], standalone_mode=False)
    assert done.return_value == 0, done.output
    return folder / "my game"


@pytest.mark.full
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_new_game_checks_and_builds_without_a_word(tmp_path: Path, layout: str) -> None:
    folder = started(tmp_path, layout)
    made = compile_game(folder)
    assert made.problems == ()
    produced = produce(made, Settings("a4", NoCache(), GameFiles(folder)))
    assert produced.problems == ()
    assert produced.artifacts
    text = "".join(read.texts(produced.artifacts[0].data))
    assert made.program is not None
    for card in made.program.cards if layout != "number_card" else ():
        assert card.name in text


def test_every_layout_is_offered() -> None:
    shipped = sorted(path.name for path in (ROOT / "penance_build" / "cli" / "layouts").iterdir())
    assert shipped == sorted(LAYOUTS)
    assert all(f"`{name}`" in (ROOT / "docs" / "layouts.md").read_text(encoding="utf-8") for name in LAYOUTS)
    assert "art/long_night.svg" in files("x", "full_art")


def test_a_seven_of_flames_shows_seven(tmp_path: Path) -> None:
    folder = started(tmp_path, "number_card")
    data = produce(compile_game(folder), Settings("a4", NoCache(), GameFiles(folder))).artifacts[0].data
    # Each card has the figure in two corners; the ace, and each number as often as it says.
    assert "".join(read.texts(data)).count("[flame]") == 10 * 2 + sum(range(1, 11))


def test_a_name_in_other_letters_gets_a_font_that_has_them() -> None:
    from penance_build.cli.commands.new import printable

    assert "font_display: alegreya-sans" in printable("\u03a4\u03c1\u03af\u03c4\u03b7", "full_art")["game.yaml"]


def test_an_unknown_layout_is_named() -> None:
    done = CliRunner().invoke(new, ["x", "--layout", "ful_art"], standalone_mode=False)
    assert "full_art" in str(done.exception)
