// The page: which game, who plays, whose turn it is, what is kept.

// The folder of the game: where its engine.mjs and game.json lie. Another game is another path here, or ?game=PATH in the address.
const GAME = "../engine/";

let engine, game;
let table = null; // the game that is played: state, steps, seats, decks
const look = { dark: null, pace: 500 };

async function begin() {
    const asked = new URLSearchParams(location.search);
    const folder = new URL(asked.get("game") ?? GAME, location.href);
    try {
        if (folder.origin !== location.origin) {
            throw new Error("a game must lie on the host of this page");
        }
        const base = folder.href.endsWith("/") ? folder.href : folder.href + "/";
        const answer = await fetch(base + "game.json");
        if (!answer.ok) {
            throw new Error(`${base}game.json: ${answer.status}`);
        }
        [game, engine] = [await answer.json(), await import(base + "engine.mjs")];
        if (game.rules !== engine.RULES) {
            throw new Error("engine.mjs and game.json are not of one build");
        }
    } catch (problem) {
        page.replaceChildren(h("main", { class: "start" }, h("h1", {}, "No game here"), h("p", { class: "wrong" }, String(problem.message ?? problem)),
            h("p", {}, "This page is to be served by a web server, with the game's folder at ", h("code", {}, folder.pathname), ".")));
        return;
    }
    document.title = game.name;
    look.pace = Number(asked.get("pace") ?? stored("front:pace") ?? 500);
    const media = matchMedia("(prefers-color-scheme: dark)");
    const paintNow = () => {
        paint(game.theme, look.dark ?? media.matches);
        draw();
    };
    look.dark = stored("front:dark");
    look.paint = paintNow;
    media.addEventListener("change", paintNow);
    paintNow();
}

function draw() {
    if (table === null) {
        drawStart();
    } else {
        drawTable();
    }
}

const key = () => `front:${game.id}:${game.rules}`;

// ---------------------------------------------------------------- the beginning

function drawStart(wrong = "") {
    const setups = Object.entries(game.setups);
    if (!setups.length) {
        page.replaceChildren(h("main", { class: "start" }, h("h1", {}, game.name), h("p", {}, "This game has rules, but no setup: there is nothing yet that could be played from a beginning to an end."),
            h("h2", {}, "Its rules"), h("ul", {}, Object.values(game.procedures).map((one) => h("li", {}, one.name)))));
        return;
    }
    const setup = h("select", { name: "setup", change: () => seats.replaceChildren(...seatRows(setup.value)) }, setups.map(([id, one]) => h("option", { value: id }, one.name)));
    const seats = h("div", { class: "start-seats" }, seatRows(setups[0][0]));
    seats.style.display = "grid";
    seats.style.gap = "0.7rem";
    const seed = h("input", { name: "seed", type: "number", min: 0, max: 9007199254740991, step: 1, value: String(crypto.getRandomValues(new Uint32Array(1))[0]) });
    const go = () => {
        try {
            newGame(setup.value, [...page.querySelectorAll("select[name=deck]")].map((one) => one.value), [...page.querySelectorAll("select[name=who]")].map((one) => one.value), Number(seed.value));
        } catch (problem) {
            drawStart(problem.message);
        }
    };
    const kept = stored(key());
    page.replaceChildren(h("main", { class: "start" },
        h("header", {}, h("h1", {}, game.name), h("p", { class: "quiet" }, [game.subtitle, `version ${game.version}`].filter(Boolean).join(", "))),
        wrong ? h("p", { class: "wrong", role: "alert" }, wrong) : null,
        kept ? h("div", { class: "row" }, h("button", { class: "first", click: () => resume(kept) }, "Go on with the last game")) : null,
        setups.length > 1 ? h("fieldset", {}, h("legend", {}, "Setup"), setup) : h("div", { hidden: true }, setup),
        seats,
        h("fieldset", {}, h("legend", {}, "Chance"), h("label", {}, "Seed", seed)),
        h("div", { class: "row" }, h("button", { class: kept ? null : "first", click: go, "data-key": "begin" }, "Begin"), h("button", { click: load }, "Load a game from a file")),
        h("p", { class: "quiet" }, "Two people may share this screen: a hand is covered until its player asks for it. A bot is simple: it plays cards, comes nearer where there is a map, and otherwise takes any legal action. It never gives up, and looks at no card and no dice to come.")));
}

