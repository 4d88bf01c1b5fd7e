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
_OF_SPACES: Final = frozenset(("distance", "bearing", "neighbour", "line"))
_OWNERS: Final = frozenset(("game",))
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
    for kind, taken in (("enum", _TYPES), ("space", _TYPES | _OWNERS)):
        for name, place in entries.get(kind, {}).items():
            if name in taken:
                what = "a type" if name in _TYPES else "an owner of counters"
                _taken(f"`{name}` is {what}, and no id for {_a(kind)}", place, place.key_span, (kind, name), report)
            elif kind == "space" and name in entries.get("enum", {}):
                _taken(f"`{name}` is an enum and a space, whose hexes are an enum too", place, place.key_span, (kind, name), report)
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
    _layers(entries.get("space", {}), seen, report)


def _layers(spaces: Mapping[str, Place], seen: dict[str, tuple[str, Place]], report: list[Problem]) -> None:
    """A layer is read like a table, by its name alone."""
    for space, place in spaces.items():
        layers = place.get("layers")
        for name, at in layers.entries() if layers is not None else []:
            entity = ("space", space)
            if name in WORDS:
                _word(name, at, at.key_span, entity, report)
            elif name in FUNCTIONS | _OF_SPACES:
                _taken(f"`{name}` is a function of formulas, and no name for a layer", at, at.key_span, entity, report)
            elif name in seen:
                other, first = seen[name]
                related = ((first.key_span, f"the {other}"),)
                message = f"`{name}` is a layer and {_a(other)}: a formula could not tell them apart"
                report.append(Problem("E307", message, at.key_span, "rename one of them", related, entity, at.path))
            seen.setdefault(name, ("layer", at))


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


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
