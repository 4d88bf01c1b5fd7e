// A saved state held against the rules, part by part: whatever was done to the file, what is played on is a state of this game.

// ---------------------------------------------------------------- copied into every engine from here

const _FIELDS = ["cards", "counters", "fixed", "frames", "log", "pending", "players", "procedure", "result", "rng", "script", "used", "zones"];

function _need(fine, what) {
    if (!fine) {
        throw new StateError("this state is damaged: " + what);
    }
}

// Throw for what is not a state of these rules; kinds has their cards.
function _checkState(data, kinds, state) {
    if (!_isRecord(state) || !_within(state.version, 1, 2)) {
        throw new StateError("this is not a saved state of version 2");
    }
    if (state.version === 1) {
        throw new StateError("this state is of version 1, whose hash of the rules covers names and texts too; this engine reads version 2");
    }
    const [theirs, ours] = [state.rules, data.rules];
    if (theirs !== ours) {
        const shown = typeof theirs === "string" ? _beginning(theirs, 12) : _shown(theirs);
        throw new StateError("this state was made with other rules (" + shown + "); these are " + ours.slice(0, 12));
    }
    const missing = _FIELDS.filter((key) => !_own(state, key));
    if (missing.length) {
        throw new StateError("this state is incomplete: " + missing.join(", "));
    }
    _need(_within(state.players, 1, 100), "players");
    _need(Array.isArray(state.cards), "cards");
    const unknown = state.cards.filter((card) => !kinds.has(card));
    if (unknown.length) {
        throw new StateError("this state names the card " + _shown(unknown[0]) + ", which these rules do not know");
    }
    _checkTable(data, state);
    _checkChance(state);
    const { frames, procedure } = state;
    _need(Array.isArray(frames) && frames.length <= 1000, "frames");
    frames.forEach((frame, place) => _checkFrame(data, state, frames, place, frame));
    _checkPending(data, state);
    _need(_isLog(state.log), "log");
    _need(_within(state.fixed, 0, state.log.length), "fixed");
    _need(state.result === null || _isRecord(state.result), "result");
    _need((procedure === null && !frames.length) || (typeof procedure === "string" && _own(data.procedures, procedure)), "procedure");
    _need(!frames.length || frames[0].p === procedure, "procedure");
}

// Counters within their bounds; every card in one place at most.
function _checkTable(data, state) {
    for (const kind of ["counters", "zones"]) {
        _need(_isRecord(state[kind]) && Object.keys(state[kind]).length === Object.keys(data[kind]).length, kind);
        for (const [name, item] of Object.entries(data[kind])) {
            const owners = _owners(item, state.players);
            const rows = _own(state[kind], name) ? state[kind][name] : null;
            _need(Array.isArray(rows) && rows.length === owners, kind + " " + name);
        }
    }
    for (const [name, item] of Object.entries(data.counters)) {
        for (const value of state.counters[name]) {
            _need(_within(value, item.low, item.high), "counters " + name);
        }
    }
    const seen = state.cards.map(() => false);
    for (const name of Object.keys(data.zones)) {
        for (const pile of state.zones[name]) {
            _need(Array.isArray(pile), "zones " + name);
            for (const card of pile) {
                _need(_within(card, 0, seen.length - 1) && !seen[card], "zones " + name);
                seen[card] = true;
            }
        }
    }
}

function _checkChance(state) {
    const { rng, script, used } = state;
    _need(rng === null || (Array.isArray(rng) && rng.length === 4 && rng.every((word) => _within(word, 0, 4294967295))), "rng");
    _need(_isRecord(used) && Object.values(used).every((count) => _within(count, 0, null)), "used");
    _need(script === null || (_isRecord(script) && Object.values(script).every(_isFaces)), "script");
}

function _isFaces(faces) {
    return Array.isArray(faces) && faces.every((token) => _within(token, null, null) || typeof token === "string");
}

