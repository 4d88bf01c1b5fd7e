"""What falls in the loops of a procedure that have no bound, looked for once for all checks that ask."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from penance_build.checks.carried import may_fall
from penance_build.checks.remembered import once
from penance_build.ir import nodes as ir
from penance_build.ir.walk import all_expressions, calls, statements
from penance_build.model.program.elaborate import Elaborated

if TYPE_CHECKING:
    from penance_build.falling.proof import Found


def has_endless(elaborated: Elaborated, procedure: ir.Procedure) -> bool:
    """Whether a procedure has a loop that no number of passes bounds."""
    return once(elaborated, ("endless", procedure.body), lambda: bool(endless(procedure)))


def endless(procedure: ir.Procedure) -> list[ir.Repeat]:
    """The loops of a procedure that no number of passes bounds."""
    return [stmt for stmt in statements(procedure.body) if isinstance(stmt, ir.Repeat) and stmt.limit is None]


def depends_on(elaborated: Elaborated, procedure: ir.Procedure) -> tuple[object, ...]:
    """All that the loops of a procedure depend on: itself and what it calls, and what these read, which may differ by options."""
    program = elaborated.program
    by_id = program.by_id.procedures
    found: dict[str, ir.Procedure] = {}
    read: set[str] = set()
    waiting = [procedure.id]
    while waiting:
        item = by_id[waiting.pop()]
        if item.id not in found:
            found[item.id] = item
            waiting.extend(once(elaborated, ("calls", item), partial(calls, item.body)))
            read |= once(elaborated, ("kinds read", item), partial(_kinds_read, item))
    declared = {"tables": program.tables, "dice": program.dice, "counters": program.counters, "cards": program.cards}
    enums = {slot.type.ref for item in found.values() for slot in item.slots if slot.type.kind == "enum"}
    sizes = tuple(program.by_id.enums.get(name) for name in sorted(enums))
    return (*(declared[kind] for kind in sorted(read)), sizes, *found.values())


def _kinds_read(procedure: ir.Procedure) -> frozenset[str]:
    """Which kinds of definitions a procedure reads, in formulas or by its steps."""
    found: set[str] = set()
    for stmt in statements(procedure.body):
        found.update({ir.Roll: ["dice"], ir.Reroll: ["dice"], ir.Change: ["counters"]}.get(type(stmt), ()))
    for expr in all_expressions(procedure.body):
        match expr:
            case ir.Lookup():
                found |= {"tables", "dice", "counters", "cards"}  # a table may read anything
            case ir.Counter():
                found.add("counters")
            case ir.CardAttr():
                found.add("cards")
            case ir.Fold():
                found.add("dice")
            case _:
                pass
    return frozenset(found)


def falling(elaborated: Elaborated, procedure: ir.Procedure) -> dict[int, Found]:
    """What falls in each loop without a bound, by the number of its step; loops in which nothing can fall are left out."""
    return once(elaborated, ("falling", *depends_on(elaborated, procedure)), partial(_falling, elaborated.program, procedure))


def _falling(program: ir.Played, procedure: ir.Procedure) -> dict[int, Found]:
    loops = [loop for loop in endless(procedure) if may_fall(procedure, loop)]
    if not loops:
        return {}
    from penance_build.falling.changes import Summaries
    from penance_build.falling.proof import proved

    summaries = Summaries(program)
    found: dict[int, Found] = {}
    for loop in loops:
        if loop.step not in found or found[loop.step].is_proved:  # of loops that one step made, the one in doubt counts
            found[loop.step] = proved(program, procedure, loop, summaries)
    for loop in endless(procedure):
        if loop.step in found and not may_fall(procedure, loop):
            del found[loop.step]
    return found


def most_passes(elaborated: Elaborated, procedure: ir.Procedure) -> tuple[tuple[int, int], ...]:
    """The steps of the loops without a bound of which something falls, with the passes they make at most, where that is known."""
    found = {step: item for step, item in falling(elaborated, procedure).items() if item.is_proved}
    if not found:
        return ()
    from penance_build.falling.proof import counted

    cards = most_cards(elaborated.program)
    passes = ((step, counted(item.levels, cards)) for step, item in found.items())
    return tuple((step, most) for step, most in passes if most is not None)


def most_cards(program: ir.Played) -> int | None:
    """How many cards a game has at most that is set up as the rules say; None where no setup says it."""
    sizes = {deck.id: sum(copies for _, copies in deck.cards) for deck in program.decks}
    owners = {zone.id: zone.owner for zone in program.zones}
    found = []
    for setup in program.setups:
        brought = max((sizes.get(name, 0) for name in setup.decks), default=0) * setup.players if setup.deck else 0
        laid = sum(sizes.get(deck, 0) * (setup.players if owners.get(zone) == "player" else 1) for zone, deck in setup.zones)
        found.append(brought + laid)
    return max(found, default=None)
