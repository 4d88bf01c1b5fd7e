"""Of a value that leaves a bound: which die lets it grow, and where the bound is declared.

A value grows through several rules, and the change was made where the die is. Problems say so at the end, when all is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem, Span
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Name, Node, nodes
from penance_build.model.context.rule import body_of, inputs_of
from penance_build.surface.declarations import Die
from penance_build.surface.game import Game
from penance_build.surface.nodes import At
from penance_build.surface.steps import Block, Call, Let, MakeList, Put, Roll, Sum
from penance_build.surface.walk import formulas, steps


def with_causes(problems: Iterable[Problem], game: Game, texts: Mapping[str, str]) -> list[Problem]:
    """The problems, those about a bound with the dice behind the value and with the place where the bound is declared."""
    return [_told(problem, game, texts) if problem.bound[0] else problem for problem in problems]


def _told(problem: Problem, game: Game, texts: Mapping[str, str]) -> Problem:
    kind, name, slot = problem.bound
    body = body_of(game, problem.entity)
    dice = [] if body is None else list(dict.fromkeys(_dice(game, body, {slot} if kind == "result" else _names(problem, texts), set())))
    related: list[tuple[Span, str]] = []
    causes: list[str] = []
    for die in dice[:2]:
        span, cause = _largest(die)
        related.append((span, cause))
        causes.append(f"the die `{die.id}`, of which {cause}")
    declared = _declared(game, kind, name, slot)
    if declared is not None:
        related.append((declared.key_span, f"widen `{slot}` of the {kind} `{name}` here"))
    message = problem.message + (f", with {' and '.join(causes)}" if causes else "")
    hint = problem.hint if declared is None else f"widen `{slot}` of the {kind} `{name}`, or bound the value with min(…) or max(…)"
    return replace(problem, message=message, hint=hint, related=(*problem.related, *related))


def _largest(die: Die) -> tuple[Span, str]:
    """The face that is worth most, and the sentence on it."""
    if not die.faces:
        return die.at.key_span, f"the faces go to {die.sides}"
    most = max(die.faces, key=lambda face: max((value for _, value in face.values), default=0))
    return most.at.key_span, f"the face `{most.id.text}` is worth {max((value for _, value in most.values), default=0)}"


def _declared(game: Game, kind: str, name: str, slot: str) -> At | None:
    """The place of an input of a table or a procedure; a procedure may have it from a group."""
    if kind == "table" and name in game.tables:
        return next((column.at for column in game.tables[name].inputs if column.name == slot), None)
    if kind == "procedure" and name in game.procedures:
        procedure = game.procedures[name]
        return next((item.at for item in inputs_of(game, procedure) if item.name == slot), None)
    return None


def _names(problem: Problem, texts: Mapping[str, str]) -> set[str]:
    """The names in the guilty part of a formula."""
    span = problem.span
    lines = texts.get(span.file, "").split("\n")
    if not 0 < span.line <= len(lines) or span.end_line != span.line:
        return set()
    try:
        return _read(parse(lines[span.line - 1][span.column - 1 : span.end_column - 1].strip("\"'")))
    except FormulaError:
        return set()


def _read(node: Node | None) -> set[str]:
    return set() if node is None else {part.id for part in nodes(node) if isinstance(part, Name)}


def _dice(game: Game, body: Block, names: set[str], seen: set[tuple[str, str]]) -> Iterator[Die]:
    """The dice whose faces reach some variables of a body, through its steps and the results of the rules that it calls."""
    inside = list(steps(body))
    wanted, before = set(names), -1
    while len(wanted) > before:
        before = len(wanted)
        for step in inside:
            if isinstance(step, Let | Sum | MakeList) and step.variable.text in wanted:
                wanted |= {name for formula in formulas(step) for name in _read(formula.node)}
            elif isinstance(step, Put) and _read(step.target.node) & wanted and step.value is not None:
                wanted |= _read(step.value.node)
    for step in inside:
        if isinstance(step, Roll) and step.variable.text in wanted and step.rolled in game.dice:
            yield game.dice[step.rolled]
        elif isinstance(step, Call) and step.procedure.text in game.procedures:
            for variable, result in _received(game, step):
                key = (step.procedure.text, result)
                if variable in wanted and key not in seen:
                    seen.add(key)
                    yield from _dice(game, game.procedures[step.procedure.text].body, {result}, seen)


def _received(game: Game, step: Call) -> list[tuple[str, str]]:
    """The variables that a call sets, each with the result that it receives: those named, or all of their own names."""
    if step.take:
        return [(variable, result.text) for variable, result in step.take.items()]
    return [(result.name, result.name) for result in game.procedures[step.procedure.text].results]
