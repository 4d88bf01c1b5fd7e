"""Tests as data: games in ``tests/cases/{bad,good}/TOPIC``, with what is expected of them in the files themselves.

A case is ``NAME.yaml`` (a whole game in one file) or a folder ``NAME`` of files. On a guilty line stands
``#~ CODE:COLUMN regex``, several joined by `` ;; ``; the regex is searched in the message. The comment is cut off before
compiling. Bytes that no comment can stand in have a file ``NAME.expect`` beside them, with lines ``[FILE:]LINE:COLUMN CODE regex``
(0:0 is the file as a whole). A good case may have warnings and hints of no code that its bad twin, of the same name, is about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from penance_build.diagnostics.problem import Problem

CASES = Path(__file__).resolve().parent / "cases"
MAIN = "game.yaml"

_COMMENT = re.compile(rb"[ \t]*#~[ \t]*(.*?)[ \t]*\r?$")
_INLINE = re.compile(r"([EWH]\d{3}):(\d+)(?: (.*))?")
_SIDECAR = re.compile(r"(?:([^\s:]+):)?(\d+):(\d+) ([EWH]\d{3})(?: (.*))?")


@dataclass(frozen=True, slots=True, order=True)
class Expectation:
    """One problem that must be reported: where, which, and a regex on its message."""

    file: str
    line: int
    column: int
    code: str
    pattern: str = ""

    def fits(self, problem: Problem) -> bool:
        span = problem.span
        place = (span.file, span.line, span.column, problem.code)
        return place == (self.file, self.line, self.column, self.code) and re.search(self.pattern, problem.message) is not None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.code} {self.pattern}".rstrip()


@dataclass(frozen=True, slots=True)
class Case:
    """One game: ``kind`` is bad or good, ``files`` its names and the bytes to compile."""

    kind: str
    topic: str
    stem: str
    files: tuple[tuple[str, bytes], ...]
    expected: tuple[Expectation, ...]

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.topic}/{self.stem}"

    def write(self, folder: Path) -> Path:
        """The game as a folder on the disk; the answer is the folder."""
        for name, data in self.files:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return folder


def load_cases(kind: str, root: Path = CASES) -> list[Case]:
    """All cases of a kind in the order of their names."""
    found = []
    for topic in sorted(path for path in (root / kind).iterdir() if path.is_dir()):
        for path in sorted(topic.iterdir()):
            if path.is_dir() or path.suffix in {".yaml", ".yml"}:
                found.append(load_case(kind, topic.name, path))
    return found


def load_case(kind: str, topic: str, path: Path) -> Case:
    """One case from its file or folder."""
    sources = sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]
    names = [item.relative_to(path).as_posix() if path.is_dir() else MAIN for item in sources]
    sidecar = path.with_suffix(".expect") if path.is_file() else path.with_name(path.name + ".expect")
    if sidecar.is_file():
        files = tuple((name, item.read_bytes()) for name, item in zip(names, sources, strict=True))
        return Case(kind, topic, path.stem, files, read_sidecar(sidecar.read_text(encoding="utf-8")))
    files_and_marks = [(name, *split_marks(name, item.read_bytes())) for name, item in zip(names, sources, strict=True)]
    expected = tuple(mark for _, _, marks in files_and_marks for mark in marks)
    return Case(kind, topic, path.stem, tuple((name, data) for name, data, _ in files_and_marks), expected)


def split_marks(name: str, data: bytes) -> tuple[bytes, list[Expectation]]:
    """The file without its ``#~`` comments, and what they say."""
    lines, found = [], []
    for number, line in enumerate(data.split(b"\n"), 1):
        match = _COMMENT.search(line)
        if match is None:
            lines.append(line)
            continue
        lines.append(line[: match.start()])
        for part in match[1].decode("utf-8").split(" ;; "):
            mark = _INLINE.fullmatch(part.strip())
            assert mark, f"{name}:{number}: `{part}` is not `CODE:COLUMN regex`"
            found.append(Expectation(name, number, int(mark[2]), mark[1], mark[3] or ""))
    return b"\n".join(lines), found


def read_sidecar(text: str) -> tuple[Expectation, ...]:
    """The lines of an ``.expect`` file."""
    found = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        mark = _SIDECAR.fullmatch(line.strip())
        assert mark, f"`{line}` is not `[FILE:]LINE:COLUMN CODE regex`"
        found.append(Expectation(mark[1] or MAIN, int(mark[2]), int(mark[3]), mark[4], mark[5] or ""))
    return tuple(found)


def difference(case: Case, problems: list[Problem]) -> str:
    """What is missing and what is too much, as text; empty where all is as expected."""
    left = list(problems)
    missing = []
    for expectation in case.expected:
        for index, problem in enumerate(left):
            if expectation.fits(problem):
                del left[index]
                break
        else:
            missing.append(expectation)
    rows = [f"missing: {item}" for item in missing]
    for item in left:
        span = item.span
        rows.append(f"surplus: {span.file}:{span.line}:{span.column}: {item.code} {item.message}")
    return "\n".join(rows)
