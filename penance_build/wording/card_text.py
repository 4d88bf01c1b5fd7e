"""The text of a card: a sentence for each step of its effect.

Every number in it comes out of the effect, so that what is printed is what is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.formula import FormulaError, parse
from penance_build.formula.syntax import Dot, Name
from penance_build.ir.fold import fold
from penance_build.model.place import Place
from penance_build.model.world import Typed
from penance_build.wording.phrases import MissingHole, Phrase, fill, match_condition

_NUMBER: Final = re.compile(r"[0-9]+")
Elaborate = Callable[[Place], Typed]


@dataclass(slots=True)
class Writer:
    """Writes the text of one card.

    ``value`` elaborates a formula of the effect; ``defaults`` gives the inputs of a procedure with their defaults;
    ``exists`` says whether a step is there under the options chosen.
    """

    phrases: Sequence[Phrase]
    report: list[Problem]
    entity: tuple[str, str]
    value: Elaborate
    defaults: Callable[[str], Mapping[str, int | None]]
    exists: Callable[[Place], bool]
    verbs: list[str]

    def write(self, steps: Place) -> str:
        """All sentences of a list of steps; paragraphs are separated by a line break."""
        sentences = [sentence for step in steps.items() if self.exists(step) for sentence in self.sentences(step)]
        return " ".join(_sentence(text) for text in sentences).replace(" \n", "\n")

    def sentences(self, step: Place) -> list[str]:
        """The sentences of one step, without their full stops."""
        if step.get("if") is not None:
            return self.conditional(step)
        for phrase in self.phrases:
            if phrase.step and step.get(phrase.step) is not None and self.fits(phrase, step):
                return self.said(phrase, step)
        keyword = next(iter(step.value))
        target = step.need(keyword)
        message = f"no wording says `{keyword}: {target.text if isinstance(target.value, str) else '…'}`"
        self.problem("E701", message, step, "add an entry to `wording:`, or give the card a `text:`")
        return []

    def conditional(self, step: Place) -> list[str]:
        """``if:`` with the condition in words before what then happens."""
        place = step.need("if")
        words = self.condition(place)
        if words is None:
            return []
        inner = [text for item in step.need("then").items() if self.exists(item) for text in self.sentences(item)]
        result = [f"If {words}, {_lower(inner[0])}", *inner[1:]] if inner else []
        other = step.get("else")
        if other is not None:
            rest = [text for item in other.items() if self.exists(item) for text in self.sentences(item)]
            result += [f"Otherwise, {_lower(rest[0])}", *rest[1:]] if rest else []
        return result

    def condition(self, place: Place) -> str | None:
        """The words of a condition."""
        try:
            node = parse(place.text)
        except FormulaError:
            return None  # the effect's own elaboration reports it
        for phrase in self.phrases:
            if phrase.pattern is not None:
                found = match_condition(phrase.pattern, node)
                if found is not None:
                    self.verbs.append(phrase.id)
                    try:
                        return fill(phrase.say, found)
                    except MissingHole:
                        return None  # the phrase itself is reported
        self.problem("E701", f"no wording says the condition `{place.text}`", place, "add an entry with `condition:` to `wording:`")
        return None

    def fits(self, phrase: Phrase, step: Place) -> bool:
        """Whether a phrase speaks of this step."""
        target = step.need(phrase.step).text
        match = phrase.match
        if phrase.step == "call":
            return match.get("procedure") == target
        if phrase.step == "change":
            amount = self.number(step.get("by")) or 0
            direction = "set" if step.get("by") is None else "down" if amount < 0 else "up"
            return match.get("counter") == _last(target) and match.get("direction", direction) == direction
        if phrase.step == "move":
            source, goal = step.word("from"), step.word("to")
            return match.get("from", _last(source)) == _last(source) and match.get("to", _last(goal)) == _last(goal)
        return match.get("zone", _last(target)) == _last(target)

    def said(self, phrase: Phrase, step: Place) -> list[str]:
        """The sentence of a phrase, and those of its ``also`` that apply."""
        values = self.arguments(phrase, step)
        self.verbs.append(phrase.id)
        try:
            result = [fill(phrase.say, values)]
            defaults = self.defaults(step.need("call").text) if phrase.step == "call" else {}
            for name, text in phrase.also.items():
                if name in values and values[name] != defaults.get(name):
                    result.append("\n" + fill(text, values))
        except MissingHole as hole:
            known = ", ".join(f"{{{name}}}" for name in values) or "none"
            given = (step.get("with") or step).get(hole.name)
            if given is None:
                message = f"the wording `{phrase.id}` needs a constant `{hole.name}`, which this step does not have"
                self.problem("E707", message, step, f"it has: {known}")
            else:
                message = f"the wording `{phrase.id}` needs `{hole.name}` as one number, `{given.text}` is none"
                self.problem("E707", message, given, "give the card a `text:`, or a constant")
            return []
        return result

    def arguments(self, phrase: Phrase, step: Place) -> dict[str, int | str]:
        """The constant arguments of a step."""
        values: dict[str, int | str] = {}
        if phrase.step == "call":
            for name, default in self.defaults(step.need("call").text).items():
                if default is not None:
                    values[name] = default
            given = step.get("with")
            for name, place in given.entries() if given is not None else []:
                number = self.number(place)
                values.pop(name, None)
                if number is not None:
                    values[name] = number
            return values
        for name in ("by", "to", "count"):
            number = self.number(step.get(name)) if not (phrase.step == "move" and name == "to") else None
            if number is not None:
                values[name] = abs(number)
        if phrase.step == "move":
            values.setdefault("count", 1)
        return values

    def number(self, place: Place | None) -> int | None:
        """The constant that a formula is, or None."""
        return None if place is None else fold(self.value(place).expr)

    def problem(self, code: str, message: str, place: Place, hint: str) -> None:
        """Report at a step of the effect."""
        span = place.span if isinstance(place.value, (str, int)) else place.key_span
        self.report.append(Problem(code, message, span, hint, entity=self.entity, path=place.path))


def numbers(text: str) -> list[str]:
    """Every number in a text, sorted: what a given text and its effects must share. Icon names do not count."""
    return sorted(_NUMBER.findall(re.sub(r"\{icon:[a-z0-9_]*\}", "", text)))


def _last(target: str) -> str:
    """``heat`` of ``self.heat``."""
    try:
        node = parse(target)
    except FormulaError:
        return target
    return node.name if isinstance(node, Dot) else node.id if isinstance(node, Name) else target


def _sentence(text: str) -> str:
    if text.startswith("\n"):  # what is added to a sentence stands in a paragraph of its own
        return "\n" + _sentence(text[1:])
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
