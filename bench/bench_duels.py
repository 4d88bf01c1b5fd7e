"""Whole duels of ``rules/penance``, in both languages, beside the engines as they were before games were played in place.

First every game is compared, log for log: by states and in place, in Python and in JavaScript. Who decides at random is a rule that all
can follow without a generator of ours, and nobody gives up. The engines as they were are made from an older revision of this
repository; without it their rows are left out. ``essence-wars``, a card engine in native code, plays its own game: a decision of its
own beside one of ours.
"""

from __future__ import annotations

import importlib
import importlib.util
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from penance_build.api import compile_game  # noqa: E402
from penance_build.engine.languages.javascript import emit_javascript  # noqa: E402
from penance_build.engine.languages.python import emit_python  # noqa: E402
from penance_build.ir.nodes import Program  # noqa: E402
from penance_build.ir.play import playable  # noqa: E402
from penance_build.play.simulate import play as play_bots  # noqa: E402
from penance_build.play.table import Table  # noqa: E402
from tests.engine_support import node_path  # noqa: E402

BEFORE = "fc6ab0f"  # the last revision whose bots went round the public interface
ROUNDS = 4
ENTRIES = 260
GREEDY = [(["confessor", "ironclad"], 3), (["warden", "outrider"], 4), (["ironclad", "outrider"], 5), (["warden", "confessor"], 6)]
WRITE_ENGINES = """
import sys
from pathlib import Path
from penance_build.api import compile_game
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.python import emit_python
from penance_build.ir.play import playable
program = playable(compile_game(Path(sys.argv[1])).program)
Path("old.py").write_text(emit_python(program), encoding="utf-8")
Path("old.mjs").write_text(emit_javascript(program), encoding="utf-8")
"""
GREEDY_GAMES = """
import json, sys
from pathlib import Path
from time import process_time
from penance_build.api import compile_game
from penance_build.play.simulate import play
from penance_build.play.table import Table
table = Table(compile_game(Path(sys.argv[1]), every_option=False).program)
best = 1e9
for _ in range(2):
    before, count = process_time(), 0
    for decks, seed in json.loads(sys.argv[2]):
        count += play(table, table.setup("close_quarters"), decks, ["greedy", "greedy"], seed).decisions
    best = min(best, (process_time() - before) / count)
print(best)
"""
Game = tuple[str, list[str], int]


def games_of(program: Program) -> list[Game]:
    """Each deck against the next, in every setup, each game with a seed of its own."""
    found: list[Game] = []
    for setup in program.setups:
        pairs = zip(setup.decks, [*setup.decks[1:], setup.decks[0]], strict=True)
        found += [(setup.id, list(pair), 17 * seed) for seed, pair in enumerate(pairs)]
    return found


def imported(path: Path) -> ModuleType:
    """An engine as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def by_states(engine: ModuleType, game: Game) -> tuple[dict[str, Any], int]:
    """A game by ``legal`` and ``apply``: its last state, and how many decisions."""
    setup, decks, seed = game
    state = engine.new_game({"setup": setup, "decks": decks}, seed)
    mind, count = seed + 1, 0
    while state["pending"]:
        actions = [action for action in engine.legal(state) if action.get("option") != "surrender"]
        mind = (mind * 1103515 + 12345) % 2147483648
        state = engine.apply(state, actions[mind // 65536 % len(actions)])[0]
        count += 1
    return state, count


def in_place(engine: ModuleType, game: Game) -> tuple[Any, int]:
    """The same game in place: the live game at its end, and how many decisions."""
    setup, decks, seed = game
    live = engine.open(engine.new_game({"setup": setup, "decks": decks}, seed))
    mind, count = seed + 1, 0
    while live.pending:
        places = [place for place, action in enumerate(live.legal()) if action.get("option") != "surrender"]
        mind = (mind * 1103515 + 12345) % 2147483648
        live.do(places[mind // 65536 % len(places)])
        count += 1
    return live, count


def ends(state: dict[str, Any]) -> dict[str, Any]:
    """How a game ended."""
    return {key: state[key] for key in ("log", "result", "counters", "zones")}


def seconds(play: Callable[[ModuleType, Game], tuple[Any, int]], engine: ModuleType, games: list[Game], rounds: int = ROUNDS) -> float:
    """The seconds of a decision: the least of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        before = process_time()
        decisions = sum(play(engine, game)[1] for game in games)
        best = min(best, (process_time() - before) / decisions)
    return best


def in_javascript(engine: Path, games: list[Game], mode: str) -> tuple[list[dict[str, Any]], float]:
    """How the games end in the other language, and the seconds of a decision."""
    given = engine.with_name("games.json")
    given.write_text(json.dumps(games), encoding="utf-8")
    script = Path(__file__).with_name("random_duels.mjs")
    done = subprocess.run([node_path(), str(script), str(engine), str(given), mode], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    return answer["results"], answer["seconds"]


def older(folder: Path) -> Path | None:
    """The sources of the older revision, with its engines beside them; None where they cannot be had."""
    done = subprocess.run(["git", "-C", str(ROOT), "archive", BEFORE], capture_output=True, check=False)
    if done.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder / "old", filter="data")
    ran(folder / "old", WRITE_ENGINES, "rules/penance")
    return folder / "old"


