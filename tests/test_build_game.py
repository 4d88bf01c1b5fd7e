"""A build from beginning to end, with small products of the test's own: nothing twice, nothing by halves, nothing stale."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from penance_build.api import Compilation
from penance_build.build.disk.manifest import read
from penance_build.build.disk.output import MARKER
from penance_build.build.errors import CannotBuild, FolderRefused
from penance_build.build.game import BuildRequest, build_game
from penance_build.build.registry import PRODUCTS, Product
from penance_build.cli.commands.new import files
from penance_build.diagnostics.problem import Problem, Span
from penance_build.product import Artifact, Produced, Settings

PLAIN = Product("engine", f"{__name__}:produce_plain", False, "names")
PRINTED = Product("cards", f"{__name__}:produce_printed", True, "cards")
BROKEN = Product("dice", f"{__name__}:produce_broken", False, "a problem")
RAISING = Product("reference", f"{__name__}:produce_raising", False, "a bug")


def produce_plain(compilation: Compilation, settings: Settings) -> Produced:
    """One file a procedure, and one with the options."""
    assert compilation.program is not None
    made = [Artifact(f"engine/{item.id}.txt", item.name.encode(), (f"procedure {item.id}",)) for item in compilation.program.procedures]
    return Produced((*made, Artifact("engine/options.txt", repr(compilation.program.options).encode(), ())))


def produce_printed(compilation: Compilation, settings: Settings) -> Produced:
    return Produced((Artifact("cards/sheet.pdf", settings.paper.encode(), ("card a", "card b")),))


def produce_broken(compilation: Compilation, settings: Settings) -> Produced:
    return Produced((Artifact("dice.pdf", b"", ()),), (Problem("E801", "does not fit", Span("cards.yaml", 1, 1, 1, 2)),))


def produce_raising(compilation: Compilation, settings: Settings) -> Produced:
    raise RuntimeError("a bug")


@pytest.fixture
def request_(tmp_path: Path) -> BuildRequest:
    """A build of a fresh game with two products, into an empty folder."""
    folder = tmp_path / "lamps"
    for name, text in files("lamps").items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return BuildRequest(folder, tmp_path / "out", products=(PLAIN, PRINTED))


@pytest.fixture
def no_compiling(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """After the call, compiling is a failure."""

    def refuse(*arguments: object, **options: object) -> Compilation:
        raise AssertionError("compiled again")

    return lambda: monkeypatch.setattr("penance_build.compile.compile_folder", refuse)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def edit(request: BuildRequest, old: str, new: str, name: str = "rules.yaml") -> None:
    path = request.folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_builds_everything_into_the_games_own_folder(request_: BuildRequest) -> None:
    built = build_game(request_)
    assert built.target == request_.out / "lamps"
    assert built.made == ("engine", "cards")
    expected = {MARKER, "manifest.json", "engine/explore.txt", "engine/options.txt", "cards/sheet.pdf"}
    assert {name for name in tree(request_.out / "lamps") if not name.startswith("engine/card")} == expected
    assert built.manifest is not None
    (sheet,) = [entry for entry in built.manifest.files if entry.path == "cards/sheet.pdf"]
    assert (sheet.size, sheet.product, sheet.made_from) == (2, "cards", ("card a", "card b"))


def test_an_unchanged_game_is_not_compiled_again(request_: BuildRequest, no_compiling: Callable[[], None]) -> None:
    first = build_game(request_)
    before = tree(request_.out)
    no_compiling()
    second = build_game(request_)
    assert (second.made, second.target) == ((), first.target)
    assert build_game(replace(request_, only=("engine",))).made == ()
    assert build_game(replace(request_, options={"fog": "clear"})).made == ()  # the default, by name
    assert tree(request_.out) == before


def test_an_edited_game_is_built_again_and_what_is_stale_goes(request_: BuildRequest) -> None:
    build_game(request_)
    edit(request_, "explore", "delve")
    edit(request_, "ref: explore", "ref: delve", "reference.yaml")
    built = build_game(request_)
    assert built.made == ("engine", "cards")
    assert built.removed == ("engine/explore.txt",)
    assert "engine/delve.txt" in tree(request_.out / "lamps")
    assert "engine/explore.txt" not in tree(request_.out / "lamps")


def test_a_damaged_or_missing_file_is_made_anew_and_only_its_product(request_: BuildRequest) -> None:
    build_game(request_)
    before = tree(request_.out)
    (request_.out / "lamps" / "cards" / "sheet.pdf").write_bytes(b"xx")
    assert build_game(request_).made == ("cards",)
    (request_.out / "lamps" / "engine" / "explore.txt").unlink()
    assert build_game(request_).made == ("engine",)
    assert tree(request_.out) == before


def test_other_paper_makes_the_printed_products_anew(request_: BuildRequest) -> None:
    build_game(request_)
    built = build_game(replace(request_, paper="letter"))
    assert built.made == ("cards",)
    assert built.manifest is not None
    assert (built.manifest.paper, sorted(built.manifest.products)) == ("letter", ["cards", "engine"])


def test_only_keeps_the_other_products_while_they_are_true(request_: BuildRequest) -> None:
    build_game(request_)
    (request_.out / "lamps" / "engine" / "explore.txt").unlink()
    built = build_game(replace(request_, only=("engine",)))
    assert (built.made, built.removed) == (("engine",), ())
    edit(request_, "Light needed", "Light wanted")
    built = build_game(replace(request_, only=("engine",)))
    assert (built.made, built.removed) == (("engine",), ())
    assert built.manifest is not None
    assert built.manifest.stale == ("cards",)  # made of older rules
    assert built.manifest.left == ("cards",)
    assert replace(built.manifest, files=built.manifest.of("engine")).left == ()  # of what has no file nobody is told
    assert (request_.out / "lamps" / "cards" / "sheet.pdf").is_file()
    again = build_game(replace(request_, only=("engine",)))
    assert again.made == ()
    assert again.manifest is not None and again.manifest.stale == ("cards",)


def test_a_mark_goes_when_the_game_is_as_it_was_or_all_is_built(request_: BuildRequest) -> None:
    build_game(request_)
    edit(request_, "Light needed", "Light wanted")
    build_game(replace(request_, only=("engine",)))
    edit(request_, "Light wanted", "Light needed")
    built = build_game(replace(request_, only=("cards",)))  # which are true again, and the engine is not
    assert built.made == ()
    assert built.manifest is not None and built.manifest.stale == ("engine",)
    built = build_game(request_)
    assert built.made == ("engine",)
    assert built.manifest is not None and built.manifest.stale == ()
    kept = read(request_.out / "lamps")
    assert kept is not None and kept.stale == ()


def test_paper_makes_nothing_stale(request_: BuildRequest) -> None:
    build_game(request_)
    built = build_game(replace(request_, only=("engine",), paper="letter"))
    assert built.manifest is not None and built.manifest.stale == ()


def test_what_somebody_changed_is_kept_where_it_is_not_made(request_: BuildRequest) -> None:
    build_game(request_)
    sheet = request_.out / "lamps" / "cards" / "sheet.pdf"
    sheet.write_bytes(b"mine")
    (request_.out / "lamps" / "engine" / "explore.txt").unlink()
    assert build_game(replace(request_, only=("engine",))).removed == ()
    assert sheet.read_bytes() == b"mine"
    assert build_game(request_).made == ("cards",)


def test_options_go_to_a_folder_of_their_own(request_: BuildRequest, no_compiling: Callable[[], None]) -> None:
    build_game(request_)
    base = tree(request_.out / "lamps")
    thick = replace(request_, options={"fog": "thick"})
    built = build_game(thick)
    assert built.target == request_.out / "lamps+fog-thick"
    assert b"thick" in (request_.out / "lamps+fog-thick" / "engine" / "options.txt").read_bytes()
    assert tree(request_.out / "lamps") == base
    no_compiling()
    assert build_game(thick).made == ()
    assert build_game(request_).made == ()


@pytest.mark.parametrize("product", [BROKEN, RAISING])
def test_a_product_that_fails_leaves_the_last_build_alone(request_: BuildRequest, product: Product) -> None:
    build_game(request_)
    before = tree(request_.out)
    edit(request_, "Light needed", "Light wanted")
    failing = replace(request_, products=(PLAIN, product, PRINTED))
    if product is RAISING:
        with pytest.raises(RuntimeError):
            build_game(failing)
    else:
        built = build_game(failing)
        assert (built.target, [problem.code for problem in built.problems]) == (None, ["E801"])
    assert tree(request_.out) == before


def test_a_signal_waits_while_a_product_and_its_libraries_are_imported(
    request_: BuildRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled libraries that are interrupted while they start abort the process, with a page of their own."""
    (tmp_path / "slow_to_start.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nwhole = True\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(KeyboardInterrupt):
        build_game(replace(request_, products=(Product("engine", "slow_to_start:produce", False, "names"),)))
    assert sys.modules.pop("slow_to_start").whole
    assert not request_.out.exists()


def test_mistakes_in_the_rules_leave_the_last_build_alone(request_: BuildRequest) -> None:
    build_game(request_)
    before = tree(request_.out)
    edit(request_, "7..,", "8..,")
    built = build_game(request_)
    assert built.target is None
    assert any(problem.severity == "error" for problem in built.problems)
    assert tree(request_.out) == before


def test_foreign_files_are_left_and_listed(request_: BuildRequest) -> None:
    build_game(request_)
    (request_.out / "lamps" / "engine" / "mine.txt").write_text("mine")
    edit(request_, "Light needed", "Light wanted")
    assert build_game(request_).foreign == ("engine/mine.txt",)
    assert build_game(request_).foreign == ("engine/mine.txt",)
    assert (request_.out / "lamps" / "engine" / "mine.txt").read_text() == "mine"


def test_an_output_folder_inside_the_game_is_marked_and_never_read(request_: BuildRequest) -> None:
    inside = replace(request_, out=request_.folder / "output")
    build_game(inside)
    assert (request_.folder / "output" / MARKER).is_file()
    (request_.folder / "output" / "broken.yaml").write_text("a: [")
    assert build_game(inside).made == ()


def test_building_into_the_games_folder_does_not_hide_the_rules(request_: BuildRequest) -> None:
    itself = replace(request_, out=request_.folder)
    assert build_game(itself).target == request_.folder / "lamps"
    assert not (request_.folder / MARKER).exists()
    assert build_game(itself).made == ()


def test_the_games_folder_is_never_built_over(request_: BuildRequest) -> None:
    before = tree(request_.folder)
    with pytest.raises(FolderRefused, match="folder of the rules"):
        build_game(replace(request_, out=request_.folder.parent))
    assert tree(request_.folder) == before


def test_a_folder_of_somebody_else_is_refused(request_: BuildRequest) -> None:
    (request_.out / "lamps").mkdir(parents=True)
    (request_.out / "lamps" / "thesis.tex").write_text("x")
    with pytest.raises(FolderRefused, match=r"thesis\.tex"):
        build_game(request_)
    assert tree(request_.out) == {"lamps/thesis.tex": b"x"}


def test_a_file_in_the_way_is_said_before_compiling(request_: BuildRequest, no_compiling: Callable[[], None]) -> None:
    request_.out.write_text("x")
    no_compiling()
    with pytest.raises(CannotBuild, match="is a file"):
        build_game(request_)


def test_two_places_and_two_times_give_the_same_bytes(request_: BuildRequest, tmp_path: Path) -> None:
    build_game(request_)
    elsewhere = tmp_path / "elsewhere" / "lamps"
    elsewhere.parent.mkdir()
    request_.folder.rename(elsewhere)
    build_game(replace(request_, folder=elsewhere, out=tmp_path / "other"))
    assert tree(request_.out) == tree(tmp_path / "other")


def test_the_notice_of_a_game_goes_with_every_build(request_: BuildRequest) -> None:
    request_ = replace(request_, products=PRODUCTS, only=("engine",))
    (request_.folder / "NOTICE").write_text("The names are somebody's.\n")
    built = build_game(request_)
    assert (built.made, tree(built.target or Path())["NOTICE"]) == (("engine",), b"The names are somebody's.\n")
    (request_.folder / "NOTICE").write_text("They are free.\n")
    built = build_game(request_)
    assert tree(built.target or Path())["NOTICE"] == b"They are free.\n"
    (request_.folder / "NOTICE").unlink()
    assert "NOTICE" not in tree(build_game(request_).target or Path())


def test_a_notice_that_cannot_be_had_is_not_left_out_without_a_word(request_: BuildRequest) -> None:
    request_ = replace(request_, products=PRODUCTS, only=("engine",))
    (request_.folder / "NOTICE").mkdir()
    (problem,) = (problem for problem in build_game(request_).problems if problem.severity == "error")
    assert (problem.code, problem.span.file, problem.message) == ("E834", "NOTICE", "the file NOTICE is no regular file")


def test_every_product_has_a_producer() -> None:
    assert [product.name for product in PRODUCTS] == "engine report data cards dice reference faces calibration web kit notice".split()
    for product in PRODUCTS:
        assert callable(product.producer())


def produce_warned(compilation: Compilation, settings: Settings) -> Produced:
    if OVERTAKING:
        build_game(OVERTAKING.pop())
    warning = Problem("W836", "is too coarse", Span("cards.yaml", 1, 1, 1, 2))
    return Produced((Artifact("engine/options.txt", b"", ()),), (warning,))


OVERTAKING: list[BuildRequest] = []


def test_a_build_that_was_overtaken_keeps_the_warnings_of_the_other(request_: BuildRequest) -> None:
    request_ = replace(request_, products=(Product("engine", f"{__name__}:produce_warned", False, "names"),))
    OVERTAKING.append(request_)
    built = build_game(request_)
    assert not OVERTAKING
    assert built.manifest is not None
    assert (built.made, built.manifest.warnings) == ((), 1)
    assert b'"warnings": 1' in tree(request_.out / "lamps")["manifest.json"]
