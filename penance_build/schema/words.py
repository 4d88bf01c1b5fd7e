"""How things of the data are called in sentences: what was found, what was expected, and which thing it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from penance_build.schema.shapes import Shape

_LONGEST: Final = 40
_STEP_LISTS: Final = frozenset({"steps", "effects", "then", "else", "do"})

_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {"integer": "a whole number", "string": "text", "boolean": "true or false", "object": "a mapping", "array": "a list"}
)
_PYTHON: Final[Mapping[str, type]] = MappingProxyType({"boolean": bool, "integer": int, "string": str, "object": dict, "array": list})
_NOUNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "id": "an id",
        "formula": "a formula",
        "condition": "a condition over options",
        "type": "a type, such as `0..40 hex`",
        "plain": "a whole number, true, false or a word",
        "place": "a place in a source, written `document/section`",
        "source": "a place in a source, written `document/section`, or a list of them",
        "owned": "the id of a counter or zone, or `player.id`",
        "color": "a colour, written `#16130f`",
        "input": "a type, or a mapping with `type:`",
        "uses": "a list of ids from `parameters`",
        "steps": "a list of steps",
        "some_steps": "a list of steps",
        "step": "a mapping that begins with a keyword, such as `roll: attack`",
    }
)
_ITEMS: Final[Mapping[str, str]] = MappingProxyType(
    {"faces": "face", "rows": "row", "sum": "term", "blocks": "block", "columns": "column", "lines": "line", "uses": "group"}
)


def expected(shape: Shape) -> str:
    """What a shape asks for, with its article."""
    noun = _NOUNS.get(shape.get("noun", ""))
    if noun is not None:
        return noun
    if "union" in shape:
        if any(branch.get("noun") == "type" for branch in shape["union"].values()):
            return _NOUNS["input"]
        return one_of(list(dict.fromkeys(expected(branch) for branch in shape["union"].values())))
    kinds = shape.get("type", [])
    return one_of([_TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def fits(shape: Shape, value: Any) -> bool:
    """Whether a value is of a type that a shape takes."""
    kinds = list(shape["union"]) if "union" in shape else shape.get("type", [])
    kind = next(name for name, type_ in _PYTHON.items() if isinstance(value, type_))
    return kind in ([kinds] if isinstance(kinds, str) else kinds)


def found(value: Any) -> str:
    """What stands there, as an author would call it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"the number {value}"
    if isinstance(value, str):
        return f'text "{value}"' if len(value) <= _LONGEST else f'text "{value[:_LONGEST]}…"'
    return "a list" if isinstance(value, list) else "a mapping"


def one_of(words: Sequence[str], last: str = "or") -> str:
    """``a``, ``a or b``, ``a, b or c``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def listing(words: Sequence[str], most: int = 8, last: str = "or") -> str:
    """The words in backticks, the first ``most`` of them and how many more there are."""
    shown = [f"`{word}`" for word in words[:most]]
    more = len(words) - len(shown)
    return f"{', '.join(shown)} and {more} more" if more else one_of(shown, last)


def owner(word: str, entry: Any, inside: Sequence[str | int]) -> str:
    """The thing that the path ``inside`` an entry leads to, down from the entry: ``face `hit` of die `attack```.

    ``word`` is what the entry is called.
    Of a deep path only the last part is named, and the item of a list (face, row, step) that it is in.
    """
    if not inside:
        return word
    value = entry
    names: list[str] = []
    for depth, part in enumerate(inside):
        value = value[part]
        before = inside[depth - 1] if depth else ""
        names.append(_item(before, part, value) if isinstance(part, int) else f"`{part}`")
    last = names[-1]
    item = next((name for name, part in zip(reversed(names[:-1]), reversed(inside[:-1]), strict=True) if isinstance(part, int)), "")
    return " of ".join(filter(None, (last, item, word)))


def _item(before: str | int, index: int, value: Any) -> str:
    """An item of a list: by its id or label where it has one, else by its number."""
    word = _ITEMS.get(str(before)) or ("step" if before in _STEP_LISTS else None)
    if isinstance(value, dict) and value and word not in _ITEMS.values():
        key = next(iter(value))
        head = value[key]
        return f"step `{key}: {head}`" if isinstance(head, (str, int)) and len(str(head)) <= _LONGEST else f"step `{key}`"
    if isinstance(value, dict):
        for key in ("id", "label", "title"):
            if isinstance(value.get(key), str):
                return f"{word} `{value[key]}`"
    return f"{word or 'item'} {index + 1}"
