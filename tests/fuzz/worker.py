"""The process in which inputs are tried: it can be ended from outside, and its memory is counted for each of them."""

from __future__ import annotations

import contextlib
import os
import resource
import tempfile
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.fuzz.target import Case, Target

ROOT = Path(__file__).resolve().parent.parent.parent
ADDRESSES = 6 * 2**30  # bytes of addresses: whatever asks for more is refused by the system


class Answer(NamedTuple):
    """What came of one input. ``wrong`` is empty where the promise was kept, else the name of the fault; ``report`` tells it."""

    word: str
    wrong: str
    report: str
    seconds: float
    megabytes: int


def made(target: Target, seed: int) -> Case:
    """The input of a seed."""
    return target.make(Random(f"{target.name} {seed}"))


def serve(target: Target, connection: Connection) -> None:
    """Try what is asked, a seed or an input, until the other end is closed."""
    os.environ["NO_COLOR"] = "1"
    os.environ.pop("PENANCE_DEBUG", None)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        os.environ["PENANCE_CACHE"] = "off"
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while True:
                asked: Any = connection.recv()
                case = made(target, asked) if isinstance(asked, int) else asked
                connection.send(tried(target, case, Path(folder)))


def tried(target: Target, case: Case, above: Path) -> Answer:
    """One input in a folder of its own."""
    base = _peak()
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with tempfile.TemporaryDirectory(dir=above) as folder:
        began = time.process_time()
        word, wrong, report = "broken", "", ""
        try:
            word = target.check(case, Path(folder))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            wrong, report = _described(error)
        seconds = time.process_time() - began
    megabytes = _read("VmHWM") - base
    if not wrong and seconds > target.seconds:
        wrong, report = "time", f"{seconds:.1f} s of the processor, where {target.seconds:g} were promised"
    if not wrong and megabytes > target.megabytes:
        wrong, report = "memory", f"{megabytes} MB more, where {target.megabytes} were promised"
    return Answer(word, wrong, report, seconds, megabytes)


def _described(error: BaseException) -> tuple[str, str]:
    """What is the same of the same fault, and the whole of it: kind, and the innermost place in our own code or in a target."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if str(ROOT) in frame.filename]
    inner = places[-1] if places else None
    where = f"{Path(inner.filename).relative_to(ROOT)}:{inner.name}" if inner else "elsewhere"
    head = "".join(letter for letter in str(error)[:30] if not letter.isdigit()) if type(error).__name__ == "Broken" else ""
    return f"{type(error).__name__} {where} {head}".strip(), "".join(traceback.format_exception(error))[-3000:]


def _peak() -> int:
    """Forget how much memory there was at most, and say how much there is."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    return _read("VmRSS")


def _read(name: str) -> int:
    """Megabytes of this process, 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) // 1024
    return 0
