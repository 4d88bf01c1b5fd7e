"""A face as SVG, from the operators of its page: shapes as they are, text as outlines, pictures in the file.

It knows what our pages hold, and refuses what they do not: a face is never drawn in part.
Units are hundredths of a millimetre from the upper left corner, so that what stands in the file is what a ruler finds.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pikepdf import parse_content_stream

from penance_build.press.documents import opened
from penance_build.press.drawing.lengths import mm
from penance_build.press.faces.ink import IDENTITY, Ink, Matrix, at, cmyk, grey, is_number, matrix_of, rgb, times
from penance_build.press.faces.outlines import hundredths, placed_outline
from penance_build.press.faces.pictures import data_address, png_address, svg_address
from penance_build.press.faces.pixels import clear_png
from penance_build.press.imposition.font_merge import face_called, widths_of
from penance_build.press.pictures.picture import Picture
from penance_build.press.text.fonts import FontFile, FontSet

_UNITS = 2540 / 72  # hundredths of a millimetre in a point
_CAPS, _JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")
_PAINTS = {"f": "f", "F": "f", "f*": "fe", "S": "s", "s": "sc", "B": "fs", "B*": "fse", "b": "fsc", "b*": "fsec", "n": ""}


class NotDrawn(Exception):
    """An operator that no page of ours has."""


def svg_of(page: bytes, fonts: FontSet, pictures: Mapping[str, Picture], size: tuple[int, int], title: str) -> str:
    """The page of a face as SVG; ``size`` is its width and height in micrometres."""
    with opened(page) as pdf:
        first = pdf.pages[0]
        left, _, _, high = (float(edge) for edge in first.MediaBox)
        matrix = (_UNITS, 0.0, 0.0, -_UNITS, -left * _UNITS, high * _UNITS)
        writer = _Writer(fonts, pictures)
        writer.run(first, first.Resources, Ink(matrix))
        body, clips = writer.finish()
    width, height = size
    view = f"0 0 {_n(width / 10)} {_n(height / 10)}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{mm(width)}mm" height="{mm(height)}mm" viewBox="{view}">'
    defined = f"<defs>{''.join(clips)}</defs>\n" if clips else ""
    return f"{head}\n<title>{escape(title)}</title>\n{defined}{body}\n</svg>\n"


class _Writer:
    """Follows the operators of one page."""

    def __init__(self, fonts: FontSet, pictures: Mapping[str, Picture]) -> None:
        self._fonts, self._pictures = fonts, pictures
        self._out: list[str] = []
        self._clips: dict[str, str] = {}
        self._open: tuple[str, ...] = ()
        self._path: list[str] = []
        self._here = (0.0, 0.0)
        self._clip = ""
        self._text: Matrix = IDENTITY
        self._line: Matrix = IDENTITY

    def finish(self) -> tuple[str, list[str]]:
        """The elements, and the clips that they name."""
        self._within(())
        return "\n".join(self._out), [
            f'<clipPath id="{name}"><path d="{data}"/></clipPath>' for data, name in self._clips.items()
        ]  # fmt: skip

    def run(self, stream: Any, resources: Any, ink: Ink) -> None:
        """Follow a stream of operators that begins with this ink."""
        kept: list[Ink] = []
        for step in parse_content_stream(stream):
            name, values = str(step.operator), list(step.operands)
            if name == "q":
                kept.append(ink)
            elif name == "Q":
                ink = kept.pop()
            elif name in _PAINTS:
                ink = self._paint(name, ink)
            elif name == "Do":
                self._do(str(values[0])[1:], resources, ink)
            elif not self._moves(name, [float(value) for value in values if is_number(value)], ink):
                ink = self._sets(name, values, resources, ink)

    # ------------------------------------------------------------ paths

    def _moves(self, name: str, values: list[float], ink: Ink) -> bool:
        """Operators that make a path; whether this was one."""
        if name in ("m", "l", "c"):
            self._step({"m": "M", "l": "L", "c": "C"}[name], values, ink.matrix)
        elif name == "v":
            self._step("C", [*self._here, *values], ink.matrix)
        elif name == "y":
            self._step("C", [*values, *values[2:]], ink.matrix)
        elif name == "re":
            x, y, w, h = values
            for letter, point in zip("MLLL", ((x, y), (x + w, y), (x + w, y + h), (x, y + h)), strict=True):
                self._step(letter, list(point), ink.matrix)
            self._path.append("Z")
        elif name == "h":
            self._path.append("Z")
        elif name in ("W", "W*"):
            self._clip = name
        else:
            return False
        return True

    def _step(self, letter: str, values: list[float], matrix: Matrix) -> None:
        points = list(zip(values[::2], values[1::2], strict=True))
        self._here = points[-1]
        self._path.append(letter + " ".join(_point(*at(matrix, x, y)) for x, y in points))

    def _paint(self, name: str, ink: Ink) -> Ink:
        how, data = _PAINTS[name], "".join(self._path)
        if how and data:
            closed = "Z" if "c" in how and not data.endswith("Z") else ""
            self._element(data + closed, ink, fill="f" in how, stroke="s" in how, even="e" in how)
        if self._clip and data:
            clip = self._clips.setdefault(data, f"c{len(self._clips) + 1}")
            ink = ink.but(clips=(*ink.clips, clip)) if clip not in ink.clips else ink
        self._path, self._clip = [], ""
        return ink

    def _element(self, data: str, ink: Ink, *, fill: bool, stroke: bool, even: bool = False) -> None:
        self._within(ink.clips)
        parts = [f'<path d="{data}" fill="{ink.fill if fill else "none"}"']
        parts += [f'fill-opacity="{_n(ink.fill_opacity)}"'] if fill and ink.fill_opacity < 1 else []
        parts += ['fill-rule="evenodd"'] if even else []
        if stroke:
            parts.append(f'stroke="{ink.stroke}" stroke-width="{_n(ink.width * ink.scale)}"')
            parts += [f'stroke-linecap="{_CAPS[ink.cap]}"'] if ink.cap else []
            parts += [f'stroke-linejoin="{_JOINS[ink.join]}"'] if ink.join else []
            parts += [f'stroke-dasharray="{" ".join(_n(length * ink.scale) for length in ink.dash)}"'] if any(ink.dash) else []
            parts += [f'stroke-opacity="{_n(ink.stroke_opacity)}"'] if ink.stroke_opacity < 1 else []
        self._out.append(" ".join(parts) + "/>")

    def _within(self, clips: tuple[str, ...]) -> None:
        """Close and open groups, so that what follows is cut off by these."""
        shared = 0
        while shared < min(len(clips), len(self._open)) and clips[shared] == self._open[shared]:
            shared += 1
        self._out += ["</g>"] * (len(self._open) - shared) + [f'<g clip-path="url(#{clip})">' for clip in clips[shared:]]
        self._open = clips

    # ------------------------------------------------------------ what things look like

    def _sets(self, name: str, values: list[Any], resources: Any, ink: Ink) -> Ink:
        if name in _COLORS:
            channels = [float(value) for value in values]
            return ink.but(**{"stroke" if name.isupper() else "fill": _color(channels)})
        if name == "cm":
            return ink.but(matrix=times(matrix_of(values), ink.matrix))
        if name == "w":
            return ink.but(width=float(values[0]))
        if name in ("J", "j"):
            return ink.but(**{"cap" if name == "J" else "join": int(values[0])})
        if name == "d":
            return ink.but(dash=tuple(float(value) for value in values[0]))
        if name == "gs":
            found = resources.ExtGState[str(values[0])]
            return ink.but(
                fill_opacity=float(found.get("/ca", ink.fill_opacity)), stroke_opacity=float(found.get("/CA", ink.stroke_opacity))
            )
        if name in ("BDC", "BMC", "EMC", "MP", "DP", "M", "i", "ri"):
            return ink
        return self._writes(name, values, resources, ink)

    # ------------------------------------------------------------ text

    def _writes(self, name: str, values: list[Any], resources: Any, ink: Ink) -> Ink:
        if name == "BT":
            self._text = self._line = IDENTITY
        elif name == "Tm":
            self._text = self._line = matrix_of(values)
        elif name == "Td":
            self._text = self._line = times((1, 0, 0, 1, float(values[0]), float(values[1])), self._line)
        elif name in ("TJ", "Tj"):
            self._shows(list(values[0]) if name == "TJ" else [values[0]], ink)
        elif name == "Tf":
            return ink.but(font=resources.Font[str(values[0])], size=float(values[1]))
        elif name in _SPACES:
            value = float(values[0]) / (100 if name == "Tz" else 1)
            return ink.but(**{_SPACES[name]: int(value) if name == "Tr" else value})
        elif name != "ET":
            raise NotDrawn(name)
        return ink

    def _shows(self, items: list[Any], ink: Ink) -> None:
        face, widths = self._face(ink.font)
        data: list[str] = []
        for item in items:
            if is_number(item):
                self._advance(-float(item) / 1000 * ink.size * ink.stretch)
                continue
            codes = bytes(item)
            for glyph in (int.from_bytes(codes[index : index + 2], "big") for index in range(0, len(codes), 2)):
                if ink.mode != 3:
                    data.append(self._glyph(face, glyph, ink))
                self._advance((widths.get(glyph, 1000) / 1000 * ink.size + ink.spacing) * ink.stretch)
        if drawn := "".join(data):
            self._element(drawn, ink, fill=True, stroke=False)

    def _advance(self, length: float) -> None:
        self._text = times((1, 0, 0, 1, length, 0), self._text)

    def _glyph(self, face: FontFile, glyph: int, ink: Ink) -> str:
        scale = ink.size / 1000
        a, b, c, d, x, y = times(times((scale * ink.stretch, 0, 0, scale, 0, ink.rise), self._text), ink.matrix)
        left, top, rest = placed_outline(face, glyph, (a, b, c, d))
        return f"M{hundredths(round(x * 100) + left)} {hundredths(round(y * 100) + top)}{rest}" if rest else ""

    def _face(self, font: Any) -> tuple[FontFile, dict[int, float]]:
        name = str(font.BaseFont).partition("+")[2]
        face = face_called(self._fonts, name)
        if face is None:
            raise NotDrawn(f"the font {name}")
        return face, widths_of(font.DescendantFonts[0].W)

    # ------------------------------------------------------------ pictures and forms

    def _do(self, name: str, resources: Any, ink: Ink) -> None:
        found = resources.XObject[f"/{name}"]
        if name in self._pictures:
            self._picture(self._pictures[name], ink)
        elif found.get("/Subtype") == "/Form":
            inner = ink.but(matrix=times(matrix_of(found.get("/Matrix", IDENTITY)), ink.matrix))
            self.run(found, found.get("/Resources", resources), inner)
        else:
            raise NotDrawn(f"the object {name}")

    def _picture(self, picture: Picture, ink: Ink) -> None:
        """The unit square of a picture stands on its foot; a page has a size of its own."""
        self._within(ink.clips)
        width, height = (1.0, 1.0) if picture.kind == "image" else (picture.width / _UNITS, picture.height / _UNITS)
        turned = times((width, 0, 0, -height, 0, height), ink.matrix)
        shown = f'opacity="{_n(ink.fill_opacity)}" ' if ink.fill_opacity < 1 else ""
        place = " ".join(_n(value, 6) for value in turned)
        self._out.append(
            f'<image width="1" height="1" preserveAspectRatio="none" {shown}transform="matrix({place})" href="{self._address(picture)}"/>'
        )

    def _address(self, picture: Picture) -> str:
        """The address that holds a picture. A page is followed like ours, or given in pixels where it holds what ours do not."""
        if picture.kind != "page" or picture.source:
            return data_address(picture)
        try:
            return svg_address(svg_of(picture.data, self._fonts, {}, (picture.width * 10, picture.height * 10), ""))
        except NotDrawn:
            return png_address(clear_png(picture.data))


_COLORS = frozenset(("rg", "RG", "g", "G", "k", "K"))
_SPACES = {"Tc": "spacing", "Ts": "rise", "Tz": "stretch", "Tr": "mode"}


def _color(channels: list[float]) -> str:
    """By how many channels there are: grey, red green and blue, or four inks."""
    return {1: grey, 3: rgb, 4: cmyk}[len(channels)](*channels)


def _n(value: float, digits: int = 2) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _point(x: float, y: float) -> str:
    return f"{_n(x)} {_n(y)}"
