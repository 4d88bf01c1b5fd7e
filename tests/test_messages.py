"""Help that says the cure: of messages that sent new authors the wrong way, the mistake and what is said of it."""

from __future__ import annotations

import re

import pytest

from penance_build.api import compile_texts
from penance_build.diagnostics.problem import Problem

HEAD = """\
game: {id: g, name: G, version: "1", language: 1}
enums: {suit: {name: Suit, members: {shell: Shell, coral: Coral}}, size: {name: Size, members: {small: Small, big: Big}}}
dice: {d6: {sides: 6}, d8: {sides: 8}}
zones: {hand: {name: Hand, owner: player, visible: owner}}
card_attributes: {power: {name: Power, type: 0..9}}
card_types: {plain: {name: Plain}}
slots: {core: {name: Core}}
factions: {red: {name: Red, tincture: red}}
"""
RULE = HEAD + "procedures:\n  p:\n    inputs: {who: player, level: 0..9}\n    results: {k: int, led: suit}\n    steps:\n"
CARD = HEAD + "cards:\n  one: {name: One, type: plain, slot: core, faction: red, power: 1, text: Go., text_only: a sketch, MORE}\n"


def problems(text: str) -> list[Problem]:
    return list(compile_texts({"game.yaml": text}).problems)


def rule(*steps: str) -> str:
    return RULE + "".join(f"      - {step}\n" for step in steps)


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        # A member where nothing is compared, and where something else is wanted.
        (rule("{let: trump, value: shell}"), "E402", "a member of `suit`: compare it with a value of that enum, or declare what is set"),
        (rule("{if: level == shell, then: [{let: k, value: 1}]}"), "E402", "a member of `suit`, and a whole number 0..9 is wanted here"),
        # What a choice of a card assigns, which may have no card.
        (
            rule("{choose: card, by: who, card_from: who.hand, prompt: Which, then: [{let: n1, value: 1}]}", "{let: k, value: n1}"),
            "E410",
            "`who.hand` may hold no card to choose: give the choice of `card` an `else:` that assigns it",
        ),
        (
            rule("{find: card, card_from: who.hand, then: [{let: n1, value: 1}]}", "{let: k, value: n1}"),
            "E410",
            "`who.hand` may hold no card that is looked for: give the step `find: card` an `else:`",
        ),
        # Numbers and types as others write them.
        (HEAD + "cards: {a: {type: plain, power: two}}\n", "E402", "^write 2$"),
        (HEAD + "cards: {a: {type: plain, power: gold}}\n", "E402", "^a whole number 0..9 is wanted here$"),
        (RULE.replace("k: int", "k: integer hp") + "      - {let: k, value: 1}\n", "E306", "^write `int hp`$"),
        (RULE.replace("k: int", "k: integer") + "      - {let: k, value: 1}\n", "E301", "^write `int`$"),
        (RULE.replace("level: 0..9", "level: Number hp") + "      - {let: k, value: 1}\n", "E306", "for example 0..20 hp$"),
        (RULE.replace("level: 0..9", "level: boolean hp") + "      - {let: k, value: 1}\n", "E306", "^write `bool`$"),
        (RULE.replace("level: 0..9", "level: string hp") + "      - {let: k, value: 1}\n", "E306", "^there is no text in rules"),
        (RULE.replace("level: 0..9", "level: size hp") + "      - {let: k, value: 1}\n", "E306", "^write `size`$"),
        (RULE.replace("level: 0..9", "level: sise hp") + "      - {let: k, value: 1}\n", "E306", r"^write LOW..HIGH \[unit\]"),
        (RULE.replace("level: 0..9", "level: 0..9\u00a0hp") + "      - {let: k, value: 1}\n", "E306", "^type an ordinary space$"),
        (RULE.replace("level: 0..9", "level: \uff10..9") + "      - {let: k, value: 1}\n", "E306", "^write 0..9, in ordinary letters$"),
        (
            RULE.replace("level: 0..9", "level: s\u0456ze") + "      - {let: k, value: 1}\n",
            "E306",
            r"did you mean `size`\? Its `.` is U\+0456",
        ),
        # Keys that are missing: no example of another game.
        (HEAD + "wording: {hit: {step: call, say: Hit}}\n", "E202", "write `procedure: …` with the id of a procedure of your game"),
        (HEAD + "wording: {gain: {step: change, say: Gain}}\n", "E202", "write `counter: …` with the id of a counter of your game"),
        # A die that depends on something.
        (rule("{roll: x, die: level}"), "E403", "declare it with the type `die`, or with an enum that has `dice:`"),
        (rule("{roll: x, die: if level > 3 then d12 else d6}"), "E402", "the dice are: d6, d8"),
        (rule("{roll: x, die: 2d6}"), "E301", "write `die: d6` and `count: 2`"),
        (rule("{roll: who.die}"), "E206", "a roll has a name, and `die:` says which die: `{roll: die, die: who.die}`"),
        (rule('{roll: "pool[1]"}'), "E206", r"`{roll: pool, die: \"pool\[1\]\"}`"),
        # What an enum says, and not the attribute.
        (HEAD.replace("type: 0..9", "type: die, dice: [d6]"), "E201", r"an enum lists dice: `enums: {damage: {dice: \[d4, d6\]}}`"),
        (HEAD.replace("type: 0..9", "type: suit, members: {a: A}"), "E201", "an enum lists members: `enums: {suit: {members:"),
        # What cards do not have.
        (CARD.replace("MORE", "art: shell.png"), "E304", "declare it: `card_attributes: {art: {type: image}}`"),
        (CARD.replace("MORE", "flavour: Salt and rope."), "E304", "declare it: `card_attributes: {flavour: {type: text"),
        (CARD.replace("MORE", "speed: 3"), "E304", "declare it: `card_attributes: {speed: "),
        # The card of a condition, by the name that the step gives it.
        (rule("{find: w, card_from: who.hand, where: w.type == plain, then: [{let: k, value: 1}]}"), "E402", "write card.type$"),
        (rule("{find: w, card_from: who.hand, where: type == plain, then: [{let: k, value: 1}]}"), "E402", "write card.type$"),
        (rule("{let: k, value: 'count(who.hand, w.power > 2)'}"), "E402", "write card.power$"),
        # A name that is near to none.
        (rule("{let: k, value: w.type}"), "E402", "what has a value here: level, who"),
        (HEAD + "procedures: {p: {results: {k: int}, steps: [{let: k, value: w.type}]}}\n", "E402", "no variable has a value here"),
    ],
)
def test_the_help_says_the_cure(text: str, code: str, hint: str) -> None:
    found = problems(text)
    assert [problem.code for problem in found if problem.code == code] == [code], found
    assert re.search(hint, next(problem.hint for problem in found if problem.code == code)), found


