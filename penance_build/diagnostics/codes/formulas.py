"""Codes 4xx: formulas and types."""

from __future__ import annotations

from penance_build.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="E401",
        title="The formula cannot be read",
        cause="A formula has a sign, or an order of signs, that means nothing.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 2 +",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 2 + 1",
    ),
    Code(
        code="E402",
        title="Unknown name in a formula",
        cause="A formula uses a name that is no variable, constant, member, face or counter in that place.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bse + 1\n"
        "constants: {base: 5}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: base + 1\n"
        "constants: {base: 5}",
    ),
    Code(
        code="E403",
        title="Wrong kind of value",
        cause="A number stands where true or false is wanted, a roll where a number is, or values of different kinds meet.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "      - let: x\n"
        "        value: d6 + 1\n"
        "dice: {d6: {name: d6, sides: 6}}",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: d6\n"
        "      - let: x\n"
        "        value: sum(d6) + 1\n"
        "dice: {d6: {name: d6, sides: 6}}",
    ),
    Code(
        code="E404",
        title="Units do not mix",
        cause="Numbers of two different units are added, compared, or put into each other's places. A number without a unit "
        "goes with every unit.",
        bad="units: {hex: {name: hex}, heat: {name: heat}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {far: 0..9 hex, hot: 0..9 heat}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: far + hot",
        good="units: {hex: {name: hex}, heat: {name: heat}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {far: 0..9 hex, further: 0..9 hex}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: far + further",
    ),
    Code(
        code="E405",
        title="Wrong number of arguments",
        cause="A function or table is given more or fewer values than it takes, or one of several outputs is not named.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: min(1)",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: min(1, 2)",
    ),
    Code(
        code="E406",
        title="Unknown function or table",
        cause="A name before a bracket is neither a function of formulas nor a table of the game.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: maximum(1, 2)",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: max(1, 2)",
    ),
    Code(
        code="E407",
        title="A divisor that may be 0",
        cause="The bounds of the divisor include 0, so that the division could fail while somebody plays.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: 12 // k",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: 12 // max(1, k)",
    ),
    Code(
        code="E408",
        title="A number beyond 2^53 - 1",
        cause="Every value in rules, and every value on the way to it, must be exact in every language that plays them.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 9007199254740991 + 1",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 9007199254740991",
    ),
    Code(
        code="E409",
        title="A division that does not say how it rounds",
        cause="`/` stands only inside floor(…), ceil(…) or round(…); `//` rounds down.",
        bad="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: 7 / 2",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: floor(7 / 2)",
    ),
    Code(
        code="E410",
        title="Read before it is sure to be assigned",
        cause="On some path that leads here the variable has no value.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - if: k > 1\n"
        "        then:\n"
        "          - let: z\n"
        "            value: 1\n"
        "      - let: x\n"
        "        value: z",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..3}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: z\n"
        "        value: 0\n"
        "      - if: k > 1\n"
        "        then:\n"
        "          - let: z\n"
        "            value: 1\n"
        "      - let: x\n"
        "        value: z",
    ),
    Code(
        code="E411",
        title="One constant value is wanted",
        cause="A default, an attribute of a card, a value of an example or a hole in a line of the quick reference must be "
        "one value that is known before anybody plays.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: {type: 0..9, default: '1 + 2'}}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: k",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: {type: 0..9, default: 3}}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: k",
    ),
    Code(
        code="E412",
        title="The faces have no such value",
        cause="A roll is added up, ranked or compared by a value that the faces of its die do not declare.",
        bad="dice: {omen: {name: Omen, faces: [{id: sun, name: Sun}, {id: moon, name: Moon}]}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: omen\n"
        "      - let: x\n"
        "        value: sum(omen)",
        good="dice: {omen: {name: Omen, faces: [{id: sun, name: Sun}, {id: moon, name: Moon}]}}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - roll: omen\n"
        "      - let: x\n"
        "        value: count(omen, sun)",
    ),
    Code(
        code="E413",
        title="Comparisons do not chain",
        cause="`1 < x < 5` is two comparisons; join them with `and`, or write a range.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..9}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: if 1 < k < 5 then 1 else 0",
        good="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..9}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: if k in 2..4 then 1 else 0",
    ),
    Code(
        code="E414",
        title="A value that may leave the bounds of its place",
        cause="The bounds inferred for a value are wider than those of the table or the procedure it is given to.",
        bad="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..1}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 2}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..9}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(k)",
        good="tables:\n"
        "  bonus:\n"
        "    name: Bonus\n"
        "    hit: unique\n"
        "    inputs: {k: 0..1}\n"
        "    outputs: {value: int}\n"
        "    rows:\n"
        "      - {k: 0..1, value: 2}\n"
        "procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    inputs: {k: 0..9}\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: bonus(min(1, k))",
    ),
    Code(
        code="E415",
        title="The formula is too long or too deep",
        cause="Formulas have at most 500 characters and 32 levels of brackets.",
        bad="procedures:\n"
        "  p:\n"
        "    name: P\n"
        "    results: {x: int}\n"
        "    steps:\n"
        "      - let: x\n"
        "        value: ((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))",
        good="procedures:\n  p:\n    name: P\n    results: {x: int}\n    steps:\n      - let: x\n        value: (((1)))",
    ),
)
