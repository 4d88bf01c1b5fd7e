"""Formulas as data, for ``penance dump formula``."""

from __future__ import annotations

from typing import Any

from penance_build.diagnostics.problem import Span
from penance_build.formula.syntax import Node
from penance_build.surface.game import Game
from penance_build.surface.nodes import Formula
from penance_build.surface.walk import every_formula


def trees(game: Game) -> dict[str, dict[str, dict[str, Any]]]:
    """By file, and by JSON pointer where each formula of a game stands, its text and its tree, or what is wrong with it."""
    answer: dict[str, dict[str, dict[str, Any]]] = {}
    for formula in every_formula(game):
        answer.setdefault(formula.file.name, {})[pointer(formula.path)] = {
            "place": place(formula.span),
            "text": formula.text,
            **_read(formula),
        }
    return {name: dict(sorted(found.items(), key=_in_order)) for name, found in sorted(answer.items())}


def pointer(path: tuple[str | int, ...]) -> str:
    """A path as a JSON pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def place(span: Span) -> str:
    """A span as ``line:column-line:column``."""
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def _in_order(item: tuple[str, dict[str, Any]]) -> list[int]:
    return [int(number) for number in item[1]["place"].replace("-", ":").split(":")]


def _read(formula: Formula) -> dict[str, Any]:
    error = formula.error
    if error is None:
        return {"tree": _data(formula.node)}
    return {"problem": {"code": error.code, "message": error.message, "start": error.start, "end": error.end}}


def _data(node: Any) -> Any:
    """A node as its kind and fields."""
    if isinstance(node, Node):
        return {"kind": type(node).__name__.lower(), **{name: _data(getattr(node, name)) for name in node.__struct_fields__}}
    return [_data(item) for item in node] if isinstance(node, tuple) else node
