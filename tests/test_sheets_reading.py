"""Sheets of cards as they are read: as `csv`, `json` and openpyxl read them, every cell at its place, whatever bytes there are."""

from __future__ import annotations

import csv
import datetime
import io
import json
import random
import time
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penance_build.sheets.reading.cells import Book, Cell, Sheet, column_letters
from penance_build.sheets.reading.delimited import SEPARATORS, sniff
from penance_build.sheets.reading.numbers import date_of, plain_number
from penance_build.sheets.reading.open import Wanted, open_book

LETTERS = st.text(st.sampled_from("ab \"',;|\t\nÜ漢01.*{}"), max_size=12)


def opened(name: str, data: bytes, wanted: Wanted | None = None) -> Book:
    book, problems = open_book(name, data, wanted or Wanted())
    assert book is not None, problems
    return book


def texts(sheet: Sheet) -> list[list[str]]:
    return [[cell.text for cell in sheet.heads], *([cell.text for cell in row.cells] for row in sheet.rows)]


def workbook(rows: list[list[Any]], title: str = "Cards") -> openpyxl.Workbook:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    return made


def saved(made: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


# ---------------------------------------------------------------- CSV


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Name,Cost\nLamp,1\n", "\u540d\u524d,\u8cbb\u7528\n\u30e9\u30f3\u30d7,1\n"])
def test_utf_16_without_a_mark_is_read_in_the_order_of_its_bytes(order: str, text: str) -> None:
    book = opened("a.csv", text.encode(order), Wanted(encoding="utf-16"))
    assert texts(book.sheets[0]) == [line.split(",") for line in text.splitlines()]


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_utf_16_that_nobody_named_is_one_problem_or_is_told(order: str) -> None:
    data = "Name,Cost\nLamp,1\n".encode(order)
    book, problems = open_book("a.csv", data, Wanted())
    assert book is None
    assert [(problem.code, problem.message) for problem in problems] == [("E170", "the file is saved as UTF-16, without a byte order mark")]
    assert ("encoding", "utf-16") in opened("a.csv", data, Wanted(may_guess=True)).choices


def test_utf_16_of_no_order_is_one_problem() -> None:
    _, problems = open_book("a.csv", "\u540d\u524d".encode("utf-16-le"), Wanted(encoding="utf-16"))
    assert [problem.message for problem in problems] == ["the file has no byte order mark, and the order of its bytes cannot be told"]


def test_one_byte_0_makes_no_utf_16() -> None:
    assert "E170" not in [problem.code for problem in open_book("a.csv", b"Name,Cost\nLa\0mp,1\n", Wanted())[1]]


@pytest.mark.full
@given(st.lists(st.lists(LETTERS, min_size=3, max_size=3), min_size=1, max_size=6), st.sampled_from(sorted(SEPARATORS)))
def test_csv_is_read_as_python_reads_it(rows: list[list[str]], separator: str) -> None:
    rows = [["h1", "h2", "h3"], *rows]
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\n").writerows(rows)
    text = stream.getvalue()
    expected = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if any(cell.strip() for cell in row)]
    book = opened("cards.csv", text.encode(), Wanted(separator=separator))
    assert texts(book.sheets[0]) == expected
    for row in book.sheets[0].rows:
        for cell in row.cells:
            holds_its_place(book, cell)


def holds_its_place(book: Book, cell: Cell) -> None:
    """Each character of a cell stands in the text where its offset says."""
    offsets = book.offsets(cell)
    assert len(offsets) == len(cell.text) + 1
    assert all(cell.start <= offset <= cell.end for offset in offsets)
    if book.form != "json":
        assert "".join(book.lines.text[offset] for offset in offsets[:-1]) == cell.text


@pytest.mark.parametrize(("text", "separator"), [
    ("a,b\n1,2\n", ","), ("a;b\n1,5;2\n1,5;3\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"), ("only\nwords, here\n", ","),
    ('name;text\nx;"a, b, c; d"\ny;"a, b"\n', ";"), ('name,text\nx,"a; b; c"\ny,"a; b"\n', ","), ("", ","),
    ("Title\n\na;b;c\n1;2;3\n", ";"),
])  # fmt: skip
def test_the_separator_is_found(text: str, separator: str) -> None:
    assert sniff(text) == separator


