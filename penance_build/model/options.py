"""Options: which there are, what was chosen, and which nodes exist under the choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from math import prod

from penance_build.diagnostics.problem import Problem
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Binary, Boolean, Name, Node, Unary, Within
from penance_build.model.place import Place
from penance_build.surface.nodes import Formula, Item


class UnknownOption(Exception):
    """An option or a value that the game does not declare; the message lists what it does."""


@dataclass(frozen=True, slots=True)
class OptionDef:
    """An option: its values in order, the first the default."""

    id: str
    name: str
    values: tuple[str, ...]


def choose_options(declared: Mapping[str, OptionDef], wanted: Mapping[str, str], strict: bool = True) -> dict[str, str]:
    """The full choice. Raises UnknownOption with the list of what there is; not ``strict``: leaves out what is not there."""
    if not strict:
        wanted = {name: value for name, value in wanted.items() if name in declared and value in declared[name].values}
    for name, value in wanted.items():
        option = declared.get(name)
        if option is None:
            known = ", ".join(sorted(declared)) or "none"
            raise UnknownOption(f"this game has no option `{name}`; its options are: {known}")
        if value not in option.values:
            raise UnknownOption(f"the option `{name}` has no value `{value}`; its values are: {', '.join(option.values)}")
    return {name: wanted.get(name, option.values[0]) for name, option in declared.items()}


def count_combinations(declared: Mapping[str, OptionDef], used: set[str]) -> int:
    """How many choices there are of the options that some ``when:`` mentions."""
    return prod(len(declared[name].values) for name in used & set(declared))


def combinations(declared: Mapping[str, OptionDef], used: set[str], base: Mapping[str, str], limit: int) -> Iterator[dict[str, str]]:
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


def _neighbours(declared: Mapping[str, OptionDef], names: Sequence[str], base: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for name in names:
        for value in declared[name].values:
            yield {**base, name: value}


def _all(declared: Mapping[str, OptionDef], names: Sequence[str], base: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for values in product(*(declared[name].values for name in names)):
        yield {**base, **dict(zip(names, values, strict=True))}


class Conditions:
    """Reads ``when:`` texts against the declared options, remembers which options were mentioned, reports what is wrong."""

    def __init__(self, declared: Mapping[str, OptionDef], report: list[Problem]) -> None:
        self.declared = declared
        self.report = report
        self.used: set[str] = set()
        self._parsed: dict[str, Node] = {}
        self._mentioned: dict[tuple[int, str | int, bool], frozenset[str]] = {}

    def holds(self, place: Place | Item, choice: Mapping[str, str]) -> bool:
        """Whether the node at ``place`` exists under this choice (no ``when:``, or one that cannot be read: always)."""
        if isinstance(place, Item):
            read = None if place.when is None else self._read(place.when)
            return read is None or self._value(read, choice)
        if not place.has("when"):
            return True
        node = self._read(place.need("when"))
        return node is None or self._value(node, choice)

    def mentions(self, place: Place, below: bool = True) -> frozenset[str]:
        """The options that the ``when:`` of this place, and those below it, speak of."""
        key = (id(place.container), place.key, below)  # the tree outlives what is said of it
        known = self._mentioned.get(key)
        if known is None:
            before, self.used = self.used, set()
            if below:
                self.scan(place)
            elif isinstance(place.value, dict) and isinstance(place.value.get("when"), str):
                self._read(place.need("when"))
            known, self.used = frozenset(self.used), before
            self._mentioned[key] = known
        self.used |= known
        return known

    def scan(self, place: Place) -> None:
        """Note every option that a ``when:`` below this place mentions."""
        for at in place.mappings():
            if isinstance(at.value.get("when"), str):
                self._read(at.need("when"))

    def _read(self, when: Place | Formula) -> Node | None:
        text = when.text
        known = self._parsed.get(text)
        if known is not None:
            self.used |= _named(known)
            return known
        try:
            node = parse(text)
        except FormulaError as error:
            self.report.append(Problem(error.code, error.message, when.inside(error.start, error.end), error.hint, path=when.path))
            return None
        if not self._check(node, when):
            return None
        self._parsed[text] = node
        return node

    def _check(self, node: Node, when: Place | Formula) -> bool:
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

    def _check_pair(self, name: Name, values: tuple[Name, ...], when: Place | Formula) -> bool:
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
