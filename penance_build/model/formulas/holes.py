"""Printed texts with holes: every number in them is computed from the rules.

``{formula}`` is a constant formula, ``{formula|one|many}`` picks a word by its value, ``{icon:NAME}`` is left for the press.
A digit outside a hole is an error, because it would not follow a change of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, assert_never

from penance_build.formula import FormulaError
from penance_build.formula.syntax import Name, Node, nodes
from penance_build.formula.template import Brace, Hole, Icon, Parts, Plain, PrintedContent, Sign, Thing, Unread, named
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.world import Constant, World
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Printed

_DIGITS: Final = re.compile(r"[0-9]+")


def fill_holes(ctx: Context, entity: tuple[str, str], at: Printed, own: Mapping[str, int] | None = None) -> str:
    """A text with its holes filled; ``own`` are additional names with their values, such as those of a face."""
    for start, outside in _outside(at.parts):
        digit = _DIGITS.search(outside)
        if digit is not None:
            span = at.inside(start + digit.start(), start + digit.end())
            hint = "write {constant} or another formula, so that it is read from the rules"
            ctx.report.append(at.problem("E708", f"the number `{digit[0]}` is written out", hint, entity=entity, span=span))
            break
    if not any(isinstance(part, Hole) for part in at.parts):
        return at.text
    world = ctx.world
    known = World(constants={**world.constants, **{name: Constant(value, "", name) for name, value in (own or {}).items()}})
    known.tables, known.enums = world.tables, world.enums
    found = Report()
    scope = Expressions(known, found, entity, place=at)
    said = "".join(_filled(scope, part) if isinstance(part, Hole) else part.text for part in at.parts)
    flat = found.settled()
    flat.read = {f"printed {name}" for name in flat.read if name not in (own or {})}
    ctx.report.take(flat)
    return said


def fill_title(ctx: Context, entity: tuple[str, str], at: Printed) -> str:
    """A title or a heading with its holes filled: it is printed plainly, as names are, so that a sign is its character."""
    return named(fill_holes(ctx, entity, at))


def names_in(at: Printed) -> frozenset[str]:
    """The names that the formulas in the holes of a text read."""
    found = (part.content for part in at.parts if isinstance(part, Hole))
    return frozenset(item.id for content in found if isinstance(content, Node) for item in nodes(content) if isinstance(item, Name))


def _outside(parts: Parts[PrintedContent]) -> Iterator[tuple[int, str]]:
    """The texts that no hole hides, with their offsets."""
    for part in parts:
        match part:
            case Plain() | Brace():
                yield part.start, part.text
            case Hole():
                if isinstance(part.content, Unread):
                    yield part.start, part.text
            case _:
                assert_never(part)


def _filled(scope: Expressions, hole: Hole[PrintedContent]) -> str:
    """What is printed for a hole; "?" after reporting that it has no value."""
    match hole.content:
        case Icon() | Sign() | Unread():
            return hole.text
        case Thing(text=text):
            return hole.text if text is None else text
        case FormulaError() as error:
            scope.problem(error.code, error.message, hole.at + error.start, hole.at + error.end, error.hint)
            return "?"
        case Node() as node:
            value = _value(scope, node, hole)
        case _:
            assert_never(hole.content)
    if value is None:
        return "?"
    return str(value) if hole.words is None else hole.words[0 if value == 1 else 1]


def _value(wrong: Expressions, node: Node, hole: Hole[PrintedContent]) -> int | None:
    """The value of a hole; None after reporting that it is no constant."""
    found = Report()
    typed = Expressions(wrong.world, found, wrong.entity, place=wrong.place).node(node)
    wrong.report.take_silently(found)
    value = fold(typed.expr) if typed.type.kind == "int" and not found else None
    if value is None:
        hint = found[0].hint if found and found[0].hint else "declare it under `constants:`"
        wrong.problem("E411", f"`{hole.source}` is no constant of the rules", hole.at, hole.at + len(hole.source), hint)
    return value
