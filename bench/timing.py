"""Processor time: of a call, and of a process, which a busy machine disturbs less than the clock."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds(call: Callable[[], object]) -> float:
    """Of one call."""
    began = time.process_time()
    call()
    return time.process_time() - began


def process_seconds(command: Sequence[str], **environment: str) -> float:
    """Of one process, start and all; it may keep its compiled modules, as an installed program does."""
    given = {**os.environ, **environment}
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=given, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
