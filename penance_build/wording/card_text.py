"""The text of a card: a clause for each step of its effect.

Every number in it comes out of the effect, and what an effect gives is said or is listed as unsaid, so that what is printed
is what is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Dot, Name, Node, same_shape
from penance_build.model.place import Place
from penance_build.wording.phrases import MissingHole, Phrase, Value, fill, match_condition, spoken

KEYWORDS: Final = (
    "if",
    "match",
    "each",
    "call",
    "choose",
    "change",
    "move",
    "shuffle",
    "let",
    "roll",
    "reroll",
    "outcome",
    "repeat",
    "list",
    "tell",
    "record",
    "manual",
    "play",
    "window",
    "find",
)
_UNSAID: Final = ("tell", "record")  # they say what happens when it does
_SAYABLE: Final = ("change", "move", "call", "shuffle")


@dataclass(frozen=True, slots=True)
class Argument:
    """An input of a callee: its default, and whether it is true or false and no number."""

    default: Value | None
    is_bool: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """What a writer asks the model.

    ``value`` is the constant at a place (given the callee's input, if it goes to one), ``constant`` that of a formula;
    ``inputs`` those of a procedure, ``passed`` the inputs that ``uses:`` of a step gives; ``owner`` is the variable of
    whoever plays the card for a counter or zone of players (by kind and id), or "" for one of the game; ``exists`` says
    whether a step is there under the options chosen.
    """

    value: Callable[[Place, str, str], Value | None]
    constant: Callable[[Node], int | None]
    inputs: Callable[[str], Mapping[str, Argument]]
    passed: Callable[[Place], frozenset[str]]
    owner: Callable[[str, str], str]
    exists: Callable[[Place], bool]
    player: str


@dataclass(frozen=True, slots=True)
class Clause:
    """What one step says, without capital and full stop; ``parts`` is what a given text is held against."""

    text: str
    parts: tuple[str, ...]
    is_extra: bool = False  # an addition to the clause before, in a paragraph of its own


@dataclass(frozen=True, slots=True)
class Written:
    """The text of a card, its sentences one by one, the phrases used, and what could not be said."""

    text: str
    parts: tuple[str, ...]
    phrases: tuple[str, ...]
    problems: tuple[Problem, ...]


def write(phrases: Sequence[Phrase], scope: Scope, entity: tuple[str, str], steps: Place) -> Written:
    """The text of an effect; paragraphs are separated by a line break."""
    writer = _Writer(phrases, scope, entity)
    clauses = writer.block(steps)
    text = " ".join(("\n" if clause.is_extra else "") + _sentence(clause.text) for clause in clauses).replace(" \n", "\n")
    parts = tuple(part for clause in clauses for part in clause.parts)
    return Written(text, parts, tuple(dict.fromkeys(writer.used)), tuple(writer.report))


@dataclass(slots=True)
class _Writer:
    phrases: Sequence[Phrase]
    scope: Scope
    entity: tuple[str, str]
    report: list[Problem] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def live(self, steps: Place | None) -> list[Place]:
        """The steps of a list that exist under the options chosen."""
        return [step for step in steps.items() if self.scope.exists(step)] if steps is not None else []

    def block(self, steps: Place | None) -> list[Clause]:
        """The clauses of a list of steps."""
        return [clause for step in self.live(steps) for clause in self.clauses(step)]

    def clauses(self, step: Place) -> list[Clause]:
        """The clauses of one step."""
        if step.get("if") is not None:
            return self.conditional(step)
        keyword = next(name for name in KEYWORDS if step.get(name) is not None)
        if keyword in _UNSAID:
            return []
        for phrase in self.phrases:
            if phrase.step == keyword and self.fits(phrase, step):
                self.used.append(phrase.id)
                return self.said(phrase, step)
        target = step.need(keyword)
        message = f"no wording says `{keyword}: {target.text if not isinstance(target.value, (dict, list)) else '…'}`"
        self.problem("E701", message, step, self.hint(step, keyword))
        return []

    def hint(self, step: Place, keyword: str) -> str:
        """What to do about a step that no phrase says."""
        if keyword not in _SAYABLE:
            return "put these steps into a procedure, and give its `call:` a wording"
        if keyword == "change" and not self.direction(step):
            return "its amount is known only in play: add an entry to `wording:` without `direction:`"
        near = [phrase.id for phrase in self.phrases if phrase.step == keyword and self.is_near(phrase, step)]
        others = f"; `{near[0]}` says it of something else" if near else ""
        return f"add an entry to `wording:`{others}"

    def is_near(self, phrase: Phrase, step: Place) -> bool:
        """Whether a phrase is about the same counter, zone or procedure, if not in the same way."""
        key = {"change": "counter", "shuffle": "zone", "call": "procedure", "move": "to"}[phrase.step]
        at = step.word("to" if phrase.step == "move" else phrase.step)
        return phrase.match.get(key, "").rpartition(".")[2] == _path(at).rpartition(".")[2]

    # ------------------------------------------------------------ conditions

    def conditional(self, step: Place) -> list[Clause]:
        """``if:`` with the condition in words before all that then happens, in one sentence."""
        conditions, other = [step], step.get("else")
        then = self.live(step.get("then"))
        while other is None and len(then) == 1 and then[0].get("if") is not None and then[0].get("else") is None:
            conditions.append(then[0])
            then = self.live(then[0].get("then"))
        before = len(self.report)
        words = [self.condition(at.need("if")) for at in conditions]
        inner, rest = self.inner(then), self.live(other)
        orelse = self.conditional(rest[0]) if len(rest) == 1 and rest[0].get("if") is not None else self.inner(rest)
        if len(self.report) > before or not (inner or orelse):
            return []
        if not inner:
            self.problem("E701", "no wording says what holds only where a condition does not", step, "turn the condition round")
            return []
        result = [_joined(f"If {' and '.join(words)}", inner)]
        if orelse and len(rest) == 1 and rest[0].get("if") is not None:
            first, *more = orelse
            return [*result, Clause(f"Otherwise, {_lower(first.text)}", ("otherwise", *first.parts)), *more]
        return [*result, _joined("Otherwise", orelse)] if orelse else result

    def inner(self, steps: Sequence[Place]) -> list[Clause]:
        """The clauses under a condition; a further condition among them would leave open how far each reaches."""
        found: list[Clause] = []
        for step in steps:
            if step.get("if") is not None:
                hint = "write one condition with `and`, or put the steps into a procedure"
                self.problem("E701", "no wording says a condition among other steps of a condition", step, hint)
            else:
                found.extend(self.clauses(step))
        return found

    def condition(self, place: Place) -> str:
        """The words of a condition; empty after reporting that there are none."""
        node = parse_or_none(place.text)
        if node is None:
            return ""  # the effect's own elaboration reports it
        for phrase in self.phrases:
            if phrase.pattern is not None:
                found = match_condition(phrase.pattern, node, self.scope.constant)
                if found is not None:
                    self.used.append(phrase.id)
                    return fill(phrase.say, found)
        self.problem("E701", f"no wording says the condition `{place.text}`", place, "add an entry with `condition:` to `wording:`")
        return ""

    # ------------------------------------------------------------ phrases

    def fits(self, phrase: Phrase, step: Place) -> bool:
        """Whether a phrase speaks of this step: of the same owner's counter or zones, in the same direction."""
        match = phrase.match
        if phrase.step == "call":
            return match.get("procedure") == step.word("call") and self.agrees(phrase, step)
        if phrase.step == "change":
            direction = match.get("direction")
            return self.same("counter", match.get("counter"), step.word("change")) and direction in (None, self.direction(step))
        if phrase.step == "shuffle":
            return self.same("zone", match.get("zone"), step.word("shuffle"))
        zones = self.same("zone", match.get("from"), step.word("from")) and self.same("zone", match.get("to"), step.word("to"))
        return zones and match.get("place", "top") == step.word("place", "top")

    def same(self, kind: str, wanted: str | None, found: str) -> bool:
        """Whether a phrase means this counter or zone; one without an owner is that of whoever plays the card."""
        if wanted is None:
            return not found
        owner = "" if "." in wanted else self.scope.owner(kind, wanted)
        if owner:
            wanted = f"{owner}.{wanted}"
        return wanted == _path(found)

    def agrees(self, phrase: Phrase, step: Place) -> bool:
        """Whether the arguments that the phrase insists on are given just so."""
        given = step.get("with")
        for name, wanted in phrase.given.items():
            place = None if given is None else given.get(name)
            node = None if place is None else parse_or_none(place.text)
            if wanted is None or node is None or not same_shape(wanted, node):
                return False
        return True

    def direction(self, step: Place) -> str:
        """up, down or set; empty where that is not known before it is played."""
        by = step.get("by")
        if by is None:
            return "set"
        value = self.scope.value(by, "", "")
        return "" if value is None else "down" if value.number < 0 else "up"

    def said(self, phrase: Phrase, step: Place) -> list[Clause]:
        """The clause of a phrase, and those of its ``also`` that apply; reports what it leaves unsaid."""
        values, before = self.values(phrase, step), len(self.report)
        self.unsaid(phrase, step, values)
        inputs = self.scope.inputs(step.word("call")) if phrase.step == "call" else {}
        if len(self.report) > before:
            return []
        try:
            said = fill(phrase.say, values).removesuffix(".")
            result = [Clause(said, (said,))]
            for name, text in phrase.also.items():
                known = inputs.get(name)
                if name in values and known is not None and values[name] != known.default and (values[name].number or not known.is_bool):
                    more = fill(text, values).removesuffix(".")
                    result.append(Clause(more, (more,), is_extra=True))
        except MissingHole as hole:
            self.missing(phrase, step, hole.name, values)
            return []
        return result

    def missing(self, phrase: Phrase, step: Place, name: str, values: Mapping[str, Value]) -> None:
        """Report a hole that nothing fills."""
        given = (step.get("with") or step).get(name)
        if given is None:
            known = ", ".join(f"{{{item}}}" for item in values) or "none"
            message = f"the wording `{phrase.id}` needs a constant `{name}`, which this step does not have"
            self.problem("E707", message, step, f"it has: {known}")
        else:
            message = f"the wording `{phrase.id}` needs `{name}` as one number, `{given.text}` is none"
            self.problem("E707", message, given, "give a constant, or say it by another wording")

    def unsaid(self, phrase: Phrase, step: Place, values: Mapping[str, Value]) -> None:
        """Report each argument that the step gives, that is not the default, and that the phrase does not say."""
        holes = spoken(phrase.say)
        for name, place in self.given(phrase, step):
            value = values.get(name)
            if name in holes or name in phrase.silent or name in phrase.given:
                continue
            known = self.scope.inputs(step.word("call")).get(name) if phrase.step == "call" else Argument(_ONE, False)
            if known is None or (value is not None and value == known.default):
                continue
            is_added = name in phrase.also and value is not None
            if is_added and (value != _FALSE if known.is_bool else name in spoken(phrase.also[name])):
                continue
            message = f"the wording `{phrase.id}` does not say `{name}`, which is `{place.text}` here"
            self.problem("E707", message, place, f"name it in `say:` or `also:` as {{{name}}}, or list it under `silent:`")

    def given(self, phrase: Phrase, step: Place) -> list[tuple[str, Place]]:
        """The arguments that a step writes out."""
        if phrase.step == "call":
            given = step.get("with")
            return given.entries() if given is not None else []
        names = {"change": ("by", "to"), "move": ("count", "card")}.get(phrase.step, ())
        return [(name, place) for name in names if (place := step.get(name)) is not None]

    def values(self, phrase: Phrase, step: Place) -> dict[str, Value]:
        """The constant arguments of a step."""
        if phrase.step == "call":
            callee, passed = step.word("call"), self.scope.passed(step)
            inputs = self.scope.inputs(callee)
            values = {name: item.default for name, item in inputs.items() if name not in passed}
            values.update({name: self.scope.value(at, callee, name) for name, at in self.given(phrase, step)})
            return {name: value for name, value in values.items() if value is not None}
        found = {name: value for name, at in self.given(phrase, step) if (value := self.scope.value(at, "", "")) is not None}
        if phrase.step == "move" and step.get("count") is None and step.word("move") == "top":
            found["count"] = _ONE
        if "by" in found:
            number = found["by"].number
            sign = "" if "direction" in phrase.match else "+" if number >= 0 else "-"  # nothing else tells which way it goes
            found["by"] = Value(f"{sign}{abs(number)}", abs(number))
        return found

    def problem(self, code: str, message: str, place: Place, hint: str) -> None:
        """Report at a step of the effect."""
        span = place.span if isinstance(place.value, (str, int)) else place.key_span
        self.report.append(Problem(code, message, span, hint, entity=self.entity, path=place.path))


_ONE: Final = Value("1", 1)
_FALSE: Final = Value("false", 0)


def parse_or_none(text: str) -> Node | None:
    """The tree of a formula, or None where it cannot be read."""
    try:
        return parse(text)
    except FormulaError:
        return None


def _path(target: str) -> str:
    """``foe.life`` however it is spaced; for what is no id, the text itself."""
    node = parse_or_none(target)
    if isinstance(node, Dot) and isinstance(node.base, Name):
        return f"{node.base.id}.{node.name}"
    return node.id if isinstance(node, Name) else target


def _joined(start: str, clauses: Sequence[Clause]) -> Clause:
    """One sentence of what happens under one condition; all of it stands before its full stop."""
    parts = (start, *(part for clause in clauses for part in clause.parts))
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
