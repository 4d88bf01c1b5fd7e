"""The public functions of a JavaScript engine: one a procedure that needs no game state, and the fixed ones."""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.engine.languages.type_facts import rolled
from penance_build.engine.planning import lower
from penance_build.engine.planning.data import printed_default
from penance_build.engine.writing.expressions import ExprWriter
from penance_build.engine.writing.module import Module, quoted
from penance_build.engine.writing.names import JAVASCRIPT_INHERITED, JAVASCRIPT_WORDS, Names
from penance_build.engine.writing.statements import BodyWriter, Code
from penance_build.ir import nodes, walk
from penance_build.ir.ops import LIMIT

API = """
export const PROCEDURES = /* @__PURE__ */ (() => Object.keys(_DATA.procedures))();

function _options(options) {
    const merged = _record(options, "options");
    for (const name of Object.keys(merged)) {
        if (name !== "dice" && name !== "seed" && name !== "setup" && name !== "state") {
            throw new InputError("there is no option " + _shown(name) + "; there are dice, seed, setup and state");
        }
    }
    return merged;
}

// What a procedure that needs no state draws from: its dice, and the faces or the seed of the options.
function _drawn(dice, options) {
    const given = _options(options);
    const seed = given.seed ?? null;
    const generator = seed === null ? null : seed instanceof Generator ? seed : new Generator(seed);
    return new _Chance(dice, generator, _script(given.dice));
}

// Throw for an input that a procedure which needs no state found wanting.
function _refused(id, name, kind, low, high, ref, source, value) {
    if (value === undefined) {
        throw new InputError(id + ": '" + name + "' must be given");
    }
    throw new InputError(_refusal(id, name, kind, low, high, ref, source, value));
}

// Run a procedure that never chooses: {inputs, dice, result, seed}.
export function run(procedure, inputs = {}, options = {}) {
    return _ENGINE.run(procedure, inputs, _options(options), false);
}

// Like run, with trace: the derivation as a list of {label, value, running, source, procedure, step}.
export function trace(procedure, inputs = {}, options = {}) {
    return _ENGINE.run(procedure, inputs, _options(options), true);
}

// A state with counters and zones for the players of the setup: {players, zones, counters}.
export function new_game(setup = null, seed = null) {
    return _ENGINE.new_game(setup, seed);
}

// The state paused at the first choice of a procedure, or after its end.
export function start(procedure, inputs = {}, options = {}) {
    return _ENGINE.start(procedure, inputs, _options(options)).state;
}

// The actions that may be applied, as data.
export function legal(state) {
    return _ENGINE.legal(_ENGINE.game(state));
}

// Why an action may not be applied, as {reason, source, procedure, step}; null where it may. A player who is named must be the one
// who is asked.
export function why_not(state, action, player = null) {
    return _ENGINE.why_not(_ENGINE.game(state), action, player);
}

// {state, events}: the state after an action, and what happened on the way. The state that was given stays as it is. A player who is
// named must be the one who is asked.
export function apply(state, action, player = null) {
    return _ENGINE.apply(state, action, player);
}

// {state, events}: the state after a player of a game of at most two has given up, whoever is asked. The other one wins, if a setup of the
// rules names the result that says who; all other results are null.
export function concede(state, player) {
    return _ENGINE.concede(state, player);
}

// A state as a player, or a spectator (null), may imagine it: what he does not see is dealt anew. It has no chance and no log.
export function imagine(state, player, seed) {
    const game = _ENGINE.game(state);
    _seat(player ?? null, game.players);
    return _stateOf(_imagine(_ENGINE, game, player ?? null, seed));
}

// Whether states and logs that bear this hash are of these rules, and go on as they are.
export function compatible(rules) {
    return rules === RULES;
}

// What engines of other rules must know of these to carry over their states: to be kept beside the states.
export function layout() {
    return _layout(_DATA);
}

// {state, report}: a state of these rules made from one of others, whose layout is given, and what changed on the way, as sentences.
export function migrate(state, layout) {
    return _migrate(_ENGINE, state, layout);
}

// What may be applied for a player whose time is up: the fallback where it is legal, else the first legal action; null at the end.
export function default_action(state) {
    return _defaultAction(_ENGINE, _ENGINE.game(state));
}

// Events as a player, or a spectator (null), may see them: cards that are not seen are null, and so is how a pile was shuffled.
export function events_for(events, player) {
    return _eventsFor(_ENGINE, events, player ?? null);
}

// The same state with another source of chance; none where the seed is null.
export function reseed(state, seed) {
    return _ENGINE.reseed(state, seed ?? null);
}

// A game that goes on from a state in place, for programs that play many.
export function open(state) {
    return new Live(_ENGINE, _ENGINE.game(state).fork());
}

// What is asked, for a player or a spectator (null): the prompt filled in, and all answers by name, those that are not legal with the
// reason. Others than the player who is asked learn only that.
export function describe(state, player) {
    return _describe(_ENGINE, _ENGINE.game(state), player);
}

// The state that a log leads to. No generator is needed; one that is given serves what comes after.
export function replay(log, options = {}) {
    return _ENGINE.replay(log, _options(options));
}

// All events of a log, from the first: also those on the way to the first choice.
// Options: since, so many entries of the log are known already; player, who is to see them (null is a spectator; without it nothing is
// hidden).
export function retell(log, options = {}) {
    const given = _record(options, "options");
    for (const name of Object.keys(given)) {
        if (name !== "player" && name !== "since") {
            throw new InputError("there is no option " + _shown(name) + "; there are player and since");
        }
    }
    _ENGINE.checkLog(log);
    const game = _ENGINE.retold(log, true, given.since ?? 0);
    const events = game.events ?? [];
    if (given.player === undefined) {
        return events;
    }
    _seat(given.player, game.players);
    return _eventsFor(_ENGINE, events, given.player);
}

// The state before the last action, where no die was rolled and no card revealed since.
// A player who is named undoes only what is his own.
export function undo(state, player = null) {
    return _ENGINE.undo(state, player);
}

// What a player may see of a state.
export function view(state, player) {
    return _ENGINE.view(_ENGINE.game(state), player);
}

export { default_action as defaultAction, events_for as eventsFor, new_game as newGame, why_not as whyNot };
"""


