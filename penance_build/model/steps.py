"""The steps of a procedure to IR statements, with the flow of types along them.

``Body`` walks the blocks; the steps that branch and repeat are in ``model.branch_steps``, those that call, choose or
touch the state in ``model.state_steps``, those that tell something in ``model.report_steps``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.ir.nodes import Type
from penance_build.model import growing, list_steps, patterns
from penance_build.model.expressions import BROKEN, Expressions
from penance_build.model.flow import Flow, Slots
from penance_build.model.labels import label_parts
from penance_build.model.loops import MAX_LOOP, Work, count_step, counter_of
from penance_build.model.numbering import Path
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.tables import source_text
from penance_build.model.types import astray, direction
from penance_build.model.typing import ERROR, LIMIT, describe, integer
from penance_build.model.world import Typed, World

Stmts = list[ir.Stmt]
Step = tuple[Stmts, Flow]
Handler = Callable[["Body", Place, Flow], Step]


@dataclass(frozen=True, slots=True)
class Signature:
    """What a caller must know of a procedure."""

    inputs: tuple[ir.Input, ...]
    results: tuple[ir.Slot, ...]
    rolls: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]


@dataclass(slots=True)
class Body:
    """The elaboration of one procedure's steps."""

    world: World
    report: Report
    conditions: Conditions
    choice: Mapping[str, str]
    entity: tuple[str, str]
    source: str
    signatures: Mapping[str, Signature]
    groups: Mapping[str, tuple[str, ...]]
    results: Mapping[str, Type]
    handlers: Mapping[str, Handler]
    own: Mapping[str, Typed]
    numbers: Mapping[Path, int]  # of its steps, by where they stand
    slots: Slots = field(default_factory=Slots)
    ends: Slots = field(default_factory=Slots)  # the results, as they are where the procedure ends
    rolls: dict[str, str] = field(default_factory=dict)
    effects: set[str] = field(default_factory=set)  # of its own steps
    parts: list[tuple[str, str]] = field(default_factory=list)  # what rolls and effects come of: a name with its die, or a callee and ""
    inputs: dict[str, Type] = field(default_factory=dict)  # those that no step has assigned
    work: Work = field(default_factory=Work)
    loops: list[Place] = field(default_factory=list)  # those around the step at hand, the outermost first
    hints: dict[str, str] = field(default_factory=dict)  # what to say of names that are no variable here
    chosen: dict[str, Place] = field(default_factory=dict)  # the options of each variable of a `choose`, for a second one

    # ------------------------------------------------------------ blocks

    def block(self, place: Place | None, flow: Flow) -> Step:
        """All the steps of a list, one after another."""
        statements: Stmts = []
        if place is None:
            return statements, flow
        for step in place.items():
            if not self.conditions.holds(step, self.choice):
                continue
            if flow.is_dead:
                self.wrong(
                    step,
                    "E607",
                    "this step can never run: every path before it has ended",
                    step.key_span,
                    "remove it, or move it before the outcome",
                )
                break
            added, flow = self.step(step, flow)
            statements.extend(added)
        return statements, flow

    def step(self, place: Place, flow: Flow) -> Step:
        """One step, by its keyword."""
        if self.loops:
            count_step(self.work, self.loops[0])
        for keyword in place.value if isinstance(place.value, dict) else ():
            handler = self.handlers.get(keyword)
            if handler is not None:
                return handler(self, place, flow)
        return [], flow  # the schema has reported it

    def number(self, place: Place) -> int:
        """The number of a step within its procedure."""
        return self.numbers[place.path]

    def scope(self, flow: Flow) -> Expressions:
        """The scope of a formula that stands where ``flow`` has come."""
        return Expressions(self.world, self.report, self.entity, flow.env or {}, flow.maybe, own=self.own, hints=self.hints)

    def calls(self, name: str, signature: Signature) -> None:
        """Note that a rule runs another, and with it rolls its dice."""
        self.parts.append((name, ""))
        for script, die in signature.rolls:
            self.rolls.setdefault(script, die)

    def wrong(self, place: Place, code: str, message: str, span: Span, hint: str = "") -> None:
        """Report a problem of this procedure."""
        self.report.append(Problem(code, message, span, hint, entity=self.entity, path=place.path))

    def assign(self, place: Place, name: str, type_: Type, flow: Flow) -> Flow:
        """Put a type to a variable, against what it held and what the result declares."""
        declared = self.results.get(name)
        if name in map(counter_of, self.loops):
            self.wrong(place, "E307", f"`{name}` is what the loop around this counts with", place.span, "use another name")
            return flow
        if declared is not None and type_.kind != "error" and declared.kind != "error":
            if declared.kind != type_.kind or (declared.ref and declared.ref != type_.ref):
                self.wrong(place, "E403", f"the result `{name}` is {describe(declared)}, this gives {describe(type_)}", place.span)
                type_ = ERROR
            elif declared.unit and type_.unit and declared.unit != type_.unit:
                self.wrong(place, "E404", f"the result `{name}` counts `{declared.unit}`, this gives `{type_.unit}`", place.span)
                type_ = ERROR
            elif declared.unit:
                type_ = Type(type_.kind, type_.ref, type_.low, type_.high, declared.unit)
        self.inputs.pop(name, None)
        if not self.slots.note(name, type_):
            known = self.slots.types[name]
            self.wrong(place, "E403", f"`{name}` held {describe(known)}, this gives {describe(type_)}", place.span, "use another name")
            type_ = ERROR
        return flow.assign(name, type_)

    def note(self, place: Place, label: Place | str, scope: Expressions, typed: Typed, running: ir.Expr, type_: Type) -> ir.Note:
        """A line of the derivation; its label is a text with holes at a place, or plain."""
        source = source_text(place) or self.source or " ".join(self.entity)
        if not source_text(place) and isinstance(typed.expr, ir.Lookup):
            source = self.world.tables[typed.expr.table].source or source
        parts = (ir.Part(label),) if isinstance(label, str) else label_parts(scope, label)
        return ir.Note(parts, typed.expr, type_, running, source, self.number(place))

    def declared(self, typed: Typed) -> tuple[int, int] | None:
        """The bounds that a number has by declaration, whatever leads here: those of an input or a counter."""
        if isinstance(typed.expr, ir.Counter):
            counter = self.world.counters[typed.expr.counter]
            return counter.low, counter.high
        type_ = self.inputs.get(typed.expr.name) if isinstance(typed.expr, ir.Var) else None
        if type_ is None or type_.kind != "int" or type_.low is None or type_.high is None:
            return None
        return type_.low, type_.high

    def player(self, scope: Expressions, place: Place) -> ir.Expr:
        """A formula that names a player."""
        return scope.read(place, Type("player")).expr


