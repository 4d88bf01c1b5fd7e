"""Where the sides and blocks of the reference stand in the files of a game."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.diagnostics.problem import NOWHERE, Span
from penance_build.ir.nodes import Program, ReferenceSide
from penance_build.ir.text import block_id
from penance_build.press.complaints import Entity


class Places:
    """The places of the sides of one game, and of their blocks."""

    def __init__(self, program: Program, spans: Mapping[Entity, Span]) -> None:
        self._sides, self._spans = program.printed.reference, spans

    def side(self, side: ReferenceSide) -> Span:
        """Where a side begins."""
        return self._spans.get(("side", str(self._number(side))), NOWHERE)

    def block(self, side: ReferenceSide, at: int) -> Span:
        """Where a block of a side begins; the side, where the title of the block is made from a formula."""
        block = side.blocks[at]
        named = block_id(self._number(side), block.show, block.ref, block.title)
        return self._spans.get(("block", named)) or self.side(side)

    def _number(self, side: ReferenceSide) -> int:
        return self._sides.index(side) + 1
