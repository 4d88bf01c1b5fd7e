"""What is printed beside cards: families, the quick reference, the look, the icons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.entries import Model
from penance_build.model.holes import fill_holes
from penance_build.model.memory import RuleMemory
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.world import World

_SHOWN: Final = {"table": "table", "die": "die", "counter": "counter", "enum": "enum"}


def groups(model: Model, kind: str, conditions: Conditions, choice: Mapping[str, str]) -> tuple[ir.Group, ...]:
    """Card types or slots."""
    return tuple(
        ir.Group(name, place.word("name", name), place.word("icon"))
        for name, place in model.of(kind).items()
        if conditions.holds(place, choice)
    )


def factions(model: Model, conditions: Conditions, choice: Mapping[str, str]) -> tuple[ir.Faction, ...]:
    """Factions with their tinctures."""
    return tuple(
        ir.Faction(name, place.word("name", name), place.word("tincture"), place.word("icon"))
        for name, place in model.of("faction").items()
        if conditions.holds(place, choice)
    )


def pairs(model: Model, kind: str) -> tuple[tuple[str, str], ...]:
    """Theme or icons: key and text."""
    return tuple((name, place.text) for name, place in model.of(kind).items())


def reference(
    model: Model, world: World, report: Report, conditions: Conditions, choice: Mapping[str, str], memory: RuleMemory
) -> tuple[ir.ReferenceSide, ...]:
    """The sides of the quick reference, with every hole of every line filled."""
    sides: list[ir.ReferenceSide] = []
    for number, side in enumerate(model.reference):
        blocks = tuple(
            memory.keep(("block", number, index), partial(_block, model, world, report, at))
            for index, at in enumerate(side.need("blocks").items())
            if conditions.holds(at, choice)
        )
        sides.append(ir.ReferenceSide(memory.keep(("side", number), partial(_title, world, report, side)), blocks))
    return tuple(sides)


def _title(world: World, report: Report, place: Place) -> str:
    """A title, which like a line holds no number of its own."""
    title = place.get("title")
    return "" if title is None else fill_holes(world, report, ("reference", place.word("title")), title)


def _block(model: Model, world: World, report: Report, place: Place) -> ir.Block:
    show, ref = place.word("show", "text"), place.get("ref")
    kind = _SHOWN.get(show)
    if kind is not None and ref is not None and ref.text not in model.of(kind):
        hint = did_you_mean(ref.text, sorted(model.of(kind)))
        report.append(
            Problem("E301", f"there is no {kind} `{ref.text}`", ref.span, hint, entity=("reference", place.word("title")), path=ref.path)
        )
    lines = place.get("lines")
    columns = place.get("columns")
    return ir.Block(
        _title(world, report, place),
        show,
        "" if ref is None else ref.text,
        tuple(fill_holes(world, report, ("reference", place.word("title")), at) for at in lines.items()) if lines is not None else (),
        tuple(at.text for at in columns.items()) if columns is not None else (),
    )