# ---------------------------------------------------------------- let


def let(body: Body, place: Place, flow: Flow) -> Step:
    """``let: x`` with ``value:`` or ``sum:``; ``let: x[i]``."""
    name = place.need("let").text
    if "[" in name:
        return list_steps.put(body, place, flow)
    terms = place.get("sum")
    if terms is not None:
        return _sum(body, place, name, terms, flow)
    scope, value = body.scope(flow), place.get("value")
    if value is None:
        return [], flow.assign(name, ERROR)
    expected = body.results.get(name)
    scope.grows = name
    typed = scope.read(value, expected if expected is not None and expected.kind not in ("int", "list") else None)
    statements: Stmts = _grown(body, scope, name, typed) if scope.has_grown else [ir.Let(name, typed.expr)]
    after = body.assign(value, name, typed.type, flow) if statements else flow.assign(name, ERROR)
    label = place.get("label")
    if label is not None:
        assert after.env is not None
        shown = Typed(typed.expr if isinstance(typed.expr, ir.Lookup) else ir.Var(name), typed.type)
        note = body.note(place, label, body.scope(after), shown, ir.Var(name), after.env[name])
        statements.append(ir.Note(note.label, ir.Var(name), note.type, note.running, note.source, note.step))
    return statements, after


def _grown(body: Body, scope: Expressions, name: str, typed: Typed) -> Stmts:
    """A sum that may grow on, in single steps that are checked in play; none after reporting that it cannot be taken apart."""
    try:
        statements, widest = growing.steps(name, typed.expr, scope.operands)
    except growing.TooMuchAdded as error:
        assert scope.place is not None
        scope.problem("E408", str(error), 0, len(scope.place.text), "bound its parts with min(…), or add them in several steps")
        return []
    if widest is not None:
        body.slots.note(name, widest)
    return statements


