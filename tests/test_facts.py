"""Claims on data: what a document says of a card, a die, a table, against the rules; where they differ; what has a witness."""

from __future__ import annotations

import pytest

from penance_build.api import compile_texts
from penance_build.build.coverage import witnesses
from penance_build.build.judging.judged import other_data
from penance_build.build.proofs import audit_data
from penance_build.compilation import Compilation

RULES = """\
game: {id: g, name: G, version: "1", language: 1}
options: {long: {name: Long, values: {normal: Normal, extra: Extra}}}
units: {to_hit: {name: hit, plural: hits, up: harder, down: easier}, hex: {name: hex, plural: hexes}}
constants: {base: {value: 5, source: cs/1}, cold: 1}
enums: {cover: {name: Cover, members: {none: None, light: Light, heavy: Heavy wall}}}
dice:
  d6: {sides: 6}
  defense:
    source: cs/1
    faces:
      - {id: shield, values: {blocks: 1}, copies: 2}
      - {id: flesh, values: {blocks: 0}, copies: 4}
counters: {heat: {name: Heat, owner: player, type: 0..10, start: 2, source: cs/1}}
zones: {deck: {name: Deck, owner: player, visible: none}, hand: {name: Hand, owner: player, visible: owner}}
tables:
  ranges:
    hit: unique
    inputs: {range: 0..60 hex, cover: cover}
    outputs: {modifier: int to_hit}
    source: cs/1
    rows:
      - {range: 0..3, modifier: none, label: Short}
      - {range: 4..6, modifier: harder 1, label: Medium}
      - {range: 7.., cover: none, modifier: harder 2, label: Long}
      - {range: 7.., cover: light or heavy, modifier: harder 3, label: Long}
  modifiers:
    hit: sum
    inputs: {cover: cover, moved: bool}
    outputs: {modifier: int to_hit}
    rows:
      - {cover: light, modifier: harder 1}
      - {cover: heavy, modifier: harder 2}
      - {moved: true, modifier: harder 1}
card_attributes: {cost: {name: SP, type: 0..9, shown: cost}, damage: {name: Damage, type: 0..20, shown: mark, optional: true}}
card_types: {attack: {name: Attack, inputs: {self: player, target: player}}}
slots: {primary: {name: Primary}}
procedures:
  strike:
    inputs:
      {damage: 0..20, reduce: {type: 0..9, default: 0}, range: {type: 0..60 hex, default: 1}, cover: {type: cover, default: none},
       target: player}
    results: {hit: bool}
    source: cs/1
    steps:
      - {roll: d6, count: 2}
      - let: aim
        sum: [base, "ranges(range, cover)", "modifiers(cover, range > 8)", {value: harder 1, when: long == extra}]
      - {let: hit, value: sum(d6) >= aim and damage - reduce > 1}
      - {if: hit, then: [{change: target.heat, by: 2}, {change: target.heat, by: 1}], else: [{change: target.heat, to: 3}]}
  begin: {results: {won: bool}, steps: [{let: won, value: true}]}
cards:
  other: {name: Other, type: attack, cost: 1, damage: 1, effects: [{call: strike, with: {damage: card.damage, target: target}}]}
  thrust:
    name: Thrust
    type: attack
    slot: primary
    source: cs/1
    cost: 2
    damage: 4
    effects:
      - {call: strike, with: {damage: card.damage, target: target}}
      - {move: top, count: 2, from: self.deck, to: self.hand}
      - {change: self.heat, by: 0 - cold}
wording:
  hit: {step: call, procedure: strike, say: "Deal *{damage}* damage", silent: [target]}
  draw: {step: move, from: deck, to: hand, say: "Draw *{count}* {count|card|cards}"}
  more: {step: change, counter: heat, direction: up, say: "Add *{by}* heat"}
  cool: {step: change, counter: heat, direction: down, say: "Remove *{by}* heat"}
card_sets: {spear: {name: Spear, slot: primary, faction: us, cards: {thrust: 2}}}
factions: {us: {name: Us, tincture: red}}
decks: {start: {name: Start, faction: us, counters: {heat: 1}, cards: {thrust: 3}}}
constructions: {plain: {name: Plain, parts: {primary: {count: 2}}}}
sources: {cs: {title: Combat, short: CS, version: "2", sections: {"1": {title: One, status: encoded}}}}
setups: {two: {name: Two, players: 2, procedure: begin}}
rulings: {ours: {status: must, question: Which?, readings: {cs/1: "this"}, decision: The other., reason: It reads better.}}
"""


def compiled(*claims: str) -> Compilation:
    text = "claims:\n" + "".join(f"  c{place}: {{source: cs/1, {claim}}}\n" for place, claim in enumerate(claims))
    found = compile_texts({"game.yaml": RULES, "facts.yaml": text})
    assert found.program is not None, found.problems
    return found