def unset(procedure: nodes.Procedure, body: tuple[nodes.Stmt, ...], names: Names) -> list[str]:
    """The slots that a body sets and that are no inputs: the language wants them declared."""
    written = {slot for stmt in walk.statements(body) for slot in walk.assigned(stmt)} | {item.name for item in procedure.results}
    return sorted(names.of(slot) for slot in written - {item.name for item in procedure.inputs})


def public_function(module: Module, procedure: nodes.Procedure, exprs: type[ExprWriter], body: type[BodyWriter]) -> str:
    """A procedure that needs no state: checks, the body itself, and the results as a record, in one function.

    Its dice are given as faces, or drawn from a seed or a Generator.
    """
    rolls = procedure.id in module.plan.needs_game
    names = Names(JAVASCRIPT_WORDS | {"inputs", "options"})
    code = Code()
    code.line(f"export function {module.names.of(procedure.id)}(inputs = {{}}{', options = {}' if rolls else ''}) {{")
    code.indent += 1
    if rolls:
        code.line(f"const _g = _drawn({_dice(module, procedure)}, options);")
    _unpack(module, procedure, names, code)
    for item in procedure.inputs:
        _check(module, procedure, item, names.of(item.name), code)
    straight = lower.straight(procedure)
    if local := unset(procedure, straight, names):
        code.line(f"let {', '.join(local)};")
    writer_class = _with_results(body, rolls)
    writer = writer_class(module, procedure, exprs(module, names.of), code, False)
    writer.whole(straight)
    code.indent -= 1
    code.line("}")
    return code.text()


