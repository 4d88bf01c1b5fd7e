"""Expressions as Python: what they print differently from those of other languages."""

from __future__ import annotations

import re
from collections import Counter as Multiset

from penance_build.engine.writing.expressions import ExprWriter, Text, is_plain
from penance_build.engine.writing.module import quoted
from penance_build.engine.writing.statements import Code
from penance_build.ir import nodes
from penance_build.ir.ops import ATOM, COMPARE, COMPARISONS, COND, MUL, NOT, UNARY


class PythonExprs(ExprWriter):
    """Expressions in Python."""

    bound = 0

    def boolean(self, expr: nodes.Op) -> Text:
        """A unary plus makes a number of a comparison; ``and`` and ``or`` may give any of their sides."""
        text, _ = self.condition(expr)
        if expr.op in ("and", "or"):
            return f"1 if {text} else 0", COND
        return f"+({text})", UNARY

    def cond(self, test: str, yes: str, no: str) -> str:
        """A conditional expression."""
        return f"{yes} if {test} else {no}"

    def truth(self, value: bool) -> str:
        """True or False."""
        return "True" if value else "False"

    def negation(self, text: str) -> str:
        """``not``."""
        return f"not {text}"

    def not_level(self) -> int:
        """``not`` binds weaker than comparisons."""
        return NOT

    def comparison(self, op: str) -> str:
        """The sign itself."""
        return COMPARISONS[op]

    def logic(self, op: str) -> str:
        """The word itself."""
        return f" {op} "

    def extreme(self, op: str, args: tuple[nodes.Expr, ...]) -> Text:
        """Of two values a comparison, which is faster than a call; the dear one is bound to a name where that is allowed."""
        if len(args) == 2:
            first, second = args
            sign = "<" if op == "min" else ">"
            if is_plain(first) and is_plain(second):
                one, two = self.number(first, MUL), self.number(second, MUL)
                return f"{one} if {one} {sign} {two} else {two}", COND
            dear, cheap = (first, second) if is_plain(second) else (second, first)
            if is_plain(cheap) and not self.depth:
                inner = self.number(dear)
                self.bound += 1
                name, text = f"_w{self.bound}", self.number(cheap, MUL)
                return f"{name} if ({name} := {inner}) {sign} {text} else {text}", COND
        return f"_{op}({', '.join(map(self.number, args))})", ATOM

    def special(self, expr: nodes.Op) -> Text:
        """Python's own operators are the floored ones."""
        args = expr.args
        if expr.op == "mul":
            return " * ".join([self.number(args[0], MUL), *(self.number(arg, UNARY) for arg in args[1:])]), MUL
        if expr.op == "neg":
            return f"-{self.number(args[0], UNARY)}", UNARY
        if expr.op == "rdiv":
            return f"_rdiv({self.number(args[0])}, {self.number(args[1])})", ATOM
        left, right = self.number(args[0], MUL), self.number(args[1], UNARY)
        if expr.op == "cdiv":
            return f"-(-{self.number(args[0], UNARY)} // {right})", UNARY
        sign = {"div": "//", "mod": "%"}[expr.op]
        return f"{left} {sign} {right}", MUL

    def builtin(self, name: str) -> str:
        """An alias that no slot can hide."""
        return f"_{name}"

    def length(self, text: str) -> str:
        """``len``."""
        return f"_len({text})"

    def counted(self, roll: str, face: int, weight: int) -> Text:
        """``count`` of one face."""
        text = f"{roll if roll.isidentifier() else f'({roll})'}.count({face})"
        return (text, ATOM) if weight == 1 else (f"{text} * {weight}", MUL)

    def weighed(self, roll: str, weights: str) -> str:
        """A comprehension over the faces."""
        return f"_sum([{weights}[_f] for _f in {_iterable(roll)}])"

    def summed(self, items: str, body: tuple[str, str]) -> str:
        """A comprehension."""
        return f"_sum({self.listed(items, body)})"

    def top(self, items: str, test: tuple[str, str]) -> str:
        """The last item that passes a test, or -1."""
        return f"_top({items}, lambda {test[0]}: {test[1]})"

    def listed(self, items: str, body: tuple[str, str]) -> str:
        """A comprehension; an attribute of the card at hand that is read again gets a name."""
        name, text = body
        read = Multiset(re.findall(rf"_C_\w+\[_g\.cards\[{name}\]\]", text))
        named = {attribute: f"{name}_{place}" for place, attribute in enumerate(read) if read[attribute] > 1}
        for attribute, short in named.items():
            text = text.replace(attribute, short)
        clauses = "".join(f" for {short} in [{attribute}]" for attribute, short in named.items())
        return f"[{text} for {name} in {_iterable(items)}{clauses}]"

    def joined(self, roll: str, words: str) -> str:
        """``join``."""
        return f'", ".join([{words}[_f] for _f in {_iterable(roll)}])'

    def joined_numbers(self, numbers: str) -> str:
        """``join``."""
        return f'", ".join([_str(_f) for _f in {_iterable(numbers)}])'

    def picked(self, roll: str, tokens: str) -> str:
        """A comprehension."""
        return f"[{tokens}[_f] for _f in {_iterable(roll)}]"

    def to_bool(self, expr: nodes.Expr) -> str:
        """Comparisons are booleans already."""
        if isinstance(expr, nodes.Const) or (isinstance(expr, nodes.Op) and (expr.op in COMPARISONS or expr.op == "not")):
            return self.test(expr)
        return f"{self.number(expr, COMPARE + 1)} != 0"

    def row_text(self, items: list[str]) -> str:
        """A tuple."""
        return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"

    def cases_function(self, name: str, params: list[str], lines: list[tuple[str, str]]) -> str:
        """A chain of early returns."""
        code = Code()
        code.line(f"def {name}({', '.join(params)}):")
        code.indent += 1
        for test, value in lines:
            code.line(f"if {test}:")
            code.line(f"    return {value}")
        code.line(f"raise StateError({quoted('no row of ' + name)})")
        return code.text()

    def value_function(self, name: str, params: list[str], value: str) -> str:
        """One return."""
        return f"def {name}({', '.join(params)}):\n    return {value}\n"

    def remembering_function(self, name: str, plain: str, bounds: list[tuple[int | None, int | None]]) -> str:
        """``lru_cache``; the plain function may stand below."""
        params = ", ".join(f"_i{place}" for place in range(len(bounds)))
        return f"@_remembered\ndef {name}({params}):\n    return {plain}({params})\n"


def _iterable(text: str) -> str:
    return f"({text})" if " if " in text else text
