// Whole games of an engine.mjs between players who decide at random: for bench_duels.py.
// node random_duels.mjs ENGINE GAMES; prints {results, seconds} as JSON: how each game ended, and the seconds a game, once warm.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const rules = await import(pathToFileURL(process.argv[2]).href);
const games = JSON.parse(readFileSync(process.argv[3], "utf8"));

function play([setup, decks, seed]) {
    let state = rules.new_game({ setup, decks }, seed);
    let mind = seed + 1;
    while (state.pending !== null) {
        const actions = rules.legal(state).filter((action) => action.option !== "surrender");
        mind = (mind * 1103515 + 12345) % 2147483648;
        state = rules.apply(state, actions[Math.floor(mind / 65536) % actions.length]).state;
    }
    return state;
}

const results = games.map((game) => {
    const { log, result, counters, zones } = play(game);
    return { log, result, counters, zones };
});
let seconds = Infinity;
for (let round = 0; round < 10; round++) {
    const before = performance.now();
    games.forEach(play);
    seconds = Math.min(seconds, (performance.now() - before) / 1000 / games.length);
}
console.log(JSON.stringify({ results, seconds }));
