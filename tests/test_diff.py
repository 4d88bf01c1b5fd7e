"""``penance diff``: what differs between two states of a game, in words; cases as data, and that nothing is lost.

``tests/cases_diff/*.txt`` edit ``base.yaml``: lines behind ``- `` are replaced by those behind ``+ ``, ``% NAME=VALUE`` chooses options
of the new side, and behind ``---`` stands the report. ``pytest --update-golden`` writes it anew.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penance_build.api import Compilation, compile_game, compile_texts
from penance_build.diff.compare import compare
from penance_build.diff.describing.written import every, leaves
from penance_build.diff.reports.as_markdown import as_markdown
from penance_build.diff.reports.as_text import as_text
from penance_build.diff.reports.data import comparison_data
from penance_build.diff.result import Comparison, Side
from penance_build.diff.view import View
from penance_build.ir.canonical import dumps
from penance_build.source import read_texts
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.games import program_in, texts_of

FOLDER = ROOT / "tests" / "cases_diff"
CASES = sorted(FOLDER.glob("*.txt"))
BASE = (FOLDER / "base.yaml").read_text(encoding="utf-8")
SCHEMA = json.loads((FOLDER / "report.schema.json").read_text(encoding="utf-8"))


def compared(old: Compilation, new: Compilation) -> Comparison:
    return compare(Side("old", old), Side("new", new))


def of_texts(old: str, new: str, options: Mapping[str, str] | None = None) -> Comparison:
    first = compile_texts({"game.yaml": old}, every_option=False)
    return compared(first, compile_texts({"game.yaml": new}, options, every_option=False, previous=first))


def edited(case: str) -> tuple[str, dict[str, str]]:
    """The base with the edits of a case, and the options of the new side."""
    text, options = BASE, {}
    pairs: list[tuple[list[str], list[str]]] = []
    for line in case.splitlines():
        if line.startswith("% "):
            options = dict([line[2:].split("=")])
        elif line.startswith("- "):
            if not pairs or pairs[-1][1]:
                pairs.append(([], []))
            pairs[-1][0].append(line[2:])
        elif line.startswith("+ "):
            pairs[-1][1].append(line[2:])
    for old, new in pairs:
        assert "\n".join(old) in text, old
        text = text.replace("\n".join(old), "\n".join(new), 1)
    return text, options


def test_there_are_cases() -> None:
    assert len(CASES) >= 15


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, golden: Callable[[Path, str], None]) -> None:
    head, _, _ = path.read_text(encoding="utf-8").partition("---\n")
    text, options = edited(head)
    comparison = of_texts(BASE, text, options)
    golden(path, f"{head}---\n{as_text(comparison)}")
    assert not comparison.is_equal
    jsonschema.validate({"version": 1, **comparison_data(comparison)}, SCHEMA)
    assert as_markdown(comparison).startswith("## ")


def test_equal_games_have_no_difference() -> None:
    comparison = of_texts(BASE, BASE.replace("value: 3, name: Deep from", "name: Deep from,   value: 3"))
    assert comparison.is_equal
    assert as_text(comparison).startswith("No difference; saved games go on.\n")


@pytest.mark.parametrize(
    "word", "fuel darkness lantern explore refill flask kit guild bag tool hand deep_from two_lanterns lit fill passage".split()
)
def test_an_id_that_is_another_one_is_told_once(word: str) -> None:
    """Whatever names the renamed thing is not told; a card's ornament is drawn from its id, so that it is printed anew."""
    new = re.sub(rf"\b{word}\b", "renamed_thing", BASE)
    comparison = of_texts(BASE, new)
    assert comparison.has_programs, comparison.new.compilation.problems[:1]
    assert [(item.change, item.old, item.new) for item in comparison.differences] == [("renamed", word, "renamed_thing")]


# ---------------------------------------------------------------- nothing is lost


def scalars(texts: Mapping[str, str]) -> Iterator[tuple[str, int, int, str]]:
    """File, beginning, end and text of every scalar value that stands on one line."""
    source, _ = read_texts(texts)
    for file in source.files:
        starts = [0]
        for line in file.text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        waiting: list[Any] = [file.root]
        while waiting:
            value = waiting.pop()
            for key, item in value.items() if isinstance(value, dict) else enumerate(value):
                if isinstance(item, dict | list):
                    waiting.append(item)
                    continue
                span = file.positions.value(value, key)
                if span.line == span.end_line:
                    start, end = starts[span.line - 1] + span.column - 1, starts[span.line - 1] + span.end_column - 1
                    yield file.name, start, end, file.text[start:end]


