"""What was elaborated under one choice of options, for the choices that cannot be told from it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.ir import nodes as ir
from penance_build.model.context.report import Report
from penance_build.model.context.rule import Rule
from penance_build.model.context.signature import Signature
from penance_build.model.context.work import Work
from penance_build.model.context.world import World
from penance_build.surface.declarations import Row
from penance_build.surface.nodes import Item, Scalar

Chosen = tuple[tuple[str, str], ...]  # options with their values


class Remembered(Struct, frozen=True):
    """What elaborating a rule gave, and what it left in the world and the report.

    Its rolls and effects are those of its own steps and of all that it calls; where only those of a callee differ, the rest
    serves as it is: then ``form`` is the same.
    """

    procedure: ir.Procedure
    signature: Signature
    number: int  # of the signature: equal ones have the same
    face: int  # of its inputs and results, in the same way
    form: int
    parts: tuple[tuple[str, str], ...]
    own_effects: frozenset[str]
    choices: Mapping[str, ir.Enum]
    report: Report


class Base(Struct, frozen=True):
    """The world of the declarations, with its tables, the rows that their author wrote, and what was made in it."""

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
    """What was elaborated under one choice of options serves every choice that cannot be told from it.

    ``declared`` are the options that declarations (units to card attributes) speak of: all rules may depend on those.
    ``written`` are the rules by what they were made from; ``own`` are the options that a rule itself speaks of, ``called`` what it
    calls where those have such values, ``ever`` what it calls under any (by the names of the rules that there are). ``numbers``
    tells apart all that a caller can know of a rule. ``rules`` are whole rules, ``forms`` those of which all but rolls and effects
    serves. ``whole`` finds a group of rules by the values of all options that they or anything they call speak of (``reach``, from
    what each has ``spoken``), without a look at what they call. ``orders`` are the names of the rules under each choice, callees
    first; ``before`` and ``orders_before`` are those of the compilation before, whose rules may have changed. ``made`` keeps cards,
    claims and examples under the procedure that they were held against: the same object, the same answer. ``asked`` are the
    choices in the steps of procedures, ``checked`` is what checks found out of them. ``bases`` are the worlds of the declarations
    with what was made in each, by the values of the options that declarations speak of.
    """

    declared: frozenset[str]
    work: Work = field(default_factory=Work)
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
        """What serves for rules of the same declarations, of which some changed: nothing that is found without a look at callees."""
        return replace(self, work=Work(), whole={}, before=self.whole, orders={}, orders_before=self.orders, reach={}, called={})

    def chosen(self, choice: Mapping[str, str]) -> Chosen:
        """The values of the options that declarations speak of."""
        return tuple(item for item in choice.items() if item[0] in self.declared)

    def number(self, item: object) -> int:
        """The same number for what is equal."""
        return self.numbers.setdefault(item, len(self.numbers))
