"""Data flow along the steps of a procedure: types of variables, definite assignment, narrowing by conditions."""

from __future__ import annotations

from msgspec import Struct, field

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.ops import COMPARISONS, OPERATIONS
from penance_build.model.formulas.bounds import join


class Flow(Struct, frozen=True):
    """The data-flow facts before a step; ``env`` None: unreachable."""

    env: dict[str, Type] | None
    maybe: frozenset[str] = frozenset()

    @property
    def is_dead(self) -> bool:
        """Whether the program point is unreachable."""
        return self.env is None

    def assign(self, name: str, type_: Type) -> Flow:
        """The facts after an assignment."""
        assert self.env is not None
        return Flow({**self.env, name: type_}, self.maybe - {name})

    def without(self, name: str) -> Flow:
        """The facts after a variable left its scope."""
        if self.env is None:
            return self
        return Flow({key: value for key, value in self.env.items() if key != name}, self.maybe - {name})

    def meet(self, other: Flow) -> Flow:
        """The join of two paths: a variable is definitely assigned where both paths assign it."""
        if self.env is None:
            return Flow(other.env, other.maybe | self.maybe if other.env is not None else frozenset())
        if other.env is None:
            return Flow(self.env, self.maybe | other.maybe)
        env: dict[str, Type] = {}
        maybe = set(self.maybe | other.maybe)
        for name, type_ in self.env.items():
            second = other.env.get(name)
            both = type_ if second is type_ else None if second is None else join(type_, second)
            if both is None:
                maybe.add(name)
            else:
                env[name] = both
        maybe.update(name for name in other.env if name not in env)
        return Flow(env, frozenset(maybe))

    def narrowed(self, test: ir.Expr, truth: bool) -> Flow:
        """The facts after a condition was found true or false: bounds of variables are narrowed."""
        if self.env is None:
            return self
        if isinstance(test, ir.Const) and bool(test.value) != truth:
            return Flow(None, self.maybe)
        env = dict(self.env)
        for name, op, bound in _facts(test, truth):
            if name in env and env[name].kind in ("int", "bool", "enum"):
                tightened = _tighten(env[name], op, bound)
                if tightened is None:
                    return Flow(None, self.maybe)
                env[name] = tightened
        return Flow(env, self.maybe)


def _facts(test: ir.Expr, truth: bool) -> list[tuple[str, str, int]]:
    """The (variable, comparison, constant) triples that follow from a condition being true or false."""
    if isinstance(test, ir.Var):
        return [(test.name, "eq", int(truth))]
    if not isinstance(test, ir.Op):
        return []
    if test.op == "not":
        return _facts(test.args[0], not truth)
    if test.op == ("and" if truth else "or"):
        return [fact for part in test.args for fact in _facts(part, truth)]
    if test.op not in COMPARISONS:
        return []
    op = test.op if truth else OPERATIONS[test.op].negation
    left, right = test.args
    if isinstance(left, ir.Var) and isinstance(right, ir.Const):
        return [(left.name, op, right.value)]
    if isinstance(right, ir.Var) and isinstance(left, ir.Const):
        return [(right.name, OPERATIONS[op].mirror, left.value)]
    return []


def _tighten(type_: Type, op: str, bound: int) -> Type | None:
    low, high = type_.low, type_.high
    if op in ("ge", "gt", "eq"):
        least = bound + (op == "gt")
        low = least if low is None else max(low, least)
    if op in ("le", "lt", "eq"):
        most = bound - (op == "lt")
        high = most if high is None else min(high, most)
    if op == "ne":
        low = low + 1 if low == bound else low
        high = high - 1 if high == bound else high
    if low is not None and high is not None and low > high:
        return None
    return Type(type_.kind, type_.ref, low, high, type_.unit)


class Slots(Struct):
    """The variables of a procedure, each with the join of its types, in order of first assignment."""

    types: dict[str, Type] = field(default_factory=dict)

    def note(self, name: str, type_: Type) -> bool:
        """Join the type of an assignment; False where it conflicts in kind or unit."""
        known = self.types.get(name)
        if known is None or known.kind == "error":
            self.types[name] = type_
            return True
        both = join(known, type_)
        if both is None:
            return False
        self.types[name] = both
        return True
