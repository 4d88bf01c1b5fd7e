"""Sums without a bound: what may grow, what it is compiled to, and that no engine takes a sum that is too large for an exact one."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from penance_build.ir import nodes as n
from penance_build.ir.interpret.dice import RunError, Scripted
from penance_build.ir.interpret.run import run
from penance_build.ir.walk import statements
from penance_build.model.formulas.queries import where_expr
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import answer
from tests.engine_support import NodeBatch, canonical, python_engine
from tests.games import program_of

HEAD = """\
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {sides: 6}, d2: {sides: 2}, pm: {faces: [{id: a, value: -1}, {id: b, value: 1}, {id: c, value: 0}]}}
procedures:
"""
LARGE = """\
  p:
    results: {r: int}
    steps:
      - {let: r, value: 0}
      - repeat:
          - {roll: one, die: d6}
          - if: sum(one) <= 4
            then: [{let: r, value: r + 2000000000000000}]
            else: [{let: r, value: (if sum(one) > 5 then 2 else 4) - 5 + (r + 1) + 1999999999999999 - 1999999999999998}]
        until: sum(one) == 6
"""
ONCE = "{repeat: [{roll: one, die: d6}, {let: r, value: r + 1}], until: sum(one) == 6}"
COUNT = f"""\
  count:
    results: {{r: int}}
    steps:
      - {{let: r, value: 0}}
      - {ONCE}
