"""What is printed is bounded before it is laid out: texts, and the outlines of icons; and dice that are unlike those of a shop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.limits import MOST_IN_A_NAME, MOST_ON_A_CARD, MOST_ON_A_FACE, MOST_ON_A_SIDE
from penance_build.press.dice import product as dice
from penance_build.press.drawing.icon_path import MOST_PIECES, BadPath, commands, judge
from penance_build.press.drawing.outline import measure
from tests.command_line import Ran
from tests.press_dice_support import settings

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\n'
CARD = "slots: {s: {name: S}}\nfactions: {f: {name: F, tincture: red}}\ndecks: {d: {name: D, faction: f, cards: {c: 1}}}\n"
Penance = Callable[..., Ran]

TEXTS = {
    "card": (lambda n: CARD + f"cards: {{c: {{name: C, slot: s, faction: f, text: {'w' * n}}}}}\n", MOST_ON_A_CARD, "what card `c` prints"),
    "name": (lambda n: CARD + f"cards: {{c: {{name: {'w' * n}, slot: s, faction: f, text: w}}}}\n", MOST_IN_A_NAME, "the name of card `c`"),
    "face": (lambda n: f"dice: {{d: {{faces: [{{id: a, text: {'w' * n}}}]}}}}\n", MOST_ON_A_FACE, "the text of a face of `d`"),
    "mark": (lambda n: f"dice: {{d: {{sides: 6, marks: [{{where: 1, text: {'w' * n}}}]}}}}\n", MOST_ON_A_FACE, "the text of a mark of `d`"),
    "side": (
        lambda n: f"reference: [{{title: T, blocks: [{{title: X, show: text, lines: [{'w' * (n - 2)}]}}]}}]\n",
        MOST_ON_A_SIDE,
        "what the side “T” of the quick reference says",
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_fits_no_paper_is_refused_before_it_is_laid_out(name: str, tmp_path: Path) -> None:
    make, most, what = TEXTS[name]
    for length, expected in ((most + 1, [("E825", f"{what} has {most + 1:,} characters, the limit is {most:,}")]), (most, [])):
        (tmp_path / "game.yaml").write_text(HEAD + make(length), encoding="utf-8")
        found = [(problem.code, problem.message) for problem in compile_game(tmp_path).problems]
        assert [item for item in found if item[0] == "E825"] == expected


def test_the_pieces_of_an_icon_are_counted_without_drawing_it() -> None:
    judge("M0 0" + "L10 10L0 5" * 499 + "Z")
    with pytest.raises(BadPath, match=f"its outline has 1,001 pieces, and an icon may have {MOST_PIECES:,}"):
        judge("M0 0" + "L10 10L0 5" * 499 + "L1 1Z")
    with pytest.raises(BadPath, match="its outline has 1,002 pieces"):
        judge("M0 0" + "C1 2 3 4 5 6" * 125 + "Z")
    with pytest.raises(BadPath, match=r"it has 20,001 characters, and an icon may have 20,000"):
        judge("M" + " " * 20_000)


@pytest.mark.full
def test_measuring_takes_a_bounded_number_of_points() -> None:
    """The longest outline that passes: as many long edges as there may be; each of its points is held against each edge once a side."""
    path = "M0 0" + "L24 24L0 1" * 499 + "Z"
    assert measure(path).line is not None or measure(path).gap is not None


def test_no_message_is_in_the_words_of_a_library() -> None:
    """Whatever the reader of paths stumbles over, the sentence is ours."""
    for path in ("M1 2A1 1 0 0 1 Z", "M1 2A1 1 0 2 2 3 3Z", "M1 1e400L2 2L3 3Z", "M0 0A0", "M0 0a1 1 1 1 1 1"):
        with pytest.raises(BadPath) as caught:
            commands(path)
        assert not any(word in str(caught.value) for word in ("float", "tuple", "index", "Error", "unpack", "pop", "division")), path


FACES = {
    "values from 2": "value: {n}",
    "values twice": "value: 3",
    "values from 0": "value: {m}",
    "no values": "name: face {n}",
}


@pytest.mark.full
@pytest.mark.parametrize("faces", FACES)
@pytest.mark.parametrize("count", [6, 10])
def test_a_die_whose_values_are_not_one_to_n_has_its_sheet(count: int, faces: str, tmp_path: Path) -> None:
    """Its faces go onto the net in their order, each once."""
    listed = ", ".join(f"{{id: a{n}, text: {'abcdefghij'[n]}, {FACES[faces].format(n=n + 2, m=n)}}}" for n in range(count))
    (tmp_path / "game.yaml").write_text(HEAD + f"dice: {{d: {{name: D, faces: [{listed}]}}}}\n", encoding="utf-8")
    produced = dice.produce(compile_game(tmp_path), settings("a4"))
    assert [problem.code for problem in produced.problems] == []
    assert [artifact.path for artifact in produced.artifacts if artifact.path.startswith("dice/d-")] == ["dice/d-a4.pdf"]


@pytest.mark.full
def test_a_die_to_be_made_may_have_a_blank_face(tmp_path: Path) -> None:
    made = "print: {edge: 16 mm, material: Acrylic, body: {name: Black, color: '#16130f'}, symbol: {name: White, color: '#f4f1e8'}}"
    listed = ", ".join(f"{{id: a{n}, value: {n}, text: {'abcdefg'[n]}{', icon: i' if n != 3 else ''}}}" for n in range(1, 7))
    text = HEAD + f"icons: {{i: M4 4L20 4L12 20Z}}\ndice: {{d: {{name: D, faces: [{listed}], {made}}}}}\n"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    compilation = compile_game(tmp_path)
    produced = dice.produce(compilation, settings("a4"))
    assert [problem.code for problem in produced.problems] == ["W824"]  # it means something, and nothing shows it
    assert sorted(artifact.path for artifact in produced.artifacts if artifact.path.endswith(".svg"))
    assert not any("a3" in artifact.path for artifact in produced.artifacts)