def test_encodings() -> None:
    text = "Name;Text\nFlüchtling;„ja“\n"
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le"):
        data = text.encode(encoding) if encoding != "utf-16-le" else b"\xff\xfe" + text.encode("utf-16-le")
        assert texts(opened("a.csv", data).sheets[0]) == [["Name", "Text"], ["Flüchtling", "„ja“"]]
    data = text.encode("cp1252")
    book, problems = open_book("a.csv", data, Wanted())
    assert book is None
    assert [(item.code, item.span.line, item.span.column) for item in problems] == [("E170", 2, 3)]
    assert texts(opened("a.csv", data, Wanted(encoding="cp1252")).sheets[0])[1] == ["Flüchtling", "„ja“"]
    guessed = opened("a.csv", data, Wanted(may_guess=True))
    assert ("encoding", "cp1252") in guessed.choices
    assert any("Windows-1252" in note.says for note in guessed.notes)
    assert open_book("a.csv", b"\xff\xfea", Wanted())[0] is None
    assert open_book("a.csv", text.encode("cp1252") + b"\x81", Wanted(may_guess=True))[0] is None


def test_rows_above_the_heads_and_widths() -> None:
    book = opened("a.csv", b"sep=;\nMy cards;\n;;\nName;Text;;\nx;1;2;3\ny\n")
    [sheet] = book.sheets
    assert [cell.text for cell in sheet.heads] == ["Name", "Text", "", ""]
    assert [(row.number, [cell.text for cell in row.cells]) for row in sheet.rows] == [(5, ["x", "1", "2", "3"]), (6, ["y", "", "", ""])]
    assert any("above the heads" in note.says for note in book.notes)


@pytest.mark.parametrize(
    ("data", "column", "says"),
    [
        (b"Name,Text\nTea,Drink it.\nBell,Ring it, loudly\n", 14, "row 3 has more cells than the 2 of the heads in row 1"),
        (b"Name;Text;\nx;1;2;;3\ny;1;2;3\n", 8, "row 2 has more cells than the 3 of the heads in row 1, and so has one more row"),
    ],
)
def test_a_cell_under_no_head_is_never_dropped(data: bytes, column: int, says: str) -> None:
    """Most often a comma within a text that has no quotes: the card would print half of it."""
    book, [problem] = open_book("a.csv", data, Wanted())
    assert book is None
    assert (problem.code, problem.span.column, problem.message) == ("E166", column, says)
    assert opened("a.csv", b"Name,Text\nBell,Ring it,,\n").sheets[0].rows[0].cells[1].text == "Ring it"


