"""Formulas to typed IR expressions: names, operators, bounds and units.

An ``Expressions`` is one scope: the variables that are assigned there (``env``), those that are assigned on some paths only
(``maybe``), and the formula being elaborated (``place``). A mistake is reported once; the expression then has
the type ``error``, which fits every type, so that one cause gives one problem.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.ranges import EVERY, RANGE, cure, hyphenated, no_range
from penance_build.formula.syntax import Apply, Binary, Boolean, Choice, Dot, Index, Interval, Name, Node, Number, Unary, Within
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.nodes import Type
from penance_build.ir.ops import ADD, COMPARE, LIMIT, MUL, binary, interval
from penance_build.model.context.report import Condition, Report
from penance_build.model.context.world import Env, Typed, World
from penance_build.model.formulas import functions, growing, lists, references, rolls
from penance_build.model.formulas.bounds import BOOL, BROKEN, ERROR, bounds_text, can_hold, corners, describe, had_by, integer, join
from penance_build.model.formulas.narrowing import EXCLUDED, agree
from penance_build.surface.nodes import Formula, Scalar
from penance_build.wording.numbers import NUMBER_WORDS

_LISTED = 8
_OPS = binary(ADD, MUL)
_COMPARE = binary(COMPARE)
_MISREAD = frozenset(("E401", "E402", "E403", "E409", RANGE))  # what a pattern in another notation gives
_MANY = ("roll", "roll_of", "list")


class Expressions(Struct):
    """Elaborates formulas in one scope."""

    world: World
    report: Report
    entity: tuple[str, str]
    env: Env = field(default_factory=dict)
    maybe: frozenset[str] = frozenset()
    place: Scalar | None = None
    own: Mapping[str, Typed] = field(default_factory=dict)  # the attributes of the card, in the effect of a card
    hints: Mapping[str, str] = field(default_factory=dict)  # hints for names that are not declared
    grows: str = ""  # the variable whose sums may grow without a bound; the sums, their operands, and whether one must grow
    sums: frozenset[tuple[int, int]] = frozenset()
    operands: dict[ir.Expr, Type] = field(default_factory=dict)
    has_grown: bool = False
    is_event: bool = False  # a condition for the odds alone, which no engine computes: its numbers need not stay within 2^53 - 1
    shift: int = 0  # where the formula begins in the text that it stands in, in characters

    # ------------------------------------------------------------ borders

    def read(self, formula: Formula, expected: Type | None = None) -> Typed:
        """Elaborate a formula; with ``expected``, its value must have that kind and unit (bounds are not checked)."""
        node = self.parse(formula)
        if node is None:
            return BROKEN
        self.sums = growing.sums_of(node, self.grows) if self.grows else frozenset()
        result = self.node(node, expected)
        return result if expected is None else self.fitting(result, expected, node)

    def constant(self, formula: Formula, type_: Type) -> Typed | None:
        """A formula that must come to one value before anything is played; None after reporting that it does not."""
        typed = self.read(formula, type_)
        if typed.type.kind == "error":
            return None
        if not isinstance(typed.expr, ir.Const):
            self.problem("E411", "one value is wanted here", 0, len(formula.text))
            return None
        return typed

    def parse(self, formula: Formula) -> Node | None:
        """The syntax tree of a formula, which becomes the current one; None after reporting a syntax error."""
        self.place = formula
        error = formula.error
        if error is not None:
            self.problem(error.code, error.message, error.start, error.end, error.hint)
        return formula.node

    def cure(self, formula: Formula, before: int, nothing: str | None = None) -> None:
        """Give the problems of a pattern that came since there were so many the hint how it is written.

        ``nothing``: of a value that is no pattern, what is written where there is none, `-`.
        """
        ours = cure(formula.text)
        if nothing is not None:
            ours = nothing if ours == EVERY else ""
        if ours:
            later = self.report[before:]
            self.report[before:] = [replace(item, hint=ours) if item.code in _MISREAD else item for item in later]

    def condition(self, formula: Formula) -> Typed:
        """Elaborate a formula that must be true or false."""
        return self.read(formula, BOOL)

    def problem(self, code: str, message: str, start: int, end: int, hint: str = "", bound: tuple[str, str, str] = ("", "", "")) -> Typed:
        """Report a problem at columns of the current formula; the result is an expression of type ``error``."""
        assert self.place is not None
        span = self.place.inside(start + self.shift, end + self.shift)
        self.report.append(Problem(code, message, span, hint, entity=self.entity, path=self.place.path, bound=bound))
        return BROKEN

    def note(self, node: Node, found: Condition | None) -> None:
        """Note whether something meets a condition; of events of the odds anything may be asked."""
        if not self.is_event and self.place is not None:
            self.report.condition((self.place, node.start + self.shift, node.end + self.shift), found)

    def wrong(self, node: Node, code: str, message: str, hint: str = "") -> Typed:
        """Report a problem at a node; the result is an expression of type ``error``."""
        return self.problem(code, message, node.start, node.end, hint)

    def fitting(self, typed: Typed, expected: Type, node: Node) -> Typed:
        """The expression itself where its kind and unit are as expected; else reports."""
        found = typed.type
        if found.kind == "error" or expected.kind == "error":
            return typed
        if found.kind != expected.kind or (found.ref != expected.ref and expected.ref):
            converted = rolls.converted(self.world, typed, expected)
            if converted is not None:
                return converted
            return self.wrong(node, "E403", f"expected {describe(expected)}, found {describe(found)}", had_by(expected))
        if found.unit and expected.unit and found.unit != expected.unit:
            return self.wrong(node, "E404", f"expected a number of `{expected.unit}`, found one of `{found.unit}`", "units do not mix")
        if expected.unit and not found.unit:
            return Typed(typed.expr, Type(found.kind, found.ref, found.low, found.high, expected.unit))
        return typed

    def within(
        self, typed: Typed, expected: Type, node_span: tuple[int, int], what: str, bound: tuple[str, str, str] = ("", "", "")
    ) -> Typed:
        """Report inferred bounds that exceed those of the variable, input or counter that the value is assigned to.

        ``bound`` says which input that is, as kind, id and name: its place is where to widen it.
        """
        if typed.type.kind != "int" or expected.kind != "int":
            return typed
        low, high = typed.type.low, typed.type.high
        below = expected.low is not None and (low is None or low < expected.low)
        above = expected.high is not None and (high is None or high > expected.high)
        if below or above:
            message = f"{what} takes {bounds_text(expected.low, expected.high)}, this can be {bounds_text(low, high)}"
            hint = "bound it with min(…) or max(…), or widen the declared range"
            return self.problem("E414", message, *node_span, hint=hint, bound=bound)
        return typed

    # ------------------------------------------------------------ nodes

    def node(self, node: Node, expected: Type | None = None) -> Typed:
        """Elaborate one node."""
        if isinstance(node, Number):
            return Typed(ir.Const(node.value), integer(node.value, node.value))
        if isinstance(node, Boolean):
            return Typed(ir.Const(int(node.value)), BOOL)
        if isinstance(node, Name):
            return references.name(self, node, expected)
        if isinstance(node, Dot):
            if isinstance(node.base, Apply) and node.base.name in self.world.tables:
                return functions.lookup(self, node.base, node)
            return references.dot(self, node)
        if isinstance(node, Apply):
            return lists.refused(self, node) or functions.apply(self, node)
        if isinstance(node, Index):
            return lists.at(self, node)
        if isinstance(node, Choice):
            return self.choice(node, expected)
        if isinstance(node, Unary):
            return self.unary(node)
        if isinstance(node, Within):
            return self.inside(node)
        if isinstance(node, Binary):
            return self.binary(node)
        if isinstance(node, Interval):
            return self.wrong(node, "E401", "a range stands only after `in` and in count(…)", "write `x in 1..3`")
        raise AssertionError(node)

    def number(self, node: Node) -> Typed:
        """A node that must be a whole number."""
        typed = self.node(node)
        if typed.type.kind in ("int", "error"):
            return typed
        return self.wrong(node, "E403", f"expected a whole number, found {describe(typed.type)}", _number_hint(typed.type))

    def truth(self, node: Node) -> Typed:
        """A node that must be true or false."""
        typed = self.node(node)
        if typed.type.kind in ("bool", "error"):
            return typed
        return self.wrong(node, "E403", f"expected true or false, found {describe(typed.type)}", "compare it with something")

    def choice(self, node: Choice, expected: Type | None) -> Typed:
        """``if C then A else B``."""
        test = self.truth(node.test)
        yes, no = self.node(node.yes, expected), self.node(node.no, expected)
        type_ = join(yes.type, no.type)
        if type_ is None:
            message = f"`then` gives {describe(yes.type)}, `else` gives {describe(no.type)}"
            return self.wrong(node.no, "E403", message, "both must be of one kind and unit")
        if "error" in (test.type.kind, yes.type.kind, no.type.kind):
            return Typed(yes.expr, ERROR)
        return Typed(ir.Cond(test.expr, yes.expr, no.expr), type_)

    def unary(self, node: Unary) -> Typed:
        """``not x`` and ``-x``."""
        if node.op == "not":
            operand = self.truth(node.operand)
            return Typed(ir.Op("not", (operand.expr,)), operand.type)
        operand = self.number(node.operand)
        if operand.type.kind == "error":
            return operand
        low, high = interval("neg", [(operand.type.low, operand.type.high)])
        return Typed(ir.Op("neg", (operand.expr,)), integer(low, high, operand.type.unit))

    def binary(self, node: Binary) -> Typed:
        """Two operands."""
        if node.op in ("and", "or"):
            left, right = self.truth(node.left), self.truth(node.right)
            if "error" in (left.type.kind, right.type.kind):
                return Typed(ir.Op(node.op, (left.expr, right.expr)), ERROR)
            if node.op == "and":
                self.note(node, None if agree(left.expr, right.expr, self.env) else Condition(EXCLUDED, entity=self.entity))
            return Typed(ir.Op(node.op, (left.expr, right.expr)), BOOL)
        if node.op in _COMPARE:
            return self.comparison(node)
        if node.op == "/":
            hint = "write `a // b` to round down, or floor(a / b), ceil(a / b), round(a / b)"
            return self.wrong(node, "E409", "a division must say how it rounds", hint)
        left, right = self.number(node.left), self.number(node.right)
        return self.arithmetic(_OPS[node.op], left, right, node)

    def arithmetic(self, op: str, left: Typed, right: Typed, node: Binary) -> Typed:
        """A sum, difference, product or division of two numbers, with its bounds."""
        if "error" in (left.type.kind, right.type.kind):
            return BROKEN
        unit = self.common_unit(left.type, right.type, node)
        if unit is None:
            return BROKEN
        if op not in ("add", "sub", "mul"):
            low_divisor, high_divisor = right.type.low, right.type.high
            if (low_divisor is None or low_divisor <= 0) and (high_divisor is None or high_divisor >= 0):
                return self.wrong(node.right, "E407", "this divisor may be 0", "bound it with max(1, …)")
        low, high = corners(left.type, right.type, op)
        if (node.start, node.end) in self.sums and op in ("add", "sub"):
            self.operands |= {left.expr: left.type, right.expr: right.type}
            if (low < -LIMIT or high > LIMIT) and (growing.is_open(left.type) or growing.is_open(right.type)):
                self.has_grown = True
                low, high = growing.clipped(low, high)
        if not self.is_event and (low < -LIMIT or high > LIMIT):
            return self.wrong(node, "E408", f"this can be {bounds_text(low, high)}, beyond 2^53 - 1", "bound its parts with min(…)")
        return Typed(ir.Op(op, (left.expr, right.expr)), integer(low, high, unit))

    def common_unit(self, left: Type, right: Type, node: Node) -> str | None:
        """The common unit of two operands, or None after reporting that they differ."""
        if left.unit and right.unit and left.unit != right.unit:
            self.wrong(node, "E404", f"`{left.unit}` and `{right.unit}` do not go together", "a number without a unit goes with every unit")
            return None
        return left.unit or right.unit

    def comparison(self, node: Binary) -> Typed:
        """A comparison of two values of one kind and unit; only numbers are ordered."""
        left, right = _kinds_of_cards(*self.sides(node.left, node.right))
        if "error" in (left.type.kind, right.type.kind):
            return Typed(ir.Const(0), BOOL) if left.type.kind != right.type.kind else BROKEN
        if left.type.kind != right.type.kind or left.type.ref != right.type.ref or left.type.kind in _MANY:
            return self.wrong(
                node, "E403", f"{describe(left.type)} cannot be compared with {describe(right.type)}", _number_hint(left.type)
            )
        if left.type.kind != "int" and node.op not in ("==", "!="):
            return self.wrong(node, "E403", f"`{node.op}` compares numbers, this is {describe(left.type)}", "use == or !=")
        if left.type.kind == "int":
            if self.common_unit(left.type, right.type, node) is None:
                return BROKEN
            met = can_hold(_COMPARE[node.op], left.type, right.type)
            self.note(node, None if met else self.unmet(node.left, left.type, node.right, right.type))
        return Typed(ir.Op(_COMPARE[node.op], (left.expr, right.expr)), BOOL)

    def sides(self, left: Node, right: Node) -> tuple[Typed, Typed]:
        """Both sides of a comparison; a bare id is first looked up among the members of the other side's enum."""
        if isinstance(left, Name) and not self.is_known(left.id):
            second = self.node(right)
            return (BROKEN if second.type.kind == "error" else self.node(left, second.type)), second
        first = self.node(left)
        if first.type.kind == "error" and isinstance(right, Name) and not self.is_known(right.id):
            return first, BROKEN  # the enum of the other side could not be elaborated
        return first, self.node(right, first.type)

    def is_known(self, name: str) -> bool:
        """Whether a bare id is declared, apart from members of enums."""
        world = self.world
        return name in self.env or name in self.maybe or name in world.constants or name in world.counters or name in world.zones

    def inside(self, node: Within) -> Typed:
        """``x in (a, 7..9)``."""
        subject = self.node(node.subject)
        if subject.type.kind == "error":
            return subject
        if subject.type.kind in _MANY:
            what = "list" if subject.type.kind == "list" else "roll"
            return self.wrong(node.subject, "E403", f"`in` compares a value, this is a {what}", _number_hint(subject.type))
        tests = [self.item(subject, item) for item in node.items]
        if any(test.type.kind == "error" for test in tests):
            return BROKEN
        if subject.type.kind == "int":
            found = [_may_be(test.expr, subject) for test in tests]
            for item, met in zip(node.items, found, strict=True):
                if any(found):
                    self.note(item, None if met else self.unmet(node.subject, subject.type))
            self.note(node, None if any(found) else self.unmet(node.subject, subject.type))
        expr = tests[0].expr if len(tests) == 1 else ir.Op("or", tuple(test.expr for test in tests))
        return Typed(expr, BOOL)

    def item(self, subject: Typed, item: Node) -> Typed:
        """Whether the subject is this item, or in this range."""
        if hyphenated(item):
            return self.wrong(item, RANGE, no_range(item), f"write {hyphenated(item)}")
        if not isinstance(item, Interval):
            value = self.fitting(self.node(item, subject.type), subject.type, item)
            return Typed(ir.Op("eq", (subject.expr, value.expr)), ERROR if value.type.kind == "error" else BOOL)
        if subject.type.kind != "int":
            return self.wrong(item, "E403", f"a range holds numbers, this is {describe(subject.type)}")
        tests: list[ir.Expr] = []
        for op, bound in (("ge", item.low), ("le", item.high)):
            if bound is not None:
                value = self.fitting(self.number(bound), subject.type, bound)
                if value.type.kind == "error":
                    return value
                tests.append(ir.Op(op, (subject.expr, value.expr)))
        if isinstance(item.low, Number) and isinstance(item.high, Number) and item.low.value > item.high.value:
            return self.wrong(item, "E507", "this range is reversed", f"write {item.high.value}..{item.low.value}")
        return Typed(tests[0] if len(tests) == 1 else ir.Op("and", tuple(tests)), BOOL)

    def unmet(self, left: Node, left_type: Type, right: Node | None = None, right_type: Type | None = None) -> Condition:
        """What is said of a condition that no number meets."""
        text = "" if self.place is None else self.place.text
        said = [(left, left_type), *([(right, right_type)] if right is not None and right_type is not None else [])]
        shown = [
            f"`{node.id if isinstance(node, Name) else text[node.start + self.shift : node.end + self.shift]}` is "
            + bounds_text(type_.low, type_.high)
            for node, type_ in said
            if not isinstance(node, Number)
        ]
        return Condition(f"this never holds: {' and '.join(shown)} here" if shown else "this never holds", entity=self.entity)

    def unknown(self, node: Name, candidates: list[str], expected: Type | None = None) -> Typed:
        """Report an unknown name, with suggestions from the right scope; ``expected`` is what its value would have to be."""
        enums = self.world.enums_with(node.id)
        hint = self.hints.get(node.id) or self.world.told.get(node.id) or ""
        if not hint and enums:
            hint = _member_hint(node.id, enums[0], expected)
        hint = hint or did_you_mean(node.id, candidates) or _wanted_hint(node.id, expected, sorted(self.env))
        return self.wrong(node, "E402", f"there is no name `{node.id}` here", hint)


