"""``penance dump STAGE``: what a stage of the compiler gives, for those who look inside."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, game_options
from penance_build.cli.terminal import put_raw

STAGES = ("source", "ir", "rules", "blocks")


@click.command()
@click.argument("stage", type=click.Choice(STAGES))
@click.argument("name", required=False)
@game_options
def dump(stage: str, name: str | None, game: str | None, options: tuple[str, ...]) -> int:
    """Print a STAGE as JSON: source (the trees as read), ir (the program), rules (its short form), blocks (the flat code).

    NAME keeps one file of the source, or one procedure of the rest.
    """
    data = _source(game) if stage == "source" else _program(stage, game, options)
    if data is None:
        return 1
    if name is not None:
        data = _part(data, name)
    put_raw(json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False))
    return 0


def _source(game: str | None) -> dict[str, Any]:
    from penance_build.source import read_game

    source, _ = read_game(find_game(game))
    return {file.name: file.root for file in source.files}


def _program(stage: str, game: str | None, options: tuple[str, ...]) -> dict[str, Any] | None:
    from penance_build.cli.options import load, show_problems
    from penance_build.ir.canonical import to_data

    compilation = load(game, options)
    program = compilation.program
    if program is None:
        show_problems(compilation)
        return None
    if stage == "ir":
        whole = to_data(program)
        assert isinstance(whole, dict)
        return whole
    from penance_build.ir.flatten import flatten

    return {procedure.id: dataclasses.asdict(flatten(program, procedure)) for procedure in program.procedures}


def _part(data: dict[str, Any], name: str) -> Any:
    if name in data:
        return data[name]
    for items in data.values():
        if isinstance(items, list):
            for item in items:
                if isinstance(item, dict) and item.get("id") == name:
                    return item
    raise Wrong(f"there is no `{name}` in it")
