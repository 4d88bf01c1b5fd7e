"""Codes 6xx: procedures."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E601",
        title="Procedures that call each other without end",
        cause="Calls may not go in a circle. The message shows the whole circle.",
        bad="procedures:\n  a: {name: A, steps: [{call: b}]}\n  b: {name: B, steps: [{call: a}]}",
        good="procedures:\n  a: {name: A, steps: [{call: b}]}\n  b: {name: B, steps: [{let: q, value: 1}]}",
    ),
    Code(
        code="E602",
        title="A missing input",
        cause="A call, a claim or an example gives no value for an input that has no default.",
        bad="procedures:\n  a: {name: A, steps: [{call: b}]}\n  b: {name: B, inputs: {k: 0..3}, steps: [{let: q, value: 1}]}",
        good="procedures:\n"
        "  a: {name: A, steps: [{call: b, with: {k: 2}}]}\n"
        "  b: {name: B, inputs: {k: 0..3}, steps: [{let: q, value: 1}]}",
    ),
    Code(
        code="E603",
        title="An input, result or roll that is not there",
        cause="A call, a claim or an example names an input, a result or a roll that the procedure does not have.",
        bad="procedures:\n"
        "  a: {name: A, steps: [{call: b, with: {m: 2}}]}\n"
        "  b: {name: B, inputs: {k: {type: 0..3, default: 0}}, steps: [{let: q, value: 1}]}",
        good="procedures:\n"
        "  a: {name: A, steps: [{call: b, with: {k: 2}}]}\n"
        "  b: {name: B, inputs: {k: {type: 0..3, default: 0}}, steps: [{let: q, value: 1}]}",
    ),
    Code(
        code="E604",
        title="A match that does not handle everything",
        cause="Some value of what is matched has no case.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..1}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - match: k\n"
        "        cases:\n"
        '          "0":\n'
        "            - let: x\n"
        "              value: 1",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..1}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - match: k\n"
        "        cases:\n"
        '          "0":\n'
        "            - let: x\n"
        "              value: 1\n"
        '          "1":\n'
        "            - let: x\n"
        "              value: 2",
    ),
    Code(
        code="E605",
        title="A value that two cases handle",
        cause="The cases of a match must not overlap.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..1}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - match: k\n"
        "        cases:\n"
        "          0..1:\n"
        "            - let: x\n"
        "              value: 1\n"
        '          "1":\n'
        "            - let: x\n"
        "              value: 2",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..1}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - match: k\n"
        "        cases:\n"
        '          "0":\n'
        "            - let: x\n"
        "              value: 1\n"
        '          "1":\n'
        "            - let: x\n"
        "              value: 2",
    ),
    Code(
        code="E606",
        title="A result without a value",
        cause="On some path the procedure ends before a result was assigned.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: z\n        value: 1",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 1",
    ),
    Code(
        code="E607",
        title="A step that can never run",
        cause="Every path before this step has ended with an outcome, a loop ends before it begins, or a case is for a value that "
        "the input or counter never has.",
        bad="enums: {end: {name: End, members: {won: Won, lost: Lost}}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {outcome: end}\n"
        "    steps:\n"
        "      - outcome: won\n"
        "      - outcome: lost",
        good="enums: {end: {name: End, members: {won: Won, lost: Lost}}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {outcome: end}\n"
        "    steps:\n"
        "      - outcome: won",
    ),
    Code(
        code="E608",
        title="A result that the procedure does not give",
        cause="`take:` names a result of the procedure that is called.",
        bad="procedures:\n  a: {name: A, steps: [{call: b, take: {m: out}}]}\n  b: {name: B, steps: [{let: q, value: 1}]}",
        good="procedures:\n"
        "  a: {name: A, steps: [{call: b, take: {m: out}}]}\n"
        "  b: {name: B, results: {out: int}, steps: [{let: out, value: 1}]}",
    ),
    Code(
        code="E609",
        title="An outcome that is not declared",
        cause="`outcome:` sets the result of that name, which the procedure must declare.",
        bad="enums: {end: {name: End, members: {won: Won, lost: Lost}}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {}\n"
        "    steps:\n"
        "      - outcome: won",
        good="enums: {end: {name: End, members: {won: Won, lost: Lost}}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {outcome: end}\n"
        "    steps:\n"
        "      - outcome: won",
    ),
    Code(
        code="E610",
        title="A loop without a bound",
        cause="A loop must provably end after at most 10,000 passes, and its variables must keep within bounds. Loops in loops "
        "that only add up are followed pass by pass, up to 20,000 steps of a procedure and 200,000 of a game.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..20000}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: 0\n"
        "      - each: i\n"
        "        to: k\n"
        "        do:\n"
        "          - let: x\n"
        "            value: x + 1",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..20}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: 0\n"
        "      - each: i\n"
        "        to: k\n"
        "        do:\n"
        "          - let: x\n"
        "            value: x + 1",
    ),
    Code(
        code="E611",
        title="Too many dice",
        cause="A roll may have at most 10,000 dice.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..20000}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "        count: k\n"
        "      - let: x\n"
        "        value: sum(d6)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..20}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "        count: k\n"
        "      - let: x\n"
        "        value: sum(d6)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}",
    ),
    Code(
        code="E612",
        title="A value outside its declared bounds",
        cause="A default, a start value or a result can lie outside the bounds that it declares.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: 0..5}\n    steps:\n      - let: x\n        value: 7",
        good="procedures:\n  p:\n    name: P\n    results: {x: 0..5}\n    steps:\n      - let: x\n        value: 4",
    ),
    Code(
        code="E613",
        title="A choice that may have nothing to choose",
        cause="Every option has a condition, so that it may be that none is legal.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {who: player}\n"
        "    steps:\n"
        "      - choose: way\n"
        "        by: who\n"
        "        options:\n"
        "          cool: {name: Cool, if: who.heat > 0}\n"
        "          rest: {name: Rest, if: who.heat > 5}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {who: player}\n"
        "    steps:\n"
        "      - choose: way\n"
        "        by: who\n"
        "        options:\n"
        "          cool: {name: Cool, if: who.heat > 0}\n"
        "          rest: {name: Rest}\n"
        "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}",
    ),
    Code(
        code="E614",
        title="One name for the faces of two dice",
        cause="Scripted faces are named by roll; two rolls of different dice in one procedure, its callees included, need two names.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: a\n"
        "        die: d6\n"
        "      - roll: b\n"
        "        die: d8\n"
        "        as: a\n"
        "      - let: x\n"
        "        value: sum(a) + sum(b)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: a\n"
        "        die: d6\n"
        "      - roll: b\n"
        "        die: d8\n"
        "      - let: x\n"
        "        value: sum(a) + sum(b)\n"
        "dice: {d6: {name: d6, sides: 6}, d8: {name: d8, sides: 8}}",
    ),
    Code(
        code="E615",
        title="Calls too deep",
        cause="A procedure calls one that calls another, and so on, further than engines follow.",
        bad="procedures:\n  a1: {name: A, steps: [{call: a2}]}  # … and so on, to a70",
        good="procedures:\n  a1: {name: A, steps: [{call: a2}]}\n  a2: {name: A, steps: [{let: q, value: 1}]}",
    ),
    Code(
        code="E616",
        title="A rule or a table too large for engines",
        cause="A rule has more statements, options, or loops and branches within one another than engines in every language can hold, "
        "or a table more rows. The message names the bound.",
        bad="procedures:\n  long: {name: Long, steps: [{let: q, value: 1}]}  # … and so on, 1001 times",
        good="procedures:\n  short: {name: Short, steps: [{let: q, value: 1}]}",
    ),
    Code(
        code="E618",
        title="A loop that never ends",
        cause="The condition after `until:` can never be true, so the passes go on for ever.",
        bad="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    results: {rounds: int}\n"
        "    steps:\n"
        "      - {let: rounds, value: 0}\n"
        "      - repeat:\n"
        "          - {roll: one, die: d6}\n"
        "          - {let: shown, value: sum(one)}\n"
        "          - {let: rounds, value: rounds + 1}\n"
        "        until: shown > 6",
        good="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    results: {rounds: int}\n"
        "    steps:\n"
        "      - {let: rounds, value: 0}\n"
        "      - repeat:\n"
        "          - {roll: one, die: d6}\n"
        "          - {let: shown, value: sum(one)}\n"
        "          - {let: rounds, value: rounds + 1}\n"
        "        until: shown == 6",
    ),
    Code(
        code="E619",
        title="A loop that may never end",
        cause="From some state that the inputs lead to, no roll ends the loop. The message names that state.",
        bad="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    inputs: {atk: 0..3}\n"
        "    steps:\n"
        "      - repeat:\n"
        "          - {roll: shots, die: d6, count: atk}\n"
        "          - {let: hits, value: 'count(shots, 5..6)'}\n"
        "        until: hits > 0",
        good="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    inputs: {atk: 1..3}\n"
        "    steps:\n"
        "      - repeat:\n"
        "          - {roll: shots, die: d6, count: atk}\n"
        "          - {let: hits, value: 'count(shots, 5..6)'}\n"
        "        until: hits > 0",
    ),
    Code(
        code="E620",
        title="A loop that cannot be seen to end",
        cause="The compiler goes through every state of a loop without a bound. This one has too many, or depends on what it does not "
        "know: counters, zones, or what a player chooses.",
        bad="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    inputs: {a: 1..100, b: 1..100}\n"
        "    steps:\n"
        "      - repeat:\n"
        "          - {roll: one, die: d6}\n"
        "          - {let: hit, value: sum(one) * a > b}\n"
        "        until: hit",
        good="dice: {d6: {sides: 6}}\n"
        "procedures:\n"
        "  p:\n"
        "    inputs: {a: 1..100, b: 1..100}\n"
        "    steps:\n"
        "      - repeat:\n"
        "          - {roll: one, die: d6}\n"
        "          - {let: hit, value: sum(one) * a > b}\n"
        "        until: hit\n"
        "        at_most: 20",
    ),
)