def differences(compilation: Compilation) -> list[str]:
    return [f"{item.span.file}:{item.span.line}:{item.span.column} {item.message}" for item in other_data(compilation)]


RIGHT = [
    "card: thrust, says: {name: Thrust, type: attack, slot: primary, faction: none, cost: 2, damage: 4}",
    "card: thrust, says: {strike.damage: 4, deck to hand: 2, heat: -1}",
    "card: thrust, says: {strike: {damage: 4}}",
    "die: defense, says: {sides: 6, shield: 2, shield.blocks: 1, flesh: 4, flesh.blocks: 0}",
    "die: d6, says: {sides: 6}",
    "table: ranges, says: {rows: [{range: 0..3, modifier: none, label: Short}, {range: 4..6, modifier: harder 1, label: Medium}]}",
    "table: ranges, says: {rows: [{range: 7.., cover: none, modifier: harder 2}, {range: 7..20, cover: light or heavy, modifier: 3}]}",
    "table: modifiers, says: {rows: [{cover: light, modifier: harder 1}, {moved: true, modifier: 1}, {cover: none, modifier: none}]}",
    "constant: base, says: 5",
    "constant: base, says: {value: 5}",
    "counter: heat, says: {low: 0, high: 10, start: 2}",
    "enum: cover, says: {members: [none, light, heavy], heavy: Heavy wall}",
    "deck: start, says: {size: 3, faction: us, cards: {thrust: 3}, counters: {heat: 1}}",
    "card_set: spear, says: {size: 2, slot: primary, cards: {thrust: 2}}",
    "construction: plain, says: {parts: {primary: 2}}",
    "procedure: strike, says: {d6.count: 2, target.heat: [2, 1], target.heat to: 3, sum(d6) >= aim and damage - reduce > _: 1}",
    "procedure: strike, when: long == normal, says: {aim: base}",
    "procedure: strike, when: long == extra, says: {aim: [5, harder 1]}",
    "procedure: strike, says: {damage.high: 20, reduce.default: 0, range.default: 1}",
    "setup: two, says: {players: 2}",
]
# A claim, and of each difference the line of the rules that it begins with, the line's words, and what is said.
WRONG = [
    ("card: thrust, says: {cost: 3}", [("cost: 2", "`cost`", "is 2", "says 3")]),
    ("card: thrust, says: {strike.damage: 5}", [("damage: 4", "`strike.damage`", "is 4", "says 5")]),
    ("card: thrust, says: {deck to hand: 1}", [("- {move: top", "`deck to hand`", "is 2", "says 1")]),
    ("card: thrust, says: {heat: -2}", [("- {change: self.heat", "`heat`", "is -1", "says -2")]),
    ("card: thrust, says: {name: Thrusts}", [("name: Thrust", "`name`", "is Thrust", "says Thrusts")]),
    ("card: thrust, says: {slot: none}", [("slot: primary", "`slot`", "is primary", "says none")]),
    ("card: thrust, says: {cst: 2}", [("cost: 2", "`cst`", "is not there (did you mean `cost`?)", "says 2")]),
    ("die: defense, says: {shield.damage: 2}", [("source: cs/1", "`shield.damage`", "is not there", "says 2")]),
    ("die: defense, says: {sides: 8}", [("source: cs/1", "`sides`", "is 6", "says 8")]),
    ("die: defense, says: {shield: {blocks: 2}}", [("- {id: shield", "`shield.blocks`", "is 1", "says 2")]),
    ("table: ranges, says: {rows: [{range: 0..4, modifier: none}]}", [("- {range: 4..6", "`range: 0..4: modifier`", "is 1", "says 0")]),
    ("table: ranges, says: {rows: [{range: 7.., modifier: harder 2}]}", [("- {range: 7.., cover: light", "modifier`", "is 3", "says 2")]),
    ("table: ranges, says: {rows: [{range: 4..6, label: Mid}]}", [("- {range: 4..6", "`range: 4..6: label`", "is Medium", "says Mid")]),
    ("table: modifiers, says: {rows: [{cover: light, modifier: easier 1}]}", [("- {cover: light", "modifier`", "is 1", "says -1")]),
    ("table: modifiers, says: {rows: [{cover: light, moved: true, modifier: 1}]}", [("- {cover: light", "modifier`", "is 0", "says 1")]),
    ("constant: base, says: 4", [("constants:", "`value`", "is 5", "says 4")]),
    ("counter: heat, says: {high: 9, start: 0}", [("counters:", "`high`", "is 10", "says 9"), ("counters:", "`start`", "is 2", "says 0")]),
    ("enum: cover, says: {members: [none, heavy]}", [("enums:", "`members`", "is none, light, heavy", "says none, heavy")]),
    ("deck: start, says: {cards: {other: 2, thrust: 3}}", [("decks:", "`cards.other`", "is 0", "says 2")]),
    ("card_set: spear, says: {cards: {other: 0}}", [("card_sets:", "`cards.thrust`", "is 2", "says 0")]),
    ("deck: start, says: {counters: {heat: 2}}", [("decks:", "`counters.heat`", "is 1", "says 2")]),
    ("procedure: strike, says: {target.heat: [2, 2]}", [("- {if: hit", "`target.heat`", "is 2, 1", "says 2, 2")]),
    ("procedure: strike, says: {target.heat: 2}", [("- {if: hit", "`target.heat`", "is 2, 1", "says 2, 2")]),
    ("procedure: strike, says: {d6.count: 3}", [("- {roll: d6", "`d6.count`", "is 2", "says 3")]),
]


