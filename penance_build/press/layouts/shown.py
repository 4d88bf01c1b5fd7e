"""What a face in a layout shows, box by box and without being drawn: texts, icons, colours, pictures, fonts. Two that are equal look alike.

A box that says the version is the last line of a face: what it says of number, copies and version tells no two faces apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from penance_build.ir.markup import runs
from penance_build.ir.nodes import ByValue, Layout, LayoutBox
from penance_build.ir.record import Record, replace
from penance_build.press.imposition.trims import Trim
from penance_build.press.layouts.pips import MOST_PIPS
from penance_build.press.layouts.places import on_card
from penance_build.press.layouts.said import Said, holes_in, is_picture
from penance_build.press.look.theme import Theme

LAST_LINE: Final = ("number", "total", "copies", "version")
_EVERY: Final = ("display", "text")


class Look(Record):
    """What a face is drawn with: the theme, the drawings of the icons by name, its size, and the largest sizes of its texts by box."""

    theme: Theme
    icons: Mapping[str, str]
    trim: Trim
    sizes: Mapping[str, int]


class OnFace(Record):
    """What a face shows. All but ``texts``, by what is said, and ``fonts``, by role, is by the id of the box; "" is the ground.

    ``boxes`` is where and how each stands, ``icons`` are drawings, ``colors`` those that it has in ``#rrggbb``, and ``sizes`` the largest
    that a text may have where its deck has one for all. ``pictures`` and ``templates`` are names of files.
    """

    texts: dict[str, object]
    boxes: dict[str, object]
    icons: dict[str, tuple[str, ...]]
    colors: dict[str, tuple[str, ...]]
    sizes: dict[str, int]
    pictures: dict[str, str]
    templates: dict[str, str]
    fonts: dict[str, None]


def on_face(layout: Layout, said: Said, look: Look) -> OnFace:
    """What this layout shows of what is said."""
    found = OnFace({}, {}, {}, {}, {}, {}, {}, {})
    ground = said.choose(layout.ground)
    name = said.fill(ground) if is_picture(ground) else None
    if name is not None:
        found.pictures[""] = name
    found.colors[""] = (look.theme.paper if is_picture(ground) else said.color(look.theme, layout.ground, look.theme.paper),)
    for box in on_card(layout.boxes, look.trim):
        if said.shows(box):
            _note(found, box, said, look)
    if any(name.lower().endswith(".svg") for name in found.pictures.values()):  # there may be letters in a drawing
        found.fonts.update(dict.fromkeys(_EVERY))
    return found


def _note(found: OnFace, box: LayoutBox, said: Said, look: Look) -> None:
    """What one box shows; nothing where it stays empty."""
    chosen, theme, colors = said.choose(box.content), look.theme, dict(box.colors)
    if box.kind == "text":
        if not _text(found, box, chosen, said, look):
            return
        color = said.color(theme, colors.get("colour"), theme.ink)
        found.colors[box.id] = (color, said.color(theme, colors.get("accent"), color))
    elif box.kind in ("icon", "pips"):
        count = 1 if box.kind == "icon" else int(box.count) if box.count.isdecimal() else said.counts.get(box.count, 0)
        if not 1 <= count <= MOST_PIPS or chosen not in look.icons:
            return
        if box.kind == "pips" and not box.count.isdecimal():
            found.texts[box.count] = (said.texts.get(box.count, ""), count)
        found.icons[box.id] = (look.icons[chosen],)
        found.colors[box.id] = (said.color(theme, colors.get("colour"), theme.ink),)
    elif box.kind == "picture":
        name = said.fill(chosen)
        if not name:
            return
        found.pictures[box.id] = name
        found.colors[box.id] = (said.color(theme, colors.get("stroke"), ""),)
    elif box.kind == "template":
        if not chosen:
            return
        _template(found, box, chosen, said, look)
    else:
        filled = said.color(theme, colors.get("fill"), "") if box.kind != "line" else ""
        stroke = said.color(theme, colors.get("stroke"), theme.ink if box.kind == "line" else "")
        found.colors[box.id] = (filled if filled or stroke else theme.ink, stroke)
    pattern = chosen if box.kind == "text" else ""
    count_of = box.count if box.count.isdecimal() else ""
    found.boxes[box.id] = replace(box, id="", content=ByValue("", (), pattern), colors=(), count=count_of, types=(), has=(), lacks=())


def _text(found: OnFace, box: LayoutBox, pattern: str, said: Said, look: Look) -> bool:
    """What a box of text says; whether it says anything."""
    holes = holes_in(pattern)
    if "version" in holes:
        said = replace(said, texts={**said.texts, **dict.fromkeys(LAST_LINE, "1")})
    text = said.fill(pattern)
    if not text:
        return False
    found.texts.update((name, said.texts[name]) for name in holes if "version" not in holes or name not in LAST_LINE)
    found.icons[box.id] = tuple(look.icons.get(run.text, "") for run in runs(text) if run.kind == "icon")
    found.fonts[dict(box.styles).get("font", "text")] = None
    if box.id in look.sizes and look.sizes[box.id] < box.largest:
        found.sizes[box.id] = look.sizes[box.id]
    return True


def _template(found: OnFace, box: LayoutBox, name: str, said: Said, look: Look) -> None:
    """A template may show anything that is said, in any colour, with any icon."""
    found.templates[box.id] = name
    found.texts.update(
        (name, (text, said.values.get(name), said.counts.get(name))) for name, text in said.texts.items() if name != "version"
    )
    found.icons[box.id] = tuple(f"{name} {path}" for name, path in look.icons.items())
    found.colors[box.id] = (*look.theme.palette.values(), said.tincture)
    found.fonts.update(dict.fromkeys(_EVERY))
