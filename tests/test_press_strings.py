"""Our own words on sheets: every language says all of them with the same holes, sheets have room for them, and files say their language."""

from __future__ import annotations

import io
import re
from itertools import product
from pathlib import Path

import pikepdf
import pytest

from penance_build.api import Compilation
from penance_build.build.judging.answers import produce as reference
from penance_build.ir.nodes import Program
from penance_build.ir.record import replace
from penance_build.press.dice import product as dice
from penance_build.press.imposition.grids import grid_for
from penance_build.press.imposition.papers import PAPERS
from penance_build.press.imposition.trims import TRIMS
from penance_build.press.look.theme import theme_from
from penance_build.press.sheets.bands import SheetLook, foot_of, frame_of
from penance_build.press.text.families import COMMON
from penance_build.press.text.fonts import FontSet, load_family
from penance_build.press.text.measure import width_um
from penance_build.press.text.strings import ENGLISH, holes, languages, spoken, strings_of, words_in
from penance_build.product import NoCache
from tests.press_dice_support import compiled, settings, text_of

ROOT = Path(__file__).resolve().parent.parent
USERS = (
    *(ROOT / "penance_build" / "press").rglob("*.py"),
    *(ROOT / "penance_build" / "kit").rglob("*.py"),
    *(ROOT / "templates").rglob("*.html"),
)


def spoken_in(game: str, locale: str, **theme: str) -> Program:
    program = compiled(game).program
    assert program is not None
    return replace(program, printed=replace(program.printed, locale=locale, theme=(*program.printed.theme, *theme.items())))


def test_there_are_languages() -> None:
    assert languages() == ("de", "en", "es", "fr")


@pytest.mark.parametrize("language", languages())
def test_a_language_says_everything_with_the_same_holes(language: str) -> None:
    english, own = words_in(ENGLISH), words_in(language)
    assert list(own) == list(english)
    for key, text in own.items():
        assert sorted(holes(text)) == sorted(holes(english[key])), key
        assert text == text.strip() != "", key
        assert set(text) <= COMMON, key


def test_the_documentation_lists_them() -> None:
    lines = (ROOT / "docs" / "press.md").read_text(encoding="utf-8").splitlines()
    listed = (ROOT / "templates" / "strings" / "en.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in listed if " = " in line and line not in lines] == []


@pytest.mark.full
def test_every_word_is_printed_somewhere() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in USERS)
    assert [key for key in words_in(ENGLISH) if not re.search(rf"[\"']{key}[\"']", code)] == []


def test_no_template_has_words_of_its_own() -> None:
    """Between tags stand values and what is said: no word of two letters or more."""
    for file in (ROOT / "templates").rglob("*.html"):
        if file.parent.name == "web":
            continue
        markup = r"<style>.*?</style>|\{%.*?%\}|\{\{.*?\}\}|[\w-]+=\"[^\"]*\"|<[^>]*>"
        text = re.sub(markup, " ", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = [word for word in re.findall(r"[^\W\d_]{2,}", text) if word not in ("DOCTYPE", "html", "mm")]
        assert found == [], file.name


@pytest.mark.parametrize(
    ("locale", "language"), [("de", "de"), ("DE-at", "de"), ("fr-CA", "fr"), ("es-419", "es"), ("nl", ""), ("den", ""), ("en-GB", "en")]
)
def test_the_file_of_a_language(locale: str, language: str) -> None:
    assert spoken(locale) == language


def test_a_game_says_it_otherwise() -> None:
    found = strings_of(spoken_in("skirmish", "de", say_sheet="{number}/{total} {side}", say_fronts="vorn", say_or="{kaputt}", say_else="x"))
    assert found.say("sheet", number=1, total=4, side=found.say("fronts")) == "1/4 vorn"
    assert found.say("or") == "oder"
    assert found.language == "de"
    assert strings_of(spoken_in("skirmish", "")).language == "en"


def language_of(data: bytes) -> str:
    with pikepdf.open(io.BytesIO(data)) as document:
        return str(document.Root.Lang)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", ["a4", "a5", "letter", "legal"])
def test_the_text_around_cards_has_room_in_every_language(language: str, paper: str) -> None:
    found, gap = PAPERS[paper], 1500
    fonts = load_family("text", "alegreya-sans")
    look = SheetLook(theme_from(()), FontSet(fonts, ""), strings_of(spoken_in("skirmish", language)), NoCache())
    ways = ("two_sided", "two_sided_short", "by_hand", "by_hand_short", "one_sided", "folded")
    for trim, how in product((TRIMS[name] for name in ("poker", "tarot", "mini")), ways):
        grid = grid_for(found, trim, 0, None)
        assert grid is not None
        foot = foot_of(frame_of(found, grid), look, how)
        size = round(float(foot.size.removesuffix("pt")) * 100)
        texts = [width_um(fonts[0], text, size) for text in (foot.says, foot.sides)]
        assert max(texts) + gap < foot.ruler.left - foot.box.left
        assert foot.ruler.left + foot.ruler.width + gap < foot.box.left + foot.box.width - texts[1]
        assert foot.says == look.strings.say("ruler", length=foot.length // 1000)


@pytest.mark.full
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
@pytest.mark.parametrize("language", [pytest.param(name, marks=() if name == "de" else pytest.mark.soak) for name in languages()])
def test_sheets_of_dice_have_room_in_every_language(language: str, paper: str) -> None:
    for game in ("aethelgard", "penance", "skirmish"):
        produced = dice.produce(replace(compiled(game), program=spoken_in(game, language)), settings(paper))
        assert not [problem.message for problem in produced.problems if problem.severity == "error"]
        sheets = [file for file in produced.artifacts if file.path.endswith(".pdf")]
        assert sheets
        for sheet in sheets:
            assert language_of(sheet.data) == language
    assert words_in(language)["without_one"].split()[0].upper() in text_of(sheets[0].data).upper() or game != "aethelgard"


@pytest.mark.full
@pytest.mark.parametrize("language", languages())
def test_the_reference_is_in_the_language_of_the_game(language: str) -> None:
    produced = reference(Compilation(spoken_in("skirmish", language), ()), settings("a4"))
    assert not produced.problems
    (sheet, *_) = produced.artifacts
    assert language_of(sheet.data) == language
    assert words_in(language)["rules"].partition(" ")[0] in text_of(sheet.data)
