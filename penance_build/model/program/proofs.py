"""Claims, worked examples, rulings and sources: the statements of the documents, in a form that can be checked against the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.dice import face_words, named_face
from penance_build.ir.nodes import Type
from penance_build.ir.uses import dice_by_name
from penance_build.ir.walk import calls, reached
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.formulas.bounds import describe
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.lists import element
from penance_build.model.formulas.queries import names_of
from penance_build.model.program.choosing import read_choices
from penance_build.model.program.situations import SituationReader, placed
from penance_build.surface import steps
from penance_build.surface.game import Game
from penance_build.surface.nodes import At, Formula, Scalar
from penance_build.surface.rules import Asked, Claim, Example, Faces, Several, Value
from penance_build.surface.walk import blocks

Values: TypeAlias = tuple[tuple[str, int | tuple[int, ...]], ...]


def _wrong_procedures(procedures: Mapping[str, ir.Procedure], report: Report) -> set[str]:
    """The procedures that have a mistake, and their direct and indirect callers."""
    wrong = {problem.entity[1] for problem in report if problem.entity[0] == "procedure" and problem.severity == "error"}
    while wrong:
        callers = {name for name, procedure in procedures.items() if not wrong.isdisjoint(calls(procedure.body))} - wrong
        if not callers:
            break
        wrong |= callers
    return wrong


Written = TypeVar("Written", Claim, Example)
Made = TypeVar("Made", ir.Claim, ir.Example)


def _options(game: Game) -> frozenset[str]:
    """The ids of all options of choices: those that are written, `nothing` for a window, and `done` for what is settled by hand."""
    found = {"nothing", "done"}
    waiting = [procedure.body for procedure in game.procedures.values()]
    while waiting:
        for step in waiting.pop().steps:
            waiting += blocks(step)
            if isinstance(step, steps.Choose):
                found |= {option.id for option in step.options}
    return frozenset(found)


def _named(item: Claim | Example) -> tuple[str, ...]:
    """The procedures that a claim or an example runs."""
    first = item.procedure.text
    return (first,) if isinstance(item, Example) or item.than is None else (first, item.than.procedure.text)


class Group(Struct, Generic[Written], frozen=True):
    """The entries that run the same procedures; ``is_set_up``: one of them says in which game it asks; ``asking``: see ``_asking``."""

    procedures: tuple[str, ...]
    items: tuple[Written, ...]
    is_set_up: bool
    asking: tuple[str, ...]


def _by_procedures(items: tuple[Written, ...]) -> list[Group[Written]]:
    """Some entries by the procedures that they run, and whether one of them says in which game it asks."""
    groups: dict[tuple[str, ...], list[Written]] = {}
    for item in items:
        groups.setdefault(_named(item), []).append(item)
    return [Group(named, tuple(some), any(map(_is_set_up, some)), _asking(some)) for named, some in groups.items()]


def _is_set_up(item: Claim | Example) -> bool:
    """Whether an entry says in which game it asks."""
    asked = (item,) if isinstance(item, Example) else (item.asked, item.than)
    return any(one is not None and one.situation is not None for one in asked)


def _asking(items: Sequence[Claim | Example]) -> tuple[str, ...]:
    """The procedures for which some entries say how choices are made."""
    asked = (one for item in items for one in ((item,) if isinstance(item, Example) else (item.asked, item.than)))
    return tuple(dict.fromkeys(one.procedure.text for one in asked if one is not None and one.policy))


class ProofReader(Struct):
    """Elaborates claims and examples against the procedures of one choice of options."""

    ctx: Context
    procedures: Mapping[str, ir.Procedure]
    around: ir.Index | None = None  # the setups, decks, counters, zones and cards that there are
    wrong: set[str] = field(default_factory=set)  # the procedures against which nothing can be checked
    options: frozenset[str] = frozenset()  # what may be chosen in any of them

    def __post_init__(self) -> None:
        self.wrong = _wrong_procedures(self.procedures, self.ctx.report)
        if any(example.chooses for example in self.ctx.game.examples.values()):
            rules = tuple(self.ctx.game.procedures.values())
            self.options = self.ctx.keep(("options of choices", *rules), partial(_options, self.ctx.game))

    def against(self, kind: str, name: str, dice: Collection[str] | None = None) -> Hashable:
        """What the results for the entries of a procedure depend on: what it takes and gives, and why nothing can be checked against it.

        ``dice``: the rolls whose faces an example names, where that is one example; all of them, if there is one that is not rolled.
        """
        if name in self.wrong:
            return "wrong"
        found = self.procedures.get(name)
        if found is None:
            return (name in self.ctx.world.procedures, *sorted(self.procedures))
        rolls = found.rolls if kind == "example" else ()
        if dice is not None:
            asked = tuple(roll for roll in rolls if roll[0] in dice)
            rolls = asked if len(asked) == len(dice) else rolls
        return found.inputs, found.results, rolls

    def claims(self) -> tuple[ir.Claim, ...]:
        """All claims that exist under this choice."""
        return self._all("claim", self.ctx.live(self.ctx.game.figures), self._claim)

    def examples(self) -> tuple[ir.Example, ...]:
        """All worked examples that exist under this choice."""
        return self._all("example", self.ctx.live(self.ctx.game.examples), self._example)

    def _all(self, kind: str, live: Mapping[str, Written], make: Callable[[Written], Made | None]) -> tuple[Made, ...]:
        """The results of the entries of a kind, each checked against its procedures; those of the same procedures remembered together."""
        every: tuple[Written, ...] = tuple(live.values())
        groups: list[Group[Written]] = self.ctx.keep((f"procedures of {kind}s", every), partial(_by_procedures, every))
        found: dict[str, Made | None] = {}
        for group in groups:
            found |= self._together(kind, group, make)
        return tuple(made for name in live if (made := found[name]) is not None)

    def _together(self, kind: str, group: Group[Written], make: Callable[[Written], Made | None]) -> dict[str, Made | None]:
        """The results of the entries of a group by their ids."""
        around = placed(self.around) if group.is_set_up else ()
        answers = self.options if kind == "example" else ()
        sides: list[Hashable] = [self.against(kind, name) for name in group.procedures]
        key = (f"{kind}s of procedures", group.items, around, answers, *sides, *self._asked_by(group.asking))
        return self.ctx.keep(key, partial(self._one_by_one, kind, group.items, make))

    def _one_by_one(self, kind: str, items: tuple[Written, ...], make: Callable[[Written], Made | None]) -> dict[str, Made | None]:
        """The results of some entries by their ids."""
        return {item.id: self.ctx.keep((kind, item, self._behind(kind, item)), partial(make, item)) for item in items}

    def _behind(self, kind: str, item: Claim | Example) -> tuple[Hashable, ...]:
        """What the result for an item depends on."""
        answers = self.options if isinstance(item, Example) and item.chooses else ()
        around = placed(self.around) if _is_set_up(item) else ()
        dice = item.dice if isinstance(item, Example) else None
        return (*(self.against(kind, name, dice) for name in _named(item)), around, answers, *self._asked_by(_asking((item,))))

    def _asked_by(self, asking: tuple[str, ...]) -> tuple[Hashable, ...]:
        """What the choices depend on that entries make in some procedures: the steps that ask, and the names of which formulas speak."""
        if not asking:
            return ()
        world = self.ctx.world
        names = (world.card_ids, world.enums, world.constants, world.counters, world.zones, world.tables)
        return (*(reached(self.procedures, name) for name in asking), *map(repr, names))

    def situation(
        self, item: Asked | Example, entity: tuple[str, str], inputs: tuple[tuple[str, int], ...], of: ir.Procedure
    ) -> ir.Situation | None:
        """The game in which something is asked, with every player that the question speaks of."""
        reader = SituationReader(self.ctx, self.around, entity, self.value)
        found = None if item.situation is None else reader.read(item.situation)
        players = reader.players(found)
        types = {one.name: one.type for one in of.inputs}
        for name, value in inputs:
            if types[name].kind == "player" and value >= players and name in item.inputs:
                hint = f"players are numbered from 1 to {players}; `setup:` or `players:` says how many there are"
                self.ctx.wrong(place_of(item.inputs[name]), entity, "E612", f"there is no player {value + 1}", hint)
        return found

    def procedure(self, at: Scalar, entity: tuple[str, str]) -> ir.Procedure | None:
        """The procedure of a name; None where it has a mistake, or after reporting that there is none."""
        procedure = self.procedures.get(at.text)
        if at.text in self.wrong:
            return None  # the procedure has a mistake: nothing is checked against it
        if procedure is None and at.text not in self.ctx.world.procedures:
            self.ctx.wrong(at, entity, "E301", f"there is no procedure `{at.text}`", did_you_mean(at.text, sorted(self.procedures)))
        return procedure

    def _claim(self, claim: Claim) -> ir.Claim | None:
        entity = ("claim", claim.id)
        asked = self._asked(claim.asked, entity)
        than = None if claim.than is None else self._asked(claim.than, entity)
        if asked is None or (claim.than is not None and than is None):
            return None
        return ir.Claim(
            claim.id, claim.says.text, asked.procedure, asked.inputs, asked.where, asked.mean, claim.verdict, claim.source, claim.ruling,
            asked.spread, than, asked.situation, asked.policy,
        )  # fmt: skip

    def number(self, procedure: ir.Procedure, name: Scalar, entity: tuple[str, str]) -> None:
        """Report what is no result of a procedure that is a number."""
        results = {slot.name: slot.type for slot in procedure.results}
        numbers = [key for key, type_ in results.items() if type_.kind == "int"]
        if name.text not in numbers:
            what = "number" if name.text in results else "result"
            self.ctx.wrong(name, entity, "E402", f"`{procedure.id}` has no {what} `{name.text}`", did_you_mean(name.text, numbers))

    def _asked(self, asked: Asked, entity: tuple[str, str]) -> ir.Asked | None:
        procedure = self.procedure(asked.procedure, entity)
        if procedure is None:
            return None
        if asked.where is None and asked.mean is None and asked.spread is None:
            message = f"claim `{entity[1]}` has no `where`, `mean` or `spread`"
            hint = "say what the figure is of, for example `where: total >= 5`"
            self.ctx.wrong_key(self.ctx.game.claims[entity[1]].at, entity, "E202", message, hint)
            return None
        inputs = self.inputs(asked, procedure, entity)
        expr: ir.Expr | None = None
        if asked.where is not None:
            expr = Expressions(self.ctx.world, self.ctx.report, entity, names_of(procedure), is_event=True).condition(asked.where).expr
        given = [item for item in (asked.where, asked.mean, asked.spread) if item is not None]
        if len(given) > 1:
            message = f"`{given[0].key}` and `{given[1].key}` ask for two numbers"
            self.ctx.wrong_key(given[1], entity, "E215", message, "remove one of them")
        names = ["" if name is None else name.text for name in (asked.mean, asked.spread)]
        for name in (asked.mean, asked.spread):
            if name is not None:
                self.number(procedure, name, entity)
        policy = read_choices(self.ctx, self.procedures, entity, procedure, asked.policy)
        return ir.Asked(procedure.id, inputs, expr, names[0], names[1], self.situation(asked, entity, inputs, procedure), policy)

    def _example(self, example: Example) -> ir.Example | None:
        entity = ("example", example.id)
        procedure = self.procedure(example.procedure, entity)
        if procedure is None:
            return None
        inputs = self.inputs(example, procedure, entity)
        results = {slot.name: slot.type for slot in procedure.results}
        expect = self._values(example.expect, results, entity, procedure.id, "result")
        says = self._values(example.book_says, results, entity, procedure.id, "result")
        dice = self._dice(example.dice, procedure, entity)
        if not (example.expect or example.leaves or example.tells):
            message = f"example `{example.id}` says nothing that must come out"
            self.ctx.wrong_key(example.at, entity, "E202", message, "give it `expect:` for results, or `leaves:` for counters and zones")
        said = example.source, example.ruling, example.tells
        policy = read_choices(self.ctx, self.procedures, entity, procedure, example.policy)
        situation = self.situation(example, entity, inputs, procedure)
        found = ir.Example(example.id, procedure.id, inputs, dice, expect, says, *said, situation, policy=policy)
        if example.chooses or example.leaves:
            return replace(found, chooses=self._answers(example, entity), leaves=self._leaves(example, procedure, entity))
        return found

    def _answers(self, example: Example, entity: tuple[str, str]) -> tuple[str, ...]:
        """What players choose: options of any choice, or cards."""
        known = {*self.options, *self.ctx.world.card_ids}
        for answer in example.chooses:
            if answer.text not in known:
                hint = did_you_mean(answer.text, sorted(known))
                self.ctx.wrong(answer, entity, "E301", f"there is no option and no card `{answer.text}`", hint)
        return tuple(answer.text for answer in example.chooses)

    def _leaves(self, example: Example, procedure: ir.Procedure, entity: tuple[str, str]) -> tuple[tuple[str, ir.Expr], ...]:
        """What must be true at the end."""
        scope = Expressions(self.ctx.world, self.ctx.report, entity, names_of(procedure), is_event=True)
        return tuple((formula.text, scope.condition(formula).expr) for formula in example.leaves)

    def inputs(
        self, item: Asked | Example, procedure: ir.Procedure, entity: tuple[str, str], elsewhere: Collection[str] = ()
    ) -> tuple[tuple[str, int], ...]:
        """The constants under ``set:``, and what the setup gives to the procedure that it begins.

        Reports inputs that have no value and are not set ``elsewhere``.
        """
        inputs, stated = self.constants(item.inputs, procedure, entity), {*item.inputs, *elsewhere}
        if item.situation is not None and item.situation.setup is not None and self.around is not None:
            setup = self.around.setups.get(item.situation.setup.text)
            if setup is not None and setup.procedure == procedure.id:
                inputs = (*((name, value) for name, value in setup.inputs if name not in stated), *inputs)
                stated |= {name for name, _ in setup.inputs}
        lacking = [needed for needed in procedure.inputs if needed.default is None and needed.name not in stated]
        free = [given.name for given in procedure.inputs if given.name not in stated] if lacking else []
        misspelt = {near for key in stated if lacking for near in nearest(key, free)}  # a misspelling is reported once, where it stands
        for needed in lacking:
            if needed.name not in misspelt:
                hint = f"give it under `set:`, as {needed.name}: …"
                self.ctx.wrong(item.procedure, entity, "E602", f"`{procedure.id}` needs the input `{needed.name}`", hint)
        return inputs

    def constants(self, given: Mapping[str, Value], procedure: ir.Procedure, entity: tuple[str, str]) -> tuple[tuple[str, int], ...]:
        """The values of inputs that are given by name."""
        types = {item.name: item.type for item in procedure.inputs}
        found = self._values(given, types, entity, procedure.id, "input")
        return tuple((name, value) for name, value in found if isinstance(value, int))

    def _values(self, given: Mapping[str, Value], types: Mapping[str, Type], entity: tuple[str, str], procedure: str, what: str) -> Values:
        """Constants under the names of inputs or results; a list of them for a result that is one."""
        values: list[tuple[str, int | tuple[int, ...]]] = []
        for key, value in given.items():
            type_ = types.get(key)
            if type_ is None:
                hint = did_you_mean(key, list(types)) or f"its {what}s are: " + ", ".join(types)
                self.ctx.wrong_key(place_of(value), entity, "E603", f"`{procedure}` has no {what} `{key}`", hint)
            elif isinstance(value, Several) != (type_.kind == "list"):
                wanted = describe(type_) if type_.kind != "list" else "a list, written [1, 2, 3]"
                self.ctx.wrong(place_of(value), entity, "E403", f"the {what} `{key}` of `{procedure}` is {wanted}")
            elif isinstance(value, Several):
                found = [self.value(item, element(type_), entity, "") for item in value.items]
                if None not in found:
                    values.append((key, tuple(number for number in found if number is not None)))
            else:
                number = self.value(value, type_, entity, f"the input `{key}` of `{procedure}`" if what == "input" else "")
                values += [] if number is None else [(key, number)]
        return tuple(values)

    def value(self, at: Formula, type_: Type, entity: tuple[str, str], bounded: str) -> int | None:
        """One constant, checked against the bounds of its input; ``bounded`` names it in the message; None after reporting."""
        if type_.kind == "player":
            return self._player(at, entity)
        scope = Expressions(self.ctx.world, self.ctx.report, entity)
        typed = scope.constant(at, type_)
        if typed is not None and bounded:
            scope.within(typed, type_, (0, len(at.text)), bounded)
        return None if typed is None else fold(typed.expr)

    def _player(self, at: Scalar, entity: tuple[str, str]) -> int | None:
        """A player by number: the first is 1."""
        if isinstance(at.value, int) and not isinstance(at.value, bool) and at.value >= 1:
            return at.value - 1
        self.ctx.wrong(at, entity, "E403", f"expected a player, found `{at.text}`", "players are numbers here, the first is 1")
        return None

    def _dice(
        self, dice: Mapping[str, Faces], procedure: ir.Procedure, entity: tuple[str, str]
    ) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
        rolls = dice_by_name(procedure.rolls)
        found: list[tuple[str, tuple[int | str, ...]]] = []
        for key, rolled in dice.items():
            possible = [self.ctx.world.dice[die] for die in rolls.get(key, ())]
            if not possible:
                hint = did_you_mean(key, sorted(rolls)) or "it rolls: " + (", ".join(rolls) or "nothing")
                self.ctx.wrong_key(rolled.at, entity, "E603", f"`{procedure.id}` rolls no `{key}`", hint)
                continue
            faces = [self._face(item, possible, entity) for item in rolled.faces]
            found.append((key, tuple(face for face in faces if face is not None)))
        return tuple(found)

    def _face(self, at: Scalar, dice: Sequence[ir.Die], entity: tuple[str, str]) -> int | str | None:
        """A face by its value where the die has values, else (or also) by its id; as it is written where which die it is of is a value."""
        places = [named_face(die, at.text) for die in dice]
        if any(place is not None for place in places):
            return places[0] if len(dice) == 1 else at.text
        hint = "its faces are: " if len(dice) == 1 else "their faces are: "
        hint += ", ".join(dict.fromkeys(str(word) for die in dice for word in face_words(die)))
        named = f"`{dice[0].id}` has" if len(dice) == 1 else ", ".join(f"`{die.id}`" for die in dice[:-1]) + f" and `{dice[-1].id}` have"
        self.ctx.wrong(at, entity, "E711", f"{named} no face `{at.text}`", hint)
        return None


def place_of(value: Value) -> At:
    """The location of a value."""
    return value.at if isinstance(value, Several) else value


def rulings(game: Game) -> tuple[ir.Ruling, ...]:
    """Every ruling; the sources of its readings become its sources."""
    return tuple(
        ir.Ruling(item.id, item.status, item.question, item.decision, item.reason, item.readings, item.by_hand)
        for item in game.rulings.values()
    )


def sources(game: Game) -> tuple[ir.Source, ...]:
    """Every source document with its sections."""
    return tuple(
        ir.Source(
            item.id, item.title, item.short, item.version, tuple((part.id, part.title, part.status, part.why) for part in item.sections)
        )
        for item in game.sources.values()
    )
