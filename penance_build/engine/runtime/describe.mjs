// What is asked in words: the prompt filled in, all answers with their names, and what keeps those that are not legal from being so.

// ---------------------------------------------------------------- copied into every engine from here

// Whether a condition holds; values are functions, in the order by which the leaves name them.
function _holds(tree, values) {
    const { op } = tree;
    if (op === "and") {
        return tree.args.every((part) => _holds(part, values));
    }
    if (op === "or") {
        return tree.args.some((part) => _holds(part, values));
    }
    if (op === "not") {
        return !_holds(tree.args[0], values);
    }
    if (op === "name" || op === "value") {
        return Boolean(values[tree.value]());
    }
    const [left, right] = tree.sides.map((side) => Number(values[side.value]()));
    const found = { eq: left === right, ne: left !== right, lt: left < right, le: left <= right, gt: left > right, ge: left >= right };
    return found[op];
}

// The parts that keep a condition from being as wanted, each with its text and the values that it compares.
// A condition that is one of several ways is followed only into ways that are open to the thing at hand: one that fails by what a
// card is can never come to hold. A name that was put in one place, by a formula that still gives what it holds, is read as that
// formula.
function _failing(tree, values, wanted, ids) {
    if (_holds(tree, values) === wanted) {
        return [];
    }
    const { op } = tree;
    if (op === "not") {
        return _failing(tree.args[0], values, !wanted, ids);
    }
    if ((op === "and" || op === "or") && (op === "and") === wanted) {
        const found = [];
        for (const part of tree.args) {
            for (const one of _failing(part, values, wanted, ids)) {
                if (!found.some((other) => _alike(one, other))) {
                    found.push(one);
                }
            }
        }
        return found;
    }
    if (op === "and" || op === "or") {
        const open = tree.args.filter((way) => !_isClosed(way, values, wanted));
        const ways = [];
        for (const way of open.length ? open : tree.args) {
            const missing = _failing(way, values, wanted, ids);
            if (!ways.some((other) => _alike(missing, other))) {
                ways.push(missing);
            }
        }
        if (ways.length === 1) {
            return ways[0];
        }
        const texts = ways.map((way) => way.map((part) => part.text).join("; "));
        return [{ text: "either " + texts.join(", or "), either: ways }];
    }
    if (op === "name" && tree.meaning !== undefined && Number(values[tree.value]()) === Number(values[tree.now]())) {
        return _failing(tree.meaning, values, wanted, ids);
    }
    return [_leaf(tree, values, wanted, ids)];
}

// Whether a part fails by what the card at hand is, whatever happens in the game.
function _isClosed(tree, values, wanted) {
    if (_holds(tree, values) === wanted) {
        return false;
    }
    const { op } = tree;
    if (op === "not") {
        return _isClosed(tree.args[0], values, !wanted);
    }
    if (op === "and" || op === "or") {
        const closed = tree.args.map((part) => _isClosed(part, values, wanted));
        return (op === "and") === wanted ? closed.some(Boolean) : closed.every(Boolean);
    }
    return tree.fixed === true;
}

// One part: its text, and what stands on its two sides now.
function _leaf(tree, values, wanted, ids) {
    const head = wanted ? "" : "not ";
    if (tree.op === "name") {
        return { text: tree.text + " (now " + (wanted ? "no" : "yes") + ")" };
    }
    if (tree.op === "value") {
        return { text: head + tree.text };
    }
    const sides = tree.sides.map((side) => side.text);
    const now = tree.sides.map((side) => _idOf(values[side.value](), side.kind, ids));
    let text = head + sides[0] + " " + tree.sign + " " + sides[1];
    const shown = now.map((value) => (Array.isArray(value) ? value.join(", ") : String(value)));
    if (shown[0] !== sides[0] || shown[1] !== sides[1]) {
        text += " (now " + (shown[1] !== sides[1] ? shown[0] + " and " + shown[1] : shown[0]) + ")";
    }
    const [left, right] = sides.map((side, place) => ({ text: side, value: now[place] }));
    return { text, left, sign: tree.sign, right };
}

// A value as it is shown: a member by its id.
function _idOf(value, kind, ids) {
    if (kind !== undefined && typeof value === "number" && value >= 0 && value < ids[kind].length) {
        return ids[kind][value];
    }
    return typeof value === "boolean" ? Number(value) : value;
}

// What is asked, for a player or a spectator (null): only who is asked learns the values of the prompt and the answers.
function _describe(engine, game, given) {
    const player = given ?? null;
    _seat(player, game.players);
    const { pending } = game;
    if (pending === null) {
        return { player, by: null, procedure: game.procedure, slot: null, step: 0, prompt: "", actions: [] };
    }
    const { by, type, procedure, slot, step } = pending;
    const texts = engine.data.texts.asks[game.asked];
    if (player !== by) {
        return { player, by, procedure, slot, step, prompt: texts.prompt, actions: [] };
    }
    const legal = engine.legal(game);
    const answers = [];
    const ask = engine.data.asks[game.asked];
    if (type === "choose") {
        for (const { id } of ask.options) {
            if (id !== ask.fallback || pending.options.includes(id)) {
                answers.push([{ type, procedure, slot, option: id }, texts.names[id], null]);
            }
        }
    } else {
        const known = engine.view(game, player).cards;
        for (const card of [...game.zones[ask.row][pending.owner]].sort((a, b) => a - b)) {
            if (known[card] !== null) {
                answers.push([{ type, procedure, slot, card }, engine.data.texts.cards[known[card]], card]);
            }
        }
    }
    const actions = answers.map(([action, name, card]) => {
        const why = legal.some((one) => _alike(one, action)) ? null : _why(engine, game, action);
        const target = card === null ? null : { card, zone: pending.zone, owner: pending.owner };
        return { action, name, target, legal: why === null, why };
    });
    return { player, by, procedure, slot, step, prompt: engine.prompt(game), actions };
}

// Why an answer may not be given: the sentence, its parts where they are known, and where it stands in the rules.
function _why(engine, game, action) {
    const { reason, source, procedure, step } = engine.why_not(game, action);
    const condition = engine.conditions.get(game.asked + ":" + (action.option ?? ""));
    let parts = [];
    if (condition !== undefined && engine.closed(game, action) !== null) {
        const [tree, values] = condition;
        parts = _failing(tree, values(game, game.frames[game.frames.length - 1].v, action.card ?? null), true, engine.data.ids);
    }
    return { text: parts.map((part) => part.text).join("; ") || reason, parts, source, procedure, step };
}
