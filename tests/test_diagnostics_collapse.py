"""The same problem of many entries is one: whichever picture it names, and whether a check or a product says it."""

from __future__ import annotations

from time import process_time

from penance_build.diagnostics.collapse import MANY, collapsed
from penance_build.diagnostics.problem import Problem, Span


def cut(number: int, line: int, share: int = 21) -> Problem:
    name = f"card_{number}"
    message = f"card “Card {number}”, its panel: {share} % of the width of art/card_{number}.png is cut off"
    return Problem("W837", message, Span("cards.yaml", line, 3, line, 9), "choose a box of that form", entity=("card", name))


def test_pictures_of_many_cards_are_one_problem() -> None:
    (one,) = collapsed([cut(number, number) for number in range(1, MANY + 2)])
    assert one.message.startswith("card “Card 1”, its panel: 21 % of the width of art/card_1.png is cut off (and the same of 6 others")
    assert [span.line for span, _ in one.related] == list(range(2, MANY + 2))


def test_other_figures_are_other_problems() -> None:
    assert len(collapsed([cut(number, number, share=number) for number in range(1, MANY + 2)])) == MANY + 1
    assert len(collapsed([cut(number, number) for number in range(1, MANY)])) == MANY - 1


def test_what_is_said_of_several_entries_at_one_place_is_said_once() -> None:
    first, second = (Problem("E301", f"`{name}` names no card", Span("a", 1, 2, 1, 9), entity=("card", name)) for name in ("one", "two"))
    (one,) = collapsed([first, second])
    assert one.message == "`one` names no card (and the same of 1 others: `two`)"
    assert collapsed([first, first]) == [first]


def test_a_word_of_megabytes_is_read_in_one_pass() -> None:
    word = "x" * 3_000_000
    problems = [Problem("E306", f"`{word}` is no size", Span("a", line, 2, line, 9), entity=("theme", "")) for line in (1, 2)]
    began = process_time()
    assert len(collapsed(problems)) == 2
    assert process_time() - began < 3
