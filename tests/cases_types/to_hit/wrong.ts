import * as engine from "./engine.mjs";

engine.to_hit({ range: true }); // ~ TS2322
engine.start("hit"); // ~ TS2345
const state = engine.newGame();
engine.apply(state, { type: "choose", procedure: "to_hit", slot: "side", option: "rear" }); // ~ TS2345 never
engine.newGame({ setup: "duel" }); // ~ TS2769
engine.open(state).counter("heat"); // ~ TS2345 never
