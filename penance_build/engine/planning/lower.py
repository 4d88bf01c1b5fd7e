"""Passes that simplify a body without changing its meaning; both languages are written from the result.

Constants are folded; in untraced code notes are dropped and a value that is used once is put where it is used, so that
``let x = a; let x = x + b`` becomes one sum.
"""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Callable, Iterable

from penance_build.ir import nodes, walk
from penance_build.ir.ops import operate
from penance_build.ir.uses import effects, looks
from penance_build.ir.walk import map_bodies, map_own, rebuild, substitute

Expr = nodes.Expr
Stmt = nodes.Stmt
Body = tuple[Stmt, ...]

FUSE_DEPTH = 12
"""Values nested deeper than this keep a name of their own: Python reads no more than a hundred parentheses in one another."""


# ---------------------------------------------------------------- the passes


def fold(expr: Expr) -> Expr:
    """Constant folding; nested sums become one."""
    expr = rebuild(expr, fold)
    if isinstance(expr, nodes.Cond) and isinstance(expr.test, nodes.Const):
        return expr.yes if expr.test.value else expr.no
    if not isinstance(expr, nodes.Op):
        return expr
    values = [arg.value for arg in expr.args if isinstance(arg, nodes.Const)]
    if len(values) == len(expr.args) and not (expr.op in ("div", "mod", "cdiv", "rdiv") and values[1] == 0):
        return nodes.Const(operate(expr.op, values))
    if expr.op == "mul" and 1 in values:
        return _without_ones(expr)
    return _flat_sum(expr) if expr.op == "add" else expr


def _without_ones(expr: nodes.Op) -> Expr:
    factors = tuple(arg for arg in expr.args if arg != nodes.Const(1))
    return factors[0] if len(factors) == 1 else nodes.Op("mul", factors)


def _flat_sum(expr: nodes.Op) -> Expr:
    terms: list[Expr] = []
    total = 0
    for arg in expr.args:
        for term in arg.args if isinstance(arg, nodes.Op) and arg.op == "add" else (arg,):
            if isinstance(term, nodes.Const):
                total += term.value
            else:
                terms.append(term)
    if total:
        terms.append(nodes.Const(total))
    return terms[0] if len(terms) == 1 else nodes.Op("add", tuple(terms))


def folded(body: Body) -> Body:
    """Fold the constants of every statement, and drop branches that cannot be taken."""
    out: list[Stmt] = []
    for stmt in body:
        stmt = map_bodies(map_own(stmt, fold), folded)
        if isinstance(stmt, nodes.If) and isinstance(stmt.test, nodes.Const):
            out.extend(stmt.then if stmt.test.value else stmt.orelse)
        else:
            out.append(stmt)
    return tuple(out)


def without_notes(body: Body) -> Body:
    """Drop the lines of the derivation, and what is told."""
    return tuple(map_bodies(stmt, without_notes) for stmt in body if not isinstance(stmt, nodes.Note | nodes.Report))


def without_untold(body: Body, told: frozenset[str], kept: frozenset[str]) -> Body:
    """Drop the values that led to nothing but what was told: ``told`` are the slots that it read, ``kept`` those read after the body."""
    lets = [item for item in walk.statements(body) if isinstance(item, nodes.Let)]
    while not told.issuperset(more := _reads(item for item in lets if item.slot in told)):
        told |= more
    gone = told - kept
    while gone.intersection(read := _reads(item for item in walk.statements(body) if not _is_let_of(item, gone))):
        gone -= read
    return _without_lets(body, gone)


def _reads(statements: Iterable[Stmt]) -> frozenset[str]:
    return frozenset(name for item in statements for expr in walk.own_expressions(item) for name in walk.variables(expr))


def _is_let_of(stmt: Stmt, slots: frozenset[str]) -> bool:
    return isinstance(stmt, nodes.Let) and not stmt.checked and stmt.slot in slots


def _without_lets(body: Body, slots: frozenset[str]) -> Body:
    return tuple(map_bodies(stmt, lambda inner: _without_lets(inner, slots)) for stmt in body if not _is_let_of(stmt, slots))


def fused(body: Body, kept: frozenset[str]) -> Body:
    """Put values that are used once where they are used; ``kept`` are slots read after the body (results)."""
    uses = Multiset(item.name for item in walk.all_expressions(body) if isinstance(item, nodes.Var))
    return _fuse(body, uses, kept)


def _fuse(body: Body, uses: Multiset[str], kept: frozenset[str]) -> Body:
    out = [map_bodies(stmt, lambda inner: _fuse(inner, uses, kept)) for stmt in body]
    place = 0
    while place < len(out):
        stmt = out[place]
        target = _one_use(out, place, uses, kept) if isinstance(stmt, nodes.Let) else None
        if target is None or not isinstance(stmt, nodes.Let):
            place += 1
            continue
        name, value = stmt.slot, stmt.value
        out[target] = map_own(out[target], lambda expr, name=name, value=value: fold(substitute(expr, name, value)))  # type: ignore[misc]
        del out[place]
        uses[name] -= 1
        place = max(0, place - 1)
    return tuple(out)


