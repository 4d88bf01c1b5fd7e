"""The command line: what a start costs beside Python's own, and a build in which nothing changed beside the first."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds(*arguments: str, tries: int = 5, cache: str = "off") -> float:
    """The least wall time of some runs of this interpreter, which may keep its compiled modules as an installed program does."""
    environment = {**os.environ, "PENANCE_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    best = float("inf")
    for _ in range(tries):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=True)
        best = min(best, time.perf_counter() - start)
    return best


def row(name: str, ours: float, theirs: float, bound: str) -> None:
    print(f"{name} | {ours * 1000:.0f} ms | {theirs * 1000:.0f} ms | {ours / theirs:.2f}x | {bound}")


def main() -> None:
    program = ("-m", "penance_build")
    empty = seconds("-c", "pass")
    row("penance --version, beside python -c pass", seconds(*program, "--version"), empty, "5x")
    row("penance check of Penance, beside python -c pass", seconds(*program, "check", "--game", "penance"), empty, "40x")
    with tempfile.TemporaryDirectory() as folder:
        build = (*program, "build", "--game", "penance", "-o", folder)
        cache = str(Path(folder) / "cache")
        first = seconds(*build, tries=1, cache=cache)
        again = seconds(*build, cache=cache)
        row("penance build with nothing changed, beside the first build", again, first, "0.20x")
        for path in (Path(folder) / "penance").rglob("*.pdf"):
            path.unlink()
        row("penance build with every face in the cache, beside the first build", seconds(*build, tries=1, cache=cache), first, "")


if __name__ == "__main__":
    main()
