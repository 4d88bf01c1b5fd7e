"""The uses of procedures: the procedures that they call, and the tables, dice, counters and zones that any of those reads.

For manifests, which name the data that each file was made from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from penance_build.ir import nodes as ir
from penance_build.ir.walk import all_expressions, calls, reached, statements, tables_read


def direct(procedure: ir.Procedure) -> frozenset[str]:
    """What a procedure itself uses, as ``kind id`` texts: those that it calls, and the tables, dice, counters and zones in its body."""
    body = procedure.body
    dice = {stmt.die for stmt in statements(body) if isinstance(stmt, ir.Roll)}
    return frozenset(
        (
            *(f"procedure {name}" for name in calls(body)),
            *(f"table {name}" for name in tables_read(body)),
            *(f"die {name}" for name in dice),
            *_state(body),
        )
    )


def dice_by_name(rolls: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The dice that may be rolled under each name, from the pairs that a procedure has: several where the die is a value."""
    found: dict[str, tuple[str, ...]] = {}
    for name, die in rolls:
        found[name] = (*found.get(name, ()), die)
    return found


def closure(program: ir.Played, procedures: Iterable[str]) -> tuple[str, ...]:
    """The procedures named, all that they call, and what those read, as sorted ``kind id`` texts."""
    found: set[str] = set()
    for procedure in reached(program.by_id.procedures, *procedures):
        found.add(f"procedure {procedure.id}")
        found.update(f"table {table}" for table in tables_read(procedure.body))
        found.update(f"die {die}" for _, die in procedure.rolls)
        found.update(_state(procedure.body))
    return tuple(sorted(found))


def _state(body: tuple[ir.Stmt, ...]) -> set[str]:
    """The counters and zones that are read or changed."""
    expressions = (name for expr in all_expressions(body) for name in _read(expr))
    return {*expressions, *(name for stmt in statements(body) for name in _touched(stmt))}


def _read(expr: ir.Expr) -> tuple[str, ...]:
    match expr:
        case ir.Counter():
            return (f"counter {expr.counter}",)
        case ir.ZoneSize() | ir.ZoneFold() | ir.TopCard():
            return (f"zone {expr.zone}",)
        case (
            ir.Const() | ir.Var() | ir.Op() | ir.Cond() | ir.Lookup() | ir.Fold() | ir.FaceAttr() | ir.Keep() | ir.Shape() | ir.Dice()
            | ir.ListOp() | ir.CardAttr()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(expr)


def _touched(stmt: ir.Stmt) -> tuple[str, ...]:
    match stmt:
        case ir.Change():
            return (f"counter {stmt.counter}",)
        case ir.Pick() | ir.Shuffle():
            return (f"zone {stmt.zone}",)
        case ir.Move():
            return tuple(f"zone {name}" for name in (stmt.source, stmt.target) if name)
        case (
            ir.Let() | ir.Note() | ir.Report() | ir.Roll() | ir.Reroll() | ir.If() | ir.Match() | ir.Each() | ir.Repeat() | ir.Call()
            | ir.Choose() | ir.Stop()
        ):  # fmt: skip
            return ()
        case _:
            assert_never(stmt)


def effects(stmt: ir.Stmt) -> frozenset[str]:
    """The effects of a statement itself, beside assignments: ``asks``, ``rolls``, ``reads`` and ``changes`` the state, ``tells``."""
    match stmt:
        case ir.Choose():
            return _ASKS
        case ir.Pick():
            return _PICKS
        case ir.Roll() | ir.Reroll():
            return _ROLLS
        case ir.Shuffle():
            return _SHUFFLES
        case ir.Change() | ir.Move():
            return _CHANGES
        case ir.Report():
            return _TELLS
        case ir.Let() | ir.Note() | ir.If() | ir.Match() | ir.Each() | ir.Repeat() | ir.Call() | ir.Stop():
            return _NOTHING
        case _:
            assert_never(stmt)


def looks(expr: ir.Expr) -> bool:
    """Whether an expression itself looks at counters, zones or cards."""
    match expr:
        case ir.ZoneSize() | ir.ZoneFold() | ir.TopCard() | ir.CardAttr() | ir.Counter():
            return True
        case (
            ir.Const() | ir.Var() | ir.Op() | ir.Cond() | ir.Lookup() | ir.Fold() | ir.FaceAttr() | ir.Keep() | ir.Shape() | ir.Dice()
            | ir.ListOp()
        ):  # fmt: skip
            return False
        case _:
            assert_never(expr)


_NOTHING, _ASKS, _ROLLS, _TELLS = frozenset[str](), frozenset({"asks"}), frozenset({"rolls"}), frozenset({"tells"})
_PICKS, _CHANGES = _ASKS | {"reads"}, frozenset({"reads", "changes"})
_SHUFFLES = _ROLLS | _CHANGES
