"""A game that pauses: saved in one language and gone on with in the other, at every choice; undo, replay, views, refusals."""

from __future__ import annotations

import json
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.ir import nodes as n
from penance_build.ir.record import replace
from tests.engine_support import NodeBatch, canonical, python_engine
from tests.ir_programs import DUEL_SETUP, const, duel_program, enum, inp, op, procedure, program, var, whole

State = dict[str, Any]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return python_engine(duel_program(), tmp_path_factory.mktemp("duel"))


def begin(engine: ModuleType, seed: int = 5) -> State:
    state: State = engine.start("duel", {"damage": 4}, {"seed": seed, "setup": DUEL_SETUP})
    return state


def option(state: State, id: str) -> dict[str, Any]:
    pending = state["pending"]
    return {"type": "choose", "procedure": pending["procedure"], "slot": pending["slot"], "option": id}


def play_out(engine: ModuleType, state: State, rng: random.Random) -> tuple[list[State], list[Any], list[Any]]:
    states, actions, events = [state], [], []
    while state["pending"]:
        actions.append(rng.choice(engine.legal(state)))
        state, found = engine.apply(state, actions[-1])
        states.append(state)
        events.append(found)
    return states, actions, events


def saved(value: Any) -> Any:
    """Through JSON and back, as a file would."""
    return json.loads(json.dumps(value))


@pytest.mark.full
def test_every_choice_can_be_gone_on_with_in_the_other_language(duel: ModuleType, tmp_path: Path) -> None:
    batch = NodeBatch(tmp_path)
    batch.engine(duel_program(), "duel")
    paused = 0
    for seed in range(8):
        states, actions, events = play_out(duel, begin(duel, seed), random.Random(seed))
        batch.call({"answer": states[0]}, "start", "duel", {"damage": 4}, {"seed": seed, "setup": DUEL_SETUP})
        for place, action in enumerate(actions):
            paused += 1
            batch.call({"answer": duel.legal(states[place])}, "legal", states[place])
            batch.call({"answer": {"state": states[place + 1], "events": events[place]}}, "apply", states[place], action)
            for player in (0, 1):
                batch.call({"answer": duel.view(states[place], player)}, "view", states[place], player)
        batch.call({"answer": {**states[-1], "rng": None}}, "replay", states[-1]["log"])
    assert paused > 25
    answers = batch.answers()
    batch.check()
    # And back: what JavaScript saved, Python goes on with.
    resumed = [answer["answer"]["state"] for answer in answers if isinstance(answer["answer"], dict) and "state" in answer["answer"]]
    for state in resumed:
        states, _, _ = play_out(duel, saved(state), random.Random(1))
        assert states[-1]["result"] is not None


def test_a_saved_state_plays_as_the_one_in_memory(duel: ModuleType) -> None:
    state = begin(duel)
    while state["pending"]:
        action = duel.legal(state)[0]
        live, through = duel.apply(state, action), duel.apply(saved(state), action)
        assert canonical(live) == canonical(through)
        state = live[0]
    assert state["result"]["lost"] > 0


def test_apply_leaves_the_old_state_alone(duel: ModuleType) -> None:
    state = begin(duel)
    before = saved(state)
    duel.apply(state, option(state, "push"))
    duel.legal(state)
    assert state == before


ENTRIES = {"choose": ("type", "procedure", "slot", "option"), "roll": ("type", "name", "die", "face")}


def test_events_tell_what_happened_in_order(duel: ModuleType) -> None:
    state = begin(duel)
    state, events = duel.apply(state, option(state, "push"))
    kinds = [event["type"] for event in events]
    assert kinds[:5] == ["choose", "change", "change", "roll", "roll"]
    assert kinds[-1] == "ask"
    assert events[1] == {"type": "change", "counter": "heat", "owner": 0, "from": 1, "to": 3, "procedure": "duel", "step": 7}
    assert events[0] == {**option(begin(duel), "push"), "step": 5, "by": 0}
    assert all(event["procedure"] and event["step"] for event in events[:-1] if event["type"] not in ("enter", "leave"))
    decided = [event for event in events if event["type"] in ("choose", "roll")]
    assert state["log"][-len(decided) :] == [{key: event[key] for key in ENTRIES[event["type"]]} for event in decided]
    assert next(event for event in events if event["type"] == "note")["label"] == "Dice"


