"""Loops without a bound, and lists: closed forms, and random loops against the interpreter on every sequence of faces.

The oracle of the random ones runs the interpreter on scripted dice, and branches where it asks for one more; what is still running
at a fixed depth is the rest. So a chance is known to lie between two fractions, and the exact one must.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from penance_build.ir import nodes as n
from penance_build.ir.interpret.dice import DiceError, Scripted
from penance_build.ir.interpret.run import run
from penance_build.odds.loops.equations import Equations
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Odds
from penance_build.odds.walking.sampled import sampled
from tests.ir_programs import BOOL, INT, const, inp, listed, op, procedure, program, roll_type, valued, var, whole

LIMIT = 2**53 - 1
GROWING = whole(0, LIMIT)


def value(name: str, die: str = "d") -> n.Expr:
    return n.Fold(var(name), die, n.FaceAttr("value"))


def grown(name: str, by: n.Expr) -> n.Let:
    return n.Let(name, op("add", var(name), by), True)


def repeat(body: list[n.Stmt], until: n.Expr) -> n.Repeat:
    return n.Repeat(tuple(body), until, None, 0)


def game(body: list[n.Stmt], results: dict[str, n.Type], variables: dict[str, n.Type], *faces: int) -> n.Program:
    die = valued("d", *(faces or (1, 2, 3, 4, 5, 6)))
    return program(dice=[die], procedures=[procedure("p", [], results, body, variables)])


def exploding() -> n.Program:
    body: list[n.Stmt] = [
        n.Let("total", const(0)),
        repeat([n.Roll("r", "d", const(1), "r"), grown("total", value("r"))], op("lt", value("r"), const(6))),
    ]
    return game(body, {"total": GROWING}, {"r": roll_type("d")})


def test_an_exploding_die() -> None:
    """Mean 7/2 * 6/5. From 7 to 11 the total can only have exploded once, and it is never a multiple of 6."""
    odds = Odds(exploding())
    answer = odds.distribution("p", {})
    assert answer.mean == {"total": Fraction(21, 5)}
    assert dict(answer.unbounded) == {"total": Fraction(21, 5)}
    assert list(answer.outcomes) == [({}, Fraction(1))]
    chances = {("eq", 6): Fraction(0), ("eq", 8): Fraction(1, 36), ("ge", 7): Fraction(1, 6)}
    for (sign, bound), chance in chances.items():
        assert odds.distribution("p", {}, of=[], where=op(sign, var("total"), const(bound))).p == chance
    assert odds.distribution("p", {}, of=[], where=op("ge", var("total"), const(13))).p == Fraction(1, 36)


def test_a_walk_between_two_ends() -> None:
    """The gambler's ruin from 2 of 4: fair, 4 steps on average; unfair 2 to 1, chance 4/5 of the better end."""
    walk: list[n.Stmt] = [
        n.Let("at", const(2)), n.Let("steps", const(0)),
        repeat(
            [n.Roll("r", "d", const(1), "r"), n.Let("at", op("add", var("at"), value("r"))), grown("steps", const(1))],
            op("or", op("eq", var("at"), const(0)), op("eq", var("at"), const(4))),
        ),
    ]  # fmt: skip
    fair = Odds(game(walk, {"at": INT, "steps": GROWING}, {"r": roll_type("d")}, 1, -1)).distribution("p", {})
    assert list(fair.outcomes) == [({"at": 0}, Fraction(1, 2)), ({"at": 4}, Fraction(1, 2))]
    assert fair.mean["steps"] == 4
    unfair = Odds(game(walk, {"at": INT, "steps": GROWING}, {"r": roll_type("d")}, 1, 1, -1)).distribution("p", {})
    assert list(unfair.outcomes) == [({"at": 0}, Fraction(1, 5)), ({"at": 4}, Fraction(4, 5))]
    assert unfair.mean["steps"] == Fraction(18, 5)


def test_a_sum_that_is_read_only_so_far_is_bounded() -> None:
    """A hit on 10 or more of an exploding die, and damage of at most 8."""
    body = list(exploding().procedures[0].body)
    body += [n.Let("hit", op("ge", var("total"), const(10))), n.Let("damage", op("min", var("total"), const(8)))]
    odds = Odds(game(body, {"hit": BOOL, "damage": INT}, {"total": GROWING, "r": roll_type("d")}))
    answer = odds.distribution("p", {}, of=["hit"])
    assert {key["hit"]: chance for key, chance in answer.outcomes}[1] == Fraction(1, 6) * Fraction(1, 2)
    assert odds.distribution("p", {}, of=["damage"]).mean["damage"] == Fraction(1 + 2 + 3 + 4 + 5, 6) + Fraction(7 + 8 * 5, 36)


