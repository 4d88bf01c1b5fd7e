// The game that is being run: the mutable inside of one call of a generated engine.

// ---------------------------------------------------------------- copied into every engine from here

const _SEEN = { none: 0, owner: 1, all: 2 };

// A trial has come to chance: what follows is not known.
class _Draw extends Error {}

class _Game {
    constructor(data, chance, players = 2, events = null, trace = null) {
        this.data = data;
        this.chance = chance;
        this.players = players;
        this.events = events;
        this.trace = trace;
        this.counters = {};
        this.zones = {};
        this.cards = [];
        this.frames = [];
        this.pending = null;
        this.result = null;
        this.told = null;
        this.fixed = false;
        this.trial = false;
    }

    tell(event) {
        if (this.events !== null) {
            this.events.push(event);
        }
    }

    note(label, value, running, source) {
        if (this.trace !== null) {
            this.trace.push({ label, value, running, source });
        }
        this.tell({ type: "note", label, value, running, source });
    }

    say(text) {
        this._report({ type: "say", text });
    }

    record(name, values) {
        this._report({ type: "record", name, values });
    }

    _report(event) {
        if (this.told !== null) {
            this.told.push(event);
        }
        this.tell(event);
    }

    roll(name, die, faces, count) {
        if (count <= 0) {
            return [];
        }
        if (this.trial) {
            throw new _Draw();
        }
        const roll = this.chance.roll(name, die, faces, count);
        if (this.events !== null) {
            this.fixed = true;
            for (const face of roll) {
                this.events.push({ type: "roll", name, die, face });
            }
        }
        return roll;
    }

    reroll(name, die, faces, roll, tests, limit) {
        return _again(this, name, die, faces, roll, tests, limit);
    }

    shuffle(zone, owner) {
        if (this.trial) {
            throw new _Draw();
        }
        const pile = this.zones[zone][owner];
        const draws = this.chance.shuffle(zone, pile.length);
        draws.forEach((other, index) => {
            const place = pile.length - 1 - index;
            [pile[place], pile[other]] = [pile[other], pile[place]];
        });
        this.fixed = true;
        this.tell({ type: "shuffle", zone, owner, draws });
    }

    change(name, owner, by, isSet) {
        const counter = this.data.counters[name];
        const before = this.counters[name][owner];
        let value = isSet ? by : before + by;
        const { low, high } = counter;
        if (counter.past === "illegal" && (value < low || value > high)) {
            throw new IllegalAction(counter.name + " would be " + value + ", outside " + low + " to " + high);
        }
        value = Math.max(low, Math.min(high, value));
        const row = this.counters[name].slice(); // the old one may be that of a state
        row[owner] = value;
        _set(this.counters, name, row);
        this.tell({ type: "change", counter: name, owner, from: before, to: value });
    }

    move(source, one, count, target, two, bottom) {
        const pile = this.zones[source][one];
        const cards = [];
        for (let left = Math.min(count, pile.length); left > 0; left--) {
            // one by one: the two piles may be the same
            const card = pile.pop();
            cards.push(card);
            this._put(card, target, two, bottom);
        }
        this._moved(cards, source, one, target, two, bottom);
        return cards.length;
    }

    move_card(card, target, two, bottom) {
        for (const source of Object.keys(this.data.zones)) {
            for (const [one, pile] of this.zones[source].entries()) {
                const place = pile.indexOf(card);
                if (place >= 0) {
                    pile.splice(place, 1);
                    this._put(card, target, two, bottom);
                    this._moved([card], source, one, target, two, bottom);
                    return 1;
                }
            }
        }
        return 0;
    }

    _put(card, target, owner, bottom) {
        const pile = this.zones[target][owner];
        pile.splice(bottom ? 0 : pile.length, 0, card);
    }

    _moved(cards, source, one, target, two, bottom) {
        if (!cards.length) {
            return;
        }
        const { zones } = this.data;
        const before = _SEEN[zones[source].visible];
        const after = _SEEN[zones[target].visible];
        if (after > before || (after === 1 && before === 1 && one !== two)) {
            this.fixed = true;
        }
        const place = bottom ? "bottom" : "top";
        this.tell({ from: source, from_owner: one, to: target, to_owner: two, place, type: "move", cards });
    }

    ask(frame, number, after, by, flags) {
        const ask = this.data.asks[number];
        frame.pc = after;
        const legal = ask.options.filter((option, index) => flags[index]);
        if (!legal.some((option) => option.id !== ask.fallback)) {
            const taken = ask.options.find((option) => option.id === ask.fallback);
            if (taken === undefined) {
                throw new IllegalAction(ask.procedure + ": no option of '" + ask.slot + "' is legal");
            }
            _set(frame.v, ask.slot, taken.value);
            return;
        }
        this.pending = { type: "choose", procedure: ask.procedure, slot: ask.slot, by, ask: number, prompt: ask.prompt };
        this.pending.options = legal.map((option) => option.id);
    }

    ask_card(frame, number, then, orelse, by, owner, flags) {
        const ask = this.data.asks[number];
        const legal = this.zones[ask.zone][owner].filter((card, index) => flags[index]).sort((a, b) => a - b);
        frame.pc = legal.length ? then : orelse;
        if (!legal.length) {
            return;
        }
        if (this.data.zones[ask.zone].visible === "none") {
            this.fixed = true;
        }
        this.pending = { type: "pick", procedure: ask.procedure, slot: ask.slot, by, ask: number, prompt: ask.prompt };
        Object.assign(this.pending, { zone: ask.zone, owner, cards: legal });
    }

    enter(frame, after, procedure, slots, take) {
        frame.pc = after;
        this.frames.push(_frame(this.data, procedure, slots, take));
    }

    leave(results) {
        const frame = this.frames.pop();
        if (!this.frames.length) {
            this.result = results;
            return;
        }
        const { v } = this.frames[this.frames.length - 1];
        for (const [result, slot] of frame.take) {
            _set(v, slot, results[result]);
        }
    }

    // Run until a choice is open or the procedure has ended.
    advance(blocks) {
        while (this.frames.length && this.pending === null) {
            const frame = this.frames[this.frames.length - 1];
            blocks.get(frame.p)(this, frame);
        }
    }
}
