// The game that is being run: the mutable inside of one call of a generated engine.
// What a statement does is told with the procedure and the number of the step that the statement was made from.

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
        this.asked = null; // the place of the open choice among all that may be asked
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
        const roll = this.chance.roll(name, die, faces, count);
        if (this.events !== null) {
            this.fixed = true;
            for (const face of roll) {
                this.events.push({ type: "roll", name, die, face, procedure, step });
            }
        }
        return roll;
    }

    reroll(name, die, faces, roll, tests, limit, procedure = "", step = 0) {
        return _again(this, name, die, faces, roll, tests, limit, [procedure, step]);
    }

    shuffle(zone, owner, procedure = "", step = 0) {
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
        this.tell({ type: "shuffle", zone, owner, draws, procedure, step });
    }

    change(name, owner, by, isSet, procedure = "", step = 0) {
        const counter = this.data.counters[name];
        const before = this.counters[name][owner];
        let value = isSet ? by : before + by;
        const { low, high } = counter;
        if (counter.past === "illegal" && (value < low || value > high)) {
            const shown = this.data.texts.counters[name];
            throw new IllegalAction(shown + " would be " + value + ", outside " + low + " to " + high, procedure, step);
        }
        value = Math.max(low, Math.min(high, value));
        const row = this.counters[name].slice(); // the old one may be that of a state
        row[owner] = value;
        _set(this.counters, name, row);
        this.tell({ type: "change", counter: name, owner, from: before, to: value, procedure, step });
    }

    move(source, one, count, target, two, bottom, procedure = "", step = 0) {
        const pile = this.zones[source][one];
        const cards = [];
        for (let left = Math.min(count, pile.length); left > 0; left--) {
            // one by one: the two piles may be the same
            const card = pile.pop();
            cards.push(card);
            this._put(card, target, two, bottom);
        }
        this._moved(cards, source, one, target, two, bottom, procedure, step);
        return cards.length;
    }

    move_card(card, target, two, bottom, procedure = "", step = 0) {
        for (const source of Object.keys(this.data.zones)) {
            for (const [one, pile] of this.zones[source].entries()) {
                const place = pile.indexOf(card);
                if (place >= 0) {
                    pile.splice(place, 1);
                    this._put(card, target, two, bottom);
                    this._moved([card], source, one, target, two, bottom, procedure, step);
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

    _moved(cards, source, one, target, two, bottom, procedure, step) {
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
        this.tell({ from: source, from_owner: one, to: target, to_owner: two, place, type: "move", cards, procedure, step });
    }

    ask(frame, number, after, by, flags) {
        const ask = this.data.asks[number];
        frame.pc = after;
        const legal = ask.options.filter((option, index) => flags[index]);
        if (!legal.some((option) => option.id !== ask.fallback)) {
            const taken = ask.options.find((option) => option.id === ask.fallback);
            if (taken === undefined) {
                throw new IllegalAction(ask.procedure + ": no option of '" + ask.slot + "' is legal", ask.procedure, ask.step);
            }
            _set(frame.v, ask.slot, taken.value);
            return;
        }
        this._wait("choose", number, by, { options: legal.map((option) => option.id) });
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
        this._wait("pick", number, by, { zone: ask.zone, owner, cards: legal });
    }

    _wait(type, number, by, offered) {
        const { procedure, step, slot } = this.data.asks[number];
        this.asked = number;
        this.pending = { ...offered, type, procedure, step, slot, by };
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
