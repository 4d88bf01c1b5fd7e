"""The optional rules in a duel: each acts where it is chosen, and the base game knows nothing of it."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from tests import duel_games
from tests.engine_support import python_engine
from tests.test_duel_book import Table, hexes

pytestmark = pytest.mark.full

WOUNDS = ["concussion", "broken_finger", "shattered_hand", "spinal_trauma"]
PLAIN = ["faithful_thrust", "feint", "retreat", "bash"]


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Any:
    made: dict[tuple[tuple[str, str], ...], ModuleType] = {}

    def get(**options: str) -> ModuleType:
        key = tuple(sorted(options.items()))
        if key not in made:
            made[key] = python_engine(duel_games.compiled(**options), tmp_path_factory.mktemp("options"))
        return made[key]

    return get


def setup(engine: ModuleType, zones: dict[str, Any] | None = None, **counters: list[Any]) -> dict[str, Any]:
    """Two Caskets side by side, each with four cards, a deck, and four wounds."""
    return {
        "players": 2,
        "zones": {"hand": [PLAIN, PLAIN], "deck": [["bash"] * 20, ["bash"] * 20], "wound_deck": [WOUNDS, WOUNDS], **(zones or {})},
        "counters": {"frame": [0, 0], "at": hexes(engine, "h6", "h7"), "heading": [0, 3], **counters},
    }


def options(table: Table) -> list[str]:
    return [action["option"] for action in table.engine.legal(table.state)]


# ---------------------------------------------------------------- Taint


def test_taint_is_gained_by_thirds_of_the_damage(engines: Any) -> None:
    """Seven taken are two Taint; in the base game none."""
    faces: dict[str, Any] = {"attack": [3, 4], "defense": ["flesh_wound"] * 8}
    for chosen, taint in (("on", 2), ("off", 0)):
        engine = engines(taint=chosen)
        table = Table(engine, setup(engine, next_damage=[3, 0]), faces, 0)
        table.choose("play", "faithful_thrust", "legs", "pass", *["deck"] * 8)
        assert table.health(1) == 24 - 8
        assert table.counter("taint", 1) == taint


def test_taint_of_the_target_is_spent_before_the_dice(engines: Any) -> None:
    """Weakness makes a 5 hit at 6, two blocks are rolled again, one more Component Damage, no answer; each use once."""
    engine = engines(taint="on")
    faces: dict[str, Any] = {"attack": [2, 3], "defense": ["shield", "absorb", "shield", "critical"], "reroll": ["flesh_wound", "heat"]}
    table = Table(engine, setup(engine, taint=[0, 9], moved=[0, 2]), faces, 0)
    table.choose("play", "faithful_thrust", "legs")
    assert set(options(table)) == {"enough", "weakness", "force_reroll", "heat_spike", "vulnerability", "disruption", "overload"}
    table.choose("weakness", "force_reroll", "vulnerability", "heat_spike")
    assert (table.counter("taint", 1), table.counter("heat", 1)) == (2, 1)
    table.choose("pass")  # what is left pays for no more, and nothing is used twice: nobody asks
    notes = dict(table.notes())
    assert (notes["Attack Dice"], notes["Reaches the target number"], notes["Blocked"]) == (5, True, 1)
    assert (notes["CRITICAL faces"], notes["HEAT faces"]) == (1, 1)
    table.choose("deck", "deck", "deck")
    assert (table.counter("legs", 1), table.counter("heat", 1), table.counter("taint", 1)) == (2, 2, 3)


def test_a_disrupted_pilot_answers_nothing(engines: Any) -> None:
    engine = engines(taint="on")
    hands = {"hand": [PLAIN, ["deflect", "brace_for_impact"]]}
    faces: dict[str, Any] = {"attack": [3, 4], "defense": ["flesh_wound"] * 5}
    for bought, open_, left in ((["disruption"], ["pass"], 0), (["enough", "bear"], ["pass", "answer"], 4)):
        table = Table(engine, setup(engine, hands, taint=[0, 4]), faces, 0)
        table.choose("play", "faithful_thrust", "legs", *bought)
        assert (options(table), table.counter("taint", 1)) == (open_, left)
    runes = Table(engine, setup(engine, hands, taint=[0, 4], runes=[0, 3]), faces, 0)
    runes.choose("play", "faithful_thrust", "legs", "disruption", "pass")
    assert options(runes) == ["keep", "spend"]  # a Rune is no card


def test_ones_own_taint_hurts_and_helps(engines: Any) -> None:
    """Fury adds 2 damage, Ignore Pain takes 3 away, each for a Heat; Void Step moves two hexes for nothing; the Purge costs SP."""
    engine = engines(taint="on")
    faces: dict[str, Any] = {"attack": [3, 4], "defense": ["flesh_wound"] * 7}
    table = Table(engine, setup(engine, taint=[2, 3]), faces, 0)
    table.choose("play", "faithful_thrust", "legs", "fury", "enough")
    assert (table.counter("taint", 0), table.counter("heat", 0)) == (0, 1)
    table.choose("ignore", "pass")
    assert dict(table.notes())["Damage taken"] == 4
    assert (table.counter("taint", 1), table.counter("heat", 1)) == (0, 1)
    step = Table(engine, setup(engine, taint=[1, 0]), {}, 0).choose("void_step")
    assert (step.counter("free_hexes", 0), step.counter("taint", 0), step.counter("heat", 0)) == (2, 0, 1)
    purge = Table(engine, setup(engine, taint=[4, 0], heat=[3, 0]), {}, 0).choose("thermal_purge")
    assert (purge.counter("heat", 0), purge.counter("drained", 0)) == (0, 1)
    assert engine.run("sp_maximum", {"who": 0}, state=purge.state)["result"] == {"maximum": 5}
    assert "void_step" not in options(Table(engines(), setup(engines(), taint=[9, 9]), {}, 0))


def test_a_fallen_casket_rises_once(engines: Any) -> None:
    engine = engines(taint="on")
    zones = {"deck": [["bash"] * 20, []], "hand": [PLAIN, []], "graveyard": [[], ["bash"] * 9]}
    state = engine.start("fall", {"who": 1}, setup=setup(engine, zones, taint=[0, 6]), seed=3)
    action = {"type": "choose", "procedure": "fall", "slot": "fate", "option": "rise"}
    risen, _ = engine.apply(state, action)
    assert (len(risen["zones"]["deck"][1]), len(risen["zones"]["wounds"][1])) == (9, 2)
    assert [risen["counters"][name][1] for name in ("risen", "fallen", "taint")] == [1, 0, 1]
    for counters in ({"taint": [0, 4]}, {"taint": [0, 9], "risen": [0, 1]}):
        state = engine.start("fall", {"who": 1}, setup=setup(engine, zones, **counters), seed=3)
        assert (state["pending"], state["counters"]["fallen"][1]) == (None, 1)


def test_ten_taint_wound_or_corrupt(engines: Any) -> None:
    for chosen, die, expected in (("off", [], (0, 0, 1)), ("on", [3], (12, 1, 0)), ("on", [4], (12, 0, 0))):
        engine = engines(taint=chosen)
        dice = {"corruption": die} if die else {}
        state = engine.start("gain_taint", {"who": 1, "taint": 3}, setup=setup(engine, taint=[0, 9]), dice=dice)
        found = (state["counters"]["taint"][1], int(state["counters"]["corrupted"][1]), len(state["zones"]["wounds"][1]))
        assert found == expected


# ---------------------------------------------------------------- Damage cards


DIE = {
    "minor_strain": ("heat", 1),
    "system_glitch": ("glitch", 1),
    "internal_bleeding": ("leaking", 1),
    "structural_weakness": ("weak_spot", 1),
    "adrenaline_surge": ("sp", 7),
}


@pytest.mark.parametrize(("face", "left"), DIE.items())
def test_a_damage_card_is_sacrificed_or_purged(engines: Any, face: str, left: tuple[str, int]) -> None:
    engine = engines(damaged_cards="on")
    zones = {"hand": [["damage_card", "bash"], []]}
    for actions, pile in ((("play", "damage_card"), "discard"), (("purge",), "graveyard")):
        table = Table(engine, setup(engine, zones), {"damage": [face]}, 0)
        table.choose(*actions)
        assert [table.state["cards"][card] for card in table.state["zones"][pile][0]] == ["damage_card"]
        assert table.counter(left[0], 0) == left[1]


def test_a_lost_damage_card_is_rolled_for(engines: Any) -> None:
    """It lies on the deck: lost, it wounds the pilot; in the base game it is only lost."""
    faces: dict[str, Any] = {"attack": [3, 4], "defense": ["flesh_wound"] * 5}
    for chosen, wounds in (("on", 1), ("off", 0)):
        engine = engines(damaged_cards=chosen)
        zones = {"deck": [["bash"] * 20, ["damage_card"] * 20], "hand": [PLAIN, []]}
        dice = {**faces, "damage": ["critical_malfunction", *["minor_strain"] * 4]} if chosen == "on" else faces
        table = Table(engine, setup(engine, zones), dice, 0).choose("play", "faithful_thrust", "legs", "pass")
        assert len(table.state["zones"]["wounds"][1]) == wounds
        assert table.counter("heat", 1) == (4 if chosen == "on" else 0)


def test_what_the_damage_die_leaves_is_felt_next_turn(engines: Any) -> None:
    engine = engines(damaged_cards="on")
    table = Table(engine, setup(engine, glitch=[2, 0], leaking=[1, 0]), {}, 0)
    assert (table.counter("sp", 0), table.counter("glitch", 0), table.counter("leaking", 0), table.health(0)) == (4, 0, 0, 23)
    faces: dict[str, Any] = {"attack": [3, 4], "defense": ["flesh_wound"] * 5}
    struck = Table(engine, setup(engine, weak_spot=[0, 2]), faces, 0).choose("play", "faithful_thrust", "legs", "pass", *["deck"] * 5)
    assert (struck.counter("legs", 1), struck.counter("weak_spot", 1)) == (2, 0)


# ---------------------------------------------------------------- Grit


@pytest.mark.parametrize(
    ("die", "grit", "top", "wounds", "heat"),
    [
        (2, 0, "concussion", ["concussion"], 0),
        (5, 0, "concussion", ["concussion"], 0),
        (6, 0, "concussion", [], 1),
        (6, 2, "concussion", [], 0),
        (3, 0, "shattered_hand", ["shattered_hand"], 0),
        (4, 0, "shattered_hand", ["broken_finger"], 0),
    ],
)
def test_a_wound_is_checked_against_grit(engines: Any, die: int, grit: int, top: str, wounds: list[str], heat: int) -> None:
    engine = engines(grit="on")
    rest = [wound for wound in WOUNDS if wound != top]
    given = setup(engine, {"wound_deck": [WOUNDS, [*rest, top]]}, grit=[0, grit])
    state = engine.start("wound", {"who": 1, "points": 1}, setup=given, dice={"grit": [die]})
    found = [state["cards"][card] for card in state["zones"]["wounds"][1]]
    assert (found, state["counters"]["heat"][1]) == (wounds, heat)
    assert len(state["zones"]["wound_deck"][1]) == 4 - len(wounds)


def test_the_church_begins_with_grit_and_the_dead_feel_nothing(engines: Any) -> None:
    engine = engines(grit="on")
    state = engine.new_game({"setup": "duel", "decks": ["confessor", "ironclad"]}, 3)
    assert state["counters"]["grit"] == [1, 0]
    names = engine._DATA["enums"]["faction"]
    assert [names[value] for value in state["counters"]["allegiance"]] == ["church", "dwarves"]
    ossuarium = setup(engine, allegiance=[0, names.index("ossuarium")])
    state = engine.start("wound", {"who": 1, "points": 2}, setup=ossuarium)
    assert state["zones"]["wounds"][1] == []


# ---------------------------------------------------------------- what is carried over


def test_wounds_and_skimmed_legs_are_carried_into_the_next_duel(engines: Any) -> None:
    engine = engines(grit="on")
    state = engine.new_game({"setup": "duel", "decks": ["confessor", "warden"], "counters": {"late": [5, 0], "skimmed": [0, 1]}}, 3)
    assert [len(state["zones"]["graveyard"][player]) for player in (0, 1)] == [5, 0]
    assert state["counters"]["grit"] == [1, 1]
    assert engine.run("sp_maximum", {"who": 1}, state=state)["result"] == {"maximum": 6}


@pytest.mark.parametrize("event", ["penance_ritual", "taint_purging", "soul_bargain", "leg_skimming", "taint_pulse", "void_embrace"])
def test_campaign_events_wait_for_what_is_done_by_hand(engines: Any, event: str) -> None:
    engine = engines()
    dice = {} if event in ("taint_pulse", "void_embrace") else {"suffering": ["blood_price"]}
    state = engine.start("campaign_event", {"who": 0, "event": event}, setup=setup(engine, taint=[8, 0]), dice=dice)
    assert len(state["zones"]["graveyard"][0]) == (2 if dice else 0)
    if event == "leg_skimming":
        assert state["counters"]["skimmed"] == [1, 0]
    else:
        assert state["pending"]["slot"].startswith("manual.")
        (done,) = engine.legal(state)
        state, _ = engine.apply(state, done)
    assert state["pending"] is None


# ---------------------------------------------------------------- the base game


def test_a_destroyed_chassis_costs_defense_without_armor_too(engines: Any) -> None:
    """Round Defense 2 is 1 without the Chassis, and never less than 0."""
    engine = engines()
    for defense, chassis, left in ((2, 0, 2), (2, 3, 1), (0, 3, 0)):
        faces: dict[str, Any] = {"attack": [3, 3], "defense": ["flesh_wound"] * (4 - left)}
        table = Table(engine, setup(engine, round_defense=[0, defense], chassis=[0, chassis]), faces, 0)
        table.choose("play", "faithful_thrust", "legs", "pass")
        assert dict(table.notes())["Defense"] == left


def test_what_has_fallen_falls_once(engines: Any) -> None:
    """More damage after the last card asks for nothing, and does not turn a dead pilot into a destroyed Casket."""
    for chosen in ("off", "on"):
        engine = engines(taint=chosen)
        bare = setup(engine, {"deck": [["bash"], []], "hand": [[], []]}, taint=[0, 9], fallen=[0, 2])
        state = engine.start("take_damage", {"who": 1, "points": 3}, setup=bare)
        assert (state["pending"], state["counters"]["fallen"][1]) == (None, 2)


@pytest.mark.parametrize(("die", "wounds"), [(3, 1), (4, 0)])
def test_the_pilot_of_a_destroyed_casket_is_saved_on_four(engines: Any, die: int, wounds: int) -> None:
    engine = engines()
    state = engine.start("pilot_save", {"who": 0}, setup=setup(engine), dice={"save": [die]})
    assert state["result"] == {"saved": die >= 4}
    assert len(state["zones"]["wounds"][0]) == wounds


def test_tactics_in_play_count_among_the_hp(engines: Any) -> None:
    engine = engines()
    given = setup(engine, {"tactics": [["righteous_fury"], []], "discard": [["bash"] * 2, []]})
    assert engine.run("hp", {"who": 0}, setup=given)["result"] == {"hp": 20 + 4 + 1 + 2}


def test_the_boundary_of_two_sides_is_worse_for_the_attacker(engines: Any) -> None:
    """From the corner between front and shield side it is the shield side."""
    engine = engines()
    corner = engine.run("aim", {"who": 0, "foe": 1}, setup=setup(engine, at=hexes(engine, "f8", "g7"), heading=[0, 0]))["result"]
    assert corner["side"] == "shield"


def test_ptsd_forbids_a_burst_from_behind_too(engines: Any) -> None:
    engine = engines()
    hand = {"hand": [["earthshaker", "hammer_strike"], []]}
    for scarred, playable in ((0, {"earthshaker", "hammer_strike"}), (1, set())):
        table = Table(engine, setup(engine, hand, heading=[0, 0], no_rear=[scarred, 0]), {}, 0)
        legal = options(table)
        assert ("play" in legal) == bool(playable)


def test_thorns_hurt_who_misses_too(engines: Any) -> None:
    engine = engines()
    table = Table(engine, setup(engine, thorns=[0, 2]), {"attack": [1, 1]}, 0)
    table.choose("play", "faithful_thrust", "legs", "deck", "deck")
    assert (table.health(0), table.counter("thorns", 1)) == (22, 0)


def test_taint_that_was_spent_is_an_act(engines: Any) -> None:
    """Who steps through the void has acted, and vents nothing by passing."""
    engine = engines(taint="on")
    table = Table(engine, setup(engine, taint=[1, 0], heat=[3, 0]), {}, 0).choose("void_step")
    assert (table.counter("acted", 0), table.counter("heat", 0)) == (1, 4)


def test_heat_is_a_disadvantage_where_advantages_are_counted(engines: Any) -> None:
    """Three Attack Dice at 5 Heat by counting; two where the modifiers are converted, of which Heat is none."""
    for pool, count in (("v3", 3), ("v3_conversion", 2)):
        engine = engines(dice_pool=pool)
        dice: dict[str, Any] = {"attack": [1, 1, 1][:count], "strain": [1]}
        table = Table(engine, setup(engine, heat=[5, 0]), dice, 0).choose("play", "faithful_thrust", "legs")
        assert table.state["pending"]["slot"] == "action"


def test_each_attack_of_a_card_looks_at_its_target_anew(engines: Any) -> None:
    """The target slips out of range after the first of three: there is no second."""
    engine = engines()
    state = setup(engine, {"hand": [["rapid_fire"], ["adaptive_armor"]]}, at=hexes(engine, "j4", "j8"), heading=[0, 3])
    table = Table(engine, state, {"attack": [3, 4], "defense": ["shield"] * 3}, 0)
    table.choose("play", "rapid_fire", "legs", "answer", "adaptive_armor", "right")
    assert table.state["pending"]["slot"] == "action"
