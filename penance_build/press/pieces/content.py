"""What a thing to play with says, before anything is drawn. Sizes are micrometres."""

from __future__ import annotations

from penance_build.ir.record import Record

# What is a board: alone on its side, it takes as many sheets as it needs.
BOARDS = ("hexes", "squares")


class Cell(Record):
    """A cell of a track: its text, the place of its zone, whether the counter starts there, whether it stands for more too."""

    text: str
    zone: int
    is_start: bool
    is_more: bool


class Track(Record):
    """A row of cells; ``zones`` are their names, one without a name where no table says any."""

    cells: tuple[Cell, ...]
    zones: tuple[str, ...]
    size: int


class BoxRow(Record):
    """So many boxes, what they are of, and what that means."""

    label: str
    text: str
    count: int


class Boxes(Record):
    """Rows of boxes; ``is_bounded``: with the last one something is reached."""

    rows: tuple[BoxRow, ...]
    is_bounded: bool
    size: int


class Token(Record):
    """A token: its name, the path of its icon or "", the name of its tincture or "", and what its player starts with."""

    name: str
    icon: str
    tincture: str
    says: str


class Tokens(Record):
    """Tokens to cut out, each in its copies; those that stand on hexes are hexes, and have a front where they face a way."""

    tokens: tuple[Token, ...]
    is_hex: bool
    has_front: bool
    size: int


class Hex(Record):
    """A hex of a board: where it lies, its name, the members and the levels that its layers give it."""

    q: int
    r: int
    name: str
    grounds: tuple[str, ...]
    levels: tuple[int, ...]
    is_marked: bool


class Ground(Record):
    """A member of a layer that some hex has: its id, its name, and its place among the members, from 0."""

    id: str
    name: str
    place: int


class Hexes(Record):
    """A board of hexes; ``levels`` are the names of its layers of numbers, ``name`` its own."""

    name: str
    hexes: tuple[Hex, ...]
    grounds: tuple[Ground, ...]
    levels: tuple[str, ...]
    size: int


class Squares(Record):
    """A board of squares."""

    name: str
    width: int
    height: int
    size: int


class Band(Record):
    """A band of a ruler: its first and last step (None: none), its name and what it gives."""

    low: int
    high: int | None
    name: str
    says: tuple[str, ...]


class Ruler(Record):
    """Bands in their order, and the unit of their steps."""

    bands: tuple[Band, ...]
    unit: str
    size: int


class Arc(Record):
    """What lies in some directions round a hex: its name and what it gives."""

    name: str
    says: tuple[str, ...]


class Arcs(Record):
    """For each of six directions or twelve bearings, clockwise from straight ahead, the place of its arc."""

    arcs: tuple[Arc, ...]
    ways: tuple[int, ...]
    size: int


Content = Track | Boxes | Tokens | Hexes | Squares | Ruler | Arcs
