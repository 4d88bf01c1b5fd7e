"""Differences of what is written: of what the compiler resolves away, and of whole games where one of them does not compile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from penance_build.diff.bodies import place
from penance_build.diff.describing.definitions import KINDS
from penance_build.diff.describing.facts import Group, group_of
from penance_build.diff.describing.written import TEXT_KINDS, Leaf, every, leaves
from penance_build.diff.renames import Renamer
from penance_build.diff.result import Change, Difference, Key
from penance_build.diff.view import View
from penance_build.surface.nodes import Item

# Kinds of which no program holds anything, or not all; of the latter the fields that it does not hold. "": all of them.
UNCOMPILED: Final[Mapping[str, tuple[str, ...]]] = {
    "option": (),
    "constant": (),
    "parameter": (),
    "wording": (),
    "card_type": ("uses", "inputs"),
    "attribute": ("played", "is optional"),
    "bot": ("score", "like"),
    "space": ("legend", "layers"),
}
Lives = Callable[[Item], bool]


def compare_leaves(kind: str, old: View, new: View, was: Mapping[tuple[str, str], str], renamed: Renamer) -> Iterator[Difference]:
    """The differences of one kind in what is written and lives, as far as programs do not hold it."""
    fields = UNCOMPILED[kind]
    before, after = dict(old.live(kind)), new.live(kind)
    if not fields:
        known = _renamed(before, after, lambda item: _texts(kind, item, old), lambda item: _texts(kind, item, new))
        was = {**was, **{(kind, now): then for then, now in known.items()}}
    for name, item in after.items():
        was_name = was.get((kind, name), name)
        first = before.pop(was_name, None)
        if first is None:
            if not fields:
                yield _whole(new, kind, name, item, is_new=True)
            continue
        if was_name != name and not fields:
            yield Difference(group_of_kind(kind), new.key(kind, name), "renamed", "", was_name, name, place(item.at.key_span, True))
        ours = [leaf for leaf in leaves(kind, first, old.lives) if _is_one_of(leaf, fields)]
        theirs = [leaf for leaf in leaves(kind, item, new.lives) if _is_one_of(leaf, fields)]
        yield from _leaf_differences(new.key(kind, name), ours, theirs, renamed)
    if not fields:
        yield from (_whole(old, kind, name, item, is_new=False) for name, item in before.items())


def _is_one_of(leaf: Leaf, fields: Sequence[str]) -> bool:
    return not fields or any(leaf.way == field or leaf.way.startswith(field + " ") for field in fields)


def _renamed(
    old: Mapping[str, Item], new: Mapping[str, Item], before: Callable[[Item], object], after: Callable[[Item], object]
) -> dict[str, str]:
    """Old ids to new ones of what went and came with equal scalars, as ``before`` and ``after`` read them."""
    gone = {name: before(item) for name, item in old.items() if name not in new}
    come = {name: after(item) for name, item in new.items() if name not in old}
    found = {}
    for name, texts in gone.items():
        same = [other for other, theirs in come.items() if theirs == texts]
        if len(same) == 1 and list(gone.values()).count(texts) == 1:
            found[name] = same[0]
    return found


def _texts(kind: str, item: Item, view: View) -> tuple[tuple[str, str], ...]:
    return tuple((leaf.way, leaf.text) for leaf in leaves(kind, item, view.lives))


def _whole(view: View, kind: str, name: str, item: Item, is_new: bool) -> Difference:
    shown = "; ".join(f"{leaf.way} {leaf.text}" for leaf in leaves(kind, item, view.lives)).replace("\n", " ")
    change: Change = "added" if is_new else "removed"
    at = place(item.at.key_span, is_new)
    return Difference(group_of_kind(kind), view.key(kind, name), change, "", None if is_new else shown, shown if is_new else None, at)


def group_of_kind(kind: str) -> Group:
    """The class of a definition that came, went or was renamed."""
    return "text" if kind in TEXT_KINDS else "structure"


def _leaf_differences(key: Key, old: Sequence[Leaf], new: Sequence[Leaf], renamed: Renamer) -> Iterator[Difference]:
    ours, theirs = {leaf.way: leaf for leaf in old}, {leaf.way: leaf for leaf in new}
    yield from _parts(key, old, new)
    above_old, above_new = _ways_above(old), _ways_above(new)
    for way in [*theirs, *(way for way in ours if way not in theirs)]:
        one, other = ours.get(way), theirs.get(way)
        if one is not None and other is not None and other.text in (one.text, renamed(one.text)):
            continue
        leaf = other or one
        assert leaf is not None
        here, there = (above_old, above_new) if other is None else (above_new, above_old)
        if _first_apart(leaf, there, here) is not None:
            continue  # told as part of a whole
        was, now = (None if item is None else item.text for item in (one, other))
        judged = leaf.judged if leaf.judged == "text" else "rule"
        change: Change = "added" if one is None else "removed" if other is None else "changed"
        at = None if leaf.span is None else place(leaf.span, other is not None)
        yield Difference(group_of(judged, was, now), key, change, way, was, now, at)


def _ways_above(found: Sequence[Leaf]) -> Counter[str]:
    """How many leaves stand at or below each way."""
    counts: Counter[str] = Counter()
    for leaf in found:
        words = leaf.way.split(" ")
        counts.update(" ".join(words[:length]) for length in range(1, len(words) + 1))
    return counts


def _first_apart(leaf: Leaf, others: Counter[str], own: Counter[str]) -> str | None:
    """The shortest way above a leaf below which the other side has nothing and this side several leaves; None where there is none."""
    words = leaf.way.split(" ")
    for length in range(1, len(words)):
        above = " ".join(words[:length])
        if not others[above]:
            return above if own[above] > 1 else None
    return None


def _parts(key: Key, old: Sequence[Leaf], new: Sequence[Leaf]) -> Iterator[Difference]:
    """What came or went as a whole: an input, a row, a step, each as one difference."""
    for mine, theirs, is_new in ((new, old, True), (old, new, False)):
        own, others = _ways_above(mine), _ways_above(theirs)
        wholes: dict[str, list[Leaf]] = {}
        for leaf in mine:
            above = _first_apart(leaf, others, own)
            if above is not None:
                wholes.setdefault(above, []).append(leaf)
        for above, inside in wholes.items():
            shown = "; ".join(f"{leaf.way.removeprefix(above).strip()} {leaf.text}" for leaf in inside).replace("\n", " ")
            group: Group = "text" if all(leaf.judged == "text" for leaf in inside) else "structure"
            change: Change = "added" if is_new else "removed"
            at = None if inside[0].span is None else place(inside[0].span, is_new)
            yield Difference(group, key, change, above, None if is_new else shown, shown if is_new else None, at)


def compare_written(old: View, new: View) -> Iterator[Difference]:
    """The differences of two games as they are written, whatever the options: for those that do not compile."""
    was = {kind: _same_written(kind, old, new) for kind in KINDS}
    renamed = Renamer(frozenset((kind, then, now) for kind, found in was.items() for now, then in found.items()))
    for kind in KINDS:
        before, after = dict(old.written.get(kind, {})), new.written.get(kind, {})
        for name, item in after.items():
            then = was[kind].get(name, name)
            first = before.pop(then, None)
            if first is None:
                yield _whole(new, kind, name, item, is_new=True)
                continue
            if then != name:
                yield Difference(group_of_kind(kind), new.key(kind, name), "renamed", "", then, name, place(item.at.key_span, True))
            ours, theirs = (_on_its_way(leaf, renamed) for leaf in leaves(kind, first, every)), leaves(kind, item, every)
            yield from _leaf_differences(new.key(kind, name), tuple(ours), theirs, renamed)
        yield from (_whole(old, kind, name, item, is_new=False) for name, item in before.items())


def _on_its_way(leaf: Leaf, renamed: Renamer) -> Leaf:
    """A leaf below a renamed id, with the new one: a deck's `cards rope`. The first word of a way is a field."""
    field, space, below = leaf.way.partition(" ")
    return replace(leaf, way=field + space + renamed(below)) if below else leaf


def _same_written(kind: str, old: View, new: View) -> dict[str, str]:
    """New ids to old ones of what went and came and is written alike."""
    before, after = old.written.get(kind, {}), new.written.get(kind, {})
    written = partial(_all, kind, renamed=None)
    return {now: then for then, now in _renamed(before, after, written, written).items()}


def written_otherwise(old: View, new: View, told: set[tuple[str, str]], renamed: Renamer) -> Iterator[Key]:
    """Definitions that are written otherwise, of which nothing was told: other options, or another way to say the same."""
    for kind in KINDS:
        before, after = old.written.get(kind, {}), new.written.get(kind, {})
        for name in sorted({*before, *after}):
            if (kind, name) in told or (name not in after and (kind, renamed(name)) in told):
                continue
            one, other = before.get(name), after.get(name)
            if one is None or other is None or _all(kind, one, renamed) != _all(kind, other, None):
                yield (new if other is not None else old).key(kind, name)


def _all(kind: str, item: Item, renamed: Renamer | None) -> list[tuple[str, str]]:
    """Everything written in a definition; words that are a renamed id stand for the new one."""
    return [(leaf.way, leaf.text if renamed is None else renamed(leaf.text)) for leaf in leaves(kind, item, every)]
