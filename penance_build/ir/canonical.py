"""Canonical JSON of the IR, its hash, and the way back.

One text for one program: keys sorted, no spaces, ASCII, integers only, so that equal rules give equal bytes anywhere.
Expressions and statements carry their ``kind``; the class of any other record follows from the field that holds it.
The fields that a class lists in ``unsaid`` stand in the text only where they are not empty.
"""

from __future__ import annotations

import hashlib
import json
import types
import typing
from functools import cache
from typing import Any

from penance_build.ir import nodes
from penance_build.ir.record import Record

_NODE_KINDS: dict[str, type[Record]] = {cls.kind: cls for cls in (*nodes.EXPR_KINDS, *nodes.STMT_KINDS)}  # type: ignore[attr-defined]


def to_data(value: Any) -> Any:
    """Turn IR into plain lists, dicts, strings, integers and None."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):  # a bool is only ever a declared flag of a node (Keep.high, Move.bottom)
        return value
    if isinstance(value, tuple):
        return [to_data(item) for item in value]
    if isinstance(value, Record):
        if type(value) is nodes.Played:  # alone: a program with nothing else, which can be read back
            value = nodes.Program(**{name: getattr(value, name) for name in nodes.Played.__struct_fields__})
        cls: type[Record] = type(value)
        data = {field: to_data(getattr(value, field)) for field in _field_types(cls)}
        for field in getattr(cls, "unsaid", ()):  # came later: where they are empty, older hashes stay
            if not data[field]:
                del data[field]
        if cls is nodes.Program:  # its parts stand side by side
            data |= data.pop("printed") | data.pop("proved")
        kind = getattr(cls, "kind", None)
        if isinstance(kind, str):
            data["kind"] = kind
        return data
    raise TypeError(f"not IR: {type(value).__name__}")


def dumps(value: Any) -> str:
    """Canonical JSON of any IR value, ending in a newline."""
    return json.dumps(to_data(value), sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False) + "\n"


def digest(value: Any) -> str:
    """The SHA-256 (hex) of the canonical JSON."""
    return hashlib.sha256(dumps(value).encode("ascii")).hexdigest()


def loads(text: str) -> nodes.Program:
    """Read a program back from its JSON. Raises ValueError on another version or shape."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("a program is an object")
    if data.get("ir_version") != nodes.IR_VERSION:
        raise ValueError(f"IR version {data.get('ir_version')!r}, this program reads {nodes.IR_VERSION}")
    try:
        program = from_data(nodes.Program, data)
    except (KeyError, TypeError) as error:  # a field that is not there, a value where a list is expected
        raise ValueError(f"not the shape of a program: {error}") from error
    assert isinstance(program, nodes.Program)
    return program


def from_data(wanted: Any, data: Any) -> Any:
    """Build a value of the type ``wanted`` from plain data."""
    origin = typing.get_origin(wanted)
    if origin is tuple:
        arguments = typing.get_args(wanted)
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(from_data(arguments[0], item) for item in data)
        return tuple(from_data(kind, item) for kind, item in zip(arguments, data, strict=True))
    if origin in (typing.Union, types.UnionType):
        if data is None:
            return None
        inner = [kind for kind in typing.get_args(wanted) if kind is not type(None)]
        if len(inner) == 1:
            return from_data(inner[0], data)
        if int in inner:  # or a tuple
            return from_data(next(kind for kind in inner if (kind is int) != isinstance(data, list)), data)
        return _record(_NODE_KINDS[data["kind"]], data)
    if isinstance(wanted, type) and issubclass(wanted, Record):
        return _record(wanted, data)
    if wanted in (int, str, bool):
        if type(data) is not wanted:
            raise ValueError(f"expected {wanted.__name__}, found {data!r}")
        return data
    raise ValueError(f"unexpected type {wanted!r}")


def _record(cls: type[Record], data: dict[str, Any]) -> Any:
    parts = (nodes.Printed, nodes.Proved)  # of a program; they stand side by side
    unsaid = [name for name in getattr(cls, "unsaid", ()) if name not in data]
    kinds = [(name, kind) for name, kind in _field_types(cls).items() if name not in unsaid]
    return cls(**{name: from_data(kind, data if kind in parts else data[name]) for name, kind in kinds})


@cache
def _field_types(cls: type[Record]) -> dict[str, Any]:
    hints = typing.get_type_hints(cls, vars(nodes))
    return {name: hints[name] for name in cls.__struct_fields__}
