"""Which cards are to be printed anew: whatever changes on a printed face names its card, and nothing else does."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from importlib import resources
from pathlib import Path

import pytest
from PIL import Image

from penance_build.api import compile_game, compile_texts
from penance_build.build.files import GameFiles
from penance_build.build.prints import anew, prints_of
from penance_build.diff.faces import Held
from penance_build.diff.printing import cards_to_print
from penance_build.ir.nodes import Program
from penance_build.press.faces.product import produce
from penance_build.product import FacesAsked, NoCache, Settings

GAME = """
game: {id: tide, name: Tide, version: "1", language: 1}
icons: {star: "M12 2 L22 22 L2 22 Z", coral: "M2 2 H22 V22 H2 Z", shell: "M12 2 L22 12 L12 22 L2 12 Z", drop: "M4 4 H20 V20 H4 Z"}
theme: {tincture_shell: "#8c1f1a", tincture_coral: "#24476b", font_text: fonts/body.ttf}
enums:
  suit: {name: Suit, members: {shell: Shells, coral: Corals}, known: unread}
  key: {name: Key, members: {fly: {name: Fly, text: "Flies."}}, known: unread}
card_attributes:
  suit: {name: Suit, type: suit, optional: true}
  rank: {name: Rank, type: 1..9, optional: true}
  art: {name: Art, type: image}
  keys: {name: Keys, type: list of key, shown: text, optional: true}
  lore: {name: Lore, type: text, shown: mark, icon: drop, optional: true}
slots: {a: {name: a}, b: {name: b}}
factions: {sea: {name: The Sea, tincture: blue}, land: {name: The Land, tincture: red, icon: coral}}
card_types: {num: {name: Number}, page: {name: Page}, other: {name: Other}, tall: {name: Tall}}
cards:
  c1: {name: C1, type: num, faction: sea, slot: a, suit: shell, rank: 3}
  c2: {name: C2, type: num, faction: sea, slot: b, suit: coral, rank: 4}
  t1: {name: T1, type: page, faction: sea, slot: a}
  o1: {name: O1, type: other, faction: land, text: "Short.", keys: [fly]}
  o2: {name: O2, type: other, faction: land, text: "Also *2* short.", lore: Old}
  o3: {name: O3, type: tall, faction: sea, art: art/own.png, text: "Seen."}
decks:
  d: {name: Deck D, back: "art/back-{slot}.png", cards: {c1: 1, c2: 2}}
  e: {name: Deck E, back: coat, cards: {o1: 2, o2: 1}}
  f: {name: Deck F, faction: land, cards: {t1: 1}}
  g: {name: Deck G, faction: sea, cards: {o3: 1}}
layouts:
  num:
    for: num
    boxes:
      title: {at: [4, 4, 55, 8], show: name, font: display}
      t2: {at: [4, 14, 55, 6], say: "{rank} of {suit}", font: display}
      t3: {at: [4, 22, 55, 6], show: deck, font: display}
      t4: {at: [4, 30, 55, 6], show: faction, font: display}
      t5: {at: [4, 38, 55, 6], say: "{number}/{total} {game}", font: display}
      t6: {at: [4, 46, 10, 10], icon: star, colour: suit}
      t7: {at: [14, 46, 10, 10], icon: suit}
      foot: {at: [4, 80, 55, 4], say: "{number} {version}", font: display}
  page: {for: page, boxes: {all: {at: card, template: templates/page.html}}}
  coat:
    ground: tincture
    boxes:
      seal: {at: [10, 10, 40, 40], image: art/seal.png}
      of: {at: [10, 60, 40, 10], show: deck, font: display}
      star: {at: [10, 70, 10, 10], icon: star}
