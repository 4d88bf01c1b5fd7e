"""Planning: a backward pass over the statements of a procedure to its plan, like an analysis of live variables.

Statements without a live result do not appear. A ``Reroll`` of a roll that was replaced by its answers is
only a rewriting of the questions (``LetStep``); the statement that rolls answers for both.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from penance_build.ir.nodes import (
    Call,
    Change,
    Choose,
    Const,
    Each,
    If,
    Let,
    Match,
    Move,
    Note,
    Op,
    Option,
    Pick,
    Procedure,
    Repeat,
    Report,
    Reroll,
    Roll,
    Shuffle,
    Stmt,
    Stop,
    TopCard,
    Var,
)
from penance_build.ir.walk import statements
from penance_build.odds.planning.demand import GIVEN, STATE, NeedSolid, Scope, assigned, beside, demanded, derived_slots, operands, played
from penance_build.odds.planning.holding import Holding, without
from penance_build.odds.planning.moments import apart, check_pass, check_paths, moments
from penance_build.odds.planning.plan import (
    Block,
    CallStep,
    ChooseStep,
    EachStep,
    IfStep,
    Layout,
    LetStep,
    MoveStep,
    Plan,
    RepeatStep,
    RerollStep,
    RollStep,
    StateStep,
    Step,
    StopStep,
    is_pure,
)
from penance_build.odds.planning.state import Effects
from penance_build.odds.question.refusal import Policy, Refused, by_hand
from penance_build.odds.rewriting.exprs import (
    DICE,
    Moment,
    Node,
    Rerolled,
    base,
    is_atom,
    item_terms,
    leaves,
    mentions,
    parameters,
    substitute,
    variables,
)
from penance_build.odds.rewriting.later import rolled_later
from penance_build.odds.rewriting.looks import with_looks
from penance_build.odds.rewriting.policies import guarded
from penance_build.odds.rewriting.repeats import is_endless, is_unbounded, without_limits


def plan_procedure(
    procedure: Procedure, answers: tuple[Node, ...], policy: Policy | None, effects: Effects, every_loop: bool = False
) -> Plan:
    """The plan that computes ``answers`` (expressions over the results) at the end of ``procedure``.

    With ``every_loop`` loops without a bound are walked even where nobody asks for what they leave: to see whether they end.
    Raises ``Refused`` for what cannot be evaluated: a choice without a policy, cards that move.
    """
    procedure = with_looks(without_limits(procedure))
    rolls = frozenset(slot.name for slot in procedure.slots if slot.type.kind == "roll")
    stmts = tuple(played(procedure.body))
    rolls |= {stmt.slot for stmt in stmts if isinstance(stmt, Roll | Reroll)}
    growing = frozenset(slot.name for slot in procedure.slots if is_unbounded(slot.type))
    scope = Scope(procedure.id, derived_slots(stmts, rolls), rolls, frozenset(), growing)
    begin = tuple(Let(item.name, Var(item.name + GIVEN)) for item in procedure.inputs if item.name in growing)
    # What was rolled before a choice must be there where a formula makes it, or its player sees it.
    body, is_late = procedure.body, policy is not None and (policy.kind == "best" or bool(policy.rules))
    while True:
        try:
            final = demanded(answers, scope)
            builder = _Builder(scope, policy, final, effects, every_loop, Holding(procedure, scope, policy))
            builder.loops = [stmt for stmt in played(body) if is_endless(stmt)]
            return Plan(procedure, scope, answers, builder.block((*begin, *body, Stop()), final))
        except NeedSolid as need:
            assert need.slot not in scope.solid, need.slot
            if not is_late:
                body, is_late = rolled_later(body), True
                continue
            scope = replace(scope, solid=scope.solid | {need.slot})


class _Builder:
    """Walks statements backwards."""

    def __init__(self, scope: Scope, policy: Policy | None, final: Layout, effects: Effects, every_loop: bool, holding: Holding) -> None:
        self.scope = scope
        self.policy = policy
        self.final = final
        self.effects = effects
        self.every_loop = every_loop
        self.holding = holding
        self.loops: list[Stmt] = []
        self.fresh = 0

    def block(self, stmts: tuple[Stmt, ...], after: Layout) -> Block:
        steps: list[Step] = []
        layout = after
        for stmt in reversed(stmts):
            if isinstance(stmt, Stop):
                steps = [StopStep(self.final)]
                layout = self.final
                continue
            if isinstance(stmt, Match | Pick):
                inner = self.match(stmt, layout) if isinstance(stmt, Match) else self.pick(stmt, layout)
                steps += reversed(inner.steps)
                layout = inner.before
                continue
            step = self.step(stmt, layout)
            if step is not None:
                dropped = self.holding.dropped(step, layout)
                if dropped:
                    steps += dropped
                    step = self.step(stmt, dropped[-1].before)
                    assert step is not None
                steps.append(step)
                layout = step.before
        steps.reverse()
        stops = any(isinstance(step, StopStep) or _stops_inside(step) for step in steps)
        return Block(tuple(steps), layout, after, all(map(is_pure, steps)), stops)

    def step(self, stmt: Stmt, after: Layout) -> Step | None:
        match stmt:
            case Note() | Report():
                return None
            case Let(slot, TopCard() as top):
                return self.holding.look(slot, top, after)
            case Let(slot, value):
                return self.let(slot, value, after)
            case If(test, then, orelse):
                return self.branch(test, then, orelse, after)
            case Each():
                return self.each(stmt, after)
            case Repeat():
                return self.repeat(stmt, after)
            case Roll():
                return self.roll(stmt, after)
            case Reroll():
                return self.reroll(stmt, after)
            case Call():
                return self.call(stmt, after)
            case Choose():
                return self.choose(stmt, after)
            case Change() | Shuffle():
                return self.change(stmt, after)
            case Move():
                return self.move(stmt, after)
            case Pick() | Match() | Stop():
                raise AssertionError("these make several steps, or none")
            case _:
                assert_never(stmt)

    def let(self, slot: str, value: Node, after: Layout) -> Step | None:
        touched: list[Node] = []
        rest: list[Node] = []
        for item in after:
            (touched if mentions(item, slot) else rest).append(item)
        if not touched:
            return None
        if (
            slot in self.scope.rolls
            and slot not in self.scope.solid
            and any(name in self.scope.solid for name in variables(value) if name != slot)
        ):
            raise NeedSolid(slot)
        made: list[Node] = [substitute(item, slot, value) for item in touched if not isinstance(item, Moment)]
        factors: dict[str, int] = {}
        for item in touched:
            if isinstance(item, Moment):
                found, added = apart(item, slot, value, self.scope.growing, self.scope.procedure)
                made.append(added)
                for name, factor in found.items():
                    factors[name] = factors.get(name, 0) + factor
        if factors:
            factors = {**factors, **{item.slot: item.factor + factors[item.slot] for item in moments(rest) if item.slot in factors}}
            rest = [item for item in rest if not (isinstance(item, Moment) and item.slot in factors)]
            made += [Moment(name, factor) for name, factor in factors.items() if factor]
        return LetStep(slot, value, beside(rest, made, self.scope))

    def branch(self, test: Node, then: tuple[Stmt, ...], orelse: tuple[Stmt, ...], after: Layout) -> Step | None:
        yes, no = self.block(then, after), self.block(orelse, after)
        if not yes.steps and not no.steps:
            return None
        check_paths(self.scope.procedure, yes.before, no.before)
        return IfStep(test, yes, no, demanded([test], self.scope, (*yes.before, *no.before)))

    def match(self, stmt: Match, after: Layout) -> Block:
        """A match is a chain of ifs on a value read once."""
        name = self.name("m")
        chain = stmt.orelse
        for case in reversed(stmt.cases):
            tests = tuple(Op("eq", (Var(name), Const(value))) for value in case.values)
            chain = (If(tests[0] if len(tests) == 1 else Op("or", tests), case.body, chain),)
        return self.block((Let(name, stmt.on), *chain), after)

    def each(self, stmt: Each, after: Layout) -> Step | None:
        index, end = self.name("i"), self.name("h")
        body = (Let(stmt.slot, Var(index)), *stmt.body)
        written = assigned(body) | {index: None}
        wanted = _split(after)
        while True:
            head = wanted
            block = self.block(body, (*head, Var(index), Var(end)))
            if not block.steps:
                return None
            wanted = _split((*head, *without(block.before, {index: None, end: None})))
            self.check_loop(wanted, written)
            if len(wanted) == len(head):
                return EachStep(index, end, stmt.low, stmt.high, block, head, demanded([stmt.low, stmt.high], self.scope, head))

    def repeat(self, stmt: Repeat, after: Layout) -> Step | None:
        """A loop without a bound; left out where nobody asks for what it leaves, and it does nothing else."""
        written = assigned(stmt.body)
        is_asked = any(name in written for item in after for name in variables(item))
        if not (is_asked or self.every_loop or self.acts(stmt)):
            return None
        wanted = _split(after)
        while True:
            head = wanted
            block = self.block(stmt.body, demanded([stmt.until], self.scope, head))
            wanted = _split((*head, *block.before))
            self.check_loop(wanted, written)
            check_paths(self.scope.procedure, head, block.before)
            if len(wanted) == len(head):
                check_pass(self.scope.procedure, block)
                place = next(at for at, loop in enumerate(self.loops) if loop is stmt)
                return RepeatStep(place, stmt.until, block, head, demanded([], self.scope, head))

    def acts(self, stmt: Repeat) -> bool:
        """Whether a loop may end the procedure, or touch counters and zones, or holds a loop or a call that may."""
        kinds = Stop | Change | Shuffle | Move | Pick
        return any(
            isinstance(inner, kinds) or (isinstance(inner, Call) and self.effects.of(inner.procedure).acts)
            for inner in statements(stmt.body)
        )

    def check_loop(self, head: Layout, written: dict[str, None]) -> None:
        """What is asked of a roll across passes of a loop must not change in it."""
        for item in head:
            if is_atom(item):
                slot = base(item.roll) or ""  # type: ignore[union-attr]
                if slot in written or any(name in written for name in parameters(item)):
                    raise NeedSolid(slot)

    def roll(self, stmt: Roll, after: Layout) -> Step | None:
        slot = stmt.slot
        asked = [atom for item in after for atom, _ in item_terms(item) if is_atom(atom) and base(atom.roll) == slot]  # type: ignore[union-attr]
        solid = slot in self.scope.solid
        carried = without(after, {slot: None})
        if not asked and not (solid and Var(slot) in after):
            return None
        needs = [leaf for atom in asked for leaf in leaves(atom) if leaf != Var(DICE)]
        return RollStep(stmt, solid, demanded([stmt.count, *needs], self.scope, carried))

    def reroll(self, stmt: Reroll, after: Layout) -> Step | None:
        slot = stmt.slot
        if slot not in self.scope.solid:
            self.fresh += 1
            return self.let(slot, Rerolled(Var(slot), stmt.die, stmt.test, stmt.limit, self.fresh), after)
        if Var(slot) not in after:
            return None
        return RerollStep(stmt, demanded([stmt.test, stmt.limit], self.scope, after))

    def call(self, stmt: Call, after: Layout) -> Step | None:
        names = {slot: None for _, slot in stmt.take}
        used = {name for item in after for name in variables(item)}
        take = tuple(pair for pair in stmt.take if pair[1] in used)
        effects = self.effects.of(stmt.procedure)
        state_out = effects.writes and STATE in used
        if not take and not state_out and not effects.fails:
            return None
        if state_out:
            names[STATE] = None
        carried = [*without(after, names), *[Var(STATE)] * (effects.reads or (effects.asks and self.watches()))]
        return CallStep(stmt, take, effects.reads, state_out, demanded(stmt.args, self.scope, carried))

    def change(self, stmt: Change | Shuffle, after: Layout) -> Step | None:
        may_fail = isinstance(stmt, Change) and stmt.counter in self.effects.strict
        if Var(STATE) not in after and not may_fail:
            return None
        return StateStep(stmt, demanded(operands(stmt), self.scope, [*after, Var(STATE)]))

    def move(self, stmt: Move, after: Layout) -> Step | None:
        if stmt.card is not None:
            return self.holding.place(stmt, after)
        written = {STATE: None, stmt.moved: None}
        if not any(mentions(item, name) for item in after for name in written):
            return None
        return MoveStep(stmt, demanded(operands(stmt), self.scope, [*without(after, written), Var(STATE)]))

    def choose(self, stmt: Choose, after: Layout) -> Step | None:
        refusal = by_hand(self.scope.procedure, stmt.slot, stmt.prompt)
        if refusal is not None:
            raise refusal
        if not any(mentions(item, stmt.slot) for item in after):
            return None
        fallback = next((option for option in stmt.options if option.id == stmt.fallback), None)
        options = self.picked(stmt)
        rivals = tuple(option for option in stmt.options if option is not fallback)
        tests = [option.test for option in (*options, *rivals) if option.test is not None]
        rest = without(after, {stmt.slot: None})
        ids = [option.id for option in stmt.options]
        way = "" if self.policy is None or self.is_ruled(stmt) else self.policy.way(stmt.slot, ids)
        asked = stmt if way == "best" else None
        rest += [Var(STATE)] * (asked is not None and self.watches())
        before = demanded([*tests, stmt.by] if asked else tests, self.scope, rest)
        return ChooseStep(stmt.slot, options, fallback, rivals, way == "random", before, asked)

    def watches(self) -> bool:
        """Whether a best policy must see the table where it chooses: what lies there tells of what does not."""
        is_best = self.policy is not None and self.policy.kind == "best"
        return is_best and self.effects.hides and self.effects.of(self.scope.procedure).reads

    def is_ruled(self, stmt: Choose) -> bool:
        """Whether a formula makes the choice."""
        return self.policy is not None and (self.scope.procedure, stmt.slot) in self.policy.rules

    def picked(self, stmt: Choose) -> tuple[Option, ...]:
        """The options that the policy considers, in order; none where it says nothing, which is refused where the choice is come to."""
        where = f"choose {stmt.slot}"
        if self.policy is None:
            raise Refused(f"The choice '{stmt.slot}' in '{self.scope.procedure}' needs a policy.", self.scope.procedure, where)
        if self.is_ruled(stmt):
            return guarded(stmt, self.policy.rules[self.scope.procedure, stmt.slot])
        if self.policy.way(stmt.slot, [item.id for item in stmt.options]) != "named":
            return stmt.options
        wanted = self.policy.picks.get(stmt.slot)
        found = tuple(option for option in stmt.options if option.id == wanted)
        if wanted is not None and not found:
            known = ", ".join(option.id for option in stmt.options)
            raise Refused(f"The choice '{stmt.slot}' has no option '{wanted}'; it has {known}.", self.scope.procedure, where)
        return found

    def pick(self, stmt: Pick, after: Layout) -> Block:
        """A pick is a card or none, and an if on that; where nobody asks what becomes of it, only what stands in it."""
        rest = self.block((If(Op("ge", (Var(stmt.slot), Const(0))), stmt.then, stmt.orelse),), after)
        step = self.holding.pick(stmt, rest.before) if rest.steps else None
        return rest if step is None else replace(rest, steps=(step, *rest.steps), before=step.before)

    def name(self, letter: str) -> str:
        self.fresh += 1
        return f"@{letter}{self.fresh}"


def _split(items: Layout) -> Layout:
    """Combined items as their terms: across the passes of a loop combinations could grow without end."""
    return tuple({atom: None for item in items for atom, _ in item_terms(item)})


def _stops_inside(step: Step) -> bool:
    match step:
        case IfStep(_, then, orelse, _):
            return then.stops or orelse.stops
        case EachStep(body=body) | RepeatStep(body=body):
            return body.stops
    return False
