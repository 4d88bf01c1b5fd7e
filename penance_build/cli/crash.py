"""Writes the crash file of a bug of ours: version, command and traceback; never the text of rules or cards."""

from __future__ import annotations

import os
import platform
import tempfile
import traceback
from pathlib import Path

from penance_build import __version__


def write_crash_file(error: Exception, words: list[str]) -> Path | None:
    """Write it to the current folder, else to the temporary one; None where neither takes it."""
    text = crash_text(error, words)
    for folder in (Path.cwd, tempfile.gettempdir):
        try:
            path = Path(folder(), f"penance-crash-{os.getpid()}.txt")
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError:
            continue
        return path
    return None


def crash_text(error: Exception, words: list[str]) -> str:
    """What the file holds. The message of the exception may quote a card, so only its type is given; so for its causes."""
    lines = [f"penance {__version__}, Python {platform.python_version()}, {platform.system()}", f"command: penance {' '.join(words)}", ""]
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or current.__context__
    for item in reversed(chain):
        lines.append("Traceback (most recent call last):")
        lines += [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(item.__traceback__)]
        lines += [f"{type(item).__name__}", ""]
    return "\n".join(lines)
