"""Files of somebody else in the folder of a build: none is written over, none is set back to what it was before."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from penance_build.build.disk import carry, manifest, output, swap
from penance_build.build.disk.exchange import CannotExchange, exchange
from penance_build.build.disk.manifest import Entry, Manifest
from penance_build.build.errors import CannotBuild, FolderRefused
from tests.command_line import Ran
from tests.test_build_files import some_manifest, tree

Penance = Callable[..., Ran]
MARK = {output.MARKER: output.MARKER_TEXT.encode()}


def listing(*paths: str) -> Manifest:
    return some_manifest(*(Entry(path, "11", 1, "engine", ()) for path in paths))


def first_build(target: Path, *paths: str) -> Manifest:
    """A build of these files, each with the text ``old``."""
    made = listing(*paths)
    swap.write(target, dict.fromkeys(paths, b"old"), (), made.dumps())
    return made


def refused(*folders: Path) -> None:
    raise CannotExchange


@pytest.fixture(params=["exchange", "in place"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in place":
        monkeypatch.setattr(swap, "exchange", refused)


# ---------------------------------------------------------------- a name that a build wants


@pytest.mark.parametrize("mine", ["file", "longer", "link", "pipe"])
def test_a_file_that_the_manifest_does_not_list_is_refused(tmp_path: Path, mine: str) -> None:
    target = tmp_path / "duel"
    made, place = first_build(target, "a"), target / "b" / "c"
    place.parent.mkdir()
    if mine == "link":
        place.symlink_to(target / "a")
    elif mine == "pipe":
        os.mkfifo(place)
    else:
        place.write_bytes(b"mine" * (100 if mine == "longer" else 1))
    before = os.lstat(place)
    with pytest.raises(FolderRefused, match=r"b/c would be written over.* does not list it; move it away"):
        swap.write(target, {"a": b"new", "b/c": b"new"}, (), b"{}", before=made.dumps(), earlier=made)
    assert os.path.samestat(os.lstat(place), before)
    assert (target / "a").read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["duel"]


@pytest.mark.usefixtures("either_way")
def test_a_file_with_the_bytes_of_the_build_is_no_loss(tmp_path: Path) -> None:
    target = tmp_path / "duel"
    made = first_build(target, "a")
    (target / "b").write_bytes(b"new")
    done = swap.write(target, {"a": b"new", "b": b"new"}, (), b"{}", before=made.dumps(), earlier=made)
    assert done == swap.Done()
    assert tree(target) == {"a": b"new", "b": b"new", manifest.NAME: b"{}", **MARK}


@pytest.mark.usefixtures("either_way")
def test_without_a_manifest_what_differs_is_kept_under_another_name(tmp_path: Path) -> None:
    target = tmp_path / "duel"
    first_build(target, "a", "b/c", "same")
    (target / manifest.NAME).unlink()
    (target / "a.kept").write_bytes(b"mine")
    done = swap.write(target, {"a": b"new", "b/c": b"new", "same": b"old"}, (), b"{}", before=b"")
    assert done.aside == (("a", "a.kept-2"), ("b/c", "b/c.kept"))
    files = {"a": b"new", "a.kept": b"mine", "a.kept-2": b"old", "b/c": b"new", "b/c.kept": b"old", "same": b"old", manifest.NAME: b"{}"}
    assert tree(target) == {**files, **MARK}


def test_a_long_name_is_kept_under_one_that_a_disk_takes(tmp_path: Path) -> None:
    name = "\u00e4" * 127
    found = carry.free_name(name, tmp_path)
    (tmp_path / found).write_bytes(b"")
    assert found.startswith("\u00e4" * 120)
    assert carry.free_name(name, tmp_path) == f"{found}-2"


def test_the_command_refuses_keeps_and_tells(penance: Penance, tmp_path: Path) -> None:
    game, out = tmp_path / "t", tmp_path / "out" / "t"
    assert penance("new", game).code == 0
    build = ("build", game, "-o", out.parent, "--only")
    assert penance(*build, "report").code == 0
    (out / "engine").mkdir()
    (out / "engine" / "engine.py").write_bytes(b"mine")
    before = tree(out)
    ran = penance(*build, "engine")
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "engine/engine.py would be written over" in ran.err
    assert tree(out) == before
    (out / manifest.NAME).unlink()
    ran = penance(*build, "engine")
    assert ran.code == 0
    assert f"penance: kept in {out}: engine/engine.py as engine/engine.py.kept: " in ran.err
    assert (out / "engine" / "engine.py.kept").read_bytes() == b"mine"
    (out / manifest.NAME).unlink()
    ran = penance(*build, "engine")  # of equal bytes nothing is kept
    assert (ran.code, "kept in" in ran.err) == (0, False)


def test_names_are_told_in_one_line_and_only_what_was_removed(penance: Penance, tmp_path: Path) -> None:
    game, out = tmp_path / "t", tmp_path / "out" / "t"
    assert penance("new", game).code == 0
    build = ("build", game, "-o", out.parent, "--only", "report")
    assert penance(*build).code == 0
    (out / "mine\npenance: all is well").write_bytes(b"mine")
    made = manifest.read(out)
    assert made is not None
    gone = Entry("report/gone", "11", 1, "report", ())
    (out / manifest.NAME).write_bytes(replace(made, products={"report": "another"}, files=(*made.files, gone)).dumps())
    ran = penance(*build)
    assert ran.code == 0
    assert "not ours: mine\\npenance: all is well\n" in ran.err
    assert "removed" not in ran.err


# ---------------------------------------------------------------- what is saved while a build is put in place


def test_what_is_saved_anew_meanwhile_stays_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "duel"
    made = first_build(target, "a")
    for name in ("own", "deep", "other", "twice"):
        (target / name).write_bytes(b"before")

    def late(new: Path, old: Path) -> None:
        for name in ("own", "twice"):
            (tmp_path / "saved").write_bytes(b"after")
            os.utime(tmp_path / "saved", (1, 1))  # an editor may set any time
            os.replace(tmp_path / "saved", old / name)
        (old / "deep").unlink()
        (old / "deep").mkdir()
        (old / "deep" / "er").write_bytes(b"after")
        (old / "b").write_bytes(b"mine")
        exchange(new, old)
        (old / "twice").write_bytes(b"last")  # in the new folder already

    monkeypatch.setattr(swap, "exchange", late)
    done = swap.write(target, {"a": b"new", "b": b"new"}, (), b"{}", before=made.dumps(), earlier=made)
    assert done.aside == (("b", "b.kept"), ("deep", "deep.kept"))
    found = {"a": b"new", "b": b"new", "b.kept": b"mine", "deep": b"before", "deep.kept/er": b"after", "other": b"before"}
    assert tree(target) == {**found, "own": b"after", "twice": b"last", manifest.NAME: b"{}", **MARK}
    assert os.listdir(tmp_path) == ["duel"]


def test_a_disk_without_links_keeps_what_is_saved_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "duel"
    made = first_build(target, "a")
    for name in ("own", "other"):
        (target / name).write_bytes(b"before")

    def late(new: Path, old: Path) -> None:
        (old / "own").write_bytes(b"saved in place")
        exchange(new, old)

    def no_links(*arguments: object, **more: object) -> None:
        raise OSError(errno.EPERM, "operation not permitted")

    monkeypatch.setattr(swap, "exchange", late)
    monkeypatch.setattr("os.link", no_links)
    swap.write(target, {"a": b"new"}, (), b"{}", before=made.dumps(), earlier=made)
    found = {"a": b"new", "own": b"saved in place", "other": b"before", manifest.NAME: b"{}"}
    assert tree(target) == {**found, **MARK}


def test_what_cannot_be_brought_along_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "duel"
    first_build(target, "a")

    def late(new: Path, old: Path) -> None:
        (old / "late").write_bytes(b"late")
        exchange(new, old)
        monkeypatch.setattr(swap, "bring_late", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error")))

    monkeypatch.setattr(swap, "exchange", late)
    with pytest.raises(
        CannotBuild, match=r"the build was complete, but .*: input/output error; the folder as it was before is .*duel\.kept"
    ):
        swap.write(target, {"a": b"new"}, (), b"{}")
    assert (target / "a").read_bytes() == b"new"
    assert (tmp_path / "duel.kept" / "late").read_bytes() == b"late"


def test_a_folder_that_cannot_be_deleted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.rmtree", lambda *_, **__: None)
    left = Path(swap.write(tmp_path / "duel", {"a": b"1"}, (), b"{}").left)
    assert left.parent == tmp_path
    assert left.name.startswith(swap.STAGING)


# ---------------------------------------------------------------- where folders cannot change places


def fails(real: Callable[..., None], at: int, times: int) -> Callable[..., None]:
    """The call, which fails when it is called for the time with this number, and so many times after."""
    count = [0]

    def call(*arguments: object, **more: object) -> None:
        count[0] += 1
        if at <= count[0] < at + times:
            raise OSError(errno.EIO, "Input/output error")
        real(*arguments, **more)

    return call


@pytest.mark.parametrize("call", ["replace", "link", "unlink"])
def test_an_error_between_two_files_puts_back_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    monkeypatch.setattr(swap, "exchange", refused)
    target, real = tmp_path / "duel", getattr(os, call)
    made = first_build(target, "a", "b", "c/d", "s/t", "u")
    (target / "mine").write_bytes(b"mine")
    before, failed = tree(target), 0
    for at in range(1, 20):
        monkeypatch.setattr(os, call, fails(real, at, 1))
        files = {"a": b"new", "b": b"new", "c/d": b"new", "e/f": b"new"}
        try:
            swap.write(target, files, ("s/t", "u"), b"{}", before=made.dumps(), earlier=made)
        except CannotBuild as error:
            assert str(error).endswith("input/output error; what was built before is unchanged")
            assert tree(target) == before
            assert not (target / "e").exists()
            failed += 1
        else:
            break
        finally:
            monkeypatch.setattr(os, call, real)
    assert failed > 1 or call == "link"  # without links there are copies
    assert tree(target) == {**files, "mine": b"mine", manifest.NAME: b"{}", **MARK}


def test_a_folder_on_another_disk_is_built_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mount is: neither can it change places, nor can files be renamed or linked into it."""
    monkeypatch.setattr(swap, "exchange", refused)
    target = tmp_path / "duel"
    made = first_build(target, "a", "b", "s")
    (target / "mine").symlink_to("a")

    def within(real: Callable[..., None]) -> Callable[..., None]:
        def call(one: Path | str, other: Path | str, **more: object) -> None:
            if Path(one).is_relative_to(target) != Path(other).is_relative_to(target):
                raise OSError(errno.EXDEV, "Invalid cross-device link")
            real(one, other, **more)

        return call

    for name in ("replace", "rename", "link"):
        monkeypatch.setattr(os, name, within(getattr(os, name)))
    swap.write(target, {"a": b"new", "b": b"new", "c/d": b"new"}, ("s",), b"{}", before=made.dumps(), earlier=made)
    assert os.readlink(target / "mine") == "a"
    new = {"a": b"new", "b": b"new", "c/d": b"new", "mine": b"new", manifest.NAME: b"{}", **MARK}
    assert tree(target) == new
    monkeypatch.setattr(os, "fsync", fails(os.fsync, 8, 1))  # five are of the new files, which are written elsewhere
    with pytest.raises(CannotBuild, match="what was built before is unchanged"):
        swap.write(target, {"a": b"newer", "b": b"newer", "c/d": b"newer"}, (), b"{2}")
    assert tree(target) == new


def test_what_cannot_be_put_back_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap, "exchange", refused)
    first_build(tmp_path / "duel", "a", "b")
    monkeypatch.setattr(os, "replace", fails(os.replace, 3, 99))
    with pytest.raises(CannotBuild, match=r"could not be put back: .*; files of two builds lie there now: build again"):
        swap.write(tmp_path / "duel", {"a": b"new", "b": b"new"}, (), b"{}")