def test_an_event_may_look_into_a_combination_of_sums() -> None:
    """Of the total t and the rolls r of an exploding die: t = 6 (r - 1) + 1..5."""
    loop = exploding().procedures[0].body[1]
    assert isinstance(loop, n.Repeat)
    body: list[n.Stmt] = [n.Let("total", const(-2)), n.Let("rolls", const(0)), repeat([*loop.body, grown("rolls", const(1))], loop.until)]
    odds = Odds(game(body, {"total": whole(-2, LIMIT), "rolls": GROWING}, {"r": roll_type("d")}))
    both = op("add", var("total"), var("rolls"))
    events = [
        (op("eq", both, const(7)), Fraction(1, 36)),  # 5 + 2
        (op("gt", op("sub", const(5), both), const(0)), Fraction(5, 6)),
        (op("eq", op("min", both, const(6)), const(6)), Fraction(1, 6)),
        (op("le", op("sub", op("mul", var("total"), const(2)), const(3)), const(-1)), Fraction(1, 2)),
        (op("ge", op("sub", var("rolls"), const(1)), const(2)), Fraction(1, 36)),
    ]
    for event, chance in events:
        assert odds.distribution("p", {}, of=[], where=event).p == chance
    with pytest.raises(Refused, match="has no upper bound"):
        odds.distribution("p", {}, of=[], where=op("gt", op("sub", var("total"), var("rolls")), const(3)))


def test_a_loop_that_cannot_end_is_refused_with_its_state() -> None:
    body: list[n.Stmt] = [
        n.Let("at", const(1)),
        repeat(
            [n.Roll("r", "d", const(1), "r"), n.Let("at", op("mod", op("add", var("at"), op("mul", value("r"), const(2))), const(4)))],
            op("eq", var("at"), const(0)),
        ),
    ]
    with pytest.raises(Refused, match=r"A loop in 'p' never ends once at = \d"):
        Odds(game(body, {"at": INT}, {"r": roll_type("d")})).distribution("p", {})


def test_what_is_not_only_a_sum_is_refused_and_can_be_sampled() -> None:
    body: list[n.Stmt] = [
        n.Let("x", const(1)),
        repeat(
            [n.Roll("r", "d", const(1), "r"), n.Let("x", op("add", var("x"), op("mul", var("x"), value("r"))), True)],
            op("eq", value("r"), const(1)),
        ),
    ]
    odds = Odds(game(body, {"x": GROWING}, {"r": roll_type("d")}))
    with pytest.raises(Refused, match="'x' of 'p' has no upper bound, and is not only a sum") as found:
        odds.distribution("p", {})
    assert found.value.can_sample


def test_a_sampled_answer_lists_no_result_without_a_bound_either() -> None:
    one = sampled(exploding(), "p", {}, runs=200)
    assert list(one.outcomes) == [({}, Fraction(1))]
    assert one.mean == one.unbounded
    low, high = one.mean_intervals["total"]
    assert low < one.mean["total"] < high


def test_the_mean_of_a_sum_over_calls_and_branches() -> None:
    """Twice an exploding die and once 3, of which one path in six throws all away: (2 * 21/5 + 3) * 5/6."""
    roll = procedure("more", [], {"total": GROWING}, list(exploding().procedures[0].body), {"r": roll_type("d")})
    body: list[n.Stmt] = [
        n.Let("sum", const(3)),
        n.Call("more", (), (("total", "one"),)), grown("sum", var("one")),
        n.Call("more", (), (("total", "one"),)), grown("sum", var("one")),
        n.Roll("r", "d", const(1), "r"),
        n.If(op("eq", value("r"), const(1)), (n.Let("sum", const(0)),), ()),
    ]  # fmt: skip
    main = procedure("p", [], {"sum": GROWING}, body, {"one": GROWING, "r": roll_type("d")})
    odds = Odds(program(dice=[valued("d", 1, 2, 3, 4, 5, 6)], procedures=[roll, main]))
    assert odds.distribution("p", {}).mean["sum"] == (2 * Fraction(21, 5) + 3) * Fraction(5, 6)


