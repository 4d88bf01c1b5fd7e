// States carried over from other rules: what is in both goes on by name, what is not is told of, or refuses.

// ---------------------------------------------------------------- copied into every engine from here

// What other rules must know of these to take over their states: the order of members and faces, and where procedures wait.
function _layout(data) {
    const frames = {};
    for (const [name, shape] of Object.entries(data.frames)) {
        frames[name] = {
            slots: shape.slots.map(({ name: slot, kind, ref }) => ({ name: slot, kind, ref })),
            asks: shape.asks.map((number) => ({ slot: data.asks[number].slot, pc: data.asks[number].pc })),
            calls: shape.calls.map(({ procedure, pc }) => ({ procedure, pc })),
        };
    }
    const dice = Object.fromEntries(Object.entries(data.dice).map(([name, die]) => [name, [...die.ids]]));
    const enums = Object.fromEntries(Object.entries(data.enums).map(([name, members]) => [name, [...members]]));
    return { rules: data.rules, enums, dice, frames };
}

function _lost(what) {
    return new StateError("this state cannot be carried over: " + what);
}

// A state of these rules made from one of others, whose layout is given, and what changed on the way, as sentences.
function _migrate(engine, state, layout) {
    const { data } = engine;
    if (!_isRecord(state) || !_isRecord(layout) || state.rules !== layout.rules) {
        throw new StateError("this layout is not that of the rules that the state was made with");
    }
    if (layout.rules === data.rules) {
        return { state: { ...state }, report: [] };
    }
    const report = [];
    let found = null;
    try {
        found = _carried(engine, state, layout, report);
    } catch (problem) {
        throw problem instanceof TypeError || problem instanceof RangeError ? new StateError("this state or this layout is damaged") : problem;
    }
    try {
        _checkState(data, engine.kinds, found);
    } catch (problem) {
        throw problem instanceof StateError ? _lost(problem.message) : problem;
    }
    if (found.pending !== null && !engine.legal(engine.game(found)).length) {
        throw _lost("nothing of what is asked may be answered");
    }
    return { state: found, report };
}

function _carried({ data }, state, layout, report) {
    if (state.procedure !== null && !_own(data.procedures, state.procedure)) {
        throw _lost("there is no procedure " + _shown(state.procedure) + " any more");
    }
    const numbers = _keptCards(data, state, report);
    const found = { version: state.version };
    for (const key of _FIELDS) {
        if (!_own(state, key)) {
            throw new TypeError(key);
        }
        found[key] = state[key];
    }
    found.rules = data.rules;
    found.counters = _levels(data, state, report);
    found.cards = numbers.map((card) => state.cards[card]);
    found.zones = _pilesKept(data, state, numbers);
    found.frames = state.frames.map((frame, place) => _frameKept(data, layout, frame, state.frames[place + 1]?.p ?? null, numbers, report));
    found.frames.slice(0, -1).forEach((frame, place) => {
        found.frames[place + 1].take = data.frames[frame.p].calls.find((call) => call.pc === frame.pc).take;
    });
    found.pending = _pendingKept(data, state.pending, found, numbers, report);
    const entry = { type: "new_game", rules: data.rules, players: state.players, counters: {}, zones: {} };
    found.log = [entry, { type: "carried", rules: state.rules }];
    found.fixed = 2;
    return found;
}

// The instances of cards that there are still, in their order.
function _keptCards(data, state, report) {
    const cards = new Set(data.cards);
    const lost = new Set();
    const zones = Object.keys(state.zones).filter((zone) => !_own(data.zones, zone)).sort();
    for (const zone of zones) {
        state.zones[zone].forEach((pile) => pile.forEach((card) => lost.add(card)));
    }
    for (const name of [...new Set(state.cards.filter((card) => !cards.has(card)))].sort()) {
        report.push("there is no card " + name + " any more: its copies are taken out");
    }
    for (const zone of zones) {
        report.push("there is no zone " + zone + " any more: its cards are taken out");
    }
    return [...state.cards.keys()].filter((card) => cards.has(state.cards[card]) && !lost.has(card));
}

