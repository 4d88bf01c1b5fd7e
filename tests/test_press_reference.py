"""The quick reference: two pages, every figure read from the rules, and an error where it does not fit."""

from __future__ import annotations

import io
import re
from itertools import product

import pikepdf
import pypdfium2
import pytest

from penance_build.api import Compilation
from penance_build.build.judging.answers import produce
from penance_build.ir.nodes import Block, Cond, Const, Op, Program, ReferenceSide, Row, Slot, Table, Type, Unit, Var
from penance_build.ir.record import replace
from penance_build.press.reference.blocks import marked, shown_blocks
from penance_build.press.reference.cells import Cell, condition_text, output_column, words_of
from penance_build.press.reference.columns import dealt, even, shortest
from penance_build.press.reference.sheet import is_board
from penance_build.press.text.fonts import font_set
from penance_build.press.text.layout import layout
from penance_build.product import NoCache, Settings
from tests.games import shipped
from tests.ir_programs import with_parts
from tests.press_dice_support import by_path, compiled, settings, text_of

full = pytest.mark.full

GAMES = ("aethelgard", "penance", "skirmish")


def sheet(found: Program, paper: str = "a4", name: str = "") -> bytes:
    """The quick reference, or the sheet of this name beside it."""
    produced = produce(Compilation(found, ()), settings(paper))
    assert not produced.problems
    return by_path(produced.artifacts)[f"reference/{found.game}{'-' * bool(name)}{name}-{paper}.pdf"]


def sheets(found: Program) -> dict[str, list[ReferenceSide]]:
    """The sides of each sheet."""
    names = dict.fromkeys(side.sheet for side in found.printed.reference)
    return {name: [side for side in found.printed.reference if side.sheet == name] for name in names}


def only(*blocks: Block) -> Program:
    return with_parts(shipped("penance"), reference=(ReferenceSide("One side", blocks),))


def problems(found: Program) -> list[str]:
    produced = produce(Compilation(found, ()), settings("a4"))
    assert not produced.artifacts
    return [problem.code for problem in produced.problems]


# ---------------------------------------------------------------- cells, without a print library

NUMBER = Type("int", low=0, high=40)
TABLE = Table(
    "odd_cases",
    "Odd cases",
    "first",
    (Slot("distance", Type("int", low=0, high=40, unit="ell")), Slot("open", Type("bool", low=0, high=1))),
    (Slot("shift", Type("int", unit="aim")), Slot("wounds", NUMBER)),
    (
        Row((((0, 3),), None), (Const(0), Const(2)), "Near", "", ""),
        Row((((4, 4), (6, 7)), ((1, 1),)), (Const(-2), Op("add", (Var("distance"), Const(1)))), "Middling", "", ""),
        Row((((8, 40),), ((0, 0),)), (Const(1), Const(0)), "Far", "", ""),
    ),
    "",
)


AIM = Unit("aim", "aim", "aim", "worse", "better")


def with_table(*units: Unit) -> Program:
    found = only(Block("", "table", "odd_cases", (), ()))
    return with_parts(found, tables=(TABLE,), units=units)


def test_conditions_are_ranges_and_names() -> None:
    words = words_of(with_table())
    distance, is_open = TABLE.inputs
    assert [condition_text(row.when[0], distance.type, words) for row in TABLE.rows] == ["0–3", "4, 6–7", "8+"]
    assert [condition_text(row.when[1], is_open.type, words) for row in TABLE.rows] == ["–", "yes", "no"]
    net = Type("int", low=-60, high=60)
    assert condition_text(((-60, -2),), net, words) == "−2 or less"
    assert condition_text(((-1, -1),), net, words) == "−1"


def test_modifiers_bear_a_sign_and_its_word() -> None:
    found = with_table(AIM, Unit("ell", "ell", "ells", "", ""))
    block = replace(found.printed.reference[0].blocks[0], columns=("distance", "shift"))
    (shown,) = shown_blocks(found, (block,), words_of(found))
    assert [column.head for column in shown.columns] == ["", "Distance", "Shift"]
    assert [column.unit for column in shown.columns] == ["", "ells", ""]
    assert [row[0].text for row in shown.rows] == ["Near", "Middling", "Far"]
    assert [row[2] for row in shown.rows] == [Cell("0", quiet=True), Cell("−2", True, "better"), Cell("+1", True, "worse")]


def test_wide_tables_say_the_words_once() -> None:
    found = with_table(AIM)
    (shown,) = shown_blocks(found, found.printed.reference[0].blocks, words_of(found))
    assert shown.legend == "+ is worse, − is better"
    assert [row[3].text for row in shown.rows] == ["0", "−2", "+1"]
    assert [row[4].text for row in shown.rows] == ["2", "distance + 1", "0"]


