"""What a step is known by does not depend on lines and texts: its number, the hash of the rules, saved games, lines of derivations."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from penance_build.api import compile_game
from penance_build.cli.saved import PERSON, Kept, read, write
from penance_build.cli.where import Where
from penance_build.compilation import Compilation
from penance_build.engine.languages.javascript import emit_javascript
from penance_build.ir import nodes, walk
from penance_build.ir.canonical import to_data
from penance_build.ir.identity import rules_hash, without_texts
from penance_build.ir.play import playable
from penance_build.ir.record import replace
from penance_build.play.screen import Screen
from penance_build.play.table import Table
from penance_build.press.complaints import Complaints
from penance_build.source import read_game
from tests.duel_games import GAME, actions_of, games_of, pairings, play
from tests.games import shipped

pytestmark = pytest.mark.full

DOWN = 10


class Rules(NamedTuple):
    """A compiled game and its engine."""

    compilation: Compilation
    program: nodes.Program
    table: Table
    where: Where


def compiled(folder: Path) -> Rules:
    compilation = compile_game(folder, every_option=False)
    assert compilation.program is not None, [problem.message for problem in compilation.problems]
    return Rules(compilation, compilation.program, Table(compilation.program), Where(compilation, folder))


def prompts(value: Any) -> Iterator[tuple[Any, str]]:
    """The mappings below a value that have a prompt, with its key."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key == "prompt" and isinstance(item, str):
            yield value, key
        yield from prompts(item)


def moved(folder: Path) -> int:
    """Copy the game of the duel with an X behind every prompt and blank lines on top of each file; the answer is how many prompts."""
    source, _ = read_game(GAME)
    changed = 0
    for file in source.files:
        lines = source.texts[file.name].split("\n")
        places = sorted(((file.positions.value(holder, key), holder[key]) for holder, key in prompts(file.root)), reverse=True)
        for span, _ in places:
            at = span.end_column - 1
            text = lines[span.end_line - 1]
            at -= text[at - 1] in "\"'"
            lines[span.end_line - 1] = text[:at] + " X" + text[at:]
        changed += len(places)
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n" * DOWN + "\n".join(lines), encoding="utf-8")
    return changed


@pytest.fixture(scope="module")
def before() -> Rules:
    return compiled(GAME)


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    folder = tmp_path_factory.mktemp("moved")
    assert moved(folder) > 15
    return compiled(folder)


def test_the_hash_does_not_see_lines_and_prompts(before: Rules, after: Rules) -> None:
    assert before.table.rules.RULES == after.table.rules.RULES == rules_hash(before.program)
    assert f'"{before.table.rules.RULES}"' in emit_javascript(playable(after.program))
    assert before.program != after.program


def test_a_saved_game_goes_on_and_asks_with_the_new_text(before: Rules, after: Rules, tmp_path: Path) -> None:
    setup, path = before.table.setup(None), str(tmp_path / "duel.json")
    decks = setup.decks[:1] * 2
    write(path, Kept(setup.id, (PERSON, PERSON), tuple(decks), 3, before.table.new_game(setup, decks, 3)))
    assert "prompt" not in json.loads((tmp_path / "duel.json").read_text())["state"]["pending"]
    kept = read(path, after.table)
    old, new = (Screen(rules.table, ["You", "They"]).prompt(kept.state) for rules in (before, after))
    assert new == old + " X"


