"""Codes 3xx: names, and what they stand for."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E301",
        title="Nothing has this id",
        cause="Something is named that is defined nowhere in the game: a procedure, die, zone, unit, enum, card, ruling, "
        "source or section. Often it is a slip, or the definition was renamed.",
        bad="decks:\n  starter: {name: Starter, cards: {strke: 3}}",
        good="factions: {red: {name: Red, tincture: red}}",
    ),
    Code(
        code="E302",
        title="Defined twice",
        cause="Two definitions of the same kind have one id. The first, in the order of the files' names, is the one that counts. "
        "Or one variable is chosen in two places, among different options.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    uses: [group]\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: k\n"
        "parameters: {group: {k: {type: 0..3, default: 0}}}",
        good="procedures:\n  p:\n    name: P\n    inputs: {k: 0..3}\n    results: {x: int}\n    steps:\n      - let: x\n        value: k",
    ),
    Code(
        code="E303",
        title="Unknown column",
        cause="A row of a table speaks of a column that the table does not declare under `inputs:` or `outputs:`.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..1}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0, value: 0}\n"
        "      - {k: 1, value: 1, valeu: 2}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..1}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0, value: 0}\n"
        "      - {k: 1, value: 1}",
    ),
    Code(
        code="E304",
        title="Unknown attribute of a card",
        cause="A card has a key that is neither a field of cards nor a declared attribute.",
        bad="card_types: {plain: {name: Plain}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "cards:\n"
        "  strike: {name: Strike, type: plain, slot: core, faction: red, powr: 3, text: Hit., text_only: a sketch}",
        good="card_attributes: {power: {name: Power, type: 0..9}}\n"
        "card_types: {plain: {name: Plain}}\n"
        "slots: {core: {name: Core}}\n"
        "factions: {red: {name: Red, tincture: red}}\n"
        "cards:\n"
        "  strike: {name: Strike, type: plain, slot: core, faction: red, power: 3, text: Hit., text_only: a sketch}",
    ),
    Code(
        code="E305",
        title="The section game is missing, or stands twice",
        cause="A game is named once, in the section `game`, in any one of its files.",
        bad="units: {hex: {name: hex}}",
        good='game: {id: sketch, name: Sketch, version: "1", language: 1}',
    ),
    Code(
        code="E306",
        title="Not a type, or not a length",
        cause="A type is one line: LOW..HIGH with a unit if it has one, bool, player, card, or the id of an enum. A length is "
        "a number and mm or in.",
        bad="counters: {heat: {name: Heat, owner: game, type: 0 to 10, past: clamp}}",
        good="counters: {heat: {name: Heat, owner: game, type: 0..10, past: clamp}}",
    ),
    Code(
        code="E307",
        title="This name is taken",
        cause="Formulas find constants, tables, counters and zones by their bare ids, so these may not share one, nor bear "
        "the name of a function or of a word of table rows. Nothing may be called by a word of formulas, and a loop counts with "
        "a variable of its own.",
        bad="constants: {max: 3}",
        good="constants: {most: 3}",
    ),
    Code(
        code="E310",
        title="Unknown option",
        cause="A `when:` speaks of an option or a value that the game does not declare, or does something else than compare "
        "options with their values.",
        bad="options: {dice: {name: Dice, values: {plain: Plain, pool: Pools}}}\nconstants: {base: {value: 5, when: dice == pol}}",
        good="options: {dice: {name: Dice, values: {plain: Plain, pool: Pools}}}\nconstants: {base: {value: 5, when: dice == pool}}",
    ),
    Code(
        code="W311",
        title="Combinations of options that were not checked",
        cause="Mistakes are looked for under every combination of the options that some `when:` speaks of, up to 64 of them. "
        "A mistake that only another combination has is found when that combination is chosen.",
        bad="options:  # seven of two values are 128 combinations\n  o1: {name: O, values: {a: A, b: B}}  # … and so on, to o7",
        good="options:  # six of two values are 64 combinations\n  o1: {name: O, values: {a: A, b: B}}  # … and so on, to o6",
        suppress="# penance: allow W311 the reason",
    ),
    Code(
        code="W312",
        title="A constant that nothing reads",
        cause="No formula, bound or printed line names this constant. Its number may stand somewhere else once more, where a change of the "
        "constant would not reach it.",
        bad="constants: {hand_size: 6}",
        good="constants: {hand_size: 6}\nreference:\n  - title: Turn\n    blocks:\n"
        '      - {title: Start, show: text, lines: ["Draw {hand_size} cards"]}',
        suppress="# penance: allow W312 the reason",
    ),
    Code(
        code="W313",
        title="A text that no step tells",
        cause="An entry of `wording` with `step: tell` is read where a step `tell:` names it. None does, so nothing has read what it says.",
        bad='wording: {roll_line: {step: tell, say: "Roll: {pool}"}}',
        good='wording: {roll_line: {step: tell, say: "Roll: {pool}"}}\n'
        "dice: {d6: {sides: 6}}\nprocedures: {check: {steps: [{roll: pool, die: d6}, {tell: roll_line}]}}",
        suppress="# penance: allow W313 the reason",
    ),
)
