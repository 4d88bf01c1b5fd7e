"""Writes the product to stdout and everything else to stderr, with control characters escaped.

Names and texts come from rules files of strangers, so control and direction characters are shown instead of sent.
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from json.encoder import encode_basestring_ascii
from typing import Any, TextIO

from penance_build.diagnostics.formats.clean import harmless, shown


def clean(text: str) -> str:
    """The text with control and direction characters as visible escapes; line ends stay."""
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        text = "".join(character if character == "\n" else shown(character) for character in text)
    return harmless(text) if "::" in text or "##[" in text else text


def _out(text: str) -> None:
    with _standard_output():
        sys.stdout.write(text)


def flush() -> None:
    """Hand on what was put to stdout so far. Raises OSError."""
    with _standard_output():
        sys.stdout.flush()


def put_part(text: str) -> None:
    """A part of a line, as a prompt is, to stdout, at once."""
    _out(text)
    flush()


@contextlib.contextmanager
def _standard_output() -> Iterator[None]:
    """What goes wrong with it says its name, which streams do not."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or "the standard output"
        raise


def put(text: str) -> None:
    """A part of the product, with its line end, to stdout."""
    _out(clean(text) + "\n")


def put_raw(text: str) -> None:
    """A product that is already safe (a rendered report, JSON) to stdout, ending in one line end."""
    if text:
        _out(text if text.endswith("\n") else text + "\n")


def put_json(data: dict[str, Any], rows: Iterable[Any] = (), under: str = "") -> None:
    """One JSON object, with its version first, to stdout. Everything beyond ASCII is escaped, so that any pipe carries it.

    ``rows`` take the place of the list that is the value ``under`` this key; they are written as they are made, and may be many.
    """
    head, empty, tail = _json({"version": 1, **data, **({under: []} if under else {})}).partition(f'\n  "{under}": []' if under else "\0")
    if not empty:
        put_raw(head)
        return
    _out(head + empty[:-1])
    before = "\n    "
    for row in rows:
        _out(before + indented(row, "\n    "))
        before = ",\n    "
    put_raw(f"{']' if before[0] != ',' else chr(10) + '  ]'}{tail}")


def indented(value: Any, line: str) -> str:
    """What ``_json`` makes of a value, from a line that begins so: several times as fast, for there may be hundreds of thousands."""
    if isinstance(value, dict):
        parts = [f"{line}  {encode_basestring_ascii(key)}: {indented(inner, line + '  ')}" for key, inner in value.items()]
        return f"{{{','.join(parts)}{line}}}" if parts else "{}"
    if isinstance(value, list):
        parts = [f"{line}  {indented(inner, line + '  ')}" for inner in value]
        return f"[{','.join(parts)}{line}]" if parts else "[]"
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    return str(value) if type(value) is int else json.dumps(value, allow_nan=False)


def _json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)


def say(text: str) -> None:
    """Progress or a summary, to stderr; after the product, where both streams go to the same file."""
    with contextlib.suppress(OSError):  # the next write to stdout meets the same error
        sys.stdout.flush()
    say_raw(clean(text) + "\n")


def say_raw(text: str) -> None:
    """What is already safe (a rendered report), as it is, to stderr. A message that nobody can take changes no result: it goes nowhere."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError):  # what is left of it would be written, and fail, once more at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def counting(what: str, many: int, *, quiet: bool = False) -> Callable[[int], None]:
    """What is told of every game or question, and of the end (0), and shows how many there were: on a terminal alone. ``many`` 0: nobody
    knows how many come."""
    if quiet or not sys.stderr.isatty():
        return lambda more: None
    done, shown = 0, ""

    def told(more: int) -> None:
        nonlocal done, shown
        done += more
        before, shown = len(shown), (f"{done} of {many} {what}" if many else f"{done} {what}") if more else ""
        say_raw(f"\r{shown}" if more else f"\r{' ' * before}\r")

    return told


@contextlib.contextmanager
def when_done(says: Callable[[], str]) -> Iterator[None]:
    """Print what was done: where nobody can take that, the message of the error says too that it was done (``says``, or "")."""
    try:
        yield
        flush()
    except OSError as error:
        if says():
            error.add_note(says())
        raise


def one_line(text: str) -> str:
    """A name of a file within a line: its line ends are shown too."""
    return clean(text).replace("\n", "\\n")


def has_colour(stream: TextIO) -> bool:
    """Colours only on a terminal, and not where NO_COLOR is set; FORCE_COLOR asks for them anywhere."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"


def prepare_streams() -> None:
    """The same bytes under every locale: UTF-8 and bare line feeds."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)  # a test may have put a plain buffer here
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


# ---------------------------------------------------------------- streams that were closed, as by >&-


class ClosedOutput(io.TextIOBase):
    """The product has nowhere to go: to write is an error of the machine."""

    def write(self, text: str) -> int:
        """Raises OSError, but for nothing."""
        if text:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), "the standard output, which is closed")
        return 0


def replace_closed_streams() -> None:
    """Put something in the place of each stream that is closed. Messages for a closed stderr go nowhere.

    Their numbers are held, so that no file of ours is opened under one of them and written over by a message.
    """
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:
        held = os.open(os.devnull, os.O_RDWR)
        if name == "stdout":
            sys.stdout = ClosedOutput()
        else:
            setattr(sys, name, os.fdopen(held, "r" if name == "stdin" else "w", encoding="utf-8"))
