"""Harm at random: to bytes, to texts, to plain data."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

LETTERS = (
    *"abz019 :{}[],.|-><=*\"'#\t&!%@`?~\\/", "\u00e9", "\u2013", "\u2028", "\ufeff", "\x00", "\x85", "\u202e", "\u200d", "\u0301",
    "\u4e2d", "\u0627", "\U0001f525", "\ud83d", "\r\n", "\r", "\n", "\n\n",
)  # fmt: skip
NUMBERS = ("0", "-1", "1", "255", "65536", "9007199254740993", "-9007199254740993", "1" * 400, "1e999", "0.1", "NaN", "0x10", "1_0")
WORDS = (
    "", " ", "true", "null", "no", "[]", "{}", "1..0", "-", "..", "../../etc/passwd", "/dev/zero", "C:\\x", "a/./b", "%2e%2e", "con",
    "<b>", "</style>", "<script>alert(1)</script>", "{{ 9**9**9 }}", "{x}", "{icon:x}", "{", "}", "*", "*3*", "**", "$(id)", "=1+1", "@a",
    "'", '"', "&amp;", "&#0;", "\x1b[31m", "http://game.invalid/a.png", "data:image/png;base64,AAAA", "file:///etc/passwd", "a" * 3000,
    "word " * 400, "__class__", "__proto__", "constructor", "toString", "lambda", "None", "\u202eabc", "e\u0301", "ﬁ", "ß", "İ",
)  # fmt: skip
JUNK: tuple[Any, ...] = (
    5,
    -1,
    0,
    "x",
    "",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
    True,
    False,
    1.5,
    2**53,
    -(2**53),
    None,
    [None],
    {"type": 3},
    "a" * 300,
)


def of_bytes(data: bytes, chance: Random, most: int = 6) -> bytes:
    """Bytes with up to so many harms: one changed, some gone, some doubled, some put in, the end cut off, two places swapped."""
    made = bytearray(data or b"x")
    for _ in range(chance.randint(1, most)):
        at, length = chance.randrange(len(made) + 1), chance.choice((1, 1, 2, 4, 9, 40, 300))
        match chance.randrange(8):
            case 0 | 1:
                if made:
                    made[at % len(made)] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
            case 2:
                del made[at : at + length]
            case 3:
                made[at:at] = made[at : at + length]
            case 4:
                made[at:at] = chance.choice(
                    (b"\xff", b"\0", b"<", b'"', b"\n", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc0\xaf", chance.randbytes(length))
                )
            case 5:
                if chance.random() < 0.3:
                    del made[at:]
            case 6:
                value = chance.choice((0, 1, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 2**31))
                size = chance.choice((2, 4))
                made[at : at + size] = (value % 256**size).to_bytes(size, chance.choice(("big", "little")))
            case _:
                other = chance.randrange(len(made) + 1)
                made[at : at + length], made[other : other + length] = made[other : other + length], made[at : at + length]
    return bytes(made)


def of_text(text: str, chance: Random, most: int = 4, pieces: Sequence[str] = LETTERS) -> str:
    """A text with up to so many harms."""
    for _ in range(chance.randint(1, most)):
        at, length = chance.randrange(len(text) + 1), chance.choice((0, 1, 1, 3, 12))
        middle = chance.choice((chance.choice(pieces), chance.choice(WORDS), chance.choice(NUMBERS), "", text[at : at + length] * 2))
        text = text[:at] + middle + text[at + length :]
    return text


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, item in inner for found in places(item, (*path, key)))]


def of_data(value: Any, chance: Random, most: int = 3, junk: Sequence[Any] = JUNK) -> Any:
    """A copy of plain data with up to so many places gone, doubled, swapped, misspelt, moved by a little, or holding something else."""
    copy = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, most)):
        all_places = [path for path in places(copy) if path]
        if not all_places:
            return json.loads(json.dumps(chance.choice(junk)))
        path = chance.choice(all_places)
        holder = copy
        for key in path[:-1]:
            holder = holder[key]
        key, old = path[-1], holder[path[-1]]
        match chance.randrange(8):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, list):
                holder.append(json.loads(json.dumps(old)))
            case 2 if type(old) is int:
                holder[key] = old + chance.choice((-1, 1, 7, 10**9))
            case 3 if isinstance(holder, dict):
                holder[of_text(str(key), chance, 1)] = holder.pop(key)
            case 4 if isinstance(old, str):
                holder[key] = of_text(old, chance, 1)
            case 5:
                other = chance.choice(all_places)
                found: Any = copy
                try:
                    for step in other:
                        found = found[step]
                except (KeyError, IndexError, TypeError):
                    continue
                holder[key] = json.loads(json.dumps(found))
            case 6 if isinstance(holder, list):
                chance.shuffle(holder)
            case _:
                holder[key] = json.loads(json.dumps(chance.choice(junk)))
    return copy


def text(chance: Random) -> str:
    """A text that nobody would write: words, letters, controls and markup of every sort."""
    parts = [
        chance.choice((chance.choice(WORDS), chance.choice(LETTERS), chance.choice(NUMBERS), "word")) for _ in range(chance.randint(0, 8))
    ]
    return chance.choice(("", " ")).join(parts)
