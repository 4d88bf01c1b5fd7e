"""The same problem of many entries is one, with a count: forty cards that lack the same attribute are one mistake."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem

MANY = 6
_NAMED = 3
_WORDS = frozenset({"E110", "E129"})  # one word that must be quoted, as a key or as a value
_QUOTED = re.compile(r"`[^`]*`")
_SPACELESS = re.compile(r"\S+")
_PICTURE = re.compile(r"\.(?:png|jpe?g|webp|svg)\b", re.IGNORECASE)
_CARD = re.compile(r"\bcard “[^”]*”")


def collapsed(problems: Sequence[Problem]) -> list[Problem]:
    """The problems in their order; those that say the same of ``MANY`` entries or more are one, with the places of the others.

    So are those of several entries that stand at one place: the cards of a family.
    """
    problems = _of_one_place(problems)
    alike: dict[Hashable, list[Problem]] = {}
    for problem in problems:
        alike.setdefault(_what(problem), []).append(problem)
    if all(len(group) < MANY for group in alike.values()):
        return list(problems)
    kept: list[Problem] = []
    for problem in problems:
        group = alike[_what(problem)]
        if len(group) < MANY:
            kept.append(problem)
        elif group[0] is problem:
            kept.append(_one(group))
    return kept


def _of_one_place(problems: Sequence[Problem]) -> list[Problem]:
    """The problems, those that say the same of several entries at one place once."""
    alike: dict[Hashable, list[Problem]] = {}
    for problem in problems:
        alike.setdefault((problem.code, problem.span, _without(problem.message, problem.entity[1])), []).append(problem)
    return [_one(group, at_one_place=True) if len({item.entity for item in group}) > 1 else group[0] for group in alike.values()]


def _what(problem: Problem) -> Hashable:
    """What a problem says, whichever entry it says it of."""
    kind, name = problem.entity
    if problem.code in _WORDS:
        word = _QUOTED.search(problem.message)
        return "word", word[0] if word else problem.message
    if not name or problem.related:
        return problem.code, problem.message, problem.span
    return problem.code, kind, _without(problem.message, name), _without(problem.hint, name)


def _without(text: str, name: str) -> str:
    """A sentence without the id of its entry, or the printed name of its card, and the file of its picture."""
    return _SPACELESS.sub(_without_picture, _CARD.sub("card …", text.replace(f"`{name}`", "`…`")))


def _without_picture(found: re.Match[str]) -> str:
    """What stands between two spaces, without the name of a picture at its beginning. One pass: it may be a word of megabytes."""
    ends = [match.end() for match in _PICTURE.finditer(found[0]) if match.start()]
    return f"…{found[0][ends[-1] :]}" if ends else found[0]


def _one(group: Sequence[Problem], *, at_one_place: bool = False) -> Problem:
    """The first of them, for all."""
    first, *others = group
    names = list(dict.fromkeys(f"`{problem.entity[1]}`" for problem in others if problem.entity[1] not in ("", first.entity[1])))
    if first.code in _WORDS or not names:
        says = f"{first.message} ({len(group)} times)"
    else:
        named = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        says = f"{first.message} (and the same of {len(others)} others: {named})"
    return replace(first, message=says, related=first.related if at_one_place else tuple((problem.span, "and here") for problem in others))
