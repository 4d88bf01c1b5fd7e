"""What is printed: texts and layouts of every sort, pictures, fonts, icons and templates that were damaged."""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import base64
import io
import json
import re
import zlib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

from PIL import Image

from penance_build.build.files import GameFiles
from penance_build.build.judging import answers
from penance_build.compilation import Compilation
from penance_build.press.cards import product as cards
from penance_build.press.dice import product as dice
from penance_build.press.drawing.icon_path import commands
from penance_build.press.faces import product as faces
from penance_build.press.pictures.gallery import Gallery
from penance_build.press.pictures.icon_svg import icon_path
from penance_build.press.pictures.picture import Fault
from penance_build.press.text.fonts import FontMissing, font_set
from penance_build.press.text.shaping import shaped
from penance_build.product import FacesAsked, NoCache, Settings
from tests.exits_support import MORE
from tests.fuzz import damage
from tests.fuzz.target import Case, Target, demand, said_well, write
from tests.fuzz.targets.games import compiled
from tests.layout_support import claimed_png, game, picture
from tests.test_own_fonts import SPECTRAL, opentype, packaged


def printed(made: Compilation, folder: Path, *names: str) -> str:
    """Products of a game in a folder: files, or errors that say why there are none; which of the two."""
    products: dict[str, Any] = {"cards": cards.produce, "dice": dice.produce, "reference": answers.produce, "faces": faces.produce}
    is_wrong = False
    for name in names:
        produced = products[name](made, Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=40)))
        wrong = said_well(produced.problems, {})
        is_wrong |= wrong
        for artifact in produced.artifacts:
            demand(artifact.data, f"{artifact.path} is empty")
            if artifact.path.endswith(".pdf"):
                demand(artifact.data.startswith(b"%PDF-"), f"{artifact.path} is no PDF")
            if artifact.path.endswith(".svg"):
                demand(b"<script" not in artifact.data and b"javascript:" not in artifact.data, f"{artifact.path} has a script")
    return "refused" if is_wrong else "printed"


# ---------------------------------------------------------------- texts


