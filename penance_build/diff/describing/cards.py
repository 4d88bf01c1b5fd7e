"""What is said of cards and of what goes with them: attributes, families, decks, sets, constructions; of setups and bots."""

from __future__ import annotations

from penance_build.diff.describing.facts import Facts, figure, given, order, rule, said, text, type_text, value_text, yes
from penance_build.ir import nodes as ir


def attribute_facts(attribute: ir.Attribute) -> Facts:
    found = (text("name", attribute.name), rule("type", type_text(attribute.type)), text("shown", attribute.shown))
    return said((*found, text("icon", attribute.icon)))


def card_facts(program: ir.Played, card: ir.Card) -> Facts:
    found = [text("name", card.name), rule("type", card.type), rule("faction", card.faction), rule("slot", card.slot)]
    attributes = program.by_id.attributes
    for name, value in card.values:
        known = attributes.get(name)
        found.append(figure(name, str(value) if known is None else value_text(program, known.type, value)))
    found += [text("text", "\n".join(card.text)), text("why text only", card.text_only), text("does", ", ".join(card.verbs))]
    found.append(text("card on its back", card.back))
    return said((*found, rule("effect", yes(bool(card.procedure))), text("source", card.source)))


def deck_facts(deck: ir.DeckDef) -> Facts:
    found = [text("name", deck.name), rule("faction", deck.faction), rule("construction", deck.construction), text("source", deck.source)]
    found += [figure(f"copies of {card}", copies) for card, copies in deck.cards]
    found += [order("order of cards", tuple(card for card, _ in deck.cards)), text("back", _back(deck.back))]
    return said((*found, *(figure(f"starts with {name}", value) for name, value in deck.counters)))


def set_facts(cards: ir.CardSet) -> Facts:
    found = [text("name", cards.name), rule("slot", cards.slot), rule("faction", cards.faction), text("source", cards.source)]
    found += [figure(f"copies of {card}", copies) for card, copies in cards.cards]
    return said((*found, order("order of cards", tuple(card for card, _ in cards.cards), "text")))


def construction_facts(construction: ir.Construction) -> Facts:
    found = [text("name", construction.name), rule("shared factions", ", ".join(construction.shared)), text("source", construction.source)]
    found += [figure("most copies of a card", construction.most)] if construction.most else []
    for part in construction.parts:
        found += [figure(f"cards of {part.slot}", part.count), rule(f"takes {part.slot} as", part.take)]
    return said((*found, order("order of parts", tuple(part.slot for part in construction.parts), "text")))


def faction_facts(faction: ir.Faction) -> Facts:
    return said((text("name", faction.name), text("tincture", faction.tincture), text("icon", faction.icon)))


def group_facts(group: ir.Group) -> Facts:
    return said((text("name", group.name), text("icon", group.icon), text("size", group.size), text("back", _back(group.back))))


def _back(back: ir.Back | None) -> str:
    """A back of one's own in words."""
    return "" if back is None else ", ".join(filter(None, (back.text, back.tincture, back.ornament, back.shows)))


def setup_facts(program: ir.Program, setup: ir.Setup) -> Facts:
    found = [text("name", setup.name), rule("players", str(setup.players)), rule("procedure", setup.procedure)]
    found += [figure(f"with {name}", value) for name, value in given(program, setup.procedure, setup.inputs)]
    found += [rule("zone of the decks", setup.deck), order("order of decks", setup.decks)]
    found += [rule(f"deck {deck}", deck) for deck in setup.decks]
    found += [rule(f"zone {zone}", f"deck {deck}") for zone, deck in setup.zones]
    ends = (("winner", setup.winner), ("rounds", setup.rounds), ("outcome", setup.outcome))
    return said((*found, *(rule(f"result of {what}", name) for what, name in ends), text("source", setup.source)))


def bot_facts(bot: ir.Bot) -> Facts:
    found = [text("name", bot.name), rule("score", yes(bool(bot.score))), rule("weighs chance exactly", yes(bot.exact))]
    found += [rule(f"avoids {option} of {choice}", "yes") for choice, option in bot.avoid]
    return said((*found, text("source", bot.source)))
