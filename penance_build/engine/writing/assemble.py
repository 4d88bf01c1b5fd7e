"""Pieces into a file: the fixed parts of an engine, and data as literals of either language."""

from __future__ import annotations

import json
from pkgutil import get_data
from typing import Any

MARKER = "copied into every engine from here"
PARTS = ("chance", "shapes", "saved", "game", "states", "border", "legality", "play", "describe", "players", "migrate", "live")


def runtime_source(language: str) -> str:
    """The parts of an engine that no game changes, without what makes them modules of this package."""
    texts: list[str] = []
    for name in PARTS:
        data = get_data("penance_build.engine.runtime", f"{name}.{language}")
        assert data is not None, name
        text = data.decode("utf-8").replace("\r\n", "\n")
        marker = text.index(MARKER)
        texts.append(text[text.index("\n", marker) :].strip("\n"))
    return "\n\n\n".join(texts) + "\n"


def python_literal(value: Any, indent: int | None = None) -> str:
    """Plain data as Python; with an indent, the first two levels of records stand on lines of their own."""
    if isinstance(value, dict):
        items = [f"{python_literal(key)}: {python_literal(item, _deeper(indent))}" for key, item in value.items()]
        return _spread("{", items, "}", indent)
    if isinstance(value, list):
        return _spread("[", [python_literal(item, _deeper(indent)) for item in value], "]", indent)
    if isinstance(value, tuple):
        inner = ", ".join(python_literal(item) for item in value)
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if value is None or isinstance(value, bool):
        return str(value)
    return json.dumps(value, ensure_ascii=True)


def javascript_literal(value: Any, indent: int | None = None) -> str:
    """Plain data as JavaScript; a key that would set the prototype is written as a computed one."""
    if isinstance(value, dict):
        items = [f"{_key(key)}: {javascript_literal(item, _deeper(indent))}" for key, item in value.items()]
        return _spread("{", items, "}", indent)
    if isinstance(value, list | tuple):
        return _spread("[", [javascript_literal(item, _deeper(indent)) for item in value], "]", indent)
    return json.dumps(value, ensure_ascii=True)


def _key(key: str) -> str:
    text = json.dumps(key, ensure_ascii=True)
    return f"[{text}]" if key == "__proto__" else text


def _deeper(indent: int | None) -> int | None:
    return None if indent is None or indent >= 1 else indent + 1


def _spread(start: str, items: list[str], end: str, indent: int | None) -> str:
    if indent is None or not items:
        return start + ", ".join(items) + end
    pad = "    " * (indent + 1)
    return start + "\n" + "".join(f"{pad}{item},\n" for item in items) + "    " * indent + end