def test_what_is_right_is_no_difference() -> None:
    compilation = compiled(*RIGHT)
    assert differences(compilation) == []
    assert compilation.program is not None
    judged = [item for item in audit_data(compilation.program) if item["about"]]
    assert len(judged) == len(RIGHT) - 1  # one is there with the other option
    assert {(item["verdict"], item["recorded"], item["expected"]) for item in judged} == {("holds", "holds", True)}


@pytest.mark.full
@pytest.mark.parametrize(("claim", "expected"), WRONG, ids=[claim for claim, _ in WRONG])
def test_what_differs_is_reported_where_the_datum_stands(claim: str, expected: list[tuple[str, str, str, str]]) -> None:
    compilation = compiled(claim)
    assert compilation.program is not None
    found = other_data(compilation)
    lines = RULES.splitlines()
    assert len(found) == len(expected)
    for problem, (begins, *words) in zip(found, expected, strict=True):
        assert lines[problem.span.line - 1].strip().startswith(begins) or lines[problem.span.line].strip().startswith(begins)
        assert (problem.code, problem.span.file) == ("W724", "game.yaml")
        assert [word for word in words if word not in problem.message] == []
        assert problem.related[0][0].file == "facts.yaml"
    [judged] = [item for item in audit_data(compilation.program) if item["about"]]
    assert (judged["verdict"], judged["expected"]) == ("refuted", False)


def test_a_row_is_asked_wherever_rows_tell_inputs_apart_however_many_these_are() -> None:
    names = "abcdefghijkl"
    table = (
        f"tables:\n  rare:\n    hit: first\n    inputs: {{{', '.join(f'{name}: bool' for name in names)}}}\n    outputs: {{r: int}}\n"
        f"    rows:\n      - {{{', '.join(f'{name}: true' for name in names)}, r: 2}}\n      - {{r: 1}}\n"
    )
    rules = 'game: {id: g, name: G, version: "1", language: 1}\n' + table
    sources = 'sources: {cs: {title: Combat, short: CS, version: "2", sections: {"1": {title: One, status: encoded}}}}\n'
    for said, wrong in (("r: 1", ["`r` of table `rare` is 2, and the claim `c` says 1 (cs/1)"]), ("l: false, r: 1", [])):
        claims = f"claims: {{c: {{source: cs/1, table: rare, says: {{rows: [{{{said}}}]}}}}}}\n"
        found = compile_texts({"game.yaml": rules + sources, "facts.yaml": claims})
        assert found.program is not None, found.problems
        assert [item.message for item in other_data(found)] == wrong


@pytest.mark.parametrize(
    ("claim", "is_fine"),
    [
        ("card: thrust, says: {cost: 3}, ruling: ours", True),
        ("card: thrust, says: {cost: 3}, ruling: ours, ruled: {cost: 2}", True),
        ("card: thrust, says: {cost: 3}, ruling: ours, ruled: {cost: 1}", False),
        ("card: thrust, says: {cost: 3, damage: 5}, ruling: ours, ruled: {cost: 2}", False),  # nothing is ruled of the damage
        ("card: thrust, says: {cost: 2}, ruling: ours", False),  # there is nothing to rule
        ("table: ranges, says: {rows: [{range: 7.., modifier: 2}]}, ruling: ours, ruled: {rows: [{range: 0..3, modifier: 1}]}", False),
    ],
)
def test_a_ruling_explains_a_difference(claim: str, is_fine: bool) -> None:
    """What it decides may be said too, and then the rules must have just that."""
    compilation = compiled(claim)
    assert compilation.program is not None
    [judged] = audit_data(compilation.program)
    assert judged["expected"] == is_fine
    assert (differences(compilation) == []) == is_fine


