"""``penance odds``: the exact distribution of what a procedure gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import click

from penance_build.build.numbers import decimal, percent, ratio, rounded
from penance_build.cli.errors import Wrong
from penance_build.cli.options import find_game, format_option, game_options, load_from, pairs
from penance_build.cli.terminal import put, put_json, say
from penance_build.cli.values import columns, find_procedure, near, plain, printed_inputs, read_inputs_of
from penance_build.ir.interpret.state import printed
from penance_build.ir.nodes import Choose, Expr, Procedure, Program, Slot
from penance_build.ir.uses import closure
from penance_build.ir.walk import statements
from penance_build.odds.question.answer import Answer
from penance_build.odds.question.intervals import Interval
from penance_build.odds.question.refusal import Policy, Refused


@click.command()
@click.argument("procedure", required=False, metavar="PROCEDURE")
@click.option("--set", "sets", multiple=True, metavar="NAME=VALUE", help="An input (repeatable).")
@click.option("--of", metavar="NAME,...", help="Only these results, jointly.")
@click.option("--where", metavar="FORMULA", help="The chance of this event, over the results.")
@click.option("--policy", metavar="POLICY", help="How choices are made: first, random, or CHOICE=OPTION,...")
@game_options
@format_option("text", "json")
def odds(
    procedure: str | None, sets: tuple[str, ...], of: str | None, where: str | None, policy: str | None, game: str | None,
    options: tuple[str, ...], form: str,
) -> int:  # fmt: skip
    """Print the exact distribution of PROCEDURE's results, and the mean of every number."""
    folder = find_game(game)
    program = load_from(folder, options)
    if program is None:
        return 1
    found = find_procedure(program, procedure)
    given, policy = _policy_inputs(found, policy)
    inputs = read_inputs_of(program, found, (*sets, *given), folder)
    slots = _slots(found, of)
    event = _event(program, found, where) if where is not None else None
    # A text that asks for one event shows no table, and the answer is cheaper without.
    shown = () if event is not None and of is None and form == "text" else slots
    try:
        answer = _answer(program, found, inputs, shown, event, _policy(program, found, policy))
    except Refused as refusal:
        raise Wrong(f"`{found.id}` has no exact odds: {refusal.reason}") from None
    if form == "json":
        put_json(_data(program, found, inputs, answer))
    else:
        _show(program, answer, where)
        _say_defaults(program, found, inputs)
    return 0


def _slots(procedure: Procedure, of: str | None) -> tuple[Slot, ...]:
    """The results asked for; rolls are never among them."""
    slots = tuple(slot for slot in procedure.results if slot.type.kind != "roll")
    if of is None:
        return slots
    by_name = {slot.name: slot for slot in slots}
    names = [name.strip() for name in of.split(",") if name.strip()]
    if not names:
        raise Wrong(f"--of names results: {', '.join(by_name)}")
    for name in names:
        if name not in by_name:
            raise Wrong(f"`{procedure.id}` has no result `{name}`{near(name, list(by_name))}")
    return tuple(by_name[name] for name in dict.fromkeys(names))


def _event(program: Program, procedure: Procedure, where: str) -> Expr:
    from penance_build.model.formulas.queries import BadQuery, where_expr

    try:
        return where_expr(program, procedure.id, where)
    except BadQuery as error:
        raise Wrong(f"--where, column {error.start + 1}: {error.message}") from None


def read_policy(text: str | None) -> Policy | None:
    """``first``, ``random``, or the option of each choice by name. Raises Wrong."""
    if text is None:
        return None
    if text in ("first", "random"):
        return Policy(text)
    if "=" not in text:
        raise Wrong(f"--policy is first, random, or CHOICE=OPTION,...; found `{text}`")
    return Policy("named", dict(pairs(text.split(","), "--policy")))


def _policy_inputs(procedure: Procedure, text: str | None) -> tuple[tuple[str, ...], str | None]:
    """The parts of a policy that name an input, as values for it, and the rest: who decides may be an input of the rules."""
    if text is None or "=" not in text:
        return (), text
    names = {item.name for item in procedure.inputs if item.type.kind in ("enum", "bool")}
    parts = [part.strip() for part in text.split(",")]
    given = tuple(part for part in parts if part.partition("=")[0] in names)
    return given, ",".join(part for part in parts if part not in given) or None


