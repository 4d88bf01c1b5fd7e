"""The plan of a procedure: its steps, with the layout of the states before each of them."""

from __future__ import annotations

from msgspec import Struct

from penance_build.ir.nodes import Call, Change, Choose, Move, Option, Pick, Procedure, Reroll, Roll, Shuffle
from penance_build.odds.planning.demand import Scope
from penance_build.odds.rewriting.exprs import Node

Layout = tuple[Node, ...]


class LetStep(Struct, frozen=True):
    """Rewrite every item after through ``slot := value``."""

    slot: str
    value: Node
    before: Layout


class IfStep(Struct, frozen=True):
    """Two blocks that end in the same layout."""

    test: Node
    then: Block
    orelse: Block
    before: Layout


class EachStep(Struct, frozen=True):
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


class RepeatStep(Struct, frozen=True):
    """An unbounded loop, by its index (``place``) among those of the procedure. The body ends with ``head``, the layout between
    passes, and the items that ``until`` reads.
    """

    place: int
    until: Node
    body: Block
    head: Layout
    before: Layout


class StopStep(Struct, frozen=True):
    """The end of the procedure."""

    before: Layout


class RollStep(Struct, frozen=True):
    """Answer what the items after ask of this roll, or keep it whole where it is solid."""

    stmt: Roll
    solid: bool
    before: Layout


class RerollStep(Struct, frozen=True):
    """Reroll dice of a solid roll."""

    stmt: Reroll
    before: Layout


class CallStep(Struct, frozen=True):
    """Run the callee; ``take`` holds only what is asked for later. The state goes in where it reads it, out where that is asked for."""

    stmt: Call
    take: tuple[tuple[str, str], ...]
    state_in: bool
    state_out: bool
    before: Layout


class StateStep(Struct, frozen=True):
    """Change a counter, or shuffle."""

    stmt: Change | Shuffle
    before: Layout


class MoveStep(Struct, frozen=True):
    """Take top cards, which may be any of a bag."""

    stmt: Move
    before: Layout


class LookStep(Struct, frozen=True):
    """See the top-most card of a zone that passes a test; ``tag``: it is found again by the variable."""

    slot: str
    zone: str
    owner: Node
    test: Node | None
    tag: bool
    before: Layout


class PickStep(Struct, frozen=True):
    """A card of a zone is chosen by the policy ``kind``: the first, a random one, the one of the id ``card``, or one of greatest ``score``;
    or it is left open, for the ``best`` one. Of what is ``named`` nothing is said, and it is refused where it is come to.

    The variable is -1 where none passes the test.
    """

    stmt: Pick
    kind: str
    card: int
    score: Node | None
    tag: bool
    before: Layout


class PlaceStep(Struct, frozen=True):
    """Move a card that a variable holds."""

    stmt: Move
    before: Layout


class ForgetStep(Struct, frozen=True):
    """The variable does not hold its card any more."""

    slot: str
    before: Layout


class ChooseStep(Struct, frozen=True):
    """A choice made by the policy: by the first legal of ``options``, or at random among the legal ones.

    Where none of the ``rivals`` of the fallback is legal, the fallback is taken, legal or not. With ``stmt`` the choice
    is left open, for the best policy.
    """

    slot: str
    options: tuple[Option, ...]
    fallback: Option | None
    rivals: tuple[Option, ...]
    random: bool
    before: Layout
    stmt: Choose | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is left to the best policy."""
        return self.stmt is not None


CardStep = LookStep | PickStep | PlaceStep | ForgetStep
Step = LetStep | IfStep | EachStep | RepeatStep | StopStep | RollStep | RerollStep | CallStep | ChooseStep | StateStep | MoveStep | CardStep


class Block(Struct, frozen=True):
    """Steps in order; ``pure`` when none of them draws."""

    steps: tuple[Step, ...]
    before: Layout
    after: Layout
    pure: bool
    stops: bool


class Plan(Struct, frozen=True):
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
        case ChooseStep():
            return not step.random and not step.is_open
    return not isinstance(step, RepeatStep | RollStep | RerollStep | CallStep | MoveStep | LookStep | PickStep)
