"""Compiles the schemas that editors read into shapes, against which entries are validated.

Why not the schemas as they are: with them the library takes 1.3 s for Penance, as it tries every form of a step and follows
every reference anew; and an error within `anyOf` does not say which of the forms was meant. A shape is a JSON Schema object
in which every reference is the thing itself (a step holds steps, so shapes may be cyclic) and every alternative says
how to tell its branches apart, so that an error always comes from the branch that the author meant:

* ``enum`` for a list of constants;
* ``union``: JSON type to shape;
* ``dispatch``: branches of a step or a wording, told apart by their keyword;
* ``exactlyOne``: keys of which one must be there; ``beside`` names for some of them keys beside which they do not count;
* ``atMostOne``: keys of which no two may be there;
* ``needs``: triples (key, its values or [] for any, keys that must then be there too);
* ``reserved``: names that may not be given;
* ``distinct``: the items of a list that must have an id never share one.

Beside these a shape may hold ``noun`` (the name of the shared shape), ``example`` and ``examples`` (by key).
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, Final

from penance_build.schema.registry import read_schema

Shape = dict[str, Any]

_COPIED: Final = ("type", "required", "minItems", "minProperties", "minLength", "minimum", "maximum", "pattern", "uniqueItems")
_DISPATCHED: Final = frozenset({"step", "wording"})


def counting(keys: list[str], instance: dict[str, Any], shape: Shape) -> list[str]:
    """Those keys of an ``exactlyOne`` that are there and count, in the order written."""
    beside = shape.get("beside", {})
    return [key for key in instance if key in keys and not any(other in instance for other in beside.get(key, ()))]


class Branches(list[Shape]):
    """The branches of a ``dispatch``; they have their nouns when the whole shape is made."""

    @cached_property
    def by_noun(self) -> dict[str, Shape]:
        return {branch["noun"]: branch for branch in self}

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """What steps begin with, in order."""
        return tuple(dict.fromkeys(noun.partition("_")[0] for noun in self.by_noun))


@cache
def shape_of(kind: str) -> Shape:
    """The shape of a kind's entries; built once from files that do not change while the program runs."""
    return _builder().target(kind, "")


@cache
def _builder() -> _Builder:
    return _Builder()


class _Builder:
    """Follows the references between schemas; a shape under construction is handed out as it is, which closes cycles."""

    def __init__(self) -> None:
        self._documents: dict[str, dict[str, Any]] = {}
        self._shapes: dict[tuple[str, str], Shape] = {}

    def target(self, document: str, pointer: str) -> Shape:
        """What ``document.schema.json#pointer`` says."""
        known = self._shapes.get((document, pointer))
        if known is not None:
            return known
        shape: Shape = {}
        self._shapes[document, pointer] = shape
        node = self._node(document, pointer)
        shape.update(self.shape(node, document))
        if "$ref" not in node:  # a field that stands once, such as `ruling`, is called what it holds: an id
            shape["noun"] = pointer.rpartition("/")[2] or document
        return shape

    def _node(self, document: str, pointer: str) -> dict[str, Any]:
        if document not in self._documents:
            self._documents[document] = read_schema(document)
        node = self._documents[document]
        for part in pointer.split("/")[1:]:
            node = node[part]
        return node

    def shape(self, node: dict[str, Any], document: str) -> Shape:
        """One schema object of the editor's flavour as a shape."""
        if "$ref" in node:
            file, _, pointer = node["$ref"].partition("#")
            return self.target(file.removesuffix(".schema.json") or document, pointer)
        shape: Shape = {key: node[key] for key in _COPIED if key in node}
        self._alternatives(node, document, shape)
        self._children(node, document, shape)
        if node.get("examples"):
            shape["example"] = node["examples"][0]
            shape["forms"] = node["examples"]
        return shape

    def _alternatives(self, node: dict[str, Any], document: str, shape: Shape) -> None:
        if "const" in node:
            shape["enum"] = [node["const"]]
        branches = node.get("oneOf", [])
        if branches and all("const" in branch for branch in branches):
            shape["enum"] = [branch["const"] for branch in branches]
        elif branches:
            shape["exactlyOne"] = [key for branch in branches for key in branch["required"]]
            shape["beside"] = {branch["required"][0]: branch["not"]["required"] for branch in branches if "not" in branch}
        if "anyOf" in node:
            shapes = [self.shape(branch, document) for branch in node["anyOf"]]
            if document in _DISPATCHED and all("$ref" in branch for branch in node["anyOf"]):
                shape["dispatch"] = (document, Branches(shapes))
            else:
                shape["union"] = {kind: branch for branch in shapes for kind in _types(branch)}
        if "not" in node and "enum" in node["not"]:
            shape["reserved"] = node["not"]["enum"]
        elif "not" in node:
            shape["atMostOne"] = node["not"]["required"]
        conditions = [node] if "if" in node else node.get("allOf", [])
        if conditions:
            shape["needs"] = [_need(condition) for condition in conditions]

    def _children(self, node: dict[str, Any], document: str, shape: Shape) -> None:
        if "propertyNames" in node:
            shape["propertyNames"] = self.shape(node["propertyNames"], document)
        if "properties" in node:
            shape["properties"] = {key: self.shape(child, document) for key, child in node["properties"].items()}
            shape["examples"] = {
                key: child["examples"][0] if "examples" in child else shape["properties"][key]["example"]
                for key, child in node["properties"].items()
                if "examples" in child or "example" in shape["properties"][key]
            }
        if "additionalProperties" in node:
            extra = node["additionalProperties"]
            shape["additionalProperties"] = self.shape(extra, document) if isinstance(extra, dict) else extra
        if "items" in node:
            shape["items"] = self.shape(node["items"], document)
            if "id" in shape["items"].get("required", ()):
                shape["distinct"] = "id"


def _types(shape: Shape) -> list[str]:
    kinds = shape["type"]
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _need(condition: dict[str, Any]) -> tuple[str, list[Any], list[str]]:
    """``if`` a key is there (with one of these values) ``then`` others must be."""
    [key] = condition["if"]["required"]
    values = condition["if"].get("properties", {}).get(key, {}).get("enum", [])
    return key, values, condition["then"]["required"]