def _unpack(module: Module, procedure: nodes.Procedure, names: Names, code: Code) -> None:
    """The inputs by name, with their defaults; no other names may be there."""
    known = module.constant(module.names.of(procedure.id, "_N_"), tuple(item.name for item in procedure.inputs))
    given = f"_named({quoted(procedure.id)}, inputs, {known})"
    if not procedure.inputs:
        code.line(f"{given};")
        return
    if any(item.name in JAVASCRIPT_INHERITED for item in procedure.inputs):
        given = f"_bare({given})"
    fields = []
    for item in procedure.inputs:
        name, default = names.of(item.name), printed_default(module.plan, item)
        field = name if name == item.name else f"{quoted(item.name)}: {name}"
        fields.append(field if default is None else f"{field} = {_literal(default)}")
    code.line(f"let {{ {', '.join(fields)} }} = {given};")


def _dice(module: Module, procedure: nodes.Procedure) -> str:
    """The constant that holds the dice of a procedure, and no others: so a bundler may leave out what the procedure does not need."""
    name = module.names.of(procedure.id, "_Q_")
    if module.once(name):
        dice = {die for dice in rolled(module.plan.program, procedure).values() for die in dice}
        module.constants.append(f"const {name} = {record((die, die_name(module, die)) for die in sorted(dice))};")
    return name


def die_name(module: Module, die: str) -> str:
    """The constant that holds what is known of a die."""
    return module.names.of(die, "_D_")


def record(pairs: Iterable[tuple[str, str]]) -> str:
    """A record of constants; a key that would set the prototype is written as a computed one."""
    fields = [f"[{quoted(key)}]: {text}" if key == "__proto__" else f"{quoted(key)}: {text}" for key, text in pairs]
    return f"{{ {', '.join(fields)} }}" if fields else "{}"


def _literal(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else quoted(value) if isinstance(value, str) else str(value)


def _with_results(body: type[BodyWriter], rolls: bool) -> type[BodyWriter]:
    class WithResults(body):  # type: ignore[valid-type, misc]
        """Ends with the printed results, once all scripted dice are used."""

        def finish(self) -> None:
            """A record of printed values."""
            if rolls:
                self.code.line("_g.finish();")
            items = [(item.name, self.exprs.printed(nodes.Var(item.name), item.type)) for item in self.procedure.results]
            self.code.line(f"return {self.record(items)};")

    return WithResults


def _check(module: Module, procedure: nodes.Procedure, item: nodes.Input, name: str, code: Code) -> None:
    """An input is held against its bounds; an enum becomes its index, a boolean a number, and no zero stays negative."""
    kind = item.type
    if kind.kind == "enum":
        members = module.plan.program.by_id.enums[kind.ref].members
        places = module.names.of(kind.ref, "_P_")
        if module.once(places):
            pairs = ", ".join(f"[{quoted(member.id)}, {place}]" for place, member in enumerate(members))
            module.constants.append(f"const {places} = /* @__PURE__ */ new Map([{pairs}]);")
        fresh = f"_p_{name}"
        code.line(f"const {fresh} = {places}.get({name});")
        code.line(f"if ({fresh} === undefined) {{")
        value = fresh
    elif kind.kind == "bool":
        code.line(f'if (typeof {name} !== "boolean") {{')
        value = f"{name} ? 1 : 0"
    else:
        low = -LIMIT if kind.low is None else kind.low
        high = LIMIT if kind.high is None else kind.high
        code.line(f"if (!Number.isInteger({name}) || {name} < {low} || {name} > {high}) {{")
        value = f"{name} + 0" if low <= 0 <= high else ""
    code.line(f"    {_refusal(module, procedure, item, name)}")
    code.line("}")
    if value:
        code.line(f"{name} = {value};")


def _refusal(module: Module, procedure: nodes.Procedure, item: nodes.Input, name: str) -> str:
    """What is thrown for an input that is wrong, told without the engine; but for a roll, whose faces it has to look up."""
    kind = item.type
    head = f"{quoted(procedure.id)}, {quoted(item.name)}"
    if kind.kind == "roll":
        return f"_ENGINE.refuse({head}, {name});"
    ref = f"[...{module.names.of(kind.ref, '_P_')}.keys()]" if kind.kind == "enum" else quoted(kind.ref)
    ends = ", ".join("null" if end is None else str(end) for end in (kind.low, kind.high))
    return f"_refused({head}, {quoted(kind.kind)}, {ends}, {ref}, {quoted(item.source)}, {name});"
