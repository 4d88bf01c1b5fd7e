"""What a product is: a reader of one compilation that gives files as bytes.

A producer never touches the disk; ``build`` writes, or does not, all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem

if TYPE_CHECKING:  # a build in which nothing changed goes without the records of the rules
    from penance_build.ir.nodes import Asked


class Cache(Protocol):
    """A store of bytes by the hash of everything they were made from; it may forget anything at any time."""

    def get(self, key: str) -> bytes | None:
        """The bytes under this key, or None."""

    def put(self, key: str, data: bytes) -> None:
        """Keep the bytes; failing to is not an error."""


class NoCache:
    def get(self, key: str) -> bytes | None:
        return None

    def put(self, key: str, data: bytes) -> None:
        """Nothing is kept."""


class FileRefused(Exception):
    """A file of the game's folder that cannot be had: why, as the end of a sentence, and the cure."""

    def __init__(self, says: str, cure: str, is_absent: bool = False) -> None:
        """Keep them; ``is_absent``: there is none of this name."""
        super().__init__(says)
        self.says, self.cure, self.is_absent = says, cure, is_absent


class Files(Protocol):
    """The files of the game's folder, for pictures and fonts."""

    def content(self, name: str) -> bytes:
        """What a file holds, by its name from the folder with ``/``. Raises ``FileRefused``."""


class NoFiles:
    """Of a game that is in no folder."""

    def content(self, name: str) -> bytes:
        raise FileRefused("cannot be had, for this game was not read from a folder", "build it from a folder", is_absent=True)


class FacesAsked(Struct, frozen=True):
    """How single faces are made: ``size`` in pixels, else ``dpi``."""

    dpi: int = 300
    size: tuple[int, int] | None = None
    bleed: bool = False


class Selection(Struct, frozen=True):
    """Which cards are printed: those of these decks and with these ids, where any are named, and how often each.

    ``copies`` is how often, 0: as often as the deck has it. ``changed`` are pairs of a card and the decks with how many of it are to be
    printed anew there; None: all cards.
    """

    decks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    copies: int = 0
    changed: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] | None = None

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out, and nothing printed in another number."""
        return self == Selection()

    def count(self, deck: str, card: str, copies: int) -> int:
        """How often a card is printed that its deck has so often."""
        if (self.decks and deck not in self.decks) or (self.cards and card not in self.cards):
            return 0
        if self.changed is not None:
            copies = min(copies, dict(dict(self.changed).get(card, ())).get(deck, 0))
        return (self.copies or copies) if copies else 0

    def has(self, card: str) -> bool:
        """Whether a card is meant, whatever its deck."""
        return (not self.cards or card in self.cards) and (self.changed is None or card in dict(self.changed))


class Printing(Struct, frozen=True):
    """How card sheets are printed. Lengths are micrometres, ``twist`` hundredths of a degree, ``scale`` hundredths of a percent.

    ``pages`` is ``interleaved``, ``backs_last``, ``fronts`` or ``fold``; ``flip`` the edge over which paper is turned or folded, ""
    where nobody said. ``turn`` is ``auto``, ``upright`` or ``lying``; ``gap`` how far cards stand apart, None: as their edges need.
    ``marks`` is ``on``, ``off`` or ``lines``; ``ink`` ``full`` or ``low``. ``blanks`` are spare cards of each file.
    ``offset`` (to the right, down) and ``twist`` (with the clock) move backs, as they are looked at; ``scale`` (across, down) is that
    of all pages. They are those of ``printer``.
    """

    pages: str = "interleaved"
    flip: str = ""
    turn: str = "auto"
    gap: int | None = None
    marks: str = "on"
    ink: str = "full"
    watermark: str = ""
    blanks: int = 0
    printer: str = ""
    offset: tuple[int, int] = (0, 0)
    twist: int = 0
    scale: tuple[int, int] = (10_000, 10_000)

    @property
    def edge(self) -> str:
        """The edge over which paper is turned."""
        return self.flip or "long"


class ExitAsked(Struct, frozen=True):
    """For which maker or program the game is made, by the name of its profile.

    ``base_url`` is where pictures will be found, or ""; ``icc`` is the profile of a press, a file of the game's folder, or "".
    """

    profile: str = ""
    base_url: str = ""
    icc: str = ""


class Settings(Struct, frozen=True):
    """What the user chose for this build: ``paper`` is a name or a size (``a4``, ``320x450mm``), ``grid`` a grid of cards or "".

    ``files`` are those of the game, ``answers`` those to the odds that are printed; ``faces`` says how single faces are made,
    ``exit`` for whom, ``chosen`` which cards are printed, ``printing`` how. ``made_by`` is the digest of the program itself, for
    what is kept whole; without it, nothing is kept so.
    """

    paper: str
    cache: Cache
    files: Files = NoFiles()
    answers: Mapping[Asked, Fraction] = {}
    faces: FacesAsked = FacesAsked()
    exit: ExitAsked = ExitAsked()
    grid: str = ""
    made_by: str = ""
    chosen: Selection = Selection()
    printing: Printing = Printing()


class Artifact(Struct, frozen=True):
    """One file of a build: its path below ``DIR/<game>/`` with ``/``, its bytes, and the data it was made from.

    ``made_from`` holds sorted texts such as ``die d6`` or ``table prices``: kind and id. ``copies`` is how often one print of the
    file gives what it shows.
    """

    path: str
    data: bytes
    made_from: tuple[str, ...]
    copies: int = 1


class Produced(Struct, frozen=True):
    """The files of one product, and the problems found while making them (with errors, nothing is written)."""

    artifacts: tuple[Artifact, ...]
    problems: tuple[Problem, ...] = ()


Producer = Callable[[Compilation, Settings], Produced]
