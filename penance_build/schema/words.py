"""Names the things of the data in messages: what was found, what was expected, and which entry it is about."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from penance_build.diagnostics.lookalikes import strangers
from penance_build.diagnostics.suggest import proposed_id
from penance_build.schema.shapes import Shape
from penance_build.source.text.tokens import written

_LONGEST: Final = 40
_RANGE: Final = re.compile(r"(-?\d+)(?:\s*(?:\.\.\.?|…|[-–—−~]|to|bis)\s*(-?\d+)|\+| (?:or|and) (?:more|higher|up))")
# A text that is one item of a list as it stands, without quotes.
_BARE: Final = re.compile(r"[^\s\[\]{},:#'\"&*!|>%@`?-][^\[\]{},:#'\"\r\n\t]*")
_STEP_LISTS: Final = frozenset({"steps", "effects", "then", "else", "do"})

_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "integer": "a whole number",
        "number": "a number",
        "string": "text",
        "boolean": "true or false",
        "object": "a mapping",
        "array": "a list",
    }
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
        "at": "four lengths in millimetres, left, top, width and height",
        "replacement": "a text of at most 200 characters",
        "length": "a length in millimetres, such as 4.5",
        "lengths": "four lengths in millimetres, or `card` or `bleed`",
        "measure": "a length with its unit, such as 3 mm",
        "points": "a size in points, such as 9 or 7.5..12",
        "input": "a type, or a mapping with `type:`",
        "uses": "a list of ids from `parameters`",
        "steps": "a list of steps",
        "some_steps": "a list of steps",
        "step": "a mapping that begins with a keyword, such as `roll: attack`",
    }
)
_ITEMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "faces": "face",
        "at": "length",
        "rows": "row",
        "sum": "term",
        "blocks": "block",
        "columns": "column",
        "lines": "line",
        "uses": "group",
        "source": "place",
    }
)
_MEMBERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "sections": "section",
        "boxes": "box",
        "members": "member",
        "inputs": "input",
        "outputs": "output",
        "results": "result",
        "options": "option",
        "cases": "case",
        "with": "input",
        "set": "input",
        "expect": "result",
        "book_says": "result",
        "readings": "reading",
    }
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
    if value == "":
        return "an empty text"
    if isinstance(value, str):
        return f'text "{_cut(value)}"'
    if isinstance(value, (bool, int)):
        return written(value) if isinstance(value, bool) else f"the number {value}"
    return "a list" if isinstance(value, list) else "a mapping"


def ranged(text: str) -> str:
    """A range in our notation that a text is in another one, or in ours: ``1..3`` of `1-3` or `1 to 3`; else empty."""
    match = _RANGE.fullmatch(text.strip())
    return "" if match is None else f"{match[1]}..{match[2] or ''}"


def quoted(text: str) -> str:
    """A text between quotes, on one line."""
    return json.dumps(text, ensure_ascii=False)


def item(value: bool | int | str) -> str:
    """A single value as it is written between the brackets of a list: in quotes where it would be more than one, or another."""
    text = written(value)
    return text if not isinstance(value, str) or _BARE.fullmatch(text) else quoted(text)


def _cut(text: str) -> str:
    """The beginning of a text, on one line."""
    line = text.replace("\n", "\\n")
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


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
    Of a deep path only the last part is named, and the thing (face, row, step, input) that it is in.
    """
    if not inside:
        return word
    value = entry
    names: list[str] = []
    for depth, part in enumerate(inside):
        value = value[part]
        names.append(_part(inside[:depth], part, value))
    around = next((name for name in reversed(names[:-1]) if not name.startswith("`")), "")
    return " of ".join(filter(None, (names[-1], around, word)))


def _part(before: Sequence[str | int], part: str | int, value: Any) -> str:
    """One part of a path: a key in backticks, or a word for the thing and its id, label or number."""
    group = str(before[-1]) if before else ""
    if isinstance(part, str):
        return f"{_MEMBERS[group]} `{part}`" if group in _MEMBERS else f"`{part}`"
    if group in _STEP_LISTS or before[-2:-1] == ("cases",):
        return _step(part, value)
    word = _ITEMS.get(group, "item")
    names = [value[key] for key in ("id", "label", "title") if isinstance(value.get(key), str)] if isinstance(value, dict) else []
    return f"{word} `{_cut(names[0])}`" if names else f"{word} {part + 1}"


def _step(index: int, step: Any) -> str:
    """A step by what it begins with; where that is no single value, by its keyword or number."""
    if not isinstance(step, dict) or not step:
        return f"step {index + 1}"
    key, head = next(iter(step.items()))
    return f"step `{key}: {_cut(written(head))}`" if isinstance(head, (str, int)) else f"step `{key}`"


def sample(value: Any) -> str:
    """An example in YAML's flow style, on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(sample, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{sample(key)}: {sample(item)}" for key, item in value.items()) + "}"
    text = written(value)
    quoted = isinstance(value, str) and (text[:1] in "#*{[!&%@`" or text.isdigit() or ": " in text or " #" in text or _looks_decimal(text))
    return f'"{text}"' if quoted else text


def _looks_decimal(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def roll_hint(formula: str) -> str:
    """For a die that a formula names where the name of the roll is asked for."""
    names = re.findall("[a-z][a-z0-9_]*", formula)
    name = names[-1] if names else "rolled"
    written = f'"{formula}"' if set(formula) & set(",[]{}") else formula
    return f"a roll has a name, and `die:` says which die: `{{roll: {name}, die: {written}}}`"


def id_hint(text: str) -> str:
    """What ids look like, and the one that this text seems to mean."""
    rule = "an id is a small letter, then small letters, digits and underscores"
    better = proposed_id(text)
    alike = strangers(text)
    return (f"{rule}: `{better}`" if better and better != text else rule) + (f"; {alike}" if alike else "")


# What the keys that name something of the game take; all others take an id of the kind that they are called after.
_NAMED = {"to": "a zone", "from": "a zone", "change": "a counter", "call": "a procedure", "roll": "a die", "ref": "what is shown"}


def what_it_names(key: str) -> str:
    """What is written behind such a key."""
    word = _NAMED.get(key) or key.replace("_", " ")
    return word if word.partition(" ")[0] in ("a", "what") else f"the id of {'an' if word[0] in 'aeiou' else 'a'} {word}"


# What belongs into another entry than the one in which it is often written.
ELSEWHERE: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("attribute", "dice"): "an enum lists dice: `enums: {damage: {dice: [d4, d6]}}`, and then `type: damage`",
        ("attribute", "members"): "an enum lists members: `enums: {suit: {members: {shell: Shells}}}`, and then `type: suit`",
    }
)
