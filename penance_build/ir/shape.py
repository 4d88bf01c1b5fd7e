"""The nodes inside a record, derived from the annotations of its fields: a new kind of node is visited and rebuilt without code here.

A field ``Expr``, ``Expr | None`` or ``tuple[Expr, ...]`` holds expressions, ``tuple[Stmt, ...]`` a body, ``tuple[Part, ...]``
records that are searched in turn; other fields are left alone. The order of evaluation is that of the fields, unless
the class declares another in ``evaluated``. A class whose ``reads`` names fields reads the slots that these name, like a ``Var``.

Planning odds spends most of its time here, so the functions are generated as Python source for each class, on first use.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import Any, Final

from penance_build.ir.nodes import Var
from penance_build.ir.record import Record

Function = Callable[..., Any]

# What a field with this annotation holds. ``Node`` is an expression of odds: one of the IR, or one of ``odds.rewriting.exprs``.
HELD: Final[Mapping[str, str]] = {
    **dict.fromkeys(("Expr", "Node"), "one"),
    **dict.fromkeys(("Expr | None", "Node | None"), "maybe"),
    **dict.fromkeys(("tuple[Expr, ...]", "tuple[Node, ...]"), "many"),
    "tuple[tuple[Node, int], ...]": "pairs",
    "tuple[Stmt, ...]": "body",
}
_NODE: Final = re.compile(r"\b(Expr|Node|Stmt)\b")
_RECORDS: Final = re.compile(r"tuple\[(\w+), \.\.\.\]")


class Shapes(dict[type, Function | None]):
    """By class: a function over its objects, made when it is first asked for; None where there is nothing inside.

    ``texts`` say for what is held how the value ``{v}`` of a field is written; ``records`` is the same for a tuple of records, over
    the function ``{inner}`` of their class.
    """

    def __init__(self, texts: Mapping[str, str], records: str, *, builds: bool) -> None:
        super().__init__()
        self.texts = texts
        self.records = records
        self.builds = builds

    def __missing__(self, cls: type[Record]) -> Function | None:
        made = self[cls] = self.made(cls)
        return made

    def made(self, cls: type[Record]) -> Function | None:
        """The function of a class."""
        names: dict[str, Any] = {"Var": Var, "Cls": cls}
        written: dict[str, str] = {}
        optional = False
        for name, annotation in fields_of(cls).items():
            held = HELD.get(annotation, "")
            inner = None if held else _records(cls, name, annotation)
            if held in self.texts:
                written[name] = self.texts[held].format(v=f"e.{name}")
                optional |= held == "maybe"
            elif inner is not None and (function := self[inner]) is not None:
                names[f"of_{name}"] = function
                written[name] = self.records.format(v=f"e.{name}", inner=f"of_{name}")
        if self.builds:
            values = [written.get(name, f"e.{name}") for name in cls.__struct_fields__]
            return _function(f"(e, f): return Cls({', '.join(values)})", names) if written else None
        first = [name for name in getattr(cls, "evaluated", ()) if name in written]
        pieces = [f"Var(e.{name})" for name in getattr(cls, "reads", ()) if "one" in self.texts]
        pieces += [written[name] for name in (*first, *(name for name in written if name not in first))]
        return _function(f"(e): return {_gathered(pieces, optional)}", names) if pieces else None


def fields_of(cls: type[Record]) -> dict[str, str]:
    """The fields of a class with their annotations as they are written."""
    written: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        written |= get_annotations(base)
    return {name: written[name] for name in cls.__struct_fields__}


def _records(cls: type[Record], name: str, annotation: str) -> type[Record] | None:
    """The class of records that a field holds a tuple of, or None."""
    if _NODE.search(annotation):
        raise TypeError(f"{cls.__name__}.{name}: the ways through records do not know `{annotation}`")
    found = _RECORDS.fullmatch(annotation)
    inner = getattr(sys.modules[cls.__module__], found[1], None) if found else None
    return inner if isinstance(inner, type) and issubclass(inner, Record) else None


def _gathered(pieces: list[str], optional: bool) -> str:
    """Source of the tuple of what is there."""
    if optional and len(pieces) == 1:
        return f"() if {pieces[0]} is None else ({pieces[0]},)"
    if optional:
        return f"tuple([item for item in ({', '.join(pieces)},) if item is not None])"
    return pieces[0][1:] if len(pieces) == 1 and pieces[0].startswith("*e.") else f"({', '.join(pieces)},)"


def _function(source: str, names: dict[str, Any]) -> Function:
    exec(f"def made{source}", names)
    made: Function = names["made"]
    return made


_EACH = "*[found for item in {v} for found in {inner}(item)]"
_ALL = "tuple([{inner}(item, f) for item in {v}])"
# The expressions directly inside a record, in the order of evaluation; and the record with each of them changed by a function.
CHILDREN: Final = Shapes({"one": "{v}", "maybe": "{v}", "many": "*{v}", "pairs": "*[pair[0] for pair in {v}]"}, _EACH, builds=False)
REBUILD: Final = Shapes(
    {
        "one": "f({v})",
        "maybe": "None if {v} is None else f({v})",
        "many": "tuple(map(f, {v}))",
        "pairs": "tuple([(f(item), factor) for item, factor in {v}])",
    },
    _ALL,
    builds=True,
)
# The same for bodies.
BODIES: Final = Shapes({"body": "{v}"}, _EACH, builds=False)
REBUILD_BODIES: Final = Shapes({"body": "f({v})"}, _ALL, builds=True)
