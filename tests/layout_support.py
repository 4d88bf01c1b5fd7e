"""A small game with layouts of its own, in memory or in a folder, and what a build of its cards gives."""

from __future__ import annotations

import io
import zlib
from pathlib import Path

from PIL import Image

from penance_build.api import compile_game, compile_texts
from penance_build.build.files import GameFiles
from penance_build.compilation import Compilation
from penance_build.press.cards.product import produce
from penance_build.product import NoCache, Produced, Settings
from tests.games import program_in

HEAD = """
game: {id: g, name: G, version: "1", language: 1}
enums:
  suit: {known: unread, members: {shell: Shells, coral: Coral}}
card_types: {number: {name: Number}, event: {name: Event}}
card_attributes:
  suit: {name: Suit, type: suit, played: false, optional: true}
  rank: {name: Rank, type: 1..13, played: false, optional: true}
  bonus: {name: Bonus, type: -3..3, signed: true, played: false, optional: true}
  art: {type: image}
  flavour: {type: text, shown: text, style: italic}
icons: {shell: "M12 3L21 12L12 21L3 12Z", coral: "M4 4h16v16H4z"}
"""
CARDS = """
cards:
  shell_7: {type: number, suit: shell, rank: 7}
  coral_10: {type: number, suit: coral, rank: 10}
  tide: {type: event, name: The Tide, text: "Draw *2* cards, then give {icon:shell} away.", flavour: "It comes and goes."}
decks: {all: {name: All, cards: {shell_7: 1, coral_10: 2, tide: 1}}}
"""


def game(boxes: str, *, extra: str = "", cards: str = CARDS, theme: str = "") -> dict[str, str]:
    """The texts of a game with one layout of these boxes, each a line."""
    lines = "\n".join(f"      {line.strip()}" for line in boxes.strip().splitlines())
    return {"game.yaml": f"{HEAD}{theme}{cards}layouts:\n  face:\n    {extra}\n    boxes:\n{lines}\n"}


def compiled(texts: dict[str, str]) -> Compilation:
    made = compile_texts(texts)
    program_in(made)
    return made


def cards_of(texts: dict[str, str], folder: Path | None = None) -> Produced:
    """The card sheets of a game, in a folder where one is given."""
    if folder is None:
        return produce(compiled(texts), Settings("a4", NoCache()))
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    made = compile_game(folder)
    program_in(made)
    return produce(made, Settings("a4", NoCache(), GameFiles(folder)))


def said(made: Produced) -> list[tuple[str, str]]:
    """Code and message of each problem."""
    return [(problem.code, problem.message) for problem in made.problems]


def picture(width: int, height: int, form: str = "PNG", mode: str = "RGB") -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new(mode, (width, height), {"RGB": (30, 90, 160), "L": 90, "RGBA": (30, 90, 160, 90)}[mode]).save(out, form)
    return out.getvalue()


def claimed_png(width: int, height: int) -> bytes:
    """The beginning of a PNG that claims to be so large, with next to nothing in it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")
