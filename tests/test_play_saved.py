"""A kept game in which something was changed: each change is refused in one sentence that names the file and the place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from penance_build.cli.errors import Wrong
from penance_build.cli.saved import Kept, read, write
from penance_build.play.table import Table
from tests.command_line import run_here
from tests.games import program_of
from tests.test_play_terminal import GAME, small_game

Data = dict[str, Any]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(program_of(GAME))


@pytest.fixture
def good(table: Table, tmp_path: Path) -> Data:
    """A game after two choices; its log: the new game, the start, two shuffles, two choices."""
    setup = table.setup(None)
    state = table.new_game(setup, ["slow", "fast"], 3)
    for _ in range(2):
        state, _ = table.apply(state, table.legal(state)[0])
    assert [entry["type"] for entry in state["log"]] == ["new_game", "start", "shuffle", "shuffle", "choose", "choose"]
    write(str(tmp_path / "good.json"), Kept(setup.id, ("-", "fool"), ("slow", "fast"), 3, state))
    found: Data = json.loads((tmp_path / "good.json").read_text(encoding="utf-8"))
    return found


def refusal(table: Table, tmp_path: Path, text: str) -> str:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Wrong) as error:
        read(str(path), table)
    message = str(error.value)
    assert message.startswith(f"{path} ") or message.startswith(f"{path}: ")
    assert "\n" not in message
    assert len(message) - len(str(path)) < 200
    return message[len(str(path)) :].lstrip(" :").removeprefix("is damaged: ")


def put(*place: str | int, value: Any) -> Callable[[Data], None]:
    """The change that writes a value at a place."""

    def change(data: Data) -> None:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        holder[place[-1]] = value

    return change


def without(*place: str | int) -> Callable[[Data], None]:
    """The change that takes a place away."""

    def change(data: Data) -> None:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        del holder[place[-1]]

    return change


LOG = ("state", "log")
PICK = {"type": "pick", "procedure": "half", "slot": "card", "card": 0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put(*LOG, 4, "option", value="play"), 'entry 5 OF LOG: the option "play" may not be chosen there'),
        (put(*LOG, 4, "option", value="a" * 5000), f'entry 5 OF LOG: the option "{"a" * 40}..." may not be chosen there'),
        (put(*LOG, 4, "option", value="x\ny"), 'entry 5 OF LOG: the option "x\\ny" may not be chosen there'),
        (put(*LOG, 4, "option", value=["stay"]), "entry 5 OF LOG: the option a list of 1 may not be chosen there"),
        (put(*LOG, 4, "slot", value="card"), 'entry 5 OF LOG: its `slot` is "card", and "action" is asked'),
        (put(*LOG, 4, value=PICK), 'entry 5 OF LOG: its `type` is "pick", and "choose" is asked'),
        (put(*LOG, 4, value=7), "entry 5 OF LOG: it is 7, and a choice comes next"),
        (put(*LOG, 4, value={"type": "roll"}), "entry 5 OF LOG: it is no choice, and a choice comes next"),
        (put(*LOG, 5, "by", value=0), 'entry 6 OF LOG and the seed: it has "by"'),
        (put(*LOG, 0, "players", value=2.0), "entry 1 OF LOG and the seed: its `players` is 2.0"),
        (put(*LOG, 0, "counters", "life", 0, value=9), "entry 1 OF LOG and the seed: its `counters.life[0]` is 9"),
        (put(*LOG, 0, "zones", "deck", 0, 0, value=[1]), "entry 1 OF LOG and the seed: its `zones.deck[0][0]` is a list of 1"),
        (put(*LOG, 1, "inputs", "one", value=False), "entry 2 OF LOG and the seed: its `inputs.one` is false"),
        (put(*LOG, 2, "draws", 0, value=0.0), "entry 3 OF LOG and the seed: its `draws[0]` is 0.0"),
        (without(*LOG, 3), 'entry 4 OF LOG and the seed: its `type` is "choose"'),
        (put("state", "log", value=[]), "its log breaks off after entry 0, within what followed a choice"),
        (put("state", "log", value=None), "its `state.log` is null, not a list"),
        (put("state", value=None), "its `state` is null, not a record"),
        (put("state", "counters", "life", 1, value=False), "its `state.counters.life[1]` is false, which is not where its log leads to"),
        (put("state", "rng", 0, value=1), "its `state.rng[0]` is 1, which is not where its log leads to"),
        (put("state", "cards", 0, value={}), "its `state.cards[0]` is a record, which is not where its log leads to"),
        (put("state", "pending", "hint", value=1), 'its `state.pending` has "hint", which is not where its log leads to'),
        (without("state", "zones", "box"), 'its `state.zones` lacks "box", which is not where its log leads to'),
        (put("state", "note", value="mine"), 'its `state` has "note", which no saved game has'),
        (without("state", "fixed"), 'its `state` lacks "fixed"'),
        (put("state", "version", value=2.0), "this is not a saved state of version 2"),
        (put("note", value="mine"), 'it has "note", which no saved game has'),
        (without("decks"), 'it lacks "decks"'),
        (put("setup", value="long"), 'its `setup` is "long", and no setup of the game'),
        (put("seed", value=3.0), f"its `seed` is 3.0, not a whole number from 0 to {2**52}"),
        (put("seats", value=["-"]), "its `seats` must name a bot, or - for a person, for each of 2 seats"),
        (put("seats", value=["-", "b" * 900]), f'its `seats` name the bot "{"b" * 40}...", and there is fool, sage'),
        (put("version", value=1.0), "is not a saved game"),
        (put("version", value=True), "is not a saved game"),
    ],
)  # fmt: skip
def test_a_change_is_named(change: Callable[[Data], None], message: str, good: Data, table: Table, tmp_path: Path) -> None:
    data = deepcopy(good)
    change(data)
    assert refusal(table, tmp_path, json.dumps(data)) == message.replace("OF LOG", "of its log does not fit the rules")


def test_a_log_that_goes_on_after_the_end_of_the_game(good: Data, table: Table, tmp_path: Path) -> None:
    log = good["state"]["log"]
    log += log[4:] * 2
    log.append(log[4])
    assert refusal(table, tmp_path, json.dumps(good)) == "entry 11 of its log does not fit the rules: the game has ended before it"


@pytest.mark.parametrize("key", ["seats", "state", "log", "life", "option"])
def test_a_key_that_stands_twice_is_refused_wherever_it_is(key: str, good: Data, table: Table, tmp_path: Path) -> None:
    whole = json.dumps(good)
    twice = re.sub(rf'"{key}": ', f'"{key}": 0, "{key}": ', whole, count=1)
    assert twice != whole
    assert refusal(table, tmp_path, twice) == f'it has "{key}" twice'


def test_who_sits_where_may_be_changed_in_the_file(good: Data, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**good, "seats": ["sage", "-"]}), encoding="utf-8")
    ran = run_here(["play", "--game", str(small_game(tmp_path)), "--resume", str(path)], typed="quit\n")
    assert ran.code == 0
    assert "  Player 1: Sage, Slow\n  Player 2: you, Fast\n" in ran.out
    assert json.loads(path.read_text(encoding="utf-8"))["seats"] == ["sage", "-"]


def test_a_changed_file_is_left_as_it_is(good: Data, tmp_path: Path) -> None:
    path, text = tmp_path / "game.json", json.dumps({**good, "seed": 4})
    path.write_text(text, encoding="utf-8")
    ran = run_here(["play", "--game", str(small_game(tmp_path)), "--resume", str(path)], typed="1\n1\n")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert path.read_text(encoding="utf-8") == text


def test_what_lies_beside_a_game_stays(table: Table, good: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is written under a name that nobody else has: no `.part` of others is lost, not even where the disk refuses."""
    others = {name: tmp_path / name for name in ("game.json.part", ".game.json.part")}
    for name, path in others.items():
        path.write_text(name, encoding="utf-8")
    kept = read(str(tmp_path / "good.json"), table)
    write(str(tmp_path / "game.json"), kept)
    before = sorted(path.name for path in tmp_path.iterdir())
    assert before == sorted(["good.json", "game.json", *others])
    monkeypatch.setattr("os.replace", lambda one, other: (_ for _ in ()).throw(OSError(28, "no space")))
    with pytest.raises(OSError, match="no space"):
        write(str(tmp_path / "game.json"), kept)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert all(path.read_text(encoding="utf-8") == name for name, path in others.items())


def test_seats_may_be_swapped_and_decks_may_not(table: Table, good: Data, tmp_path: Path) -> None:
    good["seats"].reverse()
    path = tmp_path / "game.json"
    path.write_text(json.dumps(good), encoding="utf-8")
    assert read(str(path), table).seats == ("fool", "-")
    good["decks"].reverse()
    assert refusal(table, tmp_path, json.dumps(good)).startswith("entry 1 of its log does not fit the rules and the seed")


@pytest.mark.parametrize("text", ["[" * 100_000, '{"version":1,"setup":' + "[" * 900 + "]" * 900 + ',"seats":1,"state":1}', '{"a":' * 5000])
def test_a_deep_file_is_one_sentence(table: Table, tmp_path: Path, text: str) -> None:
    assert refusal(table, tmp_path, text)
