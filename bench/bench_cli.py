"""The command line: what a start costs beside Python's own, and a build in which nothing changed beside the first."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds(*arguments: str, cache: str = "off") -> float:
    """The processor time of one run of this interpreter, which may keep its compiled modules as an installed program does."""
    environment = {**os.environ, "PENANCE_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(tries: int, *runs: tuple[str, ...]) -> list[float]:
    """The least time of each, taken in turn; the first round, which compiles modules, does not count."""
    rounds = [[seconds(*arguments) for arguments in runs] for _ in range(tries + 1)]
    return [min(times) for times in zip(*rounds[1:], strict=True)]


def row(name: str, ours: float, theirs: float, bound: str) -> None:
    print(f"{name} | {ours * 1000:.0f} ms | {theirs * 1000:.0f} ms | {ours / theirs:.2f}x | {bound}")


def main() -> None:
    program = ("-m", "penance_build")
    version, check, empty = least(7, (*program, "--version"), (*program, "check", "--game", "penance"), ("-c", "pass"))
    row("penance --version, beside python -c pass", version, empty, "5x")
    row("penance check of Penance, beside python -c pass", check, empty, "40x")
    with tempfile.TemporaryDirectory() as folder:
        build = (*program, "build", "--game", "penance", "-o", folder)
        cache = str(Path(folder) / "cache")
        first = seconds(*build, cache=cache)
        again = min(seconds(*build, cache=cache) for _ in range(5))
        row("penance build with nothing changed, beside the first build", again, first, "0.20x")
        for path in (Path(folder) / "penance").rglob("*.pdf"):
            path.unlink()
        row("penance build with every face in the cache, beside the first build", seconds(*build, cache=cache), first, "")


if __name__ == "__main__":
    main()
