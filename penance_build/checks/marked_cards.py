"""W852: marked cards: cards of one size that are shuffled together and whose backs differ; E851: two faces of a card with different sizes.

Cards of one deck are shuffled together, and so are those of decks whose cards come into one zone by what setups lay out and rules
move. Cards with another card on their back are told apart by that, and are held only against others that lie in the same deck.
Cases: ``tests/cases/bad/printing``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final

from penance_build.checks.distinct import distinct_procedures
from penance_build.diagnostics.problem import Problem
from penance_build.ir import nodes as ir
from penance_build.ir.record import replace
from penance_build.model.program.elaborate import Elaborated
from penance_build.press.backs.chosen import DeckBack, back_of, deck_backs, has_own
from penance_build.press.backs.meeting import Meetings, meetings
from penance_build.press.imposition.grids import size_words
from penance_build.press.look.sizes import trim_for
from penance_build.surface.game import Game

_NAMED: Final = 3  # cards or decks in one sentence
_Look = tuple[str, ...]
_TWO_FACED: Final = ("",)  # behind its size, what is seen of a card with another one on its back


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Find what can be told apart from behind."""
    met = _meetings(combinations)
    programs: dict[tuple[Hashable, ...], ir.Program] = {}
    for elaborated in combinations:
        programs.setdefault(_looked_at(elaborated.program), elaborated.program)
    problems: dict[Problem, None] = {}
    for program in programs.values():
        if all(card in program.by_id.cards for deck in program.decks for card, _ in deck.cards):
            problems.update(dict.fromkeys(_judged(game, program, met)))
    return list(problems)


def _looked_at(program: ir.Program) -> tuple[Hashable, ...]:
    """All that is read of a program here, and in ``press``, to know its backs: most options change nothing about them."""
    cards = tuple((card.id, card.type, card.slot, card.faction, card.back) for card in program.cards)
    kinds = (program.card_types, program.factions, program.decks, program.setups, program.printed.theme)
    return (program.game, program.name, cards, *kinds)


def _meetings(combinations: Sequence[Elaborated]) -> Meetings:
    """The decks that are shuffled together under any choice of options."""
    first = combinations[0].program
    setups = {setup: None for elaborated in combinations for setup in elaborated.program.setups}
    return meetings(replace(first, procedures=tuple(distinct_procedures(combinations)), setups=tuple(setups)))


def _judged(game: Game, program: ir.Program, met: Meetings) -> Iterator[Problem]:
    backs = deck_backs(program, met)
    for deck in program.decks:
        yield from _two_sizes(game, program, deck)
        yield from _within(game, program, deck, backs[deck.id][0])
    yield from _between(game, program, met, backs)


def _two_sizes(game: Game, program: ir.Program, deck: ir.DeckDef) -> Iterator[Problem]:
    for name, _ in deck.cards:
        card = program.by_id.cards[name]
        if not card.back or card.back not in program.by_id.cards:
            continue
        one, other = trim_for(program, card), trim_for(program, program.by_id.cards[card.back])
        if (one.width_um, one.height_um) != (other.width_um, other.height_um):
            at = game.cards[name].back
            assert at is not None
            message = f"the card `{name}` is {size_words(one)}, and `{card.back}` on its back {size_words(other)}"
            yield Problem("E851", message, at.span, "give both card types one `size:`", entity=("card", name), path=at.path)


# ---------------------------------------------------------------- in one deck