def _policy(program: Program, procedure: Procedure, text: str | None) -> Policy | None:
    """The policy, each of whose names must be a choice of this procedure or of one that it calls. Raises Wrong."""
    policy = read_policy(text)
    if policy is None or not policy.picks:
        return policy
    reached = set(closure(program, [procedure.id]))
    steps = (stmt for item in program.procedures if f"procedure {item.id}" in reached for stmt in statements(item.body))
    asked = {stmt.slot: [option.id for option in stmt.options] for stmt in steps if isinstance(stmt, Choose)}
    for name, option in policy.picks.items():
        if name not in asked:
            raise Wrong(f"--policy: `{procedure.id}` has no choice `{name}`{near(name, list(asked))}")
        if option not in asked[name]:
            raise Wrong(f"--policy: the choice `{name}` has no option `{option}`{near(option, asked[name])}")
    return policy


def _answer(
    program: Program, procedure: Procedure, inputs: dict[str, int], slots: tuple[Slot, ...], event: Expr | None, policy: Policy | None
) -> Answer:
    from penance_build.odds.walking.exact import Odds
    from penance_build.odds.walking.sampled import answer

    return answer(Odds(program), procedure.id, inputs, of=[slot.name for slot in slots], where=event, policy=policy)


def _results(program: Program, answer: Answer, values: dict[str, int]) -> dict[str, Any]:
    return {name: printed(program, kind, values[name]) for name, kind in answer.slots}


def _data(program: Program, procedure: Procedure, inputs: dict[str, int], answer: Answer) -> dict[str, Any]:
    data: dict[str, Any] = {
        "game": program.game,
        "options": dict(program.options),
        "procedure": procedure.id,
        "inputs": printed_inputs(program, procedure, inputs),
        "method": answer.method,
        "outcomes": [
            {"result": _results(program, answer, values), "p": ratio(p), "decimal": decimal(p), **_interval(answer.interval_of(p))}
            for values, p in answer.outcomes
        ],
        "mean": {name: ratio(mean) for name, mean in answer.mean.items()},
        "mean_decimal": {name: decimal(mean) for name, mean in answer.mean.items()},
        "unbounded": list(answer.unbounded),
    }
    if answer.p is not None:
        data |= {"p": ratio(answer.p), "decimal": decimal(answer.p), **_interval(answer.interval)}
    if answer.method != "exact":
        data |= {"runs": answer.runs, "reason": answer.reason}
        data["mean_interval"] = {name: [decimal(bound) for bound in bounds] for name, bounds in answer.mean_intervals.items()}
    return data


def _interval(bounds: Interval | None) -> dict[str, list[float]]:
    return {} if bounds is None else {"interval": [decimal(bound) for bound in bounds]}


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


def _show(program: Program, answer: Answer, where: str | None) -> None:
    if answer.p is not None:
        put(f"{where}: {_chance(answer.p, answer.interval)}")
    if answer.slots:
        is_exact = answer.method == "exact"
        rows: list[tuple[str, ...]] = [(*(name for name, _ in answer.slots), "chance", "" if is_exact else "95 % within")]
        for values, p in answer.outcomes:
            chance = (ratio(p), percent(p)) if is_exact else (percent(p), f"{_between(answer.interval_of(p), 100, 2)} %")
            rows.append((*(plain(value) for value in _results(program, answer, values).values()), *chance))
        count = len(answer.slots)
        numbers = tuple(at for at, (_, kind) in enumerate(answer.slots) if kind.kind == "int")
        for line in columns(rows, right=(*numbers, count, count + 1)):
            put(line)
    for name, mean in answer.mean.items():
        bounds = answer.mean_intervals.get(name)
        shown = f"{ratio(mean)} = {rounded(mean, 4)}" if bounds is None else f"{rounded(mean, 4)} (95 % within {_between(bounds)})"
        put(f"mean {name} = {shown}{', without an upper bound' if name in answer.unbounded else ''}")
    if answer.method != "exact":
        say(f"penance: sampled, {answer.runs} runs: {answer.reason}")


def _say_defaults(program: Program, procedure: Procedure, given: dict[str, int]) -> None:
    """What the chances hold for beside what was asked: a text shows no inputs, and a default is easily forgotten."""
    if not procedure.results:
        say(f"penance: `{procedure.id}` has no results, so there is nothing to ask for; `penance run {procedure.id}` shows what it changes")
    if any(name.startswith("zone ") for name in closure(program, [procedure.id])):
        say("penance: in a new game, no card lies in any zone")
    rest = [f"{name} = {plain(value)}" for name, value in printed_inputs(program, procedure, given).items() if name not in given]
    if rest:
        say(f"penance: by default {', '.join(rest)}")
