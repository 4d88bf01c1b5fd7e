"""A plan as functions over states: each takes the states of one point, with their weights, to those of the next.

A state is the tuple of its items, in the order of the layout. Steps that do not draw are fused into one function;
where a roll's answers are not added to anything carried, the steps behind it run in the same loop.
"""

from __future__ import annotations

from collections.abc import Callable
from math import lcm
from typing import Any

from penance_build.ir.nodes import Const, Die, FaceAttr, Keep, Op, Procedure, Reroll, Var
from penance_build.ir.walk import own_expressions
from penance_build.odds.functions.asking import Asking, at_face
from penance_build.odds.functions.cards import CardCode
from penance_build.odds.functions.parts import Ask, Branch, Compiled, Cycle, Draw, Loop, Part, Redraw, Shift, Spread
from penance_build.odds.functions.source import Library, Names, Writer, face_columns, faces_of
from penance_build.odds.functions.straight import Open, afters_of, is_short, tuple_of
from penance_build.odds.planning.demand import GIVEN, STATE, operands, played
from penance_build.odds.planning.moments import moments
from penance_build.odds.planning.plan import (
    Block,
    CallStep,
    ChooseStep,
    EachStep,
    IfStep,
    Layout,
    LookStep,
    MoveStep,
    PickStep,
    Plan,
    RepeatStep,
    RerollStep,
    RollStep,
    Step,
    is_pure,
)
from penance_build.odds.question.refusal import no_sum
from penance_build.odds.rewriting.exprs import DICE, Moment, Node, base, holds, is_atom, item_terms, normal
from penance_build.odds.rewriting.repeats import is_unbounded
from penance_build.odds.rolls.requests import RollRequest


def compile_plan(plan: Plan, library: Library) -> Compiled:
    """Generate the functions of a plan."""
    parts = _Coder(plan, library).block(plan.body)
    return Compiled(plan, tuple(item.name.removesuffix(GIVEN) if isinstance(item, Var) else "" for item in plan.body.before), parts)


