// What comes from outside is held against its shape first, so that a mistake is one clear sentence and never a crash.

// ---------------------------------------------------------------- copied into every engine from here

const _MAX = 9007199254740991;

function _within(value, low, high) {
    return Number.isInteger(value) && value >= -_MAX && value <= _MAX && (low === null || low <= value) && (high === null || value <= high);
}

function _isRecord(value) {
    return typeof value === "object" && value !== null && Object.prototype.toString.call(value) === "[object Object]";
}

// How many each have a counter or zone of this kind.
function _owners(item, players) {
    return item.owner === "player" ? players : item.owner === "game" ? 1 : item.owner;
}

// The record itself; nothing is an empty one.
function _record(value, what, error = InputError) {
    if (value === null || value === undefined) {
        return {};
    }
    if (!_isRecord(value)) {
        throw new error(what + " must be a record, not " + _shown(value));
    }
    return value;
}

// What a record holds itself, and nothing that it inherits.
function _bare(record) {
    const out = Object.create(null);
    for (const name of Object.getOwnPropertyNames(record)) {
        out[name] = record[name];
    }
    return out;
}

// The inputs of a procedure, which may have no other names than these; most callers keep to their order.
function _named(id, inputs, names) {
    const given = _record(inputs, "inputs");
    let place = 0;
    for (const name in given) {
        if (!Object.prototype.hasOwnProperty.call(given, name)) {
            return _bare(given);
        }
        place = names[place] === name ? place + 1 : names.indexOf(name) + 1;
        if (place === 0) {
            throw new InputError(id + ": there is no input " + _shown(name) + "; there are " + (names.join(", ") || "none"));
        }
    }
    return Object.getPrototypeOf(given) === Object.prototype ? given : _bare(given);
}

// Why an input is refused: what it must be, where that is said, and what was given. Of an enum its members, of a roll the die.
function _refusal(id, name, kind, low, high, ref, source, value) {
    let wanted;
    if (kind === "bool") {
        wanted = "true or false";
    } else if (kind === "enum") {
        wanted = "one of " + ref.join(", ");
    } else if (kind === "roll") {
        wanted = "a list of faces of " + ref;
    } else {
        wanted = kind === "int" ? "a whole number" : "a " + kind;
        wanted += (low === null ? "" : " from " + low) + (high === null ? "" : " to " + high);
    }
    return id + ": '" + name + "' must be " + wanted + (source ? " (" + source + ")" : "") + ", not " + _shown(value);
}

// Scripted faces by name, copied; null where there are none.
function _script(dice) {
    if (dice === null || dice === undefined) {
        return null;
    }
    const script = {};
    for (const [name, faces] of Object.entries(_record(dice, "dice", DiceError))) {
        if (!Array.isArray(faces)) {
            throw new DiceError("dice '" + name + "' must be a list of faces, not " + _shown(faces));
        }
        for (const token of faces) {
            if (!Number.isInteger(token) && typeof token !== "string") {
                throw new DiceError("dice '" + name + "': a face is a value or an id, not " + _shown(token));
            }
        }
        _set(script, name, [...faces]);
    }
    return script;
}
