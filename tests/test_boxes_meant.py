"""What is said of a box of a layout that is written as other programs write it: what was meant, once, where it stands."""

from __future__ import annotations

import pytest

from penance_build.api import compile_texts
from penance_build.diagnostics.problem import Problem
from penance_build.schema.boxes import font_hint

HEAD = """\
game: {id: g, name: G, version: "1", language: 1}
card_types: {event: {name: Event}}
card_attributes:
  cost: {name: Cost, type: 0..9, played: false}
  art: {type: image}
icons: {shell: "M12 3L21 12L12 21L3 12Z"}
cards: {one: {type: event, cost: 3, text: Hello}}
decks: {all: {name: All, cards: {one: 1}}}
layouts:
  face:
    boxes:
      all: {at: [4, 30, 50, 20], show: text}
      a: {BOX}
"""


def errors(box: str) -> list[Problem]:
    found = compile_texts({"game.yaml": HEAD.replace("BOX", box)}).problems
    return [problem for problem in found if problem.severity == "error"]


@pytest.mark.parametrize(
    ("box", "code", "column", "hint"),
    [
        # What a box shows, by the words of other programs.
        ("at: [3, 4, 50, 5], text: text", "E201", 30, "did you mean `show: text`?"),
        ("at: [3, 4, 50, 5], attribute: cost", "E201", 30, "did you mean `show: cost`?"),
        ("at: [3, 4, 50, 5], field: cost", "E201", 30, "did you mean `show: cost`?"),
        ("at: [3, 4, 50, 5], name: true", "E201", 30, "did you mean `show: name`?"),
        ('at: [3, 4, 50, 5], text: "Draw two"', "E201", 30, 'did you mean `say: "Draw two"`?'),
        ("at: [3, 4, 50, 5], art: art", "E201", 30, "did you mean `image: art`?"),
        ("at: [3, 4, 50, 5], src: art/reef.png", "E201", 30, "did you mean `image: art/reef.png`?"),
        ("at: [3, 4, 50, 5], kind: rectangle", "E201", 30, "did you mean `shape: rectangle`?"),
        ("at: [3, 4, 50, 5], shwo: cost", "E201", 30, "did you mean `show: cost`?"),
        # Where it stands.
        ("pos: [3, 4, 50, 5], show: name", "E201", 11, "did you mean `at`? It is missing"),
        (
            "left: 3, top: 4, width: 5, height: 6, show: name",
            "E201",
            11,
            "a place is one list of left, top, width and height: at: [3, 4, 5, 6]",
        ),
        (
            "at: {left: 3, top: 4, width: 5, height: 6}, show: name",
            "E203",
            15,
            "write left, top, width and height as a list: at: [3, 4, 5, 6]",
        ),
        ("at: [4 3.5 55.5 20], show: name", "E214", 16, "put commas between them: [4, 3.5, 55.5, 20]"),
        ('at: ["4,5", 3, 55, 20], show: name', "E214", 16, "a decimal fraction has a point: 4.5"),
        ('at: ["4,5 mm", 3, 55, 20], show: name', "E214", 16, "a decimal fraction has a point: 4.5"),
        ("at: [1.5cm, 3, 55, 20], show: name", "E214", 16, "lengths are millimetres: 15"),
        ("at: [-0.5in, 3, 55, 20], show: name", "E214", 16, "lengths are millimetres: -12.7"),
        ("at: [40px, 3, 55, 20], show: name", "E214", 16, "lengths are millimetres from the corner of the finished card, not `px`"),
        ("at: [1.23456, 3, 55, 20], show: name", "E214", 16, "a length has three decimals at most"),
        ('at: "4,5 3,5 55,5 20", show: name', "E214", 15, "a decimal fraction has a point: at: 4.5 3.5 55.5 20"),
        ('at: "4, 3.5, 55.5, 20", show: name', "E214", 15, "write it without the quotes: at: [4, 3.5, 55.5, 20]"),
        (
            "at: [4,5, 3,5, 55,5, 20], show: name",
            "E731",
            16,
            "write left, top, width and height in millimetres: at: [3, 4.5, 57.5, 7]; "
            "a decimal fraction has a point, for a comma parts two lengths",
        ),
        ("at: [3, 4, 50, 5], shape: line, line: 0,3", "E123", 50, "a decimal fraction has a point: line: 0.3"),
        # What a key shows, where its value is of another.
        ("at: [3, 4, 50, 5], image: name", "E301", 37, "did you mean `show: name`?"),
        ("at: [3, 4, 50, 5], image: cost", "E301", 37, "did you mean `show: cost`?"),
        ("at: [3, 4, 50, 5], icon: name", "E712", 36, "did you mean `show: name`?"),
        ("at: [3, 4, 50, 5], show: [name, cost]", "E203", 36, 'several in one box are a text: say: "{name} {cost}"'),
        ('at: [3, 4, 50, 5], show: "{cost}"', "E206", 36, 'did you mean `say: "{cost}"`?'),
        ("at: [3, 4, 50, 5], show: art/reef.png", "E206", 36, "did you mean `image: art/reef.png`?"),
        ("at: [3, 4, 50, 5], shape: circle", "E204", 37, "did you mean `ellipse`?"),
        # Sizes of text.
        ("at: [3, 4, 50, 5], show: name, size: [7, 12]", "E203", 48, "a range of sizes is one value: size: 7..12"),
        ("at: [3, 4, 50, 5], show: name, size: 7-12", "E214", 48, "a range is written 7..12"),
        ("at: [3, 4, 50, 5], show: name, size: 7 to 12", "E214", 48, "a range is written 7..12"),
        ('at: [3, 4, 50, 5], show: name, size: "7,5"', "E214", 48, "a decimal fraction has a point: 7.5"),
        ("at: [3, 4, 50, 5], show: name, size: 12px", "E214", 48, "sizes of text are points: size: 12"),
        ("at: [3, 4, 50, 5], show: name, size: small", "E214", 48, "write one size in points, or a range from the smallest: 7.5..12"),
        # Fonts and colours.
        (
            "at: [3, 4, 50, 5], show: name, font: Alegreya Sans",
            "E204",
            48,
            "a box has one of the two fonts of the theme: `font: display` here, and `font_display: alegreya-sans` in the theme",
        ),
        ("at: [3, 4, 50, 5], show: name, font: title", "E204", 48, "did you mean `display`?"),
        (
            "at: [3, 4, 50, 5], shape: rectangle, fill: type",
            "E301",
            54,
            "`tincture` is the colour of a card's faction; that of a type is `tint_event:` in the theme, "
            "or {type: {event: red, else: ink}} here",
        ),
        ("at: [3, 4, 50, 5], shape: rectangle, fill: faction", "E301", 54, "`tincture` is the colour of a card's faction"),
        ("at: [3, 4, 50, 5], shape: rectangle, fill: cost", "E301", 54, 'one for each value is written {cost: {…: "#24476b", else: ink}}'),
        (
            "at: [3, 4, 50, 5], shape: rectangle, fill: White",
            "E301",
            54,
            'write "#ffffff", or one of: paper, ink, rubric, quiet, tincture, red, blue, green, purple, gold, silver, black; '
            "or an attribute whose values are called so",
        ),
        (
            "at: [3, 4, 50, 5], show: name, fill: white",
            "E201",
            48,
            "its colour is `colour`; it may have: align, valign, font, weight, style, size, leading, spacing, lines, caps, colour, "
            "accent, rotate, finish",
        ),
    ],
)
def test_one_mistake_is_one_problem_that_says_what_was_meant(box: str, code: str, column: int, hint: str) -> None:
    [problem] = errors(box)
    assert (problem.code, problem.span.line, problem.span.column, problem.hint) == (code, 13, column, hint)


