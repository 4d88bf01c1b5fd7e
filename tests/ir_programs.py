"""Programs built by hand, and a generator of random ones: what the tests of every evaluator run on.

``random_program(rng)`` gives a well-typed, bounded, total Program that uses every node kind; ``programs()`` is the same as a
hypothesis strategy. Ids are awkward on purpose: reserved words of Python and JavaScript, and names of their prototypes.
"""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import strategies as st

from penance_build.ir import nodes as n
from penance_build.ir.interpret.state import State, new_state
from penance_build.ir.record import replace
from penance_build.ir.walk import map_bodies

INT = n.Type("int")
BOOL = n.Type("bool")
PLAYER = n.Type("player")
CARD = n.Type("card")


def whole(low: int | None = None, high: int | None = None, unit: str = "") -> n.Type:
    return n.Type("int", "", low, high, unit)


def enum_type(ref: str) -> n.Type:
    return n.Type("enum", ref)


def roll_type(ref: str) -> n.Type:
    return n.Type("roll", ref)


NUMBERS = n.Type("list", "", -60, 60, "", 3, 6)


def listed(name: str, *args: n.Expr) -> n.ListOp:
    return n.ListOp(name, args)


def const(value: int) -> n.Const:
    return n.Const(value)


def var(name: str) -> n.Var:
    return n.Var(name)


def op(name: str, *args: n.Expr) -> n.Op:
    return n.Op(name, args)


def clamp(expr: n.Expr, low: int, high: int) -> n.Expr:
    return op("min", op("max", expr, const(low)), const(high))


def enum(id: str, *members: str) -> n.Enum:
    return n.Enum(id, id.title(), tuple(n.Member(item, item.replace("_", " ").title()) for item in members))


def die(id: str, *faces: tuple[str, dict[str, int]], source: str = "") -> n.Die:
    made = n.DiePrint(16000, "", "black", "#000000", "white", "#ffffff", "none", 1, "")
    return n.Die(id, id.title(), tuple(n.Face(name, name.title(), tuple(v.items()), "", "") for name, v in faces), made, source)


def valued(id: str, *values: int) -> n.Die:
    return die(id, *((f"v{value}", {"value": value}) for value in values))


def row(when: Sequence[Any], values: Sequence[n.Expr | int], label: str = "", group: str = "") -> n.Row:
    cells = tuple(const(item) if isinstance(item, int) else item for item in values)
    conditions = tuple(
        None if item is None else (((item, item),) if isinstance(item, int) else tuple(item) if isinstance(item, list) else (item,))
        for item in when
    )
    return n.Row(conditions, cells, label, group, "")


def table(id: str, policy: str, inputs: dict[str, n.Type], rows: Sequence[n.Row], outputs: dict[str, n.Type] | None = None) -> n.Table:
    outs = outputs or {"value": INT}
    return n.Table(id, id.title(), policy, slots(inputs), slots(outs), tuple(rows), f"doc/{id}")


def slots(types: dict[str, n.Type]) -> tuple[n.Slot, ...]:
    return tuple(n.Slot(name, kind) for name, kind in types.items())


def inp(name: str, kind: n.Type, default: int | None = None, source: str = "") -> n.Input:
    return n.Input(name, kind, default, "", source)


def procedure(
    id: str,
    inputs: Sequence[n.Input],
    results: dict[str, n.Type],
    body: Sequence[n.Stmt],
    variables: dict[str, n.Type] | None = None,
    source: str = "",
) -> n.Procedure:
    """A procedure; ``variables`` are its other slots. Rolls and effects are left for the lowering to say."""
    known = {item.name: item.type for item in inputs} | results | (variables or {})
    return n.Procedure(id, id.title(), tuple(inputs), slots(results), slots(known), (), (), tuple(body), source)


def note(label: str | tuple[n.Part, ...], value: n.Expr, running: n.Expr, kind: n.Type = INT, source: str = "") -> n.Note:
    parts = (n.Part(label),) if isinstance(label, str) else label
    return n.Note(parts, value, kind, running, source)


def card(id: str, kind: str = "", slot: str = "", faction: str = "", **values: int) -> n.Card:
    return n.Card(id, id.replace("_", " ").title(), kind, faction, slot, tuple(values.items()), (), "", "", (), "")


def with_parts(made: n.Program, **parts: Any) -> n.Program:
    """The program with other parts, whether they are played, printed or proved."""
    for name, fields in (("printed", n.Printed.__struct_fields__), ("proved", n.Proved.__struct_fields__)):
        inside = {field: parts.pop(field) for field in fields if field in parts}
        parts[name] = replace(getattr(made, name), **inside)
    return replace(made, **parts)


def program(**parts: Any) -> n.Program:
    """A Program of these parts; all others are empty."""
    empty: dict[str, Any] = dict.fromkeys(n.Played.__struct_fields__, ())
    head = {"ir_version": n.IR_VERSION, "game": "sample", "name": "Sample", "version": "1"}
    made = with_parts(n.Program(**(empty | head)), **{name: tuple(value) for name, value in parts.items()})
    return replace(made, procedures=tuple(replace(item, body=numbered(item.body, count(1))) for item in made.procedures))


