"""The text of a card as plain runs, so that a front end needs to know no markup."""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.ir import markup, nodes

# A plain run, or one with its kind: {"number": "3"} matters and is set in bold, {"icon": "star"} is drawn.
Run = str | dict[str, str]


def runs(paragraph: str) -> list[Run]:
    """The runs of a paragraph, spaces kept, the sign before a number with it."""
    found: list[Run] = []
    for run in markup.runs(paragraph):
        if run.kind in ("number", "icon"):
            found.append({run.kind: run.text})
        elif found and isinstance(found[-1], str):
            found[-1] += run.text
        else:
            found.append(run.text)
    return found


def icons_in(cards: Iterable[nodes.Card]) -> set[str]:
    """The icons that the texts of cards name."""
    return {run.text for card in cards for paragraph in card.text for run in markup.runs(paragraph) if run.kind == "icon"}
