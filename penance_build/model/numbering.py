"""The number of each step within its procedure: its place in the order written, from 1, whatever options leave out.

Every step counts, and every term of a ``let: sum``, for each may have a line of the derivation. So a number depends on neither
lines nor texts: statements bear it in the IR, and ``Compilation.steps`` says where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.model.place import Place
from penance_build.model.walk_steps import branches

Path = tuple[str | int, ...]


def steps_of(block: Place | None) -> Iterator[Place]:
    """The steps and terms of a block and of all blocks in it, each before what it holds."""
    for step in block.items() if block is not None else ():
        yield step
        if isinstance(step.value, dict):
            terms = step.get("sum")
            yield from terms.items() if terms is not None else ()
            for inner in branches(step)[0]:
                yield from steps_of(inner)


def numbers_of(block: Place | None) -> Mapping[Path, int]:
    """The number of each step and term of a procedure, by the path that leads to it."""
    return {step.path: number for number, step in enumerate(steps_of(block), start=1)}


def spans_of(procedures: Iterable[tuple[str, Place | None]]) -> dict[tuple[str, int], Span]:
    """Where each step of these procedures (id and steps) stands, by procedure and number."""
    return {(name, number): step.key_span for name, block in procedures for number, step in enumerate(steps_of(block), start=1)}


def numbered(problems: Iterable[Problem], steps: Callable[[tuple[str, str]], Place | None]) -> list[Problem]:
    """The problems, each with the number of the step that it stands in; ``steps`` gives the steps of an entity, where it has any."""
    found: list[Problem] = []
    known: dict[tuple[str, str], Mapping[Path, int]] = {}
    for problem in problems:
        if problem.entity not in known:
            known[problem.entity] = numbers_of(steps(problem.entity))
        numbers = known[problem.entity]
        above = (problem.path[:length] for length in range(len(problem.path), 0, -1))
        number = next((numbers[path] for path in above if path in numbers), 0)
        found.append(replace(problem, step=number) if number else problem)
    return found
