"""What the compiler infers holds at run time: every variable stays in its bounds, on every path, for every roll.

The interpreter runs programs that compiled without a problem; after each statement all variables are held against the
types that the compiler gave them. A table read outside its inputs, a division by 0, a variable without a value or a loop
longer than its proven bound would end the run.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.ir import nodes as ir
from penance_build.ir.interpret import run as interpret
from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.run import Pending
from tests.games import shipped
from tests.ir_programs import random_inputs
from tests.rules_programs import rules

GAMES = ("aethelgard", "penance", "skirmish")
QUICK, SEEDS = range(40), range(150)
RUNS = 12


def holds(program: ir.Program, kind: ir.Type, value: object) -> bool:
    """Whether a value is one of its type."""
    if kind.kind == "roll":
        die = next(die for die in program.dice if die.id == kind.ref)
        assert isinstance(value, tuple)
        enough = (kind.low or 0) <= len(value) and (kind.high is None or len(value) <= kind.high)
        return enough and all(0 <= face < len(die.faces) for face in value)
    if kind.kind == "list":
        assert isinstance(value, tuple)
        inside = all((kind.low or 0) <= number <= (kind.high or 0) for number in value)
        return kind.shortest <= len(value) <= kind.longest and inside
    assert isinstance(value, int)
    if kind.kind in ("player", "card"):
        return value >= 0
    return (kind.low is None or kind.low <= value) and (kind.high is None or value <= kind.high) and abs(value) < 2**53


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every variable of every running procedure is held against its type after each statement; gives the number of looks.

    A value never changes, so that a variable which still has the one that was looked at holds.
    """
    looks = [0]
    plain = interpret._Body.run
    held: dict[int, tuple[interpret._Body, dict[str, ir.Type], dict[str, object]]] = {}  # the bodies too, so that no number is used twice

    def run(body: interpret._Body, statements: tuple[ir.Stmt, ...]) -> None:
        if id(body) not in held:
            held[id(body)] = body, {slot.name: slot.type for slot in body.procedure.slots}, {}
        _, kinds, known = held[id(body)]
        for statement in statements:
            try:
                plain(body, (statement,))
            finally:
                for name, value in body.eval.slots.items():
                    if known.get(name) is not value:
                        looks[0] += 1
                        known[name] = value
                        assert holds(body.machine.program, kinds[name], value), (
                            f"{body.procedure.id}: `{name}` is {value} after {statement.kind}, its type is {kinds[name]}"
                        )

    monkeypatch.setattr(interpret._Body, "run", run)
    return looks


def check_run(program: ir.Program, procedure: ir.Procedure, chance: random.Random) -> bool:
    """One run with random inputs and faces; False where the action was illegal, as rules may say."""

    def choose(pending: Pending) -> str | int:
        return chance.choice(pending.options)

    given = random_inputs(chance, program, procedure)
    try:
        outcome = interpret.run(program, procedure.id, given, Seeded(chance.randrange(2**32)), choices=choose)
    except RunError:
        return False
    for result in procedure.results:
        assert holds(program, result.type, outcome.results[result.name]), (procedure.id, given, result, outcome.results)
    return True


@cache
def written(seed: int) -> tuple[ir.Program | None, str]:
    """A random game, and its problems as text."""
    with tempfile.TemporaryDirectory() as name:
        Path(name, "game.yaml").write_text(rules(seed), encoding="utf-8")
        compilation = compile_game(Path(name))
    return compilation.program, "\n".join(f"{item.span.line}: {item.code} {item.message}" for item in compilation.problems)


def statements(body: tuple[ir.Stmt, ...]) -> Iterator[ir.Stmt]:
    for item in body:
        yield item
        for inner in (getattr(item, name, ()) for name in ("then", "orelse", "body")):
            yield from statements(inner)
        for case in getattr(item, "cases", ()):
            yield from statements(case.body)


@pytest.mark.parametrize("seed", [*QUICK, *(pytest.param(seed, marks=pytest.mark.full) for seed in SEEDS[len(QUICK) :])])
def test_random_procedures_stay_in_their_bounds(seed: int, watched: list[int]) -> None:
    program, problems = written(seed)
    assert program is not None, problems
    chance = random.Random(seed)
    for procedure in program.procedures:
        for _ in range(RUNS):
            assert check_run(program, procedure, chance)
    assert watched[0] > 0


@pytest.mark.full
def test_random_procedures_hold_every_kind_of_step() -> None:
    """Else the test above proves nothing of it."""
    kinds = {
        item.kind
        for seed in QUICK
        for program in [written(seed)[0]]
        if program
        for made in program.procedures
        for item in statements(made.body)
    }
    assert kinds >= {"let", "note", "roll", "reroll", "if", "match", "each", "call", "change", "stop", "repeat", "report"}


@pytest.mark.full
@pytest.mark.parametrize("runs", [4, pytest.param(40, marks=pytest.mark.full)])
@pytest.mark.parametrize("game", GAMES)
def test_the_included_games_stay_in_their_bounds(game: str, runs: int, watched: list[int]) -> None:
    program = shipped(game)
    chance = random.Random(game)
    ended = 0
    for procedure in program.procedures:
        ended += sum(check_run(program, procedure, chance) for _ in range(runs))
    assert ended > 20
    assert watched[0] > 100
