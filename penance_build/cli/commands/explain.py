"""``penance explain``, ``penance schema`` and ``penance limits``: what the program knows about a game, and about itself."""

from __future__ import annotations

import re

import click

from penance_build.cli.calling.takes import listed
from penance_build.cli.errors import Wrong
from penance_build.cli.options import compiled, find_game, format_option, game_options, written_game
from penance_build.cli.terminal import put, put_json, put_raw
from penance_build.cli.values import columns
from penance_build.diagnostics.suggest import did_you_mean, near
from penance_build.shipped import data_folder

_SUFFIX = ".schema.json"
_CODE = re.compile("[EWHewh][0-9]+")


EFFECTS = "effects"


@click.command()
@click.argument("what", required=False, metavar="[CODE|ID|effects]")
@game_options
@format_option("text", "json")
def explain(what: str | None, game: str | None, options: tuple[str, ...], form: str) -> int:
    """Explain the problem CODE, or the card, die, table, counter, zone, deck or procedure ID of a game.

    Of a problem: its cause, a bad and a good example, how to suppress it. Of a thing: what it prints, its odds, where it is used,
    what a change of it would touch. `effects` lists what cards of the game can say. Without a word, all codes.
    """
    from penance_build.diagnostics.explain import all_codes
    from penance_build.diagnostics.explain import explain as explained
    from penance_build.diagnostics.pages import page_of

    if what is None:
        for line in columns([(page.code, page.title) for page in map(page_of, all_codes()) if page is not None]):
            put(line)
        return 0
    if what.isdecimal():  # no id begins with a digit
        meant = [f"`{code}`" for code in all_codes() if code[1:].lstrip("0") == what.lstrip("0")]
        hint = f"did you mean {listed(meant)}?" if meant else "`penance explain` lists them"
        raise Wrong(f"a code is a letter and a number, found `{what}`; {hint}")
    if _CODE.fullmatch(what) is None:
        return _effects(game, form) if what == EFFECTS else _thing(what, game, options, form)
    if what.upper() not in all_codes():
        hint = did_you_mean(what.upper(), all_codes())
        raise Wrong(f"there is no code `{what}`; {hint or '`penance explain` lists them'}")
    put_raw(explained(what.upper()))
    return 0


def _thing(name: str, game: str | None, options: tuple[str, ...], form: str) -> int:
    from penance_build.cli.showing.things import thing_data, thing_lines
    from penance_build.library.explained import explained, kinds_of, known

    folder = find_game(game)
    compilation = compiled(folder, options)
    program = compilation.program
    if program is None:
        return 1
    kinds = kinds_of(program, name)
    if not kinds:
        hint = near(name, [*known(program), EFFECTS])
        raise Wrong(f"the game has no `{name}`{hint}{'' if hint.endswith('?') else '; a code of a problem is written as E402'}")
    found = [explained(program, kind, name) for kind in kinds]
    spans = [compilation.spans.get((item.kind, item.id)) for item in found]
    places = ["" if span is None else f"{span.file}:{span.line}" for span in spans]
    if form == "json":
        put_json({"game": program.game, "things": [thing_data(*item) for item in zip(found, places, strict=True)]})
        return 0
    for number, (item, place) in enumerate(zip(found, places, strict=True)):
        for line in ([""] if number else []) + list(thing_lines(program, item, place)):
            put(line)
    return 0


def _effects(game: str | None, form: str) -> int:
    from penance_build.cli.showing.things import effect_lines, effect_rows

    surface = written_game(find_game(game))
    if not surface.wording:
        raise Wrong("this game has no `wording:`, so its cards say what their `text:` says")
    if form == "json":
        names = ("step", "prints", "with", "wording")
        put_json({"effects": [dict(zip(names, row, strict=True)) for row in effect_rows(surface)]})
        return 0
    for line in effect_lines(surface):
        put(line)
    return 0


@click.command()
@click.argument("kind", required=False)
def schema(kind: str | None) -> int:
    """Print the JSON Schema of KIND, for an editor; without KIND, list the kinds."""
    folder = data_folder("schemas")
    kinds = sorted(path.name.removesuffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}"))
    if kind is None:
        for name in kinds:
            put(name)
        return 0
    if kind not in kinds:
        raise Wrong(f"there is no schema `{kind}`{near(kind, kinds)}")
    put_raw((folder / f"{kind}{_SUFFIX}").read_text(encoding="utf-8"))
    return 0


@click.command()
@format_option("text", "json")
def limits(form: str) -> int:
    """List the bounds on what is read, which keep every command finite."""
    from penance_build.limits import LIMITS

    if form == "json":
        put_json({"limits": [{"name": item.name, "value": item.value, "unit": item.unit, "code": item.code} for item in LIMITS]})
        return 0
    for line in columns([(item.name, str(item.value), item.unit, item.code) for item in LIMITS], right=(1,)):
        put(line)
    return 0
