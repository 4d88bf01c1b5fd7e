"""The formula parser: a scanner of one regular expression, and one function a level of binding.

Bounded in length and depth, so that no text can exhaust the machine; there is no evaluation here.
The grammar is in ``docs/language.md``; the cases in ``tests/test_formula.py``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.formula.foreign import no_meaning, unexpected
from penance_build.formula.ranges import RANGE, cure, hyphenated, no_range
from penance_build.formula.syntax import (
    Apply,
    Binary,
    Boolean,
    Choice,
    Dot,
    Index,
    Interval,
    Name,
    Node,
    Number,
    Unary,
    Within,
    alternatives,
    depth,
)
from penance_build.ir.ops import ADD, COMPARE, LIMIT, MUL, binary

_GLUED: Final = re.compile("[0-9]+-[0-9]+")  # a formula of nothing else; one that is meant as a number is written as one
MAX_LENGTH: Final = 500
MAX_DEPTH: Final = 32
MAX_NESTED: Final = 64  # operations within one another: of a long sum each is carried out inside of the next

_TOKEN: Final = re.compile(
    r"(?P<space>[ ]+)|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<op>\.\.|==|!=|<=|>=|//|[-+*/%<>()\[\].,])|(?P<bad>.)",
    re.DOTALL,
)
WORDS: Final = frozenset({"if", "then", "else", "and", "or", "not", "in", "true", "false"})
_COMPARISONS: Final = tuple(binary(COMPARE))
_SUMS: Final = tuple(binary(ADD))
_PRODUCTS: Final = (*binary(MUL), "/")  # the last one is only read inside of what rounds it


class FormulaError(Exception):
    """A formula that cannot be read: code, message, the offsets of the guilty token, a hint."""

    def __init__(self, code: str, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.start, self.end, self.hint = code, message, start, end, hint


class _Token(Struct, frozen=True):
    kind: str  # number, name, word, op or end
    text: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    """Parse one formula; the same text gives the same tree, read once. Raises FormulaError (codes E401, E409, E413, E415)."""
    if len(text) > MAX_LENGTH:
        raise FormulaError(
            "E415", f"this formula has {len(text)} characters, the limit is {MAX_LENGTH}", 0, len(text), "split it with `let`"
        )
    parser = _Parser(_scan(text))
    node = parser.expression()
    token = parser.token
    if token.kind != "end":
        is_list = token.text == "," and any(item.kind == "word" and item.text == "in" for item in parser.tokens[: parser.at])
        hint = "several values stand in brackets: in (a, b)" if is_list else parser.meant()
        raise parser.error(f"expected the end of the formula, found `{token.text}`", hint)
    nested = depth(node)
    if nested > MAX_NESTED:
        message = f"this formula carries out {nested} operations within one another, the limit is {MAX_NESTED}"
        raise FormulaError("E415", message, node.start, node.end, "split it with `let`")
    if _GLUED.fullmatch(text) and isinstance(node, Binary) and hyphenated(node):
        parser.no_hyphen(node, "")
    return node


def _scan(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        found, start, end = match.group(), match.start(), match.end()
        if kind == "space":
            continue
        if kind == "bad":
            message, hint = no_meaning(text, start)
            raise FormulaError("E401", message, start, end, hint)
        if kind == "name" and found in WORDS:
            kind = "word"
        tokens.append(_Token(kind, found, start, end))
    tokens.append(_Token("end", "", len(text), len(text) + 1))
    return tokens


class _Parser:
    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def error(self, message: str, hint: str = "", code: str = "E401") -> FormulaError:
        return FormulaError(code, message, self.token.start, self.token.end, hint)

    def meant(self) -> str:
        """What to write instead of the token at hand; empty where that cannot be told."""
        before = self.tokens[self.at - 1] if self.at else None
        return unexpected(before, self.token, self.tokens[self.at + 1] if self.token.kind != "end" else None)

    def take(self, *texts: str) -> _Token | None:
        """Step past the token if it is one of these operators or words."""
        token = self.token
        if token.kind in ("op", "word") and token.text in texts:
            self.at += 1
            return token
        return None

    def expect(self, text: str, after: str) -> _Token:
        token = self.take(text)
        if token is None:
            found = f"found `{self.token.text}`" if self.token.kind != "end" else "the formula ends"
            raise self.error(f"expected `{text}` {after}, {found}", self.meant())
        return token

    def descend(self) -> None:
        """Go one level deeper; raises FormulaError at the one too many."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"this formula is nested deeper than {MAX_DEPTH}", "split it with `let`", "E415")

    def expression(self) -> Node:
        self.descend()
        start = self.take("if")
        if start is None:
            node = self.disjunction()
        else:
            test = self.expression()
            self.expect("then", "after the condition")
            yes = self.expression()
            self.expect("else", "after the value: a formula always has one")
            no = self.expression()
            node = Choice(start.start, no.end, test, yes, no)
        self.depth -= 1
        return node

    def disjunction(self) -> Node:
        node = self.conjunction()
        while self.take("or"):
            right = self.conjunction()
            node = Binary(node.start, right.end, "or", node, right)
        return node

    def conjunction(self) -> Node:
        node = self.negation()
        while self.take("and"):
            right = self.negation()
            node = Binary(node.start, right.end, "and", node, right)
        return node

    def negation(self) -> Node:
        token = self.take("not")
        if token is None:
            return self.comparison()
        self.descend()
        operand = self.negation()
        self.depth -= 1
        return Unary(token.start, operand.end, "not", operand)

    def comparison(self) -> Node:
        node = self.range()
        if self.take("in"):
            items, end = self.items()
            node = Within(node.start, end, node, items)
        else:
            token = self.take(*_COMPARISONS)
            if token is None:
                return node
            right = self.range()
            node = Binary(node.start, right.end, token.text, node, right)
            if token.text in ("==", "!="):
                self.no_hyphen(right, "in ")
        if self.take(*_COMPARISONS, "in"):
            self.at -= 1
            raise self.error("comparisons do not chain", "join two comparisons with `and`", "E413")
        return node

    def items(self) -> tuple[tuple[Node, ...], int]:
        if self.take("("):
            items = [self.pattern()]
            while self.take(","):
                items.append(self.pattern())
            return tuple(items), self.expect(")", "after the list").end
        item = self.pattern()
        return (item,), item.end

    def pattern(self) -> Node:
        """A value or a range, where nothing else is meant; reports one in another notation, with ours as the cure."""
        token = self.token
        if token.kind == "op" and token.text in _COMPARISONS:
            following = self.tokens[self.at + 1]
            hint = cure(f"{token.text} {following.text}") or "compare with the value: write `face` or the value before it"
            raise self.error(f"a range has two dots, found `{token.text}`", hint)
        node = self.range()
        self.no_hyphen(node, "")
        return node

    def no_hyphen(self, node: Node, before: str) -> None:
        """Report the difference of two written numbers where a range is meant."""
        ours = hyphenated(node)
        if ours:
            raise FormulaError(RANGE, no_range(node), node.start, node.end, f"write {before}{ours}")

    def range(self) -> Node:
        opening = self.take("..")
        if opening is not None:
            high = self.additive()
            return Interval(opening.start, high.end, None, high)
        low = self.additive()
        dots = self.take("..")
        if dots is None:
            return low
        if self.token.kind in ("number", "name") or (self.token.kind == "op" and self.token.text in ("-", "(")):
            high = self.additive()
            return Interval(low.start, high.end, low, high)
        return Interval(low.start, dots.end, low, None)

    def additive(self) -> Node:
        node = self.multiplicative()
        while (token := self.take(*_SUMS)) is not None:
            right = self.multiplicative()
            node = Binary(node.start, right.end, token.text, node, right)
        return node

    def multiplicative(self) -> Node:
        node = self.unary()
        while (token := self.take(*_PRODUCTS)) is not None:
            right = self.unary()
            node = Binary(node.start, right.end, token.text, node, right)
        return node

    def unary(self) -> Node:
        token = self.take("-")
        if token is None:
            return self.postfix()
        self.descend()
        operand = self.unary()
        self.depth -= 1
        if isinstance(operand, Number):
            return Number(token.start, operand.end, -operand.value)
        return Unary(token.start, operand.end, "-", operand)

    def postfix(self) -> Node:
        node = self.primary()
        while (token := self.take(".", "[")) is not None:
            if token.text == "[":
                place = self.expression()
                node = Index(node.start, self.expect("]", "after the place in the list").end, node, place)
                continue
            name = self.token
            if isinstance(node, Number) and name.kind == "number":
                raise FormulaError(
                    "E401", "there are no fractions in rules", node.start, name.end, "a range is 1..5; a part is floor(x / 2)"
                )
            if name.kind != "name":
                raise self.error("expected a name after the dot")
            self.at += 1
            node = Dot(node.start, name.end, node, name.text, name.start)
        return node

    def primary(self) -> Node:
        token = self.token
        if token.kind == "number":
            self.at += 1
            if int(token.text[:20]) > LIMIT or len(token.text) > 16:
                raise FormulaError("E408", "this number is beyond 2^53 - 1", token.start, token.end)
            return Number(token.start, token.end, int(token.text))
        if token.kind == "word" and token.text in ("true", "false"):
            self.at += 1
            return Boolean(token.start, token.end, token.text == "true")
        if token.kind == "name":
            self.at += 1
            if self.take("("):
                return self.application(token)
            return Name(token.start, token.end, token.text)
        if self.take("("):
            inner = self.expression()
            end = self.expect(")", "to close the bracket").end
            return _widened(inner, token.start, end)
        found = f"found `{token.text}`" if token.kind != "end" else "the formula ends"
        hint = "ranges are written 1..3, sets of values (a, b)" if token.text == "[" else self.meant()
        raise self.error(f"expected a value, {found}", hint)

    def application(self, name: _Token) -> Node:
        arguments: list[Node] = []
        if not self.take(")"):
            arguments.append(self.expression())
            while self.take(","):
                arguments.append(self.counted() if name.text == "count" else self.expression())
            self.expect(")", f"after the arguments of {name.text}")
        return Apply(name.start, self.tokens[self.at - 1].end, name.text, tuple(arguments))

    def counted(self) -> Node:
        """What is counted: a condition, or a pattern, `8..10` or `1 or 6`."""
        token = self.token
        if token.kind == "op" and token.text in _COMPARISONS:
            return self.pattern()  # which reports it
        node = self.expression()
        for part in alternatives(node):
            self.no_hyphen(part, "")
        return node


def _widened(node: Node, start: int, end: int) -> Node:
    """The node with the columns of the brackets around it, so that carets take them in."""
    return replace(node, start=start, end=end)