@pytest.mark.parametrize(
    ("claim", "code", "message"),
    [
        ("card: thrst, says: {cost: 2}", "E301", "there is no card `thrst`"),
        ("die: d6, says: {rows: [{range: 1}]}", "E603", "a die has no rows"),
        ("table: ranges, says: {rows: [{rnge: 1, modifier: 1}]}", "E303", "`ranges` has no column `rnge`"),
        ("card: thrust, says: {cost: base + 1}", "E411", ""),
        ("card: thrust, says: {cost: primary}", "E40", ""),
        ("card: thrust, set: {a: 1}, says: {cost: 2}", "E215", "`set` asks for a figure"),
        ("card: thrust, die: d6, says: {cost: 2}", "E215", "has `card` and `die`"),
        ("card: thrust, says: {cost: 2}, ruled: {cost: 3}", "E202", "no `ruling`"),
        ("card: thrust, says: 2 or 3", "E214", ""),
        ("says: {cost: 2}", "E202", "has no `procedure`, `card`"),
        ('procedure: strike, says: "3"', "E202", "no `where`, `mean` or `spread`"),
    ],
)
def test_claims_that_are_wrong_themselves(claim: str, code: str, message: str) -> None:
    found = compile_texts({"game.yaml": RULES, "facts.yaml": f"claims:\n  c0: {{{claim}}}\n"})
    [problem] = [item for item in found.problems if item.severity == "error"]
    assert problem.code.startswith(code)
    assert message in problem.message
    assert problem.span.file == "facts.yaml"


def test_how_many_numbers_have_a_witness() -> None:
    """Numbers of definitions with a source: one of five in the die's faces and copies, and so on."""
    none = witnesses(compiled("setup: two, says: {players: 2}"))
    assert {item["witnessed"] for item in none["definitions"]} == {0}
    found = {(item["kind"], item["id"]): (item["numbers"], item["witnessed"]) for item in witnesses(compiled(*RIGHT))["definitions"]}
    assert found["card", "thrust"] == (4, 4)
    assert found["constant", "base"] == (1, 1)
    assert found["table", "ranges"] == (7, 7)
    assert ("table", "modifiers") not in found  # it names no source
    some = {(item["kind"], item["id"]): item["witnessed"] for item in witnesses(compiled(RIGHT[5]))["definitions"]}
    assert (some["table", "ranges"], some["card", "thrust"]) == (3, 0)


MARKED = """\
game: {id: g, name: G, version: "1", language: 1}
dice:
  d4:
    sides: 4
    marks:
      - {where: face > 2, text: "Hits for {value}"}
      - {where: face == 4, text: Burns}
procedures:
  throw:
    name: Throw
    inputs: {who: player, often: 1..3}
    results: {hits: int, burns: int}
    steps:
      - {roll: d4, count: often}
      - {let: burns, value: "count(d4, face == 4)"}
      - let: hits
        value: count(d4, face > 2)
      - record: result
        fields: {good: hits >= 2}
zones: {deck: {name: Deck, owner: player, visible: none}}
card_types: {brace: {name: Brace, inputs: {self: player}}}
slots: {hand_card: {name: Card}}
factions: {all_of_them: {name: All, tincture: red}}
cards: {stone: {name: Stone, type: brace, slot: hand_card, faction: all_of_them, text: "It lies.", text_only: nothing}}
decks: {pile: {name: Pile, size: 1, cards: {stone: 1}}}
setups:
  alone:
    name: Alone
    players: 1
    procedure: throw
    with: {who: 1, often: 2}
    deck: deck
    decks: [pile]
claims:
  marks: {die: d4, says: {3.marks: Hits for 3, 4.marks: [Hits for 4, Burns]}}
  good: {procedure: throw, says: {result.good: hits >= 2}}
  given: {setup: alone, says: {players: 1, often: 2}}
  sides: {die: d4, says: {sides: 4}}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("face > 2, text", "face > 1, text", ""),
        ("face > 2, text", "face > 3, text", "`3.marks` of die `d4` is not there"),
        ("face == 4, text", "face == 3, text", "`3.marks` of die `d4` is Hits for 3, Burns"),
        ("hits >= 2", "hits > 2", "`result.good` of procedure `throw` is hits > 2"),
        ("often: 2}", "often: 3}", "`often` of setup `alone` is 3"),
        ("players: 1", "players: 2", "`players` of setup `alone` is 2"),
        ("sides: 4\n", "sides: 5\n", "`sides` of die `d4` is 5"),
    ],
)
def test_marks_records_and_what_a_setup_gives_are_data(old: str, new: str, said: str) -> None:
    """What is said of them is compared, and the datum is where it stands; marks of faces that nobody speaks of may change."""
    right = compile_texts({"game.yaml": MARKED}, {})
    assert (right.problems, other_data(right)) == ((), [])
    text = MARKED.replace(old, new, 1)
    found = other_data(compile_texts({"game.yaml": text}, {}))
    if not said:
        assert found == []
        return
    assert found[0].message.startswith(said)
    line = MARKED[: MARKED.index(old)].count("\n") + 1
    assert found[0].span.line == line or "not there" in said
