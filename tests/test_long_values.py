"""Values of thousands of digits and letters where a few are meant: a problem at the value, in no time."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from penance_build.api import compile_texts
from penance_build.press.complaints import Complaints
from penance_build.press.look.style import style_of
from penance_build.press.pictures.icon_svg import icon_path
from penance_build.press.pictures.picture import Fault
from penance_build.press.reference.product import produce
from penance_build.product import NoCache, Settings
from penance_build.sheets.mapping.texts import card_text
from penance_build.sheets.reading.open import Wanted, open_book
from tests.command_line import run_here

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
], ids=["blocks", "lines"])  # fmt: skip
def test_a_side_of_a_reference_holds_so_much(block: str, says: str) -> None:
    compilation = compile_texts({"game.yaml": f"{HEAD}reference: [{{title: One, blocks: [{block}]}}]\n"})
    began = process_time()
    (problem,) = produce(compilation, Settings("a4", NoCache())).problems
    assert (problem.code, says in problem.message) == ("E840", True)
    assert process_time() - began < 3


@pytest.mark.parametrize(("block", "says"), [
    ("{title: B, show: boxes, count: 2000}", "there can be 1 to 200"),
    ("{title: B, show: boxes, count: 200}, " * 8, "has 1,600 boxes, cells and tokens"),
], ids=["one", "many"])  # fmt: skip
def test_boxes_of_a_reference_are_counted_before_they_are_drawn(block: str, says: str) -> None:
    compilation = compile_texts({"game.yaml": f"{HEAD}reference: [{{title: One, blocks: [{block}]}}]\n"})
    problems = compilation.problems or produce(compilation, Settings("a4", NoCache())).problems
    assert any(says in problem.message for problem in problems)


def test_a_number_of_json_has_so_many_digits() -> None:
    book, (problem,) = open_book("a.json", ('[{"name": "A", "cost": ' + "9" * 1_000_000 + "}]").encode(), Wanted())
    assert book is None
    assert problem.message == "a number has 1,000,000 characters, the limit is 400"


def test_symbols_replace_no_more_than_a_card_can_have() -> None:
    """Each of 100,000 letters stands for 200: a text of 20 million letters is not made."""
    text = card_text("x" * 50_000, {"x": "y" * 200}, has_markup=False)
    assert len(text) < 200_000
    assert text.startswith("y" * 1_000)
    assert card_text("x x", {"x": "y" * 200}, has_markup=False) == f"{'y' * 200} {'y' * 200}"


def test_a_symbol_stands_for_a_short_text(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Name,Text\nA,[g] now\n", encoding="utf-8")
    assert run_here(["import", "a.csv", "-o", "made"], tmp_path).code == 0
    mapping = (tmp_path / "made" / "a.map.yaml").read_text(encoding="utf-8")
    for many, code in ((200, 0), (201, 1)):
        (tmp_path / "m.yaml").write_text(f"{mapping}symbols: {{'[g]': '{'9' * many}'}}\n", encoding="utf-8")
        done = run_here(["import", "a.csv", "--map", "m.yaml", "-o", f"made{many}"], tmp_path)
        assert (done.code, done.err) == (code, done.err)
    assert "must be a text of at most 200 characters, found text" in done.out


def test_a_faction_without_a_tincture_has_the_ink() -> None:
    """What check passes, a build prints."""
    text = HEAD.replace("{name: C}", "{name: C, type: t, faction: f, text: Go.}")
    compilation = compile_texts({"game.yaml": f"{text}factions: {{f: {{name: F}}}}\ncard_types: {{t: {{name: T}}}}\n"})
    assert compilation.program is not None
    complaints = Complaints(compilation)
    assert style_of(compilation.program, complaints, NoCache()) is not None
    assert complaints.found() == ()


def test_all_spaces_together_have_so_many_hexes() -> None:
    """Each of them may have a thousand; said once, at the first that is too much."""
    rows = "".join(f'      - "{" " * (row % 2)}{" ".join("." * 25)}"\n' for row in range(40))
    spaces = "".join(f'  s{number}:\n    name: S{number}\n    legend: {{".": {{}}}}\n    map:\n{rows}' for number in range(53))
    compilation = compile_texts({"game.yaml": f"{HEAD}spaces:\n{spaces}"})
    found = [(problem.code, problem.entity) for problem in compilation.problems if problem.code.startswith("E")]
    assert found == [("E623", ("space", "s50"))]


def test_a_long_value_is_shortened_where_it_is_told(tmp_path: Path) -> None:
    """In every form for people; the data have it whole."""
    (tmp_path / "game.yaml").write_text(f'{HEAD}theme: {{tincture_x: "{"#" * LONG}"}}\n', encoding="utf-8")
    for form in ("text", "short", "github", "sarif"):
        done = run_here(["check", "--format", form], tmp_path)
        assert done.code == 1
        assert "#...#" in done.out
        assert max(map(len, done.out.splitlines())) < 2_000
