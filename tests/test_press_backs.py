"""Backs: cards that are shuffled together have one, whatever their faction; a card with two faces has another card behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.ir.nodes import Back, Card, DeckDef, Faction, Program
from penance_build.ir.record import replace
from penance_build.press.backs.chosen import CardBack, back_of, deck_backs
from penance_build.press.backs.meeting import meetings
from penance_build.press.cards.back import back
from penance_build.press.cards.faces import press_with
from penance_build.press.cards.product import produce
from penance_build.press.imposition.trims import BLEED_UM, TRIMS
from penance_build.press.look.theme import theme_from
from penance_build.press.text.fonts import font_set
from penance_build.product import Artifact, Settings
from tests import press_pdf as read
from tests import press_sample as sample

PENANCE = Path(__file__).resolve().parent.parent / "rules" / "penance"
SUITS = ("shell", "coral", "kelp", "sand")


@pytest.fixture(scope="module")
def cache() -> read.MemoryCache:
    return read.MemoryCache()


@pytest.fixture(scope="module")
def penance_program() -> Program:
    program = compile_game(PENANCE).program
    assert program is not None
    return program


def tricks(theme: tuple[tuple[str, str], ...] = (), deck: DeckDef | None = None) -> Program:
    """A game of tricks: one deck of four suits, which are its factions; it says no faction of its own."""
    cards = tuple(Card(f"{suit}_7", f"Seven of {suit}", "attack", suit, "", (), ("Seven.",), "", "", (), "") for suit in SUITS)
    tinctures = ("red", "blue", "green", "gold")
    factions = tuple(Faction(suit, suit.capitalize(), tincture, "") for suit, tincture in zip(SUITS, tinctures, strict=True))
    made = deck or DeckDef("pack", "Pack", "", tuple((card.id, 1) for card in cards), "")
    whole = sample.program(cards=cards)
    return replace(whole, factions=factions, decks=(made,), printed=replace(whole.printed, theme=theme))


def printed(cache: read.MemoryCache, program: Program) -> dict[str, Artifact]:
    produced = produce(sample.compilation(program), Settings("a4", cache))
    assert produced.problems == ()
    return {artifact.path: artifact for artifact in produced.artifacts}


def faces_behind(data: bytes) -> set[str]:
    """The faces that stand on the pages of backs."""
    return {item.name for page in list(read.pages(data, BLEED_UM))[1::2] for item in page.placed}


# ---------------------------------------------------------------- one deck


@pytest.mark.full
def test_a_deck_without_a_faction_does_not_show_its_suits_from_behind(cache: read.MemoryCache) -> None:
    program = tricks()
    backs = {back_of(program, program.decks[0], card) for card in program.cards}
    assert backs == {CardBack("", "Sample", "silver", "lattice", "sample", "", "plain")}
    assert len(faces_behind(printed(cache, program)["cards/pack-a4.pdf"].data)) == 1


def test_a_deck_whose_cards_are_all_of_one_faction_has_its_back() -> None:
    program = tricks(deck=DeckDef("pack", "Pack", "", (("coral_7", 4),), ""))
    assert back_of(program, program.decks[0], program.cards[1]).tincture == "blue"


@pytest.mark.parametrize(
    ("backs", "seeds", "tinctures"),
    [
        ("faction", {"sample church"}, {"red"}),
        ("slot", {f"sample church {slot}" for slot in ("core", "primary", "secondary", "tactic")}, {"red"}),
        ("deck", {"sample confessor"}, {"red"}),
        ("game", {"sample"}, {"silver"}),
    ],
)
def test_backs_by_what_the_theme_says(backs: str, seeds: set[str], tinctures: set[str]) -> None:
    program = replace(sample.program(), printed=replace(sample.program().printed, theme=(("backs", backs),)))
    found = {back_of(program, program.decks[0], card) for card in program.cards}
    assert ({item.seed for item in found}, {item.tincture for item in found}) == (seeds, tinctures)


def test_a_back_of_ones_own_is_that_of_the_deck_before_that_of_the_type() -> None:
    whole = sample.program()
    kinds = tuple(replace(kind, back=Back("Strike", "gold", "plain")) if kind.id == "attack" else kind for kind in whole.card_types)
    typed = replace(whole, card_types=kinds)
    thrust, lunge = (typed.by_id.cards[name] for name in ("thrust", "lunge"))
    assert back_of(typed, typed.decks[0], thrust) == CardBack("", "Strike", "gold", "plain", "sample Strike gold", "", "type-attack")
    assert back_of(typed, typed.decks[0], lunge).text == "Sample"
    owned = replace(typed, decks=(replace(typed.decks[0], back=Back("", "", "hatching")),))
    both = {back_of(owned, owned.decks[0], card) for card in (thrust, lunge)}
    assert both == {CardBack("", "Sample", "red", "hatching", "sample Sample red", "church", "deck-confessor")}


@pytest.mark.full
def test_the_name_and_the_ornament_of_a_back_are_printed(cache: read.MemoryCache) -> None:
    whole = sample.program()
    pages = {}
    for ornament in ("lattice", "hatching", "plain"):
        owned = replace(whole, decks=(replace(whole.decks[0], back=Back("Fate", "green", ornament)),))
        data = printed(cache, owned)["cards/confessor-a4.pdf"].data
        assert "Fate" in "".join(read.texts(data)[1].split())  # kerned
        assert len(next(iter(read.pages(data, BLEED_UM))).placed) == 9
        pages[ornament] = read.picture(data, 1, 30).tobytes()
    assert len(set(pages.values())) == 3


@pytest.mark.parametrize("trim", sorted(TRIMS))
def test_a_name_fits_on_the_back_of_every_size(cache: read.MemoryCache, trim: str) -> None:
    program = sample.program()
    press = press_with(program, theme_from(()), font_set({}, program.printed.icons), TRIMS[trim], cache)
    face = back(press, CardBack("", "Harbourmaster", "red", "lattice", "x", "", "x"))
    assert face.overflows == ()
    assert face.laid_out is not None
    left, _, right, _ = face.laid_out.boxes["back"]
    # The band stays off the cut by more than a printer misses.
    assert left - BLEED_UM >= 4000
    assert right - BLEED_UM <= TRIMS[trim].width_um - 4000


# ---------------------------------------------------------------- two faces


@pytest.mark.full
def test_a_card_with_two_faces_has_the_front_of_the_other_behind_it(cache: read.MemoryCache) -> None:
    whole = sample.program()
    cards = tuple(replace(card, back="cleave") if card.id in ("thrust", "bash") else card for card in whole.cards)
    deck = DeckDef("faces", "Faces", "church", (("thrust", 2), ("bash", 1)), "")
    data = printed(cache, replace(whole, cards=cards, decks=(deck,)))["cards/faces-a4.pdf"]
    front, behind = read.texts(data.data)
    assert (front.count("Faithful Thrust"), front.count("Bash"), front.count("Righteous Cleave")) == (2, 1, 0)
    assert (behind.count("Faithful Thrust"), behind.count("Bash"), behind.count("Righteous Cleave")) == (0, 0, 3)
    assert {"card thrust", "card bash", "card cleave"} <= set(data.made_from)
    # Both faces are paper at their edges.
    first, second = read.pages(data.data, BLEED_UM)
    assert first.placed[0].trim[0] + first.placed[0].trim[2] == pytest.approx(first.placed[1].trim[0], abs=10)
    assert second.placed[1].trim[0] + second.placed[1].trim[2] == pytest.approx(second.placed[0].trim[0], abs=10)


# ---------------------------------------------------------------- decks that are shuffled together


def test_the_damage_cards_come_into_every_deck_that_is_brought(penance_program: Program) -> None:
    brought = ("confessor", "ironclad", "warden", "outrider")
    assert meetings(penance_program) == {pair for deck in brought for pair in ((deck, "damage_cards"), ("damage_cards", deck))}
    backs = deck_backs(penance_program)
    assert [(item.owner.id, item.id) for item in backs["damage_cards"]] == [
        ("confessor", "church"), ("ironclad", "dwarves"), ("warden", "elves"), ("outrider", "nomads"),
    ]  # fmt: skip
    assert all(len(backs[deck.id]) == 1 for deck in penance_program.decks if deck.id != "damage_cards")
    card = penance_program.by_id.cards["damage_card"]
    tinctures = [back_of(penance_program, item.owner, card).tincture for item in backs["damage_cards"]]
    assert tinctures == ["red", "gold", "green", "blue"]


@pytest.mark.full
def test_a_deck_is_printed_once_for_each_back_that_it_needs(cache: read.MemoryCache, penance_program: Program) -> None:
    kept = ("damage_cards", "confessor", "warden")
    alone = replace(penance_program, decks=tuple(deck for deck in penance_program.decks if deck.id in kept))
    setups = tuple(replace(setup, decks=("confessor", "warden"), zones=(("spare", "damage_cards"),)) for setup in alone.setups)
    files = printed(cache, replace(alone, setups=setups))
    assert [path for path in sorted(files) if "damage" in path] == ["cards/damage_cards-church-a4.pdf", "cards/damage_cards-elves-a4.pdf"]
    for path, owner, words in (("church", "confessor", "Church of Absolution"), ("elves", "warden", "Elves")):
        artifact = files[f"cards/damage_cards-{path}-a4.pdf"]
        pages = list(read.pages(artifact.data, BLEED_UM))
        assert sum(len(page.placed) for page in pages[::2]) == 12
        assert len(faces_behind(artifact.data)) == 1
        assert words in read.texts(artifact.data)[0]
        assert {f"deck {owner}", "deck damage_cards"} <= set(artifact.made_from)


GAME = """
game: {{id: g, name: G, version: "1", language: 1}}
card_types: {{act: {{name: Act}}}}
factions: {{red: {{name: Red, tincture: red}}, blue: {{name: Blue, tincture: blue}}}}
cards: {{cut: {{type: act, faction: red, text: Cut.}}, hit: {{type: act, faction: blue, text: Hit.}}, rot: {{type: act, text: Rot.}}}}
decks:
  first: {{name: First, faction: red, cards: {{cut: 3}}}}
  second: {{name: Second, faction: blue, cards: {{hit: 3}}}}
  woe: {{name: Woe, cards: {{rot: 9}}}}
