"""Expressions as Python source, over names that hold the items of a state.

The source consists of our own text only: ids of the game never enter it, only positions. It is compiled
inside the compiler and discarded with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, assert_never

from penance_build.ir.interpret.expressions import card_attr
from penance_build.ir.nodes import (
    CardAttr,
    Cond,
    Const,
    Counter,
    Dice,
    Die,
    Expr,
    FaceAttr,
    Fold,
    Keep,
    ListOp,
    Lookup,
    Op,
    Played,
    Row,
    Shape,
    Table,
    TopCard,
    Var,
    ZoneFold,
    ZoneSize,
)
from penance_build.ir.ops import COMPARISONS, TRUTHS
from penance_build.odds.functions.picks import by_kind, each_of, first_of, greatest_of, the_one
from penance_build.odds.loops.dual import bump, flat
from penance_build.odds.planning.bags import cards
from penance_build.odds.planning.demand import STATE, Scope, soft_part
from penance_build.odds.planning.state import Worlds
from penance_build.odds.question.refusal import Refused
from penance_build.odds.rewriting.exprs import ANY_DIE, Lin, Moment, Node, Rerolled, combination, is_plain, item_terms, walk
from penance_build.odds.rolls.requests import Faces
from penance_build.odds.rolls.tabletop import (
    at_or_0,
    best,
    first,
    greatest,
    in_order,
    keep,
    least,
    most,
    put,
    run,
    same,
    worst,
)

Names = dict[Node, str]

LIST_FUNCTIONS = {
    "put": "put", "first": "first", "max": "greatest", "min": "least", "same": "most", "size": "len", "sort": "in_order", "best": "best",
    "worst": "worst",
}  # fmt: skip
MANY_CELLS = 256  # of one row


def floor_or_0(a: int, b: int) -> int:
    """``a // b``, and 0 where b is 0: a question may be put to states in which no path asks it."""
    return a // b if b else 0


def rest_or_0(a: int, b: int) -> int:
    """``a % b``, and 0 where b is 0."""
    return a % b if b else 0


def face_columns(die: Die) -> dict[str, tuple[int, ...]]:
    """Every attribute of a die, by face; ``face`` is the index of the first face with the same id, what is absent is 0."""
    ids = [face.id for face in die.faces]
    columns = {"face": tuple(ids.index(name) for name in ids)}
    for name in dict.fromkeys(name for face in die.faces for name, _ in face.values):
        columns[name] = tuple(dict(face.values).get(name, 0) for face in die.faces)
    return columns


def faces_of(die: Die) -> Faces:
    """A die as the roll tables read it."""
    columns = face_columns(die)
    return Faces(columns.get("value", (0,) * len(die.faces)), columns["face"])


