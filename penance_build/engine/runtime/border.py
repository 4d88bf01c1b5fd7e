"""Values at the border of a generated engine: inputs checked and read, results printed, setups read."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import InputError, _face_index, _shown
from penance_build.engine.runtime.game import _Game
from penance_build.engine.runtime.shapes import _owners, _record, _refusal, _within

# ---------------------------------------------------------------- copied into every engine from here


class _Border:
    """Reads what comes in and prints what goes out."""

    def __init__(self, data: Any) -> None:
        self.data = data
        self.faces = _face_index(data["dice"])
        self.inputs = {id: frozenset(item["name"] for item in one["inputs"]) for id, one in data["procedures"].items()}

    def procedure(self, name: Any) -> Any:
        found = self.data["procedures"].get(name) if isinstance(name, str) else None
        if found is None:
            raise InputError("there is no procedure " + _shown(name))
        return found

    def arguments(self, procedure: Any, inputs: Any, game: _Game) -> Any:
        """The inputs as integers in order; each held against its bounds."""
        if type(inputs) is not dict or not inputs.keys() <= self.inputs[procedure["id"]]:
            self.check_inputs(procedure, inputs)
            inputs = {} if inputs is None else inputs
        out = []
        for item in procedure["inputs"]:
            if item["name"] in inputs:
                out.append(self.parse(procedure, item, inputs[item["name"]], game))
            elif item["default"] is None:
                raise InputError(procedure["id"] + ": '" + item["name"] + "' must be given")
            else:
                out.append(self.parse(procedure, item, item["default"], game))
        return out

    def check_inputs(self, procedure: Any, inputs: Any) -> None:
        """Raise for what is not a record of inputs of a procedure."""
        inputs = _record(inputs, "inputs")
        if not inputs.keys() <= self.inputs[procedure["id"]]:
            known = [item["name"] for item in procedure["inputs"]]
            name = next(name for name in inputs if name not in known)
            raise InputError(procedure["id"] + ": there is no input " + _shown(name) + "; there are " + (", ".join(known) or "none"))

    def parse(self, procedure: Any, item: Any, value: Any, game: _Game) -> Any:
        kind, low, high = item["kind"], item["low"], item["high"]
        if kind == "player":
            low, high = 0, game.players - 1
            if type(value) is int and 0 <= value <= high:
                return value
        if kind == "card":
            low, high = 0, len(game.cards) - 1
        if kind in ("int", "card") and _within(value, low, high):
            return value
        if kind == "bool" and (value is True or value is False):
            return 1 if value else 0
        if kind == "enum" and isinstance(value, str) and value in self.data["enums"][item["ref"]]:
            return self.data["enums"][item["ref"]].index(value)
        if kind == "roll" and isinstance(value, list):
            return [game.chance.face(item["name"], item["ref"], token) for token in value]
        raise InputError(self.refusal(procedure, item, value, low, high))

    def refusal(self, procedure: Any, item: Any, value: Any, low: Any, high: Any) -> str:
        name, kind = item["name"], item["kind"]
        ref = self.data["enums"][item["ref"]] if kind == "enum" else item["ref"]
        source = self.data["texts"]["procedures"][procedure["id"]]["inputs"][name]
        return _refusal(procedure["id"], name, kind, low, high, ref, source, value)

    def refuse(self, name: str, which: str, value: Any) -> Any:
        """Raise for an input that a generated function found wanting."""
        procedure = self.data["procedures"][name]
        item = next(item for item in procedure["inputs"] if item["name"] == which)
        self.parse(procedure, item, value, _Game(self.data, None))
        raise InputError(name + ": '" + which + "' cannot be " + _shown(value))

    def printed(self, kind: Any, value: Any) -> Any:
        if kind["kind"] == "bool":
            return value != 0
        if kind["kind"] == "enum":
            return self.data["enums"][kind["ref"]][value]
        if kind["kind"] == "roll":
            return [self.token(kind["ref"], face) for face in value]
        return value

    def token(self, die: str, face: int) -> Any:
        data = self.data["dice"][die]
        return data["ids"][face] if data["values"] is None else data["values"][face]

    def results(self, procedure: Any, values: Any) -> Any:
        return {item["name"]: self.printed(item, values[index]) for index, item in enumerate(procedure["results"])}

    def given(self, procedure: Any, arguments: Any) -> Any:
        return {item["name"]: self.printed(item, arguments[index]) for index, item in enumerate(procedure["inputs"])}

    def piles(self, given: Any, players: int, cards: Any) -> Any:
        given = _record(given, "zones")
        for name in given:
            if name not in self.data["zones"]:
                raise InputError("there is no zone " + _shown(name))
        zones = {}
        for name, zone in self.data["zones"].items():
            owners = _owners(zone, players)
            piles = given.get(name, [])
            if not isinstance(piles, list) and not (isinstance(piles, str) and zone["owner"] == "game"):
                raise InputError("zone '" + name + "' must be a list of piles, not " + _shown(piles))
            if zone["owner"] == "game" and not (piles and isinstance(piles[0], list)):
                piles = [piles]
            if len(piles) > owners:
                raise InputError("zone '" + name + "' has " + str(owners) + " piles, not " + str(len(piles)))
            zones[name] = [self.pile(piles[owner] if owner < len(piles) else [], cards) for owner in range(owners)]
        return zones

    def pile(self, given: Any, cards: Any) -> Any:
        if isinstance(given, str):
            if given not in self.data["decks"]:
                raise InputError("there is no deck " + _shown(given))
            given = [card for card, copies in self.data["decks"][given] for _ in range(copies)]
        if not isinstance(given, list):
            raise InputError("a pile must be a list of cards or a deck, not " + _shown(given))
        pile = []
        for card in given:
            if not isinstance(card, str) or card not in self.data["kinds"]:
                raise InputError("there is no card " + _shown(card))
            pile.append(len(cards))
            cards.append(card)
        return pile

    def levels(self, given: Any, players: int) -> Any:
        given = _record(given, "counters")
        for name in given:
            if name not in self.data["counters"]:
                raise InputError("there is no counter " + _shown(name))
        levels = {}
        for name, counter in self.data["counters"].items():
            owners = _owners(counter, players)
            row = given.get(name, counter["start"])
            row = list(row) if isinstance(row, list) else [row] * owners
            if len(row) != owners:
                raise InputError("counter '" + name + "' has " + str(owners) + " values, not " + str(len(row)))
            low, high = counter["low"], counter["high"]
            for value in row:
                if type(value) is not int or not low <= value <= high:
                    raise InputError(
                        "counter '"
                        + name
                        + "' must be from "
                        + str(counter["low"])
                        + " to "
                        + str(counter["high"])
                        + ", not "
                        + _shown(value)
                    )
            levels[name] = row
        return levels