def numbered(body: tuple[n.Stmt, ...], numbers: Iterator[int]) -> tuple[n.Stmt, ...]:
    """The statements with a number each, as if a step of its own had made it."""
    found: list[n.Stmt] = []
    for stmt in body:
        number = next(numbers)
        whole_stmt = map_bodies(stmt, lambda inner: numbered(inner, numbers))
        found.append(replace(whole_stmt, step=number) if hasattr(stmt, "step") else whole_stmt)
    return tuple(found)


# ---------------------------------------------------------------- by hand


def to_hit_program() -> n.Program:
    """A target number: a base, and seven tables, each a line of the derivation."""
    tables = [
        table("range_modifier", "unique", {"range": whole(0, 40)}, _bands((0, 3, 0, "Short"), (4, 6, 1, "Medium"), (7, 12, 2, "Long"), (13, 40, 3, "Extreme"))),
        table("attacker_movement", "unique", {"moved": whole(0, 12)}, _bands((0, 0, 0, "Still"), (1, 3, 1, "Walk"), (4, 6, 2, "Run"), (7, 12, 3, "Sprint"))),
        table("defender_movement", "unique", {"moved": whole(0, 12)}, _bands((0, 0, 0, "Still"), (1, 3, 1, "Walk"), (4, 6, 2, "Run"), (7, 12, 3, "Sprint"))),
        table("facing", "unique", {"side": enum_type("side")}, [row([i], [v], s) for i, (v, s) in enumerate([(0, "Front"), (0, "Weapon"), (-1, "Flank"), (-2, "Rear"), (-1, "Flank"), (1, "Shield")])]),
        table("cover_modifier", "max", {"cover": enum_type("cover"), "behind": BOOL}, [row([1, None], [1], "Light cover", "cover"), row([2, None], [2], "Heavy cover", "cover"), row([None, 1], [1], "Casket in the way", "cover")]),
        table("elevation_modifier", "unique", {"elevation": enum_type("elevation")}, [row([0], [0], "Level"), row([1], [-1], "Higher"), row([2], [1], "Lower")]),
        table("conditions", "sum", {"obscured": BOOL, "head": BOOL, "ranged": BOOL}, [row([1, None, None], [2], "Obscured"), row([None, 1, 1], [1], "Head")]),
    ]  # fmt: skip
    reads = [
        ("range_modifier", "range"), ("attacker_movement", "attacker_moved"), ("defender_movement", "defender_moved"), ("facing", "side"),
        ("cover_modifier", "cover", "behind_casket"), ("elevation_modifier", "elevation"), ("conditions", "obscured", "head_destroyed", "ranged"),
    ]  # fmt: skip
    inputs = [
        inp("range", whole(0, 40, "hex"), 1, "doc/2"), inp("attacker_moved", whole(0, 12), 0), inp("defender_moved", whole(0, 12), 0),
        inp("side", enum_type("side"), 0), inp("cover", enum_type("cover"), 0), inp("behind_casket", BOOL, 0), inp("obscured", BOOL, 0),
        inp("elevation", enum_type("elevation"), 0), inp("head_destroyed", BOOL, 0), inp("ranged", BOOL, 0),
    ]  # fmt: skip
    body: list[n.Stmt] = [n.Let("target", const(5)), note("Base", const(5), var("target"), source="doc/3")]
    for name, *args in reads:
        look = n.Lookup(name, tuple(var(arg) for arg in args), 0)
        label = (n.Part(table=name, args=look.args), n.Part(" ("), n.Part(value=var(args[0]), type=inputs[[i.name for i in inputs].index(args[0])].type), n.Part(")"))  # fmt: skip
        body += [
            n.Let(f"m_{name}", look),
            n.Let("target", op("add", var("target"), var(f"m_{name}"))),
            note(label, var(f"m_{name}"), var("target"), source=f"doc/{name}"),
        ]
    found = procedure("to_hit", inputs, {"target": INT}, body, {f"m_{name}": INT for name, *_ in reads}, "doc/3")
    enums = [
        enum("side", "front", "weapon", "flank_right", "rear", "flank_left", "shield"),
        enum("cover", "none", "light", "heavy"),
        enum("elevation", "level", "higher", "lower"),
    ]
    return program(enums=enums, tables=tables, procedures=[found])


def _bands(*bands: tuple[int, int, int, str]) -> list[n.Row]:
    return [row([(low, high)], [value], label) for low, high, value, label in bands]


