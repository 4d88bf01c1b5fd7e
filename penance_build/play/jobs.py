"""Games that are played in several processes, and come back in the order in which they were asked for.

A process is given the rules once, as code, and then a game after the other. It leaves Ctrl-C to the one that started it, which ends
it at once; and it ends by itself where that one has gone.
"""

from __future__ import annotations

import marshal
import pickle
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any

from penance_build.play.simulate import Game, Played, Task
from penance_build.play.table import Table

AHEAD = 2  # games that a process has been asked for, so that it need not wait for the next one
Worker = tuple[BaseProcess, "Connection[Any, Any]"]


class Lost(Exception):
    """A process has ended by itself: one sentence for the user."""


class Jobs:
    """So many processes that play games of one kind; to be used in a ``with``, behind which they are gone."""

    def __init__(self, game: Game, jobs: int) -> None:
        self.game, self.jobs = game, jobs
        self.workers: list[Worker] = []

    def __enter__(self) -> Jobs:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for process, pipe in self.workers:
            process.kill()
            pipe.close()
        for process, _ in self.workers:
            process.join()
        self.workers = []

    def play(self, tasks: Iterable[Task]) -> Iterator[Played]:
        """The games of some tasks, in their order. Raises what playing the first that fails would have raised here."""
        return map(self.game.play, tasks) if self.jobs == 1 else self.together(enumerate(tasks))

    def together(self, left: Iterator[tuple[int, Task]]) -> Iterator[Played]:
        """The games of some numbered tasks, in their order, from all processes."""
        first = list(islice(left, self.jobs * AHEAD))
        self.start(min(self.jobs, len(first)) - len(self.workers))
        pipes = [pipe for _, pipe in self.workers]
        for number, task in first:
            ask(pipes[number % len(pipes)], number, task)
        found: dict[int, Played | Task] = {}
        place, asked = 0, len(first)
        while place < asked:
            while place not in found:
                ready = wait(pipes)
                for pipe in pipes:
                    if pipe in ready:
                        number, found[number] = self.answer(pipe)
                        for number, task in islice(left, 1):
                            ask(pipe, number, task)
                            asked += 1
            game = found.pop(place)
            yield game if isinstance(game, Played) else self.game.play(game)
            place += 1

    def start(self, more: int) -> None:
        """Have some more processes, each with the rules."""
        if more <= 0:
            return
        context, started = get_context("spawn"), []
        with without_interrupts():
            for _ in range(more):
                ours, theirs = context.Pipe()
                process = context.Process(target=work, args=(theirs,), daemon=True)
                process.start()
                theirs.close()
                self.workers.append((process, ours))
                started.append(ours)
        rules = pickle.dumps((self.game.table.program, marshal.dumps(self.game.table.code), self.game.asked))
        for pipe in started:
            try:
                pipe.send_bytes(rules)
            except OSError:
                self.lost(pipe)

    def answer(self, pipe: Connection[Any, Any]) -> tuple[int, Played | Task]:
        """What a process has found: a game, or the task of one that failed, and is to fail here."""
        try:
            number, answer = pipe.recv()
        except (EOFError, OSError):
            self.lost(pipe)
        if isinstance(answer, Played):
            answer = replace(answer, held=tuple(held.interned() for held in answer.held))
        return number, answer

    def lost(self, pipe: Connection[Any, Any]) -> None:
        """Raises Lost: the process behind a pipe is no more."""
        (process,) = (process for process, own in self.workers if own is pipe)
        process.join(1)
        code = process.exitcode
        how = "" if code is None else f" with the exit code {code}" if code >= 0 else f" by signal {-code}"
        raise Lost(f"one of {self.jobs} processes ended{how}, perhaps for want of memory; fewer --jobs need less") from None


def ask(pipe: Connection[Any, Any], number: int, task: Task) -> None:
    """Ask a process for a game."""
    with suppress(OSError):  # where the process is gone, reading from it will tell
        pipe.send((number, task))


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Processes that are started here never get Ctrl-C, which the terminal sends to all; where it comes meanwhile, it comes afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # where it is started later, it lets signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# ---------------------------------------------------------------- in the other process


def work(pipe: Connection[Any, Any]) -> None:
    """Play what is asked for, until nothing more can be asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        program, code, asked = pickle.loads(pipe.recv_bytes())
        game = Game(Table.again(program, marshal.loads(code)), *asked)
        while True:
            number, task = pipe.recv()
            pipe.send((number, played(game, task)))
    except (EOFError, OSError):
        return


def played(game: Game, task: Task) -> Played | Task:
    """The game of a task; the task itself where something goes wrong, so that the same goes wrong where it can be told of."""
    try:
        return game.play(task)
    except Exception:
        return task