class Library:
    """What generated code may name: attributes of dice, tables as functions, and a few helpers."""

    def __init__(self, program: Played) -> None:
        self.tables = program.by_id.tables
        self.dice = program.by_id.dice
        self.env: dict[str, Any] = {"keep": keep, "same": same, "run": run, "floor_or_0": floor_or_0, "rest_or_0": rest_or_0}
        self.env |= {"bump": bump, "flat": flat}
        self.env |= {"at": at_or_0, "put": put, "first": first, "greatest": greatest, "least": least, "most": most}
        self.env |= {"in_order": in_order, "best": best, "worst": worst}
        self.worlds = Worlds(program)
        self.program = program
        self.env |= {"change": self.worlds.change, "shuffle": self.worlds.shuffle, "cards": cards}
        self.env |= {"each_of": each_of, "first_of": first_of, "greatest_of": greatest_of, "the_one": the_one}
        self.env |= {"by_kind": by_kind, "pick": self.worlds.pick}
        self.env |= {"place": self.worlds.place, "forget": self.worlds.forget}
        self.known: dict[tuple[str, object], str] = {}

    def column(self, die: str, attr: str) -> str:
        """The name of the tuple of this attribute by face."""
        key = ("column", (die, attr))
        if key not in self.known:
            columns = face_columns(self.dice[die])
            self.known[key] = name = f"A{len(self.known)}"
            self.env[name] = columns.get(attr, (0,) * len(columns["face"]))
        return self.known[key]

    def card_column(self, attr: str) -> str:
        """The name of the tuple of this attribute by card."""
        key = ("card", attr)
        if key not in self.known:
            self.known[key] = name = f"A{len(self.known)}"
            self.env[name] = tuple([card_attr(self.program, card, attr) for card in range(len(self.program.cards))])
        return self.known[key]

    def lookup(self, table_id: str, output: int) -> str:
        """The name of the function that reads one output of a table."""
        key = ("table", (table_id, output))
        if key not in self.known:
            self.known[key] = name = f"T{len(self.known)}"
            table = self.tables[table_id]
            cells = dense(table, output)
            if cells is not None:
                self.env[name] = cells.__getitem__
            else:
                self.define(name, self.table_lines(name, table, output))
        return self.known[key]

    def define(self, name: str, lines: list[str]) -> Any:
        """Compile a function and return it."""
        exec(compile("\n".join(lines), "<odds>", "exec"), self.env)
        return self.env[name]

    def table_lines(self, name: str, table: Table, output: int) -> list[str]:
        """A function of the inputs, by hit policy. No row gives 0 under every policy: it never raises."""
        names: Names = {Var(slot.name): f"a{i}" for i, slot in enumerate(table.inputs)}
        writer = Writer(self, Scope("", frozenset(), frozenset(), frozenset()), guarded=True)
        lines = [f"def {name}({', '.join(names.values())}):"]
        first = table.policy in ("unique", "first")
        groups = list(dict.fromkeys(row.group for row in table.rows))
        if table.policy == "sum":
            lines.append(" s = 0")
        if table.policy == "max":
            lines += [f" g{i} = None" for i in range(len(groups))]
        for row in table.rows:
            value = writer.value(row.values[output], names)
            lines.append(f" if {_row_test(row)}:")
            if first:
                lines.append(f"  return {value}")
            elif table.policy == "sum":
                lines.append(f"  s += {value}")
            else:
                g = f"g{groups.index(row.group)}"
                lines.append(f"  v = {value}\n  {g} = v if {g} is None or v > {g} else {g}")
        last = {"sum": "s", "max": " + ".join(f"(g{i} or 0)" for i in range(len(groups))) or "0"}
        return [*lines, f" return {last.get(table.policy, '0')}"]


class Cells(dict[int, int]):
    """One output of a table of one input; 0 where no row matches."""

    def __missing__(self, value: int) -> int:
        """No row."""
        return 0


def dense(table: Table, output: int) -> Cells | None:
    """The cells of a small table of one input and constant values, which cost less to list than a function to compile; else None."""
    if len(table.inputs) != 1 or table.policy == "max":
        return None
    cells = Cells()
    for row in table.rows:
        spans, value = row.when[0], row.values[output]
        if spans is None or not isinstance(value, Const) or sum(high - low for low, high in spans) > MANY_CELLS:
            return None
        for cell in {cell for low, high in spans for cell in range(low, high + 1)}:
            if table.policy == "sum":
                cells[cell] = cells.get(cell, 0) + value.value
            else:
                cells.setdefault(cell, value.value)
    return cells


def _row_test(row: Row) -> str:
    parts = []
    for i, spans in enumerate(row.when):
        if spans is not None:
            parts.append(
                "(" + (" or ".join(f"a{i} == {low}" if low == high else f"{low} <= a{i} <= {high}" for low, high in spans) or "False") + ")"
            )
    return " and ".join(parts) or "True"


