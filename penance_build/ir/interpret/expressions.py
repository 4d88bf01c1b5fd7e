"""The meaning of expressions: total functions of the slots, the face or card at hand, and the state."""

from __future__ import annotations

from collections import Counter as Multiset
from collections.abc import Sequence
from itertools import islice
from typing import TypeVar, assert_never

from msgspec import Struct

from penance_build.ir import nodes
from penance_build.ir.interpret.passes import Passes
from penance_build.ir.interpret.state import State, Value, words
from penance_build.ir.ops import LIST_OPERATIONS, meets, operate
from penance_build.ir.walk import rebuild

Many = TypeVar("Many", bound=Sequence[int])
Known = dict[tuple[object, ...], int]  # what tables of one program give: table, output and arguments; nothing else decides it


class Frame(Struct):
    """The slots of a running procedure, or the inputs of a table being read."""

    slots: dict[str, Value]


class Evaluator(Struct):
    """Evaluates in one frame; ``face`` and ``card`` the current ones of a fold; ``known`` are answers of tables read before,
    and ``passes`` counts what formulas look at."""

    program: nodes.Played
    state: State
    frame: Frame
    face: tuple[nodes.Die | None, int] | None = None
    card: int | None = None
    known: Known | None = None
    passes: Passes | None = None

    @property
    def slots(self) -> dict[str, Value]:
        """The slots of the frame."""
        return self.frame.slots

    def value(self, expr: nodes.Expr) -> Value:
        """The value of an expression: an integer or a roll."""
        match expr:
            case nodes.Var():
                return self._var(expr)
            case nodes.Const():
                return self._const(expr)
            case nodes.Op():
                return self._op(expr)
            case nodes.Cond():
                return self._cond(expr)
            case nodes.Lookup():
                return self._lookup(expr)
            case nodes.Fold():
                return self._fold(expr)
            case nodes.FaceAttr():
                return self._face_attr(expr)
            case nodes.Counter():
                return self._counter(expr)
            case nodes.CardAttr():
                return self._card_attr(expr)
            case nodes.ZoneSize():
                return self._zone_size(expr)
            case nodes.ListOp():
                return self._list_op(expr)
            case nodes.ZoneFold():
                return self._zone_fold(expr)
            case nodes.Shape():
                return self._shape(expr)
            case nodes.Keep():
                return self._keep(expr)
            case nodes.Dice():
                return self._dice(expr)
            case nodes.TopCard():
                return self._top_card(expr)
            case _:
                assert_never(expr)

    def number(self, expr: nodes.Expr) -> int:
        """The value of an expression that is an integer."""
        if type(expr) is nodes.Const:  # most are constants, variables and operations: these need no search for their kind
            return expr.value
        if type(expr) is nodes.Op:
            return self._op(expr)
        answer = self.frame.slots[expr.name] if type(expr) is nodes.Var else self.value(expr)
        assert isinstance(answer, int), expr
        return answer

    def roll(self, expr: nodes.Expr) -> tuple[int, ...]:
        """The value of an expression that is a roll."""
        answer = self.value(expr)
        assert isinstance(answer, tuple), expr
        return answer

    def seen(self, many: Many) -> Many:
        """Dice, numbers or cards that are looked at, each of them: they are counted."""
        if self.passes is not None:
            self.passes.look(len(many))
        return many

    def owner(self, expr: nodes.Expr | None) -> int:
        """The index of an owner in the rows of the state: 0 for the game."""
        return 0 if expr is None else self.number(expr)

    def with_face(self, die_id: str, face: int, expr: nodes.Expr) -> int:
        """The value of ``expr`` for this current face or, without a die, for this number of a list."""
        if not die_id:
            return Evaluator(self.program, self.state, self.frame, (None, face), self.card, self.known, self.passes).number(expr)
        die = self.program.by_id.dice[die_id]
        return Evaluator(self.program, self.state, self.frame, (die, face), self.card, self.known, self.passes).number(expr)

    def with_card(self, card: int, expr: nodes.Expr) -> int:
        """The value of ``expr`` for this current card."""
        return Evaluator(self.program, self.state, self.frame, self.face, card, self.known, self.passes).number(expr)

    def part(self, part: nodes.Part) -> str:
        """A piece of a label as text."""
        if part.table:
            table = self.program.by_id.tables[part.table]
            arguments = [self.number(arg) for arg in part.args]
            return " + ".join(row.label for row in self.rows(table, arguments, 0) if row.label) or "none"
        if part.value is not None and part.type is not None:
            return words(self.program, part.type, self.value(part.value), self.state.cards)
        return part.text

    # ------------------------------------------------------------ one method a kind

    def _const(self, expr: nodes.Const) -> int:
        return expr.value

    def _var(self, expr: nodes.Var) -> Value:
        return self.slots[expr.name]

    def _op(self, expr: nodes.Op) -> int:
        if expr.op == "and":  # what decides it is enough: nothing behind it can fail
            return int(all(self.number(arg) for arg in expr.args))
        if expr.op == "or":
            return int(any(self.number(arg) for arg in expr.args))
        return operate(expr.op, [self.number(arg) for arg in expr.args])

    def _cond(self, expr: nodes.Cond) -> Value:
        return self.value(expr.yes if self.number(expr.test) else expr.no)

    def _lookup(self, expr: nodes.Lookup) -> int:
        table = self.program.by_id.tables[expr.table]
        arguments = [self.number(arg) for arg in expr.args]
        if self.known is None:
            return sum(self.cell(table, row, arguments, expr.output) for row in self.rows(table, arguments, expr.output))
        key = (expr.table, expr.output, *arguments)
        if key not in self.known:
            self.known[key] = sum(self.cell(table, row, arguments, expr.output) for row in self.rows(table, arguments, expr.output))
        return self.known[key]

    def _fold(self, expr: nodes.Fold) -> int:
        return sum(self.with_face(expr.die, face, expr.body) for face in self.seen(self.roll(expr.roll)))

    def _face_attr(self, expr: nodes.FaceAttr) -> int:
        assert self.face is not None, "no face at hand"
        die, face = self.face
        return face if die is None else face_attr(die, face, expr.attr)

    def _keep(self, expr: nodes.Keep) -> tuple[int, ...]:
        die = self.program.by_id.dice[expr.die]
        roll, count = self.seen(self.roll(expr.roll)), max(0, self.number(expr.count))
        sign = -1 if expr.high else 1
        order = sorted(range(len(roll)), key=lambda place: (sign * face_attr(die, roll[place], "value"), place))
        return tuple(roll[place] for place in sorted(order[:count]))

    def _shape(self, expr: nodes.Shape) -> int:
        die = self.program.by_id.dice[expr.die]
        roll = self.seen(self.roll(expr.roll))
        if expr.what == "same":
            return max(Multiset(face_attr(die, face, "face") for face in roll).values(), default=0)
        values = {face_attr(die, face, "value") for face in roll}
        longest = 0
        for value in values:
            length = 1
            while value + length in values:
                length += 1
            longest = max(longest, length)
        return longest

    def _dice(self, expr: nodes.Dice) -> int:
        return len(self.roll(expr.roll))

    def _list_op(self, expr: nodes.ListOp) -> Value:
        return LIST_OPERATIONS[expr.op].meaning(*map(self.value, expr.args))

    def _zone_size(self, expr: nodes.ZoneSize) -> int:
        return len(self.state.zones[expr.zone][self.owner(expr.owner)])

    def _zone_fold(self, expr: nodes.ZoneFold) -> int:
        return sum(self.with_card(card, expr.body) for card in self.seen(self.state.zones[expr.zone][self.owner(expr.owner)]))

    def _top_card(self, expr: nodes.TopCard) -> int:
        for card in reversed(self.state.zones[expr.zone][self.owner(expr.owner)]):
            if self.passes is not None:
                self.passes.look(1)
            if expr.test is None or self.with_card(card, expr.test):
                return card
        return -1

    def _card_attr(self, expr: nodes.CardAttr) -> int:
        instance = self.card if expr.card is None else self.number(expr.card)
        assert instance is not None, "no card at hand"
        return card_attr(self.program, self.state.cards[instance], expr.attr)

    def _counter(self, expr: nodes.Counter) -> int:
        return self.state.counters[expr.counter][self.owner(expr.owner)]

    # ------------------------------------------------------------ tables

    def cell(self, table: nodes.Table, row: nodes.Row, arguments: list[int], output: int) -> int:
        """What a row gives for an output."""
        given = row.values[output]
        if type(given) is nodes.Const:  # most are: they need no frame
            return given.value
        slots: dict[str, Value] = dict(zip((item.name for item in table.inputs), arguments, strict=True))
        return Evaluator(self.program, self.state, Frame(slots)).number(given)

    def rows(self, table: nodes.Table, arguments: list[int], output: int) -> list[nodes.Row]:
        """The rows that count for an output: of a ``max`` table the first of the greatest of each group."""
        matching = (row for row in table.rows if all(map(meets, arguments, row.when)))
        if table.policy not in ("sum", "max"):
            hit = [*islice(matching, 1)]
            assert hit, f"no row of {table.id} for {arguments}"
            return hit
        hit = [*matching]
        if table.policy == "sum":
            return hit
        best: dict[str, nodes.Row] = {}
        for row in hit:
            held = best.get(row.group)
            if held is None or self.cell(table, row, arguments, output) > self.cell(table, held, arguments, output):
                best[row.group] = row
        return list(best.values())


