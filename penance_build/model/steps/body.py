"""The elaboration of the steps of one rule, and its state.

``Body`` walks the blocks; the modules of this folder elaborate the kinds of steps, and ``model.steps.kinds`` dispatches to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.signature import Origin, Signature
from penance_build.model.context.work import Work, count_step
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import ERROR, describe
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.labels import label_parts
from penance_build.model.formulas.lists import is_of_members
from penance_build.model.steps.flow import Flow, Slots
from penance_build.surface.nodes import At, Formula, Label
from penance_build.surface.steps import Block, Choose, Each, Repeat, Step, Term

Stmts = list[ir.Stmt]
Stepped = tuple[Stmts, Flow]
Handler = Callable[["Body", Step, Flow], Stepped]
Loop = Each | Repeat
OfStep = tuple[Sequence[ir.Stmt], int]  # statements, and the number of the step or term that they were made from


class Body(Struct):
    """The state of elaborating one rule. ``report``, ``slots`` and ``ends`` belong to one pass over a loop; the rest only grows."""

    ctx: Context
    entity: tuple[str, str]
    source: str
    signatures: Mapping[str, Signature]
    groups: Mapping[str, tuple[str, ...]]
    results: Mapping[str, Type]
    own: Mapping[str, Typed]
    handle: Handler
    report: Report
    slots: Slots = field(default_factory=Slots)
    ends: Slots = field(default_factory=Slots)  # the results, with their types where the procedure ends
    loops: tuple[Loop, ...] = ()  # the loops around the current step, the outermost first
    rolls: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the dice under each name, callees' included
    effects: set[str] = field(default_factory=set)  # of its own steps, callees' excluded
    parts: list[Origin] = field(default_factory=list)  # of rolls and effects
    inputs: dict[str, Type] = field(default_factory=dict)  # those that no step has assigned so far
    work: Work = field(default_factory=Work)
    hints: dict[str, str] = field(default_factory=dict)  # hints for names that are no variables here
    chosen: dict[str, Choose] = field(default_factory=dict)  # the first choice of each variable, to report a second one
    stepped: list[OfStep] = field(default_factory=list)  # which statements each step became, and each term of a sum; the inner ones first

    # ------------------------------------------------------------ passes

    def fork(self, loop: Loop) -> Body:
        """A copy for one pass of a loop, with the present types and an empty report."""
        types = Slots(dict(self.slots.types)), Slots(dict(self.ends.types))
        return replace(self, report=Report(), slots=types[0], ends=types[1], loops=(*self.loops, loop))

    def adopt(self, passed: Body) -> None:
        """Take over the state of the pass that is kept."""
        self.report.take(passed.report)
        self.slots, self.ends = passed.slots, passed.ends

    # ------------------------------------------------------------ blocks

    def block(self, block: Block | None, flow: Flow) -> Stepped:
        """All the steps of a list, one after another."""
        statements: Stmts = []
        for step in self.live(block):
            if flow.is_dead:
                message, hint = "this step can never run: every path before it has ended", "remove it, or move it before the outcome"
                self.wrong(step.at, "E607", message, step.at.key_span, hint)
                break
            if self.loops:
                count_step(self.work, self.loops[0])
            added, flow = self.handle(self, step, flow)
            statements.extend(added)
            self.stepped.append((added, step.number))
        return statements, flow

    def live(self, block: Block | None) -> Iterator[Step]:
        """The steps of a list that exist under the choice."""
        return (step for step in block.steps if self.ctx.holds(step)) if block is not None else iter(())

    # ------------------------------------------------------------ helps

    def scope(self, flow: Flow) -> Expressions:
        """The scope of a formula at the program point of ``flow``."""
        return Expressions(self.ctx.world, self.report, self.entity, flow.env or {}, flow.maybe, own=self.own, hints=self.hints)

    def calls(self, name: str, signature: Signature) -> None:
        """Record a call, and with it the rolls of the callee."""
        self.parts.append((name, ()))
        for script, dice in signature.dice.items():
            self.rolls.setdefault(script, dice)

    def wrong(self, at: At, code: str, message: str, span: Span | None = None, hint: str = "") -> None:
        """Report a problem of this rule."""
        self.report.append(Problem(code, message, at.span if span is None else span, hint, entity=self.entity, path=at.path))

    def assign(self, at: At, name: str, type_: Type, flow: Flow) -> Flow:
        """Assign a type to a variable; reports a conflict with its earlier kind or with the declared result."""
        declared = self.results.get(name)
        if any(isinstance(loop, Each) and loop.variable.text == name for loop in self.loops):
            self.wrong(at, "E307", f"`{name}` is what the loop around this counts with", hint="use another name")
            return flow
        if declared is not None and type_.kind != "error" and declared.kind != "error":
            if declared.kind != type_.kind or (declared.ref and declared.ref != type_.ref) or is_of_members(type_):
                self.wrong(at, "E403", f"the result `{name}` is {describe(declared)}, this gives {describe(type_)}")
                type_ = ERROR
            elif declared.unit and type_.unit and declared.unit != type_.unit:
                self.wrong(at, "E404", f"the result `{name}` counts `{declared.unit}`, this gives `{type_.unit}`")
                type_ = ERROR
            elif declared.unit:
                type_ = Type(type_.kind, type_.ref, type_.low, type_.high, declared.unit)
        self.inputs.pop(name, None)
        if not self.slots.note(name, type_):
            known = self.slots.types[name]
            self.wrong(at, "E403", f"`{name}` held {describe(known)}, this gives {describe(type_)}", hint="use another name")
            type_ = ERROR
        return flow.assign(name, type_)

    def note(self, step: Step | Term, label: Label | str, scope: Expressions, typed: Typed, running: ir.Expr, type_: Type) -> ir.Note:
        """A line of the derivation; its label is a text with holes, or a plain text."""
        source = step.source or self.source or " ".join(self.entity)
        if not step.source and isinstance(typed.expr, ir.Lookup):
            source = self.ctx.world.tables[typed.expr.table].source or source
        if is_of_members(type_):
            self.wrong(step.at, "E403", f"{describe(type_)} is not printed as a line", step.at.key_span, "show one of them")
        parts = (ir.Part(label),) if isinstance(label, str) else label_parts(scope, label)
        return ir.Note(parts, typed.expr, type_, running, source, step.number)

    def declared(self, typed: Typed) -> tuple[int, int] | None:
        """The declared bounds of the input or counter that a number reads, whatever conditions have narrowed; else None."""
        if isinstance(typed.expr, ir.Counter):
            counter = self.ctx.world.counters[typed.expr.counter]
            return counter.low, counter.high
        type_ = self.inputs.get(typed.expr.name) if isinstance(typed.expr, ir.Var) else None
        if type_ is None or type_.kind != "int" or type_.low is None or type_.high is None:
            return None
        return type_.low, type_.high

    def player(self, scope: Expressions, formula: Formula) -> ir.Expr:
        """A formula that names a player."""
        return scope.read(formula, Type("player")).expr
