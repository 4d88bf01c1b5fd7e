"""The types of the JavaScript engine, for editors and TypeScript."""

from __future__ import annotations

from penance_build.engine.planning.data import printed_default
from penance_build.engine.planning.plan import Plan
from penance_build.engine.writing.module import quoted
from penance_build.engine.writing.names import JAVASCRIPT_GLOBALS, JAVASCRIPT_WORDS, PUBLIC, Names
from penance_build.ir import nodes

FIXED = """
export type Face = number | string;
export type Value = number | boolean | string | Face[];  // of a list: its numbers

export interface Options {
    /** Faces by the name they are rolled under, in order: values where the die has them, else ids. */
    dice?: Record<string, Face[]>;
    /** A whole number from 0 to 2^53 - 1; a Generator where many draws share one. */
    seed?: number | Generator;
    setup?: Setup;
    /** A state to go on from, instead of a setup. */
    state?: State;
}

/** Cards by zone and owner, the top of a pile last; a text in the place of a pile names a deck. */
export interface Setup {
    /** The id of a setup of the rules; then decks says which deck each player brings, and nothing else but counters is given. */
    setup?: string;
    decks?: string[];
    players?: number;
    zones?: Record<string, (string | string[])[] | string[]>;
    counters?: Record<string, number | number[]>;
}

export interface Line {
    label: string;
    value: Value;
    running: Value;
    source: string;
    /** The step that gives the line: its number within its procedure, counted from 1 in the order written. */
    procedure: string;
    step: number;
}

export type Action =
    | { type: "choose"; procedure: string; slot: string; option: string }
    | { type: "pick"; procedure: string; slot: string; card: number };

/** What is to be chosen, as a state keeps it: known by its procedure and the number of its step, without a text. */
export interface Pending {
    type: "choose" | "pick";
    procedure: string;
    step: number;
    slot: string;
    by: number;
    options?: string[];
    zone?: string;
    owner?: number;
    cards?: number[];
}

/** The same as it is shown: with its prompt, and the names of its options in their order. */
export interface Shown extends Pending {
    prompt: string;
    names?: string[];
}

/** Where an event comes from: the number of a step within its procedure, counted from 1 in the order written. */
export interface At {
    procedure: string;
    step: number;
}

export type Entry =
    | { type: "new_game"; players: number; zones: Record<string, string[][]>; counters: Record<string, number[]> }
    | { type: "start"; procedure: string; inputs: Record<string, Value> }
    | { type: "roll"; name: string; die: string; face: number }
    | { type: "shuffle"; zone: string; owner: number; draws: number[] }
    | Action;

export type GameEvent =
    | Extract<Entry, { type: "new_game" | "start" }>
    | (Extract<Entry, { type: "roll" | "shuffle" | "choose" | "pick" }> & At)
    | ({ type: "change"; counter: string; owner: number; from: number; to: number } & At)
    | ({ type: "move"; cards: number[]; from: string; from_owner: number; to: string; to_owner: number; place: "top" | "bottom" } & At)
    | ({ type: "note" } & Line)
    | ({ type: "say"; text: string } & At)
    | ({ type: "record" } & Report & At)
    | { type: "ask"; pending: Shown }
    | { type: "end"; procedure: string; result: Record<string, Value> };

/** One plain JSON record; it may be saved in one language and gone on with in the other. */
export interface State {
    version: 2;
    rules: string;
    rng: number[] | null;
    script: Record<string, Face[]> | null;
    used: Record<string, number>;
    players: number;
    counters: Record<string, number[]>;
    zones: Record<string, number[][]>;
    cards: string[];
    procedure: string | null;
    frames: { p: string; pc: number; v: Record<string, number | number[]>; take: [string, string][] }[];
    log: Entry[];
    fixed: number;
    pending: Pending | null;
    result: Record<string, Value> | null;
}

export interface View {
    version: 2;
    rules: string;
    players: number;
    player: number;
    counters: Record<string, number[]>;
    zones: Record<string, (number | number[])[]>;
    cards: (string | null)[];
    procedure: string | null;
    pending: Shown | null;
    result: Record<string, Value> | null;
}

export interface Outcome<I, R> {
    inputs: I;
    dice: Record<string, Face[]>;
    result: R;
    seed: number | null;
    /** Of a procedure that tells something: the lines, in order. */
    display?: string[];
    /** Of a procedure that records something: the records, in order. */
    records?: Report[];
}

export interface Report {
    name: string;
    values: Record<string, Value>;
}

export class RulesError extends Error {}
export class InputError extends RulesError {}
export class DiceError extends RulesError {}
export class IllegalAction extends RulesError {
    /** The step that forbids it, or "" and 0. */
    readonly procedure: string;
    readonly step: number;
}
export class StateError extends RulesError {}

export class Generator {
    constructor(seed: number);
    draw(bound: number, count: number): number[];
}

/** A game that goes on in place. What it leads to is what apply leads to, log for log. */
export class Live {
    private constructor();
    /** What is to be chosen; null after the end. Not to be changed. */
    readonly pending: Pending | null;
    /** The results of the procedure that was started, once it has ended. */
    readonly result: Record<string, Value> | null;
    readonly players: number;
    /** The source that it draws from; null where it has none. */
    readonly chance: Generator | null;
    /** The value of a counter, of a player or hex where each has one. */
    counter(name: string, owner?: number): number;
    /** The cards of a pile by number, the top last. */
    zone(name: string, owner?: number): number[];
    /** The procedures that wait, the outermost first, each with a number that no other call in this game has. */
    running(): [string, number][];
    /** The actions that may be taken; do takes one by its place in this list. */
    legal(): Action[];
    /** Takes a legal action, and goes on to the next choice; the events on the way where they are recorded, else none. */
    do(number: number): GameEvent[];
    /** Another game that goes on from here on its own: with the same draws, or with other chance (see reseed). It has no events. */
    fork(chance?: number | Generator | null): Live;
    /** Draws from another source from now on: a seed, a Generator, or null for none. */
    reseed(chance: number | Generator | null): void;
    /** Records events from the next action on, or no longer. */
    events(on?: boolean): void;
    /** The results of a procedure that never chooses, run on a copy of the game as it stands. */
    run<P extends keyof Straight>(procedure: P, inputs?: Inputs[P]): Results[P];
    view(player: number | null): View;
    /** The state, as apply would have returned it. */
    save(): State;
}

export const GAME: string;
export const VERSION: string;
/** The hash of the rules as they are played, names and texts left out; a state made under others is refused. */
export const RULES: string;
export const PROCEDURES: string[];

export function run<P extends keyof Straight>(
    procedure: P,
    inputs?: Inputs[P],
    options?: Options,
): Outcome<Required<Inputs[P]>, Results[P]>;
export function trace<P extends keyof Straight>(
    procedure: P,
    inputs?: Inputs[P],
    options?: Options,
): Outcome<Required<Inputs[P]>, Results[P]> & { trace: Line[] };
export function new_game(setup?: Setup | null, seed?: number | null): State;
export function start<P extends keyof Inputs>(procedure: P, inputs?: Inputs[P], options?: Options): State;
export function legal(state: State): Action[];
export function why_not(state: State, action: Action): ({ reason: string; source: string } & At) | null;
export function apply(state: State, action: Action): { state: State; events: GameEvent[] };
export function open(state: State): Live;
export function replay(log: Entry[], options?: Pick<Options, "dice" | "seed">): State;
export function retell(log: Entry[]): GameEvent[];
export function undo(state: State): State;
export function view(state: State, player: number): View;
export { new_game as newGame, why_not as whyNot };
"""