def _quoted(text: str) -> str:
    return json.dumps(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


_PLAIN = ("Draw *2* cards.", "It comes.", "w" * 60, "word " * 90, "Straße, Łódź, œuvre", "a*b", "<i>x</i> & y", "fi fl 1/2 -- ...", "\u00ad-", "*12*.")  # fmt: skip


def _texts(chance: Random) -> Case:
    def other() -> str:  # where numbers may not be written out
        return _quoted(re.sub("[0-9*]+", "n", text()) if chance.random() < 0.9 else text())

    def some() -> str:
        return _quoted(text())

    def text() -> str:
        return damage.text(chance) if chance.random() < 0.1 else chance.choice(_PLAIN)

    written = f"""
cards:
  shell_7: {{type: number, suit: shell, rank: 7, name: {some()}, text: {some()}, text_only: told, flavour: {some()}}}
  tide: {{type: event, name: {some()}, text: {some()}, text_only: told}}
decks: {{all: {{name: {some()}, cards: {{shell_7: 1, tide: 1}}}}}}
"""
    more = MORE.replace('"Draw a card."', other()).replace("Take one.", other()).replace("name: Gold", f"name: {other()}")
    more = more.replace("How to play", other()).replace("name: SHELL", f"name: {other()}")
    boxes = "title: {at: [5, 5, 53, 8], show: name, size: 5..14}\nrules: {at: [5, 40, 53, 40], show: text, size: 5..9}"
    texts = (
        game(boxes, cards=written, theme=more)
        if chance.random() < 0.5
        else {"game.yaml": game(boxes, cards=written, theme=more)["game.yaml"].partition("layouts:")[0]}
    )
    return {name: text.encode() for name, text in texts.items()} | {
        "which": chance.choice((b"cards", b"cards", b"dice", b"reference", b"faces"))
    }


def _print(case: Case, folder: Path) -> str:
    which = case.get("which", b"cards").decode()
    made, is_wrong = compiled({name: data for name, data in case.items() if name != "which"}, folder)
    return "refused by check" if is_wrong else printed(made, folder, which)


PRESS = Target("press", "any text is printed, or refused with a place", _texts, _print, seconds=25, megabytes=400, is_slow=True)


# ---------------------------------------------------------------- layouts


_BOXES: tuple[Any, ...] = (
    {"at": [2.5, 2.5, 58.5, 83.9], "shape": "rectangle", "stroke": "ink", "line": 0.3, "corner": 2},
    {"at": [4, 4.5, 9, 8], "show": "rank", "font": "display", "weight": "bold", "size": 22, "align": "centre"},
    {"at": [14, 12, 35.5, 65], "pips": {"count": "rank", "icon": "suit", "arrangement": "cards"}},
    {"at": [14, 79, 35.5, 4.5], "say": "{rank} of {suit}", "size": "7.5..9", "rotate": 90},
    {"at": "card", "image": "art/a.png", "fit": "cover", "focus": [50, 30]},
    {"at": [5, 40, 53, 40], "show": "text", "size": "5..9", "lines": 3, "leading": 130, "spacing": 4, "valign": "top"},
    {"at": "5 5 10 10", "icon": {"suit": {"shell": "coral", "else": "shell"}}, "colour": {"suit": {"shell": "#8c1f1a", "else": "ink"}}},
    {"at": [0, 0, 63, 0], "shape": "line", "line": 1, "opacity": 40},
)  # fmt: skip


_MEANT: dict[str, tuple[Any, ...]] = {
    "size": (5, 7, "5..30", "5..5", 72),
    "rotate": (0, 90, 180, 270),
    "align": ("left", "centre", "right"),
    "valign": ("top", "middle", "bottom"),
    "weight": ("regular", "bold"),
    "opacity": (0, 1, 100),
    "line": (0.05, 0.3, 9),
    "corner": (0, 1, 40),
    "lines": (1, 2, 9),
    "leading": (80, 100, 300),
    "spacing": (0, 40),
    "fit": ("cover", "contain"),
    "focus": ([0, 0], [100, 100]),
    "show": ("rank", "suit", "text", "name", "bonus", "flavour"),
    "fill": ("ink", "#8c1f1a", {"suit": {"shell": "#000000"}}),
    "colour": ("paper", "#0a0b0c"),
}


def _moved(box: dict[str, Any], chance: Random) -> None:
    """Another place, and other values that their keys may have."""
    if chance.random() < 0.5:
        at = [chance.choice((0, 0.01, 2.5, 5, 20, 44.4)) for _ in range(2)]
        box["at"] = chance.choice(("card", "bleed", [*at, chance.choice((0.1, 4, 18, 60)), chance.choice((0.1, 3.2, 30, 80))]))
    for key in sorted(_MEANT.keys() & box.keys()):
        if chance.random() < 0.4:
            box[key] = chance.choice(_MEANT[key])


def _layout(chance: Random) -> Case:
    boxes: Any = {f"b{number}": dict(box) for number, box in enumerate(chance.sample(_BOXES, chance.randint(1, 5)))}
    junk = (
        *damage.JUNK,
        0.001,
        63.5,
        -3,
        400,
        "card",
        "bleed",
        "suit",
        "rank",
        "{rank}",
        "tincture",
        "#000",
        "0..0",
        "3..2",
        [1, 2, 3, 4],
        90,
        180,
    )
    for box in boxes.values():
        _moved(box, chance)
    if chance.random() < 0.4:
        boxes = damage.of_data(boxes, chance, chance.choice((1, 1, 2)), junk)
    for box in boxes.values() if isinstance(boxes, dict) else ():  # mostly what looks like a box still
        if isinstance(box, dict) and chance.random() < 0.8:
            for key in [key for key in box if not str(key).isidentifier()]:
                del box[key]
    text = game("x: {at: card, show: name}")["game.yaml"].partition("layouts:")[0]
    return {"game.yaml": f"{text}layouts:\n  face:\n    boxes: {json.dumps(boxes)}\n".encode(), "art/a.png": picture(40, 60)}


def _laid_out(case: Case, folder: Path) -> str:
    made, is_wrong = compiled(case, folder)
    return "refused by check" if is_wrong else printed(made, folder, "cards")


LAYOUTS = Target("layouts", "any layout is drawn, or refused with a place", _layout, _laid_out, seconds=25, megabytes=400, is_slow=True)


# ---------------------------------------------------------------- pictures

_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30" width="40mm">'
    '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient><clipPath id="c"><rect width="9" '
    'height="9"/></clipPath><g id="d"><circle r="4"/></g></defs><style>.a{fill:blue}</style><rect class="a" width="40" height="30" '
    'fill="url(#g)" clip-path="url(#c)"/><use xlink:href="#d" x="5" transform="rotate(20 3 4) scale(2)"/><path d="M1 1L9 9A3 4 5 0 1 7 '
    '8q1 2 3 4z" stroke-dasharray="1 2" opacity=".5"/><text x="3" y="9" font-size="4">word &amp; word</text><image width="9" height="9" '
    'xlink:href="data:image/png;base64,%s"/><mask id="m"><rect width="2" height="2"/></mask><g mask="url(#m)"><polygon '
    'points="1,2 3,4 5,6"/></g></svg>'
)  # fmt: skip
_PIECES = (
    '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>', "&a;", "<script>go()</script>", "<foreignObject/>", '<use href="#d"/>',
    '<image href="http://game.invalid/a.png"/>', "<style>@import url(http://game.invalid/a.css)</style>", 'onload="go()"', "<g>" * 70,
    'href="javascript:go()"', 'width="1e999"', 'viewBox="0 0 0 0"', 'transform="matrix(1e300 0 0 1e300 0 0)"', 'd="M0 0' + "h1" * 3000 + '"',
    '<svg xmlns="http://www.w3.org/2000/svg"', "]]>", "<![CDATA[", "<!--", "\x00", 'fill="url(#g"', 'r="-4"', 'stroke-width="1e9"',
    'filter="url(#f)"', '<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter>', '<pattern id="p" width="0.001" height="0.001"/>',
    'fill="url(#p)"', 'font-size="99999"', "\U0001f525", '<linearGradient id="h" href="#h"/>', 'fill="url(#h)"', 'style="fill:expression(1)"',
)  # fmt: skip


