"""What expressions give on a way through a loop: forms of what is known, and new numbers with facts for all else."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from penance_build.falling.forms import ZERO, Form
from penance_build.falling.path import Key, Listed, Path, Rolled, Value
from penance_build.ir import nodes as ir
from penance_build.ir.interpret.expressions import at_face, card_attr
from penance_build.ir.ops import TRUTHS, Interval, hull
from penance_build.ir.ops import interval as interval_of
from penance_build.ir.walk import expressions, variables

ANY: Interval = (None, None)


class Values(Struct):
    """Reads expressions on one way; ``item`` are the bounds of the number of a list that is at hand."""

    path: Path
    item: Interval = ANY

    def any(self, expr: ir.Expr) -> Value:
        """The value of an expression: a number, a roll or a list."""
        match expr:
            case ir.Var(name=name):
                frame = self.path.frame
                if name not in frame:
                    frame[name] = self.path.fresh(*ANY)
                return frame[name]
            case ir.Keep(roll=roll, count=count):
                return self.kept(self.any(roll), self.number(count))
            case ir.ListOp(op="fill" | "put" | "first" | "sort" | "best" | "worst"):
                return self.list(expr)
            case ir.Cond(yes=yes, no=no):
                return self.either(self.any(yes), self.any(no))
            case _:
                return self.number(expr)

    def number(self, expr: ir.Expr) -> Form:
        """The value of an expression that is a number."""
        match expr:
            case ir.Const(value=value):
                return Form(value)
            case ir.Op():
                return self.operation(expr)
            case ir.Lookup():
                return self.path.fresh(*self.table(expr))
            case ir.Fold():
                return self.fold(expr)
            case ir.FaceAttr():
                return self.path.fresh(*self.item)
            case ir.Shape(roll=roll):
                return self.path.fresh(0, None, (), (self.dice(roll),))
            case ir.Dice(roll=roll):
                return self.dice(roll)
            case ir.ListOp():
                return self.of_list(expr)
            case ir.ZoneSize(zone=zone, owner=owner):
                return self.path.read(("zone", zone, self.key(owner)))
            case ir.ZoneFold():
                return self.cards(expr)
            case ir.TopCard():
                return self.top(expr)
            case ir.CardAttr():
                return self.attribute(expr)
            case ir.Counter(counter=counter, owner=owner):
                return self.path.read(("counter", counter, self.key(owner)))
            case ir.Var() | ir.Keep() | ir.Cond():
                found = self.any(expr)
                return found if isinstance(found, Form) else self.path.fresh(*ANY)
            case _:
                assert_never(expr)

    def bounds(self, expr: ir.Expr) -> Interval:
        """The least and the greatest value of an expression."""
        return self.ends(self.number(expr))

    def ends(self, form: Form) -> Interval:
        """The least and the greatest value of a form."""
        return self.path.lower(form), self.path.upper(form)

    def key(self, owner: ir.Expr | None) -> Key:
        """Whose a counter or zone is."""
        return None if owner is None else self.number(owner)

    # ------------------------------------------------------------ numbers

    def operation(self, expr: ir.Op) -> Form:
        args = [self.number(arg) for arg in expr.args]
        first, *rest = args
        path = self.path
        if expr.op in TRUTHS:
            return path.fresh(0, 1)
        match expr.op:
            case "add":
                for other in rest:
                    first = first.plus(other)
                return first
            case "sub":
                return first.minus(rest[0])
            case "neg":
                return first.times(-1)
            case "min" | "max":
                for other in rest:
                    first = self.extreme(expr.op, first, other)
                return first
            case "abs":
                return self.extreme("max", first, first.times(-1))
            case "mul":
                for other in rest:
                    first = self.product(first, other)
                return first
            case "div" | "cdiv" | "rdiv" | "mod":
                return self.divided(expr.op, first, rest[0])
            case _:
                return path.fresh(*interval_of(expr.op, [self.ends(arg) for arg in args]))

    def extreme(self, op: str, one: Form, other: Form) -> Form:
        """The smaller or the greater of two numbers."""
        if op == "max":
            return self.extreme("min", one.times(-1), other.times(-1)).times(-1)
        if self.path.is_at_most(one.minus(other), 0):
            return one
        if self.path.is_at_least(one.minus(other), 0):
            return other
        return self.path.fresh(*interval_of("min", [self.ends(one), self.ends(other)]), (), (one, other))

    def product(self, one: Form, other: Form) -> Form:
        if not one.terms:
            one, other = other, one
        if not other.terms:
            return one.times(other.const)
        found = self.path.fresh(*interval_of("mul", [self.ends(one), self.ends(other)]))
        for single, factor in ((one, other), (other, one)):  # what is not below 0, taken once or more, is at least itself
            if self.path.is_at_least(single, 0) and self.path.is_at_least(factor, 1):
                self.path.learn(found.minus(single))
        return found

    def divided(self, op: str, one: Form, by: Form) -> Form:
        path = self.path
        if not by.terms and by.const > 0 and op != "mod":
            size = by.const
            found = path.fresh(*interval_of(op, [self.ends(one), (size, size)]))
            least, most = {"div": (size - 1, 0), "cdiv": (0, size - 1), "rdiv": ((size - 1) // 2, size // 2)}[op]
            path.learn(found.times(size).minus(one).raised(least))  # the quotient times the divisor is at most so much below
            path.learn(one.minus(found.times(size)).raised(most))
            return found
        found = path.fresh(*interval_of(op, [self.ends(one), self.ends(by)]))
        if path.is_at_least(by, 1):
            if op == "mod":
                path.learn(found)
                path.learn(by.minus(found).raised(-1))
            if op in ("mod", "div") and path.is_at_least(one, 0):
                path.learn(one.minus(found))
                if op == "div" and path.is_at_least(by, 2):
                    path.learn(one.minus(found.times(2)))
        return found

    def either(self, one: Value, other: Value) -> Value:
        """One of two values."""
        path = self.path
        if isinstance(one, Form) and isinstance(other, Form):
            if path.is_at_most(one.minus(other), 0):
                return path.fresh(*ANY, (one,), (other,))
            if path.is_at_least(one.minus(other), 0):
                return path.fresh(*ANY, (other,), (one,))
            least, most = interval_of("min", [self.ends(one), self.ends(other)]), interval_of("max", [self.ends(one), self.ends(other)])
            return path.fresh(least[0], most[1])
        if isinstance(one, Rolled) and isinstance(other, Rolled) and one.die == other.die:
            count = self.either(one.count, other.count)
            assert isinstance(count, Form)
            return Rolled(one.die, count, path.proof.mark())
        if isinstance(one, Listed) and isinstance(other, Listed):
            size = self.either(one.size, other.size)
            assert isinstance(size, Form)
            low, high = hull([(one.low, one.high), (other.low, other.high)])
            return Listed(size, low, high, path.proof.mark())
        return path.fresh(*ANY)

    def table(self, expr: ir.Lookup) -> Interval:
        """The bounds of an output of a table: those of the cells of all rows that may be hit."""
        table = self.path.proof.program.by_id.tables[expr.table]
        args = [self.number(arg) for arg in expr.args]
        given = [self.ends(arg) for arg in args]
        inner = self.path.fork()
        inner.frames = ({slot.name: arg for slot, arg in zip(table.inputs, args, strict=True)},)
        hit = [row for row in table.rows if all(map(_may_match, row.when, given))]
        cells = [Values(inner).bounds(row.values[expr.output]) for row in hit]
        if table.policy in ("unique", "first") and cells:
            return hull(cells)
        lows, highs = [low for low, _ in cells], [high for _, high in cells]
        return (
            None if None in lows else sum(min(0, low) for low in lows if low is not None),
            None if None in highs else sum(max(0, high) for high in highs if high is not None),
        )

    # ------------------------------------------------------------ rolls and lists

    def dice(self, expr: ir.Expr) -> Form:
        """How many dice a roll has."""
        found = self.any(expr)
        return found.count if isinstance(found, Rolled) else self.path.fresh(0, None)

    def kept(self, roll: Value, count: Form) -> Value:
        if not isinstance(roll, Rolled):
            return roll
        kept = self.extreme("min", roll.count, self.extreme("max", count, ZERO))
        return Rolled(roll.die, kept, self.path.proof.mark())

    def fold(self, expr: ir.Fold) -> Form:
        """The sum over dice or numbers: so many times what one of them may give."""
        found = self.any(expr.roll)
        if isinstance(found, Form):
            return self.path.fresh(*ANY)
        if any(isinstance(item, ir.Fold) for item in expressions(expr.body)):  # the die at hand would be that of the inner one
            return self.path.fresh(*ANY)
        read = tuple(self.path.frame.get(name) for name in sorted(variables(expr.body)))
        return self.once(("fold", found.mark, expr.body, read), not _reads_state(expr.body), lambda: self.added(found, expr))

    def added(self, found: Rolled | Listed, expr: ir.Fold) -> Form:
        if isinstance(found, Rolled):
            die = self.path.proof.program.by_id.dice[expr.die or found.die]
            faces = [at_face(expr.body, die, face) for face in range(len(die.faces))]
            ends = hull(Values(self.path.fork()).bounds(body) for body in dict.fromkeys(faces))
            return self.many(found.count, ends)
        return self.many(found.size, Values(self.path.fork(), (found.low, found.high)).bounds(expr.body))

    def many(self, count: Form, ends: Interval) -> Form:
        """The sum of so many numbers that each lie between these bounds."""
        low, high = interval_of("mul", [self.ends(count), ends])
        least = () if ends[0] is None else (count.times(ends[0]),)
        most = () if ends[1] is None else (count.times(ends[1]),)
        return self.path.fresh(low, high, least, most)

    def list(self, expr: ir.ListOp) -> Value:
        path = self.path
        if expr.op == "fill":
            size, value = self.extreme("max", self.number(expr.args[0]), ZERO), self.number(expr.args[1])
            return Listed(size, *self.ends(value), path.proof.mark())
        found = self.any(expr.args[0])
        if not isinstance(found, Listed):
            return found
        if expr.op == "put":
            place, value = self.number(expr.args[1]), self.number(expr.args[2])
            low, high = hull([(found.low, found.high), self.ends(value)])
            made = Listed(found.size, low, high, path.proof.mark())
            added = self.total(found).plus(value).minus(self.item_at(found, place))
            path.known["fold", made.mark, ir.FaceAttr("item"), ()] = added
            path.known["at", made.mark, place] = value
            return made
        size = found.size
        if expr.op != "sort":
            size = self.extreme("min", size, self.extreme("max", self.number(expr.args[1]), ZERO))
        made = Listed(size, found.low, found.high, path.proof.mark())
        if expr.op == "sort":
            path.known["fold", made.mark, ir.FaceAttr("item"), ()] = self.total(found)
        return made

    def total(self, found: Listed) -> Form:
        """The sum of a list."""
        return self.once(("fold", found.mark, ir.FaceAttr("item"), ()), True, lambda: self.many(found.size, (found.low, found.high)))

    def item_at(self, found: Listed, place: Form) -> Form:
        """The number in a place of a list."""
        return self.once(("at", found.mark, place), True, lambda: self.path.fresh(found.low, found.high))

    def of_list(self, expr: ir.ListOp) -> Form:
        """A number computed from a list."""
        found = self.any(expr.args[0])
        if not isinstance(found, Listed):
            return found if isinstance(found, Form) else self.path.fresh(*ANY)
        match expr.op:
            case "size":
                return found.size
            case "at":
                return self.item_at(found, self.number(expr.args[1]))
            case "same":
                return self.path.fresh(0, None, (), (found.size,))
            case _:
                low, high = found.low, found.high
                return self.path.fresh(None if low is None else min(0, low), None if high is None else max(0, high))

    # ------------------------------------------------------------ cards

    def cards(self, expr: ir.ZoneFold) -> Form:
        """The sum over the cards of a zone."""
        key = self.key(expr.owner)
        read = tuple(self.path.frame.get(name) for name in sorted(variables(expr.body)))
        size = self.path.read(("zone", expr.zone, key))
        ends = Values(self.path.fork()).bounds(expr.body)
        return self.once(("zone", expr.zone, key, expr.body, read), not _reads_state(expr.body), lambda: self.many(size, ends))

    def top(self, expr: ir.TopCard) -> Form:
        """The top-most card; it is there where the zone is known to hold such cards."""
        key = self.key(expr.owner)
        fits = self.path.read(("zone", expr.zone, key)) if expr.test is None else self.cards(ir.ZoneFold(expr.zone, expr.owner, expr.test))
        read = () if expr.test is None else tuple(self.path.frame.get(name) for name in sorted(variables(expr.test)))
        plain = expr.test is None or not _reads_state(expr.test)
        low, high = 0 if self.path.is_at_least(fits, 1) else -1, -1 if self.path.is_at_most(fits, 0) else None
        found = self.once(("zone", expr.zone, key, "top", expr.test, read), plain, lambda: self.path.fresh(low, high))
        self.path.homes[found] = (expr.zone, key)
        return found

    def attribute(self, expr: ir.CardAttr) -> Form:
        """What a card has: what any card of the game may have."""
        program = self.path.proof.program
        if expr.card is None or not program.cards:
            return self.path.fresh(*self.of_cards(expr.attr))
        card = self.number(expr.card)
        return self.once(("card", expr.attr, card), True, lambda: self.path.fresh(*self.of_cards(expr.attr)))

    def of_cards(self, attr: str) -> Interval:
        program = self.path.proof.program
        found = [card_attr(program, card, attr) for card in range(len(program.cards))]
        return (min(found), max(found)) if found else (0, 0)

    def once(self, key: tuple[object, ...], is_kept: bool, make: Callable[[], Form]) -> Form:
        """What was read before, or what is read now."""
        if not is_kept:
            return make()
        if key not in self.path.known:
            self.path.known[key] = make()
        return self.path.known[key]


def _reads_state(expr: ir.Expr) -> bool:
    return any(isinstance(item, ir.Counter | ir.ZoneSize | ir.ZoneFold | ir.TopCard) for item in expressions(expr))


def _may_match(condition: tuple[tuple[int, int], ...] | None, given: Interval) -> bool:
    low, high = given
    return condition is None or any((high is None or first <= high) and (low is None or last >= low) for first, last in condition)
