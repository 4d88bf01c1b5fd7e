"""The loops of the good cases are played to their end by the interpreter and both engines alike, from many states and by many players."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from penance_build.api import compile_game, compile_texts
from penance_build.falling.changes import Summaries
from penance_build.falling.proof import counted, proved
from penance_build.ir import nodes as n
from penance_build.ir.interpret.dice import RunError, Seeded
from penance_build.ir.interpret.passes import MOST_ROLLED, Passes
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.walk import statements
from penance_build.limits import MAX_ROLLED
from tests.cases_support import CASES, load_case
from tests.engine_support import NodeBatch, border, canonical, printed_results, python_engine
from tests.ir_programs import random_inputs, setup_of
from tests.loop_programs import ENDLESS, random_state
from tests.test_engine_agreement import play

FILES = ("numbers", "counters", "zones")  # every loop is proved by what falls
PLAYED = (*FILES, "real_games")
TIMES = 4


def program_of(name: str, folder: Path) -> n.Program:
    case = load_case("good", "loops", CASES / "good" / "loops" / f"e620_{name}.yaml")
    program = compile_game(case.write(folder / name)).program
    assert program is not None
    return program


@pytest.mark.full
@pytest.mark.parametrize("name", FILES)
def test_every_good_loop_is_proved_by_what_falls(name: str, tmp_path: Path) -> None:
    program = program_of(name, tmp_path)
    loops = [(item, stmt) for item in program.procedures for stmt in statements(item.body) if isinstance(stmt, n.Repeat)]
    assert len(loops) > 8
    for item, loop in loops:
        found = proved(program, item, loop, Summaries(program))
        assert found.reason == "", item.id
        assert counted(found.levels, 60) is not None


@pytest.mark.full
@pytest.mark.parametrize("name", PLAYED)
def test_good_loops_are_played_alike(name: str, tmp_path: Path) -> None:
    program = program_of(name, tmp_path)
    engine, batch, rng = python_engine(program, tmp_path), NodeBatch(tmp_path), random.Random(name)
    batch.engine(program, name)
    played = 0
    for procedure in program.procedures:
        for seed in range(TIMES):
            state = random_state(rng, program, 2)
            inputs, setup = random_inputs(rng, program, procedure), setup_of(program, state)
            answers: list[tuple[Pending, str | int]] = []

            def choose(pending: Pending, answers: list[tuple[Pending, str | int]] = answers) -> str | int:
                answers.append((pending, rng.choice(pending.options)))
                return answers[-1][1]

            try:
                outcome = run(program, procedure.id, inputs, Seeded(seed), state, choose, Passes(ENDLESS))
            except RunError as error:
                assert "passes" not in str(error)
                continue
            given, options = border(program, procedure, inputs), {"seed": seed, "setup": setup}
            states, events, actions = play(engine, procedure.id, given, options, answers)
            assert canonical(states[-1]["result"]) == canonical(printed_results(program, procedure, outcome))
            assert (states[-1]["counters"], states[-1]["zones"]) == (outcome.state.counters, outcome.state.zones)
            batch.call({"answer": {"states": states, "events": events}}, "play", procedure.id, given, options, actions)
            played += 1
    batch.check()
    assert played > 2 * len(program.procedures)


HARDLY = """\
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {sides: 6}}
cards: {a: {name: A, type: t}, b: {name: B, type: t}}
card_types: {t: {name: T}}
zones: {pile: {name: Pile, owner: game, visible: all}}
procedures:
  dice:
    name: Dice
    results: {x: {type: 0..180, default: 0}}
    steps: [{let: x, value: 0}, {repeat: [{roll: d6, count: 30}, {let: x, value: "sum(d6)"}], until: x == 180}]
  again:
    name: Again
    results: {x: {type: 0..180, default: 0}}
    steps:
      - {let: x, value: 0}
      - {repeat: [{roll: d6, count: 30}, {reroll: d6, where: face < 6, at_most: 30}, {let: x, value: "sum(d6)"}], until: x == 180}
  shuffles:
    name: Shuffles
    results: {x: {type: 0..180, default: 0}}
    steps:
      - {let: x, value: 0}
      - {repeat: [{shuffle: pile}, {roll: d6, count: 30}, {let: x, value: "sum(d6)"}], until: x == 180}
  asked:
    name: Asked
    inputs: {who: player}
    results: {x: {type: 0..180, default: 0}}
    steps:
      - {choose: mode, by: who, prompt: Go on?, options: {go: {name: Go}, stay: {name: Stay}}}
      - {call: dice, take: {x: x}}
"""


@pytest.mark.full
def test_loops_that_hardly_ever_end_stop_alike(tmp_path: Path) -> None:
    compiled = compile_texts({"game.yaml": HARDLY})
    program = compiled.program
    assert program is not None, compiled.problems
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "hardly")
    assert engine._MOST_ROLLED == MOST_ROLLED == MAX_ROLLED
    for procedure in program.procedures[:3]:
        with pytest.raises(RunError, match="more than 500000 dice and shuffled cards") as stopped:
            run(program, procedure.id, {}, Seeded(1))
        with pytest.raises(engine.RulesError) as refused:
            engine.run(procedure.id, {}, seed=1)
        assert str(refused.value) == str(stopped.value)
        batch.call({"error": str(refused.value), "kind": "RulesError"}, "run", procedure.id, {}, {"seed": 1})
    state = engine.start("asked", {"who": 0}, seed=1)
    with pytest.raises(engine.RulesError, match="more than 500000"):
        engine.apply(state, engine.legal(state)[0])
    batch.check()
