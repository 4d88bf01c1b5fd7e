"""What an option or a word of a command takes. What is wrong with it is said as the other commands say it: found, and taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import did_you_mean

_WHOLE = re.compile(r"[+-]?[0-9]{1,30}")


if TYPE_CHECKING:
    _Number = click.ParamType[int]
else:
    _Number = click.ParamType  # which is not generic in every version that we take


class Whole(_Number):
    """A whole number, within bounds where there are some."""

    name = "N"

    def __init__(self, *bounds: int) -> None:
        self.bounds = bounds

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises Wrong."""
        text = str(value).strip()
        found = int(text) if _WHOLE.fullmatch(text) else None
        low, high = self.bounds or (found, found)
        if found is None or low is None or high is None or not low <= found <= high:
            within = f" from {low} to {high}" if self.bounds else ""
            raise Wrong(f"{_called(param)} takes a whole number{within}, found `{clean(text)}`")
        return found


class OneOf(click.Choice[str]):
    """One of some words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word. Raises Wrong, with a near miss."""
        text, known = str(value), [str(choice) for choice in self.choices]
        if text not in known:
            hint = did_you_mean(text, known)
            raise Wrong(f"{_called(param)} takes {listed(known)}, found `{clean(text)}`{f'; {hint}' if hint else ''}")
        return text


def listed(words: Sequence[str]) -> str:
    """Words of which one is taken."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def _called(param: click.Parameter | None) -> str:
    """An option by its longest name, a word by how the help calls it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return "" if param is None else param.make_metavar(click.Context(click.Command("penance")))
