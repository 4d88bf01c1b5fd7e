"""The replay: every worked example of a source, run by the interpreter on the faces that the source names."""

from __future__ import annotations

from functools import partial
from itertools import zip_longest

from msgspec import Struct

from penance_build.ir.interpret.dice import RunError, Scripted
from penance_build.ir.interpret.expressions import Evaluator, Frame, Known
from penance_build.ir.interpret.passes import Passes
from penance_build.ir.interpret.ready import ready
from penance_build.ir.interpret.run import Pending, Walked, run
from penance_build.ir.interpret.state import Outcome, State, Value, new_state
from penance_build.ir.nodes import Const, Example, Op, Program
from penance_build.odds.question.refusal import Policy, policy_of
from penance_build.odds.rewriting.policies import with_cards, with_rules


class Difference(Struct, frozen=True):
    """One result that is not as written: None where the rules give no such result."""

    name: str
    written: Value
    got: Value | None


class ExampleVerdict(Struct, frozen=True):
    """What became of an example.

    ``holds``: all as expected, and the book says the same. ``ruled``: all as expected; the book differs, and a ruling
    says why. ``differs``: a result is not as expected, or the book differs without a ruling, or it is said to differ
    and does not. ``failed``: the example could not be run, and ``reason`` says why.
    """

    id: str
    procedure: str
    verdict: str
    differences: tuple[Difference, ...]
    book: tuple[Difference, ...]
    source: str
    ruling: str
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether nothing is left to explain."""
        return self.verdict in ("holds", "ruled")


def replay(program: Program) -> list[ExampleVerdict]:
    """Every example of the program, in its order."""
    known: Known = {}
    return [replay_one(program, example, known=known) for example in program.proved.examples]


def replay_one(
    program: Program, example: Example, walked: Walked | None = None, passes: Passes | None = None, known: Known | None = None
) -> ExampleVerdict:
    """Run one example and compare.

    ``walked`` is told of every statement, ``passes`` counts those of loops, ``known`` are answers of this program's tables.
    """
    answers = _Answers(program, example.chooses)
    try:
        answers.state = new_state(program) if example.situation is None else ready(program, example.situation)
        policy = policy_of(example.policy)
        played = program if policy is None else with_cards(with_rules(program, policy), policy)
        answer = answers.answer if policy is None else partial(_answer, policy)
        dice = _Laid(dict(example.dice))
        outcome = run(played, example.procedure, dict(example.inputs), dice, answers.state, answer, passes, walked, known, traces=False)
        answers.finish()
    except RunError as error:
        return ExampleVerdict(example.id, example.procedure, "failed", (), (), example.source, example.ruling, str(error))
    differences = _compare(outcome.results, example.expect)
    book = _compare(outcome.results, example.book_says)
    reason = ""
    told = tuple(line for line in outcome.told if isinstance(line, str))
    if differences:
        reason = "The rules give other results than expected."
    elif said := _untrue(program, example, outcome):
        reason = said
    elif example.tells and told != example.tells:
        reason = _other_line(told, example.tells)
    elif len(book) < len(example.book_says):
        same = sorted({name for name, _ in example.book_says} - {item.name for item in book})
        reason = f"The book is said to differ in '{same[0]}', and does not."
    elif book and all(ruling.id != example.ruling for ruling in program.proved.rulings):
        reason = "The book says otherwise, and no ruling explains it."
    found = "differs" if reason else "ruled" if book else "holds"
    return ExampleVerdict(example.id, example.procedure, found, differences, book, example.source, example.ruling, reason)


class _Laid(Scripted):
    """The faces of an example; cards lie as written, and a shuffle leaves them so."""

    def shuffle(self, zone: str, size: int) -> list[int]:
        """Each card stays where it is."""
        return list(range(size - 1, 0, -1))


class _Answers(Struct):
    """What players of an example choose, one answer after the other."""

    program: Program
    chooses: tuple[str, ...]
    state: State | None = None
    given: int = 0

    def answer(self, pending: Pending) -> str | int:
        """The next answer: an option, or the first of the cards of this name that may be picked. Raises RunError where there is none."""
        if self.given == len(self.chooses):
            raise RunError(f"{pending.procedure}: `chooses` has no answer to '{pending.slot}', which may be {self._legal(pending)}")
        answer = self.chooses[self.given]
        if pending.slot.endswith("_answer") and pending.options[0] == "pass":  # a window: the card itself says that it is answered
            if answer != "nothing":
                return "answer"
            self.given += 1
            return "pass"
        self.given += 1
        found = next((item for item in pending.options if self._name(item) == answer), None)
        if found is None:
            raise RunError(f"{pending.procedure}: '{answer}' is no answer to '{pending.slot}', which may be {self._legal(pending)}")
        return found

    def finish(self) -> None:
        """Raises RunError for answers that nobody asked for."""
        if self.given < len(self.chooses):
            raise RunError(f"nobody asks for what `chooses` has from '{self.chooses[self.given]}' on")

    def _name(self, item: str | int) -> str:
        cards = () if self.state is None else self.state.cards
        return item if isinstance(item, str) else self.program.cards[cards[item]].id

    def _legal(self, pending: Pending) -> str:
        return ", ".join(dict.fromkeys(map(self._name, pending.options)))


def _untrue(program: Program, example: Example, outcome: Outcome) -> str:
    """What an example leaves otherwise than it says, as a sentence; of an equation with the number that is there."""
    at_end = Evaluator(program, outcome.state, Frame({**dict(example.inputs), **outcome.results}))
    for text, expr in example.leaves:
        if not at_end.value(expr):
            left, sign, _ = text.partition(" == ")
            is_number = sign and isinstance(expr, Op) and expr.op == "eq"
            shown = f": `{left}` is {at_end.value(expr.args[0])}" if is_number and isinstance(expr, Op) else ""
            return f"`{text}` is not true at the end{shown}."
    return ""


def _answer(policy: Policy, pending: Pending) -> str | int:
    """What an example takes; of an option or a card that a formula names, the others are not legal by then."""
    place, rule = f"{pending.procedure}: the choice '{pending.slot}'", policy.rules.get((pending.procedure, pending.slot))
    way = policy.picks.get(pending.slot, policy.kind)
    if way in pending.options:
        return way
    if rule is not None and pending.kind == "pick" and not isinstance(rule, Const):
        raise RunError(f"{place} is of a card, which an example names")
    if rule is not None or way == "first":
        return pending.options[0]
    if way == "random":
        raise RunError(f"{place} is made in one way in an example, not at random")
    if way == "named":
        raise RunError(f"{place} is not said in the policy")
    raise RunError(f"{place} has no legal option '{way}' here")


def _other_line(told: tuple[str, ...], wanted: tuple[str, ...]) -> str:
    """Where the lines that are told part from those that are wanted."""
    for number, (got, line) in enumerate(zip_longest(told, wanted), start=1):
        if got is None:
            return f"Line {number} is not told: '{line}'."
        if line is None:
            return f"Line {number} is one too many: '{got}'."
        if got != line:
            return f"Line {number} is told as '{got}', not '{line}'."
    raise AssertionError("the same lines")


def _compare(results: dict[str, Value], written: tuple[tuple[str, Value], ...]) -> tuple[Difference, ...]:
    return tuple([Difference(name, value, results.get(name)) for name, value in written if results.get(name) != value])