@cache
def _pictures() -> tuple[bytes, ...]:
    colours = Image.effect_noise((24, 18), 60).convert("RGB")
    made = []
    for form, more in (
        ("PNG", {}),
        ("JPEG", {}),
        ("JPEG", {"progressive": True}),
        ("WEBP", {}),
        ("WEBP", {"lossless": True}),
        ("GIF", {}),
        ("TIFF", {}),
        ("BMP", {}),
    ):
        out = io.BytesIO()
        colours.save(out, form, **more)
        made.append(out.getvalue())
    for mode in ("1", "L", "P", "LA", "RGBA", "I;16", "CMYK"):
        out = io.BytesIO()
        colours.convert("L" if mode == "I;16" else mode).save(out, "JPEG" if mode == "CMYK" else "PNG")
        made.append(out.getvalue())
    turned = io.BytesIO()
    kept = Image.Exif()
    kept[0x0112] = 6
    colours.save(turned, "JPEG", exif=kept)
    return (*made, turned.getvalue(), claimed_png(3000, 4), claimed_png(60_000, 60_000))


def mended(data: bytes) -> bytes:
    """A PNG with the sums of its parts made right again, so that more than a sum is looked at."""
    if not data.startswith(b"\x89PNG\r\n\x1a\n"):
        return data
    at, made = 8, bytearray(data[:8])
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        part = data[at + 4 : at + 8 + length]
        made += len(part[4:]).to_bytes(4, "big") + part + zlib.crc32(part).to_bytes(4, "big")
        at += 12 + length
    return bytes(made)


def _drawing(chance: Random, text: str, pieces: tuple[str, ...]) -> bytes:
    for _ in range(chance.randint(0, 3)):
        if chance.random() < 0.5:
            ends = [at + 1 for at, letter in enumerate(text) if letter in ">"] or [0]
            at = chance.choice(ends)
            text = text[:at] + chance.choice(pieces) + text[at:]
        elif chance.random() < 0.5:
            text = damage.of_text(text, chance, 1)
        else:
            words = text.split('"')
            at = chance.randrange(len(words))
            words[at] = chance.choice((*damage.NUMBERS, *damage.WORDS, *pieces))
            text = '"'.join(words)
    return text.encode(chance.choice(("utf-8", "utf-8", "utf-8", "utf-16")), "surrogatepass")


def _picture(chance: Random) -> Case:
    if chance.random() < 0.4:
        data = _drawing(chance, _SVG % base64.b64encode(chance.choice(_pictures())).decode(), _PIECES)
    else:
        data = chance.choice(_pictures())
        if chance.random() < 0.9:
            data = damage.of_bytes(data, chance, 3)
        if chance.random() < 0.7:
            data = mended(data)
    name = chance.choice(("x.png", "x.jpg", "x.svg", "x.webp"))
    return {name: data}


@cache
def _fonts() -> Any:
    return font_set({}, ())


