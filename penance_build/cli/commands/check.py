"""``penance check``: every problem of a game."""

from __future__ import annotations

import click

from penance_build.cli.calling.takes import OneOf
from penance_build.cli.commands.dump import STAGES, put_stage
from penance_build.cli.options import chosen, format_option, game_options, one_game
from penance_build.cli.report import FORMATS, coverage, has_errors, name_of, put_report, tally
from penance_build.cli.terminal import say
from penance_build.compilation import Compilation
from penance_build.diagnostics.problem import Problem


@click.command()
@click.argument("folder", required=False)
@game_options
@format_option(*FORMATS)
@click.option("-q", "--quiet", is_flag=True, help="No summary where there is nothing to say.")
@click.option("--quick", is_flag=True, help="Leave out claims, worked examples and printed odds.")
@click.option("--counts", is_flag=True, help="Say too what was checked, and which files of the folder were not read.")
@click.option("--dump", "stage", type=OneOf(STAGES), help="Print what a stage of the compiler gives, instead of the problems.")
def check(
    folder: str | None, game: str | None, options: tuple[str, ...], form: str, quiet: bool, quick: bool, counts: bool, stage: str | None
) -> int:
    """Read, validate, link and analyse a game, and judge its claims, examples and printed odds; print every problem with its position.

    FOLDER is another way to say --game. Exit 1 where there is an error, or a claim or an example does not come out as recorded:
    `penance audit` and `penance test` show all of them.
    """
    from penance_build.api import compile_game

    root = one_game(game, folder)
    if stage is not None:
        return put_stage(stage, None, str(root), options)
    compilation = compile_game(root, chosen(options))
    wrong = [] if quick else _judged(compilation)
    problems = sorted([*compilation.problems, *wrong], key=lambda problem: problem.sort_key)
    put_report(form, compilation, root, problems)
    if counts or problems or not quiet:
        unjudged = "; claims and examples were not judged" if compilation.program is None and not quick and _is_proved(compilation) else ""
        say(f"penance: {name_of(root)}: {tally(problems)}{unjudged}{f'; checked {coverage(compilation)}' if counts else ''}")
    return 1 if wrong or has_errors(problems) else 0


def _is_proved(compilation: Compilation) -> bool:
    programs = (*compilation.elsewhere, *([] if compilation.program is None else [compilation.program]))
    blocks = (block for program in programs for side in program.printed.reference for block in side.blocks)
    return any(compilation.covered.get(kind) for kind in ("claim", "example")) or any(block.odds is not None for block in blocks)


def _judged(compilation: Compilation) -> list[Problem]:
    """The claims and examples that do not come out, and printed odds that have no answer; a game without any costs nothing."""
    if not _is_proved(compilation):
        return []
    from penance_build.build.cache import open_cache
    from penance_build.build.judging.judged import judge

    return judge(compilation, open_cache())
