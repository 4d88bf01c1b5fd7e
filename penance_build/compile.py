"""All the stages in order: the only file that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build import schema
from penance_build.checks import run_checks, run_final_checks, run_table_checks
from penance_build.checks.files_missing import files_used, missing
from penance_build.checks.icon_files import drawn
from penance_build.compilation import Asked, Compilation
from penance_build.diagnostics.cascade import own_mistakes
from penance_build.diagnostics.collapse import collapsed
from penance_build.diagnostics.problem import Problem, Problems
from penance_build.diagnostics.suppress import apply as suppress
from penance_build.families.expand import expand
from penance_build.model.context.memory import RuleMemory
from penance_build.model.context.numbering import definition_spans, numbered, step_spans
from penance_build.model.context.options import Conditions, choose_options, combinations, count_combinations, is_partly_read
from penance_build.model.context.written import Texts
from penance_build.model.linking.link import link
from penance_build.model.program.coverage import data_spans, every_fact, witnessed
from penance_build.model.program.declared import world_of_rules
from penance_build.model.program.elaborate import Elaborated, elaborate, memory_for
from penance_build.model.program.elsewhere import proved_elsewhere
from penance_build.sheets.stay import with_sheets
from penance_build.source import Fetch, fetch_from_folder, fetch_from_texts, read_game, read_texts
from penance_build.source.collector import put_off
from penance_build.source.tree import GameSource, SourceFile
from penance_build.surface.from_tree import from_tree
from penance_build.surface.game import Game

MAX_COMBINATIONS: Final = 64


@put_off()
def compile_folder(folder: Path, wanted: Mapping[str, str], every_option: bool) -> Compilation:
    """Read, validate, link, check and lower the game in ``folder``.

    With ``every_option`` the problems of every other combination of the options are reported too.
    Raises UnknownOption (a wrong choice) and OSError (the machine).
    """
    return _compile(*read_game(folder), fetch_from_folder(folder), wanted, every_option)


@put_off()
def compile_texts(
    files: Mapping[str, str],
    wanted: Mapping[str, str],
    every_option: bool,
    previous: Compilation | None,
    sheets: Mapping[str, bytes] = MappingProxyType({}),
) -> Compilation:
    """As :func:`compile_folder`, of texts by the names that their files would have in the folder.

    ``sheets`` are files of cards as bytes, beside those that are texts.
    ``previous`` is what texts like these gave before; the answer does not depend on it, only how soon it comes.
    """
    before = previous.before if previous is not None and isinstance(previous.before, Before) else None
    read = read_texts(files, known={} if before is None else before.source.readings)
    return _compile(*read, fetch_from_texts(files, sheets), wanted, every_option, before)


class Before(Struct, frozen=True, eq=False):
    """What a compilation leaves behind for the next one of nearly the same texts."""

    source: GameSource
    shapes: Mapping[SourceFile, list[Problem]]  # of each file, against the schemas
    game: Game
    world: tuple[object, ...]
    memory: RuleMemory


def _compile(
    source: GameSource,
    problems: list[Problem],
    fetch: Fetch,
    wanted: Mapping[str, str],
    every_option: bool,
    before: Before | None = None,
) -> Compilation:
    found = Problems()
    found.extend(problems)
    source, books, wrong = with_sheets(source, fetch)
    found.extend(wrong)
    source, unusable = expand(source)
    found.extend(unusable)
    known = {} if before is None else before.shapes
    shapes = {file: known[file] if file in known else schema.validate_file(file) for file in source.files}
    for shape in shapes.values():
        found.extend(shape)
    broken = {problem.entity for problem in found.items if problem.severity == "error" and problem.entity[0]}
    is_partial = bool(source.broken) or any(problem.code in ("E208", "E209") for problem in found.items)  # a file or section is missing
    read = from_tree(source, broken, None if before is None else before.game)
    icons = drawn(read, fetch)
    game = icons.game
    found.extend(icons.problems)
    choice = choose_options(game.options, wanted, not found.has_errors)
    later = Problems()
    later.extend(link(game))
    world = world_of_rules(game)
    memory = before.memory.again() if before is not None and before.world == world else memory_for(game, Conditions(game.options, []))
    every, is_all = _elaborate_all(game, choice, later, every_option and not found.has_errors, memory)
    elaborated, readers = every[0], [item.facts for item in every if item.facts is not None]
    is_all = is_all or not every_option  # who asks of one choice alone is told of it alone
    uses = files_used(game, every) if not found.has_errors and not later.has_errors else ()
    if source.is_folder:
        later.extend(missing(uses, source.ignored))
    used = {use.name for use in uses} | icons.files
    is_whole = is_all and not any(problem.severity == "error" for problem in wrong)  # a row of a sheet may be what is left out
    own = own_mistakes(later.items, found.items, source.texts, game.broken_words, is_partial=is_partial, is_all=is_whole)
    if is_partly_read(game.options, found.items):
        own = [problem for problem in own if problem.code != "E310"]
    found.extend(own)
    return Compilation(
        program=None if found.has_errors else elaborated.program,
        problems=tuple(
            books.placed(collapsed(suppress(_with_causes(numbered(found.sorted(), game), game, source.texts), source.texts, is_all)))
        ),
        covered={"file": len(source.files), **{kind: len(items) for kind, items in sorted(game.kinds.items())}},
        texts=source.texts,
        spans=Asked(lambda: definition_spans(game)),
        steps=Asked(lambda: step_spans(elaborated.rules)),
        data=Asked(lambda: data_spans(readers)),
        facts=every_fact([item.program for item in every]),
        witnessed=Asked(lambda: witnessed(readers)),
        elsewhere=() if found.has_errors else proved_elsewhere([item.program for item in every]),
        ignored=tuple(name for name in source.ignored if name not in used),
        options=choice,
        defaults=choose_options(game.options, {}),
        written=Texts(game, [(item.program, item.rules, item.made, item.rows) for item in every]),
        before=Before(source, shapes, read, world, memory),
    )


def _with_causes(problems: list[Problem], game: Game, texts: Mapping[str, str]) -> list[Problem]:
    """The problems, with the places behind them, and those about a bound with what lets a value leave it; only of errors."""
    if not any(problem.severity == "error" for problem in problems):
        return problems
    from penance_build.model.context.second import with_places
    from penance_build.model.program.grown import with_causes

    return with_places(with_causes(problems, game, texts), game, texts)


def _elaborate_all(
    game: Game, choice: dict[str, str], found: Problems, every_option: bool, memory: RuleMemory
) -> tuple[list[Elaborated], bool]:
    """The program of the choice first, and whether every option was looked at; problems of all combinations into ``found``."""
    report: list[Problem] = []
    conditions = Conditions(game.options, report)
    for below in game.below.values():  # all of them, for what is remembered does not read its conditions again
        conditions.mentions(below)
    conditions.named(game.reference_whens)
    done: list[Elaborated] = []
    seen: set[int] = set()
    for combination in combinations(game.options, conditions.used, choice, MAX_COMBINATIONS) if every_option else [choice]:
        elaborated = _marked(elaborate(game, conditions, combination, memory), seen)
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
    return done, every_option or count_combinations(game.options, conditions.used) == 1


def _marked(elaborated: Elaborated, seen: set[int]) -> Elaborated:
    """With the procedures and tables marked that no combination before had; ``seen`` are the identities of those, all of them alive."""
    fresh = tuple(item for item in elaborated.program.procedures if id(item) not in seen)
    marked = replace(elaborated, fresh=fresh, has_new_tables=id(elaborated.rows) not in seen)
    seen.update(map(id, fresh))
    seen.add(id(elaborated.rows))
    return marked


def _unchecked(game: Game, conditions: Conditions, checked: int) -> list[Problem]:
    """W311 where there are more combinations of the options than are checked."""
    count = count_combinations(game.options, conditions.used)
    if count <= checked:
        return []
    at = next(iter(game.options.values())).at
    message = f"the options make {count} combinations; {checked} were checked, {count - checked} were not"
    return [Problem("W311", message, at.key_span, "those you play with are checked by `--option NAME=VALUE`", path=at.path)]