class Writer:
    """Writes expressions in normal form. ``guarded``: a division by 0 gives 0 instead of failing."""

    def __init__(self, library: Library, scope: Scope, guarded: bool = False) -> None:
        self.library = library
        self.scope = scope
        self.guarded = guarded
        self.count = 0
        self.inside = 0  # how many comprehensions are being written

    def value(self, e: Node, names: Names) -> str:
        """Source for the integer (or roll) that ``e`` is."""
        if type(e) is Var:
            known = names.get(e)
            if known is not None:
                return known
        if is_plain(e) or type(e) is Const:
            return self.inner(e, names)
        if e in names:
            return names[e]
        soft, rest, constant = soft_part(e, self.scope)
        if not soft and not constant and len(rest) == 1 and rest.get(e) == 1:
            return self.inner(e, names)
        pieces: list[tuple[str, int]] = []
        whole, factor = combination(soft) if soft else (e, 1)
        if soft and whole in names:
            pieces.append((names[whole], factor))
        else:
            pieces += self.apart(soft, names)
        pieces += [(self.value(atom, names), coef) for atom, coef in rest.items()]
        return _sum(pieces, constant)

    def apart(self, soft: dict[Node, int], names: Names) -> list[tuple[str, int]]:
        """A combination of which a part was just written: the rest of it is carried as a combination of its own, if not one by one."""
        hidden = [atom for atom in soft if atom not in names]
        pieces: list[tuple[str, int]] = []
        if hidden:
            for item, name in names.items():
                terms = dict(item_terms(item))
                times, left = divmod(soft.get(hidden[0], 0), terms.get(hidden[0], 1))
                shown = [atom for atom in terms if atom not in hidden]
                if (
                    not left
                    and all(soft.get(atom) == times * coef for atom, coef in terms.items())
                    and all(atom in terms for atom in hidden)
                ):
                    pieces.append((name, times))
                    return pieces + [(names[atom], coef) for atom, coef in soft.items() if atom not in hidden and atom not in shown]
            raise AssertionError(f"no item holds {hidden}")
        return [(names[atom], coef) for atom, coef in soft.items()]

    def test(self, e: Node, names: Names) -> str:
        """Source that is true where ``e`` is not 0."""
        if isinstance(e, Op) and e.op in TRUTHS:
            if e.op in COMPARISONS:
                left, right = (self.value(arg, names) for arg in e.args)
                return f"({left} {COMPARISONS[e.op]} {right})"
            if e.op == "not":
                return f"(not {self.test(e.args[0], names)})"
            return "(" + f" {e.op} ".join(self.test(arg, names) for arg in e.args) + ")"
        return self.value(e, names)

    def inner(self, e: Node, names: Names) -> str:
        """Source for an expression that is not linear, from its parts."""
        match e:
            case Const(value):
                return f"({value})" if value < 0 else str(value)
            case Moment():
                return "0"
            case Op(op, args):
                return self.operation(op, args, names)
            case Cond(test, yes, no):
                return f"({self.value(yes, names)} if {self.test(test, names)} else {self.value(no, names)})"
            case Lookup(table, args, output):
                return f"{self.library.lookup(table, output)}({', '.join(self.value(arg, names) for arg in args)})"
            case Fold(roll, die, body):
                source = self.iterated(roll, names)
                return f"sum([{self.value(body, self.face_names(names, die, source))} for f in {source}])"
            case ListOp(op, args):
                return self.listed(op, args, names)
            case Keep(roll, die, count, high):
                return f"keep({self.value(roll, names)}, {self.library.column(die, 'value')}, {self.value(count, names)}, {high})"
            case Shape(roll, die, what):
                column = self.library.column(die, "face" if what == "same" else "value")
                return f"{what}({self.value(roll, names)}, {column})"
            case Counter() | ZoneSize() | ZoneFold() | TopCard() | CardAttr() | Var() | FaceAttr() | Dice() | Rerolled() | Lin():
                return self.of_state(e, names)
            case _:
                assert_never(e)

    def extreme(self, sign: str, first: str, second: str) -> str:
        """The smaller or the greater of two, without a call; a value that is not just a name or a number gets a name."""
        if self.inside:  # Python binds no new names inside a comprehension
            return f"{'min' if sign == '<' else 'max'}({first}, {second})"
        texts, names = [], []
        for value in (first, second):
            self.count += not value.isalnum()
            names.append(value if value.isalnum() else f"t{self.count}")
            texts.append(value if value.isalnum() else f"({names[-1]} := {value})")
        return f"({names[0]} if {texts[0]} {sign} {texts[1]} else {names[1]})"

    def listed(self, op: str, args: tuple[Expr, ...], names: Names) -> str:
        """Source for a list, or for a number of one."""
        values = [self.iterated(arg, names) for arg in args]
        if op == "at":
            return f"at({values[0]}, {values[1]})" if self.guarded else f"{values[0]}[{values[1]} - 1]"
        if op == "fill":
            return f"({values[1]},) * {values[0]}"
        return f"{LIST_FUNCTIONS[op]}({', '.join(values)})"

    def iterated(self, e: Node, names: Names) -> str:
        """Source for what a comprehension goes through."""
        self.inside += 1
        source = self.value(e, names)
        self.inside -= 1
        return source

    def of_state(self, e: Node, names: Names) -> str:
        """Source for what reads counters and zones."""
        worlds = self.library.worlds
        match e:
            case Counter(counter, owner):
                return f"{names[Var(STATE)]}[0][{worlds.counter_at[counter]}][{self.value(owner or Const(0), names)}]"
            case ZoneSize(zone, owner):
                return f"len([*cards({names[Var(STATE)]}[1][{worlds.zone_at[zone]}][{self.value(owner or Const(0), names)}])])"
            case ZoneFold(zone, owner, body):
                pile = f"{names[Var(STATE)]}[1][{worlds.zone_at[zone]}][{self.iterated(owner or Const(0), names)}]"
                return f"sum([{self.value(body, {**names, **self.at_hand(body)})} for c in cards({pile})])"
            case CardAttr(card, attr) if card is not None:
                return f"{self.library.card_column(attr)}[{self.value(card, names)} % {worlds.ends}]"
        raise Refused("The exact evaluator does not follow single cards.", self.scope.procedure, can_sample=True)

    def at_hand(self, e: Node) -> Names:
        """The names of what is asked of the card at hand ``c``."""
        ends = self.library.worlds.ends
        return {node: f"{self.library.card_column(node.attr)}[c % {ends}]" for node in walk(e) if _is_at_hand(node)}

    def face_names(self, names: Mapping[Node, str], die: str, roll: str) -> Names:
        """The names inside a fold: the attributes of the face at hand ``f``."""
        if die == ANY_DIE:
            return dict(names)
        if not die:
            return {**names, FaceAttr("item"): "f"}
        inner: Names = {item: name for item, name in names.items() if not isinstance(item, FaceAttr)}
        for attr in face_columns(self.library.dice[die]):
            inner[FaceAttr(attr)] = f"{self.library.column(die, attr)}[f]"
        return inner

    def operation(self, op: str, args: tuple[Expr, ...], names: Names) -> str:
        """Source for an operation that is not linear."""
        if op in TRUTHS:
            return f"(1 if {self.test(Op(op, args), names)} else 0)"
        values = [self.value(arg, names) for arg in args]
        if op in ("min", "max"):
            if len(values) == 2:
                return self.extreme("<" if op == "min" else ">", *values)
            return f"{op}({', '.join(values)})"
        if op == "abs":
            return f"abs({values[0]})"
        if op == "mul":
            return f"({' * '.join(values)})"
        a, b = values
        floor, rest = (f"floor_or_0({a}, {b})", f"rest_or_0({a}, {b})") if self.guarded else (f"({a} // {b})", f"({a} % {b})")
        if op == "div":
            return floor
        if op == "mod":
            return rest
        if op == "cdiv":
            return f"(-floor_or_0(-({a}), {b}))" if self.guarded else f"(-(-({a}) // {b}))"
        assert op == "rdiv", op
        return f"floor_or_0(2 * {a} + {b}, 2 * {b})" if self.guarded else f"((2 * {a} + {b}) // (2 * {b}))"


def _is_at_hand(e: Node) -> TypeGuard[CardAttr]:
    return isinstance(e, CardAttr) and e.card is None


def _sum(pieces: list[tuple[str, int]], constant: int) -> str:
    text = ""
    if not pieces and constant >= 0:
        return str(constant)
    for source, coef in pieces:
        times = "" if abs(coef) == 1 else f"{abs(coef)} * "
        sign = ("-" if coef < 0 else "") if not text else (" - " if coef < 0 else " + ")
        text += f"{sign}{times}{source}"
    if constant or not text:
        text += f" {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)
    return text if len(pieces) == 1 and not constant and pieces[0][1] == 1 else f"({text})"
