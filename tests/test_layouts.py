"""Faces of a game's own: where pips stand, how text is set, which card has which layout, and what does not fit."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pikepdf
import pytest

from penance_build.cli.catch import run
from penance_build.ir.identity import rules_hash
from penance_build.ir.record import replace
from penance_build.press.cards.product import produce
from penance_build.press.layouts.pips import pips
from penance_build.press.layouts.setting import Type, set_best, set_text
from penance_build.press.text.fonts import font_set
from penance_build.press.text.rich_text import parse
from penance_build.product import NoCache, Settings
from tests import press_pdf as read
from tests.layout_support import CARDS, cards_of, compiled, game, said
from tests.press_dice_support import text_of

TITLE = "title: {at: [14, 79, 35.5, 5], say: '{rank} of {suit}', align: centre, size: 7.5..9, lines: 1}"


def pdf_of(boxes: str, **more: str) -> bytes:
    made = cards_of(game(boxes, **more))
    assert said(made) == []
    return made.artifacts[0].data


def forms(data: bytes) -> list[bytes]:
    """The content of each face on the first page, with which no text of the sheet is mixed."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        objects = pdf.pages[0].Resources.XObject
        return [objects[key].read_bytes() for key in sorted(objects.keys()) if key.startswith("/Face")]


# ------------------------------------------------------------ pips


@pytest.mark.parametrize("count", range(1, 11))
def test_a_number_shows_as_many_pips_as_on_a_playing_card(count: int) -> None:
    found = pips(count, "cards", 36_000, 60_000)
    assert len(found.pips) == count
    assert found.size == pips(10, "cards", 36_000, 60_000).size  # those of all numbers are equally large
    half = found.size // 2
    for pip in found.pips:
        assert half <= pip.x <= 36_000 - half
        assert half <= pip.y <= 60_000 - half
        assert pip.is_turned == (pip.y > 30_000)
    if count not in (7,):  # a seven has its odd pip above the middle
        assert {(36_000 - pip.x, 60_000 - pip.y) for pip in found.pips} == {(pip.x, pip.y) for pip in found.pips}
    for index, one in enumerate(found.pips):
        for other in found.pips[index + 1 :]:
            assert max(abs(one.x - other.x), abs(one.y - other.y)) >= found.size * 90 // 100


