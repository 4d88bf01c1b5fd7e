"""Tables: their columns, their rows as boxes of intervals, their cells."""

from __future__ import annotations

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.ranges import RANGE, hyphenated, no_range
from penance_build.formula.syntax import Boolean, Interval, Name, Node, alternatives
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.nodes import Type
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.world import Typed
from penance_build.model.formulas.bounds import BROKEN, bounds_text, integer, join
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.formulas.references import no_member, read_member
from penance_build.model.formulas.types import VALUES, TypeReader, astray, direction
from penance_build.surface.declarations import ROW_FIELDS, Row, Table
from penance_build.surface.nodes import Column, Formula

Intervals = tuple[tuple[int, int], ...]


def read_table(ctx: Context, table: Table) -> ir.Table:
    """The whole table; an output declared as a bare ``int`` has the bounds of its cells."""
    reader = _Reader(ctx, table, ("table", table.id), _slots(ctx, table, table.inputs, False), _slots(ctx, table, table.outputs, True))
    reader.check_columns()
    return reader.read()


def _slots(ctx: Context, table: Table, columns: tuple[Column, ...], open_allowed: bool) -> tuple[ir.Slot, ...]:
    types = TypeReader(ctx.world, ctx.report)
    return tuple(ir.Slot(column.name, types.read(column.type, ("table", table.id), open_allowed, VALUES)) for column in columns)


