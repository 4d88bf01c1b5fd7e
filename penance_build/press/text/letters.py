"""What is said of the letters of a text: those that its font cannot draw, and which font could."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

from penance_build.ir.record import Record
from penance_build.press.text.families import FAMILIES, family_of, printed_name
from penance_build.press.text.fonts import FontMissing, FontSet, load_family, missing_from

_SHOWN = 24
_OWN_FONT = "give the theme a font with such letters, font_fallback: fonts/NAME.ttf"

Text = tuple[str, str, int, str]  # what is printed, the role of its font, the weight, and what part of the sheet it is


class Missing(Record):
    """The characters of the texts of one role that its font cannot draw, sorted; ``others`` are the families that can draw all of it."""

    role: str
    font: str
    parts: tuple[str, ...]
    chars: tuple[str, ...]
    others: tuple[str, ...] = ()


def missing_letters(fonts: FontSet, theme: Mapping[str, str], texts: Iterable[Text]) -> tuple[Missing, ...]:
    """What the fonts cannot draw of some texts, by role."""
    found = []
    by_role: dict[str, dict[tuple[str, int, str], None]] = {}
    for text, role, weight, part in texts:
        by_role.setdefault(role, {})[text, weight, part] = None
    for role, own in sorted(by_role.items()):
        lacks = [(part, fonts.missing(text, role, weight)) for text, weight, part in own]
        # A control character is refused where it is read.
        lacks = [(part, tuple(char for char in missing if unicodedata.category(char) != "Cc")) for part, missing in lacks]
        chars = tuple(sorted({char for _, missing in lacks for char in missing}))
        if chars:
            parts = tuple(dict.fromkeys(part for part, missing in lacks if missing))
            whole = "".join(sorted({char for text, _, _ in own for char in text}))
            found.append(Missing(role, printed_name(family_of(theme, role)), parts, chars, _able(role, whole)))
    return tuple(found)


def missing_from_all(fonts: FontSet, text: str) -> tuple[str, ...]:
    """The characters of a text on a sheet that no font of the theme can draw, sorted: one that a font lacks is drawn with the other."""
    return tuple(sorted(set(fonts.missing(text, "text")) & set(fonts.missing(text, "display"))))


def _able(role: str, text: str) -> tuple[str, ...]:
    """The families all of whose faces can draw a text."""
    able = []
    for name in sorted(FAMILIES):
        try:
            faces = load_family(role, name)
        except FontMissing:
            continue
        if not any(missing_from(face, text) for face in faces):
            able.append(name)
    return tuple(able)


def letters_problem(whose: str, missing: Missing) -> tuple[str, str]:
    """The sentence on the letters that a font does not have, and the cure."""
    font, chars, part = missing.font, missing.chars, " and the ".join(missing.parts)
    if len(chars) == 1:
        says = f"{whose}: {font} has no character `{chars[0]}` (U+{ord(chars[0]):04X}), which stands in the {part}"
    else:
        says = f"{whose}: {font} has none of these {len(chars)} characters of the {part}: {_listed(chars)}"
    if missing.others:
        return says, f"`font_{missing.role}: {missing.others[0]}` in the theme has {_all(chars)}"
    as_icon = "write it as an {icon:NAME} or in other words" if missing.parts == ("text",) else "write it in other words"
    return says, f"{_OWN_FONT}, or {as_icon}"


def unprintable(whose: str, chars: tuple[str, ...]) -> tuple[str, str]:
    """The sentence on letters that no font of the theme has, on a sheet as it was laid out, and the cure."""
    if len(chars) == 1:
        says = f"{whose}: no font of the theme has the character `{chars[0]}` (U+{ord(chars[0]):04X})"
    else:
        says = f"{whose}: no font of the theme has these {len(chars)} characters: {_listed(chars)}"
    role = "text"  # what stands on sheets beside titles
    able = _able(role, "".join(chars))
    return says, f"`font_{role}: {able[0]}` in the theme has {_all(chars)}" if able else f"{_OWN_FONT}, or write it in other words"


def _all(chars: tuple[str, ...]) -> str:
    return "it" if len(chars) == 1 else "all of them"


def _listed(chars: tuple[str, ...]) -> str:
    return " ".join(chars[:_SHOWN]) + (f" and {len(chars) - _SHOWN} more" if len(chars) > _SHOWN else "")
