"""A table as CSV, as JSON and as a workbook: the same table gives the same bytes."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from io import BytesIO, StringIO
from typing import Final
from xml.sax.saxutils import escape

from penance_build.card_tables.table import Cell, Table
from penance_build.sheets.reading.cells import column_letters

# What a spreadsheet would compute, where a text begins so; an apostrophe before it says that it is a text.
_COMPUTED: Final = re.compile(r"'*[=+\-@\t\r]")
_ESCAPED: Final = re.compile("_x[0-9A-Fa-f]{4}_")
_DAY: Final = (1980, 1, 1, 0, 0, 0)  # of all parts of a workbook, which has no other
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def as_csv(table: Table) -> bytes:
    """With a byte order mark, for spreadsheets take a file without one for another encoding."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(table.heads)
    writer.writerows([_harmless(cell) for cell in row] for row in table.rows)
    return stream.getvalue().encode("utf-8-sig")


def _harmless(cell: Cell) -> str:
    text = _text(cell)
    return f"'{text}" if isinstance(cell, str | tuple) and _COMPUTED.match(text) else text


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "; ".join(cell) if isinstance(cell, tuple) else "" if cell is None else str(cell)


def as_json(table: Table) -> bytes:
    """A list of objects, without the keys that a card lacks."""
    rows = [{head: cell for head, cell in zip(table.heads, row, strict=True) if cell is not None} for row in table.rows]
    return (json.dumps(rows, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode("utf-8")


def as_workbook(table: Table) -> bytes:
    """One sheet, its first row fixed; texts are texts, whatever they begin with."""
    rows = [_row(1, table.heads), *(_row(number, row) for number, row in enumerate(table.rows, 2))]
    pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    views = f'<sheetViews><sheetView workbookViewId="0">{pane}</sheetView></sheetViews>'
    sheet = f'{_XML}<worksheet xmlns="{_MAIN}">{views}<sheetData>{"".join(rows)}</sheetData></worksheet>'
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in (*_PARTS, ("xl/worksheets/sheet1.xml", sheet)):
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            made.writestr(entry, text.encode("utf-8"), compresslevel=6)
    return stream.getvalue()


def _row(number: int, cells: tuple[Cell, ...]) -> str:
    written = [_cell(f"{column_letters(index)}{number}", cell) for index, cell in enumerate(cells) if cell is not None]
    return f'<row r="{number}">{"".join(written)}</row>'


def _cell(place: str, cell: Cell) -> str:
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, int):
        return f'<c r="{place}"><v>{cell}</v></c>'
    text = escape(_ESCAPED.sub(lambda found: "_x005F" + found[0], _text(cell)))
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


_PARTS: Final = (
    (
        "[Content_Types].xml",
        f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    ),
    (
        "_rels/.rels",
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    (
        "xl/workbook.xml",
        f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets><sheet name="Cards" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    (
        "xl/_rels/workbook.xml.rels",
        f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
)
