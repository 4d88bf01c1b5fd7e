"""What each node means, with values worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from penance_build.ir import nodes as n
from penance_build.ir.interpret.dice import DiceError, RunError, Scripted, Seeded, seeded
from penance_build.ir.interpret.passes import Passes, TooManyPasses
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import Draw, IllegalAction, Outcome, Shuffled, State
from penance_build.ir.ops import LIMIT
from tests.ir_programs import (
    BOOL,
    CARD,
    INT,
    PLAYER,
    VECTORS,
    card,
    const,
    die,
    enum,
    enum_type,
    inp,
    note,
    op,
    procedure,
    program,
    roll_type,
    row,
    state_of,
    table,
    to_hit_program,
    valued,
    var,
    whole,
)

ATTACK = valued("attack", 1, 2, 3, 4, 5, 0)
SYMBOLS = die("symbols", ("hit", {"damage": 2}), ("miss", {}), ("hit", {"damage": 2}), ("burn", {"damage": 1, "effect": 1}))
TABLES = [
    table("bands", "unique", {"a": whole(0, 9)}, [row([(0, 3)], [0], "Short"), row([(4, 9)], [op("mul", var("a"), const(2))], "Long")]),
    table("first", "first", {"a": whole(0, 9)}, [row([(0, 3)], [1]), row([(2, 5)], [2]), row([None], [3])]),
    table(
        "summed", "sum", {"a": whole(0, 9), "b": BOOL}, [row([(3, 9), None], [2], "Far"), row([None, 1], [-5], "Wet"), row([7, 1], [1], "")]
    ),
    table(
        "stacked",
        "max",
        {"a": whole(0, 9), "b": BOOL},
        [row([(1, 9), None], [1], "Light", "g"), row([(5, 9), None], [3], "Heavy", "g"), row([None, 1], [-2], "Mud", "h")],
    ),
    table("wide", "unique", {"a": INT}, [row([[(-(10**9), -1)]], [7], "Below"), row([[(0, 10**9)]], [8], "Above")], {"x": INT}),
    table("two", "unique", {"a": BOOL}, [row([0], [1, 2]), row([1], [3, 4])], {"x": INT, "y": INT}),
]
COUNTERS = [
    n.CounterDef("heat", "Heat", "player", 0, 10, 3, "clamp", ""),
    n.CounterDef("sp", "SP", "player", 0, 5, 2, "illegal", ""),
    n.CounterDef("round", "Round", "game", 1, 9, 1, "clamp", ""),
]
ZONES = [
    n.ZoneDef("deck", "Deck", "player", "none"),
    n.ZoneDef("hand", "Hand", "player", "owner"),
    n.ZoneDef("pile", "Pile", "game", "all"),
]
SETUP = {"players": 2, "zones": {"deck": [["strike", "guard", "pray"], ["pray"]], "hand": [["guard"], []], "pile": [["strike"]]}}


def sample(body: list[n.Stmt], results: dict[str, n.Type], inputs: list[n.Input] | None = None, **more: Any) -> n.Program:
    """A program whose one procedure has this body."""
    others = more.pop("procedures", [])
    return program(
        enums=[enum("side", "front", "rear", "flank")],
        dice=[ATTACK, SYMBOLS],
        tables=TABLES,
        counters=COUNTERS,
        zones=ZONES,
        card_types=[n.Group("attack", "Attack", ""), n.Group("tactic", "Tactic", "")],
        slots=[n.Group("primary", "Primary", "")],
        factions=[n.Faction("elves", "Elves", "green", "")],
        cards=[card("strike", "attack", "primary", "elves", cost=2), card("guard", "tactic", cost=1), card("pray", "tactic", cost=0)],
        procedures=[*others, procedure("p", inputs or [], results, body)],
        **more,
    )


def play(
    body: list[n.Stmt], results: dict[str, n.Type], dice: dict[str, list[int]] | None = None, choices: Any = None, **more: Any
) -> Outcome:
    made = sample(body, results, **more)
    return run(made, "p", {}, Scripted(dice or {}, 1), state_of(made, SETUP), choices)


def value(expr: n.Expr, faces: list[int] | None = None, symbols: list[int] | None = None) -> Any:
    """The value of an expression, with ``r`` a roll of attack dice and ``s`` one of symbols."""
    body: list[n.Stmt] = [n.Roll("r", "attack", const(len(faces or [])), "r"), n.Roll("s", "symbols", const(len(symbols or [])), "s")]
    return play([*body, n.Let("x", expr)], {"x": INT}, {"r": faces or [], "s": symbols or []}).results["x"]


def c(*values: int) -> list[n.Expr]:
    return [const(item) for item in values]


@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("add", (2, 3, -9), -4), ("mul", (2, -3, 4), -24), ("min", (4, -1, 7), -1), ("max", (4, -1, 7), 7), ("and", (1, 2, 3), 1),
        ("and", (1, 0), 0), ("or", (0, 0), 0), ("or", (0, 5), 1), ("sub", (2, 5), -3), ("div", (7, 2), 3), ("div", (-7, 2), -4),
        ("div", (7, -2), -4), ("mod", (7, 3), 1), ("mod", (-7, 3), 2), ("mod", (7, -3), -2), ("cdiv", (7, 2), 4), ("cdiv", (-7, 2), -3),
        ("cdiv", (6, 3), 2), ("rdiv", (7, 2), 4), ("rdiv", (-7, 2), -3), ("rdiv", (5, 3), 2), ("rdiv", (4, 3), 1), ("rdiv", (7, -2), -3),
        ("eq", (2, 2), 1), ("ne", (2, 2), 0), ("lt", (1, 2), 1), ("le", (2, 2), 1), ("gt", (1, 2), 0), ("ge", (2, 2), 1),
        ("neg", (4,), -4), ("abs", (-4,), 4), ("not", (3,), 0), ("not", (0,), 1),
    ],
)  # fmt: skip
def test_operations(name: str, args: tuple[int, ...], expected: int) -> None:
    assert value(op(name, *c(*args))) == expected


def test_only_the_branch_that_is_taken_is_evaluated() -> None:
    assert value(n.Cond(const(0), op("div", const(1), const(0)), const(5))) == 5


@pytest.mark.parametrize(
    ("name", "args", "output", "expected"),
    [
        ("bands", (3,), 0, 0), ("bands", (4,), 0, 8), ("first", (2,), 0, 1), ("first", (4,), 0, 2), ("first", (9,), 0, 3),
        ("summed", (0, 0), 0, 0), ("summed", (3, 0), 0, 2), ("summed", (7, 1), 0, -2), ("stacked", (0, 0), 0, 0),
        ("stacked", (6, 0), 0, 3), ("stacked", (1, 1), 0, -1), ("wide", (-5,), 0, 7), ("two", (1,), 1, 4),
    ],
)  # fmt: skip
def test_tables_by_policy(name: str, args: tuple[int, ...], output: int, expected: int) -> None:
    assert value(n.Lookup(name, tuple(c(*args)), output)) == expected


def test_folds_speak_of_each_die() -> None:
    assert value(n.Fold(var("r"), "attack", n.FaceAttr("value")), [0, 4, 5]) == 1 + 5 + 0
    assert value(n.Fold(var("r"), "attack", op("ge", n.FaceAttr("value"), const(2))), [0, 1, 2]) == 2
    assert value(n.Fold(var("s"), "symbols", op("eq", n.FaceAttr("face"), const(0))), None, [0, 2, 3]) == 2
    assert value(n.Fold(var("s"), "symbols", n.FaceAttr("damage")), None, [0, 1, 2, 3]) == 5


def test_a_fold_inside_a_fold_speaks_of_its_own_die() -> None:
    inner = n.Fold(var("s"), "symbols", n.FaceAttr("effect"))
    assert value(n.Fold(var("r"), "attack", op("add", n.FaceAttr("value"), inner)), [1, 1], [3, 3]) == 2 + 2 + 2 + 2


@pytest.mark.parametrize(
    ("count", "high", "expected"),
    [(2, True, (3, 4)), (2, False, (0, 5)), (0, True, ()), (-1, True, ()), (9, False, (3, 0, 4, 5))],
)
def test_keep_stays_in_the_order_rolled(count: int, high: bool, expected: tuple[int, ...]) -> None:
    assert value(n.Keep(var("r"), "attack", const(count), high), [3, 0, 4, 5]) == expected


def test_keep_prefers_the_earlier_of_equals() -> None:
    double = valued("double", 1, 1, 2)
    body: list[n.Stmt] = [n.Roll("r", "double", const(3), "r"), n.Let("x", n.Keep(var("r"), "double", const(1), False))]
    made = program(dice=[double], procedures=[procedure("p", [], {"x": roll_type("double")}, body)])
    assert run(made, "p", {}, Scripted({"r": [1, 0, 2]})).results["x"] == (1,)


def test_shapes() -> None:
    assert value(n.Shape(var("r"), "attack", "same"), [1, 2, 1, 1]) == 3
    assert value(n.Shape(var("s"), "symbols", "same"), None, [0, 2, 1]) == 2  # two physical faces with one id
    assert value(n.Shape(var("r"), "attack", "run"), [0, 2, 1, 1, 4]) == 3
    assert value(n.Shape(var("r"), "attack", "run"), [5, 0, 1]) == 3
    assert value(n.Shape(var("r"), "attack", "same")) == value(n.Shape(var("r"), "attack", "run")) == 0
    assert value(n.Dice(var("r")), [1, 1]) == 2


def test_state_is_read() -> None:
    assert value(n.Counter("heat", const(1))) == 3
    assert value(n.Counter("round", None)) == 1
    assert value(n.ZoneSize("deck", const(0))) == 3
    assert value(n.ZoneSize("pile", None)) == 1
    assert value(n.ZoneFold("deck", const(0), n.CardAttr(None, "cost"))) == 3
    assert value(n.CardAttr(const(4), "id")) == 1  # the fifth instance is the guard in the first hand
    assert [value(n.CardAttr(const(0), attr)) for attr in ("type", "slot", "faction", "cost", "power")] == [0, 0, 0, 2, 0]
    assert [value(n.CardAttr(const(1), attr)) for attr in ("type", "slot", "faction")] == [1, -1, -1]


def test_let_note_and_labels() -> None:
    parts = (n.Part("At "), n.Part(value=const(2), type=INT), n.Part(" "), n.Part(value=const(1), type=enum_type("side")))
    more = (n.Part(" "), n.Part(value=const(1), type=BOOL), n.Part(" "), n.Part(value=const(0), type=PLAYER), n.Part(" "))
    rows = (n.Part(value=const(4), type=CARD), n.Part(" "), n.Part(table="summed", args=(const(7), const(1))))
    body: list[n.Stmt] = [
        n.Let("x", const(4)),
        note((*parts, *more, *rows), const(2), var("x"), INT, "doc/1"),
        note("Flag", const(1), const(0), BOOL),
        note((n.Part(table="stacked", args=(const(6), const(1))),), const(2), const(0), enum_type("side")),
    ]
    lines = play(body, {"x": INT}).trace
    assert [(line.label, line.value, line.running, line.source) for line in lines] == [
        ("At 2 Rear true 1 Guard Far + Wet", 2, 4, "doc/1"),
        ("Flag", True, False, ""),
        ("Heavy + Mud", "flank", "front", ""),
    ]


def test_rolls_are_logged_and_a_count_below_zero_is_none() -> None:
    outcome = play(
        [n.Roll("r", "attack", const(2), "a"), n.Roll("s", "symbols", const(-3), "b")], {"r": roll_type("attack")}, {"a": [5, 0]}
    )
    assert outcome.results["r"] == (5, 0)
    assert outcome.log == (Draw("a", "attack", 5), Draw("a", "attack", 0))


@pytest.mark.parametrize(("limit", "expected"), [(9, (5, 4, 0)), (1, (5, 4, 1)), (0, (1, 4, 1)), (-2, (1, 4, 1))])
def test_rerolls_go_from_the_first_die_and_each_die_once(limit: int, expected: tuple[int, ...]) -> None:
    test = op("lt", n.FaceAttr("value"), const(4))
    body: list[n.Stmt] = [n.Roll("r", "attack", const(3), "a"), n.Reroll("r", "attack", test, const(limit), "again")]
    again = [5, 0][: max(0, limit)]
    assert play(body, {"r": roll_type("attack")}, {"a": [1, 4, 1], "again": again}).results["r"] == expected


def test_branches_and_loops() -> None:
    count: list[n.Stmt] = [
        n.Let("x", const(0)),
        n.Let("high", const(3)),
        n.Each("i", const(2), var("high"), 9, (n.Let("high", const(9)), n.Let("x", op("add", var("x"), var("i"))), n.Let("i", const(0)))),
        n.Each("j", const(5), const(4), 9, (n.Let("x", const(99)),)),
        n.If(op("eq", var("x"), const(5)), (n.Let("y", const(1)),), (n.Let("y", const(2)),)),
        n.Match(var("x"), (n.Case((1, 2), ()), n.Case((5,), (n.Let("z", const(7)),))), (n.Let("z", const(8)),)),
    ]
    assert play(count, {"x": INT, "y": INT, "z": INT}).results == {"x": 5, "y": 1, "z": 7}


def test_match_falls_to_the_rest() -> None:
    assert play([n.Match(const(3), (n.Case((1, 2), (n.Let("x", const(1)),)),), (n.Let("x", const(0)),))], {"x": INT}).results == {"x": 0}


def test_calls_have_slots_of_their_own_and_stop_ends_only_the_callee() -> None:
    callee = procedure(
        "q", [inp("a", INT), inp("b", INT)], {"c": INT}, [n.Let("c", op("sub", var("a"), var("b"))), n.Stop(), n.Let("c", const(99))]
    )
    body: list[n.Stmt] = [
        n.Let("a", const(1)),
        n.Call("q", (op("add", var("a"), const(9)), const(3)), (("c", "x"), ("c", "y"))),
        n.Call("q", (const(0), const(0)), ()),
    ]
    assert play(body, {"a": INT, "x": INT, "y": INT}, procedures=[callee]).results == {"a": 1, "x": 7, "y": 7}


def options(*tests: n.Expr | None) -> tuple[n.Option, ...]:
    return tuple(n.Option(name, name.title(), place, test) for place, (name, test) in enumerate(zip("abc", tests, strict=False)))


def test_choose_offers_what_is_legal() -> None:
    asked: list[Pending] = []

    def choose(pending: Pending) -> str:
        asked.append(pending)
        return "c"

    body: list[n.Stmt] = [n.Choose("x", const(1), "Which?", options(const(0), None, const(1)), "")]
    assert play(body, {"x": INT}, choices=choose).results == {"x": 2}
    assert asked == [Pending("choose", "p", 1, "x", 1, "Which?", ("b", "c"))]
    assert play(body, {"x": INT}, choices=iter(["b"])).results == {"x": 1}


def test_the_fallback_is_taken_without_asking_only_where_nothing_else_is_legal() -> None:
    body: list[n.Stmt] = [n.Choose("x", const(1), "Which?", options(const(0), const(0)), "b")]
    assert play(body, {"x": INT}).results == {"x": 1}
    both: list[n.Stmt] = [n.Choose("x", const(1), "Which?", options(None, None), "b")]
    assert play(both, {"x": INT}, choices=iter(["b"])).results == {"x": 1}
    with pytest.raises(IllegalAction, match="no option of 'x' is legal"):
        play([n.Choose("x", const(1), "Which?", options(const(0)), "")], {"x": INT})


def test_illegal_answers_are_refused() -> None:
    body: list[n.Stmt] = [n.Choose("x", const(1), "Which?", options(const(0), None), "")]
    with pytest.raises(IllegalAction, match="'a' is not legal"):
        play(body, {"x": INT}, choices=iter(["a"]))
    with pytest.raises(RunError, match="nobody answers 'Which"):
        play(body, {"x": INT})


def test_pick_binds_a_card_or_runs_the_rest() -> None:
    def picking(test: n.Expr | None) -> list[n.Stmt]:
        return [n.Pick("card", const(0), "Card?", "deck", const(0), test, (n.Let("x", var("card")),), (n.Let("x", const(-1)),))]

    dear = op("ge", n.CardAttr(None, "cost"), const(1))
    assert play(picking(dear), {"x": INT}, choices=lambda pending: pending.options[-1]).results == {"x": 1}
    assert play(picking(None), {"x": INT}, choices=lambda pending: len(pending.options) - 1).results == {"x": 2}
    assert play(picking(op("ge", n.CardAttr(None, "cost"), const(8))), {"x": INT}).results == {"x": -1}


def test_counters_clamp_or_refuse() -> None:
    def heat(state: State) -> list[int]:
        return state.counters["heat"]

    assert heat(play([n.Change("heat", const(1), const(4), False)], {}).state) == [3, 7]
    assert heat(play([n.Change("heat", const(0), const(40), False)], {}).state) == [10, 3]
    assert heat(play([n.Change("heat", const(0), const(-1), True)], {}).state) == [0, 3]
    assert play([n.Change("round", None, const(2), False)], {}).state.counters["round"] == [3]
    with pytest.raises(IllegalAction, match="SP would be -1, outside 0 to 5"):
        play([n.Change("sp", const(0), const(-3), False)], {})


@pytest.mark.parametrize(
    ("source", "target", "count", "bottom", "piles", "moved"),
    [
        (("deck", 0), ("hand", 0), 2, False, ([0], [4, 2, 1]), 2),
        (("deck", 0), ("hand", 0), 2, True, ([0], [1, 2, 4]), 2),
        (("deck", 0), ("hand", 0), 9, False, ([], [4, 2, 1, 0]), 3),
        (("deck", 0), ("hand", 0), -1, False, ([0, 1, 2], [4]), 0),
        (("deck", 0), ("deck", 0), 2, False, ([0, 1, 2], [0, 1, 2]), 2),
        (("deck", 0), ("deck", 0), 1, True, ([2, 0, 1], [2, 0, 1]), 1),
    ],
)
def test_moves_go_one_by_one_from_the_top(source: Any, target: Any, count: int, bottom: bool, piles: Any, moved: int) -> None:
    body: list[n.Stmt] = [n.Move(None, source[0], const(source[1]), const(count), target[0], const(target[1]), bottom, "x")]
    outcome = play(body, {"x": INT})
    zones = outcome.state.zones
    assert (zones[source[0]][source[1]], zones[target[0]][target[1]], outcome.results["x"]) == (*piles, moved)


def test_a_card_moves_from_wherever_it_lies() -> None:
    outcome = play([n.Move(const(1), "", None, const(1), "pile", None, False, "x")], {"x": INT})
    assert outcome.state.zones["deck"][0] == [0, 2]
    assert outcome.state.zones["pile"] == [[5, 1]]
    assert outcome.results["x"] == 1


def test_shuffle_draws_from_the_last_place_down() -> None:
    outcome = play([n.Shuffle("deck", const(0)), n.Shuffle("pile", None)], {})
    draws = seeded(1)
    first, second = draws.below(3), draws.below(2)
    pile = [0, 1, 2]
    pile[2], pile[first] = pile[first], pile[2]
    pile[1], pile[second] = pile[second], pile[1]
    assert outcome.state.zones["deck"][0] == pile
    assert outcome.log == (Shuffled("deck", 0, (first, second)), Shuffled("pile", 0, ()))


def test_the_state_that_was_given_is_left_alone() -> None:
    made = sample([n.Change("heat", const(0), const(1), False), n.Shuffle("deck", const(0))], {})
    state = state_of(made, SETUP)
    before = state.copy()
    run(made, "p", {}, Seeded(3), state)
    assert state == before


# ---------------------------------------------------------------- dice and inputs


@pytest.mark.parametrize(("seed", "words", "below_six"), VECTORS)
def test_the_generator_gives_the_published_draws(seed: int, words: list[int], below_six: list[int]) -> None:
    generator = seeded(seed)
    assert [generator.word() for _ in words] == words
    faces = tuple(n.Face(f"f{place}", "", (), "", "") for place in range(6))
    die = n.Die("any", "", faces, n.DiePrint(0, "", "", "", "", "", "none", 1, ""), "", "")
    assert Seeded(seed).roll("any", die, len(below_six)) == below_six


@pytest.mark.parametrize("seed", [-1, LIMIT + 1])
def test_seeds_have_bounds(seed: int) -> None:
    with pytest.raises(RunError, match="a seed is a whole number from 0 to 9007199254740991"):
        seeded(seed)


def test_bounded_draws_throw_away_the_last_part_of_a_word() -> None:
    generator = seeded(7)
    bound = 3 * 2**30  # a quarter of all words must be thrown away
    other = seeded(7)
    expected = [word for word in (other.word() for _ in range(60)) if word < bound][:20]
    assert [generator.below(bound) for _ in range(20)] == expected


def test_too_few_and_too_many_scripted_dice() -> None:
    made = sample([n.Roll("r", "attack", const(2), "a"), n.Roll("r", "attack", const(3), "a")], {})
    with pytest.raises(DiceError, match=r"dice 'a': 5 needed, 3 given"):
        run(made, "p", {}, Scripted({"a": [1, 1, 1]}))
    with pytest.raises(DiceError, match=r"dice 'a': 2 needed, 0 given"):
        run(made, "p", {}, Scripted({}))
    with pytest.raises(DiceError, match=r"dice 'a': 6 given, only 5 needed"):
        run(made, "p", {}, Scripted({"a": [1] * 6}))
    with pytest.raises(DiceError, match=r"dice 'b': 1 given, only 0 needed"):
        run(made, "p", {}, Scripted({"a": [1] * 5, "b": [1]}))
    shuffling = sample([n.Shuffle("deck", const(0))], {})
    with pytest.raises(DiceError, match="zone 'deck': a shuffle needs a seed"):
        run(shuffling, "p", {}, Scripted({}), state_of(shuffling, SETUP))


def test_inputs_are_held_against_their_bounds() -> None:
    made = to_hit_program()
    with pytest.raises(RunError, match=r"to_hit: 'range' must be a whole number from 0 to 40 \(doc/2\), not 41"):
        run(made, "to_hit", {"range": 41}, Seeded(1))
    with pytest.raises(RunError, match="there is no input 'rnage'"):
        run(made, "to_hit", {"rnage": 1}, Seeded(1))
    with pytest.raises(RunError, match="there is no procedure 'hit'"):
        run(made, "hit", {}, Seeded(1))
    needing = sample([], {}, [inp("damage", whole(0, 9)), inp("who", PLAYER, 0)])
    with pytest.raises(RunError, match="'damage' must be given"):
        run(needing, "p", {}, Seeded(1))
    with pytest.raises(RunError, match="'who' must be a player, not 2"):
        run(needing, "p", {"damage": 1, "who": 2}, Seeded(1))


def test_to_hit_by_hand() -> None:
    given = {"range": 5, "attacker_moved": 4, "side": 5, "cover": 1, "behind_casket": 1, "obscured": 1, "head_destroyed": 1, "ranged": 1}
    outcome = run(to_hit_program(), "to_hit", given, Seeded(1))
    assert outcome.results == {"target": 5 + 1 + 2 + 0 + 1 + 1 + 0 + 2 + 1}
    assert [(line.label, line.value, line.running) for line in outcome.trace][:3] == [
        ("Base", 5, 5),
        ("Medium (5)", 1, 6),
        ("Run (4)", 2, 8),
    ]


def test_the_documentation_shows_these_draws() -> None:
    text = (Path(__file__).resolve().parent.parent / "docs" / "ir.md").read_text(encoding="utf-8")
    for seed, words, below_six in VECTORS:
        assert f"| {seed} | {' '.join(f'{word:08x}' for word in words)} | {' '.join(map(str, below_six))} |" in text


def test_passes_of_loops_are_counted_over_calls_and_runs() -> None:
    inner = procedure("inner", [], {}, [n.Each("i", const(1), const(4), 4, ())])
    twice = n.Repeat((n.Call("inner", (), ()),), const(0), const(2), 2)
    prog = program(procedures=[inner, procedure("p", [], {}, [twice])])
    passes = Passes(19)
    run(prog, "p", {}, Scripted({}), passes=passes)
    assert passes.made == 10
    with pytest.raises(TooManyPasses, match=r"^inner: its loops come to more than 19 passes"):
        run(prog, "p", {}, Scripted({}), passes=passes)