def _sum(body: Body, place: Place, name: str, terms: Place, flow: Flow) -> Step:
    statements: Stmts = []
    running: Typed | None = None
    is_broken = may_grow = False
    declared = body.results.get(name)
    unit = declared.unit if declared is not None else ""
    present = [term for term in terms.items() if body.conditions.holds(term, body.choice)]
    has_label = any(isinstance(term.value, dict) and term.get("label") is not None for term in present)  # then every term has its line
    for term in present:
        scope = body.scope(flow if running is None else flow.without(name))
        if running is not None:
            scope.hints = {**scope.hints, name: f"`{name}` is what this sum makes: let the old value be its first term"}
        value = term.get("value") if isinstance(term.value, dict) else term
        assert value is not None
        added = _term(body, scope, value, running)
        total = _added(added, running, name, unit)
        if total.type.kind == "error":
            is_broken = True
            continue
        low, high = total.type.low or 0, total.type.high or 0
        may_grow = may_grow or (running is None and total.expr == ir.Var(name))
        is_beyond = not -LIMIT <= low <= high <= LIMIT
        if is_beyond and may_grow and running is not None and (growing.is_open(running.type) or growing.is_open(added.type)):
            total = Typed(total.expr, integer(*growing.clipped(low, high), total.type.unit))
        elif is_beyond:
            scope.place = value
            scope.problem("E408", "with this term the sum can be beyond 2^53 - 1", 0, len(value.text), "bound its terms with min(…)")
            is_broken = True
            break
        statements.append(ir.Let(name, total.expr, is_beyond))
        if not body.slots.note(name, total.type):
            body.wrong(term, "E404", f"`{name}` cannot hold this sum", value.span)
        label = term.get("label") if isinstance(term.value, dict) else None
        if label is not None or has_label:
            note = body.note(term, label or value.text, scope, Typed(added.expr, total.type), ir.Var(name), total.type)
            shown = ir.Var(name) if running is None else added.expr  # the first term may read what the variable held before
            statements.append(ir.Note(note.label, shown, note.type, note.running, note.source, note.step))
        running = Typed(ir.Var(name), total.type)
    if is_broken:
        return statements, flow.assign(name, ERROR)
    if running is None:
        return [ir.Let(name, ir.Const(0))], body.assign(terms, name, integer(0, 0), flow)
    return statements, body.assign(terms, name, running.type, flow)


def _added(term: Typed, running: Typed | None, name: str, unit: str) -> Typed:
    """The sum so far and one more term; the first has the unit that the variable is declared with."""
    if "error" in (term.type.kind, running.type.kind if running else ""):
        return BROKEN
    if running is None:
        return Typed(term.expr, integer(term.type.low, term.type.high, term.type.unit or unit))
    low = None if running.type.low is None or term.type.low is None else running.type.low + term.type.low
    high = None if running.type.high is None or term.type.high is None else running.type.high + term.type.high
    return Typed(ir.Op("add", (ir.Var(name), term.expr)), integer(low, high, running.type.unit or term.type.unit))


def _term(body: Body, scope: Expressions, value: Place, running: Typed | None) -> Typed:
    """A term: ``harder 1``, or a formula; a plain number only as the base of a sum whose unit has a direction."""
    if running is not None and running.type.unit:
        amount = direction(body.world, running.type, value.text)
        if amount is not None:
            return Typed(ir.Const(amount), integer(amount, amount, running.type.unit))
        hint = astray(body.world, running.type, value.text)
        unit = body.world.units.get(running.type.unit)
        if hint and unit is not None:
            body.wrong(value, "E506", f"a modifier is {unit.up}, {unit.down} or none, found `{value.text}`", value.span, hint)
            return BROKEN
        if unit is not None and unit.up and value.text.lstrip("+-").isdigit():
            digits = value.text.lstrip("+-")
            hint = f"write `{unit.up} {digits}` or `{unit.down} {digits}`"
            body.wrong(value, "E506", f"a bare number does not say whether it is {unit.up} or {unit.down}", value.span, hint)
            return BROKEN
    typed = scope.read(value, running.type if running is not None and running.type.unit else None)
    if typed.type.kind not in ("int", "error"):
        body.wrong(value, "E403", f"a sum adds numbers, this is {describe(typed.type)}", value.span)
        return BROKEN
    return typed


# ---------------------------------------------------------------- dice