def emit_types(program: nodes.Played) -> str:
    """The source text of ``engine.d.ts``."""
    plan = Plan(program)
    names = Names(JAVASCRIPT_WORDS | JAVASCRIPT_GLOBALS | PUBLIC)
    inputs = [f"    {quoted(item.id)}: {_record(plan, item)};" for item in program.procedures]
    results = [
        f"    {quoted(item.id)}: {{ {''.join(f'{quoted(result.name)}: {_type(plan, result.type)}; ' for result in item.results)}}};"
        for item in program.procedures
    ]
    straight = [f"    {quoted(item.id)}: true;" for item in program.procedures if item.id not in plan.choosers]
    title = quoted(f"{program.name}, version {program.version}")[1:-1]
    parts = [f"// The rules of {title}: generated by Penance Build, not to be edited.", FIXED.strip()]
    parts.append("/** What each procedure takes. */\nexport interface Inputs {\n" + "\n".join(inputs) + "\n}")
    parts.append("/** What each procedure gives. */\nexport interface Results {\n" + "\n".join(results) + "\n}")
    parts.append("/** The procedures that never choose. */\nexport interface Straight {\n" + "\n".join(straight) + "\n}")
    for item in program.procedures:
        if item.id not in plan.choosers and item.id not in plan.stateful:
            key = quoted(item.id)
            options = ', options?: Pick<Options, "dice" | "seed">' if item.id in plan.needs_game else ""
            parts.append(f"export function {names.of(item.id)}(inputs?: Inputs[{key}]{options}): Results[{key}];")
    return "\n\n".join(parts) + "\n"


def _record(plan: Plan, procedure: nodes.Procedure) -> str:
    fields = [f"{_comment(plan, item)}{quoted(item.name)}{_mark(item)}: {_type(plan, item.type)}; " for item in procedure.inputs]
    return "{ " + "".join(fields) + "}"


def _mark(item: nodes.Input) -> str:
    return "" if item.default is None else "?"


def _comment(plan: Plan, item: nodes.Input) -> str:
    bounds = "" if item.type.low is None and item.type.high is None else f"{_end(item.type.low)}..{_end(item.type.high)} {item.type.unit}"
    default = "" if item.default is None else f"default {quoted(str(printed_default(plan, item)).lower())[1:-1]}"
    text = ", ".join(part.strip() for part in (bounds, default) if part.strip())
    return f"/** {text.replace('*/', '* /')} */ " if text else ""


def _end(bound: int | None) -> str:
    return "" if bound is None else str(bound)


def _type(plan: Plan, kind: nodes.Type) -> str:
    if kind.kind == "bool":
        return "boolean"
    if kind.kind == "enum":
        members = plan.program.by_id.enums[kind.ref].members
        return " | ".join(quoted(member.id) for member in members) or "never"
    return {"roll": "Face[]", "list": "number[]"}.get(kind.kind, "number")