def duel_program() -> n.Program:
    """An attack whose defender chooses, card by card, hand or deck top: nested calls, loops, draws, choices and picks."""
    attack = valued("attack", 1, 2, 3, 4, 5, 0)
    defense = die("defense", ("shield", {}), ("absorb", {}), ("flesh", {}), ("flesh", {}), ("pierce", {}), ("heat", {}))
    counters = [
        n.CounterDef("heat", "Heat", "player", 0, 10, 0, "clamp", ""),
        n.CounterDef("sp", "SP", "player", 0, 5, 5, "illegal", ""),
        n.CounterDef("round", "Round", "game", 0, 99, 1, "clamp", ""),
    ]
    zones = [
        n.ZoneDef("deck", "Deck", "player", "none"), n.ZoneDef("hand", "Hand", "player", "owner"),
        n.ZoneDef("graveyard", "Graveyard", "player", "all"), n.ZoneDef("commons", "Commons", "game", "all"),
    ]  # fmt: skip
    roll_attack = procedure(
        "roll_attack", [inp("damage", whole(0, 20)), inp("target_number", whole(0, 20), 5)], {"total": INT, "taken": INT, "heat": INT},
        [
            n.Roll("attack", "attack", const(2), "attack"),
            n.Let("total", n.Fold(var("attack"), "attack", n.FaceAttr("value"))),
            note("Dice", var("total"), var("total")),
            n.Let("taken", const(0)), n.Let("heat", const(0)),
            n.If(op("lt", var("total"), var("target_number")), (n.Stop(),), ()),
            n.Roll("defense", "defense", var("damage"), "defense"),
            n.Let("taken", n.Fold(var("defense"), "defense", op("ge", n.FaceAttr("face"), const(2)))),
            n.Let("heat", n.Fold(var("defense"), "defense", op("eq", n.FaceAttr("face"), const(5)))),
            note("Taken", var("taken"), var("taken"), source="doc/4"),
        ],
        {"attack": roll_type("attack"), "defense": roll_type("defense")},
    )  # fmt: skip
    lose_card = procedure(
        "lose_card", [inp("p", PLAYER)], {"from_hand": BOOL},
        [
            n.Choose("place", var("p"), "Lose a card from where?", (
                n.Option("hand", "Hand", 0, op("gt", n.ZoneSize("hand", var("p")), const(0))),
                n.Option("deck", "Deck top", 1, op("gt", n.ZoneSize("deck", var("p")), const(0))),
                n.Option("nowhere", "Nothing left", 2, op("eq", const(1), const(0))),
            ), "nowhere"),
            n.Let("from_hand", op("eq", var("place"), const(0))),
            n.Match(var("place"), (
                n.Case((0,), (n.Pick("card", var("p"), "Which card?", "hand", var("p"), None, (
                    n.Move(var("card"), "hand", var("p"), const(1), "graveyard", var("p"), False, ""),), ()),)),
                n.Case((1,), (n.Move(None, "deck", var("p"), const(1), "graveyard", var("p"), False, ""),)),
            ), ()),
        ],
        {"place": enum_type("place"), "card": CARD},
    )  # fmt: skip
    duel = procedure(
        "duel", [inp("attacker", PLAYER, 0), inp("defender", PLAYER, 1), inp("damage", whole(0, 20), 6)],
        {"taken": INT, "lost": INT, "hand_cards": INT, "pushed": BOOL},
        [
            n.Let("taken", const(0)), n.Let("lost", const(0)), n.Let("hand_cards", const(0)), n.Let("pushed", const(0)),
            n.Choose("push", var("attacker"), "Push the engines?", (
                n.Option("push", "Push", 1, op("lt", n.Counter("heat", var("attacker")), const(8))), n.Option("hold", "Hold", 0, None)), ""),
            n.If(op("eq", var("push"), const(1)), (
                n.Change("heat", var("attacker"), const(2), False), n.Change("sp", var("attacker"), const(-2), False),
                n.Let("pushed", const(1)), n.Let("damage", op("add", var("damage"), const(2)))), ()),
            n.Call("roll_attack", (var("damage"), const(4)), (("taken", "taken"), ("heat", "extra"))),
            n.Change("heat", var("defender"), var("extra"), False),
            n.Each("i", const(1), var("taken"), 22, (
                n.Call("lose_card", (var("defender"),), (("from_hand", "by_hand"),)),
                n.Let("lost", op("add", var("lost"), const(1))),
                n.If(var("by_hand"), (n.Let("hand_cards", op("add", var("hand_cards"), const(1))),), ()),
                n.If(op("eq", op("add", n.ZoneSize("hand", var("defender")), n.ZoneSize("deck", var("defender"))), const(0)), (n.Stop(),), ()),
            )),
            n.Shuffle("deck", var("defender")),
            n.Change("round", None, const(1), False),
        ],
        {"push": enum_type("push"), "extra": INT, "i": INT, "by_hand": BOOL},
    )  # fmt: skip
    return program(
        enums=[enum("push", "hold", "push"), enum("place", "hand", "deck", "nowhere")],
        dice=[attack, defense], counters=counters, zones=zones, procedures=[roll_attack, lose_card, duel],
        attributes=[n.Attribute("cost", "SP", whole(0, 9), "cost", "")],
        cards=[card("strike", cost=2), card("guard", cost=1), card("pray", cost=0)],
    )  # fmt: skip


