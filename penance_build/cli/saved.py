"""A game in a file: who sits where, the seed, and the state of the engine. Whatever was done to the file, what is played on is a game."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from penance_build.cli.errors import Wrong
from penance_build.ir.nodes import Setup
from penance_build.play.table import Refused, State, Table

PERSON = "-"
LARGEST = 32 * 2**20  # bytes; a long duel has less than one
LAST_SEED = 2**52


@dataclass(slots=True)
class Kept:
    """A game with who sits at it: the name of a bot by seat, or ``-`` for a person; and the deck of each seat, where one is brought."""

    setup: str
    seats: tuple[str, ...]
    decks: tuple[str, ...]
    seed: int
    state: State


def write(path: str, kept: Kept) -> None:
    """Keep a game in a file, whole or not at all. Raises Wrong where the file holds something else, OSError where it cannot be written."""
    place = Path(os.path.realpath(path))
    if place.exists() and (not place.is_file() or (place.stat().st_size and not _is_ours(place))):
        raise Wrong(f"{path} is no saved game; name another file to keep the game in")
    data = {"version": 1, "setup": kept.setup, "seats": kept.seats, "decks": kept.decks, "seed": kept.seed, "state": kept.state}
    text = json.dumps(data, separators=(",", ":")) + "\n"
    beside = place.with_name(place.name + ".part")
    try:
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, place)
    except OSError as error:
        error.filename = path
        raise


def _is_ours(place: Path) -> bool:
    with place.open("rb") as file:
        return re.match(rb'\s*\{\s*"version"\s*:\s*1\s*,\s*"setup"\s*:', file.read(200)) is not None


def read(path: str, table: Table) -> Kept:
    """A game from a file. Raises Wrong for what is no game of these rules."""
    with open(path, "rb") as file:
        text = file.read(LARGEST + 1)
    try:
        data = json.loads(text.decode("utf-8")) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("version") != 1 or "state" not in data or "seats" not in data:
        raise Wrong(f"{path} is not a saved game")
    state = _state(path, table, data["state"])
    try:
        setup = table.setup(_text(data.get("setup")))
        seats = _seats(setup, data["seats"])
        decks = _decks(setup, data.get("decks"))
        for bot in seats:
            if bot != PERSON:
                table.bot(bot)
    except Refused as refusal:
        raise Wrong(f"{path} is damaged: {refusal}") from None
    seed = data.get("seed")
    if type(seed) is not int or not 0 <= seed <= LAST_SEED or setup.players != state["players"] or setup.procedure != state["procedure"]:
        raise Wrong(f"{path} is damaged: it does not say which game it is")
    if not _begun_so(table, setup, decks, seed, state):
        raise Wrong(f"{path} is damaged: its seed, its decks and what was done do not lead to where the game stands")
    return Kept(setup.id, seats, decks, seed, state)


def _begun_so(table: Table, setup: Setup, decks: tuple[str, ...], seed: int, state: State) -> bool:
    """Whether a game that begins so comes to this state, when what was decided is decided again."""
    again = table.new_game(setup, decks, seed)
    for entry in state["log"]:
        if entry["type"] in ("choose", "pick"):
            try:
                again, _ = table.apply(again, entry)
            except table.error:
                return False
    return all(again[key] == state[key] for key in again)


def _state(path: str, table: Table, state: Any) -> State:
    """A state that the engine can play on, and that its log leads to."""
    try:
        table.legal(state)
        again = table.rules.replay(state["log"])
    except table.error as problem:
        hint = "; a game goes on with the game and the options that it began with" if "other rules" in str(problem) else ""
        raise Wrong(f"{path}: {problem}{hint}") from None
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError):  # a log of nonsense, which only a replay reads
        raise Wrong(f"{path} is damaged: its log is not one of a game") from None
    assert isinstance(state, dict)
    differing = [key for key in again if key not in ("rng", "fixed") and again[key] != state[key]]
    if differing or state["rng"] is None or state["fixed"] < again["fixed"]:
        raise Wrong(f"{path} is damaged: what it tells of the game does not lead to where the game stands")
    return state


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused("it does not name its setup")
    return value


def _seats(setup: Setup, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != setup.players or not all(isinstance(name, str) for name in value):
        raise Refused("it does not tell who plays")
    return tuple(value)


def _decks(setup: Setup, value: Any) -> tuple[str, ...]:
    if value != [] and (not isinstance(value, list) or len(value) != setup.players or not all(deck in setup.decks for deck in value)):
        raise Refused("it does not tell which decks are played")
    return tuple(value)
