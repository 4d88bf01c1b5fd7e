"""A made-up card base as large as a real one, with faults planted by a seed: cards of four types in decks, as YAML.

Texts come from ``card_phrases``. ``Base.planted`` says which fault lies on which card, deck or name; everything else is right.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tests.card_phrases import FLAVOUR, PLAIN, SAYS, SAYS_COST, SAYS_HEALTH, SPEAKS, SPEAKS_COST, SPEAKS_HEALTH

CARDS: Final = 841
COPIES: Final = 6  # of them, planted under a second id
WRONG_DAMAGES: Final = 34
_FACTIONS: Final = ("ember", "tide", "grove", "vault")
_WORDS: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()
_FIRST: Final = (
    "Ashen Bitter Broken Cinder Crimson Deep Dire Dusk Elder Fallen Feral Gilded Grim Hollow Iron Jagged Keen Lost Molten Night "
    "Oaken Pale Quiet Raging Rusted Salt Silent Storm Thorned Umber Veiled Wild Winter Wyrm Young Zealous"
).split()
_LAST: Final = {
    "creature": "Adder Bear Crab Drake Eel Falcon Giant Hound Imp Jackal Kraken Lynx Marauder Ogre Pikeman Raider Squire Troll".split(),
    "spell": "Blast Chant Curse Dirge Echo Flare Gale Hex Litany Nova Omen Pulse Rite Spark Surge Torrent Vision Ward".split(),
    "item": "Axe Bow Cloak Dagger Flail Glaive Helm Idol Javelin Kit Lantern Mace Net Pistol Quiver Rapier Sling Trap".split(),
    "event": "Alarm Bargain Collapse Drought Eclipse Famine Feast Flood Market Parade Plague Quake Raid Revolt Siege Truce".split(),
}


class Base(NamedTuple):
    """The files of a game by name, and its faults: the kind of fault by the id of a card, or by kind and id with a dot between."""

    files: dict[str, str]
    planted: dict[str, str]


class _Writer:
    """One base; every random decision comes from the seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.cards: dict[str, dict[str, Any]] = {}
        self.planted: dict[str, str] = {}
        self.is_stated: dict[str, set[str]] = {}  # by card: the attributes that its text says
        self.cost = ("cost", "Cost") if seed % 2 else ("gold", "Gold")

    def pick(self, items: Any) -> Any:
        return self.random.choice(items)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    # ---------------------------------------------------------------- texts

    def sentence(self, template: str, **numbers: int) -> str:
        """A sentence with its numbers, in digits, as a number that matters, or in words."""
        numbers = {"m": self.random.randint(1, 7), **numbers}
        numbers.setdefault("k", numbers["m"] + 2)
        way = self.random.randrange(10)
        is_glued = any(f"{sign}{{" in template for sign in "+d") or "}d6" in template
        shown = {
            key: _WORDS[value] if way < 2 and not is_glued and value < len(_WORDS) else f"*{value}*" if way == 2 and not is_glued else value
            for key, value in numbers.items()
        }
        said = template.format(**{key: str(value) for key, value in shown.items()})
        return said if template.isupper() else said[0].upper() + said[1:]

    def text(self, kind: str, says: list[str]) -> str:
        """A text with what it must say, and often more."""
        found = list(says)
        if not found or self.chance(45):
            for _ in range(1 + self.chance(20)):
                found.append(self.other(kind))
        if self.chance(15):
            found.insert(0, self.sentence(self.pick(PLAIN)))
        elif self.chance(6):
            found.insert(0, self.other(kind))
        between = self.pick((" ", " ", " ", "\n"))
        return "".join(said + (between if said[-1] in ".)" else "\n") for said in found).rstrip()

    def other(self, kind: str) -> str:
        """A sentence that says nothing of the card's own figures."""
        way = self.random.randrange(100)
        if way < 55:
            damage = self.cards_damage
            return self.sentence(self.pick((*SPEAKS["any"], *SPEAKS.get(kind, ()))), n=damage)
        if way < 70:
            return self.sentence(self.pick(SPEAKS_COST))
        return self.sentence(self.pick(SPEAKS_HEALTH if way < 80 else PLAIN))

    # ---------------------------------------------------------------- cards

    cards_damage = 1

    def card(self, kind: str, name: str) -> None:
        """One card that is right."""
        card = name.lower().replace(" ", "_").replace("'", "")
        damage = self.cards_damage = self.random.randint(1, 9)
        health, cost = self.random.randint(1, 12), self.random.randint(0, 10)
        made: dict[str, Any] = {"name": name, "type": kind, "slot": self.pick(("main", "side")), "faction": self.pick(_FACTIONS)}
        made[self.cost[0]] = cost
        if kind == "creature":
            made |= {"damage": damage, "health": health}
        elif self.chance({"spell": 75, "item": 65, "event": 40}[kind]):
            made["damage"] = damage
        says, stated = [], set()
        if "damage" in made and self.chance(30 if kind == "creature" else 85):
            says.append(self.sentence(self.pick(SAYS[kind]), n=damage))
            stated.add("damage")
        if self.chance(5):
            says.append(self.sentence(self.pick(SAYS_COST), c=cost))
            stated.add("cost")
        if kind == "creature" and self.chance(8):
            says.append(self.sentence(self.pick(SAYS_HEALTH), h=health))
            stated.add("health")
        if says or self.chance(90):
            made["text"] = self.text(kind, says)
        if self.chance(25):
            made["flavour"] = self.pick(FLAVOUR)
        if self.chance(30):
            made["keywords"] = self.random.sample(("flying", "swift", "guard", "stealth"), self.random.randint(1, 2))
        self.cards[card], self.is_stated[card] = made, stated

    def fill(self) -> None:
        """All cards, of the four types."""
        share = {"creature": 330, "spell": 230, "item": 170, "event": CARDS - COPIES - 730}
        for kind, count in share.items():
            names = [f"{first} {last}" for first in _FIRST for last in _LAST[kind]]
            for name in self.random.sample(names, count):
                self.card(kind, name)

    # ---------------------------------------------------------------- faults

    def free(self) -> Iterator[str]:
        """Cards without a fault, in random order."""
        ids = list(self.cards)
        self.random.shuffle(ids)
        return (card for card in ids if card not in self.planted and f"{card}_copy" not in self.planted)  # nor the first of twins

    def plant_wrong(self, attribute: str, count: int) -> None:
        """The text says another number than the card has: the attribute is changed, by a little."""
        key = self.cost[0] if attribute == "cost" else attribute
        some = [card for card in self.free() if attribute in self.is_stated[card]][:count]
        assert len(some) == count
        for card in some:
            was = self.cards[card][key]
            self.cards[card][key] = self.pick([value for value in (was - 2, was - 1, was + 1, was + 2, was + 3) if 0 < value <= 12])
            self.planted[card] = f"wrong {attribute}"

    def plant_drafts(self) -> None:
        """Notes to oneself that stand in for text."""
        drafts = (
            "TO" + "DO",
            "TBD",
            "??? damage to a creature.",
            "Wait",
            "lorem ipsum dolor sit amet",
            "Deal [] damage.",
            "xxx",
            "FIX" + "ME balance",
        )
        for draft, card in zip(drafts, self.free(), strict=False):
            self.cards[card]["text"] = draft
            self.planted[card] = "draft"

    def plant_twins(self) -> None:
        """Equal cards under two ids, and cards of one name with other figures."""
        free = self.free()
        for number in range(3):
            card = next(free)
            self.cards[f"{card}_copy"] = dict(self.cards[card])
            self.planted[f"{card}_copy"] = "twin"
            other = next(free)
            changed = {**self.cards[other], self.cost[0]: self.cards[other][self.cost[0]] + 1 + number}
            self.cards[f"{other}_ii"] = changed
            self.planted[f"{other}_ii"] = "other figures"

    def plant_names(self) -> None:
        """Cards that texts name: most as they are called, some misspelt."""
        free, names = self.free(), sorted({card["name"] for card in self.cards.values()})
        honest = (
            "Search your deck for a {name}.",
            "If “{name}” is in play, draw a card.",
            'Discard the card "{name}".',
            "Works well with {name}.",
        )
        for _ in range(25):
            self.cards[next(free)]["text"] = self.pick(honest).format(name=self.pick(names))
        wrong = ("If “{name}” is in play, draw a card.", 'Search your deck for the card "{name}".', "Discard the card “{name}”.")
        for _ in range(6):
            name, card = self.pick(names), next(free)
            at = self.random.randrange(2, len(name) - 1)
            slip = name[:at] + name[at + 1 :] if name[at] != " " and self.chance(50) else name[:at] + "x" + name[at:]
            self.cards[card]["text"] = self.pick(wrong).format(name=slip)
            self.planted[card] = "unknown card"

    # ---------------------------------------------------------------- files

    def made(self) -> Base:
        """The game."""
        self.fill()
        self.plant_wrong("damage", WRONG_DAMAGES)
        self.plant_wrong("cost", 6)
        self.plant_wrong("health", 4)
        self.plant_drafts()
        self.plant_twins()
        self.plant_names()
        loose = [card for card, _ in zip(self.free(), range(3), strict=False)]
        self.planted |= dict.fromkeys(loose, "no deck")
        self.planted |= {"faction.exiles": "empty", "slot.mains": "empty", "enum.keyword": "spelling"}
        decks: dict[str, dict[str, int]] = {name: {} for name in _FACTIONS}
        for card, made in self.cards.items():
            if card not in loose:
                decks[made["faction"]][card] = self.random.randint(1, 3)
        key, name = self.cost
        head = [
            'game: {id: base, name: Base, version: "1", language: 1}',
            "card_types: {creature: {name: Creature}, spell: {name: Spell}, item: {name: Item}, event: {name: Event}}",
            "slots: {main: {name: Main deck}, mains: {name: Main decks}, side: {name: Side deck}}",
            "factions:",
            *(f"  {faction}: {{name: {faction.capitalize()}, tincture: {color}}}" for faction, color in _COLORS),
            "enums:",
            "  keyword: {members: {flying: Flying, fliing: flying, swift: Swift, guard: Guard, stealth: Stealth}}",
            "card_attributes:",
            f"  {key}: {{name: {name}, type: 0..20, shown: cost}}",
            "  damage: {name: Damage, type: 0..20, shown: mark, optional: true, played: false}",
            "  health: {name: Health, type: 0..20, shown: line, optional: true, played: false}",
            "  keywords: {type: list of keyword, optional: true}",
            "  flavour: {type: text, shown: text, style: italic, optional: true}",
            "cards:",
            *(f"  {card}: {json.dumps(made, ensure_ascii=False)}" for card, made in self.cards.items()),
            "decks:",
            *(f"  {deck}: {json.dumps({'name': deck.capitalize(), 'faction': deck, 'cards': cards})}" for deck, cards in decks.items()),
        ]
        return Base({"game.yaml": "\n".join(head) + "\n"}, self.planted)


_COLORS: Final = (("ember", "red"), ("tide", "blue"), ("grove", "green"), ("vault", "black"), ("exiles", "silver"))


def write_base(seed: int) -> Base:
    """A base of 841 cards, with 34 wrong damages and other faults planted."""
    return _Writer(seed).made()
