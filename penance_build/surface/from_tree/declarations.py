"""Declarations: options, units, constants, enums, dice, tables, spaces, counters, zones."""

from __future__ import annotations

from penance_build.formula import template
from penance_build.surface import declarations as made
from penance_build.surface.declarations import ROW_FIELDS
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.nodes import Column


def option(name: str, cursor: Cursor) -> made.Option:
    """An option of the rules."""
    return made.Option(*cursor.head, name, cursor.said("name", name), tuple(str(entry.key) for entry in cursor.entries("values")))


def unit(name: str, cursor: Cursor) -> made.Unit:
    """A unit."""
    printed = cursor.said("name", name)
    return made.Unit(*cursor.head, name, printed, template.named(cursor.said("plural", printed)), cursor.word("up"), cursor.word("down"))


def constant(name: str, cursor: Cursor) -> made.Constant:
    """A constant: its value alone, or a mapping."""
    if not isinstance(cursor.value, dict):
        return made.Constant(*cursor.head, name, name, cursor.formula, None, None)
    unit_, known = cursor.scalar_of("unit"), cursor.scalar_of("known")
    return made.Constant(*cursor.head, name, cursor.said("name", name), cursor.need("value").formula, unit_, known)


def enum(name: str, cursor: Cursor) -> made.Enum:
    """An enum."""
    members = tuple(_member(entry) for entry in cursor.entries("members"))
    dice = tuple(item.scalar for item in cursor.items("dice"))
    return made.Enum(*cursor.head, name, cursor.said("name", name), members, dice, cursor.scalar_of("known"))


def _member(cursor: Cursor) -> made.Member:
    name = str(cursor.key)
    if isinstance(cursor.value, dict):
        return made.Member(*cursor.head, name, cursor.said("name", name), cursor.template_of("text", template.printed))
    return made.Member(*cursor.head, name, cursor.naming, None)


def die(name: str, cursor: Cursor) -> made.Die:
    """A die."""
    faces = tuple(_face(item) for item in cursor.items("faces"))
    marks = tuple(made.Mark(item.need("where").formula, item.need("text").template(template.printed)) for item in cursor.items("marks"))
    printed = cursor.maybe("print", _print)
    called, text = cursor.said("name", name), cursor.template_of("text", template.printed)
    return made.Die(*cursor.head, name, called, text, cursor.number("sides", 0), faces, marks, printed, cursor.scalar_of("sides"))


def _face(cursor: Cursor) -> made.Face:
    values = [("value", cursor.number("value", 0))] if "value" in cursor.value else []
    values += [(str(entry.key), int(entry.value)) for entry in cursor.entries("values")]
    id_ = cursor.need("id").scalar
    text = cursor.template_of("text", template.printed)
    return made.Face(cursor.at, id_, cursor.said("name", id_.text), tuple(values), cursor.word("icon"), text, cursor.number("copies", 1))


def _print(cursor: Cursor) -> made.DiePrint:
    body, symbol = cursor.get("body"), cursor.get("symbol")
    return made.DiePrint(
        cursor.scalar_of("edge"),
        template.named(cursor.word("material")),
        "" if body is None else template.named(body.word("name")),
        "" if body is None else body.word("color"),
        "" if symbol is None else template.named(symbol.word("name")),
        "" if symbol is None else symbol.word("color"),
        cursor.word("marking", "none"),
        cursor.number("quantity", 1),
        template.named(cursor.word("note")),
    )


def column(cursor: Cursor) -> Column:
    """A name and its type: the type alone, or a mapping with ``type:``."""
    type_ = cursor.scalar_of("type") if isinstance(cursor.value, dict) else cursor.scalar
    assert type_ is not None
    return Column(cursor.at, str(cursor.key), type_)


def table(name: str, cursor: Cursor) -> made.Table:
    """A table."""
    inputs, outputs = (tuple(column(entry) for entry in cursor.entries(section)) for section in ("inputs", "outputs"))
    rows = tuple(_row(item) for item in cursor.items("rows"))
    return made.Table(*cursor.head, name, cursor.said("name", name), cursor.word("hit"), inputs, outputs, rows)


def _row(cursor: Cursor) -> made.Row:
    cells = {str(cell.key): cell.formula for cell in cursor.children() if cell.key not in ROW_FIELDS}
    return made.Row(*cursor.head, cells, template.named(cursor.said("label")), cursor.word("group"), cursor.scalar_of("known"))


def space(name: str, cursor: Cursor) -> made.Space:
    """A map of hexes."""
    layers = tuple(column(entry) for entry in cursor.entries("layers"))
    legend = tuple(
        made.Sign(entry.at, str(entry.key), {str(value.key): value.formula for value in entry.children()})
        for entry in cursor.entries("legend")
    )
    players = cursor.get("players")
    stands, facing = (None, None) if players is None else (players.scalar_of("at"), players.scalar_of("facing"))
    drawn = cursor.need("map")
    return made.Space(*cursor.head, name, cursor.said("name", name), layers, legend, drawn.at, cursor.scalars("map"), stands, facing)


def counter(name: str, cursor: Cursor) -> made.Counter:
    """A counter."""
    return made.Counter(
        *cursor.head,
        name,
        cursor.said("name", name),
        cursor.scalar_of("owner"),
        cursor.need("type").scalar,
        cursor.formula_of("start"),
        cursor.word("past", "clamp"),
        cursor.scalar_of("known"),
        cursor.word("shown", "true") == "true",
    )


def zone(name: str, cursor: Cursor) -> made.Zone:
    """A zone."""
    return made.Zone(*cursor.head, name, cursor.said("name", name), cursor.word("owner", "player"), cursor.word("visible", "all"))
