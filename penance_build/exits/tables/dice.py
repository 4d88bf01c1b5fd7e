"""Dice of six faces for virtual tables: the faces side by side in one picture, and a cube that wears it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pikepdf import Array, Dictionary, Name, Page, Pdf, Stream

from penance_build.exits.drawn import Drawn
from penance_build.exits.raster import card_picture
from penance_build.ir.nodes import Die, Program
from penance_build.press.dice.solids import CUBE
from penance_build.press.dice.spec import DieSpec, die_spec, is_made
from penance_build.press.documents import written
from penance_build.press.drawing.pdf import pdf_content
from penance_build.press.drawing.shapes import Layer, Shape

if TYPE_CHECKING:
    from PIL.Image import Image

# The picture: faces 1 2 3 above 4 5 6, each so many pixels wide.
COLUMNS, ROWS, FACE_PX = 3, 2, 512
Vector = tuple[int, int, int]
# Where each position is on the cube as the table shows it (x to the right, y up, z away), and which way is up on that face. Opposite
# positions add up to 7, and 1, 2 and 3 run counter-clockwise round their corner.
SIDES: tuple[tuple[Vector, Vector], ...] = (
    ((0, 1, 0), (0, 0, 1)),
    ((0, 0, -1), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0)),
    ((-1, 0, 0), (0, 1, 0)),
    ((0, 0, 1), (0, 1, 0)),
    ((0, -1, 0), (0, 0, -1)),
)
# How the cube is turned so that a position is on top, in degrees about x, y and z.
TURNED: tuple[Vector, ...] = ((0, 0, 0), (90, 0, 0), (0, 0, 90), (0, 0, 270), (270, 0, 0), (180, 0, 0))


def is_drawn(program: Program, die: Die) -> bool:
    """Whether a die has six faces that are printed, with drawings that there are."""
    icons = dict(program.printed.icons)
    return len(die.faces) == CUBE and is_made(die) and all(not face.icon or face.icon in icons for face in die.faces)


def dice_picture(program: Program, die: Die) -> Image:
    """The six faces of a die as ``COLUMNS`` by ``ROWS``."""
    from PIL import Image

    spec = die_spec(program, die)
    picture = Image.new("RGB", (COLUMNS * FACE_PX, ROWS * FACE_PX))
    for position in range(1, CUBE + 1):
        row, column = divmod(position - 1, COLUMNS)
        picture.paste(_face(spec, position), (column * FACE_PX, row * FACE_PX))
    return picture


def _face(spec: DieSpec, position: int) -> Image:
    """One face. A micrometre of the die is drawn as a hundredth of a millimetre: the size of the page does not matter."""
    edge, made = spec.edge, spec.die.print
    square = f"M0 0L{edge} 0L{edge} {edge}L0 {edge}Z"
    outline = spec.side(position).outline
    shapes = (Shape(square, fill=made.body_color), *((Shape(outline, fill=made.symbol_color),) if outline else ()))
    pdf = Pdf.new()
    points = edge * 72 / 2540
    content = pdf_content([Layer(0, 0, shapes)], edge * 10)
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, points, points]), Contents=pdf.make_indirect(Stream(pdf, content)))
    pdf.pages.append(Page(pdf.make_indirect(page)))
    return card_picture(Drawn("", "", "", (edge, edge), 0, written(pdf, "disable"), (), ()), FACE_PX, FACE_PX)


def cube_obj() -> bytes:
    """The cube as Wavefront OBJ, one unit wide, whose sides show the six faces. Its x runs the other way: OBJ is right-handed."""
    lines = ["# a die: six faces of one picture, 1 2 3 above 4 5 6", "o die"]
    faces = []
    for position, (normal, up) in enumerate(SIDES):
        row, column = divmod(position, COLUMNS)
        for across, along in ((0, 0), (1, 0), (1, 1), (0, 1)):
            corner = [0.5 * (normal[at] + (2 * across - 1) * _right(normal, up)[at] + (2 * along - 1) * up[at]) for at in range(3)]
            lines.append(f"v {-corner[0]:.1f} {corner[1]:.1f} {corner[2]:.1f}")
            lines.append(f"vt {(column + across) / COLUMNS:.6f} {(ROWS - 1 - row + along) / ROWS:.6f}")
        lines.append(f"vn {-normal[0]} {normal[1]} {normal[2]}")
        faces.append("f " + " ".join(f"{number}/{number}/{position + 1}" for number in range(4 * position + 1, 4 * position + 5)))
    return ("\n".join([*lines, *faces]) + "\n").encode("ascii")


def _right(normal: Vector, up: Vector) -> Vector:
    """What is right for who looks at a face: up times the way of the look, as the table counts its axes."""
    (a, b, c), (x, y, z) = up, (-normal[0], -normal[1], -normal[2])
    return (b * z - c * y, c * x - a * z, a * y - b * x)


def turned() -> Iterator[tuple[int, Vector]]:
    """Each position with how the die lies when it is on top."""
    yield from enumerate(TURNED, start=1)
