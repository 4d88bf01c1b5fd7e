"""Lines that fit a narrow window: those of help pages and of a game at the terminal."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable

import pytest

from penance_build.cli.app import ENTRIES
from penance_build.cli.calling import lines
from penance_build.cli.commands import play
from tests.command_line import Ran, run_here


@pytest.mark.parametrize("command", ["", *(entry.name for entry in ENTRIES)])
def test_a_help_page_fits_into_forty_characters(command: str, monkeypatch: pytest.MonkeyPatch, penance: Callable[..., Ran]) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run_here([*command.split(), "--help"]).out
    assert max(map(len, narrow.splitlines())) <= 40
    monkeypatch.setenv("COLUMNS", "200")
    wide = run_here([*command.split(), "--help"]).out
    assert 80 < max(map(len, wide.splitlines())) <= 100 or len(wide) < 1500
    assert sorted(re.sub(r"\W", "", narrow)) == sorted(re.sub(r"\W", "", wide))  # words of a list may stand in another place


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("said", "width"), [("20", 40), ("40", 40), ("57", 57), ("80", 80), ("200", 80)])
def test_lines_are_as_long_as_the_terminal_is_wide(said: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", said)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert lines.columns() == width
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert lines.columns() == 80


DUEL = ["play", "--game", "penance", "--decks", "ironclad,outrider", "--bots", "greedy", "--seed", "5"]
ROW_OF_THE_MAP = re.compile(r" *[A-M][0-9]+ .* [A-M][0-9]+$")


def words_of(told: list[str]) -> str:
    """What is told, without spaces and dashes, and without what stands in the line of dashes."""
    return "".join("".join(line.split()) for line in told if not line.startswith("----"))


@pytest.mark.full
def test_a_game_fits_into_forty_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "1\nhelp\nwhy 4\nwhere 9\nnonsense that is far longer than a narrow window\n1\n1\n4\nlog\nundo\nquit\n"
    usual = run_here(DUEL, typed=typed).out.splitlines()
    monkeypatch.setattr(play, "columns", lambda: 40)
    narrow = run_here(DUEL, typed=typed).out.splitlines()
    long = [line for line in narrow if len(line) > 40 and not line.startswith("> ")]
    assert all(map(ROW_OF_THE_MAP.fullmatch, long)), long
    warned = "The map is 59 characters wide, and a line of this window has 40: widen it to see the map whole."
    assert words_of(narrow).replace("".join(warned.split()), "") == words_of(usual)
