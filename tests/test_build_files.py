"""How a build reaches the disk: the swap, the manifest, the output folder, the cache."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from penance_build.build import inputs
from penance_build.build.cache import FileCache, open_cache
from penance_build.build.disk import manifest, output, swap
from penance_build.build.disk.exchange import exchange
from penance_build.build.disk.manifest import Entry, Ir, Manifest, is_intact
from penance_build.build.errors import CannotBuild, FolderRefused
from penance_build.product import NoCache


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def some_manifest(*files: Entry) -> Manifest:
    return Manifest("duel", "1", {"fog": "thick"}, {"fog": "clear"}, Ir(1, "ab"), "a4", {}, {"engine": "key"}, 0, files)


# ---------------------------------------------------------------- swap


def test_writes_files_marker_and_manifest(tmp_path: Path) -> None:
    target = tmp_path / "out" / "duel"
    swap.write(target, {"engine/a.py": b"a", "b.txt": b"b"}, (), b"{}")
    assert tree(target) == {"engine/a.py": b"a", "b.txt": b"b", "manifest.json": b"{}", output.MARKER: output.MARKER_TEXT.encode()}
    assert os.listdir(tmp_path / "out") == ["duel"]


def test_removes_stale_files_and_their_empty_folders_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "duel"
    swap.write(target, {"old/deep/a": b"1", "kept/b": b"2"}, (), b"{}")
    (target / "kept" / "mine.txt").write_bytes(b"mine")
    swap.write(target, {"c": b"3"}, ("old/deep/a", "kept/b", "never/there"), b"{}")
    assert set(tree(target)) == {"c", "kept/mine.txt", "manifest.json", output.MARKER}
    assert not (target / "old").exists()


def test_files_get_the_usual_mode(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        swap.write(tmp_path / "duel", {"a": b"1"}, (), b"{}")
    finally:
        os.umask(before)
    assert (tmp_path / "duel" / "a").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize(
    ("way", "says"), [("b/c", "b/c is a folder"), ("b", "b is not a folder"), ("manifest.json", "manifest.json is a folder")]
)
def test_what_is_in_the_way_is_said_before_anything_moves(tmp_path: Path, way: str, says: str) -> None:
    target = tmp_path / "duel"
    swap.write(target, {"a": b"1", "b/c": b"1"}, (), b"{}")
    if way == "b":
        (target / "b" / "c").unlink()
        (target / "b").rmdir()
        (target / "b").write_bytes(b"mine")
    else:
        (target / way).unlink()
        (target / way / "mine").mkdir(parents=True)
    before = tree(target)
    with pytest.raises(CannotBuild, match=says):
        swap.write(target, {"a": b"2", "b/c": b"2"}, (), b"{2}")
    assert tree(target) == before


LIMITED = """
    import resource, sys
    from pathlib import Path
    from penance_build.build.disk import swap
    from penance_build.build.errors import CannotBuild
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    try:
        swap.write(Path(sys.argv[1]), {"a": b"new", "big": b"x" * 100_000}, ("b",), b"new manifest")
    except CannotBuild as error:
        print(error)
