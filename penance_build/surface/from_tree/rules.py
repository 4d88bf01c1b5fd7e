"""Procedures, setups, bots, claims, examples, sources, the reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from penance_build.formula import template
from penance_build.surface import rules as made
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.from_tree.declarations import column
from penance_build.surface.from_tree.steps import StepReader
from penance_build.surface.nodes import Formula, Input, Printed, Result, Scalar

# The keys of an entry that say in which game it asks, and those of a claim that ask for a figure.
_SITUATION: Final = ("setup", "decks", "counters", "zones", "players")
_ASKS: Final = ("set", "where", "mean", "spread", "than", "policy", *_SITUATION[1:])
# The keys of a block of the reference that go with what is shown whole, and those that go with odds.
_SHOWN_WHOLE: Final = ("ref", "columns")
_ODDS: Final = (
    "procedure", "card", "set", *_SITUATION, "where", "mean", "down", "across", "down_heading", "across_heading", "bars", "digits",
)  # fmt: skip
# The keys that go with each kind of things to play with, and all of them.
_PIECES: Final = {
    "track": ("ref", "table", "columns", "last", "cell"),
    "boxes": ("of", "enum", "count", "cell"),
    "tokens": ("ref", "of", "enum", "decks", "count", "cell"),
    "hexes": ("ref", "of", "cell"),
    "squares": ("width", "height", "cell"),
    "ruler": ("ref", "columns", "cell"),
    "arcs": ("ref", "table", "columns", "cell"),
}
_OF_PIECES: Final = ("of", "enum", "table", "count", "last", "width", "height", "cell")
# The keys of a group of parameters that are no inputs.
_GROUP_FIELDS: Final = frozenset(("source", "ruling", "note", "when"))


def title(cursor: Cursor) -> made.Title:
    """The section ``game``."""
    title, subtitle = (template.named(cursor.word(key)) for key in ("name", "subtitle"))
    return made.Title(cursor.at, cursor.word("id"), title, subtitle, cursor.word("version"), cursor.scalar_of("locale"))


def _input(cursor: Cursor) -> Input:
    named = column(cursor)
    default, text = (cursor.formula_of("default"), cursor.said("text")) if isinstance(cursor.value, dict) else (None, "")
    return Input(*cursor.head, named.name, named.type, default, text)


def inputs(cursor: Cursor, section: str) -> tuple[Input, ...]:
    """The inputs under a key."""
    return tuple(_input(entry) for entry in cursor.entries(section))


def _result(cursor: Cursor) -> Result:
    named = column(cursor)
    return Result(*cursor.head, named.name, named.type, cursor.formula_of("default"))


def parameters(name: str, cursor: Cursor) -> made.Parameters:
    """A group of inputs."""
    return made.Parameters(*cursor.head, name, tuple(_input(entry) for entry in cursor.children() if entry.key not in _GROUP_FIELDS))


def procedure(name: str, cursor: Cursor) -> made.Procedure:
    """A procedure."""
    results = tuple(_result(entry) for entry in cursor.entries("results"))
    body = StepReader().block(cursor.need("steps"))
    return made.Procedure(*cursor.head, name, cursor.said("name", name), cursor.scalars("uses"), inputs(cursor, "inputs"), results, body)


# ---------------------------------------------------------------- played


def setup(name: str, cursor: Cursor) -> made.Setup:
    """A setup."""
    named = cursor.value.get("decks", "all")
    decks = cursor.scalars("decks") if isinstance(named, list) else None
    construction = cursor.need("decks").scalar_of("construction") if isinstance(named, dict) else None
    return made.Setup(
        *cursor.head,
        name,
        cursor.said("name", name),
        cursor.number("players", 2),
        cursor.need("procedure").scalar,
        _values(cursor, "with"),
        cursor.scalar_of("deck"),
        decks,
        construction,
        cursor.scalars_by_key("zones"),
        cursor.scalars_by_key("ends"),
        cursor.scalar_of("begins"),
        cursor.scalar_of("players"),
    )


def bot(name: str, cursor: Cursor) -> made.Bot:
    """A bot."""
    score = tuple(item.formula for item in cursor.items("score")) if "score" in cursor.value else None
    avoid = None
    if "avoid" in cursor.value:
        avoid = {
            str(entry.key): made.Avoided(entry.at, tuple(item.scalar for item in entry.children())) for entry in cursor.entries("avoid")
        }
    is_exact = cursor.word("chance") == "exact"
    return made.Bot(*cursor.head, name, cursor.said("name", name), score, avoid, cursor.scalar_of("like"), is_exact)


# ---------------------------------------------------------------- proved


def _values(cursor: Cursor, section: str) -> dict[str, made.Value]:
    return {
        str(entry.key): made.Several(entry.at, tuple(item.formula for item in entry.children()))
        if isinstance(entry.value, list)
        else entry.formula
        for entry in cursor.entries(section)
    }


def claim(name: str, cursor: Cursor) -> made.Claim | made.Fact:
    """A claim: of a figure, or of data."""
    kind = next(key for key in ("procedure", *made.ABOUT) if key in cursor.value)
    if kind != "procedure" or isinstance(cursor.value["says"], dict):
        return _fact(name, kind, cursor)
    asked = _asked(cursor, None)
    than = cursor.get("than")
    compared = None if than is None else _asked(than, asked)
    judged = cursor.word("verdict", "holds"), cursor.word("ruling")
    return made.Claim(*cursor.head, name, cursor.need("says").scalar, asked, compared, *judged)


def _fact(name: str, kind: str, cursor: Cursor) -> made.Fact:
    asks = tuple(cursor.need(key).scalar for key in _ASKS if key in cursor.value)
    told = _told(cursor.need("says")), _told(cursor.get("ruled"))
    return made.Fact(*cursor.head, name, kind, cursor.need(kind).scalar, *told, asks, cursor.word("ruling"))


def _told(cursor: Cursor | None) -> made.Told:
    if cursor is None:
        return made.Told((), ())
    if not isinstance(cursor.value, dict):
        return made.Told((made.Said(cursor.at, "value", (cursor.formula,), False),), ())
    rows = tuple(_row(item) for item in cursor.items("rows") if isinstance(item.value, dict))
    return made.Told(tuple(_data(cursor, "", bool(rows))), rows)


def _data(cursor: Cursor, prefix: str, has_rows: bool = False) -> Iterator[made.Said]:
    """The data below a mapping; a mapping within is a name with a dot."""
    for entry in cursor.children():
        name = f"{prefix}{entry.key}"
        if has_rows and name == "rows":
            continue
        if isinstance(entry.value, dict):
            yield from _data(entry, f"{name}.")
        elif isinstance(entry.value, list):
            yield made.Said(entry.at, name, tuple(item.formula for item in entry.children()), True)
        else:
            yield made.Said(entry.at, name, (entry.formula,), False)


def _row(cursor: Cursor) -> made.SaidRow:
    cells = {str(entry.key): entry.formula for entry in cursor.children() if entry.key != "label"}
    return made.SaidRow(cursor.at, cursor.scalar_of("label"), cells)


def _asked(cursor: Cursor, first: made.Asked | None, card: Scalar | None = None) -> made.Asked:
    """What is asked, of a procedure or of a card; what is left out of the second question of a claim is as in the ``first``."""
    procedure_ = cursor.scalar_of("procedure") or card or (first.procedure if first else cursor.need("procedure").scalar)
    given = {**(first.inputs if first else {}), **_values(cursor, "set")}
    found = cursor.formula_of("where"), cursor.scalar_of("mean"), cursor.scalar_of("spread")
    if first is not None and found == (None, None, None):
        found = first.where, first.mean, first.spread
    own = _policy(cursor)
    policy = own if first is None or "*" in own else {**first.policy, **own}
    return made.Asked(procedure_, given, *found, _situation(cursor) or (first.situation if first else None), policy)


def _policy(cursor: Cursor) -> dict[str, Formula]:
    """How choices are made: all in one way, or one by one."""
    found = cursor.get("policy")
    if found is None:
        return {}
    return {str(entry.key): entry.formula for entry in found.children()} if isinstance(found.value, dict) else {"*": found.formula}


def _situation(cursor: Cursor) -> made.Situation | None:
    """The game in which an entry asks; None where it says nothing of it."""
    if not any(key in cursor.value for key in _SITUATION):
        return None
    counters = {
        str(entry.key): (entry.at, tuple(item.formula for item in (entry.children() if isinstance(entry.value, list) else [entry])))
        for entry in cursor.entries("counters")
    }
    zones = {
        str(entry.key): (entry.at, tuple(_lying(item) for item in (entry.children() if isinstance(entry.value, list) else [entry])))
        for entry in cursor.entries("zones")
    }
    return made.Situation(cursor.scalar_of("setup"), cursor.scalars("decks"), counters, zones, cursor.scalar_of("players"))


def _lying(cursor: Cursor) -> made.Lying:
    """A pile: the name of a deck, or cards with their copies."""
    if not isinstance(cursor.value, dict):
        return made.Lying(cursor.at, cursor.scalar, {})
    return made.Lying(cursor.at, None, {str(entry.key): entry.scalar for entry in cursor.children()})


def example(name: str, cursor: Cursor) -> made.Example:
    """A worked example."""
    dice = {str(entry.key): made.Faces(entry.at, tuple(item.scalar for item in entry.children())) for entry in cursor.entries("dice")}
    return made.Example(
        *cursor.head,
        name,
        cursor.need("procedure").scalar,
        _values(cursor, "set"),
        dice,
        _values(cursor, "expect"),
        _values(cursor, "book_says"),
        tuple(item.saying for item in cursor.items("tells")),
        cursor.word("ruling"),
        _situation(cursor),
        tuple(item.scalar for item in cursor.items("chooses")),
        tuple(item.formula for item in cursor.items("leaves")),
        _policy(cursor),
    )


def ruling(name: str, cursor: Cursor) -> made.Ruling:
    """A ruling."""
    return made.Ruling(
        *cursor.head,
        name,
        cursor.word("status"),
        cursor.said("question"),
        cursor.said("decision"),
        cursor.said("reason"),
        tuple(str(entry.key) for entry in cursor.entries("readings")),
        cursor.word("by_hand") == "true",
    )


def source(name: str, cursor: Cursor) -> made.Source:
    """A source document."""
    sections = tuple(
        made.Section(str(entry.key), entry.word("title"), entry.word("status"), entry.word("why")) for entry in cursor.entries("sections")
    )
    return made.Source(*cursor.head, name, cursor.word("title", name), cursor.word("short", name), cursor.word("version"), sections)


# ---------------------------------------------------------------- printed


def side(cursor: Cursor) -> made.ReferenceSide:
    """A side of the quick reference."""
    title_, blocks = cursor.need("title").template(template.printed), tuple(_block(item) for item in cursor.items("blocks"))
    return made.ReferenceSide(
        *cursor.head,
        title_,
        blocks,
        cursor.word("sheet"),
        cursor.number("columns", 0),
        cursor.word("owner").removeprefix("game"),
        cursor.word("landscape") == "true",
    )


def _block(cursor: Cursor) -> made.ReferenceBlock:
    columns = tuple(item.text for item in cursor.items("columns"))
    title_, ref = cursor.template_of("title", template.printed), cursor.scalar_of("ref")
    lines = tuple(item.template(template.printed) for item in cursor.items("lines"))
    show = cursor.word("show", "text")
    goes = _PIECES.get(show) or (_ODDS if show == "odds" else _SHOWN_WHOLE)
    other = tuple(cursor.need(key).scalar for key in (*_SHOWN_WHOLE, *_ODDS, *_OF_PIECES) if key in cursor.value and key not in goes)
    odds, pieces = _odds(cursor) if show == "odds" else None, _pieces(cursor) if show in _PIECES else None
    return made.ReferenceBlock(*cursor.head, title_, show, ref, lines, columns, odds, pieces, other)


def _pieces(cursor: Cursor) -> made.PiecesBlock:
    of, decks = (tuple(item.scalar for item in cursor.items(key)) for key in ("of", "decks"))
    enum, table, cell = (cursor.scalar_of(key) for key in ("enum", "table", "cell"))
    count, last, width, height = (cursor.formula_of(key) for key in ("count", "last", "width", "height"))
    return made.PiecesBlock(of, decks, enum, table, cell, count, last, width, height)


def _odds(cursor: Cursor) -> made.OddsBlock:
    card = cursor.scalar_of("card")
    asked = None if card is None and "procedure" not in cursor.value else _asked(cursor, None, card)
    heads = cursor.template_of("down_heading", template.printed), cursor.template_of("across_heading", template.printed)
    bars = cursor.scalar_of("bars") if cursor.word("bars") == "true" else None
    both = None if "procedure" not in cursor.value else card
    return made.OddsBlock(asked, both, _axis(cursor, "down"), _axis(cursor, "across"), *heads, bars, cursor.number("digits", 1))


def _axis(cursor: Cursor, name: str) -> tuple[made.OddsPart, ...]:
    """What goes down or across: sweeps by name, or a list of them and of single entries."""
    axis = cursor.get(name)
    if axis is None:
        return ()
    if isinstance(axis.value, dict):
        return tuple(_sweeps(axis, "at_least"))
    parts: list[made.OddsPart] = []
    for item in axis.children():
        if "title" in item.value:
            title_ = item.need("title").template(template.printed)
            parts.append(made.OddsEntry(title_, _values(item, "set"), item.formula_of("where"), item.scalar_of("mean")))
        else:
            parts += [part for key in ("each", "at_least") for part in _swept(item, key, key == "at_least")]
    return tuple(parts)


def _sweeps(cursor: Cursor, at_least: str) -> Iterator[made.OddsSweep]:
    """Sweeps by name; those below the key ``at_least`` are of results, upwards."""
    for entry in cursor.children():
        if entry.key == at_least and isinstance(entry.value, dict):
            yield from _swept(cursor, at_least, True)
        else:
            yield _sweep(entry, False)


def _swept(cursor: Cursor, key: str, at_least: bool) -> Iterator[made.OddsSweep]:
    head = cursor.template_of("heading", template.printed) if key in cursor.value and "heading" in cursor.value else None
    for entry in cursor.entries(key):
        yield _sweep(entry, at_least, head)


def _sweep(entry: Cursor, at_least: bool, head: Printed | None = None) -> made.OddsSweep:
    items = entry.children() if isinstance(entry.value, list | dict) else (entry,)
    return made.OddsSweep(entry.at, str(entry.key), tuple(map(_value_of_sweep, items)), at_least, head)


def _value_of_sweep(item: Cursor) -> Formula:
    """A value or a range; ``..``, which is every value, has no tree."""
    at = item.scalar
    return Formula(at.file, at.container, at.key, at.up, at.value, None, None) if item.text == ".." else item.formula


def setting(name: str, cursor: Cursor) -> made.Setting:
    """A key of the theme, or an icon."""
    return made.Setting(cursor.at, None, "", name, cursor.text)