def test_legal_tries_what_is_certain(duel: ModuleType) -> None:
    poor = {**DUEL_SETUP, "counters": {"sp": [1, 5]}}
    state = duel.start("duel", {}, seed=1, setup=poor)
    assert [action["option"] for action in duel.legal(state)] == ["hold"]
    assert duel.why_not(state, option(state, "push")) == {
        "reason": "SP would be -1, outside 0 to 5", "source": "", "procedure": "duel", "step": 8,
    }  # fmt: skip
    with pytest.raises(duel.IllegalAction, match="SP would be -1"):
        duel.apply(state, option(state, "push"))


def test_why_not_names_the_condition_that_failed(duel: ModuleType) -> None:
    hot = {**DUEL_SETUP, "counters": {"heat": [9, 0]}}
    state = duel.start("duel", {}, seed=1, setup=hot)
    assert duel.why_not(state, option(state, "push")) == {
        "reason": "attacker.heat < 8", "source": "", "procedure": "duel", "step": 5,
    }  # fmt: skip
    assert duel.why_not(state, option(state, "hold")) is None
    assert duel.why_not(state, option(state, "run"))["reason"] == "there is no option 'run'"
    assert duel.why_not(state, {"type": "pick"})["reason"] == "what is asked is: Push the engines?"
    assert duel.why_not(state, None)["reason"] == "what is asked is: Push the engines?"


def test_undo_stops_at_dice_and_revealed_cards(duel: ModuleType) -> None:
    state = begin(duel)
    after = duel.apply(state, option(state, "hold"))[0]
    with pytest.raises(duel.StateError, match="cannot be undone"):
        duel.undo(after)
    with pytest.raises(duel.StateError, match="nothing to undo"):
        duel.undo(state)
    by_hand = duel.apply(after, option(after, "hand"))[0]
    assert by_hand["pending"]["type"] == "pick"
    assert canonical(duel.undo(by_hand)) == canonical(after)
    from_deck = duel.apply(after, option(after, "deck"))[0]
    with pytest.raises(duel.StateError, match="cannot be undone"):
        duel.undo(from_deck)  # the deck's top card is known now


def test_a_replay_needs_no_generator(duel: ModuleType) -> None:
    states, _, _ = play_out(duel, begin(duel), random.Random(2))
    assert duel.replay(saved(states[-1]["log"])) == {**states[-1], "rng": None}
    broken = [entry for entry in states[-1]["log"] if entry["type"] != "roll"]
    with pytest.raises(duel.StateError, match="the log does not fit these rules"):
        duel.replay(broken)


def test_states_of_other_rules_are_refused(duel: ModuleType, tmp_path: Path) -> None:
    state = begin(duel)
    other = python_engine(program(procedures=[procedure("p", [inp("x", whole(0, 9))], {}, [])]), tmp_path)
    with pytest.raises(other.StateError, match=f"made with other rules \\({duel.RULES[:12]}\\); these are {other.RULES[:12]}"):
        other.legal(state)
    with pytest.raises(duel.StateError, match="not a saved state"):
        duel.legal({"version": 3})
    with pytest.raises(duel.StateError, match=r"^this state is of version 1, whose hash of the rules covers names and texts too; .* 2$"):
        duel.legal({**state, "version": 1})


def test_damaged_states_are_refused_alike(duel: ModuleType, tmp_path: Path) -> None:
    state = begin(duel)
    batch = NodeBatch(tmp_path)
    batch.engine(duel_program(), "duel")
    for damage in (
        {"cards": ["fireball"]},
        {"frames": [{**state["frames"][0], "p": "roll_attack"}]},
        {"frames": []},
        {"pending": {**state["pending"], "step": 99}},
        {"frames": [{**state["frames"][0], "pc": 0}]},
        {"version": 1},
        {"version": "1"},
    ):
        broken = {**state, **damage}
        with pytest.raises(duel.StateError) as found:
            duel.legal(broken)
        batch.call({"error": str(found.value), "kind": "StateError"}, "legal", broken)
    partial = {key: value for key, value in state.items() if key != "log"}
    with pytest.raises(duel.StateError, match="this state is incomplete: log"):
        duel.view(partial, 0)
    batch.call({"error": "this state is incomplete: log", "kind": "StateError"}, "view", partial, 0)
    batch.check()


