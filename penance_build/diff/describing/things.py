"""What is said of the things on the table: enums, dice, tables, counters, zones, maps; and of the heads of procedures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby

from penance_build.diff.describing.facts import (
    Fact,
    Facts,
    figure,
    formula,
    order,
    rule,
    said,
    span_text,
    text,
    type_text,
    value_text,
    within,
    yes,
)
from penance_build.ir import nodes as ir

# The types of results and outputs as they are written: their bounds are worked out, and are nobody's decision.
Declared = Mapping[str, str]


def enum_facts(enum: ir.Enum) -> Facts:
    found = [text("name", enum.name), order("order of members", tuple(member.id for member in enum.members))]
    for member in enum.members:
        found += within(f"member {member.id}", rule("id", member.id), text("name", member.name), text("text", member.text))
    return said(tuple(found))


def die_facts(die: ir.Die) -> Facts:
    """A die by its faces; of a face that it has several times there is one fact of how often."""
    copies = Counter(face.id for face in die.faces)
    found = [text("name", die.name), text("text", die.text), text("source", die.source)]
    found.append(order("order of faces", tuple(name for name, _ in groupby(face.id for face in die.faces))))
    for face in {face.id: face for face in die.faces}.values():
        values = (figure(name, value) for name, value in face.values)
        texts = text("name", face.name), text("icon", face.icon), text("text", face.text)
        found += within(f"face {face.id}", rule("copies", str(copies[face.id])), *values, *texts)
    made = die.print
    if made.edge_um:
        found.append(text("printed edge", f"{made.edge_um} um"))
    for what, shown in (
        ("material", made.material), ("body", f"{made.body} {made.body_color}"), ("symbols", f"{made.symbol} {made.symbol_color}"),
        ("marking", made.marking), ("quantity", str(made.quantity)), ("print note", made.note),
    ):  # fmt: skip
        found.append(text(what, shown.strip()))
    return said(tuple(found))


def condition_text(program: ir.Played, table: ir.Table, row: ir.Row) -> str:
    """What a row asks of the inputs, as far as it asks: ``range 1..3, terrain forest``."""
    asked = []
    for slot, spans in zip(table.inputs, row.when, strict=True):
        if spans is not None:
            asked.append(f"{slot.name} {'/'.join(_span(program, slot.type, low, high) for low, high in spans)}")
    return ", ".join(asked) or "any"


def _span(program: ir.Played, kind: ir.Type, low: int, high: int) -> str:
    if kind.kind == "int" and low != high:
        return span_text(low if kind.low is None or low > kind.low else None, high) if kind.high is None or high < kind.high else f"{low}.."
    return "/".join(value_text(program, kind, value) for value in range(low, high + 1))


def row_names(program: ir.Played, table: ir.Table, other: tuple[ir.Played, ir.Table] | None) -> tuple[str, ...]:
    """A name for each row, by which it is found in the ``other`` state of the table: its condition, and which of these it is.

    A row whose condition the other table has not is found by its label, then it bears the condition that it has there.
    """
    own = _conditions(program, table)
    if other is None:
        return own
    theirs = _conditions(*other)
    left = [(at, row) for at, row in enumerate(other[1].rows) if theirs[at] not in own and row.label]
    found = list(own)
    for at, row in enumerate(table.rows):
        if own[at] not in theirs and row.label:
            same = [index for index, one in left if one.label == row.label]
            if len(same) == 1 and sum(one.label == row.label for one in table.rows) == 1:
                found[at] = theirs[same[0]]
    return tuple(found)


def _conditions(program: ir.Played, table: ir.Table) -> tuple[str, ...]:
    seen: Counter[str] = Counter()
    names = []
    for row in table.rows:
        shown = condition_text(program, table, row)
        seen[shown] += 1
        names.append(shown if seen[shown] == 1 else f"{shown} ({seen[shown]})")
    return tuple(names)


def table_facts(program: ir.Played, table: ir.Table, names: tuple[str, ...], declared: Declared) -> Facts:
    """A table by its rows, each under its name of ``row_names``."""
    found = [text("name", table.name), text("source", table.source), rule("hit", table.policy)]
    found.append(order("order of rows", names, "rule" if table.policy == "first" else "text"))
    for what, slots in (("input", table.inputs), ("output", table.outputs)):
        found.append(order(f"order of {what}s", tuple(slot.name for slot in slots)))
        found += [rule(f"{what} {slot.name}", declared.get(slot.name) or type_text(slot.type)) for slot in slots]
    for name, row in zip(names, table.rows, strict=True):
        cells = (_cell(program, slot.name, slot, value) for slot, value in zip(table.outputs, row.values, strict=True))
        asks = rule("condition", condition_text(program, table, row))
        found += within(f"row {name}", asks, *cells, text("label", row.label), rule("group", row.group), text("source", row.source))
    return said(tuple(found))


def _cell(program: ir.Played, label: str, slot: ir.Slot, value: ir.Expr) -> Fact:
    shown = formula(program, slot.type, value)
    return figure(label, shown) if isinstance(value, ir.Const) else rule(label, shown)


def counter_facts(program: ir.Played, counter: ir.CounterDef) -> Facts:
    kind = ir.Type("bool" if counter.ref == "bool" else "enum" if counter.ref else "int", counter.ref)
    found = (
        text("name", counter.name),
        *(figure(what, value_text(program, kind, value)) for what, value in
          (("lowest", counter.low), ("highest", counter.high), ("start", counter.start))),
        rule("owner", counter.owner), rule("past its bounds", counter.past), rule("unit", counter.unit), rule("type", counter.ref),
        text("shown", yes(counter.shown)),
    )  # fmt: skip
    return said(found)


def zone_facts(zone: ir.ZoneDef) -> Facts:
    return said((text("name", zone.name), rule("owner", zone.owner), rule("visible", zone.visible)))


def space_facts(program: ir.Played, space: ir.Space) -> Facts:
    found = [text("name", space.name), text("source", space.source), text("layers drawn", ", ".join(space.layers))]
    found += [text("stands", space.at), text("faces", space.facing)]
    enum = program.by_id.enums.get(space.id)
    for number, (q, r) in enumerate(space.cells):
        cell = str(number) if enum is None else enum.members[number].id
        found.append(rule(f"hex {cell}", f"at {q}, {r}"))
    return said(tuple(found))


def head_facts(program: ir.Played, procedure: ir.Procedure, own: frozenset[str] | None, declared: Declared) -> Facts:
    """The head of a procedure; of its inputs those that it declares itself (None: all)."""
    found = [text("name", procedure.name), text("source", procedure.source)]
    inputs = tuple(item for item in procedure.inputs if own is None or item.name in own)
    found.append(order("order of inputs", tuple(item.name for item in inputs)))
    for item in inputs:
        default = figure("default", "" if item.default is None else value_text(program, item.type, item.default))
        read = text("text", item.text), text("source", item.source)
        found += within(f"input {item.name}", rule("type", type_text(item.type)), default, *read)
    found += [rule(f"result {slot.name}", declared.get(slot.name) or type_text(slot.type)) for slot in procedure.results]
    found.append(order("order of results", tuple(slot.name for slot in procedure.results)))
    return said(tuple(found))
