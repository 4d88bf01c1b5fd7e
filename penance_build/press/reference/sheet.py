"""A sheet of the reference: its paper, its columns, and the sizes of type that are tried on it. Lengths are micrometres."""

from __future__ import annotations

from penance_build.diagnostics.problem import Problem
from penance_build.ir.nodes import Program, ReferenceSide
from penance_build.ir.record import Record, replace
from penance_build.press.drawing.lengths import UM_PER_INCH
from penance_build.press.imposition.papers import Paper
from penance_build.press.pieces.content import BOARDS
from penance_build.press.pieces.pen import Pen
from penance_build.press.reference.columns import COLUMNS
from penance_build.press.text.fonts import FontSet
from penance_build.product import Settings

SIDES = 2
MARGIN, GUTTER = 11_000, 6500
HEAD_TOP, HEAD_HEIGHT, BODY_TOP = 9000, 12_500, 25_500
TALL = 2_000_000


class Type(Record):
    """A size of type and its grid, in hundredths of a point."""

    size: int
    grid: int

    @property
    def gap(self) -> int:
        """The space between two blocks, in micrometres: one line of the grid."""
        return self.grid * UM_PER_INCH // 7200


# The sizes that are tried, from one that is read at arm's length to the smallest that can be read.
LADDER: tuple[Type, ...] = (
    Type(1500, 1950), Type(1400, 1825), Type(1300, 1700), Type(1200, 1575), Type(1125, 1475), Type(1050, 1400), Type(1000, 1325),
    Type(950, 1250), Type(900, 1200), Type(900, 1150), Type(875, 1125), Type(850, 1075), Type(825, 1025), Type(800, 1000), Type(800, 960),
)  # fmt: skip
# The smallest type in which half a sheet is better than a whole one.
HALF_FROM = 1000


class Measured(Record):
    """The blocks of a side at one size of type: their heights, and how far each reaches beyond its column, in micrometres."""

    heights: tuple[int, ...]
    beyond: tuple[int, ...]


# The type of a side, its blocks in it, and why it does not fit.
Fit = tuple[Type, Measured, list[Problem]]


class Sheet(Record):
    """What the sides of one sheet share."""

    program: Program
    paper: Paper
    fonts: FontSet
    css: str
    settings: Settings
    pen: Pen
    name: str = ""
    copies: int = 1

    @property
    def sides(self) -> tuple[ReferenceSide, ...]:
        """The sides of this sheet."""
        return sides_of(self.program, self.name)

    @property
    def is_lying(self) -> bool:
        """Whether it lies on its long side: one of its sides says so."""
        return any(side.is_landscape for side in self.sides)

    @property
    def ways(self) -> tuple[Paper, ...]:
        """How the paper of a board may lie: as the game says, else either way."""
        return (self.paper,) if self.is_lying else (self.paper, lying(self.paper))

    @property
    def margin(self) -> int:
        """How far the columns stay off the edge of the paper."""
        return max(MARGIN, self.paper.margin_um)

    @property
    def head_top(self) -> int:
        """Where the head of a copy begins."""
        return max(HEAD_TOP, self.paper.margin_um)

    @property
    def body_top(self) -> int:
        """Where the columns of a copy begin."""
        return BODY_TOP - HEAD_TOP + self.head_top

    def column(self, side: ReferenceSide) -> int:
        """The width of a column of a side."""
        count = columns_of(side)
        return (self.paper.width_um - 2 * self.margin - (count - 1) * GUTTER) // count

    @property
    def room(self) -> int:
        """The height of a column."""
        return self.share - self.body_top - self.margin

    @property
    def share(self) -> int:
        """The height of paper that a copy has."""
        return self.paper.height_um // self.copies


def columns_of(side: ReferenceSide) -> int:
    """In how many columns a side is set."""
    return side.columns or COLUMNS


def sides_of(program: Program, name: str) -> tuple[ReferenceSide, ...]:
    """The sides of the sheet of this name."""
    return tuple(side for side in program.printed.reference if side.sheet == name)


def sheet_path(program: Program, name: str, paper: str) -> str:
    """The file of a sheet, by the name of the paper."""
    return "reference/" + "-".join(part for part in (program.game, name, paper) if part) + ".pdf"


def is_board(side: ReferenceSide) -> bool:
    """Whether a side is a board and nothing else: it takes as many sheets of paper as it needs."""
    return len(side.blocks) == 1 and side.blocks[0].show in BOARDS


def lying(paper: Paper) -> Paper:
    """A paper on its long side."""
    return replace(paper, width_um=paper.height_um, height_um=paper.width_um)
