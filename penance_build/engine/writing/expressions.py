"""Expressions as source text: what Python and JavaScript have in common. The two differ in the methods that raise here.

A text has a level, how tightly its weakest operator binds, so that only needed parentheses are written. Booleans come in two
forms: as a test (``a < b``) and as a number (0 or 1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from penance_build.engine.planning import lower
from penance_build.engine.planning.table_rows import matches, summed_table
from penance_build.engine.writing.module import Module, quoted
from penance_build.engine.writing.names import Names
from penance_build.ir import nodes
from penance_build.ir.ops import ADD, AND, ATOM, COMPARE, COMPARISONS, COND, MUL, OR, TRUTHS, UNARY

LIST_FUNCTIONS = {
    "fill": "_fill", "put": "_put", "first": "_first", "max": "_greatest", "min": "_least", "same": "_most", "sort": "_sorted",
    "best": "_best", "worst": "_worst",
}  # fmt: skip

Text = tuple[str, int]


LOCAL: Final = "\0"  # before the name of a local that is no slot of the procedure


class ExprWriter:
    """Writes the expressions of one function. ``slot`` gives the text of a slot of the procedure."""

    def __init__(self, module: Module, slot: Callable[[str], str]) -> None:
        self.module = module
        self.plan = module.plan
        self._slot = slot
        self.die = ""
        self.face = ""
        self.card = ""
        self.depth = 0
        self.shared: dict[tuple[str, str], str] = {}  # counters that were read before, by the slot of their owner
        self.rows: dict[str, str] = {}  # counters whose row was read before

    # ------------------------------------------------------------ entry points

    def slot(self, id: str) -> str:
        """The text of a slot; a local that was made on the way (``LOCAL``) is called what it is."""
        return id[len(LOCAL) :] if id.startswith(LOCAL) else self._slot(id)

    def number(self, expr: nodes.Expr, level: int = COND) -> str:
        """The text of a value, in parentheses where it binds weaker than ``level``."""
        text, own = self.value(expr)
        return f"({text})" if own < level else text

    def test(self, expr: nodes.Expr, level: int = COND) -> str:
        """The text of a condition."""
        text, own = self.condition(expr)
        return f"({text})" if own < level else text

    def owner(self, expr: nodes.Expr | None) -> str:
        """The index of an owner in the rows of the state."""
        return "0" if expr is None else self.number(expr)

    # ------------------------------------------------------------ by kind

    def value(self, expr: nodes.Expr) -> Text:
        """The text of a value and its level."""
        match expr:
            case nodes.Const():
                return str(expr.value), ATOM if expr.value >= 0 else UNARY
            case nodes.Var():
                return self.slot(expr.name), ATOM
            case nodes.Op():
                return self.boolean(expr) if expr.op in TRUTHS else self.arithmetic(expr)
            case nodes.Cond():
                return self.cond(self.test(expr.test, OR), self.number(expr.yes, OR), self.number(expr.no, COND)), COND
            case nodes.Lookup():
                return self.lookup(expr), ATOM
            case nodes.FaceAttr():
                if not self.die:
                    return self.face, ATOM
                return f"{self.module.face_constant(self.die, expr.attr)}[{self.face}]", ATOM
            case nodes.Fold():
                return self.fold(expr)
            case nodes.ZoneFold():
                return self.zone_fold(expr), ATOM
            case nodes.TopCard():
                return self.top(self.pile(expr.zone, expr.owner), self.with_card(expr.test or nodes.Const(1), self.test)), ATOM
            case nodes.CardAttr():
                card = self.card if expr.card is None else self.number(expr.card)
                return f"{self.module.card_constant(expr.attr)}[_g.cards[{card}]]", ATOM
            case nodes.Counter(counter, nodes.Var(name)) if (counter, name) in self.shared:
                return self.shared[counter, name], ATOM
            case nodes.Counter() if expr.counter in self.rows:
                return f"{self.rows[expr.counter]}[{self.owner(expr.owner)}]", ATOM
            case nodes.Counter():
                return f"_g.counters[{self.plan.counter_numbers[expr.counter]}][{self.owner(expr.owner)}]", ATOM
            case nodes.ZoneSize():
                return self.length(self.pile(expr.zone, expr.owner)), ATOM
            case nodes.Dice():
                return self.length(self.inside(expr.roll)), ATOM
            case nodes.ListOp():
                return self.list_op(expr), ATOM
            case nodes.Keep():
                values = self.module.face_constant(expr.die, "value")
                high = self.truth(expr.high)
                return f"_keep({self.inside(expr.roll)}, {values}, {self.inside(expr.count)}, {high})", ATOM
            case nodes.Shape():
                attr, name = ("face", "_same") if expr.what == "same" else ("value", "_longest")
                return f"{name}({self.inside(expr.roll)}, {self.module.face_constant(expr.die, attr)})", ATOM
            case _:
                assert_never(expr)

    def condition(self, expr: nodes.Expr) -> Text:
        """The text of a condition and its level."""
        if isinstance(expr, nodes.Const):
            return self.truth(expr.value != 0), ATOM
        if not isinstance(expr, nodes.Op) or expr.op not in TRUTHS:
            return self.value(expr)
        if expr.op == "not":
            return self.negation(self.test(expr.args[0], self.not_level())), self.not_level()
        if expr.op in COMPARISONS:
            sign = self.comparison(expr.op)
            return f"{self.number(expr.args[0], ADD)} {sign} {self.number(expr.args[1], ADD)}", COMPARE
        level = AND if expr.op == "and" else OR
        return self.logic(expr.op).join(self.test(arg, level + 1) for arg in expr.args), level

    def arithmetic(self, expr: nodes.Op) -> Text:
        """The text of an operation on numbers."""
        args = expr.args
        match expr.op:
            case "add":
                return self.added(args)
            case "sub":
                return f"{self.number(args[0], ADD)} - {self.number(args[1], MUL)}", ADD
            case "min" | "max":
                return self.extreme(expr.op, args)
            case "abs":
                return f"{self.builtin('abs')}({self.number(args[0])})", ATOM
            case _:
                return self.special(expr)

    def added(self, args: tuple[nodes.Expr, ...]) -> Text:
        """A sum; a negative constant is subtracted."""
        text = self.number(args[0], ADD)
        for arg in args[1:]:
            if isinstance(arg, nodes.Const) and arg.value < 0:
                text += f" - {-arg.value}"
            else:
                text += f" + {self.number(arg, MUL)}"
        return text, ADD

    def list_op(self, expr: nodes.ListOp) -> str:
        """A list, or a number of one; places count from 1."""
        if expr.op == "at":
            numbers, place = expr.args
            return f"{self.number(numbers, ATOM)}[{self.number(lower.fold(nodes.Op('add', (place, nodes.Const(-1)))))}]"
        if expr.op == "size":
            return self.length(self.inside(expr.args[0]))
        return f"{LIST_FUNCTIONS[expr.op]}({', '.join(map(self.number, expr.args))})"

    def inside(self, expr: nodes.Expr) -> str:
        """The text of a value where no name may be bound (what a loop goes over)."""
        self.depth += 1
        text = self.number(expr)
        self.depth -= 1
        return text

    def pile(self, zone: str, owner: nodes.Expr | None) -> str:
        """The cards of a zone."""
        return f"_g.zones[{self.plan.zone_numbers[zone]}][{'0' if owner is None else self.inside(owner)}]"

    # ------------------------------------------------------------ folds

    def fold(self, expr: nodes.Fold) -> Text:
        """A sum over dice: by an array of weights where the body depends on the face alone."""
        roll = self.inside(expr.roll)
        weights = self.plan.weights(expr.die, expr.body) if expr.die else None
        if weights is None:
            return self.total(roll, expr.die, expr.body), ATOM
        if not any(weights):
            return "0", ATOM
        heavy = [face for face, weight in enumerate(weights) if weight]
        if len(heavy) == 1:
            return self.counted(roll, heavy[0], weights[heavy[0]])
        number = self.module.names.of(expr.die, "_S_", "_".join(map(str, weights)).replace("-", "m"))
        return self.weighed(roll, self.module.constant(number, weights)), ATOM

    def total(self, roll: str, die: str, body: nodes.Expr) -> str:
        """A sum over dice whose body reads slots too."""
        return self.summed(roll, self.with_face(die, body, self.number))

    def with_face(self, die: str, body: nodes.Expr, write: Callable[[nodes.Expr], str]) -> tuple[str, str]:
        """The name of the face at hand, and the text of the body with it."""
        held = self.die, self.face, self.depth
        self.die, self.face, self.depth = die, f"_f{self.depth}", self.depth + 1
        text = write(body)
        name = self.face
        self.die, self.face, self.depth = held
        return name, text

    def with_card(self, body: nodes.Expr, write: Callable[[nodes.Expr], str]) -> tuple[str, str]:
        """The name of the card at hand, and the text of the body with it."""
        held = self.card, self.depth
        self.card, self.depth = f"_c{self.depth}", self.depth + 1
        text = write(body)
        name = self.card
        self.card, self.depth = held
        return name, text

    def zone_fold(self, expr: nodes.ZoneFold) -> str:
        """A sum over cards."""
        return self.summed(self.pile(expr.zone, expr.owner), self.with_card(expr.body, self.number))

    # ------------------------------------------------------------ tables

    def lookup(self, expr: nodes.Lookup) -> str:
        """A read of a small table is an index into an array; of a large one, a call."""
        return self.read(expr.table, expr.args, expr.output, labels=False)

    def read(self, table: str, args: tuple[nodes.Expr, ...], output: int, labels: bool) -> str:
        """The text of a read of a value, or of the label of what was hit."""
        dense = self.plan.dense(table, output, labels)
        prefix = "_L_" if labels else "_T_"
        name = self.module.names.of(table, prefix, str(output) if output else "")
        if dense is None:
            if self.module.once(name):
                self.table_function(name, self.plan.tables[table], output, labels)
            return f"{name}({', '.join(map(self.number, args))})"
        text = self.module.constant(name, dense.cells)
        for arg, low in zip(args, dense.lows, strict=True):
            shifted = arg if low == 0 else nodes.Op("add", (arg, nodes.Const(-low)))
            text += f"[{self.number(shifted)}]"
        return text

    def table_function(self, name: str, table: nodes.Table, output: int, labels: bool) -> None:
        """Declare the function of a table that is too large to write out."""
        if not labels and self.plan.is_costly(table, output):
            plain = name.replace("_T_", "_U_", 1)
            self.module.functions.append(self.remembering_function(name, plain, [(item.type.low, item.type.high) for item in table.inputs]))
            name = plain
        names = Names(frozenset())
        inner = type(self)(self.module, lambda id: names.of(id, "_i_"))
        params = [names.of(item.name, "_i_") for item in table.inputs]
        rows = [(inner.test(matches(table, row)), row) for row in table.rows]
        if table.policy in ("unique", "first"):
            lines = [(test, quoted(row.label) if labels else inner.number(row.values[output])) for test, row in rows]
            self.module.functions.append(self.cases_function(name, params, lines))
        elif labels and table.policy == "sum":
            items = [self.row_text([test, quoted(row.label)]) for test, row in rows]
            self.module.functions.append(self.value_function(name, params, f"_joined({self.list_text(items)})"))
        elif labels:
            items = [self.row_text([test, quoted(row.group), inner.number(row.values[output]), quoted(row.label)]) for test, row in rows]
            self.module.functions.append(self.value_function(name, params, f"_joined_best({self.list_text(items)})"))
        else:
            total = summed_table(table, output)
            self.module.functions.append(self.value_function(name, params, inner.number(total)))

    # ------------------------------------------------------------ labels

    def part(self, part: nodes.Part) -> str:
        """A piece of a label."""
        if part.table:
            return self.read(part.table, part.args, 0, labels=True)
        if part.value is None or part.type is None:
            return quoted(part.text)
        kind = part.type
        if kind.kind == "roll":
            return self.joined(self.inside(part.value), self.module.words(kind))
        if kind.kind == "list":
            return self.joined_numbers(self.inside(part.value))
        if kind.kind == "bool":
            return f"({self.cond(self.test(part.value, OR), quoted('true'), quoted('false'))})"
        if kind.kind == "enum":
            return f"{self.module.words(kind)}[{self.number(part.value)}]"
        if kind.kind == "card":
            return f"{self.module.words(kind)}[_g.cards[{self.number(part.value)}]]"
        value = nodes.Op("add", (part.value, nodes.Const(1))) if kind.kind == "player" else part.value
        return f"{self.builtin('str')}({self.number(value)})"

    def printed(self, expr: nodes.Expr, kind: nodes.Type) -> str:
        """A value as traces and results show it."""
        if kind.kind == "bool":
            return self.to_bool(expr)
        if kind.kind == "enum":
            if isinstance(expr, nodes.Const):
                members = self.plan.program.by_id.enums[kind.ref].members
                return quoted(members[expr.value].id)
            return f"{self.module.tokens(kind)}[{self.number(expr)}]"
        if kind.kind == "roll":
            return self.picked(self.inside(expr), self.module.tokens(kind))
        return self.number(expr)

    # ------------------------------------------------------------ what the languages say differently

    def boolean(self, expr: nodes.Op) -> Text:
        """A condition as 0 or 1."""
        raise NotImplementedError

    def cond(self, test: str, yes: str, no: str) -> str:
        """The one or the other."""
        raise NotImplementedError

    def truth(self, value: bool) -> str:
        """A literal of the language."""
        raise NotImplementedError

    def negation(self, text: str) -> str:
        """The opposite of a test."""
        raise NotImplementedError

    def not_level(self) -> int:
        """How tightly a negation binds."""
        raise NotImplementedError

    def comparison(self, op: str) -> str:
        """The sign of a comparison."""
        raise NotImplementedError

    def logic(self, op: str) -> str:
        """The word between conditions, with its spaces."""
        raise NotImplementedError

    def extreme(self, op: str, args: tuple[nodes.Expr, ...]) -> Text:
        """The least or greatest."""
        raise NotImplementedError

    def special(self, expr: nodes.Op) -> Text:
        """mul, neg and the divisions."""
        raise NotImplementedError

    def builtin(self, name: str) -> str:
        """A function of the language: abs or str."""
        raise NotImplementedError

    def length(self, text: str) -> str:
        """The number of items."""
        raise NotImplementedError

    def counted(self, roll: str, face: int, weight: int) -> Text:
        """How many dice show one face, times a weight."""
        raise NotImplementedError

    def weighed(self, roll: str, weights: str) -> str:
        """The sum of the weights of the faces."""
        raise NotImplementedError

    def summed(self, items: str, body: tuple[str, str]) -> str:
        """The sum of a body over items; ``body`` is the name of the item and the text."""
        raise NotImplementedError

    def top(self, items: str, test: tuple[str, str]) -> str:
        """The last item that passes a test, or -1."""
        raise NotImplementedError

    def listed(self, items: str, body: tuple[str, str]) -> str:
        """The list of a body over items."""
        raise NotImplementedError

    def joined(self, roll: str, words: str) -> str:
        """The names of faces, with commas."""
        raise NotImplementedError

    def joined_numbers(self, numbers: str) -> str:
        """The numbers of a list, with commas."""
        raise NotImplementedError

    def picked(self, roll: str, tokens: str) -> str:
        """The list of what faces print as."""
        raise NotImplementedError

    def to_bool(self, expr: nodes.Expr) -> str:
        """A condition as a true boolean of the language."""
        raise NotImplementedError

    def row_text(self, items: list[str]) -> str:
        """A short fixed list."""
        raise NotImplementedError

    def list_text(self, items: list[str]) -> str:
        """A list."""
        return f"[{', '.join(items)}]"

    def cases_function(self, name: str, params: list[str], lines: list[tuple[str, str]]) -> str:
        """A function that gives the value of the first test that holds."""
        raise NotImplementedError

    def value_function(self, name: str, params: list[str], value: str) -> str:
        """A function that gives a value."""
        raise NotImplementedError

    def remembering_function(self, name: str, plain: str, bounds: list[tuple[int | None, int | None]]) -> str:
        """A function of numbers with these bounds that gives what a plain one gives, and remembers so much of it."""
        raise NotImplementedError


def is_plain(expr: nodes.Expr) -> bool:
    """Whether an expression is a slot or a constant, cheap enough to be written twice."""
    return isinstance(expr, nodes.Var | nodes.Const)
