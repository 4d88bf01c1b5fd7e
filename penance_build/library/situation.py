"""Where a question is asked: a game that is set up, given in words, or one that was saved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from penance_build.diagnostics.suggest import near
from penance_build.ir.identity import rules_hash
from penance_build.ir.interpret.ready import MOST_PLAYERS, PLAYERS, faults, players_of, ready
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import CounterDef, Pile, Played, Procedure, Situation, Type
from penance_build.ir.play import playable
from penance_build.library.errors import WrongUse
from penance_build.library.values import Given, read_value

Lying = str | Mapping[str, int]  # a deck, cards as ``bolt:3,plain``, or cards with their copies
_CARDS = re.compile(r"([a-z][a-z0-9_]*)(?::([0-9]{1,4}))?")
MOST_CARDS = 9_999


class Ready(Struct, frozen=True):
    """A game that stands ready: its ``state`` (None: a new game in which no card lies anywhere), and the inputs that its setup gives to
    the procedure that it begins."""

    state: State | None = None
    begins: str = ""
    inputs: tuple[tuple[str, int], ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return PLAYERS if self.state is None else self.state.players

    def given_to(self, procedure: Procedure) -> dict[str, int]:
        """The inputs that the setup gives to a procedure: those of the one that it begins."""
        return dict(self.inputs) if procedure.id == self.begins else {}


def situation(
    program: Played,
    *,
    setup: str = "",
    decks: Sequence[str] = (),
    counters: Mapping[str, Given | Sequence[Given]] | None = None,
    zones: Mapping[str, Lying | Sequence[Lying]] | None = None,
    players: int = 0,
) -> Situation | None:
    """What ``odds`` and ``run`` take as the game that is asked about; None where nothing is given.

    ``counters`` gives a value for all owners, or one for each; ``zones`` a pile for all owners, or one for each: a deck, or cards with
    their copies. Raises WrongUse, whose ``about`` is setup, decks, counters, zones or players.
    """
    levels = tuple((name, _values(program, name, value)) for name, value in (counters or {}).items())
    piles = tuple((name, _piles(program, name, value)) for name, value in (zones or {}).items())
    asked = Situation(setup, tuple(decks), levels, piles, players)
    _check(program, asked)
    return None if asked == Situation() else asked


def _check(program: Played, asked: Situation) -> None:
    """Raise WrongUse for the first that is wrong with a situation."""
    for fault in faults(program.by_id, asked):
        raise WrongUse(fault.text + ("" if fault.known is None else near(fault.name, fault.known)), fault.part)


def _values(program: Played, name: str, given: Given | Sequence[Given]) -> tuple[int, ...]:
    """The values of a counter as integers; those of one that is not there are left to ``faults``."""
    counter = program.by_id.counters.get(name)
    values = [given] if isinstance(given, int | bool | str) else list(given)
    if counter is None:
        return (0,)
    return tuple(read_value(program, name, _type_of(counter), value, about="counters") for value in values)


def _type_of(counter: CounterDef) -> Type:
    kind = "bool" if counter.ref == "bool" else "enum" if counter.ref else "int"
    return Type(kind, counter.ref if kind == "enum" else "", counter.low, counter.high, counter.unit)


def _piles(program: Played, name: str, given: Lying | Sequence[Lying]) -> tuple[Pile, ...]:
    """The piles of a zone: one for all owners, or one for each."""
    piles = [given] if isinstance(given, str | Mapping) else list(given)
    return tuple(_pile(program, name, pile) for pile in piles)


def _pile(program: Played, zone: str, given: Lying) -> Pile:
    """One pile: the cards of a deck, or those that are named."""
    if isinstance(given, str):
        if given in program.by_id.decks:
            return program.by_id.decks[given].cards
        return tuple(_copies(program, zone, part.strip()) for part in given.split(",")) if given.strip() else ()
    for card, copies in given.items():
        if isinstance(copies, bool) or not 0 <= copies <= MOST_CARDS:
            raise WrongUse(f"of a card there are 0 to {MOST_CARDS} in a zone, not {copies} of `{card}`", "zones")
    return tuple((card, copies) for card, copies in given.items())


def _copies(program: Played, zone: str, text: str) -> tuple[str, int]:
    match = _CARDS.fullmatch(text)
    if match is None:
        raise WrongUse(f"the zone `{zone}` takes cards as CARD:COPIES, or a deck; found `{text}`", "zones")
    if match[2] is None and match[1] not in program.by_id.cards:
        known = [*program.by_id.decks, *program.by_id.cards]
        raise WrongUse(f"there is neither a deck nor a card `{text}`{near(text, known)}", "zones")
    return match[1], int(match[2] or 1)


def stands_ready(program: Played, asked: Situation | State | None) -> Ready:
    """The game in which a question is asked. Raises WrongUse."""
    if isinstance(asked, State):
        return Ready(asked)
    if asked is None:
        return Ready()
    _check(program, asked)
    setup = program.by_id.setups.get(asked.setup)
    if setup is None:
        return Ready(ready(program, asked))
    fits = players_of(program.by_id, asked) >= setup.players  # with fewer players the seats that a setup names are not there
    return Ready(ready(program, asked), setup.procedure, setup.inputs if fits else ())


# ---------------------------------------------------------------- saved games


def saved_game(program: Played, data: Any) -> State:
    """The counters and zones of a saved game: the state of an engine as plain data, or what ``penance play`` keeps.

    What runs in it is left aside, and nobody has seen in which order the cards of hidden zones lie. Raises WrongUse.
    """
    state = data.get("state", data) if isinstance(data, dict) else None
    if not isinstance(state, dict) or not {"rules", "players", "counters", "zones", "cards"} <= set(state):
        raise WrongUse("this is not a saved game", "state")
    if state["rules"] != rules_hash(playable(program)):
        raise WrongUse("this game was saved under other rules; ask with the game and the options that it began with", "state")
    names = {card.id: at for at, card in enumerate(program.cards)}
    try:
        cards = [names[card] for card in state["cards"]]
        last = len(cards) - 1
        zones = {zone.id: [[_whole(card, 0, last) for card in pile] for pile in state["zones"][zone.id]] for zone in program.zones}
        counters = {item.id: [_whole(value, item.low, item.high) for value in state["counters"][item.id]] for item in program.counters}
        players = _whole(state["players"], 1, MOST_PLAYERS)
        found = State(players, counters, zones, cards, frozenset(zone.id for zone in program.zones if zone.visible == "none"))
        _fits(program, found)
    except (KeyError, TypeError, ValueError) as error:
        raise WrongUse("this saved game is damaged", "state") from error
    return found


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(value)
    return value


def _fits(program: Played, state: State) -> None:
    """Raise ValueError where rows or cards are too few or too many."""
    empty = ready(program, Situation(players=state.players))
    rows = [(len(empty.counters[name]), len(row)) for name, row in state.counters.items()]
    rows += [(len(empty.zones[name]), len(row)) for name, row in state.zones.items()]
    lying = sorted(card for row in state.zones.values() for pile in row for card in pile)
    if any(wanted != found for wanted, found in rows) or lying != list(range(len(state.cards))):
        raise ValueError(state)
