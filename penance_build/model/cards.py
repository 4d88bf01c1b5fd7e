"""Cards and decks: attributes, the rule of each effect, the text, the counts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.ir import nodes as ir
from penance_build.model.entries import Model
from penance_build.model.expressions import Expressions
from penance_build.model.options import Conditions
from penance_build.model.place import Place
from penance_build.model.procedures import ProcedureReader, Rule
from penance_build.model.tables import source_text
from penance_build.model.typing import integer
from penance_build.model.world import Typed, World
from penance_build.wording.card_text import Writer, numbers
from penance_build.wording.check import check_phrase
from penance_build.wording.phrases import Phrase, read_phrase

FIELDS: Final = frozenset(
    {"name", "type", "slot", "faction", "effects", "text", "text_only", "source", "ruling", "note", "when", "reminder"}
)
_ICON: Final = re.compile(r"\{icon:([^{}]*)\}")


@dataclass(slots=True)
class CardReader:
    """Elaborates the cards of a game; ``rules`` comes before the procedures are read, ``read`` after."""

    model: Model
    world: World
    report: list[Problem]
    conditions: Conditions
    choice: Mapping[str, str]
    broken: set[str] = field(default_factory=set)  # cards whose effect has problems: what its text lacks follows from them
    is_wording_broken: bool = False  # then what any text lacks may follow from that

    def live(self) -> dict[str, Place]:
        """The cards that exist under this choice."""
        return {name: place for name, place in self.model.of("card").items() if self.conditions.holds(place, self.choice)}

    def rules(self) -> dict[str, Rule]:
        """The effect of each card that has one, as a rule ``card.ID`` with the inputs of the card's type."""
        rules: dict[str, Rule] = {}
        for name, place in self.live().items():
            effects, kind = place.get("effects"), self.model.of("card_type").get(place.word("type"))
            if effects is not None and kind is not None:
                own = self.own_values(name, place, [])
                rules[f"card.{name}"] = Rule(f"card.{name}", place.word("name", name), ("card", name), kind, effects, place, own)
        return rules

    def own_values(self, name: str, place: Place, report: list[Problem]) -> dict[str, Typed]:
        """The declared attributes of one card, held against their types."""
        values: dict[str, Typed] = {}
        for key, at in place.entries():
            if key in FIELDS:
                continue
            attribute = self.world.attributes.get(key)
            if attribute is None:
                hint = did_you_mean(key, sorted({*self.world.attributes, *FIELDS})) or "declare it under `card_attributes:`"
                report.append(Problem("E304", f"cards have no attribute `{key}`", at.key_span, hint, entity=("card", name), path=at.path))
                continue
            scope = Expressions(self.world, report, ("card", name))
            typed = scope.read(at, attribute.type)
            if typed.type.kind == "error":
                continue
            if not isinstance(typed.expr, ir.Const):
                scope.problem("E411", f"`{key}` of a card is one value", 0, len(at.text))
                continue
            number, low, high = typed.expr.value, attribute.type.low, attribute.type.high
            if attribute.type.kind == "int" and low is not None and high is not None and not low <= number <= high:
                scope.problem("E705", f"`{key}` is {low}..{high}, found {number}", 0, len(at.text))
                continue
            values[key] = Typed(
                typed.expr, integer(number, number, attribute.type.unit) if attribute.type.kind == "int" else attribute.type
            )
        return values

    # ------------------------------------------------------------ cards

    def read(self, procedures: ProcedureReader) -> list[ir.Card]:
        """All cards, with their texts."""
        phrases = self._phrases(procedures)
        self.broken.update(problem.entity[1] for problem in self.report if problem.entity[0] == "card")
        spoken = frozenset[str]().union(*(self.conditions.mentions(place) for place in self.model.of("wording").values()))
        wording = tuple(sorted((option, value) for option, value in self.choice.items() if option in spoken))
        return [
            procedures.memory.keep(
                ("card", name, id(procedures.made.get(f"card.{name}")), wording), partial(self._card, name, place, procedures, phrases)
            )
            for name, place in self.live().items()
        ]

    def _phrases(self, procedures: ProcedureReader) -> list[Phrase]:
        """The phrases that exist under this choice; reports what is wrong with them."""
        known = {kind: list(self.model.of(kind)) for kind in ("counter", "procedure", "zone")}
        inputs = {name: [item.name for item in signature.inputs] for name, signature in procedures.signatures.items()}
        phrases: list[Phrase] = []
        for name, place in self.model.of("wording").items():
            if self.conditions.holds(place, self.choice):
                problems = check_phrase(name, place, known, inputs)
                self.is_wording_broken = self.is_wording_broken or bool(problems)
                self.report.extend(problems)
                phrases.append(read_phrase(name, place))
        return phrases

    def _card(self, name: str, place: Place, procedures: ProcedureReader, phrases: list[Phrase]) -> ir.Card:
        values = self.own_values(name, place, self.report)
        self._required(name, place, values)
        for word, kind in (("type", "card_type"), ("slot", "slot"), ("faction", "faction")):
            at = place.get(word)
            known = self.model.of(kind)
            if at is not None and (at.text not in known or not self.conditions.holds(known[at.text], self.choice)):
                hint = (self.world.told.get(at.text) if at.text in known else "") or did_you_mean(at.text, sorted(known))
                hint = hint or f"the {kind.replace('_', ' ')}s are: " + (", ".join(sorted(known)[:8]) or "none")
                self._wrong(at, name, "E301", f"there is no {kind.replace('_', ' ')} `{at.text}`", hint)
        self._marks(name, place, values)
        verbs: list[str] = []
        text = self._text(name, place, values, procedures, phrases, verbs)
        for icon in _ICON.findall(text):
            if self.model.of("icon") and icon not in self.model.of("icon"):
                at = place.get("text") or place
                self._wrong(at, name, "E712", f"there is no icon `{icon}`", did_you_mean(icon, sorted(self.model.of("icon"))))
        found = {key: typed.expr.value for key, typed in values.items() if isinstance(typed.expr, ir.Const)}
        shown = tuple((key, found[key]) for key in self.world.attributes if key in found)
        only = place.word("text_only")
        procedure = f"card.{name}" if place.get("effects") is not None else ""
        return ir.Card(
            name, place.word("name", name), place.word("type"), place.word("faction"), place.word("slot"), shown,
            tuple(text.split("\n")) if text else (), only, procedure, tuple(dict.fromkeys(verbs)), source_text(place),
        )  # fmt: skip

    def _required(self, name: str, place: Place, values: Mapping[str, Typed]) -> None:
        unknown = [key for key, _ in place.entries() if key not in FIELDS and key not in self.world.attributes]
        misspelt = {near for key in unknown for near in nearest(key, self.world.attributes)}
        for key, at in self.model.of("attribute").items():
            is_given = key in values or place.get(key) is not None or key in misspelt  # a slip is reported once, where it is
            if key in self.world.attributes and at.word("optional") != "true" and not is_given:
                message = f"card `{name}` has no `{key}`"
                self._wrong_key(place, name, "E704", message, f"write {key}: …, or make the attribute `optional: true`")

    def _marks(self, name: str, place: Place, values: Mapping[str, Typed]) -> None:
        """An attribute that its effects name too must say what they say: one printed and another played is the old mistake."""
        effects = place.get("effects")
        for key, typed in values.items():
            said = [at for at in _arguments(effects, key) if self.conditions.holds(at, self.choice)]
            read = [Expressions(self.world, [], ("card", name), own=values).read(at.need("with").need(key)) for at in said]
            found = [typed.expr for typed in read if typed.type.kind != "error"]
            constants = [expr for expr in found if isinstance(expr, ir.Const)]
            if constants and len(constants) == len(found) and typed.expr not in constants and isinstance(typed.expr, ir.Const):
                at = said[0].need("with").need(key)
                message = f"the card says `{key}` {typed.expr.value}, its effect {constants[0].value}"
                related = ((place.need(key).span, "what is printed"),)
                hint = f"write card.{key} here, so that there is one number"
                self.report.append(Problem("E715", message, at.span, hint, related, ("card", name), at.path))

    def _text(
        self, name: str, place: Place, values: Mapping[str, Typed], procedures: ProcedureReader, phrases: list[Phrase], verbs: list[str]
    ) -> str:
        given, effects = place.get("text"), place.get("effects")
        if effects is None:
            return "" if given is None else given.text
        written = self._generated(name, effects, values, procedures, phrases, verbs, given is not None)
        if given is None:
            return written
        if numbers(given.text) != numbers(written) and written:
            message = f"this text says {_list(numbers(given.text))}, its effects say {_list(numbers(written))}"
            self._wrong(given, name, "E702", message, f"the effects read: {written.replace('*', '')}")
        return given.text

    def _generated(
        self,
        name: str,
        effects: Place,
        values: Mapping[str, Typed],
        procedures: ProcedureReader,
        phrases: list[Phrase],
        verbs: list[str],
        is_given: bool,
    ) -> str:
        signature = procedures.signatures.get(f"card.{name}")
        env = {slot.name: slot.type for slot in signature.inputs} if signature is not None else {}

        def value(at: Place) -> Typed:
            return Expressions(self.world, [], ("card", name), env, own=values).read(at)

        def defaults(callee: str) -> Mapping[str, int | None]:
            known = procedures.signatures.get(callee)
            return {item.name: item.default for item in known.inputs} if known is not None else {}

        report: list[Problem] = []
        writer = Writer(phrases, report, ("card", name), value, defaults, lambda step: self.conditions.holds(step, self.choice), verbs)
        text = writer.write(effects)
        if not (is_given or self.is_wording_broken or name in self.broken):
            self.report.extend(report)
        return "" if report and is_given else text

    # ------------------------------------------------------------ decks

    def decks(self) -> list[ir.DeckDef]:
        """All decks, their counts checked."""
        live = self.live()
        decks: list[ir.DeckDef] = []
        for name, place in self.model.of("deck").items():
            if not self.conditions.holds(place, self.choice):
                continue
            cards: list[tuple[str, int]] = []
            unknown = 0
            for key, at in place.need("cards").entries():
                count = int(at.value)
                if key not in live:
                    unknown += count
                    hint = self.world.told.get(key) or did_you_mean(key, sorted(live))
                    self.report.append(Problem("E301", f"there is no card `{key}`", at.key_span, hint, entity=("deck", name), path=at.path))
                cards.append((key, count))
            size = place.get("size")
            total = sum(count for _, count in cards)
            if size is not None and total != int(size.value) and not unknown:
                table = ", ".join(f"{count} {key}" for key, count in sorted(cards, key=lambda item: (-item[1], item[0]))[:6])
                message = f"deck `{name}` has {total} cards, needs {size.value}"
                self.report.append(Problem("E703", message, size.span, f"it holds {table} …", entity=("deck", name), path=size.path))
            decks.append(ir.DeckDef(name, place.word("name", name), place.word("faction"), tuple(cards), source_text(place)))
        return decks

    def _wrong(self, at: Place, name: str, code: str, message: str, hint: str = "") -> None:
        self.report.append(Problem(code, message, at.span, hint, entity=("card", name), path=at.path))

    def _wrong_key(self, at: Place, name: str, code: str, message: str, hint: str = "") -> None:
        self.report.append(Problem(code, message, at.key_span, hint, entity=("card", name), path=at.path))


def _arguments(steps: Place | None, key: str) -> list[Place]:
    """The calls among these steps, and below them, that give an argument of this name."""
    found: list[Place] = []
    for step in steps.items() if steps is not None else []:
        given = step.get("with")
        if given is not None and given.get(key) is not None:
            found.append(step)
        for branch in ("then", "else", "do"):
            found.extend(_arguments(step.get(branch), key))
    return found


def _list(found: list[str]) -> str:
    return ", ".join(found) if found else "no number"
