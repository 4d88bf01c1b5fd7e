"""Random procedures as the text of rules: what a designer could write, with nothing in it that is refused by its form.

Many are still refused (a number may leave its bounds, a loop may grow too fast); those that compile are run.
"""

from __future__ import annotations

import random

HEAD = """\
game: {id: random, name: Random, version: "1", language: 1}
enums: {side: {name: Side, members: {front: Front, flank: Flank, rear: Rear}}}
units: {hot: {name: hot}}
dice:
  d6: {name: d6, sides: 6}
  d3: {name: d3, sides: 3}
  sym:
    name: Symbols
    faces:
      - {id: hit, name: Hit, values: {harm: 2, cost: -1}, copies: 2}
      - {id: miss, name: Miss, values: {harm: 0, cost: 3}}
counters:
  heat: {name: Heat, owner: game, type: -3..9, start: 2, past: clamp}
tables:
  one:
    name: One
    hit: unique
    inputs: {v: 0..6, s: side}
    outputs: {m: int}
    rows:
      - {v: 0..2, m: v - 4}
      - {v: 3.., s: front or rear, m: 2 * v}
      - {v: 3.., s: flank, m: -7}
  all:
    name: All
    hit: sum
    inputs: {v: 0..6}
    outputs: {m: int}
    rows:
      - {v: 1.., m: 5}
      - {v: 2.., m: -9}
      - {v: ..4, m: v}
  top:
    name: Top
    hit: max
    inputs: {v: 0..6}
    outputs: {m: int}
    rows:
      - {v: 1..3, m: -2, group: low}
      - {v: 3.., m: 4, group: low}
      - {v: 5.., m: -6, group: high}
wording:
  told: {step: tell, say: ["{a} and {k|one|many}", "{row all(min(6, max(0, a)))}"]}
procedures:
"""
SIDES = ("front", "flank", "rear")


