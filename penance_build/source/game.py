"""A game's folder to its trees."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from penance_build.diagnostics.problem import Problem, Span
from penance_build.limits import MAX_FILE_BYTES
from penance_build.source.folder import find_files, reason
from penance_build.source.parsing.parsers import EventSource
from penance_build.source.reader import read_text, too_large
from penance_build.source.text.decode import decode
from penance_build.source.tree import GameSource, SourceFile


def read_game(folder: Path, events: EventSource | None = None) -> tuple[GameSource, list[Problem]]:
    """Read every ``*.yaml`` and ``*.yml`` below ``folder``; a file that cannot be read does not keep the others from it."""
    names, problems = find_files(folder)
    files: list[SourceFile] = []
    # A file or folder that may not be read leaves gaps as one that cannot be read does: what is missing is not said again.
    broken: list[str] = [problem.span.file for problem in problems if problem.severity == "error" and problem.code != "E150"]
    texts: dict[str, str] = {}
    for name, path in names:
        data, found = _bytes_of(name, path)
        file = None
        if data is not None:
            file, found = read_text(name, data, events)
        problems.extend(found)
        if file is not None:
            files.append(file)
            texts[name] = file.text
            continue
        broken.append(name)
        text = decode(name, data or b"")[0]
        if text:
            texts[name] = text
    return GameSource(folder, tuple(files), tuple(broken), texts), problems


def _bytes_of(name: str, path: Path) -> tuple[bytes | None, list[Problem]]:
    """What a file holds; None with the problem where it cannot be read, or is too long."""
    try:
        with path.open("rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                return None, [Problem("E154", "this is not a regular file", Span(name, 0, 0, 0, 0), "put a plain text file here")]
            data = stream.read(MAX_FILE_BYTES + 1)
        size = len(data) if len(data) <= MAX_FILE_BYTES else max(path.stat().st_size, len(data))
    except OSError as error:
        return None, [Problem("E155", f"the file cannot be read: {reason(error)}", Span(name, 0, 0, 0, 0), "check who may read it")]
    if size > MAX_FILE_BYTES:
        return None, [too_large(name, size)]
    return data, []