def ran(sources: Path, program: str, *arguments: str) -> str:
    """What a program prints that runs with the sources of a revision."""
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=sources, env=environment, capture_output=True, text=True, check=True).stdout


def shown(time: float) -> str:
    """Seconds, as microseconds or milliseconds."""
    return f"{time * 1e6:.1f} us" if time < 1e-3 else f"{time * 1e3:.2f} ms"


def row(name: str, ours: float, theirs: float, whose: str, bound: str = "") -> None:
    """One row of the table."""
    print(f"{name} | {shown(ours)} | {whose} {shown(theirs)} | {ours / theirs:.4f} | {bound}")


def undo(engine: ModuleType, games: list[Game]) -> None:
    """The rows of taking back the last action of a long game: of a state that the engine returned, and of one that was read from a file."""
    setup, decks, seed = games[0]
    live = engine.open(engine.new_game({"setup": setup, "decks": decks}, seed))
    while len(live.save()["log"]) < ENTRIES:
        places = [place for place, action in enumerate(live.legal()) if action.get("option") not in ("surrender", "pass")]
        live.do(places[-1] if places else 0)
    for number in range(200):
        state = live.save()
        action = next(one for one in live.legal()[number % 2 :] or live.legal() if one.get("option") != "surrender")
        after = engine.apply(state, action)[0]
        try:
            engine.undo(after)
        except engine.StateError:
            live.do(live.legal().index(action))
            continue
        loaded = json.loads(json.dumps(after))
        for name, given in (("a state at hand", after), ("a state from a file", loaded)):
            best = float("inf")
            for _ in range(100):
                before = process_time()
                engine.undo(given)
                best = min(best, process_time() - before)
            row(f"undo in a log of {len(after['log'])} entries, {name}, beside 2 ms", best, 2e-3, "promised", "1")
        return


def native(ours: float) -> None:
    """The row of ``essence-wars``, where it is installed: random decisions of its own game, from Python."""
    try:
        essence_wars = importlib.import_module("essence_wars")
    except ImportError:
        print("essence-wars is not here (`pip install essence-wars`): its row is left out.", file=sys.stderr)
        return
    best = float("inf")
    for _ in range(ROUNDS):
        mind, count, before = 1, 0, process_time()
        for seed in range(20):
            game = essence_wars.PyGame()
            game.reset(seed)
            done = False
            while not done and count < 100_000:
                legal = game.action_mask().nonzero()[0]
                mind = (mind * 1103515 + 12345) % 2147483648
                _, done = game.step(int(legal[mind // 65536 % len(legal)]))
                count += 1
        best = min(best, (process_time() - before) / count)
    row("a decision of a duel at random, engine.py in place, beside one of essence-wars", ours, best, "essence-wars")


def main() -> None:
    """Compare, then print the rows."""
    whole = compile_game(ROOT / "rules" / "penance", every_option=False).program
    assert whole is not None
    program = playable(whole)
    games = games_of(program)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "engine.py").write_text(emit_python(program), encoding="utf-8")
        (folder / "engine.mjs").write_text(emit_javascript(program), encoding="utf-8")
        engine = imported(folder / "engine.py")
        ended = [ends(by_states(engine, game)[0]) for game in games]
        assert len({game["result"]["winner"] for game in ended if "winner" in game["result"]}) != 1
        assert [ends(in_place(engine, game)[0].save()) for game in games] == ended
        scripts = {mode: in_javascript(folder / "engine.mjs", games, mode) for mode in ("states", "live")}
        assert all(found == ended for found, _ in scripts.values())
        old = older(folder)
        if old is None:
            print(f"There is no revision {BEFORE} here: the rows beside it are left out.", file=sys.stderr)
        times = {"states": seconds(by_states, engine, games), "live": seconds(in_place, engine, games)}
        if old is not None:
            before = imported(old / "old.py")
            was = seconds(by_states, before, games, 2)
            row("a decision of a duel at random, engine.py by states, beside as it was", times["states"], was, "as it was", "0.0834")
            row("a decision of a duel at random, engine.py in place, beside as it was", times["live"], was, "as it was", "0.0286")
            _, earlier = in_javascript(old / "old.mjs", games, "states")
            (_, states), (_, live) = scripts["states"], scripts["live"]
            row("a decision of a duel at random, engine.mjs by states, beside as it was", states, earlier, "as it was", "0.1667")
            row("a decision of a duel at random, engine.mjs in place, beside as it was", live, earlier, "as it was", "0.0667")
            table, best = Table(whole), float("inf")
            for _ in range(2):
                began, count = process_time(), 0
                for decks, seed in GREEDY:
                    count += play_bots(table, table.setup("close_quarters"), decks, ["greedy", "greedy"], seed).decisions
                best = min(best, (process_time() - began) / count)
            theirs = float(ran(old, GREEDY_GAMES, "rules/penance", json.dumps(GREEDY)))
            row(f"a decision of {len(GREEDY)} duels of greedy bots, beside as it was", best, theirs, "as it was", "0.15")
        undo(engine, games)
        native(times["live"])


if __name__ == "__main__":
    main()
