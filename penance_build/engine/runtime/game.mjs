// The game that is being run: the mutable inside of one call of a generated engine.
// What a statement does is told with the procedure and the number of the step that the statement was made from.

// ---------------------------------------------------------------- copied into every engine from here

const _SEEN = { none: 0, owner: 1, all: 2 };
const _MOST_ROLLED = 500_000; // dice and cards of shuffles, between two choices

// What is found by name, found by number too: a running game keeps its rows and slots in the order of the rules.
function _arrange(data) {
    data.counterNames = Object.keys(data.counters);
    data.zoneNames = Object.keys(data.zones);
    data.bounds = Object.values(data.counters).map(({ low, high, past }) => ({ low, high, isIllegal: past === "illegal" }));
    data.seen = Object.values(data.zones).map((zone) => _SEEN[zone.visible]);
    for (const shape of Object.values(data.frames)) {
        shape.names = shape.slots.map((item) => item.name);
        shape.empty = shape.slots.map(_firstValue);
        shape.lists = [...shape.slots.keys()].filter((number) => ["roll", "list"].includes(shape.slots[number].kind));
    }
}

// A trial has come to chance: what follows is not known.
class _Draw extends Error {}

// A row of counters or a pile is never changed in place: who changes one puts another in its place, so that games that were forked
// share what neither has changed. events is null where nobody asks for them; what is only told is then left out.
class _Game {
    constructor(data, chance, players = 2) {
        this.data = data;
        this.chance = chance;
        this.players = players;
        this.counters = []; // rows in the order of the rules, as zones and the slots of frames are
        this.zones = [];
        this.kinds = []; // the ids of the cards, by number
        this.cards = []; // the same as numbers of kinds
        this.frames = [];
        this.entered = 0; // so many procedures were entered before
        this.shared = 0; // so many of them, from the outermost, are those of another game too
        this.procedure = null;
        this.log = [];
        this.length = 0; // that of the log when the game was saved
        this.fixed = 0; // so much of the log cannot be undone
        this.pending = null;
        this.asked = null; // the place of the open choice among all that may be asked
        this.given = null; // what the outermost procedure gave, as it was computed
        this.result = null; // the same as it is shown
        this.extra = null; // what a caller wrote into the state beside what belongs there
        this.events = null;
        this.trace = null;
        this.told = null;
        this.noting = false;
        this.revealed = false;
        this.drawn = false;
        this.trial = false;
        this.rolled = 0; // so many dice were rolled and cards shuffled since the last answer
    }

    // Begin a list of events, or give up the one that there is.
    watch(on) {
        this.events = on ? [] : null;
        this.noting = on;
    }

    // A game that goes on from here on its own, with chance of its own; nobody asks for its events.
    fork(chance = null, log = true) {
        const other = new _Game(this.data, chance ?? this.chance.fork(), this.players);
        other.counters = this.counters.slice();
        other.zones = this.zones.slice();
        other.kinds = this.kinds;
        other.cards = this.cards;
        other.procedure = this.procedure;
        other.fixed = this.fixed;
        other.extra = this.extra;
        other.frames = this.frames.slice();
        this.shared = this.frames.length;
        other.shared = this.shared;
        other.entered = this.entered;
        other.pending = this.pending;
        other.asked = this.asked;
        other.result = this.result;
        if (log) {
            other.log = this.log.slice();
        }
        return other;
    }

    // What brings the game back to where it stands now.
    mark() {
        this.shared = this.frames.length;
        const { pending, asked, fixed, entered } = this;
        const rows = { counters: this.counters.slice(), zones: this.zones.slice(), frames: this.frames.slice(), chance: this.chance.fork() };
        return { ...rows, pending, asked, fixed, entered, length: this.log.length };
    }

    // Stand where the game stood when it was marked.
    back({ length, ...rows }) {
        Object.assign(this, rows);
        this.log.length = length;
        this.shared = this.frames.length;
        this.given = null;
        this.revealed = false;
    }

    // Stand where another game stands, for one more trial; this one's frames are still that one's, but for the innermost.
    like(game) {
        this.counters = game.counters.slice();
        this.zones = game.zones.slice();
        this.frames = game.frames.slice();
        this.shared = game.frames.length;
        this.pending = game.pending;
        this.asked = game.asked;
    }

    tell(event) {
        if (this.events !== null) {
            this.events.push(event);
        }
    }

