"""Engines used wrongly: wrong types, damaged states, cut logs. The same clear error in both languages, never a crash."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.ir import nodes as n
from tests.engine_support import NodeBatch, python_engine
from tests.ir_programs import DUEL_SETUP, clamp, const, duel_program, enum, enum_type, listed, op, procedure, program, var, whole

HOARD = n.Type("list", "", 0, 9, "", 3, 6)
JUNK: list[Any] = [5, -1, "x", "", [], [1], [[]], {}, {"a": 1}, True, False, 1.5, 2**53, None, [None], {"type": 3}]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(duel_program(), tmp_path_factory.mktemp("duel"))


def states_of(engine: ModuleType) -> list[dict[str, Any]]:
    """A game paused at choices, at a pick, in a nested call, and ended."""
    state = engine.start("duel", {"damage": 4}, {"seed": 5, "setup": DUEL_SETUP})
    rng, states = random.Random(3), [state]
    while state["pending"]:
        state = engine.apply(state, rng.choice(engine.legal(state)))[0]
        states.append(state)
    assert {(item["pending"] or {}).get("type") for item in states} == {"choose", "pick", None}
    return states


def outcome(engine: ModuleType, name: str, args: list[Any]) -> dict[str, Any]:
    """What a call gives; anything but an answer or an error of the rules is a crash."""
    try:
        answer = getattr(engine, name)(*args)
    except engine.RulesError as error:
        return {"error": str(error), "kind": type(error).__name__}
    return {"answer": {"state": answer[0], "events": answer[1]} if name == "apply" else answer}


class Both:
    """Calls in Python, and the same in JavaScript afterwards."""

    def __init__(self, engine: ModuleType, folder: Path) -> None:
        self.engine, self.batch = engine, NodeBatch(folder)
        self.batch.engine(duel_program(), "duel")

    def call(self, name: str, *args: Any) -> dict[str, Any]:
        found = outcome(self.engine, name, list(args))
        self.batch.call(found, name, *args)
        return found


@pytest.mark.full
def test_junk_in_the_place_of_any_argument(duel: ModuleType, tmp_path: Path) -> None:
    both, state = Both(duel, tmp_path), states_of(duel)[0]
    for junk in JUNK:
        for args in (
            ("run", junk), ("run", "roll_attack", junk), ("run", "roll_attack", {"damage": junk}, {"seed": 1}),
            ("run", "roll_attack", {"damage": 3}, junk), ("run", "roll_attack", {"damage": 3}, {"seed": junk}),
            ("run", "roll_attack", {"damage": 3}, {"dice": junk}), ("run", "roll_attack", {"damage": 3}, {"dice": {"attack": junk}}),
            ("run", "roll_attack", {"damage": 3}, {"dice": {"attack": [junk, junk]}}),
            ("roll_attack", {"damage": 1}, {"dice": {"attack": [junk]}}),
            ("start", "duel", {"attacker": junk}), ("start", "duel", {}, {"setup": junk}), ("start", "duel", {}, {"state": junk}),
            ("new_game", junk), ("new_game", {"players": junk}), ("new_game", {"zones": junk}), ("new_game", {"counters": junk}),
            ("new_game", {"zones": {"hand": junk}}), ("new_game", {"zones": {"hand": [junk]}}), ("new_game", {"zones": {"hand": [[junk]]}}),
            ("new_game", {"zones": {"commons": junk}}), ("new_game", {"counters": {"heat": junk}}),
            ("new_game", {"counters": {"heat": [junk, 0]}}),
            ("new_game", {}, junk), ("legal", junk), ("why_not", junk, {}), ("why_not", state, junk), ("apply", state, junk),
            ("apply", state, {"type": "choose", "procedure": "duel", "slot": "push", "option": junk}), ("undo", junk), ("view", junk, 0),
            ("view", state, junk), ("replay", junk), ("replay", [junk]), ("replay", state["log"], junk), ("replay", [*state["log"], junk]),
        ):  # fmt: skip
            if args[0] == "roll_attack":  # by keyword in Python
                try:
                    duel.roll_attack(1, dice=args[2]["dice"])
                except duel.RulesError as error:
                    both.batch.call({"error": str(error), "kind": type(error).__name__}, *args)
                continue
            both.call(*args)
    both.batch.check()


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in places(item, (*path, key)))]


def damaged(state: Any, path: tuple[Any, ...], rng: random.Random) -> Any:
    """A copy with one place gone, doubled, or holding something else."""
    copy = json.loads(json.dumps(state))
    if not path:
        return rng.choice(JUNK)
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    way = rng.randrange(4)
    if way == 0:
        del holder[path[-1]]
    elif way == 1 and isinstance(holder, list):
        holder.append(holder[path[-1]])
    elif way == 2 and type(holder[path[-1]]) is int:
        holder[path[-1]] += rng.choice((-1, 1, 7, 10**9))
    else:
        holder[path[-1]] = rng.choice(JUNK)
    return copy


@pytest.mark.full
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.full)])
def test_damage_anywhere_in_a_saved_state_is_seen_or_harmless(every: int, duel: ModuleType, tmp_path: Path) -> None:
    both, rng = Both(duel, tmp_path), random.Random(7)
    refused = played = 0
    for state in states_of(duel)[::every]:
        action = (duel.legal(state) or [{"type": "choose", "procedure": "duel", "slot": "push", "option": "hold"}])[0]
        for path in places(state):
            broken = damaged(state, path, rng)
            for args in (("legal", broken), ("apply", broken, action), ("view", broken, 1), ("undo", broken)):
                found = both.call(*args)
                refused, played = refused + ("error" in found), played + ("answer" in found)
    assert refused > 500 // every
    assert played > 100 // every
    both.batch.check()


def test_a_log_cut_or_damaged_anywhere(duel: ModuleType, tmp_path: Path) -> None:
    both, rng = Both(duel, tmp_path), random.Random(9)
    log = states_of(duel)[-1]["log"]
    whole = [both.call("replay", log[:end]) for end in range(len(log) + 1)]
    assert "error" in whole[0]
    assert "answer" in whole[1]
    assert "answer" in whole[-1]
    assert sum("error" in found for found in whole) > 3
    for path in places(log):
        both.call("replay", damaged(log, path, rng))
    both.batch.check()


def test_what_damage_is_called(duel: ModuleType) -> None:
    state = next(item for item in states_of(duel) if len(item["frames"]) == 2)
    for change, message in (
        ({"counters": {**state["counters"], "heat": [11, 0]}}, "this state is damaged: counters heat"),
        ({"zones": {**state["zones"], "hand": [[0], [0]]}}, "this state is damaged: zones"),
        ({"pending": {**state["pending"], "by": 2}}, "this state is damaged: pending"),
        ({"pending": None}, "this state is damaged: pending"),
        ({"frames": [{**state["frames"][0], "pc": 0}, state["frames"][1]]}, "this state is damaged: frames"),
        ({"frames": [{**state["frames"][0], "v": {**state["frames"][0]["v"], "each.0.end": 10**9}}, state["frames"][1]]}, "a loop of duel"),
        ({"frames": [{**state["frames"][0], "v": {}}, state["frames"][1]]}, "this state is damaged: slots of duel"),
        ({"rng": [1, 2, 3]}, "this state is damaged: rng"),
        ({"log": []}, "this state is damaged: log"),
        ({"version": True}, "this is not a saved state of version 2"),
    ):
        with pytest.raises(duel.StateError, match=message):
            duel.legal({**state, **change})


def test_what_a_wrong_value_is_called(duel: ModuleType, tmp_path: Path) -> None:
    both, state = Both(duel, tmp_path), states_of(duel)[0]
    for value, called in (
        (1.5, "1.5 (a number with a fraction)"),
        (-0.25, "-0.25 (a number with a fraction)"),
        (1e-7, "a number with a fraction"),
        (2**53, "a number beyond 2^53 - 1"),
        (1e300, "a number beyond 2^53 - 1"),
        (True, "true"),
        (None, "null"),
        ([3, 4], "a list of 2"),
        ({"id": 1}, "a record"),
        ("x\ny\r\u2028\x1b\u202e", r"'x\ny\r\u2028\u001b\u202e'"),
        ("a" * 40, "'" + "a" * 40 + "'"),
        ("a" * 5000, "'" + "a" * 40 + "...'"),
        ("\U0001d11e" * 41, "'" + "\U0001d11e" * 40 + "...'"),
    ):
        for args, message in (
            (("new_game", {"zones": {"hand": [[value]]}}), f"there is no card {called}"),
            (("new_game", {"players": value}), f"a setup's players must be a whole number from 1 to 100, not {called}"),
            (("legal", {**state, "cards": [value]}), f"this state names the card {called}, which these rules do not know"),
        ):
            found = both.call(*args)
            assert found.get("error") == message or value is None
    heads = (("a" * 64, "a" * 12), ("\n" * 13, r"\n" * 12), ("\U0001d11e" * 64, "\U0001d11e" * 12), (7, "7"), ([], "a list of 0"))
    for rules, called in heads:
        found = both.call("legal", {**state, "rules": rules})
        assert found["error"].startswith(f"this state was made with other rules ({called}); these are ")
    both.batch.check()


@pytest.mark.full
def test_what_nobody_can_imagine(duel: ModuleType, tmp_path: Path) -> None:
    """The beginning of a log says in which pile each card began: who cannot read it imagines nothing."""
    both, state = Both(duel, tmp_path), states_of(duel)[0]
    for zones in (1.5, None, [], "x", {"hand": 1.5}, {"hand": ["x", []]}, {"hand": [[], 3]}, {"deck": {"a": []}}):
        damaged_log = [{**state["log"][0], "zones": zones}, *state["log"][1:]]
        assert both.call("imagine", {**state, "log": damaged_log}, 0, 1)["error"] == "this state is damaged: log"
    bare = {key: value for key, value in state["log"][0].items() if key != "zones"}
    assert both.call("imagine", {**state, "log": [bare, *state["log"][1:]]}, 0, 1)["error"] == "this state is damaged: log"
    for zones in ({}, {"hand": []}, {"hand": [[], []], "no such zone": 7}):
        assert "answer" in both.call("imagine", {**state, "log": [{**state["log"][0], "zones": zones}, *state["log"][1:]]}, 0, 1)
    both.batch.check()


def test_a_number_with_a_fraction_of_zero_is_called_so_where_it_can_be_told(duel: ModuleType) -> None:
    """JavaScript cannot tell 2.0 from 2, and takes it."""
    for wrong, message in (
        (lambda: duel.run("roll_attack", {"damage": 2.0}), "not 2.0 (a number with a fraction)"),
        (lambda: duel.run("roll_attack", {"damage": 2}, dice={"attack": [2.0, 3]}), "a face is a value or an id, not 2.0 (a number with a"),
        (lambda: duel.new_game({"players": 0.0}), "not 0.0 (a number with a fraction)"),
        (lambda: duel.new_game({}, float("nan")), "not NaN"),
    ):
        with pytest.raises(duel.RulesError) as error:
            wrong()
        assert message in str(error.value)


def test_a_spectator_sees_what_lies_open(duel: ModuleType) -> None:
    state = states_of(duel)[0]
    seen = duel.view(state, None)
    assert seen["zones"]["hand"] == [1, 2]
    assert seen["zones"]["deck"] == [4, 5]
    assert "options" not in seen["pending"]
    with pytest.raises(duel.InputError, match="a player must be from 0 to 1, not 2"):
        duel.view(state, 2)


def hoard_program() -> n.Program:
    """Before each choice a line is told; going on fills a list and multiplies a number that has no bound."""
    told = n.Report("", (n.Part("hoard "), n.Part(value=var("hoard"), type=HOARD)), ())
    options = (n.Option("on", "Go on", 0, None), n.Option("stop", "Stop", 1, None))
    more = n.Let("hoard", listed("put", var("hoard"), const(2), clamp(var("x"), 0, 9)))
    grow = n.If(op("eq", var("go"), const(0)), (n.Let("x", op("mul", var("x"), const(2**20)), True), more), ())
    passes = n.Repeat((told, n.Choose("go", const(0), "Go on?", options, ""), grow), op("eq", var("go"), const(1)), None, 0)
    body: list[n.Stmt] = [n.Let("hoard", listed("fill", const(3), const(1))), n.Let("x", const(1)), passes]
    slots = {"go": enum_type("way"), "x": whole(0)}
    return program(enums=[enum("way", "on", "stop")], procedures=[procedure("gather", [], {"hoard": HOARD}, body, slots)])


def test_a_list_in_a_saved_state_and_a_number_past_all_bounds(tmp_path: Path) -> None:
    engine, batch = python_engine(hoard_program(), tmp_path), NodeBatch(tmp_path)
    batch.engine(hoard_program(), "hoard")

    def both(name: str, *args: Any) -> Any:
        found = outcome(engine, name, list(args))
        batch.call(found, name, *args)
        return found.get("answer", found.get("error"))

    state = both("start", "gather")
    on, stop = both("legal", state)
    for _ in range(2):
        state = both("apply", state, on)["state"]
    assert both("legal", state) == [stop]
    assert both("why_not", state, on)["reason"] == "gather: 'x' went past 2^53 - 1"
    ended = both("apply", state, stop)["state"]
    assert ended["result"] == {"hoard": [1, 9, 1]}
    lines = [event["text"] for event in both("retell", ended["log"]) if event["type"] == "say"]
    assert lines == ["hoard 1, 1, 1", "hoard 1, 9, 1", "hoard 1, 9, 1"]
    (frame,) = state["frames"]
    for damage in ([], [1, 1], [1] * 7, [1, 1, 10], [1, 1, True], [1, 1, [1]], 1, "111", None):
        broken = {**state, "frames": [{**frame, "v": {**frame["v"], "hoard": damage}}]}
        assert both("legal", broken) == "this state is damaged: slot hoard of gather"
    batch.check()
