"""States carried over from other rules, in both languages: by name what is in both, told of what is not, refused what cannot go on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.ir.nodes import Program
from tests.engine_support import javascript, node_path, played, python_engine
from tests.games import program_of
from tests.test_live import DEEP

CHANGED = (
    ("      - {change: who.purse, by: ", "      - {let: twice, value: 2 * price}\n      - {change: who.purse, by: "),
    ("type: 0..9, start: 0}\n", "type: 0..1, start: 0}\n  luck: {name: Luck, owner: player, type: 0..9, start: 4}\n"),
    ("              buy: Buy\n", "              sleep: Sleep\n              buy: Buy\n"),
    ("              buy: [{call: ask_price", "              sleep: []\n              buy: [{call: ask_price"),
    ("options: {nothing: Nothing, one: One, three: Three, all: All}", "options: {one: One, nothing: Nothing, two: Two, all: All}"),
    ("three: [{call: twice, with: {who: who, price: 3}, take: {rest: left}}, {let: paid, value: 6}]", "two: [{let: paid, value: 4}]"),
)


def changed(*pairs: tuple[str, str]) -> str:
    text = DEEP
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def program(text: str) -> Program:
    return played(program_of(text))


def after(engine: ModuleType, *options: str) -> Any:
    """The state after these options."""
    state = engine.new_game({"setup": "m"}, 5)
    for option in options:
        state, _ = engine.apply(state, next(action for action in engine.legal(state) if action["option"] == option))
    return state


RUNNER = """
import { readFileSync, writeFileSync } from "node:fs";
const [old, now] = [await import(process.argv[2]), await import(process.argv[3])];
const out = JSON.parse(readFileSync(process.argv[4], "utf8")).map((state) => {
    try {
        return now.migrate(state, JSON.parse(JSON.stringify(old.layout())));
    } catch (problem) {
        return { refused: problem.message };
    }
});
writeFileSync(process.argv[5], JSON.stringify({ out, compatible: [now.compatible(old.RULES), now.compatible(now.RULES)] }));
"""


@pytest.mark.full
def test_a_game_goes_on_under_changed_rules(tmp_path: Path) -> None:
    """In the middle of a call, with options in another order, a counter more and one with less room: every place is found by name."""
    old, now = program(DEEP), program(changed(*CHANGED))
    one, two = python_engine(old, tmp_path), python_engine(now, tmp_path)
    assert (two.compatible(one.RULES), two.compatible(two.RULES)) == (False, True)
    state = after(one, "borrow", "borrow", "buy")
    found, report = two.migrate(state, json.loads(json.dumps(one.layout())))
    assert report == [
        "the counter debt is kept within 0 to 1",
        "the counter luck begins at 4",
        "some answers to what is asked are gone",
    ]
    assert found["pending"]["options"] == ["nothing", "one", "all"]
    assert found["counters"] == {"purse": [14], "debt": [1], "luck": [4]}
    assert [frame["p"] for frame in found["frames"]] == ["market", "ask_price"]
    assert two.describe(found, 0)["prompt"] == "What is it worth?"
    later, _ = two.apply(found, {"type": "choose", "procedure": "ask_price", "slot": "price", "option": "one"})
    assert (later["counters"]["purse"], later["pending"]["slot"]) == ([12], "deed")
    assert two.undo(later)["pending"] == found["pending"]
    for call in (lambda: two.undo(json.loads(json.dumps(later))), lambda: two.replay(later["log"])):
        with pytest.raises(two.StateError, match="carried over from other rules, and what was before cannot be played again"):
            call()
    assert two.migrate(found, two.layout()) == (found, [])
    given = [after(one), state, after(one, "buy", "one", "wait"), {**state, "rules": "x"}, {**state, "frames": [1]}]
    names = [tmp_path / name for name in ("one.mjs", "two.mjs", "given.json", "out.json")]
    names[0].write_text(javascript(old), encoding="utf-8")
    names[1].write_text(javascript(now), encoding="utf-8")
    names[2].write_text(json.dumps(given), encoding="utf-8")
    (tmp_path / "runner.mjs").write_text(RUNNER, encoding="utf-8")
    arguments = [names[0].as_uri(), names[1].as_uri(), *map(str, names[2:])]
    subprocess.run([node_path(), str(tmp_path / "runner.mjs"), *arguments], check=True, timeout=60)
    answer = json.loads(names[3].read_text(encoding="utf-8"))
    assert answer["compatible"] == [False, True]
    for given_state, theirs in zip(given, answer["out"], strict=True):
        try:
            ours: Any = dict(zip(("state", "report"), two.migrate(given_state, one.layout()), strict=True))
        except two.StateError as problem:
            ours = {"refused": str(problem)}
        assert ours == theirs
    assert [answer["out"][place].get("refused") for place in (3, 4)] == [
        "this layout is not that of the rules that the state was made with",
        "this state or this layout is damaged",
    ]


@pytest.mark.parametrize(
    ("pairs", "what"),
    [
        (
            (("  ask_price:", "  ask_worth:"), ("call: ask_price", "call: ask_worth")),
            "the procedure market has lost its call of ask_price",
        ),
        (
            (("choose: price", "choose: worth"), ("match: price\n", "match: worth\n")),
            "the procedure ask_price has lost the choice it waits for",
        ),
        (
            (("procedure: market", "procedure: bazaar"), ("  market:\n", "  bazaar:\n")),
            "there is no procedure 'market' any more",
        ),
    ],
)
def test_what_cannot_go_on_is_refused(pairs: tuple[tuple[str, str], ...], what: str, tmp_path: Path) -> None:
    one, two = python_engine(program(DEEP), tmp_path), python_engine(program(changed(*pairs)), tmp_path)
    with pytest.raises(two.StateError) as problem:
        two.migrate(after(one, "buy"), one.layout())
    assert str(problem.value) == f"this state cannot be carried over: {what}"
