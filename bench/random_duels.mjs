// Whole duels between players who decide at random, for bench_duels.py: how they end, and the seconds a decision.
// Arguments: the engine, the games, and "live" for games in place.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const engine = await import(pathToFileURL(process.argv[2]).href);
const games = JSON.parse(readFileSync(process.argv[3], "utf8"));
const ROUNDS = 12;

function places(legal) {
    const found = [];
    for (let place = 0; place < legal.length; place++) {
        if (legal[place].option !== "surrender") {
            found.push(place);
        }
    }
    return found;
}

function byStates([setup, decks, seed]) {
    let state = engine.new_game({ setup, decks }, seed);
    let mind = seed + 1;
    let count = 0;
    while (state.pending) {
        const legal = engine.legal(state);
        const open = places(legal);
        mind = (mind * 1103515 + 12345) % 2147483648;
        state = engine.apply(state, legal[open[Math.floor(mind / 65536) % open.length]]).state;
        count += 1;
    }
    return [state, count];
}

function inPlace([setup, decks, seed]) {
    const live = engine.open(engine.new_game({ setup, decks }, seed));
    let mind = seed + 1;
    let count = 0;
    while (live.pending) {
        const open = places(live.legal());
        mind = (mind * 1103515 + 12345) % 2147483648;
        live.do(open[Math.floor(mind / 65536) % open.length]);
        count += 1;
    }
    return [live, count];
}

const play = process.argv[4] === "live" ? inPlace : byStates;
const results = games.map((game) => {
    const [end] = play(game);
    const { log, result, counters, zones } = process.argv[4] === "live" ? end.save() : end;
    return { log, result, counters, zones };
});
let best = Infinity;
for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const decisions = games.reduce((sum, game) => sum + play(game)[1], 0);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6 / decisions);
}
process.stdout.write(JSON.stringify({ results, seconds: best }));
