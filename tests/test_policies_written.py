"""Claims and examples that say how choices are made: judged as the command line answers; wrong policies found in their place."""

from __future__ import annotations

from fractions import Fraction

import pytest

from penance_build import api
from penance_build.ir.nodes import Program
from penance_build.model.formulas.queries import choice_expr
from tests.games import program_in

GAME = """\
game: {id: pigs, name: Pigs, version: "1", language: 1}
dice: {d6: {name: D6, sides: 6}}
card_attributes: {cost: {name: Cost, type: 0..9, played: false}}
card_types: {act: {name: Act}}
cards:
  low: {name: Low, type: act, cost: 1, text: a, text_only: tests}
  high: {name: High, type: act, cost: 5, text: b, text_only: tests}
decks: {pile: {name: Pile, size: 2, cards: {low: 1, high: 1}}}
zones: {hand: {name: Hand, owner: player, visible: owner}}
procedures:
  pig:
    inputs: {me: player}
    results: {points: {type: 0..40, default: 0}}
    steps:
      - {let: points, value: 0}
      - repeat:
          - choose: next
            by: me
            prompt: Go on
            options: {roll: {name: Roll}, hold: {name: Hold}}
          - if: next == roll
            then:
              - {roll: d6}
              - {let: points, value: "min(40, points + sum(d6))"}
        until: next == hold
        at_most: 3
  pay:
    inputs: {me: player}
    results: {paid: {type: 0..9, default: 0}}
    steps:
      - choose: card
        by: me
        prompt: Which
        card_from: me.hand
        then: [{let: paid, value: card.cost}]
        else: [{let: paid, value: 0}]
  twice:
    inputs: {me: player}
    results: {points: {type: 0..40, default: 0}}
    steps: [{call: pig, with: {me: me}, take: {points: points}}]
"""
# What a claim says of choices, and the mean that follows: worked out by hand.
MEANS = (
    ("pig", "{next: roll}", Fraction(21, 2)),
    ("pig", "{next: hold}", Fraction(0)),
    ("pig", "first", Fraction(21, 2)),
    ("pig", "random", Fraction(7, 2) * (Fraction(1, 2) + Fraction(1, 4) + Fraction(1, 8))),
    ("pig", "{next: if points >= 6 then hold else roll}", Fraction(7, 2) * (1 + Fraction(5, 6) + Fraction(10, 36))),
    ("twice", "{next: if points >= 6 then hold else roll}", Fraction(7, 2) * (1 + Fraction(5, 6) + Fraction(10, 36))),
    ("pay", "{card: low}", Fraction(1)),
    ("pay", "{card: high}", Fraction(5)),
    ("pay", "{card: card.cost}", Fraction(5)),
    ("pay", "{card: 0 - card.cost}", Fraction(1)),
    ("pay", "random", Fraction(3)),
)


def compiled(entries: str, rules: str = GAME) -> api.Compilation:
    """The game with claims or examples behind it."""
    return api.compile_texts({"game.yaml": rules + entries})


def program_of(entries: str, rules: str = GAME) -> Program:
    """The same where nothing is wrong."""
    return program_in(compiled(entries, rules))


def claim(procedure: str, policy: str) -> str:
    """A claim of the mean under a policy."""
    asked, zones = ("paid", ", zones: {hand: pile}") if procedure == "pay" else ("points", "")
    said = f", policy: {policy}" if policy else ""
    return f'claims: {{c: {{says: "0", procedure: {procedure}, set: {{me: 1}}{zones}, mean: {asked}{said}, verdict: refuted}}}}\n'


@pytest.mark.parametrize(("procedure", "policy", "mean"), MEANS)
def test_a_claim_is_judged_by_its_policy(procedure: str, policy: str, mean: Fraction) -> None:
    [judged] = api.audit(program_of(claim(procedure, policy)))
    assert judged.exact == mean


def test_without_a_policy_it_is_undecidable() -> None:
    for procedure in ("pig", "pay"):
        [judged] = api.audit(program_of(claim(procedure, "")))
        assert (judged.verdict, "needs a policy" in judged.reason) == ("undecidable", True)


