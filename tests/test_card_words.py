"""What cards only print: where it stands on a front, and that no rule and no saved game depends on it."""

from __future__ import annotations

import pytest

from penance_build.api import compile_texts
from penance_build.build.report import cards_text
from penance_build.ir.identity import rules_hash
from penance_build.ir.nodes import Program
from penance_build.press.cards.face_text import Mark, Note, shown
from penance_build.press.cards.product import produce
from penance_build.press.cards.saying import card_words
from penance_build.product import Settings
from tests.games import program_of
from tests.press_pdf import MemoryCache

GAME = """
game: {id: g, name: G, version: "1", language: 1}
enums:
  suit: {known: unread, members: {shell: Shells, coral: Coral}}
  keyword:
    known: unread
    members: {swift: {name: Swift, text: It moves twice.}, wise: Wise, bold: Bold}
card_types: {plain: {name: Plain}}
factions: {red: {name: Red, tincture: red}, blue: {name: Blue, tincture: blue}}
card_attributes:
  gold: {name: Gold, type: 0..9, shown: cost, optional: true}
  wood: {name: Wood, type: 0..9, shown: cost, optional: true}
  bonus: {name: Bonus, type: -3..3, signed: true, optional: true, shown: mark}
  least: {name: Damage, type: 0..9, to: most, optional: true, shown: mark}
  most: {name: Damage, type: 0..9, optional: true}
  flavour: {type: text, shown: text, style: italic}
  artist: {name: Art by, type: text, shown: line}
  art: {type: image}
  keywords: {name: Keywords, type: list of keyword, shown: text}
cards:
  shell_7: {}
  reef:
    faction: [blue, red]
    gold: 2
    wood: 1
    bonus: BONUS
    least: 5
    most: MOST
    flavour: "Red, as {card shell_7}.\\nAnd deep."
    artist: Ann
    art: art/reef.png
    keywords: [swift, wise, bold]
decks: {all: {name: All, faction: blue, cards: {shell_7: 1, reef: 2}}}
"""


def program(bonus: str = "1", most: str = "7", text: str = GAME) -> Program:
    return program_of(text.replace("BONUS", bonus).replace("MOST", most))


def test_each_attribute_stands_where_it_is_shown() -> None:
    game = program()
    found = shown(game, game.by_id.cards["reef"])
    assert found.costs == (Mark("", "2", "Gold"), Mark("", "1", "Wood"))
    assert found.cost_value == 2
    assert found.marks == (Mark("", "+1", "Bonus"), Mark("", "5–7", "Damage"))
    assert found.line == ("Art by Ann",)
    assert found.notes == (
        Note("italic", "Red, as Shell 7."),
        Note("italic", "And deep."),
        Note("plain", "Wise, Bold"),
        Note("plain", "Swift: It moves twice."),
    )


def test_signs_and_ranges_print_as_people_write_them() -> None:
    for bonus, most, marks in (("-2", "5", ("−2", "5")), ("0", "9", ("+0", "5–9"))):
        game = program(bonus, most)
        assert tuple(mark.text for mark in shown(game, game.by_id.cards["reef"]).marks) == marks


def test_a_card_needs_no_more_than_what_it_shows() -> None:
    card = program().by_id.cards["shell_7"]
    assert (card.name, card.type, card.text, card.procedure, card.words) == ("Shell 7", "plain", (), "", ())


def test_what_is_said_beside_effects_is_a_paragraph_of_its_own() -> None:
    text = GAME.replace("shell_7: {}", 'shell_7: {effects: [{change: life, by: -2}], also_text: "So says {card reef}."}')
    text += """
counters: {life: {name: Life, owner: game, type: 0..9, past: clamp}}
wording: {hurt: {step: change, counter: life, direction: down, say: "Lose *{by}* Life."}}
"""
    assert program(text=text).by_id.cards["shell_7"].text == ("Lose *2* Life.", "So says Reef.")


def test_several_factions_and_the_picture_are_known() -> None:
    card = program().by_id.cards["reef"]
    assert (card.faction, card.factions) == ("blue", ("blue", "red"))
    assert dict(card.words)["art"] == ("art/reef.png",)


def test_saved_games_do_not_depend_on_what_is_only_printed() -> None:
    other = GAME.replace("And deep", "And high").replace("reef.png", "x.png").replace("[swift, wise, bold]", "[wise]")
    other = other.replace("signed: true, ", "").replace("artist: Ann", "artist: Bob")
    assert rules_hash(program()) == rules_hash(program(text=other))
    assert rules_hash(program()) != rules_hash(program(bonus="2"))


@pytest.mark.full
@pytest.mark.parametrize(("names", "fits"), [("Gold Attack Defense", True), ("Gold Attack Defense Movement Initiative Endurance", False)])
def test_a_line_of_marks_is_set_smaller_before_it_is_refused(names: str, fits: bool) -> None:
    words = names.split()
    attributes = "".join(f"  {word.lower()}: {{name: {word}, type: 0..99, shown: mark}}\n" for word in words)
    values = ", ".join(f"{word.lower()}: 48" for word in words)
    text = f'game: {{id: g, name: G, version: "1", language: 1}}\ncard_attributes:\n{attributes}cards: {{one: {{{values}}}}}\n'
    found = compile_texts({"game.yaml": text + "decks: {all: {name: All, cards: {one: 1}}}\n"})
    problems = produce(found, Settings("a4", MemoryCache())).problems
    assert [problem.code for problem in problems if problem.severity == "error"] == ([] if fits else ["E802"])


def test_who_is_told_of_a_card_hears_all_its_factions_and_each_range_once() -> None:
    game = program()
    told = card_words(game, game.by_id.cards["reef"]).split("\n")
    assert told[0] == "Plain, Blue, Red"
    assert told[1] == "Gold 2, Wood 1, Bonus +1, Damage 5–7"
    laid_out = program(text=GAME + "layouts: {all: {boxes: {title: {at: [5, 5, 53, 8], show: name}}}}\n")
    assert card_words(laid_out, laid_out.by_id.cards["reef"]).split("\n")[1] == told[1]


def test_the_report_says_cards_as_they_are_printed() -> None:
    text = (
        GAME.replace("    artist: Ann\n", '    artist: "Ann {sign:asterisk} *3*"\n    form: coral\n    is_wild: true\n')
        .replace("type: image}\n", "type: image}\n  form: {name: Form, type: suit, optional: true}\n  is_wild: {name: Wild, type: bool}\n")
        .replace("shell_7: {}", "shell_7: {text_only: a blank, text: None., is_wild: false}")
    )
    assert cards_text(program(text=text)) == (
        "G 1: 2 cards, 0 of them with effects and 2 without, of which 1 say why\n\n"
        "Shell 7 (shell_7)\n  Plain\n  None.\n  [text only: a blank]\n\n"
        "Reef (reef)\n  Plain, Blue, Red, Gold 2, Wood 1, Bonus +1, Damage 5–7, Form Coral, Wild\n"
        "  flavour: Red, as Shell 7.\n  flavour: And deep.\n  Art by: Ann * 3\n"
        "  Keywords: Wise, Bold\n  Keywords: Swift: It moves twice.\n"
    )
