"""A definition as it was written: every scalar with the way to it; for what no program holds, and for games that do not compile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from penance_build.diagnostics.problem import Span
from penance_build.diff.describing.facts import Judged
from penance_build.surface.nodes import At, Formula, Item, Scalar
from penance_build.surface.steps import Block

Lives = Callable[[Item], bool]

# Kinds of which everything is only read by people, and fields of the others that are.
TEXT_KINDS: Final = frozenset("unit wording theme icon layout claim example ruling source reference game".split())
_READ: Final = frozenset(
    "name text text_only plural up down source label prompt icon tincture shown print marks stands facing ruling".split()
)
_FIGURES: Final = frozenset("value start copies count values cells".split())
# What tells the ways of records apart is their id; these fields say how the program counts or finds them.
_LEFT_OUT: Final = frozenset(("at", "map_at", "options_at", "terms_at", "node", "error", "number", "when", "id"))


class Leaf(Struct, frozen=True, eq=False):
    """A scalar: the way to it in words, its text, the entry that it stands in, and how a change of it is judged."""

    way: str
    text: str
    at: At | None
    judged: Judged

    @property
    def span(self) -> Span | None:
        """Where it stands, or the entry that it is of."""
        return None if self.at is None else self.at.span if isinstance(self.at, Scalar) else self.at.key_span


def every(item: Item) -> bool:
    """All that is written lives."""
    return True


def leaves(kind: str, item: Item, lives: Lives) -> tuple[Leaf, ...]:
    """Every scalar of a definition that lives, the conditions over options only where all of them do."""
    judged: Judged = "text" if kind in TEXT_KINDS else "rule"
    return tuple(_leaves(item, lives, (), None, judged, lives is every))


def _leaves(value: object, lives: Lives, way: tuple[str, ...], above: At | None, judged: Judged, whens: bool) -> Iterator[Leaf]:
    if isinstance(value, Scalar):
        yield Leaf(" ".join(way) or "value", value.text, value, judged)
    elif isinstance(value, str | int):
        if value != "":
            yield Leaf(" ".join(way) or "value", str(value), above, judged)
    elif isinstance(value, At) or (isinstance(value, Item) and not lives(value)):
        return  # a place says nothing by itself
    elif isinstance(value, Struct):
        at = value.at if isinstance(getattr(value, "at", None), At) else None  # type: ignore[attr-defined]
        if whens and isinstance(value, Item) and isinstance(value.when, Formula):
            yield Leaf(" ".join((*way, "when")), value.when.text, value.when, judged)
        for name in value.__struct_fields__:
            if name not in _LEFT_OUT:
                inner = way if isinstance(value, Block) or name == "effects" else (*way, name.replace("_", " "))
                yield from _leaves(getattr(value, name), lives, inner, at or above, _judged(judged, name), whens)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, lives, (*way, str(key)), above, judged, whens)
    elif isinstance(value, tuple):
        for number, item in enumerate(value, 1):
            yield from _leaves(item, lives, (*way, _called(item, number)), above, judged, whens)


def _judged(judged: Judged, field: str) -> Judged:
    if judged == "text" or field in _READ:
        return "text"
    return "figure" if field in _FIGURES and judged == "rule" else judged


def _called(item: object, number: int) -> str:
    """An item of a list by its id where it has one, else by its place."""
    for name in ("id", "card", "slot", "name", "sign"):
        called = getattr(item, name, None)
        if isinstance(called, Scalar):
            return called.text
        if isinstance(called, str) and called:
            return called
    return str(number)
