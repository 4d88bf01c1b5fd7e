import * as engine from "./engine.mjs";

engine.newGame({ setup: "duel" }); // ~ TS2769
engine.start("lose_card", {}); // ~ TS2741 "p"
engine.roll_attack(); // ~ TS2554
engine.roll_attack({ damage: 1 }, { dice: { attack: ["v9"] } }); // ~ TS2322 v9
engine.newGame({ zones: { commons: [["guard"], ["guard"]] } }); // ~ TS2769
const state = engine.start("duel", {}, { seed: 1 });
const answer: number = state.result!.pushed; // ~ TS2322 boolean
export { answer };
