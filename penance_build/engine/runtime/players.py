"""What each player may know and do: events without what is hidden from a player, and actions held against who is asked."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.game import _Game
from penance_build.engine.runtime.play import _Engine

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


def _default_action(engine: _Engine, game: _Game) -> Any:
    """What may be taken for a player whose time is up: the fallback of the choice where it is legal, else the first legal action."""
    legal = engine.legal(game)
    if not legal:
        return None
    fallback = engine.data["asks"][game.asked].get("fallback", "")
    return next((action for action in legal if fallback and action.get("option") == fallback), legal[0])
