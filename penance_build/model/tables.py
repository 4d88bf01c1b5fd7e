"""Tables: their columns, their rows as boxes of intervals, their cells."""

from __future__ import annotations

from typing import Final

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Boolean, Interval, Name, Node, alternatives
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.nodes import Type
from penance_build.model.expressions import Expressions
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.report import Report
from penance_build.model.types import VALUES, TypeReader, astray, direction
from penance_build.model.typing import bounds_text, integer, join
from penance_build.model.world import TableShape, Typed, World

RESERVED: Final = ("label", "group", "source", "ruling", "note", "when", "known")
Intervals = tuple[tuple[int, int], ...]


class TableReader:
    """Elaborates one table: first its shape, for callers, then its rows."""

    def __init__(self, world: World, report: Report, conditions: Conditions, choice: dict[str, str]) -> None:
        self.world, self.report, self.conditions, self.choice = world, report, conditions, choice
        self.types = TypeReader(world, report)

    def shape(self, name: str, place: Place) -> TableShape:
        """Inputs and outputs; an output written ``int`` has the bounds of its cells, filled in by ``rows``."""
        entity = ("table", name)
        inputs = tuple(ir.Slot(key, self.types.read(at, entity, False, VALUES)) for key, at in place.need("inputs").entries())
        outputs = tuple(ir.Slot(key, self.types.read(at, entity, True, VALUES)) for key, at in place.need("outputs").entries())
        for section in ("inputs", "outputs"):
            for key, at in place.need(section).entries():
                if key in RESERVED:
                    self._wrong(
                        at, entity, "E307", f"`{key}` is a word of table rows, and no name for a column", at.key_span, "choose another name"
                    )
                elif section == "outputs" and any(slot.name == key for slot in inputs):
                    self._wrong(at, entity, "E307", f"`{key}` is an input and an output", at.key_span, "rename one of them")
        return TableShape(inputs, outputs, source_text(place))

    def rows(self, name: str, place: Place, shape: TableShape) -> ir.Table:
        """The whole table."""
        rows: list[ir.Row] = []
        types: list[Type | None] = [None] * len(shape.outputs)
        policy = place.word("hit")
        for at in place.need("rows").items():
            if self.conditions.holds(at, self.choice):
                row, cells = self._row(name, at, shape, policy)
                rows.append(row)
                types = [cell if known is None else join(known, cell) for known, cell in zip(types, cells, strict=True)]
        outputs = tuple(self._output(slot, found, policy, len(rows)) for slot, found in zip(shape.outputs, types, strict=True))
        return ir.Table(name, place.word("name", name), policy, shape.inputs, outputs, tuple(rows), shape.source)

    def _output(self, slot: ir.Slot, found: Type | None, policy: str, rows: int) -> ir.Slot:
        type_ = slot.type
        if type_.kind != "int":
            return slot
        low, high = (type_.low, type_.high) if type_.low is not None else ((found.low, found.high) if found is not None else (0, 0))
        if policy in ("sum", "max") and low is not None and high is not None:
            low, high = min(0, low * rows), max(0, high * rows)
        return ir.Slot(slot.name, integer(low, high, type_.unit))

    def _row(self, name: str, at: Place, shape: TableShape, policy: str) -> tuple[ir.Row, list[Type]]:
        entity = ("table", name)
        columns = {slot.name for slot in (*shape.inputs, *shape.outputs)}
        for key, cell in at.entries():
            if key not in columns and key not in RESERVED:
                names = [slot.name for slot in (*shape.inputs, *shape.outputs)]
                hint = did_you_mean(key, [*names, *RESERVED]) or "its columns are: " + ", ".join(names)
                self._wrong(cell, entity, "E303", f"`{name}` has no column `{key}`", cell.key_span, hint)
        when = tuple(self._when(entity, at.get(slot.name), slot) for slot in shape.inputs)
        scope = Expressions(self.world, self.report, entity, {slot.name: slot.type for slot in shape.inputs})
        values: list[ir.Expr] = []
        types: list[Type] = []
        for slot in shape.outputs:
            cell_place = at.get(slot.name)
            typed = self._cell(scope, cell_place, at, slot, name)
            if policy in ("sum", "max") and slot.type.kind != "int" and at.get(slot.name) is not None:
                self._wrong(at, entity, "E403", f"`{policy}` adds numbers, `{slot.name}` is none", at.key_span, "use unique or first")
            values.append(typed.expr)
            types.append(typed.type)
        label = at.word("label") or ", ".join(
            self._printed(slot.type, condition) for slot, condition in zip(shape.inputs, when, strict=True) if condition is not None
        )
        return ir.Row(when, tuple(values), label, at.word("group"), source_text(at) or shape.source), types

    def _printed(self, type_: Type, condition: Intervals) -> str:
        """A condition with printed names, for a row without a label."""
        enum = self.world.enum(type_.ref) if type_.kind == "enum" else None
        if enum is not None:
            return " or ".join(enum.members[value].name for low, high in condition for value in range(low, high + 1))
        if type_.kind == "bool":
            return " or ".join("yes" if value else "no" for low, high in condition for value in range(low, high + 1))
        return " or ".join(bounds_text(low, high) for low, high in condition)

    def _cell(self, scope: Expressions, cell: Place | None, row: Place, slot: ir.Slot, name: str) -> Typed:
        if cell is None:
            message = f"this row of `{name}` has no `{slot.name}`"
            self.report.append(Problem("E508", message, row.key_span, f"write {slot.name}: …", entity=("table", name), path=row.path))
            return Typed(ir.Const(0), Type("error"))
        unit = self.world.units.get(slot.type.unit)
        if unit is not None and unit.up:
            amount = direction(self.world, slot.type, cell.text)
            if amount is not None:
                return Typed(ir.Const(amount), integer(amount, amount, slot.type.unit))
            hint = astray(self.world, slot.type, cell.text)
            if hint:
                message = f"a modifier is {unit.up}, {unit.down} or none, found `{cell.text}`"
                self.report.append(Problem("E506", message, cell.span, hint, entity=("table", name), path=cell.path))
                return Typed(ir.Const(0), Type("error"))
            if not isinstance(cell.value, str) or cell.text.lstrip("+-").isdigit():
                digits = cell.text.lstrip("+-")
                hint = f"write `{unit.up} {digits}`, `{unit.down} {digits}` or `none`"
                message = f"a bare number does not say whether it is {unit.up} or {unit.down}"
                self.report.append(Problem("E506", message, cell.span, hint, entity=("table", name), path=cell.path))
                return Typed(ir.Const(0), Type("error"))
        typed = scope.read(cell, slot.type)
        return scope.within(typed, slot.type, (0, len(cell.text)), f"the output `{slot.name}`")

    # ------------------------------------------------------------ conditions

    def _when(self, entity: tuple[str, str], cell: Place | None, slot: ir.Slot) -> Intervals | None:
        """The closed intervals that a cell allows, sorted and merged; None where any value will do."""
        if cell is None or slot.type.kind == "error":
            return None
        try:
            node = parse(cell.text)
        except FormulaError as error:
            self._wrong(cell, entity, error.code, error.message, cell.inside(error.start, error.end), error.hint)
            return None
        found: list[tuple[int, int]] = []
        for part in alternatives(node):
            interval = self._interval(entity, cell, part, slot)
            if interval is None:
                return None
            found.append(interval)
        return merge(found)

    def _interval(self, entity: tuple[str, str], cell: Place, node: Node, slot: ir.Slot) -> tuple[int, int] | None:
        type_ = slot.type
        low, high = type_.low or 0, type_.high or 0
        span = cell.inside(node.start, node.end)
        if isinstance(node, Interval) and type_.kind == "int":
            start = low if node.low is None else self._bound(entity, cell, node.low)
            end = high if node.high is None else self._bound(entity, cell, node.high)
            if start is None or end is None:
                return None
            if start > end:
                self._wrong(cell, entity, "E507", f"the range {start}..{end} is reversed", span, f"write {end}..{start}")
                return None
        elif type_.kind == "bool" and isinstance(node, Boolean):
            start = end = int(node.value)
        elif type_.kind == "enum" and isinstance(node, Name):
            index = self.world.member(type_.ref, node.id)
            if index is None:
                enum = self.world.enum(type_.ref)
                members = [member.id for member in enum.members] if enum else []
                hint = did_you_mean(node.id, members) or "its members are: " + ", ".join(members[:8])
                self._wrong(cell, entity, "E402", f"`{node.id}` is no member of `{type_.ref}`", span, hint)
                return None
            start = end = index
        elif type_.kind == "int":
            value = self._bound(entity, cell, node)
            if value is None:
                return None
            start = end = value
        else:
            wanted = "true or false" if type_.kind == "bool" else f"members of `{type_.ref}`"
            self._wrong(cell, entity, "E403", f"the column `{slot.name}` takes {wanted}", span, "join several with ` or `")
            return None
        if start < low or end > high:
            message = f"`{slot.name}` is {low}..{high}, this row speaks of {start}..{end}"
            self._wrong(cell, entity, "E510", message, span, "an open end, as in 7.., goes to the bound")
            return None
        return start, end

    def _bound(self, entity: tuple[str, str], cell: Place, node: Node) -> int | None:
        scope = Expressions(self.world, Report(), entity, place=cell)
        typed = scope.node(node)
        value = fold(typed.expr) if typed.type.kind == "int" and not scope.report else None
        if value is not None:
            return value
        self._wrong(
            cell,
            entity,
            "E403",
            "a bound is a number, or a formula of constants",
            cell.inside(node.start, node.end),
            "write 0..3 or 7..",
        )
        return None

    def _wrong(self, at: Place, entity: tuple[str, str], code: str, message: str, span: Span, hint: str) -> None:
        self.report.append(Problem(code, message, span, hint, entity=entity, path=at.path))


def merge(intervals: list[tuple[int, int]]) -> Intervals:
    """Sorted, with neighbours and overlaps joined."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(intervals):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def source_text(place: Place) -> str:
    """The citation of a place: its sources joined by a comma, or ""."""
    source = place.get("source")
    if source is None:
        return ""
    return ", ".join(item.text for item in source.items())
