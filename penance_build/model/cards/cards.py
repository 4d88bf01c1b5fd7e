"""Cards and decks: attributes, the rule of each effect, the text. Checks over all cards together are in ``checks``."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.ir import nodes as ir
from penance_build.model.cards.backs import back_of
from penance_build.model.cards.facts import CardFacts, EffectScope, game_vocabulary
from penance_build.model.cards.sizes import Size, size_of
from penance_build.model.context.context import Context
from penance_build.model.context.report import Report
from penance_build.model.context.rule import EFFECT, Rule, rule_of_card
from penance_build.model.context.world import Typed, World, counter_type
from penance_build.model.formulas.bounds import integer
from penance_build.model.formulas.expressions import Expressions
from penance_build.model.rules.procedures import ProcedureReader
from penance_build.surface.cards import CARD_KEYS, CallPhrase, Card, CardType, Deck, HarmlessWords, Phrase, ToldText, Wording
from penance_build.surface.nodes import At, Scalar
from penance_build.surface.steps import Block
from penance_build.wording.card_text import write
from penance_build.wording.check import check_harmless, check_phrase

if TYPE_CHECKING:
    from penance_build.wording.vocabulary import Vocabulary

# What authors look for on a card, and where it is instead.
_PICTURE: Final = "declare it: `card_attributes: {{{0}: {{type: image}}}}`; a card gives the name of a file"
_REMARK: Final = "declare it: `card_attributes: {{{0}: {{type: text, shown: text, style: italic}}}}`"
_UNPRINTED: Final = {
    **dict.fromkeys(("art", "artwork", "image", "picture", "illustration"), _PICTURE),
    **dict.fromkeys(("flavour", "flavor", "flavour_text", "flavor_text", "quote", "lore", "artist"), _REMARK),
}
_DECLARE: Final = "declare it: `card_attributes: {{{0}: {{name: …, type: …}}}}`"


class CardReader(Struct):
    """Elaborates the cards of a game; ``rules`` comes before the procedures are read, ``read`` after."""

    ctx: Context
    broken: set[str] = field(default_factory=set)  # cards whose effect has problems: their missing texts are not reported
    is_wording_broken: bool = False  # a phrase has a problem: missing text may be a consequence of it and is not reported
    live: dict[str, Card] = field(default_factory=dict)  # the cards that exist under this choice

    def __post_init__(self) -> None:
        self.live = self.ctx.live(self.ctx.game.cards)

    def rules(self) -> dict[str, Rule]:
        """The effect of each card that has one, as a rule ``card.ID`` with the inputs of the card's type."""
        return self.ctx.keep(("card rules", tuple(self.live.values())), self._rules)

    def _rules(self) -> dict[str, Rule]:
        found: dict[str, Rule] = {}
        memory = self.ctx.memory
        written, declared = memory.written, memory.chosen(self.ctx.choice)
        for card in self.live.values():
            kind = None if card.type is None else self.ctx.game.card_types.get(card.type.text)
            if card.effects is not None and card.type is None:
                known = ", ".join(self.ctx.game.card_types) or "none yet: declare them under `card_types:`"
                message, hint = f"card `{card.id}` has effects and no type", f"write `type: …`; the types are {known}"
                self.ctx.report.append(Problem("E202", message, card.at.key_span, hint, entity=("card", card.id), path=card.at.path))
            if kind is not None and card.effects is not None:
                key = (card, kind, declared)
                rule = written.get(key)
                if rule is None:
                    rule = written[key] = self._rule(card, card.effects, kind)
                found[rule.id] = rule
        return found

    def _rule(self, card: Card, effects: Block, kind: CardType) -> Rule:
        below = self.ctx.game.below
        return rule_of_card(card, effects, kind, (below["card", card.id], below["card_type", kind.id]), self.own_values(card, Report()))

    def own_values(self, card: Card, report: Report) -> dict[str, Typed]:
        """The declared attributes of one card, checked against their types."""
        values: dict[str, Typed] = {}
        world, entity = self.ctx.world, ("card", card.id)
        for key, at in card.values.items():
            if key in world.words:
                continue
            attribute = world.attributes.get(key)
            if attribute is None:
                _unknown(key, at, world, report, entity)
                continue
            scope = Expressions(world, report, entity)
            typed = scope.read(at, attribute.type)
            if typed.type.kind == "error":
                continue
            if not isinstance(typed.expr, ir.Const):
                scope.problem("E411", f"`{key}` of a card is one value", 0, len(at.text))
                continue
            number, low, high = typed.expr.value, attribute.type.low, attribute.type.high
            if attribute.type.kind == "int" and low is not None and high is not None and not low <= number <= high:
                wider = f"`card_attributes: {{{key}: {{type: {min(low, number)}..{max(high, number)}}}}}`"
                hint = f"write a number of these, or widen the type of the attribute: {wider}"
                scope.problem("E705", f"`{key}` is {low}..{high}, found {number}", 0, len(at.text), hint)
                continue
            values[key] = Typed(
                typed.expr, integer(number, number, attribute.type.unit) if attribute.type.kind == "int" else attribute.type
            )
        return values

    def own_words(self, card: Card, report: Report) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The attributes of one card that are only printed, in the order declared."""
        world, entity = self.ctx.world, ("card", card.id)
        for key, items in card.said.items():
            if key not in world.words and key not in card.values and items[0].up is not None:  # a list
                at = items[0].up
                if key in world.attributes:
                    message, hint = f"`{key}` of a card is one value, found a list", "write one, or declare it as `list of` an enum"
                    report.append(Problem("E411", message, at.span, hint, entity=entity, path=at.path))
                else:
                    _unknown(key, at, world, report, entity)
        found = ((key, self._words(card, words, report)) for key, words in world.words.items() if key in card.said or key in card.values)
        return tuple((key, parts) for key, parts in found if parts)

    def _words(self, card: Card, words: ir.Words, report: Report) -> tuple[str, ...]:
        """The parts of one printed attribute."""
        items = card.said.get(words.id) or (card.values[words.id],)
        if words.kind == "list":
            members = self._members(words.ref)
            return tuple(item.text for item in items if item.text in members or self._is_member(item, words.ref, card, report))
        if len(items) > 1:
            message, hint = f"`{words.id}` of a card is one {words.kind}, found a list", "write one text, with its paragraphs on lines"
            report.append(Problem("E411", message, items[1].span, hint, entity=("card", card.id), path=items[1].path))
        return tuple(items[0].text.strip().split("\n")) if words.kind == "text" else (items[0].text,)

    def _members(self, ref: str) -> frozenset[str]:
        """The ids of the members of an enum; none, where there is no such enum."""
        enum = self.ctx.world.enums.get(ref)
        return frozenset() if enum is None else frozenset(member.id for member in enum.members)

    def _is_member(self, item: Scalar, ref: str, card: Card, report: Report) -> bool:
        enum = self.ctx.world.enums.get(ref)
        if enum is None or item.text in self._members(ref):
            return enum is not None
        hint = did_you_mean(item.text, [member.id for member in enum.members]) or f"declare it among the members of `{ref}`"
        message = f"`{ref}` has no member `{item.text}`"
        report.append(Problem("E301", message, item.span, hint, entity=("card", card.id), path=item.path))
        return False

    # ------------------------------------------------------------ cards

    def read(self, procedures: ProcedureReader) -> list[CardFacts]:
        """All cards, with their texts."""
        ctx = self.ctx
        harmless = tuple(entry for entry in ctx.live(ctx.game.wording).values() if isinstance(entry, HarmlessWords))
        phrases = self._phrases(procedures, harmless)
        words = cache(partial(game_vocabulary, ctx.world, phrases, harmless, procedures.signatures))  # for cards that give their own text
        self.broken.update(problem.entity[1] for problem in ctx.report if problem.entity[0] == "card")
        known, cards = procedures.known, self.live.values()
        forms = tuple(known[name].form if (name := EFFECT + card) in known else None for card in self.live)
        # The words of the game name the player inputs of effects, which are those of their types.
        types = frozenset(card.type.text for card in cards if card.type is not None and EFFECT + card.id in known)
        wording = ctx.memory.number((tuple(phrases), harmless, types, self.is_wording_broken))

        def read() -> list[CardFacts]:
            return [
                ctx.keep(("card", card, form, wording, card.id in self.broken), partial(self._card, card, procedures, phrases, words))
                for card, form in zip(cards, forms, strict=True)
            ]

        return ctx.keep(("cards", *cards, wording, forms, *sorted(self.broken)), read)

    def _phrases(self, procedures: ProcedureReader, harmless: tuple[HarmlessWords, ...]) -> list[Phrase]:
        """The phrases that exist under this choice; reports what is wrong with them."""
        game, signatures = self.ctx.game, procedures.signatures
        live, called = self._said(tuple(self.ctx.live(game.wording).values()))
        inputs = tuple((name, tuple([item.name for item in signatures[name].inputs])) for name in called if name in signatures)

        def check() -> list[Problem]:
            known = {"counter": list(game.counters), "procedure": list(game.procedures), "zone": list(game.zones)}
            return [problem for phrase in live for problem in check_phrase(phrase, known, dict(inputs))]

        def check_words() -> list[Problem]:
            return [problem for entry in harmless for problem in check_harmless(entry)]

        problems = self.ctx.keep(("phrases", live, inputs), check)
        self.is_wording_broken = any(problem.code != "E708" for problem in problems)
        self.ctx.report.extend([*problems, *self.ctx.keep(("harmless words", harmless), check_words)])
        return list(live)

    def _said(self, wording: tuple[Wording, ...]) -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
        """The phrases among some entries of the wording, and the procedures that they speak of."""

        def read() -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
            phrases = tuple(phrase for phrase in wording if not isinstance(phrase, ToldText | HarmlessWords))
            return phrases, tuple({phrase.procedure.text: None for phrase in phrases if isinstance(phrase, CallPhrase)})

        return self.ctx.keep(("said", wording), read)

    def _card(self, card: Card, procedures: ProcedureReader, phrases: list[Phrase], words: Callable[[], Vocabulary]) -> CardFacts:
        ctx = self.ctx
        values, words_ = self.own_values(card, ctx.report), self.own_words(card, ctx.report)
        game = ctx.game
        kinds = (game.card_types.get(_text(card.type)), game.slots.get(_text(card.slot)), game.factions.get(_text(card.faction)))
        names = (card.name, *(item.name for item in kinds if item is not None))
        places = (
            (card.type, "card_type"), (card.slot, "slot"), (card.faction, "faction"), *((at, "faction") for at in card.others),
            (card.back, "card"),
        )  # fmt: skip
        for at, kind in places:
            known = ctx.game.of(kind)
            if at is not None and (at.text not in known or not ctx.holds(known[at.text])):
                hint = (ctx.world.told.get(at.text) if at.text in known else "") or did_you_mean(at.text, sorted(known))
                ctx.wrong(at, ("card", card.id), "E301", f"there is no {kind.replace('_', ' ')} `{at.text}`", hint)
        scope = EffectScope(ctx, procedures, card, values).made()
        effects, given = card.effects, card.text
        is_sound = not (self.is_wording_broken or card.id in self.broken)
        written = write(phrases, scope, ("card", card.id), effects) if effects is not None and is_sound else None
        text = given.text if given is not None else written.text if written is not None else ""
        if card.also_text is not None:
            text = f"{text}\n{card.also_text.text}".lstrip("\n")
        found = {key: typed.expr.value for key, typed in values.items() if isinstance(typed.expr, ir.Const)}
        shown = tuple((key, found[key]) for key in ctx.world.attributes if key in found)
        made = ir.Card(
            card.id, card.name, _text(card.type), _text(card.faction), _text(card.slot), shown,
            tuple(text.split("\n")) if text else (), card.text_only, EFFECT + card.id if effects is not None else "",
            written.phrases if written is not None else (), card.source, words_,
            tuple(map(_text, (card.faction, *card.others))) if card.others else (), _text(card.back),
        )  # fmt: skip
        return CardFacts(made, card, values, tuple(ctx.world.attributes.values()), written, words, scope, names)

    # ------------------------------------------------------------ decks

    def decks(self) -> list[tuple[ir.DeckDef, Size | None]]:
        """All decks, each with the size that it must have, if any.

        Declarations alone decide which cards exist, so a deck is the same under every choice in which it exists.
        """
        live = self.ctx.live(self.ctx.game.decks).values()
        return [self.ctx.keep(("deck", deck), partial(self._deck, deck)) for deck in live]

    def _deck(self, deck: Deck) -> tuple[ir.DeckDef, Size | None]:
        entity = ("deck", deck.id)
        for copies in deck.cards:
            if copies.card not in self.live:
                hint = self.ctx.world.told.get(copies.card) or did_you_mean(copies.card, sorted(self.live))
                self.ctx.wrong_key(copies.at, entity, "E301", f"there is no card `{copies.card}`", hint)
        cards = tuple((copies.card, copies.count) for copies in deck.cards)
        brings, known = self._brings(deck), self.ctx.game.constructions
        made = deck.construction
        if made is not None and made.text not in known:
            hint = did_you_mean(made.text, sorted(known)) or "declare it under `constructions:`"
            self.ctx.wrong(made, entity, "E301", f"there is no construction `{made.text}`", hint)
        back = back_of(deck.back)
        made_deck = ir.DeckDef(deck.id, deck.name, deck.faction, cards, deck.source, brings, _text(made), back)
        return made_deck, size_of(self.ctx, entity, deck.size)

    def _brings(self, deck: Deck) -> tuple[tuple[str, int], ...]:
        """The counters with the values at which a player of this deck starts."""
        found: list[tuple[str, int]] = []
        world, entity = self.ctx.world, ("deck", deck.id)
        for key, value in deck.counters.items():
            counter = world.counters.get(key)
            if counter is None or counter.owner != "player":
                known = sorted(item.id for item in world.counters.values() if item.owner == "player")
                self.ctx.wrong_key(value, entity, "E301", f"no player has a counter `{key}`", did_you_mean(key, known))
                continue
            scope = Expressions(world, self.ctx.report, entity)
            typed = scope.read(value, counter_type(world, counter))
            scope.within(typed, counter_type(world, counter), (0, len(value.text)), f"the counter `{key}`")
            if isinstance(typed.expr, ir.Const) and typed.type.kind != "error":
                found.append((key, typed.expr.value))
            elif typed.type.kind != "error":
                scope.problem("E411", "a counter starts at one value", 0, len(value.text))
        return tuple(found)


def _unknown(key: str, at: At, world: World, report: Report, entity: tuple[str, str]) -> None:
    """Report an attribute that the game does not declare."""
    near = did_you_mean(key, sorted({*world.attributes, *world.words, *CARD_KEYS}))
    hint = near or _UNPRINTED.get(key, _DECLARE).format(key)
    report.append(Problem("E304", f"cards have no attribute `{key}`", at.key_span, hint, entity=entity, path=at.path))


def _text(at: Scalar | None) -> str:
    return "" if at is None else at.text
