"""Results of elaboration under one choice of options, reused for other choices that give the same result."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.model.context.report import Report
from penance_build.model.context.rule import Rule
from penance_build.model.context.signature import Origin, Signature
from penance_build.model.context.work import Work
from penance_build.model.context.world import World
from penance_build.surface.declarations import Row
from penance_build.surface.nodes import Item, Scalar

Chosen = tuple[tuple[str, str], ...]  # options with their values


class Remembered(Struct, frozen=True):
    """The result of elaborating a rule, and its changes to the world and the report.

    Its rolls and effects include those of the callees; where only the rolls or effects of a callee differ, the rest of the result
    is reused unchanged: results that differ in nothing else have the same ``form``.
    """

    procedure: ir.Procedure
    signature: Signature
    number: int  # of the signature: equal signatures have equal numbers
    face: int  # of its inputs and results: equal ones have equal numbers
    form: int
    steps: int  # typed inside loops: they count in every compilation that takes this result; more than the limit where that was reached
    parts: tuple[Origin, ...]
    own_effects: frozenset[str]
    choices: Mapping[str, ir.Enum]
    report: Report
    stepped: tuple[tuple[Sequence[ir.Stmt], int], ...] = ()  # the statements of each step, by its number; the inner ones first


class Base(Struct, frozen=True):
    """The world of the declarations with its tables, the rows as written, and ``made``, the entities elaborated in this world."""

    world: World
    tables: tuple[ir.Table, ...]
    rows: Mapping[str, tuple[Row, ...]]
    report: Report
    made: dict[tuple[object, ...], tuple[Any, Report]] = field(default_factory=dict)


class GroupRead(Struct, frozen=True, eq=False):
    """Some rules under some values of the options that they depend on, and what became of each, callees before callers.

    ``differing`` are those of which callers can tell the difference to the compilation before.
    """

    rules: Mapping[str, Rule]
    known: Mapping[str, Remembered]
    signatures: Mapping[str, Signature]
    choosing: tuple[str, ...]  # those that left choices in the world
    report: Report
    differing: frozenset[str]


class RuleMemory(Struct):
    """The results of elaboration, reused under every choice of options that gives the same result.

    Rules and their options:

    - ``declared``: the options that declarations (units to card attributes) mention; all rules may depend on those.
    - ``written``: from the records of a rule to its ``Rule``; ``own``: the options that a rule itself mentions.
    - ``spoken``: the options that a definition mentions, and its callees under any choice; ``reach``: those of a rule and all its callees.
    - ``called``: the callees of a rule under given values of its own options; ``ever``: under any, by the names of the live rules.
    - ``orders``: the names of the rules under each choice, callees first.

    Results:

    - ``numbers``: equal signatures have equal numbers.
    - ``rules``: complete results; ``forms``: those of which all but rolls and effects is reused.
    - ``whole``: groups of rules by the values of their options, found without a visit to the callees.
    - ``before``, ``orders_before``: ``whole`` and ``orders`` of the previous compilation, whose rules may have changed since.
    - ``made``: cards, claims and examples by what they were checked against: equal inputs give the identical object.
    - ``asked``: the choices in the steps of procedures; ``checked``: results of checks.
    - ``work``: the steps inside loops of this compilation; ``counted``: the forms whose steps are in it.
    - ``bases``: the worlds of the declarations, by the values of the options that declarations mention.
    """

    declared: frozenset[str]
    work: Work = field(default_factory=Work)
    counted: set[int] = field(default_factory=set)
    rules: dict[tuple[object, ...], Remembered] = field(default_factory=dict)
    whole: dict[Hashable, GroupRead] = field(default_factory=dict)
    orders: dict[Chosen, list[str]] = field(default_factory=dict)
    before: Mapping[Hashable, GroupRead] = field(default_factory=dict)
    orders_before: Mapping[Chosen, list[str]] = field(default_factory=dict)
    reach: dict[str, tuple[str, ...]] = field(default_factory=dict)
    spoken: dict[Item, tuple[frozenset[str], tuple[str, ...]]] = field(default_factory=dict)
    forms: dict[tuple[object, ...], Remembered] = field(default_factory=dict)
    numbers: dict[object, int] = field(default_factory=dict)
    made: dict[tuple[object, ...], tuple[Any, Report]] = field(default_factory=dict)
    own: dict[Rule, frozenset[str]] = field(default_factory=dict)
    written: dict[tuple[object, ...], Rule] = field(default_factory=dict)
    ever: dict[tuple[str, ...], dict[Rule, list[tuple[Scalar, str]]]] = field(default_factory=dict)
    called: dict[tuple[object, ...], list[tuple[Scalar, str]]] = field(default_factory=dict)
    asked: dict[tuple[ir.Stmt, ...], tuple[tuple[str, tuple[str, ...]], ...]] = field(default_factory=dict)
    checked: dict[tuple[object, ...], Any] = field(default_factory=dict)
    bases: dict[Chosen, Base] = field(default_factory=dict)

    def again(self) -> RuleMemory:
        """A memory for changed rules under the same declarations: without the entries that are found without a visit to the callees."""
        kept = replace(self, before=self.whole, orders_before=self.orders)
        return replace(kept, work=Work(), counted=set(), whole={}, orders={}, reach={}, called={})

    def chosen(self, choice: Mapping[str, str]) -> Chosen:
        """The values of the options that declarations mention."""
        return tuple(item for item in choice.items() if item[0] in self.declared)

    def number(self, item: object) -> int:
        """The number of an item; equal items have equal numbers."""
        return self.numbers.setdefault(item, len(self.numbers))
