"""What files of backs are called: each as its faction, deck or picture is, and no two that look different alike."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Program
from penance_build.press.backs.chosen import CardBack, DeckBack, back_of, printed_decks
from penance_build.press.imposition.trims import Trim
from penance_build.press.look.sizes import trim_for

_Look = tuple[str, tuple[str, ...], Trim]


class BackNames:
    """The names of all backs of a program: where two would be called alike, the later one in the order of its decks has a number."""

    def __init__(self, program: Program, backs: Mapping[str, tuple[DeckBack, ...]]) -> None:
        self._is_mixed = len({trim_for(program, card) for card in program.cards}) > 1
        self._names: dict[_Look, str] = {}
        self._taken: set[str] = set()
        for deck in printed_decks(program):
            for printed in backs[deck.id]:
                for card in (program.by_id.cards[name] for name, _ in deck.cards):
                    chosen = back_of(program, printed.owner, card)
                    if not chosen.card:
                        self.of(chosen, trim_for(program, card))

    def of(self, chosen: CardBack, trim: Trim) -> str:
        """The name of a back of this size, which is part of it where cards have several."""
        look = (chosen.name, chosen.named, trim)
        if look not in self._names:
            self._names[look] = self.free("-".join(filter(None, (chosen.name, trim.name if self._is_mixed else ""))))
        return self._names[look]

    def free(self, wanted: str) -> str:
        """A name that no back has, and none will have from now on: as it is wanted, or with the first number that makes it so."""
        name = next(
            name for name in (wanted, *(f"{wanted}-{number}" for number in range(2, len(self._taken) + 3))) if name not in self._taken
        )
        self._taken.add(name)
        return name