def roll(body: Body, place: Place, flow: Flow) -> Step:
    """``roll: x``."""
    at = place.need("roll")
    name = at.text
    die_place = place.get("die") or at
    die = body.world.dice.get(die_place.text)
    count_place = place.get("count")
    count = Typed(ir.Const(1), integer(1, 1)) if count_place is None else body.scope(flow).read(count_place, Type("int"))
    if die is None:
        told = body.world.told.get(die_place.text)
        hint = told or did_you_mean(die_place.text, sorted(body.world.dice)) or "the dice are: " + ", ".join(sorted(body.world.dice))
        body.wrong(die_place, "E301", f"there is no die `{die_place.text}`", die_place.span, hint)
        return [], flow.assign(name, ERROR)
    if count.type.kind == "error":
        return [], flow.assign(name, ERROR)
    if count.type.high is None or count.type.high > MAX_LOOP:
        body.wrong(place, "E611", f"this can roll more than {MAX_LOOP} dice", (count_place or at).span, "bound the count with min(…)")
        return [], flow.assign(name, ERROR)
    script = place.word("as", name)
    _script(body, place, script, die.id)
    low = max(0, count.type.low or 0)
    after = body.assign(at, name, Type("roll", die.id, low, max(0, count.type.high)), flow)
    return [ir.Roll(name, die.id, count.expr, script, body.number(place))], after


def _script(body: Body, place: Place, name: str, die: str) -> None:
    body.effects.add("rolls")
    body.parts.append((name, die))
    if body.rolls.setdefault(name, die) != die:
        body.wrong(
            place,
            "E614",
            f"`{name}` names the faces of two dice, `{body.rolls[name]}` and `{die}`",
            place.key_span,
            "give one an own name with `as:`",
        )


def reroll(body: Body, place: Place, flow: Flow) -> Step:
    """``reroll: x``."""
    at = place.need("reroll")
    type_ = (flow.env or {}).get(at.text)
    scope = body.scope(flow)
    if type_ is None or type_.kind not in ("roll", "error"):
        rolls = [name for name, known in (flow.env or {}).items() if known.kind == "roll"]
        body.wrong(at, "E402", f"there is no roll `{at.text}` here", at.span, did_you_mean(at.text, rolls))
        return [], flow
    if type_.kind == "error":
        return [], flow
    die = body.world.dice[type_.ref]
    where = place.get("where")
    test = Typed(ir.Const(1), integer(1, 1))
    if where is not None:
        node = scope.parse(where)
        test = BROKEN if node is None else patterns.dice(scope, die, node)
    most = place.get("at_most")
    limit = Typed(ir.Dice(ir.Var(at.text)), integer(0, type_.high)) if most is None else scope.read(most, Type("int"))
    script = place.word("as", "reroll")
    _script(body, place, script, die.id)
    if "error" in (test.type.kind, limit.type.kind):
        return [], flow
    return [ir.Reroll(at.text, die.id, test.expr, limit.expr, script, body.number(place))], flow


# ---------------------------------------------------------------- the end


def outcome(body: Body, place: Place, flow: Flow) -> Step:
    """``outcome: F``: sets the result and ends."""
    at = place.need("outcome")
    declared = body.results.get("outcome")
    if declared is None:
        body.wrong(at, "E609", "this procedure has no result `outcome`", place.key_span, "declare it under `results:`")
        return [], Flow(None)
    typed = body.scope(flow).read(at, declared if declared.kind != "int" else None)
    after = body.assign(at, "outcome", typed.type, flow)
    check_results(body, at, after)
    return [ir.Let("outcome", typed.expr), ir.Stop()], Flow(None)


def check_results(body: Body, place: Place, flow: Flow) -> None:
    """Every result has a value where the procedure ends."""
    for name, type_ in (flow.env or {}).items():
        if name in body.results:
            body.ends.note(name, type_)
    missing = [name for name, type_ in body.results.items() if flow.env is not None and name not in flow.env and type_.kind != "error"]
    if missing:
        names = ", ".join(f"`{name}`" for name in missing)
        plural = "has" if len(missing) == 1 else "have"
        body.wrong(
            place,
            "E606",
            f"{names} {plural} no value where the procedure ends here",
            place.items()[-1].key_span if isinstance(place.value, list) and place.value else place.span,
            "assign it on this path, or declare a default",
        )


STEPS: Final[Mapping[str, Handler]] = {
    "let": let,
    "list": list_steps.make,
    "roll": roll,
    "reroll": reroll,
    "outcome": outcome,
}