function seatRows(id) {
    const setup = game.setups[id];
    return Array.from({ length: setup.players }, (_, seat) => {
        const decks = setup.decks.length ? h("label", {}, "Deck", h("select", { name: "deck" }, setup.decks.map((deck, at) =>
            h("option", { value: deck, selected: at === Math.min(seat, setup.decks.length - 1) }, deckName(deck))))) : null;
        const who = h("select", { name: "who" }, h("option", { value: "person" }, "A person"), h("option", { value: "bot", selected: seat > 0 }, "A bot"));
        return h("fieldset", {}, h("legend", {}, `Seat ${seat + 1}`), h("label", {}, "Played by", who), decks);
    });
}

function deckName(id) {
    const deck = game.decks[id];
    const faction = game.factions[deck?.faction]?.name;
    return deck ? deck.name + (faction && faction !== deck.name ? `, ${faction}` : "") : id;
}

function newGame(setup, decks, seats, seed) {
    const given = decks.length ? { setup, decks } : { setup };
    const state = engine.newGame(given, seed);
    sit({ setup, decks, seats, seed, state, past: [] });
}

/** Take place at a table: the steps that were are told anew from the log. */
function sit(given) {
    let chance = given.seed % 2147483647 || 1; // the bot's own: it takes nothing from the dice
    table = {
        ...given, number: (table?.number ?? 0) + 1, steps: stepsOf(engine.retell(given.state.log)), viewer: null, ahead: null,
        chance: () => (chance = (chance * 48271) % 2147483647) / 2147483647,
    };
    next();
}

// ---------------------------------------------------------------- one action after the other

function people() {
    return table.seats.flatMap((who, seat) => (who === "person" ? [seat] : []));
}

/** Whose eyes the screen is for: the only person, or who has lifted the curtain. */
function viewer() {
    return people().length === 1 ? people()[0] : table.viewer;
}

function act(...actions) {
    for (const action of actions) {
        const { by } = table.state.pending;
        const { state, events } = engine.apply(table.state, action, by);
        table.past.push(table.state);
        table.state = state;
        table.steps.push(events.filter((event) => event.type !== "end"));
    }
    next();
}

function next() {
    const { pending } = table.state;
    const number = table.number;
    store(key(), kept());
    if (pending && people().length > 1 && table.seats[pending.by] === "person" && table.viewer !== pending.by) {
        table.viewer = null;
    }
    draw();
    if (pending && table.seats[pending.by] !== "person") {
        setTimeout(() => table?.number === number && table.state.pending === pending && act(botAction(table.state)), look.pace);
    }
}

/** The state to which undo leads, and how many steps go: back to the last choice of who looks, over what bots did since. */
function undone() {
    const who = viewer();
    let { state } = table;
    for (let count = 1; who !== null && count <= Math.min(12, table.past.length); count += 1) {
        const before = table.past[table.past.length - count];
        if (state.fixed > before.log.length) {
            return null;
        }
        state = before;
        if (before.pending.by === who) {
            return { count, state };
        }
        if (table.seats[before.pending.by] === "person") {
            return null; // what another person chose is not taken back
        }
    }
    return null;
}

function undo() {
    const found = undone();
    if (found) {
        let { state } = table;
        for (let count = 0; count < found.count; count += 1) {
            state = engine.undo(state);
        }
        Object.assign(table, { state, past: table.past.slice(0, -found.count), steps: table.steps.slice(0, -found.count), number: table.number + 1 });
        next();
    }
}

// ---------------------------------------------------------------- keeping a game

function kept() {
    const { setup, decks, seats, seed, state } = table;
    return { page: 1, game: game.id, rules: game.rules, setup, decks, seats, seed, state };
}

