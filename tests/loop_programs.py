"""Random loops without a bound over numbers, lists, counters and zones, and runs of them that try to go on for ever."""

# ruff: noqa: E501  (statements and formulas read best as one line each)

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from penance_build.falling.changes import Summaries
from penance_build.falling.proof import Found, counted, proved
from penance_build.ir import nodes as n
from penance_build.ir.interpret.dice import RunError
from penance_build.ir.interpret.passes import Passes, TooManyPasses
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import State, new_state
from penance_build.ir.walk import statements
from tests.ir_programs import (
    BOOL,
    PLAYER,
    clamp,
    const,
    enum,
    enum_type,
    inp,
    listed,
    op,
    procedure,
    program,
    roll_type,
    row,
    table,
    valued,
    var,
    whole,
)

TOP = 12
NUMBERS = ("a", "b", "c")
CARD = n.Type("card")
SEATS = n.Type("list", "", 0, TOP, "", 3, 3)
ENDLESS = 30_000  # passes after which a run counts as one that does not end


class Loops:
    """Writes one random program whose procedure ``p`` is a loop without a bound."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.cards: list[str] = []
        self.inside = False  # a procedure that is called, with other variables

    def program(self) -> n.Program:
        rng = self.rng
        counters = [
            n.CounterDef("heat", "Heat", "player", 0, 9, 3, "clamp", ""),
            n.CounterDef("round", "Round", "game", 0, 15, 0, rng.choice(["clamp", "illegal"]), ""),
            n.CounterDef("food", "Food", "game", 0, 9, 5, "clamp", ""),
        ]
        zones = [
            n.ZoneDef("deck", "Deck", "player", "none"),
            n.ZoneDef("hand", "Hand", "player", "all"),
            n.ZoneDef("table", "Table", "game", "all"),
        ]
        low = rng.choice([0, 1])
        dice = [valued("hit", low, low + 1, 3), valued("many", 1, 2)]
        cells = [rng.choice([1, 1, 2, 0]) for _ in range(2)]
        tables = [table("wear", "first", {"x": whole(0, TOP)}, [row([(0, 4)], [cells[0]]), row([None], [cells[1]])])]
        self.inside = True
        helper = procedure(
            "helper", [inp("who", PLAYER, 0), inp("a", whole(0, TOP), 0)], {"a": whole(0, TOP)}, self.body(1), self.types(False)
        )
        self.inside = False
        body = self.body(2) if rng.random() < 0.3 else [*self.body(1), *self.falling()]
        rng.shuffle(body)
        loop = n.Repeat((*body, n.Let("passes", op("add", var("passes"), const(1)))), self.until(), None, 0)
        inputs = [inp("who", PLAYER, 0), inp("other", PLAYER, 1), *(inp(name, whole(0, TOP), 0) for name in NUMBERS), inp("flag", BOOL, 0)]
        first: list[n.Stmt] = [
            n.Let("passes", const(0)),
            n.Let("seats", listed("fill", const(3), var("c"))),
            n.Roll("r", "hit", const(2), "r"),
            n.Let("side", const(0)),
        ]
        main = procedure("p", inputs, {"passes": whole()}, [*first, loop], self.types(True))
        return program(
            enums=[enum("side", "go", "stay", "rest")], dice=dice, tables=tables, counters=counters, zones=zones, procedures=[helper, main],
            attributes=[n.Attribute("cost", "Cost", whole(0, 3), "cost", "")],
            cards=[n.Card(f"k{cost}", "K", "", "", "", (("cost", cost),), (), "", "", (), "") for cost in range(4)],
        )  # fmt: skip

    def types(self, is_main: bool) -> dict[str, n.Type]:
        made = {"r": roll_type("hit"), "card": CARD, "i": whole(1, 4), "side": enum_type("side"), "went": whole(0, 60)}
        return made | ({"seats": SEATS} if is_main else {})

    # ------------------------------------------------------------ expressions

    def number(self, deep: int = 1) -> n.Expr:
        rng = self.rng
        names = ["a"] if self.inside else list(NUMBERS)
        leaves: list[n.Expr] = [const(rng.randint(0, 4)), var(rng.choice(names)), var(rng.choice(names))]
        if not self.inside:
            leaves += [n.Fold(var("r"), "hit", n.FaceAttr("value")), listed("at", var("seats"), const(rng.randint(1, 3)))]
            leaves += [n.Fold(var("r"), "hit", op("ge", n.FaceAttr("value"), const(2))), n.Fold(var("seats"), "", n.FaceAttr("item"))]
        leaves += [n.Counter("heat", self.owner()), n.Counter(rng.choice(["round", "food"]), None), n.ZoneSize(*self.zone())]
        leaves.append(n.ZoneFold(*self.zone(), op("ge", n.CardAttr(None, "cost"), const(2))))
        if deep <= 0 or rng.random() < 0.4:
            return rng.choice(leaves)
        one, other = self.number(deep - 1), self.number(deep - 1)
        return rng.choice(
            [
                op("add", one, other), op("sub", one, other), op("max", const(rng.randint(0, 1)), one), op("min", one, other),
                op("div", one, const(rng.randint(2, 3))), op("mod", one, op("max", const(1), other)), op("mul", one, const(2)),
                op("cdiv", one, const(2)), op("rdiv", one, const(2)), op("abs", op("sub", one, other)), op("mul", one, other),
                n.Lookup("wear", (clamp(one, 0, TOP),), 0), n.Cond(self.test(0), one, other), op("div", one, op("max", const(2), other)),
            ]
        )  # fmt: skip

    def test(self, deep: int = 1) -> n.Expr:
        rng = self.rng
        if deep > 0 and rng.random() < 0.3:
            return op(rng.choice(["and", "or"]), self.test(0), self.test(0)) if rng.random() < 0.8 else op("not", self.test(0))
        return op(rng.choice(["eq", "ne", "lt", "le", "gt", "ge"]), self.number(1), self.number(0))

    def owner(self) -> n.Expr:
        names = ["who"] if self.inside else ["who", "who", "other"]
        return self.rng.choice([*map(var, names), const(self.rng.randint(0, 1))])

    def zone(self) -> tuple[str, n.Expr | None]:
        name = self.rng.choice(["deck", "deck", "hand", "table"])
        return name, None if name == "table" else self.owner()

    # ------------------------------------------------------------ statements

    def until(self) -> n.Expr:
        """Mostly a condition that what falls comes to."""
        rng = self.rng
        plain: list[n.Expr] = [
            op("eq", var("a"), const(0)), op("le", var("a"), var("b")), op("ge", var("b"), const(TOP)), op("eq", n.ZoneSize("deck", var("who")), const(0)),
            op("eq", n.Counter("heat", var("who")), const(0)), op("ge", n.Counter("round", None), const(10)), var("flag"), op("eq", var("side"), const(2)),
            op("eq", n.Fold(var("seats"), "", n.FaceAttr("item")), const(0)),
        ]  # fmt: skip
        found = rng.choice(plain)
        if rng.random() < 0.3:
            found = op("or", found, rng.choice([self.test(0), rng.choice(plain)]))
        return found if rng.random() < 0.9 else self.test(1)

    def falling(self) -> list[n.Stmt]:
        """Statements of which one may let something fall, and another one may let it rise again."""
        rng = self.rng
        if rng.random() < 0.3:
            return self.up_and_down()
        by = rng.choice(
            [const(1), const(2), op("max", const(1), self.number(0)), n.Fold(var("r"), "hit", n.FaceAttr("value")), self.number(1)]
        )
        return [
            rng.choice(
                [
                    n.Let("a", clamp(op("sub", var("a"), by), 0, TOP)), n.Let("a", op("div", var("a"), const(2))),
                    n.Let("b", clamp(op("add", var("b"), by), 0, TOP)), n.Let("a", op("mod", var("a"), op("max", const(1), var("b")))),
                    n.Change("heat", var("who"), op("neg", by), False), n.Change("round", None, by, False),
                    n.Move(None, "deck", var("who"), by, "hand", var("who"), False, rng.choice(["", "went"])),
                    n.Move(None, "deck", var("who"), const(1), "table", None, False, ""),
                    n.Let("seats", listed("put", var("seats"), const(1), clamp(op("sub", listed("at", var("seats"), const(1)), by), 0, TOP))),
                    n.If(op("gt", var("a"), const(0)), (n.Let("a", op("sub", var("a"), const(1))),), (n.Let("flag", const(1)),)),
                    n.If(op("gt", var("b"), const(0)), (n.Let("b", op("sub", var("b"), const(1))),), (n.Let("a", clamp(op("sub", var("a"), const(1)), 0, TOP)), n.Let("b", const(5)))),
                ]
            )
        ]  # fmt: skip

    def up_and_down(self) -> list[n.Stmt]:
        """What falls by as much as it rises, or by more or by less; of two players, who may be the same one, or on some passes of a loop."""
        rng = self.rng
        down, up, times = const(-rng.randint(1, 3)), const(rng.randint(1, 2)), clamp(var("c"), rng.randint(-1, 1), rng.randint(1, 2))
        fall = rng.choice(["heat", "a"])
        falls = n.Change("heat", var("who"), down, False) if fall == "heat" else n.Let("a", clamp(op("add", var("a"), down), 0, TOP))
        owner = var(rng.choice(["who", "other"]))
        rises = n.Change("heat", owner, up, False) if fall == "heat" else n.Let("a", clamp(op("add", var("a"), up), 0, TOP))
        if rng.random() < 0.4:
            return [falls, rises]
        if rng.random() < 0.5:
            return [falls, n.Each("i", const(1), times, 4, (rises,))]
        return [falls, n.Repeat((rises,), self.test(0), times, 4)]

    def body(self, deep: int) -> list[n.Stmt]:
        return [self.statement(deep) for _ in range(self.rng.randint(1, 2))]

    def statement(self, deep: int) -> n.Stmt:
        rng = self.rng
        plain = [self.let, self.let, self.change, self.move, self.let]
        if not self.inside:
            plain += [lambda: n.Roll("r", "hit", const(rng.randint(1, 2)), "r"), self.seat, self.call, self.swap]
        if self.cards:
            plain.append(self.move_card)
        if deep > 0:
            plain += [
                lambda: self.if_(deep),
                lambda: self.each(deep),
                lambda: self.pick(deep),
                lambda: self.choose(deep),
                lambda: self.repeat(deep),
            ]
        return rng.choice(plain)()

    def let(self) -> n.Stmt:
        name = "a" if self.inside else self.rng.choice(NUMBERS)
        return n.Let(name, clamp(self.number(2), 0, TOP))

    def seat(self) -> n.Stmt:
        return n.Let("seats", listed("put", var("seats"), clamp(self.number(0), 1, 3), clamp(self.number(1), 0, TOP)))

    def swap(self) -> n.Stmt:
        return n.Let("who", n.Cond(self.test(0), var("who"), var("other")))

    def call(self) -> n.Stmt:
        return n.Call("helper", (self.owner(), clamp(self.number(0), 0, TOP)), (("a", self.rng.choice(NUMBERS)),))

    def change(self) -> n.Stmt:
        rng = self.rng
        name = rng.choice(["heat", "heat", "round", "food"])
        by = rng.choice([const(-1), const(1), const(-2), self.number(0), op("neg", self.number(0))])
        return n.Change(name, self.owner() if name == "heat" else None, by, rng.random() < 0.15)

    def move(self) -> n.Stmt:
        (source, one), (target, two) = self.zone(), self.zone()
        count = self.rng.choice([const(1), const(1), self.number(0)])
        return n.Move(None, source, one, count, target, two, self.rng.random() < 0.5, self.rng.choice(["", "went"]))

    def move_card(self) -> n.Stmt:
        target, owner = self.zone()
        return n.Move(var("card"), "deck", var("who"), const(1), target, owner, False, "")

    def if_(self, deep: int) -> n.Stmt:
        return n.If(self.test(1), tuple(self.body(deep - 1)), tuple(self.body(deep - 1)) if self.rng.random() < 0.6 else ())

    def each(self, deep: int) -> n.Stmt:
        return n.Each("i", const(1), clamp(self.number(0), self.rng.randint(-1, 1), self.rng.choice([2, 4])), 4, tuple(self.body(deep - 1)))

    def repeat(self, deep: int) -> n.Stmt:
        limit = None if self.rng.random() < 0.4 else clamp(self.number(0), self.rng.randint(0, 1), 4)
        return n.Repeat(tuple(self.body(deep - 1)), self.test(1), limit, 0 if limit is None else 4)

    def pick(self, deep: int) -> n.Stmt:
        zone, owner = self.zone()
        test = None if self.rng.random() < 0.5 else op("ge", n.CardAttr(None, "cost"), const(2))
        self.cards.append("card")
        then = tuple([self.move_card(), *self.body(deep - 1)] if self.rng.random() < 0.7 else self.body(deep - 1))
        self.cards.pop()
        return n.Pick("card", const(0), "A card", zone, owner, test, then, tuple(self.body(0)) if self.rng.random() < 0.5 else ())

    def choose(self, deep: int) -> n.Stmt:
        options = (n.Option("go", "Go", 0, self.test(0) if self.rng.random() < 0.4 else None), n.Option("stay", "Stay", 1, None))
        if self.rng.random() < 0.3:
            options = (*options, n.Option("rest", "Rest", 2, None))
        return n.Choose("side", const(0), "What?", options, self.rng.choice(["", "stay"]))


def judged(made: n.Program) -> list[Found]:
    """What is found of every loop without a bound, the outermost of ``p`` last."""
    summaries = Summaries(made)
    found = []
    for item in made.procedures:
        loops = [stmt for stmt in statements(item.body) if isinstance(stmt, n.Repeat) and stmt.limit is None]
        found += [proved(made, item, loop, summaries) for loop in reversed(loops)]
    return found


# ---------------------------------------------------------------- runs


@dataclass
class Stubborn:
    """Dice that may always show the same, or what comes next, and players that may always do the same."""

    rng: random.Random
    way: str = ""
    given: dict[str, Any] = field(default_factory=dict)

    def roll(self, name: str, die: n.Die, count: int) -> list[int]:
        faces = len(die.faces)
        if self.way == "low":
            return [0] * count
        return [faces - 1] * count if self.way == "high" else [self.rng.randrange(faces) for _ in range(count)]

    def shuffle(self, zone: str, size: int) -> list[int]:
        return [self.rng.randint(0, place) for place in range(size - 1, 0, -1)]

    def finish(self) -> None:
        pass

    def answer(self, pending: Pending) -> str | int:
        if self.way == "low":
            return pending.options[0]
        return pending.options[-1] if self.way == "high" else self.rng.choice(pending.options)


def random_state(rng: random.Random, made: n.Program, players: int = 0) -> State:
    """A game of so many players, or of two or three, in which anything may be so high and lie anywhere."""
    state = new_state(made, players or rng.choice([2, 2, 3]))
    for counter in made.counters:
        row_ = state.counters[counter.id]
        state.counters[counter.id] = [rng.choice([counter.low, counter.high, rng.randint(counter.low, counter.high)]) for _ in row_]
    for piles in state.zones.values():
        for pile in piles:
            for _ in range(rng.choice([0, 0, 1, 3, 6])):
                pile.append(len(state.cards))
                state.cards.append(rng.randrange(len(made.cards)))
    return state


def passes_made(rng: random.Random, made: n.Program, way: str) -> tuple[int | None, int]:
    """The passes of one run of ``p`` from a random state (None: it was refused, or an option had no taker), and the cards there were.

    Raises TooManyPasses where it goes on and on.
    """
    state = random_state(rng, made)
    inputs = {"who": rng.randint(0, 1), "other": rng.randint(0, 1), "flag": rng.randint(0, 1)}
    inputs |= {name: rng.choice([0, 1, TOP, rng.randint(0, TOP)]) for name in NUMBERS}
    source = Stubborn(rng, way)
    try:
        outcome = run(made, "p", inputs, source, state, source.answer, Passes(ENDLESS))
    except TooManyPasses:
        raise
    except RunError:
        return None, len(state.cards)
    passes = outcome.results["passes"]
    assert isinstance(passes, int)
    return passes, len(state.cards)


def most(found: Found, cards: int) -> int | None:
    """The most passes of a loop that is proved to end."""
    return counted(found.levels, cards)
