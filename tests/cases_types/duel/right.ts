// A small game without setups of its own: two procedures that ask, one that does not.
import * as engine from "./engine.mjs";

const setup: engine.Setup = { zones: { deck: [["strike", "guard"], ["pray", "pray"]], commons: ["guard"] }, counters: { round: 4, heat: [1, 0] } };
let state = engine.start("duel", {}, { setup, seed: 3 });
while (state.pending) {
    if (state.pending.type === "pick") {
        const hand: "hand" = state.pending.zone;
        if (hand !== "hand") throw new Error(hand);
    } else if (state.pending.slot === "place") {
        const places: ("hand" | "deck" | "nowhere")[] = state.pending.options;
        if (!places.length) throw new Error("no place");
    }
    state = engine.apply(state, engine.legal(state)[0]!).state;
}
const lost: number = state.result!.lost;
const rolled: number = engine.roll_attack({ damage: 3 }, { dice: { attack: [4, 5], defense: ["heat", "flesh", "shield"] } }).total;
if (rolled !== 9 || lost < 0) throw new Error("not as it was played before");
engine.start("lose_card", { p: 0 }, { state });
export type Answer = Extract<engine.Action, { procedure: "lose_card"; slot: "card" }>["card"];
