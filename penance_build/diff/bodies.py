"""Two lists of lines to their differences: what came, what went, what is said otherwise, what stands in another block."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher

from penance_build.diagnostics.problem import Span
from penance_build.diff.describing.facts import Group, but_numbers, group_of
from penance_build.diff.describing.steps import Line
from penance_build.diff.result import Change, Difference, Key, Place

_HEAD = re.compile(r" = |: |, | from | in | by | to | with | where ")
Pair = tuple[Line | None, Line | None]


def body_differences(key: Key, part: str, old: Sequence[Line], new: Sequence[Line], renamed: Callable[[str], str]) -> list[Difference]:
    """The differences of two bodies in the order of the new one, those that went where they stood."""
    pairs = list(aligned(old, new, renamed))
    found = [made for one, other in pairs if (made := _difference(key, part, one, other, renamed)) is not None]
    return [*found, *_moved(key, part, pairs)]


def aligned(old: Sequence[Line], new: Sequence[Line], renamed: Callable[[str], str]) -> Iterator[Pair]:
    """Each line with the one that it was: the same words first, then what begins alike."""
    before, after = [renamed(line.words) for line in old], [line.words for line in new]
    for tag, low, high, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(old[low:high], new[start:end], strict=True)
        else:
            yield from _resembling(old[low:high], new[start:end], renamed)


def _resembling(old: Sequence[Line], new: Sequence[Line], renamed: Callable[[str], str]) -> Iterator[Pair]:
    """Lines that differ, paired in their order: alike but for numbers, else with the same beginning."""
    begins = [_begins(renamed(line.words)) for line in old], [_begins(line.words) for line in new]
    for tag, low, high, start, end in SequenceMatcher(None, *begins, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from zip(old[low:high], new[start:end], strict=True)
        else:
            yield from ((line, None) for line in old[low:high])
            yield from ((None, line) for line in new[start:end])


def _begins(words: str) -> str:
    """What a line keeps when it is changed: its keyword and what it is about; a condition, a case or a term its form."""
    head = _HEAD.split(words)[0]
    first = words.split(" ")[0]
    if first in ("if", "match", "case", "outcome", "repeat", "+"):
        return first
    if first == "roll":
        return f"roll {words.rpartition(' as ')[2]}"
    return but_numbers(head)


def _difference(key: Key, part: str, old: Line | None, new: Line | None, renamed: Callable[[str], str]) -> Difference | None:
    if old is None or new is None:
        line = new or old
        assert line is not None
        group: Group = "structure" if line.words else "text"
        change: Change = "added" if old is None else "removed"
        was, now = (line.shown, None) if new is None else (None, line.shown)
        return Difference(group, key, change, part, was, now, place(line.span, old is None))
    before, after = renamed(old.words), new.words
    if before == after and renamed(old.read) == new.read:
        return None
    at = place(new.span, True)
    if before == after:
        return Difference("text", key, "changed", f"{part} {new.words}", old.read, new.read, at)
    group = group_of("rule", before, after)
    return Difference(group, key, "changed", part, old.shown, new.shown, at)


def _moved(key: Key, part: str, pairs: Sequence[Pair]) -> list[Difference]:
    """The runs of lines that stand deeper or less deep than before: they run under other conditions."""
    found: list[Difference] = []
    run: list[tuple[Line, Line]] = []
    for old, new in [*pairs, (None, None)]:
        by = 0 if old is None or new is None else new.depth - old.depth
        if run and by != run[-1][1].depth - run[-1][0].depth:
            found.append(_run(key, part, run))
            run = []
        if by and old is not None and new is not None:
            run.append((old, new))
    return found


def _run(key: Key, part: str, run: Sequence[tuple[Line, Line]]) -> Difference:
    (old, new), more = run[0], len(run) - 1
    shown = new.words if not more else f"{new.words} … and {more} more"
    was, now = (f"{shown}  ({_deep(count)})" for count in (old.depth, new.depth))
    return Difference("structure", key, "moved", part, was, now, place(new.span, True))


def _deep(blocks: int) -> str:
    return f"inside {blocks} block{'' if blocks == 1 else 's'}" if blocks else "in no block"


def place(span: Span, is_new: bool) -> Place:
    return Place("new" if is_new else "old", span.file, span.line)