# ---------------------------------------------------------------- JSON

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text(max_size=6),
    lambda inner: st.dictionaries(st.text(st.sampled_from("abc"), min_size=1, max_size=2), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.full
@given(
    st.lists(
        st.dictionaries(st.text(st.sampled_from("xyz"), min_size=1, max_size=3), VALUES, min_size=1, max_size=4), min_size=1, max_size=4
    )
)
def test_json_is_read_as_python_reads_it(rows: list[dict[str, Any]]) -> None:
    def flat(value: dict[str, Any], prefix: str = "") -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, inner in value.items():
            found.update(flat(inner, f"{prefix}{key}.") if isinstance(inner, dict) else {prefix + key: inner})
        return found

    def text(value: Any) -> str:
        return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    for form in ({"ensure_ascii": True}, {"ensure_ascii": False, "indent": 2}):
        book, problems = open_book("a.json", json.dumps(rows, **form).encode("utf-8", "surrogatepass"), Wanted())  # type: ignore[arg-type]
        if book is None:
            assert {item.code for item in problems} <= {"E103", "E170"}, problems
            continue
        [sheet] = book.sheets
        heads = [cell.text for cell in sheet.heads]
        for row, item in zip(sheet.rows, rows, strict=True):
            expected = {key: text(value) for key, value in flat(item).items()}
            assert {head: cell.text for head, cell in zip(heads, row.cells, strict=True) if cell.text} == {
                k: v for k, v in expected.items() if v
            }
            for cell in row.cells:
                holds_its_place(book, cell)


def test_json_numbers_lists_and_keys() -> None:
    text = (
        '{"a": {"one": {"n": 3.0, "f": 2.50, "l": ["x", "y;z", null], "e": 1e2}, "two": {"n": null, '
        '"l": [{"q": 1}], "u": "\\u00e9\\ud83d\\ude00!"}}}'
    )
    book = opened("a.json", text.encode())
    [sheet] = book.sheets
    found = [{head.text: (cell.text, cell.kind) for head, cell in zip(sheet.heads, row.cells, strict=True)} for row in sheet.rows]
    assert found[0] == {
        "key": ("one", "text"), "n": ("3", "number"), "f": ("2.5", "fraction"), "l": ("x; y;z", "list"), "e": ("100", "number"),
        "u": ("", "empty"),
    }  # fmt: skip
    assert found[1]["l"] == ("", "nested")
    assert sheet.rows[0].cells[3].items == ("x", "y;z")
    cell = sheet.rows[1].cells[-1]
    assert [text[offset] for offset in book.offsets(cell)] == ["\\", "\\", "!", '"']


@pytest.mark.parametrize(("text", "place"), [
    ('[{"a": 1,}]', (1, 10)), ('[{"a": 1}', (1, 10)), ("[{a: 1}]", (1, 3)), ('[{"a": NaN}]', (1, 8)), ('[{"a": 01}]', (1, 9)), ("", (1, 1)),
    ('[{"a": 1}] x', (1, 12)), ('[{"a": "x\ny"}]', (1, 10)), ("[1, 2]", (1, 1)), ("[]", (1, 1)), ('"x"', (1, 1)),
    ('[{"a": 1, "a": 2}]', (1, 11)),
    ('[{"a": {"b": 1}, "a.b": 2}]', (1, 25)), ("[" * 9000, (1, 66)),
])  # fmt: skip
def test_json_that_is_none_has_a_place(text: str, place: tuple[int, int]) -> None:
    book, problems = open_book("a.json", text.encode(), Wanted())
    assert book is None
    assert [(item.span.line, item.span.column) for item in problems] == [place]


# ---------------------------------------------------------------- workbooks

CELLS = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.sampled_from("ab <&>\"'\n_x0Ü漢{*"), min_size=1, max_size=10)


@pytest.mark.full
@settings(max_examples=40)
@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=5))
def test_workbooks_are_read_as_openpyxl_reads_them(rows: list[list[Any]]) -> None:
    data = saved(workbook([["h1", "h2", "h3"], *rows]))
    [sheet] = (book := opened("a.xlsx", data)).sheets
    again = openpyxl.load_workbook(io.BytesIO(data), data_only=True).active
    assert again is not None
    expected = {}
    for number, row in enumerate(again.iter_rows(min_row=2, values_only=True), 2):
        cells = ["" if value is None else str(value).lower() if isinstance(value, bool) else str(value) for value in row]
        if any(cell.strip() for cell in cells):
            expected[number] = cells
    assert {row.number: [cell.text for cell in row.cells] for row in sheet.rows} == expected
    for row in sheet.rows:
        for cell in row.cells:
            assert len(book.offsets(cell)) == len(cell.text) + 1
            assert book.lines.span(cell.start, cell.end).line == row.number


def test_kinds_of_cells() -> None:
    made = workbook(
        [["Name", "a", "b", "c", "d", "e"], ["x", 3.0, 2.5, datetime.date(2026, 5, 3), datetime.datetime(2026, 5, 3, 14, 30), "=1+1"]]
    )
    made.create_sheet("Notes").append(["nothing", "here"])
    hidden = made.create_sheet("Old")
    hidden.append(["Name", "a"])
    hidden.sheet_state = "hidden"
    sheet = made["Cards"]
    sheet.row_dimensions[2].hidden = True
    sheet.merge_cells("A2:A4")
    sheet["B3"], sheet["B4"] = 1, 2
    book = opened("a.xlsx", saved(made))
    [read] = book.sheets
    assert [(cell.text, cell.kind) for cell in read.rows[0].cells] == [
        ("x", "text"), ("3", "number"), ("2.5", "fraction"), ("2026-05-03", "date"), ("2026-05-03 14:30", "date"), ("", "formula"),
    ]  # fmt: skip
    assert [row.cells[0].text for row in read.rows] == ["x", "x", "x"]
    says = {note.kind: note.says for note in book.notes}
    assert says["sheets"] == "read: Cards; not read: Notes, Old"
    assert "merged" in says["merged"]
    assert "hidden row" in says["hidden"]
    assert book.where(read, 2, 2) == "Cards!C2"
    assert [sheet.name for sheet in opened("a.xlsx", saved(made), Wanted(sheets=("old", "cards"))).sheets] == ["Old", "Cards"]


