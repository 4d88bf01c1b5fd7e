"""What both languages need to know of a program before they write it: who chooses, who rolls, which tables are small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from penance_build.engine.planning import lower
from penance_build.engine.planning.conditions import Condition, Tree
from penance_build.engine.planning.guards import Body, Guards
from penance_build.engine.planning.refusals import Refusals
from penance_build.engine.planning.remembered import Remembered, remembered
from penance_build.ir import nodes, walk
from penance_build.ir.flatten import BasicBlock, End, flatten, loop_bounds
from penance_build.ir.identity import rules_hash
from penance_build.ir.interpret.expressions import Evaluator, Frame, card_attr, face_attr
from penance_build.ir.interpret.state import State
from penance_build.ir.prompts import parts_of

DENSE_CELLS = 2048
"""A table with at most this many cells becomes an array; a larger one stays a chain of conditions."""

COSTLY = 40
"""A table that is computed from more parts than this is remembered where it was read."""

Nested = int | str | tuple["Nested", ...]


@dataclass(frozen=True, slots=True)
class Dense:
    """A table written out: the lowest value of each input, and the cells as nested arrays, first input outermost."""

    lows: tuple[int, ...]
    cells: Nested


@dataclass
class Plan:
    """Facts about one program, worked out when first asked for."""

    program: nodes.Played
    given_digest: str = ""
    _dense: dict[tuple[str, int, bool], Dense | None] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """The hash of the rules as they are played."""
        return self.given_digest or rules_hash(self.program)

    @cached_property
    def choosers(self) -> frozenset[str]:
        """Procedures that pause."""
        return lower.choosers(self.program)

    @cached_property
    def needs_game(self) -> frozenset[str]:
        """Procedures that draw, or look at the state."""
        return lower.rollers(self.program) | lower.stateful(self.program)

    @cached_property
    def stateful(self) -> frozenset[str]:
        """Procedures that look at counters, zones or cards."""
        return lower.stateful(self.program)

    @cached_property
    def changers(self) -> frozenset[str]:
        """Procedures that change counters or zones, or draw."""
        return lower.rollers(self.program) | lower.changers(self.program)

    @cached_property
    def changed(self) -> dict[str, frozenset[str]]:
        """The counters that each procedure changes, itself or through others."""
        return lower.changed(self.program)

    @cached_property
    def reporters(self) -> frozenset[str]:
        """Procedures that tell or record something."""
        return lower.reporters(self.program)

    @cached_property
    def remembered(self) -> dict[str, Remembered]:
        """Procedures whose results are remembered by what they read."""
        return remembered(self.program)

    @property
    def tables(self) -> Mapping[str, nodes.Table]:
        """Tables by id."""
        return self.program.by_id.tables

    @property
    def procedures(self) -> Mapping[str, nodes.Procedure]:
        """Procedures by id."""
        return self.program.by_id.procedures

    @property
    def dice(self) -> Mapping[str, nodes.Die]:
        """Dice by id."""
        return self.program.by_id.dice

    @cached_property
    def blocks(self) -> dict[str, tuple[BasicBlock, ...]]:
        """The basic blocks of every procedure that pauses."""
        pausing = [item for item in self.program.procedures if item.id in self.choosers]
        return {item.id: flatten(lower.folded(item.body), self.choosers) for item in pausing}

    def behind_jumps(self, id: str, number: int) -> int:
        """The block at which a block is left for good: those that do nothing but jump are stepped over, unless they go round."""
        passed: set[int] = set()
        while number not in passed:
            passed.add(number)
            block = self.blocks[id][number]
            if block.body or block.end.kind != "jump":
                break
            number = block.end.targets[0]
        return number

    def stands_in_place(self, id: str) -> frozenset[int]:
        """The blocks at which no game rests and to which one other block leads, or that only end: they can be written where they are
        reached."""
        blocks, rests = self.blocks[id], {0}
        ways: dict[int, int] = {}
        for block in blocks:
            if block.end.kind in ("ask", "ask_card", "enter"):
                rests.update(block.end.targets)
        reached, todo = set(rests), list(rests)
        while todo:
            end = blocks[todo.pop()].end
            for target in (self.behind_jumps(id, target) for target in end.targets if end.kind in ("jump", "branch", "switch")):
                ways[target] = ways.get(target, 0) + 1
                if target not in reached:
                    reached.add(target)
                    todo.append(target)
        ends = {number for number, block in enumerate(blocks) if block.end.kind == "finish" and not block.body}
        return frozenset(number for number in range(len(blocks)) if number not in rests and (ways.get(number, 0) < 2 or number in ends))

    @cached_property
    def asking(self) -> list[tuple[nodes.Procedure, End]]:
        """Every choice in order; a pending choice is an index into this list."""
        found: list[tuple[nodes.Procedure, End]] = []
        for id, blocks in self.blocks.items():
            found += [(self.procedures[id], block.end) for block in blocks if isinstance(block.end.stmt, nodes.Choose | nodes.Pick)]
        return found

    @cached_property
    def _refusals(self) -> Refusals:
        return Refusals(self.program, self.blocks)

    def may_refuse(self, procedure: nodes.Procedure, end: End, value: int | None) -> bool:
        """Whether a choice must be tried before it is called legal; of a card whichever it is (None)."""
        return self._refusals.may_refuse(procedure.id, end, value)

    def may_break(self, procedure: nodes.Procedure, end: End, value: int | None) -> bool:
        """Whether a choice may lead to what the rules forbid, be it after chance."""
        return self._breaks.may_refuse(procedure.id, end, value)

    @cached_property
    def _breaks(self) -> Refusals:
        return Refusals(self.program, self.blocks, through_chance=True)

    @cached_property
    def risky(self) -> dict[str, tuple[int, ...]]:
        """The blocks from which a refusal may still be reached, by procedure."""
        return self._refusals.risky()

    @cached_property
    def guards(self) -> dict[int, Body]:
        """What would be refused, by the number of the choice, for those of which an option must be tried."""
        found: dict[int, Body] = {}
        for number, (procedure, end) in enumerate(self.asking):
            assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
            values = [item.value for item in end.stmt.options] if isinstance(end.stmt, nodes.Choose) else [None]
            guard = self._guards.of(procedure.id, end) if any(self.may_refuse(procedure, end, value) for value in values) else None
            if guard is not None:
                found[number] = guard
        return found

    @cached_property
    def behind(self) -> dict[tuple[str, int], Body]:
        """What would be refused behind a call of a procedure with a guard, by the caller and the block at which it goes on."""
        guarded = {self.asking[number][0].id for number in self.guards}
        found: dict[tuple[str, int], Body] = {}
        for id, blocks in self.blocks.items():
            for call, number in ((block.end.stmt, block.end.targets[0]) for block in blocks if isinstance(block.end.stmt, nodes.Call)):
                if call.procedure in guarded and number in self.risky[id] and (guard := self._guards.behind(id, number, call)) is not None:
                    found[id, number] = guard
        return found

    @cached_property
    def _guards(self) -> Guards:
        return Guards(self.program, self.blocks, self.risky, lower.rollers(self.program), self.changed)

    @cached_property
    def prompts(self) -> list[tuple[nodes.Part, ...]]:
        """The parts of the prompt of every choice."""
        found: list[tuple[nodes.Part, ...]] = []
        for procedure, end in self.asking:
            assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
            found.append(parts_of(self.program, procedure, end.stmt.prompt))
        return found

    @cached_property
    def conditions(self) -> dict[tuple[int, str], tuple[Condition, Tree]]:
        """The conditions of options, and of cards (""), by the number of the choice."""
        found: dict[tuple[int, str], tuple[Condition, Tree]] = {}
        for number, (procedure, end) in enumerate(self.asking):
            assert isinstance(end.stmt, nodes.Choose | nodes.Pick)
            tests = [("", end.stmt.test)] if isinstance(end.stmt, nodes.Pick) else [(item.id, item.test) for item in end.stmt.options]
            for option, test in tests:
                if test is not None:
                    condition = Condition(self.program, procedure)
                    found[number, option] = condition, condition.tree(test)
        return found

    @cached_property
    def ask_numbers(self) -> dict[tuple[str, tuple[int, ...]], int]:
        """The index in ``asking``, by procedure and the blocks at which it resumes."""
        return {(procedure.id, end.targets): number for number, (procedure, end) in enumerate(self.asking)}

    @cached_property
    def slots(self) -> dict[str, tuple[str, ...]]:
        """The slots of every procedure that pauses, in the order of a frame: inputs, all others, and those that count its loops."""
        found: dict[str, tuple[str, ...]] = {}
        for id in self.blocks:
            inputs = tuple(item.name for item in self.procedures[id].inputs)
            others = tuple(item.name for item in self.procedures[id].slots if item.name not in inputs)
            loops = range(len(self.loop_bounds(id)))
            found[id] = (*inputs, *others, *(f"each.{number}.{end}" for number in loops for end in ("at", "end")))
        return found

    @cached_property
    def slot_numbers(self) -> dict[str, dict[str, int]]:
        """The place of each slot in a frame, by procedure."""
        return {id: {name: number for number, name in enumerate(names)} for id, names in self.slots.items()}

    @cached_property
    def calls(self) -> dict[str, dict[int, int]]:
        """The number of each call of a procedure that pauses, by procedure and the block at which it goes on."""
        found: dict[str, dict[int, int]] = {}
        for id, blocks in self.blocks.items():
            targets = [block.end.targets[0] for block in blocks if isinstance(block.end.stmt, nodes.Call)]
            found[id] = {target: number for number, target in enumerate(targets)}
        return found

    @cached_property
    def counter_numbers(self) -> dict[str, int]:
        """The row of each counter in a game."""
        return {item.id: number for number, item in enumerate(self.program.counters)}

    @cached_property
    def zone_numbers(self) -> dict[str, int]:
        """The row of each zone in a game."""
        return {item.id: number for number, item in enumerate(self.program.zones)}

    def loop_bounds(self, id: str) -> tuple[int, ...]:
        """How often each loop of a procedure that pauses may run, in the order of their hidden slots."""
        return loop_bounds(lower.folded(self.procedures[id].body), self.choosers)

    def face_values(self, die_id: str, attr: str) -> tuple[int, ...]:
        """An attribute of each face."""
        die = self.dice[die_id]
        return tuple(face_attr(die, face, attr) for face in range(len(die.faces)))

    def card_values(self, attr: str) -> tuple[int, ...]:
        """An attribute of each card of the game."""
        return tuple(card_attr(self.program, card, attr) for card in range(len(self.program.cards)))

    def weights(self, die_id: str, body: nodes.Expr) -> tuple[int, ...] | None:
        """The value of a fold's body for each face, where it depends on nothing else."""
        kinds = (nodes.Const, nodes.FaceAttr, nodes.Op, nodes.Cond, nodes.Lookup)
        if not all(isinstance(item, kinds) for item in walk.expressions(body)):
            return None
        evaluator = self._evaluator()
        return tuple(evaluator.with_face(die_id, face, body) for face in range(len(self.dice[die_id].faces)))

    def dense(self, table_id: str, output: int, labels: bool = False) -> Dense | None:
        """The table as arrays (of values of an output, or of labels), or None where it is too large or unbounded."""
        key = (table_id, output, labels)
        if key not in self._dense:
            self._dense[key] = self._write_out(self.tables[table_id], output, labels)
        return self._dense[key]

    def is_costly(self, table: nodes.Table, output: int) -> bool:
        """Whether a table that is computed is worth remembering: reading what is remembered costs as much as a short chain of tests."""
        parts = [item for row in table.rows for item in walk.expressions(row.values[output])]
        return len(parts) + len(table.rows) * len(table.inputs) > COSTLY

    def _write_out(self, table: nodes.Table, output: int, labels: bool) -> Dense | None:
        ranges: list[range] = []
        cells = 1
        for item in table.inputs:
            values = self._domain(item.type)
            if values is None:
                return None
            ranges.append(values)
            cells *= len(values)
        if cells > DENSE_CELLS:
            return None
        evaluator = self._evaluator()
        found: dict[tuple[int, ...], int | str] = {}
        for args in product(*ranges):
            constants = tuple(map(nodes.Const, args))
            if labels:
                found[args] = evaluator.part(nodes.Part(table=table.id, args=constants))
            else:
                found[args] = evaluator.number(nodes.Lookup(table.id, constants, output))
        return Dense(tuple(values.start for values in ranges), _nest(found, ranges, ()))

    def _domain(self, kind: nodes.Type) -> range | None:
        if kind.kind == "bool":
            return range(2)
        if kind.kind == "enum":
            return range(len(self.program.by_id.enums[kind.ref].members))
        if kind.kind == "int" and kind.low is not None and kind.high is not None and kind.high - kind.low < DENSE_CELLS:
            return range(kind.low, kind.high + 1)
        return None

    def _evaluator(self) -> Evaluator:
        return Evaluator(self.program, State(0, {}, {}, []), Frame({}))


def _nest(found: dict[tuple[int, ...], int | str], ranges: Sequence[range], done: tuple[int, ...]) -> Nested:
    if len(done) == len(ranges):
        return found[done]
    return tuple(_nest(found, ranges, (*done, value)) for value in ranges[len(done)])
