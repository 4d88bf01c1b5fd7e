"""Odds on the reference: printed is what `penance odds` says, a question is computed once, what has no answer is a problem."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from penance_build.api import Compilation, compile_texts, odds
from penance_build.build.cache import FileCache
from penance_build.build.judging import answers as answering
from penance_build.build.judging.answers import answers, printed_odds, produce
from penance_build.build.judging.judged import judge
from penance_build.ir.interpret.ready import Pile
from penance_build.ir.nodes import Block, Program, Situation
from penance_build.press.reference.blocks import Shown, shown_blocks
from penance_build.press.reference.cells import words_of
from penance_build.press.reference.chances import decimal, percent
from penance_build.product import NoCache
from tests.command_line import Ran
from tests.games import shipped
from tests.press_dice_support import by_path, compiled, extents, paths_drawn, settings, text_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("aethelgard", "penance", "skirmish")
full = pytest.mark.full


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize(
    ("p", "digits", "text"),
    [
        (Fraction(0), 1, "0"),
        (Fraction(1), 1, "100"),
        (Fraction(1, 10_000), 1, "<0.1"),
        (Fraction(499, 1_000_000), 1, "<0.1"),
        (Fraction(5, 10_000), 1, "0.1"),
        (Fraction(9_994, 10_000), 1, "99.9"),
        (Fraction(9_995, 10_000), 1, ">99.9"),
        (Fraction(999_999, 1_000_000), 1, ">99.9"),
        (Fraction(7, 12), 1, "58.3"),
        (Fraction(1, 2), 1, "50.0"),
        (Fraction(1, 1_000), 0, "<1"),
        (Fraction(5, 1_000), 0, "1"),
        (Fraction(7, 12), 0, "58"),
        (Fraction(995, 1_000), 0, ">99"),
        (Fraction(1), 0, "100"),
    ],
)
def test_nothing_and_certainty_are_printed_only_where_they_are_exact(p: Fraction, digits: int, text: str) -> None:
    assert percent(p, digits) == text


@pytest.mark.parametrize(("value", "digits", "text"), [("61/18", 1, "3.4"), ("-1/4", 1, "−0.3"), ("5/2", 0, "3"), ("-1/100", 1, "0.0")])
def test_means_are_rounded_half_up(value: str, digits: int, text: str) -> None:
    assert decimal(Fraction(value), digits) == text


# ---------------------------------------------------------------- the same as `penance odds`


def written(game: str, pools: str = "off") -> Iterator[dict[str, Any]]:
    """The blocks of odds that stand under an option, as they are written, read without our reader."""
    absent = "dice_pool != off" if pools == "off" else "dice_pool == off"
    for path in sorted((ROOT / "rules" / game).glob("*.yaml")):
        for side in (yaml.safe_load(path.read_text(encoding="utf-8")) or {}).get("reference", ()):
            yield from (block for block in side["blocks"] if block["show"] == "odds" and block.get("when") != absent)


def lines(found: Program, procedure: str, axis: Any, at_least: bool = False) -> Iterator[tuple[dict[str, Any], str, str]]:
    """What each row or column sets, and the event or mean that it asks for, in the words of `penance odds`."""
    inputs = {item.name: item.type for item in found.by_id.procedures[procedure].inputs}
    for part in [axis] if isinstance(axis, dict) else axis:
        if "title" in part:
            yield {name: value_of(value) for name, value in part.get("set", {}).items()}, part.get("where", ""), part.get("mean", "")
            continue
        for name, values in part.items():
            if name == "at_least" or name == "each":
                yield from lines(found, procedure, values, name == "at_least")
            elif name != "heading":
                for value in expanded(found, procedure, name, values):
                    is_input = name in inputs and not at_least
                    yield ({name: value}, "", "") if is_input else ({}, f"{name} {'>=' if at_least else '=='} {value}", "")


def value_of(value: Any) -> Any:
    """A value, a constant by its number; the program has no constants any more, and these stand in what it prints."""
    return {"execution_total": 10, "hand_size": 6, "danger_heat": 5, "critical_heat": 10, "long_from": 7}.get(value, value)


def expanded(found: Program, procedure: str, name: str, values: Any) -> list[Any]:
    if values == "..":
        kind = next(slot.type for slot in found.by_id.procedures[procedure].results if slot.name == name)
        return [member.id for member in found.by_id.enums[kind.ref].members]
    if isinstance(values, list):
        return [value_of(value) for value in values]
    low, high = (value_of(int(end) if end.lstrip("-").isdigit() else end) for end in values.split(".."))
    return list(range(low, high + 1))


def asked(found: Program, block: Mapping[str, Any]) -> list[list[str]]:
    """The figures of a block as the library of ``penance odds`` gives them, in the rounding that is promised."""
    procedure = block["procedure"]
    zones = block.get("zones", {})
    decks = {name: (pile(found, deck),) for name, deck in zones.items()}
    situation = Situation(zones=tuple(decks.items())) if zones else None
    rows = []
    for row, event, mean in lines(found, procedure, block["down"]):
        cells = []
        for column, other, average in lines(found, procedure, block["across"]) if "across" in block else [({}, "", "")]:
            where = event or other or block.get("where", "")
            result = mean or average or ("" if where and (event or other) else block.get("mean", ""))
            given = {**block.get("set", {}), **row, **column}
            if result:
                answer = odds(found, procedure, given, of=[result], situation=situation)
                cells.append(rounded(answer.mean[result], block.get("digits", 1)))
            else:
                chance = odds(found, procedure, given, where=where, of=(), situation=situation).p
                assert chance is not None
                cells.append(rounded_chance(chance, block.get("digits", 1)))
        rows.append(cells)
    return rows


def pile(found: Program, deck: str) -> Pile:
    return next(item.cards for item in found.decks if item.id == deck)


def rounded(value: Fraction, digits: int) -> str:
    return f"{int(value * 10**digits + Fraction(1, 2)) / 10**digits:.{digits}f}"


def rounded_chance(p: Fraction, digits: int) -> str:
    text = rounded(p * 100, digits)
    if p in (0, 1):
        return str(int(p * 100))
    return f"<{10**-digits:g}" if float(text) == 0 else f">{100 - 10**-digits:g}" if float(text) == 100 else text


def shown(found: Program) -> list[Shown]:
    figures = answers(found, NoCache()).figures
    blocks = tuple(block for side in found.printed.reference for block in side.blocks if block.odds is not None)
    return list(shown_blocks(found, blocks, words_of(found), figures))


@pytest.mark.full
@pytest.mark.parametrize(("game", "pools"), [*((game, "off") for game in GAMES), ("penance", "v3"), ("penance", "v3_conversion")])
def test_the_page_says_what_penance_odds_says(game: str, pools: str) -> None:
    found = shipped(game) if pools == "off" else shipped(game, dice_pool=pools)
    blocks, page = list(written(game, pools)), shown(found)
    assert len(blocks) == len(page) >= 1
    for block, there in zip(blocks, page, strict=True):
        assert [[figure.text for figure in row.figures] for row in there.figures] == asked(found, block), block["title"]


def test_some_of_it_by_hand() -> None:
    """Two dice of 0 to 5 reach 5 in 21 of 36 cases; four of six faces take the damage; six cards of thirty, twelve of them primary."""
    found = {block.title: block for block in shown(shipped("penance"))}
    hit = found["To hit"].figures[3].figures[0]
    assert (found["To hit"].figures[3].head, hit.text, hit.sign, hit.length) == ("5", "58.3", "\N{NO-BREAK SPACE}%", 5833)
    assert [figure.text for figure in found["Defense Dice"].figures[1].figures] == ["88.9", "44.4", "0", "0", "0", "1.3"]
    assert found["What you draw"].figures[5].figures[0].text == "96.9"  # 1 - C(18, 6) / C(30, 6)
    assert found["Strain"].figures[5].figures[2].text == "100"


@full
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
def test_the_page_of_odds_is_one_page_and_holds_every_figure(paper: str) -> None:
    produced = produce(Compilation(shipped("penance"), ()), settings(paper))
    assert not produced.problems
    text = re.sub(r"\s+", "", text_of(by_path(produced.artifacts)[f"reference/penance-odds-{paper}.pdf"]))
    for block in shown(shipped("penance")):
        for row in block.figures:
            figures = "".join(figure.text + figure.sign.strip() for figure in row.figures)
            assert (re.sub(r"\s+", "", row.head) + figures) in text, (block.title, row.head)


# ---------------------------------------------------------------- how often it is computed

GAME = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {sides: 6}}
procedures:
  throw:
    inputs: {count: {type: 1..9, default: 2}}
    results: {total: int, high: bool}
    steps: [{roll: d6, count: count}, {let: total, value: sum(d6)}, {let: high, value: total >= 9}]
  asks:
    inputs: {who: player}
    results: {took: int}
    steps:
      - {choose: one, by: who, prompt: Which, options: {left: Left, right: Right}}
      - {let: took, value: if one == left then 1 else 2}
reference:
  - title: Odds
    blocks:
      - {title: High, show: odds, procedure: throw, where: high, down: {count: 1..4}}
      - {title: Total, show: odds, procedure: throw, down: {total: 2..12}, bars: true}
"""


