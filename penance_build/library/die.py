"""One die of a game: its faces, and the exact distribution of what several of it come to.

What is asked is written as a procedure of one roll, which the exact evaluator of all procedures answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce

from msgspec import Struct
from msgspec.structs import replace

from penance_build.diagnostics.suggest import near
from penance_build.ir.interpret.dice import face_words
from penance_build.ir.nodes import Const, Die, Expr, Face, FaceAttr, Fold, Keep, Let, Op, Played, Procedure, Roll, Slot, Type, Var
from penance_build.library.errors import WrongUse
from penance_build.library.values import read_face
from penance_build.odds.walking.exact import distribution

_ROLL = "dice"
_ANSWER = "answer"


class DieFace(Struct, frozen=True):
    """A physical face. ``value`` is what is added up, None where the die has no such values; ``values`` holds all, by attribute."""

    id: str
    name: str
    value: int | None
    values: Mapping[str, int]
    text: str


class GameDie(Struct, frozen=True):
    """A die of a game: every face is equally likely.

    Distributions map what the dice come to, in order, to its chance; what has no chance is left out.
    They raise WrongUse for what the die cannot be asked, and Refused where the exact answer would cost too much.
    """

    program: Played
    definition: Die

    @property
    def id(self) -> str:
        return self.definition.id

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def source(self) -> str:
        """Where the document of the rules speaks of it."""
        return self.definition.source

    @property
    def faces(self) -> tuple[DieFace, ...]:
        """All faces in the order declared; two may be alike."""
        return tuple(map(self._face, self.definition.faces))

    def _face(self, face: Face) -> DieFace:
        values = dict(face.values)
        return DieFace(face.id, face.name, values.get("value") if self.definition.has_values else None, values, face.text)

    @property
    def values(self) -> tuple[int, ...]:
        """What each face counts when dice are added; empty where the die has no such values."""
        return tuple(dict(face.values)["value"] for face in self.definition.faces) if self.definition.has_values else ()

    def sum(self, dice: int = 1) -> dict[int, Fraction]:
        """The sum of so many dice."""
        return self.best(dice, dice)

    def best(self, dice: int, kept: int = 1, *, lowest: bool = False) -> dict[int, Fraction]:
        """The sum of the ``kept`` highest (or lowest) of so many dice."""
        values = self.values
        if not values:
            faces = ", ".join(map(str, face_words(self.definition)))
            raise WrongUse(f"the die `{self.id}` has no values to add or to compare; its faces are: {faces}", "die")
        least, most = (dice * min(*values, 0), dice * max(*values, 0))
        roll = Keep(Var(_ROLL), self.id, Const(_whole(kept)), not lowest) if kept < dice else Var(_ROLL)
        return self._asked(dice, Fold(roll, self.id, FaceAttr("value")), least, most)

    def count(self, faces: int | str | Iterable[int | str], dice: int = 1) -> dict[int, Fraction]:
        """How many of so many dice show one of these faces, each named by its value where the die has values, or by its id."""
        named = [faces] if isinstance(faces, int | str) else list(faces)
        wanted = sorted({self._first_alike(read_face(self.definition, face)) for face in named})
        tests: list[Expr] = [Op("eq", (FaceAttr("face"), Const(face))) for face in wanted]
        test = reduce(lambda left, right: Op("or", (left, right)), tests) if tests else Const(0)
        return self._asked(dice, Fold(Var(_ROLL), self.id, test), 0, dice)

    def _first_alike(self, face: int) -> int:
        ids = [item.id for item in self.definition.faces]
        return ids.index(ids[face])

    def _asked(self, dice: int, answer: Expr, least: int, most: int) -> dict[int, Fraction]:
        """The distribution of an expression over a roll of so many dice."""
        body = (Roll(_ROLL, self.id, Const(_whole(dice)), _ROLL), Let(_ANSWER, answer))
        slots = (Slot(_ROLL, Type("roll", self.id, dice, dice)), Slot(_ANSWER, Type("int", "", least, most)))
        procedure = Procedure(self.id, self.name, (), slots[1:], slots, ((_ROLL, self.id),), ("rolls",), body, self.source)
        program = replace(self.program, dice=(self.definition,), tables=(), procedures=(procedure,))
        return {result[_ANSWER]: p for result, p in distribution(program, self.id, {}).outcomes}


def _whole(number: int) -> int:
    if number < 0:
        raise WrongUse(f"a number of dice is 0 or more, found {number}", "count")
    return number


def die(program: Played, name: str) -> GameDie:
    """The die of this id. Raises WrongUse."""
    found = program.by_id.dice.get(name)
    if found is None:
        raise WrongUse(f"there is no die `{name}`{near(name, list(program.by_id.dice))}", "die")
    return GameDie(program, found)
