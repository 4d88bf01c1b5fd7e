"""The answers to the odds that a game prints: exact, each computed once, and kept as long as its rules stay as they are.

The press prints them and does not compute: it knows nothing of odds. What has no exact answer is a problem where the block stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from penance_build.build.inputs import hash_program
from penance_build.build.numbers import ratio
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import NOWHERE, Problem
from penance_build.diagnostics.suppress import not_allowed
from penance_build.ir.canonical import digest
from penance_build.ir.identity import without_texts
from penance_build.ir.interpret.dice import RunError
from penance_build.ir.nodes import Asked, OddsTable, Played, Program
from penance_build.ir.play import playable
from penance_build.ir.record import replace as replaced
from penance_build.ir.uses import closure
from penance_build.odds.proofs.claims import exact_value
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Odds
from penance_build.product import Cache, Produced, Settings

_KEPT = 5_000  # answers that one entry of the cache holds at most
_ON_THE_TABLE = ("counters", "zones", "attributes", "card_types", "slots", "factions", "cards", "decks", "spaces", "setups")


class Unanswered(Struct, frozen=True):
    """A cell of a printed table that has no exact answer: its block, its row and column by their headings, and why."""

    block: OddsTable
    row: str
    column: str
    procedure: str
    reason: str


class Answers(Struct, frozen=True):
    """The answers to what a program prints, and of each block the first cell that has none."""

    figures: Mapping[Asked, Fraction]
    unanswered: tuple[Unanswered, ...]


def printed_odds(program: Program) -> list[OddsTable]:
    """The blocks of odds of the reference, in their order."""
    return [block.odds for side in program.printed.reference for block in side.blocks if block.odds is not None]


def answers(program: Program, cache: Cache) -> Answers:
    """Every figure that the reference prints."""
    tables = printed_odds(program)
    asked = {cell: None for table in tables for row in table.rows for cell in row.cells}
    odds = Odds(program)
    figures: dict[Asked, Fraction] = {}
    reasons: dict[Asked, str] = {}
    for key, questions in _by_rules(program, asked).items():
        kept = _kept(cache, key)
        known = dict(kept)
        for question in questions:
            name = digest(question)
            if name not in known:
                try:
                    figure = exact_value(odds, question)
                    assert figure is not None, "a printed cell asks for a figure"
                    known[name] = figure
                except Refused as refused:
                    reasons[question] = refused.reason
                    continue
                except RunError as error:
                    reasons[question] = f"The game cannot be set up so: {error}."
                    continue
            figures[question] = known[name]
        if len(known) > len(kept):
            _keep(cache, key, known)
    return Answers(figures, tuple(found for table in tables for found in _first(table, reasons)))


def _first(table: OddsTable, reasons: Mapping[Asked, str]) -> Iterator[Unanswered]:
    """The first cell of a block that has no answer: the others mostly have none for the same reason."""
    for row in table.rows:
        for head, cell in zip(table.heads, row.cells, strict=True):
            if cell in reasons:
                yield Unanswered(table, row.head, head, cell.procedure, reasons[cell])
                return


# ---------------------------------------------------------------- what was answered before


def _by_rules(program: Program, asked: Mapping[Asked, None]) -> dict[str, list[Asked]]:
    """The questions by the hash of all that their answers depend on: the program, and the rules that are reached."""
    hashes: dict[tuple[str, bool], str] = {}
    found: dict[str, list[Asked]] = {}
    played = playable(program)
    for question in asked:
        about = (question.procedure, question.situation is not None)
        if about not in hashes:
            hashes[about] = digest(without_texts(_reached(played, *about)))
        found.setdefault(f"odds 1 {hash_program()} {hashes[about]}", []).append(question)
    return found


def _reached(program: Played, procedure: str, is_set_up: bool) -> Played:
    """The part of the rules that an answer can depend on: the rules that are reached, and where cards and counters have a part in it,
    all of these."""
    names = closure(program, [procedure])
    is_set_up = is_set_up or any(name.startswith(("counter ", "zone ")) for name in names)
    reached = replaced(
        program,
        options=(),
        procedures=tuple(item for item in program.procedures if f"procedure {item.id}" in names),
        tables=tuple(item for item in program.tables if f"table {item.id}" in names),
        dice=tuple(item for item in program.dice if f"die {item.id}" in names),
    )
    return reached if is_set_up else replaced(reached, **dict.fromkeys(_ON_THE_TABLE, ()))


def rules_of(program: Program) -> dict[Asked, str]:
    """Each printed question with the hash of all that its answer depends on."""
    asked = {cell: None for table in printed_odds(program) for row in table.rows for cell in row.cells}
    return {question: key for key, questions in _by_rules(program, asked).items() for question in questions}


def _kept(cache: Cache, key: str) -> dict[str, Fraction]:
    """The answers that are known of these rules; what cannot be read is not known."""
    data = cache.get(key)
    try:
        return {name: Fraction(text) for name, text in json.loads(data or b"{}").items()}
    except (ValueError, TypeError, AttributeError, ZeroDivisionError, RecursionError):
        return {}


def _keep(cache: Cache, key: str, known: Mapping[str, Fraction]) -> None:
    newest = list(known.items())[-_KEPT:]
    cache.put(key, json.dumps({name: ratio(value) for name, value in newest}).encode("ascii"))


# ---------------------------------------------------------------- who asks


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """The product ``reference``, with the answers that it prints."""
    from penance_build.press.reference import product

    program = compilation.program
    if program is None or not printed_odds(program):
        return product.produce(compilation, settings)
    found = answers(program, settings.cache)
    problems = not_allowed(unanswered(compilation, found), compilation.texts)
    if problems:
        return Produced((), tuple(problems))
    return product.produce(compilation, replace(settings, answers=found.figures))


def unanswered(compilation: Compilation, found: Answers) -> list[Problem]:
    """E843 for each block of which a cell has no exact answer, where it is asked."""
    problems: list[Problem] = []
    for item in found.unanswered:
        cell = f"row `{item.row}`" + (f", column `{item.column}`" if item.column else "")
        message = f"the odds of `{item.procedure}` cannot be printed, {cell}: {item.reason}"
        span = compilation.spans.get(("odds", item.block.id), NOWHERE)
        hint = "ask for less, or of an earlier step; `penance odds` says the same of this question"
        problems.append(Problem("E843", message, span, hint, entity=("reference", "")))
    return problems
