"""Codes 5xx: tables."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E501",
        title="A table with a gap",
        cause="For some input no row of the table matches. The message names one such input.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 3, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1}",
    ),
    Code(
        code="E502",
        title="Rows that overlap",
        cause="In a table whose rows must be unique, two rows match the same input.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..2, value: 0}\n"
        "      - {k: 2..3, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1}",
    ),
    Code(
        code="E503",
        title="A row that is never first",
        cause="In a table that takes the first row that matches, earlier rows take every input of this one.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: first\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 0}\n"
        "      - {k: 2, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: first\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 2, value: 1}\n"
        "      - {k: 0..3, value: 0}",
    ),
    Code(
        code="W504",
        title="A row that no caller reaches",
        cause="By the bounds of what the table is read with, this row can never be hit.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(1)",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1, known: unreachable}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(1)",
    ),
    Code(
        code="E505",
        title="A row recorded as unreachable is reached",
        cause="`known: unreachable` records a row that the book prints although it cannot happen. Here it can.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1, known: unreachable}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(k)",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 0}\n"
        "      - {k: 2..3, value: 1}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(k)",
    ),
    Code(
        code="E506",
        title="A modifier without a direction",
        cause="A number of a unit that has a direction must say which way it goes.",
        bad="units: {to_hit: {name: target number, up: harder, down: easier}}\n"
        "tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int to_hit}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 1}",
        good="units: {to_hit: {name: target number, up: harder, down: easier}}\n"
        "tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int to_hit}\n"
        "    rows:\n"
        "      - {k: 0..3, value: harder 1}",
    ),
    Code(
        code="E507",
        title="A reversed range",
        cause="The first bound of a range is greater than the second.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 3..0, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 1}",
    ),
    Code(
        code="E508",
        title="A row without an output",
        cause="A row must give every output that its table declares.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int, other: int}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int, other: int}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 1, other: 2}",
    ),
    Code(
        code="E509",
        title="A table too large to analyse",
        cause="The rows cut the inputs into more regions than the analysis walks.",
        bad="tables:\n"
        "  wide:\n"
        "    name: Wide\n"
        "    hit: sum\n"
        "    inputs: {a0: 0..9, a1: 0..9, a2: 0..9, a3: 0..9, a4: 0..9, a5: 0..9}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {a0: 0, value: 1}\n"
        "      - {a0: 1, value: 1}\n"
        "      - {a0: 2, value: 1}\n"
        "      - {a0: 3, value: 1}\n"
        "      - {a0: 4, value: 1}\n"
        "      - {a0: 5, value: 1}\n"
        "      - {a0: 6, value: 1}\n"
        "      - {a0: 7, value: 1}\n"
        "      - {a0: 8, value: 1}\n"
        "      - {a1: 0, value: 1}\n"
        "      - {a1: 1, value: 1}\n"
        "      - {a1: 2, value: 1}\n"
        "      - {a1: 3, value: 1}\n"
        "      - {a1: 4, value: 1}\n"
        "      - {a1: 5, value: 1}\n"
        "      - {a1: 6, value: 1}\n"
        "      - {a1: 7, value: 1}\n"
        "      - {a1: 8, value: 1}\n"
        "      - {a2: 0, value: 1}\n"
        "      - {a2: 1, value: 1}\n"
        "      - {a2: 2, value: 1}\n"
        "      - {a2: 3, value: 1}\n"
        "      - {a2: 4, value: 1}\n"
        "      - {a2: 5, value: 1}\n"
        "      - {a2: 6, value: 1}\n"
        "      - {a2: 7, value: 1}\n"
        "      - {a2: 8, value: 1}\n"
        "      - {a3: 0, value: 1}\n"
        "      - {a3: 1, value: 1}\n"
        "      - {a3: 2, value: 1}\n"
        "      - {a3: 3, value: 1}\n"
        "      - {a3: 4, value: 1}\n"
        "      - {a3: 5, value: 1}\n"
        "      - {a3: 6, value: 1}\n"
        "      - {a3: 7, value: 1}\n"
        "      - {a3: 8, value: 1}\n"
        "      - {a4: 0, value: 1}\n"
        "      - {a4: 1, value: 1}\n"
        "      - {a4: 2, value: 1}\n"
        "      - {a4: 3, value: 1}\n"
        "      - {a4: 4, value: 1}\n"
        "      - {a4: 5, value: 1}\n"
        "      - {a4: 6, value: 1}\n"
        "      - {a4: 7, value: 1}\n"
        "      - {a4: 8, value: 1}\n"
        "      - {a5: 0, value: 1}\n"
        "      - {a5: 1, value: 1}\n"
        "      - {a5: 2, value: 1}\n"
        "      - {a5: 3, value: 1}\n"
        "      - {a5: 4, value: 1}\n"
        "      - {a5: 5, value: 1}\n"
        "      - {a5: 6, value: 1}\n"
        "      - {a5: 7, value: 1}\n"
        "      - {a5: 8, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..3, value: 1}",
    ),
    Code(
        code="E510",
        title="A row outside the bounds of its input",
        cause="A row speaks of values that the input can never have.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..9, value: 1}",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..3}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0.., value: 1}",
    ),
)
