"""The command line in this process, and what a run of it gave."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str


def run_here(words: Sequence[str], folder: Path | None = None, typed: str = "") -> Ran:
    """Run a command line, in a folder where one is given; what it does to streams and signals is taken back."""
    from penance_build.cli.catch import run

    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True) for _ in range(2))
    before = {stop: signal.getsignal(stop) for stop in (signal.SIGTERM, signal.SIGHUP)}
    kept = sys.stdin, sys.stdout, sys.stderr
    with contextlib.chdir(folder or "."):
        try:
            sys.stdin, sys.stdout, sys.stderr = io.StringIO(typed), out, err
            code = run(list(words))
        finally:
            sys.stdin, sys.stdout, sys.stderr = kept
            for stop, handler in before.items():
                signal.signal(stop, handler)
    texts = []
    for stream in (out, err):
        stream.seek(0)
        texts.append(stream.read())
    return Ran(code, *texts)
