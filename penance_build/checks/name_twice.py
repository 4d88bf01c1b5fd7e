"""W744: two names of one kind that differ by case, space, hyphen or plural only: `weapon` and `Weapons` are one slot spelt twice.

A name that one card alone has, and that is one letter off a name that others have, is a slip: a card of the type `Fnd` beside `Find`.

Names are those of card types, slots and factions, of the members of one enum, and the values of an attribute that is a text where a
few values stand on many cards, such as a rarity or an artist. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from penance_build.checks import card_twice
from penance_build.checks.card_twice import folded
from penance_build.diagnostics.lookalikes import skeleton, strangers
from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import distance
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game
from penance_build.surface.nodes import At, Scalar

_KINDS: Final = ("card_type", "slot", "faction")
_LONGEST: Final = 40  # characters of a text that may be a category
_SHARE: Final = 3  # so many cards there are at least for each spelling of a category


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """Go through the names of each kind; what is spelt so in any file is asked, whatever the options."""
    problems: list[Problem] = []
    for kind in _KINDS:
        items: Mapping[str, object] = game.of(kind)
        names = {name: [name, str(getattr(item, "name", name))] for name, item in items.items()}
        for first, second in _pairs(names):
            at = game.of(kind)[second].at
            problems.append(_problem(kind.replace("_", " "), first, second, at, (kind, second), game.of(kind)[first].at))
    for name, enum in game.enums.items():
        members = {member.id: member for member in enum.members}
        for first, second in _pairs({member.id: [member.id, member.name or member.id] for member in enum.members}):
            problems.append(_problem(f"member of `{name}`", first, second, members[second].at, ("enum", name), members[first].at))
    told = {problem.entity for problem in problems}
    alike = list(_alike(game))
    cards = card_twice.check(game, combinations) if any(problem.entity[0] == "card" for problem in alike) else []
    pairs = {(problem.span, problem.related) for problem in cards}  # of which more is said there
    alike = [problem for problem in alike if (problem.span, problem.related) not in pairs]
    return [*problems, *alike, *_values(game), *_slips(game, told)]


def _alike(game: Game) -> Iterator[Problem]:
    """Printed names of one kind that look the same and are not: by a letter of another alphabet, by case, or composed otherwise."""
    for kind, items in sorted(game.kinds.items()):
        seen: dict[str, tuple[str, str]] = {}
        for name, item in items.items():
            printed = getattr(item, "name", None)
            if not isinstance(printed, str) or not printed or (kind in _KINDS and folded(printed).isascii() and printed.isascii()):
                continue
            first, said = seen.setdefault(skeleton(printed), (name, printed))
            if said != printed:
                alike = strangers(printed) or strangers(said)
                message = f"the names of `{first}` and `{name}`, “{said}” and “{printed}”, look alike and are not the same"
                hint = f"{alike}; write both names alike, or so that they differ by more" if alike else "write both names alike"
                other, at = game.of(kind)[first].at, game.of(kind)[name].at
                yield Problem("W744", message, at.key_span, hint, ((other.key_span, f"`{first}`"),), (kind, name), at.path)


def _pairs(names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """The ids whose id or name is that of an earlier one, spelt otherwise."""
    seen: dict[tuple[int, str], tuple[str, str]] = {}
    for name, forms in names.items():
        keys = [(index, _singular(folded(form))) for index, form in enumerate(forms)]
        for key, form in zip(keys, forms, strict=True):
            first, said = seen.setdefault(key, (name, form))
            if key[1] and said != form:  # two things that print the same name are meant so
                yield first, name
                break


def _slips(game: Game, told: Set[tuple[str, str]]) -> Iterator[Problem]:
    """Names that one card has, and that are a letter off one that others have."""
    for kind, word, names, places in _uses(game):
        near = _Near({other: (folded(names[other]), len(found)) for other, found in places.items() if len(found) > 1})
        for said, found in places.items():
            if len(found) != 1 or (kind, said) in told:
                continue
            usual = near.to(names[said])
            if usual:
                card, at = found[0]
                most = max(usual, key=lambda other: len(places[other]))
                message = f"the {word} “{names[said]}” is that of this card alone; {len(places[most])} cards have “{names[most]}”"
                hint = f"write {most}, or call them by names that differ by more, if they are two things"
                yield Problem("W744", message, at.span, hint, entity=("card", card), path=at.path)


_Uses = tuple[str, str, Mapping[str, str], Mapping[str, list[tuple[str, Scalar]]]]


def _uses(game: Game) -> Iterator[_Uses]:
    """For each kind of names: the kind, what it is called, the printed name of each id, and the cards that have it."""
    for kind in _KINDS:
        places: dict[str, list[tuple[str, Scalar]]] = {}
        for card in game.cards.values():
            given = {"card_type": (card.type,), "slot": (card.slot,), "faction": (card.faction, *card.others)}[kind]
            for at in given:
                if at is not None:
                    places.setdefault(at.text, []).append((card.id, at))
        items = game.of(kind)
        names = {name: str(getattr(items[name], "name", name)) for name in places if name in items}
        yield (
            kind,
            kind.replace("_", " "),
            names,
            {name: found for name, found in places.items() if name in names and _is_bare(items[name])},
        )
    for name, attribute in game.attributes.items():
        enum = game.enums.get(attribute.type.text.removeprefix("list of "))
        if enum is None and attribute.type.text != "text":
            continue
        found: dict[str, list[tuple[str, Scalar]]] = {}
        for card in game.cards.values():
            value = card.values.get(name)
            for at in card.said.get(name) or ((value,) if value is not None else ()):
                found.setdefault(at.text.strip(), []).append((card.id, at))
        if enum is None and len(found) * _SHARE > sum(map(len, found.values())):
            continue  # each card says something else
        members = {} if enum is None else {member.id: member.name or member.id for member in enum.members}
        yield "attribute", f"`{name}`", {said: members.get(said, said) for said in found}, found


def _is_bare(item: object) -> bool:
    """Whether something is declared by its name alone, as an import does: what has rules or looks of its own was meant."""
    return not any(getattr(item, key, None) for key in ("icon", "size", "back", "uses", "inputs"))


class _Near:
    """Names that several cards have, with what they are folded and how many have them, found by what they are without one letter."""

    def __init__(self, names: Mapping[str, tuple[str, int]]) -> None:
        self._names = names
        self._ranks = {name: rank for rank, name in enumerate(names)}
        self._cut: dict[str, set[str]] = {}
        for name, (word, _) in names.items():
            if len(word) <= 2 * _LONGEST:
                for form in _cut(word):
                    self._cut.setdefault(form, set()).add(name)

    def to(self, said: str) -> list[str]:
        """Those that a name is a slip for."""
        if len(said) > _LONGEST:
            return []
        mine = folded(said)
        near = {name for form in _cut(mine) for name in self._cut.get(form, ())}
        return [name for name in sorted(near, key=lambda name: self._ranks[name]) if _is_slip(mine, *self._names[name])]


def _cut(word: str) -> Iterator[str]:
    yield word
    for index in range(len(word)):
        yield word[:index] + word[index + 1 :]


def _is_slip(mine: str, theirs: str, count: int) -> bool:
    """Whether a name is a letter off one that so many cards have. A letter dropped or doubled is a slip sooner than another letter."""
    if mine == theirs or mine[:1] != theirs[:1] or any(letter.isdigit() for letter in mine + theirs):
        return False
    is_swap = len(mine) == len(theirs) and sorted(mine) == sorted(theirs)
    is_other = len(mine) == len(theirs) and not is_swap
    if len(theirs) < (6 if is_other else 4) or count < (5 if is_other else 2):
        return False
    return distance(mine, theirs, 1) == 1


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _problem(kind: str, first: str, second: str, at: At, entity: tuple[str, str], other: At) -> Problem:
    message = f"the {kind} `{second}` is spelt nearly like `{first}`"
    hint = "keep one of them; if they are two things, call them by names that differ by more"
    return Problem("W744", message, at.key_span, hint, ((other.key_span, f"`{first}`"),), entity, at.path)


def _values(game: Game) -> Iterator[Problem]:
    """Categories that are written as a text: each spelling that few cards have, beside one that more have."""
    texts = [name for name, attribute in game.attributes.items() if attribute.type.text == "text"]
    for name in texts:
        found: dict[str, dict[str, list[tuple[str, Scalar]]]] = {}
        count = 0
        for card in game.cards.values():
            items = card.said.get(name) or ((card.values[name],) if name in card.values else ())
            for at in items:
                count += 1
                if len(at.text) <= _LONGEST and "\n" not in at.text:
                    found.setdefault(folded(at.text), {}).setdefault(at.text.strip(), []).append((card.id, at))
        if not found or len(found) * _SHARE > count:
            continue  # each card says something else
        for spellings in found.values():
            usual = max(spellings, key=lambda said: len(spellings[said]))
            for said, places in spellings.items():
                if said != usual and len(places) < len(spellings[usual]):
                    card_id, at = places[0]
                    message = f"`{name}` is “{said}” here, and “{usual}” on {len(spellings[usual])} other cards"
                    yield Problem("W744", message, at.span, f"write {usual}", entity=("card", card_id), path=at.path)