"""


def test_a_disk_that_takes_no_more_leaves_the_last_build_alone(tmp_path: Path, root: Path) -> None:
    target = tmp_path / "duel"
    swap.write(target, {"a": b"old", "b": b"old"}, (), b"{}")
    before = tree(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", textwrap.dedent(LIMITED), str(target)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "cannot write to" in done.stdout
    assert "unchanged" in done.stdout
    assert done.stdout.count("\n") == 1
    assert tree(tmp_path) == before


INTERRUPTED = """
    import os, signal, sys
    from pathlib import Path
    from penance_build.build.disk import swap
    exchange = swap.exchange
    def interrupted(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        exchange(*arguments)
    swap.exchange = interrupted
    try:
        swap.write(Path(sys.argv[1]), {"a": b"new", "b": b"new"}, (), b"new")
    except KeyboardInterrupt as stop:
        print("interrupted", *stop.args)
"""


def test_a_signal_waits_until_the_swap_is_whole(tmp_path: Path, root: Path) -> None:
    target = tmp_path / "duel"
    swap.write(target, {"a": b"old", "b": b"old"}, (), b"old")
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", textwrap.dedent(INTERRUPTED), str(target)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "interrupted the build was complete\n"
    found = tree(target)
    assert [found[name] for name in ("a", "b", "manifest.json")] == [b"new", b"new", b"new"]


# Kills itself before the call of the system with a number: whoever looks then must find one build, whole.
KILLED = """
    import os, shutil, signal, sys
    from pathlib import Path
    from penance_build.build.disk import exchange, swap
    left = int(sys.argv[2])
    def counted(call):
        def made(*arguments, **more):
            global left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **more)
        return made
    for name in ("link", "rename", "replace", "rmdir", "unlink", "mkdir", "fsync", "open", "scandir"):
        setattr(os, name, counted(getattr(os, name)))
    real = exchange.exchange
    def refused(*arguments):
        raise exchange.CannotExchange
    swap.exchange = counted(refused if sys.argv[3] == "in_place" else real)
    swap.write(Path(sys.argv[1]), {"a": b"new", "c/d": b"new", "e/f": b"new"}, ("b", "s/t"), b"new")
    print("whole")
