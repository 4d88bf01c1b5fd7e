"""Questions about a game that is set up: the games of ``tests/cases_odds``, each with claims and examples that hold the right values."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import audit, compile_texts, replay

GAMES = sorted((Path(__file__).resolve().parent / "cases_odds").glob("*.yaml"))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_every_verdict_is_the_one_on_record(game: Path) -> None:
    compilation = compile_texts({"game.yaml": game.read_text(encoding="utf-8")})
    assert compilation.program is not None, compilation.problems
    assert [problem for problem in compilation.problems if problem.severity == "error"] == []
    wrong = [(item.id, item.says, item.exact, item.verdict, item.reason) for item in audit(compilation.program) if not item.expected]
    assert wrong == []
    assert [(item.id, item.reason, item.differences) for item in replay(compilation.program) if not item.ok] == []
