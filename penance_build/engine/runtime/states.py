"""States, which are plain data, from games that are being run, and games from states."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import Generator, _Chance
from penance_build.engine.runtime.game import _Game
from penance_build.engine.runtime.saved import _FIELDS, _asked

# ---------------------------------------------------------------- copied into every engine from here


class State(dict):  # type: ignore[type-arg]
    """A state as an engine returns it: a plain record, for JSON as any other.

    It remembers the game that it was made from. As long as nothing in it differs from that game, it is not held against the rules
    again. A copy of it is a plain record, and is.
    """

    __slots__ = ("_game", "_trail")
    _game: _Game
    _trail: tuple[_Game, ...]  # the games before the last actions, the latest first

    def __reduce_ex__(self, protocol: Any) -> Any:
        return dict, (dict(self),)


_PARTS = 15  # the entries of a state
_TRAIL = 8  # so many actions are undone at once; before them the log is replayed


def _words(generator: Any) -> Any:
    return None if generator is None else [generator.a, generator.b, generator.c, generator.n]


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _pending_of(pending: Any) -> Any:
    """What is open, copied."""
    if pending is None:
        return None
    found, what = pending.copy(), "options" if pending["type"] == "choose" else "cards"
    found[what] = found[what][:]
    return found


def _frame_of(data: Any, frame: Any) -> Any:
    """A frame as it is saved: its slots by name."""
    shape = data["frames"][frame["p"]]
    slots = dict(zip(shape["names"], frame["v"]))
    for number in shape["lists"]:
        slots[shape["names"][number]] = frame["v"][number][:]
    call = frame["call"]
    return {"p": frame["p"], "pc": frame["pc"], "v": slots, "take": [] if call is None else [pair[:] for pair in call["take"]]}


def _frames_of(data: Any, frames: Any) -> Any:
    """Saved frames as they are run: their slots in order, each with the call that its caller waits for."""
    found: Any = []
    for place, frame in enumerate(frames):
        slots = [_copy(frame["v"][name]) for name in data["frames"][frame["p"]]["names"]]
        call = None
        if place:
            caller = frames[place - 1]
            call = next(call for call in data["frames"][caller["p"]]["calls"] if call["pc"] == caller["pc"])
        found.append({"p": frame["p"], "pc": frame["pc"], "v": slots, "call": call, "number": place})
    return found


def _is_as_framed(data: Any, frames: Any, state: Any) -> bool:
    """Whether saved frames are still those of a game."""
    if type(state) is not list or len(state) != len(frames):
        return False
    for frame, saved in zip(frames, state):
        if type(saved) is not dict or saved.get("p") != frame["p"] or saved.get("pc") != frame["pc"]:
            return False
        slots, call = saved.get("v"), frame["call"]
        if type(slots) is not dict or [*slots.values()] != frame["v"] or (*slots,) != data["frames"][frame["p"]]["names"]:
            return False
        if saved.get("take") != ([] if call is None else call["take"]):
            return False
    return True


def _state_of(game: _Game, trail: Any = ()) -> State:
    """The state of a game. The two share the log, to which nothing is added any more: the game must not go on."""
    chance = game.chance
    state = State(version=2, rules=game.data["rules"], rng=_words(chance.generator), script=_copy(chance.script), used=chance.used.copy())
    state["players"] = game.players
    state["counters"] = {name: row[:] for name, row in zip(game.data["counter_names"], game.counters)}
    state["zones"] = {name: [pile[:] for pile in piles] for name, piles in zip(game.data["zone_names"], game.zones)}
    state["cards"] = game.kinds[:]
    state["procedure"] = game.procedure
    state["frames"] = [_frame_of(game.data, frame) for frame in game.frames]
    state.update(log=game.log, fixed=game.fixed, pending=_pending_of(game.pending), result=_copy(game.result))
    if game.extra:
        state.update(game.extra)
    state._game, state._trail, game.length = game, trail, len(game.log)
    return state


def _is_as_listed(names: Any, rows: Any, state: Any) -> bool:
    """Whether a saved record still holds the rows of a game."""
    return type(state) is dict and [*state.values()] == rows and (*state,) == names


def _behind(state: Any) -> _Game | None:
    """The game that this engine made a state from; nothing for what it did not make, even where it has the type."""
    return state._game if type(state) is State and hasattr(state, "_game") else None


def _is_as_kept(state: Any, game: _Game) -> bool:
    """Whether nothing was changed in a state since it was made from a game."""
    get, chance = state.get, game.chance
    return (
        len(state) == _PARTS + len(game.extra or ())
        and _is_as_listed(game.data["counter_names"], game.counters, get("counters"))
        and _is_as_listed(game.data["zone_names"], game.zones, get("zones"))
        and _is_as_framed(game.data, game.frames, get("frames"))
        and get("pending") == game.pending
        and get("log") is game.log
        and len(game.log) == game.length
        and get("rng") == _words(chance.generator)
        and get("cards") == game.kinds
        and get("used") == chance.used
        and get("script") == chance.script
        and get("players") == game.players
        and get("procedure") == game.procedure
        and get("fixed") == game.fixed
        and get("result") == game.result
        and get("rules") == game.data["rules"]
        and get("version") == 2
        and (not game.extra or all(name in state and state[name] == value for name, value in game.extra.items()))
    )


def _game_of(data: Any, faces: Any, kinds: Any, state: Any) -> _Game:
    """The game of a state that was checked, sharing nothing with it but the entries of its log."""
    words = state["rng"]
    chance = _Chance(faces, None if words is None else Generator(None, words), _copy(state["script"]), dict(state["used"]))
    game = _Game(data, chance, state["players"])
    game.counters = [state["counters"][name][:] for name in data["counter_names"]]
    game.zones = [[pile[:] for pile in state["zones"][name]] for name in data["zone_names"]]
    game.frames = _frames_of(data, state["frames"])
    game.entered = len(game.frames)
    game.kinds = state["cards"][:]
    game.cards = [kinds[card] for card in game.kinds]
    game.procedure, game.log, game.fixed = state["procedure"], state["log"][:], state["fixed"]
    game.length = len(game.log)
    game.pending, game.result = _copy(state["pending"]), _copy(state["result"])
    game.asked = None if game.pending is None else _asked(data, state)
    if len(state) > _PARTS:
        known = ("version", "rules", *_FIELDS)
        game.extra = {name: value for name, value in state.items() if name not in known}
    return game
