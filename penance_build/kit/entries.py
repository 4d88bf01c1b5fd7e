"""The files of a kit, for the page that tells of them: what each is, how many sheets of paper it takes, how often it is printed."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.kit.decks import deck_in
from penance_build.press.dice.flat_sheets import PAPER
from penance_build.press.documents import opened
from penance_build.press.reference.sheet import is_board, sheet_path, sides_of
from penance_build.press.text.strings import Strings
from penance_build.product import Artifact, Printing


class Entry(Record):
    """A file of a kit: its path, what it is, its sheets of paper, whether both sides are printed, how often.

    ``times`` 0: for each player, of whom nobody says how many there are; ``serves`` is for how many of them it is enough.
    ``is_parted``: its sheets are glued together.
    """

    path: str
    says: str
    sheets: int
    is_both: bool
    times: int
    serves: int = 1
    is_parted: bool = False

    def printed(self, players: int) -> int:
        """How many sheets of paper it takes for so many players, where it is for each of them."""
        return self.sheets * (self.times or -(-players // self.serves))


def sheet_entries(program: Program, artifacts: tuple[Artifact, ...], players: int, paper: str, strings: Strings) -> list[Entry]:
    """The sheets of the reference, those of players first."""
    made = {artifact.path: artifact for artifact in artifacts}
    found = []
    for name in dict.fromkeys(side.sheet for side in program.printed.reference):
        sides, artifact = sides_of(program, name), made.get(sheet_path(program, name, paper))
        if artifact is None:
            continue
        pages = _pages(artifact.data)
        is_both = pages > 1 and not is_board(sides[0])
        says = sides[0].title if name else strings.say("quick_reference")
        is_players = any(side.owner for side in sides)
        times = 1 if not is_players else -(-players // artifact.copies)
        says, count = says[:1].upper() + says[1:], -(-pages // 2) if is_both else pages
        entry = Entry(artifact.path, says, count, is_both, times, artifact.copies, pages > 1 and not is_both)
        found.append((not is_players, entry))
    return [entry for _, entry in sorted(found, key=lambda item: item[0])]


def card_entries(program: Program, artifacts: tuple[Artifact, ...], copies: Mapping[str, int], printing: Printing) -> list[Entry]:
    """The sheets of cards, deck by deck, each with how often it is printed; those with the backs of another deck say of which."""
    is_both = printing.pages in ("interleaved", "backs_last")
    found = []
    for artifact in artifacts:
        pages = _pages(artifact.data)
        mine = deck_in(program, artifact)
        others = [deck.name for deck in program.decks if f"deck {deck.id}" in artifact.made_from and deck is not mine]
        says = f"{mine.name}: {others[0]}" if others else mine.name
        found.append(Entry(artifact.path, says, pages // 2 if is_both else pages, is_both, copies[artifact.path]))
    return found


def die_entries(program: Program, artifacts: tuple[Artifact, ...], strings: Strings) -> list[Entry]:
    """The sheets of dice: what the faces of each mean, and paper dice."""
    named = {f"die {die.id}": die.name for die in program.dice}
    found = []
    for artifact in artifacts:
        is_paper = artifact.path.startswith(f"dice/{PAPER.file}-")
        says = strings.say(PAPER.title) if is_paper else next(name for key, name in named.items() if key in artifact.made_from)
        found.append(Entry(artifact.path, says, _pages(artifact.data), False, 1))
    return found


def _pages(pdf: bytes) -> int:
    with opened(pdf) as document:
        return len(document.pages)
