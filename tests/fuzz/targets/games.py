"""Rules that were changed at random, and rules written at random: compiled, run, and made into products."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from penance_build.api import compile_game
from penance_build.card_tables.product import produce as card_tables
from penance_build.compilation import Compilation
from penance_build.engine.product import produce as engines
from penance_build.product import NoCache, Settings
from tests.cases_support import load_cases
from tests.fuzz import damage
from tests.fuzz.target import Case, Target, demand, said_well, write
from tests.games import RULES
from tests.rules_programs import rules
from tests.test_model_bounds import check_run
from tests.test_model_fuzz import mutate


@cache
def _originals() -> list[Case]:
    games = [
        {path.relative_to(RULES / name).as_posix(): path.read_bytes() for path in sorted((RULES / name).rglob("*.yaml"))}
        for name in ("aethelgard", "skirmish", "penance")
    ]
    cases = [dict(case.files) for kind in ("good", "bad") for case in load_cases(kind)]
    return [*games[:2], *games, *cases]


def _mutant(chance: Random) -> Case:
    originals = _originals()
    case = dict(chance.choice(originals[:5] if chance.random() < 0.3 else originals[5:]))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        name = chance.choice(sorted(case))
        if not name.endswith((".yaml", ".yml")):
            case[name] = damage.of_bytes(case[name], chance)
            continue
        try:
            case[name] = mutate(case[name].decode("utf-8"), chance).encode("utf-8", "surrogatepass")
        except (UnicodeDecodeError, IndexError):  # a case that is no text, or has no words
            case[name] = damage.of_bytes(case[name], chance)
    return case


def compiled(case: Case, folder: Path) -> tuple[Compilation, bool]:
    """A game that was laid down, with what it says held against its files, and whether it was refused."""
    write(case, folder)
    made = compile_game(folder)
    texts = {name: data.decode("utf-8", "replace") for name, data in case.items() if name.endswith((".yaml", ".yml"))}
    is_wrong = said_well(made.problems, texts)
    demand((made.program is None) == is_wrong, "a program, or an error that says why there is none")
    return made, is_wrong


def _compile(case: Case, folder: Path) -> str:
    made, is_wrong = compiled(case, folder)
    if is_wrong or made.program is None:
        return "refused"
    for produce in (engines, card_tables):
        produced = produce(made, Settings("a4", NoCache()))
        said_well(produced.problems, {})
        for artifact in produced.artifacts:
            if artifact.path.endswith(".py"):
                compile(artifact.data, artifact.path, "exec")
    return "compiled"


MUTANTS = Target(
    "mutants", "changed rules are refused with places, or give engines and tables", _mutant, _compile, seconds=20, megabytes=500
)


def _written(chance: Random) -> Case:
    return {"game.yaml": rules(chance.randrange(10**6, 10**9)).encode(), "seed": str(chance.randrange(2**32)).encode()}


def _run(case: Case, folder: Path) -> str:
    made, is_wrong = compiled({"game.yaml": case["game.yaml"]}, folder)
    if is_wrong or made.program is None:
        return "refused"
    chance, ran = Random(case.get("seed", b"")), 0
    for procedure in made.program.procedures:
        for _ in range(4):
            ran += check_run(made.program, procedure, chance)
    return "ran" if ran else "forbidden"


WRITTEN = Target(
    "written", "rules written at random compile, and every run stays in the bounds that were proved", _written, _run, seconds=20
)
