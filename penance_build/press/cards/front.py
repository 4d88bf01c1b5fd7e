"""The front of a card: text in the largest sizes that fit its frame, ornament under it, and the digits that tell an old print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from penance_build.ir.nodes import Card, Faction, Group, Program
from penance_build.ir.record import Record
from penance_build.press.cards.deck_position import DeckPosition, DeckSetting
from penance_build.press.cards.face_text import Mark, Shown, glyph, icons_shown, paragraph_html, shown
from penance_build.press.cards.faces import Face, Press
from penance_build.press.cards.fit import (
    LIMITS,
    TOLERANCE_UM,
    Limits,
    Overflow,
    cell_rows,
    cells_width,
    optical_inset,
    overflows,
    predict_cells,
    predict_line,
    predict_rules,
    rules_size,
    title_lines,
)
from penance_build.press.cards.frame import PANEL_SHARES, Frame, frame_for
from penance_build.press.cards.panel_picture import picture_in
from penance_build.press.cards.printed import quiet_line, texts_of, texts_under
from penance_build.press.drawing.lengths import css_mm, css_pt
from penance_build.press.drawing.pdf import pdf_content
from penance_build.press.drawing.rect import Rect
from penance_build.press.drawing.shapes import Layer, Shape, rect_data
from penance_build.press.layouts.finding import Finding
from penance_build.press.look.diagram import reaches_of
from penance_build.press.look.panel import band_shapes, panel_shapes
from penance_build.press.look.rose import Figure, motifs_for
from penance_build.press.look.strip import strip_shapes
from penance_build.press.pictures.picture import Picture
from penance_build.press.text.directions import is_leftward, is_leftward_paragraph
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.hyphens import hyphened
from penance_build.press.text.letters import missing_letters
from penance_build.press.text.measure import width_um
from penance_build.press.text.rich_text import BadMarkup, Paragraph, icons_in, parse
from penance_build.press.text.templates import render

# The room that stays free at the left and right of the strip together.
STRIP_MARGIN = 700
# Letter spacing of the labels in the strip, in thousandths of an em.
UNIT_SPACING = 60


def front(press: Press, card: Card, position: DeckPosition) -> Face:
    """The front of a card: text in the largest sizes that fit, or a face that says what is missing."""
    known = {name for name, _ in press.program.printed.icons}
    attributes = shown(press.program, card)
    try:
        paragraphs = tuple(parse(text, known) for text in texts_under(card, attributes))
    except BadMarkup as error:
        return Face(None, bad_markup=error.unread)
    unknown = sorted({*icons_shown(press.program, card), *(icon for paragraph in paragraphs for icon in icons_in(paragraph))} - known)
    if unknown:
        return Face(None, unknown_icons=tuple(unknown))
    setting = position.setting or deck_setting(press, (card,))
    frame = frame_for(press.trim, has_marks=bool(attributes.marks), share=setting.share)
    paragraphs = _best(press.fonts, paragraphs, frame)
    quiet = _quiet_line(press, card, position, attributes, frame.quiet.width)
    kind = press.program.by_id.card_types.get(card.type, Group(card.type, "", ""))
    missing = missing_letters(press.fonts, dict(press.theme.values), texts_of(card, paragraphs, attributes, quiet, kind.name))
    if missing:
        return Face(None, missing=missing)
    return _fit(press, _Front(press, card, position, frame, attributes, paragraphs, quiet, kind, setting.largest))


# The size that the longest text of a deck has under the panel that is chosen, if any panel leaves it so much.
EASY = 1000


def deck_setting(press: Press, cards: Iterable[Card]) -> DeckSetting:
    """What the fronts of these cards share, so that panels on a sheet are equally high: the largest panel that leaves every text enough.

    With ``text_size: deck`` in the theme their text is of one size as well.
    """
    known = {name for name, _ in press.program.printed.icons}
    texts: list[tuple[Shown, tuple[Paragraph, ...]]] = []
    for card in cards:
        attributes = shown(press.program, card)
        with suppress(BadMarkup):
            texts.append((attributes, tuple(parse(text, known) for text in texts_under(card, attributes))))
    limits = LIMITS["rules"]
    for enough in (EASY, limits.smallest):
        for share in PANEL_SHARES:
            sizes = [_size_under(press, share, *text) for text in texts]
            if all(size >= enough for size in sizes):
                return DeckSetting(share, _largest(press, sizes))
    return DeckSetting(PANEL_SHARES[-1], _largest(press, [limits.smallest]))


def _largest(press: Press, sizes: list[int]) -> int:
    return min(sizes, default=LIMITS["rules"].largest) if press.theme.value("text_size") == "deck" else LIMITS["rules"].largest


def _size_under(press: Press, share: int, attributes: Shown, paragraphs: tuple[Paragraph, ...]) -> int:
    """The size that a text has under a panel of this share; 0 where it does not fit even at the smallest."""
    frame = frame_for(press.trim, has_marks=bool(attributes.marks), share=share)
    too_wide, over, size = _outcome(press.fonts, paragraphs, frame.rules)
    if size < EASY or too_wide or over:
        too_wide, over, size = _outcome(press.fonts, _best(press.fonts, paragraphs, frame), frame.rules)
    return 0 if too_wide or over else size


def _best(fonts: FontSet, whole: tuple[Paragraph, ...], frame: Frame) -> tuple[Paragraph, ...]:
    """Paragraphs with whole words, or with hyphens in them where they have no room without, or a larger size with them."""
    as_they_are = _outcome(fonts, whole, frame.rules)
    if as_they_are == (0, 0, LIMITS["rules"].largest):
        return whole
    parted = tuple(hyphened(paragraph, fonts.language) for paragraph in whole)
    too_wide, over, size = _outcome(fonts, parted, frame.rules)
    return parted if (-too_wide, -over, size) > (-as_they_are[0], -as_they_are[1], as_they_are[2]) else whole


def _outcome(fonts: FontSet, paragraphs: tuple[Paragraph, ...], box: Rect) -> tuple[int, int, int]:
    """By how much a text is wider and higher than its box, in micrometres, and the size that it has there."""
    size = predict_rules(fonts, paragraphs, LIMITS["rules"], box.width, box.height)
    high, too_wide = rules_size(fonts, paragraphs, box.width, size)
    return too_wide, max(0, high - box.height), size


def _fit(press: Press, page: _Front) -> Face:
    """Lay out at the predicted sizes; what still reaches out of its box is made smaller step by step."""
    sizes = page.predicted()
    while True:
        laid_out = press.lay_out(page.html(sizes))
        found = page.judged(overflows(laid_out.boxes), sizes)
        smaller = {item.box: LIMITS[item.box].below(sizes[item.box]) for item in found if item.box in sizes}
        if not found or len(smaller) < len(found) or any(size is None for size in smaller.values()):
            art, pictures, findings = page.art()
            return Face(laid_out, art, overflows=found, pictures=pictures, findings=findings, edge="paper")
        sizes = {**sizes, **{box: size for box, size in smaller.items() if size is not None}}


class _Front(Record):
    press: Press
    card: Card
    position: DeckPosition
    frame: Frame
    attributes: Shown
    paragraphs: tuple[Paragraph, ...]
    quiet: tuple[str, ...]
    kind: Group
    largest: int

    @property
    def _limits(self) -> Limits:
        return Limits(self.largest, LIMITS["rules"].smallest)

    @property
    def title(self) -> tuple[str, ...]:
        """The name, on one line or two."""
        return title_lines(self.press.fonts, self.card.name, LIMITS["name"], self.frame.name.width)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The last line, in one row or in two."""
        return cell_rows(self.press.fonts, self.quiet, self.frame.quiet.width)

    def predicted(self) -> dict[str, int]:
        fonts, frame = self.press.fonts, self.frame
        return {
            "name": predict_line(fonts, self.card.name, LIMITS["name"], frame.name.width, role="display", weight=700),
            "rules": predict_rules(fonts, self.paragraphs, self._limits, frame.rules.width, frame.rules.height),
            "marks": LIMITS["marks"].largest,  # the layout has the last word: glyphs, figures and labels are of many faces
            "cost": min(self._strip_line(mark.text, "cost", "display", 0) for mark in self.attributes.costs or (Mark("", "", ""),)),
            "quiet": predict_cells(fonts, self.rows, frame.quiet.width),
        }

    def html(self, sizes: Mapping[str, int]) -> str:
        press, card, frame = self.press, self.card, self.frame
        faction = press.faction(card.faction)
        return render(
            "cards/front.html",
            lang=press.fonts.language,
            title=card.name,
            tincture=press.tincture_of(card).color,
            frame=frame,
            costs=self.attributes.costs,
            badges=self._badges(),
            charge=_charge(press.program, faction, frame.strip),
            name=self.title,
            name_line=css_mm(frame.name.height // len(self.title)),
            leftward=[name for name, text in (("name", card.name), ("kind", self.kind.name)) if is_leftward(text)],
            kind=self.kind.name,
            marks=self.attributes.marks,
            label=css_pt(max(550, sizes["marks"] * 43 // 100)),
            inset=css_mm(self._inset(sizes["rules"])),
            paragraphs=[(self._style(at), paragraph_html(press.program, item)) for at, item in enumerate(self.paragraphs)],
            quiet=self.rows,
            sizes={name: css_pt(size) for name, size in sizes.items()},
        )

    def _style(self, at: int) -> str:
        """The style of a paragraph: those behind the rules text are notes."""
        note = at - len(self.card.text)
        direction = ["rtl"] if is_leftward_paragraph(self.paragraphs[at]) else []
        return " ".join([*(["note", self.attributes.notes[note].style] if note >= 0 else []), *direction]).strip()

    def judged(self, found: tuple[Overflow, ...], sizes: Mapping[str, int]) -> tuple[Overflow, ...]:
        """What the layout found, and what it cannot tell: words wider than their box, and how far text would go on below the page."""
        box = self.frame.rules
        high, too_wide = rules_size(self.press.fonts, self.paragraphs, box.width, sizes["rules"])
        seen = {item.box: item for item in found}
        seen.update({item.box: item for item in self._too_wide_for_strip()})
        wide = max(cells_width(self.press.fonts, row, sizes["quiet"]) for row in self.rows) - self.frame.quiet.width
        if wide > TOLERANCE_UM and len(self.rows) > 1:  # of two rows the layout tells of one
            seen["quiet"] = Overflow("quiet", wide, 0)
        below = max(high - box.height, seen["rules"].below) if "rules" in seen else 0
        if below or too_wide > TOLERANCE_UM:
            seen["rules"] = Overflow("rules", too_wide, below)
        return tuple(seen[name] for name in sorted(seen))

    def _strip_line(self, text: str, limits: str, role: str, spacing: int) -> int:
        box = self.frame.strip.width - STRIP_MARGIN
        return predict_line(self.press.fonts, text, LIMITS[limits], box, role=role, weight=700, spacing=spacing)

    def _too_wide_for_strip(self) -> list[Overflow]:
        """The strip is narrow: figures, and the labels under them, that are wider than it even at their smallest."""
        cost = self.attributes.costs
        texts = [("cost", mark.text, "display", 0) for mark in cost]
        texts += [("unit", mark.label.upper(), "text", UNIT_SPACING) for mark in cost]
        texts += [("unit", mark.text.upper(), "text", UNIT_SPACING) for mark in self.attributes.badges]
        box = self.frame.strip.width - STRIP_MARGIN
        found = []
        for name, text, role, spacing in texts:
            wide = width_um(self.press.fonts.face(role, 700), text, LIMITS[name].smallest, spacing) - box
            if wide > TOLERANCE_UM:
                found.append(Overflow(name, wide, 0))
        return found

    def _inset(self, size: int) -> int:
        box = self.frame.rules
        high, _ = rules_size(self.press.fonts, self.paragraphs, box.width, size)
        return optical_inset(box.height - high, size)

    def art(self) -> tuple[bytes, tuple[tuple[str, Picture], ...], tuple[Finding, ...]]:
        """Everything on the front that is not text, as a content stream; its picture, and what is wrong with that."""
        press, card, frame, position = self.press, self.card, self.frame, self.position
        tincture = press.tincture_of(card)
        inks = press.inks(tincture)
        motifs = motifs_for(card.verbs, card.type, dict(press.program.printed.theme))
        figure = Figure(card.id, card.type, self.attributes.cost_value, motifs, position.number, position.total)
        picture = picture_in(press, card, frame.panel)
        size = (frame.panel.width // 10, frame.panel.height // 10)
        panel = (
            band_shapes(inks, *size)
            if picture.pictures
            else panel_shapes(figure, inks, tincture.hatch, *size, reaches_of(press.program, card))
        )
        strip = press.inked(strip_shapes(inks, tincture.hatch, frame.strip.width // 10, frame.strip.height // 10, self._strip_head()))
        ground = Shape(rect_data(0, 0, frame.page.width // 10, frame.page.height // 10), fill=inks.paper)
        under = pdf_content((Layer(0, 0, (ground,)), Layer(frame.strip.left, frame.strip.top, strip)), frame.page.height)
        over = pdf_content((Layer(frame.panel.left, frame.panel.top, press.inked(panel)),), frame.page.height)
        return b"\n".join(part for part in (under, picture.content, over) if part), picture.pictures, picture.findings

    def _strip_head(self) -> int:
        """How far down cost and badges reach, in hundredths of a millimetre."""
        return (1250 * len(self.attributes.costs) or 100) + 750 * len(self._badges())

    def _badges(self) -> list[Mark]:
        badges = list(self.attributes.badges)
        kind = glyph(self.press.program, self.kind.icon)
        return [*badges, Mark(kind, "", "")] if kind else badges


def _charge(program: Program, faction: Faction, strip: Rect) -> dict[str, str] | None:
    drawn = glyph(program, faction.icon)
    if not drawn:
        return None
    size = 5400
    box = Rect(strip.left, strip.bottom - size, strip.width, size)
    return {"style": box.style + f";line-height:{css_mm(size)}", "glyph": drawn}


def _quiet_line(press: Press, card: Card, position: DeckPosition, attributes: Shown, box_um: int) -> tuple[str, ...]:
    """The last line. Where the chosen options do not fit behind the version, a plus stands for them; the revision differs."""
    base, chosen, _ = press.program.version.partition(" + ")
    line = quiet_line(press.program, card, position, attributes, press.program.version)
    is_too_wide = cells_width(press.fonts, line, LIMITS["quiet"].smallest) > box_um
    return quiet_line(press.program, card, position, attributes, f"{base}+") if chosen and is_too_wide else line
