"""Procedures: their inputs and results, the order of their calls, and their bodies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir import record
from penance_build.ir.nodes import Type
from penance_build.model import branch_steps, card_steps, report_steps, state_steps, steps
from penance_build.model.expressions import Expressions
from penance_build.model.flow import Flow
from penance_build.model.loops import TooMuchWork, head_of
from penance_build.model.memory import Remembered, RuleMemory
from penance_build.model.numbering import numbers_of
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.steps import Body, Signature
from penance_build.model.tables import source_text
from penance_build.model.types import TypeReader
from penance_build.model.typing import ERROR, bounds_text
from penance_build.model.walk_steps import branches
from penance_build.model.world import Typed, World

MAX_CALLS: Final = 64
HANDLERS = MappingProxyType({**steps.STEPS, **branch_steps.STEPS, **state_steps.STEPS, **card_steps.STEPS, **report_steps.STEPS})


@dataclass(frozen=True, slots=True)
class Rule:
    """Something with steps: a procedure, or the effect of a card."""

    id: str
    name: str
    entity: tuple[str, str]
    head: Place  # where inputs and results stand
    steps: Place | None
    place: Place
    own: Mapping[str, Typed] = field(default_factory=dict)


@dataclass(slots=True)
class ProcedureReader:
    """Elaborates every rule of a game after the rules it calls."""

    world: World
    report: Report
    conditions: Conditions
    choice: Mapping[str, str]
    groups: Mapping[str, Place]
    memory: RuleMemory
    signatures: dict[str, Signature] = field(default_factory=dict)
    known: dict[str, Remembered] = field(default_factory=dict)
    chosen: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    calls: dict[str, list[tuple[Place, str]]] = field(default_factory=dict)
    made: dict[str, ir.Procedure] = field(default_factory=dict)
    fresh: list[ir.Procedure] = field(default_factory=list)  # those of which nothing was remembered
    named: dict[str, tuple[str, ...]] = field(init=False)  # the inputs of each group that exist under this choice

    def __post_init__(self) -> None:
        self.named = {name: tuple(key for key, at in place.entries() if self._exists(at)) for name, place in self.groups.items()}

    def read(self, rules: Mapping[str, Rule]) -> list[ir.Procedure]:
        """All rules, in the order given; those on a cycle of calls are reported and left out."""
        self.world.procedures = tuple(rules)
        chosen = cache(self._chosen)
        self.chosen = {name: chosen(self._own(rules, name)) for name in rules}
        self.calls = {name: self._calls_of(rules, name) for name in rules}
        # The lists of calls are remembered ones, so that the same objects stand for the same calls.
        order = self.memory.keep(("order", tuple(rules), tuple(map(id, self.calls.values()))), partial(self._order, rules))
        self.made = {name: self._remembered(rules, name) for name in order}
        return [self.made[name] for name in rules if name in self.made]

    def _remembered(self, rules: Mapping[str, Rule], name: str) -> ir.Procedure:
        """A rule, elaborated anew only where an option that it speaks of has another value, or what it calls another signature."""
        called = dict.fromkeys(callee for _, callee in self.calls[name])
        callees = [(callee, self.known.get(callee), -1 - (callee in rules)) for callee in called]
        key = (name, self.chosen[name], tuple((callee, known.number if known else none) for callee, known, none in callees))
        known = self.memory.rules.get(key)
        if known is None:
            looks = (name, self.chosen[name], tuple((callee, known.face if known else none) for callee, known, none in callees))
            known = self._as_before(self.memory.forms.get(looks))
            if known is None:
                known = self.known[name] = self.memory.forms[looks] = self.memory.rules[key] = self._anew(rules[name])
                return known.procedure
            self.memory.rules[key] = known
        self.known[name] = known
        self.signatures[name] = known.signature
        self.report.lookups.extend(known.lookups)
        self.world.choices.update(known.choices)
        self.report.extend(known.problems)
        return known.procedure

    def _as_before(self, form: Remembered | None) -> Remembered | None:
        """A form with the rolls and effects that its callees have now; None where that may be wrong."""
        gathered = self._gathered(form.parts, form.own_effects) if form is not None and not form.problems else None
        if form is None or gathered is None:
            return None
        procedure = record.replace(form.procedure, rolls=gathered[0], effects=gathered[1])
        signature = replace(form.signature, rolls=gathered[0], effects=gathered[1])
        return replace(form, procedure=procedure, signature=signature, number=self.memory.number(signature))

    def _anew(self, rule: Rule) -> Remembered:
        before = len(self.report.lookups), len(self.report)
        seen = dict(self.world.choices)
        procedure, body = self._procedure(rule)
        choices = {key: enum for key, enum in self.world.choices.items() if seen.get(key) is not enum}
        lookups, problems = tuple(self.report.lookups[before[0] :]), tuple(self.report[before[1] :])
        signature = self.signatures[rule.id]
        number, face = self.memory.number(signature), self.memory.number((signature.inputs, signature.results))
        self.fresh.append(procedure)
        form = len(self.memory.rules)  # which grow by one with each
        parts, own_effects = tuple(dict.fromkeys(body.parts)), frozenset(body.effects)
        return Remembered(procedure, signature, number, face, form, parts, own_effects, lookups, choices, problems)

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

    def _own(self, rules: Mapping[str, Rule], name: str) -> frozenset[str]:
        """The options that a rule and its groups of parameters speak of, and those of all declarations."""
        found = self.memory.own.get(name)
        if found is None:
            rule = rules[name]
            found = self.memory.declared | self.conditions.mentions(rule.place) | self.conditions.mentions(rule.head)
            for group in (*_groups_named(rule.place), *_groups_named(rule.head)):
                found |= self.conditions.mentions(self.groups[group]) if group in self.groups else frozenset()
            self.memory.own[name] = found
        return found

    def _chosen(self, own: frozenset[str]) -> tuple[tuple[str, str], ...]:
        """The values of the options that a rule speaks of."""
        return tuple(item for item in self.choice.items() if item[0] in own)

    # ------------------------------------------------------------ order

    def _order(self, rules: Mapping[str, Rule]) -> list[str]:
        """Callees before callers (depth first, in the order written); reports each cycle once, whole."""
        order: list[str] = []
        state: dict[str, int] = {}
        broken: set[str] = set()
        for first in rules:
            if first not in state:
                self._visit(first, rules, state, order, broken)
        return self._shallow(rules, [name for name in order if name not in broken])

    def _visit(self, first: str, rules: Mapping[str, Rule], state: dict[str, int], order: list[str], broken: set[str]) -> None:
        """Walk all that a rule calls; ``state`` is 1 for a rule on the way, 2 for one that is done."""
        chain = [first]
        waiting = [iter(self.calls[first])]
        state[first] = 1
        while chain:
            found = next(waiting[-1], None)
            if found is None:
                state[chain[-1]] = 2
                order.append(chain.pop())
                waiting.pop()
                continue
            place, callee = found
            if callee in rules and callee not in state:
                state[callee] = 1
                chain.append(callee)
                waiting.append(iter(self.calls[callee]))
            elif state.get(callee) == 1:
                loop = [*chain[chain.index(callee) :], callee]
                broken.update(loop)
                shown = loop if len(loop) <= 12 else [*loop[:6], "…", *loop[-5:]]
                message = "these procedures call each other without end: " + " -> ".join(shown)
                entity = rules[chain[-1]].entity
                self.report.append(Problem("E601", message, place.span, "a loop is written `each:`", entity=entity, path=place.path))

    def _shallow(self, rules: Mapping[str, Rule], order: list[str]) -> list[str]:
        """The rules, callees first, without those whose calls go too deep; the first of these on each way up is reported."""
        depth: dict[str, int] = {}
        kept: list[str] = []
        for name in order:
            callees = [found for found in self.calls[name] if found[1] in rules]
            deepest = max(callees, key=lambda found: depth.get(found[1], 0), default=None)
            depth[name] = 1 + (depth.get(deepest[1], 0) if deepest is not None else 0)
            if depth[name] <= MAX_CALLS:
                kept.append(name)
            elif deepest is not None and depth[name] == MAX_CALLS + 1:
                message = f"with this call, calls go deeper than {MAX_CALLS} procedures"
                hint = "put the steps of some of them together"
                at = deepest[0]
                self.report.append(Problem("E615", message, at.span, hint, entity=rules[name].entity, path=at.path))
        return kept

    def _calls_of(self, rules: Mapping[str, Rule], name: str) -> list[tuple[Place, str]]:
        """The callees of a rule, remembered for every choice in which its steps, and the cards that there are, are the same."""
        key = (name, self.chosen[name], len(rules))
        if key not in self.memory.called:
            found = self._calls(rules, rules[name].steps)
            same = ("calls", name, tuple((place.path, callee) for place, callee in found))
            self.memory.called[key] = self.memory.called.setdefault(same, found)
        return self.memory.called[key]

    def _calls(self, rules: Mapping[str, Rule], place: Place | None) -> list[tuple[Place, str]]:
        """The callees, each with the place that names it, among the steps that exist under this choice."""
        found: list[tuple[Place, str]] = []
        for step in place.items() if place is not None else []:
            if not isinstance(step.value, dict) or not self.conditions.holds(step, self.choice):
                continue
            call = step.get("call")
            if call is not None:
                found.append((call, call.text))
            played = step.get("play")
            if played is not None:
                found.extend((played, name) for name in _effects(rules, step))
            for steps_below in branches(step)[0]:
                found.extend(self._calls(rules, steps_below))
        return found

    # ------------------------------------------------------------ one rule

    def _procedure(self, rule: Rule) -> tuple[ir.Procedure, Body]:
        inputs = self._inputs(rule)
        declared, defaults = self._results(rule)
        source = source_text(rule.place)
        body = Body(
            self.world,
            self.report,
            self.conditions,
            self.choice,
            rule.entity,
            source,
            self.signatures,
            self.named,
            declared,
            HANDLERS,
            rule.own,
            self.memory.keep(("numbers", rule.id), partial(numbers_of, rule.steps)),
            work=self.memory.work,
        )
        body.work.rule = 0
        flow = Flow({item.name: item.type for item in inputs})
        for item in inputs:
            body.slots.note(item.name, item.type)
            body.inputs[item.name] = item.type
        statements: list[ir.Stmt] = []
        for name, (place, value) in defaults.items():
            flow = body.assign(place, name, value[1], flow)
            statements.append(ir.Let(name, value[0]))
        try:
            added, flow = body.block(rule.steps, flow)
        except TooMuchWork as error:
            hint = "bound what it adds up with min(…) and max(…), or run it less often"
            body.wrong(error.loop, "E610", error.message, head_of(error.loop).span, hint)
            added, flow = [], Flow(None)
            body.ends.types = dict.fromkeys(declared, ERROR)
        if not flow.is_dead:
            steps.check_results(body, rule.place, flow) if rule.steps is None else steps.check_results(body, rule.steps, flow)
        results = tuple(self._result(rule, body, name, type_) for name, type_ in declared.items())
        slots = tuple(ir.Slot(name, type_) for name, type_ in body.slots.types.items())
        rolls = tuple(body.rolls.items())
        called = (self.signatures[name].effects for name, die in body.parts if not die)
        effects = tuple(sorted(body.effects.union(*called)))
        self.signatures[rule.id] = Signature(inputs, results, rolls, effects)
        return ir.Procedure(rule.id, rule.name, inputs, results, slots, rolls, effects, (*statements, *added), source), body

    def _exists(self, place: Place) -> bool:
        return not isinstance(place.value, dict) or self.conditions.holds(place, self.choice)

    def _inputs(self, rule: Rule) -> tuple[ir.Input, ...]:
        found: dict[str, ir.Input] = {}
        uses = rule.head.get("uses")
        for group in uses.items() if uses is not None else []:
            place = self.groups.get(group.text)
            if place is None:
                hint = did_you_mean(group.text, sorted(self.groups))
                message = f"there is no group of parameters `{group.text}`"
                self.report.append(Problem("E301", message, group.span, hint, entity=rule.entity, path=group.path))
                continue
            self._group(rule, place, found)
        own = rule.head.get("inputs")
        if own is not None:
            self._group(rule, own, found)
        return tuple(found.values())

    def _group(self, rule: Rule, place: Place, found: dict[str, ir.Input]) -> None:
        own = source_text(rule.place)
        for name, at in place.entries():
            if not self._exists(at):
                continue
            if name in found:
                message = f"the input `{name}` is there already, from a group of parameters"
                self.report.append(Problem("E302", message, at.key_span, "rename it", entity=rule.entity, path=at.path))
            key = ("input", id(at.container), name)  # a group serves many rules, and what is right is read once
            known: ir.Input | None = self.memory.made.get(key)
            if known is None:
                before = len(self.report)
                known = self._input(rule, name, at)
                if len(self.report) == before:
                    self.memory.made[key] = known
            found[name] = record.replace(known, source=own) if own and not known.source else known

    def _input(self, rule: Rule, name: str, at: Place) -> ir.Input:
        """One input, with the source that it names itself."""
        type_ = TypeReader(self.world, self.report).read(at, rule.entity, False)
        default = at.get("default")
        value = None if default is None else self._constant(rule, default, type_)
        return ir.Input(name, type_, value[0].value if value is not None else None, at.word("text"), source_text(at))

    def _constant(self, rule: Rule, place: Place, type_: Type) -> tuple[ir.Const, Type]:
        """A default: one value of the type."""
        scope = Expressions(self.world, self.report, rule.entity)
        typed = scope.read(place, type_)
        if typed.type.kind == "error":
            return ir.Const(0), ERROR
        if not isinstance(typed.expr, ir.Const):
            scope.problem("E411", "a default is one value", 0, len(place.text), "write a number, a member or a constant")
            return ir.Const(0), ERROR
        value = typed.expr.value
        if type_.kind == "int" and not ((type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high)):
            scope.problem("E612", f"the default {value} is outside {type_.low}..{type_.high}", 0, len(place.text))
        return typed.expr, typed.type

    def _results(self, rule: Rule) -> tuple[dict[str, Type], dict[str, tuple[Place, tuple[ir.Const, Type]]]]:
        types = TypeReader(self.world, self.report)
        declared: dict[str, Type] = {}
        defaults: dict[str, tuple[Place, tuple[ir.Const, Type]]] = {}
        results = rule.head.get("results") if rule.head is rule.place else None
        for name, at in results.entries() if results is not None else []:
            if not self._exists(at):
                continue
            declared[name] = types.read(at, rule.entity, True)
            default = at.get("default") if isinstance(at.value, dict) else None
            if default is not None:
                defaults[name] = (default, self._constant(rule, default, declared[name]))
        return declared, defaults

    def _result(self, rule: Rule, body: Body, name: str, declared: Type) -> ir.Slot:
        """The result with the bounds that its assignments have, held against those that it declares."""
        found = body.ends.types.get(name) or body.slots.types.get(name, declared)
        if found.kind == "error":
            return ir.Slot(name, found)
        if declared.kind == "list" and found.kind == "list":
            return ir.Slot(name, found)
        if declared.kind != "int" or found.kind != "int":
            return ir.Slot(name, declared)
        place = rule.head.need("results").need(name)
        declares = declared.low is not None and declared.high is not None
        if declares and not _holds(declared, found):
            wanted, can_be = bounds_text(declared.low, declared.high), bounds_text(found.low, found.high)
            message = f"the result `{name}` is declared {wanted}, but can be {can_be}"
            hint = "widen it, or bound it with min(…) and max(…)"
            self.report.append(Problem("E612", message, place.span, hint, entity=rule.entity, path=place.path))
        return ir.Slot(name, Type("int", "", found.low, found.high, declared.unit or found.unit))


def _holds(outer: Type, inner: Type) -> bool:
    """Whether the bounds of one type hold those of another; both outer bounds are there."""
    if inner.low is None or inner.high is None or outer.low is None or outer.high is None:
        return False
    return outer.low <= inner.low and inner.high <= outer.high


def _groups_named(place: Place) -> set[str]:
    """The groups of parameters that ``uses:`` names at or below a place."""
    found: set[str] = set()
    waiting = [place.value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            uses = value.get("uses")
            found.update(group for group in (uses if isinstance(uses, list) else [uses]) if isinstance(group, str))
        children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting.extend(child for child in children if isinstance(child, dict | list))
    return found


def _effects(rules: Mapping[str, Rule], step: Place) -> list[str]:
    """The effects of cards that a step ``play`` may run."""
    types = step.get("types")
    wanted = {item.text for item in types.items()} if types is not None else None
    return [name for name, rule in rules.items() if rule.entity[0] == "card" and (wanted is None or rule.place.word("type") in wanted)]
