// Errors, the generator and the arithmetic helpers of a generated engine.
// What chance.py says in Python, said in JavaScript: same names, same messages, same draws.

// ---------------------------------------------------------------- copied into every engine from here

// Each says its name itself: a bundler may give the class another one.
export class RulesError extends Error {
    get name() {
        return "RulesError";
    }
}

export class InputError extends RulesError {
    get name() {
        return "InputError";
    }
}

export class DiceError extends RulesError {
    get name() {
        return "DiceError";
    }
}

// An action that the rules forbid: by the step with this number of a procedure, where one of it does.
export class IllegalAction extends RulesError {
    constructor(message, procedure = "", step = 0) {
        super(message);
        this.procedure = procedure;
        this.step = step;
    }

    get name() {
        return "IllegalAction";
    }
}

export class StateError extends RulesError {
    get name() {
        return "StateError";
    }
}

// sfc32: three 32-bit words and a counter. The same seed gives the same draws in every engine.
export class Generator {
    constructor(seed, words = null) {
        if (words !== null) {
            [this.a, this.b, this.c, this.n] = words;
            return;
        }
        if (!Number.isInteger(seed) || seed < 0 || seed > 9007199254740991) {
            throw new InputError("a seed is a whole number from 0 to 9007199254740991, not " + _shown(seed));
        }
        [this.a, this.b, this.c, this.n] = [0, seed >>> 0, Math.floor(seed / 4294967296), 1];
        for (let i = 0; i < 12; i++) {
            this.word();
        }
    }

    word() {
        const word = (this.a + this.b + this.n) >>> 0;
        this.n = (this.n + 1) >>> 0;
        this.a = (this.b ^ (this.b >>> 9)) >>> 0;
        this.b = (this.c + (this.c << 3)) >>> 0;
        this.c = (((this.c << 21) | (this.c >>> 11)) + word) >>> 0;
        return word;
    }

    // So many numbers from 0 to bound - 1, each equally likely.
    draw(bound, count) {
        const limit = 4294967296 - (4294967296 % bound);
        const out = [];
        while (out.length < count) {
            const word = this.word();
            if (word < limit) {
                out.push(word % bound);
            }
        }
        return out;
    }

    // Another one that goes on from here with the same draws.
    fork() {
        return new Generator(0, [this.a, this.b, this.c, this.n]);
    }

    // The draws of a shuffle, from the last place down.
    shuffle(size) {
        const out = [];
        for (let place = size - 1; place > 0; place--) {
            out.push(this.draw(place + 1, 1)[0]);
        }
        return out;
    }
}

// Where faces come from: a script of values and face ids, a generator, a log that is replayed, or a mix.
class _Chance {
    constructor(dice, generator = null, script = null, used = {}, tape = null) {
        this.dice = dice;
        this.generator = generator;
        this.script = script;
        this.used = used;
        this.tape = tape;
    }

    // Another one that goes on from here on its own, but for a log.
    fork() {
        return new _Chance(this.dice, this.generator === null ? null : this.generator.fork(), this.script, { ...this.used });
    }

    roll(name, die, faces, count) {
        if (count <= 0) {
            return [];
        }
        if (this.tape !== null) {
            const out = [];
            for (let i = 0; i < count; i++) {
                out.push(_replayed(this.tape, name, faces));
            }
            return out;
        }
        if (this.script === null || (!_own(this.script, name) && this.generator !== null)) {
            if (this.generator === null) {
                throw new DiceError("dice '" + name + "': neither dice nor a seed were given");
            }
            return this.generator.draw(faces, count);
        }
        const given = _own(this.script, name) ? this.script[name] : [];
        const start = _own(this.used, name) ? this.used[name] : 0;
        if (start + count > given.length) {
            throw new DiceError("dice '" + name + "': " + (start + count) + " needed, " + given.length + " given");
        }
        _set(this.used, name, start + count);
        return given.slice(start, start + count).map((token) => this._face(name, die, token));
    }

    _face(name, die, token) {
        const data = this.dice[die];
        for (let index = 0; index < data.ids.length; index++) {
            if (data.ids[index] === token || (data.values !== null && data.values[index] === token)) {
                return index;
            }
        }
        throw new DiceError("dice '" + name + "': the die '" + die + "' has no face " + _shown(token) + "; " + data.known);
    }

