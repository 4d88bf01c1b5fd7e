"""Declarations: options, units, constants, enums, dice, tables, spaces, counters, zones."""

from __future__ import annotations

from penance_build.surface import declarations as made
from penance_build.surface.declarations import ROW_FIELDS
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.nodes import Column


def option(name: str, place: Cursor) -> made.Option:
    """An option of the rules."""
    return made.Option(*place.head, name, place.word("name", name), tuple(str(entry.key) for entry in place.entries("values")))


def unit(name: str, place: Cursor) -> made.Unit:
    """A unit."""
    printed = place.word("name", name)
    return made.Unit(*place.head, name, printed, place.word("plural", printed), place.word("up"), place.word("down"))


def constant(name: str, place: Cursor) -> made.Constant:
    """A constant: its value alone, or a mapping."""
    if not isinstance(place.value, dict):
        return made.Constant(*place.head, name, name, place.formula, None)
    return made.Constant(*place.head, name, place.word("name", name), place.need("value").formula, place.scalar_of("unit"))


def enum(name: str, place: Cursor) -> made.Enum:
    """An enum."""
    return made.Enum(*place.head, name, place.word("name", name), tuple(_member(entry) for entry in place.entries("members")))


def _member(place: Cursor) -> made.Member:
    name = str(place.key)
    if isinstance(place.value, dict):
        return made.Member(*place.head, name, place.word("name", name), place.word("text"))
    return made.Member(*place.head, name, place.text, "")


def die(name: str, place: Cursor) -> made.Die:
    """A die."""
    faces = tuple(_face(item) for item in place.items("faces"))
    marks = tuple(made.Mark(item.need("where").formula, item.need("text").scalar) for item in place.items("marks"))
    printed = place.maybe("print", _print)
    return made.Die(*place.head, name, place.word("name", name), place.word("text"), place.number("sides", 0), faces, marks, printed)


def _face(place: Cursor) -> made.Face:
    values = [("value", place.number("value", 0))] if "value" in place.value else []
    values += [(str(entry.key), int(entry.value)) for entry in place.entries("values")]
    id_ = place.need("id").scalar
    text = place.scalar_of("text")
    return made.Face(place.at, id_, place.word("name", id_.text), tuple(values), place.word("icon"), text, place.number("copies", 1))


def _print(place: Cursor) -> made.DiePrint:
    body, symbol = place.get("body"), place.get("symbol")
    return made.DiePrint(
        place.scalar_of("edge"),
        place.word("material"),
        "" if body is None else body.word("name"),
        "" if body is None else body.word("color"),
        "" if symbol is None else symbol.word("name"),
        "" if symbol is None else symbol.word("color"),
        place.word("marking", "none"),
        place.number("quantity", 1),
        place.word("note"),
    )


def column(place: Cursor) -> Column:
    """A name and its type: the type alone, or a mapping with ``type:``."""
    type_ = place.scalar_of("type") if isinstance(place.value, dict) else place.scalar
    assert type_ is not None
    return Column(place.at, str(place.key), type_)


def table(name: str, place: Cursor) -> made.Table:
    """A table."""
    inputs, outputs = (tuple(column(entry) for entry in place.entries(section)) for section in ("inputs", "outputs"))
    rows = tuple(_row(item) for item in place.items("rows"))
    return made.Table(*place.head, name, place.word("name", name), place.word("hit"), inputs, outputs, rows)


def _row(place: Cursor) -> made.Row:
    cells = {str(cell.key): cell.formula for cell in place.children() if cell.key not in ROW_FIELDS}
    return made.Row(*place.head, cells, place.word("label"), place.word("group"), place.scalar_of("known"))


def space(name: str, place: Cursor) -> made.Space:
    """A map of hexes."""
    layers = tuple(column(entry) for entry in place.entries("layers"))
    legend = tuple(
        made.Sign(entry.at, str(entry.key), {str(value.key): value.formula for value in entry.children()})
        for entry in place.entries("legend")
    )
    players = place.get("players")
    stands, facing = (None, None) if players is None else (players.scalar_of("at"), players.scalar_of("facing"))
    drawn = place.need("map")
    return made.Space(*place.head, name, place.word("name", name), layers, legend, drawn.at, place.scalars("map"), stands, facing)


def counter(name: str, place: Cursor) -> made.Counter:
    """A counter."""
    return made.Counter(
        *place.head,
        name,
        place.word("name", name),
        place.scalar_of("owner"),
        place.need("type").scalar,
        place.formula_of("start"),
        place.word("past", "clamp"),
        place.scalar_of("known"),
        place.word("shown", "true") == "true",
    )


def zone(name: str, place: Cursor) -> made.Zone:
    """A zone."""
    return made.Zone(*place.head, name, place.word("name", name), place.word("owner", "player"), place.word("visible", "all"))
