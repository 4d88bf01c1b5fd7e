"""A game in a file: who sits where, the seed, and the state of the engine. Whatever was done to the file, what is played on is a game.

A game follows from its setup, its decks, its seed and the choices in its log. So it is played once more from there, and whatever
the file says otherwise is a damage with a name.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from msgspec import Struct

from penance_build.build.disk.living import is_alive
from penance_build.build.disk.regular import NotRegular, read_regular
from penance_build.cli.errors import Wrong
from penance_build.cli.values import LARGEST
from penance_build.ir.nodes import Setup
from penance_build.play.table import Refused, State, Table

PERSON = "-"
LAST_SEED = 2**52
LONGEST = 40  # letters of a text of the file that are shown
KEYS = ("version", "setup", "seats", "decks", "seed", "state")


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
    _clear_dead(place)
    beside = place.with_name(f".{place.name[:100]}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        try:
            with beside.open("x", encoding="utf-8") as file:  # whatever else lies there is not ours
                file.write(text)
            os.replace(beside, place)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink()
            raise
    except OSError as error:
        error.filename = path
        raise


def _clear_dead(place: Path) -> None:
    """Remove what commands left beside a saved game that were killed while they wrote it."""
    ours = re.compile(rf"\.{re.escape(place.name[:100])}\.(\d+)-[0-9a-f]{{8}}\.part")
    with contextlib.suppress(OSError):
        for name in os.listdir(place.parent):
            found = ours.fullmatch(name)
            if found and not is_alive(found[1]):
                place.with_name(name).unlink(missing_ok=True)


def _is_ours(place: Path) -> bool:
    with place.open("rb") as file:
        return re.match(rb'\s*\{\s*"version"\s*:\s*1\s*,\s*"setup"\s*:', file.read(200)) is not None


# ---------------------------------------------------------------- reading one


class Written(Struct, frozen=True):
    """A file that has the form of a saved game; nothing of it is held against rules yet."""

    path: str
    data: dict[str, Any]


def written(path: str) -> Written:
    """What stands in a file, by its form alone: that costs nothing, where compiling the rules may. Raises Wrong."""
    data, doubled = _data(path)
    if not isinstance(data, dict) or not same(data.get("version"), 1) or "state" not in data or "seats" not in data:
        raise Wrong(f"{path} is not a saved game")
    try:
        if doubled:
            raise Refused(f"it has {shown(doubled[0])} twice")
        _only(data, KEYS, "it")
    except Refused as refusal:
        raise Wrong(f"{path} is damaged: {refusal}") from None
    return Written(path, data)


def read(path: str | Written, table: Table) -> Kept:
    """A game from a file. Raises Wrong for what is no game of these rules."""
    found = written(path) if isinstance(path, str) else path
    try:
        _of_these_rules(found.path, table, found.data["state"])
        return _kept(table, found.data)
    except Refused as refusal:
        raise Wrong(f"{found.path} is damaged: {refusal}") from None


def _data(path: str) -> tuple[Any, list[str]]:
    """What stands in a file, None where it is no JSON; and the keys that stand twice in a record."""
    doubled: list[str] = []

    def record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                doubled.append(name)
            found[name] = value
        return found

    if not path or "\0" in path:
        raise Wrong("--resume: name a file")
    if not os.path.exists(path):
        raise Wrong(f"there is no saved game {path}; --save FILE keeps one")
    try:
        return json.loads(read_regular(path, LARGEST, follows=True).decode("utf-8"), object_pairs_hook=record), doubled
    except NotRegular:
        return None, []
    except (ValueError, RecursionError):
        return None, []


def _of_these_rules(path: str, table: Table, state: Any) -> None:
    """Raise where a state bears the version or the hash of other rules: an empty game that bears them is held against ours."""
    if not isinstance(state, dict):
        raise Refused(f"its `state` is {shown(state)}, not a record")
    try:
        table.legal({**table.rules.new_game(), "version": state.get("version"), "rules": state.get("rules")})
    except table.error as problem:
        hint = "; a game goes on with the game and the options that it began with" if "other rules" in str(problem) else ""
        raise Wrong(f"{path}: {problem}{hint}") from None


def _kept(table: Table, data: dict[str, Any]) -> Kept:
    """The game of a file, played once more by its log. Raises Refused where the file tells of another one."""
    setup = _setup(table, data["setup"])
    seats, decks, seed = _seats(table, setup, data["seats"]), _decks(setup, data["decks"]), data["seed"]
    if type(seed) is not int or not 0 <= seed <= LAST_SEED:
        raise Refused(f"its `seed` is {shown(seed)}, not a whole number from 0 to {LAST_SEED}")
    found = data["state"]
    log = found.get("log")
    if not isinstance(log, list):
        raise Refused(f"its `state.log` is {shown(log)}, not a list")
    state = replayed(table, table.new_game(setup, decks, seed), log)
    _only(found, tuple(state), "its `state`")
    for key in state:
        other = difference(found[key], state[key], f"state.{key}")
        if other:
            raise Refused(f"{other}, which is not where its log leads to")
    return Kept(setup.id, seats, decks, seed, state)


def replayed(table: Table, state: State, log: list[Any]) -> State:
    """The state that a new game comes to by a log. Raises Refused at the first entry that is not what the game gives there."""
    done = 0
    while True:
        for number, entry in enumerate(state["log"][done:], done + 1):
            if number > len(log):
                raise Refused(f"its log breaks off after entry {len(log)}, within what followed a choice")
            other = difference(log[number - 1], entry, "")
            if other:
                raise Refused(f"entry {number} of its log does not fit the rules and the seed: {other}")
        done = len(state["log"])
        if done == len(log):
            return state
        state = _decided(table, state, log[done], f"entry {done + 1} of its log does not fit the rules")


def _decided(table: Table, state: State, entry: Any, wrong: str) -> State:
    """The state after a choice of a log; ``wrong`` begins the sentence that says why there is none."""
    pending = state["pending"]
    if not isinstance(entry, dict) or entry.get("type") not in ("choose", "pick"):
        raise Refused(f"{wrong}: it is {'no choice' if isinstance(entry, dict) else shown(entry)}, and a choice comes next")
    if pending is None:
        raise Refused(f"{wrong}: the game has ended before it")
    for key in ("type", "procedure", "slot"):
        if not same(entry.get(key), pending[key]):
            raise Refused(f"{wrong}: its `{key}` is {shown(entry.get(key))}, and {shown(pending[key])} is asked")
    kind, able = ("option", "options") if pending["type"] == "choose" else ("card", "cards")
    if not any(same(entry.get(kind), one) for one in pending[able]):
        raise Refused(f"{wrong}: the {kind} {shown(entry.get(kind))} may not be chosen there")
    try:
        after, _ = table.apply(state, entry)
    except table.error:
        raise Refused(f"{wrong}: the {kind} {shown(entry[kind])} leads to what they forbid") from None
    return after


# ---------------------------------------------------------------- values of a file


def same(one: Any, other: Any) -> bool:
    """Whether two values are written alike: 0 is neither 0.0 nor false."""
    return difference(one, other, "") == ""


def difference(found: Any, wanted: Any, place: str) -> str:
    """The first place at which a value is not as it must be, and what stands there; "" where there is none."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in wanted:
            if key not in found:
                return f"{_place(place)} lacks {shown(key)}"
            if other := difference(found[key], wanted[key], f"{place}.{key}".lstrip(".")):
                return other
        return next((f"{_place(place)} has {shown(key)}" for key in found if key not in wanted), "")
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        others = (difference(one, other, f"{place}[{at}]") for at, (one, other) in enumerate(zip(found, wanted, strict=True)))
        return next(filter(None, others), "")
    return "" if type(found) is type(wanted) and found == wanted else f"{_place(place)} is {shown(found)}"