def variants(text: str) -> Iterator[str]:
    """Other scalars in the place of one: its numbers one higher, its words a little longer."""
    if re.search(r"\d", text):
        yield re.sub(r"\d+", lambda found: str(int(found[0]) + 1), text, count=1)
    if re.search(r"[A-Za-z]{3}", text):
        yield re.sub(r"([A-Za-z]{3,})", r"\1x", text, count=1)


def check_reported(files: Mapping[str, str], before: Compilation, place: tuple[str, int, int, str], written: bytes) -> bool:
    """Whether an edit compiled to another program than the one that is written so; then it is reported."""
    name, start, end, text = place
    changed = False
    for variant in variants(text):
        new = {**files, name: files[name][:start] + variant + files[name][end:]}
        after = compile_texts(new, every_option=False, previous=before)
        if after.program is None or dumps(after.program) == written:
            continue
        changed = True
        comparison = compared(before, after)
        is_told = bool(comparison.differences) and not comparison.is_equal  # a failure prints no program
        assert is_told, f"{name}: {text} → {variant}"
        assert as_text(comparison).count("\n") > 3
    return changed


@pytest.mark.full
def test_every_edit_of_a_scalar_that_changes_the_program_is_reported() -> None:
    files = {"game.yaml": BASE}
    before = compile_texts(files, every_option=False)
    written = dumps(program_in(before))
    changed = sum(check_reported(files, before, place, written) for place in scalars(files))
    assert changed > 60


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "count"), [("skirmish", 40), ("aethelgard", 40), ("penance", 6), pytest.param("penance", 200, marks=pytest.mark.soak)]
)
def test_edits_of_real_games_are_reported(name: str, count: int) -> None:
    files = texts_of(name)
    before = compile_texts(files, every_option=False)
    written = dumps(program_in(before))
    places = list(scalars(files))

    @settings(max_examples=count)
    @given(st.sampled_from(places))
    def check(place: tuple[str, int, int, str]) -> None:
        check_reported(files, before, place, written)

    check()


@pytest.mark.full
def test_what_is_written_in_a_definition_is_its_own() -> None:
    """An example that is set up for its question is told where it is changed, and no other one of its file."""
    files = texts_of("penance")
    text = files["examples_damage.yaml"]
    before = compile_texts(files, every_option=False)
    after = compile_texts({**files, "examples_damage.yaml": text.replace("deck: [{feint: 2}, {}]", "deck: [{feint: 3}, {}]", 1)})
    comparison = compared(before, after)
    told = {(item.key.kind, item.key.id) for item in comparison.differences} | {(key.kind, key.id) for key in comparison.elsewhere}
    assert told == {("example", "play_top_of_the_deck")}
    for kind, items in View(before).written.items():
        for name, item in items.items():
            assert len(leaves(kind, item, every)) < 500, (kind, name)


# ---------------------------------------------------------------- the command


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def mended(tmp_path: Path) -> Path:
    """Penance with a card, a cell, a prompt and the id of a counter changed."""
    folder = tmp_path / "mended"
    shutil.copytree(ROOT / "rules" / "penance", folder)
    edit(folder, "cards_church.yaml", "cost: 2\n    damage: 4\n", "cost: 2\n    damage: 5\n")
    edit(folder, "tables.yaml", "{range: 4..long_from - 1, modifier: harder 1", "{range: 4..long_from - 1, modifier: harder 2")
    edit(folder, "damage.yaml", "prompt: Lose which card", "prompt: Which card is lost")
    edit(folder, "state.yaml", "  clumsy: {", "  awkward: {")
    edit(folder, "pilot.yaml", "who.clumsy", "who.awkward")
    edit(folder, "pilot.yaml", "{counter clumsy}", "{counter awkward}")
    edit(folder, "examples_pilot.yaml", "who.clumsy == 1", "who.awkward == 1")
    edit(folder, "facts_spans.yaml", "counter: clumsy", "counter: awkward")
    return folder


