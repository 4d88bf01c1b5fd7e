"""Rules to procedures: each elaborated after the rules it calls, and anew only where what it depends on is another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace

from penance_build.ir import nodes as ir
from penance_build.ir.record import replace as changed
from penance_build.model.context.context import Context
from penance_build.model.context.memory import Remembered
from penance_build.model.context.report import Report
from penance_build.model.context.rule import Rule
from penance_build.model.context.signature import Signature
from penance_build.model.context.work import TooMuchWork, head_of
from penance_build.model.formulas.bounds import ERROR
from penance_build.model.rules.inputs import read_inputs, read_results, result_of
from penance_build.model.rules.order import Calls, calls_below, options_below, ordered, reach
from penance_build.model.steps.body import Body
from penance_build.model.steps.flow import Flow
from penance_build.model.steps.kinds import elaborate_step
from penance_build.model.steps.values import check_results


class ProcedureReader:
    """Elaborates every rule of a game after the rules it calls.

    ``signatures`` and ``known`` are filled as rules are read.
    """

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.signatures: dict[str, Signature] = {}
        self.known: dict[str, Remembered] = {}
        # The inputs of each group that exist under this choice.
        self.named: dict[str, tuple[str, ...]] = {
            name: tuple(item.name for item in group.inputs if ctx.holds(item)) if ctx.holds(group) else ()
            for name, group in ctx.game.parameters.items()
        }

    def read(self, rules: Mapping[str, Rule]) -> list[ir.Procedure]:
        """All rules, in the order given; those on a cycle of calls are reported and left out."""
        self.ctx.world.procedures = tuple(rules)
        every = tuple(rules.values())
        speaking = self.ctx.keep(("speaking", every), lambda: [rule for rule in every if self._own(rule)])
        key = ("order", every, tuple(self._chosen(rule) for rule in speaking))  # what the others call is always the same
        order = self.ctx.keep(key, lambda: ordered(self.ctx, rules, {name: self._calls_of(rules, name) for name in rules}))
        made = {name: self._remembered(rules, name) for name in order}
        return [made[name] for name in rules if name in made]

    # ------------------------------------------------------------ memory

    def _remembered(self, rules: Mapping[str, Rule], name: str) -> ir.Procedure:
        """A rule, elaborated anew only where an option that it or something it calls speaks of has another value."""
        memory, rule = self.ctx.memory, rules[name]
        chosen = (rule, *map(self.ctx.choice.__getitem__, reach(self.ctx, name)))
        known = memory.whole.get(chosen)
        if known is None:
            known = memory.whole[chosen] = self._compared(rules, name)
            return known.procedure
        return self._again(name, known)

    def _again(self, name: str, known: Remembered) -> ir.Procedure:
        """A rule that is remembered, with what elaborating it left behind."""
        self.known[name] = known
        self.signatures[name] = known.signature
        self.ctx.world.choices.update(known.choices)
        self.ctx.report.take(known.report)
        return known.procedure

    def _compared(self, rules: Mapping[str, Rule], name: str) -> Remembered:
        """A rule by its own options and by what it can know of those it calls; else elaborated."""
        memory, chosen = self.ctx.memory, self._chosen(rules[name])
        called = dict.fromkeys(callee for _, callee in self._calls_of(rules, name))
        callees = [(callee, self.known.get(callee), -1 - (callee in rules)) for callee in called]
        key = (rules[name], chosen, tuple((callee, known.number if known else none) for callee, known, none in callees))
        known = memory.rules.get(key)
        if known is None:
            looks = (rules[name], chosen, tuple((callee, known.face if known else none) for callee, known, none in callees))
            known = self._as_before(memory.forms.get(looks))
            if known is None:
                known = self.known[name] = memory.forms[looks] = memory.rules[key] = self._anew(rules[name])
                return known
            memory.rules[key] = known
        self._again(name, known)
        return known

    def _as_before(self, form: Remembered | None) -> Remembered | None:
        """A form with the rolls and effects that its callees have now; None where that may be wrong."""
        gathered = self._gathered(form.parts, form.own_effects) if form is not None and not form.report else None
        if form is None or gathered is None:
            return None
        procedure = changed(form.procedure, rolls=gathered[0], effects=gathered[1])
        signature = replace(form.signature, rolls=gathered[0], effects=gathered[1])
        return replace(form, procedure=procedure, signature=signature, number=self.ctx.memory.number(signature))

    def _anew(self, rule: Rule) -> Remembered:
        memory, world = self.ctx.memory, self.ctx.world
        seen = dict(world.choices)
        outer, self.ctx.report = self.ctx.report, Report()
        procedure, body = self._procedure(rule)
        found, self.ctx.report = self.ctx.report.settled(), outer
        outer.take(found)
        choices = {key: enum for key, enum in world.choices.items() if seen.get(key) is not enum}
        signature = self.signatures[rule.id]
        number, face = memory.number(signature), memory.number((signature.inputs, signature.results))
        form = len(memory.rules)  # which grow by one with each
        parts, own_effects = tuple(dict.fromkeys(body.parts)), frozenset(body.effects)
        return Remembered(procedure, signature, number, face, form, parts, own_effects, choices, found)

    def _gathered(
        self, parts: Iterable[tuple[str, str]], own_effects: Set[str]
    ) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]] | None:
        """The rolls and effects of a rule; None where one name stands for the faces of two dice, which a step has to report."""
        rolls: dict[str, str] = {}
        effects = set(own_effects)
        for name, die in parts:
            if die and rolls.setdefault(name, die) != die:
                return None
            if not die:
                effects.update(self.signatures[name].effects)
                for script, its in self.signatures[name].rolls:
                    rolls.setdefault(script, its)
        return tuple(rolls.items()), tuple(sorted(effects))

    def _own(self, rule: Rule) -> frozenset[str]:
        """The options that a rule and its groups of parameters speak of, and those of all declarations."""
        memory = self.ctx.memory
        found = memory.own.get(rule)
        if found is None:
            found = memory.own[rule] = memory.declared.union(*(options_below(self.ctx, below) for below in rule.speaks))
        return found

    def _chosen(self, rule: Rule) -> tuple[tuple[str, str], ...]:
        """The values of the options that a rule speaks of."""
        own = self._own(rule)
        return tuple(item for item in self.ctx.choice.items() if item[0] in own) if own else ()

    def _calls_of(self, rules: Mapping[str, Rule], name: str) -> Calls:
        """The callees of a rule, remembered for every choice in which its steps, and the rules that there are, are the same."""
        called = self.ctx.memory.called
        key = (rules[name], self._chosen(rules[name]), len(rules))
        if key not in called:
            called[key] = calls_below(self.ctx, rules, rules[name].body)
        return called[key]

    # ------------------------------------------------------------ one rule

    def _procedure(self, rule: Rule) -> tuple[ir.Procedure, Body]:
        ctx = self.ctx
        inputs = read_inputs(ctx, rule)
        declared, defaults = read_results(ctx, rule)
        body = Body(
            ctx, rule.entity, rule.source, self.signatures, self.named, declared, rule.own, elaborate_step, ctx.report, work=ctx.memory.work
        )
        body.work.rule = 0
        flow = Flow({item.name: item.type for item in inputs})
        for item in inputs:
            body.slots.note(item.name, item.type)
            body.inputs[item.name] = item.type
        statements: list[ir.Stmt] = []
        for name, (formula, value) in defaults.items():
            flow = body.assign(formula, name, value[1], flow)
            statements.append(ir.Let(name, value[0]))
        added, flow = self._steps(rule, body, flow)
        if not flow.is_dead:
            last = rule.body.steps[-1].at.key_span if rule.body.steps else rule.body.at.span
            check_results(body, rule.body.at, last, flow)
        results = tuple(result_of(ctx, rule, item, body, declared[item.name]) for item in rule.results if item.name in declared)
        slots = tuple(ir.Slot(name, type_) for name, type_ in body.slots.types.items())
        rolls = tuple(body.rolls.items())
        called = (self.signatures[name].effects for name, die in body.parts if not die)
        effects = tuple(sorted(body.effects.union(*called)))
        self.signatures[rule.id] = Signature(inputs, results, rolls, effects)
        return ir.Procedure(rule.id, rule.name, inputs, results, slots, rolls, effects, (*statements, *added), rule.source), body

    def _steps(self, rule: Rule, body: Body, flow: Flow) -> tuple[list[ir.Stmt], Flow]:
        """The statements of a rule; none where its loops cost too much, which is reported."""
        try:
            return body.block(rule.body, flow)
        except TooMuchWork as error:
            hint = "bound what it adds up with min(…) and max(…), or run it less often"
            body.wrong(error.loop.at, "E610", error.message, head_of(error.loop).span, hint)
            body.ends.types = dict.fromkeys(body.results, ERROR)
            return [], Flow(None)
