"""What all tests share: the tiers, golden files, a way to run the program, and one folder for the cache.

Unmarked tests are the quick tier; ``full`` and ``soak`` are declared in ``pyproject.toml``.
``pytest --update-golden`` writes the golden files anew: reading the difference is then your duty.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from penance_build.ir.nodes import Program
from tests.command_line import Ran, run_here

ROOT = Path(__file__).resolve().parent.parent

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew instead of comparing with them")


def pytest_configure(config: pytest.Config) -> None:
    # Laid-out faces are kept between runs, apart from the user's own; terminal and colour must not matter to any test.
    os.environ.setdefault("PENANCE_CACHE", str(ROOT / ".pytest_cache" / "faces"))
    os.environ["XDG_CONFIG_HOME"] = str(ROOT / ".pytest_cache" / "config")  # how the one who tests prints is nobody's business here
    os.environ["NO_COLOR"] = "1"
    os.environ.pop("FORCE_COLOR", None)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def made_once(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The games of this repository, which no test changes, are compiled once a worker, and their tables laid once.

    What is laid out of them is kept for all workers of this run (`press_pdf.run_cache`), and for no other run, whose code may differ.
    """
    from penance_build import compile as stages
    from penance_build.compilation import Compilation
    from penance_build.play.table import Table

    compiled: dict[tuple[Path, tuple[tuple[str, str], ...], bool], Compilation] = {}
    tables: dict[int, Table] = {}
    compile_folder, lay = stages.compile_folder, Table.__init__

    def compile_once(folder: Path, wanted: Mapping[str, str], every_option: bool) -> Compilation:
        place = folder.resolve()
        if place.parent != ROOT / "rules":
            return compile_folder(folder, wanted, every_option)
        key = (place, tuple(sorted(wanted.items())), every_option)
        if key not in compiled:
            compiled[key] = compile_folder(folder, wanted, every_option)
        return compiled[key]

    def lay_once(table: Table, program: Program) -> None:
        if not any(program is made.program for made in compiled.values()):
            lay(table, program)
        elif id(program) in tables:
            table.__dict__.update(tables[id(program)].__dict__)
        else:
            lay(table, program)
            tables[id(program)] = table

    folder = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TESTS_KEPT", str((folder.parent if hasattr(request.config, "workerinput") else folder) / "kept"))
        patch.setattr(stages, "compile_folder", compile_once)
        patch.setattr(Table, "__init__", lay_once)
        yield


@pytest.fixture
def penance() -> Callable[..., Ran]:
    """Run ``penance ARGUMENTS`` in this process: ``penance("check", cwd=folder, env={...}, input="...")``."""

    def run(*arguments: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, input: str = "") -> Ran:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in (env or {}).items():
                patch.setenv(name, value)
            return run_here([str(word) for word in arguments], cwd, input)

    return run


@pytest.fixture
def penance_process() -> Callable[..., Ran]:
    """The same as a process of its own, where it is the process that is tested."""

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
