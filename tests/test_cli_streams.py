"""Streams that are closed, and lines that a runner of workflows would obey."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from penance_build.cli.terminal import clean
from penance_build.diagnostics.formats.clean import harmless

ROOT = Path(__file__).resolve().parent.parent
NO_OUTPUT = "penance: cannot read or write the standard output, which is closed: bad file descriptor\n"


FULL = "penance: cannot read or write the standard output: no space left on device\n"


def closed(words: str, redirection: str, before: str = "") -> tuple[int, str]:
    """The exit code of a command with a stream closed by the shell, and what went to stderr."""
    line = f"{before}{shlex.quote(sys.executable)} -m penance_build {words} {redirection}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", line], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
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
        ("explain E402", ">/dev/full", 3, FULL),
        ("--version", ">/dev/full", 3, "penance: cannot read or write: no space left on device\n"),
        ("check --game rules/skirmish", "2>/dev/full", 0, ""),
        ("check --game nowhere", "2>/dev/full", 2, ""),
        ("--help", "2>/dev/full >/dev/null", 0, ""),
        ("explain E402", ">/dev/full 2>/dev/full", 3, ""),
    ],
)
def test_a_closed_stream_is_the_machine_and_no_bug(words: str, redirection: str, code: int, err: str) -> None:
    assert closed(words, redirection) == (code, err)


@pytest.mark.full
@pytest.mark.parametrize(
    ("redirection", "why"), [(">/dev/full", ": no space left on device"), (">&-", ", which is closed: bad file descriptor")]
)
def test_what_was_done_is_said_though_nobody_takes_the_list(tmp_path: Path, redirection: str, why: str) -> None:
    game, out = tmp_path / "t", tmp_path / "out"
    code, err = closed(f"new {game}", redirection)
    assert (code, err) == (3, f"penance: cannot read or write the standard output{why}; the new game is in {game}\n")
    code, err = closed(f"build {game} -o {out} --only report", redirection)
    assert (code, err.splitlines()[-1]) == (
        3,
        f"penance: cannot read or write the standard output{why}; the build was complete, and is in {out}",
    )
    assert (out / "t" / "manifest.json").is_file()
    code, err = closed(f"check {game}", "2>/dev/full")
    assert (code, err) == (0, "")


def test_a_current_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    code, err = closed("check", "", f"cd {gone} && rmdir {gone} && ")
    assert (code, err) == (3, "penance: cannot read or write the current folder: no such file or directory\n")


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
