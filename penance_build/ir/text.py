"""The one printer of expressions: in the notation of formulas, as ``why_not`` shows conditions; another notation is a subclass.

A text has a level, the precedence of its outermost operator, so that only needed parentheses are written. The output in the
notation of formulas is parsed back as the same operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import assert_never

from penance_build.ir import nodes
from penance_build.ir.markup import verbatim
from penance_build.ir.ops import ADD, ATOM, COMPARE, COND, LIST_OPERATIONS, MUL, OPERATIONS, UNARY, Operation

Text = tuple[str, int]


def formula_text(program: nodes.Played, expr: nodes.Expr) -> str:
    """An expression as a formula."""
    return Formulas(program).text(expr)


class Notation:
    """Prints operations and choices; a subclass says how it writes the rest."""

    def text(self, expr: nodes.Expr, level: int = COND) -> str:
        """An expression, in parentheses where it binds weaker than ``level``."""
        text, own = self.printed(expr)
        return f"({text})" if own < level else text

    def printed(self, expr: nodes.Expr) -> Text:
        """The text of an expression and its level."""
        match expr:
            case nodes.Const():
                return self.number(expr.value)
            case nodes.Var():
                return self.name(expr.name), ATOM
            case nodes.Op():
                return self.operation(expr)
            case nodes.Cond():
                return self.choice(*map(self.text, (expr.test, expr.yes, expr.no))), COND
            case _:
                return self.read(expr), ATOM

    def operation(self, expr: nodes.Op) -> Text:
        """An operation by its sign, or as a function."""
        row = OPERATIONS[expr.op]
        sign, level, args = self.sign(row), row.level, expr.args
        if not sign and level == MUL:  # a division is written as the rounding function around it
            return f"{row.function}({self.text(args[0], MUL)} / {self.text(args[1], UNARY)})", ATOM
        if not sign:
            return self.call(row.function, *args), ATOM
        if row.arity == 1:
            return (f"{sign} {self.text(args[0], level)}" if sign.isalpha() else f"{sign}{self.text(args[0], ATOM)}"), level
        first = ADD if level == COMPARE else level
        return f" {sign} ".join([self.text(args[0], first), *(self.text(arg, level + 1) for arg in args[1:])]), level

    def call(self, name: str, *args: nodes.Expr) -> str:
        """A function or a table of arguments."""
        return f"{name}({', '.join(map(self.text, args))})"

    def read(self, expr: nodes.Expr) -> str:
        """What reads a table, a roll, a list, a card or the state."""
        raise NotImplementedError

    def number(self, value: int) -> Text:
        """A constant."""
        return str(value), ATOM if value >= 0 else UNARY

    def name(self, name: str) -> str:
        """A variable or an input."""
        return name

    def sign(self, row: Operation) -> str:
        """The sign of an operation, or "" where it is written as a function."""
        return row.sign

    def choice(self, test: str, yes: str, no: str) -> str:
        """One of two values."""
        return f"if {test} then {yes} else {no}"


class Formulas(Notation):
    """The notation of formulas, for the expressions of one program."""

    def __init__(self, program: nodes.Played) -> None:
        self.program = program

    def read(self, expr: nodes.Expr) -> str:
        """What reads a table, a roll, a list, a card or the state."""
        match expr:
            case nodes.Lookup():
                outputs = self.program.by_id.tables[expr.table].outputs
                return self.call(expr.table, *expr.args) + (f".{outputs[expr.output].name}" if len(outputs) > 1 else "")
            case nodes.Fold(body=nodes.FaceAttr(attr="item")):
                return self.call("sum", expr.roll)
            case nodes.Fold():
                return self.call("sum" if expr.die else "count", expr.roll, expr.body)
            case nodes.FaceAttr(attr="item"):
                return "item"
            case nodes.FaceAttr():
                return "face" if expr.attr in ("face", "value") else f"face.{expr.attr}"
            case nodes.ListOp(op="at"):
                return f"{self.text(expr.args[0], ATOM)}[{self.text(expr.args[1])}]"
            case nodes.ListOp():
                return self.call(LIST_OPERATIONS[expr.op].function or expr.op, *expr.args)
            case nodes.Keep():
                return self.call("best" if expr.high else "worst", expr.roll, expr.count)
            case nodes.Shape():
                return self.call(expr.what, expr.roll)
            case nodes.Dice():
                return self.call("size", expr.roll)
            case nodes.ZoneSize():
                return f"size({self.owned(expr.zone, expr.owner)})"
            case nodes.ZoneFold():
                return f"count({self.owned(expr.zone, expr.owner)}, {self.text(expr.body)})"
            case nodes.TopCard():
                return f"top({self.owned(expr.zone, expr.owner)}{', ' + self.text(expr.test) if expr.test is not None else ''})"
            case nodes.CardAttr():
                return self.owned(expr.attr, expr.card) if expr.card is not None else f"card.{expr.attr}"
            case nodes.Counter():
                return self.owned(expr.counter, expr.owner)
            case nodes.Const() | nodes.Var() | nodes.Op() | nodes.Cond():
                return self.text(expr)
            case _:
                assert_never(expr)

    def owned(self, name: str, owner: nodes.Expr | None) -> str:
        """What a player has, or the game."""
        return name if owner is None else f"{self.text(owner, ATOM)}.{name}"


def block_id(side: int, show: str, ref: str, title: str) -> str:
    """What a block of the reference is called: the number of its side from 1, and what it shows under which title."""
    return f"{side}.{show}.{ref}.{title}"


def face_counts(die: nodes.Die) -> list[tuple[nodes.Face, int]]:
    """The different faces of a die in their order, each with how many physical faces are like it."""
    return list(Counter(die.faces).items())


def times(name: str, count: int) -> str:
    """A name with how often it is there, where that is more than once."""
    return f"{name}\u00a0×{count}" if count > 1 else name


def spans(names: list[str]) -> str:
    """Names one after another, each once with its count; neighbouring numbers as a span."""
    counts = Counter(names)
    if not all(name.isdecimal() for name in names) or len(counts) < len(names):
        return ", ".join(times(name, count) for name, count in counts.items())
    numbers = sorted(map(int, names))
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(str(span[0]) if len(span) == 1 else f"{span[0]}–{span[-1]}" for span in found)


# ---------------------------------------------------------------- what a card says beside its rules text, as it is printed


def kinds_of(program: nodes.Program, card: nodes.Card) -> tuple[str, ...]:
    """The names of its type, its slot and its factions, as far as it has them."""
    by_id = program.by_id
    kinds = [(by_id.card_types, card.type), (by_id.slots, card.slot)]
    return (*(group[name].name for group, name in kinds if name in group), *factions_of(program, card))


def factions_of(program: nodes.Program, card: nodes.Card) -> tuple[str, ...]:
    """The names of all its factions, in its order."""
    known = program.by_id.factions
    return tuple(known[name].name for name in card.factions or (card.faction,) if name in known)


def value_text(attribute: nodes.Attribute, value: int, enums: Mapping[str, nodes.Enum], upper: int | None = None) -> str:
    """A value as its type prints it, up to ``upper`` where it is a range, with a minus and no hyphen; a boolean has no text of its own."""
    if attribute.type.kind == "bool":
        return ""
    if attribute.type.kind == "enum" and attribute.type.ref in enums:
        return enums[attribute.type.ref].members[value].name
    ends = (value,) if upper is None or upper == value else (value, upper)
    return "\u2013".join((f"{end:+d}" if attribute.signed else str(end)) for end in ends).replace("-", "\u2212")


def figures_of(program: nodes.Program, card: nodes.Card, attributes: Collection[nodes.Attribute]) -> tuple[str, ...]:
    """Those of some attributes that a card has, by their names: a range once, with its ends; of what is true or false what is true."""
    values, enums = dict(card.values), program.by_id.enums
    ends = {attribute.to for attribute in attributes if attribute.id in values}
    found = []
    for attribute in attributes:
        value = values.get(attribute.id)
        if value is None or attribute.id in ends or (attribute.type.kind == "bool" and not value):
            continue
        found.append(f"{attribute.name} {value_text(attribute, value, enums, values.get(attribute.to))}".rstrip())
    return tuple(found)


def words_of(program: nodes.Program, attribute: nodes.Words, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The paragraphs of a text, with markup; of a list the names of its members in one text, or under the rules text each with what it
    means.
    """
    if attribute.kind != "list":
        return ids
    known = {member.id: member for member in program.by_id.enums[attribute.ref].members}
    members = [known[name] for name in ids]
    if attribute.shown != "text":
        return (verbatim(", ".join(member.name for member in members)),)
    bare = verbatim(", ".join(member.name for member in members if not member.text))
    explained = (f"{verbatim(member.name)}: {member.text}" for member in members if member.text)
    return (*((bare,) if bare else ()), *explained)
