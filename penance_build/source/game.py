"""A game's folder, or its texts in memory, to its trees."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.limits import MAX_FILE_BYTES
from penance_build.source.folder import NO_FILE, OUTSIDE, find_files, find_texts, refused, unreadable
from penance_build.source.parsing.parsers import EventSource
from penance_build.source.reader import read_text, too_large
from penance_build.source.text.decode import decode
from penance_build.source.tree import GameSource, Reading, SourceFile


def read_game(folder: Path, events: EventSource | None = None) -> tuple[GameSource, list[Problem]]:
    """Read every ``*.yaml`` and ``*.yml`` below ``folder``; a file that cannot be read does not keep the others from it."""
    names, ignored, problems = find_files(folder)
    source, problems = _read_all(((name, *_bytes_of(name, path)) for name, path in names), ignored, problems, events)
    return replace(source, is_folder=True), problems


def read_texts(files: Mapping[str, str], known: Mapping[str, Reading] = MappingProxyType({})) -> tuple[GameSource, list[Problem]]:
    """As :func:`read_game`, of a folder that would hold these files: by relative names with ``/``. Nothing touches the disk.

    ``known`` are earlier readings by name: a file with the same text is the same object.
    """
    # A text from anywhere may hold half of a pair of surrogates, which no UTF-8 can: it is refused as such bytes are.
    data = {name: text.encode("utf-8", "surrogatepass") for name, text in files.items()}
    names, ignored, problems = find_texts(data)
    return _read_all(((name, *_within_bounds(name, data[name])) for name in names), ignored, problems, None, known)


Fetched: TypeAlias = tuple[bytes | None, list[Problem]]
Fetch: TypeAlias = Callable[[str], Fetched]


def fetch_from_folder(folder: Path) -> Fetch:
    """What gives further files of a game's folder by their names: the bytes, or None, with the problem where the file is there."""
    root = folder.resolve()

    def fetch(name: str) -> Fetched:
        path = root / name
        try:
            if not path.resolve(strict=True).is_relative_to(root):
                return None, [refused(name, *OUTSIDE)]
        except (OSError, RuntimeError, ValueError):
            return None, []
        return _bytes_of(name, path)

    return fetch


def fetch_from_texts(files: Mapping[str, str], sheets: Mapping[str, bytes]) -> Fetch:
    """As :func:`fetch_from_folder`, of texts and bytes in memory."""

    def fetch(name: str) -> Fetched:
        if name in sheets:
            return _within_bounds(name, sheets[name])
        return _within_bounds(name, files[name].encode("utf-8", "surrogatepass")) if name in files else (None, [])

    return fetch


def _read_all(
    contents: Iterable[tuple[str, bytes | None, list[Problem]]],
    ignored: list[str],
    problems: list[Problem],
    events: EventSource | None,
    known: Mapping[str, Reading] = MappingProxyType({}),
) -> tuple[GameSource, list[Problem]]:
    """The trees of files from their names and contents; of those that cannot be had, the contents are None and said."""
    files: list[SourceFile] = []
    # A file or folder that may not be read leaves gaps as one that cannot be read does: what is missing is not said again.
    broken: list[str] = [problem.span.file for problem in problems if problem.severity == "error" and problem.code != "E150"]
    texts: dict[str, str] = {}
    readings: dict[str, Reading] = {}
    for name, data, found in contents:
        file = None
        if data is not None:
            reading = known.get(name)
            if reading is None or reading.data != data:
                file, found = read_text(name, data, events)
                reading = Reading(data, file, tuple(found))
            readings[name] = reading
            file, found = reading.file, list(reading.problems)
        problems.extend(found)
        if file is not None:
            files.append(file)
            texts[name] = file.text
            continue
        broken.append(name)
        text = decode(name, data or b"")[0]
        if text:
            texts[name] = text
    return GameSource(tuple(files), tuple(broken), texts, readings, tuple(ignored)), problems


def _bytes_of(name: str, path: Path) -> Fetched:
    """What a file holds; None with the problem where it cannot be read, or is too long."""
    try:
        kind = path.stat().st_mode  # before it is opened: a pipe that nobody writes to would be waited for
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            return None, [refused(name, *NO_FILE)]
        with path.open("rb") as stream:
            data = stream.read(MAX_FILE_BYTES + 1)
        size = len(data) if len(data) <= MAX_FILE_BYTES else max(path.stat().st_size, len(data))
    except OSError as error:
        return None, [refused(name, *unreadable(error))]
    return (None, [too_large(name, size)]) if size > MAX_FILE_BYTES else (data, [])


def _within_bounds(name: str, data: bytes) -> Fetched:
    return (None, [too_large(name, len(data))]) if len(data) > MAX_FILE_BYTES else (data, [])
