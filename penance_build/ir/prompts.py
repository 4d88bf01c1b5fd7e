"""Prompts in parts: ``{slot}``, ``{slot.counter}`` and ``{counter}`` of the game are values, printed by their types; the rest is text."""

from __future__ import annotations

import re

from penance_build.ir import nodes

HOLE = re.compile(r"\{([a-z][a-z0-9_]*)(?:\.([a-z][a-z0-9_]*))?\}")
HIDDEN = "\u2026"  # stands for a value where a prompt is shown to somebody else


def parts_of(program: nodes.Played, procedure: nodes.Procedure, prompt: str) -> tuple[nodes.Part, ...]:
    """The parts of a prompt of a procedure; a hole that names nothing is text."""
    types = {slot.name: slot.type for slot in procedure.slots}
    found: list[nodes.Part] = []
    end = 0
    for hole in HOLE.finditer(prompt):
        part = _part(program, types, hole[1], hole[2])
        if part is not None:
            found += [nodes.Part(prompt[end : hole.start()])] if hole.start() > end else []
            found.append(part)
            end = hole.end()
    return (*found, nodes.Part(prompt[end:])) if end < len(prompt) or not found else tuple(found)


def hidden(parts: tuple[nodes.Part, ...]) -> str:
    """A prompt without its values."""
    return "".join(part.text if part.value is None else HIDDEN for part in parts)


def _part(program: nodes.Played, types: dict[str, nodes.Type], name: str, counter: str | None) -> nodes.Part | None:
    if counter is None and name in types:
        return nodes.Part("", nodes.Var(name), types[name])
    owner = nodes.Var(name) if counter is not None else None
    defined = program.by_id.counters.get(counter or name)
    if defined is None or (owner is not None and name not in types):
        return None
    kind = nodes.Type("int", "", defined.low, defined.high)
    if defined.ref:
        kind = nodes.Type("bool") if defined.ref == "bool" else nodes.Type("enum", defined.ref)
    return nodes.Part("", nodes.Counter(defined.id, owner), kind)