@pytest.mark.full
@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_penance_mended(form: str, mended: Path, penance: Callable[..., Ran], golden: Callable[[Path, str], None]) -> None:
    ran = penance("diff", "penance", mended, "--format", form)
    assert (ran.code, ran.err) == (0, "")
    said = ran.out.replace(str(mended), "MENDED")
    golden(FOLDER / f"penance.{ {'text': 'out', 'markdown': 'md', 'json': 'json'}[form] }", said)
    if form == "json":
        jsonschema.validate(json.loads(said), SCHEMA)
    else:
        assert "Fingers broken" in said


@pytest.mark.full
def test_the_same_bytes_whatever_the_hash_seed(mended: Path, penance_process: Callable[..., Ran]) -> None:
    runs = [penance_process("diff", "penance", mended, "--format", "json", env={"PYTHONHASHSEED": seed}).out for seed in ("1", "2")]
    assert runs[0] == runs[1] != ""


@pytest.mark.full
def test_sides_of_one_game(penance: Callable[..., Ran]) -> None:
    ran = penance("diff", "--game", "penance", "dice_pool=off", "dice_pool=v3")
    assert ran.code == 0
    assert "dice_pool=off → v3" in ran.out
    assert penance("diff", "--game", "penance", "dice_pool=no", "dice_pool=v3").err == (
        "penance: dice_pool=no: the option `dice_pool` has no value `no`; its values are: off, v3, v3_conversion\n"
    )
    assert penance("diff", "--game", "penance", "dice_pool=off", "--option", "dice_pool=v3").code == 2


