"""E803: a character of a card, of the name of the game or a deck, or of the quick reference that the fonts of the theme cannot draw.

Fonts are opened only where a character is beyond those that every font has. The letters of dice sheets, and of tables on the quick
reference, are seen by a build, which lays them out. Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from penance_build.checks.distinct import distinct_cards
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.model.cards.facts import CardFacts
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.text.families import COMMON, FONT_FILE
from penance_build.surface.cards import Deck
from penance_build.surface.game import Game
from penance_build.surface.nodes import At, Printed

if TYPE_CHECKING:
    from penance_build.press.text.fonts import FontSet


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find the letters that cannot be printed."""
    programs = [elaborated.program for elaborated in combinations]
    cards = distinct_cards(combinations)
    shared = {char for text in _shared(programs[0]) for char in text}
    strange = [facts for facts in cards if not COMMON.issuperset(shared.union(facts.card.name, *(text for text, _ in facts.texts)))]
    typed = zip(programs[0].printed.reference, game.reference, strict=True)
    sides = [(side, written.title) for side, written in typed if not COMMON.issuperset(_said(side))]
    backs_said = "".join(name for name, _, _, _ in _backs(game, programs[0])) if cards else ""
    decks = [deck for deck in game.decks.values() if not COMMON.issuperset(deck.name)]
    if not strange and not sides and not decks and COMMON.issuperset(backs_said):
        return []
    if any(FONT_FILE.match(value) for key, value in programs[0].printed.theme if key.startswith("font_")):
        return []  # fonts of the game's own are opened by a build
    from penance_build.press.text.fonts import FontMissing, font_set

    try:
        fonts = font_set(dict(programs[0].printed.theme), ())
    except FontMissing:
        return []  # an unknown font is a problem of its own, and one that is not installed is for a build to say
    backs = _of_back(game, programs[0], fonts) if cards else ()
    fronts = (problem for facts in strange for problem in _of_front(programs[0], facts, fonts))
    named = (problem for deck in decks for problem in _of_deck(deck, fonts))
    return [*backs, *named, *fronts, *(problem for side, at in sides for problem in _of_side(side, at, fonts))]


def _shared(program: ir.Program) -> Iterator[str]:
    """What else may stand on a card: names of types, slots, attributes and of their values, and the version."""
    yield program.version
    for group in (*program.card_types, *program.slots):
        yield group.name
    for attribute in program.attributes:
        if attribute.shown:
            yield attribute.name
            enum = program.by_id.enums.get(attribute.type.ref)
            yield from (member.name for member in enum.members) if enum is not None else ()


def _of_front(program: ir.Program, facts: CardFacts, fonts: FontSet) -> Iterator[Problem]:
    from penance_build.press.cards.printed import letters_of
    from penance_build.press.text.letters import letters_problem, missing_letters
    from penance_build.press.text.rich_text import BadMarkup

    card = facts.card
    try:
        letters = letters_of(program, card)
    except BadMarkup:  # of which ``card_markup`` speaks
        return
    for missing in missing_letters(fonts, dict(program.printed.theme), letters):
        says, cure = letters_problem(f"card “{card.name}”", missing)
        span, path = facts.place(facts.item.text if missing.parts == ("text",) else None)
        if missing.parts == ("name",):
            span = facts.item.at.span_of("name")
        yield Problem("E803", says, span, cure, entity=facts.entity, path=path)


def _said(side: ir.ReferenceSide) -> str:
    """The titles and lines of a side of the quick reference."""
    return "".join([side.title, *(text for block in side.blocks for text in (block.title, *block.lines, *_heads(block)))])


def _heads(block: ir.Block) -> tuple[str, ...]:
    """What stands above and beside the figures of odds."""
    odds = block.odds
    return () if odds is None else (odds.down, *(head for head, _ in odds.across), *odds.heads, *(row.head for row in odds.rows))


def _of_side(side: ir.ReferenceSide, at: Printed, fonts: FontSet) -> Iterator[Problem]:
    from penance_build.press.text.letters import missing_from_all, unprintable

    missing = missing_from_all(fonts, _said(side))
    if missing:
        says, cure = unprintable(f"the side “{side.title}” of the quick reference", missing)
        yield Problem("E803", says, at.span, cure, entity=("reference", ""), path=at.path)


def _of_deck(deck: Deck, fonts: FontSet) -> Iterator[Problem]:
    """Its name stands on the stamp of its sheets, and in what is ordered of it."""
    from penance_build.press.text.letters import missing_from_all, unprintable

    missing = missing_from_all(fonts, deck.name)
    if missing:
        says, cure = unprintable(f"the name of deck “{deck.name}”", missing)
        yield Problem("E803", says, deck.at.span_of("name"), cure, entity=("deck", deck.id), path=deck.at.path)


def _backs(game: Game, program: ir.Program) -> Iterator[tuple[str, At, str, tuple[str, str]]]:
    """The names that stand on backs: that of the game, and those of backs of their own; each with its place, key and entity."""
    if game.title is not None:
        yield program.name, game.title.at, "name", ("game", program.game)
    for kind, items in (("card_type", game.card_types), ("deck", game.decks)):
        for name, item in items.items():
            if item.back is not None and item.back.text:
                yield item.back.text, item.back.at, "text", (kind, name)


def _of_back(game: Game, program: ir.Program, fonts: FontSet) -> Iterator[Problem]:
    from penance_build.press.text.letters import letters_problem, missing_letters

    for text, at, key, entity in _backs(game, program):
        for missing in missing_letters(fonts, dict(program.printed.theme), [(text, "display", 700, "name")]):
            says, cure = letters_problem(f"the back of the cards of “{text}”", missing)
            yield Problem("E803", says, at.span_of(key), cure, entity=entity, path=at.path)
