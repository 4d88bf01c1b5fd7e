"""Boards and tokens for a virtual table: the things to play with that the sheets of a game show, each as one picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from markupsafe import Markup

from penance_build.exits.job import Job
from penance_build.ir.nodes import Block, Program, ReferenceSide
from penance_build.ir.record import Record, replace
from penance_build.press.drawing.drafting import LINE
from penance_build.press.faces.pixels import on_white
from penance_build.press.look.style import Style, style_of
from penance_build.press.pieces.board import board_drawing, board_size
from penance_build.press.pieces.content import BOARDS, Hexes, Squares, Token, Tokens
from penance_build.press.pieces.pen import Pen
from penance_build.press.pieces.polygons import tall_um
from penance_build.press.pieces.tokens import tokens_drawings
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.pieces import content_of
from penance_build.press.text.figures import with_figures
from penance_build.press.text.layout import layout

if TYPE_CHECKING:
    from PIL.Image import Image

_PER_MM = 12  # pixels of a millimetre, where the longest side allows it
_TOKEN = 512  # pixels
_PLAYERS, _SEATS = 2, 10  # where no setup says how many play, and how many can


class Board(Record):
    """A board: its title, or else that of its side or of the game, its picture, its size in micrometres, and how many there are."""

    title: str
    picture: Image
    size: tuple[int, int]
    copies: int


class Piece(Record):
    """A token: its name, its picture, its width in micrometres, whether it is a hex, and how many there are."""

    name: str
    picture: Image
    width: int
    is_hex: bool
    copies: int


def boards_of(job: Job) -> Iterator[Board]:
    """The boards that the sheets of a game show, whole, however many sheets of paper they take."""
    style = _style(job)
    if style is None:
        return
    for side, block, copies in _shown(job.program, BOARDS):
        content = content_of(job.program, block, words_of(job.program))
        assert isinstance(content, Hexes | Squares)
        size, pen = board_size(content), Pen(style.theme, style.fonts)
        most = job.profile.sheet.side
        long = min(most, max(size) * _PER_MM // 1000)
        pixels = (max(1, size[0] * long // max(size)), max(1, size[1] * long // max(size)))
        title = block.title or side.title or job.program.name
        yield Board(title, _picture(job, style, board_drawing(content, pen), size, pixels), size, copies)


def tokens_of(job: Job) -> Iterator[Piece]:
    """The tokens of these sheets, each once with how many there are."""
    style = _style(job)
    if style is None:
        return
    for _, block, sheets in _shown(job.program, ("tokens",)):
        content = content_of(job.program, block, words_of(job.program))
        assert isinstance(content, Tokens)
        counted: dict[Token, int] = {}
        for token in content.tokens:
            counted[token] = counted.get(token, 0) + 1
        drawings = tokens_drawings(replace(content, tokens=tuple(counted)), Pen(style.theme, style.fonts))
        size = (tall_um(content.size) + 2 * LINE, content.size + 2 * LINE) if content.is_hex else (content.size, content.size)
        for (token, copies), drawing in zip(counted.items(), drawings, strict=True):
            pixels = (_TOKEN, _TOKEN * size[1] // size[0])
            yield Piece(token.name, _picture(job, style, drawing, size, pixels), size[0], content.is_hex, copies * sheets)


def players_of(program: Program) -> int:
    """How many players a table is laid for: the most of any setup, as far as there are seats."""
    return min(_SEATS, max((setup.players for setup in program.setups), default=_PLAYERS))


def _shown(program: Program, kinds: tuple[str, ...]) -> Iterator[tuple[ReferenceSide, Block, int]]:
    """The blocks of these kinds, each once: the side on which it stands first, and how many sheets have it, those of players for each."""
    owned = {side.sheet for side in program.printed.reference if side.owner}
    first: dict[Block, ReferenceSide] = {}
    sheets: dict[Block, dict[str, int]] = {}
    for side in program.printed.reference:
        for block in side.blocks:
            if block.show in kinds:
                first.setdefault(block, side)
                sheets.setdefault(block, {})[side.sheet] = players_of(program) if side.sheet in owned else 1
    yield from ((side, block, sum(sheets[block].values())) for block, side in first.items())


def _style(job: Job) -> Style | None:
    style = style_of(job.program, job.complaints, job.cache, (), job.files)
    return None if style is None else replace(style, fonts=with_figures(style.fonts))


def _picture(job: Job, style: Style, drawing: Markup, size: tuple[int, int], pixels: tuple[int, int]) -> Image:
    """A drawing in so many pixels."""
    html = f'<!DOCTYPE html><html lang="{style.fonts.language}"><title>.</title><body>{drawing}</body></html>'
    css = style.theme.css() + "\nsvg { display: block; position: absolute; left: 0; top: 0 }"
    laid = layout(html, width_um=size[0], height_um=size[1], cache=job.cache, fonts=style.fonts, css=css)
    return on_white(laid.pdf, pixels)
