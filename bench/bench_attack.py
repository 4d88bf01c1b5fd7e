"""The attack of ``rules/penance`` as generated, beside the same attack written by hand; rows for ``bench/run.py``.

The hand-written function has the same signature, checks, dice and results, and is compared with the generated one on
many random attacks before anything is timed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.bench_engine import _check, _check_bool, build, times  # noqa: E402
from penance_build.api import compile_game  # noqa: E402

FACING = {
    "front": (0, 0, 0),
    "weapon": (0, 1, -1),
    "flank_right": (-1, 2, -2),
    "rear": (-2, 3, -3),
    "flank_left": (-1, 2, -2),
    "shield": (1, 0, 1),
}
COVER = {"none": 0, "light": 1, "heavy": 2}
HEIGHT = {"level": (0, 0), "higher": (-1, 1), "lower": (1, 0)}
DEFENSE = ("shield", "absorb", "flesh_wound", "critical", "pierce", "heat")


class Faces:
    """Scripted dice: what was given, and how many of each name are used."""

    def __init__(self, script: dict[str, list[Any]]) -> None:
        self.script = script
        self.used = dict.fromkeys(script, 0)

    def take(self, name: str, count: int, known: tuple[Any, ...]) -> list[Any]:
        given = self.script.get(name, [])
        start = self.used.get(name, 0)
        if start + count > len(given):
            raise ValueError(f"{name}: {start + count} dice needed, {len(given)} given")
        self.used[name] = start + count
        faces = given[start : start + count]
        for face in faces:
            if face not in known:
                raise ValueError(f"{name}: no face {face!r}")
        return faces

    def finish(self) -> None:
        for name, given in self.script.items():
            if self.used[name] < len(given):
                raise ValueError(f"{name}: {len(given)} dice given, {self.used[name]} needed")


def _movement(hexes: int) -> int:
    return 0 if hexes == 0 else 1 if hexes <= 3 else 2 if hexes <= 6 else 3


def target_number(
    range: int, attacker_moved: int, defender_moved: int, side: str, cover: str, behind_casket: bool, obscured: bool, elevation: str,
    head_destroyed: bool, ranged: bool,
) -> int:  # fmt: skip
    target = 5 + (0 if range <= 3 else 1 if range <= 6 else 2 if range <= 10 else 3)
    target += _movement(attacker_moved) + _movement(defender_moved) + FACING[side][0]
    target += max(COVER[cover], 1 if behind_casket else 0) + (2 if obscured else 0) + HEIGHT[elevation][0]
    return target + (1 if head_destroyed and ranged else 0)


def attack_by_hand(
    damage: int, range: int = 1, attacker_moved: int = 0, defender_moved: int = 0, side: str = "front", cover: str = "none",
    behind_casket: bool = False, obscured: bool = False, elevation: str = "level", head_destroyed: bool = False, ranged: bool = False,
    defense: int = 0, armor: int = 0, ignore_defense: int = 0, damage_bonus: int = 0, reduce: int = 0, *, dice: dict[str, list[Any]],
) -> dict[str, Any]:  # fmt: skip
    """What a programmer would write."""
    _check("range", range, 0, 60)
    _check("attacker_moved", attacker_moved, 0, 60)
    _check("defender_moved", defender_moved, 0, 60)
    if side not in FACING:
        raise ValueError(f"side: {side!r}")
    if cover not in COVER:
        raise ValueError(f"cover: {cover!r}")
    if elevation not in HEIGHT:
        raise ValueError(f"elevation: {elevation!r}")
    _check_bool("behind_casket", behind_casket)
    _check_bool("obscured", obscured)
    _check_bool("head_destroyed", head_destroyed)
    _check_bool("ranged", ranged)
    _check("damage", damage, 0, 40)
    _check("defense", defense, 0, 40)
    _check("armor", armor, 0, 40)
    _check("ignore_defense", ignore_defense, 0, 60)
    _check("damage_bonus", damage_bonus, -60, 60)
    _check("reduce", reduce, 0, 40)
    faces = Faces(dice)
    result: dict[str, Any] = {
        "target": target_number(
            range, attacker_moved, defender_moved, side, cover, behind_casket, obscured, elevation, head_destroyed, ranged
        ),
        "total": 0, "outcome": "miss", "incoming": 0, "blocked": 0, "taken": 0, "component_damage": 0, "component_destroyed": False,
        "heat": 0, "attacker_heat": 0, "pierce": 0,
    }  # fmt: skip
    attack = faces.take("attack", 2, (1, 2, 3, 4, 5, 0))
    total = result["total"] = sum(attack)
    if attack == [0, 0]:
        result.update(outcome="catastrophic_failure", attacker_heat=2)
    elif total >= result["target"]:
        _, more_damage, less_defense = FACING[side]
        dealt = damage + damage_bonus + more_damage + HEIGHT[elevation][1]
        if total == 10:
            result.update(outcome="execution", component_destroyed=True, incoming=max(0, dealt), taken=max(0, dealt))
        else:
            _hit(result, faces, dealt, max(0, defense + armor + less_defense - ignore_defense - (1 if total == 9 else 0)), reduce)
    faces.finish()
    return result


def _hit(result: dict[str, Any], faces: Faces, dealt: int, stopped: int, reduce: int) -> None:
    total = result["total"]
    result["outcome"] = "critical_hit" if total == 9 else "strong_hit" if total >= 7 else "hit"
    dealt += 2 if total == 9 else 1 if total >= 7 else 0
    result["incoming"] = max(0, max(0, dealt) - stopped)
    rolled = faces.take("defense", result["incoming"], DEFENSE)
    result["blocked"] = rolled.count("shield") + rolled.count("absorb")
    result["component_damage"] = rolled.count("critical")
    result["heat"] = rolled.count("heat")
    result["pierce"] = rolled.count("pierce")
    unblocked = len(rolled) - result["blocked"]
    result["taken"] = min(unblocked, result["pierce"] + max(0, unblocked - result["pierce"] - reduce))


def main() -> None:
    """Compare, then print the rows."""
    program = compile_game(ROOT / "rules" / "penance").program
    assert program is not None
    engine = build(program)
    rng = random.Random(1)
    for seed in range(300):
        inputs: dict[str, Any] = {"damage": rng.randint(0, 9), "range": rng.randint(0, 20), "side": rng.choice(list(FACING))}
        inputs |= {"cover": rng.choice(list(COVER)), "elevation": rng.choice(list(HEIGHT)), "obscured": rng.random() < 0.3}
        inputs |= {"defense": rng.randint(0, 3), "reduce": rng.randint(0, 2), "damage_bonus": rng.randint(-3, 3)}
        done = engine.run("attack", inputs, seed=seed)
        assert attack_by_hand(**inputs, dice=done["dice"]) == engine.attack(**inputs, dice=done["dice"]) == done["result"], inputs
    hit = {"attack": [4, 4], "defense": ["shield", "heat", "flesh_wound", "pierce", "absorb", "critical"]}
    miss = {"attack": [1, 2]}
    situation: dict[str, Any] = {"range": 5, "side": "weapon", "cover": "light", "defense": 1}
    cases: list[tuple[str, Callable[[], Any], Callable[[], Any]]] = [
        ("hit", lambda: engine.attack(4, dice=hit, **situation), lambda: attack_by_hand(4, dice=hit, **situation)),
        ("miss", lambda: engine.attack(4, dice=miss, **situation), lambda: attack_by_hand(4, dice=miss, **situation)),
    ]
    for name, generated, by_hand in cases:
        assert generated() == by_hand()
        ours, theirs = times(generated, by_hand)
        print(f"engine.py penance attack, a {name} | {ours * 1e6:.2f} us | {theirs * 1e6:.2f} us by hand | {ours / theirs:.2f} | 2.50")


if __name__ == "__main__":
    main()