zones:
  pile: {{name: Pile, owner: player, visible: none}}
  hand: {{name: Hand, owner: player, visible: owner}}
  open: {{name: Open, owner: player, visible: all}}
  middle: {{name: Middle, owner: game, visible: all}}
procedures:
  go:
    inputs: {{who: player, other: player}}
    steps:
{steps}
  give:
    inputs: {{given: card, whose: player}}
    steps:
      - {{move: card, card: given, to: whose.{given}}}
setups:
  duel: {{players: 2, procedure: go, with: {{who: 1, other: 1}}, deck: pile, decks: [first, second], zones: {{{lying}: woe}}}}
"""
OWN = "      - {move: top, count: 1, from: who.pile, to: who.hand}"
ACROSS = "      - {move: top, count: 1, from: who.pile, to: other.pile}"
OVER_THE_MIDDLE = "      - {move: top, count: 1, from: who.pile, to: middle}\n      - {move: top, count: 1, from: middle, to: who.pile}"
PICKED = (
    "      - choose: taken\n        by: who\n        prompt: Take\n        card_from: {zone}\n        then:\n"
    "          - {{call: give, with: {{given: taken, whose: who}}}}"
)


def pairs(*ids: str) -> set[tuple[str, str]]:
    return {(one, other) for one in ids for other in ids if one != other}


@pytest.mark.parametrize(
    ("steps", "lying", "given", "expected"),
    [
        (OWN, "open", "open", set()),
        (ACROSS, "open", "open", pairs("first", "second")),
        (OVER_THE_MIDDLE, "open", "open", pairs("first", "second")),
        (OWN, "pile", "open", pairs("first", "woe") | pairs("second", "woe")),
        # A card is picked from where the deck lies open, and a rule that is called puts it on the pile.
        (PICKED.format(zone="who.open"), "open", "pile", pairs("first", "woe") | pairs("second", "woe")),
        # ... or leaves it open, where its back tells nothing.
        (PICKED.format(zone="who.pile"), "open", "open", set()),
        ("      - {move: top, count: 1, from: middle, to: who.pile}", "middle", "open", pairs("first", "woe") | pairs("second", "woe")),
        # Shuffled, an open pile is seen from behind.
        (PICKED.format(zone="who.pile") + "\n      - {shuffle: who.open}", "open", "open", pairs("first", "woe") | pairs("second", "woe")),
    ],
)
def test_which_decks_are_shuffled_together(tmp_path: Path, steps: str, lying: str, given: str, expected: set[tuple[str, str]]) -> None:
    text = GAME.format(steps=steps, lying=lying, given=given)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    compilation = compile_game(tmp_path)
    assert compilation.program is not None, [problem.message for problem in compilation.problems]
    assert meetings(compilation.program) == expected
