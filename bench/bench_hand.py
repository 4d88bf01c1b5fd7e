"""``attack`` drawing from a seeded generator, and ``to_hit``, of ``rules/penance``, beside what else one could use.

Rows for ``bench/run.py``: the generated attack beside one written by hand, in Python and in JavaScript (``hand_attack.mjs``), both
with the engine's own generator; and ``to_hit`` beside the libraries that evaluate expressions, which need not be there.
Results, and what the generator draws next, are compared over 1,000 seeds before anything is timed.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time
from timeit import timeit
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.bench_attack import COVER, FACING, HEIGHT  # noqa: E402
from bench.bench_engine import build, times  # noqa: E402
from penance_build.api import compile_game  # noqa: E402
from penance_build.engine.languages.javascript import emit_javascript  # noqa: E402
from tests.engine_support import node_path  # noqa: E402

SEEDS = 1000
VALUES = (1, 2, 3, 4, 5, 0)
FLAGS = (False, True)
TO_HIT = tuple("range attacker_moved defender_moved side cover behind_casket obscured elevation head_destroyed ranged".split())
SIDES = {side: values[0] for side, values in FACING.items()}
HEIGHTS = {height: values[0] for height, values in HEIGHT.items()}
ONE: dict[str, Any] = {"damage": 8, "range": 5, "side": "weapon", "cover": "light", "defense": 1}
# Ways to evaluate: a function, and the inputs that it takes.
Ways = Iterator[tuple[Callable[[Any], Any], Sequence[Any]]]


def unchecked_attack_by_hand(
    generator: Any, damage: int, range: int, attacker_moved: int, defender_moved: int, side: str, cover: str, behind_casket: bool,
    obscured: bool, elevation: str, head_destroyed: bool, ranged: bool, defense: int, armor: int, ignore_defense: int, damage_bonus: int,
    reduce: int,
) -> dict[str, Any]:  # fmt: skip
    """The rules alone, by a programmer who counts nanoseconds and trusts the caller."""
    harder, more_damage, less_defense = FACING[side]
    climb, fall = HEIGHT[elevation]
    hidden = COVER[cover]
    target = 5 + (0 if range <= 3 else 1 if range <= 6 else 2 if range <= 10 else 3) + harder + climb
    target += 0 if attacker_moved == 0 else 1 if attacker_moved <= 3 else 2 if attacker_moved <= 6 else 3
    target += 0 if defender_moved == 0 else 1 if defender_moved <= 3 else 2 if defender_moved <= 6 else 3
    target += 1 if behind_casket and hidden == 0 else hidden
    if obscured:
        target += 2
    if head_destroyed and ranged:
        target += 1
    incoming = blocked = taken = component_damage = heat = attacker_heat = pierce = 0
    destroyed = False
    first, second = generator.draw(6, 2)
    total = VALUES[first] + VALUES[second]
    if first == 5 and second == 5:
        outcome = "catastrophic_failure"
        attacker_heat = 2
    elif total < target:
        outcome = "miss"
    else:
        dealt = damage + damage_bonus + more_damage + fall
        if total == 10:
            outcome = "execution"
            destroyed = True
            incoming = taken = dealt if dealt > 0 else 0
        else:
            stopped = defense + armor + less_defense - ignore_defense
            if total == 9:
                outcome = "critical_hit"
                dealt += 2
                stopped -= 1
            elif total >= 7:
                outcome = "strong_hit"
                dealt += 1
            else:
                outcome = "hit"
            if stopped > 0:
                dealt -= stopped
            if dealt > 0:
                incoming = dealt
                rolled = generator.draw(6, dealt)
                blocked = rolled.count(0) + rolled.count(1)
                component_damage = rolled.count(3)
                heat = rolled.count(5)
                pierce = rolled.count(4)
                unblocked = dealt - blocked
                left = unblocked - pierce - reduce
                taken = min(unblocked, pierce + left if left > 0 else pierce)
    return {
        "target": target, "total": total, "outcome": outcome, "incoming": incoming, "blocked": blocked, "taken": taken,
        "component_damage": component_damage, "component_destroyed": destroyed, "heat": heat, "attacker_heat": attacker_heat,
        "pierce": pierce,
    }  # fmt: skip


def attack_by_hand(
    damage: int, range: int = 1, attacker_moved: int = 0, defender_moved: int = 0, side: str = "front", cover: str = "none",
    behind_casket: bool = False, obscured: bool = False, elevation: str = "level", head_destroyed: bool = False, ranged: bool = False,
    defense: int = 0, armor: int = 0, ignore_defense: int = 0, damage_bonus: int = 0, reduce: int = 0, *, seed: Any,
) -> dict[str, Any]:  # fmt: skip
    """The same with the checks of the generated function, in place."""
    if type(range) is not int or not 0 <= range <= 60:
        raise ValueError("range")
    if type(attacker_moved) is not int or not 0 <= attacker_moved <= 60:
        raise ValueError("attacker_moved")
    if type(defender_moved) is not int or not 0 <= defender_moved <= 60:
        raise ValueError("defender_moved")
    if side not in FACING or cover not in COVER or elevation not in HEIGHT:
        raise ValueError("side, cover or elevation")
    if type(behind_casket) is not bool or type(obscured) is not bool or type(head_destroyed) is not bool or type(ranged) is not bool:
        raise ValueError("flags")
    if type(damage) is not int or not 0 <= damage <= 40:
        raise ValueError("damage")
    if type(defense) is not int or not 0 <= defense <= 40:
        raise ValueError("defense")
    if type(armor) is not int or not 0 <= armor <= 40:
        raise ValueError("armor")
    if type(ignore_defense) is not int or not 0 <= ignore_defense <= 60:
        raise ValueError("ignore_defense")
    if type(damage_bonus) is not int or not -60 <= damage_bonus <= 60:
        raise ValueError("damage_bonus")
    if type(reduce) is not int or not 0 <= reduce <= 40:
        raise ValueError("reduce")
    return unchecked_attack_by_hand(
        seed, damage, range, attacker_moved, defender_moved, side, cover, behind_casket, obscured, elevation, head_destroyed, ranged,
        defense, armor, ignore_defense, damage_bonus, reduce,
    )  # fmt: skip


def situations() -> list[dict[str, Any]]:
    """Random inputs of ``attack``, all sixteen of them, one row a seed."""
    rng = random.Random(2)
    found = []
    for _ in range(SEEDS):
        one: dict[str, Any] = {"damage": rng.randint(0, 12), "range": rng.randint(0, 20), "attacker_moved": rng.randint(0, 9)}
        one |= {"defender_moved": rng.randint(0, 9), "side": rng.choice(list(FACING)), "cover": rng.choice(list(COVER))}
        one |= {"behind_casket": rng.random() < 0.3, "obscured": rng.random() < 0.3, "elevation": rng.choice(list(HEIGHT))}
        one |= {"head_destroyed": rng.random() < 0.3, "ranged": rng.random() < 0.5, "defense": rng.randint(0, 3)}
        one |= {"armor": rng.randint(0, 2), "ignore_defense": rng.randint(0, 4), "damage_bonus": rng.randint(-3, 3)}
        found.append(one | {"reduce": rng.randint(0, 2)})
    return found


def words(generator: Any) -> tuple[int, ...]:
    return generator.a, generator.b, generator.c, generator.n


def compared(engine: ModuleType, mixed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The results of the engine, after the hand-written attack gave the same and drew the same."""
    results = []
    for seed, inputs in enumerate(mixed):
        for given in (inputs, ONE):
            ours, theirs = engine.Generator(seed), engine.Generator(seed)
            result = engine.attack(**given, seed=ours)
            assert list(result.items()) == list(attack_by_hand(**given, seed=theirs).items()), (seed, given)
            assert words(ours) == words(theirs), (seed, given)
            if given is inputs:
                results.append(result)
    assert len({result["outcome"] for result in results}) == 6
    return results


