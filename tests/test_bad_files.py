"""Files of strangers beside the rules: of another kind than their name says, giant, packed to burst, leading outside, or in circles.

Each is refused in a moment at the place that names it, with nothing built, or is shown without what leads outside. What a check sees
already, icons and sheets, are cases in ``tests/cases/bad``.
"""

from __future__ import annotations

import gzip
import io
import os
import time
import zlib
from base64 import b64encode
from pathlib import Path

import pytest
from PIL import Image

from tests.layout_support import cards_of, claimed_png, game, picture, said
from tests.test_layout_templates import ALL, built, folder_of
from tests.test_own_fonts import SPECTRAL

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40">'
INK = '<rect width="9" height="9"/>'
MOMENT = 20  # seconds of the processor, on a busy machine


def packed_text() -> bytes:
    """A small PNG with a remark of two hundred million letters, packed."""
    whole = picture(40, 40)
    at = whole.index(b"IDAT") - 4
    remark = b"zTXt" + b"k\0\0" + zlib.compress(b"x" * 200_000_000, 9)
    return whole[:at] + (len(remark) - 4).to_bytes(4, "big") + remark + zlib.crc32(remark).to_bytes(4, "big") + whole[at:]


def giant() -> bytes:
    """All of 70 million pixels, in a few kilobytes."""
    out = io.BytesIO()
    Image.new("1", (10_000, 7_000)).save(out, "PNG")
    return out.getvalue()


PICTURES: dict[str, tuple[str, bytes, str]] = {
    "a document": ("art/a.png", b"%PDF-1.7\n", "no picture that can be read"),
    "an archive": ("art/a.png", b"PK\x03\x04" + bytes(60), "no picture that can be read"),
    "a film": ("art/a.png", b"GIF89a\x28\x00\x28\x00" + bytes(30), "no picture that can be read"),
    "nothing": ("art/a.jpg", b"", "no picture that can be read"),
    "words": ("art/a.webp", b"I am a picture", "no picture that can be read"),
    "giant": ("art/a.png", giant(), "10000 by 7000 pixels, and 60 million are the most"),
    "giant by its own word": ("art/a.png", claimed_png(90_000, 90_000), "90000 by 90000 pixels"),
    "giant in a drawing": (
        "art/a.svg",
        f'{HEAD}<image href="data:image/png;base64,{b64encode(claimed_png(90_000, 90_000)).decode()}"/></svg>'.encode(),
        "90000 by 90000 pixels",
    ),
    "a remark that bursts": ("art/a.png", packed_text(), "no picture that can be read"),
    "a packed drawing": ("art/a.svg", gzip.compress(f"{HEAD}{INK}</svg>".encode(), mtime=0), "no picture that can be read"),
    "a file of the machine": (
        "art/a.svg",
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]>{HEAD}<text>&a;</text></svg>'.encode(),
        "declares entities",
    ),
    "letters without end": ("art/a.svg", f"{HEAD}<text>{'x' * 3_000_000}</text></svg>".encode(), "more than 20,000 letters"),
    "no size": ("art/a.svg", f"{HEAD.replace('0 0 40 40', 'nan nan 1e999 -3')}{INK}</svg>".encode(), "does not say how large it is"),
    "in itself": ("art/a.svg", f'{HEAD}<g id="a"><use href="#a"/></g></svg>'.encode(), "uses a drawing within itself"),
}


@pytest.mark.parametrize("what", PICTURES)
def test_a_picture_that_is_none(what: str, tmp_path: Path) -> None:
    name, data, says = PICTURES[what]
    (tmp_path / "art").mkdir()
    (tmp_path / name).write_bytes(data)
    began = time.process_time()
    made = cards_of(game(f"art: {{at: [5, 5, 40, 40], image: {name}}}"), tmp_path)
    assert made.artifacts == ()
    assert [(code, says in message and name in message) for code, message in said(made)] == [("E835", True)]
    assert made.problems[0].span.line > 0 and made.problems[0].hint
    assert time.process_time() - began < MOMENT


@pytest.mark.parametrize(("name", "data"), [
    ("art/a.png", f"{HEAD}{INK}</svg>".encode()), ("art/a.svg", picture(600, 600)), ("art/a.webp", picture(600, 600, "JPEG")),
])  # fmt: skip
def test_a_picture_of_another_kind_than_its_name_says_is_shown_all_the_same(name: str, data: bytes, tmp_path: Path) -> None:
    """It is known by its bytes, whatever it is called."""
    (tmp_path / "art").mkdir()
    (tmp_path / name).write_bytes(data)
    made = cards_of(game(f"art: {{at: [5, 5, 40, 40], image: {name}}}"), tmp_path)
    assert (said(made), len(made.artifacts)) == ([], 1)


