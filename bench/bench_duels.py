"""Whole duels of ``rules/penance`` between players who decide at random, in both languages; a row for ``bench/run.py``.

Nobody else plays this game, so the engines stand beside each other: first every game is compared, log for log, then timed.
Who decides is a rule that both can follow without a generator of ours, and nobody gives up.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.bench_engine import build  # noqa: E402
from penance_build.api import compile_game  # noqa: E402
from penance_build.engine.languages.javascript import emit_javascript  # noqa: E402
from penance_build.ir.nodes import Program  # noqa: E402
from penance_build.ir.play import playable  # noqa: E402

ROUNDS = 3
Game = tuple[str, list[str], int]


def games_of(program: Program) -> list[Game]:
    """Each deck against the next, in every setup, each game with a seed of its own."""
    found: list[Game] = []
    for setup in program.setups:
        pairs = zip(setup.decks, [*setup.decks[1:], setup.decks[0]], strict=True)
        found += [(setup.id, list(pair), 17 * seed) for seed, pair in enumerate(pairs)]
    return found


def play(engine: ModuleType, game: Game) -> dict[str, Any]:
    """One game to its end."""
    setup, decks, seed = game
    state = engine.new_game({"setup": setup, "decks": decks}, seed)
    mind = seed + 1
    while state["pending"]:
        actions = [action for action in engine.legal(state) if action.get("option") != "surrender"]
        mind = (mind * 1103515 + 12345) % 2147483648
        state = engine.apply(state, actions[mind // 65536 % len(actions)])[0]
    return {key: state[key] for key in ("log", "result", "counters", "zones")}


def in_javascript(program: Program, games: list[Game]) -> tuple[list[dict[str, Any]], float] | None:
    """How the games end in the other language, and its seconds a game; None without a node."""
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        engine, given = Path(folder) / "engine.mjs", Path(folder) / "games.json"
        engine.write_text(emit_javascript(program), encoding="utf-8")
        given.write_text(json.dumps(games), encoding="utf-8")
        script = Path(__file__).with_name("random_duels.mjs")
        done = subprocess.run([node, str(script), str(engine), str(given)], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return answer["results"], answer["seconds"]


def main() -> None:
    """Compare, then print the row."""
    whole = compile_game(ROOT / "rules" / "penance").program
    assert whole is not None
    program = playable(whole)
    engine, games = build(program), games_of(program)
    ended = [play(engine, game) for game in games]
    assert len({game["result"]["winner"] for game in ended if "winner" in game["result"]}) != 1
    best = float("inf")
    for _ in range(ROUNDS):
        before = process_time()
        for game in games:
            play(engine, game)
        best = min(best, (process_time() - before) / len(games))
    ours = f"{best * 1e3:.0f} ms, {1 / best:.1f} a second"
    other = in_javascript(program, games)
    if other is None:
        print("There is no node here: engine.mjs plays no duels.", file=sys.stderr)
        print(f"a duel at random, engine.py | {ours} | none | | ")
        return
    assert other[0] == ended
    theirs = f"{other[1] * 1e3:.1f} ms, {1 / other[1]:.1f} a second"
    print(f"a duel at random, engine.py beside engine.mjs | {ours} | {theirs} | {best / other[1]:.1f} | ")


if __name__ == "__main__":
    main()
