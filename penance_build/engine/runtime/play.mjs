// The public face of a generated engine: run, start, legal, apply and their kin, over the data of one game.

// ---------------------------------------------------------------- copied into every engine from here

// The rules of one game. straight and traced hold the procedures that never choose, blocks the others, asks functions by choice.
class _Engine extends _Legality {
    constructor(data, straight, traced, blocks, asks) {
        super(data, blocks, asks);
        this.straight = straight;
        this.traced = traced;
        this.kinds = new Map(data.cards.map((card, number) => [card, number]));
        this.grouped = null; // the beginning of the game that was last imagined, and the groups of its cards
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
        const game = state === null ? this.table(options.setup, null) : this.game(state).fork();
        if (state === null || this.hasChance(options)) {
            game.chance = this.chance(options);
        }
        game.watch(true);
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
        return _stateOf(this.table(setup, seed));
    }

    // The game of a setup: by its name at its first choice, else before anything was done.
    table(setup, seed) {
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
        const entry = { type: "new_game", rules: this.data.rules, players, counters: _copy(counters), zones: {} };
        for (const name of Object.keys(zones)) {
            entry.zones[name] = zones[name].map((pile) => pile.map((card) => cards[card]));
        }
        const generator = (seed ?? null) === null ? null : new Generator(seed);
        const game = new _Game(this.data, new _Chance(this.data.dice, generator), players);
        game.counters = this.data.counterNames.map((name) => counters[name]);
        game.zones = this.data.zoneNames.map((name) => zones[name]);
        game.log = [entry];
        game.kinds = Object.freeze(cards);
        game.cards = cards.map((card) => this.kinds.get(card));
        return game;
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
        const game = this.table({ players: setup.players, zones, counters }, seed);
        this.enter(game, setup.procedure, setup.inputs);
        return game;
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

    // The game behind a state, to be read or forked. Throws for what is not a state of these rules.
    game(state) {
        const kept = _isRecord(state) ? state[_KEPT] : undefined;
        if (kept !== undefined && _isAsKept(state, kept.game)) {
            return kept.game;
        }
        _checkState(this.data, this.kinds, state);
        return _gameOf(this.data, this.kinds, state);
    }

    start(name, inputs, options) {
        this.procedure(name);
        const state = options.state ?? null;
        const game = state === null ? this.table(options.setup, null) : this.game(state).fork();
        if (game.frames.length) {
            throw new StateError(String(game.procedure) + " has not ended");
        }
        if (this.hasChance(options)) {
            game.chance = this.chance(options);
        }
        game.watch(true);
        this.enter(game, name, inputs);
        return { state: _stateOf(game), events: game.events };
    }

    // Start a procedure, and go on to its first choice.
    enter(game, name, inputs) {
        const procedure = this.procedure(name);
        if (game.frames.length) {
            throw new StateError(String(game.procedure) + " has not ended");
        }
        const values = this.arguments(procedure, inputs, game);
        game.procedure = name;
        game.result = null;
        game.rolled = 0;
        const entry = { type: "start", procedure: name, inputs: this.given(procedure, values) };
        game.log.push(entry);
        game.tell(_copy(entry));
        if (procedure.chooses) {
            game.push(name, values, null);
        } else {
            game.given = this.straightCall(procedure, values, game, true);
        }
        this.goOn(game);
    }

    // Run to the next choice, or to the end.
    goOn(game) {
        game.advance(this.blocks);
        if (game.given !== null) {
            game.chance.finish();
            game.result = this.results(this.procedure(game.procedure), game.given);
            game.given = null;
        }
        if (game.revealed) {
            game.fixed = game.log.length;
            game.revealed = false;
        }
        if (game.events === null) {
            return;
        }
        if (game.pending !== null) {
            game.tell({ type: "ask", pending: this.shown(game) });
        } else {
            game.tell({ type: "end", procedure: game.procedure, result: _copy(game.result) });
        }
    }

    // What is asked, with its texts: the prompt, and the name of each option.
    shown(game) {
        const { pending } = game;
        const { names } = this.data.texts.asks[game.asked];
        const shown = _pendingOf(pending);
        shown.prompt = this.prompt(game);
        if (pending.type === "choose") {
            shown.names = pending.options.map((option) => names[option]);
        }
        return shown;
    }

    // Carry out an open action, up to the next choice.
    take(game, action) {
        const { type, procedure, slot, step, by, zone, owner } = game.pending;
        const entry = type === "pick" ? { type, procedure, slot, card: action.card } : { type, procedure, slot, option: action.option };
        this.put(game, action);
        game.log.push(entry);
        game.rolled = 0;
        if (game.events !== null) {
            const whose = type === "pick" ? { by, zone, owner } : { by };
            game.events.push({ ...entry, step, ...whose });
        }
        this.goOn(game);
    }

    // Carry out an action in place. Throws IllegalAction for one that is not legal; the game is then of no use any more.
    act(game, action) {
        let reason = this.closed(game, action);
        const source = game.pending === null ? "" : this.data.texts.procedures[game.pending.procedure].source;
        if (reason === null) {
            try {
                this.take(game, action);
                return;
            } catch (problem) {
                if (game.drawn || !(problem instanceof RulesError) || problem instanceof DiceError) {
                    throw problem;
                }
                reason = problem.message;
            }
        }
        throw new IllegalAction(reason + (source ? " (" + source + ")" : ""));
    }

    apply(state, action, player = null) {
        const before = this.game(state);
        const reason = _whose(before, player);
        if (reason !== null) {
            throw new IllegalAction(reason);
        }
        const game = before.fork();
        game.watch(true);
        this.act(game, action);
        return { state: _stateOf(game, [before, ...this.trail(state, before).slice(0, _TRAIL - 1)]), events: game.events };
    }

    // The games before the last actions of a state, where it is as the engine returned it.
    trail(state, game) {
        return state[_KEPT]?.game === game ? state[_KEPT].trail : [];
    }

    // The state that a log leads to; it has a source of chance only where one is given.
    replay(log, options) {
        this.checkLog(log);
        const game = this.retold(log, false);
        const { generator, script } = this.chance(options);
        game.chance = new _Chance(this.data.dice, generator, script, game.chance.used);
        return _stateOf(game);
    }

    concede(state, player) {
        const game = this.game(state).fork();
        game.watch(true);
        this.giveUp(game, player);
        return { state: _stateOf(game), events: game.events };
    }

    // End a game of at most two, in which the other player wins, if the rules name a winner; all other results are null.
    giveUp(game, player) {
        if (!_within(player, 0, game.players - 1)) {
            throw new InputError("a player must be from 0 to " + (game.players - 1) + ", not " + _shown(player));
        }
        if (game.pending === null) {
            throw new StateError("nothing is being played");
        }
        if (game.players > 2) {
            throw new StateError("a game of " + game.players + " does not end when one gives up");
        }
        const procedure = this.procedure(game.procedure);
        const { winners } = this.data.texts;
        const result = {};
        for (const { name } of procedure.results) {
            _set(result, name, null);
        }
        if (_own(winners, procedure.id) && game.players === 2) {
            result[winners[procedure.id]] = 2 - player;
        }
        const entry = { type: "concede", player };
        Object.assign(game, { frames: [], shared: 0, pending: null, asked: null, result });
        game.log.push(entry);
        game.fixed = game.log.length;
        game.tell({ ...entry });
        game.tell({ type: "end", procedure: game.procedure, result: { ...result } });
    }

    // The same state with another source of chance.
    reseed(state, seed) {
        const game = this.game(state).fork();
        game.chance = new _Chance(this.data.dice, seed === null ? null : new Generator(seed));
        return _stateOf(game);
    }

    // Throw for what is not a log of these rules.
    checkLog(log) {
        if (!_isLog(log)) {
            throw new StateError("a log is a list of entries that begins with a new game");
        }
        const [theirs, ours] = [log[0].rules ?? null, this.data.rules];
        if (theirs !== ours) {
            const shown = theirs === null ? "that it does not name" : "(" + (typeof theirs === "string" ? theirs.slice(0, 12) : _shown(theirs)) + ")";
            throw new StateError("this log was made with other rules " + shown + "; these are " + ours.slice(0, 12));
        }
    }

    // The game that a log leads to, without a source of chance; where wanted with the events from an entry of the log on.
    retold(log, events, since = 0) {
        const { players, zones, counters } = log[0];
        const game = this.table({ players, zones, counters }, null);
        if (!_within(since, 0, log.length)) {
            throw new InputError("since must be a number of entries from 0 to " + log.length + ", not " + _shown(since));
        }
        game.watch(events && since === 0);
        game.tell(_copy(game.log[0]));
        const tape = log.slice(1).reverse();
        game.chance.tape = tape;
        while (tape.length) {
            if (events && game.events === null && log.length - tape.length >= since) {
                game.watch(true);
            }
            const entry = tape.pop();
            if (entry.type === "start") {
                this.enter(game, entry.procedure, entry.inputs);
            } else if (entry.type === "choose" || entry.type === "pick") {
                this.act(game, entry);
            } else if (entry.type === "concede") {
                this.giveUp(game, entry.player ?? null);
            } else if (entry.type === "carried") {
                throw new StateError("this game was carried over from other rules, and what was before cannot be played again");
            } else {
                throw new StateError("the log does not fit these rules: " + _shown(entry.type) + " is not what comes next");
            }
        }
        return game;
    }

    // The results of a procedure that never chooses, on a copy of a game.
    asked_of(game, name, inputs) {
        const procedure = this.procedure(name);
        if (procedure.chooses) {
            throw new StateError(procedure.id + " has choices: start it, and apply actions");
        }
        const values = this.arguments(procedure, inputs, game);
        const other = procedure.reads ? game : game.fork(null, false);
        return this.results(procedure, this.straightCall(procedure, values, other, false));
    }

    undo(state, player = null) {
        const game = this.game(state);
        const { log } = game;
        if (log[log.length - 1].type === "concede") {
            throw new StateError("this cannot be undone: a player has given up");
        }
        let place = log.length - 1;
        while (place >= 0 && log[place].type !== "choose" && log[place].type !== "pick") {
            place -= 1;
        }
        if (place < 0) {
            throw new StateError("there is nothing to undo");
        }
        if (game.fixed > place) {
            throw new StateError("this cannot be undone: dice were rolled or cards revealed");
        }
        const trail = this.trail(state, game);
        const before = trail.length ? trail[0].fork() : this.retold(log.slice(0, place), false);
        if (player !== null && before.pending.by !== player) {
            throw new StateError("the last action was that of player " + before.pending.by + ", not of player " + _shown(player));
        }
        before.chance = game.chance.fork();
        before.extra = null;
        return _stateOf(before, trail.slice(1));
    }

    // What a player, or a spectator (null), may see: hidden piles as their size, no chance to come, no frames.
    view(game, given) {
        const player = given ?? null;
        _seat(player, game.players);
        const known = game.kinds.map(() => null);
        const zones = {};
        for (const [number, name] of this.data.zoneNames.entries()) {
            const seen = this.data.seen[number];
            zones[name] = game.zones[number].map((pile, owner) => {
                if (seen === 0 || (seen === 1 && owner !== player)) {
                    return pile.length;
                }
                pile.forEach((card) => {
                    known[card] = game.kinds[card];
                });
                return [...pile];
            });
        }
        const pending = game.pending === null ? null : this.shown(game);
        if (pending !== null && pending.by !== player) {
            pending.prompt = this.data.texts.asks[game.asked].prompt;
            delete pending.options;
            delete pending.names;
            delete pending.cards;
        }
        for (const card of pending?.cards ?? []) {
            known[card] = game.kinds[card];
        }
        const { players, procedure } = game;
        const out = { version: 2, rules: this.data.rules, players, player, counters: _byName(this.data.counterNames, game.counters.map((row) => row.slice())), zones, cards: known };
        return { ...out, procedure, pending, result: _copy(game.result) };
    }
}
