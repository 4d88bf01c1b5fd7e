"""A generator of small programs whose every sequence of faces can be run."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from penance_build.ir import nodes as n
from penance_build.ir.interpret.run import Pending
from penance_build.ir.interpret.state import State
from penance_build.odds.question.refusal import Policy
from tests.ir_programs import card, const, die, enum, inp, op, row, state_of, table, var, whole
from tests.odds_oracles import Odometer, best, face, fold, game


def first_legal(source: Odometer, pending: Pending) -> str | int:
    """The first of the options."""
    return pending.options[0]


def any_legal(source: Odometer, pending: Pending) -> str | int:
    """Each option in turn, equally likely."""
    return pending.options[source.draw(len(pending.options))]


POLICIES: tuple[tuple[Policy, Callable[[Odometer, Pending], str | int]], ...] = (
    (Policy("first"), first_legal),
    (Policy("random"), any_legal),
)

INTS = ("x", "y", "z")
ROLLS = {"r": "odd", "s": "coin", "t": "odd"}
DICE = (
    die("odd", ("a", {"value": 2, "w": 0}), ("b", {"value": 2, "w": 1}), ("c", {"value": 1, "w": -1})),
    die("coin", ("heads", {"value": 0, "w": 1}), ("tails", {"value": 1, "w": 0})),
)
TABLES = (
    table(
        "t",
        "first",
        {"a": whole(), "b": whole()},
        [row([(0, 1), None], [3]), row([None, (2, 9)], [op("add", var("a"), const(1))]), row([None, None], [0])],
    ),
    table("g", "max", {"a": whole()}, [row([(0, 9)], [2], "", "k"), row([(2, 4)], [5], "", "k"), row([1], [-1], "", "m")]),
)


def random_small(rng: random.Random, world: bool = False) -> tuple[n.Program, dict[str, int], list[str]]:
    """A program with one procedure ``p`` that calls another, inputs for it, and the results to ask for."""
    made = _Small(rng, world)
    callee_body = made.start() + made.body(1, calls=False)
    callee = game(callee_body, ["x", "y"], [inp("a", whole(-9, 9))], DICE).procedures[0]
    body = made.start() + made.body(2, calls=True)
    if world:  # what lies in the hands at the end tells in which order cards came
        seen = [n.ZoneFold("hand", const(who), n.CardAttr(None, "cost")) for who in (0, 1)]
        body = [n.Let("hands", const(0)), *body, n.Let("hands", op("add", seen[0], op("mul", const(20), seen[1])))]
    prog = game(
        body, [*INTS, "hands"] if world else list(INTS), [inp("a", whole(-9, 9))], DICE, tables=TABLES, enums=[enum("e", "p", "q")],
        **(WORLD if world else {}),
        procedures=[n.Procedure("q", "Q", callee.inputs, callee.results, callee.slots, (), (), callee.body, "")],
    )  # fmt: skip
    of = rng.choice([["x"], ["x", "y"], ["x", "y", "z"], ["z"]])
    if world:
        of = [*of, "hands"]
    return prog, {"a": rng.randint(-1, 4)}, of


WORLD: dict[str, Any] = {
    "counters": (
        n.CounterDef("heat", "Heat", "player", 0, 4, 1, "clamp", ""),
        n.CounterDef("round", "Round", "game", -2, 3, 0, "clamp", ""),
    ),
    "zones": (n.ZoneDef("deck", "Deck", "player", "none"), n.ZoneDef("hand", "Hand", "player", "owner")),
    "attributes": (n.Attribute("cost", "SP", whole(0, 9), "cost", ""),),
    "cards": (card("one", cost=1), card("two", cost=2), card("none")),
}


def random_state(rng: random.Random, prog: n.Program) -> State:
    """A few cards in every pile."""
    piles = [[rng.choice(["one", "two", "none"]) for _ in range(rng.randint(2, 3))] for _ in range(4)]
    return state_of(prog, {"players": 2, "zones": {"deck": piles[:2], "hand": piles[2:]}, "counters": {"heat": [rng.randint(0, 4), 2]}})


class _Small:
    """Makes statements over three integers and three rolls of at most three dice; ``world``: counters and zones too."""

    def __init__(self, rng: random.Random, world: bool) -> None:
        self.rng = rng
        self.world = world
        self.loop = False

    def start(self) -> list[n.Stmt]:
        """All slots assigned."""
        found: list[n.Stmt] = [n.Let(name, const(self.rng.randint(-1, 2))) for name in INTS]
        rolled = self.rng.sample(sorted(ROLLS), 2)
        for name, die_id in ROLLS.items():
            most = 1 if self.world else 3
            found.append(n.Roll(name, die_id, const(self.rng.randint(1, most) if name in rolled else 0), name))
        return found

    def body(self, depth: int, calls: bool) -> list[n.Stmt]:
        """Some statements."""
        return [self.stmt(depth, calls) for _ in range(self.rng.randint(2, 5))]

    def stmt(self, depth: int, calls: bool) -> n.Stmt:
        """One statement."""
        rng = self.rng
        kind = rng.choice(
            ["let"] * 5
            + ["copy", "reroll", "reroll", "roll"]
            + ["if", "if", "match", "each"] * (depth > 0)
            + ["call"] * calls
            + ["stop", "choose"]
            + ["world"] * 5 * self.world
        )
        if kind == "world":
            return self.change()
        if kind == "stop" and depth == 2:
            kind = "let"
        if kind == "let":
            return n.Let(rng.choice(INTS), op("max", const(-9), op("min", const(9), self.number(2))))
        if kind == "copy":
            target = rng.choice(["r", "t"])
            return n.Let(target, self.roll("odd"))
        if kind == "reroll":
            name = rng.choice(sorted(ROLLS))
            limit = rng.choice([const(1), const(1), const(2), const(9), var(rng.choice(INTS)), n.Dice(var(name))])
            return n.Reroll(name, ROLLS[name], self.test(), limit, name)
        if kind == "roll":
            return n.Roll("s", "coin", const(rng.randint(0, 2)), "s")
        if kind == "if":
            return n.If(
                self.condition(), tuple(self.body(depth - 1, calls)), tuple(self.body(depth - 1, False)) if rng.random() < 0.6 else ()
            )
        if kind == "match":
            cases = (n.Case((0, 2), tuple(self.body(0, False))), n.Case((1,), tuple(self.body(0, False))))
            return n.Match(self.number(1), cases, tuple(self.body(0, False)) if rng.random() < 0.7 else ())
        if kind == "each":
            self.loop = True
            inside = tuple(self.body(depth - 1, False))
            self.loop = False
            return n.Each("i", const(1), const(rng.randint(0, 3)), 3, inside)
        if kind == "call":
            return n.Call("q", (self.number(1),), (("x", rng.choice(INTS)), ("y", "z")))
        if kind == "choose":
            options = (n.Option("p", "P", 0, self.condition()), n.Option("q", "Q", 1, self.condition()), n.Option("o", "O", 2, None))
            return n.Choose(rng.choice(INTS), const(0), "?", options, rng.choice(["", "o"]))
        return n.Stop()

    def change(self) -> n.Stmt:
        """A counter, a move or a shuffle."""
        rng = self.rng
        who = rng.choice([const(0), const(0), op("mod", self.number(0), const(2))])
        kind = rng.choice(["heat", "round", "move", "move", "move", "shuffle"])
        if kind == "heat":
            return n.Change("heat", who, self.number(1), rng.random() < 0.3)
        if kind == "round":
            return n.Change("round", None, self.number(1), False)
        if kind == "shuffle":
            return n.Shuffle("deck", who)
        zones = rng.choice([("deck", "hand"), ("deck", "hand"), ("deck", "deck")])
        count = rng.choice([const(1), const(1), const(2), self.number(0)])
        target = const(rng.randint(0, 1))
        return n.Move(None, zones[0], who, count, zones[1], target, rng.random() < 0.3, rng.choice(["", "x", "y"]))

    def read(self) -> n.Expr:
        """Something of counters and zones."""
        rng = self.rng
        who = op("mod", self.number(0), const(2))
        zone = rng.choice(["deck", "hand"])
        cost = op("ge", n.CardAttr(None, "cost"), self.number(0))
        return rng.choice([n.Counter("heat", who), n.Counter("round", None), n.ZoneSize(zone, who), n.ZoneFold(zone, who, cost)])

    def condition(self) -> n.Expr:
        """A comparison of two numbers."""
        return op(self.rng.choice(["lt", "ge", "eq", "ne"]), self.number(1), self.number(1))

    def number(self, depth: int) -> n.Expr:
        """An integer expression."""
        rng = self.rng
        kinds = ["const", "var", "var", "fold", "fold", "shape", "size"] + ["op", "op", "cond", "table"] * (depth > 0)
        kind = rng.choice(kinds + ["read"] * 3 * (self.world and depth > 0))
        if kind == "read":
            return self.read()
        if kind == "const":
            return const(rng.randint(-2, 3))
        if kind == "var":
            return var(rng.choice([*INTS, "a"] + ["i"] * self.loop))
        if kind == "fold":
            die_id = rng.choice(["odd", "odd", "coin"])
            return fold(self.roll(die_id), die_id, rng.choice([face(), face("w"), self.test(), self.test(), op("mul", face(), const(2))]))
        if kind == "shape":
            die_id = rng.choice(["odd", "coin"])
            return n.Shape(self.roll(die_id), die_id, rng.choice(["same", "run"]))
        if kind == "size":
            return n.Dice(self.roll("odd"))
        if kind == "cond":
            return n.Cond(self.condition(), self.number(depth - 1), self.number(depth - 1))
        if kind == "table":
            return rng.choice([n.Lookup("t", (self.number(0), self.number(0)), 0), n.Lookup("g", (self.number(0),), 0)])
        name = rng.choice(["add", "sub", "mul", "min", "max", "neg", "abs", "div", "mod", "cdiv", "rdiv", "and", "or", "not", "le"])
        if name in ("neg", "abs", "not"):
            return op(name, self.number(depth - 1))
        if name in ("div", "mod", "cdiv", "rdiv"):
            return op(name, self.number(depth - 1), const(rng.choice([2, 3, -2])))
        if name in ("and", "or"):
            return op(name, self.condition(), self.condition())
        return op(name, self.number(depth - 1), self.number(depth - 1))

    def test(self) -> n.Expr:
        """A condition on the face at hand."""
        rng = self.rng
        right = rng.choice([const(1), const(1), var(rng.choice([*INTS, "a"])), var(rng.choice([*INTS, "a"])), fold("s", "coin", face())])
        return op(rng.choice(["eq", "le", "ge"]), face(rng.choice(["value", "w", "face"])), right)

    def roll(self, die_id: str) -> n.Expr:
        """A roll expression."""
        rng = self.rng
        if die_id == "coin":
            return var("s")
        base: n.Expr = var(rng.choice(["r", "t"]))
        if rng.random() < 0.15:
            base = n.Cond(self.condition(), base, var("r"))
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            base = best(base, "odd", const(rng.randint(0, 2)), rng.random() < 0.5)
        return base