# Seed, the first words of its generator, the first draws below 6: the table of docs/ir.md.
VECTORS: list[tuple[int, list[int], list[int]]] = [
    (0, [0x514676C3, 0x08A809DF, 0x30349D2B, 0xFB52C520], [5, 3, 3, 4, 5, 2, 1, 1, 4, 2]),
    (1, [0x77EEF724, 0x6F99472C, 0x65C86823, 0x6A161A47], [4, 4, 5, 3, 0, 2, 3, 4, 1, 4]),
    (123456789, [0x81C0AD34, 0xF705261E, 0xEF88AD7B, 0x707026F0], [0, 2, 5, 4, 0, 2, 1, 1, 4, 3]),
    (2**32, [0x4D7928C5, 0xEE7B5378, 0xAD3BD78C, 0x3E69971E], [3, 0, 2, 0, 0, 0, 3, 2, 0, 4]),
    (2**53 - 1, [0xC2CFDE87, 0x9B1CD11E, 0xC2B1B187, 0x0AE443AD], [5, 2, 5, 1, 4, 0, 5, 0, 4, 0]),
]

DUEL_SETUP: dict[str, Any] = {
    "players": 2,
    "zones": {"deck": [["strike", "guard", "pray", "strike"], ["strike", "guard", "pray", "pray", "guard"]], "hand": [["pray"], ["strike", "guard"]]},
    "counters": {"heat": [1, 0]},
}  # fmt: skip


# ---------------------------------------------------------------- at random

LIMIT = 60
SIDES = ("class", "import", "None", "__proto__", "constructor")


def random_program(rng: random.Random, chooses: bool = True, state: bool = True) -> n.Program:
    """A well-typed total Program; without ``chooses`` nothing in it pauses, without ``state`` it knows no counters or zones."""
    parts: dict[str, Any] = {
        "enums": [enum("side", *SIDES[: rng.randint(2, 5)]), enum("var", "front", "new", "e_0")],
        "dice": [
            valued("attack", *rng.choice([(1, 2, 3, 4, 5, 0), (1, 1, 2), (2, 4, 5, 6, 9)])),
            die("sym", ("shield", {"damage": 2, "effect": 1}), ("constructor", {"damage": 1}), ("shield", {"damage": 2, "effect": 1}), ("x", {})),
        ],
        "attributes": [n.Attribute("cost", "SP", whole(0, 9), "cost", ""), n.Attribute("power", "Power", whole(0, 9), "mark", "")],
        "card_types": [n.Group("attack", "Attack", ""), n.Group("class", "Class", "")],
        "slots": [n.Group("left", "Left", "")],
        "factions": [n.Faction("church", "Church", "red", ""), n.Faction("elves", "Elves", "green", "")],
        "cards": [card("strike", "attack", "left", "church", cost=2, power=3), card("constructor", "class", "", "elves", cost=1), card("pray", "attack")],
    }  # fmt: skip
    if state:
        parts["counters"] = [
            n.CounterDef("heat", "Heat", "player", 0, 10, rng.randint(0, 4), "clamp", ""),
            n.CounterDef("round", "Round", "game", -5, 50, 1, "clamp", ""),
            n.CounterDef("sp", "SP", "player", -90, 9, 5, "illegal", ""),
        ]
        parts["zones"] = [
            n.ZoneDef("deck", "Deck", "player", "none"), n.ZoneDef("hand", "Hand", "player", "owner"), n.ZoneDef("table", "Table", "game", "all"),
        ]  # fmt: skip
    parts["tables"] = [_random_table(rng, f"t{i}", i) for i in range(6)]
    maker = _Maker(rng, parts, state)
    parts["procedures"] = []
    for index in range(rng.randint(2, 4)):
        maker.chooses = chooses and index >= 1
        parts["procedures"].append(maker.procedure(rng.choice(["p{}", "run{}", "class{}"]).format(index)))
    return program(**parts)


def programs(chooses: bool = True, state: bool = True) -> st.SearchStrategy[n.Program]:
    """The same as a hypothesis strategy."""
    return st.integers(0, 2**32).map(lambda seed: random_program(random.Random(seed), chooses, state))


def random_setup(rng: random.Random) -> dict[str, Any]:
    """The setup of a game of a random program: cards in zones, and some counters."""
    ids = ["strike", "constructor", "pray"]
    pile = lambda most: [rng.choice(ids) for _ in range(rng.randint(0, most))]  # noqa: E731
    zones = {"deck": [pile(6), pile(6)], "hand": [pile(3), pile(3)], "table": [pile(2)]}
    return {"players": 2, "zones": zones, "counters": {"heat": [rng.randint(0, 10), 0]}}


def state_of(prog: n.Program, setup: dict[str, Any]) -> State:
    """The interpreter's state of a setup."""
    state = new_state(prog, setup["players"])
    index = {item.id: place for place, item in enumerate(prog.cards)}
    for zone in prog.zones:
        for owner, pile in enumerate(setup.get("zones", {}).get(zone.id, [])):
            for name in pile:
                state.zones[zone.id][owner].append(len(state.cards))
                state.cards.append(index[name])
    for name, values in setup.get("counters", {}).items():
        state.counters[name] = list(values)
    return state


def setup_of(prog: n.Program, state: State) -> dict[str, Any]:
    """The setup that gives an engine this state of the interpreter."""
    zones = {name: [[prog.cards[state.cards[card]].id for card in pile] for pile in piles] for name, piles in state.zones.items()}
    return {"players": state.players, "zones": zones, "counters": {name: list(values) for name, values in state.counters.items()}}