def test_a_variable_that_must_be_quoted_is_told_once() -> None:
    steps = ["{let: n, value: 1}", "{let: k, value: n}", "{let: k, value: n + n}", "{call: q, with: {n: n}}"]
    text = rule(*steps, *steps) + "  q: {inputs: {n: 0..3}, results: {m: int}, steps: [{let: m, value: n}]}\n"
    found = [problem for problem in problems(text) if problem.code in ("E110", "E129")]
    assert [(problem.code, problem.message) for problem in found] == [
        ("E110", "`n` is true or false to some YAML readers and text to others (10 times)")
    ]
    assert found[0].hint.endswith("; a variable needs another name")
    assert len(found[0].related) == 9


def test_forty_cards_with_one_mistake_are_one_problem() -> None:
    lines = "".join(
        f"  c{number}: {{name: C{number}, type: plain, slot: core, faction: red, text: Go., text_only: a sketch, speed: {number}}}\n"
        for number in range(40)
    )
    attribute = "{power: {name: Power, type: 0..9, optional: true}}"
    found = problems(HEAD.replace("{power: {name: Power, type: 0..9}}", attribute) + "cards:\n" + lines)
    assert [(problem.code, problem.message) for problem in found] == [
        ("E304", "cards have no attribute `speed` (and the same of 39 others: `c1`, `c2`, `c3`, …)")
    ]
    assert found[0].span.line == 10
    assert [span.line for span, _ in found[0].related] == list(range(11, 50))
    letters = re.sub("speed: .*?}", "power: 1}", lines.replace("Go.", "\u2694"))
    found = problems(HEAD + "cards:\n" + letters + "decks: {d: {name: D, cards: {c0: 1}}}\n")
    others = "(and the same of {} others: `c{}`, `c{}`, `c{}`, …)"
    assert [problem.message for problem in found if problem.code == "E803"] == [
        "card “C0”: Alegreya Sans has no character `\u2694` (U+2694), which stands in the text " + others.format(39, 1, 2, 3),
    ]
    found = problems(HEAD + "cards:\n" + letters.replace("\u2694", "Go.") + "decks: {d: {name: D, cards: {c0: 1}}}\n")
    assert [problem.message for problem in found] == ["card `c1` lies in no deck, so it is printed nowhere " + others.format(38, 2, 3, 4)]
    few = "".join(lines.splitlines(keepends=True)[:5])
    found = problems(HEAD.replace("{power: {name: Power, type: 0..9}}", attribute) + "cards:\n" + few)
    assert [problem.message for problem in found] == ["cards have no attribute `speed`"] * 5
