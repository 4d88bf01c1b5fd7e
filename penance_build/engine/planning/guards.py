"""Refusals as conditions: what would be refused, said by a short function that changes nothing, so that few options must be tried.

A guard follows the way from a choice to where nothing more can forbid it, with its effects left out: 0 where the option is fine,
1 where it is refused, 2 where that hangs on something that was changed on the way, and trying must tell; 3 where it is fine as far
as this procedure goes, and the one that called it must be looked at. For that there is a guard for each place to which a procedure
may return: over the slots of the caller, with all hidden that the procedure may have changed or given back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.engine.planning import lower
from penance_build.ir import nodes, walk
from penance_build.ir.flatten import BasicBlock, End

Body = tuple[nodes.Stmt, ...]
FINE, REFUSED, UNKNOWN, BEHIND = range(4)
ANSWER = "answer"
MOST = 120  # statements, beyond which trying is the shorter way
DEEPEST = 3


class TooLong(Exception):
    """A guard would be longer than is worth while."""


class Frame(Struct, frozen=True):
    """A procedure on the way: the prefix of its slots in the guard, and to where in which other frame it returns."""

    id: str
    number: int
    caller: Frame | None = None
    back: int = 0
    take: tuple[tuple[str, str], ...] = ()

    def name(self, slot: str) -> str:
        """The name of a slot in the guard."""
        return f"{self.number}.{slot}"

    def renamed(self, expr: nodes.Expr) -> nodes.Expr:
        """An expression over the slots of the guard."""
        if isinstance(expr, nodes.Var):
            return nodes.Var(self.name(expr.name))
        return walk.rebuild(expr, self.renamed)


class Way(Struct, frozen=True):
    """What a guard cannot know any more: the counters and zones that were changed, and slots; and the blocks that were passed."""

    counters: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()
    passed: frozenset[tuple[int, int]] = frozenset()

    def hides(self, frame: Frame, expr: nodes.Expr) -> bool:
        """Whether an expression reads what is not known."""
        for item in walk.expressions(expr):
            match item:
                case nodes.Counter():
                    if item.counter in self.counters:
                        return True
                case nodes.ZoneSize() | nodes.ZoneFold() | nodes.TopCard():
                    if item.zone in self.zones:
                        return True
                case nodes.Var():
                    if frame.name(item.name) in self.slots:
                        return True
                case _:
                    pass
        return False

    def without(self, *slots: str) -> Way:
        """The way behind a statement that hides these slots."""
        return replace(self, slots=self.slots.union(slots))

    def written(self, slot: str) -> Way:
        """The way behind a statement that gives a slot a value that is known."""
        return replace(self, slots=self.slots - {slot}) if slot in self.slots else self


class Guards(Struct):
    """Makes the guards of a program; ``risky`` are the blocks from which a refusal can be reached.

    ``chance`` are the procedures that draw, ``changed`` the counters that each changes, callees' included.
    """

    program: nodes.Played
    blocks: Mapping[str, tuple[BasicBlock, ...]]
    risky: Mapping[str, tuple[int, ...]]
    chance: frozenset[str]
    changed: Mapping[str, frozenset[str]]
    _frames: int = 0
    _length: int = 0
    _returns: dict[str, bool] = field(default_factory=dict)

    def of(self, procedure: str, end: End) -> Body | None:
        """The guard of a choice, over the slots ``0.NAME`` of its procedure; its result is in the slot ``answer``.

        None where trying is the shorter way.
        """
        self._frames, self._length = 0, 0
        try:
            body = self._block(Frame(procedure, 0), end.targets[0], Way())
        except TooLong:
            return None
        return _worth_while(body)

    def behind(self, procedure: str, number: int, call: nodes.Call) -> Body | None:
        """The guard of the block behind a call, over the slots ``0.NAME`` of the caller; None where trying is the shorter way."""
        self._frames, self._length = 0, 0
        way = Way(self.changed[call.procedure], self._zones(call), frozenset(f"0.{slot}" for _, slot in call.take))
        try:
            body = self._block(Frame(procedure, 0), number, way)
        except TooLong:
            return None
        return _worth_while(body)

    # ------------------------------------------------------------ blocks

    def _block(self, frame: Frame, number: int, way: Way) -> Body:
        if number not in self.risky[frame.id]:
            return _answer(FINE)
        if (frame.number, number) in way.passed:
            return _answer(UNKNOWN)
        way = replace(way, passed=way.passed | {(frame.number, number)})
        block = self.blocks[frame.id][number]
        return self._body(frame, block.body, way, block.end)

    def _body(self, frame: Frame, body: Body, way: Way, end: End) -> Body:
        """The statements of a block, and what follows them."""
        if not body:
            return self._end(frame, end, way)
        self._length += 1
        if self._length > MOST:
            raise TooLong
        stmt, rest = body[0], body[1:]
        is_hidden = any(way.hides(frame, expr) for expr in walk.own_expressions(stmt))
        match stmt:
            case nodes.Note() | nodes.Report():
                return self._body(frame, rest, way, end)
            case nodes.Let():
                if stmt.checked:
                    return _answer(UNKNOWN)
                if is_hidden:
                    return self._body(frame, rest, way.without(frame.name(stmt.slot)), end)
                way = way.written(frame.name(stmt.slot))
                return (nodes.Let(frame.name(stmt.slot), frame.renamed(stmt.value)), *self._body(frame, rest, way, end))
            case nodes.If() | nodes.Match() if is_hidden:
                return _answer(UNKNOWN)
            case nodes.If():
                return self._if(frame, stmt, rest, way, end)
            case nodes.Match():
                return self._match(frame, stmt, rest, way, end)
            case nodes.Call():
                return self._call(frame, stmt, rest, way, end, is_hidden)
            case nodes.Roll():
                drawn = isinstance(stmt.count, nodes.Const) and stmt.count.value > 0
                return _answer(FINE if drawn else UNKNOWN)
            case nodes.Shuffle():
                return _answer(FINE)
            case nodes.Change():
                after = replace(way, counters=way.counters | {stmt.counter})
                if self.program.by_id.counters[stmt.counter].past != "illegal":
                    return self._body(frame, rest, after, end)
                if is_hidden or (stmt.counter in way.counters and not stmt.is_set):
                    return _answer(UNKNOWN)
                return (*self._change(frame, stmt), *self._body(frame, rest, after, end))
            case nodes.Move():
                zones = {stmt.target} | ({stmt.source} if stmt.source else {item.id for item in self.program.zones})
                after = replace(way, zones=way.zones.union(zones))
                return self._body(frame, rest, after.without(frame.name(stmt.moved)) if stmt.moved else after, end)
            case nodes.Stop():
                return self._finish(frame, way)
            case nodes.Each() | nodes.Repeat() | nodes.Reroll():
                return _answer(UNKNOWN)
            case nodes.Choose() | nodes.Pick():
                raise AssertionError(f"{stmt.kind} ends a block")
            case _:
                assert_never(stmt)

    def _if(self, frame: Frame, stmt: nodes.If, rest: Body, way: Way, end: End) -> Body:
        """Both branches, each with all that follows."""
        then, orelse = (self._body(frame, (*body, *rest), way, end) for body in (stmt.then, stmt.orelse))
        return _either(frame.renamed(stmt.test), then, orelse)

    def _match(self, frame: Frame, stmt: nodes.Match, rest: Body, way: Way, end: End) -> Body:
        cases = tuple(nodes.Case(case.values, self._body(frame, (*case.body, *rest), way, end)) for case in stmt.cases)
        return (nodes.Match(frame.renamed(stmt.on), cases, self._body(frame, (*stmt.orelse, *rest), way, end)),)

    def _call(self, frame: Frame, stmt: nodes.Call, rest: Body, way: Way, end: End, is_hidden: bool) -> Body:
        """A procedure that never pauses: it is called where it reads what is known, and changes nothing; else what it touches is hidden."""
        slots, changed = tuple(frame.name(slot) for _, slot in stmt.take), self.changed[stmt.procedure]
        if stmt.procedure in self.chance or any(self.program.by_id.counters[name].past == "illegal" for name in changed):
            return _answer(UNKNOWN)
        zones = self._zones(stmt)
        if not (is_hidden or changed or zones or way.counters or way.zones):
            take = tuple((result, frame.name(slot)) for result, slot in stmt.take)
            for slot in slots:
                way = way.written(slot)
            return (nodes.Call(stmt.procedure, tuple(map(frame.renamed, stmt.args)), take), *self._body(frame, rest, way, end))
        after = replace(way, counters=way.counters | changed, zones=way.zones | zones)
        return self._body(frame, rest, after.without(*slots), end)

    def _zones(self, call: nodes.Call) -> frozenset[str]:
        """The zones that a call may change: none, or any."""
        moves = "moves" in self.program.by_id.procedures[call.procedure].effects
        return frozenset(item.id for item in self.program.zones) if moves else frozenset()

    def _change(self, frame: Frame, stmt: nodes.Change) -> Body:
        """What refuses, where a counter may not leave its bounds."""
        counter = self.program.by_id.counters[stmt.counter]
        by = frame.renamed(stmt.by)
        if not stmt.is_set:
            owner = None if stmt.owner is None else frame.renamed(stmt.owner)
            by = nodes.Op("add", (nodes.Counter(stmt.counter, owner), by))
        value = nodes.Var(frame.name(f"by.{self._length}"))
        below, above = nodes.Op("lt", (value, nodes.Const(counter.low))), nodes.Op("gt", (value, nodes.Const(counter.high)))
        return nodes.Let(value.name, lower.fold(by)), nodes.If(nodes.Op("or", (below, above)), _answer(REFUSED), ())

    # ------------------------------------------------------------ ends

    def _end(self, frame: Frame, end: End, way: Way) -> Body:
        is_hidden = end.stmt is not None and any(way.hides(frame, expr) for expr in walk.own_expressions(end.stmt))
        if is_hidden and end.kind != "enter":
            return _answer(UNKNOWN)
        match end.kind, end.stmt:
            case "branch", nodes.If() as stmt:
                then, orelse = (self._block(frame, target, way) for target in end.targets)
                return _either(frame.renamed(stmt.test), then, orelse)
            case "switch", nodes.Match() as stmt:
                *targets, other = end.targets
                rest = self._block(frame, other, way)
                cases = [nodes.Case(case.values, self._block(frame, target, way)) for case, target in zip(stmt.cases, targets, strict=True)]
                differing = tuple(case for case in cases if case.body != rest)
                return (nodes.Match(frame.renamed(stmt.on), differing, rest),) if differing else rest
            case "ask", nodes.Choose() as stmt:
                return self._asked(frame, stmt, end, way)
            case "ask_card", nodes.Pick() as stmt:
                owner = None if stmt.owner is None else frame.renamed(stmt.owner)
                found = nodes.ZoneFold(stmt.zone, owner, frame.renamed(stmt.test) if stmt.test is not None else nodes.Const(1))
                return _either(found, _answer(FINE), self._block(frame, end.targets[1], way))
            case "enter", nodes.Call() as stmt:
                return self._enter(frame, stmt, end, way)
            case "finish", _:
                return self._finish(frame, way)
            case _:
                return self._block(frame, end.targets[0], way)

    def _asked(self, frame: Frame, stmt: nodes.Choose, end: End, way: Way) -> Body:
        """Where something is open, people choose; else the fallback is taken, or nothing is legal."""
        tests = [item.test for item in stmt.options if item.id != stmt.fallback]
        if None in tests:
            return _answer(FINE)
        taken = [item.value for item in stmt.options if item.id == stmt.fallback]
        rest = _answer(REFUSED)
        if taken:
            way = way.written(frame.name(stmt.slot))
            rest = (nodes.Let(frame.name(stmt.slot), nodes.Const(taken[0])), *self._block(frame, end.targets[0], way))
        open_ = [frame.renamed(test) for test in tests if test is not None]
        if not open_:
            return rest
        return _either(open_[0] if len(open_) == 1 else nodes.Op("or", tuple(open_)), _answer(FINE), rest)

    def _enter(self, frame: Frame, stmt: nodes.Call, end: End, way: Way) -> Body:
        """The procedure that is called, in the place of the call."""
        depth, caller = 0, frame.caller
        while caller is not None:
            depth, caller = depth + 1, caller.caller
        if depth >= DEEPEST:
            return _answer(UNKNOWN)
        self._frames += 1
        inner = Frame(stmt.procedure, self._frames, frame, end.targets[0], stmt.take)
        inputs = self.program.by_id.procedures[stmt.procedure].inputs
        given: list[nodes.Let] = []
        for item, arg in zip(inputs, stmt.args, strict=True):
            if way.hides(frame, arg):
                way = way.without(inner.name(item.name))
            else:
                given.append(nodes.Let(inner.name(item.name), frame.renamed(arg)))
        return (*given, *self._block(inner, 0, way))

    def _finish(self, frame: Frame, way: Way) -> Body:
        """Back to the caller on the way; where that is none, to any that there is."""
        if frame.caller is None:
            return _answer(BEHIND if self._is_risky_behind(frame.id) else FINE)
        taken: list[nodes.Let] = []
        for result, slot in frame.take:
            if frame.name(result) in way.slots:
                way = way.without(frame.caller.name(slot))
            else:
                way = way.written(frame.caller.name(slot))
                taken.append(nodes.Let(frame.caller.name(slot), nodes.Var(frame.name(result))))
        return (*taken, *self._block(frame.caller, frame.back, way))

    def _is_risky_behind(self, id: str) -> bool:
        """Whether something that forbids may be reached behind any call of a procedure."""
        if id not in self._returns:
            calls = [(caller, block.end) for caller, blocks in self.blocks.items() for block in blocks]
            self._returns[id] = any(
                end.targets[0] in self.risky[caller]
                for caller, end in calls
                if isinstance(end.stmt, nodes.Call) and end.stmt.procedure == id
            )
        return self._returns[id]


def _worth_while(body: Body) -> Body | None:
    """A guard without what decides nothing; none where it never knows."""
    while (less := _without_unread(body, {item.name for item in walk.all_expressions(body) if isinstance(item, nodes.Var)})) != body:
        body = less
    return None if all(_is_unknown(stmt) for stmt in body) else body


def _without_unread(body: Body, read: set[str]) -> Body:
    """A part of a guard without values that nothing reads, and without tests after which it goes on alike."""
    found: Body = ()
    for stmt in reversed(body):
        match stmt:
            case nodes.Let() if stmt.slot not in read and stmt.slot != ANSWER:
                continue
            case nodes.If():
                found = _either(stmt.test, _without_unread(stmt.then, read), found)
            case nodes.Match():
                rest = _without_unread(stmt.orelse, read)
                cases = tuple(nodes.Case(case.values, _without_unread(case.body, read)) for case in stmt.cases)
                differing = tuple(case for case in cases if case.body != rest)
                found = (nodes.Match(stmt.on, differing, rest),) if differing else rest
            case _:
                found = (stmt, *found)
    return found


def _answer(value: int) -> Body:
    return nodes.Let(ANSWER, nodes.Const(value)), nodes.Stop()


def _either(test: nodes.Expr, then: Body, orelse: Body) -> Body:
    return then if then == orelse else (nodes.If(test, then, ()), *orelse)


def _is_unknown(stmt: nodes.Stmt) -> bool:
    return isinstance(stmt, nodes.Stop) or stmt == nodes.Let(ANSWER, nodes.Const(UNKNOWN))


def places(body: Body, chosen: str, numbers: Mapping[str, int]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of the slots of a guard, and of those that it writes what they hold at first ("" for nothing).

    A slot of the procedure that asks is an entry of ``_v``, the one that is chosen is ``_o``.
    """
    written = sorted({slot for stmt in walk.statements(body) for slot in walk.assigned(stmt)} - {ANSWER})
    read = {item.name for item in walk.all_expressions(body) if isinstance(item, nodes.Var)}
    own = {f"0.{name}": "_o" if name == chosen else f"_v[{number}]" for name, number in numbers.items()}
    local = {slot: f"_q{place}" for place, slot in enumerate(written)}
    return {**{slot: own[slot] for slot in sorted(read - set(written))}, **local, ANSWER: "_a"}, {
        name: own.get(slot, "") for slot, name in local.items()
    }
