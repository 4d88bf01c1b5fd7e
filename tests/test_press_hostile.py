"""Hostile texts, icons and looks: every printed product says what is wrong in problems, and lets nothing through silently."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from penance_build.api import Compilation
from penance_build.build.judging import answers
from penance_build.diagnostics.problem import Span
from penance_build.ir.nodes import Block, Die, Program, ReferenceSide
from penance_build.ir.record import replace
from penance_build.press.cards import product as cards
from penance_build.press.dice import product as dice
from penance_build.press.drawing.icon_path import BadPath, commands
from penance_build.product import Produced, Settings
from tests.games import shipped
from tests.ir_programs import with_parts
from tests.press_dice_support import compiled, settings

PRODUCTS: dict[str, Callable[[Compilation, Settings], Produced]] = {
    "cards": cards.produce,
    "dice": dice.produce,
    "reference": answers.produce,
}
INJECTION = '<script>alert(1)</script><img src="file:///etc/passwd"/></style>\'&amp;'


def problems(product: str, made: Program) -> list[tuple[str, str]]:
    spans = {("die", die.id): Span("dice.yaml", 2, 3, 2, 9) for die in made.dice}
    produced = PRODUCTS[product](Compilation(made, (), spans=spans), settings("a4"))
    assert not produced.artifacts or not any(item.severity == "error" for item in produced.problems)
    return [(item.code, item.message) for item in produced.problems]


def attack(**changes: Any) -> Program:
    """The game with nothing but its attack die, changed."""
    die = next(die for die in shipped("penance").dice if die.id == "attack")
    return replace(shipped("penance"), dice=(replace(die, **changes),))


def faces(die: str = "attack", **changes: Any) -> tuple[Any, ...]:
    return tuple(replace(face, **changes) for face in next(item for item in shipped("penance").dice if item.id == die).faces)


def made_as(**changes: Any) -> Program:
    die: Die = next(die for die in shipped("penance").dice if die.id == "attack")
    return attack(print=replace(die.print, **changes))


# ---------------------------------------------------------------- icons


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "it encloses no area, so that nothing would be seen"),
        ("M0 0", "it encloses no area, so that nothing would be seen"),
        ("M0 0L5 5z", "it encloses no area, so that nothing would be seen"),
        ("hello", "character 5, `o`, is no part of SVG path data"),
        ('M0 0h24v24z"><b x="', 'character 12, `"`, is no part of SVG path data'),
        ("M0 0L\u0663 \u0664 5 5z", "character 6, `\u0663`, is no part of SVG path data"),
        ("M0 0L1e999 5 5 5z", "the point inf 5 lies beyond the grid of 24 units"),
        ("M-1000 -1000h99999v99999z", "the point -1000 -1000 lies beyond the grid of 24 units"),
        ("M0 0h30v24z", "the point 30 0 lies beyond the grid of 24 units"),
        ("M0 0h24v24z" + " " * 20_000, "it has 20,011 characters, and an icon may have 20,000"),
        ("L5 5", "a path begins with M, the point where the pen is set down"),
    ],
)
def test_a_path_that_cannot_be_drawn_says_why(path: str, reason: str) -> None:
    with pytest.raises(BadPath) as found:
        commands(path)
    assert str(found.value) == reason


@pytest.mark.parametrize("path", ["M0 0C1 1", "M0 0 A 1 1 0 2 0 5 5", "M", "m1 1 q", "Z", "--", "M1e5", "M0 0 L e"])
def test_a_broken_path_is_never_another_exception(path: str) -> None:
    with pytest.raises(BadPath):
        commands(path)


@pytest.mark.parametrize("name", ["aethelgard", "penance", "skirmish"])
def test_the_icons_of_the_games_can_be_drawn(name: str) -> None:
    program = compiled(name).program
    assert program is not None
    assert all(commands(path) for _, path in program.printed.icons)


@pytest.mark.parametrize("product", ["cards", "reference"])
@pytest.mark.parametrize("path", ["M0 0L1e999 5 6 6z", "hello", "M-1000 -1000h99999v99999z", 'M0 0h24v24z"><b x="', ""])
def test_a_bad_icon_is_one_problem_everywhere(product: str, path: str) -> None:
    icons = tuple((name, path if name == "heat" else data) for name, data in shipped("penance").printed.icons)
    ((code, message),) = problems(product, with_parts(shipped("penance"), icons=icons))
    assert code == "E810"
    assert message.startswith("the icon `heat` cannot be drawn: ")


def test_a_bad_icon_of_a_die_is_one_problem() -> None:
    for path in ("M0 0L1e999 5 6 6z", "hello", 'M0 0h24v24z"><b x="', ""):
        icons = tuple((name, path if name == "attack_glance" else data) for name, data in shipped("penance").printed.icons)
        assert [code for code, _ in problems("dice", with_parts(shipped("penance"), icons=icons))] == ["E821"]


# ---------------------------------------------------------------- the look


@pytest.mark.parametrize("product", sorted(PRODUCTS))
@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("paper", "red", "E809"),
        ("tincture_red", "#12345", "E809"),
        ("ink", INJECTION, "E809"),
        ("hatch_red", "</style>", "E809"),
        ("card_size", "huge", "E809"),
        ("font_text", "../../etc", "E808"),
        ("font_display", "url(http://x)", "E808"),
    ],
)
def test_a_look_that_cannot_be_had_is_one_problem_everywhere(product: str, key: str, value: str, code: str) -> None:
    theme = (*((name, old) for name, old in shipped("penance").printed.theme if name != key), (key, value))
    ((found, message),) = problems(product, with_parts(shipped("penance"), theme=theme))
    assert found == code
    assert f"`{value}`" in message


# ---------------------------------------------------------------- dice


@pytest.mark.full
def test_a_character_without_a_glyph_on_the_sheet_of_a_die() -> None:
    made = attack(name="\u4e2d die", faces=faces(text="\U0001f525"))
    found = problems("dice", made)
    assert [code for code, _ in found] == ["E803"]
    assert "no font of the theme has these 2 characters: \u4e2d \U0001f525" in found[0][1]


@pytest.mark.full
@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: attack(name="w" * 200), "name and purpose and net overlap"),
        (lambda: attack(name="word " * 60), "name and purpose and net overlap"),
        (lambda: attack(faces=faces(text="word " * 70)), "table of faces would leave the paper"),
        (lambda: attack(faces=faces(name="n" * 180)), "table of faces would leave the paper"),
        (lambda: made_as(material="m" * 300), "notes and title block overlap"),
        (lambda: made_as(body="b" * 200, symbol="s" * 200), "view and colours and"),
        (lambda: made_as(edge_um=100_000), "net would leave the paper"),
        (lambda: replace(attack(), name="G" * 200), "notes and title block overlap"),
        (lambda: attack(faces=faces(values=(("value", 123456789),))), "the number 123456789 of Attack Die is wider than its face"),
    ],
)
def test_what_has_no_room_on_the_sheet_of_a_die_is_said(made: Callable[[], Program], says: str) -> None:
    found = problems("dice", made())
    assert {code for code, _ in found} == {"E823"}
    assert any(says in message for _, message in found), found


@pytest.mark.full
def test_a_die_too_small_to_cut_is_a_warning() -> None:
    found = problems("dice", made_as(edge_um=1000))
    assert found[0] == ("W822", "Attack Die has an edge of 1 mm; the smallest dice that are cut have 5 mm")


@pytest.mark.full
def test_markup_in_the_texts_of_a_die_is_text() -> None:
    made = attack(text="<b>&amp;</b>", faces=faces(text="</svg><script>"))
    assert problems("dice", made) == []


# ---------------------------------------------------------------- the quick reference


def side(*blocks: Block) -> Program:
    return with_parts(shipped("penance"), reference=(ReferenceSide("Side", blocks),))


def test_a_character_without_a_glyph_in_the_quick_reference() -> None:
    ((code, message),) = problems("reference", side(Block("T", "text", "", ("Burn \u4e2d",), ())))
    assert code == "E803"
    assert message == "the side “Side” of the quick reference: no font of the theme has the character `\u4e2d` (U+4E2D)"


@pytest.mark.parametrize(
    "block",
    [
        Block("T", "text", "", ("a" * 300,), ()),
        Block("T", "text", "", ("x", "b" * 90), ()),
        Block("T", "steps", "", ("x " + "a" * 90,), ()),
        Block("T" * 80, "text", "", ("x",), ()),
    ],
)
def test_a_word_wider_than_its_column_is_said(block: Block) -> None:
    ((code, message),) = problems("reference", side(block))
    assert code == "E840"
    assert "mm wider than its column" in message


def test_long_words_that_fit_are_left_alone() -> None:
    assert problems("reference", side(Block("T", "text", "", ("a" * 30 + " b" * 200,), ()))) == []
