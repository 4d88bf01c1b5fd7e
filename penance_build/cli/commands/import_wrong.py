"""What is wrong with the game that an import makes: the errors that refuse it, and the warnings that a check shows again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.sheets.importing.files import Imported


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


def shown_again(problems: Sequence[Problem], done: Sequence[Imported], *, stays: bool) -> list[Problem]:
    """The problems that a check of the written game has too: without those of rows and columns, where cards do not stay in their sheet.

    Those are told by the notes of the import.
    """
    of_sheets = {problem.code for item in done if item.cards is not None for problem in item.cards.problems}
    return [problem for problem in problems if stays or problem.code not in of_sheets]
