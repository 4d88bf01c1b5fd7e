"""How long lines are: asked once where a command begins. What a command finds never depends on it, only where its lines are broken."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable

import click

LEAST, USUAL = 40, 80
_NARROW = 60  # below it, the words of an option stand under it


def columns() -> int:
    """How many characters a line of the terminal has, from 40 on; 80 where the output goes elsewhere, and at most."""
    return max(LEAST, min(USUAL, shutil.get_terminal_size((USUAL, 24)).columns)) if sys.stdout.isatty() else USUAL


class HelpLines(click.HelpFormatter):
    """The lines of a help page; click's own are never shorter than 50 characters."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None:
            width = max(LEAST, min(shutil.get_terminal_size((USUAL, 24)).columns, max_width or USUAL)) - 2
        super().__init__(indent_increment, width, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Terms with what they mean, beside them or, where there is little room, below."""
        if self.width < _NARROW:
            rows, col_max = [_with_words_below(*row, self.width) for row in rows], min(col_max, 12)
        super().write_dl(rows, col_max, col_spacing)


def _with_words_below(term: str, says: str, width: int) -> tuple[str, str]:
    """An option and what it does; where it takes one of more words than a line holds, these stand with what it does."""
    name, bracket, choices = term.partition(" [")
    if not bracket or len(term) + 2 < width:
        return term, says
    return name, f"{choices.rstrip(']').replace('|', ', ')}: {says}"


class HelpContext(click.Context):
    """A command, with the lines of its help."""

    formatter_class = HelpLines
