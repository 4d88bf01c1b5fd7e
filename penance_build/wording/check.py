"""What is wrong with a phrase by itself, whatever card it is used for: ids that are not there, holes that nothing fills,
numbers that are written out, holes that are not said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula import FormulaError, parse
from penance_build.model.place import Place
from penance_build.wording.phrases import HOLE, ICON, spoken
from penance_build.wording.vocabulary import NUMBER_WORDS

_FIELDS: Final = (("counter", "counter"), ("procedure", "procedure"), ("zone", "zone"), ("from", "zone"), ("to", "zone"))
_HOLES: Final = {"change": ("by", "to"), "move": ("count",), "shuffle": ()}
_COUNTED: Final = "|".join(word for word, value in NUMBER_WORDS.items() if value > 1)
_WRITTEN: Final = re.compile(rf"\d+|\b(?:{_COUNTED})\b", re.IGNORECASE)
# code, message, place, hint, and the characters of the place's text that it is about (None: all of it; (): its key)
_Found = tuple[str, str, Place, str, tuple[int, int] | tuple[()] | None]


def check_phrase(name: str, place: Place, known: Mapping[str, Sequence[str]], inputs: Mapping[str, Sequence[str]]) -> list[Problem]:
    """The problems of one entry of ``wording``; ``known[kind]`` are the ids there are, ``inputs`` those of each procedure."""
    problems: list[Problem] = []
    for code, message, at, hint, part in _found(place, known, inputs):
        span = at.span if part is None else at.key_span if part == () else at.inside(*part)
        problems.append(Problem(code, message, span, hint, entity=("wording", name), path=at.path))
    return problems


def _found(place: Place, known: Mapping[str, Sequence[str]], inputs: Mapping[str, Sequence[str]]) -> Iterator[_Found]:
    yield from _ids(place, known)
    step, callee, condition = place.word("step"), place.word("procedure"), place.get("condition")
    say, also = place.need("say"), place.get("also")
    added = also.entries() if also is not None else []
    for at in (say, *(at for _, at in added)):
        yield from _written_out(at)
    if step == "call" and callee not in inputs:
        return  # there is no such procedure, or it cannot be read: both are reported
    if condition is not None:
        yield from _condition(condition, say)
        return
    holes = [*_HOLES.get(step, inputs.get(callee, ()))]
    given, silent = place.get("with"), place.get("silent")
    named = [(key, at, ()) for key, at in (*added, *(given.entries() if given is not None else []))]
    for name, at, part in (*named, *((at.text, at, None) for at in (silent.items() if silent is not None else []))):
        if name not in holes and not (step == "move" and name == "card"):
            what = f"`{callee}` has no input `{name}`" if step == "call" else f"`{step}` has no argument `{name}`"
            yield "E603", what, at, did_you_mean(name, holes) or "it has: " + (", ".join(holes) or "none"), part
    for _, at in given.entries() if given is not None else []:
        yield from _formula(at)
    for at in (say, *(at for key, at in added if key in holes)):
        yield from _filled(at, holes)


def _ids(place: Place, known: Mapping[str, Sequence[str]]) -> Iterator[_Found]:
    for field, kind in _FIELDS:
        at = place.get(field)
        name = "" if at is None else at.text.rpartition(".")[2]
        if at is not None and name not in known[kind]:
            yield "E301", f"there is no {kind} `{name}`", at, did_you_mean(name, known[kind]), None


def _formula(at: Place) -> Iterator[_Found]:
    try:
        parse(at.text)
    except FormulaError as error:
        yield error.code, error.message, at, error.hint, None


def _condition(condition: Place, say: Place) -> Iterator[_Found]:
    """The holes of a condition are filled, and every number in them is said."""
    wrong = list(_formula(condition))
    yield from wrong
    if wrong:
        return
    holes = list(dict.fromkeys(re.findall(r"\b[A-Z]\b", condition.text)))
    yield from _filled(say, holes)
    for hole in holes:
        if hole not in spoken(say.text):
            yield "E707", f"this does not say the number `{hole}` of its condition", say, f"write {{{hole}}} in it", None


def _filled(at: Place, holes: Sequence[str]) -> Iterator[_Found]:
    known = ", ".join(f"{{{hole}}}" for hole in holes) or "none"
    for hole in HOLE.finditer(ICON.sub("", at.text)):
        if hole[1] not in holes:
            yield "E707", f"nothing fills `{{{hole[1]}}}` here", at, did_you_mean(hole[1], holes) or f"its holes are: {known}", None
    rest = HOLE.sub("", ICON.sub("", at.text))
    brace = re.search(r"[{}]", rest)
    if brace is not None:
        yield "E707", f"a lone `{brace[0]}`, or a hole that cannot be read", at, "write {name}, {name|one|many} or {icon:name}", None


def written_number(text: str, holes: str) -> re.Match[str] | None:
    """The first number, in digits or as a word, of a text outside what the pattern ``holes`` matches."""
    return _WRITTEN.search(re.sub(holes, lambda match: "." * len(match[0]), text))


def _written_out(at: Place) -> Iterator[_Found]:
    """A number that is not read from the effect: it would print what is not played."""
    number = written_number(at.text, r"\{icon:[^{}]*\}|\{[a-zA-Z_0-9]+")
    if number is not None:
        hint = "write a hole such as {by}, so that it is read from the effect"
        yield "E708", f"the number `{number[0]}` is written out", at, hint, (number.start(), number.end())
