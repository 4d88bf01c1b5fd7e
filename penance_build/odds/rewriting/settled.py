"""What the inputs of a question decide: branches that they exclude are gone before the procedure is planned.

A branch that cannot be taken would still be paid for: what it asks of a roll is asked jointly with all the rest. Numbers stay
variables, so that one plan serves all inputs that decide alike; ``decisions`` says which do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.state import new_state
from penance_build.ir.nodes import (
    Cond,
    Const,
    Each,
    Expr,
    If,
    Let,
    Lookup,
    Match,
    Note,
    Op,
    Pick,
    Played,
    Procedure,
    Repeat,
    Report,
    Reroll,
    Stmt,
    Stop,
    Var,
)
from penance_build.ir.ops import operate
from penance_build.ir.record import replace
from penance_build.ir.walk import assigned, expressions, map_bodies, map_own, own_expressions, rebuild, statements, variables
from penance_build.odds.rewriting.exprs import holds

Known = dict[str, int]
Decisions = tuple[int | None, ...]
_CONDS = frozenset({Cond})
_NUMBERS = ("int", "bool", "enum")


class Settler:
    """Finds what inputs decide in the procedures of one program."""

    def __init__(self, program: Played) -> None:
        self.program = program
        self._deciding: dict[str, frozenset[str]] = {}
        self._left: dict[tuple[object, ...], tuple[Procedure, Decisions]] = {}

    def deciding(self, procedure: Procedure) -> frozenset[str]:
        """The slots on which some branch depends; none where no input is among them, so that nothing is decided by any."""
        if procedure.id not in self._deciding:
            tests = _tests(procedure.body)
            found = {name for test in tests for name in variables(test)}
            is_open = any(item.name in found for item in procedure.inputs) or any(not variables(test) for test in tests)
            if tests:
                lets = [(stmt.slot, variables(stmt.value)) for stmt in statements(procedure.body) if isinstance(stmt, Let)]
                while more := {name for slot, read in lets if slot in found for name in read} - found:
                    found |= more
                is_open = is_open or any(item.name in found for item in procedure.inputs)
            self._deciding[procedure.id] = frozenset(found) if is_open else frozenset()
        return self._deciding[procedure.id]

    def decide(self, procedure: Procedure, values: Mapping[str, Any]) -> tuple[Procedure, Decisions]:
        """The procedure as it is left for some inputs, with all decisions; for the same decisions it is the same."""
        deciding = self.deciding(procedure)
        if not deciding:
            return procedure, ()
        names = [item.name for item in procedure.inputs if item.name in deciding and item.type.kind in _NUMBERS]
        known = {name: values[name] for name in names if name in values}
        key = (procedure.id, *known.items())
        if key not in self._left:
            found = _Deciding(self.program, deciding)
            body, _ = found.body(procedure.body, dict(known))
            decisions = tuple(found.decisions)
            left = self._left.get((procedure.id, decisions)) or (replace(procedure, body=body), decisions)
            self._left[key] = self._left[procedure.id, decisions] = left
        return self._left[key]


def _tests(body: tuple[Stmt, ...]) -> list[Expr]:
    """Whatever may be decided: tests of statements and in expressions, ends of counted loops, limits of rerolls."""
    found: list[Expr] = []
    for stmt in statements(body):
        if isinstance(stmt, Note | Report):
            continue
        if isinstance(stmt, If | Match):
            found.append(stmt.test if isinstance(stmt, If) else stmt.on)
        elif isinstance(stmt, Reroll):
            found.append(stmt.limit)
        elif isinstance(stmt, Each):
            found += [stmt.low, stmt.high]
        for e in own_expressions(stmt):
            if holds(e, _CONDS):
                found += [inner.test for inner in expressions(e) if isinstance(inner, Cond)]
    return found


class _Deciding:
    """Goes forward through a body with the values that are known; None stands for these where the procedure has ended."""

    def __init__(self, program: Played, deciding: frozenset[str]) -> None:
        self.program = program
        self.deciding = deciding
        self.decisions: list[int | None] = []

    def body(self, body: tuple[Stmt, ...], known: Known | None) -> tuple[tuple[Stmt, ...], Known | None]:
        """The statements that are left, and what is known after them."""
        found: list[Stmt] = []
        for stmt in body:
            if known is None:
                break
            known = self.stmt(stmt, known, found)
        return tuple(found), known

    def stmt(self, stmt: Stmt, known: Known, found: list[Stmt]) -> Known | None:
        """Add to ``found`` what is left of a statement; what is known after it."""
        match stmt:
            case Note() | Report():
                return known
            case Let(slot, value):
                number = self.value(value, known) if slot in self.deciding else None
                found.append(self.read(stmt, known))
                return _with(known, slot, number)
            case If(test, then, orelse):
                truth = self.decided(test, known)
                if truth is not None:
                    return self.inline(then if truth else orelse, known, found)
                yes, after_yes = self.body(then, dict(known))
                no, after_no = self.body(orelse, dict(known))
                found.append(If(self.folded(test, known), yes, no))
                return _meet([after_yes, after_no])
            case Match(on, cases, orelse):
                number = self.value(on, known)
                bodies = [*(case.body for case in cases), orelse]
                if number is not None:
                    taken = next((at for at, case in enumerate(cases) if number in case.values), len(cases))
                    self.decisions.append(taken)
                    return self.inline(bodies[taken], known, found)
                self.decisions.append(None)
                parts = [self.body(inner, dict(known)) for inner in bodies]
                left = tuple([replace(case, body=body) for case, (body, _) in zip(cases, parts, strict=False)])
                found.append(Match(self.folded(on, known), left, parts[-1][0]))
                return _meet([after for _, after in parts])
            case Reroll(limit=limit) if self.decided(Op("gt", (limit, Const(0))), known) == 0:
                return known
            case Each(low=low, high=high) if self.decided(Op("le", (low, high)), known) == 0:
                return known
            case Pick(then=then, orelse=orelse):
                rest = _without(known, stmt)
                yes, after_yes = self.body(then, dict(rest))
                no, after_no = self.body(orelse, dict(rest))
                found.append(replace(self.read(stmt, known), then=yes, orelse=no))
                return _meet([after_yes, after_no])
        inner = _without(known, stmt)
        if isinstance(stmt, Each | Repeat):  # what a pass writes is known in none
            stmt = map_bodies(stmt, lambda body: self.body(body, dict(inner))[0])
            known = inner
        found.append(self.read(stmt, known))
        return None if isinstance(stmt, Stop) else inner

    def inline(self, body: tuple[Stmt, ...], known: Known, found: list[Stmt]) -> Known | None:
        """The statements of a branch that is taken, in the place of the whole."""
        left, after = self.body(body, known)
        found += left
        return after

    def read(self, stmt: Stmt, known: Known) -> Stmt:
        """A statement that evaluates only what is left of its conditions."""
        if any(holds(e, _CONDS) for e in own_expressions(stmt)):
            return map_own(stmt, lambda e: self.folded(e, known))
        return stmt

    def folded(self, e: Expr, known: Known) -> Expr:
        """An expression without the sides of conditions that are not taken."""
        if not holds(e, _CONDS):
            return e
        if isinstance(e, Cond):
            truth = self.decided(e.test, known)
            if truth is not None:
                return self.folded(e.yes if truth else e.no, known)
        return rebuild(e, lambda child: self.folded(child, known))

    def decided(self, test: Expr, known: Known) -> int | None:
        """Whether a test holds, noted; None where that is not known."""
        number = self.value(test, known)
        truth = None if number is None else int(number != 0)
        self.decisions.append(truth)
        return truth

    def value(self, e: Expr, known: Known) -> int | None:
        """The value of an expression, where what is known says it."""
        match e:
            case Const(value):
                return value
            case Var(name):
                return known.get(name)
            case Op(op, args):
                values = [self.value(arg, known) for arg in args]
                if (op == "and" and 0 in values) or (op == "or" and any(values)):
                    return int(op == "or")
                numbers = [value for value in values if value is not None]
                return operate(op, numbers) if len(numbers) == len(values) else None
            case Cond(test, yes, no):
                truth = self.value(test, known)
                return None if truth is None else self.value(yes if truth else no, known)
            case Lookup(table, args, output):
                values = [self.value(arg, known) for arg in args]
                cells = tuple([Const(value) for value in values if value is not None])
                if len(cells) < len(args):
                    return None
                return Evaluator(self.program, new_state(self.program), Frame({})).number(Lookup(table, cells, output))
        return None


def _with(known: Known, slot: str, number: int | None) -> Known:
    if number is not None:
        known[slot] = number
    else:
        known.pop(slot, None)
    return known


def _without(known: Known, stmt: Stmt) -> Known:
    """What is still known where a statement, or one inside it, may have written."""
    written = {slot for inner in statements((stmt,)) for slot in assigned(inner)}
    return {name: value for name, value in known.items() if name not in written}


def _meet(paths: list[Known | None]) -> Known | None:
    """What is known where several paths come together; None where all have ended."""
    live = [known for known in paths if known is not None]
    if not live:
        return None
    return {name: value for name, value in live[0].items() if all(other.get(name) == value for other in live[1:])}
