"""Families: one entry that is many cards, each of them as if it had been typed."""

from __future__ import annotations

import time

import pytest

from penance_build.api import compile_texts
from penance_build.compilation import Compilation
from penance_build.families import expand
from penance_build.ir import canonical

HEAD = """
game: {id: g, name: G, version: "1", language: 1}
enums: {suit: {known: unread, members: {shell: Shells, coral: {name: Coral}}}}
card_attributes:
  suit: {type: suit}
  rank: {type: -2..10, shown: cost}
  flavour: {type: text, shown: text}
"""
FAMILY = (
    HEAD
    + """
cards:
  numbers:
    each: {suit: all, rank: 1..3}
    name: "{rank} of {suit}"
    flavour: "Of {suit}, like {card coral_3}."
decks:
  base: {name: Base, cards: {numbers: 2, shell_2: 1}}
"""
)
TYPED = (
    HEAD
    + """
cards:
  shell_1: {name: 1 of Shells, suit: shell, rank: 1, flavour: "Of Shells, like {card coral_3}."}
  shell_2: {name: 2 of Shells, suit: shell, rank: 2, flavour: "Of Shells, like {card coral_3}."}
  shell_3: {name: 3 of Shells, suit: shell, rank: 3, flavour: "Of Shells, like {card coral_3}."}
  coral_1: {name: 1 of Coral, suit: coral, rank: 1, flavour: "Of Coral, like {card coral_3}."}
  coral_2: {name: 2 of Coral, suit: coral, rank: 2, flavour: "Of Coral, like {card coral_3}."}
  coral_3: {name: 3 of Coral, suit: coral, rank: 3, flavour: "Of Coral, like {card coral_3}."}
decks:
  base: {name: Base, cards: {shell_1: 2, shell_3: 2, coral_1: 2, coral_2: 2, coral_3: 2, shell_2: 1}}
"""
)


def compiled(text: str, previous: Compilation | None = None, **more: str) -> Compilation:
    return compile_texts({"game.yaml": text, **{f"{name}.yaml": other for name, other in more.items()}}, previous=previous)


def told(compilation: Compilation) -> list[tuple[str, int, int, str]]:
    return [(item.code, item.span.line, item.span.column, item.message) for item in compilation.problems]


def test_a_family_is_its_cards() -> None:
    family, typed = compiled(FAMILY), compiled(TYPED)
    assert family.program is not None, family.problems
    assert canonical.dumps(family.program) == canonical.dumps(typed.program)
    assert family.covered["card"] == 6


def test_names_and_ids_where_none_are_given() -> None:
    program = compiled(HEAD + "cards: {low: {each: {rank: -1..1, suit: coral}}}\ndecks: {all: {name: All, cards: {low: 1}}}").program
    assert program is not None
    assert [(card.id, card.name) for card in program.cards] == [
        ("minus_1_coral", "-1 Coral"), ("low_0_coral", "0 Coral"), ("low_1_coral", "1 Coral"),
    ]  # fmt: skip


def test_lists_name_families_of_other_files() -> None:
    other = "cards: {numbers: {each: {suit: all, rank: [2, 9]}}}"
    program = compiled(HEAD + "decks: {all: {name: All, cards: {numbers: 3}}}", more=other).program
    assert program is not None
    assert program.decks[0].cards == (("shell_2", 3), ("shell_9", 3), ("coral_2", 3), ("coral_9", 3))


def test_problems_stand_in_the_family() -> None:
    text = FAMILY.replace("like {card coral_3}", "like {card corl_3}").replace("1..3}", "[1, 2, 30]}")
    found = told(compiled(text))
    line = text[: text.index("each:")].count("\n") + 1
    assert [item[:2] for item in found] == [("E705", line), ("E301", line + 2)]
    assert found[0][2] == text.split("\n")[line - 1].index("30]") + 1


@pytest.mark.full
def test_many_values_are_counted_at_once() -> None:
    values = ", ".join(map(str, range(100_000)))
    began = time.process_time()
    made = compile_texts(
        {"game.yaml": f"game: {{id: g, name: G, version: '1', language: 1}}\ncards: {{x: {{each: {{rank: [{values}]}}}}}}\n"}
    )
    assert [(item.code, item.message) for item in made.problems if item.code == "E218"] == [
        ("E218", "this family has 100,000 cards; 1,000 are the most")
    ]
    assert time.process_time() - began < 10


def test_all_families_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expand, "MAX_FAMILIES", 25)
    monkeypatch.setattr(expand, "MAX_GAME_BYTES", 2_000)
    head = "game: {id: g, name: G, version: '1', language: 1}\ncard_attributes: {rank: {type: 0..99}}\ncards:\n"
    rows = [f"  {name}: {{name: '{text}', each: {{rank: {low}..{low + 9}}}}}\n" for name, text, low in (("a", "A", 0), ("b", "B", 10))]
    many = compile_texts({"game.yaml": head + "".join(rows) + "  c: {name: C, each: {rank: 20..29}}\n"})
    assert [(item.code, item.span.line) for item in many.problems] == [("E218", 6)]
    long = compile_texts({"game.yaml": head + "".join(rows) + f"  c: {{name: '{'{rank}' * 40}', each: {{rank: 20..24}}}}\n"})
    assert [(item.code, item.span.line) for item in long.problems] == []
    longer = compile_texts({"game.yaml": head + rows[0] + f"  c: {{name: '{'{rank}' * 40}', each: {{rank: 20..29}}}}\n"})
    assert [(item.code, item.span.line) for item in longer.problems] == [("E218", 5)]


def test_compiled_again_is_compiled_anew() -> None:
    edits = [
        ("1..3", "1..4"), ("rank: 1..3", "rank:   1..3"), ("{rank} of {suit}", "{suit}, {rank}"), ("coral_3}.", "coral_2}."),
        ("2, shell_2: 1", "1"), ("shell: Shells", "shell: Snails"), ("each: {suit: all", "each: {suit: [coral, shell]"), ("1..3", "1..30"),
        ("numbers:\n", "others:\n"),
    ]  # fmt: skip
    before = compiled(FAMILY)
    for old, new in edits:
        text = FAMILY.replace(old, new)
        again, fresh = compiled(text, before), compiled(text)
        assert told(again) == told(fresh), (old, new)
        assert (again.program is None) == (fresh.program is None)
        if again.program is not None and fresh.program is not None:
            assert canonical.dumps(again.program) == canonical.dumps(fresh.program)
        assert told(compiled(FAMILY, again)) == told(before)
