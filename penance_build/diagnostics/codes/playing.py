"""Codes 6xx: maps, counters that nobody reads, steps that nothing reaches."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E621",
        title="A sign that the legend does not have",
        cause="Every hex of a map is drawn by one sign, and the legend says what it means.",
        bad='spaces:\n  field:\n    legend: {".": {}}\n    map: [". w"]',
        good='spaces:\n  field:\n    layers: {wet: bool}\n    legend: {".": {}, "w": {wet: true}}\n    map: [". w"]',
    ),
    Code(
        code="E622",
        title="A hex beside the grid",
        cause="Hexes of a row stand two columns apart, and each row begins one column to the left or right of the row above.",
        bad='spaces:\n  field:\n    legend: {".": {}}\n    map: [". .", ". ."]',
        good='spaces:\n  field:\n    legend: {".": {}}\n    map: [". .", " . ."]',
    ),
    Code(
        code="E623",
        title="A map that is too large",
        cause="A space has at most 64 rows and 1000 hexes.",
        bad='spaces:\n  field:\n    legend: {".": {}}\n    map: ['
        + ", ".join('"' + " " * (row % 2) + ". " * 40 + '"' for row in range(26))
        + "]",
        good='spaces:\n  field:\n    legend: {".": {}}\n    map: [". ."]',
    ),
    Code(
        code="W625",
        title="A modifier that nobody reads",
        cause="The game has a setup, so its rules play it whole; they change the counter, and none looks at it, under any options: "
        "what a card says of it does nothing.",
        bad="counters: {shield: {owner: player, type: 0..9}}\n"
        "procedures: {p: {inputs: {who: player}, steps: [{change: who.shield, by: 1}]}}\n"
        "setups: {one: {procedure: p, with: {who: 1}}}",
        good="counters: {shield: {owner: player, type: 0..9, known: unread}}\n"
        "procedures: {p: {inputs: {who: player}, steps: [{change: who.shield, by: 1}]}}\n"
        "setups: {one: {procedure: p, with: {who: 1}}}",
    ),
    Code(
        code="E626",
        title="A counter recorded as unread that is read",
        cause="`known: unread` says that people see to a counter; a rule reads it all the same.",
        bad="counters: {shield: {owner: player, type: 0..9, known: unread}}\n"
        "procedures: {p: {inputs: {who: player}, results: {x: int}, steps: [{let: x, value: who.shield}]}}",
        good="counters: {shield: {owner: player, type: 0..9}}\n"
        "procedures: {p: {inputs: {who: player}, results: {x: int}, steps: [{let: x, value: who.shield}]}}",
    ),
    Code(
        code="W627",
        title="Steps that nothing can reach",
        cause="The condition of an `if:` is decided by the bounds of what it reads, so one of its branches never runs.",
        bad="procedures: {p: {inputs: {k: 0..3}, results: {x: int}, "
        "steps: [{if: k > 3, then: [{let: x, value: 1}], else: [{let: x, value: 0}]}]}}",
        good="procedures: {p: {inputs: {k: 0..3}, results: {x: int}, "
        "steps: [{if: k > 2, then: [{let: x, value: 1}], else: [{let: x, value: 0}]}]}}",
    ),
)
