"""A saved state held against the rules, part by part: whatever was done to the file, what is played on is a state of this game."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import StateError, _beginning, _shown
from penance_build.engine.runtime.shapes import _is_record, _owners, _within

# ---------------------------------------------------------------- copied into every engine from here

_FIELDS = ("cards", "counters", "fixed", "frames", "log", "pending", "players", "procedure", "result", "rng", "script", "used", "zones")


def _need(fine: Any, what: str) -> None:
    if not fine:
        raise StateError("this state is damaged: " + what)


def _check_state(data: Any, state: Any) -> None:
    """Raise for what is not a state of these rules."""
    if not _is_record(state) or not _within(state.get("version"), 1, 2):
        raise StateError("this is not a saved state of version 2")
    if state["version"] == 1:
        raise StateError("this state is of version 1, whose hash of the rules covers names and texts too; this engine reads version 2")
    theirs, ours = state.get("rules"), data["rules"]
    if theirs != ours:
        shown = _beginning(theirs, 12) if isinstance(theirs, str) else _shown(theirs)
        raise StateError("this state was made with other rules (" + shown + "); these are " + ours[:12])
    missing = [key for key in _FIELDS if key not in state]
    if missing:
        raise StateError("this state is incomplete: " + ", ".join(missing))
    _need(_within(state["players"], 1, 100), "players")
    _need(isinstance(state["cards"], list), "cards")
    unknown = [card for card in state["cards"] if not isinstance(card, str) or card not in data["kinds"]]
    if unknown:
        raise StateError("this state names the card " + _shown(unknown[0]) + ", which these rules do not know")
    _check_table(data, state)
    _check_chance(state)
    frames = state["frames"]
    _need(isinstance(frames, list) and len(frames) <= 1000, "frames")
    for place, frame in enumerate(frames):
        _check_frame(data, state, frames, place, frame)
    _check_pending(data, state)
    _need(_is_log(state["log"]), "log")
    _need(_within(state["fixed"], 0, len(state["log"])), "fixed")
    _need(state["result"] is None or _is_record(state["result"]), "result")
    name = state["procedure"]
    _need((name is None and not frames) or (isinstance(name, str) and name in data["procedures"]), "procedure")
    _need(not frames or frames[0]["p"] == name, "procedure")


def _check_table(data: Any, state: Any) -> None:
    """Counters within their bounds; every card in one place at most."""
    for kind in ("counters", "zones"):
        _need(_is_record(state[kind]) and len(state[kind]) == len(data[kind]), kind)
        for name, item in data[kind].items():
            owners = _owners(item, state["players"])
            rows = state[kind].get(name)
            _need(isinstance(rows, list) and len(rows) == owners, kind + " " + name)
    for name, item in data["counters"].items():
        row, low, high = state["counters"][name], item["low"], item["high"]
        for value in row:
            if type(value) is not int or not low <= value <= high:
                raise StateError("this state is damaged: counters " + name)
    seen = [False] * len(state["cards"])
    for name in data["zones"]:
        for pile in state["zones"][name]:
            _need(isinstance(pile, list), "zones " + name)
            for card in pile:
                if type(card) is not int or not 0 <= card < len(seen) or seen[card]:
                    raise StateError("this state is damaged: zones " + name)
                seen[card] = True


def _check_chance(state: Any) -> None:
    rng, script, used = state["rng"], state["script"], state["used"]
    _need(rng is None or (isinstance(rng, list) and len(rng) == 4 and all(_within(word, 0, 4294967295) for word in rng)), "rng")
    _need(_is_record(used) and all(_within(count, 0, None) for count in used.values()), "used")
    _need(script is None or (_is_record(script) and all(_is_faces(faces) for faces in script.values())), "script")


def _is_faces(faces: Any) -> bool:
    return isinstance(faces, list) and all(_within(token, None, None) or isinstance(token, str) for token in faces)


def _check_frame(data: Any, state: Any, frames: Any, place: int, frame: Any) -> None:
    """A procedure on its way: where it stands, what its slots hold, and who called it."""
    _need(_is_record(frame) and "pc" in frame and "take" in frame, "frames")
    name = frame.get("p")
    if not isinstance(name, str) or name not in data["frames"]:
        raise StateError("this state names the procedure " + _shown(name) + ", which these rules do not know")
    shape, slots = data["frames"][name], frame.get("v")
    _need(_is_record(slots) and len(slots) == len(shape["slots"]), "slots of " + name)
    for item in shape["slots"]:
        _need(item["name"] in slots and _fits(data, state, item, slots[item["name"]]), "slot " + item["name"] + " of " + name)
    for number, bound in enumerate(shape["loops"]):
        at, end = slots["each." + str(number) + ".at"], slots["each." + str(number) + ".end"]
        _need(end - at < bound, "a loop of " + name)
    if place == 0:
        _need(frame["take"] == [], "frames")
    if place < len(frames) - 1:
        after = frames[place + 1]
        _need(_is_record(after), "frames")
        calls = [call for call in shape["calls"] if _within(frame["pc"], call["pc"], call["pc"])]
        _need(calls and calls[0]["procedure"] == after.get("p") and calls[0]["take"] == after.get("take"), "frames")


def _fits(data: Any, state: Any, item: Any, value: Any) -> bool:
    kind = item["kind"]
    if kind == "roll":
        faces = len(data["dice"][item["ref"]]["ids"])
        return isinstance(value, list) and all(_within(face, 0, faces - 1) for face in value)
    if kind == "int":
        return _within(value, item["low"], item["high"])
    if kind == "list":
        fine = isinstance(value, list) and item["shortest"] <= len(value) <= item["longest"]
        high = state["players"] - 1 if item["ref"] == "player" else item["high"]
        return fine and all(_within(number, item["low"], high) for number in value)
    size = {"bool": 2, "player": state["players"], "card": max(1, len(state["cards"]))}
    return _within(value, 0, (len(data["enums"][item["ref"]]) if kind == "enum" else size[kind]) - 1)


def _check_pending(data: Any, state: Any) -> None:
    """What is asked is what the innermost procedure asks where it stands."""
    pending, frames = state["pending"], state["frames"]
    if pending is None:
        _need(not frames, "pending")
        return
    _need(_is_record(pending) and frames, "pending")
    number = _asked(data, state)
    if number is None:
        raise StateError("this state asks what these rules do not ask")
    ask = data["asks"][number]
    _need(all(pending.get(key) == ask[key] for key in ("procedure", "slot")), "pending")
    _need(_within(pending.get("step"), ask["step"], ask["step"]), "pending")
    _need(_within(pending.get("by"), 0, state["players"] - 1), "pending")
    if "options" in ask:
        ids, given = [option["id"] for option in ask["options"]], pending.get("options")
        _need(pending.get("type") == "choose" and isinstance(given, list), "pending")
        _need(given and all(isinstance(option, str) and option in ids for option in given), "pending")
        return
    _need(pending.get("type") == "pick" and pending.get("zone") == ask["zone"] and isinstance(pending.get("cards"), list), "pending")
    piles, owner = state["zones"][ask["zone"]], pending.get("owner")
    _need(_within(owner, 0, len(piles) - 1), "pending")
    _need(pending["cards"] and all(_within(card, 0, None) and card in piles[owner] for card in pending["cards"]), "pending")


def _asked(data: Any, state: Any) -> Any:
    """The place of the open choice among all that may be asked: where the innermost procedure stands; None where it asks nothing."""
    frame = state["frames"][-1]
    for number in data["frames"][frame["p"]]["asks"]:
        place = data["asks"][number]["pc"]
        if _within(frame["pc"], place, place):
            return number
    return None


def _is_log(log: Any) -> bool:
    """Whether it has the form of a log; whether it fits the rules is seen when it is replayed."""
    if not isinstance(log, list):
        return False
    for entry in log:
        if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
            return False
    return bool(log) and log[0]["type"] == "new_game"


def _first_value(item: Any) -> Any:
    """What a slot holds before it is written: something that fits."""
    return [] if item["kind"] == "roll" else [item["first"]] * item["shortest"] if item["kind"] == "list" else item["first"]