def test_steps_count_on_until_the_next_title() -> None:
    found = only(
        Block("First", "steps", "", ("a", "b"), ()),
        Block("", "steps", "", ("c",), ()),
        Block("Second", "steps", "", ("d",), ()),
    )
    assert [shown.first for shown in shown_blocks(found, found.printed.reference[0].blocks, words_of(found))] == [1, 3, 1]


def test_lines_are_escaped_and_numbers_strong() -> None:
    assert marked("<i> & 5", ()) == "&lt;i&gt; &amp;<b>\u00a05</b>"
    assert marked("Water: 2 {icon:drop}", (("drop", "M0 0Z"),)) == (
        '<span class="lead">Water:</span><b> 2</b>\u00a0<span class="icon">\U000f0000</span>'
    )


def test_numbers_keep_what_they_count_and_the_end_keeps_together() -> None:
    assert marked("Lose 3 cards, then at 5 the component is destroyed.", ()) == (
        "Lose<b> 3</b>\u00a0cards, then at<b> 5</b>\u00a0the component is\u00a0destroyed."
    )


@pytest.mark.full
def test_lines_are_full_before_what_stays_together_whatever_their_width() -> None:
    """In 400 widths a line takes as many words as it has room for, as it does where each word is an element."""
    text = marked("Each Primary Weapon card lost and each CRITICAL face is Component Damage. At 3 the component is destroyed.", ())
    start, _, end = text.partition("<b>")
    apart = " ".join(f'<span style="white-space: nowrap">{word}</span>' for word in start.split()) + f"<b>{end}"
    widths = range(40000, 56000, 40)
    lines = (
        f'<p id="{name}{width}" style="width: {width / 1000}mm">{line}</p>'
        for width in widths
        for name, line in (("t", text), ("a", apart))
    )
    css = "p { font-size: 9pt; line-height: 1mm; margin: 0 }"
    html = f'<!DOCTYPE html><html lang="en"><body>{"".join(lines)}</body>'
    boxes = layout(html, width_um=100000, height_um=3000000, cache=NoCache(), fonts=font_set({}, ()), css=css).boxes
    heights = {name: bottom - top for name, (_, top, _, bottom) in boxes.items()}
    assert len(set(heights.values())) > 1
    assert [width for width in widths if heights[f"t{width}"] != heights[f"a{width}"]] == []


@pytest.mark.full
def test_a_number_does_not_stand_alone_whatever_the_width() -> None:
    """In 200 widths the last number has a word before it in its line, and no line is broken sooner for it."""
    text = marked("Take away penalty dice. Psychic Stress is a penalty die for each full 20.", ())
    loose = str(text).replace("\u00a0", " ")
    found = {}
    for name, line in (("text", str(text)), ("loose", loose)):
        lines = "".join(f'<p style="width: {width / 1000}mm">{line}</p>' for width in range(40000, 56000, 80))
        css = "p { font-size: 9pt; line-height: 4mm; margin: 0 0 4mm 0 }"
        html = f'<!DOCTYPE html><html lang="en"><body>{lines}</body>'
        made = layout(html, width_um=100000, height_um=6000000, cache=NoCache(), fonts=font_set({}, ()), css=css)
        [page] = pypdfium2.PdfDocument(made.pdf)
        found[name] = [row.replace("\u00a0", " ").strip() for row in page.get_textpage().get_text_bounded().splitlines()]
    assert found["loose"].count("20.") > 20  # what would stand alone
    assert "20." not in found["text"]
    assert len(found["text"]) == len(found["loose"])


def test_steps_that_go_on_are_one_sequence() -> None:
    found = shipped("penance")
    shown = shown_blocks(found, found.printed.reference[0].blocks, words_of(found))
    threaded = [block.is_threaded for block in shown]
    first = threaded.index(True)
    assert shown[first].title == "The attack"
    assert threaded == [False] * first + [True] * (len(shown) - first)
    assert [block.first + len(block.lines) - 1 for block in shown if block.show == "steps" and block.is_threaded][-1] == 8
    # Steps that are said in one block are a list.
    assert not shown[0].is_threaded


def test_blocks_keep_their_order_in_the_shortest_columns() -> None:
    heights = [50, 30, 30, 60, 10, 20]
    room = shortest(heights, 10)
    columns = dealt(heights, 10, room)
    assert [index for column in columns for index in column] == list(range(6))
    assert len(columns) == 3
    assert len(dealt(heights, 10, room - 1)) > 3


