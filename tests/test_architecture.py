"""The rules that the code holds itself to: budgets, arrows between stages, nothing that depends on the clock, style, types."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from penance_build import api

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "penance_build"

# Which stage reads which: the drawing of docs/architecture.md as a table, exact both ways.
ARROWS: dict[str, frozenset[str]] = {
    stage: frozenset(reads.split())
    for stage, reads in {
        "__init__": "",
        "shipped": "",
        "ir": "",
        "formula": "ir",
        "limits": "",
        "diagnostics": "__init__",
        "source": "diagnostics limits",
        "sheets": "diagnostics formula ir limits schema source",
        "schema": "diagnostics shipped source",
        "compilation": "diagnostics ir",
        "surface": "diagnostics formula source",
        "wording": "diagnostics formula surface",
        "model": "diagnostics formula ir surface wording",
        "checks": "diagnostics falling formula ir limits model odds press surface wording",
        "families": "diagnostics limits source",
        "compile": "checks compilation diagnostics families model schema sheets source surface",
        "product": "compilation diagnostics ir",
        "engine": "compilation ir product",
        "card_tables": "compilation ir product sheets",
        "odds": "ir",
        "falling": "ir",
        "press": "compilation diagnostics ir product shipped",
        "web": "compilation product shipped",
        "play": "engine ir",
        "exits": "compilation diagnostics ir press product schema shipped source",
        "build": "__init__ compilation compile diagnostics ir odds press product shipped",
        "kit": "build compilation diagnostics exits ir press product",
        "diff": "build compilation compile diagnostics ir model odds press product surface",
        "library": "build diagnostics ir model odds",
        "api": "build compilation compile diagnostics ir library model odds",
        "cli": "__init__ api build compilation diagnostics diff exits formula ir library limits model odds play product schema sheets "
        "shipped source surface",
        "__main__": "cli",
    }.items()
}
# Modules that read one another, because what they work on is recursive: formulas in formulas, and bodies of steps in steps.
UNITS = (
    frozenset(
        f"penance_build.model.formulas.{name}" for name in "expressions functions lists patterns references rolls space_functions".split()
    ),
)
# The folders within a stage, in the order in which data passes: each reads only those before it.
WITHIN: dict[str, tuple[str, ...]] = {
    "source": tuple("text parsing".split()),
    "sheets": tuple("reading mapping importing".split()),
    "model": tuple("linking context formulas declarations steps rules cards program".split()),
    "odds": tuple("question rewriting planning rolls loops functions walking deciding proofs".split()),
    "engine": tuple("runtime planning writing languages front".split()),
    "build": tuple("disk judging".split()),
    "exits": tuple("separation proofing makers tables".split()),
    "diff": tuple("describing reports".split()),
    "press": tuple("drawing text pictures templated imposition look pieces layouts backs sheets cards faces dice reference".split()),
}
MAY_TOUCH_FILES = ("source", "build", "shipped", "cli")
# Files that ship with the program, read where they are used; and streams of a PDF in memory, read by a method of that name.
READS_SHIPPED_DATA = (
    "press/text/templates.py",
    "press/text/fonts.py",
    "press/text/strings.py",
    "web/product.py",
    "press/imposition/font_merge.py",
    "schema/registry.py",
    "diagnostics/pages.py",
    "wording/words.py",
    "sheets/mapping/values.py",
    "exits/profiles.py",
    "exits/proofing/boxes.py",
    "exits/proofing/judge.py",
    "exits/separation/pictures.py",
)
FILE_CALLS = frozenset(
    "read_text read_bytes write_text write_bytes unlink mkdir rmdir iterdir listdir walk rglob scandir symlink_to touch".split()
)
RULES_STAGES = ("source", "sheets", "schema", "formula", "model", "checks", "ir", "engine", "odds", "falling", "compile")


@cache
def modules() -> list[Path]:
    found = sorted(PACKAGE.rglob("*.py"))
    assert len(found) > 20
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def stage_of(dotted: str) -> str:
    """``penance_build.source.reader`` is of the stage ``source``, ``penance_build.compile`` of ``compile``."""
    parts = dotted.split(".")
    return "__init__" if len(parts) == 1 else parts[1]


def dotted_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def known_modules() -> frozenset[str]:
    return frozenset(dotted_name(path) for path in modules())


def own_imports(node: ast.AST) -> Iterator[str]:
    """The modules of ours that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.split(".")[0] == "penance_build")
    elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "penance_build":
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in known_modules() else node.module


