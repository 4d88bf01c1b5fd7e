"""A cursor on the tree of one file: a value, and where it stands. Only the modules of this folder use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Boolean, Node, Number
from penance_build.formula.template import Content, Hole, Parts, named
from penance_build.source.text.tokens import written
from penance_build.source.tree import SourceFile
from penance_build.surface.names import Names
from penance_build.surface.nodes import At, Formula, Scalar, Template

Made = TypeVar("Made")


class Cursor:
    """The value under ``key`` of ``container``; the schema has been held against it before anything is read."""

    __slots__ = ("_at", "container", "file", "key", "names", "up", "value")

    def __init__(self, file: SourceFile, container: Any, key: str | int, up: At | None, names: Names | None = None) -> None:
        self.file, self.container, self.key, self.up, self.names = file, container, key, up, names
        self.value = container[key]
        self._at: At | None = None

    @property
    def at(self) -> At:
        """Its place."""
        if self._at is None:
            self._at = At(self.file, self.container, self.key, self.up)
        return self._at

    # ------------------------------------------------------------ down

    def get(self, name: str) -> Cursor | None:
        """The value under a key of this mapping, or None."""
        value = self.value
        return Cursor(self.file, value, name, self.at, self.names) if type(value) is dict and name in value else None

    def need(self, name: str) -> Cursor:
        """The value under a key that the schema promises."""
        return Cursor(self.file, self.value, name, self.at, self.names)

    def entries(self, name: str) -> Iterator[Cursor]:
        """The entries of the mapping under a key, in the order written; none where there is no such key."""
        inner = self.get(name)
        return inner.children() if inner is not None and isinstance(inner.value, dict) else iter(())

    def items(self, name: str) -> Iterator[Cursor]:
        """The items of the list under a key; of a single value, that value."""
        inner = self.get(name)
        if inner is None:
            return iter(())
        return inner.children() if isinstance(inner.value, list) else iter((inner,))

    def children(self) -> Iterator[Cursor]:
        """The entries of this mapping or the items of this list."""
        value = self.value
        for key in value if isinstance(value, dict) else range(len(value)):
            yield Cursor(self.file, value, key, self.at, self.names)

    # ------------------------------------------------------------ scalars

    @property
    def text(self) -> str:
        """A scalar as it was written."""
        return written(self.value)

    def word(self, name: str, default: str = "") -> str:
        """The text under a key, or the default."""
        value = self.value
        return written(value[name]) if type(value) is dict and name in value else default

    def said(self, name: str, default: str = "") -> str:
        """The printed text under a key, with the names in its holes; or the default. Names are plain: a sign in one is its character."""
        found = self.word(name, default)
        if "{" not in found:
            return found
        inner = self.need(name)
        return inner.naming if name == "name" else inner.saying

    @property
    def naming(self) -> str:
        """This printed name, with the names in its holes, and signs as the characters that they stand for."""
        return named(self.saying)

    @property
    def saying(self) -> str:
        """This printed text, with the names in its holes."""
        text = self.text
        return text if "{" not in text or self.names is None else self.names.say(self.scalar)

    def said_of(self, name: str) -> Scalar | None:
        """The printed text under a key as a scalar, with the names in its holes; or None."""
        inner = self.get(name)
        return None if inner is None else Scalar(inner.file, inner.container, inner.key, inner.up, inner.saying)

    def only(self, kind: str) -> Scalar | None:
        """The id of the only thing of a kind that the game defines, at the place of this entry; None where there are none or several."""
        found = "" if self.names is None else self.names.only(kind, self.at)
        return Scalar(self.file, self.container, self.key, self.up, found) if found else None

    def number(self, name: str, default: int) -> int:
        """The whole number under a key, or the default."""
        return int(self.value[name]) if name in self.value else default

    @property
    def scalar(self) -> Scalar:
        """This value as a scalar."""
        return Scalar(self.file, self.container, self.key, self.up, self.value)

    @property
    def formula(self) -> Formula:
        """This value as a formula."""
        node, error = tree(self.value)
        return Formula(self.file, self.container, self.key, self.up, self.value, node, error)

    @property
    def key_formula(self) -> Formula:
        """The key of this entry as a formula; its place is that of the entry."""
        node, error = tree(self.key)
        return Formula(self.file, self.container, self.key, self.up, str(self.key), node, error)

    def scalar_of(self, name: str) -> Scalar | None:
        """The scalar under a key, or None."""
        value = self.value
        return Scalar(self.file, value, name, self.at, value[name]) if type(value) is dict and name in value else None

    def formula_of(self, name: str) -> Formula | None:
        """The formula under a key, or None."""
        inner = self.get(name)
        return None if inner is None else inner.formula

    def template(self, read: Callable[[str], Parts[Content]]) -> Template[Content]:
        """This value as a text with holes; ``read`` is its mode in ``formula.template``."""
        parts = read(self.text)
        if self.names is not None and any(isinstance(part, Hole) for part in parts):
            parts = self.names.read(parts, read, self.scalar)
        return Template(self.file, self.container, self.key, self.up, self.value, parts)

    def template_of(self, name: str, read: Callable[[str], Parts[Content]]) -> Template[Content] | None:
        """The text with holes under a key, or None."""
        inner = self.get(name)
        return None if inner is None else inner.template(read)

    def scalars(self, name: str) -> tuple[Scalar, ...]:
        """The scalars of the list under a key."""
        return tuple(item.scalar for item in self.items(name))

    def scalars_by_key(self, name: str) -> dict[str, Scalar]:
        """The scalars of the mapping under a key."""
        return {str(entry.key): entry.scalar for entry in self.entries(name)}

    def formulas_by_key(self, name: str) -> dict[str, Formula]:
        """The formulas of the mapping under a key."""
        return {str(entry.key): entry.formula for entry in self.entries(name)}

    def maybe(self, name: str, make: Callable[[Cursor], Made]) -> Made | None:
        """What is made of the value under a key, or None."""
        inner = self.get(name)
        return None if inner is None else make(inner)

    # ------------------------------------------------------------ what every item has

    @property
    def head(self) -> tuple[At, Formula | None, str]:
        """The first fields of an ``Item``: its place, its condition over options, its citation."""
        value = self.value
        if type(value) is not dict:
            return self.at, None, ""
        when = self.need("when").formula if "when" in value else None
        source = value.get("source", "")
        if type(source) is list:
            source = ", ".join(map(str, source))
        return self.at, when, source if type(source) is str else ""


def tree(value: str | int | bool) -> tuple[Node | None, FormulaError | None]:
    """The syntax tree of a formula, or what is wrong with it."""
    if type(value) is bool:
        return Boolean(0, 4 if value else 5, value), None
    if type(value) is int:
        return Number(0, len(str(value)), value), None
    try:
        return parse(str(value)), None
    except FormulaError as error:
        return None, error
