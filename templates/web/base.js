// Elements, colours, icons: nothing of a game yet.

const SVG = "http://www.w3.org/2000/svg";
const page = document.getElementById("page");

/** An element: properties as attributes, functions as listeners, children as texts or elements; what is null is left out. */
function h(tag, properties, ...children) {
    return filled(document.createElement(tag), properties, children);
}

function s(tag, properties, ...children) {
    return filled(document.createElementNS(SVG, tag), properties, children);
}

function filled(element, properties, children) {
    for (const [name, value] of Object.entries(properties ?? {})) {
        if (typeof value === "function") {
            element.addEventListener(name, value);
        } else if (name.startsWith("--")) {
            element.style.setProperty(name, value);
        } else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== ""));
    return element;
}

function channels(color) {
    return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

function mixed(one, other, part) {
    const [a, b] = [channels(one), channels(other)];
    return "#" + a.map((value, at) => Math.round(value * part + b[at] * (1 - part)).toString(16).padStart(2, "0")).join("");
}

function light(color) {
    const [r, g, b] = channels(color).map((value) => (value / 255 <= 0.04 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

/** The colour, moved towards black or white until it can be read on this ground. */
function readable(color, ground, least = 4.6) {
    const towards = light(ground) < 0.2 ? "#ffffff" : "#000000";
    for (let part = 1; part > 0; part -= 0.05) {
        const tried = mixed(color, towards, part);
        if (contrast(tried, ground) >= least) {
            return tried;
        }
    }
    return towards;
}

// As on sheets, where a theme does not say otherwise.
const DEFAULT = { paper: "#fbf8f0", ink: "#1b1815", rubric: "#a3211b", quiet: "#6f675d" };
const TINCTURES = {
    red: "#8c1f1a", blue: "#24476b", green: "#37603c", purple: "#573a63", gold: "#8f6b16", silver: "#696c6f", black: "#24211f",
};
const colors = { ...DEFAULT, raised: "#ffffff" };

/** The colours of the game as custom properties, for a light or a dark ground. */
function paint(theme, isDark) {
    const given = { ...DEFAULT, ...theme };
    colors.paper = isDark ? mixed(given.ink, "#000000", 0.85) : given.paper;
    colors.ink = isDark ? mixed(given.paper, "#000000", 0.92) : given.ink;
    colors.raised = isDark ? mixed(given.ink, given.paper, 0.92) : mixed(given.paper, "#ffffff", 0.35);
    colors.rubric = readable(given.rubric, colors.raised);
    colors.quiet = readable(given.quiet, colors.raised);
    colors.line = mixed(colors.ink, colors.paper, isDark ? 0.28 : 0.2);
    for (const [name, value] of Object.entries(colors)) {
        document.documentElement.style.setProperty("--" + name, value);
    }
    document.documentElement.style.colorScheme = isDark ? "dark" : "light";
}

/** The custom properties of something that bears this colour: as a figure, as a text, and what is written on it. */
function tinted(color) {
    const figure = readable(color, colors.raised, 3);
    return { "--tint": figure, "--tint-text": readable(color, colors.raised), "--tint-on": light(figure) > 0.3 ? "#000000" : "#ffffff" };
}

function stored(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null; // nothing there, no text of ours, or no storage at all
    }
}

function store(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // a page without storage plays as well
    }
}

/** A window over the page, closed by its button, by Escape or by `done`. */
function opened(title, ...content) {
    const close = h("button", { click: () => dialog.close() }, "Close");
    const dialog = h("dialog", { "aria-label": title, close: () => dialog.remove() }, h("header", {}, h("h2", {}, title), close), content);
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/** Arrow keys go from one to the next of the buttons in a row. */
function arrows(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
    const at = all.indexOf(document.activeElement);
    if (step && at >= 0 && all.length > 1) {
        event.preventDefault();
        all[(at + step + all.length) % all.length].focus();
    }
}