def git(folder: Path, *words: str) -> None:
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"], "HOME": str(folder)}
    names = ["-c", "user.name=somebody", "-c", "user.email=somebody"]
    subprocess.run(["git", *names, *words], cwd=folder, env=own, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits of a game in a folder of a repository, and a change that is not committed."""
    cave = tmp_path / "rules" / "cave"
    cave.mkdir(parents=True)
    (cave / "game.yaml").write_text(BASE, encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "tag", "v1")
    edit(cave, "game.yaml", "cost: 1", "cost: 3")
    git(tmp_path, "commit", "-qam", "two")
    edit(cave, "game.yaml", "start: 5", "start: 6")
    return tmp_path


@pytest.mark.full
def test_revisions_are_read_and_nothing_is_written(repository: Path, penance: Callable[..., Ran]) -> None:
    cave = repository / "rules" / "cave"
    before = {path: path.read_bytes() for path in sorted(repository.rglob("*")) if path.is_file()}
    ran = penance("diff", "v1", "HEAD", cwd=cave)
    assert ran.code == 0
    assert ran.out.startswith("1 figure; 1 card to print anew; saved games are refused\nCave: v1 → HEAD\n")
    assert "cost: 1 → 3" in ran.out and "start" not in ran.out
    assert "start: 5 → 6" in penance("diff", "HEAD", cwd=cave).out
    both = penance("diff", "v1", ".", cwd=cave).out
    assert "cost: 1 → 3" in both and "start: 5 → 6" in both
    assert penance("diff", "v1", "--game", "rules/cave", cwd=repository).out.splitlines()[0] == both.splitlines()[0]
    assert {path: path.read_bytes() for path in sorted(repository.rglob("*")) if path.is_file()} == before


@pytest.mark.full
def test_files_beside_the_rules_are_those_of_the_revision(repository: Path, penance: Callable[..., Ran]) -> None:
    """An icon that is a file, and a sheet in which cards stay: what compiling reads comes from the revision, whatever lies there now."""
    cave = repository / "rules" / "cave"
    edit(cave, "game.yaml", "cards:", "icons: {wave: icons/wave.svg}\ncards:")
    (cave / "icons").mkdir()
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z"/></svg>'
    (cave / "icons" / "wave.svg").write_text(drawing, encoding="utf-8")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "three")
    ran = penance("diff", "HEAD", cwd=cave)
    assert ran.code == 0, ran.out
    assert "does not compile" not in ran.out
    (cave / "icons" / "wave.svg").write_text("not a drawing", encoding="utf-8")
    assert "The new game (cave as it is now) does not compile: 1 error, the first at game.yaml" in penance("diff", "HEAD", cwd=cave).out
    git(repository, "rm", "-q", "--cached", "rules/cave/icons/wave.svg")
    git(repository, "commit", "-qm", "four")
    ran = penance("diff", "HEAD", "HEAD~1", cwd=cave)
    assert "The old game (HEAD) does not compile: 1 error" in ran.out
    assert "icons/wave.svg is not there" in " ".join(ran.out.split()) and "The new game" not in ran.out


def test_what_cannot_be_compared_is_one_sentence(repository: Path, penance: Callable[..., Ran]) -> None:
    cave = repository / "rules" / "cave"
    shutil.copytree(cave, cave / "v1")
    assert penance("diff", "v1", cwd=cave).err == (
        "penance: `v1` is a folder and a revision of git; write ./v1 for the folder, v1^0 for the revision\n"
    )
    shutil.rmtree(cave / "v1")
    assert penance("diff", "v9", cwd=cave).err == "penance: `v9` is neither a folder nor a revision of git\n"
    assert penance("diff", "../../rules", cwd=cave).err == "penance: ../../rules holds no game.yaml, so it is not a game's folder\n"
    assert "git must be installed" in penance("diff", "v9", cwd=cave, env={"PATH": ""}).err
    git(repository, "mv", "rules/cave", "rules/grotto")
    assert "no game.yaml" in penance("diff", "v1", cwd=repository / "rules" / "grotto").err
    shutil.rmtree(repository / ".git")
    outside = penance("diff", "v1", cwd=repository / "rules" / "grotto", env={"GIT_CEILING_DIRECTORIES": str(repository)})
    assert "git repository" in outside.err and outside.code == 2


def test_a_file_that_git_does_not_have_is_one_sentence(repository: Path, penance: Callable[..., Ran]) -> None:
    """As in a clone that was made without the contents of old files."""
    blob = subprocess.run(
        ["git", "rev-parse", "v1:rules/cave/game.yaml"], cwd=repository, check=True, capture_output=True, text=True
    ).stdout
    (repository / ".git" / "objects" / blob[:2] / blob[2:].strip()).unlink()
    ran = penance("diff", "v1", cwd=repository / "rules" / "cave")
    says = "git does not have game.yaml as it was in this revision; fetch it, or name another revision"
    assert (ran.code, ran.err) == (2, f"penance: {says}\n")


def test_a_side_that_does_not_compile(repository: Path, penance: Callable[..., Ran]) -> None:
    cave = repository / "rules" / "cave"
    edit(cave, "game.yaml", "sum(lantern)", "sum(lantrn)")
    ran = penance("diff", "HEAD", cwd=cave)
    assert ran.code == 1
    assert "does not compile: 1 error, the first at game.yaml:39:" in ran.out


@pytest.mark.full
def test_what_a_front_is_printed_from_tells_whether_it_is_the_same(tmp_path: Path) -> None:
    """The parts by name differ exactly where what is laid out and drawn differs."""
    from penance_build.compilation import Compilation as Compiled
    from penance_build.press.cards.deck_position import DeckPosition
    from penance_build.press.cards.faces import press_with
    from penance_build.press.cards.front import front
    from penance_build.press.cards.printed import front_parts
    from penance_build.press.complaints import Complaints
    from penance_build.press.imposition.trims import TRIMS
    from penance_build.press.look.style import style_of
    from penance_build.product import NoCache

    def faces(compilation: Compiled) -> dict[str, tuple[object, object]]:
        program = compilation.program
        assert program is not None
        style = style_of(program, Complaints(compilation), NoCache())
        assert style is not None
        press = press_with(program, style.theme, style.fonts, TRIMS["poker"], NoCache())
        found = {}
        for card in program.cards[::9]:
            face = front(press, card, DeckPosition(1, 1, 1))
            assert face.laid_out is not None
            found[card.id] = (face.laid_out.pdf, face.art), front_parts(program, card)
        return found

    edits = (
        ("cards_church.yaml", "name: Blood Offering", "name: Blood Offerings"),
        ("theme.yaml", 'tincture_red: "#8', 'tincture_red: "#7'),
        ("cards_church.yaml", "cost: 0", "cost: 1"),
        ("game.yaml", "name: Dice pools", "name: Pools of dice"),
    )
    before = faces(compile_game(ROOT / "rules" / "penance"))
    for number, (name, old, new) in enumerate(edits):
        folder = tmp_path / str(number)
        shutil.copytree(ROOT / "rules" / "penance", folder)
        edit(folder, name, old, new)
        after = faces(compile_game(folder))
        for card, (printed, parts) in after.items():
            assert (printed == before[card][0]) == (parts == before[card][1]), (name, card)