    // The roll with new faces in the place of those that the tests name.
    reroll(name, die, faces, roll, tests, limit) {
        return _again(this, name, die, faces, roll, tests, limit);
    }

    shuffle(zone, size) {
        if (this.tape !== null) {
            return _reshuffled(this.tape, zone, size);
        }
        if (size < 2) {
            return [];
        }
        if (this.generator === null) {
            throw new DiceError("zone '" + zone + "': a shuffle needs a seed");
        }
        return this.generator.shuffle(size);
    }

    // Every face that was given must have been rolled.
    finish() {
        if (this.script !== null) {
            this._leftOver();
        }
    }

    _leftOver() {
        for (const name of Object.keys(this.script).sort()) {
            const used = _own(this.used, name) ? this.used[name] : 0;
            if (used < this.script[name].length) {
                throw new DiceError("dice '" + name + "': " + this.script[name].length + " given, only " + used + " needed");
            }
        }
    }
}

function _again(source, name, die, faces, roll, tests, limit, at = []) {
    const again = roll
        .map((face, place) => place)
        .filter((place) => tests[place])
        .slice(0, Math.max(0, limit));
    const fresh = source.roll(name, die, faces, again.length, ...at);
    const out = [...roll];
    again.forEach((place, index) => {
        out[place] = fresh[index];
    });
    return out;
}

function _entry(tape, kind, key, name) {
    const entry = tape.length ? tape.pop() : { type: "nothing" };
    if (entry.type !== kind || entry[key] !== name) {
        throw new StateError("the log does not fit these rules: " + kind + " '" + name + "' is not what comes next");
    }
    return entry;
}

// The next face of a log.
function _replayed(tape, name, faces) {
    const { face } = _entry(tape, "roll", "name", name);
    if (!Number.isInteger(face) || face < 0 || face >= faces) {
        throw new StateError("the log does not fit these rules: roll '" + name + "' has no face " + _shown(face));
    }
    return face;
}

// The next draws of a log: one for each place from the last down to the second.
function _reshuffled(tape, zone, size) {
    const { draws } = _entry(tape, "shuffle", "zone", zone);
    const places = Math.max(0, size - 1);
    if (!Array.isArray(draws) || draws.length !== places) {
        throw new StateError("the log does not fit these rules: shuffle '" + zone + "' needs " + places + " draws");
    }
    draws.forEach((draw, index) => {
        if (!Number.isInteger(draw) || draw < 0 || draw > places - index) {
            throw new StateError("the log does not fit these rules: shuffle '" + zone + "' has the draw " + _shown(draw));
        }
    });
    return [...draws];
}

function _own(record, key) {
    return Object.prototype.hasOwnProperty.call(record, key);
}

// Plain assignment, except that no key can reach the prototype.
function _set(record, key, value) {
    if (key === "__proto__") {
        Object.defineProperty(record, key, { value, writable: true, enumerable: true, configurable: true });
    } else {
        record[key] = value;
    }
}

const _LONGEST = 40;
const _NAMED = { 9: "\\t", 10: "\\n", 13: "\\r" };

// The first letters of a text from outside, in one line.
function _beginning(text, count) {
    const letters = [...text.slice(0, 2 * count)].slice(0, count);
    return letters.map((letter) => _letter(letter.codePointAt(0))).join("");
}

function _letter(code) {
    if (_NAMED[code] !== undefined) {
        return _NAMED[code];
    }
    const isControl =
        code < 32 || (code >= 127 && code < 160) || (code >= 0x2028 && code <= 0x202e) || (code >= 0xd800 && code < 0xe000);
    return isControl ? "\\u" + code.toString(16).padStart(4, "0") : String.fromCodePoint(code);
}

// A value from outside within a message; what is no single value by its kind.
function _shown(value) {
    if (value === null || value === undefined) {
        return "null";
    }
    if (typeof value === "boolean") {
        return value ? "true" : "false";
    }
    if (typeof value === "string") {
        const isLong = [...value.slice(0, 2 * _LONGEST + 2)].length > _LONGEST;
        return "'" + _beginning(value, _LONGEST) + (isLong ? "..." : "") + "'";
    }
    if (typeof value === "number") {
        return _shownNumber(value);
    }
    if (Array.isArray(value)) {
        return "a list of " + value.length;
    }
    return typeof value === "object" ? "a record" : "a value of another kind";
}

