"""Maps of hexes for those who draw them: where each hex lies, what it is called, and what it has."""

from __future__ import annotations

from typing import Any

from penance_build.ir import nodes
from penance_build.ir.ops import meets


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
    record: dict[str, Any] = {"id": table.id, "name": table.name, "values": values_at(table, cells)}
    return record | ({"enum": kind.ref} if kind.kind == "enum" else {})


def values_at(table: nodes.Table, cells: int) -> list[int]:
    """What a layer of a map has at each of its hexes."""
    rows = [(row.when[0], row.values[0].value) for row in table.rows if isinstance(row.values[0], nodes.Const)]
    return [next((value for when, value in rows if meets(at, when)), 0) for at in range(cells)]
