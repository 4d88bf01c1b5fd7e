"""The public names of Penance Build: compile a game, play it, ask for its odds, prove its figures, build its files.

``compile_game`` runs read, validate, link, check and lower; everything else reads the ``Program`` in its answer.
Importing this module is cheap: what is behind a name is imported when the name is first used.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penance_build.build.cache import FileCache
    from penance_build.build.errors import CannotBuild, FolderRefused
    from penance_build.build.game import BuildRequest, Built, build_game
    from penance_build.compilation import Compilation
    from penance_build.diagnostics.data import ProblemData, problem_data
    from penance_build.diagnostics.problem import Problem
    from penance_build.ir.interpret.dice import RunError, Scripted, Seeded
    from penance_build.ir.interpret.run import Pending, run
    from penance_build.ir.interpret.state import Outcome
    from penance_build.ir.nodes import Program, Situation
    from penance_build.library.best import BestAnswer, PolicyRow, best_data, best_policy
    from penance_build.library.data import odds_data
    from penance_build.library.die import DieFace, GameDie, die
    from penance_build.library.errors import WrongUse
    from penance_build.library.odds import Chance, OddsAnswer, odds
    from penance_build.library.situation import saved_game, situation
    from penance_build.library.table import GameTable, TableAnswer, TableRow, table
    from penance_build.library.values import printed_results, read_inputs
    from penance_build.model.context.options import UnknownOption
    from penance_build.model.formulas.queries import BadQuery, where_expr
    from penance_build.odds.proofs.claims import ClaimVerdict, audit
    from penance_build.odds.proofs.examples import ExampleVerdict, replay
    from penance_build.odds.question.answer import Answer
    from penance_build.odds.question.refusal import Budget, Policy, Refused
    from penance_build.odds.walking.exact import Odds, distribution

__all__ = [
    "Answer",
    "BadQuery",
    "BestAnswer",
    "Budget",
    "BuildRequest",
    "Built",
    "CannotBuild",
    "Chance",
    "ClaimVerdict",
    "Compilation",
    "DieFace",
    "ExampleVerdict",
    "FileCache",
    "FolderRefused",
    "GameDie",
    "GameTable",
    "Odds",
    "OddsAnswer",
    "Outcome",
    "Pending",
    "Policy",
    "PolicyRow",
    "Problem",
    "ProblemData",
    "Program",
    "Refused",
    "RunError",
    "Scripted",
    "Seeded",
    "Situation",
    "TableAnswer",
    "TableRow",
    "UnknownOption",
    "WrongUse",
    "audit",
    "best_data",
    "best_policy",
    "build_game",
    "compile_game",
    "compile_texts",
    "die",
    "distribution",
    "odds",
    "odds_data",
    "printed_results",
    "problem_data",
    "read_inputs",
    "replay",
    "run",
    "saved_game",
    "situation",
    "table",
    "where_expr",
]

# Where the names are that are imported when they are used; the imports above are for the type checker.
_MODULES: Mapping[str, str] = {
    "Answer": "odds.question.answer",
    "BadQuery": "model.formulas.queries",
    "BestAnswer": "library.best",
    "Budget": "odds.question.refusal",
    "BuildRequest": "build.game",
    "Built": "build.game",
    "CannotBuild": "build.errors",
    "Chance": "library.odds",
    "ClaimVerdict": "odds.proofs.claims",
    "Compilation": "compilation",
    "DieFace": "library.die",
    "ExampleVerdict": "odds.proofs.examples",
    "FileCache": "build.cache",
    "FolderRefused": "build.errors",
    "GameDie": "library.die",
    "GameTable": "library.table",
    "Odds": "odds.walking.exact",
    "OddsAnswer": "library.odds",
    "Outcome": "ir.interpret.state",
    "Pending": "ir.interpret.run",
    "Policy": "odds.question.refusal",
    "PolicyRow": "library.best",
    "Problem": "diagnostics.problem",
    "ProblemData": "diagnostics.data",
    "Program": "ir.nodes",
    "Refused": "odds.question.refusal",
    "RunError": "ir.interpret.dice",
    "Scripted": "ir.interpret.dice",
    "Seeded": "ir.interpret.dice",
    "Situation": "ir.nodes",
    "TableAnswer": "library.table",
    "TableRow": "library.table",
    "UnknownOption": "model.context.options",
    "WrongUse": "library.errors",
    "audit": "odds.proofs.claims",
    "best_data": "library.best",
    "best_policy": "library.best",
    "build_game": "build.game",
    "die": "library.die",
    "distribution": "odds.walking.exact",
    "odds": "library.odds",
    "odds_data": "library.data",
    "printed_results": "library.values",
    "problem_data": "diagnostics.data",
    "read_inputs": "library.values",
    "replay": "odds.proofs.examples",
    "run": "ir.interpret.run",
    "saved_game": "library.situation",
    "situation": "library.situation",
    "table": "library.table",
    "where_expr": "model.formulas.queries",
}


def compile_game(folder: str | Path, options: Mapping[str, str] | None = None, *, every_option: bool = True) -> Compilation:
    """Compile the game in ``folder`` with the given options (others keep their default).

    With ``every_option`` (the default) the problems of all other combinations of the options are found too; the program
    is always that of the options given.
    Raises ``UnknownOption`` for an option or value that the game does not declare.
    Bad rules are problems in the answer, never exceptions.
    """
    from penance_build.compile import compile_folder

    return compile_folder(Path(folder), dict(options or {}), every_option)


def compile_texts(
    files: Mapping[str, str],
    options: Mapping[str, str] | None = None,
    *,
    every_option: bool = True,
    previous: Compilation | None = None,
    sheets: Mapping[str, bytes] | None = None,
) -> Compilation:
    """As ``compile_game``, of texts in memory: ``files`` holds them by the names that they would have in the game's folder.

    The answer is that for a folder with these files: what a folder's reader does not look at (no ``.yaml`` or ``.yml``, a name
    that begins with a dot) is left aside, what it refuses is a problem. Nothing on the disk is read but what ships with the program.
    ``sheets`` are further files as bytes: workbooks, which are no texts, and other sheets of cards that the game names.
    ``previous`` may be the answer for earlier texts of the game: what did not change since is taken from it.
    The answer is the same with it and without; with it, it comes sooner.
    """
    from penance_build.compile import compile_texts as compiled

    return compiled(files, dict(options or {}), every_option, previous, sheets or {})


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"penance_build.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