"""


def made(procedures: str) -> n.Program:
    return program_of(HEAD + procedures)


def bounds(program: n.Program) -> dict[str, tuple[int | None, int | None]]:
    return {slot.name: (slot.type.low, slot.type.high) for slot in program.procedures[-1].results}


def chance(program: n.Program, event: str) -> Fraction | None:
    name = program.procedures[-1].id
    return Odds(program).distribution(name, {}, of=[], where=where_expr(program, name, event)).p


def mean(program: n.Program) -> dict[str, Fraction]:
    return Odds(program).distribution(program.procedures[-1].id, {}).mean


@pytest.mark.full
def test_every_engine_sees_where_a_sum_leaves_the_exact_numbers(tmp_path: Path) -> None:
    """Four times 2e15 is not beyond 2^53 - 1, five times is; a 5 adds 1 and a 6 takes 1, although what is written is large."""
    program = made(LARGE)
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "large")
    wrong = "p: 'r' went past 2^53 - 1"
    for faces, total in (([1, 1, 1, 1, 5, 6], 8 * 10**15), ([5, 1, 5, 1, 1, 1, 6], 8 * 10**15 + 1), ([1, 1, 5, 1, 1, 1, 6], None)):
        dice = {"one": faces}
        script = Scripted({"one": [face - 1 for face in faces]})
        if total is None:
            with pytest.raises(RunError) as found:
                run(program, "p", {}, script)
            assert str(found.value) == wrong
            with pytest.raises(engine.RulesError) as other:
                engine.trace("p", {}, {"dice": dice})
            assert str(other.value) == wrong
        else:
            assert run(program, "p", {}, script).results == {"r": total}
            assert engine.trace("p", {}, {"dice": dice})["result"] == {"r": total}
        batch.call(total, "trace", "p", {}, {"dice": dice})
    for expected, got in zip(batch.expected, batch.answers(), strict=True):
        assert got.get("error") == wrong if expected is None else canonical(got["answer"]["result"]) == canonical({"r": expected})


def test_what_is_added_is_added_in_steps_that_are_exact() -> None:
    """Each checked statement adds two numbers, of which the one that is new has a bound, or is checked itself."""
    steps = "{let: r, value: 3 - r % 2 + (w - 1) + r}"
    call = "{let: r, value: 5}, {call: count, take: {w: r}}"
    program = made(COUNT + f"  p: {{results: {{r: int}}, steps: [{call}, {steps}]}}\n")
    checked = [stmt for stmt in statements(program.procedures[-1].body) if isinstance(stmt, n.Let) and stmt.checked]
    assert [(stmt.value.op, stmt.value.args[1]) for stmt in checked if isinstance(stmt.value, n.Op)] == [("add", n.Var("w"))]
    assert run(program, "p", {}, Scripted({"one": [0, 0, 5]})).results == {"r": 3 - 1 + 2 + 5}


def test_a_sum_that_reads_the_old_value_twice() -> None:
    steps = f"[{{let: r, value: 0}}, {ONCE}, {{call: count, take: {{w: r}}}}, {{let: r, value: 'r + w + max(r, w)'}}]"
    program = made(COUNT + f"  p: {{results: {{r: int}}, steps: {steps}}}\n")
    assert run(program, "p", {}, Scripted({"one": [0, 5, 0, 0, 5]})).results == {"r": 2 + 3 + 3}
    assert run(program, "p", {}, Scripted({"one": [0, 0, 5, 5]})).results == {"r": 3 + 1 + 3}


def test_a_sum_in_a_loop_in_a_loop() -> None:
    """The outer loop makes 3 passes on average, the inner one 6 each time."""
    outer = f"{{let: t, value: t + 1}}, {{roll: two, die: d6}}, {{let: r, value: r + 1}}, {ONCE}"
    start = "{let: r, value: 0}, {let: t, value: 0}"
    loop = f"{{repeat: [{outer}], until: sum(two) > 4}}"
    program = made(f"  p: {{results: {{r: int, t: int}}, steps: [{start}, {loop}]}}\n")
    assert mean(program) == {"r": 21, "t": 3}
    assert chance(program, "t > 4") == Fraction(2, 3) ** 4
    assert chance(program, "r > 2") == 1 - Fraction(1, 6) * Fraction(1, 3)


def test_sums_of_two_loops_one_after_the_other() -> None:
    """Of two rolls until a 6: together at most 3 is 1 and 1, 1 and 2, or 2 and 1."""
    program = made(COUNT + f"      - {ONCE}\n")
    assert mean(program) == {"r": 12}
    assert chance(program, "r > 3") == 1 - (Fraction(1, 36) + 2 * Fraction(5, 216))


@pytest.mark.parametrize("step", ["{let: t, value: t + w}", "{let: t, value: w + t}", "{let: t, sum: [t, w]}", "{let: t, sum: [t, 0, w]}"])
def test_a_sum_of_what_a_call_gives(step: str) -> None:
    """So many rolls until a 6, each time, until a 6: each roll is the last of all with 1/36."""
    steps = f"[{{let: t, value: 0}}, {{repeat: [{{roll: one, die: d6}}, {{call: count, take: {{w: r}}}}, {step}], until: sum(one) == 6}}]"
    program = made(COUNT + f"  p: {{results: {{t: int}}, steps: {steps}}}\n")
    assert mean(program) == {"t": 36}
    assert chance(program, "t > 10") == Fraction(35, 36) ** 10
    assert chance(program, "t == 1") == Fraction(1, 36)


@pytest.mark.full
def test_a_sum_that_begins_anew() -> None:
    """The rounds since the last 1. Its mean is no sum over the passes (it is 1 + 2/3 + 4/9 + … = 3), which is said."""
    step = "{if: sum(one) == 1, then: [{let: t, value: 0}], else: [{let: t, value: t + 1}]}"
    for again in (step, "{let: t, value: if sum(one) == 1 then 0 else t + 1}"):
        steps = f"[{{let: t, value: 0}}, {{repeat: [{{roll: one, die: d6}}, {again}], until: sum(one) == 6}}]"
        program = made(f"  p: {{results: {{t: int}}, steps: {steps}}}\n")
        assert chance(program, "t > 2") == Fraction(2, 3) ** 2
        with pytest.raises(Refused, match="'t' of 'p' has no upper bound, and is not only a sum"):
            mean(program)
        low, high = answer(Odds(program), "p", {}, runs=2000).mean_intervals["t"]
        assert low < 3 < high


def test_a_sum_that_begins_anew_with_every_pass() -> None:
    """What the last pass gives is only that."""
    inner = "{let: t, value: 0}, {repeat: [{roll: two, die: d2}, {let: t, value: t + 1}], until: sum(two) == 2}"
    loop = f"{{repeat: [{{roll: one, die: d6}}, {inner}], until: sum(one) == 6}}"
    program = made(f"  p: {{results: {{t: int}}, steps: [{loop}]}}\n")
    assert mean(program) == {"t": 2}


def test_bounds_that_the_operands_bound_stay() -> None:
    body = (
        '{roll: one, die: pm}, {let: walk, value: "max(0, min(10, walk + sum(one)))"}, {let: hi, value: "max(hi, walk)"}, '
        '{let: low, value: "min(low, sum(one))"}, {let: steps_made, value: steps_made + 1}'
    )
    start = "".join(f"{{let: {name}, value: {first}}}, " for name, first in (("walk", 5), ("hi", 5), ("low", 0), ("steps_made", 0)))
    results = "{walk: int, hi: int, low: int, steps_made: int}"
    program = made(f"  p: {{results: {results}, steps: [{start}{{repeat: [{body}], until: 'walk in (0, 10)'}}]}}\n")
    assert bounds(program) == {"walk": (0, 10), "hi": (5, 10), "low": (-1, 0), "steps_made": (1, 2**53 - 1)}
    assert chance(program, "hi == 8") == Fraction(5, 8) - Fraction(5, 9)  # it reaches 8 before 0, and does not reach 9


def test_events_may_add_up_what_has_no_bound() -> None:
    """Of an exploding die: total and rolls."""
    body = "{roll: one, die: d6}, {let: total, value: total + sum(one)}, {let: rolls, value: rolls + 1}"
    steps = f"[{{let: total, value: 0}}, {{let: rolls, value: 0}}, {{repeat: [{body}], until: sum(one) < 6}}]"
    program = made(f"  p: {{results: {{total: int, rolls: int}}, steps: {steps}}}\n")
    assert chance(program, "total + rolls <= 6") == Fraction(5, 6)
    assert chance(program, "3 * total + 9 * rolls < 20") == Fraction(3, 6)
