"""The replay: every worked example of a source, run by the interpreter on the faces that the source names."""

from __future__ import annotations

from itertools import zip_longest

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError, Scripted
from penance_build.ir.interpret.ready import ready
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import Value
from penance_build.ir.nodes import Example, Program


class Difference(Struct, frozen=True):
    """One result that is not as written: None where the rules give no such result."""

    name: str
    written: Value
    got: Value | None


class ExampleVerdict(Struct, frozen=True):
    """What became of an example.

    ``holds``: all as expected, and the book says the same. ``ruled``: all as expected; the book differs, and a ruling
    says why. ``differs``: a result is not as expected, or the book differs without a ruling, or it is said to differ
    and does not. ``failed``: the example could not be run, and ``reason`` says why.
    """

    id: str
    procedure: str
    verdict: str
    differences: tuple[Difference, ...]
    book: tuple[Difference, ...]
    source: str
    ruling: str
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is left to explain."""
        return self.verdict in ("holds", "ruled")


def replay(program: Program) -> list[ExampleVerdict]:
    """Every example of the program, in its order."""
    return [replay_one(program, example) for example in program.proved.examples]


def replay_one(program: Program, example: Example) -> ExampleVerdict:
    """Run one example and compare."""
    try:
        state = None if example.situation is None else ready(program, example.situation)
        outcome = run(program, example.procedure, dict(example.inputs), Scripted(dict(example.dice)), state)
    except RunError as error:
        return ExampleVerdict(example.id, example.procedure, "failed", (), (), example.source, example.ruling, str(error))
    differences = _compare(outcome.results, example.expect)
    book = _compare(outcome.results, example.book_says)
    known = {ruling.id for ruling in program.proved.rulings}
    reason = ""
    told = tuple(line for line in outcome.told if isinstance(line, str))
    if differences:
        reason = "The rules give other results than expected."
    elif example.tells and told != example.tells:
        reason = _other_line(told, example.tells)
    elif len(book) < len(example.book_says):
        same = sorted({name for name, _ in example.book_says} - {item.name for item in book})
        reason = f"The book is said to differ in '{same[0]}', and does not."
    elif book and example.ruling not in known:
        reason = "The book says otherwise, and no ruling explains it."
    found = "differs" if reason else "ruled" if book else "holds"
    return ExampleVerdict(example.id, example.procedure, found, differences, book, example.source, example.ruling, reason)


def _other_line(told: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    """Where the lines that are told part from those that are wanted."""
    for number, (got, line) in enumerate(zip_longest(told, wanted), start=1):
        if got is None:
            return f"Line {number} is not told: '{line}'."
        if line is None:
            return f"Line {number} is one too many: '{got}'."
        if got != line:
            return f"Line {number} is told as '{got}', not '{line}'."
    raise AssertionError("the same lines")


def _compare(results: dict[str, Value], written: tuple[tuple[str, Value], ...]) -> tuple[Difference, ...]:
    return tuple([Difference(name, value, results.get(name)) for name, value in written if results.get(name) != value])
