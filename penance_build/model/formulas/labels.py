"""Labels and prompts: literal text with ``{formula}``, ``{row table(args)}`` and ``{die name}`` in it."""

from __future__ import annotations

import re
from typing import Final

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Apply, Node
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model.formulas import functions
from penance_build.model.formulas.bounds import describe
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Scalar

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_NAMED: Final = re.compile(r"\w+(\.\w+)?")


def spoken_parts(scope: Expressions, text: Scalar) -> tuple[ir.Part, ...]:
    """The parts of a line of a `tell` step: those of a label, and ``{F|one|many}``, which picks a word by number."""
    return label_parts(scope, text, True)


def label_parts(scope: Expressions, text: Scalar, picks: bool = False) -> tuple[ir.Part, ...]:
    """The parts of a label; reports holes with mistakes."""
    scope.place = text
    written = text.text
    parts: list[ir.Part] = []
    at = 0
    for hole in _HOLE.finditer(written):
        if hole.start() > at:
            parts.append(ir.Part(written[at : hole.start()]))
        is_pick = picks and hole[1].count("|") == 2
        if picks and not is_pick and "|" in hole[1]:
            start = hole.start() + 1 + hole[1].index("|")
            scope.problem("E401", "a hole picks one of two words", start, start + 1, "write {formula|one|many}")
            at = hole.end()
            continue
        part = (_pick if is_pick else _hole)(scope, hole[1], hole.start() + 1)
        if part is not None:
            parts.append(part)
        at = hole.end()
    rest = written[at:]
    for brace in "{}":
        if brace in rest:
            column = at + rest.index(brace)
            scope.problem("E401", f"a lone `{brace}` in a label", column, column + 1, "write {formula}")
            return tuple(parts)
    if rest:
        parts.append(ir.Part(rest))
    return tuple(parts)


def asked(scope: Expressions, text: Scalar) -> str:
    """A prompt. Its holes are filled when it is shown, so they may hold names but no formulas."""
    label_parts(scope, text)
    for hole in _HOLE.finditer(text.text):
        if not _NAMED.fullmatch(hole[1]):
            message, hint = (
                "a text that is put to a player holds names, no formulas",
                "give it a name with `let`, and write {name} or {player.counter}",
            )
            scope.problem("E401", message, hole.start(), hole.end(), hint)
    return text.text


def _hole(scope: Expressions, text: str, offset: int) -> ir.Part | None:
    if text.startswith("die "):
        return _die(scope, text[4:], offset + 4)
    is_row = text.startswith("row ")
    start = offset + 4 if is_row else offset
    try:
        node = parse(text[4:] if is_row else text)
    except FormulaError as error:
        scope.problem(error.code, error.message, start + error.start, start + error.end, error.hint)
        return None
    if is_row:
        return _row(scope, node, start)
    inner = _shifted(scope, start)
    typed = inner.node(node)
    if typed.type.kind == "list" and typed.type.ref:
        inner.wrong(node, "E403", "a list of players has no name to print", "write one of them, {seats[1]}")
        return None
    return None if typed.type.kind == "error" else ir.Part("", typed.expr, typed.type)


def _die(scope: Expressions, name: str, offset: int) -> ir.Part | None:
    """The printed name of a die."""
    die = scope.world.dice.get(name)
    if die is None:
        hint = did_you_mean(name, sorted(scope.world.dice)) or "the dice are: " + ", ".join(sorted(scope.world.dice))
        scope.problem("E301", f"there is no die `{name}`", offset, offset + len(name), hint)
        return None
    return ir.Part(die.name)


def _pick(scope: Expressions, text: str, offset: int) -> ir.Part | None:
    """One of two words by number, as a member of an enum that consists of the two words."""
    formula, one, many = text.split("|")
    part = _hole(scope, formula, offset)
    if part is None or part.value is None or part.type is None:
        return None
    if part.type.kind != "int":
        scope.problem("E403", f"`{{…|one|many}}` picks by a number, this is {describe(part.type)}", offset, offset + len(formula))
        return None
    enum = ir.Enum(f"{ir.SPOKEN}{one}|{many}", "", (ir.Member("one", one), ir.Member("many", many)))
    scope.world.choices[enum.id] = enum
    picked = ir.Cond(ir.Op("eq", (part.value, ir.Const(1))), ir.Const(0), ir.Const(1))
    return ir.Part("", picked, Type("enum", enum.id, 0, 1))


def _row(scope: Expressions, node: Node, start: int) -> ir.Part | None:
    if not isinstance(node, Apply) or node.name not in scope.world.tables:
        scope.problem("E403", "`row` takes a table with its inputs", start + node.start, start + node.end, "write {row table(a, b)}")
        return None
    inner = _shifted(scope, start)
    if not functions.arity(inner, node, len(scope.world.tables[node.name].inputs), len(scope.world.tables[node.name].inputs)):
        return None
    arguments = functions.table_arguments(inner, node)
    if arguments is None:
        return None
    return ir.Part("", None, None, node.name, tuple(item.expr for item in arguments))


def _shifted(scope: Expressions, shift: int) -> Expressions:
    """The scope of a formula that begins ``shift`` characters into its text."""
    return Expressions(scope.world, scope.report, scope.entity, scope.env, scope.maybe, scope.place, scope.own, scope.hints, shift=shift)