@pytest.mark.parametrize("body", [
    '<image href="http://game.invalid/a.png"/>', '<image xlink:href="file:///etc/hostname"/>', '<image href="../../etc/hostname"/>',
    "<style>@import url(http://game.invalid/a.css)</style>", '<use href="http://game.invalid/a.svg#a"/>', '<a href="javascript:go()"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', "<script>go()</script>", '<g onclick="go()"/>', "<foreignObject/>",
])  # fmt: skip
def test_what_leads_outside_is_taken_out_and_said(body: str, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.svg").write_bytes(f"{HEAD}{INK}{body}</svg>".encode())
    made = cards_of(game("art: {at: [5, 5, 40, 40], image: art/a.svg}"), tmp_path)
    assert [code for code, _ in said(made)] == ["W839"]
    assert len(made.artifacts) == 1


@pytest.mark.parametrize("body", [
    '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/><rect width="9" height="9" fill="url(#a)"/>',
    '<pattern id="p" width="4" height="4"><rect width="4" height="4" fill="url(#p)"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
    "<style>rect { fill: var(--a); --a: var(--b); --b: var(--a) }</style>",
])  # fmt: skip
def test_paint_in_a_circle_is_no_paint(body: str, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "a.svg").write_bytes(f"{HEAD}{INK}{body}</svg>".encode())
    began = time.process_time()
    assert len(cards_of(game("art: {at: [5, 5, 40, 40], image: art/a.svg}"), tmp_path).artifacts) == 1
    assert time.process_time() - began < MOMENT


@pytest.mark.parametrize("what", ["pipe", "folder", "device"])
def test_what_is_no_file_is_not_waited_for(what: str, tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    for name in ("art/a.png", "icons.svg", "face.html"):
        if what == "pipe":
            os.mkfifo(tmp_path / name)
        elif what == "folder":
            (tmp_path / name).mkdir()
        else:
            (tmp_path / name).symlink_to("/dev/zero")
    text = game("a: {at: [5, 5, 40, 40], image: art/a.png}\nb: {at: card, template: face.html}")["game.yaml"]
    (tmp_path / "game.yaml").write_text(text.replace('"M4 4h16v16H4z"', "icons.svg"), encoding="utf-8")
    from penance_build.api import compile_game

    found = compile_game(tmp_path)
    assert found.program is None
    assert {problem.code for problem in found.problems if problem.severity == "error"} <= {"E151", "E152", "E154", "E155", "E834", "E810"}


FONTS = {
    "a picture": picture(9, 9), "nothing": b"", "for the web": b"wOFF" + bytes(100), "for the web, second kind": b"wOF2" + bytes(100),
    "half": SPECTRAL["Regular"][:3000], "zeros": SPECTRAL["Regular"][:300] + bytes(5000),
}  # fmt: skip


@pytest.mark.parametrize("what", FONTS)
def test_a_font_that_is_none(what: str, tmp_path: Path) -> None:
    (tmp_path / "My.ttf").write_bytes(FONTS[what])
    made = cards_of(game("a: {at: [5, 20, 50, 8], show: name}", theme="theme: {font_text: My.ttf}\n"), tmp_path)
    assert made.artifacts == ()
    assert [code for code, _ in said(made)] == ["E808"]


TEMPLATES: dict[str, tuple[str | bytes, str]] = {
    "a picture": (picture(9, 9), "E844"),
    "two million letters": ("x" * 2_000_000, "E844"),
    "another file": ("{% include '/etc/hostname' %}", "E844"),
    "an address": ("<img src='http://example.invalid/a.png'>", "E844"),
    "a style sheet of itself": ("<style>@import url(templates/face.html);</style>x", "E835"),
    "a style sheet that is not there": ("<link rel=stylesheet href='a.css'>x", "E834"),
    "styles in a circle": ("<style>:root { --a: var(--b); --b: var(--a) } p { width: calc(var(--a) + 1px) }</style><p>x</p>", "E844"),
    "a table of a billion cells": ("<table><tr><td colspan=100000000 rowspan=100000000>x</table>", "E845"),
    "a letter as large as the world": ("<p style='font-size: 1e30px'>x</p>", "E844"),
}


@pytest.mark.full
@pytest.mark.parametrize("what", TEMPLATES)
def test_a_template_that_cannot_be_filled(what: str, tmp_path: Path) -> None:
    template, code = TEMPLATES[what]
    made = built(folder_of(tmp_path, template, ALL))
    assert made.artifacts == ()
    assert {problem.code for problem in made.problems if problem.severity == "error"} == {code}
