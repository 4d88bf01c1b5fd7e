// Values at the border of a generated engine: inputs checked and read, results printed, setups read.

// ---------------------------------------------------------------- copied into every engine from here

// Reads what comes in and prints what goes out.
class _Border {
    constructor(data) {
        this.data = data;
    }

    procedure(name) {
        if (typeof name !== "string" || !_own(this.data.procedures, name)) {
            throw new InputError("there is no procedure " + _shown(name));
        }
        return this.data.procedures[name];
    }

    // The inputs as integers in order; each held against its bounds.
    arguments(procedure, inputs, game) {
        const given = _named(procedure.id, inputs, procedure.inputs.map((item) => item.name));
        return procedure.inputs.map((item) => {
            if (_own(given, item.name) && given[item.name] !== undefined) {
                return this.parse(procedure, item, given[item.name], game);
            }
            if (item.default === null) {
                throw new InputError(procedure.id + ": '" + item.name + "' must be given");
            }
            return this.parse(procedure, item, item.default, game);
        });
    }

    parse(procedure, item, value, game) {
        const { kind } = item;
        let { low, high } = item;
        if (kind === "bool" && typeof value === "boolean") {
            return value ? 1 : 0;
        }
        if (kind === "enum" && this.data.enums[item.ref].includes(value)) {
            return this.data.enums[item.ref].indexOf(value);
        }
        if (kind === "roll" && Array.isArray(value)) {
            return value.map((token) => game.chance._face(item.name, item.ref, token));
        }
        if (kind === "player" || kind === "card") {
            low = 0;
            high = (kind === "player" ? game.players : game.cards.length) - 1;
        }
        if (["int", "player", "card"].includes(kind) && _within(value, low, high)) {
            return value + 0;
        }
        throw new InputError(this.refusal(procedure, item, value, low, high));
    }

    refusal(procedure, item, value, low, high) {
        const { name, kind } = item;
        const ref = kind === "enum" ? this.data.enums[item.ref] : item.ref;
        return _refusal(procedure.id, name, kind, low, high, ref, this.data.texts.procedures[procedure.id].inputs[name], value);
    }

    // Throw for an input that a generated function found wanting.
    refuse(name, which, value) {
        const procedure = this.data.procedures[name];
        const item = procedure.inputs.find((one) => one.name === which);
        if (value === undefined) {
            throw new InputError(name + ": '" + which + "' must be given");
        }
        this.parse(procedure, item, value, new _Game(this.data, null));
        throw new InputError(name + ": '" + which + "' cannot be " + _shown(value));
    }

    printed(kind, value) {
        if (kind.kind === "bool") {
            return value !== 0;
        }
        if (kind.kind === "enum") {
            return this.data.enums[kind.ref][value];
        }
        return kind.kind === "roll" ? value.map((face) => this.token(kind.ref, face)) : value;
    }

    token(die, face) {
        const data = this.data.dice[die];
        return data.values === null ? data.ids[face] : data.values[face];
    }

    results(procedure, values) {
        const out = {};
        procedure.results.forEach((item, index) => _set(out, item.name, this.printed(item, values[index])));
        return out;
    }

    given(procedure, values) {
        const out = {};
        procedure.inputs.forEach((item, index) => _set(out, item.name, this.printed(item, values[index])));
        return out;
    }

    piles(setup, players, cards) {
        const given = _record(setup, "zones");
        for (const name of Object.keys(given)) {
            if (!_own(this.data.zones, name)) {
                throw new InputError("there is no zone " + _shown(name));
            }
        }
        const zones = {};
        for (const [name, zone] of Object.entries(this.data.zones)) {
            const owners = _owners(zone, players);
            let piles = _own(given, name) ? given[name] : [];
            if (!Array.isArray(piles) && !(typeof piles === "string" && zone.owner === "game")) {
                throw new InputError("zone '" + name + "' must be a list of piles, not " + _shown(piles));
            }
            if (zone.owner === "game" && !(piles.length && Array.isArray(piles[0]))) {
                piles = [piles];
            }
            if (piles.length > owners) {
                throw new InputError("zone '" + name + "' has " + owners + " piles, not " + piles.length);
            }
            zones[name] = [];
            for (let owner = 0; owner < owners; owner++) {
                zones[name].push(this.pile(owner < piles.length ? piles[owner] : [], cards));
            }
        }
        return zones;
    }

    pile(given, cards) {
        let list = given;
        if (typeof given === "string") {
            if (!_own(this.data.decks, given)) {
                throw new InputError("there is no deck " + _shown(given));
            }
            list = this.data.decks[given].flatMap(([card, copies]) => Array(copies).fill(card));
        }
        if (!Array.isArray(list)) {
            throw new InputError("a pile must be a list of cards or a deck, not " + _shown(list));
        }
        return list.map((card) => {
            if (!this.data.cards.includes(card)) {
                throw new InputError("there is no card " + _shown(card));
            }
            return cards.push(card) - 1;
        });
    }

    levels(setup, players) {
        const given = _record(setup, "counters");
        for (const name of Object.keys(given)) {
            if (!_own(this.data.counters, name)) {
                throw new InputError("there is no counter " + _shown(name));
            }
        }
        const levels = {};
        for (const [name, counter] of Object.entries(this.data.counters)) {
            const owners = _owners(counter, players);
            const value = _own(given, name) ? given[name] : counter.start;
            const row = Array.isArray(value) ? [...value] : Array(owners).fill(value);
            if (row.length !== owners) {
                throw new InputError("counter '" + name + "' has " + owners + " values, not " + row.length);
            }
            for (const one of row) {
                if (!_within(one, counter.low, counter.high)) {
                    const bounds = counter.low + " to " + counter.high;
                    throw new InputError("counter '" + name + "' must be from " + bounds + ", not " + _shown(one));
                }
            }
            levels[name] = row;
        }
        return levels;
    }
}
