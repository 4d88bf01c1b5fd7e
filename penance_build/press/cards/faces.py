"""What all faces of a build share, and what laying out a face gives."""

from __future__ import annotations

from collections.abc import Mapping

from penance_build.ir.markup import Unread
from penance_build.ir.nodes import Card, Faction, Program
from penance_build.ir.record import Record
from penance_build.press.cards.fit import Overflow
from penance_build.press.complaints import Complaints
from penance_build.press.drawing.shapes import Shape
from penance_build.press.imposition.trims import Trim
from penance_build.press.layouts.finding import Finding
from penance_build.press.layouts.traits import lacking
from penance_build.press.look.bodies import Inks
from penance_build.press.look.colors import HATCH, mix
from penance_build.press.look.low_ink import outlined
from penance_build.press.look.sizes import trim_of_theme
from penance_build.press.look.style import style_of
from penance_build.press.look.theme import Theme, Tincture
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.picture import Picture
from penance_build.press.templated.gallery import Templates
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.layout import LaidOut, layout
from penance_build.press.text.letters import Missing, missing_from_all, unprintable
from penance_build.press.text.templates import template_text
from penance_build.product import Cache, Files, NoFiles, Settings


class Press(Record):
    """What all faces of a build share; ``gallery`` are the pictures of the game, ``templates`` the pages of its templates.

    ``deck_sizes`` are sizes of rules text that all cards of a deck share, as they are found: by deck, layout and trim.
    """

    program: Program
    theme: Theme
    fonts: FontSet
    trim: Trim
    cache: Cache
    gallery: Gallery
    templates: Templates
    deck_sizes: dict[tuple[str, str, str], Mapping[str, int]]

    @property
    def css(self) -> str:
        """The style sheet of all faces: the palette and ours."""
        shared = self.theme.css() + "\n" + template_text("cards/cards.css")
        return f"{shared}\n{template_text('cards/low.css')}" if self.theme.is_low else shared

    def inked(self, shapes: tuple[Shape, ...]) -> tuple[Shape, ...]:
        """Shapes as they are printed: with little ink, where that is wanted."""
        return outlined(shapes, self.theme.ink) if self.theme.is_low else shapes

    def lay_out(self, html: str) -> LaidOut:
        """A page with the size of the trim and its bleed."""
        page = self.trim.page
        return layout(html, width_um=page.width, height_um=page.height, cache=self.cache, fonts=self.fonts, css=self.css)

    def faction(self, name: str) -> Faction:
        """The faction of this id; a card without one has plain silver."""
        return self.program.by_id.factions.get(name) or Faction("", "", "silver", "")

    def tincture_of(self, card: Card) -> Tincture:
        """The tincture of a card: what the theme says of its type (``tint_TYPE``), else that of its faction."""
        return self.theme.tincture(self.theme.tint(card.type) or self.faction(card.faction).tincture)

    def inks(self, tincture: Tincture) -> Inks:
        """The colours of an ornament in this tincture."""
        theme = self.theme
        return Inks(theme.paper, theme.ink, tincture.color, theme.rubric, mix(tincture.color, theme.paper, HATCH))


def press_of(program: Program, complaints: Complaints, settings: Settings) -> Press | None:
    """What the faces of a game share, or None where the complaints say why there is none."""
    style = style_of(program, complaints, settings.cache, files=settings.files)
    if style is None:
        return None
    for deck in program.decks:
        unknown = missing_from_all(style.fonts, deck.name)  # on the stamp of its sheets, and in what is ordered of it
        if unknown:
            says, cure = unprintable(f"the name of deck “{deck.name}”", unknown)
            complaints.say("E803", says, ("deck", deck.id), cure)
    for lack in lacking(program, style.fonts):
        complaints.say("W847", lack.says, lack.asked_by[0], lack.cure, lack.asked_by[1:])
    return press_with(program, style.theme, style.fonts, trim_of_theme(program), settings.cache, settings.files)


def press_with(program: Program, theme: Theme, fonts: FontSet, trim: Trim, cache: Cache, files: Files | None = None) -> Press:
    """What the faces of a game share in this theme, these fonts and this size; ``files`` are those of the game."""
    own = files or NoFiles()
    gallery = Gallery(own, fonts, cache)
    return Press(program, theme, fonts, trim, cache, gallery, Templates(own, fonts, cache, gallery), {})


class Face(Record):
    """A face and what went wrong: overflows at the smallest size, characters without a glyph, unknown icons, unreadable markup.

    ``pictures`` are those that its streams name; ``findings`` are what is wrong with a face in the ``layout`` of this id.
    ``edge`` names what its bleed shows, where that runs on from card to card, so that faces of the same edge may abut: ``paper``, or
    a pattern. A face without one inks its bleed, and stands apart.
    """

    laid_out: LaidOut | None
    art: bytes = b""
    overflows: tuple[Overflow, ...] = ()
    missing: tuple[Missing, ...] = ()
    unknown_icons: tuple[str, ...] = ()
    bad_markup: Unread | None = None
    pictures: tuple[tuple[str, Picture], ...] = ()
    findings: tuple[Finding, ...] = ()
    layout: str = ""
    edge: str = ""
