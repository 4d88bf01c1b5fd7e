"""Values of thousands of digits and letters where a few are meant: a problem at the value, in no time."""

from __future__ import annotations

from time import process_time

import pytest

from penance_build.api import compile_texts

LONG = 90_000
HEAD = 'game: {id: g, name: G, version: "1", language: 1}\ncards: {c: {name: C}}\n'


@pytest.mark.parametrize("text", [
    f'layouts: {{f: {{boxes: {{b: {{at: "{"1" * LONG}", show: name}}}}}}}}',
    f'layouts: {{f: {{boxes: {{b: {{at: ["{"1" * LONG}", 1, 1, 1]}}}}}}}}',
    f'layouts: {{f: {{boxes: {{b: {{at: [1, 1, 1, 1], show: name, size: "{"1" * LONG}cm"}}}}}}}}',
    f'theme: {{card_size: "{"1" * LONG}"}}', f'theme: {{card_size: "{"1" * LONG} cm"}}', f'theme: {{tincture_x: "{"#" * LONG}"}}',
    f"dice: {{d: {{sides: {'1' * LONG}}}}}", f"data: {{d: {{steps: {'1 ' * LONG}}}}}",
], ids=["place", "length", "size", "card size", "unit", "tincture", "sides", "data"])  # fmt: skip
def test_a_long_value_is_a_problem(text: str) -> None:
    began = process_time()
    compilation = compile_texts({"game.yaml": HEAD + text + "\n"})
    assert compilation.program is None
    assert all(problem.span.line in (2, 3) for problem in compilation.problems)
    assert process_time() - began < 3


def test_many_decks_take_no_pairs() -> None:
    """Two thousand decks that no rule brings together: their backs are chosen one by one."""
    decks = "".join(f"  d{number}: {{name: D{number}, cards: {{c: 1}}}}\n" for number in range(2_000))
    began = process_time()
    assert compile_texts({"game.yaml": f"{HEAD}decks:\n{decks}"}).program is not None
    assert process_time() - began < 4
