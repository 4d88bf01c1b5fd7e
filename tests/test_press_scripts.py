"""Scripts and lengths: where words and lines break, titles of two lines, letters as they are shaped, and what runs from right to left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from penance_build.ir.record import replace
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Press, press_of
from penance_build.press.cards.fit import LIMITS, title_lines
from penance_build.press.cards.front import front
from penance_build.press.complaints import Complaints
from penance_build.press.text.directions import in_sight, is_leftward
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.hyphens import parted
from penance_build.press.text.libraries import line_breaks
from penance_build.product import FileRefused, NoCache, Settings
from tests.press_dice_support import text_of
from tests.press_sample import card, compilation, program

DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
needs_dejavu = pytest.mark.skipif(not (DEJAVU / "DejaVuSans.ttf").exists(), reason="needs the fonts of Debian's fonts-dejavu-core")


class Fonts:
    """A game's folder with font files."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def content(self, name: str) -> bytes:
        """One of them."""
        if name not in self.files:
            raise FileRefused("is not there", "put it there")
        return self.files[name]


def press_in(language: str, theme: tuple[tuple[str, str], ...] = (), files: Mapping[str, bytes] | None = None) -> Press:
    sample = program(theme=theme)
    sample = replace(sample, printed=replace(sample.printed, locale=language))
    complaints = Complaints(compilation(sample))
    settings = Settings("a4", NoCache(), Fonts(files)) if files else Settings("a4", NoCache())
    press = press_of(sample, complaints, settings)
    assert press is not None, complaints.found()
    return press


@pytest.mark.full
@pytest.mark.parametrize(
    ("language", "word", "parts"),
    [
        ("de", "Donaudampfschifffahrt", "Do-nau-dampf-schiff-fahrt"),
        ("de", "Panzerung", "Pan-ze-rung"),
        ("en", "ammunition", "am-muni-tion"),
        ("fr-CA", "munitions", "mu-ni-tions"),
        ("de", "Feuer", "Feuer"),
        ("de", "vor\u00adgezogener Wert", "vor\u00adgezogener Wert"),
        ("ja", "ammunition", "ammunition"),
    ],
)
def test_words_are_parted_by_the_rules_of_the_language(language: str, word: str, parts: str) -> None:
    assert parted(word, language).replace("\u00ad", "-") == parts.replace("\u00ad", "-")


@pytest.mark.parametrize(
    ("text", "breaks"),
    [
        ("カードを引く。", [2, 3, 4, 5]),  # never before a long vowel or the full stop
        ("「火」を", [3]),  # never behind an opening or before a closing bracket
        ("auf\u00adgabe", [4]),
        ("a\u00a0b", []),
        ("x/y", [2]),
    ],
)
def test_lines_break_where_unicode_lets_them(text: str, breaks: list[int]) -> None:
    found = [at for at, _ in line_breaks(text, "ja")]
    assert found == breaks


def test_words_are_parted_only_where_that_saves_the_size() -> None:
    press, place = press_in("de"), DeckPosition(1, 30, 1)
    for text, is_parted in (("Füge dem Panzerungsträger *4* Schaden zu.", False), ("Panzerungsdurchschlagskraftverstärkung " * 4, True)):
        made = front(press, replace(card(1), text=(text,)), place)
        assert made.laid_out is not None
        assert not made.overflows
        assert (chr(2) in text_of(made.laid_out.pdf)) == is_parted  # how the reader tells a hyphen at the end of a line


def test_a_word_wider_than_its_card_is_parted() -> None:
    text = "Gegendampfkesseldruckausgleichsventilverschlussschraubenschlüsselhalterung zerstören."
    place = DeckPosition(1, 30, 1)
    for language, fits in (("de", True), ("ja", False)):
        made = front(press_in(language), replace(card(1), text=(text,)), place)
        assert (not made.overflows) == fits


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("Emergency Vent", ("Emergency Vent",)),
        ("Consecrated Ground of the Unforgiven", ("Consecrated Ground", "of the Unforgiven")),
        ("Unbreakableunbreakableunbreakableunbreakable", ("Unbreakableunbreakableunbreakableunbreakable",)),
        ("A\u00a0" * 30 + "A", ("A\u00a0" * 30 + "A",)),
    ],
)
def test_a_title_takes_two_lines_where_one_would_be_too_small(title: str, lines: tuple[str, ...]) -> None:
    assert title_lines(press_in("en").fonts, title, LIMITS["name"], 38_000) == lines


