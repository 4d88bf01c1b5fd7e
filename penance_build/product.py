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
    """Which single faces are made, and how: ``size`` in pixels, else ``dpi``; of one card or deck alone where these are named."""

    dpi: int = 300
    size: tuple[int, int] | None = None
    bleed: bool = False
    card: str = ""
    deck: str = ""


class ExitAsked(Struct, frozen=True):
    """For which maker or program the game is made, by the name of its profile; ``base_url`` is where pictures will be found, or ""."""

    profile: str = ""
    base_url: str = ""


class Settings(Struct, frozen=True):
    """What the user chose for this build: ``paper`` is a name or a size (``a4``, ``320x450mm``), ``grid`` a grid of cards or "".

    ``files`` are those of the game, ``answers`` those to the odds that are printed; ``faces`` says which single faces are made,
    ``exit`` for whom. ``made_by`` is the digest of the program itself, for what is kept whole; without it, nothing is kept so.
    """

    paper: str
    cache: Cache
    files: Files = NoFiles()
    answers: Mapping[Asked, Fraction] = {}
    faces: FacesAsked = FacesAsked()
    exit: ExitAsked = ExitAsked()
    grid: str = ""
    made_by: str = ""


class Artifact(Struct, frozen=True):
    """One file of a build: its path below ``DIR/<game>/`` with ``/``, its bytes, and the data it was made from.

    ``made_from`` holds sorted texts such as ``die d6`` or ``table prices``: kind and id.
    """

    path: str
    data: bytes
    made_from: tuple[str, ...]


class Produced(Struct, frozen=True):
    """The files of one product, and the problems found while making them (with errors, nothing is written)."""

    artifacts: tuple[Artifact, ...]
    problems: tuple[Problem, ...] = ()


Producer = Callable[[Compilation, Settings], Produced]
