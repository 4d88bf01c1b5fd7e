"""Ids that no formula could read: the words of the language, the names of types and functions, one name for two things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.formula.parse import WORDS
from penance_build.model.place import Place

FUNCTIONS: Final = frozenset(
    ("min", "max", "abs", "floor", "ceil", "round", "count", "sum", "best", "worst", "highest", "lowest", "same", "run", "size",
     "first", "face", "card", "item", "row")
)  # fmt: skip
_TYPES: Final = frozenset(("bool", "int", "player", "card", "list"))
_SHARED: Final = ("constant", "table", "space", "counter", "zone")
_IN_FORMULAS: Final = (*_SHARED, "option", "enum", "die", "attribute", "card", "slot", "card_type", "faction")
_VARIABLES: Final = ("let", "roll", "each", "list", "choose", "window", "find", "take")
_NAMED: Final = ("members", "inputs", "outputs", "results", "options", "values", "take")


def clashes(entries: Mapping[str, Mapping[str, Place]]) -> list[Problem]:
    """Every id that a formula could not read as what it is meant for; ``entries[kind][id]`` are the definitions."""
    report: list[Problem] = []
    for kind in _IN_FORMULAS:
        for name, place in entries.get(kind, {}).items():
            if name in WORDS:
                _word(name, place, place.key_span, (kind, name), report)
    for name, place in entries.get("enum", {}).items():
        if name in _TYPES:
            _taken(f"`{name}` is a type, and no id for an enum", place, place.key_span, ("enum", name), report)
    if "cards" in entries.get("procedure", {}):
        place = entries["procedure"]["cards"]
        message = "`cards` stands for the cards of the game, and is no id for a procedure"
        _taken(message, place, place.key_span, ("procedure", "cards"), report)
    _one_meaning(entries, report)
    for kind, places in entries.items():
        for name, place in places.items():
            if isinstance(place.value, dict):
                for at, word, is_key in _below(kind, place):
                    if word in WORDS:  # nearly none: where it stands is worked out only then
                        _word(word, at, at.key_span if is_key else at.span, (kind, name), report)
    return report


def _one_meaning(entries: Mapping[str, Mapping[str, Place]], report: list[Problem]) -> None:
    """A formula finds constants, tables, counters and zones by their bare id, so these may not share one."""
    seen: dict[str, tuple[str, Place]] = {}
    for kind in _SHARED:
        for name, place in entries.get(kind, {}).items():
            if name in FUNCTIONS:
                _taken(f"`{name}` is a function of formulas, and no id for a {kind}", place, place.key_span, (kind, name), report)
            if name in seen:
                other, first = seen[name]
                related = ((first.key_span, f"the {other}"),)
                message = f"`{name}` is a {kind} and a {other}: a formula could not tell them apart"
                report.append(Problem("E307", message, place.key_span, "rename one of them", related, (kind, name), place.path))
            seen.setdefault(name, (kind, place))


def _below(kind: str, entry: Place) -> Iterator[tuple[Place, str, bool]]:
    """Every name that an entry gives to something of its own, with the place that says it, and whether it is the key there."""
    if kind == "parameter":
        yield from ((at, key, True) for key, at in entry.entries())
    for at in entry.mappings():
        value = at.value
        for key in _NAMED:
            if key in value:
                yield from ((child, name, True) for name, child in at.need(key).entries())
        for key in _VARIABLES:
            if isinstance(value.get(key), str):
                yield at.need(key), value[key], False
        face = at.get("id") if kind == "die" else None
        if face is not None:
            yield face, face.text, False


def _word(name: str, place: Place, span: Span, entity: tuple[str, str], report: list[Problem]) -> None:
    _taken(f"`{name}` is a word of formulas, and no name", place, span, entity, report)


def _taken(message: str, place: Place, span: Span, entity: tuple[str, str], report: list[Problem]) -> None:
    report.append(Problem("E307", message, span, "choose another name", entity=entity, path=place.path))
