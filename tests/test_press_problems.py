"""What cannot be printed is said, with the card, the character and the millimetres; nothing is cut off."""

from __future__ import annotations

import re

import pytest

from penance_build.diagnostics.registry import CODES
from penance_build.ir.record import replace
from penance_build.press.cards.complaints import judge_front
from penance_build.press.cards.faces import Face
from penance_build.press.cards.product import produce
from penance_build.press.complaints import Complaints
from penance_build.press.look.theme import theme_from
from penance_build.press.text import libraries
from penance_build.press.text.layout import LaidOut
from penance_build.press.text.libraries import PrintLibraryMissing
from penance_build.product import Produced, Settings
from tests import press_pdf as read
from tests import press_sample as sample
from tests.ir_programs import with_parts


@pytest.fixture(scope="module")
def cache() -> read.MemoryCache:
    """One cache for all tests of this file."""
    return read.MemoryCache()


def build(cache: read.MemoryCache, **changes: object) -> Produced:
    """A deck of one card, changed."""
    card = replace(sample.card(11), **changes)  # type: ignore[arg-type]
    whole = sample.program(cards=(card,))
    deck = replace(whole.decks[0], cards=((card.id, 1),))
    return produce(sample.compilation(replace(whole, decks=(deck,))), Settings("a4", cache))


def only(produced: Produced) -> tuple[str, str]:
    """Code and message of the one problem."""
    assert produced.artifacts == ()
    assert len(produced.problems) == 1, produced.problems
    problem = produced.problems[0]
    assert problem.code in CODES
    assert problem.span.file == "cards.yaml"
    assert problem.entity == ("card", "thrust")
    return problem.code, problem.message


SENTENCE = "Deal *4* damage to a target in front of you, and *1* more for each card that you lost in this turn. "


@pytest.mark.full
def test_long_text_is_set_smaller_before_it_is_refused(cache: read.MemoryCache) -> None:
    sizes = []
    for times in (1, 3, 4):
        produced = build(cache, text=(SENTENCE * times,))
        assert produced.problems == ()
        sizes.append(produced.artifacts[0].data)
    assert len(set(sizes)) == 3
    words = " ".join(" ".join(read.texts(sizes[-1])).split())
    assert words.count("that you lost in this turn") == 4


def test_too_much_text_says_how_much(cache: read.MemoryCache) -> None:
    code, message = only(build(cache, text=(SENTENCE * 9,)))
    assert code == "E801"
    found = re.search(r"“Faithful Thrust”: the text is (\d+\.\d) mm too high", message)
    assert found
    assert 5 < float(found[1]) < 60


@pytest.mark.full
def test_more_text_misses_more(cache: read.MemoryCache) -> None:
    missing = []
    for times in (8, 9, 10):
        _, message = only(build(cache, text=(SENTENCE * times,)))
        found = re.search(r"(\d+\.\d) mm", message)
        assert found
        missing.append(float(found[1]))
    assert missing == sorted(missing)
    assert len(set(missing)) == 3


def test_word_wider_than_the_card(cache: read.MemoryCache) -> None:
    assert build(cache, text=("Behold the " + "transubstantiation" * 3 + ".",)).problems == (), "it is parted"
    code, message = only(build(cache, text=("Behold the " + "c3" * 30 + ".",)))
    assert code == "E801"
    assert "too wide" in message


def test_long_name(cache: read.MemoryCache) -> None:
    name = "The Last Confession of the Iron Saint of Nowhere, and of All Others"
    code, message = only(build(cache, name=name))
    assert code == "E802"
    assert "the name is" in message
    wide = build(cache, name=name)
    assert wide.problems[0].hint == "shorten `name:` of the card"
    assert build(cache, name="The Last Confession of Iron").problems == ()
    assert build(cache, name="The Last Confession of the Iron Saint of Nowhere").problems == (), "it takes two lines"


@pytest.mark.parametrize(("text", "char", "point"), [("Deal *4* \u2694.", "\u2694", "U+2694"), ("A \u4e2d.", "\u4e2d", "U+4E2D")])
def test_character_without_glyph(cache: read.MemoryCache, text: str, char: str, point: str) -> None:
    code, message = only(build(cache, text=(text,)))
    assert code == "E803"
    assert char in message
    assert point in message


def test_character_without_glyph_in_a_name(cache: read.MemoryCache) -> None:
    code, message = only(build(cache, name="Faithful \u2720"))
    assert (code, "U+2720" in message) == ("E803", True)


def test_unknown_icon(cache: read.MemoryCache) -> None:
    code, message = only(build(cache, text=("Gain {icon:nothing}.",)))
    assert (code, "`nothing`" in message) == ("E804", True)


@pytest.mark.parametrize("text", ["Deal *4 damage.", "Gain {heat}.", "A } b."])
def test_unreadable_markup(cache: read.MemoryCache, text: str) -> None:
    assert only(build(cache, text=(text,)))[0] == "E805"