def _shown(case: Case, folder: Path) -> str:
    write(case, folder)
    ((name, data),) = case.items() if len(case) == 1 else ((min(case), case[min(case)]),)
    gallery = Gallery(GameFiles(folder), _fonts(), NoCache())
    outcome = "shown"
    for ask in (lambda: gallery.picture(name, 40_000), lambda: gallery.plain(name)):
        try:
            made = ask()
        except Fault as fault:
            demand(fault.says and fault.cure and "\n" not in fault.says, f"a fault says {fault.says!r}")
            outcome = "refused"
            continue
        if isinstance(made, bytes) and data[:1] != b"<" and b"<svg" in made:
            demand(b"<!doctype" not in made.lower(), "a document type stays in a drawing")
            for element in ElementTree.fromstring(made).iter():  # letters between elements may say anything
                tag, text = str(element.tag).rpartition("}")[2].lower(), (element.text or "").lower()
                demand(tag != "script" and not (tag == "style" and "@import" in text), f"`{tag}` stays in a drawing")
                for key, value in element.attrib.items():
                    says, leads = value.strip().lower(), key.rpartition("}")[2].lower() in ("href", "src")  # elsewhere nobody goes there
                    is_bad = says.startswith("javascript:") or (leads and says.startswith(("file:", "http:"))) or "url(http" in says
                    demand(not is_bad and not key.lower().startswith("on"), f"{key}={value[:40]!r} stays in a drawing")
    if outcome == "shown" and len(data) % 7 == 0:
        texts = game(f"a: {{at: [5, 5, 40, 40], image: {name}}}")
        made_game, is_wrong = compiled({**case, "game.yaml": texts["game.yaml"].encode()}, folder)
        return "refused by check" if is_wrong else f"{printed(made_game, folder, 'cards')} whole"
    return outcome


PICTURES = Target("pictures", "a picture of any bytes is shown, or refused with a cure", _picture, _shown, seconds=10, megabytes=700)


# ---------------------------------------------------------------- icons

_ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><g transform="translate(1 1)"><path fill-rule="evenodd" d="M4 4h16v16H4zM8 8h3v3H8z"/></g><defs><rect id="a" width="6" height="6" rx="2"/></defs><use href="#a" x="3" y="3"/><circle cx="12" cy="12" r="5"/><ellipse cx="3" cy="3" rx="2" ry="1"/><polygon points="1,2 3,4 5,6"/></svg>'  # fmt: skip


def _icon(chance: Random) -> Case:
    if chance.random() < 0.3:
        path = "".join(
            chance.choice((*"MmLlHhVvCcSsQqTtAaZz", "1", " ", "-", ".5", ",", "24", "1e3", "nan", "0 0", "1 1 0 0 1 2 2", "9" * 30))
            for _ in range(chance.randint(1, 30))
        )
        return {"x.svg": _ICON.replace("M4 4h16v16H4zM8 8h3v3H8z", path).encode()}
    return {"x.svg": _drawing(chance, _ICON, _PIECES)}


def _pathed(case: Case, folder: Path) -> str:
    (data,) = case.values()
    try:
        path = icon_path(data)
    except Fault as fault:
        demand(fault.code == "E810" and fault.says and fault.cure, f"{fault.code}: {fault.says!r}")
        return "refused"
    demand(list(commands(path)), "an icon of nothing")
    return "drawn"


ICONS = Target("icons", "a drawing of any text is the path of an icon, or refused with a cure", _icon, _pathed, seconds=5)


# ---------------------------------------------------------------- fonts


@cache
def _font_files() -> tuple[bytes, ...]:
    return (SPECTRAL["Regular"], opentype("ABCabc 0123"), packaged("fontpkg_cinzel", "Cinzel[wght].ttf"))


def _font(chance: Random) -> Case:
    data = chance.choice(_font_files())
    tables = int.from_bytes(data[4:6], "big")
    head = 12 + 16 * tables
    kind = chance.randrange(4)
    if kind == 0:  # the list of its tables
        data = damage.of_bytes(data[:head], chance, 2) + data[head:]
    elif kind == 1:  # a whole table
        entry = 12 + 16 * chance.randrange(max(1, tables))
        at, length = (int.from_bytes(data[entry + part : entry + part + 4], "big") for part in (8, 12))
        table = damage.of_bytes(data[at : at + min(length, 4000)], chance, 3)
        data = data[:at] + table[:length].ljust(min(length, 4000), b"\0") + data[at + min(length, 4000) :]
    elif kind == 2:
        data = damage.of_bytes(data, chance, 4)
    else:
        data = data[: chance.randrange(len(data))]
    return {chance.choice(("My.ttf", "My.otf", "My-Regular.ttf")): data}


