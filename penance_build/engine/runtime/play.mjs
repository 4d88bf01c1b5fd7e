// The public face of a generated engine: run, start, legal, apply and their kin, over the data of one game.

// ---------------------------------------------------------------- copied into every engine from here

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

// An event as the log keeps it: what decided, without the step that made it.
function _entryOf(event) {
    const entry = { ...event };
    delete entry.step;
    if (entry.type === "roll" || entry.type === "shuffle") {
        delete entry.procedure;
    }
    return entry;
}

// The rules of one game. straight and traced hold the procedures that never choose, blocks the others.
class _Engine extends _Border {
    constructor(data, straight, traced, blocks) {
        super(data);
        this.straight = straight;
        this.traced = traced;
        this.blocks = blocks;
        this.kinds = new Map(data.cards.map((card, number) => [card, number]));
    }

    chance(options) {
        const seed = options.seed ?? null;
        const generator = seed === null ? null : seed instanceof Generator ? seed : new Generator(seed);
        return new _Chance(this.data.dice, generator, _script(options.dice));
    }

    hasChance(options) {
        return (options.seed ?? null) !== null || (options.dice ?? null) !== null;
    }

    run(name, inputs, options, traced) {
        const procedure = this.procedure(name);
        if (procedure.chooses) {
            throw new StateError(procedure.id + " has choices: start it, and apply actions");
        }
        const state = options.state ?? null;
        const game = this.load(state === null ? this.new_game(options.setup, null) : this.checked(state));
        if (state === null || this.hasChance(options)) {
            game.chance = this.chance(options);
        }
        game.events = [];
        game.trace = [];
        game.told = [];
        const values = this.arguments(procedure, inputs, game);
        const results = this.straightCall(procedure, values, game, traced || procedure.reports);
        game.chance.finish();
        const dice = {};
        for (const event of game.events) {
            if (event.type === "roll") {
                if (!_own(dice, event.name)) {
                    _set(dice, event.name, []);
                }
                dice[event.name].push(this.token(event.die, event.face));
            }
        }
        const out = { inputs: this.given(procedure, values), dice, result: this.results(procedure, results), seed: Number.isInteger(options.seed) ? options.seed : null };
        if (traced) {
            out.trace = game.trace;
        }
        if (procedure.reports) {
            out.display = game.told.filter((one) => one.type === "say").map((one) => one.text);
            out.records = game.told.filter((one) => one.type === "record").map(({ name: record, values: fields }) => ({ name: record, values: fields }));
        }
        return out;
    }

    straightCall(procedure, values, game, traced) {
        const size = procedure.results.length;
        const results = traced ? this.traced.get(procedure.id)(game, ...values)
            : procedure.pure ? this.straight.get(procedure.id)(...values)
            : this.straight.get(procedure.id)(game, ...values);
        return size === 0 ? [] : size === 1 ? [results] : results;
    }

    new_game(setup, seed) {
        const given = _record(setup, "a setup");
        if ((given.setup ?? null) !== null) {
            return this.begin(given, seed);
        }
        for (const key of Object.keys(given)) {
            if (!["players", "zones", "counters"].includes(key)) {
                throw new InputError("a setup has players, zones and counters, not " + _shown(key));
            }
        }
        const players = given.players ?? 2;
        if (!_within(players, 1, 100)) {
            throw new InputError("a setup's players must be a whole number from 1 to 100, not " + _shown(players));
        }
        const cards = [];
        const zones = this.piles(given.zones, players, cards);
        const counters = this.levels(given.counters, players);
        const entry = { type: "new_game", players, counters: _copy(counters), zones: {} };
        for (const name of Object.keys(zones)) {
            entry.zones[name] = zones[name].map((pile) => pile.map((card) => cards[card]));
        }
        const state = { version: 2, rules: this.data.rules, rng: null, script: null, used: {}, players, counters, zones, cards };
        Object.assign(state, { procedure: null, frames: [], log: [entry], fixed: 0, pending: null, result: null });
        if ((seed ?? null) !== null) {
            const generator = new Generator(seed);
            state.rng = [generator.a, generator.b, generator.c, generator.n];
        }
        return state;
    }

