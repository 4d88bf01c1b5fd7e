"""What documents say of data, against what the rules say: the claims that ask for no figure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from msgspec import Struct, field

from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.context.rule import EFFECT
from penance_build.model.context.signature import Signature
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.types import direction
from penance_build.model.program import data_steps
from penance_build.model.program.data import READERS, Around, Data, Datum, Place, inputs, plain
from penance_build.model.program.data_rows import Answer, Rows
from penance_build.surface.nodes import Formula
from penance_build.surface.rules import Fact, Said, Told

_RULES: Final = {"card": EFFECT, "procedure": ""}  # what stands before the id of a definition of these kinds in that of its rule
KINDS = {"card_set": "card set", "enum": "enum", "parameter": "group of inputs"}


class Judged(Struct, frozen=True, eq=False):
    """A claim on data with its comparisons, and the places of each: where they differ, and all that were looked at."""

    fact: ir.Fact
    differ: tuple[Place, ...]  # of each comparison of the fact
    seen: tuple[Place, ...]


class FactReader(Struct):
    """Compares claims on data with the definitions under one choice of options."""

    ctx: Context
    signatures: Mapping[str, Signature]
    forms: Mapping[str, int]  # of the procedures: what data are read of are equal numbers
    tables: Mapping[str, ir.Table]
    wrong: set[tuple[str, str]] = field(default_factory=set)  # what has a mistake is not compared; dice are whole all the same
    judged: dict[str, Judged] = field(default_factory=dict)
    known: dict[tuple[str, str], tuple[Hashable, ...]] = field(default_factory=dict)
    declared: Hashable = ()  # the values of the options that declarations mention

    def __post_init__(self) -> None:
        self.wrong = {problem.entity for problem in self.ctx.report if problem.severity == "error" and problem.entity[0] != "die"}
        self.declared = self.ctx.memory.chosen(self.ctx.choice)

    @property
    def around(self) -> Around:
        """What data are read with."""
        return Around(self.ctx, self.signatures)

    def facts(self) -> tuple[ir.Fact, ...]:
        """All claims on data that exist under this choice, each remembered with what it depends on."""
        every = self.ctx.game.facts
        found: dict[str, Judged | None] = {}
        wrong = tuple(sorted(self.wrong))
        for kind, (facts, names) in self.ctx.keep(("facts", *every.values()), partial(_by_kind, every.values())).items():
            live = facts if all(fact.when is None for fact in facts) else tuple(fact for fact in facts if self.ctx.holds(fact))
            known = self.ctx.game.of(kind)
            behind = (*map(known.get, names), *(self._made(kind, name) for name in names))
            key = ("facts of a kind", self.declared, wrong, *live, *behind)
            found |= self.ctx.keep(key, partial(self._of_a_kind, live))
        self.judged = {name: judged for name in every if (judged := found.get(name)) is not None}
        return tuple(judged.fact for judged in self.judged.values())

    def _of_a_kind(self, facts: tuple[Fact, ...]) -> dict[str, Judged | None]:
        return {fact.id: self.ctx.keep(("fact", fact, self.behind(fact.kind, fact.of.text)), partial(self._judge, fact)) for fact in facts}

    def behind(self, kind: str, name: str) -> tuple[Hashable, ...]:
        """What the data of a definition depend on: the declarations, the definition, its rule, and whether it has a mistake.

        What callees of the rule roll and change is no part of it.
        """
        found = self.known.get((kind, name))
        if found is None:
            item, made = self.ctx.game.of(kind).get(name), self._made(kind, name)
            found = self.known[kind, name] = (kind, self.declared, item, made, (kind, name) in self.wrong)
        return found

    def _made(self, kind: str, name: str) -> Hashable:
        """What the choice of options makes of a definition beside the declarations: the form of its rule, the inputs that a group has."""
        if kind == "parameter":
            group = self.ctx.game.parameters.get(name)
            return () if group is None else tuple(item.name for item in group.inputs if self.ctx.holds(item))
        return self.forms.get(_RULES[kind] + name) if kind in _RULES else None

    def data(self, kind: str, name: str) -> Data:
        """Everything that can be said of a definition, but for rows of tables."""
        found: Data = self.ctx.keep(("data", self.behind(kind, name)), partial(self._data, kind, name))
        return found

    def _data(self, kind: str, name: str) -> Data:
        if kind == "card":
            return {**data_steps.effects(self.around, name), **READERS[kind](self.around, name)}
        if kind == "procedure":
            item = self.ctx.game.procedures[name]
            return {**data_steps.procedure(self.around, name), **inputs(self.around, item.inputs)}
        return {} if kind == "table" else READERS[kind](self.around, name)

    # ------------------------------------------------------------ one claim

    def _judge(self, fact: Fact) -> Judged | None:
        entity = ("claim", fact.id)
        for stray in fact.asks:
            message = f"claim `{fact.id}` says data of a {_word(fact.kind)}, and `{stray.key}` asks for a figure"
            self.ctx.wrong_key(stray, entity, "E215", message, "make two claims of it")
        known = self.ctx.game.of(fact.kind)
        if fact.of.text not in known or not self.ctx.holds(known[fact.of.text]):
            hint = did_you_mean(fact.of.text, sorted(known))
            self.ctx.wrong(fact.of, entity, "E301", f"there is no {_word(fact.kind)} `{fact.of.text}`", hint)
            return None
        if (fact.kind, fact.of.text) in self.wrong or fact.asks:
            return None
        data = self.data(fact.kind, fact.of.text)
        says, ruled = (list(self._compared(fact, told, data, entity)) for told in (fact.says, fact.ruled))
        made = ir.Fact(
            fact.id, fact.kind, fact.of.text, tuple(item for item, _, _ in says), tuple(item for item, _, _ in ruled),
            fact.source, fact.ruling,
        )  # fmt: skip
        both = [*says, *ruled]
        return Judged(made, tuple(place for _, place, _ in both), tuple(place for _, _, places in both for place in places))

    def _compared(self, fact: Fact, told: Told, data: Data, entity: tuple[str, str]) -> Iterator[tuple[ir.Said, Place, tuple[Place, ...]]]:
        before: Datum | None = None
        for said in told.data:
            datum = data.get(said.name)
            if datum is None and (datum := _absent(fact.kind, said, data, before)) is None:
                yield self._missing(fact, said, data)
                continue
            before = datum
            wanted = self._wanted(said, datum, entity)
            if wanted is not None:
                yield _comparison(said.name, wanted, datum, self._shown)
        yield from self._unsaid(told, data)
        yield from self._rows(fact, told, entity)

    def _missing(self, fact: Fact, said: Said, data: Data) -> tuple[ir.Said, Place, tuple[Place, ...]]:
        """What a document says of a datum that is not there; the sentence goes on with the name that may be meant."""
        near = nearest(said.name, sorted(data))
        hint = did_you_mean(said.name, sorted(data)) or self._names(data)
        wanted = ", ".join(formula.text for formula in said.values)
        place = data[near[0]].places[0] if near else Place(self.ctx.game.of(fact.kind)[fact.of.text].at)
        return ir.Said(said.name, wanted, f"not there ({hint})" if hint else "not there"), place, ()

    def _unsaid(self, told: Told, data: Data) -> Iterator[tuple[ir.Said, Place, tuple[Place, ...]]]:
        """Who says a card of a list says all of them: those that are not said are a difference."""
        named = {said.name for said in told.data}
        if any(name.startswith("cards.") for name in named):
            for name, datum in data.items():
                if name.startswith("cards.") and name not in named:
                    yield _comparison(name, (0,), datum, self._shown)

    def _rows(self, fact: Fact, told: Told, entity: tuple[str, str]) -> Iterator[tuple[ir.Said, Place, tuple[Place, ...]]]:
        if not told.rows:
            return
        table = self.ctx.game.tables.get(fact.of.text)
        if fact.kind != "table" or table is None:
            self.ctx.wrong_key(told.rows[0].at, entity, "E603", f"a {_word(fact.kind)} has no rows", "say its data by name")
            return
        rows = Rows(self.around, table, self.tables[table.id], entity)
        for row in told.rows:
            names = [slot.name for slot in rows.made.inputs]
            where = ", ".join(f"{name}: {cell.text}" for name, cell in row.cells.items() if name in names)
            for answer in rows.answers(row, self._shown):
                yield self._answer(where, answer)

    def _answer(self, where: str, answer: Answer) -> tuple[ir.Said, Place, tuple[Place, ...]]:
        found = ", ".join(self._shown(value, answer.found.type) for value in answer.found.values)
        said = answer.said
        name = f"{where}: {answer.name}" if where else answer.name
        return ir.Said(name, said, found), answer.found.places[0], answer.found.places

    # ------------------------------------------------------------ values

    def _wanted(self, said: Said, datum: Datum, entity: tuple[str, str]) -> tuple[int | str, ...] | None:
        """The said values; a single one stands for each of several. None after reporting."""
        found: list[int | str] = []
        for formula in said.values:
            if datum.type is None:
                found.append(formula.text)
                continue
            value = plain(formula, datum.type)
            if value is None:
                amount = direction(self.ctx.world, datum.type, formula.text)
                value = self._constant(formula, datum.type, entity) if amount is None else amount
            if value is None:
                return None
            found.append(value)
        return tuple(found) if said.is_list or not found else tuple(found) * len(datum.values)

    def _constant(self, formula: Formula, type_: ir.Type, entity: tuple[str, str]) -> int | None:
        typed = Expressions(self.ctx.world, self.ctx.report, entity).constant(formula, type_)
        return None if typed is None else fold(typed.expr)

    def _shown(self, value: int | str, type_: ir.Type | None) -> str:
        if type_ is None or isinstance(value, str):
            return str(value)
        if type_.kind == "bool":
            return "true" if value else "false"
        enum = self.ctx.world.enum(type_.ref) if type_.kind == "enum" else None
        return str(value) if enum is None else enum.members[value].id

    @staticmethod
    def _names(data: Data) -> str:
        names = list(data)
        return "it has " + ", ".join(names[:12]) + (", …" if len(names) > 12 else "") if names else ""


Shown = Callable[[int | str, ir.Type | None], str]


def _comparison(name: str, wanted: tuple[int | str, ...], datum: Datum, shown: Shown) -> tuple[ir.Said, Place, tuple[Place, ...]]:
    """A comparison; its place is the first value that differs."""
    said, found = (", ".join(shown(value, datum.type) for value in values) for values in (wanted, datum.values))
    pairs = enumerate(zip(wanted, datum.values, strict=False))
    place = next((at for at, (one, other) in pairs if one != other), 0)
    return ir.Said(name, said, found), datum.places[min(place, len(datum.places) - 1)], datum.places


def _absent(kind: str, said: Said, data: Data, before: Datum | None) -> Datum | None:
    """A card that a list does not have: no copies of it, at the card that the document names before it, or at the first of the list."""
    if kind in ("deck", "card_set") and said.name.startswith("cards."):
        cards = [datum for name, datum in data.items() if name.startswith("cards.")]
        is_behind = before is not None and any(before is datum or before.places == datum.places for datum in cards)
        near = before if before is not None and is_behind else (*cards, next(iter(data.values())))[0]
        return Datum(ir.Type("int"), (0,), near.places[:1], False)
    return None


def _by_kind(facts: Iterable[Fact]) -> dict[str, tuple[tuple[Fact, ...], tuple[str, ...]]]:
    """The claims on each kind of definition, and the definitions that they speak of."""
    kinds: dict[str, list[Fact]] = {}
    for fact in facts:
        kinds.setdefault(fact.kind, []).append(fact)
    return {kind: (tuple(items), tuple(dict.fromkeys(fact.of.text for fact in items))) for kind, items in kinds.items()}


def _word(kind: str) -> str:
    return KINDS.get(kind, kind)
