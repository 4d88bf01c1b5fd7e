"""What the writers of all forms are given: the game, its faces, the profile, and where pictures will be found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from penance_build.exits.drawn import Entry, Faces, Pile
from penance_build.exits.profiles import Profile
from penance_build.exits.raster import file_of
from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.press.complaints import Complaints
from penance_build.press.table import csv_bytes
from penance_build.product import Artifact, Cache, FileRefused, Files

if TYPE_CHECKING:
    from PIL.Image import Image


class Job(Record):
    """One export; ``base`` ends with ``/``, and pictures have it before their names.

    ``files`` are those of the game, ``icc`` the profile of a press that was asked for, by its name there; ``finishes`` those that
    layouts of the game ask for.
    """

    program: Program
    profile: Profile
    faces: Faces
    base: str
    complaints: Complaints
    cache: Cache
    files: Files
    icc: str = ""
    finishes: frozenset[str] = frozenset()

    def address(self, name: str) -> str:
        """Where a file of the export will be found."""
        return f"{self.base}{name}"

    def file(self, name: str, data: bytes, entries: Iterable[Entry] = (), more: Sequence[str] = ()) -> Artifact:
        """A file of the export, made from these cards."""
        made = {f"card {entry.card.id}" for entry in entries} | {*more}
        return Artifact(f"{self.profile.folder}/{name}", data, tuple(sorted(made)))

    def picture(
        self, name: str, picture: Image, entries: Iterable[Entry] = (), dpi: int = 0, about: tuple[str, str] = ("", "")
    ) -> Artifact:
        """A picture as a file of the export; one that is larger than the maker takes is reported."""
        data = file_of(picture, self.profile.file, dpi)
        if self.profile.most_bytes and len(data) > self.profile.most_bytes:
            says = f"the picture {name} has {len(data):,} bytes, and {self.profile.name} takes {self.profile.most_bytes:,}"
            self.complaints.say("E865", says, about, "make it less wide in the profile, or let it be `file: jpg`")
        return self.file(name, data, entries, () if entries else ("theme",))

    @property
    def made_from(self) -> tuple[str, ...]:
        """What an order of all piles is made from."""
        return tuple(sorted({name for pile in self.faces.piles for name in self.pile_made_from(pile)}))

    def pile_made_from(self, pile: Pile) -> tuple[str, ...]:
        """What the order of a pile is made from."""
        return (f"deck {pile.deck}", *(f"card {entry.card.id}" for entry in pile.entries))


def notice_of(files: Files) -> tuple[bytes, ...]:
    """The NOTICE of a game, where it has one: it goes where its figures go. What is wrong with one is said by the product of that name."""
    try:
        return (files.content("NOTICE"),)
    except FileRefused:
        return ()


def json_bytes(data: Any) -> bytes:
    """JSON as every program reads it."""
    return (json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def upload_list(job: Job, files: Iterable[Artifact]) -> bytes:
    """What must be put where its address says, with sizes and hashes to see that it arrived."""
    start = len(job.profile.folder) + 1
    rows = [(file.path[start:], job.address(file.path[start:]), len(file.data), hashlib.sha256(file.data).hexdigest()) for file in files]
    return csv_bytes(("file", "address", "bytes", "sha256"), sorted(rows))