    // A game by the name of its setup, with the decks that the players bring, at its first choice.
    begin(given, seed) {
        const name = given.setup;
        if (typeof name !== "string" || !_own(this.data.setups, name)) {
            const known = Object.keys(this.data.setups).join(", ");
            throw new InputError("there is no setup " + _shown(name) + (known ? ": the setups are " + known : ""));
        }
        for (const key of Object.keys(given)) {
            if (!["setup", "decks", "counters"].includes(key)) {
                throw new InputError("a setup by name takes decks and counters, not " + _shown(key));
            }
        }
        const setup = this.data.setups[name];
        const decks = this.brought(setup, given.decks ?? null);
        const zones = { ...setup.zones };
        if (setup.deck) {
            zones[setup.deck] = decks;
        }
        const counters = {};
        decks.forEach((deck, seat) => {
            for (const [counter, value] of Object.entries(_own(this.data.brings, deck) ? this.data.brings[deck] : {})) {
                if (!_own(counters, counter)) {
                    counters[counter] = Array(setup.players).fill(this.data.counters[counter].start);
                }
                counters[counter][seat] = value;
            }
        });
        for (const [counter, row] of Object.entries(_record(given.counters, "counters"))) {
            _set(counters, counter, row);
        }
        const state = this.new_game({ players: setup.players, zones, counters }, seed);
        return this.start(setup.procedure, setup.inputs, { state }).state;
    }

    // The deck of each player; those that are not named are the first that may be brought.
    brought(setup, given) {
        if (!setup.deck) {
            if (given !== null && !(Array.isArray(given) && given.length === 0)) {
                throw new InputError("nobody brings a deck to this game");
            }
            return [];
        }
        const decks = given ?? [];
        if (!Array.isArray(decks) || decks.length > setup.players) {
            throw new InputError("decks must be a list of " + setup.players + " decks, not " + _shown(decks));
        }
        for (const deck of decks) {
            if (!setup.decks.includes(deck)) {
                throw new InputError("there is no deck " + _shown(deck) + " to bring: they are " + setup.decks.join(", "));
            }
        }
        return [...decks, ...Array(setup.players - decks.length).fill(setup.decks[0])];
    }

    // The game of a state that was checked, sharing nothing with it; a trial, which leaves nothing behind, shares the counters.
    load(state, trial = false) {
        const generator = state.rng === null ? null : new Generator(0, state.rng);
        const game = new _Game(this.data, new _Chance(this.data.dice, generator, state.script, _copy(state.used)), state.players, []);
        game.counters = { ...state.counters };
        for (const name of trial ? [] : Object.keys(game.counters)) {
            _set(game.counters, name, game.counters[name].slice());
        }
        game.zones = { ...state.zones };
        for (const name of Object.keys(game.zones)) {
            _set(game.zones, name, game.zones[name].map((pile) => pile.slice()));
        }
        game.frames = _copy(state.frames);
        game.cards = state.cards.map((card) => this.kinds.get(card));
        game.pending = _copy(state.pending);
        game.asked = game.pending === null ? null : _asked(this.data, state);
        return game;
    }

    // Throw for what is not a state of these rules.
    check(state) {
        _checkState(this.data, this.kinds, state);
    }

    checked(state) {
        this.check(state);
        return state;
    }

    // The state after a call; what happened is appended to the log.
    save(before, game) {
        const { generator, script, used } = game.chance;
        const { counters, zones, frames, pending } = game;
        const state = { ...before, counters, zones, frames, pending, used, script, result: null };
        state.rng = generator === null ? null : [generator.a, generator.b, generator.c, generator.n];
        state.log = [...before.log, ...game.events.filter((event) => _LOGGED.has(event.type)).map(_entryOf)];
        state.fixed = game.fixed ? state.log.length : before.fixed;
        state.cards = [...before.cards];
        if (game.result !== null && game.pending === null) {
            const procedure = this.procedure(before.procedure);
            state.result = this.results(procedure, procedure.results.map((item) => game.result[item.name]));
        }
        return state;
    }