def test_the_question_that_it_is_compared_with_may_have_another() -> None:
    than = claim("pig", "{next: roll}").replace("policy: {next: roll}", "policy: {next: roll}, than: {policy: random}")
    [judged] = api.audit(program_of(than))
    assert judged.exact == Fraction(21, 2) / Fraction(49, 16)
    same = claim("pig", "{next: roll}").replace("policy: {next: roll}", "policy: {next: roll}, than: {set: {me: 2}}")
    [judged] = api.audit(program_of(same))
    assert judged.exact == 1


EXAMPLES = """\
examples:
  held: {procedure: pig, set: {me: 1}, policy: {next: if points >= 6 then hold else roll}, dice: {d6: [4, 5]}, expect: {points: 9}}
  all: {procedure: pig, set: {me: 1}, policy: first, dice: {d6: [4, 5, 6]}, expect: {points: 15}}
  named: {procedure: pay, set: {me: 1}, zones: {hand: pile}, policy: {card: high}, expect: {paid: 5}}
  lacking: {procedure: pay, set: {me: 1}, zones: {hand: {low: 1}}, policy: {card: high}, expect: {paid: 0}}
  any: {procedure: pig, set: {me: 1}, policy: {next: random}, expect: {points: 0}}
  score: {procedure: pay, set: {me: 1}, zones: {hand: pile}, policy: {card: card.cost}, expect: {paid: 5}}
"""


def test_an_example_takes_what_it_names() -> None:
    judged = {item.id: item for item in api.replay(program_of(EXAMPLES))}
    assert [judged[name].verdict for name in ("held", "all", "named", "lacking")] == ["holds"] * 4
    assert judged["any"].reason == "pig: the choice 'next' is made in one way in an example, not at random"
    assert judged["score"].reason == "pay: the choice 'card' is of a card, which an example names"


WRONG = (
    ("pig", "{nxt: roll}", "E603", "`pig` has no choice `nxt`", "did you mean `next`?"),
    ("pig", "{next: rol}", "E402", "the choice `next` has no option `rol`", "did you mean `roll`?"),
    ("pay", "{card: hgh}", "E402", "the choice `card` has no card `hgh`", "did you mean `high`?"),
    ("pig", "{next: if point >= 6 then hold else roll}", "E402", "there is no name `point` here", "did you mean `points`?"),
    ("pay", "{card: card.cost > 2}", "E403", "a card is chosen by a number, of which a greatest is taken", "for example card.cost"),
)


@pytest.mark.parametrize(("procedure", "policy", "code", "message", "hint"), WRONG)
def test_what_cannot_be_chosen_is_reported_where_it_stands(procedure: str, policy: str, code: str, message: str, hint: str) -> None:
    text = claim(procedure, policy)
    [problem] = [item for item in compiled(text).problems if item.severity == "error"]
    assert (problem.code, problem.message, problem.hint) == (code, message, hint)
    assert problem.span.line == GAME.count("\n") + 1
    assert text.index(policy) < problem.span.column <= text.index(policy) + len(policy)


def test_a_policy_of_all_choices_is_first_or_random() -> None:
    found = [item for item in compiled(claim("pig", "best")).problems if item.severity == "error"]
    assert len(found) == 1
    assert found[0].entity == ("claim", "c")


def test_a_changed_choice_is_judged_anew() -> None:
    """What was compiled before is remembered: not beyond a change of the step that asks."""
    text = claim("twice", "{next: if points >= 6 then hold else roll}")
    [before] = api.audit(program_of(text))
    [after] = api.audit(program_of(text, GAME.replace("at_most: 3", "at_most: 2")))
    assert (before.exact, after.exact) == (Fraction(133, 18), Fraction(7, 2) * (1 + Fraction(5, 6)))


def test_a_card_without_an_attribute_has_0_of_it_in_a_policy_as_in_the_rules() -> None:
    rules = GAME.replace("type: 0..9, played", "type: 1..9, optional: true, played").replace("act, cost: 1,", "act,")
    program = program_of("", rules)
    choice_expr(program, "pay", "card", "10 // max(1, card.cost)", of_card=True)
    with pytest.raises(api.BadQuery, match="this divisor may be 0"):
        choice_expr(program, "pay", "card", "10 // card.cost", of_card=True)
