"""What has to be printed anew: cards by the press's own account of a face, dice by what a maker sees, sides of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from penance_build.build.judging.answers import answers, rules_of
from penance_build.diff.renames import Pairs
from penance_build.diff.result import Key, Printing, Reprint
from penance_build.ir.nodes import Asked, DeckDef, Die, Program
from penance_build.press.backs.chosen import DeckBack, deck_backs
from penance_build.press.cards.printed import back_parts, front_parts, last_line
from penance_build.press.dice.printed import die_parts
from penance_build.press.reference.printed import side_parts
from penance_build.product import NoCache


def printing(old: Program, new: Program, pairs: Pairs) -> Printing:
    """The cards, dice and sides whose print differs; of cards those that lie in some deck of the new game."""
    was = {(kind, now): then for kind, then, now in pairs}
    cards, renumbered = _cards(old, new, was)
    return Printing(cards, _dice(old, new, was), _sides(old, new), renumbered)


def _cards(old: Program, new: Program, was: Mapping[tuple[str, str], str]) -> tuple[tuple[Reprint, ...], int]:
    found, renumbered = [], 0
    old_backs, backs_of = deck_backs(old), deck_backs(new)
    for card in new.cards:
        decks = tuple((deck, copies) for deck in new.decks for name, copies in deck.cards if name == card.id)
        if not decks:
            continue
        before = old.by_id.cards.get(was.get(("card", card.id), card.id))
        copies = tuple((deck.id, count) for deck, count in decks)
        if before is None:
            found.append(Reprint(Key("card", card.id, card.name), ("new card",), copies))
            continue
        reasons = _differing(front_parts(old, before), front_parts(new, card))
        backs = tuple(
            deck.id
            for deck, _ in decks
            if _back(old, old_backs, deck, was, before.id) not in (None, back_parts(new, backs_of[deck.id], card))
        )
        if reasons or backs:
            shown = copies if reasons else tuple(item for item in copies if item[0] in backs)
            found.append(Reprint(Key("card", card.id, card.name), (*reasons, *(["back"] if backs else [])), shown))
            continue
        more = tuple((deck.id, extra) for deck, count in decks if (extra := count - _copies(old, deck.id, was, before.id)) > 0)
        if more:
            found.append(Reprint(Key("card", card.id, card.name), ("more copies",), more))
        elif any(_line(old, deck.id, was, before.id) != last_line(new, deck, card) for deck, _ in decks):
            renumbered += 1
    return tuple(found), renumbered


def cards_to_print(old: Program, new: Program) -> tuple[Reprint, ...]:
    """The cards that differ from those of the same id; one that has another id is new, for it is printed on the card."""
    return _cards(old, new, {})[0]


def _old_deck(old: Program, name: str, was: Mapping[tuple[str, str], str]) -> DeckDef | None:
    return old.by_id.decks.get(was.get(("deck", name), name))


def _copies(old: Program, deck: str, was: Mapping[tuple[str, str], str], card: str) -> int:
    found = _old_deck(old, deck, was)
    return 0 if found is None else dict(found.cards).get(card, 0)


def _back(
    old: Program, backs: Mapping[str, tuple[DeckBack, ...]], deck: DeckDef, was: Mapping[tuple[str, str], str], card: str
) -> list[dict[str, object]] | None:
    """The backs that a card had in a deck, or None where it was not in it."""
    found = _old_deck(old, deck.id, was)
    return back_parts(old, backs[found.id], old.by_id.cards[card]) if found is not None and card in dict(found.cards) else None


def _line(old: Program, deck: str, was: Mapping[tuple[str, str], str], card: str) -> tuple[str, ...] | None:
    found = _old_deck(old, deck, was)
    return last_line(old, found, old.by_id.cards[card]) if found is not None and card in dict(found.cards) else None


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...]:
    """The names of the parts that differ, in the order of the new print, then of those that it has no more."""
    return tuple(name for name in {**new, **old} if old.get(name) != new.get(name))


def _dice(old: Program, new: Program, was: Mapping[tuple[str, str], str]) -> tuple[Reprint, ...]:
    found = []
    for die in new.dice:
        before = old.by_id.dice.get(was.get(("die", die.id), die.id))
        if before == die and (old.game, _drawn(old, die)) == (new.game, _drawn(new, die)):
            continue  # measuring its outlines takes longer than all the rest
        parts = die_parts(new, die)
        if not parts:
            continue
        were = {} if before is None else die_parts(old, before)
        reasons = _differing(were, parts) if were else ("new die",)
        if reasons:
            found.append(Reprint(Key("die", die.id, die.name), reasons))
    return tuple(found)


def _drawn(program: Program, die: Die) -> list[str | None]:
    """The drawings on the faces of a die."""
    icons = dict(program.printed.icons)
    return [icons.get(face.icon) for face in die.faces]


def _answers(old: Program, new: Program) -> tuple[Mapping[Asked, Fraction], Mapping[Asked, Fraction]]:
    """The answers to what both sides print; those that have none because they are the same are not computed."""
    was, now = rules_of(old), rules_of(new)
    if was == now:
        return dict.fromkeys(was, Fraction(0)), dict.fromkeys(now, Fraction(0))
    return answers(old, NoCache()).figures, answers(new, NoCache()).figures


def _sides(old: Program, new: Program) -> tuple[Reprint, ...]:
    found = []
    before = old.printed.reference
    was, now = _answers(old, new)
    for at, side in enumerate(new.printed.reference):
        reasons = _differing(side_parts(old, before[at], was), side_parts(new, side, now)) if at < len(before) else ("new side",)
        if len(reasons) > 1:
            reasons = tuple(reason for reason in reasons if reason != "order")  # follows from the blocks that came and went
        if reasons:
            found.append(Reprint(Key("reference", str(at + 1), side.title), reasons))
    return tuple(found)
