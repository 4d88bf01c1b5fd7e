"""Single cards: random programs that look, find, pick and move them, against the interpreter on every order; and hypergeometric figures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction as F
from math import comb
from time import process_time
from typing import Any

import pytest

from penance_build.api import compile_texts, odds
from penance_build.api import situation as set_up
from penance_build.ir import nodes as n
from penance_build.ir.interpret.state import State
from penance_build.odds.question.refusal import Policy
from penance_build.odds.walking.exact import distribution
from tests.odds_oracles import const, enumerate_program, game, op, var
from tests.odds_programs import WORLD, random_state

INTS = ("x", "y", "z")


class Cards:
    """Makes statements about cards over three integers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.fresh = 0

    def body(self, depth: int, held: tuple[str, ...]) -> Iterator[n.Stmt]:
        for _ in range(self.rng.randint(2, 4)):
            yield self.stmt(depth, held)

    def stmt(self, depth: int, held: tuple[str, ...]) -> n.Stmt:
        rng, who = self.rng, const(self.rng.randint(0, 1))
        zone = rng.choice(["deck", "deck", "hand"])
        kinds = ["shuffle", "top", "top", "read"] + ["find", "find", "pick", "pick", "pick", "if", "each"] * (depth > 0)
        match rng.choice(kinds + ["place", "place", "cost"] * bool(held)):
            case "shuffle":
                return n.Shuffle(zone, who)
            case "top":
                count = rng.choice([const(1), const(1), const(2), n.ZoneSize(zone, who)])
                target = rng.choice(["deck", "hand"])
                return n.Move(None, zone, who, count, target, const(rng.randint(0, 1)), rng.random() < 0.3, rng.choice(["", "x"]))
            case "find":
                return self.find(zone, who, depth, held)
            case "pick":
                self.fresh += 1
                name = f"c{self.fresh}"
                then = tuple(self.body(depth - 1, (*held, name)))
                return n.Pick(name, const(0), "?", zone, who, self.test(), then, tuple(self.body(0, held)))
            case "if":
                return n.If(op("ge", self.number(), const(rng.randint(0, 2))), tuple(self.body(depth - 1, held)), ())
            case "each":
                return n.Each("i", const(1), const(2), 2, tuple(self.body(depth - 1, held)))
            case "place":
                return n.Move(var(rng.choice(held)), "", None, const(1), rng.choice(["deck", "hand"]), who, rng.random() < 0.3, "")
            case "cost":
                return n.Let(rng.choice(INTS), n.CardAttr(var(rng.choice(held)), "cost"))
        return n.Let(rng.choice(INTS), self.number())

    def find(self, zone: str, who: n.Expr, depth: int, held: tuple[str, ...]) -> n.Stmt:
        self.fresh += 1
        name, top = f"c{self.fresh}", n.TopCard(zone, who, self.test())
        then = (n.Let(name, top), *self.body(depth - 1, (*held, name)))
        return n.If(op("ge", top, const(0)), then, tuple(self.body(0, held)))

    def test(self) -> n.Expr | None:
        rng = self.rng
        return rng.choice([None, op(rng.choice(["eq", "ge"]), n.CardAttr(None, "cost"), rng.choice([const(1), var("x")]))])

    def number(self) -> n.Expr:
        rng, who, zone = self.rng, const(self.rng.randint(0, 1)), self.rng.choice(["deck", "hand"])
        fold = n.ZoneFold(zone, who, op("mul", n.CardAttr(None, "cost"), const(rng.choice([1, 3]))))
        seen = op("add", n.TopCard(zone, who, self.test()), const(1))
        return rng.choice([n.ZoneSize(zone, who), fold, fold, var(rng.choice(INTS)), op("min", seen, const(1))])


def random_program(rng: random.Random) -> n.Program:
    maker = Cards(rng)
    start = [n.Let(name, const(rng.randint(0, 1))) for name in INTS]
    cost = n.CardAttr(None, "cost")
    ends = [n.Let("hands", op("add", n.ZoneFold("hand", const(0), cost), op("mul", n.ZoneFold("deck", const(1), cost), const(20))))]
    body = [*start, n.Shuffle("deck", const(0)), *maker.body(3, ()), *maker.body(2, ()), *ends]
    return game(body, [*INTS, "hands"], **WORLD)


