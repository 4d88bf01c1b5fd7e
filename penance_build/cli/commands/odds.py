"""``penance odds``: the exact distribution of what a procedure gives."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import click

from penance_build.build.numbers import percent, ratio, rounded
from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, format_option, game_options, load_from, situation_options
from penance_build.cli.terminal import put, put_json, say
from penance_build.cli.values import asked_game, columns, explained, named_procedure, plain, values_of
from penance_build.ir.nodes import Procedure, Program
from penance_build.ir.uses import closure
from penance_build.library.errors import WrongUse
from penance_build.library.odds import OddsAnswer, answer_data, outcome_rows
from penance_build.library.odds import odds as ask
from penance_build.model.formulas.queries import BadQuery
from penance_build.odds.question.intervals import Interval
from penance_build.odds.question.refusal import Refused


@click.command()
@click.argument("procedure", required=False, metavar="PROCEDURE")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="An input (repeatable).")
@click.option("--of", metavar="NAME,...", help="Only these results, jointly.")
@click.option("--where", metavar="FORMULA", help="The chance of this event, over the results.")
@click.option("--policy", metavar="POLICY", help="How choices are made: first, random, or CHOICE=OPTION,...")
@situation_options
@game_options
@format_option("text", "json")
def odds(
    procedure: str | None, sets: tuple[str, ...], of: str | None, where: str | None, policy: str | None, setup: str | None,
    decks: str | None, counters: tuple[str, ...], zones: tuple[str, ...], players: int | None, saved: str | None, game: str | None,
    options: tuple[str, ...], form: str,
) -> int:  # fmt: skip
    """Print the exact distribution of PROCEDURE's results, and the mean of every number."""
    folder = find_game(game)
    program = load_from(folder, options)
    if program is None:
        return 1
    found = named_procedure(program, procedure)
    names = _names(found, of)
    asked = asked_game(program, setup, decks, counters, zones, players, saved)
    try:
        with explained(program, found, folder):
            answer = ask(program, found.id, values_of(sets), where=where, of=names, policy=_policy(policy), situation=asked)
    except BadQuery as error:
        raise Wrong(f"--where, column {error.start + 1}: {error.message}") from None
    except Refused as refusal:
        raise Wrong(f"`{found.id}` has no exact odds: {refusal.reason}") from None
    except WrongUse as error:
        raise (Wrong(f"--policy: {error}") if error.about == "policy" else error) from None
    if form == "json":
        head = {"game": program.game, "options": dict(program.options), **answer_data(answer, [])}
        put_json(head, outcome_rows(answer), "outcomes")
    else:
        _show(answer, where)
        _say_defaults(program, found, answer, asked is None)
    return 0


def _names(procedure: Procedure, of: str | None) -> tuple[str, ...] | None:
    """The results that ``--of`` names."""
    if of is None:
        return None
    names = tuple(name.strip() for name in of.split(",") if name.strip())
    if not names:
        raise Wrong(f"--of names results: {', '.join(slot.name for slot in procedure.results if slot.type.kind != 'roll')}")
    return names


def _policy(text: str | None) -> str | dict[str, str] | None:
    """``first``, ``random``, or the option of each choice by name. Raises Wrong."""
    if text is None or text in ("first", "random"):
        return text
    if "=" not in text:
        raise Wrong(f"--policy is first, random, or CHOICE=OPTION,...; found `{text}`")
    return values_of(text.split(","), "--policy")


def _between(bounds: Interval | None, times: int = 1, digits: int = 4) -> str:
    """``57.36..59.29``: both ends, rounded outwards; nothing where the figure is exact."""
    if bounds is None:
        return ""
    step = Fraction(1, 10**digits)
    low, high = (bounds[0] * times // step * step, -(-bounds[1] * times // step) * step)
    return f"{rounded(low, digits)}..{rounded(high, digits)}"


def _chance(p: Fraction, bounds: Interval | None) -> str:
    """An exact chance as a fraction and in percent; a sampled one with its interval."""
    return f"{ratio(p)} = {percent(p)}" if bounds is None else f"{percent(p)} (95 % within {_between(bounds, 100, 2)} %)"


def _rows(answer: OddsAnswer, head: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The table of all outcomes, row by row."""
    yield head
    for item in answer.outcomes:
        is_exact = item.interval is None
        chance = (ratio(item.p), percent(item.p)) if is_exact else (percent(item.p), f"{_between(item.interval, 100, 2)} %")
        yield (*(plain(value) for value in item.result.values()), *chance)


def _show(answer: OddsAnswer, where: str | None) -> None:
    if answer.p is not None:
        put(f"{where}: {_chance(answer.p, answer.interval)}")
    if answer.results:
        is_exact = answer.method == "exact"
        head = (*answer.results, "chance", "" if is_exact else "95 % within")
        count = len(answer.results)
        numbers = tuple(at for at, name in enumerate(answer.results) if name in answer.mean)
        for line in columns(lambda: _rows(answer, head), right=(*numbers, count, count + 1)):
            put(line)
    for name, mean in answer.mean.items():
        bounds = answer.mean_intervals.get(name)
        shown = f"{ratio(mean)} = {rounded(mean, 4)}" if bounds is None else f"{rounded(mean, 4)} (95 % within {_between(bounds)})"
        put(f"mean {name} = {shown}{', without an upper bound' if name in answer.unbounded else ''}")
    if answer.method != "exact":
        say(f"penance: sampled, {answer.runs} runs: {answer.reason}")


def _say_defaults(program: Program, procedure: Procedure, answer: OddsAnswer, is_new: bool) -> None:
    """What the chances hold for beside what was asked: a text shows no inputs, and a default is easily forgotten."""
    if not procedure.results:
        say(f"penance: `{procedure.id}` has no results, so there is nothing to ask for; `penance run {procedure.id}` shows what it changes")
    if is_new and any(name.startswith("zone ") for name in closure(program, [procedure.id])):
        say("penance: in a new game, no card lies in any zone; --setup and --zone say what does")
    if answer.defaults:
        say(f"penance: by default {', '.join(f'{name} = {plain(answer.inputs[name])}' for name in answer.defaults)}")
