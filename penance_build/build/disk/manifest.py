"""The manifest of a build: each file with its hash and what it was made from, and the hashes that say whether it is still true.

``manifest.json`` is written last, so a folder whose files differ from it was interrupted and is built again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final, NotRequired, TypedDict

from msgspec import Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from penance_build import __version__
from penance_build.build.disk.regular import hash_regular, read_regular
from penance_build.diagnostics.formats.clean import clean

NAME = "manifest.json"
FORMAT = "penance-build manifest"
VERSION = 1
LARGEST: Final = 32_000_000  # bytes; a file takes some 300 of them and a card 150, and a game of 10,000 cards stays far below


class Entry(Struct, frozen=True):
    """One file: path below the build's folder, SHA-256 (hex), size in bytes, the product it belongs to, what it was made from."""

    path: str
    sha256: str
    size: int
    product: str
    made_from: tuple[str, ...]


class Ir(Struct, frozen=True):
    """The version of the form of the program that was built, and the hash of the program."""

    version: int
    sha256: str


class Print(TypedDict):
    """What a card was printed from, by digests of its front and of its backs by deck, and how many copies each deck has.

    ``fronts`` are those of decks in which it has another front, which says the deck or is set beside other cards.
    """

    front: str
    fronts: NotRequired[dict[str, str]]
    backs: dict[str, str]
    copies: dict[str, int]


class Manifest(Struct, frozen=True):
    """What a manifest says, in the types in which a build writes it.

    ``products`` maps a product to the hash of all it depends on; ``defaults`` and ``options`` are the full choices.
    ``stale`` are the products that were left as they were when the game had changed. ``prints`` says of each card by digests what its
    front and backs are printed from, and how many copies decks have: so that a later build can tell what to print anew.
    """

    game: str
    game_version: str
    options: Mapping[str, str]
    defaults: Mapping[str, str]
    ir: Ir
    paper: str
    libraries: Mapping[str, str]
    products: Mapping[str, str]
    warnings: int
    files: tuple[Entry, ...]
    stale: tuple[str, ...] = ()
    prints: Mapping[str, Print] = {}

    def chosen(self) -> dict[str, str]:
        """The options that are not at their default."""
        return {name: value for name, value in self.options.items() if self.defaults.get(name) != value}

    @property
    def left(self) -> tuple[str, ...]:
        """The stale products of which there are files."""
        return tuple(name for name in self.stale if self.of(name))

    def of(self, product: str) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.files if entry.product == product)

    def dumps(self) -> bytes:
        data = {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "game": self.game,
            "game_version": self.game_version,
            "options": dict(self.options),
            "defaults": dict(self.defaults),
            "ir": asdict(self.ir),
            "paper": self.paper,
            "libraries": dict(self.libraries),
            "products": dict(self.products),
            "stale": list(self.stale),
            "warnings": self.warnings,
            "prints": dict(self.prints),
            "files": [asdict(entry) for entry in sorted(self.files, key=lambda entry: entry.path)],
        }
        data["digest"] = _digest(data)
        return (json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode("utf-8")


def _digest(data: Mapping[str, Any]) -> str:
    """The hash of what a manifest says, but for itself: one in which anything was changed, or is missing, is none."""
    text = json.dumps({key: value for key, value in data.items() if key != "digest"}, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def read(folder: Path) -> Manifest | None:
    """The manifest of a built folder; None where there is none that we can rely on."""
    return read_file(folder / NAME, follows=False)


def read_file(path: Path, *, follows: bool = True) -> Manifest | None:
    """The manifest that a file of any name holds; None where it holds none that we can rely on."""
    try:
        data = json.loads(read_regular(path, LARGEST, follows=follows))
        if data["format"] != FORMAT or data["version"] != VERSION or data["digest"] != _digest(data):
            return None
        found = convert(data, Manifest)
        return replace(found, files=tuple(entry for entry in found.files if is_inside(entry.path)))
    except (OSError, ValueError, ValidationError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        return None


def read_bytes(folder: Path) -> bytes:
    """The manifest of a folder as it lies there; nothing where there is none, or what lies there is none that is read."""
    try:
        return read_regular(folder / NAME, LARGEST)
    except OSError:
        return b""


def is_inside(path: str) -> bool:
    """Whether a path of a manifest stays in its folder: a manifest may be anybody's, and what it lists may be removed.

    Our own are written in one way only, and have no line ends in them: others name the same file otherwise, or are printed as lines.
    """
    pure = PurePosixPath(path)
    is_plain = bool(pure.parts) and pure.as_posix() == path and clean(path) == path
    return is_plain and not pure.is_absolute() and ".." not in pure.parts and "\\" not in path


def passes_a_link(folder: Path, path: str) -> bool:
    """Whether a path below a folder goes through a link, or is one: what lies behind it is not ours."""
    parts = PurePosixPath(path).parts
    return any(folder.joinpath(*parts[:count]).is_symlink() for count in range(1, len(parts) + 1))


def is_intact(folder: Path, entry: Entry) -> bool:
    """Whether the file is there with the bytes that the manifest says."""
    path = folder / entry.path
    try:
        if passes_a_link(folder, entry.path) or not path.is_file() or path.stat().st_size != entry.size:
            return False
        return hash_regular(path, entry.size) == entry.sha256
    except OSError:
        return False
