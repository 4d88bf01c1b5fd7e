"""E629: a rule that may run more steps than anybody waits for; E616: calls and branches that nest deeper than stacks carry.

Loops multiply, within a rule and through calls, and so does a call that stands twice in each of many rules. What a run may come to
is counted from the bounds of its loops, without running it; of a loop without one, from what falls in it. Steps between two choices
are what a machine does in one go; a run in which somebody is asked again and again may come to many more. Cases:
``tests/cases/bad/loops`` and ``tests/test_run_length.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final, assert_never

from penance_build.checks.falls import endless, most_passes
from penance_build.checks.reads import Reads
from penance_build.checks.remembered import once
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.record import Record
from penance_build.ir.walk import calls, statements, tables_read
from penance_build.limits import MAX_ALL_STEPS, MAX_NESTED, MAX_STEPS
from penance_build.model.context.rule import entity_of
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game

ENDLESS: Final = 100  # the passes of a loop without a bound in which nothing is seen to fall: dice or players end it soon
COUNTING: Final = 20_000  # where neither do: the states that are gone through to prove that it ends
CALL: Final = 8  # steps in whose time a call is prepared
DICE: Final = 8  # that are rolled, or looked at by a formula, in about the time of a step
_SHOWN: Final = 10**18


class Length(Record):
    """How many steps may run, at most.

    ``quiet`` is the longest way through on which nobody is asked (None: every way asks), ``before`` and ``after`` the steps up to the
    first choice and from the last one on, ``most`` those between any two, ``all`` those of a whole run. ``nested`` is how many
    calls, loops and branches may stand within one another.
    """

    quiet: int | None
    before: int
    after: int
    most: int
    all: int
    nested: int

    def then(self, other: Length) -> Length:
        """One after the other."""
        quiet = None if self.quiet is None or other.quiet is None else self.quiet + other.quiet
        before = self.before if self.quiet is None else max(self.before, self.quiet + other.before)
        after = other.after if other.quiet is None else max(other.after, self.after + other.quiet)
        most = max(self.most, other.most, self.after + other.before)
        return Length(quiet, before, after, most, self.all + other.all, max(self.nested, other.nested))

    def times(self, passes: int) -> Length:
        """So many times in a row, at least once."""
        more = passes - 1
        if self.quiet is None:
            most = max(self.most, self.after + self.before if more else 0)
            return Length(None, self.before, self.after, most, passes * self.all, self.nested)
        quiet, kept = passes * self.quiet, more * self.quiet
        before, after = max(quiet, kept + self.before), max(quiet, kept + self.after)
        most = max(self.most, before, after, self.after + self.before + max(0, more - 1) * self.quiet if more else 0)
        return Length(quiet, before, after, most, passes * self.all, self.nested)

    def inside(self) -> Length:
        """One level further in."""
        return Length(self.quiet, self.before, self.after, self.most, self.all, self.nested + 1)


def _either(ways: Iterable[Length]) -> Length:
    """One of several."""
    every = list(ways)
    quiet = max((way.quiet for way in every if way.quiet is not None), default=None)
    return Length(
        quiet, max(way.before for way in every), max(way.after for way in every), max(way.most for way in every),
        max(way.all for way in every), max(way.nested for way in every),
    )  # fmt: skip


def _plain(steps: int, nested: int = 0) -> Length:
    """So many steps that ask nobody."""
    return Length(steps, steps, steps, steps, steps, nested)


_NOTHING: Final = _plain(0)
_ASKED: Final = Length(None, 1, 1, 1, 2, 0)


def check(game: Game, elaborated: Elaborated) -> list[Problem]:
    """The rules that may run too long, or nest too deep, though nothing that they call does."""
    by_id = {procedure.id: procedure for procedure in elaborated.program.procedures}
    found: dict[str, Length] = {}
    problems: list[Problem] = []
    for first in elaborated.program.procedures:
        waiting = [first.id]
        while waiting:  # callees first; calls are known to end
            name = waiting[-1]
            procedure = by_id[name]
            callees = once(elaborated, ("calls", procedure), partial(calls, procedure.body))
            missing = [callee for callee in callees if callee not in found]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            if name not in found:
                found[name] = _length_of(elaborated, procedure, {callee: found[callee] for callee in callees})
                if all(_is_short(found[callee]) for callee in callees):
                    problems.extend(_problems(game, name, found[name]))
    return problems


def _is_short(length: Length) -> bool:
    return length.most <= MAX_STEPS and length.all <= MAX_ALL_STEPS and length.nested <= MAX_NESTED


def _problems(game: Game, name: str, length: Length) -> list[Problem]:
    """What is too long or too deep about a rule: the first of these."""
    if _is_short(length):
        return []
    code, hint = "E629", "bound its loops and rolls with min(…), or let fewer of them stand in one another"
    if length.most > MAX_STEPS:
        message = f"may run {_number(length.most)} steps and ask nobody, the limit is {MAX_STEPS:,}"
    elif length.all > MAX_ALL_STEPS:
        message = f"may run {_number(length.all)} steps, the limit is {MAX_ALL_STEPS:,}"
    else:
        code, hint = "E616", "put the steps of some of them together, or ask several conditions at once"
        message = f"comes to {length.nested} calls, loops and branches within one another, the limit is {MAX_NESTED}"
    kind, own = entity_of(name)
    at = game.of(kind)[own].at
    return [Problem(code, f"`{name}` {message}", at.key_span, hint, entity=(kind, own), path=at.path)]


def _endless(loop: ir.Repeat) -> int:
    """The passes of a loop that has no bound, and of which none is known."""
    decided = any(isinstance(stmt, ir.Roll | ir.Reroll | ir.Call | ir.Choose | ir.Pick | ir.Shuffle) for stmt in statements(loop.body))
    return ENDLESS if decided else COUNTING


def _number(count: int) -> str:
    return f"{count:,}" if count <= _SHOWN else f"more than {_SHOWN:,}"


def _length_of(elaborated: Elaborated, procedure: ir.Procedure, known: Mapping[str, Length]) -> Length:
    """How long a procedure may run, whose callees are known; most have no loop without a bound, of which more must be asked."""
    by_id = elaborated.program.by_id
    rows = {name: len(by_id.tables[name].rows) for name in once(elaborated, ("tables", procedure), partial(tables_read, procedure.body))}
    key = (procedure, *rows.values(), *known.values())
    reads = once(elaborated, ("reads", procedure, *rows.values()), partial(_reads, procedure, rows))
    length: Length | None = once(elaborated, ("length", *key), partial(_plain_length, procedure, known, reads))
    if length is None:
        passes = most_passes(elaborated, procedure)
        find = partial(_length, procedure, known, reads, dict(passes))
        length = once(elaborated, ("length", passes, *key), find)
    return length


def _reads(procedure: ir.Procedure, rows: Mapping[str, int]) -> Reads:
    return Reads({slot.name: slot.type.high or 0 for slot in procedure.slots if slot.type.kind == "roll"}, rows)


def _plain_length(procedure: ir.Procedure, known: Mapping[str, Length], reads: Reads) -> Length | None:
    return None if endless(procedure) else _length(procedure, known, reads, {})


def _length(procedure: ir.Procedure, known: Mapping[str, Length], reads: Reads, passes: Mapping[int, int]) -> Length:
    """How long a procedure may run, whose callees and what it looks at are known, and of some loops without a bound the most passes, by
    their steps."""
    return _Counting(known, reads, passes).body(procedure.body)


class _Counting:
    """Counts the steps of one procedure, whose callees are known."""

    def __init__(self, known: Mapping[str, Length], reads: Reads, passes: Mapping[int, int]) -> None:
        self.known = known
        self.passes = passes
        self.reads = reads

    def body(self, body: tuple[ir.Stmt, ...]) -> Length:
        """The steps of a body, one after another."""
        length = _NOTHING
        for stmt in body:
            length = length.then(self.one(stmt))
        return length

    def one(self, stmt: ir.Stmt) -> Length:
        """The steps of one statement."""
        head = _plain(1 + self.reads.of(stmt) // DICE)
        match stmt:
            case ir.Roll(slot=slot) | ir.Reroll(slot=slot):
                return head.then(_plain(self.reads.dice.get(slot, 0) // DICE))
            case ir.If(then=then, orelse=orelse):
                return head.then(_either((self.body(then), self.body(orelse))).inside())
            case ir.Match(cases=cases, orelse=orelse):
                return head.then(_either([*(self.body(case.body) for case in cases), self.body(orelse)]).inside())
            case ir.Each(bound=bound):
                return head.then(_either((_plain(1).then(self.body(stmt.body)).times(max(1, bound)), _NOTHING)).inside())
            case ir.Repeat(bound=bound):
                each = _plain(1 + self.reads.outside(stmt.until) // DICE)
                passes = each.then(self.body(stmt.body)).times(bound or self.passes.get(stmt.step) or _endless(stmt)).inside()
                return head.then(passes if stmt.limit is None else _either((passes, _NOTHING)))
            case ir.Call(procedure=name):
                return _plain(CALL).then(self.known[name].inside())
            case ir.Choose(fallback=fallback):
                return head.then(_either((_ASKED, _NOTHING)) if fallback else _ASKED)
            case ir.Pick(then=then, orelse=orelse):
                return head.then(_either((_ASKED.then(self.body(then)), self.body(orelse))).inside())
            case ir.Let() | ir.Note() | ir.Report() | ir.Change() | ir.Move() | ir.Shuffle() | ir.Stop():
                return head
            case _:
                assert_never(stmt)
