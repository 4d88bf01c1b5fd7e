"""The texts of phrases and how their holes are filled; conditions and the patterns of conditions.

A hole of a phrase is an argument of its step, ``{by}`` or ``{by|one|many}``, or an icon, which is left for the press: a
language without formulas, the mode ``phrase`` of ``formula.template``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, assert_never

from msgspec import Struct

from penance_build.formula.syntax import Apply, Binary, Dot, Name, Node, Unary, same_shape
from penance_build.formula.template import Argument, Brace, Hole, Icon, Parts, PhraseContent, Plain, Sign, Thing, Unread, Words, card
from penance_build.surface.cards import ConditionPhrase, Phrase
from penance_build.surface.nodes import Phrased


class MissingHole(Exception):
    """A phrase names an argument that its step does not have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Value(Struct, frozen=True):
    """A constant argument: as it is printed, and as a number for ``{x|one|many}``."""

    text: str
    number: int


class Part(Struct, frozen=True):
    """A sentence that an effect makes, or the condition before it, and words that a given text may have beside it.

    ``also`` is what the step names and no phrase says. ``role`` is ``if`` for a condition, ``else`` for `otherwise`, ``then`` for
    what follows from one of these, ``only`` where nothing else follows from the same condition.
    """

    text: str
    also: str = ""
    role: Literal["", "if", "else", "then", "only"] = ""


def texts_of(phrase: Phrase) -> tuple[Phrased, ...]:
    """All that a phrase may print."""
    if isinstance(phrase, ConditionPhrase):
        return (phrase.say,)
    return phrase.say, *phrase.also.values()


def arguments(parts: Parts[PhraseContent]) -> Iterator[tuple[str, Words | None]]:
    """The arguments in the holes of a phrase, each with the words of which it picks one."""
    for part in parts:
        if isinstance(part, Hole) and isinstance(part.content, Argument):
            yield part.content.name, part.words


def spoken(text: Phrased) -> frozenset[str]:
    """The holes of a phrase that print their number; ``{x|one|many}`` alone does not."""
    return frozenset(name for name, words in arguments(text.parts) if words is None)


def with_arguments(parts: Parts[PhraseContent], say: Callable[[str, Words | None], str]) -> str:
    """The text of a phrase, and in the place of each argument what ``say`` makes of its name and its words."""
    said: list[str] = []
    for part in parts:
        match part:
            case Plain() | Brace():
                said.append(part.text)
            case Hole():
                match part.content:
                    case Argument(name=name):
                        said.append(say(name, part.words))
                    case Thing(text=text):
                        said.append(part.text if text is None else text)
                    case Icon() | Sign() | Unread():
                        said.append(part.text)
                    case _:
                        assert_never(part.content)
            case _:
                assert_never(part)
    return "".join(said)


def fill(text: Phrased, values: Mapping[str, Value]) -> str:
    """Fill the holes of a phrase. Raises MissingHole where a name is not among the values."""

    def say(name: str, words: Words | None) -> str:
        value = values.get(name)
        if value is None:
            raise MissingHole(name)
        return value.text if words is None else words[0 if value.number == 1 else 1]

    return with_arguments(text.parts, say)


def without_icons(text: str, instead: str) -> str:
    """A text of a card or of a phrase with something else in the place of each icon and sign."""
    return "".join(instead if isinstance(part, Hole) and isinstance(part.content, Icon | Sign) else part.text for part in card(text))


def match_condition(pattern: Node, node: Node, constant: Callable[[Node], int | None]) -> dict[str, Value] | None:
    """Match a condition against a pattern whose capital letters stand for numbers; None where it does not match.

    ``constant`` gives the number that a formula is, if it is one.
    """
    found: dict[str, int] = {}
    matched = _match(pattern, node, found, constant)
    return {name: Value(str(number), number) for name, number in found.items()} if matched else None


def _match(pattern: Node, node: Node, found: dict[str, int], constant: Callable[[Node], int | None]) -> bool:
    def all_match(*pairs: tuple[Node, Node]) -> bool:
        return all(_match(left, right, found, constant) for left, right in pairs)

    if isinstance(pattern, Name) and len(pattern.id) == 1 and pattern.id.isupper():
        number = constant(node)
        return number is not None and found.setdefault(pattern.id, number) == number
    if type(pattern) is not type(node):
        return False
    if isinstance(pattern, Binary) and isinstance(node, Binary):
        return pattern.op == node.op and all_match((pattern.left, node.left), (pattern.right, node.right))
    if isinstance(pattern, Apply) and isinstance(node, Apply):
        same = pattern.name == node.name and len(pattern.arguments) == len(node.arguments)
        return same and all_match(*zip(pattern.arguments, node.arguments, strict=True))
    if isinstance(pattern, Unary) and isinstance(node, Unary):
        return pattern.op == node.op and all_match((pattern.operand, node.operand))
    if isinstance(pattern, Dot) and isinstance(node, Dot):
        return pattern.name == node.name and all_match((pattern.base, node.base))
    return same_shape(pattern, node)
