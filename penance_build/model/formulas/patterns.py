"""Conditions on one die or one card: the argument of ``count(…, W)``, and ``where:``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.ranges import RANGE, hyphenated, no_range
from penance_build.formula.syntax import Apply, Binary, Boolean, Dot, Interval, Name, Node, Number, Unary, Within
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import at_face
from penance_build.ir.nodes import Type
from penance_build.ir.ops import ADD, COMPARE, MUL, binary
from penance_build.model.context.report import Condition
from penance_build.model.context.world import CARD_FIELDS, Typed, enum_type, face_index, face_values
from penance_build.model.formulas import references
from penance_build.model.formulas.bounds import BOOL, BROKEN, ERROR

if TYPE_CHECKING:
    from penance_build.model.formulas.expressions import Expressions

ZONE_LIMIT: Final = 10_000
_COMPARE: Final = binary(COMPARE)
_ARITHMETIC: Final = binary(ADD, MUL)


class _DieSide(Struct, frozen=True):
    """One side of a comparison about a die: a number, or a face id."""

    expr: ir.Expr
    is_face: bool


def asked_of_dice(scope: Expressions, die: ir.Die, node: Node) -> Typed:
    """A condition on one die of a roll; notes whether some face passes it."""
    test = dice(scope, die, node)
    if test.type.kind != "error":
        _note_face(scope, die, node, test.expr)
    return test


def _note_face(scope: Expressions, die: ir.Die, node: Node, test: ir.Expr) -> None:
    """Note whether some face passes a condition, or a part of one."""
    passes = any(fold(at_face(test, die, place)) != 0 for place in range(len(die.faces)))
    scope.note(node, None if passes else Condition(f"no face of `{die.id}` passes this", die.id, entity=scope.entity))


def asked_of_cards(scope: Expressions, node: Node) -> Typed:
    """A condition on one card of a zone; notes it, to be held against the cards of the game."""
    test = cards(scope, node)
    if test.type.kind != "error":
        _note_card(scope, node, test.expr)
    return test


def _note_card(scope: Expressions, node: Node, test: ir.Expr) -> None:
    """Note a condition on cards, or a part of one, to be held against the cards of the game."""
    scope.note(node, Condition("no card of this game passes this", tests=(test,), entity=scope.entity))


def dice(scope: Expressions, die: ir.Die, node: Node) -> Typed:
    """A condition on one die of a roll."""
    if isinstance(node, Binary) and node.op in ("and", "or"):
        parts = (asked_of_dice(scope, die, node.left), asked_of_dice(scope, die, node.right))
        broken = any(part.type.kind == "error" for part in parts)
        return Typed(ir.Op(node.op, tuple(part.expr for part in parts)), ERROR if broken else BOOL)
    if isinstance(node, Unary) and node.op == "not":
        part = asked_of_dice(scope, die, node.operand)
        return Typed(ir.Op("not", (part.expr,)), part.type)
    if isinstance(node, Binary) and node.op in _COMPARE:
        return _compare(scope, die, node)
    if isinstance(node, Within):
        subject = _side(scope, die, node.subject)
        return BROKEN if subject is None else _any(scope, die, subject, node.items)
    if isinstance(node, Name) and face_index(die, node.id) is None and node.id not in scope.env:
        faces = list(dict.fromkeys(face.id for face in die.faces))
        hint = did_you_mean(node.id, faces) or "its faces are: " + ", ".join(faces[:8])
        return scope.wrong(node, "E402", f"`{die.id}` has no face `{node.id}`", hint)
    implied = _implied(scope, die, node)
    return BROKEN if implied is None else _any(scope, die, implied, (node,))


def _implied(scope: Expressions, die: ir.Die, node: Node) -> _DieSide | None:
    """The subject that a bare pattern is compared with: the face for a face id, the value for a number or a range."""
    if isinstance(node, Name) and face_index(die, node.id) is not None:
        return _DieSide(ir.FaceAttr("face"), True)
    return _value(scope, die, "value", node)


def _any(scope: Expressions, die: ir.Die, subject: _DieSide, items: tuple[Node, ...]) -> Typed:
    tests: list[ir.Expr] = []
    for item in items:
        if hyphenated(item):
            return scope.wrong(item, RANGE, no_range(item), f"write {hyphenated(item)}")
        if isinstance(item, Interval):
            for op, bound in (("ge", item.low), ("le", item.high)):
                if bound is not None:
                    typed = scope.number(bound)
                    if typed.type.kind == "error":
                        return BROKEN
                    tests.append(ir.Op(op, (subject.expr, typed.expr)))
            if len(tests) >= 2 and item.low is not None and item.high is not None:
                tests[-2:] = [ir.Op("and", (tests[-2], tests[-1]))]
            if len(items) > 1:
                _note_face(scope, die, item, tests[-1])
            if isinstance(item.low, Number) and isinstance(item.high, Number) and item.low.value > item.high.value:
                return scope.wrong(item, "E507", "this range is reversed", f"write {item.high.value}..{item.low.value}")
            continue
        side = _side(scope, die, item)
        if side is None:
            return BROKEN
        if side.is_face != subject.is_face:
            return scope.wrong(item, "E403", "a face is compared with a face id, a value with a number")
        tests.append(ir.Op("eq", (subject.expr, side.expr)))
        if len(items) > 1:
            _note_face(scope, die, item, tests[-1])
    return Typed(tests[0] if len(tests) == 1 else ir.Op("or", tuple(tests)), BOOL)


def _compare(scope: Expressions, die: ir.Die, node: Binary) -> Typed:
    by_face = any(
        isinstance(side, Name) and face_index(die, side.id) is not None and side.id not in scope.env for side in (node.left, node.right)
    )
    left, right = _side(scope, die, node.left, by_face), _side(scope, die, node.right, by_face)
    if left is None or right is None:
        return BROKEN
    if left.is_face != right.is_face or (left.is_face and node.op not in ("==", "!=")):
        return scope.wrong(
            node, "E403", "faces are compared with == and != only", "compare their value: give the faces a value, or list the ids"
        )
    return Typed(ir.Op(_COMPARE[node.op], (left.expr, right.expr)), BOOL)


def _side(scope: Expressions, die: ir.Die, node: Node, by_face: bool = False) -> _DieSide | None:
    if isinstance(node, Name) and node.id == "face":
        return _DieSide(ir.FaceAttr("face"), True) if by_face else _value(scope, die, "value", node)
    if isinstance(node, Dot) and isinstance(node.base, Name) and node.base.id == "face":
        return _value(scope, die, node.name, node)
    if isinstance(node, Name) and node.id not in scope.env:
        index = face_index(die, node.id)
        if index is not None:
            return _DieSide(ir.Const(index), True)
    if isinstance(node, Binary) and node.op in ("+", "-", "*") and _mentions_face(node):
        left, right = _side(scope, die, node.left), _side(scope, die, node.right)
        if left is None or right is None:
            return None
        return _DieSide(ir.Op(_ARITHMETIC[node.op], (left.expr, right.expr)), False)
    typed = scope.number(node)
    return None if typed.type.kind == "error" else _DieSide(typed.expr, False)


def _mentions_face(node: Node) -> bool:
    if isinstance(node, Name):
        return node.id == "face"
    if isinstance(node, Dot):
        return _mentions_face(node.base)
    return isinstance(node, Binary) and (_mentions_face(node.left) or _mentions_face(node.right))


def _value(scope: Expressions, die: ir.Die, attribute: str, node: Node) -> _DieSide | None:
    if face_values(die, attribute) is None:
        names = sorted({name for face in die.faces for name, _ in face.values})
        hint = "its faces declare: " + ", ".join(names) if names else "compare with a face id"
        scope.wrong(node, "E412", f"the faces of `{die.id}` have no {attribute}", hint)
        return None
    return _DieSide(ir.FaceAttr(attribute), False)


# ---------------------------------------------------------------- cards


def cards(scope: Expressions, node: Node) -> Typed:
    """A condition on one card of a zone; ``card`` is the current card."""
    if isinstance(node, Binary) and node.op in ("and", "or"):
        parts = (asked_of_cards(scope, node.left), asked_of_cards(scope, node.right))
        broken = any(part.type.kind == "error" for part in parts)
        return Typed(ir.Op(node.op, tuple(part.expr for part in parts)), ERROR if broken else BOOL)
    if isinstance(node, Unary) and node.op == "not":
        part = asked_of_cards(scope, node.operand)
        return Typed(ir.Op("not", (part.expr,)), part.type)
    if isinstance(node, Binary) and node.op in _COMPARE:
        left = _card_side(scope, node.left)
        return _card_test(scope, left, node)
    if isinstance(node, Within):
        subject = _card_side(scope, node.subject)
        if subject.type.kind == "error":
            return BROKEN
        tests = [scope.item(subject, item) for item in node.items]
        if any(test.type.kind == "error" for test in tests):
            return BROKEN
        for item, test in zip(node.items, tests, strict=True):
            if len(tests) > 1:
                _note_card(scope, item, test.expr)
        return Typed(tests[0].expr if len(tests) == 1 else ir.Op("or", tuple(test.expr for test in tests)), BOOL)
    if isinstance(node, Boolean) or (isinstance(node, Name) and scope.env.get(node.id, ERROR).kind == "bool"):
        return scope.truth(node)
    if isinstance(node, Dot | Name | Apply):  # a truth that the card, a player or the game has is a condition by itself
        said = _of_card(scope, node)
        if said.type.kind in ("bool", "error"):
            return said
    return scope.wrong(node, "E403", "expected a condition on `card`", "for example card.slot == primary")


def _card_test(scope: Expressions, left: Typed, node: Binary) -> Typed:
    if left.type.kind == "error":
        return BROKEN
    right = scope.fitting(_card_side(scope, node.right, left.type), left.type, node.right)
    if right.type.kind == "error":
        return BROKEN
    if left.type.kind == "enum" and node.op not in ("==", "!="):
        return scope.wrong(node, "E403", f"`{node.op}` compares numbers", "use == or !=")
    return Typed(ir.Op(_COMPARE[node.op], (left.expr, right.expr)), BOOL)


def _card_side(scope: Expressions, node: Node, expected: Type | None = None) -> Typed:
    typed = _of_card(scope, node, expected)
    if typed.type.kind in ("int", "bool", "enum", "error"):
        return typed
    return scope.wrong(node, "E403", "expected `card`, or a field of it", "for example card.slot")


def _of_card(scope: Expressions, node: Node, expected: Type | None = None) -> Typed:
    if isinstance(node, Name) and node.id == "card":
        enum = scope.world.enum("cards.id")
        if enum is None:
            return scope.wrong(node, "E402", "this game has no cards")
        return Typed(ir.CardAttr(None, "id"), enum_type(enum))
    if isinstance(node, Dot) and isinstance(node.base, Name) and node.base.id == "card":
        return references.card_field(scope, None, node)
    field = node.name if isinstance(node, Dot) else node.id if isinstance(node, Name) else ""
    base = node.base if isinstance(node, Dot) else node
    if isinstance(base, Name) and not scope.is_known(base.id) and (field in CARD_FIELDS or field in scope.world.attributes):
        is_member = expected is not None and expected.kind == "enum" and scope.world.member(expected.ref, field) is not None
        if isinstance(node, Dot) or not is_member:
            hint = f"the card that is looked at is called `card` in this condition: write card.{field}"
            return scope.wrong(base, "E402", f"there is no name `{base.id}` here", hint)
    return scope.node(node, expected)