def made(text: str = GAME) -> Compilation:
    return compile_texts({"game.yaml": text.lstrip("\n")})


@full
def test_bars_are_as_long_as_what_they_show() -> None:
    """The longest, of seven with two dice, has what its column leaves; each of the others has its share of that."""
    [page] = by_path(produce(made(), settings("a4")).artifacts).values()
    paths = dict.fromkeys(tuple(path) for path in paths_drawn(page))  # each is a clip as well
    bars = [width for width, height in (extents(list(path)) for path in paths) if abs(height - 2400) < 20][:11]  # of the first copy
    assert bars[5] > 30_000
    for bar, share in zip(bars, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True):
        assert abs(bar - bars[5] * share / 6) < 50, bars


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The questions that were computed."""
    found: list[object] = []
    real = answering.exact_value

    def counted(*given: Any) -> Fraction | None:
        found.append(given[1])
        return real(*given)

    monkeypatch.setattr(answering, "exact_value", counted)
    return found


def test_an_unchanged_question_is_computed_once(tmp_path: Path, computed: list[object]) -> None:
    cache = FileCache(tmp_path)

    def count(text: str) -> int:
        computed.clear()
        found = made(text).program
        assert found is not None
        figures = answers(found, cache).figures
        assert figures == answers(found, NoCache()).figures
        return len(computed) - 15  # without a cache each of them is computed

    assert count(GAME) == 15
    assert count(GAME) == 0
    assert count(GAME.replace("name: G", "name: Another").replace("title: High", "title: Nine or more")) == 0
    assert count(GAME.replace("procedure: throw, where: high", "procedure: throw, where: not high")) == 4  # the others are known
    assert count(GAME.replace("d6: {sides: 6}", "d6: {faces: [{id: a, value: 1, copies: 5}, {id: b, value: 6}]}")) == 15
    assert count(GAME) == 0


def test_a_damaged_entry_is_computed_anew() -> None:
    class Broken(NoCache):
        def get(self, key: str) -> bytes | None:
            return b'["no"]'

    found = made().program
    assert found is not None
    assert answers(found, Broken()).figures == answers(found, NoCache()).figures


# ---------------------------------------------------------------- what has no answer

UNANSWERED = GAME.replace("procedure: throw, where: high, down: {count: 1..4}", "procedure: asks, set: {who: 1}, down: {took: 1..2}")


def test_what_has_no_exact_answer_is_not_printed() -> None:
    compilation = made(UNANSWERED)
    assert not compilation.problems
    (problem,) = judge(compilation)
    assert (problem.code, problem.span.line, problem.span.column) == ("E843", 17, 46)
    assert problem.message.startswith("the odds of `asks` cannot be printed, row `1`: ")
    assert "one" in problem.message
    produced = produce(compilation, settings("a4"))
    assert [problem.code for problem in produced.problems] == ["E843"]
    assert produced.artifacts == ()


@pytest.mark.full
def test_odds_under_another_option_are_judged_too() -> None:
    text = UNANSWERED.replace("dice:", 'options: {extra: {name: Extra, values: {"off": Plain, "on": With it}}}\ndice:', 1)
    text = text.replace("show: odds, procedure: asks", "show: odds, when: extra == on, procedure: asks")
    (problem,) = judge(made(text))
    assert problem.code == "E843"
    assert problem.message.endswith(", with extra on")
    assert not produce(made(text), settings("a4")).problems


@pytest.mark.full
def test_the_budget_is_that_of_claims() -> None:
    heavy = GAME.replace("type: 1..9, default: 2", "type: 1..200, default: 2").replace("sides: 6", "sides: 60")
    heavy = heavy.replace("value: total >= 9", 'value: "run(d6) + sum(best(d6, 40)) >= 90"')
    found = made(heavy.replace("down: {count: 1..4}", "down: {count: [2, 200]}"))
    assert not [problem for problem in found.problems if problem.severity == "error"]
    problems = judge(found)
    assert [problem.code for problem in problems] == ["E843"]
    assert "row `200`" in problems[0].message
    assert "limit" in problems[0].message


def test_check_leaves_the_computing_out_where_it_is_asked_to(tmp_path: Path, penance: Callable[..., Ran]) -> None:
    (tmp_path / "game.yaml").write_text(UNANSWERED.lstrip("\n"), encoding="utf-8")
    assert penance("check", tmp_path, "--quick").code == 0
    ran = penance("check", tmp_path, "--format", "short")
    assert ran.code == 1
    assert "game.yaml:17:46: E843 the odds of `asks` cannot be printed" in ran.out


def test_who_prints_without_answers_is_told() -> None:
    from penance_build.press.reference import product

    produced = product.produce(compiled("skirmish"), settings("a4"))
    assert [problem.code for problem in produced.problems] == ["E842"]
    assert "have not been computed" in produced.problems[0].message


# ---------------------------------------------------------------- rows, columns, headings


def table(text: str) -> Any:
    """The one block of a game whose block is this."""
    start = GAME[: GAME.index("      - {title: High")]
    found = made(f"{start}      - {{title: One, show: odds, procedure: throw, {text}}}\n")
    assert not [problem for problem in found.problems if problem.severity == "error"], found.problems
    assert found.program is not None
    (one,) = printed_odds(found.program)
    return one


def test_headings_are_those_written_else_names() -> None:
    plain = table("down: {count: 1..2}, across: {at_least: {total: [4, 9]}}")
    assert (plain.down, plain.across, plain.heads) == ("Count", (("Total", 2),), ("4+", "9+"))
    said = table("down: {count: [1]}, down_heading: Dice, across: {total: 4..5}, across_heading: Exactly")
    assert (said.down, said.across, said.heads) == ("Dice", (("Exactly", 2),), ("4", "5"))
    across = "{heading: So much, at_least: {total: 2..4}}, {title: Nine, where: high}, {each: {total: [3]}}"
    groups = table(f"down: {{count: 1..2}}, across: [{across}]")
    assert groups.across == (("So much", 3), ("", 1), ("Total", 1))
    assert [row.head for row in groups.rows] == ["1", "2"]
    truths = table("down: {high: ..}")
    assert (truths.down, [row.head for row in truths.rows]) == ("High", ["no", "yes"])


def test_a_row_sets_and_a_column_asks() -> None:
    one = table("set: {count: 3}, down: [{title: As it is}, {title: Four, set: {count: 4}}], across: [{title: Mean, mean: total}]")
    assert [row.cells[0].inputs for row in one.rows] == [(("count", 3),), (("count", 4),)]
    assert all(row.cells[0].mean == "total" for row in one.rows)


def test_equal_questions_are_one_question() -> None:
    one = table("where: high, down: [{title: Two}, {title: Both, set: {count: 2}}, {title: Again, set: {count: 2}}]")
    assert one.rows[1].cells == one.rows[2].cells


@pytest.mark.full
def test_sheets_beside_the_reference_have_their_own_file() -> None:
    text = GAME + "  - {title: More, sheet: more, columns: 1, blocks: [{show: text, lines: [Aside.]}]}\n"
    produced = produce(made(text), settings("a4"))
    assert [item.path for item in produced.artifacts] == ["reference/g-a4.pdf", "reference/g-more-a4.pdf"]
    assert "Aside" in text_of(produced.artifacts[1].data)
    assert "Aside" not in text_of(produced.artifacts[0].data)
    assert "procedure throw" in produced.artifacts[0].made_from
    assert "procedure throw" not in produced.artifacts[1].made_from


def test_no_sheet_has_three_sides() -> None:
    side = "  - {title: NAME, sheet: more, blocks: [{show: text, lines: [Aside.]}]}\n"
    text = GAME + "".join(side.replace("NAME", name) for name in ("One", "Two", "Three"))
    (problem,) = produce(made(text), settings("a4")).problems
    assert (problem.code, problem.message) == ("E841", "the sheet `more` has 3 sides, and a sheet has 2")


@pytest.mark.full
def test_a_program_with_odds_is_read_back() -> None:
    from penance_build.ir import canonical

    for game in GAMES:
        assert canonical.loads(canonical.dumps(shipped(game))) == shipped(game)
    assert Block("", "text", "", (), ()).odds is None
    assert "odds" not in canonical.to_data(Block("", "text", "", (), ()))


CARD = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {name: d6, sides: 6}}
counters: {heat: {name: Heat, owner: player, type: 0..30}}
card_types: {act: {name: Act, inputs: {self: player}}}
procedures:
  burn:
    name: Burn
    inputs: {who: player}
    steps: [{roll: d6, count: 1}, {change: who.heat, by: sum(d6)}]
wording: {burning: {step: call, procedure: burn, with: {who: self}, say: Burn}}
cards: {k: {name: K, type: act, effects: [{call: burn, with: {who: self}}]}}
reference:
  - title: Odds
    blocks:
      - {show: odds, card: k, counters: {heat: [2, 0]}, set: {self: 1}, down: [{title: Hot, where: self.heat >= 5}]}
"""


def test_a_card_is_asked_by_its_effect() -> None:
    found = made(CARD)
    assert not [problem for problem in found.problems if problem.severity == "error"], found.problems
    assert found.program is not None
    (one,) = printed_odds(found.program)
    (cell,) = one.rows[0].cells
    assert (cell.procedure, answers(found.program, NoCache()).figures[cell]) == ("card.k", Fraction(4, 6))
    absent = made(CARD.replace("set: {self: 1}, down: [{title: Hot, ", "down: [{title: Hot, set: {self: 3}, "))
    (problem,) = (problem for problem in absent.problems if problem.severity == "error")
    assert (problem.code, problem.message) == ("E612", "there is no player 3")
