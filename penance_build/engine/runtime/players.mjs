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

// What may be taken for a player whose time is up: the fallback of the choice where it is legal, else the first legal action.
function _defaultAction(engine, game) {
    const legal = engine.legal(game);
    if (!legal.length) {
        return null;
    }
    const fallback = engine.data.asks[game.asked].fallback ?? "";
    return legal.find((action) => fallback && action.option === fallback) ?? legal[0];
}
