"""Steps about single cards: the card on top is seen, one is picked by a policy, the one that a variable holds is moved."""

from __future__ import annotations

from penance_build.ir.nodes import Const, Move, Pick, Procedure, TopCard, Var
from penance_build.odds.planning.demand import STATE, NeedSolid, Scope, demanded
from penance_build.odds.planning.plan import ForgetStep, Layout, LookStep, PickStep, PlaceStep, Step
from penance_build.odds.question.refusal import Policy, Refused
from penance_build.odds.rewriting.exprs import Items, Moment, Node, base, combination, is_atom, item_terms, mentions, parameters
from penance_build.odds.rewriting.looks import held


def without(items: Layout, names: Items | dict[str, None]) -> list[Node]:
    """What of ``items`` does not come from the slots ``names``, which are only just being written."""
    found: list[Node] = []
    for item in items:
        rest = {}
        for atom, coef in item_terms(item):
            if is_atom(atom):
                if any(name in names for name in parameters(atom)):
                    raise NeedSolid(base(atom.roll) or "")  # type: ignore[union-attr]
                if (base(atom.roll) or "") in names:  # type: ignore[union-attr]
                    continue
            elif (isinstance(atom, Var) and atom.name in names) or (isinstance(atom, Moment) and atom.slot in names):
                continue
            rest[atom] = coef
        if rest:
            found.append(combination(rest)[0])
    return found


class Holding:
    """The steps about single cards of one procedure."""

    def __init__(self, procedure: Procedure, scope: Scope, policy: Policy | None) -> None:
        self.procedure, self.scope, self.policy = procedure, scope, policy
        self.tags, self.own = held(procedure)

    def look(self, slot: str, top: TopCard, after: Layout) -> Step | None:
        """The top card becomes known where somebody asks for it."""
        if not any(mentions(item, slot) for item in after):
            return None
        test = () if top.test is None else (top.test,)
        carried = [*without(after, {slot: None, STATE: None}), Var(STATE)]
        owner = top.owner or Const(0)
        return LookStep(slot, top.zone, owner, top.test, slot in self.tags, demanded((owner, *test), self.scope, carried))

    def pick(self, stmt: Pick, after: Layout) -> Step:
        """A card that a policy chooses."""
        where = f"pick {stmt.slot}"
        if self.policy is None:
            raise Refused(f"The choice '{stmt.slot}' in '{self.procedure.id}' needs a policy.", self.procedure.id, where)
        rule = self.policy.rules.get((self.procedure.id, stmt.slot))
        card = rule.value if isinstance(rule, Const) else -1
        score = None if isinstance(rule, Const) else rule
        kind = self.policy.way(stmt.slot, ()) if rule is None else "card" if score is None else "first"
        reads = [e for e in (stmt.owner, stmt.test, score, stmt.by if kind == "best" else None) if e is not None]
        carried = [*without(after, {stmt.slot: None, STATE: None}), Var(STATE)]
        return PickStep(stmt, kind, card, score, stmt.slot in self.tags, demanded(reads, self.scope, carried))

    def place(self, stmt: Move, after: Layout) -> Step | None:
        """A held card goes somewhere else."""
        written = {STATE: None, stmt.moved: None}
        if not any(mentions(item, name) for item in after for name in written):
            return None
        carried = [*without(after, written), Var(STATE)]
        return PlaceStep(stmt, demanded([stmt.card or Const(-1), stmt.target_owner or Const(0)], self.scope, carried))

    def dropped(self, step: Step, after: Layout) -> list[Step]:
        """The variables that nobody asks for behind a step, in the order from the last: their cards are like others again."""
        if isinstance(step, LookStep | PickStep) or Var(STATE) not in after:
            return []
        if any(isinstance(item, Var) and item.name in self.tags for item in after):  # another variable may have borrowed the tag
            return []
        found: list[Step] = []
        layout = after
        for item in step.before:
            if isinstance(item, Var) and item.name in self.own and item not in after:
                layout = (*layout, item)
                found.append(ForgetStep(item.name, layout))
        return found
