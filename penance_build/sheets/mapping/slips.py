"""What a mapping names and no card can have: typing errors in targets and defaults, told at the mapping and not at each row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, distance, nearest
from penance_build.formula.parse import WORDS
from penance_build.schema import card_keys
from penance_build.sheets.mapping.ids import id_of
from penance_build.sheets.mapping.known import Known
from penance_build.sheets.mapping.mapping import TARGETS, Column, SheetMap

_SHORTEST: Final = 4  # letters of a target that may be one that is meant otherwise
_TO_DECKS: Final = frozenset(("copies", "deck"))


def unknown(mapping: SheetMap, known: Known) -> Iterable[Problem]:
    """The attributes that a mapping names and the game does not have, where the game is known as a whole."""
    if not known.is_whole:
        return
    for column in mapping.columns:
        for target in column.to if column.is_attribute else ():
            if target not in known.types:
                yield _unknown(f"the game has no attribute `{target}`, which `{column.head}` is said to be", target, known, column)
    place, cards = mapping.at("defaults"), card_keys() | _TO_DECKS
    for target in mapping.defaults:
        if target not in known.types and target not in cards:
            hint = did_you_mean(target, [*known.types, *cards]) or _declare(target)
            span = place.file.positions.key(place.container[place.key], target)
            yield Problem("E171", f"`defaults:` names `{target}`, and the game has no such attribute", span, hint)


def _unknown(message: str, target: str, known: Known, column: Column) -> Problem:
    hint = did_you_mean(target, [*known.types, *TARGETS]) or _declare(target)
    return Problem("E171", message, column.place.value_span, hint)


def _declare(target: str) -> str:
    return f"declare it: `card_attributes: {{{target}: {{name: …, type: …}}}}`"


def misspelt(mapping: SheetMap, known: Known) -> Iterable[Problem]:
    """Targets that an import would declare as attributes, and that are one letter away from what a column can be.

    What says more than a target, is declared, or is called as its column, is meant.
    """
    declared = {*known.types, *mapping.declare.get("card_attributes", {})}
    near = [*TARGETS, *sorted(declared)]
    for column in mapping.columns:
        target = column.to[0]
        if not column.is_attribute or column.is_spelt_out or target in declared or target in WORDS or target == id_of(column.head):
            continue
        found = [other for other in nearest(target, near) if len(other) >= _SHORTEST and distance(target, other, 2) < 2]
        if found:
            message = f"`{column.head}` is said to be `{target}`, which is neither declared nor what a column can be"
            hint = f"did you mean `{found[0]}`? A new attribute says its type: `{{to: {target}, type: …}}`"
            yield Problem("E171", message, column.place.value_span, hint)


def unusable(mapping: SheetMap) -> Iterable[Problem]:
    """Targets that no attribute can have for its id."""
    for column in mapping.columns:
        for target in column.to if column.is_attribute else ():
            if target in WORDS:
                message = f"`{target}` is a word of formulas, and no attribute"
                yield Problem("E171", message, column.place.value_span, f"give it another id, as `card_{target}`")
