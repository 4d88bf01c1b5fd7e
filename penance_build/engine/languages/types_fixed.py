"""What the TypeScript types of all games have in common, over the interfaces that :mod:`types` writes for each."""

HEAD = """
/** A face as it is rolled: its value, where the die has values, or its id. */
export type Face = Faces[keyof Faces];
export type Value = number | boolean | string | (number | string)[];

export type ProcedureId = keyof Inputs;
/** The procedures that ask a player something on the way, and are started. */
export type Pausing = Exclude<ProcedureId, Straight>;
export type SetupId = keyof Setups;
export type ZoneId = keyof Zones;

export interface Options<P extends ProcedureId = ProcedureId> {
    /** Faces by the name they are rolled under, in order: values where the die has them, else ids. */
    dice?: Rolls[P] | null;
    /** A whole number from 0 to 2^53 - 1; a Generator where many draws share one. */
    seed?: number | Generator | null;
    setup?: Setup | null;
    /** A state to go on from, instead of a setup. */
    state?: State | null;
}

/** What stands behind the name of a procedure: its inputs, which may be left out where each has a default, and the options. */
export type Given<P extends ProcedureId> = {} extends Inputs[P]
    ? [inputs?: Inputs[P] | null, options?: Options<P> | null]
    : [inputs: Inputs[P], options?: Options<P> | null];

export type SomeCounters = { [C in CounterId]?: number | readonly number[] };

/** A setup of the rules: which deck each player brings; the first that may be brought, where none is said. */
export interface NamedSetup<S extends SetupId = SetupId> {
    setup: S;
    decks?: readonly Setups[S]["deck"][] | null;
    counters?: SomeCounters | null;
}

/** Cards by zone and owner, the top of a pile last; a text in the place of a pile names a deck. */
export interface TableSetup {
    setup?: null;
    players?: number | null;
    zones?: {
        [Z in ZoneId]?: Zones[Z]["owner"] extends "game"
            ? readonly CardId[] | DeckId
            : readonly (readonly CardId[] | DeckId)[];
    } | null;
    counters?: SomeCounters | null;
}

export type Setup = { [S in SetupId]: NamedSetup<S> }[SetupId] | TableSetup;

/** Where something comes from: the number of a step within its procedure, counted from 1 in the order written. */
export interface At {
    procedure: ProcedureId;
    step: number;
}

export interface Line extends At {
    label: string;
    value: Value;
    running: Value;
    source: string;
}

export type ChooseAction = {
    [P in keyof Choices]: {
        [S in keyof Choices[P]]: { type: "choose"; procedure: P; slot: S; option: Choices[P][S] };
    }[keyof Choices[P]];
}[keyof Choices];
export type PickAction = {
    [P in keyof Picks]: { [S in keyof Picks[P]]: { type: "pick"; procedure: P; slot: S; card: number } }[keyof Picks[P]];
}[keyof Picks];
export type Action = ChooseAction | PickAction;

/** A choice among options, as a state keeps it: known by its procedure and the number of its step, without a text. */
export type ChoosePending = {
    [P in keyof Choices]: {
        [S in keyof Choices[P]]: { type: "choose"; procedure: P; step: number; slot: S; by: number; options: Choices[P][S][] };
    }[keyof Choices[P]];
}[keyof Choices];
/** A choice among the cards of a pile, by number. */
export type PickPending = {
    [P in keyof Picks]: {
        [S in keyof Picks[P]]: {
            type: "pick"; procedure: P; step: number; slot: S; by: number; zone: Picks[P][S]; owner: number; cards: number[];
        };
    }[keyof Picks[P]];
}[keyof Picks];
export type Pending = ChoosePending | PickPending;

/** The same as it is shown: with its prompt, and the names of its options in their order. */
export type Shown = (ChoosePending & { prompt: string; names: string[] }) | (PickPending & { prompt: string });
type Hidden<Q, K> = Q extends unknown ? Omit<Q, K & keyof Q> & Partial<Pick<Q, K & keyof Q>> : never;
/** The same as one player sees it: another player's choice without its options, names and cards. */
export type Seen = Hidden<Shown, "options" | "names" | "cards">;

/** Why an action may not be applied; of a step, or "" and 0. */
export interface Refusal {
    reason: string;
    source: string;
    procedure: ProcedureId | "";
    step: number;
}

export type Report = { [N in keyof Reports]: { name: N; values: Reports[N] } }[keyof Reports];

export type Entry =
    | { type: "new_game"; rules: string; players: number; zones: Record<ZoneId, CardId[][]>; counters: Record<CounterId, number[]> }
    | { [P in ProcedureId]: { type: "start"; procedure: P; inputs: Required<Inputs[P]> } }[ProcedureId]
    | { type: "roll"; name: string; die: keyof Faces; face: number }
    | { type: "shuffle"; zone: ZoneId; owner: number; draws: number[] }
    | { type: "concede"; player: number }
    | { type: "carried"; rules: string }
    | Action;

export type GameEvent =
    | Extract<Entry, { type: "new_game" | "start" | "concede" }>
    | (Extract<Entry, { type: "roll" | "shuffle" }> & At)
    | (ChooseAction & { step: number; by: number })
    | (PickAction & { step: number; by: number; zone: ZoneId; owner: number })
    | ({ type: "change"; counter: CounterId; owner: number; from: number; to: number } & At)
    | ({ type: "move"; cards: number[]; from: ZoneId; from_owner: number; to: ZoneId; to_owner: number; place: "top" | "bottom" } & At)
    | { type: "enter" | "leave"; procedure: Pausing }
    | ({ type: "note" } & Line)
    | ({ type: "say"; text: string } & At)
    | ({ type: "record" } & Report & At)
    | { type: "ask"; pending: Shown }
    | { [P in ProcedureId]: { type: "end"; procedure: P; result: Results[P] } }[ProcedureId];

/** An event as a player may see it: cards that are not seen are null, piles that are not their size. */
export type SeenEvent =
    | Exclude<GameEvent, { type: "new_game" | "shuffle" | "pick" | "move" | "ask" }>
    | {
          type: "new_game"; rules: string; players: number; zones: Record<ZoneId, (CardId[] | number)[]>;
          counters: Record<CounterId, number[]>;
      }
    | ({ type: "shuffle"; zone: ZoneId; owner: number; draws: null } & At)
    | { type: "pick"; procedure: Pausing; slot: string; card: number | null; step: number; by: number; zone: ZoneId; owner: number }
    | ({
          type: "move"; cards: (number | null)[]; from: ZoneId; from_owner: number; to: ZoneId; to_owner: number; place: "top" | "bottom";
      } & At)
    | { type: "ask"; pending: Seen };

/** A part of a condition that does not hold: its text, and what stands on both sides of a comparison; or several ways, all closed. */
export interface Missing {
    text: string;
    left?: { text: string; value: number | string | number[] };
    sign?: string;
    right?: { text: string; value: number | string | number[] };
    either?: Missing[][];
}

/** An answer to what is asked, by name; one that is not legal says why. */
export interface Answer {
    action: Action;
    name: string;
    target: { card: number; zone: ZoneId; owner: number } | null;
    legal: boolean;
    why: { text: string; parts: Missing[]; source: string; procedure: ProcedureId | ""; step: number } | null;
}

/** What is asked, in words; the answers are only for the player who is asked. */
export interface Description {
    player: number | null;
    by: number | null;
    procedure: ProcedureId | null;
    slot: string | null;
    step: number;
    prompt: string;
    actions: Answer[];
}

/** One plain JSON record; it may be saved in one language and gone on with in the other. P is the procedure that was started. */
export interface State<P extends ProcedureId = ProcedureId> {
    version: 2;
    rules: string;
    rng: number[] | null;
    script: Record<string, (number | string)[]> | null;
    used: Record<string, number>;
    players: number;
    counters: Record<CounterId, number[]>;
    zones: Record<ZoneId, number[][]>;
    cards: CardId[];
    procedure: P | null;
    frames: { p: Pausing; pc: number; v: Record<string, number | number[]>; take: [string, string][] }[];
    log: Entry[];
    fixed: number;
    pending: Pending | null;
    result: Results[P] | null;
}

export interface View<P extends ProcedureId = ProcedureId> {
    version: 2;
    rules: string;
    players: number;
    player: number | null;
    counters: Record<CounterId, number[]>;
    /** Piles that nobody sees are the number of their cards; so are those of others, where each sees only the own. */
    zones: {
        [Z in ZoneId]: { all: number[][]; none: number[]; owner: (number | number[])[] }[Zones[Z]["visible"]];
    };
    cards: (CardId | null)[];
    procedure: P | null;
    pending: Seen | null;
    result: Results[P] | null;
}

/** What run gives; display and records, the lines and records in order, of a procedure that tells or records something. */
export type Outcome<P extends ProcedureId = ProcedureId> = {
    inputs: Required<Inputs[P]>;
    dice: Rolls[P];
    result: Results[P];
    seed: number | null;
} & (P extends Reporting ? { display: string[]; records: Report[] } : unknown);

export class RulesError extends Error {}
export class InputError extends RulesError {}
export class DiceError extends RulesError {}
export class IllegalAction extends RulesError {
    /** The step that forbids it, or "" and 0. */
    readonly procedure: ProcedureId | "";
    readonly step: number;
}
export class StateError extends RulesError {}

/** What a game in place may draw from. */
export interface Source {
    /** So many numbers from 0 to bound - 1. */
    draw(bound: number, count: number): number[];
    /** The draws of a shuffle, from the last place down. */
    shuffle(size: number): number[];
    /** Another one that goes on from here with the same draws. */
    fork(): Source;
}

export class Generator implements Source {
    constructor(seed: number);
    draw(bound: number, count: number): number[];
    shuffle(size: number): number[];
    fork(): Generator;
}

/** A game that goes on in place. What it leads to is what apply leads to, log for log. */
export interface Live<P extends ProcedureId = ProcedureId> {
    /** What is to be chosen; null after the end. Not to be changed. */
    readonly pending: Pending | null;
    /** The results of the procedure that was started, once it has ended. */
    readonly result: Results[P] | null;
    readonly players: number;
    /** The source that it draws from; null where it has none. */
    readonly chance: Source | null;
    /** The value of a counter, of a player or hex where each has one. */
    counter(name: CounterId, owner?: number): number;
    /** The cards of a pile by number, the top last. */
    zone(name: ZoneId, owner?: number): number[];
    /** The procedures that wait, the outermost first, each with a number that no other call in this game has. */
    running(): [Pausing, number][];
    /** The actions that may be taken; do takes one by its place in this list. */
    legal(): Action[];
    /** Takes a legal action, and goes on to the next choice; the events on the way where they are recorded, else none. */
    do(number: number): GameEvent[];
    /** Another game that goes on from here on its own: with the same draws, or with other chance (see reseed). It has no events. */
    fork(chance?: number | Source | null): Live<P>;
    /** The game as a player, or a spectator (null), may imagine it: what he does not see is dealt anew, without chance and log. */
    imagine(player: number | null, seed: number | Generator): Live<P>;
    /** Draws from another source from now on: a seed, a Generator, or null for none. */
    reseed(chance: number | Source | null): void;
    /** Records events from the next action on, or no longer. */
    events(on?: boolean): void;
    /** The results of a procedure that never chooses, run on a copy of the game as it stands. */
    run<Q extends Straight>(procedure: Q, ...inputs: {} extends Inputs[Q] ? [inputs?: Inputs[Q] | null] : [inputs: Inputs[Q]]): Results[Q];
    view(player: number | null): View<P>;
    describe(player: number | null): Description;
    /** The state, as apply would have returned it. */
    save(): State<P>;
}

export const VERSION: string;
/** The hash of the rules as they are played, names and texts left out; a state made under others is refused. */
export const RULES: string;
export const PROCEDURES: ProcedureId[];

/** Runs a procedure that never chooses. */
export function run<P extends Straight>(procedure: P, ...given: Given<P>): Outcome<P>;
/** Like run, with the derivation. */
export function trace<P extends Straight>(procedure: P, ...given: Given<P>): Outcome<P> & { trace: Line[] };
/** A game at its first choice, or a state before anything was done. */
export function new_game<S extends SetupId>(setup: NamedSetup<S>, seed?: number | null): State<Setups[S]["procedure"]>;
export function new_game(setup?: TableSetup | null, seed?: number | null): State<never>;
export function new_game(setup: Setup | null, seed?: number | null): State;
/** The state paused at the first choice of a procedure, or after its end. */
export function start<P extends ProcedureId>(procedure: P, ...given: Given<P>): State<P>;
export function legal(state: State): Action[];
/** A player who is named must be the one who is asked, here and in apply and undo. */
export function why_not(state: State, action: Action, player?: number | null): Refusal | null;
export function apply<P extends ProcedureId>(
    state: State<P>,
    action: Action,
    player?: number | null,
): { state: State<P>; events: GameEvent[] };
/** What is asked, for a player or a spectator (null). */
export function describe(state: State, player: number | null): Description;
/** Gives up a game of at most two: the other one wins, if a setup names the result that says who; all other results are
 * null, whatever their type says. */
export function concede<P extends ProcedureId>(state: State<P>, player: number): { state: State<P>; events: GameEvent[] };
/** A state as a player, or a spectator (null), may imagine it: what is hidden from him dealt anew, without chance and log. */
export function imagine<P extends ProcedureId>(state: State<P>, player: number | null, seed: number | Generator): State<P>;
/** Whether states and logs that bear this hash are of these rules, and go on as they are. */
export function compatible(rules: string): boolean;
/** What engines of other rules must know of these to carry over their states. */
export interface Layout {
    rules: string;
    enums: Record<string, string[]>;
    dice: Record<string, string[]>;
    frames: Record<
        string,
        {
            slots: { name: string; kind: string; ref: string }[];
            asks: { slot: string; pc: number }[];
            calls: { procedure: string; pc: number }[];
        }
    >;
}
export function layout(): Layout;
/** A state of these rules made from one of others, whose layout is given, and what changed on the way, as sentences. */
export function migrate(state: object, layout: Layout): { state: State; report: string[] };
/** What may be applied for a player whose time is up. */
export function default_action(state: State): Action | null;
/** Events as a player, or a spectator (null), may see them. */
export function events_for(events: readonly GameEvent[], player: number | null): SeenEvent[];
/** The same state with another source of chance; none where the seed is null. */
export function reseed<P extends ProcedureId>(state: State<P>, seed: number | null): State<P>;
export function open<P extends ProcedureId>(state: State<P>): Live<P>;
export function replay(log: readonly Entry[], options?: Pick<Options, "dice" | "seed"> | null): State;
/** The events of a log, from an entry on; for a player, or a spectator (null), as far as that may see them. */
export function retell(log: readonly Entry[], options?: { since?: number } | null): GameEvent[];
export function retell(log: readonly Entry[], options: { since?: number; player: number | null }): SeenEvent[];
export function undo<P extends ProcedureId>(state: State<P>, player?: number | null): State<P>;
/** What a player, or a spectator (null), may see. */
export function view<P extends ProcedureId>(state: State<P>, player: number | null): View<P>;
export { default_action as defaultAction, events_for as eventsFor, new_game as newGame, why_not as whyNot };
"""
