"""The backs of a deck, and the back of a card in it.

Cards that are shuffled together look the same from behind. So a card has the back of its deck, whatever its own faction; and a deck that
has none of its own, neither by its faction nor by `back:`, has that of each deck into which rules move its cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from penance_build.ir.nodes import Card, DeckDef, Program
from penance_build.ir.record import Record
from penance_build.press.backs.meeting import Meetings, meetings
from penance_build.press.look.theme import CHOICES

# What the theme's `backs` may be, the first where it says nothing.
BY = CHOICES["backs"]
LATTICE = "lattice"
# What files of a back of no faction are called.
PLAIN = "plain"
_OTHER = re.compile("[^a-z0-9_]+")
# What a picture or a layout may say of the deck and the card behind which it stands.
_TEXTS = ("deck", "faction", "slot")


class CardBack(Record):
    """A back: the card whose front it is, or else the name on it, its tincture, its ornament and what that is computed from.

    ``faction`` is the one whose tincture it has, or ""; ``name`` is what files of it are called. ``shows`` is a picture or a layout
    instead of our ornament; ``said`` are the texts (deck, faction, slot) that this says of the deck and card, ``values`` their ids.
    """

    card: str
    text: str
    tincture: str
    ornament: str
    seed: str
    faction: str
    name: str
    shows: str = ""
    said: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()

    @property
    def named(self) -> tuple[str, ...]:
        """What it looks like, as texts that no other back has."""
        said = (*self.said, *self.values)  # a layout may choose by an id: two slots of one printed name are two
        return self.card, self.text, self.tincture, self.ornament, self.seed, self.shows, *(text for _, text in said)


class DeckBack(Record):
    """A deck as it is printed once: the deck whose backs its cards have, itself or another, and how that is called."""

    owner: DeckDef
    id: str
    name: str


def printed_decks(program: Program) -> tuple[DeckDef, ...]:
    """The decks that are printed: of a game without any one with each card once, but for those that are the back of another alone."""
    if program.decks:
        return program.decks
    behind = {card.back for card in program.cards}
    cards = tuple((card.id, 1) for card in program.cards if card.back or card.id not in behind)
    return (DeckDef("cards", program.name, "", cards, ""),) if cards else ()


def deck_backs(program: Program, met: Meetings | None = None) -> Mapping[str, tuple[DeckBack, ...]]:
    """For each deck, how often it is printed: once, or once for each deck whose backs it needs. ``id`` is "" where it is once.

    ``met`` are the decks that are shuffled together, where that is known already.
    """
    if not program.decks:
        return {deck.id: (DeckBack(deck, "", ""),) for deck in printed_decks(program)}
    known = meetings(program) if met is None else met
    decks, place = program.decks, {deck.id: index for index, deck in enumerate(program.decks)}
    beside: dict[str, set[str]] = {}
    for one, other in known:
        beside.setdefault(one, set()).add(other)
    met_by = {
        deck.id: tuple(decks[at] for at in sorted(place[other] for other in beside.get(deck.id, ()) if other in place)) for deck in decks
    }
    return {deck.id: _printed(program, deck, met_by[deck.id], place) for deck in decks}


def _printed(program: Program, deck: DeckDef, others: tuple[DeckDef, ...], place: Mapping[str, int]) -> tuple[DeckBack, ...]:
    owners: dict[tuple[CardBack, ...], DeckDef] = {}
    for owner in _owners(deck, others, place):
        owners.setdefault(tuple(back_of(program, owner, program.by_id.cards[card]) for card, _ in deck.cards), owner)
    if len(owners) == 1:
        return tuple(DeckBack(owner, "", "") for owner in owners.values())
    factions = [deck_faction(program, owner) for owner in owners.values()]
    named = all(factions) and len(set(factions)) == len(factions)
    known = program.by_id.factions
    return tuple(
        DeckBack(owner, faction, known[faction].name) if named and faction in known else DeckBack(owner, owner.id, owner.name)
        for owner, faction in zip(owners.values(), factions, strict=True)
    )


def _owners(deck: DeckDef, others: tuple[DeckDef, ...], place: Mapping[str, int]) -> tuple[DeckDef, ...]:
    """The decks whose backs a deck has: itself, where it has one of its own or meets no other."""
    if has_own(deck):
        return (deck,)
    hosts = tuple(other for other in others if has_own(other))
    if hosts:
        return hosts
    return (min((deck, *others), key=lambda item: place[item.id]),)


def has_own(deck: DeckDef) -> bool:
    """Whether a deck says which back its cards have."""
    return bool(deck.faction) or deck.back is not None


def deck_faction(program: Program, deck: DeckDef) -> str:
    """The faction of a deck: the one it says, or that of all its cards; "" where they have several, so that none shows from behind."""
    return deck.faction or _only_faction(_Pair(program, deck))


class _Pair:
    """A deck of a program, compared by being the same two records: they are large, and asked for once for each card."""

    __slots__ = ("deck", "program")

    def __init__(self, program: Program, deck: DeckDef) -> None:
        self.program, self.deck = program, deck

    def __hash__(self) -> int:
        return hash((id(self.program), id(self.deck)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and other.program is self.program and other.deck is self.deck


@lru_cache(maxsize=16)
def _only_faction(pair: _Pair) -> str:
    """The faction that all cards of a deck have, or ""."""
    found = {pair.program.by_id.cards[card].faction for card, _ in pair.deck.cards}
    return next(iter(found)) if len(found) == 1 else ""


def back_of(program: Program, owner: DeckDef, card: Card) -> CardBack:
    """The back of a card that lies in a deck, or is shuffled into it."""
    if card.back:
        return CardBack(card.back, "", "", "", "", "", card.back)
    faction = deck_faction(program, owner)
    known = program.by_id.factions
    tincture = known[faction].tincture if faction in known else "silver"
    kind = program.by_id.card_types.get(card.type)
    shown = next((one.shows for one in (owner.back, None if kind is None else kind.back) if one is not None), _shown_by_all(program))
    if shown:
        return _showing(program, owner, card, (faction, tincture, shown))
    if owner.back is not None or (kind is not None and kind.back is not None):
        own, name = owner.back, f"deck-{owner.id}"
        if own is None:
            assert kind is not None
            own, faction, tincture, name = kind.back, "", "silver", f"type-{kind.id}"
        assert own is not None
        text, color = own.text or program.name, own.tincture or tincture
        return CardBack("", text, color, own.ornament, f"{program.game} {text} {color}", "" if own.tincture else faction, name)
    by = dict(program.printed.theme).get("backs", BY[0])
    if by == "game":
        return CardBack("", program.name, "silver", LATTICE, program.game, "", PLAIN)
    parts = (owner.id,) if by == "deck" else (faction, card.slot if by == "slot" else "")
    name = f"deck-{owner.id}" if by == "deck" else "-".join(filter(None, parts)) or PLAIN
    return CardBack("", program.name, tincture, LATTICE, f"{program.game} {' '.join(parts)}".strip(), faction, name)


def _shown_by_all(program: Program) -> str:
    """The picture or layout that the theme names for all backs, or ""."""
    return dict(program.printed.theme).get("back", "")


def _showing(program: Program, owner: DeckDef, card: Card, looks: tuple[str, str, str]) -> CardBack:
    """A back that shows a picture or a layout: another one for each text of the deck and the card that is on it."""
    faction, tincture, shown = looks
    factions, slots = program.by_id.factions, program.by_id.slots
    texts = {
        "deck": (owner.id, owner.name),
        "faction": (faction, factions[faction].name if faction in factions else ""),
        "slot": (card.slot, slots[card.slot].name if card.slot in slots else ""),
    }
    said = tuple((name, texts[name][1]) for name in names_on_back(program, shown))
    parts = [part for name, _ in said if (part := texts[name][0])]
    name = "-".join([_called(program, shown), *parts])
    values = tuple((name, texts[name][0]) for name, _ in said)
    return CardBack("", program.name, tincture, "", "", faction, name, shown, said, values)


def _called(program: Program, shown: str) -> str:
    """What files of backs that show this are called: as it is, in letters that any file name may have, and as nothing else is called."""
    taken = {PLAIN, "deck", "type", *(item.id for item in program.factions)}
    for other in dict.fromkeys(_all_shown(program)):
        word = PurePosixPath(other).stem.partition("{")[0]
        plain = _OTHER.sub("-", word.lower()).strip("-_") or "back"
        joined = plain.replace("-", "_")
        called = next(name for name in (plain, joined, *(f"{joined}{n}" for n in range(2, len(taken) + 3))) if not _is_taken(name, taken))
        if other == shown:
            return called
        taken.add(called)
    return shown


def _all_shown(program: Program) -> Iterator[str]:
    """The pictures and layouts of all backs."""
    yield from (deck.back.shows for deck in program.decks if deck.back is not None and deck.back.shows)
    yield from (kind.back.shows for kind in program.card_types if kind.back is not None and kind.back.shows)
    yield from filter(None, (_shown_by_all(program),))


def _is_taken(name: str, taken: Collection[str]) -> bool:
    """Whether files are called so already, or could be with what is said after a dash."""
    return any(name == other or name.startswith(f"{other}-") or other.startswith(f"{name}-") for other in taken)


def names_on_back(program: Program, shown: str) -> tuple[str, ...]:
    """Which of deck, faction and slot a picture or layout names; all of them where a template may."""
    layout = next((item for item in program.printed.layouts if item.id == shown), None)
    if layout is None:
        return tuple(name for name in _TEXTS if f"{{{name}}}" in shown)
    contents = [layout.ground, *(box.content for box in layout.boxes), *(color for box in layout.boxes for _, color in box.colors)]
    texts = " ".join(text for item in contents for text in (item.other, *(case for _, case in item.cases)))
    chosen = {item.of for item in contents}
    is_free = any(box.kind == "template" for box in layout.boxes)
    by_tincture = "faction" if "tincture" in texts.split() else ""
    return tuple(name for name in _TEXTS if is_free or f"{{{name}}}" in texts or name in chosen or name == by_tincture)
