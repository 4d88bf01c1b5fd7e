"""``penance dump STAGE``: what a stage of the compiler gives, for those who look inside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from penance_build.cli.calling.takes import OneOf
from penance_build.cli.errors import Wrong
from penance_build.cli.options import chosen, find_game, game_options
from penance_build.cli.terminal import put_raw, say_raw
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import near

if TYPE_CHECKING:  # reading is slow to import, and the help of `check` names the stages
    from penance_build.source import GameSource, SourceFile
    from penance_build.surface.game import Game

STAGES = ("source", "formula", "model", "ir", "blocks")


@click.command()
@click.argument("stage", type=OneOf(STAGES), metavar="STAGE")
@click.argument("name", required=False)
@game_options
def dump(stage: str, name: str | None, game: str | None, options: tuple[str, ...]) -> int:
    """Print a STAGE as JSON: source (the trees as read, and where every key and value stands), formula (the syntax tree
    of every formula), model (every entry with its position), ir (the program), blocks (the flat code that engines run).

    NAME keeps one file of the source, or one procedure of the rest.
    """
    return put_stage(stage, name, game, options)


def put_stage(stage: str, name: str | None, game: str | None, options: tuple[str, ...]) -> int:
    """Print a stage, or the part of it that ``name`` names; the answer is the exit code.

    What a broken game has of a stage is printed all the same, its problems on stderr; then the answer is 1.
    """
    code = 0
    data: dict[str, Any] | None
    if stage in ("source", "formula", "model"):
        from penance_build.source import read_game

        folder = find_game(game)
        source, problems = read_game(folder)
        if stage == "source":
            data = _source(source)
        else:
            made = _surface(source, problems, folder, chosen(options))
            data = _model(made) if stage == "model" else _formulas(made)
        code = _tell(problems, source, folder)
    else:
        data = _program(stage, game, options)
    if data is None:
        return 1
    if name is not None:
        data = _part(data, name)
    put_raw(json.dumps(data, indent=1, ensure_ascii=True, allow_nan=False))
    return code


def _tell(problems: list[Problem], source: GameSource, folder: Path) -> int:
    """Put the problems on stderr; 1 where there is an error among them."""
    from penance_build.cli.report import has_errors, render
    from penance_build.compilation import Compilation

    if not has_errors(problems):
        return 0
    say_raw(render("short", Compilation(None, tuple(problems), texts=source.texts), folder))
    return 1


def _source(source: GameSource) -> dict[str, Any]:
    """For each file its tree, and by JSON pointer where each key and value stands."""
    return {file.name: {"tree": file.root, "places": dict(_places(file))} for file in source.files}


def _formulas(made: Game) -> dict[str, Any]:
    from penance_build.cli.formulas import trees

    return trees(made)


def _places(file: SourceFile) -> Iterator[tuple[str, dict[str, str]]]:
    """The span of every key and value as ``line:column-line:column``, in the order of the file."""
    from penance_build.cli.formulas import place, pointer

    waiting: list[tuple[tuple[str | int, ...], dict[str, Any] | list[Any]]] = [((), file.root)]
    while waiting:
        above, container = waiting.pop()
        inner: list[tuple[tuple[str | int, ...], dict[str, Any] | list[Any]]] = []
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            path = (*above, key)
            spans = {"value": file.positions.value(container, key)}
            if isinstance(container, dict):
                spans = {"key": file.positions.key(container, key), **spans}
            yield pointer(path), {part: place(span) for part, span in spans.items()}
            if isinstance(value, dict | list):
                inner.append((path, value))
        waiting.extend(reversed(inner))


def _surface(source: GameSource, problems: list[Problem], folder: Path, options: dict[str, str]) -> Game:
    """What was written, without the entries of the wrong shape; ``problems`` becomes the errors of compiling it."""
    from penance_build.api import compile_game
    from penance_build.surface.from_tree import from_tree

    problems[:] = [problem for problem in compile_game(folder, options, every_option=False).problems if problem.severity == "error"]
    return from_tree(source, {problem.entity for problem in problems if problem.code.startswith("E2")})


def _model(made: Game) -> dict[str, Any]:
    """Where every entry stands, by kind and id."""
    return {
        kind: {name: f"{(span := item.at.key_span).file}:{span.line}:{span.column}" for name, item in items.items()}
        for kind, items in sorted(made.kinds.items())
    }


def _program(stage: str, game: str | None, options: tuple[str, ...]) -> dict[str, Any] | None:
    from penance_build.cli.options import load
    from penance_build.ir.canonical import to_data

    program = load(game, options)
    if program is None:
        return None
    if stage == "ir":
        whole = to_data(program)
        assert isinstance(whole, dict)
        return whole
    from penance_build.ir.flatten import flatten

    choosers = [procedure.id for procedure in program.procedures if "chooses" in procedure.effects]
    return {
        procedure.id: [
            {
                "body": [to_data(stmt) for stmt in block.body],
                "end": {"kind": block.end.kind, "targets": list(block.end.targets), "stmt": to_data(block.end.stmt)},
            }
            for block in flatten(procedure.body, choosers)
        ]
        for procedure in program.procedures
    }


def _part(data: dict[str, Any], name: str) -> Any:
    """The first thing of this name, from the outside in."""
    level: list[Any] = [data]
    while level:
        for item in level:
            if isinstance(item, dict) and (item.get("id") == name or name in item):
                return item if item.get("id") == name else item[name]
        level = [inner for item in level if isinstance(item, dict | list) for inner in (item.values() if isinstance(item, dict) else item)]
    rows = [item for part in data.values() if isinstance(part, list) for item in part if isinstance(item, dict)]
    known = [str(item["id"]) for item in rows if "id" in item]
    raise Wrong(f"there is no `{name}` in it{near(name, known or list(data))}")