def test_columns_are_as_even_as_the_room_allows() -> None:
    heights = [40, 10, 10, 10, 40, 20]
    assert dealt(heights, 0, 70) == [[0, 1, 2, 3], [4, 5]]
    assert even(heights, 0, 70) == [[0], [1, 2, 3], [4, 5]]
    assert even([30, 30], 10, 70) == [[0], [1]]
    assert even([], 10, 70) == []


@pytest.mark.parametrize("most", [1, 2, 3])
def test_no_column_is_empty_before_one_that_is_not(most: int) -> None:
    """All ways of four heights in up to five blocks, in the least room and in more of it."""
    for count in range(1, 6):
        for heights in product((10, 30, 50, 70), repeat=count):
            for more in (0, 20, 500):
                columns = even(heights, 10, shortest(heights, 10, most) + more, most)
                assert [index for column in columns for index in column] == list(range(count))
                assert all(columns) and len(columns) <= most


def test_a_short_last_word_does_not_stand_alone() -> None:
    assert marked("Roll as many dice as the attack has.", ()) == "Roll as many dice as the\u00a0attack\u00a0has."
    assert marked("Reckon all advantages", ()) == "Reckon all advantages"


@pytest.mark.full
def test_an_enum_says_what_its_members_are() -> None:
    found = shipped("aethelgard")
    (shown,) = shown_blocks(found, (Block("", "enum", "check_outcome", (), ()),), words_of(found))
    assert shown.members[0] == ("Fumble", "No success and at least\u00a0one\u00a0botch")
    data = sheet(with_parts(found, reference=(ReferenceSide("Degrees", (Block("", "enum", "check_outcome", (), ()),)),)))
    assert "Fumble: No success and at least one botch" in text_of(data)


@pytest.mark.parametrize(("game", "die", "spotted"), [("skirmish", "d6", 6), ("aethelgard", "d10", 0)])
def test_a_plain_die_of_six_has_spots_and_others_have_numbers(game: str, die: str, spotted: int) -> None:
    found = shipped(game)
    bare = tuple(replace(one, faces=tuple(replace(face, text="") for face in one.faces)) for one in found.dice)
    found = replace(found, dice=bare)
    (shown,) = shown_blocks(found, (Block("", "die", die, (), ()),), words_of(found))
    assert shown.plain
    assert [str(face["spots"]).count("<circle") for face in shown.faces if face["spots"]] == list(range(1, spotted + 1))


def test_short_labels_are_not_broken() -> None:
    found = with_table(AIM)
    block = replace(found.printed.reference[0].blocks[0], columns=("distance",))
    (shown,) = shown_blocks(found, (block,), words_of(found))
    assert shown.columns[0].whole
    longer = replace(TABLE, rows=(replace(TABLE.rows[0], label="A label of a great many words"), *TABLE.rows[1:]))
    (shown,) = shown_blocks(replace(found, tables=(longer,)), (block,), words_of(found))
    assert not shown.columns[0].whole


# ---------------------------------------------------------------- the sheet


@full
@pytest.mark.parametrize(("game", "copies"), [("aethelgard", 2), ("skirmish", 2), ("penance", 1)])
def test_what_needs_half_a_sheet_is_there_twice(game: str, copies: int) -> None:
    found = shipped(game)
    text = text_of(sheet(found)).lower()
    assert text.count(found.printed.reference[0].title.lower()) == copies


@full
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_has_a_page_for_each_side(game: str, paper: str) -> None:
    width, height = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}[paper]
    for name, sides in sheets(shipped(game)).items():
        if is_board(sides[0]):
            continue  # a board takes as many sheets as it needs
        with pikepdf.open(io.BytesIO(sheet(shipped(game), paper, name))) as document:
            assert len(document.pages) == len(sides) <= 2
            size = [height, width] if any(side.is_landscape for side in sides) else [width, height]
            for page in document.pages:
                assert [float(value) * 25.4 / 72 for value in page.MediaBox] == pytest.approx([0, 0, *size], abs=0.01)


@full
def test_the_first_game_fills_both_sides() -> None:
    with pikepdf.open(io.BytesIO(sheet(shipped("penance")))) as document:
        assert len(document.pages) == 2


