// What each player may know and do: events without what is hidden from a player, and actions held against who is asked.

// ---------------------------------------------------------------- copied into every engine from here

// Whether a player, or a spectator (null), sees the cards of a pile.
function _sees(engine, zone, owner, player) {
    const { visible } = engine.data.zones[zone];
    return visible === "all" || (visible === "owner" && player !== null && owner === player);
}

// Events as a player, or a spectator (null), may see them: cards that are not seen are null, and so is how a pile was shuffled.
function _eventsFor(engine, events, player) {
    return events.map((event) => _eventFor(engine, event, player));
}

function _eventFor(engine, event, player) {
    const found = { ...event };
    if (event.type === "shuffle") {
        found.draws = null;
    } else if (event.type === "move") {
        const seen = _sees(engine, event.from, event.from_owner, player) || _sees(engine, event.to, event.to_owner, player);
        found.cards = event.cards.map((card) => (seen ? card : null));
    } else if (event.type === "pick") {
        const seen = player !== null && event.by === player;
        found.card = seen || _sees(engine, event.zone, event.owner, player) ? event.card : null;
    } else if (event.type === "new_game") {
        found.zones = Object.fromEntries(Object.entries(event.zones).map(([zone, piles]) => [zone, _pilesFor(engine, zone, piles, player)]));
    } else if (event.type === "ask") {
        found.pending = _askedFor(engine, event.pending, player);
    }
    return found;
}

// The piles of a zone, those that are not seen as their size.
function _pilesFor(engine, zone, piles, player) {
    return piles.map((pile, owner) => (_sees(engine, zone, owner, player) ? [...pile] : pile.length));
}

// What is asked: to all but the player who is, without the answers and the values of the prompt.
function _askedFor(engine, pending, player) {
    if (pending.by === player) {
        return { ...pending };
    }
    const found = {};
    for (const key of ["type", "procedure", "step", "slot", "by", "zone", "owner"]) {
        if (_own(pending, key)) {
            found[key] = pending[key];
        }
    }
    const number = engine.data.asks.findIndex((ask) => ["procedure", "step", "slot"].every((key) => ask[key] === pending[key]));
    return { ...found, prompt: engine.data.texts.asks[number].prompt };
}

// The game as a player may imagine it: the cards that he does not see dealt anew among the places that he does not see.
// It has no log but its beginning, and no source of chance. Cards are dealt anew among those that began in the same pile, whose list
// everybody knows; where hands lay on the table before the first step, nobody else knows from which pile, and all cards are one group.
function _imagine(engine, stateGame, player, seed) {
    const game = stateGame.fork();
    const generator = seed instanceof Generator ? seed : new Generator(seed);
    const { pending } = game;
    const asked = new Set(pending !== null && pending.by === player ? pending.cards ?? [] : []);
    const hidden = [];
    engine.data.zoneNames.forEach((name, zone) => {
        game.zones[zone].forEach((pile, owner) => {
            if (!_sees(engine, name, owner, player)) {
                hidden.push([zone, owner]);
            }
        });
    });
    if (engine.grouped === null || engine.grouped[0] !== game.log[0] || engine.grouped[1].length !== game.kinds.length) {
        engine.grouped = [game.log[0], _groups(engine, game)];
    }
    const groups = engine.grouped[1];
    const pools = new Map();
    for (const [zone, owner] of hidden) {
        for (const card of game.zones[zone][owner]) {
            if (!asked.has(card)) {
                pools.set(groups[card], [...(pools.get(groups[card]) ?? []), card]);
            }
        }
    }
    const dealt = new Map();
    for (const group of [...pools.keys()].sort((a, b) => a - b)) {
        dealt.set(group, _shuffled(generator, pools.get(group).sort((a, b) => a - b)));
    }
    const places = new Map();
    for (const [zone, owner] of hidden) {
        const before = game.zones[zone][owner];
        const after = before.map((card) => (asked.has(card) ? card : dealt.get(groups[card]).pop()));
        before.forEach((card, place) => places.set(card, after[place]));
        game._lay(zone, owner, before.some((card) => asked.has(card)) ? _shuffled(generator, after) : after);
    }
    game.frames = game.frames.map((frame) => _imagined(engine, frame, places));
    game.shared = 0;
    if (pending?.cards !== undefined) {
        game.pending = { ...pending, cards: pending.cards.map((card) => places.get(card) ?? card).sort((a, b) => a - b) };
    }
    game.log = [{ ...game.log[0], zones: {} }];
    game.fixed = 0;
    game.chance = new _Chance(engine.data.dice);
    return game;
}

function _shuffled(generator, items) {
    const found = [...items];
    generator.shuffle(found.length).forEach((other, index) => {
        const place = found.length - 1 - index;
        [found[place], found[other]] = [found[other], found[place]];
    });
    return found;
}

// For each card a number of the pile that it began in, by the names of zones; one for all where hands lay on the table.
function _groups(engine, game) {
    const began = game.log[0].zones;
    const names = Object.keys(engine.data.zones).sort();
    const found = [];
    _need(_isRecord(began), "log");
    for (const [name, zone] of Object.entries(engine.data.zones)) {
        const piles = _own(began, name) ? began[name] : [];
        _need(Array.isArray(piles) && piles.every(Array.isArray), "log");
        for (const [owner, pile] of piles.entries()) {
            pile.forEach(() => found.push(names.indexOf(name) * 1000 + owner));
            if (zone.visible === "owner" && pile.length) {
                return game.kinds.map(() => 0);
            }
        }
    }
    while (found.length < game.kinds.length) {
        found.push(names.length * 1000);
    }
    return found;
}

// A running procedure whose card slots mean the card that now lies where theirs lay.
function _imagined(engine, frame, places) {
    const slots = engine.data.frames[frame.p].slots.map((item, number) => {
        const value = frame.v[number];
        return item.kind === "card" ? places.get(value) ?? value : value;
    });
    return { ...frame, v: slots, saved: null };
}

// What may be taken for a player whose time is up: the fallback of the choice where it is legal, else the first legal action.
function _defaultAction(engine, game) {
    const legal = engine.legal(game);
    if (!legal.length) {
        return null;
    }
    const fallback = engine.data.asks[game.asked].fallback ?? "";
    return legal.find((action) => fallback && action.option === fallback) ?? legal[0];
}
