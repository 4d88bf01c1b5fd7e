// What happened, as one player saw it: a choice, and below it what came of it.

/** The lines of the events between two choices; what is the actor's bears no name. */
function told(events, actor) {
    const lines = [];
    const kept = shortened(besideRolls(events));
    for (let at = 0; at < kept.length;) {
        const key = keyOf(kept[at]);
        const run = [];
        while (at < kept.length && keyOf(kept[at]) === key) {
            run.push(kept[at]);
            at += 1;
        }
        lines.push(...(LINES[run[0].type]?.(run, actor) ?? []));
    }
    return lines;
}

function keyOf(event) {
    const fields = {
        roll: ["name", "die"], change: ["owner"], move: ["from", "from_owner", "to", "to_owner", "place"], shuffle: ["zone", "owner"], note: [],
    }[event.type];
    const kind = event.type === "change" ? game.counters[event.counter].owner : "";
    return fields ? JSON.stringify([event.type, kind, ...fields.map((field) => event[field])]) : JSON.stringify(event);
}

/** Without derivations that belong to no roll: they say what might have been done. */
function besideRolls(events) {
    const shown = events.filter((event) => !["enter", "leave", "ask", "start", "draw"].includes(event.type));
    return shown.filter((event, at) => {
        if (event.type !== "note") {
            return true;
        }
        let [before, after] = [at, at];
        while (shown[before]?.type === "note") { before -= 1; }
        while (shown[after]?.type === "note") { after += 1; }
        return Boolean(event.label) && (game.procedures[event.procedure]?.rolls || shown[before]?.type === "roll" || shown[after]?.type === "roll");
    });
}

/** The terms of each sum together: a term follows another where the running value grows by it. */
function sums(notes) {
    const found = [];
    for (const note of notes) {
        const last = found[found.length - 1]?.at(-1);
        const follows = last && typeof note.value === "number" && note.value !== note.running && note.procedure === last.procedure;
        const adds = follows || (last && note.value === 0 && note.running === last.running && note.procedure === last.procedure);
        if (adds && last.running + note.value === note.running) {
            found[found.length - 1].push(note);
        } else {
            found.push([note]);
        }
    }
    return found.filter((terms) => terms.length === 1 || terms.some((term) => term.value));
}

function ofWhom(kind, owner, actor) {
    return kind === "player" && owner !== actor ? seatName(owner) + ": " : "";
}

/** Cards that pass through a pile in one step are told once: from where they lay first to where they lie last. */
function shortened(events) {
    const found = [];
    for (const event of events) {
        const last = event.type === "move" ? found.findLast((one) => one.type === "move" && JSON.stringify(one.cards) === JSON.stringify(event.cards)) : null;
        if (last && !event.cards.includes(null) && last.to === event.from && last.to_owner === event.from_owner) {
            Object.assign(last, { to: event.to, to_owner: event.to_owner, place: event.place });
        } else {
            found.push({ ...event });
        }
    }
    return found.filter((one) => one.type !== "move" || one.from !== one.to || one.from_owner !== one.to_owner || one.place === "bottom");
}

