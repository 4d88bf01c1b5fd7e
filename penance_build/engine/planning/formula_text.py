"""Conditions as text, in the notation of formulas: what ``why_not`` says."""

from __future__ import annotations

from penance_build.ir import nodes

_SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "div": "//", "mod": "%", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
    "and": "and", "or": "or",
}  # fmt: skip
_LEVELS = {"or": 1, "and": 2, "add": 4, "sub": 4, "mul": 5, "div": 5, "mod": 5}
_LISTS = {"max": "highest", "min": "lowest"}
_DIVISIONS = {"cdiv": "ceil", "rdiv": "round"}


def formula_text(program: nodes.Program, expr: nodes.Expr) -> str:
    """An expression as a formula."""
    return _text(program, expr)[0]


def _text(program: nodes.Program, expr: nodes.Expr) -> tuple[str, int]:
    def sub(inner: nodes.Expr, level: int = 0) -> str:
        text, own = _text(program, inner)
        return f"({text})" if own < level else text

    def owned(name: str, owner: nodes.Expr | None) -> str:
        return name if owner is None else f"{sub(owner, 7)}.{name}"

    match expr:
        case nodes.Const():
            return str(expr.value), 7 if expr.value >= 0 else 6
        case nodes.Var():
            return expr.name, 7
        case nodes.Op():
            return _operation(program, expr)
        case nodes.Cond():
            return f"if {sub(expr.test)} then {sub(expr.yes)} else {sub(expr.no)}", 0
        case nodes.Lookup():
            outputs = next(table for table in program.tables if table.id == expr.table).outputs
            return f"{expr.table}({', '.join(map(sub, expr.args))})" + (f".{outputs[expr.output].name}" if len(outputs) > 1 else ""), 7
        case nodes.Fold():
            if expr.body == nodes.FaceAttr("item"):
                return f"sum({sub(expr.roll)})", 7
            return f"{'sum' if expr.die else 'count'}({sub(expr.roll)}, {sub(expr.body)})", 7
        case nodes.FaceAttr(attr="item"):
            return "item", 7
        case nodes.FaceAttr():
            return "face" if expr.attr in ("face", "value") else f"face.{expr.attr}", 7
        case nodes.ListOp():
            return _list_operation(program, expr), 7
        case nodes.Keep():
            return f"{'best' if expr.high else 'worst'}({sub(expr.roll)}, {sub(expr.count)})", 7
        case nodes.Shape():
            return f"{expr.what}({sub(expr.roll)})", 7
        case nodes.Dice():
            return f"size({sub(expr.roll)})", 7
        case nodes.ZoneSize():
            return f"size({owned(expr.zone, expr.owner)})", 7
        case nodes.ZoneFold():
            return f"count({owned(expr.zone, expr.owner)}, {sub(expr.body)})", 7
        case nodes.TopCard():
            return f"top({owned(expr.zone, expr.owner)}{', ' + sub(expr.test) if expr.test is not None else ''})", 7
        case nodes.CardAttr():
            return owned(expr.attr, expr.card) if expr.card is not None else f"card.{expr.attr}", 7
        case nodes.Counter():
            return owned(expr.counter, expr.owner), 7


def _list_operation(program: nodes.Program, expr: nodes.ListOp) -> str:
    parts = [_text(program, arg) for arg in expr.args]
    first = f"({parts[0][0]})" if parts[0][1] < 7 else parts[0][0]
    if expr.op == "at":
        return f"{first}[{parts[1][0]}]"
    return f"{_LISTS.get(expr.op, expr.op)}({', '.join(text for text, _ in parts)})"


def _operation(program: nodes.Program, expr: nodes.Op) -> tuple[str, int]:
    def sub(inner: nodes.Expr, level: int) -> str:
        text, own = _text(program, inner)
        return f"({text})" if own < level else text

    args = expr.args
    if expr.op in _SIGNS:
        level = _LEVELS.get(expr.op, 3)
        return f" {_SIGNS[expr.op]} ".join([sub(args[0], level), *(sub(arg, level + 1) for arg in args[1:])]), level
    if expr.op in _DIVISIONS:
        return f"{_DIVISIONS[expr.op]}({sub(args[0], 5)} / {sub(args[1], 6)})", 7
    if expr.op == "not":
        return f"not {sub(args[0], 3)}", 2
    if expr.op == "neg":
        return f"-{sub(args[0], 7)}", 6
    return f"{expr.op}({', '.join(sub(arg, 0) for arg in args)})", 7
