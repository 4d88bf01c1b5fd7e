"""Refusals of the evaluator, its budget, and policies for choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import isqrt
from typing import NoReturn

from msgspec import Struct, field

from penance_build.ir.nodes import MANUAL, CardAttr, Choice, Const, Expr, Op


class Refused(Exception):
    """The question has no answer here; ``reason`` is one sentence for the user.

    ``procedure`` is the id of the procedure that was being walked and ``statement`` what stood there,
    e.g. ``choose mode``; either may be empty. ``can_sample``: runs from a seed may still answer.
    """

    def __init__(self, reason: str, procedure: str = "", statement: str = "", *, can_sample: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.procedure = procedure
        self.statement = statement
        self.can_sample = can_sample


def by_hand(procedure: str, slot: str, prompt: str) -> Refused | None:
    """The refusal of a choice that people settle by hand, under any policy: its consequences are not in the rules."""
    if not slot.startswith(MANUAL):
        return None
    reason = f"In '{procedure}' something is settled by hand ({prompt}), and no odds are known beyond it."
    return Refused(reason, procedure, f"choose {slot}")


def no_sum(slots: str, procedure: str, statement: str = "") -> Refused:
    """The refusal of the mean of variables that grow without a bound and not by being added to alone."""
    return Refused(f"{slots} of '{procedure}' has no upper bound, and is not only a sum.", procedure, statement, can_sample=True)


class Budget(Struct, frozen=True):
    """How much an exact answer may cost.

    ``states`` bounds the merged states alive at one point, and the rows of one table of a roll; ``work`` the
    transitions over the whole walk. A weight of many digits counts as several, and so does a state in which many cards lie and
    many counters stand. Both are counts, not seconds, so that a refusal is the same on every machine.
    """

    states: int = 400_000
    work: int = 5_000_000


DEFAULT = Budget()
LONG = 1024  # bits of a weight that takes about as much room as the state that it belongs to
WIDE = 64  # cards and counters that take about as much room as the rest of a state

# Transitions in whose time a run is begun, a die of it drawn, a pass and a call made; to look at a die takes that of one.
RUN, DRAW, PASS, CALL = 50, 2, 5, 5


class Ledger(Struct):
    """What many answers cost together, refused and sampled ones too: ``work`` in transitions, or in as much time."""

    work: int = 0


class Meter:
    """Counts what an answer costs against its budget; ``procedure`` is the one that is being walked, ``ledger`` gets the same counts."""

    def __init__(self, budget: Budget, procedure: str = "", ledger: Ledger | None = None) -> None:
        self.budget = budget
        self.procedure = procedure
        self.ledger = ledger or Ledger()
        self.work = 0

    @property
    def left(self) -> int:
        """The transitions that may still come."""
        return max(0, self.budget.work - self.work)

    def spend(self, work: int, states: int, what: str, bits: int = 0, cells: int = 0, by: int = 0) -> None:
        """Account for so many transitions that lead to so many states of ``what``, with weights of so many bits that are multiplied each by
        a number of ``by`` bits; ``cells`` are the cards and counters that each state holds.

        It is called before the work is done, or every few thousand transitions of it. Raises Refused past the budget.
        """
        heavy = 1 + bits // LONG + cells // WIDE
        cost = work * (heavy + product_cost(bits, by) if by >= LONG else heavy)
        left = self.budget.work - self.work
        self.ledger.work += cost if cost <= left else max(0, left)  # what is refused is not done
        self.work += cost
        if states * heavy > self.budget.states:
            self.refuse(f"{what} comes to {states} states{_heavy(bits, cells)} at one point, more than the limit of {self.most(heavy)}.")
        if self.work > self.budget.work:
            self.refuse(f"{what} comes to more than {self.budget.work} transitions, which is the limit.")

    def repeat(self, work: int, states: int, what: str) -> None:
        """The same for what is known already: it takes no time, but no refusal hangs on what was asked before."""
        before = self.ledger.work
        try:
            self.spend(work, states, what)
        finally:
            self.ledger.work = before

    def expect(self, rows: int, what: str, bits: int = 0, cells: int = 0) -> None:
        """Refuse before the work is done: so many rows are certain."""
        heavy = 1 + bits // LONG + cells // WIDE
        if rows * heavy > self.budget.states:
            self.refuse(f"{what} has about {rows} different results{_heavy(bits, cells)}, more than the limit of {self.most(heavy)}.")

    def most(self, heavy: int) -> int:
        """The states that there may be where each counts as so many."""
        return self.budget.states // heavy

    def refuse(self, reason: str) -> NoReturn:
        """Raise Refused; runs from a seed may still answer."""
        raise Refused(reason, self.procedure, can_sample=True)


def _heavy(bits: int, cells: int) -> str:
    """Why a state counts as several, for a refusal."""
    return (f" with weights of {bits} bits" if bits >= LONG else "") + (f" of {cells} cards and counters" if cells >= WIDE else "")


def product_cost(one: int, other: int) -> int:
    """About how many transitions take as long as a product of numbers of so many bits: the shorter is split in pieces (Karatsuba's way)."""
    return 2 * (max(one, other) // LONG) * isqrt(min(one, other) // LONG)


class Policy(Struct, frozen=True):
    """How choices are made: ``first`` legal option, ``random`` among the legal ones, or only as ``named``.

    What is said of a single choice goes before that: ``picks`` gives the option of a slot, or ``first`` or ``random``; ``rules`` by
    procedure and slot a formula whose value is that of the option. For a card it is a score, of which a greatest is taken, or a
    constant, the index of the card. An option or card that is not legal is refused, and so is a choice of which nothing is said.
    ``best`` is what is left to the best policy.
    """

    kind: str
    picks: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[tuple[str, str], Expr] = field(default_factory=dict)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others."""
        return self.kind, tuple(sorted(self.picks.items())), tuple(sorted(self.rules.items(), key=lambda item: item[0]))

    def way(self, slot: str, options: Collection[str]) -> str:
        """``first``, ``random``, ``best`` or ``named``: how a choice of no formula is made."""
        pick = self.picks.get(slot)
        return self.kind if pick is None else pick if pick in ("first", "random") and pick not in options else "named"

    def looks(self) -> tuple[Expr, ...]:
        """What its formulas ask of cards."""
        cards = tuple(Op("eq", (CardAttr(None, "id"), rule)) for rule in self.rules.values() if isinstance(rule, Const))
        return (*self.rules.values(), *cards)


def policy_of(choices: Sequence[Choice]) -> Policy | None:
    """The policy that a claim or an example writes; None where it writes none."""
    if not choices:
        return None
    kind = next((choice.way for choice in choices if choice.slot == "*"), "named")
    picks = {choice.slot: choice.way for choice in choices if choice.rule is None and choice.slot != "*"}
    rules = {(choice.procedure, choice.slot): choice.rule for choice in choices if choice.rule is not None}
    return Policy(kind, picks, rules)


def said_nothing(procedure: str, slot: str, kind: str = "choose") -> Refused:
    """The refusal of a choice that a policy does not speak of."""
    return Refused(f"The policy says nothing for the choice '{slot}'.", procedure, f"{kind} {slot}")