def random_inputs(rng: random.Random, prog: n.Program, proc: n.Procedure) -> dict[str, int]:
    """Integers for the inputs of a procedure; those with a default are sometimes left out."""
    given = {}
    for item in proc.inputs:
        if item.default is None or rng.random() < 0.7:
            given[item.name] = _random_value(rng, prog, item.type)
    return given


def _random_value(rng: random.Random, prog: n.Program, kind: n.Type) -> int:
    if kind.kind == "enum":
        return rng.randrange(len(next(item for item in prog.enums if item.id == kind.ref).members))
    if kind.kind == "int":
        return rng.randint(-9 if kind.low is None else kind.low, 99 if kind.high is None else kind.high)
    return rng.randint(0, 1)


def _random_table(rng: random.Random, id: str, which: int) -> n.Table:
    small = {"a": whole(-3, 9), "b": BOOL}
    if which == 0:
        cuts = sorted(rng.sample(range(-2, 9), 2))
        bands = [(-3, cuts[0] - 1), (cuts[0], cuts[1] - 1), (cuts[1], 9)]
        rows = [row([band, None], [rng.randint(-5, 5), op("add", var("a"), const(i))], f"Row {i}") for i, band in enumerate(bands)]
        return table(id, "unique", small, rows, {"class": INT, "other": INT})
    if which == 1:
        rows = [
            row([[(0, 2), (5, 6)], 1], [4], 'Quote " and \\ back\u2028'),
            row([None, 0], [op("mul", var("a"), const(3))]),
            row([None, None], [-1], "Rest"),
        ]
        return table(id, "first", small, rows)
    if which == 2:
        return table(id, "sum", {"s": enum_type("side"), "var": whole(0, 4)}, [row([1, None], [2], "One"), row([None, (2, 4)], [3], "Two")])
    if which == 3:
        rows = [row([(0, 9), None], [2], "Big", "g"), row([(3, 9), 1], [rng.randint(-4, 4)], "Both", "g"), row([None, 1], [-2], "Neg", "h")]
        return table(id, "max", small, rows)
    if which == 4:
        rows = [row([(-100000, -1)], [op("neg", var("in"))], "Below"), row([(0, 100000)], [7], "Above")]
        return table(id, "unique", {"in": whole(-100000, 100000)}, rows)
    return table(id, "sum", {"x": INT}, [row([[(5, 10**9)]], [op("div", var("x"), const(-2))], "Far"), row([None], [1], "Any")])


