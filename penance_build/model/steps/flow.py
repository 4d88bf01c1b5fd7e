"""Data flow along the steps of a procedure: types of variables, definite assignment, narrowing by conditions."""

from __future__ import annotations

from msgspec import Struct, field

from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.formulas.bounds import join
from penance_build.model.formulas.narrowing import facts, tightened


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
        for expr, op, bound in facts(test, truth):
            if isinstance(expr, ir.Var) and expr.name in env and env[expr.name].kind in ("int", "bool", "enum"):
                narrower = tightened(env[expr.name], op, bound)
                if narrower is None:
                    return Flow(None, self.maybe)
                env[expr.name] = narrower
        return Flow(env, self.maybe)


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
