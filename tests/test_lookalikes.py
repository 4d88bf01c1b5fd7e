"""Letters that pass for others: named by code point where something is misspelt, and a warning where two names differ by them alone."""

from __future__ import annotations

import unicodedata

import pytest

from penance_build.api import compile_texts
from penance_build.diagnostics.lookalikes import _LIKE, skeleton, strangers
from penance_build.diagnostics.suggest import did_you_mean

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\n'


def test_what_looks_alike_has_one_skeleton() -> None:
    assert skeleton("\u0421ost") == skeleton("cost") == skeleton("\uff23OST")
    assert skeleton("Caf\u00e9") == skeleton("Cafe\u0301") != skeleton("Cafe")
    for letter, like in _LIKE.items():
        assert unicodedata.normalize("NFKC", letter).casefold() == letter or skeleton(letter).isascii()
        assert like.isascii()
        assert len(like) == 1


def test_the_letter_is_named_by_its_code_point() -> None:
    assert did_you_mean("\u0441ost", ["cost", "name"]) == "did you mean `cost`? Its `\u0441` is U+0441"
    assert did_you_mean("coste", ["cost", "name"]) == "did you mean `cost`?"
    assert strangers("caf\u00e9") == ""


@pytest.mark.parametrize(
    ("one", "other", "hint"),
    [
        ("Scope", "S\u0441ope", "its `\u0441` is U+0441; write both names alike, or so that they differ by more"),
        ("Caf\u00e9", "Cafe\u0301", "write both names alike"),
        ("Scope", "SCOPE", "write both names alike"),
    ],
)
def test_names_that_differ_by_their_look_alone_are_a_warning(one: str, other: str, hint: str) -> None:
    text = HEAD + f"dice:\n  a: {{name: {one}, sides: 6}}\n  b: {{name: {other}, sides: 6}}\n  c: {{name: Third, sides: 6}}\n"
    found = [problem for problem in compile_texts({"game.yaml": text}).problems if problem.code == "W744"]
    assert [(problem.span.line, problem.hint) for problem in found] == [(4, hint)]
    same = HEAD + f"dice:\n  a: {{name: {one}, sides: 6}}\n  b: {{name: {one}, sides: 6}}\n"
    assert [problem.code for problem in compile_texts({"game.yaml": same}).problems] == []
