"""What is said of a definition: facts with a label each, by which two states of it are compared; types and values in words."""

from __future__ import annotations

import re
from typing import Literal

from penance_build.ir import nodes as ir
from penance_build.ir.interpret.state import printed
from penance_build.ir.record import Record, replace
from penance_build.ir.text import formula_text

Group = Literal["text", "balance", "structure"]
# How a fact is judged: `text` is only read by people, `figure` is a number of the game, `rule` is one where nothing but numbers differs.
Judged = Literal["text", "figure", "rule"]

_NUMBER = re.compile(r"\d+")


class Fact(Record):
    """One thing that is said of a definition, or of an ``item`` of it (a row, an input); no two of a definition share item and label.

    ``order`` is given where the order of named things is what is said: then two facts agree where those that both have stand alike.
    """

    label: str
    shown: str
    judged: Judged
    order: tuple[str, ...] = ()
    item: str = ""

    @property
    def part(self) -> str:
        """What the fact is about: ``row range 1..3, modifier``."""
        return ", ".join(part for part in (self.item, self.label) if part)


Facts = tuple[Fact, ...]


def within(item: str, *facts: Fact) -> Facts:
    """Facts of an item of a definition."""
    return tuple(replace(fact, item=item) for fact in facts)


def text(label: str, shown: str) -> Fact:
    return Fact(label, shown, "text")


def figure(label: str, shown: str | int) -> Fact:
    return Fact(label, str(shown), "figure")


def rule(label: str, shown: str) -> Fact:
    return Fact(label, shown, "rule")


def order(label: str, names: tuple[str, ...], judged: Judged = "rule") -> Fact:
    return Fact(label, ", ".join(names), judged, names)


def said(facts: Facts) -> Facts:
    """The facts that say something: what is empty is not there."""
    return tuple(fact for fact in facts if fact.shown)


def group_of(judged: Judged, old: str | None, new: str | None) -> Group:
    """The class of a difference. Something that is there on one side only (None on the other) is no figure, unless it counts as one."""
    if judged == "text":
        return "text"
    if judged == "figure":
        return "balance"
    return "balance" if old is not None and new is not None and but_numbers(old) == but_numbers(new) else "structure"


def but_numbers(shown: str) -> str:
    """A text with each of its whole numbers taken out."""
    return _NUMBER.sub("0", shown)


def yes(value: bool) -> str:
    return "yes" if value else "no"


def type_text(kind: ir.Type) -> str:
    """A type as an author could write it."""
    match kind.kind:
        case "int":
            bounds = "int" if kind.low is None and kind.high is None else span_text(kind.low, kind.high)
            return f"{bounds} {kind.unit}".strip()
        case "list":
            size = str(kind.longest) if kind.shortest == kind.longest else f"{kind.shortest}..{kind.longest}"
            return f"list of {size} {span_text(kind.low, kind.high)} {kind.unit}".strip()
        case "roll":
            return f"roll of {kind.ref} {span_text(kind.low, kind.high)}".rstrip(" .")
        case "enum":
            return kind.ref
        case _:
            return f"{kind.kind} {kind.ref}".strip()


def span_text(low: int | None, high: int | None) -> str:
    """``1..3``; one number alone; open where there is no bound."""
    if low is not None and low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def value_text(program: ir.Played, kind: ir.Type, value: int | tuple[int, ...]) -> str:
    """A value as the rules write it: members by id, truths as words, a list in brackets."""
    shown = printed(program, kind, value)
    if isinstance(shown, bool):
        return "true" if shown else "false"
    return f"[{', '.join(map(str, shown))}]" if isinstance(shown, list) else str(shown)


def formula(program: ir.Played, kind: ir.Type, expr: ir.Expr) -> str:
    """A formula as it is written; a constant as its type prints it."""
    return value_text(program, kind, expr.value) if isinstance(expr, ir.Const) and kind.kind != "list" else formula_text(program, expr)


def given(program: ir.Program, procedure: str, inputs: tuple[tuple[str, int], ...]) -> tuple[tuple[str, str], ...]:
    """Inputs of a procedure by name, as they are written."""
    found = program.by_id.procedures.get(procedure)
    types = {} if found is None else {item.name: item.type for item in found.inputs}
    return tuple((name, value_text(program, types.get(name, ir.Type("int")), value)) for name, value in inputs)


def pairs_text(pairs: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in pairs)
