"""Random programs through every evaluator: interpreter, engines in both languages, exact odds, proofs that loops end."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from penance_build.ir import canonical
from penance_build.odds.walking.exact import distribution
from tests.fuzz.node import Node, ServedBatch
from tests.fuzz.target import Case, Target, demand
from tests.ir_programs import random_program
from tests.loop_programs import Loops, judged, most, passes_made
from tests.odds_oracles import enumerate_program
from tests.odds_programs import POLICIES, random_small, random_state
from tests.test_engine_agreement import agree


@cache
def node() -> Node:
    """The process of Node of this worker."""
    folder = TemporaryDirectory(prefix="fuzz-node-", ignore_cleanup_errors=True)
    made = Node(Path(folder.name))
    made.folder = folder  # type: ignore[attr-defined]  # it goes with the process
    return made


def _program(chance: Random) -> Case:
    kinds: dict[str, bool] = chance.choice(({}, {}, {"chooses": False, "state": False}))
    made = random_program(Random(chance.randrange(2**40)), **kinds)
    return {"program.json": canonical.dumps(made).encode(), "seed": str(chance.randrange(2**30)).encode()}


def _engines(case: Case, folder: Path) -> str:
    made = canonical.loads(case["program.json"].decode())
    batch = ServedBatch(folder, node())
    ran = agree(made, int(case["seed"]), folder, batch)
    batch.check()
    return "ran" if ran["finished"] else "refused"


ENGINES = Target(
    "engines",
    "interpreter and engines in Python and JavaScript agree in result, trace, log, state and refusal",
    _program,
    _engines,
    seconds=15,
)


def _question(chance: Random) -> Case:
    world, seed = chance.random() < 0.5, chance.randrange(2**40)
    made, inputs, of = random_small(Random(seed), world=world)
    asked = {"inputs": inputs, "of": of, "world": world, "seed": seed}
    return {"program.json": canonical.dumps(made).encode(), "asked.json": json.dumps(asked).encode()}


def _odds(case: Case, folder: Path) -> str:
    made, asked = canonical.loads(case["program.json"].decode()), json.loads(case["asked.json"])
    state: Any = random_state(Random(asked["seed"]), made) if asked["world"] else None
    more = {"state": state} if asked["world"] else {}
    compared = 0
    for policy, choose in POLICIES:
        expected = enumerate_program(made, "p", asked["inputs"], asked["of"], choose, most=250, **more)
        answer = distribution(made, "p", asked["inputs"], of=asked["of"], policy=policy, **more)
        demand(sum((chance for _, chance in answer.outcomes), Fraction(0)) == 1, "the chances are not 1 together")
        if expected is None:
            continue
        compared += 1
        found = {tuple(result.values()): chance for result, chance in answer.outcomes}
        demand(found == expected, f"{policy.kind}: {found} and not {expected}")
    return "compared" if compared else "too many"


ODDS = Target("odds", "exact odds are what every sequence of faces gives, and 1 together", _question, _odds, seconds=15)


def _loop(chance: Random) -> Case:
    made = Loops(Random(chance.randrange(2**40))).program()
    return {"program.json": canonical.dumps(made).encode(), "seed": str(chance.randrange(2**30)).encode()}


def _ends(case: Case, folder: Path) -> str:
    made = canonical.loads(case["program.json"].decode())
    found = judged(made)
    if not all(item.is_proved for item in found):
        return "not proved"
    chance = Random(int(case["seed"]))
    for way in ("", "", "low", "high"):
        passes, cards = passes_made(chance, made, way)
        bound = most(found[-1], cards)
        demand(bound is not None and (passes is None or passes <= bound), f"{passes} passes, at most {bound} were proved")
    return "proved"


LOOPS = Target("loops", "a loop that is proved to end ends within its bound", _loop, _ends, seconds=20)
