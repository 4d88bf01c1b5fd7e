"""Maps of hexes for those who draw them: where each hex lies, what it is called, and what it has."""

from __future__ import annotations

from typing import Any

from penance_build.ir import nodes


def space_record(program: nodes.Played, space: nodes.Space) -> dict[str, Any]:
    """A map; the hexes in the order of their numbers."""
    members = program.by_id.enums[space.id].members
    return {
        "name": space.name,
        "cells": [list(cell) for cell in space.cells],
        "names": [member.name or member.id for member in members],
        "ids": [member.id for member in members],
        "layers": [_layer(program, program.by_id.tables[table], len(space.cells)) for table in space.layers],
        "at": space.at,
        "facing": space.facing,
    }


def _layer(program: nodes.Played, table: nodes.Table, cells: int) -> dict[str, Any]:
    kind = table.outputs[0].type
    record: dict[str, Any] = {"id": table.id, "name": table.name, "values": [_value(table, at) for at in range(cells)]}
    return record | ({"enum": kind.ref} if kind.kind == "enum" else {})


def _value(table: nodes.Table, at: int) -> int:
    for row in table.rows:
        when, value = row.when[0], row.values[0]
        if isinstance(value, nodes.Const) and (when is None or any(low <= at <= high for low, high in when)):
            return value.value
    return 0