    start(name, inputs, options, tape = null) {
        const procedure = this.procedure(name);
        const given = options.state ?? null;
        const before = given === null ? this.new_game(options.setup, null) : this.checked(given);
        const game = this.load(before);
        if (before.frames.length) {
            throw new StateError(String(before.procedure) + " has not ended");
        }
        if (this.hasChance(options)) {
            game.chance = this.chance(options);
        }
        game.chance.tape = tape;
        const values = this.arguments(procedure, inputs, game);
        game.tell({ type: "start", procedure: name, inputs: this.given(procedure, values) });
        if (procedure.chooses) {
            const slots = {};
            procedure.inputs.forEach((item, index) => _set(slots, item.name, values[index]));
            game.frames.push(_frame(this.data, name, slots, []));
        } else {
            const results = this.straightCall(procedure, values, game, true);
            game.result = {};
            procedure.results.forEach((item, index) => _set(game.result, item.name, results[index]));
        }
        return this.goOn({ ...before, procedure: name }, game);
    }

    goOn(before, game) {
        game.advance(this.blocks);
        if (game.result !== null) {
            game.chance.finish();
        }
        const state = this.save(before, game);
        if (game.pending !== null) {
            game.tell({ type: "ask", pending: this.shown(game.pending, game.asked) });
        } else {
            game.tell({ type: "end", procedure: state.procedure, result: _copy(state.result) });
        }
        return { state, events: game.events };
    }

    actions(state) {
        this.check(state);
        const { pending } = state;
        if (pending === null) {
            return [];
        }
        const head = { type: pending.type, procedure: pending.procedure, slot: pending.slot };
        if (pending.type === "choose") {
            return pending.options.map((option) => ({ ...head, option }));
        }
        return pending.cards.map((card) => ({ ...head, card }));
    }

    legal(state) {
        return this.actions(state).filter((action) => this.trial(state, action) === null);
    }

    // What is asked, with its texts: the prompt, and the name of each option.
    shown(pending, asked) {
        const { prompt, names } = this.data.texts.asks[asked];
        const shown = { ..._copy(pending), prompt };
        if (pending.type === "choose") {
            shown.names = pending.options.map((option) => names[option]);
        }
        return shown;
    }

    // What keeps an open action from being carried out as far as its outcome is certain: an error, or null.
    trial(state, action) {
        try {
            this.take(state, action, this.load(state, true), true);
        } catch (problem) {
            if (problem instanceof RulesError && !(problem instanceof DiceError)) {
                return problem;
            }
            if (!(problem instanceof _Draw || problem instanceof DiceError)) {
                throw problem;
            }
        }
        return null;
    }

    why_not(state, action) {
        this.check(state);
        if (state.pending === null) {
            return { reason: "nothing is to be chosen", source: "", procedure: "", step: 0 };
        }
        const ask = this.data.asks[_asked(this.data, state)];
        const { procedure, step } = ask;
        const { source } = this.data.texts.procedures[procedure];
        const reason = this.closed(state, action, ask);
        if (reason !== null) {
            return { reason, source, procedure, step };
        }
        const problem = this.trial(state, action);
        if (problem === null) {
            return null;
        }
        const at = problem instanceof IllegalAction && problem.step ? problem : ask;
        return { reason: problem.message, source, procedure: at.procedure, step: at.step };
    }

    // Why an action is none of those that are open, or null.
    closed(state, action, ask) {
        const { pending } = state;
        for (const key of ["type", "procedure", "slot"]) {
            if (!_isRecord(action) || action[key] !== pending[key]) {
                return "what is asked is: " + this.data.texts.asks[_asked(this.data, state)].prompt;
            }
        }
        if (pending.type === "pick") {
            return pending.cards.includes(action.card) ? null : "the card must lie in " + ask.zone + (ask.test ? ", with " + ask.test : "");
        }
        const found = ask.options.find((option) => option.id === action.option);
        if (found === undefined) {
            return "there is no option " + _shown(action.option);
        }
        return pending.options.includes(action.option) ? null : found.test;
    }