def test_a_view_hides_what_the_zones_hide(duel: ModuleType) -> None:
    state = begin(duel)
    mine, theirs = duel.view(state, 0), duel.view(state, 1)
    assert mine["zones"]["deck"] == [4, 5]
    assert mine["zones"]["hand"] == [[9], 2]
    assert theirs["zones"]["hand"] == [1, [10, 11]]
    assert mine["cards"][9] == "pray"
    assert theirs["cards"][9] is None
    assert "rng" not in mine
    assert "log" not in mine
    assert mine["pending"]["options"] == ["push", "hold"]
    assert "options" not in theirs["pending"]


def test_a_game_goes_on_from_procedure_to_procedure(duel: ModuleType) -> None:
    state = duel.new_game(DUEL_SETUP, 9)
    for _ in range(2):
        state = duel.start("duel", {"damage": 2}, state=state)
        with pytest.raises(duel.StateError, match="duel has not ended"):
            duel.start("duel", {}, state=state)
        state = play_out(duel, state, random.Random(3))[0][-1]
    assert state["counters"]["round"] == [3]
    assert [entry["type"] for entry in state["log"]].count("start") == 2
    assert duel.replay(state["log"], seed=1)["counters"] == state["counters"]


def test_scripted_dice_in_a_game_that_pauses(duel: ModuleType) -> None:
    dice = {"attack": [4, 5], "defense": ["shield", "heat"]}
    state = duel.start("duel", {"damage": 2}, dice=dice, seed=1, setup=DUEL_SETUP)
    state = duel.apply(state, option(state, "hold"))[0]
    assert state["counters"]["heat"] == [1, 1]
    short = duel.start("duel", {"damage": 2}, dice={"attack": [4]}, setup=DUEL_SETUP)
    with pytest.raises(duel.DiceError, match="dice 'attack': 2 needed, 1 given"):
        duel.apply(short, option(short, "hold"))


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"players": 0}, "a setup's players must be a whole number from 1 to 100, not 0"),
        ({"decks": {}}, "not 'decks'"),
        ({"zones": {"sideboard": []}}, "there is no zone 'sideboard'"),
        ({"zones": {"hand": [["fireball"]]}}, "there is no card 'fireball'"),
        ({"zones": {"hand": [[], [], []]}}, "zone 'hand' has 2 piles, not 3"),
        ({"zones": {"hand": ["church"]}}, "there is no deck 'church'"),
        ({"counters": {"heat": [11, 0]}}, "counter 'heat' must be from 0 to 10, not 11"),
        ({"counters": {"heat": [1]}}, "counter 'heat' has 2 values, not 1"),
        ({"counters": {"cold": 1}}, "there is no counter 'cold'"),
    ],
)
def test_setups_are_held_against_the_rules(duel: ModuleType, setup: Any, message: str) -> None:
    with pytest.raises(duel.InputError, match=message.replace("(", "\\(")):
        duel.new_game(setup, 1)


def test_decks_and_game_piles_in_a_setup(tmp_path: Path) -> None:
    made = duel_program()
    engine = python_engine(replace(made, decks=(n.DeckDef("starter", "Starter", "", (("strike", 2), ("pray", 1)), ""),)), tmp_path)
    state = engine.new_game({"players": 1, "zones": {"deck": ["starter"], "commons": ["guard"]}, "counters": {"round": 4, "heat": 2}}, 1)
    assert state["cards"] == ["strike", "strike", "pray", "guard"]
    assert state["zones"]["commons"] == [[3]]
    assert (state["counters"]["round"], state["counters"]["heat"]) == ([4], [2])


def test_a_loop_that_pauses_reads_its_ends_once(tmp_path: Path) -> None:
    options = (n.Option("hold", "Hold", 0, None), n.Option("push", "Push", 1, None))
    body = [
        n.Let("high", const(3)), n.Let("sum", const(0)),
        n.Each("i", const(1), var("high"), 3, (
            n.Choose("push", const(0), "Push?", options, ""),
            n.Let("high", const(9)), n.Let("sum", op("add", var("sum"), op("mul", var("i"), var("push")))), n.Let("i", const(7)))),
    ]  # fmt: skip
    kinds = {"high": whole(), "i": whole(), "push": n.Type("enum", "push")}
    made = program(enums=[enum("push", "hold", "push")], procedures=[procedure("p", [], {"sum": whole()}, body, kinds)])
    engine = python_engine(made, tmp_path)
    state = engine.start("p")
    for answer in ("push", "hold", "push"):
        state = engine.apply(state, option(state, answer))[0]
    assert state["result"] == {"sum": 1 + 3}
