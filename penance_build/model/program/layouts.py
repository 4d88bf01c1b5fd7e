"""Faces of the game's own: lengths as micrometres, names as what they mean, and what cannot be meant as problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.markup import first_unread
from penance_build.model.cards.backs import shown_on_backs
from penance_build.model.cards.colours import colour_meant, known_colors, like_color
from penance_build.model.context.context import Context
from penance_build.surface.layouts import Box, Chosen, Layout
from penance_build.surface.nodes import At, Scalar

WORDS: Final = ("name", "text", "type", "slot", "faction", "number", "total", "copies", "version", "deck", "game")
SMALLEST: Final = 500  # hundredths of a point
_NOTHING: Final = ir.ByValue("", (), "")
_FRACTION: Final = re.compile(r"(-?)([0-9]{1,9})(?:\.([0-9]{1,3}))?(?: ?(?:mm|pt))?")
_UNIT: Final = re.compile(r"\s*mm\b")
_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_WHOLE: Final = ("card", "bleed")
_COLOR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_FILE: Final = re.compile(r"[./]")
_STYLES: Final = ("align", "valign", "font", "weight", "style", "caps", "fit", "finish")
_NUMBERS: Final = ("leading", "opacity", "lines", "rotate")
_LENGTHS: Final = ("line", "corner")
_COLORS: Final = ("colour", "accent", "fill", "stroke")
# What boxes of each kind may say beside what all may.
_TEXT: Final = ("align", "valign", "font", "weight", "style", "size", "leading", "spacing")
_ICON: Final = ("align", "colour", "opacity", "rotate", "finish")
_OF_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "text": (*_TEXT, "lines", "caps", "colour", "accent", "rotate", "finish"),
    "icon": _ICON,
    "pips": _ICON,
    "picture": ("fit", "focus", "stroke", "line", "corner", "opacity", "finish"),
    "rectangle": ("fill", "stroke", "line", "corner", "opacity", "finish"),
    "ellipse": ("fill", "stroke", "line", "opacity", "finish"),
    "rhombus": ("fill", "stroke", "line", "opacity", "finish"),
    "line": ("stroke", "line", "opacity", "finish"),
    "template": ("opacity", "rotate"),
}
_KIND_OF: Final = {"show": "text", "say": "text", "icon": "icon", "pips": "pips", "image": "picture", "template": "template"}
# The sizes that a text may have where none is written, by its font: hundredths of a point.
_SIZES: Final = {"text": (750, 1200), "display": (800, 1400)}


def thousandths(text: str) -> int | None:
    """A decimal fraction of at most three digits, with its unit or without, as thousandths: ``4.5 mm`` is 4500; None for anything else."""
    found = _FRACTION.fullmatch(text)
    if found is None:
        return None
    value = int(found[2]) * 1000 + int((found[3] or "").ljust(3, "0"))
    return -value if found[1] else value


def layouts(ctx: Context) -> tuple[ir.Layout, ...]:
    """The layouts of the game that exist under the chosen options."""
    if not ctx.game.layouts:
        return ()
    options = sorted(ctx.conditions.named(when for name in ctx.game.layouts for when in ctx.game.below["layout", name].whens))
    backs = frozenset(shown_on_backs(ctx.game))
    key = ("layouts", backs, *ctx.game.layouts.values(), *map(ctx.choice.get, options), ctx.memory.chosen(ctx.choice))
    live = ctx.live(ctx.game.layouts).values()
    told: set[tuple[str, ...]] = set()
    return ctx.keep(key, lambda: tuple(_Reader(ctx, item, item.id in backs, told).layout() for item in live))


class _Reader(Struct):
    """One layout on its way."""

    ctx: Context
    item: Layout
    is_back: bool
    told: set[tuple[str, ...]]  # what lacks a colour or an icon, and was reported

    @property
    def entity(self) -> tuple[str, str]:
        return ("layout", self.item.id)

    def wrong(self, at: At, code: str, message: str, hint: str = "") -> None:
        self.ctx.wrong(at, self.entity, code, message, hint)

    def layout(self) -> ir.Layout:
        item = self.item
        ground = item.ground
        made = _NOTHING if ground is None else self.chosen(ground, self.ground)
        boxes = tuple(self.box(box) for box in item.boxes if self.ctx.holds(box))
        only = tuple((name, self.only(name, values)) for name, values in item.only.items())
        return ir.Layout(item.id, self.types(item.types), only, made, boxes, self.is_back)

    # ------------------------------------------------------------ names

    def types(self, named: tuple[Scalar, ...]) -> tuple[str, ...]:
        known = self.ctx.game.card_types
        for at in named:
            if at.text not in known:
                self.wrong(at, "E301", f"there is no card type `{at.text}`", did_you_mean(at.text, sorted(known)))
        return tuple(at.text for at in named)

    def only(self, name: str, values: tuple[Scalar, ...]) -> tuple[str, ...]:
        self.values(name, self.item.only_at[name], {at.text: at for at in values}, is_key=True)
        return tuple(at.text for at in values)

    def attributes(self) -> list[str]:
        return [*self.ctx.world.attributes, *self.ctx.world.words]

    def present(self, named: tuple[Scalar, ...]) -> tuple[str, ...]:
        """What a card has or lacks."""
        known = [*self.attributes(), "text", "slot", "faction"]
        for at in named:
            if at.text not in known:
                self.wrong(at, "E301", f"cards have no attribute `{at.text}`", did_you_mean(at.text, known))
        return tuple(at.text for at in named)

    def values(self, of: str, at: At, cases: Mapping[str, Scalar], *, is_key: bool = False) -> None:
        """Hold the values by which something is chosen against what they are values of."""
        game, world = self.ctx.game, self.ctx.world
        groups: Mapping[str, Mapping[str, object]] = {"type": game.card_types, "slot": game.slots, "faction": game.factions}
        attribute = world.attributes.get(of)
        if of in groups and attribute is None:
            known = list(groups[of])
        elif attribute is not None:
            known = ["true", "false"] if attribute.type.kind == "bool" else self.members(of)
        else:
            report = self.ctx.wrong_key if is_key else self.ctx.wrong
            hint = did_you_mean(of, [*world.attributes, *groups]) or "name an attribute with values, or `type`, `slot` or `faction`"
            report(at, self.entity, "E301", f"nothing can be chosen by `{of}`", hint)
            return
        for name, case in cases.items():
            wrong = name not in known if known else not re.fullmatch("-?[0-9]{1,16}", name)
            hint = did_you_mean(name, known) or (f"its values are: {', '.join(known[:12])}" if known else "write a whole number")
            low, high = (None, None) if attribute is None else (attribute.type.low, attribute.type.high)
            if not wrong and not known and name != "else" and not (low is None or high is None or low <= int(name) <= high):
                wrong, hint = True, f"its values are {low}..{high}"
            if wrong and not (name == "else" and not is_key):
                self.wrong(case, "E301", f"`{of}` has no value `{name}`", hint)

    def chosen(self, item: Chosen, make: Callable[[Scalar], str | ir.ByValue]) -> ir.ByValue:
        """One for all, or by value; ``make`` gives of each scalar what the program holds."""
        if item.of is None:
            found = "" if item.plain is None else make(item.plain)
            return found if isinstance(found, ir.ByValue) else ir.ByValue("", (), found)
        self.values(item.of.text, item.of, item.cases)
        cases = {name: make(at) for name, at in item.cases.items()}
        plain = {name: found.other if isinstance(found, ir.ByValue) else found for name, found in cases.items()}
        other = plain.pop("else", "")
        return ir.ByValue(item.of.text, tuple(plain.items()), other)

    # ------------------------------------------------------------ what is shown

    def color(self, at: Scalar) -> str | ir.ByValue:
        """A colour; or an attribute whose members are called as tinctures are, each its own."""
        known = known_colors(self.ctx.game.theme)
        if _COLOR.fullmatch(at.text) or at.text in known:
            return at.text
        members = self.members(at.text)
        lacking = [name for name in members if name not in known]
        if lacking and self.is_new(at.text, lacking[0]):
            hint, related = colour_meant(self.ctx.game.theme, at.text, lacking[0], members)
            message = f"there is no colour `{lacking[0]}` for that value of `{at.text}`"
            self.ctx.report.append(replace(at.problem("E301", message, hint, entity=self.entity), related=related))
        elif not lacking and not members:
            self.wrong(at, "E301", f"there is no colour `{at.text}`", self.like_color(at.text, known))
        return ir.ByValue(at.text, tuple((name, name) for name in members), "")

    def is_new(self, *what: str) -> bool:
        """Whether this lack is met for the first time, whichever boxes ask for it."""
        is_known = what in self.told
        self.told.add(what)
        return not is_known

    def like_color(self, word: str, known: list[str]) -> str:
        """What to write instead of a colour that there is not: by value, where the word names what has values."""
        if word in ("faction", "type"):
            kind = next(iter(self.ctx.game.card_types), "…")
            of_type = f"; that of a type is `tint_{kind}:` in the theme, or {{type: {{{kind}: red, else: ink}}}} here" * (word == "type")
            return f"`tincture` is the colour of a card's faction{of_type}"
        if word == "slot" or word in self.attributes():
            return f'one for each value is written {{{word}: {{…: "#24476b", else: ink}}}}'
        return like_color(word, known)

    def members(self, name: str) -> list[str]:
        """The members of the enum that an attribute is of; none of what is no such attribute."""
        attribute, enums = self.ctx.world.attributes.get(name), self.ctx.world.enums
        is_enum = attribute is not None and attribute.type.kind == "enum" and attribute.type.ref in enums
        return [member.id for member in enums[attribute.type.ref].members] if is_enum and attribute is not None else []

    def ground(self, at: Scalar) -> str | ir.ByValue:
        return self.file(at) if _FILE.search(at.text) else self.color(at)

    def file(self, at: Scalar) -> str:
        """The name of a picture, with holes for what the card says; an attribute that is an image is such a hole."""
        words = self.ctx.world.words
        if at.text in words and words[at.text].kind == "image":
            return f"{{{at.text}}}"
        if not _FILE.search(_HOLE.sub("", at.text)):
            images = [name for name, item in words.items() if item.kind == "image"]
            is_said = at.text in [*WORDS, *self.attributes()]
            hint = f"did you mean `show: {at.text}`?" if is_said else did_you_mean(at.text, images)
            hint = hint or "name an attribute with `type: image`, or a file such as art/{id}.png"
            self.wrong(at, "E301", f"`{at.text}` is neither an image of cards nor the name of a file", hint)
        self.holes(at, ("id",))
        return at.text

    def template(self, at: Scalar) -> str:
        if not at.text.endswith(ir.TEMPLATES):
            hint = f"keep templates in a folder of the game, with the end {' or '.join(ir.TEMPLATES)}: templates/face.html"
            self.wrong(at, "E731", f"`{at.text}` is not the name of a template", hint)
        return at.text

    def said(self, at: Scalar) -> str:
        """A text of the layout: its holes are names, and what is left is markup that can be read."""
        self.holes(at, ())
        unread = first_unread(_HOLE.sub(lambda hole: "x" * len(hole[0]), at.text), ())
        if unread is not None:
            message = f"the text of the box has markup that cannot be read: `{unread.text}`"
            span = at.inside(unread.start, unread.end)
            self.ctx.report.append(at.problem("E805", message, unread.cure, entity=self.entity, span=span))
        return at.text

    def holes(self, at: Scalar, more: tuple[str, ...]) -> None:
        """Every hole of a text names something that a card says, or an icon."""
        icons = self.ctx.game.icons
        known = [*self.attributes(), *WORDS, *more]
        for hole in _HOLE.finditer(at.text):
            kind, colon, name = hole[1].partition(":")
            if kind == "sign" and colon:
                continue
            listed = list(icons) if kind == "icon" and colon else known
            word = name if colon else hole[1]
            if word not in listed:
                hint = did_you_mean(word, listed) or "name an attribute, or one of: " + ", ".join(WORDS)
                what = f"there is no icon `{word}`" if listed is not known else f"a card says nothing that is called `{word}`"
                code = "E712" if listed is not known else "E301"
                span = at.inside(hole.start(), hole.end())
                self.ctx.report.append(at.problem(code, what, hint, entity=self.entity, span=span))

    def icon(self, at: Scalar) -> str | ir.ByValue:
        """An icon by its id; or of a member of an attribute, of the type or the faction, each its own."""
        game, word, icons = self.ctx.game, at.text, self.ctx.game.icons
        if word in icons:
            return word
        if word in ("type", "faction"):
            items = game.card_types if word == "type" else game.factions
            return ir.ByValue(word, tuple((name, item.icon) for name, item in items.items() if item.icon), "")
        attribute, members = self.ctx.world.attributes.get(word), self.members(word)
        if attribute is not None and members:
            lacking = [name for name in members if name not in icons]
            if lacking and self.is_new(at.text, "icon", lacking[0]):
                hint = f"draw it under `icons:`, or choose: icon: {{{word}: {{{lacking[0]}: …}}}}"
                self.wrong(at, "E712", f"there is no icon `{lacking[0]}` for that value of `{word}`", hint)
            return ir.ByValue(word, tuple((name, name) for name in members), attribute.icon)
        if attribute is not None and attribute.icon:
            return attribute.icon
        hint = f"did you mean `show: {word}`?" if word in WORDS and word not in ("type", "faction") else ""
        hint = hint or did_you_mean(word, [*icons, *self.attributes()]) or "draw it under `icons:`"
        self.wrong(at, "E712", f"there is no icon `{word}`", hint)
        return word

    def shown(self, at: Scalar) -> str:
        words = self.ctx.world.words
        if at.text in words and words[at.text].kind == "image":
            self.wrong(at, "E306", f"`{at.text}` is an image", f"write `image: {at.text}`")
        elif at.text not in [*WORDS, *self.attributes()]:
            hint = did_you_mean(at.text, [*WORDS, *self.attributes()]) or "name an attribute, or one of: " + ", ".join(WORDS)
            self.wrong(at, "E301", f"a card says nothing that is called `{at.text}`", hint)
        return f"{{{at.text}}}"

    # ------------------------------------------------------------ boxes

    def box(self, box: Box) -> ir.LayoutBox:
        kind = _KIND_OF.get(box.kind) or (box.what.text if box.what is not None else "")
        for name, at in self.foreign(box, kind):
            mine = "its colour is `colour`; " * (kind in ("text", "icon", "pips") and name in ("fill", "stroke"))
            self.wrong(at, "E201", f"a {_called(kind)} has no `{name}`", f"{mine}it may have: {', '.join(_OF_KIND[kind])}")
        left, top, width, height = self.place(box, kind)
        settings = box.settings
        font = settings["font"].text if "font" in settings else "text"
        smallest, largest = self.sizes(settings.get("size"), font)
        return ir.LayoutBox(
            box.id,
            kind,
            left,
            top,
            width,
            height,
            self.content(box),
            tuple((name, self.chosen(box.chosen[name], self.color)) for name in _COLORS if name in box.chosen and name in _OF_KIND[kind]),
            smallest,
            largest,
            self.count(box),
            tuple((name, settings[name].text) for name in _STYLES if name in settings)
            + ((("arrangement", box.pips.arrangement),) if box.pips is not None else ())
            + ((("at", box.place[0].text),) if _is_whole(box) else ()),
            tuple(self.numbers(box)),
            self.types(box.types),
            self.present(box.has),
            self.present(box.lacks),
        )

    def foreign(self, box: Box, kind: str) -> Iterator[tuple[str, At]]:
        """What a box says that its kind does not have."""
        mine = _OF_KIND[kind]
        yield from ((name, at) for name, at in box.settings.items() if name not in mine)
        yield from ((name, item.at) for name, item in box.chosen.items() if name in _COLORS and name not in mine)
        if box.focus and "focus" not in mine:
            yield "focus", box.focus[0]

    def content(self, box: Box) -> ir.ByValue:
        if box.kind == "show" and box.what is not None:
            return ir.ByValue("", (), self.shown(box.what))
        if box.pips is not None:
            return self.chosen(box.pips.icon, self.icon)
        readers: Mapping[str, Callable[[Scalar], str | ir.ByValue]] = {
            "say": self.said,
            "icon": self.icon,
            "image": self.file,
            "template": self.template,
        }
        return self.chosen(box.chosen[box.kind], readers[box.kind]) if box.kind in readers else _NOTHING

    def count(self, box: Box) -> str:
        if box.pips is None:
            return ""
        at, attributes = box.pips.count, self.ctx.world.attributes
        found = attributes.get(at.text)
        if not at.text.isdecimal() and found is None:
            self.wrong(at, "E301", f"cards have no attribute `{at.text}`", did_you_mean(at.text, sorted(attributes)))
        elif found is not None and found.type.kind not in ("int", "error"):
            self.wrong(at, "E306", f"`{at.text}` is no number", "name an attribute that is a number")
        return at.text

    def place(self, box: Box, kind: str) -> tuple[int, int, int, int]:
        """The four lengths of a box, however they are written; nothing of one that is as large as the card."""
        if _is_whole(box):
            return (0, 0, 0, 0)
        texts = [(at, text) for at in box.place for text in (_UNIT.sub(" ", at.text).split() if len(box.place) == 1 else [at.text])]
        found = [thousandths(text) for _, text in texts]
        lengths = [length for length in found if length is not None]
        if len(lengths) != 4 or len(found) != 4:
            hint = "write left, top, width and height in millimetres: at: [3, 4.5, 57.5, 7]"
            hint += "; a decimal fraction has a point, for a comma parts two lengths" * (len(found) > 4)
            self.wrong(box.place[0] if box.place else box.at, "E731", f"the box `{box.id}` has {len(found)} lengths, not 4", hint)
            return (0, 0, 1000, 1000)
        is_flat = kind == "line"
        if min(lengths[2:]) < (0 if is_flat else 1) or (is_flat and not max(lengths[2:])):
            at = texts[2 if lengths[2] <= 0 else 3][0]
            self.wrong(at, "E731", f"the box `{box.id}` has no area", "its width and height stand third and fourth, and are more than 0")
            return (lengths[0], lengths[1], 1000, 1000)
        return (lengths[0], lengths[1], lengths[2], lengths[3])

    def sizes(self, at: Scalar | None, font: str) -> tuple[int, int]:
        """The smallest and the largest size of a text in hundredths of a point."""
        if at is None:
            return _SIZES[font]
        low, dots, high = at.text.partition("..")
        ends = [(thousandths(end) or 0) // 10 for end in (low, high if dots else low)]
        if ends[0] < SMALLEST or ends[1] < ends[0] or ends[1] > 20000:
            hint = "write one size in points, or a range from the smallest: 7.5..12"
            self.wrong(at, "E731", f"`{at.text}` is no size of a text that can be read; 5 points are the least, 200 the most", hint)
            return _SIZES[font]
        return ends[0], ends[1]

    def numbers(self, box: Box) -> Iterator[tuple[str, int]]:
        settings = box.settings
        for name in _NUMBERS:
            if name in settings:
                yield name, int(settings[name].text)
        if "rotate" in settings and int(settings["rotate"].text) % 90:
            self.wrong(settings["rotate"], "E731", f"a box is not turned by {settings['rotate'].text} degrees", "write 90, 180 or 270")
        if "spacing" in settings:
            yield "spacing", int(settings["spacing"].text) * 10
        pip = None if box.pips is None else box.pips.size
        lengths: Mapping[str, Scalar | None] = {**{name: settings.get(name) for name in _LENGTHS}, "pip": pip}
        for name, at in lengths.items():
            if at is not None:
                found = thousandths(at.text) or 0
                if found <= 0 and not (name in _LENGTHS and at.text == "0"):
                    self.wrong(at, "E731", f"`{at.text}` is no length", "write a number of millimetres, such as 0.3")
                yield name, max(found, 0)
        if box.focus:
            if len(box.focus) != 2:
                self.wrong(box.focus[0], "E731", "a point has two numbers", "write them from the left and from the top: focus: [50, 30]")
            yield "focus_x", int(box.focus[0].text)
            yield "focus_y", int(box.focus[-1].text)


def _is_whole(box: Box) -> bool:
    return len(box.place) == 1 and box.place[0].text in _WHOLE


def _called(kind: str) -> str:
    return {"icon": "box of an icon", "pips": "box of pips"}.get(kind, kind)
