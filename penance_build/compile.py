"""All the stages in order: the only file that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from penance_build import schema
from penance_build.checks import run_checks, run_final_checks, run_table_checks
from penance_build.compilation import Compilation
from penance_build.diagnostics.cascade import own_mistakes
from penance_build.diagnostics.problem import Problem, Problems, Span
from penance_build.diagnostics.suppress import apply as suppress
from penance_build.ir.nodes import Program
from penance_build.model.elaborate import Elaborated, elaborate, memory_for
from penance_build.model.entries import Model, build_model
from penance_build.model.numbering import numbered, spans_of
from penance_build.model.options import Conditions, choose_options, combinations, count_combinations
from penance_build.source import read_game
from penance_build.source.collector import put_off
from penance_build.source.tree import GameSource

MAX_COMBINATIONS: Final = 64


@put_off()
def compile_folder(folder: Path, wanted: Mapping[str, str], every_option: bool) -> Compilation:
    """Read, validate, link, check and lower the game in ``folder``.

    With ``every_option`` the problems of every other combination of the options are reported too.
    Raises UnknownOption (a wrong choice) and OSError (the machine).
    """
    source, problems = read_game(folder)
    found = Problems()
    found.extend(problems)
    found.extend(schema.validate(source))
    texts = source.texts
    broken = {problem.entity for problem in found.items if problem.severity == "error" and problem.entity[0]}
    is_partial = bool(source.broken) or any(problem.code in ("E208", "E209") for problem in found.items)  # a file or section is missing
    model, problems = build_model(source, broken)
    choice = choose_options(model.options, wanted, not found.has_errors)
    later = Problems()
    later.extend(problems)
    elaborated = _elaborate_all(model, choice, later, every_option and not found.has_errors)
    found.extend(own_mistakes(later.items, texts, model.broken_words, is_partial))
    spans = {(kind, name): place.key_span for kind, entries in model.entries.items() for name, place in entries.items()}
    covered = {section: len(entries) for section, entries in sorted(model.entries.items()) if entries}
    program = _unless_wrong(elaborated, found)
    steps = spans_of(elaborated.blocks) if program is not None else {}
    return _answer(program, found, model, source, texts, covered, spans, steps, choice, choose_options(model.options, {}))


def _unless_wrong(elaborated: Elaborated, found: Problems) -> Program | None:
    return None if found.has_errors else elaborated.program


def _elaborate_all(model: Model, choice: dict[str, str], found: Problems, every_option: bool) -> Elaborated:
    """The program of the choice; problems of it, and of the other combinations, into ``found``."""
    report: list[Problem] = []
    conditions = Conditions(model.options, report)
    done: list[Elaborated] = []
    memory = memory_for(model, conditions)
    for combination in _combinations(model, conditions, choice, every_option):
        elaborated, problems = elaborate(model, conditions, combination, memory)
        done.append(elaborated)
        found.extend(report + problems)
        report.clear()
        if not found.has_errors:
            found.extend(run_checks(model, elaborated))
        else:
            wrong = {problem.entity for problem in found.items if problem.severity == "error"}
            found.extend(run_table_checks(model, elaborated, wrong))
    if not found.has_errors:
        found.extend(run_final_checks(model, done))
    if every_option:
        found.extend(_unchecked(model, conditions, len(done)))
    return done[0]


def _unchecked(model: Model, conditions: Conditions, checked: int) -> list[Problem]:
    """W311 where there are more combinations of the options than are checked."""
    count = count_combinations(model.options, conditions.used)
    if count <= checked:
        return []
    place = next(iter(model.of("option").values()))
    message = f"the options make {count} combinations; {checked} were checked, {count - checked} were not"
    return [Problem("W311", message, place.key_span, "those you play with are checked by `--option NAME=VALUE`", path=place.path)]


def _combinations(model: Model, conditions: Conditions, choice: dict[str, str], every_option: bool) -> list[dict[str, str]]:
    if not every_option:
        return [choice]
    for entries in model.entries.values():
        for place in entries.values():
            conditions.scan(place)
    for place in model.reference:
        conditions.scan(place)
    return list(combinations(model.options, conditions.used, choice, MAX_COMBINATIONS))


def _answer(
    program: Program | None,
    found: Problems,
    model: Model,
    source: GameSource,
    texts: Mapping[str, str],
    covered: Mapping[str, int],
    spans: Mapping[tuple[str, str], Span],
    steps: Mapping[tuple[str, int], Span],
    options: Mapping[str, str],
    defaults: Mapping[str, str],
) -> Compilation:
    problems = suppress(numbered(found.sorted(), model.steps), texts)
    counts = {"file": len(source.files), **covered}
    return Compilation(program, tuple(problems), counts, texts, spans, steps, options, defaults)
