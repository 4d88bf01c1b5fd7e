"""The passes before the engines are written: folding, fusing, flattening, walking."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from penance_build.engine.planning import lower
from penance_build.engine.planning.plan import Plan
from penance_build.engine.writing.statements import runs
from penance_build.ir import canonical, record, walk
from penance_build.ir import nodes as n
from penance_build.ir.flatten import flatten
from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.run import run
from penance_build.ir.interpret.state import Outcome
from penance_build.ir.text import formula_text
from tests.ir_programs import (
    INT,
    const,
    duel_program,
    note,
    op,
    procedure,
    programs,
    random_inputs,
    random_setup,
    state_of,
    to_hit_program,
    var,
)

EMPTY: frozenset[str] = frozenset()


def let(slot: str, value: n.Expr) -> n.Let:
    return n.Let(slot, value)


def say(slot: str) -> n.Report:
    return n.Report("", (n.Part(value=var(slot), type=INT),), ())


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (op("add", const(2), op("mul", const(3), const(4))), const(14)),
        (op("add", const(2), op("add", var("x"), const(3))), op("add", var("x"), const(5))),
        (op("add", const(2), op("add", var("x"), const(-2))), var("x")),
        (op("mul", const(1), var("x"), const(1)), var("x")),
        (op("div", const(1), const(0)), op("div", const(1), const(0))),
        (n.Cond(const(0), var("x"), var("y")), var("y")),
        (op("max", const(2), const(7), const(5)), const(7)),
        (op("not", const(3)), const(0)),
    ],
)
def test_constants_are_folded(expr: n.Expr, expected: n.Expr) -> None:
    assert lower.fold(expr) == expected


def test_branches_that_cannot_be_taken_go() -> None:
    body = (n.If(op("lt", const(1), const(2)), (let("x", const(1)),), (let("x", const(2)),)),)
    assert lower.folded(body) == (let("x", const(1)),)


def test_sums_fuse_once_the_notes_are_gone() -> None:
    body = (
        let("x", const(5)), note("Base", const(5), var("x")), let("m", var("a")), let("x", op("add", var("x"), var("m"))),
        note("More", var("m"), var("x")), let("x", op("add", var("x"), const(2))),
    )  # fmt: skip
    assert lower.fused(lower.without_notes(body), frozenset({"x"})) == (let("x", op("add", var("a"), const(7))),)


@pytest.mark.parametrize(
    "body",
    [
        (let("m", var("a")), let("a", const(1)), let("x", var("m"))),  # what it reads changes in between
        (let("m", var("a")), let("x", op("add", var("m"), var("m")))),  # read twice
        (let("m", var("a")), let("x", var("m")), let("y", var("m"))),  # read again later
        (let("m", n.Counter("heat", None)), n.Change("heat", None, const(1), False), let("x", var("m"))),  # the state changes in between
        (let("m", var("a")), let("x", n.Fold(var("r"), "attack", op("add", n.FaceAttr("value"), var("m"))))),  # would be read once a die
        (let("m", var("a")), n.Each("i", const(1), const(3), 3, (let("x", var("m")),))),  # read inside a loop
    ],
)
def test_nothing_is_fused_that_would_change_its_value(body: tuple[n.Stmt, ...]) -> None:
    assert lower.fused(body, frozenset({"x", "y"})) == body


def test_results_are_kept() -> None:
    body = (let("m", var("a")), let("x", var("m")))
    assert lower.fused(body, frozenset({"m", "x"})) == body
    assert lower.fused(body, frozenset({"x"})) == (let("x", var("a")),)


def test_who_chooses_rolls_and_looks() -> None:
    made = duel_program()
    assert lower.choosers(made) == {"lose_card", "duel"}
    assert lower.rollers(made) == {"roll_attack", "duel"}
    assert lower.stateful(made) == {"lose_card", "duel"}
    assert Plan(to_hit_program()).needs_game == EMPTY


def test_small_tables_are_written_out_and_large_ones_are_not() -> None:
    plan = Plan(to_hit_program())
    dense = plan.dense("cover_modifier", 0)
    assert dense is not None
    assert dense.cells == ((0, 1), (1, 1), (2, 2))
    assert plan.dense("cover_modifier", 0, labels=True).cells[1] == ("Light cover", "Light cover")  # type: ignore[union-attr, index]


def test_only_what_pauses_is_taken_apart() -> None:
    inner = n.If(var("x"), (let("y", const(1)),), (n.Stop(),))
    choose = n.Choose("x", const(0), "?", (n.Option("a", "A", 0, None),), "")
    blocks = flatten((inner, n.Each("i", const(1), const(3), 3, (choose, inner)), let("z", const(1))), EMPTY)
    assert [block.end.kind for block in blocks] == ["jump", "branch", "ask", "finish", "jump"]
    assert blocks[0].body[0] is inner
    assert blocks[4].body == (inner,)
    hidden = {name for block in blocks for stmt in block.body for name in walk.assigned(stmt) if "." in name}
    assert hidden == {"each.0.at", "each.0.end"}


def test_every_target_of_a_block_exists() -> None:
    made = duel_program()
    for item in made.procedures:
        blocks = flatten(item.body, lower.choosers(made))
        assert all(0 <= target < len(blocks) for block in blocks for target in block.end.targets)
        assert blocks[-1].end.kind in ("finish", "jump")


def test_walks_see_everything_and_survive_depth() -> None:
    deep: n.Expr = var("x")
    for _ in range(20000):
        deep = op("neg", deep)
    body: tuple[n.Stmt, ...] = (let("y", deep),)
    assert sum(1 for _ in walk.all_expressions(body)) == 20001
    for _ in range(5000):
        body = (n.If(const(1), body, ()),)
    assert {expr.name for expr in walk.all_expressions(body) if isinstance(expr, n.Var)} == {"x"}
    duel = duel_program().procedures[2]
    assert walk.calls(duel.body) == ("lose_card", "roll_attack")
    assert walk.tables_read(to_hit_program().procedures[0].body)[0] == "attacker_movement"
    assert set(walk.assigned(duel.body[6])) == {"taken", "extra"}


def test_conditions_read_like_formulas() -> None:
    made = duel_program()
    for expr, text in [
        (op("lt", n.Counter("heat", var("p")), const(8)), "p.heat < 8"),
        (op("and", op("eq", var("a"), const(-1)), op("or", var("b"), op("not", var("c")))), "a == -1 and (b or not c)"),
        (op("mul", op("add", var("a"), const(1)), const(2)), "(a + 1) * 2"),
        (op("sub", var("a"), op("sub", var("b"), const(1))), "a - (b - 1)"),
        (op("rdiv", var("a"), const(2)), "round(a / 2)"),
        (op("ge", n.ZoneSize("hand", var("p")), const(1)), "size(p.hand) >= 1"),
        (op("ge", n.CardAttr(None, "cost"), n.CardAttr(var("c"), "cost")), "card.cost >= c.cost"),
        (n.Cond(var("a"), const(1), op("max", const(2), var("b"))), "if a then 1 else max(2, b)"),
        (n.Fold(n.Keep(var("r"), "attack", const(2), True), "attack", n.FaceAttr("value")), "sum(best(r, 2), face)"),
    ]:
        assert formula_text(made, expr) == text


def test_neighbouring_values_become_ranges() -> None:
    assert runs((5, 1, 2, 3, 9)) == [(1, 3), (5, 5), (9, 9)]


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ((let("a", const(1)), let("b", var("a")), n.Report("seen", (), (n.Field("b", var("b"), INT),))), ()),
        (
            (n.Each("i", const(1), const(3), 3, (let("t", op("add", var("t"), var("i"))),)), say("t")),
            (n.Each("i", const(1), const(3), 3, ()),),
        ),
        ((n.Let("t", var("x"), True), say("t")), (n.Let("t", var("x"), True),)),  # may be refused
        ((n.Roll("r", "attack", const(1), "r"), let("t", n.Dice(var("r"))), say("t")), (n.Roll("r", "attack", const(1), "r"),)),
        ((let("x", const(4)), say("x")), (let("x", const(4)),)),  # a result
        ((let("t", var("a")), say("t"), n.Change("heat", None, var("t"), False)), (n.Change("heat", None, var("a"), False),)),
    ],
)
def test_what_only_led_to_what_is_told_goes(body: tuple[n.Stmt, ...], left: tuple[n.Stmt, ...]) -> None:
    assert lower.straight(procedure("p", [], {"x": INT}, body)) == left


def test_long_chains_stay_readable_by_python() -> None:
    steps: tuple[n.Stmt, ...] = (let("x", var("a")),)
    for place in range(300):
        steps += (let("x", op("max", var("x"), op("add", var("a"), const(place)))),)
    fused = lower.fused(steps, frozenset({"x"}))
    depths = [walk.depth(stmt.value) for stmt in fused if isinstance(stmt, n.Let)]
    assert len(fused) < 60
    assert max(depths) <= lower.FUSE_DEPTH + 3


def outcome_of(made: n.Program, seed: int) -> tuple[Outcome | None, str]:
    """The last procedure of a program on a random game, choices at random."""
    rng = random.Random(seed)
    last = made.procedures[-1]
    inputs, state = random_inputs(rng, made, last), state_of(made, random_setup(rng))
    try:
        return run(made, last.id, inputs, Seeded(seed), state, lambda pending: rng.choice(pending.options)), ""
    except RunError as error:
        return None, str(error)


@pytest.mark.full
@settings(max_examples=25)
@given(programs(), st.integers(0, 2**32))
def test_the_passes_change_no_meaning(made: n.Program, seed: int) -> None:
    assert canonical.loads(canonical.dumps(made)) == made
    lowered = record.replace(made, procedures=tuple(record.replace(item, body=lower.straight(item)) for item in made.procedures))
    before, after = outcome_of(made, seed), outcome_of(lowered, seed)
    if before[0] is None or after[0] is None:
        assert before == after
    else:
        assert replace(before[0], trace=(), told=()) == after[0]
