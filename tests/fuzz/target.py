"""What a target is: a generator of inputs by seed, and a promise about whatever input there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.registry import CODES

Case = dict[str, bytes]
"""An input: files by their names."""


class Broken(AssertionError):
    """A promise that was not kept."""


@dataclass(frozen=True)
class Target:
    """One kind of input.

    ``make`` gives an input, the same for the same generator. ``check`` raises whatever it wants where the promise is not kept, and
    else gives a word for what came of it, which is counted. ``seconds`` of the processor and ``megabytes`` beyond what there was
    before are the most that an input may cost. ``is_slow``: an input takes a second or more, so that a short run has few of them.
    """

    name: str
    says: str
    make: Callable[[Random], Case]
    check: Callable[[Case, Path], str]
    seconds: float = 5
    megabytes: int = 300
    is_slow: bool = False


def demand(is_kept: object, says: str) -> None:
    """Raise ``Broken`` with these words where it is not so."""
    if not is_kept:
        raise Broken(says)


def text_of(case: Case, name: str) -> str:
    """A file of an input as text."""
    return case[name].decode("utf-8", "replace")


def write(case: Case, folder: Path) -> None:
    """Lay an input down as files."""
    for name, data in case.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def said_well(problems: Iterable[Problem], texts: Mapping[str, str]) -> bool:
    """Demand that problems have a known code, a sentence, and a place inside of their file; whether one is an error."""
    has_error = False
    longest = max(map(len, texts.values()), default=0)
    for problem in problems:
        demand(problem.code in CODES, f"the code {problem.code} is not known")
        has_error |= problem.severity == "error"
        for words in (problem.message, problem.hint):
            # What an author wrote may stand in a message, line breaks and all: every format of the report shows it on a line.
            demand("Traceback" not in words, f"{problem.code} says {words!r}")
            demand(len(words) < 3000 + longest, f"{problem.code} says {len(words)} letters")
        demand(problem.message.strip(), f"{problem.code} says nothing")
        for span in (problem.span, *(span for span, _ in problem.related)):
            text = texts.get(span.file)
            if text is None or span.line == 0:
                continue
            lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
            place = f"{problem.code} at {span.line}:{span.column}-{span.end_line}:{span.end_column}"
            demand(1 <= span.line <= span.end_line <= len(lines), f"{place} of {len(lines)} lines")
            demand(1 <= span.column <= len(lines[span.line - 1]) + 1, f"{place}, a line of {len(lines[span.line - 1])}")
            demand(1 <= span.end_column <= len(lines[span.end_line - 1]) + 1, f"{place}, a line of {len(lines[span.end_line - 1])}")
    return has_error
