"""Kills of builds, aimed at the moment in which a new build takes the place of the old one, and builds of one folder two at a time.

``python bench/kills.py [--kills 1000] [--pairs 200] [--seed 1]`` prints how many left what behind, and ends with 1 where anything was
damaged: neither the old build nor the new one, whole; a file of somebody else changed; anything left over by the next build.

A kill is SIGKILL, from inside before the call of the system with a number (each in turn, and then at random), or from outside after a
random while, counted from when the swap began. It is aimed at a real build of a small game whose rules were changed.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from penance_build.build.disk import exchange, swap
from penance_build.build.game import BuildRequest, build_game
from penance_build.cli.commands.new import files

ONLY = ("engine", "report", "data", "web")
CALLS = ("link", "rename", "replace", "rmdir", "unlink", "mkdir", "fsync", "open", "scandir", "stat", "readlink", "listdir")
MINE = {"mine.txt": b"mine", "engine/mine.txt": b"mine", "deep/er/mine.txt": b"mine"}

Tree = dict[str, bytes]


def tree(folder: Path) -> Tree:
    """Every file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class Bench:
    """A game in two states, and what is built of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.built: list[Tree] = []
        for number, name in enumerate(("Lamp oil", "Lamp oil of the best")):
            for file, text in files("lamps").items():
                path = folder / f"game{number}" / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text.replace("Lamp oil", name).replace("Lamps", f"Lamps {number}"), encoding="utf-8")
            build(folder / f"game{number}", folder / f"made{number}", ONLY)
            self.built.append(tree(folder / f"made{number}" / "lamps"))
        assert self.built[0] != self.built[1], "the two states of the game are the same"

    def old(self, out: Path) -> Path:
        """The first build in a folder of its own, with files of somebody else among it."""
        shutil.copytree(self.folder / "made0", out)
        for name, data in MINE.items():
            path = out / "lamps" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return out / "lamps"

    def verdict(self, target: Path) -> str:
        """What lies there after a kill: the old build, the new one, or damage."""
        found = tree(target)
        for number, name in enumerate(("the old build", "the new build")):
            if found == {**self.built[number], **MINE}:
                return name
        return "damaged"

    def is_whole_after(self, out: Path) -> bool:
        """Whether one more build makes the new one of whatever was left, and leaves nothing beside it."""
        if fork(lambda: build(self.folder / "game1", out, ONLY)) != 0:
            return False
        return self.verdict(out / "lamps") == "the new build" and os.listdir(out) == ["lamps"]


def build(game: Path, out: Path, only: tuple[str, ...]) -> None:
    """Build in this process."""
    made = build_game(BuildRequest(game, out, only=only))
    assert made.target is not None, made.problems


def started(work: Callable[[], Any]) -> int:
    """The process, a copy of this one, that does the work and ends with 0, or 1 where it raised."""
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def fork(work: Callable[[], Any]) -> int:
    """Do the work in a process of its own: how it ended, as `os.waitstatus_to_exitcode` says it."""
    return os.waitstatus_to_exitcode(os.waitpid(started(work), 0)[1])


def killed_at(call: int, game: Path, out: Path, in_place: bool = False) -> int:
    """Build, and be killed before the call of the system with this number since the swap began; -9, or 0 where it came to its end."""

    def work() -> None:
        real, left = swap.write, [call]

        def counted(call: Callable[..., Any]) -> Callable[..., Any]:
            def made(*arguments: Any, **more: Any) -> Any:
                left[0] -= 1
                if left[0] < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                return call(*arguments, **more)

            return made

        def refused(*arguments: Any) -> None:
            raise exchange.CannotExchange

        def watched(*arguments: Any, **more: Any) -> swap.Done:
            for name in CALLS:
                setattr(os, name, counted(getattr(os, name)))
            swap.exchange = counted(refused if in_place else swap.exchange)
            return real(*arguments, **more)

        swap.write = watched
        build(game, out, ONLY)

    return fork(work)


def killed_after(seconds: float, game: Path, out: Path) -> int:
    """Build, and be killed from outside so long after the swap began."""
    read, write = os.pipe()

    def work() -> None:
        real = swap.write

        def watched(*arguments: Any, **more: Any) -> swap.Done:
            os.write(write, b"x")
            return real(*arguments, **more)

        swap.write = watched
        build(game, out, ONLY)

    process = started(work)
    os.close(write)
    os.read(read, 1)
    os.close(read)
    time.sleep(seconds)
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def kills(bench: Bench, above: Path, count: int, rng: random.Random) -> Counter[str]:
    """So many kills: first one at each call of the system, then in turn at a random call and after a random while."""
    found: Counter[str] = Counter()
    calls, longest, number = 0, 0.0, 0
    while number < count:
        out = above / "out"
        target = bench.old(out)
        began = time.monotonic()
        if not longest:  # every call once, until a build comes to its end
            code = killed_at(number, bench.folder / "game1", out)
            if code == 0:
                calls, longest = number, time.monotonic() - began
        elif number % 2:
            code = killed_at(rng.randrange(calls), bench.folder / "game1", out)
        else:
            code = killed_after(rng.random() * longest / 2, bench.folder / "game1", out)
        verdict = bench.verdict(target)
        found["killed" if code == -signal.SIGKILL else "came to its end"] += 1
        found[verdict if code == -signal.SIGKILL or verdict == "damaged" else "whole"] += 1
        if not bench.is_whole_after(out):
            found["damaged"] += 1
        shutil.rmtree(out)
        number += 1
    found["calls of a swap"] = calls
    return found


def in_place(bench: Bench, above: Path) -> Counter[str]:
    """A kill at each call where folders cannot change places: the manifest comes last, and the next build makes it whole."""
    found: Counter[str] = Counter()
    for number in range(10_000):
        out = above / "place"
        target = bench.old(out)
        code = killed_at(number, bench.folder / "game1", out, in_place=True)
        lies = tree(target)
        is_old = lies.get("manifest.json") == bench.built[0]["manifest.json"]
        fine = MINE.items() <= lies.items() and (is_old or bench.verdict(target) == "the new build") and bench.is_whole_after(out)
        found["damaged" if not fine else "told apart by the manifest" if is_old else "the new build"] += 1
        shutil.rmtree(out)
        if code == 0:
            return found
    raise AssertionError("no build came to its end")


def pairs(bench: Bench, above: Path, count: int, rng: random.Random) -> Counter[str]:
    """Two builds of one folder at once, of the same or of other products; of every third pair one is killed at a random moment."""
    found: Counter[str] = Counter()
    for number in range(count):
        out = above / "pair"
        if rng.random() < 0.5:
            bench.old(out)
        first, second = (rng.choice((ONLY, ONLY, ("engine", "report"), ("web", "data"))) for _ in range(2))
        builds = [started(partial(build, bench.folder / "game1", out, only)) for only in (first, second)]
        if number % 3 == 0:
            time.sleep(rng.random() * 0.2)
            try:
                os.kill(builds[0], signal.SIGKILL)
            except ProcessLookupError:
                pass
        codes = [os.waitstatus_to_exitcode(os.waitpid(one, 0)[1]) for one in builds]
        fine = codes[1] == 0 and codes[0] in (0, -signal.SIGKILL)
        made, before = tree(out / "lamps"), bench.built[0]
        for name, data in bench.built[1].items():  # what neither asked for may be that of the old build still
            asked = name.split("/")[0] in {*second, *(first if codes[0] == 0 else ())}
            fine &= name == "manifest.json" or made.get(name) in ((data,) if asked else (None, data, before.get(name)))
        found["one was killed" if codes[0] else "both came to their end"] += 1
        for name, data in MINE.items():  # the same for all, so that what follows can be compared
            (out / "lamps" / name).parent.mkdir(parents=True, exist_ok=True)
            (out / "lamps" / name).write_bytes(data)
        if not fine or not bench.is_whole_after(out):
            found["damaged"] += 1
        shutil.rmtree(out)
    return found


def told(found: Counter[str]) -> str:
    """Counts in a line."""
    return ", ".join(f"{name} {count}" for name, count in sorted(found.items()))


def main() -> int:
    """Kill, pair, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    with tempfile.TemporaryDirectory(prefix="kills-") as folder:
        above = Path(folder)
        bench = Bench(above / "bench")
        began = time.monotonic()
        results = {
            "kills": kills(bench, above, asked.kills, rng),
            "kills in place": in_place(bench, above),
            "pairs": pairs(bench, above, asked.pairs, rng),
        }
        for name, found in results.items():
            print(f"{name}: {told(found)}")
        print(f"{time.monotonic() - began:.0f} s, seed {asked.seed}")
    return 1 if any(found["damaged"] for found in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
