"""A box that a template of the game draws: the values that it is given, and what is wrong with the page that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.press.drawing.lengths import mm, up_to_a_tenth
from penance_build.press.imposition.trims import Trim
from penance_build.press.layouts.finding import Finding, Ink, taken_out, unsuited
from penance_build.press.layouts.said import Said
from penance_build.press.look.theme import Theme
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.judged import judge
from penance_build.press.pictures.picture import Fault
from penance_build.press.templated.gallery import Filled, Templates, Unfilled
from penance_build.press.templated.values import Values, icon_html, inline_html, text_html
from penance_build.press.text.families import ROLES, family_of, printed_name
from penance_build.press.text.fonts import FontSet

# Of addresses and pictures of one page that cannot be had.
_MOST_TOLD = 10


def values_of(said: Said, theme: Theme, fonts: FontSet, size: tuple[int, int], bleed: int) -> Values:
    """What a template is given of a card in a place of this size in micrometres. Raises ``BadMarkup``."""
    icons = fonts.icons
    card = {name: inline_html(text, icons) if text else "" for name, text in said.texts.items() if name != "text"}
    card["text"] = text_html(said.texts.get("text", ""), icons)
    colours = theme.palette | {"tincture": said.tincture}
    lengths = {"width": mm(size[0] - 2 * bleed), "height": mm(size[1] - 2 * bleed), "bleed": mm(bleed)}
    return Values(card, said.values, said.counts, colours, lengths, {name: icon_html(icons, name) for name in icons})


def unfilled(box: str, name: str, error: Unfilled) -> Finding:
    """A template that gives no page."""
    cure = did_you_mean(error.asked, error.known) or (f"there are: {', '.join(error.known[:12])}" if error.known else "")
    says = error.says if error.code == "E834" else f"the template {name}: {error.says}"
    return Finding(error.code, box, says, cure, at=error.at)


def judged(box: str, name: str, page: Filled, templates: Templates, gallery: Gallery, theme: Theme) -> Iterator[Finding]:
    """What is wrong with a page, but for where its text lies."""
    if page.pages > 1:
        yield Finding("E833", box, f"the page of {name} goes on for {page.pages} pages", "make what is on it smaller, or shorten the text")
    for element, way, over in page.over:
        says = f"in {name}, the text of `{element}` is {mm(up_to_a_tenth(over), 1)} mm too {way}"
        yield Finding("E833", box, says, "shorten the text, or give the element more room or a smaller size", over)
    for address in page.refused[:_MOST_TOLD]:
        cure = "a page may show pictures of the game's folder, and nothing else"
        yield Finding("E844", box, f"the template {name} asks for {address}", cure)
    for code, file, says, cure in page.faults[:_MOST_TOLD]:
        yield Finding(code, box, f"the picture {file} {says}", cure)
    untold = sum(max(0, len(found) - _MOST_TOLD) for found in (page.refused, page.faults))
    if untold:
        yield Finding("E844", box, f"the template {name} asks for {untold:,} more that it cannot have", "show what is in the game's folder")
    yield from _of_style(box, name, page, templates, theme)
    for shown in page.shown:
        yield from _of_picture(box, shown.name, (shown.width, shown.height), shown.fit, gallery)


def _of_style(box: str, name: str, page: Filled, templates: Templates, theme: Theme) -> Iterator[Finding]:
    """What of its style does nothing: fonts that there are not, and what the layout engine ignores."""
    families = {role: family_of(dict(theme.values), role) for role in ROLES}
    for font in page.absent:
        role = next((role for role, family in families.items() if _alike(family, font)), "")
        there = "; ".join(f"`{role}` is {printed_name(family)}" for role, family in families.items())
        cure = f"write `font-family: {role}`, which is {font} here" if role else f"there are the fonts of the theme: {there}"
        says = f"the template {name} asks for the font {font}, which is not there, and has another in its place"
        yield Finding("W807", box, says, cure, at=templates.named_at(name, font))
    for css, value, why in page.ignored:
        at = templates.property_at(name, css, value) if css else templates.named_at(name, "style")
        says = f"of the template {name} `{css}: {value}` is ignored: {why}" if css else f"in the template {name}, {why}"
        yield Finding("W807", box, says, "remove it, or write it as the CSS of print has it", at=at)


def _alike(family: str, font: str) -> bool:
    return re.sub(r"[^a-z0-9]", "", printed_name(family).lower()) == re.sub(r"[^a-z0-9]", "", font.lower())


def beyond_the_card(box: str, name: str, inks: Sequence[Ink], trim: Trim) -> Iterator[Finding]:
    """Text that is cut off, or is not there at all."""
    over = [max(-ink.left, -ink.top, ink.right - trim.width_um, ink.bottom - trim.height_um) for ink in inks]
    if max(over, default=0) > 0:
        says = f"in {name}, text is {mm(up_to_a_tenth(max(over)), 1)} mm beyond the edge of the card"
        yield Finding("E833", box, says, "move it inwards, shorten it, or give it a smaller size", max(over))


def _of_picture(box: str, name: str, size: tuple[int, int], fit: str, gallery: Gallery) -> Iterator[Finding]:
    try:
        picture = gallery.picture(name, size[0])
    except Fault:
        return  # it was asked for, and its fault told
    if min(size) > 0:
        verdicts = judge(picture, name, *size, "contain" if fit in ("contain", "scale-down") else "cover")
        yield from unsuited(box, name, (verdict for verdict in verdicts if verdict.code != "W837" or fit == "cover"))
    yield from taken_out(box, name, gallery.removed(name))
