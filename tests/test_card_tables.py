"""`build --only data`: what is written is read back as it was, from each of the three forms, for the shipped games and for any others."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penance_build.api import Compilation, compile_game, compile_texts
from penance_build.card_tables.product import produce
from penance_build.ir.nodes import Program
from penance_build.product import NoCache, Settings
from penance_build.sheets.importing.files import Asked, game_texts, import_file, staying_texts
from penance_build.sheets.importing.yaml_text import sections

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent for path in (ROOT / "rules").glob("*/game.yaml"))
GAME = 'game: {id: g, name: G, version: "1", language: 1}\n'
FORMS = ("csv", "xlsx", "json")


def files_of(compilation: Compilation) -> dict[str, bytes]:
    return {artifact.path: artifact.data for artifact in produce(compilation, Settings("a4", NoCache())).artifacts}


def read_back(files: dict[str, bytes], form: str, *, stays: bool = False) -> Program:
    """The game that an import of one form gives."""
    name = f"cards.{form}"
    asked = Asked(name, files[f"data/{name}"], "cards.map.yaml", files["data/cards.map.yaml"].decode(), deck="")
    done = import_file(asked)
    assert [problem for problem in done.problems if problem.severity == "error"] == []
    texts = (staying_texts if stays else game_texts)([asked], [done])
    compiled = compile_texts({"game.yaml": GAME, **texts}, sheets={name: asked.data})
    assert [problem for problem in compiled.problems if problem.severity == "error"] == []
    assert compiled.program is not None
    return compiled.program


def shown(program: Program) -> dict[str, Any]:
    """All that a program has of its cards, as far as it is data."""
    return {
        "cards": [
            (card.id, card.name, card.type, card.slot, card.faction, card.factions, card.values, card.words, card.text, card.back)
            for card in program.cards
        ],
        "decks": {deck.id: (deck.name, deck.faction, deck.back, dict(deck.cards)) for deck in program.decks},
        "attributes": [
            (item.id, item.name, item.shown, item.signed, item.to, item.type.kind, item.type.ref) for item in program.attributes
        ],
        "words": [(item.id, item.name, item.kind, item.ref, item.shown, item.style) for item in program.printed.words],
        "groups": [program.card_types, program.slots],
        "factions": program.factions,
        "icons": program.printed.icons,
        "theme": [(key, value) for key, value in program.printed.theme if key.startswith(("tincture_", "hatch_", "tint_", "card_size"))],
    }


@pytest.mark.full
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_nothing_of_the_shipped_games_is_lost(folder: Path, form: str) -> None:
    compilation = compile_game(folder)
    assert compilation.program is not None
    files = files_of(compilation)
    if not compilation.program.cards:
        assert files == {}
        return
    assert shown(read_back(files, form)) == shown(compilation.program)


# ---------------------------------------------------------------- any cards

LETTERS = st.sampled_from("abc ABC 019 =+-@'\"`,;|.:#&<>\\/()[]!?é")
TEXTS = st.text(LETTERS | st.sampled_from("\n"), min_size=1, max_size=24).filter(lambda text: bool(text.strip()))
NAMES = st.text(LETTERS, min_size=1, max_size=16).map(str.strip).filter(bool)
CARDS = st.fixed_dictionaries(
    {"name": NAMES, "type": st.sampled_from(["a_type", "other"]), "rank": st.integers(-99, 99)},
    optional={
        "text": TEXTS.map(lambda text: text.replace("a", "{icon:gem}", 1).replace("b", "{sign:asterisk}")),
        "faction": st.sampled_from(["red", "blue", ["red", "blue"]]),
        "fast": st.booleans(),
        "side": st.sampled_from(["front", "rear"]),
        "copies": st.integers(0, 9),
        "id_text": TEXTS,
        "art": st.sampled_from(["art/one.png", "=two.svg"]),
        "keywords": st.lists(st.sampled_from(["swift", "wise", "plain"]), min_size=1, max_size=3, unique=True),
    },
)
DECLARED = """
card_types:
  a_type: {name: "=A type", icon: gem, size: mini}
  other: {name: Other, back: {text: "@Back", tincture: black, ornament: plain}}
