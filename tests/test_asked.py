"""Questions about a game that is set up: the games of ``tests/cases_odds``, each with claims and examples that hold the right values."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from penance_build.api import audit, replay
from tests.games import program_of

FOLDER = Path(__file__).resolve().parent / "cases_odds"
# The others there are asked by `test_odds_best.py` and its kin.
GAMES = [
    path for path in sorted(FOLDER.glob("*.yaml")) if re.search(r"^(claims|examples):", path.read_text(encoding="utf-8"), re.MULTILINE)
]


def test_there_are_games() -> None:
    assert len(GAMES) >= 3


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_every_verdict_is_the_one_on_record(game: Path) -> None:
    program = program_of(game.read_text(encoding="utf-8"))
    claims, examples = audit(program), replay(program)
    assert claims or examples
    assert [(item.id, item.says, item.exact, item.verdict, item.reason) for item in claims if not item.expected] == []
    assert [(item.id, item.reason, item.differences) for item in examples if not item.ok] == []
