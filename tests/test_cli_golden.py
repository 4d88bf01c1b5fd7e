"""Transcripts of the command line: ``tests/cases_cli/*.txt`` hold commands with their exact output and exit code.

A line ``$ penance ...`` is a command; below it stand what it prints, lines of stderr behind ``! ``, and ``= N``, its exit
code. A file whose first line is ``# in an empty folder`` runs there, else at the top of the repository.
``pytest --update-golden`` runs the commands and writes what they print: read the difference.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Ran

CASES = sorted((ROOT / "tests" / "cases_cli").glob("*.txt"))
EMPTY_FOLDER = "# in an empty folder"


def test_there_are_transcripts() -> None:
    assert len(CASES) >= 5


def transcript(text: str, run: Callable[[str], Ran]) -> str:
    """The transcript anew: comments and commands as they stand, and what the commands print now."""
    lines = []
    for line in text.splitlines():
        if line.startswith("#"):
            lines.append(line)
        elif line.startswith("$ "):
            ran = run(line[2:])
            lines += ["", line, *ran.out.splitlines(), *(f"! {said}".rstrip() for said in ran.err.splitlines()), f"= {ran.code}"]
    return "\n".join(lines).lstrip("\n") + "\n"


@pytest.mark.full
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_transcript(path: Path, penance: Callable[..., Ran], golden: Callable[[Path, str], None], tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    folder = tmp_path if text.startswith(EMPTY_FOLDER) else ROOT

    def run(command: str) -> Ran:
        program, *arguments = shlex.split(command)
        assert program == "penance"
        ran = penance(*arguments, cwd=folder, env={"XDG_CACHE_HOME": str(tmp_path / ".cache")})
        return Ran(ran.code, ran.out.replace(str(tmp_path), "TMP"), ran.err.replace(str(tmp_path), "TMP"))

    golden(path, transcript(text, run))
