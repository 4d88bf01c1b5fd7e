"""Games in place: log for log what ``apply`` gives; and legal is what can be done, held against trying everything."""

from __future__ import annotations

import copy
import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.api import compile_game
from penance_build.ir.nodes import Program
from tests.duel_games import compiled, pairings
from tests.engine_support import javascript, node_path, played, python_engine
from tests.games import program_of

DEEP = """
game: {id: deep, name: Deep, version: "1", language: 1}
counters:
  purse: {name: Purse, owner: player, type: 0..20, start: 6, past: illegal}
  debt: {name: Debt, owner: player, type: 0..9, start: 0}
dice: {d: {name: D, sides: 6}}
procedures:
  pay:
    name: Pay
    inputs: {who: player, price: 0..12}
    results: {left: int}
    steps:
      - {change: who.purse, by: "-price"}
      - {let: left, value: who.purse}
  twice:
    name: Twice
    inputs: {who: player, price: 0..6}
    results: {left: int}
    steps:
      - {call: pay, with: {who: who, price: price}, take: {left: left}}
      - {call: pay, with: {who: who, price: price}, take: {left: left}}
  ask_price:
    name: Ask
    inputs: {who: player}
    results: {paid: int}
    steps:
      - {let: paid, value: 0}
      - choose: price
        by: who
        prompt: What is it worth?
        options: {nothing: Nothing, one: One, three: Three, all: All}
      - match: price
        cases:
          nothing: []
          one: [{call: twice, with: {who: who, price: 1}, take: {rest: left}}, {let: paid, value: 2}]
          three: [{call: twice, with: {who: who, price: 3}, take: {rest: left}}, {let: paid, value: 6}]
          all: [{call: twice, with: {who: who, price: 6}, take: {rest: left}}, {let: paid, value: 12}]
  market:
    name: Market
    inputs: {who: player}
    results: {rounds: int}
    steps:
      - {let: rounds, value: 0}
      - at_most: 5
        until: rounds >= 5
        repeat:
          - choose: deed
            by: who
            prompt: What now?
            options:
              buy: Buy
              gamble: Gamble
              borrow: {name: Borrow, if: who.debt < 3}
              wait: Wait
          - match: deed
            cases:
              buy: [{call: ask_price, with: {who: who}, take: {paid: paid}}]
              gamble: [{roll: d}, {let: stake, value: sum(d)}, {change: who.purse, by: "-stake"}]
              borrow: [{change: who.debt, by: 1}, {change: who.purse, by: 4}]
              wait: []
          - {let: rounds, value: rounds + 1}
setups: {m: {name: Market, players: 1, procedure: market, with: {who: 1}}}
"""


@pytest.fixture(scope="module")
def deep() -> Program:
    """A game that refuses deep in a call, and after dice."""
    return played(program_of(DEEP))


def trying_all(engine: ModuleType) -> Any:
    """The inside of an engine that trusts no proof: it tries every option, and each as far as the next choice."""
    everything = {**engine._DATA, "risky": {name: range(10_000) for name in engine._DATA["frames"]}}

    class Brute(engine._Engine):  # type: ignore[misc, name-defined]
        def fresh(self, game: Any, noting: bool) -> Any:
            other = super().fresh(game, noting)
            other.data = everything
            return other

    brute = Brute(engine._DATA, engine._STRAIGHT, engine._TRACED, engine._BLOCKS, {**engine._ASKS, "guards": {}})
    brute.tried = [{option["id"] for option in ask["options"]} if "options" in ask else {""} for ask in engine._DATA["asks"]]
    return brute