def test_what_is_added_may_look_so_far_into_another_sum() -> None:
    """Two exploding dice of which each counts 8 at most; the second statement says x + e as 2 x - x + e."""
    roll = procedure("more", [], {"total": GROWING}, list(exploding().procedures[0].body), {"r": roll_type("d")})
    at_most = op("min", var("one"), const(8))
    body: list[n.Stmt] = [
        n.Let("sum", const(0)),
        n.Call("more", (), (("total", "one"),)), grown("sum", at_most),
        n.Call("more", (), (("total", "one"),)),
        n.Let("sum", op("add", op("sub", op("mul", const(2), var("sum")), var("sum")), at_most), True),
    ]  # fmt: skip
    main = procedure("p", [], {"sum": GROWING}, body, {"one": GROWING})
    odds = Odds(program(dice=[valued("d", 1, 2, 3, 4, 5, 6)], procedures=[roll, main]))
    assert odds.distribution("p", {}).mean["sum"] == 2 * (Fraction(1 + 2 + 3 + 4 + 5, 6) + Fraction(7 + 8 * 5, 36))
    assert odds.distribution("p", {}, of=[], where=op("ge", var("sum"), const(16))).p == Fraction(5, 36) ** 2


@pytest.mark.parametrize("seed", range(20))
def test_equations_are_solved_exactly(seed: int) -> None:
    """Made from known fractions, long ones too, which need many digits; the last row has no inverse modulo the first prime."""
    rng = random.Random(seed)
    size = rng.randint(1, 9)
    rows = [{column: rng.randint(-3, 3) for column in rng.sample(range(size), rng.randint(0, size))} for _ in range(size)]
    for at, row in enumerate(rows):
        row[at] = 3 * size + 1
    rows.append({size: 2**61 - 1})
    known = [Fraction(rng.randint(-(10**40), 10**40), rng.randint(1, 10 ** rng.randint(0, 30))) for _ in rows]
    right = [sum((factor * known[column] for column, factor in row.items()), Fraction(0)) for row in rows]
    assert Equations(rows).solve(right) == known


# ---------------------------------------------------------------- at random

SIDES = (1, 2, 2)
DEPTH = 8


def random_loop(rng: random.Random) -> n.Program:
    """A loop over small numbers, a list and a sum, which a fresh die may end; sometimes it ends the procedure, or holds another loop."""

    def small() -> n.Expr:
        numbers: list[n.Expr] = [
            var("a"),
            var("b"),
            value("r"),
            const(rng.randint(0, 2)),
            listed("at", var("l"), op("add", var("b"), const(1))),
        ]
        numbers.append(listed("min", listed(rng.choice(["best", "worst"]), var("l"), var("b"))))
        numbers.append(listed("at", listed("sort", var("l")), const(2)))
        return rng.choice([*numbers, listed("size", var("l")), n.Fold(var("l"), "", op("ge", n.FaceAttr("item"), var("a")))])

    def modulo(expr: n.Expr) -> n.Expr:
        return op("mod", expr, const(3))

    body: list[n.Stmt] = [n.Roll("r", "d", const(rng.randint(1, 2)), "r")]
    for _ in range(rng.randint(1, 4)):
        step: list[n.Stmt] = [
            n.Let("a", modulo(op("add", small(), small()))),
            n.Let("b", modulo(op("mul", small(), small()))),
            n.Let("l", listed("put", var("l"), op("add", modulo(small()), const(1)), modulo(small()))),
            n.If(op("gt", small(), small()), (grown("sum", small()),), (n.Let("a", modulo(small())),)),
            n.If(op("eq", op("add", var("a"), value("r")), const(4)), (n.Stop(),), ()),
            n.Repeat((n.Let("b", modulo(op("add", var("b"), small()))),), op("eq", var("b"), const(1)), const(rng.randint(0, 2)), 2),
        ]  # fmt: skip
        body.append(rng.choice(step))
    until = op(rng.choice(["or", "and"]), op("ge", value("r"), const(rng.randint(1, 3))), op("ge", small(), const(rng.randint(0, 2))))
    body.append(grown("sum", rng.choice([const(1), small()])))
    start = [
        n.Let("a", const(rng.randint(0, 2))),
        n.Let("b", const(rng.randint(0, 2))),
        n.Let("sum", const(0)),
        n.Let("l", listed("fill", const(3), const(1))),
    ]
    loop = n.Repeat(tuple(body), until, None if rng.random() < 0.7 else const(rng.randint(1, 3)), 3)
    after = rng.choice([[], [n.Let("a", op("add", var("a"), listed("max", var("l"))))]])
    kinds = {"sum": GROWING, "r": n.Type("roll", "d", 1, 2)}
    results = {"a": whole(0, 4), "b": whole(0, 2), "l": n.Type("list", "", 0, 2, "", 3, 3), "sum": GROWING}
    return game([*start, loop, *after], results, kinds, *SIDES)


