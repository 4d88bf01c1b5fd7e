// What is asked, and what each answer leads to on the map and in the hand. Only the public interface of the engine is used.

/**
 * What a player may answer now. `hexes` and `cards` lead to lists of one or two actions: "play a card" and which one are one click.
 * Where two answers lead to the same place neither is a click: the buttons tell them apart.
 */
function answersOf(state, seat) {
    const asked = engine.describe(state, seat);
    const found = { asked, hexes: new Map(), cards: new Map() };
    const legal = engine.legal(state);
    if (legal.length > 24) {
        return found;
    }
    const live = engine.open(state);
    const here = places(live, seat);
    for (const [at, action] of legal.entries()) {
        const name = asked.actions.find((one) => same(one.action, action))?.name ?? "";
        const next = tried(live, at);
        if (next === null) {
            continue;
        }
        note(found.hexes, reached(here, places(next, seat), true), { name, actions: [action] });
        if (action.type === "choose" && next.pending?.by === seat) {
            further(found, state, next, seat, here, name, action);
        }
    }
    return { asked, hexes: single(found.hexes), cards: single(found.cards) };
}

/** Of what leads to each place the one answer that it means: the shorter before the longer, the legal before others; none if there are two. */
function single(ways) {
    const found = new Map();
    for (const [at, all] of ways) {
        const legal = all.filter((one) => one.legal !== false);
        const least = Math.min(...legal.map((one) => one.actions.length));
        const among = legal.length ? legal.filter((one) => one.actions.length === least) : all.slice(0, 1);
        if (among.length === 1) {
            found.set(at, among[0]);
        }
    }
    return found;
}

/** The answers behind an answer, where nothing was drawn or seen between the two: what it leads to is no secret then. */
function further(found, state, next, seat, here, name, action) {
    const saved = next.save();
    if (saved.fixed > state.log.length || saved.pending.slot === state.pending.slot) {
        return;
    }
    for (const one of next.describe(seat).actions) {
        const isAtHand = one.target && (one.target.owner === seat || game.zones[one.target.zone].owner !== "player");
        if (isAtHand) {
            note(found.cards, one.target.card, { name: `${name}: ${one.name}`, legal: one.legal, why: one.why, actions: [action, one.action] });
        }
    }
    if (next.pending.type === "choose") {
        for (const [at, second] of next.legal().entries()) {
            const after = tried(next, at);
            note(found.hexes, after && reached(here, places(after, seat), false), { name, actions: [action, second] });
        }
    }
}

function same(one, other) {
    return ["type", "procedure", "slot", "option", "card"].every((name) => one[name] === other[name]);
}

/** A copy of the game after an action, with dice of its own; null where the rules refuse what follows. */
function tried(live, at) {
    try {
        const copy = live.fork(1);
        copy.do(at);
        return copy;
    } catch {
        return null;
    }
}

/** Where a player stands and looks, and what lies on the hexes. */
function places(live, seat) {
    const [space] = Object.values(game.spaces);
    if (!space?.at) {
        return null;
    }
    const spots = lying(space).map(([id]) => space.cells.map((_, at) => live.counter(id, at)));
    return { space, at: live.counter(space.at, seat), facing: space.facing ? live.counter(space.facing, seat) : null, spots };
}

/** The hex that tells two situations apart: where one goes, the hex that one turns to, the hex on which something changes. */
function reached(before, after, alsoTurns) {
    if (before === null || after === null) {
        return null;
    }
    if (before.at !== after.at) {
        return after.at;
    }
    const { space } = before;
    if (alsoTurns && before.facing !== after.facing) {
        const [q, r] = [0, 1].map((at) => space.cells[after.at][at] + AROUND[after.facing][at]);
        return space.cells.findIndex((cell) => cell[0] === q && cell[1] === r);
    }
    const changed = before.spots.flatMap((spot, row) => spot.flatMap((value, at) => (value === after.spots[row][at] ? [] : [at])));
    return alsoTurns && changed.length === 1 ? changed[0] : null;
}

function note(ways, at, answer) {
    if (at !== null && at >= 0) {
        ways.set(at, [...(ways.get(at) ?? []), answer]);
    }
}

/** The options that the bots of the game never take, such as to give up. */
function avoided(slot) {
    return Object.values(game.bots).flatMap((bot) => bot.avoid?.[slot] ?? []);
}

/**
 * A simple bot. It likes to play a card, and to come nearer to another player and face it; apart from that it takes any legal answer.
 * It looks at the map alone, which all see, and at whose turn comes next: never at a card, nor at dice to come.
 */
function botAction(state) {
    const { by: seat, slot } = state.pending;
    const legal = engine.legal(state);
    const kept = [...legal.keys()].filter((at) => !avoided(slot).includes(legal[at].option));
    const among = kept.length ? kept : [...legal.keys()];
    const live = engine.open(state);
    const worth = (at) => (among.length > 1 && among.length <= 12 ? liking(live, tried(live, at), seat) : 0) + table.chance() * 2;
    const judged = among.map((at) => [worth(at), at]);
    return legal[judged.reduce((best, one) => (one[0] > best[0] ? one : best))[1]];
}

function liking(live, next, seat) {
    const before = standing(live, seat);
    if (next === null || before === null || next.pending?.by !== seat) {
        return next === null ? -9 : 0;
    }
    const won = before - standing(next, seat);
    if (won !== 0 || next.pending.slot === live.pending.slot) {
        return won;
    }
    if (next.pending.type === "pick") {
        return 2;
    }
    const further = [...next.legal().keys()].slice(0, 12).map((at) => tried(next, at)).filter(Boolean);
    return Math.max(-1, ...further.map((after) => before - standing(after, seat)));
}

/** How badly a player stands: hexes to the nearest other one, and how far it looks away from it. Less is better. */
function standing(live, seat) {
    const mine = places(live, seat);
    if (mine === null) {
        return null;
    }
    const { space } = mine;
    const [far, at] = Array.from({ length: live.players }, (_, other) => live.counter(space.at, other))
        .filter((_, other) => other !== seat).map((other) => [apart(space, mine.at, other), other]).sort((a, b) => a[0] - b[0])[0] ?? [0, mine.at];
    if (mine.facing === null || far === 0) {
        return far;
    }
    const [[x, y], [ox, oy]] = [centre(space.cells[mine.at]), centre(space.cells[at])];
    const turn = Math.abs(((Math.atan2(oy - y, ox - x) * 180) / Math.PI - mine.facing * 60 + 540 + 360) % 360 - 180);
    return Math.max(far, 1) * 2 + Math.max(0, turn - 30) / 40;
}
