"""Codes 8xx: printing."""

from __future__ import annotations

from penance_build.diagnostics.code import Code
from penance_build.diagnostics.codes.printing_drawn import DRAWN

CODES: tuple[Code, ...] = (
    Code(
        code="E801",
        title="Text does not fit its card",
        cause="The rules text of a card is higher or wider than its box even at 7.5 points. "
        "Text is never cut off and never made smaller than can be read; the message says how many millimetres are missing.",
        bad='text: "A text of a hundred words, and then some more about it, which no card of this size can hold …"',
        good='text: "Deal *4* damage."',
    ),
    Code(
        code="E802",
        title="Line does not fit its card",
        cause="The name of a card, or another line that must stay on one line, is wider than its box even at the smallest size allowed. "
        "The message says which line and how many millimetres are missing.",
        bad="name: The Extraordinarily Long Name Of A Card That Nobody Will Ever Read",
        good="name: Long Night",
    ),
    Code(
        code="E803",
        title="Character without a glyph",
        cause="A card uses a character that the fonts of the theme cannot draw. "
        "Fonts of the machine are never used instead, because the sheet would look different elsewhere.",
        bad='text: "Deal *4* damage \\u2694."',
        good='text: "Deal *4* damage {icon:sword}."',
    ),
    Code(
        code="E804",
        title="Unknown icon in a text",
        cause="A text names an icon that the section icons does not define.",
        bad='text: "Gain *1* {icon:flamme}."   # icons: {flame: "M12 2…"}',
        good='text: "Gain *1* {icon:flame}."',
    ),
    Code(
        code="E805",
        title="Unreadable markup",
        cause="A text holds a star or a brace that belongs to no markup. "
        "There are two forms: *3* for a number that matters and {icon:NAME}.",
        bad='text: "Deal *4 damage."',
        good='text: "Deal *4* damage."',
    ),
    Code(
        code="E806",
        title="Face takes more than one page",
        cause="A face of a card was laid out on several pages, so that part of it would be lost. "
        "This comes from a template, not from a card's text.",
        bad="# a template whose content stands in the flow of the page and grows",
        good="# a template whose parts stand in boxes of fixed height",
    ),
    Code(
        code="W807",
        title="Layout warning",
        cause="The layout engine ignored something in a template or style sheet, or refused to fetch an address.",
        bad="background: url(https://example.org/paper.png)",
        good="background: var(--paper)",
        suppress="Remove what is ignored from the template.",
    ),
    Code(
        code="E808",
        title="Font not available",
        cause="The theme asks for a font that the press does not know, or whose package is not installed.",
        bad="theme: {font_text: comic}",
        good="theme: {font_text: alegreya-sans}",
    ),
    Code(
        code="E809",
        title="Theme value that cannot be understood",
        cause="A colour of the theme is not written #rrggbb, a hatching is none of the heraldic ones, "
        "or a card size is not one of the known sizes.",
        bad="theme: {ink: black}",
        good='theme: {ink: "#1b1815"}',
    ),
    Code(
        code="E810",
        title="Icon that cannot be drawn",
        cause="The path of an icon is not SVG path data, so that no glyph can be made of it.",
        bad='icons: {flame: "a flame"}',
        good='icons: {flame: "M12 2L20 22L4 22Z"}',
    ),
    Code(
        code="E811",
        title="Unknown tincture",
        cause="A faction names a tincture for which the theme has no colour.",
        bad="factions: {red: {name: Red, tincture: rde}}",
        good='factions: {red: {name: Red, tincture: crimson}}\ntheme: {tincture_crimson: "#8e1b16"}',
    ),
    *DRAWN,
)
