"""Procedures, setups, bots, claims, examples, sources, the reference."""

from __future__ import annotations

from typing import Final

from penance_build.surface import rules as made
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.from_tree.declarations import column
from penance_build.surface.from_tree.steps import StepReader
from penance_build.surface.nodes import Input, Result

# The keys of a group of parameters that are no inputs.
_GROUP_FIELDS: Final = frozenset(("source", "ruling", "note", "when"))


def title(place: Cursor) -> made.Title:
    """The section ``game``."""
    return made.Title(place.at, *(place.word(key) for key in ("id", "name", "subtitle", "version")))


def _input(place: Cursor) -> Input:
    named = column(place)
    default, text = (place.formula_of("default"), place.word("text")) if isinstance(place.value, dict) else (None, "")
    return Input(*place.head, named.name, named.type, default, text)


def inputs(place: Cursor, section: str) -> tuple[Input, ...]:
    """The inputs under a key."""
    return tuple(_input(entry) for entry in place.entries(section))


def _result(place: Cursor) -> Result:
    named = column(place)
    return Result(*place.head, named.name, named.type, place.formula_of("default"))


def parameters(name: str, place: Cursor) -> made.Parameters:
    """A group of inputs."""
    return made.Parameters(*place.head, name, tuple(_input(entry) for entry in place.children() if entry.key not in _GROUP_FIELDS))


def procedure(name: str, place: Cursor) -> made.Procedure:
    """A procedure."""
    results = tuple(_result(entry) for entry in place.entries("results"))
    body = StepReader().block(place.need("steps"))
    return made.Procedure(*place.head, name, place.word("name", name), place.scalars("uses"), inputs(place, "inputs"), results, body)


# ---------------------------------------------------------------- played


def setup(name: str, place: Cursor) -> made.Setup:
    """A setup."""
    decks = place.scalars("decks") if "decks" in place.value else None
    return made.Setup(
        *place.head,
        name,
        place.word("name", name),
        place.number("players", 2),
        place.need("procedure").scalar,
        _values(place, "with"),
        place.scalar_of("deck"),
        decks,
        place.scalars_by_key("zones"),
        place.scalars_by_key("ends"),
    )


def bot(name: str, place: Cursor) -> made.Bot:
    """A bot."""
    score = tuple(item.formula for item in place.items("score")) if "score" in place.value else None
    avoid = None
    if "avoid" in place.value:
        avoid = {
            str(entry.key): made.Avoided(entry.at, tuple(item.scalar for item in entry.children())) for entry in place.entries("avoid")
        }
    is_exact = place.word("chance") == "exact"
    return made.Bot(*place.head, name, place.word("name", name), score, avoid, place.scalar_of("like"), is_exact)


# ---------------------------------------------------------------- proved


def _values(place: Cursor, section: str) -> dict[str, made.Value]:
    return {
        str(entry.key): made.Several(entry.at, tuple(item.formula for item in entry.children()))
        if isinstance(entry.value, list)
        else entry.formula
        for entry in place.entries(section)
    }


def claim(name: str, place: Cursor) -> made.Claim:
    """A claim."""
    asked = place.formula_of("where"), place.scalar_of("mean")
    says, procedure_ = place.need("says").scalar, place.need("procedure").scalar
    return made.Claim(
        *place.head, name, says, procedure_, _values(place, "set"), *asked, place.word("verdict", "holds"), place.word("ruling")
    )


def example(name: str, place: Cursor) -> made.Example:
    """A worked example."""
    dice = {str(entry.key): made.Faces(entry.at, tuple(item.scalar for item in entry.children())) for entry in place.entries("dice")}
    return made.Example(
        *place.head,
        name,
        place.need("procedure").scalar,
        _values(place, "set"),
        dice,
        _values(place, "expect"),
        _values(place, "book_says"),
        tuple(item.text for item in place.items("tells")),
        place.word("ruling"),
    )


def ruling(name: str, place: Cursor) -> made.Ruling:
    """A ruling."""
    return made.Ruling(
        *place.head,
        name,
        place.word("status"),
        place.word("question"),
        place.word("decision"),
        place.word("reason"),
        tuple(str(entry.key) for entry in place.entries("readings")),
        place.word("by_hand") == "true",
    )


def source(name: str, place: Cursor) -> made.Source:
    """A source document."""
    sections = tuple(
        made.Section(str(entry.key), entry.word("title"), entry.word("status"), entry.word("why")) for entry in place.entries("sections")
    )
    return made.Source(*place.head, name, place.word("title", name), place.word("short", name), place.word("version"), sections)


# ---------------------------------------------------------------- printed


def side(place: Cursor) -> made.ReferenceSide:
    """A side of the quick reference."""
    return made.ReferenceSide(*place.head, place.need("title").scalar, tuple(_block(item) for item in place.items("blocks")))


def _block(place: Cursor) -> made.ReferenceBlock:
    columns = tuple(item.text for item in place.items("columns"))
    title_, ref = place.scalar_of("title"), place.scalar_of("ref")
    return made.ReferenceBlock(*place.head, title_, place.word("show", "text"), ref, place.scalars("lines"), columns)


def setting(name: str, place: Cursor) -> made.Setting:
    """A key of the theme, or an icon."""
    return made.Setting(place.at, None, "", name, place.text)
