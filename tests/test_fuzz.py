"""Inputs at random: what was found once is tried again, each target a little, the tool itself, and in the soak two minutes of all."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import damage, faults
from tests.fuzz.run import CORPUS, fuzz, keep, kept, read, table, told
from tests.fuzz.shrink import shrunk
from tests.fuzz.target import Case, Target
from tests.fuzz.targets.all import TARGETS
from tests.fuzz.worker import made

FOUND = kept()
FAST = ("reader", "formulas", "trees", "written", "sheets", "saves", "pictures", "icons")


def tried(name: str, case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What comes of an input, in this process."""
    monkeypatch.setenv("PENANCE_CACHE", "off")
    folder.mkdir(exist_ok=True)
    return TARGETS[name].check(case, folder)


def test_there_is_a_corpus() -> None:
    assert len(FOUND) >= 10
    assert {name for name, _ in FOUND} <= TARGETS.keys()


@pytest.mark.full
@pytest.mark.parametrize(("name", "folder"), FOUND, ids=lambda part: part.name if isinstance(part, Path) else part)
def test_what_was_found_stays_mended(name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried(name, read(folder), tmp_path, monkeypatch)


@pytest.mark.full
@pytest.mark.parametrize("name", TARGETS)
def test_a_few_inputs_of_each_target(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of a second each, and at least two inputs."""
    tried(name, made(TARGETS[name], 1), tmp_path / "1", monkeypatch)
    end, seed = time.monotonic() + 0.25, 2
    while seed < 3 or time.monotonic() < end:
        tried(name, made(TARGETS[name], seed), tmp_path / str(seed), monkeypatch)
        seed += 1


@pytest.mark.soak
def test_two_minutes_of_all_targets() -> None:
    """``FUZZ_SEED`` begins elsewhere."""
    told_: list[str] = []
    tallies = fuzz(TARGETS.values(), int(os.environ.get("FUZZ_SEED", "1")), 120, told_.append)
    print(table(tallies))
    assert told_ == [], "\n".join(told_)
    assert sum(tally.count for tally in tallies.values()) > 5_000


# ---------------------------------------------------------------- the tool


def test_an_input_is_made_small() -> None:
    assert shrunk(faults.make(Random(1)), faults.is_wrong, 10) == {"a.json": b'{"a": [7]}', "b.txt": b"two"}


def test_a_finding_is_told_once_and_kept(tmp_path: Path) -> None:
    said: list[str] = []
    tallies = fuzz([faults.BREAKS], 5, 0, said.append, count=3)
    (finding,) = tallies["t"].findings.values()
    assert (tallies["t"].count, finding.seed, finding.case) == (3, 5, {"a.json": b'{"a": [7]}', "b.txt": b"two"})
    assert said == [told(finding)]
    assert "python -m tests.fuzz --only t --seed 5 --count 1" in said[0]
    assert "| t | 5-7 | 3 | broken 3 |" in table(tallies)
    folder = keep(finding, tmp_path)
    assert kept(tmp_path) == [("t", folder)]
    assert read(folder) == finding.case


@pytest.mark.full
@pytest.mark.parametrize(("target", "wrong"), [(faults.DIES, "died 3"), (faults.HANGS, "hang"), (faults.EATS, "memory")])
def test_a_process_that_dies_hangs_or_eats_breaks_the_promise(target: Target, wrong: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.fuzz.run.START", 2 if wrong == "hang" else 60)
        patch.setattr("tests.fuzz.run.SHRINKING", 0)
        tallies = fuzz([target], 1, 0, lambda text: None, count=1)
    assert list(tallies["t"].findings) == [wrong]


@pytest.mark.parametrize("name", FAST)
def test_the_same_seed_gives_the_same_input(name: str) -> None:
    assert made(TARGETS[name], 3) == made(TARGETS[name], 3)


def test_harm_is_done() -> None:
    data = {"a": [1, {"b": "text"}], "c": None}
    harmed = [damage.of_data(data, Random(seed)) for seed in range(200)]
    assert sum(one == data for one in harmed) < 20
    assert data == {"a": [1, {"b": "text"}], "c": None}
    assert CORPUS.is_dir()
