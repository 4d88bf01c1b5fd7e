"""The best policy of a question, as ``penance odds --best`` answers it: a record, and the same as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from penance_build.build.numbers import decimal, ratio
from penance_build.ir import nodes as ir
from penance_build.ir.interpret.state import State
from penance_build.ir.nodes import Choose, Procedure, Program, Situation, Type, Var
from penance_build.ir.uses import closure
from penance_build.ir.walk import expressions
from penance_build.library.data import odds_data
from penance_build.library.errors import WrongUse
from penance_build.library.odds import OddsAnswer, odds_answer, results_asked
from penance_build.library.policies import Choosing, read_policy, split
from penance_build.library.situation import stands_ready
from penance_build.library.values import Given, Printed, find_procedure, printed, read_inputs
from penance_build.model.formulas.queries import aim_expr
from penance_build.odds.deciding.best import Decision, best
from penance_build.odds.question.answer import Answer, Outcomes
from penance_build.odds.rewriting.exprs import variables
from penance_build.odds.walking.exact import Odds

PASS = "pass"  # what a row calls the pass of a loop with a limit


class PolicyRow(Struct, frozen=True):
    """One decision of a policy: what the player sees where it is made (what is the same in all rows of a choice is left out), the option
    or card that is taken, what that is worth and what the others are; ``chance`` is None where the choice may come round again."""

    choice: str
    player: int
    when: Mapping[str, Printed]
    option: str
    value: Fraction
    values: Mapping[str, Fraction]
    chance: Fraction | None


class BestAnswer(Struct, frozen=True):
    """The best (or with ``lowest`` the worst) policy for ``aim``, a number or a condition: its ``value``, the decisions that it comes to,
    and the odds under it; ``odds`` has no outcomes where choices may come round again."""

    aim: str
    lowest: bool
    player: int
    value: Fraction
    policy: tuple[PolicyRow, ...]
    odds: OddsAnswer


def best_policy(
    program: Program,
    procedure: str,
    inputs: Mapping[str, Given] | None = None,
    *,
    aim: str,
    lowest: bool = False,
    of: Sequence[str] | None = None,
    policy: Choosing | None = None,
    situation: Situation | State | None = None,
    evaluator: Odds | None = None,
) -> BestAnswer:
    """The policy that makes ``aim`` (a result, a number over the results, or a condition) greatest on average, exactly.

    It depends only on what its player sees. ``policy`` makes the choices that it names, for whoever makes them; all others must be
    those of one player. Raises WrongUse, BadQuery (for ``aim``), and Refused where there is no answer.
    """
    found = find_procedure(program, procedure)
    expr = aim_expr(program, procedure, aim)
    results = [slot.name for slot in found.results]
    reads_state = any(isinstance(item, ir.Counter | ir.ZoneSize | ir.ZoneFold | ir.TopCard) for item in expressions(expr))
    if reads_state or any(name not in results for name in variables(expr)):
        raise WrongUse(f"`{aim}` is no number over the results of `{found.id}` ({', '.join(results)}): let one of them be it", "best")
    values, said = split(found, dict(inputs or {}), policy)
    ready = stands_ready(program, situation)
    numbers = read_inputs(program, procedure, values, ready.players, ready.given_to(found))
    if isinstance(said, str):
        raise WrongUse("beside a best policy, choices are named: one for all would leave none open", "policy")
    choosing = read_policy(program, found, said or {}, "best")
    assert choosing is not None
    names = list(variables(expr)) if of is None else results_asked(found, of)
    answer = best(
        evaluator or Odds(program), procedure, numbers, expr, of=names, policy=choosing, lowest=lowest, state=ready.state
    )  # fmt: skip
    known = answer.answer or Answer((), Outcomes((), {(): 1}, 1), None)
    given = odds_answer(program, found, numbers, known)
    rows = _rows(program, found, answer.decisions, answer.seat)
    return BestAnswer(aim, lowest, answer.seat + 1, answer.value, rows, given)


def _rows(program: Program, procedure: Procedure, decisions: Iterable[Decision], seat: int) -> tuple[PolicyRow, ...]:
    """The decisions in words, ordered by choice and by what is seen."""
    found = [(item, _seen(program, procedure, item)) for item in decisions]
    told: dict[str, dict[str, set[str]]] = {}
    for item, seen in found:
        for name, value in seen.items():
            told.setdefault(item.asked.slot, {}).setdefault(name, set()).add(repr(value))
    many = Counter(item.asked.slot for item, _ in found)
    rows = []
    for item, seen in found:
        differs = told.get(item.asked.slot, {})
        when = {name: value for name, value in seen.items() if len(differs[name]) > 1 or many[item.asked.slot] == 1}
        words = {answer: _answer(program, item, answer) for answer in item.values}
        values = {words[answer]: value for answer, value in item.values.items()}
        rows.append(PolicyRow(item.asked.slot, seat + 1, when, words[item.answer], item.values[item.answer], values, item.chance))
    return tuple(sorted(_without_passes(rows), key=lambda row: (row.choice, [(str(type(value)), value) for value in row.when.values()])))


def _without_passes(rows: Sequence[PolicyRow]) -> list[PolicyRow]:
    """The rows of a policy without the pass of a loop, where that makes no difference to any."""
    found: dict[tuple[object, ...], PolicyRow] = {}
    for row in rows:
        when = {name: value for name, value in row.when.items() if name != PASS}
        key = (row.choice, *when.items())
        same = found.setdefault(key, replace(row, when=when, chance=None if row.chance is None else Fraction(0)))
        if (same.option, same.values) != (row.option, row.values):
            return list(rows)
        if same.chance is not None and row.chance is not None:
            found[key] = replace(same, chance=same.chance + row.chance)
    return list(found.values())


def _answer(program: Program, item: Decision, answer: int) -> str:
    """An answer as it is given: the id of an option, or of a card."""
    return item.asked.options[answer].id if isinstance(item.asked, Choose) else program.cards[answer].id


def _seen(program: Program, procedure: Procedure, item: Decision) -> dict[str, Printed]:
    """What is seen, by name: variables, counters and piles that the rules in question read."""
    asks = program.by_id.procedures[item.procedure]
    types: dict[str, Type] = {slot.name: slot.type for slot in asks.slots} | {given.name: given.type for given in asks.inputs}
    found: dict[str, Printed] = {}
    for node, value in item.seen:
        if isinstance(node, Var) and node.name in types and types[node.name].kind not in ("player", "card"):
            found[node.name] = printed(program, types[node.name], value)
        elif isinstance(node, Var) and node.name.startswith("@i"):
            found[PASS] = value
    if item.world is None:
        return found
    used = set(closure(program, [procedure.id]))
    for counter, row in zip(program.counters, item.world.counters, strict=True):
        for owner, value in enumerate(row):
            if f"counter {counter.id}" in used:
                kind = Type("bool") if counter.ref == "bool" else Type("enum", counter.ref) if counter.ref else Type("int")
                found[_owned(counter.id, counter.owner, owner)] = printed(program, kind, value)
    for zone, piles in zip(program.zones, item.world.zones, strict=True):
        for owner, pile in enumerate(piles):
            if f"zone {zone.id}" in used:
                found[_owned(zone.id, zone.owner, owner)] = pile if isinstance(pile, int) else _cards(program, pile)
    return found


def _owned(name: str, kind: str, owner: int) -> str:
    return name if kind == "game" else f"{owner + 1}.{name}"


def _cards(program: Program, pile: tuple[int, ...]) -> str:
    """Cards with their copies, as ``--zone`` takes them."""
    return ",".join(f"{program.cards[card].id}:{many}" for card, many in sorted(Counter(pile).items())) or "none"


def best_data(found: BestAnswer) -> dict[str, Any]:
    """A best policy as JSON can hold it: the keys of ``odds_data``, and ``policy`` with its decisions."""
    data = odds_data(found.odds)
    data["mean"] = {**data["mean"], found.aim: ratio(found.value)}
    data["mean_decimal"] = {**data["mean_decimal"], found.aim: decimal(found.value)}
    data["best"] = {"aim": found.aim, "lowest": found.lowest, "player": found.player, "value": ratio(found.value)}
    data["policy"] = [_row_data(row) for row in found.policy]
    return data


def _row_data(row: PolicyRow) -> dict[str, Any]:
    return {
        "choice": row.choice,
        "player": row.player,
        "when": dict(row.when),
        "option": row.option,
        "value": ratio(row.value),
        "decimal": decimal(row.value),
        "values": {option: ratio(value) for option, value in row.values.items()},
        "chance": None if row.chance is None else ratio(row.chance),
    }