factions: {red: {name: Red, tincture: coast, icon: gem}, blue: {name: Blue, tincture: blue}}
theme: {tincture_coast: "#336677", hatch_coast: vertical, card_size: tarot, tint_other: gold}
enums:
  side: {members: {front: Front, rear: {name: Rear, text: Behind.}}}
  keyword: {known: unread, members: {swift: Swift, wise: {name: Wise, text: "It knows."}, plain: Plain}}
icons: {gem: "M4 4h16v16H4z"}
card_attributes:
  rank: {name: "@Rank", type: -99..99, signed: true, shown: mark}
  fast: {type: bool, optional: true}
  side: {type: side, optional: true}
  copies: {type: 0..9, optional: true, shown: cost}
  id_text: {name: Words, type: text, shown: text, style: italic}
  art: {type: image}
  keywords: {type: list of keyword}
"""


@st.composite
def games(draw: st.DrawFn) -> str:
    cards = draw(st.lists(CARDS, min_size=1, max_size=5))
    entries = {f"card_{number}": card for number, card in enumerate(cards)}
    decks: dict[str, Any] = {}
    for deck in draw(st.sampled_from([(), ("one",), ("one", "two")])):
        chosen = draw(st.dictionaries(st.sampled_from(sorted(entries)), st.integers(1, 30), min_size=1))
        decks[deck] = {"name": f"Deck {deck}", "cards": chosen, **({"back": {"text": "Two"}} if deck == "two" else {})}
    for name, card in list(entries.items()):
        other = entries[f"card_{draw(st.integers(0, len(entries) - 1))}"]
        if other is not card and other["type"] == card["type"]:  # of one size
            entries[name] = {**card, "back": next(key for key, value in entries.items() if value is other)}
    return GAME + DECLARED + sections({"cards": entries, "decks": decks})


@pytest.mark.full
@settings(max_examples=30, deadline=None)
@given(games())
def test_nothing_of_any_cards_is_lost(text: str) -> None:
    compilation = compile_texts({"game.yaml": text})
    assert compilation.program is not None, compilation.problems
    files = files_of(compilation)
    expected = shown(compilation.program)
    for form in FORMS:
        assert shown(read_back(files, form)) == expected, form
    assert shown(read_back(files, "csv", stays=True)) == expected


# ---------------------------------------------------------------- what stands in the files


def test_no_cell_is_computed_and_all_is_the_same_each_time() -> None:
    marked = 'a,b\n"c" _x0041_ <&>'
    cards = {"a": {"name": "=1+1", "text": "'=2"}, "b": {"name": "-x", "text": marked}, "c": {"name": "@me", "text": "+3"}}
    compilation = compile_texts({"game.yaml": GAME + sections({"card_types": {"t": {"name": "T"}}, "cards": cards})})
    files = files_of(compilation)
    assert files == files_of(compile_texts({"game.yaml": GAME + sections({"card_types": {"t": {"name": "T"}}, "cards": cards})}))
    rows = list(csv.DictReader(io.StringIO(files["data/cards.csv"].decode("utf-8-sig"), newline="")))
    assert [row["name"] for row in rows] == ["'=1+1", "'-x", "'@me"]
    assert [row["text"] for row in rows] == ["''=2", marked, "'+3"]
    sheet = openpyxl.load_workbook(io.BytesIO(files["data/cards.xlsx"]))["Cards"]
    found = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert [row[1] for row in found] == ["=1+1", "-x", "@me"]
    assert {cell.data_type for row in sheet.iter_rows(min_row=2) for cell in row if cell.value is not None} == {"s"}
    assert found[1][3] in (marked, marked.replace("_x0041_", "_x005F_x0041_"))  # openpyxl leaves the escape as it is
    assert json.loads(files["data/cards.json"])[0] == {"id": "a", "name": "=1+1", "type": "t", "text": "'=2"}
