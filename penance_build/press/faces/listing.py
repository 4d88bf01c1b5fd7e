"""The list of the faces, for programs and for spreadsheets."""

from __future__ import annotations

import json

from penance_build.ir.nodes import Program
from penance_build.ir.record import Record
from penance_build.press.table import csv_bytes

_ENDINGS = ("png", "svg", "pdf")


class Listed(Record):
    """A face: its card or the name of its back, where it is used, and how large it is, lengths in millimetres."""

    id: str
    side: str
    name: str
    deck: str
    copies: int
    back: str
    width_px: int
    height_px: int
    width_mm: str
    height_mm: str
    bleed_mm: str


def json_of(program: Program, rows: tuple[Listed, ...]) -> bytes:
    """The list as one object."""
    faces = [{**_fields(row), "files": [f"{row.id}.{ending}" for ending in _ENDINGS]} for row in rows]
    data = {"version": 1, "game": program.game, "game_version": program.version, "faces": faces}
    return (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def csv_of(rows: tuple[Listed, ...]) -> bytes:
    """The list as a table."""
    heads = (*Listed.__struct_fields__, *_ENDINGS)
    return csv_bytes(heads, [(*_fields(row).values(), *(f"{row.id}.{ending}" for ending in _ENDINGS)) for row in rows])


def _fields(row: Listed) -> dict[str, str | int]:
    return {name: getattr(row, name) for name in Listed.__struct_fields__}