def _place(place: str) -> str:
    return f"its `{place}`" if place else "it"


def shown(value: Any) -> str:
    """A value of a file within a sentence; a long text is cut, and what has parts is called by its kind."""
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "a record"
    if isinstance(value, str):
        return json.dumps(value[:LONGEST], ensure_ascii=False)[:-1] + ('..."' if len(value) > LONGEST else '"')
    text = json.dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def _only(found: dict[str, Any], keys: tuple[str, ...], what: str) -> None:
    """Raise for a key that is missing, and one that is not known."""
    for key in (*keys, *found):
        if key not in found:
            raise Refused(f"{what} lacks {shown(key)}")
        if key not in keys:
            raise Refused(f"{what} has {shown(key)}, which no saved game has")


def _setup(table: Table, value: Any) -> Setup:
    if not isinstance(value, str) or value not in table.program.by_id.setups:
        raise Refused(f"its `setup` is {shown(value)}, and no setup of the game")
    return table.setup(value)


def _seats(table: Table, setup: Setup, value: Any) -> tuple[str, ...]:
    """Who sits where: the one thing in a file that people may change."""
    if not isinstance(value, list) or len(value) != setup.players or not all(isinstance(name, str) for name in value):
        raise Refused(f"its `seats` must name a bot, or - for a person, for each of {setup.players} seats")
    bots = [bot.id for bot in table.program.bots]
    for name in value:
        if name != PERSON and name not in bots:
            raise Refused(f"its `seats` name the bot {shown(name)}, and there is {', '.join(bots) or 'none'}")
    return tuple(value)


def _decks(setup: Setup, value: Any) -> tuple[str, ...]:
    if value != [] and (not isinstance(value, list) or len(value) != setup.players or not all(deck in setup.decks for deck in value)):
        raise Refused("its `decks` are not those that may be brought")
    return tuple(value)
