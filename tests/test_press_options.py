"""Sheets come out under any choice of the options that ship with Penance: the names of the options stand on each of them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from penance_build.api import compile_game
from penance_build.build.judging.answers import produce as reference
from penance_build.press.cards.product import produce as cards
from penance_build.press.dice.product import produce as dice
from penance_build.press.edition import edition
from penance_build.press.text.strings import Strings, words_in
from penance_build.product import Settings
from penance_build.shipped import data_folder
from tests import press_pdf as read

OPTIONS = {
    "dice_pool": ("off", "v3", "v3_conversion"),
    "damaged_cards": ("off", "on"),
    "suffering_dice": ("off", "on"),
    "taint": ("off", "on"),
    "grit": ("off", "on"),
}
EVERY = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]
# What did not come out once: a last line that was wider than it was measured, title blocks with five options.
ONCE_WRONG = [
    {name: values[-1] for name, values in OPTIONS.items()},
    {"damaged_cards": "on", "grit": "on"},
    {"damaged_cards": "on", "dice_pool": "v3_conversion"},
]


@pytest.fixture(scope="module")
def shared() -> read.MemoryCache:
    return read.MemoryCache()


def errors(choice: Mapping[str, str], cache: read.MemoryCache) -> list[str]:
    compilation = compile_game(data_folder("rules") / "penance", dict(choice), every_option=False)
    found = [problem for make in (dice, reference, cards) for problem in make(compilation, Settings("a4", cache)).problems]
    return [problem.message for problem in found if problem.severity == "error"]


@pytest.mark.soak
@pytest.mark.parametrize("choice", ONCE_WRONG, ids="+".join)
def test_sheets_of_options(choice: Mapping[str, str], shared: read.MemoryCache) -> None:
    assert errors(choice, shared) == []


@pytest.mark.soak
@pytest.mark.parametrize("choice", EVERY, ids=lambda choice: "+".join(choice.values()))
def test_sheets_of_every_choice(choice: Mapping[str, str], shared: read.MemoryCache) -> None:
    assert errors(choice, shared) == []


def test_many_options_are_counted_on_a_title_block() -> None:
    english = Strings("en", words_in("en"))
    assert edition("3.0 + taint on", english) == "3.0 + taint on"
    assert edition("3.0 + damaged_cards on + dice_pool v3_conversion + grit on", english) == "3.0 + 3 options"
