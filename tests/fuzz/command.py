"""The command line in this process, for inputs that come in by it."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.target import demand

CODES = (0, 1, 2, 3)


class Ran(NamedTuple):
    """What a run gave."""

    code: int
    out: str
    err: str


def penance(*words: str, folder: Path, typed: str = "") -> Ran:
    """Run a command line in a folder; demand an exit code for what is wrong with data, use or machine, and no traceback."""
    ran = _run(list(words), folder, typed)
    if ran.code == 4:
        _run(["--debug", *words], folder, typed)  # it raises what went wrong
    demand(ran.code in CODES, f"exit code {ran.code}: {ran.err[:300]}")
    demand("Traceback (most recent" not in ran.out + ran.err, "a traceback is printed")
    return ran


def _run(words: list[str], folder: Path, typed: str) -> Ran:
    from penance_build.cli.catch import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True) for _ in range(2))
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGHUP)}
    kept = sys.stdin, sys.stdout, sys.stderr
    with contextlib.chdir(folder):
        try:
            sys.stdin, sys.stdout, sys.stderr = io.StringIO(typed), out, err
            code = run(words)
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
            for stop, handler in before.items():
                signal.signal(stop, handler)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Ran(code, *texts)


def without_controls(text: str) -> bool:
    """Whether a printed text moves no cursor and hides nothing."""
    return not any(ord(letter) < 32 and letter not in "\n\t" for letter in text)