const LINES = {
    roll(run) {
        const die = game.dice[run[0].die];
        const faces = run.map(({ face }) => {
            const drawn = die?.faces[face] ?? {};
            const name = drawn.name ?? String(drawn.value ?? drawn.id);
            return h("span", { class: "die", title: name }, drawn.value !== undefined && !drawn.icon ? String(drawn.value) : icon(drawn.icon, name) ?? name);
        });
        return [h("div", { class: "dice" }, h("span", {}, run[0].name.replaceAll("_", " ")), faces)];
    },
    note(run) {
        const all = sums(run);
        const last = all.at(-1)?.at(-1);
        if (!last) {
            return [];
        }
        const head = game.procedures[last.procedure]?.name ?? last.label;
        const rows = all.flatMap((terms) => terms.map((term, at) => h("tr", {}, h("td", {}, term.label),
            h("td", {}, (terms.length > 1 ? signed(term.value) : plain(term.value)) + (terms.length > 1 && at === terms.length - 1 ? ` = ${plain(term.running)}` : "")))));
        const total = all.at(-1).length > 1 ? `${head}: ${plain(last.running)}` : head === last.label ? `${head}: ${plain(last.value)}` : `${head}: ${last.label} ${plain(last.value)}`;
        return [h("details", {}, h("summary", {}, total), h("table", {}, rows))];
    },
    change(run, actor) {
        const ends = new Map();
        for (const event of run.filter(({ counter }) => game.counters[counter].shown !== false)) {
            ends.set(event.counter, [ends.get(event.counter)?.[0] ?? event.from, event.to]);
        }
        const moved = [...ends].filter(([, [from, to]]) => from !== to);
        const { owner } = run[0];
        const kind = game.counters[run[0].counter].owner;
        const where = game.spaces[kind] ? game.spaces[kind].names[owner] + ": " : ofWhom(kind, owner, actor);
        return moved.length ? [h("p", {}, where + moved.map(([id, [from, to]]) => `${game.counters[id].name} ${level(id, from)} \u2192 ${level(id, to)}`).join(", "))] : [];
    },
    move(run, actor) {
        const [{ from, from_owner: one, to, to_owner: two, place }] = run;
        const cards = run.flatMap((event) => event.cards);
        const known = cards.filter((card) => card !== null);
        const what = known.length ? counted(known.map((card) => cardName(table.state.cards[card]))) : `${cards.length} ${cards.length === 1 ? "card" : "cards"}`;
        const [source, target] = [game.zones[from], game.zones[to]];
        const other = target.owner === "player" && (source.owner !== "player" || one !== two) ? seatName(two) + ", " : "";
        return [h("p", {}, `${ofWhom(source.owner, one, actor)}${what}, ${source.name} \u2192 ${other}${place === "bottom" ? "under " : ""}${target.name}`)];
    },
    shuffle: ([event], actor) => [h("p", {}, `${ofWhom(game.zones[event.zone].owner, event.owner, actor)}${game.zones[event.zone].name} is shuffled`)],
    say: (run) => run.map((event) => h("p", { class: "said" }, event.text)),
    record: (run) => run.map((event) => h("p", {}, `${event.name.replaceAll("_", " ")}: ${Object.entries(event.values).map(([name, value]) => `${name.replaceAll("_", " ")} ${plain(value)}`).join(", ")}`)),
};

/** What a choice is called: an option by its name, a card where the player may know it. */
function choiceName(event) {
    if (event.type === "pick") {
        return event.card === null ? "a card" : cardName(table.state.cards[event.card]);
    }
    return game.procedures[event.procedure]?.asks?.[event.slot]?.[event.option] ?? (event.option ?? "a choice").replaceAll("_", " ");
}

/** Add a step to the list: a choice of which nothing has come yet is one line with the next choice of the same player. */
function addStep(list, step, viewer, number) {
    const [first, ...rest] = engine.eventsFor(step, viewer);
    const isChoice = first?.type === "choose" || first?.type === "pick";
    const lines = told(isChoice ? rest : [first, ...rest].filter(Boolean), isChoice ? first.by : null);
    const last = list.lastElementChild;
    if (isChoice && last?.dataset.by === String(first.by) && last.dataset.open) {
        last.append(`, ${choiceName(first)}`, ...lines);
        last.dataset.open = lines.length || rest.some((event) => event.type === "ask" && event.pending.by !== first.by) ? "" : "yes";
    } else if (isChoice) {
        list.append(h("li", { ...tinted(seatColor(first.by)), "data-by": first.by, "data-step": number, "data-open": lines.length ? "" : "yes" },
            h("span", { class: "who" }, seatName(first.by)), ": ", choiceName(first), lines));
    } else if (lines.length) {
        list.append(h("li", { "data-step": number }, lines));
    }
}

/** The steps of a game, from all of its events: each begins with a choice. */
function stepsOf(events) {
    const steps = [[]];
    for (const event of events) {
        if (event.type === "choose" || event.type === "pick") {
            steps.push([]);
        }
        steps[steps.length - 1].push(event);
    }
    return steps;
}

const shownLog = { list: h("ol", { class: "log", role: "log", "aria-live": "polite", "aria-label": "What happened", tabindex: 0 }), viewer: undefined, count: 0, game: null };

/** The log, with only the new entries added, so that they alone are read out. */
function drawLog(viewer) {
    const log = shownLog;
    if (log.viewer !== viewer || log.game !== table.number || log.count > table.steps.length) {
        Object.assign(log, { viewer, game: table.number, count: 0 });
        log.list.replaceChildren();
    }
    for (; log.count < table.steps.length; log.count += 1) {
        addStep(log.list, table.steps[log.count], viewer, log.count);
    }
    requestAnimationFrame(() => log.list.scrollTo({ top: log.list.scrollHeight }));
    return log.list;
}
