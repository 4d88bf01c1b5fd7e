// How the things of the game are called and drawn: by game.json alone.

/** A drawing in the line; with a name it is read out, without one it is ornament. */
function icon(name, label = "") {
    const path = game.icons[name];
    if (!path) {
        return label ? h("span", {}, label) : null;
    }
    const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
    return s("svg", { class: "icon", viewBox: "0 0 24 24", ...said }, label ? s("title", {}, label) : null, s("path", { d: path }));
}

function factionColor(id) {
    const tincture = game.factions[id]?.tincture ?? "";
    return game.theme.tinctures?.[tincture] ?? TINCTURES[tincture] ?? colors.quiet;
}

/** The colour of a seat: that of its deck's faction; where two would be alike, another tincture. */
function seatColor(seat) {
    const wanted = table.decks.map((deck) => game.decks[deck]?.faction).map((faction) => (faction ? factionColor(faction) : null));
    const taken = [];
    for (let at = 0; at <= seat; at += 1) {
        const free = [...(wanted[at] ? [wanted[at]] : []), ...["red", "blue", "green", "gold", "purple", "silver", "black"].map((name) => TINCTURES[name])];
        taken.push(free.find((color) => !taken.includes(color)) ?? colors.quiet);
    }
    return taken[seat];
}

function seatName(seat) {
    const isBot = table.seats[seat] !== "person";
    const alone = table.seats.filter((who) => who === "person").length === 1;
    return isBot ? (table.seats.length > 2 ? `Bot ${seat + 1}` : "Bot") : alone ? "You" : `Player ${seat + 1}`;
}

function memberName(list, value) {
    const space = game.spaces[list];
    return space ? space.names[value] : game.enums[list]?.members[value]?.[1] ?? String(value);
}

const WAYS = ["right", "down and right", "down and left", "left", "up and left", "up and right"];

/** Where a counter stands, in words. */
function level(id, value) {
    const counter = game.counters[id];
    if (Object.values(game.spaces).some((space) => space.facing === id)) {
        return WAYS[value];
    }
    return counter.bool ? (value ? "yes" : "no") : counter.enum ? memberName(counter.enum, value) : String(value);
}

/** The counters of an owner that are worth showing: shown, not drawn on the map, and not at zero. */
function levels(view, kind, owner) {
    const drawn = Object.values(game.spaces).flatMap((space) => [space.at, space.facing]);
    const kept = Object.entries(game.counters).filter(([id, one]) => one.owner === kind && one.shown !== false && !drawn.includes(id));
    return kept.filter(([id]) => view.counters[id][owner] !== 0).map(([id, one]) => [one.name, one.bool ? "" : level(id, view.counters[id][owner])]);
}

/** The text of a card, as paragraphs of runs. */
function textOf(card) {
    return (card.text ?? []).map((runs) => h("p", {}, runs.map((run) => {
        if (typeof run === "string") {
            return run;
        }
        return run.number ? h("b", {}, run.number) : icon(run.icon, run.icon.replaceAll("_", " "));
    })));
}

/** A card; `tag` is button where it may be clicked. */
function cardFace(id, tag, properties) {
    const card = game.cards[id];
    const shown = (place) => Object.entries(game.attributes).filter(([name, one]) => one.shown === place && card.values?.[name] !== undefined);
    const cost = shown("cost").map(([name, one]) => h("span", { class: "cost", title: one.name }, String(card.values[name]), h("span", { class: "hidden" }, one.name)));
    const marks = [...shown("mark"), ...shown("line")].filter(([name]) => card.values[name] !== 0 && card.values[name] !== false);
    const type = game.types[card.type];
    const { class: more = "", ...rest } = properties ?? {};
    return h(tag, { class: ("card " + more).trim(), ...tinted(factionColor(card.faction)), ...rest },
        h("div", { class: "head" }, cost, h("span", { class: "name" }, card.name)),
        h("div", { class: "kind" }, type?.icon ? icon(type.icon) : null, type?.name ?? game.slots[card.slot]?.name ?? ""),
        h("div", { class: "text" }, textOf(card)),
        marks.length ? h("div", { class: "marks" }, marks.map(([name, one]) => h("span", {}, one.icon ? icon(one.icon, one.name) : one.name, card.values[name] === true ? "" : ` ${card.values[name]}`))) : null,
    );
}

function cardName(id) {
    return game.cards[id]?.name ?? "a card";
}

/** Names in order, equal ones once with their number. */
function counted(names) {
    const found = new Map();
    for (const name of names) {
        found.set(name, (found.get(name) ?? 0) + 1);
    }
    return [...found].map(([name, count]) => (count > 1 ? `${count} ${name}` : name)).join(", ");
}

function plain(value) {
    return value === true ? "yes" : value === false ? "no" : Array.isArray(value) ? value.join(" ") : String(value);
}

function signed(value) {
    return typeof value !== "number" ? plain(value) : value < 0 ? `\u2212${-value}` : `+${value}`;
}