// A procedure on its way: where it stands, what its slots hold, and who called it.
function _checkFrame(data, state, frames, place, frame) {
    _need(_isRecord(frame) && _own(frame, "pc") && _own(frame, "take"), "frames");
    const name = frame.p;
    if (typeof name !== "string" || !_own(data.frames, name)) {
        throw new StateError("this state names the procedure " + _shown(name) + ", which these rules do not know");
    }
    const [shape, slots] = [data.frames[name], frame.v];
    _need(_isRecord(slots) && Object.keys(slots).length === shape.slots.length, "slots of " + name);
    for (const item of shape.slots) {
        _need(_own(slots, item.name) && _fits(data, state, item, slots[item.name]), "slot " + item.name + " of " + name);
    }
    shape.loops.forEach((bound, number) => {
        _need(slots["each." + number + ".end"] - slots["each." + number + ".at"] < bound, "a loop of " + name);
    });
    if (place === 0) {
        _need(Array.isArray(frame.take) && !frame.take.length, "frames");
    }
    if (place < frames.length - 1) {
        const after = frames[place + 1];
        _need(_isRecord(after), "frames");
        const call = shape.calls.find((one) => one.pc === frame.pc);
        _need(call !== undefined && call.procedure === after.p && _sameTake(call.take, after.take), "frames");
    }
}

function _sameTake(ours, theirs) {
    const pair = (one, other) => Array.isArray(other) && other.length === 2 && one[0] === other[0] && one[1] === other[1];
    return Array.isArray(theirs) && theirs.length === ours.length && ours.every((one, place) => pair(one, theirs[place]));
}

function _fits(data, state, item, value) {
    const { kind } = item;
    if (kind === "roll") {
        const faces = data.dice[item.ref].ids.length;
        return Array.isArray(value) && value.every((face) => _within(face, 0, faces - 1));
    }
    if (kind === "int") {
        return _within(value, item.low, item.high);
    }
    if (kind === "list") {
        const fine = Array.isArray(value) && value.length >= item.shortest && value.length <= item.longest;
        const high = item.ref === "player" ? state.players - 1 : item.high;
        return fine && value.every((number) => _within(number, item.low, high));
    }
    const size = { bool: 2, player: state.players, card: Math.max(1, state.cards.length) };
    return _within(value, 0, (kind === "enum" ? data.enums[item.ref].length : size[kind]) - 1);
}

// What is asked is what the innermost procedure asks where it stands.
function _checkPending(data, state) {
    const { pending, frames } = state;
    if (pending === null) {
        _need(!frames.length, "pending");
        return;
    }
    _need(_isRecord(pending) && frames.length, "pending");
    const number = _asked(data, state);
    if (number === null) {
        throw new StateError("this state asks what these rules do not ask");
    }
    const ask = data.asks[number];
    _need(["procedure", "step", "slot"].every((key) => pending[key] === ask[key]), "pending");
    _need(_within(pending.by, 0, state.players - 1), "pending");
    if (ask.options !== undefined) {
        const ids = ask.options.map((option) => option.id);
        _need(pending.type === "choose" && Array.isArray(pending.options), "pending");
        _need(pending.options.length && pending.options.every((option) => ids.includes(option)), "pending");
        return;
    }
    _need(pending.type === "pick" && pending.zone === ask.zone && Array.isArray(pending.cards), "pending");
    const piles = state.zones[ask.zone];
    _need(_within(pending.owner, 0, piles.length - 1), "pending");
    _need(pending.cards.length && pending.cards.every((card) => piles[pending.owner].includes(card)), "pending");
}

// The place of the open choice among all that may be asked: where the innermost procedure stands; null where it asks nothing.
function _asked(data, state) {
    const { p, pc } = state.frames[state.frames.length - 1];
    return data.frames[p].asks.find((number) => data.asks[number].pc === pc) ?? null;
}

// Whether it has the form of a log; whether it fits the rules is seen when it is replayed.
function _isLog(log) {
    if (!Array.isArray(log) || !log.every((entry) => _isRecord(entry) && typeof entry.type === "string")) {
        return false;
    }
    return log.length > 0 && log[0].type === "new_game";
}

// What a slot holds before it is written: something that fits.
function _firstValue(item) {
    return item.kind === "roll" ? [] : item.kind === "list" ? new Array(item.shortest).fill(item.first) : item.first;
}