def test_stored_values_errors_and_spoken_texts() -> None:
    """What other programs write: formulas with values, an empty text as a value, errors, rich texts, cells without places."""
    sheet = (
        '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>Name</t></is></c><c t="inlineStr"><is><t>n</t></is></c></row>'
        '<row><c t="s"><v>0</v></c><c><f>2*3</f><v>6</v></c><c t="str"><f>""</f><v></v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c>'
        '<c t="inlineStr"><is><r><t>so</t></r><r><t xml:space="preserve"> far_x000D_</t></r></is></c><c><f>A1</f></c></row>'
        "</sheetData></worksheet>"
    )
    parts = {
        "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="i1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="i1" Type="x/worksheet" Target="/xl/s.xml"/>'
        '<Relationship Id="i2" Type="x/sharedStrings" Target="t.xml"/>'
        '<Relationship Id="i3" Type="x/externalLink" Target="http://x" TargetMode="External"/>'
        "</Relationships>",
        "xl/s.xml": sheet,
        "xl/t.xml": "<sst><si><r><t>Rich</t></r><r><t> text</t></r><rPh><t>spoken</t></rPh></si></sst>",
    }
    [read] = opened("a.xlsx", packed(parts)).sheets
    assert [(cell.text, cell.kind) for cell in read.rows[0].cells] == [
        ("Rich text", "text"), ("6", "number"), ("", "empty"), ("#DIV/0!", "error"), ("so far\n", "text"), ("", "formula"),
    ]  # fmt: skip
    parts["xl/t.xml"] = '<!DOCTYPE sst [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'
    book, problems = open_book("a.xlsx", packed(parts), Wanted())
    assert book is None
    assert "document type" in problems[0].message


