"""What each player may know and do: events and logs without what is hidden, actions held against who is asked; in both languages."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.duel_games import compiled
from tests.engine_support import javascript, node_path, python_engine

pytestmark = pytest.mark.full

SETUP = {"setup": "close_quarters", "decks": ["confessor", "outrider"]}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(compiled(), tmp_path_factory.mktemp("engine"))


def steps(engine: ModuleType, seed: int, most: int) -> list[tuple[Any, Any, Any, Any]]:
    """States of a game at random, what was done in each, the state after it and the events."""
    state, mind, found = engine.new_game(SETUP, seed), seed + 1, []
    while state["pending"] is not None and len(found) < most:
        actions = [action for action in engine.legal(state) if action.get("option") != "surrender"]
        mind = (mind * 1103515 + 12345) % 2147483648
        action = actions[mind // 65536 % len(actions)]
        after, events = engine.apply(state, action)
        found.append((state, action, after, events))
        state = after
    return found


def test_events_hide_what_a_player_does_not_see(engine: ModuleType) -> None:
    """A card has its number in an event only where the player sees it afterwards, or saw it before."""
    hidden = shown = 0
    for state, _, after, events in steps(engine, 3, 250):
        for player in (0, 1, None):
            before, now = (engine.view(one, player)["cards"] for one in (state, after))
            for event, told in zip(events, engine.events_for(events, player), strict=True):
                assert told.keys() >= event.keys() - {"names"} if event["type"] != "ask" else told.keys() == event.keys()
                if event["type"] == "shuffle":
                    assert told["draws"] is None
                elif event["type"] == "move":
                    owners = {event["from"]: event["from_owner"], event["to"]: event["to_owner"]}
                    is_seen = any(engine._sees(engine._ENGINE, zone, owner, player) for zone, owner in owners.items())
                    assert told["cards"] == (event["cards"] if is_seen else [None] * len(event["cards"]))
                    hidden, shown = hidden + (not is_seen), shown + is_seen
                elif event["type"] == "pick" and told["card"] is not None:
                    assert player == event["by"] or before[event["card"]] or now[event["card"]]
                elif event["type"] == "ask" and player != event["pending"]["by"]:
                    assert not {"options", "names", "cards"} & told["pending"].keys()
    assert min(hidden, shown) > 50


def test_messages_do_not_hang_on_what_is_hidden(engine: ModuleType) -> None:
    """What is hidden from a player dealt anew: the same view, the same question, the same events of whatever draws and reveals nothing."""
    compared = 0
    for number, (state, action, _, events) in enumerate(steps(engine, 8, 120)):
        for player in (0, 1):
            other = engine.imagine(state, player, number)
            assert engine.view(other, player) == engine.view(state, player)
            assert engine.describe(other, player) == engine.describe(state, player)
            quiet = not any(event["type"] in ("roll", "shuffle", "move", "pick") for event in events)
            if quiet and state["pending"]["by"] == player:
                compared += 1
                again = engine.apply(engine.reseed(other, 1), action)[1]
                assert engine.events_for(again, player) == engine.events_for(events, player)
    assert compared > 20


def test_a_log_is_told_from_where_it_is_known(engine: ModuleType) -> None:
    done = steps(engine, 5, 60)
    log = done[-1][2]["log"]
    whole = engine.retell(log)
    assert whole == engine.retell(log, since=0) == engine.retell(log, {"since": 0})
    for state, _, after, events in done:
        told = engine.retell(after["log"], since=len(state["log"]))
        assert told == events
        assert engine.retell(after["log"], since=len(state["log"]), player=1) == engine.events_for(events, 1)
    assert engine.retell(log, since=len(log)) == []
    assert engine.retell(log, player=None) == engine.events_for(whole, None)
    for options, what in (
        ({"since": -1}, "since must be a number of entries from 0 to"),
        ({"since": len(log) + 1}, "since must be a number of entries from 0 to"),
        ({"player": 2}, "a player must be from 0 to 1, not 2"),
        ({"seat": 1}, "there is no option 'seat'; there are player and since"),
    ):
        with pytest.raises(engine.InputError, match=what):
            engine.retell(log, options)


def test_only_who_is_asked_may_act(engine: ModuleType) -> None:
    state = engine.new_game(SETUP, 5)
    by = state["pending"]["by"]
    action = engine.default_action(state)
    assert engine.apply(state, action, by)[0] == engine.apply(state, action)[0]
    assert engine.why_not(state, action, by) is None
    assert engine.why_not(state, action, 1 - by)["reason"] == f"player {by} is asked, not player {1 - by}"
    with pytest.raises(engine.IllegalAction, match=f"player {by} is asked, not player {1 - by}"):
        engine.apply(state, action, 1 - by)
    with pytest.raises(engine.InputError, match="a player must be from 0 to 1, not 7"):
        engine.apply(state, action, 7)
    undone = 0
    for before, _, after, _ in steps(engine, 9, 60):
        if after["fixed"] < len(before["log"]) + 1:
            whose = before["pending"]["by"]
            assert engine.undo(after, whose)["log"] == before["log"]
            with pytest.raises(engine.StateError, match=f"the last action was that of player {whose}, not of player {1 - whose}"):
                engine.undo(after, 1 - whose)
            undone += 1
    assert undone > 5


def test_a_game_goes_on_without_its_players(engine: ModuleType) -> None:
    state = engine.new_game(SETUP, 6)
    for _ in range(3000):
        action = engine.default_action(state)
        if action is None:
            break
        assert action in engine.legal(state)
        state, _ = engine.apply(state, action)
    assert state["pending"] is None


def test_what_is_imagined_agrees_with_what_is_seen(engine: ModuleType) -> None:
    """The cards of each pile are as many, and in all the same; chance and log are gone; the same seed imagines the same."""
    differing = 0
    for state, *_ in steps(engine, 8, 120)[::5]:
        for player in (0, 1, None):
            other = engine.imagine(state, player, 3)
            assert other == engine.imagine(state, player, 3) == engine.open(state).imagine(player, 3).save()
            assert (other["rng"], other["fixed"], len(other["log"])) == (None, 0, 1)
            sizes = [{name: [len(pile) for pile in piles] for name, piles in one["zones"].items()} for one in (state, other)]
            assert sizes[0] == sizes[1]
            cards = [sorted(card for piles in one["zones"].values() for pile in piles for card in pile) for one in (state, other)]
            assert cards[0] == cards[1]
            for zone, piles in state["zones"].items():
                for owner, pile in enumerate(piles):
                    if engine._sees(engine._ENGINE, zone, owner, player):
                        assert other["zones"][zone][owner] == pile
            differing += other["zones"] != state["zones"]
    assert differing > 50


def test_who_gives_up_has_lost(engine: ModuleType) -> None:
    state = engine.new_game(SETUP, 6)
    for player in (0, 1):
        after, events = engine.concede(state, player)
        assert after["result"] == {"outcome": None, "winner": 2 - player, "rounds": None}
        assert [event["type"] for event in events] == ["concede", "end"]
        assert after["log"] == [*state["log"], {"type": "concede", "player": player}]
        assert (after["pending"], after["frames"], engine.legal(after)) == (None, [], [])
        assert engine.replay(after["log"])["result"] == after["result"]
        assert engine.legal(json.loads(json.dumps(after))) == []
        for call, what in (
            (lambda after=after: engine.undo(after), "this cannot be undone: a player has given up"),
            (lambda after=after: engine.concede(after, 0), "nothing is being played"),
            (lambda: engine.concede(state, 2), "a player must be from 0 to 1, not 2"),
            (lambda: engine.concede(state, None), "a player must be from 0 to 1, not null"),
        ):
            with pytest.raises(engine.RulesError, match=what):
                call()


def test_other_chance_from_here_on(engine: ModuleType) -> None:
    state = engine.new_game(SETUP, 6)
    again = engine.reseed(state, 77)
    assert {key for key in state if state[key] != again[key]} == {"rng"}
    assert engine.reseed(state, None)["rng"] is None
    assert again == engine.reseed(state, 77) != engine.reseed(state, 78)


RUNNER = """
import { readFileSync, writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const out = [];
for (const { state, action, events, log, since } of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
    const { by } = state.pending;
    let refusal = null;
    try {
        rules.apply(state, action, 1 - by);
    } catch (problem) {
        refusal = problem.message;
    }
    out.push({
        told: [0, 1, null].map((player) => rules.events_for(events, player)),
        retold: rules.retell(log, { since, player: 0 }),
        since: rules.retell(log, { since }),
        same: JSON.stringify(rules.apply(state, action, by)) === JSON.stringify(rules.apply(state, action)),
        why: rules.whyNot(state, action, 1 - by),
        refusal,
        default_action: rules.defaultAction(state),
        reseeded: rules.reseed(state, 5).rng,
        imagined: [0, 1, null].map((player) => rules.imagine(state, player, 9)),
        inPlace: [0, 1, null].map((player) => rules.open(state).imagine(player, 9).save()),
        conceded: rules.concede(state, 1),
    });
}
writeFileSync(process.argv[4], JSON.stringify(out));
"""


def test_both_languages_say_the_same(engine: ModuleType, tmp_path: Path) -> None:
    done = steps(engine, 12, 80)
    given = [
        {"state": state, "action": action, "events": events, "log": after["log"], "since": len(state["log"])}
        for state, action, after, events in done
    ]
    files = [tmp_path / "engine.mjs", tmp_path / "given.json", tmp_path / "out.json"]
    files[0].write_text(javascript(compiled()), encoding="utf-8")
    files[1].write_text(json.dumps(given), encoding="utf-8")
    (tmp_path / "runner.mjs").write_text(RUNNER, encoding="utf-8")
    subprocess.run([node_path(), str(tmp_path / "runner.mjs"), files[0].as_uri(), *map(str, files[1:])], check=True, timeout=300)
    for (state, action, after, events), found in zip(done, json.loads(files[2].read_text(encoding="utf-8")), strict=True):
        by = state["pending"]["by"]
        assert found == {
            "told": [engine.events_for(events, player) for player in (0, 1, None)],
            "retold": engine.retell(after["log"], since=len(state["log"]), player=0),
            "since": events,
            "same": True,
            "why": engine.why_not(state, action, 1 - by),
            "refusal": f"player {by} is asked, not player {1 - by}",
            "default_action": engine.default_action(state),
            "reseeded": engine.reseed(state, 5)["rng"],
            "imagined": [engine.imagine(state, player, 9) for player in (0, 1, None)],
            "inPlace": [engine.imagine(state, player, 9) for player in (0, 1, None)],
            "conceded": dict(zip(("state", "events"), engine.concede(state, 1), strict=True)),
        }
