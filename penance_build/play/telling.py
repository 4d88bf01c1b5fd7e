"""What happened, line by line, as one player saw it: rolls with their derivation, what the rules told, counters, cards.

Events are for the table and may tell what a hidden pile holds; a line names a card only where the player sees one of the two
piles that it moved between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import wrap
from typing import Any

from penance_build.ir.nodes import Note, Program
from penance_build.ir.walk import statements
from penance_build.play.table import Event, State
from penance_build.play.words import Words, counted

Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Written:
    """A line of a derivation as the rules have it: whether it is no later term of a sum, and stands in a procedure that rolls."""

    begins: bool
    is_of_a_roll: bool


class Telling:
    """Turns the events of one game into lines."""

    def __init__(self, program: Program, words: Words) -> None:
        self.words = words
        self.notes = {
            (procedure.id, note.step): _Written(note.value == note.running, "rolls" in procedure.effects)
            for procedure in program.procedures
            for note in statements(procedure.body)
            if isinstance(note, Note)
        }

    def lines(self, state: State, events: Sequence[Event], player: int | None, actor: int | None = None) -> list[str]:
        """The lines of some events; ``state`` is one of the same game, whose cards have names. What is the actor's bears no name."""
        told = [event for event in self.beside_rolls(events) if self.is_told(event)]
        lines: list[str] = []
        for key, same in groupby(told, self.key):
            run = list(same)
            match key[0]:
                case "roll":
                    name = run[0]["name"].replace("_", " ")
                    lines += self.words.folded(f"{name}: {' '.join(map(self.words.drawn, run))}", 2)
                case "note":
                    lines += self.derivation(run)
                case "say":
                    lines += [line for event in run for line in self.words.folded(self.words.seated(event["text"]), 2)]
                case "record":
                    lines += [line for event in run for line in self.words.folded(_record(event), 2)]
                case "change":
                    lines += self.changes(self.owner((key[1], key[2]), actor), run)
                case "move":
                    lines += self.words.folded(self.moved(state, run, player, actor), 2)
                case "shuffle":
                    shuffled = f"{self.owner(self.pile(key[1:]), actor)}{self.words.zones[str(key[1])].name} is shuffled"
                    lines += self.words.folded(shuffled, 2)
        return lines

    def is_told(self, event: Event) -> bool:
        """Whether something of an event is worth a line."""
        if event["type"] == "change":
            return bool(event["from"] != event["to"]) and self.words.counters[event["counter"]].shown
        if event["type"] == "note":
            return bool(event["label"])
        return event["type"] in ("roll", "say", "record", "move", "shuffle")

    def key(self, event: Event) -> tuple[Any, ...]:
        """The key by which consecutive events are grouped into one line."""
        match event["type"]:
            case "roll":
                return ("roll", event["name"], event["die"])
            case "change":
                return ("change", self.words.counters[event["counter"]].owner, event["owner"])
            case "move":
                return ("move", event["from"], event["from_owner"], event["to"], event["to_owner"], event["place"])
            case "shuffle":
                return ("shuffle", event["zone"], event["owner"])
            case kind:
                return (kind,)

    # ------------------------------------------------------------ derivations

    def beside_rolls(self, events: Sequence[Event]) -> Iterable[Event]:
        """The events without the derivations that belong to no roll: they tell what might have been done."""
        runs = [(kind, list(same)) for kind, same in groupby(events, lambda event: event["type"])]
        kinds = ["", *(kind for kind, _ in runs), ""]
        for number, (kind, run) in enumerate(runs):
            if kind != "note" or "roll" in (kinds[number], kinds[number + 2]):
                yield from run
            else:
                yield from (note for terms in self.sums(run) if all(map(self.is_derived, terms)) for note in terms)

    def written(self, note: Event) -> _Written:
        """The line of the rules that a line of a derivation comes from."""
        return self.notes[note["procedure"], note["step"]]

    def is_derived(self, note: Event) -> bool:
        """Whether a line of a derivation stands in a procedure that rolls."""
        return self.written(note).is_of_a_roll

    def sums(self, notes: Sequence[Event]) -> list[list[Event]]:
        """The terms of each sum in a list of their own; what is no term stands alone."""
        sums: list[list[Event]] = []
        for note in notes:
            if sums and not self.written(note).begins:
                sums[-1].append(note)
            else:
                sums.append([note])
        return sums

    def told_sums(self, notes: Sequence[Event]) -> list[list[Event]]:
        """The sums and other values that are told: no sum of nothing."""
        return [terms for terms in self.sums(notes) if len(terms) == 1 or any(term["value"] for term in terms)]

    def derived(self, events: Sequence[Event]) -> list[Event]:
        """The lines of derivations among what is told of some events, in order."""
        told = [event for event in self.beside_rolls(events) if self.is_told(event)]
        runs = [list(run) for key, run in groupby(told, self.key) if key[0] == "note"]
        return [term for run in runs for terms in self.told_sums(run) for term in terms]

    def derivation(self, notes: Sequence[Event]) -> list[str]:
        """Sums, a term a line with its sign and the total behind the last; other values as they are."""
        rows = []
        for terms in self.told_sums(notes):
            for term in terms:
                shown = f"{term['value']:+d}" if len(terms) > 1 and type(term["value"]) is int else plain(term["value"])
                total = f" = {term['running']}" if len(terms) > 1 and term is terms[-1] else ""
                rows.append((term["label"], f"  {shown.rjust(3)}{total}"))
        room = self.words.width - 5 - max((len(value) for _, value in rows), default=0)
        widest = min(max((len(label) for label, _ in rows), default=0), max(room, 12))
        lines = []
        for label, value in rows:
            *before, last = wrap(label, widest) if len(label) > widest else [label]
            lines += [*(f"    {part}" for part in before), f"    {last.ljust(widest)}{value}"]
        return lines

    # ------------------------------------------------------------ counters and cards

    def owner(self, owner: Place, actor: int | None) -> str:
        """Whose something is, as the beginning of a line; nothing for the actor, who stands above it."""
        return "" if owner == ("player", actor) else self.words.owner(*owner)

    def changes(self, whose: str, run: Sequence[Event]) -> list[str]:
        """Counters of one owner that moved, each from where it stood first to where it stands last."""
        ends: dict[str, tuple[int, int]] = {}
        for event in run:
            name = event["counter"]
            ends[name] = (ends[name][0] if name in ends else int(event["from"]), int(event["to"]))
        moved = [self.words.change(name, before, after) for name, (before, after) in ends.items() if before != after]
        return self.words.folded(whose + ", ".join(moved), 2) if moved else []

    def moved(self, state: State, run: Sequence[Event], player: int | None, actor: int | None) -> str:
        """Cards that went from one pile to another: by name where the player sees one of the two."""
        source, target = self.ends(run[0])
        cards = [state["cards"][card] for event in run for card in event["cards"]]
        seen = self.sees(source, player) or self.sees(target, player)
        what = counted(self.words.cards[card].name for card in cards) if seen else "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        zones, under = self.words.zones, "under " if run[0]["place"] == "bottom" else ""
        of_other = "" if self.pile(source) == self.pile(target) else self.words.owner(*self.pile(target))
        return f"{self.owner(self.pile(source), actor)}{zones[source[0]].name} -> {of_other}{under}{zones[target[0]].name}: {what}"

    def shown(self, events: Sequence[Event], card: int, player: int | None) -> bool:
        """Whether a player sees a card go from or to somewhere in these events."""
        moves = [event for event in events if event["type"] == "move" and card in event["cards"]]
        return any(self.sees(place, player) for event in moves for place in self.ends(event))

    def ends(self, move: Event) -> tuple[Place, Place]:
        """The two piles of a move."""
        return (move["from"], move["from_owner"]), (move["to"], move["to_owner"])

    def sees(self, place: Place, player: int | None) -> bool:
        """Whether a player sees the cards of a pile."""
        visible = self.words.zones[place[0]].visible
        return visible == "all" or (visible == "owner" and place[1] == player)

    def pile(self, place: Sequence[Any]) -> tuple[str, int]:
        """The kind and the number of a pile's owner."""
        return self.words.zones[place[0]].owner, int(place[1])


def _record(event: Event) -> str:
    return f"{event['name']}: " + ", ".join(f"{key} {plain(value)}" for key, value in event["values"].items())


def plain(value: Any) -> str:
    """A printed value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
