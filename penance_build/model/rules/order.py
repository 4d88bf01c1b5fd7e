"""The order of rules: callees before callers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.model.context.context import Context
from penance_build.model.context.rule import EFFECT, Rule
from penance_build.surface.cards import Card
from penance_build.surface.game import Below
from penance_build.surface.names import Key
from penance_build.surface.nodes import Scalar
from penance_build.surface.rules import Procedure
from penance_build.surface.steps import Block, Call, Play, Step
from penance_build.surface.walk import blocks, steps

MAX_CALLS: Final = 64
Calls = list[tuple[Scalar, str]]  # the callees of a rule, each with the scalar that names it


def calls_below(rules: Mapping[str, Rule], block: Block, exists: Callable[[Step], bool]) -> Calls:
    """The callees among the steps that exist."""
    found: Calls = []
    for step in block.steps:
        if not exists(step):
            continue
        if isinstance(step, Call):
            found.append((step.procedure, step.procedure.text))
        elif isinstance(step, Play):
            found.extend((step.card, name) for name in _effects(rules, step))
        for below in blocks(step):
            found.extend(calls_below(rules, below, exists))
    return found


def _effects(rules: Mapping[str, Rule], step: Play) -> Iterator[str]:
    """The effects of cards that a step ``play`` may run."""
    wanted = None if step.types is None else {item.text for item in step.types}
    for name, rule in rules.items():
        if isinstance(rule.item, Card) and (wanted is None or (rule.item.type is not None and rule.item.type.text in wanted)):
            yield name


def ordered(rules: Mapping[str, Rule], calls: Mapping[str, Calls], report: list[Problem]) -> list[str]:
    """The rules in callees-first order (depth first, in the order written); reports each call cycle once, and calls that nest too deep."""
    search = _Search(rules, calls, report)
    for first in rules:
        if first not in search.state:
            search.visit(first)
    return _shallow(rules, calls, [name for name in search.order if name not in search.broken], report)


class _Search:
    """A depth-first search over calls; ``state`` is 1 for a rule that is being visited, 2 for a finished one."""

    def __init__(self, rules: Mapping[str, Rule], calls: Mapping[str, Calls], report: list[Problem]) -> None:
        self.rules, self.calls, self.report = rules, calls, report
        self.order: list[str] = []
        self.state: dict[str, int] = {}
        self.broken: set[str] = set()

    def visit(self, first: str) -> None:
        """Visit a rule and everything that it calls."""
        chain = [first]
        waiting = [iter(self.calls[first])]
        self.state[first] = 1
        while chain:
            found = next(waiting[-1], None)
            if found is None:
                self.state[chain[-1]] = 2
                self.order.append(chain.pop())
                waiting.pop()
                continue
            at, callee = found
            if callee in self.rules and callee not in self.state:
                self.state[callee] = 1
                chain.append(callee)
                waiting.append(iter(self.calls[callee]))
            elif self.state.get(callee) == 1:
                self._cycle(at, [*chain[chain.index(callee) :], callee])

    def _cycle(self, at: Scalar, loop: Sequence[str]) -> None:
        self.broken.update(loop)
        shown = loop if len(loop) <= 12 else [*loop[:6], "…", *loop[-5:]]
        message = "these procedures call each other without end: " + " -> ".join(shown)
        self.report.append(at.problem("E601", message, "a loop is written `each:`", entity=self.rules[loop[-2]].entity))


def _shallow(rules: Mapping[str, Rule], calls: Mapping[str, Calls], order: Sequence[str], report: list[Problem]) -> list[str]:
    """The rules, callees first, without those whose calls nest too deep; reports the innermost of these on each path."""
    depth: dict[str, int] = {}
    kept: list[str] = []
    for name in order:
        callees = [found for found in calls[name] if found[1] in rules]
        deepest = max(callees, key=lambda found: depth.get(found[1], 0), default=None)
        depth[name] = 1 + (depth.get(deepest[1], 0) if deepest is not None else 0)
        if depth[name] <= MAX_CALLS:
            kept.append(name)
        elif deepest is not None and depth[name] == MAX_CALLS + 1:
            message = f"with this call, calls go deeper than {MAX_CALLS} procedures"
            report.append(deepest[0].problem("E615", message, "put the steps of some of them together", entity=rules[name].entity))
    return kept


# ---------------------------------------------------------------- options


def options_below(ctx: Context, below: Below) -> frozenset[str]:
    """The options that an entry mentions, itself or through the groups of inputs that it uses."""
    found = ctx.conditions.mentions(below)
    for group in below.groups & ctx.game.parameters.keys():
        found |= ctx.conditions.mentions(ctx.game.below["parameter", group])
    return found


def reach(ctx: Context, name: str) -> tuple[str, ...]:
    """The options that a rule, or any rule that it may call under some choice, mentions, sorted."""
    known = ctx.memory.reach
    if name not in known:
        seen: set[str] = set()
        waiting = [name]
        found = ctx.memory.declared
        while waiting:
            item = waiting.pop()
            if item not in seen:
                seen.add(item)
                options, callees = spoken(ctx, item)
                found |= options
                waiting.extend(callees)
        known[name] = tuple(sorted(found))
    return known[name]


def spoken(ctx: Context, name: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The options that a rule itself mentions, and the rules that it may call under some choice."""
    item = ctx.game.cards[name.removeprefix(EFFECT)] if name.startswith(EFFECT) else ctx.game.procedures.get(name)
    if item is None:
        return frozenset(), ()
    known = ctx.memory.spoken.get(item)
    if known is None:
        entries, body = _written(item)
        options = frozenset[str]().union(*(options_below(ctx, ctx.game.below[entry]) for entry in entries if entry in ctx.game.below))
        known = ctx.memory.spoken[item] = options, tuple(dict.fromkeys(_may_call(ctx, body))) if body is not None else ()
    return known


def _written(item: Procedure | Card) -> tuple[list[Key], Block | None]:
    """The entries that a rule is made from, and its steps."""
    if isinstance(item, Procedure):
        return [("procedure", item.id)], item.body
    kind = [] if item.type is None else [("card_type", item.type.text)]
    return [("card", item.id), *kind], item.effects


def _may_call(ctx: Context, block: Block) -> Iterator[str]:
    """The callees of some steps under all choices of options."""
    for step in steps(block):
        if isinstance(step, Call):
            yield step.procedure.text
        elif isinstance(step, Play):
            wanted = None if step.types is None else {item.text for item in step.types}
            for card in ctx.game.cards.values():
                if card.effects is not None and (wanted is None or (card.type is not None and card.type.text in wanted)):
                    yield EFFECT + card.id
