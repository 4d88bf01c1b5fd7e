"""Faults of files for a press, each planted into a good one: (what it is, the rule that finds it, the page, what is done)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

from tests.press_file import image, painting, ramp

Plant = Callable[[Pdf], None]
POINT = 72 / 25.4
BOX = "20 20 30 30 re"
SHOWN = "60 0 0 60 20 20 cm /Picture Do"


def _font(pdf: Pdf, name: str = "Helvetica", **more: Any) -> dict[str, Any]:
    made = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/{name}"), **more)
    return {"/Foreign": pdf.make_indirect(made)}


def _own_font(pdf: Pdf) -> dict[str, Any]:
    """The font that the face on page 1 is set in."""
    return {"/Own": next(font for name, font in dict(pdf.pages[0].Resources.XObject.Face.Resources.Font).items())}


def _state(**values: Any) -> Callable[[Pdf], dict[str, Any]]:
    return lambda pdf: {"/Mine": pdf.make_indirect(Dictionary(Type=Name.ExtGState, **values))}


def _plate(name: str) -> Callable[[Pdf], dict[str, Any]]:
    def made(pdf: Pdf) -> dict[str, Any]:
        tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 1, 0, 0]), N=1)
        return {"/Plate": pdf.make_indirect(Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint]))}

    return made


def _lab(pdf: Pdf) -> dict[str, Any]:
    return {"/Odd": pdf.make_indirect(Array([Name.Lab, Dictionary(WhitePoint=Array([0.96, 1, 0.82]))]))}


def _shading(space: Any, start: list[float], end: list[float]) -> Callable[[Pdf], dict[str, Any]]:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array(start), C1=Array(end), N=1)
    shade = Dictionary(ShadingType=2, ColorSpace=space, Coords=Array([20, 20, 60, 20]), Function=function)
    return lambda pdf: {"/Shade": pdf.make_indirect(shade)}


def _picture(pixels: Image.Image, **more: Any) -> Callable[[Pdf], dict[str, Any]]:
    return lambda pdf: {"/Picture": image(pdf, pixels, **{key: value(pdf) if callable(value) else value for key, value in more.items()})}


def _form(content: str) -> Callable[[Pdf], dict[str, Any]]:
    def made(pdf: Pdf) -> dict[str, Any]:
        inner = Stream(pdf, content.encode())
        inner.stream_dict.Type, inner.stream_dict.Subtype, inner.stream_dict.BBox = Name.XObject, Name.Form, Array([0, 0, 200, 300])
        outer = Stream(pdf, b"/Inner Do")
        outer.stream_dict.Type, outer.stream_dict.Subtype, outer.stream_dict.BBox = Name.XObject, Name.Form, Array([0, 0, 200, 300])
        outer.stream_dict.Resources = Dictionary(XObject=Dictionary(Inner=pdf.make_indirect(inner)))
        return {"/Outer": pdf.make_indirect(outer)}

    return made


def _page(number: int, **values: Any) -> Plant:
    def plant(pdf: Pdf) -> None:
        for key, value in values.items():
            if value is None:
                del pdf.pages[number - 1].obj[f"/{key}"]
            else:
                pdf.pages[number - 1].obj[f"/{key}"] = value

    return plant


def _swap(one: int, other: int) -> Plant:
    def plant(pdf: Pdf) -> None:
        pages = list(pdf.pages)
        pages[one - 1], pages[other - 1] = pages[other - 1], pages[one - 1]
        del pdf.pages[:]
        for page in pages:
            pdf.pages.append(page)

    return plant


def _without(number: int) -> Plant:
    def plant(pdf: Pdf) -> None:
        del pdf.pages[number - 1]

    return plant


def _again(number: int) -> Plant:
    return lambda pdf: pdf.pages.append(pdf.pages[number - 1])


def _emptied(pdf: Pdf) -> None:
    pdf.pages[2].obj.Contents = pdf.make_indirect(Stream(pdf, b"q Q"))


def _content(old: bytes, new: bytes, number: int = 1) -> Plant:
    """Changes the operators of a page itself."""

    def plant(pdf: Pdf) -> None:
        content = pdf.pages[number - 1].obj.Contents
        data = content.read_bytes()
        assert old in data, data
        content.write(data.replace(old, new, 1))

    return plant


def _face(old: bytes, new: bytes) -> Plant:
    """Changes the operators of the face on page 1."""

    def plant(pdf: Pdf) -> None:
        form = pdf.pages[0].Resources.XObject.Face
        data = form.read_bytes()
        assert old in data, data[:3000]
        form.write(data.replace(old, new))

    return plant


def _shrunk(pdf: Pdf) -> None:
    """The page as a viewer prints it that fits it into a smaller one."""
    _content(b"q 1 0 0 1 0 0 cm /Face Do Q", b"q 0.9 0 0 0.9 9.85 13.45 cm /Face Do Q")(pdf)


def _info(**values: Any) -> Plant:
    def plant(pdf: Pdf) -> None:
        for key, value in values.items():
            if value is None:
                del pdf.docinfo[f"/{key}"]
            else:
                pdf.docinfo[f"/{key}"] = value

    return plant


def _root(**values: Any) -> Plant:
    def plant(pdf: Pdf) -> None:
        for key, value in values.items():
            if value is None:
                del pdf.Root[f"/{key}"]
            else:
                pdf.Root[f"/{key}"] = value

    return plant


def _agreed(pdf: Pdf) -> None:
    pdf.Root.OutputIntents[0].OutputConditionIdentifier = String("FOGRA27")


def _script(pdf: Pdf) -> None:
    pdf.Root.Names = Dictionary(JavaScript=Dictionary(Names=Array([])))


def _text(color: str, at: str = "60 120", font: str = "/Own") -> str:
    return f"BT {color} {font} 9 Tf {at} Td <00240025> Tj ET"


_TRIM = [8.5039, 8.5039, 188.5039, 260.5039]
_HEAVY = Image.new("CMYK", (300, 300), (230, 230, 230, 230))
_PALE = Image.new("CMYK", (900, 1060), (0, 0, 0, 9))
_LINK = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]))
_SHADES = (Name.DeviceCMYK, [0, 0, 0, 0], [0.8, 0.8, 0.8, 0.8])
_OVER = _state(OP=True, op=True)
_SMALL = Image.new("CMYK", (40, 40), (0, 0, 0, 90))
_LARGE = Image.new("CMYK", (400, 400), (0, 0, 0, 90))

FAULTS: tuple[tuple[str, str, int, Plant], ...] = (
    ("text in RGB black", "rgb black", 1, painting(_text("0 0 0 rg"), Font=_own_font)),
    ("a shape in RGB black", "rgb black", 3, painting(f"0.1 0.1 0.1 rg {BOX} f", 3)),
    ("a shape in RGB", "rgb", 1, painting(f"1 0 0 rg {BOX} f")),
    ("a line in RGB", "rgb", 2, painting(f"0 0 1 RG 1 w {BOX} S", 2)),
    ("RGB within a form within a form", "rgb", 1, painting("/Outer Do", XObject=_form(f"0.5 0.2 0.9 rg {BOX} f"))),
    ("a grey that names no ink", "grey", 1, painting(f"0.4 g {BOX} f")),
    ("a colour of Lab", "rgb", 1, painting(f"/Odd cs 50 20 20 scn {BOX} f", ColorSpace=_lab)),
    ("a gradient in RGB", "rgb gradient", 1, painting(f"{BOX} W n /Shade sh", Shading=_shading(Name.DeviceRGB, [1, 0, 0], [0, 0, 1]))),
    ("a picture in RGB", "rgb picture", 1, painting(SHOWN, XObject=_picture(ramp("RGB")))),
    ("a picture in grey", "rgb picture", 1, painting(SHOWN, XObject=_picture(ramp("L")))),
    ("ink of 310 %", "ink", 1, painting(f"0.9 0.8 0.7 0.7 k {BOX} f")),
    ("ink of 301 % in a line", "ink", 4, painting(f"1 1 1 0.01 K 2 w {BOX} S", 4)),
    ("ink of 320 % in a gradient", "ink", 1, painting(f"{BOX} W n /Shade sh", Shading=_shading(*_SHADES))),
    ("ink of 360 % in a pixel", "ink", 1, painting(SHOWN, XObject=_picture(_HEAVY))),
    ("black text of four inks", "rich text", 1, painting(_text("0.4 0.3 0.3 1 k"), Font=_own_font)),
    ("black text of three inks", "rich text", 1, painting(_text("0.8 0.7 0.7 0 k"), Font=_own_font)),
    ("the colour of register marks", "registration", 1, painting(f"1 1 1 1 k {BOX} f")),
    ("a line of 0.1 pt", "hairline", 1, painting("0 0 0 1 K 0.1 w 20 20 m 60 20 l S")),
    ("a line of no width", "hairline", 1, painting("0 0 0 1 K 0 w 20 20 m 60 20 l S")),
    ("a line that is scaled down", "hairline", 5, painting("0.1 0 0 0.1 0 0 cm 0 0 0 1 K 1 w 200 200 m 600 200 l S", 5)),
    ("a rule filled 0.1 pt thin", "hairline", 1, painting("0 0 0 1 k 20 20 60 0.1 re f")),
    ("text outside of the safe zone", "safe", 1, painting(_text("0 0 0 1 k", "10 120"), Font=_own_font)),
    ("text beyond the cut", "safe", 3, painting(_text("0 0 0 1 k", "60 2"), 3, Font=_own_font)),
    ("a page without bleed", "bleed", 1, _shrunk),
    ("art that ends at the cut", "art bleed", 1, painting("180 0 0 252 8.5 8.5 cm /Picture Do", XObject=_picture(_PALE))),
    ("art that ends a millimetre beyond", "art bleed", 1, painting("190 0 0 100 5.7 5.7 cm /Picture Do", XObject=_picture(_PALE))),
    ("no TrimBox", "trim", 2, _page(2, TrimBox=None)),
    ("a TrimBox of another size", "trim", 1, _page(1, TrimBox=Array([10, 10, 180, 250]))),
    ("no BleedBox", "bleed box", 1, _page(1, BleedBox=None)),
    ("a bleed of a millimetre", "bleed box", 1, _page(1, BleedBox=Array([5.67, 5.67, 191.34, 263.34]))),
    ("a BleedBox larger than the page", "bleed box", 1, _page(1, BleedBox=Array([-9, -9, 210, 280]))),
    ("a page of another size", "page", 3, _page(3, MediaBox=Array([0, 0, 210, 297]))),
    ("a turned page", "turned", 1, _page(1, Rotate=90)),
    ("a scaled page", "scale", 1, _page(1, UserUnit=2)),
    ("a link on a page", "foreign", 2, _page(2, Annots=Array([_LINK]))),
    ("front and back exchanged", "order", 1, _swap(1, 2)),
    ("two cards exchanged", "order", 3, _swap(3, 5)),
    ("a missing back", "order", 2, _without(2)),
    ("a missing back at the end", "count", 5, _without(6)),
    ("a card too much", "count", 7, _again(1)),
    ("an empty page", "blank", 3, _emptied),
    ("a font that is not in the file", "font", 1, painting("BT 0 0 0 1 k /Foreign 9 Tf 60 120 Td (A) Tj ET", Font=_font)),
    ("a letter that no font has", "no letter", 1, painting("BT 0 0 0 1 k /Own 9 Tf 60 120 Td <0000> Tj ET", Font=_own_font)),
    ("text that is not printed", "invisible", 1, painting("BT 3 Tr /Own 9 Tf 60 120 Td <0024> Tj ET", Font=_own_font)),
    ("lost text", "lost text", 1, _face(b" TJ", b" pop")),
    ("a lost picture", "lost image", 1, _face(b" Do", b" pop")),
    ("something clear", "clear", 1, painting(f"/Mine gs 0 0 0 1 k {BOX} f", ExtGState=_state(ca=0.5))),
    ("something multiplied", "clear", 1, painting(f"/Mine gs 0 0 0 1 k {BOX} f", ExtGState=_state(BM=Name.Multiply))),
    ("a picture that is clear in places", "clear", 1, painting(SHOWN, XObject=_picture(_LARGE, SMask=lambda pdf: image(pdf, ramp())))),
    ("a coarse picture", "coarse", 1, painting(SHOWN, XObject=_picture(_SMALL))),
    ("a picture packed as JPEG 2000", "coding", 1, painting(SHOWN, XObject=_picture(_LARGE, Filter=Name.JPXDecode))),
    ("a plate that nobody knows", "plate", 1, painting(f"/Plate cs 1 scn {BOX} f", ColorSpace=_plate("PANTONE 185 C"))),
    ("a plate at 50 %", "tint", 1, painting(f"/Mine gs /Plate cs 0.5 scn {BOX} f", ColorSpace=_plate("foil"), ExtGState=_OVER)),
    ("a plate that knocks out", "knocks out", 1, painting(f"/Plate cs 1 scn {BOX} f", ColorSpace=_plate("foil"))),
    ("white that overprints", "white over", 1, painting(f"/Mine gs 0 0 0 0 k {BOX} f", ExtGState=_state(OP=True, op=True, OPM=1))),
    ("no die line", "die line", 2, _content(b" S Q", b" n Q", 2)),
    ("a die line off the cut", "die line", 1, _content(b"/die_line CS 1 SCN 0.5 w", b"/die_line CS 1 SCN 0.5 w 1 0 0 1 2 0 cm")),
    ("no foil", "lost finish", 1, _content(b"/Finish0 Do", b"")),
    ("no condition", "condition", 1, _root(OutputIntents=None)),
    ("another condition", "condition", 1, _agreed),
    ("no standard", "standard", 1, _info(GTS_PDFXVersion=None)),
    ("not said whether trapped", "trapped", 1, _info(Trapped=None)),
    ("layers", "foreign", 1, _root(OCProperties=Dictionary(OCGs=Array([])))),
    ("a script", "foreign", 1, _script),
)  # fmt: skip

# Those that are whole pages or files have no place in millimetres.
PLACELESS = frozenset(("turned", "scale", "foreign", "order", "count", "blank", "lost text", "lost image", "lost finish", "condition"))
PLACELESS |= {"standard", "trapped"}

# Parameters of saving, for what no object of a file says.
SAVED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("a newer PDF", "version", {"force_version": "1.7"}),
    (
        "a locked file",
        "locked",
        {"force_version": "1.6", "encryption": pikepdf.Encryption(owner="a", user="", R=4), "deterministic_id": False},
    ),
)
