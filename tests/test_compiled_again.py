"""A game that is compiled again, with what was there before, is what it is compiled afresh: programs, problems and places."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from penance_build.api import Compilation, compile_texts
from penance_build.model.context import work
from tests.cases_support import Case, load_cases

_SECTION = re.compile(r"^(?=[a-z_]+:)", re.M)
_WORDS = ("number", "blank", "gone", "word", "comment", "condition")


def texts_of(folder: Path) -> dict[str, str]:
    """The files of the rules in a folder, a file a section: what is no YAML hides no more than its own section."""
    found = {}
    for path in sorted(folder.rglob("*.yaml")):
        name = path.relative_to(folder).as_posix()
        found.update(split(path.read_text(encoding="utf-8"), name))
    return found


def split(text: str, name: str) -> dict[str, str]:
    """The sections of a file as files; the one with ``game:`` keeps the name."""
    parts = [part for part in _SECTION.split(text) if part.strip()]
    return {name if part.startswith("game:") else f"{name.removesuffix('.yaml')}/{number}.yaml": part for number, part in enumerate(parts)}


def changes(files: dict[str, str], chance: random.Random) -> Iterator[dict[str, str]]:
    """The texts after small edits, one after another: numbers, lines added and taken away, words and conditions that mean nothing."""
    now = dict(files)
    for _ in range(12):
        name = chance.choice(sorted(now))
        lines = now[name].split("\n")
        at = chance.randrange(len(lines))
        kind = chance.choice(_WORDS)
        if kind == "number":
            lines[at] = re.sub(r"\d+", lambda match: str(int(match[0]) + chance.choice((-1, 1, 2))), lines[at], count=1)
        elif kind == "word":
            lines[at] = re.sub(r"\b[a-z_]{4,}\b", lambda match: match[0] + "x", lines[at], count=1)
        elif kind == "condition":
            lines[at] = re.sub(r"^(\s*- )(\w+:)|\{(\w+:)", _with_condition, lines[at], count=1)
        elif kind == "gone":
            del lines[at]
        else:
            lines.insert(at, "" if kind == "blank" else "# a remark")
        now = {**now, name: "\n".join(lines)}
        yield now
        if chance.random() < 0.5:
            now = dict(files)


def _with_condition(match: re.Match[str]) -> str:
    if match[2]:
        return f"{match[1]}when: no_such == on\n{' ' * len(match[1])}{match[2]}"
    return f"{{when: no_such == on, {match[3]}"


def same(files: dict[str, str], start: dict[str, str]) -> list[str]:
    """Compile ``files`` after ``start``; the problems, which are those of compiling it afresh."""
    again, fresh = compile_texts(files, previous=compile_texts(start)), compile_texts(files)
    assert again == fresh
    assert not again != fresh  # noqa: SIM202 - `!=` is a method of its own
    return [f"{item.code} {item.message}" for item in again.problems]


@pytest.mark.full
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.full if seed < 4 else pytest.mark.soak) for seed in range(1, 8))]
)
def test_what_did_not_change_serves_and_nothing_else(root: Path, seed: int) -> None:
    """After every edit; the odd seeds start from a game that an edit has broken."""
    files = texts_of(root / "rules" / ("skirmish" if seed else "aethelgard"))
    chance = random.Random(seed)
    start = list(changes(files, chance))[-1] if seed % 2 else files
    before = compile_texts(start)
    for texts in [*changes(files, chance), files]:
        before = compile_texts(texts, previous=before)
        assert before == compile_texts(texts)


@pytest.mark.full
def test_a_changed_card_is_compiled_again(root: Path) -> None:
    """Edits of Penance, cards mostly: the same program, problems and places as afresh, in a fraction of the work."""
    files = texts_of(root / "rules" / "penance")
    first = before = compile_texts(files)
    cards = {name: text for name, text in files.items() if name.startswith("cards")}
    for changed in islice(changes(cards, random.Random(4)), 6):
        before = compile_texts({**files, **changed}, previous=before)
        assert before == compile_texts({**files, **changed})
    assert compile_texts(files, previous=before) == first


def mended(case: Case) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    """The case in files of a section each, and the same without one of its guilty lines."""
    texts = {name: data.decode("utf-8", "replace") for name, data in case.files}
    bad = {part: text for name, content in texts.items() for part, text in split(content, name).items()}
    for name, line in dict.fromkeys((item.file, item.line) for item in case.expected):
        lines = texts.get(name, "").split("\n")
        if 0 < line <= len(lines):
            lines[line - 1] = ""
            yield bad, {**bad, **split("\n".join(lines), name)}


BAD = [case for case in load_cases("bad") if case.topic != "reading" and len(case.files) < 4]


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=() if number % 12 == 0 else pytest.mark.full, id=case.name) for number, case in enumerate(BAD)]
)
def test_a_fault_that_is_mended_and_made_again(case: Case) -> None:
    """Each fault that the program knows, taken away and put back: nothing of it stays, and nothing of it is forgotten."""
    broken: Compilation | None = None
    for bad, good in islice(mended(case), 6):
        broken = broken or compile_texts(bad)  # the same one each time
        whole = compile_texts(good)
        assert compile_texts(good, previous=broken) == whole
        assert compile_texts(bad, previous=whole) == broken


# ---------------------------------------------------------------- faults that were found

HEAD = 'game: {id: g, name: G, version: "1", language: 1}\n'
OPTION = "options: {mood: {name: Mood, values: {calm: Calm, wild: Wild}}}\n"


def p(steps: str, more: str = "") -> str:
    return f"procedures:\n  p: {{name: P, inputs: {{a: 0..3}}, results: {{x: int}}, steps: [{steps}]}}\n{more}"


def test_a_condition_that_cannot_be_read_is_never_forgotten() -> None:
    files = {"game.yaml": HEAD, "o.yaml": OPTION, "p.yaml": p("{let: x, value: a, when: moood == wild}, {let: x, value: a}")}
    first = compile_texts(files)
    (problem,) = first.problems
    assert problem.code == "E310"
    assert "`moood`" in problem.message
    other = {**files, "d.yaml": "procedures:\n  q: {name: Q, results: {z: int}, steps: [{let: z, value: 1}]}\n"}
    assert same(other, files) == [f"{problem.code} {problem.message}"]
    assert compile_texts(other, every_option=False, previous=first) == compile_texts(other, every_option=False)


@pytest.mark.parametrize(
    ("section", "entry"),
    [
        ("claims", '{says: "1", procedure: p, set: {a: 1}, mean: x, verdict: holds}'),
        ("examples", "{procedure: p, set: {a: 1}, expect: {x: 1}}"),
    ],
)
def test_what_is_said_of_a_procedure_comes_back_with_it(section: str, entry: str) -> None:
    good = {"game.yaml": HEAD, "p.yaml": p("{let: x, value: a}"), "c.yaml": f"{section}: {{one: {entry}}}\n"}
    bad = {**good, "p.yaml": p("{let: x, value: b}")}
    assert same(good, bad) == []
    program = compile_texts(good, previous=compile_texts(bad)).program
    assert program is not None
    assert [item.id for item in getattr(program.proved, section)] == ["one"]
    (problem,) = same(bad, good)
    assert "`b`" in problem
    gone = {**good, "p.yaml": p("{let: x, value: a}").replace("  p:", "  other:")}
    (problem,) = same(gone, good)
    assert "`p`" in problem


CARDS = {
    "game.yaml": HEAD,
    "t.yaml": "card_types: {plain: {name: Plain, inputs: {self: player}}}\n",
    "s.yaml": "counters: {heat: {name: Heat, owner: player, type: 0..9, past: clamp}}\n",
    "w.yaml": 'wording: {vent: {step: change, counter: heat, direction: down, say: "Remove *{by}* Heat"}}\n',
    "c.yaml": "cards: {vent: {name: Vent, type: plain, effects: [{change: self.heat, by: -3}], text: Remove *3* Heat.}}\n",
}


@pytest.mark.parametrize("wording", ["Remove *{byy}* Heat", "Remove {"])
def test_texts_of_cards_come_back_with_the_wording(wording: str) -> None:
    bad = {**CARDS, "w.yaml": CARDS["w.yaml"].replace("Remove *{by}* Heat", wording)}
    assert same(CARDS, bad) == []
    assert [code[:4] for code in same(bad, CARDS)] == ["E707"]


def test_one_fault_of_a_wording_is_one_problem_of_cards_that_say_otherwise() -> None:
    """The card says 2 where its effects say 3, which is not said while the wording itself is wrong."""
    other = {**CARDS, "c.yaml": CARDS["c.yaml"].replace("*3* Heat.", "*2* Heat.")}
    bad = {**other, "w.yaml": CARDS["w.yaml"].replace("{by}", "{byy}")}
    assert [code[:4] for code in same(bad, other)] == ["E707"]
    assert [code[:4] for code in same(other, bad)] == ["E702"]


def test_compilations_differ_or_are_equal_never_both() -> None:
    first = compile_texts(CARDS)
    other = compile_texts({**CARDS, "game.yaml": HEAD.replace("name: G", "name: H")})
    assert first == compile_texts(CARDS)
    assert not first != compile_texts(CARDS)  # noqa: SIM202
    assert first != other
    assert not first == other  # noqa: SIM201


def test_steps_of_loops_count_whether_typed_now_or_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three rules of a hundred steps each where 250 are the limit: the third is too much, in whatever order they came to be known."""
    monkeypatch.setattr(work, "MAX_GAME_WORK", 250)
    step = "{{let: x, value: 0}}, {{each: i, to: 100, do: [{{let: x, value: {end}}}]}}"
    loop = f"  {{name}}: {{{{name: Loop, results: {{{{x: int}}}}, steps: [{step}]}}}}\n"

    def game(**ends: str) -> dict[str, str]:
        return {"game.yaml": HEAD, **{f"{name}.yaml": "procedures:\n" + loop.format(name=name, end=end) for name, end in ends.items()}}

    two, three, changed = game(a="x + 1", b="x + 1"), game(a="x + 1", b="x + 1", c="x + 1"), game(a="x + 2", b="x + 1", c="x + 1")
    assert same(two, three) == []
    (found,) = same(three, two)
    assert found.startswith("E610 all loops together, up to this one, take more than 250 steps to check")
    assert len(same(changed, three)) == len(same(three, changed)) == 1
