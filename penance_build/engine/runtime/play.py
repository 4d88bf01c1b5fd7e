"""The public face of a generated engine: run, start, legal, apply and their kin, over the data of one game."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import DiceError, Generator, IllegalAction, InputError, RulesError, StateError, _Chance, _shown
from penance_build.engine.runtime.game import _Game, _seat, _whose
from penance_build.engine.runtime.legality import _Legality
from penance_build.engine.runtime.saved import _check_state, _is_log
from penance_build.engine.runtime.shapes import _record, _script, _within
from penance_build.engine.runtime.states import _TRAIL, State, _behind, _copy, _game_of, _is_as_kept, _pending_of, _state_of

# ---------------------------------------------------------------- copied into every engine from here


def _generator(seed: Any) -> Any:
    return seed if seed is None or isinstance(seed, Generator) else Generator(seed)


class _Engine(_Legality):
    """The rules of one game.

    ``straight`` and ``traced`` hold the procedures that never choose, ``blocks`` the others, ``asks`` functions by choice.
    """

    def __init__(self, data: Any, straight: Any, traced: Any, blocks: Any, asks: Any) -> None:
        super().__init__(data, blocks, asks)
        self.straight, self.traced = straight, traced
        self.kinds = {card: number for number, card in enumerate(data["cards"])}
        self.grouped: Any = None  # the beginning of the game that was last imagined, and the groups of its cards

    # ------------------------------------------------------------ running straight through

    def chance(self, options: Any) -> _Chance:
        return _Chance(self.faces, _generator(options.get("seed")), _script(options.get("dice")))

    def run(self, name: Any, inputs: Any, options: Any, traced: bool) -> Any:
        procedure = self.procedure(name)
        if procedure["chooses"]:
            raise StateError(procedure["id"] + " has choices: start it, and apply actions")
        state = options.get("state")
        game = self.table(options.get("setup"), None) if state is None else self.game(state).fork()
        if state is None or options.get("seed") is not None or options.get("dice") is not None:
            game.chance = self.chance(options)
        game.watch(True)
        game.trace, game.told = [], []
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

    def new_game(self, setup: Any, seed: Any) -> State:
        return _state_of(self.table(setup, seed))

    def table(self, setup: Any, seed: Any) -> _Game:
        """The game of a setup: by its name at its first choice, else before anything was done."""
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
        entry = {"type": "new_game", "rules": self.data["rules"], "players": players}
        entry["counters"] = {name: row[:] for name, row in counters.items()}
        entry["zones"] = {name: [[cards[card] for card in pile] for pile in piles] for name, piles in zones.items()}
        game = _Game(self.data, _Chance(self.faces, None if seed is None else Generator(seed)), players)
        game.counters = [counters[name] for name in self.data["counter_names"]]
        game.zones = [zones[name] for name in self.data["zone_names"]]
        game.log = [entry]
        game.kinds, game.cards = cards, [self.kinds[card] for card in cards]
        return game

    def begin(self, given: Any, seed: Any) -> _Game:
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
        game = self.table({"players": setup["players"], "zones": zones, "counters": counters}, seed)
        self.enter(game, setup["procedure"], setup["inputs"])
        return game

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

    def game(self, state: Any) -> _Game:
        """The game behind a state, to be read or forked. Raises for what is not a state of these rules."""
        kept = _behind(state)
        if kept is not None and _is_as_kept(state, kept):
            return kept
        _check_state(self.data, state)
        return _game_of(self.data, self.faces, self.kinds, state)

    # ------------------------------------------------------------ playing

    def start(self, name: Any, inputs: Any, options: Any) -> Any:
        self.procedure(name)
        state = options.get("state")
        game = self.table(options.get("setup"), None) if state is None else self.game(state).fork()
        if game.frames:
            raise StateError(str(game.procedure) + " has not ended")
        if options.get("seed") is not None or options.get("dice") is not None:
            game.chance = self.chance(options)
        game.watch(True)
        self.enter(game, name, inputs)
        return _state_of(game), game.events

    def enter(self, game: _Game, name: Any, inputs: Any) -> None:
        """Start a procedure, and go on to its first choice."""
        procedure = self.procedure(name)
        if game.frames:
            raise StateError(str(game.procedure) + " has not ended")
        arguments = self.arguments(procedure, inputs, game)
        game.procedure, game.result, game.rolled = name, None, 0
        game.log.append({"type": "start", "procedure": name, "inputs": self.given(procedure, arguments)})
        if game.events is not None:
            game.tell(_copy(game.log[-1]))
        if procedure["chooses"]:
            game.push(name, arguments)
        else:
            game.given = self.straight_call(procedure, arguments, game, True)
        self.go_on(game)

    def go_on(self, game: _Game) -> None:
        """Run to the next choice, or to the end."""
        game.advance(self.blocks)
        if game.given is not None:
            game.chance.finish()
            game.result = self.results(self.procedure(game.procedure), game.given)
            game.given = None
        if game.revealed:
            game.fixed, game.revealed = len(game.log), False
        if game.events is None:
            return
        if game.pending is not None:
            game.tell({"type": "ask", "pending": self.shown(game)})
        else:
            game.tell({"type": "end", "procedure": game.procedure, "result": _copy(game.result)})

    def shown(self, game: _Game) -> Any:
        """What is asked, with its texts: the prompt, and the name of each option."""
        pending, texts = game.pending, self.data["texts"]["asks"][game.asked]
        shown = _pending_of(pending)
        shown["prompt"] = self.prompt(game)
        if pending["type"] == "choose":
            shown["names"] = [texts["names"][option] for option in pending["options"]]
        return shown

    def take(self, game: _Game, action: Any) -> None:
        """Carry out an open action, up to the next choice."""
        pending = game.pending
        kind = "option" if "options" in pending else "card"
        entry = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"], kind: action[kind]}
        self.put(game, entry)
        game.log.append(entry)
        game.rolled = 0
        if game.events is not None:
            event = dict(entry, step=pending["step"], by=pending["by"])
            if kind == "card":
                event.update(zone=pending["zone"], owner=pending["owner"])
            game.events.append(event)
        self.go_on(game)

    def act(self, game: _Game, action: Any) -> None:
        """Carry out an action in place. Raises IllegalAction for one that is not legal; the game is then of no use any more."""
        asked = None if game.pending is None else game.asked
        if self.is_open(game, action):
            try:
                return self.take(game, action)
            except DiceError:
                raise
            except RulesError as problem:
                if game.drawn:
                    raise
                reason = str(problem)
        else:
            reason = self.closed(game, action)
        source = "" if asked is None else self.data["texts"]["procedures"][self.data["asks"][asked]["procedure"]]["source"]
        raise IllegalAction(reason + (" (" + source + ")" if source else ""))

    def apply(self, state: Any, action: Any, player: Any = None) -> Any:
        before = self.game(state)
        reason = _whose(before, player)
        if reason is not None:
            raise IllegalAction(reason)
        game = before.fork()
        game.watch(True)
        self.act(game, action)
        return _state_of(game, (before, *self.trail(state, before)[: _TRAIL - 1])), game.events

    def trail(self, state: Any, game: _Game) -> Any:
        """The games before the last actions of a state, where it is as the engine returned it."""
        return state._trail if _behind(state) is game else ()

    def replay(self, log: Any, options: Any) -> State:
        """The state that a log leads to; it has a source of chance only where one is given."""
        self.check_log(log)
        game = self.retold(log, False)
        chance = self.chance(options)
        game.chance = _Chance(self.faces, chance.generator, chance.script, game.chance.used)
        return _state_of(game)

    def concede(self, state: Any, player: Any) -> Any:
        game = self.game(state).fork()
        game.watch(True)
        self.give_up(game, player)
        return _state_of(game), game.events

    def give_up(self, game: _Game, player: Any) -> None:
        """End a game of at most two, in which the other player wins, if the rules name a winner; all other results are None."""
        if not _within(player, 0, game.players - 1):
            raise InputError("a player must be from 0 to " + str(game.players - 1) + ", not " + _shown(player))
        if game.pending is None:
            raise StateError("nothing is being played")
        if game.players > 2:
            raise StateError("a game of " + str(game.players) + " does not end when one gives up")
        procedure = self.procedure(game.procedure)
        winner = self.data["texts"]["winners"].get(procedure["id"])
        result = {item["name"]: None for item in procedure["results"]}
        if winner is not None and game.players == 2:
            result[winner] = 2 - player
        entry = {"type": "concede", "player": player}
        game.frames, game.shared, game.pending, game.asked, game.result = [], 0, None, None, result
        game.log.append(entry)
        game.fixed = len(game.log)
        game.tell(dict(entry))
        game.tell({"type": "end", "procedure": game.procedure, "result": dict(result)})

    def reseed(self, state: Any, seed: Any) -> State:
        """The same state with another source of chance."""
        game = self.game(state).fork()
        game.chance = _Chance(self.faces, None if seed is None else Generator(seed))
        return _state_of(game)

    def check_log(self, log: Any) -> None:
        """Raise for what is not a log of these rules."""
        if not _is_log(log):
            raise StateError("a log is a list of entries that begins with a new game")
        theirs, ours = log[0].get("rules"), self.data["rules"]
        if theirs != ours:
            shown = "that it does not name" if theirs is None else "(" + (theirs[:12] if isinstance(theirs, str) else _shown(theirs)) + ")"
            raise StateError("this log was made with other rules " + shown + "; these are " + ours[:12])

    def retold(self, log: Any, events: bool, since: Any = 0) -> _Game:
        """The game that a log leads to, without a source of chance; where wanted with the events from an entry of the log on."""
        game = self.table({key: log[0].get(key) for key in ("players", "zones", "counters")}, None)
        if not _within(since, 0, len(log)):
            raise InputError("since must be a number of entries from 0 to " + str(len(log)) + ", not " + _shown(since))
        game.watch(events and since == 0)
        if game.events is not None:
            game.tell(_copy(game.log[0]))
        tape = game.chance.tape = list(reversed(log[1:]))
        while tape:
            if events and game.events is None and len(log) - len(tape) >= since:
                game.watch(True)
            entry = tape.pop()
            if entry["type"] in ("choose", "pick"):
                self.act(game, entry)
            elif entry["type"] == "start":
                self.enter(game, entry.get("procedure"), entry.get("inputs"))
            elif entry["type"] == "concede":
                self.give_up(game, entry.get("player"))
            elif entry["type"] == "carried":
                raise StateError("this game was carried over from other rules, and what was before cannot be played again")
            else:
                raise StateError("the log does not fit these rules: " + _shown(entry["type"]) + " is not what comes next")
        return game

    def asked_of(self, game: _Game, name: Any, inputs: Any) -> Any:
        """The results of a procedure that never chooses, on a copy of a game."""
        procedure = self.procedure(name)
        if procedure["chooses"]:
            raise StateError(procedure["id"] + " has choices: start it, and apply actions")
        arguments = self.arguments(procedure, inputs, game)
        other = game if procedure["reads"] else game.fork(None, False)
        return self.results(procedure, self.straight_call(procedure, arguments, other, False))

    def undo(self, state: Any, player: Any = None) -> State:
        game = self.game(state)
        places = [place for place, entry in enumerate(game.log) if entry["type"] in ("choose", "pick")]
        if game.log[-1]["type"] == "concede":
            raise StateError("this cannot be undone: a player has given up")
        if not places:
            raise StateError("there is nothing to undo")
        if game.fixed > places[-1]:
            raise StateError("this cannot be undone: dice were rolled or cards revealed")
        trail = self.trail(state, game)
        before = trail[0].fork() if trail else self.retold(game.log[: places[-1]], False)
        if player is not None and before.pending["by"] != player:
            raise StateError("the last action was that of player " + str(before.pending["by"]) + ", not of player " + _shown(player))
        before.chance, before.extra = game.chance.fork(), None
        return _state_of(before, trail[1:])

    def view(self, game: _Game, player: Any) -> Any:
        """What a player, or a spectator (None), may see: hidden piles as their size, no chance to come, no frames."""
        _seat(player, game.players)
        known: Any = [None] * len(game.kinds)
        zones: Any = {}
        for number, name in enumerate(self.data["zone_names"]):
            piles, visible = game.zones[number], self.data["seen"][number]
            zones[name] = []
            for owner, pile in enumerate(piles):
                seen = visible == 2 or (visible == 1 and owner == player)
                zones[name].append(list(pile) if seen else len(pile))
                for card in pile if seen else []:
                    known[card] = game.kinds[card]
        pending = None if game.pending is None else self.shown(game)
        if pending is not None and pending["by"] != player:
            pending["prompt"] = self.data["texts"]["asks"][game.asked]["prompt"]
            for key in ("options", "names", "cards"):
                pending.pop(key, None)
        for card in (pending or {}).get("cards", []):
            known[card] = game.kinds[card]
        out = {"version": 2, "rules": self.data["rules"], "players": game.players, "player": player}
        out["counters"] = {name: row[:] for name, row in zip(self.data["counter_names"], game.counters)}
        out.update(zones=zones, cards=known, procedure=game.procedure, pending=pending, result=_copy(game.result))
        return out
