"""Invariants that are checked after every action of a game."""

from __future__ import annotations

from penance_build.play.table import Action, State, Table


class Breach(Exception):
    """Something that must hold does not: a bug of ours, or (``is_rules``) of the rules. ``seed`` and ``number`` lead to it."""

    def __init__(self, what: str, seed: int, number: int, is_rules: bool = False) -> None:
        super().__init__(f"seed {seed}, action {number}: {what}")
        self.what, self.seed, self.number = what, seed, number
        self.is_rules = is_rules
        self.decks: tuple[str, ...] = ()


class Watch:
    """Holds one game against what must hold. Its log is replayed step by step beside it, and once more as a whole after the end."""

    def __init__(self, table: Table, seed: int, state: State) -> None:
        self.table, self.seed, self.number = table, seed, 0
        self.bounds = {counter.id: (counter.low, counter.high) for counter in table.program.counters}
        self.cards = list(state["cards"])
        self.again: State = table.rules.replay(state["log"])
        self.see(state)

    def acted(self, action: Action, state: State) -> None:
        """The state after an action."""
        self.number += 1
        last = next(entry for entry in reversed(state["log"]) if entry["type"] in ("choose", "pick"))
        self.need(last == action, "the log does not tell what was done")
        self.again = self.table.follow(self.again, state["log"])
        self.see(state)

    def see(self, state: State) -> None:
        """Raises Breach at the first thing that is not as it must be."""
        placed = sorted(card for piles in state["zones"].values() for pile in piles for card in pile)
        self.need(state["cards"] == self.cards, "the cards are not those that the game began with")
        self.need(placed == list(range(len(self.cards))), "a card does not lie in exactly one place")
        for name, (low, high) in self.bounds.items():
            for value in state["counters"][name]:
                self.need(low <= value <= high, f"the counter {name} is {value}, outside {low} to {high}")
        legal = self.table.legal(state)
        if state["pending"] is None:
            self.need(not legal, "the game has ended, and an action is legal")
            self.need(state["result"] is not None, "the game has ended without a result")
            self.same(self.table.rules.replay(state["log"]), state)
        else:
            self.need(bool(legal), "a choice is open, and nothing is legal")
        self.same(self.again, state)

    def same(self, again: State, state: State) -> None:
        """The log, played again without a generator, gives the same state but for that."""
        differing = [key for key in state if key not in ("rng", "script", "used") and again[key] != state[key]]
        self.need(not differing, f"the log replayed gives another state: {', '.join(differing)}")

    def need(self, fine: bool, what: str) -> None:
        """Raise where it is not so."""
        if not fine:
            raise Breach(what, self.seed, self.number)