def unprompted(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events without the prompts of what is asked."""
    asked = [{**event, "pending": {**event["pending"], "prompt": ""}} if event["type"] == "ask" else event for event in events]
    assert any(event["type"] == "ask" for event in asked)
    return asked


def moves_down(before: Rules, after: Rules, seeds: range) -> int:
    """Play a duel for each seed and tell it under both rules; how many lines of derivations there were."""
    lines = 0
    pairs = pairings(before.program)
    for seed in seeds:
        (game,) = games_of(pairs[seed % len(pairs)], range(seed, seed + 1))
        state = play(before.table.rules, *game)
        old, new = (rules.table.rules.retell(state["log"]) for rules in (before, after))
        assert unprompted(old) == unprompted(new)
        notes = [(event["procedure"], event["step"]) for event in old if event["type"] == "note"]
        for step in set(notes):
            first, second = before.where.at(*step), after.where.at(*step)
            assert first is not None
            assert second == {**first, "line": first["line"] + DOWN}
        lines += len(notes)
    return lines


def test_every_line_of_a_derivation_moves_with_its_step(before: Rules, after: Rules) -> None:
    assert moves_down(before, after, range(1)) > 1000


@pytest.mark.parametrize("first", range(0, 50, 10))
def test_every_line_of_fifty_duels_moves_with_its_step(before: Rules, after: Rules, first: int) -> None:
    assert moves_down(before, after, range(first, first + 10)) > 10_000


# ---------------------------------------------------------------- what the hash holds


RULES = """
game: {id: g, name: G, version: "1", language: 1}
options: {quick: {name: Quick, values: {"off": Slow, "on": Quick}}}
counters: {life: {name: Life, owner: player, type: 0..20, start: 9}}
wording: {done: {step: tell, say: It is done.}}
dice: {d: {name: D, sides: 6}}
tables:
  harm:
    inputs: {x: 1..6}
    outputs: {harm: 0..6}
    hit: unique
    rows: [{x: 1..3, harm: 0, label: None}, {x: 4..6, harm: 1, label: Some}]
procedures:
  strike:
    name: Strike
    inputs: {who: player}
    results: {total: int}
    steps:
      - roll: d
      - choose: way
        by: who
        prompt: How?
        options: {hard: Hard, soft: Soft}
      - let: total
        when: quick == off
        sum:
          - {label: Die, value: sum(d)}
          - {label: Harm, value: harm(sum(d))}
      - let: total
        when: quick == on
        value: 1
      - match: way
        cases:
          hard: [{change: who.life, by: -total}]
          soft: [{change: who.life, by: -1}]
      - tell: done
"""


def hash_of(text: str, folder: Path, **options: str) -> str:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    program = compile_game(folder, options).program
    assert program is not None, [problem.message for problem in compile_game(folder, options).problems]
    return rules_hash(program)


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        ("prompt: How?", "prompt: And how?", True),
        ("hard: Hard", "hard: Harder", True),
        ("name: Strike", "name: Blow", True),
        ("name: Life", "name: Health", True),
        ("label: Some", "label: A little", True),
        ("{label: Die, value: sum(d)}", "sum(d)", True),
        ("say: It is done.", "say: [It is done., It was easy.]", True),
        ('version: "1"', 'version: "2"', True),
        ("{name: D, sides: 6}", "{name: A die, sides: 6}", True),
        ("sides: 6", "sides: 5", False),
        ("by: -1", "by: -2", False),
        ("harm: 1", "harm: 2", False),
        ("start: 9", "start: 8", False),
        ("soft: Soft", "mild: Mild", False),
        ("- roll: d", "- {let: more, when: quick == on, value: 1}\n      - roll: d", False),  # the choice has another number now
    ],
)
def test_what_the_hash_sees(old: str, new: str, is_same: bool, tmp_path: Path) -> None:
    changed = RULES.replace(old, new)
    assert changed != RULES
    changed = changed.replace("soft: [", "mild: [") if "mild" in new else changed
    assert (hash_of(RULES, tmp_path) == hash_of(changed, tmp_path)) is is_same


FREE = {"tables", "dice", "enums", "counters", "procedures", "attributes", "decks", "setups", "spaces"}
NUMBERED = {"zones", "cards", "card_types", "slots", "factions"}


def test_the_order_of_definitions_is_seen_where_their_numbers_are_played(before: Rules) -> None:
    for section in FREE | NUMBERED:
        turned = replace(before.program, **{section: getattr(before.program, section)[::-1]})
        assert (rules_hash(turned) == rules_hash(before.program)) is (section in FREE or len(getattr(turned, section)) < 2), section


def test_files_may_change_their_names(before: Rules, tmp_path: Path) -> None:
    """But those whose cards then come in another order."""
    shutil.copytree(GAME, tmp_path / "rules")
    for number, path in enumerate(sorted((tmp_path / "rules").rglob("*.yaml"), reverse=True)):
        numbered = re.search(f"^({'|'.join(NUMBERED)}|card_slots):", path.read_text("utf-8"), re.MULTILINE)
        if path.name != "game.yaml" and not numbered:
            path.rename(path.with_name(f"{number:02}_{path.name}"))
    assert rules_hash(compiled(tmp_path / "rules").program) == rules_hash(before.program)


@pytest.mark.parametrize("game", ["penance", "aethelgard", "skirmish"])
def test_the_hash_holds_ids_and_no_texts(game: str) -> None:
    program = shipped(game)
    found = set(words_in(to_data(without_texts(playable(program)))))
    assert len(found) > 50
    assert not [text for text in found if text and not re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*", text)]


def words_in(value: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from words_in(item)


def test_steps_are_numbered_as_they_are_written(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(RULES, encoding="utf-8")
    for quick in ("off", "on"):
        found = compile_game(tmp_path, {"quick": quick})
        assert found.program is not None
        lines = RULES.split("\n")
        heads = [lines[span.line - 1].strip()[:14] for _, span in sorted(found.steps.items())]
        assert heads == [
            "- roll: d", "- choose: way", "- let: total", "- {label: Die,", "- {label: Harm", "- let: total", "- match: way",
            "hard: [{change", "soft: [{change", "- tell: done",
        ]  # fmt: skip
        body = next(item for item in found.program.procedures if item.id == "strike").body
        steps = [(stmt.kind, stmt.step) for stmt in walk.statements(body) if hasattr(stmt, "step")]
        notes = [("note", 4), ("note", 5)] if quick == "off" else []
        assert steps == [("roll", 1), ("choose", 2), *notes, ("change", 8), ("change", 9), ("report", 10)]


def test_a_problem_bears_the_number_of_its_step(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(RULES.replace("harm(sum(d))", "harm(sum(e))"), encoding="utf-8")
    (problem,) = [item for item in compile_game(tmp_path).problems if item.severity == "error"]
    assert (problem.entity, problem.step) == (("procedure", "strike"), 5)


def test_a_problem_of_a_printed_text_stands_where_it_is_written_from(before: Rules) -> None:
    complaints = Complaints(before.compilation)
    card = next(card for card in before.program.cards if card.procedure)
    complaints.say_of_text("E801", "too high", card.id)
    (problem,) = complaints.found()
    assert (problem.entity, problem.step) == (("card", card.id), 1)
    assert problem.span == before.compilation.steps[card.procedure, 1]


def test_engines_name_the_step_that_refuses(before: Rules) -> None:
    """An action that a later step forbids is refused by that step, in its procedure."""
    rules = before.table.rules
    state = before.table.new_game(before.table.setup(None), [], 1)
    seen = set()
    for _ in range(40):
        action = actions_of(state, rules, False)[0]
        options = before.table.options_of(state) if "option" in action else ()
        for refusal in filter(None, (rules.why_not(state, {**action, "option": option}) for option in options)):
            assert (refusal["procedure"], refusal["step"]) in before.compilation.steps
            seen.add((refusal["procedure"], refusal["step"]))
        state = rules.apply(state, action)[0]
        if state["pending"] is None:
            break
    assert seen
