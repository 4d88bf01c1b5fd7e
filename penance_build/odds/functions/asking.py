"""Queries on a roll, collected from the items of a layout, to a ``RollRequest``."""

from __future__ import annotations

from msgspec.structs import replace

from penance_build.ir.nodes import Const, FaceAttr, Fold, Keep, Op, Shape
from penance_build.odds.rewriting.exprs import (
    Capped,
    Node,
    Rerolled,
    base,
    combination,
    is_atom,
    item_terms,
    leaves,
    normal,
    rebuild,
    sized,
)
from penance_build.odds.rolls.requests import Question, Stage


class Asking:
    """The queries of items on one roll, as the columns, numbers, stages and questions of a request."""

    def __init__(self, slot: str) -> None:
        self.slot = slot
        self.bodies: list[Node] = []
        self.numbers: list[Node] = []
        self.stages: list[Stage] = []
        self.marks: list[tuple[int, int]] = []
        self.questions: list[Question] = []
        self.atoms: list[Node] = []

    def terms(self, item: Node) -> tuple[dict[int, int], Node | None, int]:
        """An item as (question: coefficient), the item carried for the rest of it, and that one's factor."""
        folds: dict[Node, list[tuple[Node, int]]] = {}
        answers: dict[int, int] = {}
        rest: dict[Node, int] = {}
        for atom, coef in item_terms(item):
            if not is_atom(atom) or base(atom.roll) != self.slot:  # type: ignore[union-attr]
                rest[atom] = coef
            elif isinstance(atom, Fold):
                self.atoms.append(atom)
                folds.setdefault(atom.roll, []).append((atom.body, coef))
            else:
                assert isinstance(atom, Shape)
                self.atoms.append(atom)
                answers[self.question(atom.what, atom.roll, Const(0), atom.cap if isinstance(atom, Capped) else None)] = coef
        for roll, bodies in folds.items():
            args = tuple(body if coef == 1 else Op("mul", (Const(coef), body)) for body, coef in bodies)  # type: ignore[arg-type]
            answers[self.question("fold", roll, args[0] if len(args) == 1 else Op("add", args))] = 1  # type: ignore[arg-type]
        carried, factor = combination(rest) if rest else (None, 1)
        return answers, carried, factor

    def question(self, kind: str, roll: Node, body: Node, cap: int | None = None) -> int:
        """The index of a question; two that differ in their cap alone share the one with the wider cap."""
        keeps: list[tuple[int, bool]] = []
        while isinstance(roll, Keep):
            keeps.append((self.at(self.numbers, roll.count), roll.high))
            roll = roll.roll
        asked = Question(kind, self.stage(roll), tuple(reversed(keeps)), self.at(self.bodies, body), cap)
        for at, other in enumerate(self.questions):
            if replace(other, cap=None) == replace(asked, cap=None):
                wider = None if cap is None or other.cap is None else max(cap, other.cap)
                self.questions[at] = replace(other, cap=wider)
                return at
        self.questions.append(asked)
        return len(self.questions) - 1

    def stage(self, roll: Node) -> int:
        """The stage that a chain of rerolls leads to."""
        if not isinstance(roll, Rerolled):
            return 0
        parent = self.stage(roll.roll)
        # The same statement may follow different rerolls on different paths; no path reads two of those stages.
        if (roll.mark, parent) not in self.marks:
            self.marks.append((roll.mark, parent))
            self.stages.append(Stage(parent, self.at(self.bodies, roll.test), self.at(self.numbers, roll.limit)))
        return 1 + self.marks.index((roll.mark, parent))

    def at(self, into: list[Node], e: Node) -> int:
        """The index of an expression in a list, appended if it is new."""
        e = sized(normal(e), self.slot)
        if e not in into:
            into.append(e)
        return into.index(e)

    def parameters(self) -> list[Node]:
        """The values that the answers depend on."""
        return list(dict.fromkeys(leaf for atom in self.atoms for leaf in leaves(atom)))


def at_face(test: Node, columns: dict[str, tuple[int, ...]], face: int) -> Node:
    """A test with the attributes of one face put in."""
    if isinstance(test, FaceAttr):
        return Const(columns.get(test.attr, (0,) * (face + 1))[face])
    if isinstance(test, Fold):
        return test
    return rebuild(test, lambda child: at_face(child, columns, face))
