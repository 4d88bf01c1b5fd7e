"""The interface of a rule: its inputs and results, with their types and defaults."""

from __future__ import annotations

from functools import partial

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.record import replace
from penance_build.model.context.context import Context
from penance_build.model.context.rule import Rule
from penance_build.model.formulas.bounds import ERROR, bounds_text
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.types import TypeReader
from penance_build.model.steps.body import Body
from penance_build.surface.nodes import Formula, Input, Result

Default = tuple[Formula, tuple[ir.Const, Type]]


def read_inputs(ctx: Context, rule: Rule) -> tuple[ir.Input, ...]:
    """The inputs of a rule: those of the groups that it uses, then its own."""
    found: dict[str, ir.Input] = {}
    for named in rule.uses:
        group = ctx.game.parameters.get(named.text)
        if group is None:
            hint = did_you_mean(named.text, sorted(ctx.game.parameters))
            ctx.wrong(named, rule.entity, "E301", f"there is no group of parameters `{named.text}`", hint)
        elif ctx.holds(group):
            _add(ctx, rule, group.inputs, found)
    _add(ctx, rule, rule.inputs, found)
    return tuple(found.values())


def _add(ctx: Context, rule: Rule, inputs: tuple[Input, ...], found: dict[str, ir.Input]) -> None:
    for item in inputs:
        if not ctx.holds(item):
            continue
        if item.name in found:
            message = f"the input `{item.name}` is there already, from a group of parameters"
            ctx.wrong_key(item.at, rule.entity, "E302", message, "rename it")
        known = _remembered(ctx, rule, item)
        found[item.name] = replace(known, source=rule.source) if rule.source and not known.source else known


def _remembered(ctx: Context, rule: Rule, item: Input) -> ir.Input:
    """An input; one without mistakes is elaborated once, though many rules may share its group."""
    key = ("input", item)
    if key in ctx.memory.made:
        return ctx.keep(key, partial(_input, ctx, rule, item))
    before = len(ctx.report)
    made = ctx.keep(key, partial(_input, ctx, rule, item))
    if len(ctx.report) > before:
        del ctx.memory.made[key]
    return made


def _input(ctx: Context, rule: Rule, item: Input) -> ir.Input:
    """One input, with its own citation as its source."""
    type_ = TypeReader(ctx.world, ctx.report).read(item.type, rule.entity, False)
    value = None if item.default is None else _constant(ctx, rule, item.default, type_)
    return ir.Input(item.name, type_, value[0].value if value is not None else None, item.text, item.source)


def _constant(ctx: Context, rule: Rule, formula: Formula, type_: Type) -> tuple[ir.Const, Type]:
    """A default: one value of the type."""
    scope = Expressions(ctx.world, ctx.report, rule.entity)
    typed = scope.read(formula, type_)
    if typed.type.kind == "error":
        return ir.Const(0), ERROR
    if not isinstance(typed.expr, ir.Const):
        scope.problem("E411", "a default is one value", 0, len(formula.text), "write a number, a member or a constant")
        return ir.Const(0), ERROR
    value = typed.expr.value
    if type_.kind == "int" and not ((type_.low is None or type_.low <= value) and (type_.high is None or value <= type_.high)):
        scope.problem("E612", f"the default {value} is outside {type_.low}..{type_.high}", 0, len(formula.text))
    return typed.expr, typed.type


def read_results(ctx: Context, rule: Rule) -> tuple[dict[str, Type], dict[str, Default]]:
    """The declared types of the results, and their defaults."""
    types = TypeReader(ctx.world, ctx.report)
    declared: dict[str, Type] = {}
    defaults: dict[str, Default] = {}
    for item in rule.results:
        if ctx.holds(item):
            declared[item.name] = types.read(item.type, rule.entity, True)
            if item.default is not None:
                defaults[item.name] = (item.default, _constant(ctx, rule, item.default, declared[item.name]))
    return declared, defaults


def result_of(ctx: Context, rule: Rule, item: Result, body: Body, declared: Type) -> ir.Slot:
    """A result with the join of the bounds of its assignments, checked against its declared bounds."""
    name = item.name
    found = body.ends.types.get(name) or body.slots.types.get(name, declared)
    if found.kind == "error":
        return ir.Slot(name, found)
    if declared.kind == "list" and found.kind == "list":
        return ir.Slot(name, found)
    if declared.kind != "int" or found.kind != "int":
        return ir.Slot(name, declared)
    declares = declared.low is not None and declared.high is not None
    if declares and not _holds(declared, found):
        wanted, can_be = bounds_text(declared.low, declared.high), bounds_text(found.low, found.high)
        message = f"the result `{name}` is declared {wanted}, but can be {can_be}"
        hint, at, bound = "widen it, or bound it with min(…) and max(…)", item.at, ("result", rule.entity[1], name)
        ctx.report.append(Problem("E612", message, at.span, hint, entity=rule.entity, path=at.path, bound=bound))
    return ir.Slot(name, Type("int", "", found.low, found.high, declared.unit or found.unit))


def _holds(outer: Type, inner: Type) -> bool:
    """Whether the interval of one type contains that of another; the outer type has both bounds."""
    if inner.low is None or inner.high is None or outer.low is None or outer.high is None:
        return False
    return outer.low <= inner.low and inner.high <= outer.high