"""
LONG = "Short, and then it goes on. " * 13
PAGE = '<p style="font-size: 9pt; font-family: display">{{ card.name }}</p><img src="art/in.png" style="width: 20mm">'


def flat(red: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (1000, 1000), (red, 90, 30)).save(out, "PNG")
    return out.getvalue()


def font(package: str, file: str) -> bytes:
    return resources.files(package).joinpath("files", file).read_bytes()


FILES: Mapping[str, bytes] = {
    **{f"art/{name}.png": flat(20 * at) for at, name in enumerate(("back-a", "back-b", "seal", "own", "in"))},
    "fonts/body.ttf": font("fontpkg_spectral", "Spectral-Regular.ttf"),
    "templates/page.html": PAGE.encode(),
}
# What changes: a text of the rules by another, or a file; the cards to print anew, with the reasons.
Change = tuple[str, str | bytes, dict[str, str]]
ICON = {"c1": "icons", "c2": "icons", "t1": "icons", "o1": "back", "o2": "back"}
CHANGES: Mapping[str, Change] = {
    "the version": ('version: "1"', 'version: "2"', {}),
    "the name of a deck on fronts": ("name: Deck D", "name: Deck Delta", {"c1": "deck", "c2": "deck"}),
    "the name of a deck on backs": ("name: Deck E", "name: Deck Epsilon", {"o1": "back", "o2": "back"}),
    "the name of a deck that stands nowhere": ("name: Deck G", "name: Deck Gamma", {}),
    "the name of a faction": ("name: The Sea", "name: The Ocean", {"c1": "faction", "c2": "faction", "t1": "faction"}),
    "the name of a member": ("shell: Shells", "shell: Conches", {"c1": "Suit"}),
    "what a member means": ('text: "Flies."', 'text: "Flew."', {"o1": "Keys"}),
    "an icon of layouts": ("M12 2 L22 22 L2 22 Z", "M2 2 L22 22 L2 22 Z", ICON),
    "an icon that a value chooses": ("M12 2 L22 12 L12 22 L2 12 Z", "M2 2 L22 22 L2 22 Z", {"c1": "icons", "t1": "icons"}),
    "an icon of a printed text": ("M4 4 H20 V20 H4 Z", "M4 4 H20 L4 20 Z", {"o2": "icons", "t1": "icons"}),
    "an icon of a faction": ("M2 2 H22 V22 H2 Z", "M2 2 H22 L2 22 Z", {"c2": "icons", "t1": "icons", "o1": "icons", "o2": "icons"}),
    "a colour that a value chooses": ("#8c1f1a", "#00ff00", {"c1": "colour"}),
    "the name of the game": ("name: Tide", "name: Ebb", {"c1": "game", "c2": "game", "t1": "game, back", "o3": "back"}),
    "the order where the number stands": ("c1: 1, c2: 2", "c2: 2, c1: 1", {"c1": "number", "c2": "number"}),
    "the order where it is the last line": ("o1: 2, o2: 1", "o2: 1, o1: 2", {}),
    "one back of several": ("art/back-a.png", flat(200), {"c1": "back"}),
    "a picture in a layout of backs": ("art/seal.png", flat(200), {"o1": "back", "o2": "back"}),
    "the picture of a panel": ("art/own.png", flat(200), {"o3": "picture"}),
    "another picture in a panel": ("art: art/own.png", "art: art/seal.png", {"o3": "picture"}),
    "a picture in a template": ("art/in.png", flat(200), {"t1": "template"}),
    "a template": ("templates/page.html", PAGE.replace("9pt", "11pt").encode(), {"t1": "template"}),
    "a font": (
        "fonts/body.ttf", font("fontpkg_marcellus", "Marcellus-Regular.ttf"), {"t1": "fonts", "o1": "fonts", "o2": "fonts", "o3": "fonts"},
    ),
    "a text that makes the panels of its deck smaller": ('"Short."', f'"{LONG}"', {"o1": "text, panel", "o2": "panel"}),
    "where a box stands": ("t3: {at: [4, 22,", "t3: {at: [4, 23,", {"c1": "layout", "c2": "layout"}),
    "a box more": ("      t2:", "      t0: {at: [40, 60, 5, 5], shape: ellipse}\n      t2:", {"c1": "layout", "c2": "layout"}),
    "the name of a box": ("      t2:", "      second:", {}),
    "copies": ("c2: 2}", "c2: 3}", {"c2": "more copies"}),
}  # fmt: skip
# Those that are held against the faces themselves. A template may show what it is given, so that more may be told of its card.
SEEN = (
    "the name of a deck on fronts", "the name of a faction", "an icon of layouts", "an icon of a printed text",
    "a colour that a value chooses", "the name of the game", "a picture in a layout of backs", "a picture in a template", "a font",
    "a text that makes the panels of its deck smaller", "a box more", "the name of a box",
)  # fmt: skip


def written(folder: Path, old: str = "", new: str | bytes = "") -> Path:
    """A folder with the game, one thing in it changed."""
    text = GAME
    if isinstance(new, str) and old:
        assert GAME.count(old) == 1, old
        text = GAME.replace(old, new)
    files = {**FILES, "game.yaml": text.encode(), **({old: new} if isinstance(new, bytes) else {})}
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def program_in(folder: Path) -> Program:
    made = compile_game(folder)
    assert made.program is not None, [problem.message for problem in made.problems]
    return made.program


def seen(folder: Path) -> dict[str, tuple[bytes, bytes]]:
    """The front and the back of each card as pixels."""
    settings = Settings("a4", NoCache(), GameFiles(folder), faces=FacesAsked(dpi=110))
    files = {item.path: item.data for item in produce(compile_game(folder), settings).artifacts}
    listed = json.loads(files["faces/faces.json"])["faces"]
    return {
        face["id"]: (files[f"faces/{face['id']}.png"], files[f"faces/{face['back']}.png"]) for face in listed if face["side"] == "front"
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("before"))


@pytest.mark.full
@pytest.mark.parametrize("name", CHANGES)
def test_what_changed_names_its_cards_and_no_others(name: str, before: Path, tmp_path: Path) -> None:
    old, new, told = CHANGES[name]
    after = written(tmp_path, old, new)
    programs, files = (program_in(before), program_in(after)), (GameFiles(before), GameFiles(after))
    found = cards_to_print(*programs, Held(*files))
    assert {item.key.id: ", ".join(item.reasons) for item in found} == told
    by_digest = anew(*(prints_of(program, held) for program, held in zip(programs, files, strict=True)))
    sides = {card: "back" if why == "back" else "front, back" if "back" in why else "front" for card, why in told.items()}
    sides |= {card: why for card, why in told.items() if why == "more copies"}
    assert {item.card: ", ".join(item.reasons) for item in by_digest} == sides


@pytest.fixture(scope="module")
def seen_before(before: Path) -> dict[str, tuple[bytes, bytes]]:
    return seen(before)


@pytest.mark.full
@pytest.mark.parametrize("name", SEEN)
def test_what_is_told_is_what_is_seen(name: str, before: Path, seen_before: dict[str, tuple[bytes, bytes]], tmp_path: Path) -> None:
    old, new, told = CHANGES[name]
    after = seen(written(tmp_path, old, new))
    differing = {card: tuple(one != other for one, other in zip(faces, after[card], strict=True)) for card, faces in seen_before.items()}
    for card, (front, back) in differing.items():
        why = [reason for reason in told.get(card, "").split(", ") if reason]
        is_told = any(reason != "back" for reason in why)
        assert (is_told and (front or card != "t1"), "back" in why) == (front, back), card


OWN_NAMES = """
game: {id: g, name: G, version: "1", language: 1}
card_attributes: {NAME: {type: 1..9, shown: mark}}
card_types: {kind: {name: Kind}}
cards: {one: {name: One, type: kind, NAME: 3, text: Some.}}
decks: {pack: {name: Pack, cards: {one: 2}}}
LAYOUTS
"""


@pytest.mark.parametrize("shown", ["", "layouts: {all: {boxes: {a: {at: [4, 4, 55, 8], show: NAME}}}}"])
@pytest.mark.parametrize("name", ["colour", "icons", "fonts", "layout", "panel", "theme", "template"])
def test_an_attribute_may_be_called_as_a_part_of_ours(name: str, shown: str) -> None:
    text = OWN_NAMES.replace("LAYOUTS", shown).replace("NAME", name).lstrip("\n")
    old, new = (compile_texts({"game.yaml": one}).program for one in (text, text.replace(f"{name}: 3", f"{name}: 8")))
    assert old is not None and new is not None
    [told] = cards_to_print(old, new, Held())
    assert told.reasons == (name,)


@pytest.mark.parametrize("ending", ["html", "j2"])
def test_pictures_in_any_template_count(ending: str, tmp_path: Path) -> None:
    """Those whose names stand in it, whatever it ends with."""
    name = f"templates/face.{ending}"
    shown = f"layouts: {{all: {{boxes: {{a: {{at: [4, 4, 55, 8], template: {name}}}}}}}}}"
    program = compile_texts({"game.yaml": OWN_NAMES.replace("LAYOUTS", shown).replace("NAME", "rank").lstrip("\n")}).program
    assert program is not None
    (tmp_path / "templates").mkdir()
    (tmp_path / name).write_text('<img src="seal.svg">', encoding="utf-8")
    fronts = set()
    for drawing in ("<svg/>", "<svg></svg>"):
        (tmp_path / "seal.svg").write_text(drawing, encoding="utf-8")
        fronts.add(prints_of(program, GameFiles(tmp_path))["one"]["front"])
    assert len(fronts) == 2
