"""Mutated rules: whatever is done to real files, compiling answers with problems that point into them, and never raises."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from penance_build.api import compile_game
from tests.games import texts_of

GAMES = ("aethelgard", "skirmish")
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[^\sA-Za-z0-9_]")


def mutate(text: str, chance: random.Random) -> str:
    """One small harm: a token dropped, doubled, swapped with another, or a line moved, or a character changed."""
    tokens = list(_TOKEN.finditer(text))
    kind = chance.randrange(6)
    one, other = chance.choice(tokens), chance.choice(tokens)
    if kind == 0:
        return text[: one.start()] + text[one.end() :]
    if kind == 1:
        return text[: one.end()] + " " + one[0] + text[one.end() :]
    if kind == 2:
        return text[: one.start()] + other[0] + text[one.end() :]
    if kind == 3:
        lines = text.split("\n")
        lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(len(lines))))
        return "\n".join(lines)
    if kind == 4:
        at = chance.randrange(len(text))
        return text[:at] + chance.choice("abz019 :{}[],.|->=*\"'#\t&") + text[at + 1 :]
    return (
        text[: one.start()] + chance.choice(("0", "-1", "9007199254740993", "size", "true", "no", "[]", "{}", "1..0")) + text[one.end() :]
    )


def rounds(name: str, count: int, tmp_path: Path) -> tuple[int, int]:
    """Compile ``count`` mutants of a game; gives how many were refused and how many still compile."""
    originals = texts_of(name)
    chance = random.Random(f"{name} 1")
    refused = fine = 0
    for _ in range(count):
        victim = chance.choice(sorted(originals))
        texts = {**originals, victim: mutate(originals[victim], chance)}
        for file, text in texts.items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        compilation = compile_game(tmp_path)
        for problem in compilation.problems:
            lines = texts[problem.span.file].split("\n") if problem.span.file in texts else [""]
            assert 0 <= problem.span.line <= len(lines) + 1, problem
            assert problem.message
            assert "\n" not in problem.message
        has_errors = any(problem.severity == "error" for problem in compilation.problems)
        assert (compilation.program is None) == has_errors
        refused, fine = refused + has_errors, fine + (not has_errors)
    return refused, fine


@pytest.mark.full
@pytest.mark.parametrize("count", [10, pytest.param(40, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", GAMES)
def test_mutants_of_a_game(name: str, count: int, tmp_path: Path) -> None:
    refused, fine = rounds(name, count, tmp_path)
    assert refused > count // 5, "the mutations must bite"
    assert fine > 0


@pytest.mark.full
def test_mutants_of_penance(tmp_path: Path) -> None:
    refused, _ = rounds("penance", 10, tmp_path)
    assert refused > 2


@pytest.mark.soak
@pytest.mark.parametrize("name", [*GAMES, "penance"])
def test_many_mutants(name: str, tmp_path: Path) -> None:
    refused, _ = rounds(name, 1500, tmp_path)
    assert refused > 300
