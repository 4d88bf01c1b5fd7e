"""Builds that are killed, and two at a time: what lies there is always one build, whole, and the next one finds nothing in its way."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.kills import Bench, build, in_place, kills, pairs
from penance_build.build.disk import swap
from tests.command_line import Ran


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("bench"))


@pytest.mark.full
@pytest.mark.parametrize("count", [25, pytest.param(1000, marks=pytest.mark.soak)])
def test_kills_leave_one_build_whole(bench: Bench, count: int, tmp_path: Path) -> None:
    found = kills(bench, tmp_path, count, random.Random(count))
    assert found["damaged"] == 0
    assert found["killed"] > count // 2
    assert count < 100 or min(found["the old build"], found["the new build"]) > 20


@pytest.mark.soak
def test_a_kill_at_each_call_where_folders_cannot_change_places(bench: Bench, tmp_path: Path) -> None:
    found = in_place(bench, tmp_path)
    assert found["damaged"] == 0
    assert found["told apart by the manifest"] > 50


@pytest.mark.full
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.soak)])
def test_pairs_leave_one_build_whole(bench: Bench, count: int, tmp_path: Path) -> None:
    assert pairs(bench, tmp_path, count, random.Random(count))["damaged"] == 0


def test_what_a_killed_build_left_goes_though_nothing_has_changed(bench: Bench, tmp_path: Path, penance: Callable[..., Ran]) -> None:
    """It was killed when the new build was in its place already, and the old one not yet gone."""
    build(bench.folder / "game0", tmp_path, ("engine",))
    gone = os.fork()
    if not gone:
        os._exit(0)
    os.waitpid(gone, 0)
    (tmp_path / f"{swap.STAGING}{gone}-x" / "new").mkdir(parents=True)
    ran = penance("build", bench.folder / "game0", "-o", tmp_path, "--only", "engine")
    assert "nothing has changed" in ran.err
    assert os.listdir(tmp_path) == ["lamps"]