def in_python(engine: ModuleType, mixed: list[dict[str, Any]]) -> None:
    """The rows of Python: a thousand attacks a try, from one generator."""
    order = ("damage", *TO_HIT, "defense", "armor", "ignore_defense", "damage_bonus", "reduce")
    full = [[inputs[name] for name in order] for inputs in mixed]

    def play(attack: Callable[..., Any], many: list[dict[str, Any]]) -> None:
        generator = engine.Generator(7)
        for inputs in many:
            attack(**inputs, seed=generator)

    def generated_in_order() -> None:
        generator = engine.Generator(7)
        for values in full:
            engine.attack(*values, seed=generator)

    def unchecked_in_order() -> None:
        generator = engine.Generator(7)
        for values in full:
            unchecked_attack_by_hand(generator, *values)

    cases: list[tuple[str, Callable[[], Any], Callable[[], Any], str]] = [
        ("one situation", partial(play, engine.attack, [ONE] * SEEDS), partial(play, attack_by_hand, [ONE] * SEEDS), "2.50"),
        ("any situation", partial(play, engine.attack, mixed), partial(play, attack_by_hand, mixed), "2.50"),
        ("any, unchecked hand", generated_in_order, unchecked_in_order, ""),
    ]
    for name, generated, by_hand, bound in cases:
        ours, theirs = (seconds / SEEDS for seconds in times(generated, by_hand))
        print(f"engine.py seeded attack, {name} | {ours * 1e6:.2f} us | {theirs * 1e6:.2f} us by hand | {ours / theirs:.2f} | {bound}")


