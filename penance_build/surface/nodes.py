"""What every record of the surface tree is made of: a place, a scalar as written, a formula with its tree, a text with its holes.

Records are compared by identity: two steps with the same words are two steps. Places are worked out when they are asked for,
because only a problem, a trace or an editor asks.
"""

from __future__ import annotations

from typing import Any, Generic, TypeAlias

from msgspec import Struct

from penance_build.diagnostics.problem import Problem, Span
from penance_build.formula import FormulaError
from penance_build.formula.syntax import Node
from penance_build.formula.template import Content, LabelContent, Parts, PhraseContent, PrintedContent
from penance_build.source.text.tokens import written
from penance_build.source.tree import SourceFile

Path = tuple[str | int, ...]


class At(Struct, frozen=True, eq=False):
    """The place of one entry: a key of a mapping or an item of a list, in a file."""

    file: SourceFile
    container: Any  # the mapping or list that holds it; read by ``source.positions`` alone
    key: str | int
    up: At | None

    @property
    def span(self) -> Span:
        """Where the value stands."""
        return self.file.positions.value(self.container, self.key)

    @property
    def key_span(self) -> Span:
        """Where its key (or the start of the item) stands."""
        return self.file.positions.key(self.container, self.key)

    def span_of(self, key: str) -> Span:
        """Where the value under a key of this entry stands; the key of the entry where there is no such value."""
        value = self.container[self.key]
        return self.file.positions.value(value, key) if isinstance(value, dict) and key in value else self.key_span

    @property
    def path(self) -> Path:
        """The keys and indices that lead to it from the root of its file."""
        found: list[str | int] = []
        at: At | None = self
        while at is not None:
            found.append(at.key)
            at = at.up
        return tuple(reversed(found))

    def covers(self, span: Span) -> bool:
        """Whether a span lies in this entry: behind its key, and before the next key beside it or of a section."""
        if span.file != self.file.name:
            return False
        keys = [(container, key) for container in (self.file.root, self.container) for key in container]
        starts = [self.file.positions.key(*key) for key in keys]
        return max((start for start in starts if start <= span), default=None) == self.key_span

    def __repr__(self) -> str:
        """The class and the path: the file and the tree would fill pages."""
        return f"{type(self).__name__}({self.file.name}: {'/'.join(map(str, self.path))})"

    def problem(self, code: str, message: str, hint: str = "", *, entity: tuple[str, str] = ("", ""), span: Span | None = None) -> Problem:
        """A problem here: at the value, or at ``span``."""
        return Problem(code, message, self.span if span is None else span, hint, entity=entity, path=self.path)


class Scalar(At, frozen=True, eq=False):
    """A text, a whole number or a truth as the author wrote it."""

    value: str | int | bool

    @property
    def text(self) -> str:
        """The characters that were written."""
        return written(self.value)

    def inside(self, start: int, end: int) -> Span:
        """Characters ``start`` to ``end`` of a text, the end exclusive; the whole of a number or a truth."""
        if isinstance(self.value, str):
            return self.file.positions.inside(self.container, self.key, start, end)
        return self.span


class Formula(Scalar, frozen=True, eq=False):
    """A formula: ``node`` is its syntax tree, or None where ``error`` says what is wrong with it."""

    node: Node | None
    error: FormulaError | None


class Template(Scalar, Generic[Content], frozen=True, eq=False):
    """A text with holes; ``parts`` are its characters and holes in the mode of its field, see ``formula.template``."""

    parts: Parts[Content]


Label: TypeAlias = Template[LabelContent]  # a label, a prompt, or a line that is told
Printed: TypeAlias = Template[PrintedContent]
Phrased: TypeAlias = Template[PhraseContent]


class Item(Struct, frozen=True, eq=False):
    """Anything that an option can leave out and a source can stand behind.

    ``source`` are its citations joined by a comma, or "".
    """

    at: At
    when: Formula | None
    source: str


class Input(Item, frozen=True, eq=False):
    """An input of a rule; ``default`` None: it must be given."""

    name: str
    type: Scalar
    default: Formula | None
    text: str


class Result(Item, frozen=True, eq=False):
    """A result of a procedure; ``default`` is what it has before the first step."""

    name: str
    type: Scalar
    default: Formula | None


class Column(Struct, frozen=True, eq=False):
    """A name with a type: an input or output of a table, a layer of a space."""

    at: At
    name: str
    type: Scalar