def top_level(module: ast.Module) -> Iterator[ast.AST]:
    """Statements that run at import: not those in functions, nor those for the type checker alone."""
    waiting: list[ast.AST] = list(module.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1


@pytest.mark.full
def test_every_module_says_what_it_is_for() -> None:
    assert not [path for path in modules() if not ast.get_docstring(tree(path))]


def test_files_stay_small() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    # The node kinds of the IR are one list that is read as a whole.
    long = [str(path) for path, size in sizes.items() if size > 400 and path != PACKAGE / "ir" / "nodes.py"]
    assert not long
    tests = sorted((ROOT / "tests").rglob("*.py"))
    assert not [str(path) for path in tests if len(path.read_text(encoding="utf-8").splitlines()) > 800]


# Folders of like entries: each is read from a literal list, which is its map. They may be as large as the list is.
LISTED = ("checks", "cli/commands")
# A module that stands in two languages is named without its ending.
MAP_LINE = re.compile(r"^\| \[?`([a-z0-9_]+(?:\.py|/)?)`", re.MULTILINE)


def folders() -> dict[str, list[str]]:
    """For each folder of the package its modules (``reader.py``) and the folders of modules in it (``text/``)."""
    found: dict[str, list[str]] = {}
    for path in modules():
        folder = path.parent.relative_to(PACKAGE)
        found.setdefault(folder.as_posix(), []).extend([path.name] * (path.stem not in ("__init__", "__main__")))
        if path.parent != PACKAGE and path.name == "__init__.py":
            found.setdefault(folder.parent.as_posix(), []).append(folder.name + "/")
    return found


def test_folders_can_be_looked_through() -> None:
    """At most sixteen modules in a folder, and a README that is its map."""
    large = {name for name, inside in folders().items() if sum(item.endswith(".py") for item in inside) > 16 and name not in LISTED}
    assert large == set()
    wrong = {}
    for name, inside in folders().items():
        if name not in LISTED:
            page = ROOT / "docs" / "architecture.md" if name == "." else PACKAGE / name / "README.md"
            mapped = MAP_LINE.findall(page.read_text(encoding="utf-8")) if page.exists() else []
            mapped = [item if item.endswith((".py", "/")) else f"{item}.py" for item in mapped]
            if sorted(mapped) != sorted(inside):
                wrong[name] = sorted(set(mapped) ^ set(inside)) or "a module twice"
    assert not wrong


@pytest.mark.full
def test_no_cursor_and_no_key_of_yaml_outside_of_from_tree() -> None:
    """Behind the surface tree nobody holds a cursor, looks into the raw tree of a file, or reads a key of a definition."""
    wrong = []
    for path in modules():
        relative = path.relative_to(PACKAGE).as_posix()
        names = {alias for node in ast.walk(tree(path)) for alias in own_imports(node)}
        if "penance_build.surface.from_tree.cursor" in names and not relative.startswith("surface/from_tree/"):
            wrong.append(f"{relative}: the cursor")
        stage = stage_of(dotted_name(path))
        if stage in ("families", "sheets", "source", "schema"):
            continue
        if relative.startswith(("surface/from_tree/", "surface/nodes.py", "cli/commands/dump.py", "exits/profiles.py")):
            continue  # they make the trees, hold them against the schemas, turn them into records, or print them; profiles are no rules
        if relative == "cli/printing/file.py":
            continue  # settings of printing are no rules either
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Attribute) and node.attr in ("root", "container") and ast.unparse(node) != "self.root":
                wrong.append(f"{relative}:{node.lineno} .{node.attr}")
            if stage not in ("surface", "wording", "model", "checks", "compile"):
                continue  # the others have mappings of their own: states, answers, JSON
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("need", "word", "entries", "mappings")
            ):
                wrong.append(f"{relative}:{node.lineno} .{node.func.attr}(…)")
            if isinstance(node, ast.arg) and node.annotation is not None and "dict[str, Any]" in ast.unparse(node.annotation):
                wrong.append(f"{relative}:{node.lineno} a raw mapping")
    assert not wrong