class _Reader(Struct, frozen=True):
    """Elaborates the rows of one table."""

    ctx: Context
    table: Table
    entity: tuple[str, str]
    inputs: tuple[ir.Slot, ...]
    outputs: tuple[ir.Slot, ...]

    def check_columns(self) -> None:
        """Check that no column has a reserved name."""
        for column in (*self.table.inputs, *self.table.outputs):
            if column.name in ROW_FIELDS:
                message = f"`{column.name}` is a word of table rows, and no name for a column"
                self.ctx.wrong_key(column.at, self.entity, "E307", message, "choose another name")
            elif column in self.table.outputs and any(slot.name == column.name for slot in self.inputs):
                self.ctx.wrong_key(column.at, self.entity, "E307", f"`{column.name}` is an input and an output", "rename one of them")

    def read(self) -> ir.Table:
        """The table with its rows; outputs have the bounds of their cells."""
        rows: list[ir.Row] = []
        types: list[Type | None] = [None] * len(self.outputs)
        for written in self.table.rows:
            if self.ctx.holds(written):
                row, cells = self._row(written)
                rows.append(row)
                types = [cell if known is None else join(known, cell) for known, cell in zip(types, cells, strict=True)]
        policy = self.table.hit
        outputs = tuple(self._output(slot, found, policy, len(rows)) for slot, found in zip(self.outputs, types, strict=True))
        return ir.Table(self.table.id, self.table.name, policy, self.inputs, outputs, tuple(rows), self.table.source)

    def _output(self, slot: ir.Slot, found: Type | None, policy: str, rows: int) -> ir.Slot:
        type_ = slot.type
        if type_.kind != "int":
            return slot
        low, high = (type_.low, type_.high) if type_.low is not None else ((found.low, found.high) if found is not None else (0, 0))
        if policy in ("sum", "max") and low is not None and high is not None:
            low, high = min(0, low * rows), max(0, high * rows)
        return ir.Slot(slot.name, integer(low, high, type_.unit))

    def _row(self, row: Row) -> tuple[ir.Row, list[Type]]:
        names = [slot.name for slot in (*self.inputs, *self.outputs)]
        for key, cell in row.cells.items():
            if key not in names:
                hint = did_you_mean(key, [*names, *ROW_FIELDS]) or "its columns are: " + ", ".join(names)
                self.ctx.wrong_key(cell, self.entity, "E303", f"`{self.table.id}` has no column `{key}`", hint)
        when = tuple(self._when(row.cells.get(slot.name), slot) for slot in self.inputs)
        scope = Expressions(self.ctx.world, self.ctx.report, self.entity, {slot.name: slot.type for slot in self.inputs})
        cells: list[Typed] = []
        for slot in self.outputs:
            cells.append(self._cell(scope, row, slot))
            if self.table.hit in ("sum", "max") and slot.type.kind != "int" and slot.name in row.cells:
                message = f"`{self.table.hit}` adds numbers, `{slot.name}` is none"
                self.ctx.wrong_key(row.at, self.entity, "E403", message, "use unique or first")
        label = row.label or ", ".join(
            self._printed(slot.type, condition) for slot, condition in zip(self.inputs, when, strict=True) if condition is not None
        )
        values = tuple(cell.expr for cell in cells)
        return ir.Row(when, values, label, row.group, row.source or self.table.source), [cell.type for cell in cells]

    def _printed(self, type_: Type, condition: Intervals) -> str:
        """A condition with printed names, for a row without a label."""
        enum = self.ctx.world.enum(type_.ref) if type_.kind == "enum" else None
        if enum is not None:
            return " or ".join(enum.members[value].name for low, high in condition for value in range(low, high + 1))
        if type_.kind == "bool":
            return " or ".join("yes" if value else "no" for low, high in condition for value in range(low, high + 1))
        return " or ".join(bounds_text(low, high) for low, high in condition)

    def _cell(self, scope: Expressions, row: Row, slot: ir.Slot) -> Typed:
        cell = row.cells.get(slot.name)
        if cell is None:
            if slot.name not in ROW_FIELDS:  # a reserved column name has been reported
                message = f"this row of `{self.table.id}` has no `{slot.name}`"
                self.ctx.wrong_key(row.at, self.entity, "E508", message, f"write {slot.name}: …")
            return BROKEN
        unit = self.ctx.world.units.get(slot.type.unit)
        if unit is not None and unit.up:
            directed = self._directed(cell, slot.type, unit)
            if directed is not None:
                return directed
        before = len(scope.report)
        typed = scope.read(cell, slot.type)
        if typed.type.kind == "error":
            scope.cure(cell, before, "each row gives every output: write 0 where there is nothing" * (slot.type.kind == "int"))
        return scope.within(typed, slot.type, (0, len(cell.text)), f"the output `{slot.name}`")

    def _directed(self, cell: Formula, type_: Type, unit: ir.Unit) -> Typed | None:
        """The value of ``harder 2``; reports a bare number, which lacks the direction; None for a formula."""
        amount = direction(self.ctx.world, type_, cell.text)
        if amount is not None:
            return Typed(ir.Const(amount), integer(amount, amount, type_.unit))
        hint = astray(self.ctx.world, type_, cell.text)
        message = f"a modifier is {unit.up}, {unit.down} or none, found `{cell.text}`"
        digits = cell.text.lstrip("+-")
        if not hint and (not isinstance(cell.value, str) or digits.isdigit()):
            hint = f"write `{unit.up} {digits}`, `{unit.down} {digits}` or `none`"
            message = f"a bare number does not say whether it is {unit.up} or {unit.down}"
        if not hint:
            return None
        self.ctx.wrong(cell, self.entity, "E506", message, hint)
        return BROKEN

    # ------------------------------------------------------------ conditions

    def _when(self, cell: Formula | None, slot: ir.Slot) -> Intervals | None:
        """The closed intervals of a cell, sorted and merged; None where every value matches."""
        if cell is None or slot.type.kind == "error":
            return None
        scope = Expressions(self.ctx.world, self.ctx.report, self.entity)
        before = len(scope.report)
        node = scope.parse(cell)
        found = [] if node is None else [self._interval(scope, part, slot) for part in alternatives(node)]
        if node is None or None in found:
            scope.cure(cell, before)
            return None
        return merge([interval for interval in found if interval is not None])

    def _interval(self, scope: Expressions, node: Node, slot: ir.Slot) -> tuple[int, int] | None:
        """One alternative of a condition as an interval, clipped to the bounds of its column; None after reporting."""
        low, high = slot.type.low or 0, slot.type.high or 0
        found = self._ends(scope, node, slot, low, high)
        if found is not None and (found[0] < low or found[1] > high):
            message = f"`{slot.name}` is {low}..{high}, this row speaks of {found[0]}..{found[1]}"
            scope.wrong(node, "E510", message, "an open end, as in 7.., goes to the bound")
            return None
        return found

    def _ends(self, scope: Expressions, node: Node, slot: ir.Slot, low: int, high: int) -> tuple[int, int] | None:
        """The least and greatest value of an alternative."""
        type_ = slot.type
        if type_.kind == "int" and hyphenated(node):
            scope.wrong(node, RANGE, no_range(node))
            return None
        if isinstance(node, Interval) and type_.kind == "int":
            start = low if node.low is None else self._bound(scope, node.low)
            end = high if node.high is None else self._bound(scope, node.high)
            if start is not None and end is not None and start > end:
                scope.wrong(node, "E507", f"the range {start}..{end} is reversed", f"write {end}..{start}")
                return None
        elif type_.kind == "bool" and isinstance(node, Boolean):
            start = end = int(node.value)
        elif type_.kind == "enum" and isinstance(node, Name):
            start = end = self._member(scope, type_.ref, node)
        elif type_.kind == "int":
            start = end = self._bound(scope, node)
        else:
            wanted = "true or false" if type_.kind == "bool" else f"members of `{type_.ref}`"
            scope.wrong(node, "E403", f"the column `{slot.name}` takes {wanted}", "join several with ` or `")
            return None
        return None if start is None or end is None else (start, end)

    def _member(self, scope: Expressions, ref: str, node: Name) -> int | None:
        index = self.ctx.world.member(ref, node.id)
        if index is None:
            scope.wrong(node, "E402", *no_member(self.ctx.world, ref, node.id))
        else:
            read_member(scope, ref, node.id)
        return index

    def _bound(self, scope: Expressions, node: Node) -> int | None:
        trial = Expressions(self.ctx.world, Report(), self.entity, place=scope.place)
        typed = trial.node(node)
        scope.report.take_silently(trial.report)
        value = fold(typed.expr) if typed.type.kind == "int" and not trial.report else None
        if value is None:
            scope.wrong(node, "E403", "a bound is a number, or a formula of constants", "write 0..3 or 7..")
        return value


def read_condition(ctx: Context, table: Table, entity: tuple[str, str], slot: ir.Slot, cell: Formula) -> Intervals | None:
    """A condition on an input of a table that is written elsewhere; None after reporting what is wrong with it."""
    return _Reader(ctx, table, entity, (slot,), ())._when(cell, slot)


def read_cell(ctx: Context, entity: tuple[str, str], slot: ir.Slot, cell: Formula) -> Typed:
    """A value of an output of a table that is written elsewhere; of a unit with a direction also as a plain number."""
    amount = direction(ctx.world, slot.type, cell.text)
    if amount is not None:
        return Typed(ir.Const(amount), integer(amount, amount, slot.type.unit))
    return Expressions(ctx.world, ctx.report, entity).read(cell, slot.type)


def merge(intervals: list[tuple[int, int]]) -> Intervals:
    """Intervals sorted, overlapping and adjacent ones merged."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(intervals):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)
