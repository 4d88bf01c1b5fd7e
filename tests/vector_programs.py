"""The programs and cases of ``tests/vectors``: rules by hand, procedures of the shipped games, and random ones.

``files()`` gives every file as its name and text. Programs hold only what their procedures need, so that a vector changes when
those rules do.
"""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from penance_build.api import compile_game
from penance_build.ir import nodes as n
from penance_build.ir.canonical import to_data
from penance_build.ir.interpret.dice import RunError, Scripted
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import Draw, Record, State, new_state, printed
from penance_build.ir.play import playable
from penance_build.ir.record import replace
from penance_build.ir.uses import closure
from tests.ir_programs import (
    BOOL,
    CARD,
    DUEL_SETUP,
    INT,
    PLAYER,
    card,
    const,
    duel_program,
    enum,
    enum_type,
    inp,
    listed,
    note,
    op,
    procedure,
    program,
    random_inputs,
    random_program,
    random_setup,
    roll_type,
    row,
    state_of,
    table,
    valued,
    var,
    whole,
)  # fmt: skip

GAMES = Path(__file__).resolve().parent.parent / "rules"
Case = dict[str, Any]


# ---------------------------------------------------------------- cases


def case(made: n.Program, name: str, inputs: dict[str, int], **given: Any) -> Case:
    """Run one case; ``given`` are ``dice``, ``seed``, ``state`` and ``choices``."""
    head: Case = {"procedure": name, "inputs": inputs, "dice": given.get("dice", {}), "seed": given.get("seed")}
    state: State | None = given.get("state")
    head["state"] = None if state is None else state_data(state)
    answers = iter(given.get("choices", ()))
    asked: list[str | int] = []

    def answer(pending: Pending) -> str | int:
        found = next(answers, None)
        if found is None:
            found = given["rng"].choice(pending.options) if "rng" in given else pending.options[0]
        asked.append(found)
        return found

    try:
        outcome = run(made, name, inputs, Scripted(head["dice"], head["seed"]), state, answer)
    except RunError as error:
        return {**head, "choices": asked, "error": str(error)}
    proc = next(item for item in made.procedures if item.id == name)
    return {
        **head,
        "choices": asked,
        "results": {key: list(value) if isinstance(value, tuple) else value for key, value in outcome.results.items()},
        "printed": {slot.name: printed(made, slot.type, outcome.results[slot.name]) for slot in proc.results},
        "draws": [
            [item.name, item.die, item.face] if isinstance(item, Draw) else ["shuffle", item.zone, item.owner, list(item.draws)]
            for item in outcome.log
        ],
        "trace": [[line.label, line.value, line.running, line.source, line.procedure, line.step] for line in outcome.trace],
        "told": [[one.name, [list(pair) for pair in one.fields]] if isinstance(one, Record) else one for one in outcome.told],
        "after": state_data(outcome.state),
    }


def state_data(state: State) -> dict[str, Any]:
    return {"players": state.players, "counters": state.counters, "zones": state.zones, "cards": state.cards}


# ---------------------------------------------------------------- by hand

D = valued("d", 3, 1, 1, 6)
FACED = n.Die("s", "Signs", (n.Face("hit", "Hit", (("harm", 2),), "", ""), n.Face("miss", "Miss", (), "", ""), n.Face("hit", "Hit", (("harm", 2),), "", "")), D.print, "")  # fmt: skip
SIDE = enum("side", "left", "right", "both")
PAIRS = [(7, 2), (-7, 2), (7, -2), (-7, -2), (5, 5), (0, 3), (-1, 1)]


def operations() -> tuple[n.Program, list[Case]]:
    """Every operation on numbers, for positive and negative ones."""
    names = ["add", "sub", "mul", "div", "mod", "cdiv", "rdiv", "min", "max", "eq", "ne", "lt", "le", "gt", "ge", "and", "or"]
    body: list[n.Stmt] = [n.Let(name + "_", op(name, var("a"), var("b"))) for name in names]
    body += [n.Let(name + "_", op(name, var("a"))) for name in ("neg", "abs", "not")]
    body += [n.Let("many", op("add", var("a"), var("b"), const(10), const(-3))), n.Let("chosen", n.Cond(op("lt", var("a"), var("b")), const(1), op("mul", var("b"), const(2), var("a"))))]  # fmt: skip
    results = {name + "_": INT for name in [*names, "neg", "abs", "not"]} | {"many": INT, "chosen": INT}
    made = program(procedures=[procedure("all", [inp("a", whole(-9, 9), None, "doc/1"), inp("b", whole(-9, 9), 2)], results, body)])
    cases = [case(made, "all", {"a": a, "b": b}) for a, b in PAIRS]
    wrong: list[dict[str, int]] = [{}, {"a": 10}, {"a": 1, "b": -10}, {"a": 1, "c": 2}]
    return made, [*cases, case(made, "all", {"a": 3}), *(case(made, "all", inputs) for inputs in wrong), case(made, "none", {})]


