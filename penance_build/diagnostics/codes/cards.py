"""Codes 7xx: cards, wording, the quick reference, claims and examples."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E701",
        title="No wording says it",
        cause="The text of a card is generated from its effects; for this step, or this condition, `wording:` has no phrase. "
        "A phrase for `heat` is for the player who plays the card; that of another is `target.heat`.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
    ),
    Code(
        code="E702",
        title="The text and the effects disagree",
        cause="A text given beside effects must say the same numbers in the same order, and speak of the same things: of every name "
        "that the effects' own sentences have, and of nothing else that the game has words for.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}\n"
        "    text: Remove *2* Heat.",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}\n"
        "    text: Lose *3* Heat.",
    ),
    Code(
        code="E703",
        title="A deck of the wrong size",
        cause="The copies of a deck do not add up to its declared size.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}\n"
        "decks: {starter: {name: Starter, faction: red, size: 4, cards: {vent: 3}}}",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}\n"
        "decks: {starter: {name: Starter, faction: red, size: 3, cards: {vent: 3}}}",
    ),
    Code(
        code="E704",
        title="A card without a required attribute",
        cause="Every card has every attribute that is not `optional: true`.",
        bad="card_attributes: {cost: {name: Cost, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
        good="card_attributes: {cost: {name: Cost, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    cost: 1\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
    ),
    Code(
        code="E705",
        title="An attribute outside its bounds",
        cause="The value of a card's attribute lies outside the bounds of its type.",
        bad="card_attributes: {cost: {name: Cost, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    cost: 12\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
        good="card_attributes: {cost: {name: Cost, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    cost: 2\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
    ),
    Code(
        code="E707",
        title="A phrase and its step do not go together",
        cause="A hole of a phrase names an argument that the step does not give, or whose value is not constant; or the step gives an "
        "argument that is not its default, and the phrase neither says it nor lists it under `silent:`.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{amount}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
    ),
    Code(
        code="E708",
        title="A number written out in a printed text",
        cause="Every number of the quick reference, of faces and of the wording of cards is read from the rules: it cannot go stale.",
        bad='reference:\n  - title: Turn\n    blocks:\n      - {title: Start, show: text, lines: ["Draw 6 cards"]}',
        good="constants: {hand_size: 6}\n"
        "reference:\n"
        "  - title: Turn\n"
        "    blocks:\n"
        '      - {title: Start, show: text, lines: ["Draw {hand_size} cards"]}',
    ),
    Code(
        code="E711",
        title="No such face",
        cause="Scripted faces are given by their value where the die has values, else by their id.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "      - let: x\n"
        "        value: sum(d6)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}\n"
        "examples: {one: {procedure: p, dice: {d6: [7]}, expect: {x: 7}}}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "      - let: x\n"
        "        value: sum(d6)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}\n"
        "examples: {one: {procedure: p, dice: {d6: [5]}, expect: {x: 5}}}",
    ),
    Code(
        code="E715",
        title="The card prints one number and plays another",
        cause="An attribute of the card has the name of an argument that its effect gives, with another value.",
        bad="card_attributes: {power: {name: Power, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "procedures: {hit: {name: Hit, inputs: {power: 0..9}, steps: [{let: q, value: power}]}}\n"
        'wording: {hit: {step: call, procedure: hit, say: "Hit for *{power}*"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    power: 4\n"
        "    effects:\n"
        "      - {call: hit, with: {power: 3}}",
        good="card_attributes: {power: {name: Power, type: 0..9}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "procedures: {hit: {name: Hit, inputs: {power: 0..9}, steps: [{let: q, value: power}]}}\n"
        'wording: {hit: {step: call, procedure: hit, say: "Hit for *{power}*"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        "    power: 4\n"
        "    effects:\n"
        "      - {call: hit, with: {power: card.power}}",
    ),
    Code(
        code="E716",
        title="A printed number that the effect does not use",
        cause="An attribute that is shown as a mark is used by the effect of its card, unless it is declared `played: false`.",
        bad="card_attributes: {power: {name: Power, type: 0..9, shown: mark}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    power: 4\n"
        "    effects:\n"
        "      - {change: self.heat, by: -3}",
        good="card_attributes: {power: {name: Power, type: 0..9, shown: mark}}\n"
        "card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n"
        'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    power: 4\n"
        "    effects:\n"
        "      - {change: self.heat, by: -card.power}",
    ),
    Code(
        code="E712",
        title="No such icon",
        cause="A text names an icon that the game does not draw.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        'icons: {flame: "M4 4h16v16H4z"}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        '    text: "Burn {icon:flmae}."\n'
        "    text_only: a sketch",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        'icons: {flame: "M4 4h16v16H4z"}\n'
        "cards:\n"
        "  vent:\n"
        "    name: Vent\n"
        "    type: plain\n"
        "    slot: core\n"
        "    faction: red\n"
        '    text: "Burn {icon:flame}."\n'
        "    text_only: a sketch",
    ),
    Code(
        code="W717",
        title="An example that does not come out as written",
        cause="Replaying a worked example gives other results than it expects, and no ruling explains it. "
        "A build finds it, and `penance test` shows it.",
        bad="examples: {one: {procedure: p, dice: {d6: [5]}, expect: {x: 6}}}",
        good="examples: {one: {procedure: p, dice: {d6: [5]}, expect: {x: 5}}}",
    ),
    Code(
        code="W718",
        title="A claim with another verdict than the one recorded",
        cause="The exact value gives a claim of a source another verdict than its `verdict:` says. "
        "A build finds it, and `penance audit` shows it.",
        bad='claims: {one: {says: "3", procedure: p, mean: x, verdict: holds}}',
        good='claims: {one: {says: "3.5", procedure: p, mean: x, verdict: holds}}',
    ),
    Code(
        code="E719",
        title="A deck that breaks its construction",
        cause="The construction of a deck says how many cards of each slot it has: whole card sets, or cards that differ.",
        bad="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "cards: {rest: {name: Rest, type: plain, slot: core, faction: red, text: Rest., text_only: a sketch}}\n"
        "card_sets: {calm: {slot: core, faction: red, cards: {rest: 3}}}\n"
        "constructions: {small: {parts: {core: {count: 3}}}}\n"
        "decks: {mine: {name: Mine, faction: red, construction: small, cards: {rest: 2}}}",
        good="card_types: {plain: {name: Plain, inputs: {self: player}}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "cards: {rest: {name: Rest, type: plain, slot: core, faction: red, text: Rest., text_only: a sketch}}\n"
        "card_sets: {calm: {slot: core, faction: red, cards: {rest: 3}}}\n"
        "constructions: {small: {parts: {core: {count: 3}}}}\n"
        "decks: {mine: {name: Mine, faction: red, construction: small, cards: {rest: 3}}}",
    ),
)
