"""What is wrong with the game that an import makes: errors that refuse it, warnings that a check shows again, what a build lacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from msgspec.structs import replace

from penance_build.cli.terminal import clean
from penance_build.diagnostics.problem import Problem
from penance_build.sheets.importing.files import Imported
from penance_build.sheets.mapping.mapping import SheetMap


def made_wrong(
    problems: Sequence[Problem], texts: Mapping[str, str], sheets: Mapping[str, bytes], own: Collection[str], *, is_new: bool
) -> list[Problem]:
    """The errors that the import makes: in its ``own`` files, and those elsewhere that the game did not have before it.

    ``texts`` and ``sheets`` are the game's files before it. What two places share, as an id, is told at the cell of the sheet.
    """
    from penance_build.api import compile_texts

    errors = [_at_cell(problem, own) for problem in problems if problem.severity == "error"]
    if is_new or all(problem.span.file in own for problem in errors):
        return errors
    before = {(item.code, item.message, item.entity) for item in compile_texts(texts, sheets=sheets).problems}
    return [item for item in errors if item.span.file in own or (item.code, item.message, item.entity) not in before]


def _at_cell(problem: Problem, own: Collection[str]) -> Problem:
    """A problem of the game that is also one of what is imported, told there."""
    there = [(span, label) for span, label in problem.related if span.file in own]
    if problem.span.file in own or not there:
        return problem
    others = [(span, label) for span, label in problem.related if span.file not in own]
    hint = "give this one another name or id, or leave it out" if problem.code == "E302" else problem.hint
    return replace(problem, span=there[0][0], related=((problem.span, "the game has it here"), *others), hint=hint)


def at_mappings(problems: Sequence[Problem], done: Sequence[Imported], made: Collection[str]) -> list[Problem]:
    """The problems; those of what a mapping declares stand there, and not in one of the files that would have been ``made`` of it."""
    mappings = [item.mapping for item in done if item.mapping is not None and not item.was_proposed]
    return [
        next((moved for mapping in mappings if (moved := _in_mapping(problem, mapping))), problem) if problem.span.file in made else problem
        for problem in problems
    ]


def _in_mapping(problem: Problem, mapping: SheetMap) -> Problem | None:
    """The problem at the innermost of what it is about that a mapping declares: a section alone is not enough."""
    container: Any = mapping.declare
    spans = []
    for key in problem.path:
        if not isinstance(container, dict) or key not in container:
            break
        spans.append(mapping.place.file.positions.value(container, key))
        container = container[key]
    return replace(problem, span=spans[-1]) if len(spans) > 1 else None


def shown_again(problems: Sequence[Problem], done: Sequence[Imported], *, stays: bool) -> list[Problem]:
    """The problems that a check of the written game has too: without those of rows and columns, where cards do not stay in their sheet.

    Those are told by the notes of the import.
    """
    of_sheets = {problem.code for item in done if item.cards is not None for problem in item.cards.problems}
    return [problem for problem in problems if stays or problem.code not in of_sheets]


def hindered(folder: Path, missing: int, lacking_letters: int, *, is_new: bool) -> str:
    """Why a build of what was written must fail, or "": pictures or letters are missing, or the game had errors of its own."""
    from penance_build.api import compile_game
    from penance_build.cli.report import tally

    see = f"; see: penance check {quote(clean(str(folder)))}"
    if missing:
        return f"{missing:,} {'picture is' if missing == 1 else 'pictures are'} missing, and a build needs {them(missing)}{see}"
    if is_new and lacking_letters:
        return f"a build fails, for the fonts lack letters of {lacking_letters:,} {'text' if lacking_letters == 1 else 'texts'}{see}"
    errors = [] if is_new else [problem for problem in compile_game(folder).problems if problem.severity == "error"]
    return f"a build fails, for the game has errors elsewhere: {tally(errors)}{see}" if errors else ""


def them(count: int) -> str:
    """One or several, as an object."""
    return "it" if count == 1 else "them"