    take(state, action, game, trial) {
        const { pending } = game;
        const frame = game.frames[game.frames.length - 1];
        const entry = { type: pending.type, procedure: pending.procedure, slot: pending.slot };
        if (pending.type === "pick") {
            entry.card = action.card;
            _set(frame.v, pending.slot, action.card);
        } else {
            entry.option = action.option;
            const { options } = this.data.asks[game.asked];
            _set(frame.v, pending.slot, options.find((option) => option.id === action.option).value);
        }
        game.pending = null;
        game.trial = trial;
        game.tell({ ...entry, step: pending.step });
        return this.goOn(state, game);
    }

    apply(state, action, tape = null) {
        const problem = this.why_not(state, action);
        if (problem !== null) {
            throw new IllegalAction(problem.reason + (problem.source ? " (" + problem.source + ")" : ""));
        }
        const game = this.load(state);
        game.chance.tape = tape;
        return this.take(state, action, game, false);
    }

    // The state that a log leads to; it has a source of chance only where one is given.
    replay(log, options) {
        const { state } = this.retold(log);
        const { generator, script } = this.chance(options);
        return { ...state, script, rng: generator === null ? state.rng : [generator.a, generator.b, generator.c, generator.n] };
    }

    // The state that a log leads to, without a source of chance, and the events on the way, from the first.
    retold(log) {
        if (!_isLog(log)) {
            throw new StateError("a log is a list of entries that begins with a new game");
        }
        const { players, zones, counters } = log[0];
        let state = this.new_game({ players, zones, counters }, null);
        const tape = log.slice(1).reverse();
        const events = [_copy(state.log[0])];
        while (tape.length) {
            const entry = tape.pop();
            let next = null;
            if (entry.type === "start") {
                next = this.start(entry.procedure, entry.inputs, { state }, tape);
            } else if (entry.type === "choose" || entry.type === "pick") {
                next = this.apply(state, entry, tape);
            } else {
                throw new StateError("the log does not fit these rules: " + _shown(entry.type) + " is not what comes next");
            }
            state = next.state;
            next.events.forEach((event) => events.push(event));
        }
        return { state, events };
    }

    undo(state) {
        this.check(state);
        const { log } = state;
        let place = log.length - 1;
        while (place >= 0 && log[place].type !== "choose" && log[place].type !== "pick") {
            place -= 1;
        }
        if (place < 0) {
            throw new StateError("there is nothing to undo");
        }
        if (state.fixed > place) {
            throw new StateError("this cannot be undone: dice were rolled or cards revealed");
        }
        return { ...this.replay(log.slice(0, place), {}), rng: state.rng, script: state.script, used: _copy(state.used) };
    }

    // What a player, or a spectator (null), may see: hidden piles as their size, no chance to come, no frames.
    view(state, given) {
        this.check(state);
        const player = given ?? null;
        if (player !== null && !_within(player, 0, state.players - 1)) {
            throw new InputError("a player must be from 0 to " + (state.players - 1) + ", not " + _shown(player));
        }
        const known = state.cards.map(() => null);
        const zones = {};
        for (const [name, piles] of Object.entries(state.zones)) {
            const seen = _SEEN[this.data.zones[name].visible];
            zones[name] = piles.map((pile, owner) => {
                if (seen === 0 || (seen === 1 && owner !== player)) {
                    return pile.length;
                }
                pile.forEach((card) => {
                    known[card] = state.cards[card];
                });
                return [...pile];
            });
        }
        const pending = state.pending === null ? null : this.shown(state.pending, _asked(this.data, state));
        if (pending !== null && pending.by !== player) {
            delete pending.options;
            delete pending.names;
            delete pending.cards;
        }
        for (const card of pending?.cards ?? []) {
            known[card] = state.cards[card];
        }
        const { rules, players, procedure } = state;
        const out = { version: 2, rules, players, player, counters: _copy(state.counters), zones, cards: known };
        return { ...out, procedure, pending, result: _copy(state.result) };
    }
}
