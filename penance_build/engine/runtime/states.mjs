// States, which are plain data, from games that are being run, and games from states.

// ---------------------------------------------------------------- copied into every engine from here

// The game that a state was made from. As long as nothing in the state differs from that game, it is not held against the rules again.
const _KEPT = Symbol("game");
const _PARTS = 15; // the entries of a state
const _TRAIL = 8; // so many actions are undone at once; before them the log is replayed

function _words(generator) {
    return generator === null ? null : [generator.a, generator.b, generator.c, generator.n];
}

function _copy(value) {
    if (Array.isArray(value)) {
        return value.map(_copy);
    }
    if (!_isRecord(value)) {
        return value;
    }
    const out = { ...value };
    for (const key of Object.keys(out)) {
        const inner = out[key];
        if (typeof inner === "object" && inner !== null) {
            _set(out, key, _copy(inner));
        }
    }
    return out;
}

// A value of plain data that cannot be changed any more, nor what lies in it.
function _frozen(value) {
    if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
        Object.values(value).forEach(_frozen);
        Object.freeze(value);
    }
    return value;
}

// Whether two values of plain data are the same.
function _alike(one, other) {
    if (one === other) {
        return true;
    }
    if (typeof one !== "object" || typeof other !== "object" || one === null || other === null || Array.isArray(one) !== Array.isArray(other)) {
        return false;
    }
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => _alike(one[key], other[key]));
}

function _alikeRows(one, other) {
    if (!Array.isArray(other) || one.length !== other.length) {
        return false;
    }
    for (let place = 0; place < one.length; place++) {
        if (one[place] !== other[place]) {
            return false;
        }
    }
    return true;
}

function _alikePiles(one, other) {
    return Array.isArray(other) && one.length === other.length && one.every((pile, owner) => _alikeRows(pile, other[owner]));
}

// Whether a saved record still holds the rows of a game.
function _isAsListed(names, rows, state, alike) {
    if (!_isRecord(state)) {
        return false;
    }
    let count = 0;
    for (const name in state) {
        if (name !== names[count] || !alike(rows[count], state[name])) {
            return false;
        }
        count += 1;
    }
    return count === names.length;
}

function _byName(names, values) {
    const out = {};
    for (let place = 0; place < names.length; place++) {
        out[names[place]] = values[place];
    }
    return out;
}

// What is open, copied.
function _pendingOf(pending) {
    if (pending === null) {
        return null;
    }
    return pending.type === "choose" ? { ...pending, options: pending.options.slice() } : { ...pending, cards: pending.cards.slice() };
}

// A frame as it is saved: its slots by name. States share those that have not changed; nobody can change them.
function _frameOf(data, frame) {
    if (frame.saved === null) {
        const { names, lists } = data.frames[frame.p];
        const v = _byName(names, frame.v);
        for (const number of lists) {
            v[names[number]] = Object.freeze(frame.v[number].slice());
        }
        const take = frame.call === null ? [] : _frozen(_copy(frame.call.take));
        frame.saved = Object.freeze({ p: frame.p, pc: frame.pc, v: Object.freeze(v), take });
    }
    return frame.saved;
}

// Saved frames as they are run: their slots in order, each with the call that its caller waits for.
function _framesOf(data, frames) {
    return frames.map(({ p, pc, v }, place) => {
        const caller = place ? frames[place - 1] : null;
        const call = caller === null ? null : data.frames[caller.p].calls.find((one) => one.pc === caller.pc);
        return { p, pc, v: data.frames[p].names.map((name) => v[name]), call, number: place, saved: null };
    });
}

// The state of a game. The two share the log, to which nothing is added any more: the game must not go on.
// trail: the games before the last actions, the latest first.
function _stateOf(game, trail = []) {
    const { chance, data } = game;
    const state = {
        version: 2, rules: data.rules, rng: _words(chance.generator), script: _copy(chance.script), used: { ...chance.used }, players: game.players,
        counters: _byName(data.counterNames, game.counters.map(_row)), zones: _byName(data.zoneNames, game.zones.map(_piles)),
        cards: game.kinds, procedure: game.procedure, frames: game.frames.map((frame) => _frameOf(data, frame)), log: game.log, fixed: game.fixed,
        pending: _pendingOf(game.pending), result: _copy(game.result), ...game.extra,
    };
    game.length = game.log.length;
    Object.defineProperty(state, _KEPT, { value: { game, trail } });
    return state;
}

function _row(row) {
    return row.slice();
}

function _piles(piles) {
    return piles.map(_row);
}

// Whether nothing was changed in a state since it was made from a game.
function _isAsKept(state, game) {
    const { chance, extra } = game;
    return (
        state.version === 2 && state.rules === game.data.rules && state.players === game.players
        && state.procedure === game.procedure && state.fixed === game.fixed && state.cards === game.kinds
        && state.log === game.log && game.log.length === game.length
        && _isAsListed(game.data.counterNames, game.counters, state.counters, _alikeRows)
        && _isAsListed(game.data.zoneNames, game.zones, state.zones, _alikePiles)
        && Array.isArray(state.frames) && state.frames.length === game.frames.length
        && game.frames.every((frame, place) => frame.saved === state.frames[place])
        && _alike(game.pending, state.pending) && _alike(_words(chance.generator), state.rng)
        && _alike(chance.used, state.used) && _alike(chance.script, state.script) && _alike(game.result, state.result)
        && Object.keys(state).length === _PARTS + Object.keys(extra ?? {}).length
        && (extra === null || Object.keys(extra).every((name) => _own(state, name) && _alike(extra[name], state[name])))
    );
}

// The game of a state that was checked, sharing nothing with it that may be changed.
function _gameOf(data, kinds, given) {
    const state = { ..._copy(given), log: given.log.slice() };
    const generator = state.rng === null ? null : new Generator(0, state.rng);
    const game = new _Game(data, new _Chance(data.dice, generator, state.script, state.used), state.players);
    game.counters = data.counterNames.map((name) => state.counters[name]);
    game.zones = data.zoneNames.map((name) => state.zones[name]);
    game.frames = _framesOf(data, state.frames);
    game.entered = game.frames.length;
    game.kinds = Object.freeze(state.cards);
    game.cards = game.kinds.map((card) => kinds.get(card));
    game.procedure = state.procedure;
    game.log = state.log;
    game.fixed = state.fixed;
    game.pending = state.pending;
    game.result = state.result;
    game.asked = game.pending === null ? null : _asked(data, state);
    const extra = Object.entries(state).filter(([name]) => name !== "version" && name !== "rules" && !_FIELDS.includes(name));
    game.extra = extra.length ? Object.fromEntries(extra) : null;
    return game;
}
