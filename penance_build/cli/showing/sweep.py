"""One question for many values of one input, or of two: what varies, and each answer in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from msgspec import Struct

from penance_build.build.numbers import percent, rounded
from penance_build.cli.errors import Wrong
from penance_build.cli.showing.tables import bar, fraction, is_truth
from penance_build.cli.values import columns, plain
from penance_build.ir.nodes import Procedure, Program
from penance_build.library.odds import OddsAnswer
from penance_build.library.shapes import shape_of

MOST = 1_000
SHADES = " .:+*#"
_RANGE = re.compile(r"(-?[0-9]{1,16})\.\.(-?[0-9]{1,16})")


class Sweep(Struct, frozen=True):
    """Inputs that vary, each with its values in order, beside those that are ``fixed``."""

    fixed: Mapping[str, str]
    varied: Mapping[str, tuple[str, ...]]

    @property
    def questions(self) -> list[dict[str, str]]:
        """The values of what varies, the last input fastest."""
        return [dict(zip(self.varied, values, strict=True)) for values in product(*self.varied.values())]


def read_sweep(program: Program, procedure: Procedure, values: Mapping[str, str]) -> Sweep:
    """``range=0..12``, ``cover=none,heavy`` and ``cover=..``, all that there are, vary; what else is given is fixed. Raises Wrong."""
    kinds = {item.name: item.type for item in procedure.inputs}
    fixed: dict[str, str] = {}
    varied: dict[str, tuple[str, ...]] = {}
    for name, text in values.items():
        kind = kinds[name].kind if name in kinds else ""
        found = _RANGE.fullmatch(text)
        if found and kind in ("int", "player", "card"):
            low, high = int(found[1]), int(found[2])
            if low > high or high - low >= MOST:
                raise Wrong(f"--set {name}={text}: a range goes from the lower number to the higher, at most {MOST} numbers")
            varied[name] = tuple(str(number) for number in range(low, high + 1))
        elif text == ".." and kind == "enum":
            varied[name] = tuple(member.id for member in program.by_id.enums[kinds[name].ref].members)
        elif text == ".." and kind == "bool":
            varied[name] = ("false", "true")
        elif text == ".." and kind == "int" and (least := kinds[name].low) is not None and (most := kinds[name].high) is not None:
            if most - least >= MOST:
                raise Wrong(f"--set {name}=..: there are {most - least + 1} values from {least} to {most}; name at most {MOST}")
            varied[name] = tuple(str(number) for number in range(least, most + 1))
        elif "," in text and kind in ("int", "enum", "bool", "player"):
            varied[name] = tuple(dict.fromkeys(value.strip() for value in text.split(",")))
        else:
            fixed[name] = text
    count = 1
    for texts in varied.values():
        count *= len(texts)
    if count > MOST:
        raise Wrong(f"--set asks {count} questions; at most {MOST} are asked at once")
    return Sweep(fixed, varied)


def sweep_lines(sweep: Sweep, answers: Sequence[Sequence[OddsAnswer]], where: str | None, only_percent: bool) -> Iterator[str]:
    """All answers: of two inputs that vary a grid of one figure, else a row each. Raises Wrong where there is no figure."""
    figures = [figures_of(found, where) for found in answers]
    if len(sweep.varied) == 2 and all(len(found) == 1 for found in figures):
        yield from _grid(sweep, figures)
        return
    names = list(dict.fromkeys(name for found in figures for name in found))
    if not names:
        raise Wrong("there is no figure to compare: name an event with --where, or results with --of")
    is_event = names == [where]
    head = [*sweep.varied, *(["chance", "", ""] if is_event and not only_percent else ["chance", ""] if is_event else names)]
    greatest = max((p for found in figures for p, _ in found.values()), default=Fraction(0))
    rows = [tuple(head)]
    for asked, found in zip(sweep.questions, figures, strict=True):
        if is_event and where is not None:
            p = found[where][0]
            rows.append((*asked.values(), *([] if only_percent else [fraction(p)]), percent(p), bar(p, greatest)))
        else:
            rows.append((*asked.values(), *(shown(*found[name]) if name in found else "" for name in names)))
    left = len(sweep.varied)
    numbers = [at for at, values in enumerate(sweep.varied.values()) if all(value.lstrip("-").isdigit() for value in values)]
    yield from columns(rows, right=(*numbers, *range(left, len(head) - is_event)))


def figures_of(answers: Sequence[OddsAnswer], where: str | None) -> dict[str, tuple[Fraction, bool]]:
    """What the answers for one situation have to compare, by name, and whether it is a chance: the event; else the chance that a truth
    is true, the mean of each number, and where one result alone is asked that is neither, the chance of each of its values."""
    if where is not None and answers[0].p is not None:
        return {where: (answers[0].p, True)}
    found: dict[str, tuple[Fraction, bool]] = {}
    for answer in answers:
        for name in answer.results:
            if name in answer.mean:
                continue
            shape = shape_of(answer, name)
            if is_truth(shape):
                found[name] = (sum((p for value, p in shape.values if value is True), Fraction(0)), True)
            elif len(answers) == len(answer.results) == 1:
                found |= {plain(value): (p, True) for value, p in shape.values}
        found |= {f"mean {name}": (mean, False) for name, mean in answer.mean.items()}
    return found


def shown(value: Fraction, is_chance: bool) -> str:
    """A figure in a cell."""
    return percent(value) if is_chance else rounded(value, 4)


def shade(value: Fraction, low: Fraction, high: Fraction, steps: int) -> int:
    """Which of so many shades a figure has between the least and the greatest."""
    return min(steps - 1, int((value - low) * steps // (high - low))) if high > low else 0


def _grid(sweep: Sweep, figures: list[dict[str, tuple[Fraction, bool]]]) -> Iterator[str]:
    (down, rows), (across, heads) = sweep.varied.items()
    cells = [next(iter(found.items())) for found in figures]
    numbers = [value for _, (value, _) in cells]
    low, high = min(numbers), max(numbers)
    texts = [f"{shown(*cell)} {SHADES[shade(cell[0], low, high, len(SHADES))]}" for _, cell in cells]
    yield f"{cells[0][0]}, by {down} (down) and {across} (across)"
    table: list[tuple[str, ...]] = [("", *(f"{head}  " for head in heads))]
    table += [(row, *texts[at * len(heads) : (at + 1) * len(heads)]) for at, row in enumerate(rows)]
    yield from columns(table, right=tuple(range(len(heads) + 1)))
