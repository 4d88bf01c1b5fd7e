"""What an engine knows about its game as plain data: the same record in both languages."""

from __future__ import annotations

from typing import Any

from penance_build.engine.planning.conditions import ids_of, kinds_in
from penance_build.engine.planning.plan import Plan
from penance_build.ir import nodes
from penance_build.ir.flatten import End
from penance_build.ir.interpret.state import printed
from penance_build.ir.prompts import hidden
from penance_build.ir.text import formula_text


def engine_data(plan: Plan) -> dict[str, Any]:
    """The record that ``_Engine`` reads: ids, bounds, choices, and the hash of the rules."""
    program = plan.program
    kinds = {kind for _, tree in plan.conditions.values() for kind in kinds_in(tree)}
    return {
        "game": program.game,
        "options": dict(program.options),
        "rules": plan.digest,
        "enums": {enum.id: [member.id for member in enum.members] for enum in program.enums},
        "dice": {die.id: _die(plan, die) for die in program.dice},
        "counters": {item.id: _counter(program, item) for item in program.counters},
        "zones": {item.id: {"owner": item.owner, "visible": item.visible} for item in program.zones},
        "cards": [card.id for card in program.cards],
        "decks": {deck.id: [[card, copies] for card, copies in deck.cards] for deck in program.decks},
        "brings": {deck.id: dict(deck.counters) for deck in program.decks if deck.counters},
        "setups": {item.id: _setup(program, item) for item in program.setups},
        "procedures": {item.id: _procedure(plan, item) for item in program.procedures},
        "asks": [_ask(plan, procedure, end) for procedure, end in plan.asking],
        "ids": {kind: ids_of(program, kind) for kind in sorted(kinds)},
        "frames": {id: _frame(plan, plan.procedures[id]) for id in plan.blocks},
        "texts": _texts(plan),
    }


def _texts(plan: Plan) -> dict[str, Any]:
    """What is shown and never played by, which the hash of the rules leaves out; of what may be asked in the order of ``asks``."""
    program = plan.program
    return {
        "version": program.version,
        "counters": {item.id: item.name for item in program.counters},
        "cards": {card.id: card.name for card in program.cards},
        "winners": {setup.procedure: setup.winner for setup in program.setups if setup.winner},
        "procedures": {
            item.id: {"source": item.source, "inputs": {given.name: given.source for given in item.inputs}} for item in program.procedures
        },
        "asks": [_asked(prompt, end) for prompt, (_, end) in zip(plan.prompts, plan.asking, strict=True)],
    }


def _asked(prompt: tuple[nodes.Part, ...], end: End) -> dict[str, Any]:
    """The prompt without its values, for who is not asked, and the names of options."""
    text = {"prompt": hidden(prompt)}
    return text | {"names": {item.id: item.name or item.id for item in end.stmt.options}} if isinstance(end.stmt, nodes.Choose) else text


def _die(plan: Plan, die: nodes.Die) -> dict[str, Any]:
    values = list(plan.face_values(die.id, "value")) if die.has_values else None
    tokens = dict.fromkeys(values if values is not None else [face.id for face in die.faces])
    known = f"its faces are {', '.join(map(str, tokens))}" + (f" ({die.source})" if die.source else "")
    return {"ids": [face.id for face in die.faces], "values": values, "known": known}


def _counter(program: nodes.Played, item: nodes.CounterDef) -> dict[str, Any]:
    """``owner`` is player, game, or the number of hexes that each have one."""
    owner = len(program.by_id.spaces[item.owner].cells) if item.owner in program.by_id.spaces else item.owner
    return {"owner": owner, "low": item.low, "high": item.high, "start": item.start, "past": item.past}


def _setup(program: nodes.Played, item: nodes.Setup) -> dict[str, Any]:
    """A way to begin; inputs as a caller gives them."""
    procedure = program.by_id.procedures[item.procedure]
    types = {given.name: given.type for given in procedure.inputs}
    owners = {zone.id: zone.owner for zone in program.zones}
    return {
        "players": item.players,
        "procedure": item.procedure,
        "inputs": {name: printed(program, types[name], value) for name, value in item.inputs},
        "deck": item.deck,
        "decks": list(item.decks),
        "zones": {zone: [deck] * item.players if owners[zone] == "player" else deck for zone, deck in item.zones},
    }


