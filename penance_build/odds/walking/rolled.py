"""What the rolls of a program come to, made once for each number of dice and what is asked of them."""

from __future__ import annotations

from typing import Any

from penance_build.odds.functions.parts import Draw
from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.joint import table
from penance_build.odds.rolls.whole import kept_whole


class RollTables:
    """Rows of rolls, as they are asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[list[Any], int, int]] = {}

    def rows(self, draw: Draw, key: tuple[int, ...], meter: Meter) -> tuple[list[Any], int]:
        """The rows of a roll for (number of dice, parameters…), with the total weight."""
        n, params = max(0, key[0]), key[1:]
        if draw.solid:
            return kept_whole(draw.request.die, n, draw.ordered, meter)
        columns, numbers = draw.columns(params), draw.numbers(params)
        known = (draw.request, n, columns, numbers)
        if known not in self._made:
            before = meter.work
            rows, total = table(draw.request, n, columns, numbers, meter)
            self._made[known] = rows, total, meter.work - before
        else:  # as if it were made anew, so that a refusal does not depend on what was asked before
            meter.spend(self._made[known][2], len(self._made[known][0]), f"A roll of {n} dice")
        return self._made[known][:2]

    def forget(self) -> None:
        """Forget all of them."""
        self._made.clear()
