"""``penance odds``: the exact distribution of what a procedure gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, format_option, game_options, load_from, situation_options
from penance_build.cli.showing.asking import TooMany, asked_apart, asked_together, bounded, results_apart
from penance_build.cli.showing.changed import change_lines
from penance_build.cli.showing.decisions import best_lines
from penance_build.cli.showing.forms import csv_lines, json_data, svg_text, text_lines
from penance_build.cli.showing.sweep import read_sweep
from penance_build.cli.showing.tables import joint_lines
from penance_build.cli.terminal import counting, put, put_json, put_raw, say
from penance_build.cli.values import asked_game, explained, named_procedure, plain, values_of
from penance_build.ir.nodes import Procedure, Program
from penance_build.ir.uses import closure
from penance_build.library.best import BestAnswer, best_data, best_policy
from penance_build.library.changes import Changed, change_data
from penance_build.library.data import outcome_rows
from penance_build.library.errors import WrongUse
from penance_build.library.odds import OddsAnswer
from penance_build.library.odds import odds as ask
from penance_build.library.policies import REST, WAYS, unanswered
from penance_build.model.formulas.queries import BadQuery
from penance_build.odds.question.refusal import Refused
from penance_build.odds.walking.exact import Odds


@click.command()
@click.argument("procedure", required=False, metavar="PROCEDURE")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="An input (repeatable); 0..12, a,b or .. asks for each value.")
@click.option("--of", metavar="NAME,...", help="Only these results; of several, how they fall together.")
@click.option("--where", metavar="FORMULA", help="How likely this is, a condition over the results.")
@click.option(
    "--policy", "policies", multiple=True, metavar="POLICY",
    help="How players choose: first, random, or CHOICE=OPTION|FORMULA,... (repeatable).",
)  # fmt: skip
@click.option("--best", metavar="RESULT", help="How to choose so that a result, a number over results, or a condition is greatest.")
@click.option("--worst", metavar="RESULT", help="How to choose so that it is least.")
@situation_options
@game_options
@click.option("--percent", "only_percent", is_flag=True, help="Chances in percent only, without fractions.")
@format_option("text", "json", "csv", "svg")
def odds(
    procedure: str | None, sets: tuple[str, ...], of: str | None, where: str | None, policies: tuple[str, ...], best: str | None,
    worst: str | None, setup: str | None, decks: str | None, counters: tuple[str, ...], zones: tuple[str, ...], players: int | None,
    saved: str | None, game: str | None, options: tuple[str, ...], only_percent: bool, form: str,
) -> int:  # fmt: skip
    """Print exactly how likely each result of PROCEDURE is, and the mean of every number."""
    folder = find_game(game)
    program = load_from(folder, options)
    if program is None:
        return 1
    found = named_procedure(program, procedure)
    names = _names(found, of)
    asked = asked_game(program, setup, decks, counters, zones, players, saved)
    sweep, choosing, evaluator = read_sweep(program, found, values_of(sets)), _policy(policies), Odds(program)
    if best is not None or worst is not None:
        if (best is None) == (worst is None) or where is not None or sweep.varied or form not in ("text", "json"):
            raise Wrong("--best and --worst each seek one policy, as text or JSON; ask without --where, and of one value of each input")
        with _said(program, "--worst" if best is None else "--best", found), explained(program, found, folder):
            sought = best_policy(
                program, found.id, values_of(sets), aim=worst or best or "", lowest=best is None, of=names, policy=choosing,
                situation=asked, evaluator=evaluator,
            )  # fmt: skip
        return _put_best(program, found, sought, form, only_percent)
    changes: tuple[Changed, ...] = ()

    def put_question(values: Mapping[str, str], results: tuple[str, ...] | None, where: str | None) -> OddsAnswer:
        return ask(program, found.id, values, where=where, of=results, policy=choosing, situation=asked, evaluator=evaluator)

    is_apart = form in ("text", "svg") and names is None and where is None
    told = counting("questions", len(sweep.questions) * (len(results_apart(found)) if is_apart else 1), quiet=not sweep.varied)
    put_one = bounded(put_question, evaluator.ledger, told) if sweep.varied else put_question
    with _said(program, "--where", found), explained(program, found, folder):
        try:
            if form in ("text", "svg"):
                answers = asked_apart(put_one, sweep, found, names, where, evaluator.ledger)
            else:
                answers = asked_together(put_one, sweep, names, where)
        finally:
            told(0)
        if where is None and of is None and not sweep.varied and _changes(found) and (asked is not None or not found.results):
            given = values_of(sets)
            changes = ask(program, found.id, given, of=(), policy=choosing, situation=asked, changes=True, evaluator=evaluator).changes
    if form == "json":
        rows = () if sweep.varied else outcome_rows(answers.single[0])
        data = json_data(answers) | ({"changes": [change_data(item) for item in changes]} if changes else {})
        put_json({"game": program.game, "options": dict(program.options), **data}, rows, "" if sweep.varied else "outcomes")
    elif form == "csv":
        for line in csv_lines(answers):
            put_raw(line)
    elif form == "svg":
        put_raw(svg_text(answers, where))
    else:
        shown, changed = [*text_lines(answers, where, only_percent)], change_lines(changes, only_percent)
        for line in (*shown, *([""] if shown and changed else []), *changed):
            put(line)
        _say_how(program, found, answers.single, asked is None, bool(changes) or where is not None)
    return 0


@contextmanager
def _said(program: Program, option: str, procedure: Procedure) -> Iterator[None]:
    """What is wrong with a question, as wrong use of an option."""
    try:
        yield
    except BadQuery as error:
        raise Wrong(f"{option}, column {error.start + 1}: {error.message}") from None
    except TooMany as refusal:
        raise Wrong(f"--set: {refusal.reason}; ask of fewer values at once") from None
    except Refused as refusal:
        hint = unanswered(program, procedure, refusal.statement)
        raise Wrong(f"`{procedure.id}` has no exact odds: {refusal.reason}{f' {hint}' if hint else ''}") from None
    except WrongUse as error:
        raise (Wrong(f"--policy: {error}") if error.about == "policy" else error) from None


def _put_best(program: Program, procedure: Procedure, found: BestAnswer, form: str, only_percent: bool) -> int:
    """The best policy: its value, its decisions, and the odds under it."""
    if form == "json":
        put_json({"game": program.game, "options": dict(program.options), **best_data(found)})
        return 0
    for line in best_lines(found):
        put(line)
    for line in joint_lines(found.odds, only_percent) if found.odds.results else ():
        put(line)
    _say_how(program, procedure, [found.odds], False, True)
    return 0


def _changes(procedure: Procedure) -> bool:
    """Whether a procedure changes counters or zones."""
    return bool({"changes", "moves"} & set(procedure.effects))


def _names(procedure: Procedure, of: str | None) -> tuple[str, ...] | None:
    """The results that ``--of`` names."""
    if of is None:
        return None
    names = tuple(name.strip() for name in of.split(",") if name.strip())
    if not names:
        raise Wrong(f"--of names results: {', '.join(slot.name for slot in procedure.results if slot.type.kind != 'roll')}")
    return names


# Where one choice ends and the next begins: a formula may hold commas and comparisons.
_NEXT = re.compile(r",(?=\s*[a-z][a-z0-9_.]*\s*=(?!=))")


def _policy(texts: tuple[str, ...]) -> dict[str, str] | str | None:
    """``first`` or ``random``, and the option or formula of each choice by name. Raises Wrong."""
    rest = [text for text in texts if text in WAYS]
    if len(rest) > 1:
        raise Wrong(f"--policy is given twice for all choices: {' and '.join(rest)}")
    named = [part for text in texts if text not in WAYS for part in _NEXT.split(text)]
    for part in named:
        if "=" not in part:
            raise Wrong(f"--policy is first, random, or CHOICE=OPTION,...; found `{part}`")
    found = values_of(named, "--policy")
    return rest[0] if rest and not found else ({REST: rest[0], **found} if rest else found or None)


def _say_how(program: Program, procedure: Procedure, answers: Sequence[OddsAnswer], is_new: bool, is_told: bool) -> None:
    """How it was answered, and for what: a text shows no inputs, and a default is easily forgotten."""
    answer = answers[0]
    sampled = next((one for one in answers if one.method != "exact"), None)
    if sampled is not None:
        say(f"penance: sampled, {sampled.runs} runs: {sampled.reason}")
    if not procedure.results and not is_told:
        say(f"penance: `{procedure.id}` has no results, so there is nothing to ask for; `penance run {procedure.id}` shows what it changes")
    if is_new and any(name.startswith("zone ") for name in closure(program, [procedure.id])):
        say("penance: in a new game, no card lies in any zone; --setup and --zone say what does")
    if answer.defaults:
        say(f"penance: by default {', '.join(f'{name} = {plain(answer.inputs[name])}' for name in answer.defaults)}")
