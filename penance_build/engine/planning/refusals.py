"""Which actions may be refused: from a choice on, whether something that forbids can be reached before the next choice, or chance.

What is forbidden after dice were drawn is no refusal, since nobody could know. An action that cannot be refused need not be tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct, field

from penance_build.engine.planning import lower
from penance_build.ir import nodes, walk
from penance_build.ir.flatten import BasicBlock, End
from penance_build.ir.ops import TRUTHS
from penance_build.ir.reach import Reach

Known = frozenset[tuple[str, int]]  # slots whose value is known on a way
Caller = tuple[str, int, Known]  # where a procedure that was entered on the way returns to
Place = tuple[str, int, Known, tuple[Caller, ...]]

MOST_PLACES = 5_000
DEEPEST = 12


class Refusable(Exception):
    """Something that forbids was reached."""


class Way(Struct, frozen=True):
    """How statements are left: what is known after them; whether they go on, and whether they may end the procedure."""

    known: Known
    goes_on: bool = True
    stops: bool = False


class Refusals(Struct):
    """The search through the blocks of the procedures that pause, which are by id; ``through_chance`` goes on where dice are drawn."""

    program: nodes.Played
    blocks: Mapping[str, tuple[BasicBlock, ...]]
    through_chance: bool = False
    _callers: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    _straight: dict[tuple[str, Known], bool | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for id, blocks in self.blocks.items():
            for block in blocks:
                if isinstance(block.end.stmt, nodes.Call):
                    self._callers.setdefault(block.end.stmt.procedure, []).append((id, block.end.targets[0]))

    def may_refuse(self, procedure: str, end: End, value: int | None) -> bool:
        """Whether a choice, once it has this value (None: any card), may be refused."""
        assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
        known: Known = frozenset() if value is None else frozenset({(end.stmt.slot, value)})
        todo: list[Place] = [(procedure, end.targets[0], known, ())]
        seen = set(todo)
        try:
            while todo:
                for place in self._next(*todo.pop()):
                    if place not in seen:
                        seen.add(place)
                        todo.append(place)
                if len(seen) > MOST_PLACES:
                    return True
        except Refusable:
            return True
        return False

    def risky(self) -> dict[str, tuple[int, ...]]:
        """The blocks from which something that forbids may still be reached, by procedure: a trial that has come past them may end."""
        before: dict[tuple[str, int], set[tuple[str, int]]] = {}
        found: set[tuple[str, int]] = set()
        for id, blocks in self.blocks.items():
            for number in range(len(blocks)):
                try:
                    for place in self._next(id, number, frozenset(), ()):
                        before.setdefault(place[:2], set()).add((id, number))
                except Refusable:
                    found.add((id, number))
        todo = list(found)
        while todo:
            more = before.get(todo.pop(), set()) - found
            found |= more
            todo += more
        return {id: tuple(number for number in range(len(blocks)) if (id, number) in found) for id, blocks in self.blocks.items()}

    def _next(self, id: str, number: int, known: Known, callers: tuple[Caller, ...]) -> list[Place]:
        """Where a block may lead to without a choice and without chance. Raises Refusable."""
        block = self.blocks[id][number]
        way = self._body(id, block.body, known)
        found = self._left(id, callers) if way.stops else []
        if not way.goes_on:
            return found
        known, end = way.known, block.end
        match end.kind, end.stmt:
            case "branch", nodes.If() as stmt:
                test = self._number(stmt.test, known)
                targets = end.targets if test is None else end.targets[:1] if test else end.targets[1:]
            case "switch", nodes.Match() as stmt:
                on = self._number(stmt.on, known)
                targets = end.targets
                if on is not None:
                    hit = [target for case, target in zip(stmt.cases, targets[:-1], strict=True) if on in case.values]
                    targets = (*hit[:1],) or targets[-1:]
            case "ask", nodes.Choose() as stmt:
                return found + self._asked(id, end, stmt, known, callers)
            case "ask_card", nodes.Pick():
                targets = end.targets[1:]
            case "enter", nodes.Call() as stmt:
                if len(callers) >= DEEPEST:
                    raise Refusable
                back = (id, end.targets[0], _without(known, walk.assigned(stmt)))
                return [*found, (stmt.procedure, 0, self._arguments(stmt, known), (*callers, back))]
            case "finish", _:
                return found + self._left(id, callers)
            case _:
                targets = end.targets
        return found + [(id, target, known, callers) for target in targets]

    def _asked(self, id: str, end: End, stmt: nodes.Choose, known: Known, callers: tuple[Caller, ...]) -> list[Place]:
        """A choice at which nothing may be open goes on with its fallback, or is refused where it has none."""
        for option in stmt.options:
            if option.id != stmt.fallback and (option.test is None or self._number(option.test, known)):
                return []
        taken = [option.value for option in stmt.options if option.id == stmt.fallback]
        if not taken:
            raise Refusable
        return [(id, end.targets[0], _without(known, (stmt.slot,)) | {(stmt.slot, taken[0])}, callers)]

    def _left(self, id: str, callers: tuple[Caller, ...]) -> list[Place]:
        """Where a procedure that has ended returns to: to its caller on the way, else to any that there is."""
        if callers:
            back, number, known = callers[-1]
            return [(back, number, known, callers[:-1])]
        return [(back, number, frozenset(), ()) for back, number in self._callers.get(id, ())]

    # ------------------------------------------------------------ statements that do not pause

    def _body(self, id: str, body: tuple[nodes.Stmt, ...], known: Known) -> Way:
        """How a body is left. Raises Refusable."""
        stops = False
        for stmt in body:
            way = self._statement(id, stmt, known)
            known, stops = way.known, stops or way.stops
            if not way.goes_on:
                return Way(known, False, stops)
        return Way(known, True, stops)

    def _statement(self, id: str, stmt: nodes.Stmt, known: Known) -> Way:
        match stmt:
            case nodes.Let():
                if stmt.checked:
                    raise Refusable
                value = None if _counts(stmt.value) else self._number(stmt.value, known)
                rest = _without(known, (stmt.slot,))
                return Way(rest if value is None else rest | {(stmt.slot, value)})
            case nodes.Roll():
                count = self._number(stmt.count, known)
                return Way(_without(known, (stmt.slot,)), self.through_chance or count is None or count <= 0)
            case nodes.If():
                test = self._number(stmt.test, known)
                return self._either(id, [stmt.then, stmt.orelse] if test is None else [stmt.then if test else stmt.orelse], known)
            case nodes.Match():
                on = self._number(stmt.on, known)
                hit = [case.body for case in stmt.cases if on is None or on in case.values]
                return self._either(id, [*hit, stmt.orelse] if on is None else hit[:1] or [stmt.orelse], known)
            case nodes.Each() | nodes.Repeat():
                changed = {name for item in walk.statements((stmt,)) for name in walk.assigned(item)}
                return Way(_without(known, changed), True, self._body(id, stmt.body, _without(known, changed)).stops)
            case nodes.Call():
                draws = self._draws(stmt.procedure, self._arguments(stmt, known))
                return Way(_without(known, walk.assigned(stmt)), not draws)
            case nodes.Change():
                if self._may_pass(id, stmt, known):
                    raise Refusable
                return Way(known)
            case nodes.Shuffle():
                return Way(known, self.through_chance)
            case nodes.Stop():
                return Way(known, False, True)
            case nodes.Note() | nodes.Report() | nodes.Reroll() | nodes.Move():
                return Way(_without(known, walk.assigned(stmt)))
            case nodes.Choose() | nodes.Pick():
                raise AssertionError(f"{stmt.kind} ends a block")
            case _:
                assert_never(stmt)

    def _either(self, id: str, bodies: list[tuple[nodes.Stmt, ...]], known: Known) -> Way:
        """How one of some bodies is left."""
        ways = [self._body(id, body, known) for body in bodies]
        on = [way.known for way in ways if way.goes_on]
        return Way(frozenset.intersection(*on) if on else known, bool(on), any(way.stops for way in ways))

    def _draws(self, id: str, known: Known) -> bool:
        """Whether a procedure that never pauses comes to chance on every way. Raises Refusable."""
        key = (id, known)
        if key not in self._straight:
            self._straight[key] = None
            way = self._body(id, lower.folded(self.program.by_id.procedures[id].body), known)
            self._straight[key] = not way.goes_on and not way.stops
        answer = self._straight[key]
        if answer is None:
            raise Refusable
        return answer

    def _may_pass(self, id: str, stmt: nodes.Change, known: Known) -> bool:
        """Whether a counter that may not leave its bounds may be asked to."""
        counter = self.program.by_id.counters[stmt.counter]
        if counter.past != "illegal":
            return False
        by = _with(stmt.by, known)
        moved = by if stmt.is_set else nodes.Op("add", (nodes.Counter(stmt.counter, stmt.owner), by))
        procedure = self.program.by_id.procedures[id]
        low, high = Reach(self.program, {slot.name: slot.type for slot in procedure.slots}).bounds(lower.fold(moved))
        return low is None or high is None or low < counter.low or high > counter.high

    # ------------------------------------------------------------ what is known

    def _arguments(self, stmt: nodes.Call, known: Known) -> Known:
        inputs = self.program.by_id.procedures[stmt.procedure].inputs
        values = [(item.name, self._number(arg, known)) for item, arg in zip(inputs, stmt.args, strict=True)]
        return frozenset((name, value) for name, value in values if value is not None)

    def _number(self, expr: nodes.Expr, known: Known) -> int | None:
        """The value of an expression where what is known decides it."""
        folded = lower.fold(_with(expr, known))
        return folded.value if isinstance(folded, nodes.Const) else None


def _counts(expr: nodes.Expr) -> bool:
    """Whether a value may differ each time round a loop. Only what stands in the rules is known, so that a search comes to an end."""
    return isinstance(expr, nodes.Op) and expr.op not in TRUTHS and any(isinstance(item, nodes.Var) for item in walk.expressions(expr))


def _with(expr: nodes.Expr, known: Known) -> nodes.Expr:
    read = walk.variables(expr)
    for name, value in known:
        if name in read:
            expr = walk.substitute(expr, name, nodes.Const(value))
    return expr


def _without(known: Known, slots: set[str] | tuple[str, ...]) -> Known:
    return frozenset(item for item in known if item[0] not in slots) if slots else known
