"""Values of thousands of digits and letters where a few are meant: a problem at the value, in no time."""

from __future__ import annotations

from time import process_time

import pytest

from penance_build.api import compile_texts
from penance_build.press.pictures.icon_svg import icon_path
from penance_build.press.pictures.picture import Fault
from penance_build.press.reference.product import produce
from penance_build.product import NoCache, Settings

LONG = 90_000
HEAD = 'game: {id: g, name: G, version: "1", language: 1}\ncards: {c: {name: C}}\n'


@pytest.mark.parametrize("text", [
    f'layouts: {{f: {{boxes: {{b: {{at: "{"1" * LONG}", show: name}}}}}}}}',
    f'layouts: {{f: {{boxes: {{b: {{at: ["{"1" * LONG}", 1, 1, 1]}}}}}}}}',
    f'layouts: {{f: {{boxes: {{b: {{at: [1, 1, 1, 1], show: name, size: "{"1" * LONG}cm"}}}}}}}}',
    f'theme: {{card_size: "{"1" * LONG}"}}', f'theme: {{card_size: "{"1" * LONG} cm"}}', f'theme: {{tincture_x: "{"#" * LONG}"}}',
    f'card_attributes: {{v: {{name: V, type: "-9..9"}}}}\nlayouts: {{f: {{only: {{v: ["{"1" * LONG}"]}}, boxes: {{}}}}}}',
    f"dice: {{d: {{sides: {'1' * LONG}}}}}", f"data: {{d: {{steps: {'1 ' * LONG}}}}}",
], ids=["place", "length", "size", "card size", "unit", "tincture", "value", "sides", "data"])  # fmt: skip
def test_a_long_value_is_a_problem(text: str) -> None:
    began = process_time()
    compilation = compile_texts({"game.yaml": HEAD + text + "\n"})
    assert compilation.program is None
    assert all(problem.span.line in (2, 3, 4) for problem in compilation.problems)
    assert process_time() - began < 3


def test_many_decks_take_no_pairs() -> None:
    """Two thousand decks that no rule brings together: their backs are chosen one by one."""
    decks = "".join(f"  d{number}: {{name: D{number}, cards: {{c: 1}}}}\n" for number in range(2_000))
    began = process_time()
    assert compile_texts({"game.yaml": f"{HEAD}decks:\n{decks}"}).program is not None
    assert process_time() - began < 4


@pytest.mark.parametrize("transform", [f"skewX({'1' * LONG})", f"matrix({'1' * LONG} 0 0 1 0 0)", "rotate(" * LONG, "matrix" + " " * LONG])
def test_a_long_transform_of_an_icon_is_read_in_one_pass(transform: str) -> None:
    """It is refused where a point lies nowhere, and read where it says nothing."""
    began = process_time()
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0L1 1L0 1Z" transform="{transform}"/></svg>'
    if "1" in transform:
        with pytest.raises(Fault, match="lies nowhere"):
            icon_path(drawing.encode())
    else:
        assert icon_path(drawing.encode())
    assert process_time() - began < 3


@pytest.mark.full
@pytest.mark.parametrize(("block", "says"), [
    ("{title: L, show: text, lines: [a]}, " * 600, "has 1,200 lines, and 1,000 are the most"),
    (f"{{title: L, show: text, lines: [{', '.join(['a'] * 1_500)}]}}", "has 1,501 lines"),
    (f"{{title: L, show: text, lines: [{', '.join(['go ' * 3_000] * 15)}]}}", "letters, and 100,000 are the most"),
], ids=["blocks", "lines", "letters"])  # fmt: skip
def test_a_side_of_a_reference_holds_so_much(block: str, says: str) -> None:
    compilation = compile_texts({"game.yaml": f"{HEAD}reference: [{{title: One, blocks: [{block}]}}]\n"})
    began = process_time()
    (problem,) = produce(compilation, Settings("a4", NoCache())).problems
    assert (problem.code, says in problem.message) == ("E840", True)
    assert process_time() - began < 3