@dataclass
class _Maker:
    """Makes procedures; what is in scope is in the lists."""

    rng: random.Random
    parts: dict[str, Any]
    state: bool
    chooses: bool = False
    ints: list[str] = field(default_factory=list)
    bools: list[str] = field(default_factory=list)
    rolls: dict[str, str] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    at_hand: str = ""
    bounds: dict[str, int] = field(default_factory=dict)

    def procedure(self, id: str) -> n.Procedure:
        inputs = [inp("n", whole(-5, 40), 3, "doc/1"), inp("def", BOOL, 0), inp("side", enum_type("side"), 1), inp("range", whole(0, None))]
        if self.state:
            inputs.append(inp("who", PLAYER, 0))
        self.ints, self.bools, self.cards = ["n", "x0", "return", "len", "v", "f", "g", "pc"], ["def", "flag"], []
        self.rolls = {"r0": "attack", "r1": "sym", "kept": "attack"}
        self.players = ["who"] if self.state else []
        kinds = {name: INT for name in self.ints if name != "n"} | {"flag": BOOL, "result": enum_type("var")}
        kinds |= {name: roll_type(ref) for name, ref in self.rolls.items()} | {
            "i": INT,
            "j": INT,
            "card": CARD,
            "l0": NUMBERS,
            "l1": NUMBERS,
        }
        body: list[n.Stmt] = [n.Let(name, const(self.rng.randint(-3, 9))) for name in self.ints if name != "n"]
        body += [n.Let("flag", const(0)), n.Let("result", const(self.rng.randint(0, 2)))]
        body += [n.Roll(name, ref, const(self.rng.randint(0, 4)), self.rng.choice(["attack", name])) for name, ref in self.rolls.items()]
        body += [n.Let(name, listed("fill", const(self.rng.randint(3, 6)), const(self.rng.randint(-3, 9)))) for name in ("l0", "l1")]
        body += self.body(3)
        results = {"x0": INT, "return": INT, "flag": BOOL, "result": enum_type("var"), "r1": roll_type("sym"), "l0": NUMBERS}
        return procedure(id, inputs, results, body, kinds, "doc/9")

    def body(self, depth: int) -> list[n.Stmt]:
        return [stmt for _ in range(self.rng.randint(2, 5)) for stmt in self.stmt(depth)]

    def stmt(self, depth: int) -> list[n.Stmt]:
        kinds = ["let"] * 3 + ["chain", "note", "roll", "reroll", "flag", "result", "keep", "call", "report", "list", "list", "grow"]
        if self.state:
            kinds += ["change", "move", "shuffle"]
        if depth > 0:
            kinds += ["if", "match", "each", "if", "repeat"]
            if self.chooses:
                kinds += ["choose"] * 3 + (["pick"] * 3 if self.state else [])
        if depth < 3:
            kinds += ["stop"] if self.rng.random() < 0.15 else []
        return list(getattr(self, f"_{self.rng.choice(kinds)}")(depth))

    def _let(self, depth: int) -> list[n.Stmt]:
        return [n.Let(self.rng.choice(["x0", "return", "len", "v", "f", "g", "pc"]), clamp(self.int(3), -LIMIT, LIMIT))]

    def _chain(self, depth: int) -> list[n.Stmt]:
        found: list[n.Stmt] = [n.Let("x0", self.int(1))]
        for _ in range(self.rng.randint(1, 4)):
            found += [n.Let("v", self.int(1)), n.Let("x0", op("add", var("x0"), var("v"))), note("Chain", var("v"), var("x0"))]
        return [*found, n.Let("v", clamp(var("v"), -LIMIT, LIMIT)), n.Let("x0", clamp(var("x0"), -LIMIT, LIMIT))]

    def _note(self, depth: int) -> list[n.Stmt]:
        which = self.rng.randint(0, 5)
        parts = [n.Part('Say "{}" \\ '), n.Part(value=self.int(2), type=INT), n.Part(value=self.bool(1), type=BOOL)]
        parts += [n.Part(value=var("side"), type=enum_type("side")), n.Part(table=f"t{which}", args=self.args(which))]
        parts += [n.Part(value=self.roll("attack"), type=roll_type("attack"))]
        parts += [n.Part(value=var(name), type=PLAYER) for name in self.players] + [
            n.Part(value=var(name), type=CARD) for name in self.cards
        ]
        if self.rng.random() < 0.3:
            return [note(tuple(parts), self.bool(1), self.bool(1), BOOL, "doc/7")]
        return [note(tuple(parts), self.int(2), self.int(1), INT, "doc/8")]

    def _report(self, depth: int) -> list[n.Stmt]:
        line = self._note(depth)[0]
        assert isinstance(line, n.Note)
        if self.rng.random() < 0.5:
            return [n.Report("", (*line.label, n.Part(value=self.list(), type=NUMBERS)), ())]
        fields = [n.Field("class", self.int(2), INT), n.Field("flag", self.bool(2), BOOL), n.Field("side", var("side"), enum_type("side"))]
        fields += [n.Field("__proto__", self.roll("sym"), roll_type("sym")), n.Field("list", self.list(), NUMBERS)]
        return [n.Report("record", (), tuple(self.rng.sample(fields, self.rng.randint(1, 5))))]

    def _list(self, depth: int) -> list[n.Stmt]:
        value = clamp(self.int(2), -LIMIT, LIMIT)
        if self.rng.random() < 0.3:
            return [n.Let("l1", listed("fill", clamp(self.int(1), 3, 6), value))]
        return [n.Let(self.rng.choice(["l0", "l1"]), listed("put", var(self.rng.choice(["l0", "l1"])), clamp(self.int(1), 1, 3), value))]

    def _grow(self, depth: int) -> list[n.Stmt]:
        return [n.Let("v", op("add", var("v"), self.int(1)), True), n.Let("v", clamp(var("v"), -LIMIT, LIMIT))]

    def _repeat(self, depth: int) -> list[n.Stmt]:
        """Bounded, or until a die that is rolled last shows something that is not its first face."""
        body = tuple(self.body(depth - 1)[: self.rng.randint(0, 4)])
        if self.rng.random() < 0.5:
            return [n.Repeat(body, self.bool(2), clamp(self.int(1), -1, 3), 3)]
        shown = op("ge", n.Fold(var("r0"), "attack", n.FaceAttr("value")), const(2))
        return [n.Repeat((*body, n.Roll("r0", "attack", const(2), "again")), op("or", shown, self.bool(1)), None, 0)]

    def _roll(self, depth: int) -> list[n.Stmt]:
        name = self.rng.choice(sorted(self.rolls))
        return [n.Roll(name, self.rolls[name], clamp(self.int(1), -2, 6), self.rng.choice(["attack", "other", "def"]))]

    def _reroll(self, depth: int) -> list[n.Stmt]:
        name = self.rng.choice(sorted(self.rolls))
        self.at_hand = self.rolls[name]
        test = self.bool(2)
        self.at_hand = ""
        limit = n.Dice(var(name)) if self.rng.random() < 0.5 else clamp(self.int(1), -1, 3)
        return [n.Reroll(name, self.rolls[name], test, limit, "reroll")]

    def _flag(self, depth: int) -> list[n.Stmt]:
        return [n.Let("flag", self.bool(2))]

    def _result(self, depth: int) -> list[n.Stmt]:
        return [n.Let("result", n.Cond(self.bool(2), const(self.rng.randint(0, 2)), var("result")))]

    def _keep(self, depth: int) -> list[n.Stmt]:
        return [n.Let(self.rng.choice(["kept", "r0"]), self.roll("attack"))]

    def _call(self, depth: int) -> list[n.Stmt]:
        known = self.parts["procedures"]
        if not known or self.rng.random() < 0.4:
            return self._let(depth)
        callee = self.rng.choice(known)
        args = [clamp(self.int(2), -5, 40), self.bool(1), var("side"), op("abs", self.int(1))]
        if self.state:
            args.append(self.player())
        take = [("x0", "x0"), ("flag", "flag"), ("result", "result"), ("r1", "r1"), ("return", "g"), ("l0", "l1")]
        return [n.Call(callee.id, tuple(args), tuple(self.rng.sample(take, self.rng.randint(0, 6))))]

    def _change(self, depth: int) -> list[n.Stmt]:
        which = self.rng.choice(["heat", "heat", "round", "sp"])
        by = self.int(1) if which != "sp" else clamp(self.int(1), -3, 0)
        return [n.Change(which, None if which == "round" else self.player(), by, which != "sp" and self.rng.random() < 0.3)]

    def _move(self, depth: int) -> list[n.Stmt]:
        (source, one), (target, two) = self.zone(), self.zone()
        moved = self.rng.choice(["", "f"])
        if self.cards and self.rng.random() < 0.5:
            return [n.Move(var(self.cards[0]), source, one, const(1), target, two, self.rng.random() < 0.5, moved)]
        return [n.Move(None, source, one, clamp(self.int(1), -1, 4), target, two, self.rng.random() < 0.5, moved)]

    def _shuffle(self, depth: int) -> list[n.Stmt]:
        return [n.Shuffle(*self.zone())]

    def _if(self, depth: int) -> list[n.Stmt]:
        return [n.If(self.bool(2), tuple(self.body(depth - 1)), tuple(self.body(depth - 1)) if self.rng.random() < 0.6 else ())]

    def _match(self, depth: int) -> list[n.Stmt]:
        if self.rng.random() < 0.5:
            return [n.Match(var("result"), (n.Case((0, 2), tuple(self.body(depth - 1))), n.Case((1,), tuple(self.body(depth - 1)))), ())]
        cases = (n.Case((-1, 0, 1, 2), tuple(self.body(depth - 1))), n.Case(tuple(range(3, 30)), ()), n.Case((30,), tuple(self.body(0))))
        return [n.Match(self.int(1), cases, tuple(self.body(depth - 1)))]

    def _each(self, depth: int) -> list[n.Stmt]:
        slot = "i" if "i" not in self.ints else "j"
        if slot in self.ints:
            return self._let(depth)
        low, high = clamp(self.int(1), -1, 2), clamp(self.int(1), 0, 3)
        self.ints.append(slot)
        body = tuple(self.body(depth - 1))
        self.ints.remove(slot)
        return [n.Each(slot, low, high, 5, body)]

    def _choose(self, depth: int) -> list[n.Stmt]:
        options = (
            n.Option("front", "Front", 0, self.bool(1) if self.rng.random() < 0.7 else None),
            n.Option("__proto__", "New", 1, self.bool(2) if self.rng.random() < 0.5 else None),
            n.Option("constructor", "Zero", 2, None),
        )
        return [
            n.Choose("result", self.player() if self.state else const(0), 'Which "one"?', options, self.rng.choice(["", "constructor"]))
        ]

    def _pick(self, depth: int) -> list[n.Stmt]:
        if self.cards:
            return self._let(depth)
        zone, owner = self.zone()
        attr = lambda name: n.CardAttr(None, name)  # noqa: E731
        test = self.rng.choice([None, op("ge", attr("cost"), const(1)), op("ne", attr("id"), const(1)), op("eq", attr("slot"), const(0))])
        self.cards.append("card")
        then = tuple(self.body(depth - 1))
        self.cards.clear()
        return [n.Pick("card", self.player(), "A card", zone, owner, test, then, tuple(self.body(0)))]

    def _stop(self, depth: int) -> list[n.Stmt]:
        return [n.Stop()]

    # ------------------------------------------------------------ expressions

    def zone(self) -> tuple[str, n.Expr | None]:
        name = self.rng.choice(["deck", "hand", "table"])
        return name, None if name == "table" else self.player()

    def player(self) -> n.Expr:
        return self.rng.choice([var("who"), const(0), const(1), n.Cond(var("flag"), const(1), const(0))])

    def args(self, which: int) -> tuple[n.Expr, ...]:
        if which in (0, 1, 3):
            return (clamp(self.int(1), -3, 9), self.bool(1))
        if which == 2:
            return (var("side"), clamp(self.int(1), 0, 4))
        return (self.int(1),)

    def roll(self, ref: str) -> n.Expr:
        names = [var(name) for name, die_id in sorted(self.rolls.items()) if die_id == ref]
        pick = self.rng.randint(0, 3)
        if pick == 0 and ref == "attack":
            return n.Keep(self.rng.choice(names), ref, clamp(self.int(1), -1, 4), self.rng.random() < 0.5)
        if pick == 1:
            return n.Cond(self.bool(1), self.rng.choice(names), self.rng.choice(names))
        return self.rng.choice(names)

    def list(self) -> n.Expr:
        one = var(self.rng.choice(["l0", "l1"]))
        return self.rng.choice(
            [
                lambda: one,
                lambda: listed("put", one, clamp(self.int(1), 1, 3), self.int(0)),
                lambda: listed("first", one, self.int(1)),
                lambda: listed("sort", one),
                lambda: listed(self.rng.choice(["best", "worst"]), one, self.int(1)),
                lambda: n.Cond(self.bool(1), one, var("l1")),
            ]
        )()

    def of_list(self, depth: int) -> n.Expr:
        which = self.rng.randint(0, 3)
        if which == 0:
            return listed("at", var(self.rng.choice(["l0", "l1"])), clamp(self.int(1), 1, 3))
        if which == 1:
            return listed(self.rng.choice(["max", "min", "same"]), self.list())
        if which == 2:
            return listed("size", self.list())
        held, numbers = self.at_hand, self.list()
        self.at_hand = "item"
        body = self.rng.choice([self.bool, self.int])(depth - 1)
        self.at_hand = held
        return n.Fold(numbers, "", body)

    def fold(self, depth: int) -> n.Expr:
        ref = self.rng.choice(["attack", "sym"])
        held, roll = self.at_hand, self.roll(ref)
        self.at_hand = ref
        body = self.rng.choice([self.bool, self.int])(depth - 1)
        self.at_hand = held
        return n.Fold(roll, ref, body)

    def int(self, depth: int) -> n.Expr:
        leaves: list[n.Expr] = [const(self.rng.randint(-9, 20)), var(self.rng.choice(self.ints)), var(self.rng.choice(self.ints))]
        if self.at_hand:
            leaves += [n.FaceAttr("item" if self.at_hand == "item" else self.rng.choice(["face", "value", "damage", "effect"]))] * 2
        if self.state:
            name, owner = self.zone()
            leaves += [n.Counter("heat", self.player()) if self.rng.random() < 0.5 else n.Counter("round", None), n.ZoneSize(name, owner)]
        if self.cards:
            leaves += [n.CardAttr(var(self.cards[0]), self.rng.choice(["cost", "power", "id", "type", "slot", "faction"]))]
        if depth <= 0:
            return self.rng.choice(leaves)
        sub = lambda: self.int(depth - 1)  # noqa: E731
        which = self.rng.randint(0, 5)
        more: list[Any] = [
            lambda: op(self.rng.choice(["add", "min", "max"]), *(sub() for _ in range(self.rng.randint(2, 4)))),
            lambda: op("sub", sub(), sub()),
            lambda: op("mul", self.int(0), self.int(0), *([const(-2)] if self.rng.random() < 0.3 else [])),
            lambda: op(self.rng.choice(["div", "mod", "cdiv", "rdiv"]), sub(), self.divisor()),
            lambda: op(self.rng.choice(["neg", "abs"]), sub()),
            lambda: n.Cond(self.bool(depth - 1), sub(), sub()),
            lambda: n.Lookup(f"t{which}", self.args(which), self.rng.randint(0, 1) if which == 0 else 0),
            lambda: n.Lookup(f"t{which}", self.args(which), self.rng.randint(0, 1) if which == 0 else 0),
            lambda: self.fold(depth),
            lambda: self.fold(depth),
            lambda: n.Shape(self.roll("attack"), "attack", self.rng.choice(["same", "run"])),
            lambda: n.Dice(self.roll("sym")),
            lambda: self.of_list(depth),
            lambda: self.of_list(depth),
        ]
        if self.state:
            name, owner = self.zone()
            more.append(lambda: n.ZoneFold(name, owner, op("add", n.CardAttr(None, "cost"), self.int(0))))
            more.append(lambda: n.ZoneFold(name, owner, op("eq", n.CardAttr(None, "id"), self.int(0))))
            more.append(lambda: n.TopCard(name, owner, None))
            more.append(lambda: n.TopCard(name, owner, op("ge", n.CardAttr(None, "cost"), self.int(0))))
        return self.rng.choice([*more, lambda: self.rng.choice(leaves)])()  # type: ignore[no-any-return]

    def divisor(self) -> n.Expr:
        return self.rng.choice([const(3), const(-2), op("max", self.int(0), const(1)), op("sub", const(-1), op("abs", self.int(0)))])

    def bool(self, depth: int) -> n.Expr:
        if depth <= 0:
            return self.rng.choice([var("def"), var("flag"), op("ge", self.int(0), const(3)), op("eq", var("side"), const(1))])
        more: list[Any] = [
            lambda: op(self.rng.choice(["eq", "ne", "lt", "le", "gt", "ge"]), self.int(depth - 1), self.int(depth - 1)),
            lambda: op(self.rng.choice(["and", "or"]), *(self.bool(depth - 1) for _ in range(self.rng.randint(2, 3)))),
            lambda: op("not", self.bool(depth - 1)),
            lambda: n.Cond(self.bool(0), self.bool(depth - 1), self.bool(depth - 1)),
            lambda: const(self.rng.randint(0, 1)),
            lambda: self.bool(0),
        ]
        return self.rng.choice(more)()  # type: ignore[no-any-return]