@pytest.mark.parametrize("box", ["[3, 4, 50, 5]", "name"])
def test_a_box_that_is_no_mapping_is_told_what_one_is(box: str) -> None:
    [problem] = [item for item in compile_texts({"game.yaml": HEAD.replace("{BOX}", box)}).problems if item.severity == "error"]
    assert (problem.code, problem.hint) == ("E203", "write what it shows and where: {at: [3, 4.5, 57.5, 7], show: name}")


def test_two_mistakes_of_a_box_are_two() -> None:
    assert [problem.hint for problem in errors("pos: [3, 4, 50, 5], name: name")] == [
        "did you mean `at`? It is missing",
        "did you mean `show: name`?",
    ]


@pytest.mark.parametrize(
    "box",
    [
        "at: [4mm, 3.5 mm, 55.5mm, 20], show: name, size: 9pt",
        "at: 4mm 3.5 mm 55.5mm 20 mm, show: name, size: 7.5 pt..9 pt",
        "at: [4, 3.5, 55.5, 20], shape: rectangle, line: 0.3 mm, corner: 2mm",
    ],
)
def test_lengths_and_sizes_may_have_their_unit(box: str) -> None:
    def layout(text: str) -> object:
        program = compile_texts({"game.yaml": HEAD.replace("BOX", text)}).program
        assert program is not None
        return program.printed.layouts

    assert errors(box) == []
    assert layout(box) == layout(box.replace(" mm", "").replace("mm", "").replace(" pt", "").replace("pt", ""))


def test_a_font_by_its_file_is_named_in_the_theme() -> None:
    assert font_hint("fonts/My Title.otf").endswith("`font_display: fonts/My Title.otf` in the theme")


@pytest.mark.parametrize("size", ["60x95", "Taror"])
def test_a_size_that_cannot_be_read_is_one_problem(size: str) -> None:
    """No box is held against another size of card, which it may well not fit."""
    box = "at: [2.5, 50, 55, 45], shape: rectangle, stroke: ink"
    text = HEAD.replace("BOX", box) + f"theme: {{card_size: {size}}}\n"
    assert [problem.code for problem in compile_texts({"game.yaml": text}).problems if problem.code in ("E809", "E732", "W733")] == ["E809"]
    sized = text.replace(f"card_size: {size}", "card_size: poker")
    assert "E732" in [problem.code for problem in compile_texts({"game.yaml": sized}).problems]


def test_the_second_place_of_a_name_is_where_what_is_meant_stands() -> None:
    text = HEAD.replace("BOX", "at: [3, 4, 50, 5], shape: rectangle, fill: seaa").replace("event: {", "gear: {name: Gear}, event: {")
    [problem] = [item for item in compile_texts({"game.yaml": text + 'theme: {tincture_sea: "#1b4f63"}\n'}).problems if item.code == "E301"]
    assert (problem.hint, problem.related) == ("did you mean `sea`?", ())