def tables() -> tuple[n.Program, list[Case]]:
    """The four policies, their labels, and cells that are formulas."""
    kinds = {"x": whole(-2, 9), "s": enum_type("side")}
    rows = {
        "unique": [row([(-2, 2), None], [const(4), op("neg", var("x"))], "Low"), row([(3, 9), 0], [1, 2], "High left"), row([(3, 9), [(1, 2)]], [2, 3])],
        "first": [row([5, None], [7, 0], "Five"), row([None, 1], [8, 0], "Right"), row([None, None], [9, 1], "Rest")],
        "sum": [row([[(0, 1), (4, 6)], None], [op("mul", var("x"), const(3)), 1], "Some"), row([(5, 9), None], [-2, 1], ""), row([None, 2], [5, 5], "Both")],
        "max": [row([(0, 9), None], [1, -1], "One", "g"), row([(4, 9), None], [3, -5], "Three", "g"), row([None, 1], [-4, 2], "Less", "h"), row([(6, 9), None], [3, 9], "Late", "g")],
    }  # fmt: skip
    made_tables = [table(name, name, kinds, found, {"one": INT, "two": INT}) for name, found in rows.items()]
    args = (var("x"), var("s"))
    body: list[n.Stmt] = []
    for name in rows:
        for place, output in enumerate(("one", "two")):
            body.append(n.Let(f"{name}_{output}", n.Lookup(name, args, place)))
        body.append(note((n.Part(f"{name}: "), n.Part(table=name, args=args)), var(f"{name}_one"), var(f"{name}_two")))
    results = {f"{name}_{output}": INT for name in rows for output in ("one", "two")}
    inputs = [inp("x", kinds["x"]), inp("s", kinds["s"], 0)]
    made = program(enums=[SIDE], tables=made_tables, procedures=[procedure("read", inputs, results, body, {}, "doc/2")])
    return made, [case(made, "read", {"x": x, "s": s}) for x in (-2, 0, 3, 5, 6, 9) for s in (0, 1, 2)]


def dice() -> tuple[n.Program, list[Case]]:
    """Rolls, rerolls, folds, keeps and shapes; scripted and seeded; words and printed values."""
    value, face = n.FaceAttr("value"), n.FaceAttr("face")
    body: list[n.Stmt] = [
        n.Roll("r", "d", var("many"), "first"),
        n.Reroll("r", "d", op("lt", value, const(3)), op("sub", var("many"), const(2)), "again"),
        n.Roll("signs", "s", const(2), "signs"),
        n.Let("sum", n.Fold(var("r"), "d", value)),
        n.Let("ones", n.Fold(var("r"), "d", op("eq", face, const(1)))),
        n.Let("harm", n.Fold(var("signs"), "s", n.FaceAttr("harm"))),
        n.Let("same_sign", n.Fold(var("signs"), "s", op("eq", face, const(0)))),
        n.Let("best", n.Fold(n.Keep(var("r"), "d", const(2), True), "d", value)),
        n.Let("kept", n.Keep(var("r"), "d", op("sub", var("many"), const(1)), False)),
        n.Let("same", n.Shape(var("r"), "d", "same")), n.Let("run", n.Shape(n.Cond(var("sum"), var("r"), var("kept")), "d", "run")),
        n.Let("left", n.Dice(var("kept"))),
        note((n.Part("Dice "), n.Part(value=var("r"), type=roll_type("d")), n.Part(" and "), n.Part(value=var("signs"), type=roll_type("s"))), var("r"), var("kept"), roll_type("d")),
        n.Report("", (n.Part("sum "), n.Part(value=var("sum"), type=INT), n.Part(", even: "), n.Part(value=op("eq", op("mod", var("sum"), const(2)), const(0)), type=BOOL)), ()),
        n.Report("dice_result", (), (n.Field("rolls", var("r"), roll_type("d")), n.Field("signs", var("signs"), roll_type("s")), n.Field("big", op("gt", var("sum"), const(5)), BOOL))),
    ]  # fmt: skip
    results = {"sum": INT, "ones": INT, "harm": INT, "same_sign": INT, "best": INT, "kept": roll_type("d"), "same": INT, "run": INT, "left": INT, "signs": roll_type("s")}  # fmt: skip
    made = program(dice=[D, FACED], procedures=[procedure("throw", [inp("many", whole(-1, 6))], results, body, {"r": roll_type("d")})])
    scripts = [
        (3, {"first": [0, 1, 2], "again": [3], "signs": [0, 2]}), (4, {"first": [1, 1, 2, 0], "again": [0, 3], "signs": [1, 2]}),
        (0, {"signs": [1, 1]}), (-1, {"signs": [0, 1]}), (1, {"first": [3], "signs": [2, 0]}),
        (3, {"first": [0, 1], "signs": [0, 0]}), (1, {"first": [3, 3], "signs": [2, 0]}), (2, {"first": [0, 0], "signs": [0, 0], "else": [1]}),
    ]  # fmt: skip
    cases = [case(made, "throw", {"many": many}, dice=script) for many, script in scripts]
    cases += [case(made, "throw", {"many": 5}, seed=seed) for seed in (0, 7, 2**53 - 1)]
    return made, [*cases, case(made, "throw", {"many": 2}, dice={"first": [1, 1]}, seed=3)]


