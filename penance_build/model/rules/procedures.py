"""Rules to procedures: each after its callees, and elaborated again only where something that it depends on differs."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence, Set

from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.ir.record import replace as changed
from penance_build.model.context.context import Context
from penance_build.model.context.memory import GroupRead, Remembered
from penance_build.model.context.report import Report
from penance_build.model.context.rule import Rule
from penance_build.model.context.signature import Origin, Signature, paired
from penance_build.model.context.work import TooMuchWork, head_of
from penance_build.model.formulas.bounds import ERROR
from penance_build.model.formulas.lists import in_ir
from penance_build.model.rules.inputs import read_inputs, read_results, result_of
from penance_build.model.rules.order import Calls, calls_below, options_below, ordered, reach, spoken
from penance_build.model.steps.body import Body
from penance_build.model.steps.flow import Flow
from penance_build.model.steps.kinds import elaborate_step
from penance_build.model.steps.values import check_results

Group = tuple[tuple[str, ...], tuple[str, ...]]  # rules by name, behind the options that each of them, or anything it calls, speaks of
Order = tuple[list[str], list[Group]]  # callees before callers


class ProcedureReader:
    """Elaborates every rule of a game after its callees.

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
        ctx = self.ctx
        ctx.world.procedures = tuple(rules)
        every = tuple(rules.values())
        order, groups = ctx.keep(("order of all calls", every), lambda: self._ordered_by_all(rules)) or self._ordered(rules)
        self._by_groups(rules, order, groups)
        return [self.known[name].procedure for name in rules if name in self.known]

    def _ordered_by_all(self, rules: Mapping[str, Rule]) -> Order | None:
        """An order that serves every choice of options, because it heeds all calls; None where these make a cycle, or go too deep."""
        known = self.ctx.memory.ever.setdefault(tuple(rules), {})  # which cards a step may play depends on which there are
        for rule in rules.values():
            if rule not in known:
                known[rule] = calls_below(rules, rule.body, lambda _: True)
        calls = {name: known[rule] for name, rule in rules.items()}
        report = Report()
        order = ordered(rules, calls, report)
        return None if report else self._grouped(order)

    def _ordered(self, rules: Mapping[str, Rule]) -> Order:
        """The order under this choice of options."""
        return self._grouped(ordered(rules, {name: self._calls_of(rules, name) for name in rules}, self.ctx.report))

    def _grouped(self, order: list[str]) -> Order:
        """The rules, callees first; and the same in groups of those that depend on the same options."""

        def group() -> list[Group]:
            groups: dict[tuple[str, ...], list[str]] = {}
            for name in order:
                groups.setdefault(reach(self.ctx, name), []).append(name)
            return [(options, tuple(members)) for options, members in groups.items()]

        return order, self.ctx.keep(("groups", *order, *(spoken(self.ctx, name) for name in order)), group)

    # ------------------------------------------------------------ memory

    def _by_groups(self, rules: Mapping[str, Rule], order: list[str], groups: Sequence[Group]) -> None:
        """The rules, callees first: what a rule becomes depends on nothing but the options that it, or something it calls, speaks of.

        A group of rules whose options had these values in a combination before is taken whole. Of one that had them in the
        compilation before, when there were the same rules, those are made anew that changed, and the callers of a rule of which
        callers can tell the difference. Others are compared one by one.
        """
        memory, chosen = self.ctx.memory, tuple(self.ctx.choice.items())
        memory.orders[chosen] = order
        can_repair = memory.orders_before.get(chosen) == order
        found: dict[str, Remembered] = self.known
        choosing: set[str] = set()
        earlier: dict[str, Remembered] = {}
        stale: set[str] = set()
        missing: list[Group] = []
        for group in groups:
            read = memory.whole.get(self._values(group))
            if read is not None:
                found.update(read.known)
                self.signatures.update(read.signatures)
                choosing.update(read.choosing)
                self.ctx.report.take(read.report)
                stale |= self._callers(rules, read.differing)
                continue
            missing.append(group)
            before = memory.before.get(self._values(group)) if can_repair else None
            if before is not None:
                earlier.update(before.known)
                stale.update(name for name, rule in before.rules.items() if rules[name] is not rule)
        differing: set[str] = set()
        for name in [name for name in order if name not in found or name in choosing]:
            known, old = found.get(name), earlier.get(name)
            if known is not None:
                self.ctx.world.choices.update(known.choices)
            elif old is not None and name not in stale and self._counts(old):
                self._again(name, old)
            else:
                self._compared(rules, name)
                if memory.before and (old is None or old.number != self.known[name].number):
                    differing.add(name)
                    stale |= self._callers(rules, (name,))
        for group in missing:
            self._remember(rules, group, differing)

    def _callers(self, rules: Mapping[str, Rule], names: Collection[str]) -> set[str]:
        """The rules that call one of these."""
        return {caller for caller in rules if any(callee in names for _, callee in self._calls_of(rules, caller))} if names else set()

    def _remember(self, rules: Mapping[str, Rule], group: Group, differing: Set[str]) -> None:
        known = {name: self.known[name] for name in group[1]}
        report = Report()
        for item in known.values():
            report.take(item.report)
        signatures = {name: item.signature for name, item in known.items()}
        choosing = tuple(name for name, item in known.items() if item.choices)
        read = GroupRead({name: rules[name] for name in known}, known, signatures, choosing, report, frozenset(differing & known.keys()))
        self.ctx.memory.whole[self._values(group)] = read

    def _values(self, group: Group) -> Hashable:
        """What the rules of a group depend on: in one compilation, rules of the same name differ by their options alone."""
        return (*group, *map(self.ctx.choice.__getitem__, group[0]))

    def _note(self, name: str, known: Remembered) -> None:
        self.known[name] = known
        self.signatures[name] = known.signature
        if known.choices:
            self.ctx.world.choices.update(known.choices)

    def _again(self, name: str, known: Remembered) -> None:
        """A remembered procedure; its effects on the world and the report are replayed."""
        self._note(name, known)
        self.ctx.report.take(known.report)

    def _compared(self, rules: Mapping[str, Rule], name: str) -> None:
        """The result for a rule, found by its own options and the signatures of its callees; else elaborated."""
        memory, chosen = self.ctx.memory, self._chosen(rules[name])
        called = dict.fromkeys(callee for _, callee in self._calls_of(rules, name))
        callees = [(callee, self.known.get(callee), -1 - (callee in rules)) for callee in called]
        key = (rules[name], chosen, tuple((callee, known.number if known else none) for callee, known, none in callees))
        known = memory.rules.get(key)
        if known is None or not self._counts(known):
            looks = (rules[name], chosen, tuple((callee, known.face if known else none) for callee, known, none in callees))
            form = memory.forms.get(looks)
            known = self._as_before(form) if form is not None and self._counts(form) else None
            if known is None:
                self.known[name] = memory.forms[looks] = memory.rules[key] = self._anew(rules[name])
                return
            memory.rules[key] = known
        self._again(name, known)

    def _counts(self, known: Remembered) -> bool:
        """Count the steps inside loops of an earlier result, as typing it again would; False where it would exceed the limit."""
        memory = self.ctx.memory
        if known.form not in memory.counted:
            if not memory.work.fits(known.steps):
                return False
            memory.counted.add(known.form)
            memory.work.game += known.steps
        return True

    def _as_before(self, form: Remembered) -> Remembered | None:
        """An earlier result with the present rolls and effects of its callees; None where it cannot be reused."""
        gathered = self._gathered(form.parts, form.own_effects) if not form.report else None
        if gathered is None:
            return None
        procedure = changed(form.procedure, rolls=gathered[0], effects=gathered[1])
        signature = replace(form.signature, rolls=gathered[0], effects=gathered[1])
        return replace(form, procedure=procedure, signature=signature, number=self.ctx.memory.number(signature))

    def _anew(self, rule: Rule) -> Remembered:
        memory, world = self.ctx.memory, self.ctx.world
        seen, before = dict(world.choices), memory.work.game
        outer, self.ctx.report = self.ctx.report, Report()
        procedure, body = self._procedure(rule)
        found, self.ctx.report = self.ctx.report.settled(), outer
        outer.take(found)
        choices = {key: enum for key, enum in world.choices.items() if seen.get(key) is not enum}
        signature = self.signatures[rule.id]
        number, face = memory.number(signature), memory.number((signature.inputs, signature.results))
        form = memory.number(("form", len(memory.numbers)))  # a number of its own
        memory.counted.add(form)
        steps = memory.work.since(before)
        parts, own_effects = tuple(dict.fromkeys(body.parts)), frozenset(body.effects)
        return Remembered(procedure, signature, number, face, form, steps, parts, own_effects, choices, found, tuple(body.stepped))

    def _gathered(self, parts: Iterable[Origin], own_effects: Set[str]) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]] | None:
        """The rolls and effects of a rule; None where two dice are rolled under one name, which must be reported at a step."""
        rolls: dict[str, tuple[str, ...]] = {}
        effects = set(own_effects)
        for name, dice in parts:
            if dice and rolls.setdefault(name, dice) != dice:
                return None
            if not dice:
                effects.update(self.signatures[name].effects)
                for script, its in self.signatures[name].dice.items():
                    rolls.setdefault(script, its)
        return paired(rolls), tuple(sorted(effects))

    def _own(self, rule: Rule) -> frozenset[str]:
        """The options that a rule, its groups of inputs and the declarations mention."""
        memory = self.ctx.memory
        found = memory.own.get(rule)
        if found is None:
            found = memory.own[rule] = memory.declared.union(*(options_below(self.ctx, below) for below in rule.speaks))
        return found

    def _chosen(self, rule: Rule) -> tuple[tuple[str, str], ...]:
        """The values of the options that a rule mentions."""
        own = self._own(rule)
        return tuple(item for item in self.ctx.choice.items() if item[0] in own) if own else ()

    def _calls_of(self, rules: Mapping[str, Rule], name: str) -> Calls:
        """The callees of a rule; remembered for all choices with the same steps and the same set of rules."""
        called = self.ctx.memory.called
        key = (rules[name], self._chosen(rules[name]), len(rules))
        if key not in called:
            called[key] = calls_below(rules, rules[name].body, self.ctx.holds)
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
        slots = tuple(ir.Slot(name, in_ir(type_)) for name, type_ in body.slots.types.items() if type_.kind != "roll_of")
        rolls = paired(body.rolls)
        called = (self.signatures[name].effects for name, dice in body.parts if not dice)
        effects = tuple(sorted(body.effects.union(*called)))
        self.signatures[rule.id] = Signature(inputs, results, rolls, effects)
        return ir.Procedure(rule.id, rule.name, inputs, results, slots, rolls, effects, (*statements, *added), rule.source), body

    def _steps(self, rule: Rule, body: Body, flow: Flow) -> tuple[list[ir.Stmt], Flow]:
        """The statements of a rule; none where its loops exceed the work limit, which is reported."""
        try:
            return body.block(rule.body, flow)
        except TooMuchWork as error:
            hint = "bound what it adds up with min(…) and max(…), or run it less often"
            body.wrong(error.loop.at, "E610", error.message, head_of(error.loop).span, hint)
            body.ends.types = dict.fromkeys(body.results, ERROR)
            return [], Flow(None)