@full
@pytest.mark.parametrize("game", GAMES)
def test_everything_asked_for_is_printed(game: str) -> None:
    found = shipped(game)
    for side in found.printed.reference:
        text = text_of(sheet(found, name=side.sheet)).lower()
        assert side.title.lower() in text
        for block in side.blocks:
            assert block.title.lower() in text
            for line in block.lines:
                assert line.lower().replace("*", "") in text, line
            for die in found.dice:
                if block.show == "die" and die.id == block.ref and die.faces[0].text:
                    assert all(face.name.lower() in text for face in die.faces)
            for table in found.tables:
                if block.show == "table" and table.id == block.ref:
                    assert all(row.label.lower() in text for row in table.rows)


@full
def test_a_changed_datum_changes_the_page() -> None:
    found = shipped("penance")
    table = next(t for t in found.tables if t.id == next(b.ref for s in found.printed.reference for b in s.blocks if b.show == "table"))
    value = table.rows[-1].values[0]
    assert isinstance(value, Const)
    row = replace(table.rows[-1], values=(Const(value.value + 20), *table.rows[-1].values[1:]))
    changed = replace(table, rows=(*table.rows[:-1], row))
    after = replace(found, tables=tuple(changed if t.id == table.id else t for t in found.tables))
    shown = f"+{value.value + 20}"
    assert shown not in text_of(sheet(found))
    assert shown in text_of(sheet(after))


@full
@pytest.mark.parametrize("game", [pytest.param(name, marks=[pytest.mark.soak] * (name == "penance")) for name in GAMES])
def test_equal_rules_give_equal_bytes(game: str) -> None:
    again = produce(compiled(game), Settings("a4", NoCache()))
    assert by_path(again.artifacts)[f"reference/{game}-a4.pdf"] == sheet(shipped(game))


@full
def test_icons_are_glyphs_of_the_game() -> None:
    icon = shipped("penance").printed.icons[0][0]
    text = text_of(sheet(only(Block("", "text", "", (f"Look at {{icon:{icon}}} here",), ()))))
    assert re.search("Look at \U000f0000 here", text)


# ---------------------------------------------------------------- problems


def test_a_game_without_a_reference_has_no_sheet() -> None:
    assert produce(Compilation(with_parts(shipped("penance"), reference=()), ()), settings("a4")).artifacts == ()


def test_three_sides_are_too_many() -> None:
    assert problems(with_parts(shipped("penance"), reference=(ReferenceSide("Side", ()),) * 3)) == ["E841"]


def test_what_is_not_there_is_named() -> None:
    assert problems(only(Block("", "table", "nowhere", (), ()))) == ["E842"]
    assert problems(only(Block("", "text", "", ("{icon:nowhere}",), ()))) == ["E842"]
    found = with_table()
    block = replace(found.printed.reference[0].blocks[0], columns=("nowhere",))
    assert problems(with_parts(found, reference=(ReferenceSide("Side", (block,)),))) == ["E842"]


@full
def test_too_much_is_an_error_in_millimetres() -> None:
    crowded = only(*(Block(f"Block {index}", "text", "", ("word " * 60,), ()) for index in range(60)))
    produced = produce(Compilation(crowded, ()), settings("a4"))
    assert [problem.code for problem in produced.problems] == ["E840"]
    assert re.search(r"is [\d.]+ mm too long", produced.problems[0].message)


@full
def test_too_wide_is_an_error() -> None:
    wide = replace(TABLE, rows=tuple(replace(row, label="unbreakable" * 8) for row in TABLE.rows))
    produced = produce(Compilation(replace(with_table(), tables=(wide,)), ()), settings("a4"))
    assert {problem.code for problem in produced.problems} == {"E840"}
    assert "wider than its column" in produced.problems[0].message


@full
def test_a_title_beyond_its_line_is_an_error() -> None:
    long = with_parts(shipped("penance"), reference=(ReferenceSide("A title of a great many words that never ends", ()),))
    assert problems(long) == ["E840"]


def test_formulas_in_cells_keep_their_parentheses() -> None:
    size, speed = Var("size"), Var("top_speed")
    value = Op("mul", (Op("add", (size, Const(1))), Op("max", (speed, Op("neg", (size,))))))
    shown = Cond(Op("ge", (size, Const(-2))), value, Op("cdiv", (Const(9), Op("sub", (speed, size)))))
    row = replace(TABLE.rows[0], values=(shown, *TABLE.rows[0].values[1:]))
    cells = output_column(replace(TABLE, rows=(row,)), 0, words_of(with_table())).cells
    minus, times, least = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}", "\N{GREATER-THAN OR EQUAL TO}"
    wanted = f"(size + 1) {times} max(top speed, {minus}size) if size {least} {minus}2, else 9 / (top speed {minus} size)"
    assert [cell.text for cell in cells] == [wanted]