def loops() -> tuple[n.Program, list[Case]]:
    """Branches, loops with and without a bound, calls that stop, lists, and a sum that is checked."""
    inner = procedure("inner", [inp("x", whole(0, 9))], {"y": INT, "z": INT}, [
        n.Let("y", const(1)), n.Let("z", const(0)), n.If(op("gt", var("x"), const(5)), (n.Stop(),), (n.Let("y", const(2)),)), n.Let("z", var("x")),
    ])  # fmt: skip
    grow = procedure("grow", [inp("by", whole(0, 2**53 - 1))], {"total": INT}, [
        n.Let("total", const(2**53 - 3)),
        n.Each("i", const(1), const(2), 2, (n.Let("total", op("add", var("total"), var("by")), True),)),
    ], {"i": INT})  # fmt: skip
    numbers = n.Type("list", "", -9, 99, "", 4, 4)
    body: list[n.Stmt] = [
        n.Let("l", listed("fill", const(4), const(7))), n.Let("passes", const(0)), n.Let("ways", const(0)),
        n.Each("i", const(1), op("min", var("k"), const(4)), 4, (n.Let("l", listed("put", var("l"), var("i"), op("mul", var("i"), var("k")))), n.Let("i", const(0)))),
        n.Match(var("k"), (n.Case((0, 2), (n.Let("ways", const(1)),)), n.Case((3,), (n.Let("ways", const(2)),))), (n.Let("ways", const(3)),)),
        n.Repeat((n.Let("passes", op("add", var("passes"), const(1))),), op("ge", var("passes"), const(2)), op("sub", var("k"), const(1)), 8),
        n.Repeat((n.Roll("r", "d", const(1), "go"), n.Let("passes", op("add", var("passes"), const(10)), True)), op("eq", n.Fold(var("r"), "d", n.FaceAttr("value")), const(6)), None, 0),
        n.Call("inner", (var("k"),), (("z", "a"), ("y", "b"), ("y", "c"))),
        n.Let("sum", n.Fold(var("l"), "", n.FaceAttr("item"))), n.Let("large", n.Fold(var("l"), "", op("gt", n.FaceAttr("item"), var("k")))),
        n.Let("third", listed("at", var("l"), const(3))), n.Let("most", listed("max", var("l"))), n.Let("least", listed("min", listed("first", var("l"), op("sub", var("k"), const(3))))),
        n.Let("twins", listed("same", var("l"))), n.Let("size", listed("size", listed("first", var("l"), var("k")))),
        n.Let("ordered", listed("sort", var("l"))), n.Let("two", n.Fold(listed("best", var("l"), const(2)), "", n.FaceAttr("item"))), n.Let("low", listed("worst", var("l"), op("sub", var("k"), const(2)))),
        n.Report("", (n.Part(value=var("l"), type=numbers), n.Part(value=listed("first", var("l"), const(-1)), type=numbers)), ()), n.Report("list", (), (n.Field("l", var("l"), numbers),)),
    ]  # fmt: skip
    results = {"l": numbers, "passes": INT, "ways": INT, "a": INT, "b": INT, "c": INT, "sum": INT, "large": INT, "third": INT, "most": INT, "least": INT, "twins": INT, "size": INT, "ordered": numbers, "two": INT, "low": numbers}  # fmt: skip
    main = procedure("main", [inp("k", whole(0, 9))], results, body, {"i": INT, "r": roll_type("d")})
    made = program(dice=[D], procedures=[inner, grow, main])
    cases = [
        case(made, "main", {"k": k}, dice={"go": go})
        for k, go in ((0, [3]), (2, [0, 3]), (3, [1, 1, 3]), (4, [3]), (9, [2, 0, 1, 3]), (1, [0, 1]))
    ]
    return made, [*cases, case(made, "main", {"k": 5}, seed=11), case(made, "grow", {"by": 1}), case(made, "grow", {"by": 2})]


