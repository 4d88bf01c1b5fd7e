"""Which decks a kit has: those that players bring, and those that lie ready where they are brought."""

from __future__ import annotations

from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.product import Artifact


class Decks(Record):
    """``brought`` are the decks that players bring, ``ready`` those that setups lay out, each once for a player or once."""

    brought: tuple[str, ...]
    ready: tuple[tuple[str, bool], ...]
    players: int

    @property
    def all(self) -> tuple[str, ...]:
        """Every deck of the kit."""
        return (*self.brought, *(name for name, _ in self.ready if name not in self.brought))

    def has(self, artifact: Artifact) -> bool:
        """Whether the sheets of a deck are of this kit: its cards, and the deck whose backs they have."""
        return _decks_in(artifact) <= set(self.all)

    def times(self, artifact: Artifact) -> int:
        """How often the sheets of a deck are printed so that every player has what is theirs."""
        named, each = _decks_in(artifact), dict(self.ready)
        is_alone = len(self.brought) == 1  # all bring the same
        if named & set(self.brought):
            return max(1, self.players) if is_alone else 1
        return max(1, self.players) if any(each.get(name, False) for name in named) else 1


def _decks_in(artifact: Artifact) -> frozenset[str]:
    """The decks that a file was made from."""
    return frozenset(name.removeprefix("deck ") for name in artifact.made_from if name.startswith("deck "))


def decks_of(program: Program, chosen: tuple[str, ...]) -> Decks:
    """The decks of a kit: those chosen, else those of the setups, else all; and what the setups lay out beside them."""
    brought = chosen or tuple(dict.fromkeys(name for setup in program.setups if setup.deck for name in setup.decks))
    ready: dict[str, bool] = {}
    for setup in program.setups:
        for zone, deck in setup.zones:
            ready[deck] = ready.get(deck, False) or program.by_id.zones[zone].owner == "player"
    if not chosen:
        brought = brought or tuple(deck.id for deck in program.decks if deck.id not in ready)
    players = max((setup.players for setup in program.setups), default=0)
    return Decks(brought, tuple(item for item in ready.items() if item[0] not in brought), players)
