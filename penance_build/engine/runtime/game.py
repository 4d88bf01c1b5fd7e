"""The game that is being run: the mutable inside of one call of a generated engine.

What a statement does is told with the procedure and the number of the step that the statement was made from.
"""

from __future__ import annotations

from itertools import compress as _compress
from typing import Any

from penance_build.engine.runtime.chance import IllegalAction, InputError, RulesError, _again, _shown
from penance_build.engine.runtime.saved import _first_value
from penance_build.engine.runtime.shapes import _within

# ---------------------------------------------------------------- copied into every engine from here

_SEEN = {"none": 0, "owner": 1, "all": 2}
_MOST_ROLLED = 500_000  # dice and cards of shuffles, between two choices


def _arrange(data: Any) -> None:
    """What is found by name, found by number too: a running game keeps its rows and slots in the order of the rules."""
    data["counter_names"], data["zone_names"] = tuple(data["counters"]), tuple(data["zones"])
    data["bounds"] = [(item["low"], item["high"], item["past"] == "illegal") for item in data["counters"].values()]
    data["kinds"] = frozenset(data["cards"])
    data["seen"] = [_SEEN[zone["visible"]] for zone in data["zones"].values()]
    data["risky"] = {name: frozenset(shape["risky"]) for name, shape in data["frames"].items()}
    for ask in data["asks"]:
        ask["ids"] = [option["id"] for option in ask.get("options", ())]
        what = {"zone": ask["zone"], "owner": 0, "cards": (), "type": "pick"} if "zone" in ask else {"options": (), "type": "choose"}
        ask["pending"] = dict(what, procedure=ask["procedure"], step=ask["step"], slot=ask["slot"], by=0)
    for shape in data["frames"].values():
        shape["names"] = tuple(item["name"] for item in shape["slots"])
        shape["empty"] = [_first_value(item) for item in shape["slots"]]
        shape["cards"] = [number for number, item in enumerate(shape["slots"]) if item["kind"] == "card"]
        for call in shape["calls"]:  # what the slots of the procedure that is called hold behind what it is given
            inputs = data["procedures"][call["procedure"]]["inputs"]
            call["rest"] = [_first_value(item) for item in data["frames"][call["procedure"]]["slots"][len(inputs) :]]
        shape["lists"] = [number for number, item in enumerate(shape["slots"]) if item["kind"] in ("roll", "list")]


class _Draw(Exception):
    """A trial has come to chance: what follows is not known."""


