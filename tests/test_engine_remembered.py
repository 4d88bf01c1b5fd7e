"""Procedures that are remembered by what they read give what they would give anew, whatever was changed in between."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from penance_build.engine.planning.plan import Plan
from penance_build.ir import nodes
from penance_build.ir.interpret.dice import Seeded
from penance_build.ir.interpret.run import run
from tests import ir_programs as ir
from tests.duel_games import compiled
from tests.engine_support import python_engine


class Reader:
    """Makes programs: a helper that reads, a procedure that goes round a loop and reads, and one that changes what they read and asks
    them again and again."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names = ["n", "a", "b"]

    def owner(self) -> nodes.Expr:
        found_out = nodes.Cond(ir.op("gt", ir.var("n"), ir.const(3)), ir.const(1), ir.const(0))
        return self.rng.choice([ir.var("who"), ir.var("who"), ir.const(1), found_out])

    def value(self, depth: int) -> nodes.Expr:
        leaves = [ir.const(self.rng.randint(-3, 6)), *map(ir.var, self.names)]
        leaves += [nodes.Counter("heat", ir.var("who")), nodes.Counter("sp", self.owner()), nodes.Counter("round", None)]
        if depth == 0 or self.rng.random() < 0.2:
            return self.rng.choice(leaves)
        one, two = self.value(depth - 1), self.value(depth - 1)
        test = ir.op(self.rng.choice(["lt", "eq", "ge"]), self.value(0), self.value(0))
        return self.rng.choice([ir.op("add", one, two), ir.op("max", one, two), ir.op("sub", one, two), nodes.Cond(test, one, two)])

    def let(self) -> nodes.Let:
        return nodes.Let(self.rng.choice(["a", "b"]), ir.clamp(self.value(2), -99, 99))

    def stmt(self, depth: int) -> nodes.Stmt:
        which = self.rng.randint(0, 5)
        if which == 0 and depth:
            return nodes.If(ir.op("lt", self.value(1), self.value(1)), self.body(depth - 1), self.body(depth - 1))
        if which == 1:
            return ir.note("Note", self.value(1), self.value(1))
        if which == 2 and "i" in self.names:
            args = (ir.clamp(self.value(1), 0, 9), ir.var("who") if self.rng.random() < 0.7 else ir.const(0))
            return nodes.Call("helper", args, (("a", "b"), ("b", "a")) if self.rng.random() < 0.5 else (("a", "a"),))
        if which == 3 and depth and "i" in self.names and self.rng.random() < 0.3:
            return nodes.If(ir.op("gt", ir.var("a"), ir.const(40)), (nodes.Stop(),), ())
        return self.let()

    def body(self, depth: int) -> tuple[nodes.Stmt, ...]:
        return tuple(self.stmt(depth) for _ in range(self.rng.randint(1, 3)))

    def program(self) -> nodes.Program:
        start = [nodes.Let("a", ir.const(1)), nodes.Let("b", ir.const(2))]
        inputs = [ir.inp("n", ir.whole(0, 9)), ir.inp("who", ir.PLAYER, 0)]
        results = {"a": ir.INT, "b": ir.INT}
        helper = ir.procedure("helper", inputs, results, [*start, *self.body(1)], {})
        self.names.append("i")
        loop = nodes.Each("i", ir.const(0), ir.const(self.rng.randint(0, 4)), 5, self.body(2))
        if self.rng.random() < 0.3:
            loop = nodes.Repeat((*self.body(2), self.let()), ir.op("gt", ir.var("a"), ir.var("b")), ir.const(3), 3)  # type: ignore[assignment]
        body = [*start, nodes.Let("i", ir.const(0)), *self.body(1), loop, *self.body(1)]
        look = ir.procedure("look", inputs, results, body, {"i": ir.INT})
        ask = nodes.Call("look", (ir.clamp(ir.var("i"), 0, 9), ir.var("who")), (("a", "a"), ("b", "b")))
        changes = [
            nodes.Change("heat", ir.var("who"), ir.op("sub", ir.const(3), ir.var("i")), False),
            nodes.Change("sp", ir.const(0), ir.clamp(ir.op("sub", ir.var("a"), ir.const(2)), -9, 9), True),
            nodes.Change("sp", ir.const(1), ir.const(-1), False),
            nodes.Change("round", None, ir.const(1), False),
        ]
        self.rng.shuffle(changes)
        total = ir.op("add", ir.var("total"), ir.var("a"), ir.op("mul", ir.const(3), ir.var("b")))
        turn: list[nodes.Stmt] = [nodes.Let("a", ir.const(0)), nodes.Let("b", ir.const(0)), nodes.Let("total", ir.const(0))]
        for change in changes:
            turn += [nodes.Each("i", ir.const(0), ir.const(3), 4, (ask, nodes.Let("total", total), change, ask, nodes.Let("total", total)))]
        kinds = {"a": ir.INT, "b": ir.INT, "i": ir.INT}
        return ir.program(
            counters=[
                nodes.CounterDef("heat", "Heat", "player", 0, 10, 4, "clamp", ""),
                nodes.CounterDef("round", "Round", "game", -5, 50, 1, "clamp", ""),
                nodes.CounterDef("sp", "SP", "player", -99, 99, 5, "clamp", ""),
            ],
            procedures=[helper, look, ir.procedure("turn", inputs, {"total": ir.INT}, turn, kinds)],
        )


@pytest.mark.full
@pytest.mark.parametrize(
    "seeds", [range(20), pytest.param(range(20, 90), marks=pytest.mark.full), pytest.param(range(90, 400), marks=pytest.mark.soak)]
)
def test_what_is_remembered_is_what_would_be_computed(seeds: range, tmp_path: Path) -> None:
    """Random readers, asked again and again while counters change, beside the interpreter; twice, the second time from memory."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        program = Reader(rng).program()
        found = Plan(program).remembered
        seen["remembered"] += "look" in found
        seen["by rows"] += "look" in found and bool(found["look"].rows)
        seen["by values alone"] += "look" in found and not found["look"].rows
        assert "turn" not in found  # it changes counters
        engine = python_engine(program, tmp_path)
        for n, who in ((0, 0), (5, 1), (9, 0)):
            outcome = run(program, "turn", {"n": n, "who": who}, Seeded(1))
            for _ in range(2):
                assert engine.run("turn", {"n": n, "who": who})["result"] == dict(outcome.results)
            assert engine.trace("turn", {"n": n, "who": who})["result"] == dict(outcome.results)
    assert seen["remembered"] > len(seeds) / 2
    assert min(seen.values()) > 2


@pytest.mark.full
def test_a_memory_is_emptied_when_it_is_full(tmp_path: Path) -> None:
    engine: Any = python_engine(compiled(), tmp_path)
    engine._MOST = 3
    memory: dict[Any, Any] = {}
    rows = [[number] for number in range(5)]
    for number, row in enumerate(rows):
        assert engine._kept(memory, (number, id(row)), number, (row,)) == number
        assert memory[number, id(row)] == (number, (row,))
        assert len(memory) <= 3


def test_what_a_duel_remembers() -> None:
    """The ways over the map by values; the line of sight by the row of smoke, which lies on hexes that the line finds."""
    found = Plan(compiled()).remembered
    assert (len(found["sight"].rows), found["sight"].reads) == (1, ())
    assert found["ways"].rows == ()
    assert len(found["ways"].reads) > 8
    assert "aim" not in found  # no loop of its own
