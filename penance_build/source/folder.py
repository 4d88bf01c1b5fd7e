"""What a game is made of: which files of a folder are read, or which of texts by name, and which may not be."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem, Span
from penance_build.limits import MAX_FILES, MAX_FOLDER_DEPTH, MAX_GAME_BYTES

SUFFIXES: Final = (".yaml", ".yml")
MAP_ENDING: Final = ".map.yaml"  # how a sheet is read: no rules
GAME_FILE: Final = "game.yaml"
_PRINTING = "print.yaml"  # how a user prints, where a build is called in the game's folder: no rules
_PROFILES = "profiles"  # the folder of what makers take: no rules
OUTPUT_MARKER: Final = ".penance-build"
# What may not be read, in a folder or by its name: a code, what is wrong, and the cure.
OUTSIDE: Final = ("E152", "this link leads out of the game's folder", "put a copy of what it points to into the folder")
NO_FILE: Final = ("E154", "this is not a regular file", "put a plain text file here")
# What was meant for a file of rules, or is a copy of one.
_ALIKE = re.compile(r"\.ya?ml(?![a-z0-9])", re.IGNORECASE)


class _Walk(Struct):
    root: Path
    found: dict[str, Path] = field(default_factory=dict)
    noted: dict[tuple[str, str], Problem] = field(default_factory=dict)  # by code and name: each is told once
    ignored: list[str] = field(default_factory=list)
    nodes: dict[tuple[int, int], str] = field(default_factory=dict)
    size: int = 0

    def ignore(self, name: str) -> None:
        """Pass over a file that is no rules by its name."""
        if _is_usable(name):
            self.ignored.append(name)
            if _ALIKE.search(name.rpartition("/")[2]) and not name.endswith(MAP_ENDING):
                message = "this file is not read, for its name does not end with `.yaml` or `.yml`"
                self.add(name, "W165", message, "rename it, or move it out of the game's folder")

    def add(self, name: str, code: str, message: str, hint: str) -> None:
        """Note what is wrong with a file or folder as a whole."""
        self.noted.setdefault((code, name), refused(name, code, message, hint))

    @property
    def problems(self) -> list[Problem]:
        """What was noted, in that order."""
        return list(self.noted.values())


def refused(name: str, code: str, message: str, hint: str) -> Problem:
    """The problem of a file or folder as a whole."""
    # A name need not be text: what is no UTF-8 is shown as escapes.
    printable = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return Problem(code, message, Span(printable, 0, 0, 0, 0), hint)


def unreadable(error: OSError | RuntimeError) -> tuple[str, str, str]:
    """As ``OUTSIDE``, of a file that the system does not let us read."""
    return "E155", f"the file cannot be read: {_reason(error)}", "check who may read it"


def find_files(folder: Path) -> tuple[list[tuple[str, Path]], list[str], list[Problem]]:
    """Name (relative, with ``/``) and path of each file to read, in the order of the names; the names of those that are ignored."""
    walk = _Walk(folder)
    try:
        walk.root = folder.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        walk.add(".", "E151", "the game's folder cannot be opened", "name a folder that holds a game.yaml")
        return [], [], walk.problems
    if not walk.root.is_dir():
        walk.add(".", "E151", "the game's folder is not a folder", "name the folder that holds game.yaml, not the file")
        return [], [], walk.problems
    info = walk.root.stat()
    walk.nodes[info.st_dev, info.st_ino] = "."
    _visit(walk, walk.root, "", 0)
    read = _bounded(walk, sorted(walk.found))
    return [(name, walk.found[name]) for name in read], sorted(walk.ignored), walk.problems


def find_texts(files: Mapping[str, bytes]) -> tuple[list[str], list[str], list[Problem]]:
    """The names among ``files`` that are read, in their order, and those that are ignored: as of a folder of these files alone."""
    walk = _Walk(Path())
    built = {name.removesuffix("/" + OUTPUT_MARKER) for name in files if name.endswith("/" + OUTPUT_MARKER)}
    read = [name for name in sorted(files) if _is_read(walk, name, built)]
    walk.size = sum(len(files[name]) for name in read)
    return _bounded(walk, read), sorted(walk.ignored), walk.problems


def _is_read(walk: _Walk, name: str, built: set[str]) -> bool:
    """Whether a folder's walk would come to this file; what it would refuse on the way is noted once."""
    parts = name.split("/")
    if not is_below(name):
        walk.add(name, "E156", "this is not the name of a file below the game's folder", "use a relative name, as `cards/first.yaml`")
        return False
    for depth, part in enumerate(parts, 1):
        above = "/".join(parts[:depth])
        is_file = depth == len(parts)
        if part.startswith(".") or above == _PRINTING or (not is_file and (above in built or above == _PROFILES)):
            return False
        if is_file and not _is_rules(part):
            walk.ignore(name)
            return False
        if not _is_usable(above):
            _refuse_name(walk, above)
            return False
        if not is_file and depth > MAX_FOLDER_DEPTH:
            _refuse_depth(walk, above)
            return False
    return True


