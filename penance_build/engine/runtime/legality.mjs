// Which actions are legal, and why others are not.

// ---------------------------------------------------------------- copied into every engine from here

// The options of a choice that have a mark; of a choice among cards something or nothing.
function _marked(ask, mark) {
    return new Set(ask.options === undefined ? (ask[mark] ? [""] : []) : ask.options.filter((option) => option[mark]).map((option) => option.id));
}

// Judges actions: by what is proven where that can be, else by trying them as far as their outcome is certain.
// blocks hold the procedures that choose; of asks, by choice, the guards say what is refused, the prompts what is asked, and the
// conditions what would have to hold; behind says what is refused behind a call.
class _Legality extends _Border {
    constructor(data, blocks, { guards, behind, prompts, conditions }) {
        super(data);
        this.blocks = blocks;
        this.guards = guards;
        this.behind = behind;
        this.prompts = prompts;
        this.conditions = conditions;
        _arrange(data);
        this.values = data.asks.map((ask) => new Map((ask.options ?? []).map((option) => [option.id, option.value])));
        // the options that must be tried, and those after which the rules may forbid what follows; of cards whether all, or none
        this.tried = data.asks.map((ask) => _marked(ask, "tried"));
        this.breaking = data.asks.map((ask) => _marked(ask, "breaks"));
    }

    // What is open, as actions; some of it may turn out to be refused.
    open(game) {
        const { pending } = game;
        if (pending === null) {
            return [];
        }
        const { type, procedure, slot } = pending;
        if (type === "choose") {
            return pending.options.map((option) => ({ type, procedure, slot, option }));
        }
        return pending.cards.map((card) => ({ type, procedure, slot, card }));
    }

    legal(game) {
        const found = this.open(game);
        if (!found.length) {
            return found;
        }
        const tried = this.tried[game.asked];
        if (!tried.size) {
            return found;
        }
        const isCard = game.pending.type === "pick";
        const guard = this.guards.get(game.asked) ?? null;
        const slots = game.frames[game.frames.length - 1].v;
        const values = this.values[game.asked];
        let other = null;
        let callers = null;
        return found.filter((action) => {
            if (!isCard && !tried.has(action.option)) {
                return true;
            }
            let answer = guard === null ? 2 : guard(game, slots, isCard ? action.card : values.get(action.option));
            if (answer === 3) {
                callers ??= this.answerBehind(game);
                answer = callers;
            }
            if (answer !== 2) {
                return answer === 0;
            }
            other ??= this.fresh(game, false); // what would happen on the way must tell
            return this.trial(game, action, other) === null;
        });
    }

    // What the callers make of an action that only ends the innermost procedure: 0 fine, 1 refused, 2 where trying must tell.
    answerBehind(game) {
        if (!game.isRiskyBehind(2)) {
            return 0;
        }
        const { p, pc, v } = game.frames[game.frames.length - 2];
        const guard = this.behind.get(p + " " + pc);
        const answer = guard === undefined ? 2 : guard(game, v);
        return answer < 3 ? answer : game.isRiskyBehind(3) ? 2 : 0;
    }

    // A game for trials of another one.
    fresh(game, noting) {
        const other = game.fork(game.chance, false);
        other.trial = true;
        other.noting = noting;
        return other;
    }

    // What keeps an open action from being carried out as far as its outcome is certain: an error, or null.
    trial(game, action, other) {
        other.like(game);
        try {
            this.put(other, action);
            other.advance(this.blocks);
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

    // What is asked, with the values that it names.
    prompt(game) {
        const fill = this.prompts.get(game.asked);
        return fill === undefined ? this.data.texts.asks[game.asked].prompt : fill(game, game.frames[game.frames.length - 1].v).join("");
    }

    why_not(game, action, player = null) {
        if (game.pending === null) {
            return { reason: "nothing is to be chosen", source: "", procedure: "", step: 0 };
        }
        const ask = this.data.asks[game.asked];
        const { procedure, step } = ask;
        const { source } = this.data.texts.procedures[procedure];
        const reason = _whose(game, player) ?? this.closed(game, action);
        if (reason !== null) {
            return { reason, source, procedure, step };
        }
        const problem = this.trial(game, action, this.fresh(game, true));
        if (problem === null) {
            return null;
        }
        const at = problem instanceof IllegalAction && problem.step ? problem : ask;
        return { reason: problem.message, source, procedure: at.procedure, step: at.step };
    }

    // Why an action is none of those that are open, or null.
    closed(game, action) {
        const { pending } = game;
        if (pending === null) {
            return "nothing is to be chosen";
        }
        const ask = this.data.asks[game.asked];
        for (const key of ["type", "procedure", "slot"]) {
            if (!_isRecord(action) || action[key] !== pending[key]) {
                return "what is asked is: " + this.prompt(game);
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

    // Answer what is asked with an action that is open.
    put(game, action) {
        const { pending, asked } = game;
        game.top().v[this.data.asks[asked].place] = pending.type === "pick" ? action.card : this.values[asked].get(action.option);
        game.pending = null;
        game.drawn = false;
    }

    // Whether the rules may forbid what an action leads to, be it after dice.
    may_break(game, action) {
        const breaking = this.breaking[game.asked];
        return breaking.size > 0 && (game.pending.type === "pick" || breaking.has(action.option));
    }
}
