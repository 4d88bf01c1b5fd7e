"""How a user prints: ``print.yaml`` and the settings on the command line, damaged, over a small game."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random

import pikepdf

from penance_build.cli.printing.settings import KEYS
from tests.fuzz import damage
from tests.fuzz.command import penance, without_controls
from tests.fuzz.target import Case, Target, demand, write
from tests.layout_support import game

_FILE = """
paper: letter
pages: interleaved
flip: long
turn: auto
gap: 2 mm
marks: lines
ink: low
watermark: Proof
blanks: 2
grid: 2x3
printer: office
printers:
  office: {offset: [0.35, -0.2]}
  copyshop: {offset: [0, 0.6], turn: 0.3, scale: [100, 100.4]}
"""
_FIT = {
    "pages": ("interleaved", "backs_last", "fronts", "fold"),
    "flip": ("long", "short"),
    "turn": ("auto", "upright", "lying"),
    "gap": ("auto", "abut", "0.01 mm", "4 mm", "12 mm"),
    "marks": ("on", "off", "lines"),
    "ink": ("full", "low"),
    "watermark": ("", "Proof", "ff \u4e2d < & {x}", "W" * 40),
    "blanks": ("0", "1", "30"),
    "paper": ("a3", "a4", "letter", "320x450mm", "100x150mm"),
    "grid": ("auto", "1x1", "2x2", "3x3"),
    "printer": ("office", "copyshop"),
}
_WORDS = (
    "auto", "abut", "4 mm", "0.004 mm", "49.99 mm", "51 mm", "-1 mm", "3x3", "1x1",
    "9x9", "0x1", "99x99", "a3", "a4", "200x300", "200x300 mm",
    "1x1 mm", "5000x5000 mm", "on", "off", "lines", "fold", "fronts", "backs_last", "long", "short",
    "upright", "lying", "full", "low", "0", "99", "100",
    "٣", "office", "nobody", "nan", "1e3", "\u202eforP", "W" * 40, "W" * 41, "a\nb", "", " ",
)  # fmt: skip


def _word(chance: Random, key: str) -> str:
    """Mostly what this key may be."""
    if key in _FIT and chance.random() < 0.85:
        return chance.choice(_FIT[key])
    return chance.choice((*_WORDS, damage.text(chance)))


def _settings(chance: Random) -> Case:
    case: Case = {}
    if chance.random() < 0.7:
        lines = [line for line in _FILE.splitlines() if line.startswith((" ", "print")) or chance.random() < 0.5]
        text = "\n".join(lines) + "\n"
        if chance.random() < 0.6:
            key = chance.choice(list(KEYS))
            text = "".join(line for line in text.splitlines(True) if not line.startswith(f"{key}:"))
            text = f"{key}: {_word(chance, key)}\n{text}"
        elif chance.random() < 0.6:
            text = damage.of_text(text, chance, chance.choice((1, 1, 2, 3)))
        case["print.yaml"] = text.encode("utf-8", "surrogatepass")
        if chance.random() < 0.1:
            case["print.yaml"] = damage.of_bytes(case["print.yaml"], chance, 3)
    said = []
    for _ in range(chance.choice((0, 1, 2, 3))):
        key = chance.choice((*KEYS, *KEYS, *KEYS, "pagse", "", "printers"))
        said.append(f"{key}{chance.choice('=======: ')}{_word(chance, key)}")
    # What no command line can carry is not tried.
    clean = [word.replace("\0", "").encode("utf-8", "replace").decode() for word in said]
    case["words"] = json.dumps(clean).encode()
    return case


def _asked(case: Case, folder: Path) -> str:
    write({name: data for name, data in case.items() if name != "words"}, folder)
    texts = game("a: {at: [5, 5, 53, 8], show: name}\nb: {at: card, shape: rectangle, stroke: ink, line: 0.3}")
    write({f"game/{name}": text.encode() for name, text in texts.items()}, folder)
    words = [part for word in json.loads(case.get("words", b"[]")) for part in ("--print", word)]
    ran = penance("build", "game", "-o", "out", "--only", "cards", *words, folder=folder)
    demand(without_controls(ran.out) and without_controls(ran.err), "what is printed moves the cursor")
    sheets = sorted((folder / "out").rglob("*.pdf"))
    demand(bool(sheets) == (ran.code == 0), f"exit code {ran.code} and {len(sheets)} sheets")
    if ran.code:
        demand(ran.err.strip(), f"exit code {ran.code}, and nothing is said")
        return "refused"
    for path in sheets:
        with pikepdf.open(io.BytesIO(path.read_bytes())) as pdf:
            demand(len(pdf.pages) > 0, f"{path.name} has no page")
    return "printed"


SETTINGS = Target(
    "settings",
    "with any settings of printing sheets come out, or they are refused and nothing is built",
    _settings,
    _asked,
    seconds=15,
    megabytes=400,
    is_slow=True,
)
