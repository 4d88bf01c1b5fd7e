"""What compiling a game gives: the value between the compiler and everything that is made from a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, TypeVar

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.written import Written

if TYPE_CHECKING:  # whoever has a program has imported its classes; importing the public names alone costs nothing
    from penance_build.ir.nodes import Fact, Procedure, Program, Table

Key = TypeVar("Key")
Value = TypeVar("Value")


class WrittenAs(Protocol):
    """Gives what stands behind a statement of a procedure, by its place in ``ir.walk.statements``, or a row of a table, by its index."""

    def of(self, item: Procedure | Table, index: int) -> Written | None: ...


class Compilation(Struct, frozen=True, eq=False):
    """What compiling a game gave.

    ``program`` is None where there were errors. ``covered`` counts what was looked at, by kind.
    ``texts`` holds the text of each file read, for snippets. ``spans`` maps ("procedure", id) and the like to
    the place of a definition, and ``steps`` (id of a procedure, number of a step) to the place of that step; ``options`` is
    the full choice of options (option id to value), ``defaults`` what it would be with nothing chosen;
    ``facts`` are the claims on data of all combinations of options that were compiled, each that is another one once,
    ``data`` maps (id of a claim, name of a datum) to the place of that datum, and ``witnessed`` gives of each definition, by kind
    and id, how many numbers it has from a source, and of how many of them a claim says what they are;
    ``elsewhere`` are programs of other options that have claims or examples which no program before has, each with these alone;
    ``ignored`` names the files of the folder that are no rules by their names;
    ``written`` says of a statement of a procedure, or a row of a table, by what texts it was written, and where; None: nobody knows;
    ``before`` is what the next compilation of nearly the same texts can use.
    """

    program: Program | None
    problems: tuple[Problem, ...]
    covered: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    spans: Mapping[tuple[str, str], Span] = field(default_factory=dict)
    steps: Mapping[tuple[str, int], Span] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    data: Mapping[tuple[str, str], Span] = field(default_factory=dict)
    witnessed: Mapping[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    elsewhere: tuple[Program, ...] = ()
    ignored: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    defaults: Mapping[str, str] = field(default_factory=dict)
    written: WrittenAs | None = None
    before: object = None

    def __repr__(self) -> str:
        """The program, and how many problems there are."""
        return f"Compilation(program={self.program!r}, problems={len(self.problems)})"

    def __eq__(self, other: object) -> bool:
        """Whether the same was found; what the next compilation can use is no part of that."""
        if not isinstance(other, Compilation):
            return NotImplemented
        names = (name for name in self.__struct_fields__ if name not in ("before", "written"))
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __ne__(self, other: object) -> bool:
        """The opposite; a Struct has its own, which would go by identity."""
        return not self == other

    __hash__ = None  # type: ignore[assignment]


class Asked(Mapping[Key, Value]):
    """A mapping that is made when somebody asks for it: most runs point at nothing."""

    def __init__(self, make: Callable[[], Mapping[Key, Value]]) -> None:
        self._make: Callable[[], Mapping[Key, Value]] | None = make
        self._made: Mapping[Key, Value] = {}

    def _all(self) -> Mapping[Key, Value]:
        if self._make is not None:
            self._made, self._make = self._make(), None
        return self._made

    def __getitem__(self, key: Key) -> Value:
        return self._all()[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]
