"""What is asked in words: the prompt filled in, all answers with their names, and what keeps those that are not legal from being so."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.game import _Game, _seat
from penance_build.engine.runtime.play import _Engine

# ---------------------------------------------------------------- copied into every engine from here


def _holds(tree: Any, values: Any) -> bool:
    """Whether a condition holds; ``values`` are functions, in the order by which the leaves name them."""
    op = tree["op"]
    if op == "and":
        return all(_holds(part, values) for part in tree["args"])
    if op == "or":
        return any(_holds(part, values) for part in tree["args"])
    if op == "not":
        return not _holds(tree["args"][0], values)
    if op in ("name", "value"):
        return bool(values[tree["value"]]())
    left, right = (values[side["value"]]() for side in tree["sides"])
    signs: dict[str, bool] = {"eq": left == right, "ne": left != right, "lt": left < right}
    signs.update(le=left <= right, gt=left > right, ge=left >= right)
    return signs[str(op)]


def _failing(tree: Any, values: Any, wanted: bool, ids: Any) -> list[Any]:
    """The parts that keep a condition from being as wanted, each with its text and the values that it compares.

    A condition that is one of several ways is followed only into ways that are open to the thing at hand: one that fails by what a
    card is can never come to hold. A name that was put in one place, by a formula that still gives what it holds, is read as that
    formula.
    """
    if _holds(tree, values) == wanted:
        return []
    op = tree["op"]
    if op == "not":
        return _failing(tree["args"][0], values, not wanted, ids)
    if op in ("and", "or") and (op == "and") == wanted:
        found: list[Any] = []
        for part in tree["args"]:
            found += [one for one in _failing(part, values, wanted, ids) if one not in found]
        return found
    if op in ("and", "or"):
        able = [way for way in tree["args"] if not _is_closed(way, values, wanted)] or tree["args"]
        ways: list[Any] = []
        for way in able:
            missing = _failing(way, values, wanted, ids)
            if missing not in ways:
                ways.append(missing)
        if len(ways) == 1:
            return list(ways[0])
        texts = ["; ".join([part["text"] for part in way]) for way in ways]
        return [{"text": "either " + ", or ".join(texts), "either": ways}]
    if op == "name" and "meaning" in tree and values[tree["value"]]() == values[tree["now"]]():
        return _failing(tree["meaning"], values, wanted, ids)
    return [_leaf(tree, values, wanted, ids)]


def _is_closed(tree: Any, values: Any, wanted: bool) -> bool:
    """Whether a part fails by what the card at hand is, whatever happens in the game."""
    if _holds(tree, values) == wanted:
        return False
    op = tree["op"]
    if op == "not":
        return _is_closed(tree["args"][0], values, not wanted)
    if op in ("and", "or"):
        closed = [_is_closed(part, values, wanted) for part in tree["args"]]
        return any(closed) if (op == "and") == wanted else all(closed)
    return bool(tree.get("fixed", False))


def _leaf(tree: Any, values: Any, wanted: bool, ids: Any) -> Any:
    """One part: its text, and what stands on its two sides now."""
    head = "" if wanted else "not "
    if tree["op"] == "name":
        return {"text": tree["text"] + " (now " + ("no" if wanted else "yes") + ")"}
    if tree["op"] == "value":
        return {"text": head + tree["text"]}
    sides = [side["text"] for side in tree["sides"]]
    now = [_named(values[side["value"]](), side.get("kind", ""), ids) for side in tree["sides"]]
    text = head + sides[0] + " " + tree["sign"] + " " + sides[1]
    shown = [_listed(value) for value in now]
    if shown != sides:
        text += " (now " + (shown[0] + " and " + shown[1] if shown[1] != sides[1] else shown[0]) + ")"
    left, right = ({"text": side, "value": value} for side, value in zip(sides, now))
    return {"text": text, "left": left, "sign": tree["sign"], "right": right}


def _named(value: Any, kind: str, ids: Any) -> Any:
    """A value as it is shown: a member by its id."""
    if kind and type(value) is int and 0 <= value < len(ids[kind]):
        return ids[kind][value]
    return int(value) if isinstance(value, bool) else value


def _listed(value: Any) -> str:
    return ", ".join([str(item) for item in value]) if isinstance(value, list) else str(value)


def _describe(engine: _Engine, game: _Game, player: Any) -> dict[str, Any]:
    """What is asked, for a player or a spectator (None): only who is asked learns the values of the prompt and the answers."""
    _seat(player, game.players)
    pending = game.pending
    if pending is None:
        return {"player": player, "by": None, "procedure": game.procedure, "slot": None, "step": 0, "prompt": "", "actions": []}
    texts = engine.data["texts"]["asks"][game.asked]
    found = {"player": player, "by": pending["by"], "procedure": pending["procedure"], "slot": pending["slot"], "step": pending["step"]}
    if player != pending["by"]:
        return dict(found, prompt=texts["prompt"], actions=[])
    legal = engine.legal(game)
    kind = pending["type"]
    head = {"type": kind, "procedure": pending["procedure"], "slot": pending["slot"]}
    answers: list[Any] = []
    if kind == "choose":
        ask = engine.data["asks"][game.asked]
        for option in ask["options"]:
            if option["id"] != ask["fallback"] or option["id"] in pending["options"]:
                answers.append((dict(head, option=option["id"]), texts["names"][option["id"]], None))
    else:
        known = engine.view(game, player)["cards"]
        pile = game.zones[engine.data["asks"][game.asked]["row"]][pending["owner"]]
        for card in sorted(pile):
            if known[card] is not None:
                answers.append((dict(head, card=card), engine.data["texts"]["cards"][known[card]], card))
    actions = []
    for action, name, card in answers:
        why = None if action in legal else _why(engine, game, action)
        target = None if card is None else {"card": card, "zone": pending["zone"], "owner": pending["owner"]}
        actions.append({"action": action, "name": name, "target": target, "legal": why is None, "why": why})
    return dict(found, prompt=engine.prompt(game), actions=actions)


def _why(engine: _Engine, game: _Game, action: Any) -> Any:
    """Why an answer may not be given: the sentence, its parts where they are known, and where it stands in the rules."""
    refusal = engine.why_not(game, action)
    key = str(game.asked) + ":" + action.get("option", "")
    parts: list[Any] = []
    if engine.closed(game, action) is not None and key in engine.conditions:
        tree, values = engine.conditions[key]
        parts = _failing(tree, values(game, game.frames[-1]["v"], action.get("card")), True, engine.data["ids"])
    text = "; ".join([part["text"] for part in parts]) or refusal["reason"]
    return {"text": text, "parts": parts, "source": refusal["source"], "procedure": refusal["procedure"], "step": refusal["step"]}
