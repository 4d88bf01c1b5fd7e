"""Whole seeded games of the arena duel in both languages: who decides is a rule that both can follow without a generator of ours.

``python -m tests.duel_games 200 taint=on`` plays so many games of every pairing of decks, in both languages and with these
options, and compares them log for log.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from types import ModuleType
from typing import Any

from penance_build.ir.nodes import Program
from tests.engine_support import javascript, node_path, played, python_engine
from tests.games import shipped

GAME = Path(__file__).resolve().parent.parent / "rules" / "penance"

RUNNER = """
import { readFileSync, writeFileSync } from "node:fs";
const rules = await import(process.argv[2]);
const out = [];
for (const [setup, decks, seed, mood] of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
    let state = rules.new_game({ setup, decks }, seed);
    let mind = seed + 1;
    while (state.pending !== null) {
        const actions = rules.legal(state).filter((action) => action.option !== "surrender");
        mind = (mind * 1103515 + 12345) % 2147483648;
        const keen = mood ? actions.filter((action) => action.option === "play") : [];
        const from = keen.length ? keen : actions;
        state = rules.apply(state, from[Math.floor(mind / 65536) % from.length]).state;
    }
    out.push({ log: state.log, result: state.result, counters: state.counters, zones: state.zones });
}
writeFileSync(process.argv[4], JSON.stringify(out));
"""


@cache
def compiled(**options: str) -> Program:
    """The duel as the engines know it, with these options."""
    return played(shipped("penance", **options))


def pairings(program: Program) -> list[tuple[str, str]]:
    """Every two decks that may meet, a deck and itself too."""
    return list(combinations_with_replacement(program.setups[0].decks, 2))


def actions_of(state: dict[str, Any], engine: ModuleType, mood: bool) -> list[dict[str, Any]]:
    """What may be decided: never to give up, and where the mood is so, to play a card before anything else."""
    found = [action for action in engine.legal(state) if action.get("option") != "surrender"]
    keen = [action for action in found if action.get("option") == "play"] if mood else []
    return keen or found


Game = tuple[str, tuple[str, str], int, bool]


def games_of(decks: tuple[str, str], seeds: range) -> list[Game]:
    """Games of two decks: every other one at close quarters, where random players meet, every other one in the mood for cards."""
    return [("close_quarters" if seed % 2 else "duel", decks, seed, seed % 4 > 1) for seed in seeds]


def play(engine: ModuleType, setup: str, decks: tuple[str, str], seed: int, mood: bool, check: Any = None) -> dict[str, Any]:
    """One game to its end; ``check`` sees every state and what is done in it."""
    state = engine.new_game({"setup": setup, "decks": list(decks)}, seed)
    mind = seed + 1
    while state["pending"]:
        actions = actions_of(state, engine, mood)
        mind = (mind * 1103515 + 12345) % 2147483648
        action = actions[mind // 65536 % len(actions)]
        before, (state, events) = state, engine.apply(state, action)
        if check is not None:
            check(before, action, state, events)
    return dict(state)


def differences(program: Program, games: list[Game], folder: Path) -> list[str]:
    """The games that the two languages do not play alike."""
    engine = python_engine(program, folder)
    (folder / "engine.mjs").write_text(javascript(program), encoding="utf-8")
    (folder / "runner.mjs").write_text(RUNNER, encoding="utf-8")
    (folder / "games.json").write_text(json.dumps(games), encoding="utf-8")
    paths = [(folder / "engine.mjs").as_uri(), str(folder / "games.json"), str(folder / "answers.json")]
    with subprocess.Popen([node_path(), str(folder / "runner.mjs"), *paths]) as node:
        ours = [play(engine, *game) for game in games]
        assert node.wait(timeout=3000) == 0
    theirs = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    keys = ("log", "result", "counters", "zones")
    return [str(game) for game, one, two in zip(games, ours, theirs, strict=True) if {key: one[key] for key in keys} != two]


def main() -> None:
    """Every pairing, as many games as the command line says."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    program = compiled(**dict(text.split("=") for text in sys.argv[2:]))
    for decks in pairings(program):
        games = games_of(decks, range(count))
        with tempfile.TemporaryDirectory() as folder:
            found = differences(program, games, Path(folder))
        print(f"{decks[0]} against {decks[1]}: {count - len(found)} of {count} games alike, log for log")
        if found:
            sys.exit(f"different: {', '.join(found[:5])}")


if __name__ == "__main__":
    main()
