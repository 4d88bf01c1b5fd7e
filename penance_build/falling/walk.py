"""Goes through statements: every option, every branch and every face is a way of its own, and what it changes is kept on it."""

from __future__ import annotations

from typing import Final, assert_never

from msgspec import Struct

from penance_build.falling.changes import Changes, Summaries, read_in
from penance_build.falling.conditions import assume, split
from penance_build.falling.forms import ZERO, Form, TooLarge
from penance_build.falling.joining import join
from penance_build.falling.loops import inner
from penance_build.falling.path import Path, Proof, Rolled, Value
from penance_build.falling.values import Values
from penance_build.ir import nodes as ir
from penance_build.ir.ops import COMPARISONS, OPERATIONS
from penance_build.ir.text import formula_text
from penance_build.ir.walk import statements

WAYS: Final = 48  # that are told apart
STEPS: Final = 6_000  # statements that are gone through in one proof
DEEP: Final = 100  # bodies of statements within one another
INSIDE: Final = 60  # statements of a procedure that is gone through where it is called

Ways = tuple[list[Path], list[Path]]  # those that go on, and those that have ended the procedure
Body = tuple[ir.Stmt, ...]


class Scope(Struct):
    """The procedure that runs: the types of its slots, and those that something in it reads."""

    procedure: ir.Procedure
    types: dict[str, ir.Type]
    read: frozenset[str]


def scope_of(procedure: ir.Procedure, *read: str) -> Scope:
    """The scope of a procedure; ``read`` are slots that count as read beside those of its statements."""
    types = {slot.name: slot.type for slot in procedure.slots}
    return Scope(procedure, types, read_in([procedure.body]) | {*read})


