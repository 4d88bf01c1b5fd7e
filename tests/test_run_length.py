"""E629 and E616: how long a run may be, and how deep it may nest, counted from bounds; what passes is carried by every evaluator."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.checks import run_length
from penance_build.checks.run_length import Length
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.python import emit_python
from penance_build.ir.interpret.dice import RunError, Scripted
from penance_build.ir.interpret.passes import Passes
from penance_build.ir.interpret.run import run
from penance_build.limits import MAX_NESTED, MAX_STEPS
from penance_build.odds.walking.exact import Odds

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\nprocedures:\n'


def found(folder: Path, text: str) -> list[tuple[str, str]]:
    (folder / "game.yaml").write_text(HEAD + text, encoding="utf-8")
    return [(problem.code, problem.message) for problem in compile_game(folder).problems]


def doubling(count: int) -> str:
    """Rules that each call the next one twice."""
    links = "".join(f"  p{index}: {{name: P, steps: [{{call: p{index + 1}}}, {{call: p{index + 1}}}]}}\n" for index in range(count))
    return links + f"  p{count}: {{name: P, steps: [{{let: v, value: 1}}]}}\n"


def nested(calls: int, branches: int, terms: int) -> str:
    """Rules that each call the next one inside of branches; the last one adds up."""
    text = ""
    for number in range(calls):
        step = f"{{call: p{number + 1}, with: {{a: a}}, take: {{x: x}}}}"
        if number == calls - 1:
            step = f"{{let: x, value: {'+'.join(['a'] * terms)}}}"
        for _ in range(branches):
            step = f"{{if: a == 1, then: [{step}]}}"
        text += f"  p{number}: {{name: P, inputs: {{a: 0..2}}, results: {{x: int}}, steps: [{{let: x, value: 0}}, {step}]}}\n"
    return text


def test_calls_that_double_are_counted_exactly(tmp_path: Path) -> None:
    """The last rule is 1 step, each before it two calls, of 8, and twice what it calls: 17 times 2 to the n, less 16."""
    steps = 17 * 2**21 - 16
    assert found(tmp_path, doubling(50)) == [("E629", f"`p29` may run {steps:,} steps and ask nobody, the limit is {MAX_STEPS:,}")]
    assert found(tmp_path, doubling(20)) == []


@pytest.mark.full
@pytest.mark.parametrize(("calls", "branches"), [(60, 1), (5, 23), (24, 4)])
def test_the_deepest_that_passes_is_carried(calls: int, branches: int, tmp_path: Path) -> None:
    """The interpreter, exact odds and both engines, at the bound of calls and branches with a formula at its own bound inside."""
    assert calls * (branches + 1) == MAX_NESTED
    assert found(tmp_path, nested(calls, branches, 65)) == []
    program = compile_game(tmp_path).program
    assert program is not None
    assert run(program, "p0", {"a": 1}, Scripted({}, 1)).results == {"x": 65}
    assert Odds(program).distribution("p0", {"a": 1}).mean["x"] == 65
    engine: dict[str, object] = {}
    exec(compile(emit_python(program), "engine.py", "exec"), engine)
    assert engine["p0"](a=1) == {"x": 65}  # type: ignore[operator]
    assert emit_javascript(program)


def test_deeper_is_refused_where_it_gets_too_deep(tmp_path: Path) -> None:
    """63 calls of 12 conditions: 13 levels a rule, so that the tenth from the innermost is the first beyond the bound."""
    message = f"comes to 129 calls, loops and branches within one another, the limit is {MAX_NESTED}"
    assert found(tmp_path, nested(63, 12, 1)) == [("E616", f"`p53` {message}")]
    long = found(tmp_path, nested(1, 0, 248))
    assert long == [("E415", "this formula carries out 247 operations within one another, the limit is 64")]


def test_lengths_are_those_of_going_through() -> None:
    """Random arrangements of choices and loops: the algebra gives what the longest run without a choice has."""
    quiet, asked = run_length._plain(3), Length(None, 1, 1, 1, 2, 0)
    both = quiet.then(asked).then(quiet)
    assert (both.quiet, both.before, both.after, both.most, both.all) == (None, 4, 4, 4, 8)
    assert (both.times(10).most, both.times(10).all) == (8, 80)
    assert (quiet.times(10).quiet, quiet.times(10).most) == (30, 30)
    maybe = run_length._either((quiet, both))
    assert (maybe.quiet, maybe.most, maybe.times(5).most) == (3, 4, 4 + 4 + 3 * 3)


def test_a_run_counts_calls_too(tmp_path: Path) -> None:
    """A hundred million calls would pass no loop at all: they count as passes."""
    assert found(tmp_path, doubling(20)) == []
    program = compile_game(tmp_path).program
    assert program is not None
    with pytest.raises(RunError, match="calls come to more than 2,000"):
        run(program, "p0", {}, Scripted({}, 1), passes=Passes(1000))


def waiting(passes: str, inside: str) -> str:
    """A rule whose loop has no bound: the counter falls from ``passes``, and ``inside`` runs on each pass."""
    counter = f"counters: {{heat: {{name: Heat, owner: game, type: 0..{passes}, start: 0, past: clamp}}}}\n"
    steps = f"[{{repeat: [{{change: heat, by: -1}}, {inside}], until: heat == 0}}]"
    return f"  p: {{name: P, steps: {steps}}}\n{counter}"


def test_a_loop_counts_as_often_as_what_falls_in_it_can_fall(tmp_path: Path) -> None:
    """Heat of 100 falls on 100 passes; the first may begin without heat. A loop within has 10,000 passes of 2 steps, and 1 before them."""
    inside = "{each: i, to: 10000, do: [{let: x, value: i}]}"
    assert found(tmp_path, waiting("100", inside)) == []
    steps = 1 + 2001 * (1 + 1 + 1 + 10_000 * 2)
    assert found(tmp_path, waiting("2000", inside)) == [("E629", f"`p` may run {steps:,} steps and ask nobody, the limit is {MAX_STEPS:,}")]
    assert found(tmp_path, waiting("2000000", "{let: x, value: 1}")) == []
    assert found(tmp_path, waiting("20000000", "{let: x, value: 1}"))[0][0] == "E629"
