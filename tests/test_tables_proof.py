"""Tables against brute force: gaps, overlaps, shadowed and unreachable rows are those that trying every input finds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise, product

import pytest

from penance_build.checks import boxes, table_gap, table_overlap, table_shadowed, table_unreachable
from penance_build.ir import nodes as ir
from penance_build.ir.interpret.expressions import Evaluator, Frame
from penance_build.ir.interpret.state import new_state
from penance_build.ir.nodes import Type
from penance_build.model.context.report import LookupSite, Report
from penance_build.model.program.elaborate import Elaborated
from penance_build.source import read_text
from penance_build.source.tree import GameSource
from penance_build.surface.from_tree import from_tree
from penance_build.surface.game import Game

MEMBERS = ("red", "green", "blue")
SEEDS = range(40)


@dataclass(frozen=True)
class Case:
    """A random table, where it is read, and the places of its rows."""

    table: ir.Table
    sites: tuple[LookupSite, ...]
    game: Game
    elaborated: Elaborated


def slot(chance: random.Random, index: int) -> ir.Slot:
    kind = chance.choice(("int", "int", "enum", "bool"))
    if kind == "int":
        low = chance.randrange(-3, 3)
        return ir.Slot(f"i{index}", Type("int", low=low, high=low + chance.randrange(1, 7)))
    return ir.Slot(f"i{index}", Type("enum", "color", 0, 2) if kind == "enum" else Type("bool", low=0, high=1))


def condition(chance: random.Random, kind: Type) -> tuple[tuple[int, int], ...] | None:
    """A few intervals inside the bounds, not merged: neighbours and overlaps must not matter."""
    assert kind.low is not None
    assert kind.high is not None
    if chance.random() < 0.3:
        return None
    found = []
    for _ in range(chance.choice((1, 1, 1, 2))):
        low = chance.randrange(kind.low, kind.high + 1)
        found.append((low, chance.randrange(low, kind.high + 1)))
    return tuple(sorted(found))


def make(seed: int, policy: str) -> Case:
    chance = random.Random(f"{policy} {seed}")
    inputs = tuple(slot(chance, index) for index in range(chance.randrange(1, 4)))
    rows = tuple(
        ir.Row(tuple(condition(chance, item.type) for item in inputs), (ir.Const(chance.randrange(-4, 5)),), "", chance.choice("ab"), "")
        for _ in range(chance.randrange(1, 7))
    )
    table = ir.Table("t", "T", policy, inputs, (ir.Slot("v", Type("int")),), rows, "")
    text = "tables:\n  t:\n    rows:\n" + "".join(
        "      - {v: 1" + (", known: unreachable" if chance.random() < 0.2 else "") + "}\n" for _ in rows
    )
    file, problems = read_text("t.yaml", text)
    assert file is not None
    assert not problems
    game = from_tree(GameSource((file,), ()))
    sites = tuple(LookupSite("t", tuple(narrowed(chance, item.type) for item in inputs)) for _ in range(chance.randrange(0, 3)))
    program = empty_program((table,))
    report = Report()
    report.lookups.extend(sites)
    elaborated = Elaborated(program, report, {"t": game.tables["t"].rows})
    return Case(table, sites, game, elaborated)


def narrowed(chance: random.Random, kind: Type) -> Type:
    assert kind.low is not None
    assert kind.high is not None
    low = chance.randrange(kind.low, kind.high + 1)
    return Type(kind.kind, kind.ref, low, chance.randrange(low, kind.high + 1))


def empty_program(tables: tuple[ir.Table, ...]) -> ir.Program:
    values: dict[str, object] = dict.fromkeys(ir.Played.__struct_fields__, ())
    texts = {"game": "g", "name": "G", "version": "1"}
    enums = (ir.Enum("color", "Color", tuple(ir.Member(name, name) for name in MEMBERS)),)
    return ir.Program(**{**values, **texts, "ir_version": 1, "enums": enums, "tables": tables})  # type: ignore[arg-type]


def domain(table: ir.Table) -> list[tuple[int, ...]]:
    """Every input there is, in the order of the inputs."""
    return list(product(*(range(item.type.low or 0, (item.type.high or 0) + 1) for item in table.inputs)))


def hits(table: ir.Table, values: tuple[int, ...]) -> list[int]:
    """The rows that match, by the plainest reading of the language page."""
    return [
        index
        for index, row in enumerate(table.rows)
        if all(cond is None or any(low <= value <= high for low, high in cond) for cond, value in zip(row.when, values, strict=True))
    ]


@pytest.mark.parametrize("policy", ["unique", "first", "sum", "max"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_gap_is_the_first_input_without_a_row(policy: str, seed: int) -> None:
    case = make(seed, policy)
    gap = next((values for values in domain(case.table) if not hits(case.table, values)), None)
    found = [problem.message for problem in table_gap.check(case.game, case.elaborated)]
    if gap is None or policy in ("sum", "max"):
        assert found == []
    else:
        assert found == [f"`t` has no row for {boxes.show(case.elaborated.program, case.table, gap)}"]


@pytest.mark.parametrize("policy", ["unique", "first", "sum", "max"])
@pytest.mark.parametrize("seed", SEEDS)
def test_overlaps_are_the_pairs_that_follow_each_other_among_the_rows_of_an_input(policy: str, seed: int) -> None:
    case = make(seed, policy)
    pairs: dict[tuple[int, int], tuple[int, ...]] = {}
    overlapping: set[int] = set()
    for values in domain(case.table):
        rows = hits(case.table, values)
        overlapping.update(rows if len(rows) > 1 else ())
        for pair in pairwise(rows):
            pairs.setdefault(pair, values)
    problems = table_overlap.check(case.game, case.elaborated)
    if policy != "unique":
        assert problems == []
        return
    found = {(problem.related[0][0].line - 4, problem.span.line - 4): problem.message for problem in problems}
    words = {pair: boxes.show(case.elaborated.program, case.table, values) for pair, values in pairs.items()}
    assert found == {pair: f"two rows of `t` match {text}" for pair, text in words.items()}
    assert {row for pair in found for row in pair} == overlapping


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shadowed_row_is_first_for_no_input(seed: int) -> None:
    case = make(seed, "first")
    first = {rows[0] for values in domain(case.table) if (rows := hits(case.table, values))}
    problems = table_shadowed.check(case.game, case.elaborated)
    assert [problem.span.line - 4 for problem in problems] == [index for index in range(len(case.table.rows)) if index not in first]
    for problem in problems:  # the rows named do match first, somewhere where this one matches too
        row = problem.span.line - 4
        covering = {rows[0] for values in domain(case.table) if row in (rows := hits(case.table, values))}
        assert {span.line - 4 for span, _ in problem.related} <= covering


@pytest.mark.parametrize("policy", ["unique", "first", "sum", "max"])
@pytest.mark.parametrize("seed", SEEDS)
def test_an_unreachable_row_is_read_by_no_caller(policy: str, seed: int) -> None:
    case = make(seed, policy)
    reached: set[int] = set()
    for site in case.sites:
        for values in product(*(range(item.low or 0, (item.high or 0) + 1) for item in site.arguments)):
            rows = hits(case.table, values)
            reached.update(rows[:1] if policy == "first" else rows)
    problems = table_unreachable.check(case.game, [case.elaborated])
    known = {index for index, row in enumerate(case.elaborated.rows["t"]) if row.known is not None}
    every = set(range(len(case.table.rows))) if case.sites else set()
    assert {item.span.line - 4 for item in problems if item.code == "W504"} == every - reached - known
    assert {item.span.line - 4 for item in problems if item.code == "E505"} == reached & known


@pytest.mark.parametrize("policy", ["unique", "first", "sum", "max"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_reads_as_its_policy_says(policy: str, seed: int) -> None:
    case = make(seed, policy)
    program = case.elaborated.program
    for values in domain(case.table):
        rows = [(case.table.rows[index].group, case.table.rows[index].values[0]) for index in hits(case.table, values)]
        cells = [(group, cell.value) for group, cell in rows if isinstance(cell, ir.Const)]
        if policy in ("unique", "first"):
            if not cells:
                continue
            expected = cells[0][1]
        elif policy == "sum":
            expected = sum(value for _, value in cells)
        else:
            expected = sum(max(value for name, value in cells if name == group) for group in {name for name, _ in cells})
        lookup = ir.Lookup("t", tuple(ir.Const(value) for value in values), 0)
        assert Evaluator(program, new_state(program), Frame({})).number(lookup) == expected


def test_regions_cover_every_input_once() -> None:
    for seed in SEEDS:
        case = make(seed, "unique")
        masks = [mask for _, mask in boxes.regions(case.table.rows, boxes.domains(case.table))]
        found = {sum(1 << row for row in hits(case.table, values)) for values in domain(case.table)}
        assert set(masks) == found


def test_far_domains_cost_no_more_than_near_ones() -> None:
    """The cost is the number of regions: a table over a million values has as many as its rows make."""
    rows = tuple(ir.Row((((low, low + 9_999),),), (ir.Const(1),), "", "", "") for low in range(0, 1_000_000, 10_000))
    regions = list(boxes.regions(rows, [(0, 999_999)]))
    assert len(regions) == 100
    assert all(mask.bit_count() == 1 for _, mask in regions)


@pytest.mark.full
def test_too_many_regions_are_refused_before_they_are_walked() -> None:
    rows = tuple(ir.Row((((at, at),), ((at, at),)), (ir.Const(1),), "", "", "") for at in range(1000))
    with pytest.raises(boxes.TooManyRegions) as caught:
        boxes.regions(rows, [(0, 999), (0, 999)])
    assert caught.value.count == 1_000_000
