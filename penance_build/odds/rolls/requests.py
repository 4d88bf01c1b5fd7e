"""What may be asked of one roll, and the numbers that come with the question."""

from __future__ import annotations

from msgspec import Struct

from penance_build.odds.question.refusal import Meter
from penance_build.odds.rolls.pools import Vector


class Question(Struct, frozen=True):
    """``kind`` fold, same or run, of a stage; ``keeps`` are (which count, high) from the inside; ``body`` which column.

    A shape with a ``cap`` need only be told apart below it.
    """

    kind: str
    stage: int
    keeps: tuple[tuple[int, bool], ...]
    body: int
    cap: int | None = None


class Stage(Struct, frozen=True):
    """A reroll of the stage ``parent``: which column holds its test, which number its limit."""

    parent: int
    test: int
    limit: int


class Faces(Struct, frozen=True):
    """A die: of each physical face its value (0 where it has none) and the index of the first face with its id."""

    values: tuple[int, ...]
    ids: tuple[int, ...]


class RollRequest(Struct, frozen=True):
    """What is asked of a roll of ``die``."""

    die: Faces
    stages: tuple[Stage, ...]
    questions: tuple[Question, ...]

    @property
    def is_plain(self) -> bool:
        """Whether only sums over all dice as they fall are asked."""
        return not self.stages and all(question.kind == "fold" and not question.keeps for question in self.questions)


class Asked(Struct, frozen=True):
    """A request with its numbers: n dice, for each face the columns (bodies and tests), and the counts and limits."""

    request: RollRequest
    n: int
    columns: tuple[Vector, ...]
    numbers: Vector
    meter: Meter

    @property
    def what(self) -> str:
        """The roll, for a refusal."""
        return f"A roll of {self.n} dice"

    def interval(self, question: Question) -> tuple[int, int]:
        """The places, from the highest, that the question's keeps leave."""
        low, high = 0, self.n
        for which, best in question.keeps:
            kept = max(0, min(self.numbers[which], high - low))
            low, high = (low, low + kept) if best else (high - kept, high)
        return low, high

    def adds(self, question: Question) -> bool:
        """Whether the answer is a sum over all dice: nothing is kept, or everything is."""
        return question.kind == "fold" and (not question.keeps or self.interval(question) == (0, self.n))


History = tuple[int | None, ...]  # the face of one die at each stage; None where another draw of it lies
Pools = list[tuple[list[tuple[History, int]], int]]


def contribution(asked: Asked, faces: History) -> Vector:
    """What one die adds to each question; to questions about shapes nothing."""
    parts = [(faces[q.stage], q) for q in asked.request.questions]
    return tuple([asked.columns[face][q.body] if face is not None and q.kind == "fold" else 0 for face, q in parts])
