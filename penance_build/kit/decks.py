"""Which decks a kit has: those that players bring, and those that lie ready where they are brought; and how often each is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from penance_build.ir.nodes import DeckDef, Program, Setup
from penance_build.ir.record import Record
from penance_build.press.backs.chosen import CardBack, back_of, deck_backs
from penance_build.press.backs.meeting import meetings
from penance_build.product import Artifact


class Decks(Record):
    """``brought`` are the decks that players bring, ``ready`` those that setups lay out, each once for a player or once.

    ``needed`` is how often each deck is there in the game that needs most of it.
    """

    brought: tuple[str, ...]
    ready: tuple[tuple[str, bool], ...]
    players: int
    needed: tuple[tuple[str, int], ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every deck of the kit."""
        return (*self.brought, *(name for name, _ in self.ready if name not in self.brought))


def decks_of(program: Program, chosen: tuple[str, ...]) -> Decks:
    """The decks of a kit: those chosen, else those of the setups, else all; and what the setups lay out beside them."""
    brought = chosen or tuple(dict.fromkeys(name for setup in program.setups if setup.deck for name in setup.decks))
    ready: dict[str, bool] = {}
    needed: dict[str, int] = {}
    for setup in program.setups:
        for zone, deck in setup.zones:
            ready[deck] = ready.get(deck, False) or program.by_id.zones[zone].owner == "player"
        for name, count in _there(program, setup, chosen).items():
            needed[name] = max(needed.get(name, 0), count)
    if not chosen:
        brought = brought or tuple(deck.id for deck in program.decks if deck.id not in ready)
    players = max((setup.players for setup in program.setups), default=0)
    return Decks(brought, tuple(item for item in ready.items() if item[0] not in brought), players, tuple(needed.items()))


def _there(program: Program, setup: Setup, chosen: tuple[str, ...]) -> Counter[str]:
    """How often each deck is there in a game that begins so: where there are fewer decks than players, several bring the same."""
    there: Counter[str] = Counter()
    laid = {deck for _, deck in setup.zones}
    listed = {name for other in program.setups if other.deck for name in other.decks}
    asked = [name for name in chosen if name in setup.decks or name not in listed] if chosen else [*setup.decks]
    # A setup without `decks:` lists all of them, those too that it lays out.
    brought = ([name for name in asked if name not in laid] or ([] if chosen else asked)) if setup.deck else []
    for name in brought:
        there[name] += -(-setup.players // len(brought))
    for zone, deck in setup.zones:
        there[deck] += setup.players if program.by_id.zones[zone].owner == "player" else 1
    return there


def copies_of(program: Program, decks: Decks, artifacts: Sequence[Artifact]) -> dict[str, int]:
    """How often each sheet of cards is printed so that all players have what is theirs, by its path; without those of no deck of the kit.

    A deck that is printed with the backs of each deck into which it is shuffled is printed as often as these are there.
    """
    met, needed, found = meetings(program), dict(decks.needed), {}
    backs = deck_backs(program, met)
    for artifact in artifacts:
        own = deck_in(program, artifact)
        count = needed.get(own.id, 1) if own.id in decks.all else 0
        if len(backs[own.id]) > 1:
            seen = _behind(program, own, _owner_in(program, artifact, own))
            hosts = (program.by_id.decks[name] for name in decks.all if (own.id, name) in met)
            count = min(count, sum(needed.get(host.id, 1) for host in hosts if _behind(program, own, host) == seen))
        if count:
            found[artifact.path] = count
    return found


def deck_in(program: Program, artifact: Artifact) -> DeckDef:
    """The deck whose cards are on a sheet."""
    stem = artifact.path.rpartition("/")[2]
    return max((deck for deck in program.decks if stem.startswith(f"{deck.id}-")), key=lambda deck: len(deck.id))


def _owner_in(program: Program, artifact: Artifact, own: DeckDef) -> DeckDef:
    """The deck whose backs are on a sheet of a deck."""
    return next((deck for deck in program.decks if deck is not own and f"deck {deck.id}" in artifact.made_from), own)


def _behind(program: Program, own: DeckDef, owner: DeckDef) -> tuple[CardBack, ...]:
    """The backs that the cards of a deck have in another."""
    return tuple(back_of(program, owner, program.by_id.cards[card]) for card, _ in own.cards)