def _lettered(case: Case, folder: Path) -> str:
    write(case, folder)
    name = min(case)
    try:
        fonts = font_set({"font_text": name}, (), NoCache(), GameFiles(folder))
    except FontMissing as error:
        demand("\n" not in str(error), "two lines")
        return "refused"
    fonts.missing("Draw 2 cards.", "text")
    for weight in (400, 700):
        shaped(fonts.face("text", weight), "Abc 012")
    texts = game("a: {at: [5, 20, 50, 8], show: name}", theme=f"theme: {{font_text: {name}}}\n")
    made, is_wrong = compiled({**case, "game.yaml": texts["game.yaml"].encode()}, folder)
    return "refused by check" if is_wrong else printed(made, folder, "cards")


FONTS = Target("fonts", "a font of any bytes prints, or is refused", _font, _lettered, seconds=25, megabytes=500, is_slow=True)


# ---------------------------------------------------------------- templates

_JINJA = (
    "{{ card.name }}", "{{ card.text }}", "{{ card.art }}", "{{ count.rank + 1 }}", "{{ icon.shell }}", "{{ colour.paper }}", "{{ card }}",
    "{% for n in range(count.rank) %}x{% endfor %}", "{% if value.suit == 'shell' %}y{% endif %}", "{{ ''.__class__.__mro__ }}", "{% raw %}",
    "{{ 9**9**9 }}", "{{ 'x' * 10**9 }}", "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", "{{ cycler }}",
    "{% include 'game.yaml' %}", "{% extends 'x' %}", "{% import 'x' as y %}", "{{ lipsum(9999) }}", "{{ self }}", "{{ request }}", "{{ x }}",
    "{{ card.name | safe }}", "{{ card.name | upper }}", "{{ [1] | map('upper') | list }}", "{% set a = namespace(b=1) %}", "{{ 1 / 0 }}",
    "{% macro f(n) %}{{ f(n) }}{% endmacro %}{{ f(1) }}", "{{", "%}", "{% for", "{#", "{{ loop }}", "{{ card['__init__'] }}", "{{ -1 }}",
    "{{ 'a'.format }}", "{{ '%s' | format(card) }}", "{{ range(10**12) }}", "{{ joiner }}", "{{ card.name | attr('__class__') }}",
    "<p>", "</p>", "<div style='position: absolute; left: 5mm; top: 5mm; width: 40mm'>", "</div>", "<style>@page { size: 1mm }</style>",
    "<style>* { display: grid }</style>", "<table><tr><td>x", "<img src='art/a.png'>", "<img src='http://game.invalid/a.png'>",
    "<img src='file:///etc/passwd'>", "<link rel=stylesheet href='../x.css'>", "<script>go()</script>", "<svg><rect width='1e9' height='1e9'/></svg>",
    "<style>@import 'x'; p { font-size: 1e9pt }</style>", "<style>p { width: calc(1px * 1e30) }</style>", "<object data='art/a.png'></object>",
    "<div style='float: left; width: 50%'>" * 12, "<style>p::before { content: counter(x) attr(y) }</style>", "<base href='/etc/'>",
    "<meta charset=utf-16>", "<p style='columns: 999'>word</p>", "<iframe src='x'></iframe>", "<style>:has(p) { color: red }</style>", "\x00",
    "<style>@font-face { font-family: x; src: url(/etc/passwd) }</style>", "<p style='transform: scale(1e99)'>a</p>", "<ol><li>a", "&amp;&#x0;",
)  # fmt: skip


def _template_of(chance: Random) -> Case:
    sane = (*_JINJA[:9], "word ", "<p>a</p>", "<div style='position: absolute; left: 5mm; top: 5mm; width: 40mm'>{{ card.name }}</div>")
    text = "".join(chance.choice(sane if chance.random() < 0.7 else (*_JINJA, damage.text(chance))) for _ in range(chance.randint(1, 8)))
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.15:
        data = damage.of_bytes(data, chance, 2)
    texts = game("all: {at: bleed, template: templates/face.html}")
    return {"game.yaml": texts["game.yaml"].encode(), "templates/face.html": data, "art/a.png": picture(40, 60)}


def _filled(case: Case, folder: Path) -> str:
    made, is_wrong = compiled(case, folder)
    return "refused by check" if is_wrong else printed(made, folder, "cards")


TEMPLATES = Target(
    "templates",
    "any template is filled in its time, or refused with a place",
    _template_of,
    _filled,
    seconds=25,
    megabytes=400,
    is_slow=True,
)
