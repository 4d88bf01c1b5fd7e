"""One question in a text: a table with bars for each result, the chance of an event, and where numbers lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from penance_build.build.numbers import percent, ratio, root, rounded
from penance_build.cli.values import columns, plain
from penance_build.library.odds import OddsAnswer
from penance_build.library.shapes import Shape, shape_of, shapes_of
from penance_build.odds.question.intervals import Interval

WIDEST_BAR = 32
LONGEST_FRACTION = 21  # characters; a longer one says nothing to a reader, and JSON has it
MOST_ROWS = 60
HARDLY = Fraction(1, 10_000)  # what is rarer is one row at either end of a table that is long

Row = tuple[str, Fraction, Interval | None]


def fraction(p: Fraction) -> str:
    """A chance as a fraction, where it is short enough to be read."""
    if p.denominator.bit_length() > 4 * LONGEST_FRACTION:
        return ""
    text = ratio(p)
    return text if len(text) <= LONGEST_FRACTION else ""


def between(bounds: Interval | None, times: int = 1, digits: int = 4) -> str:
    """``57.36..59.29``: both ends, rounded outwards; nothing where the figure is exact."""
    if bounds is None:
        return ""
    step = Fraction(1, 10**digits)
    low, high = (bounds[0] * times // step * step, -(-bounds[1] * times // step) * step)
    return f"{rounded(low, digits)}..{rounded(high, digits)}"


def chance(p: Fraction, bounds: Interval | None, only_percent: bool = False) -> str:
    """An exact chance as a fraction and in percent; a sampled one with its interval."""
    if bounds is not None:
        return f"{percent(p)} (95 % within {between(bounds, 100, 2)} %)"
    shown = "" if only_percent else fraction(p)
    return f"{shown} = {percent(p)}" if shown else percent(p)


def bar(p: Fraction, greatest: Fraction) -> str:
    """So long as the chance is great; what can happen has a bar."""
    return "#" * -(-p * WIDEST_BAR // greatest) if greatest else ""


def event_line(answer: OddsAnswer, where: str, only_percent: bool) -> str:
    """The chance of the event that was asked."""
    assert answer.p is not None
    return f"{where}: {chance(answer.p, answer.interval, only_percent)}"


# ---------------------------------------------------------------- one result


def result_lines(answer: OddsAnswer, name: str, only_percent: bool = False) -> Iterator[str]:
    """An answer about one result: a table, and for a number where it lies."""
    shape = shape_of(answer, name)
    if len(shape.values) == 1 and answer.method == "exact":
        yield f"{name}: {plain(shape.values[0][0])}, always"
        return
    intervals = _intervals(answer, name)
    if is_truth(shape):
        p = sum((p for value, p in shape.values if value is True), Fraction(0))
        yield f"{name}: {chance(p, intervals.get('true'), only_percent)}"
    elif shape.values:
        rows = [(shown, p, intervals.get(shown)) for shown, p in ((plain(value), p) for value, p in shape.values)]
        yield from chance_table(name, _folded(rows) if shape.is_number else rows, shape.is_number, only_percent)
    if name in answer.mean:
        yield mean_line(answer, name, shape, only_percent)


def is_truth(shape: Shape) -> bool:
    """Whether a result is true or false."""
    return bool(shape.values) and all(isinstance(value, bool) for value, _ in shape.values)


def mean_line(answer: OddsAnswer, name: str, shape: Shape, only_percent: bool) -> str:
    """``mean taken = 61/18 = 3.3889, spread 3.0000, median 4, half within 0 to 6, 90 % within 0 to 8``."""
    mean, bounds = answer.mean[name], answer.mean_intervals.get(name)
    short = "" if only_percent else fraction(mean)
    shown = f"{short} = {rounded(mean, 4)}" if short else rounded(mean, 4)
    line = f"mean {name} = {shown if bounds is None else f'{rounded(mean, 4)} (95 % within {between(bounds)})'}"
    if name in answer.unbounded:
        line += ", without an upper bound"
    if shape.variance and bounds is None:
        low, lower, middle, upper, high = shape.quantiles
        line += f", spread {rounded(root(shape.variance), 4)}, median {middle}, half within {lower} to {upper}, 90 % within {low} to {high}"
    return line


def chance_table(name: str, rows: Sequence[Row], is_number: bool, only_percent: bool) -> list[str]:
    """Values with their chances and bars."""
    greatest = max(p for _, p, _ in rows)
    is_exact = all(bounds is None for _, _, bounds in rows)
    heads = ["chance", *chance_heads(is_exact, only_percent)]
    table = [(name, *heads, "")]
    table += [(value, *chance_cells(p, bounds, only_percent), bar(p, greatest)) for value, p, bounds in rows]
    return list(columns(table, right=(*((0,) if is_number else ()), *range(1, len(heads) + 1))))


def chance_heads(is_exact: bool, only_percent: bool) -> list[str]:
    """What stands above the cells of a chance, behind the first."""
    return ["95 % within"] if not is_exact else [] if only_percent else [""]


def chance_cells(p: Fraction, bounds: Interval | None, only_percent: bool) -> list[str]:
    """A chance in columns: its fraction and percent, or percent alone; of a sampled one percent and interval."""
    if bounds is not None:
        return [percent(p), f"{between(bounds, 100, 2)} %"]
    return [percent(p)] if only_percent else [fraction(p), percent(p)]


def _intervals(answer: OddsAnswer, name: str) -> dict[str, Interval]:
    """The interval of each value, as it is shown, of the one result that a sampled answer lists; an exact one has none."""
    if answer.method == "exact":
        return {}
    return {plain(item.result[name]): item.interval for item in answer.outcomes if item.interval is not None}


def _folded(rows: list[Row]) -> list[Row]:
    """A long table with what hardly happens at either end as one row each."""
    if len(rows) <= MOST_ROWS:
        return rows
    first, last = _hardly([p for _, p, _ in rows]), len(rows) - _hardly([p for _, p, _ in reversed(rows)])
    before, after = rows[:first], rows[last:]
    if any(bounds is not None for _, _, bounds in rows):
        return rows
    return [
        *([(f"..{before[-1][0]}", sum((p for _, p, _ in before), Fraction(0)), None)] if before else []),
        *rows[first:last],
        *([(f"{after[0][0]}..", sum((p for _, p, _ in after), Fraction(0)), None)] if after else []),
    ]


def _hardly(chances: Sequence[Fraction]) -> int:
    """How many of them, from the first, come to next to nothing together."""
    count, below = 0, Fraction(0)
    for p in chances:
        below += p
        if below > HARDLY:
            break
        count += 1
    return count


# ---------------------------------------------------------------- results together


def joint_lines(answer: OddsAnswer, only_percent: bool) -> Iterator[str]:
    """An answer about several results together: every combination, and the means."""
    heads = (*answer.results, "chance", *chance_heads(answer.method == "exact", only_percent))

    def rows() -> Iterator[tuple[str, ...]]:
        yield heads
        for item in answer.outcomes:
            yield (*(plain(value) for value in item.result.values()), *chance_cells(item.p, item.interval, only_percent))

    count = len(answer.results)
    numbers = tuple(at for at, name in enumerate(answer.results) if name in answer.mean)
    yield from columns(rows, right=(*numbers, *range(count, len(heads))))
    shapes = shapes_of(answer)
    for name in answer.mean:
        yield mean_line(answer, name, shapes.get(name, Shape(())), only_percent)