def ways(made: n.Program, faces: tuple[int, ...] = ()) -> Iterator[tuple[Fraction, dict[str, object] | None]]:
    """Every way that a run can go, up to a depth of dice: its chance, and its results, or None where it goes on."""
    try:
        results = run(made, "p", {}, Scripted({"r": faces})).results
    except DiceError:
        if len(faces) >= DEPTH:
            yield Fraction(1, len(SIDES) ** len(faces)), None
        else:
            for face in range(len(SIDES)):
                yield from ways(made, (*faces, face))
        return
    yield Fraction(1, len(SIDES) ** len(faces)), dict(results)


@pytest.mark.full
@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(5, 40))])
def test_random_loops_lie_between_what_enumeration_shows(seed: int) -> None:
    made = random_loop(random.Random(seed))
    chances: dict[tuple[object, ...], Fraction] = {}
    below: dict[int, Fraction] = {}
    mean = rest = Fraction(0)
    for chance, results in ways(made):
        if results is None:
            rest += chance
            continue
        found: tuple[object, ...] = (results["a"], results["b"], results["l"])
        chances[found] = chances.get(found, Fraction(0)) + chance
        assert isinstance(results["sum"], int)
        assert isinstance(results["a"], int)
        mean += chance * results["sum"]
        for bound in (0, 2, 5):
            below[bound] = below.get(bound, Fraction(0)) + chance * (2 * results["sum"] - results["a"] <= bound)
    odds = Odds(made)
    try:
        answer = odds.distribution("p", {})
    except Refused as refused:
        assert "never ends" in refused.reason
        assert rest > 0
        return
    exact: dict[tuple[object, ...], Fraction] = {tuple(outcome.values()): chance for outcome, chance in answer.outcomes}
    for key in {*exact, *chances}:
        low = chances.get(key, Fraction(0))
        assert low <= exact.get(key, Fraction(0)) <= low + rest, key
    assert answer.mean["sum"] >= mean
    if not rest:
        assert answer.mean["sum"] == mean
    for bound, low in below.items():
        asked = op("le", op("sub", op("mul", const(2), var("sum")), var("a")), const(bound))
        event = odds.distribution("p", {}, of=[], where=asked).p
        assert event is not None
        assert low <= event <= low + rest, bound


def test_a_loop_that_adds_to_an_input_begins_with_it() -> None:
    """From 3, and 1 more until a coin falls right: 5 on average, at least 5 half of the time, and its caller adds to it again."""
    body: list[n.Stmt] = [repeat([n.Roll("r", "d", const(1), "r"), grown("x", const(1))], op("eq", value("r"), const(1)))]
    more = procedure("more", [inp("x", whole(0, 9))], {"x": GROWING}, body, {"r": roll_type("d")})
    main = procedure("p", [], {"y": GROWING}, [n.Call("more", (const(3),), (("x", "y"),)), grown("y", const(2))], {})
    odds = Odds(program(dice=[valued("d", 1, 2)], procedures=[more, main]))
    assert odds.distribution("more", {"x": 3}).mean == {"x": 5}
    assert odds.distribution("p", {}).mean == {"y": 7}
    assert odds.distribution("more", {"x": 3}, of=[], where=op("ge", var("x"), const(5))).p == Fraction(1, 2)
    assert odds.distribution("p", {}, of=[], where=op("eq", var("y"), const(8))).p == Fraction(1, 8)
    assert list(odds.distribution("more", {"x": 3}).mean) == ["x"]  # and not the copy that others ask for
