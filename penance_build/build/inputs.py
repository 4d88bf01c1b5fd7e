"""Hashes everything that a product is made from, so that an unchanged game is not built twice.

It is taken over bytes, before anything is parsed: the game's files, the program's own, and for what is printed the
paper and the versions of the layout libraries. Equal hashes mean equal files; the manifest keeps the hash.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from penance_build.build.disk.output import MARKER
from penance_build.build.errors import CannotBuild
from penance_build.press.imposition.grids import wanted_grid
from penance_build.press.imposition.measures import length_of
from penance_build.press.imposition.papers import LARGEST_UM, PAPERS, SMALLEST_UM, paper_of
from penance_build.shipped import data_folder, installed, package_folder

GAME_SUFFIXES = (
    ".css", ".csv", ".html", ".icc", ".icm", ".j2", ".jpeg", ".jpg", ".json", ".otf", ".png", ".svg", ".tsv", ".ttf", ".txt", ".webp",
    ".woff2", ".xlsx", ".yaml", ".yml", "notice",
)  # fmt: skip
LARGEST: Final = 128_000_000  # bytes of a file that a product may be made from
PRINTING = "print.yaml"  # in the game's folder: how a user prints, which is asked with the build
UNREAD = frozenset({"__pycache__", "node_modules"})  # folders that are no part of a game
RULE_SUFFIXES = (".csv", ".json", ".svg", ".tsv", ".txt", ".xlsx", ".yaml", ".yml")  # icons are drawings of the game
PACKAGES = (  # besides those of press.text.libraries
    "ezdxf", "fontpkg-alegreya-sans", "fontpkg-cinzel", "fontpkg-marcellus", "fontpkg-spectral", "jinja2", "pillow",
    "pypdfium2", "skia-pathops",
)  # fmt: skip


def hash_game(folder: Path) -> str:
    """The hash of every file of the game's folder that can have a part in a build, by relative path and bytes."""
    return _hash_files(folder, GAME_SUFFIXES)


def hash_rules(folder: Path) -> str:
    """The hash of every file of the game's folder that rules are read from, and of the names of all others: rules say which there are."""
    names = "\0".join(name for name, _ in _walk(folder, GAME_SUFFIXES))
    return hashlib.sha256(f"{_hash_files(folder, RULE_SUFFIXES)} {names}".encode("utf-8", "surrogateescape")).hexdigest()


@cache
def hash_program() -> str:
    """The hash of the program itself: its modules, schemas and templates, and the version of Python."""
    digest = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for folder, suffixes in (
        (package_folder(), ("",)),  # also the fixed parts of engines, in whatever language
        (data_folder("schemas"), (".json",)),
        (data_folder("templates"), ("",)),
        (data_folder("profiles"), (".yaml",)),
    ):
        digest.update(_hash_files(folder, suffixes).encode())
    return digest.hexdigest()


def _hash_files(folder: Path, suffixes: tuple[str, ...]) -> str:
    """The hash of names and bytes. Of what is too large for any product to use, the size stands for the bytes."""
    digest = hashlib.sha256()
    for name, size in _walk(folder, suffixes):
        digest.update(name.encode("utf-8", "surrogateescape") + b"\0")
        if size > LARGEST:
            digest.update(b"%d\0" % size)
            continue
        with open(os.path.join(folder, name), "rb", buffering=0) as file:
            small = size < 1 << 20  # what is read at once
            digest.update(hashlib.sha256(file.read()).digest() if small else hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _walk(folder: Path, suffixes: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """Regular files with their sizes, by their paths from the folder with ``/``, folder by folder; links are followed within it only.

    Built folders, hidden ones and what Python leaves behind are passed over. It is text all the way: a thousand files are asked in a
    build in which nothing changed, and objects for their paths would take longer than reading them.
    """
    root = os.path.realpath(folder)
    seen: set[tuple[int, int]] = set()
    below = [""]
    while below:
        part = below.pop()
        base = os.path.join(folder, part)
        try:
            status = os.stat(base)
        except OSError:  # so deep that its path has no room, or gone: compiling says so
            if not part:
                raise
            continue
        entries = _entries(base)
        if (status.st_dev, status.st_ino) in seen or (part and any(entry.name == MARKER for entry in entries)):
            continue
        seen.add((status.st_dev, status.st_ino))
        folders = []
        for entry in entries:
            name = entry.name
            if name.startswith(".") or part + name == PRINTING or (entry.is_symlink() and not _is_within(entry.path, root)):
                continue
            with contextlib.suppress(OSError):  # a link that leads nowhere
                if entry.is_dir():
                    folders += [name] if name not in UNREAD else []
                elif name.lower().endswith(suffixes) and stat.S_ISREG((found := entry.stat()).st_mode):
                    yield part + name, found.st_size
        below += [f"{part}{name}/" for name in reversed(folders)]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """What lies in a folder, by name; nothing where it may not be read."""
    try:
        with os.scandir(folder) as listed:
            return sorted(listed, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_within(path: str, root: str) -> bool:
    return os.path.realpath(path).startswith(f"{root}{os.sep}")


def layout_versions() -> dict[str, str]:
    """The versions of the libraries and fonts that shape what is printed. Raises CannotBuild where one is missing."""
    from penance_build.press.text.libraries import PrintLibraryMissing, versions

    try:
        found = dict(versions())
        found.update((name, installed(name)) for name in PACKAGES)
    except PrintLibraryMissing as error:
        raise CannotBuild(f"{error} (`--only engine,report` needs none)", "E902") from None
    except ModuleNotFoundError as error:  # PackageNotFoundError is one
        raise CannotBuild(f"printing needs the Python package {error.name}: install it with pip", "E902") from None
    return dict(sorted(found.items()))


def product_key(game_hash: str, printed: bool, sheets: str, libraries: dict[str, str], more: str = "") -> str:
    """The hash of all that one product depends on: of the game and the program, and behind a point, for what is printed, of sheets and
    libraries. ``more`` is what else was asked.
    """
    whole = hashlib.sha256(f"{game_hash}\0{hash_program()}".encode()).hexdigest()
    if printed:
        parts = [sheets, *(f"{name}={version}" for name, version in libraries.items())]
        whole += "." + hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"{whole} {more}" if more else whole


# ---------------------------------------------------------------- the sheets that are asked for


PAPER_NAMES: tuple[str, ...] = tuple(PAPERS)


def paper_id(text: str) -> str | None:
    """The name by which files have a paper (``a4``, ``320x450mm``); None for what is none."""
    paper = paper_of(text)
    return None if paper is None else paper.id


def paper_form() -> str:
    """What a paper may be, in words."""
    return f"{', '.join(PAPERS)}, and sizes such as 320x450mm, {SMALLEST_UM // 1000} to {LARGEST_UM // 1000} mm each way"


def length_um(text: str) -> int | None:
    """The micrometres of a length such as ``4 mm``; None for what is none."""
    return length_of(text)


def grid_id(text: str) -> str | None:
    """A grid as it is kept (``3x3``); None for what is none."""
    wanted = wanted_grid(text)
    return None if wanted is None else f"{wanted[0]}x{wanted[1]}"
