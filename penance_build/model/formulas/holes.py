"""Printed texts with holes: every number in them is computed from the rules.

``{formula}`` is a constant formula, ``{formula|one|many}`` picks a word by its value, ``{icon:NAME}`` is left for the press.
A digit outside a hole is an error, because it would not follow a change of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penance_build.formula import FormulaError, parse
from penance_build.ir.fold import fold
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.world import Constant, World
from penance_build.model.formulas.expressions import Expressions
from penance_build.surface.nodes import Scalar

_HOLE: Final = re.compile(r"\{([^{}|]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")


def fill_holes(ctx: Context, entity: tuple[str, str], at: Scalar, own: Mapping[str, int] | None = None) -> str:
    """A text with its holes filled; ``own`` are additional names with their values, such as those of a face."""
    text = at.text
    bare = _HOLE.sub(lambda match: "." * len(match[0]), text)
    digit = re.search(r"[0-9]+", bare)
    if digit is not None:
        span = at.inside(digit.start(), digit.end())
        hint = "write {constant} or another formula, so that it is read from the rules"
        ctx.report.append(at.problem("E708", f"the number `{digit[0]}` is written out", hint, entity=entity, span=span))
    world = ctx.world
    named = World(constants={**world.constants, **{name: Constant(value, "", name) for name, value in (own or {}).items()}})
    named.tables, named.enums = world.tables, world.enums

    def one(match: re.Match[str]) -> str:
        if match[1].startswith("icon:"):
            return match[0]
        value = _value(Expressions(named, ctx.report, entity, place=at), match)
        if value is None:
            return "?"
        return str(value) if match[2] is None else match[2] if value == 1 else match[3]

    return _HOLE.sub(one, text)


def _value(wrong: Expressions, match: re.Match[str]) -> int | None:
    """The value of a hole; None after reporting that it has none."""
    found, start = Report(), match.start() + 1
    try:
        node = parse(match[1])
    except FormulaError as error:
        wrong.problem(error.code, error.message, start + error.start, start + error.end, error.hint)
        return None
    typed = Expressions(wrong.world, found, wrong.entity, place=wrong.place).node(node)
    wrong.report.take_silently(found)
    value = fold(typed.expr) if typed.type.kind == "int" and not found else None
    if value is None:
        hint = found[0].hint if found and found[0].hint else "declare it under `constants:`"
        wrong.problem("E411", f"`{match[1]}` is no constant of the rules", start, start + len(match[1]), hint)
    return value
