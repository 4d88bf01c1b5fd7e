"""Of examples that do not come out as written: which statements and rows are probably at fault.

Two signs are read together. A statement that all failing examples walk and few others do stands first (the share is that of Ochiai).
Then statements are changed in small ways, one at a time: a number by one, `>=` for `>`, a sign, branches and zones exchanged. Where an
example comes out by such a change, and the others still do, that is where to look. Only what fails asks for this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from penance_build.ir import nodes as ir
from penance_build.ir.interpret.passes import Passes
from penance_build.ir.record import replace
from penance_build.ir.walk import bodies, map_bodies, statements
from penance_build.odds.proofs.changes import BRANCHES, Change, near, of_row, of_statement, tables_of
from penance_build.odds.proofs.examples import replay_one

_MOST: Final = 500  # changes that are tried
_WITNESSES: Final = 25  # examples that come out, and walk a statement, by which a change of it is judged
_PASSES: Final = 2_000  # of loops that changed rules may make in an example
_NAMED: Final = 4  # places that are named of one example

Key = tuple[str, int]  # a procedure, and the place of a statement among all of its statements; or a table, and that of a row


class Suspect(Struct, frozen=True):
    """A statement of a procedure, or a row of a table, and what of it is changed to what; both "" where no change was found that helps.

    ``index`` below 0: an input, -1 the first one.
    """

    item: ir.Procedure | ir.Table
    index: int
    was: str = ""
    instead: str = ""


class _Walks(Struct):
    """Which statements an example walks, in the order in which each was last walked, and whether it comes out."""

    example: ir.Example
    ok: bool
    keys: tuple[Key, ...]


def suspects(program: ir.Program, failing: Sequence[str], witnesses: Sequence[ir.Example] = ()) -> Mapping[str, tuple[Suspect, ...]]:
    """Of each failing example, by its id, the places that are probably at fault, the most probable first.

    ``witnesses`` are further examples; those that come out by these rules are heeded.
    """
    places = _places(program)
    own = {example.id for example in program.proved.examples}
    others = [example for example in witnesses if example.id not in own]
    walks = [_walk(program, example, places) for example in (*program.proved.examples, *others)]
    wrong = [walk for walk in walks if not walk.ok and walk.example.id in failing]
    if not wrong:
        return {}
    ranked = _ranked(walks, wrong)
    helps = list(_helping(program, ranked, walks, wrong))
    found: dict[str, tuple[Suspect, ...]] = {}
    for walk in wrong:
        named = [suspect for mended, suspect in helps if walk.example.id in mended]
        keys = set(walk.keys)
        named += [] if named else [_suspect(program, key) for key in ranked if key in keys]
        found[walk.example.id] = tuple(named[:_NAMED])
    return found


def _places(program: ir.Program) -> dict[int, Key]:
    return {id(stmt): (item.id, index) for item in program.procedures for index, stmt in enumerate(statements(item.body))}


def _walk(program: ir.Program, example: ir.Example, places: Mapping[int, Key]) -> _Walks:
    seen: dict[Key, None] = {}

    def walked(_: ir.Procedure, stmt: ir.Stmt) -> None:
        key = places.get(id(stmt))  # a policy rewrites rules: what it makes has no place
        if key is not None:
            seen.pop(key, None)
            seen[key] = None

    verdict = replay_one(program, example, walked)
    return _Walks(example, verdict.ok, tuple(seen))


def _ranked(walks: Sequence[_Walks], wrong: Sequence[_Walks]) -> list[Key]:
    """The statements that failing examples walk, by their share, and among equals the last one walked first."""
    bad: dict[Key, int] = {}
    good: dict[Key, int] = {}
    late: dict[Key, int] = {}
    for walk in wrong:
        for place, key in enumerate(walk.keys):
            bad[key] = bad.get(key, 0) + 1
            late[key] = min(late.get(key, len(walk.keys)), len(walk.keys) - place)
    for walk in walks:
        if walk.ok:
            for key in walk.keys:
                good[key] = good.get(key, 0) + 1
    # The square of bad / sqrt(all bad * (bad + good)), as a fraction over one denominator for all: whole numbers suffice to compare.
    return sorted(bad, key=lambda key: (-(bad[key] ** 2 * 10**9 // (bad[key] + good.get(key, 0))), late[key], key))


def _helping(
    program: ir.Program, ranked: Sequence[Key], walks: Sequence[_Walks], wrong: Sequence[_Walks]
) -> list[tuple[frozenset[str], Suspect]]:
    """The changes by which failing examples come out, with these examples; the one that mends most and spoils least first."""
    first = min(wrong, key=lambda walk: len(walk.keys))
    own = set(first.keys)
    found: list[tuple[int, int, int, frozenset[str], Suspect]] = []
    seen: set[tuple[str, int, str, str]] = set()
    tried = 0
    for read, suspect, changed in _changes(program, first.example, [key for key in ranked if key in own]):
        if tried == _MOST:
            break
        tried += 1
        place = (suspect.item.id, suspect.index, suspect.was, suspect.instead if suspect.was == BRANCHES else "")
        if place in seen or not _comes_out(changed, first.example):
            continue
        seen.add(place)
        mended = frozenset(walk.example.id for walk in wrong if walk is first or _comes_out(changed, walk.example))
        touched = [walk for walk in walks if walk.ok and read in walk.keys]
        spoiled = sum(not _comes_out(changed, walk.example) for walk in touched[:_WITNESSES])
        found.append((spoiled - len(mended), spoiled, tried, mended, suspect))
    found.sort(key=lambda item: item[:3])
    best = found[0][0] if found else 0
    return [(mended, suspect) for worth, _, _, mended, suspect in found if worth <= best + 1]


def _comes_out(program: ir.Program, example: ir.Example) -> bool:
    """Whether an example comes out by changed rules, of which nothing is proved: neither that they end nor that indices fit."""
    try:
        return replay_one(program, example, passes=Passes(_PASSES)).ok
    except (ArithmeticError, AssertionError, LookupError, RecursionError, StopIteration, TypeError, ValueError):
        return False


def _changes(program: ir.Program, example: ir.Example, keys: Sequence[Key]) -> Iterator[tuple[Key, Suspect, ir.Program]]:
    """Every small change of some statements, of the tables that they read, and of what an example leaves out, with the program that it
    gives, and the statement by which others may meet it."""
    read: set[str] = set()
    for name, index in keys:
        procedure = program.by_id.procedures[name]
        stmt = statements(procedure.body)[index]
        for change in of_statement(program, stmt):
            suspect = Suspect(procedure, index, change.was, change.instead)
            yield (name, index), suspect, _with_statement(program, procedure, stmt, change)
        for table in tables_of(program, stmt):
            if table.id not in read:
                read.add(table.id)
                yield from (((name, index), *item) for item in _of_table(program, table))
    asked, given = program.by_id.procedures[example.procedure], {name for name, _ in example.inputs}
    for place, slot in enumerate(asked.inputs):
        if slot.name not in given and slot.default is not None:
            for was, instead, value in near(slot.default):
                inputs = (*asked.inputs[:place], replace(slot, default=value), *asked.inputs[place + 1 :])
                other = replace(asked, inputs=inputs)
                changed = replace(program, procedures=tuple(other if item is asked else item for item in program.procedures))
                yield (asked.id, 0), Suspect(asked, -1 - place, was, instead), changed


def _of_table(program: ir.Program, table: ir.Table) -> Iterator[tuple[Suspect, ir.Program]]:
    for number, row in enumerate(table.rows):
        for was, instead, other in of_row(row):
            rows = (*table.rows[:number], other, *table.rows[number + 1 :])
            tables = tuple(replace(item, rows=rows) if item is table else item for item in program.tables)
            yield Suspect(table, number, was, instead), replace(program, tables=tables)


def _with_statement(program: ir.Program, procedure: ir.Procedure, stmt: ir.Stmt, change: Change) -> ir.Program:
    def within(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return tuple(change.stmt if item is stmt else map_bodies(item, within) if bodies(item) else item for item in body)

    other = replace(procedure, body=within(procedure.body))
    return replace(program, procedures=tuple(other if item is procedure else item for item in program.procedures))


def _suspect(program: ir.Program, key: Key) -> Suspect:
    return Suspect(program.by_id.procedures[key[0]], key[1])
