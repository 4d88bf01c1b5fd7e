"""Builds a plain tree from YAML events, with the offset of every key and item; whatever could be read in two ways is refused.

``build`` is the hot loop: it runs once per key and value of a game, so it holds only what every event needs.
Whatever is rare (a new word, a quoted text with an escape, a mistake) goes to :class:`~penance_build.source.parsing.judge.Judge`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from yaml.events import MappingEndEvent, MappingStartEvent, ScalarEvent, SequenceEndEvent, SequenceStartEvent

from penance_build.limits import MAX_DEPTH, MAX_NODES, MAX_TEXT_LENGTH
from penance_build.source.parsing.judge import ITEM, STYLED, Judge


def build(events: Iterable[Any], padded: str, judge: Judge, table: dict[int, list[int]]) -> list[Any]:
    """The roots of the documents (none, or one); the starts for ``Positions`` go into ``table``.

    ``padded`` is the text with a few line ends more. Raises ``Stop`` where reading cannot go on, and whatever
    the parser raises.
    """
    roots: list[Any] = []
    container: Any = roots
    spots: list[int] = [-1]  # below 0: not a list of the file, but that of its documents
    key: str | None = ITEM  # None: a map that waits for a key; ITEM: a list
    stack: list[tuple[Any, list[int], str | None]] = []
    words, keys = judge.words, judge.keys
    value: Any
    for event in islice(events, MAX_NODES):
        kind = event.__class__
        if kind is ScalarEvent:
            word = event.value
            start = event.start_mark.index
            first = padded[start]
            if key is None:
                if word not in keys or first in STYLED or word in container:
                    word = judge.key(event, container, spots)
                spots.append(start)
                key = word
                continue
            if first not in STYLED:
                value = words.get(word)
                if value is None:
                    value, start = judge.plain(event, key, spots)
            elif (first == '"' or first == "'") and word.isprintable() and len(word) <= MAX_TEXT_LENGTH:
                value = word
            else:
                value = judge.styled(event)
            spots.append(start)
            if key is ITEM:
                container.append(value)
            else:
                container[key] = value
                key = None
        elif kind is MappingStartEvent or kind is SequenceStartEvent:
            start = event.start_mark.index
            if key is None or len(stack) >= MAX_DEPTH or padded[start] in STYLED:
                judge.collection(event, key, len(stack))
            value = {} if kind is MappingStartEvent else []
            spots.append(start)
            stack.append((container, spots, judge.put(container, key, value)))
            container, spots = value, [start]
            table[id(value)] = spots
            key = None if kind is MappingStartEvent else ITEM
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            container, spots, key = stack.pop()
        elif judge.is_alias(event, key):
            spots.append(event.start_mark.index)
            key = judge.put(container, key, "")
    judge.finish(is_whole=not stack)
    return roots
