"""One process of Node that answers calls to generated engines, one after another."""

from __future__ import annotations

import json
import subprocess
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from tests.engine_support import ANSWERED, NodeBatch, node_path

_SERVER = """
import { createInterface } from "node:readline";
const lines = createInterface({ input: process.stdin });
for await (const line of lines) process.stdout.write(JSON.stringify(await answered(JSON.parse(line))) + "\\n");
"""
MOST_ENGINES = 300  # modules are never given back


class Node:
    """The process, started anew after many engines."""

    def __init__(self, folder: Path) -> None:
        self._script = folder / "server.mjs"
        self._script.write_text(_SERVER + ANSWERED, encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None
        self._engines: set[str] = set()
        Finalize(None, self.end, exitpriority=10)  # at the end of a worker too, where `atexit` is not heard

    def answers(self, jobs: list[dict[str, Any]]) -> list[Any]:
        """What calls gave: {"answer"} or {"error", "kind"} each."""
        self._engines.update(job["engine"] for job in jobs)
        if self._process is None or self._process.poll() is not None or len(self._engines) > MOST_ENGINES:
            self.end()
            self._engines = {job["engine"] for job in jobs}
            # Node asks for more addresses than a worker may have; the heap is what bounds it.
            command = ["prlimit", "--as=unlimited", node_path(), "--max-old-space-size=1500", str(self._script)]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(jobs) + "\n")
        self._process.stdin.flush()
        found: list[Any] = json.loads(self._process.stdout.readline())
        return found

    def end(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class ServedBatch(NodeBatch):
    """A batch of calls that the process answers."""

    def __init__(self, folder: Path, node: Node) -> None:
        super().__init__(folder)
        self.node = node

    def answers(self) -> list[Any]:
        found = self.node.answers(self.jobs)
        assert len(found) == len(self.expected)
        return found