def packed(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts.items():
            made.writestr(name, text)
    return stream.getvalue()


@pytest.mark.full
def test_a_bomb_costs_nothing() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/workbook.xml", b"0" * 200_000_000)
    began = time.process_time()
    book, problems = open_book("a.xlsx", stream.getvalue(), Wanted())
    assert book is None
    assert [item.code for item in problems] == ["E167"]
    assert time.process_time() - began < 1


@pytest.mark.full
def test_bounds_of_rows_and_columns() -> None:
    for data, code in (
        ((b"a,b\n" + b"1,2\n" * 60_000), "E167"), (b"a,b\n" + b"," * 600, "E167"), (b'a,b\n"' + b"x" * 200_000 + b'",1\n', "E167"),
        (b"", "E168"),
    ):  # fmt: skip
        book, problems = open_book("a.csv", data, Wanted())
        assert book is None
        assert [item.code for item in problems] == [code]


# ---------------------------------------------------------------- anything at all


@pytest.mark.full
@pytest.mark.parametrize(("rows", "merges", "place"), [
    ("".join(f'<row r="{row}"><c r="SF{row}"><v>1</v></c></row>' for row in range(1, 50_001)), "", "SF50000"),
    ("".join(f'<row r="{row}"><c r="A{row}"><v>1</v></c></row>' for row in range(1, 20_001)), '<mergeCell ref="A1:Z20000"/>' * 1000, "A1"),
], ids=("wide", "merged"))  # fmt: skip
def test_what_is_filled_up_is_bounded_too(rows: str, merges: str, place: str) -> None:
    """A few cells at the end of rows, and cells that are merged again and again, are small files of very many cells."""
    data = packed({
        "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Cards" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/></Relationships>',
        "xl/s.xml": f"<worksheet><sheetData>{rows}</sheetData><mergeCells>{merges}</mergeCells></worksheet>",
    })  # fmt: skip
    began = time.process_time()
    book, problems = open_book("a.xlsx", data, Wanted())
    assert book is None
    assert [(item.code, f"stands at {place};" in item.message) for item in problems] == [("E167", True)]
    assert time.process_time() - began < 5


SHEETS = {
    "xl/workbook.xml": '<workbook xmlns:r="r"><sheets><sheet name="Cards" r:id="a"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/>'
    '<Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/></Relationships>',
}


def rows_of(cell: str, rows: int, columns: int) -> str:
    return f"<worksheet><sheetData>{('<row>' + cell * columns + '</row>') * rows}</sheetData></worksheet>"


@pytest.mark.full
@pytest.mark.parametrize(("parts", "says"), [
    ({"xl/s.xml": rows_of('<c t="s"><v>0</v></c>', 10_000, 8), "xl/t.xml": f"<sst><si><t>{'x' * 90_000}</t></si></sst>"},
     "16,000,000 characters are the most"),
    ({"xl/s.xml": rows_of(f"<c t='inlineStr'><is><t>{'A' * 60_000_000}</t></is></c>", 1, 1)}, "a cell has more than 100,000 characters"),
    ({"xl/s.xml": rows_of(f"<c t='inlineStr'><is>{'<r><t>AAAAAAAAAA</t></r>' * 20_000}</is></c>", 1, 1)}, "more than 100,000 characters"),
    ({"xl/s.xml": rows_of("<c/>", 1, 1), "xl/t.xml": f"<sst><si><t>{'x' * 60_000_000}</t></si></sst>"}, "more than 100,000 characters"),
    ({"xl/s.xml": rows_of("", 2_600_000, 0)}, "the workbook has more than 2,500,000 elements of XML"),
    ({"xl/s.xml": rows_of("<c><v>1</v></c>", 1000, 499) + " " * 30_000_000,
      "xl/workbook.xml": '<workbook xmlns:r="r"><sheets>' + '<sheet name="Cards" r:id="a"/>' * 20 + "</sheets></workbook>"},
     "500,000 cells"),
], ids=("shared", "one", "runs", "string", "rows", "sheets"))  # fmt: skip
def test_a_small_workbook_of_very_much_is_refused_while_it_is_read(parts: dict[str, str], says: str) -> None:
    data = packed({**SHEETS, "xl/t.xml": "<sst/>", **parts})
    began = time.process_time()
    book, problems = open_book("a.xlsx", data, Wanted())
    assert book is None
    assert [(item.code, says in item.message) for item in problems] == [("E167", True)]
    assert time.process_time() - began < 8


@pytest.mark.full
@pytest.mark.parametrize("parts", [
    {"xl/s.xml": rows_of("<c><v>1</v></c>", 2, 2).replace("<row>", f'<row x="{"y" * 40_000_000}">', 1)},
    {"xl/s.xml": rows_of("<c><v>1</v></c>", 2, 2).replace("<row>", f"<!--{'y' * 40_000_000}--><row>", 1)},
    {"xl/s.xml": rows_of('<c s="0"><v>1</v></c>', 2, 2),
     "xl/styles.xml": f"<s><numFmts><numFmt numFmtId='164' formatCode='{'[' * 500_000}{'&quot;' * 500_001}'/></numFmts>"
     "<cellXfs><xf numFmtId='164'/></cellXfs></s>"},
    {"xl/s.xml": rows_of('<c s="0"><v>1</v></c>', 2, 2), "xl/styles.xml": f"<s><cellXfs><xf numFmtId='{'9' * 10_000}'/></cellXfs></s>"},
], ids=("attribute", "comment", "format", "number of a format"))  # fmt: skip
def test_what_is_long_and_says_nothing_is_read_in_one_pass(parts: dict[str, str]) -> None:
    relations = SHEETS["xl/_rels/workbook.xml.rels"].replace("</", '<Relationship Id="c" Type="x/styles" Target="styles.xml"/></')
    data = packed({**SHEETS, "xl/t.xml": "<sst/>", "xl/styles.xml": "<s/>", **parts, "xl/_rels/workbook.xml.rels": relations})
    began = time.process_time()
    book, problems = open_book("a.xlsx", data, Wanted())
    assert book is not None, problems
    assert [cell.text for cell in book.sheets[0].rows[0].cells] == ["1", "1"] or book.sheets[0].heads is not None
    assert time.process_time() - began < 8


def test_the_separator_is_not_looked_for_without_end() -> None:
    began = time.process_time()
    assert sniff("\n" * 5_000_000) == ","
    assert sniff("a;b;c\n" + "\n" * 5_000_000) == ";"
    assert time.process_time() - began < 5


@pytest.mark.full
def test_rows_are_as_wide_as_the_widest_within_bounds() -> None:
    """One wide row among many short ones is a small file of very many cells."""
    lines = b"a,b\n" * 20_000
    for name, data in (
        ("a.csv", lines + b"x" + b"," * 450 + b"\n"),
        ("a.json", ("[" + '{"a":1},' * 20_000 + "{" + ",".join(f'"k{key}":1' for key in range(450)) + "}]").encode()),
    ):
        book, problems = open_book(name, data, Wanted())
        assert book is None
        assert [(item.code, "500,000 are the most" in item.message) for item in problems] == [("E167", True)]


@pytest.mark.full
def test_rows_of_sums_are_told_in_one_pass() -> None:
    data = "Name,Cost\n" + "".join(f"total,{number}\n" for number in range(1, 20_001)) + "total,3\n"
    began = time.process_time()
    sheet = opened("a.csv", data.encode()).sheets[0]
    assert [row.number for row in sheet.totals] == [4]  # 1 and 2 above it
    assert time.process_time() - began < 5


def seeds() -> list[tuple[str, bytes]]:
    rows = [["Name", "Cost", "Text"], *([f"Card {n}", n, 'Say "hi",\nthen go'] for n in range(6))]
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    objects = [dict(zip(("Name", "Cost", "Text"), row, strict=True)) for row in rows[1:]]
    return [("a.csv", stream.getvalue().encode()), ("a.json", json.dumps(objects, indent=1).encode()), ("a.xlsx", saved(workbook(rows)))]


@pytest.mark.parametrize("number", range(3))
def test_broken_bytes_give_problems_and_no_more(number: int) -> None:
    name, data = seeds()[number]
    chance = random.Random(number)
    began = time.process_time()
    for _ in range(400):
        broken = bytearray(data)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(broken))
            match chance.randrange(4):
                case 0:
                    broken[at] = chance.randrange(256)
                case 1:
                    del broken[at : at + chance.randint(1, 40)]
                case 2:
                    broken[at:at] = broken[at : at + chance.randint(1, 40)]
                case _:
                    broken[at:at] = chance.choice([b'"', b",", b"{", b"\xff", b"\0", b"<", b"\n"])
            broken = broken or bytearray(b"x")
        book, problems = open_book(name, bytes(broken), Wanted(may_guess=chance.random() < 0.5))
        assert book is not None or any(item.severity == "error" for item in problems)
    assert time.process_time() - began < 30


