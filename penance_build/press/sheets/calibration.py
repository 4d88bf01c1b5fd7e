"""The product ``calibration``: a page, printed on both sides, off which is read how far a printer shifts the backs.

A straight line of the front and a slanted one of the back, seen against the light, cross where the shift stands on the scale, ten times
as large. On thick paper a pin through a cross of the front comes out in a grid of the back. Where a printer has an offset already, two
more pages are printed with it, to see that the lines meet.
"""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from penance_build.compilation import Compilation
from penance_build.ir.record import Record
from penance_build.press.complaints import Complaints
from penance_build.press.documents import opened, written
from penance_build.press.drawing.lengths import decimal
from penance_build.press.drawing.shapes import Label, Shape, circle_data
from penance_build.press.drawing.svg import svg_in_hundredths
from penance_build.press.imposition.papers import Paper
from penance_build.press.imposition.printers import USUAL, duplex, matrix
from penance_build.press.look.colors import mix
from penance_build.press.look.sizes import paper_for, sheet_paper_for
from penance_build.press.look.style import say_warnings, style_of
from penance_build.press.look.theme import Theme
from penance_build.press.sheets.sheet_text import ruler_marks
from penance_build.press.text.layout import layout
from penance_build.press.text.strings import Strings, strings_of
from penance_build.press.text.templates import render, template_text
from penance_build.product import Artifact, Printing, Produced, Settings

# Lengths of the drawing are hundredths of a millimetre. On smaller paper there is no room for the scales.
SMALLEST_UM = (140_000, 200_000)
LONG, TIMES = 4000, 10  # half of a scale, and how much larger it shows a shift
GRID, CORNER_GRID, STEP = 500, 250, 50
CORNER = 1800  # of a grid in a corner, from the edges of the paper
ASIDE, BELOW = 5000, 6200  # of the scales, from the middle
RULER = 10_000
HAIR, FINE, PLAIN = 5, 9, 14
SIZE = 330  # of a figure
# What is written into the file, with holes for nothing: it is the same in every language.
SAMPLE = ("printer: office", "printers:", "  office: {offset: [x, y]}")


