"""Reports what of the sources is encoded, and where: document by document, section by section.

Read from the program alone: every record that names a section as its source counts for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from penance_build.compilation import Compilation
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Program, Proved
from penance_build.ir.record import Record
from penance_build.ir.walk import statements

_REFERENCE = re.compile(r"[a-z][a-z0-9_]*/[^\s,;]+")
# The kinds of records that can name a section, by the field of the program that holds them.
PLURALS: Mapping[str, str] = MappingProxyType(
    {
        "die": "dice",
        "table": "tables",
        "procedure": "procedures",
        "card": "cards",
        "deck": "decks",
        "claim": "claims",
        "example": "examples",
        "ruling": "rulings",
    }
)


class Section(Struct, frozen=True):
    """One section of a document: its declared ``status`` (encoded, prose, later), and what names it, sorted (kind, id)."""

    id: str
    title: str
    status: str
    why: str
    used_by: tuple[tuple[str, str], ...]


class Document(Struct, frozen=True):
    """One source document with its sections in order."""

    id: str
    title: str
    version: str
    sections: tuple[Section, ...]


def documents(program: Program) -> tuple[Document, ...]:
    users: dict[str, set[tuple[str, str]]] = {}
    for kind, field in PLURALS.items():
        records = getattr(program.proved if field in Proved.__struct_fields__ else program, field)
        for record in (*records, *program.proved.facts) if kind == "claim" else records:
            for reference in _references(record):
                users.setdefault(reference, set()).add((kind, record.id))
    found = []
    for source in program.proved.sources:
        sections = (
            Section(name, title, status, why, tuple(sorted(users.get(f"{source.id}/{name}", set()))))
            for name, title, status, why in source.sections
        )
        found.append(Document(source.id, source.title, source.version, tuple(sections)))
    return tuple(found)


def by_hand(program: Program) -> dict[str, Any]:
    """What people settle themselves: ``steps``, how many in each procedure that has any, and ``rulings``, by id."""
    steps = {
        procedure.id: sum(isinstance(stmt, ir.Choose) and stmt.slot.startswith(ir.MANUAL) for stmt in statements(procedure.body))
        for procedure in program.procedures
    }
    rulings = [ruling.id for ruling in program.proved.rulings if ruling.by_hand]
    return {"steps": {name: count for name, count in steps.items() if count}, "rulings": rulings}


def witnesses(compilation: Compilation) -> dict[str, Any]:
    """How many numbers have a source, of how many of them a claim says what they are, and the same of each definition."""
    found = compilation.witnessed
    definitions = [
        {"kind": kind, "id": name, "numbers": numbers, "witnessed": seen} for (kind, name), (numbers, seen) in sorted(found.items())
    ]
    numbers, seen = (sum(pair[place] for pair in found.values()) for place in (0, 1))
    return {"numbers": numbers, "witnessed": seen, "definitions": definitions}


def _references(value: Any) -> Iterator[str]:
    """The sections named by a record and all inside it: ``dr/3``, from texts that may name several."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, tuple):
            waiting.extend(item)
        elif isinstance(item, Record):
            for name in item.__struct_fields__:
                inner = getattr(item, name)
                if name in ("source", "sources"):
                    for text in (inner,) if isinstance(inner, str) else inner if isinstance(inner, tuple) else ():
                        yield from _REFERENCE.findall(text)
                elif isinstance(inner, tuple | Record):
                    waiting.append(inner)


def as_data(program: Program) -> list[dict[str, Any]]:
    """The same as plain data, for JSON."""
    return [
        {
            "id": document.id,
            "title": document.title,
            "version": document.version,
            "sections": [
                {
                    "id": section.id,
                    "title": section.title,
                    "status": section.status,
                    "why": section.why,
                    "used_by": [f"{kind} {name}" for kind, name in section.used_by],
                }
                for section in document.sections
            ],
        }
        for document in documents(program)
    ]
