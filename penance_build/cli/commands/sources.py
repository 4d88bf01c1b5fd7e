"""``penance sources``: what of the documents is encoded, where, and why the rest is not."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from penance_build.build.coverage import PLURALS, Section, as_data, by_hand, documents, witnesses
from penance_build.build.numbers import percent
from penance_build.cli.options import compiled, find_game, format_option, game_options
from penance_build.cli.report import plural
from penance_build.cli.terminal import put, put_json, say
from penance_build.cli.values import columns
from penance_build.compilation import Compilation
from penance_build.ir.nodes import Program


@click.command()
@game_options
@format_option("text", "json")
def sources(game: str | None, options: tuple[str, ...], form: str) -> int:
    """List the documents section by section: what is encoded where, and what is not and why."""
    compilation = compiled(find_game(game), options, every_option=True)
    program = compilation.program
    if program is None:
        return 1
    if form == "json":
        put_json({"documents": as_data(program), "by_hand": by_hand(program), "witnesses": witnesses(compilation)})
        return 0
    found = documents(program)
    for document in found:
        put(f"{document.id}  {document.title}" + (f", version {document.version}" if document.version else ""))
        rows = [(f"  {document.id}/{section.id}", section.title, section.status, _where(section)) for section in document.sections]
        for line in columns(rows):
            put(line)
    sections = [section for document in found for section in document.sections]
    counts = [(status, sum(section.status == status for section in sections)) for status in ("encoded", "prose", "later")]
    statuses = ", ".join(f"{count} {status}" for status, count in counts)
    for line in (*_witnesses(compilation), *_by_hand(program)):
        put(line)
    say(f"penance: {plural(len(found), 'document')}, {plural(len(sections), 'section')}: {statuses}")
    return 0


def _witnesses(compilation: Compilation) -> list[str]:
    """Of each kind of definition how many of its sourced numbers a claim says, and where most are left."""
    found = witnesses(compilation)
    kinds: dict[str, tuple[int, int]] = {}
    for item in found["definitions"]:
        numbers, seen = kinds.get(item["kind"], (0, 0))
        kinds[item["kind"]] = numbers + item["numbers"], seen + item["witnessed"]
    rows = [(f"  {kind.replace('_', ' ')}", f"{seen} of {numbers}", _left(found, kind)) for kind, (numbers, seen) in kinds.items()]
    title = f"numbers with a source of which a claim says what they are: {_share(found)}"
    return ["", title, *columns(rows)] if rows else []


def _left(found: dict[str, Any], kind: str) -> str:
    """The definitions of a kind that have most numbers without a claim."""
    left = [(item["witnessed"] - item["numbers"], item["id"]) for item in found["definitions"] if item["kind"] == kind]
    named = [f"{-count} in {name}" for count, name in sorted(left)[:3] if count]
    return f"left: {', '.join(named)}" + (", …" if sum(count < 0 for count, _ in left) > 3 else "") if named else ""


def _share(found: dict[str, Any]) -> str:
    numbers, seen = found["numbers"], found["witnessed"]
    return f"{seen} of {numbers}" + (f" ({percent(Fraction(seen, numbers))})" if numbers else "")


def _by_hand(program: Program) -> list[str]:
    """What people settle themselves, in two lines below a title; nothing where there is nothing."""
    found = by_hand(program)
    steps, rulings = found["steps"], found["rulings"]
    lines = []
    if steps:
        lines.append(f"  {plural(sum(steps.values()), 'step')}: {', '.join(f'{count} in {name}' for name, count in steps.items())}")
    if rulings:
        lines.append(f"  {plural(len(rulings), 'ruling')}: {', '.join(rulings)}")
    return ["", "settled by hand", *lines] if lines else []


def _where(section: Section) -> str:
    if section.why and section.status != "encoded":
        return section.why
    names: dict[str, list[str]] = {}
    for kind, name in section.used_by:
        names.setdefault(kind, []).append(name)
    parts = [f"{kind} {', '.join(found)}" if len(found) <= 2 else f"{len(found)} {PLURALS[kind]}" for kind, found in names.items()]
    return "; ".join(parts)
