"""``penance check``: every problem of a game."""

from __future__ import annotations

import sys

import click

from penance_build.cli.commands.dump import STAGES, put_stage
from penance_build.cli.options import chosen, format_option, game_options, one_game
from penance_build.cli.report import FORMATS, coverage, has_errors, name_of, render, tally
from penance_build.cli.terminal import has_colour, put_raw, say


@click.command()
@click.argument("folder", required=False)
@game_options
@format_option(*FORMATS)
@click.option("-q", "--quiet", is_flag=True, help="No summary where there is nothing to say.")
@click.option("--dump", "stage", type=click.Choice(STAGES), help="Print what a stage of the compiler gives, instead of the problems.")
def check(folder: str | None, game: str | None, options: tuple[str, ...], form: str, quiet: bool, stage: str | None) -> int:
    """Read, validate, link and analyse a game; print every problem with its position.

    FOLDER is another way to say --game.
    """
    from penance_build.api import compile_game

    root = one_game(game, folder)
    if stage is not None:
        return put_stage(stage, None, str(root), options)
    compilation = compile_game(root, chosen(options))
    put_raw(render(form, compilation, root, colour=form == "text" and has_colour(sys.stdout)))
    if not quiet or compilation.problems:
        say(f"penance: {name_of(root)}: {tally(compilation.problems)}; checked {coverage(compilation)}")
    return 1 if has_errors(compilation.problems) else 0
