"""What leaves for makers and virtual tables, made of a small game, and read back as those programs read it."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from jsonschema import Draft202012Validator
from PIL import Image, ImageChops

from penance_build.api import compile_game
from penance_build.build.files import GameFiles
from penance_build.compilation import Compilation
from penance_build.exits.product import produce
from penance_build.press.faces.product import produce as single_faces
from penance_build.product import Cache, ExitAsked, FacesAsked, NoCache, Produced, Selection, Settings
from tests.layout_support import game

FORMATS = Path(__file__).parent / "formats"
BOXES = """
title: {at: [5, 5, 53, 8], show: name, size: 9..14, colour: ink}
pips: {at: [14, 24, 35.5, 50], pips: {count: rank, icon: suit}, colour: rubric}
rules: {at: [5, 76, 53, 8], show: text, size: 6}
"""
CARDS = """
cards:
  shell_7: {type: number, suit: shell, rank: 7, text: "Take *7* {sign:open_brace}shells{sign:close_brace}."}
  coral_10: {type: number, name: Coral & Ten, suit: coral, rank: 10, text: "Draw *2* cards, then give {icon:shell} shells away."}
  tide: {type: event, name: The Tide, text: "It comes.", flavour: "And goes."}
decks:
  all: {name: All, cards: {shell_7: 1, coral_10: 3, tide: 1}}
  one: {name: One, cards: {tide: 1}}
"""
MORE = """
dice:
  fate:
    name: Fate
    text: Rolled for shells.
    faces:
      - {id: a, name: SHELL, icon: shell, text: Take one.}
      - {id: b, name: CORAL, icon: coral}
      - {id: c, name: C, icon: shell}
      - {id: d, name: D, icon: coral}
      - {id: e, name: E, icon: shell}
      - {id: f, name: F, icon: coral}
    print: {edge: 16 mm, material: Acrylic, body: {name: Black, color: "#101010"}, symbol: {name: White, color: "#ffffff"}, quantity: 2}
  four:
    name: Four
    faces: [{id: one, name: "1", values: {value: 1}}, {id: two, name: LOW}, {id: three, name: MIDDLE}, {id: four, name: HIGH}]
counters:
  gold: {name: Gold, owner: player, type: 0..20, start: 3}
  tides: {name: Tides, owner: game, type: 0..9, start: 0}
reference:
  - title: How to play
    blocks:
      - {show: steps, title: The turn, lines: ["Draw a card.", "Play it."]}
      - {show: die, ref: fate}
"""


def folder(tmp_path: Path, *, theme: str = "", boxes: str = BOXES, cards: str = CARDS, profile: dict[str, str] | None = None) -> Path:
    """The game in a folder, with profiles of its own where some are given."""
    for name, text in game(boxes, cards=cards, theme=MORE + theme).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for name, text in (profile or {}).items():
        (tmp_path / "profiles").mkdir(exist_ok=True)
        (tmp_path / "profiles" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def compiled(path: Path) -> Compilation:
    made = compile_game(path)
    assert made.program is not None, [(problem.code, problem.message, problem.span) for problem in made.problems]
    return made


def left(path: Path, name: str, base: str = "", icc: str = "", cache: Cache | None = None) -> Produced:
    """What a game gives for a maker or program."""
    return produce(compiled(path), Settings("a4", cache or NoCache(), GameFiles(path), exit=ExitAsked(name, base, icc)))


def files_of(produced: Produced, name: str) -> dict[str, bytes]:
    """The files by their names within ``for-NAME/``."""
    assert produced.problems == (), [(problem.code, problem.message) for problem in produced.problems]
    assert all(artifact.path.startswith(f"for-{name}/") for artifact in produced.artifacts)
    return {artifact.path.removeprefix(f"for-{name}/"): artifact.data for artifact in produced.artifacts}


def faces_at(path: Path, width: int, height: int, *, deck: str = "") -> dict[str, Image.Image]:
    """The single faces of a game in so many pixels, by card and ``back-NAME``."""
    asked, chosen = FacesAsked(size=(width, height)), Selection(decks=(deck,) if deck else ())
    made = single_faces(compiled(path), Settings("a4", NoCache(), GameFiles(path), faces=asked, chosen=chosen))
    return {
        artifact.path.removeprefix("faces/").removesuffix(".png"): opened(artifact.data)
        for artifact in made.artifacts
        if artifact.path.endswith(".png")
    }


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.mode == "RGB"
    return image


def apart(one: Image.Image, other: Image.Image) -> int:
    """The greatest difference of a channel of a pixel, of 255."""
    assert one.size == other.size
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


@cache
def validator(name: str) -> Draft202012Validator:
    schema = json.loads((FORMATS / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def held(name: str, data: Any) -> None:
    """Raises where the data are not of this format."""
    assert [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(data)] == []


def tree(data: bytes) -> list[Any]:
    """A file of XML as ``[name, text, children]``."""

    def of(element: ElementTree.Element) -> list[Any]:
        return [element.tag, (element.text or "").strip(), [of(child) for child in element]]

    return of(ElementTree.fromstring(data))


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))
