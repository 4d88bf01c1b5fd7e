"""The text of a card: a clause for each step of its effect.

Every number in it comes out of the effect, and what an effect gives is said or is listed as unsaid, so that what is printed
is what is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeAlias, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.formula.syntax import Dot, Name, Node, same_shape
from penance_build.surface import steps as made
from penance_build.surface.cards import CallPhrase, ChangePhrase, ConditionPhrase, MovePhrase, Phrase, ShufflePhrase, StepPhrase
from penance_build.surface.nodes import At, Formula, Item, Scalar
from penance_build.surface.steps import Block, Call, Change, If, MoveCard, MoveTop, Shuffle, Step
from penance_build.surface.walk import heading
from penance_build.wording.phrases import MissingHole, Part, Value, fill, match_condition, spoken

Said: TypeAlias = Call | Change | MoveTop | MoveCard | Shuffle  # the steps that phrases speak of


class Argument(Struct, frozen=True):
    """An input of a callee: its default, and whether it is true or false and no number."""

    default: Value | None
    is_bool: bool


class Scope(Struct, frozen=True):
    """What a writer asks the model.

    ``value`` is the constant that a formula is (given the callee's input, if it goes to one), ``constant`` that of a part of it;
    ``inputs`` those of a procedure, ``passed`` the inputs that ``uses:`` of a call gives; ``owner`` is the variable of
    whoever plays the card for a counter or zone of players (by kind and id), or "" for one of the game; ``named`` is the name
    of a counter or zone; ``exists`` says whether a step is there under the options chosen. ``others`` are the players among the
    inputs of the effect but for the first, who plays the card.
    """

    value: Callable[[Formula, str, str], Value | None]
    constant: Callable[[Formula, Node], int | None]
    inputs: Callable[[str], Mapping[str, Argument]]
    passed: Callable[[Call], frozenset[str]]
    owner: Callable[[str, str], str]
    named: Callable[[str, str], str]
    exists: Callable[[Item], bool]
    others: frozenset[str]


class Clause(Struct, frozen=True):
    """What one step says, without capital and full stop; ``parts`` is what a given text is held against."""

    text: str
    parts: tuple[Part, ...]
    is_extra: bool = False  # an addition to the clause before, in a paragraph of its own


class Written(Struct, frozen=True):
    """The text of a card, its sentences one by one, the phrases used, and what could not be said."""

    text: str
    parts: tuple[Part, ...]
    phrases: tuple[str, ...]
    problems: tuple[Problem, ...]


def write(phrases: Sequence[Phrase], scope: Scope, entity: tuple[str, str], effects: Block) -> Written:
    """The text of an effect; paragraphs are separated by a line break."""
    writer = _Writer(phrases, scope, entity)
    clauses = [clause for step in writer.live(effects) for clause in writer.clauses(step)]
    text = " ".join(("\n" if clause.is_extra else "") + _sentence(clause.text) for clause in clauses).replace(" \n", "\n")
    parts = tuple(part for clause in clauses for part in clause.parts)
    return Written(text, parts, tuple(dict.fromkeys(writer.used)), tuple(writer.report))


class _Writer(Struct):
    phrases: Sequence[Phrase]
    scope: Scope
    entity: tuple[str, str]
    report: list[Problem] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def live(self, block: Block | None) -> list[Step]:
        """The steps of a block that exist under the options chosen."""
        return [step for step in block.steps if self.scope.exists(step)] if block is not None else []

    def clauses(self, step: Step) -> list[Clause]:
        """The clauses of one step."""
        match step:
            case If():
                return self.conditional(step)
            case made.Tell() | made.Record():
                return []  # they say what happens when it does
            case Call() | Change() | MoveTop() | MoveCard() | Shuffle():
                return self.worded(step)
            case made.Let() | made.Sum() | made.Put() | made.MakeList() | made.Roll() | made.Reroll() | made.Outcome():
                pass
            case made.Match() | made.Each() | made.Repeat() | made.Manual() | made.Choose() | made.Pick():
                pass
            case made.Play() | made.Window() | made.Find():
                pass
            case _:
                assert_never(step)
        self.unworded(step, "put these steps into a procedure, and give its `call:` a wording")
        return []

    def worded(self, step: Said) -> list[Clause]:
        """The clauses of the first phrase that speaks of a step."""
        for phrase in self.phrases:
            if not isinstance(phrase, ConditionPhrase) and self.fits(phrase, step):
                self.used.append(phrase.id)
                return self.said(phrase, step)
        self.unworded(step, self.hint(step))
        return []

    def unworded(self, step: Step, hint: str) -> None:
        """Report a step that no phrase says."""
        self.problem("E701", f"no wording says `{': '.join(heading(step))}`", step.at, hint)

    def hint(self, step: Said) -> str:
        """What to do about a step that a phrase could say."""
        if isinstance(step, Change) and not self.direction(step):
            return "its amount is known only in play: add an entry to `wording:` without `direction:`"
        near = [phrase.id for phrase in self.phrases if not isinstance(phrase, ConditionPhrase) and _is_near(phrase, step)]
        others = f"; `{near[0]}` says it of something else" if near else ""
        return f"add an entry to `wording:`{others}"

    # ------------------------------------------------------------ conditions

    def conditional(self, step: If) -> list[Clause]:
        """``if:`` with the condition in words before all that then happens, in one sentence."""
        conditions, other = [step], step.orelse
        then = self.live(step.then)
        while other is None and len(then) == 1 and isinstance(then[0], If) and then[0].orelse is None:
            conditions.append(then[0])
            then = self.live(then[0].then)
        before = len(self.report)
        words = [self.condition(each.test) for each in conditions]
        inner, rest = self.inner(then), self.live(other)
        further = rest[0] if len(rest) == 1 and isinstance(rest[0], If) else None
        orelse = self.inner(rest) if further is None else self.conditional(further)
        if len(self.report) > before or not (inner or orelse):
            return []
        if not inner:
            self.problem("E701", "no wording says what holds only where a condition does not", step.at, "turn the condition round")
            return []
        result = [_joined(f"If {' and '.join(words)}", "if", inner)]
        if orelse and further is not None:
            first, *more = orelse
            return [*result, Clause(f"Otherwise, {_lower(first.text)}", (Part("otherwise", role="else"), *first.parts)), *more]
        return [*result, _joined("Otherwise", "else", orelse)] if orelse else result

    def inner(self, steps: Sequence[Step]) -> list[Clause]:
        """The clauses under a condition; a further condition among them would leave open how far each reaches."""
        found: list[Clause] = []
        for step in steps:
            if isinstance(step, If):
                hint = "write one condition with `and`, or put the steps into a procedure"
                self.problem("E701", "no wording says a condition among other steps of a condition", step.at, hint)
            else:
                found.extend(self.clauses(step))
        return found

    def condition(self, test: Formula) -> str:
        """The words of a condition; empty after reporting that there are none."""
        if test.node is None:
            return ""  # the effect's own elaboration reports it
        for phrase in self.phrases:
            if isinstance(phrase, ConditionPhrase) and phrase.condition.node is not None:
                found = match_condition(phrase.condition.node, test.node, partial(self.scope.constant, test))
                if found is not None:
                    self.used.append(phrase.id)
                    return fill(phrase.say, found)
        self.problem("E701", f"no wording says the condition `{test.text}`", test, "add an entry with `condition:` to `wording:`")
        return ""

    # ------------------------------------------------------------ phrases

    def fits(self, phrase: StepPhrase, step: Said) -> bool:
        """Whether a phrase speaks of this step: of the same owner's counter or zones, in the same direction."""
        match phrase:
            case CallPhrase():
                return isinstance(step, Call) and phrase.procedure.text == step.procedure.text and _agrees(phrase, step)
            case ChangePhrase():
                if not isinstance(step, Change) or not self.same("counter", phrase.counter, step.counter):
                    return False
                return phrase.direction in ("", self.direction(step))
            case ShufflePhrase():
                return isinstance(step, Shuffle) and self.same("zone", phrase.zone, step.zone)
            case MovePhrase():
                if not isinstance(step, MoveTop | MoveCard) or phrase.is_bottom != step.is_bottom:
                    return False
                origin = step.origin if isinstance(step, MoveTop) else None
                return self.same("zone", phrase.origin, origin) and self.same("zone", phrase.target, step.target)
            case _:
                assert_never(phrase)

    def same(self, kind: str, wanted: Scalar | None, found: Formula | None) -> bool:
        """Whether a phrase means this counter or zone; one without an owner is that of whoever plays the card."""
        if wanted is None or found is None:
            return wanted is None and found is None
        owner = "" if "." in wanted.text else self.scope.owner(kind, wanted.text)
        return _path(found) == (f"{owner}.{wanted.text}" if owner else wanted.text)

    def direction(self, step: Change) -> str:
        """up, down or set; empty where that is not known before it is played."""
        if step.by is None:
            return "set"
        value = self.scope.value(step.by, "", "")
        return "" if value is None else "down" if value.number < 0 else "up"

    def said(self, phrase: StepPhrase, step: Said) -> list[Clause]:
        """The clause of a phrase, and those of its ``also`` that apply; reports what it leaves unsaid."""
        values, before = self.values(phrase, step), len(self.report)
        self.unsaid(phrase, step, values)
        inputs = self.scope.inputs(step.procedure.text) if isinstance(step, Call) else {}
        if len(self.report) > before:
            return []
        try:
            said = fill(phrase.say, values).removesuffix(".")
            also = self.named(phrase, step)
            result = [Clause(said, (Part(said, also),))]
            for name, text in phrase.also.items():
                known = inputs.get(name)
                if name in values and known is not None and values[name] != known.default and (values[name].number or not known.is_bool):
                    more = fill(text, values).removesuffix(".")
                    result.append(Clause(more, (Part(more, also),), is_extra=True))
        except MissingHole as hole:
            self.missing(phrase, step, hole.name, values)
            return []
        return result

    def named(self, phrase: StepPhrase, step: Said) -> str:
        """What a text may say beside the phrase: which way a counter goes, where cards come from and go to, who is meant."""
        match phrase:
            case ChangePhrase():
                return f"{phrase.direction} {self.its('counter', phrase.counter)}"
            case MovePhrase():
                came = "" if phrase.origin is None else f"from {self.its('zone', phrase.origin)}"
                first = "put, move, place top " if isinstance(step, MoveTop) else "put, move, place "
                return f"{first}{came}, {'under' if phrase.is_bottom else 'to'} {self.its('zone', phrase.target)}"
            case ShufflePhrase():
                return self.its("zone", phrase.zone)
            case CallPhrase():
                return ", ".join(name for at in _given(step).values() if (name := _path(at)) in self.scope.others)
            case _:
                assert_never(phrase)

    def its(self, kind: str, path: Scalar) -> str:
        """A counter or zone by its name, and whose it is."""
        owner, _, name = path.text.rpartition(".")
        whose = f"the {owner}'s" if owner else "your"
        return f"{whose} {self.scope.named(kind, name)}"

    def missing(self, phrase: StepPhrase, step: Said, name: str, values: Mapping[str, Value]) -> None:
        """Report a hole that nothing fills."""
        given = _given(step).get(name)
        if given is None:
            known = ", ".join(f"{{{item}}}" for item in values) or "none"
            message = f"the wording `{phrase.id}` needs a constant `{name}`, which this step does not have"
            self.problem("E707", message, step.at, f"it has: {known}")
        else:
            message = f"the wording `{phrase.id}` needs `{name}` as one number, `{given.text}` is none"
            self.problem("E707", message, given, "give a constant, or say it by another wording")

    def unsaid(self, phrase: StepPhrase, step: Said, values: Mapping[str, Value]) -> None:
        """Report each argument that the step gives, that is not the default, and that the phrase does not say."""
        holes, silent = spoken(phrase.say), {name.text for name in phrase.silent}
        insisted = phrase.given if isinstance(phrase, CallPhrase) else {}
        for name, at in _given(step).items():
            value = values.get(name)
            if name in holes or name in silent or name in insisted:
                continue
            known = self.scope.inputs(step.procedure.text).get(name) if isinstance(step, Call) else Argument(_ONE, False)
            if known is None or (value is not None and value == known.default):
                continue
            is_added = name in phrase.also and value is not None
            if is_added and (value != _FALSE if known.is_bool else name in spoken(phrase.also[name])):
                continue
            message = f"the wording `{phrase.id}` does not say `{name}`, which is `{at.text}` here"
            self.problem("E707", message, at, f"name it in `say:` or `also:` as {{{name}}}, or list it under `silent:`")

    def values(self, phrase: StepPhrase, step: Said) -> dict[str, Value]:
        """The constant arguments of a step."""
        if isinstance(step, Call):
            callee, passed = step.procedure.text, self.scope.passed(step)
            values = {name: item.default for name, item in self.scope.inputs(callee).items() if name not in passed}
            values.update({name: self.scope.value(at, callee, name) for name, at in step.arguments.items()})
            return {name: value for name, value in values.items() if value is not None}
        found = {name: value for name, at in _given(step).items() if (value := self.scope.value(at, "", "")) is not None}
        if isinstance(step, MoveTop) and step.count is None:
            found["count"] = _ONE
        if "by" in found:
            number = found["by"].number
            tells_way = isinstance(phrase, ChangePhrase) and phrase.direction != ""
            sign = "" if tells_way else "+" if number >= 0 else "-"  # nothing else tells which way it goes
            found["by"] = Value(f"{sign}{abs(number)}", abs(number))
        return found

    def problem(self, code: str, message: str, at: At, hint: str) -> None:
        """Report at a step of the effect, or at a formula in it."""
        span = at.span if isinstance(at, Scalar) else at.key_span
        self.report.append(Problem(code, message, span, hint, entity=self.entity, path=at.path))


_ONE: Final = Value("1", 1)
_FALSE: Final = Value("false", 0)


def _given(step: Said) -> Mapping[str, Formula]:
    """The arguments that a step writes out."""
    match step:
        case Call():
            return step.arguments
        case Change():
            return {name: at for name, at in (("by", step.by), ("to", step.to)) if at is not None}
        case MoveTop():
            return {} if step.count is None else {"count": step.count}
        case MoveCard():
            return {"card": step.card}
        case Shuffle():
            return {}
        case _:
            assert_never(step)


def _agrees(phrase: CallPhrase, step: Call) -> bool:
    """Whether the arguments that the phrase insists on are given just so."""
    for name, wanted in phrase.given.items():
        given = step.arguments.get(name)
        if wanted.node is None or given is None or given.node is None or not same_shape(wanted.node, given.node):
            return False
    return True


def _is_near(phrase: StepPhrase, step: Said) -> bool:
    """Whether a phrase is about the same counter, zone or procedure, if not in the same way."""
    match phrase:
        case CallPhrase():
            return isinstance(step, Call) and phrase.procedure.text == step.procedure.text
        case ChangePhrase():
            return isinstance(step, Change) and _last(phrase.counter.text) == _last(_path(step.counter))
        case ShufflePhrase():
            return isinstance(step, Shuffle) and _last(phrase.zone.text) == _last(_path(step.zone))
        case MovePhrase():
            return isinstance(step, MoveTop | MoveCard) and _last(phrase.target.text) == _last(_path(step.target))
        case _:
            assert_never(phrase)


def _path(target: Formula) -> str:
    """``foe.life`` however it is spaced; for what is no id, the text itself."""
    node = target.node
    if isinstance(node, Dot) and isinstance(node.base, Name):
        return f"{node.base.id}.{node.name}"
    return node.id if isinstance(node, Name) else target.text


def _last(path: str) -> str:
    """An id without that of its owner."""
    return path.rpartition(".")[2]


def _joined(start: str, role: Literal["if", "else"], clauses: Sequence[Clause]) -> Clause:
    """One sentence of what happens under one condition; all of it stands before its full stop."""
    follow = [part for clause in clauses for part in clause.parts]
    under: Literal["then", "only"] = "only" if len(follow) == 1 else "then"
    parts = (Part(start, role=role), *(replace(part, role=under) for part in follow))
    if len(clauses) == 1:
        return Clause(f"{start}, {_lower(clauses[0].text)}", parts)
    text = _lower(clauses[0].text)
    for clause in clauses[1:]:
        text += f"; {_lower(clause.text)}" if clause.is_extra else f"; then {_lower(clause.text)}"
    return Clause(f"{start}: {text}", parts)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def _lower(text: str) -> str:
    """A clause after another: in small letters, unless its first word is all in capitals."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
