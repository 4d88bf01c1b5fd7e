"""The two streams of a game at the terminal: lines that are shown, and lines that are typed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from penance_build.cli.terminal import clean, has_colour, put_part, put_raw


class Left(Exception):
    """The person at the table has left: ``quit``, or the end of the input."""


def line(text: str, **style: Any) -> None:
    """Show one line, with control characters escaped. ``style`` is for terminals with colours."""
    text, style = clean(text), {name: value for name, value in style.items() if value}
    put_raw((click.style(text, **style) if text and style and has_colour(sys.stdout) else text) + "\n")


def lines(texts: Sequence[str], **style: Any) -> None:
    """Show lines, each like :func:`line`."""
    for text in texts:
        line(text, **style)


def typed(prompt: str = "> ") -> list[str]:
    """The words of the next line that is typed; shown, where no terminal has done so. Raises Left at the end of the input."""
    put_part(prompt)
    text = sys.stdin.readline() if sys.stdin is not None else ""
    if not (sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()):
        line(text.strip())
    elif not text:
        line("")
    if not text:
        raise Left
    return text.split()


def cleared() -> bool:
    """Take what was shown away, where the screen is a terminal; False where it stays."""
    if sys.stdout.isatty():
        click.clear()
        return True
    return False
