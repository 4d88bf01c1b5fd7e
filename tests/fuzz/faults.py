"""Targets that break their promise in every way, for the tests of the tool."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

from tests.fuzz.target import Case, Target, demand


def make(chance: Random) -> Case:
    """Two files in which something is wrong together, and one that has no part in it."""
    return {"a.json": b'{"a": [1, 2, 7], "b": "x"}', "b.txt": f"one\ntwo\n{chance.randrange(10)}\n".encode(), "c.txt": b"nothing"}


def is_wrong(case: Case) -> bool:
    """Whether both are there."""
    return b"7" in case.get("a.json", b"") and b"two" in case.get("b.txt", b"")


def _breaks(case: Case, folder: Path) -> str:
    demand(not is_wrong(case), "seven and two")
    return "kept"


def _dies(case: Case, folder: Path) -> str:
    os._exit(3)


def _hangs(case: Case, folder: Path) -> str:
    time.sleep(60)
    return "late"


def _eats(case: Case, folder: Path) -> str:
    return "fed" if len(bytes(80 * 2**20).replace(b"\0", b"x")) else "hungry"


BREAKS = Target("t", "nothing", make, _breaks)
DIES = Target("t", "nothing", make, _dies)
HANGS = Target("t", "nothing", make, _hangs, seconds=0.2)
EATS = Target("t", "nothing", make, _eats, megabytes=20)
