"""Same input, same bytes: every product, zips, pictures and workbooks included, whatever the circumstances of the build."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.same_bytes import ALL, EACH, EXITS, PLAIN, ROOT, YEAR, Circumstances, build, everything, files, later

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What sets the clock a year ahead."""
    found = later(tmp_path_factory.mktemp("clock"))
    if found is None:
        pytest.skip("no compiler of C was found, which the clock of a year later needs")
    return found


def differing(first: dict[str, str], second: dict[str, str]) -> list[str]:
    """The files that are not the same in both."""
    return sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))


def test_the_clock_is_a_year_ahead(clock: dict[str, str]) -> None:
    words = [sys.executable, "-c", "import time; print(int(time.time()))"]
    now, then = (int(subprocess.run(words, env=more, capture_output=True, text=True, check=True).stdout) for more in ({}, clock))
    assert YEAR <= then - now < YEAR + 60


def test_everything_at_once_changes_no_byte(tmp_path: Path, clock: dict[str, str]) -> None:
    """Seed of hashes, locale, zone, year, epoch, folder, order and age of files, umask, no assertions; a cache, cold and warm."""
    commands = everything(("tts", "ttpg", "pcio"))
    plain = build(tmp_path / "plain", PLAIN, files(), commands, clock)
    kinds = {Path(name).suffix for name in plain}
    assert {".pdf", ".png", ".svg", ".xlsx", ".csv", ".json", ".html", ".mjs", ".py"} <= kinds
    assert any(zipfile.is_zipfile(path) for path in (tmp_path / "plain").rglob("for-pcio/*"))
    for _ in range(2):  # the second finds the cache of the first
        assert differing(plain, build(tmp_path / "other", ALL, files(), commands, clock)) == []


@pytest.mark.soak
@pytest.mark.parametrize("given", EACH, ids=lambda given: given.name)
def test_no_circumstance_changes_a_byte(given: Circumstances, tmp_path: Path, clock: dict[str, str]) -> None:
    plain = build(tmp_path / "plain", PLAIN, files(), everything(), clock)
    assert len(plain) > 80
    assert differing(plain, build(tmp_path / "other", given, files(), everything(), clock)) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", ["aethelgard", "penance", "skirmish"])
def test_the_games_are_the_same_under_any_circumstances(name: str, tmp_path: Path, clock: dict[str, str]) -> None:
    folder = ROOT / "rules" / name
    written = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    commands = everything(EXITS if name == "penance" else ())[:: 1 if name == "penance" else 2]
    plain = build(tmp_path / "plain", PLAIN, written, commands, clock)
    for _ in range(2):
        assert differing(plain, build(tmp_path / "other", ALL, written, commands, clock)) == []
