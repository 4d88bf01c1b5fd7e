"""What is drawn, as a content stream: shapes, glyphs and pictures, each box in a corner of coordinates of its own.

Inside of a box lengths are micrometres to the right and down from its corner as it is read: a box that is turned by half is written
like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from penance_build.ir.record import Record
from penance_build.press.drawing.lengths import UM_PER_INCH, decimal, pdf_points
from penance_build.press.drawing.pdf import channels, path_operators, pdf_content
from penance_build.press.drawing.shapes import Layer, Shape
from penance_build.press.layouts.setting import Line, SetText, Type
from penance_build.press.pictures.judged import Placed
from penance_build.press.pictures.picture import Picture
from penance_build.press.text.fonts import FontFile
from penance_build.press.text.shaping import Glyph, own_advance

_MATRICES = {0: "1 0 0 1", 90: "0 -1 1 0", 180: "-1 0 0 -1", 270: "0 1 -1 0"}


class Corner(Record):
    """A place on the page in micrometres from its upper left corner, and how it is turned, with the clock."""

    left: int
    top: int
    width: int
    height: int
    rotate: int = 0

    @property
    def inner(self) -> tuple[int, int]:
        """Width and height as they are read."""
        return (self.height, self.width) if self.rotate in (90, 270) else (self.width, self.height)


class Used(Record):
    """A face that is printed with: the name of its font in the stream, and its glyphs with their texts."""

    name: str
    face: FontFile
    glyphs: tuple[tuple[int, str], ...]


class Pen:
    """Writes one page of this height."""

    def __init__(self, height_um: int) -> None:
        self._height = height_um
        self._out: list[bytes] = []
        self._faces: dict[FontFile, dict[int, str]] = {}
        self.pictures: dict[str, Picture] = {}
        self.opacities: set[int] = set()

    def content(self) -> bytes:
        """The stream."""
        return b"\n".join(self._out)

    def fonts(self) -> tuple[Used, ...]:
        """The faces in the order of their names."""
        return tuple(Used(f"F{index}", face, tuple(sorted(glyphs.items()))) for index, (face, glyphs) in enumerate(self._faces.items()))

    def _write(self, text: str) -> None:
        self._out.append(text.encode("ascii"))

    # ------------------------------------------------------------ shapes

    def shapes(self, left: int, top: int, shapes: tuple[Shape, ...]) -> None:
        """Shapes in hundredths of a millimetre from a place of the page."""
        self._out.append(pdf_content([Layer(left, top, shapes)], self._height))

    @contextmanager
    def covering(self, percent: int) -> Iterator[None]:
        """What is drawn within lets something of what is behind it through."""
        if percent >= 100:
            yield
            return
        self.opacities.add(percent)
        self._write(f"q /O{percent} gs")
        yield
        self._write("Q")

    @contextmanager
    def finished(self, finish: str) -> Iterator[None]:
        """What is drawn within has a finish (foil, varnish): it is marked for whoever makes plates of a face, and looks as it does."""
        if finish:
            self._write(f"/Finish <</Of /{finish}>> BDC")
        yield
        if finish:
            self._write("EMC")

    # ------------------------------------------------------------ text

    def text(self, corner: Corner, found: SetText, type_: Type, align: str, colors: tuple[str, str]) -> None:
        """A text that is set, in its colour and that of numbers and icons."""
        with self._within(corner):
            for line, baseline in zip(found.lines, found.baselines, strict=True):
                self._line(corner, found, type_, line, (line_left(corner, found, line, align), baseline), colors)

    def _line(self, corner: Corner, found: SetText, type_: Type, line: Line, at: tuple[int, int], colors: tuple[str, str]) -> None:
        reached, is_marked = 0, bool(type_.spacing) or line.is_turned
        if is_marked:  # else a reader of the file takes wide letters for words, and reads Hebrew backwards
            written = line.text.encode("utf-16-be").hex()
            self._write(f"/Span <</ActualText <feff{written}>>> BDC")
        for run in line.runs:
            face = type_.face(run.kind)
            color = colors[1] if run.kind in ("number", "icon") else colors[0]
            name = self._font(face)
            x = _points(at[0]) + reached * found.size
            spacing = f"{decimal(type_.spacing * found.size, 5)} Tc " if type_.spacing else ""
            place = f"{decimal(x, 5)} {pdf_points(corner.inner[1] - at[1])} Td"
            head = f"BT {channels(color)} rg {spacing}/{name} {decimal(found.size, 2)} Tf {place}"
            self._write(f"{head} {self._shown(face, run.glyphs.glyphs, found.size)} ET")
            reached += run.glyphs.width + type_.spacing * sum(bool(glyph.text) for glyph in run.glyphs.glyphs)
        if is_marked:
            self._write("EMC")

    def glyph(self, corner: Corner, face: FontFile, number: int, text: str, size_um: int, at: tuple[int, int], color: str) -> None:
        """One glyph so large that its em is ``size_um``; ``at`` is where its pen stands on the baseline."""
        name = self._font(face)
        self._faces[face].setdefault(number, text)
        with self._within(corner):
            x, y = pdf_points(at[0]), pdf_points(corner.inner[1] - at[1])
            self._write(f"BT {channels(color)} rg /{name} {pdf_points(size_um)} Tf {x} {y} Td <{number:04x}> Tj ET")

    def _shown(self, face: FontFile, glyphs: tuple[Glyph, ...], size: int) -> str:
        """The operators that show glyphs: those that stand on the line in one array, with what the pen goes back between them."""
        parts: list[str] = []
        row: list[str] = []
        known = self._faces[face]
        for glyph in glyphs:
            number, dx, dy = glyph.number, glyph.dx, glyph.dy
            known[number] = known.get(number) or glyph.text
            back = own_advance(face, number) - glyph.advance + dx
            if dy:
                parts += [f"[{''.join(row)}] TJ"] if row else []
                parts.append(f"{decimal(dy * size, 5)} Ts [{_number(-dx)}<{number:04x}>{_number(back)}] TJ 0 Ts")
                row = []
                continue
            row.append(f"{_number(-dx)}<{number:04x}>{_number(back)}")
        return " ".join([*parts, *([f"[{''.join(row)}] TJ"] if row else [])])

    def _font(self, face: FontFile) -> str:
        self._faces.setdefault(face, {})
        return f"F{list(self._faces).index(face)}"

    @contextmanager
    def _within(self, corner: Corner) -> Iterator[None]:
        """The coordinates of a box: points to the right and up from its lower left corner as it is read."""
        right, below = corner.left + corner.width, corner.top + corner.height
        x = right if corner.rotate in (180, 270) else corner.left
        y = corner.top if corner.rotate in (90, 180) else below
        self._write(f"q {_MATRICES[corner.rotate]} {pdf_points(x)} {pdf_points(self._height - y)} cm")
        yield
        self._write("Q")

    # ------------------------------------------------------------ pictures

    def picture(self, corner: Corner, picture: Picture, at: Placed, clip: str) -> None:
        """A picture in its place; ``clip`` is the path that cuts it off, in hundredths of a millimetre from the corner of the place."""
        name = f"P{picture.key[:16]}"
        self.pictures[name] = picture
        x, y = corner.left + at.left, self._height - corner.top - at.top - at.height
        if picture.kind == "image":
            scale = f"{pdf_points(at.width)} 0 0 {pdf_points(at.height)}"
        else:  # a page of its own size
            wide, high = (decimal(um * 100_000 // own, 6) for um, own in ((at.width, picture.width), (at.height, picture.height)))
            scale = f"{wide} 0 0 {high}"
        self._write(f"q {self._path(corner, clip)} W n {scale} {pdf_points(x)} {pdf_points(y)} cm /{name} Do Q")

    def page(self, corner: Corner, picture: Picture) -> None:
        """A page that is as large as its place, as that is read."""
        name = f"P{picture.key[:16]}"
        self.pictures[name] = picture
        with self._within(corner):
            self._write(f"/{name} Do")

    def _path(self, corner: Corner, data: str) -> str:
        """A path in hundredths of a millimetre from the upper left corner of a place, in points of the page."""

        def placed(numbers: str) -> str:
            values = [int(number) * 10 for number in numbers.split()]
            pairs = zip(values[::2], values[1::2], strict=True)
            return " ".join(f"{pdf_points(corner.left + x)} {pdf_points(self._height - corner.top - y)}" for x, y in pairs)

        return path_operators(data, placed)


def line_left(corner: Corner, found: SetText, line: Line, align: str) -> int:
    """Where a line begins, in micrometres from the left of its box."""
    free = corner.inner[0] - found.um(line.width)
    return {"left": 0, "right": free}.get(align, free // 2)


def _points(um: int) -> int:
    """Micrometres in hundred-thousandths of a point."""
    return (um * 7_200_000 + UM_PER_INCH // 2) // UM_PER_INCH


def _number(value: int) -> str:
    return str(value) if value else ""
