"""States carried over from other rules: what is in both goes on by name, what is not is told of, or refuses."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import StateError, _shown
from penance_build.engine.runtime.play import _Engine
from penance_build.engine.runtime.saved import _FIELDS, _check_state, _first_value
from penance_build.engine.runtime.shapes import _owners

# ---------------------------------------------------------------- copied into every engine from here


def _layout(data: Any) -> dict[str, Any]:
    """What other rules must know of these to take over their states: the order of members and faces, and where procedures wait."""
    frames = {}
    for name, shape in data["frames"].items():
        asks = [{"slot": data["asks"][number]["slot"], "pc": data["asks"][number]["pc"]} for number in shape["asks"]]
        calls = [{"procedure": call["procedure"], "pc": call["pc"]} for call in shape["calls"]]
        slots = [{"name": item["name"], "kind": item["kind"], "ref": item["ref"]} for item in shape["slots"]]
        frames[name] = {"slots": slots, "asks": asks, "calls": calls}
    dice = {name: list(die["ids"]) for name, die in data["dice"].items()}
    enums = {name: list(members) for name, members in data["enums"].items()}
    return {"rules": data["rules"], "enums": enums, "dice": dice, "frames": frames}


def _lost(what: str) -> StateError:
    return StateError("this state cannot be carried over: " + what)


def _migrate(engine: _Engine, state: Any, layout: Any) -> Any:
    """A state of these rules made from one of others, whose layout is given, and what changed on the way, as sentences."""
    data = engine.data
    report: list[str] = []
    if not isinstance(state, dict) or not isinstance(layout, dict) or state.get("rules") != layout.get("rules"):
        raise StateError("this layout is not that of the rules that the state was made with")
    if layout["rules"] == data["rules"]:
        return dict(state), []
    try:
        found = _carried(data, state, layout, report)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError):
        raise StateError("this state or this layout is damaged") from None
    try:
        _check_state(data, found)
    except StateError as problem:
        raise _lost(str(problem)) from None
    if found["pending"] is not None and not engine.legal(engine.game(found)):
        raise _lost("nothing of what is asked may be answered")
    return found, report


def _carried(data: Any, state: Any, layout: Any, report: Any) -> Any:
    if state["procedure"] is not None and state["procedure"] not in data["procedures"]:
        raise _lost("there is no procedure " + _shown(state["procedure"]) + " any more")
    numbers = _kept_cards(data, state, report)
    found = {key: state[key] for key in ("version", *_FIELDS)}
    found.update(rules=data["rules"], counters=_levels(data, state, report), cards=[state["cards"][card] for card in numbers])
    found["zones"] = _piles_kept(data, state, numbers)
    found["frames"] = []
    for place, frame in enumerate(state["frames"]):
        inner = state["frames"][place + 1]["p"] if place + 1 < len(state["frames"]) else None
        found["frames"].append(_frame_kept(data, layout, frame, inner, numbers, report))
    for place, frame in enumerate(found["frames"][:-1]):
        calls = data["frames"][frame["p"]]["calls"]
        found["frames"][place + 1]["take"] = next(call["take"] for call in calls if call["pc"] == frame["pc"])
    found["pending"] = _pending_kept(data, state["pending"], found, numbers, report)
    entry = {"type": "new_game", "rules": data["rules"], "players": state["players"], "counters": {}, "zones": {}}
    found["log"] = [entry, {"type": "carried", "rules": state["rules"]}]
    found["fixed"] = 2
    return found


def _kept_cards(data: Any, state: Any, report: Any) -> list[int]:
    """The instances of cards that there are still, in their order."""
    lost = {card for zone, piles in state["zones"].items() if zone not in data["zones"] for pile in piles for card in pile}
    gone = {card for card, name in enumerate(state["cards"]) if name not in data["cards"]}
    for name in sorted({state["cards"][card] for card in gone}):
        report.append("there is no card " + name + " any more: its copies are taken out")
    for zone in sorted(zone for zone in state["zones"] if zone not in data["zones"]):
        report.append("there is no zone " + zone + " any more: its cards are taken out")
    return [card for card in range(len(state["cards"])) if card not in gone and card not in lost]


def _levels(data: Any, state: Any, report: Any) -> Any:
    """The counters, each within its bounds."""
    for name in sorted(name for name in state["counters"] if name not in data["counters"]):
        report.append("there is no counter " + name + " any more")
    found = {}
    for name, item in data["counters"].items():
        owners, low, high = _owners(item, state["players"]), item["low"], item["high"]
        row = state["counters"].get(name)
        if row is None or len(row) != owners:
            report.append("the counter " + name + " begins at " + str(item["start"]))
            row = [item["start"]] * owners
        found[name] = [low if value < low else high if value > high else value for value in row]
        if found[name] != list(row):
            report.append("the counter " + name + " is kept within " + str(low) + " to " + str(high))
    return found


def _piles_kept(data: Any, state: Any, numbers: list[int]) -> Any:
    found = {}
    for name, zone in data["zones"].items():
        piles = state["zones"].get(name, [])
        kept = [[numbers.index(card) for card in pile if card in numbers] for pile in piles]
        owners = _owners(zone, state["players"])
        if len(kept) > owners and any(kept[owners:]):
            raise _lost("the zone " + name + " has other owners")
        found[name] = (kept + [[] for _ in range(owners)])[:owners]
    return found


def _frame_kept(data: Any, layout: Any, frame: Any, inner: Any, numbers: list[int], report: Any) -> Any:
    """A procedure on its way: where it waits, found by what it waits for, and its slots by name."""
    name = frame["p"]
    if name not in data["frames"]:
        raise _lost("the procedure " + name + " does not wait any more")
    old, new = layout["frames"][name], data["frames"][name]
    if inner is None:
        asks = [{"slot": data["asks"][number]["slot"], "pc": data["asks"][number]["pc"]} for number in new["asks"]]
        place = _place(old["asks"], asks, "slot", frame["pc"])
        what = "the choice it waits for"
    else:
        place = _place(old["calls"], new["calls"], "procedure", frame["pc"])
        what = "its call of " + inner
    if place is None:
        raise _lost("the procedure " + name + " has lost " + what)
    kinds = {item["name"]: item for item in old["slots"]}
    slots = {}
    for item in new["slots"]:
        was = kinds.get(item["name"])
        if was is None or was["kind"] != item["kind"]:
            if not item["name"].startswith("each."):
                report.append("the variable " + item["name"] + " of " + name + " begins anew")
            slots[item["name"]] = _first_value(item)
        else:
            slots[item["name"]] = _value_kept(data, layout, was, item, frame["v"][item["name"]], numbers, name)
    return {"p": name, "pc": place, "v": slots, "take": []}


def _place(old: Any, new: Any, key: str, pc: Any) -> Any:
    """Where a procedure waits now: for the same thing, of several alike the one in the same place among them."""
    waits = next(item for item in old if item["pc"] == pc)
    alike = [item for item in old if item[key] == waits[key]]
    now = [item for item in new if item[key] == waits[key]]
    return now[alike.index(waits)]["pc"] if len(now) == len(alike) else None


def _value_kept(data: Any, layout: Any, was: Any, item: Any, value: Any, numbers: list[int], name: str) -> Any:
    """What a slot holds: members and faces by their ids, cards by their new numbers."""
    kind = item["kind"]
    try:
        if kind == "enum":
            return data["enums"][item["ref"]].index(layout["enums"][was["ref"]][value])
        if kind == "roll":
            return [data["dice"][item["ref"]]["ids"].index(layout["dice"][was["ref"]][face]) for face in value]
        if kind == "card":
            return numbers.index(value) if value in numbers or value else 0
    except (ValueError, KeyError):
        raise _lost("what " + item["name"] + " of " + name + " holds is gone") from None
    return list(value) if isinstance(value, list) else value


def _pending_kept(data: Any, pending: Any, found: Any, numbers: list[int], report: Any) -> Any:
    """What is asked, with the answers that there are still."""
    if pending is None:
        return None
    frame = found["frames"][-1]
    ask = next(data["asks"][number] for number in data["frames"][frame["p"]]["asks"] if data["asks"][number]["pc"] == frame["pc"])
    kept = dict(pending, step=ask["step"])
    if pending["type"] == "choose" and "options" in ask:
        ids = [option["id"] for option in ask["options"]]
        kept["options"] = [option for option in pending["options"] if option in ids]
        if len(kept["options"]) != len(pending["options"]):
            report.append("some answers to what is asked are gone")
    elif pending["type"] == "pick" and "zone" in ask:
        kept["cards"] = [numbers.index(card) for card in pending["cards"] if card in numbers]
    else:
        raise _lost("what is asked is asked in another way")
    return kept