def _one_use(out: list[Stmt], place: int, uses: Multiset[str], kept: frozenset[str]) -> int | None:
    """Where the value of the ``Let`` at ``place`` may go: the one statement that reads it, once, before anything it reads changes."""
    let = out[place]
    assert isinstance(let, nodes.Let)
    if let.checked or walk.depth(let.value) > FUSE_DEPTH:
        return None
    reads = walk.variables(let.value)
    for later in range(place + 1, len(out)):
        stmt = out[later]
        count = sum(_count(expr, let.slot) for expr in walk.own_expressions(stmt))
        if count:
            if count > 1 or isinstance(stmt, nodes.Reroll | nodes.Repeat) or _shielded(stmt, let.slot):
                return None
            overwritten = isinstance(stmt, nodes.Let) and stmt.slot == let.slot
            dead = uses[let.slot] == 1 and let.slot not in kept
            return later if overwritten or dead else None
        if not isinstance(stmt, nodes.Let) or stmt.slot in reads or stmt.slot == let.slot:
            return None
    return None


def _count(expr: Expr, name: str) -> int:
    return sum(isinstance(item, nodes.Var) and item.name == name for item in walk.expressions(expr))


def _shielded(stmt: Stmt, name: str) -> bool:
    """Whether the use stands where it would be evaluated more than once: in the body of a fold, or a test over cards."""
    if isinstance(stmt, nodes.Pick) and stmt.test is not None and _count(stmt.test, name):
        return True
    for expr in walk.own_expressions(stmt):
        for item in walk.expressions(expr):
            if isinstance(item, nodes.Fold | nodes.ZoneFold) and _count(item.body, name):
                return True
            if isinstance(item, nodes.TopCard) and item.test is not None and _count(item.test, name):
                return True
    return False


def straight(procedure: nodes.Procedure) -> Body:
    """The body for untraced code."""
    body = folded(procedure.body)
    kept = frozenset(item.name for item in procedure.results)
    told = _reads(item for item in walk.statements(body) if isinstance(item, nodes.Report))
    return fused(without_untold(without_notes(body), told, kept), kept)


# ---------------------------------------------------------------- what procedures do


def reads_state(expr: Expr) -> bool:
    """Whether an expression looks at counters, zones or cards."""
    return any(map(looks, walk.expressions(expr)))


def choosers(program: nodes.Played) -> frozenset[str]:
    """The procedures that choose, themselves or through others."""
    return _closure(program, lambda stmt: "asks" in effects(stmt))


def rollers(program: nodes.Played) -> frozenset[str]:
    """The procedures that need chance, themselves or through others."""
    return _closure(program, lambda stmt: "rolls" in effects(stmt))


def stateful(program: nodes.Played) -> frozenset[str]:
    """The procedures that read or write counters, zones or cards, or take players, themselves or through others."""
    found = _closure(
        program,
        lambda stmt: "reads" in effects(stmt) or any(map(reads_state, walk.own_expressions(stmt))),
    )
    takes = {item.id for item in program.procedures if any(given.type.kind in ("player", "card") for given in item.inputs)}
    return found | takes


def changers(program: nodes.Played) -> frozenset[str]:
    """The procedures that change counters or zones, themselves or through others."""
    return _closure(program, lambda stmt: "changes" in effects(stmt))


def changed(program: nodes.Played) -> dict[str, frozenset[str]]:
    """The counters that each procedure changes, itself or through others."""
    statements = {item.id: walk.statements(item.body) for item in program.procedures}
    found = {id: frozenset(stmt.counter for stmt in body if isinstance(stmt, nodes.Change)) for id, body in statements.items()}
    while True:
        more = {item.id: found[item.id].union(*(found[callee] for callee in walk.calls(item.body))) for item in program.procedures}
        if more == found:
            return found
        found = more


def shared_reads(procedure: nodes.Procedure, body: Body, changed: frozenset[str]) -> list[tuple[str, str]]:
    """The counters of players that a body reads more than once and nothing changes, each with the input that holds the player."""
    players = {item.name for item in procedure.inputs if item.type.kind == "player"}
    players -= {name for stmt in walk.statements(body) for name in walk.assigned(stmt)}
    reads = Multiset(
        (item.counter, item.owner.name)
        for item in walk.all_expressions(body)
        if isinstance(item, nodes.Counter) and isinstance(item.owner, nodes.Var) and item.owner.name in players
    )
    return [key for key, count in reads.items() if count > 1 and key[0] not in changed]


def reporters(program: nodes.Played) -> frozenset[str]:
    """The procedures that tell or record something, themselves or through others."""
    return _closure(program, lambda stmt: "tells" in effects(stmt))


def _closure(program: nodes.Played, test: Callable[[Stmt], bool]) -> frozenset[str]:
    found = {item.id for item in program.procedures if any(map(test, walk.statements(item.body)))}
    while True:
        more = {item.id for item in program.procedures if found.intersection(walk.calls(item.body))} - found
        if not more:
            return frozenset(found)
        found |= more
