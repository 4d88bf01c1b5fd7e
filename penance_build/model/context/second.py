"""Second places of problems: a mistake is often not where it shows, but where what is spoken of there is declared.

Of a unit or a bound that does not fit, that is where the names of the guilty formula are declared, through the variables between them;
of a name that is unknown, where a similar one is; of a loop that may not end, what decides on its way whether it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import nearest
from penance_build.model.context.rule import body_of, inputs_of
from penance_build.surface import steps as made
from penance_build.surface.game import Game
from penance_build.surface.walk import formulas, steps

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_TOLD: Final = re.compile(r"`([a-z][a-z0-9_]*)`")
_MEANT: Final = re.compile(r"did you mean `([a-z][a-z0-9_]*)`\?")
_UNFIT: Final = frozenset({"E404", "E414"})
_UNKNOWN: Final = frozenset({"E301", "E402", "E603", "E606", "E608", "E609"})
_LOOPS: Final = frozenset({"E619", "E620"})
_MOST: Final = 6  # places of one problem
_PROBLEMS: Final = 50  # that are looked at: of more, nobody reads the places

Related = tuple[Span, str]


def with_places(problems: list[Problem], game: Game, texts: Mapping[str, str]) -> list[Problem]:
    """The problems, some of them with second places behind those that they have."""
    left = _PROBLEMS
    found: list[Problem] = []
    for problem in problems:
        if left and problem.code in _UNFIT | _UNKNOWN | _LOOPS:
            left -= 1
            known = {problem.span, *(span for span, _ in problem.related)}
            places = dict(item for item in _Around(game, problem, texts).places() if item[0] not in known)
            problem = replace(problem, related=(*problem.related, *list(places.items())[: max(0, _MOST - len(problem.related))]))
        found.append(problem)
    return found


class _Around:
    """A problem, and the rule in which it stands."""

    def __init__(self, game: Game, problem: Problem, texts: Mapping[str, str]) -> None:
        self.game, self.problem, self.texts = game, problem, texts
        kind, name = problem.entity
        self.procedure = game.procedures.get(name) if kind == "procedure" else None
        card = game.cards.get(name) if kind == "card" else None
        self.type = game.card_types.get(card.type.text) if card is not None and card.type is not None else None
        block = body_of(game, problem.entity)
        self.steps = () if block is None else tuple(steps(block))

    def places(self) -> Iterator[Related]:
        """The second places, the most probable first."""
        code, words = self.problem.code, self._words()
        if code in _LOOPS:
            yield from self._deciding()
        elif code in _UNFIT:
            yield from self._declared(words)
            step = self._step()
            if isinstance(step, made.Call) and step.procedure.text in self.game.procedures:
                called = self.game.procedures[step.procedure.text]
                slots = (slot for slot in inputs_of(self.game, called) if slot.name == self.problem.path[-1])
                yield from ((slot.type.span, f"`{slot.name}` is declared here") for slot in slots)
            elif step is not None:
                yield from self._declared(name for formula in formulas(step) for name in _WORD.findall(formula.text))
        else:
            told = _TOLD.findall(self.problem.message)
            if code == "E606":
                yield from ((span, f"`{name}` is declared here") for name in told for span in self.own.get(name, ()))
            meant = _MEANT.match(self.problem.hint)  # what the help names is what is shown, and no other thing of a like name
            for word in dict.fromkeys((*words, *told)):
                for name in nearest(word, self.similar.keys() - {word}):
                    if meant is None or meant[1] != name:
                        continue
                    yield from ((span, f"`{name}` stands here") for span in self.similar[name])

    def _words(self) -> list[str]:
        """The words at the guilty place; of a result or a bound that does not fit, what it is of too."""
        span = self.problem.span
        lines = self.texts.get(span.file, "").split("\n")[span.line - 1 : span.end_line] if span.line else []
        if not lines:
            return []
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        is_named = self.problem.code == "E414" or self.problem.message.startswith("the result ")
        told = _TOLD.findall(self.problem.message)[:1] if is_named else []
        return [*told, *_WORD.findall("\n".join(lines))]

    def _step(self) -> made.Step | None:
        """The step that the problem is in, the innermost."""
        path = self.problem.path
        inside = [step for step in self.steps if path[: len(step.at.path)] == step.at.path]
        return max(inside, key=lambda step: len(step.at.path), default=None)

    # ------------------------------------------------------------ declared

    def _declared(self, words: Iterable[str]) -> Iterator[Related]:
        """Where names are declared, variables followed to what their values are made of."""
        waiting = [*words]
        made_of: list[Related] = []
        seen: set[str] = set()
        while waiting:
            word = waiting.pop(0)
            if word in seen:
                continue
            seen.add(word)
            yield from ((span, f"`{word}` is declared here") for span in (*self.own.get(word, ()), *self._common(word)))
            for step in self.steps:
                if isinstance(step, made.Call) and step.procedure.text in self.game.procedures:
                    result = step.take.get(word) if step.take else None
                    name = result.text if result is not None else "" if step.take else word
                    for item in self.game.procedures[step.procedure.text].results:
                        if item.name == name:
                            yield item.type.span, f"`{name}` of `{step.procedure.text}` is declared here"
                elif word in _set_by(step):
                    waiting += [name for formula in formulas(step) for name in _WORD.findall(formula.text)]
                    made_of += [(formula.span, f"`{word}` is made here") for formula in formulas(step)]
        yield from made_of if self.problem.code == "E414" else ()

    def _common(self, word: str) -> Iterator[Span]:
        """What is declared for all rules: counters, attributes, tables, constants."""
        game = self.game
        yield from (items[word].type.span for items in (game.counters, game.attributes) if word in items)
        if word in game.constants:
            constant = game.constants[word]
            yield constant.value.span
            yield from () if constant.unit is None else (constant.unit.span,)
        if word in game.tables:
            yield from (column.type.span for column in (*game.tables[word].outputs, *game.tables[word].inputs))

    @cached_property
    def own(self) -> dict[str, list[Span]]:
        """The places of the inputs and results of the rule, by name: their types."""
        given = self.procedure or self.type
        found: dict[str, list[Span]] = {}
        for slot in () if given is None else inputs_of(self.game, given):
            found.setdefault(slot.name, []).append(slot.type.span)
        for result in () if self.procedure is None else self.procedure.results:
            found.setdefault(result.name, []).append(result.type.span)
        for step in self.steps:
            if isinstance(step, made.MakeList):
                found.setdefault(step.variable.text, []).append(step.of.span)
        return found

    @cached_property
    def named(self) -> dict[str, list[Span]]:
        """The places of the names of the inputs and results of the rule."""
        given = self.procedure or self.type
        slots = [(slot.name, slot.at) for slot in (() if given is None else inputs_of(self.game, given))]
        slots += [(slot.name, slot.at) for slot in (() if self.procedure is None else self.procedure.results)]
        found: dict[str, list[Span]] = {}
        for name, at in slots:
            found.setdefault(name, []).append(at.key_span)
        return found

    # ------------------------------------------------------------ similar

    @cached_property
    def similar(self) -> dict[str, list[Span]]:
        """What a name that is unknown here could have meant: what the rule and those that it calls name, and definitions."""
        found: dict[str, list[Span]] = {}
        for step in self.steps:
            for name, span in _variables(step):
                found.setdefault(name, [span])
            if isinstance(step, made.Call) and step.procedure.text in self.game.procedures:
                callee = self.game.procedures[step.procedure.text]
                for name, at in (*((slot.name, slot.at) for slot in callee.inputs), *((slot.name, slot.at) for slot in callee.results)):
                    found.setdefault(name, []).append(at.key_span)
        for name, spans in self.own.items():
            found[name] = self.named.get(name, spans) + found.get(name, [])
        for items in self.game.kinds.values():
            for name, definition in items.items():
                found.setdefault(name, []).append(definition.at.key_span)
        for enum in self.game.enums.values():
            for member in enum.members:
                found.setdefault(member.id, []).append(member.at.key_span)
        return found

    # ------------------------------------------------------------ loops

    def _deciding(self) -> Iterator[Related]:
        """Conditions inside of a loop, then what is assigned there of what its end depends on."""
        loop = next((step for step in self.steps if isinstance(step, made.Repeat) and step.until.path == self.problem.path), None)
        if loop is None:
            return
        inside = tuple(steps(loop.body))
        wanted, before = set(_WORD.findall(loop.until.text)), -1
        setting: list[made.Step] = []
        while len(wanted) > before:
            before = len(wanted)
            setting = [step for step in inside if wanted & _set_by(step)]
            wanted |= {name for step in setting for formula in formulas(step) for name in _WORD.findall(formula.text)}
        yield from ((step.test.span, "this decides on the way") for step in inside if isinstance(step, made.If))
        for step in setting:
            if isinstance(step, made.Let | made.Put) and step.value is not None:
                yield step.value.span, "this is read on the way"


def _set_by(step: made.Step) -> set[str]:
    """The variables to which a step gives values."""
    return {name for name, _ in _variables(step)}


def _variables(step: made.Step) -> Iterator[tuple[str, Span]]:
    match step:
        case made.Let() | made.Sum() | made.MakeList() | made.Roll() | made.Each() | made.Choose() | made.Pick() | made.Find():
            yield step.variable.text, step.variable.span
        case made.Put():
            yield from ((name, step.target.span) for name in _WORD.findall(step.target.text)[:1])
        case made.Call():
            yield from ((name, result.key_span) for name, result in step.take.items())
        case _:
            return
