"""What a procedure changes: counters and the number of cards in zones, by owner, with the chance of each change."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from penance_build.build.numbers import decimal, ratio
from penance_build.ir.interpret.state import State, new_state
from penance_build.ir.nodes import Change, Const, Counter, CounterDef, Expr, Move, Op, Procedure, Program, ZoneDef, ZoneSize
from penance_build.ir.walk import reached, statements
from penance_build.library.values import in_words, owner_in_words
from penance_build.odds.question.inputs import given
from penance_build.odds.question.refusal import DEFAULT, Policy
from penance_build.odds.walking.exact import Odds


class Changed(Struct, frozen=True):
    """A counter, or the number of cards in a zone, of an owner (a player from 1, a hex, None for the game): what it is changed by, with
    the chance of each; of a counter of members or truths, what it becomes."""

    kind: str
    name: str
    owner: int | str | None
    chances: Mapping[int | bool | str, Fraction]
    is_number: bool = True

    @property
    def mean(self) -> Fraction | None:
        """What it is changed by on average."""
        if not self.is_number:
            return None
        return sum((p * int(value) for value, p in self.chances.items()), Fraction(0))


def changes(
    program: Program, procedure: Procedure, inputs: Mapping[str, int], policy: Policy | None, state: State | None, evaluator: Odds
) -> tuple[Changed, ...]:
    """Everything that may be changed, in the order of the game. Raises Refused where there is no exact answer."""
    before = state or new_state(program)
    asked = list(_asked(program, procedure, before))
    numbers = tuple(e for _, _, e in asked)
    answer = evaluator.asked(procedure, numbers, dict(given(procedure, inputs)), policy, DEFAULT, state)
    found = []
    for at, (item, owner, _) in enumerate(asked):
        chances: dict[int | bool | str, Fraction] = {}
        for key, weight in answer.states.items():
            value = in_words(program, item, key[at])
            chances[value] = chances.get(value, Fraction(0)) + Fraction(weight, answer.total)
        first = before.counters[item.id][owner] if isinstance(item, CounterDef) else 0
        if set(chances) != {in_words(program, item, first if _is_word(item) else 0)}:
            kind = "counter" if isinstance(item, CounterDef) else "zone"
            ordered = dict(sorted(chances.items(), key=lambda one: (str(type(one[0])), one[0])))
            found.append(Changed(kind, item.id, owner_in_words(program, item, owner), ordered, not _is_word(item)))
    return tuple(found)


def _asked(program: Program, procedure: Procedure, before: State) -> list[tuple[CounterDef | ZoneDef, int, Expr]]:
    """What may be changed: of words what they become, of numbers the difference."""
    stmts = [stmt for item in reached(program.by_id.procedures, procedure.id) for stmt in statements(item.body)]
    counters = {stmt.counter for stmt in stmts if isinstance(stmt, Change)}
    moves = [stmt for stmt in stmts if isinstance(stmt, Move)]
    zones = {stmt.target for stmt in moves} | {stmt.source for stmt in moves if stmt.card is None}
    if any(stmt.card is not None for stmt in moves):
        zones |= set(program.by_id.zones)
    found: list[tuple[CounterDef | ZoneDef, int, Expr]] = []
    for item in program.counters:
        for owner, value in enumerate(before.counters[item.id] if item.id in counters else ()):
            read = Counter(item.id, None if item.owner == "game" else Const(owner))
            found.append((item, owner, read if _is_word(item) else Op("sub", (read, Const(value)))))
    for zone in program.zones:
        for owner, pile in enumerate(before.zones[zone.id] if zone.id in zones else ()):
            size = ZoneSize(zone.id, None if zone.owner == "game" else Const(owner))
            found.append((zone, owner, Op("sub", (size, Const(len(pile))))))
    return found


def _is_word(item: CounterDef | ZoneDef) -> bool:
    return isinstance(item, CounterDef) and bool(item.ref)


def change_data(item: Changed) -> dict[str, Any]:
    """A change as JSON can hold it."""
    word = "change" if item.is_number else "to"
    rows = [{word: value, "p": ratio(p), "decimal": decimal(p)} for value, p in item.chances.items()]
    mean = item.mean
    means = {} if mean is None else {"mean": ratio(mean), "mean_decimal": decimal(mean)}
    return {item.kind: item.name, "owner": item.owner, "outcomes": rows, **means}
