"""What a person at the table reads: the map, the counters, the hand, what is asked and what may be answered. Plain text, line by line.

Everything comes from what ``view`` gives for the player at the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from penance_build.ir.nodes import ZoneDef
from penance_build.play.map import Map
from penance_build.play.table import Action, State, Table
from penance_build.play.telling import Telling
from penance_build.play.words import WIDTH, Words, counted, distinct


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to what is asked: the action, its name on the screen, whether it may be given, and what else it is called; other
    answers may be called so too."""

    action: Action
    name: str
    is_legal: bool
    called: tuple[str, ...]


class Screen:
    """Turns states of one game into lines, of so many characters. ``seats`` names the players, from the first."""

    def __init__(self, table: Table, seats: Sequence[str], width: int = WIDTH) -> None:
        program = table.program
        self.rules, self.options_of, self.legal = table.rules, table.options_of, table.legal
        self.cards = program.by_id.cards
        self.words = Words(program, seats, width)
        self.telling = Telling(program, self.words)
        self.setups = program.setups
        self.results = {procedure.id: procedure.results for procedure in program.procedures}
        self.procedures = {procedure.id: procedure.name for procedure in program.procedures}
        self.sections = {
            f"{source.id}/{part[0]}": f"{source.short or source.title}: {part[1]}"
            for source in program.proved.sources
            for part in source.sections
        }

    # ------------------------------------------------------------ the table

    def table(self, state: State, player: int | None) -> list[str]:
        """All that a player sees; a spectator where there is none."""
        view = self.rules.view(state, player)
        counters = view["counters"]
        lines = []
        for one in self.words.maps:
            lines += [*self.map(one, view, player), *self.words.folded("; ".join(one.legend), hanging=0)]
        game = self.levels(counters, 0, "game")
        lines += self.words.folded(", ".join(game)) if game else []
        lines += [line for zone in self.zones(of_players=False) for line in self.pile(view, zone, 0, player)]
        others = [owner for owner in range(view["players"]) if owner != player]
        for owner in [*others, *([player] if player is not None else [])]:
            stands = [words for one in self.words.maps if (words := one.stands(counters, owner))]
            lines += ["", self.words.seats[owner] + (" (you)" if owner == player and self.words.seats[owner] != "You" else "")]
            levels = [*stands, *self.levels(counters, owner, "player")]
            lines += self.words.folded(", ".join(levels), 2) if levels else []
            hidden = [f"{zone.name} {view['zones'][zone.id][owner]}" for zone in self.zones() if self.is_closed(view, zone, owner)]
            lines += self.words.folded(", ".join(hidden), 2) if hidden else []
            lines += [f"  {line}" for zone in self.zones() for line in self.pile(view, zone, owner, player)]
        return lines

    def map(self, one: Map, view: State, player: int | None) -> list[str]:
        """A map, and who is who on it."""
        return [*one.lines(view["counters"]), *self.words.folded("; ".join(self.standing(one, view, player)))]

    def maps(self, state: State, player: int | None) -> list[str]:
        """All maps, as the player sees them."""
        view = self.rules.view(state, player)
        return [line for one in self.words.maps for line in self.map(one, view, player)]

    def standing(self, one: Map, view: State, player: int | None) -> Iterator[str]:
        """Who is who on a map, and how far the others are from this player."""
        for other in range(view["players"] if one.at is not None else 0):
            hexes = None if player is None or other == player else one.apart(view["counters"], player, other)
            away = "" if hexes is None else ", 1 hex away" if hexes == 1 else f", {hexes} hexes away"
            yield f"{one.sign(view['counters'], other)} {self.words.seats[other]}{away}"

    def zones(self, of_players: bool = True) -> list[ZoneDef]:
        """The piles of each player, or those of the game."""
        return [zone for zone in self.words.zones.values() if (zone.owner == "player") == of_players]

    def is_closed(self, view: State, zone: ZoneDef, owner: int) -> bool:
        """Whether only the number of cards in a pile is known, and it is not empty."""
        return isinstance(view["zones"][zone.id][owner], int) and view["zones"][zone.id][owner] > 0

    def levels(self, counters: dict[str, list[int]], owner: int, kind: str) -> list[str]:
        """The counters of an owner that are not zero, but for where and how it stands on a map."""
        drawn = {counter.id for one in self.words.maps for counter in (one.at, one.facing) if counter is not None}
        found = []
        for name, counter in self.words.counters.items():
            if counter.owner == kind and counter.shown and name not in drawn and (value := counters[name][owner]):
                found.append(self.words.level(name, value))
        return found

    def pile(self, view: State, zone: ZoneDef, owner: int, player: int | None) -> list[str]:
        """A pile that is seen: one's own hand in full, an open one by name; of the game also the number of a closed one."""
        pile = view["zones"][zone.id][owner]
        if isinstance(pile, int):
            return [f"{zone.name}: {pile}"] if pile and zone.owner != "player" else []
        if not pile:
            return []
        if zone.visible == "owner":
            return [f"{zone.name}:", *(line for name in sorted(view["cards"][card] for card in pile) for line in self.card(name))]
        indent = 2 if zone.owner == "player" else 0
        text = f"{zone.name}: " + counted(self.words.cards[view["cards"][card]].name for card in pile)
        return [line[indent:] for line in self.words.folded(text, indent)]

    def card(self, name: str) -> list[str]:
        """A card with what is printed on it."""
        text = self.words.text(name)
        return [line[2:] for line in self.words.folded(self.words.card(name) + (f": {text}" if text else ""), 4, 4)]

    # ------------------------------------------------------------ what is asked

    def headline(self, state: State, who: str) -> str:
        """Who decides, in which procedure, and where the game stands."""
        width = self.words.width
        left = shorten(f"---- {who}: {self.procedures[state['pending']['procedure']]}", width - 6, placeholder="\u2026") + " "
        game = ", ".join(self.levels(state["counters"], 0, "game"))
        right = f" {game} ----" if 0 < len(game) < width // 2 and len(left) + len(game) + 10 < width else ""
        return left + "-" * max(4, width - 1 - len(left) - len(right)) + right

    def prompt(self, state: State) -> str:
        """The question, with the values that it names."""
        return self.words.seated(str(self.rules.view(state, state["pending"]["by"])["pending"]["prompt"]))

    def choices(self, state: State) -> list[Choice]:
        """All that may be asked for, options as the rules list them, of cards those that are legal first; of equal cards one."""
        pending, legal = state["pending"], self.legal(state)
        head = {"type": pending["type"], "procedure": pending["procedure"], "slot": pending["slot"]}
        if pending["type"] == "choose":
            names = self.options_of(state)
            actions = {option: dict(head, option=option) for option in names}
            return [Choice(actions[option], name, actions[option] in legal, (names[option],)) for option, name in distinct(names).items()]
        seen = self.rules.view(state, pending["by"])["cards"]
        known = sorted((seen[card], card) for card in state["zones"][pending["zone"]][pending["owner"]] if seen[card] is not None)
        once: dict[tuple[str, bool], Choice] = {}
        for kind, card in known:
            action = dict(head, card=card)
            is_legal = action in legal
            called = (self.cards[kind].name, self.words.cards[kind].name)
            once.setdefault((kind, is_legal), Choice(action, self.words.card(kind), is_legal, called))
        return sorted(once.values(), key=lambda choice: not choice.is_legal)

    def named(self, state: State, action: Action) -> str:
        """What an action is called; only for one whose card may be named."""
        if "card" in action:
            return self.words.cards[state["cards"][action["card"]]].name
        return distinct(self.options_of(state))[action["option"]]

    def why(self, state: State, choice: Choice) -> list[str]:
        """Why an action is not allowed."""
        described = self.rules.describe(state, state["pending"]["by"])["actions"]
        why = next((one["why"] for one in described if one["action"] == choice.action), None)
        if why is None:
            return [f"{choice.name} is allowed"]
        source = f" ({'; '.join(self.sections.get(part, part) for part in why['source'].split(', '))})" if why["source"] else ""
        if not why["parts"]:
            return self.words.folded(f"{choice.name}: {why['text']}{source}")
        head = self.words.folded(f"{choice.name} is not allowed{source}. What does not hold:")
        return [*head, *(line for part in why["parts"] for line in self.words.folded(part["text"], 2))]

    def result(self, state: State) -> list[str]:
        """How a game ended: members by their names, and a winner, which counts seats from 1, by who it is."""
        types = {item.name: item.type for item in self.results[state["procedure"]]}
        winners = {setup.winner for setup in self.setups if setup.procedure == state["procedure"]}
        lines = []
        for name, value in state["result"].items():
            shown = "yes" if value is True else "no" if value is False else str(value)
            if types[name].kind == "enum":
                shown = next(member.name for member in self.words.enums[types[name].ref].members if member.id == value)
            elif name in winners and 0 <= value <= state["players"]:
                shown = self.words.seats[value - 1] if value else "nobody"
            lines += self.words.folded(f"{name.replace('_', ' ')}: {shown}", 2)
        return lines