def in_javascript(source: str, mixed: list[dict[str, Any]], results: list[dict[str, Any]]) -> None:
    """The rows of JavaScript, which also compares its results with those of Python."""
    with tempfile.TemporaryDirectory() as folder:
        engine, cases = Path(folder) / "engine.mjs", Path(folder) / "cases.json"
        engine.write_text(source, encoding="utf-8")
        cases.write_text(json.dumps({"one": ONE, "mixed": mixed, "results": results}), encoding="utf-8")
        script = Path(__file__).with_name("hand_attack.mjs")
        done = subprocess.run([node_path(), str(script), str(engine), str(cases)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{script.name} failed\n{done.stderr}")
    for name, bound, ours, theirs in json.loads(done.stdout):
        print(f"engine.mjs seeded attack, {name} | {ours:.2f} us | {theirs:.2f} us by hand | {ours / theirs:.2f} | {bound}")


# ---------------------------------------------------------------- to_hit in the languages of others


def choices() -> str:
    """The lookups of ``to_hit`` as conditions, in the words of CEL; ZEN only writes ``&&`` another way."""

    def choice(name: str, values: dict[str, int]) -> str:
        return "(" + "".join(f'{name} == "{key}" ? {value} : ' for key, value in values.items() if value) + "0)"

    moved = "({0} == 0 ? 0 : {0} <= 3 ? 1 : {0} <= 6 ? 2 : 3)"
    cover = '(cover == "heavy" ? 2 : cover == "light" ? 1 : behind_casket ? 1 : 0)'
    parts = ["5", "(range <= 3 ? 0 : range <= 6 ? 1 : range <= 10 ? 2 : 3)", moved.format("attacker_moved"), moved.format("defender_moved")]
    parts += [choice("side", SIDES), cover, "(obscured ? 2 : 0)", choice("elevation", HEIGHTS), "(head_destroyed && ranged ? 1 : 0)"]
    return " + ".join(parts)


def lookups() -> str:
    """The same with lists and maps in place of conditions, where a value picks."""
    near = [0 if hexes <= 3 else 1 if hexes <= 6 else 2 if hexes <= 10 else 3 for hexes in range(61)]
    moved = [0 if hexes == 0 else 1 if hexes <= 3 else 2 if hexes <= 6 else 3 for hexes in range(61)]
    cover = '(behind_casket && cover == "none" ? 1 : ' + json.dumps(COVER) + "[cover])"
    parts = ["5", f"{near}[range]", f"{moved}[attacker_moved]", f"{moved}[defender_moved]", json.dumps(SIDES) + "[side]", cover]
    parts += ["(obscured ? 2 : 0)", json.dumps(HEIGHTS) + "[elevation]", "(head_destroyed && ranged ? 1 : 0)"]
    return " + ".join(parts)


def rule(places: bool) -> dict[str, Any]:
    """The same in JSONLogic; its inputs are the items of a list where ``places`` says so, else those of a map."""

    def var(name: str) -> dict[str, Any]:
        return {"var": TO_HIT.index(name) if places else name}

    def bands(name: str, *tops: tuple[int, int]) -> dict[str, Any]:
        return {"if": [*(item for top, value in tops for item in ({"<=": [var(name), top]}, value)), 3]}

    def choice(name: str, values: dict[str, int], otherwise: Any = 0) -> dict[str, Any]:
        return {"if": [*(item for key, value in values.items() if value for item in ({"===": [var(name), key]}, value)), otherwise]}

    moved = ((0, 0), (3, 1), (6, 2))
    terms = [5, bands("range", (3, 0), (6, 1), (10, 2)), bands("attacker_moved", *moved), bands("defender_moved", *moved)]
    terms += [choice("side", SIDES), choice("cover", COVER, {"if": [var("behind_casket"), 1, 0]}), {"if": [var("obscured"), 2, 0]}]
    terms += [choice("elevation", HEIGHTS), {"if": [{"and": [var("head_destroyed"), var("ranged")]}, 1, 0]}]
    return {"+": terms}


def cel_python(many: list[dict[str, Any]]) -> Ways:
    """CEL, interpreted and compiled; the values are wrapped in its types beforehand."""
    celpy = import_module("celpy")
    ready = [{name: celpy.json_to_cel(value) for name, value in given.items()} for given in many]
    for runner in (celpy.InterpretedRunner, celpy.CompiledRunner):
        for text in (choices(), lookups()):
            environment = celpy.Environment(runner_class=runner)
            try:
                program = environment.program(environment.compile(text))
                program.evaluate(ready[0])
            except (AttributeError, SyntaxError, TypeError, celpy.CELEvalError):
                continue  # its compiler does not take every expression
            yield program.evaluate, ready


def datalogic_py(many: list[dict[str, Any]]) -> Ways:
    """JSONLogic in Rust, by its ways in."""
    library = import_module("datalogic_py")
    engine = library.Engine()
    session = engine.session()
    for places in (False, True):
        compiled = engine.compile(rule(places))
        ready = [list(given.values()) for given in many] if places else many
        yield compiled.evaluate, ready
        yield partial(session.evaluate, compiled), ready


def zen_engine(many: list[dict[str, Any]]) -> Ways:
    """ZEN's expressions in Rust, compiled once; it does not take the one with lookups."""
    yield import_module("zen").compile_expression(choices().replace("&&", "and")).evaluate, many


def apart(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[float, float]:
    """Seconds of processor a call of both, the best of short runs in turns, where one may take thousands of times as long."""
    numbers = [1, 1]
    for place, call in enumerate((first, second)):
        while timeit(call, timer=process_time, number=numbers[place]) < 0.01:
            numbers[place] *= 2
    rounds = [[timeit(call, timer=process_time, number=number) / number for call, number in zip((first, second), numbers, strict=True)]
              for _ in range(10)]  # fmt: skip
    ours, theirs = map(min, zip(*rounds, strict=True))
    return ours, theirs


def beside_libraries(to_hit: Callable[..., dict[str, int]], mixed: list[dict[str, Any]]) -> None:
    """A row a library, by the fastest way into it that gives the right answers; its inputs lie ready, as ours do."""
    many = [{name: inputs[name] for name in TO_HIT} for inputs in mixed]
    values = [tuple(given.values()) for given in many]
    expected = [to_hit(*given)["target"] for given in values]

    def generated() -> None:
        for given in values:
            to_hit(*given)

    def evaluated(evaluate: Callable[[Any], Any], ready: Sequence[Any], count: int) -> None:
        for given in ready[:count]:
            evaluate(given)

    for name, ways in (("cel-python", cel_python), ("datalogic-py", datalogic_py), ("zen-engine", zen_engine)):
        # CEL in Python takes more than a thousand times as long: fewer calls say enough.
        count = 10 if name == "cel-python" else SEEDS
        best = (float("inf"), 1.0)
        try:
            for evaluate, ready in ways(many):
                assert [evaluate(given) for given in ready[:count]] == expected[:count], name
                ours, theirs = apart(generated, partial(evaluated, evaluate, ready, count))
                best = min(best, (theirs / count, ours / SEEDS))
        except ImportError:
            print(f"{name} is not installed: its row is left out.", file=sys.stderr)
            continue
        theirs, ours = best
        print(f"engine.py to_hit, positional | {ours * 1e6:.2f} us | {name} {theirs * 1e6:.2f} us | {ours / theirs:.2g} | 0.67")


def main() -> None:
    """Compare, then print the rows."""
    program = compile_game(ROOT / "rules" / "penance").program
    assert program is not None
    engine = build(program)
    mixed = situations()
    results = compared(engine, mixed)
    in_python(engine, mixed)
    in_javascript(emit_javascript(program), mixed, results)
    beside_libraries(engine.to_hit, mixed)


if __name__ == "__main__":
    main()
