// Callers that are right: they pass under --strict, and run.
import * as engine from "./engine.mjs";
import type { Action, Pending, Setup, State } from "./engine.mjs";

function equal<T>(found: T, expected: T): void {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
        throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
    }
}

// A procedure that needs no state: what has a default may be left out.
const hit = engine.attack({ damage: 4, range: 5 }, { seed: 11 });
const outcome: "catastrophic_failure" | "miss" | "hit" | "strong_hit" | "critical_hit" | "execution" = hit.outcome;
equal([outcome, hit.taken], ["strong_hit", 4]);
equal(engine.to_hit().target, engine.to_hit({}).target);
engine.initiative({}, { seed: new engine.Generator(1) });

// By name: inputs and dice go back in as they came out.
const traced = engine.trace("attack", { damage: 4 }, { seed: 3 });
const label: string = traced.trace[0]!.label;
const again = engine.run("attack", traced.inputs, { dice: traced.dice });
equal(again.result, traced.result);
engine.run("attack", { damage: 4 }, { dice: { attack: [5, "strike"] }, seed: 1 });
engine.run("to_hit");

// A whole game; who decides knows what is asked.
function decide(pending: Pending, actions: readonly Action[]): Action {
    if (pending.procedure === "one_action" && pending.slot === "action") {
        const found = pending.options.find((option) => option !== "surrender");
        if (found !== undefined) {
            return { type: "choose", procedure: "one_action", slot: "action", option: found };
        }
    }
    if (pending.type === "pick") {
        const zone: "hand" | "deck" | "discard" | "graveyard" | "spare" | "tactics" | "played" | "wound_deck" | "wounds" = pending.zone;
        equal(typeof pending.cards[0], "number");
        equal(zone.length > 0, true);
    }
    return actions[0]!;
}
let state = engine.newGame({ setup: "duel", decks: ["confessor", "ironclad"], counters: { heat: [1, 2], smoke: 0 } }, 7);
const deadline = state.log.length + 4000;
for (let turn = 0; state.pending && turn < 12 && state.log.length < deadline; turn++) {
    const seen = engine.view(state, state.pending.by);
    const prompt: string = seen.pending!.prompt;
    const open: number[][] = seen.zones.graveyard;
    const closed: number[] = seen.zones.deck;
    const own: (number | number[])[] = seen.zones.hand;
    equal([prompt.length > 0, open.length, closed.length, own.length], [true, 2, 2, 2]);
    const next = engine.apply(state, decide(state.pending, engine.legal(state)));
    for (const event of next.events) {
        if (event.type === "end" && event.procedure === "duel") {
            const winner: number = event.result.winner;
            equal(winner >= 0, true);
        } else if (event.type === "ask" && event.pending.type === "choose") {
            equal(event.pending.names.length, event.pending.options.length);
        } else if (event.type === "change") {
            equal(typeof next.state.counters[event.counter][event.owner], "number");
        }
    }
    state = next.state;
}
const winner: number | undefined = state.result?.winner;
const anything: State = state;
const loaded: State<"duel"> = JSON.parse(JSON.stringify(state));
equal(engine.legal(loaded), engine.legal(anything));
equal(engine.replay(state.log).zones, state.zones);
equal(engine.retell(state.log).length >= state.log.length, true);
const refusal = engine.whyNot(state, { type: "choose", procedure: "take_damage", slot: "place", option: "deck" });
const reason: string | undefined = refusal?.reason;

// In place.
const live = engine.open(state);
const target: number = live.run("to_hit", { range: 4 }).target;
equal(live.counter("heat", 1) + live.zone("deck").length > 0, true);
const taken: "time" | "surrender" | "destroyed" | "pilot_dead" | undefined = live.fork(5).result?.outcome;
equal(live.save().counters, state.counters);

// A setup that is kept in a variable says its type; one of one's own names cards or decks.
const setup: Setup = { setup: "close_quarters" };
equal(engine.newGame(setup, 1).players, 2);
engine.new_game({ players: 2, zones: { deck: ["confessor", ["faithful_thrust"]] } }, 1);
engine.new_game();
const fixed = { setup: "duel", decks: ["warden", "outrider"] } as const;
equal(engine.newGame(fixed, 1).procedure, "duel");
const inputs = { attacker: 0, defender: 1, damage: 6 };
const fight = engine.start("attack_and_discard", inputs, { setup: { zones: { deck: ["confessor", "confessor"] } }, seed: 7 });
equal(fight.procedure, "attack_and_discard");
const procedures: readonly string[] = engine.PROCEDURES;
equal([engine.GAME, procedures.includes("attack")], ["penance", true]);
try {
    engine.attack({ damage: -1 });
} catch (problem) {
    equal(problem instanceof engine.InputError, true);
}
export { label, reason, taken, target, winner };
