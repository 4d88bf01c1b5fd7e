"""Exact values that were computed elsewhere, each from rules written as IR by hand."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from penance_build.ir import nodes as n
from penance_build.ir.interpret.state import new_state
from penance_build.odds.question.answer import Answer
from penance_build.odds.question.refusal import Budget, Policy, Refused
from penance_build.odds.walking.exact import Odds, distribution
from tests.ir_programs import card
from tests.odds_oracles import (
    ATTACK,
    aethelgard,
    at_least,
    best,
    const,
    d,
    deck_of_thirty,
    die,
    enumerate_program,
    equals,
    face,
    fold,
    game,
    inp,
    op,
    penance_attack,
    skirmish,
    total,
    var,
    whole,
)

PENANCE = Odds(penance_attack())
AETHELGARD = Odds(aethelgard())
SKIRMISH = Odds(skirmish())


def chances(answer: Answer) -> dict[object, F]:
    """Probabilities by result; the bare value where there is one result."""
    found: dict[object, F] = {}
    for result, p in answer.outcomes:
        values = tuple(result.values())
        found[values[0] if len(values) == 1 else values] = p
    return found


def test_total_of_two_attack_dice() -> None:
    """The triangle over 0 to 10, in 36ths."""
    answer = PENANCE.distribution("attack", {"damage": 4}, of=["total"])
    assert chances(answer) == {total: F(ways, 36) for total, ways in enumerate([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])}


@pytest.mark.parametrize(("target", "ways"), [(2, 33), (3, 30), (4, 26), (5, 21), (6, 15), (7, 10), (8, 6), (9, 3), (10, 1), (11, 0)])
def test_chance_to_hit(target: int, ways: int) -> None:
    """A hit is a total that meets the target number and is no double JAM."""
    hit = op("ge", var("outcome"), const(2))
    assert PENANCE.distribution("attack", {"damage": 4, "target": target}, of=[], where=hit).p == F(ways, 36)


@pytest.mark.parametrize(("advantage", "p"), [(0, F(21, 36)), (1, F(29, 36)), (2, F(131, 144)), (-1, F(23, 72)), (-2, F(25, 144))])
def test_dice_pools(advantage: int, p: F) -> None:
    """Three or four dice, the best or the worst two kept, against 5."""
    hit = op("ge", var("total"), const(5))
    assert PENANCE.distribution("attack", {"damage": 4, "advantage": advantage}, of=[], where=hit).p == p


@pytest.mark.parametrize(("advantage", "p"), [(0, F(1, 36)), (1, F(2, 27)), (2, F(19, 144))])
def test_execution(advantage: int, p: F) -> None:
    """Both kept dice show DEATH BLOW."""
    hit = op("eq", var("outcome"), const(5))
    assert PENANCE.distribution("attack", {"damage": 4, "advantage": advantage}, of=[], where=hit).p == p


def test_six_defense_dice() -> None:
    """Blocks of six dice, two faces of which block."""
    of_six = op("and", op("eq", var("incoming"), const(6)), op("eq", var("outcome"), const(2)))
    whole_chance = PENANCE.distribution("attack", {"damage": 6}, of=[], where=of_six).p
    assert whole_chance is not None
    for blocks, ways in ((0, 64), (2, 240), (6, 1)):
        answer = PENANCE.distribution("attack", {"damage": 6}, of=[], where=op("and", of_six, op("eq", var("blocked"), const(blocks))))
        assert answer.p is not None and answer.p / whole_chance == F(ways, 729)


def test_suffering_die() -> None:
    """Cards discarded, gross, and net of the one recovered."""
    faces = [
        ("divine_mercy", 0, 0),
        ("blood_price", 1, 0),
        ("zealots_fury", 2, 0),
        ("penance", 3, 0),
        ("martyrdom", 1, 0),
        ("absolution", 1, 1),
    ]
    suffering = die("suffering", *((name, {"discard": lost, "recover": back}) for name, lost, back in faces))
    body = [
        n.Roll("suffering", "suffering", const(1), "suffering"),
        n.Let("gross", fold("suffering", "suffering", face("discard"))),
        n.Let("net", op("sub", var("gross"), fold("suffering", "suffering", face("recover")))),
    ]
    answer = distribution(game(body, ["gross", "net"], dice=[suffering]), "p", {})
    assert answer.mean == {"gross": F(4, 3), "net": F(7, 6)}


def test_whole_attack() -> None:
    """Base damage 8 at target 5 in the front arc: every result at once."""
    of = ["taken", "blocked", "component_damage", "heat", "pierce", "outcome"]
    answer = PENANCE.distribution("attack", {"damage": 8}, of=of)
    assert answer.mean["taken"] == F(61, 18)
    assert answer.mean["component_damage"] == F(19, 24)
    assert len(answer.outcomes) == 2214
    assert sum(p for _, p in answer.outcomes) == 1


@pytest.mark.parametrize("dice", [1, 2, 3, 5, 10, 40])
def test_fumble(dice: int) -> None:
    """No success and at least one botch: 0.7^n - 0.6^n."""
    expected = F(7, 10) ** dice - F(6, 10) ** dice
    assert AETHELGARD.distribution("check", {"dice": dice}, of=[], where=var("fumble")).p == expected


@pytest.mark.parametrize(("dice", "p"), [(5, F(243, 100000)), (10, F(22812597, 250000000))])
def test_critical(dice: int, p: F) -> None:
    """Net 5 and more."""
    assert AETHELGARD.distribution("check", {"dice": dice}, of=[], where=op("ge", var("net"), const(5))).p == p


def test_expected_net() -> None:
    """Floored and not."""
    assert AETHELGARD.distribution("check", {"dice": 5}, of=["raw", "net"]).mean == {"raw": 1, "net": F(1161, 1000)}


@pytest.mark.parametrize(("atk", "defence"), [(1, 4), (6, 2), (9, 5)])
def test_wounds_are_binomial(atk: int, defence: int) -> None:
    """Each attack die wounds with (7 - d) / 6."""
    from math import comb

    hit = F(7 - defence, 6)
    expected = {k: comb(atk, k) * hit**k * (1 - hit) ** (atk - k) for k in range(atk + 1)}
    assert chances(SKIRMISH.distribution("attack", {"atk": atk, "def": defence}, of=["wounds"])) == expected


@pytest.mark.parametrize(("atk", "double", "triple", "scale"), [(3, F(4, 9), F(1, 36), F(1, 9)), (4, F(13, 18), F(7, 72), F(5, 18))])
def test_combinations(atk: int, double: F, triple: F, scale: F) -> None:
    """Double, triple and scale may hold at once."""
    for name, p in (("double", double), ("triple", triple), ("scale", scale)):
        assert SKIRMISH.distribution("attack", {"atk": atk, "def": 4}, of=[], where=var(name)).p == p


def test_one_reroll() -> None:
    """ATK 2 against DEF 4: a failure is rerolled, first die first."""
    answer = SKIRMISH.distribution("attack", {"atk": 2, "def": 4, "rerolls": 1}, of=["wounds"])
    assert chances(answer) == {0: F(1, 8), 1: F(3, 8), 2: F(1, 2)}


def test_d4_then_that_many_d6() -> None:
    """The number of dice is itself rolled; the highest is kept."""
    body = [
        n.Roll("a", "d4", const(1), "a"),
        n.Roll("b", "d6", total("a", "d4"), "b"),
        n.Let("x", total(best("b", "d6", 1), "d6")),
    ]
    answer = distribution(game(body, ["x"]), "p", {}, where=op("eq", var("x"), const(6)))
    assert (answer.p, answer.mean["x"]) == (F(1829, 5184), F(23555, 5184))


def test_reroll_low_dice_once() -> None:
    """2d6, each 1 or 2 rerolled once."""
    body = [
        n.Roll("a", "d6", const(2), "a"),
        n.Reroll("a", "d6", op("le", face(), const(2)), n.Dice(var("a")), "again"),
        n.Let("x", total("a", "d6")),
    ]
    assert distribution(game(body, ["x"]), "p", {}).mean["x"] == F(25, 3)


def test_reroll_and_keep_the_better() -> None:
    """2d6, each 1 or 2 rerolled once and the better of both counted."""
    each = [
        n.Roll("a", "d6", const(1), "a"),
        n.Let("old", total("a", "d6")),
        n.Reroll("a", "d6", op("le", face(), const(2)), const(1), "again"),
        n.Let("x", op("add", var("x"), op("max", var("old"), total("a", "d6")))),
    ]
    body = [n.Let("x", const(0)), n.Each("i", const(1), const(2), 2, tuple(each))]
    assert distribution(game(body, ["x"]), "p", {}).mean["x"] == F(151, 18)


def test_product_of_unlike_dice() -> None:
    """d10 times a die with faces 1 1 2."""
    odd = die("odd", ("one", {"value": 1}), ("one", {"value": 1}), ("two", {"value": 2}))
    body = [
        n.Roll("a", "d10", const(1), "a"),
        n.Roll("b", "odd", const(1), "b"),
        n.Let("x", op("mul", total("a", "d10"), total("b", "odd"))),
    ]
    assert distribution(game(body, ["x"], dice=[d(10), odd]), "p", {}).mean["x"] == F(22, 3)


def test_negative_net() -> None:
    """10d10, 6+ succeeds, 1 subtracts."""
    net = op("sub", fold("a", "d10", at_least(6)), fold("a", "d10", equals(1)))
    body = [n.Roll("a", "d10", const(10), "a"), n.Let("x", net)]
    assert distribution(game(body, ["x"]), "p", {}, of=[], where=op("lt", var("x"), const(0))).p == F(97688137, 5000000000)


def test_botch_without_success() -> None:
    """4d10 with 8+ a success."""
    event = op("and", op("eq", var("s"), const(0)), op("ge", var("b"), const(1)))
    body = [n.Roll("a", "d10", const(4), "a"), n.Let("s", fold("a", "d10", at_least(8))), n.Let("b", fold("a", "d10", equals(1)))]
    assert distribution(game(body, ["s", "b"]), "p", {}, where=event).p == F(221, 2000)


def test_highest_of_unlike_dice() -> None:
    """A d6 and a d8."""
    body = [
        n.Roll("a", "d6", const(1), "a"),
        n.Roll("b", "d8", const(1), "b"),
        n.Let("x", op("max", total("a", "d6"), total("b", "d8"))),
    ]
    assert distribution(game(body, ["x"]), "p", {}).mean["x"] == F(251, 48)


def test_faces_with_two_values() -> None:
    """Damage and effect on one die, four of them."""
    faces = [(1, 0), (2, 0), (0, 0), (0, 0), (1, 1), (1, 1)]
    two = die("two", *((f"f{a}{b}", {"damage": a, "effect": b}) for a, b in faces))
    body = [
        n.Roll("a", "two", const(4), "a"),
        n.Let("damage", fold("a", "two", face("damage"))),
        n.Let("effect", fold("a", "two", face("effect"))),
    ]
    event = op("and", op("ge", var("damage"), const(4)), op("ge", var("effect"), const(1)))
    assert distribution(game(body, ["damage", "effect"], dice=[two]), "p", {}, where=event).p == F(10, 27)


def test_pairs_of_ones_take_away() -> None:
    """5d6, 4+ succeeds, each pair of 1s takes one away, floored at 0 and not."""
    body = [
        n.Roll("a", "d6", const(5), "a"),
        n.Let("x", op("sub", fold("a", "d6", at_least(4)), op("div", fold("a", "d6", equals(1)), const(2)))),
        n.Let("y", op("max", const(0), var("x"))),
    ]
    assert distribution(game(body, ["x", "y"]), "p", {}).mean == {"x": F(559, 243), "y": F(2005, 864)}


def test_attack_in_three_rolls() -> None:
    """Hits on 3+, wounds on 3+, saved on 5+; a 6 to hit skips the wound roll."""
    body = [
        n.Let("x", const(0)),
        n.Roll("hit", "d6", const(1), "hit"),
        n.If(op("lt", total("hit", "d6"), const(3)), (n.Stop(),), ()),
        n.If(
            op("ne", total("hit", "d6"), const(6)),
            (n.Roll("wound", "d6", const(1), "wound"), n.If(op("lt", total("wound", "d6"), const(3)), (n.Stop(),), ())),
            (),
        ),
        n.Roll("save", "d6", const(1), "save"),
        n.Let("x", op("lt", total("save", "d6"), const(5))),
    ]
    assert distribution(game(body, ["x"]), "p", {}).mean["x"] == F(1, 3)


def test_five_cards_of_thirty() -> None:
    """At least one of twelve Primary cards among five of thirty."""
    prog, state = deck_of_thirty()
    answer = distribution(prog, "p", {}, of=["left", "drawn"], where=op("ge", var("x"), const(1)), state=state)
    assert answer.p == F(1063, 1131)
    assert chances(answer) == {(25, 5): 1}


def test_a_card_put_under_is_the_last() -> None:
    """The top card goes under its deck, the next one into the hand."""
    body = [
        n.Move(None, "deck", None, const(1), "deck", None, True, ""),
        n.Move(None, "deck", None, const(1), "hand", None, False, ""),
        n.Let("x", n.ZoneFold("hand", None, n.CardAttr(None, "id"))),
    ]
    zones = [n.ZoneDef(name, name, "game", "none") for name in ("deck", "hand")]
    prog = game(body, ["x"], zones=zones, cards=[card("bottom"), card("middle"), card("top")])
    state = new_state(prog)
    state.cards, state.zones["deck"] = [0, 1, 2], [[0, 1, 2]]
    assert chances(distribution(prog, "p", {}, state=state)) == {1: 1}
    shuffled = game([n.Shuffle("deck", None), *body], ["x"], zones=zones, cards=prog.cards)
    assert chances(distribution(shuffled, "p", {}, state=state)) == {0: F(1, 3), 1: F(1, 3), 2: F(1, 3)}


def test_illegal_change_is_refused() -> None:
    """A counter that must not leave its bounds is watched even where nobody asks for it."""
    counters = [n.CounterDef("sp", "SP", "game", 0, 3, 2, "illegal", "")]
    prog = game([n.Change("sp", None, const(-3), False), n.Let("x", const(1))], ["x"], counters=counters)
    with pytest.raises(Refused, match="SP would be -1"):
        distribution(prog, "p", {})


def test_choice_without_policy_is_refused() -> None:
    """The refusal names the choice; policies answer it."""
    options = (n.Option("one", "One", 1, op("eq", const(0), const(1))), n.Option("two", "Two", 2, None), n.Option("six", "Six", 6, None))
    prog = game([n.Choose("pick", const(0), "?", options, ""), n.Let("x", var("pick"))], ["x"])
    with pytest.raises(Refused, match="choice 'pick'"):
        distribution(prog, "p", {})
    assert chances(distribution(prog, "p", {}, policy=Policy("first"))) == {2: 1}
    assert chances(distribution(prog, "p", {}, policy=Policy("random"))) == {2: F(1, 2), 6: F(1, 2)}
    assert chances(distribution(prog, "p", {}, policy=Policy("named", {"pick": "six"}))) == {6: 1}
    with pytest.raises(Refused, match="no legal option"):
        distribution(prog, "p", {}, policy=Policy("named", {"pick": "one"}))
    with pytest.raises(Refused, match="no option 'ten'"):
        distribution(prog, "p", {}, policy=Policy("named", {"pick": "ten"}))


def test_budget_states_estimate_and_limit() -> None:
    """Too many results are refused with both numbers."""
    with pytest.raises(Refused, match=r"about 20301 .* limit of 1000"):
        AETHELGARD.distribution("check", {"dice": 200}, of=["successes", "botches"], budget=Budget(states=1000))


def test_inputs_are_checked() -> None:
    """Missing, unknown and out of bounds."""
    for inputs, text in (({}, "needs the input 'damage'"), ({"damage": 4, "x": 1}, "no input 'x'"), ({"damage": 21}, "outside 0..20")):
        with pytest.raises(Refused, match=text):
            PENANCE.distribution("attack", inputs)


@pytest.mark.full
def test_attack_equals_enumeration() -> None:
    """The interpreter on every sequence of faces gives the same joint distribution."""
    of = ["taken", "component_damage", "outcome", "total"]
    expected = enumerate_program(penance_attack(), "attack", {"damage": 2}, of)
    assert expected is not None
    assert chances(PENANCE.distribution("attack", {"damage": 2}, of=of)) == expected


@pytest.mark.parametrize(("atk", "defence", "rerolls"), [(3, 4, 1), (3, 2, 2), (4, 6, 0), (2, 7, 5)])
def test_skirmish_equals_enumeration(atk: int, defence: int, rerolls: int) -> None:
    """Rerolls, shapes and counts together."""
    inputs = {"atk": atk, "def": defence, "rerolls": rerolls}
    of = ["wounds", "double", "triple", "scale"]
    assert chances(SKIRMISH.distribution("attack", inputs, of=of)) == enumerate_program(skirmish(), "attack", inputs, of)


def test_dice_of_the_hand_built_game() -> None:
    """The attack die's faces are those of the book, JAM last and worth 0."""
    assert [dict(item.values)["value"] for item in ATTACK.faces] == [1, 2, 3, 4, 5, 0]
    assert inp("x", whole(0, 1)).default is None


def test_a_constant_in_a_combination_that_is_carried() -> None:
    """``x + y`` is carried as one item over a roll; what ``y`` was given before is a constant in it."""
    body = [
        n.Let("x", const(0)),
        n.Let("y", const(1)),
        n.Roll("r", "d2", const(1), "r"),
        n.Let("z", op("add", var("x"), var("y"))),
        n.Let("x", total("r", "d2")),
        n.Let("y", op("add", total("r", "d2"), var("z"))),
    ]
    assert chances(distribution(game(body, ["z"], dice=[d(2)]), "p", {})) == {1: 1}
    assert chances(distribution(game(body, ["y"], dice=[d(2)]), "p", {})) == {2: F(1, 2), 3: F(1, 2)}
