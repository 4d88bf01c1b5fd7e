"""A report of problems in one of its formats, and the sentence that sums it up."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from penance_build.build.files import GameFiles
from penance_build.cli.terminal import has_colour, put_raw
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.relocate import below
from penance_build.ir.nodes import TEMPLATES
from penance_build.product import FileRefused
from penance_build.shipped import data_folder

FORMATS = ("text", "short", "json", "sarif", "github")


def render(form: str, compilation: Compilation, folder: Path, problems: Sequence[Problem] | None = None, colour: bool = False) -> str:
    """The problems (those of the compilation where none are given) as one text.

    Spans name files from the game's ``folder``. People, editors and hosts look for them from the current folder, so that
    every format but JSON names them from there where the game lies below it, and in full where it does not.
    """
    found = compilation.problems if problems is None else problems
    texts = {**compilation.texts, **_templates(folder, found)}
    if form != "json":
        found, texts = below(_from_here(folder), found, texts)
    return _rendered(form, found, texts, compilation.covered, colour)


def _rendered(form: str, problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool) -> str:
    module = import_module(f"penance_build.diagnostics.formats.{form.replace('json', 'json_')}")
    text = module.render(problems, texts, covered, colour=colour)
    assert isinstance(text, str)
    return text


def put_report(form: str, compilation: Compilation, folder: Path, problems: Sequence[Problem]) -> None:
    """The problems as the product of a command, to stdout."""
    put_raw(render(form, compilation, folder, problems, form == "text" and has_colour(sys.stdout)))


def put_file_report(form: str, problems: Sequence[Problem], texts: Mapping[str, str]) -> None:
    """The problems of a file that is no part of a game, whose spans name it from here, to stdout."""
    put_raw(_rendered(form, problems, texts, {}, form == "text" and has_colour(sys.stdout)))


def _templates(folder: Path, problems: Sequence[Problem]) -> dict[str, str]:
    """The texts of templates of the game in which problems stand: no compilation reads them."""
    texts = {}
    for name in sorted({problem.span.file for problem in problems if problem.span.file.endswith(TEMPLATES)}):
        try:
            data = GameFiles(folder).content(name)
            texts[name] = data.decode("utf-8-sig")
        except (FileRefused, UnicodeDecodeError):  # it is told all the same, without its lines
            continue
    return texts


def _from_here(folder: Path) -> str:
    """The folder from the current one where it lies below it, by its name or by where links lead; else its whole path."""
    here, whole = Path.cwd(), Path(os.path.abspath(folder))
    for inner, outer in ((whole, here), (whole.resolve(), here.resolve())):
        if inner.is_relative_to(outer):
            return inner.relative_to(outer).as_posix()
    return whole.as_posix()


def has_errors(problems: Sequence[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def tally(problems: Sequence[Problem]) -> str:
    """``2 errors, 1 warning``; ``no problems`` where there are none."""
    counts = [(sum(problem.severity == severity for problem in problems), severity) for severity in ("error", "warning", "hint")]
    return ", ".join(plural(count, word) for count, word in counts if count) or "no problems"


def plural(count: int, word: str) -> str:
    """``1 card``, ``2 cards``, ``3 entries``, ``4 dice``, ``5 card types``."""
    word = word.replace("_", " ")
    if count == 1:
        return f"1 {word}"
    if word == "die":
        return f"{count} dice"
    return f"{count} {word[:-1]}ies" if word.endswith("y") else f"{count} {word}s"


def coverage(compilation: Compilation) -> str:
    """What was looked at, and which files were not."""
    counted = ", ".join(plural(count, kind) for kind, count in compilation.covered.items() if count) or "nothing"
    apart: dict[str, list[str]] = {}
    for name in compilation.ignored:
        apart.setdefault(name.rpartition("/")[0], []).append(name)
    shown: list[str] = []
    for folder, names in apart.items():
        shown += names if len(names) <= 5 else [f"{plural(len(names), 'file')} in {folder or '.'}/"]
    return counted + (f"; not read: {', '.join(shown)}" if shown else "")


def name_of(folder: Path) -> str:
    """The game's folder as a summary names it; one that ships with the program by its name alone."""
    if folder.is_absolute() and folder.parent == data_folder("rules"):
        return f"{folder.name} (included)"
    return folder.as_posix() if folder.parts else Path.cwd().name