    note(label, value, running, source, procedure, step) {
        if (this.trace !== null) {
            this.trace.push({ label, value, running, source, procedure, step });
        }
        this.tell({ type: "note", label, value, running, source, procedure, step });
    }

    say(text, procedure, step) {
        this._report({ type: "say", text, procedure, step });
    }

    record(name, values, procedure, step) {
        this._report({ type: "record", name, values, procedure, step });
    }

    _report(event) {
        if (this.told !== null) {
            this.told.push(event);
        }
        this.tell(event);
    }

    roll(name, die, faces, count, procedure = "", step = 0) {
        if (count <= 0) {
            return [];
        }
        if (this.trial) {
            throw new _Draw();
        }
        this.drawn = true;
        this._count("dice '" + name, count);
        const roll = this.chance.roll(name, die, faces, count);
        this.revealed = true;
        for (const face of roll) {
            this.log.push({ type: "roll", name, die, face });
            this.tell({ type: "roll", name, die, face, procedure, step });
        }
        return roll;
    }

    _count(what, more) {
        this.rolled += more;
        if (this.rolled > _MOST_ROLLED) {
            const why = " dice and shuffled cards without a choice: is there a loop that hardly ever ends?";
            throw new RulesError(what + "': more than " + _MOST_ROLLED + why);
        }
    }

    reroll(name, die, faces, roll, tests, limit, procedure = "", step = 0) {
        return _again(this, name, die, faces, roll, tests, limit, [procedure, step]);
    }

    shuffle(zone, owner, procedure = "", step = 0) {
        if (this.trial) {
            throw new _Draw();
        }
        this.drawn = true;
        const pile = this.zones[zone][owner].slice();
        const name = this.data.zoneNames[zone];
        this._count("zone '" + name, Math.max(1, pile.length));
        const draws = this.chance.shuffle(name, pile.length);
        draws.forEach((other, index) => {
            const place = pile.length - 1 - index;
            [pile[place], pile[other]] = [pile[other], pile[place]];
        });
        this._lay(zone, owner, pile);
        this.revealed = true;
        this.log.push({ type: "shuffle", zone: name, owner, draws });
        this.tell({ type: "shuffle", zone: name, owner, draws: draws.slice(), procedure, step });
    }

    change(number, owner, by, isSet, procedure = "", step = 0) {
        const before = this.counters[number][owner];
        let value = isSet ? by : before + by;
        const { low, high, isIllegal } = this.data.bounds[number];
        if (isIllegal && (value < low || value > high)) {
            const shown = this.data.texts.counters[this.data.counterNames[number]];
            throw new IllegalAction(shown + " would be " + value + ", outside " + low + " to " + high, procedure, step);
        }
        value = value < low ? low : value > high ? high : value;
        if (value === before) {
            return;
        }
        const row = this.counters[number].slice();
        row[owner] = value;
        this.counters[number] = row;
        if (this.events !== null) {
            this.events.push({ type: "change", counter: this.data.counterNames[number], owner, from: before, to: value, procedure, step });
        }
    }

    move(source, one, wanted, target, two, bottom, procedure = "", step = 0) {
        const pile = this.zones[source][one];
        const count = Math.max(0, Math.min(wanted, pile.length));
        if (count === 0) {
            return 0;
        }
        let cards = pile.slice(pile.length - count).reverse();
        if (source !== target || one !== two || bottom) {
            this._lay(source, one, pile.slice(0, pile.length - count));
            this._put(cards, target, two, bottom);
        } else {
            // one by one the top card is laid where it was
            cards = cards.map(() => cards[0]);
        }
        this._moved(cards, source, one, target, two, bottom, procedure, step);
        return count;
    }

    move_card(card, target, two, bottom, procedure = "", step = 0) {
        for (let source = 0; source < this.zones.length; source++) {
            const piles = this.zones[source];
            for (let one = 0; one < piles.length; one++) {
                const place = piles[one].indexOf(card);
                if (place >= 0) {
                    const pile = piles[one].slice();
                    pile.splice(place, 1);
                    this._lay(source, one, pile);
                    this._put([card], target, two, bottom);
                    this._moved([card], source, one, target, two, bottom, procedure, step);
                    return 1;
                }
            }
        }
        return 0;
    }

    _put(cards, target, owner, bottom) {
        const pile = this.zones[target][owner];
        this._lay(target, owner, bottom ? cards.slice().reverse().concat(pile) : pile.concat(cards));
    }

    _lay(zone, owner, pile) {
        const piles = this.zones[zone].slice();
        piles[owner] = pile;
        this.zones[zone] = piles;
    }