@pytest.mark.full
def test_functions_stay_short() -> None:
    lengths = [found for path in modules() for found in functions(path)]
    assert not [name for name, length in lengths if length > 60]
    ordered = sorted(length for _, length in lengths)
    assert ordered[len(ordered) * 9 // 10] <= 35


@cache
def imports() -> dict[str, frozenset[str]]:
    """For each module the modules of ours that it imports: at once, when a function runs, or for the type checker alone."""
    return {
        dotted_name(path): frozenset(name for node in ast.walk(tree(path)) for name in own_imports(node)) - {dotted_name(path)}
        for path in modules()
    }


def knots(edges: dict[str, frozenset[str]]) -> set[frozenset[str]]:
    """The sets of modules that read one another."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            new = edges.get(waiting.pop(), frozenset()) - seen
            seen |= new
            waiting += new
        return seen

    reach = {name: reached(name) for name in edges}
    return {frozenset(other for other in reach[name] if name in reach[other]) for name in edges if name in reach[name]}


@pytest.mark.full
def test_no_import_cycles() -> None:
    at_once = {
        dotted_name(path): frozenset(name for node in top_level(tree(path)) for name in own_imports(node)) - {dotted_name(path)}
        for path in modules()
    }
    assert knots(at_once) == set()
    assert knots(imports()) == set(UNITS)
    assert knots({"a": frozenset("b"), "b": frozenset("c"), "c": frozenset("b")}) == {frozenset("bc")}


def test_stages_read_what_the_drawing_says() -> None:
    reads: dict[str, set[str]] = {stage_of(name): set() for name in imports()}
    for name, targets in imports().items():
        reads[stage_of(name)] |= {stage_of(target) for target in targets} - {stage_of(name)}
    assert reads == {stage: set(allowed) for stage, allowed in ARROWS.items()}


def test_folders_within_a_stage_read_what_comes_before_them() -> None:
    for stage, order in WITHIN.items():
        folder = PACKAGE / stage
        assert sorted(order) == sorted(path.name for path in folder.iterdir() if (path / "__init__.py").exists())
        place = {f"penance_build.{stage}.{name}": at for at, name in enumerate(order)}
        wrong = []
        for name, targets in imports().items():
            own = place.get(".".join(name.split(".")[:3]))
            for target in targets:
                other = place.get(".".join(target.split(".")[:3]))
                if own is not None and ((other is not None and other > own) or ".".join(target.split(".")[:2]) == name):
                    wrong.append(f"{name} reads {target}")
        assert not wrong


@pytest.mark.full
def test_only_the_ends_of_the_pipeline_touch_files() -> None:
    wrong = []
    for path in modules():
        relative = path.relative_to(PACKAGE).as_posix()
        if stage_of(dotted_name(path)) in MAY_TOUCH_FILES or relative in READS_SHIPPED_DATA:
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if name == "open" if isinstance(node.func, ast.Name) else name in FILE_CALLS:
                    wrong.append(f"{relative}:{node.lineno} {name}")
    assert not wrong


@pytest.mark.full
def test_no_clock_no_chance_no_fractions() -> None:
    wrong = []
    for path in modules():
        stage = stage_of(dotted_name(path))
        for node in ast.walk(tree(path)):
            imported = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            if stage != "cli" and {"random", "time", "datetime", "locale", "secrets", "uuid"} & {name.split(".")[0] for name in imported}:
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} imports {imported}")  # type: ignore[attr-defined]
            if stage in RULES_STAGES and isinstance(node, ast.Constant) and isinstance(node.value, float):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.value}")
    assert not wrong


@pytest.mark.full
def test_no_state_in_modules() -> None:
    """No ``global``, and no function that changes a container of its module."""
    changing = frozenset("append add update extend insert pop clear remove discard setdefault popitem sort".split())
    wrong = []
    for path in modules():
        containers = _module_containers(tree(path))
        for node in ast.walk(tree(path)):
            target: ast.AST | None = None
            if isinstance(node, ast.Global):
                wrong.append(f"{path.relative_to(ROOT)}:{node.lineno} global")
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in changing:
                target = node.func.value
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                target = node.value
            if isinstance(target, ast.Name) and target.id in containers:
                wrong.append(f"{path.relative_to(ROOT)}:{target.lineno} changes {target.id}")
    assert not wrong


def _module_containers(module: ast.Module) -> set[str]:
    displays = (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
    found = set()
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        if targets and isinstance(node.value, displays):  # type: ignore[attr-defined]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


# Words of our language that a game may use as an id as well.
SHARED_WORDS = frozenset("deck_size card cards deck discard hand dice roll slot type value name text cost mark player".split())


def test_makers_know_no_game() -> None:
    """No id of rules/penance stands in the code, but for those that are words of ours, or chance hits of one file."""
    ids: set[str] = set()
    for path in sorted((ROOT / "rules" / "penance").rglob("*.yaml")):
        ids |= set(re.findall(r"^  ([a-z][a-z0-9_]*):", path.read_text(encoding="utf-8"), re.MULTILINE))
        ids |= set(re.findall(r"\bid: ([a-z][a-z0-9_]*)", path.read_text(encoding="utf-8")))
    game_words = {word for word in ids if "_" in word} | (ids & {"heat", "casket", "strain", "suffering", "taint", "grit", "corruption"})
    assert len(game_words) > 30
    wrong = []
    folders = [PACKAGE / name for name in ("engine", "odds", "press", "play", "ir", "model", "checks", "wording", "build")]
    for folder in (*folders, ROOT / "templates"):
        for path in sorted(item for item in folder.rglob("*") if item.is_file() and item.suffix != ".pyc"):
            words = set(re.findall(r"[a-z][a-z0-9_]*", path.read_text(encoding="utf-8")))
            wrong += [f"{path.relative_to(ROOT)}: {word}" for word in sorted((words & game_words) - SHARED_WORDS)]
    assert not wrong


def test_one_public_module() -> None:
    assert [path for path in modules() if path.name == "api.py"] == [PACKAGE / "api.py"]
    assert {"Compilation", "audit", "build_game", "compile_game", "compile_texts", "distribution", "replay", "run"} <= set(api.__all__)
    for name in api.__all__:
        assert getattr(api, name).__name__ == name
    assert dir(api) == sorted(api.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        api.nonsense  # noqa: B018


def test_the_public_module_is_cheap_to_import() -> None:
    code = "import sys, penance_build.api; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    stages = {stage_of(name) for name in done.stdout.split() if name.startswith("penance_build")}
    assert stages == {"__init__", "api"}
    assert not {"yaml", "msgspec"} & set(done.stdout.split())


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    names = [name for name in listed.stdout.split("\0") if name]
    if listed.returncode != 0 or not names:  # not a checkout: an unpacked archive
        folders = [ROOT / name for name in ("penance_build", "tests", "rules", "docs")]
        names = [str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*")]
    return [ROOT / name for name in names if (ROOT / name).is_file() and "__pycache__" not in name]


@pytest.mark.full
def test_nothing_is_left_for_later_and_nothing_names_one_machine() -> None:
    later = "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"))
    places = "|".join(("/wo" + "rk/", "/ro" + "ot/", "/op" + "t/wheels"))
    pattern = re.compile(rf"\b({later})\b|({places})")
    wrong = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        wrong += [f"{path.relative_to(ROOT)}: {match.group()}" for match in pattern.finditer(text)]
    assert not wrong


def run_tool(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
def test_ruff_is_clean() -> None:
    run_tool("ruff", "check", "--no-cache", ".")


@pytest.mark.full
def test_types_are_strict() -> None:
    run_tool("mypy")
