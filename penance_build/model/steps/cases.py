"""The keys of a ``match``: the values of a key, and the values that no key covers."""

from __future__ import annotations

from itertools import islice
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.formula.ranges import RANGE, hyphenated, no_range
from penance_build.formula.syntax import Boolean, Interval, Name, Node, Number, alternatives
from penance_build.ir.nodes import Type
from penance_build.model.context.world import World
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.references import no_member, read_member
from penance_build.surface.nodes import Formula

MAX_VALUES: Final = 1000
MAX_NAMED: Final = 20


def case_values(scope: Expressions, key: Formula, type_: Type) -> list[int]:
    """The values of a key; reports a key that has no value of the type."""
    before = len(scope.report)
    if key.node is None:
        error = key.error
        values = [] if error is None else _wrong(scope, key, error.code, error.message, error.hint)
    else:
        values = [value for part in alternatives(key.node) for value in _values(scope, key, part, type_)]
    scope.cure(key, before)
    return values


def _values(scope: Expressions, key: Formula, node: Node, type_: Type) -> list[int]:
    if type_.kind == "enum" and isinstance(node, Name):
        index = scope.world.member(type_.ref, node.id)
        if index is not None:
            read_member(scope, type_.ref, node.id)
            return [index]
        return _wrong(scope, key, "E402", *no_member(scope.world, type_.ref, node.id))
    if type_.kind == "bool" and isinstance(node, Boolean):
        return [int(node.value)]
    if type_.kind == "int" and hyphenated(node):
        return _wrong(scope, key, RANGE, no_range(node), f"write {hyphenated(node)}")
    if type_.kind == "int" and isinstance(node, Number):
        return [node.value]
    if type_.kind == "int" and isinstance(node, Interval):
        low = node.low.value if isinstance(node.low, Number) else type_.low
        high = node.high.value if isinstance(node.high, Number) else type_.high
        if low is None or high is None or high - low >= MAX_VALUES:
            return _wrong(scope, key, "E604", f"this range has more than {MAX_VALUES} values", "use `if:` with comparisons")
        return list(range(low, high + 1)) or _wrong(scope, key, "E507", "this range holds nothing", "write LOW..HIGH")
    wanted = {"enum": f"members of `{type_.ref}`", "bool": "true and false"}.get(type_.kind, "numbers and ranges")
    return _wrong(scope, key, "E403", f"the cases here are {wanted}", "")


def _wrong(scope: Expressions, key: Formula, code: str, message: str, hint: str) -> list[int]:
    scope.report.append(Problem(code, message, key.key_span, hint, entity=scope.entity, path=key.path))
    return []


def missing_values(world: World, type_: Type, seen: dict[int, str]) -> list[str]:
    """The values of the type that no case covers, as the author writes them; the first few where there are many."""
    if type_.low is None or type_.high is None:
        return ["numbers without a bound"]
    missing = list(islice((value for value in range(type_.low, type_.high + 1) if value not in seen), MAX_NAMED))
    if type_.kind == "enum":
        enum = world.enum(type_.ref)
        return [f"`{enum.members[value].id}`" for value in missing] if enum else []
    if type_.kind == "bool":
        return ["`true`" if value else "`false`" for value in missing]
    return [f"`{value}`" for value in missing]
