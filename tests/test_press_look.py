"""The look of cards: figures that are told apart, hexes that say what a card does, panels and text of a deck, contrast, extracted words."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from penance_build.api import compile_game
from penance_build.ir.nodes import Program
from penance_build.ir.record import replace
from penance_build.press.cards.deck_position import DeckPosition
from penance_build.press.cards.faces import Press, press_with
from penance_build.press.cards.front import EASY, deck_setting, front
from penance_build.press.imposition.trims import TRIMS
from penance_build.press.look.bodies import BODIES, Disc, Inks
from penance_build.press.look.borders import BORDERS, border_shapes
from penance_build.press.look.diagram import reaches_of
from penance_build.press.look.panel import panel_shapes
from penance_build.press.look.reach import KINDS, Reach, cells_of, reach_shapes
from penance_build.press.look.rose import Figure, even_look, figure_shapes, look_of, motifs_for
from penance_build.press.look.theme import mistakes, theme_from
from penance_build.press.text.fonts import font_set
from tests import press_pdf as read
from tests import press_sample as sample

INKS = Inks("#ffffff", "#000000", "#8c1f1a", "#a3211b", "#c08080")


@pytest.fixture(scope="module")
def penance() -> Program:
    """The game of this repository."""
    program = compile_game(sample.RULES).program
    assert program is not None
    return program


def press_of(program: Program, theme: tuple[tuple[str, str], ...] = ()) -> Press:
    return press_with(program, theme_from(theme), font_set({}, program.printed.icons), TRIMS["poker"], read.MemoryCache())


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize("deck", ["confessor", "ironclad", "warden", "outrider", "wound_deck"])
def test_no_two_cards_of_a_deck_look_alike_from_afar(penance: Program, deck: str) -> None:
    """Any two differ in the plan, or in two of border, ground, number of parts, and tincture."""
    theme, press = dict(penance.printed.theme), press_of(penance, penance.printed.theme)
    cards = [penance.by_id.cards[name] for name, _ in next(item for item in penance.decks if item.id == deck).cards]
    seen = {}
    for card in cards:
        look = look_of(Figure(card.id, card.type, 0, motifs_for(card.verbs, card.type, theme)))
        seen[card.id] = look.plan, (look.border, look.ground, look.count, press.tincture_of(card).name)
    for (one, (plan, others)), (other, (its_plan, its_others)) in combinations(seen.items(), 2):
        assert plan != its_plan or sum(here != there for here, there in zip(others, its_others, strict=True)) >= 2, (one, other)


def test_a_look_depends_on_the_card_alone() -> None:
    figure = Figure("one", "attack", 2, ("arch", "leaf"))
    assert look_of(figure) == look_of(replace(figure, number=3, total=9, cost=4))
    many = [look_of(replace(figure, seed=str(number))) for number in range(400)]
    assert {look.border for look in many} == set(BORDERS)
    assert {look.plan.body for look in many} == {"", *BODIES}


@pytest.mark.parametrize("body", sorted(BODIES))
@pytest.mark.parametrize("count", [3, 5, 8, 12])
def test_bodies_stay_in_their_disc(body: str, count: int) -> None:
    for seed in ("a", "b", "c", "d"):
        for shape in BODIES[body](Disc(2000, 2000, 1500, count, seed, INKS)):
            numbers = [int(value) for value in re.findall(r"-?\d+", shape.data)]
            # Corners of cubics lie a little outside of the arcs that they draw.
            assert all((x - 2000) ** 2 + (y - 2000) ** 2 <= 1500**2 * 1.25 for x, y in zip(numbers[::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("border", BORDERS)
def test_borders_stay_near_their_square(border: str) -> None:
    for shape in border_shapes(border, INKS, 2000, 2000, 1500):
        assert all(400 <= int(value) <= 3600 for value in re.findall(r"-?\d+", shape.data))


def test_backs_have_a_figure_that_is_the_same_after_half_a_turn() -> None:
    for seed in map(str, range(30)):
        look = even_look(Figure(seed, seed, 6, ("arch",)))
        assert (look.border, look.ground, look.count % 2, look.plan.body) == ("dial", "light", 0, "")
        assert figure_shapes(Figure(seed, seed, 6, ("arch",)), INKS, 0, 0, 1500, look)


# ---------------------------------------------------------------- hexes


@pytest.mark.parametrize(
    ("reaches", "way", "meant"),
    [
        ((Reach("reach", 1),), 0, 1),
        ((Reach("reach", 4),), 3, 1),
        ((Reach("reach", 60),), 11, 1),
        ((Reach("reach", 1), Reach("beside", 1)), 0, 2),
        ((Reach("reach", 1), Reach("sweep", 3)), 0, 3),
        ((Reach("reach", 6), Reach("several", 3)), 5, 3),
        ((Reach("reach", 2), Reach("around", 2)), 0, 18),
        ((Reach("around", 1), Reach("around", 3)), 30, 6),
        ((Reach("path", 4),), 4, 0),
        ((), 0, 0),
    ],
)
def test_hexes_are_those_that_a_card_is_about(reaches: tuple[Reach, ...], way: int, meant: int) -> None:
    cells = cells_of(reaches)
    assert (len(cells.way), len(cells.meant)) == (way, meant)
    assert (0, 0) not in cells.way + cells.meant
    assert len(set(cells.way + cells.meant)) == way + meant


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [1, 3, 12])
def test_hexes_stay_in_their_column(kind: str, size: int) -> None:
    drawn = reach_shapes((Reach("reach", size), Reach(kind, size)), INKS, (100, 50), (900, 3700))
    assert drawn
    for shape in drawn:
        numbers = [int(value) for value in re.findall(r"-?\d+", shape.data)]
        assert min(numbers[::2]) >= 100
        assert max(numbers[::2]) <= 1000
        assert min(numbers[1::2]) >= 50
        assert max(numbers[1::2]) <= 3750


def test_what_is_drawn_comes_from_attributes_and_effects(penance: Program) -> None:
    found = {
        name: reaches_of(penance, penance.by_id.cards[name]) for name in ("rally_cry", "ground_slam", "retreat", "earthshaker", "deflect")
    }
    assert found == {
        "rally_cry": (Reach("around", 3),),
        "ground_slam": (Reach("reach", 1), Reach("sweep", 3)),
        "retreat": (Reach("path", 4),),
        "earthshaker": (Reach("reach", 1), Reach("around", 1), Reach("around", 3)),
        "deflect": (),
    }
    plain = replace(penance, printed=replace(penance.printed, theme=()))
    assert reaches_of(plain, penance.by_id.cards["ground_slam"]) == ()


def test_a_panel_makes_room_for_its_hexes() -> None:
    figure = Figure("one", "attack", 2, ("arch", "leaf"))
    bare, mapped = (panel_shapes(figure, INKS, "bend", 4780, 3900, reaches) for reaches in ((), (Reach("reach", 3),)))
    assert len(mapped) > len(bare)
    for shape in mapped:
        numbers = [int(value) for value in re.findall(r"-?\d+", shape.data)]
        assert min(numbers) >= 0
        assert max(numbers[::2]) <= 4780
        assert max(numbers[1::2]) <= 3900


def test_settings_of_the_look_are_judged() -> None:
    good = (("tint_wound", "black"), ("diagram_range", "reach"), ("diagram_rally", "around within"), ("text_size", "deck"))
    assert mistakes(good) == ()
    assert mistakes((("tincture_rust", "#aa4400"), ("tint_wound", "rust"))) == ()
    bad = (("tint_wound", "blak"), ("diagram_range", "reech"), ("diagram_rally", "around two words"), ("text_size", "large"))
    assert [(mistake.key, mistake.code) for mistake in mistakes(bad)] == [(key, "E809") for key, _ in bad]


# ---------------------------------------------------------------- text


def test_all_panels_of_a_deck_are_equally_high_and_text_fills_its_box() -> None:
    program = sample.program()
    press = press_of(program)
    setting = deck_setting(press, program.cards)
    short, long = (front(press, program.by_id.cards[name], DeckPosition(1, 21, 1, setting)) for name in ("survey", "ground"))
    assert short.laid_out is not None
    assert long.laid_out is not None
    assert (short.overflows, long.overflows) == ((), ())
    assert setting.largest == 1200
    assert setting.share < deck_setting(press, [program.by_id.cards["survey"]]).share


def test_text_of_a_deck_may_be_of_one_size() -> None:
    program = sample.program()
    alone = deck_setting(press_of(program), program.cards)
    even = deck_setting(press_of(program, (("text_size", "deck"),)), program.cards)
    assert even.share == alone.share
    assert EASY <= even.largest < alone.largest
    assert deck_setting(press_of(program), ()).largest == alone.largest


def luminance(color: str) -> float:
    channels = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("game", ["", "penance"])
def test_small_labels_stand_out_from_their_ground(penance: Program, game: str) -> None:
    theme = theme_from(penance.printed.theme if game else ())
    for color in (theme.quiet, theme.ink, theme.rubric, *(tincture.color for tincture in theme.tinctures)):
        assert (luminance(theme.paper) + 0.05) / (luminance(color) + 0.05) >= 4.5, color


def test_spaced_words_are_read_whole() -> None:
    program = sample.program()
    program = replace(program, card_types=tuple(replace(kind, name="Attack at Tavatay") for kind in program.card_types))
    face = front(press_of(program), program.by_id.cards["thrust"], DeckPosition(1, 1, 1))
    assert face.laid_out is not None
    (text,) = read.texts(face.laid_out.pdf)
    words = text.split()
    assert {"ATTACK", "AT", "TAVATAY", "DAMAGE", "RANGE"} <= set(words)


# ---------------------------------------------------------------- tints


def test_a_type_may_have_a_tincture_whatever_its_faction(penance: Program) -> None:
    press = press_of(penance, penance.printed.theme)
    assert press.tincture_of(penance.by_id.cards["concussion"]).name == "black"
    assert press.tincture_of(penance.by_id.cards["damage_card"]).name == "black"
    assert press.tincture_of(penance.by_id.cards["bash"]).name == "red"