def walk(engine: ModuleType, brute: Any, state: Any, seed: int, most: int = 2_000) -> tuple[int, int]:
    """A game at random: in each state the legal actions are those that trying finds, and the live game stands as the state does."""
    live, mind, refused = engine.open(state), seed + 1, 0
    live.events()
    for number in range(most):
        if state["pending"] is None:
            assert (live.pending, live.legal(), live.result) == (None, [], state["result"])
            return number, refused
        legal = engine.legal(state)
        game = brute.game(copy.deepcopy(state))
        assert legal == brute.legal(game) == live.legal()
        refused += len(brute.open(game)) - len(legal)
        mind = (mind * 1103515 + 12345) % 2147483648
        actions = [action for action in legal if action.get("option") != "surrender"]
        action = actions[mind // 65536 % len(actions)]
        before = json.dumps(state)
        try:
            after, events = engine.apply(state, action)
        except engine.RulesError as problem:
            with pytest.raises(type(problem)):
                live.do(legal.index(action))
            assert live.save() == state  # as it was
            return number, refused
        assert json.dumps(state) == before
        assert (live.do(legal.index(action)), live.save()) == (events, after)
        state = after
    return most, refused


def games(count: int) -> list[tuple[list[str], int]]:
    pairs = pairings(compiled())
    return [(list(pairs[seed % len(pairs)]), seed) for seed in range(count)]


@pytest.mark.full
def test_a_duel_in_place(tmp_path: Path) -> None:
    engine = python_engine(compiled(), tmp_path)
    for (decks, seed), setup in zip(games(2), ("duel", "close_quarters"), strict=True):
        assert walk(engine, trying_all(engine), engine.new_game({"setup": setup, "decks": decks}, seed), seed)[0] > 30


@pytest.mark.full
@pytest.mark.parametrize("count", [4, pytest.param(2_000, marks=pytest.mark.soak)])
def test_duels_with_everything_tried(tmp_path: Path, count: int) -> None:
    """In no state of any duel does what is proven differ from what trying finds."""
    engine = python_engine(compiled(), tmp_path)
    brute, decisions = trying_all(engine), 0
    for number, (decks, seed) in enumerate(games(count)):
        live = engine.open(engine.new_game({"setup": "close_quarters" if number % 2 else "duel", "decks": decks}, seed))
        mind = seed + 1
        while live.pending is not None:
            legal = live.legal()
            assert legal == brute.legal(live._game)
            mind = (mind * 1103515 + 12345) % 2147483648
            actions = [place for place, action in enumerate(legal) if action.get("option") != "surrender"]
            live.do(actions[mind // 65536 % len(actions)])
            decisions += 1
    assert decisions > 40 * count


@pytest.mark.full
def test_what_is_refused_deep_in_a_call_is_not_legal(deep: Program, tmp_path: Path) -> None:
    engine = python_engine(deep, tmp_path)
    brute = trying_all(engine)
    lengths, refusals = zip(*(walk(engine, brute, engine.new_game({"setup": "m"}, seed), seed) for seed in range(300)), strict=True)
    assert min(lengths) < 5  # some end where dice take more than there is
    assert sum(refusals) > 100


def test_only_what_may_be_refused_is_tried(deep: Program, tmp_path: Path) -> None:
    """One and three may take more than the purse holds; nothing takes nothing, and what dice take is known to nobody."""
    data = python_engine(deep, tmp_path)._DATA
    marks = {(ask["slot"], option["id"]): (option["tried"], option["breaks"]) for ask in data["asks"] for option in ask["options"]}
    price = {id: marks["price", id] for id in ("nothing", "one", "three", "all")}
    assert price == {"nothing": (False, False), "one": (True, True), "three": (True, True), "all": (True, True)}
    deeds = {id: marks["deed", id] for id in ("buy", "gamble", "borrow", "wait")}
    assert deeds == {"buy": (False, False), "gamble": (False, True), "borrow": (True, True), "wait": (False, False)}


def test_a_duel_tries_next_to_nothing(tmp_path: Path) -> None:
    """A rule that may forbid something behind a choice makes every action before it be tried, and the whole duel half as slow again."""
    data = python_engine(compiled(), tmp_path)._DATA
    tried = {ask["slot"] for ask in data["asks"] for option in ask.get("options", ()) if option["tried"]}
    assert tried == {"way", "heading", "part"}


RUNNER = """
import { readFileSync, writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const out = [];
for (const [setup, seed] of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
    let state = rules.new_game(setup, seed);
    const live = rules.open(JSON.parse(JSON.stringify(state)));
    const other = live.fork();
    live.events();
    let mind = seed + 1;
    const alike = [];
    while (state.pending !== null) {
        const legal = live.legal();
        alike.push(JSON.stringify(legal) === JSON.stringify(rules.legal(state)));
        mind = (mind * 1103515 + 12345) % 2147483648;
        const actions = legal.filter((action) => action.option !== "surrender");
        const action = actions[Math.floor(mind / 65536) % actions.length];
        const before = JSON.stringify(state);
        let next = null;
        try {
            next = rules.apply(state, action);
        } catch (problem) {
            try {
                live.do(legal.indexOf(action));
            } catch (again) {
                alike.push(again.message === problem.message && JSON.stringify(live.save()) === before);
            }
            break;
        }
        alike.push(JSON.stringify(state) === before);
        state = next.state;
        alike.push(JSON.stringify(live.do(legal.indexOf(action))) === JSON.stringify(next.events));
        alike.push(JSON.stringify(live.save()) === JSON.stringify(state));
    }
    out.push({ alike: alike.every(Boolean), count: alike.length, state: live.save(), began: other.save() });
}
writeFileSync(process.argv[4], JSON.stringify(out));
"""


@pytest.mark.full
def test_javascript_plays_in_place_too(deep: Program, tmp_path: Path) -> None:
    """Live and apply alike in JavaScript, and both as in Python."""
    for name, program, setups in (
        ("duel", compiled(), [({"setup": "close_quarters", "decks": decks}, seed) for decks, seed in games(2)]),
        ("deep", deep, [({"setup": "m"}, seed) for seed in range(40)]),
    ):
        files = [tmp_path / f"{name}.mjs", tmp_path / f"{name}.json", tmp_path / f"{name}_answers.json"]
        files[0].write_text(javascript(program), encoding="utf-8")
        files[1].write_text(json.dumps(setups), encoding="utf-8")
        (tmp_path / "runner.mjs").write_text(RUNNER, encoding="utf-8")
        subprocess.run([node_path(), str(tmp_path / "runner.mjs"), files[0].as_uri(), *map(str, files[1:])], check=True, timeout=300)
        engine = python_engine(program, tmp_path)
        answers = json.loads(files[2].read_text(encoding="utf-8"))
        for (setup, seed), answer in zip(setups, answers, strict=True):
            assert answer["alike"]
            assert answer["count"] > 2
            began = engine.new_game(setup, seed)
            assert answer["began"] == began
            live, mind = engine.open(began), seed + 1
            while live.pending is not None:
                legal = live.legal()
                mind = (mind * 1103515 + 12345) % 2147483648
                actions = [place for place, action in enumerate(legal) if action.get("option") != "surrender"]
                try:
                    live.do(actions[mind // 65536 % len(actions)])
                except engine.RulesError:
                    break
            assert answer["state"] == live.save()


# ---------------------------------------------------------------- what else a live game does


def test_forks_go_on_by_themselves(tmp_path: Path) -> None:
    engine = python_engine(compiled(), tmp_path)
    began = engine.new_game({"setup": "close_quarters", "decks": ["confessor", "ironclad"]}, 5)
    live = engine.open(began)
    forks = [live.fork(), live.fork(7), live.fork(engine.Generator(7))]
    ends = []
    for fork in forks:
        for _ in range(60):
            legal = fork.legal()
            fork.do(next(place for place in reversed(range(len(legal))) if legal[place].get("option") != "surrender"))
        ends.append(fork.save())
    assert live.save() == began
    assert ends[1] == ends[2] != ends[0]
    again = engine.open(began)
    again.reseed(7)
    assert (again.chance.n, forks[0].players, again.running()[0]) == (engine.Generator(7).n, 2, ("duel", 0))
    again.reseed(None)
    stood: list[Any] = []

    def on() -> None:
        for _ in range(100):
            stood.append(again.save())
            again.do(0)

    with pytest.raises(engine.DiceError):
        on()
    assert again.save() == stood[-1]  # no dice to draw: as it was
    again.reseed(5)
    again.do(0)


def test_a_live_game_can_be_read(tmp_path: Path) -> None:
    engine = python_engine(compiled(), tmp_path)
    state = engine.new_game({"setup": "close_quarters", "decks": ["confessor", "ironclad"]}, 5)
    live = engine.open(state)
    assert {name: [live.counter(name, owner) for owner in range(len(row))] for name, row in state["counters"].items()} == state["counters"]
    assert {name: [live.zone(name, owner) for owner in range(len(row))] for name, row in state["zones"].items()} == state["zones"]
    assert live.view(0) == engine.view(state, 0)
    assert live.run("hp", {"who": 0}) == engine.run("hp", {"who": 0}, state=state)["result"]
    assert live.do(0) == []
    for wrong, what in (
        (lambda: live.do(99), r"an action must be from 0 to \d+, not 99"),
        (lambda: live.do("0"), r"an action must be from 0 to \d+, not '0'"),
        (lambda: live.counter("hpp"), "there is no counter 'hpp'"),
        (lambda: live.zone("hand", 2), "the owner of zone 'hand' must be from 0 to 1, not 2"),
        (lambda: live.run("duel"), "duel has choices: start it, and apply actions"),
        (lambda: live.reseed(-1), "a seed is a whole number from 0 to 9007199254740991, not -1"),
        (lambda: live.fork("x"), "chance must be a seed or a Generator, not 'x'"),
    ):
        with pytest.raises(engine.RulesError, match=what):
            wrong()


# ---------------------------------------------------------------- what is trusted


def test_a_state_that_was_changed_is_held_against_the_rules_again(tmp_path: Path) -> None:
    engine = python_engine(compiled(), tmp_path)

    def fresh() -> Any:
        return engine.new_game({"setup": "close_quarters", "decks": ["confessor", "ironclad"]}, 5)

    def at(state: Any, path: list[Any], value: Any) -> Any:
        for key in path[:-1]:
            state = state[key]
        state[path[-1]] = value

    for path, value, what in (
        (["counters", "sp", 0], 61, "counters sp"),
        (["zones", "hand", 0], [1, 1], "zones hand"),
        (["frames", 0, "pc"], 9999, "frames"),
        (["frames", 0, "v", "who"], 1, "slots of duel"),
        (["pending", "options"], [], "pending"),
        (["players"], 0, "players"),
        (["log"], [], "log"),
        (["rules"], "x", "other rules"),
        (["fixed"], 10_000, "fixed"),
    ):
        state = fresh()
        engine.legal(state)
        at(state, path, value)
        with pytest.raises(engine.StateError, match=what):
            engine.legal(state)
    state = fresh()
    state["counters"]["sp"][0] = 3  # another state, and a good one
    assert engine.view(state, 0)["counters"]["sp"][0] == 3
    assert engine.apply(state, engine.legal(state)[0])[0]["log"][:-1] == state["log"]
    state["mine"] = {"a note": 1}
    after = engine.apply(state, engine.legal(state)[0])[0]
    assert after["mine"] == {"a note": 1}
    assert engine.legal(type(after)(after)) == engine.legal(after)  # a record of the same class that no engine made
    for copied in (copy.deepcopy(after), copy.copy(after), dict(after), json.loads(json.dumps(after))):
        assert type(copied) is dict
        assert copied == after
        assert engine.legal(copied) == engine.legal(after)


# ---------------------------------------------------------------- what is asked, in words


@pytest.mark.full
def test_what_is_asked_is_described_alike(tmp_path: Path) -> None:
    """Through a duel: the legal answers are those that are legal, all others say why, the other player learns nothing; both languages."""
    engine = python_engine(compiled(), tmp_path)
    state, mind = engine.new_game({"setup": "close_quarters", "decks": ["confessor", "outrider"]}, 4), 5
    states, told, refused = [], [], 0
    for _ in range(150):
        if state["pending"] is None:
            break
        by = state["pending"]["by"]
        mine, other, nobody = (engine.describe(state, player) for player in (by, 1 - by, None))
        legal = engine.legal(state)
        assert sorted(map(str, (one["action"] for one in mine["actions"] if one["legal"]))) == sorted(map(str, legal))
        assert other["actions"] == nobody["actions"] == []
        assert "{" not in mine["prompt"]
        for one in mine["actions"]:
            assert (one["why"] is None) is one["legal"]
            if not one["legal"]:
                refused += 1
                refusal = engine.why_not(state, one["action"])
                assert (one["why"]["procedure"], one["why"]["step"]) == (refusal["procedure"], refusal["step"])
                assert one["why"]["text"]
        states.append(json.loads(json.dumps(state)))
        told.append([mine, other, nobody])
        mind = (mind * 1103515 + 12345) % 2147483648
        actions = [action for action in legal if action.get("option") != "surrender"]
        state, _ = engine.apply(state, actions[mind // 65536 % len(actions)])
    assert refused > 50
    assert _described_by_javascript(compiled(), states, tmp_path) == told


@pytest.mark.full
def test_a_question_may_name_what_nothing_else_reads(tmp_path: Path) -> None:
    """Every kind of value in a prompt, and a condition that alone reads what cards have: both engines have the words for it."""
    program = played(program_of(ASKED))
    engine = python_engine(program, tmp_path)
    state = engine.new_game({"setup": "m", "decks": ["d1", "d1"]}, 3)
    faces = ", ".join(str(face + 1) for face in state["frames"][0]["v"]["d"])
    mine, nobody = engine.describe(state, 0), engine.describe(state, None)
    assert mine["prompt"] == f"Player 1 Glad false {faces} 7, 7, 7 Rope 0 6 Grim, 'as ever' true"
    assert nobody["prompt"] == f"Player {' '.join(10 * '…')}"
    assert [(one["name"], one["legal"], one["why"] and one["why"]["text"]) for one in mine["actions"]] == [
        ("Dear", False, "top.cost > 3 (now 2)"),
        ("Cheap", True, None),
        ("None", True, None),
    ]
    later, _ = engine.apply(state, mine["actions"][1]["action"])
    cards = engine.describe(later, 0)
    assert cards["prompt"] == "Which Glad?"
    assert [(one["name"], one["why"] and one["why"]["text"]) for one in cards["actions"]] == [
        *[("Rope", None)] * 2,
        *[("Lamp", "card.kind == mood (now grim and glad)")] * 2,
    ]
    assert _described_by_javascript(program, [state, later], tmp_path) == [
        [engine.describe(one, player) for player in (0, 1, None)] for one in (state, later)
    ]


def _described_by_javascript(program: Program, states: list[Any], folder: Path) -> Any:
    """What the JavaScript engine says of each state to the player who is asked, the other one, and nobody."""
    (folder / "engine.mjs").write_text(javascript(program), encoding="utf-8")
    (folder / "states.json").write_text(json.dumps(states), encoding="utf-8")
    (folder / "runner.mjs").write_text(DESCRIBER, encoding="utf-8")
    files = [(folder / "engine.mjs").as_uri(), str(folder / "states.json"), str(folder / "told.json")]
    subprocess.run([node_path(), str(folder / "runner.mjs"), *files], check=True, timeout=300)
    return json.loads((folder / "told.json").read_text(encoding="utf-8"))


ASKED = """
game: {id: asked, name: Asked, version: "1", language: 1}
enums:
  mood:
    name: Mood
    members: {glad: Glad, grim: "Grim, 'as ever'"}
counters:
  purse: {name: Purse, owner: player, type: 0..20, start: 6}
  humour: {name: Humour, owner: player, type: mood, start: grim}
  night: {name: Night, owner: game, type: bool, start: true}
dice: {d: {name: D, sides: 6}}
zones:
  hand: {name: Hand, owner: player, visible: owner}
  pile: {name: Pile, owner: player, visible: none}
card_attributes:
  cost: {name: Cost, type: 0..9}
  kind: {name: Kind, type: mood}
card_types:
  thing:
    name: Thing
cards:
  rope: {name: Rope, type: thing, cost: 2, kind: glad, text: A thing., text_only: Paper}
  lamp: {name: Lamp, type: thing, cost: 5, kind: grim, text: A thing., text_only: Paper}
decks:
  d1: {name: D1, cards: {rope: 2, lamp: 2}}
procedures:
  main:
    name: Main
    inputs: {who: player, mood: {type: mood, default: glad}, brave: bool}
    results: {paid: int}
    steps:
      - {move: top, count: 4, from: who.pile, to: who.hand}
      - {roll: d, count: 3}
      - {list: some, size: 3, of: 0..9, value: 7}
      - {let: paid, value: 0}
      - find: top
        card_from: who.hand
        then:
          - choose: now
            by: who
            prompt: "{who} {mood} {brave} {d} {some} {top} {paid} {who.purse} {who.humour} {night}"
            options:
              dear: {name: Dear, if: top.cost > 3}
              cheap: {name: Cheap, if: top.kind == glad}
              none: {name: None, fallback: true}
      - choose: which
        by: who
        prompt: Which {mood}?
        card_from: who.hand
        where: card.cost > paid and card.kind == mood
setups: {m: {name: M, players: 2, procedure: main, with: {who: 1, brave: false}, deck: pile, decks: [d1]}}
"""

DESCRIBER = """
import { readFileSync, writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const states = JSON.parse(readFileSync(process.argv[3], "utf8"));
const told = states.map((state) => {
    const { by } = state.pending;
    return [by, 1 - by, null].map((player) => rules.describe(state, player));
});
writeFileSync(process.argv[4], JSON.stringify(told));
"""


def test_the_last_actions_are_undone_as_the_log_says(deep: Program, tmp_path: Path) -> None:
    """Taken back one by one: at once, by playing the log again, and from the middle; further back than is kept."""
    engine = python_engine(deep, tmp_path)
    states = [engine.new_game({"setup": "m"}, 5)]
    for option in ("borrow", "buy", "one", "borrow", "buy", "three", "wait"):
        states.append(engine.apply(states[-1], next(one for one in engine.legal(states[-1]) if one["option"] == option))[0])
    now = states[-1]
    for before in reversed(states[:-1]):
        assert now["pending"] is None or engine.legal(now)
        again = engine.undo(json.loads(json.dumps(now)))
        now = engine.undo(now)
        assert now == again == before
    with pytest.raises(engine.StateError, match="nothing to undo"):
        engine.undo(now)
    changed = states[-1]
    changed["counters"]["debt"][0] = 0  # nobody undoes to what it was before a change from outside
    assert engine.undo(changed)["counters"]["debt"] == [2]


def test_a_log_of_other_rules_is_refused(deep: Program, tmp_path: Path) -> None:
    engine = python_engine(deep, tmp_path)
    (tmp_path / "game.yaml").write_text(DEEP.replace("start: 6", "start: 7"), encoding="utf-8")
    changed = compile_game(tmp_path).program
    assert changed is not None
    other = python_engine(played(changed), tmp_path)
    log = other.new_game({"setup": "m"}, 1)["log"]
    assert other.replay(log)["log"] == log
    unnamed = [{key: value for key, value in log[0].items() if key != "rules"}, *log[1:]]
    for given, what in ((log, f"({other.RULES[:12]})"), (unnamed, "that it does not name")):
        for call in (engine.replay, engine.retell):
            with pytest.raises(engine.StateError) as problem:
                call(given)
            assert str(problem.value) == f"this log was made with other rules {what}; these are {engine.RULES[:12]}"


def test_events_say_which_procedure_they_happen_in(tmp_path: Path) -> None:
    """What is entered is left, in turn, through a whole duel; and no event tells of nothing."""
    engine = python_engine(compiled(), tmp_path)
    state, mind = engine.new_game({"setup": "close_quarters", "decks": ["confessor", "ironclad"]}, 6), 3
    while state["pending"] is not None:
        mind = (mind * 1103515 + 12345) % 2147483648
        legal = [action for action in engine.legal(state) if action.get("option") != "surrender"]
        state, _ = engine.apply(state, legal[mind // 65536 % len(legal)])
    running: list[str] = []
    for event in engine.retell(state["log"]):
        if event["type"] == "enter":
            running.append(event["procedure"])
        elif event["type"] == "leave":
            assert running.pop() == event["procedure"]
        elif event["type"] in ("choose", "pick"):
            assert running[-1] == event["procedure"]
        elif event["type"] == "change":
            assert event["from"] != event["to"]
        elif event["type"] == "move":
            assert event["cards"]
    assert running == []