class _Game:
    """Counters, zones, cards, frames, log and chance of a game that is being run.

    A row of counters or a pile is never changed in place: who changes one puts another in its place, so that games that were forked
    share what neither has changed. ``events`` is None where nobody asks for them; what is only told is then left out.
    """

    __slots__ = (
        "asked",
        "bounds",
        "cards",
        "chance",
        "counters",
        "data",
        "drawn",
        "entered",
        "events",
        "extra",
        "fixed",
        "frames",
        "given",
        "kinds",
        "length",
        "log",
        "noting",
        "pending",
        "players",
        "procedure",
        "result",
        "revealed",
        "rolled",
        "shared",
        "told",
        "trace",
        "trial",
        "zones",
    )

    def __init__(self, data: Any, chance: Any, players: int = 2) -> None:
        self.data, self.bounds, self.chance, self.players = data, data["bounds"], chance, players
        self.counters: Any = []  # rows in the order of the rules, as zones and the slots of frames are
        self.zones: Any = []
        self.kinds: Any = []  # the ids of the cards, by number
        self.cards: Any = []  # the same as numbers of kinds
        self.frames: Any = []
        self.entered = 0  # so many procedures were entered before
        self.shared = 0  # so many of them, from the outermost, are those of another game too
        self.procedure: Any = None
        self.log: Any = []
        self.length = 0  # that of the log when the game was saved
        self.fixed = 0  # so much of the log cannot be undone
        self.pending: Any = None
        self.asked: Any = None  # the place of the open choice among all that may be asked
        self.given: Any = None  # what the outermost procedure gave, as it was computed
        self.result: Any = None  # the same as it is shown
        self.extra: Any = None  # what a caller wrote into the state beside what belongs there
        self.events: Any = None
        self.trace: Any = None
        self.told: Any = None
        self.noting = False
        self.revealed = False
        self.drawn = False
        self.trial = False
        self.rolled = 0  # so many dice were rolled and cards shuffled since the last answer

    def watch(self, on: bool) -> None:
        """Begin a list of events, or give up the one that there is."""
        self.events = [] if on else None
        self.noting = on

    def fork(self, chance: Any = None, log: bool = True) -> _Game:
        """A game that goes on from here on its own, with chance of its own; nobody asks for its events."""
        other: _Game = _Game.__new__(_Game)  # field by field: games are forked more often than anything else is done
        other.data, other.bounds, other.players, other.kinds, other.cards = self.data, self.bounds, self.players, self.kinds, self.cards
        other.chance = self.chance.fork() if chance is None else chance
        other.counters, other.zones, other.frames = self.counters[:], self.zones[:], self.frames[:]
        other.shared = self.shared = len(self.frames)
        other.rolled, other.entered, other.procedure, other.fixed, other.extra = 0, self.entered, self.procedure, self.fixed, self.extra
        other.pending, other.asked, other.result = self.pending, self.asked, self.result
        other.log, other.length = self.log[:] if log else [], 0
        other.given = other.events = other.trace = other.told = None
        other.noting = other.revealed = other.drawn = other.trial = False
        return other

    def mark(self) -> Any:
        """What brings the game back to where it stands now."""
        self.shared = len(self.frames)
        rows = self.counters[:], self.zones[:], self.frames[:], self.pending, self.asked, self.fixed
        return rows, len(self.log), self.entered, self.chance.fork()

    def back(self, mark: Any) -> None:
        """Stand where the game stood when it was marked."""
        (self.counters, self.zones, self.frames, self.pending, self.asked, self.fixed), length, self.entered, self.chance = mark
        del self.log[length:]
        self.shared, self.given, self.revealed = len(self.frames), None, False

    def like(self, game: _Game) -> None:
        """Stand where another game stands, for one more trial; this one's frames are still that one's, but for the innermost."""
        self.counters, self.zones, self.frames = game.counters[:], game.zones[:], game.frames[:]
        self.shared, self.pending, self.asked = len(game.frames), game.pending, game.asked

    def tell(self, event: Any) -> None:
        if self.events is not None:
            self.events.append(event)

    def note(self, label: str, value: Any, running: Any, source: str, procedure: str, step: int) -> None:
        if self.trace is not None:
            line = {"label": label, "value": value, "running": running, "source": source, "procedure": procedure, "step": step}
            self.trace.append(line)
        if self.events is not None:
            event = {"label": label, "value": value, "running": running, "source": source, "procedure": procedure, "step": step}
            event["type"] = "note"
            self.events.append(event)

    def say(self, text: str, procedure: str, step: int) -> None:
        self._report({"type": "say", "text": text, "procedure": procedure, "step": step})

    def record(self, name: str, values: Any, procedure: str, step: int) -> None:
        self._report({"type": "record", "name": name, "values": values, "procedure": procedure, "step": step})

    def _report(self, event: Any) -> None:
        if self.told is not None:
            self.told.append(event)
        if self.events is not None:
            self.events.append(event)

    # ------------------------------------------------------------ chance

    def roll(self, name: str, die: str, faces: int, count: int, procedure: str = "", step: int = 0) -> Any:
        if count <= 0:
            return []
        if self.trial:
            raise _Draw
        self.drawn = True
        self._count("dice '" + name, count)
        roll = self.chance.roll(name, die, faces, count)
        self.revealed = True
        self.log.extend([{"type": "roll", "name": name, "die": die, "face": face} for face in roll])
        if self.events is not None:
            at = {"procedure": procedure, "step": step}
            self.events.extend([dict(at, type="roll", name=name, die=die, face=face) for face in roll])
        return roll

    def _count(self, what: str, more: int) -> None:
        self.rolled += more
        if self.rolled > _MOST_ROLLED:
            why = " dice and shuffled cards without a choice: is there a loop that hardly ever ends?"
            raise RulesError(what + "': more than " + str(_MOST_ROLLED) + why)

    def reroll(self, name: str, die: str, faces: int, roll: Any, tests: Any, limit: int, procedure: str = "", step: int = 0) -> Any:
        return _again(self, name, die, faces, roll, tests, limit, (procedure, step))

    def shuffle(self, zone: int, owner: int, procedure: str = "", step: int = 0) -> None:
        if self.trial:
            raise _Draw
        self.drawn = True
        pile = self.zones[zone][owner][:]
        self._count("zone '" + self.data["zone_names"][zone], max(1, len(pile)))
        draws = self.chance.shuffle(self.data["zone_names"][zone], len(pile))
        for index, other in enumerate(draws):
            place = len(pile) - 1 - index
            pile[place], pile[other] = pile[other], pile[place]
        self._lay(zone, owner, pile)
        self.revealed = True
        name = self.data["zone_names"][zone]
        self.log.append({"type": "shuffle", "zone": name, "owner": owner, "draws": draws})
        self.tell({"type": "shuffle", "zone": name, "owner": owner, "draws": draws[:], "procedure": procedure, "step": step})

    # ------------------------------------------------------------ counters and zones

    def change(self, number: int, owner: int, by: int, is_set: bool, procedure: str = "", step: int = 0) -> None:
        row = self.counters[number]
        before = row[owner]
        value = by if is_set else before + by
        low, high, is_illegal = self.bounds[number]
        if not low <= value <= high:
            if is_illegal:
                shown = self.data["texts"]["counters"][self.data["counter_names"][number]]
                raise IllegalAction(shown + " would be " + str(value) + ", outside " + str(low) + " to " + str(high), procedure, step)
            value = low if value < low else high
        if value == before:
            return
        row = row[:]
        row[owner] = value
        self.counters[number] = row
        if self.events is not None:
            ends = {"from": before, "to": value, "procedure": procedure, "step": step}
            self.events.append(dict(ends, type="change", counter=self.data["counter_names"][number], owner=owner))

    def move(self, source: int, one: int, count: int, target: int, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
        pile = self.zones[source][one]
        count = max(0, min(count, len(pile)))
        if count == 0:
            return 0
        cards = pile[: -count - 1 : -1]
        if source != target or one != two or bottom:
            self._lay(source, one, pile[:-count])
            self._put(cards, target, two, bottom)
        else:  # one by one the top card is laid where it was
            cards = cards[:1] * count
        self._moved(cards, source, one, target, two, bottom, procedure, step)
        return count

    def move_card(self, card: int, target: int, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
        for source, piles in enumerate(self.zones):
            for one, pile in enumerate(piles):
                if card in pile:
                    pile = pile[:]
                    pile.remove(card)
                    self._lay(source, one, pile)
                    self._put([card], target, two, bottom)
                    self._moved([card], source, one, target, two, bottom, procedure, step)
                    return 1
        return 0

    def _put(self, cards: Any, target: int, owner: int, bottom: bool) -> None:
        pile = self.zones[target][owner]
        self._lay(target, owner, cards[::-1] + pile if bottom else pile + cards)

    def _lay(self, zone: int, owner: int, pile: Any) -> None:
        piles = self.zones[zone][:]
        piles[owner] = pile
        self.zones[zone] = piles

    def _moved(self, cards: Any, source: int, one: int, target: int, two: int, bottom: bool, procedure: str, step: int) -> None:
        names = self.data["zone_names"]
        before, after = self.data["seen"][source], self.data["seen"][target]
        if after > before or (after == 1 and before == 1 and one != two):
            self.revealed = True
        if self.events is None:
            return
        place = "bottom" if bottom else "top"
        ends = {"from": names[source], "from_owner": one, "to": names[target], "to_owner": two, "place": place}
        self.events.append(dict(ends, type="move", cards=cards, procedure=procedure, step=step))

    # ------------------------------------------------------------ frames
    #
    # What ends a block gives the frame that is to be run next; None where a choice is open, or the outermost procedure has ended.

    def ask(self, frame: Any, number: int, after: int, by: int, flags: Any) -> Any:
        ask = self.data["asks"][number]
        frame["pc"] = after
        legal = list(_compress(ask["ids"], flags))
        if not legal or (len(legal) == 1 and legal[0] == ask["fallback"]):
            taken = [option for option in ask["options"] if option["id"] == ask["fallback"]]
            if not taken:
                message = ask["procedure"] + ": no option of '" + ask["slot"] + "' is legal"
                raise IllegalAction(message, ask["procedure"], ask["step"])
            frame["v"][ask["place"]] = taken[0]["value"]
            return frame
        self.asked = number
        self.pending = pending = ask["pending"].copy()
        pending["options"], pending["by"] = legal, by
        return None

    def ask_card(self, frame: Any, number: int, then: int, orelse: int, by: int, owner: int, flags: Any) -> Any:
        ask = self.data["asks"][number]
        pile = self.zones[ask["row"]][owner]
        legal = sorted(_compress(pile, flags))
        frame["pc"] = then if legal else orelse
        if not legal:
            return frame
        if self.data["seen"][ask["row"]] == 0:
            self.revealed = True
        self.asked = number
        self.pending = pending = ask["pending"].copy()
        pending["owner"], pending["cards"], pending["by"] = owner, legal, by
        return None

    def enter(self, frame: Any, number: int, given: Any) -> Any:
        """A call: every slot of the procedure is there from the start, so that a saved frame is whole."""
        call = self.data["frames"][frame["p"]]["calls"][number]
        frame["pc"] = call["pc"]
        inner = {"p": call["procedure"], "pc": 0, "v": given + call["rest"], "call": call, "number": self.entered}
        self.frames.append(inner)
        self.entered += 1
        if self.events is not None:
            self.events.append({"type": "enter", "procedure": call["procedure"]})
        return inner

    def push(self, procedure: str, given: Any) -> None:
        """The outermost procedure, before its first step."""
        slots = given + self.data["frames"][procedure]["empty"][len(given) :]
        self.frames.append({"p": procedure, "pc": 0, "v": slots, "call": None, "number": self.entered})
        self.entered += 1
        if self.events is not None:
            self.events.append({"type": "enter", "procedure": procedure})

    def leave(self, results: Any) -> Any:
        frames = self.frames
        frame = frames.pop()
        if self.events is not None:
            self.events.append({"type": "leave", "procedure": frame["p"]})
        if not frames:
            self.given = results
            return None
        caller = frames[-1] if self.shared < len(frames) else self.top()
        for result, place in frame["call"]["places"]:
            caller["v"][place] = results[result]
        return caller

    def top(self) -> Any:
        """The innermost frame, as one of this game's own."""
        last = len(self.frames) - 1
        if self.shared > last:
            frame = self.frames[last]
            self.frames[last] = {"p": frame["p"], "pc": frame["pc"], "v": frame["v"][:], "call": frame["call"], "number": frame["number"]}
            self.shared = last
        return self.frames[last]

    def is_risky_behind(self, depth: int) -> bool:
        """Whether a refusal may be reached where the procedure goes on that stands so deep, counted from 1 for the innermost."""
        if len(self.frames) < depth:
            return False
        caller = self.frames[-depth]
        return caller["pc"] in self.data["risky"][caller["p"]]

    def advance(self, blocks: Any) -> None:
        """Run until a choice is open or the procedure has ended; a trial, until nothing more can forbid it."""
        frame = self.top() if self.frames and self.pending is None else None
        trial, risky = self.trial, self.data["risky"]
        while frame is not None:
            name = frame["p"]
            if trial and frame["pc"] not in risky[name]:
                return
            frame = blocks[name](self, frame)


def _seat(player: Any, players: int) -> None:
    if player is not None and not _within(player, 0, players - 1):
        raise InputError("a player must be from 0 to " + str(players - 1) + ", not " + _shown(player))


def _whose(game: _Game, player: Any) -> Any:
    """Why it is not for a player to choose, or None; any player may where none is named."""
    if player is None:
        return None
    _seat(player, game.players)
    if game.pending is None or game.pending["by"] == player:
        return None
    return "player " + str(game.pending["by"]) + " is asked, not player " + str(player)
