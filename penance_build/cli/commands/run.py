"""``penance run``: one procedure, once, with its derivation."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from penance_build.cli.calling.takes import Whole
from penance_build.cli.errors import Wrong
from penance_build.cli.options import compiled, find_game, format_option, game_options, situation_options
from penance_build.cli.terminal import clean, put, put_json, say
from penance_build.cli.values import asked_game, columns, explained, named_procedure, plain, read_dice, values_of
from penance_build.cli.where import Where
from penance_build.ir.interpret.dice import RunError, Scripted, face_word
from penance_build.ir.interpret.passes import Passes
from penance_build.ir.interpret.run import Pending
from penance_build.ir.interpret.run import run as interpret
from penance_build.ir.interpret.state import Draw, Outcome, Record, State, TraceLine, new_state
from penance_build.ir.nodes import Procedure, Program
from penance_build.library.situation import stands_ready
from penance_build.library.values import in_words, owner_in_words, printed_inputs, printed_results, read_inputs

MAX_PASSES = 1_000_000  # of all loops together


@click.command()
@click.argument("procedure", required=False, metavar="PROCEDURE")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="An input (repeatable).")
@click.option("--dice", multiple=True, metavar="NAME=FACE,...", help="Scripted faces in the order rolled (repeatable).")
@click.option("--choose", "answers", multiple=True, metavar="ID", help="The answer to the next choice (repeatable).")
@click.option("--seed", type=Whole(0, 2**53 - 1), help="The seed of what is not scripted; without it, one is drawn.")
@situation_options
@game_options
@format_option("text", "json")
def run(
    procedure: str | None, sets: tuple[str, ...], dice: tuple[str, ...], answers: tuple[str, ...], seed: int | None, setup: str | None,
    decks: str | None, counters: tuple[str, ...], zones: tuple[str, ...], players: int | None, saved: str | None, game: str | None,
    options: tuple[str, ...], form: str,
) -> int:  # fmt: skip
    """Run PROCEDURE once; print its derivation line by line, and its results."""
    folder = find_game(game)
    compilation = compiled(folder, options)
    program = compilation.program
    if program is None:
        return 1
    found = named_procedure(program, procedure)
    ready = stands_ready(program, asked_game(program, setup, decks, counters, zones, players, saved))
    with explained(program, found, folder):
        inputs = read_inputs(program, found.id, values_of(sets), ready.players, ready.given_to(found))
    script = read_dice(program, found, dice)
    # A fully scripted run needs no seed, and says so; a shuffle or an unscripted roll does.
    is_random = "shuffles" in found.effects or any(name not in script for name, _ in found.rolls)
    if seed is None and is_random and not dice:
        seed = int.from_bytes(os.urandom(4), "big")
    try:
        given = _Answers(program, found, list(answers), ready.state.cards if ready.state is not None else new_state(program).cards)
        outcome = interpret(program, found.id, inputs, Scripted(script, seed), ready.state, given, Passes(MAX_PASSES))
    except RunError as error:
        raise Wrong(_with_hint(str(error), seed)) from None
    if given.answers:
        asked = "no more" if len(answers) > len(given.answers) else "nothing"
        raise Wrong(f"--choose {given.answers[0]} answers nothing: `{found.id}` asked {asked}")
    used_seed = seed if outcome.log else None
    if form == "json":
        put_json(_data(Where(compilation, folder), found, inputs, outcome, used_seed, ready.state))
    else:
        _show(program, found, outcome, ready.state)
        if used_seed is not None:
            say(f"penance: rolled with --seed {used_seed}")
    return 0


class _Answers:
    """Answers choices in the order given; the first that is not answered ends the run with what there was to choose."""

    def __init__(self, program: Program, procedure: Procedure, answers: list[str], cards: Sequence[int]) -> None:
        self.program, self.procedure, self.answers, self.cards = program, procedure, answers, cards

    def __call__(self, pending: Pending) -> str | int:
        options = [str(option) for option in pending.options]
        asked = f"{clean(pending.prompt)} ({', '.join(map(self.shown, pending.options))})"
        if not self.answers:
            raise Wrong(f"`{self.procedure.id}` asks: {asked}; answer with --choose")
        answer = self.answers.pop(0)
        ids = [self.card(option) for option in pending.options]
        if answer not in options and answer not in ids:
            raise Wrong(f"--choose {answer} does not answer: {asked}")
        return pending.options[options.index(answer) if answer in options else ids.index(answer)]

    def card(self, option: str | int) -> str:
        """The id of the card that may be chosen; empty for what is no card."""
        return self.program.cards[self.cards[option]].id if isinstance(option, int) else ""

    def shown(self, option: str | int) -> str:
        """An option as it is asked for: a card by the number of its copy, and its name."""
        return f"{option} {clean(self.program.cards[self.cards[option]].name)}" if isinstance(option, int) else option


def _with_hint(message: str, seed: int | None) -> str:
    missing = seed is None and "0 given" in message
    return f"{message}; script them too, or give --seed for what is not scripted" if missing else message


def rolled(program: Program, outcome: Outcome) -> dict[str, list[int | str]]:
    """The faces that fell, by the name they were rolled under, in order."""
    found: dict[str, list[int | str]] = {}
    for draw in outcome.log:
        if isinstance(draw, Draw):
            found.setdefault(draw.name, []).append(face_word(program.by_id.dice[draw.die], draw.face))
    return found


def _changes(program: Program, outcome: Outcome, state: State | None) -> list[dict[str, Any]]:
    """What the run did to the counters of the game as it stood, by owner, in values as the rules write them."""
    before = (state or new_state(program)).counters
    return [
        {
            "counter": item.id,
            "owner": owner_in_words(program, item, place),
            "from": in_words(program, item, old),
            "to": in_words(program, item, new),
        }
        for item in program.counters
        for place, (old, new) in enumerate(zip(before[item.id], outcome.state.counters[item.id], strict=True))
        if old != new
    ]


def _data(
    where: Where, procedure: Procedure, inputs: dict[str, int], outcome: Outcome, seed: int | None, state: State | None
) -> dict[str, Any]:
    program = where.compilation.program
    assert program is not None
    return {
        "game": program.game,
        "options": dict(program.options),
        "procedure": procedure.id,
        "inputs": printed_inputs(program, procedure, inputs),
        "dice": rolled(program, outcome),
        "result": printed_results(program, procedure.id, outcome),
        "changes": _changes(program, outcome, state),
        "seed": seed,
        "trace": [line_data(where, line) for line in outcome.trace],
        "display": [line for line in outcome.told if isinstance(line, str)],
        "records": [{"name": one.name, "values": dict(one.fields)} for one in outcome.told if isinstance(one, Record)],
    }


def line_data(where: Where, line: TraceLine) -> dict[str, Any]:
    """A line of the derivation, with the step that made it and where that stands."""
    told = {"label": line.label, "value": line.value, "running": line.running, "source": line.source}
    return {**told, "procedure": line.procedure, "step": line.step, "at": where.at(line.procedure, line.step)}


def _show(program: Program, procedure: Procedure, outcome: Outcome, state: State | None) -> None:
    for name, faces in rolled(program, outcome).items():
        put(f"{name}: {plain(faces)}")
    lines = [(clean(line.label), plain(line.value), plain(line.running), clean(line.source)) for line in outcome.trace if line.label]
    for line in columns(lines, right=(1, 2)):
        put(f"  {line}")
    for name, value in printed_results(program, procedure.id, outcome).items():
        put(f"{name} = {plain(value)}")
    for change in _changes(program, outcome, state):
        owner = "" if change["owner"] is None else f" of {'player ' * isinstance(change['owner'], int)}{change['owner']}"
        put(f"{change['counter']}{owner}: {plain(change['from'])} -> {plain(change['to'])}")
    lines_told = [line for line in outcome.told if isinstance(line, str)]
    for line in ["", *lines_told] if lines_told else []:
        put(line)
    for record in (one for one in outcome.told if isinstance(one, Record)):
        put(f"{record.name}: " + ", ".join(f"{name} {plain(value)}" for name, value in record.fields))