def chosen(state: State, kind: str) -> Any:
    """What a policy takes of the legal cards."""

    def choose(source: Any, pending: Any) -> Any:
        options = pending.options
        if kind == "first":  # in the order of the game's cards; equal ones are alike
            options = [card for card in options if state.cards[card] == min(state.cards[other] for other in options)]
        return options[source.draw(len(options))]

    return choose


@pytest.mark.full
@pytest.mark.parametrize(
    "block", [0, 1, *(pytest.param(block, marks=[pytest.mark.full, *[pytest.mark.soak] * (block > 4)]) for block in range(2, 40))]
)
def test_single_cards_equal_enumeration(block: int) -> None:
    """What was seen, found, picked and moved is known; all other orders are as unknown as they were."""
    compared = 0
    for seed in range(block * 20, block * 20 + 20):
        prog = random_program(random.Random(seed))
        state = random_state(random.Random(seed), prog)
        for kind in ("first", "random"):
            expected = enumerate_program(prog, "p", {}, [*INTS, "hands"], chosen(state, kind), most=300, state=state)
            if expected is not None:
                compared += 1
                answer = distribution(prog, "p", {}, policy=Policy(kind), state=state)
                assert {tuple(result.values()): p for result, p in answer.outcomes} == expected, (seed, kind)
    assert compared > 0


# ---------------------------------------------------------------- hypergeometric

DEALT = """
game: {{id: dealt, name: Dealt, version: "1", language: 1}}
zones:
  deck: {{name: Deck, owner: player, visible: none}}
  hand: {{name: Hand, owner: player, visible: owner}}
card_types: {{t: {{name: T, inputs: {{self: player}}}}}}
card_attributes: {{value: {{name: Value, type: 0..99, shown: cost}}}}
slots: {{s: {{name: S}}}}
factions: {{f: {{name: F, tincture: green}}}}
cards:
{cards}
procedures:
  deal:
    inputs: {{me: player}}
    results: {{a: int, b: int}}
    steps:
      - {{shuffle: me.deck}}
      - {{move: top, count: {count}, from: me.deck, to: me.hand}}
      - {{let: a, value: "count(me.hand, card == c0)"}}
      - {{let: b, value: "count(me.hand, card.value == 1)"}}
  one_by_one:
    inputs: {{me: player}}
    results: {{a: int}}
    steps:
      - each: i
        to: {count}
        do:
          - {{move: top, from: me.deck, to: me.hand}}
      - {{let: a, value: "count(me.hand, card == c0)"}}
"""


@pytest.mark.parametrize("seed", range(12))
def test_hypergeometric_questions(seed: int) -> None:
    """Seeded decks of up to ninety cards: the chance of so many of one kind, of one and another, dealt at once and one by one."""
    rng = random.Random(seed)
    copies = [rng.randint(1, 24) for _ in range(rng.randint(3, 9))]
    count, size = rng.randint(3, 12), sum(copies)
    line = "  c{0}: {{name: C{0}, type: t, slot: s, faction: f, value: {1}, text: C., text_only: a card}}"
    texts = [line.format(at, min(at, 3)) for at in range(len(copies))]
    program = compile_texts({"game.yaml": DEALT.format(cards="\n".join(texts), count=count)}).program
    assert program is not None
    game_ = set_up(program, zones={"deck": {f"c{at}": many for at, many in enumerate(copies)}})
    began = process_time()
    first, second, whole = copies[0], copies[1], comb(size, count)
    low = rng.randint(0, min(3, first))
    at_least = sum(comb(first, k) * comb(size - first, count - k) for k in range(low, count + 1))
    assert odds(program, "deal", {"me": 1}, of=[], where=f"a >= {low}", situation=game_).p == F(at_least, whole)
    both = sum(
        comb(first, i) * comb(second, j) * comb(size - first - second, count - i - j)
        for i in range(1, count + 1)
        for j in range(1, count + 1 - i)
    )
    assert odds(program, "deal", {"me": 1}, of=[], where="a >= 1 and b >= 1", situation=game_).p == F(both, whole)
    assert odds(program, "one_by_one", {"me": 2}, of=[], where=f"a >= {low}", situation=game_).p == F(at_least, whole)
    assert odds(program, "deal", {"me": 1}, situation=game_).mean["a"] == F(count * first, size)
    assert process_time() - began < 4, "four questions, a second each"
