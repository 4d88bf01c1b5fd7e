"""The sheets of ordinary dice: chances without the die, and pages that say what faces mean."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction

import pikepdf
import pytest

from penance_build.ir import record
from penance_build.ir.nodes import Die, Program
from penance_build.ir.text import spans
from penance_build.press.dice import product as dice
from penance_build.press.dice.plain import _substitute
from penance_build.press.text.strings import Strings, words_in
from tests.press_dice_support import compiled, settings, text_of


def strings(language: str) -> Strings:
    return Strings(language, words_in(language))


def die_of(count: int) -> Die:
    (die,) = [die for die in plain_dice().dice if len(die.faces) == 10]
    return record.replace(die, faces=tuple(record.replace(die.faces[0], id=f"f{face}", name=str(face)) for face in range(1, count + 1)))


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
            chances[int(value)] += int(high or low) - int(low) + 1
    assert set(chances) == set(range(1, count + 1))
    assert len(set(chances.values())) == 1


def test_what_no_two_dice_give_has_no_table() -> None:
    assert _substitute(die_of(7), strings("en")) is None
    assert _substitute(die_of(6), strings("en")) is None


def test_names_are_drawn_together() -> None:
    assert spans(["8", "9", "10"]) == "8–10"
    assert spans(["1", "3", "4"]) == "1, 3–4"
    assert spans(["hit", "miss"]) == "hit, miss"


SHEETS = [("aethelgard", "d10", ("Success", "Botch", "3 of 10", "30 %")), ("skirmish", "d6", ("always fails",))]


@pytest.mark.full
@pytest.mark.parametrize(("game", "die", "words"), SHEETS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_of_a_plain_die(game: str, die: str, words: tuple[str, ...], paper: str) -> None:
    made = dice.produce(compiled(game), settings(paper)).artifacts
    beside = ("bill-of-materials.csv", "bill-of-materials.json", f"paper-dice-{paper}.pdf", f"sticker-sheets-{paper}.pdf")
    assert sorted(artifact.path for artifact in made[1:]) == [f"dice/{name}" for name in beside]
    sheet = made[0]
    assert sheet.path == f"dice/{die}-{paper}.pdf"
    assert sheet.made_from == (f"die {die}", "theme")
    with pikepdf.open(io.BytesIO(sheet.data)) as document:
        assert len(document.pages) == 1
        box = [float(number) for number in document.pages[0].MediaBox]  # type: ignore[attr-defined]
    width = {"a4": Fraction(297), "letter": Fraction(2794, 10)}[paper]
    assert abs(box[2] - float(width * 72 * 10 / 254)) < 0.1
    assert all(word in text_of(sheet.data) for word in words)


@pytest.mark.full
def test_a_meaning_that_has_no_room_is_a_problem() -> None:
    plain = compiled("skirmish")
    assert plain.program is not None
    faces = {die.id: tuple(record.replace(face, text="word " * 40) for face in die.faces) for die in plain.program.dice}
    wordy = tuple(record.replace(die, faces=faces[die.id]) for die in plain.program.dice)
    produced = dice.produce(record.replace(plain, program=record.replace(plain.program, dice=wordy)), settings("a4"))
    assert {problem.code for problem in produced.problems} == {"E823"}
    assert any("faces would leave the paper" in problem.message for problem in produced.problems)
