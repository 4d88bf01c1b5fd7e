"""The records of layouts."""

from __future__ import annotations

from typing import Final

from penance_build.surface import layouts as made
from penance_build.surface.from_tree.cursor import Cursor
from penance_build.surface.nodes import Scalar

_KINDS: Final = ("show", "say", "icon", "pips", "image", "shape", "template")
_CHOSEN: Final = ("say", "icon", "image", "template", "colour", "accent", "fill", "stroke")
_SETTINGS: Final = (
    "align", "valign", "font", "weight", "style", "size", "leading", "spacing", "lines", "caps", "line", "corner", "opacity",
    "rotate", "fit", "finish",
)  # fmt: skip


def layout(name: str, cursor: Cursor) -> made.Layout:
    """A layout."""
    only = {str(entry.key): entry for entry in cursor.entries("only")}
    return made.Layout(
        *cursor.head,
        name,
        cursor.scalars("for"),
        {key: _values(entry) for key, entry in only.items()},
        {key: entry.at for key, entry in only.items()},
        cursor.maybe("ground", _chosen),
        tuple(_box(entry) for entry in cursor.entries("boxes")),
    )


def _box(cursor: Cursor) -> made.Box:
    kind = next(word for word in _KINDS if word in cursor.value)
    return made.Box(
        *cursor.head,
        str(cursor.key),
        kind,
        cursor.scalars("at"),
        cursor.scalar_of(kind) if kind in ("show", "shape") else None,
        cursor.maybe("pips", _pips),
        {key: _chosen(cursor.need(key)) for key in _CHOSEN if key in cursor.value},
        {key: cursor.need(key).scalar for key in _SETTINGS if key in cursor.value},
        cursor.scalars("focus"),
        cursor.scalars("for"),
        cursor.scalars("has"),
        cursor.scalars("lacks"),
    )


def _values(cursor: Cursor) -> tuple[Scalar, ...]:
    return tuple(item.scalar for item in cursor.children()) if isinstance(cursor.value, list) else (cursor.scalar,)


def _pips(cursor: Cursor) -> made.Pips:
    return made.Pips(
        cursor.at, cursor.need("count").scalar, _chosen(cursor.need("icon")), cursor.word("arrangement", "cards"), cursor.scalar_of("size")
    )


def _chosen(cursor: Cursor) -> made.Chosen:
    """One text, or one for each value of the first attribute that is named; a second one is left for the model to refuse."""
    if not isinstance(cursor.value, dict):
        return made.Chosen(cursor.at, cursor.scalar, None, {})
    first = next(iter(cursor.children()))
    of = Scalar(first.file, first.container, first.key, first.up, str(first.key))
    return made.Chosen(cursor.at, None, of, {str(entry.key): entry.scalar for entry in first.children()})