// The counters, each within its bounds.
function _levels(data, state, report) {
    for (const name of Object.keys(state.counters).filter((counter) => !_own(data.counters, counter)).sort()) {
        report.push("there is no counter " + name + " any more");
    }
    const found = {};
    for (const [name, item] of Object.entries(data.counters)) {
        const owners = _owners(item, state.players);
        let row = _own(state.counters, name) ? state.counters[name] : null;
        if (row === null || row.length !== owners) {
            report.push("the counter " + name + " begins at " + item.start);
            row = Array(owners).fill(item.start);
        }
        found[name] = row.map((value) => Math.max(item.low, Math.min(item.high, value)));
        if (found[name].some((value, owner) => value !== row[owner])) {
            report.push("the counter " + name + " is kept within " + item.low + " to " + item.high);
        }
    }
    return found;
}

function _pilesKept(data, state, numbers) {
    const found = {};
    for (const [name, zone] of Object.entries(data.zones)) {
        const piles = _own(state.zones, name) ? state.zones[name] : [];
        const kept = piles.map((pile) => pile.filter((card) => numbers.includes(card)).map((card) => numbers.indexOf(card)));
        const owners = _owners(zone, state.players);
        if (kept.slice(owners).some((pile) => pile.length)) {
            throw _lost("the zone " + name + " has other owners");
        }
        found[name] = [...kept, ...Array.from({ length: owners }, () => [])].slice(0, owners);
    }
    return found;
}

// A procedure on its way: where it waits, found by what it waits for, and its slots by name.
function _frameKept(data, layout, frame, inner, numbers, report) {
    if (!_isRecord(frame) || typeof frame.p !== "string") {
        throw new TypeError("frames");
    }
    const name = frame.p;
    if (!_own(data.frames, name)) {
        throw _lost("the procedure " + name + " does not wait any more");
    }
    const [before, now] = [layout.frames[name], data.frames[name]];
    const place = inner === null
        ? _place(before.asks, now.asks.map((number) => data.asks[number]), "slot", frame.pc)
        : _place(before.calls, now.calls, "procedure", frame.pc);
    if (place === null) {
        throw _lost("the procedure " + name + " has lost " + (inner === null ? "the choice it waits for" : "its call of " + inner));
    }
    const v = {};
    for (const item of now.slots) {
        const was = before.slots.find((slot) => slot.name === item.name);
        if (was === undefined || was.kind !== item.kind) {
            if (!item.name.startsWith("each.")) {
                report.push("the variable " + item.name + " of " + name + " begins anew");
            }
            v[item.name] = _firstValue(item);
        } else {
            v[item.name] = _valueKept(data, layout, was, item, frame.v[item.name], numbers, name);
        }
    }
    return { p: name, pc: place, v, take: [] };
}

// Where a procedure waits now: for the same thing, of several alike the one in the same place among them.
function _place(before, now, key, pc) {
    const waits = before.find((item) => item.pc === pc);
    const [alike, found] = [before, now].map((items) => items.filter((item) => item[key] === waits[key]));
    return alike.length === found.length ? found[alike.indexOf(waits)].pc : null;
}

// What a slot holds: members and faces by their ids, cards by their new numbers.
function _valueKept(data, layout, was, item, value, numbers, name) {
    const of = (names, id) => {
        const place = names === undefined || id === undefined ? -1 : names.indexOf(id);
        if (place < 0) {
            throw _lost("what " + item.name + " of " + name + " holds is gone");
        }
        return place;
    };
    if (item.kind === "enum") {
        return of(data.enums[item.ref], layout.enums[was.ref]?.[value]);
    }
    if (item.kind === "roll") {
        return value.map((face) => of(data.dice[item.ref].ids, layout.dice[was.ref]?.[face]));
    }
    if (item.kind === "card") {
        return numbers.includes(value) || value ? of(numbers, value) : 0;
    }
    return Array.isArray(value) ? [...value] : value;
}

// What is asked, with the answers that there are still.
function _pendingKept(data, pending, found, numbers, report) {
    if (pending === null) {
        return null;
    }
    const frame = found.frames[found.frames.length - 1];
    const ask = data.frames[frame.p].asks.map((number) => data.asks[number]).find((one) => one.pc === frame.pc);
    const kept = { ...pending, step: ask.step };
    if (pending.type === "choose" && ask.options !== undefined) {
        const ids = ask.options.map((option) => option.id);
        kept.options = pending.options.filter((option) => ids.includes(option));
        if (kept.options.length !== pending.options.length) {
            report.push("some answers to what is asked are gone");
        }
    } else if (pending.type === "pick" && ask.zone !== undefined) {
        kept.cards = pending.cards.filter((card) => numbers.includes(card)).map((card) => numbers.indexOf(card));
    } else {
        throw _lost("what is asked is asked in another way");
    }
    return kept;
}
