"""Random programs in every evaluator: interpreter, straight, traced and resumable Python, straight, traced and resumable JavaScript."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from penance_build.ir import nodes, walk
from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import Outcome
from tests.engine_support import (
    NodeBatch,
    border,
    canonical,
    log_data,
    outcome_told,
    printed_results,
    python_engine,
    retold_told,
    told_data,
    trace_data,
)
from tests.ir_programs import random_inputs, random_program, random_setup, state_of


def agree(program: nodes.Program, seed: int, folder: Path, batch: NodeBatch) -> Counter[str]:
    """Run every procedure of a program once in Python's evaluators, and put the same calls into the batch."""
    rng = random.Random(seed)
    engine = python_engine(program, folder)
    batch.engine(program, f"engine_{seed}")
    ran: Counter[str] = Counter()
    for procedure in program.procedures:
        inputs, setup = random_inputs(rng, program, procedure), random_setup(rng) if program.zones else {}
        options = {"seed": seed, "setup": setup}
        answers: list[tuple[Pending, str | int]] = []

        def choose(pending: Pending, answers: list[tuple[Pending, str | int]] = answers) -> str | int:
            answers.append((pending, rng.choice(pending.options)))
            return answers[-1][1]

        given = border(program, procedure, inputs)
        state = state_of(program, setup) if setup else None
        outcome, problem = attempt(program, procedure.id, inputs, seed, state, choose)
        if outcome is None:
            ran["refused"] += 1
            with pytest.raises(engine.RulesError) as found:
                play(engine, procedure.id, given, options, answers)
            assert str(found.value) == problem
            continue
        ran["finished"] += 1
        ran["choices"] += len(answers)
        states, events, actions = play(engine, procedure.id, given, options, answers)
        assert canonical(states[-1]["result"]) == canonical(printed_results(program, procedure, outcome))
        assert (states[-1]["counters"], states[-1]["zones"]) == (outcome.state.counters, outcome.state.zones)
        assert [item for item in states[-1]["log"] if item["type"] in ("roll", "shuffle")] == log_data(outcome)
        assert canonical(engine.replay(states[-1]["log"])) == canonical({**states[-1], "rng": None})
        batch.call({"answer": {"states": states, "events": events}}, "play", procedure.id, given, options, actions)
        batch.call({"answer": {**states[-1], "rng": None}}, "replay", states[-1]["log"])
        retold = engine.retell(states[-1]["log"])
        assert canonical(retold_told(retold)) == canonical(list(outcome_told(outcome)))
        after = [event for found in events[1::2] for event in found]
        assert canonical(retold[len(retold) - len(after) :]) == canonical(after)
        batch.call({"answer": retold}, "retell", states[-1]["log"])
        if procedure.id in engine._BLOCKS:
            continue
        ran["straight"] += 1
        plain, traced = engine.run(procedure.id, given, options), engine.trace(procedure.id, given, options)
        assert canonical(plain["result"]) == canonical(printed_results(program, procedure, outcome)) == canonical(traced["result"])
        assert canonical(traced["trace"]) == canonical(trace_data(outcome))
        assert canonical(told_data(plain)) == canonical(told_data(traced)) == canonical(outcome_told(outcome))
        batch.call({"answer": plain}, "run", procedure.id, given, options)
        batch.call({"answer": traced}, "trace", procedure.id, given, options)
    return ran


def attempt(program: nodes.Program, name: str, inputs: Any, seed: int, state: Any, choose: Any) -> tuple[Outcome | None, str]:
    try:
        return run(program, name, inputs, Seeded(seed), state, choose), ""
    except RunError as error:
        return None, str(error)


def play(
    engine: Any, name: str, given: Any, options: Any, answers: list[tuple[Pending, str | int]]
) -> tuple[list[Any], list[Any], list[Any]]:
    """The resumable form, with the answers that the interpreter was given."""
    state = engine.start(name, given, options)
    states, events, actions = [state], [], []
    for pending, answer in answers:
        asked = engine.view(state, state["pending"]["by"])["pending"]
        assert (asked["type"], asked["procedure"], asked["step"], asked["slot"], asked["by"], asked["prompt"]) == (
            pending.kind, pending.procedure, pending.step, pending.slot, pending.by, pending.prompt,
        )  # fmt: skip
        assert {key: value for key, value in asked.items() if key not in ("prompt", "names")} == state["pending"]
        key = "option" if pending.kind == "choose" else "card"
        assert tuple(asked[key + "s"]) == pending.options
        action = {"type": pending.kind, "procedure": pending.procedure, "slot": pending.slot, key: answer}
        events.append(engine.legal(state))
        state, found = engine.apply(state, action)
        states.append(state)
        events.append(found)
        actions.append(action)
    assert state["pending"] is None
    return states, events, actions


def sweep(seeds: range, folder: Path, **kinds: bool) -> Counter[str]:
    batch = NodeBatch(folder)
    ran: Counter[str] = Counter()
    for seed in seeds:
        ran += agree(random_program(random.Random(seed), **kinds), seed, folder, batch)
    batch.check()
    return ran


@pytest.mark.full
def test_random_programs_mean_the_same_everywhere(tmp_path: Path) -> None:
    ran = sweep(range(15), tmp_path)
    assert ran["finished"] > 25
    assert ran["choices"] > 10
    assert ran["straight"] > 10


@pytest.mark.soak
def test_more_random_programs(tmp_path: Path) -> None:
    assert sweep(range(15, 100), tmp_path)["choices"] > 50


@pytest.mark.full
def test_random_programs_without_state(tmp_path: Path) -> None:
    assert sweep(range(500, 550), tmp_path, chooses=False, state=False)["straight"] > 100


@pytest.mark.soak
@pytest.mark.parametrize("start", range(1000, 5000, 250))
def test_random_programs_at_length(start: int, tmp_path: Path) -> None:
    assert sweep(range(start, start + 250), tmp_path)["finished"] > 400


def test_the_random_programs_use_every_node_kind() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(25):
        for procedure in random_program(random.Random(seed)).procedures:
            kinds.update(stmt.kind for stmt in walk.statements(procedure.body))
            kinds.update(expr.kind for expr in walk.all_expressions(procedure.body))
    assert set(kinds) == {cls.kind for cls in (*nodes.EXPR_KINDS, *nodes.STMT_KINDS)}  # type: ignore[attr-defined]
