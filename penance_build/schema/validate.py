"""The stage: each section's entries against the shape of their kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.schema import words
from penance_build.schema.fits import fits
from penance_build.schema.registry import SECTIONS, Section
from penance_build.schema.shapes import shape_of
from penance_build.source.tree import GameSource, SourceFile, is_from_sheets, sheets_of


def validate(source: GameSource) -> list[Problem]:
    """Every problem of shape in the files that could be read, in the order of files and sections.

    An entry with a broken outside says so once: what is inside it is not looked at.
    """
    report: list[Problem] = []
    for file in source.files:
        report.extend(validate_file(file))
    return report


def validate_file(file: SourceFile) -> list[Problem]:
    """The problems of one file, which no other file has a part in."""
    report: list[Problem] = []
    for name, value in file.root.items():
        section = SECTIONS.get(name)
        if file.is_sheet and name == "decks":  # what goes into decks of other files
            continue
        if name == "cards" and is_from_sheets(value) and value != []:
            report.extend(problem for prefix, item in sheets_of(value) for problem in _check_sheet(file, prefix, item))
        elif section is None:
            report.append(_unknown_section(file, name))
        else:
            report.extend(_section(file, name, section, value))
    return report


def _check_sheet(file: SourceFile, prefix: tuple[str | int, ...], value: Any) -> list[Problem]:
    return _check(file, "sheet", value, prefix, ("", ""), "sheet")


def _unknown_section(file: SourceFile, name: str) -> Problem:
    names = list(SECTIONS)
    hint = did_you_mean(name, names) or f"the sections are {words.listing(names, len(names), 'and')}"
    return Problem("E208", f"`{name}` is no section", file.positions.key(file.root, name), hint, path=(name,))


def _section(file: SourceFile, name: str, section: Section, value: Any) -> Iterator[Problem]:
    if section.form == "sides" and isinstance(value, list):
        yield from _sides(file, name, section, value)
    elif section.form == "whole" and isinstance(value, dict):
        yield from _check(file, section.kind, value, (name,), (section.entity, _own_id(section, value)), section.word)
    elif section.form == "entries" and isinstance(value, dict):
        yield from _entries(file, name, section, value)
    else:
        yield _wrong_form(file, name, section, value)


def _sides(file: SourceFile, name: str, section: Section, sides: list[Any]) -> Iterator[Problem]:
    for index, side in enumerate(sides):
        title = side.get("title") if isinstance(side, dict) else None
        label = title if isinstance(title, str) else str(index + 1)
        yield from _check(file, section.kind, side, (name, index), (section.entity, label), f"side `{label}` of the reference")


def _entries(file: SourceFile, name: str, section: Section, entries: dict[str, Any]) -> Iterator[Problem]:
    for key, value in entries.items():
        if re.fullmatch(r"[a-z][a-z0-9_]*", key) is None:
            span = file.positions.key(entries, key)
            message = f"`{key}` in `{name}` is not an id"
            yield Problem("E206", message, span, words.id_hint(key), entity=(section.entity, key), path=(name, key))
        yield from _check(file, section.kind, value, (name, key), (section.entity, key), f"{section.word} `{key}`")


def _own_id(section: Section, value: dict[str, Any]) -> str:
    """The game's own id; the look and the icons have none."""
    own = value.get("id") if section.kind == "game" else ""
    return own if isinstance(own, str) else ""


def _wrong_form(file: SourceFile, name: str, section: Section, value: Any) -> Problem:
    if section.form == "sides":
        wanted, hint = "a list of sides", "begin each side with `- title: …`"
    elif section.form == "whole":
        wanted, hint = "a mapping", "write `key: value` lines below it"
    else:
        wanted, hint = "a mapping of ids", f"write `{name}:` and below it the id of each {section.word} with a colon"
    message = f"the section `{name}` must be {wanted}, found {words.found(value)}"
    return Problem("E209", message, file.positions.value(file.root, name), hint, path=(name,))


def _check(file: SourceFile, kind: str, value: Any, prefix: tuple[str | int, ...], entity: tuple[str, str], word: str) -> list[Problem]:
    if fits(value, shape_of(kind)):
        return []
    # The library that finds errors is imported when there is one: a game without does not pay for it.
    from penance_build.schema.explain import Entry, explain
    from penance_build.schema.keywords import checker

    return explain(Entry(file, value, prefix, entity, word), checker(kind).iter_errors(value))


def validate_map(file: SourceFile) -> list[Problem]:
    """The problems of a file that is a mapping of a sheet: it is one entry, and has no sections."""
    return _check(file, "map", file.root, (), ("", ""), "the mapping")


def validate_profile(file: SourceFile) -> list[Problem]:
    """The problems of a file that is a profile of a maker: it is one entry, and has no sections."""
    return _check(file, "profile", file.root, (), ("", ""), "the profile")


def fits_sheet(value: Any) -> bool:
    """Whether what names a sheet has the form that it must have."""
    return fits(value, shape_of("sheet"))


def card_keys() -> frozenset[str]:
    """The keys of a card that are no attributes."""
    return frozenset(shape_of("card")["properties"])