def _bounded(walk: _Walk, names: list[str]) -> list[str]:
    """The names that are within the bounds of a game, and the problem where some are not, or where there is no game."""
    if len(names) > MAX_FILES:
        message = f"the game has {len(names):,} files; {MAX_FILES:,} are the most"
        walk.add(names[MAX_FILES], "E157", message, "put several entries into one file")
        del names[MAX_FILES:]
    if walk.size > MAX_GAME_BYTES:
        message = f"the files of the game have {walk.size:,} bytes; {MAX_GAME_BYTES:,} are the most"
        walk.add(".", "E109", message, "is a foreign folder inside?")
        return []
    if GAME_FILE not in names and not walk.noted:
        walk.add(GAME_FILE, "E150", "the folder has no game.yaml", "a game's folder holds a game.yaml with the section `game`")
    return names


def _visit(walk: _Walk, folder: Path, prefix: str, depth: int) -> None:
    if depth > MAX_FOLDER_DEPTH:
        _refuse_depth(walk, prefix.rstrip("/"))
        return
    try:
        # Links last, so that what they point to keeps its own name.
        entries = sorted(os.scandir(folder), key=lambda entry: (entry.is_symlink(), entry.name))
    except OSError as error:
        walk.add(prefix.rstrip("/") or ".", "E155", f"the folder cannot be read: {_reason(error)}", "check who may read it")
        return
    if depth and any(entry.name == OUTPUT_MARKER for entry in entries):
        return
    for entry in entries:
        if entry.name.startswith(".") or prefix + entry.name == _PRINTING or (prefix + entry.name == _PROFILES and entry.is_dir()):
            continue
        _enter(walk, entry, prefix + entry.name, depth)


def _enter(walk: _Walk, entry: os.DirEntry[str], name: str, depth: int) -> None:
    is_rules = _is_rules(entry.name)
    path = Path(entry.path)
    try:
        if entry.is_symlink():
            target = path.resolve(strict=True)
            if not target.is_relative_to(walk.root):
                if is_rules or target.is_dir():
                    walk.add(name, *OUTSIDE)
                return
            path = target
        info = path.stat()
    except (OSError, RuntimeError) as error:
        if is_rules or entry.is_symlink():
            _report_unreachable(walk, name, error)
        return
    is_folder = stat.S_ISDIR(info.st_mode)
    if not is_folder and not is_rules:
        walk.ignore(name)
        return
    if not _is_usable(name):
        _refuse_name(walk, name)
        return
    first = walk.nodes.setdefault((info.st_dev, info.st_ino), name)
    if first != name:
        message = f"this is the same {'folder' if is_folder else 'file'} as `{first}`, and is read once only"
        walk.add(name, "W164", message, "remove one of the two")
        return
    if is_folder:
        _visit(walk, path, name + "/", depth + 1)
    elif not stat.S_ISREG(info.st_mode):
        walk.add(name, *NO_FILE)
    else:
        walk.size += info.st_size
        walk.found[name] = path


def _report_unreachable(walk: _Walk, name: str, error: OSError | RuntimeError) -> None:
    if isinstance(error, RuntimeError) or error.errno == errno.ELOOP:
        walk.add(name, "E153", "this link leads back to itself", "remove the link")
    elif isinstance(error, FileNotFoundError):
        walk.add(name, "E153", "this link leads to nothing", "remove the link, or restore what it points to")
    else:
        walk.add(name, *unreadable(error))


def _refuse_name(walk: _Walk, name: str) -> None:
    walk.add(name, "E156", "the name of this file is not usable in a report", "use letters, digits, `-`, `_` and `.`")


def _refuse_depth(walk: _Walk, folder: str) -> None:
    walk.add(folder, "E158", f"folders are nested more than {MAX_FOLDER_DEPTH} deep here", "is a folder linked into itself?")


def _is_rules(name: str) -> bool:
    return name.endswith(SUFFIXES) and not name.endswith(MAP_ENDING)


def is_below(name: str) -> bool:
    """Whether a name with ``/`` leads below the folder that it begins in: no folder holds an entry that is called ``..``, or nothing."""
    return all(part not in ("", ".", "..") for part in name.split("/"))


def _is_usable(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return name.isprintable() and "\\" not in name


def _reason(error: OSError | RuntimeError) -> str:
    """The system's word for what went wrong, without a path."""
    return (getattr(error, "strerror", None) or type(error).__name__).lower()
