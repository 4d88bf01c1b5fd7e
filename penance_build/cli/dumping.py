"""``penance dump STAGE``: what a stage of the compiler gives, for those who look inside."""

from __future__ import annotations

import json
from typing import Any

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, game_options
from penance_build.cli.terminal import put_raw

STAGES = ("source", "model", "ir", "blocks")


@click.command()
@click.argument("stage", type=click.Choice(STAGES), metavar="STAGE")
@click.argument("name", required=False)
@game_options
def dump(stage: str, name: str | None, game: str | None, options: tuple[str, ...]) -> int:
    """Print a STAGE as JSON: source (the trees as read), model (every entry with its place), ir (the program),
    blocks (the flat code that engines run).

    NAME keeps one file of the source, or one procedure of the rest.
    """
    return put_stage(stage, name, game, options)


def put_stage(stage: str, name: str | None, game: str | None, options: tuple[str, ...]) -> int:
    """Print a stage, or the part of it that ``name`` names; the answer is the exit code."""
    data = {"source": _source, "model": _model}[stage](game) if stage in ("source", "model") else _program(stage, game, options)
    if data is None:
        return 1
    if name is not None:
        data = _part(data, name)
    put_raw(json.dumps(data, indent=1, ensure_ascii=True, allow_nan=False))
    return 0


def _source(game: str | None) -> dict[str, Any]:
    from penance_build.source import read_game

    source, _ = read_game(find_game(game))
    return {file.name: file.root for file in source.files}


def _model(game: str | None) -> dict[str, Any]:
    from penance_build.model.entries import build_model
    from penance_build.source import read_game

    model, _ = build_model(read_game(find_game(game))[0])
    return {
        kind: {name: f"{place.key_span.file}:{place.key_span.line}:{place.key_span.column}" for name, place in entries.items()}
        for kind, entries in sorted(model.entries.items())
        if entries
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
    raise Wrong(f"there is no `{name}` in it")
