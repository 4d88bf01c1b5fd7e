"""No stage knows a game's noun: with every id renamed, everything made differs in names and hashes alone."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image

from penance_build.api import Compilation, compile_game
from penance_build.build.registry import PRODUCTS
from penance_build.engine import product as engine
from penance_build.ir.canonical import dumps
from penance_build.odds.walking.exact import distribution
from penance_build.product import NoCache, Settings
from tests.press_pdf import run_cache
from tests.renaming import WORDS, rename_game

RULES = Path(__file__).resolve().parent.parent / "rules"
GAMES = ("aethelgard", "penance", "skirmish")
PREFIX = "zz_"
_HASH = re.compile(r"[0-9a-f]{64}|[0-9a-f]{12,16}")


@pytest.fixture(scope="module", params=[pytest.param(name, marks=[pytest.mark.full] * (name == "penance")) for name in GAMES])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Compilation, Compilation, frozenset[str]]:
    """A game, the same with every id renamed, and the ids."""
    folder = tmp_path_factory.mktemp("renamed") / str(request.param)
    ids = rename_game(RULES / str(request.param), folder, PREFIX)
    return compile_game(RULES / str(request.param)), compile_game(folder), ids


@pytest.mark.full
def test_the_renaming_reaches_every_definition(pair: tuple[Compilation, Compilation, frozenset[str]]) -> None:
    """The test is worth nothing if ids were left alone: every definition of the renamed program bears the prefix."""
    _, renamed, ids = pair
    program = renamed.program
    assert program is not None
    assert len(ids) > 30
    for records in (
        program.dice,
        program.tables,
        program.counters,
        program.zones,
        program.cards,
        program.decks,
        program.proved.claims,
        program.proved.rulings,
    ):
        assert all(record.id.startswith(PREFIX) for record in records)
    for procedure in program.procedures:
        left = {item.name for item in procedure.inputs if not item.name.startswith(PREFIX)}
        assert left <= WORDS, f"{procedure.id}: only an input that bears a word of the language may keep its name"


def test_the_ir_differs_in_names_alone(pair: tuple[Compilation, Compilation, frozenset[str]]) -> None:
    """Strip the prefix and the two programs are the same bytes."""
    original, renamed, _ = pair
    texts = [path.read_text(encoding="utf-8") for path in sorted((RULES / str(original.program and original.program.game)).glob("*.yaml"))]
    allowed = {code for text in texts for code in re.findall(r"# penance: allow (\w+)", text)}  # the comments are gone in the renamed one
    assert [problem.code for problem in renamed.problems if problem.code not in allowed] == []
    is_same = dumps(renamed.program).replace(PREFIX, "") == dumps(original.program)  # told without the difference: it is large
    assert is_same


@pytest.mark.full
@pytest.mark.parametrize("pair", ["aethelgard", pytest.param("penance", marks=pytest.mark.soak), "skirmish"], indirect=True)
def test_the_engines_differ_in_names_and_hashes_alone(pair: tuple[Compilation, Compilation, frozenset[str]], tmp_path: Path) -> None:
    """Under two prefixes, stripped with the hashes, the generated sources are the same.

    Not against the original names: an id such as ``def`` is mangled, as it must be.
    """
    original, renamed, _ = pair
    assert original.program is not None
    folder = tmp_path / original.program.game
    rename_game(RULES / original.program.game, folder, "yy_")
    settings = Settings("a4", NoCache())
    made = {artifact.path: artifact.data.decode() for artifact in engine.produce(compile_game(folder), settings).artifacts}
    again = {artifact.path: artifact.data.decode() for artifact in engine.produce(renamed, settings).artifacts}
    assert sorted(made) == sorted(again)
    for path, text in made.items():  # the name of a type is made of an id and begins with a capital
        theirs, ours = again[path].replace(PREFIX, "").replace("Zz", ""), text.replace("yy_", "").replace("Yy", "")
        assert _HASH.sub("#", theirs) == _HASH.sub("#", ours), path


def test_the_odds_are_the_same(pair: tuple[Compilation, Compilation, frozenset[str]]) -> None:
    """The distribution of every claim's question."""
    original, renamed, _ = pair
    assert original.program is not None
    assert renamed.program is not None
    for first, second in list(zip(original.program.proved.claims, renamed.program.proved.claims, strict=True))[::6]:
        ours = distribution(original.program, first.procedure, dict(first.inputs))
        theirs = distribution(renamed.program, second.procedure, dict(second.inputs))
        stripped = [({name.replace(PREFIX, ""): value for name, value in results.items()}, p) for results, p in theirs.outcomes]
        assert stripped == [(dict(results), p) for results, p in ours.outcomes]


@pytest.mark.full
@pytest.mark.parametrize("pair", ["aethelgard", pytest.param("penance", marks=pytest.mark.soak), "skirmish"], indirect=True)
def test_the_printed_and_reported_differ_in_names_hashes_and_ornament_alone(pair: tuple[Compilation, Compilation, frozenset[str]]) -> None:
    """Every file of a build: the same files, and the same words on every page, but for names and hashes."""
    original, renamed, _ = pair
    settings = Settings("a4", run_cache())
    for product in PRODUCTS:
        if product.name == "engine":  # the test above
            continue
        if (
            product.name == "kit" and original.program is not None and original.program.decks
        ):  # files that are here already; `test_kit` has them
            continue
        made = {artifact.path: artifact.data for artifact in product.producer()(original, settings).artifacts}
        produced = product.producer()(renamed, settings)
        again = {artifact.path.replace(PREFIX, ""): artifact.data for artifact in produced.artifacts}
        assert not produced.problems, [problem.message for problem in produced.problems]
        assert sorted(made) == sorted(again)
        for path, data in made.items():
            if path == "reference/penance-a4.pdf":  # longer headings set its full columns otherwise: it must be made, with as many pages
                assert len(pdfium.PdfDocument(again[path])) == len(pdfium.PdfDocument(data)) == 2
            else:
                assert words(again[path], path) == words(data, path), path


def words(data: bytes, path: str) -> str:
    """The text of a file without space, prefix and hashes; of a drawing the numbers, which say its shape, of a picture its size."""
    if path.endswith(".pdf"):
        pdf = pdfium.PdfDocument(data)
        text = "".join(page.get_textpage().get_text_bounded() for page in pdf) + f"{len(pdf)} pages"
    elif path.startswith("kit/"):
        with zipfile.ZipFile(io.BytesIO(data)) as kit:
            # Its files are looked at as those of their own products: here, that they are the same ones, and the page about them.
            page = next(name for name in kit.namelist() if name.startswith("README"))
            text = "".join(sorted(name.replace(PREFIX, "") for name in kit.namelist())) + words(kit.read(page), page)
    elif path.endswith(".xlsx"):
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            text = "".join(book.read(name).decode() for name in sorted(book.namelist()))
    elif path.endswith(".png"):
        text = "x".join(str(length) for length in Image.open(io.BytesIO(data)).size)
    elif path.startswith("faces/") and path.endswith(".svg"):  # its ornament and its letters are drawn: the size
        text = re.findall(r"<svg[^>]*>", data.decode())[0]
    elif path == "report/coverage.json":  # sorted ids, and the effects of cards are called card.ID whatever the prefix
        text = "".join(sorted(re.findall(r'"[^"]*"', data.decode().replace(PREFIX, ""))))
    else:
        text = data.decode()
    bare = re.sub(r"zz_?", "", re.sub(r"\s+", "", text).casefold())  # a heading made of an id begins with a capital
    return re.sub(r"[0-9a-f]{4,64}", "#", bare)
