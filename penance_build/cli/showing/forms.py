"""What was asked in each form: text, JSON, CSV, SVG."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from penance_build.build.numbers import decimal, ratio, root, rounded
from penance_build.cli.errors import Wrong
from penance_build.cli.showing.asking import Asked, Span
from penance_build.cli.showing.charts import Chart, Figure
from penance_build.cli.showing.sweep import figures_of, sweep_lines
from penance_build.cli.showing.tables import Row, chance_table, event_line, joint_lines, mean_line, result_lines
from penance_build.cli.values import plain
from penance_build.library.data import answer_data, odds_data
from penance_build.library.odds import OddsAnswer
from penance_build.library.shapes import Shape, shape_of


def text_lines(asked: Asked, where: str | None, only_percent: bool) -> Iterator[str]:
    """Answers to one question, about several results together or about each on its own; or all of a sweep in a table."""
    if asked.sweep.varied:
        yield from sweep_lines(asked.sweep, asked.answers, where, only_percent)
        return
    event = asked.single[0]
    if event.p is not None and where is not None:
        yield event_line(event, where, only_percent)
    shown = [part for part in (_part(asked, answer, only_percent) for answer in asked.answers[0]) if part]
    for number, part in enumerate(shown):
        if number and (len(part) > 2 or len(shown[number - 1]) > 2):
            yield ""
        yield from part


def _part(asked: Asked, answer: OddsAnswer, only_percent: bool) -> list[str]:
    """The lines of one answer."""
    lines: list[str] = []
    for name in answer.unbounded:
        lines += _first_lines(name, asked.first.get(name, ()), only_percent)
    if len(answer.results) == 1:
        return lines + list(result_lines(answer, answer.results[0], only_percent))
    if answer.results:
        return lines + list(joint_lines(answer, only_percent))
    return lines + [mean_line(answer, name, Shape(()), only_percent) for name in answer.mean]


def _first_lines(name: str, spans: Sequence[Span], only_percent: bool) -> list[str]:
    if not spans:
        return []
    rest = 1 - sum((span.p for span in spans), Fraction(0))
    rows: list[Row] = [(span.text, span.p, None) for span in spans]
    return chance_table(name, [*rows, (f"{spans[-1].high + 1}..", rest, None)] if rest else rows, True, only_percent)


# ---------------------------------------------------------------- JSON and CSV


def json_data(asked: Asked) -> dict[str, Any]:
    """An answer with where its numbers lie, its outcomes left out; of a sweep each answer, whole, with what was set."""
    if not asked.sweep.varied:
        return answer_data(asked.single[0], [])
    found = [odds_data(answer) for answer in asked.single]
    rows = [{"set": {name: data["inputs"][name] for name in asked.sweep.varied}, **data} for data in found]
    return {"procedure": asked.single[0].procedure, "rows": rows}


def csv_lines(asked: Asked) -> Iterator[str]:
    """A row for each outcome of each answer, or for its event: what was set, the results, the chance as a fraction and in decimal."""
    is_event, endless = asked.single[0].p is not None, asked.single[0].unbounded
    if not is_event and not asked.single[0].results:
        why = f"`{endless[0]}` has no bound, and CSV lists outcomes" if endless else "there are no results to list"
        raise Wrong(f"{why}; name an event with --where, or ask as text")
    yield _csv([*asked.sweep.varied, *(() if is_event else asked.single[0].results), "p", "decimal"])
    for values, answer in zip(asked.sweep.questions, asked.single, strict=True):
        for item in () if is_event else answer.outcomes:
            yield _csv([*values.values(), *map(plain, item.result.values()), ratio(item.p), decimal(item.p)])
        if answer.p is not None:
            yield _csv([*values.values(), ratio(answer.p), decimal(answer.p)])


def _csv(cells: Sequence[object]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


# ---------------------------------------------------------------- SVG


def svg_text(asked: Asked, where: str | None) -> str:
    """Bars for each result; of a sweep of two inputs a grid of one figure. Raises Wrong where a sweep has no figure."""
    chart, procedure = Chart(), asked.single[0].procedure
    given = ", ".join(f"{name} = {value}" for name, value in asked.sweep.fixed.items())
    if asked.sweep.varied:
        _sweep(chart, asked, where, given)
        return chart.svg()
    chart.heading(f"{procedure}: {where}" if where else procedure, given)
    for answer in asked.answers[0]:
        if answer.p is not None and where is not None:
            chart.bars("", [(where, answer.p, True)])
        for name in answer.unbounded:
            if name in asked.first:
                note = f"mean {rounded(answer.mean[name], 4)}, without an upper bound"
                chart.bars(name, [(span.text, span.p, True) for span in asked.first[name]], note)
        for name in answer.results:
            shape = shape_of(answer, name)
            if len(shape.values) == 1:
                chart.note(f"{name}: {plain(shape.values[0][0])}, always")
            elif shape.values:
                chart.bars(name, [(plain(value), p, True) for value, p in shape.values], _note(answer, name, shape))
    return chart.svg()


def _note(answer: OddsAnswer, name: str, shape: Shape) -> str:
    if shape.variance is None:
        return ""
    return f"mean {rounded(answer.mean[name], 4)}, spread {rounded(root(shape.variance), 4)}"


def _sweep(chart: Chart, asked: Asked, where: str | None, given: str) -> None:
    sweep, figures = asked.sweep, [figures_of(found, where) for found in asked.answers]
    names = list(dict.fromkeys(name for found in figures for name in found))
    if not names:
        raise Wrong("there is no figure to draw: name an event with --where, or results with --of")
    procedure = asked.single[0].procedure
    chart.heading(f"{procedure}: {names[0]}" if len(names) == 1 else procedure, given)
    for name in names:
        title = "" if len(names) == 1 else name
        values: list[Figure] = [
            (", ".join(one.values()), *found.get(name, (Fraction(0), True))) for one, found in zip(sweep.questions, figures, strict=True)
        ]
        if len(sweep.varied) == 2:
            (down, rows), (across, heads) = sweep.varied.items()
            chart.grid(title, (down, across), (rows, heads), values)
        else:
            chart.bars(f"{title} by {', '.join(sweep.varied)}".strip(), values)
