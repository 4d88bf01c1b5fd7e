"""The engines of the included games: every worked example, and random situations, against the interpreter in both languages."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from penance_build.ir import nodes
from penance_build.ir.interpret.dice import RunError, Scripted, Seeded
from penance_build.ir.interpret.ready import ready
from penance_build.ir.interpret.run import Pending, run
from penance_build.ir.interpret.state import new_state, printed
from tests.engine_support import NodeBatch, border, canonical, printed_results, python_engine, trace_data
from tests.games import shipped
from tests.ir_programs import random_inputs, setup_of, state_of
from tests.test_engine_agreement import attempt, play

GAMES = ("aethelgard", "penance", "skirmish")


def straight(engine: Any, program: nodes.Program) -> list[nodes.Procedure]:
    return [item for item in program.procedures if item.id not in engine._BLOCKS]


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_worked_examples_come_out_alike(tmp_path: Path, game: str) -> None:
    program = shipped(game)
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, game)
    checked = 0
    for example in program.proved.examples:
        procedure = next(item for item in program.procedures if item.id == example.procedure)
        if procedure.id in engine._BLOCKS:
            continue
        start = new_state(program) if example.situation is None else ready(program, example.situation)
        setup = {} if example.situation is None else {"setup": setup_of(program, start), "seed": 7}  # nobody knows how piles lie
        outcome = run(program, procedure.id, dict(example.inputs), Scripted(dict(example.dice), 7 if setup else None), start)
        tokens = {name: [draw_token(program, outcome, name, place) for place in range(len(faces))] for name, faces in example.dice}
        given = border(program, procedure, dict(example.inputs))
        answer = engine.trace(procedure.id, given, dice=tokens, **setup)
        assert canonical(answer["result"]) == canonical(printed_results(program, procedure, outcome))
        assert canonical(answer["trace"]) == canonical(trace_data(outcome))
        kinds = {item.name: item.type for item in procedure.results}
        for name, expected in example.expect:
            assert answer["result"][name] == printed(program, kinds[name], expected), example.id
        batch.call({"answer": answer}, "trace", procedure.id, given, {"dice": tokens, **setup})
        checked += 1
    assert checked or not program.proved.examples
    batch.check()


def draw_token(program: nodes.Program, outcome: Any, name: str, place: int) -> Any:
    """What an engine calls the face that the interpreter drew: the value, or the id."""
    draw = [item for item in outcome.log if getattr(item, "name", None) == name][place]
    die = next(die for die in program.dice if die.id == draw.die)
    return dict(die.faces[draw.face].values)["value"] if die.has_values else die.faces[draw.face].id


def agree(program: nodes.Program, tmp_path: Path, times: int) -> int:
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "game")
    rng, checked = random.Random(1), 0
    for procedure in straight(engine, program):
        for seed in range(times):
            inputs = random_inputs(rng, program, procedure)
            if any(item.type.kind in ("card", "player") for item in procedure.inputs):
                continue
            try:
                outcome = run(program, procedure.id, inputs, Seeded(seed))
            except RunError:  # an illegal change of a counter: both must refuse
                with pytest.raises(engine.RulesError):
                    engine.run(procedure.id, border(program, procedure, inputs), seed=seed)
                continue
            given = border(program, procedure, inputs)
            answer = engine.trace(procedure.id, given, seed=seed)
            assert canonical(answer["result"]) == canonical(printed_results(program, procedure, outcome))
            assert canonical(answer["trace"]) == canonical(trace_data(outcome))
            assert engine.run(procedure.id, given, seed=seed)["result"] == answer["result"]
            batch.call({"answer": answer}, "trace", procedure.id, given, {"seed": seed})
            checked += 1
    batch.check()
    return checked


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_random_situations_come_out_alike(tmp_path: Path, game: str) -> None:
    assert agree(shipped(game), tmp_path, 3) > 3


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_many_random_situations_come_out_alike(tmp_path: Path, game: str) -> None:
    assert agree(shipped(game), tmp_path, 60) > 60


def game_setup(program: nodes.Program, rng: random.Random) -> dict[str, Any]:
    """A game of two with cards in every pile."""
    ids = [card.id for card in program.cards]
    zones = {}
    for zone in program.zones:
        piles = [[rng.choice(ids) for _ in range(rng.randint(0, 9))] for _ in range(2 if zone.owner == "player" else 1)]
        zones[zone.id] = piles
    return {"players": 2, "zones": zones}


def values_of(rng: random.Random, program: nodes.Program, procedure: nodes.Procedure, cards: int) -> dict[str, int]:
    given = random_inputs(rng, program, procedure)
    for item in procedure.inputs:
        if item.type.kind in ("card", "player"):
            given[item.name] = rng.randrange(2 if item.type.kind == "player" else cards)
    return given


def play_all(program: nodes.Program, tmp_path: Path, times: int) -> int:
    """Every procedure on a game in progress, choices at random; the interpreter first, then both engines with its answers."""
    engine, batch = python_engine(program, tmp_path), NodeBatch(tmp_path)
    batch.engine(program, "game")
    rng, choices = random.Random(2), 0
    for procedure in program.procedures:
        for seed in range(times):
            setup = game_setup(program, rng)
            state = state_of(program, setup)
            if not state.cards:
                continue
            inputs = values_of(rng, program, procedure, len(state.cards))
            answers: list[tuple[Pending, str | int]] = []

            def choose(pending: Pending, answers: list[tuple[Pending, str | int]] = answers) -> str | int:
                answers.append((pending, rng.choice(pending.options)))
                return answers[-1][1]

            outcome, problem = attempt(program, procedure.id, inputs, seed, state, choose)
            given, options = border(program, procedure, inputs), {"seed": seed, "setup": setup}
            if outcome is None:
                with pytest.raises(engine.RulesError) as found:
                    play(engine, procedure.id, given, options, answers)
                said = str(found.value)  # an action that is refused before it is taken names the source too
                assert said == problem or said.startswith(f"{problem} (")
                continue
            states, events, actions = play(engine, procedure.id, given, options, answers)
            assert canonical(states[-1]["result"]) == canonical(printed_results(program, procedure, outcome))
            assert (states[-1]["counters"], states[-1]["zones"]) == (outcome.state.counters, outcome.state.zones)
            batch.call({"answer": {"states": states, "events": events}}, "play", procedure.id, given, options, actions)
            choices += len(actions)
    batch.check()
    return choices


@pytest.mark.full
def test_a_game_in_progress_is_played_alike(tmp_path: Path) -> None:
    assert play_all(shipped("penance"), tmp_path, 4) > 50
