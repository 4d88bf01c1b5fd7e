"""One card in one layout: its boxes drawn in their order, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.markup import Unread
from penance_build.ir.nodes import ByValue, Layout, LayoutBox
from penance_build.ir.record import Record, replace
from penance_build.press.drawing.lengths import mm
from penance_build.press.drawing.shapes import Shape, rect_data
from penance_build.press.imposition.trims import BLEED_UM, Trim
from penance_build.press.layouts.by_template import beyond_the_card, judged, unfilled, values_of
from penance_build.press.layouts.figures import outline
from penance_build.press.layouts.finding import Finding, Ink, at_fault, on_one_another, outside, taken_out, under, unsuited
from penance_build.press.layouts.pen import Corner, Pen, line_left
from penance_build.press.layouts.pips import MOST_PIPS, pips
from penance_build.press.layouts.places import on_card, whole_of
from penance_build.press.layouts.room import no_room
from penance_build.press.layouts.said import Said, is_picture
from penance_build.press.layouts.setting import SetText, Type, set_best
from penance_build.press.look.low_ink import VEIL_PERCENT, outlined_as_drawn, written
from penance_build.press.look.theme import Theme
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.judged import judge, place
from penance_build.press.pictures.picture import Fault
from penance_build.press.templated.gallery import Templates, Unfilled
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.icon_font import DESCENT, UNITS_PER_EM, code_point
from penance_build.press.text.letters import Missing, missing_letters
from penance_build.press.text.rich_text import BadMarkup, Paragraph, Piece, Word, icons_in, paragraphs_of
from penance_build.press.text.shaping import shaped

# Pictures of which parts may be clear.
_CLEAR = (".png", ".svg", ".webp")
_DEFAULT_LINE = 200  # micrometres
# A cut may be off by this much.
_NEAR_EDGE = 1000


class Canvas(Record):
    """What all faces of a build share; ``sizes`` are those beyond which no text of a box goes, in hundredths of a point."""

    theme: Theme
    fonts: FontSet
    trim: Trim
    gallery: Gallery
    templates: Templates
    sizes: Mapping[str, int] = {}


class OwnFace(Record):
    """A face: the pen that drew it, what is wrong with it, and what the fonts or the markup do not know.

    ``has_ink_at_edge`` tells whether anything but paper comes near its edge.
    """

    pen: Pen
    findings: tuple[Finding, ...]
    missing: tuple[Missing, ...]
    unknown_icons: tuple[str, ...]
    bad_markup: Unread | None
    has_ink_at_edge: bool


class _Drawing:
    """A face on its way."""

    def __init__(self, canvas: Canvas, said: Said) -> None:
        self.canvas, self.said = canvas, said
        self.page = canvas.trim.page
        self.pen = Pen(self.page.height)
        self.findings: list[Finding] = []
        self.inks: list[Ink] = []
        self.texts: list[tuple[str, str, int, str]] = []
        self.sizes: dict[str, int] = {}
        self.unknown: list[str] = []
        self.bad_markup: Unread | None = None

    # ------------------------------------------------------------ colours and places

    def color(self, item: ByValue | None, default: str) -> str:
        """A colour as ``#rrggbb``."""
        return self.said.color(self.canvas.theme, item, default)

    def corner(self, box: LayoutBox) -> Corner:
        return Corner(box.left + BLEED_UM, box.top + BLEED_UM, box.width, box.height, dict(box.numbers).get("rotate", 0))

    # ------------------------------------------------------------ boxes

    def ground(self, item: ByValue) -> None:
        """What lies under everything."""
        chosen = self.said.choose(item)
        has_picture, theme = is_picture(chosen), self.canvas.theme
        color = theme.paper if has_picture or theme.is_low else self.color(item, theme.paper)
        self.pen.shapes(0, 0, (Shape(rect_data(0, 0, self.page.width // 10, self.page.height // 10), fill=color),))
        if has_picture:
            name = self.said.fill(chosen)
            if name is not None:
                self._picture(Corner(0, 0, self.page.width, self.page.height), "", name, "cover", (50, 50), 0)

    def box(self, box: LayoutBox) -> None:
        """One box."""
        with self.pen.finished(dict(box.styles).get("finish", "")), self.pen.covering(dict(box.numbers).get("opacity", 100)):
            if box.kind == "text":
                self._text(box)
            elif box.kind in ("icon", "pips"):
                self._icons(box)
            elif box.kind == "picture":
                self._picture_box(box)
            elif box.kind == "template":
                self._template_box(box)
            else:
                self._shape(box, fill=True)

    def _shape(self, box: LayoutBox, *, fill: bool) -> None:
        colors, numbers = dict(box.colors), dict(box.numbers)
        kind = "rectangle" if box.kind == "picture" else box.kind
        data = outline(kind, box.width // 10, box.height // 10, numbers.get("corner", 0) // 10)
        stroke = self.color(colors.get("stroke"), self.canvas.theme.ink if box.kind == "line" else "")
        line = numbers.get("line", _DEFAULT_LINE) // 10
        filled = self.color(colors.get("fill"), "") if fill and box.kind != "line" else ""
        if not filled and not stroke and box.kind != "picture":
            filled = self.canvas.theme.ink
        if filled or (stroke and line):
            shapes = (Shape(data, fill=filled, stroke=stroke if line else "", width=line, round_joins=box.kind == "line"),)
            theme = self.canvas.theme
            self.pen.shapes(box.left + BLEED_UM, box.top + BLEED_UM, outlined_as_drawn(shapes, theme.ink) if theme.is_low else shapes)
        if filled and kind == "rectangle":
            self._covers(box)

    def _covers(self, box: LayoutBox) -> None:
        """What was written before, and now lies under this box."""
        if dict(box.numbers).get("opacity", 100) >= 100:
            self.findings += under(Ink(box.id, box.left, box.top, box.left + box.width, box.top + box.height), tuple(self.inks))

    # ------------------------------------------------------------ icons

    def _icons(self, box: LayoutBox) -> None:
        name = self.said.choose(box.content)
        count = 1 if box.kind == "icon" else int(box.count) if box.count.isdecimal() else self.said.counts.get(box.count, 0)
        if count < 0:
            says = f"`{box.count}` is \u2212{-count}, and no icons stand for a number below 0"
            self.findings.append(Finding("W734", box.id, says, f"show it in figures: `show: {box.count}`", -count))
        if not name or count < 1 or name not in self.canvas.fonts.icons:
            return
        if count > MOST_PIPS:
            self.findings.append(Finding("E833", box.id, f"it shows {count:,} icons, and {MOST_PIPS} are the most", "show it in figures"))
            return
        styles, numbers = dict(box.styles), dict(box.numbers)
        corner = self.corner(box)
        arrangement = styles.get("arrangement", "cards") if box.kind == "pips" else "row"
        found = pips(count, arrangement, *corner.inner, numbers.get("pip", 0), styles.get("align", "centre"))
        if numbers.get("pip", 0) > min(corner.inner):
            over = numbers["pip"] - min(corner.inner)
            self.findings.append(Finding("E833", box.id, f"an icon is {mm(over, 1)} mm larger than its box", "make it smaller", over))
        color = written(self.color(dict(box.colors).get("colour"), self.canvas.theme.ink), self.canvas.theme)
        for pip in found.pips:
            self._icon(corner, name, found.size, (pip.x, pip.y), color, is_turned=pip.is_turned)

    def _icon(self, corner: Corner, name: str, size: int, at: tuple[int, int], color: str, *, is_turned: bool) -> None:
        """An icon by its centre, as a glyph: in the file it is text that reads as the name of the icon."""
        face = self.canvas.fonts.face("icons")
        char = code_point(self.canvas.fonts.icons, name)
        glyph = shaped(face, char).glyphs[0].number
        width, height = corner.inner
        if is_turned:
            corner = Corner(corner.left, corner.top, corner.width, corner.height, (corner.rotate + 180) % 360)
            at = (width - at[0], height - at[1])
        baseline = at[1] + size // 2 + DESCENT * size // UNITS_PER_EM
        self.pen.glyph(corner, face, glyph, char, size, (at[0] - size // 2, baseline), color)

    # ------------------------------------------------------------ pictures

    def _picture_box(self, box: LayoutBox) -> None:
        name = self.said.fill(self.said.choose(box.content))
        if not name:
            return
        styles, numbers = dict(box.styles), dict(box.numbers)
        focus = (numbers.get("focus_x", 50), numbers.get("focus_y", 50))
        if self._picture(self.corner(box), box.id, name, styles.get("fit", "cover"), focus, numbers.get("corner", 0)):
            self._shape(box, fill=False)
            if styles.get("fit", "cover") == "cover" and not name.lower().endswith(_CLEAR):
                self._covers(box)

    def _picture(self, corner: Corner, box: str, name: str, fit: str, focus: tuple[int, int], rounded: int) -> bool:
        gallery = self.canvas.gallery
        try:
            picture = gallery.picture(name, corner.width)
            at = place(picture, corner.width, corner.height, fit, focus)
            picture = gallery.picture(name, at.width)
        except Fault as fault:
            self.findings.append(at_fault(box, name, fault))
            return False
        bleed = BLEED_UM if (corner.left, corner.top, corner.width, corner.height) == (0, 0, self.page.width, self.page.height) else 0
        self.findings += unsuited(box, name, judge(picture, name, corner.width, corner.height, fit, bleed))
        self.findings += taken_out(box, name, gallery.removed(name))
        shape = outline("rectangle", corner.width // 10, corner.height // 10, rounded // 10)
        self.pen.picture(corner, picture, at, shape)
        if self.canvas.theme.is_low and self._is_ground(corner):
            with self.pen.covering(VEIL_PERCENT):  # a drawing within may set its own opacities
                self.pen.shapes(corner.left, corner.top, (Shape(shape, fill=self.canvas.theme.paper),))
        return True

    def _is_ground(self, corner: Corner) -> bool:
        """Whether a place is all of the card, up to the cut at least."""
        right, below = self.page.width - corner.left - corner.width, self.page.height - corner.top - corner.height
        return max(corner.left, corner.top, right, below) <= BLEED_UM

    # ------------------------------------------------------------ templates

    def _template_box(self, box: LayoutBox) -> None:
        name = self.said.choose(box.content)
        if not name:
            return
        corner, margin = self.corner(box), BLEED_UM if whole_of(box) == "bleed" else 0
        templates = self.canvas.templates
        try:
            values = values_of(self.said, self.canvas.theme, self.canvas.fonts, corner.inner, margin)
            page = templates.page(name, values, *corner.inner, margin)
        except BadMarkup as error:
            self.bad_markup = self.bad_markup or error.unread
            return
        except Unfilled as error:
            self.findings.append(unfilled(box.id, name, error))
            return
        self.findings += judged(box.id, name, page, templates, self.canvas.gallery, self.canvas.theme)
        self.texts += [(text, role, weight, f"box `{box.id}`") for role, weight, _, text in page.letters if role != "icons"]
        inks = [Ink(box.id, *on_trim(corner, place)) for place in page.texts]
        self.findings += beyond_the_card(box.id, name, inks, self.canvas.trim)
        self.inks += inks
        self.pen.page(corner, page.picture)

    # ------------------------------------------------------------ text

    def _text(self, box: LayoutBox) -> None:
        text = self.said.fill(self.said.choose(box.content))
        if not text:
            return
        type_ = self._type(box)
        try:
            paragraphs = self._paragraphs(text, type_.icons)
        except BadMarkup as error:
            self.bad_markup = self.bad_markup or error.unread
            return
        unknown = {icon for paragraph in paragraphs for icon in icons_in(paragraph)} - set(type_.icons)
        if unknown:
            self.unknown += sorted(unknown)
            return
        styles = dict(box.styles)
        self._note_letters(box, paragraphs, type_, styles)
        corner = self.corner(box)
        largest = max(box.smallest, min(box.largest, self.canvas.sizes.get(box.id, box.largest)))
        found = set_best(paragraphs, type_, (box.smallest, largest), corner.inner, styles.get("valign", "middle"))
        over = max(found.right, found.below)
        if over <= 0:
            self.sizes[box.id] = found.size
        else:
            self.findings.append(Finding("E833", box.id, *no_room(box, paragraphs, type_, found, self.canvas.trim), over))
        align, colors = styles.get("align", "right" if found.is_leftward else "left"), dict(box.colors)
        color = self.color(colors.get("colour"), self.canvas.theme.ink)
        self.inks += [_ink(box.id, corner, found, index, align) for index in range(len(found.lines))]
        accent = self.color(colors.get("accent"), color)
        self.pen.text(corner, found, type_, align, (written(color, self.canvas.theme), written(accent, self.canvas.theme)))

    def _paragraphs(self, text: str, icons: tuple[str, ...]) -> tuple[Paragraph, ...]:
        """The paragraphs of a text; those that stand behind the sign of a style are set in it."""
        return tuple(words if style is None else _styled(words, style) for style, words in paragraphs_of(text, icons))

    def _type(self, box: LayoutBox) -> Type:
        styles, numbers, fonts = dict(box.styles), dict(box.numbers), self.canvas.fonts
        role = styles.get("font", "text")
        weight, style = (700 if styles.get("weight") == "bold" else 400), "italic" if styles.get("style") == "italic" else "normal"
        icon = fonts.face("icons") if fonts.icons else None
        return Type(
            fonts.face(role, weight, style),
            fonts.face(role, 700, style),
            fonts.face(role, weight, "italic"),
            icon,
            fonts.icons,
            fonts.fallback,
            numbers.get("spacing", 0),
            numbers.get("leading", 125),
            numbers.get("lines", 0),
            styles.get("caps") == "true",
            fonts.language,
        )

    def _note_letters(self, box: LayoutBox, paragraphs: tuple[Paragraph, ...], type_: Type, styles: dict[str, str]) -> None:
        weight = 700 if styles.get("weight") == "bold" else 400
        for paragraph in paragraphs:
            for word in paragraph:
                for piece in word.pieces:
                    if piece.kind != "icon":
                        own = 700 if piece.kind in ("number", "bold") else weight
                        self.texts.append((type_.letters(piece.kind, piece.text), styles.get("font", "text"), own, f"box `{box.id}`"))


def _styled(words: Paragraph, style: str) -> Paragraph:
    kind = style if style in ("italic", "bold") else "text"
    pieces = (tuple(Piece(kind if piece.kind == "text" else piece.kind, piece.text) for piece in word.pieces) for word in words)
    return tuple(Word(own, word.keeps) for own, word in zip(pieces, words, strict=True))


def _ink(box: str, corner: Corner, found: SetText, index: int, align: str) -> Ink:
    """Where a line has ink, on the trim."""
    line, baseline = found.lines[index], found.baselines[index]
    left = line_left(corner, found, line, align)
    above, below = (max((getattr(run.glyphs, side) for run in line.runs), default=0) for side in ("above", "below"))
    x0, x1 = left, left + found.um(line.width)
    y0, y1 = baseline - found.um(above), baseline + found.um(below)
    return Ink(box, *on_trim(corner, (x0, y0, x1, y1)))


def on_trim(corner: Corner, place: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """A place in a box as it is read, from the corner of the trim."""
    x0, y0, x1, y1 = place
    wide, high = corner.width, corner.height
    turned = {
        0: (x0, y0, x1, y1),
        90: (wide - y1, x0, wide - y0, x1),
        180: (wide - x1, high - y1, wide - x0, high - y0),
        270: (y0, high - x1, y1, high - x0),
    }[corner.rotate]
    dx, dy = corner.left - BLEED_UM, corner.top - BLEED_UM
    return (turned[0] + dx, turned[1] + dy, turned[2] + dx, turned[3] + dy)


def own_face(canvas: Canvas, layout: Layout, said: Said) -> OwnFace:
    """The face of a card in a layout."""
    made = _Drawing(canvas, said)
    layout = replace(layout, boxes=on_card(layout.boxes, canvas.trim))
    made.ground(layout.ground)
    for box in layout.boxes:
        if said.shows(box):
            made.box(box)
    inks = tuple(made.inks)
    findings = (*made.findings, *outside(inks, canvas.trim), *on_one_another(inks))
    missing = missing_letters(canvas.fonts, dict(canvas.theme.values), made.texts)
    unknown = tuple(dict.fromkeys(made.unknown))
    return OwnFace(made.pen, findings, missing, unknown, made.bad_markup, _has_ink_at_edge(made, layout))


def text_sizes(canvas: Canvas, layout: Layout, said: Said) -> Mapping[str, int]:
    """The size of each box of rules text on the face of a card, where it has room there."""
    made = _Drawing(canvas, said)
    for box in on_card(layout.boxes, canvas.trim):
        if box.kind == "text" and "{text}" in said.choose(box.content) and said.shows(box):
            made.box(box)
    return made.sizes


def _has_ink_at_edge(made: _Drawing, layout: Layout) -> bool:
    """Whether anything but paper comes so near to the edge that a cut which is a little off would show it."""
    ground, paper, trim = made.said.choose(layout.ground), made.canvas.theme.paper, made.canvas.trim
    has_color = made.color(layout.ground, paper) != paper and not made.canvas.theme.is_low
    if is_picture(ground) or has_color:
        return True
    near = (box for box in layout.boxes if box.kind != "text" and made.said.shows(box))
    return any(
        min(box.left, box.top, trim.width_um - box.left - box.width, trim.height_um - box.top - box.height) < _NEAR_EDGE for box in near
    )
