"""``penance explain ID``: what is said of a thing is what the rules have, and nothing that a change touches is left out."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from penance_build.ir.nodes import Program
from penance_build.ir.uses import closure
from penance_build.library.explained import KINDS, explained, kinds_of, known
from tests.command_line import Ran
from tests.games import shipped

Penance = Callable[..., Ran]


@pytest.fixture(scope="module")
def game() -> Program:
    return shipped("penance")


def test_a_change_touches_whatever_comes_to_it(game: Program) -> None:
    """Held against what every procedure reads, one by one."""
    reads = {item.id: set(closure(game, [item.id])) for item in game.procedures}
    for kind, name in (("die", "attack"), ("table", "facing"), ("counter", "heat"), ("procedure", "to_hit"), ("zone", "hand")):
        found = explained(game, kind, name)
        reach = {procedure for procedure, read in reads.items() if f"{kind} {name}" in read}
        assert set(found.touches.get("card", ())) == {item.removeprefix("card.") for item in reach if item.startswith("card.")}
        assert set(found.touches.get("example", ())) == {item.id for item in game.proved.examples if item.procedure in reach}
        figures = {item.id for item in game.proved.claims if item.procedure in reach}
        assert figures <= set(found.touches.get("claim", ()))


@pytest.mark.full
def test_everything_can_be_explained(game: Program) -> None:
    for name in known(game):
        for kind in kinds_of(game, name):
            found = explained(game, kind, name)
            assert found.kind in KINDS
            assert found.id == name
            assert all(found.says)


def test_a_card(game: Program) -> None:
    found = explained(game, "card", "faithful_thrust")
    assert found.says[0] == "Attack, Primary Weapon, Church of Absolution, SP 2, Damage 4, Range 1"
    assert found.says[1] == "Deal 4 damage."
    assert found.used_by["deck"] == ("confessor",)
    assert found.used_by["set"] == ("penitent_blades",)
    assert "strike" in found.uses["procedure"]
    assert {"attack", "defense"} <= set(found.uses["die"])


@pytest.mark.full
def test_the_command(penance: Penance) -> None:
    done = penance("explain", "grit_check", "--game", "rules/penance")
    assert done.code == 0
    assert "takes severe: bool (false)" in done.out
    table = penance("explain", "range_modifier", "--game", "rules/penance").out.splitlines()
    assert any("range 4..6 gives modifier 1" in line for line in table), table
    die = penance("explain", "d6", "--game", "rules/skirmish")
    assert die.code == 0
    data = json.loads(penance("explain", "attack", "--game", "rules/penance", "--format", "json").out)
    assert [item["kind"] for item in data["things"]] == ["die", "procedure"]
    assert data["things"][0]["at"].startswith("dice.yaml:")
    says = penance("explain", "effects", "--game", "rules/penance").out
    assert "call: strike (attacker self, defender target, component component)" in says
    assert "    Deal *{damage}* damage   with damage" in says
    wrong = penance("explain", "faithful_trust", "--game", "rules/penance")
    assert wrong.code == 2
    assert "did you mean `faithful_thrust`" in wrong.err
    assert penance("explain", "effects", "--game", "rules/skirmish").code == 2


def test_odds_of_what_can_be_asked_as_it_is(penance: Penance) -> None:
    shown = penance("explain", "damage_die", "--game", "rules/penance").out
    assert "1/6  16.67 %" in shown
    asked = penance("explain", "strain", "--game", "rules/penance").out
    assert "ask: penance odds strain --set heat=" in asked
