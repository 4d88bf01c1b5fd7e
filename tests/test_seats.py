"""A game for several numbers of players, as docs/language.md has it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import compile_texts
from tests.command_line import Ran

ROOT = Path(__file__).resolve().parent.parent
REST = """
game: {id: coop, name: Coop, version: "1", language: 1}
dice: {d6: {sides: 6}}
counters: {saved: {name: Saved, owner: game, type: 0..9, start: 0, past: clamp}}
enums: {outcome: {name: Outcome, members: {won: Won, lost: Lost}}}
"""
TURN = """
  turn:
    inputs: {who: player}
    steps:
      - {roll: d6}
      - {if: sum(d6) > 3, then: [{change: saved, by: 1}]}
"""


def written() -> str:
    """The game around the example."""
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    block = next(part for part in text.split("```yaml\n")[1:] if "voyage:" in part).partition("```")[0]
    return REST.lstrip("\n") + block.replace("procedures:\n", "procedures:" + TURN)


def test_it_is_played_by_two_and_by_four() -> None:
    compiled = compile_texts({"game.yaml": written()})
    assert compiled.problems == ()
    assert compiled.program is not None
    assert {setup.id: (setup.players, dict(setup.inputs)["taken"]) for setup in compiled.program.setups} == {"pair": (2, 2), "four": (4, 4)}


@pytest.mark.full
def test_who_asks_for_its_odds_is_told_of_the_setup(tmp_path: Path, penance: Callable[..., Ran]) -> None:
    (tmp_path / "game.yaml").write_text(written(), encoding="utf-8")
    ran = penance("odds", "voyage", "--game", tmp_path)
    assert ran.code == 2
    assert ran.err.endswith("give --set taken=... or --setup pair\n")
    # Four look out in each of nine rounds: nine are seen before the end but for 1 of many.
    shown = penance("odds", "voyage", "--game", tmp_path, "--setup", "four", "--where", "outcome == lost")
    assert shown.code == 0
    assert "10249879/17179869184" in shown.out
