"""W746: a card type, a slot, a faction or a layout that is declared, and that no card has.

A faction of a deck or a set and a slot of a construction are in use, and what cites a `ruling:` is known to be empty; a game whose
cards have none of a kind at all is not asked for it. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what is empty, whatever the options: a card that exists under one of them counts."""
    cards = game.cards.values()
    used = {
        "card_type": {card.type.text for card in cards if card.type is not None},
        "slot": {card.slot.text for card in cards if card.slot is not None},
        "faction": {at.text for card in cards for at in (card.faction, *card.others) if at is not None},
    }
    kept = {
        "card_type": set[str](),
        "slot": {part.slot for item in game.constructions.values() for part in item.parts} | {s.slot.text for s in game.card_sets.values()},
        "faction": {deck.faction for deck in game.decks.values()} | {item.faction.text for item in game.card_sets.values()},
    }
    problems: list[Problem] = []
    for kind, names in used.items():
        if not names:
            continue
        for name, item in game.of(kind).items():
            if name not in names and name not in kept[kind] and not game.below[kind, name].rulings:
                word = kind.replace("_", " ")
                message, hint = (
                    f"no card has the {word} `{name}`",
                    f"give it cards, or remove it; the cards have: {', '.join(sorted(names)[:6])}",
                )
                problems.append(Problem("W746", message, item.at.key_span, hint, entity=(kind, name), path=item.at.path))
    return [*problems, *_layouts(game, combinations, used["card_type"])]


def _layouts(game: Game, combinations: Sequence[Elaborated], types: Set[str]) -> Iterator[Problem]:
    """Layouts that are of cards, and of none under any choice of options; of several that fit a card, the first is taken."""
    programs = [elaborated.program for elaborated in combinations]
    fronts = {layout.id: layout for program in programs for layout in program.printed.layouts if not layout.is_back}
    if not fronts or not game.cards:
        return
    from penance_build.press.cards.saying import layout_of

    found = {layout.id for program in programs for card in program.cards if (layout := layout_of(program, card)) is not None}
    for name, layout in fronts.items():
        is_of_others = bool(layout.types) and types.isdisjoint(layout.types)  # of which more is said there
        if name not in found and not is_of_others and not game.below["layout", name].rulings:
            at, hint = game.layouts[name].at, "look at its `only:` and `for:`; of several layouts that fit a card, the first is taken"
            yield Problem("W746", f"no card has the layout `{name}`", at.key_span, hint, entity=("layout", name), path=at.path)
