"""What the types of both languages say of a game: ids, what is asked, what procedures take, give, roll and report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from penance_build.engine.planning.data import printed_default
from penance_build.engine.planning.plan import Plan
from penance_build.engine.writing.module import quoted
from penance_build.ir import nodes, walk


@dataclass(frozen=True, slots=True)
class Asked:
    """What may be asked in one slot of a procedure: its options, or the zones of the cards; steps that share the slot are together."""

    procedure: str
    slot: str
    kind: str
    ids: tuple[str, ...]


def asked(plan: Plan) -> tuple[Asked, ...]:
    """All that may be asked, each slot of a procedure once for choices and once for cards."""
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    for procedure, end in plan.asking:
        stmt = end.stmt
        assert isinstance(stmt, nodes.Choose | nodes.Pick)
        ids = [item.id for item in stmt.options] if isinstance(stmt, nodes.Choose) else [stmt.zone]
        found.setdefault((procedure.id, stmt.slot, stmt.kind), {}).update(dict.fromkeys(ids))
    return tuple(Asked(*key, tuple(ids)) for key, ids in found.items())


def straight(plan: Plan) -> Iterator[nodes.Procedure]:
    """The procedures that never choose."""
    return (item for item in plan.program.procedures if item.id not in plan.choosers)


def callable_alone(plan: Plan) -> Iterator[nodes.Procedure]:
    """The procedures that need no state, each of which is a function of its own."""
    return (item for item in straight(plan) if item.id not in plan.stateful)


def reports(program: nodes.Played) -> dict[str, tuple[nodes.Report, ...]]:
    """What is recorded, by name; reports of one name that have the same fields are one."""
    found: dict[str, dict[tuple[tuple[str, str, str], ...], nodes.Report]] = {}
    for procedure in program.procedures:
        for stmt in walk.statements(procedure.body):
            if isinstance(stmt, nodes.Report) and stmt.name:
                fields = tuple((field.name, field.type.kind, field.type.ref) for field in stmt.fields)
                found.setdefault(stmt.name, {}).setdefault(fields, stmt)
    return {name: tuple(found[name].values()) for name in sorted(found)}


def rolled(program: nodes.Played, procedure: nodes.Procedure) -> dict[str, tuple[str, ...]]:
    """The names under which a procedure, or one that it calls, rolls, and the dice under each."""
    found: dict[str, dict[str, None]] = {}
    reached, waiting = {procedure.id}, [procedure.id]
    while waiting:
        body = program.by_id.procedures[waiting.pop()].body
        for stmt in walk.statements(body):
            if isinstance(stmt, nodes.Roll | nodes.Reroll):
                found.setdefault(stmt.name, {})[stmt.die] = None
        fresh = [callee for callee in walk.calls(body) if callee not in reached]
        reached.update(fresh)
        waiting += fresh
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def is_any_needed(procedure: nodes.Procedure) -> bool:
    """Whether a procedure cannot be called without inputs."""
    return any(item.default is None for item in procedure.inputs)


def united(ids: Iterable[str]) -> str:
    """Texts as one type of TypeScript."""
    return " | ".join(map(quoted, ids)) or "never"


def about(plan: Plan, item: nodes.Input) -> str:
    """What a type cannot say of an input: its bounds, its unit and its default."""
    kind = item.type
    ends = "" if kind.kind not in ("int", "list", "roll") or kind.low is kind.high is None else f"{_end(kind.low)}..{_end(kind.high)}"
    default = "" if item.default is None else f"default {quoted(str(printed_default(plan, item)).lower())[1:-1]}"
    return ", ".join(part for part in (f"{ends} {kind.unit}".strip(), default) if part)


def _end(bound: int | None) -> str:
    return "" if bound is None else str(bound)


class TypeNames:
    """A name in capitals for each id and what it is used for, and no two the same: ``two_words`` and ``Inputs`` give ``TwoWordsInputs``."""

    def __init__(self, reserved: Iterable[str]) -> None:
        self._taken = set(reserved)
        self._given: dict[tuple[str, str], str] = {}

    def of(self, id: str, part: str = "") -> str:
        """The same name every time."""
        if (id, part) not in self._given:
            words = re.findall(r"[A-Za-z0-9]+", id)
            name = "".join(word[:1].upper() + word[1:] for word in words)
            name = (name if name[:1].isalpha() else f"N{name}") + part
            while name in self._taken:
                name += "_"
            self._taken.add(name)
            self._given[id, part] = name
        return self._given[id, part]
