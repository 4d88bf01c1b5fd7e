"""Streams that are closed, and lines that a runner of workflows would obey."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from penance_build.cli.terminal import clean
from penance_build.diagnostics.formats.clean import harmless

ROOT = Path(__file__).resolve().parent.parent
NO_OUTPUT = "penance: cannot read or write the standard output, which is closed: bad file descriptor\n"


def closed(words: str, redirection: str) -> tuple[int, str]:
    """The exit code of a command with a stream closed by the shell, and what went to stderr."""
    line = f"{shlex.quote(sys.executable)} -m penance_build {words} {redirection}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("words", "redirection", "code", "err"),
    [
        ("explain E402", ">&-", 3, NO_OUTPUT),
        ("--version", ">&-", 3, NO_OUTPUT),
        ("check --game rules/skirmish", ">&-", 0, "penance: rules/skirmish: no problems\n"),
        ("check --game rules/skirmish", "2>&-", 0, ""),
        ("explain E402", ">&- 2>&-", 3, ""),
        ("explain E402", "<&- >/dev/null", 0, ""),
    ],
)
def test_a_closed_stream_is_the_machine_and_no_bug(words: str, redirection: str, code: int, err: str) -> None:
    assert closed(words, redirection) == (code, err)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::stop", "\\x3a:error::stop"),
        ("a\n  ::add-mask::b\nc", "a\n  \\x3a:add-mask::b\nc"),
        ("##[group]x", "\\x23#[group]x"),
        ("a ::b", "a ::b"),
        ("\x1b[2J::x", "\\x1b[2J::x"),
        ("dr/3: 4", "dr/3: 4"),
    ],
)
def test_a_line_that_begins_like_a_command_does_not_act(text: str, shown: str) -> None:
    assert clean(text) == shown
    assert harmless(shown) == shown
