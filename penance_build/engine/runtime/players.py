"""What each player may know and do: events without what is hidden from a player, and actions held against who is asked."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import Generator, _Chance
from penance_build.engine.runtime.game import _Game
from penance_build.engine.runtime.play import _Engine
from penance_build.engine.runtime.saved import _need
from penance_build.engine.runtime.shapes import _is_record

# ---------------------------------------------------------------- copied into every engine from here


def _sees(engine: _Engine, zone: str, owner: Any, player: Any) -> bool:
    """Whether a player, or a spectator (None), sees the cards of a pile."""
    visible = engine.data["zones"][zone]["visible"]
    return bool(visible == "all" or (visible == "owner" and player is not None and owner == player))


def _events_for(engine: _Engine, events: Any, player: Any) -> list[dict[str, Any]]:
    """Events as a player, or a spectator (None), may see them: cards that are not seen are None, and so is how a pile was shuffled."""
    return [_event_for(engine, event, player) for event in events]


def _event_for(engine: _Engine, event: Any, player: Any) -> dict[str, Any]:
    kind, found = event["type"], dict(event)
    if kind == "shuffle":
        found["draws"] = None
    elif kind == "move":
        seen = _sees(engine, event["from"], event["from_owner"], player) or _sees(engine, event["to"], event["to_owner"], player)
        found["cards"] = [card if seen else None for card in event["cards"]]
    elif kind == "pick":
        seen = player is not None and event["by"] == player
        found["card"] = event["card"] if seen or _sees(engine, event["zone"], event["owner"], player) else None
    elif kind == "new_game":
        found["zones"] = {zone: _piles_for(engine, zone, piles, player) for zone, piles in event["zones"].items()}
    elif kind == "ask":
        found["pending"] = _asked_for(engine, event["pending"], player)
    return found


def _piles_for(engine: _Engine, zone: str, piles: Any, player: Any) -> list[Any]:
    """The piles of a zone, those that are not seen as their size."""
    return [list(pile) if _sees(engine, zone, owner, player) else len(pile) for owner, pile in enumerate(piles)]


def _asked_for(engine: _Engine, pending: Any, player: Any) -> dict[str, Any]:
    """What is asked: to all but the player who is, without the answers and the values of the prompt."""
    if pending["by"] == player:
        return dict(pending)
    known = ("type", "procedure", "step", "slot", "by", "zone", "owner")
    found = {key: pending[key] for key in known if key in pending}
    asks = enumerate(engine.data["asks"])
    number = next(number for number, ask in asks if all(ask[key] == pending[key] for key in ("procedure", "step", "slot")))
    return dict(found, prompt=engine.data["texts"]["asks"][number]["prompt"])


def _imagine(engine: _Engine, state_game: _Game, player: Any, seed: Any) -> _Game:
    """The game as a player may imagine it: the cards that he does not see dealt anew among the places that he does not see.

    It has no log but its beginning, and no source of chance. Cards are dealt anew among those that began in the same pile, whose list
    everybody knows; where hands lay on the table before the first step, nobody else knows from which pile, and all cards are one group.
    """
    game, generator = state_game.fork(_Chance(engine.faces), False), seed if isinstance(seed, Generator) else Generator(seed)
    pending = game.pending
    asked = set(pending.get("cards", ())) if pending is not None and pending["by"] == player else set()
    hidden = [
        (zone, owner)
        for zone in range(len(game.zones))
        for owner in range(len(game.zones[zone]))
        if engine.data["seen"][zone] < 2 and not (engine.data["seen"][zone] == 1 and owner == player)
    ]
    first = state_game.log[0]
    if engine.grouped is None or engine.grouped[0] is not first or len(engine.grouped[1]) != len(game.kinds):
        engine.grouped = first, _groups(engine, state_game)
    groups = engine.grouped[1]
    pools: dict[Any, list[int]] = {}
    for zone, owner in hidden:
        for card in game.zones[zone][owner]:
            if card not in asked:
                pools.setdefault(groups[card], []).append(card)
    dealt = {group: _shuffled(generator, sorted(pools[group])) for group in sorted(pools)}
    places: dict[int, int] = {}
    for zone, owner in hidden:
        before = game.zones[zone][owner]
        after = [card if card in asked else dealt[groups[card]].pop() for card in before]
        places.update(zip(before, after))
        game._lay(zone, owner, _shuffled(generator, after) if asked.intersection(before) else after)
    game.frames = [_imagined(engine, frame, places) for frame in game.frames]
    game.shared = 0
    if pending is not None and "cards" in pending:
        game.pending = dict(pending, cards=sorted([places.get(card, card) for card in pending["cards"]]))
    game.log, game.fixed = [dict(first, zones={})], 0
    return game


def _shuffled(generator: Any, items: list[int]) -> list[int]:
    found = list(items)
    for index, other in enumerate(generator.shuffle(len(found))):
        place = len(found) - 1 - index
        found[place], found[other] = found[other], found[place]
    return found


def _groups(engine: _Engine, game: _Game) -> list[int]:
    """For each card a number of the pile that it began in, by the names of zones; one for all where hands lay on the table."""
    began, names, found = game.log[0].get("zones"), sorted(engine.data["zones"]), []
    _need(_is_record(began), "log")
    for name, zone in engine.data["zones"].items():
        piles = began.get(name, [])
        _need(isinstance(piles, list) and all(isinstance(pile, list) for pile in piles), "log")
        for owner, pile in enumerate(piles):
            found += [names.index(name) * 1000 + owner] * len(pile)
            if zone["visible"] == "owner" and pile:
                return [0] * len(game.kinds)
    return found + [len(names) * 1000] * (len(game.kinds) - len(found))


def _imagined(engine: _Engine, frame: Any, places: Any) -> Any:
    """A running procedure whose card slots mean the card that now lies where theirs lay."""
    slots = frame["v"][:]
    for number in engine.data["frames"][frame["p"]]["cards"]:
        slots[number] = places.get(slots[number], slots[number])
    return dict(frame, v=slots)


def _default_action(engine: _Engine, game: _Game) -> Any:
    """What may be taken for a player whose time is up: the fallback of the choice where it is legal, else the first legal action."""
    legal = engine.legal(game)
    if not legal:
        return None
    fallback = engine.data["asks"][game.asked].get("fallback", "")
    return next((action for action in legal if fallback and action.get("option") == fallback), legal[0])
