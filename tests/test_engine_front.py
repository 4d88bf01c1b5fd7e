"""``game.json``: small, true to the engine beside it, free of markup, for the three games and for programs with awkward names."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from penance_build.engine.front.game import emit_game, game_record
from penance_build.engine.front.runs import runs
from penance_build.ir.identity import rules_hash
from tests.games import shipped
from tests.test_engine_source import SAMPLES

GAMES = ("penance", "aethelgard", "skirmish")
SECTIONS = (
    "setups bots decks cards attributes types slots factions counters units zones enums dice spaces procedures icons theme options".split()
)


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_everything_that_a_front_end_meets_has_a_name(game: str) -> None:
    program = shipped(game)
    record = json.loads(emit_game(program))
    assert (record["format"], record["id"], record["rules"]) == (1, game, rules_hash(program))
    assert set(SECTIONS) <= set(record)
    assert list(record["cards"]) == [card.id for card in program.cards]
    assert list(record["counters"]) == [counter.id for counter in program.counters]
    for section in ("setups", "decks", "cards", "counters", "zones", "procedures", "factions"):
        assert all(item["name"] for item in record[section].values()), section
    for die in program.dice:
        assert [face["id"] for face in record["dice"][die.id]["faces"]] == [face.id for face in die.faces]
    assert_linked(record)


def assert_linked(record: dict[str, Any]) -> None:
    """Each id that the file names is one that it explains."""
    icons = set(re.findall(r'"icon": "([^"]+)"', json.dumps(record)))
    assert icons == set(record["icons"])
    for card in record["cards"].values():
        for field, section in (("type", "types"), ("slot", "slots"), ("faction", "factions")):
            assert card.get(field) is None or card[field] in record[section]
        assert set(card.get("values", {})) <= set(record["attributes"])
        assert not re.search(r"[*{}<>]", "".join(run for text in card.get("text", []) for run in text if isinstance(run, str)))
    for counter in record["counters"].values():
        assert counter["owner"] in ("player", "game", *record["spaces"])
        assert counter.get("enum", None) in (None, *record["enums"], *record["spaces"])
    for space in record["spaces"].values():
        assert len(space["cells"]) == len(space["names"]) == len(space["ids"])
        assert all(len(layer["values"]) == len(space["cells"]) for layer in space["layers"])


def test_the_file_of_the_largest_game_is_small() -> None:
    assert len(emit_game(shipped("penance")).encode()) < 72_000


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_it_is_made_of_any_program(name: str) -> None:
    assert json.loads(emit_game(SAMPLES[name])) == game_record(SAMPLES[name])


def test_markup_becomes_runs() -> None:
    assert runs("Deal +*3* damage and {icon:heat} heat.") == [
        "Deal ",
        {"number": "+3"},
        " damage and ",
        {"icon": "heat"},
        " heat.",
    ]
    assert runs("") == []
    assert runs("Draw *2*") == ["Draw ", {"number": "2"}]