def test_markup_of_html_is_text(cache: read.MemoryCache) -> None:
    produced = build(cache, text=("Deal <b>4</b> & more.",))
    assert produced.problems == ()
    assert "<b>4</b>&more" in "".join(read.texts(produced.artifacts[0].data)[0].split())


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [("ink", "black", "E809"), ("hatch_red", "wavy", "E809"), ("card_size", "huge", "E809"), ("font_text", "comic", "E808")],
)
def test_theme_that_cannot_be_understood(cache: read.MemoryCache, key: str, value: str, code: str) -> None:
    produced = produce(sample.compilation(sample.program(theme=((key, value),))), Settings("a4", cache))
    assert [problem.code for problem in produced.problems] == [code]
    assert value in produced.problems[0].message
    assert produced.artifacts == ()


def test_icon_that_is_no_path(cache: read.MemoryCache) -> None:
    broken = with_parts(sample.program(), icons=(("flame", "a flame"),))
    produced = produce(sample.compilation(broken), Settings("a4", cache))
    assert [problem.code for problem in produced.problems] == ["E810"]
    assert "`flame`" in produced.problems[0].message


@pytest.mark.full
def test_a_faction_of_no_tincture(cache: read.MemoryCache) -> None:
    plain = sample.program()
    wrong = replace(plain, factions=(replace(plain.factions[0], tincture="rde"), *plain.factions[1:]))
    produced = produce(sample.compilation(wrong), Settings("a4", cache))
    assert [(problem.code, problem.hint) for problem in produced.problems] == [("E811", "did you mean `red`?")]
    assert produced.artifacts == ()


def test_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries.versions.cache_clear()
    monkeypatch.setattr(libraries, "_NAMES", {**libraries._NAMES, "harfbuzz-subset": ("libnot-there.so.9",)})
    with pytest.raises(PrintLibraryMissing) as caught:
        libraries.versions()
    libraries.versions.cache_clear()
    assert "harfbuzz-subset" in str(caught.value)
    assert "install" in str(caught.value)
    assert str(caught.value).count("\n") == 0


@pytest.mark.full
def test_an_unknown_attribute_type_leaves_no_hole(cache: read.MemoryCache) -> None:
    """A card without cost, marks or icons still prints."""
    produced = build(cache, values=(), verbs=(), faction="", type="", slot="", text=("Nothing.",))
    assert produced.problems == ()
    assert "Nothing." in read.texts(produced.artifacts[0].data)[0]


@pytest.mark.full
@pytest.mark.parametrize("size", ["euro", "bridge", "tarot", "square"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_other_card_sizes(cache: read.MemoryCache, size: str, paper: str) -> None:
    whole = sample.program(theme=(("card_size", size),))
    produced = produce(sample.compilation(whole), Settings(paper, cache))
    assert produced.problems == ()
    assert len(produced.artifacts) == 1


@pytest.mark.full
@pytest.mark.parametrize("cost", [0, 9, 12, 100])
def test_cost_of_any_length_fits_its_strip(cache: read.MemoryCache, cost: int) -> None:
    produced = build(cache, values=(("cost", cost),))
    assert produced.problems == ()
    assert str(cost) in read.texts(produced.artifacts[0].data)[0]


def test_label_wider_than_the_strip(cache: read.MemoryCache) -> None:
    card = sample.card(11)
    whole = sample.program(cards=(card,))
    named = (replace(whole.attributes[0], name="Action points"), *whole.attributes[1:])
    deck = replace(whole.decks[0], cards=((card.id, 1),))
    produced = produce(sample.compilation(replace(whole, attributes=named, decks=(deck,))), Settings("a4", cache))
    assert only(produced)[0] == "E802"


def test_empty_deck_is_no_file(cache: read.MemoryCache) -> None:
    whole = sample.program()
    empty = replace(whole, decks=(replace(whole.decks[0], cards=()),))
    assert produce(sample.compilation(empty), Settings("a4", cache)) == Produced(())


def test_theme_keys_cannot_smuggle_style() -> None:
    theme = theme_from((("tincture_x } body { display: none", "#000000"),))
    assert "display" not in theme.css()


@pytest.mark.parametrize(("pages", "warnings", "code"), [(2, (), "E806"), (1, ("Ignored `filter: blur(1px)`",), "W807")])
def test_layout_that_a_template_spoils(pages: int, warnings: tuple[str, ...], code: str) -> None:
    """No card can do this, a template can: judged on what the layout reports."""
    complaints = Complaints(sample.compilation())
    judge_front(complaints, Face(LaidOut(b"", pages, {}, warnings)), sample.card(11))
    assert [problem.code for problem in complaints.found()] == [code]
    assert complaints.has_errors == code.startswith("E")
