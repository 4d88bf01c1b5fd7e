// A game of one procedure, which nobody is asked in: there are no cards, counters, zones, dice or setups.
import { GAME, legal, newGame, run, start, to_hit } from "./engine.mjs";
import type { Action, Pending } from "./engine.mjs";

const target: number = to_hit({ range: 3 }).target;
const state = start("to_hit", { range: 3 }, { state: newGame() });
const nothing: Pending | null = state.pending;
const none: Action[] = legal(state);
if (run("to_hit", { range: 3 }).result.target !== target || nothing !== null || none.length || state.result?.target !== target) {
    throw new Error(GAME);
}
