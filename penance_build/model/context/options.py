"""Options: which there are, what was chosen, and which nodes exist under the choice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Any, Final, TypeVar

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.syntax import Binary, Boolean, Name, Node, Unary, Within
from penance_build.surface.declarations import Option
from penance_build.surface.game import Below
from penance_build.surface.nodes import Formula, Item

Items = TypeVar("Items", bound=Item)


class UnknownOption(Exception):
    """An option or a value that the game does not declare; the message lists the declared ones."""


def choose_options(declared: Mapping[str, Option], wanted: Mapping[str, str], strict: bool = True) -> dict[str, str]:
    """A value for every option. Raises UnknownOption, listing the declared ones; without ``strict`` undeclared options are ignored."""
    if not strict:
        wanted = {name: value for name, value in wanted.items() if name in declared and value in declared[name].values}
    for name, value in wanted.items():
        option = declared.get(name)
        if option is None:
            hint = did_you_mean(name, declared) or f"its options are: {', '.join(sorted(declared)) or 'none'}"
            raise UnknownOption(f"this game has no option `{name}`; {hint}")
        if value not in option.values:
            hint = did_you_mean(value, option.values) or f"its values are: {', '.join(option.values)}"
            raise UnknownOption(f"the option `{name}` has no value `{value}`; {hint}")
    return {name: wanted.get(name, option.values[0]) for name, option in declared.items()}


# The mistakes of reading that leave an entry of a map out.
_LEFT_OUT: Final = frozenset({"E125", "E126", "E128", "E130", "E139"})


def is_partly_read(declared: Mapping[str, Option], problems: Iterable[Problem]) -> bool:
    """Whether reading left something out of an option, so that nobody knows which values it has."""
    spans = [problem.span for problem in problems if problem.code in _LEFT_OUT]
    return any(option.at.covers(span) for option in declared.values() for span in spans)


def count_combinations(declared: Mapping[str, Option], used: set[str]) -> int:
    """The number of choices of the options that some ``when:`` mentions."""
    return prod(len(declared[name].values) for name in used & set(declared))


def combinations(declared: Mapping[str, Option], used: set[str], base: Mapping[str, str], limit: int) -> Iterator[dict[str, str]]:
    """Every choice of the options that some ``when:`` mentions, at most ``limit`` of them.

    The base choice is first, then those that differ from it in one option, then all others.
    """
    names = sorted(used & set(declared))
    seen: set[tuple[str, ...]] = set()
    for choice in chain([dict(base)], _neighbours(declared, names, base), _all(declared, names, base)):
        if len(seen) == limit:
            return
        key = tuple(choice[name] for name in names)
        if key not in seen:
            seen.add(key)
            yield choice


def _neighbours(declared: Mapping[str, Option], names: Sequence[str], base: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for name in names:
        for value in declared[name].values:
            yield {**base, name: value}


def _all(declared: Mapping[str, Option], names: Sequence[str], base: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for values in product(*(declared[name].values for name in names)):
        yield {**base, **dict(zip(names, values, strict=True))}


class Conditions:
    """Reads ``when:`` conditions against the declared options, records which options they mention, and reports their mistakes."""

    def __init__(self, declared: Mapping[str, Option], report: list[Problem]) -> None:
        self.declared = declared
        self.report = report
        self.used: set[str] = set()
        self._read_texts: dict[str, Node] = {}
        self._mentioned: dict[Below, frozenset[str]] = {}
        self._spoken: dict[int, tuple[object, tuple[str, ...]]] = {}  # the options that the definitions of a kind mention
        self._live: dict[tuple[object, ...], Any] = {}

    def holds(self, item: Item, choice: Mapping[str, str]) -> bool:
        """Whether an item exists under this choice; true without ``when:``, and for one with a mistake in it."""
        if item.when is None:
            return True
        node = self._read(item.when)
        return node is None or self._value(node, choice)

    def live(self, items: Mapping[str, Items], choice: Mapping[str, str]) -> dict[str, Items]:
        """Those of the definitions of a kind that exist under this choice, in their order."""
        if id(items) not in self._spoken:  # the mapping is stored beside the answer, so that its id is not reused
            named = self.named(item.when for item in items.values() if item.when is not None)
            self._spoken[id(items)] = items, tuple(sorted(named))
        key = (id(items), *map(choice.get, self._spoken[id(items)][1]))
        if key not in self._live:
            self._live[key] = {name: item for name, item in items.items() if self.holds(item, choice)}
        found: dict[str, Items] = self._live[key]
        return found

    def mentions(self, below: Below) -> frozenset[str]:
        """The options that the conditions at and below an entry mention."""
        known = self._mentioned.get(below)
        if known is None:
            known = self._mentioned[below] = self.named(below.whens)
        self.used |= known
        return known

    def named(self, whens: Iterable[Formula]) -> frozenset[str]:
        """The options that some conditions mention."""
        before, self.used = self.used, set()
        for when in whens:
            self._read(when)
        named, self.used = frozenset(self.used), before
        self.used |= named
        return named

    def _read(self, when: Formula) -> Node | None:
        known = self._read_texts.get(when.text)
        if known is not None:
            self.used |= _named(known)
            return known
        if when.node is None:
            error = when.error
            if error is not None:
                span = when.inside(error.start, error.end)
                self.report.append(Problem(error.code, error.message, span, error.hint, path=when.path))
            return None
        if not self._check(when.node, when):
            return None
        self._read_texts[when.text] = when.node
        return when.node

    def _check(self, node: Node, when: Formula) -> bool:
        if isinstance(node, Binary) and node.op in ("and", "or"):
            return self._check(node.left, when) and self._check(node.right, when)
        if isinstance(node, Unary) and node.op == "not":
            return self._check(node.operand, when)
        if isinstance(node, Boolean):
            return True
        if isinstance(node, Binary) and node.op in ("==", "!=") and isinstance(node.left, Name) and isinstance(node.right, Name):
            return self._check_pair(node.left, (node.right,), when)
        if isinstance(node, Within) and isinstance(node.subject, Name) and all(isinstance(item, Name) for item in node.items):
            return self._check_pair(node.subject, tuple(item for item in node.items if isinstance(item, Name)), when)
        message = "a `when:` compares options with their values"
        self.report.append(Problem("E310", message, when.inside(node.start, node.end), "write `option == value`", path=when.path))
        return False

    def _check_pair(self, name: Name, values: tuple[Name, ...], when: Formula) -> bool:
        option = self.declared.get(name.id)
        if option is None:
            hint = "the options are: " + (", ".join(sorted(self.declared)) or "none")
            span = when.inside(name.start, name.end)
            self.report.append(Problem("E310", f"there is no option `{name.id}`", span, hint, path=when.path))
            return False
        self.used.add(name.id)
        for value in values:
            if value.id not in option.values:
                message = f"the option `{name.id}` has no value `{value.id}`"
                hint = "its values are: " + ", ".join(option.values)
                self.report.append(Problem("E310", message, when.inside(value.start, value.end), hint, path=when.path))
                return False
        return True

    def _value(self, node: Node, choice: Mapping[str, str]) -> bool:
        if isinstance(node, Binary) and node.op == "and":
            return self._value(node.left, choice) and self._value(node.right, choice)
        if isinstance(node, Binary) and node.op == "or":
            return self._value(node.left, choice) or self._value(node.right, choice)
        if isinstance(node, Unary):
            return not self._value(node.operand, choice)
        if isinstance(node, Boolean):
            return node.value
        if isinstance(node, Binary) and isinstance(node.left, Name) and isinstance(node.right, Name):
            return (choice[node.left.id] == node.right.id) == (node.op == "==")
        if isinstance(node, Within) and isinstance(node.subject, Name):
            return any(isinstance(item, Name) and choice[node.subject.id] == item.id for item in node.items)
        raise AssertionError(node)


def _named(node: Node) -> set[str]:
    """The options that a condition compares."""
    if isinstance(node, Binary) and node.op in ("and", "or"):
        return _named(node.left) | _named(node.right)
    if isinstance(node, Unary):
        return _named(node.operand)
    if isinstance(node, Binary) and isinstance(node.left, Name):
        return {node.left.id}
    return {node.subject.id} if isinstance(node, Within) and isinstance(node.subject, Name) else set()