def table_top() -> tuple[n.Program, list[Case]]:
    """Counters, zones, moves, shuffles, choices and picks."""
    cards = [card("strike", "blow", "left", "red", cost=2), card("guard", "", "", "", cost=1), card("oath", "vow", "", "red")]
    counters = [n.CounterDef("heat", "Heat", "player", 0, 5, 1, "clamp", ""), n.CounterDef("sp", "SP", "player", -2, 5, 3, "illegal", ""), n.CounterDef("round", "Round", "game", 0, 9, 1, "clamp", "")]  # fmt: skip
    zones = [
        n.ZoneDef("deck", "Deck", "player", "none"),
        n.ZoneDef("hand", "Hand", "player", "owner"),
        n.ZoneDef("common", "Common", "game", "all"),
    ]
    me = var("me")
    attr = lambda name, which=None: n.CardAttr(which, name)  # noqa: E731
    body: list[n.Stmt] = [
        n.Let("went", const(0)), n.Let("seen", const(0)),
        n.Choose("way", me, "Which way?", (
            n.Option("spend", "Spend", 0, op("ge", n.Counter("sp", me), const(3))), n.Option("burn", "Burn", 1, op("lt", n.Counter("heat", me), const(4))), n.Option("rest", "Rest", 2, None)), "rest"),
        n.Match(var("way"), (
            n.Case((0,), (n.Change("sp", me, var("by"), False),)),
            n.Case((1,), (n.Change("heat", me, const(9), False), n.Change("round", None, const(7), True)))), (n.Change("heat", op("sub", const(1), me), const(-3), False),)),
        n.Shuffle("deck", me),
        n.Move(None, "deck", me, const(2), "hand", me, False, "went"), n.Move(None, "deck", me, const(1), "deck", me, True, ""),
        n.Pick("chosen", me, "Pick a card", "hand", me, op("and", op("le", attr("cost"), const(1)), op("ne", attr("id"), const(0))), (
            n.Let("seen", op("add", attr("id", var("chosen")), op("mul", const(10), attr("faction", var("chosen"))))),
            n.Move(var("chosen"), "hand", me, const(1), "common", None, True, ""),
            note((n.Part(value=var("chosen"), type=CARD), n.Part(" of player "), n.Part(value=me, type=PLAYER), n.Part(", "), n.Part(value=var("way"), type=enum_type("way"))), attr("type", var("chosen")), var("way"), INT)),
            (n.Let("seen", const(-1)),)),
        n.Let("left", op("add", n.ZoneSize("deck", me), op("mul", const(100), n.ZoneFold("common", None, op("add", attr("cost"), const(1)))))),
        n.Let("found", op("add", n.TopCard("hand", me, None), op("mul", const(100), n.TopCard("deck", op("sub", const(1), me), op("ge", attr("cost"), const(1)))))),
    ]  # fmt: skip
    body.append(n.Choose("last", me, "At last?", (n.Option("never", "Never", 0, const(0)),), "never"))
    results = {"went": INT, "seen": INT, "left": INT, "found": INT, "way": enum_type("way")}
    turn = procedure("turn", [inp("me", PLAYER), inp("by", whole(-9, 9), -1)], results, body, {"chosen": CARD, "last": INT})
    stuck = procedure("stuck", [inp("me", PLAYER, 0)], {"x": INT}, [n.Choose("x", me, "Stuck", (n.Option("no", "No", 0, const(0)), n.Option("nor", "Nor", 1, const(0))), "")])  # fmt: skip
    made = program(
        enums=[enum("way", "spend", "burn", "rest")], counters=counters, zones=zones, cards=cards, card_types=[n.Group("blow", "Blow", ""), n.Group("vow", "Vow", "")],
        slots=[n.Group("left", "Left", "")], factions=[n.Faction("red", "Red", "red", "")], procedures=[turn, stuck],
    )  # fmt: skip
    piles = {"deck": [["strike", "guard", "oath", "guard"], ["oath"]], "hand": [["strike"], ["guard", "strike"]], "common": [["oath"]]}
    state = state_of(made, {"players": 2, "zones": piles, "counters": {"heat": [2, 5]}})
    cases = [case(made, "turn", {"me": 0, "by": by}, state=state, seed=seed, choices=[way]) for by, seed, way in ((-1, 1, "spend"), (-9, 2, "spend"), (0, 3, "burn"), (0, 4, "rest"), (0, 5, "no"))]  # fmt: skip
    cases += [case(made, "turn", {"me": 1}, state=state, seed=9, choices=["rest"]), case(made, "turn", {"me": 0}, choices=["burn"])]
    return made, [
        *cases,
        case(made, "turn", {"me": 0}, state=state, choices=["rest"]),
        case(made, "turn", {"me": 2}),
        case(made, "stuck", {}),
    ]


