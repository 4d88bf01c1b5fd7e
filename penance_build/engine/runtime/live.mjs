// A game that is played in place, for programs that play many: bots, training, balance. No state is made between two actions.

// ---------------------------------------------------------------- copied into every engine from here

// A game that goes on in place. What it leads to is what apply leads to, log for log.
class Live {
    #engine;
    #game;
    #legal = null;

    constructor(engine, game) {
        this.#engine = engine;
        this.#game = game;
    }

    // What is to be chosen, as a state has it; null after the end. Not to be changed.
    get pending() {
        return this.#game.pending;
    }

    // The results of the procedure that was started, once it has ended.
    get result() {
        return this.#game.result;
    }

    // How many play.
    get players() {
        return this.#game.players;
    }

    // The source that it draws from; null where it has none.
    get chance() {
        return this.#game.chance.generator;
    }

    // The value of a counter, of a player or hex where each has one.
    counter(name, owner = 0) {
        return this.#row("counter", this.#engine.data.counterNames, this.#game.counters, name, owner);
    }

    // The cards of a pile by number, the top last.
    zone(name, owner = 0) {
        return this.#row("zone", this.#engine.data.zoneNames, this.#game.zones, name, owner).slice();
    }

    #row(kind, names, rows, name, owner) {
        const number = names.indexOf(name);
        if (number < 0) {
            throw new InputError("there is no " + kind + " " + _shown(name));
        }
        const row = rows[number];
        if (!_within(owner, 0, row.length - 1)) {
            throw new InputError("the owner of " + kind + " '" + name + "' must be from 0 to " + (row.length - 1) + ", not " + _shown(owner));
        }
        return row[owner];
    }

    // The procedures that wait, the outermost first, each with a number that no other call in this game has.
    running() {
        return this.#game.frames.map((frame) => [frame.p, frame.number]);
    }

    // The actions that may be taken, as data; do takes one by its place in this list.
    legal() {
        return this.#actions().slice();
    }

    #actions() {
        this.#legal ??= this.#engine.legal(this.#game);
        return this.#legal;
    }

    // Take a legal action, and go on to the next choice; the events on the way where they are recorded, else none.
    // Where the rules forbid what follows once dice were drawn, or there are no dice to draw, the game stands as before, and the error is
    // thrown.
    do(number) {
        const actions = this.#actions();
        const game = this.#game;
        if (!_within(number, 0, actions.length - 1)) {
            throw new InputError("an action must be from 0 to " + (actions.length - 1) + ", not " + _shown(number));
        }
        const isSure = game.chance.generator instanceof Generator && game.chance.script === null;
        const mark = isSure && !this.#engine.may_break(game, actions[number]) ? null : game.mark();
        this.#legal = null;
        if (game.events !== null) {
            game.events = [];
        }
        try {
            this.#engine.take(game, actions[number]);
        } catch (problem) {
            if (mark !== null) {
                game.back(mark);
            }
            throw problem;
        }
        return game.events ?? [];
    }

    // Another game that goes on from here on its own: with the same draws, or with other chance (see reseed). It has no events.
    fork(chance = null) {
        return new Live(this.#engine, this.#game.fork(chance === null ? null : this.#source(chance)));
    }

    // The game as a player, or a spectator (null), may imagine it: what he does not see is dealt anew. It has no chance and no log.
    imagine(player, seed) {
        _seat(player ?? null, this.#game.players);
        return new Live(this.#engine, _imagine(this.#engine, this.#game, player ?? null, seed));
    }

    // Draw from another source from now on: a seed, a Generator (or what draws and shuffles like one), or null for none.
    reseed(chance) {
        this.#game.chance = this.#source(chance ?? null);
    }

    #source(chance) {
        const source = typeof chance === "number" ? new Generator(chance) : chance;
        if (source !== null && (typeof source.draw !== "function" || typeof source.shuffle !== "function")) {
            throw new InputError("chance must be a seed or a Generator, not " + _shown(source));
        }
        return new _Chance(this.#engine.data.dice, source);
    }

    // Record events from the next action on, or no longer.
    events(on = true) {
        this.#game.watch(Boolean(on));
    }

    // The results of a procedure that never chooses, run on a copy of the game as it stands.
    run(procedure, inputs = {}) {
        return this.#engine.asked_of(this.#game, procedure, inputs);
    }

    // What a player, or a spectator (null), may see.
    view(player) {
        return this.#engine.view(this.#game, player);
    }

    // What is asked, for a player or a spectator (null).
    describe(player) {
        return _describe(this.#engine, this.#game, player);
    }

    // The state, as apply would have returned it.
    save() {
        return _stateOf(this.#game.fork());
    }
}
