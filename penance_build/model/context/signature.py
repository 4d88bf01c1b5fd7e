"""The interface of a rule, as a caller needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from penance_build.ir import nodes as ir
from penance_build.ir.uses import dice_by_name

Origin: TypeAlias = tuple[str, tuple[str, ...]]  # of rolls and effects: the name of a roll and its dice, or a callee and none


class Signature(Struct, frozen=True):
    """The inputs and results of a rule; its rolls and effects, callees' included.

    The name of a roll is paired with each die that it may be of.
    """

    inputs: tuple[ir.Input, ...]
    results: tuple[ir.Slot, ...]
    rolls: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]

    @property
    def dice(self) -> dict[str, tuple[str, ...]]:
        """The dice of each roll by its name."""
        return dice_by_name(self.rolls)


def paired(dice: Mapping[str, tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """The name of each roll with each of its dice."""
    return tuple((name, die) for name, its in dice.items() for die in its)
