"""Texts with holes: what stands between braces, read once, in five modes of one grammar.

::

    text  = { plain | hole | brace }
    hole  = "{" inner "}"               the inner has no brace, so of nested braces the innermost pair is the hole
    inner = source [ "|" one "|" many ] the words only where the mode has them: one of them is said by the number of the source
    thing = KIND id | id "." id         the printed name of something the game defines; KIND is a word of ``KINDS``
    brace = "{" or "}"                  one that belongs to no hole

There are no escapes: a backslash is plain text, and a brace is printed by ``{sign:open_brace}`` (``ir.markup`` has the names).

======== ============================================= ======================= ====================================
mode     source                                        words                   of
======== ============================================= ======================= ====================================
label    a thing, ``row FORMULA``, or a formula        none: ``|`` is an error  labels of a derivation, prompts
told     the same                                      yes                     lines that a step ``tell`` names
printed  ``icon:``, ``sign:NAME``, a thing, a formula  yes                     faces of dice, the quick reference
phrase   ``icon:``, ``sign:NAME``, a thing, an argument behind an argument     what cards print for a step
card     ``icon:``, ``sign:NAME``, a thing, an id      none                    the text of a card, as it is printed
======== ============================================= ======================= ====================================

The last two are languages of their own, without formulas: a phrase speaks of the arguments of its step, and in the text of a
card all numbers are filled in. What is no hole of its mode, or has not two words, is ``Unread``; its reader says whether that
is a mistake or plain text. An id by itself, and ``id.id`` in the modes with formulas, is read as an argument or a formula; where
it is none, it may name a thing (``surface/names.py``).

Offsets count characters of the whole text, the end exclusive, as ``Scalar.inside`` takes them; those of a formula's tree and
of its FormulaError count from ``Hole.at``. Nothing here raises: a formula that cannot be read is the content of its hole.
Cases: ``tests/test_template.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar, Union

from msgspec import Struct

from penance_build.formula.parse import FormulaError, parse
from penance_build.formula.syntax import Node
from penance_build.ir.markup import SIGNS, unsigned

# ruff: noqa: UP007

_BRACES: Final = re.compile(r"\{([^{}]*)\}|[{}]")
_ARGUMENT: Final = re.compile(r"[a-z][a-z0-9_]*|[A-Z]")
_ROW: Final = "row "
_ICON: Final = "icon:"
_SIGN: Final = "sign:"
# The words before an id that say of which kind a thing is.
KINDS: Final = (
    "die", "dice", "card", "counter", "zone", "procedure", "enum", "table", "slot", "faction", "type", "deck", "set", "attribute", "unit",
    "setup",
)  # fmt: skip
_THING: Final = re.compile(rf"({'|'.join(KINDS)}) ([a-z][a-z0-9_]*|)")
_ID: Final = re.compile(r"[a-z][a-z0-9_]*")
_DOTTED: Final = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")


class Thing(Struct, frozen=True):
    """The printed name of a thing: its kind in a word, or "", and its id, or two with a dot; ``text`` once it is known."""

    kind: str
    path: str
    text: str | None = None


class Row(Struct, frozen=True):
    """``row TABLE(…)``: the label of a row of a table."""

    node: Node


class Icon(Struct, frozen=True):
    """``icon:NAME``: a drawing."""

    name: str


class Sign(Struct, frozen=True):
    """``sign:NAME``: a character that would be markup otherwise."""

    name: str


class Argument(Struct, frozen=True):
    """An argument of a step, or a capital letter of a condition."""

    name: str


class Unread(Struct, frozen=True):
    """No hole of its mode, or one that has words but not two."""


LabelContent: TypeAlias = Union[Node, FormulaError, Row, Thing, Unread]
PrintedContent: TypeAlias = Union[Node, FormulaError, Icon, Sign, Thing, Unread]
PhraseContent: TypeAlias = Union[Argument, Icon, Sign, Thing, Unread]
CardContent: TypeAlias = Union[Icon, Sign, Thing, Unread]
Content = TypeVar("Content", covariant=True)
Words: TypeAlias = tuple[str, str]  # for one, for many


class Plain(Struct, frozen=True):
    """Characters without a brace."""

    text: str
    start: int


class Brace(Struct, frozen=True):
    """A lone brace."""

    text: str
    start: int


class Hole(Struct, Generic[Content], frozen=True):
    """A hole: ``text`` with its braces, ``source`` what its content was read from, ``at`` where that begins."""

    text: str
    start: int
    end: int
    source: str
    at: int
    content: Content
    words: Words | None


Part: TypeAlias = Union[Plain, Brace, Hole[Content]]
Parts: TypeAlias = tuple[Part[Content], ...]
_Inner: TypeAlias = tuple[str, Content, Union[Words, None]]  # the source, which ends where the words begin; the content; the words


def label(text: str) -> Parts[LabelContent]:
    """The parts of a label or a prompt."""
    return _parts(text, _label)


def told(text: str) -> Parts[LabelContent]:
    """The parts of a line that is told."""
    return _parts(text, _told)


def printed(text: str) -> Parts[PrintedContent]:
    """The parts of a text whose numbers are constants of the rules."""
    return _parts(text, _printed)


def phrase(text: str) -> Parts[PhraseContent]:
    """The parts of what cards print for a step or a condition."""
    return _parts(text, _phrase)


def card(text: str) -> Parts[CardContent]:
    """The parts of the text of a card."""
    return _parts(text, _card)


def named(text: str) -> str:
    """A name, which is printed plainly: without holes but for signs, each of which is its character; all else is as it is."""
    return unsigned(text)


def _parts(text: str, read: Callable[[str], _Inner[Content]]) -> Parts[Content]:
    if "{" not in text and "}" not in text:
        return (Plain(text, 0),) if text else ()
    parts: list[Part[Content]] = []
    at = 0
    for match in _BRACES.finditer(text):
        start, end = match.span()
        if start > at:
            parts.append(Plain(text[at:start], at))
        at, inner = end, match[1]
        if inner is None:
            parts.append(Brace(match[0], start))
            continue
        source, content, words = read(inner)
        behind = end - 1 if words is None else end - 3 - len(words[0]) - len(words[1])
        parts.append(Hole(match[0], start, end, source, behind - len(source), content, words))
    if at < len(text):
        parts.append(Plain(text[at:], at))
    return tuple(parts)


# ---------------------------------------------------------------- what stands between the braces of each mode


def _label(inner: str) -> _Inner[LabelContent]:
    thing = _kind(inner)
    if thing is not None:
        return thing
    if not inner.startswith(_ROW):
        return inner, _formula(inner), None
    call = inner[len(_ROW) :]
    content = _formula(call)
    return call, content if isinstance(content, FormulaError) else Row(content), None


def _told(inner: str) -> _Inner[LabelContent]:
    return _worded(inner, _label)


def _printed(inner: str) -> _Inner[PrintedContent]:
    return _worded(inner, _constant)


def _constant(inner: str) -> _Inner[PrintedContent]:
    return _icon(inner) or _kind(inner) or (inner, _formula(inner), None)


def _phrase(inner: str) -> _Inner[PhraseContent]:
    return _icon(inner) or _thing(inner) or _worded(inner, _argument)


def _argument(inner: str) -> _Inner[PhraseContent]:
    return inner, Argument(inner) if _ARGUMENT.fullmatch(inner) else Unread(), None


def _card(inner: str) -> _Inner[CardContent]:
    return _icon(inner) or _thing(inner) or (inner, Thing("", inner) if _ID.fullmatch(inner) else Unread(), None)


def _kind(inner: str) -> _Inner[Thing] | None:
    match = _THING.fullmatch(inner)
    return None if match is None else (match[2], Thing(match[1], match[2]), None)


def _thing(inner: str) -> _Inner[Thing] | None:
    return _kind(inner) or ((inner, Thing("", inner), None) if _DOTTED.fullmatch(inner) else None)


def _icon(inner: str) -> _Inner[Icon | Sign] | None:
    for prefix, content in ((_ICON, Icon), (_SIGN, Sign)):
        if inner.startswith(prefix):
            name = inner[len(prefix) :]
            return (name, content(name), None) if content is Icon or name in SIGNS else None
    return None


def _worded(inner: str, read: Callable[[str], _Inner[Content]]) -> _Inner[Union[Content, Unread]]:
    """What is read before the words; the words stand behind it, or nothing does."""
    before, *words = inner.split("|")
    if len(words) not in (0, 2):
        return inner, Unread(), None
    source, content, _ = read(before)
    return source, content, (words[0], words[1]) if words else None


def _formula(text: str) -> Node | FormulaError:
    try:
        return parse(text)
    except FormulaError as error:
        return error