function save() {
    const address = URL.createObjectURL(new Blob([JSON.stringify(kept())], { type: "application/json" }));
    h("a", { href: address, download: `${game.id}-${table.seed}-${table.state.log.length}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function load() {
    const input = h("input", { type: "file", accept: "application/json,.json" });
    input.addEventListener("change", async () => {
        try {
            resume(JSON.parse(await input.files[0].text()));
        } catch {
            refuse("This file holds no game.");
        }
    });
    input.click();
}

function resume(given) {
    try {
        if (given?.page !== 1 || given.game !== game.id || !Array.isArray(given.seats) || !game.setups[given.setup]) {
            throw new Error("This file holds no game of these rules.");
        }
        engine.describe(given.state, null); // refuses a state that these rules cannot lead to
        const { setup, decks, seats, seed, state } = given;
        sit({ setup, decks: decks ?? [], seats, seed, state, past: [] });
    } catch (problem) {
        refuse(problem.message);
    }
}

function refuse(message) {
    table = null;
    drawStart(message);
}

// ---------------------------------------------------------------- the table

function drawTable() {
    const focused = document.activeElement?.dataset?.key;
    const who = viewer();
    const { pending } = table.state;
    const isCovered = pending !== null && people().length > 1 && table.seats[pending.by] === "person" && table.viewer === null;
    const view = engine.view(table.state, who);
    const mine = pending !== null && pending.by === who;
    const answers = mine ? answersOf(table.state, who) : null;
    const targets = new Map([...(answers?.hexes ?? [])].map(([at, one]) => [at, { name: one.name, go: () => act(...one.actions) }]));
    const spaces = Object.values(game.spaces);
    const board = h("section", { class: "board", "aria-label": "The table" }, spaces.map((space) => [drawMap(space, view, targets), legend(space)]), commonPiles(view, answers));
    const log = isCovered ? null : drawLog(who);
    page.replaceChildren(h("main", { class: "table" }, topBar(view), board,
        h("aside", { class: "side" }, order(who).map((seat) => seatPanel(view, seat, who)), log),
        h("section", { class: "dock", "aria-label": "What is asked" }, isCovered ? null : askPanel(view, answers, who)),
        isCovered ? curtain(pending.by) : null));
    if (isCovered) {
        page.querySelector("[data-key=lift]").focus();
    } else if (focused) {
        (page.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? page.querySelector(".ask button, .ask h2"))?.focus({ preventScroll: true });
    }
}

function topBar(view) {
    const now = levels(view, "game", 0).map(([name, value]) => `${name} ${value}`.trim()).join(", ");
    return h("header", { class: "top" }, h("h1", {}, game.name), h("span", { class: "levels" }, now),
        h("nav", { "aria-label": "The game" },
            h("button", { click: undo, disabled: !undone(), "data-key": "undo" }, "Undo"), h("button", { click: save }, "Save"), h("button", { click: load }, "Load"),
            h("button", { click: settings, "data-key": "settings" }, "Settings"),
            h("button", { click: () => { table = null; draw(); } }, "New game")));
}

function settings() {
    const pace = h("select", { change: () => { look.pace = Number(pace.value); store("front:pace", look.pace); } },
        [["0", "at once"], ["500", "quickly"], ["1400", "slowly"]].map(([value, name]) => h("option", { value, selected: Number(value) === look.pace }, name)));
    const ground = h("select", { change: () => { look.dark = { light: false, dark: true }[ground.value] ?? null; store("front:dark", look.dark); look.paint(); } },
        [["", "as the system"], ["light", "light"], ["dark", "dark"]].map(([value, name]) => h("option", { value, selected: ({ light: false, dark: true }[value] ?? null) === look.dark }, name)));
    opened("Settings", h("p", {}, h("label", {}, "Bots play ", pace)), h("p", {}, h("label", {}, "Ground ", ground)),
        h("p", {}, `Seed of this game: ${table.seed}. With it, the same decks and the same choices, the same game comes again.`),
        h("p", { class: "quiet" }, "A bot is simple: it plays cards, comes nearer where there is a map, and otherwise takes any legal action. It never gives up, and looks at no card and no dice to come."));
}

/** Others first, the own seat last, nearest to the hand. */
function order(who) {
    const seats = table.seats.map((_, seat) => seat);
    return who === null ? seats : [...seats.slice(who + 1), ...seats.slice(0, who), who];
}

function seatPanel(view, seat, who) {
    const isAsked = table.state.pending?.by === seat;
    const deck = game.decks[table.decks[seat]];
    const faction = game.factions[deck?.faction];
    const [space] = Object.values(game.spaces);
    const away = who !== null && who !== seat && space?.at ? apart(space, view.counters[space.at][who], view.counters[space.at][seat]) : null;
    const chips = levels(view, "player", seat).map(([name, value]) => h("li", {}, name, value === "" ? "" : " ", h("b", {}, value)));
    if (away !== null) {
        chips.unshift(h("li", {}, h("b", {}, String(away)), away === 1 ? " hex away" : " hexes away"));
    }
    return h("section", { class: "seat" + (isAsked ? " asked" : ""), ...tinted(seatColor(seat)), "aria-label": seatName(seat) },
        h("header", {}, h("h2", {}, faction?.icon ? icon(faction.icon) : null, `${seatName(seat)}${deck ? `: ${deck.name}` : ""}`),
            isAsked ? h("span", { class: "quiet" }, "decides") : null),
        h("ul", { class: "chips" }, chips), piles(view, "player", seat, who));
}

function piles(view, kind, owner, who) {
    const kept = Object.entries(game.zones).filter(([id, zone]) => zone.owner === kind && !(owner === who && isHand(id)));
    return h("div", { class: "piles" }, kept.map(([id, zone]) => {
        const pile = view.zones[id][owner];
        const count = typeof pile === "number" ? pile : pile.length;
        if (count === 0) {
            return null;
        }
        if (typeof pile === "number" || pile.every((card) => view.cards[card] === null)) {
            return h("span", {}, `${zone.name} ${count}`);
        }
        return h("button", { click: () => opened(`${zone.name} (${count})`, h("div", { class: "cards open" }, [...pile].reverse().map((card) => cardFace(view.cards[card], "div")))) },
            `${zone.name} ${count}`, h("span", { class: "hidden" }, `, on top ${cardName(view.cards[pile.at(-1)])}`));
    }));
}

/** A pile whose cards its owner alone sees. */
function isHand(id) {
    return game.zones[id].visible === "owner" && game.zones[id].owner === "player";
}

/** What lies in the middle: open piles of the game, where there is no map as cards. */
function commonPiles(view, answers) {
    const zones = Object.entries(game.zones).filter(([, zone]) => zone.owner !== "player");
    const heaps = zones.map(([id, zone]) => {
        const pile = view.zones[id][0];
        const count = typeof pile === "number" ? pile : pile.length;
        const name = h("h3", {}, `${zone.name} (${count})`);
        if (typeof pile === "number" || Object.keys(game.spaces).length || !count) {
            return count ? h("section", { class: "heap" }, name) : null;
        }
        return h("section", { class: "heap" }, name, h("div", { class: "cards", keydown: arrows }, kinds(view, pile, answers)));
    });
    return heaps.some(Boolean) ? h("div", {}, heaps) : null;
}

/** The answer that a card is, at once or behind another answer. */
function answerFor(answers, card) {
    return answers?.asked.actions.find((one) => one.target?.card === card) ?? answers?.cards.get(card) ?? null;
}

/** The cards of an open pile, equal ones once with their number; an answer stands for all of its kind. */
function kinds(view, pile, given) {
    const groups = new Map();
    for (const card of pile) {
        const id = view.cards[card] ?? "";
        groups.set(id, [...(groups.get(id) ?? []), card]);
    }
    return [...groups.values()].map((cards) => {
        const answers = cards.map((card) => [card, answerFor(given, card)]).filter(([, one]) => one);
        const [card, answer] = answers.find(([, one]) => one.legal) ?? answers[0] ?? [cards[0], null];
        const drawn = cardButton(view, card, answer);
        if (cards.length > 1) {
            (drawn.querySelector(".head") ?? drawn).append(h("span", { class: "count" }, `\u00d7 ${cards.length}`));
        }
        return drawn;
    });
}

// ---------------------------------------------------------------- what is asked

function askPanel(view, answers, who) {
    const { pending } = table.state;
    if (pending === null) {
        return [endPanel(), hand(view, null, who)];
    }
    if (answers === null) {
        return [h("div", { class: "ask" }, h("h2", { tabindex: -1 }, h("span", { class: "who", ...tinted(seatColor(pending.by)) }, seatName(pending.by)), " decides")), hand(view, null, who)];
    }
    const { asked } = answers;
    const why = h("p", { class: "why", role: "status" }, hint(answers));
    const plainAnswers = asked.actions.filter((one) => !one.target);
    const buttons = plainAnswers.map((one, at) => h("button", {
        class: !one.legal ? null : avoided(asked.slot).includes(one.action.option) ? "last" : "can", "data-key": "answer" + at, "data-legal": String(one.legal), "aria-disabled": one.legal ? null : "true",
        title: one.why?.text, click: () => (one.legal ? act(one.action) : (why.textContent = `Not now: ${one.why.text}`)),
    }, one.name));
    const elsewhere = asked.actions.filter((one) => one.target && !shownElsewhere(one.target, view, who));
    return [
        h("div", { class: "ask" },
            h("h2", { tabindex: -1 }, h("span", { class: "who", ...tinted(seatColor(who)) }, people().length > 1 ? seatName(who) : "You"), h("span", {}, asked.prompt)),
            buttons.length ? h("div", { class: "answers", role: "toolbar", "aria-label": "Answers", keydown: arrows }, buttons) : null,
            elsewhere.length ? h("div", { class: "cards", keydown: arrows }, elsewhere.map((one) => cardButton(view, one.target.card, one, why))) : null,
            why),
        hand(view, answers, who, why),
    ];
}

/** What besides the buttons is an answer. */
function hint(answers) {
    const kinds = [...([...answers.cards.values()].some((one) => one.legal) ? ["framed cards"] : []), ...(answers.hexes.size ? ["marked hexes"] : [])];
    return kinds.length ? `Also answers: ${kinds.join(" and ")}.` : "";
}

/** Whether a card that may be picked lies where it is drawn anyway: in the own hand or in the middle. */
function shownElsewhere(target, view, who) {
    const zone = game.zones[target.zone];
    return (zone.owner === "player" && target.owner === who && isHand(target.zone)) || (zone.owner !== "player" && !Object.keys(game.spaces).length && typeof view.zones[target.zone][0] !== "number");
}

function cardButton(view, card, answer, why = null) {
    const id = view.cards[card];
    if (id === null) {
        return h("div", { class: "card back" }, "hidden");
    }
    if (!answer) {
        return cardFace(id, "div", {});
    }
    const actions = answer.actions ?? [answer.action];
    const refuse = () => {
        (why ?? page.querySelector(".why") ?? h("p")).textContent = `${cardName(id)}, not now: ${answer.why.text}`;
    };
    return cardFace(id, "button", {
        class: answer.legal ? "can" : "", "data-key": "card" + card, "data-legal": String(answer.legal), "aria-disabled": answer.legal ? null : "true", title: answer.why?.text,
        click: () => (answer.legal ? act(...actions) : refuse()),
    });
}

function hand(view, answers, who, why) {
    if (who === null) {
        return null;
    }
    return Object.keys(game.zones).filter(isHand).map((id) => {
        const pile = view.zones[id][who];
        const answerOf = (card) => answerFor(answers, card);
        const isOpen = (card) => Number(answerOf(card)?.legal ?? false);
        const sorted = [...pile].sort((a, b) => isOpen(b) - isOpen(a) || a - b);
        return sorted.length ? h("div", { class: "cards", role: "group", "aria-label": game.zones[id].name, keydown: arrows }, sorted.map((card) => cardButton(view, card, answerOf(card), why))) : null;
    });
}

function endPanel() {
    const setup = game.setups[table.setup];
    const { result } = table.state;
    const kinds = game.procedures[setup.procedure]?.results ?? {};
    const value = (name) => game.enums[kinds[name]]?.members.find(([id]) => id === result[name])?.[1] ?? plain(result[name]);
    const winner = result[setup.winner];
    const head = winner === undefined ? "The game is over" : winner === 0 ? "Nobody wins" : seatName(winner - 1) === "You" ? "You win" : `${seatName(winner - 1)} wins`;
    const rest = Object.keys(result).filter((name) => name !== setup.winner).map((name) => (name === setup.outcome ? value(name) : `${name.replaceAll("_", " ")}: ${value(name)}`));
    return h("div", { class: "ask end", id: "end", role: "status" }, h("h2", { class: "rubric" }, head), h("p", {}, rest.join("; ")),
        h("div", { class: "answers" }, h("button", { class: "can", click: () => { table = null; draw(); } }, "Play again")));
}

function curtain(seat) {
    return h("div", { class: "curtain", role: "dialog", "aria-modal": "true", "aria-label": "Pass the screen", ...tinted(seatColor(seat)) },
        h("h2", {}, `${seatName(seat)} decides`), h("p", {}, "Pass the screen; nobody else should look."),
        h("button", { class: "first", "data-key": "lift", click: () => { table.viewer = seat; draw(); } }, `I am ${seatName(seat)}`));
}

begin();
