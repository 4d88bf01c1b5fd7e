"""The public face of a generated engine: run, start, legal, apply and their kin, over the data of one game."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.border import _Border
from penance_build.engine.runtime.chance import (
    DiceError,
    Generator,
    IllegalAction,
    InputError,
    RulesError,
    StateError,
    _Chance,
    _shown,
)
from penance_build.engine.runtime.game import _SEEN, _Draw, _Game
from penance_build.engine.runtime.saved import _LOGGED, _asked, _check_state, _frame, _is_log
from penance_build.engine.runtime.shapes import _record, _script, _within

# ---------------------------------------------------------------- copied into every engine from here


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(item) for key, item in value.items()}
    return [_copy(item) for item in value] if isinstance(value, list) else value


def _entry_of(event: Any) -> Any:
    """An event as the log keeps it: what decided, without the step that made it."""
    left_out = ("procedure", "step") if event["type"] in ("roll", "shuffle") else ("step",)
    return {key: value for key, value in event.items() if key not in left_out}


def _generator(seed: Any) -> Any:
    return seed if seed is None or isinstance(seed, Generator) else Generator(seed)


class _Engine(_Border):
    """The rules of one game. ``straight`` and ``traced`` hold the procedures that never choose, ``blocks`` the others."""

    def __init__(self, data: Any, straight: Any, traced: Any, blocks: Any) -> None:
        super().__init__(data)
        self.straight, self.traced, self.blocks = straight, traced, blocks
        self.kinds = {card: number for number, card in enumerate(data["cards"])}

    # ------------------------------------------------------------ running straight through

    def chance(self, options: Any) -> _Chance:
        return _Chance(self.faces, _generator(options.get("seed")), _script(options.get("dice")))

    def run(self, name: Any, inputs: Any, options: Any, traced: bool) -> Any:
        procedure = self.procedure(name)
        if procedure["chooses"]:
            raise StateError(procedure["id"] + " has choices: start it, and apply actions")
        state = options.get("state")
        game = self.load(self.checked(state) if state is not None else self.new_game(options.get("setup"), None))
        if state is None or options.get("seed") is not None or options.get("dice") is not None:
            game.chance = self.chance(options)
        game.events, game.trace, game.told = [], [], []
        arguments = self.arguments(procedure, inputs, game)
        values = self.straight_call(procedure, arguments, game, traced or procedure["reports"])
        game.chance.finish()
        dice: dict[str, Any] = {}
        for event in game.events:
            if event["type"] == "roll":
                dice.setdefault(event["name"], []).append(self.token(event["die"], event["face"]))
        out = {"inputs": self.given(procedure, arguments), "dice": dice}
        out.update(result=self.results(procedure, values), seed=options.get("seed") if type(options.get("seed")) is int else None)
        if traced:
            out["trace"] = game.trace
        if procedure["reports"]:
            out["display"] = [one["text"] for one in game.told if one["type"] == "say"]
            out["records"] = [{"name": one["name"], "values": one["values"]} for one in game.told if one["type"] == "record"]
        return out

    def straight_call(self, procedure: Any, arguments: Any, game: _Game, traced: bool) -> Any:
        name, size = procedure["id"], len(procedure["results"])
        if traced:
            values = self.traced[name](game, *arguments)
        elif procedure["pure"]:
            values = self.straight[name](*arguments)
        else:
            values = self.straight[name](game, *arguments)
        return [] if size == 0 else [values] if size == 1 else list(values)

    # ------------------------------------------------------------ states

    def new_game(self, setup: Any, seed: Any) -> Any:
        setup = _record(setup, "a setup")
        if setup.get("setup") is not None:
            return self.begin(setup, seed)
        for key in setup:
            if key not in ("players", "zones", "counters"):
                raise InputError("a setup has players, zones and counters, not " + _shown(key))
        players = 2 if setup.get("players") is None else setup["players"]
        if not _within(players, 1, 100):
            raise InputError("a setup's players must be a whole number from 1 to 100, not " + _shown(players))
        cards: Any = []
        zones = self.piles(setup.get("zones"), players, cards)
        counters = self.levels(setup.get("counters"), players)
        entry = {"type": "new_game", "players": players, "counters": _copy(counters)}
        entry["zones"] = {name: [[cards[card] for card in pile] for pile in piles] for name, piles in zones.items()}
        state = {"version": 2, "rules": self.data["rules"], "rng": None, "script": None, "used": {}, "players": players}
        state.update(
            counters=counters, zones=zones, cards=cards, procedure=None, frames=[], log=[entry], fixed=0, pending=None, result=None
        )
        if seed is not None:
            generator = Generator(seed)
            state["rng"] = [generator.a, generator.b, generator.c, generator.n]
        return state

    def begin(self, given: Any, seed: Any) -> Any:
        """A game by the name of its setup, with the decks that the players bring, at its first choice."""
        name = given["setup"]
        if not isinstance(name, str) or name not in self.data["setups"]:
            known = ", ".join(self.data["setups"])
            raise InputError("there is no setup " + _shown(name) + (": the setups are " + known if known else ""))
        for key in given:
            if key not in ("setup", "decks", "counters"):
                raise InputError("a setup by name takes decks and counters, not " + _shown(key))
        setup = self.data["setups"][name]
        decks = self.brought(setup, given.get("decks"))
        zones = dict(setup["zones"])
        if setup["deck"]:
            zones[setup["deck"]] = decks
        counters: dict[str, Any] = {}
        for seat, deck in enumerate(decks):
            for counter, value in self.data["brings"].get(deck, {}).items():
                counters.setdefault(counter, [self.data["counters"][counter]["start"]] * setup["players"])[seat] = value
        counters.update(_record(given.get("counters"), "counters"))
        state = self.new_game({"players": setup["players"], "zones": zones, "counters": counters}, seed)
        return self.start(setup["procedure"], setup["inputs"], {"state": state})[0]

    def brought(self, setup: Any, decks: Any) -> Any:
        """The deck of each player; those that are not named are the first that may be brought."""
        if not setup["deck"]:
            if decks is not None and decks != []:
                raise InputError("nobody brings a deck to this game")
            return []
        if decks is None:
            decks = []
        if not isinstance(decks, list) or len(decks) > setup["players"]:
            raise InputError("decks must be a list of " + str(setup["players"]) + " decks, not " + _shown(decks))
        for deck in decks:
            if deck not in setup["decks"]:
                raise InputError("there is no deck " + _shown(deck) + " to bring: they are " + ", ".join(setup["decks"]))
        return decks + setup["decks"][:1] * (setup["players"] - len(decks))

    def load(self, state: Any) -> _Game:
        """The game of a state that was checked, sharing nothing with it."""
        words = state["rng"]
        chance = _Chance(self.faces, None if words is None else Generator(None, words), state["script"], dict(state["used"]))
        game = _Game(self.data, chance, state["players"], [])
        game.counters = {name: row[:] for name, row in state["counters"].items()}
        game.zones = {name: [pile[:] for pile in piles] for name, piles in state["zones"].items()}
        game.frames = [_copy(frame) for frame in state["frames"]]
        game.cards = [self.kinds[card] for card in state["cards"]]
        game.pending = _copy(state["pending"])
        game.asked = None if game.pending is None else _asked(self.data, state)
        return game

    def check(self, state: Any) -> None:
        """Raise for what is not a state of these rules."""
        _check_state(self.data, state)

    def checked(self, state: Any) -> Any:
        self.check(state)
        return state

    def save(self, before: Any, game: _Game) -> Any:
        """The state after a call; what happened is appended to the log."""
        state = dict(before, counters=game.counters, zones=game.zones, frames=game.frames, pending=game.pending, used=game.chance.used)
        generator = game.chance.generator
        state["rng"] = None if generator is None else [generator.a, generator.b, generator.c, generator.n]
        state["script"] = game.chance.script
        state["log"] = before["log"] + [_entry_of(event) for event in game.events if event["type"] in _LOGGED]
        state["fixed"] = len(state["log"]) if game.fixed else before["fixed"]
        state["cards"] = list(before["cards"])
        state["result"] = None
        if game.result is not None and game.pending is None:
            procedure = self.procedure(before["procedure"])
            state["result"] = self.results(procedure, [game.result[item["name"]] for item in procedure["results"]])
        return state

    # ------------------------------------------------------------ playing

    def start(self, name: Any, inputs: Any, options: Any, tape: Any = None) -> Any:
        procedure = self.procedure(name)
        before = options.get("state")
        before = self.new_game(options.get("setup"), None) if before is None else self.checked(before)
        game = self.load(before)
        if before["frames"]:
            raise StateError(str(before["procedure"]) + " has not ended")
        if options.get("seed") is not None or options.get("dice") is not None:
            game.chance = self.chance(options)
        if tape is not None:
            game.chance.tape = tape
        arguments = self.arguments(procedure, inputs, game)
        game.tell({"type": "start", "procedure": name, "inputs": self.given(procedure, arguments)})
        if procedure["chooses"]:
            slots = {item["name"]: arguments[index] for index, item in enumerate(procedure["inputs"])}
            game.frames.append(_frame(self.data, name, slots, []))
        else:
            values = self.straight_call(procedure, arguments, game, True)
            game.result = {item["name"]: values[index] for index, item in enumerate(procedure["results"])}
        return self.go_on(dict(before, procedure=name), game)

    def go_on(self, before: Any, game: _Game) -> Any:
        game.advance(self.blocks)
        if game.result is not None:
            game.chance.finish()
        state = self.save(before, game)
        if game.pending is not None:
            game.tell({"type": "ask", "pending": self.shown(game.pending, game.asked)})
        else:
            game.tell({"type": "end", "procedure": state["procedure"], "result": _copy(state["result"])})
        return state, game.events

    def actions(self, state: Any) -> Any:
        self.check(state)
        pending = state["pending"]
        if pending is None:
            return []
        head = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"]}
        if pending["type"] == "choose":
            return [dict(head, option=option) for option in pending["options"]]
        return [dict(head, card=card) for card in pending["cards"]]

    def legal(self, state: Any) -> Any:
        return [action for action in self.actions(state) if self.trial(state, action) is None]

    def shown(self, pending: Any, asked: int) -> Any:
        """What is asked, with its texts: the prompt, and the name of each option."""
        texts = self.data["texts"]["asks"][asked]
        shown = dict(_copy(pending), prompt=texts["prompt"])
        if pending["type"] == "choose":
            shown["names"] = [texts["names"][option] for option in pending["options"]]
        return shown

    def trial(self, state: Any, action: Any) -> Any:
        """What keeps an open action from being carried out as far as its outcome is certain: an error, or None."""
        try:
            self.take(state, action, self.load(state), True)
        except _Draw:
            return None
        except DiceError:
            return None
        except RulesError as problem:
            return problem
        return None

    def why_not(self, state: Any, action: Any) -> Any:
        self.check(state)
        if state["pending"] is None:
            return {"reason": "nothing is to be chosen", "source": "", "procedure": "", "step": 0}
        ask = self.data["asks"][_asked(self.data, state)]
        refusal = {"source": self.data["texts"]["procedures"][ask["procedure"]]["source"]}
        refusal.update(procedure=ask["procedure"], step=ask["step"])
        reason = self.closed(state, action, ask)
        if reason is not None:
            return dict(refusal, reason=reason)
        problem = self.trial(state, action)
        if problem is None:
            return None
        if isinstance(problem, IllegalAction) and problem.step:
            refusal.update(procedure=problem.procedure, step=problem.step)
        return dict(refusal, reason=str(problem))

    def closed(self, state: Any, action: Any, ask: Any) -> Any:
        """Why an action is none of those that are open, or None."""
        pending = state["pending"]
        for key in ("type", "procedure", "slot"):
            if not isinstance(action, dict) or action.get(key) != pending[key]:
                return "what is asked is: " + self.data["texts"]["asks"][_asked(self.data, state)]["prompt"]
        if pending["type"] == "pick":
            if type(action.get("card")) is not int or action["card"] not in pending["cards"]:
                return "the card must lie in " + ask["zone"] + (", with " + ask["test"] if ask["test"] else "")
            return None
        options = [option for option in ask["options"] if option["id"] == action.get("option")]
        if not options:
            return "there is no option " + _shown(action.get("option"))
        return None if action["option"] in pending["options"] else options[0]["test"]

    def take(self, state: Any, action: Any, game: _Game, trial: bool) -> Any:
        pending, frame = game.pending, game.frames[-1]
        entry = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"]}
        if pending["type"] == "pick":
            entry["card"] = frame["v"][pending["slot"]] = action["card"]
        else:
            entry["option"] = action["option"]
            options = self.data["asks"][game.asked]["options"]
            frame["v"][pending["slot"]] = next(option["value"] for option in options if option["id"] == action["option"])
        game.pending, game.trial = None, trial
        game.tell(dict(entry, step=pending["step"]))
        return self.go_on(state, game)

    def apply(self, state: Any, action: Any, tape: Any = None) -> Any:
        problem = self.why_not(state, action)
        if problem is not None:
            raise IllegalAction(problem["reason"] + (" (" + problem["source"] + ")" if problem["source"] else ""))
        game = self.load(state)
        if tape is not None:
            game.chance.tape = tape
        return self.take(state, action, game, False)

    def replay(self, log: Any, options: Any) -> Any:
        """The state that a log leads to; it has a source of chance only where one is given."""
        state = self.retold(log)[0]
        chance = self.chance(options)
        if chance.generator is not None:
            state["rng"] = [chance.generator.a, chance.generator.b, chance.generator.c, chance.generator.n]
        return dict(state, script=chance.script)

    def retold(self, log: Any) -> Any:
        """The state that a log leads to, without a source of chance, and the events on the way, from the first."""
        if not _is_log(log):
            raise StateError("a log is a list of entries that begins with a new game")
        setup = {key: log[0].get(key) for key in ("players", "zones", "counters")}
        state = self.new_game(setup, None)
        tape, events = list(reversed(log[1:])), [_copy(state["log"][0])]
        while tape:
            entry = tape.pop()
            if entry["type"] == "start":
                state, found = self.start(entry.get("procedure"), entry.get("inputs"), {"state": state}, tape)
            elif entry["type"] in ("choose", "pick"):
                state, found = self.apply(state, entry, tape)
            else:
                raise StateError("the log does not fit these rules: " + _shown(entry["type"]) + " is not what comes next")
            events += found
        return state, events

    def undo(self, state: Any) -> Any:
        self.check(state)
        places = [place for place, entry in enumerate(state["log"]) if entry["type"] in ("choose", "pick")]
        if not places:
            raise StateError("there is nothing to undo")
        if state["fixed"] > places[-1]:
            raise StateError("this cannot be undone: dice were rolled or cards revealed")
        return dict(self.replay(state["log"][: places[-1]], {}), rng=state["rng"], script=state["script"], used=dict(state["used"]))

    def view(self, state: Any, player: Any) -> Any:
        """What a player, or a spectator (None), may see: hidden piles as their size, no chance to come, no frames."""
        self.check(state)
        if player is not None and not _within(player, 0, state["players"] - 1):
            raise InputError("a player must be from 0 to " + str(state["players"] - 1) + ", not " + _shown(player))
        known: Any = [None] * len(state["cards"])
        zones: Any = {}
        for name, piles in state["zones"].items():
            zone = self.data["zones"][name]
            zones[name] = []
            for owner, pile in enumerate(piles):
                seen = _SEEN[zone["visible"]] == 2 or (_SEEN[zone["visible"]] == 1 and owner == player)
                zones[name].append(list(pile) if seen else len(pile))
                for card in pile if seen else []:
                    known[card] = state["cards"][card]
        pending = None if state["pending"] is None else self.shown(state["pending"], _asked(self.data, state))
        if pending is not None and pending["by"] != player:
            for key in ("options", "names", "cards"):
                pending.pop(key, None)
        for card in (pending or {}).get("cards", []):
            known[card] = state["cards"][card]
        out = {"version": 2, "rules": state["rules"], "players": state["players"], "player": player, "counters": _copy(state["counters"])}
        out.update(zones=zones, cards=known, procedure=state["procedure"], pending=pending, result=_copy(state["result"]))
        return out
