"""A comparison as what a person reads, before it is set: a summary, and sections of entries with their lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from penance_build.build.numbers import percent, ratio, rounded
from penance_build.diff.describing.facts import Group
from penance_build.diff.result import ClaimChange, Comparison, Difference, ExampleChange, Place, Reprint, Side, Value
from penance_build.ir.markup import plain

LONGEST: Final = 400  # of a text within a report; JSON has the whole
_TITLES: Final[tuple[tuple[Group, str], ...]] = (("balance", "Figures"), ("structure", "Structure"), ("text", "Texts"))


class Line(Struct, frozen=True):
    """A line of an entry: what it is about, what it was and is (None: not there); ``place`` where it is not that of the entry."""

    label: str
    old: str | None = None
    new: str | None = None
    place: str = ""


class Entry(Struct, frozen=True):
    """A definition, where it stands, and what is said of it."""

    heading: str
    place: str = ""
    lines: tuple[Line, ...] = ()


class Section(Struct, frozen=True):
    """Entries of one sort."""

    title: str
    entries: tuple[Entry, ...]


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def title(comparison: Comparison) -> str:
    """Which games were compared."""
    return f"{_game(comparison)}: {comparison.old.named} → {comparison.new.named}"


def _game(comparison: Comparison) -> str:
    for side in (comparison.new, comparison.old):
        if side.compilation.program is not None:
            return side.compilation.program.name
    return "The game"


def summary(comparison: Comparison) -> str:
    """The sentence that sums everything up."""
    if comparison.is_equal and not comparison.printing.cards:  # a file of the game may differ
        return "No difference; saved games go on."
    counts = comparison.counts
    words = (("text", "text", "texts"), ("balance", "figure", "figures"), ("structure", "change of structure", "changes of structure"))
    groups: list[str] = [counted(counts[group], one, many) for group, one, many in words if counts[group]]  # type: ignore[index]
    parts = [", ".join(groups) or "no difference under these options"]
    if comparison.has_programs:
        printing = comparison.printing
        for items, one, many in ((printing.cards, "card", "cards"), (printing.dice, "die", "dice")):
            if items or one == "card":
                parts.append(f"{counted(len(items), one, many) if items else f'no {one}'} to print anew")
        if printing.reference:
            parts.append("the quick reference to print anew")
        parts.append("saved games go on" if comparison.saved else "saved games are refused")
    return "; ".join(parts)


def notes(comparison: Comparison) -> tuple[str, ...]:
    """What the reader has to know of how the two were compared."""
    found = [note for word, side in (("old", comparison.old), ("new", comparison.new)) if (note := _broken(word, side))]
    if found:
        found.append("What is written was compared, whatever the options; there are no odds, and no cards to print.")
        return tuple(found)
    options = [side.compilation.options for side in (comparison.old, comparison.new)]
    if options[0] == options[1]:
        listed = ", ".join(f"{name}={value}" for name, value in sorted(options[1].items()))
        return (f"Options: {listed}.",) if listed else ()
    names = sorted({*options[0], *options[1]})
    changed = [(name, options[0].get(name, "–"), options[1].get(name, "–")) for name in names]
    return (f"Options: {', '.join(f'{name}={old}' if old == new else f'{name}={old} → {new}' for name, old, new in changed)}.",)


def _broken(word: str, side: Side) -> str:
    errors = [problem for problem in side.compilation.problems if problem.severity == "error"]
    if side.compilation.program is not None:
        return ""
    first = errors[0]
    where = f"{first.span.file}:{first.span.line}:{first.span.column}"
    many = counted(len(errors), "error", "errors")
    return f"The {word} game ({side.named}) does not compile: {many}, the first at {where}: {first.message}"


def sections(comparison: Comparison) -> tuple[Section, ...]:
    """All that differs, in the order in which a designer wants to know it."""
    found = [Section(name, tuple(_entries(comparison.differences, group))) for group, name in _TITLES]
    if comparison.follows:
        follows = tuple(Entry(key.called) for key in comparison.follows)
        found.append(Section("Computed from what changed", follows))
    found.append(Section("Odds", tuple(_claim(item) for item in comparison.claims)))
    found.append(Section("Worked examples", tuple(_example(item) for item in comparison.examples)))
    printing = comparison.printing
    found.append(Section("Cards to print anew", (*map(_reprint, printing.cards), *_renumbered(printing.renumbered))))
    found.append(Section("Dice to print anew", tuple(map(_reprint, printing.dice))))
    found.append(Section("Quick reference to print anew", tuple(map(_reprint, printing.reference))))
    if comparison.elsewhere:
        found.append(Section("Written otherwise, the same under these options", tuple(Entry(key.called) for key in comparison.elsewhere)))
    return tuple(section for section in found if section.entries)


def _entries(differences: Sequence[Difference], group: Group) -> Iterator[Entry]:
    """The differences of a class, those of one definition together."""
    by_key: dict[tuple[str, str], list[Difference]] = {}
    for item in differences:
        if item.group == group:
            by_key.setdefault((item.key.kind, item.key.id), []).append(item)
    for items in by_key.values():
        first = next((item for item in items if not item.part), items[0])
        heading, place = first.key.called, _place(first.place)
        if not first.part and first.change in ("added", "removed"):
            shown = first.new if first.old is None else first.old
            lines = [Line(f"{first.change}{': ' if shown else ''}{cut(shown or '')}")]
        else:
            lines = [_line(item, place) for item in items]
        yield Entry(heading, place, tuple(lines))


def _line(item: Difference, above: str) -> Line:
    place = _place(item.place)
    label = item.part
    if item.change == "renamed":
        label = "renamed"
    elif item.change == "moved":
        label = f"{item.part}, in another block"
    old, new = item.old, item.new
    if item.key.kind == "card" and item.part == "text" and old is not None and new is not None and plain(old) != plain(new):
        old, new = plain(old), plain(new)
    return Line(label, _cut(old), _cut(new), "" if place == above else place)


def _place(place: Place | None) -> str:
    if place is None:
        return ""
    return f"{place.file}:{place.line}" if place.side == "new" else f"old {place.file}:{place.line}"


def cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} …"


def _cut(text: str | None) -> str | None:
    return None if text is None else cut(text)


def _claim(item: ClaimChange) -> Entry:
    verdict = item.new.verdict if item.old.verdict == item.new.verdict else f"{item.old.verdict} → {item.new.verdict}"
    line = Line(item.asked, value_text(item.old, item.is_chance), value_text(item.new, item.is_chance))
    asks = (Line("the question is another one than before"),) if item.asks_otherwise else ()
    return Entry(f"{item.key.called}, which says {item.says}: {verdict}", "", (line, *asks))


def value_text(value: Value, is_chance: bool) -> str:
    """An exact value as a fraction and in decimal; where there is none, why."""
    if value.exact is None:
        return f"not exact ({value.reason.rstrip('.')})" if value.reason else "not exact"
    return fraction_text(value.exact, is_chance)


def fraction_text(exact: Fraction, is_chance: bool) -> str:
    """``7/12 = 58.33 %`` of a chance, ``61/18 = 3.3889`` of a mean."""
    if is_chance:
        return f"{ratio(exact)} = {percent(exact)}"
    return ratio(exact) if exact.denominator == 1 else f"{ratio(exact)} = {rounded(exact, 4)}"


def _example(item: ExampleChange) -> Entry:
    verdict = item.new if item.old == item.new else f"{item.old} → {item.new}"
    lines = (Line(f"{name}: expected {written}, the rules give {got}" if name else got) for name, written, got in item.results)
    return Entry(f"{item.key.called}: {verdict}", "", tuple(lines))


def _reprint(item: Reprint) -> Entry:
    copies = ", ".join(f"{count} in {deck}" for deck, count in item.copies)
    lines = [Line(", ".join(item.reasons)), *([Line(copies)] if copies else [])]
    return Entry(item.key.called, "", tuple(lines))


def _renumbered(count: int) -> tuple[Entry, ...]:
    if not count:
        return ()
    return (Entry(f"{counted(count, 'other card differs', 'other cards differ')} in the last line alone (number, copies, version)"),)
