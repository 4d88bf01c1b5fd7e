"""The command line: what a start costs beside Python's own, and a build in which nothing changed beside the first."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.timing import process_seconds  # noqa: E402
from penance_build.api import compile_texts  # noqa: E402


def least(tries: int, *runs: tuple[str, ...]) -> list[float]:
    """The least time of each, taken in turn; the first round, which compiles modules, does not count."""
    rounds = [[process_seconds([sys.executable, *arguments], PENANCE_CACHE="off") for arguments in runs] for _ in range(tries + 1)]
    return [min(times) for times in zip(*rounds[1:], strict=True)]


def row(name: str, ours: float, theirs: float, bound: str) -> None:
    print(f"{name} | {ours * 1000:.0f} ms | {theirs * 1000:.0f} ms | {ours / theirs:.2f}x | {bound}")


def changed_card() -> tuple[float, float]:
    """Seconds: a card of Penance compiled again after a change of its cost, with what was compiled before; and the same from nothing."""
    folder = ROOT / "rules" / "penance"
    files = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))}
    changed = {**files, "cards.yaml": re.sub(r"cost: 1$", "cost: 2", files["cards.yaml"], count=1, flags=re.MULTILINE)}
    previous = compile_texts(files)
    assert not previous.problems and not compile_texts(changed).problems and changed != files
    times: list[tuple[float, float]] = []
    for _ in range(9):
        start = time.process_time()
        again = compile_texts(changed, previous=previous)
        between = time.process_time()
        fresh = compile_texts(changed)
        times.append((between - start, time.process_time() - between))
        assert again.program == fresh.program and again.problems == fresh.problems
    return min(one for one, _ in times), min(two for _, two in times)


def main() -> None:
    program = ("-m", "penance_build")
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder) / "penance"
        shutil.copytree(ROOT / "rules" / "penance", rules)
        for path in (rules / "claims.yaml", rules / "examples.yaml", *rules.glob("facts_*.yaml")):
            path.unlink()
        runs = ((*program, "--version"), (*program, "check", "--game", "penance"), (*program, "check", str(rules)), ("-c", "pass"))
        version, check, bare, empty = least(9, *runs)
    row("penance --version, beside python -c pass", version, empty, "5x")
    row("penance check of Penance, beside python -c pass", check, empty, "")
    row("penance check of Penance without claims and examples, beside python -c pass", bare, empty, "35x")
    row("a changed card of Penance, beside the first compilation", *changed_card(), "0.15x")
    with tempfile.TemporaryDirectory() as folder:
        build = (sys.executable, *program, "build", "--game", "penance", "-o", folder)
        cache = {"PENANCE_CACHE": str(Path(folder) / "cache")}
        first = process_seconds(build, **cache)
        again = min(process_seconds(build, **cache) for _ in range(5))
        row("penance build with nothing changed, beside the first build", again, first, "0.20x")
        for path in (Path(folder) / "penance").rglob("*.pdf"):
            path.unlink()
        row("penance build with every face in the cache, beside the first build", process_seconds(build, **cache), first, "")
        kit = (*build[:-1], str(Path(folder) / "kits"), "--only", "kit")
        row("penance build --only kit of Penance with every face in the cache, beside 3 s", process_seconds(kit, **cache), 3.0, "1x")


if __name__ == "__main__":
    main()
