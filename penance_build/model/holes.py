"""Printed texts with holes: every number in them is read from the rules.

``{formula}`` is a constant formula, ``{formula|one|many}`` picks a word by its value, ``{icon:NAME}`` stays for the press.
A digit outside a hole is an error, for it would go stale the day the rule changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.formula import FormulaError, parse
from penance_build.ir.fold import fold
from penance_build.model.expressions import Expressions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.world import Constant, World

_HOLE: Final = re.compile(r"\{([^{}|]*)(?:\|([^{}|]*)\|([^{}|]*))?\}")


def fill_holes(world: World, report: Report, entity: tuple[str, str], place: Place, own: Mapping[str, int] | None = None) -> str:
    """The text at ``place`` with its holes filled; ``own`` are further names with their values, such as those of a face."""
    text = place.text
    bare = _HOLE.sub(lambda match: "." * len(match[0]), text)
    digit = re.search(r"[0-9]+", bare)
    if digit is not None:
        span = place.inside(digit.start(), digit.end())
        hint = "write {constant} or another formula, so that it is read from the rules"
        report.append(Problem("E708", f"the number `{digit[0]}` is written out", span, hint, entity=entity, path=place.path))
    named = World(constants={**world.constants, **{name: Constant(value, "", name) for name, value in (own or {}).items()}})
    named.tables, named.enums, named.read = world.tables, world.enums, world.read

    def one(match: re.Match[str]) -> str:
        if match[1].startswith("icon:"):
            return match[0]
        value = _value(named, report, entity, place, match)
        if value is None:
            return "?"
        return str(value) if match[2] is None else match[2] if value == 1 else match[3]

    return _HOLE.sub(one, text)


def _value(world: World, report: Report, entity: tuple[str, str], place: Place, match: re.Match[str]) -> int | None:
    """The number that a hole stands for; None after reporting that it has none."""
    found = Report()
    scope, start = Expressions(world, found, entity, place=place), match.start() + 1
    wrong = Expressions(world, report, entity, place=place)
    try:
        node = parse(match[1])
    except FormulaError as error:
        wrong.problem(error.code, error.message, start + error.start, start + error.end, error.hint)
        return None
    typed = scope.node(node)
    value = fold(typed.expr) if typed.type.kind == "int" and not found else None
    if value is None:
        hint = found[0].hint if found and found[0].hint else "declare it under `constants:`"
        wrong.problem("E411", f"`{match[1]}` is no constant of the rules", start, start + len(match[1]), hint)
    return value
