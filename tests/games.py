"""Compiled games for tests: those that ship with the program, and small ones that stand in a test, all without an error."""

from __future__ import annotations

from pathlib import Path

from penance_build.api import Compilation, compile_game, compile_texts
from penance_build.ir.nodes import Program

RULES = Path(__file__).resolve().parent.parent / "rules"


def program_in(compilation: Compilation) -> Program:
    """The program; a game with errors fails the test with what they say."""
    assert compilation.program is not None, [(problem.code, problem.message, problem.span) for problem in compilation.problems]
    return compilation.program


def shipped(game: str, **options: str) -> Program:
    """A game of ``rules/`` under these options, the same object each time: `made_once` of conftest compiles it once."""
    return program_in(compile_game(RULES / game, options, every_option=False))


def texts_of(game: str) -> dict[str, str]:
    """The files of a game of ``rules/``, by their names."""
    return {path.name: path.read_text(encoding="utf-8") for path in sorted((RULES / game).glob("*.yaml"))}


def program_of(text: str) -> Program:
    """A game of one file."""
    return program_in(compile_texts({"game.yaml": text}))
