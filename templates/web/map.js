// The map: hexes with their layers, who stands where and faces which way, and the hexes that an answer leads to.

const SIZE = 20;
const AROUND = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]; // in the order of the six ways
// One figure for each member of a layer, told apart by drawing as well as by tint; the first member is bare.
const FIGURES = [
    null,
    { tint: "#4f8a4f", d: "M0 -10L6 1L-6 1ZM0 -4L8 8L-8 8Z" },
    { tint: "#2c5f3a", d: "M-6 -9L-1 2L-11 2ZM6 -9L11 2L1 2ZM0 -3L7 9L-7 9Z" },
    { tint: "#b08a4a", d: "M-7 5L-2 -3L2 2L5 -4L9 5Z" },
    { tint: "#3f78ad", d: "M-10 -3Q-5 -8 0 -3T10 -3M-10 4Q-5 -1 0 4T10 4" },
    { tint: "#55504a", d: "M-10 -7H10V0H-10ZM-10 0H10V7H-10ZM0 -7V0M-5 0V7M5 0V7" },
    { tint: "#7a5a8c", d: "M0 -9L9 0L0 9L-9 0Z" },
    { tint: "#a8443c", d: "M-8 -8L8 8M8 -8L-8 8" },
];

function centre([q, r]) {
    return [SIZE * Math.sqrt(3) * (q + r / 2), SIZE * 1.5 * r];
}

function hexagon(size) {
    const corners = [0, 1, 2, 3, 4, 5].map((at) => (Math.PI / 180) * (60 * at + 30));
    return corners.map((turn) => `${(size * Math.cos(turn)).toFixed(2)},${(size * Math.sin(turn)).toFixed(2)}`).join(" ");
}

function figure(value) {
    return FIGURES[value === 0 ? 0 : ((value - 1) % (FIGURES.length - 1)) + 1];
}

/** What is drawn of one hex, from its layers and from what lies there. */
function ground(space, at, view) {
    const drawn = [];
    for (const layer of space.layers) {
        const value = layer.values[at];
        if (layer.enum && value) {
            const { tint, d } = figure(value);
            drawn.push(s("polygon", { class: "over", points: hexagon(SIZE - 0.6), fill: tint, "fill-opacity": 0.3 }), s("path", { class: "mark", d }));
        } else if (value) {
            drawn.push(s("polygon", { class: "mark", points: hexagon(SIZE - 4), "stroke-width": 1 + value }), s("text", { class: "height", y: 3 }, String(value)));
        }
    }
    for (const [id] of lying(space)) {
        if (view.counters[id][at]) {
            drawn.push(s("circle", { class: "over", r: 12, fill: colors.quiet, "fill-opacity": 0.45 }));
        }
    }
    return drawn;
}

function spaceId(space) {
    return Object.keys(game.spaces).find((id) => game.spaces[id] === space);
}

/** The counters of single hexes. */
function lying(space) {
    return Object.entries(game.counters).filter(([, one]) => one.owner === spaceId(space));
}

function said(space, at, view) {
    const layers = space.layers.map((layer) => (layer.enum ? memberName(layer.enum, layer.values[at]) : layer.values[at] ? `${layer.name} ${layer.values[at]}` : ""));
    const here = lying(space).filter(([id]) => view.counters[id][at]).map(([, one]) => one.name);
    const who = space.at ? view.counters[space.at].flatMap((place, seat) => (place === at ? [seatName(seat)] : [])) : [];
    return `${space.names[at]}: ${[...layers, ...here, ...who].filter(Boolean).join(", ")}`;
}

function token(space, view, seat) {
    const [x, y] = centre(space.cells[view.counters[space.at][seat]]);
    const turn = space.facing ? view.counters[space.facing][seat] * 60 : null;
    return s("g", { class: "token", transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, ...tinted(seatColor(seat)) },
        turn === null ? null : s("path", { d: "M11 -8L21 0L11 8Z", transform: `rotate(${turn})` }),
        s("circle", { r: 12 }),
        s("text", {}, String(seat + 1)));
}

/** The map; `targets` are the answers by the number of the hex that they lead to. */
function drawMap(space, view, targets) {
    const points = space.cells.map(centre);
    const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
    const [top, bottom] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
    const box = [left - SIZE, top - SIZE - 2, right - left + 2 * SIZE, bottom - top + 2 * SIZE + 4];
    const hexes = points.map(([x, y], at) => {
        const target = targets.get(at);
        const go = target ? { click: target.go, keydown: (event) => walk(event, space, at, target), tabindex: 0, role: "button", "data-key": "hex" + at, "data-hex": at,
            "aria-label": `${target.name}: ${said(space, at, view)}` } : {};
        return s("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, class: target ? "can-go" : null, ...go },
            s("title", {}, said(space, at, view) + (target ? ` (${target.name})` : "")),
            s("polygon", { class: "hex", points: hexagon(SIZE - 0.6) }),
            ground(space, at, view),
            target ? s("polygon", { class: "ring", points: hexagon(SIZE - 3) }) : null);
    });
    const tokens = space.at ? view.counters[space.at].map((_, seat) => token(space, view, seat)) : [];
    return s("svg", { class: "map", viewBox: box.map((value) => value.toFixed(1)).join(" "), role: "group", "aria-label": space.name }, hexes, tokens);
}

/** Enter and space answer; arrows go to the next hex that is an answer, in that direction. */
function walk(event, space, at, target) {
    if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        target.go();
        return;
    }
    const way = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (way) {
        event.preventDefault();
        const [x, y] = centre(space.cells[at]);
        const ahead = [...event.currentTarget.parentNode.querySelectorAll("[data-hex]")].map((other) => {
            const [ox, oy] = centre(space.cells[Number(other.dataset.hex)]);
            return { other, along: (ox - x) * way[0] + (oy - y) * way[1], far: Math.hypot(ox - x, oy - y) };
        });
        ahead.filter(({ along }) => along > 1).sort((a, b) => a.far - b.far)[0]?.other.focus();
    }
}

function legend(space) {
    const items = [];
    for (const layer of space.layers) {
        for (const value of [...new Set(layer.values)].filter(Boolean).sort((a, b) => a - b)) {
            if (layer.enum) {
                const { tint, d } = figure(value);
                const drawn = s("svg", { viewBox: "-20 -20 40 40", "aria-hidden": "true" }, s("polygon", { points: hexagon(19), fill: tint, "fill-opacity": 0.3 }), s("path", { class: "mark", d }));
                items.push(h("li", {}, drawn, memberName(layer.enum, value)));
            }
        }
        if (!layer.enum) {
            items.push(h("li", {}, `a number: ${layer.name}`));
        }
    }
    return h("ul", { class: "legend" }, items, lying(space).map(([, one]) => h("li", {}, `grey: ${one.name}`)));
}

/** How many hexes lie between two. */
function apart(space, one, other) {
    const [q, r] = [0, 1].map((at) => space.cells[one][at] - space.cells[other][at]);
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}
