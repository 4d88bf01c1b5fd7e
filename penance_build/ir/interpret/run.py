"""The meaning of the IR: a slow and obvious interpreter, the oracle of every other evaluator.

One method a node kind, in the order of ``ir.nodes``. What the nodes leave open is fixed here and written down in
``docs/ir.md``: only the branch of a ``Cond`` that is taken is evaluated; arguments go left to right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import assert_never

from msgspec import Struct, field

from penance_build.ir import nodes
from penance_build.ir.interpret.dice import DiceSource, RunError
from penance_build.ir.interpret.expressions import Evaluator, Frame, Known
from penance_build.ir.interpret.passes import Passes, Rolled
from penance_build.ir.interpret.state import (
    Draw,
    IllegalAction,
    Outcome,
    Record,
    Shuffled,
    State,
    TraceLine,
    Value,
    new_state,
    printed,
)
from penance_build.ir.ops import LIMIT
from penance_build.ir.prompts import parts_of


class Pending(Struct, frozen=True):
    """A choice to be made by a step of a procedure: ``options`` are the ids of the legal options, or the legal card instances."""

    kind: str  # choose or pick
    procedure: str
    step: int
    slot: str
    by: int
    prompt: str
    options: tuple[str | int, ...]


Chooser = Callable[[Pending], str | int]
Walked = Callable[[nodes.Procedure, nodes.Stmt], None]


class _Stop(Exception):
    """The running procedure has ended."""


def run(
    program: nodes.Played,
    procedure_id: str,
    inputs: Mapping[str, Value],
    dice: DiceSource,
    state: State | None = None,
    choices: Chooser | Iterator[str | int] | None = None,
    passes: Passes | None = None,
    walked: Walked | None = None,
    known: Known | None = None,
    traces: bool = True,
) -> Outcome:
    """Run a procedure on integers. Inputs that are not given take their default.

    ``choices`` answers each pending choice with an option's id or a card instance. ``passes`` counts those of all loops;
    ``walked`` is told of every statement before it is run; ``known`` are answers of this program's tables, of this run and others;
    ``traces``: with the derivation.
    Raises RunError (DiceError, IllegalAction among them) with a sentence for the player.
    """
    procedure = program.by_id.procedures.get(procedure_id)
    if procedure is None:
        raise RunError(f"there is no procedure '{procedure_id}'")
    machine = _Machine(program, dice, state.copy() if state else new_state(program), _chooser(choices), passes, walked, known, traces)
    results = machine.call(procedure, arguments(machine.state, procedure, inputs))
    dice.finish()
    return Outcome(results, tuple(machine.log), tuple(machine.trace), machine.state, tuple(machine.told))


def arguments(state: State, procedure: nodes.Procedure, inputs: Mapping[str, Value]) -> list[Value]:
    """The inputs in order, defaults filled in, each held against its bounds. Raises RunError."""
    unknown = sorted(set(inputs) - {item.name for item in procedure.inputs})
    if unknown:
        raise RunError(f"{procedure.id}: there is no input '{unknown[0]}'")
    given: list[Value] = []
    for item in procedure.inputs:
        value = inputs.get(item.name, item.default)
        if value is None:
            raise RunError(f"{procedure.id}: '{item.name}' must be given")
        if isinstance(value, int) and not _fits(state, item.type, value):
            where = f" ({item.source})" if item.source else ""
            raise RunError(f"{procedure.id}: '{item.name}' must be {_bounds(item.type)}{where}, not {value}")
        given.append(value)
    return given


def _fits(state: State, kind: nodes.Type, value: int) -> bool:
    if kind.kind == "player":
        return 0 <= value < state.players
    if kind.kind == "card":
        return 0 <= value < len(state.cards)
    if kind.kind == "bool":
        return value in (0, 1)
    return (kind.low is None or kind.low <= value) and (kind.high is None or value <= kind.high) and abs(value) <= LIMIT


def _bounds(kind: nodes.Type) -> str:
    if kind.kind != "int":
        return f"a {kind.kind}"
    low = "" if kind.low is None else f" from {kind.low}"
    high = "" if kind.high is None else f" to {kind.high}"
    return f"a whole number{low}{high}"


def _chooser(choices: Chooser | Iterator[str | int] | None) -> Chooser:
    if choices is None:
        return _nobody
    if callable(choices):
        return choices
    answers = choices

    def answer(pending: Pending) -> str | int:
        for item in answers:
            return item
        return _nobody(pending)

    return answer


def _nobody(pending: Pending) -> str | int:
    raise RunError(f"{pending.procedure}: nobody answers '{pending.prompt}'")


class _Machine(Struct):
    program: nodes.Played
    dice: DiceSource
    state: State
    choose: Chooser
    passes: Passes | None = None
    walked: Walked | None = None
    known: Known | None = None
    traces: bool = True
    log: list[Draw | Shuffled] = field(default_factory=list)
    trace: list[TraceLine] = field(default_factory=list)
    told: list[str | Record] = field(default_factory=list)
    rolled: Rolled = field(default_factory=Rolled)
    drawn: dict[tuple[str, str, int], Draw] = field(default_factory=dict)  # equal draws are one object: a loop may make millions

    def call(self, procedure: nodes.Procedure, given: list[Value]) -> dict[str, Value]:
        """Run the body on fresh slots; the results are the slots that bear their names."""
        if self.passes is not None:
            self.passes.call(procedure.id)
        slots = dict(zip((item.name for item in procedure.inputs), given, strict=True))
        evaluator = Evaluator(self.program, self.state, Frame(slots), known=self.known, passes=self.passes)
        body = (_Body if self.walked is None else _Watched)(self, procedure, evaluator)
        try:
            body.run(procedure.body)
        except _Stop:
            pass
        return {result.name: slots[result.name] for result in procedure.results}

    def roll(self, name: str, die_id: str, count: int) -> tuple[int, ...]:
        """Draw faces and log each of them."""
        die = self.program.by_id.dice[die_id]
        self.rolled.add(f"dice '{name}'", count)
        faces = self.dice.roll(name, die, count)
        for face in faces:
            key = (name, die_id, face)
            if key not in self.drawn:
                self.drawn[key] = Draw(*key)
            self.log.append(self.drawn[key])
        return tuple(faces)

    def count(self, procedure: nodes.Procedure) -> None:
        """One more pass of a loop."""
        if self.passes is not None:
            self.passes.count(procedure.id)


class _Body(Struct):
    """The statements of one running procedure."""

    machine: _Machine
    procedure: nodes.Procedure
    eval: Evaluator

    def run(self, body: tuple[nodes.Stmt, ...]) -> None:
        for stmt in body:
            self.step(stmt)

    def step(self, stmt: nodes.Stmt) -> None:
        match stmt:
            case nodes.Let():
                self.let(stmt)
            case nodes.If():
                self.if_(stmt)
            case nodes.Note():
                self.note(stmt)
            case nodes.Call():
                self.call(stmt)
            case nodes.Match():
                self.match(stmt)
            case nodes.Roll():
                self.roll(stmt)
            case nodes.Each():
                self.each(stmt)
            case nodes.Repeat():
                self.repeat(stmt)
            case nodes.Choose():
                self.choose(stmt)
            case nodes.Change():
                self.change(stmt)
            case nodes.Report():
                self.report(stmt)
            case nodes.Pick():
                self.pick(stmt)
            case nodes.Move():
                self.move(stmt)
            case nodes.Reroll():
                self.reroll(stmt)
            case nodes.Shuffle():
                self.shuffle(stmt)
            case nodes.Stop():
                self.stop(stmt)
            case _:
                assert_never(stmt)

    def let(self, stmt: nodes.Let) -> None:
        value = self.eval.value(stmt.value)
        if stmt.checked and isinstance(value, int) and abs(value) > LIMIT:
            raise RunError(f"{self.procedure.id}: '{stmt.slot}' went past 2^53 - 1")
        self.eval.slots[stmt.slot] = value

    def note(self, stmt: nodes.Note) -> None:
        if not self.machine.traces:
            return
        program = self.machine.program
        value, running = (printed(program, stmt.type, self.eval.value(item)) for item in (stmt.value, stmt.running))
        label = "".join(self.eval.part(part) for part in stmt.label)
        self.machine.trace.append(TraceLine(label, value, running, stmt.source, self.procedure.id, stmt.step))

    def report(self, stmt: nodes.Report) -> None:
        program = self.machine.program
        if stmt.name:
            fields = tuple((item.name, printed(program, item.type, self.eval.value(item.value))) for item in stmt.fields)
            self.machine.told.append(Record(stmt.name, fields))
        else:
            self.machine.told.append("".join(self.eval.part(part) for part in stmt.text))

    def roll(self, stmt: nodes.Roll) -> None:
        count = max(0, self.eval.number(stmt.count))
        self.eval.slots[stmt.slot] = self.machine.roll(stmt.name, stmt.die, count)

    def reroll(self, stmt: nodes.Reroll) -> None:
        roll = list(self.eval.roll(nodes.Var(stmt.slot)))
        limit = max(0, self.eval.number(stmt.limit))
        again = [place for place, face in enumerate(self.eval.seen(roll)) if self.eval.with_face(stmt.die, face, stmt.test)][:limit]
        for place, face in zip(again, self.machine.roll(stmt.name, stmt.die, len(again)), strict=True):
            roll[place] = face
        self.eval.slots[stmt.slot] = tuple(roll)

    def if_(self, stmt: nodes.If) -> None:
        self.run(stmt.then if self.eval.number(stmt.test) else stmt.orelse)

    def match(self, stmt: nodes.Match) -> None:
        value = self.eval.number(stmt.on)
        self.run(next((case.body for case in stmt.cases if value in case.values), stmt.orelse))

    def each(self, stmt: nodes.Each) -> None:
        low, high = self.eval.number(stmt.low), self.eval.number(stmt.high)
        if high - low + 1 > stmt.bound:
            raise AssertionError(f"{self.procedure.id}: more than {stmt.bound} passes of '{stmt.slot}'")
        for value in range(low, high + 1):
            self.machine.count(self.procedure)
            self.eval.slots[stmt.slot] = value
            self.run(stmt.body)

    def repeat(self, stmt: nodes.Repeat) -> None:
        limit = None if stmt.limit is None else self.eval.number(stmt.limit)
        passes = 0
        while limit is None or passes < limit:
            self.machine.count(self.procedure)
            self.run(stmt.body)
            passes += 1
            if self.eval.number(stmt.until):
                break

    def call(self, stmt: nodes.Call) -> None:
        callee = self.machine.program.by_id.procedures[stmt.procedure]
        results = self.machine.call(callee, [self.eval.value(arg) for arg in stmt.args])
        for result, slot in stmt.take:
            self.eval.slots[slot] = results[result]

    def choose(self, stmt: nodes.Choose) -> None:
        by = self.eval.number(stmt.by)
        legal = [item for item in stmt.options if item.test is None or self.eval.number(item.test)]
        others = [item for item in legal if item.id != stmt.fallback]
        if not others:
            taken = next((item for item in stmt.options if item.id == stmt.fallback), None)
            if taken is None:
                raise IllegalAction(f"{self.procedure.id}: no option of '{stmt.slot}' is legal")
            self.eval.slots[stmt.slot] = taken.value
            return
        pending = Pending("choose", self.procedure.id, stmt.step, stmt.slot, by, self.prompt(stmt), tuple(item.id for item in legal))
        answer = self._ask(pending)
        self.eval.slots[stmt.slot] = next(item.value for item in legal if item.id == answer)

    def prompt(self, stmt: nodes.Choose | nodes.Pick) -> str:
        return "".join(self.eval.part(part) for part in parts_of(self.machine.program, self.procedure, stmt.prompt))

    def pick(self, stmt: nodes.Pick) -> None:
        by, owner = self.eval.number(stmt.by), self.eval.owner(stmt.owner)
        pile = self.eval.seen(self.machine.state.zones[stmt.zone][owner])
        legal = tuple(sorted(card for card in pile if stmt.test is None or self.eval.with_card(card, stmt.test)))
        if not legal:
            self.run(stmt.orelse)
            return
        answer = self._ask(Pending("pick", self.procedure.id, stmt.step, stmt.slot, by, self.prompt(stmt), legal))
        assert isinstance(answer, int)
        self.eval.slots[stmt.slot] = answer
        self.run(stmt.then)

    def _ask(self, pending: Pending) -> str | int:
        answer = self.machine.choose(pending)
        self.machine.rolled.count = 0
        if answer not in pending.options:
            raise IllegalAction(f"{pending.procedure}: '{answer}' is not legal for '{pending.slot}'")
        return answer

    def change(self, stmt: nodes.Change) -> None:
        counter = self.machine.program.by_id.counters[stmt.counter]
        row, owner = self.machine.state.counters[stmt.counter], self.eval.owner(stmt.owner)
        by = self.eval.number(stmt.by)
        value = by if stmt.is_set else row[owner] + by
        if counter.past == "illegal" and not counter.low <= value <= counter.high:
            raise IllegalAction(f"{counter.name} would be {value}, outside {counter.low} to {counter.high}")
        row[owner] = max(counter.low, min(counter.high, value))

    def move(self, stmt: nodes.Move) -> None:
        zones = self.machine.state.zones
        if stmt.card is not None:
            card = self.eval.number(stmt.card)
            target = zones[stmt.target][self.eval.owner(stmt.target_owner)]
            homes = [pile for piles in zones.values() for pile in piles if card in pile]
            moved = len(homes)
            for pile in homes:
                pile.remove(card)
                target.insert(0 if stmt.bottom else len(target), card)
        else:
            source = zones[stmt.source][self.eval.owner(stmt.source_owner)]
            count = self.eval.number(stmt.count)
            target = zones[stmt.target][self.eval.owner(stmt.target_owner)]
            moved = max(0, min(count, len(source)))
            for _ in range(moved):
                card = source.pop()
                target.insert(0 if stmt.bottom else len(target), card)
        if stmt.moved:
            self.eval.slots[stmt.moved] = moved

    def shuffle(self, stmt: nodes.Shuffle) -> None:
        owner = self.eval.owner(stmt.owner)
        pile = self.machine.state.zones[stmt.zone][owner]
        self.machine.rolled.add(f"zone '{stmt.zone}'", max(1, len(pile)))
        draws = self.machine.dice.shuffle(stmt.zone, len(pile))
        for place, other in zip(range(len(pile) - 1, 0, -1), draws, strict=True):
            pile[place], pile[other] = pile[other], pile[place]
        self.machine.log.append(Shuffled(stmt.zone, owner, tuple(draws)))

    def stop(self, stmt: nodes.Stop) -> None:
        raise _Stop


class _Watched(_Body):
    """A body of a run that is watched."""

    def step(self, stmt: nodes.Stmt) -> None:
        if self.machine.walked is not None:
            self.machine.walked(self.procedure, stmt)
        super().step(stmt)
