"""What all tests share: the tiers, golden files, a way to run the program, and one folder for the cache.

Unmarked tests are the quick tier; ``full`` and ``soak`` are declared in ``pyproject.toml``.
``pytest --update-golden`` writes the golden files anew: reading the difference is then your duty.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("repeatable")


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    # Laid-out faces are kept between runs, apart from the user's own; terminal and colour must not matter to any test.
    os.environ.setdefault("PENANCE_CACHE", str(ROOT / ".pytest_cache" / "faces"))
    os.environ["NO_COLOR"] = "1"
    os.environ.pop("FORCE_COLOR", None)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture
def penance() -> Callable[..., Ran]:
    """Run ``penance ARGUMENTS`` as a process: ``penance("check", cwd=folder, env={...}, input="...")``."""

    def run(*arguments: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, input: str | None = None) -> Ran:
        command = [sys.executable, "-m", "penance_build", *map(str, arguments)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **(env or {})}
        done = subprocess.run(command, cwd=cwd, env=environment, input=input, capture_output=True, text=True, timeout=300, check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """``golden(path, text)``: the file holds exactly this text, or is made to with ``--update-golden``."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            return
        assert path.is_file(), f"{path} is missing; pytest --update-golden writes it"
        assert text == path.read_text(encoding="utf-8")

    return compare
