// Shows the cards that hold every word of the search, and of one deck where one is chosen.
const words = document.getElementById("words");
const deck = document.getElementById("deck");
const found = document.getElementById("found");
const cards = [...document.querySelectorAll(".gallery li")];

function show() {
    const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of cards) {
        const in_deck = !deck.value || card.dataset.decks.split("|").includes(deck.value);
        card.hidden = !(in_deck && asked.every((word) => card.dataset.words.includes(word)));
        count += card.hidden ? 0 : 1;
    }
    found.value = count === 1 ? "1 card" : `${count} cards`;
}

words.addEventListener("input", show);
deck.addEventListener("change", show);
words.form.addEventListener("submit", (event) => event.preventDefault());
show(); // a browser that goes back keeps what was typed
