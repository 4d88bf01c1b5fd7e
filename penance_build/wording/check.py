"""What is wrong with a phrase by itself, whatever card it is used for: ids that are not there, holes that nothing fills,
numbers that are written out, holes that are not said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_letters, digits
from typing import Final, assert_never

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula import template
from penance_build.formula.template import Argument, Brace, Hole, Icon, Parts, Plain, Sign, Thing
from penance_build.surface.cards import (
    CallPhrase,
    ChangePhrase,
    ConditionPhrase,
    HarmlessWords,
    MovePhrase,
    Phrase,
    ShufflePhrase,
    StepPhrase,
)
from penance_build.surface.nodes import Formula, Phrased, Scalar
from penance_build.wording.numbers import NUMBER_WORDS
from penance_build.wording.phrases import arguments, spoken, without_icons

_COUNTED: Final = "|".join(word for word, value in NUMBER_WORDS.items() if value > 1)
_WRITTEN: Final = re.compile(rf"\d+|\b(?:{_COUNTED})\b", re.IGNORECASE)
_NAME: Final = ascii_letters + digits + "_"
# code, message, text, hint, and the characters of the text that it is about (None: all of it; (): its key)
_Found = tuple[str, str, Scalar, str, tuple[int, int] | tuple[()] | None]


def check_phrase(phrase: Phrase, known: Mapping[str, Sequence[str]], inputs: Mapping[str, Sequence[str]]) -> list[Problem]:
    """The problems of one entry of ``wording``; ``known[kind]`` are the ids there are, ``inputs`` those of each procedure."""
    found = _of_condition(phrase) if isinstance(phrase, ConditionPhrase) else _of_step(phrase, known, inputs)
    problems: list[Problem] = []
    for code, message, at, hint, part in found:
        span = at.span if part is None else at.key_span if part == () else at.inside(*part)
        problems.append(Problem(code, message, span, hint, entity=("wording", phrase.id), path=at.path))
    return problems


def check_harmless(entry: HarmlessWords) -> list[Problem]:
    """The words of an entry that are not harmless: they turn a sentence round, or are numbers."""
    from penance_build.wording.tokens import is_telling  # here, because few games list any

    hint = "leave it out: where an effect means it, its phrase says it"
    return [
        Problem("E720", f"`{at.text}` changes what a text says", at.span, hint, entity=("wording", entry.id), path=at.path)
        for at in entry.words
        if is_telling(at.text)
    ]


def _of_step(phrase: StepPhrase, known: Mapping[str, Sequence[str]], inputs: Mapping[str, Sequence[str]]) -> Iterator[_Found]:
    for kind, at in _ids(phrase):
        name = at.text.rpartition(".")[2]
        if name not in known[kind]:
            yield "E301", f"there is no {kind} `{name}`", at, did_you_mean(name, known[kind]), None
    for at in (phrase.say, *phrase.also.values()):
        yield from _written_out(at)
    holes = _holes(phrase, inputs)
    if holes is None:
        return  # there is no such procedure, or it cannot be read: both are reported
    given = phrase.given if isinstance(phrase, CallPhrase) else {}
    named: list[tuple[str, Scalar, tuple[()] | None]] = [(key, at, ()) for key, at in (*phrase.also.items(), *given.items())]
    for name, at, part in (*named, *((at.text, at, None) for at in phrase.silent)):
        if name not in holes and not (isinstance(phrase, MovePhrase) and name == "card"):
            what = f"`{phrase.step}` has no argument" if not isinstance(phrase, CallPhrase) else f"`{phrase.procedure.text}` has no input"
            yield "E603", f"{what} `{name}`", at, did_you_mean(name, holes) or "it has: " + (", ".join(holes) or "none"), part
    for formula in given.values():
        yield from _formula(formula)
    for at in (phrase.say, *(at for key, at in phrase.also.items() if key in holes)):
        yield from _filled(at, holes)


def _ids(phrase: StepPhrase) -> Sequence[tuple[str, Scalar]]:
    """What a phrase names, each with its kind."""
    match phrase:
        case ChangePhrase():
            return [("counter", phrase.counter)]
        case CallPhrase():
            return [("procedure", phrase.procedure)]
        case ShufflePhrase():
            return [("zone", phrase.zone)]
        case MovePhrase():
            return [("zone", at) for at in (phrase.origin, phrase.target) if at is not None]
        case _:
            assert_never(phrase)


def _holes(phrase: StepPhrase, inputs: Mapping[str, Sequence[str]]) -> Sequence[str] | None:
    """The arguments that a phrase can print; None where its procedure is not known."""
    match phrase:
        case ChangePhrase():
            return "by", "to"
        case MovePhrase():
            return ("count",)
        case ShufflePhrase():
            return ()
        case CallPhrase():
            return inputs.get(phrase.procedure.text)
        case _:
            assert_never(phrase)


def _formula(at: Formula) -> Iterator[_Found]:
    if at.error is not None:
        yield at.error.code, at.error.message, at, at.error.hint, None


def _of_condition(phrase: ConditionPhrase) -> Iterator[_Found]:
    """The holes of a condition are filled, and every number in them is said."""
    yield from _written_out(phrase.say)
    yield from _formula(phrase.condition)
    if phrase.condition.error is not None:
        return
    holes = list(dict.fromkeys(re.findall(r"\b[A-Z]\b", phrase.condition.text)))
    yield from _filled(phrase.say, holes)
    for hole in holes:
        if hole not in spoken(phrase.say):
            yield "E707", f"this does not say the number `{hole}` of its condition", phrase.say, f"write {{{hole}}} in it", None


def _filled(at: Phrased, holes: Sequence[str]) -> Iterator[_Found]:
    known = ", ".join(f"{{{hole}}}" for hole in holes) or "none"
    parts = template.phrase(without_icons(at.text, ""))  # an icon does not divide the hole that it stands in
    named = {part.content.path for part in at.parts if isinstance(part, Hole) and isinstance(part.content, Thing)}
    for name, _ in arguments(parts):
        if name not in holes and name not in named:
            yield "E707", f"nothing fills `{{{name}}}` here", at, did_you_mean(name, holes) or f"its holes are: {known}", None
    for part in parts:
        if isinstance(part, Brace) or (isinstance(part, Hole) and not isinstance(part.content, Argument | Thing)):
            message = f"a lone `{part.text[0]}`, or a hole that cannot be read"
            yield "E707", message, at, "write {name}, {name|one|many} or {icon:name}", None
            break


def written_number(parts: Parts[object], hidden: Callable[[str], int]) -> re.Match[str] | None:
    """The first number, in digits or as a word, that a text writes out; its span is that in the text.

    Icons are passed over, and of what stands behind an opening brace as many characters as ``hidden`` says: what is computed.
    """
    bare, is_open = "", False
    for part in parts:
        text, skipped = part.text, 0
        match part:
            case Brace():
                pass
            case Plain():
                skipped = hidden(text) if is_open else 0
            case Hole():
                skipped = len(text) if isinstance(part.content, Icon | Sign) else 1 + hidden(text[1:])
            case _:
                assert_never(part)
        bare += "." * skipped + text[skipped:]
        is_open = text == "{"
    return _WRITTEN.search(bare)


def _name(text: str) -> int:
    """How many characters at the beginning of a text are a name."""
    return len(text) - len(text.lstrip(_NAME))


def _written_out(at: Phrased) -> Iterator[_Found]:
    """A number that is not read from the effect: it would print what is not played."""
    number = written_number(at.parts, _name)
    if number is not None:
        hint = "write a hole such as {by}, so that it is read from the effect"
        yield "E708", f"the number `{number[0]}` is written out", at, hint, (number.start(), number.end())
