"""Ids that no formula could use: keywords, names of types and functions, one id with two meanings."""

from __future__ import annotations

from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.formula.parse import WORDS
from penance_build.surface.game import Game
from penance_build.surface.nodes import At

FUNCTIONS: Final = frozenset(
    ("min", "max", "abs", "floor", "ceil", "round", "count", "sum", "best", "worst", "highest", "lowest", "same", "run", "size",
     "first", "face", "card", "item", "row")
)  # fmt: skip
_OF_SPACES: Final = frozenset(("distance", "bearing", "neighbour", "line"))
_OWNERS: Final = frozenset(("game",))
_TYPES: Final = frozenset(("bool", "int", "player", "card", "list"))
_SHARED: Final = ("constant", "table", "space", "counter", "zone")
_IN_FORMULAS: Final = (*_SHARED, "option", "enum", "die", "attribute", "card", "slot", "card_type", "faction")


def clashes(game: Game) -> list[Problem]:
    """Every id that a formula could not resolve to its definition."""
    report: list[Problem] = []
    for kind in _IN_FORMULAS:
        for name, item in game.of(kind).items():
            if name in WORDS:
                _word(name, item.at, item.at.key_span, (kind, name), report)
    for kind, taken in (("enum", _TYPES), ("space", _TYPES | _OWNERS)):
        for name, item in game.of(kind).items():
            if name in taken:
                what = "a type" if name in _TYPES else "an owner of counters"
                _taken(f"`{name}` is {what}, and no id for {_a(kind)}", item.at, item.at.key_span, (kind, name), report)
            elif kind == "space" and name in game.enums:
                _taken(f"`{name}` is an enum and a space, whose hexes are an enum too", item.at, item.at.key_span, (kind, name), report)
    if "cards" in game.procedures:
        at = game.procedures["cards"].at
        message = "`cards` stands for the cards of the game, and is no id for a procedure"
        _taken(message, at, at.key_span, ("procedure", "cards"), report)
    _one_meaning(game, report)
    for entity, below in game.below.items():
        for named in below.reserved:
            _word(named.word, named.at, named.at.key_span if named.is_key else named.at.span, entity, report)
    return report


def _one_meaning(game: Game, report: list[Problem]) -> None:
    """Formulas find constants, tables, counters and zones by their bare id, so these must not share one."""
    seen: dict[str, tuple[str, At]] = {}
    for kind in _SHARED:
        for name, item in game.of(kind).items():
            if name in FUNCTIONS:
                _taken(f"`{name}` is a function of formulas, and no id for a {kind}", item.at, item.at.key_span, (kind, name), report)
            if name in seen:
                other, first = seen[name]
                related = ((first.key_span, f"the {other}"),)
                message = f"`{name}` is a {kind} and a {other}: a formula could not tell them apart"
                report.append(Problem("E307", message, item.at.key_span, "rename one of them", related, (kind, name), item.at.path))
            seen.setdefault(name, (kind, item.at))
    _layers(game, seen, report)


def _layers(game: Game, seen: dict[str, tuple[str, At]], report: list[Problem]) -> None:
    """Layers are applied like tables, by their bare id, so they must not share one either."""
    for space in game.spaces.values():
        entity = ("space", space.id)
        for layer in space.layers:
            name, at = layer.name, layer.at
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


def _word(name: str, at: At, span: Span, entity: tuple[str, str], report: list[Problem]) -> None:
    _taken(f"`{name}` is a word of formulas, and no name", at, span, entity, report)


def _taken(message: str, at: At, span: Span, entity: tuple[str, str], report: list[Problem]) -> None:
    report.append(Problem("E307", message, span, "choose another name", entity=entity, path=at.path))
