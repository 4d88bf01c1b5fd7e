"""What statements may change, seen without going through them: of a loop within a loop, and of a rule that is too long to go through.

A summary of each procedure is made once. What is not understood may change by anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from penance_build.falling.forms import Symbols
from penance_build.falling.path import Kind, Path, Proof
from penance_build.falling.values import Values
from penance_build.ir import nodes as ir
from penance_build.ir.walk import assigned, own_expressions, statements, variables

Way = tuple[bool, bool]  # whether it may fall, whether it may rise


class Changes(Struct):
    """Which slots are written, and which counters and zones may fall or rise, of whomever; ``size`` counts statements, callees' too."""

    slots: set[str] = field(default_factory=set)
    things: dict[tuple[Kind, str], Way] = field(default_factory=dict)
    size: int = 0

    def add(self, kind: Kind, name: str, falls: bool, rises: bool) -> None:
        """One more change."""
        before = self.things.get((kind, name), (False, False))
        self.things[kind, name] = (before[0] or falls, before[1] or rises)

    def take(self, other: Changes) -> None:
        """All that a callee changes but its own slots."""
        self.size += other.size
        for (kind, name), (falls, rises) in other.things.items():
            self.add(kind, name, falls, rises)


class Summaries(Struct):
    """What each procedure of a program may change, made when it is first asked for."""

    program: ir.Played
    made: dict[str, Changes] = field(default_factory=dict)

    def of(self, name: str) -> Changes:
        """What a procedure may change, callees' changes included."""
        waiting = [name]
        while waiting:
            item = self.program.by_id.procedures[waiting[-1]]
            callees = {stmt.procedure for stmt in statements(item.body) if isinstance(stmt, ir.Call)}
            missing = [callee for callee in sorted(callees) if callee not in self.made]
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if item.id not in self.made:
                self.made[item.id] = self.body(item, item.body)
        return self.made[name]

    def body(self, procedure: ir.Procedure, body: tuple[ir.Stmt, ...]) -> Changes:
        """What some statements of a procedure may change."""
        found = Changes()
        kinds = {slot.name: slot.type for slot in procedure.slots}
        for stmt in statements(body):
            found.size += 1
            found.slots.update(assigned(stmt))
            match stmt:
                case ir.Call(procedure=name):
                    found.take(self.of(name))
                case ir.Change():
                    self.change(found, stmt, kinds)
                case ir.Move(card=None):
                    found.add("zone", stmt.source, True, False)
                    found.add("zone", stmt.target, False, True)
                case ir.Move():
                    for item in self.program.zones:
                        found.add("zone", item.id, True, item.id == stmt.target)
                case ir.Shuffle(zone=zone):
                    found.add("zone", zone, False, False)
                case _:
                    pass
        return found

    def change(self, found: Changes, stmt: ir.Change, kinds: Mapping[str, ir.Type]) -> None:
        """The direction of a change, from the bounds of what it reads."""
        proof = Proof(self.program, Symbols(), {}, {})
        path = Path(proof)
        path.frame.update({name: proof.unknown(kinds.get(name)) for name in sorted(variables(stmt.by))})
        low, high = Values(path).bounds(stmt.by)
        found.add("counter", stmt.counter, stmt.is_set or low is None or low < 0, stmt.is_set or high is None or high > 0)


def read_in(bodies: Iterable[tuple[ir.Stmt, ...]]) -> frozenset[str]:
    """The slots that statements read, but to tell of them."""
    found: set[str] = set()
    for body in bodies:
        for stmt in statements(body):
            if not isinstance(stmt, ir.Note | ir.Report):
                for expr in own_expressions(stmt):
                    found |= variables(expr)
                if isinstance(stmt, ir.Reroll):
                    found.add(stmt.slot)
    return frozenset(found)