# ---------------------------------------------------------------- shipped games and random programs


def of_game(game: str, names: Sequence[str], seeds: int) -> tuple[n.Program, list[Case]]:
    """Procedures of a shipped game, with all that they need and nothing else: every worked example, and seeded runs."""
    whole_game = compile_game(GAMES / game).program
    assert whole_game is not None
    needs = {kind: {name for k, name in (item.split(" ", 1) for item in closure(whole_game, names)) if k == kind} for kind in ("procedure", "table", "die", "counter", "zone")}  # fmt: skip
    made = replace(
        playable(whole_game),
        procedures=tuple(item for item in whole_game.procedures if item.id in needs["procedure"]),
        tables=tuple(item for item in whole_game.tables if item.id in needs["table"]),
        dice=tuple(item for item in playable(whole_game).dice if item.id in needs["die"]),
        counters=tuple(item for item in whole_game.counters if item.id in needs["counter"]),
        zones=tuple(item for item in whole_game.zones if item.id in needs["zone"]),
        attributes=(), card_types=(), slots=(), factions=(), cards=(), decks=(), setups=(), spaces=(),
    )  # fmt: skip
    used = json.dumps(to_data((made.procedures, made.tables)))
    made = replace(made, enums=tuple(item for item in made.enums if json.dumps(item.id) in used))
    cases = [case(made, item.procedure, dict(item.inputs), dice={key: list(faces) for key, faces in item.dice}) for item in whole_game.proved.examples if item.procedure in names]  # fmt: skip
    rng = random.Random(game)
    for name in names:
        proc = next(item for item in made.procedures if item.id == name)
        cases += [case(made, name, random_inputs(rng, made, proc), seed=seed, rng=rng) for seed in range(seeds)]
    return made, cases


def at_random(seed: int) -> tuple[n.Program, list[Case]]:
    """A random program of every kind of node."""
    rng = random.Random(seed)
    made = random_program(rng)
    cases = []
    for proc in made.procedures:
        for run_seed in range(3):
            state = state_of(made, random_setup(rng)) if rng.random() < 0.7 else new_state(made)
            cases.append(case(made, proc.id, random_inputs(rng, made, proc), seed=run_seed, state=state, rng=rng))
    return made, cases


def duel() -> tuple[n.Program, list[Case]]:
    """Nested calls that ask, card by card."""
    made = duel_program()
    state = state_of(made, DUEL_SETUP)
    return made, [
        case(made, "duel", {"damage": damage}, state=state, seed=seed, rng=random.Random(seed)) for damage, seed in ((3, 1), (6, 2), (9, 3))
    ]


def programs() -> Iterator[tuple[str, tuple[n.Program, list[Case]]]]:
    """Every file, by its name."""
    yield from (
        ("operations", operations()),
        ("tables", tables()),
        ("dice", dice()),
        ("loops", loops()),
        ("table_top", table_top()),
        ("duel", duel()),
    )
    yield "aethelgard", of_game("aethelgard", ("accuracy", "system_bypass", "contest", "craft"), 2)
    yield "skirmish", of_game("skirmish", ("attack", "test", "roll_off", "ranking"), 3)
    yield "penance", of_game("penance", ("attack", "strain", "suffering"), 4)
    for seed in (1, 4):
        yield f"random_{seed}", at_random(seed)


def text_of(made: n.Program, cases: list[Case]) -> str:
    """A file: the program on a line, and each case on one."""
    compact = {"separators": (",", ":"), "sort_keys": True, "ensure_ascii": True}
    lines = ",\n".join(json.dumps(item, **compact) for item in cases)  # type: ignore[arg-type]
    return f'{{"program":{json.dumps(to_data(made), **compact)},\n"cases":[\n{lines}\n]}}\n'  # type: ignore[arg-type]


def files() -> dict[str, str]:
    """Every file of ``tests/vectors``."""
    return {f"{name}.json": text_of(*found) for name, found in programs()}