class Maker:
    """Writes one procedure; ``ints`` and ``rolls`` are what is sure to be assigned where the next step stands."""

    def __init__(self, chance: random.Random, callees: list[str]) -> None:
        self.chance, self.callees = chance, callees
        self.ints = ["a", "k"]
        self.rolls: list[tuple[str, str]] = []
        self.lists: list[str] = []
        self.fixed = {"a", "k"}
        self.fresh = 0

    def name(self) -> str:
        self.fresh += 1
        return f"v{self.fresh}"

    # ------------------------------------------------------------ formulas

    def number(self, depth: int = 2) -> str:
        chance = self.chance
        kind = chance.randrange(16) if depth else chance.randrange(3)
        if kind == 0:
            return str(chance.randrange(-9, 10))
        if kind <= 2:
            return chance.choice(self.ints)
        left, right = self.number(depth - 1), self.number(depth - 1)
        if kind <= 6:
            return f"({left} {chance.choice('+-')} {right})"
        if kind == 7:
            return f"({left} * {chance.randrange(-3, 4)})"
        if kind == 8:
            return f"{chance.choice(('floor', 'ceil', 'round'))}(({left}) / {self.divisor(right)})"
        if kind == 9:
            return f"(({left}) {chance.choice(('//', '%'))} {self.divisor(right)})"
        if kind == 10:
            return f"{chance.choice(('min', 'max'))}({left}, {right})"
        if kind == 11:
            return f"(if {self.truth(depth - 1)} then {left} else {right})"
        if kind == 12:
            value = self.within(left, 0, 6)
            return chance.choice((f"one({value}, {self.side()})", f"all({value})", f"top({value})"))
        if kind == 13:
            return chance.choice((f"abs({left})", f"-({left})", "heat"))
        if self.lists and chance.random() < 0.5:
            return self.of_list(left)
        return self.of_roll(left) if self.rolls else left

    def of_list(self, number: str) -> str:
        name = self.chance.choice(self.lists)
        cut = f"first({name}, {number})"
        return self.chance.choice(
            (f"{name}[{self.within(number, 1, 3)}]", f"sum({name})", f"sum({cut})", f"size({cut})", f"highest({cut})", f"lowest({name})",
             f"same({cut})", f"count({name}, 2..)", f"count({cut}, item < {self.chance.choice(self.ints)})")
        )  # fmt: skip

    def divisor(self, formula: str) -> str:
        return self.chance.choice((f"max(1, {formula})", f"min(-1, {formula})", "2", "-3"))

    def within(self, formula: str, low: int, high: int) -> str:
        return f"max({low}, min({high}, {formula}))"

    def side(self) -> str:
        return self.chance.choice(("s", *SIDES))

    def of_roll(self, count: str) -> str:
        roll, die = self.chance.choice(self.rolls)
        if die == "sym":
            return self.chance.choice((f"count({roll}, hit)", f"sum({roll}, harm)", f"sum({roll}, cost)", f"size({roll})", f"same({roll})"))
        kept = f"{self.chance.choice(('best', 'worst'))}({roll}, max(0, {count}))"
        return self.chance.choice(
            (f"sum({roll})", f"sum({kept})", f"size({kept})", f"count({roll}, 3..5)", f"count({roll}, face >= min(3, {count}))",
             f"highest({roll})", f"lowest({roll})", f"run({roll})", f"sides(if {self.truth(0)} then d6 else d3)")
        )  # fmt: skip

    def truth(self, depth: int = 2) -> str:
        chance = self.chance
        kind = chance.randrange(8) if depth else chance.randrange(3)
        if kind == 0:
            return "b"
        if kind == 1:
            return f"s {chance.choice(('==', '!='))} {chance.choice(SIDES)}"
        if kind <= 4:
            return f"{chance.choice(self.ints)} {chance.choice(('<', '<=', '>', '>=', '==', '!='))} {chance.randrange(-6, 12)}"
        if kind == 5:
            low = chance.randrange(-5, 8)
            return f"{chance.choice(self.ints)} in ({low}..{low + chance.randrange(4)}, {chance.randrange(9)})"
        if kind == 6:
            return f"not ({self.truth(depth - 1)})"
        return f"({self.truth(depth - 1)} {chance.choice(('and', 'or'))} {self.truth(depth - 1)})"

    # ------------------------------------------------------------ steps

    def steps(self, count: int, depth: int, indent: str) -> list[str]:
        lines: list[str] = []
        for _ in range(count):
            lines += [indent + line for line in self.step(depth)]
        return lines

    def step(self, depth: int) -> list[str]:
        kind = self.chance.randrange(16)
        if kind <= 2:
            return self.let()
        if kind >= 13:
            return self.repeat(depth) if kind == 13 and depth else self.list() if kind == 14 else self.tell()
        if kind == 3:
            return self.sum()
        if kind == 4:
            return self.roll()
        if kind == 5:
            value = self.number()
            way = f'by: "{value}"' if self.chance.random() < 0.5 else f'to: "{self.within(value, -3, 9)}"'
            return [f"- {{change: heat, {way}}}"]
        if kind == 6 and self.callees:
            return self.call()
        if kind == 7 and self.rolls:
            roll, die = self.chance.choice(self.rolls)
            where = "miss" if die == "sym" else f"face < {self.chance.choice(self.ints)}"
            return [f'- {{reroll: {roll}, where: "{where}", at_most: "{self.number(1)}", as: again_{die}}}']
        if not depth:
            return self.let()
        if kind <= 9:
            return self.branch(depth)
        return self.match(depth) if kind == 10 else self.each(depth)

    def target(self) -> str:
        """A variable to assign: a new one, or one that is there."""
        return self.chance.choice([*(name for name in self.ints if name not in self.fixed), self.name(), self.name()])

    def assigned(self, name: str) -> None:
        if name not in self.ints:
            self.ints.append(name)

    def let(self) -> list[str]:
        value, name = self.number(), self.target()
        self.assigned(name)
        label = ', label: "now {' + self.chance.choice(self.ints) + '}"' if self.chance.random() < 0.3 else ""
        return [f'- {{let: {name}, value: "{value}"{label}}}']

    def sum(self) -> list[str]:
        name = self.name()
        terms = [self.number(1) for _ in range(self.chance.randrange(1, 4))]
        self.ints.append(name)
        return [f"- let: {name}", "  sum:", *(f'    - {{label: a term, value: "{term}"}}' for term in terms)]

    def roll(self) -> list[str]:
        name, die = self.name(), self.chance.choice(("d6", "sym", "any"))
        count = self.chance.choice(("2", "0", f"min(4, {self.number(1)})"))
        self.rolls.append((name, die))
        which = f'"if {self.truth(1)} then d3 else d6"' if die == "any" else die
        return [f'- {{roll: {name}, die: {which}, count: "{count}", as: {die}}}']

    def list(self) -> list[str]:
        """A new list, or another number in one."""
        if self.lists and self.chance.random() < 0.6:
            place, value = self.within(self.number(1), 1, 3), self.within(self.number(1), -2, 7)
            return [f'- {{let: "{self.chance.choice(self.lists)}[{place}]", value: "{value}", label: put}}']
        name, size = self.name(), self.within(self.number(1), 3, 5)
        line = f'- {{list: {name}, size: "{size}", of: -2..7, value: "{self.within(self.number(1), -2, 7)}"}}'
        self.lists.append(name)
        return [line]

    def tell(self) -> list[str]:
        fields = [("numbers", self.number(1)), ("truth", self.truth(1)), ("side", "s")]
        fields += [("rolled", roll) for roll, _ in self.rolls[-1:]] + [("listed", name) for name in self.lists[-1:]]
        pairs = ", ".join(f'{name}: "{value}"' for name, value in fields)
        return ["- tell: told", f"- {{record: seen, fields: {{{pairs}}}}}"]

    def repeat(self, depth: int) -> list[str]:
        """A loop until a die that is rolled in the pass shows something; bounded, or adding up what is bounded behind it."""
        total, die = self.target(), self.name()
        before = [f'- {{let: {total}, value: "{self.number(1)}"}}']
        self.assigned(total)
        most = self.chance.choice(("(if b then 0 else k + 1)", "k + 1", f"(if b then 2 else min(4, {self.number(1)}))", ""))
        ints, rolls, lists = list(self.ints), list(self.rolls), list(self.lists)
        grown = f"{total} + {self.chance.choice(('1', 'k', '2 * k'))}"
        self.fixed.add(total)
        self.ints = ["a", "k"]
        body = [f"    - {{roll: {die}, die: d6, as: passed}}", f'    - {{let: {total}, value: "{grown}"}}']
        body += self.steps(self.chance.randrange(0, 2), depth - 1, "    ") if most else []
        self.ints, self.rolls, self.lists = ints, rolls, lists
        self.fixed.discard(total)
        lines = [*before, "- repeat:", *body, f'  until: "sum({die}) {self.chance.choice(("> 4", "in (1, 5)", "!= 3"))}"']
        return [*lines, f'  at_most: "{most}"'] if most else [*lines, f'- {{let: {total}, value: "max(-9, min(9, {total}))"}}']

    def call(self) -> list[str]:
        name = self.name()
        given = f'a: "{self.within(self.number(1), -5, 12)}", b: "{self.truth(1)}", s: {self.side()}'
        take = f"take: {{{name}: total}}"
        line = f"- {{call: {self.chance.choice(self.callees)}, with: {{{given}}}, {take}}}"
        self.ints.append(name)
        return [line]

    def branches(self, count: int, depth: int) -> list[list[str]]:
        """Several blocks that all begin where this step stands; a variable that all of them make is there afterwards."""
        ints, rolls, lists = list(self.ints), list(self.rolls), list(self.lists)
        shared = self.name()
        blocks = []
        for _ in range(count):
            self.ints, self.rolls, self.lists = list(ints), list(rolls), list(lists)
            lines = self.steps(self.chance.randrange(1, 3), depth - 1, "    ")
            if self.chance.random() < 0.2 and not blocks:  # one block ends the procedure, the others go on
                lines.append(f'    - {{let: total, value: "{self.number(1)}"}}')
                lines.append(f"    - {{outcome: {self.chance.choice(SIDES)}}}")
            else:
                lines.append(f'    - {{let: {shared}, value: "{self.number(1)}"}}')
            blocks.append(lines)
        self.ints, self.rolls, self.lists = [*ints, shared], rolls, lists
        return blocks

    def branch(self, depth: int) -> list[str]:
        test = self.truth()
        then, orelse = self.branches(2, depth)
        return [f'- if: "{test}"', "  then:", *then, "  else:", *orelse]

    def match(self, depth: int) -> list[str]:
        if self.chance.random() < 0.5:
            on, keys, has_else = "s", ["front", "flank or rear"], False
        else:
            on, keys, has_else = self.within(self.number(1), -2, 4), ["-2..0", "1 or 3"], True
        blocks = self.branches(len(keys) + has_else, depth)
        lines = [f'- match: "{on}"', "  cases:"]
        for key, block in zip(keys, blocks, strict=False):
            lines += [f'    "{key}":', *("  " + line for line in block)]
        return [*lines, *(["  else:", *blocks[-1]] if has_else else [])]

    def each(self, depth: int) -> list[str]:
        index, total = self.name(), self.target()
        before = [f'- {{let: {total}, value: "{self.number(1)}"}}']
        self.assigned(total)
        low = self.chance.randrange(-1, 4)
        passes = self.chance.choice(("(if b then 0 else k + 2)", "(if b then min(4, abs(a)) else 3)", "2 + k"))
        high = f"{low - 2} + {passes}"  # no pass at all, one, or several
        ints, rolls, lists = list(self.ints), list(self.rolls), list(self.lists)
        step = self.chance.choice((f"{total} + {index}", f"min(9, {total} + 2)", f"{total} - k", f"max(-20, {total} - {index})"))
        inner = [f'    - {{let: {total}, value: "{step}"}}']
        self.fixed.add(index)
        self.ints = ["a", "k", index, total]  # a step of the body may assign `total` once more: bounds must hold in every pass
        inner += self.steps(self.chance.randrange(0, 2), depth - 1, "    ")
        self.ints, self.rolls, self.lists = ints, rolls, lists
        return [*before, f"- each: {index}", f"  from: {low}", f'  to: "{high}"', "  do:", *inner]


def procedure(chance: random.Random, name: str, callees: list[str]) -> str:
    """One procedure with the results ``total`` and ``outcome``."""
    maker = Maker(chance, callees)
    body = maker.steps(chance.randrange(3, 8), 2, "      ")
    lines = [
        f"  {name}:",
        f"    name: {name}",
        "    inputs: {a: -5..12, k: {type: 0..3, default: 1}, b: bool, s: side}",
        "    results: {total: int, outcome: {type: side, default: rear}}",
        "    steps:",
        *body,
        f'      - {{let: total, value: "{maker.number()}"}}',
    ]
    return "\n".join(lines) + "\n"


def rules(seed: int) -> str:
    """A whole game of three procedures that may call each other, the later the earlier."""
    chance = random.Random(seed)
    names = ["first", "second", "third"]
    return HEAD + "".join(procedure(chance, name, names[:index]) for index, name in enumerate(names))