class _Coder(CardCode):
    """Writes the functions of one plan."""

    # ------------------------------------------------------------ blocks

    def block(self, block: Block) -> tuple[Part, ...]:
        """The parts of a block whose states come in as ``block.before`` and leave as ``block.after``."""
        parts: list[Part] = []
        opened: Open | None = None
        afters = afters_of(block)
        for at, (step, after) in enumerate(zip(block.steps, afters, strict=True)):
            if is_pure(step):
                opened = opened or self.open(step.before)
                names = self.pure(opened, step, after)
                if names is None:
                    parts.append(self.close(opened))
                    return tuple(parts)
                opened.names = names
                continue
            if isinstance(step, IfStep | EachStep | RepeatStep):
                if opened is not None and opened.make is not None:
                    self.write_state(opened, "dst", step.before)
                    parts.append(self.close(opened))
                    opened = None
                parts.append(self.split(opened or self.open(step.before), step, after))
                opened = None
                continue
            if opened is not None:
                self.write_state(opened, "dst", step.before)
                parts.append(self.close(opened))
            opened = self.random(step, after)
            if opened.is_done:
                parts.append(self.close(opened))
                opened = None
                continue
            if (
                (_adds(step, after) and not is_short(block.steps[at + 1 :]))
                or at + 1 == len(block.steps)
                or not is_pure(block.steps[at + 1])
            ):
                self.write_state(opened, "dst", after)
                parts.append(self.close(opened))
                opened = None
        if opened is not None:
            self.write_state(opened, "dst", block.after)
            parts.append(self.close(opened))
        return tuple(parts)

    # ------------------------------------------------------------ branches and loops that draw

    def split(self, opened: Open, step: IfStep | EachStep | RepeatStep, after: Layout) -> Part:
        if isinstance(step, RepeatStep):
            return self.cycle(opened, step, after)
        opened.lines[0] = opened.lines[0].replace("dst, fin", "dst, other, fin")
        if isinstance(step, IfStep):
            self.fork(opened, self.writer.test(normal(step.test), opened.names), opened.names, step.then.before, step.orelse.before)
            then, orelse = self.block(step.then), self.block(step.orelse)
            return Branch(self.library.define("F", opened.lines), then, orelse)
        low, high = (self.named(opened, self.writer.value(normal(e), opened.names)) for e in (step.low, step.high))
        names = {**opened.names, Var(step.index): low, Var(step.end): high}
        self.fork(opened, f"{low} <= {high}", names, step.body.before, after)
        run = self.library.define("F", opened.lines)
        again = self.open(step.body.after, "src, dst, other, fin")
        at = again.names[Var(step.index)]
        self.put(again, f"{at} += 1")
        self.fork(again, f"{at} <= {again.names[Var(step.end)]}", again.names, step.body.before, after)
        return Loop(run, self.block(step.body), self.library.define("F", again.lines))

    def cycle(self, opened: Open, step: RepeatStep, after: Layout) -> Part:
        """A loop without a bound."""
        self.enter(opened, "dst", step.body.before)
        leave = self.open(step.body.after, "src, dst, other, fin")
        self.fork(leave, self.writer.test(normal(step.until), leave.names), leave.names, after, step.body.before)
        head = tuple(item.name if isinstance(item, Var) else "" for item in step.body.before)
        body = self.block(step.body)
        return Cycle(self.library.define("F", opened.lines), body, self.library.define("F", leave.lines), head, step.place)

    def fork(self, opened: Open, test: str, names: Names, yes: Layout, no: Layout) -> None:
        opened.names = names
        self.put(opened, f"if {test}:")
        opened.depth += 1
        self.enter(opened, "dst", yes)
        opened.depth -= 1
        self.put(opened, "else:")
        opened.depth += 1
        self.enter(opened, "other", no)
        opened.depth -= 1

    def enter(self, opened: Open, into: str, layout: Layout) -> None:
        """Add the weight to a state of a layout that another path does not share, because it may no longer track the same moments."""
        held = opened.weight
        opened.weight = self.weight_for(opened, tuple(opened.names), layout)
        self.write_state(opened, into, layout)
        opened.weight = held

    # ------------------------------------------------------------ steps that draw

    def random(self, step: Step, after: Layout) -> Open:
        """Open the function that loops over states and, in each, over what may come."""
        if isinstance(step, RollStep):
            return self.roll(step, after)
        if isinstance(step, CallStep):
            return self.call(step, after)
        if isinstance(step, RerollStep):
            return self.reroll(step, after)
        if isinstance(step, MoveStep):
            return self.move(step, after)
        if isinstance(step, LookStep):
            return self.look(step, after)
        if isinstance(step, PickStep):
            return self.decide_card(step, after) if step.kind == "best" else self.pick(step, after)
        assert isinstance(step, ChooseStep)
        return self.decide(step, after) if step.is_open else self.spread(step, after)

    def roll(self, step: RollStep, after: Layout) -> Open:
        slot, die = step.stmt.slot, self.library.dice[step.stmt.die]
        asked = Asking(slot)
        answers = {item: asked.terms(item) for item in after}
        names = [self.fresh("o") for _ in asked.questions] if not step.solid else [self.fresh("o")]
        params = [] if step.solid else asked.parameters()
        count = normal(step.stmt.count)
        parts: list[Node] = [count, *(Op("max", (Const(0), count)) if leaf == Var(DICE) else leaf for leaf in params)]  # type: ignore[arg-type]
        keys = self.keys(step.before, parts)
        opened = self.looped(step.before, parts, names)
        if step.solid:
            opened.names = self.extended(opened, {Var(slot): names[0]}, after)
        else:
            opened.names = {item: self.answer(opened, answers[item], names) for item in after}
        columns, numbers = self.vectors(asked, die.id, params)
        ordered = step.solid and self.order_tells(die)
        request = RollRequest(faces_of(die), tuple(asked.stages), tuple(asked.questions))
        opened.make = lambda run: Draw(keys, run, request, columns, numbers, step.solid, ordered, step.stmt.name)
        return opened

    def order_tells(self, die: Die) -> bool:
        """Whether the procedure may tell in which order dice of this kind were rolled: by a reroll, or a keep among unlike equals."""
        stmts = list(played(self.plan.procedure.body))
        if any(isinstance(stmt, Reroll) and stmt.die == die.id for stmt in stmts):
            return True
        faces = {(face.id, face.values) for face in die.faces}
        ties = len(faces) > len({dict(values).get("value", 0) for _, values in faces})
        return ties and any(holds(e, frozenset({Keep})) for stmt in stmts for e in own_expressions(stmt))

    def answer(self, opened: Open, terms: tuple[dict[int, int], Node | None, int], names: list[str]) -> str:
        """The value of an item from the roll's answers and what was carried."""
        answers, rest, factor = terms
        pieces = [f"{coef} * {names[at]}" if coef != 1 else names[at] for at, coef in answers.items()]
        if rest is not None:
            source = self.writer.value(rest, opened.names)
            pieces.append(f"{factor} * {source}" if factor != 1 else source)
        return self.named(opened, " + ".join(pieces) if len(pieces) == 1 else f"({' + '.join(pieces)})")

    def vectors(self, asked: Asking, die: str, params: list[Node]) -> tuple[Callable[..., Any], Callable[..., Any]]:
        """Two functions of the parameters: the columns of every face, and the counts and limits."""
        writer = Writer(self.library, self.plan.scope, guarded=True)
        columns = face_columns(self.library.dice[die])
        names: Names = {leaf: f"p{i}" for i, leaf in enumerate(params)}
        given = tuple_of(list(names.values()))
        attrs: Names = {FaceAttr(attr): f"v{i}" for i, attr in enumerate(columns)}
        shown = [self.library.column(die, attr) for attr in columns]
        used = [writer.value(body, {**names, **attrs}) for body in asked.bodies]
        unpack = [f" {given} = p"] if params else []
        rows = f" return tuple([{tuple_of(used)} for {tuple_of(list(attrs.values()))} in zip({', '.join(shown)})])"
        first = self.library.define("F", ["def F(p):", *unpack, rows])
        if all(isinstance(e, Const) for e in asked.numbers):
            fixed = tuple([e.value for e in asked.numbers if isinstance(e, Const)])
            return first, lambda p: fixed
        second = self.library.define("F", ["def F(p):", *unpack, f" return {tuple_of([writer.value(e, names) for e in asked.numbers])}"])
        return first, second

    def call(self, step: CallStep, after: Layout) -> Open:
        parts: list[Node] = [*(normal(arg) for arg in step.stmt.args), *[Var(STATE)] * step.state_in]
        sums = {slot: result for result, slot in step.take if any(item.slot == slot for item in moments(after))}
        results = self.taken(step, sums) + [STATE] * step.state_out
        drawn = {result: self.fresh("o") for result in results}
        keys = self.keys(step.before, parts)
        opened = self.looped(step.before, parts, list(drawn.values()))
        new: Names = {Var(slot): drawn[result] for result, slot in step.take if result in drawn}
        for item in sorted(moments(after), key=lambda item: item.slot):
            if item.slot in sums:
                self.add_up(opened, item, sums[item.slot], drawn)
        if step.state_out:
            new[Var(STATE)] = drawn[STATE]
        opened.names = self.extended(opened, new, after)
        opened.make = lambda run: Ask(keys, run, step.stmt.procedure, tuple(results), step.state_in, step.before)
        return opened

    def taken(self, step: CallStep, sums: dict[str, str]) -> list[str]:
        """The results that a call must give: results by name, and ``~r`` for the moment of an unbounded result r."""
        callee = self.procedure_of(step.stmt.procedure)
        unbounded = {slot.name for slot in callee.results if is_unbounded(slot.type)}
        wanted = [f"~{result}" if slot in sums and result in unbounded else result for result, slot in step.take]
        return list(dict.fromkeys(wanted))

    def procedure_of(self, name: str) -> Procedure:
        """A procedure of the program."""
        return self.library.program.by_id.procedures[name]

    def add_up(self, opened: Open, item: Moment, result: str, drawn: dict[str, str]) -> None:
        """What a call adds to a sum: the number that it gives, or its own mean, which is in the weight that came with it."""
        if f"~{result}" not in drawn:
            factor = "" if item.factor == 1 else f"{item.factor} * "
            self.put(opened, f"{opened.weight} = bump({opened.weight}, {factor}{drawn[result]})")
        elif item.factor != 1:
            raise no_sum(f"'{item.slot}'", self.plan.procedure.id)

    def move(self, step: MoveStep, after: Layout) -> Open:
        """The top cards of a zone, known or of a bag."""
        stmt = step.stmt
        parts: list[Node] = [Var(STATE), *(normal(e) for e in operands(stmt))]
        drawn = [self.fresh("o"), self.fresh("o")]
        keys = self.keys(step.before, parts)
        opened = self.looped(step.before, parts, drawn)
        opened.names = self.extended(opened, {Var(STATE): drawn[0], Var(stmt.moved): drawn[1]}, after)
        places = self.library.worlds.zone_at
        opened.make = lambda run: Shift(keys, run, places[stmt.source], places[stmt.target], stmt.bottom)
        return opened

    def reroll(self, step: RerollStep, after: Layout) -> Open:
        """The key holds the faces, the limit, and for every face of the die whether it passes."""
        stmt = step.stmt
        sides = len(self.library.dice[stmt.die].faces)
        tests = [at_face(stmt.test, face_columns(self.library.dice[stmt.die]), face) for face in range(sides)]
        parts: list[Node] = [Var(stmt.slot), normal(stmt.limit), *(normal(Op("ne", (test, Const(0)))) for test in tests)]  # type: ignore[arg-type]
        keys = self.keys(step.before, parts)
        name = self.fresh("o")
        opened = self.looped(step.before, parts, [name])
        opened.names = self.extended(opened, {Var(stmt.slot): name}, after)
        opened.make = lambda run: Redraw(keys, run, sides)
        return opened

    def spread(self, step: ChooseStep, after: Layout) -> Open:
        opened = self.open(step.before)
        scale = lcm(*range(1, len(step.options) + 1))
        legal = [
            f"[{option.value}]"
            if option.test is None
            else f"[{option.value}] * ({self.writer.test(normal(option.test), opened.names)} != 0)"
            for option in step.options
        ]
        last = f"{self.illegal(step.slot, not step.options)}()" if step.fallback is None else str(step.fallback.value)
        self.put(opened, f"c = ({' + '.join(legal)}) or [{last}]")
        if step.fallback is not None:
            self.put(opened, f"c = c if {self.any_rival(opened, step)} else [{step.fallback.value}]")
        self.put(opened, f"w *= {scale} // len(c)")
        name = self.fresh("c")
        self.put(opened, f"for {name} in c:")
        opened.depth += 1
        opened.weight = self.fresh("w")
        self.put(opened, f"{opened.weight} = w")
        opened.names = self.extended(opened, {Var(step.slot): name}, after)
        opened.make = lambda run: Spread(run, scale)
        return opened


def _adds(step: Step, after: Layout) -> bool:
    """Whether states may merge after the step because rolled values are added to carried ones."""
    if not isinstance(step, RollStep) or step.solid:
        return False
    for item in after:
        own = [is_atom(atom) and base(atom.roll) == step.stmt.slot for atom, _ in item_terms(item)]  # type: ignore[union-attr]
        if any(own) and not all(own):
            return True
    return False
