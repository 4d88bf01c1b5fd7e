"""Legal decks: the parts of a construction, filled with whole sets or with single cards.

Used by the check that reports what is wrong with a deck, and by the list of all decks that a faction may bring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from msgspec import Struct

from penance_build.ir.nodes import CardSet, Construction, DeckDef, DeckPart, Program

Cards = Counter[str]


class LegalDeck(Struct, frozen=True):
    """A legal deck of a faction: what fills each part (ids of sets, or of cards), and its cards with their copies."""

    faction: str
    chosen: tuple[tuple[str, ...], ...]
    cards: tuple[tuple[str, int], ...]


def legal_decks(program: Program, construction: Construction, faction: str) -> Iterator[LegalDeck]:
    """Every deck that a faction may bring, in the order in which sets and cards are declared."""
    ways = [list(_fillings(program, construction, part, faction)) for part in construction.parts]
    for filled in product(*ways):
        total: Cards = Counter()
        for _, cards in filled:
            total.update(cards)
        yield LegalDeck(faction, tuple(chosen for chosen, _ in filled), tuple(sorted(total.items())))


def _fillings(program: Program, construction: Construction, part: DeckPart, faction: str) -> Iterator[tuple[tuple[str, ...], Cards]]:
    """The ways to fill one part."""
    families = frozenset((faction, *construction.shared))
    if part.take == "cards":
        pool = [card.id for card in program.cards if card.slot == part.slot and not families.isdisjoint(card.factions or (card.faction,))]
        for chosen in combinations(pool, part.count):
            yield chosen, Counter(chosen)
        return
    sets = [item for item in program.card_sets if item.slot == part.slot and item.faction in families]
    for number in range(1, len(sets) + 1):
        for some in combinations(sets, number):
            cards = _together(some)
            if sum(cards.values()) == part.count and not _has_too_many(construction, cards):
                yield tuple(item.id for item in some), cards


def _has_too_many(construction: Construction, cards: Cards) -> bool:
    return 0 < construction.most < max(cards.values(), default=0)


def _together(sets: tuple[CardSet, ...]) -> Cards:
    cards: Cards = Counter()
    for item in sets:
        cards.update(dict(item.cards))
    return cards


def faults(program: Program, construction: Construction, deck: DeckDef) -> Iterator[tuple[str, str]]:
    """What is wrong with a deck, as (sentence, likely fix); nothing: it is legal."""
    by_id = program.by_id.cards
    families = (deck.faction, *construction.shared)
    slots = {part.slot for part in construction.parts}
    names = {group.id: group.name for group in program.slots}
    for name, copies in deck.cards:
        card = by_id[name]
        if 0 < construction.most < copies:
            yield f"it has {copies} copies of `{name}`, and may have {construction.most}", "take some out, or raise `most:`"
        if not any(name in families for name in card.factions or (card.faction,)):
            yield f"`{name}` is a card of `{card.faction}`, and the deck one of `{deck.faction}`", f"use cards of: {', '.join(families)}"
        if card.slot not in slots:
            yield f"`{name}` is a card of the slot `{card.slot}`, which no part takes", f"the parts are: {', '.join(sorted(slots))}"
    for part in construction.parts:
        held = {name: copies for name, copies in deck.cards if by_id[name].slot == part.slot}
        label = names.get(part.slot, part.slot)
        total = sum(held.values())
        if total != part.count:
            yield f"{total} cards of {label}, where {part.count} are asked for", "change their copies"
        elif part.take == "cards":
            twice = [name for name, copies in held.items() if copies > 1]
            if twice:
                yield f"{label} has {held[twice[0]]} copies of `{twice[0]}`, and takes different cards", "take another card"
        elif not any(dict(cards) == held for _, cards in _fillings(program, construction, part, deck.faction)):
            yield _nearest(program, construction, part, deck.faction, held, label)


def _nearest(
    program: Program, construction: Construction, part: DeckPart, faction: str, held: dict[str, int], label: str
) -> tuple[str, str]:
    """Cards that are no set, and the set that they are nearest to."""
    ways = list(_fillings(program, construction, part, faction))
    if not ways:
        return f"no set of `{faction}` has {part.count} cards of {label}", "declare one under `card_sets:`"
    chosen, cards = min(ways, key=lambda way: sum(((way[1] - Counter(held)) + (Counter(held) - way[1])).values()))
    lacks = ", ".join(f"{count} {name}" for name, count in sorted((cards - Counter(held)).items()))
    more = ", ".join(f"{count} {name}" for name, count in sorted((Counter(held) - cards).items()))
    return f"the cards of {label} are no set", f"for {' and '.join(chosen)} it lacks {lacks}, and has {more} too many"
