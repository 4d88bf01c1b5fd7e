"""The sheets of ordinary dice: nets that fold, chances without the die, and pages that say what faces mean."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction

import pikepdf
import pytest

from penance_build.ir import record
from penance_build.ir.nodes import Die, Program
from penance_build.press.dice import nets as dice_nets
from penance_build.press.dice import product as dice
from penance_build.press.dice.nets import MILLION, SIDES, TURNS, UPPER, Panel
from penance_build.press.dice.plain import _spans, _substitute
from penance_build.press.text.strings import Strings, words_in
from tests.press_dice_support import compiled, settings, text_of


def lengths(panel: Panel) -> list[int]:
    """The four edges of a kite, in micrometres."""
    corners = panel.corners
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return [round(((x - u) ** 2 + (y - v) ** 2) ** 0.5) for (x, y), (u, v) in pairs]


def test_the_turns_are_a_circle() -> None:
    for cos, sin in TURNS:
        assert abs(cos * cos + sin * sin - MILLION * MILLION) < 2 * MILLION


def test_the_ten_kites_are_alike_and_lie_apart() -> None:
    panels = dice_nets.trapezohedron(36_000)
    assert sorted(panel.value for panel in panels) == list(range(1, SIDES + 1))
    for panel in panels:
        long, short, other_short, other_long = lengths(panel)
        assert abs(long - 36_000) <= 2
        assert abs(other_long - 36_000) <= 2
        assert abs(short - other_short) <= 3
        assert abs(short - 36_000 * 381_966 // MILLION) <= 3
    assert len({panel.at for panel in panels}) == SIDES
    shared = Counter(
        frozenset(pair) for panel in panels for pair in zip(panel.corners, (*panel.corners[1:], panel.corners[0]), strict=True)
    )
    hinges = [pair for pair, times in shared.items() if times == 2]
    assert len(hinges) == 9, "ten faces hang together by nine edges"


def test_opposite_numbers_add_up_to_eleven_on_the_solid() -> None:
    """By azimuth: upper face k lies at 72 k degrees, lower face m at 72 m + 36; opposite faces are half a turn apart.

    The lower fan is the upper one turned about the edge that upper face 2 and lower face 2 share, so upper k becomes lower 4 - k.
    """
    panels = dice_nets.trapezohedron(36_000)
    upper, lower = panels[0::2], panels[1::2]
    assert tuple(panel.value for panel in upper) == UPPER
    by_lower = {4 - k: panel.value for k, panel in enumerate(lower)}
    for k, value in enumerate(UPPER):
        (opposite,) = [m for m in range(5) if (72 * m + 36 - 72 * k) % 360 == 180]
        assert value + by_lower[opposite] == 11


def test_the_cube_is_right_handed_and_adds_up_to_seven() -> None:
    """Round the corner where 1, 2 and 3 meet they run counter-clockwise: on the net, 2 and 3 are to the sides of 1 in that order."""
    at = {panel.value: (panel.corners[0][0] // 1000, panel.corners[0][1] // 1000) for panel in dice_nets.cube(1000)}
    (x1, y1), (x2, y2), (x3, y3) = at[1], at[2], at[3]
    assert abs(x2 - x1) + abs(y2 - y1) == abs(x3 - x1) + abs(y3 - y1) == 1
    assert (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1) == -1, "counter-clockwise where y runs down"
    row = [value for value, _ in sorted(at.items(), key=lambda pair: pair[1]) if at[value][1] == y1]
    across = [(one, row[place + 2]) for place, one in enumerate(row[:2])]  # two apart in a row are opposite
    assert [one + other for one, other in across] == [7, 7]
    assert at[2][0] == at[5][0] == x1
    assert {at[2][1], at[5][1]} == {y1 - 1, y1 + 1}


def strings(language: str) -> Strings:
    return Strings(language, words_in(language))


def die_of(count: int) -> Die:
    (die,) = [die for die in plain_dice().dice if len(die.faces) == 10]
    return record.replace(die, faces=tuple(record.replace(die.faces[0], id=f"f{face}") for face in range(1, count + 1)))


def plain_dice() -> Program:
    found = compiled("aethelgard").program
    assert found is not None
    return found


def test_what_to_roll_is_said_in_the_language_of_the_game() -> None:
    found = _substitute(die_of(10), strings("de"))
    assert found is not None
    assert found["says"] == (
        "Zwei gewöhnliche Würfel werfen. Der erste gibt die Spalte an; bei 6 noch einmal werfen. "
        "Der zweite gibt die Zeile an. Jede Zahl fällt so oft wie bei „d10“."
    )


@pytest.mark.parametrize("count", [2, 3, 4, 5, 8, 10, 12, 20, 30, 36])
def test_every_number_is_as_likely_without_the_die(count: int) -> None:
    found = _substitute(die_of(count), strings("en"))
    assert found is not None
    if not found["rows"]:
        again = " or ".join(str(face) for face in range(count + 1, 7))
        assert found["says"] == f"Roll a plain die; on {again} roll it again."
        return
    chances: Counter[int] = Counter()
    for row in found["rows"]:  # type: ignore[attr-defined]
        low, _, high = row["when"].partition("–")
        for value in row["values"]:
            chances[value] += int(high or low) - int(low) + 1
    assert set(chances) == set(range(1, count + 1))
    assert len(set(chances.values())) == 1


def test_what_no_two_dice_give_has_no_table() -> None:
    assert _substitute(die_of(7), strings("en")) is None
    assert _substitute(die_of(6), strings("en")) is None


def test_names_are_drawn_together() -> None:
    assert _spans(["8", "9", "10"]) == "8–10"
    assert _spans(["1", "3", "4"]) == "1, 3–4"
    assert _spans(["hit", "miss"]) == "hit, miss"


SHEETS = [("aethelgard", "d10", ("Success", "Botch", "3 of 10", "30 %")), ("skirmish", "d6", ("always fails",))]


@pytest.mark.parametrize(("game", "die", "words"), SHEETS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_of_a_plain_die(game: str, die: str, words: tuple[str, ...], paper: str) -> None:
    (sheet,) = dice.produce(compiled(game), settings(paper)).artifacts
    assert sheet.path == f"dice/{die}-{paper}.pdf"
    assert sheet.made_from == (f"die {die}", "theme")
    with pikepdf.open(io.BytesIO(sheet.data)) as document:
        assert len(document.pages) == 1
        box = [float(number) for number in document.pages[0].MediaBox]  # type: ignore[attr-defined]
    width = {"a4": Fraction(297), "letter": Fraction(2794, 10)}[paper]
    assert abs(box[2] - float(width * 72 * 10 / 254)) < 0.1
    assert all(word in text_of(sheet.data) for word in words)


def test_a_meaning_that_has_no_room_is_a_problem() -> None:
    plain = compiled("skirmish")
    assert plain.program is not None
    faces = {die.id: tuple(record.replace(face, text="word " * 40) for face in die.faces) for die in plain.program.dice}
    wordy = tuple(record.replace(die, faces=faces[die.id]) for die in plain.program.dice)
    produced = dice.produce(record.replace(plain, program=record.replace(plain.program, dice=wordy)), settings("a4"))
    assert {problem.code for problem in produced.problems} == {"E823"}
    assert any("faces would leave the paper" in problem.message for problem in produced.problems)