def test_a_long_title_is_printed() -> None:
    name = "Consecrated Ground of the Unforgiven"
    press = press_in("en")
    made = front(press, replace(card(1), name=name), DeckPosition(1, 30, 1))
    assert not made.overflows
    assert made.laid_out is not None
    assert front(press, replace(card(1), name=name * 3), DeckPosition(1, 30, 1)).overflows


# What stands in the order of reading, and in that of sight; H are Hebrew letters.
SEEN = [
    ([("text", "אב "), ("number", "12"), ("text", " גד")], True, ["גד", " 12", " אב"]),
    ([("text", "Deal "), ("number", "3"), ("text", " damage")], False, ["Deal ", "3", " damage"]),
    ([("text", "אב AB "), ("number", "3"), ("text", " גד")], True, [" גד", "AB ", "3", "אב "]),
    ([("text", "x אב 5 y")], False, ["x ", "5", "אב ", " y"]),
    ([("text", "אב "), ("icon", "\U000f0000"), ("text", ".")], True, [".", "\U000f0000", "אב "]),
]


@pytest.mark.parametrize(("pieces", "leftward", "seen"), SEEN)
def test_the_order_of_sight(pieces: list[tuple[str, str]], leftward: bool, seen: list[str]) -> None:
    found = [text for _, text in in_sight(pieces, runs_left=leftward)]
    assert [text.strip() for text in found if text.strip()] == [text.strip() for text in seen if text.strip()]


def test_the_direction_of_a_text_is_that_of_its_first_letter() -> None:
    assert [is_leftward(text) for text in ("12 אב", "A אב", "", "3", "مرحبا")] == [True, False, False, False, True]


def fonts_of(theme: dict[str, str], files: dict[str, bytes], language: str) -> FontSet:
    return press_in(language, tuple(theme.items()), files).fonts


OWN = {"font_display": "fonts/Own.ttf", "font_text": "fonts/Own.ttf"}


def own_files() -> dict[str, bytes]:
    return {
        "fonts/Own.ttf": (DEJAVU / "DejaVuSans.ttf").read_bytes(),
        "fonts/Own-Bold.ttf": (DEJAVU / "DejaVuSans-Bold.ttf").read_bytes(),
    }


SCRIPTS = [
    ("ru", "Яростный натиск", "Нанесите *4* урона. С тыла: +*2* урона."),
    ("el", "Ιερή Κρίση", "Προκαλέστε *4* ζημιά στον στόχο."),
    ("he", "מכה נאמנה", "גרום *4* נזק. מאחור: +*2* נזק {icon:armor}."),
    ("de", "E\u0301toile e\u0302tre\u0308", "cafe\u0301 *2* x\u0323\u0302"),
]


@needs_dejavu
@pytest.mark.parametrize(("language", "name", "text"), SCRIPTS)
def test_a_card_in_another_script(language: str, name: str, text: str) -> None:
    press = press_in(language, tuple(OWN.items()), own_files())
    made = front(press, replace(card(1), name=name, text=(text,)), DeckPosition(1, 30, 1))
    assert made.missing == ()
    assert not made.overflows
    assert made.laid_out is not None
    assert made.laid_out.warnings == ()
    # A Hebrew text stands at the right of its box.
    box, inner = made.laid_out.boxes["name"], made.laid_out.boxes["name-text"]
    assert (abs(inner[2] - box[2]) < 100) == (language == "he")
    assert (abs(inner[0] - box[0]) < 100) == (language != "he")


@needs_dejavu
def test_letters_are_asked_of_the_shaped_text() -> None:
    fonts = fonts_of(OWN, own_files(), "he")
    assert fonts.missing("e\u0301 x\u0323\u0302 שלום", "text") == ()
    assert fonts.missing("カード x", "text") == ("カ", "ド", "ー")
    assert press_in("en").fonts.missing("שלום a", "text") == tuple(sorted("שלום"))
