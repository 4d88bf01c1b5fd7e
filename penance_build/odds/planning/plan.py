"""The plan of a procedure: what its statements become, with the items that states hold before each of them."""

from __future__ import annotations

from dataclasses import dataclass

from penance_build.ir.nodes import Call, Change, Move, Option, Procedure, Reroll, Roll, Shuffle
from penance_build.odds.planning.demand import Scope
from penance_build.odds.rewriting.exprs import Node

Layout = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class LetStep:
    """Rewrite every item after through ``slot := value``."""

    slot: str
    value: Node
    before: Layout


@dataclass(frozen=True, slots=True)
class IfStep:
    """Two blocks that end in the same layout."""

    test: Node
    then: Block
    orelse: Block
    before: Layout


@dataclass(frozen=True, slots=True)
class EachStep:
    """A bounded loop. ``index`` and ``end`` are hidden slots; ``head`` is the layout between passes, without them.

    The body ends with ``head`` and both of them.
    """

    index: str
    end: str
    low: Node
    high: Node
    body: Block
    head: Layout
    before: Layout


@dataclass(frozen=True, slots=True)
class RepeatStep:
    """A loop without a bound, by its ``place`` among those of the procedure. The body ends with ``head``, the layout between
    passes, and what ``until`` is read from.
    """

    place: int
    until: Node
    body: Block
    head: Layout
    before: Layout


@dataclass(frozen=True, slots=True)
class StopStep:
    """The end of the procedure."""

    before: Layout


@dataclass(frozen=True, slots=True)
class RollStep:
    """Answer what the items after ask of this roll, or keep it whole where it is solid."""

    stmt: Roll
    solid: bool
    before: Layout


@dataclass(frozen=True, slots=True)
class RerollStep:
    """Reroll dice of a solid roll."""

    stmt: Reroll
    before: Layout


@dataclass(frozen=True, slots=True)
class CallStep:
    """Run the callee; ``take`` holds only what is asked for later. The state goes in where it reads it, out where that is asked for."""

    stmt: Call
    take: tuple[tuple[str, str], ...]
    state_in: bool
    state_out: bool
    before: Layout


@dataclass(frozen=True, slots=True)
class StateStep:
    """Change a counter, or shuffle."""

    stmt: Change | Shuffle
    before: Layout


@dataclass(frozen=True, slots=True)
class MoveStep:
    """Take top cards, which may be any of a bag."""

    stmt: Move
    before: Layout


@dataclass(frozen=True, slots=True)
class ChooseStep:
    """A choice made by the policy: by the first legal of ``options``, or at random among the legal ones.

    Where none of the ``rivals`` of the fallback is legal, the fallback is taken, legal or not.
    """

    slot: str
    options: tuple[Option, ...]
    fallback: Option | None
    rivals: tuple[Option, ...]
    random: bool
    before: Layout


Step = LetStep | IfStep | EachStep | RepeatStep | StopStep | RollStep | RerollStep | CallStep | ChooseStep | StateStep | MoveStep


@dataclass(frozen=True, slots=True)
class Block:
    """Steps in order; ``pure`` when none of them draws."""

    steps: tuple[Step, ...]
    before: Layout
    after: Layout
    pure: bool
    stops: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """A procedure for one question: ``answers`` are computed where it ends, from the items of ``body.after``."""

    procedure: Procedure
    scope: Scope
    answers: tuple[Node, ...]
    body: Block


def is_pure(step: Step) -> bool:
    """Whether the step maps one state to one state."""
    match step:
        case IfStep(_, then, orelse, _):
            return then.pure and orelse.pure
        case EachStep(body=body):
            return body.pure and not body.stops
        case ChooseStep(random=random):
            return not random
    return not isinstance(step, RepeatStep | RollStep | RerollStep | CallStep | MoveStep)