class Places(Record):
    """Where things stand on the back: the middle, the scales of x and y, the grids in the corners."""

    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        return self.width // 2, self.height // 2

    @property
    def scales(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The middle of the scale of x, which stands, and of that of y, which lies."""
        x, y = self.middle
        return (x - min(ASIDE, x - 2400), y - 400), (x, y + min(BELOW, y - 4400))

    @property
    def corners(self) -> tuple[tuple[int, int], ...]:
        return tuple((x, y) for x in (CORNER, self.width - CORNER) for y in (CORNER, self.height - CORNER))

    def behind(self, at: tuple[int, int], edge: str) -> tuple[int, int]:
        """What lies on the front behind a point of the back, on paper that is turned over this edge."""
        return (at[0], self.height - at[1]) if edge == "short" else (self.width - at[0], at[1])


def produce(compilation: Compilation, settings: Settings) -> Produced:
    """``calibration/<paper>.pdf``, which needs nothing of a game but its language and its look.

    Raises ``PrintLibraryMissing`` where the machine lacks Pango or HarfBuzz.
    """
    program = compilation.program
    if program is None:
        return Produced(())
    complaints = Complaints(compilation)
    style = style_of(program, complaints, settings.cache, (), settings.files)
    if style is None:
        return Produced((), complaints.found())
    asked = paper_for(program, settings.paper)
    fits = asked.width_um >= SMALLEST_UM[0] and asked.height_um >= SMALLEST_UM[1]
    paper = asked if fits else sheet_paper_for(program, settings.paper)
    printing, strings = settings.printing, strings_of(program)
    has_figures = (printing.offset, printing.twist, printing.scale) != (USUAL.offset, USUAL.twist, USUAL.scale)
    html = _html(paper, printing, style.theme, strings, is_checked=has_figures)
    css = style.theme.css() + "\n" + template_text("cards/calibration.css")
    made = layout(html, width_um=paper.width_um, height_um=paper.height_um, cache=settings.cache, fonts=style.fonts, css=css)
    say_warnings(complaints, made.warnings, "the calibration page", ("game", program.game))
    data = _finished(made.pdf, paper, printing, strings)
    artifacts = (Artifact(f"calibration/{paper.id}.pdf", data, ("theme",)),)
    return Produced(() if complaints.has_errors else artifacts, complaints.found())


def _html(paper: Paper, printing: Printing, theme: Theme, strings: Strings, *, is_checked: bool) -> str:
    places = Places(paper.width_um // 10, paper.height_um // 10)
    says = strings.say
    offset = ", ".join(decimal(value // 10, 2) for value in printing.offset)
    check = says("calibrate_check", printer=printing.printer, offset=f"[{offset}]")
    front = Markup(svg_in_hundredths(places.width, places.height, front_shapes(places, theme, printing.edge)))
    back = Markup(svg_in_hundredths(places.width, places.height, back_shapes(places, theme)))
    pages = []
    for is_check in (False, True) if is_checked else (False,):
        shared = {"title": says("calibration"), "ruler": says("calibrate_ruler"), "pin": "", "write": "", "sample": ()}
        how = check if is_check else says("calibrate_front")
        pages.append({**shared, "side": says("fronts"), "how": how, "drawn": front})
        told = {} if is_check else {"pin": says("calibrate_pin"), "write": says("calibrate_write"), "sample": SAMPLE}
        how = check if is_check else says("calibrate_how")
        pages.append({**shared, "ruler": "", "side": says("backs"), "how": how, "drawn": back, **told})
    (beside, _), (_, below) = places.middle, places.scales[1]
    return render("cards/calibration.html", lang=strings.language, title=says("calibration"), pages=pages, beside=beside, below=below)


def _finished(pdf: bytes, paper: Paper, printing: Printing, strings: Strings) -> bytes:
    """The file as the printer's dialogue shall take it; its last two pages are as this printer needs them."""
    import pikepdf

    with opened(pdf) as document:
        for at, page in enumerate(document.pages):
            if at >= 2:
                shift, twist = (printing.offset, printing.twist) if at % 2 else ((0, 0), 0)
                page.contents_add(f"q {matrix(paper, shift, twist, printing.scale)} cm ".encode("ascii"), prepend=True)
                page.contents_add(b" Q")
        preferences: Any = pikepdf.Dictionary(PrintScaling=pikepdf.Name("/None"))
        preferences.Duplex = pikepdf.Name(f"/{duplex(Printing(flip=printing.flip))}")
        document.Root.ViewerPreferences = preferences
        document.Root.Lang = strings.language
        return written(document)


# ---------------------------------------------------------------- the front


def front_shapes(places: Places, theme: Theme, edge: str) -> tuple[Shape, ...]:
    """Crosses behind the grids, straight lines behind the slanted ones, and rulers."""
    crosses = "".join(_cross(places.behind(at, edge), 700) for at in places.corners)
    standing, lying = (places.behind(at, edge) for at in places.scales)
    middle = places.behind(places.middle, edge)
    lines = f"M{standing[0]} {standing[1] - LONG - 400}L{standing[0]} {standing[1] + LONG + 400}"
    lines += f"M{lying[0] - LONG - 400} {lying[1]}L{lying[0] + LONG + 400} {lying[1]}"
    rulers = ruler_marks(places.width // 2 - RULER // 2, places.height - 750, RULER)
    upright = ruler_marks(places.width - 1500, places.height // 2 - RULER // 2, RULER, is_upright=True)
    rings = "".join(circle_data(*places.behind(at, edge), 250) for at in (places.middle, *places.corners))
    return (
        Shape(crosses + _cross(middle, 1000), stroke=theme.ink, width=FINE),
        Shape(rings, stroke=theme.ink, width=HAIR),
        Shape(lines, stroke=theme.ink, width=PLAIN),
        Shape(rulers + upright, stroke=theme.ink, width=FINE),
    )


def _cross(at: tuple[int, int], reach: int) -> str:
    x, y = at
    return f"M{x - reach} {y}L{x + reach} {y}M{x} {y - reach}L{x} {y + reach}"


# ---------------------------------------------------------------- the back


def back_shapes(places: Places, theme: Theme) -> tuple[Shape | Label, ...]:
    """The scales with their slanted lines, the grid in the middle and those in the corners."""
    found: list[Shape | Label] = [*_grid(places.middle, GRID, theme, has_figures=True)]
    for corner in places.corners:
        found += _grid(corner, CORNER_GRID, theme, has_figures=False)
    for name, middle, is_upright in (("x", places.scales[0], True), ("y", places.scales[1], False)):
        found += _scale(name, middle, theme, is_upright=is_upright)
    return tuple(found)


def _grid(at: tuple[int, int], reach: int, theme: Theme, *, has_figures: bool) -> list[Shape | Label]:
    """Lines every half of a millimetre around a point; figures beside it tell how far from it they are."""
    x, y = at
    fine, plain = "", ""
    for step in range(-reach, reach + 1, STEP):
        line = f"M{x + step} {y - reach}L{x + step} {y + reach}M{x - reach} {y + step}L{x + reach} {y + step}"
        fine, plain = (fine, plain + line) if step % 100 == 0 else (fine + line, plain)
    pale = mix(theme.ink, "#ffffff", 45)
    found: list[Shape | Label] = [
        Shape(fine, stroke=pale, width=HAIR),
        Shape(plain, stroke=theme.ink, width=HAIR),
        Shape(_cross(at, reach + 60), stroke=theme.rubric, width=PLAIN),
    ]
    if has_figures:
        for value in range(-reach // 100, reach // 100 + 1):
            if value % 2 == 0 or abs(value) == reach // 100:
                continue
            found.append(Label(x + value * 100, y - reach - 110, str(value), SIZE * 3 // 4, theme.ink, "middle"))
            found.append(Label(x - reach - 110, y + value * 100 + 75, str(value), SIZE * 3 // 4, theme.ink, "end"))
        found.append(Label(x + reach + 130, y + 90, "x", SIZE, theme.rubric, "start", 700))
        found.append(Label(x, y + reach + 330, "y", SIZE, theme.rubric, "middle", 700))
    return found


def _scale(name: str, middle: tuple[int, int], theme: Theme, *, is_upright: bool) -> list[Shape | Label]:
    """A slanted line, and beside it how far a straight one is moved that crosses it there: one step for a tenth of a millimetre."""
    beside = LONG // TIMES + 130

    def at(along: int, across: int) -> tuple[int, int]:
        return (middle[0] + across, middle[1] + along) if is_upright else (middle[0] + along, middle[1] + across)

    def line(along: int, start: int, end: int) -> str:
        (x0, y0), (x1, y1) = at(along, start), at(along, end)
        return f"M{x0} {y0}L{x1} {y1}"

    steps = range(-LONG, LONG + 1, 100)
    ticks = "".join(line(step, beside, beside + (220 if step % 1000 == 0 else 160 if step % 500 == 0 else 90)) for step in steps)
    rungs = "".join(line(step, -beside, beside) for step in steps if step % 500 == 0)
    (x0, y0), (x1, y1) = at(-LONG, -LONG // TIMES), at(LONG, LONG // TIMES)
    (x2, y2), (x3, y3) = at(-LONG, beside), at(LONG, beside)
    found: list[Shape | Label] = [
        Shape(rungs, stroke=mix(theme.ink, "#ffffff", 25), width=HAIR),
        Shape(f"{ticks}M{x2} {y2}L{x3} {y3}", stroke=theme.ink, width=FINE),
        Shape(f"M{x0} {y0}L{x1} {y1}", stroke=theme.rubric, width=PLAIN),
    ]
    for step in steps:
        if step % 500 == 0:
            x, y = at(step, beside + 300)
            anchor, down = ("start", 100) if is_upright else ("middle", 230)
            found.append(Label(x, y + down, decimal(step // 10, 2), SIZE, theme.ink, anchor, 700 if step % 1000 == 0 else 400))
    x, y = at(-LONG - 500, 0)
    found.append(Label(x, y + 100, name, SIZE * 2, theme.rubric, "middle", 700))
    return found
