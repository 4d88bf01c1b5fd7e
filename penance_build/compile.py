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
from penance_build.model.context.numbering import numbered, step_spans, text_spans
from penance_build.model.context.options import Conditions, choose_options, combinations, count_combinations
from penance_build.model.linking.link import link
from penance_build.model.program.elaborate import Elaborated, elaborate, memory_for
from penance_build.source import read_game, read_texts
from penance_build.source.collector import put_off
from penance_build.source.tree import GameSource
from penance_build.surface.from_tree import from_tree
from penance_build.surface.game import Game

MAX_COMBINATIONS: Final = 64


@put_off()
def compile_folder(folder: Path, wanted: Mapping[str, str], every_option: bool) -> Compilation:
    """Read, validate, link, check and lower the game in ``folder``.

    With ``every_option`` the problems of every other combination of the options are reported too.
    Raises UnknownOption (a wrong choice) and OSError (the machine).
    """
    return _compile(*read_game(folder), wanted, every_option)


@put_off()
def compile_texts(files: Mapping[str, str], wanted: Mapping[str, str], every_option: bool, previous: Compilation | None) -> Compilation:
    """As :func:`compile_folder`, of texts by the names that their files would have in the folder.

    ``previous`` is what texts like these gave before; the answer does not depend on it.
    """
    del previous
    return _compile(*read_texts(files), wanted, every_option)


def _compile(source: GameSource, problems: list[Problem], wanted: Mapping[str, str], every_option: bool) -> Compilation:
    found = Problems()
    found.extend(problems)
    found.extend(schema.validate(source))
    texts = source.texts
    broken = {problem.entity for problem in found.items if problem.severity == "error" and problem.entity[0]}
    is_partial = bool(source.broken) or any(problem.code in ("E208", "E209") for problem in found.items)  # a file or section is missing
    game = from_tree(source, broken)
    choice = choose_options(game.options, wanted, not found.has_errors)
    later = Problems()
    later.extend(link(game))
    elaborated = _elaborate_all(game, choice, later, every_option and not found.has_errors)
    found.extend(own_mistakes(later.items, texts, game.broken_words, is_partial))
    spans = {(kind, name): item.at.key_span for kind, items in game.kinds.items() for name, item in items.items()} | text_spans(game)
    covered = {kind: len(items) for kind, items in sorted(game.kinds.items())}
    program = _unless_wrong(elaborated, found)
    steps = step_spans(elaborated.rules) if program is not None else {}
    return _answer(program, found, game, source, texts, covered, spans, steps, choice, choose_options(game.options, {}))


def _unless_wrong(elaborated: Elaborated, found: Problems) -> Program | None:
    return None if found.has_errors else elaborated.program


def _elaborate_all(game: Game, choice: dict[str, str], found: Problems, every_option: bool) -> Elaborated:
    """The program of the choice; problems of it, and of the other combinations, into ``found``."""
    report: list[Problem] = []
    conditions = Conditions(game.options, report)
    done: list[Elaborated] = []
    memory = memory_for(game, conditions)
    for combination in _combinations(game, conditions, choice, every_option):
        elaborated = elaborate(game, conditions, combination, memory)
        done.append(elaborated)
        found.extend(report + elaborated.report)
        report.clear()
        if not found.has_errors:
            found.extend(run_checks(game, elaborated))
        else:
            wrong = {problem.entity for problem in found.items if problem.severity == "error"}
            found.extend(run_table_checks(game, elaborated, wrong))
    if not found.has_errors:
        found.extend(run_final_checks(game, done))
    if every_option:
        found.extend(_unchecked(game, conditions, len(done)))
    return done[0]


def _unchecked(game: Game, conditions: Conditions, checked: int) -> list[Problem]:
    """W311 where there are more combinations of the options than are checked."""
    count = count_combinations(game.options, conditions.used)
    if count <= checked:
        return []
    at = next(iter(game.options.values())).at
    message = f"the options make {count} combinations; {checked} were checked, {count - checked} were not"
    return [Problem("W311", message, at.key_span, "those you play with are checked by `--option NAME=VALUE`", path=at.path)]


def _combinations(game: Game, conditions: Conditions, choice: dict[str, str], every_option: bool) -> list[dict[str, str]]:
    if not every_option:
        return [choice]
    for below in game.below.values():
        conditions.mentions(below)
    conditions.named(game.reference_whens)
    return list(combinations(game.options, conditions.used, choice, MAX_COMBINATIONS))


def _answer(
    program: Program | None,
    found: Problems,
    game: Game,
    source: GameSource,
    texts: Mapping[str, str],
    covered: Mapping[str, int],
    spans: Mapping[tuple[str, str], Span],
    steps: Mapping[tuple[str, int], Span],
    options: Mapping[str, str],
    defaults: Mapping[str, str],
) -> Compilation:
    problems = suppress(numbered(found.sorted(), game), texts)
    counts = {"file": len(source.files), **covered}
    return Compilation(program, tuple(problems), counts, texts, spans, steps, options, defaults)
