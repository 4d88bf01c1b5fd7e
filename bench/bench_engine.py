"""How fast generated code is beside code written by hand for the same rules, in one run on one machine.

Prints rows for ``bench/run.py``: microseconds a call of both, and their ratio (1: as fast; 2: half as fast).
The hand-written functions have the same signature, the same checks of their inputs and the same results.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
import timeit
from collections.abc import Callable
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from penance_build.engine.languages.python import emit_python  # noqa: E402
from penance_build.ir import nodes  # noqa: E402
from tests.ir_programs import duel_program, to_hit_program  # noqa: E402

FACING = {"front": 0, "weapon": 0, "flank_right": -1, "rear": -2, "flank_left": -1, "shield": 1}
COVER = {"none": 0, "light": 1, "heavy": 2}
ELEVATION = {"level": 0, "higher": -1, "lower": 1}


def _movement(hexes: int) -> int:
    return 0 if hexes == 0 else 1 if hexes <= 3 else 2 if hexes <= 6 else 3


def _check(name: str, value: Any, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be from {low} to {high}, not {value!r}")


def _check_bool(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {value!r}")


def to_hit_by_hand(
    range: int = 1, attacker_moved: int = 0, defender_moved: int = 0, side: str = "front", cover: str = "none", behind_casket: bool = False,
    obscured: bool = False, elevation: str = "level", head_destroyed: bool = False, ranged: bool = False,
) -> dict[str, int]:  # fmt: skip
    """What a programmer would write for the same seven tables."""
    _check("range", range, 0, 40)
    _check("attacker_moved", attacker_moved, 0, 12)
    _check("defender_moved", defender_moved, 0, 12)
    if side not in FACING:
        raise ValueError(f"side must be one of {sorted(FACING)}, not {side!r}")
    if cover not in COVER:
        raise ValueError(f"cover must be one of {sorted(COVER)}, not {cover!r}")
    if elevation not in ELEVATION:
        raise ValueError(f"elevation must be one of {sorted(ELEVATION)}, not {elevation!r}")
    _check_bool("behind_casket", behind_casket)
    _check_bool("obscured", obscured)
    _check_bool("head_destroyed", head_destroyed)
    _check_bool("ranged", ranged)
    return {
        "target": _target(range, attacker_moved, defender_moved, side, cover, behind_casket, obscured, elevation, head_destroyed, ranged)
    }


def to_hit_lean(
    range: int = 1, attacker_moved: int = 0, defender_moved: int = 0, side: str = "front", cover: str = "none", behind_casket: bool = False,
    obscured: bool = False, elevation: str = "level", head_destroyed: bool = False, ranged: bool = False,
) -> dict[str, int]:  # fmt: skip
    """The same by a programmer who counts nanoseconds: checks in place, no helper calls."""
    if type(range) is not int or not 0 <= range <= 40:
        raise ValueError("range")
    if type(attacker_moved) is not int or not 0 <= attacker_moved <= 12:
        raise ValueError("attacker_moved")
    if type(defender_moved) is not int or not 0 <= defender_moved <= 12:
        raise ValueError("defender_moved")
    if side not in FACING or cover not in COVER or elevation not in ELEVATION:
        raise ValueError("side, cover or elevation")
    if type(behind_casket) is not bool or type(obscured) is not bool or type(head_destroyed) is not bool or type(ranged) is not bool:
        raise ValueError("flags")
    target = 5 + (0 if range <= 3 else 1 if range <= 6 else 2 if range <= 12 else 3)
    target += 0 if attacker_moved == 0 else 1 if attacker_moved <= 3 else 2 if attacker_moved <= 6 else 3
    target += 0 if defender_moved == 0 else 1 if defender_moved <= 3 else 2 if defender_moved <= 6 else 3
    hidden = COVER[cover]
    target += FACING[side] + (1 if behind_casket and hidden == 0 else hidden) + ELEVATION[elevation]
    if obscured:
        target += 2
    if ranged and head_destroyed:
        target += 1
    return {"target": target}


def _target(
    range: int, attacker_moved: int, defender_moved: int, side: str, cover: str, behind_casket: bool, obscured: bool, elevation: str,
    head_destroyed: bool, ranged: bool,
) -> int:  # fmt: skip
    target = 5 + (0 if range <= 3 else 1 if range <= 6 else 2 if range <= 12 else 3)
    target += _movement(attacker_moved) + _movement(defender_moved) + FACING[side]
    target += max(COVER[cover], 1 if behind_casket else 0) + ELEVATION[elevation]
    target += 2 if obscured else 0
    return target + (1 if head_destroyed and ranged else 0)


def roll_attack_by_hand(damage: int, target_number: int = 5, *, dice: dict[str, list[Any]]) -> dict[str, int]:
    """Two attack dice against a target number, then one defense die a point of damage, from scripted faces."""
    _check("damage", damage, 0, 20)
    _check("target_number", target_number, 0, 20)
    attack = dice["attack"]
    if len(attack) != 2:
        raise ValueError(f"attack: 2 dice needed, {len(attack)} given")
    for face in attack:
        if face not in (0, 1, 2, 3, 4, 5):
            raise ValueError(f"attack: no face {face!r}")
    total = sum(attack)
    if total < target_number:
        return {"total": total, "taken": 0, "heat": 0}
    defense = dice["defense"]
    if len(defense) != damage:
        raise ValueError(f"defense: {damage} dice needed, {len(defense)} given")
    for face in defense:
        if face not in ("shield", "absorb", "flesh", "pierce", "heat"):
            raise ValueError(f"defense: no face {face!r}")
    return {"total": total, "taken": damage - defense.count("shield") - defense.count("absorb"), "heat": defense.count("heat")}


def build(program: nodes.Program) -> ModuleType:
    """The generated engine of a program, imported from a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "engine.py"
        path.write_text(emit_python(program), encoding="utf-8")
        spec = importlib.util.spec_from_file_location("generated_engine", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module


def times(first: Callable[[], Any], second: Callable[[], Any], rounds: int = 25, seconds: float = 0.02) -> tuple[float, float]:
    """Seconds of processor a call of both: the best of short runs taken in turns, so that a busy machine slows both alike."""
    number = 1
    while timeit.timeit(first, timer=process_time, number=number) < seconds:
        number *= 2
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for place, call in enumerate((first, second)):
            best[place] = min(best[place], timeit.timeit(call, timer=process_time, number=number) / number)
    return best[0], best[1]


def main() -> None:
    """Print the table."""
    to_hit = build(to_hit_program()).to_hit
    situation: dict[str, Any] = {"range": 5, "attacker_moved": 4, "defender_moved": 2, "side": "shield", "cover": "light", "obscured": True}
    roll_attack = build(duel_program()).roll_attack
    faces: dict[str, Any] = {"attack": [4, 5], "defense": ["shield", "heat", "flesh", "pierce", "absorb", "flesh"]}
    assert to_hit(**situation) == to_hit_by_hand(**situation) == to_hit_lean(**situation)
    assert roll_attack(6, dice=faces) == roll_attack_by_hand(6, dice=faces)
    rows: list[tuple[str, Callable[[], Any], Callable[[], Any], str]] = [
        ("engine.py to_hit, six inputs", lambda: to_hit(**situation), lambda: to_hit_by_hand(**situation), "2.00"),
        ("engine.py to_hit, leanest hand", lambda: to_hit(**situation), lambda: to_hit_lean(**situation), "2.00"),
        ("engine.py to_hit, defaults", to_hit, to_hit_by_hand, "2.00"),
        ("engine.py attack, scripted dice", lambda: roll_attack(6, dice=faces), lambda: roll_attack_by_hand(6, dice=faces), ""),
    ]
    for name, generated, by_hand, bound in rows:
        ours, theirs = times(generated, by_hand)
        print(f"{name} | {ours * 1e6:.2f} us | {theirs * 1e6:.2f} us by hand | {ours / theirs:.2f} | {bound}")


if __name__ == "__main__":
    main()
