// Callers that are wrong: each guilty line says which error is expected, and words of its message.
import * as engine from "./engine.mjs";

engine.attack(); // ~ TS2554
engine.attack({}); // ~ TS2741 damage
engine.attack({ damage: 4, rnage: 5 }); // ~ TS2561 'rnage' does not exist
engine.attack({ damage: "4" }); // ~ TS2322
engine.attack({ damage: 4, side: "back" }); // ~ TS2322 "back"
engine.attack({ damage: 4 }, { seed: 1, setup: null }); // ~ TS2353 setup
engine.attack({ damage: 4 }, { seed: 1 }).outcmoe; // ~ TS2551 outcome
engine.run("attack"); // ~ TS2554
engine.run("atack", { damage: 4 }); // ~ TS2345 "atack"
engine.run("duel", { one: 0, two: 1 }); // ~ TS2345 "duel"
engine.run("attack", { damage: 4 }, { dice: { atack: [3] } }); // ~ TS2561 atack
engine.run("attack", { damage: 4 }, { dice: { defense: ["sheild"] } }); // ~ TS2820 "shield"
engine.run("to_hit", {}, { sed: 1 }); // ~ TS2561 sed
engine.run("to_hit").trace; // ~ TS2339 trace
engine.start("take_damage"); // ~ TS2554
engine.start("take_damage", { who: 0 }); // ~ TS2741 points
engine.newGame({ setup: "duell" }); // ~ TS2769 "duel"
engine.newGame({ setup: "duel", decks: ["confesor"] }); // ~ TS2769 "confessor"
engine.newGame({ setup: "duel", players: 3 }); // ~ TS2769 players
engine.newGame({ players: 2, zones: { dekc: [] } }); // ~ TS2769 dekc
engine.newGame({ players: 2, zones: { deck: [["faithful_thurst"]] } }); // ~ TS2769 faithful_thurst
engine.newGame({ players: 2, counters: { heta: 1 } }); // ~ TS2769 heta
const setup = { setup: "duel", decks: ["confessor", "ironclad"] };
engine.newGame(setup); // ~ TS2769
const state = engine.newGame({ setup: "duel" });
state.result?.loser; // ~ TS2339 loser
state.counters.heta; // ~ TS2339 heta
engine.apply(state, { type: "choose", procedure: "take_damage", slot: "place", option: "nowhere" }); // ~ TS2322 "nowhere"
engine.apply(state, { type: "choose", procedure: "take_damage", slot: "plaec", option: "deck" }); // ~ TS2820 place
engine.apply(state, { type: "choose", procedure: "take_damage", slot: "lost_card", option: "deck" }); // ~ TS2345
engine.apply(state, { type: "pick", procedure: "take_damage", slot: "lost_card", card: "deck" }); // ~ TS2322
engine.whyNot(state, { type: "pick", procedure: "duel", slot: "place", card: 1 }); // ~ TS2322 "duel"
engine.open(state).counter("heta"); // ~ TS2345 heta
engine.open(state).zone("dekc"); // ~ TS2345 dekc
engine.open(state).run("duel", { one: 0, two: 1 }); // ~ TS2345 duel
engine.open(state).run("attack"); // ~ TS2554
new engine.Live(); // ~ TS2339 Live
const pending = state.pending!;
if (pending.procedure === "take_dmage") state.log; // ~ TS2367 take_dmage
if (pending.type === "choose") pending.cards; // ~ TS2339 cards
if (pending.procedure === "take_damage" && pending.slot === "place") {
    pending.options.includes("nowhere"); // ~ TS2345 "nowhere"
}
engine.view(state, 0).pending?.options.length; // ~ TS2339
engine.legal(state).push({ type: "choose" }); // ~ TS2345
engine.whynot(state); // ~ TS2551 whyNot