@pytest.mark.parametrize(("count", "arrangement", "rows"), [(5, "row", 1), (5, "column", 5), (12, "grid", 4), (11, "cards", 4)])
def test_pips_in_rows_stay_in_their_box(count: int, arrangement: str, rows: int) -> None:
    found = pips(count, arrangement, 36_000, 48_000)
    assert len({pip.y for pip in found.pips}) == rows
    assert all(pip.x >= found.size // 2 and pip.x + found.size // 2 <= 36_000 for pip in found.pips)
    assert not any(pip.is_turned for pip in found.pips)


def test_a_seven_of_shells_shows_seven_shells() -> None:
    data = pdf_of("pips: {at: [14, 12, 35.5, 65], pips: {count: rank, icon: suit}}", extra="for: number")
    seven, ten = (read.texts(data)[0].count(f"[{name}]") for name in ("shell", "coral"))
    assert (seven, ten) == (7 + 1, 20)  # the event has one in its text, and the ten is printed twice


# ------------------------------------------------------------ text


def type_() -> Type:
    fonts = font_set({}, ())
    face = fonts.face("text")
    return Type(face, fonts.face("text", 700), fonts.face("text", 400, "italic"), None, (), None, 0, 125, 0, False, "en")


def test_a_taller_box_never_makes_text_smaller() -> None:
    paragraphs = (parse("Draw *2* cards, then put one of them back on top of your deck. " * 3), parse("It comes and goes."))
    sizes = [set_text(paragraphs, type_(), (750, 1200), (40_000, height), "top").size for height in range(10_000, 60_000, 1_000)]
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (750, 1200)


@pytest.mark.full
def test_words_are_parted_where_that_saves_the_size() -> None:
    german = replace(type_(), language="de")
    text = (parse("Panzerungsdurchschlagskraftverstärkung und Schildverstärkungsmechanismus"),)
    box = (20_000, 30_000)
    whole, parted = (how(text, german, (600, 1100), box, "top") for how in (set_text, set_best))
    assert (parted.right, parted.below) == (0, 0)
    assert (whole.right > 0 or parted.size > whole.size) and any(line.text.endswith("-") for line in parted.lines)
    short = (parse("Zieh eine Karte und wirf eine andere ab."),)
    roomy = (40_000, 30_000)  # at the largest size nothing is to be gained
    assert set_best(short, german, (600, 1100), roomy, "top") == set_text(short, german, (600, 1100), roomy, "top")


def test_no_word_is_lost_and_every_line_fits() -> None:
    words = "one two three four-five six/seven eight nine ten eleven twelve"
    found = set_text((parse(words),), type_(), (900, 900), (22_000, 40_000), "top")
    assert "".join("".join(line.text.split()) for line in found.lines) == words.replace(" ", "")
    assert len(found.lines) > 3
    assert all(found.um(line.width) <= 22_020 for line in found.lines)
    assert (found.right, found.below) == (0, 0)


def test_capitals_stand_in_the_middle_of_their_box() -> None:
    found = set_text((parse("7"),), type_(), (2000, 2000), (20_000, 20_000), "middle")
    above = found.um(found.lines[0].runs[0].glyphs.above)
    assert abs((found.baselines[0] - above) - (20_000 - found.baselines[0])) < 700


def test_what_does_not_fit_says_by_how_much() -> None:
    found = set_text((parse("Unbreakablelongword"),), type_(), (900, 1200), (10_000, 20_000), "middle")
    assert found.size == 900
    assert found.right > 10_000
    assert set_text((parse("a b c d e f g h " * 8),), type_(), (900, 900), (10_000, 9_000), "middle").below > 3_000


def test_text_of_a_face_can_be_searched() -> None:
    text = read.texts(pdf_of(f"{TITLE}\nkind: {{at: [14, 70, 35.5, 5], show: type, caps: true, spacing: 20, size: 8}}"))[0]
    assert text.count("10 of Coral") == 2
    assert "7 of Shells" in text
    assert text.count("NUMBER") == 3  # spaced letters are one word
    assert "EVENT" in text


@pytest.mark.full
def test_the_text_box_has_the_rules_and_under_them_what_has_no_box_of_its_own() -> None:
    alone = read.texts(pdf_of("text: {at: [5, 40, 50, 30], show: text}"))[0].replace("\u00a0", " ")
    assert [part in alone for part in ("Draw 2", "[shell]", "It comes and goes.")] == [True, True, True]
    boxes = "text: {at: [5, 40, 50, 20], show: text}\nlow: {at: [5, 70, 50, 6], show: flavour, style: italic}"
    apart = read.texts(pdf_of(boxes))[0].replace("\u00a0", " ")
    assert apart.count("It comes and goes.") == 1


def test_signs_and_ranges_are_printed_as_on_other_faces() -> None:
    cards = "\ncards:\n  a: {type: number, bonus: 2}\n  b: {type: number, bonus: -1}\ndecks: {all: {name: All, cards: {a: 1, b: 1}}}\n"
    text = read.texts(pdf_of("b: {at: [5, 40, 50, 20], say: 'Bonus {bonus}'}", cards=cards))[0]
    assert "Bonus +2" in text and "Bonus \u22121" in text


# ------------------------------------------------------------ which card has what


def test_a_box_of_something_that_a_card_lacks_is_not_drawn() -> None:
    text = read.texts(pdf_of(TITLE))[0]
    assert "of Shells" in text
    assert text.count(" of ") == 4  # two of the ten, one of the seven, and the sheet's own


def test_the_first_layout_that_fits_a_card_is_taken() -> None:
    texts = game("one: {at: [5, 40, 50, 8], say: FIRST}", extra="only: {suit: shell}")
    texts["game.yaml"] += "  second: {for: [number], boxes: {one: {at: [5, 40, 50, 8], say: SECOND}}}\n"
    text = read.texts(cards_of(texts).artifacts[0].data)[0]
    assert (text.count("FIRST"), text.count("SECOND")) == (1, 2)
    assert "The Tide" in text  # which no layout fits has the front of all games


def test_has_and_lacks() -> None:
    boxes = "a: {at: [5, 40, 50, 8], say: WITH, has: flavour}\nb: {at: [5, 50, 50, 8], say: WITHOUT, lacks: [flavour]}"
    text = read.texts(pdf_of(boxes))[0]
    assert (text.count("WITHOUT"), text.count("WITH") - text.count("WITHOUT")) == (3, 1)


def test_colours_by_value() -> None:
    box = "a: {at: [5, 40, 50, 8], show: rank, colour: {suit: {shell: '#ff0000', else: '#0000ff'}}}"
    contents = forms(pdf_of(box, extra="for: number"))
    assert [b"1 0 0 rg" in content for content in contents].count(True) == 1
    assert [b"0 0 1 rg" in content for content in contents].count(True) == 1


def test_a_turned_box_is_written_upside_down() -> None:
    contents = forms(pdf_of("a: {at: [50, 75, 9, 9], show: rank, rotate: 180}", extra="only: {suit: shell}"))
    assert any(b"q -1 0 0 -1 " in content for content in contents)


def test_layouts_are_no_part_of_what_is_played() -> None:
    one, other = (compiled(game(f"a: {{at: [5, 40, 50, {height}], show: name}}")).program for height in (8, 9))
    assert one is not None and other is not None
    assert one != other
    assert rules_hash(one) == rules_hash(other)


def test_the_same_game_gives_the_same_bytes() -> None:
    boxes = f"{TITLE}\npips: {{at: [14, 12, 35.5, 60], pips: {{count: rank, icon: suit}}, opacity: 60}}"
    assert pdf_of(boxes) == pdf_of(boxes)


# ------------------------------------------------------------ what is wrong


def test_text_that_does_not_fit_is_one_problem_at_its_box() -> None:
    made = cards_of(game("one: {at: [3, 3, 9, 4], say: '{suit} and {suit}', size: 12}"))
    assert made.artifacts == ()
    [problem] = made.problems
    assert (problem.code, problem.span.line) == ("E833", 23)
    assert "“Shell 7”, box `one` of the layout `face`" in problem.message
    assert "mm too wide at 12 points" in problem.message or "mm too high at 12 points" in problem.message
    assert problem.message.endswith("so it is with Coral 10")


NEGATIVE = """
cards:
  low: {type: event, bonus: -2}
  high: {type: event, bonus: 2}
  none: {type: event, bonus: 0}
decks: {all: {name: All, cards: {low: 1, high: 1, none: 1}}}
"""


def test_pips_of_a_number_below_0_are_told_and_of_0_there_are_none() -> None:
    made = cards_of(game("pips: {at: [5, 12, 20, 5], pips: {count: bonus, icon: shell, arrangement: row}}", cards=NEGATIVE))
    assert said(made) == [
        ("W734", "card “Low”, box `pips` of the layout `face`: `bonus` is \u22122, and no icons stand for a number below 0")
    ]
    assert made.problems[0].hint == "show it in figures: `show: bonus`"
    assert text_of(made.artifacts[0].data).count("shell") == 2


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("box", ["show: bonus", "say: 'Bonus {bonus}'"])
def test_a_number_below_0_has_a_minus_and_no_hyphen(box: str, signed: bool) -> None:
    texts = game(f"one: {{at: [5, 12, 40, 8], {box}}}", cards=NEGATIVE)
    if not signed:
        texts = {name: text.replace("signed: true, ", "") for name, text in texts.items()}
    made = cards_of(texts)
    assert said(made) == []
    words = text_of(made.artifacts[0].data).split()
    assert "\u22122" in words
    assert "-2" not in words
    assert ("+2" if signed else "2") in words


@pytest.mark.parametrize(
    ("box", "says", "cure"),
    [
        (
            "at: [5, 5, 20, 10], say: 'Three words of text', lines: 1, size: 9..12",
            "its text takes 2 lines at 9 points, the smallest size allowed, and `lines: 1` allows one",
            "shorten the text; or `lines: 2`, for which the box has room; or `size: 7.5..12`; or a box 23.5 mm wide",
        ),
        (
            "at: [5, 5, 20, 5], say: 'Three words of text', size: 9..12",
            "its text is 1.3 mm too high at 9 points, the smallest size allowed",
            "shorten the text; or `size: 7.5..12`; or a box 6.3 mm high",
        ),
        (
            "at: [5, 5, 5, 20], say: 'Three words of text', size: 9..12, rotate: 90",
            "its text is 1.3 mm too high at 9 points, the smallest size allowed",
            "shorten the text; or `size: 7.5..12`; or a box 6.3 mm wide",
        ),
        (
            "at: [5, 5, 6, 6], say: 'Incomprehensibilities, many and long ones, of all kinds, without an end', lines: 2, size: 5",
            "its text is 11.1 mm too high at 5 points",
            "shorten the text, or give the box more room or smaller sizes",
        ),
    ],
)
def test_text_without_room_is_told_with_what_the_box_allows_and_what_would_do(box: str, says: str, cure: str) -> None:
    [problem] = [problem for problem in cards_of(game(f"one: {{{box}, for: event}}")).problems if problem.code == "E833"]
    assert says in problem.message
    assert problem.hint == cure


@pytest.mark.full
def test_what_is_proposed_for_text_without_room_does() -> None:
    for box in (
        "at: [5, 5, 20, 10], say: 'Three words of text', lines: 2, size: 9..12",
        "at: [5, 5, 20, 10], say: 'Three words of text', lines: 1, size: 7.5..12",
        "at: [5, 5, 23.5, 10], say: 'Three words of text', lines: 1, size: 9..12",
        "at: [5, 5, 20, 6.3], say: 'Three words of text', size: 9..12",
    ):
        assert [problem for problem in cards_of(game(f"one: {{{box}, for: event}}")).problems if problem.code == "E833"] == []


def test_text_outside_of_the_safe_zone_is_said_with_millimetres() -> None:
    [(code, message)] = said(cards_of(game("one: {at: [0.5, 20, 20, 6], show: suit, size: 9}")))
    assert code == "W831"
    assert "2.5 mm outside of the safe zone" in message


def test_text_on_text_is_said_once() -> None:
    boxes = "one: {at: [5, 20, 30, 6], show: suit, size: 10}\ntwo: {at: [5, 21, 30, 6], show: name, size: 10}"
    [(code, message)] = said(cards_of(game(boxes)))
    assert code == "W832"
    assert "box `two`" in message and "that of the box `one`" in message


def test_letters_that_no_font_has_are_an_error_of_the_card() -> None:
    cards = CARDS.replace("name: The Tide", "name: \u6c34")
    texts = game("one: {at: [5, 20, 30, 6], show: flavour, size: 10}", cards=cards.replace("It comes", "\u6c34"))
    found = [problem.code for problem in produce_or_check(texts)]
    assert "E803" in found


def produce_or_check(texts: dict[str, str]) -> tuple[object, ...]:
    from penance_build.api import compile_texts

    made = compile_texts(texts)
    return made.problems if made.program is None else produce(made, Settings("a4", NoCache())).problems


def test_a_difference_says_what_moved_and_what_to_print_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, top in (("old", 40), ("new", 41)):
        (tmp_path / name).mkdir()
        texts = game(f"title: {{at: [5, {top}, 50, 8], show: name}}", extra="for: event")
        (tmp_path / name / "game.yaml").write_text(texts["game.yaml"], encoding="utf-8")
    run(["diff", str(tmp_path / "old"), str(tmp_path / "new")])
    told = capsys.readouterr().out
    assert "box title, at: 5 40 50 8 \u2192 5 41 50 8" in told
    assert "card The Tide (tide)" in told
    assert "Shell 7" not in told


@pytest.mark.full
@pytest.mark.parametrize(
    ("cover", "told"),
    [
        ("{at: [4, 4, 30, 30], shape: rectangle, fill: ink}", True),
        ("{at: [4, 40, 30, 30], shape: rectangle, fill: ink}", False),
        ("{at: [4, 4, 30, 30], shape: rectangle, fill: ink, opacity: 40}", False),
        ("{at: [4, 4, 30, 30], shape: rectangle, stroke: ink}", False),
    ],
)
def test_what_hides_a_text_is_said(cover: str, told: bool) -> None:
    boxes = f"title: {{at: [5, 5, 50, 8], show: number}}\ncover: {cover}"
    found = [(code, message) for code, message in said(cards_of(game(boxes))) if code == "W832"]
    assert bool(found) == told
    assert not told or ("hides" in found[0][1] and "box `title`" in found[0][1])
    behind = f"cover: {cover}\ntitle: {{at: [5, 5, 50, 8], show: number}}"
    assert "W832" not in {code for code, _ in said(cards_of(game(behind)))}


def sizes_of_text(data: bytes) -> set[str]:
    """The sizes of the lines of text on the fronts of a file, as its streams say them."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        forms = [item for item in pdf.objects if isinstance(item, pikepdf.Stream) and item.stream_dict.get("/Subtype") == "/Form"]
        streams = [bytes(form.read_bytes()) for form in forms]
    return {size.decode() for stream in streams for size in re.findall(rb" rg (?:[\d.-]+ Tc )?/\w+ ([\d.]+) Tf", stream)}


@pytest.mark.full
def test_the_rules_text_of_a_deck_has_one_size_where_the_theme_says_so() -> None:
    long = "Draw two cards, then each other player gives you one of theirs, or takes one of yours away. " * 2
    cards = (
        "\ncards:\n  one: {type: event, text: Draw.}\n"
        f"  two: {{type: event, text: '{long}'}}\n  three: {{type: number, suit: shell, rank: 1, text: Draw.}}\n"
        "decks: {all: {name: All, cards: {one: 1, two: 1}}, more: {name: More, cards: {three: 1}}}\n"
    )
    boxes = "text: {at: [5, 20, 40, 20], show: text, size: 7..12}\ntitle: {at: [5, 5, 40, 8], show: name, size: 9..11}"
    made = {
        size: [
            sizes_of_text(artifact.data)
            for artifact in cards_of(game(boxes, cards=cards, theme=f"theme: {{text_size: {size}}}\n")).artifacts
        ]
        for size in ("card", "deck")
    }
    assert len(made["card"][0]) == 3  # the title, the short text and the long one
    assert made["deck"][0] == made["card"][0] - {"12"}
    assert made["deck"][1] == made["card"][1] == {"12", "11"}  # another deck has its own
