"""What a die maker is told about one die: its faces by position, with outlines at true size, and the numbers around them.

Positions are those of the usual die: 1 to 6 in the order of the rules, opposite positions add up to 7, and seen from the
corner where 1, 2 and 3 meet they run counter-clockwise (a right-handed die). The net is a cross:

      2
    3 1 4 6
      5
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from penance_build.ir.markup import in_words
from penance_build.ir.nodes import Die, Face, Program
from penance_build.ir.record import Record
from penance_build.press.digest import digest
from penance_build.press.drawing.closed import unioned
from penance_build.press.drawing.icon_path import GRID
from penance_build.press.drawing.numerals import HEIGHT, NUMERALS, number_outline, number_width
from penance_build.press.drawing.outline import Measured, Narrowest, measure, scaled

# (position, column, row) of the net, and the pairs that lie opposite.
NET: tuple[tuple[int, int, int], ...] = ((2, 1, 0), (3, 0, 1), (1, 1, 1), (4, 2, 1), (6, 3, 1), (5, 1, 2))
NET_SIZE = (4, 3)
OPPOSITE: tuple[tuple[int, int], ...] = ((1, 6), (2, 5), (3, 4))

# What engravers ask of a die: no line and no gap thinner than this.
THINNEST_UM = 300
_FORMAT = "die-spec 1"


class Side(Record):
    """One face in its position: its icon's path, and its outline at true size, with contours that do not cross.

    Its thinnest line and gap are micrometres (0: none).
    """

    position: int
    face: Face
    icon: str
    number: int | None
    outline: str
    line_um: int
    gap_um: int


class DieSpec(Record):
    """One die, ready to be drawn. Lengths in micrometres; the symbol's square has its corner at ``symbol_at`` both ways."""

    game: str
    version: str
    die: Die
    sides: tuple[Side, ...]
    symbol: int
    symbol_at: int
    revision: str

    @property
    def edge(self) -> int:
        return self.die.print.edge_um

    @property
    def radius(self) -> int:
        """The greatest radius that edges and corners may be rounded by."""
        return self.edge // 8

    def side(self, position: int) -> Side:
        return self.sides[position - 1]

    def thinnest(self, kind: str) -> int:
        """The thinnest ``line`` or ``gap`` of the whole die, numbers too; 0 where it has none."""
        at = ("line", "gap").index(kind)
        found = [(side.line_um, side.gap_um)[at] for side in self.sides]
        found += [number_measures(self.edge, side.number)[at] for side in self.sides if side.number is not None]
        return min((um for um in found if um), default=0)

    def narrowest_side(self) -> Side:
        """The side that is hardest to cut."""
        return min(self.sides, key=lambda side: (min(side.line_um or self.edge, side.gap_um or self.edge), side.position))


def is_made(die: Die) -> bool:
    """Whether the rules say how this die is made: it has a size and at least one symbol."""
    return die.print.edge_um > 0 and any(face.icon for face in die.faces)


def die_spec(program: Program, die: Die) -> DieSpec:
    """The spec of a die with six faces whose icons all exist."""
    icons = dict(program.printed.icons)
    marked = die.print.marking == "value"
    # A number in the corner needs room: the symbol is a little smaller then, and moves away from it.
    symbol = die.print.edge_um * 21 // 32 if marked else die.print.edge_um * 11 // 16
    corner = die.print.edge_um * 2 // 16 if marked else (die.print.edge_um - symbol) // 2
    sides = tuple(_side(die, position, face, icons, symbol, corner) for position, face in enumerate(die.faces, 1))
    spec = DieSpec(program.game, program.version, die, sides, symbol, corner, "")
    return DieSpec(spec.game, spec.version, die, sides, symbol, corner, _revision(spec))


def _side(die: Die, position: int, face: Face, icons: Mapping[str, str], symbol: int, corner: int) -> Side:
    path = icons.get(face.icon, "")
    number = dict(face.values).get("value") if die.print.marking == "value" else None
    outline = scaled(path, size=symbol, x=corner, y=corner) if path else ""
    if number is not None:
        outline += number_at(die.print.edge_um, number)
    outline = unioned(outline) if outline else ""
    measured = measure(path) if path else Measured(None, None)  # a face without a symbol has nothing that is hard to cut
    return Side(position, face, path, number, outline, _um(measured.line, symbol), _um(measured.gap, symbol))


def number_at(edge: int, number: int) -> str:
    """The outline of the number in the lower right corner of a face."""
    inset = edge * 9 // 80
    return number_outline(number, height=edge * 3 // 20, right=edge - inset, bottom=edge - inset)


def number_box(edge: int, number: int) -> tuple[int, int, int, int]:
    """Where that number stands: left, top, right, bottom."""
    inset, height = edge * 9 // 80, edge * 3 // 20
    right = edge - inset
    return right - number_width(number, height=height), right - height, right, right


def number_measures(edge: int, number: int) -> tuple[int, int]:
    """The thinnest line and the thinnest gap of that number, 0 where it has none."""
    found = [measure(NUMERALS[sign]) for sign in str(number)]
    height, unit = edge * 3 // 20, HEIGHT * 1000
    lines = [one.line.width * height // unit for one in found if one.line is not None]
    return min(lines, default=0), min((one.gap.width * height // unit for one in found if one.gap is not None), default=0)


def _um(narrowest: Narrowest | None, symbol: int) -> int:
    return narrowest.width * symbol // (GRID * 1000) if narrowest else 0


def manufacturing_data(spec: DieSpec) -> dict[str, Any]:
    """The die for a machine: texts and integers only, lengths in micrometres."""
    made = spec.die.print
    return {
        "format": _FORMAT,
        "game": spec.game,
        "rules_version": spec.version,
        "die": spec.die.id,
        "name": spec.die.name,
        "revision": spec.revision,
        "quantity": made.quantity,
        "material": made.material,
        "note": made.note,
        "edge_um": spec.edge,
        "edge_radius_max_um": spec.radius,
        "symbol_um": spec.symbol,
        "symbol_left_um": spec.symbol_at,
        "symbol_top_um": spec.symbol_at,
        "line_min_um": spec.thinnest("line"),
        "gap_min_um": spec.thinnest("gap"),
        "body": {"name": made.body, "color": made.body_color},
        "symbol": {"name": made.symbol, "color": made.symbol_color},
        "marking": made.marking,
        "handedness": "right",
        "opposite": [list(pair) for pair in OPPOSITE],
        "net": [{"position": position, "column": column, "row": row} for position, column, row in NET],
        "faces": [_face_data(spec, side) for side in spec.sides],
    }


def _face_data(spec: DieSpec, side: Side) -> dict[str, Any]:
    return {
        "position": side.position,
        "id": side.face.id,
        "name": side.face.name,
        "icon": side.face.icon,
        "values": dict(side.face.values),
        "number": side.number,
        "text": in_words(side.face.text),
        "file": face_file(spec.die, side.face),
        "dxf": face_file(spec.die, side.face, "dxf"),
        "outline_sha256": hashlib.sha256(side.outline.encode("ascii")).hexdigest(),
        "line_min_um": side.line_um,
        "gap_min_um": side.gap_um,
    }


def face_file(die: Die, face: Face, kind: str = "svg") -> str:
    """The name of the file with the outline of a face."""
    return f"{die.id}-{face.id}.{kind}"


def _revision(spec: DieSpec) -> str:
    """Eight characters that change with anything a maker sees."""
    return digest(manufacturing_data(spec))[:8].upper()
