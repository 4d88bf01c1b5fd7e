"""Claims, worked examples, rulings and sources: what the documents say, in a form that can be held against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.ir.walk import calls
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.lists import element
from penance_build.model.memory import RuleMemory
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.typing import describe
from penance_build.model.world import World, face_index


def _wrong_procedures(procedures: Mapping[str, ir.Procedure], report: Report) -> set[str]:
    """The procedures with a mistake in them, and all that call one."""
    wrong = {problem.entity[1] for problem in report if problem.entity[0] == "procedure" and problem.severity == "error"}
    while wrong:
        callers = {name for name, procedure in procedures.items() if not wrong.isdisjoint(calls(procedure.body))} - wrong
        if not callers:
            break
        wrong |= callers
    return wrong


class ProofReader:
    """Elaborates claims and examples against the procedures of one choice of options."""

    def __init__(self, world: World, report: Report, procedures: Mapping[str, ir.Procedure], memory: RuleMemory) -> None:
        self.world, self.report, self.procedures, self.memory = world, report, procedures, memory
        self.wrong = _wrong_procedures(procedures, report)

    def _against(self, place: Place) -> int:
        """Which procedure an entry is held against, as an identity: the memory of rules keeps the same one for the same rule."""
        return id(self.procedures.get(place.word("procedure")))

    def claims(self, model: Model, conditions: Conditions, choice: Mapping[str, str]) -> list[ir.Claim]:
        """All claims that exist under this choice."""
        live = [(name, at) for name, at in model.of("claim").items() if conditions.holds(at, choice)]
        found = [self.memory.keep(("claim", name, self._against(at)), partial(self._claim, name, at)) for name, at in live]
        return [claim for claim in found if claim is not None]

    def examples(self, model: Model, conditions: Conditions, choice: Mapping[str, str]) -> list[ir.Example]:
        """All worked examples that exist under this choice."""
        live = [(name, at) for name, at in model.of("example").items() if conditions.holds(at, choice)]
        found = [self.memory.keep(("example", name, self._against(at)), partial(self._example, name, at)) for name, at in live]
        return [example for example in found if example is not None]

    def _procedure(self, place: Place, entity: tuple[str, str]) -> ir.Procedure | None:
        at = place.need("procedure")
        procedure = self.procedures.get(at.text)
        if at.text in self.wrong:
            return None  # what is asked of a rule that is wrong cannot be judged
        if procedure is None and at.text not in self.world.procedures:
            hint = did_you_mean(at.text, sorted(self.procedures))
            self._wrong(at, entity, "E301", f"there is no procedure `{at.text}`", hint)
        return procedure

    def _claim(self, name: str, place: Place) -> ir.Claim | None:
        entity = ("claim", name)
        procedure = self._procedure(place, entity)
        says = place.need("says")
        if procedure is None:
            return None
        inputs = self._inputs(place, procedure, entity)
        self._complete(place, procedure, inputs, entity)
        results = {slot.name: slot.type for slot in procedure.results}
        where, mean = place.get("where"), place.get("mean")
        expr: ir.Expr | None = None
        if where is not None:
            expr = Expressions(self.world, self.report, entity, results, is_event=True).condition(where).expr
        elif mean is not None and mean.text not in results:
            self._wrong(mean, entity, "E402", f"`{procedure.id}` has no result `{mean.text}`", did_you_mean(mean.text, list(results)))
        return ir.Claim(
            name, says.text, procedure.id, inputs, expr, "" if mean is None else mean.text, place.word("verdict", "holds"),
            source_text(place), place.word("ruling"),
        )  # fmt: skip

    def _example(self, name: str, place: Place) -> ir.Example | None:
        entity = ("example", name)
        procedure = self._procedure(place, entity)
        if procedure is None:
            return None
        inputs = self._inputs(place, procedure, entity)
        self._complete(place, procedure, inputs, entity)
        results = {slot.name: slot.type for slot in procedure.results}
        expect = self._values(place.get("expect"), results, entity, procedure.id, "result")
        says = self._values(place.get("book_says"), results, entity, procedure.id, "result")
        dice = self._dice(place.get("dice"), procedure, entity)
        tells = place.get("tells")
        lines = () if tells is None else tuple(line.text for line in tells.items())
        return ir.Example(name, procedure.id, inputs, dice, expect, says, source_text(place), place.word("ruling"), lines)

    def _complete(self, place: Place, procedure: ir.Procedure, inputs: tuple[tuple[str, int], ...], entity: tuple[str, str]) -> None:
        given = {name for name, _ in inputs}
        at = place.get("set")
        stated = {key for key, _ in at.entries()} if at is not None else set()
        misspelt = {near for key in stated for near in nearest(key, [item.name for item in procedure.inputs if item.name not in stated])}
        for item in procedure.inputs:
            if item.default is None and item.name not in given | stated | misspelt:
                hint = f"give it under `set:`, as {item.name}: …"
                self._wrong(place.need("procedure"), entity, "E602", f"`{procedure.id}` needs the input `{item.name}`", hint)

    def constants(self, given: Place | None, procedure: ir.Procedure, entity: tuple[str, str]) -> tuple[tuple[str, int], ...]:
        """One value for each input that is given by name."""
        types = {item.name: item.type for item in procedure.inputs}
        found = self._values(given, types, entity, procedure.id, "input")
        return tuple((name, value) for name, value in found if isinstance(value, int))

    def _inputs(self, place: Place, procedure: ir.Procedure, entity: tuple[str, str]) -> tuple[tuple[str, int], ...]:
        """The constants under ``set:``."""
        return self.constants(place.get("set"), procedure, entity)

    def _values(
        self, place: Place | None, types: Mapping[str, Type], entity: tuple[str, str], procedure: str, what: str
    ) -> tuple[tuple[str, int | tuple[int, ...]], ...]:
        """Constants under the names of inputs or results; a list of them for a result that is one."""
        values: list[tuple[str, int | tuple[int, ...]]] = []
        for key, at in place.entries() if place is not None else []:
            type_ = types.get(key)
            if type_ is None:
                hint = did_you_mean(key, list(types)) or f"its {what}s are: " + ", ".join(types)
                self.report.append(Problem("E603", f"`{procedure}` has no {what} `{key}`", at.key_span, hint, entity=entity, path=at.path))
                continue
            if isinstance(at.value, list) != (type_.kind == "list"):
                wanted = describe(type_) if type_.kind != "list" else "a list, written [1, 2, 3]"
                self._wrong(at, entity, "E403", f"the {what} `{key}` of `{procedure}` is {wanted}")
            elif type_.kind == "list":
                found = [self._value(item, element(type_), entity, "") for item in at.items()]
                if None not in found:
                    values.append((key, tuple(number for number in found if number is not None)))
            else:
                number = self._value(at, type_, entity, f"the input `{key}` of `{procedure}`" if what == "input" else "")
                values += [] if number is None else [(key, number)]
        return tuple(values)

    def _value(self, at: Place, type_: Type, entity: tuple[str, str], bounded: str) -> int | None:
        """One constant, held against the bounds of ``bounded`` where that says what has them; None after reporting."""
        if type_.kind == "player":
            return self._player(at, entity)
        scope = Expressions(self.world, self.report, entity)
        typed = scope.read(at, type_)
        if typed.type.kind == "error":
            return None
        if not isinstance(typed.expr, ir.Const):
            scope.problem("E411", "one value is wanted here", 0, len(at.text))
            return None
        if bounded:
            scope.within(typed, type_, (0, len(at.text)), bounded)
        return typed.expr.value

    def _player(self, at: Place, entity: tuple[str, str]) -> int | None:
        """A player by number: the first is 1."""
        if isinstance(at.value, int) and not isinstance(at.value, bool) and at.value >= 1:
            return at.value - 1
        self._wrong(at, entity, "E403", f"expected a player, found `{at.text}`", "players are numbers here, the first is 1")
        return None

    def _dice(self, place: Place | None, procedure: ir.Procedure, entity: tuple[str, str]) -> tuple[tuple[str, tuple[int, ...]], ...]:
        rolls = dict(procedure.rolls)
        found: list[tuple[str, tuple[int, ...]]] = []
        for key, at in place.entries() if place is not None else []:
            die = self.world.dice.get(rolls.get(key, ""))
            if die is None:
                hint = did_you_mean(key, sorted(rolls)) or "it rolls: " + (", ".join(rolls) or "nothing")
                self.report.append(Problem("E603", f"`{procedure.id}` rolls no `{key}`", at.key_span, hint, entity=entity, path=at.path))
                continue
            faces = [self._face(item, die, entity) for item in at.items()]
            found.append((key, tuple(face for face in faces if face is not None)))
        return tuple(found)

    def _face(self, place: Place, die: ir.Die, entity: tuple[str, str]) -> int | None:
        """A face by its value where the die has values, else (or also) by its id."""
        text = place.text
        if die.has_values:
            for index, face in enumerate(die.faces):
                if str(dict(face.values)["value"]) == text:
                    return index
        index_by_id = face_index(die, text)
        if index_by_id is None:
            known = [str(dict(face.values)["value"]) if die.has_values else face.id for face in die.faces]
            hint = "its faces are: " + ", ".join(dict.fromkeys(known))
            self._wrong(place, entity, "E711", f"`{die.id}` has no face `{text}`", hint)
        return index_by_id

    def _wrong(self, at: Place, entity: tuple[str, str], code: str, message: str, hint: str = "") -> None:
        self.report.append(Problem(code, message, at.span, hint, entity=entity, path=at.path))


def rulings(model: Model) -> tuple[ir.Ruling, ...]:
    """Every ruling, its readings' places as its sources."""
    made: list[ir.Ruling] = []
    for name, place in model.of("ruling").items():
        readings = place.get("readings")
        places = tuple(key for key, _ in readings.entries()) if readings is not None else ()
        status, question, decision, reason = (place.word(key) for key in ("status", "question", "decision", "reason"))
        made.append(ir.Ruling(name, status, question, decision, reason, places, place.word("by_hand") == "true"))
    return tuple(made)


def sources(model: Model) -> tuple[ir.Source, ...]:
    """Every source document with its sections."""
    made: list[ir.Source] = []
    for name, place in model.of("source").items():
        sections = place.get("sections")
        listed = (
            tuple((key, at.word("title"), at.word("status"), at.word("why")) for key, at in sections.entries())
            if sections is not None
            else ()
        )
        made.append(ir.Source(name, place.word("title", name), place.word("short", name), place.word("version"), listed))
    return tuple(made)
