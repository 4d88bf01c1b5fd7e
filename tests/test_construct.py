"""Constructions of decks: which decks are legal, held against a count by hand and against the check."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from conftest import Ran

from penance_build.api import compile_game
from penance_build.ir.construct import faults, legal_decks
from penance_build.ir.nodes import DeckDef, Program
from penance_build.ir.record import replace

CASE = Path(__file__).resolve().parent / "cases" / "good" / "cards" / "e719_a_deck_by_its_construction.yaml"
Penance = Callable[..., Ran]


def compiled(folder: Path) -> Program:
    (folder / "game.yaml").write_text(CASE.read_text(encoding="utf-8"), encoding="utf-8")
    program = compile_game(folder).program
    assert program is not None
    return program


def test_the_legal_decks_are_those_that_the_check_passes(tmp_path: Path) -> None:
    """Two sets of gear and two tactics make four decks of one faction; the other has no gear, and none."""
    program = compiled(tmp_path)
    (band,) = program.constructions
    found = list(legal_decks(program, band, "red"))
    assert [(*deck.chosen[1], *deck.chosen[2]) for deck in found] == [
        ("archer", "rage"), ("archer", "calm"), ("hewer", "rage"), ("hewer", "calm"),
    ]  # fmt: skip
    assert len({deck.cards for deck in found}) == 4
    for deck in found:
        assert list(faults(program, band, DeckDef("d", "D", "red", deck.cards, "", (), "band"))) == []
    assert list(legal_decks(program, band, "blue")) == []
    pairs = replace(band, parts=(replace(band.parts[1], count=6), replace(band.parts[2], count=2)))
    assert [deck.chosen for deck in legal_decks(program, pairs, "red")] == [(("archer", "hewer"), ("rage", "calm"))]
    short = DeckDef("d", "D", "red", (("rest", 2), ("axe", 2), ("bow", 1), ("hide", 1)), "", (), "band")
    assert list(faults(program, band, short)) == [
        ("`hide` is a card of `blue`, and the deck one of `red`", "use cards of: red, all"),
        ("the cards of Gear are no set", "for archer it lacks 1 bow, and has 1 axe too many"),
    ]


def test_the_command_lists_them(tmp_path: Path, penance: Penance) -> None:
    compiled(tmp_path)
    done = penance("decks", "--game", str(tmp_path), "--faction", "red")
    assert (done.code, done.out.splitlines()[:2]) == (0, ["band, red: 4 legal decks", "  core | archer | rage"])
    data = json.loads(penance("decks", "--game", str(tmp_path), "--format", "json").out)
    assert [(item["faction"], len(item["decks"])) for item in data["constructions"]] == [("red", 4), ("blue", 0)]
    assert data["constructions"][0]["decks"][0]["cards"] == {"axe": 1, "bow": 2, "rage": 1, "rest": 2}
    wrong = penance("decks", "--game", str(tmp_path), "--faction", "rde")
    assert (wrong.code, wrong.err) == (2, "penance: there is no faction `rde`; did you mean `red`?\n")
    assert penance("decks", "--game", "rules/skirmish").code == 2
