"""The words of the screen: names of players, counters, piles, cards and faces."""

from __future__ import annotations

import re
from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any, TypeVar

from penance_build.ir.markup import runs
from penance_build.ir.nodes import Bot, Card, CounterDef, DeckDef, Program, ZoneDef
from penance_build.ir.record import replace
from penance_build.play.map import DIRECTIONS, Map

WIDTH = 80  # of a line, where nothing else is said
T = TypeVar("T", Bot, Card, CounterDef, DeckDef, ZoneDef)
_PLAYER = re.compile(r"\bPlayer [1-9][0-9]?\b(?! \()")
_WORD = re.compile(r"\s*([^\s*{}.,;:]*)")


def plain_text(text: str) -> str:
    """The text of a card without its markup: an icon is read as its name, once."""
    found, name = "", ""
    for run in runs(text):
        said = run.text
        if name:  # of the icon before
            word = _WORD.match(said)
            if word and word[1] and run.kind == "text":
                said = said.lstrip() if word[1].lower() == name else f"{name} {said.lstrip()}"
            else:
                said = name + said
            name = ""
        if run.kind == "icon":
            name = run.text.replace("_", " ")
            said = said[: len(said) - len(run.text)]
        found += said
    return found + name


def counted(names: Iterable[str]) -> str:
    """Names in alphabetical order, equal ones once with their number."""
    found = [(name, len(list(same))) for name, same in groupby(sorted(names))]
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in found)


def distinct(names: Mapping[str, str]) -> dict[str, str]:
    """Names by id: where several things have the same one, each with its id behind it."""
    found = dict(names)
    while clashing := {name for name, count in Counted(found.values()).items() if count > 1}:
        found = {key: f"{name} [{key}]" if name in clashing else name for key, name in found.items()}
    return found


def told_apart(things: Iterable[T]) -> dict[str, T]:
    """Things by id, no two of the same name."""
    found = {thing.id: thing for thing in things}
    names = distinct({key: thing.name for key, thing in found.items()})
    return {key: thing if thing.name == names[key] else replace(thing, name=names[key]) for key, thing in found.items()}


class Words:
    """How the things of one game are called. ``seats`` names the players, from the first; a line has so many characters."""

    def __init__(self, program: Program, seats: Sequence[str], width: int = WIDTH) -> None:
        self.seats, self.width = seats, width
        self.cards = told_apart(program.cards)
        self.enums = program.by_id.enums
        self.counters = {**program.by_id.counters, **told_apart(counter for counter in program.counters if counter.shown)}
        self.zones = told_apart(program.zones)
        self.dice = program.by_id.dice
        self.types = {group.id: group.name for group in program.card_types}
        self.printed = [attribute for attribute in program.attributes if attribute.shown in ("cost", "mark", "line")]
        self.maps = [Map(program, space, self.counters) for space in program.spaces]
        self.directed = {one.facing.id for one in self.maps if one.facing is not None}

    def card(self, name: str) -> str:
        """A card by its name, with its kind and what is printed on it besides its text."""
        card = self.cards[name]
        values = dict(card.values)
        shown = [self.types[card.type]] if card.type in self.types else []
        for attribute in self.printed:
            value, kind = values.get(attribute.id), attribute.type.kind
            if value is None or (kind == "bool" and not value):
                continue
            if kind == "bool":
                shown.append(attribute.name)
            elif kind != "int":
                shown.append(f"{attribute.name} {self.value(attribute.type.ref, value)}")
            else:
                ends = dict.fromkeys((value, values.get(attribute.to, value)))  # of a range, or the same
                text = "-".join(f"{end:+d}" if attribute.signed else str(end) for end in ends)
                shown.append(f"{text} {attribute.name}" if attribute.shown == "cost" else f"{attribute.name} {text}")
        return card.name + (f" ({', '.join(shown)})" if shown else "")

    def text(self, name: str) -> str:
        """What a card says."""
        return " ".join(plain_text(paragraph) for paragraph in self.cards[name].text)

    def value(self, ref: str, value: int) -> str:
        """A value of an enum by its name, a truth by nothing, a number as it is."""
        if ref in self.enums:
            return self.enums[ref].members[value].name
        return "" if ref == "bool" else str(value)

    def level(self, counter: str, value: int) -> str:
        """A counter and where it stands."""
        found = self.counters[counter]
        if counter in self.directed:
            return f"{found.name} {DIRECTIONS[value]}"
        shown = self.value(found.ref, value)
        if found.ref == "bool" and not value:
            shown = "no"
        return shown if shown.startswith(found.name) else f"{found.name} {shown}".rstrip()

    def change(self, counter: str, before: int, after: int) -> str:
        """A counter that has moved."""
        found = self.counters[counter]
        if found.ref == "bool":
            return f"{found.name}: {'yes' if after else 'no'}"
        if counter in self.directed:
            return f"{found.name} {DIRECTIONS[before]} -> {DIRECTIONS[after]}"
        return f"{found.name} {self.value(found.ref, before)} -> {self.value(found.ref, after)}"

    def owner(self, kind: str, owner: int) -> str:
        """Whose a counter or a pile is, as the beginning of a line."""
        if kind == "player":
            return f"{self.seats[owner]}: "
        place = next((one for one in self.maps if one.space.id == kind), None)
        return f"{place.names[owner]}: " if place is not None else ""

    def folded(self, text: str, indent: int = 0, hanging: int = 2) -> list[str]:
        """A text as lines of the screen, those after the first further in."""
        first, rest = " " * indent, " " * (indent + hanging)
        return wrap(text, self.width - 1, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False) or [first.rstrip()]

    def seated(self, text: str) -> str:
        """A text of the rules, which knows players by their numbers, with who they are: a program by its name, the one person as you."""
        called = {f"Player {number}": seat if seat != "You" else f"Player {number} (you)" for number, seat in enumerate(self.seats, 1)}
        return _PLAYER.sub(lambda found: called.get(found[0], found[0]), text)

    def face(self, die: str, face: int) -> str:
        """A face by its value, or its name."""
        found = self.dice[die]
        one = found.faces[face]
        return str(dict(one.values)["value"]) if found.has_values else one.name or one.id

    def drawn(self, event: dict[str, Any]) -> str:
        """The face that a roll gave."""
        return self.face(event["die"], event["face"])
