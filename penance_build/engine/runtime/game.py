"""The game that is being run: the mutable inside of one call of a generated engine."""

from __future__ import annotations

from typing import Any

from penance_build.engine.runtime.chance import IllegalAction, _again
from penance_build.engine.runtime.saved import _frame

# ---------------------------------------------------------------- copied into every engine from here

_SEEN = {"none": 0, "owner": 1, "all": 2}


class _Draw(Exception):
    """A trial has come to chance: what follows is not known."""


class _Game:
    """Counters, zones, cards, frames and chance of one call. ``events`` is None where nobody asks for them."""

    __slots__ = (
        "cards",
        "chance",
        "counters",
        "data",
        "events",
        "fixed",
        "frames",
        "pending",
        "players",
        "result",
        "told",
        "trace",
        "trial",
        "zones",
    )

    def __init__(self, data: Any, chance: Any, players: int = 2, events: Any = None, trace: Any = None) -> None:
        self.data, self.chance, self.players, self.events, self.trace = data, chance, players, events, trace
        self.counters: Any = {}
        self.zones: Any = {}
        self.cards: Any = []
        self.frames: Any = []
        self.pending: Any = None
        self.result: Any = None
        self.told: Any = None
        self.fixed = False
        self.trial = False

    def tell(self, event: Any) -> None:
        if self.events is not None:
            self.events.append(event)

    def note(self, label: str, value: Any, running: Any, source: str) -> None:
        if self.trace is not None:
            self.trace.append({"label": label, "value": value, "running": running, "source": source})
        if self.events is not None:
            self.events.append({"type": "note", "label": label, "value": value, "running": running, "source": source})

    def say(self, text: str) -> None:
        self._report({"type": "say", "text": text})

    def record(self, name: str, values: Any) -> None:
        self._report({"type": "record", "name": name, "values": values})

    def _report(self, event: Any) -> None:
        if self.told is not None:
            self.told.append(event)
        if self.events is not None:
            self.events.append(event)

    # ------------------------------------------------------------ chance

    def roll(self, name: str, die: str, faces: int, count: int) -> Any:
        if count <= 0:
            return []
        if self.trial:
            raise _Draw
        roll = self.chance.roll(name, die, faces, count)
        if self.events is not None:
            self.fixed = True
            self.events.extend([{"type": "roll", "name": name, "die": die, "face": face} for face in roll])
        return roll

    def reroll(self, name: str, die: str, faces: int, roll: Any, tests: Any, limit: int) -> Any:
        return _again(self, name, die, faces, roll, tests, limit)

    def shuffle(self, zone: str, owner: int) -> None:
        if self.trial:
            raise _Draw
        pile = self.zones[zone][owner]
        draws = self.chance.shuffle(zone, len(pile))
        for index, other in enumerate(draws):
            place = len(pile) - 1 - index
            pile[place], pile[other] = pile[other], pile[place]
        self.fixed = True
        self.tell({"type": "shuffle", "zone": zone, "owner": owner, "draws": draws})

    # ------------------------------------------------------------ counters and zones

    def change(self, name: str, owner: int, by: int, is_set: bool) -> None:
        counter = self.data["counters"][name]
        before = self.counters[name][owner]
        value = by if is_set else before + by
        low, high = counter["low"], counter["high"]
        if counter["past"] == "illegal" and not low <= value <= high:
            raise IllegalAction(counter["name"] + " would be " + str(value) + ", outside " + str(low) + " to " + str(high))
        value = low if value < low else high if value > high else value
        self.counters[name][owner] = value
        self.tell({"type": "change", "counter": name, "owner": owner, "from": before, "to": value})

    def move(self, source: str, one: int, count: int, target: str, two: int, bottom: bool) -> int:
        pile = self.zones[source][one]
        cards = []
        for _ in range(max(0, min(count, len(pile)))):  # one by one: the two piles may be the same
            cards.append(pile.pop())
            self._put(cards[-1], target, two, bottom)
        self._moved(cards, source, one, target, two, bottom)
        return len(cards)

    def move_card(self, card: int, target: str, two: int, bottom: bool) -> int:
        for source in self.data["zones"]:
            for one, pile in enumerate(self.zones[source]):
                if card in pile:
                    pile.remove(card)
                    self._put(card, target, two, bottom)
                    self._moved([card], source, one, target, two, bottom)
                    return 1
        return 0

    def _put(self, card: int, target: str, owner: int, bottom: bool) -> None:
        pile = self.zones[target][owner]
        pile.insert(0 if bottom else len(pile), card)

    def _moved(self, cards: Any, source: str, one: int, target: str, two: int, bottom: bool) -> None:
        if not cards:
            return
        zones = self.data["zones"]
        before, after = _SEEN[zones[source]["visible"]], _SEEN[zones[target]["visible"]]
        if after > before or (after == 1 and before == 1 and one != two):
            self.fixed = True
        place = "bottom" if bottom else "top"
        ends = {"from": source, "from_owner": one, "to": target, "to_owner": two, "place": place}
        self.tell(dict(ends, type="move", cards=cards))

    # ------------------------------------------------------------ frames

    def ask(self, frame: Any, number: int, after: int, by: int, flags: Any) -> None:
        ask = self.data["asks"][number]
        frame["pc"] = after
        legal = [option for index, option in enumerate(ask["options"]) if flags[index]]
        if not [option for option in legal if option["id"] != ask["fallback"]]:
            taken = [option for option in ask["options"] if option["id"] == ask["fallback"]]
            if not taken:
                raise IllegalAction(ask["procedure"] + ": no option of '" + ask["slot"] + "' is legal")
            frame["v"][ask["slot"]] = taken[0]["value"]
            return
        self.pending = {"type": "choose", "procedure": ask["procedure"], "slot": ask["slot"], "by": by, "ask": number}
        self.pending["prompt"] = ask["prompt"]
        self.pending["options"] = [option["id"] for option in legal]

    def ask_card(self, frame: Any, number: int, then: int, orelse: int, by: int, owner: int, flags: Any) -> None:
        ask = self.data["asks"][number]
        pile = self.zones[ask["zone"]][owner]
        legal = sorted([card for index, card in enumerate(pile) if flags[index]])
        frame["pc"] = then if legal else orelse
        if not legal:
            return
        if self.data["zones"][ask["zone"]]["visible"] == "none":
            self.fixed = True
        self.pending = {"type": "pick", "procedure": ask["procedure"], "slot": ask["slot"], "by": by, "ask": number}
        self.pending["prompt"] = ask["prompt"]
        self.pending["zone"], self.pending["owner"], self.pending["cards"] = ask["zone"], owner, legal

    def enter(self, frame: Any, after: int, procedure: str, slots: Any, take: Any) -> None:
        frame["pc"] = after
        self.frames.append(_frame(self.data, procedure, slots, take))

    def leave(self, results: Any) -> None:
        frame = self.frames.pop()
        if not self.frames:
            self.result = results
            return
        for result, slot in frame["take"]:
            self.frames[-1]["v"][slot] = results[result]

    def advance(self, blocks: Any) -> None:
        """Run until a choice is open or the procedure has ended."""
        while self.frames and self.pending is None:
            frame = self.frames[-1]
            blocks[frame["p"]](self, frame)