"""
OLD = {"a": b"old", "b": b"old", "c/d": b"old", "s/t": b"old", "manifest.json": b"old"}
NEW = {"a": b"new", "c/d": b"new", "e/f": b"new", "manifest.json": b"new"}
MINE = {"mine": b"mine", "c/mine": b"mine", "m/n/o": b"mine", output.MARKER: output.MARKER_TEXT.encode()}


def kill_at(target: Path, root: Path, step: int, way: str) -> bool:
    """Whether the writing came to its end."""
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(target), str(step), way]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode == 0


def old_build(target: Path) -> None:
    swap.write(target, {name: data for name, data in OLD.items() if name != "manifest.json"}, (), OLD["manifest.json"])
    for name, data in MINE.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)


@pytest.mark.full
def test_whoever_looks_after_a_kill_finds_one_build_whole(tmp_path: Path, root: Path) -> None:
    seen = []
    for step in range(200):
        target = tmp_path / str(step) / "duel"
        old_build(target)
        is_done = kill_at(target, root, step, "exchange")
        found = tree(target)
        assert found in ({**OLD, **MINE}, {**NEW, **MINE}), step
        seen.append(found["a"])
        swap.write(target, {name: data for name, data in NEW.items() if name != "manifest.json"}, ("b", "s/t"), b"new")
        assert tree(target) == {**NEW, **MINE}
        assert not (target / "s").exists()
        assert os.listdir(tmp_path / str(step)) == ["duel"]  # what the dead build left behind is gone
        if is_done:
            break
    assert is_done
    assert len(seen) > 30
    assert b"".join(seen) == b"old" * seen.count(b"old") + b"new" * seen.count(b"new")
    assert 0 < seen.count(b"new") < len(seen)


@pytest.mark.full
def test_in_place_the_manifest_comes_last(tmp_path: Path, root: Path) -> None:
    for step in range(200):
        target = tmp_path / str(step) / "duel"
        old_build(target)
        is_done = kill_at(target, root, step, "in_place")
        found = tree(target)
        assert MINE.items() <= found.items()
        assert found["manifest.json"] == b"old" or found == {**NEW, **MINE}, step
        if is_done:
            break
    assert is_done


def test_what_lies_beside_is_the_same_file_as_before(tmp_path: Path) -> None:
    target = tmp_path / "duel"
    old_build(target)
    (target / "lk").symlink_to(tmp_path)
    (target / "gone").symlink_to("nowhere")
    (target / "empty").mkdir()
    before = (target / "mine").stat().st_ino
    swap.write(target, {"a": b"new"}, ("b", "c/d", "s/t", "lk/duel/mine"), b"new")
    assert (target / "mine").stat().st_ino == before
    assert os.readlink(target / "gone") == "nowhere"
    assert (target / "lk").is_symlink()
    assert (target / "empty").is_dir()
    assert tree(target)["mine"] == b"mine"
    assert swap.foreign_files(target, frozenset({"a"})) == ["c/mine", "gone", "lk", "m/n/o", "mine"]


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    target, elsewhere = tmp_path / "duel", tmp_path / "elsewhere"
    old_build(target)
    elsewhere.mkdir()
    (elsewhere / "d").write_bytes(b"mine")
    for name in ("d", "mine"):
        (target / "c" / name).unlink()
    (target / "c").rmdir()
    (target / "c").symlink_to(elsewhere)
    with pytest.raises(CannotBuild, match="c is not a folder"):
        swap.write(target, {"c/d": b"new"}, (), b"new")
    assert (elsewhere / "d").read_bytes() == b"mine"
    entry = Entry("c/d", hashlib.sha256(b"mine").hexdigest(), 4, "engine", ())
    assert not is_intact(target, entry)
    assert is_intact(elsewhere, replace(entry, path="d"))


def test_a_target_that_is_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "duel").symlink_to(tmp_path / "far" / "duel")
    old_build(tmp_path / "far" / "duel")
    swap.write(tmp_path / "duel", {"a": b"new"}, ("b", "c/d", "s/t"), b"new")
    assert (tmp_path / "duel").is_symlink()
    assert tree(tmp_path / "far" / "duel")["a"] == b"new"


def test_a_build_that_was_overtaken_changes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "duel"
    old_build(target)
    before = tree(target)
    with pytest.raises(swap.Overtaken):
        swap.write(target, {"a": b"new"}, (), b"new", before=b"another")
    assert tree(target) == before


def test_what_is_put_there_meanwhile_is_brought_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "duel"
    old_build(target)

    def late(new: Path, old: Path) -> None:
        (old / "late").write_bytes(b"late")
        (old / "c" / "late").write_bytes(b"late")
        exchange(new, old)

    monkeypatch.setattr(swap, "exchange", late)
    swap.write(target, {"a": b"new", "c/d": b"new"}, ("b", "s/t"), b"new")
    assert tree(target) == {**MINE, "a": b"new", "c/d": b"new", "manifest.json": b"new", "late": b"late", "c/late": b"late"}


def test_staging_of_dead_builds_goes_away_and_of_living_ones_stays(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import os; print(os.getpid())"]
    gone = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    (tmp_path / f"{swap.STAGING}{gone}-x").mkdir()
    (tmp_path / f"{swap.STAGING}\u00b2-x").mkdir()  # a digit that is no number
    (tmp_path / f"{swap.STAGING}{os.getppid()}-x").mkdir()
    swap.write(tmp_path / "duel", {"a": b"1"}, (), b"{}")
    assert sorted(os.listdir(tmp_path)) == sorted([f"{swap.STAGING}{os.getppid()}-x", "duel"])


def test_an_abandoned_write_leaves_no_folder_behind(tmp_path: Path) -> None:
    with pytest.raises(CannotBuild):
        swap.write(tmp_path / "new" / "deep" / "duel", {"a/b": b"1", "a": b"2"}, (), b"{}")  # a file and a folder of one name
    assert os.listdir(tmp_path) == []


def test_foreign_files_are_listed_in_order(tmp_path: Path) -> None:
    swap.write(tmp_path / "duel", {"a": b"1"}, (), b"{}")
    for name in ("z", "b"):
        (tmp_path / "duel" / name).write_bytes(b"")
    assert swap.foreign_files(tmp_path / "duel", frozenset({"a"})) == ["b", "z"]


# ---------------------------------------------------------------- the manifest


def test_manifest_comes_back_as_it_was(tmp_path: Path) -> None:
    written = some_manifest(Entry("b", "11", 1, "engine", ("die d6",)), Entry("a", "22", 2, "engine", ()))
    (tmp_path / manifest.NAME).write_bytes(written.dumps())
    found = manifest.read(tmp_path)
    assert found is not None
    assert found.dumps() == written.dumps()
    assert found.chosen() == {"fog": "thick"}
    assert [entry.path for entry in found.files] == ["a", "b"]


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b'{"format": "penance-build manifest", "version": 2}', b"\xff", b"null"])
def test_what_is_no_manifest_is_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / manifest.NAME).write_bytes(text)
    assert manifest.read(tmp_path) is None


@pytest.mark.parametrize("change", [
    lambda data: data["files"].pop(), lambda data: data["products"].update(engine="another"), lambda data: data.pop("digest"),
    lambda data: data.update(warnings=float("inf")), lambda data: data["files"][0]["made_from"].append("die d8"),
    lambda data: data.update(more=1),
])  # fmt: skip
def test_a_manifest_in_which_anything_was_changed_is_none(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """A file that it no longer lists would be missed by nobody, and a build of nothing new would say that all is there."""
    data = json.loads(some_manifest(Entry("b", "11", 1, "engine", ("die d6",)), Entry("a", "22", 2, "engine", ())).dumps())
    (tmp_path / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    assert manifest.read(tmp_path) is not None  # spaces are not what it says
    change(data)
    (tmp_path / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    assert manifest.read(tmp_path) is None


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("products",), {"cards": 5}),
        (("products",), ["cards"]),
        (("options",), {"fog": None}),
        (("files", 0, "size"), "1"),
        (("files", 0, "size"), True),
        (("files", 0, "made_from"), "die d6"),
        (("files", 0, "path"), 5),
        (("files",), {}),
        (("stale",), "engine"),
        (("warnings",), 1.5),
        (("ir", "version"), "1"),
        (("prints",), {"card": {"front": 1, "backs": {}, "copies": {}}}),
        (("prints",), []),
    ],
)
def test_a_manifest_of_other_types_is_none_though_its_digest_fits(tmp_path: Path, place: tuple[str | int, ...], value: object) -> None:
    data: Any = json.loads(some_manifest(Entry("b", "11", 1, "engine", ("die d6",))).dumps())
    del data["digest"]
    inner = data
    for part in place[:-1]:
        inner = inner[part]
    inner[place[-1]] = value
    data["digest"] = manifest._digest(data)
    (tmp_path / manifest.NAME).write_text(json.dumps(data), encoding="utf-8")
    assert manifest.read(tmp_path) is None


def test_what_lies_there_in_place_of_a_manifest_is_neither_waited_for_nor_held(tmp_path: Path) -> None:
    place = tmp_path / manifest.NAME
    os.mkfifo(place)
    assert (manifest.read(tmp_path), manifest.read_bytes(tmp_path)) == (None, b"")
    place.unlink()
    place.write_bytes(some_manifest().dumps())
    assert manifest.read(tmp_path) is not None
    os.truncate(place, 20_000_000_000)
    assert (manifest.read(tmp_path), manifest.read_bytes(tmp_path)) == (None, b"")
    place.unlink()
    place.symlink_to("/dev/zero")
    assert (manifest.read(tmp_path), manifest.read_bytes(tmp_path)) == (None, b"")


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../../b", "a\\b", "", "a\0b", ".", "./a", "a//b", "a/", "a\nb", "a\x1b[2Jb"])
def test_a_manifest_cannot_name_files_outside(tmp_path: Path, path: str) -> None:
    (tmp_path / manifest.NAME).write_bytes(some_manifest(Entry(path, "11", 1, "engine", ()), Entry("ok", "1", 1, "engine", ())).dumps())
    found = manifest.read(tmp_path)
    assert found is not None
    assert [entry.path for entry in found.files] == ["ok"]


def test_a_changed_file_is_not_intact(tmp_path: Path) -> None:
    import hashlib

    (tmp_path / "a").write_bytes(b"text")
    entry = Entry("a", hashlib.sha256(b"text").hexdigest(), 4, "engine", ())
    assert manifest.is_intact(tmp_path, entry)
    (tmp_path / "a").write_bytes(b"tent")
    assert not manifest.is_intact(tmp_path, entry)
    (tmp_path / "a").unlink()
    assert not manifest.is_intact(tmp_path, entry)


# ---------------------------------------------------------------- the output folder


def test_folder_name_tells_the_options_that_differ() -> None:
    assert output.folder_name("duel", {"fog": "clear"}, {"fog": "clear"}) == "duel"
    assert output.folder_name("duel", {"grit": "on", "fog": "thick"}, {"fog": "clear", "grit": "off"}) == "duel+fog-thick+grit-on"


def test_a_file_in_the_way_is_said_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for out in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(CannotBuild, match="is a file"):
            output.check_out(out, tmp_path / "game")


def test_a_folder_inside_the_game_with_foreign_files_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "game" / "notes"
    out.mkdir(parents=True)
    output.check_out(out, tmp_path / "game")
    (out / "idea.txt").write_text("x")
    with pytest.raises(FolderRefused, match=r"idea\.txt"):
        output.check_out(out, tmp_path / "game")
    output.mark(out)
    output.check_out(out, tmp_path / "game")


def test_the_rules_are_never_the_target(tmp_path: Path) -> None:
    game = tmp_path / "parent" / "game"
    game.mkdir(parents=True)
    for target in (game, tmp_path / "parent", game / ".." / "game"):
        with pytest.raises(FolderRefused, match="folder of the rules"):
            output.check_target(target, game)
    (tmp_path / "link").symlink_to(game)
    with pytest.raises(FolderRefused, match="folder of the rules"):
        output.check_target(tmp_path / "link", game)


def test_a_target_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "duel").mkdir()
    (tmp_path / "duel" / "thesis.tex").write_text("x")
    with pytest.raises(FolderRefused, match=r"thesis\.tex"):
        output.check_target(tmp_path / "duel", tmp_path / "game")


def test_a_link_to_nowhere_and_a_loop_are_the_machine(tmp_path: Path) -> None:
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name in ("nowhere", "loop"):
        with pytest.raises(CannotBuild, match=name):
            output.check_out(tmp_path / name, tmp_path / "game")


# ---------------------------------------------------------------- the hash of the inputs


def test_the_hash_sees_names_and_bytes_and_passes_over_what_is_built(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("x: 1\n")
    first = inputs.hash_game(tmp_path)
    output.mark(tmp_path / "output" / "duel")
    (tmp_path / "output" / "duel" / "b.yaml").write_text("x: 1\n")
    (tmp_path / "notes.md").write_text("no rules")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.yaml").write_text("x: 1\n")
    assert inputs.hash_game(tmp_path) == first
    (tmp_path / "a.yaml").write_text("x: 2\n")
    second = inputs.hash_game(tmp_path)
    (tmp_path / "a.yaml").rename(tmp_path / "b.yaml")
    assert len({first, second, inputs.hash_game(tmp_path)}) == 3


def test_the_hash_looks_at_no_more_than_a_build_may_use(tmp_path: Path) -> None:
    game, elsewhere = tmp_path / "game", tmp_path / "elsewhere"
    (game / "art").mkdir(parents=True)
    elsewhere.mkdir()
    (game / "game.yaml").write_text("game: {}")
    (elsewhere / "a.yaml").write_text("a: 1")
    before = inputs.hash_game(game)
    (game / "far").symlink_to(elsewhere)
    (game / "far.yaml").symlink_to(elsewhere / "a.yaml")
    (game / "gone.yaml").symlink_to("nowhere")
    (game / "root").symlink_to("/")
    os.mkfifo(game / "pipe.yaml")
    assert inputs.hash_game(game) == before
    with open(game / "art" / "huge.png", "wb") as file:
        file.truncate(30_000_000_000)  # a file with a hole: nobody could read it in the time of a test
    seen = inputs.hash_game(game)
    assert seen != before
    (game / "near.yaml").symlink_to(game / "game.yaml")
    assert inputs.hash_game(game) not in (seen, before)


def test_versions_of_packages_are_those_that_importlib_finds() -> None:
    from importlib.metadata import PackageNotFoundError, distributions, version

    from packaging.version import Version

    from penance_build.shipped import installed

    names = sorted({found.metadata["Name"] for found in distributions() if found.metadata["Name"]})
    assert len(names) > 20
    # Installers write a version in its normal form: 2.000 is 2.0 there.
    assert [Version(installed(name)) for name in names] == [Version(version(name)) for name in names]
    assert installed("Fontpkg_Cinzel") == installed("fontpkg-cinzel")
    with pytest.raises(PackageNotFoundError):
        installed("no-such-package")


@pytest.mark.full
def test_files_are_hashed_by_their_paths_links_within_and_rings_included(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "b" / "deep").mkdir(parents=True)
    for name in ("b.yaml", "b/a.yaml", "b/deep/z.yaml", "b-.yaml"):
        (game / name).write_text(name)
    (tmp_path / "secret.yaml").write_text("secret")
    (game / "b" / "ring").symlink_to(game)
    (game / "b" / "c.yaml").symlink_to(game / "b.yaml")
    (game / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    found = list(inputs._walk(game, (".yaml",)))
    assert found == [("b-.yaml", 7), ("b.yaml", 6), ("b/a.yaml", 8), ("b/c.yaml", 6), ("b/deep/z.yaml", 13)]
    before = inputs.hash_game(game)
    deep = [f"{game}" + "/d" * depth for depth in range(1, 1200)]  # deeper than Python calls itself
    for folder in deep:
        os.mkdir(folder)
    after = inputs.hash_game(game)
    for folder in reversed(deep):
        os.rmdir(folder)
    assert after == before


def test_paper_and_libraries_count_for_printed_products_alone() -> None:
    plain = {inputs.product_key("h", False, paper, {"pango": pango}) for paper in ("a4", "letter") for pango in ("1", "2")}
    printed = {inputs.product_key("h", True, paper, {"pango": pango}) for paper in ("a4", "letter") for pango in ("1", "2")}
    assert (len(plain), len(printed)) == (1, 4)


def test_every_font_package_is_named_in_the_manifest(root: Path) -> None:
    import tomllib

    declared = tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    fonts = {name.partition(">=")[0] for name in declared if name.startswith("fontpkg-")}
    assert len(fonts) == 4
    assert fonts <= set(inputs.PACKAGES)


def test_a_missing_print_library_is_one_sentence_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from penance_build.press.text import libraries

    libraries.versions.cache_clear()
    monkeypatch.setattr(libraries, "_NAMES", {**libraries._NAMES, "pango": ("libnowhere.so.0",)})
    with pytest.raises(CannotBuild, match="system library pango") as found:
        inputs.layout_versions()
    assert found.value.code == "E902"
    assert "--only engine" in str(found.value)
    assert "\n" not in str(found.value)


# ---------------------------------------------------------------- the cache


def test_cache_gives_back_what_was_put(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    assert cache.get("key") is None
    cache.put("key", b"face")
    assert cache.get("key") == b"face"
    assert FileCache(tmp_path).get("key") == b"face"
    assert cache.get("other") is None


def test_a_damaged_entry_is_no_entry(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    cache.put("key", b"face")
    (entry,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    entry.write_bytes(entry.read_bytes()[:-1])
    assert cache.get("key") is None
    entry.write_bytes(b"")
    assert cache.get("key") is None


def test_an_entry_that_is_no_regular_file_is_no_entry(tmp_path: Path) -> None:
    cache = FileCache(tmp_path)
    cache.put("key", b"face")
    entry, elsewhere = cache._path("key"), tmp_path / "elsewhere"
    entry.rename(elsewhere)
    for put in (
        lambda: os.mkfifo(entry),
        lambda: entry.symlink_to("/dev/zero"),
        lambda: entry.symlink_to(elsewhere),
        lambda: elsewhere.rename(entry) and os.truncate(entry, 20_000_000_000),
    ):
        put()
        assert cache.get("key") is None
        cache.trim()
        entry.unlink(missing_ok=True)
    # What is kept is written neither into a pipe nor through a link of its temporary name.
    temporary = entry.with_name(f"{entry.name}.{os.getpid()}.tmp")
    elsewhere.write_bytes(b"mine")
    for way in (lambda: os.mkfifo(temporary), lambda: temporary.symlink_to(elsewhere)):
        way()
        cache.put("key", b"face")
        temporary.unlink(missing_ok=True)
    assert elsewhere.read_bytes() == b"mine"
    cache.put("key", b"face")
    assert cache.get("key") == b"face"


def test_cache_forgets_the_longest_unused_first(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=250)
    for number, key in enumerate(("a", "b", "c")):
        cache.put(key, b"x" * 68)  # 100 with its hash
        path = cache._path(key)
        os.utime(path, (number, number))
    assert cache.get("a") is not None  # used now, so `b` is the oldest
    assert cache.trim() == 1
    assert [key for key in ("a", "b", "c") if cache.get(key)] == ["a", "c"]


def test_a_cache_that_cannot_be_written_is_only_slow(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = FileCache(tmp_path / "file")
    cache.put("key", b"face")
    assert cache.get("key") is None
    assert cache.trim() == 0


def test_a_cache_where_nobody_may_look_is_only_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **more: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    cache = FileCache(tmp_path / "cache")
    for name in ("stat", "open", "mkdir", "scandir"):
        monkeypatch.setattr(os, name, refused)  # as of one who is not root
    cache.put("key", b"face")
    found = (cache.get("key"), cache.trim())
    monkeypatch.undo()
    assert found == (None, 0)


def test_where_the_cache_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENANCE_CACHE", "off")
    assert isinstance(open_cache(), NoCache)
    monkeypatch.setenv("PENANCE_CACHE", str(tmp_path / "here"))
    cache = open_cache()
    assert isinstance(cache, FileCache)
    assert cache.folder == tmp_path / "here"
    monkeypatch.delenv("PENANCE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    cache = open_cache()
    assert isinstance(cache, FileCache)
    assert cache.folder == tmp_path / "xdg" / "penance-build"


def test_signals_are_as_before_after_a_write(tmp_path: Path) -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, set())
    swap.write(tmp_path / "duel", {"a": b"1"}, (), b"{}")
    assert signal.pthread_sigmask(signal.SIG_BLOCK, set()) == before


def test_an_entry_that_lay_under_another_key_or_says_nothing_is_missing(tmp_path: Path) -> None:
    """Whatever lies in the cache: another entry, the entry of an older version, garbage with a right digest."""
    from penance_build.press.pictures.gallery import _unpack as picture
    from penance_build.press.text.layout import _unpack as laid_out

    cache = FileCache(tmp_path)
    cache.put("one", b"face")
    (one,) = (path for path in tmp_path.rglob("*") if path.is_file())
    cache.put("two", b"other")
    (two,) = (path for path in tmp_path.rglob("*") if path.is_file() and path != one)
    two.write_bytes(one.read_bytes())
    assert (cache.get("one"), cache.get("two")) == (b"face", None)
    one.write_bytes(hashlib.sha256(b"face").digest() + b"face")
    assert cache.get("one") is None
    for garbage in (b"", b"[]", b"[" * 5000, b'{"boxes": 1}\n%PDF-', b'{"boxes": {}, "pages": "x", "warnings": []}\n%PDF-', b"\xff"):
        assert laid_out(garbage) is None
        assert picture(garbage) is None
