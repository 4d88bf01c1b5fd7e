"""Sheets that are kept whole: they are those that would be made, whatever was edited, and only what changed is made anew."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_texts
from penance_build.press.cards import product
from penance_build.product import Produced, Settings
from tests.games import texts_of
from tests.layout_support import picture
from tests.press_pdf import MemoryCache
from tests.test_diff import scalars, variants
from tests.test_own_backs import GAME

full = pytest.mark.full


def sheets(made: Compilation, cache: MemoryCache, *, whole: bool) -> Produced:
    return product.produce(made, Settings("a4", cache, made_by="this program" if whole else ""))


def compiled(files: Mapping[str, str], before: Compilation | None = None) -> Compilation:
    return compile_texts(files, every_option=False, previous=before)


@full
def test_kept_sheets_are_those_that_would_be_made() -> None:
    """After 12 edits of anything, a build with a cache of whole sheets gives what one without gives."""
    files = texts_of("penance")
    before = compiled(files)
    cache = MemoryCache()
    sheets(before, cache, whole=True)
    rng, places = random.Random(29), list(scalars(files))
    printed = [place for place in places if place[0].startswith(("cards", "theme", "game", "icons", "wording", "keywords", "state"))]
    changed = 0
    for number in range(12):
        file, start, end, text = rng.choice(printed if number % 4 and printed else places)
        others = list(variants(text)) or ["7"]
        new = {**files, file: files[file][:start] + rng.choice(others) + files[file][end:]}
        after = compiled(new, before)
        if after.program is None:
            continue
        kept = sheets(after, MemoryCache(cache.kept), whole=True)
        made = sheets(after, cache, whole=False)
        assert kept == made, f"{file}: {text}"
        changed += 1
    assert changed > 3


@pytest.mark.full
def test_only_the_sheets_of_a_changed_card_are_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    decks = "decks: {all: {name: All, cards: {one: 1}}, land: {name: Earth, cards: {two: 1}}}\n"
    text = GAME.replace("layouts:\n  coat:\n    ground: tincture\n", "unused:\n") + decks
    text = text[: text.index("unused:")] + text[text.index("cards:") :]
    made: list[str] = []
    front = product.front_of
    monkeypatch.setattr(product, "front_of", lambda press, card, place: made.append(card.id) or front(press, card, place))
    cache = MemoryCache()
    first = compiled({"game.yaml": text})
    sheets(first, cache, whole=True)
    assert made == ["one", "two"]
    sheets(first, cache, whole=True)
    assert made == ["one", "two"]
    sheets(compiled({"game.yaml": text.replace("name: Two", "name: Three")}), cache, whole=True)
    assert made == ["one", "two", "two"]


def test_what_shows_files_or_has_something_wrong_is_not_kept(tmp_path: Path) -> None:
    from penance_build.api import compile_game
    from penance_build.build.files import GameFiles

    (tmp_path / "back.png").write_bytes(picture(821, 1121))
    (tmp_path / "game.yaml").write_text(GAME + "decks: {all: {name: All, back: back.png, cards: {one: 1, two: 1}}}\n")
    cache = MemoryCache()
    product.produce(compile_game(tmp_path), Settings("a4", cache, GameFiles(tmp_path), made_by="this"))
    assert not [key for key in cache.kept if key.startswith("sheets-")]
    wrong = GAME + "decks: {all: {name: All, cards: {one: 1, two: 1}}}\n"
    long = compiled({"game.yaml": wrong.replace("name: Two", f"name: {'Endlessly' * 30}")})
    first = sheets(long, cache, whole=True)
    assert first.problems
    assert sheets(long, cache, whole=True) == first
