"""Transcripts of the command line: ``tests/cases_cli/*.txt`` hold commands with their exact output and exit code.

A line ``$ penance ...`` is a command; below it stand what it prints, lines of stderr behind ``! ``, and ``= N``, its exit
code. A file whose first line is ``# in an empty folder`` runs there, else at the top of the repository.
``pytest --update-golden`` runs the commands and writes what they print: read the difference.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import Ran
from tests.conftest import ROOT
from tests.engine_support import node_path

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


def front() -> str:
    """The pages that everybody reads first."""
    return "\n".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tour.md"))


def readme_commands() -> list[tuple[str, str]]:
    """Every command of the console blocks of README and tour that has its output below it."""
    text = front()
    found: list[tuple[str, str]] = []
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
        found += [(command, output) for command, output in zip(parts[::2], parts[1::2], strict=True) if output]
    return found


def test_the_readme_shows_output() -> None:
    assert len(readme_commands()) >= 3


@pytest.mark.full
@pytest.mark.parametrize(("command", "output"), readme_commands())
def test_the_readme_tells_the_truth(command: str, output: str, penance: Callable[..., Ran]) -> None:
    assert penance(*shlex.split(command)[1:]).out == output


@pytest.mark.full
def test_the_programs_of_the_readme_print_what_it_says(penance: Callable[..., Ran], tmp_path: Path) -> None:
    text = front()
    (said,) = re.findall(r"^Both print `(.*)`\.$", text, re.MULTILINE)
    assert penance("build", ROOT / "rules" / "penance", "--only", "engine", cwd=tmp_path).code == 0
    for language, name, command in (("python", "play.py", [sys.executable, "-I"]), ("js", "play.mjs", [node_path()])):
        blocks = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        (program,) = [block for block in blocks if "engine.attack" in block]
        (tmp_path / name).write_text(program, encoding="utf-8")
        done = subprocess.run([*command, str(tmp_path / name)], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert done.stdout == f"{said}\n"
