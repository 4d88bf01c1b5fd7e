"""``penance build``: check, then make every product, or leave what was built before alone."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from penance_build.build.cache import open_cache
from penance_build.build.disk import manifest as manifests
from penance_build.build.disk.swap import COMPLETE
from penance_build.build.errors import NothingCalled
from penance_build.build.files import GameFiles
from penance_build.build.game import BuildRequest, Built, build_game
from penance_build.build.inputs import PAPER_NAMES, grid_id
from penance_build.build.registry import NAMES, lacking
from penance_build.cli.errors import Terminated, Wrong
from penance_build.cli.options import chosen, format_option, game_options, one_game
from penance_build.cli.printing.asked import asked_paper, asked_printing, asked_selection, narrowed, print_options
from penance_build.cli.printing.file import PrintFile
from penance_build.cli.printing.since import Compared, as_data, listed
from penance_build.cli.showing.exits import asked_exit, exit_options
from penance_build.cli.showing.faces import asked_faces, face_options, show_face
from penance_build.cli.terminal import has_colour, one_line, put, put_json, put_raw, say, say_raw, when_done
from penance_build.diagnostics.suggest import near


@click.command()
@click.argument("folder", required=False)
@click.option("-o", "--out", default="output", show_default=True, metavar="DIR", help="The game goes into DIR/<game>/.")
@click.option("--only", metavar="NAME,...", help=f"Only these products: {', '.join(NAMES)}.")
@click.option("--paper", metavar="PAPER", help=f"{', '.join(PAPER_NAMES)}, or a size: 320x450mm; A4 where nothing is said.")
@click.option("--grid", default="", metavar="3x3", help="Cards on a sheet, across and down; as many as fit where it is not given.")
@print_options
@exit_options
@face_options
@game_options
@format_option("text", "json")
def build(
    folder: str | None,
    out: str,
    only: str | None,
    paper: str | None,
    grid: str,
    game: str | None,
    options: tuple[str, ...],
    form: str,
    **more: Any,
) -> int:
    """Check a game, then make every product into DIR/<game>/, all of them or none.

    FOLDER is another way to say --game. Where nothing has changed, nothing is done. Exit 1 where --only asks for nothing that the
    game has. Single faces are made where they are asked for: --only faces, or one of --card, --deck, --dpi, --size, --bleed, --open.
    Some cards alone (--card, --deck, --since, --copies), or sheets printed otherwise (--print), have a folder of their own.
    With --for, what one maker or program takes is made, and nothing else.
    """
    if not out or "\0" in out:
        raise Wrong("-o: name a folder")
    root = one_game(game, folder)
    chosen_cards, how = asked_selection(more), asked_printing(more)
    if any(problem.severity == "error" for problem in how.file.problems):
        return _refuse_file(how.file, form)
    wanted, asked = asked_faces(_products(only), more)
    wanted = narrowed(wanted, chosen_cards, more)
    wanted, leaving = asked_exit(wanted, more, root)
    compared = Compared(more["since"], root, GameFiles(root), chosen(options)) if more["since"] is not None else None
    request = BuildRequest(
        root,
        Path(out),
        chosen(options),
        wanted,
        asked_paper(paper, how.settings),
        open_cache(),
        faces=asked,
        exit=leaving,
        grid=_grid(grid) or how.settings.grid,
        chosen=chosen_cards,
        since=None if compared is None else compared.since(),
        printing=how.settings.printing,
        asked=how.named,
    )
    done = request.progress
    try:
        with when_done(lambda: f"{COMPLETE}, and is in {request.out}" if done.says == COMPLETE else ""):
            return _build(request, root, form, compared, is_opened=more["is_opened"])
    except (KeyboardInterrupt, Terminated) as stop:
        stop.args = stop.args or (request.progress.says,)
        raise


def _build(request: BuildRequest, root: Path, form: str, compared: Compared | None, *, is_opened: bool) -> int:
    wanted = request.only
    gc.enable()  # pages are full of cycles, and a compilation puts collecting off by itself
    try:
        built = build_game(request)
    except NothingCalled as error:
        from penance_build.cli.report import name_of

        raise Wrong(f"--{error.kind}: {name_of(root)} has no {error.kind} `{error.name}`{near(error.name, list(error.known))}") from None
    if built.target is None or built.manifest is None:
        return _refuse(built, root, form)
    empty = [name for name in dict.fromkeys((*NAMES, *wanted)) if name in (wanted or _expected(built)) and not built.manifest.of(name)]
    is_empty = bool(wanted) and len(empty) == len(wanted)
    if compared is not None and not compared.found:
        return _nothing_changed(built, compared, form)
    if form == "json":
        put_json(_data(built, compared))
    else:
        if compared is not None:
            put_raw(listed(compared))
        _show(built)
        made = [name for name in built.made if built.manifest.of(name)]
        done = f"built {', '.join(made)}" if made else "nothing to print" if is_empty else "nothing has changed"
        why = f"for the game has no {lacking(empty)}" if request.chosen.is_all else _unmet(request, built)
        none = f"{':' if is_empty else ';'} no {', '.join(empty)}, {why}" if empty else ""
        say(f"penance: {built.target}: {done}{none}{_warn(built, built.manifest.warnings, root)}")
        if built.manifest.left:
            say(f"penance: {built.target}: left as before, and stale since the game changed: {', '.join(built.manifest.left)}")
    if is_opened:
        show_face(built)
    return 1 if is_empty else 0


def _unmet(request: BuildRequest, built: Built) -> str:
    """Why no deck has a card that is meant; of cards that are only backs it names those that they are behind."""
    program = None if built.compilation is None else built.compilation.program
    cards = () if program is None else program.cards
    before = {card.back: card.id for card in reversed(cards) if card.back}
    known = [f"`{name}` is on the back of `{before[name]}`: ask for that" for name in request.chosen.cards if name in before]
    return known[0] if known else "for no deck that is meant has a card that is meant"


def _expected(built: Built) -> tuple[str, ...]:
    """The products that somebody may miss in a build of everything: card sheets of a game that has cards."""
    program = None if built.compilation is None else built.compilation.program
    return ("cards",) if program is not None and program.cards else ()


def _grid(text: str) -> str:
    found = grid_id(text) if text else ""
    if found is None:
        raise Wrong(f"--grid: `{text}` is no grid; write columns and rows, such as 3x3")
    return found


def _products(only: str | None) -> tuple[str, ...]:
    if only is None:
        return ()
    names = tuple(name.strip() for name in only.split(",") if name.strip())
    for name in names:
        if name not in NAMES:
            raise Wrong(f"--only: there is no product `{name}`{near(name, list(NAMES))}")
    if not names:
        raise Wrong(f"--only names at least one product: {', '.join(NAMES)}")
    return names


def _refuse(built: Built, root: Path, form: str) -> int:
    from penance_build.cli.report import name_of, put_report, tally

    assert built.compilation is not None
    put_report(form, built.compilation, root, built.problems)
    say(f"penance: {name_of(root)}: {tally(built.problems)}; nothing was built, what was built before is unchanged")
    return 1


def _refuse_file(file: PrintFile, form: str) -> int:
    from penance_build.cli.report import put_file_report, tally

    put_file_report(form, file.problems, {file.name: file.text})
    say(f"penance: {file.name}: {tally(file.problems)}; nothing was built, what was built before is unchanged")
    return 1


def _nothing_changed(built: Built, compared: Compared, form: str) -> int:
    if form == "json":
        put_json(_data(built, compared))
    else:
        say(f"penance: nothing to print: no card has changed since {compared.named}")
    return 0


def _data(built: Built, compared: Compared | None) -> dict[str, Any]:
    assert built.manifest is not None
    changed = {} if compared is None else {"since": compared.named, "changed": as_data(compared)}
    return {
        **changed,
        "game": built.manifest.game,
        "target": str(built.target),
        "built": list(built.made),
        "unchanged": [name for name in built.manifest.products if name not in built.made],
        "files": [entry.path for entry in sorted(built.manifest.files, key=lambda entry: entry.path)],
        "removed": list(built.removed),
        "kept": dict(built.done.aside),
        "foreign": list(built.foreign),
        "stale": list(built.manifest.left),
        "warnings": built.manifest.warnings,
    }


def _show(built: Built) -> None:
    """The new files, and what became of the rest."""
    assert built.manifest is not None
    for entry in sorted(built.manifest.files, key=lambda entry: entry.path):
        if entry.product in built.made:
            put(f"{built.target}/{entry.path}")
    for path in built.removed:
        say(f"penance: removed {path}, which this build does not give")
    if built.done.aside:
        kept = [f"{path} as {one_line(beside)}" for path, beside in built.done.aside]
        says = f"this build has files of these names, and no {manifests.NAME} says that a build wrote yours"
        say(f"penance: kept in {built.target}: {', '.join(kept[:5])}{_more(kept)}: {says}")
    if built.done.left:
        say(f"penance: {built.done.left} is left of an earlier build and could not be deleted: delete it")
    if built.foreign:
        named = ", ".join(map(one_line, built.foreign[:5]))
        say(f"penance: left alone in {built.target}, not ours: {named}{_more(built.foreign)}")


def _more(names: Sequence[str]) -> str:
    """How many there are beside the first five."""
    return f" and {len(names) - 5} more" if len(names) > 5 else ""


def _warn(built: Built, count: int, root: Path) -> str:
    """Show what only a build finds, and say in the summary where the other warnings are to be seen."""
    if not count:
        return ""
    from penance_build.cli.report import plural, render

    if built.compilation is None:
        return f" ({plural(count, 'warning')} when it was built)"
    known = built.compilation.problems
    own = [problem for problem in built.problems if problem not in known]
    if own:
        say_raw(render("text", built.compilation, root, own, colour=has_colour(sys.stderr)))
    return f" ({plural(count, 'warning')}{', see penance check' if len(own) < count else ''})"
