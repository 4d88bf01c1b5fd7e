"""What rules read of the faces of a die: the questions that they ask of each face, and the answers. No check; two checks read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import Struct, field

from penance_build.checks.distinct import expressions_of, rules_of
from penance_build.checks.remembered import once
from penance_build.ir import nodes as ir
from penance_build.ir.fold import fold
from penance_build.ir.interpret.expressions import at_face
from penance_build.ir.walk import children, expressions, own_expressions, rebuild, statements
from penance_build.model.program.elaborate import Elaborated

_ASKING: Final = (ir.Fold, ir.Keep, ir.Shape)  # what asks something of the faces of dice


class Uses(Struct):
    """What the rules of a game read of one die, under any options.

    ``questions`` are what is added up or tested of a face, ``added`` the values that are added up, ``read`` all that are read;
    ``is_compared``: it is asked how many dice show the same face.
    """

    is_rolled: bool = False
    is_compared: bool = False
    questions: dict[ir.Expr, None] = field(default_factory=dict)
    added: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)

    def answers(self, die: ir.Die, place: int) -> tuple[ir.Expr, ...]:
        """What each question comes to for one face, as far as that is known before play."""
        return tuple(_settled(at_face(question, die, place)) for question in self.questions)

    def is_named(self, die: ir.Die, place: int) -> bool:
        """Whether a rule asks for this face by its id."""
        by_id = [question for question in self.questions if ir.FaceAttr("face") in expressions(question)]
        return any(_settled(at_face(question, die, place)) != ir.Const(0) for question in by_id)

    def fixed(self, die: ir.Die, place: int) -> tuple[int, ...]:
        """The answers that need nothing from play, but for the plain value: that is printed as a number."""
        found = zip(self.questions, self.answers(die, place), strict=True)
        return tuple(answer.value for question, answer in found if isinstance(answer, ir.Const) and question != ir.FaceAttr("value"))


def uses_of(combinations: Sequence[Elaborated]) -> dict[str, Uses]:
    """The uses of each die that some rule rolls, reads or rolls again; what a bot counts is no rule."""
    found: dict[str, Uses] = {}
    for procedure in rules_of(combinations):
        for die, question, is_row in once(combinations[0], ("faces", procedure.body), partial(_asked, combinations[0], procedure.body)):
            uses = found.setdefault(die, Uses())
            if question is None:
                uses.is_rolled = True
                continue
            if question == ir.FaceAttr("face"):
                uses.is_compared = True
                continue
            uses.questions[question] = None
            uses.read.update(item.attr for item in expressions(question) if isinstance(item, ir.FaceAttr))
            uses.added.update(() if is_row else _added(question))
    return found


def _asked(elaborated: Elaborated, body: tuple[ir.Stmt, ...]) -> list[tuple[str, ir.Expr | None, bool]]:
    """A die, what is asked of its faces (None: it is rolled), and whether that only chooses a row of a table."""
    found: list[tuple[str, ir.Expr | None, bool]] = []
    asks = any(isinstance(expr, _ASKING) for expr in expressions_of(elaborated, body))
    for stmt in statements(body):
        if isinstance(stmt, ir.Roll):
            found.append((stmt.die, None, False))
        elif isinstance(stmt, ir.Reroll):
            found.append((stmt.die, stmt.test, False))
        for own in own_expressions(stmt) if asks else ():
            found.extend((*asked, False) for asked in _asked_of(own))
            waiting = [own]
            while waiting:
                part = waiting.pop()
                below = children(part)
                waiting += reversed(below)
                for child in below:
                    if isinstance(child, _ASKING):
                        is_row = isinstance(part, ir.Lookup)
                        found.extend((*asked, is_row) for asked in _asked_of(child))
    return list(dict.fromkeys(found))


def _asked_of(part: ir.Expr) -> Iterator[tuple[str, ir.Expr]]:
    """What one expression by itself asks, those below it left out."""
    if isinstance(part, ir.Fold) and part.die:
        yield part.die, part.body
    elif isinstance(part, ir.Keep) or (isinstance(part, ir.Shape) and part.die and part.what == "run"):
        yield part.die, ir.FaceAttr("value")
    elif isinstance(part, ir.Shape) and part.die:
        yield part.die, ir.FaceAttr("face")


def _added(expr: ir.Expr) -> Iterator[str]:
    """The values of a face that a sum is made of; those in a comparison are only tested."""
    if isinstance(expr, ir.FaceAttr):
        yield expr.attr
    elif isinstance(expr, ir.Op) and expr.op in ("add", "sub", "mul", "neg"):
        for item in expr.args:
            yield from _added(item)
    elif isinstance(expr, ir.Cond):
        yield from _added(expr.yes)
        yield from _added(expr.no)


def _settled(expr: ir.Expr) -> ir.Expr:
    """An expression whose constant parts are numbers."""
    value = fold(expr)
    return rebuild(expr, _settled) if value is None else ir.Const(value)