def _within(game: Game, program: ir.Program, deck: ir.DeckDef, printed: DeckBack) -> Iterator[Problem]:
    """For each size one problem: the cards that differ from most of its copies, at the first of them."""
    looks = {name: _look(program, printed.owner, program.by_id.cards[name]) for name, _ in deck.cards}
    for size in dict.fromkeys(look[0] for look in looks.values()):
        copies: dict[_Look, int] = {}
        for name, count in deck.cards:
            if looks[name][0] == size:
                copies[looks[name]] = copies.get(looks[name], 0) + count
        usual = max(copies, key=lambda look: (look[1:] != _TWO_FACED, copies[look]))
        odd = [name for name, look in looks.items() if look[0] == size and look != usual]
        if odd:
            has = "has another back" if len(odd) == 1 else "have other backs"
            message = f"marked cards: in the deck `{deck.id}` {_listed(odd)} {has} than the rest"
            at = next(item.at for item in game.decks[deck.id].cards if item.card == odd[0])
            cure = _cure(program, [program.by_id.cards[name] for name in odd], deck)
            yield Problem("W852", message, at.key_span, cure, entity=("deck", deck.id), path=at.path)


def _look(program: ir.Program, owner: ir.DeckDef, card: ir.Card) -> _Look:
    """What is seen of a card from behind, behind its size; the back of one with two faces is a card, whichever."""
    behind = back_of(program, owner, card)
    return (size_words(trim_for(program, card)), *(_TWO_FACED if behind.card else behind.named))


def _cure(program: ir.Program, odd: list[ir.Card], deck: ir.DeckDef) -> str:
    apart = "put them into a deck of their own"
    if any(card.back for card in odd):
        return apart
    if dict(program.printed.theme).get("backs") == "slot" and deck.back is None:
        return "write `backs: faction` in the theme, so that the cards of a deck have one back"
    return f"give the deck a `back:`, which all its cards then have, or {apart}"


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_NAMED])
    return f"{shown} and {len(names) - _NAMED} more" if len(names) > _NAMED else shown


# ---------------------------------------------------------------- between decks


def _between(game: Game, program: ir.Program, met: Meetings, backs: Mapping[str, tuple[DeckBack, ...]]) -> Iterator[Problem]:
    """One problem for a deck that is told from others into which it is shuffled; of two that differ it is the one nobody brings."""
    brought = {deck for setup in program.setups if setup.deck for deck in setup.decks}
    looks = {deck.id: _looks(program, deck, backs[deck.id]) for deck in program.decks}
    told: dict[str, list[str]] = {}
    for index, one in enumerate(program.decks):
        for other in program.decks[index + 1 :]:
            if (one.id, other.id) in met and not _alike(looks[one.id], looks[other.id]):
                guest, host = (one, other) if other.id in brought and one.id not in brought else (other, one)
                told.setdefault(guest.id, []).append(host.id)
    for guest_id, hosts in told.items():
        deck, at = program.by_id.decks[guest_id], game.decks[guest_id].at
        message = f"marked cards: rules shuffle the deck `{guest_id}` together with {_listed(hosts)}, and its backs differ"
        if guest_id in brought:
            cure = "write `backs: game` in the theme, or give these decks the same `back:`"
        elif has_own(deck):
            key = "back" if deck.back is not None else "faction"
            cure = f"leave out `{key}:` of the deck: it is then printed with each back that it needs"
        else:
            cure = "give its card types no `back:`"
        yield Problem("W852", message, at.key_span, cure, entity=("deck", guest_id), path=at.path)


def _looks(program: ir.Program, deck: ir.DeckDef, printed: tuple[DeckBack, ...]) -> list[frozenset[_Look]]:
    """What is seen from behind of a deck, for each way in which it is printed."""
    cards = [program.by_id.cards[name] for name, _ in deck.cards]
    return [frozenset(_look(program, item.owner, card) for card in cards) for item in printed]


def _alike(one: list[frozenset[_Look]], other: list[frozenset[_Look]]) -> bool:
    """Whether in some print of both nothing tells them apart: cards of one size have the same backs in both, or in one of them more."""
    return any(_matches(mine, theirs) for mine in one for theirs in other)


def _matches(mine: frozenset[_Look], theirs: frozenset[_Look]) -> bool:
    for size in {look[0] for look in mine} & {look[0] for look in theirs}:
        here, there = ({look for look in looks if look[0] == size} for looks in (mine, theirs))
        if not (here <= there or there <= here):
            return False
    return True
