"""Try inputs of each target in turn for a while; what breaks a promise is made small, told, and kept in the corpus."""

from __future__ import annotations

import hashlib
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.shrink import shrunk
from tests.fuzz.target import Case, Target
from tests.fuzz.worker import Answer, made, serve

CORPUS = Path(__file__).parent / "corpus"
PATIENCE = 8  # times the promised seconds, by the clock: a machine may do other things as well
START = 120  # seconds that a process may take to be ready
SHRINKING = 20  # seconds for a finding


@dataclass
class Finding:
    """A promise that was not kept: by which seed, how, and the smallest input."""

    target: str
    seed: int
    wrong: str
    report: str
    case: Case


@dataclass
class Tally:
    """What came of a target."""

    first: int
    count: int = 0
    words: Counter[str] = field(default_factory=Counter)
    seconds: float = 0
    slowest: float = 0
    megabytes: int = 0
    findings: dict[str, Finding] = field(default_factory=dict)


class Worker:
    """A process for one target, started again where it was ended."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self._process: multiprocessing.process.BaseProcess | None = None

    def ask(self, asked: int | Case) -> Answer:
        """What came of a seed or an input; a process that dies or does not answer breaks the promise."""
        patience = self.target.seconds * PATIENCE
        if self._process is None:
            context = multiprocessing.get_context("spawn")
            self._connection, theirs = context.Pipe()
            self._process = context.Process(target=serve, args=(self.target, theirs), daemon=False)
            self._process.start()
            theirs.close()
            patience += START
        began = time.monotonic()
        try:
            self._connection.send(asked)
            if self._connection.poll(patience):
                answer: Answer = self._connection.recv()
                return answer
        except (EOFError, ConnectionError):
            self._process.join(10)
            code = self._process.exitcode
            self.end()
            return Answer("broken", f"died {code}", f"the process died: {code}", time.monotonic() - began, 0)
        self.end()
        return Answer("broken", "hang", f"no answer in {patience:.0f} s", time.monotonic() - began, 0)

    def end(self) -> None:
        """End the process, where there is one."""
        if self._process is not None:
            self._connection.close()
            self._process.join(1)
            if self._process.exitcode is None:
                self._process.kill()
                self._process.join()
            self._process = None


def fuzz(targets: Iterable[Target], seed: int, seconds: float, say: Callable[[str], None], count: int = 0) -> dict[str, Tally]:
    """Try inputs for so many seconds in all, or ``count`` of each target; every target has the same share of the time."""
    chosen = list(targets)
    tallies = {target.name: Tally(seed) for target in chosen}
    share = seconds / len(chosen)
    for target in chosen:
        worker, tally = Worker(target), tallies[target.name]
        try:
            if not count:
                worker.ask(seed)  # what is made ready once is not counted
            end = time.monotonic() + share
            while tally.count < count if count else time.monotonic() < end or not tally.count:
                _one(worker, tally, seed + tally.count, say)
        finally:
            worker.end()
    return tallies


def _one(worker: Worker, tally: Tally, seed: int, say: Callable[[str], None]) -> None:
    answer = worker.ask(seed)
    tally.count += 1
    tally.words[answer.word] += 1
    tally.seconds += answer.seconds
    tally.slowest = max(tally.slowest, answer.seconds)
    tally.megabytes = max(tally.megabytes, answer.megabytes)
    if not answer.wrong or answer.wrong in tally.findings:
        return
    case = made(worker.target, seed)
    if answer.wrong in ("time", "memory") and worker.ask(case).wrong != answer.wrong:
        return  # the machine was busy, or this process had not given back what it had
    small = shrunk(case, lambda tried: worker.ask(tried).wrong == answer.wrong, SHRINKING)
    found = Finding(worker.target.name, seed, answer.wrong, answer.report, small)
    tally.findings[answer.wrong] = found
    say(told(found))


def told(finding: Finding) -> str:
    """A finding in words: how to have it again, what it was, and its smallest input."""
    lines = [f"{finding.target}: {finding.wrong}", f"  again: python -m tests.fuzz --only {finding.target} --seed {finding.seed} --count 1"]
    lines += [f"  | {line}" for line in finding.report.rstrip().splitlines()[-25:]]
    for name, data in finding.case.items():
        lines.append(f"  {name}: {data[:600]!r}{'...' if len(data) > 600 else ''}")
    return "\n".join(lines)


def keep(finding: Finding, corpus: Path = CORPUS) -> Path:
    """Lay the input of a finding into the corpus, which the tests try again."""
    digest = hashlib.sha256(b"\0".join(name.encode() + b"\0" + data for name, data in sorted(finding.case.items()))).hexdigest()[:10]
    folder = corpus / finding.target / digest
    for name, data in finding.case.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def kept(corpus: Path = CORPUS) -> list[tuple[str, Path]]:
    """The inputs of the corpus: the name of the target, and the folder."""
    return sorted((folder.parent.name, folder) for folder in corpus.glob("*/*") if folder.is_dir())


def read(folder: Path) -> Case:
    """An input from its folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def table(tallies: dict[str, Tally]) -> str:
    """The counts as a table of Markdown."""
    rows = ["| target | seeds | inputs | what came | slowest | most memory | broken |", "|---|---|---|---|---|---|---|"]
    for name, tally in tallies.items():
        words = ", ".join(f"{word} {count:,}" for word, count in tally.words.most_common(5))
        last = tally.first + tally.count - 1
        cost = f"{tally.slowest:.2f} s | {tally.megabytes} MB"
        rows.append(f"| {name} | {tally.first}-{last} | {tally.count:,} | {words} | {cost} | {len(tally.findings)} |")
    return "\n".join(rows)