function _shownNumber(value) {
    if (Number.isNaN(value)) {
        return "NaN";
    }
    if (Math.abs(value) > 9007199254740991) {
        return "a number beyond 2^53 - 1";
    }
    if (Number.isInteger(value)) {
        return String(value);
    }
    const what = "a number with a fraction";
    return Math.abs(value) * 1000 >= 1 ? String(value) + " (" + what + ")" : what; // both languages write these alike
}

function _div(a, b) {
    return Math.floor(a / b) + 0;
}

function _mod(a, b) {
    const rest = a % b;
    return (rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest) + 0;
}

function _cdiv(a, b) {
    return Math.ceil(a / b) + 0;
}

function _rdiv(a, b) {
    const [top, under] = b < 0 ? [-a, -b] : [a, b];
    const rest = _mod(top, under);
    return Math.floor(top / under) + (rest >= under - rest ? 1 : 0);
}

function _sum(items, body) {
    let total = 0;
    for (const item of items) {
        total += body(item);
    }
    return total;
}

function _weigh(roll, weights) {
    let total = 0;
    for (let place = 0; place < roll.length; place++) {
        total += weights[roll[place]];
    }
    return total;
}

function _count(roll, face) {
    let found = 0;
    for (let place = 0; place < roll.length; place++) {
        if (roll[place] === face) {
            found += 1;
        }
    }
    return found;
}

function _keep(roll, values, count, high) {
    if (count >= roll.length) {
        return roll;
    }
    const order = roll.map((face, place) => place);
    order.sort((a, b) => (high ? values[roll[b]] - values[roll[a]] : values[roll[a]] - values[roll[b]]) || a - b);
    return order
        .slice(0, Math.max(0, count))
        .sort((a, b) => a - b)
        .map((place) => roll[place]);
}

function _same(roll, firsts) {
    let best = 0;
    for (const face of roll) {
        best = Math.max(best, roll.filter((other) => firsts[other] === firsts[face]).length);
    }
    return best;
}

function _top(pile, test) {
    for (let place = pile.length - 1; place >= 0; place--) {
        if (test(pile[place])) {
            return pile[place];
        }
    }
    return -1;
}

function _longest(roll, values) {
    const found = new Set(roll.map((face) => values[face]));
    let best = 0;
    for (const value of found) {
        let length = 1;
        while (found.has(value + length)) {
            length += 1;
        }
        best = Math.max(best, length);
    }
    return best;
}

function _fill(count, value) {
    return new Array(Math.max(0, count)).fill(value);
}

function _put(numbers, place, value) {
    const out = [...numbers];
    out[place - 1] = value;
    return out;
}

function _first(numbers, count) {
    return numbers.slice(0, Math.max(0, count));
}

function _sorted(numbers) {
    return [...numbers].sort((a, b) => a - b);
}

function _best(numbers, count) {
    return [...numbers].sort((a, b) => b - a).slice(0, Math.max(0, count));
}

function _worst(numbers, count) {
    return _sorted(numbers).slice(0, Math.max(0, count));
}

function _greatest(numbers) {
    return numbers.length ? Math.max(...numbers) : 0;
}

function _least(numbers) {
    return numbers.length ? Math.min(...numbers) : 0;
}

function _most(numbers) {
    return Math.max(0, ...numbers.map((number) => numbers.filter((other) => other === number).length));
}

function _counted(value, what) {
    if (Math.abs(value) > 9007199254740991) {
        throw new RulesError(what + " went past 2^53 - 1");
    }
}

// What a computed table gave, kept by the number of the cell; too much is forgotten at once.
function _remember(kept, cell, value) {
    if (kept.size >= 16384) {
        kept.clear();
    }
    kept.set(cell, value);
    return value;
}

function _joined(rows) {
    const labels = rows.filter(([hit, label]) => hit && label).map(([, label]) => label);
    return labels.join(" + ") || "none";
}

function _joined_best(rows) {
    const best = new Map();
    for (const [hit, group, value, label] of rows) {
        if (hit && (!best.has(group) || value > best.get(group)[0])) {
            best.set(group, [value, label]);
        }
    }
    const labels = [...best.values()].map(([, label]) => label).filter((label) => label);
    return labels.join(" + ") || "none";
}
