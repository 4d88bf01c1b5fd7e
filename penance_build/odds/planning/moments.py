"""A sum without a bound of which only the mean is queried: its terms go into the weights (``odds.loops.dual``); no state holds it.

``Moment`` stands among the items of a state for what such a variable will add to the mean. Going backwards over an assignment it
becomes what is added there, and the moments of the variables that are added to it.
"""

from __future__ import annotations

from collections.abc import Iterable

from penance_build.ir.nodes import Const, Var
from penance_build.odds.planning.plan import Block, EachStep, IfStep, Layout, RepeatStep
from penance_build.odds.question.refusal import Refused, no_sum
from penance_build.odds.rewriting.exprs import Moment, Node, linear, substitute, variables


def apart(item: Moment, slot: str, value: Node, growing: frozenset[str], procedure: str) -> tuple[dict[str, int], Node]:
    """What becomes of the moment of ``slot`` where it is given ``value``: the factors of other moments, and what is added here.

    Raises ``Refused`` where the value is not a sum of such variables and of what is bounded.
    """
    terms, _ = linear(value)
    factors = {atom.name: coef * item.factor for atom, coef in terms.items() if isinstance(atom, Var) and atom.name in growing}
    rest = value
    for name in factors:
        rest = substitute(rest, name, Const(0))
    others = (name for atom in terms if not isinstance(atom, Var) for name in variables(atom))
    if any(name in growing for name in others) or (slot in factors and factors[slot] != item.factor):
        raise no_sum(f"'{slot}'", procedure, f"let {slot}")
    return factors, rest


def moments(items: Iterable[Node]) -> frozenset[Moment]:
    """The moments among some items."""
    return frozenset(item for item in items if isinstance(item, Moment))


def check_paths(procedure: str, *paths: Iterable[Node]) -> None:
    """Refuse where paths part that ask for the means of different sums: their shares of one weight could not be told apart."""
    asked = {moments(path) for path in paths} - {frozenset()}
    if len(asked) > 1:
        names = ", ".join(sorted({f"'{item.slot}'" for found in asked for item in found}))
        reason = f"Of the sums {names} in '{procedure}' some paths add up one, some another; their means cannot be told apart."
        raise Refused(reason, procedure, can_sample=True)


def check_pass(procedure: str, body: Block) -> None:
    """Refuse where some path of one pass of a loop without a bound gives a sum anew, which earlier passes have added to."""
    held = moments(body.before)
    if held and _drops(body):
        raise no_sum(", ".join(sorted(f"'{item.slot}'" for item in held)), procedure)


def _drops(block: Block) -> bool:
    """Whether some path of a block leaves off what it adds up, to begin anew."""
    for at, step in enumerate(block.steps):
        after: Layout = block.steps[at + 1].before if at + 1 < len(block.steps) else block.after
        inner: tuple[Block, ...]
        if isinstance(step, IfStep):
            inner, ways = (step.then, step.orelse), (step.then.before, step.orelse.before)
        elif isinstance(step, EachStep | RepeatStep):
            inner, ways = (step.body,), (step.body.before, after)
        else:
            continue
        if (moments(step.before) and not all(map(moments, ways))) or any(map(_drops, inner)):
            return True
    return False
