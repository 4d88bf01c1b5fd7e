"""Saved states that were damaged, and actions of every sort, through the engines of both languages."""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from penance_build.ir import nodes
from tests.duel_games import compiled as duel_of_penance
from tests.duel_games import pairings
from tests.engine_support import canonical, javascript, played, python_engine
from tests.fuzz import damage
from tests.fuzz.target import Case, Target, demand
from tests.fuzz.targets.programs import node
from tests.ir_programs import DUEL_SETUP, duel_program
from tests.test_engine_misuse import JUNK, damaged, outcome


class Game:
    """A game in both languages."""

    def __init__(self, program: nodes.Program, folder: Path, name: str) -> None:
        self.engine: ModuleType = python_engine(program, folder)
        path = folder / f"{name}.mjs"
        path.write_text(javascript(program), encoding="utf-8")
        self.address = path.as_uri()

    def both(self, calls: list[tuple[str, list[Any]]]) -> list[Any]:
        """What calls give, demanded to be the same in both languages."""
        ours = [_outcome(self.engine, name, json.loads(json.dumps(args))) for name, args in calls]
        theirs = node().answers([{"engine": self.address, "calls": [{"name": name, "args": args} for name, args in calls]}])
        for (name, _), one, two in zip(calls, ours, theirs, strict=True):
            demand(canonical(one) == canonical(two), f"{name}: {_short(one)} in Python, {_short(two)} in JavaScript")
        return ours


def _outcome(engine: ModuleType, name: str, args: list[Any]) -> dict[str, Any]:
    """What a call gives; the pair of Python is the record of JavaScript."""
    found = outcome(engine, name, args)
    if name == "concede" and "answer" in found:
        state, events = found["answer"]
        return {"answer": {"state": state, "events": events}}
    return found


def _short(answer: Any) -> str:
    text = canonical(answer)
    return text if len(text) < 400 else f"{text[:400]}..."


@cache
def _games() -> dict[str, Game]:
    folder = node()._script.parent
    return {"duel": Game(duel_program(), folder, "duel"), "penance": Game(played(duel_of_penance()), folder, "penance")}


def _begun(name: str, chance: Random) -> dict[str, Any]:
    engine, seed = _games()[name].engine, chance.randrange(2**30)
    if name == "duel":
        begun: dict[str, Any] = engine.start("duel", {"damage": chance.randint(0, 9)}, {"seed": seed, "setup": DUEL_SETUP})
        return begun
    pairs = pairings(duel_of_penance())
    setup = chance.choice(("duel", "close_quarters"))
    found: dict[str, Any] = engine.new_game({"setup": setup, "decks": list(chance.choice(pairs))}, seed)
    return found


def _state(name: str, chance: Random) -> dict[str, Any]:
    """A state somewhere in a game."""
    engine, state = _games()[name].engine, _begun(name, chance)
    for _ in range(chance.randrange(12)):
        legal = [action for action in engine.legal(state) if action.get("option") != "surrender"]
        if not legal:
            break
        state = engine.apply(state, chance.choice(legal))[0]
    return state


def _damaged(chance: Random) -> Case:
    name = chance.choice(("duel", "duel", "penance"))
    engine, state = _games()[name].engine, _state(name, chance)
    action: Any = chance.choice(engine.legal(state) or [None])
    places = damage.places(state)
    weights = [1 if path[:1] not in (("log",), ("cards",)) else 0.2 for path in places]
    for _ in range(chance.randint(1, 2)):
        (path,) = chance.choices(places, weights)
        try:
            state = damaged(state, path, chance)
        except (KeyError, IndexError, TypeError):
            continue
    if chance.random() < 0.1:
        action = damage.of_data(action, chance, 1, JUNK)
    asked = {"game": name, "state": state, "action": action, "seed": chance.randrange(99), "player": chance.choice((0, 1, None))}
    return {"asked.json": json.dumps(asked).encode()}


def _answer(case: Case, folder: Path) -> str:
    asked = json.loads(case["asked.json"])
    state, action, player = asked["state"], asked["action"], asked["player"]
    calls: list[tuple[str, list[Any]]] = [
        ("legal", [state]), ("why_not", [state, action]), ("apply", [state, action]), ("view", [state, player]), ("describe", [state, player]),
        ("undo", [state]), ("imagine", [state, 0, asked["seed"]]), ("reseed", [state, asked["seed"]]), ("concede", [state, 0]),
        ("default_action", [state]),
    ]  # fmt: skip
    log = state.get("log") if isinstance(state, dict) else None
    calls += [("replay", [log]), ("retell", [log])]
    found = _games()[asked["game"]].both(calls)
    words = {"error" in answer for answer in found[:4]}
    return "refused" if words == {True} else "answered" if words == {False} else "in part"


STATES = Target(
    "states", "a damaged state is refused with the same words in both languages, or answers the same", _damaged, _answer, seconds=15
)


def _walk(chance: Random) -> Case:
    name = chance.choice(("duel", "penance"))
    engine, state = _games()[name].engine, _begun(name, chance)
    begun, actions = state, []
    for _ in range(chance.randint(1, 25)):
        legal = engine.legal(state)
        if not legal:
            break
        action = chance.choice(legal)
        if chance.random() < 0.4:
            actions.append([damage.of_data(action, chance, 1, JUNK), chance.choice((0, 1, None, 2, "0", True, -1))])
        actions.append([action, chance.choice((None, (state["pending"] or {}).get("by")))])
        state = engine.apply(state, action)[0]
    return {"walk.json": json.dumps({"game": name, "state": begun, "actions": actions}).encode()}


def _acted(case: Case, folder: Path) -> str:
    asked = json.loads(case["walk.json"])
    game, state, refused = _games()[asked["game"]], asked["state"], 0
    for action, player in asked["actions"]:
        more = [] if player is None else [player]
        before = canonical(state)
        answer, _, _ = game.both([("apply", [state, action, *more]), ("why_not", [state, action, *more]), ("view", [state, player])])
        demand(canonical(state) == before, "an action changed the state that was given")
        if "error" in answer:
            refused += 1
            continue
        state = answer["answer"]["state"]
        events = answer["answer"]["events"]
        game.both([("events_for", [events, 0]), ("events_for", [events, None]), ("describe", [state, 1]), ("legal", [state])])
    game.both([("undo", [state]), ("replay", [state["log"]]), ("retell", [state["log"], {"player": 0, "since": 1}])])
    return "with refusals" if refused else "played"


ACTIONS = Target(
    "actions", "any action is done or refused alike in both languages, and leaves the state before it alone", _walk, _acted, seconds=20
)