@pytest.mark.parametrize("number", range(40))
def test_broken_parts_of_a_workbook(number: int) -> None:
    """The XML inside, broken before it is packed: what a zip's checksum would hide."""
    chance = random.Random(number)
    source = zipfile.ZipFile(io.BytesIO(seeds()[2][1]))
    parts = {name: source.read(name).decode() for name in source.namelist()}
    name = chance.choice(sorted(parts))
    text = parts[name]
    at = chance.randrange(len(text))
    parts[name] = chance.choice(
        [text[:at], text[:at] + text[at + 5 :], text[:at] + "9" + text[at:], text.replace('t="', 'q="'), text.replace("1", "77")]
    )
    book, problems = open_book("a.xlsx", packed(parts), Wanted())
    assert book is not None or problems


# ---------------------------------------------------------------- numbers


def test_numbers_and_days() -> None:
    written = "3 3.0 2.50 1e3 1E-3 0.30000000000000004 -7.0 -0.0 1e300 12345678901234567890 1e99999999"
    assert [plain_number(text) for text in written.split()] == [
        ("3", True), ("3", True), ("2.5", False), ("1000", True), ("0.001", False), ("0.3", False), ("-7", True), ("0", True),
        ("1e300", False),
        ("12345678901234567890", True), ("1e99999999", False),
    ]  # fmt: skip
    for days in (61, 100, 36_526, 45_000, 46_145, 2_958_465):
        assert date_of(str(days), False) == str(datetime.date(1899, 12, 30) + datetime.timedelta(days=days))
    assert date_of("46145.75", False) == "2026-05-03 18:00"
    assert date_of("0.5", False) == "12:00"
    assert date_of("x", False) == "x"
    assert [column_letters(number) for number in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_the_words_of_heads_stand_once() -> None:
    import tomllib

    found = tomllib.loads((Path(__file__).parent.parent / "penance_build/sheets/mapping/heads.toml").read_text(encoding="utf-8"))
    heads = [head for line in found["heads"].values() for head in line.split("|")]
    heads += [head for entry in found["attribute"] for head in entry["heads"].split("|")]
    assert sorted({head for head in heads if heads.count(head) > 1}) == []
    assert all(head == head.strip().casefold() for head in heads)