class Walk:
    """Goes through statements of one proof; ``inside``: of procedures that are called only those with so many statements."""

    def __init__(self, proof: Proof, summaries: Summaries, scope: Scope, inside: int | None = None) -> None:
        self.inside = INSIDE if inside is None else inside
        self.proof = proof
        self.summaries = summaries
        self.scope = scope
        self.steps = 0
        self.deep = 0

    def body(self, paths: list[Path], body: Body) -> Ways:
        """Go through statements on each of several ways."""
        self.deep += 1
        if self.deep > DEEP:
            raise TooLarge
        ended: list[Path] = []
        for stmt in body:
            going: list[Path] = []
            for path in paths:
                live, over = self.one(path, stmt)
                going += live
                ended += over
            paths = [join(self.proof, going)] if len(going) > WAYS else going
            if len(ended) > WAYS:
                ended = [join(self.proof, ended)]
        self.deep -= 1
        return paths, ended

    def one(self, path: Path, stmt: ir.Stmt) -> Ways:
        """Go through one statement."""
        self.steps += 1
        if self.steps > STEPS:
            raise TooLarge
        match stmt:
            case ir.Note() | ir.Report():
                return [path], []
            case ir.Shuffle(zone=zone):
                path.forget(zone)
                return [path], []
            case ir.Stop():
                return [], [path]
            case ir.Let():
                return self.let(path, stmt), []
            case ir.Roll(die=die, count=count):
                values = Values(path)
                path.frame[stmt.slot] = Rolled(die, values.extreme("max", values.number(count), ZERO), self.proof.mark())
                return [path], []
            case ir.Reroll(slot=slot):
                held = path.frame.get(slot)
                path.frame[slot] = Rolled(stmt.die, held.count if isinstance(held, Rolled) else path.fresh(0, None), self.proof.mark())
                return [path], []
            case ir.If(test=test, then=then, orelse=orelse):
                if self.is_idle(then) and self.is_idle(orelse):
                    return [path], []
                return self.together(self.branch(path, test, True, then), self.branch(path, test, False, orelse))
            case ir.Match():
                return self.match(path, stmt)
            case ir.Choose():
                return self.choose(path, stmt), []
            case ir.Pick():
                return self.pick(path, stmt)
            case ir.Change():
                return [way for one, by in split(path, stmt.by) for way in self.change(one, stmt, by)], []
            case ir.Move():
                return self.move(path, stmt), []
            case ir.Call():
                return self.call(path, stmt), []
            case ir.Each() | ir.Repeat():
                return inner(self, path, stmt)
            case _:
                assert_never(stmt)

    @staticmethod
    def together(*ways: Ways) -> Ways:
        """All these ways."""
        return [path for live, _ in ways for path in live], [path for _, over in ways for path in over]

    def is_idle(self, body: Body) -> bool:
        """Whether statements change nothing that is kept, and go on."""
        return all(isinstance(stmt, ir.Note | ir.Report) for stmt in statements(body))

    def unknown(self, slot: str) -> Value:
        """Any value that a slot of the running procedure may have."""
        return self.proof.unknown(self.scope.types.get(slot))

    # ------------------------------------------------------------ values and branches

    def let(self, path: Path, stmt: ir.Let) -> list[Path]:
        if stmt.slot not in self.scope.read:
            path.frame[stmt.slot] = self.unknown(stmt.slot)
            return [path]
        found = []
        for way, expr in split(path, stmt.value):
            way.frame[stmt.slot] = Values(way).any(expr)
            found.append(way)
        return found

    def branch(self, path: Path, test: ir.Expr, holds: bool, body: Body) -> Ways:
        ways = assume(path, test, holds)
        said = self.said(test, holds)
        for way in ways:
            way.trail = (*way.trail, said)
        return self.body(ways, body)

    def said(self, test: ir.Expr, holds: bool) -> str:
        """A condition that holds, or does not, in words."""
        test = test if holds else _denied(test)
        match test:
            case ir.Op(op=op, args=(ir.Var() as slot, ir.Const(value=value))) if op in COMPARISONS:
                return f"{slot.name} {COMPARISONS[op]} {self.shown(slot, value)}"
            case _:
                return formula_text(self.proof.program, test)

    def match(self, path: Path, stmt: ir.Match) -> Ways:
        on = Values(path).number(stmt.on)
        low, high = path.lower(on), path.upper(on)
        found: list[Ways] = []
        covered: set[int] = set()
        what = formula_text(self.proof.program, stmt.on)
        for case in stmt.cases:
            covered.update(case.values)
            way = path.fork()
            if case.values and way.learn(on.raised(-min(case.values))) and way.learn(on.times(-1).raised(max(case.values))):
                shown = self.shown(stmt.on, case.values[0]) + (", …" if len(case.values) > 1 else "")
                way.trail = (*way.trail, f"{what} is {shown}")
                found.append(self.body([way], case.body))
        if low is None or high is None or high - low > 10_000 or not covered.issuperset(range(low, high + 1)):
            rest = path.fork()
            rest.trail = (*rest.trail, f"{what} is something else")
            found.append(self.body([rest], stmt.orelse))
        return self.together(*found)

    def shown(self, expr: ir.Expr, value: int) -> str:
        """A value as its type says, where that is known."""
        kind = self.scope.types.get(expr.name) if isinstance(expr, ir.Var) else None
        enum = self.proof.program.by_id.enums.get(kind.ref) if kind is not None and kind.kind == "enum" else None
        return enum.members[value].id if enum is not None and 0 <= value < len(enum.members) else str(value)

    def choose(self, path: Path, stmt: ir.Choose) -> list[Path]:
        found = []
        for option in stmt.options:
            free = option.test is None or option.id == stmt.fallback
            for way in [path.fork()] if free or option.test is None else assume(path, option.test, True):
                way.frame[stmt.slot] = Form(option.value)
                way.trail = (*way.trail, f"{stmt.slot} is {option.id}")
                found.append(way)
        return found

    def pick(self, path: Path, stmt: ir.Pick) -> Ways:
        one: ir.Expr = ir.ZoneSize(stmt.zone, stmt.owner) if stmt.test is None else ir.ZoneFold(stmt.zone, stmt.owner, stmt.test)
        found: list[Ways] = []
        for way in assume(path, ir.Op("ge", (one, ir.Const(1))), True):
            values = Values(way)
            key = values.key(stmt.owner)
            way.learn(values.number(ir.ZoneSize(stmt.zone, stmt.owner)).raised(-1))
            card = way.fresh(0, None)
            way.homes[card] = (stmt.zone, key)
            way.frame[stmt.slot] = card
            way.trail = (*way.trail, f"there is a {stmt.slot} to choose")
            found.append(self.body([way], stmt.then))
        for way in assume(path, ir.Op("le", (one, ir.Const(0))), True):
            way.trail = (*way.trail, f"there is no {stmt.slot} to choose")
            found.append(self.body([way], stmt.orelse))
        return self.together(*found)

    # ------------------------------------------------------------ counters, zones, calls

    def change(self, path: Path, stmt: ir.Change, by: ir.Expr) -> list[Path]:
        values = Values(path)
        key = values.key(stmt.owner)
        before, added = path.read(("counter", stmt.counter, key)), values.number(by)
        after = added if stmt.is_set else before.plus(added)
        counter = self.proof.program.by_id.counters[stmt.counter]
        name = f"{counter.id} stops at"
        ways: list[tuple[Form, list[Form], str]] = [(after, [after.raised(-counter.low), after.times(-1).raised(counter.high)], "")]
        if counter.past != "illegal":
            ways.append((Form(counter.low), [after.times(-1).raised(counter.low - 1)], f"{name} {counter.low}"))
            ways.append((Form(counter.high), [after.raised(-counter.high - 1)], f"{name} {counter.high}"))
        found = []
        for value, facts, said in ways:
            way = path.fork()
            if all(way.learn(fact) for fact in facts):
                way.write("counter", stmt.counter, key, value.minus(before))
                way.trail = (*way.trail, said) if said else way.trail
                found.append(way)
        return found

    def move(self, path: Path, stmt: ir.Move) -> list[Path]:
        if stmt.card is not None:
            return self.move_card(path, stmt, stmt.card)
        found = []
        for one, expr in split(path, stmt.count):
            values = Values(one)
            source, count = values.key(stmt.source_owner), values.number(expr)
            size = one.read(("zone", stmt.source, source))
            ways: list[tuple[Form, list[Form], str]] = [
                (ZERO, [count.times(-1)], ""),
                (count, [count.raised(-1), size.minus(count)], ""),
                (ZERO, [count.raised(-1), size.times(-1)], f"{stmt.source} is empty"),
                (size, [size.raised(-1), count.minus(size).raised(-1)], ""),
            ]
            for moved, facts, said in ways:
                way = one.fork()
                if all(way.learn(fact) for fact in facts):
                    way.trail = (*way.trail, said) if said else way.trail
                    if moved != ZERO:
                        way.homes = {card: home for card, home in way.homes.items() if home[0] != stmt.source}
                    target = Values(way).key(stmt.target_owner)
                    way.write("zone", stmt.source, source, moved.times(-1))
                    way.write("zone", stmt.target, target, moved)
                    if stmt.moved:
                        way.frame[stmt.moved] = moved
                    found.append(way)
        return found

    def move_card(self, path: Path, stmt: ir.Move, expr: ir.Expr) -> list[Path]:
        values = Values(path)
        card, target = values.number(expr), values.key(stmt.target_owner)
        home = path.homes.get(card)
        moved: Form = Form(1)
        if home is None or not path.is_at_least(card, 0):  # from wherever it lies, if it lies anywhere
            moved = path.fresh(0, 1)
            for zone in self.proof.program.zones:
                path.spoil("zone", zone.id, -1, 1 if zone.id == stmt.target else 0)
            path.homes = {}
        else:
            path.homes = {other: place for other, place in path.homes.items() if place[0] != home[0]}
            path.write("zone", home[0], home[1], Form(-1))
            path.write("zone", stmt.target, target, Form(1))
            path.homes[card] = (stmt.target, target)
        if stmt.moved:
            path.frame[stmt.moved] = moved
        return [path]

    def call(self, path: Path, stmt: ir.Call) -> list[Path]:
        callee = self.proof.program.by_id.procedures[stmt.procedure]
        changes = self.summaries.of(stmt.procedure)
        if changes.size > self.inside:
            self.spoil(path, changes)
            for _, slot in stmt.take:
                path.frame[slot] = self.unknown(slot)
            return [path]
        values = Values(path)
        given = {item.name: values.any(arg) for item, arg in zip(callee.inputs, stmt.args, strict=True)}
        path.frames = (*path.frames, given)
        outer, self.scope = self.scope, scope_of(callee, *(result.name for result in callee.results))
        live, over = self.body([path], callee.body)
        self.scope = outer
        found = [*live, *over]
        for way in found:
            results = way.frame
            way.frames = (*way.frames[:-2], dict(way.frames[-2]))
            for result, slot in stmt.take:
                way.frame[slot] = results[result] if result in results else self.unknown(slot)
        return found

    def spoil(self, path: Path, changes: Changes) -> None:
        """Let counters and zones change by anything that is not known to be impossible."""
        for (kind, name), (falls, rises) in sorted(changes.things.items()):
            path.spoil(kind, name, None if falls else 0, None if rises else 0)
            if kind == "zone":
                path.homes = {card: home for card, home in path.homes.items() if home[0] != name or not falls}
                path.forget(name)


def _denied(test: ir.Expr) -> ir.Expr:
    """A condition that holds where the other does not."""
    if isinstance(test, ir.Op) and (negation := OPERATIONS[test.op].negation):
        return ir.Op(negation, test.args)
    return test.args[0] if isinstance(test, ir.Op) and test.op == "not" else ir.Op("not", (test,))
