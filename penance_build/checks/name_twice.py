"""W744: two names of one kind that differ by case, space, hyphen or plural only: `weapon` and `Weapons` are one slot spelt twice.

Names are those of card types, slots and factions, of the members of one enum, and the values of an attribute that is a text where a
few values stand on many cards, such as a rarity or an artist. Cases: ``tests/cases/bad/bases``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from penance_build.checks.card_twice import folded
from penance_build.diagnostics.lookalikes import skeleton, strangers
from penance_build.diagnostics.problem import Problem
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
    return [*problems, *_alike(game), *_values(game)]


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