def face_attr(die: nodes.Die, face: int, attr: str) -> int:
    """``face``: the index of the first face with the same id; else a declared value, 0 where the face has none."""
    if attr == "face":
        return next(index for index, other in enumerate(die.faces) if other.id == die.faces[face].id)
    return dict(die.faces[face].values).get(attr, 0)


def at_face(expr: nodes.Expr, die: nodes.Die, face: int) -> nodes.Expr:
    """A condition on a die, or what is added up of it, of one of its faces."""
    if isinstance(expr, nodes.FaceAttr):
        return nodes.Const(face_attr(die, face, expr.attr))
    return rebuild(expr, lambda inner: at_face(inner, die, face))


def card_attr(program: nodes.Played, card: int, attr: str) -> int:
    """``id``, ``type``, ``slot`` and ``faction`` as places in the game's lists (-1: none); else a declared value, or 0."""
    data = program.cards[card]
    if attr == "id":
        return card
    if attr == "type":
        return _place(program.card_types, data.type)
    if attr == "slot":
        return _place(program.slots, data.slot)
    if attr == "faction":
        return _place(program.factions, data.faction)
    return dict(data.values).get(attr, 0)


def at_card(expr: nodes.Expr, program: nodes.Played, card: int) -> nodes.Expr:
    """An expression about the card at hand, of one card of the game."""
    if isinstance(expr, nodes.CardAttr) and expr.card is None:
        return nodes.Const(card_attr(program, card, expr.attr))
    return rebuild(expr, lambda inner: at_card(inner, program, card))


def _place(groups: Sequence[nodes.Group | nodes.Faction], wanted: str) -> int:
    return next((place for place, item in enumerate(groups) if item.id == wanted), -1)
