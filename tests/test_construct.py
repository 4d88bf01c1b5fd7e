"""Constructions of decks: which decks are legal, held against a count by hand and against the check."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.ir.construct import count_decks, faults, legal_decks
from penance_build.ir.nodes import CardSet, DeckDef, Program
from penance_build.ir.record import replace
from tests.command_line import Ran

CASE = Path(__file__).resolve().parent / "cases" / "good" / "cards" / "e719_a_deck_by_its_construction.yaml"
Penance = Callable[..., Ran]


def compiled(folder: Path) -> Program:
    (folder / "game.yaml").write_text(CASE.read_text(encoding="utf-8"), encoding="utf-8")
    program = compile_game(folder).program
    assert program is not None
    return program


def test_the_legal_decks_are_those_that_the_check_passes(tmp_path: Path) -> None:
    """Two sets of gear and two tactics make four decks of one faction; the other has no gear, and none."""
    program = compiled(tmp_path)
    (band,) = program.constructions
    found = list(legal_decks(program, band, "red"))
    assert [(*deck.chosen[1], *deck.chosen[2]) for deck in found] == [
        ("archer", "rage"), ("archer", "calm"), ("hewer", "rage"), ("hewer", "calm"),
    ]  # fmt: skip
    assert len({deck.cards for deck in found}) == 4
    for deck in found:
        assert list(faults(program, band, DeckDef("d", "D", "red", deck.cards, "", (), "band"))) == []
    assert list(legal_decks(program, band, "blue")) == []
    pairs = replace(band, parts=(replace(band.parts[1], count=6), replace(band.parts[2], count=2)))
    assert [deck.chosen for deck in legal_decks(program, pairs, "red")] == [(("archer", "hewer"), ("rage", "calm"))]
    short = DeckDef("d", "D", "red", (("rest", 2), ("axe", 2), ("bow", 1), ("hide", 1)), "", (), "band")
    assert list(faults(program, band, short)) == [
        ("`hide` is a card of `blue`, and the deck one of `red`", "use cards of: red, all"),
        ("the cards of Gear are no set", "for archer it lacks 1 bow, and has 1 axe too many"),
    ]


def test_the_command_lists_them(tmp_path: Path, penance: Penance) -> None:
    compiled(tmp_path)
    done = penance("decks", "--game", str(tmp_path), "--faction", "red")
    assert (done.code, done.out.splitlines()[:2]) == (0, ["band, red: 4 legal decks", "  core | archer | rage"])
    data = json.loads(penance("decks", "--game", str(tmp_path), "--format", "json").out)
    assert [(item["faction"], len(item["decks"])) for item in data["constructions"]] == [("red", 4), ("blue", 0)]
    assert data["constructions"][0]["decks"][0]["cards"] == {"axe": 1, "bow": 2, "rage": 1, "rest": 2}
    wrong = penance("decks", "--game", str(tmp_path), "--faction", "rde")
    assert (wrong.code, wrong.err) == (2, "penance: there is no faction `rde`; did you mean `red`?\n")
    assert penance("decks", "--game", "rules/skirmish").code == 2


def test_decks_are_counted_before_one_is_made(tmp_path: Path, penance: Penance) -> None:
    """60 cards of which a deck takes 10, and 40 sets of which it takes 20: exact counts, and nothing is enumerated."""
    cards = "".join(f"  c{number}: {{name: C{number}, slot: s, faction: f}}\n" for number in range(60))
    sets = "".join(f"  s{number}: {{name: S, slot: s, faction: f, cards: {{c{number}: 1}}}}\n" for number in range(40))
    head = 'game: {id: g, name: G, version: "1", language: 1}\nslots: {s: {name: S}}\nfactions: {f: {name: F, tincture: red}}\ncards:\n'
    part = "constructions: {k: {name: K, parts: {s: {count: %s}}}}\n"
    for parts, count in ((part % "10, take: cards", 75_394_027_566), ("card_sets:\n" + sets + part % "20", 137_846_528_820)):
        (tmp_path / "game.yaml").write_text(head + cards + parts, encoding="utf-8")
        program = compile_game(tmp_path).program
        assert program is not None
        assert count_decks(program, program.constructions[0], "f") == count
        done = penance("decks", "--game", str(tmp_path))
        assert (done.code, done.out) == (2, "")
        assert done.err == f"penance: `k` allows `f` {count:,} decks, too many to list; the limit is 100,000\n"
    held = tuple((f"c{number}", 2) for number in range(10))
    assert list(faults(program, program.constructions[0], DeckDef("d", "D", "f", held, "", (), "k"))) == [
        ("the cards of S are no set", "there are 137,846,528,820 ways to put sets together to 20 cards; copy the cards of one")
    ]
    right = tuple((f"c{number}", 1) for number in range(20, 40))
    assert list(faults(program, program.constructions[0], DeckDef("d", "D", "f", right, "", (), "k"))) == []


def is_right(some: tuple[CardSet, ...], count: int, most: int) -> bool:
    cards: Counter[str] = Counter()
    for item in some:
        cards.update(dict(item.cards))
    return sum(cards.values()) == count and (most == 0 or max(cards.values()) <= most)


def test_counts_and_decks_are_those_of_trying_everything(tmp_path: Path) -> None:
    """Random sets, overlapping ones too: what is counted, listed and passed is what all subsets give."""
    program = compiled(tmp_path)
    (band,) = program.constructions
    generator = random.Random(7)
    names = [card.id for card in program.cards if card.slot == "gear" and card.faction != "blue"]
    for _ in range(150):
        sets = tuple(
            CardSet(f"x{number}", "X", "gear", "red", tuple((name, generator.randint(1, 2)) for name in generator.sample(names, 2)), "")
            for number in range(generator.randint(0, 7))
        )
        part = replace(band.parts[1], count=generator.randint(2, 9))
        most = generator.choice([0, 0, 1, 2, 3, 4])
        game, one = replace(program, card_sets=sets), replace(band, parts=(part,), most=most)
        every = [some for number in range(len(sets) + 1) for some in combinations(sets, number)]
        wanted = [some for some in every if is_right(some, part.count, most)]
        assert count_decks(game, one, "red") == len(wanted)
        found = list(legal_decks(game, one, "red"))
        assert [deck.chosen for deck in found] == [(tuple(item.id for item in some),) for some in wanted]
        legal = {deck.cards for deck in found}
        for first in range(part.count + 1):
            held = tuple((name, copies) for name, copies in zip(sorted(names), (first, part.count - first), strict=False) if copies)
            deck = DeckDef("d", "D", "red", held, "", (), "band")
            assert (list(faults(game, one, deck)) == []) == (held in legal), (sets, held, most)


@pytest.mark.full
def test_sets_that_share_cards_are_not_tried_without_end(tmp_path: Path) -> None:
    """Sets in which every card lies many times: the check gives up after a bounded number of possibilities, and says so."""
    program = compiled(tmp_path)
    (band,) = program.constructions
    cards = [replace(program.cards[0], id=f"z{number}", slot="gear", faction="red", factions=()) for number in range(40)]
    generator = random.Random(3)
    sets = tuple(
        CardSet(f"x{number}", "X", "gear", "red", tuple((f"z{card}", 1) for card in sorted(generator.sample(range(40), 3))), "")
        for number in range(400)
    )
    game = replace(program, cards=tuple(cards), card_sets=sets)
    one = replace(band, parts=(replace(band.parts[1], count=40),))
    deck = DeckDef("d", "D", "red", tuple((card.id, 1) for card in cards), "", (), "band")
    (fault,) = faults(game, one, deck)
    assert fault[0].startswith("it cannot be seen whether the cards of Gear are sets")
