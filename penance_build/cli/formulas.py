"""Every formula of a game with its syntax tree, for ``penance dump formula``; the schemas tell which scalars are formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Node
from penance_build.schema.registry import read_schema
from penance_build.source import SourceFile

_MARKS = ("/$defs/formula", "/$defs/condition")
_LISTS = "/$defs/variable"  # a formula where it names an element of a list
Container = dict[str, Any] | list[Any]
Found = tuple[str, Container, str | int]  # a JSON pointer, and the container and key that it leads to


def trees(file: SourceFile) -> dict[str, dict[str, Any]]:
    """By JSON pointer where each formula of a file stands, its text and its tree, or what is wrong with it."""
    schemas = {"rules": read_schema("rules")}
    answer: dict[str, dict[str, Any]] = {}
    for pointer, container, key in _marked(file.root, schemas["rules"], "rules", schemas, ("", [file.root], 0)):
        if pointer not in answer:
            span = file.positions.value(container, key)
            text = _text(container[key])  # type: ignore[index]
            at = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
            answer[pointer] = {"place": at, "text": text, **_read(text)}
    return answer


def _marked(value: Any, schema: Any, name: str, schemas: dict[str, Any], at: Found) -> Iterator[Found]:
    """The scalars that a schema may take for a formula; of alternatives, each is followed."""
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        other, _, pointer = schema["$ref"].partition("#")
        other = other.removesuffix(".schema.json") or name
        if pointer in _MARKS or pointer == _LISTS:
            if not isinstance(value, dict | list) and (pointer in _MARKS or "[" in str(value)):
                yield at
        else:
            document = schemas[other] if other in schemas else schemas.setdefault(other, read_schema(other))
            for part in pointer.strip("/").split("/") if pointer.strip("/") else ():
                document = document[part]
            yield from _marked(value, document, other, schemas, at)
    for way in ("allOf", "anyOf", "oneOf"):
        for branch in schema.get(way, ()):
            yield from _marked(value, branch, name, schemas, at)
    for way in ("then", "else"):
        yield from _marked(value, schema.get(way), name, schemas, at)
    if isinstance(value, dict):
        known: Mapping[str, Any] = schema.get("properties", {})
        for key, inner in value.items():
            below = known.get(key, schema.get("additionalProperties"))
            yield from _marked(inner, below, name, schemas, (f"{at[0]}/{escaped(key)}", value, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _marked(inner, schema.get("items"), name, schemas, (f"{at[0]}/{index}", value, index))


def escaped(key: str) -> str:
    """A key as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _text(value: str | int | bool) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _read(text: str) -> dict[str, Any]:
    try:
        return {"tree": _data(parse(text))}
    except FormulaError as error:
        return {"problem": {"code": error.code, "message": error.message, "start": error.start, "end": error.end}}


def _data(node: Any) -> Any:
    """A node as its kind and fields."""
    if isinstance(node, Node):
        return {"kind": type(node).__name__.lower(), **{name: _data(getattr(node, name)) for name in node.__struct_fields__}}
    return [_data(item) for item in node] if isinstance(node, tuple) else node
