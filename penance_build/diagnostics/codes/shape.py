"""Codes 2xx: the shape of the data."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E201",
        title="Unknown key",
        cause="A mapping has a key that has no meaning in that place. "
        "Most often it is a slip of the hand; then the key that was meant is missing too.",
        bad="zones:\n  hand: {name: Hand, ownre: player, visible: owner}",
        good="zones:\n  hand: {name: Hand, owner: player, visible: owner}",
    ),
    Code(
        code="E202",
        title="Missing key",
        cause="Something that the entry cannot do without is not there, or one key asks for another that is not there.",
        bad="units:\n  to_hit: {name: To hit, up: harder}",
        good="units:\n  to_hit: {name: To hit, up: harder, down: easier}",
    ),
    Code(
        code="E203",
        title="Wrong type of value",
        cause="A number stands where text is wanted, text where a number is wanted, or a list, a mapping and a single value are mixed up. "
        "Quotes make a text of a number; nothing is converted in silence.",
        bad='decks:\n  starter: {name: Starter, cards: {strike: "3"}}',
        good="decks:\n  starter: {name: Starter, cards: {strike: 3}}",
    ),
    Code(
        code="E204",
        title="Value is not one of those allowed",
        cause="Only certain words have a meaning in this place.",
        bad="zones:\n  hand: {name: Hand, owner: player, visible: mine}",
        good="zones:\n  hand: {name: Hand, owner: player, visible: owner}",
    ),
    Code(
        code="E205",
        title="Number out of range",
        cause="The number is smaller or greater than can be meant here, such as -1 copies of a card.",
        bad="decks:\n  starter: {name: Starter, cards: {strike: -1}}",
        good="decks:\n  starter: {name: Starter, cards: {strike: 1}}",
    ),
    Code(
        code="E206",
        title="Not an id",
        cause="An id begins with a small letter and goes on with small letters, digits and underscores. Printed names go into `name:`.",
        bad="enums:\n  Hex-Side: {members: {front: Front}}",
        good="enums:\n  hex_side: {name: Hex-Side, members: {front: Front}}",
    ),
    Code(
        code="E207",
        title="Empty value",
        cause="A text, list or mapping is there and holds nothing, where something is needed.",
        bad="procedures:\n  wait: {steps: []}",
        good="procedures:\n  wait: {results: {turns: int}, steps: [{let: turns, value: 1}]}",
    ),
    Code(
        code="E208",
        title="Unknown section",
        cause="The keys at the left margin of a file are sections, and this is none.",
        bad="cadrs:\n  strike: {name: Strike}",
        good="slots:\n  strike: {name: Strike}",
    ),
    Code(
        code="E209",
        title="Section of the wrong form",
        cause="Most sections map ids to entries. The reference is a list of sides.",
        bad="units:\n  - {name: Heat}",
        good="units:\n  heat: {name: Heat}",
    ),
    Code(
        code="E210",
        title="Step or wording without a keyword",
        cause="The keyword of a step (let, roll, if, …) says what the step does and which other keys it has. None of them is there.",
        bad="steps:\n  - {rol: attack, die: d6}",
        good="steps:\n  - {roll: attack, die: d6}",
    ),
    Code(
        code="E211",
        title="Two keywords in one step",
        cause="A step does one thing. Often the dash before the second step was forgotten.",
        bad="steps:\n  - roll: attack\n    let: total\n    value: sum(attack)",
        good="steps:\n  - roll: attack\n  - let: total\n    value: sum(attack)",
    ),
    Code(
        code="E212",
        title="The same id twice in a list",
        cause="The faces of a die, the columns of a block and the groups that are used are told apart by their ids. "
        "Equal faces are written once, with `copies:`.",
        bad="faces:\n  - {id: hit, name: Hit, value: 1}\n  - {id: hit, name: Hit, value: 1}",
        good="faces:\n  - {id: hit, name: Hit, value: 1, copies: 2}",
    ),
    Code(
        code="E213",
        title="Not a plain value",
        cause="A cell of a table, an attribute of a card, a default or an input is one number, true, false or a word. "
        "It is never a list or a mapping; a formula goes on one line.",
        bad="rows:\n  - {range: [1, 2, 3], modifier: 1}",
        good="rows:\n  - {range: 1..3, modifier: 1}",
    ),
    Code(
        code="E214",
        title="Written in another form than is wanted",
        cause="Some texts have a fixed form: a place in a source, a colour, a length, a counter or zone, the figure of a claim.",
        bad="body: {name: Black, color: black}",
        good='body: {name: Black, color: "#16130f"}',
    ),
    Code(
        code="E215",
        title="Two keys that exclude each other",
        cause="The keys are two ways to say one thing, so only one of them may be there.",
        bad="dice:\n  d6: {sides: 6, faces: [{id: hit, name: Hit}]}",
        good="dice:\n  d6: {sides: 6}",
    ),
    Code(
        code="E216",
        title="Reserved name",
        cause="The rows of a table use some names for themselves, so no column can have them.",
        bad="tables:\n  cover: {hit: unique, inputs: {group: 1..3}, outputs: {value: int}, rows: []}",
        good="tables:\n  cover: {hit: unique, inputs: {squad: 1..3}, outputs: {value: int}, rows: [{value: 0}]}",
    ),
    Code(
        code="E217",
        title="Another version of the language",
        cause="The rules say that they are written in a version of the language that this program does not know.",
        bad='game: {id: duel, name: Duel, version: "1", language: 2}',
        good='game: {id: duel, name: Duel, version: "1", language: 1}',
    ),
)