def _procedure(plan: Plan, item: nodes.Procedure) -> dict[str, Any]:
    return {
        "id": item.id,
        "chooses": item.id in plan.choosers,
        "pure": item.id not in plan.needs_game,
        "reads": item.id not in plan.changers,
        "reports": item.id in plan.reporters,
        "inputs": [_input(plan, given) for given in item.inputs],
        "results": [{"name": result.name, "kind": result.type.kind, "ref": result.type.ref} for result in item.results],
    }


def _input(plan: Plan, item: nodes.Input) -> dict[str, Any]:
    kind = item.type
    record = {"name": item.name, "kind": kind.kind, "ref": kind.ref, "low": kind.low, "high": kind.high}
    return record | {"default": printed_default(plan, item)}


def printed_default(plan: Plan, item: nodes.Input) -> int | bool | str | None:
    """The default of an input as a caller would write it."""
    if item.default is None or item.type.kind not in ("bool", "enum"):
        return item.default
    if item.type.kind == "bool":
        return item.default != 0
    return plan.program.by_id.enums[item.type.ref].members[item.default].id


def _ask(plan: Plan, procedure: nodes.Procedure, end: End) -> dict[str, Any]:
    stmt = end.stmt
    assert isinstance(stmt, nodes.Choose | nodes.Pick)
    head: dict[str, Any] = {"procedure": procedure.id, "step": stmt.step, "slot": stmt.slot, "pc": end.targets[0]}
    head["place"] = plan.slot_numbers[procedure.id][stmt.slot]
    if isinstance(stmt, nodes.Pick):
        test = formula_text(plan.program, stmt.test) if stmt.test else ""
        head |= {"zone": stmt.zone, "row": plan.zone_numbers[stmt.zone], "test": test}
        return head | {"tried": plan.may_refuse(procedure, end, None), "breaks": plan.may_break(procedure, end, None)}
    options = [
        {
            "id": item.id,
            "value": item.value,
            "test": formula_text(plan.program, item.test) if item.test else "",
            "tried": plan.may_refuse(procedure, end, item.value),
            "breaks": plan.may_break(procedure, end, item.value),
        }
        for item in stmt.options
    ]
    return head | {"options": options, "fallback": stmt.fallback}


def _frame(plan: Plan, procedure: nodes.Procedure) -> dict[str, Any]:
    """What a saved frame of a procedure that pauses may hold: its slots, the bounds of its loops, and the calls that it waits for."""
    ends = [block.end for block in plan.blocks[procedure.id]]
    calls = [_call(plan, procedure, end, end.stmt) for end in ends if isinstance(end.stmt, nodes.Call)]
    types = {item.name: item.type for item in procedure.slots}
    slots = [_slot(name, types[name]) if name in types else _hidden(name) for name in plan.slots[procedure.id]]
    bounds = plan.loop_bounds(procedure.id)
    asks = [number for number, (asking, _) in enumerate(plan.asking) if asking.id == procedure.id]
    return {"slots": slots, "loops": list(bounds), "calls": calls, "asks": asks, "risky": list(plan.risky[procedure.id])}


def _call(plan: Plan, procedure: nodes.Procedure, end: End, stmt: nodes.Call) -> dict[str, Any]:
    """What a frame that has called waits for: ``take`` by names, for a saved game, and ``places`` by numbers."""
    results = [item.name for item in plan.procedures[stmt.procedure].results]
    places = [[results.index(result), plan.slot_numbers[procedure.id][slot]] for result, slot in stmt.take]
    return {"pc": end.targets[0], "procedure": stmt.procedure, "take": [list(pair) for pair in stmt.take], "places": places}


def _hidden(name: str) -> dict[str, Any]:
    """A slot that counts a loop: where it stands, or where it ends."""
    return {"name": name, "kind": "int", "ref": "", "low": None, "high": None, "first": int(name.endswith(".at"))}


def _slot(name: str, kind: nodes.Type) -> dict[str, Any]:
    low, high = (kind.low, kind.high) if kind.kind in ("int", "list") else (None, None)
    first = max(0 if low is None else low, 0) if high is None else min(max(0 if low is None else low, 0), high)
    record = {"name": name, "kind": kind.kind, "ref": kind.ref, "low": low, "high": high, "first": first}
    return record | {"shortest": kind.shortest, "longest": kind.longest} if kind.kind == "list" else record
