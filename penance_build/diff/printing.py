"""What has to be printed anew: cards by the press's own account of a face, dice by what a maker sees, sides of the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from penance_build.build.judging.answers import answers, rules_of
from penance_build.diff.faces import Held, Was, faces_of, old_deck, other_files, reasons
from penance_build.diff.renames import Pairs
from penance_build.diff.result import Key, Printing, Reprint
from penance_build.ir.nodes import Asked, DeckDef, Die, Program
from penance_build.press.cards.printed import last_lines
from penance_build.press.dice.printed import die_parts
from penance_build.press.reference.printed import side_parts
from penance_build.product import NoCache


def printing(old: Program, new: Program, pairs: Pairs, held: Held | None = None) -> Printing:
    """The cards, dice and sides whose print differs; of cards those that lie in some deck of the new game."""
    was = {(kind, now): then for kind, then, now in pairs}
    cards, renumbered = _cards(old, new, was, held or Held())
    return Printing(cards, _dice(old, new, was), _sides(old, new), renumbered)


def cards_to_print(old: Program, new: Program, held: Held) -> tuple[Reprint, ...]:
    """The cards that differ from those of the same id; one that has another id is new, for it is printed on the card."""
    return _cards(old, new, {}, held)[0]


def _cards(old: Program, new: Program, was: Was, held: Held) -> tuple[tuple[Reprint, ...], int]:
    told, renumbered = [], 0
    faces = faces_of(old, new, was, held)
    others = other_files(faces, held)
    decks = [_Deck(old, new, deck, was) for deck in new.decks]
    for card in new.cards:
        mine = {deck.id: deck for deck in decks if card.id in deck.copies}
        copies = {name: deck.copies[card.id] for name, deck in mine.items()}
        if not mine:
            continue
        key, before = Key("card", card.id, card.name), was.get(("card", card.id), card.id)
        if card.id not in faces:
            told.append(Reprint(key, ("new card",), tuple(copies.items())))
            continue
        why = {item.deck: reasons(item, others) for item in faces[card.id]}
        more = {name: extra for name, deck in mine.items() if (extra := copies[name] - deck.had.get(before, 0)) > 0 and not why[name]}
        named = dict.fromkeys(sorted((name for names in why.values() for name in names), key="back".__eq__))
        if named or more:
            there = tuple((deck, count if why[deck] else more[deck]) for deck, count in copies.items() if why[deck] or deck in more)
            told.append(Reprint(key, (*named, *(["more copies"] if more else [])), there))
        elif any(deck.had_lines.get(before) != deck.lines[card.id] for deck in mine.values()):
            renumbered += 1
    return tuple(told), renumbered


class _Deck:
    """A deck of the new game and what it was: the copies of its cards, and their last lines."""

    def __init__(self, old: Program, new: Program, deck: DeckDef, was: Was) -> None:
        found = old_deck(old, deck.id, was)
        self.id, self.copies, self.lines = deck.id, dict(deck.cards), last_lines(new, deck)
        self.had = {} if found is None else dict(found.cards)
        self.had_lines = {} if found is None else last_lines(old, found)


def _dice(old: Program, new: Program, was: Was) -> tuple[Reprint, ...]:
    found = []
    for die in new.dice:
        before = old.by_id.dice.get(was.get(("die", die.id), die.id))
        if before == die and (old.game, _drawn(old, die)) == (new.game, _drawn(new, die)):
            continue  # measuring its outlines takes longer than all the rest
        parts = die_parts(new, die)
        if not parts:
            continue
        were = {} if before is None else die_parts(old, before)
        why = _unlike(were, parts) if were else ("new die",)
        if why:
            found.append(Reprint(Key("die", die.id, die.name), why))
    return tuple(found)


def _unlike(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...]:
    """The names of the parts that differ, in the order of the new print, then of those that it has no more."""
    return tuple(name for name in {**new, **old} if old.get(name) != new.get(name))


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
        why = _unlike(side_parts(old, before[at], was), side_parts(new, side, now)) if at < len(before) else ("new side",)
        if len(why) > 1:
            why = tuple(reason for reason in why if reason != "order")  # follows from the blocks that came and went
        if why:
            found.append(Reprint(Key("reference", str(at + 1), side.title), why))
    return tuple(found)
