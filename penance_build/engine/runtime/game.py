"""The game that is being run: the mutable inside of one call of a generated engine.

What a statement does is told with the procedure and the number of the step that the statement was made from.
"""

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
        "asked",
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
        self.asked: Any = None  # the place of the open choice among all that may be asked
        self.result: Any = None
        self.told: Any = None
        self.fixed = False
        self.trial = False

    def tell(self, event: Any) -> None:
        if self.events is not None:
            self.events.append(event)

    def note(self, label: str, value: Any, running: Any, source: str, procedure: str, step: int) -> None:
        line = {"label": label, "value": value, "running": running, "source": source, "procedure": procedure, "step": step}
        if self.trace is not None:
            self.trace.append(line)
        if self.events is not None:
            self.events.append(dict(line, type="note"))

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
        roll = self.chance.roll(name, die, faces, count)
        if self.events is not None:
            self.fixed = True
            at = {"procedure": procedure, "step": step}
            self.events.extend([dict(at, type="roll", name=name, die=die, face=face) for face in roll])
        return roll

    def reroll(self, name: str, die: str, faces: int, roll: Any, tests: Any, limit: int, procedure: str = "", step: int = 0) -> Any:
        return _again(self, name, die, faces, roll, tests, limit, (procedure, step))

    def shuffle(self, zone: str, owner: int, procedure: str = "", step: int = 0) -> None:
        if self.trial:
            raise _Draw
        pile = self.zones[zone][owner]
        draws = self.chance.shuffle(zone, len(pile))
        for index, other in enumerate(draws):
            place = len(pile) - 1 - index
            pile[place], pile[other] = pile[other], pile[place]
        self.fixed = True
        self.tell({"type": "shuffle", "zone": zone, "owner": owner, "draws": draws, "procedure": procedure, "step": step})

    # ------------------------------------------------------------ counters and zones

    def change(self, name: str, owner: int, by: int, is_set: bool, procedure: str = "", step: int = 0) -> None:
        counter = self.data["counters"][name]
        before = self.counters[name][owner]
        value = by if is_set else before + by
        low, high = counter["low"], counter["high"]
        if counter["past"] == "illegal" and not low <= value <= high:
            shown = self.data["texts"]["counters"][name]
            raise IllegalAction(shown + " would be " + str(value) + ", outside " + str(low) + " to " + str(high), procedure, step)
        value = low if value < low else high if value > high else value
        self.counters[name][owner] = value
        if self.events is not None:
            ends = {"from": before, "to": value, "procedure": procedure, "step": step}
            self.events.append(dict(ends, type="change", counter=name, owner=owner))

    def move(self, source: str, one: int, count: int, target: str, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
        pile = self.zones[source][one]
        cards = []
        for _ in range(max(0, min(count, len(pile)))):  # one by one: the two piles may be the same
            cards.append(pile.pop())
            self._put(cards[-1], target, two, bottom)
        self._moved(cards, source, one, target, two, bottom, procedure, step)
        return len(cards)

    def move_card(self, card: int, target: str, two: int, bottom: bool, procedure: str = "", step: int = 0) -> int:
        for source in self.data["zones"]:
            for one, pile in enumerate(self.zones[source]):
                if card in pile:
                    pile.remove(card)
                    self._put(card, target, two, bottom)
                    self._moved([card], source, one, target, two, bottom, procedure, step)
                    return 1
        return 0

    def _put(self, card: int, target: str, owner: int, bottom: bool) -> None:
        pile = self.zones[target][owner]
        pile.insert(0 if bottom else len(pile), card)

    def _moved(self, cards: Any, source: str, one: int, target: str, two: int, bottom: bool, procedure: str, step: int) -> None:
        if not cards:
            return
        zones = self.data["zones"]
        before, after = _SEEN[zones[source]["visible"]], _SEEN[zones[target]["visible"]]
        if after > before or (after == 1 and before == 1 and one != two):
            self.fixed = True
        place = "bottom" if bottom else "top"
        ends = {"from": source, "from_owner": one, "to": target, "to_owner": two, "place": place}
        self.tell(dict(ends, type="move", cards=cards, procedure=procedure, step=step))

    # ------------------------------------------------------------ frames

    def ask(self, frame: Any, number: int, after: int, by: int, flags: Any) -> None:
        ask = self.data["asks"][number]
        frame["pc"] = after
        legal = [option for index, option in enumerate(ask["options"]) if flags[index]]
        if not [option for option in legal if option["id"] != ask["fallback"]]:
            taken = [option for option in ask["options"] if option["id"] == ask["fallback"]]
            if not taken:
                message = ask["procedure"] + ": no option of '" + ask["slot"] + "' is legal"
                raise IllegalAction(message, ask["procedure"], ask["step"])
            frame["v"][ask["slot"]] = taken[0]["value"]
            return
        self._wait("choose", number, by, {"options": [option["id"] for option in legal]})

    def ask_card(self, frame: Any, number: int, then: int, orelse: int, by: int, owner: int, flags: Any) -> None:
        ask = self.data["asks"][number]
        pile = self.zones[ask["zone"]][owner]
        legal = sorted([card for index, card in enumerate(pile) if flags[index]])
        frame["pc"] = then if legal else orelse
        if not legal:
            return
        if self.data["zones"][ask["zone"]]["visible"] == "none":
            self.fixed = True
        self._wait("pick", number, by, {"zone": ask["zone"], "owner": owner, "cards": legal})

    def _wait(self, kind: str, number: int, by: int, offered: Any) -> None:
        ask = self.data["asks"][number]
        self.asked = number
        self.pending = dict(offered, type=kind, procedure=ask["procedure"], step=ask["step"], slot=ask["slot"], by=by)

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
