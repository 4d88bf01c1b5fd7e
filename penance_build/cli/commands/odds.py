"""``penance odds``: the exact distribution of what a procedure gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, format_option, game_options, load_from, situation_options
from penance_build.cli.showing.asking import asked_apart, asked_together
from penance_build.cli.showing.forms import csv_lines, json_data, svg_text, text_lines
from penance_build.cli.showing.sweep import read_sweep
from penance_build.cli.terminal import put, put_json, put_raw, say
from penance_build.cli.values import asked_game, explained, named_procedure, plain, values_of
from penance_build.ir.nodes import Procedure, Program
from penance_build.ir.uses import closure
from penance_build.library.data import outcome_rows
from penance_build.library.odds import OddsAnswer
from penance_build.library.odds import odds as ask
from penance_build.model.formulas.queries import BadQuery
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Odds


@click.command()
@click.argument("procedure", required=False, metavar="PROCEDURE")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="An input (repeatable); 0..12, a,b or .. asks for each value.")
@click.option("--of", metavar="NAME,...", help="Only these results, jointly.")
@click.option("--where", metavar="FORMULA", help="The chance of this event, over the results.")
@click.option("--policy", metavar="POLICY", help="How choices are made: first, random, or CHOICE=OPTION,...")
@situation_options
@game_options
@click.option("--percent", "only_percent", is_flag=True, help="Chances in percent only, without fractions.")
@format_option("text", "json", "csv", "svg")
def odds(
    procedure: str | None, sets: tuple[str, ...], of: str | None, where: str | None, policy: str | None, setup: str | None,
    decks: str | None, counters: tuple[str, ...], zones: tuple[str, ...], players: int | None, saved: str | None, game: str | None,
    options: tuple[str, ...], only_percent: bool, form: str,
) -> int:  # fmt: skip
    """Print the exact distribution of PROCEDURE's results, and the mean of every number."""
    folder = find_game(game)
    program = load_from(folder, options)
    if program is None:
        return 1
    found = named_procedure(program, procedure)
    names = _names(found, of)
    asked = asked_game(program, setup, decks, counters, zones, players, saved)
    sweep, choosing, evaluator = read_sweep(program, found, values_of(sets)), _policy(policy), Odds(program)

    def put_question(values: Mapping[str, str], results: tuple[str, ...] | None, where: str | None) -> OddsAnswer:
        return ask(program, found.id, values, where=where, of=results, policy=choosing, situation=asked, evaluator=evaluator)

    try:
        with explained(program, found, folder):
            if form in ("text", "svg"):
                answers = asked_apart(put_question, sweep, found, names, where)
            else:
                answers = asked_together(put_question, sweep, names, where)
    except BadQuery as error:
        raise Wrong(f"--where, column {error.start + 1}: {error.message}") from None
    except Refused as refusal:
        raise Wrong(f"`{found.id}` has no exact odds: {refusal.reason}") from None
    if form == "json":
        rows = () if sweep.varied else outcome_rows(answers.single[0])
        put_json({"game": program.game, "options": dict(program.options), **json_data(answers)}, rows, "" if sweep.varied else "outcomes")
    elif form == "csv":
        for line in csv_lines(answers):
            put_raw(line)
    elif form == "svg":
        put_raw(svg_text(answers, where))
    else:
        for line in text_lines(answers, where, only_percent):
            put(line)
        _say_how(program, found, answers.single, asked is None)
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


def _say_how(program: Program, procedure: Procedure, answers: Sequence[OddsAnswer], is_new: bool) -> None:
    """How it was answered, and for what: a text shows no inputs, and a default is easily forgotten."""
    answer = answers[0]
    sampled = next((one for one in answers if one.method != "exact"), None)
    if sampled is not None:
        say(f"penance: sampled, {sampled.runs} runs: {sampled.reason}")
    if not procedure.results:
        say(f"penance: `{procedure.id}` has no results, so there is nothing to ask for; `penance run {procedure.id}` shows what it changes")
    if is_new and any(name.startswith("zone ") for name in closure(program, [procedure.id])):
        say("penance: in a new game, no card lies in any zone; --setup and --zone say what does")
    if answer.defaults:
        say(f"penance: by default {', '.join(f'{name} = {plain(answer.inputs[name])}' for name in answer.defaults)}")
