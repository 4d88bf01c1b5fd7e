"""Whether what a page paints can be printed: its inks, its lines, its pictures, what is clear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Dictionary, Name

from penance_build.exits.press_form import DIE_LINE
from penance_build.exits.proofing.finding import Finding, Wanted
from penance_build.exits.proofing.walk import Color, Edges, Painted, kind_of, stops_of
from penance_build.exits.separation.pictures import NotSeparated, pixels_of
from penance_build.press.drawing.lengths import UM_PER_POINT, decimal, mm

_NEARLY = 0.98
_CODINGS = ("/JPXDecode", "/LZWDecode", "/JBIG2Decode", "/Crypt")
_RGB = frozenset(("/DeviceRGB", "/CalRGB", "/ICCBased", "/Lab", "/CalGray"))
_TOUCH = 0.01  # of a point, that a line may be thinner by than asked for


class Judging:
    """The rules for what one page paints; ``corner`` is the upper left corner of its trim in points."""

    def __init__(self, wanted: Wanted, page: int, corner: tuple[float, float]) -> None:
        self._wanted, self._press, self._page, self._corner = wanted, wanted.press, page, corner
        self._plates = {plate: finish for finish, plate in wanted.press.spots}

    def found(self, painted: list[Painted]) -> Iterator[Finding]:
        """What is wrong."""
        for item in painted:
            yield from self._one(item)

    def _one(self, item: Painted) -> Iterator[Finding]:
        if item.kind in ("fill", "stroke", "text") and item.color.space != "/Pattern":
            yield from self._color(item)
        if item.kind in ("fill", "stroke"):
            yield from self._line(item)
        if item.kind == "text":
            yield from self._font(item)
        elif item.kind == "image":
            yield from self._picture(item)
        elif item.kind == "gradient":
            yield from self._gradient(item)
        elif item.kind in ("clear", "group"):
            yield from self._clear(item)

    def _say(self, rule: str, says: str, cure: str, edges: Edges, *, is_spoilt: bool = False) -> Finding:
        x = round((edges[0] - self._corner[0]) * UM_PER_POINT)
        y = round((self._corner[1] - edges[3]) * UM_PER_POINT)
        where = f"{says}, {mm(x, 1)} mm from the left and {mm(y, 1)} mm from the top"
        return Finding(rule, self._page, where, cure, (x, y), is_spoilt)

    # ------------------------------------------------------------ colours

    def _color(self, item: Painted) -> Iterator[Finding]:
        color, what = item.color, "text" if item.kind == "text" else "a line" if item.kind == "stroke" else "a shape"
        if color.space == "/DeviceCMYK":
            yield from self._inks(item, what)
        elif color.space.startswith("/Separation"):
            yield from self._plate(item)
        elif color.space == "/DeviceGray":
            yield self._say("grey", f"{what} is in a grey that names no ink", "write it as black ink", item.edges)
        elif color.space == "/DeviceRGB" and max(color.values, default=1) < 0.2:
            yield self._say("rgb black", f"{what} is in the black of a screen (RGB)", "write it as black ink", item.edges)
        else:
            says = f"{what} is in {color.space.removeprefix('/').removeprefix('Device')}, and a press prints CMYK"
            yield self._say("rgb", says, "give the colour a build", item.edges)

    def _inks(self, item: Painted, what: str) -> Iterator[Finding]:
        c, m, y, k = item.color.values
        total = round((c + m + y + k) * 10_000)
        if min(c, m, y, k) >= _NEARLY:
            yield self._say("registration", f"{what} is in the colour of register marks, all inks solid", "use black ink", item.edges)
        elif total > self._press.ink:
            says = f"{what} has {decimal(total, 2)} % of ink, and at most {self._press.ink // 100} % hold"
            yield self._say("ink", says, "mix it of less ink", item.edges)
        if item.kind == "text" and ((k >= 0.85 and c + m + y > 0.02) or min(c, m, y) > 0.55):
            yield self._say("rich text", "black text is mixed of several inks, which never lie exactly", "use black ink alone", item.edges)
        if item.over and total == 0:
            yield self._say("white over", f"{what} in white is set to overprint, and is lost", "do not let it overprint", item.edges)

    def _plate(self, item: Painted) -> Iterator[Finding]:
        plate = item.color.space.removeprefix("/Separation ")
        if plate not in self._plates:
            known = ", ".join(sorted(self._plates)) or "none"
            yield self._say("plate", f"there is no plate `{plate}`", f"plates are: {known}", item.edges)
            return
        if abs(item.color.values[0] - 1) > 0.001:
            says = f"the plate `{plate}` is printed at {round(item.color.values[0] * 100)} %, and a finish is there or is not"
            yield self._say("tint", says, "paint it at 100 %", item.edges)
        if not item.over:
            yield self._say("knocks out", f"the plate `{plate}` does not overprint, and leaves a hole", "let it overprint", item.edges)

    def _line(self, item: Painted) -> Iterator[Finding]:
        x0, y0, x1, y1 = item.edges
        wide = item.width if item.kind == "stroke" else min(x1 - x0, y1 - y0)
        least = self._press.thinnest / UM_PER_POINT
        if wide < least - _TOUCH and max(x1 - x0, y1 - y0) > least:
            thick = f"{decimal(round(wide * 100), 2)} pt ({mm(round(wide * UM_PER_POINT), 2)} mm)"
            yield self._say("hairline", f"a line is {thick} thin, and {mm(self._press.thinnest, 2)} mm hold", "draw it thicker", item.edges)

    # ------------------------------------------------------------ text

    def _font(self, item: Painted) -> Iterator[Finding]:
        font, mode = item.item
        name = str(font.get("/BaseFont", "/a font without a name"))[1:] if font is not None else "no font"
        inner = font.DescendantFonts[0] if font is not None and "/DescendantFonts" in font else font
        if font is not None and font.get("/Subtype") == "/Type3":
            yield self._say("type 3", "a font is drawn and not embedded (Type 3)", "embed the font itself", item.edges)
        elif inner is None or not any(key in inner.get("/FontDescriptor", {}) for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield self._say("font", f"the font {name} is not in the file", "embed it", item.edges)
        if mode == 3:
            yield self._say("invisible", "text is in the file and not printed", "take it out", item.edges)
        pairs = font is not None and font.get("/Subtype") == "/Type0"
        if pairs and any(item.codes[index : index + 2] == b"\0\0" for index in range(0, len(item.codes), 2)):
            yield self._say("no letter", f"a letter is not in the font {name}", "use a font that has it", item.edges)

    # ------------------------------------------------------------ pictures and gradients

    def _picture(self, item: Painted) -> Iterator[Finding]:
        found = item.item
        if found is None or found.get("/ImageMask", False):
            return
        codings = found.get("/Filter", ())
        names = [str(codings)] if isinstance(codings, Name) else [str(coding) for coding in codings]
        if any(name in _CODINGS for name in names):
            yield self._say("coding", f"a picture is packed as {names[0][1:]}, which printers refuse", "save it anew", item.edges)
            return
        kind = kind_of(found.get("/ColorSpace", Name.DeviceGray))
        if kind != "/DeviceCMYK":
            yield self._say("rgb picture", f"a picture is in {kind[1:]}, and a press prints CMYK", "turn it into inks", item.edges)
        else:
            yield from self._pixels(item)
        if "/SMask" in found and not self._wanted.standard.may_be_clear:
            yield self._say("clear", "a picture is clear in places, and PDF/X-1a has nothing that is", "put it on its ground", item.edges)
        x0, y0, x1, y1 = item.edges
        across, down = max(x1 - x0, 0.01), max(y1 - y0, 0.01)
        width, height = sorted((int(found.Width), int(found.Height)))
        narrow, wide = sorted((across, down))
        dpi = int(min(width / narrow, height / wide) * 72 + 0.5)
        if dpi < self._press.dpi:
            says = f"a picture has {dpi} pixels an inch, and {self._press.dpi} are asked for"
            yield self._say("coarse", says, "take a larger picture", item.edges, is_spoilt=True)

    def _pixels(self, item: Painted) -> Iterator[Finding]:
        """The pixel with most ink; found by adding the channels of all pixels at once."""
        try:
            image = pixels_of(item.item)
        except NotSeparated:
            yield self._say("damaged", "a picture cannot be read", "save it anew", item.edges)
            return
        if image.mode == "CMYK":
            most, x, y = heaviest(image)
            if most * 10_000 > self._press.ink * 255 + 2 * 10_000:
                says = f"a pixel of a picture has {most * 100 // 255} % of ink, and at most {self._press.ink // 100} % hold"
                x0, y0, x1, y1 = item.edges
                px, py = x0 + (x1 - x0) * (x + 0.5) / image.width, y1 - (y1 - y0) * (y + 0.5) / image.height
                yield self._say("ink", says, "take ink out of its dark parts", (px, py, px, py))

    def _gradient(self, item: Painted) -> Iterator[Finding]:
        kind = kind_of(item.item.get("/ColorSpace", Name.DeviceGray))
        if kind != "/DeviceCMYK":
            yield self._say("rgb gradient", f"a gradient is in {kind[1:]}, and a press prints CMYK", "give its colours builds", item.edges)
            return
        for stop in stops_of(item.item):
            total = round(sum(stop) * 10_000)
            if total > self._press.ink:
                says = f"a gradient reaches {decimal(total, 2)} % of ink, and at most {self._press.ink // 100} % hold"
                yield self._say("ink", says, "mix its colours of less ink", item.edges)
                return

    def _clear(self, item: Painted) -> Iterator[Finding]:
        if self._wanted.standard.may_be_clear:
            blend = str(item.item.get("/BM", "/Normal"))
            if item.kind == "clear" and blend not in ("/Normal", "/Compatible"):
                yield self._say(
                    "blend", f"something is blended ({blend[1:]}), and both inks together may be too much", "flatten it", item.edges
                )
            mask: Any = item.item.get("/SMask", {}) if item.kind == "clear" else {}
            masks = isinstance(mask, Dictionary) and "/G" in mask
            space = (mask.G if masks else item.item).get("/Group", {}).get("/CS")
            if space is not None and kind_of(space) in _RGB:
                yield self._say("rgb", "a group is blended in RGB, and a press prints CMYK", "blend it in inks", item.edges)
            return
        yield self._say("clear", "something lets through what is behind it, and PDF/X-1a has nothing that does", "flatten it", item.edges)


def heaviest(image: Any) -> tuple[int, int, int]:
    """The most ink that a pixel has, of 4 times 255, and where it is."""
    from PIL import ImageMath

    def added(args: dict[str, Any]) -> Any:
        return args["c"] + args["m"] + args["y"] + args["k"]

    total = ImageMath.lambda_eval(added, **dict(zip("cmyk", image.split(), strict=True)))
    most = int(total.getextrema()[1])
    box = ImageMath.lambda_eval(lambda args: args["convert"]((args["t"] == most) * 255, "L"), t=total).getbbox()
    return most, box[0], box[1]


def die_lines(painted: list[Painted], wanted: Wanted) -> list[Painted]:
    """What is painted on the plate of the die line."""
    plate = dict(wanted.press.spots).get(DIE_LINE)
    return [item for item in painted if plate is not None and item.color == Color(f"/Separation {plate}", item.color.values)]
