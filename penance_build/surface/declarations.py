"""What a game declares for its formulas and tables: units, constants, enums, dice, tables, spaces, counters, zones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from penance_build.surface.nodes import At, Column, Formula, Item, Printed, Scalar

ROW_FIELDS: Final = ("label", "group", "source", "ruling", "note", "when", "known")  # the keys of a table's row that are no columns


class Option(Item, frozen=True, eq=False):
    """An option of the rules: its values in order, the first the default."""

    id: str
    name: str
    values: tuple[str, ...]


class Unit(Item, frozen=True, eq=False):
    """A nominal unit; ``up`` and ``down`` are the words of a unit with a direction, or ""."""

    id: str
    name: str
    plural: str
    up: str
    down: str


class Constant(Item, frozen=True, eq=False):
    """A whole number with a name."""

    id: str
    name: str
    value: Formula
    unit: Scalar | None
    known: Scalar | None


class Member(Item, frozen=True, eq=False):
    """A member of an enum."""

    id: str
    name: str
    text: Printed | None


class Enum(Item, frozen=True, eq=False):
    """A closed list of members, or of ``dice``, whose ids are then the members."""

    id: str
    name: str
    members: tuple[Member, ...]
    dice: tuple[Scalar, ...]
    known: Scalar | None


class Face(Struct, frozen=True, eq=False):
    """A face of a die, with how many of the die's sides have it."""

    at: At
    id: Scalar
    name: str
    values: tuple[tuple[str, int], ...]  # ``value`` first, where it has one
    icon: str
    text: Printed | None
    copies: int


class Mark(Struct, frozen=True, eq=False):
    """What all faces that pass a test mean in this game."""

    where: Formula
    text: Printed


class DiePrint(Struct, frozen=True, eq=False):
    """How a die is made; texts are "" where nothing is said."""

    edge: Scalar | None
    material: str
    body: str
    body_color: str
    symbol: str
    symbol_color: str
    marking: str
    quantity: int
    note: str


class Die(Item, frozen=True, eq=False):
    """A die: ``sides`` numbered from 1, or ``faces`` of its own."""

    id: str
    name: str
    text: Printed | None
    sides: int
    faces: tuple[Face, ...]
    marks: tuple[Mark, ...]
    print: DiePrint | None
    sides_at: Scalar | None = None


class Row(Item, frozen=True, eq=False):
    """A row of a table: its cells by column, a condition or a value each."""

    cells: Mapping[str, Formula]
    label: str
    group: str
    known: Scalar | None


class Table(Item, frozen=True, eq=False):
    """A table with its hit policy."""

    id: str
    name: str
    hit: str
    inputs: tuple[Column, ...]
    outputs: tuple[Column, ...]
    rows: tuple[Row, ...]


class Sign(Struct, frozen=True, eq=False):
    """A sign of a map's legend: what its hexes have of each layer."""

    at: At
    sign: str
    values: Mapping[str, Formula]


class Space(Item, frozen=True, eq=False):
    """A map of hexes, drawn row by row; ``stands`` and ``facing`` name the counters that say where players stand."""

    id: str
    name: str
    layers: tuple[Column, ...]
    legend: tuple[Sign, ...]
    map_at: At
    map: tuple[Scalar, ...]
    stands: Scalar | None
    facing: Scalar | None


class Counter(Item, frozen=True, eq=False):
    """A value that is kept for each player, for the game or for each hex of a space."""

    id: str
    name: str
    owner: Scalar | None
    type: Scalar
    start: Formula | None
    past: str
    known: Scalar | None
    shown: bool


class Zone(Item, frozen=True, eq=False):
    """A pile of cards."""

    id: str
    name: str
    owner: str
    visible: str
