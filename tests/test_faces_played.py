"""What the shipped dice say is what rules do with them: planted drift between the two is found, in each game, at the die or at the face."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build import api
from tests.games import texts_of

ROOT = Path(__file__).resolve().parent.parent

# game, file, what stands there, what is planted, the codes that must be among the answers
DRIFT = [
    # a text typed beside the marks
    ("penance", "dice.yaml", "ABSORB, values: {blocks: 1}", "ABSORB, values: {blocks: 1}, text: Every block is doubled", {"E713"}),
    ("penance", "dice.yaml", "JAM, value: 0", "JAM, value: 0, text: Nothing happens", {"E713"}),
    ("penance", "dice.yaml", "damage_next: 3}", "damage_next: 3}, text: Lose two cards", {"E713"}),
    ("penance", "dice.yaml", "number: 5, wounds: 1}", "number: 5, wounds: 1}, text: A card is lost", {"E713"}),
    ("penance", "dice.yaml", "ABSORB, values: {blocks: 1}", 'ABSORB, values: {blocks: 1}, text: "Gladly blocks {blocks} damage"', {"W721"}),
    # what a mark says
    ("penance", "dice.yaml", "Blocks {blocks} damage", "Every block is doubled", {"W714"}),
    ("penance", "dice.yaml", "recover {recover}", "recover twice as many", {"W714"}),
    ("penance", "dice.yaml", "{lost_sp} {counter sp} less next turn", "Less next turn", {"W714"}),
    ("penance", "dice.yaml", "{attack_dice} of them are a {", "two of them are a {", {"W714"}),
    # a mark that goes
    ("penance", "dice.yaml", '      - {where: face.pierce > 0, text: "reactive cards cannot reduce {pierce} of it"}\n', "", {"W714"}),
    ("penance", "dice.yaml", '      - {where: face.heat > 0, text: "gain {heat} {counter heat}"}\n', "", {"W714"}),
    ("aethelgard", "game.yaml", "{where: face == botch_on, text: Botch}", "{where: face == success_from, text: Great}", {"W714"}),
    # what a face carries
    ("penance", "dice.yaml", "ABSORB, values: {blocks: 1}", "ABSORB", {"W314", "W714"}),
    ("penance", "dice.yaml", "HEAT, values: {heat: 1}", "HEAT, values: {heart: 1}", {"E412"}),
    # what rules do with it
    ("penance", "attack.yaml", "sum(defense, blocks)", "count(defense, shield)", {"W714"}),
    ("penance", "attack.yaml", "sum(defense, pierce)", "0", {"W314"}),
    ("penance", "checks.yaml", "sum(suffering, damage_turn)", "0", {"W314"}),
    ("penance", "checks.yaml", "sum(damage, wounds)", "sum(damage, sp)", {"W314"}),
    ("penance", "attack.yaml", "count(kept, jam)", "count(kept, glance)", {"W714"}),
    # a number that is printed, and played from elsewhere
    ("aethelgard", "checks.yaml", "stress // stress_step", "stress // 20", {"W315"}),
    ("skirmish", "game.yaml", "same(attack) >= triple_size", "same(attack) >= 3", {"W315"}),
]


@pytest.mark.parametrize("game", ["penance", "aethelgard", "skirmish"])
def test_what_is_shipped_agrees(game: str) -> None:
    assert [str(problem) for problem in api.compile_game(ROOT / "rules" / game).problems] == []


@pytest.mark.full
@pytest.mark.parametrize(("game", "name", "old", "new", "codes"), DRIFT)
def test_drift_is_found(game: str, name: str, old: str, new: str, codes: set[str]) -> None:
    texts = texts_of(game)
    assert old in texts[name]
    texts[name] = texts[name].replace(old, new)
    found = {problem.code for problem in api.compile_texts(texts).problems}
    assert codes <= found, found
