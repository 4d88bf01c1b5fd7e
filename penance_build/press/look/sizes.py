"""Sizes that a theme and card types ask for: of cards, and of the margin of a sheet."""

from __future__ import annotations

from penance_build.ir.nodes import Card, Program
from penance_build.ir.record import replace
from penance_build.press.imposition.papers import PAPERS, Paper, margin_of, paper_of
from penance_build.press.imposition.trims import DEFAULT, TRIMS, Trim, trim_of

# The sheets of dice and the quick reference are designed for this paper, or a larger one.
_SHEET = (200_000, 270_000)


def trim_for(program: Program, card: Card) -> Trim:
    """The size of a card: that of its type, or the theme's ``card_size``. A text that is no size counts as none."""
    kind = program.by_id.card_types.get(card.type)
    own = None if kind is None or not kind.size else trim_of(kind.size)
    return own or trim_of_theme(program)


def trim_of_theme(program: Program) -> Trim:
    """The size of all cards whose type says none."""
    return trim_of(dict(program.printed.theme).get("card_size", DEFAULT)) or TRIMS[DEFAULT]


def paper_for(program: Program, name: str) -> Paper:
    """The paper of this name with the margin of the theme, where that has one."""
    paper = paper_of(name) or PAPERS["a4"]
    margin = margin_of(dict(program.printed.theme).get("margin", ""))
    return paper if margin is None else replace(paper, margin_um=margin)


def sheet_paper_for(program: Program, name: str) -> Paper:
    """The paper of dice sheets and the quick reference: where the one named is too small for them, A4, or Letter for inch paper."""
    paper = paper_for(program, name)
    if paper.width_um >= _SHEET[0] and paper.height_um >= _SHEET[1]:
        return paper
    return paper_for(program, "letter" if paper.is_inch else "a4")
