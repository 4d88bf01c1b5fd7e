"""Unbounded numbers that are read only up to a limit are replaced by capped copies, which are finite.

``x <= 3`` and ``min(x, 5)`` never look past 4 and 5. So beside every such variable a second one is kept that is added to in the
same way and stops there; what reads the first in this way reads the second instead. The first is left to those who ask for its mean.
This rewrites the rules before they are planned; what reads a whole number without a bound stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec import Struct, field

from penance_build.ir.nodes import Call, Const, Expr, Let, Note, Op, Played, Procedure, Report, Slot, Stmt, Type, Var
from penance_build.ir.ops import COMPARISONS
from penance_build.ir.reach import Reach
from penance_build.ir.record import replace
from penance_build.ir.walk import calls, map_bodies, map_own, own_expressions, rebuild, statements, substitute
from penance_build.odds.question.refusal import no_sum
from penance_build.odds.rewriting.exprs import LINEAR, children, linear
from penance_build.odds.rewriting.repeats import is_unbounded

CAP = "@cap"
Caps = dict[str, int]


def growing_slots(procedure: Procedure) -> frozenset[str]:
    """The variables of a procedure that have no bound."""
    return frozenset(slot.name for slot in procedure.slots if is_unbounded(slot.type))


def capped(program: Played, wanted: Mapping[str, Caps]) -> Played:
    """The program with capped copies: of what ``wanted`` names by procedure and result, and of what its own rules read in part."""
    # the others have nothing to copy, nor ask for it
    growing = {item.id: item for item in program.procedures if any(is_unbounded(slot.type) for slot in item.slots)}
    caps: dict[str, Caps] = {name: dict(found) for name, found in wanted.items()}
    made: dict[str, Procedure] = {}
    for procedure in _callers_first(growing):
        made[procedure.id] = _Rewriter(program, procedure, caps).procedure_with_copies()
    return replace(program, procedures=tuple(made.get(item.id, item) for item in program.procedures)) if growing else program


def parts_asked(program: Played, procedure: Procedure, asked: Expr) -> Caps | None:
    """How far an expression over the results looks into those without a bound; None where it asks for one of them whole."""
    types = {slot.name: slot.type for slot in procedure.results}
    growing = frozenset(name for name, kind in types.items() if is_unbounded(kind))
    needs = _Needs(Reach(program, types), growing)
    needs.read(asked)
    return None if needs.whole else needs.caps


def with_copies(asked: Expr, caps: Caps) -> Expr:
    """The expression over the capped results."""
    for name in caps:
        asked = substitute(asked, name, Var(name + CAP))
    return asked


def _callers_first(by_id: Mapping[str, Procedure]) -> list[Procedure]:
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        for callee in calls(by_id[name].body):
            if callee in by_id and callee not in order:
                visit(callee)
        order.setdefault(name)

    for name in by_id:
        visit(name)
    return [by_id[name] for name in reversed(order)]


class _Needs(Struct):
    """How far reads look: ``caps`` by variable, and the variables that are read ``whole``."""

    reach: Reach
    growing: frozenset[str]
    caps: Caps = field(default_factory=dict)
    whole: set[str] = field(default_factory=set)

    def read(self, expr: Expr) -> None:
        """Note what an expression reads."""
        if isinstance(expr, Var):
            if expr.name in self.growing:
                self.whole.add(expr.name)
            return
        if isinstance(expr, Op) and expr.op in COMPARISONS:
            left, right = expr.args
            if not self.reads_up_to(0, Op("sub", (left, right))) and not self.reads_up_to(0, Op("sub", (right, left))):
                self.read(left)
                self.read(right)
            return
        if isinstance(expr, Op) and expr.op == "min":
            known = [high for high in (self.reach.bounds(arg)[1] for arg in expr.args) if high is not None]
            for arg in expr.args:
                if not known or not self.reads_up_to(min(known) - 1, arg):
                    self.read(arg)
            return
        for part in children(expr):
            self.read(cast(Expr, part))

    def reads_up_to(self, limit: int, total: Expr) -> bool:
        """Note that nobody looks at how far a sum is past a limit; false where that says nothing of its variables.

        A copy of one of them may stop where the sum is past the limit even if the rest of it is at its least.
        """
        terms, rest = linear(total)
        least: dict[str, int] = {}
        for atom, factor in terms.items():
            low, high = self.reach.bounds(cast(Expr, atom))
            if isinstance(atom, Var) and atom.name in self.growing:
                least[atom.name] = low = min(low or 0, 0)  # a copy with a cap of 0 may be less than what it is a copy of
                if factor < 0:
                    return False
            end = low if factor > 0 else high
            if end is None:
                return False
            rest += factor * end
        for name, low in least.items():
            factor = terms[Var(name)]
            cap = (limit - (rest - factor * low)) // factor + 1
            self.caps[name] = max(self.caps.get(name, 0), cap)
        for atom in terms:
            if not isinstance(atom, Var):
                self.read(cast(Expr, atom))
        return True


def _is_natural(low: int | None) -> bool:
    return low is not None and low >= 0


class _Rewriter:
    """Gives one procedure its copies; what it wants of its callees is added to ``caps``."""

    def __init__(self, program: Played, procedure: Procedure, caps: dict[str, Caps]) -> None:
        self.procedure, self.all_caps = procedure, caps
        self.growing = growing_slots(procedure)
        self.callees = program.by_id.procedures
        self.reach = Reach(program, {slot.name: slot.type for slot in procedure.slots})
        self.asked = caps.get(procedure.id, {})
        self.caps = self.wanted() if self.growing else {}

    def procedure_with_copies(self) -> Procedure:
        """The procedure itself where nothing is copied."""
        if not self.caps:
            return self.procedure
        kinds = {name: Slot(name + CAP, Type("int", "", min(0, cap), cap)) for name, cap in self.caps.items()}
        results = tuple(kinds[name] for name in self.asked)
        slots = (*self.procedure.slots, *kinds.values())
        given = tuple(Let(item.name + CAP, self.cap(item.name, Var(item.name))) for item in self.procedure.inputs if item.name in self.caps)
        body = (*given, *self.body(self.procedure.body))
        return replace(self.procedure, body=body, slots=slots, results=(*self.procedure.results, *results))

    def wanted(self) -> Caps:
        """The caps of the variables that are read in part only, and of those that they are made from."""
        needs = _Needs(self.reach, self.growing, dict(self.asked))
        lets: list[tuple[str, str]] = []
        odd: set[str] = set()
        both: set[str] = set()  # what is a sum of several
        for stmt in statements(self.procedure.body):
            if isinstance(stmt, Let) and stmt.slot in self.growing:
                made_from = self.sources(stmt)
                if made_from is None:
                    odd.add(stmt.slot)
                    continue
                lets += [(stmt.slot, source) for source in made_from[0]]
                both |= {stmt.slot} if len(made_from[0]) > 1 else set()
                needs.caps = {name: max(needs.caps.get(name, 0), made_from[1].get(name, 0)) for name in needs.caps | made_from[1]}
                continue
            for expr in () if isinstance(stmt, Note | Report) else own_expressions(stmt):
                needs.read(expr)
        while True:
            before = dict(needs.caps)
            for slot, source in lets:
                if slot in needs.caps:
                    needs.caps[slot] = max(needs.caps[slot], 0 if slot in both else needs.caps[slot])
                    needs.caps[source] = max(needs.caps.get(source, 0), needs.caps[slot])
            if needs.caps == before:
                break
        while more := {slot for slot, source in lets if source in odd} - odd:
            odd |= more
        whole = needs.whole | odd
        for name in self.asked:
            if name in whole:
                raise no_sum(f"'{name}'", self.procedure.id)
        return {name: cap for name, cap in needs.caps.items() if name not in whole}

    def sources(self, stmt: Let) -> tuple[list[str], Caps] | None:
        """The variables without a bound that a value is made from, to which only what is not negative is added.

        Of several none is negative either. What is added may look at others, or at the same, up to some caps.
        """
        terms, low = linear(stmt.value)
        found = [atom.name for atom in terms if isinstance(atom, Var) and atom.name in self.growing]
        added = {cast(Expr, atom): factor for atom, factor in terms.items() if not (isinstance(atom, Var) and atom.name in self.growing)}
        needs = _Needs(self.reach, self.growing)
        for atom, factor in added.items():
            needs.read(atom)
            end = self.reach.bounds(atom)[factor < 0]
            if end is None:
                return None
            low += factor * end
        fine = not needs.whole and (low >= 0 or not found) and all(terms[Var(name)] == 1 for name in found)
        if len(found) > 1:
            fine = fine and all(_is_natural(self.reach.bounds(Var(name))[0]) for name in found)
        return (found, needs.caps) if fine else None

    def body(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """The statements with the copies beside the variables."""
        found: list[Stmt] = []
        for stmt in body:
            if isinstance(stmt, Let) and stmt.slot in self.growing:
                found.append(replace(stmt, value=self.added(stmt.value)) if self.sources(stmt) else stmt)
                if stmt.slot in self.caps:
                    found.append(Let(stmt.slot + CAP, self.cap(stmt.slot, with_copies(stmt.value, self.caps))))
                continue
            stmt = map_bodies(map_own(stmt, self.read), self.body)
            if isinstance(stmt, Call):
                found += self.call(stmt)
            else:
                found.append(stmt)
        return tuple(found)

    def added(self, value: Expr) -> Expr:
        """A sum of which the numbers without a bound stay what they are, and all that is added reads the copies."""
        if isinstance(value, Var):
            return value
        is_linear = isinstance(value, Op) and value.op in LINEAR
        return rebuild(value, self.added) if is_linear else with_copies(value, self.caps)

    def cap(self, name: str, value: Expr) -> Expr:
        """At most the cap."""
        return Op("min", (value, Const(self.caps[name])))

    def call(self, stmt: Call) -> list[Stmt]:
        """A call that gives the copies too."""
        results = {slot.name: slot.type for slot in self.callees[stmt.procedure].results}
        more: list[tuple[str, str]] = []
        after: list[Stmt] = []
        for result, slot in stmt.take:
            if slot in self.caps:
                if is_unbounded(results[result]):
                    theirs = self.all_caps.setdefault(stmt.procedure, {})
                    theirs[result] = max(theirs.get(result, 0), self.caps[slot])
                    more.append((result + CAP, slot + CAP))
                    after.append(Let(slot + CAP, self.cap(slot, Var(slot + CAP))))
                else:
                    after.append(Let(slot + CAP, self.cap(slot, Var(slot))))
        return [replace(stmt, take=(*stmt.take, *more)), *after]

    def read(self, expr: Expr) -> Expr:
        """An expression that reads the copies wherever they tell as much."""
        return with_copies(expr, self.caps)
