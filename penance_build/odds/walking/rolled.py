"""What the rolls of a program come to, made once for each number of dice and what is asked of them."""

from __future__ import annotations

from typing import Any

from penance_build.odds.functions.parts import Draw
from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.joint import table
from penance_build.odds.rolls.pools import Classes, Rows, Vector, add_up, merge
from penance_build.odds.rolls.requests import RollRequest
from penance_build.odds.rolls.whole import kept_whole


class RollTables:
    """Rows of rolls, as they are asked for."""

    def __init__(self) -> None:
        self._made: dict[tuple[object, ...], tuple[list[Any], int, int]] = {}
        self._classes: dict[tuple[object, ...], tuple[Classes, int]] = {}

    def rows(self, draw: Draw, key: tuple[int, ...], meter: Meter) -> tuple[list[Any], int]:
        """The rows of a roll for (number of dice, parameters…), with the total weight."""
        n, params = max(0, key[0]), key[1:]
        if draw.solid:
            return kept_whole(draw.request.die, n, draw.ordered, meter)
        columns, numbers = draw.columns(params), draw.numbers(params)
        known = (draw.request, n, columns, numbers)
        if known not in self._made:
            before = meter.work
            if draw.request.is_plain:
                rows, total = self.sums(draw.request, columns, n, meter)
            else:
                rows, total = table(draw.request, n, columns, numbers, meter)
            self._made[known] = rows, total, meter.work - before
        else:  # as if it were made anew, so that a refusal does not depend on what was asked before
            meter.repeat(self._made[known][2], len(self._made[known][0]), f"A roll of {n} dice")
        return self._made[known][:2]

    def sums(self, request: RollRequest, columns: tuple[Vector, ...], n: int, meter: Meter) -> tuple[Rows, int]:
        """The rows where only sums over all dice are asked: from classes of faces that are the same for any number of dice."""
        if (request, columns) not in self._classes:
            bodies = [question.body for question in request.questions]
            self._classes[request, columns] = merge([(tuple([row[body] for body in bodies]), 1) for row in columns])
        classes, total = self._classes[request, columns]
        return add_up(classes, total, n, meter), total**n

    def forget(self) -> None:
        """Forget all of them."""
        self._made.clear()
        self._classes.clear()
