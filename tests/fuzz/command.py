"""The command line in this process, for inputs that come in by it."""

from __future__ import annotations

from pathlib import Path

from tests.command_line import Ran, run_here
from tests.fuzz.target import demand

CODES = (0, 1, 2, 3)


def penance(*words: str, folder: Path, typed: str = "") -> Ran:
    """Run a command line in a folder; demand an exit code for what is wrong with data, use or machine, and no traceback."""
    ran = run_here(words, folder, typed)
    if ran.code == 4:
        run_here(["--debug", *words], folder, typed)  # it raises what went wrong
    demand(ran.code in CODES, f"exit code {ran.code}: {ran.err[:300]}")
    demand("Traceback (most recent" not in ran.out + ran.err, "a traceback is printed")
    return ran


def without_controls(text: str) -> bool:
    """Whether a printed text moves no cursor and hides nothing."""
    return not any(ord(letter) < 32 and letter not in "\n\t" for letter in text)