    _moved(cards, source, one, target, two, bottom, procedure, step) {
        const { seen, zoneNames } = this.data;
        const before = seen[source];
        const after = seen[target];
        if (after > before || (after === 1 && before === 1 && one !== two)) {
            this.revealed = true;
        }
        if (this.events === null) {
            return;
        }
        const place = bottom ? "bottom" : "top";
        this.events.push({ from: zoneNames[source], from_owner: one, to: zoneNames[target], to_owner: two, place, type: "move", cards, procedure, step });
    }

    ask(frame, number, after, by, flags) {
        const ask = this.data.asks[number];
        frame.pc = after;
        const legal = [];
        for (let index = 0; index < flags.length; index++) {
            if (flags[index]) {
                legal.push(ask.options[index].id);
            }
        }
        if (legal.length === 0 || (legal.length === 1 && legal[0] === ask.fallback)) {
            const taken = ask.options.find((option) => option.id === ask.fallback);
            if (taken === undefined) {
                throw new IllegalAction(ask.procedure + ": no option of '" + ask.slot + "' is legal", ask.procedure, ask.step);
            }
            frame.v[ask.place] = taken.value;
            return;
        }
        this.asked = number;
        this.pending = { options: legal, type: "choose", procedure: ask.procedure, step: ask.step, slot: ask.slot, by };
    }

    ask_card(frame, number, then, orelse, by, owner, flags) {
        const ask = this.data.asks[number];
        const legal = this.zones[ask.row][owner].filter((card, index) => flags[index]).sort((a, b) => a - b);
        frame.pc = legal.length ? then : orelse;
        if (!legal.length) {
            return;
        }
        if (this.data.seen[ask.row] === 0) {
            this.revealed = true;
        }
        this.asked = number;
        this.pending = { zone: ask.zone, owner, cards: legal, type: "pick", procedure: ask.procedure, step: ask.step, slot: ask.slot, by };
    }

    enter(frame, number, given) {
        const call = this.data.frames[frame.p].calls[number];
        frame.pc = call.pc;
        this.push(call.procedure, given, call);
    }

    // A procedure before its first step: every slot is there from the start, so that a saved one is whole; call waits for it.
    push(procedure, given, call) {
        const slots = given.concat(this.data.frames[procedure].empty.slice(given.length));
        this.frames.push({ p: procedure, pc: 0, v: slots, call, number: this.entered, saved: null });
        this.entered += 1;
        this.tell({ type: "enter", procedure });
    }

    leave(results) {
        const { p, call } = this.frames.pop();
        this.tell({ type: "leave", procedure: p });
        if (!this.frames.length) {
            this.given = results;
            return;
        }
        if (call.places.length) {
            const { v } = this.top();
            for (const [result, place] of call.places) {
                v[place] = results[result];
            }
        }
    }

    // The innermost frame, as one of this game's own.
    top() {
        const last = this.frames.length - 1;
        if (this.shared > last) {
            const { p, pc, v, call, number } = this.frames[last];
            this.frames[last] = { p, pc, v: v.slice(), call, number, saved: null };
            this.shared = last;
        }
        return this.frames[last];
    }

    // Whether a refusal may be reached where the procedure goes on that stands so deep, counted from 1 for the innermost.
    isRiskyBehind(depth) {
        if (this.frames.length < depth) {
            return false;
        }
        const { p, pc } = this.frames[this.frames.length - depth];
        return this.data.frames[p].risky.includes(pc);
    }

    // Run until a choice is open or the procedure has ended; a trial, until nothing more can forbid it.
    advance(blocks) {
        const { frames } = this;
        while (frames.length && this.pending === null) {
            const frame = this.shared < frames.length ? frames[frames.length - 1] : this.top();
            if (this.trial && !this.data.frames[frame.p].risky.includes(frame.pc)) {
                return;
            }
            blocks.get(frame.p)(this, frame);
        }
    }
}

function _seat(player, players) {
    if (player !== null && !_within(player, 0, players - 1)) {
        throw new InputError("a player must be from 0 to " + (players - 1) + ", not " + _shown(player));
    }
}

// Why it is not for a player to choose, or null; any player may where none is named.
function _whose(game, player) {
    if (player === null) {
        return null;
    }
    _seat(player, game.players);
    if (game.pending === null || game.pending.by === player) {
        return null;
    }
    return "player " + game.pending.by + " is asked, not player " + player;
}