def _member_hint(name: str, enum: str, expected: Type | None) -> str:
    """Why a member of an enum has no meaning where it stands."""
    if expected is None:
        return f"`{name}` is a member of `{enum}`: compare it with a value of that enum, or declare what is set to it under `results:`"
    return f"`{name}` is a member of `{enum}`, and {describe(expected)} is wanted here"


def _wanted_hint(name: str, expected: Type | None, names: list[str]) -> str:
    """What may be written here, or the names that have a value; none of them is near."""
    if name.lower() in NUMBER_WORDS:
        return f"write {NUMBER_WORDS[name.lower()]}"
    if not names:
        if expected is None or expected.kind == "error":
            return "no variable has a value here"
        return f"{describe(expected)} is wanted here"
    return "what has a value here: " + ", ".join(names[:_LISTED]) + (", …" if len(names) > _LISTED else "")


def _may_be(test: ir.Expr, subject: Typed) -> bool:
    """Whether a number in bounds may pass a test of it against constants; others may always."""
    if not isinstance(test, ir.Op):
        return True
    if test.op == "and":
        return all(_may_be(part, subject) for part in test.args)
    value = fold(test.args[1])
    return value is None or can_hold(test.op, subject.type, integer(value, value))


def _kinds_of_cards(left: Typed, right: Typed) -> tuple[Typed, Typed]:
    """A card that is compared with the id of a card is compared by its kind, not by its instance."""
    if "card_id" in (left.type.kind, right.type.kind):
        sides = [Typed(ir.CardAttr(side.expr, "id"), Type("card_id")) if side.type.kind == "card" else side for side in (left, right)]
        return sides[0], sides[1]
    return left, right


def _number_hint(type_: Type) -> str:
    if type_.kind in ("roll", "roll_of"):
        return "a roll is not a number: use sum(…), count(…), best(…) or size(…)"
    if type_.kind == "bool":
        return "write `if C then 1 else 0` to count it"
    return ""
